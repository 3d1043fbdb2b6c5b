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

/// `packed` has room for LU_PACKED numbers.
typedef void luSubtract( luProduct product, double* packed );

extern luSubtract* const lu_subtract;
extern luSubtract* const lu_subtractAvx2; // NULL where it was not compiled

/// The product for this processor.
luSubtract* luChooseSubtract( void );
