// SPDX-License-Identifier: MIT
#include "slipstick/advanced/factorisation.h"

#include "base/inline.h"
#include "linalg/block_lu.h"

#include <math.h>
#include <string.h>

struct ssFactorisation
{
    blockLu lu;
};

static ssResult checkPattern( int rows, int size, const int* start, const int* column )
{
    if ( rows < 0 || size < 1 || size > SS_FACTOR_BLOCK_MAX )
    {
        return ssError( ss_errorValue, NULL,
            "%d rows of blocks of size %d: at least 0 rows, sizes 1 to %d are allowed", rows, size,
            SS_FACTOR_BLOCK_MAX );
    }
    for ( int i = 0; i < rows; ++i )
    {
        for ( int k = start[i]; k < start[i + 1]; ++k )
        {
            if ( column[k] < 0 || column[k] >= rows )
            {
                return ssError( ss_errorValue, NULL,
                    "row %d has a block in column %d; the columns are 0 to %d", i, column[k], rows - 1 );
            }
        }
    }
    return ssOk();
}

ssResult ssCreateFactorisation(
    int rows, int size, const int* start, const int* column, ssFactorisation** factorisation )
{
    *factorisation = NULL;
    ssResult result = checkPattern( rows, size, start, column );
    if ( result.code != ss_ok )
    {
        return result;
    }
    ssFactorisation* made = ssAlloc( sizeof( ssFactorisation ) );
    if ( made == NULL || !blockLuAnalyse( &made->lu, NULL, rows, size, true, start, column ) )
    {
        ssDestroyFactorisation( made );
        return ssError( ss_errorMemory, NULL, "out of memory for the factors of %d rows", rows );
    }
    *factorisation = made;
    return ssOk();
}

void ssDestroyFactorisation( ssFactorisation* factorisation )
{
    if ( factorisation != NULL )
    {
        blockLuFree( &factorisation->lu );
        ssRelease( factorisation );
    }
}

bool ssFactorisation_Compute( ssFactorisation* factorisation, const double* blocks )
{
    return blockLuFactor( &factorisation->lu, blocks );
}

void ssFactorisation_Solve( ssFactorisation* factorisation, double* x )
{
    blockLuSolve( &factorisation->lu, x );
}

ssFactorisationSize ssFactorisation_Size( const ssFactorisation* factorisation )
{
    const blockLu* lu = &factorisation->lu;
    return ( ssFactorisationSize ){ .fill = lu->fill,
        .multiplications = lu->products,
        .bytes = ( lu->factorSize + lu->updateSize ) * sizeof( double ),
        .fronts = lu->frontCount };
}

// ------------------------------------------------------------------------------------------------------- a single block

static ALWAYS_INLINE void swapRows( int d, double* m, int i, int j )
{
    for ( int c = 0; c < d && i != j; ++c )
    {
        double keep = m[i * d + c];
        m[i * d + c] = m[j * d + c];
        m[j * d + c] = keep;
    }
}

/// row i -= factor × row k
static ALWAYS_INLINE void subtractRow( int d, double* m, int i, int k, double factor )
{
    for ( int c = 0; c < d; ++c )
    {
        m[i * d + c] -= factor * m[k * d + c];
    }
}

static ALWAYS_INLINE void divideRow( int d, double* m, int k, double divisor )
{
    for ( int c = 0; c < d; ++c )
    {
        m[k * d + c] /= divisor;
    }
}

static ALWAYS_INLINE int findPivot( int d, const double* m, int k )
{
    int pivot = k;
    double largest = fabs( m[k * d + k] );
    for ( int i = k + 1; i < d; ++i )
    {
        double size = fabs( m[i * d + k] );
        if ( size > largest )
        {
            largest = size;
            pivot = i;
        }
    }
    return pivot;
}

static ALWAYS_INLINE bool invert( int d, const double* block, double* inverse )
{
    double m[36], size = 0.0;
    memcpy( m, block, (size_t)( d * d ) * sizeof( double ) );
    for ( int i = 0; i < d * d; ++i )
    {
        size += fabs( m[i] );
    }
    memset( inverse, 0, (size_t)( d * d ) * sizeof( double ) );
    for ( int i = 0; i < d; ++i )
    {
        inverse[i * d + i] = 1.0;
    }
    for ( int k = 0; k < d; ++k )
    {
        int pivot = findPivot( d, m, k );
        double value = m[pivot * d + k];
        if ( !( fabs( value ) > 1e-18 * size ) )
        {
            return false;
        }
        swapRows( d, m, k, pivot );
        swapRows( d, inverse, k, pivot );
        divideRow( d, m, k, value );
        divideRow( d, inverse, k, value );
        for ( int i = 0; i < d; ++i )
        {
            double factor = m[i * d + k];
            if ( i != k && factor != 0.0 )
            {
                subtractRow( d, m, i, k, factor );
                subtractRow( d, inverse, i, k, factor );
            }
        }
    }
    return true;
}

bool ssInvertBlock( int d, const double* block, double* inverse )
{
    return d == 3 ? invert( 3, block, inverse )
        : d == 5  ? invert( 5, block, inverse )
        : d == 6  ? invert( 6, block, inverse )
                  : invert( d, block, inverse );
}
