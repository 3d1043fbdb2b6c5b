// SPDX-License-Identifier: MIT
#pragma once

#include "linalg/block_lu.h"

#define LU_BLOCK_MAX 6 // rows of a block, at most
#define LU_DEPTH 192   // columns of A in one go of a product: packed columns of B stay in the first cache
#define LU_PACKED ( 8 * LU_DEPTH ) // numbers that are packed at once

// C -= A B for dense matrices, stored row by row. A and B may lie in the same matrix as C, beside it.
typedef struct luProduct
{
    int rows, columns, depth;
    const double* a;
    size_t aStride;
    const double* b;
    size_t bStride;
    double* c;
    size_t cStride;
} luProduct;

// The dense loops, compiled for one set of instructions; all NULL where it was not.
typedef struct luKernels
{
    /// C -= A B. `packed` has room for LU_PACKED numbers.
    void ( *subtract )( luProduct product, double* packed );
    /// Multiplies `rows` rows of d numbers by a d × d matrix whose numbers below the diagonal are zero.
    void ( *scale )( int d, int rows, double* at, size_t stride, const double* matrix );
    /// Replaces d rows of `columns` numbers by the products of a d × d matrix with them.
    void ( *mix )( int d, int columns, double* at, size_t stride, const double* matrix );
    /// products = A b for up to LU_BLOCK_MAX rows of `count` numbers.
    void ( *multiply )(
        int rows, size_t count, const double* a, size_t stride, const double* b, double* products );
} luKernels;

extern const luKernels lu_kernels;
extern const luKernels lu_kernelsAvx2;
extern const luKernels lu_kernelsAvx512;

/// The kernels that this processor can run, the fastest with rank 0; NULL beyond the last.
const luKernels* luFindKernels( int rank );

/// U^-1 of a diagonal block, by its position in the order of elimination.
static inline double* luUpper( const blockLu* lu, size_t position )
{
    return lu->diagonal + 2 * position * (size_t)( lu->d * lu->d );
}

/// L^-1 P of a diagonal block.
static inline double* luLower( const blockLu* lu, size_t position )
{
    return luUpper( lu, position ) + lu->d * lu->d;
}
