// SPDX-License-Identifier: MIT
#include "base/inline.h"
#include "base/simd.h"
#include "linalg/block_lu_private.h"
#include "slipstick/parallel.h"

#include <string.h>

// Factorises a sparse matrix of blocks front by front.

void blockLuFree( blockLu* lu )
{
    void* owned[] = { lu->order, lu->place, lu->fronts, lu->rows, lu->places, lu->entries, lu->diagonal,
        lu->factors, lu->updates, lu->work, lu->runs, lu->families, lu->above, lu->outer, lu->outerAt };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( lu->arena, owned[i] ); }
    ssArena_Release( lu->arena, lu->mark );
    *lu = ( blockLu ){ 0 };
}

/// The row of the largest number in column k, on or below the diagonal.
static ALWAYS_INLINE int findPivot( int d, const double* m, int k )
{
    int pivot = k;
    for ( int i = k + 1; i < d; ++i ) { pivot = fabs( m[i * d + k] ) > fabs( m[pivot * d + k] ) ? i : pivot; }
    return pivot;
}

static ALWAYS_INLINE void swapRows( int d, double* m, int i, int j )
{
    for ( int c = 0; c < d && i != j; ++c )
    {
        double keep = m[i * d + c];
        m[i * d + c] = m[j * d + c];
        m[j * d + c] = keep;
    }
}

/// row i -= factor × row k, in columns [first, end).
static ALWAYS_INLINE void subtractRow( int d, double* m, int i, int k, int first, int end, double factor )
{
    for ( int c = first; c < end; ++c ) { m[i * d + c] -= factor * m[k * d + c]; }
}

/// U^-1 of a block P^-1 L U in `upper` and L^-1 P in `lower`; the block is lost. Their product, the inverse,
/// has far fewer correct digits in a badly scaled block. False: singular.
static ALWAYS_INLINE bool factorBlock( int d, double* block, double* upper, double* lower )
{
    double size = 0.0;
    for ( int i = 0; i < d * d; ++i )
    {
        size += fabs( block[i] );
        upper[i] = lower[i] = i % ( d + 1 ) == 0 ? 1.0 : 0.0;
    }
    for ( int k = 0; k < d; ++k )
    {
        int pivot = findPivot( d, block, k );
        swapRows( d, block, k, pivot );
        swapRows( d, lower, k, pivot );
        if ( !( fabs( block[k * d + k] ) > 1e-18 * size ) ) { return false; }
        for ( int i = k + 1; i < d; ++i )
        {
            double factor = block[i * d + k] / block[k * d + k];
            subtractRow( d, block, i, k, k + 1, d, factor );
            subtractRow( d, lower, i, k, 0, d, factor );
        }
    }
    for ( int k = d - 1; k >= 0; --k )
    {
        for ( int c = k; c < d; ++c ) { upper[k * d + c] /= block[k * d + k]; }
        for ( int i = 0; i < k; ++i ) { subtractRow( d, upper, i, k, k, d, block[i * d + k] ); }
    }
    return true;
}

/// U^-1 of a block P^-1 L U in `upper` and L^-1 P in `lower`; the block is lost. False if it is singular.
static bool luFactorBlock( int d, double* block, double* upper, double* lower )
{
    return d == 3 ? factorBlock( 3, block, upper, lower )
        : d == 5  ? factorBlock( 5, block, upper, lower )
        : d == 6  ? factorBlock( 6, block, upper, lower )
                  : factorBlock( d, block, upper, lower );
}

// Multiplications worth sharing with another thread (10 µs), and those of one block of them (5 µs).
#define SHARED_MIN 1e5
#define SHARED_BLOCK 5e4
// Numbers of a front that one thread fills at a time.
#define SHARED_NUMBERS 16000
// Rows and columns of a block, at least; columns in multiples of a tile.
#define SHARED_ROWS 24
#define SHARED_COLUMNS 32

