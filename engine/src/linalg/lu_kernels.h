// SPDX-License-Identifier: MIT
#include "base/simd.h"
#include "linalg/block_lu_private.h"

// The dense loops of a factorisation and of its solves. Each number is computed in one fixed order and
// rounded after every operation: neither the size of a tile nor that of a vector has an effect on the bits.
//
// This file is compiled once for each set of instructions, with LU_KERNELS as the name of what it defines.

// ----------------------------------------------------------------------------------------------------- lines

// Numbers anywhere in memory.
typedef double eight __attribute__( ( vector_size( 64 ), aligned( 8 ), may_alias ) );
typedef double four __attribute__( ( vector_size( 32 ), aligned( 8 ), may_alias ) );
typedef double two __attribute__( ( vector_size( 16 ), aligned( 8 ), may_alias ) );

// Up to eight neighbours in as few vectors as possible; their number is a compile-time constant.
typedef struct line
{
    eight all;
    four fours[2];
    two twos[4];
    double last;
} line;

#if defined( __AVX512F__ )
#define EIGHTS( count ) ( ( count ) / 8 )
#define FOURS( count ) ( ( count ) % 8 / 4 )
#define TWOS( count ) ( ( count ) % 4 / 2 )
#elif defined( __AVX2__ )
#define EIGHTS( count ) 0
#define FOURS( count ) ( ( count ) / 4 )
#define TWOS( count ) ( ( count ) % 4 / 2 )
#else
#define EIGHTS( count ) 0
#define FOURS( count ) 0
#define TWOS( count ) ( ( count ) / 2 )
#endif

/// DO( part ) for each part of a line.
#define LINE_EACH( count, DO )                                     \
    if ( EIGHTS( count ) > 0 ) { DO( all ); }                      \
    for ( int i = 0; i < FOURS( count ); ++i ) { DO( fours[i] ); } \
    for ( int i = 0; i < TWOS( count ); ++i ) { DO( twos[i] ); }   \
    if ( count % 2 > 0 ) { DO( last ); }

#define LOAD( part )                                 \
    to->part = *(const __typeof__( to->part )*)from; \
    from += sizeof( to->part ) / sizeof( double )
#define STORE( part )                                    \
    *(__typeof__( ( (line*)0 )->part )*)to = from->part; \
    to += sizeof( from->part ) / sizeof( double )
#define SUBTRACT( part ) sum->part -= factor * row->part
#define ADD( part ) sum->part += factor * row->part
#define ADD_PRODUCTS( part ) sums->part += row->part * other->part

SIMD_INLINE void lineLoad( int count, line* to, const double* from ){ LINE_EACH( count, LOAD ) }

SIMD_INLINE void lineStore( int count, const line* from, double* to ){ LINE_EACH( count, STORE ) }

/// sum -= factor × row
SIMD_INLINE
    void lineSubtract( int count, line* sum, double factor, const line* row ){ LINE_EACH( count, SUBTRACT ) }

/// sum += factor × row
SIMD_INLINE void lineAdd( int count, line* sum, double factor, const line* row ){ LINE_EACH( count, ADD ) }

/// sums += row × other, number by number
SIMD_INLINE void lineAddProducts( int count, line* sums, const line* row, const line* other )
{
    LINE_EACH( count, ADD_PRODUCTS )
}

// -------------------------------------------------------------------------------------------------- products

// A tile of C fits registers: four rows are fastest with SSE2 and NEON; six suit 6 × 6 blocks.
#if defined( __AVX2__ )
#define TILE_ROWS 6
#else
#define TILE_ROWS 4
#endif
#define TILE_COLUMNS 8
#define PACKED_ROWS 24 // of A, from which on columns of B are packed: fewer do not pay for it
#define DEPTH LU_DEPTH // columns of A at once: the packed columns of B stay in the first cache
#define HEIGHT 240     // rows of A at once: they stay in the second cache

