// SPDX-License-Identifier: MIT
#include "slipstick/broad_phase.h"

#include <math.h>
#include <string.h>

// Each level holds the boxes whose longest side lies in one octave. A box is filed in the cell of its centre, and a
// cell is as wide as the widest box of its level: what a box can touch in its own level or a coarser one lies in at
// most 3 × 3 × 3 cells. Cells wrap round (x modulo a power of two), so the table is small wherever the bodies go; a
// stranger met that way fails the test of the boxes. A row of cells along x is contiguous in the sorted order.

#define LEVELS 64
/// Levels with so few boxes are a plain list: floors and walls end here.
#define LIST_MAX 24

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
    int fixed;
} Entry;

struct ssBroadPhase
{
    int bodyCapacity, cellCapacity, pairCapacity, pairCount;
    Entry* entries;
    uint8_t* levelOf; ///< by body; LEVELS: absent
    int* cellOf;      ///< by body
    int* cells;       ///< first entry of each cell
    int* heads;       ///< by body: first pair of this a
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
        2 * (size_t)bp->pairCapacity * sizeof( ssBodyPair );
}

/// Room for `count` items; contents are lost. Grows by half, so that allocation ends.
static bool renew( void** memory, int* capacity, int count, size_t size )
{
    if ( count > *capacity )
    {
        ssRelease( *memory );
        *capacity = count + count / 2 + 16;
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

static bool growPairs( ssBroadPhase* bp )
{
    int capacity = bp->pairCapacity + bp->pairCapacity / 2 + 64;
    ssBodyPair* found = ssAlloc( (size_t)capacity * sizeof( ssBodyPair ) );
    ssBodyPair* pairs = ssAlloc( (size_t)capacity * sizeof( ssBodyPair ) );
    if ( found == NULL || pairs == NULL )
    {
        ssRelease( found );
        ssRelease( pairs );
        return false;
    }
    if ( bp->pairCount > 0 )
    {
        memcpy( found, bp->found, (size_t)bp->pairCount * sizeof( ssBodyPair ) );
    }
    ssRelease( bp->found );
    ssRelease( bp->pairs );
    bp->found = found;
    bp->pairs = pairs;
    bp->pairCapacity = capacity;
    return true;
}

static bool addPair( ssBroadPhase* bp, int i, int j )
{
    if ( bp->pairCount == bp->pairCapacity && !growPairs( bp ) )
    {
        return false;
    }
    bp->found[bp->pairCount++] = i < j ? ( ssBodyPair ){ i, j } : ( ssBodyPair ){ j, i };
    return true;
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

static void fileByLevel( ssBroadPhase* bp, int count, const ssAabb* boxes, const ssBroadKind* kinds )
{
    for ( int l = 0; l < LEVELS; ++l )
    {
        bp->levels[l] = ( Level ){ .lower = { HUGE_VAL, HUGE_VAL, HUGE_VAL },
            .upper = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL } };
    }
    for ( int i = 0; i < count; ++i )
    {
        const ssAabb* box = boxes + i;
        bool absent = ( kinds != NULL && kinds[i] == ss_broadAbsent ) || !isBox( box );
        double side = absent ? 0.0 : longestSide( box );
        int l = absent ? LEVELS : levelOf( box );
        bp->levelOf[i] = (uint8_t)l;
        if ( !absent )
        {
            Level* level = bp->levels + l;
            ssVec3 c = centreOf( box );
            level->count += 1;
            level->extent = fmax( level->extent, side );
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

static float roundDown( double x )
{
    float f = (float)x;
    return (double)f > x ? nextafterf( f, -HUGE_VALF ) : f;
}

static float roundUp( double x )
{
    float f = (float)x;
    return (double)f < x ? nextafterf( f, HUGE_VALF ) : f;
}

static Entry makeEntry( int body, const ssAabb* box, bool fixed )
{
    return ( Entry ){ .body = body,
        .fixed = fixed,
        .lower = { roundDown( box->lower.x ), roundDown( box->lower.y ), roundDown( box->lower.z ) },
        .upper = { roundUp( box->upper.x ), roundUp( box->upper.y ), roundUp( box->upper.z ) } };
}

/// Lays out levels and cells and sorts the boxes into them, in the order of the bodies within each cell.
static bool fileByCell( ssBroadPhase* bp, int count, const ssAabb* boxes, const ssBroadKind* kinds )
{
    int cells = 0, entries = 0;
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
    for ( int i = 0; i < count; ++i )
    {
        if ( bp->levelOf[i] < LEVELS )
        {
            const Level* level = bp->levels + bp->levelOf[i];
            int cell =
                level->cellStart + ( level->dim[0] > 0 ? cellIndex( level, centreOf( boxes + i ) ) : 0 );
            bp->cellOf[i] = cell;
            bp->cells[cell + 1] += 1;
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
            bool fixed = kinds != NULL && kinds[i] == ss_broadFixed;
            bp->entries[bp->cells[bp->cellOf[i]]++] = makeEntry( i, boxes + i, fixed );
        }
    }
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
    const Entry* self;
    const ssAabb* boxes; ///< of all bodies
    bool sameLevel;
} Query;

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

static bool scan( ssBroadPhase* bp, const Query* query, int from, int to )
{
    const Entry* self = query->self;
    for ( int e = from; e < to; ++e )
    {
        const Entry* other = bp->entries + e;
        if ( overlap( self, other ) && !( self->fixed && other->fixed ) &&
            overlapExactly( query->boxes + self->body, query->boxes + other->body ) &&
            !addPair( bp, self->body, other->body ) )
        {
            return false;
        }
    }
    return true;
}

static bool scanRow( ssBroadPhase* bp, const Query* query, const Level* level, int row, int x, int n )
{
    if ( n <= 0 )
    {
        return true;
    }
    const int* first = bp->cells + level->cellStart + row * level->dim[0];
    int whole = x + n <= level->dim[0] ? n : level->dim[0] - x;
    return scan( bp, query, first[x], first[x + whole] ) &&
        ( whole == n || scan( bp, query, first[0], first[n - whole] ) );
}

/// All boxes of a level whose centre is near enough for an overlap. Two boxes of one level reach each other's cells:
/// it is enough to look ahead, at the rest of the own cell and at the cells after it.
static bool queryLevel( ssBroadPhase* bp, const Query* query, const Level* level )
{
    int self = (int)( query->self - bp->entries );
    if ( level->dim[0] == 0 )
    {
        return scan( bp, query, query->sameLevel ? self + 1 : level->start, level->start + level->count );
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
            if ( ( !whole && !scan( bp, query, self + 1, bp->cells[bp->cellOf[query->self->body] + 1] ) ) ||
                !scanRow( bp, query, level, row, ( first[0] + skip ) & ( level->dim[0] - 1 ), n[0] - skip ) )
            {
                return false;
            }
        }
    }
    return true;
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

/// Sorted by a, stably, by counting; then each short run by b.
static void sortPairs( ssBroadPhase* bp, int count )
{
    memset( bp->heads, 0, (size_t)( count + 1 ) * sizeof( int ) );
    for ( int i = 0; i < bp->pairCount; ++i )
    {
        bp->heads[bp->found[i].a + 1] += 1;
    }
    for ( int i = 0; i < count; ++i )
    {
        bp->heads[i + 1] += bp->heads[i];
    }
    for ( int i = 0; i < bp->pairCount; ++i )
    {
        bp->pairs[bp->heads[bp->found[i].a]++] = bp->found[i];
    }
    int from = 0;
    for ( int i = 0; i < count; ++i )
    {
        int to = bp->heads[i];
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
        from = to;
    }
}

static bool queryAll( ssBroadPhase* bp, const ssAabb* boxes )
{
    for ( int u = 0; u < bp->usedCount; ++u )
    {
        const Level* own = bp->levels + bp->used[u];
        for ( int e = own->start; e < own->start + own->count; ++e )
        {
            for ( int v = u; v < bp->usedCount; ++v )
            {
                Query query = { .self = bp->entries + e, .boxes = boxes, .sameLevel = v == u };
                if ( !queryLevel( bp, &query, bp->levels + bp->used[v] ) )
                {
                    return false;
                }
            }
        }
    }
    return true;
}

ssResult ssBroadPhase_Update( ssBroadPhase* bp, int count, const ssAabb* boxes, const ssBroadKind* kinds,
    int planeCount, const ssBroadPlane* planes )
{
    bp->pairCount = 0;
    bool room = growBodies( bp, count );
    if ( room && count > 0 )
    {
        fileByLevel( bp, count, boxes, kinds );
        room = fileByCell( bp, count, boxes, kinds ) && queryAll( bp, boxes );
        for ( int p = 0; p < planeCount && room; ++p )
        {
            for ( int i = 0; i < count && room; ++i )
            {
                bool moving = bp->levelOf[i] < LEVELS && ( kinds == NULL || kinds[i] == ss_broadMoving );
                room = !( moving && i != planes[p].body && belowPlane( planes + p, boxes + i ) ) ||
                    addPair( bp, i, planes[p].body );
            }
        }
    }
    if ( !room )
    {
        bp->pairCount = 0;
        return ssError( ss_errorMemory, NULL, "no memory for the pairs of %d bodies", count );
    }
    if ( count > 0 )
    {
        sortPairs( bp, count );
    }
    return ssOk();
}
