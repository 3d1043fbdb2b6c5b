// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/set.h"

#include <setjmp.h>

// The nearest point of a convex set against its definition. Tolerances are rounding, relative to the larger
// of the point and the set.

#define DEGREE ( SS_PI / 180.0 )

static ssSetDef baseDef( ssSetKind kind, double a, double b, double s )
{
    ssSetDef def = ssDefaultSetDef( kind );
    def.a = a;
    def.b = b;
    def.s = s;
    return def;
}

static ssSetDef stadiumDef( double l, double e, double b )
{
    ssSetDef def = ssDefaultSetDef( ss_setStadium );
    def.l = l;
    def.e = e;
    def.b = b;
    return def;
}

static ssSetDef asperityDef( double mu, double beta, double beta2 )
{
    ssSetDef def = ssDefaultSetDef( ss_setAsperity );
    def.mu = mu;
    def.betaDeg = beta;
    def.beta2Deg = beta2;
    return def;
}

static ssSetDef placed( ssSetDef def, double rotation, double scale, double x, double y )
{
    def.rotationDeg = rotation;
    def.scale = scale;
    def.offsetX = x;
    def.offsetY = y;
    return def;
}

static ssSet make( ssSetDef def )
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
    zooPlain = 27,
    zooCount = 2 * zooPlain
};

/// All convex kinds as they are, and again rotated, scaled and shifted.
static ssSet zoo( int i )
{
    ssSetDef defs[zooPlain] = {
        baseDef( ss_setCircle, 1.7, 1, 2 ),
        baseDef( ss_setEllipse, 3, 1, 2 ),
        baseDef( ss_setEllipse, 0.02, 5, 2 ),
        baseDef( ss_setEllipse, 1, 0.999, 2 ),
        baseDef( ss_setEllipse, 1, 1e-6, 2 ),
        baseDef( ss_setRectangle, 3, 1.5, 2 ),
        baseDef( ss_setRectangle, 0.3, 4, 2 ),
        baseDef( ss_setSuperellipse, 3, 1.5, 1 ),
        baseDef( ss_setSuperellipse, 3, 1.5, 1.001 ),
        baseDef( ss_setSuperellipse, 3, 1.5, 1.2 ),
        baseDef( ss_setSuperellipse, 1, 2.5, 1.9 ),
        baseDef( ss_setSuperellipse, 3, 1.5, 2 ),
        baseDef( ss_setSuperellipse, 4.99, 4.25, 2.94 ),
        baseDef( ss_setSuperellipse, 1, 3, 7 ),
        baseDef( ss_setSuperellipse, 2, 1, 40 ),
        baseDef( ss_setSuperellipse, 2, 1, 200 ),
        baseDef( ss_setSuperellipse, 1, 1e-3, 3.3 ),
        baseDef( ss_setSuperellipse, 1e-3, 1, 1.3 ),
        stadiumDef( 1, 0.8, 0.5 ),
        stadiumDef( 0, 0.8, 0.5 ),
        stadiumDef( 5, 0.1, 2 ),
        asperityDef( 0.6, 40, SS_NAN ),
        asperityDef( 0.7, 0, SS_NAN ),
        asperityDef( 0.5, 50, 20 ),
        asperityDef( 0.3, 15, 60 ),
        ssDefaultSetDef( ss_setPolygon ),
        ssDefaultSetDef( ss_setPolar ),
    };
    ssSetDef def = defs[i % zooPlain];
    if ( i >= zooPlain )
    {
        double sizes[] = { 2.0, 0.01, 37.0 };
        def = placed( def, 37.0 * i - 500.0, sizes[i % 3], 0.0, 0.0 );
        if ( i % 2 == 0 )
        {
            ssSet set = make( def );
            double radius = ssSet_Radius( &set, 0.4 ) / set.def.scale;
            ssSet_Destroy( &set );
            def.offsetX = -0.33 * radius * cos( 0.4 );
            def.offsetY = -0.33 * radius * sin( 0.4 );
        }
    }
    return make( def );
}

static const char* zooName( int i, const ssSet* set )
{
    static char text[80];
    snprintf( text, sizeof text, "set %d, %s", i, ssSetKindName( set->def.kind ) );
    return text;
}

static double norm( ssVec2 x ) { return hypot( x.x, x.y ); }

static double distance( ssVec2 a, ssVec2 b ) { return hypot( a.x - b.x, a.y - b.y ); }

static ssVec2 polarPoint( double r, double theta )
{
    return ssVec2_Make( r * cos( theta ), r * sin( theta ) );
}

