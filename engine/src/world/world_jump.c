// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// Impacts without collision (Painlevé). A closed contact that slides can be such that friction on its bound
// presses the bodies together faster than the normal force parts them,
//     w = n·W (n - mu t) < 0,   t the direction of slip, W what an impulse at the contact does to its
//     velocity.
// Then no finite force goes on with the sliding, and the step answers rightly with a jump: an impulse that
// does not vanish with h stops the slip, although nothing has struck. This finds such jumps, for the report
// alone: nothing else depends on them. W is that of the two bodies by themselves.

// The slip before a jump is this many times what forces and turning change a velocity by in a step, and the
// normal velocity before is no more than that: as h becomes smaller, any slip is, and no collision.
#define JUMP 10.0
// Share of the slip that may be left.
#define SLIP_LEFT 0.1

bool contactMayJump( const ssWorld* world, int i, ssVec3 before, ssVec3 after )
{
    ssVec3 n = world->problem.frames[i].n;
    ssVec3 slip = ssVec3_MulAdd( before, -ssVec3_Dot( n, before ), n );
    double square = ssVec3_Dot( slip, slip ), least = JUMP * world->h * ssVec3_Length( world->def.gravity );
    return world->p[(size_t)i * (size_t)world->problem.dimension] > 0.0 && square > least * least &&
        ssVec3_Dot( slip, after ) <= SLIP_LEFT * square;
}

// A pair of bodies at the mean of its points of contact, each counted by its load.
typedef struct Mean
{
    ssVec3 normal, armA, armB;
    ssVec3 before, free, after; // of b relative to a [m/s]
    double load;                // [N s]
    int heaviest;               // contact
} Mean;

static ssVec3 velocityOf( const ssWorld* world, int i, const double* velocities )
{
    double y[6];
    contactVelocity( world, i, velocities, y );
    return ssMat3_Mul( ssProblemFrame_Axes( world->problem.frames[i] ), ssVec3_Make( y[0], y[1], y[2] ) );
}

/// False: nothing presses rigid surfaces on each other.
static bool meanOf( const ssWorld* world, int first, int last, Mean* mean )
{
    const ssProblem* problem = &world->problem;
    *mean = ( Mean ){ .heaviest = first };
    for ( int i = first; i < last; ++i )
    {
        double load = world->contacts[i].soft ? 0.0 : world->p[(size_t)i * (size_t)problem->dimension];
        double most = world->p[(size_t)mean->heaviest * (size_t)problem->dimension];
        if ( !( load > 0.0 ) ) { continue; }
        mean->heaviest = load > most ? i : mean->heaviest;
        double y[6];
        contactVelocityBefore( world, i, y );
        ssVec3 before =
            ssMat3_Mul( ssProblemFrame_Axes( problem->frames[i] ), ssVec3_Make( y[0], y[1], y[2] ) );
        mean->load += load;
        mean->normal = ssVec3_MulAdd( mean->normal, load, problem->frames[i].n );
        mean->armA = ssVec3_MulAdd( mean->armA, load, problem->armsA[i] );
        mean->armB = ssVec3_MulAdd( mean->armB, load, problem->armsB[i] );
        mean->before = ssVec3_MulAdd( mean->before, load, before );
        mean->free = ssVec3_MulAdd( mean->free, load, velocityOf( world, i, problem->freeVelocity ) );
        mean->after = ssVec3_MulAdd( mean->after, load, velocityOf( world, i, world->after ) );
    }
    ssVec3* means[] = { &mean->armA, &mean->armB, &mean->before, &mean->free, &mean->after };
    for ( int k = 0; k < SS_COUNT( means ) && mean->load > 0.0; ++k )
    {
        *means[k] = ssVec3_Scale( 1.0 / mean->load, *means[k] );
    }
    double length = ssVec3_Length( mean->normal );
    mean->normal = ssVec3_Scale( length > 0.0 ? 1.0 / length : 0.0, mean->normal );
    return mean->load > 0.0;
}

/// [m/s] What forces and the turning of a body change a velocity at its contact by within a step.
static double usualChange( const ssWorld* world, const Mean* mean, const Contact* contact )
{
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    double turning = ssVec3_Dot( a->omega, a->omega ) * ssVec3_Length( mean->armA ) +
        ssVec3_Dot( b->omega, b->omega ) * ssVec3_Length( mean->armB );
    return world->h * ( ssVec3_Length( world->def.gravity ) + turning ) +
        ssVec3_Length( ssVec3_Sub( mean->free, mean->before ) );
}

