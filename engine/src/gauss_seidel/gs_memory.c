// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

#include <string.h>

// Memory of the kernel, which only grows, and the buffers it shares with its caller.

ssGs* ssCreateGs( void )
{
    return ssAlloc( sizeof( ssGs ) );
}

static gsStore* const* storesOf( ssGs* gs, gsStore** list )
{
    gsStore* stores[] = { &gs->bodyStore, &gs->inertiaStore, &gs->flagStore, &gs->previousReactionStore,
        &gs->startStore, &gs->usedStore, &gs->laneStore, &gs->partialStore, &gs->groupStore, &gs->serialStore,
        &gs->rowStore, &gs->previousBodyStore, NULL };
    memcpy( list, stores, sizeof( stores ) );
    return list;
}

void ssDestroyGs( ssGs* gs )
{
    gsStore* list[32];
    for ( gsStore* const* at = gs != NULL ? storesOf( gs, list ) : NULL; at != NULL && *at != NULL; ++at )
    {
        ssRelease( ( *at )->memory );
    }
    ssRelease( gs );
}

size_t ssGs_Bytes( const ssGs* gs, size_t* bodies )
{
    ssGs copy = *gs;
    gsStore* list[32];
    size_t sum = sizeof( ssGs );
    for ( gsStore* const* at = storesOf( &copy, list ); *at != NULL; ++at )
    {
        sum += ( *at )->bytes;
    }
    if ( bodies != NULL )
    {
        *bodies = gs->bodyStore.bytes + gs->inertiaStore.bytes + gs->flagStore.bytes + gs->startStore.bytes +
            gs->usedStore.bytes + gs->previousBodyStore.bytes;
    }
    return sum;
}

bool gsReserve( gsStore* store, size_t kept, size_t bytes, void* data )
{
    if ( bytes > store->bytes || store->data == NULL )
    {
        // There is room to grow, because the number of contacts changes from time step to time step.
        size_t larger = bytes + bytes / 64 + 64;
        void* memory = ssAlloc( larger + 64 );
        if ( memory == NULL )
        {
            return false;
        }
        void* aligned = (char*)memory + ( 64 - (uintptr_t)memory % 64 ) % 64;
        if ( kept > 0 )
        {
            memcpy( aligned, store->data, kept );
        }
        ssRelease( store->memory );
        store->memory = memory;
        store->data = aligned;
        store->bytes = larger;
    }
    memcpy( data, &store->data, sizeof( void* ) );
    return true;
}

bool gsReserveContacts( ssGs* gs, size_t contacts, size_t bodies )
{
    char* scratch = NULL;
    size_t perContact = 4 * sizeof( int ) + 2, blocks = contacts / GS_BLOCK + 2;
    bool room =
        gsReserve( &gs->bodyStore, 0, ( bodies + GS_DUMMY_BODIES ) * sizeof( gsBody ), &gs->bodies ) &&
        gsReserve( &gs->flagStore, 0, bodies, &gs->flags ) &&
        gsReserve( &gs->startStore, 0, ( bodies + 2 ) * sizeof( int ), &gs->start ) &&
        gsReserve( &gs->usedStore, 0, bodies * sizeof( uint32_t ), &gs->used ) &&
        gsReserve( &gs->partialStore, 0, blocks * sizeof( gsSums ), &gs->partial ) &&
        gsReserve( &gs->groupStore, 0, contacts * perContact, &scratch );
    if ( !room )
    {
        return false;
    }
    gs->movingA = (int*)(void*)scratch;
    gs->movingB = gs->movingA + contacts;
    gs->order = gs->movingB + contacts;
    gs->scratch = gs->order + contacts;
    gs->colour = (uint8_t*)( gs->scratch + contacts );
    gs->kind = gs->colour + contacts;
    return true;
}

void ssGs_UseBuffer( ssGs* gs, void* buffer, size_t bytes )
{
    SS_ASSERT( !gs->progress.begun );
    gs->callerBuffer = buffer;
    gs->callerBytes = bytes;
}

void* ssGs_IdleBuffer( ssGs* gs, size_t kept, size_t bytes )
{
    // The buffer is the memory of the groups, which every ssGs_Begin packs anew.
    void* buffer = NULL;
    gs->progress.begun = false;
    return gsReserve( &gs->groupStore, kept, bytes, &buffer ) ? buffer : NULL;
}
