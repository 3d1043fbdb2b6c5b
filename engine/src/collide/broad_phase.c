// SPDX-License-Identifier: MIT
#include "slipstick/broad_phase.h"

#include "slipstick/parallel.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Each level holds the boxes whose longest side lies in one octave. A box is filed in the cell of its centre, and a
// cell is as wide as the widest box of its level: what a box can touch in its own level or a coarser one lies in at
// most 3 × 3 × 3 cells. Cells wrap round (x modulo a power of two), so the table is small wherever the bodies go; a
// stranger met that way fails the test of the boxes. A row of cells along x is contiguous in the sorted order.
//
// Blocks of boxes look for their pairs side by side, each into a place of its own; sorting brings them into an order that
// does not depend on who found what.

#define LEVELS 64
/// Levels with so few boxes are a plain list: floors and walls end here.
#define LIST_MAX 24
/// Boxes that one thread takes at a time, and pairs they have room for at first.
#define BLOCK 256
#define ROOM ( 6 * BLOCK )

typedef struct Level
{
    int count, start; ///< of its entries
    int cellStart;    ///< of its cells; the entry after the last cell is there too
    int dim[3];       ///< powers of two, >= 4
    double extent;    ///< longest side of its boxes
    double scale;     ///< 1 / cell size
    ssVec3 lower, upper;
} Level;

/// What a query reads, in the order of the cells. Floats rounded outward: half the memory, no pair lost.
typedef struct Entry
{
    float lower[3], upper[3];
    int body;
    ssBroadKind kind;
} Entry;

struct ssBroadPhase
{
    int bodyCapacity, cellCapacity, pairCapacity, pairCount;
    int room;          ///< pairs per block
    int foundCapacity; ///< pairs
    int blockCapacity;
    Entry* entries;
    uint8_t* levelOf; ///< by body; LEVELS: absent
    int* cellOf;      ///< by body
    int* cells;       ///< first entry of each cell
    int* heads;       ///< by body: first pair of this a
    int* blockCount;  ///< by block: pairs found
    ssBodyPair *found, *pairs;
    Level levels[LEVELS];
    int used[LEVELS], usedCount; ///< levels that hold something, finest first
};

ssResult ssCreateBroadPhase( ssBroadPhase** broadPhase )
{
    *broadPhase = ssAlloc( sizeof( ssBroadPhase ) );
    return *broadPhase != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "no memory for the broad phase" );
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

/// Room for `count` items; contents are lost. Grows by a sixteenth more than asked, so that allocation ends.
static bool renew( void** memory, int* capacity, int count, size_t size )
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
    bool room = renew( (void**)&bp->entries, &entries, count, sizeof( Entry ) ) &&
        renew( (void**)&bp->levelOf, &levels, count, sizeof( uint8_t ) ) &&
        renew( (void**)&bp->cellOf, &cells, count, sizeof( int ) ) &&
        renew( (void**)&bp->heads, &heads, count + 1, sizeof( int ) );
    // after a failure nothing of the old capacity can be relied upon
    bp->bodyCapacity = room ? entries : 0;
    return room;
}

// ------------------------------------------------------------------------------------------------------- filing

static ssVec3 centreOf( const ssAabb* box )
{
    // halves first: the sum of two large numbers may not be one
    return ssVec3_Make( 0.5 * box->lower.x + 0.5 * box->upper.x, 0.5 * box->lower.y + 0.5 * box->upper.y,
        0.5 * box->lower.z + 0.5 * box->upper.z );
}

static bool isBox( const ssAabb* box )
{
    return box->lower.x <= box->upper.x && box->lower.y <= box->upper.y && box->lower.z <= box->upper.z;
}

static double longestSide( const ssAabb* box )
{
    return fmax(
        box->upper.x - box->lower.x, fmax( box->upper.y - box->lower.y, box->upper.z - box->lower.z ) );
}

/// Octaves of sides, fine ends gathered. The last level is a list: what is infinite, and what is so far away that its
/// cell has no number.
static int levelOf( const ssAabb* box )
{
    double side = longestSide( box );
    ssVec3 c = centreOf( box );
    double away = fmax( fabs( c.x ), fmax( fabs( c.y ), fabs( c.z ) ) );
    if ( !( away <= 1e15 * side && side <= 1e15 ) )
    {
        return LEVELS - 1;
    }
    int octave = ilogb( fmax( side, 1e-12 ) ) + 40;
    return octave < LEVELS - 2 ? octave : LEVELS - 2;
}

// What the blocks share.
typedef struct Boxes
{
    ssBroadPhase* bp;
    const ssAabb* boxes;
    const ssBroadKind* kinds; ///< NULL: all move
    const ssBroadPlane* planes;
    int planeCount;
} Boxes;

