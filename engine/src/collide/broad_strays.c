// SPDX-License-Identifier: MIT
#include "collide/broad_private.h"
#include "slipstick/parallel.h"

// Strays: bodies that left their boxes of the grid, changed their kind, or came after it was filled.

/// Whether the body is still within its box of the grid; of a ball, the ball within the ball of that box.
static bool isInside( const Entry* entry, const ssAabb* box )
{
    ssAabb wide = broadEntryBox( entry );
    if ( entry->kind != ss_broadBall )
    {
        return box->lower.x >= wide.lower.x && box->lower.y >= wide.lower.y && box->lower.z >= wide.lower.z &&
            box->upper.x <= wide.upper.x && box->upper.y <= wide.upper.y && box->upper.z <= wide.upper.z;
    }
    ssVec3 d = ssVec3_Sub( centreOf( box ), centreOf( &wide ) );
    double shortest = ssMin(
        wide.upper.x - wide.lower.x, ssMin( wide.upper.y - wide.lower.y, wide.upper.z - wide.lower.z ) );
    double room = 0.5 * ( shortest - longestSide( box ) );
    return room >= 0.0 && ssVec3_Dot( d, d ) <= room * room;
}

double broadTravel( const ssBroadPhase* bp, int body, const ssAabb* box )
{
    ssAabb wide = broadEntryBox( bp->entries + bp->entryOf[body] );
    return ssVec3_Length( ssVec3_Sub( centreOf( box ), centreOf( &wide ) ) ) / bp->age;
}

static void findStrays( void* context, int block, int first, int last )
{
    const Update* update = context;
    const ssBroadPhase* bp = update->bp;
    int strays = 0;
    for ( int i = first; i < last; ++i )
    {
        const ssAabb* box = update->boxes + i;
        int level = i < bp->gridCount ? bp->levelOf[i] & ~STRAY : LEVELS;
        bool present = kindOf( update, i ) != ss_broadAbsent && boxIsValid( box ), gone = present;
        if ( level < LEVELS )
        {
            const Entry* entry = bp->entries + bp->entryOf[i];
            gone = !present || entry->kind != kindOf( update, i ) || !isInside( entry, box );
        }
        strays += gone && present ? 1 : 0;
        bp->levelOf[i] = (uint8_t)( level | ( gone ? STRAY : 0 ) );
    }
    bp->strayCounts[block] = strays;
}

int broadFindStrays( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    int blocks = ssBlockCount( update->count, BLOCK_SIZE ), all = 0;
    ssParallelFor( update->count, BLOCK_SIZE, findStrays, (void*)update );
    for ( int block = 0; block < blocks; ++block )
    {
        int own = bp->strayCounts[block];
        bp->strayCounts[block] = all;
        all += own;
    }
    bp->strayCounts[blocks] = all;
    return all;
}

static void countFast( void* context, int block, int first, int last )
{
    const Update* update = context;
    const ssBroadPhase* bp = update->bp;
    int fast = 0;
    for ( int i = first; i < last; ++i )
    {
        const ssAabb* box = update->boxes + i;
        bool known = kindOf( update, i ) != ss_broadAbsent && boxIsValid( box ) && i < bp->gridCount &&
            ( bp->levelOf[i] & ~STRAY ) < LEVELS;
        fast += known && LIFE * broadTravel( bp, i, box ) > FAST_SHARE * longestSide( box ) ? 1 : 0;
    }
    bp->blockCount[block] = fast;
}

int broadCountFast( const Update* update )
{
    int fast = 0;
    ssParallelFor( update->count, BLOCK_SIZE, countFast, (void*)update );
    for ( int block = 0; block < ssBlockCount( update->count, BLOCK_SIZE ); ++block )
    {
        fast += update->bp->blockCount[block];
    }
    return fast;
}

static void listStrays( void* context, int block, int first, int last )
{
    const Update* update = context;
    ssBroadPhase* bp = update->bp;
    int k = bp->strayCounts[block];
    for ( int i = first; i < last; ++i )
    {
        if ( ( bp->levelOf[i] & STRAY ) != 0 && kindOf( update, i ) != ss_broadAbsent &&
            boxIsValid( update->boxes + i ) )
        {
            bp->strays.bodies[k] = i;
            bp->strays.boxes[k] = update->boxes[i];
            bp->strays.kinds[k] = kindOf( update, i );
            ++k;
        }
    }
}

/// Room for `most` at once, so that it need not grow with their number.
static bool reserveStrays( Strays* strays, int count, int most )
{
    int bodies = strays->capacity, boxes = bodies, kinds = bodies;
    bool success = broadReserve( (void**)&strays->bodies, &bodies, most, sizeof( int ) ) &&
        broadReserve( (void**)&strays->boxes, &boxes, most, sizeof( ssAabb ) ) &&
        broadReserve( (void**)&strays->kinds, &kinds, most, sizeof( ssBroadKind ) );
    strays->capacity = success ? bodies : 0;
    strays->count = count;
    return success;
}

/// Finds the pairs of two strays, by a grid of their own; returns their number, or -1: no memory.
static int searchAmongStrays( ssBroadPhase* bp )
{
    int count = bp->strays.count;
    if ( bp->amongStrays == NULL && ssCreateBroadPhase( &bp->amongStrays ).code != ss_ok ) { return -1; }
    Update update = {
        .bp = bp->amongStrays, .count = count, .boxes = bp->strays.boxes, .kinds = bp->strays.kinds
    };
    return broadGrowBodies( bp->amongStrays, bp->strays.capacity ) && broadFillGrid( &update )
        ? broadQueryGrid( &update )
        : -1;
}

bool broadSearchStrays( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    int count = bp->strayCounts[ssBlockCount( update->count, BLOCK_SIZE )];
    if ( !reserveStrays( &bp->strays, count, update->count / STRAY_BODIES ) ) { return false; }
    FoundPairs sources[2] = { { .blocks = 0 }, { .blocks = 0 } };
    int withOthers = 0, among = 0;
    if ( bp->strays.count > 0 )
    {
        ssParallelFor( update->count, BLOCK_SIZE, listStrays, (void*)update );
        among = searchAmongStrays( bp );
        withOthers = broadQueryStrays( update );
        const ssBroadPhase* inner = bp->amongStrays;
        if ( among < 0 || withOthers < 0 ) { return false; }
        sources[0] = ( FoundPairs ){ bp->found, bp->blockCount, bp->blockPairs,
            ssBlockCount( bp->strays.count, STRAY_BLOCK ), NULL };
        sources[1] = ( FoundPairs ){ inner->found, inner->blockCount, inner->blockPairs,
            ssBlockCount( broadEntryCount( inner ), QUERY_BLOCK ), bp->strays.bodies };
    }
    return broadSort( &bp->strayRuns, update->count, among + withOthers, sources );
}
