// SPDX-License-Identifier: MIT
#pragma once

#include "lcp/lcp.h"

// The linear complementarity problems of friction polygons, built from the blocks of S = J M^-1 J^T between
// normals (n) and tangents (t), for the discretised model and for solvers.

/// The friction polygon of a contact.
typedef struct facetPolygon
{
    int k;          // 2k corners
    double angle;   // of e_1 [rad]
    bool inscribed; // the corners lie on the circle; otherwise the facets touch it
    double mu;
    double rho;  // phantom inertia [kg]
    int tangent; // the first of its two tangential rows; -1: it slides already and has no directions
} facetPolygon;

/// One of the 2k directions or corners of a contact; each has an unknown of its own.
typedef struct facetUnknown
{
    ssVec2 e;
    int contact;
    int opposite; // the unknown of -e
} facetUnknown;

/// The rows of a matrix, `stride` numbers apart.
typedef struct facetRows
{
    const double* at;
    int stride;
} facetRows;

typedef struct facetBlocks
{
    int contacts, tangents, unknowns; // normals, tangential rows, and directions or corners
    const facetPolygon* polygons;     // one per contact
    const facetUnknown* list;
    facetRows nn, nt, tn, tt; // S
    const double *un, *ut;    // velocities or accelerations without contact forces
    const double* a;          // tangents × tangents: S_tt^-1; this and the next two only by facets
    const double* x;          // tangents × contacts: a S_tn
    const double* y;          // tangents: a u_t
    double *m, *q;            // the problem w = m z + q that is filled in
} facetBlocks;

/// Lists all e_j, contact after contact, and then all -e_j. Returns their number, twice the sum of the k.
int facetListDirections( const facetPolygon* polygons, int contacts, facetUnknown* list );

/// Lists the corners for mu lambda_n = 1, by contact. Returns their number, twice the sum of the k.
int facetListCorners( const facetPolygon* polygons, int contacts, facetUnknown* list );

/// Peiret et al. Eq. 8 without v' and lambda_t: z = (lambda_n, kappa+, kappa-), w = (u_n', sigma-, sigma+),
/// for directions of circumscribed polygons. Returns its size.
int facetFillEliminated( const facetBlocks* blocks );

/// Stewart & Trinkle, Anitescu & Potra: lambda_t = sum of beta e, 0 <= beta ⟂ zeta + e·u_t >= 0,
/// 0 <= zeta ⟂ mu lambda_n - sum of beta >= 0, with z = (lambda_n,
/// beta, zeta). Returns the size of the problem.
int facetFillForces( const facetBlocks* blocks );
