// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// Islands: sets of bodies that are connected by joints and by contacts that carry force. An island that has
// been slow for some time sleeps: its bodies stand still, and its contacts keep their reactions until
// something wakes it: what presses on it, comes near, carries it, or is taken away from under it.

// Default sleep speed over that of a fall through the inner radius: the energy of a fall of 4e-4 of it.
#define SLEEP_SPEED_SHARE 0.02
// [m] Caps the radius for the default sleep speed: large bodies do not sleep in visible motion.
#define SLEEP_RADIUS_MAX 1.0
// Sleepers wake only for what is this many times their sleep speed, and not for what falls asleep too.
#define WAKE_SPEED_FACTOR 2.0
// Gap below which a body is near a sleeping one, over the sleeping body's inner radius.
#define WAKE_GAP_SHARE 0.05
// Contacts or bodies that a thread joins at a time.
#define ISLAND_BLOCK 1024

// Threads may join at once: links lead to smaller roots, short cuts to ancestors, in any order.

static int parentOf( const int* parents, int i ) { return __atomic_load_n( &parents[i], __ATOMIC_RELAXED ); }

int islandRoot( int* parents, int i )
{
    for ( int parent = parentOf( parents, i ); parent != i; parent = parentOf( parents, i ) )
    {
        int above = parentOf( parents, parent );
        if ( above != parent ) { __atomic_store_n( &parents[i], above, __ATOMIC_RELAXED ); }
        i = above;
    }
    return i;
}

void islandJoin( int* parents, int a, int b )
{
    int x = islandRoot( parents, a ), y = islandRoot( parents, b );
    while ( x != y )
    {
        int low = x < y ? x : y, high = x < y ? y : x, expected = high;
        if ( __atomic_compare_exchange_n(
                 &parents[high], &expected, low, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED ) )
        {
            return;
        }
        x = islandRoot( parents, high );
        y = islandRoot( parents, low );
    }
}

static double sleepSpeed( const ssWorld* world, const Body* body )
{
    return world->def.sleepSpeed > 0.0 ? world->def.sleepSpeed
                                       : SLEEP_SPEED_SHARE *
            sqrt( 2.0 * ssVec3_Length( world->def.gravity ) * ssMin( body->innerRadius, SLEEP_RADIUS_MAX ) );
}

/// [m/s] A bound on the speed of the body's points.
static double speedOf( const Body* body )
{
    return ssVec3_Length( body->velocity ) + body->boundingRadius * ssVec3_Length( body->omega );
}

static void wakeBodies( ssWorld* world, int island )
{
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        Body* body = &world->bodies[i];
        if ( body->asleep && body->island == island )
        {
            body->asleep = false;
            body->restTime = 0.0;
        }
    }
}

/// Marks contacts of awake bodies. Returns a sleeping island that presses on one of them; -1: none.
static int wakeContacts( ssWorld* world )
{
    int next = -1;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        Resting* r = &world->resting[i];
        const Body *bodyA = &world->bodies[r->contact.a], *bodyB = &world->bodies[r->contact.b];
        bool a = bodyA->kind == ss_bodyDynamic && !bodyA->asleep,
             b = bodyB->kind == ss_bodyDynamic && !bodyB->asleep;
        r->woken = r->woken || a || b;
        if ( r->p[0] > 0.0 && a != b && ( a ? bodyB : bodyA )->asleep )
        {
            next = ( a ? bodyB : bodyA )->island;
        }
    }
    return next;
}

/// What was laid on a sleeper and sleeps too is an island of its own, and wakes with its support.
static void wakeIsland( ssWorld* world, int island )
{
    while ( island >= 0 )
    {
        wakeBodies( world, island );
        island = wakeContacts( world );
    }
}

static void wakeOther( ssWorld* world, int a, int b, int id )
{
    int other = a == id ? b : b == id ? a : -1;
    if ( other >= 0 && world->bodies[other].asleep ) { wakeIsland( world, world->bodies[other].island ); }
}

void islandWakeBody( ssWorld* world, int id )
{
    Body* body = &world->bodies[id];
    body->restTime = body->kind == ss_bodyDynamic ? 0.0 : body->restTime;
    if ( body->asleep ) { wakeIsland( world, body->island ); }
    // A body that is not dynamic has changed: what sleeps on it or hangs on it may have to move.
    for ( int i = 0; i < world->restingCount && body->kind != ss_bodyDynamic; ++i )
    {
        wakeOther( world, world->resting[i].contact.a, world->resting[i].contact.b, id );
    }
    for ( int i = 0; i < world->jointCount && body->kind != ss_bodyDynamic; ++i )
    {
        wakeOther( world, world->joints[i].a, world->joints[i].b, id );
    }
}

void islandsWakeAll( ssWorld* world )
{
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        if ( world->bodies[i].asleep ) { wakeIsland( world, world->bodies[i].island ); }
    }
}

/// [m/s] How fast the surface of a body is that contacts do not move: 0 for a dynamic one without a belt.
static double drivenSpeed( const Body* body )
{
    return ( body->kind == ss_bodyKinematic ? speedOf( body ) : 0.0 ) + ssVec3_Length( body->beltVelocity );
}

