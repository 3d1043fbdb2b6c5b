// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <string.h>

// Penetration taken back by moving bodies, not by giving them velocity: nothing is thrown. Frictionless, so many
// projected Gauss-Seidel passes on the contacts concerned, at the poses the step has led to; what it lifts against
// gravity is in the books. Spheres and slow bodies are where the contact problem's velocities have them; what turns
// fast is collided again, for its faces have left the tangent planes the step was computed with.

#define PASSES 12
#define ROUNDS 24  // at most, each from poses and gaps anew
#define HONEST 4   // of them with the bodies' masses, then as if all were equal: a feather under an anvil
#define REACH 0.25 // of the smaller body's inner radius: how far a gap is opened in a round
#define STRAY 0.25 // of the slop: motion beyond what the problem knows that matters

typedef struct Deep
{
    int a, b; // of the problem's bodies, or -1
    ssVec3 normal, armA, armB, turnA, turnB;
    double easeA, easeB; // metres per push
    double target;       // how far the gap is to open [m]
    double mobility;
    double pushed;
} Deep;

static double slopFor( const ssWorld* world, double size )
{
    return world->def.slop > 0.0 ? world->def.slop : 2e-3 * size;
}

static double slopOf( const ssWorld* world, int a, int b )
{
    return slopFor( world, fmin( world->bodies[a].inner, world->bodies[b].inner ) );
}

// -------------------------------------------------------------------------------------------------- who is concerned

/// The gap after the step to first order; of spheres never more than the true one.
static double gapAhead( const ssWorld* world, int i, double h )
{
    double u[6], v[6], theta = worldTheta( world );
    contactVelocity( world, i, world->after, v );
    if ( theta < 1.0 )
    {
        contactVelocity( world, i, world->before, u );
        v[0] = ( 1.0 - theta ) * u[0] + theta * v[0];
    }
    return world->contacts[i].gap + h * v[0];
}

/// How far a pair's surfaces may be from where the contacts of the step have them [m]: bodies struck, points that turn,
/// faces that turn under what moves along them, corners that pass an edge.
static double strayOf( const ssWorld* world, int a, int b, double h )
{
    double stray = 0.0;
    for ( int k = 0; k < 2; ++k )
    {
        int id = k == 0 ? a : b, other = k == 0 ? b : a;
        const Body* body = &world->bodies[id];
        stray += world->slot[id] >= 0 ? world->alarms[world->slot[id]] : 0.0;
        if ( body->shape.kind != ss_shapeSphere )
        {
            bool flat = body->shape.kind == ss_shapePlane;
            double turn = h * ssVec3_Length( body->omega ), reach = flat ? 0.0 : body->bound;
            double travel = h * ssVec3_Length( ssVec3_Sub( body->velocity, world->bodies[other].velocity ) );
            stray += turn * ( 0.5 * turn * reach + travel ) + ( flat ? 0.0 : 0.5 * travel );
        }
    }
    return stray;
}

static double movedOf( const ssWorld* world, int id )
{
    return world->slot[id] >= 0 ? world->moved[world->slot[id]] : 0.0;
}

static void raiseMoved( ssWorld* world, int id, double distance )
{
    if ( world->slot[id] >= 0 )
    {
        double* moved = &world->moved[world->slot[id]];
        *moved = fmax( *moved, distance );
    }
}

static bool isSolved( const ssWorld* world, int a, int b )
{
    return ( world->slot[a] >= 0 || world->slot[b] >= 0 ) &&
        bodiesCanTouch( &world->bodies[a], &world->bodies[b] );
}

/// How deep the pair is now, beyond what is left alone.
static double depthNow( const ssWorld* world, int a, int b, double slop )
{
    const Body *x = &world->bodies[a], *y = &world->bodies[b];
    ssManifold manifold;
    double depth = 0.0;
    if ( ssCollide( &x->shape, x->pose, &y->shape, y->pose, 0.0, &manifold ) )
    {
        for ( int k = 0; k < manifold.count; ++k )
        {
            depth = fmax( depth, -manifold.points[k].gap );
        }
    }
    return depth > slop ? depth : 0.0;
}

/// How far a body came otherwise than the search for contacts could expect, which knew its velocity before and the one
/// without contacts [m]: what is struck may go where nobody looked.
static double joltOf( const ssWorld* world, int s, double h )
{
    const double *v = world->after + 6 * (size_t)s, *u = world->before + 6 * (size_t)s,
                 *free = world->problem.freeVelocity + 6 * (size_t)s;
    double kept = 0.0, flown = 0.0;
    for ( int k = 0; k < 3; ++k )
    {
        kept += ( v[k] - u[k] ) * ( v[k] - u[k] );
        flown += ( v[k] - free[k] ) * ( v[k] - free[k] );
    }
    double jolt = h * sqrt( fmin( kept, flown ) );
    const Body* body = &world->bodies[world->active[s]];
    return 2.0 * jolt > contactEnvelope( world, body ) ? jolt : 0.0;
}

