// SPDX-License-Identifier: MIT
#include "collide/broad_private.h"
#include "slipstick/parallel.h"

#include <string.h>

// The broad phase: whether the grid of an earlier update still serves, the search of a new one, and the
// sorted list of pairs, whose order does not depend on the threads.

#define MARGIN_SHARE 0.06 // least margin of a wide box over its longest side
#define MARGIN_MAX 4.0    // largest
#define FAST_BODIES 16    // one body in so many may be fast, or wide boxes do not pay
#define LIFE_MIN 4        // updates below which wide boxes have not paid
#define FAST_PAUSE 3      // updates for which fast bodies are taken to remain so
#define PATIENCE_MAX 15   // most updates without wide boxes until they are tried again

ssResult ssCreateBroadPhase( ssBroadPhase** broadPhase )
{
    *broadPhase = ssAlloc( sizeof( ssBroadPhase ) );
    return *broadPhase != NULL ? ssOk()
                               : ssError( ss_errorMemory, NULL, "out of memory for the broad phase" );
}

void ssDestroyBroadPhase( ssBroadPhase* bp )
{
    if ( bp != NULL )
    {
        ssRelease( bp->entries );
        ssRelease( bp->wideRuns.heads );
        ssRelease( bp->wideRuns.partners );
        ssRelease( bp->strayRuns.heads );
        ssRelease( bp->strayRuns.partners );
        ssRelease( bp->strays.bodies );
        ssRelease( bp->strays.boxes );
        ssRelease( bp->strays.kinds );
        ssDestroyBroadPhase( bp->amongStrays );
        ssRelease( bp->parts );
        ssRelease( bp->strayCounts );
        ssRelease( bp->planes );
        ssRelease( bp->levelOf );
        ssRelease( bp->entryOf );
        ssRelease( bp->cells );
        ssRelease( bp->blockCount );
        ssRelease( bp->found );
        ssRelease( bp->pairs );
        ssRelease( bp );
    }
}

void ssBroadPhase_UseArena( ssBroadPhase* bp, ssArena* arena )
{
    if ( bp->arena == NULL ) { ssRelease( bp->found ); }
    bp->found = NULL;
    bp->foundCapacity = 0;
    bp->arena = arena;
}

int ssBroadPhase_PairCount( const ssBroadPhase* bp ) { return bp->pairCount; }

const ssBodyPair* ssBroadPhase_Pairs( const ssBroadPhase* bp ) { return bp->pairs; }

size_t ssBroadPhase_Memory( const ssBroadPhase* bp )
{
    size_t perBody = sizeof( Entry ) + sizeof( uint8_t ) + 3 * sizeof( int ),
           perStray = sizeof( int ) + sizeof( ssAabb ) + sizeof( ssBroadKind );
    int numbers = bp->cellCapacity + bp->wideRuns.capacity + bp->strayRuns.capacity + bp->blockCapacity;
    return sizeof( *bp ) + (size_t)bp->bodyCapacity * perBody + (size_t)numbers * sizeof( int ) +
        (size_t)bp->partCapacity * sizeof( Level ) + (size_t)bp->strayCountCapacity * sizeof( int ) +
        (size_t)bp->planeCapacity * sizeof( ssBroadPlane ) + (size_t)bp->strays.capacity * perStray +
        (size_t)( bp->pairCapacity + bp->foundCapacity ) * sizeof( ssBodyPair ) +
        ( bp->amongStrays != NULL ? ssBroadPhase_Memory( bp->amongStrays ) : 0 );
}

/// Makes room for `count` items, without the contents; a sixteenth more, so that slow growth is cheap.
bool broadReserve( void** memory, int* capacity, int count, size_t size )
{
    if ( count > *capacity )
    {
        ssRelease( *memory );
        *capacity = count + count / 16 + 16;
        *memory = ssAlloc( (size_t)*capacity * size );
        *capacity = *memory != NULL ? *capacity : 0;
    }
    return *memory != NULL || count == 0;
}

bool broadReserveFound( ssBroadPhase* bp, int count )
{
    if ( bp->arena == NULL )
    {
        return broadReserve( (void**)&bp->found, &bp->foundCapacity, count, sizeof( ssBodyPair ) );
    }
    ssArena_Release( bp->arena, bp->mark ); // nothing else of an update lies there
    bp->found = ssArena_Reserve( bp->arena, sizeof( ssBodyPair ) * ( (size_t)count + 1 ) );
    return bp->found != NULL;
}

bool broadGrowBodies( ssBroadPhase* bp, int count )
{
    if ( count <= bp->bodyCapacity ) { return true; }
    int capacities[5];
    for ( int k = 0; k < SS_COUNT( capacities ); ++k ) { capacities[k] = bp->bodyCapacity; }
    bp->gridCount = 0;
    bool success = broadReserve( (void**)&bp->entries, &capacities[0], count, sizeof( Entry ) ) &&
        broadReserve( (void**)&bp->levelOf, &capacities[1], count, sizeof( uint8_t ) ) &&
        broadReserve( (void**)&bp->entryOf, &capacities[2], count, sizeof( int ) ) &&
        broadReserve( (void**)&bp->wideRuns.heads, &capacities[3], count + 1, sizeof( int ) ) &&
        broadReserve( (void**)&bp->strayRuns.heads, &capacities[4], count + 1, sizeof( int ) );
    // After a failure some arrays may be gone, so the old capacity is no longer valid.
    bp->bodyCapacity = success ? capacities[0] : 0;
    return success;
}

