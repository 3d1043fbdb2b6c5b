// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lcp.h"

#include "solve/solve_state.h"

// A contact problem with its friction circles made polygons, as one linear complementarity problem at velocity level:
// what `lemke` and `pgs` solve. Contacts whose cone is a polygon already keep it; circles become polygons of 2k corners.

#define DISCRETE_UNKNOWNS_MAX 2000 // dense: 130 MB, and a pivot touches all of it

// Rows of both solvers, behind which each has its own.
#define DISCRETE_ROWS                                                                                        \
    { .key = "k",                                                                                            \
        .symbol = "k",                                                                                       \
        .label = "directions",                                                                               \
        .unit = "",                                                                                          \
        .group = "solver",                                                                                   \
        .doc = "Directions over the half circle: a polygon of 2k corners. Polyhedral cones keep their own.", \
        .kind = ss_paramInteger,                                                                             \
        .min = 2,                                                                                            \
        .max = 16,                                                                                           \
        .allowedMin = SS_PYRAMID_MIN_DIRECTIONS,                                                             \
        .allowedMax = SS_PYRAMID_MAX_DIRECTIONS,                                                             \
        .defaultValue = 4 },                                                                                 \
        { .key = "facet_deg",                                                                                \
            .symbol = "φ",                                                                                   \
            .label = "facet angle",                                                                          \
            .unit = "°",                                                                                     \
            .group = "solver",                                                                               \
            .doc = "Direction of e_1 against T1.",                                                           \
            .kind = ss_paramNumber,                                                                          \
            .min = 0.0,                                                                                      \
            .max = 90.0,                                                                                     \
            .allowedMin = -360.0,                                                                            \
            .allowedMax = 360.0,                                                                             \
            .defaultValue = 0.0 },                                                                           \
    {                                                                                                        \
        .key = "phantom_inertia", .symbol = "ρ", .label = "phantom inertia", .unit = "kg",                   \
        .group = "solver",                                                                                   \
        .doc = "Off the diagonal of Peiret et al. Eq. 8: changes its rank and the way of the passes, and "   \
               "no velocity.",                                                                               \
        .kind = ss_paramNumber, .min = 0.0, .max = 10.0, .allowedMin = 0.0, .allowedMax = 1e300,             \
        .defaultValue = 0.0                                                                                  \
    }

typedef enum DiscreteForm
{
    /// Peiret et al. Eq. 8 with lambda_t eliminated, z = (lambda_n, kappa+, kappa-): circumscribed polygons, a positive
    /// diagonal, phantom inertia off it. Needs friction rows that do not depend on each other.
    discreteFacets,
    /// Stewart & Trinkle, z = (lambda_n, beta, zeta), lambda_t = beta times corners: any polygon, any W.
    discreteCorners,
} DiscreteForm;

typedef struct Polygon
{
    int k;          // 2k corners
    double angle;   // of e_1 [rad]
    bool inscribed; // corners on the circle; otherwise the facets touch it
    double mu;
} Polygon;

typedef struct Discrete
{
    int contacts, size;
    DiscreteForm form;
    bool isPolygon; // no circle was replaced: the answer is the problem's own
    Polygon* polygons;
    int* first; // of a contact's directions; contacts + 1 numbers
    double* s;  // W, dense, row by row: normals, then tangents
    double* a;  // facets: inverse of the tangential part
    double* x;  // facets: a times the tangential velocity of unit normal forces; 2 contacts × contacts
    double* y;  // facets: a times the free tangential velocity
    double* m;  // the problem
    double* q;
    double* z;
    ssLcp lcp;
    ssLcpWork* work;
} Discrete;

/// Polygons for the run's contacts from its parameters k and facet_deg; false sets the run's status and words: the
/// start is the answer already, too many contacts, no memory.
bool discreteCreate( ssSolveState* state, bool inscribed, Discrete* discrete );
void discreteDestroy( Discrete* discrete );

/// The problem of Eq. 8 with `rho` [kg] and `compliance` [1/kg] on W's tangential diagonal. False: the friction rows
/// depend on each other, or a polygon is inscribed.
bool discreteByFacets( Discrete* discrete, const ssSystem* system, double rho, double compliance );
void discreteByCorners( Discrete* discrete, const ssSystem* system );

/// The reactions z stands for.
void discreteReactions( const Discrete* discrete, const double* z, double* p );

/// Judges the reactions of z, and adds the words for how the complementarity problem ended.
void discreteFinish( ssSolveState* state, Discrete* discrete, const ssLcpReport* report, const char* unit );
