// SPDX-License-Identifier: MIT
#pragma once

#include "model/rolling_cylinder.h"

#include <math.h>

// The full model in dimensionless numbers, and the numerical tools that its files share.
//
// Lengths are measured in b0 = (3 W R/(2 k))^(1/3), half the contact width at rest, speeds
// in b0 k/gamma, and forces in W b0/R. The model then depends only on the number mu = m
// k/gamma² < 1/4 and on the impact factor of Eq. 9.

typedef struct cylinderUnits
{
    double length; ///< b0 [m]
    double speed;  ///< b0 k/gamma [m/s]
    double force;  ///< W b0/R [N/m]
    double ratio;  ///< mu
} cylinderUnits;

/// A contact of the full model in dimensionless numbers.
typedef struct cylinderUnitContact
{
    double front, back; ///< xi_+, xi_-
    double elastic, inertial, viscous;
    double slope; ///< d(resistance)/d(speed)
} cylinderUnitContact;

cylinderUnits cylinderMakeUnits( const ssCylinder* cylinder );

/// The speed (2/(3 mu²))^(1/3) at which the contact has shrunk to its front edge.
double cylinderUnitLimit( double ratio );

/// Solves the contact for 0 <= speed <= the limit.
cylinderUnitContact cylinderSolveUnit( double ratio, double impactFactor, double speed );

typedef double cylinderFunction( const void* context, double x );

/// A zero of f between a and b, where f has opposite signs or is zero, by safeguarded false position.
double cylinderFindRoot( cylinderFunction* f, const void* context, double a, double fa, double b, double fb );

/// A speed that bounds all equilibria: beyond it the force is negative and falls, or the model does not hold.
double cylinderSpeedRange( const ssCylinder* cylinder );

#define CYLINDER_GRID 400 // intervals over the range of speeds, evenly spaced in log( 1 + v/unit )

/// Point i of the grid, 0 <= i <= CYLINDER_GRID.
double cylinderGridSpeed( double unit, double range, int i );
