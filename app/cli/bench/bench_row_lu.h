// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// A plain sparse LU factorisation of 6 × 6 blocks, row by row, after an exact minimum degree order: what `path` used before
// it had fronts. It stays as the yardstick of `bench factorisation`.

typedef struct rowLu
{
    int n;           // block rows
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
} rowLu;

/// False if memory runs out; call rowLuFree in either case.
bool rowLuAnalyse( rowLu* lu, int n, const int* start, const int* column );

/// False if a diagonal block is singular.
bool rowLuFactor( rowLu* lu, const int* start, const int* column, const double* blocks );

void rowLuFree( rowLu* lu );
