// SPDX-License-Identifier: MIT
#include "slipstick/broad_phase.h"

#include "slipstick/parallel.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Each level holds the boxes whose longest side lies in one octave. A box belongs to the cell of its centre, and a cell is
// as wide as the widest box of its level, so the boxes of the same or a coarser level that a box can touch lie in at most
// 3 × 3 × 3 cells. Cell coordinates wrap around at a power of two, so the number of cells stays small wherever the bodies
// go; boxes that share a cell only because of this fail the overlap test. A row of cells along x is contiguous in the
// sorted entries.
//
// Blocks of entries are queried in parallel, each with its own memory for pairs. The pairs are then sorted, so their order
// does not depend on the threads.

#define LEVELS 64      // octaves; the last level is a list of the boxes that fit no octave
#define MAX_LIST 24    // boxes; a level with fewer is searched as a list, typically floors and walls
#define BLOCK_SIZE 256 // boxes that one thread processes at a time
#define BLOCK_PAIRS ( 6 * BLOCK_SIZE ) // pairs for which a block has room at first

typedef struct Level
{
    int count, start;    ///< number of its entries, and the first of them
    int cellStart;       ///< its first cell; one more cell after the last marks the end
    int dim[3];          ///< cells along each axis: powers of two, >= 4; 0: the level is a list
    double extent;       ///< longest side of its boxes [m]
    double scale;        ///< 1 / cell size [1/m]
    ssVec3 lower, upper; ///< bounds of the boxes' centres
} Level;

/// A box as a query reads it, in the order of the cells. Floats take half the memory; they are rounded outwards, so no pair
/// is missed.
typedef struct Entry
{
    float lower[3], upper[3];
    int body;
    ssBroadKind kind;
} Entry;

struct ssBroadPhase
{
    int bodyCapacity, cellCapacity, pairCapacity, pairCount;
    int blockPairs;    ///< room for the pairs of one block
    int foundCapacity; ///< pairs of all blocks
    int blockCapacity;
    Entry* entries;
    uint8_t* levelOf; ///< by body; LEVELS: absent
    int* cellOf;      ///< by body
    int* cells;       ///< first entry of each cell
    int* heads;       ///< by body: its entry while sorting into cells, later the end of the pairs with this a
    int* blockCount;  ///< by block: number of pairs found
    ssBodyPair* found; ///< pairs by block, unsorted
    ssBodyPair* pairs; ///< pairs, sorted
    Level levels[LEVELS];
    int levelsInUse[LEVELS], levelCount; ///< levels with at least one box, in ascending order of size
};

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
        ssRelease( bp->levelOf );
        ssRelease( bp->cellOf );
        ssRelease( bp->cells );
        ssRelease( bp->heads );
        ssRelease( bp->blockCount );
        ssRelease( bp->found );
        ssRelease( bp->pairs );
        ssRelease( bp );
    }
}

int ssBroadPhase_PairCount( const ssBroadPhase* bp )
{
    return bp->pairCount;
}

const ssBodyPair* ssBroadPhase_Pairs( const ssBroadPhase* bp )
{
    return bp->pairs;
}

size_t ssBroadPhase_Memory( const ssBroadPhase* bp )
{
    size_t perBody = sizeof( Entry ) + sizeof( uint8_t ) + 2 * sizeof( int );
    return sizeof( *bp ) + (size_t)bp->bodyCapacity * perBody + (size_t)bp->cellCapacity * sizeof( int ) +
        (size_t)( bp->pairCapacity + bp->foundCapacity ) * sizeof( ssBodyPair ) +
        (size_t)bp->blockCapacity * sizeof( int );
}

/// Makes room for `count` items without keeping the contents. It allocates a sixteenth more than needed, so that a slowly
/// growing count does not allocate in every step.
static bool reserve( void** memory, int* capacity, int count, size_t size )
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

static bool growBodies( ssBroadPhase* bp, int count )
{
    if ( count <= bp->bodyCapacity )
    {
        return true;
    }
    int old = bp->bodyCapacity, entries = old, levels = old, cells = old, heads = old;
    bool success = reserve( (void**)&bp->entries, &entries, count, sizeof( Entry ) ) &&
        reserve( (void**)&bp->levelOf, &levels, count, sizeof( uint8_t ) ) &&
        reserve( (void**)&bp->cellOf, &cells, count, sizeof( int ) ) &&
        reserve( (void**)&bp->heads, &heads, count + 1, sizeof( int ) );
    // After a failure some arrays may be gone, so the old capacity is no longer valid.
    bp->bodyCapacity = success ? entries : 0;
    return success;
}

