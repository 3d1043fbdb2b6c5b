// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Dense linear algebra for small matrices, which are stored row by row. No function here allocates.

/// LU factors with row pivoting in place of `a`, rows scaled to a maximum of one. False: a pivot is zero.
bool denseLuFactor( double* a, int n, int* pivots, double* rowScale );
void denseLuSolve( const double* factors, int n, const int* pivots, const double* rowScale, double* b );

/// Solves a x = b by LU with two steps of iterative refinement. `scratch` has n² + 3n doubles,
/// `pivots` n ints; `b` and `x` must not overlap.
bool denseLuSolveRefined( const double* a, const double* b, int n, double* x, double* scratch, int* pivots );

/// Cholesky, in the lower triangle of `a`. False: a pivot is below `threshold` times its diagonal entry.
bool denseCholeskyFactor( double* a, int n, double threshold );
void denseCholeskySolve( const double* factor, int n, double* b );

/// Singular values of the n × n matrix `a` in descending order, by one-sided Jacobi rotations. Destroys `a`.
void denseSingularValues( double* a, int n, double* values );

/// Eigenvalues of the symmetric n × n matrix `a` in ascending order, by Jacobi rotations, and its
/// eigenvectors as columns (NULL: not wanted). Destroys `a`.
void denseEigenvalues( double* a, int n, double* values, double* vectors );

typedef struct denseComplex
{
    double re, im;
} denseComplex;

/// Solves a x = b for a complex n × n matrix by elimination with row pivoting; `b` becomes x and
/// `a` is destroyed. False if a pivot is zero.
bool denseComplexSolve( denseComplex* a, int n, denseComplex* b );

/// Eigenvalues of a real n × n matrix, unordered; complex ones are conjugate up to rounding. Destroys `a`;
/// `scratch` has n² numbers. False: no end of the iteration, or a number not finite.
bool denseGeneralEigenvalues( double* a, int n, denseComplex* scratch, denseComplex* values );
