// SPDX-License-Identifier: MIT
#include "base/simd.h"
#include "linalg/block_lu_private.h"

#include <string.h>

// The dense product of a factorisation, C -= A B. Each number of C is its old value minus one product after the other, in
// the order of the columns of A, rounded twice each time: neither the size of a tile nor that of a vector has an effect on
// the bits. A tile of C stays in registers. Its columns of B are packed where they serve several tiles.
//
// This file is compiled once for each set of instructions, with LU_KERNELS as the name of what it defines.

#define TILE_ROWS 4
#define TILE_COLUMNS 8 // two simd
#define DEPTH LU_DEPTH // columns of A at once: the packed columns of B stay in the first cache
#define HEIGHT 240     // rows of A at once: they stay in the second cache

#define VECTORS ( TILE_COLUMNS / SIMD_LANES )

// A part of a simd anywhere in memory. (Compilers keep single vectors in registers, but not arrays of simd.)
typedef double part __attribute__( ( vector_size( 8 * SIMD_LANES ), aligned( 8 ), may_alias ) );

/// C -= A B for a tile of `rows` × 8.
SIMD_INLINE void subtractTile( int rows, int depth, const double* a, size_t aStride, const double* b,
    size_t bStride, double* c, size_t cStride )
{
    part sums[TILE_ROWS][VECTORS];
    for ( int r = 0; r < rows; ++r )
    {
        for ( int v = 0; v < VECTORS; ++v )
        {
            sums[r][v] = *(const part*)( c + (size_t)r * cStride + (size_t)( v * SIMD_LANES ) );
        }
    }
    for ( int k = 0; k < depth; ++k, b += bStride )
    {
        part row[VECTORS];
        for ( int v = 0; v < VECTORS; ++v )
        {
            row[v] = *(const part*)( b + v * SIMD_LANES );
        }
        for ( int r = 0; r < rows; ++r )
        {
            double factor = a[(size_t)r * aStride + (size_t)k];
            for ( int v = 0; v < VECTORS; ++v )
            {
                sums[r][v] -= factor * row[v];
            }
        }
    }
    for ( int r = 0; r < rows; ++r )
    {
        for ( int v = 0; v < VECTORS; ++v )
        {
            *(part*)( c + (size_t)r * cStride + (size_t)( v * SIMD_LANES ) ) = sums[r][v];
        }
    }
}

/// A whole tile, as a function of its own: in the midst of others, compilers run out of registers.
static __attribute__( ( noinline ) ) void subtractWhole(
    int depth, const double* a, size_t aStride, const double* b, size_t bStride, double* c, size_t cStride )
{
    subtractTile( TILE_ROWS, depth, a, aStride, b, bStride, c, cStride );
}

/// The same for any number of rows up to TILE_ROWS.
static void subtractRows( int rows, int depth, const double* a, size_t aStride, const double* b,
    size_t bStride, double* c, size_t cStride )
{
    if ( rows == TILE_ROWS )
    {
        subtractWhole( depth, a, aStride, b, bStride, c, cStride );
        return;
    }
    int pairs = rows - rows % 2;
    for ( int r = 0; r < pairs; r += 2 )
    {
        subtractTile(
            2, depth, a + (size_t)r * aStride, aStride, b, bStride, c + (size_t)r * cStride, cStride );
    }
    if ( pairs < rows )
    {
        a += (size_t)pairs * aStride;
        subtractTile( 1, depth, a, aStride, b, bStride, c + (size_t)pairs * cStride, cStride );
    }
}

/// Copies up to 8 columns of B next to each other; columns beyond are zero.
static void packColumns( int columns, int depth, const double* b, size_t bStride, double* packed )
{
    for ( int k = 0; k < depth; ++k )
    {
        for ( int c = 0; c < TILE_COLUMNS; ++c )
        {
            packed[k * TILE_COLUMNS + c] = c < columns ? b[(size_t)k * bStride + (size_t)c] : 0.0;
        }
    }
}

/// As subtractRows, for a tile of fewer than 8 columns: what lies beyond them may belong to another thread.
static void subtractEdge( int rows, int columns, int depth, const double* a, size_t aStride,
    const double* packed, double* c, size_t cStride )
{
    double edge[TILE_ROWS * TILE_COLUMNS] = { 0 };
    for ( int r = 0; r < rows; ++r )
    {
        memcpy( edge + r * TILE_COLUMNS, c + (size_t)r * cStride, (size_t)columns * sizeof( double ) );
    }
    subtractRows( rows, depth, a, aStride, packed, TILE_COLUMNS, edge, TILE_COLUMNS );
    for ( int r = 0; r < rows; ++r )
    {
        memcpy( c + (size_t)r * cStride, edge + r * TILE_COLUMNS, (size_t)columns * sizeof( double ) );
    }
}

static void subtractProduct( luProduct p, double* packed )
{
    for ( int k = 0; k < p.depth; k += DEPTH )
    {
        int depth = p.depth - k < DEPTH ? p.depth - k : DEPTH;
        for ( int high = 0; high < p.rows; high += HEIGHT )
        {
            int rows = p.rows - high < HEIGHT ? p.rows - high : HEIGHT;
            for ( int column = 0; column < p.columns; column += TILE_COLUMNS )
            {
                int columns = p.columns - column < TILE_COLUMNS ? p.columns - column : TILE_COLUMNS;
                const double *b = p.b + (size_t)k * p.bStride + (size_t)column, *from = b;
                size_t stride = p.bStride;
                if ( columns < TILE_COLUMNS || rows > 2 * TILE_ROWS )
                {
                    packColumns( columns, depth, b, p.bStride, packed );
                    from = packed;
                    stride = TILE_COLUMNS;
                }
                for ( int row = high; row < high + rows; row += TILE_ROWS )
                {
                    int few = high + rows - row < TILE_ROWS ? high + rows - row : TILE_ROWS;
                    const double* a = p.a + (size_t)row * p.aStride + (size_t)k;
                    double* c = p.c + (size_t)row * p.cStride + (size_t)column;
                    columns < TILE_COLUMNS
                        ? subtractEdge( few, columns, depth, a, p.aStride, packed, c, p.cStride )
                        : subtractRows( few, depth, a, p.aStride, from, stride, c, p.cStride );
                }
            }
        }
    }
}

luSubtract* const LU_KERNELS = subtractProduct;
