// SPDX-License-Identifier: MIT
#pragma once

#include "model/rolling_cylinder.h"

// Integrals of exp( phi ), with phi(v) = (2 M_eff/sigma²) ∫ F dv. On a panel, over which phi changes by
// little, F at eight Gauss-Legendre nodes gives phi there (integration matrix) and every integral.

#define CYLINDER_NODES 8 // Gauss-Legendre nodes of a panel

extern const double cylinderGaussNode[CYLINDER_NODES];   ///< in (-1, 1), ascending
extern const double cylinderGaussWeight[CYLINDER_NODES]; ///< their sum is 2

/// A force law with its factor of phi and the integration matrix.
typedef struct cylinderQuadrature
{
    const ssCylinder* cylinder;
    double scale;                                  // 2 M_eff/sigma²
    double matrix[CYLINDER_NODES][CYLINDER_NODES]; // row i: weights of the integral from -1 to node i
} cylinderQuadrature;

typedef struct cylinderPanel
{
    double phi[CYLINDER_NODES]; // phi at the nodes, minus phi at the left end
    double change;              // change of phi over the panel
    double steepest;            // largest |dphi/dv| × width
    bool hasExtremum;           // the force changes sign inside
} cylinderPanel;

cylinderQuadrature cylinderMakeQuadrature( const ssCylinder* cylinder );

/// The panel [v, v + width].
cylinderPanel cylinderMakePanel( const cylinderQuadrature* quadrature, double v, double width );

/// Node i of the panel [v, v + width].
static inline double cylinderNode( double v, double width, int i )
{
    return v + 0.5 * width * ( 1.0 + cylinderGaussNode[i] );
}