// ---------------------------------------------------------------------------------------------- levels and cells

static ssVec3 centreOf( const ssAabb* box )
{
    // Halving first avoids the overflow of a sum of two large numbers.
    return ssVec3_Make( 0.5 * box->lower.x + 0.5 * box->upper.x, 0.5 * box->lower.y + 0.5 * box->upper.y,
        0.5 * box->lower.z + 0.5 * box->upper.z );
}

/// False also if a bound is not a number.
static bool isValid( const ssAabb* box )
{
    return box->lower.x <= box->upper.x && box->lower.y <= box->upper.y && box->lower.z <= box->upper.z;
}

static double longestSide( const ssAabb* box )
{
    return ssMax(
        box->upper.x - box->lower.x, ssMax( box->upper.y - box->lower.y, box->upper.z - box->lower.z ) );
}

/// The octave of the longest side, limited to the range of levels. The last level is for boxes that are infinite or so far
/// away that their cell has no exact number.
static int levelOf( const ssAabb* box )
{
    double side = longestSide( box );
    ssVec3 c = centreOf( box );
    double distance = ssMax( fabs( c.x ), ssMax( fabs( c.y ), fabs( c.z ) ) );
    if ( !( distance <= 1e15 * side && side <= 1e15 ) )
    {
        return LEVELS - 1;
    }
    int octave = ilogb( ssMax( side, 1e-12 ) ) + 40;
    return octave < LEVELS - 2 ? octave : LEVELS - 2;
}

/// The arguments of one call to ssBroadPhase_Update, shared by all blocks.
typedef struct Update
{
    ssBroadPhase* bp;
    const ssAabb* boxes;
    const ssBroadKind* kinds; ///< NULL: all bodies move
    const ssBroadPlane* planes;
    int planeCount;
} Update;

static void findLevels( void* context, int block, int first, int last )
{
    const Update* update = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        const ssAabb* box = update->boxes + i;
        bool absent = ( update->kinds != NULL && update->kinds[i] == ss_broadAbsent ) || !isValid( box );
        update->bp->levelOf[i] = (uint8_t)( absent ? LEVELS : levelOf( box ) );
    }
}

static void sortIntoLevels( const Update* update, int count )
{
    ssBroadPhase* bp = update->bp;
    ssParallelFor( count, BLOCK_SIZE, findLevels, (void*)update );
    for ( int l = 0; l < LEVELS; ++l )
    {
        bp->levels[l].count = 0;
    }
    for ( int i = 0; i < count; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            const ssAabb* box = update->boxes + i;
            Level* level = bp->levels + bp->levelOf[i];
            ssVec3 c = centreOf( box );
            if ( level->count == 0 )
            {
                *level = ( Level ){ .lower = c, .upper = c };
            }
            level->count += 1;
            level->extent = ssMax( level->extent, longestSide( box ) );
            level->lower = ssVec3_Make(
                ssMin( level->lower.x, c.x ), ssMin( level->lower.y, c.y ), ssMin( level->lower.z, c.z ) );
            level->upper = ssVec3_Make(
                ssMax( level->upper.x, c.x ), ssMax( level->upper.y, c.y ), ssMax( level->upper.z, c.z ) );
        }
    }
}

/// Chooses about as many cells as boxes, in the proportions of the space that the boxes fill.
static void chooseCells( Level* level )
{
    // A cell is slightly wider than the widest box, so that rounding cannot make a box reach over four cells.
    double cell = level->extent * ( 1.0 + 1e-9 ) + 1e-300;
    level->scale = 1.0 / cell;
    const double span[3] = { level->upper.x - level->lower.x, level->upper.y - level->lower.y,
        level->upper.z - level->lower.z };
    double wanted[3];
    for ( int k = 0; k < 3; ++k )
    {
        wanted[k] = ssMin( span[k] * level->scale + 1.0, 1e6 );
        level->dim[k] = 4;
    }
    for ( int64_t cells = 64; cells < 2 * (int64_t)level->count; cells *= 2 )
    {
        int axis = 0;
        for ( int k = 1; k < 3; ++k )
        {
            axis = wanted[k] / level->dim[k] > wanted[axis] / level->dim[axis] ? k : axis;
        }
        if ( wanted[axis] <= level->dim[axis] )
        {
            break;
        }
        level->dim[axis] *= 2;
    }
}

