// SPDX-License-Identifier: MIT
#include "slipstick/parallel.h"
#include "world/world_private.h"

#include <stdlib.h>

// Begin and end of contact. The pairs of bodies that touch after an inner step are a sorted list; what it has
// more or less than the list before is an event. A pair touches if one of its contacts carries force or has a
// gap within the slop, by which the correction lets bodies at rest penetrate or part: so what rests does not
// flicker. The list follows from the contacts of the latest step, which are part of the state; only pairs of
// removed bodies outlive their contacts until the next step.

#define EVENTS_BLOCK 4096 // contacts that a thread lists, or pairs that it compares, at a time

/// Orders handles by slot, then by generation.
static inline uint64_t keyOf( ssBodyId id ) { return (uint64_t)(uint32_t)id.slot1 << 32 | id.generation; }

static inline bool isSame( const ssContactPair* x, const ssContactPair* y )
{
    return ( ( keyOf( x->a ) ^ keyOf( y->a ) ) | ( keyOf( x->b ) ^ keyOf( y->b ) ) ) == 0;
}

static inline int compare( const ssContactPair* x, const ssContactPair* y )
{
    uint64_t xa = keyOf( x->a ), ya = keyOf( y->a ), xb = keyOf( x->b ), yb = keyOf( y->b );
    return xa != ya ? ( xa < ya ? -1 : 1 ) : ( xb > yb ) - ( xb < yb );
}

static int comparePairs( const void* x, const void* y ) { return compare( x, y ); }

static bool reserve( PairList* list, int capacity )
{
    if ( capacity <= list->capacity ) { return true; }
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
    if ( list->count == 0 || !isSame( &list->pairs[list->count - 1], &pair ) )
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
    for ( int i = 0; i < count; ++i ) { add( list, list->pairs[i] ); }
}

// A list that is being made of contacts.
typedef struct Listing
{
    ssContactPair* pairs;
    int count;
    double mostSlop; // [m] no pair has more
    int low, high;   // the latest pair
    bool sorted;     // so far; and each pair is there once
} Listing;

static inline void addIfTouching(
    const ssWorld* world, const Contact* contact, double load, Listing* listing )
{
    int low = contact->a < contact->b ? contact->a : contact->b, high = contact->a ^ contact->b ^ low;
    bool touches = load > 0.0;
    if ( !touches && contact->gap <= listing->mostSlop ) // few: most have a load or are well apart
    {
        touches = contact->gap <= slopOf( world, low, high );
    }
    // Whether a contact carries load is hard to predict: without a branch this takes half the time.
    bool later = low > listing->low || ( low == listing->low && high > listing->high ),
         same = low == listing->low && high == listing->high;
    listing->pairs[listing->count] = ( ssContactPair ){ bodyId( world, low ), bodyId( world, high ) };
    listing->count += touches && !same ? 1 : 0;
    listing->sorted = listing->sorted && ( later || same || !touches );
    listing->low = touches ? low : listing->low;
    listing->high = touches ? high : listing->high;
}

static void finishListing( const Listing* listing, PairList* list )
{
    list->count = listing->count;
    if ( !listing->sorted ) { sortPairs( list ); }
}

// What touches of the contacts that are awake: threads list blocks of contacts, and put their lists together.
typedef struct Awake
{
    const ssWorld* world;
    double mostSlop;      // [m] no pair has more
    ssContactPair* pairs; // room for a pair per contact
    Listing* blocks;
    int* places; // where the pairs of a block go in `all`
    ssContactPair* all;
} Awake;

static void listBlock( void* context, int block, int first, int last )
{
    Awake* awake = context;
    const ssProblem* problem = &awake->world->problem;
    Listing listing = {
        .pairs = awake->pairs + first, .mostSlop = awake->mostSlop, .low = -1, .high = -1, .sorted = true
    };
    for ( int i = first; i < last; ++i )
    {
        double load = awake->world->p[(size_t)i * (size_t)problem->dimension];
        load += awake->world->hasStruck ? awake->world->struck[6 * (size_t)i] : 0.0;
        addIfTouching( awake->world, &awake->world->contacts[i], load, &listing );
    }
    awake->blocks[block] = listing;
}

static void joinBlock( void* context, int block, int first, int last )
{
    Awake* awake = context;
    (void)first;
    (void)last;
    const Listing* listing = &awake->blocks[block];
    memcpy(
        awake->all + awake->places[block], listing->pairs, sizeof( ssContactPair ) * (size_t)listing->count );
}