// A front is computed by recursive halving, so that nearly all work is in large products.
typedef struct Front
{
    const luKernels* kernels;
    const blockLu* lu;
    size_t first; // position of its first pivot
    double* packed;
    bool isShared; // by all threads
    int d;
    double *top, *left, *update;
    size_t width, pivots, others; // in numbers: pivots + others, and each of them
} Front;

/// C -= A B, where B lies in the top of the front.
static void subtractPart( const Front* front, int rows, int columns, int depth, const double* a,
    size_t aStride, const double* b, double* c, size_t cStride )
{
    if ( rows > 0 && columns > 0 )
    {
        front->kernels->subtract(
            ( luProduct ){ rows, columns, depth, a, aStride, b, front->width, c, cStride }, front->packed );
    }
}

/// Divides the columns of pivots [first, end) of L, in `rows` rows from `at` on, by U.
static void divideByUpper( const Front* front, int first, int end, int rows, double* at, size_t stride )
{
    int d = front->d, middle = ( first + end ) / 2;
    if ( end - first == 1 )
    {
        front->kernels->scale(
            d, rows, at + first * d, stride, luUpper( front->lu, front->first + (size_t)first ) );
        return;
    }
    divideByUpper( front, first, middle, rows, at, stride );
    subtractPart( front, rows, ( end - middle ) * d, ( middle - first ) * d, at + first * d, stride,
        front->top + (size_t)( first * d ) * front->width + middle * d, at + middle * d, stride );
    divideByUpper( front, middle, end, rows, at, stride );
}

/// Divides rows [first, end) of U, in the columns from `column` on, by L.
static void divideByLower( const Front* front, int first, int end, int column, int columns )
{
    int d = front->d, middle = ( first + end ) / 2;
    double* rows = front->top + (size_t)( middle * d ) * front->width;
    if ( end - first == 1 )
    {
        front->kernels->mix(
            d, columns, rows + column, front->width, luLower( front->lu, front->first + (size_t)first ) );
        return;
    }
    divideByLower( front, first, middle, column, columns );
    subtractPart( front, ( end - middle ) * d, columns, ( middle - first ) * d, rows + first * d,
        front->width, front->top + (size_t)( first * d ) * front->width + column, rows + column,
        front->width );
    divideByLower( front, middle, end, column, columns );
}

// Eliminates pivots [first, end): U in some columns, L in some rows, and C -= L U there.
typedef struct Elimination
{
    Front front;
    int first, end;
    int column, columns; // of U, in the top of the front
    int rows;            // of L, from `at` on
    double* at;
    size_t stride;
    double* c;
    size_t cStride;
} Elimination;

static void eliminateColumns( void* context, int block, int first, int last )
{
    const Elimination* e = context;
    double packed[LU_PACKED];
    Front front = e->front;
    (void)block;
    front.packed = packed;
    divideByLower( &front, e->first, e->end, e->column + first, last - first );
}

static void eliminateRows( void* context, int block, int first, int last )
{
    const Elimination* e = context;
    double packed[LU_PACKED], *at = e->at + (size_t)first * e->stride;
    Front front = e->front;
    int d = front.d, rows = last - first;
    (void)block;
    front.packed = packed;
    divideByUpper( &front, e->first, e->end, rows, at, e->stride );
    subtractPart( &front, rows, e->columns, ( e->end - e->first ) * d, at + e->first * d, e->stride,
        front.top + (size_t)( e->first * d ) * front.width + e->column, e->c + (size_t)first * e->cStride,
        e->cStride );
}

/// How many of `count` rows or columns of `work` multiplications form one part; it never affects the bits.
static int partOf( const Elimination* e, int count, double work, int least )
{
    bool isShared = e->front.isShared && count * work > SHARED_MIN;
    int part = isShared ? (int)( SHARED_BLOCK / work ) + 1 : count + 1;
    return ( part + least - 1 ) / least * least;
}

static void eliminate( Elimination* e )
{
    double depth = (double)( ( e->end - e->first ) * e->front.d );
    ssParallelFor( e->columns, partOf( e, e->columns, depth * ( 0.5 * depth + e->front.d ), SHARED_COLUMNS ),
        eliminateColumns, e );
    ssParallelFor(
        e->rows, partOf( e, e->rows, depth * ( 0.5 * depth + e->columns ), SHARED_ROWS ), eliminateRows, e );
}

