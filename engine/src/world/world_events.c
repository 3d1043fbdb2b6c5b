// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <stdlib.h>
#include <string.h>

// Begin and end of contact. The pairs of bodies that touch after an inner step are a sorted list; what it has more or less than
// the list before is an event. A pair touches if one of its contacts carries force or has a gap within the slop, by which the
// correction lets bodies at rest penetrate or part: so what rests does not flicker. The list follows from the contacts of the
// latest step, which are part of the state; only pairs of removed bodies outlive their contacts until the next step.

static int comparePairs( const void* x, const void* y )
{
    const ssContactPair *p = x, *q = y;
    const uint32_t keys[4][2] = { { (uint32_t)p->a.slot1, (uint32_t)q->a.slot1 },
        { p->a.generation, q->a.generation }, { (uint32_t)p->b.slot1, (uint32_t)q->b.slot1 },
        { p->b.generation, q->b.generation } };
    for ( int k = 0; k < 4; ++k )
    {
        if ( keys[k][0] != keys[k][1] )
        {
            return keys[k][0] < keys[k][1] ? -1 : 1;
        }
    }
    return 0;
}

static bool reserve( PairList* list, int capacity )
{
    if ( capacity <= list->capacity )
    {
        return true;
    }
    capacity += capacity / 4 + 16;
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
    if ( list->count == 0 || comparePairs( &list->pairs[list->count - 1], &pair ) != 0 )
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
        sorted = comparePairs( &list->pairs[i - 1], &list->pairs[i] ) < 0;
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

static void addIfTouching( const ssWorld* world, const Contact* contact, double load, PairList* list )
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
        bool first = k == y->count || ( i < x->count && comparePairs( &x->pairs[i], &y->pairs[k] ) <= 0 );
        add( all, first ? x->pairs[i] : y->pairs[k] );
        i += first ? 1 : 0;
        k += first ? 0 : 1;
    }
}

/// Adds to `news` the pairs of `list` that `other` does not have.
static void difference( const PairList* list, const PairList* other, PairList* news )
{
    int k = 0;
    for ( int i = 0; i < list->count; ++i )
    {
        while ( k < other->count && comparePairs( &other->pairs[k], &list->pairs[i] ) < 0 )
        {
            ++k;
        }
        if ( k == other->count || comparePairs( &other->pairs[k], &list->pairs[i] ) != 0 )
        {
            news->pairs[news->count++] = list->pairs[i];
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- stages

bool eventsReserve( ssWorld* world )
{
    Events* events = &world->events;
    int contacts = world->problem.contactCount + world->restingCount;
    return reserve( &events->awake, contacts ) && reserve( &events->resting, contacts ) &&
        reserve( &events->next, contacts ) && reserve( &events->begins, events->begins.count + contacts ) &&
        reserve( &events->ends, events->ends.count + events->touching.count );
}

void eventsStart( ssWorld* world )
{
    world->events.begins.count = world->events.ends.count = 0;
}

void eventsUpdate( ssWorld* world )
{
    Events* events = &world->events;
    listAwake( world, &events->awake );
    listResting( world, &events->resting );
    merge( &events->awake, &events->resting, &events->next );
    difference( &events->next, &events->touching, &events->begins );
    difference( &events->touching, &events->next, &events->ends );
    PairList before = events->touching;
    events->touching = events->next;
    events->next = before;
}

void eventsFinish( ssWorld* world )
{
    sortPairs( &world->events.begins );
    sortPairs( &world->events.ends );
}

bool eventsRecall( ssWorld* world )
{
    bool memory = eventsReserve( world );
    world->restingChanged = true;
    if ( memory )
    {
        eventsUpdate( world );
    }
    eventsStart( world );
    return memory;
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
    PairList* lists[] = { &e->touching, &e->begins, &e->ends, &e->awake, &e->resting, &e->next };
    for ( int i = 0; i < SS_COUNT( lists ); ++i )
    {
        ssRelease( lists[i]->pairs );
    }
}

size_t eventsBytes( const ssWorld* world )
{
    const Events* e = &world->events;
    int pairs = e->touching.capacity + e->begins.capacity + e->ends.capacity + e->awake.capacity +
        e->resting.capacity + e->next.capacity;
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
