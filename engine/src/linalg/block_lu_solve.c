// SPDX-License-Identifier: MIT
#include "linalg/block_lu_private.h"
#include "slipstick/parallel.h"

#include <string.h>

// Solves with the factors of block_lu.c, for one right-hand side or for groups of sparse ones.

/// block -= A x for d rows of A.
static void subtractFrom( const luKernels* kernels, size_t d, size_t count, const double* a, size_t stride,
    const double* x, double* block )
{
    double products[LU_BLOCK_MAX];
    kernels->multiply( (int)d, count, a, stride, x, products );
    for ( size_t r = 0; r < d; ++r ) { block[r] -= products[r]; }
}

// A vector while it is solved, in the order of elimination.
typedef struct Vector
{
    const blockLu* lu;
    const luKernels* kernels;
    double* y;
} Vector;

static size_t widthOf( const blockLu* lu, const luFront* front )
{
    return (size_t)( front->pivots + front->others ) * (size_t)lu->d;
}

/// y <- L^-1 y for the pivots [first, end) of a front, as if there were no others.
static void lowerPivots( const Vector* vector, const luFront* front, size_t first, size_t end )
{
    const blockLu* lu = vector->lu;
    size_t d = (size_t)lu->d, width = widthOf( lu, front ), at = first * d;
    const double* top = lu->factors + front->top + at;
    double* own = vector->y + (size_t)front->first * d;
    for ( size_t k = first; k < end; ++k )
    {
        size_t i = k * d;
        double rest[LU_BLOCK_MAX] = { 0 };
        memcpy( rest, own + i, d * sizeof( double ) );
        subtractFrom( vector->kernels, d, i - at, top + i * width, width, own + at, rest );
        vector->kernels->multiply( lu->d, d, luLower( lu, (size_t)front->first + k ), d, rest, own + i );
    }
}

/// rows <- U^-1 rows for the pivots [first, end) of a front. Rows between `end` and `columns` are known; the
/// columns from there on have been subtracted already.
static void upperPivots(
    const Vector* vector, const luFront* front, size_t first, size_t end, size_t columns, double* rows )
{
    const blockLu* lu = vector->lu;
    size_t d = (size_t)lu->d, width = widthOf( lu, front );
    const double* top = lu->factors + front->top;
    for ( size_t k = end; k > first; --k )
    {
        size_t i = k * d;
        double rest[LU_BLOCK_MAX] = { 0 };
        memcpy( rest, rows + i - d, d * sizeof( double ) );
        subtractFrom( vector->kernels, d, columns - i, top + ( i - d ) * width + i, width, rows + i, rest );
        vector->kernels->multiply(
            lu->d, d, luUpper( lu, (size_t)front->first + k - 1 ), d, rest, rows + i - d );
    }
}

static void readRows( const Vector* vector, const luFront* front, double* rows )
{
    const blockLu* lu = vector->lu;
    size_t d = (size_t)lu->d, pivots = (size_t)front->pivots * d;
    memcpy( rows, vector->y + (size_t)front->first * d, pivots * sizeof( double ) );
    for ( size_t k = 0; k < (size_t)front->others; ++k )
    {
        memcpy(
            rows + pivots + k * d, vector->y + (size_t)lu->rows[front->rows + k] * d, d * sizeof( double ) );
    }
}

static void writePivots( const Vector* vector, const luFront* front, const double* rows )
{
    size_t d = (size_t)vector->lu->d;
    memcpy( vector->y + (size_t)front->first * d, rows, (size_t)front->pivots * d * sizeof( double ) );
}

/// y <- L^-1 y for the fronts of a family. What it subtracts from rows above goes into `outer`.
static void lowerFamily( const Vector* vector, const luFamily* family, double* outer )
{
    const blockLu* lu = vector->lu;
    size_t d = (size_t)lu->d;
    for ( int f = family->first; f <= family->last; ++f )
    {
        const luFront* front = &lu->fronts[f];
        size_t pivots = (size_t)front->pivots * d;
        const double *own = vector->y + (size_t)front->first * d, *left = lu->factors + front->left;
        lowerPivots( vector, front, 0, (size_t)front->pivots );
        for ( size_t i = front->rows; i < front->rows + (size_t)front->others; ++i, left += d * pivots )
        {
            bool isInside = lu->rows[i] < family->end;
            double* other =
                isInside ? vector->y + (size_t)lu->rows[i] * d : outer + (size_t)lu->outerAt[i] * d;
            subtractFrom( vector->kernels, d, pivots, left, pivots, own, other );
        }
    }
}

