// SPDX-License-Identifier: MIT
#include "linalg/block_lu_private.h"

#include "slipstick/parallel.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------ one vector

/// block -= A x for d rows of A.
static void subtractFrom( const luKernels* kernels, size_t d, size_t count, const double* a, size_t stride,
    const double* x, double* block )
{
    double products[LU_BLOCK_MAX];
    kernels->multiply( (int)d, count, a, stride, x, products );
    for ( size_t r = 0; r < d; ++r )
    {
        block[r] -= products[r];
    }
}

/// y <- L^-1 y
static void solveLower( const blockLu* lu, const luKernels* kernels, double* y )
{
    size_t d = (size_t)lu->d;
    for ( int f = 0; f < lu->frontCount; ++f )
    {
        const luFront* front = &lu->fronts[f];
        size_t pivots = (size_t)front->pivots * d, width = pivots + (size_t)front->others * d;
        double* own = y + (size_t)front->first * d;
        const double *top = lu->factors + front->top, *left = lu->factors + front->left;
        for ( size_t i = d; i < pivots; i += d )
        {
            subtractFrom( kernels, d, i, top + i * width, width, own, own + i );
        }
        for ( int k = 0; k < front->others; ++k, left += d * pivots )
        {
            double* other = y + (size_t)lu->rows[front->rows + (size_t)k] * d;
            subtractFrom( kernels, d, pivots, left, pivots, own, other );
        }
    }
}

/// y <- U^-1 y
static void solveUpper( const blockLu* lu, const luKernels* kernels, double* y, double* all )
{
    size_t d = (size_t)lu->d;
    for ( int f = lu->frontCount - 1; f >= 0; --f )
    {
        const luFront* front = &lu->fronts[f];
        size_t pivots = (size_t)front->pivots * d, width = pivots + (size_t)front->others * d;
        const double *top = lu->factors + front->top, *inverse = lu->inverse + (size_t)front->first * d * d;
        memcpy( all, y + (size_t)front->first * d, pivots * sizeof( double ) );
        for ( int k = 0; k < front->others; ++k )
        {
            memcpy( all + pivots + (size_t)k * d, y + (size_t)lu->rows[front->rows + (size_t)k] * d,
                d * sizeof( double ) );
        }
        for ( size_t i = pivots; i > 0; i -= d )
        {
            double rest[LU_BLOCK_MAX] = { 0 };
            memcpy( rest, all + i - d, d * sizeof( double ) );
            subtractFrom( kernels, d, width - i, top + ( i - d ) * width + i, width, all + i, rest );
            kernels->multiply( (int)d, d, inverse + ( i - d ) * d, d, rest, all + i - d );
        }
        memcpy( y + (size_t)front->first * d, all, pivots * sizeof( double ) );
    }
}

void blockLuSolve( blockLu* lu, double* x )
{
    size_t d = (size_t)lu->d, block = d * sizeof( double );
    double* y = lu->work;
    for ( int i = 0; i < lu->n; ++i )
    {
        memcpy( y + (size_t)i * d, x + (size_t)lu->order[i] * d, block );
    }
    const luKernels* kernels = luFindKernels( 0 );
    solveLower( lu, kernels, y );
    solveUpper( lu, kernels, y, y + (size_t)lu->n * d );
    for ( int i = 0; i < lu->n; ++i )
    {
        memcpy( x + (size_t)lu->order[i] * d, y + (size_t)i * d, block );
    }
}

// ---------------------------------------------------------------------------------------------------- several vectors

// A group of vectors while it is solved, row by row of numbers, in the order of elimination.
typedef struct Group
{
    const blockLu* lu;
    const luKernels* kernels;
    double* packed;
    double *y, *others; // the group; the rows of a front that are not its pivots
} Group;

