// SPDX-License-Identifier: MIT
#include "cone/cone_private.h"

#include <string.h>

// The derivative of the projection onto the cone; where none exists, an element of Clarke's Jacobian.

/// J += weight v vᵀ.
static void addOuter( int n, double* jacobian, double weight, const double* v )
{
    for ( int i = 0; i < n; ++i )
    {
        for ( int k = 0; k < n; ++k ) { jacobian[i * n + k] += weight * ( v[i] * v[k] ); }
    }
}

/// A block on its bound may turn, shortened by `factor`: J += factor (1 - u uᵀ), u the block's direction.
static void addTurning( int n, double* jacobian, int first, double factor, const double* u )
{
    double across[SS_CONE_MAX] = { 0 };
    across[first] = -u[1];
    across[first + 1] = u[0];
    addOuter( n, jacobian, factor, across );
}

static void addIdentity( int n, double* jacobian, int first, int size )
{
    for ( int i = first; i < first + size; ++i ) { jacobian[i * n + i] += 1.0; }
}

/// The blocks of a point together with the unit vectors of their directions, in all components.
typedef struct SplitPoint
{
    coneBlocks blocks;
    double directions[CONE_BLOCKS_MAX][SS_CONE_MAX];
} SplitPoint;

/// Splits a point into discs and intervals; polyhedral sliding becomes the rectangle's sides in its sector.
static SplitPoint splitIntoBlocks( const ssCone* cone, const double* x )
{
    int total = coneBlockCount( cone->dimension ), used = 0;
    bool polyhedral = coneIsPolyhedral( cone );
    SplitPoint point = { 0 };
    coneBlocks* blocks = &point.blocks;
    if ( polyhedral )
    {
        coneSector sector = coneFindSector( cone, x );
        blocks->mu[0] = sector.a;
        blocks->mu[1] = sector.b;
        blocks->length[0] = sector.s;
        blocks->length[1] = sector.t;
        memcpy( &point.directions[0][1], sector.normal, sizeof( sector.normal ) );
        memcpy( &point.directions[1][1], sector.across, sizeof( sector.across ) );
        used = 2;
    }
    for ( int i = polyhedral ? 1 : 0; i < total; ++i, ++used )
    {
        double length = coneBlockLength( x, i );
        blocks->mu[used] = coneCoefficient( cone, i );
        blocks->length[used] = length;
        point.directions[used][1 + 2 * i] = length > 0.0 ? x[1 + 2 * i] / length : 0.0;
        if ( i < 2 ) { point.directions[used][2 + 2 * i] = length > 0.0 ? x[2 + 2 * i] / length : 0.0; }
    }
    blocks->count = used;
    return point;
}

/// With y0 = (x0 + sum_A mu_i |l_i|)/B and B = 1 + sum_A mu_i² over the active blocks A, the normal component
/// and the active lengths move together along g = (1, mu_i l_i/|l_i|)/sqrt(B): J += g gᵀ.
static void addJointMotion( int n, const SplitPoint* point, unsigned active, double* jacobian )
{
    const coneBlocks* blocks = &point->blocks;
    double terms[CONE_BLOCKS_MAX + 1] = { 1.0 }, g[SS_CONE_MAX] = { 0 };
    for ( int i = 0; i < blocks->count; ++i ) { terms[1 + i] = active & ( 1u << i ) ? blocks->mu[i] : 0.0; }
    double length = coneNorm( 1 + blocks->count, terms );
    g[0] = 1.0 / length;
    for ( int i = 0; i < blocks->count; ++i )
    {
        for ( int k = 1; k < n && terms[1 + i] > 0.0; ++k )
        {
            g[k] += terms[1 + i] / length * point->directions[i][k];
        }
    }
    addOuter( n, jacobian, 1.0, g );
}

/// The Jacobian of the intersection and of polyhedral cones, at a point scaled to about 1.
static void jacobianOfBlocks( const ssCone* cone, const double* x, double* jacobian )
{
    int n = cone->dimension;
    bool polyhedral = coneIsPolyhedral( cone );
    SplitPoint point = splitIntoBlocks( cone, x );
    const coneBlocks* blocks = &point.blocks;
    unsigned active = 0;
    double normal = coneSolveBlocks( blocks, x[0], &active );
    if ( normal == 0.0 ) { return; }
    addJointMotion( n, &point, active, jacobian );
    for ( int i = 0; i < blocks->count; ++i )
    {
        bool side = polyhedral && i < 2; // of the rectangle in the sector
        int block = polyhedral ? ( i < 2 ? 0 : i - 1 ) : i, first = 1 + 2 * block;
        if ( blocks->mu[i] == 0.0 )
        {
            continue; // the projection of this block is zero, whether it is active or not
        }
        if ( ( active & ( 1u << i ) ) == 0 )
        {
            if ( side ) { addOuter( n, jacobian, 1.0, point.directions[i] ); }
            else { addIdentity( n, jacobian, first, block == 2 ? 1 : 2 ); }
        }
        else if ( !side && block < 2 )
        {
            double factor = blocks->mu[i] * normal / blocks->length[i];
            addTurning( n, jacobian, first, factor, &point.directions[i][first] );
        }
    }
}

/// The Jacobian on the bound, by implicit differentiation of p + lambda H p = x, H = diag(-1, 1/mu_i²): with
/// the tangents Z = (vᵀ; 1), v = p_i/(mu_i² p_N), J = Z (Zᵀ (1 + lambda H) Z)⁻¹ Zᵀ. The inner matrix is a
/// diagonal D plus (1 - lambda) v vᵀ; 1 + (1 - lambda) vᵀD⁻¹v in its inverse is a sum of positive terms.
static void jacobianOfEllipsoid( const ssCone* cone, const double* x, double* jacobian )
{
    int n = cone->dimension;
    coneEllipsoid e = coneSolveEllipsoid( cone, x );
    if ( e.face & ss_faceApex ) { return; }
    double a[SS_CONE_MAX] = { 0 }, sum = 0.0, denominator = 0.0;
    bool inside = e.lambda == 0.0;
    for ( int i = 0; i < e.blocks; ++i )
    {
        double mu = e.mu[i], mu2 = mu * mu;
        if ( mu == 0.0 ) { continue; }
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
    for ( int i = 1; i < n; ++i ) { jacobian[i] = jacobian[i * n] = a[i] / denominator; }
}

ssConeFace ssCone_ProjectionJacobian( const ssCone* cone, const double* x, double* p, double* jacobian )
{
    int n = cone->dimension;
    double own[SS_CONE_MAX], scaled[SS_CONE_MAX], scale = coneScaleOf( n, x );
    for ( int i = 0; i < n; ++i ) { scaled[i] = scale * x[i]; }
    memset( jacobian, 0, (size_t)( n * n ) * sizeof( double ) );
    if ( cone->variant == ss_coneEllipsoidal ) { jacobianOfEllipsoid( cone, scaled, jacobian ); }
    else { jacobianOfBlocks( cone, scaled, jacobian ); }
    return ssProjectOntoCone( cone, x, p != NULL ? p : own );
}
