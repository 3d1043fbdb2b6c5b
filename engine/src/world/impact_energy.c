// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <string.h>

// Newton's impact law with friction can create energy where contacts are coupled by joints or by other
// contacts (Kane's paradox): the normal impulse that the restitution asks for drives a sliding contact, and
// nothing in the law bounds its work. With e = 0 this cannot happen: K+ - K_free = p·(u+ + u_free)/2 = p·u+ -
// |D p|²_{M^-1}/2 <= 0. So where the contacts of an island do positive work in a step, its restitution is
// lowered and the step is solved again, until they do not. Compliant contacts are left out: they give back
// what they have stored.

// Halvings of e before it becomes zero.
#define HALVINGS 5
// Work of an island's contacts, over the sum of their magnitudes, below which it is rounding.
#define WORK_ROUNDING 1e-6
// The same over the residual of the solve.
#define WORK_RESIDUALS 10.0
// More work than this share is no matter of tolerances, whatever the residual.
#define WORK_SHARE_MAX 0.1

/// The island of contact i; -1 where neither body is active.
static int islandOf( ssWorld* world, int i )
{
    int body = world->problem.bodyA[i] >= 0 ? world->problem.bodyA[i] : world->problem.bodyB[i];
    return body >= 0 ? islandRoot( world->parents, body ) : -1;
}

typedef struct Bounces
{
    const ssWorld* world;
    bool some; // set by any block
} Bounces;

static void bounceBlock( void* context, int block, int first, int last )
{
    Bounces* bounces = context;
    const Contact* contacts = bounces->world->contacts;
    bool some = false;
    (void)block;
    for ( int i = first; i < last && !some; ++i )
    {
        some = !contacts[i].soft && contacts[i].allowance > 0.0;
    }
    if ( some )
    {
        __atomic_store_n( &bounces->some, true, __ATOMIC_RELAXED );
    }
}

static bool anythingBounces( const ssWorld* world )
{
    Bounces bounces = { world, false };
    ssParallelFor( world->problem.contactCount, WORLD_BLOCK, bounceBlock, &bounces );
    return bounces.some;
}

/// Adds the work of each contact to its island, and what it consists of without signs, `magnitude` [J].
static void addWork( ssWorld* world, double* work, double* magnitude )
{
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    memset( work, 0, sizeof( double ) * (size_t)world->activeCount );
    memset( magnitude, 0, sizeof( double ) * (size_t)world->activeCount );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        int island = islandOf( world, i );
        const double* p = world->p + (size_t)i * (size_t)d;
        double after[6], free[6];
        if ( island < 0 || world->contacts[i].soft || !( p[0] > 0.0 ) )
        {
            continue;
        }
        contactVelocity( world, i, world->after, after );
        contactVelocity( world, i, problem->freeVelocity, free );
        for ( int k = 0; k < d; ++k )
        {
            // With e = 1 both velocities cancel each other, and their sum is rounding: it is
            // measured against each of them.
            work[island] += 0.5 * p[k] * ( after[k] + free[k] );
            magnitude[island] += 0.5 * fabs( p[k] ) * ( fabs( after[k] ) + fabs( free[k] ) );
        }
    }
}

int impactsLimit( ssWorld* world, const ssWorldReport* report, int round )
{
    if ( round > HALVINGS || !anythingBounces( world ) )
    {
        return 0;
    }
    ssArenaMark mark = ssArena_Mark( world->arena );
    double* sums = ssArena_Reserve( world->arena, 2 * sizeof( double ) * (size_t)world->activeCount );
    if ( sums == NULL )
    {
        return 0; // the energy that was created is in the ledger
    }
    double *work = sums, *magnitude = sums + world->activeCount;
    islandsJoin( world );
    addWork( world, work, magnitude );
    int islands = 0;
    double tolerance = ssMin( ssMax( WORK_ROUNDING, WORK_RESIDUALS * report->residual ), WORK_SHARE_MAX );
    for ( int s = 0; s < world->activeCount; ++s )
    {
        islands += work[s] > tolerance * magnitude[s] ? 1 : 0;
    }
    for ( int i = 0; islands > 0 && i < world->problem.contactCount; ++i )
    {
        int island = islandOf( world, i );
        Contact* contact = &world->contacts[i];
        if ( island >= 0 && !contact->soft && contact->allowance > 0.0 &&
            work[island] > tolerance * magnitude[island] )
        {
            double lower = round < HALVINGS ? 0.5 * contact->allowance : 0.0;
            world->problem.q[(size_t)i * (size_t)world->problem.dimension] += contact->allowance - lower;
            contact->allowance = lower;
        }
    }
    ssArena_Release( world->arena, mark );
    return islands;
}
