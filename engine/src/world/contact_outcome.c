// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// One pass over the contacts after a step: what they dissipated, and which are too deep, since most time goes
// into reading frames, arms and velocities. The velocity of moving surfaces comes first.

double worldTheta( const ssWorld* world )
{
    // The relaxed law and compliant contacts are stated at the end of the step.
    return world->dilates || worldIsCompliant( world ) ? 1.0
        : worldIsMidpoint( world )                     ? 0.5
                                                       : world->def.theta;
}

/// A belt runs along the surface: what touches its front is not run over.
void pointAddDriven(
    const Body* body, ssVec3 arm, ssVec3 normal, double sign, double share, ssVec3* u, ssVec3* w )
{
    if ( body->kind == ss_bodyKinematic )
    {
        ssVec3 v = ssVec3_MulAdd( ssVec3_Scale( share, body->velocity ), 1.0 - share, body->toldVelocity );
        ssVec3 omega = ssVec3_MulAdd( ssVec3_Scale( share, body->omega ), 1.0 - share, body->toldOmega );
        *u = ssVec3_MulAdd( *u, sign, ssVec3_Add( v, ssVec3_Cross( omega, arm ) ) );
        *w = ssVec3_MulAdd( *w, sign, omega );
    }
    ssVec3 belt = ssVec3_MulAdd( body->beltVelocity, -ssVec3_Dot( normal, body->beltVelocity ), normal );
    *u = ssVec3_MulAdd( *u, sign, belt );
}

void driveVelocity( const ssWorld* world, int i, double share, ssVec3* u, ssVec3* w )
{
    const Contact* contact = &world->contacts[i];
    if ( world->slot[contact->a] < 0 )
    {
        pointAddDriven( &world->bodies[contact->a], world->problem.armsA[i], world->problem.frames[i].n, -1.0,
            share, u, w );
    }
    if ( world->slot[contact->b] < 0 )
    {
        pointAddDriven( &world->bodies[contact->b], world->problem.armsB[i], world->problem.frames[i].n, 1.0,
            share, u, w );
    }
}

/// Whether one of the contact's bodies is kinematic or has a belt, which does work on the other.
static bool isDriven( const ssWorld* world, int i )
{
    const Body *a = &world->bodies[world->contacts[i].a], *b = &world->bodies[world->contacts[i].b];
    return a->kind != ss_bodyDynamic
        ? a->kind == ss_bodyKinematic || ssVec3_Dot( a->beltVelocity, a->beltVelocity ) > 0.0
        : b->kind == ss_bodyKinematic || ssVec3_Dot( b->beltVelocity, b->beltVelocity ) > 0.0;
}

static void addDrive( const ssWorld* world, int i, ssLedger* losses )
{
    int d = world->problem.dimension;
    const double* p = world->p + (size_t)i * (size_t)d;
    double work = 0.0, s[6];
    ssVec3 u = { 0.0, 0.0, 0.0 }, w = u;
    driveVelocity( world, i, 0.5, &u, &w );
    contactComponents( world->problem.frames[i], u, w, s );
    for ( int k = 0; k < d; ++k ) { work += p[k] * s[k]; }
    losses->work -= work;
}

/// Adds the losses at contact i, whose relative velocity is `y` in the mean of the step.
static void addLosses( const ssWorld* world, int i, const double* y, ssLedger* losses )
{
    int d = world->problem.dimension;
    const double* p = world->p + (size_t)i * (size_t)d;
    losses->impact -= p[0] * y[0];
    losses->sliding -= p[1] * y[1] + p[2] * y[2];
    if ( d >= 5 ) { losses->rolling -= p[3] * y[3] + p[4] * y[4]; }
    if ( d == 6 ) { losses->spinning -= p[5] * y[5]; }
}

typedef struct Blocks
{
    ssWorld* world;
    double h, theta;
    double leastSlop; // [m] no pair has less
    double* depths;
    Outcome* outcomes; // by block
} Blocks;