/// Whether `awake` is near `sleeper` and is fast, driven, so that nothing stops it, or just put there.
static bool disturbs( const ssWorld* world, const Body* awake, const Body* sleeper )
{
    ssManifold manifold;
    return ( drivenSpeed( awake ) > 0.0 || awake->restTime < 0.0 ||
               speedOf( awake ) > WAKE_SPEED_FACTOR * sleepSpeed( world, sleeper ) ) &&
        ssCollide( &awake->shape, bodyShapePose( awake ), &sleeper->shape, bodyShapePose( sleeper ),
            WAKE_GAP_SHARE * sleeper->innerRadius, &manifold );
}

/// What presses on a sleeper since the step before is to be carried by it, and it may give way.
static void wakePressed( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const Body *a = &world->bodies[world->contacts[i].a], *b = &world->bodies[world->contacts[i].b];
        if ( a->asleep != b->asleep && a->kind == b->kind &&
            world->p[(size_t)i * (size_t)problem->dimension] > 0.0 )
        {
            wakeIsland( world, ( a->asleep ? a : b )->island );
        }
    }
}

void islandsWake( ssWorld* world )
{
    if ( !world->def.sleeping ) { return; }
    wakePressed( world );
    const ssBodyPair* pairs = ssBroadPhase_Pairs( world->broad );
    for ( int k = 0; k < ssBroadPhase_PairCount( world->broad ); ++k )
    {
        const Body *a = &world->bodies[pairs[k].a], *b = &world->bodies[pairs[k].b];
        if ( a->asleep != b->asleep && a->enabled && b->enabled )
        {
            const Body *sleeper = a->asleep ? a : b, *other = a->asleep ? b : a;
            if ( disturbs( world, other, sleeper ) ) { wakeIsland( world, sleeper->island ); }
        }
    }
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        world->bodies[i].restTime = ssMax( world->bodies[i].restTime, 0.0 );
    }
}

/// Stores contact i among the resting ones; false: no memory.
static bool keepResting( ssWorld* world, int i )
{
    if ( world->restingCount == world->restingCapacity &&
        !worldReserveResting( world, 2 * world->restingCapacity + 64 ) )
    {
        return false;
    }
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    Resting r = { .contact = world->contacts[i],
        .point = problem->points[i],
        .frame = problem->frames[i],
        .cone = problem->cones[i],
        .law = problem->laws[i],
        .lawIndex = problem->lawIndex[i] };
    for ( int c = 0; c < d; ++c ) { r.p[c] = world->p[(size_t)i * (size_t)d + (size_t)c]; }
    if ( worldHasLawMemory( world ) ) { lawMemoryRest( world, i, world->restingCount ); }
    world->resting[world->restingCount++] = r;
    world->restingChanged = true;
    return true;
}

/// Moves contacts between bodies that no longer move from the problem to the resting contacts.
static void moveToRest( ssWorld* world )
{
    int kept = 0;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        const Body *a = &world->bodies[world->contacts[i].a], *b = &world->bodies[world->contacts[i].b];
        if ( !bodyMoves( a ) && !bodyMoves( b ) && keepResting( world, i ) ) { continue; }
        contactMove( world, i, kept++ );
    }
    contactsShorten( world, kept );
}

static void startForest( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    (void)block;
    for ( int s = first; s < last; ++s ) { world->parents[s] = s; }
}

static void joinBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    const ssProblem* problem = &world->problem;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        int a = problem->bodyA[i], b = problem->bodyB[i];
        if ( a >= 0 && b >= 0 && world->p[(size_t)i * (size_t)problem->dimension] > 0.0 )
        {
            islandJoin( world->parents, a, b );
        }
    }
}

void islandsJoin( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    ssParallelFor( world->activeCount, ISLAND_BLOCK, startForest, world );
    ssParallelFor( problem->contactCount, ISLAND_BLOCK, joinBlock, world );
    for ( int k = 0; k < problem->rowCount; ++k )
    {
        if ( problem->rows[k].a >= 0 && problem->rows[k].b >= 0 )
        {
            islandJoin( world->parents, problem->rows[k].a, problem->rows[k].b );
        }
    }
}

typedef struct RootCount
{
    const ssWorld* world;
    int roots; // of all blocks
} RootCount;

static void countRoots( void* context, int block, int first, int last )
{
    RootCount* count = context;
    int roots = 0;
    (void)block;
    for ( int s = first; s < last; ++s ) { roots += count->world->parents[s] == s ? 1 : 0; }
    __atomic_fetch_add( &count->roots, roots, __ATOMIC_RELAXED );
}

/// Updates the rest times; an island's, at its root, is its bodies' shortest. True: one may sleep.
static bool addRest( ssWorld* world, double h, double* islandRest )
{
    bool some = false;
    for ( int s = 0; s < world->activeCount; ++s )
    {
        Body* body = &world->bodies[world->active[s]];
        bool pulled = springHolds( world, world->active[s] ) || drivenSpeed( body ) > 0.0;
        body->restTime = speedOf( body ) < sleepSpeed( world, body ) && !pulled ? body->restTime + h : 0.0;
        islandRest[s] = HUGE_VAL;
        some = some || body->restTime >= world->def.sleepTime;
    }
    for ( int s = 0; s < world->activeCount; ++s )
    {
        double* least = &islandRest[islandRoot( world->parents, s )];
        *least = ssMin( *least, world->bodies[world->active[s]].restTime );
    }
    return some;
}

