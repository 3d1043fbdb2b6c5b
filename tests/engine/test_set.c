// SPDX-License-Identifier: MIT
#include "set_common.h"

// Planar sets against their definitions: gauge and radius, support and its derivatives, rotation, scale and
// shift, extremes. Nearest points are tested in test_set_prox.c, and questions about a set as a whole in
// test_set_query.c. Tolerances are rounding unless a comment says otherwise.

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
    // The set is built once by Walker & Leine Eq. 50, and once by the two flanks of Eq. 49 with a negligible
    // difference between them.
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
        // A shifted ray meets a slim set at a shallow angle, which costs digits.
        double tolerance = set.centered ? 1e-14 : 2e-12;
        for ( int k = 0, n = testCountFull( 2000, 10000 ); k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, size );
            double gauge = ssSet_Gauge( &set, x ), factor = fabs( testDecades( &rng, -6.0, 6.0 ) );
            ASSERTm( zooName( i, &set ), gauge > 0.0 && isfinite( gauge ) );
            ASSERTm( zooName( i, &set ),
                isClose( ssSet_Gauge( &set, ssVec2_Scale( factor, x ) ), factor * gauge, tolerance ) );
            ASSERTm( zooName( i, &set ),
                isClose( ssSet_Gauge( &set, ssVec2_Scale( 1.0 / gauge, x ) ), 1.0, tolerance ) );
            // An angle near pi is known to 4e-16 only, and slim sets have steep radii.
            double radius = ssSet_Radius( &set, atan2( x.y, x.x ) );
            ASSERTm( zooName( i, &set ), isClose( radius * gauge, norm( x ), 1e-12 ) );
        }
        ASSERT_EQ( 0.0, ssSet_Gauge( &set, ssVec2_Make( 0.0, 0.0 ) ) );
        ssSet_Destroy( &set );
    }
    PASS();
}