/// Wraps a cell coordinate into 0 to dim - 1. The remainder is exact because dim is a power of two.
static int wrap( double cell, int dim )
{
    double inside = cell - (double)dim * floor( cell / (double)dim );
    return inside >= 0.0 && inside < dim ? (int)inside : 0;
}

static int cellIndex( const Level* level, ssVec3 c )
{
    int x = wrap( floor( c.x * level->scale ), level->dim[0] );
    int y = wrap( floor( c.y * level->scale ), level->dim[1] );
    int z = wrap( floor( c.z * level->scale ), level->dim[2] );
    return ( z * level->dim[1] + y ) * level->dim[0] + x;
}

/// A float that is at most x. Numbers beyond the range of floats become the largest float.
static float roundDown( double x )
{
    return (float)ssMin( x - fabs( x ) * (double)FLT_EPSILON - (double)FLT_MIN, (double)FLT_MAX );
}

/// A float that is at least x.
static float roundUp( double x )
{
    return (float)ssMax( x + fabs( x ) * (double)FLT_EPSILON + (double)FLT_MIN, -(double)FLT_MAX );
}

static Entry makeEntry( int body, const ssAabb* box, ssBroadKind kind )
{
    return ( Entry ){ .body = body,
        .kind = kind,
        .lower = { roundDown( box->lower.x ), roundDown( box->lower.y ), roundDown( box->lower.z ) },
        .upper = { roundUp( box->upper.x ), roundUp( box->upper.y ), roundUp( box->upper.z ) } };
}

static void findCells( void* context, int block, int first, int last )
{
    const Update* update = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        if ( update->bp->levelOf[i] < LEVELS )
        {
            const Level* level = update->bp->levels + update->bp->levelOf[i];
            update->bp->cellOf[i] = level->cellStart +
                ( level->dim[0] > 0 ? cellIndex( level, centreOf( update->boxes + i ) ) : 0 );
        }
    }
}

static void writeEntries( void* context, int block, int first, int last )
{
    const Update* update = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        if ( update->bp->levelOf[i] < LEVELS )
        {
            ssBroadKind kind = update->kinds != NULL ? update->kinds[i] : ss_broadMoving;
            update->bp->entries[update->bp->heads[i]] = makeEntry( i, update->boxes + i, kind );
        }
    }
}

static int cellCount( const Level* level )
{
    return level->dim[0] > 0 ? level->dim[0] * level->dim[1] * level->dim[2] : 1;
}

/// Assigns entries and cells to the levels in use. Returns the number of cells, of which the first is unused.
static int layOutCells( ssBroadPhase* bp )
{
    int cells = 1, entries = 0;
    bp->levelCount = 0;
    for ( int l = 0; l < LEVELS; ++l )
    {
        Level* level = bp->levels + l;
        if ( level->count > 0 )
        {
            bp->levelsInUse[bp->levelCount++] = l;
            level->dim[0] = 0;
            if ( level->count > MAX_LIST && l + 1 < LEVELS )
            {
                chooseCells( level );
            }
            level->start = entries;
            level->cellStart = cells;
            entries += level->count;
            cells += cellCount( level ) + 1;
        }
    }
    return cells;
}

/// Sets bp->cells to the first entry of each cell, from the numbers of boxes that the cells' successors hold.
static void accumulateCells( ssBroadPhase* bp )
{
    for ( int u = 0; u < bp->levelCount; ++u )
    {
        const Level* level = bp->levels + bp->levelsInUse[u];
        int n = cellCount( level );
        int* first = bp->cells + level->cellStart;
        first[0] = level->start;
        for ( int c = 0; c < n; ++c )
        {
            first[c + 1] += first[c];
        }
    }
}

