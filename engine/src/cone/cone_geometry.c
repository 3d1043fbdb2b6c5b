// SPDX-License-Identifier: MIT
#include "cone/de_saxce.h"

// The section's support function and gauge, distances to the cone, its dual and its polar, and normal cones.

// --------------------------------------------------------------------------------------------------- duality

double ssCone_SectionSupport( const ssCone* cone, const double* y )
{
    int count = coneBlockCount( cone->dimension );
    double mu[3] = { 0 }, length[3] = { 0 };
    for ( int i = 0; i < count; ++i )
    {
        mu[i] = coneCoefficient( cone, i );
        length[i] = coneBlockLength( y, i );
    }
    if ( cone->variant == ss_coneEllipsoidal )
    {
        double terms[3] = { mu[0] * length[0], mu[1] * length[1], mu[2] * length[2] };
        return coneNorm( count, terms );
    }
    if ( coneIsPolyhedral( cone ) )
    {
        // The corner of the sector that y points into attains the support.
        coneSector sector = coneFindSector( cone, y );
        mu[0] = 1.0;
        length[0] = sector.a * sector.s + sector.b * sector.t;
    }
    return saxceSum( count, mu, length );
}

double ssCone_SlidingGauge( const ssCone* cone, const double* p )
{
    double size = ssHypot( p[1], p[2] ), bound = cone->mu * p[0];
    if ( size > 0.0 && coneIsPolyhedral( cone ) )
    {
        // The facet of the sector that p_T points into is its bound.
        coneSector sector = coneFindSector( cone, p );
        size = sector.s;
        bound = sector.a * p[0];
    }
    return bound > 0.0 ? size / bound : size > 0.0 ? HUGE_VAL : 0.0;
}

void ssCone_SlidingOutline( const ssCone* cone, int count, ssVec2* points )
{
    if ( !coneIsPolyhedral( cone ) )
    {
        for ( int i = 0; i < count; ++i )
        {
            double angle = 2.0 * SS_PI * i / count;
            points[i] = ( ssVec2 ){ cone->mu * ssCos( angle ), cone->mu * ssSin( angle ) };
        }
        return;
    }
    ssVec2 corners[2 * SS_CONE_MAX_FACETS];
    coneCorners( cone, corners );
    int sides = 2 * cone->facets;
    for ( int i = 0; i < count; ++i )
    {
        // A side holds the points from its first corner up to, but without, the next side's first.
        int side = (int)( (long long)i * sides / count );
        int from = ( side * count + sides - 1 ) / sides, to = ( ( side + 1 ) * count + sides - 1 ) / sides;
        double share = (double)( i - from ) / ( to - from );
        ssVec2 a = corners[side], b = corners[( side + 1 ) % sides];
        points[i] = ssVec2_Make( ( 1.0 - share ) * a.x + share * b.x, ( 1.0 - share ) * a.y + share * b.y );
    }
}

void ssProjectOntoDualCone( const ssCone* cone, const double* x, double* y )
{
    double p[SS_CONE_MAX];
    for ( int i = 0; i < cone->dimension; ++i )
    {
        p[i] = -x[i];
    }
    ssProjectOntoCone( cone, p, p );
    for ( int i = 0; i < cone->dimension; ++i )
    {
        y[i] = x[i] + p[i];
    }
}

double ssCone_Distance( const ssCone* cone, const double* x )
{
    double p[SS_CONE_MAX];
    ssProjectOntoCone( cone, x, p );
    for ( int i = 0; i < cone->dimension; ++i )
    {
        p[i] -= x[i];
    }
    return coneNorm( cone->dimension, p );
}

double ssCone_DualDistance( const ssCone* cone, const double* x )
{
    double p[SS_CONE_MAX];
    for ( int i = 0; i < cone->dimension; ++i )
    {
        p[i] = -x[i];
    }
    return ssCone_PolarDistance( cone, p );
}

double ssCone_PolarDistance( const ssCone* cone, const double* x )
{
    double p[SS_CONE_MAX];
    ssProjectOntoCone( cone, x, p );
    return coneNorm( cone->dimension, p );
}

bool ssCone_Contains( const ssCone* cone, const double* x, double tolerance )
{
    return ssCone_Distance( cone, x ) <= tolerance;
}

bool ssCone_DualContains( const ssCone* cone, const double* x, double tolerance )
{
    return ssCone_DualDistance( cone, x ) <= tolerance;
}