static bool planesAreSame( const Update* update )
{
    const ssBroadPhase* bp = update->bp;
    bool same = bp->planeCount == update->planeCount;
    for ( int p = 0; p < update->planeCount && same; ++p )
    {
        const ssBroadPlane *x = bp->planes + p, *y = update->planes + p;
        same = x->body == y->body && x->offset == y->offset && x->normal.x == y->normal.x &&
            x->normal.y == y->normal.y && x->normal.z == y->normal.z;
    }
    return same;
}

/// Whether the pairs of the grid, and those of strays, contain all that overlap. If not,
/// decides whether the next grid gets wide boxes.
static bool gridServes( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    bool isNew = bp->gridCount == 0, planesStay = planesAreSame( update );
    bp->age += 1;
    if ( !bp->wide && bp->pause > 0 )
    {
        bp->pause -= 1;
        return false;
    }
    if ( !isNew && bp->wide && planesStay && bp->gridCount <= update->count &&
        (int64_t)STRAY_BODIES * broadFindStrays( update ) <= update->count )
    {
        return true;
    }
    if ( !isNew && bp->wide )
    {
        bp->patience = bp->age >= LIFE_MIN ? 0 : 2 * bp->patience + 1;
        bp->patience = bp->patience < PATIENCE_MAX ? bp->patience : PATIENCE_MAX;
        bp->pause = bp->patience;
    }
    // A plane whose body has a box as well would be found twice.
    bool plain = update->kinds == NULL && update->planeCount > 0;
    bool slow = (int64_t)FAST_BODIES * broadCountFast( update ) <= update->count;
    bp->wide = bp->pause == 0 && ( isNew || planesStay ) && !plain && slow;
    bp->pause = bp->pause > 0 ? bp->pause - 1 : slow ? 0 : FAST_PAUSE;
    return false;
}

/// Widens the box of each body by what it may move in the next updates.
static void setMargins( void* context, int block, int first, int last )
{
    const Update* update = context;
    ssBroadPhase* bp = update->bp;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        const ssAabb* box = update->boxes + i;
        bool known = i < bp->gridCount && ( bp->levelOf[i] & ~STRAY ) < LEVELS && boxIsValid( box );
        double side = longestSide( box ), ahead = known ? LIFE * broadTravel( bp, i, box ) : 0.0;
        double margin = kindOf( update, i ) == ss_broadFixed && !( ahead > 0.0 )
            ? 0.0
            : ssMax( MARGIN_SHARE * side, ssMin( ahead, MARGIN_MAX * side ) );
        broadMargins( bp )[i] =
            margin <= 1e15 ? (float)margin : 0.0f; // not for boxes that are infinite or no boxes
    }
}

static bool fillGrid( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    if ( bp->wide ) { ssParallelFor( update->count, BLOCK_SIZE, setMargins, (void*)update ); }
    bp->gridCount = 0;
    int found = broadFillGrid( update ) ? broadQueryGrid( update ) : -1;
    FoundPairs sources[2] = { { bp->found, bp->blockCount, bp->blockPairs,
                                  ssBlockCount( broadEntryCount( bp ), QUERY_BLOCK ), NULL },
        { .blocks = 0 } };
    bool success = found >= 0 && broadSort( &bp->wideRuns, update->count, found, sources ) &&
        broadReserve( (void**)&bp->planes, &bp->planeCapacity, update->planeCount, sizeof( ssBroadPlane ) );
    if ( success )
    {
        broadFindEntries( bp );
        bp->planeCount = update->planeCount;
        bp->gridCount = update->count;
        bp->age = 0;
        bp->strays.count = bp->strayRuns.count = 0;
        for ( int p = 0; p < update->planeCount; ++p ) { bp->planes[p] = update->planes[p]; }
    }
    return success;
}

/// Bodies that were added since the grid was filled have no run there.
static bool searchStrays( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    for ( int i = bp->gridCount; i < update->count; ++i ) { bp->wideRuns.heads[i] = bp->wideRuns.count; }
    return broadSearchStrays( update );
}

static const ssBroadPlane* planeOf( const Update* update, int body )
{
    int p = 0;
    while ( p < update->planeCount && update->planes[p].body != body ) { ++p; }
    return p < update->planeCount ? update->planes + p : NULL;
}

