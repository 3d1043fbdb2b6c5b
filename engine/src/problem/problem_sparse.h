// SPDX-License-Identifier: MIT
#pragma once

#include "problem/problem_private.h"

// Sparse matrices as a file has them, entry by entry, on their way to the blocks of a contact problem; and what a file
// may keep beside W: unknowns to be eliminated, such as the velocities of the bodies.

typedef struct ioSparse
{
    int rows, columns;
    int count; // entries; those given twice add up
    int* row;
    int* column;
    double* value;
} ioSparse;

bool ioSparseAllocate( ioSparse* sparse, int rows, int columns, int count );
void ioSparseRelease( ioSparse* sparse );

/// Unknowns x with K x = f + sign H p that the contacts see as y += H^T x. So W gains sign H^T K^-1 H and q gains
/// H^T K^-1 f.
typedef struct ioElimination
{
    ioSparse k; // square
    ioSparse h; // rows of k × numbers of p
    double* f;
    double sign;
    const char* name; // of K in the file, for refusals
} ioElimination;

#define IO_ELIMINATE_MAX 2000 // unknowns of K that hang together: they are factored as a dense matrix
#define IO_BLOCKS_MAX 4000000 // of W, after an elimination

/// `w` and `elimination` may be NULL, not both. `q` is changed by the elimination.
ssResult ioSparseProblem( int dimension, int contacts, const ioSparse* w, const ioElimination* elimination,
    double* q, const ssCone* cones, ssProblem* problem );
