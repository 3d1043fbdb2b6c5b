// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Sparse LU of a matrix of small dense blocks: the linear steps of Newton and ADMM. The pattern is taken as symmetric,
// ordered by minimum degree; pivots are chosen inside the diagonal blocks only, which regularised contact matrices
// allow.

typedef struct blockLu
{
    int n, d;
    int* order;    // position -> index of the block row
    int* place;    // index -> position
    int* upStart;  // per position: blocks right of the diagonal
    int* upColumn; // positions, ascending
    double* up;
    int* lowStart; // per position: blocks left of the diagonal
    int* lowColumn;
    double* low;
    double* inverse; // of the diagonal blocks
    double* work;    // one block row, and a vector
} blockLu;

/// Orders and reserves for n block rows of d × d blocks. False when memory or fill are out of reach; free it anyway.
bool blockLuAnalyse( blockLu* lu, int n, int d, const int* start, const int* column );

/// False when a diagonal block is singular.
bool blockLuFactor( blockLu* lu, const int* start, const int* column, const double* blocks );

/// x <- A^-1 x.
void blockLuSolve( blockLu* lu, double* x );

void blockLuFree( blockLu* lu );