/// y <- U^-1 y for the fronts of a family. `rows` has room for those of any of them.
static void upperFamily( const Vector* vector, const luFamily* family, double* rows )
{
    for ( int f = family->last; f >= family->first; --f )
    {
        const luFront* front = &vector->lu->fronts[f];
        readRows( vector, front, rows );
        upperPivots( vector, front, 0, (size_t)front->pivots, widthOf( vector->lu, front ), rows );
        writePivots( vector, front, rows );
    }
}

// Numbers of the factors that one thread multiplies at a time.
#define SOLVED_NUMBERS 8000
// Pivots of a front above that one thread solves before the rest is shared again.
#define PANEL 16

// Rows from which the product of a part of the factors and a vector is subtracted.
typedef struct Subtraction
{
    const Vector* vector;
    size_t columns, stride;
    const double *a, *x;
    double* from;
    const int* positions; // of the rows; NULL: one after the other
} Subtraction;

static void subtractFromRows( void* context, int block, int first, int last )
{
    const Subtraction* all = context;
    size_t d = (size_t)all->vector->lu->d;
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        int row = all->positions != NULL ? all->positions[k] : k;
        subtractFrom( all->vector->kernels, d, all->columns, all->a + (size_t)k * d * all->stride,
            all->stride, all->x, all->from + (size_t)row * d );
    }
}

/// Threads share the rows.
static void subtractShared( Subtraction* all, int rows )
{
    size_t numbers = (size_t)all->vector->lu->d * all->columns;
    if ( numbers > 0 )
    {
        ssParallelFor( rows, (int)( SOLVED_NUMBERS / numbers ) + 1, subtractFromRows, all );
    }
}

/// y <- L^-1 y for a front above.
static void lowerAbove( const Vector* vector, const luFront* front )
{
    const blockLu* lu = vector->lu;
    size_t d = (size_t)lu->d, pivots = (size_t)front->pivots * d, width = widthOf( lu, front );
    const double* top = lu->factors + front->top;
    double* own = vector->y + (size_t)front->first * d;
    for ( int first = 0; first < front->pivots; first += PANEL )
    {
        int count = front->pivots - first < PANEL ? front->pivots - first : PANEL;
        size_t at = (size_t)first * d;
        subtractShared( &( Subtraction ){ vector, at, width, top + at * width, own, own + at, NULL }, count );
        lowerPivots( vector, front, (size_t)first, (size_t)( first + count ) );
    }
    subtractShared( &( Subtraction ){ vector, pivots, pivots, lu->factors + front->left, own, vector->y,
                        lu->rows + front->rows },
        front->others );
}

/// y <- U^-1 y for a front above. `rows` has room for its rows.
static void upperAbove( const Vector* vector, const luFront* front, double* rows )
{
    const blockLu* lu = vector->lu;
    size_t d = (size_t)lu->d, width = widthOf( lu, front );
    const double* top = lu->factors + front->top;
    readRows( vector, front, rows );
    for ( int end = front->pivots, first; end > 0; end = first )
    {
        first = end > PANEL ? end - PANEL : 0;
        size_t at = (size_t)first * d, behind = (size_t)end * d;
        subtractShared( &( Subtraction ){ vector, width - behind, width, top + at * width + behind,
                            rows + behind, rows + at, NULL },
            end - first );
        upperPivots( vector, front, (size_t)first, (size_t)end, behind, rows );
    }
    writePivots( vector, front, rows );
}

static void lowerFamilies( void* context, int block, int first, int last )
{
    const Vector* vector = context;
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        const luFamily* family = &vector->lu->families[k];
        double* outer = vector->lu->work + family->work;
        memset( outer, 0, (size_t)( family->outerCount * vector->lu->d ) * sizeof( double ) );
        lowerFamily( vector, family, outer );
    }
}