/// Finds the places of all blocks. A pair with contacts in two blocks is left out of the second. Returns
/// whether the pairs are in order; *count is their number.
static bool findPlaces( Awake* awake, int blocks, int* count )
{
    const ssContactPair* latest = NULL;
    bool sorted = true;
    *count = 0;
    for ( int block = 0; block < blocks; ++block )
    {
        Listing* listing = &awake->blocks[block];
        bool repeats = latest != NULL && listing->count > 0 && isSame( latest, listing->pairs );
        listing->pairs += repeats ? 1 : 0;
        listing->count -= repeats ? 1 : 0;
        awake->places[block] = *count;
        *count += listing->count;
        if ( listing->count > 0 )
        {
            sorted = sorted && listing->sorted && ( latest == NULL || compare( latest, listing->pairs ) < 0 );
            latest = &listing->pairs[listing->count - 1];
        }
    }
    return sorted;
}

/// Lists touching pairs in `list` (room: one per contact). `mostSlop` [m] bounds slops. False: no memory.
static bool listAwake( ssWorld* world, double mostSlop, PairList* list )
{
    int contacts = world->problem.contactCount, blocks = ssBlockCount( contacts, EVENTS_BLOCK );
    Awake awake = { .world = world,
        .mostSlop = mostSlop,
        .pairs = list->pairs,
        .blocks = ssArena_Reserve( world->arena, sizeof( Listing ) * ( (size_t)blocks + 1 ) ),
        .places = ssArena_Reserve( world->arena, sizeof( int ) * ( (size_t)blocks + 1 ) ) };
    if ( awake.blocks == NULL || awake.places == NULL ) { return false; }
    ssParallelFor( contacts, EVENTS_BLOCK, listBlock, &awake );
    bool sorted = findPlaces( &awake, blocks, &list->count );
    if ( blocks > 1 )
    {
        awake.all = ssArena_Reserve( world->arena, sizeof( ssContactPair ) * (size_t)list->count );
        if ( awake.all == NULL ) { return false; }
        ssParallelFor( contacts, EVENTS_BLOCK, joinBlock, &awake );
        *list = ( PairList ){ .pairs = awake.all, .count = list->count, .capacity = list->count };
    }
    if ( !sorted ) { sortPairs( list ); }
    return true;
}

