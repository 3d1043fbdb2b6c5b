// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>

// The energy ledger. Kinetic energy is quadratic: its change over a step is exactly the impulses times the mean of the
// velocities before and after, (v+ + v)/2 · M (v+ - v). So the losses of the contacts by sliding, rolling, spinning and
// impact need no approximation; the remainder, due to theta and to corrected positions, is the scheme's own: `numerics`.

double worldKinetic( const ssWorld* world )
{
    double sum = 0.0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        sum += body->kind == ss_bodyDynamic && body->enabled ? bodyKinetic( body ) : 0.0;
    }
    return sum;
}

double worldPotential( const ssWorld* world )
{
    double sum = 0.0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        sum +=
            body->kind == ss_bodyDynamic && body->enabled ? bodyPotential( body, world->def.gravity ) : 0.0;
    }
    return sum;
}

/// Whether one of the contact's bodies is kinematic or has a belt, which does work on the other.
static bool isDriven( const ssWorld* world, int i )
{
    const Body *a = &world->bodies[world->contacts[i].a], *b = &world->bodies[world->contacts[i].b];
    return a->kind != ss_bodyDynamic
        ? a->kind == ss_bodyKinematic || ssVec3_Dot( a->beltVelocity, a->beltVelocity ) > 0.0
        : b->kind == ss_bodyKinematic || ssVec3_Dot( b->beltVelocity, b->beltVelocity ) > 0.0;
}

/// Adds the losses at contact i, and the work of its drive, to `entries`. `mean` holds the mean velocities of the active bodies.
static void addContact( const ssWorld* world, int i, const double* mean, ssLedger* entries )
{
    int d = world->problem.dimension;
    const double* p = world->p + (size_t)i * (size_t)d;
    double y[6];
    contactVelocity( world, i, mean, y );
    entries->impact -= p[0] * y[0];
    entries->sliding -= p[1] * y[1] + p[2] * y[2];
    if ( d >= 5 )
    {
        entries->rolling -= p[3] * y[3] + p[4] * y[4];
    }
    if ( d == 6 )
    {
        entries->spinning -= p[5] * y[5];
    }
    if ( isDriven( world, i ) )
    {
        double work = 0.0;
        ssVec3 u = { 0.0, 0.0, 0.0 }, w = u;
        driveVelocity( world, i, &u, &w );
        double s[6];
        contactComponents( world->problem.frames[i], u, w, s );
        for ( int k = 0; k < d; ++k )
        {
            work += p[k] * s[k];
        }
        entries->work -= work;
    }
}

// The entries of all contacts, summed by block.
typedef struct BlockEntries
{
    const ssWorld* world;
    const double* mean;
    ssLedger* sums;
} BlockEntries;

static void addBlock( void* context, int block, int first, int last )
{
    const BlockEntries* blocks = context;
    ssLedger entries = { 0 };
    for ( int i = first; i < last; ++i )
    {
        addContact( blocks->world, i, blocks->mean, &entries );
    }
    blocks->sums[block] = entries;
}

/// Adds the entries of all contacts, in the order of the blocks. Without memory they count as numerics instead.
static void addContacts( ssWorld* world, const double* mean, ssLedger* entries )
{
    int count = world->problem.contactCount, blocks = ssBlockCount( count, WORLD_BLOCK );
    ssArenaMark mark = ssArena_Mark( world->arena );
    BlockEntries perBlock = { world, mean,
        ssArena_Reserve( world->arena, sizeof( ssLedger ) * (size_t)blocks ) };
    if ( perBlock.sums == NULL )
    {
        return;
    }
    ssParallelFor( count, WORLD_BLOCK, addBlock, &perBlock );
    for ( int block = 0; block < blocks; ++block )
    {
        entries->impact += perBlock.sums[block].impact;
        entries->sliding += perBlock.sums[block].sliding;
        entries->rolling += perBlock.sums[block].rolling;
        entries->spinning += perBlock.sums[block].spinning;
        entries->work += perBlock.sums[block].work;
    }
    ssArena_Release( world->arena, mark );
}

/// The relative velocity along row k.
static double rowVelocity( const ssWorld* world, int k, const double* mean )
{
    const ssProblemRow* row = &world->problem.rows[k];
    double sum = 0.0;
    for ( int c = 0; c < 6; ++c )
    {
        sum += row->a >= 0 ? row->jacobianA[c] * mean[6 * row->a + c] : 0.0;
        sum += row->b >= 0 ? row->jacobianB[c] * mean[6 * row->b + c] : 0.0;
    }
    return sum;
}

void ledgerStep( ssWorld* world, double energyBefore )
{
    const ssProblem* problem = &world->problem;
    double* mean = world->before; // overwritten: nothing reads `before` after this stage
    ssLedger entries = { 0 };
    for ( int s = 0; s < world->activeCount; ++s )
    {
        double* m = mean + 6 * (size_t)s;
        for ( int k = 0; k < 6; ++k )
        {
            m[k] = 0.5 * ( m[k] + world->after[6 * (size_t)s + (size_t)k] );
        }
        const Body* body = &world->bodies[world->active[s]];
        bool held = world->spring.active && world->spring.body == world->active[s];
        ssVec3 force = held ? ssVec3_Add( body->force, world->spring.force ) : body->force;
        ssVec3 torque = held ? ssVec3_Add( body->torque, world->springTorque ) : body->torque;
        entries.work += world->h * ssVec3_Dot( force, ssVec3_Make( m[0], m[1], m[2] ) ) +
            world->h * ssVec3_Dot( torque, ssVec3_Make( m[3], m[4], m[5] ) );
    }
    addContacts( world, mean, &entries );
    const double* rows = world->p + (size_t)problem->contactCount * (size_t)problem->dimension;
    for ( int j = 0; j < world->jointCount; ++j )
    {
        const Joint* joint = &world->joints[j];
        for ( int k = joint->firstRow; k < joint->firstRow + joint->rowCount; ++k )
        {
            double work = rows[k] * rowVelocity( world, k, mean );
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
    all->kinetic = worldKinetic( world );
    all->potential = worldPotential( world );
    all->numerics += energyBefore + entries.work - entries.sliding - entries.rolling - entries.spinning -
        entries.impact - ( all->kinetic + all->potential );
}