static void levelBlock( void* context, int block, int first, int last )
{
    const Boxes* all = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        const ssAabb* box = all->boxes + i;
        bool absent = ( all->kinds != NULL && all->kinds[i] == ss_broadAbsent ) || !isBox( box );
        all->bp->levelOf[i] = (uint8_t)( absent ? LEVELS : levelOf( box ) );
    }
}

static void fileByLevel( const Boxes* all, int count )
{
    ssBroadPhase* bp = all->bp;
    ssParallelFor( count, BLOCK, levelBlock, (void*)all );
    for ( int l = 0; l < LEVELS; ++l )
    {
        bp->levels[l].count = 0;
    }
    for ( int i = 0; i < count; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            const ssAabb* box = all->boxes + i;
            Level* level = bp->levels + bp->levelOf[i];
            ssVec3 c = centreOf( box );
            if ( level->count == 0 )
            {
                *level = ( Level ){ .lower = c, .upper = c };
            }
            level->count += 1;
            level->extent = fmax( level->extent, longestSide( box ) );
            level->lower = ssVec3_Make(
                fmin( level->lower.x, c.x ), fmin( level->lower.y, c.y ), fmin( level->lower.z, c.z ) );
            level->upper = ssVec3_Make(
                fmax( level->upper.x, c.x ), fmax( level->upper.y, c.y ), fmax( level->upper.z, c.z ) );
        }
    }
}

/// About as many cells as boxes, in the proportions of the space they fill.
static void chooseCells( Level* level )
{
    // a little wider than the widest box: rounding must not make it four cells
    double cell = level->extent * ( 1.0 + 1e-9 ) + 1e-300;
    level->scale = 1.0 / cell;
    const double span[3] = { level->upper.x - level->lower.x, level->upper.y - level->lower.y,
        level->upper.z - level->lower.z };
    double wanted[3];
    for ( int k = 0; k < 3; ++k )
    {
        wanted[k] = fmin( span[k] * level->scale + 1.0, 1e6 );
        level->dim[k] = 4;
    }
    for ( int64_t cells = 64; cells < 2 * (int64_t)level->count; cells *= 2 )
    {
        int most = 0;
        for ( int k = 1; k < 3; ++k )
        {
            most = wanted[k] / level->dim[k] > wanted[most] / level->dim[most] ? k : most;
        }
        if ( wanted[most] <= level->dim[most] )
        {
            break;
        }
        level->dim[most] *= 2;
    }
}

/// The cell of a coordinate, wrapped into 0 … dim - 1. Powers of two: the remainder is exact for any double.
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

/// Outward by more than half a digit; what a float cannot hold becomes its last number.
static float roundDown( double x )
{
    return (float)fmin( x - fabs( x ) * (double)FLT_EPSILON - (double)FLT_MIN, (double)FLT_MAX );
}

static float roundUp( double x )
{
    return (float)fmax( x + fabs( x ) * (double)FLT_EPSILON + (double)FLT_MIN, -(double)FLT_MAX );
}

static Entry makeEntry( int body, const ssAabb* box, ssBroadKind kind )
{
    return ( Entry ){ .body = body,
        .kind = kind,
        .lower = { roundDown( box->lower.x ), roundDown( box->lower.y ), roundDown( box->lower.z ) },
        .upper = { roundUp( box->upper.x ), roundUp( box->upper.y ), roundUp( box->upper.z ) } };
}

static void cellBlock( void* context, int block, int first, int last )
{
    const Boxes* all = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        if ( all->bp->levelOf[i] < LEVELS )
        {
            const Level* level = all->bp->levels + all->bp->levelOf[i];
            all->bp->cellOf[i] =
                level->cellStart + ( level->dim[0] > 0 ? cellIndex( level, centreOf( all->boxes + i ) ) : 0 );
        }
    }
}

static void entryBlock( void* context, int block, int first, int last )
{
    const Boxes* all = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        if ( all->bp->levelOf[i] < LEVELS )
        {
            ssBroadKind kind = all->kinds != NULL ? all->kinds[i] : ss_broadMoving;
            all->bp->entries[all->bp->heads[i]] = makeEntry( i, all->boxes + i, kind );
        }
    }
}

