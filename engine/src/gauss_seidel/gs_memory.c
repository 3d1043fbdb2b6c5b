// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Memory of the kernel, all in an arena from ssGs_Begin to ssGs_End, and what is set before packing.

ssGs* ssCreateGs( ssArena* arena )
{
    ssArena* own = arena == NULL ? ssCreateArena() : NULL;
    ssGs* gs = arena != NULL || own != NULL ? ssArena_Alloc( arena, sizeof( ssGs ) ) : NULL;
    if ( gs == NULL )
    {
        ssDestroyArena( own );
        return NULL;
    }
    gs->arena = arena != NULL ? arena : own;
    gs->ownsArena = own != NULL;
    gs->straight = GS_STRAIGHT;
    ssGs_UseInstructionSet( gs, ssGsInstructionSetCount() - 1 );
    return gs;
}

void ssGs_AllowBentArms( ssGs* gs, double part ) { gs->straight = ssMax( part, GS_STRAIGHT ); }

void ssGs_Plan( ssGs* gs, const ssGsOptions* options ) { gs->plan = *options; }

int ssGs_BentArms( const ssGs* gs ) { return gs->bent; }

void ssDestroyGs( ssGs* gs )
{
    if ( gs == NULL ) { return; }
    ssGs_End( gs );
    if ( gs->ownsArena )
    {
        ssDestroyArena( gs->arena );
        ssRelease( gs );
    }
}

size_t ssGs_Bytes( const ssGs* gs, size_t* bodies )
{
    if ( bodies != NULL ) { *bodies = gs->mostForBodies; }
    return gs->most;
}

void* gsReserve( ssGs* gs, size_t bytes )
{
    void* memory = ssArena_Reserve( gs->arena, bytes );
    size_t used = ssArena_Used( gs->arena ) - gs->mark.used;
    gs->most = used > gs->most ? used : gs->most;
    return memory;
}

void* gsReserveForBodies( ssGs* gs, size_t bytes )
{
    gs->forBodies += bytes;
    gs->mostForBodies = gs->forBodies > gs->mostForBodies ? gs->forBodies : gs->mostForBodies;
    return gsReserve( gs, bytes );
}

bool gsReserveContacts( ssGs* gs, size_t contacts, size_t bodies )
{
    size_t blocks = contacts / GS_BLOCK + 2 * ( GS_COLOUR_MAX + 1 ); // the last block of a colour is not full
    gs->bodies = gsReserveForBodies( gs, ( bodies + GS_DUMMY_BODIES ) * sizeof( gsBody ) );
    gs->flags = gsReserveForBodies( gs, bodies );
    gs->partial = gsReserve( gs, blocks * sizeof( gsSums ) );
    gs->blockOrder = gsReserve( gs, blocks * sizeof( int ) );
    gs->sortingMark = ssArena_Mark( gs->arena );
    gs->start = gsReserve( gs, ( bodies + 2 ) * sizeof( int ) );
    gs->used = gsReserve( gs, bodies * sizeof( uint32_t ) );
    int* numbers = gsReserve( gs, contacts * ( 4 * sizeof( int ) + 2 ) );
    if ( !( gs->bodies && gs->flags && gs->partial && gs->blockOrder && gs->start && gs->used && numbers ) )
    {
        return false;
    }
    gs->movingA = numbers;
    gs->movingB = gs->movingA + contacts;
    gs->order = gs->movingB + contacts;
    gs->scratch = gs->order + contacts;
    gs->colour = (uint8_t*)( gs->scratch + contacts );
    gs->kind = gs->colour + contacts;
    return true;
}

void ssGs_End( ssGs* gs )
{
    if ( gs->packed )
    {
        ssArena_Release( gs->arena, gs->mark );
        gs->packed = false;
    }
}