static void upperFamilies( void* context, int block, int first, int last )
{
    const Vector* vector = context;
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        const luFamily* family = &vector->lu->families[k];
        upperFamily( vector, family,
            vector->lu->work + family->work + (size_t)( family->outerCount * vector->lu->d ) );
    }
}

/// Adds what each family has collected for rows above, family by family.
static void addOuter( const Vector* vector )
{
    const blockLu* lu = vector->lu;
    for ( int k = 0; k < lu->familyCount; ++k )
    {
        const luFamily* family = &lu->families[k];
        const double* from = lu->work + family->work;
        for ( int i = 0; i < family->outerCount; ++i, from += lu->d )
        {
            double* to = vector->y + (size_t)lu->outer[family->outer + i] * (size_t)lu->d;
            for ( int r = 0; r < lu->d; ++r ) { to[r] += from[r]; }
        }
    }
}

static void solveShared( Vector* vector, double* rows )
{
    const blockLu* lu = vector->lu;
    ssParallelFor( lu->familyCount, 1, lowerFamilies, vector );
    addOuter( vector );
    for ( int k = 0; k < lu->aboveCount; ++k ) { lowerAbove( vector, &lu->fronts[lu->above[k]] ); }
    for ( int k = lu->aboveCount - 1; k >= 0; --k ) { upperAbove( vector, &lu->fronts[lu->above[k]], rows ); }
    ssParallelFor( lu->familyCount, 1, upperFamilies, vector );
}

void blockLuSolve( blockLu* lu, double* x )
{
    size_t d = (size_t)lu->d, block = d * sizeof( double );
    Vector vector = { lu, luFindKernels( 0 ), lu->work };
    double *y = lu->work, *rows = y + (size_t)lu->n * d;
    for ( int i = 0; i < lu->n; ++i ) { memcpy( y + (size_t)i * d, x + (size_t)lu->order[i] * d, block ); }
    if ( lu->outer != NULL ) { solveShared( &vector, rows ); }
    else if ( lu->frontCount > 0 )
    {
        const luFamily all = { .first = 0, .last = lu->frontCount - 1, .end = lu->n };
        lowerFamily( &vector, &all, NULL );
        upperFamily( &vector, &all, rows );
    }
    for ( int i = 0; i < lu->n; ++i ) { memcpy( x + (size_t)lu->order[i] * d, y + (size_t)i * d, block ); }
}

// A group of vectors while it is solved, row by row of numbers, in the order of elimination.
typedef struct Group
{
    const blockLu* lu;
    const luKernels* kernels;
    double* packed;
    int vectors;        // how many of LU_GROUP
    double *y, *others; // the group; the rows of a front that are not its pivots
} Group;

/// C -= A B, where B and C are rows of the group or of others.
static void subtractGroup( const Group* group, size_t rows, size_t depth, const double* a, size_t stride,
    const double* b, double* c )
{
    if ( rows > 0 && depth > 0 )
    {
        group->kernels->subtract(
            ( luProduct ){ (int)rows, group->vectors, (int)depth, a, stride, b, LU_GROUP, c, LU_GROUP },
            group->packed );
    }
}

/// One block of d rows <- matrix × rows.
static void mixGroup( const Group* group, const double* matrix, double* rows )
{
    group->kernels->mix( group->lu->d, group->vectors, rows, LU_GROUP, matrix );
}

/// own <- L^-1 own for the pivots [first, end) of a front, in blocks.
static void groupLower( const Group* group, const luFront* front, size_t first, size_t end, double* own )
{
    const blockLu* lu = group->lu;
    size_t d = (size_t)lu->d, middle = ( first + end ) / 2, width = widthOf( lu, front );
    if ( end - first == 1 )
    {
        mixGroup( group, luLower( lu, (size_t)front->first + first ), own + first * d * LU_GROUP );
        return;
    }
    groupLower( group, front, first, middle, own );
    subtractGroup( group, ( end - middle ) * d, ( middle - first ) * d,
        lu->factors + front->top + middle * d * width + first * d, width, own + first * d * LU_GROUP,
        own + middle * d * LU_GROUP );
    groupLower( group, front, middle, end, own );
}

