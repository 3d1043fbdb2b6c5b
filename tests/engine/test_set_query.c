// SPDX-License-Identifier: MIT
#include "set_common.h"

// Questions about a planar set as a whole: area, convexity, containment and the largest scale, outline,
// tangent cones, what is refused, and the convex hull. Tolerances are rounding unless a comment says
// otherwise.

// --- area, convexity ---

TEST areasAreTheClosedForms( void )
{
    ssSet set = make( placed( baseDef( ss_setEllipse, 3, 0.7, 2 ), 20.0, 2.0, 0.5, 0.1 ) );
    ASSERT( isClose( ssSet_Area( &set ), SS_PI * 3 * 0.7 * 4, 1e-15 ) );
    set = make( stadiumDef( 1, 0.8, 0.5 ) );
    ASSERT( isClose( ssSet_Area( &set ), 2.0 + SS_PI * 0.4, 1e-15 ) );
    for ( double s = 1.0; s < 200.0; s *= 1.7 )
    {
        set = make( baseDef( ss_setSuperellipse, 3, 0.7, s ) );
        double expected = 4 * 3 * 0.7 * exp( 2.0 * lgamma( 1 + 1 / s ) - lgamma( 1 + 2 / s ) );
        ASSERT( isClose( ssSet_Area( &set ), expected, 1e-14 ) );
    }
    // The area is the integral of r²/2, here by the trapezoidal rule over a period.
    for ( int i = 0; i < 3; ++i )
    {
        set = make( i == 0 ? asperityDef( 1.2, 36, SS_NAN )
                : i == 1   ? asperityDef( 0.5, 50, 20 )
                           : asperityDef( 1.1, 15, 38 ) );
        double sum = 0.0;
        for ( int k = 0; k < 4096; ++k )
        {
            double r = ssSet_Radius( &set, 2.0 * SS_PI * k / 4096 );
            sum += 0.5 * r * r * 2.0 * SS_PI / 4096;
        }
        ASSERT( isClose( ssSet_Area( &set ), sum, 1e-13 ) );
    }
    set = make( pointsDef( ss_setPolygon, s_star, SS_COUNT( s_star ) ) );
    ASSERT( ssSet_Area( &set ) > 0.0 );
    ssSet_Destroy( &set );
    PASS();
}

TEST asperitiesAreConvexUpToTheirCriticalInclination( void )
{
    ssSet set = make( asperityDef( 1.2, 36, SS_NAN ) );
    ssSetVerdict verdict = ssSet_IsConvex( &set );
    ASSERT( !set.convex && !verdict.holds && fabs( verdict.angleDeg - 56.1 ) < 0.05 );
    // The same set is given by its two flanks.
    set = make( asperityDef( 1.2, 36, nextafter( 36, 37 ) ) );
    ASSERT( !set.convex && fabs( ssSet_IsConvex( &set ).angleDeg - verdict.angleDeg ) < 1e-6 );
    set = make( placed( asperityDef( 1.2, 36, SS_NAN ), 30.0, 2.0, 0.0, 0.0 ) );
    ASSERT( fabs( ssSet_IsConvex( &set ).angleDeg - verdict.angleDeg - 30.0 ) < 1e-10 );
    // The limit is mu tan(beta) = 1/sqrt(2).
    for ( double mu = 0.1; mu < 5.0; mu += 0.1 )
    {
        double limit = atan( sqrt( 0.5 ) / mu ) / DEGREE;
        set = make( asperityDef( mu, limit * ( 1.0 - 1e-9 ), SS_NAN ) );
        ASSERT( set.convex && ssSet_IsConvex( &set ).holds );
        set = make( asperityDef( mu, limit * ( 1.0 + 1e-9 ), SS_NAN ) );
        ASSERT( !set.convex && !ssSet_IsConvex( &set ).holds );
    }
    PASS();
}