// What holds an island, or moves it.
typedef struct Holding
{
    ssWorld* world;
    double* islandRest;
    bool* held; // at its root: by something outside it
} Holding;

/// Active body s is held by a body that is not active, or by the fixed world (-1).
static void hold( Holding* holding, int s, int by )
{
    ssWorld* world = holding->world;
    int root = islandRoot( world->parents, s );
    holding->held[root] = true;
    if ( by >= 0 && drivenSpeed( &world->bodies[by] ) > 0.0 )
    {
        holding->islandRest[root] = world->bodies[world->active[s]].restTime = 0.0;
    }
}

static void holdByJoint( Holding* holding, const Joint* joint )
{
    ssWorld* world = holding->world;
    int a = joint->a >= 0 ? world->slot[joint->a] : -1, b = joint->b >= 0 ? world->slot[joint->b] : -1;
    if ( a < 0 || b < 0 ) { hold( holding, a >= 0 ? a : b, a >= 0 ? joint->b : joint->a ); }
    if ( joint->kind == ss_jointMotion && joint->speed != 0.0 )
    {
        int driven = a >= 0 ? a : b;
        holding->islandRest[islandRoot( world->parents, driven )] =
            world->bodies[world->active[driven]].restTime = 0.0;
    }
}

/// Both bodies of a contact stay awake. Slots of bodies that are not active are negative.
static void keepAwake( Holding* holding, int a, int b )
{
    ssWorld* world = holding->world;
    for ( int k = 0; k < 2; ++k )
    {
        int s = k == 0 ? a : b;
        if ( s >= 0 )
        {
            holding->islandRest[islandRoot( world->parents, s )] = world->bodies[world->active[s]].restTime =
                0.0;
        }
    }
}

/// Not at rest, however slow: an island that nothing holds, one driven by a belt, a moving body or a motor,
/// and one held by friction that changes with time.
static void restOnlyWhereHeld( ssWorld* world, double* islandRest )
{
    const ssProblem* problem = &world->problem;
    Holding holding = { world, islandRest, world->bodyFlags };
    memset( holding.held, 0, sizeof( bool ) * (size_t)world->activeCount );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        int a = problem->bodyA[i], b = problem->bodyB[i];
        bool carries = world->p[(size_t)i * (size_t)problem->dimension] > 0.0;
        if ( carries && lawMemoryReadsTime( world, i ) ) { keepAwake( &holding, a, b ); }
        if ( ( a < 0 || b < 0 ) && carries )
        {
            hold( &holding, a >= 0 ? a : b, a >= 0 ? world->contacts[i].b : world->contacts[i].a );
        }
    }
    for ( int i = 0; i < world->jointCount; ++i )
    {
        if ( world->joints[i].rowCount > 0 ) { holdByJoint( &holding, &world->joints[i] ); }
    }
    for ( int s = 0; s < world->activeCount; ++s )
    {
        const Body* body = &world->bodies[world->active[s]];
        int root = islandRoot( world->parents, s );
        double pull = ssVec3_Length( ssVec3_MulAdd( body->force, body->mass, world->def.gravity ) );
        // Its rest time stays: a contact that carries nothing for one step is no fall.
        islandRest[root] = pull > 0.0 && !holding.held[root] ? 0.0 : islandRest[root];
    }
}

/// Puts to sleep the islands whose bodies have all rested long enough; true: there are some.
static bool sleepAtRest( ssWorld* world, double h )
{
    double* islandRest = world->bodyScratch;
    int* parents = world->parents;
    if ( !addRest( world, h, islandRest ) ) { return false; }
    restOnlyWhereHeld( world, islandRest );
    bool some = false;
    for ( int s = 0; s < world->activeCount; ++s )
    {
        int root = islandRoot( parents, s );
        if ( islandRest[root] >= world->def.sleepTime )
        {
            Body* body = &world->bodies[world->active[s]];
            body->asleep = some = true;
            body->island = world->active[root];
            body->velocity = body->omega = ssVec3_Make( 0.0, 0.0, 0.0 );
            memset( world->after + 6 * (size_t)s, 0, 6 * sizeof( double ) );
        }
    }
    return some;
}

int islandsUpdate( ssWorld* world, double h )
{
    RootCount count = { world, 0 };
    islandsJoin( world );
    ssParallelFor( world->activeCount, ISLAND_BLOCK, countRoots, &count );
    if ( world->def.sleeping && sleepAtRest( world, h ) )
    {
        moveToRest( world );
        double kinetic, potential;
        worldEnergies( world, &kinetic, &potential );
        world->ledger.numerics += world->ledger.kinetic - kinetic;
        world->ledger.kinetic = kinetic;
    }
    return count.roots;
}
