// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

#include <string.h>

// Contacts are coloured, and those of the same colour and kind go into groups of four.

/// Moves contacts without a SIMD kernel to `scratch`; both keep their order. Returns how many stay.
static int separateSerialContacts( ssGs* gs )
{
    if ( gs->serialCount == 0 ) { return gs->contacts; }
    int inLanes = 0;
    gs->serialCount = 0;
    for ( int k = 0; k < gs->contacts; ++k )
    {
        int i = gs->order[k];
        if ( gs->kind[i] == gs_serial ) { gs->scratch[gs->serialCount++] = i; }
        else { gs->order[inLanes++] = i; }
    }
    return inLanes;
}

/// Contacts of each colour and kind.
typedef int Counts[GS_COLOUR_MAX + 1][gs_kinds];

// Contacts that one thread counts and places at a time.
#define CHUNK 4096

typedef struct Chunks
{
    ssGs* gs;
    Counts* counts; // per chunk: how many it has, then how many come before it
} Chunks;

static void countChunk( void* context, int chunk, int first, int last )
{
    const Chunks* chunks = context;
    const ssGs* gs = chunks->gs;
    int( *count )[gs_kinds] = chunks->counts[chunk];
    memset( count, 0, sizeof( Counts ) );
    for ( int k = first; k < last; ++k )
    {
        int i = gs->order[k];
        count[gs->colour[i]][gs->kind[i]] += 1;
    }
}

/// Replaces what the chunks have of a colour and kind by what comes before each of them; returns the sum.
static int sumChunks( Counts* counts, int chunks, int colour, int kind )
{
    int sum = 0;
    for ( int k = 0; k < chunks; ++k )
    {
        int own = counts[k][colour][kind];
        counts[k][colour][kind] = sum;
        sum += own;
    }
    return sum;
}

/// Counts the groups of each colour and kind and of each family, and finds where they begin.
static void countGroups( const Chunks* all, int inLanes, int familyGroups[GS_FAMILIES] )
{
    ssGs* gs = all->gs;
    int chunks = ssBlockCount( inLanes, CHUNK );
    ssParallelFor( inLanes, CHUNK, countChunk, (void*)(uintptr_t)all );
    gs->overflow = 0;
    gs->spheres = 0;
    for ( int index = 0; index <= gs->colours; ++index )
    {
        int c = gsColour( gs, index );
        for ( int kind = 0; kind < gs_kinds; ++kind )
        {
            int count = sumChunks( all->counts, chunks, c, kind );
            // Contacts of the overflow may share bodies: each is alone in its group.
            int groups = c == GS_COLOUR_MAX ? count : ( count + SIMD_WIDTH - 1 ) / SIMD_WIDTH;
            gs->firstGroup[c][kind] = familyGroups[gsFamily( kind )];
            gs->groupCount[c][kind] = groups;
            familyGroups[gsFamily( kind )] += groups;
            gs->overflow += c == GS_COLOUR_MAX ? count : 0;
            gs->spheres += kind < gs_body ? count : 0;
        }
    }
    gs->totalGroups = 0;
    for ( int family = 0; family < GS_FAMILIES; ++family )
    {
        gs->familyBase[family] = gs->totalGroups;
        gs->totalGroups += familyGroups[family];
    }
}

static void placeChunk( void* context, int chunk, int first, int last )
{
    const Chunks* chunks = context;
    ssGs* gs = chunks->gs;
    int( *count )[gs_kinds] = chunks->counts[chunk];
    for ( int k = first; k < last; ++k )
    {
        int i = gs->order[k], c = gs->colour[i], kind = gs->kind[i], at = count[c][kind]++;
        int group = gs->firstGroup[c][kind] + ( c == GS_COLOUR_MAX ? at : at / SIMD_WIDTH );
        gsLaneContacts( gs, kind, group )[c == GS_COLOUR_MAX ? 0 : at % SIMD_WIDTH] = i;
    }
}

/// Tells every lane and every serial contact which contact it is, and releases what was needed to find out.
static bool placeContacts( Chunks* chunks, int inLanes )
{
    ssGs* gs = chunks->gs;
    size_t serial = (size_t)gs->serialCount * sizeof( serialContact ),
           lanes = (size_t)gs->totalGroups * SIMD_WIDTH * sizeof( int );
    char* both = gsReserve( gs, serial + lanes );
    if ( both == NULL ) { return false; }
    gs->serialContacts = (serialContact*)(void*)both;
    gs->laneContacts = (int*)(void*)( both + serial );
    for ( int k = 0; k < gs->serialCount; ++k )
    {
        int i = gs->scratch[k];
        gs->serialContacts[k] = ( serialContact ){ .index = i, .a = gs->movingA[i], .b = gs->movingB[i] };
    }
    memset( gs->laneContacts, -1, lanes );
    ssParallelFor( inLanes, CHUNK, placeChunk, chunks );
    both = ssArena_Keep( gs->arena, gs->sortingMark, both, serial + lanes );
    gs->serialContacts = (serialContact*)(void*)both;
    gs->laneContacts = (int*)(void*)( both + serial );
    return true;
}

