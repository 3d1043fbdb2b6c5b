// SPDX-License-Identifier: MIT
#pragma once

#include "base/bits.h"
#include "model/rolling_cylinder.h"
#include "slipstick/elementary.h"

#include <math.h>

// Inline, for a billion calls; the kind of law is a constant, so that each kind gets its own loop.

/// The cell of the spline at x >= 1, by exponent and leading bits, and where a cell begins.
static inline int64_t cylinderCell( double x, int shift ) { return (int64_t)( bitsOf( x ) >> shift ); }

static inline double cylinderCellStart( int64_t cell, int shift )
{
    return doubleOf( (uint64_t)cell << shift );
}

/// The resistance of the full law without a spline; speed and resistance are dimensionless.
double cylinderSolvedAt( const ssCylinderForce* force, double speed );

/// Eqs. 11 and 12, multiplied by sqrt(v) where they would divide by it, so that they also hold at rest.
static inline double cylinderApproxAt( const ssCylinderForce* f, double v )
{
    double speed = fabs( v ), root = sqrt( speed );
    double h = f->load * root / ( f->damping * speed * root + f->depthTerm );
    double resistance = h *
        ( f->stiffTerm * h + f->massTerm * speed * speed +
            f->viscousTerm * speed * sqrt( f->twoRadius * h ) );
    return f->drive - copysign( resistance, v ) - ( f->dragA + f->dragB * speed ) * v;
}

static inline double cylinderFullAt( const ssCylinderForce* f, double v )
{
    double speed = fabs( v ), unit = speed * f->toUnit, value;
    if ( f->cells != NULL && ( unit <= f->splineEnd || f->splineEnd == f->limit ) )
    {
        double x = 1.0 + ssMin( unit, f->splineEnd );
        int64_t number = cylinderCell( x, f->cellShift );
        const double* cell = f->cells + 4 * ( number - f->cellBase );
        // The first cell begins at rest, where 1 + unit would round the unit away.
        double t = number == f->cellBase ? unit : x - cylinderCellStart( number, f->cellShift );
        value = cell[0] + t * ( cell[1] + t * ( cell[2] + t * cell[3] ) );
    }
    else { value = cylinderSolvedAt( f, unit ); }
    return f->drive - copysign( f->scale * value, v ) - ( f->dragA + f->dragB * speed ) * v;
}

/// The whole force -F_D - F_R + F_ex [N/m].
static inline double cylinderForceAt( const ssCylinderForce* f, bool approx, double v )
{
    return approx ? cylinderApproxAt( f, v ) : cylinderFullAt( f, v );
}
