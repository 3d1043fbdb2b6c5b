// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>

// How much happens in a step, and whether that is too much for its scheme: one pass over the awake bodies and
// one over the contacts that carry force. MATH.md says where the limits come from.

// [rad] h sqrt(alpha), alpha being the angular acceleration of a body that turns freely
#define FREE_LIMIT 0.6
// [rad] h omega of a body whose contacts turn with it
#define SPIN_LIMIT 0.2
// [rad] turn of a normal
#define TURNING_LIMIT 0.5
// h u_N of two bodies that meet over the sum of their inner radii
#define TRAVEL_LIMIT 2.0
// Shares from which torques on a body and forces on what is carried count: straight rolling has none.
#define TORQUE_SHARE 0.02
#define CARRY_SHARE 1e-3

typedef struct Scaling
{
    const ssWorld* world;
    double h;
    ssStepScale* blocks;
} Scaling;

/// Over its limit by `ratio` > 1, and more than by what was found so far, the step is too coarse. All limits
/// are proportional to the step.
static void judge( ssStepScale* scale, const Scaling* all, ssCoarse why, int body, double ratio )
{
    double enough = all->h * all->world->def.substeps / ratio;
    if ( ratio > 1.0 && ( scale->coarse == ss_coarseNot || enough < scale->enough ) )
    {
        scale->coarse = why;
        scale->body = bodyId( all->world, body );
        scale->enough = enough;
    }
}

// ---------------------------------------------------------------------------------------------------- bodies

/// [rad/s²] by which the angular velocity of a body changes that turns freely.
static double freeAcceleration( const Body* body )
{
    ssVec3 w = ssQuat_Rotate( ssQuat_Conjugate( body->pose.orientation ), body->omega ), i = body->inertia;
    return ssVec3_Length( ssVec3_Make(
        ( i.y - i.z ) / i.x * w.y * w.z, ( i.z - i.x ) / i.y * w.z * w.x, ( i.x - i.y ) / i.z * w.x * w.y ) );
}

static void bodyBlock( void* context, int block, int first, int last )
{
    const Scaling* all = context;
    const ssWorld* world = all->world;
    ssStepScale* scale = &all->blocks[block];
    double h = all->h, lag = fabs( worldTheta( world ) - 0.5 );
    for ( int s = first; s < last; ++s )
    {
        int id = world->active[s];
        const Body* body = &world->bodies[id];
        const double *u = world->before + 6 * (size_t)s, *v = world->after + 6 * (size_t)s;
        double spin = h * ssVec3_Length( body->omega );
        double travel = h * ssVec3_Length( body->velocity ) / body->innerRadius;
        double error = lag * h * ssVec3_Length( ssVec3_Make( v[0] - u[0], v[1] - u[1], v[2] - u[2] ) );
        if ( !body->isotropic )
        {
            double square = h * h * freeAcceleration( body );
            error += body->boundingRadius * spin * square / 12.0;
            judge( scale, all, ss_coarseSpin, id, sqrt( square ) / FREE_LIMIT );
        }
        scale->spins = spin > scale->spin ? bodyId( world, id ) : scale->spins;
        scale->travels = travel > scale->travel ? bodyId( world, id ) : scale->travels;
        scale->spin = ssMax( scale->spin, spin );
        scale->travel = ssMax( scale->travel, travel );
        scale->error = ssMax( scale->error, error );
    }
}

// -------------------------------------------------------------------------------------------------- contacts

/// Whether the impulse of contact i, and its geometry, are those of another time than the others'.
static bool contactStruck( const ssWorld* world, int i )
{
    return worldIsMidpoint( world ) && world->lean[i].ahead != 0.0;
}

/// [rad] by which the normal of a contact has turned from the middle of the step, or its start, to its end.
static double turnedSince( const ssWorld* world, int i, const Body* a, const Body* b )
{
    ssManifold manifold;
    double margin = ssMin( a->boundingRadius, b->boundingRadius );
    bool near = ssCollide( &a->shape, bodyShapePose( a ), &b->shape, bodyShapePose( b ), margin, &manifold );
    for ( int k = 0; near && k < manifold.count; ++k )
    {
        if ( manifold.points[k].feature == world->contacts[i].feature )
        {
            ssVec3 n = world->problem.frames[i].n;
            return ssAtan2(
                ssVec3_Length( ssVec3_Cross( n, manifold.normal ) ), ssVec3_Dot( n, manifold.normal ) );
        }
    }
    return 0.0;
}