TEST convexityVerdictsAgreeWithTheOutline( void )
{
    static ssVec2 p[2000];
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        ssSet_Outline( &set, 2000, p );
        double size = sizeOf( &set );
        bool dented = false;
        double first = SS_NAN;
        for ( int k = 0; k < 2000; ++k )
        {
            ssVec2 a = p[k], b = p[( k + 1 ) % 2000], c = p[( k + 2 ) % 2000];
            ssVec2 u = ssVec2_Sub( b, a ), v = ssVec2_Sub( c, b );
            if ( u.x * v.y - u.y * v.x < -1e-12 * norm( u ) * size )
            {
                first = dented ? first : atan2( b.y, b.x ) / DEGREE;
                dented = true;
            }
        }
        ssSetVerdict verdict = ssSet_IsConvex( &set );
        ASSERT_EQm( zooName( i, &set ), !dented, set.convex );
        ASSERT_EQm( zooName( i, &set ), set.convex, verdict.holds );
        // The pieces come in the same order, so the first dent is the same up to the spacing.
        ASSERTm( zooName( i, &set ), !dented || fabs( remainder( verdict.angleDeg - first, 360.0 ) ) < 2.0 );
        ssSet_Destroy( &set );
    }
    PASS();
}

// --- containment ---

TEST largestScaleOfTheBeltSetsIsThatOfThePaper( void )
{
    // This is the belt of Walker & Leine Sec. 4.2.
    ssSet c = make( placed( baseDef( ss_setEllipse, 30, 10, 2 ), 30.0, 1.0, 0.0, 0.0 ) ),
          d = make( baseDef( ss_setEllipse, 3, 1, 2 ) );
    double angle, scale = ssLargestScaleInside( &c, &d, &angle );
    ASSERT( fabs( scale - 5.3518376 ) < 5e-8 );
    // In closed form, 1/scale² is the largest eigenvalue of B C B with B = diag(3, 1).
    double ct = cos( 30 * DEGREE ), st = sin( 30 * DEGREE );
    double m11 = 9 * ( ct * ct / 900 + st * st / 100 ), m22 = st * st / 900 + ct * ct / 100,
           m12 = 3 * ct * st * ( 1.0 / 900 - 1.0 / 100 );
    double largest = 0.5 * ( m11 + m22 + hypot( m11 - m22, 2 * m12 ) );
    ASSERT( isClose( scale, 1.0 / sqrt( largest ), 1e-14 ) );
    ssSet touching = ssSet_Scaled( &d, scale );
    ASSERT( ssSet_Contains( &c, &touching ).holds );
    touching = ssSet_Scaled( &d, scale * ( 1.0 + 1e-10 ) );
    ssSetVerdict verdict = ssSet_Contains( &c, &touching );
    ASSERT( !verdict.holds && fabs( remainder( verdict.angleDeg - angle, 180.0 ) ) < 1e-3 );
    PASS();
}

TEST largestScaleIsTheLargestForAllPairs( void )
{
    static ssVec2 p[5000], q[5000];
    int stride = testScale() > 5.0 ? 1 : testScale() < 1.0 ? 23 : 7;
    for ( int i = 0; i < zooCount; ++i )
    {
        for ( int j = i % stride; j < zooCount; j += stride )
        {
            ssSet outer = zoo( i ), inner = zoo( j );
            double angle, scale = ssLargestScaleInside( &outer, &inner, &angle ), best = 0.0;
            ssSet_Outline( &inner, 5000, p );
            ssSet_Outline( &outer, 5000, q );
            for ( int k = 0; k < 5000; ++k )
            {
                best = fmax( best, ssSet_Gauge( &outer, p[k] ) );
                best = fmax( best, 1.0 / ssSet_Gauge( &inner, q[k] ) );
            }
            char text[80];
            snprintf( text, sizeof text, "sets %d and %d: %.15g %.15g", i, j, scale, 1.0 / best );
            // The scale is never above that of brute force, and not below it by more than the spacing of
            // brute force.
            ASSERTm( text, scale <= ( 1.0 + 1e-13 ) / best );
            ASSERTm( text, scale >= ( 1.0 - 1e-4 ) / best );
            // It touches where it says, though at the tip of a slim set an angle is less accurate.
            double ratio = ssSet_Radius( &outer, angle * DEGREE ) / ssSet_Radius( &inner, angle * DEGREE );
            ASSERTm( text, isClose( ratio, scale, 1e-11 ) );
            ssSet_Destroy( &outer );
            ssSet_Destroy( &inner );
        }
    }
    PASS();
}

