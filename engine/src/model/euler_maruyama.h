// SPDX-License-Identifier: MIT
#pragma once

#include "model/rolling_cylinder_force.h"

// One step of the rolling cylinder's stochastic equation (Pöschel et al. Eq. 13) by Euler-Maruyama or
// Rößler's SRA1. Inline for ensembles; the caller passes law and scheme as constants.

/// Factors of a step that depend only on its size.
typedef struct cylinderStepFactors
{
    double drift;      // h/M_eff
    double third;      // h/(3 M_eff)
    double kick;       // sigma sqrt(h)/M_eff: the velocity from noise with xi = 1
    double stage;      // 3 h/(4 M_eff): to the inner stage of SRA1
    double stageKick;  // weight of xi in the inner stage
    double stageSlope; // weight of eta in the inner stage
} cylinderStepFactors;

static inline cylinderStepFactors cylinderMakeStepFactors( const ssCylinderForce* f, double h )
{
    double kick = f->amplitude * sqrt( h );
    return ( cylinderStepFactors ){ .drift = h * f->perMass,
        .third = h * f->perMass / 3.0,
        .kick = kick,
        .stage = 0.75 * h * f->perMass,
        // 3/2 g I_(1,0)/h with I_(1,0) = h^1.5 (xi/2 - eta/(2√3)); eta is positive
        // if the noise comes late in the step
        .stageKick = 0.75 * kick,
        .stageSlope = -0.75 / sqrt( 3.0 ) * kick };
}

/// v(t + h) by Euler-Maruyama, or by SRA1 for additive noise (Rößler 2010).
static inline double cylinderStep( const ssCylinderForce* f, const cylinderStepFactors* s, bool approx,
    bool euler, double v, ssCylinderNoise noise )
{
    double first = cylinderForceAt( f, approx, v );
    if ( euler ) { return v + s->drift * first + s->kick * noise.xi; }
    double stage = v + s->stage * first + s->stageKick * noise.xi + s->stageSlope * noise.eta;
    double second = cylinderForceAt( f, approx, stage );
    return v + s->third * ( first + 2.0 * second ) + s->kick * noise.xi;
}
