// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Least squares with few parameters and bounds (Levenberg-Marquardt), for fits and the tribometer.

enum
{
    leastSquaresMax = 16 // parameters
};

typedef struct leastSquares
{
    int n;              // parameters
    const bool* isFree; // the others stay as they are
    const double *low, *high;
    /// The sum of the squares of residuals at p; HUGE_VAL where it cannot be computed.
    double ( *sum )( void* context, const double* p );
    /// J^T J and J^T (data - model), n numbers a row, at the p of the latest sum that was accepted. False
    /// ends the iteration.
    bool ( *slopes )( void* context, const double* p, double* normal, double* right );
    void* context;
    double tolerance; // it has converged when the parameters together move by less
    double gain;      // and when a step changes the sum by less than this share of it, as it was expected to
    int tries;        // sums, at most
    double least;     // the result: the sum at p
    bool converged;
    int iterations;
} leastSquares;

/// Minimises, from the present p on.
void leastSquaresMinimise( leastSquares* problem, double* p );

/// Solves a symmetric system in place for the free unknowns; the others become 0. False: singular.
bool leastSquaresSolve( int n, const bool* isFree, double* matrix, double* right );