/// Divides the groups of every colour into blocks.
static void divideColours( ssGs* gs )
{
    gs->stageCount = 0;
    gs->blockCount = 0;
    for ( int index = 0; index <= gs->colours; ++index )
    {
        int c = gsColour( gs, index ), groups = 0;
        for ( int kind = 0; kind < gs_kinds; ++kind ) { groups += gs->groupCount[c][kind]; }
        if ( groups > 0 )
        {
            // Groups of the overflow may share bodies: they form one block, for one thread.
            int size = c < GS_COLOUR_MAX ? GS_BLOCK / SIMD_WIDTH : groups,
                blocks = ssBlockCount( groups, size );
            gs->stages[gs->stageCount++] = ( gsStage ){ c, groups, size, blocks, gs->blockCount };
            gs->blockCount += blocks;
        }
    }
}

/// The smaller of the moving bodies of the first contact of a block.
static int firstBody( const ssGs* gs, const gsStage* stage, int block )
{
    int group = block * stage->blockSize, kind = 0, a, b;
    for ( ; group >= gs->groupCount[stage->colour][kind]; ++kind )
    {
        group -= gs->groupCount[stage->colour][kind];
    }
    int contact = gsLaneContacts( gs, kind, gs->firstGroup[stage->colour][kind] + group )[0];
    gsMovingBodies( gs, contact, &a, &b );
    return a >= 0 && a < b ? a : b;
}

/// Lists the blocks of a colour by bodies, not kinds, so that a thread that takes the same part of each list
/// meets the same bodies in every colour. Kinds are in order and are merged one by one.
static void orderBlocks( ssGs* gs, const gsStage* stage, int* keys )
{
    int* order = gs->blockOrder + stage->firstBlock;
    for ( int block = 0; block < stage->blocks; ++block ) { keys[block] = firstBody( gs, stage, block ); }
    for ( int begin = 0, end; begin < stage->blocks; begin = end )
    {
        for ( end = begin + 1; end < stage->blocks && keys[end] >= keys[end - 1]; ++end ) {}
        // From the back, so that nothing is overwritten that is still needed.
        for ( int to = end - 1, old = begin - 1, added = end - 1; added >= begin; --to )
        {
            bool takesOld = old >= 0 && keys[order[old]] > keys[added];
            order[to] = takesOld ? order[old--] : added--;
        }
    }
}

/// Sorts what is out of order: in a world, contacts with the ground, which come first. `order` is as given.
static void sortContacts( ssGs* gs )
{
    const int *a = gs->movingA, *b = gs->movingB;
    int last = 0, count = gs->unsorted;
    for ( int i = 1; i < count; ++i ) { last = gsComesBefore( a[last], b[last], a[i], b[i] ) ? i : last; }
    while ( count > 0 && count < gs->contacts && gsComesBefore( a[count], b[count], a[last], b[last] ) )
    {
        count += 1;
    }
    if ( count > 0 ) { gsSortContacts( count, a, b, gs->bodyCount, gs->order, gs->scratch, gs->start ); }
}

/// Colours the first `count` contacts in `order`.
static void colourContacts( ssGs* gs, int count )
{
    gs->colours =
        gsColourContacts( count, gs->order, gs->movingA, gs->movingB, gs->bodyCount, gs->used, gs->colour );
}

void gsSortAndColour( ssGs* gs )
{
    sortContacts( gs );
    colourContacts( gs, gs->contacts );
}

/// Memory for the groups, families one after the other. False when there is none.
static bool reserveGroups( ssGs* gs, const int groups[GS_FAMILIES] )
{
    size_t equal = (size_t)groups[0] * sizeof( equalGroup ),
           spheres = (size_t)groups[1] * sizeof( sphereGroup ),
           coupled = (size_t)groups[2] * sizeof( coupledSphereGroup ),
           biased = (size_t)groups[3] * sizeof( biasedSphereGroup ),
           bodies = (size_t)groups[4] * sizeof( bodyGroup );
    char* all = gsReserve( gs, equal + spheres + coupled + biased + bodies );
    if ( all == NULL ) { return false; }
    gs->equalGroups = (equalGroup*)(void*)all;
    gs->sphereGroups = (sphereGroup*)(void*)( all += equal );
    gs->coupledGroups = (coupledSphereGroup*)(void*)( all += spheres );
    gs->biasedGroups = (biasedSphereGroup*)(void*)( all += coupled );
    gs->bodyGroups = (bodyGroup*)(void*)( all += biased );
    return true;
}

bool gsArrangeGroups( ssGs* gs )
{
    int familyGroups[GS_FAMILIES] = { 0 };
    int inLanes = separateSerialContacts( gs );
    Chunks chunks = { gs, gsReserve( gs, (size_t)ssBlockCount( inLanes, CHUNK ) * sizeof( Counts ) ) };
    if ( chunks.counts == NULL ) { return false; }
    if ( inLanes < gs->contacts )
    {
        colourContacts( gs, inLanes ); // the others would take up colours
    }
    countGroups( &chunks, inLanes, familyGroups );
    divideColours( gs );
    if ( !placeContacts( &chunks, inLanes ) ) { return false; }
    for ( int index = 0; index < gs->stageCount; ++index )
    {
        orderBlocks( gs, &gs->stages[index], (int*)(void*)gs->partial );
    }
    return gs->single != NULL ? gsSingleReserve( gs, familyGroups ) : reserveGroups( gs, familyGroups );
}
