// SPDX-License-Identifier: MIT
#pragma once

// What the tests of planar laws share: random sets and laws, comparisons, and the law of the belt.

#include "test_main.h"

#include "slipstick/law.h"

#define DEGREES ( 180.0 / SS_PI )

// ---------------------------------------------------------------------------------------------------- chance

static ssVec2 s_points[2][64];

/// Makes a set with the origin well inside it, `convex` or merely star-shaped. Slot 0 or 1 stores its points.
static inline ssSetDef randomSet( testRng* rng, bool convex, int slot )
{
    static const ssSetKind kinds[] = { ss_setCircle, ss_setEllipse, ss_setRectangle, ss_setSuperellipse,
        ss_setStadium, ss_setPolygon, ss_setPolar, ss_setAsperity };
    ssSetKind kind = kinds[testRandom( rng ) % ( convex ? 6u : 8u )];
    ssSetDef def = ssDefaultSetDef( kind );
    def.a = testUniform( rng, 0.5, 5.0 );
    def.b = testUniform( rng, 0.5, 5.0 );
    def.s = testUniform( rng, 1.2, 8.0 );
    def.l = testUniform( rng, 0.0, 3.0 );
    def.e = testUniform( rng, 0.3, 3.0 );
    def.mu = testUniform( rng, 0.1, 1.2 );
    def.betaDeg = testUniform( rng, 0.0, 36.0 );
    def.rotationDeg = testUniform( rng, -180.0, 180.0 );
    if ( kind != ss_setPolygon && kind != ss_setPolar && kind != ss_setAsperity &&
        testRandom( rng ) % 2u == 0 )
    {
        double small = fmin( def.b,
            kind == ss_setStadium      ? def.e
                : kind == ss_setCircle ? def.a
                                       : fmin( def.a, def.b ) );
        small = kind == ss_setCircle ? def.a : small;
        def.offsetX = testUniform( rng, -0.3, 0.3 ) * small;
        def.offsetY = testUniform( rng, -0.3, 0.3 ) * small;
    }
    if ( kind == ss_setPolygon || kind == ss_setPolar )
    {
        int count = 5 + (int)( testRandom( rng ) % 20u );
        ssVec2* points = s_points[slot];
        for ( int i = 0; i < count; ++i )
        {
            double angle = 2.0 * SS_PI * ( i + testUniform( rng, 0.0, 0.6 ) ) / count;
            double r = convex ? 3.0 : testUniform( rng, 1.5, 4.0 );
            points[i] = kind == ss_setPolar
                ? ssVec2_Make( angle, r )
                : ssVec2_Make( r * cos( angle ) + ( convex ? 0.3 : 0.0 ), 0.7 * r * sin( angle ) );
        }
        def.points = points;
        def.pointCount = count;
    }
    return def;
}

static inline ssVec2 randomDirection( testRng* rng )
{
    double angle = testUniform( rng, -SS_PI, SS_PI );
    return ssVec2_Make( cos( angle ), sin( angle ) );
}

static inline bool randomExtended( testRng* rng, ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = randomSet( rng, false, 0 );
    def.d = randomSet( rng, true, 1 );
    def.cForce = testUniform( rng, 0.5, 20.0 );
    return ssMakeLaw( &def, law ).code == ss_ok;
}

static inline double distance( ssVec2 a, ssVec2 b ) { return ssVec2_Length( ssVec2_Sub( a, b ) ); }

/// Whether the angle of g lies within [first, last], counter-clockwise, up to the tolerance.
static inline bool withinCone( ssSlideDirections slide, ssVec2 g, double tolerance )
{
    double span = atan2(
        slide.first.x * slide.last.y - slide.first.y * slide.last.x, ssVec2_Dot( slide.first, slide.last ) );
    double at = atan2( slide.first.x * g.y - slide.first.y * g.x, ssVec2_Dot( slide.first, g ) );
    return at >= -tolerance && at <= fmax( span, 0.0 ) + tolerance;
}

static inline void makeOrDie( const ssLawDef* def, ssLaw* law )
{
    ssResult result = ssMakeLaw( def, law );
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "law %d refused: %s: %s\n", (int)def->kind, result.field, result.message );
        exit( 1 );
    }
}

// The mass on a belt of Walker & Leine Sec. 4.2.
static inline ssLawDef beltLaw( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = ssDefaultSetDef( ss_setEllipse );
    def.c.a = 30.0;
    def.c.b = 10.0;
    def.c.rotationDeg = 30.0;
    def.d = ssDefaultSetDef( ss_setEllipse );
    def.d.a = 3.0;
    def.d.b = 1.0;
    return def;
}