/// [rad] by which the normal of contact i turns in the step. Planes and balls say it by their velocities.
static double turningOf( const ssWorld* world, int i, double h )
{
    const Contact* contact = &world->contacts[i];
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    ssVec3 n = world->problem.frames[i].n, u = ssVec3_Sub( b->velocity, a->velocity );
    if ( a->shape.kind == ss_shapePlane || b->shape.kind == ss_shapePlane )
    {
        const Body* plane = a->shape.kind == ss_shapePlane ? a : b;
        return h * ssVec3_Length( ssVec3_Cross( plane->omega, n ) );
    }
    if ( bodyIsBall( a ) && bodyIsBall( b ) )
    {
        return h * ssVec3_Length( ssVec3_Cross( n, u ) ) / ( a->innerRadius + b->innerRadius );
    }
    double most = h *
        ( ssVec3_Length( a->omega ) + ssVec3_Length( b->omega ) +
            ssVec3_Length( u ) / ssMin( a->innerRadius, b->innerRadius ) );
    bool middle = worldIsMidpoint( world );
    return most > 0.1 * TURNING_LIMIT && !contactStruck( world, i )
        ? ( middle ? 2.0 : 1.0 ) * turnedSince( world, i, a, b )
        : 0.0;
}

/// What the contacts of a pair of bodies do in a step, together.
typedef struct PairLoad
{
    ssVec3 impulse;       // [N s] on b
    ssVec3 torque[2];     // [N m s] about the centres of a and b
    ssVec3 turning[2];    // [N m] the rates at which these change as the points turn with the bodies
    double normal, lever; // [N s], [N m s] sums of sizes
} PairLoad;

/// [rad/s] The part of a body's angular velocity that moves its surface: a ball's stays where it is.
static ssVec3 surfaceOmega( const Body* body )
{
    if ( body->kind == ss_bodyStatic || bodyIsBall( body ) )
    {
        return ssVec3_Make( 0.0, 0.0, 0.0 );
    }
    bool round = body->shape.kind == ss_shapeCylinder || body->shape.kind == ss_shapeCapsule;
    ssVec3 axis = ssQuat_Rotate( body->pose.orientation, ssVec3_Make( 0.0, 0.0, round && !body->eccentric ) );
    return ssVec3_MulAdd( body->omega, -ssVec3_Dot( axis, body->omega ), axis );
}

static void addLoad( PairLoad* load, const ssWorld* world, int i, const ssVec3 omega[2] )
{
    const ssProblem* problem = &world->problem;
    const double* p = world->p + (size_t)i * (size_t)problem->dimension;
    const ssVec3 arms[2] = { problem->armsA[i], problem->armsB[i] };
    ssVec3 impulse = ssMat3_Mul( ssProblemFrame_Axes( problem->frames[i] ), ssVec3_Make( p[0], p[1], p[2] ) );
    for ( int k = 0; k < 2; ++k )
    {
        ssVec3 moves = ssVec3_Cross( omega[k], arms[k] );
        load->torque[k] = ssVec3_Add( load->torque[k], ssVec3_Cross( arms[k], impulse ) );
        load->turning[k] = ssVec3_Add( load->turning[k], ssVec3_Cross( moves, impulse ) );
        load->lever += p[0] * ssVec3_Length( arms[k] );
    }
    load->impulse = ssVec3_Add( load->impulse, impulse );
    load->normal += p[0];
}

/// [rad] by which a body of a pair, a or b, turns where that matters: the torque of its contacts turns with
/// it, or against it, or the surface that carries another body along does.
static double spinThatMatters( const Body* body, const PairLoad* load, int side, ssVec3 normal, double h )
{
    double omega = ssVec3_Length( body->omega );
    if ( body->kind == ss_bodyStatic || ( body->kind == ss_bodyDynamic && bodyIsBall( body ) ) ||
        !( omega > 0.0 ) )
    {
        return 0.0;
    }
    double across = ssVec3_Length( ssVec3_Cross( normal, load->impulse ) );
    double torque = ssVec3_Length( load->turning[side] ) +
        ssVec3_Length( ssVec3_Cross( body->omega, load->torque[side] ) );
    bool matters = body->kind == ss_bodyKinematic ? across > CARRY_SHARE * load->normal
                                                  : torque > TORQUE_SHARE * omega * load->lever;
    return matters ? h * omega : 0.0;
}