// ----------------------------------------------------------------------------------------------- normal cone

static double* addRay( ssConeNormals* normals )
{
    return normals->rays[normals->count++];
}

/// The rays of one disc or interval (Acary & Bourrier Eq. 39). If its coefficient is
/// zero, both directions of its axes are normal.
static void addBlockRays(
    const ssCone* cone, const double* p, int block, double tolerance, ssConeNormals* normals )
{
    double mu = coneCoefficient( cone, block ), length = coneBlockLength( p, block );
    int first = 1 + 2 * block, size = block == 2 ? 1 : 2;
    if ( mu == 0.0 )
    {
        for ( int i = 0; i < 2 * size; ++i )
        {
            addRay( normals )[first + i / 2] = i % 2 == 0 ? 1.0 : -1.0;
        }
        return;
    }
    if ( length > 0.0 && length >= mu * p[0] - tolerance )
    {
        double* ray = addRay( normals );
        ray[0] = -mu;
        for ( int i = 0; i < size; ++i )
        {
            ray[first + i] = p[first + i] / length;
        }
    }
}

static void addFacetRays( const ssCone* cone, const double* p, double tolerance, ssConeNormals* normals )
{
    coneSector sector = coneFindSector( cone, p );
    if ( cone->mu == 0.0 )
    {
        addBlockRays( cone, p, 0, tolerance, normals );
        return;
    }
    if ( sector.s < sector.a * p[0] - tolerance )
    {
        return;
    }
    double* ray = addRay( normals );
    ray[0] = -sector.a;
    ray[1] = sector.normal[0];
    ray[2] = sector.normal[1];
    if ( sector.t >= sector.b * p[0] - tolerance )
    {
        // The normal of the neighbouring facet on the side of t is this one turned by pi/k.
        double half = ssHypot( sector.a, sector.b ), c = sector.a / half, s = sector.b / half;
        double cosine = c * c - s * s, sine = 2.0 * s * c;
        ray = addRay( normals );
        ray[0] = -sector.a;
        ray[1] = cosine * sector.normal[0] + sine * sector.across[0];
        ray[2] = cosine * sector.normal[1] + sine * sector.across[1];
    }
}

static void addEllipsoidRays( const ssCone* cone, const double* p, double tolerance, ssConeNormals* normals )
{
    int count = coneBlockCount( cone->dimension );
    double shares[3] = { 0 }, slopes[3] = { 0 };
    for ( int i = 0; i < count; ++i )
    {
        double mu = coneCoefficient( cone, i );
        if ( mu == 0.0 )
        {
            addBlockRays( cone, p, i, tolerance, normals );
            continue;
        }
        shares[i] = coneBlockLength( p, i ) / mu;
        slopes[i] = shares[i] / mu;
    }
    double share = coneNorm( 3, shares ), slope = coneNorm( 3, slopes );
    // The ray is the gradient (-p_N, p_i/mu_i²), scaled so that its tangential part has length 1.
    if ( slope == 0.0 || ( share - p[0] ) * share < -tolerance * slope )
    {
        return;
    }
    double* ray = addRay( normals );
    ray[0] = -share / slope;
    for ( int i = 0; i < count; ++i )
    {
        double mu = coneCoefficient( cone, i );
        ray[1 + 2 * i] = mu > 0.0 ? p[1 + 2 * i] / mu / mu / slope : 0.0;
        if ( i < 2 )
        {
            ray[2 + 2 * i] = mu > 0.0 ? p[2 + 2 * i] / mu / mu / slope : 0.0;
        }
    }
}

ssConeNormals ssCone_NormalCone( const ssCone* cone, const double* p, double tolerance )
{
    ssConeNormals normals = { .apex = coneNorm( cone->dimension, p ) <= tolerance || p[0] <= 0.0 };
    if ( normals.apex )
    {
        return normals;
    }
    if ( cone->variant == ss_coneEllipsoidal )
    {
        addEllipsoidRays( cone, p, tolerance, &normals );
        return normals;
    }
    for ( int i = 0; i < coneBlockCount( cone->dimension ); ++i )
    {
        if ( i == 0 && coneIsPolyhedral( cone ) )
        {
            addFacetRays( cone, p, tolerance, &normals );
        }
        else
        {
            addBlockRays( cone, p, i, tolerance, &normals );
        }
    }
    return normals;
}
