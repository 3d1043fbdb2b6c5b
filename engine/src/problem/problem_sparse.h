// SPDX-License-Identifier: MIT
#pragma once

#include "problem/problem_private.h"

// Sparse matrices as a file gives them, entry by entry, and how they become the blocks of a
// contact problem. A file may also have unknowns beside the reactions, such as the
// velocities of the bodies, which are eliminated.

typedef struct sparseMatrix
{
    int rows, columns;
    int count; // of entries; entries given twice add up
    int* row;
    int* column;
    double* value;
} sparseMatrix;

bool sparseAllocate( sparseMatrix* sparse, int rows, int columns, int count );
void sparseRelease( sparseMatrix* sparse );

/// Unknowns x with K x = f + sign H p that contribute H^T x to y. Eliminating them adds
/// sign H^T K^-1 H to W and H^T K^-1 f to q.
typedef struct sparseElimination
{
    sparseMatrix k; // square
    sparseMatrix h; // rows of k × numbers of p
    double* f;
    double sign;
    const char* name; // of K in the file, for messages
} sparseElimination;

// Largest number of coupled unknowns in K. They are factored as one dense matrix, of 32 MB at this size.
#define SPARSE_ELIMINATE_MAX 2000

// Largest number of blocks that an elimination may add to W: about 300 MB in dimension 3.
#define SPARSE_BLOCKS_MAX 4000000

/// Makes a problem with Coulomb contacts. `w` or `elimination` may be NULL,
/// but not both. The elimination changes `q`.
ssResult sparseMakeProblem( int dimension, int contacts, const sparseMatrix* w,
    const sparseElimination* elimination, double* q, const ssCone* cones, ssProblem* problem );