/// Whether the boxes of a pair of the grid overlap.
static inline bool pairTouches( const Update* update, int a, int b )
{
    ssBroadKind x = kindOf( update, a ), y = kindOf( update, b );
    const ssAabb *boxA = update->boxes + a, *boxB = update->boxes + b;
    if ( x == ss_broadBall && y == ss_broadBall )
    {
        bool boxes = boxesOverlap( boxA, boxB ), balls = ballsOverlap( boxA, boxB, BALL_ROUNDING );
        return boxes & balls; // without a branch, which could not be predicted
    }
    if ( x == ss_broadAbsent || y == ss_broadAbsent )
    {
        const ssBroadPlane* plane = planeOf( update, x == ss_broadAbsent ? a : b );
        return boxBelowPlane( plane, x == ss_broadAbsent ? boxB : boxA );
    }
    return boxesOverlap( boxA, boxB );
}

static int runStart( const Runs* runs, int a ) { return a > 0 && runs->count > 0 ? runs->heads[a - 1] : 0; }

static int runEnd( const Runs* runs, int a ) { return runs->count > 0 ? runs->heads[a] : 0; }

/// Where the pairs of a and of all bodies after it begin in bp->found, which has room for all.
static int roomStart( const ssBroadPhase* bp, int a )
{
    return runStart( &bp->wideRuns, a ) + runStart( &bp->strayRuns, a );
}

/// Tests the pairs of a block of bodies, and keeps those that overlap together with those of strays.
static void testPairs( void* context, int block, int first, int last )
{
    const Update* update = context;
    const ssBroadPhase* bp = update->bp;
    const uint8_t* levelOf = bp->levelOf;
    int start = roomStart( bp, first ), kept = start;
    for ( int a = first; a < last; ++a )
    {
        int k = runStart( &bp->wideRuns, a ), to = runEnd( &bp->wideRuns, a );
        int s = runStart( &bp->strayRuns, a ), strayTo = runEnd( &bp->strayRuns, a );
        for ( k = ( levelOf[a] & STRAY ) != 0 ? to : k; k < to; ++k )
        {
            int b = bp->wideRuns.partners[k];
            for ( ; s < strayTo && bp->strayRuns.partners[s] < b; ++s )
            {
                bp->found[kept++] = ( ssBodyPair ){ a, bp->strayRuns.partners[s] };
            }
            bp->found[kept] = ( ssBodyPair ){ a, b };
            bool touches = !bp->wide || ( ( levelOf[b] & STRAY ) == 0 && pairTouches( update, a, b ) );
            kept += touches ? 1 : 0;
        }
        for ( ; s < strayTo; ++s ) { bp->found[kept++] = ( ssBodyPair ){ a, bp->strayRuns.partners[s] }; }
    }
    bp->blockCount[block] = kept - start;
}

/// Moves the pairs that a block has kept to their place in the list. The count of a block has become its end.
static void copyPairs( void* context, int block, int first, int last )
{
    const ssBroadPhase* bp = context;
    int start = block > 0 ? bp->blockCount[block - 1] : 0, count = bp->blockCount[block] - start;
    (void)last;
    if ( count > 0 )
    {
        memcpy( bp->pairs + start, bp->found + roomStart( bp, first ), sizeof( ssBodyPair ) * (size_t)count );
    }
}

static bool listPairs( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    int blocks = ssBlockCount( update->count, BLOCK_SIZE ), most = bp->wideRuns.count + bp->strayRuns.count;
    if ( !broadReserveFound( bp, most ) ) { return false; }
    ssParallelFor( update->count, BLOCK_SIZE, testPairs, (void*)update );
    for ( int block = 1; block < blocks; ++block ) { bp->blockCount[block] += bp->blockCount[block - 1]; }
    bp->pairCount = bp->blockCount[blocks - 1];
    if ( !broadReserve( (void**)&bp->pairs, &bp->pairCapacity, bp->pairCount, sizeof( ssBodyPair ) ) )
    {
        return false;
    }
    ssParallelFor( update->count, BLOCK_SIZE, copyPairs, bp );
    return true;
}

ssResult ssBroadPhase_Update( ssBroadPhase* bp, int count, const ssAabb* boxes, const ssBroadKind* kinds,
    int planeCount, const ssBroadPlane* planes )
{
    Update update = { bp, count, boxes, kinds, planes, planeCount };
    int blocks = ssBlockCount( count, BLOCK_SIZE );
    bp->pairCount = 0;
    bp->mark = ssArena_Mark( bp->arena );
    bool success = broadGrowBodies( bp, count ) &&
        broadReserve( (void**)&bp->blockCount, &bp->blockCapacity, blocks, sizeof( int ) ) &&
        broadReserve( (void**)&bp->strayCounts, &bp->strayCountCapacity, blocks + 1, sizeof( int ) );
    if ( success && count > 0 )
    {
        success =
            ( gridServes( &update ) ? searchStrays( &update ) : fillGrid( &update ) ) && listPairs( &update );
    }
    if ( bp->arena != NULL )
    {
        ssArena_Release( bp->arena, bp->mark );
        bp->found = NULL;
    }
    if ( !success )
    {
        bp->pairCount = bp->gridCount = 0;
        return ssError( ss_errorMemory, NULL, "out of memory for the pairs of %d bodies", count );
    }
    return ssOk();
}
