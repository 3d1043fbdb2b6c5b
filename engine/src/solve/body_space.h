// SPDX-License-Identifier: MIT
#pragma once

#include "linalg/block_lu.h"
#include "solve/solve_state.h"

// The contact problem seen from the bodies. With W = D^T M^-1 D and M^-1 = R R^T the maps E_i = R^T D_i (6 × dimension
// per side of a contact) give W_ij = E_i^T E_j and y = E^T w + q, w = E p the bodies' change of velocity in units of the
// root of energy. A matrix (contacts × contacts) W + B^-1 becomes (bodies × bodies) I + E B E^T: fewer and denser rows,
// positive definite whatever the rank of W is.

typedef struct bodySpace
{
    const ssSystem* system;
    int bodies;
    double* maps; // per contact: sides a and b, 6 × dimension numbers each, row by row; zero for the world
    double* rowMaps; // per row: sides a and b, 6 numbers each
    int *start, *column;
    double* blocks; // I + E B E^T, 6 × 6
    int* slots;     // per contact, then per row: blocks aa, ab, ba, bb; -1 where there is none
    blockLu lu;
    bool analysed;
} bodySpace;

/// False without memory. Release it anyway.
bool bodySpaceMake( bodySpace* space, const ssSystem* system );
void bodySpaceFree( bodySpace* space );

/// w = E p.
void bodySpaceGather( const bodySpace* space, const double* p, double* w );

/// y = E^T w, without q and compliance.
void bodySpaceScatter( const bodySpace* space, const double* w, double* y );

/// Factorises I + E B E^T, B one dimension² block per contact and one number per row; where it is zero the contact costs
/// nothing. False without memory, or when it is singular (B need be neither symmetric nor definite).
bool bodySpaceFactor( bodySpace* space, const double* b, const double* rowB );

/// w <- (I + E B E^T)^-1 w.
void bodySpaceSolve( bodySpace* space, double* w );
