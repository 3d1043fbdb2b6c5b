// SPDX-License-Identifier: MIT
#include "cone/cone_blocks.h"

#include <string.h>

// The derivative of the projection onto the cone.

/// J += weight v vᵀ.
static void addOuter( int n, double* jacobian, double weight, const double* v )
{
    for ( int i = 0; i < n; ++i )
    {
        for ( int k = 0; k < n; ++k )
        {
            jacobian[i * n + k] += weight * ( v[i] * v[k] );
        }
    }
}

/// The block turns freely, shrunk by `factor`: J += factor (1 - u uᵀ), with u in the block's own two
/// components.
static void addTurning( int n, double* jacobian, int first, double factor, const double* u )
{
    double across[SS_CONE_MAX] = { 0 };
    across[first] = -u[1];
    across[first + 1] = u[0];
    addOuter( n, jacobian, factor, across );
}

static void addIdentity( int n, double* jacobian, int first, int size )
{
    for ( int i = first; i < first + size; ++i )
    {
        jacobian[i * n + i] += 1.0;
    }
}

/// With y0 = (x0 + sum_A mu_i |l_i|)/B and B = 1 + sum_A mu_i², the active directions move together along
/// g = (1, mu_i l_i/|l_i|)/sqrt(B), J += g gᵀ; the rest moves on its own.
static void addJointMotion( const ssCone* cone, const coneBlocks* blocks, unsigned active,
    double directions[CONE_BLOCKS_MAX][SS_CONE_MAX], double* jacobian )
{
    double terms[CONE_BLOCKS_MAX + 1] = { 1.0 }, g[SS_CONE_MAX] = { 0 };
    for ( int i = 0; i < blocks->count; ++i )
    {
        terms[1 + i] = active & ( 1u << i ) ? blocks->mu[i] : 0.0;
    }
    double length = coneNorm( 1 + blocks->count, terms );
    g[0] = 1.0 / length;
    for ( int i = 0; i < blocks->count; ++i )
    {
        for ( int k = 1; k < cone->dimension && terms[1 + i] > 0.0; ++k )
        {
            g[k] += terms[1 + i] / length * directions[i][k];
        }
    }
    addOuter( cone->dimension, jacobian, 1.0, g );
}

/// Discs, intervals and the polygon's rectangle in one: `x` is scaled to about 1.
static void jacobianOfBlocks( const ssCone* cone, const double* x, double* jacobian )
{
    int n = cone->dimension, total = coneBlockCount( n ), used = 0;
    bool polyhedral = coneIsPolyhedral( cone );
    coneBlocks blocks = { 0 };
    double directions[CONE_BLOCKS_MAX][SS_CONE_MAX] = { { 0 } };
    if ( polyhedral )
    {
        coneSector sector = coneFindSector( cone, x );
        blocks.mu[0] = sector.a;
        blocks.mu[1] = sector.b;
        blocks.length[0] = sector.s;
        blocks.length[1] = sector.t;
        memcpy( &directions[0][1], sector.normal, sizeof( sector.normal ) );
        memcpy( &directions[1][1], sector.across, sizeof( sector.across ) );
        used = 2;
    }
    for ( int i = polyhedral ? 1 : 0; i < total; ++i, ++used )
    {
        double length = coneBlockLength( x, i );
        blocks.mu[used] = coneCoefficient( cone, i );
        blocks.length[used] = length;
        directions[used][1 + 2 * i] = length > 0.0 ? x[1 + 2 * i] / length : 0.0;
        if ( i < 2 )
        {
            directions[used][2 + 2 * i] = length > 0.0 ? x[2 + 2 * i] / length : 0.0;
        }
    }
    blocks.count = used;
    unsigned active = 0;
    double normal = coneSolveBlocks( &blocks, x[0], &active );
    if ( normal == 0.0 )
    {
        return;
    }
    addJointMotion( cone, &blocks, active, directions, jacobian );
    for ( int i = 0; i < blocks.count; ++i )
    {
        bool side = polyhedral && i < 2;
        int block = polyhedral ? ( i < 2 ? 0 : i - 1 ) : i, first = 1 + 2 * block;
        if ( blocks.mu[i] == 0.0 )
        {
            // nothing moves, also where a length of zero is within its bound of zero
            continue;
        }
        if ( ( active & ( 1u << i ) ) == 0 )
        {
            if ( side )
            {
                addOuter( n, jacobian, 1.0, directions[i] );
            }
            else
            {
                addIdentity( n, jacobian, first, block == 2 ? 1 : 2 );
            }
        }
        else if ( !side && block < 2 )
        {
            double factor = blocks.mu[i] * normal / blocks.length[i];
            addTurning( n, jacobian, first, factor, &directions[i][first] );
        }
    }
}

/// Implicit differentiation of p + lambda H p = x, H = diag(-1, 1/mu_i²), on the bound: with the tangent
/// plane spanned by Z = (vᵀ; 1), v = p_i/(mu_i² p_N), J = Z (Zᵀ (1 + lambda H) Z)⁻¹ Zᵀ, whose inner matrix is
/// diagonal plus (1 - lambda) v vᵀ. The denominator 1 + (1 - lambda) vᵀD⁻¹v is written as the sum it is,
/// which cannot cancel.
static void jacobianOfEllipsoid( const ssCone* cone, const double* x, double* jacobian )
{
    int n = cone->dimension;
    coneEllipsoid e = coneSolveEllipsoid( cone, x );
    if ( e.face & ss_faceApex )
    {
        return;
    }
    double a[SS_CONE_MAX] = { 0 }, sum = 0.0, denominator = 0.0;
    bool inside = e.lambda == 0.0;
    for ( int i = 0; i < e.blocks; ++i )
    {
        double mu = e.mu[i], mu2 = mu * mu;
        if ( mu == 0.0 )
        {
            continue;
        }
        int first = 1 + 2 * i, size = i == 2 ? 1 : 2;
        double share = e.share[i] / e.normal;
        sum += share * share / ( mu2 + e.lambda );
        denominator += share * share * ( ( 1.0 + mu2 ) / ( mu2 + e.lambda ) );
        for ( int k = first; k < first + size; ++k )
        {
            jacobian[k * n + k] = inside ? 1.0 : mu / ( mu + e.lambda / mu );
            double direction = e.length[i] > 0.0 ? x[k] * e.scale / e.length[i] : 0.0;
            a[k] = direction * ( share * ( mu / ( mu2 + e.lambda ) ) );
        }
    }
    if ( inside || denominator == 0.0 )
    {
        jacobian[0] = 1.0;
        return;
    }
    addOuter( n, jacobian, -( 1.0 - e.lambda ) / denominator, a );
    jacobian[0] = sum / denominator;
    for ( int i = 1; i < n; ++i )
    {
        jacobian[i] = jacobian[i * n] = a[i] / denominator;
    }
}

ssConeFace ssCone_ProjectionJacobian( const ssCone* cone, const double* x, double* p, double* jacobian )
{
    int n = cone->dimension;
    double own[SS_CONE_MAX], scaled[SS_CONE_MAX], scale = coneScaleOf( n, x );
    for ( int i = 0; i < n; ++i )
    {
        scaled[i] = scale * x[i];
    }
    memset( jacobian, 0, (size_t)( n * n ) * sizeof( double ) );
    if ( cone->variant == ss_coneEllipsoidal )
    {
        jacobianOfEllipsoid( cone, scaled, jacobian );
    }
    else
    {
        jacobianOfBlocks( cone, scaled, jacobian );
    }
    return ssProjectOntoCone( cone, x, p != NULL ? p : own );
}
