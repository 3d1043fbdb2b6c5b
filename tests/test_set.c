// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/set.h"

// Planar sets against what defines them: gauge and radius, support and its derivatives, area, convexity,
// containment. Nearest points are in test_set_prox.c. Tolerances are rounding unless a comment says
// otherwise.

#define DEGREE ( SS_PI / 180.0 )

/// A chevron-like star: not convex, star-shaped about the origin.
static const ssVec2 s_star[] = { { 2.0, 0.0 }, { 0.5, 0.6 }, { 0.0, 2.5 }, { -0.7, 0.5 }, { -2.0, -0.3 },
    { -0.4, -0.5 }, { 0.2, -1.5 }, { 0.6, -0.4 } };

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

static ssSetDef pointsDef( ssSetKind kind, const ssVec2* points, int count )
{
    ssSetDef def = ssDefaultSetDef( kind );
    def.points = points;
    def.pointCount = count;
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
    zooPlain = 24,
    zooCount = 2 * zooPlain
};

/// All kinds, plain; and again rotated, scaled, and shifted.
static ssSet zoo( int i )
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
        // every second one also moved by a third of what it may be
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

static const char* zooName( int i, const ssSet* set )
{
    static char text[80];
    snprintf( text, sizeof text, "set %d, %s", i, ssSetKindName( set->def.kind ) );
    return text;
}

static double norm( ssVec2 x )
{
    return hypot( x.x, x.y );
}

static ssVec2 polarPoint( double r, double theta )
{
    return ssVec2_Make( r * cos( theta ), r * sin( theta ) );
}

/// A number that measures the set.
static double sizeOf( const ssSet* set )
{
    double size = 0.0;
    for ( int i = 0; i < 64; ++i )
    {
        size = fmax( size, fabs( ssSet_Support( set, polarPoint( 1.0, 0.1 * i ), NULL, NULL ) ) );
    }
    return size;
}

static ssVec2 randomPoint( testRng* rng, double size )
{
    double theta = testUniform( rng, -SS_PI, SS_PI );
    return polarPoint( size * fabs( testDecades( rng, -3.0, 3.0 ) ), theta );
}

static bool isClose( double a, double b, double tolerance )
{
    return fabs( a - b ) <= tolerance * fmax( fabs( a ), fabs( b ) ) || a == b;
}

// --- tables of an independent program ---

static enum greatest_test_res compareWithTable( const char* name, ssSetDef def )
{
    ssSet set = make( def );
    FILE* file = fopen( testData( name ), "r" );
    ASSERTm( "the table of reference values", file != NULL );
    char line[1024];
    int rows = 0;
    ASSERT( fgets( line, sizeof line, file ) != NULL );
    while ( fgets( line, sizeof line, file ) != NULL )
    {
        double v[7];
        ASSERT_EQ(
            7, sscanf( line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf", v, v + 1, v + 2, v + 3, v + 4, v + 5, v + 6 ) );
        ssVec2 z = { v[0], v[1] };
        ASSERTm( line, isClose( ssSet_Gauge( &set, z ), v[4], 1e-13 ) );
        ASSERTm( line, isClose( ssSet_Support( &set, z, NULL, NULL ), v[5], 1e-13 ) );
        ASSERTm( line, isClose( ssSet_Radius( &set, atan2( z.y, z.x ) ), v[6], 1e-13 ) );
        ssVec2 p = ssSet_Prox( &set, z );
        ASSERTm( line, fabs( p.x - v[2] ) <= 1e-12 * norm( ssVec2_Make( v[2], v[3] ) ) );
        ASSERTm( line, fabs( p.y - v[3] ) <= 1e-12 * norm( ssVec2_Make( v[2], v[3] ) ) );
        ++rows;
    }
    fclose( file );
    ASSERT_EQ_FMT( 67, rows, "%d" );
    PASS();
}

TEST setsAgreeWithTheReferenceTables( void )
{
    CHECK_CALL( compareWithTable( "set_ellipse.csv", baseDef( ss_setEllipse, 3, 1, 2 ) ) );
    CHECK_CALL( compareWithTable( "set_rectangle.csv", baseDef( ss_setRectangle, 3, 1.5, 2 ) ) );
    CHECK_CALL( compareWithTable( "set_superellipse_s1p2.csv", baseDef( ss_setSuperellipse, 3, 1.5, 1.2 ) ) );
    CHECK_CALL(
        compareWithTable( "set_superellipse_s2p94.csv", baseDef( ss_setSuperellipse, 4.99, 4.25, 2.94 ) ) );
    CHECK_CALL( compareWithTable( "set_stadium.csv", stadiumDef( 1, 0.8, 0.5 ) ) );
    PASS();
}

TEST asperityAgreesWithTheReferenceTable( void )
{
    // once by Walker & Leine Eq. 50, once by the two flanks of Eq. 49 an immeasurable bit apart
    for ( int pass = 0; pass < 2; ++pass )
    {
        ssSet set = make( asperityDef( 1.2, 36.0, pass == 0 ? SS_NAN : nextafter( 36.0, 37.0 ) ) );
        FILE* file = fopen( testData( "set_asperity_mu1p2_beta36.csv" ), "r" );
        ASSERT( file != NULL );
        char line[1024];
        int rows = 0;
        ASSERT( fgets( line, sizeof line, file ) != NULL );
        while ( fgets( line, sizeof line, file ) != NULL )
        {
            double theta, r, x, y;
            ASSERT_EQ( 4, sscanf( line, "%lf,%lf,%lf,%lf", &theta, &r, &x, &y ) );
            ASSERTm( line, isClose( ssSet_Radius( &set, theta * DEGREE ), r, 1e-13 ) );
            ASSERTm( line, isClose( ssSet_Gauge( &set, ssVec2_Make( x, y ) ), 1.0, 1e-13 ) );
            ++rows;
        }
        fclose( file );
        ASSERT_EQ_FMT( 120, rows, "%d" );
        ASSERT( fabs( ssSet_Radius( &set, 0.0 ) - 7.643276 ) < 5e-7 );
        ASSERT( fabs( ssSet_Radius( &set, 0.5 * SS_PI ) - 1.4832816 ) < 5e-8 );
    }
    PASS();
}

// --- gauge ---

TEST gaugeIsHomogeneousAndOneOnTheBoundary( void )
{
    testRng rng = { 1 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        // a shifted ray meets a slim set at a shallow angle, which costs digits
        double tolerance = set.centered ? 1e-14 : 2e-12;
        for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, size );
            double gauge = ssSet_Gauge( &set, x ), factor = fabs( testDecades( &rng, -6.0, 6.0 ) );
            ASSERTm( zooName( i, &set ), gauge > 0.0 && isfinite( gauge ) );
            ASSERTm( zooName( i, &set ),
                isClose( ssSet_Gauge( &set, ssVec2_Scale( factor, x ) ), factor * gauge, tolerance ) );
            ASSERTm( zooName( i, &set ),
                isClose( ssSet_Gauge( &set, ssVec2_Scale( 1.0 / gauge, x ) ), 1.0, tolerance ) );
            // an angle near pi is known to 4e-16 only, and slim sets have steep radii
            double radius = ssSet_Radius( &set, atan2( x.y, x.x ) );
            ASSERTm( zooName( i, &set ), isClose( radius * gauge, norm( x ), 1e-12 ) );
        }
        ASSERT_EQ( 0.0, ssSet_Gauge( &set, ssVec2_Make( 0.0, 0.0 ) ) );
        ssSet_Destroy( &set );
    }
    PASS();
}

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
        // a thousand points leave no gap that the eye would see, except on what is straight anyway
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