/// Factors the diagonal blocks [first, end). False if one is singular.
static bool factorPivots( const Front* front, int first, int end )
{
    int d = front->d, middle = ( first + end ) / 2;
    double* rows = front->top + (size_t)( middle * d ) * front->width;
    if ( end - first == 1 )
    {
        double block[LU_BLOCK_MAX * LU_BLOCK_MAX];
        for ( int r = 0; r < d; ++r )
        {
            memcpy(
                block + r * d, rows + (size_t)r * front->width + first * d, (size_t)d * sizeof( double ) );
        }
        size_t position = front->first + (size_t)first;
        return luFactorBlock( d, block, luUpper( front->lu, position ), luLower( front->lu, position ) );
    }
    if ( !factorPivots( front, first, middle ) ) { return false; }
    int rest = ( end - middle ) * d;
    eliminate( &( Elimination ){ .front = *front,
        .first = first,
        .end = middle,
        .column = middle * d,
        .columns = rest,
        .rows = rest,
        .at = rows,
        .stride = front->width,
        .c = rows + middle * d,
        .cStride = front->width } );
    return factorPivots( front, middle, end );
}

static ALWAYS_INLINE void addNumbers( size_t count, const double* restrict from, double* restrict to )
{
    for ( size_t i = 0; i < count; ++i ) { to[i] += from[i]; }
}

/// Adds one row of an update to a row of the parent's front.
static ALWAYS_INLINE void addRow( int count, const luRun* runs, const double* from, double* to )
{
    for ( int k = 0; k < count; ++k )
    {
        addNumbers( (size_t)runs[k].count, from + runs[k].from, to + runs[k].to );
    }
}

// A front while it is filled.
typedef struct Assembly
{
    const blockLu* lu;
    const luFront* own;
    const Front* front;
    const double* blocks; // of A
} Assembly;

/// The first of the ascending places that is not below `least`.
static int findPlace( int count, const int* places, int least )
{
    int low = 0;
    while ( low < count )
    {
        int middle = ( low + count ) / 2;
        bool before = places[middle] < least;
        low = before ? middle + 1 : low;
        count = before ? count : middle;
    }
    return low;
}

/// Adds what the update of a child has for the block rows [first, last).
static void addUpdate( const Assembly* assembly, const luFront* child, int first, int last )
{
    const blockLu* lu = assembly->lu;
    const Front* front = assembly->front;
    const int* places = lu->places + child->rows;
    const luRun* runs = lu->runs + child->runs;
    int d = lu->d, pivots = assembly->own->pivots, split = child->runSplit, rest = child->runCount - split;
    size_t stride = (size_t)( child->others * d );
    for ( int k = findPlace( child->others, places, first ); k < child->others && places[k] < last; ++k )
    {
        const double* update = lu->updates + child->update + (size_t)( k * d ) * stride;
        bool pivot = places[k] < pivots;
        size_t row = (size_t)( ( pivot ? places[k] : places[k] - pivots ) * d );
        for ( int r = 0; r < d; ++r, ++row, update += stride )
        {
            addRow( split, runs, update,
                pivot ? front->top + row * front->width : front->left + row * front->pivots );
            addRow( rest, runs + split, update,
                pivot ? front->top + row * front->width + front->pivots
                      : front->update + row * front->others );
        }
    }
}