/// Adds one side's velocity in the mean of the step, (v + v+)/2, to `u` and `w`, at its end to `after`.
static inline void addSide( const ssWorld* world, int id, int s, ssVec3 arm, ssVec3 normal, double sign,
    ssVec3* after, ssVec3* u, ssVec3* w )
{
    ssVec3 unused = { 0.0, 0.0, 0.0 };
    if ( s < 0 )
    {
        pointAddDriven( &world->bodies[id], arm, normal, sign, 1.0, after, &unused );
        pointAddDriven( &world->bodies[id], arm, normal, sign, 0.5, u, w );
        return;
    }
    const double *x = world->before + 6 * (size_t)s, *y = world->after + 6 * (size_t)s;
    double m[6];
    for ( int k = 0; k < 6; ++k ) { m[k] = 0.5 * ( x[k] + y[k] ); }
    ssVec3 turning = { y[3], y[4], y[5] }, meanTurning = { m[3], m[4], m[5] };
    *after = ssVec3_MulAdd(
        *after, sign, ssVec3_Add( ssVec3_Make( y[0], y[1], y[2] ), ssVec3_Cross( turning, arm ) ) );
    *u = ssVec3_MulAdd(
        *u, sign, ssVec3_Add( ssVec3_Make( m[0], m[1], m[2] ), ssVec3_Cross( meanTurning, arm ) ) );
    *w = ssVec3_MulAdd( *w, sign, meanTurning );
}

/// Raises the depths of the bodies of contact i if the step leaves it deeper than the slop. `normalSpeed` is
/// that at its end. To first order the gap between spheres is never more than the true one.
static bool markDepth( const Blocks* blocks, int i, double normalSpeed )
{
    const ssWorld* world = blocks->world;
    const Contact* contact = &world->contacts[i];
    double mean = normalSpeed, y[6];
    if ( blocks->theta < 1.0 )
    {
        contactVelocityBefore( world, i, y );
        mean = ( 1.0 - blocks->theta ) * y[0] + blocks->theta * normalSpeed;
    }
    double ahead = contact->soft ? 0.0 : contact->gap + blocks->h * mean;
    if ( !( ahead < -blocks->leastSlop && ahead < -slopOf( world, contact->a, contact->b ) ) )
    {
        return false;
    }
    int a = world->problem.bodyA[i], b = world->problem.bodyB[i];
    if ( a >= 0 ) { raiseShared( &blocks->depths[a], -ahead ); }
    if ( b >= 0 ) { raiseShared( &blocks->depths[b], -ahead ); }
    return true;
}

static void outcomeBlock( void* context, int block, int first, int last )
{
    const Blocks* blocks = context;
    const ssWorld* world = blocks->world;
    const ssProblem* problem = &world->problem;
    Outcome outcome = { .deepest = 0.0 };
    for ( int i = first; i < last; ++i )
    {
        const Contact* contact = &world->contacts[i];
        int a = problem->bodyA[i], b = problem->bodyB[i];
        ssProblemFrame frame = problem->frames[i];
        ssVec3 after = { 0.0, 0.0, 0.0 }, u = after, w = after;
        double y[6];
        addSide( world, contact->a, a, problem->armsA[i], frame.n, -1.0, &after, &u, &w );
        addSide( world, contact->b, b, problem->armsB[i], frame.n, 1.0, &after, &u, &w );
        outcome.stops =
            outcome.stops || contactMayJump( world, i, ssVec3_Sub( ssVec3_Scale( 2.0, u ), after ), after );
        contactComponents( frame, u, w, y );
        addLosses( world, i, y, &outcome.losses );
        if ( ( a < 0 || b < 0 ) && isDriven( world, i ) ) { addDrive( world, i, &outcome.losses ); }
        outcome.deepest = ssMax( outcome.deepest, -contact->gap );
        if ( blocks->depths != NULL && markDepth( blocks, i, ssVec3_Dot( frame.n, after ) ) )
        {
            outcome.penetrates = true;
        }
    }
    blocks->outcomes[block] = outcome;
}

Outcome contactsOutcome( ssWorld* world, double h, double* depths )
{
    int count = world->problem.contactCount, parts = ssBlockCount( count, WORLD_BLOCK );
    ssArenaMark mark = ssArena_Mark( world->arena );
    Outcome all = { .deepest = 0.0 };
    Blocks blocks = { .world = world,
        .h = h,
        .theta = worldTheta( world ),
        .leastSlop = slopForRadius( world, world->smallestRadius ),
        .depths = depths,
        .outcomes = ssArena_Reserve( world->arena, sizeof( Outcome ) * (size_t)parts ) };
    if ( blocks.outcomes == NULL ) { return all; }
    ssParallelFor( count, WORLD_BLOCK, outcomeBlock, &blocks );
    for ( int block = 0; block < parts; ++block )
    {
        const Outcome* one = &blocks.outcomes[block];
        all.losses.impact += one->losses.impact;
        all.losses.sliding += one->losses.sliding;
        all.losses.rolling += one->losses.rolling;
        all.losses.spinning += one->losses.spinning;
        all.losses.work += one->losses.work;
        all.deepest = ssMax( all.deepest, one->deepest );
        all.penetrates = all.penetrates || one->penetrates;
        all.stops = all.stops || one->stops;
    }
    ssArena_Release( world->arena, mark );
    return all;
}
