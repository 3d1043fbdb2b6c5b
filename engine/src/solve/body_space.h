// SPDX-License-Identifier: MIT
#pragma once

#include "linalg/block_lu.h"
#include "solve/solve_state.h"

// The contact problem in body velocities. With W = D^T M^-1 D, M^-1 = R R^T and maps E_i = R^T D_i (6 ×
// dimension per side), W_ij = E_i^T E_j and y = E^T w + q, where w = E p is the velocity change in units of
// the square root of energy. W + B^-1 (contacts × contacts) becomes I + E B E^T (bodies × bodies): fewer,
// denser rows, of full rank for every W.

typedef struct bodySpace
{
    ssArena* arena; // of the system
    const ssSystem* system;
    int bodies;
    // per contact: sides a and b, `dimension` columns of 6 numbers each; zero for the fixed world
    double* maps;
    double* rowMaps; // per row: sides a and b, 6 numbers each
    int *start, *column;
    double* blocks;         // I + E B E^T, 6 × 6
    int* slots;             // per contact, then per row: blocks aa, ab, ba, bb; -1 where there is none
    int *sideStart, *sides; // the sides of each body, ascending: 2 × (contact, or contacts + row) + side
    blockLu lu;
    bool analysed; // the pattern of the factorisation is known
} bodySpace;

/// False when memory runs out; call bodySpaceFree in any case.
bool bodySpaceMake( bodySpace* space, const ssSystem* system );
void bodySpaceFree( bodySpace* space );

/// w = E p.
void bodySpaceGather( const bodySpace* space, const double* p, double* w );

/// y = E^T w, without q and compliance.
void bodySpaceScatter( const bodySpace* space, const double* w, double* y );

/// Fills the blocks of I + E B E^T.
void bodySpaceAssemble( bodySpace* space, const double* b, const double* rowB );

/// Factorises I + E B E^T. B has a dimension² block per contact and a number per row, not necessarily
/// symmetric or definite; zero blocks cost nothing. False: no memory, or singular.
bool bodySpaceFactor( bodySpace* space, const double* b, const double* rowB );

/// w <- (I + E B E^T)^-1 w.
void bodySpaceSolve( bodySpace* space, double* w );
