// SPDX-License-Identifier: MIT
#pragma once

#include "base/facets.h"
#include "slipstick/cone.h"

#include <math.h>
#include <stdbool.h>

// Shared by this room: the blocks of a point (sliding, rolling, spinning), and problems in one dimension.

#define CONE_BLOCKS_MAX 4 // two for the sector of a polygon, one for rolling, one for spinning

// A sum of squares between these limits is accurate to rounding: neither it nor its products with
// coefficients leave the range of normal numbers. Outside, points are scaled by a power of two first.
#define CONE_SQUARE_MIN 1e-200
#define CONE_SQUARE_MAX 1e200

static inline int coneBlockCount( int dimension ) { return dimension == 3 ? 1 : dimension == 5 ? 2 : 3; }

static inline bool coneIsPolyhedral( const ssCone* cone )
{
    return cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed;
}

/// The corners of a polyhedral cone at p_N = 1.
static inline void coneCorners( const ssCone* cone, ssVec2* corners )
{
    facetCorners( cone->facets, cone->facetAngle, cone->variant == ss_coneInscribed, cone->mu, corners );
}

static inline double coneCoefficient( const ssCone* cone, int block )
{
    return block == 0 ? cone->mu : block == 1 ? cone->muRoll : cone->muSpin;
}

/// The length of (a, b) in a third of the time of hypot: it is scaled only if its squares leave the range.
static inline double coneLength2( double a, double b )
{
    double square = a * a + b * b;
    if ( square > CONE_SQUARE_MIN && square < CONE_SQUARE_MAX ) { return sqrt( square ); }
    double long_ = ssMax( fabs( a ), fabs( b ) ), short_ = ssMin( fabs( a ), fabs( b ) );
    double ratio = long_ > 0.0 ? short_ / long_ : 0.0;
    return long_ * sqrt( 1.0 + ratio * ratio );
}

static inline double coneBlockLength( const double* x, int block )
{
    return block == 2 ? fabs( x[5] ) : coneLength2( x[1 + 2 * block], x[2 + 2 * block] );
}

/// The length of a vector of up to SS_CONE_MAX numbers, without overflow or underflow.
double coneNorm( int n, const double* x );

/// The power of two that scales the largest component of `x` into [1/2, 1); 1 if `x` is zero or not finite.
double coneScaleOf( int n, const double* x );

// The sliding force in the sector of the polygon's facet that it points to. Within the sector the sliding
// block is the rectangle { |s| <= a p_N, |t| <= b p_N }, because the mirror lines of the polygon keep a point
// and its projection on the same side. `normal` is the outward normal of the facet and `across` the unit
// vector along it with t >= 0.
typedef struct coneSector
{
    double normal[2], across[2];
    double a, b; // distance of the facet and half its length, at p_N = 1
    double s, t; // coordinates of the force along `normal` and `across`
} coneSector;

coneSector coneFindSector( const ssCone* cone, const double* x );

// The blocks of an intersection: the lengths |l_i| and their coefficients mu_i.
typedef struct coneBlocks
{
    int count;
    double mu[CONE_BLOCKS_MAX], length[CONE_BLOCKS_MAX];
} coneBlocks;

/// The normal component of the projection, 0 at the apex. Bit i of `active`: block i is beyond its bound.
double coneSolveBlocks( const coneBlocks* blocks, double x0, unsigned* active );

// Projects onto the ellipsoidal cone: x = p + lambda (-p_N, p_i/mu_i²) with the bound's multiplier lambda.
typedef struct coneEllipsoid
{
    int blocks;
    double scale;         // the power of two by which x was multiplied
    double mu[3];         // coefficients, limited to a range without overflow
    double length[3], x0; // scaled lengths of the blocks and normal component of x
    double lambda;
    double normal;   // scaled normal component of p
    double share[3]; // scaled |p_i| / mu_i; on the bound their squares sum to normal²
    ssConeFace face;
} coneEllipsoid;

coneEllipsoid coneSolveEllipsoid( const ssCone* cone, const double* x );

ssConeFace coneProjectEllipsoidal( const ssCone* cone, const double* x, double* p );
