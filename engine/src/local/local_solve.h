// SPDX-License-Identifier: MIT
#pragma once

#include "problem/problem_private.h"

// One contact alone: y = A p + b under its law, everything else held. The heart of Gauss-Seidel.

typedef enum localMethod
{
    local_newton,
    local_projection,
    local_exact,
    local_prox,
} localMethod;

typedef struct localProblem
{
    int dimension;
    const ssCone* cone;
    bool saxce;                  // De Saxcé's term: Coulomb and not relaxed
    const planarContact* planar; // a law of the table; then the cone bounds the moments alone
    const double* a;             // dimension² numbers, row by row
    const double* b;
    double step;      // r of the natural map
    double tolerance; // of the natural map, in velocity units
} localProblem;

/// |p - P_K(p - r yhat)| / r at p.
double localError( const localProblem* problem, const double* p );

/// Improves p, the start, to the tolerance if it can; returns the error. Never returns a worse p than it got.
double localSolve( const localProblem* problem, localMethod method, int maxIterations, double* p );

/// gradient = d h / d y of De Saxcé's term at y, [0] is 0. Zero where h has none.
void saxceGradient( const ssCone* cone, const double* y, double* gradient );
