// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/arena.h"

// Sparse LU factorisation of a matrix of small dense blocks, for the linear systems of the Newton and ADMM solvers. The
// pattern is treated as symmetric and ordered by minimum degree. Pivots are chosen only inside the diagonal blocks, which
// is safe for regularised contact matrices.

typedef struct blockLu
{
    ssArena* arena; // NULL: the heap
    ssArenaMark mark;
    int n, d;        // block rows; rows of one block
    int* order;      // position in the elimination order -> block row
    int* place;      // block row -> position in the elimination order
    int* upStart;    // per position: start of the blocks right of the diagonal
    int* upColumn;   // their positions, ascending
    double* up;      // their numbers: U without its diagonal
    int* lowStart;   // per position: start of the blocks left of the diagonal
    int* lowColumn;  // their positions, ascending
    double* low;     // their numbers: -L
    double* inverse; // inverses of the diagonal blocks of U
    double* work;    // one block row while factoring, a vector while solving
} blockLu;

/// Finds the elimination order and allocates the factors, for n block rows of d × d blocks whose columns are given row by
/// row. False if memory runs out or the factors would be too large; call blockLuFree in either case. Until then other
/// allocations from the arena (NULL: the heap) are released in the order of a stack.
bool blockLuAnalyse( blockLu* lu, ssArena* arena, int n, int d, const int* start, const int* column );

/// Factors the matrix. False if a diagonal block is singular.
bool blockLuFactor( blockLu* lu, const int* start, const int* column, const double* blocks );

/// Replaces x by A^-1 x.
void blockLuSolve( blockLu* lu, double* x );

void blockLuFree( blockLu* lu );
