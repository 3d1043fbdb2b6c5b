// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <string.h>

// The arrays of a world: how they grow, and how much they hold.

/// A longer copy of an array, which is released; NULL and nothing changed when there is no memory.
static void* lengthen( void* array, size_t size, int used, int capacity )
{
    void* longer = ssAlloc( size * ( (size_t)capacity + 1 ) );
    if ( longer != NULL )
    {
        if ( array != NULL )
        {
            memcpy( longer, array, size * (size_t)used );
        }
        ssRelease( array );
    }
    return longer;
}

// needs a local `void* longer`
#define GROW( array, used, capacity )                                   \
    ( longer = lengthen( array, sizeof( *( array ) ), used, capacity ), \
        ( array ) = longer != NULL ? longer : ( array ), longer != NULL )

bool worldReserveBodies( ssWorld* world, int capacity )
{
    if ( capacity <= world->bodyCapacity && world->bodies != NULL )
    {
        return true;
    }
    ssProblem* problem = &world->problem;
    void* longer = NULL;
    int used = world->bodyCount;
    bool room = GROW( world->bodies, used, capacity ) && GROW( world->wake, 0, capacity ) &&
        GROW( world->alarms, 0, capacity ) && GROW( world->slot, used, capacity ) &&
        GROW( world->active, used, capacity ) && GROW( world->before, 6 * used, 6 * capacity ) &&
        GROW( world->after, 6 * used, 6 * capacity ) && GROW( world->parents, 0, capacity ) &&
        GROW( problem->bodies, used, capacity ) && GROW( problem->inverseMass, used, capacity ) &&
        GROW( problem->inverseInertia, used, capacity ) &&
        GROW( problem->freeVelocity, 6 * used, 6 * capacity );
    world->bodyCapacity = room ? capacity : world->bodyCapacity;
    return room;
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
    if ( capacity > world->jointCapacity && GROW( world->joints, world->jointCount, capacity ) )
    {
        world->jointCapacity = capacity;
    }
    return capacity <= world->jointCapacity;
}

bool worldReserveResting( ssWorld* world, int capacity )
{
    void* longer = NULL;
    if ( capacity > world->restingCapacity && GROW( world->resting, world->restingCount, capacity ) )
    {
        world->restingCapacity = capacity;
    }
    return capacity <= world->restingCapacity;
}

// Of few contacts groups of four are seldom full, and want more for their extrapolation than p and the arms take.
#define ROOM_LEAST 64

size_t contactsRoom( int contacts, int rows )
{
    return 12 * (size_t)( contacts > ROOM_LEAST ? contacts : ROOM_LEAST ) + (size_t)rows;
}

/// p, armsA and armsB side by side: between packing and reading out the passes have the room.
static bool reserveRoom( ssWorld* world, int contacts, int rows )
{
    ssProblem* problem = &world->problem;
    double* room = ssAlloc( sizeof( double ) * contactsRoom( contacts, rows ) );
    if ( room == NULL )
    {
        return false;
    }
    ssVec3 *armsA = (ssVec3*)(void*)( room + 6 * (size_t)contacts + rows ), *armsB = armsA + contacts;
    size_t used = (size_t)problem->contactCount;
    if ( world->p != NULL )
    {
        memcpy( room, world->p, sizeof( double ) * ( 6 * used + (size_t)problem->rowCount ) );
        memcpy( armsA, problem->armsA, sizeof( ssVec3 ) * used );
        memcpy( armsB, problem->armsB, sizeof( ssVec3 ) * used );
    }
    ssRelease( world->p );
    world->p = room;
    problem->armsA = armsA;
    problem->armsB = armsB;
    return true;
}