TEST gaugeGradientIsTheDerivative( void )
{
    testRng rng = { 2 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        int kinks = 0, n = testCount( 10000 );
        for ( int k = 0; k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, size ), gradient, near;
            double gauge = ssSet_GaugeGradient( &set, x, &gradient );
            ASSERT_EQ( gauge, ssSet_Gauge( &set, x ) );
            // Euler's identity
            double terms = fabs( x.x * gradient.x ) + fabs( x.y * gradient.y );
            ASSERTm( zooName( i, &set ),
                fabs( ssVec2_Dot( x, gradient ) - gauge ) <= ( set.centered ? 2e-15 : 1e-12 ) * terms );
            // A difference over a step along the boundary. Where the gradient itself changes within it (a
            // kink, or the tight bend of s = 200) the difference says nothing.
            double h = 1e-5 / norm( gradient ) * gauge;
            ssVec2 step = { -h * gradient.y / norm( gradient ), h * gradient.x / norm( gradient ) };
            step = ssVec2_Add( step, ssVec2_Scale( 1e-5, x ) );
            ssVec2 ahead = ssVec2_Add( x, step ), behind = ssVec2_Sub( x, step );
            double up = ssSet_GaugeGradient( &set, ahead, &near ), down;
            bool smooth = norm( ssVec2_Sub( near, gradient ) ) < 1e-3 * norm( gradient );
            down = ssSet_GaugeGradient( &set, behind, &near );
            smooth = smooth && norm( ssVec2_Sub( near, gradient ) ) < 1e-3 * norm( gradient );
            kinks += !smooth;
            // error of the second order, h² times a third derivative that the test above bounds
            ASSERTm( zooName( i, &set ),
                !smooth ||
                    fabs( up - down - 2.0 * ssVec2_Dot( step, gradient ) ) <= 1e-3 * 1e-5 * 2.0 * gauge );
        }
        ASSERTm( zooName( i, &set ), kinks < n / 20 + 1 );
        ssVec2 zero;
        ASSERT_EQ( 0.0, ssSet_GaugeGradient( &set, ssVec2_Make( 0.0, 0.0 ), &zero ) );
        ASSERT( zero.x == 0.0 && zero.y == 0.0 );
        ssSet_Destroy( &set );
    }
    PASS();
}

// --- support ---