/// own <- U^-1 own for the pivots [first, end) of a front, in blocks.
static void groupUpper( const Group* group, const luFront* front, size_t first, size_t end, double* own )
{
    const blockLu* lu = group->lu;
    size_t d = (size_t)lu->d, middle = ( first + end ) / 2, width = widthOf( lu, front );
    if ( end - first == 1 )
    {
        mixGroup( group, luUpper( lu, (size_t)front->first + first ), own + first * d * LU_GROUP );
        return;
    }
    groupUpper( group, front, middle, end, own );
    subtractGroup( group, ( middle - first ) * d, ( end - middle ) * d,
        lu->factors + front->top + first * d * width + middle * d, width, own + middle * d * LU_GROUP,
        own + first * d * LU_GROUP );
    groupUpper( group, front, first, middle, own );
}

/// Copies the rows of a front that are not its pivots, from the group or back to it.
static void copyOthers( const Group* group, const luFront* front, bool back )
{
    size_t block = (size_t)group->lu->d * LU_GROUP;
    const int* rows = group->lu->rows + front->rows;
    for ( size_t k = 0; k < (size_t)front->others; ++k )
    {
        double *there = group->y + (size_t)rows[k] * block, *here = group->others + k * block;
        memcpy( back ? there : here, back ? here : there, block * sizeof( double ) );
    }
}

static bool isZero( size_t count, const double* numbers )
{
    size_t i = 0;
    while ( i < count && numbers[i] == 0.0 ) { ++i; }
    return i == count;
}

static void solveGroup( const Group* group )
{
    const blockLu* lu = group->lu;
    size_t d = (size_t)lu->d;
    for ( int f = 0; f < lu->frontCount; ++f )
    {
        const luFront* front = &lu->fronts[f];
        size_t pivots = (size_t)front->pivots * d, others = (size_t)front->others * d;
        double* own = group->y + (size_t)front->first * d * LU_GROUP;
        if ( isZero( pivots * LU_GROUP, own ) )
        {
            continue; // as in most fronts, where the vectors are sparse; on the way back nothing is zero
        }
        groupLower( group, front, 0, (size_t)front->pivots, own );
        copyOthers( group, front, false );
        subtractGroup( group, others, pivots, lu->factors + front->left, pivots, own, group->others );
        copyOthers( group, front, true );
    }
    for ( int f = lu->frontCount - 1; f >= 0; --f )
    {
        const luFront* front = &lu->fronts[f];
        size_t pivots = (size_t)front->pivots * d, others = (size_t)front->others * d;
        double* own = group->y + (size_t)front->first * d * LU_GROUP;
        copyOthers( group, front, false );
        subtractGroup(
            group, pivots, others, lu->factors + front->top + pivots, pivots + others, group->others, own );
        groupUpper( group, front, 0, (size_t)front->pivots, own );
    }
}

typedef struct Groups
{
    const blockLu* lu;
    const luKernels* kernels;
    int vectors;
    double* x;
} Groups;

static void solveGroups( void* context, int block, int first, int last )
{
    const Groups* groups = context;
    double packed[LU_PACKED];
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        double* y = groups->x + (size_t)k * blockLuGroupSize( groups->lu );
        solveGroup( &( Group ){ .lu = groups->lu,
            .kernels = groups->kernels,
            .packed = packed,
            .vectors = groups->vectors,
            .y = y,
            .others = y + (size_t)groups->lu->n * (size_t)groups->lu->d * LU_GROUP } );
    }
}

size_t blockLuGroupSize( const blockLu* lu )
{
    return (size_t)( lu->n + lu->othersMax ) * (size_t)lu->d * LU_GROUP;
}

void blockLuSolveGroups( const blockLu* lu, int count, int vectors, double* x )
{
    Groups groups = { lu, luFindKernels( 0 ), vectors, x };
    ssParallelFor( count, 1, solveGroups, &groups );
}
