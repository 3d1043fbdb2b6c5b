// SPDX-License-Identifier: MIT
#include "linalg/factorisation.h"

#include "linalg/block_lu_private.h"

#include <string.h>

// The public face of the block LU: its pattern is checked and analysed once.

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

bool ssInvertBlock( int size, const double* block, double* inverse )
{
    double kept[LU_BLOCK_MAX * LU_BLOCK_MAX], upper[LU_BLOCK_MAX * LU_BLOCK_MAX],
        lower[LU_BLOCK_MAX * LU_BLOCK_MAX];
    memcpy( kept, block, (size_t)( size * size ) * sizeof( double ) );
    if ( !luFactorBlock( size, kept, upper, lower ) )
    {
        return false;
    }
    for ( int i = 0; i < size * size; ++i )
    {
        int r = i / size, c = i % size;
        inverse[i] = 0.0;
        for ( int k = r; k < size; ++k )
        {
            inverse[i] += upper[r * size + k] * lower[k * size + c];
        }
    }
    return true;
}
