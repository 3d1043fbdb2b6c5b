// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>

// Where energy went. Kinetic energy is quadratic: its change over a step is exactly the impulses times the mean of the
// velocities before and after, (v+ + v)/2 · M (v+ - v). So the contacts' share of sliding, rolling, spinning and impact
// needs no approximation; what is left (theta, positions corrected) is the scheme's own: `numerics`.

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

/// A contact between a body and something that is driven: the drive does work.
static bool isDriven( const ssWorld* world, int i )
{
    const Body *a = &world->bodies[world->contacts[i].a], *b = &world->bodies[world->contacts[i].b];
    return a->kind != ss_bodyDynamic ? a->kind == ss_bodyKinematic || ssVec3_Dot( a->belt, a->belt ) > 0.0
                                     : b->kind == ss_bodyKinematic || ssVec3_Dot( b->belt, b->belt ) > 0.0;
}

/// `mean` holds the bodies' mean velocities; still: zeros.
static void bookContact( const ssWorld* world, int i, const double* mean, ssLedger* lost )
{
    int d = world->problem.dimension;
    const double* p = world->p + (size_t)i * (size_t)d;
    double y[6];
    contactVelocity( world, i, mean, y );
    lost->impact -= p[0] * y[0];
    lost->sliding -= p[1] * y[1] + p[2] * y[2];
    if ( d >= 5 )
    {
        lost->rolling -= p[3] * y[3] + p[4] * y[4];
    }
    if ( d == 6 )
    {
        lost->spinning -= p[5] * y[5];
    }
    if ( isDriven( world, i ) )
    {
        double all = 0.0;
        ssVec3 u = { 0.0, 0.0, 0.0 }, w = u;
        driveVelocity( world, i, &u, &w );
        double s[6];
        contactComponents( world->problem.frames[i], u, w, s );
        for ( int k = 0; k < d; ++k )
        {
            all += p[k] * s[k];
        }
        lost->work -= all;
    }
}

// What the contacts of each block have lost.
typedef struct Books
{
    const ssWorld* world;
    const double* mean;
    ssLedger* lost;
} Books;

static void bookBlock( void* context, int block, int first, int last )
{
    const Books* books = context;
    ssLedger lost = { 0 };
    for ( int i = first; i < last; ++i )
    {
        bookContact( books->world, i, books->mean, &lost );
    }
    books->lost[block] = lost;
}

/// In the order of the blocks. Without memory their share counts as numerics.
static void bookContacts( ssWorld* world, const double* mean, ssLedger* lost )
{
    int count = world->problem.contactCount, blocks = ssBlockCount( count, WORLD_BLOCK );
    Books books = { world, mean, ssGs_IdleBuffer( world->gs, 0, sizeof( ssLedger ) * (size_t)blocks ) };
    if ( books.lost == NULL )
    {
        return;
    }
    ssParallelFor( count, WORLD_BLOCK, bookBlock, &books );
    for ( int block = 0; block < blocks; ++block )
    {
        lost->impact += books.lost[block].impact;
        lost->sliding += books.lost[block].sliding;
        lost->rolling += books.lost[block].rolling;
        lost->spinning += books.lost[block].spinning;
        lost->work += books.lost[block].work;
    }
}

static double rowPower( const ssWorld* world, int k, const double* mean )
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
    double* mean = world->before;
    ssLedger lost = { 0 };
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
        lost.work += world->h * ssVec3_Dot( force, ssVec3_Make( m[0], m[1], m[2] ) ) +
            world->h * ssVec3_Dot( torque, ssVec3_Make( m[3], m[4], m[5] ) );
    }
    bookContacts( world, mean, &lost );
    const double* rows = world->p + (size_t)problem->contactCount * (size_t)problem->dimension;
    for ( int j = 0; j < world->jointCount; ++j )
    {
        const Joint* joint = &world->joints[j];
        for ( int k = joint->firstRow; k < joint->firstRow + joint->rowCount; ++k )
        {
            double power = rows[k] * rowPower( world, k, mean );
            lost.sliding -= joint->kind == ss_jointSeal ? power : 0.0;
            lost.work += joint->kind == ss_jointSeal ? 0.0 : power;
        }
    }
    ssLedger* all = &world->ledger;
    all->sliding += lost.sliding;
    all->rolling += lost.rolling;
    all->spinning += lost.spinning;
    all->impact += lost.impact;
    all->work += lost.work;
    all->kinetic = worldKinetic( world );
    all->potential = worldPotential( world );
    all->numerics += energyBefore + lost.work - lost.sliding - lost.rolling - lost.spinning - lost.impact -
        ( all->kinetic + all->potential );
}
