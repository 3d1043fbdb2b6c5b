// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "linalg/block_lu_private.h"
#include "slipstick/rng.h"

#include <string.h>

// The dense loops of the factorisation: with every set of instructions of this processor they give the bits
// of plain loops that add one product after the other, and touch nothing else.

enum
{
    sideMax = 500,
    strideMax = 64,
    depthMax = 2 * LU_DEPTH + 10
};

static double s_a[sideMax * depthMax], s_b[depthMax * strideMax], s_c[sideMax * strideMax],
    s_plain[sideMax * strideMax], s_before[sideMax * strideMax];

static void fill( ssRng* rng, int count, double* numbers )
{
    for ( int i = 0; i < count; ++i ) { numbers[i] = 2.0 * ssRng_Uniform( rng ) - 1.0; }
}

static int pick( ssRng* rng, int least, int most )
{
    return least + (int)( ssRng_Uniform( rng ) * ( most - least + 1 ) );
}

/// C -= A B in s_plain.
static void subtractPlainly( const luProduct* p )
{
    for ( int r = 0; r < p->rows; ++r )
    {
        for ( int c = 0; c < p->columns; ++c )
        {
            double sum = s_plain[(size_t)r * p->cStride + (size_t)c];
            for ( int k = 0; k < p->depth; ++k )
            {
                sum -= p->a[(size_t)r * p->aStride + (size_t)k] * p->b[(size_t)k * p->bStride + (size_t)c];
            }
            s_plain[(size_t)r * p->cStride + (size_t)c] = sum;
        }
    }
}

TEST productsHaveTheBitsOfAPlainLoop( void )
{
    ssRng rng = ssSeedRng( 1 );
    double packed[LU_PACKED];
    for ( int round = 0; round < testCount( 400 ); ++round )
    {
        int rows = pick( &rng, 1, round % 20 == 1 ? sideMax : 60 ), columns = pick( &rng, 1, 50 );
        int depth = round % 20 == 0 ? pick( &rng, 1, depthMax ) : pick( &rng, 1, 40 );
        luProduct p = { rows, columns, depth, s_a, depthMax, s_b, (size_t)pick( &rng, columns, strideMax ),
            s_c, (size_t)pick( &rng, columns, strideMax ) };
        fill( &rng, rows * depthMax, s_a );
        fill( &rng, SS_COUNT( s_b ), s_b );
        fill( &rng, SS_COUNT( s_before ), s_before );
        memcpy( s_plain, s_before, sizeof( s_plain ) );
        subtractPlainly( &p );
        for ( int rank = 0; luFindKernels( rank ) != NULL; ++rank )
        {
            memcpy( s_c, s_before, sizeof( s_c ) );
            luFindKernels( rank )->subtract( p, packed );
            ASSERT_MEM_EQ( s_plain, s_c, sizeof( s_c ) );
        }
    }
    PASS();
}

TEST blocksHaveTheBitsOfAPlainLoop( void )
{
    ssRng rng = ssSeedRng( 2 );
    for ( int round = 0; round < testCount( 400 ); ++round )
    {
        int d = pick( &rng, 1, LU_BLOCK_MAX ), rows = pick( &rng, 0, 30 );
        size_t stride = (size_t)pick( &rng, d, strideMax );
        fill( &rng, d * d, s_b );
        for ( int i = 0; i < d * d; ++i ) { s_b[i] = i / d > i % d ? 0.0 : s_b[i]; }
        fill( &rng, SS_COUNT( s_before ), s_before );
        memcpy( s_plain, s_before, sizeof( s_plain ) );
        for ( int i = 0; i < rows * d; ++i )
        {
            size_t at = (size_t)( i / d ) * stride;
            double sum = 0.0;
            for ( int k = 0; k < d; ++k ) { sum += s_before[at + (size_t)k] * s_b[k * d + i % d]; }
            s_plain[at + (size_t)( i % d )] = sum;
        }
        for ( int rank = 0; luFindKernels( rank ) != NULL; ++rank )
        {
            memcpy( s_c, s_before, sizeof( s_c ) );
            luFindKernels( rank )->scale( d, rows, s_c, stride, s_b );
            ASSERT_MEM_EQ( s_plain, s_c, sizeof( s_c ) );
        }
    }
    PASS();
}

TEST mixedRowsHaveTheBitsOfAPlainLoop( void )
{
    ssRng rng = ssSeedRng( 4 );
    for ( int round = 0; round < testCount( 400 ); ++round )
    {
        int d = pick( &rng, 1, LU_BLOCK_MAX ), columns = pick( &rng, 0, 30 );
        size_t stride = (size_t)pick( &rng, columns, strideMax );
        fill( &rng, d * d, s_b );
        fill( &rng, SS_COUNT( s_before ), s_before );
        memcpy( s_plain, s_before, sizeof( s_plain ) );
        for ( int i = 0; i < d * columns; ++i )
        {
            size_t column = (size_t)( i % columns );
            double sum = 0.0;
            for ( int k = 0; k < d; ++k )
            {
                sum += s_b[i / columns * d + k] * s_before[(size_t)k * stride + column];
            }
            s_plain[(size_t)( i / columns ) * stride + column] = sum;
        }
        for ( int rank = 0; luFindKernels( rank ) != NULL; ++rank )
        {
            memcpy( s_c, s_before, sizeof( s_c ) );
            luFindKernels( rank )->mix( d, columns, s_c, stride, s_b );
            ASSERT_MEM_EQ( s_plain, s_c, sizeof( s_c ) );
        }
    }
    PASS();
}

TEST scalarProductsHaveFourSumsOnEveryProcessor( void )
{
    ssRng rng = ssSeedRng( 3 );
    for ( int round = 0; round < testCount( 400 ); ++round )
    {
        int rows = pick( &rng, 1, LU_BLOCK_MAX );
        size_t count = (size_t)pick( &rng, 0, 60 ), stride = (size_t)pick( &rng, (int)count, strideMax );
        double plain[LU_BLOCK_MAX] = { 0 };
        fill( &rng, SS_COUNT( s_before ), s_before );
        fill( &rng, 60, s_b );
        for ( int r = 0; r < rows; ++r )
        {
            double sums[4] = { 0 };
            for ( size_t k = 0; k < count; ++k ) { sums[k % 4] += s_before[(size_t)r * stride + k] * s_b[k]; }
            plain[r] = ( sums[0] + sums[1] ) + ( sums[2] + sums[3] );
        }
        for ( int rank = 0; luFindKernels( rank ) != NULL; ++rank )
        {
            double products[LU_BLOCK_MAX] = { 0 };
            luFindKernels( rank )->multiply( rows, count, s_before, stride, s_b, products );
            ASSERT_MEM_EQ( plain, products, sizeof( products ) );
        }
    }
    PASS();
}

SUITE( luKernelSuite )
{
    RUN_TEST( productsHaveTheBitsOfAPlainLoop );
    RUN_TEST( blocksHaveTheBitsOfAPlainLoop );
    RUN_TEST( mixedRowsHaveTheBitsOfAPlainLoop );
    RUN_TEST( scalarProductsHaveFourSumsOnEveryProcessor );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( luKernelSuite );
    return TEST_END();
}