/// C -= A B, where B and C are rows of the group or of others.
static void subtractGroup( const Group* group, size_t rows, size_t depth, const double* a, size_t stride,
    const double* b, double* c )
{
    if ( rows > 0 && depth > 0 )
    {
        group->kernels->subtract(
            ( luProduct ){ (int)rows, LU_GROUP, (int)depth, a, stride, b, LU_GROUP, c, LU_GROUP },
            group->packed );
    }
}

/// own <- L^-1 own for the pivots [first, end) of a front, in blocks.
static void groupLower(
    const Group* group, size_t first, size_t end, const double* top, size_t width, double* own )
{
    size_t d = (size_t)group->lu->d, middle = ( first + end ) / 2;
    if ( end - first > 1 )
    {
        groupLower( group, first, middle, top, width, own );
        subtractGroup( group, ( end - middle ) * d, ( middle - first ) * d,
            top + middle * d * width + first * d, width, own + first * d * LU_GROUP,
            own + middle * d * LU_GROUP );
        groupLower( group, middle, end, top, width, own );
    }
}

/// rows <- inverse rows, for one block of d rows.
static void groupScale( size_t d, const double* inverse, double* rows )
{
    double kept[LU_BLOCK_MAX * LU_GROUP];
    memcpy( kept, rows, d * LU_GROUP * sizeof( double ) );
    for ( size_t r = 0; r < d; ++r )
    {
        double* row = rows + r * LU_GROUP;
        memset( row, 0, LU_GROUP * sizeof( double ) );
        for ( size_t k = 0; k < d; ++k )
        {
            for ( size_t l = 0; l < LU_GROUP; ++l )
            {
                row[l] += inverse[r * d + k] * kept[k * LU_GROUP + l];
            }
        }
    }
}

/// own <- U^-1 own for the pivots [first, end) of a front, in blocks.
static void groupUpper( const Group* group, size_t first, size_t end, const double* top, size_t width,
    const double* inverse, double* own )
{
    size_t d = (size_t)group->lu->d, middle = ( first + end ) / 2;
    if ( end - first == 1 )
    {
        groupScale( d, inverse + first * d * d, own + first * d * LU_GROUP );
        return;
    }
    groupUpper( group, middle, end, top, width, inverse, own );
    subtractGroup( group, ( middle - first ) * d, ( end - middle ) * d, top + first * d * width + middle * d,
        width, own + middle * d * LU_GROUP, own + first * d * LU_GROUP );
    groupUpper( group, first, middle, top, width, inverse, own );
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
    while ( i < count && numbers[i] == 0.0 )
    {
        ++i;
    }
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
        groupLower( group, 0, (size_t)front->pivots, lu->factors + front->top, pivots + others, own );
        copyOthers( group, front, false );
        subtractGroup( group, others, pivots, lu->factors + front->left, pivots, own, group->others );
        copyOthers( group, front, true );
    }
    for ( int f = lu->frontCount - 1; f >= 0; --f )
    {
        const luFront* front = &lu->fronts[f];
        size_t pivots = (size_t)front->pivots * d, others = (size_t)front->others * d;
        const double* top = lu->factors + front->top;
        double* own = group->y + (size_t)front->first * d * LU_GROUP;
        copyOthers( group, front, false );
        subtractGroup( group, pivots, others, top + pivots, pivots + others, group->others, own );
        groupUpper( group, 0, (size_t)front->pivots, top, pivots + others,
            lu->inverse + (size_t)front->first * d * d, own );
    }
}

typedef struct Groups
{
    const blockLu* lu;
    const luKernels* kernels;
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
            .y = y,
            .others = y + (size_t)groups->lu->n * (size_t)groups->lu->d * LU_GROUP } );
    }
}

size_t blockLuGroupSize( const blockLu* lu )
{
    return (size_t)( lu->n + lu->othersMax ) * (size_t)lu->d * LU_GROUP;
}

void blockLuSolveGroups( const blockLu* lu, int count, double* x )
{
    Groups groups = { lu, luFindKernels( 0 ), x };
    ssParallelFor( count, 1, solveGroups, &groups );
}
