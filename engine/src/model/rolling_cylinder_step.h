// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/rolling_cylinder.h"

#include <math.h>
#include <string.h>

// The innermost functions of the stochastic equation, inline: the ensemble runs them a billion times. Which law and
// which scheme are constants where they are called, so that the compiler makes a loop for each.

// x = 1 + speed grows from 1; its exponent and leading bits number the cells.
static inline int64_t cylinderBits( double x )
{
    int64_t bits;
    memcpy( &bits, &x, sizeof bits );
    return bits;
}

static inline double cylinderFromBits( int64_t bits )
{
    double x;
    memcpy( &x, &bits, sizeof x );
    return x;
}

/// The full law without a table; speed in its unit.
double cylinderSolvedAt( const ssCylinderForce* force, double speed );

/// Eqs. 11 and 12, multiplied by the root of v where it would divide: valid at rest too.
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
    if ( f->cells != NULL && ( unit <= f->cellReach || f->cellReach == f->limit ) )
    {
        double x = 1.0 + fmin( unit, f->cellReach );
        int64_t number = cylinderBits( x ) >> f->cellShift;
        const double* cell = f->cells + 4 * ( number - f->cellBase );
        // the first cell begins at rest, where 1 + unit would forget the unit
        double t = number == f->cellBase ? unit : x - cylinderFromBits( number << f->cellShift );
        value = cell[0] + t * ( cell[1] + t * ( cell[2] + t * cell[3] ) );
    }
    else
    {
        value = cylinderSolvedAt( f, unit );
    }
    return f->drive - copysign( f->scale * value, v ) - ( f->dragA + f->dragB * speed ) * v;
}

static inline double cylinderForceOf( const ssCylinderForce* f, bool approx, double v )
{
    return approx ? cylinderApproxAt( f, v ) : cylinderFullAt( f, v );
}

/// What a step of one size needs, multiplied out once.
typedef struct cylinderStride
{
    double drift, third, kick, stage, stageKick, stageSlope;
} cylinderStride;

static inline cylinderStride cylinderMakeStride( const ssCylinderForce* f, double h )
{
    double kick = f->amplitude * sqrt( h );
    return ( cylinderStride ){ .drift = h * f->perMass,
        .third = h * f->perMass / 3.0,
        .kick = kick,
        .stage = 0.75 * h * f->perMass,
        // 3/2 g I_(1,0)/h with I_(1,0) = h^1.5 (xi/2 - eta/(2√3)); eta weighs late noise positive
        .stageKick = 0.75 * kick,
        .stageSlope = -0.75 / sqrt( 3.0 ) * kick };
}

/// Euler-Maruyama, or SRA1 for additive noise (Rößler 2010).
static inline double cylinderStepOf( const ssCylinderForce* f, const cylinderStride* s, bool approx,
    bool euler, double v, ssCylinderNoise noise )
{
    double first = cylinderForceOf( f, approx, v );
    if ( euler )
    {
        return v + s->drift * first + s->kick * noise.xi;
    }
    double stage = v + s->stage * first + s->stageKick * noise.xi + s->stageSlope * noise.eta;
    double second = cylinderForceOf( f, approx, stage );
    return v + s->third * ( first + 2.0 * second ) + s->kick * noise.xi;
}