/// C -= A B for a tile of C, one product after the other in the order of the columns of A.
SIMD_INLINE void subtractTile( int rows, int columns, int depth, const double* a, size_t aStride,
    const double* b, size_t bStride, double* c, size_t cStride )
{
    line sums[TILE_ROWS];
    for ( int r = 0; r < rows; ++r ) { lineLoad( columns, &sums[r], c + (size_t)r * cStride ); }
    for ( int k = 0; k < depth; ++k, b += bStride )
    {
        line row;
        lineLoad( columns, &row, b );
        for ( int r = 0; r < rows; ++r )
        {
            lineSubtract( columns, &sums[r], a[(size_t)r * aStride + (size_t)k], &row );
        }
    }
    for ( int r = 0; r < rows; ++r ) { lineStore( columns, &sums[r], c + (size_t)r * cStride ); }
}

// C -= A B for any number of rows and as many columns as its name says. Functions of their own: in the midst
// of others, compilers run out of registers.
#define DEFINE_STRIP( COLUMNS )                                                                             \
    static __attribute__( ( noinline ) ) void subtractStrip##COLUMNS( int rows, int depth, const double* a, \
        size_t aStride, const double* b, size_t bStride, double* c, size_t cStride )                        \
    {                                                                                                       \
        int r = 0;                                                                                          \
        for ( ; r + TILE_ROWS <= rows; r += TILE_ROWS, a += TILE_ROWS * aStride, c += TILE_ROWS * cStride ) \
        {                                                                                                   \
            subtractTile( TILE_ROWS, COLUMNS, depth, a, aStride, b, bStride, c, cStride );                  \
        }                                                                                                   \
        for ( ; r + 2 <= rows; r += 2, a += 2 * aStride, c += 2 * cStride )                                 \
        {                                                                                                   \
            subtractTile( 2, COLUMNS, depth, a, aStride, b, bStride, c, cStride );                          \
        }                                                                                                   \
        if ( r < rows ) { subtractTile( 1, COLUMNS, depth, a, aStride, b, bStride, c, cStride ); }          \
    }

DEFINE_STRIP( 1 )
DEFINE_STRIP( 2 )
DEFINE_STRIP( 3 )
DEFINE_STRIP( 4 )
DEFINE_STRIP( 5 )
DEFINE_STRIP( 6 )
DEFINE_STRIP( 7 )
DEFINE_STRIP( 8 )

typedef void Strip( int rows, int depth, const double* a, size_t aStride, const double* b, size_t bStride,
    double* c, size_t cStride );

static Strip* const s_strips[] = { NULL, subtractStrip1, subtractStrip2, subtractStrip3, subtractStrip4,
    subtractStrip5, subtractStrip6, subtractStrip7, subtractStrip8 };

