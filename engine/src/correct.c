// SPDX-License-Identifier: MIT
#include "world_private.h"

#include <math.h>
#include <string.h>

// Penetration taken back by moving bodies, not by giving them velocity: nothing is thrown. Frictionless, so many
// projected Gauss-Seidel passes on the contacts concerned; what it lifts against gravity is in the books.

#define PASSES 12

typedef struct Deep
{
    int contact;
    double target; // how far the gap is to open [m]
    double mobility;
    double pushed; // [kg m]
    ssVec3 turnA, turnB;
} Deep;

static double slopOf( const ssWorld* world, const Contact* contact )
{
    double size = fmin( world->bodies[contact->a].inner, world->bodies[contact->b].inner );
    return world->def.slop > 0.0 ? world->def.slop : 2e-3 * size;
}

static bool isDeep( const ssWorld* world )
{
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        const Contact* contact = &world->contacts[i];
        if ( contact->gap < 0.0 && contact->gap < -slopOf( world, contact ) )
        {
            return true;
        }
    }
    return false;
}

/// The gap after the step to first order.
static double gapAhead( const ssWorld* world, int i, double h )
{
    double u[6], v[6], theta = worldTheta( world );
    contactVelocity( world, i, world->before, u );
    contactVelocity( world, i, world->after, v );
    return world->contacts[i].gap + h * ( ( 1.0 - theta ) * u[0] + theta * v[0] );
}

static void weigh( const ssWorld* world, Deep* deep )
{
    const ssProblem* problem = &world->problem;
    int i = deep->contact, a = problem->bodyA[i], b = problem->bodyB[i];
    ssVec3 n = problem->frames[i].cx;
    deep->mobility = 0.0;
    if ( a >= 0 )
    {
        ssVec3 lever = ssVec3_Cross( problem->armsA[i], n );
        deep->turnA = ssMat3_Mul( problem->inverseInertia[a], lever );
        deep->mobility += problem->inverseMass[a] + ssVec3_Dot( lever, deep->turnA );
    }
    if ( b >= 0 )
    {
        ssVec3 lever = ssVec3_Cross( problem->armsB[i], n );
        deep->turnB = ssMat3_Mul( problem->inverseInertia[b], lever );
        deep->mobility += problem->inverseMass[b] + ssVec3_Dot( lever, deep->turnB );
    }
}

static int collect( ssWorld* world, double h, Deep* list )
{
    int count = 0;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        const Contact* contact = &world->contacts[i];
        double slop = slopOf( world, contact ), ahead = gapAhead( world, i, h );
        if ( ahead > slop )
        {
            continue;
        }
        Deep deep = { .contact = i };
        // one that is not deep only has to stay so; one that is comes back to half the slop, or it would be back at once
        deep.target = ahead < -slop ? world->def.correction * ( -0.5 * slop - ahead ) : -slop - ahead;
        weigh( world, &deep );
        list[count++] = deep;
    }
    return count;
}

static void pass( ssWorld* world, Deep* list, int count )
{
    const ssProblem* problem = &world->problem;
    for ( int k = 0; k < count; ++k )
    {
        Deep* deep = &list[k];
        int i = deep->contact, a = problem->bodyA[i], b = problem->bodyB[i];
        ssVec3 n = problem->frames[i].cx, move = { 0.0, 0.0, 0.0 };
        if ( b >= 0 )
        {
            move =
                ssVec3_Add( world->shift[2 * b], ssVec3_Cross( world->shift[2 * b + 1], problem->armsB[i] ) );
        }
        if ( a >= 0 )
        {
            ssVec3 other =
                ssVec3_Add( world->shift[2 * a], ssVec3_Cross( world->shift[2 * a + 1], problem->armsA[i] ) );
            move = ssVec3_Sub( move, other );
        }
        double more = ( deep->target - ssVec3_Dot( n, move ) ) / deep->mobility;
        double pushed = fmax( 0.0, deep->pushed + more );
        more = pushed - deep->pushed;
        deep->pushed = pushed;
        if ( b >= 0 )
        {
            world->shift[2 * b] = ssVec3_MulAdd( world->shift[2 * b], more * problem->inverseMass[b], n );
            world->shift[2 * b + 1] = ssVec3_MulAdd( world->shift[2 * b + 1], more, deep->turnB );
        }
        if ( a >= 0 )
        {
            world->shift[2 * a] = ssVec3_MulAdd( world->shift[2 * a], -more * problem->inverseMass[a], n );
            world->shift[2 * a + 1] = ssVec3_MulAdd( world->shift[2 * a + 1], -more, deep->turnA );
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

double worldCorrect( ssWorld* world, double h )
{
    if ( world->def.correction == 0.0 || world->def.stiffness > 0.0 || !isDeep( world ) )
    {
        return 0.0;
    }
    if ( world->problem.contactCount > world->deepCapacity )
    {
        ssRelease( world->deep );
        world->deepCapacity = world->contactCapacity;
        world->deep = ssAlloc( sizeof( Deep ) * (size_t)world->deepCapacity );
        if ( world->deep == NULL )
        {
            world->deepCapacity = 0;
            return 0.0;
        }
    }
    Deep* list = world->deep;
    int count = collect( world, h, list );
    memset( world->shift, 0, 2 * sizeof( ssVec3 ) * (size_t)world->activeCount );
    for ( int k = 0; k < PASSES; ++k )
    {
        pass( world, list, count );
    }
    double largest = 0.0;
    world->ledger.correction += fmax( 0.0, apply( world, &largest ) );
    return largest;
}
