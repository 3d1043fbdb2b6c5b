// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <stdlib.h>
#include <string.h>

// Which bodies touch where, and which contact of the step before that was.

// ----------------------------------------------------------------------------------------------------- warm start

/// A total order: a pair of bodies has each feature once.
static int compareWarm( const void* x, const void* y )
{
    const Warm *a = x, *b = y;
    if ( a->low != b->low )
    {
        return a->low < b->low ? -1 : 1;
    }
    if ( a->high != b->high )
    {
        return a->high < b->high ? -1 : 1;
    }
    return ( a->feature > b->feature ) - ( a->feature < b->feature );
}

static Warm warmOf( const Contact* contact, ssProblemFrame axes, const double* p, int dimension )
{
    ssMat3 frame = ssProblemFrame_Axes( axes );
    bool turned = contact->a > contact->b;
    double sign = turned ? -1.0 : 1.0;
    Warm warm = { .low = turned ? contact->b : contact->a,
        .high = turned ? contact->a : contact->b,
        .feature = contact->feature };
    warm.force = ssVec3_Scale( sign, ssMat3_Mul( frame, ssVec3_Make( p[0], p[1], p[2] ) ) );
    if ( dimension >= 5 )
    {
        double spin = dimension == 6 ? p[5] : 0.0;
        warm.moment = ssVec3_Scale( sign, ssMat3_Mul( frame, ssVec3_Make( spin, p[3], p[4] ) ) );
    }
    return warm;
}

static void rememberBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        world->warm[i] =
            warmOf( &world->contacts[i], problem->frames[i], world->p + (size_t)i * (size_t)d, d );
    }
}

bool contactsRemember( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    int count = problem->contactCount, woken = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        woken += world->resting[i].awake ? 1 : 0;
    }
    world->warm = ssGs_IdleBuffer( world->gs, 0, sizeof( Warm ) * (size_t)( count + woken ) );
    if ( world->warm == NULL )
    {
        return false;
    }
    ssParallelFor( count, WORLD_BLOCK, rememberBlock, world );
    int kept = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        const Resting* r = &world->resting[i];
        if ( r->awake )
        {
            world->warm[count++] = warmOf( &r->contact, r->frame, r->p, r->cone.dimension );
        }
        else
        {
            world->resting[kept++] = *r;
        }
    }
    world->restingCount = kept;
    world->warmCount = count;
    if ( woken > 0 )
    {
        qsort( world->warm, (size_t)count, sizeof( Warm ), compareWarm );
    }
    return true;
}

/// The first of `warm` that is not before the key.
static int firstNotBefore( const ssWorld* world, const Warm* key )
{
    int low = 0, high = world->warmCount;
    while ( low < high )
    {
        int middle = low + ( high - low ) / 2;
        bool before = compareWarm( &world->warm[middle], key ) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

/// The reactions of the step before where a contact is still there; contacts and `warm` are in the same order.
static void startBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    const ssProblem* problem = &world->problem;
    int d = problem->dimension, w = 0;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        const Contact* contact = &world->contacts[i];
        bool turned = contact->a > contact->b;
        Warm key = { .low = turned ? contact->b : contact->a,
            .high = turned ? contact->a : contact->b,
            .feature = contact->feature };
        if ( i == first )
        {
            w = firstNotBefore( world, &key );
        }
        while ( w < world->warmCount && compareWarm( &world->warm[w], &key ) < 0 )
        {
            ++w;
        }
        double all[6] = { 0.0 };
        if ( w < world->warmCount && compareWarm( &world->warm[w], &key ) == 0 )
        {
            double sign = turned ? -1.0 : 1.0;
            ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
            ssVec3 f = ssVec3_Scale( sign, ssMat3_MulT( frame, world->warm[w].force ) );
            ssVec3 m = ssVec3_Scale( sign, ssMat3_MulT( frame, world->warm[w].moment ) );
            const double found[6] = { f.x, f.y, f.z, m.y, m.z, m.x };
            memcpy( all, found, sizeof( all ) );
        }
        memcpy( world->p + (size_t)i * (size_t)d, all, sizeof( double ) * (size_t)d );
    }
}

void contactsStart( ssWorld* world )
{
    world->warmCount = world->def.warmStart ? world->warmCount : 0;
    ssParallelFor( world->problem.contactCount, WORLD_BLOCK, startBlock, world );
}
