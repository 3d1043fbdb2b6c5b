// SPDX-License-Identifier: MIT
#include "cone/de_saxce.h"

// The section's support function and gauge, distances to the cone, its dual and its polar, and normal cones.

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

double ssCone_Distance( const ssCone* cone, const double* x )
{
    double p[SS_CONE_MAX];
    ssProjectOntoCone( cone, x, p );
    for ( int i = 0; i < cone->dimension; ++i ) { p[i] -= x[i]; }
    return coneNorm( cone->dimension, p );
}

double ssCone_DualDistance( const ssCone* cone, const double* x )
{
    double p[SS_CONE_MAX];
    for ( int i = 0; i < cone->dimension; ++i ) { p[i] = -x[i]; }
    return ssCone_PolarDistance( cone, p );
}

double ssCone_PolarDistance( const ssCone* cone, const double* x )
{
    double p[SS_CONE_MAX];
    ssProjectOntoCone( cone, x, p );
    return coneNorm( cone->dimension, p );
}
