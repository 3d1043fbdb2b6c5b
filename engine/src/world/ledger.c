// SPDX-License-Identifier: MIT
#include "world/joint_private.h"

// The energy ledger. Kinetic energy is quadratic: its change over a step is exactly the impulses times the
// mean of the velocities before and after, (v+ + v)/2 · M (v+ - v). So the losses of the contacts by sliding,
// rolling, spinning and impact need no approximation; the remainder, due to theta and to corrected positions,
// is the scheme's own: `numerics`.

// Most blocks of a sum; their size, and so the bits of the sum, follow from the number of bodies.
#define PARTS_MAX 256

static int partSize( int bodies )
{
    int size = ( bodies + PARTS_MAX - 1 ) / PARTS_MAX;
    return size > WORLD_BLOCK ? size : WORLD_BLOCK;
}

typedef struct Energies
{
    const ssWorld* world;
    double kinetic[PARTS_MAX], potential[PARTS_MAX];
} Energies;

static void energyBlock( void* context, int block, int first, int last )
{
    Energies* energies = context;
    const ssWorld* world = energies->world;
    double kinetic = 0.0, potential = 0.0;
    for ( int i = first; i < last; ++i )
    {
        const Body* body = &world->bodies[i];
        bool counts = body->kind == ss_bodyDynamic && body->enabled;
        kinetic += counts ? bodyKinetic( body ) : 0.0;
        potential += counts ? bodyPotential( body, world->def.gravity ) : 0.0;
    }
    energies->kinetic[block] = kinetic;
    energies->potential[block] = potential;
}

void worldEnergies( const ssWorld* world, double* kinetic, double* potential )
{
    Energies energies = { .world = world };
    int size = partSize( world->bodyCount );
    ssParallelFor( world->bodyCount, size, energyBlock, &energies );
    *kinetic = *potential = 0.0;
    for ( int block = 0; block < ssBlockCount( world->bodyCount, size ); ++block )
    {
        *kinetic += energies.kinetic[block];
        *potential += energies.potential[block];
    }
}

static double meanOf( const ssWorld* world, int k ) { return 0.5 * ( world->before[k] + world->after[k] ); }

/// The mean relative velocity along row k.
static double rowVelocity( const ssWorld* world, int k )
{
    const ssProblemRow* row = &world->problem.rows[k];
    double sum = 0.0;
    for ( int c = 0; c < 6; ++c )
    {
        sum += row->a >= 0 ? row->jacobianA[c] * meanOf( world, 6 * row->a + c ) : 0.0;
        sum += row->b >= 0 ? row->jacobianB[c] * meanOf( world, 6 * row->b + c ) : 0.0;
    }
    return sum;
}

/// The velocity along row k at which it works: none for what holds bodies together, the body's own for a
/// kinematic body, the row's for a motor.
static double workVelocity( const ssWorld* world, const Joint* joint, int k )
{
    const ssProblemRow* row = &world->problem.rows[k];
    return joint->kind == ss_jointMotion || joint->kind == ss_jointSeal
        ? rowVelocity( world, k )
        : -jointDriven( world, joint->a, row->jacobianA ) - jointDriven( world, joint->b, row->jacobianB );
}

static const double* rowReactions( const ssWorld* world )
{
    return world->p + (size_t)world->problem.contactCount * (size_t)world->problem.dimension;
}

double ledgerJointWork( const ssWorld* world, const Joint* joint )
{
    double sum = 0.0;
    for ( int k = joint->firstRow; k < joint->firstRow + joint->rowCount; ++k )
    {
        sum += rowReactions( world )[k] * ( rowVelocity( world, k ) - workVelocity( world, joint, k ) );
    }
    return sum;
}

/// The work of external forces and of the pointer's spring on active bodies [first, last).
static double workOnBodies( void* context, int first, int last )
{
    const ssWorld* world = context;
    double work = 0.0;
    for ( int s = first; s < last; ++s )
    {
        const Body* body = &world->bodies[world->active[s]];
        bool held = springHolds( world, world->active[s] );
        ssVec3 force = bodyForce( world, world->active[s] );
        ssVec3 torque = held ? ssVec3_Add( body->torque, world->springTorque ) : body->torque;
        double m[6];
        for ( int k = 0; k < 6; ++k ) { m[k] = meanOf( world, 6 * s + k ); }
        work += world->h * ssVec3_Dot( force, ssVec3_Make( m[0], m[1], m[2] ) ) +
            world->h * ssVec3_Dot( torque, ssVec3_Make( m[3], m[4], m[5] ) );
    }
    return work;
}

void ledgerStep( ssWorld* world, double energyBefore )
{
    double partial[PARTS_MAX];
    ssLedger entries = world->outcome.losses;
    const ssLedger* struck = &world->struckLosses;
    entries.sliding += struck->sliding;
    entries.rolling += struck->rolling;
    entries.spinning += struck->spinning;
    entries.impact += struck->impact;
    entries.work += struck->work;
    entries.work +=
        ssParallelSum( world->activeCount, partSize( world->activeCount ), workOnBodies, world, partial );
    const double* rows = rowReactions( world );
    for ( int j = 0; j < world->jointCount; ++j )
    {
        const Joint* joint = &world->joints[j];
        entries.work += joint->alignedWork;
        for ( int k = joint->firstRow; k < joint->firstRow + joint->rowCount; ++k )
        {
            double work = rows[k] * workVelocity( world, joint, k );
            entries.sliding -= joint->kind == ss_jointSeal ? work : 0.0;
            entries.work += joint->kind == ss_jointSeal ? 0.0 : work;
        }
    }
    ssLedger* all = &world->ledger;
    all->sliding += entries.sliding;
    all->rolling += entries.rolling;
    all->spinning += entries.spinning;
    all->impact += entries.impact;
    all->work += entries.work;
    worldEnergies( world, &all->kinetic, &all->potential );
    all->numerics += energyBefore + entries.work - entries.sliding - entries.rolling - entries.spinning -
        entries.impact - ( all->kinetic + all->potential );
}
