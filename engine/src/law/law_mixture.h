// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// The cheapest mixture: shares u >= 0 of columns with sum u_j way_j = 1,
// sum u_j a_j = 0 and the least sum u_j cost_j.

#define MIXTURE_ROWS 17 // the way, and one for every number of the states

typedef struct mixture
{
    int count; // of columns with a share
    int column[MIXTURE_ROWS];
    double share[MIXTURE_ROWS];
    double cost;
    double price[MIXTURE_ROWS]; // cost_j >= price · (way_j, a_j) for all j
} mixture;

/// Solves it by the revised simplex method. A column has `rows` numbers,
/// way_j first. False if no mixture balances.
bool solveMixture( int rows, int columns, const double* cost, const double* table, mixture* m );
