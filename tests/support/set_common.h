// SPDX-License-Identifier: MIT
#pragma once

// The sets that the tests of planar sets share, and how these tests compare sets.

#include "test_main.h"

#include "slipstick/set.h"

#define DEGREE ( SS_PI / 180.0 )

/// A star in the shape of a chevron: it is not convex, but star-shaped about the origin.
static const ssVec2 s_star[] = { { 2.0, 0.0 }, { 0.5, 0.6 }, { 0.0, 2.5 }, { -0.7, 0.5 }, { -2.0, -0.3 },
    { -0.4, -0.5 }, { 0.2, -1.5 }, { 0.6, -0.4 } };

static inline ssSetDef baseDef( ssSetKind kind, double a, double b, double s )
{
    ssSetDef def = ssDefaultSetDef( kind );
    def.a = a;
    def.b = b;
    def.s = s;
    return def;
}

static inline ssSetDef stadiumDef( double l, double e, double b )
{
    ssSetDef def = ssDefaultSetDef( ss_setStadium );
    def.l = l;
    def.e = e;
    def.b = b;
    return def;
}

static inline ssSetDef asperityDef( double mu, double beta, double beta2 )
{
    ssSetDef def = ssDefaultSetDef( ss_setAsperity );
    def.mu = mu;
    def.betaDeg = beta;
    def.beta2Deg = beta2;
    return def;
}

static inline ssSetDef pointsDef( ssSetKind kind, const ssVec2* points, int count )
{
    ssSetDef def = ssDefaultSetDef( kind );
    def.points = points;
    def.pointCount = count;
    return def;
}

static inline ssSetDef placed( ssSetDef def, double rotation, double scale, double x, double y )
{
    def.rotationDeg = rotation;
    def.scale = scale;
    def.offsetX = x;
    def.offsetY = y;
    return def;
}

static inline ssSet make( ssSetDef def )
{
    ssSet set;
    ssResult result = ssMakeSet( &def, &set );
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s\n", result.message );
        exit( 1 );
    }
    return set;
}

enum
{
    zooPlain = 24,
    zooCount = 2 * zooPlain
};

/// Every kind of set as it is, and again rotated, scaled and shifted.
static inline ssSet zoo( int i )
{
    ssSetDef defs[zooPlain] = {
        baseDef( ss_setCircle, 1.7, 1, 2 ),
        baseDef( ss_setEllipse, 3, 1, 2 ),
        baseDef( ss_setEllipse, 0.02, 5, 2 ),
        baseDef( ss_setRectangle, 3, 1.5, 2 ),
        baseDef( ss_setRectangle, 0.3, 4, 2 ),
        baseDef( ss_setSuperellipse, 3, 1.5, 1 ),
        baseDef( ss_setSuperellipse, 3, 1.5, 1.2 ),
        baseDef( ss_setSuperellipse, 1, 2.5, 1.9 ),
        baseDef( ss_setSuperellipse, 3, 1.5, 2 ),
        baseDef( ss_setSuperellipse, 4.99, 4.25, 2.94 ),
        baseDef( ss_setSuperellipse, 1, 3, 7 ),
        baseDef( ss_setSuperellipse, 2, 1, 40 ),
        baseDef( ss_setSuperellipse, 2, 1, 200 ),
        stadiumDef( 1, 0.8, 0.5 ),
        stadiumDef( 0, 0.8, 0.5 ),
        stadiumDef( 5, 0.1, 2 ),
        asperityDef( 1.2, 36, SS_NAN ),
        asperityDef( 0.6, 40, SS_NAN ),
        asperityDef( 0.7, 0, SS_NAN ),
        asperityDef( 0.5, 50, 20 ),
        asperityDef( 1.1, 15, 38 ),
        ssDefaultSetDef( ss_setPolygon ),
        pointsDef( ss_setPolygon, s_star, SS_COUNT( s_star ) ),
        ssDefaultSetDef( ss_setPolar ),
    };
    ssSetDef def = defs[i % zooPlain];
    if ( i >= zooPlain )
    {
        double sizes[] = { 2.0, 0.01, 37.0 };
        def = placed( def, 37.0 * i - 500.0, sizes[i % 3], 0.0, 0.0 );
        // Every second set is also shifted, by a third of the largest shift allowed.
        if ( i % 2 == 0 )
        {
            ssSet set = make( def );
            double radius = ssSet_Radius( &set, 0.4 ) / set.def.scale;
            ssSet_Destroy( &set );
            double by = def.kind == ss_setAsperity || def.kind == ss_setPolygon ? 0.05 : 0.33;
            def.offsetX = -by * radius * cos( 0.4 );
            def.offsetY = -by * radius * sin( 0.4 );
        }
    }
    return make( def );
}

static inline const char* zooName( int i, const ssSet* set )
{
    static char text[80];
    snprintf( text, sizeof text, "set %d, %s", i, ssSetKindName( set->def.kind ) );
    return text;
}

static inline double norm( ssVec2 x ) { return hypot( x.x, x.y ); }

static inline ssVec2 polarPoint( double r, double theta )
{
    return ssVec2_Make( r * ssCos( theta ), r * ssSin( theta ) );
}

/// A number that measures the set.
static inline double sizeOf( const ssSet* set )
{
    double size = 0.0;
    for ( int i = 0; i < 64; ++i )
    {
        size = fmax( size, fabs( ssSet_Support( set, polarPoint( 1.0, 0.1 * i ), NULL, NULL ) ) );
    }
    return size;
}

static inline ssVec2 randomPoint( testRng* rng, double size )
{
    double theta = testUniform( rng, -SS_PI, SS_PI );
    return polarPoint( size * fabs( testDecades( rng, -3.0, 3.0 ) ), theta );
}

static inline bool isClose( double a, double b, double tolerance )
{
    return fabs( a - b ) <= tolerance * fmax( fabs( a ), fabs( b ) ) || a == b;
}

static inline enum greatest_test_res sameSet( ssSetDef first, ssSetDef second, double tolerance )
{
    ssSet a = make( first ), b = make( second );
    testRng rng = { 9 };
    double size = sizeOf( &a );
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssVec2 x = randomPoint( &rng, size ), p, q, u, v;
        ASSERT( isClose( ssSet_GaugeGradient( &a, x, &u ), ssSet_GaugeGradient( &b, x, &v ), tolerance ) );
        ASSERT( norm( ssVec2_Sub( u, v ) ) <= 2.0 * tolerance * norm( u ) );
        ASSERT( isClose( ssSet_Support( &a, x, &p, NULL ), ssSet_Support( &b, x, &q, NULL ), tolerance ) );
        ASSERT( norm( ssVec2_Sub( p, q ) ) <= 4.0 * tolerance * size );
        double h[3], i[3];
        ASSERT( ssSet_SupportHessian( &a, x, h ) && ssSet_SupportHessian( &b, x, i ) );
        ASSERT( isClose( h[0], i[0], 10.0 * tolerance ) && isClose( h[2], i[2], 10.0 * tolerance ) );
        if ( a.convex )
        {
            ASSERT(
                norm( ssVec2_Sub( ssSet_Prox( &a, x ), ssSet_Prox( &b, x ) ) ) <= 4.0 * tolerance * size );
        }
    }
    ASSERT( isClose( ssSet_Area( &a ), ssSet_Area( &b ), tolerance ) );
    ASSERT_EQ( a.convex, b.convex );
    ssSet_Destroy( &a );
    ssSet_Destroy( &b );
    PASS();
}
