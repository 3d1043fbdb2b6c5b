// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// A sparse LU factorisation of a matrix of small dense blocks, as the solvers `path`, `interior`, `newton`
// and `admm` use it. The pattern is analysed once, for any number of matrices with that pattern:
//
//     ssFactorisation* lu;
//     ssResult result = ssCreateFactorisation( rows, 6, start, column, &lu );
//     if ( result.code == ss_ok && ssFactorisation_Compute( lu, blocks ) )
//     {
//         ssFactorisation_Solve( lu, x );
//     }
//     ssDestroyFactorisation( lu );
//
// The pattern is treated as symmetric. Pivots are chosen only inside the diagonal blocks. The numbers depend
// on the matrix alone: not on the processor's vectors, the number of threads or another library.

typedef struct ssFactorisation ssFactorisation;

#define SS_FACTOR_BLOCK_MAX 6 ///< rows of a block, at most

/// `rows` block rows of blocks of size × size numbers. Row i has the blocks start[i] to start[i + 1] - 1,
/// whose block columns are in `column`, no column twice. `factorisation` becomes NULL on an error.
SS_CHECKED ssResult ssCreateFactorisation(
    int rows, int size, const int* start, const int* column, ssFactorisation** factorisation );
void ssDestroyFactorisation( ssFactorisation* factorisation ); ///< NULL is fine

/// Factors blocks, each row by row, in the pattern's order. False: a diagonal block is singular.
bool ssFactorisation_Compute( ssFactorisation* factorisation, const double* blocks );

/// Replaces x by A^-1 x, for the matrix that was computed last.
void ssFactorisation_Solve( ssFactorisation* factorisation, double* x );

/// What a factorisation takes.
typedef struct ssFactorisationSize
{
    double fill; ///< blocks of L below the diagonal that the order needs
    /// of numbers, each with a subtraction; with those by zeros that merged columns bring
    double multiplications;
    size_t bytes; ///< of the factors and of the memory to compute them
    int fronts;   ///< groups of columns that are eliminated together
} ssFactorisationSize;

ssFactorisationSize ssFactorisation_Size( const ssFactorisation* factorisation );