/// Copies TILE_COLUMNS columns of B next to each other.
static void packColumns( int depth, const double* b, size_t bStride, double* packed )
{
    for ( int k = 0; k < depth; ++k, b += bStride, packed += TILE_COLUMNS )
    {
        line row;
        lineLoad( TILE_COLUMNS, &row, b );
        lineStore( TILE_COLUMNS, &row, packed );
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
            const double* a = p.a + (size_t)high * p.aStride + (size_t)k;
            for ( int column = 0; column < p.columns; column += TILE_COLUMNS )
            {
                int columns = p.columns - column < TILE_COLUMNS ? p.columns - column : TILE_COLUMNS;
                const double* b = p.b + (size_t)k * p.bStride + (size_t)column;
                size_t stride = p.bStride;
                if ( columns == TILE_COLUMNS && rows >= PACKED_ROWS )
                {
                    packColumns( depth, b, stride, packed );
                    b = packed;
                    stride = TILE_COLUMNS;
                }
                s_strips[columns]( rows, depth, a, p.aStride, b, stride,
                    p.c + (size_t)high * p.cStride + (size_t)column, p.cStride );
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------- blocks

SIMD_INLINE void scaleLines( int d, int rows, double* at, size_t stride, const double* restrict matrix )
{
    for ( int r = 0; r < rows; ++r, at += stride )
    {
        double sums[LU_BLOCK_MAX] = { 0 };
        for ( int k = 0; k < d; ++k )
        {
            double factor = at[k];
            for ( int c = k / 2 * 2; c < d; ++c ) // from a whole vector on
            {
                sums[c] += factor * matrix[k * d + c];
            }
        }
        for ( int c = 0; c < d; ++c ) { at[c] = sums[c]; }
    }
}

static void scaleRows( int d, int rows, double* at, size_t stride, const double* matrix )
{
    d == 3       ? scaleLines( 3, rows, at, stride, matrix )
        : d == 5 ? scaleLines( 5, rows, at, stride, matrix )
        : d == 6 ? scaleLines( 6, rows, at, stride, matrix )
                 : scaleLines( d, rows, at, stride, matrix );
}

/// Mixes `count` columns of d rows.
SIMD_INLINE void mixColumns( int d, int count, double* at, size_t stride, const double* matrix )
{
    line rows[LU_BLOCK_MAX] = { 0 };
    for ( int k = 0; k < d; ++k ) { lineLoad( count, &rows[k], at + (size_t)k * stride ); }
    for ( int r = 0; r < d; ++r )
    {
        line sum = { 0 };
        for ( int k = 0; k < d; ++k ) { lineAdd( count, &sum, matrix[r * d + k], &rows[k] ); }
        lineStore( count, &sum, at + (size_t)r * stride );
    }
}

SIMD_INLINE void mixLines( int d, int columns, double* at, size_t stride, const double* matrix )
{
    int c = 0;
    for ( ; c + TILE_COLUMNS <= columns; c += TILE_COLUMNS )
    {
        mixColumns( d, TILE_COLUMNS, at + c, stride, matrix );
    }
    for ( ; c + 2 <= columns; c += 2 ) { mixColumns( d, 2, at + c, stride, matrix ); }
    for ( ; c < columns; ++c ) { mixColumns( d, 1, at + c, stride, matrix ); }
}

static void mixRows( int d, int columns, double* at, size_t stride, const double* matrix )
{
    d == 3       ? mixLines( 3, columns, at, stride, matrix )
        : d == 5 ? mixLines( 5, columns, at, stride, matrix )
        : d == 6 ? mixLines( 6, columns, at, stride, matrix )
                 : mixLines( d, columns, at, stride, matrix );
}

// --------------------------------------------------------------------------------------------------- vectors

#define SUMS 4 // partial sums of a scalar product, whatever the instruction set

/// Several rows at once share the numbers of b and keep as many sums in flight.
SIMD_INLINE void multiplyLines(
    int rows, size_t count, const double* a, size_t stride, const double* b, double* products )
{
    line sums[LU_BLOCK_MAX];
    size_t i = 0;
    for ( int r = 0; r < rows; ++r ) { lineLoad( SUMS, &sums[r], ( const double[SUMS] ){ 0 } ); }
    for ( ; i + SUMS <= count; i += SUMS )
    {
        line own;
        lineLoad( SUMS, &own, b + i );
        for ( int r = 0; r < rows; ++r )
        {
            line row;
            lineLoad( SUMS, &row, a + (size_t)r * stride + i );
            lineAddProducts( SUMS, &sums[r], &row, &own );
        }
    }
    for ( int r = 0; r < rows; ++r )
    {
        double parts[SUMS];
        lineStore( SUMS, &sums[r], parts );
        for ( size_t k = i; k < count; ++k ) { parts[k - i] += a[(size_t)r * stride + k] * b[k]; }
        products[r] = ( parts[0] + parts[1] ) + ( parts[2] + parts[3] );
    }
}

static void multiplyRows(
    int rows, size_t count, const double* a, size_t stride, const double* b, double* products )
{
    rows == 3       ? multiplyLines( 3, count, a, stride, b, products )
        : rows == 5 ? multiplyLines( 5, count, a, stride, b, products )
        : rows == 6 ? multiplyLines( 6, count, a, stride, b, products )
                    : multiplyLines( rows, count, a, stride, b, products );
}

const luKernels LU_KERNELS = { subtractProduct, scaleRows, mixRows, multiplyRows };
