// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <stdlib.h>
#include <string.h>

// Begin and end of contact. The pairs of bodies that touch after an inner step are a sorted list; what it has more or less than
// the list before is an event. A pair touches if one of its contacts carries force or has a gap within the slop, by which the
// correction lets bodies at rest penetrate or part: so what rests does not flicker. The list follows from the contacts of the
// latest step, which are part of the state; only pairs of removed bodies outlive their contacts until the next step.

static inline int compareIds( ssBodyId x, ssBodyId y )
{
    return x.slot1 != y.slot1 ? ( x.slot1 < y.slot1 ? -1 : 1 )
                              : ( x.generation > y.generation ) - ( x.generation < y.generation );
}

static inline int compare( const ssContactPair* x, const ssContactPair* y )
{
    int first = compareIds( x->a, y->a );
    return first != 0 ? first : compareIds( x->b, y->b );
}

static int comparePairs( const void* x, const void* y )
{
    return compare( x, y );
}

static bool reserve( PairList* list, int capacity )
{
    if ( capacity <= list->capacity )
    {
        return true;
    }
    capacity += capacity / 16 + 16; // a count that grows slowly does not allocate in every step
    ssContactPair* longer = ssAlloc( sizeof( ssContactPair ) * (size_t)capacity );
    if ( longer != NULL )
    {
        if ( list->count > 0 )
        {
            memcpy( longer, list->pairs, sizeof( ssContactPair ) * (size_t)list->count );
        }
        ssRelease( list->pairs );
        list->pairs = longer;
        list->capacity = capacity;
    }
    return longer != NULL;
}

/// Adds a pair unless it is the latest in the list.
static void add( PairList* list, ssContactPair pair )
{
    if ( list->count == 0 || compare( &list->pairs[list->count - 1], &pair ) != 0 )
    {
        list->pairs[list->count++] = pair;
    }
}

/// Puts a list in order, each pair once.
static void sortPairs( PairList* list )
{
    int count = list->count;
    bool sorted = true;
    for ( int i = 1; i < count && sorted; ++i )
    {
        sorted = compare( &list->pairs[i - 1], &list->pairs[i] ) < 0;
    }
    if ( sorted )
    {
        return; // as the contacts of a step are
    }
    qsort( list->pairs, (size_t)count, sizeof( ssContactPair ), comparePairs );
    list->count = 0;
    for ( int i = 0; i < count; ++i )
    {
        add( list, list->pairs[i] );
    }
}

// ------------------------------------------------------------------------------------------------------- what touches

static inline void addIfTouching( const ssWorld* world, const Contact* contact, double load, PairList* list )
{
    int low = contact->a < contact->b ? contact->a : contact->b, high = contact->a ^ contact->b ^ low;
    if ( load > 0.0 || contact->gap <= slopOf( world, low, high ) )
    {
        add( list, ( ssContactPair ){ bodyId( world, low ), bodyId( world, high ) } );
    }
}

static void listAwake( const ssWorld* world, PairList* list )
{
    const ssProblem* problem = &world->problem;
    list->count = 0;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        addIfTouching( world, &world->contacts[i], world->p[(size_t)i * (size_t)problem->dimension], list );
    }
    sortPairs( list );
}

/// Contacts at rest are listed again only if some were added or taken away.
static void listResting( ssWorld* world, PairList* list )
{
    if ( !world->restingChanged )
    {
        return;
    }
    list->count = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        addIfTouching( world, &world->resting[i].contact, world->resting[i].p[0], list );
    }
    sortPairs( list );
    world->restingChanged = false;
}

/// Merges two lists in order.
static void merge( const PairList* x, const PairList* y, PairList* all )
{
    int i = 0, k = 0;
    all->count = 0;
    while ( i < x->count || k < y->count )
    {
        bool first = k == y->count || ( i < x->count && compare( &x->pairs[i], &y->pairs[k] ) <= 0 );
        add( all, first ? x->pairs[i] : y->pairs[k] );
        i += first ? 1 : 0;
        k += first ? 0 : 1;
    }
}

static bool areSame( const PairList* x, const PairList* y )
{
    return x->count == y->count &&
        ( x->count == 0 || memcmp( x->pairs, y->pairs, sizeof( ssContactPair ) * (size_t)x->count ) == 0 );
}

/// Adds to `news` (NULL: only counts) the pairs of `list` that `other` does not have, and returns their number.
static int difference( const PairList* list, const PairList* other, PairList* news )
{
    int k = 0, count = 0;
    for ( int i = 0; i < list->count; ++i )
    {
        while ( k < other->count && compare( &other->pairs[k], &list->pairs[i] ) < 0 )
        {
            ++k;
        }
        if ( k == other->count || compare( &other->pairs[k], &list->pairs[i] ) != 0 )
        {
            ++count;
            if ( news != NULL )
            {
                news->pairs[news->count++] = list->pairs[i];
            }
        }
    }
    return count;
}

