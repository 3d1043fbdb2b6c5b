// SPDX-License-Identifier: MIT
#pragma once

#include "lcp/facet_blocks.h"
#include "solve/solve_state.h"

// A contact problem with polygons for friction circles, as one linear complementarity problem at velocity
// level, for `lemke` and `pgs`. Polyhedral cones keep their polygons; a circle gets 2k corners.

// Unknowns. The matrices are dense: 130 MB in all, and a pivot touches everything.
#define DISCRETISED_UNKNOWNS_MAX 2000

// The parameters that both solvers have; each adds its own.
#define DISCRETISED_PARAMS                                                                             \
    { SOLVER_PARAM( "k", "k", "directions",                                                            \
          "Directions over the half circle: a polygon of 2k corners. Polyhedral cones keep theirs." ), \
        .kind = ss_paramInteger, .min = 2, .max = 16, .allowedMin = SS_PYRAMID_MIN_DIRECTIONS,         \
        .allowedMax = SS_PYRAMID_MAX_DIRECTIONS, .defaultValue = 4 },                                  \
        { .key = "facet_deg",                                                                          \
            .symbol = "φ",                                                                             \
            .label = "facet angle",                                                                    \
            .unit = "°",                                                                               \
            .group = "solver",                                                                         \
            .doc = "Angle of the first direction e_1 from T1.",                                        \
            .kind = ss_paramNumber,                                                                    \
            .min = 0.0,                                                                                \
            .max = 90.0,                                                                               \
            .allowedMin = -360.0,                                                                      \
            .allowedMax = 360.0,                                                                       \
            .defaultValue = 0.0 },                                                                     \
    {                                                                                                  \
        .key = "phantom_inertia", .symbol = "ρ", .label = "phantom inertia", .unit = "kg",             \
        .group = "solver",                                                                             \
        .doc = "Off-diagonal term of Peiret et al. Eq. 8. It changes the rank of the matrix and the "  \
               "course of the passes, but no velocity.",                                               \
        .kind = ss_paramNumber, .min = 0.0, .max = 10.0, .allowedMin = 0.0, .allowedMax = 1e300,       \
        .defaultValue = 0.0                                                                            \
    }

typedef enum discretisedForm
{
    /// Peiret et al. Eq. 8 without lambda_t, z = (lambda_n, kappa+, kappa-): circumscribed polygons, a
    /// positive diagonal, phantom inertia off it. The friction rows must be independent.
    discretisedByFacets,
    /// Stewart & Trinkle, z = (lambda_n, beta, zeta), lambda_t = corners × beta: any polygon, any W.
    discretisedByCorners,
} discretisedForm;

typedef struct discretisedProblem
{
    ssArena* arena; // of the system
    int contacts, size;
    discretisedForm form;
    bool isPolyhedral; // no circle was replaced, so the answer is that of the problem itself
    int directions;    // twice the sum of all k
    facetPolygon* polygons;
    facetUnknown* list; // ±e_j or the corners of all contacts
    double* s;          // W, dense, row by row: normals, then tangents
    double* u;          // velocities before any reaction acts, in the same order
    double* a;          // by facets: the inverse of the tangential part
    double* x; // by facets: a times the tangential velocity due to unit normal forces; 2 contacts × contacts
    double* y; // by facets: a times the free tangential velocity
    double* m; // the matrix and right-hand side of the complementarity problem, and its answer
    double* q;
    double* z;
    ssLcp lcp;
    ssLcpWork* work;
} discretisedProblem;

/// Chooses polygons from the parameters k and facet_deg, and allocates. False sets status and words: the
/// start is the answer already, too many contacts, or no memory.
bool discretisedCreate( ssSolveState* state, bool inscribed, discretisedProblem* discretised );
void discretisedDestroy( discretisedProblem* discretised );

/// Fills in Eq. 8 with the phantom inertia `rho` [kg] and with `compliance` [1/kg] on the tangential diagonal
/// of W. False when the friction rows depend on each other or a polygon is inscribed.
bool discretisedFillFacets( discretisedProblem* discretised, double rho, double compliance );
/// Fills in the problem of Stewart & Trinkle.
void discretisedFillCorners( discretisedProblem* discretised );

/// The reactions that z stands for.
void discretisedReactions( const discretisedProblem* discretised, const double* z, double* p );

/// Judges the reactions of z and reports how the problem ended; `unit` is "pivots" or "passes".
void discretisedFinish(
    ssSolveState* state, discretisedProblem* discretised, const ssLcpReport* report, const char* unit );
