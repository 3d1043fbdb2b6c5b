// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder_quadrature.h"

#include "slipstick/elementary.h"

#include <math.h>

// Integrates the exponential of the potential panel by panel.

const double cylinderGaussNode[CYLINDER_NODES] = { -0.96028985649753623, -0.79666647741362674,
    -0.52553240991632899, -0.18343464249564980, 0.18343464249564980, 0.52553240991632899, 0.79666647741362674,
    0.96028985649753623 };
const double cylinderGaussWeight[CYLINDER_NODES] = { 0.10122853629037626, 0.22238103445337447,
    0.31370664587788729, 0.36268378337836198, 0.36268378337836198, 0.31370664587788729, 0.22238103445337447,
    0.10122853629037626 };

/// Integrates the Legendre series through the values at the nodes.
static void makeIntegrationMatrix( double matrix[CYLINDER_NODES][CYLINDER_NODES] )
{
    double legendre[CYLINDER_NODES][CYLINDER_NODES + 1];
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        double x = cylinderGaussNode[i];
        legendre[i][0] = 1.0;
        legendre[i][1] = x;
        for ( int n = 1; n < CYLINDER_NODES; ++n )
        {
            legendre[i][n + 1] = ( ( 2 * n + 1 ) * x * legendre[i][n] - n * legendre[i][n - 1] ) / ( n + 1 );
        }
    }
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        for ( int j = 0; j < CYLINDER_NODES; ++j )
        {
            double sum = 0.5 * ( legendre[i][1] + 1.0 );
            for ( int n = 1; n < CYLINDER_NODES; ++n )
            {
                sum += 0.5 * legendre[j][n] * ( legendre[i][n + 1] - legendre[i][n - 1] );
            }
            matrix[i][j] = cylinderGaussWeight[j] * sum;
        }
    }
}

cylinderQuadrature cylinderMakeQuadrature( const ssCylinder* c )
{
    cylinderQuadrature quadrature = { .cylinder = c,
        .scale = 2.0 * ssCylinder_EffectiveMass( c ) / c->noise };
    makeIntegrationMatrix( quadrature.matrix );
    return quadrature;
}

cylinderPanel cylinderMakePanel( const cylinderQuadrature* quadrature, double v, double width )
{
    double slope[CYLINDER_NODES];
    cylinderPanel panel = { .change = 0.0 };
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        slope[i] = quadrature->scale * ssCylinder_Force( quadrature->cylinder, cylinderNode( v, width, i ) );
        panel.change += 0.5 * width * cylinderGaussWeight[i] * slope[i];
        panel.steepest = ssMax( panel.steepest, fabs( slope[i] ) * width );
        panel.hasExtremum = panel.hasExtremum || ( slope[i] > 0.0 ) != ( slope[0] > 0.0 );
    }
    for ( int i = 0; i < CYLINDER_NODES; ++i )
    {
        for ( int j = 0; j < CYLINDER_NODES; ++j )
        {
            panel.phi[i] += 0.5 * width * quadrature->matrix[i][j] * slope[j];
        }
    }
    return panel;
}
