// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <stdlib.h>

// The warm start: contacts start from their last reactions, matched by bodies and feature.

/// This order is total, because a pair of bodies has each feature only once.
static int compareWarm( const void* x, const void* y )
{
    const WarmReaction *a = x, *b = y;
    if ( a->low != b->low ) { return a->low < b->low ? -1 : 1; }
    if ( a->high != b->high ) { return a->high < b->high ? -1 : 1; }
    return ( a->feature > b->feature ) - ( a->feature < b->feature );
}

static WarmReaction warmReaction(
    const Contact* contact, ssProblemFrame axes, const double* p, int dimension )
{
    ssMat3 frame = ssProblemFrame_Axes( axes );
    bool swapped = contact->a > contact->b;
    double sign = swapped ? -1.0 : 1.0;
    WarmReaction warm = { .low = swapped ? contact->b : contact->a,
        .high = swapped ? contact->a : contact->b,
        .feature = contact->feature };
    warm.force = ssVec3_Scale( sign, ssMat3_Mul( frame, ssVec3_Make( p[0], p[1], p[2] ) ) );
    if ( dimension >= 5 )
    {
        double spin = dimension == 6 ? p[5] : 0.0;
        warm.moment = ssVec3_Scale( sign, ssMat3_Mul( frame, ssVec3_Make( spin, p[3], p[4] ) ) );
    }
    return warm;
}

static void collectBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        world->warm[i] =
            warmReaction( &world->contacts[i], problem->frames[i], world->p + (size_t)i * (size_t)d, d );
        world->warm[i].row = i;
        if ( world->warmStates != NULL ) { lawMemoryTake( world, i, i ); }
    }
}

bool warmStartCollect( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    int count = problem->contactCount, woken = 0;
    for ( int i = 0; i < world->restingCount; ++i ) { woken += world->resting[i].woken ? 1 : 0; }
    world->warm = ssArena_Reserve( world->arena, sizeof( WarmReaction ) * (size_t)( count + woken ) );
    if ( world->warm == NULL || !lawMemoryCollect( world, count + woken ) ) { return false; }
    ssParallelFor( count, WORLD_BLOCK, collectBlock, world );
    int kept = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        const Resting* r = &world->resting[i];
        if ( r->woken )
        {
            world->warm[count] = warmReaction( &r->contact, r->frame, r->p, r->cone.dimension );
            world->warm[count].row = count;
            if ( world->warmStates != NULL ) { lawMemoryTakeResting( world, count, i ); }
            ++count;
        }
        else
        {
            if ( world->warmStates != NULL ) { world->restingStates[kept] = world->restingStates[i]; }
            world->resting[kept++] = *r;
        }
    }
    world->restingCount = kept;
    world->restingChanged = world->restingChanged || woken > 0;
    world->warmCount = count;
    if ( woken > 0 ) { qsort( world->warm, (size_t)count, sizeof( WarmReaction ), compareWarm ); }
    return true;
}

bool warmStartCarried( const ssWorld* world, int a, int b )
{
    WarmReaction key = { .low = a < b ? a : b, .high = a < b ? b : a };
    int w = firstNotBefore( &key, world->warm, world->warmCount, sizeof( WarmReaction ), compareWarm );
    bool carried = false;
    for ( ; w < world->warmCount && world->warm[w].low == key.low && world->warm[w].high == key.high; ++w )
    {
        ssVec3 force = world->warm[w].force;
        carried = carried || ssVec3_Dot( force, force ) > 0.0;
    }
    return carried;
}

/// Contacts and `warm` are in the same order, so that one pass over both finds every match.
static void applyBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    const ssProblem* problem = &world->problem;
    int d = problem->dimension, w = 0;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        const Contact* contact = &world->contacts[i];
        bool swapped = contact->a > contact->b;
        WarmReaction key = { .low = swapped ? contact->b : contact->a,
            .high = swapped ? contact->a : contact->b,
            .feature = contact->feature };
        if ( i == first )
        {
            w = firstNotBefore( &key, world->warm, world->warmCount, sizeof( WarmReaction ), compareWarm );
        }
        while ( w < world->warmCount && compareWarm( &world->warm[w], &key ) < 0 ) { ++w; }
        double reaction[6] = { 0.0 };
        bool known = w < world->warmCount && compareWarm( &world->warm[w], &key ) == 0;
        if ( world->warmStates != NULL ) { lawMemoryGive( world, i, known ? world->warm[w].row : -1 ); }
        if ( known && world->def.warmStart )
        {
            double sign = swapped ? -1.0 : 1.0;
            ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
            ssVec3 f = ssVec3_Scale( sign, ssMat3_MulT( frame, world->warm[w].force ) );
            ssVec3 m = ssVec3_Scale( sign, ssMat3_MulT( frame, world->warm[w].moment ) );
            const double found[6] = { f.x, f.y, f.z, m.y, m.z, m.x };
            memcpy( reaction, found, sizeof( reaction ) );
        }
        copyComponents( world->p + (size_t)i * (size_t)d, reaction, d );
    }
}

void warmStartApply( ssWorld* world )
{
    world->warmCount = world->def.warmStart || world->warmStates != NULL ? world->warmCount : 0;
    ssParallelFor( world->problem.contactCount, WORLD_BLOCK, applyBlock, world );
}