// ------------------------------------------------------------------------------------------------------------- stages

void eventsStart( ssWorld* world )
{
    world->events.begins.count = world->events.ends.count = 0;
}

/// A list in the world's arena, with room for so many pairs.
static PairList listInArena( ssWorld* world, int capacity )
{
    return ( PairList ){ .pairs = ssArena_Reserve( world->arena, sizeof( ssContactPair ) * (size_t)capacity ),
        .capacity = capacity };
}

/// Lists what touches now; false: no memory.
static bool listAll( ssWorld* world, PairList* all )
{
    PairList* resting = &world->events.resting;
    int contacts = world->problem.contactCount;
    PairList awake = listInArena( world, contacts );
    if ( awake.pairs == NULL || !reserve( resting, world->restingCount ) )
    {
        return false;
    }
    listAwake( world, &awake );
    listResting( world, resting );
    *all = awake;
    if ( resting->count > 0 )
    {
        *all = listInArena( world, awake.count + resting->count );
        if ( all->pairs == NULL )
        {
            return false;
        }
        merge( &awake, resting, all );
    }
    return true;
}

/// Adds the events between what touched and what touches now. Without memory nothing changes, and they are those of a later step.
static void compareAll( Events* events, const PairList* now )
{
    PairList* touching = &events->touching;
    if ( areSame( now, touching ) )
    {
        return; // as in most steps
    }
    int begun = difference( now, touching, NULL ), ended = difference( touching, now, NULL );
    if ( !reserve( &events->begins, events->begins.count + begun ) ||
        !reserve( &events->ends, events->ends.count + ended ) || !reserve( touching, now->count ) )
    {
        return;
    }
    difference( now, touching, &events->begins );
    difference( touching, now, &events->ends );
    touching->count = now->count;
    if ( now->count > 0 )
    {
        memcpy( touching->pairs, now->pairs, sizeof( ssContactPair ) * (size_t)now->count );
    }
}

void eventsUpdate( ssWorld* world )
{
    PairList now;
    ssArenaMark mark = ssArena_Mark( world->arena );
    if ( listAll( world, &now ) )
    {
        compareAll( &world->events, &now );
    }
    ssArena_Release( world->arena, mark );
}

void eventsFinish( ssWorld* world )
{
    sortPairs( &world->events.begins );
    sortPairs( &world->events.ends );
}

void eventsRecall( ssWorld* world )
{
    world->events.touching.count = 0;
    world->restingChanged = true;
    eventsUpdate( world );
    eventsStart( world );
}

static void idFields( ssBodyId* id, ssArchive* archive )
{
    uint64_t slot = (uint32_t)id->slot1, generation = id->generation;
    ssArchive_U64( archive, &slot );
    ssArchive_U64( archive, &generation );
    archive->overrun = archive->overrun || slot > INT32_MAX || generation > UINT32_MAX;
    *id = ( ssBodyId ){ (int32_t)slot, (uint32_t)generation };
}

void eventsFields( ssWorld* world, ssArchive* archive )
{
    PairList* list = &world->events.touching;
    bool reads = archive->mode == ss_archiveRead;
    int count = list->count;
    ssArchive_Int( archive, &count );
    if ( reads )
    {
        bool fits = count >= 0 && (size_t)count <= ( archive->size - archive->used ) / 32;
        list->count = 0;
        archive->overrun = archive->overrun || !fits || !reserve( list, count );
        count = archive->overrun ? 0 : count;
    }
    for ( int i = 0; i < count; ++i )
    {
        idFields( &list->pairs[i].a, archive );
        idFields( &list->pairs[i].b, archive );
        archive->overrun =
            archive->overrun || ( i > 0 && comparePairs( &list->pairs[i - 1], &list->pairs[i] ) >= 0 );
    }
    list->count = count;
}

void eventsRelease( ssWorld* world )
{
    Events* e = &world->events;
    PairList* lists[] = { &e->touching, &e->begins, &e->ends, &e->resting };
    for ( int i = 0; i < SS_COUNT( lists ); ++i )
    {
        ssRelease( lists[i]->pairs );
    }
}

size_t eventsBytes( const ssWorld* world )
{
    const Events* e = &world->events;
    int pairs = e->touching.capacity + e->begins.capacity + e->ends.capacity + e->resting.capacity;
    return (size_t)pairs * sizeof( ssContactPair );
}

ssContactEvents ssWorld_Events( const ssWorld* world )
{
    const Events* events = &world->events;
    return ( ssContactEvents ){ .begins = events->begins.pairs,
        .ends = events->ends.pairs,
        .beginCount = events->begins.count,
        .endCount = events->ends.count };
}
