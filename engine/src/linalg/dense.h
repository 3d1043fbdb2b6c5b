// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Small dense linear algebra for complementarity problems. Matrices row by row; nothing here allocates.

/// Row-pivoted factors in place of `a`, rows scaled to one first. False when a pivot vanishes.
bool denseFactor( double* a, int n, int* pivots, double* rowScale );
void denseSolve( const double* factors, int n, const int* pivots, const double* rowScale, double* b );

/// Solves a x = b with two steps of iterative refinement. Scratch: n² + 3n doubles, n ints. `b` and `x`
/// differ.
bool denseSolveRefined( const double* a, const double* b, int n, double* x, double* scratch, int* pivots );

/// Cholesky factor in the lower triangle of `a`. False when a pivot falls below `relative` of its diagonal
/// entry.
bool denseCholesky( double* a, int n, double relative );
void denseCholeskySolve( const double* factor, int n, double* b );

/// Singular values of the n × n matrix, falling, by one-sided Jacobi rotations; destroys `a`.
void denseSingularValues( double* a, int n, double* values );

/// Eigenvalues of the symmetric `a`, rising, by Jacobi rotations; destroys `a`.
void denseEigenvalues( double* a, int n, double* values );