/// Contacts at rest are listed again only if some were added or taken away.
static void listResting( ssWorld* world, PairList* list )
{
    if ( !world->restingChanged ) { return; }
    Listing listing = { .pairs = list->pairs, .mostSlop = HUGE_VAL, .low = -1, .high = -1, .sorted = true };
    for ( int i = 0; i < world->restingCount; ++i )
    {
        addIfTouching( world, &world->resting[i].contact, world->resting[i].p[0], &listing );
    }
    finishListing( &listing, list );
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

/// Numbers of events.
typedef struct EventCounts
{
    int begins, ends;
} EventCounts;

// What touches now beside what touched; threads compare blocks with matching parts of the old list.
typedef struct Comparison
{
    Events* events;
    const PairList* now;
    // How many events each block has, then how many come before it; at the end, how many there are.
    EventCounts* blocks;
} Comparison;

static int countBefore( const PairList* list, const ssContactPair* pair )
{
    return firstNotBefore( pair, list->pairs, list->count, sizeof( ssContactPair ), comparePairs );
}

/// Walks over the pairs [first, last) of what touches now, and over those of the earlier list that fall into
/// the same range. A pair that only one list has is an event; with `adds` it is written behind the events so
/// far. Returns the counts with the new ones. Without pairs there still is one block, for what has ended.
static EventCounts walk( const Comparison* all, int first, int last, EventCounts soFar, bool adds )
{
    const PairList *now = all->now, *touched = &all->events->touching;
    last = last < now->count ? last : now->count;
    int i = first, k = first == 0 ? 0 : countBefore( touched, &now->pairs[first] ),
        end = last == now->count ? touched->count : countBefore( touched, &now->pairs[last] );
    while ( i < last || k < end )
    {
        if ( i < last && k < end && isSame( &now->pairs[i], &touched->pairs[k] ) )
        {
            ++i, ++k; // most of them
        }
        else if ( k == end || ( i < last && compare( &now->pairs[i], &touched->pairs[k] ) < 0 ) )
        {
            if ( adds ) { all->events->begins.pairs[soFar.begins] = now->pairs[i]; }
            soFar.begins += 1;
            ++i;
        }
        else
        {
            if ( adds ) { all->events->ends.pairs[soFar.ends] = touched->pairs[k]; }
            soFar.ends += 1;
            ++k;
        }
    }
    return soFar;
}

static void countBlock( void* context, int block, int first, int last )
{
    const Comparison* all = context;
    all->blocks[block] = walk( all, first, last, ( EventCounts ){ 0, 0 }, false );
}

static void addBlock( void* context, int block, int first, int last )
{
    const Comparison* all = context;
    EventCounts before = all->blocks[block], after = all->blocks[block + 1];
    if ( before.begins < after.begins || before.ends < after.ends )
    {
        walk( all, first, last, before, true );
    }
}

static void copyBlock( void* context, int block, int first, int last )
{
    const Comparison* all = context;
    (void)block;
    memcpy( all->events->touching.pairs + first, all->now->pairs + first,
        sizeof( ssContactPair ) * (size_t)( last - first ) );
}

/// Adds the events since the earlier list. Without memory nothing changes: a later step has them.
static void compareAll( ssWorld* world, const PairList* now )
{
    Events* events = &world->events;
    int items = now->count > 0 ? now->count : 1, count = ssBlockCount( items, EVENTS_BLOCK );
    Comparison all = { events, now,
        ssArena_Reserve( world->arena, sizeof( EventCounts ) * ( (size_t)count + 1 ) ) };
    if ( all.blocks == NULL ) { return; }
    ssParallelFor( items, EVENTS_BLOCK, countBlock, &all );
    EventCounts sum = { events->begins.count, events->ends.count };
    for ( int block = 0; block <= count; ++block )
    {
        EventCounts own = block < count ? all.blocks[block] : ( EventCounts ){ 0, 0 };
        all.blocks[block] = sum;
        sum.begins += own.begins;
        sum.ends += own.ends;
    }
    bool differ = sum.begins > events->begins.count || sum.ends > events->ends.count;
    if ( differ && reserve( &events->begins, sum.begins ) && reserve( &events->ends, sum.ends ) &&
        reserve( &events->touching, now->count ) )
    {
        ssParallelFor( items, EVENTS_BLOCK, addBlock, &all );
        ssParallelFor( now->count, EVENTS_BLOCK, copyBlock, &all );
        events->begins.count = sum.begins;
        events->ends.count = sum.ends;
        events->touching.count = now->count;
    }
}

void eventsStart( ssWorld* world ) { world->events.begins.count = world->events.ends.count = 0; }

/// A list in the world's arena, with room for so many pairs.
static PairList listInArena( ssWorld* world, int capacity )
{
    return ( PairList ){ .pairs = ssArena_Reserve( world->arena, sizeof( ssContactPair ) * (size_t)capacity ),
        .capacity = capacity };
}

/// Lists what touches now; false: no memory. No pair that is awake has more slop than `mostSlop` [m].
static bool listAll( ssWorld* world, double mostSlop, PairList* all )
{
    PairList* resting = &world->events.resting;
    int contacts = world->problem.contactCount;
    PairList awake = listInArena( world, contacts );
    if ( awake.pairs == NULL || !reserve( resting, world->restingCount ) ||
        !listAwake( world, mostSlop, &awake ) )
    {
        return false;
    }
    listResting( world, resting );
    *all = awake;
    if ( resting->count > 0 )
    {
        *all = listInArena( world, awake.count + resting->count );
        if ( all->pairs == NULL ) { return false; }
        merge( &awake, resting, all );
    }
    return true;
}

static void update( ssWorld* world, double mostSlop )
{
    PairList now;
    ssArenaMark mark = ssArena_Mark( world->arena );
    if ( listAll( world, mostSlop, &now ) ) { compareAll( world, &now ); }
    ssArena_Release( world->arena, mark );
}

void eventsUpdate( ssWorld* world ) { update( world, slopForRadius( world, world->largestRadius ) ); }

void eventsFinish( ssWorld* world )
{
    sortPairs( &world->events.begins );
    sortPairs( &world->events.ends );
}

void eventsRecall( ssWorld* world )
{
    world->events.touching.count = 0;
    world->restingChanged = true;
    update( world, HUGE_VAL );
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
        if ( !fits || !reserve( list, count ) ) { archiveRefuse( archive, fits ); }
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
    for ( int i = 0; i < SS_COUNT( lists ); ++i ) { ssRelease( lists[i]->pairs ); }
}

size_t eventsBytes( const ssWorld* world )
{
    const Events* e = &world->events;
    int pairs = e->touching.capacity + e->begins.capacity + e->ends.capacity + e->resting.capacity;
    return (size_t)pairs * sizeof( ssContactPair );
}

ssContactEvents ssWorld_Events( const ssWorld* world )
{
    if ( world == NULL ) { return ( ssContactEvents ){ 0 }; }
    const Events* events = &world->events;
    return ( ssContactEvents ){ .begins = events->begins.pairs,
        .ends = events->ends.pairs,
        .beginCount = events->begins.count,
        .endCount = events->ends.count };
}

// Contacts of a world that has not stepped, for pictures: found from shapes alone, in memory of their own, so
// that looking changes nothing. Forces are known after the first step.

// A gap up to this share of the envelope counts as touching: the slop, within which a step leaves bodies.
#define TOUCHING_SHARE 0.1

typedef struct Search
{
    ssAabb* boxes;
    ssBroadKind* kinds;
    ssBroadPlane* planes;
    int planeCount;
    ssBroadPhase* broad;
} Search;

static double touchingGap( const ssWorld* world, const Body* a, const Body* b )
{
    return TOUCHING_SHARE * ssMin( contactEnvelope( world, a ), contactEnvelope( world, b ) );
}

static void place( const ssWorld* world, Search* search )
{
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        bool plane = body->shape.kind == ss_shapePlane;
        search->kinds[i] = !body->enabled || plane ? ss_broadAbsent
            : body->kind == ss_bodyDynamic         ? ss_broadMoving
                                                   : ss_broadFixed;
        if ( plane && body->enabled )
        {
            ssVec3 normal = ssQuat_Rotate( body->pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
            search->planes[search->planeCount++] =
                ( ssBroadPlane ){ i, normal, ssVec3_Dot( normal, body->pose.position ) };
        }
        else if ( !plane )
        {
            double margin = TOUCHING_SHARE * contactEnvelope( world, body );
            ssVec3 grow = { margin, margin, margin };
            ssAabb box = ssShape_Aabb( &body->shape, bodyShapePose( body ) );
            search->boxes[i] = ( ssAabb ){ ssVec3_Sub( box.lower, grow ), ssVec3_Add( box.upper, grow ) };
        }
    }
}

/// The points of one pair; returns their number.
static int pairViews( const ssWorld* world, ssBodyPair pair, ssContactView views[SS_MANIFOLD_MAX] )
{
    const Body *a = &world->bodies[pair.a], *b = &world->bodies[pair.b];
    ssManifold manifold;
    ssMaterial material = pairMixture( world, pair.a, pair.b );
    if ( ( a->group > 0 && a->group == b->group ) ||
        !ssCollide( &a->shape, bodyShapePose( a ), &b->shape, bodyShapePose( b ), touchingGap( world, a, b ),
            &manifold ) )
    {
        return 0;
    }
    ssVec3 tangent = ssContactTangent( manifold.normal );
    for ( int i = 0; i < manifold.count; ++i )
    {
        views[i] = ( ssContactView ){ .point = manifold.points[i].point,
            .normal = manifold.normal,
            .tangent1 = tangent,
            .tangent2 = ssVec3_Cross( manifold.normal, tangent ),
            .cone = { .dimension = material.muSpin > 0.0 ? 6
                    : material.muRoll > 0.0              ? 5
                                                         : 3,
                .mu = material.mu,
                .muRoll = material.muRoll,
                .muSpin = material.muSpin },
            .mode = ss_modeOpen,
            .pending = true,
            .a = a->kind == ss_bodyDynamic ? pair.a : -1,
            .b = b->kind == ss_bodyDynamic ? pair.b : -1,
            .surface = a->kind != ss_bodyDynamic ? pair.a
                : b->kind != ss_bodyDynamic      ? pair.b
                                                 : 0,
            .gap = manifold.points[i].gap,
            .size = ssMin( a->boundingRadius, b->boundingRadius ) };
    }
    return manifold.count;
}

static void drawPairs( const ssWorld* world, const ssDraw* draw, const ssBroadPhase* broad )
{
    const ssBodyPair* pairs = ssBroadPhase_Pairs( broad );
    ssContactView views[SS_MANIFOLD_MAX];
    for ( int i = 0; i < ssBroadPhase_PairCount( broad ); ++i )
    {
        int count = pairViews( world, pairs[i], views );
        for ( int k = 0; k < count; ++k )
        {
            views[k].a += views[k].a >= 0 ? draw->bodyOffset : 0;
            views[k].b += views[k].b >= 0 ? draw->bodyOffset : 0;
        }
        if ( count > 0 ) { ssDrawContacts( draw, count, views ); }
    }
}

void worldDrawTouching( const ssWorld* world, const ssDraw* draw )
{
    size_t count = (size_t)world->bodyCount + 1;
    Search search = { .boxes = ssAlloc( count * sizeof( ssAabb ) ),
        .kinds = ssAlloc( count * sizeof( ssBroadKind ) ),
        .planes = ssAlloc( count * sizeof( ssBroadPlane ) ) };
    bool memory = search.boxes != NULL && search.kinds != NULL && search.planes != NULL &&
        ssCreateBroadPhase( &search.broad ).code == ss_ok;
    if ( memory )
    {
        place( world, &search );
        memory = ssBroadPhase_Update( search.broad, world->bodyCount, search.boxes, search.kinds,
                     search.planeCount, search.planes )
                     .code == ss_ok;
    }
    if ( memory ) { drawPairs( world, draw, search.broad ); }
    ssDestroyBroadPhase( search.broad );
    ssRelease( search.planes );
    ssRelease( search.kinds );
    ssRelease( search.boxes );
}