/// Lays out levels and cells and sorts the boxes into them, in the order of the bodies within each cell.
static bool fileByCell( const Boxes* all, int count )
{
    ssBroadPhase* bp = all->bp;
    int cells = 1, entries = 0; // a cell more than are used: bodies without a finite box have none
    bp->usedCount = 0;
    for ( int l = 0; l < LEVELS; ++l )
    {
        Level* level = bp->levels + l;
        if ( level->count > 0 )
        {
            bp->used[bp->usedCount++] = l;
            level->dim[0] = 0;
            if ( level->count > LIST_MAX && l + 1 < LEVELS )
            {
                chooseCells( level );
            }
            level->start = entries;
            level->cellStart = cells;
            entries += level->count;
            cells += ( level->dim[0] > 0 ? level->dim[0] * level->dim[1] * level->dim[2] : 1 ) + 1;
        }
    }
    if ( !renew( (void**)&bp->cells, &bp->cellCapacity, cells, sizeof( int ) ) )
    {
        return false;
    }
    memset( bp->cells, 0, (size_t)cells * sizeof( int ) );
    ssParallelFor( count, BLOCK, cellBlock, (void*)all );
    for ( int i = 0; i < count; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            bp->cells[bp->cellOf[i] + 1] += 1;
        }
    }
    for ( int u = 0; u < bp->usedCount; ++u )
    {
        const Level* level = bp->levels + bp->used[u];
        int n = level->dim[0] > 0 ? level->dim[0] * level->dim[1] * level->dim[2] : 1;
        int* first = bp->cells + level->cellStart;
        first[0] = level->start;
        for ( int c = 0; c < n; ++c )
        {
            first[c + 1] += first[c];
        }
    }
    // filing moves each cell's mark to its end; the loop after it moves them back
    for ( int i = 0; i < count; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            bp->heads[i] = bp->cells[bp->cellOf[i]]++;
        }
    }
    ssParallelFor( count, BLOCK, entryBlock, (void*)all );
    for ( int u = 0; u < bp->usedCount; ++u )
    {
        const Level* level = bp->levels + bp->used[u];
        int n = level->dim[0] > 0 ? level->dim[0] * level->dim[1] * level->dim[2] : 1;
        int* first = bp->cells + level->cellStart;
        memmove( first + 1, first, (size_t)n * sizeof( int ) );
        first[0] = level->start;
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------ queries

typedef struct Query
{
    const ssBroadPhase* bp;
    const Entry* self;
    const ssAabb* boxes; ///< of all bodies
    bool sameLevel;
    ssBodyPair* found;
    int count; ///< of pairs; those beyond `room` are only counted
    int room;
} Query;

static void addPair( Query* query, int i, int j )
{
    if ( query->count < query->room )
    {
        query->found[query->count] = i < j ? ( ssBodyPair ){ i, j } : ( ssBodyPair ){ j, i };
    }
    query->count += 1;
}

static bool overlapExactly( const ssAabb* a, const ssAabb* b )
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
        b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static bool overlap( const Entry* a, const Entry* b )
{
    // bitwise: one unpredictable branch instead of six
    return ( a->lower[0] <= b->upper[0] ) & ( b->lower[0] <= a->upper[0] ) & ( a->lower[1] <= b->upper[1] ) &
        ( b->lower[1] <= a->upper[1] ) & ( a->lower[2] <= b->upper[2] ) & ( b->lower[2] <= a->upper[2] );
}

static bool ballsOverlap( const ssAabb* a, const ssAabb* b )
{
    ssVec3 d = ssVec3_Sub( centreOf( a ), centreOf( b ) );
    double reach = 0.5 * ( longestSide( a ) + longestSide( b ) );
    return ssVec3_Dot( d, d ) <= ( 1.0 + 1e-9 ) * reach * reach; // rounding must not lose a pair
}

/// Of two whose boxes overlap but for the rounding of floats.
static bool canMeet( const Entry* a, const Entry* b, const ssAabb* boxes )
{
    const ssAabb *x = boxes + a->body, *y = boxes + b->body;
    return !( a->kind == ss_broadFixed && b->kind == ss_broadFixed ) && overlapExactly( x, y ) &&
        ( a->kind != ss_broadBall || b->kind != ss_broadBall || ballsOverlap( x, y ) );
}

static void scan( Query* query, int from, int to )
{
    const Entry* self = query->self;
    for ( int e = from; e < to; ++e )
    {
        const Entry* other = query->bp->entries + e;
        if ( overlap( self, other ) && canMeet( self, other, query->boxes ) )
        {
            addPair( query, self->body, other->body );
        }
    }
}

static void scanRow( Query* query, const Level* level, int row, int x, int n )
{
    if ( n > 0 )
    {
        const int* first = query->bp->cells + level->cellStart + row * level->dim[0];
        int whole = x + n <= level->dim[0] ? n : level->dim[0] - x;
        scan( query, first[x], first[x + whole] );
        if ( whole < n )
        {
            scan( query, first[0], first[n - whole] );
        }
    }
}

/// All boxes of a level whose centre is near enough for an overlap. Two boxes of one level reach each other's cells:
/// it is enough to look ahead, at the rest of the own cell and at the cells after it.
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
    // the corner deepest in the half-space; terms with a zero factor drop out even where the box is infinite
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

static void queryBlock( void* context, int block, int first, int last )
{
    const Boxes* all = context;
    const ssBroadPhase* bp = all->bp;
    Query query = {
        .bp = bp, .boxes = all->boxes, .found = bp->found + (size_t)block * (size_t)bp->room, .room = bp->room
    };
    int own = 0;
    for ( int e = first; e < last; ++e )
    {
        // entries lie level by level
        for ( ; e >= bp->levels[bp->used[own]].start + bp->levels[bp->used[own]].count; ++own )
        {
        }
        query.self = bp->entries + e;
        for ( int v = own; v < bp->usedCount; ++v )
        {
            query.sameLevel = v == own;
            queryLevel( &query, bp->levels + bp->used[v] );
        }
        int body = query.self->body;
        for ( int p = 0; p < all->planeCount && query.self->kind != ss_broadFixed; ++p )
        {
            if ( body != all->planes[p].body && belowPlane( all->planes + p, all->boxes + body ) )
            {
                addPair( &query, body, all->planes[p].body );
            }
        }
    }
    bp->blockCount[block] = query.count;
}

/// All pairs, block by block; once more where a block had more than it had room for.
static bool queryAll( const Boxes* all )
{
    ssBroadPhase* bp = all->bp;
    const Level* last = bp->usedCount > 0 ? bp->levels + bp->used[bp->usedCount - 1] : NULL;
    int entries = last != NULL ? last->start + last->count : 0, blocks = ssBlockCount( entries, BLOCK );
    int most = 0;
    bp->pairCount = 0;
    if ( !renew( (void**)&bp->blockCount, &bp->blockCapacity, blocks, sizeof( int ) ) )
    {
        return false;
    }
    do
    {
        int least = ROOM < 6 * entries ? ROOM : 6 * entries; // a few bodies need not have a whole block
        bp->room = bp->room > least ? bp->room : least;
        bp->room = bp->room > most ? bp->room : most + most / 4;
        if ( (int64_t)blocks * bp->room > INT32_MAX / 2 ||
            !renew( (void**)&bp->found, &bp->foundCapacity, blocks * bp->room, sizeof( ssBodyPair ) ) )
        {
            return false;
        }
        ssParallelFor( entries, BLOCK, queryBlock, (void*)all );
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
    } while ( most > bp->room );
    return renew( (void**)&bp->pairs, &bp->pairCapacity, bp->pairCount, sizeof( ssBodyPair ) );
}

// ------------------------------------------------------------------------------------------------------ sorting

/// The pairs of each a, which are few, by b.
static void sortBlock( void* context, int block, int first, int last )
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

/// By a, by counting; then each short run by b. No pair is there twice.
static void sortPairs( ssBroadPhase* bp, int count )
{
    memset( bp->heads, 0, (size_t)( count + 1 ) * sizeof( int ) );
    int left = bp->pairCount;
    for ( int block = 0; left > 0; left -= bp->blockCount[block++] )
    {
        const ssBodyPair* found = bp->found + (size_t)block * (size_t)bp->room;
        for ( int i = 0; i < bp->blockCount[block]; ++i )
        {
            bp->heads[found[i].a + 1] += 1;
        }
    }
    for ( int i = 0; i < count; ++i )
    {
        bp->heads[i + 1] += bp->heads[i];
    }
    left = bp->pairCount;
    for ( int block = 0; left > 0; left -= bp->blockCount[block++] )
    {
        const ssBodyPair* found = bp->found + (size_t)block * (size_t)bp->room;
        for ( int i = 0; i < bp->blockCount[block]; ++i )
        {
            bp->pairs[bp->heads[found[i].a]++] = found[i];
        }
    }
    ssParallelFor( count, BLOCK, sortBlock, bp );
}

ssResult ssBroadPhase_Update( ssBroadPhase* bp, int count, const ssAabb* boxes, const ssBroadKind* kinds,
    int planeCount, const ssBroadPlane* planes )
{
    Boxes all = { bp, boxes, kinds, planes, planeCount };
    bp->pairCount = 0;
    bool room = growBodies( bp, count );
    if ( room && count > 0 )
    {
        fileByLevel( &all, count );
        room = fileByCell( &all, count ) && queryAll( &all );
    }
    if ( !room )
    {
        bp->pairCount = 0;
        return ssError( ss_errorMemory, NULL, "no memory for the pairs of %d bodies", count );
    }
    if ( bp->pairCount > 0 )
    {
        sortPairs( bp, count );
    }
    return ssOk();
}