bool contactsReserve( ssWorld* world, int contacts, int rows )
{
    // a stiffness may come in flight
    bool compliant = !( world->def.stiffness > 0.0 ) ||
        world->complianceCapacity >= 6 * world->contactCapacity + world->rowCapacity;
    if ( contacts <= world->contactCapacity && rows <= world->rowCapacity && world->p != NULL && compliant )
    {
        return true;
    }
    ssProblem* problem = &world->problem;
    void* longer = NULL;
    int used = problem->contactCount;
    contacts = contacts > world->contactCapacity ? contacts : world->contactCapacity;
    rows = rows > world->rowCapacity ? rows : world->rowCapacity;
    int compliance = world->def.stiffness > 0.0 ? 6 * contacts + rows : 0;
    bool room = GROW( world->contacts, used, contacts ) && GROW( problem->cones, used, contacts ) &&
        GROW( problem->laws, used, contacts ) && GROW( problem->lawIndex, used, contacts ) &&
        ( problem->lawScale == NULL || GROW( problem->lawScale, used, contacts ) ) &&
        GROW( problem->q, 6 * used, 6 * contacts ) && GROW( problem->bodyA, used, contacts ) &&
        GROW( problem->bodyB, used, contacts ) && GROW( problem->points, used, contacts ) &&
        GROW( problem->frames, used, contacts ) && GROW( problem->rows, problem->rowCount, rows ) &&
        reserveRoom( world, contacts, rows ) && GROW( world->compliance, 0, compliance );
    world->complianceCapacity = room ? compliance : 0;
    world->contactCapacity = room ? contacts : world->contactCapacity;
    world->rowCapacity = room ? rows : world->rowCapacity;
    return room;
}

void worldReleaseArrays( ssWorld* world )
{
    ssProblem* problem = &world->problem;
    void* arrays[] = { world->bodies, world->joints, world->laws, world->lawDefs, world->planes, world->wake,
        world->alarms, world->contacts, world->p, world->resting, world->slot, world->active, world->before,
        world->after, world->parents, problem->cones, problem->laws, problem->lawIndex, problem->lawScale,
        problem->q, world->compliance, problem->bodies, problem->inverseMass, problem->inverseInertia,
        problem->freeVelocity, problem->bodyA, problem->bodyB, problem->points, problem->frames,
        problem->rows };
    for ( int i = 0; i < SS_COUNT( arrays ); ++i )
    {
        ssRelease( arrays[i] );
    }
}

size_t ssWorld_Memory( const ssWorld* world, size_t* contacts )
{
    // wake, alarms, slot, active, parents; inverse mass; before, after, freeVelocity; the problem's body
    size_t perBody = sizeof( Body ) + sizeof( bool ) + 2 * sizeof( double ) + 3 * sizeof( int ) +
        18 * sizeof( double ) + sizeof( ssProblemBody ) + sizeof( ssMat3 );
    // law, bodies; q; points
    size_t perContact = sizeof( Contact ) + sizeof( ssCone ) + 1 + sizeof( int ) * 3 + 6 * sizeof( double ) +
        sizeof( ssVec3 ) + sizeof( ssProblemFrame ) +
        ( world->problem.lawScale != NULL ? sizeof( double ) : 0 );
    size_t gsBodies = 0, kernel = ssGs_Bytes( world->gs, &gsBodies );
    size_t forContacts = perContact * (size_t)world->contactCapacity +
        sizeof( double ) * contactsRoom( world->contactCapacity, world->rowCapacity ) +
        sizeof( Resting ) * (size_t)world->restingCapacity + kernel - gsBodies;
    if ( contacts != NULL )
    {
        *contacts = forContacts;
    }
    return sizeof( ssWorld ) + perBody * (size_t)world->bodyCapacity + forContacts + gsBodies +
        sizeof( Joint ) * (size_t)world->jointCapacity + ssBroadPhase_Memory( world->broad );
}

size_t ssWorld_ScratchMemory( const ssWorld* world )
{
    return world->scratch != NULL ? sizeof( scratchSpace ) + scratchBytes( world->scratch ) : 0;
}
