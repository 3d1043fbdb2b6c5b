// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// The memory of a world: its arrays, which only grow, and their size in bytes.

/// Returns a longer copy in place of an array; NULL: no memory, and nothing has changed.
static void* lengthen( void* array, size_t size, int used, int capacity )
{
    void* longer = ssAlloc( size * ( (size_t)capacity + 1 ) );
    if ( longer != NULL )
    {
        if ( array != NULL ) { memcpy( longer, array, size * (size_t)used ); }
        ssRelease( array );
    }
    return longer;
}

// Lengthens an array in place; the value is false when there is no memory. Needs a local `void* longer`.
#define GROW( array, used, capacity )                                   \
    ( longer = lengthen( array, sizeof( *( array ) ), used, capacity ), \
        ( array ) = longer != NULL ? longer : ( array ), longer != NULL )

bool worldReserveBodies( ssWorld* world, int capacity )
{
    if ( capacity <= world->bodyCapacity && world->bodies != NULL ) { return true; }
    ssProblem* problem = &world->problem;
    void* longer = NULL;
    int used = world->bodyCount;
    bool enough = handlesReserve( &world->bodyHandles, capacity ) && GROW( world->bodies, used, capacity ) &&
        GROW( world->bodyFlags, 0, capacity ) && GROW( world->bodyScratch, 0, capacity ) &&
        GROW( world->slot, used, capacity ) && GROW( world->active, used, capacity ) &&
        GROW( world->before, 6 * used, 6 * capacity ) && GROW( world->after, 6 * used, 6 * capacity ) &&
        GROW( world->parents, 0, capacity ) && GROW( problem->bodies, used, capacity ) &&
        GROW( problem->inverseMass, used, capacity ) && GROW( problem->inverseInertia, used, capacity ) &&
        GROW( problem->freeVelocity, 6 * used, 6 * capacity );
    world->bodyCapacity = enough ? capacity : world->bodyCapacity;
    return enough;
}

bool worldReservePlanes( ssWorld* world, int capacity )
{
    void* longer = NULL;
    if ( capacity > world->planeCapacity && GROW( world->planes, 0, capacity ) )
    {
        world->planeCapacity = capacity;
    }
    return capacity <= world->planeCapacity;
}

bool worldReserveJoints( ssWorld* world, int capacity )
{
    void* longer = NULL;
    if ( capacity > world->jointCapacity && handlesReserve( &world->jointHandles, capacity ) &&
        GROW( world->joints, world->jointCount, capacity ) )
    {
        world->jointCapacity = capacity;
    }
    return capacity <= world->jointCapacity;
}

bool worldReservePairs( ssWorld* world, int capacity )
{
    void* longer = NULL;
    int grown = capacity > 2 * world->pairCapacity ? capacity : 2 * world->pairCapacity;
    if ( capacity > world->pairCapacity && GROW( world->pairs, world->pairCount, grown ) )
    {
        world->pairCapacity = grown;
    }
    return capacity <= world->pairCapacity;
}

bool worldReserveResting( ssWorld* world, int capacity )
{
    void* longer = NULL;
    if ( capacity > world->restingCapacity && GROW( world->resting, world->restingCount, capacity ) &&
        ( !worldHasLawMemory( world ) || GROW( world->restingStates, world->restingCount, capacity ) ) )
    {
        world->restingCapacity = capacity;
    }
    return capacity <= world->restingCapacity;
}

// The kernel lays reactions out by fours with gaps: so many more contacts, and this share.
#define LANE_CONTACTS 16
#define LANE_SHARE 32

static int reactionRoom( int contacts, int rows )
{
    return 6 * ( contacts + contacts / LANE_SHARE + LANE_CONTACTS ) + rows;
}

size_t worldReactionRoom( const ssWorld* world )
{
    return (size_t)reactionRoom( world->contactCapacity, world->rowCapacity );
}

/// Lengthens what contacts under the user's own laws remember.
static bool growLawMemory( ssWorld* world, int used, int contacts )
{
    ssProblem* problem = &world->problem;
    void* longer = NULL;
    const int row = SS_LAW_MAX_STATES;
    bool enough = GROW( world->ownLaws, used, contacts ) && GROW( problem->lawSites, used, contacts ) &&
        GROW( problem->lawStates, row * used, row * contacts ) &&
        GROW( world->nextStates, row * used, row * contacts );
    for ( int i = 0; i < used && enough; ++i )
    {
        problem->lawSites[i].state = problem->lawStates + (size_t)i * SS_LAW_MAX_STATES;
    }
    return enough;
}