/// Fills block rows [first, last) of a front (pivots first) with its blocks of A and child updates.
static void assembleRows( void* context, int block, int first, int last )
{
    const Assembly* assembly = context;
    const blockLu* lu = assembly->lu;
    const luFront* own = assembly->own;
    const Front* front = assembly->front;
    int above = first < own->pivots ? first : own->pivots, aboveEnd = last < own->pivots ? last : own->pivots;
    size_t d = (size_t)lu->d, top = (size_t)above * d, topRows = (size_t)( aboveEnd - above ) * d,
           below = (size_t)( first - above ) * d, belowRows = (size_t)( last - first ) * d - topRows;
    (void)block;
    memset( front->top + top * front->width, 0, topRows * front->width * sizeof( double ) );
    memset( front->left + below * front->pivots, 0, belowRows * front->pivots * sizeof( double ) );
    memset( front->update + below * front->others, 0, belowRows * front->others * sizeof( double ) );
    for ( int k = own->entries; k < own->entries + own->entryCount; ++k )
    {
        const luEntry* entry = &lu->entries[k];
        const double* from = assembly->blocks + (size_t)entry->source * d * d;
        for ( size_t r = 0; r < d && entry->row >= first && entry->row < last; ++r )
        {
            memcpy(
                lu->factors + entry->target + r * (size_t)entry->stride, from + r * d, d * sizeof( double ) );
        }
    }
    for ( int c = own->child; c >= 0; c = lu->fronts[c].sibling )
    {
        addUpdate( assembly, &lu->fronts[c], first, last );
    }
}

/// Fills a front.
static void assemble( const blockLu* lu, const luFront* own, const Front* front, const double* blocks )
{
    Assembly assembly = { lu, own, front, blocks };
    int rows = own->pivots + own->others;
    int part = front->isShared ? SHARED_NUMBERS / ( (int)front->width * lu->d ) + 1 : rows + 1;
    ssParallelFor( rows, part, assembleRows, &assembly );
}

const luKernels* luFindKernels( int rank )
{
    static const luKernels* const sets[] = { &lu_kernels, &lu_kernelsAvx2, &lu_kernelsAvx512 };
    int count = simdSetCount( lu_kernelsAvx2.subtract != NULL, lu_kernelsAvx512.subtract != NULL );
    return rank < count ? sets[count - 1 - rank] : NULL;
}

// A factorisation while it is computed.
typedef struct Factoring
{
    blockLu* lu;
    const double* blocks;
    const luKernels* kernels;
} Factoring;

/// False if a diagonal block is singular.
static bool factorFront( const Factoring* factoring, int f, bool isShared )
{
    blockLu* lu = factoring->lu;
    const luFront* own = &lu->fronts[f];
    size_t d = (size_t)lu->d, pivots = (size_t)own->pivots * d, others = (size_t)own->others * d;
    Front front = { .kernels = factoring->kernels,
        .lu = lu,
        .first = (size_t)own->first,
        .isShared = isShared,
        .d = lu->d,
        .pivots = pivots,
        .others = others,
        .width = pivots + others,
        .top = lu->factors + own->top,
        .left = lu->factors + own->left,
        .update = lu->updates + own->update };
    assemble( lu, own, &front, factoring->blocks );
    if ( !factorPivots( &front, 0, own->pivots ) ) { return false; }
    eliminate( &( Elimination ){ .front = front,
        .end = own->pivots,
        .column = (int)pivots,
        .columns = (int)others,
        .rows = (int)others,
        .at = front.left,
        .stride = pivots,
        .c = front.update,
        .cStride = others } );
    return true;
}

static void factorFamilies( void* context, int block, int first, int last )
{
    const Factoring* factoring = context;
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        luFamily* family = &factoring->lu->families[k];
        bool isRegular = true;
        for ( int f = family->first; f <= family->last && isRegular; ++f )
        {
            isRegular = factorFront( factoring, f, false );
        }
        family->isSingular = !isRegular;
    }
}

bool blockLuFactor( blockLu* lu, const double* blocks )
{
    Factoring factoring = { lu, blocks, luFindKernels( 0 ) };
    bool isRegular = true;
    ssParallelFor( lu->familyCount, 1, factorFamilies, &factoring );
    for ( int k = 0; k < lu->familyCount; ++k ) { isRegular = isRegular && !lu->families[k].isSingular; }
    for ( int k = 0; k < lu->aboveCount && isRegular; ++k )
    {
        isRegular = factorFront( &factoring, lu->above[k], true );
    }
    return isRegular;
}
