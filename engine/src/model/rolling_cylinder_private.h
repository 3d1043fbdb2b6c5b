// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/rolling_cylinder.h"

#include <math.h>

// The full model in numbers without units, and the small numerical tools its files share.
//
// Lengths are measured in b0 = (3 W R/(2 k))^(1/3), half the contact width at rest, speeds in b0 k/gamma, forces in
// W b0/R. What remains is one number, mu = m k/gamma² < 1/4, and Eq. 9's impact factor.

typedef struct cylinderUnits
{
    double length; ///< b0 [m]
    double speed;  ///< b0 k/gamma [m/s]
    double force;  ///< W b0/R [N/m]
    double ratio;  ///< mu
} cylinderUnits;

/// A contact of the full model, without units.
typedef struct cylinderUnitContact
{
    double front, back; ///< xi_+, xi_-
    double elastic, inertial, viscous;
    double slope; ///< d(resistance)/d(speed)
} cylinderUnitContact;

cylinderUnits cylinderMakeUnits( const ssCylinder* cylinder );

/// (2/(3 mu²))^(1/3), where the contact has shrunk to its front edge.
double cylinderUnitLimit( double ratio );

/// For 0 <= speed <= the limit.
cylinderUnitContact cylinderSolveUnit( double ratio, double impactFactor, double speed );

typedef double cylinderFunction( const void* context, double x );

/// A zero between a and b, where f has opposite signs (or is zero): false position, safeguarded.
double cylinderFindRoot( cylinderFunction* f, const void* context, double a, double fa, double b, double fb );

/// A speed up to which everything of interest happens: beyond it the force is negative and falls, or the model ends.
double cylinderSpeedRange( const ssCylinder* cylinder );

enum
{
    cylinderGrid = 400, ///< points over the range of speeds, evenly in log( 1 + v/unit )
    cylinderNodes = 8   ///< of Gauss-Legendre quadrature
};

/// Point i of the grid, 0 <= i <= cylinderGrid.
double cylinderGridSpeed( double unit, double range, int i );

extern const double cylinderGaussNode[cylinderNodes];   ///< in (-1, 1), ascending
extern const double cylinderGaussWeight[cylinderNodes]; ///< sum 2