/// Sorts the boxes into cells, in the order of the bodies within each cell.
static bool sortIntoCells( const Update* update, int count )
{
    ssBroadPhase* bp = update->bp;
    int cells = layOutCells( bp );
    if ( !reserve( (void**)&bp->cells, &bp->cellCapacity, cells, sizeof( int ) ) )
    {
        return false;
    }
    memset( bp->cells, 0, (size_t)cells * sizeof( int ) );
    ssParallelFor( count, BLOCK_SIZE, findCells, (void*)update );
    for ( int i = 0; i < count; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            bp->cells[bp->cellOf[i] + 1] += 1;
        }
    }
    accumulateCells( bp );
    // This loop advances each cell's first entry to its end; the last loop moves them back.
    for ( int i = 0; i < count; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            bp->heads[i] = bp->cells[bp->cellOf[i]]++;
        }
    }
    ssParallelFor( count, BLOCK_SIZE, writeEntries, (void*)update );
    for ( int u = 0; u < bp->levelCount; ++u )
    {
        const Level* level = bp->levels + bp->levelsInUse[u];
        int* first = bp->cells + level->cellStart;
        memmove( first + 1, first, (size_t)cellCount( level ) * sizeof( int ) );
        first[0] = level->start;
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------ queries

typedef struct Query
{
    const ssBroadPhase* bp;
    const Entry* self;
    const ssAabb* boxes; ///< boxes of all bodies
    bool sameLevel;      ///< the level that is searched is that of `self`
    ssBodyPair* found;
    int count; ///< number of pairs; those beyond `capacity` are only counted
    int capacity;
} Query;

static void addPair( Query* query, int i, int j )
{
    if ( query->count < query->capacity )
    {
        query->found[query->count] = i < j ? ( ssBodyPair ){ i, j } : ( ssBodyPair ){ j, i };
    }
    query->count += 1;
}

static bool boxesOverlap( const ssAabb* a, const ssAabb* b )
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
        b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static bool entriesOverlap( const Entry* a, const Entry* b )
{
    // The bitwise operators make one unpredictable branch instead of six.
    return ( a->lower[0] <= b->upper[0] ) & ( b->lower[0] <= a->upper[0] ) & ( a->lower[1] <= b->upper[1] ) &
        ( b->lower[1] <= a->upper[1] ) & ( a->lower[2] <= b->upper[2] ) & ( b->lower[2] <= a->upper[2] );
}

static bool ballsOverlap( const ssAabb* a, const ssAabb* b )
{
    ssVec3 d = ssVec3_Sub( centreOf( a ), centreOf( b ) );
    double radii = 0.5 * ( longestSide( a ) + longestSide( b ) );
    return ssVec3_Dot( d, d ) <= ( 1.0 + 1e-9 ) * radii * radii; // rounding must not lose a pair
}

/// The exact test for two entries whose rounded boxes overlap.
static bool canTouch( const Entry* a, const Entry* b, const ssAabb* boxes )
{
    const ssAabb *x = boxes + a->body, *y = boxes + b->body;
    return !( a->kind == ss_broadFixed && b->kind == ss_broadFixed ) && boxesOverlap( x, y ) &&
        ( a->kind != ss_broadBall || b->kind != ss_broadBall || ballsOverlap( x, y ) );
}

/// Tests the entries [from, to).
static void scan( Query* query, int from, int to )
{
    const Entry* self = query->self;
    for ( int e = from; e < to; ++e )
    {
        const Entry* other = query->bp->entries + e;
        if ( entriesOverlap( self, other ) && canTouch( self, other, query->boxes ) )
        {
            addPair( query, self->body, other->body );
        }
    }
}

/// Tests n cells of a row, which starts at cell x and wraps around.
static void scanRow( Query* query, const Level* level, int row, int x, int n )
{
    if ( n > 0 )
    {
        const int* first = query->bp->cells + level->cellStart + row * level->dim[0];
        int beforeWrap = x + n <= level->dim[0] ? n : level->dim[0] - x;
        scan( query, first[x], first[x + beforeWrap] );
        if ( beforeWrap < n )
        {
            scan( query, first[0], first[n - beforeWrap] );
        }
    }
}

/// Tests all boxes of a level whose centre is close enough for an overlap. Within one level each pair would be found
/// twice, so a box looks only ahead: at the rest of its own cell and at the cells after it.
static void queryLevel( Query* query, const Level* level )
{
    const ssBroadPhase* bp = query->bp;
    int self = (int)( query->self - bp->entries );
    if ( level->dim[0] == 0 )
    {
        scan( query, query->sameLevel ? self + 1 : level->start, level->start + level->count );
        return;
    }
    const ssAabb* box = query->boxes + query->self->body;
    ssVec3 centre = centreOf( box );
    const double lower[3] = { box->lower.x, box->lower.y, box->lower.z };
    const double upper[3] = { box->upper.x, box->upper.y, box->upper.z };
    const double middle[3] = { centre.x, centre.y, centre.z };
    double low[3], own[3];
    int n[3];
    for ( int k = 0; k < 3; ++k )
    {
        double high = floor( ( upper[k] + 0.5 * level->extent ) * level->scale );
        low[k] = floor( ( lower[k] - 0.5 * level->extent ) * level->scale );
        own[k] = floor( middle[k] * level->scale );
        n[k] = high - low[k] < (double)level->dim[k] ? (int)( high - low[k] ) + 1 : level->dim[k];
    }
    int first[3] = { wrap( low[0], level->dim[0] ), wrap( low[1], level->dim[1] ),
        wrap( low[2], level->dim[2] ) };
    for ( int z = query->sameLevel ? (int)( own[2] - low[2] ) : 0; z < n[2]; ++z )
    {
        bool ahead = !query->sameLevel || low[2] + z > own[2];
        int planeRow = ( ( first[2] + z ) & ( level->dim[2] - 1 ) ) * level->dim[1];
        for ( int y = ahead ? 0 : (int)( own[1] - low[1] ); y < n[1]; ++y )
        {
            bool whole = ahead || low[1] + y > own[1];
            int row = planeRow + ( ( first[1] + y ) & ( level->dim[1] - 1 ) );
            int skip = whole ? 0 : (int)( own[0] - low[0] ) + 1;
            if ( !whole )
            {
                scan( query, self + 1, bp->cells[bp->cellOf[query->self->body] + 1] );
            }
            scanRow( query, level, row, ( first[0] + skip ) & ( level->dim[0] - 1 ), n[0] - skip );
        }
    }
}

static bool belowPlane( const ssBroadPlane* plane, const ssAabb* box )
{
    ssVec3 n = plane->normal;
    // The corner that is deepest in the half-space. A term with a zero factor is left out, because the box may be infinite.
    double depth = ( n.x > 0.0         ? n.x * box->lower.x
                           : n.x < 0.0 ? n.x * box->upper.x
                                       : 0.0 ) +
        ( n.y > 0.0         ? n.y * box->lower.y
                : n.y < 0.0 ? n.y * box->upper.y
                            : 0.0 ) +
        ( n.z > 0.0         ? n.z * box->lower.z
                : n.z < 0.0 ? n.z * box->upper.z
                            : 0.0 );
    return depth <= plane->offset;
}

static void queryEntries( void* context, int block, int first, int last )
{
    const Update* update = context;
    const ssBroadPhase* bp = update->bp;
    Query query = { .bp = bp,
        .boxes = update->boxes,
        .found = bp->found + (size_t)block * (size_t)bp->blockPairs,
        .capacity = bp->blockPairs };
    int own = 0;
    for ( int e = first; e < last; ++e )
    {
        // The entries are sorted by level.
        for ( ; e >= bp->levels[bp->levelsInUse[own]].start + bp->levels[bp->levelsInUse[own]].count; ++own )
        {
        }
        query.self = bp->entries + e;
        for ( int v = own; v < bp->levelCount; ++v )
        {
            query.sameLevel = v == own;
            queryLevel( &query, bp->levels + bp->levelsInUse[v] );
        }
        int body = query.self->body;
        for ( int p = 0; p < update->planeCount && query.self->kind != ss_broadFixed; ++p )
        {
            if ( body != update->planes[p].body && belowPlane( update->planes + p, update->boxes + body ) )
            {
                addPair( &query, body, update->planes[p].body );
            }
        }
    }
    bp->blockCount[block] = query.count;
}

/// Finds all pairs, block by block. If a block has found more pairs than it has room for, the query is repeated with more
/// room.
static bool queryAll( const Update* update )
{
    ssBroadPhase* bp = update->bp;
    const Level* last = bp->levelCount > 0 ? bp->levels + bp->levelsInUse[bp->levelCount - 1] : NULL;
    int entries = last != NULL ? last->start + last->count : 0, blocks = ssBlockCount( entries, BLOCK_SIZE );
    int most = 0;
    bp->pairCount = 0;
    if ( !reserve( (void**)&bp->blockCount, &bp->blockCapacity, blocks, sizeof( int ) ) )
    {
        return false;
    }
    do
    {
        int least =
            BLOCK_PAIRS < 6 * entries ? BLOCK_PAIRS : 6 * entries; // few bodies need less than a whole block
        bp->blockPairs = bp->blockPairs > least ? bp->blockPairs : least;
        bp->blockPairs = bp->blockPairs > most ? bp->blockPairs : most + most / 4;
        if ( (int64_t)blocks * bp->blockPairs > INT32_MAX / 2 ||
            !reserve(
                (void**)&bp->found, &bp->foundCapacity, blocks * bp->blockPairs, sizeof( ssBodyPair ) ) )
        {
            return false;
        }
        ssParallelFor( entries, BLOCK_SIZE, queryEntries, (void*)update );
        int64_t sum = 0;
        for ( int block = 0; block < blocks; ++block )
        {
            most = bp->blockCount[block] > most ? bp->blockCount[block] : most;
            sum += bp->blockCount[block];
        }
        if ( sum > INT32_MAX / 2 )
        {
            return false;
        }
        bp->pairCount = (int)sum;
    } while ( most > bp->blockPairs );
    return reserve( (void**)&bp->pairs, &bp->pairCapacity, bp->pairCount, sizeof( ssBodyPair ) );
}

// ------------------------------------------------------------------------------------------------------ sorting

/// Sorts the pairs of each a by b. They are few, so insertion is fast.
static void sortRuns( void* context, int block, int first, int last )
{
    const ssBroadPhase* bp = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        int from = i > 0 ? bp->heads[i - 1] : 0, to = bp->heads[i];
        for ( int j = from + 1; j < to; ++j )
        {
            ssBodyPair pair = bp->pairs[j];
            int k = j;
            for ( ; k > from && bp->pairs[k - 1].b > pair.b; --k )
            {
                bp->pairs[k] = bp->pairs[k - 1];
            }
            bp->pairs[k] = pair;
        }
    }
}