/// Bodies in deep contacts: `moved` says how far they have to. Cheap where there is none, for spheres keep the gaps
/// that the problem's velocities give them.
static bool findDeep( ssWorld* world, double h )
{
    bool some = false, unforeseen = world->cornered;
    double least = slopFor( world, world->finest );
    for ( int s = 0; s < world->activeCount; ++s )
    {
        world->moved[s] = 0.0;
        world->alarms[s] = joltOf( world, s, h );
        unforeseen = unforeseen || world->alarms[s] > 0.0;
    }
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        const Contact* contact = &world->contacts[i];
        double ahead = gapAhead( world, i, h );
        if ( ahead < -least && ahead < -slopOf( world, contact->a, contact->b ) )
        {
            raiseMoved( world, contact->a, -ahead );
            raiseMoved( world, contact->b, -ahead );
            some = true;
        }
    }
    const ssBodyPair* pairs = ssBroadPhase_Pairs( world->broad );
    int count = unforeseen ? ssBroadPhase_PairCount( world->broad ) : 0;
    for ( int k = 0; k < count; ++k )
    {
        int a = pairs[k].a, b = pairs[k].b;
        double slop = slopOf( world, a, b );
        if ( isSolved( world, a, b ) && strayOf( world, a, b, h ) > STRAY * slop )
        {
            double depth = depthNow( world, a, b, slop );
            raiseMoved( world, a, depth );
            raiseMoved( world, b, depth );
            some = some || depth > 0.0;
        }
    }
    return some;
}

static double weighSide(
    const ssWorld* world, int s, ssVec3 arm, ssVec3 normal, bool equal, double* ease, ssVec3* turn )
{
    if ( s < 0 )
    {
        return 0.0;
    }
    double inverseMass = world->problem.inverseMass[s], scale = equal ? 1.0 / inverseMass : 1.0;
    ssVec3 lever = ssVec3_Cross( arm, normal );
    *ease = scale * inverseMass;
    *turn = ssVec3_Scale( scale, ssMat3_Mul( world->problem.inverseInertia[s], lever ) );
    return *ease + ssVec3_Dot( lever, *turn );
}

static void weigh( const ssWorld* world, Deep* deep, bool equal )
{
    deep->mobility =
        weighSide( world, deep->a, deep->armA, deep->normal, equal, &deep->easeA, &deep->turnA ) +
        weighSide( world, deep->b, deep->armB, deep->normal, equal, &deep->easeB, &deep->turnB );
}

static size_t shiftBytes( const ssWorld* world )
{
    return ( 2 * sizeof( ssVec3 ) + sizeof( double ) ) * (size_t)world->activeCount;
}

/// Shifts and ways of all bodies, and behind them the contacts concerned.
static bool reserveDeep( ssWorld* world, size_t kept, int capacity )
{
    char* room = ssGs_IdleBuffer( world->gs, kept, shiftBytes( world ) + sizeof( Deep ) * (size_t)capacity );
    if ( room == NULL )
    {
        return false;
    }
    world->shift = (ssVec3*)(void*)room;
    world->moved = (double*)(void*)( world->shift + 2 * (size_t)world->activeCount );
    world->deep = room + shiftBytes( world );
    world->deepCapacity = capacity;
    return true;
}

static bool append( ssWorld* world, int* count, const Deep* deep )
{
    if ( *count == world->deepCapacity )
    {
        size_t kept = shiftBytes( world ) + sizeof( Deep ) * (size_t)*count;
        if ( !reserveDeep( world, kept, *count + *count / 4 + 64 ) )
        {
            return false;
        }
    }
    ( (Deep*)world->deep )[( *count )++] = *deep;
    return true;
}

/// The contacts of a pair where its bodies are now; the deepest gap.
static double collectPair( ssWorld* world, int a, int b, bool equal, int* count )
{
    const Body *x = &world->bodies[a], *y = &world->bodies[b];
    double slop = slopOf( world, a, b ), least = 0.0;
    ssManifold manifold;
    if ( !ssCollide( &x->shape, x->pose, &y->shape, y->pose, slop, &manifold ) )
    {
        return 0.0;
    }
    for ( int k = 0; k < manifold.count; ++k )
    {
        const ssManifoldPoint* point = &manifold.points[k];
        Deep deep = { .a = world->slot[a],
            .b = world->slot[b],
            .normal = manifold.normal,
            .armA = ssVec3_Sub( point->point, x->pose.position ),
            .armB = ssVec3_Sub( point->point, y->pose.position ) };
        // One that is not deep only has to stay so. One that is comes back to half the slop, or it would soon be deep
        // again; but never so far in a round that normals lose their meaning.
        deep.target = point->gap < -slop
            ? fmin( world->def.correction * ( -0.5 * slop - point->gap ), REACH * fmin( x->inner, y->inner ) )
            : -slop - point->gap;
        weigh( world, &deep, equal );
        if ( !append( world, count, &deep ) )
        {
            return least;
        }
        least = fmin( least, point->gap + slop );
    }
    return least;
}