static double sizeOf( const ssSet* set )
{
    double size = 0.0;
    for ( int i = 0; i < 64; ++i )
    {
        size = fmax( size, fabs( ssSet_Support( set, polarPoint( 1.0, 0.1 * i ), NULL, NULL ) ) );
    }
    return size;
}

/// Points far away, next to the boundary on either side, inside, and on an axis of the world.
static ssVec2 randomPoint( testRng* rng, const ssSet* set, double size )
{
    double theta = testUniform( rng, -SS_PI, SS_PI ), kind = testUniform( rng, 0.0, 1.0 );
    if ( kind < 0.1 )
    {
        theta = 0.5 * SS_PI * (double)( testRandom( rng ) % 4 ) + testDecades( rng, -18.0, -1.0 );
    }
    double radius = ssSet_Radius( set, theta );
    if ( kind < 0.5 ) { return polarPoint( radius * ( 1.0 + testDecades( rng, -15.0, -0.3 ) ), theta ); }
    return kind < 0.7 ? polarPoint( radius * testUniform( rng, 0.0, 2.0 ), theta )
                      : polarPoint( size * fabs( testDecades( rng, -2.0, 3.0 ) ), theta );
}

TEST proxOfAMemberIsTheMemberItself( void )
{
    testRng rng = { 1 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            double theta = testUniform( &rng, -SS_PI, SS_PI ),
                   depth = fabs( testDecades( &rng, -11.0, 0.0 ) );
            ssVec2 x = polarPoint( ssSet_Radius( &set, theta ) * ( 1.0 - depth ), theta ),
                   p = ssSet_Prox( &set, x );
            ASSERTm( zooName( i, &set ), p.x == x.x && p.y == x.y );
        }
        ssVec2 zero = { 0.0, 0.0 }, p = ssSet_Prox( &set, zero );
        ASSERTm( zooName( i, &set ), p.x == 0.0 && p.y == 0.0 );
        ssSet_Destroy( &set );
    }
    PASS();
}

/// How far x lies beyond the boundary, as a length.
static double outside( const ssSet* set, ssVec2 x )
{
    ssVec2 gradient;
    double k = ssSet_GaugeGradient( set, x, &gradient );
    return ( k - 1.0 ) / norm( gradient );
}