/// Sorts the pairs by a, by counting, and then those of each a by b. No pair occurs twice.
static void sortPairs( ssBroadPhase* bp, int count )
{
    memset( bp->heads, 0, (size_t)( count + 1 ) * sizeof( int ) );
    int remaining = bp->pairCount;
    for ( int block = 0; remaining > 0; remaining -= bp->blockCount[block++] )
    {
        const ssBodyPair* found = bp->found + (size_t)block * (size_t)bp->blockPairs;
        for ( int i = 0; i < bp->blockCount[block]; ++i )
        {
            bp->heads[found[i].a + 1] += 1;
        }
    }
    for ( int i = 0; i < count; ++i )
    {
        bp->heads[i + 1] += bp->heads[i];
    }
    remaining = bp->pairCount;
    for ( int block = 0; remaining > 0; remaining -= bp->blockCount[block++] )
    {
        const ssBodyPair* found = bp->found + (size_t)block * (size_t)bp->blockPairs;
        for ( int i = 0; i < bp->blockCount[block]; ++i )
        {
            bp->pairs[bp->heads[found[i].a]++] = found[i];
        }
    }
    ssParallelFor( count, BLOCK_SIZE, sortRuns, bp );
}

ssResult ssBroadPhase_Update( ssBroadPhase* bp, int count, const ssAabb* boxes, const ssBroadKind* kinds,
    int planeCount, const ssBroadPlane* planes )
{
    Update update = { bp, boxes, kinds, planes, planeCount };
    bp->pairCount = 0;
    bool success = growBodies( bp, count );
    if ( success && count > 0 )
    {
        sortIntoLevels( &update, count );
        success = sortIntoCells( &update, count ) && queryAll( &update );
    }
    if ( !success )
    {
        bp->pairCount = 0;
        return ssError( ss_errorMemory, NULL, "out of memory for the pairs of %d bodies", count );
    }
    if ( bp->pairCount > 0 )
    {
        sortPairs( bp, count );
    }
    return ssOk();
}
