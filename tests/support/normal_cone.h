// SPDX-License-Identifier: MIT
#pragma once

#include "cone/cone_private.h"

// The normal cone of a friction cone, written out for every variant.

/// The generators of the normal cone of K at its member `p`: (-mu, p_T/|p_T|, 0, 0) and so on (Acary &
/// Bourrier Eqs. 39, 41), both directions of every axis whose coefficient is zero, and one ray per facet of a
/// polyhedral cone. Inside K there are none. At the apex the normal cone is the whole polar cone: `apex` is
/// set and `count` is 0.
typedef struct ssConeNormals
{
    double rays[SS_CONE_MAX_RAYS][SS_CONE_MAX];
    int count;
    bool apex;
} ssConeNormals;

static double* addRay( ssConeNormals* normals ) { return normals->rays[normals->count++]; }

/// The rays of one disc or interval (Acary & Bourrier Eq. 39). If its coefficient is
/// zero, both directions of its axes are normal.
static void addBlockRays(
    const ssCone* cone, const double* p, int block, double tolerance, ssConeNormals* normals )
{
    double mu = coneCoefficient( cone, block ), length = coneBlockLength( p, block );
    int first = 1 + 2 * block, size = block == 2 ? 1 : 2;
    if ( mu == 0.0 )
    {
        for ( int i = 0; i < 2 * size; ++i ) { addRay( normals )[first + i / 2] = i % 2 == 0 ? 1.0 : -1.0; }
        return;
    }
    if ( length > 0.0 && length >= mu * p[0] - tolerance )
    {
        double* ray = addRay( normals );
        ray[0] = -mu;
        for ( int i = 0; i < size; ++i ) { ray[first + i] = p[first + i] / length; }
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
    if ( sector.s < sector.a * p[0] - tolerance ) { return; }
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
    if ( slope == 0.0 || ( share - p[0] ) * share < -tolerance * slope ) { return; }
    double* ray = addRay( normals );
    ray[0] = -share / slope;
    for ( int i = 0; i < count; ++i )
    {
        double mu = coneCoefficient( cone, i );
        ray[1 + 2 * i] = mu > 0.0 ? p[1 + 2 * i] / mu / mu / slope : 0.0;
        if ( i < 2 ) { ray[2 + 2 * i] = mu > 0.0 ? p[2 + 2 * i] / mu / mu / slope : 0.0; }
    }
}

/// `p` is on a bound if its distance from it is at most `tolerance` >= 0, in the units of `p`.
static inline ssConeNormals normalCone( const ssCone* cone, const double* p, double tolerance )
{
    ssConeNormals normals = { .apex = coneNorm( cone->dimension, p ) <= tolerance || p[0] <= 0.0 };
    if ( normals.apex ) { return normals; }
    if ( cone->variant == ss_coneEllipsoidal )
    {
        addEllipsoidRays( cone, p, tolerance, &normals );
        return normals;
    }
    for ( int i = 0; i < coneBlockCount( cone->dimension ); ++i )
    {
        if ( i == 0 && coneIsPolyhedral( cone ) ) { addFacetRays( cone, p, tolerance, &normals ); }
        else { addBlockRays( cone, p, i, tolerance, &normals ); }
    }
    return normals;
}

/// The point of the dual cone nearest to `x`, by Moreau's x + P_K(-x).
static inline void projectOntoDualCone( const ssCone* cone, const double* x, double* y )
{
    double p[SS_CONE_MAX];
    for ( int i = 0; i < cone->dimension; ++i ) { p[i] = -x[i]; }
    ssProjectOntoCone( cone, p, p );
    for ( int i = 0; i < cone->dimension; ++i ) { y[i] = x[i] + p[i]; }
}