TEST proxLiesOnTheBoundaryAndStaysPut( void )
{
    testRng rng = { 2 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, &set, size ), p = ssSet_Prox( &set, x );
            double off = outside( &set, p );
            ASSERTm( zooName( i, &set ), off <= 2e-15 * size );
            ASSERTm( zooName( i, &set ), ssSet_Gauge( &set, x ) < 1.0 + 1e-14 || off >= -2e-15 * size );
            ASSERTm( zooName( i, &set ), distance( ssSet_Prox( &set, p ), p ) <= 4e-15 * size );
        }
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST proxIsCharacterisedByTheObtuseAngle( void )
{
    // (x - p)·(y - p) <= 0 for all y of the set. The support function states this for all of them at once: (x
    // - p)·p = Psi*(x - p). This alone makes p the nearest point, and the only one.
    static ssVec2 points[500];
    testRng rng = { 3 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        ssSet_Outline( &set, 500, points );
        bool slow = set.def.kind == ss_setAsperity && !isnan( set.def.beta2Deg );
        for ( int k = 0, n = testCount( slow ? 500 : 10000 ); k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, &set, size ), p = ssSet_Prox( &set, x ), away = ssVec2_Sub( x, p );
            double gap = ssSet_Support( &set, away, NULL, NULL ) - ssVec2_Dot( p, away ),
                   reach = fmax( size, norm( x ) );
            ASSERTm( zooName( i, &set ), gap <= 4e-15 * size * reach );
            for ( int j = k % 25; j < 500; j += 25 )
            {
                double dot = ssVec2_Dot( away, ssVec2_Sub( points[j], p ) );
                ASSERTm( zooName( i, &set ), dot <= 4e-15 * size * reach );
            }
        }
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST noBoundaryPointIsNearer( void )
{
    // Brute force takes a dense outline and then searches between the neighbours of its nearest point.
    enum
    {
        dense = 2000
    };
    static ssVec2 points[dense];
    testRng rng = { 4 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        ssSet_Outline( &set, dense, points );
        for ( int k = 0, n = testCount( 200 ); k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, &set, size ), p = ssSet_Prox( &set, x );
            if ( ssSet_Gauge( &set, x ) <= 1.0 ) { continue; }
            int at = 0;
            for ( int j = 1; j < dense; ++j )
            {
                at = distance( x, points[j] ) < distance( x, points[at] ) ? j : at;
            }
            double best = distance( x, points[at] );
            for ( int side = 0; side < 2; ++side )
            {
                ssVec2 a = points[( at + dense - 1 + side ) % dense],
                       chord = ssVec2_Sub( points[( at + side ) % dense], a );
                double low = 0.0, high = 1.0;
                for ( int m = 0; m < 100; ++m )
                {
                    double t1 = low + ( high - low ) / 3.0, t2 = high - ( high - low ) / 3.0;
                    ssVec2 u = ssVec2_MulAdd( a, t1, chord ), v = ssVec2_MulAdd( a, t2, chord );
                    double du = distance( x, ssVec2_Scale( 1.0 / ssSet_Gauge( &set, u ), u ) );
                    double dv = distance( x, ssVec2_Scale( 1.0 / ssSet_Gauge( &set, v ), v ) );
                    best = fmin( best, fmin( du, dv ) );
                    high = du < dv ? t2 : high;
                    low = du < dv ? low : t1;
                }
            }
            // The distance is known up to the rounding of its ends.
            ASSERTm( zooName( i, &set ), fabs( distance( x, p ) - best ) <= 1e-14 * fmax( size, norm( x ) ) );
        }
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST proxDoesNotExpand( void )
{
    testRng rng = { 5 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, &set, size ), y = randomPoint( &rng, &set, size );
            if ( k % 2 == 0 )
            {
                y = ssVec2_Add( x, polarPoint( size * fabs( testDecades( &rng, -12.0, -1.0 ) ), (double)k ) );
            }
            ssVec2 p = ssSet_Prox( &set, x ), q = ssSet_Prox( &set, y ), d = ssVec2_Sub( p, q );
            // The projection is firmly nonexpansive: |p - q|² <= (p - q)·(x - y).
            double rounding = 1e-15 * fmax( norm( x ), fmax( norm( y ), size ) );
            ASSERTm( zooName( i, &set ), norm( d ) <= distance( x, y ) + 4.0 * rounding );
            ASSERTm( zooName( i, &set ),
                ssVec2_Dot( d, d ) <=
                    ssVec2_Dot( d, ssVec2_Sub( x, y ) ) + 8.0 * rounding * ( norm( d ) + distance( x, y ) ) );
        }
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST proxTurnsGrowsAndMovesWithTheSet( void )
{
    testRng rng = { 6 };
    for ( int i = 0; i < zooPlain; ++i )
    {
        ssSet plain = zoo( i );
        double size = sizeOf( &plain );
        for ( int k = 0, n = testCountFull( 400, 1000 ); k < n; ++k )
        {
            double turn = testUniform( &rng, -400.0, 400.0 ), scale = fabs( testDecades( &rng, -3.0, 3.0 ) );
            double c = cos( turn * DEGREE ), s = sin( turn * DEGREE );
            // The set is shifted in any direction by as much as the origin allows.
            double by = testUniform( &rng, 0.0, 0.9 ), theta = testUniform( &rng, -SS_PI, SS_PI );
            ssSet turned = make( placed( plain.def, turn, 1.0, 0.0, 0.0 ) );
            ssVec2 o = polarPoint( by * ssSet_Radius( &turned, theta ), theta );
            ssSet moved = make( placed( plain.def, turn, scale, -o.x, -o.y ) );
            ssVec2 x = randomPoint( &rng, &plain, size ), p = ssSet_Prox( &plain, x );
            ssVec2 y = { scale * ( c * x.x - s * x.y - o.x ), scale * ( s * x.x + c * x.y - o.y ) };
            ssVec2 expected = { scale * ( c * p.x - s * p.y - o.x ), scale * ( s * p.x + c * p.y - o.y ) };
            double tolerance = 4e-15 * scale * fmax( size, norm( x ) );
            ASSERTm( zooName( i, &plain ), distance( ssSet_Prox( &moved, y ), expected ) <= tolerance );
            ssSet_Destroy( &turned );
            ssSet_Destroy( &moved );
        }
        ssSet_Destroy( &plain );
    }
    PASS();
}

TEST proxKeepsTheSymmetryOfTheShape( void )
{
    testRng rng = { 7 };
    for ( int i = 0; i < zooPlain; ++i )
    {
        ssSet set = zoo( i );
        if ( set.def.kind >= ss_setAsperity )
        {
            ssSet_Destroy( &set );
            continue;
        }
        double size = sizeOf( &set );
        for ( int k = 0, n = testCountFull( 400, 1000 ); k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, &set, size ), p = ssSet_Prox( &set, x );
            ssVec2 q = ssSet_Prox( &set, ssVec2_Make( -x.x, x.y ) ),
                   r = ssSet_Prox( &set, ssVec2_Make( x.x, -x.y ) );
            ASSERTm( zooName( i, &set ), q.x == -p.x && q.y == p.y && r.x == p.x && r.y == -p.y );
        }
    }
    PASS();
}

TEST proxOnTheAxesIsTheVertex( void )
{
    const double exponents[] = { 1.0, 1.01, 1.5, 2.0, 3.0, 200.0 };
    for ( int i = 0; i < SS_COUNT( exponents ); ++i )
    {
        ssSet set = make( baseDef( ss_setSuperellipse, 3.0, 0.7, exponents[i] ) );
        ssVec2 p = ssSet_Prox( &set, ssVec2_Make( -5.0, 0.0 ) ),
               q = ssSet_Prox( &set, ssVec2_Make( 0.0, 0.8 ) );
        ASSERT( p.x == -3.0 && p.y == 0.0 && q.x == 0.0 && q.y == 0.7 );
    }
    ssSet set = make( baseDef( ss_setEllipse, 3.0, 0.7, 2.0 ) );
    ssVec2 p = ssSet_Prox( &set, ssVec2_Make( 4.0, -0.0 ) ), q = ssSet_Prox( &set, ssVec2_Make( 0.0, -0.8 ) );
    ASSERT( p.x == 3.0 && p.y == 0.0 && q.x == 0.0 && q.y == -0.7 );
    PASS();
}

TEST extremeAspectRatiosAndExponentsAreProjected( void )
{
    testRng rng = { 8 };
    for ( int k = 0, n = testCountFull( 12000, 30000 ); k < n; ++k )
    {
        double ratio = fabs( testDecades( &rng, -12.0, 12.0 ) ),
               s = pow( 200.0, testUniform( &rng, 0.0, 1.0 ) );
        s = k % 7 == 0 ? 1.0 + fabs( testDecades( &rng, -15.0, 0.0 ) ) : s;
        ssSetDef defs[] = { baseDef( ss_setEllipse, 1, ratio, 2 ), baseDef( ss_setSuperellipse, 1, ratio, s ),
            stadiumDef( ratio, 1, fabs( testDecades( &rng, -6.0, 6.0 ) ) ),
            baseDef( ss_setRectangle, 1, ratio, 2 ) };
        ssSet set = make( defs[k % 4] );
        double a = ssSet_Support( &set, ssVec2_Make( 1.0, 0.0 ), NULL, NULL ),
               b = ssSet_Support( &set, ssVec2_Make( 0.0, 1.0 ), NULL, NULL );
        ssVec2 x = { a * testDecades( &rng, -16.0, 3.0 ), b * testDecades( &rng, -16.0, 3.0 ) };
        x = k % 3 == 0
            ? ssVec2_Scale( ( 1.0 + fabs( testDecades( &rng, -15.0, 0.0 ) ) ) / ssSet_Gauge( &set, x ), x )
            : x;
        ssVec2 p = ssSet_Prox( &set, x ), away = ssVec2_Sub( x, p );
        double gap = ssSet_Support( &set, away, NULL, NULL ) - ssVec2_Dot( p, away );
        char text[200];
        snprintf( text, sizeof text, "%s a=%.17g b=%.17g s=%.17g l=%.17g x=(%.17g, %.17g)",
            ssSetKindName( set.def.kind ), a, b, s, set.def.l, x.x, x.y );
        ASSERTm( text, outside( &set, p ) <= 2e-15 * fmax( a, b ) );
        ASSERTm( text, gap <= 4e-15 * fmax( a, b ) * fmax( norm( x ), fmax( a, b ) ) );
    }
    PASS();
}

TEST straightPartsProjectAlongTheirNormal( void )
{
    ssSet set = make( stadiumDef( 2.0, 0.8, 0.5 ) );
    testRng rng = { 9 };
    for ( int k = 0; k < 1000; ++k )
    {
        ssVec2 x = { testUniform( &rng, -2.0, 2.0 ), testUniform( &rng, 0.6, 100.0 ) },
               p = ssSet_Prox( &set, x );
        ASSERT( p.x == x.x && p.y == 0.5 );
    }
    PASS();
}

static jmp_buf* s_escape;

static void escape( const char* condition, const char* file, int line )
{
    (void)condition;
    (void)file;
    (void)line;
    longjmp( *s_escape, 1 );
}

TEST proxOfASetThatIsNotConvexIsAProgrammersError( void )
{
#if defined( SLIPSTICK_ASSERTS )
    jmp_buf here;
    ssSet set = make( asperityDef( 1.2, 36.0, SS_NAN ) );
    s_escape = &here;
    ssInstallAssertHandler( escape );
    volatile bool refused = true;
    if ( setjmp( here ) == 0 )
    {
        ssSet_Prox( &set, ssVec2_Make( 10.0, 3.0 ) );
        refused = false;
    }
    ssInstallAssertHandler( NULL );
    ASSERT( refused );
    PASS();
#else
    (void)escape;
    ssSet set = make( asperityDef( 1.2, 36.0, SS_NAN ) );
    ssVec2 p = ssSet_Prox( &set, ssVec2_Make( 10.0, 3.0 ) );
    ASSERT( isnan( p.x ) && isnan( p.y ) );
    PASS();
#endif
}

TEST farPointsProjectOntoTheSideTheyFace( void )
{
    // From far away, the nearest point is the one whose normal cone holds the direction.
    static const ssVec2 corners[] = { { 2.0, 1.0 }, { -1.0, 1.0 }, { -1.0, -1.0 }, { 1.0, -1.0 } };
    ssSetDef def = ssDefaultSetDef( ss_setPolygon );
    def.points = corners;
    def.pointCount = 4;
    ssSet polygon, ellipse, tiny;
    ASSERT_EQ( ss_ok, ssMakeSet( &def, &polygon ).code );
    def = ssDefaultSetDef( ss_setEllipse );
    def.a = 3.0;
    def.b = 1.0;
    ASSERT_EQ( ss_ok, ssMakeSet( &def, &ellipse ).code );
    def.a = def.b = 1e-300;
    ASSERT_EQ( ss_ok, ssMakeSet( &def, &tiny ).code );
    for ( double far = 10.0; far < 1e300; far *= 1e5 )
    {
        ssVec2 x = ssVec2_Make( far, far ), p = ssSet_Prox( &polygon, x );
        ASSERT_EQ( 2.0, p.x );
        ASSERT_EQ( 1.0, p.y );
        if ( far > 1e17 )
        {
            p = ssSet_Prox( &ellipse, x );
            ASSERT_IN_RANGE( 9.0 / sqrt( 10.0 ), p.x, 1e-14 );
            ASSERT_IN_RANGE( 1.0 / sqrt( 10.0 ), p.y, 1e-14 );
        }
    }
    ssVec2 p = ssSet_Prox( &tiny, ssVec2_Make( 3.0, 4.0 ) );
    ASSERT_IN_RANGE( 0.6, p.x / 1e-300, 1e-14 );
    ASSERT_IN_RANGE( 0.8, p.y / 1e-300, 1e-14 );
    ssSet_Destroy( &polygon );
    PASS();
}

TEST frictionAtTheCotangentIsRefused( void )
{
    ssSetDef def = ssDefaultSetDef( ss_setAsperity );
    def.mu = 1.0;
    def.betaDeg = 45.0;
    ssSet set;
    ssResult result = ssMakeSet( &def, &set );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( testContains( result.message, "cot" ) );
    PASS();
}

SUITE( prox )
{
    RUN_TEST( farPointsProjectOntoTheSideTheyFace );
    RUN_TEST( frictionAtTheCotangentIsRefused );
    RUN_TEST( proxOfAMemberIsTheMemberItself );
    RUN_TEST( proxLiesOnTheBoundaryAndStaysPut );
    RUN_TEST( proxIsCharacterisedByTheObtuseAngle );
    RUN_TEST( noBoundaryPointIsNearer );
    RUN_TEST( proxDoesNotExpand );
    RUN_TEST( proxTurnsGrowsAndMovesWithTheSet );
    RUN_TEST( proxKeepsTheSymmetryOfTheShape );
    RUN_TEST( proxOnTheAxesIsTheVertex );
    RUN_TEST( extremeAspectRatiosAndExponentsAreProjected );
    RUN_TEST( straightPartsProjectAlongTheirNormal );
    RUN_TEST( proxOfASetThatIsNotConvexIsAProgrammersError );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( prox );
    return TEST_END();
}
