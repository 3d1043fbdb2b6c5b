// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"
#include "lcp/lcp.h"

/// The members point into one block of memory for numbers and one for indices.
struct ssLcpWork
{
    ssArena* arena; // NULL: the heap
    int capacity;
    double* numbers;
    int* indices;
    double* dictionary; // capacity × (capacity + 2): Lemke's dictionary
    double* factors;    // capacity² + 3 capacity: factors of the last basis
    double* basis;      // capacity²: the last basis
    double* scale;      // this and the following have `capacity` numbers each
    double* w;
    double* a;
    double* b;
    int* rowVariable;
    int* columnVariable; // capacity + 1
    int* pivots;
    int* tied;
    ssStop* stop;
    void* stopContext;
};

/// ssCreateLcpWork with memory of an arena (NULL: the heap).
ssResult lcpCreateWork( ssArena* arena, int capacity, ssLcpWork** work );

/// Does the caller want the method to end?
static inline bool lcpStops( const ssLcpWork* work )
{
    return work->stop != NULL && work->stop( work->stopContext );
}

/// Fills the scales s_i that ssLcp_Residual and Lemke's method use.
void lcpScale( const ssLcp* lcp, double* scale );

/// ssLcp_Residual with the scales that are already in work->scale.
double lcpScaledResidual( const ssLcp* lcp, ssLcpWork* work, const double* z );
