// SPDX-License-Identifier: MIT
#pragma once

#include "linalg/block_lu.h"

// The engine's sparse LU factorisation of a matrix of small dense blocks, for a whole matrix at a time.

typedef struct ssFactorisation
{
    blockLu lu;
} ssFactorisation;

#define SS_FACTOR_BLOCK_MAX 6 ///< rows of a block, at most

/// What a factorisation takes.
typedef struct ssFactorisationSize
{
    double fill; ///< blocks of L below the diagonal that the order needs
    /// of numbers, each with a subtraction; with those by zeros that merged columns bring
    double multiplications;
    size_t bytes; ///< of the factors and of the memory to compute them
    int fronts;   ///< groups of columns that are eliminated together
} ssFactorisationSize;

static inline ssResult checkPattern( int rows, int size, const int* start, const int* column )
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

static inline void ssDestroyFactorisation( ssFactorisation* factorisation )
{
    if ( factorisation != NULL )
    {
        blockLuFree( &factorisation->lu );
        ssRelease( factorisation );
    }
}

static inline ssResult ssCreateFactorisation(
    int rows, int size, const int* start, const int* column, ssFactorisation** factorisation )
{
    *factorisation = NULL;
    SS_TRY( checkPattern( rows, size, start, column ) );
    ssFactorisation* made = ssAlloc( sizeof( ssFactorisation ) );
    if ( made == NULL || !blockLuAnalyse( &made->lu, NULL, rows, size, true, start, column ) )
    {
        ssDestroyFactorisation( made );
        return ssError( ss_errorMemory, NULL, "out of memory for the factors of %d rows", rows );
    }
    *factorisation = made;
    return ssOk();
}

static inline bool ssFactorisation_Compute( ssFactorisation* factorisation, const double* blocks )
{
    return blockLuFactor( &factorisation->lu, blocks );
}

static inline void ssFactorisation_Solve( ssFactorisation* factorisation, double* x )
{
    blockLuSolve( &factorisation->lu, x );
}

static inline ssFactorisationSize ssFactorisation_Size( const ssFactorisation* factorisation )
{
    const blockLu* lu = &factorisation->lu;
    return ( ssFactorisationSize ){ .fill = lu->fill,
        .multiplications = lu->products,
        .bytes = ( lu->factorSize + lu->updateSize ) * sizeof( double ),
        .fronts = lu->frontCount };
}