/// Friction per load, against a slip in this direction.
static ssVec3 frictionAgainst( const ssWorld* world, const Mean* mean, ssVec3 slip )
{
    const ssContactView view = ssWorld_Contact( world, mean->heaviest ).view;
    double speed = ssVec3_Length( slip );
    if ( view.law == NULL ) { return ssVec3_Scale( -view.cone.mu / speed, slip ); }
    const ssLaw law = ssContactView_Law( &view );
    double load = view.lawScale * view.force[0];
    ssVec2 force = ssLaw_SlipForce(
        &law, load, ( ssVec2 ){ ssVec3_Dot( view.tangent1, slip ), ssVec3_Dot( view.tangent2, slip ) } )
                       .force;
    return ssVec3_MulAdd( ssVec3_Scale( -force.x / load, view.tangent1 ), -force.y / load, view.tangent2 );
}

/// What an impulse on b, and its opposite on a, change the velocity of b relative to a by.
static ssVec3 response( const ssWorld* world, const Mean* mean, ssVec3 impulse )
{
    const ssProblem* problem = &world->problem;
    const int bodies[] = { problem->bodyA[mean->heaviest], problem->bodyB[mean->heaviest] };
    const ssVec3 arms[] = { mean->armA, mean->armB };
    ssVec3 sum = { 0.0, 0.0, 0.0 };
    for ( int side = 0; side < 2; ++side )
    {
        int s = bodies[side];
        if ( s >= 0 )
        {
            ssVec3 turn = ssMat3_Mul( problem->inverseInertia[s], ssVec3_Cross( arms[side], impulse ) );
            sum = ssVec3_MulAdd( sum, problem->inverseMass[s], impulse );
            sum = ssVec3_Add( sum, ssVec3_Cross( turn, arms[side] ) );
        }
    }
    return sum;
}

/// Whether friction against this slip presses the bodies together faster than the normal force parts them.
static bool isJammed( const ssWorld* world, const Mean* mean, ssVec3 slip )
{
    ssVec3 force = ssVec3_Add( mean->normal, frictionAgainst( world, mean, slip ) );
    return ssVec3_Dot( mean->normal, response( world, mean, force ) ) < 0.0;
}

static ssVec3 slipOf( const Mean* mean )
{
    return ssVec3_MulAdd( mean->before, -ssVec3_Dot( mean->normal, mean->before ), mean->normal );
}

static bool jumps( const ssWorld* world, int first, int last )
{
    Mean mean;
    if ( !meanOf( world, first, last, &mean ) ) { return false; }
    ssVec3 slip = slipOf( &mean );
    double square = ssVec3_Dot( slip, slip ), usual = usualChange( world, &mean, &world->contacts[first] );
    bool closed = fabs( ssVec3_Dot( mean.normal, mean.before ) ) <= JUMP * usual;
    bool stops = sqrt( square ) > JUMP * usual && ssVec3_Dot( slip, mean.after ) <= SLIP_LEFT * square;
    return closed && stops && isJammed( world, &mean, slip );
}

int worldFindJumps( ssWorld* world )
{
    int found = 0;
    for ( int first = 0, last; first < world->problem.contactCount; first = last )
    {
        last = endOfPair( world, first );
        bool jump = jumps( world, first, last );
        found += jump ? 1 : 0;
        for ( int i = first; i < last; ++i ) { world->contacts[i].jumped = jump; }
    }
    return found;
}

bool worldForgetJumps( ssWorld* world )
{
    bool some = false;
    for ( int first = 0, last; first < world->problem.contactCount; first = last )
    {
        Mean mean;
        bool may = false;
        last = endOfPair( world, first );
        for ( int i = first; i < last && !may; ++i )
        {
            may = world->contacts[i].means &&
                contactMayJump(
                    world, i, velocityOf( world, i, world->before ), velocityOf( world, i, world->after ) );
        }
        may = may && meanOf( world, first, last, &mean ) && isJammed( world, &mean, slipOf( &mean ) );
        for ( int i = first; i < last && may; ++i ) { contactForgetLean( world, i ); }
        some = some || may;
    }
    return some;
}