/// Looks at the contacts `first` to before `last` of a pair of bodies.
static void scalePair( const Scaling* all, ssStepScale* scale, int first, int last )
{
    const ssWorld* world = all->world;
    const Contact* contact = &world->contacts[first];
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    const ssVec3 omega[2] = { surfaceOmega( a ), surfaceOmega( b ) };
    double h = all->h, turning = 0.0, speed = 0.0, before[6];
    bool strikes = false;
    PairLoad load = { 0 };
    for ( int i = first; i < last; ++i )
    {
        if ( world->p[(size_t)i * (size_t)world->problem.dimension] > 0.0 )
        {
            contactVelocityBefore( world, i, before );
            strikes = strikes || contactStruck( world, i );
            addLoad( &load, world, i, omega );
            double turn = turningOf( world, i, h );
            // Bodies that strike part again, or slide on from the next step on.
            bool held = -before[0] <= turn * ssHypot( before[1], before[2] );
            turning = held ? ssMax( turning, turn ) : turning;
            speed = ssMax( speed, -before[0] );
        }
    }
    if ( !( load.normal > 0.0 ) )
    {
        return;
    }
    ssVec3 n = world->problem.frames[first].n;
    double spinA = strikes ? 0.0 : spinThatMatters( a, &load, 0, n, h );
    double spinB = strikes ? 0.0 : spinThatMatters( b, &load, 1, n, h );
    int mover = world->slot[contact->b] >= 0 ? contact->b : contact->a;
    judge( scale, all, ss_coarseSpin, spinA > spinB ? contact->a : contact->b,
        ssMax( spinA, spinB ) / SPIN_LIMIT );
    judge( scale, all, ss_coarseTurning, mover, turning / TURNING_LIMIT );
    judge( scale, all, ss_coarseSpeed, mover,
        h * speed / ( ( a->innerRadius + b->innerRadius ) * TRAVEL_LIMIT ) );
    double turn = ssMax( turning, ssMax( spinA, spinB ) );
    double light = ssMax(
        a->kind == ss_bodyDynamic ? 1.0 / a->mass : 0.0, b->kind == ss_bodyDynamic ? 1.0 / b->mass : 0.0 );
    scale->turning = ssMax( scale->turning, turning );
    scale->error = ssMax( scale->error, h * light * ssVec3_Length( load.impulse ) * turn * turn / 24.0 );
}

static bool isSamePair( const ssWorld* world, int i, int k )
{
    return world->contacts[i].a == world->contacts[k].a && world->contacts[i].b == world->contacts[k].b;
}

/// Every pair belongs to the block in which it begins.
static void contactBlock( void* context, int block, int first, int last )
{
    const Scaling* all = context;
    const ssWorld* world = all->world;
    for ( int i = first, end; i < last; i = end )
    {
        end = i + 1;
        while ( end < world->problem.contactCount && isSamePair( world, i, end ) )
        {
            ++end;
        }
        if ( i == 0 || !isSamePair( world, i - 1, i ) )
        {
            scalePair( all, &all->blocks[block], i, end );
        }
    }
}

// ------------------------------------------------------------------------------------------------------- all

void scaleJoin( ssStepScale* scale, const ssStepScale* other )
{
    scale->spins = other->spin > scale->spin ? other->spins : scale->spins;
    scale->travels = other->travel > scale->travel ? other->travels : scale->travels;
    scale->spin = ssMax( scale->spin, other->spin );
    scale->travel = ssMax( scale->travel, other->travel );
    scale->turning = ssMax( scale->turning, other->turning );
    scale->error = ssMax( scale->error, other->error );
    if ( other->coarse != ss_coarseNot && ( scale->coarse == ss_coarseNot || other->enough < scale->enough ) )
    {
        scale->coarse = other->coarse;
        scale->body = other->body;
        scale->enough = other->enough;
    }
}

/// The largest number that reads 1, 2 or 5 and is not above `x`.
static double roundDown( double x )
{
    double power = ssPow( 10.0, floor( ssLog10( x ) ) );
    return x >= 5.0 * power ? 5.0 * power : x >= 2.0 * power ? 2.0 * power : power;
}

ssStepScale stepScale( const ssWorld* world, double h )
{
    ssStepScale scale = { 0 };
    int bodies = ssBlockCount( world->activeCount, WORLD_BLOCK );
    int contacts = ssBlockCount( world->problem.contactCount, WORLD_BLOCK ),
        most = bodies > contacts ? bodies : contacts;
    ssArenaMark mark = ssArena_Mark( world->arena );
    Scaling all = { world, h, ssArena_Reserve( world->arena, sizeof( ssStepScale ) * (size_t)most ) };
    if ( most > 0 && all.blocks != NULL )
    {
        memset( all.blocks, 0, sizeof( ssStepScale ) * (size_t)most );
        ssParallelFor( world->activeCount, WORLD_BLOCK, bodyBlock, &all );
        ssParallelFor( world->problem.contactCount, WORLD_BLOCK, contactBlock, &all );
    }
    for ( int i = 0; i < most && all.blocks != NULL; ++i )
    {
        scaleJoin( &scale, &all.blocks[i] );
    }
    ssArena_Release( world->arena, mark );
    scale.enough = scale.coarse != ss_coarseNot ? roundDown( scale.enough ) : 0.0;
    return scale;
}