TEST gaugeGradientIsTheDerivative( void )
{
    testRng rng = { 2 };
    for ( int i = 0; i < zooCount; ++i )
    {
        ssSet set = zoo( i );
        double size = sizeOf( &set );
        int kinks = 0, n = testCountFull( 2000, 10000 );
        for ( int k = 0; k < n; ++k )
        {
            ssVec2 x = randomPoint( &rng, size ), gradient, near;
            double gauge = ssSet_GaugeGradient( &set, x, &gradient );
            ASSERT_EQ( gauge, ssSet_Gauge( &set, x ) );
            // Euler's identity holds.
            double terms = fabs( x.x * gradient.x ) + fabs( x.y * gradient.y );
            ASSERTm( zooName( i, &set ),
                fabs( ssVec2_Dot( x, gradient ) - gauge ) <= ( set.centered ? 2e-15 : 1e-12 ) * terms );
            // The gradient is compared with a difference over a step along the boundary. Where the gradient
            // itself changes within the step (at a kink, or in the tight bend of s = 200), the difference
            // says nothing.
            double h = 1e-5 / norm( gradient ) * gauge;
            ssVec2 step = { -h * gradient.y / norm( gradient ), h * gradient.x / norm( gradient ) };
            step = ssVec2_Add( step, ssVec2_Scale( 1e-5, x ) );
            ssVec2 ahead = ssVec2_Add( x, step ), behind = ssVec2_Sub( x, step );
            double up = ssSet_GaugeGradient( &set, ahead, &near ), down;
            bool smooth = norm( ssVec2_Sub( near, gradient ) ) < 1e-3 * norm( gradient );
            down = ssSet_GaugeGradient( &set, behind, &near );
            smooth = smooth && norm( ssVec2_Sub( near, gradient ) ) < 1e-3 * norm( gradient );
            kinks += !smooth;
            // The error is of second order: h² times a third derivative that the test above bounds.
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
        for ( int k = 0, n = testCountFull( 200, 300 ); k < n; ++k )
        {
            ssVec2 g = randomPoint( &rng, 1.0 );
            double support = ssSet_Support( &set, g, NULL, NULL ), best = -HUGE_VAL;
            for ( int j = 0; j < 4000; ++j ) { best = fmax( best, ssVec2_Dot( points[j], g ) ); }
            // The boundary bends away by at most the square of its spacing.
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
        for ( int k = 0, n = testCountFull( slow ? 125 : 2000, slow ? 500 : 10000 ); k < n; ++k )
        {
            ssVec2 g = randomPoint( &rng, 1.0 ), point, again;
            bool ambiguous = true;
            double support = ssSet_Support( &set, g, &point, &ambiguous );
            // By Fenchel, point·g = Psi*(g); the point lies in the hull, and so on the boundary.
            ASSERTm(
                zooName( i, &set ), fabs( ssVec2_Dot( point, g ) - support ) <= 4e-15 * size * norm( g ) );
            ASSERTm( zooName( i, &set ), !ambiguous );
            ASSERTm( zooName( i, &set ),
                isClose( ssSet_Gauge( &set, point ), 1.0, set.centered ? 2e-14 : 1e-11 ) );
            // The support is homogeneous of degree 1, and its point of degree 0.
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

/// sup { x·g : k(x) <= 1 } by a search over the angle of x that uses only the gauge. A set that is not convex
/// has several local maxima.
static double polarGauge( const ssSet* set, ssVec2 g )
{
    enum
    {
        samples = 1000
    };
    double values[samples + 2], best = -HUGE_VAL, step = 2.0 * SS_PI / samples;
    for ( int i = 0; i < samples + 2; ++i ) { values[i] = reachAt( set, g, i * step ); }
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
        for ( int k = 0, n = testCountFull( 40, 100 ); k < n; ++k )
        {
            ssVec2 g = polarPoint( 1.0, testUniform( &rng, -SS_PI, SS_PI ) );
            double support = ssSet_Support( &set, g, NULL, NULL );
            // At the sharp tips of slim sets, the last bit of the angle limits the accuracy.
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
    // Every point of the set attains the support of the zero vector.
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
        int compared = 0, n = testCountFull( slow ? 75 : 2000, slow ? 300 : 10000 );
        for ( int k = 0; k < n; ++k )
        {
            ssVec2 g =
                polarPoint( fabs( testDecades( &rng, -3.0, 3.0 ) ), testUniform( &rng, -SS_PI, SS_PI ) );
            double h[3], ahead[3], behind[3], length = norm( g );
            ASSERTm( zooName( i, &set ), ssSet_SupportHessian( &set, g, h ) );
            ASSERTm( zooName( i, &set ), h[0] >= 0.0 && h[2] >= 0.0 && isfinite( h[1] ) );
            // The Hessian has rank one: it is semi-definite, with g in its kernel.
            ASSERTm( zooName( i, &set ), fabs( h[0] * h[2] - h[1] * h[1] ) <= 1e-14 * h[0] * h[2] );
            ASSERTm( zooName( i, &set ),
                fabs( h[0] * g.x + h[1] * g.y ) <= 1e-15 * ( fabs( h[0] * g.x ) + fabs( h[1] * g.y ) ) );
            ASSERTm( zooName( i, &set ),
                fabs( h[1] * g.x + h[2] * g.y ) <= 1e-15 * ( fabs( h[1] * g.x ) + fabs( h[2] * g.y ) ) );
            // The support point moves by H dg; where H changes over the step, the difference says nothing.
            ssVec2 dg = { -1e-5 * g.y, 1e-5 * g.x }, p, q;
            ssSet_Support( &set, ssVec2_Add( g, dg ), &p, NULL );
            ssSet_Support( &set, ssVec2_Sub( g, dg ), &q, NULL );
            bool both = ssSet_SupportHessian( &set, ssVec2_Add( g, dg ), ahead ) &&
                ssSet_SupportHessian( &set, ssVec2_Sub( g, dg ), behind );
            double trace = h[0] + h[2],
                   change = fabs( ahead[0] + ahead[2] - trace ) + fabs( behind[0] + behind[2] - trace );
            if ( !both || change > 1e-3 * trace || norm( ssVec2_Sub( p, q ) ) > 1e-3 * size ) { continue; }
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
    // Superellipses with s > 2 lock on their axes.
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
        for ( int k = 0, n = testCountFull( 250, 1000 ); k < n; ++k )
        {
            double turn = testUniform( &rng, -400.0, 400.0 ), scale = fabs( testDecades( &rng, -3.0, 3.0 ) );
            ssSet moved = make( placed( plain.def, turn, scale, 0.0, 0.0 ) );
            ssVec2 x = randomPoint( &rng, size ), a, b;
            double c = cos( turn * DEGREE ), s = sin( turn * DEGREE );
            ssVec2 y = ssVec2_Make( scale * ( c * x.x - s * x.y ), scale * ( s * x.x + c * x.y ) );
            // Slim sets feel the rounding of the rotation.
            ASSERTm(
                zooName( i, &plain ), isClose( ssSet_Gauge( &moved, y ), ssSet_Gauge( &plain, x ), 1e-12 ) );
            double support = ssSet_Support( &plain, x, &a, NULL );
            ASSERTm( zooName( i, &plain ),
                isClose( ssSet_Support( &moved, y, &b, NULL ), scale * scale * support, 1e-12 ) );
            ssSet_Destroy( &moved );

            // After a shift, the boundary point in any direction is the old one, moved.
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

TEST specialCasesCoincide( void )
{
    CHECK_CALL( sameSet( baseDef( ss_setSuperellipse, 3, 1, 2 ), baseDef( ss_setEllipse, 3, 1, 2 ), 4e-15 ) );
    CHECK_CALL( sameSet( baseDef( ss_setEllipse, 3, 3, 2 ), baseDef( ss_setCircle, 3, 1, 2 ), 4e-15 ) );
    CHECK_CALL( sameSet( stadiumDef( 0, 3, 1 ), baseDef( ss_setEllipse, 3, 1, 2 ), 4e-15 ) );
    CHECK_CALL( sameSet( asperityDef( 0.7, 0, SS_NAN ), baseDef( ss_setCircle, 0.7, 1, 2 ), 4e-15 ) );
    // A flat flank has no end, so the other flank does not matter.
    CHECK_CALL( sameSet( asperityDef( 0.7, 0, 30 ), baseDef( ss_setCircle, 0.7, 1, 2 ), 1e-14 ) );
    CHECK_CALL(
        sameSet( asperityDef( 0.6, 40, nextafter( 40, 41 ) ), asperityDef( 0.6, 40, SS_NAN ), 1e-13 ) );
    // Exchanging the flanks mirrors the set.
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
        // The last sample closes the table.
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
    for ( int k = 0, n = testCountFull( 2000, 10000 ); k < n; ++k )
    {
        ssVec2 x = randomPoint( &rng, 2.0 );
        // The norms differ by at most the factor 2^(1/s).
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
    // Walker & Leine Eqs. 45-47, flank by flank, without the simplification of the library.
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
    // The asperity is steeper one way than the other.
    ASSERT( ssSet_Radius( &set, 0.0 ) > 1.05 * ssSet_Radius( &set, SS_PI ) );
    PASS();
}

// --- extremes ---

TEST extremeAspectRatiosKeepTheirDigits( void )
{
    testRng rng = { 12 };
    for ( int k = 0, n = testCountFull( 2000, 10000 ); k < n; ++k )
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
                // The gradient is the normal: its support is attained there and equals 1.
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
    for ( int k = 0, n = testCountFull( 40, 100 ); k < n; ++k )
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
            for ( int j = 0; j < 1000; ++j ) { best = fmax( best, ssVec2_Dot( points[j], g ) ); }
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

TEST inputThatIsNotFiniteGivesNotANumber( void )
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
        // Huge and tiny numbers neither hang nor crash.
        const double sizes[] = { 1e300, 1e-300, 5e-324, 1.7e308 };
        for ( int k = 0; k < 16; ++k )
        {
            ssVec2 x = { sizes[k / 4], -sizes[k % 4] }, v;
            ASSERT( !( ssSet_GaugeGradient( &set, x, &v ) < 0.0 ) );
            ssSet_Support( &set, x, &v, NULL );
            if ( set.convex ) { ssSet_Prox( &set, x ); }
        }
        ssSet_Destroy( &set );
    }
    PASS();
}

SUITE( gauge )
{
    RUN_TEST( setsAgreeWithTheReferenceTables );
    RUN_TEST( asperityAgreesWithTheReferenceTable );
    RUN_TEST( gaugeIsHomogeneousAndOneOnTheBoundary );
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

SUITE( extremes )
{
    RUN_TEST( extremeAspectRatiosKeepTheirDigits );
    RUN_TEST( asperitiesNextToJammingKeepTheirDigits );
    RUN_TEST( inputThatIsNotFiniteGivesNotANumber );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( gauge );
    RUN_SUITE( support );
    RUN_SUITE( placing );
    RUN_SUITE( extremes );
    return TEST_END();
}