/// Contacts of all bodies that are moved; false: none is deep.
static bool collect( ssWorld* world, bool equal, int* count )
{
    int pairCount = ssBroadPhase_PairCount( world->broad );
    const ssBodyPair* pairs = ssBroadPhase_Pairs( world->broad );
    bool some = false;
    *count = 0;
    for ( int k = 0; k < pairCount; ++k )
    {
        int a = pairs[k].a, b = pairs[k].b;
        double moved = movedOf( world, a ) + movedOf( world, b );
        if ( moved > 0.0 && moved > STRAY * slopOf( world, a, b ) && isSolved( world, a, b ) )
        {
            some = collectPair( world, a, b, equal, count ) < 0.0 || some;
        }
    }
    return some;
}

// ----------------------------------------------------------------------------------------------------------- passes

static double approach( const ssVec3* shift, int s, ssVec3 arm, ssVec3 normal )
{
    return s >= 0 ? ssVec3_Dot( normal, ssVec3_Add( shift[2 * s], ssVec3_Cross( shift[2 * s + 1], arm ) ) )
                  : 0.0;
}

static void push( ssVec3* shift, int s, double size, ssVec3 move, ssVec3 turn )
{
    if ( s >= 0 )
    {
        shift[2 * s] = ssVec3_MulAdd( shift[2 * s], size, move );
        shift[2 * s + 1] = ssVec3_MulAdd( shift[2 * s + 1], size, turn );
    }
}

static void pass( ssWorld* world, Deep* list, int count )
{
    for ( int k = 0; k < count; ++k )
    {
        Deep* deep = &list[k];
        double opened = approach( world->shift, deep->b, deep->armB, deep->normal ) -
            approach( world->shift, deep->a, deep->armA, deep->normal );
        double pushed = fmax( 0.0, deep->pushed + ( deep->target - opened ) / deep->mobility );
        double more = pushed - deep->pushed;
        if ( more != 0.0 )
        {
            deep->pushed = pushed;
            push( world->shift, deep->b, more, ssVec3_Scale( deep->easeB, deep->normal ), deep->turnB );
            push( world->shift, deep->a, -more, ssVec3_Scale( deep->easeA, deep->normal ), deep->turnA );
        }
    }
}

/// Applies the shifts; the potential energy they added [J].
static double apply( ssWorld* world, double* largest )
{
    double lifted = 0.0;
    for ( int s = 0; s < world->activeCount; ++s )
    {
        Body* body = &world->bodies[world->active[s]];
        ssVec3 move = world->shift[2 * s], turn = world->shift[2 * s + 1];
        double size = fmax( ssVec3_Length( move ), body->bound * ssVec3_Length( turn ) );
        if ( !( size > 0.0 ) || !isfinite( size ) )
        {
            continue;
        }
        // however deep it began, a step never throws a body across another
        double limit = 0.5 * body->inner, scale = size > limit ? limit / size : 1.0;
        move = ssVec3_Scale( scale, move );
        *largest = fmax( *largest, scale * size );
        world->moved[s] += scale * size;
        lifted -= body->mass * ssVec3_Dot( world->def.gravity, move );
        body->pose.position = ssVec3_Add( body->pose.position, move );
        if ( !body->round || body->shape.kind != ss_shapeSphere )
        {
            ssQuat q = ssQuat_FromRotationVector( ssVec3_Scale( scale, turn ) );
            bodyTurn( body, q );
            body->omega = ssQuat_Rotate( q, body->omega );
        }
    }
    return lifted;
}

double worldCorrectPenetration( ssWorld* world, double h )
{
    double largest = 0.0, lifted = 0.0;
    if ( world->def.correction == 0.0 || world->def.stiffness > 0.0 )
    {
        return 0.0;
    }
    if ( !reserveDeep( world, 0, 0 ) || !findDeep( world, h ) )
    {
        return 0.0;
    }
    int count = 0;
    for ( int round = 0; round < ROUNDS && collect( world, round >= HONEST, &count ); ++round )
    {
        memset( world->shift, 0, 2 * sizeof( ssVec3 ) * (size_t)world->activeCount );
        for ( int k = 0; k < PASSES; ++k )
        {
            pass( world, world->deep, count );
        }
        lifted += apply( world, &largest );
    }
    world->ledger.correction += fmax( 0.0, lifted );
    return largest;
}