TEST everySetContainsItself( void )
{
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i ), half = ssSet_Scaled( &set, 0.5 );
        ASSERTm( zooName( i, &set ), ssSet_Contains( &set, &set ).holds );
        ASSERTm(
            zooName( i, &set ), ssSet_Contains( &set, &half ).holds && !ssSet_Contains( &half, &set ).holds );
        ASSERTm( zooName( i, &set ), isClose( ssLargestScaleInside( &set, &half, NULL ), 2.0, 1e-13 ) );
        ssSet_Destroy( &set );
    }
    PASS();
}

// --- outline ---

TEST outlinePointsHaveGaugeOne( void )
{
    static ssVec2 points[1000];
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        for ( int count = 1; count <= 1000;
              count = count < 30 ? count + 1 : 1000 * ( 1 + ( count == 1000 ) ) )
        {
            ssSet_Outline( &set, count, points );
            double turned = 0.0;
            for ( int k = 0; k < count; ++k )
            {
                ssVec2 p = points[k], q = points[( k + 1 ) % count];
                ASSERTm( zooName( i, &set ),
                    isClose( ssSet_Gauge( &set, p ), 1.0, set.centered ? 1e-14 : 1e-11 ) );
                double turn = atan2( p.x * q.y - p.y * q.x, p.x * q.x + p.y * q.y );
                ASSERTm( zooName( i, &set ), count < 10 || turn > 0.0 );
                turned += turn;
            }
            ASSERTm( zooName( i, &set ), count < 10 || fabs( turned - 2.0 * SS_PI ) < 1e-12 );
        }
        // A thousand points leave no gap that the eye would see, except along straight sides.
        double size = sizeOf( &set ), area = 0.0;
        for ( int k = 0; k < 1000; ++k )
        {
            ssVec2 p = points[k], q = points[( k + 1 ) % 1000],
                   m = { 0.5 * ( p.x + q.x ), 0.5 * ( p.y + q.y ) };
            ssVec2 gradient;
            double depth = ( 1.0 - ssSet_GaugeGradient( &set, m, &gradient ) ) / norm( gradient );
            ASSERTm( zooName( i, &set ), fabs( depth ) < 1e-4 * size );
            area += 0.5 * ( p.x * q.y - p.y * q.x );
        }
        ASSERTm( zooName( i, &set ), isClose( area, ssSet_Area( &set ), 1e-4 ) );
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST outlineKeepsTheCorners( void )
{
    ssSet set = make( pointsDef( ss_setPolygon, s_star, SS_COUNT( s_star ) ) );
    ssVec2 points[50];
    for ( int count = SS_COUNT( s_star ); count <= 50; ++count )
    {
        ssSet_Outline( &set, count, points );
        for ( int i = 0; i < SS_COUNT( s_star ); ++i )
        {
            bool found = false;
            for ( int k = 0; k < count; ++k )
            {
                found = found || ( points[k].x == s_star[i].x && points[k].y == s_star[i].y );
            }
            ASSERT( found );
        }
    }
    ssSet_Destroy( &set );
    PASS();
}

// --- tangent cones ---

TEST tangentConesFollowTheBoundary( void )
{
    testRng rng = { 11 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        for ( int k = 0; k < 300; ++k )
        {
            double theta = testUniform( &rng, -SS_PI, SS_PI );
            ssTangentCone cone = ssSet_TangentCone( &set, theta );
            ssVec2 ray = polarPoint( 1.0, theta ), gradient;
            ssSet_GaugeGradient( &set, ray, &gradient );
            ASSERTm( zooName( i, &set ), cone.smooth );
            ASSERTm( zooName( i, &set ), isClose( norm( cone.left ), 1.0, 1e-15 ) );
            ASSERTm( zooName( i, &set ), cone.left.x == -cone.right.x && cone.left.y == -cone.right.y );
            ASSERTm(
                zooName( i, &set ), fabs( ssVec2_Dot( cone.left, gradient ) ) <= 1e-15 * norm( gradient ) );
            ASSERTm( zooName( i, &set ), ray.x * cone.left.y - ray.y * cone.left.x > 0.0 );
        }
        ssSet_Destroy( &set );
    }
    ssSet square = make( placed( baseDef( ss_setRectangle, 2, 2, 2 ), 30.0, 1.0, 0.0, 0.0 ) );
    ssTangentCone cone = ssSet_TangentCone( &square, 75.0 * DEGREE );
    ASSERT( !cone.smooth );
    ASSERT( norm( ssVec2_Sub( cone.left, polarPoint( 1.0, 210.0 * DEGREE ) ) ) < 1e-14 );
    ASSERT( norm( ssVec2_Sub( cone.right, polarPoint( 1.0, -60.0 * DEGREE ) ) ) < 1e-14 );
    PASS();
}

// --- refusals ---

static ssResult refusal( ssSetDef def )
{
    ssSet set;
    ssResult result = ssMakeSet( &def, &set );
    if ( result.code == ss_ok ) { ssSet_Destroy( &set ); }
    return result;
}

#define REFUSED( def, name )                                                         \
    do {                                                                             \
        ssResult r = refusal( def );                                                 \
        ASSERTm( #def, r.code != ss_ok );                                            \
        ASSERT_STR_EQm( #def, name, r.field );                                       \
        ASSERTm( r.message, strlen( r.message ) > 10 && strlen( r.message ) < 255 ); \
    } while ( 0 )

TEST badValuesAreRefusedByName( void )
{
    const double bad[] = { 0.0, -1.0, SS_NAN, HUGE_VAL, -HUGE_VAL };
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        double v = bad[i];
        REFUSED( baseDef( ss_setCircle, v, 1, 2 ), "a" );
        REFUSED( baseDef( ss_setEllipse, v, 1, 2 ), "a" );
        REFUSED( baseDef( ss_setEllipse, 1, v, 2 ), "b" );
        REFUSED( baseDef( ss_setRectangle, v, 1, 2 ), "a" );
        REFUSED( baseDef( ss_setRectangle, 1, v, 2 ), "b" );
        REFUSED( baseDef( ss_setSuperellipse, v, 1, 2 ), "a" );
        REFUSED( baseDef( ss_setSuperellipse, 1, v, 2 ), "b" );
        REFUSED( baseDef( ss_setSuperellipse, 1, 1, v ), "s" );
        REFUSED( stadiumDef( 1, v, 1 ), "e" );
        REFUSED( stadiumDef( 1, 1, v ), "b" );
        REFUSED( asperityDef( v, 10, SS_NAN ), "mu" );
        REFUSED( placed( baseDef( ss_setCircle, 1, 1, 2 ), 0, v, 0, 0 ), "scale" );
        if ( v != 0.0 )
        {
            REFUSED( stadiumDef( v, 1, 1 ), "l" );
            REFUSED( asperityDef( 0.1, v, SS_NAN ), "beta_deg" );
        }
        if ( !isfinite( v ) )
        {
            REFUSED( placed( baseDef( ss_setCircle, 1, 1, 2 ), v, 1, 0, 0 ), "rotation_deg" );
            REFUSED( placed( baseDef( ss_setCircle, 1, 1, 2 ), 0, 1, v, 0 ), "offset_x" );
            REFUSED( placed( baseDef( ss_setCircle, 1, 1, 2 ), 0, 1, 0, v ), "offset_y" );
        }
    }
    REFUSED( baseDef( ss_setSuperellipse, 1, 1, 0.999 ), "s" );
    REFUSED( baseDef( ss_setSuperellipse, 1, 1, 201.0 ), "s" );
    REFUSED( asperityDef( 0.1, 90.0, SS_NAN ), "beta_deg" );
    REFUSED( asperityDef( 0.1, 30.0, 90.0 ), "beta2_deg" );
    REFUSED( asperityDef( 0.1, 30.0, -1.0 ), "beta2_deg" );
    REFUSED( asperityDef( 1.74, 30.0, SS_NAN ), "mu" );
    ASSERT( strstr( refusal( asperityDef( 1.74, 30.0, SS_NAN ) ).message, "1.73205" ) != NULL );
    ASSERT_EQ( ss_ok, refusal( asperityDef( 1.732, 30.0, SS_NAN ) ).code );
    REFUSED( asperityDef( 1.74, 10.0, 30.0 ), "mu" );
    ssSetDef unknown = baseDef( ss_setCircle, 1, 1, 2 );
    unknown.kind = (ssSetKind)99;
    REFUSED( unknown, "kind" );
    ASSERT( strstr( refusal( baseDef( ss_setSuperellipse, 1, 1, 0.5 ) ).message, "1 <= s <= 200" ) != NULL );
    PASS();
}

TEST offsetsMustKeepTheOriginInside( void )
{
    REFUSED( placed( baseDef( ss_setCircle, 1, 1, 2 ), 0, 1, 1.0, 0 ), "offset_x" );
    ssResult result = refusal( placed( baseDef( ss_setRectangle, 3, 1, 2 ), 90.0, 2.0, -1.25, 0.0 ) );
    ASSERT_EQ( ss_errorValue, result.code );
    // Turned upright, the set has a half width of 1. The origin lies to the right of the centre, and lengths
    // are scaled by 2.
    ASSERTm( result.message,
        strstr( result.message, "direction 0°" ) != NULL && strstr( result.message, "0.5 N" ) != NULL );
    ASSERT_EQ( ss_ok, refusal( placed( baseDef( ss_setCircle, 1, 1, 2 ), 0, 1, 0.999, 0 ) ).code );
    // The dented asperity loses its star shape before the origin leaves it.
    result = refusal( placed( asperityDef( 1.2, 36, SS_NAN ), 0, 1, 3.0, 1.3 ) );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm( result.message, strstr( result.message, "star-shaped" ) != NULL );
    ASSERT_EQ( ss_ok, refusal( placed( asperityDef( 1.2, 36, SS_NAN ), 0, 1, 0.3, 0.1 ) ).code );
    PASS();
}

TEST polygonsMustBeSimpleAndSeenFromTheOrigin( void )
{
    static const ssVec2 two[] = { { 1, 0 }, { 0, 1 } };
    REFUSED( pointsDef( ss_setPolygon, two, 2 ), "vertices" );
    REFUSED( pointsDef( ss_setPolygon, NULL, 5 ), "vertices" );
    static const ssVec2 twice[] = { { 1, 0 }, { 0, 1 }, { 0, 1 }, { -1, -1 } };
    REFUSED( pointsDef( ss_setPolygon, twice, 4 ), "vertices" );
    // A list that closes itself and a vertex on a straight side are valid, at any size.
    for ( double size = 1e-100; size < 1e101; size *= 1e50 )
    {
        const ssVec2 closed[] = { { size, 0 }, { 0, size }, { -size, -size }, { size, 0 } };
        ASSERT_EQ( ss_ok, refusal( pointsDef( ss_setPolygon, closed, 4 ) ).code );
    }
    static const ssVec2 straight[] = { { 1, -1 }, { 1, 0 }, { 1, 1 }, { -1, 0 } };
    ASSERT_EQ( ss_ok, refusal( pointsDef( ss_setPolygon, straight, 4 ) ).code );
    static const ssVec2 spike[] = { { 1, -1 }, { 3, 0 }, { 1, -1 }, { -1, 1 }, { -1, -1 } };
    ssResult result = refusal( pointsDef( ss_setPolygon, spike, 5 ) );
    ASSERTm( result.message, result.code == ss_errorValue && strstr( result.message, "turns back" ) != NULL );
    static const ssVec2 bow[] = { { 1, 1 }, { -1, -1.2 }, { 1, -1 }, { -1.1, 1 } };
    result = refusal( pointsDef( ss_setPolygon, bow, 4 ) );
    ASSERTm( result.message, result.code == ss_errorValue && strstr( result.message, "cross" ) != NULL );
    static const ssVec2 away[] = { { 1, 0 }, { 3, 0.5 }, { 2, 1 } };
    result = refusal( pointsDef( ss_setPolygon, away, 3 ) );
    ASSERTm( result.message, result.code == ss_errorValue && strstr( result.message, "inside" ) != NULL );
    ASSERTm(
        result.message, strstr( result.message, "1 N" ) != NULL && strstr( result.message, "180°" ) != NULL );
    static const ssVec2 corner[] = { { 0, 0 }, { 3, 0.5 }, { 2, 1 } };
    REFUSED( pointsDef( ss_setPolygon, corner, 3 ), "vertices" );
    static const ssVec2 edge[] = { { -1, 0 }, { 1, 0 }, { 0, 1 } };
    REFUSED( pointsDef( ss_setPolygon, edge, 3 ), "vertices" );
    // In a hook, the ray at 45° meets the boundary three times.
    static const ssVec2 hook[] = { { 1, -1 }, { 4, 0 }, { 4, 4 }, { 1.5, 3 }, { 3, 2.9 }, { 3, 1 },
        { 1, 1.1 }, { -1, 1 }, { -1, -1 } };
    result = refusal( pointsDef( ss_setPolygon, hook, 9 ) );
    ASSERTm(
        result.message, result.code == ss_errorValue && strstr( result.message, "star-shaped" ) != NULL );
    ASSERT( strstr( result.message, "°" ) != NULL );
    ssVec2 infinite[] = { { 1, 0 }, { 0, HUGE_VAL }, { -1, -1 } };
    REFUSED( pointsDef( ss_setPolygon, infinite, 3 ), "vertices" );
    static const ssVec2 tall[] = { { 1, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 } };
    REFUSED( placed( pointsDef( ss_setPolygon, tall, 4 ), 0, 1, 1.5, 0 ), "offset_x" );
    ASSERT_EQ( ss_ok, refusal( placed( pointsDef( ss_setPolygon, tall, 4 ), 0, 1, 0.9, 0 ) ).code );
    PASS();
}

TEST clockwisePolygonsAreTurnedAround( void )
{
    ssVec2 reversed[SS_COUNT( s_star )];
    for ( int i = 0; i < SS_COUNT( s_star ); ++i ) { reversed[i] = s_star[SS_COUNT( s_star ) - 1 - i]; }
    CHECK_CALL( sameSet( pointsDef( ss_setPolygon, reversed, SS_COUNT( s_star ) ),
        pointsDef( ss_setPolygon, s_star, SS_COUNT( s_star ) ), 0.0 ) );
    ssSet set = make( pointsDef( ss_setPolygon, s_star, SS_COUNT( s_star ) ) );
    // The definition remains usable after the caller's points are gone.
    ASSERT(
        set.def.points != s_star && set.def.pointCount == SS_COUNT( s_star ) && set.def.points[1].y == 0.6 );
    ssSetVerdict verdict = ssSet_IsConvex( &set );
    ASSERT( !set.convex && !verdict.holds );
    ssSet_Destroy( &set );
    PASS();
}

TEST polarSamplesMustGoAroundOnce( void )
{
    ssVec2 v[8];
    for ( int i = 0; i < 8; ++i ) { v[i] = ssVec2_Make( 0.25 * SS_PI * i, 1.0 + 0.1 * i ); }
    ASSERT_EQ( ss_ok, refusal( pointsDef( ss_setPolar, v, 8 ) ).code );
    REFUSED( pointsDef( ss_setPolar, v, 2 ), "samples" );
    REFUSED( pointsDef( ss_setPolar, NULL, 8 ), "samples" );
    REFUSED( pointsDef( ss_setPolar, v, 4 ), "samples" ); // nothing between 135° and 360°
    v[3].y = 0.0;
    REFUSED( pointsDef( ss_setPolar, v, 8 ), "samples" );
    v[3].y = SS_NAN;
    REFUSED( pointsDef( ss_setPolar, v, 8 ), "samples" );
    v[3] = ssVec2_Make( v[2].x, 1.0 );
    REFUSED( pointsDef( ss_setPolar, v, 8 ), "samples" );
    v[3].x = 0.75 * SS_PI;
    v[7].x = 2.5 * SS_PI;
    REFUSED( pointsDef( ss_setPolar, v, 8 ), "samples" );
    PASS();
}

TEST defaultsAreAccepted( void )
{
    for ( int kind = 0; kind < ss_setKindCount; ++kind )
    {
        ssSetDef def = ssDefaultSetDef( (ssSetKind)kind );
        ASSERT_EQ( ss_ok, refusal( def ).code );
        ASSERT_EQ( kind, ssFindSetKind( ssSetKindName( (ssSetKind)kind ) ) );
        ASSERT( (int)def.kind == kind && def.scale == 1.0 );
    }
    ASSERT_EQ( -1, ssFindSetKind( "blob" ) );
    ASSERT_EQ( -1, ssFindSetKind( NULL ) );
    PASS();
}

static int s_left;

static void* fewAllocations( void* context, size_t size )
{
    (void)context;
    return s_left-- > 0 ? calloc( 1, size ) : NULL;
}

TEST missingMemoryIsReported( void )
{
    for ( s_left = 0; s_left < 2; )
    {
        int allowed = s_left;
        ssInstallAllocator( fewAllocations, NULL, NULL );
        ssResult result = refusal( ssDefaultSetDef( ss_setPolygon ) );
        ssInstallAllocator( NULL, NULL, NULL );
        ASSERT_EQ( ss_errorMemory, result.code );
        s_left = allowed + 1;
    }
    PASS();
}

// --- convex hull ---

TEST hullOfRandomPointsIsConvexAndHoldsThemAll( void )
{
    testRng rng = { 13 };
    for ( int k = 0, rounds = testCount( 2000 ); k < rounds; ++k )
    {
        ssVec2 points[60], hull[60];
        int n = 1 + (int)( testRandom( &rng ) % 60 ), mode = k % 4;
        for ( int i = 0; i < n; ++i )
        {
            double x = testUniform( &rng, -1.0, 1.0 ), y = testUniform( &rng, -1.0, 1.0 );
            // The points lie anywhere, on a coarse grid with duplicates and lines, on a circle, or on one
            // line.
            points[i] = mode == 0 ? ssVec2_Make( x, y )
                : mode == 1       ? ssVec2_Make( nearbyint( 3.0 * x ), nearbyint( 3.0 * y ) )
                : mode == 2       ? polarPoint( 1.0, SS_PI * x )
                                  : ssVec2_Make( nearbyint( 8.0 * x ), 2.0 * nearbyint( 8.0 * x ) );
        }
        int count = ssConvexHull( n, points, hull );
        ASSERT( count >= 1 && count <= n );
        ASSERT( mode != 3 || count <= 2 );
        for ( int i = 0; i < count; ++i )
        {
            ssVec2 a = hull[i], b = hull[( i + 1 ) % count], c = hull[( i + 2 ) % count];
            ASSERT( count < 3 || ( b.x - a.x ) * ( c.y - b.y ) - ( b.y - a.y ) * ( c.x - b.x ) > 0.0 );
            bool given = false;
            for ( int j = 0; j < n; ++j )
            {
                given = given || ( points[j].x == a.x && points[j].y == a.y );
                ASSERT( count < 3 ||
                    ( b.x - a.x ) * ( points[j].y - a.y ) - ( b.y - a.y ) * ( points[j].x - a.x ) >= -1e-15 );
            }
            ASSERT( given );
        }
        // The hull may be written in place, and points that are not numbers are left out.
        ssVec2 spoiled[61];
        memcpy( spoiled, points, sizeof( ssVec2 ) * (size_t)n );
        spoiled[n] = ssVec2_Make( SS_NAN, 3.0 );
        ASSERT_EQ( count, ssConvexHull( n + 1, spoiled, spoiled ) );
        ASSERT( memcmp( spoiled, hull, sizeof( ssVec2 ) * (size_t)count ) == 0 );
    }
    ASSERT_EQ( 0, ssConvexHull( 0, NULL, NULL ) );
    PASS();
}

SUITE( questions )
{
    RUN_TEST( areasAreTheClosedForms );
    RUN_TEST( asperitiesAreConvexUpToTheirCriticalInclination );
    RUN_TEST( convexityVerdictsAgreeWithTheOutline );
    RUN_TEST( largestScaleOfTheBeltSetsIsThatOfThePaper );
    RUN_TEST( largestScaleIsTheLargestForAllPairs );
    RUN_TEST( everySetContainsItself );
    RUN_TEST( outlinePointsHaveGaugeOne );
    RUN_TEST( outlineKeepsTheCorners );
    RUN_TEST( tangentConesFollowTheBoundary );
    RUN_TEST( hullOfRandomPointsIsConvexAndHoldsThemAll );
}

SUITE( checking )
{
    RUN_TEST( badValuesAreRefusedByName );
    RUN_TEST( offsetsMustKeepTheOriginInside );
    RUN_TEST( polygonsMustBeSimpleAndSeenFromTheOrigin );
    RUN_TEST( clockwisePolygonsAreTurnedAround );
    RUN_TEST( polarSamplesMustGoAroundOnce );
    RUN_TEST( defaultsAreAccepted );
    RUN_TEST( missingMemoryIsReported );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( questions );
    RUN_SUITE( checking );
    return TEST_END();
}
