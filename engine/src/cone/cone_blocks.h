// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"

#include <math.h>
#include <stdbool.h>

// What the files of the cone share: a point as seen by its blocks, and the one-dimensional problem that is
// left.

#define CONE_BLOCKS_MAX 4 // two of a polygon, rolling, spinning

// Squares of numbers between these are exact to rounding: neither they nor what is multiplied to them leaves
// the range of normal numbers. Outside, points are scaled by a power of two first.
#define CONE_SQUARE_MIN 1e-200
#define CONE_SQUARE_MAX 1e200

static inline int coneBlockCount( int dimension )
{
    return dimension == 3 ? 1 : dimension == 5 ? 2 : 3;
}

static inline bool coneIsPolyhedral( const ssCone* cone )
{
    return cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed;
}

static inline double coneCoefficient( const ssCone* cone, int block )
{
    return block == 0 ? cone->mu : block == 1 ? cone->muRoll : cone->muSpin;
}

/// hypot in a third of its time: the square root of a sum of squares, scaled only where squares leave the
/// range.
static inline double coneLength2( double a, double b )
{
    double square = a * a + b * b;
    if ( square > CONE_SQUARE_MIN && square < CONE_SQUARE_MAX )
    {
        return sqrt( square );
    }
    double long_ = fmax( fabs( a ), fabs( b ) ), short_ = fmin( fabs( a ), fabs( b ) );
    double ratio = long_ > 0.0 ? short_ / long_ : 0.0;
    return long_ * sqrt( 1.0 + ratio * ratio );
}

static inline double coneBlockLength( const double* x, int block )
{
    return block == 2 ? fabs( x[5] ) : coneLength2( x[1 + 2 * block], x[2 + 2 * block] );
}

/// Length of a vector of up to SS_CONE_MAX numbers, safe against overflow and underflow.
double coneNorm( int n, const double* x );

/// The power of two that brings the largest component of `x` between 1/2 and 1; 1 for zero and what is not
/// finite.
double coneScaleOf( int n, const double* x );

// A point of a polyhedral cone seen from the sector of its nearest facet, of outward normal e: the sliding
// block is the rectangle { |s| <= a p_N, |t| <= b p_N } there, because the mirror lines of the polygon keep a
// point and its projection on the same side. t >= 0, `across` is the unit vector along the facet on t's side.
typedef struct coneSector
{
    double normal[2], across[2];
    double a, b; // distance of the facet and half its length, at p_N = 1
    double s, t;
} coneSector;

coneSector coneFindSector( const ssCone* cone, const double* x );

// The blocks of an intersection: lengths and their coefficients.
typedef struct coneBlocks
{
    int count;
    double mu[CONE_BLOCKS_MAX], length[CONE_BLOCKS_MAX];
} coneBlocks;

/// The normal component of the projection, zero at the apex. Bit i of `active`: block i lies beyond its
/// bound.
double coneSolveBlocks( const coneBlocks* blocks, double x0, unsigned* active );

// The ellipsoidal cone: x = p + lambda (-p_N, p_i/mu_i²), the multiplier of the bound.
typedef struct coneEllipsoid
{
    int blocks;
    double scale;                // power of two by which the point was multiplied
    double mu[3], length[3], x0; // scaled point; coefficients limited to a sensible range
    double lambda, normal;       // scaled normal component of the projection
    double share[3];             // p_i / mu_i, scaled: their squares sum up to normal²
    ssConeFace face;
} coneEllipsoid;

coneEllipsoid coneSolveEllipsoid( const ssCone* cone, const double* x );

ssConeFace coneProjectEllipsoidal( const ssCone* cone, const double* x, double* p );
