// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lcp.h"

/// One block of memory each for numbers and indices; the members point into them.
struct ssLcpWork
{
    int capacity;
    double* numbers;
    int* indices;
    double* table;  // capacity × (capacity + 2)
    double* square; // capacity² + 3 capacity: factors of the last basis
    double* basis;  // capacity²: the last basis
    double* scale;  // capacity each from here on
    double* w;
    double* a;
    double* b;
    int* rowVariable;
    int* columnVariable; // capacity + 1
    int* pivots;
    int* tied;
};

/// Scales of the judge; also what Lemke works with.
void lcpScale( const ssLcp* lcp, double* scale );

/// ssLcp_Residual with the scales that are already in work->scale.
double lcpJudge( const ssLcp* lcp, ssLcpWork* work, const double* z );