bool contactsReserve( ssWorld* world, int contacts, int rows )
{
    // A stiffness, or another law of impacts, may have been set after the contacts were reserved. An array
    // that is there grows along, even while nothing needs it.
    bool turns = world->def.impacts == ss_impactsSequential || world->struck != NULL;
    bool soft = worldIsCompliant( world );
    bool compliant = !soft || world->complianceCapacity >= 6 * world->contactCapacity + world->rowCapacity;
    if ( contacts <= world->contactCapacity && rows <= world->rowCapacity && world->p != NULL && compliant &&
        ( !turns || world->struck != NULL ) )
    {
        return true;
    }
    ssProblem* problem = &world->problem;
    void* longer = NULL;
    int used = problem->contactCount;
    contacts = contacts > world->contactCapacity ? contacts : world->contactCapacity;
    rows = rows > world->rowCapacity ? rows : world->rowCapacity;
    int compliance = soft ? 6 * contacts + rows : 0;
    bool enough = GROW( world->contacts, used, contacts ) &&
        ( !turns || GROW( world->struck, world->struck != NULL ? 6 * used : 0, 6 * contacts ) ) &&
        GROW( problem->cones, used, contacts ) && GROW( problem->laws, used, contacts ) &&
        GROW( problem->lawIndex, used, contacts ) &&
        ( problem->lawScale == NULL || GROW( problem->lawScale, used, contacts ) ) &&
        GROW( problem->q, 6 * used, 6 * contacts ) && GROW( problem->bodyA, used, contacts ) &&
        GROW( problem->bodyB, used, contacts ) && GROW( problem->points, used, contacts ) &&
        GROW( problem->frames, used, contacts ) && GROW( problem->rows, problem->rowCount, rows ) &&
        GROW( problem->armsA, used, contacts ) && GROW( problem->armsB, used, contacts ) &&
        GROW( world->p, 6 * used + problem->rowCount, reactionRoom( contacts, rows ) ) &&
        GROW( world->compliance, 0, compliance ) &&
        ( !worldHasLawMemory( world ) || growLawMemory( world, used, contacts ) );
    world->complianceCapacity = enough ? compliance : 0;
    world->contactCapacity = enough ? contacts : world->contactCapacity;
    world->rowCapacity = enough ? rows : world->rowCapacity;
    return enough;
}

void worldReleaseArrays( ssWorld* world )
{
    ssProblem* problem = &world->problem;
    void* arrays[] = { world->bodies, world->joints, world->pairs, world->laws, world->lawDefs,
        world->lawReplaced, world->planes, world->bodyFlags, world->bodyScratch, world->contacts,
        world->struck, world->p, problem->armsA, problem->armsB, world->resting, world->slot, world->active,
        world->before, world->after, world->parents, problem->cones, problem->laws, problem->lawIndex,
        problem->lawScale, problem->q, world->compliance, problem->bodies, problem->inverseMass,
        problem->inverseInertia, problem->freeVelocity, problem->bodyA, problem->bodyB, problem->points,
        problem->frames, problem->rows, problem->lawSites, problem->lawStates, world->ownLaws,
        world->nextStates, world->restingStates };
    for ( int i = 0; i < SS_COUNT( arrays ); ++i ) { ssRelease( arrays[i] ); }
    eventsRelease( world );
    handlesRelease( &world->bodyHandles );
    handlesRelease( &world->jointHandles );
    handlesRelease( &world->lawHandles );
}

/// The part of the arena that the stages need; the rest is for solvers of the table.
static size_t bytesForStages( const ssWorld* world )
{
    size_t all = ssArena_Bytes( world->arena ), peak = ssArena_Peak( world->arena );
    peak = peak > world->stagePeak ? peak : world->stagePeak;
    return world->tablePeak > peak && peak < all ? peak : all;
}

size_t ssWorld_Memory( const ssWorld* world, size_t* contacts )
{
    if ( world == NULL )
    {
        if ( contacts != NULL ) { *contacts = 0; }
        return 0;
    }
    // bodyFlags; bodyScratch, inverseMass; slot, active, parents; before,
    // after, freeVelocity; bodies, inverseInertia
    size_t perBody = sizeof( Body ) + sizeof( bool ) + 2 * sizeof( double ) + 3 * sizeof( int ) +
        18 * sizeof( double ) + sizeof( ssProblemBody ) + sizeof( ssMat3 );
    // law; lawIndex, bodyA, bodyB; q; points, armsA, armsB; frames; lawScale
    size_t perContact = sizeof( Contact ) + sizeof( ssCone ) + 1 + sizeof( int ) * 3 + 6 * sizeof( double ) +
        3 * sizeof( ssVec3 ) + sizeof( ssProblemFrame ) +
        ( world->problem.lawScale != NULL ? sizeof( double ) : 0 ) +
        ( world->struck != NULL ? 6 * sizeof( double ) : 0 ) +
        ( worldHasLawMemory( world )
                ? sizeof( int ) + sizeof( ssLawSite ) + 2 * SS_LAW_MAX_STATES * sizeof( double )
                : 0 );
    size_t perResting = sizeof( Resting ) + ( worldHasLawMemory( world ) ? sizeof( RestingState ) : 0 );
    // A stage that is not about contacts is the broad one, with a box per body.
    size_t boxes = ( sizeof( ssAabb ) + sizeof( ssBroadKind ) ) * (size_t)world->bodyCount;
    size_t inArena = bytesForStages( world ),
           bodiesInArena = world->gsBytesForBodies > boxes ? world->gsBytesForBodies : boxes;
    bodiesInArena +=
        world->def.theta == 0.0 ? ( sizeof( MidStart ) + sizeof( Shift ) ) * (size_t)world->bodyCount : 0;
    bodiesInArena = bodiesInArena < inArena ? bodiesInArena : inArena;
    size_t forContacts = perContact * (size_t)world->contactCapacity +
        sizeof( double ) * worldReactionRoom( world ) + perResting * (size_t)world->restingCapacity +
        eventsBytes( world ) + inArena - bodiesInArena;
    if ( contacts != NULL ) { *contacts = forContacts; }
    return sizeof( ssWorld ) + perBody * (size_t)world->bodyCapacity + forContacts + bodiesInArena +
        sizeof( Joint ) * (size_t)world->jointCapacity + handlesBytes( &world->bodyHandles ) +
        handlesBytes( &world->jointHandles ) + sizeof( PairMaterial ) * (size_t)world->pairCapacity +
        ssBroadPhase_Memory( world->broad );
}

size_t ssWorld_ScratchMemory( const ssWorld* world )
{
    return world != NULL && world->tablePeak > 0 ? ssArena_Bytes( world->arena ) - bytesForStages( world )
                                                 : 0;
}
