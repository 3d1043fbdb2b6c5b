// SPDX-License-Identifier: MIT
#pragma once

#include "problem/problem_private.h"

// Solves one contact while others are held, y = A p + b under its law, for Gauss-Seidel.

typedef enum localMethod
{
    local_newton,     // semi-smooth Newton on the natural map
    local_projection, // projections with a self-adaptive step (Acary & Bourrier Eq. 64)
    local_exact,      // by cases and one root, where that applies; otherwise Newton
    local_prox,       // component block after component block (Acary & Bourrier Eq. 22)
} localMethod;

typedef struct localProblem
{
    int dimension;
    const ssCone* cone;
    bool saxce;                  // with De Saxcé's term: Coulomb's law and not the relaxed one
    const planarContact* planar; // a law of the law table, and the cone bounds only the moments; or NULL
    const double* a;             // dimension² numbers, row by row
    const double* b;
    double step;      // r of the natural map
    double tolerance; // of the natural map, in velocity units
} localProblem;

/// |p - P_K(p - r yhat)| / r at p.
double localError( const localProblem* problem, const double* p );

/// Improves the start p to the tolerance if it can, and returns the error, never worse than the start's,
/// except under local_prox and planar laws, where it may rise first.
double localSolve( const localProblem* problem, localMethod method, int maxIterations, double* p );