TEST supportIsTheMaximumOverTheBoundary( void )
{
    static ssVec2 points[4000];
    testRng rng = { 3 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        ssSet_Outline( &set, 4000, points );
        double size = sizeOf( &set );
        for ( int k = 0, n = testCount( 300 ); k < n; ++k )
        {
            ssVec2 g = randomPoint( &rng, 1.0 );
            double support = ssSet_Support( &set, g, NULL, NULL ), best = -HUGE_VAL;
            for ( int j = 0; j < 4000; ++j )
            {
                best = fmax( best, ssVec2_Dot( points[j], g ) );
            }
            // a boundary that bends away by at most its spacing squared
            ASSERTm( zooName( i, &set ), best <= support + 1e-14 * size * norm( g ) );
            ASSERTm( zooName( i, &set ), best >= support - 2e-5 * size * norm( g ) );
        }
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST supportPointAttainsTheSupport( void )
{
    testRng rng = { 4 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        bool slow = set.def.kind == ss_setAsperity && !isnan( set.def.beta2Deg );
        for ( int k = 0, n = testCount( slow ? 500 : 10000 ); k < n; ++k )
        {
            ssVec2 g = randomPoint( &rng, 1.0 ), point, again;
            bool ambiguous = true;
            double support = ssSet_Support( &set, g, &point, &ambiguous );
            // Fenchel: point·g = Psi*(g), and the point lies in the hull, so on the boundary
            ASSERTm(
                zooName( i, &set ), fabs( ssVec2_Dot( point, g ) - support ) <= 4e-15 * size * norm( g ) );
            ASSERTm( zooName( i, &set ), !ambiguous );
            ASSERTm( zooName( i, &set ),
                isClose( ssSet_Gauge( &set, point ), 1.0, set.centered ? 2e-14 : 1e-11 ) );
            // homogeneous of degree 1, its point of degree 0
            double factor = ldexp( 1.0, (int)testUniform( &rng, -30.0, 30.0 ) );
            ASSERTm( zooName( i, &set ),
                isClose( ssSet_Support( &set, ssVec2_Scale( factor, g ), &again, NULL ), factor * support,
                    1e-14 ) );
            ASSERTm( zooName( i, &set ), norm( ssVec2_Sub( point, again ) ) <= 1e-13 * size );
        }
        ssSet_Destroy( &set );
    }
    PASS();
}

static double reachAt( const ssSet* set, ssVec2 g, double theta )
{
    ssVec2 e = polarPoint( 1.0, theta );
    return ssVec2_Dot( e, g ) / ssSet_Gauge( set, e );
}

/// sup { x·g : k(x) <= 1 } by a search over the angle of x, which knows only the gauge. A set that is not
/// convex has several local maxima.
static double polarGauge( const ssSet* set, ssVec2 g )
{
    enum
    {
        samples = 1000
    };
    double values[samples + 2], best = -HUGE_VAL, step = 2.0 * SS_PI / samples;
    for ( int i = 0; i < samples + 2; ++i )
    {
        values[i] = reachAt( set, g, i * step );
    }
    for ( int i = 1; i <= samples; ++i )
    {
        double low = ( i - 1 ) * step, high = ( i + 1 ) * step;
        for ( int k = 0; k < 100 && values[i] >= values[i - 1] && values[i] >= values[i + 1]; ++k )
        {
            double a = low + ( high - low ) / 3.0, b = high - ( high - low ) / 3.0;
            double fa = reachAt( set, g, a ), fb = reachAt( set, g, b );
            best = fmax( best, fmax( fa, fb ) );
            low = fa < fb ? a : low;
            high = fa < fb ? high : b;
        }
    }
    return best;
}

TEST supportIsTheGaugeOfThePolarSet( void )
{
    testRng rng = { 5 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        for ( int k = 0, n = testCount( 100 ); k < n; ++k )
        {
            ssVec2 g = polarPoint( 1.0, testUniform( &rng, -SS_PI, SS_PI ) );
            double support = ssSet_Support( &set, g, NULL, NULL );
            // sharp tips of slim sets are limited by the angle's last bit
            ASSERTm( zooName( i, &set ), fabs( polarGauge( &set, g ) - support ) <= 1e-12 * size );
        }
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST supportSaysWhenAnEdgeAttainsIt( void )
{
    ssVec2 point;
    bool ambiguous;
    for ( int turn = 0; turn < 360; turn += 15 )
    {
        ssVec2 e1 = polarPoint( 1.0, turn * DEGREE ), e2 = polarPoint( 1.0, ( turn + 90 ) * DEGREE );
        ssSet rectangle = make( placed( baseDef( ss_setRectangle, 3, 1.5, 2 ), turn, 2.0, 0.0, 0.0 ) );
        ssSet_Support( &rectangle, e1, &point, &ambiguous );
        ASSERT( ambiguous && norm( ssVec2_Sub( point, ssVec2_Scale( 6.0, e1 ) ) ) < 1e-14 );
        ssSet_Support( &rectangle, e2, &point, &ambiguous );
        ASSERT( ambiguous && norm( ssVec2_Sub( point, ssVec2_Scale( 3.0, e2 ) ) ) < 1e-14 );
        ssSet_Support( &rectangle, ssVec2_MulAdd( e1, 1e-9, e2 ), &point, &ambiguous );
        ASSERT( !ambiguous && norm( ssVec2_MulAdd( ssVec2_MulAdd( point, -6.0, e1 ), -3.0, e2 ) ) < 1e-14 );

        ssSet stadium = make( placed( stadiumDef( 1, 0.8, 0.5 ), turn, 1.0, 0.0, 0.0 ) );
        ssSet_Support( &stadium, e2, &point, &ambiguous );
        ASSERT( ambiguous && norm( ssVec2_Sub( point, ssVec2_Scale( 0.5, e2 ) ) ) < 1e-14 );
        ssSet_Support( &stadium, e1, &point, &ambiguous );
        ASSERT( !ambiguous );

        ssSet dented = make( placed( asperityDef( 1.2, 36, SS_NAN ), turn, 1.0, 0.0, 0.0 ) );
        double top = ssSet_Support( &dented, e2, &point, &ambiguous );
        ASSERT( ambiguous && norm( ssVec2_Sub( point, ssVec2_Scale( top, e2 ) ) ) < 1e-14 );
        ASSERT( top > 1.735 && top < 1.737 );
    }
    ssSet rhombus = make( baseDef( ss_setSuperellipse, 3, 1.5, 1 ) );
    ssSet_Support( &rhombus, ssVec2_Make( -1.0, 2.0 ), &point, &ambiguous );
    ASSERT( ambiguous && point.x == -1.5 && point.y == 0.75 );
    ssSet star = make( pointsDef( ss_setPolygon, s_star, SS_COUNT( s_star ) ) );
    ssVec2 a = s_star[0], b = s_star[2];
    ssSet_Support( &star, ssVec2_Make( b.y - a.y, a.x - b.x ), &point, &ambiguous );
    ASSERT( ambiguous && point.x == 1.0 && point.y == 1.25 );
    ssSet_Destroy( &star );
    // all of the set attains the support of nothing
    ASSERT_EQ( 0.0, ssSet_Support( &rhombus, ssVec2_Make( 0.0, 0.0 ), &point, &ambiguous ) );
    ASSERT( ambiguous );
    PASS();
}

TEST supportHessianIsTheDerivativeOfTheSupportPoint( void )
{
    testRng rng = { 6 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        bool slow = set.def.kind == ss_setAsperity && !isnan( set.def.beta2Deg );
        int compared = 0, n = testCount( slow ? 300 : 10000 );
        for ( int k = 0; k < n; ++k )
        {
            ssVec2 g =
                polarPoint( fabs( testDecades( &rng, -3.0, 3.0 ) ), testUniform( &rng, -SS_PI, SS_PI ) );
            double h[3], ahead[3], behind[3], length = norm( g );
            ASSERTm( zooName( i, &set ), ssSet_SupportHessian( &set, g, h ) );
            ASSERTm( zooName( i, &set ), h[0] >= 0.0 && h[2] >= 0.0 && isfinite( h[1] ) );
            // rank one: semi-definite, with g in its kernel
            ASSERTm( zooName( i, &set ), fabs( h[0] * h[2] - h[1] * h[1] ) <= 1e-14 * h[0] * h[2] );
            ASSERTm( zooName( i, &set ),
                fabs( h[0] * g.x + h[1] * g.y ) <= 1e-15 * ( fabs( h[0] * g.x ) + fabs( h[1] * g.y ) ) );
            ASSERTm( zooName( i, &set ),
                fabs( h[1] * g.x + h[2] * g.y ) <= 1e-15 * ( fabs( h[1] * g.x ) + fabs( h[2] * g.y ) ) );
            // the support point moves by H dg; where H changes over the step, the difference says nothing
            ssVec2 dg = { -1e-5 * g.y, 1e-5 * g.x }, p, q;
            ssSet_Support( &set, ssVec2_Add( g, dg ), &p, NULL );
            ssSet_Support( &set, ssVec2_Sub( g, dg ), &q, NULL );
            bool both = ssSet_SupportHessian( &set, ssVec2_Add( g, dg ), ahead ) &&
                ssSet_SupportHessian( &set, ssVec2_Sub( g, dg ), behind );
            double trace = h[0] + h[2],
                   change = fabs( ahead[0] + ahead[2] - trace ) + fabs( behind[0] + behind[2] - trace );
            if ( !both || change > 1e-3 * trace || norm( ssVec2_Sub( p, q ) ) > 1e-3 * size )
            {
                continue;
            }
            ssVec2 moved = { 2.0 * ( h[0] * dg.x + h[1] * dg.y ), 2.0 * ( h[1] * dg.x + h[2] * dg.y ) };
            ASSERTm( zooName( i, &set ),
                norm( ssVec2_Sub( ssVec2_Sub( p, q ), moved ) ) <= 1e-3 * norm( moved ) + 1e-13 * size );
            (void)length;
            ++compared;
        }
        ASSERTm( zooName( i, &set ), compared > n * 3 / 4 );
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST supportHessianSaysWhereItDoesNotExist( void )
{
    double h[3];
    ssVec2 e1 = { 1.0, 0.0 }, e2 = { 0.0, 2.0 };
    ssSet rectangle = make( baseDef( ss_setRectangle, 3, 1, 2 ) ),
          square = make( baseDef( ss_setSuperellipse, 3, 1, 2.94 ) );
    ssSet stadium = make( stadiumDef( 1, 0.8, 0.5 ) ),
          pointed = make( baseDef( ss_setSuperellipse, 3, 1, 1.5 ) );
    ASSERT( !ssSet_SupportHessian( &rectangle, e1, h ) && isnan( h[0] ) );
    ASSERT( !ssSet_SupportHessian( &rectangle, e2, h ) );
    // models.md 7: superellipses with s > 2 lock on their axes
    ASSERT( !ssSet_SupportHessian( &square, e1, h ) );
    ASSERT( !ssSet_SupportHessian( &square, e2, h ) );
    ASSERT( ssSet_SupportHessian( &stadium, e1, h ) );
    ASSERT( !ssSet_SupportHessian( &stadium, e2, h ) );
    ASSERT( ssSet_SupportHessian( &pointed, e1, h ) && h[2] == 0.0 );
    ASSERT( !ssSet_SupportHessian( &pointed, ssVec2_Make( 0.0, 0.0 ), h ) );
    PASS();
}

// --- rotation, scale, shift ---

TEST rotationScaleAndShiftOnlyMoveTheSet( void )
{
    testRng rng = { 7 };
    for ( int i = 0; i < zooPlain; ++i )
    {
        ssSet plain = zoo( i );
        double size = sizeOf( &plain );
        for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
        {
            double turn = testUniform( &rng, -400.0, 400.0 ), scale = fabs( testDecades( &rng, -3.0, 3.0 ) );
            ssSet moved = make( placed( plain.def, turn, scale, 0.0, 0.0 ) );
            ssVec2 x = randomPoint( &rng, size ), a, b;
            double c = cos( turn * DEGREE ), s = sin( turn * DEGREE );
            ssVec2 y = ssVec2_Make( scale * ( c * x.x - s * x.y ), scale * ( s * x.x + c * x.y ) );
            // slim sets feel the rounding of the rotation
            ASSERTm(
                zooName( i, &plain ), isClose( ssSet_Gauge( &moved, y ), ssSet_Gauge( &plain, x ), 1e-12 ) );
            double support = ssSet_Support( &plain, x, &a, NULL );
            ASSERTm( zooName( i, &plain ),
                isClose( ssSet_Support( &moved, y, &b, NULL ), scale * scale * support, 1e-12 ) );
            ssSet_Destroy( &moved );

            // shifted: the boundary point in any direction is the old one, moved
            double by = 0.3 * ssSet_Radius( &plain, turn );
            ssVec2 o = { -by * cos( turn ), -by * sin( turn ) };
            ssSetDef def = placed( plain.def, 0.0, scale, o.x, o.y );
            ssSet shifted;
            if ( ssMakeSet( &def, &shifted ).code != ss_ok )
            {
                ASSERTm( zooName( i, &plain ), !plain.convex );
                continue;
            }
            ssVec2 edge = ssVec2_Scale( 1.0 / ssSet_Gauge( &plain, x ), x );
            edge = ssVec2_Scale( scale, ssVec2_Add( edge, o ) );
            ASSERTm( zooName( i, &plain ), isClose( ssSet_Gauge( &shifted, edge ), 1.0, 1e-11 ) );
            double expected = scale * ( support + ssVec2_Dot( o, x ) );
            ASSERTm( zooName( i, &plain ),
                fabs( ssSet_Support( &shifted, x, NULL, NULL ) - expected ) <=
                    4e-15 * scale * size * norm( x ) );
            ASSERTm( zooName( i, &plain ),
                isClose( ssSet_Area( &shifted ), scale * scale * ssSet_Area( &plain ), 1e-13 ) );
            ssSet_Destroy( &shifted );
        }
        ssSet_Destroy( &plain );
    }
    PASS();
}

TEST rightAnglesRotateWithoutRounding( void )
{
    ssSet set = make( placed( baseDef( ss_setRectangle, 3, 1, 2 ), 90.0, 1.0, 0.0, 0.0 ) );
    ASSERT_EQ( 1.0, ssSet_Gauge( &set, ssVec2_Make( 1.0, 3.0 ) ) );
    ASSERT_EQ( 0.0, set.cosRotation );
    set = make( placed( set.def, -450.0, 1.0, 0.0, 0.0 ) );
    ASSERT( set.cosRotation == 0.0 && set.sinRotation == -1.0 );
    set = make( placed( set.def, 3600.0, 1.0, 0.0, 0.0 ) );
    ASSERT( set.cosRotation == 1.0 && set.sinRotation == 0.0 );
    PASS();
}

TEST scaledSetsGrowAboutTheOrigin( void )
{
    testRng rng = { 8 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i ), grown = ssSet_Scaled( &set, 2.5 );
        for ( int k = 0; k < 100; ++k )
        {
            ssVec2 x = randomPoint( &rng, 1.0 ), p, q;
            ASSERT( isClose( ssSet_Gauge( &grown, x ), ssSet_Gauge( &set, x ) / 2.5, 1e-14 ) );
            ssSet_Support( &set, x, &p, NULL );
            ssSet_Support( &grown, x, &q, NULL );
            ASSERT( norm( ssVec2_MulAdd( q, -2.5, p ) ) <= 1e-14 * norm( q ) );
        }
        ASSERT( isClose( ssSet_Area( &grown ), 6.25 * ssSet_Area( &set ), 1e-14 ) );
        ssSet_Destroy( &set );
    }
    PASS();
}

// --- special cases ---

static enum greatest_test_res sameSet( ssSetDef first, ssSetDef second, double tolerance )
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

TEST specialCasesCoincide( void )
{
    CHECK_CALL( sameSet( baseDef( ss_setSuperellipse, 3, 1, 2 ), baseDef( ss_setEllipse, 3, 1, 2 ), 4e-15 ) );
    CHECK_CALL( sameSet( baseDef( ss_setEllipse, 3, 3, 2 ), baseDef( ss_setCircle, 3, 1, 2 ), 4e-15 ) );
    CHECK_CALL( sameSet( stadiumDef( 0, 3, 1 ), baseDef( ss_setEllipse, 3, 1, 2 ), 4e-15 ) );
    CHECK_CALL( sameSet( asperityDef( 0.7, 0, SS_NAN ), baseDef( ss_setCircle, 0.7, 1, 2 ), 4e-15 ) );
    // a flat flank has no end, so the other one does not count
    CHECK_CALL( sameSet( asperityDef( 0.7, 0, 30 ), baseDef( ss_setCircle, 0.7, 1, 2 ), 1e-14 ) );
    CHECK_CALL(
        sameSet( asperityDef( 0.6, 40, nextafter( 40, 41 ) ), asperityDef( 0.6, 40, SS_NAN ), 1e-13 ) );
    // ... and exchanging the flanks mirrors the set
    CHECK_CALL( sameSet(
        asperityDef( 1.1, 15, 38 ), placed( asperityDef( 1.1, 38, 15 ), 180.0, 1.0, 0.0, 0.0 ), 1e-13 ) );
    static const ssVec2 corners[] = { { -3, 1 }, { 3, 1 }, { 3, -1 }, { -3, -1 } };
    CHECK_CALL(
        sameSet( pointsDef( ss_setPolygon, corners, 4 ), baseDef( ss_setRectangle, 3, 1, 2 ), 4e-15 ) );
    static const ssVec2 tips[] = { { 3, 0 }, { 0, 1 }, { -3, 0 }, { 0, -1 } };
    CHECK_CALL(
        sameSet( pointsDef( ss_setPolygon, tips, 4 ), baseDef( ss_setSuperellipse, 3, 1, 1 ), 4e-15 ) );
    static ssVec2 samples[5];
    for ( int i = 0; i < 5; ++i )
    {
        // the last one closes the table
        samples[i] = ssVec2_Make( 0.5 * SS_PI * i, i % 2 == 0 ? 3.0 : 1.0 );
    }
    CHECK_CALL( sameSet( pointsDef( ss_setPolar, samples, 5 ), pointsDef( ss_setPolygon, tips, 4 ), 1e-14 ) );
    PASS();
}

TEST largeExponentsApproachTheRectangle( void )
{
    ssSet round = make( baseDef( ss_setSuperellipse, 3, 1, 200 ) ),
          sharp = make( baseDef( ss_setRectangle, 3, 1, 2 ) );
    testRng rng = { 10 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssVec2 x = randomPoint( &rng, 2.0 );
        // the norms differ by at most the factor 2^(1/s)
        double a = ssSet_Gauge( &round, x ), b = ssSet_Gauge( &sharp, x );
        ASSERT( a >= b * ( 1.0 - 1e-15 ) && a <= b * pow( 2.0, 1.0 / 200.0 ) * ( 1.0 + 1e-15 ) );
        a = ssSet_Support( &round, x, NULL, NULL );
        b = ssSet_Support( &sharp, x, NULL, NULL );
        ASSERT( a <= b * ( 1.0 + 1e-15 ) && a >= b * pow( 2.0, -1.0 / 200.0 ) * ( 1.0 - 1e-14 ) );
    }
    PASS();
}

TEST unequalFlanksFollowTheTwoFlanksOfTheModel( void )
{
    // Walker & Leine Eqs. 45-47 flank by flank, without the simplification of the library
    const double mu = 0.5, b1 = 50.0 * DEGREE, b2 = -20.0 * DEGREE;
    ssSet set = make( asperityDef( mu, 50.0, 20.0 ) );
    double width1 = fabs( 1.0 / tan( b1 ) ), width2 = fabs( 1.0 / tan( b2 ) );
    for ( int i = 0; i < 720; ++i )
    {
        double phi = ( 0.5 * i + 0.1 ) * DEGREE;
        ssVec2 sum = { 0.0, 0.0 };
        for ( int flank = 0; flank < 2; ++flank )
        {
            double beta = flank == 0 ? b1 : b2,
                   weight = ( flank == 0 ? width1 : width2 ) / ( width1 + width2 );
            double v1 = cos( phi ) / cos( beta ), v2 = sin( phi ), speed = hypot( v1, v2 );
            double t1 = mu * v1 / speed, t2 = mu * v2 / speed; // per normal force on the flank
            double normal = cos( beta ) - t1 * sin( beta );
            sum.x += weight * ( sin( beta ) + t1 * cos( beta ) ) / normal;
            sum.y += weight * t2 / normal;
        }
        ASSERT( isClose( ssSet_Gauge( &set, sum ), 1.0, 1e-13 ) );
    }
    // steeper one way than the other
    ASSERT( ssSet_Radius( &set, 0.0 ) > 1.05 * ssSet_Radius( &set, SS_PI ) );
    PASS();
}

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
    // the integral of r²/2, by the trapezoidal rule on a period
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
    // the same by the two flanks
    set = make( asperityDef( 1.2, 36, nextafter( 36, 37 ) ) );
    ASSERT( !set.convex && fabs( ssSet_IsConvex( &set ).angleDeg - verdict.angleDeg ) < 1e-6 );
    set = make( placed( asperityDef( 1.2, 36, SS_NAN ), 30.0, 2.0, 0.0, 0.0 ) );
    ASSERT( fabs( ssSet_IsConvex( &set ).angleDeg - verdict.angleDeg - 30.0 ) < 1e-10 );
    // mu tan(beta) = 1/sqrt(2) is the limit
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
        // by the same order of the pieces, so the first dent is the same up to the spacing
        ASSERTm( zooName( i, &set ), !dented || fabs( remainder( verdict.angleDeg - first, 360.0 ) ) < 2.0 );
        ssSet_Destroy( &set );
    }
    PASS();
}

// --- containment ---

TEST largestScaleOfTheBeltSets( void )
{
    // models.md 8
    ssSet c = make( placed( baseDef( ss_setEllipse, 30, 10, 2 ), 30.0, 1.0, 0.0, 0.0 ) ),
          d = make( baseDef( ss_setEllipse, 3, 1, 2 ) );
    double angle, scale = ssLargestScaleInside( &c, &d, &angle );
    ASSERT( fabs( scale - 5.3518376 ) < 5e-8 );
    // closed form: 1/scale² is the largest eigenvalue of B C B with B = diag(3, 1)
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
    int stride = testScale() > 5.0 ? 1 : 7;
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
            // never above brute force, and not below by more than brute force's spacing
            ASSERTm( text, scale <= ( 1.0 + 1e-13 ) / best );
            ASSERTm( text, scale >= ( 1.0 - 1e-4 ) / best );
            // it touches where it says; an angle is only so good at the tip of a slim set
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
    if ( result.code == ss_ok )
    {
        ssSet_Destroy( &set );
    }
    return result;
}

#define REFUSED( def, name )                                                         \
    do                                                                               \
    {                                                                                \
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
    // turned upright, the half width is 1; the origin lies to the right of the centre; lengths are scaled by
    // 2
    ASSERTm( result.message,
        strstr( result.message, "direction 0°" ) != NULL && strstr( result.message, "0.5 N" ) != NULL );
    ASSERT_EQ( ss_ok, refusal( placed( baseDef( ss_setCircle, 1, 1, 2 ), 0, 1, 0.999, 0 ) ).code );
    // the dented asperity loses its star shape before the origin leaves it
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
    static const ssVec2 closed[] = { { 1, 0 }, { 0, 1 }, { -1, -1 }, { 1, 0 } };
    REFUSED( pointsDef( ss_setPolygon, closed, 4 ), "vertices" );
    static const ssVec2 straight[] = { { 1, -1 }, { 1, 0 }, { 1, 1 }, { -1, 0 } };
    ssResult result = refusal( pointsDef( ss_setPolygon, straight, 4 ) );
    ASSERT( result.code == ss_errorValue && strstr( result.message, "line" ) != NULL );
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
    // a hook: the ray at 45° meets the boundary three times
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
    for ( int i = 0; i < SS_COUNT( s_star ); ++i )
    {
        reversed[i] = s_star[SS_COUNT( s_star ) - 1 - i];
    }
    CHECK_CALL( sameSet( pointsDef( ss_setPolygon, reversed, SS_COUNT( s_star ) ),
        pointsDef( ss_setPolygon, s_star, SS_COUNT( s_star ) ), 0.0 ) );
    ssSet set = make( pointsDef( ss_setPolygon, s_star, SS_COUNT( s_star ) ) );
    // the definition stays usable after the caller's points are gone
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
    for ( int i = 0; i < 8; ++i )
    {
        v[i] = ssVec2_Make( 0.25 * SS_PI * i, 1.0 + 0.1 * i );
    }
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

static void* fewAllocations( size_t size )
{
    return s_left-- > 0 ? calloc( 1, size ) : NULL;
}

TEST missingMemoryIsReported( void )
{
    for ( s_left = 0; s_left < 2; )
    {
        int allowed = s_left;
        ssSetAllocator( fewAllocations, free );
        ssResult result = refusal( ssDefaultSetDef( ss_setPolygon ) );
        ssSetAllocator( NULL, NULL );
        ASSERT_EQ( ss_errorMemory, result.code );
        s_left = allowed + 1;
    }
    PASS();
}

// --- extremes ---

TEST extremeAspectRatiosKeepTheirDigits( void )
{
    testRng rng = { 12 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        double ratio = fabs( testDecades( &rng, -12.0, 12.0 ) ),
               s = pow( 200.0, testUniform( &rng, 0.0, 1.0 ) );
        ssSetDef defs[] = { baseDef( ss_setEllipse, 1, ratio, 2 ), baseDef( ss_setRectangle, 1, ratio, 2 ),
            baseDef( ss_setSuperellipse, 1, ratio, s ),
            stadiumDef( ratio, 1, fabs( testDecades( &rng, -6.0, 6.0 ) ) ) };
        for ( int i = 0; i < SS_COUNT( defs ); ++i )
        {
            ssSet set = make( defs[i] );
            ssVec2 p[16], gradient, point;
            ssSet_Outline( &set, 16, p );
            for ( int j = 0; j < 16; ++j )
            {
                ASSERT( isClose( ssSet_GaugeGradient( &set, p[j], &gradient ), 1.0, 4e-15 ) );
                ASSERT( fabs( ssVec2_Dot( gradient, p[j] ) - 1.0 ) <= 1e-14 );
                // the gradient is the normal: its support is attained there, and equals 1
                ASSERT( isClose( ssSet_Support( &set, gradient, &point, NULL ), 1.0, 1e-13 ) );
            }
        }
    }
    PASS();
}

TEST asperitiesNextToJammingKeepTheirDigits( void )
{
    static ssVec2 points[1000];
    testRng rng = { 14 };
    for ( int k = 0, n = testCount( 100 ); k < n; ++k )
    {
        double beta = testUniform( &rng, 0.1, 89.0 ),
               beta2 = k % 3 == 0 ? SS_NAN : testUniform( &rng, 0.1, 89.0 );
        double limit = 1.0 / tan( fmax( beta, isnan( beta2 ) ? 0.0 : beta2 ) * DEGREE );
        ssSet set =
            make( asperityDef( limit * ( 1.0 - fabs( testDecades( &rng, -6.0, -0.01 ) ) ), beta, beta2 ) );
        double size = sizeOf( &set ), area = 0.0;
        ssSet_Outline( &set, 1000, points );
        for ( int i = 0; i < 1000; ++i )
        {
            ssVec2 p = points[i], q = points[( i + 1 ) % 1000];
            ASSERT( isClose( ssSet_Gauge( &set, p ), 1.0, isnan( beta2 ) ? 4e-15 : 2e-12 ) );
            area += 0.5 * ( p.x * q.y - p.y * q.x );
        }
        ASSERT( isClose( ssSet_Area( &set ), area, 1e-3 ) );
        for ( int i = 0; i < 20; ++i )
        {
            ssVec2 g = polarPoint( 1.0, testUniform( &rng, -SS_PI, SS_PI ) );
            double support = ssSet_Support( &set, g, NULL, NULL ), best = -HUGE_VAL;
            for ( int j = 0; j < 1000; ++j )
            {
                best = fmax( best, ssVec2_Dot( points[j], g ) );
            }
            ASSERT( best <= support + 1e-14 * size && best >= support - 1e-3 * size );
            if ( set.convex )
            {
                ssVec2 x = ssVec2_Scale( ssSet_Radius( &set, atan2( g.y, g.x ) ) * ( 1.0 + i ), g );
                ssVec2 p = ssSet_Prox( &set, x ), away = ssVec2_Sub( x, p );
                double gap = ssSet_Support( &set, away, NULL, NULL ) - ssVec2_Dot( p, away );
                ASSERT( gap <= 4e-15 * size * fmax( size, norm( x ) ) );
            }
        }
    }
    PASS();
}

TEST nothingButNumbersGivesNotANumber( void )
{
    const double bad[] = { SS_NAN, HUGE_VAL, -HUGE_VAL, 1.0 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        for ( int k = 0; k < 15; ++k )
        {
            ssVec2 x = { bad[k / 4], bad[k % 4] }, v;
            bool ambiguous = true;
            double h[3];
            ASSERT( isnan( ssSet_Gauge( &set, x ) ) );
            ASSERT( isnan( ssSet_GaugeGradient( &set, x, &v ) ) && isnan( v.x ) && isnan( v.y ) );
            ASSERT( isnan( ssSet_Support( &set, x, &v, &ambiguous ) ) && isnan( v.x ) && !ambiguous );
            ASSERT( !ssSet_SupportHessian( &set, x, h ) );
            if ( set.convex )
            {
                v = ssSet_Prox( &set, x );
                ASSERT( isnan( v.x ) && isnan( v.y ) );
            }
        }
        for ( int k = 0; k < 3; ++k )
        {
            ASSERT( isnan( ssSet_Radius( &set, bad[k] ) ) );
            ASSERT( !ssSet_TangentCone( &set, bad[k] ).smooth );
        }
        // huge and tiny numbers do not hang or crash
        const double sizes[] = { 1e300, 1e-300, 5e-324, 1.7e308 };
        for ( int k = 0; k < 16; ++k )
        {
            ssVec2 x = { sizes[k / 4], -sizes[k % 4] }, v;
            ASSERT( !( ssSet_GaugeGradient( &set, x, &v ) < 0.0 ) );
            ssSet_Support( &set, x, &v, NULL );
            if ( set.convex )
            {
                ssSet_Prox( &set, x );
            }
        }
        ssSet_Destroy( &set );
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
            // anywhere; on a coarse grid with duplicates and lines; on a circle; on one line
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
        // in place, and with points that are none
        ssVec2 spoiled[61];
        memcpy( spoiled, points, sizeof( ssVec2 ) * (size_t)n );
        spoiled[n] = ssVec2_Make( SS_NAN, 3.0 );
        ASSERT_EQ( count, ssConvexHull( n + 1, spoiled, spoiled ) );
        ASSERT( memcmp( spoiled, hull, sizeof( ssVec2 ) * (size_t)count ) == 0 );
    }
    ASSERT_EQ( 0, ssConvexHull( 0, NULL, NULL ) );
    PASS();
}

SUITE( gauge )
{
    RUN_TEST( setsAgreeWithTheReferenceTables );
    RUN_TEST( asperityAgreesWithTheReferenceTable );
    RUN_TEST( gaugeIsHomogeneousAndOneOnTheBoundary );
    RUN_TEST( outlinePointsHaveGaugeOne );
    RUN_TEST( outlineKeepsTheCorners );
    RUN_TEST( gaugeGradientIsTheDerivative );
}

SUITE( support )
{
    RUN_TEST( supportIsTheMaximumOverTheBoundary );
    RUN_TEST( supportPointAttainsTheSupport );
    RUN_TEST( supportIsTheGaugeOfThePolarSet );
    RUN_TEST( supportSaysWhenAnEdgeAttainsIt );
    RUN_TEST( supportHessianIsTheDerivativeOfTheSupportPoint );
    RUN_TEST( supportHessianSaysWhereItDoesNotExist );
}

SUITE( placing )
{
    RUN_TEST( rotationScaleAndShiftOnlyMoveTheSet );
    RUN_TEST( rightAnglesRotateWithoutRounding );
    RUN_TEST( scaledSetsGrowAboutTheOrigin );
    RUN_TEST( specialCasesCoincide );
    RUN_TEST( largeExponentsApproachTheRectangle );
    RUN_TEST( unequalFlanksFollowTheTwoFlanksOfTheModel );
}

SUITE( questions )
{
    RUN_TEST( areasAreTheClosedForms );
    RUN_TEST( asperitiesAreConvexUpToTheirCriticalInclination );
    RUN_TEST( convexityVerdictsAgreeWithTheOutline );
    RUN_TEST( largestScaleOfTheBeltSets );
    RUN_TEST( largestScaleIsTheLargestForAllPairs );
    RUN_TEST( everySetContainsItself );
    RUN_TEST( tangentConesFollowTheBoundary );
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
    RUN_TEST( extremeAspectRatiosKeepTheirDigits );
    RUN_TEST( asperitiesNextToJammingKeepTheirDigits );
    RUN_TEST( nothingButNumbersGivesNotANumber );
    RUN_TEST( hullOfRandomPointsIsConvexAndHoldsThemAll );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( gauge );
    RUN_SUITE( support );
    RUN_SUITE( placing );
    RUN_SUITE( questions );
    RUN_SUITE( checking );
    return TEST_END();
}
