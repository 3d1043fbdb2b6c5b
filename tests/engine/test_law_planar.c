// SPDX-License-Identifier: MIT
#include "law_common.h"

// Planar friction laws as pairs of sets (Walker & Leine Sec. 3): what they must have in common, where they
// coincide, and the numbers of an independent program. Solving and the laws' own checks are tested in
// test_law_checks.c.

// --------------------------------------------------------------------------------------------- special cases

TEST equalSetsGiveTheAssociatedLaw( void )
{
    testRng rng = { 1 };
    int made = 0;
    for ( int i = 0; i < testCountFull( 120, 300 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindAssociated );
        def.c = randomSet( &rng, true, 0 );
        def.d = def.c;
        ssLaw associated, extended;
        makeOrDie( &def, &associated );
        def.kind = ss_lawKindExtended;
        makeOrDie( &def, &extended );
        ASSERT( testNear( extended.dScale, 1.0, 1e-9 ) );
        for ( int k = 0; k < 20; ++k )
        {
            ssVec2 g = randomDirection( &rng );
            ssLawForce a = ssLaw_SlipForce( &associated, 1.0, g ), b = ssLaw_SlipForce( &extended, 1.0, g );
            ASSERT( distance( a.force, b.force ) <= 1e-9 * ssVec2_Length( a.force ) );
            ASSERT_EQ( a.setValued, b.setValued );
            ++made;
        }
        ssLaw_Destroy( &associated );
        ssLaw_Destroy( &extended );
    }
    ASSERT( made > 0 );
    PASS();
}

TEST circularDirectionSetIsCollinear( void )
{
    testRng rng = { 2 };
    for ( int i = 0; i < testCountFull( 120, 300 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindCollinear );
        def.c = randomSet( &rng, false, 0 );
        ssLaw collinear, extended;
        if ( ssMakeLaw( &def, &collinear ).code != ss_ok ) { continue; }
        def.kind = ss_lawKindExtended;
        def.d.a = testUniform( &rng, 0.1, 10.0 );
        makeOrDie( &def, &extended );
        for ( int k = 0; k < 20; ++k )
        {
            ssVec2 g = randomDirection( &rng );
            ssVec2 a = ssLaw_SlipForce( &collinear, 1.0, g ).force,
                   b = ssLaw_SlipForce( &extended, 1.0, g ).force;
            ASSERT( distance( a, b ) <= 1e-12 * ssVec2_Length( a ) );
            ASSERT( fabs( a.x * g.y - a.y * g.x ) <= 1e-13 * ssVec2_Length( a ) );
            ASSERT( ssVec2_Dot( a, g ) > 0.0 );
        }
        ssLaw_Destroy( &collinear );
        ssLaw_Destroy( &extended );
    }
    PASS();
}

TEST twoCirclesAreCoulomb( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c.a = 0.7;
    def.d.a = 0.01;
    ssLaw extended, coulomb;
    makeOrDie( &def, &extended );
    ssLawDef plain = ssDefaultLawDef( ss_lawKindCoulomb );
    plain.mu = 0.7;
    makeOrDie( &plain, &coulomb );
    testRng rng = { 3 };
    for ( int i = 0; i < testCount( 1000 ); ++i )
    {
        ssVec2 g = ssVec2_Make( testDecades( &rng, -10, 10 ), testDecades( &rng, -10, 10 ) );
        double load = testUniform( &rng, 0.0, 100.0 );
        ssVec2 a = ssLaw_SlipForce( &extended, load, g ).force,
               b = ssLaw_SlipForce( &coulomb, load, g ).force;
        ASSERT( distance( a, b ) <= 1e-13 * 0.7 * load );
        ASSERT( testNear( ssVec2_Length( b ), 0.7 * load, 1e-14 ) );
    }
    ssLaw_Destroy( &extended );
    ssLaw_Destroy( &coulomb );
    PASS();
}

TEST transformationLawEqualsExtendedLaw( void ) // WL Eq. 54
{
    testRng rng = { 4 };
    for ( int i = 0; i < testCountFull( 150, 500 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindTransformed );
        def.c.kind = def.d.kind = ss_setSuperellipse;
        def.c.s = def.d.s = testUniform( &rng, 1.2, 6.0 );
        def.c.a = testUniform( &rng, 0.5, 5.0 );
        def.c.b = testUniform( &rng, 0.5, 5.0 );
        def.d.a = testUniform( &rng, 0.5, 5.0 );
        def.d.b = testUniform( &rng, 0.5, 5.0 );
        def.c.rotationDeg = def.d.rotationDeg = testUniform( &rng, -180.0, 180.0 );
        ssLaw transformed, extended;
        makeOrDie( &def, &transformed );
        def.kind = ss_lawKindExtended;
        makeOrDie( &def, &extended );
        for ( int k = 0; k < 10; ++k )
        {
            ssVec2 g = randomDirection( &rng );
            ssVec2 a = ssLaw_SlipForce( &transformed, 1.0, g ).force,
                   b = ssLaw_SlipForce( &extended, 1.0, g ).force;
            ASSERT( distance( a, b ) <= 1e-11 * ssVec2_Length( a ) );
        }
        ssLaw_Destroy( &transformed );
        ssLaw_Destroy( &extended );
    }
    PASS();
}

TEST associatedEllipseHasTheSemiAxesOfC( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindAssociatedEllipse );
    def.c = ssDefaultSetDef( ss_setSuperellipse );
    def.c.a = 3.0;
    def.c.b = 2.0;
    def.c.s = 5.0;
    ssLaw law;
    makeOrDie( &def, &law );
    ssVec2 g = ssVec2_Make( 0.6, 0.8 );
    ssVec2 f = ssLaw_SlipForce( &law, 1.0, g ).force;
    double support = hypot( 3.0 * 0.6, 2.0 * 0.8 );
    ASSERT( distance( f, ssVec2_Make( 9.0 * 0.6 / support, 4.0 * 0.8 / support ) ) < 1e-14 );
    ssLaw_Destroy( &law );
    PASS();
}

// -------------------------------------------------------------------------------------------------- asperity

static double eq50( double mu, double beta, double theta )
{
    double c = cos( theta ), s = sin( theta ), cb = cos( beta ), sb = sin( beta );
    return mu / cb * sqrt( cb * cb * c * c + s * s ) /
        ( s * s + ( 1.0 - ( 1.0 + mu * mu ) * sb * sb ) * c * c );
}

TEST asperityForceLiesOnEq50AndIsNormalToTheEllipse( void )
{
    testRng rng = { 5 };
    for ( int i = 0; i < testCountFull( 200, 500 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindAsperity );
        def.c.betaDeg = i == 0 ? 36.0 : testUniform( &rng, 0.0, 60.0 );
        double beta = def.c.betaDeg / DEGREES;
        def.c.mu = i == 0 ? 1.2 : testUniform( &rng, 0.05, 0.95 ) / fmax( tan( beta ), 0.1 );
        ssLaw law;
        makeOrDie( &def, &law );
        for ( int k = 0; k < 20; ++k )
        {
            ssVec2 g = randomDirection( &rng ), f = ssLaw_SlipForce( &law, 1.0, g ).force;
            double r = eq50( def.c.mu, beta, atan2( f.y, f.x ) );
            ASSERT( testNear( ssVec2_Length( f ) / r, 1.0, 2e-13 ) );
            ASSERT( testNear( ssLaw_Gauge( &law, 1.0, f ), 1.0, 1e-12 ) );
            // The normal of x²/p1² + y²/p2² with p2/p1 = cos beta (Walker & Leine Eqs. 51-52).
            double nx = f.x, ny = f.y / ( cos( beta ) * cos( beta ) ), n = hypot( nx, ny );
            ASSERT( hypot( nx / n - g.x, ny / n - g.y ) < 1e-13 );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST asperityLawEqualsExtendedLawWithItsEllipse( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindAsperity );
    def.c.mu = 1.2;
    def.c.betaDeg = 36.0;
    def.c.rotationDeg = 25.0;
    def.c.scale = 2.0;
    ssLaw asperity, extended;
    makeOrDie( &def, &asperity );
    def.kind = ss_lawKindExtended;
    def.d = ssDefaultSetDef( ss_setEllipse );
    def.d.a = 1.0;
    def.d.b = cos( 36.0 / DEGREES );
    def.d.rotationDeg = 25.0;
    makeOrDie( &def, &extended );
    for ( int k = 0; k < 360; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) );
        ssVec2 a = ssLaw_SlipForce( &asperity, 3.0, g ).force, b = ssLaw_SlipForce( &extended, 3.0, g ).force;
        ASSERT( distance( a, b ) <= 1e-12 * ssVec2_Length( a ) );
    }
    ssVec2 along =
        ssLaw_SlipForce( &asperity, 1.0, ssVec2_Make( cos( 25.0 / DEGREES ), sin( 25.0 / DEGREES ) ) ).force;
    ASSERT( testNear( ssVec2_Length( along ), 2.0 * 7.643276, 1e-6 ) );
    ssLaw_Destroy( &asperity );
    ssLaw_Destroy( &extended );
    PASS();
}

TEST flatAsperityIsIsotropic( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindAsperity );
    def.c.betaDeg = 0.0;
    def.c.mu = 0.4;
    ssLaw law;
    makeOrDie( &def, &law );
    for ( int k = 0; k < 360; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) );
        ASSERT( distance( ssLaw_SlipForce( &law, 2.0, g ).force, ssVec2_Scale( 0.8, g ) ) < 1e-15 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

TEST unequalFlanksHaveTheirOwnDirectionSet( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindAsperity );
    def.c.mu = 0.5;
    def.c.betaDeg = 30.0;
    def.c.beta2Deg = 10.0;
    ssLaw law;
    makeOrDie( &def, &law );
    for ( int k = 0; k < 360; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) );
        ssVec2 f = ssLaw_SlipForce( &law, 1.0, g ).force;
        ASSERT( testNear( ssLaw_Gauge( &law, 1.0, f ), 1.0, 1e-10 ) );
        ASSERT( ssVec2_Dot( f, g ) > 0.0 );
        ssSlideDirections slide = ssLaw_SlideDirections( &law, 1.0, f, 1e-9 );
        ASSERT_EQ( ss_slidePossible, slide.verdict );
        ASSERT( withinCone( slide, g, 1e-10 ) );
    }
    // Climbing the steep flank is harder than climbing the gentle one.
    ASSERT( ssLaw_SlipForce( &law, 1.0, ssVec2_Make( 1.0, 0.0 ) ).force.x >
        -ssLaw_SlipForce( &law, 1.0, ssVec2_Make( -1.0, 0.0 ) ).force.x );
    ASSERT( fabs( law.report.closureGap ) < 1e-6 );
    ASSERT( law.report.convex );
    ssLaw_Destroy( &law );
    PASS();
}

// ------------------------------------------------------------------------------------------ the extended law

TEST extendedLawIsStrictlyDissipative( void )
{
    testRng rng = { 6 };
    int made = 0;
    for ( int i = 0; i < testCountFull( 250, 600 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        for ( int k = 0; k < 30; ++k )
        {
            ssVec2 g = ssVec2_Scale( pow( 10.0, testUniform( &rng, -6, 6 ) ), randomDirection( &rng ) );
            double load = testUniform( &rng, 0.1, 10.0 );
            ssVec2 f = ssLaw_SlipForce( &law, load, g ).force;
            double d = ssLaw_Dissipation( &law, load, g );
            ASSERT( d > 0.0 );
            ASSERT( testNear( d, ssVec2_Dot( f, g ), 1e-14 ) );
            // D = Psi*_D(gamma)/alpha (Walker & Leine Prop. 5).
            double expected =
                ssSet_Support( &law.d, g, NULL, NULL ) * load / law.cForce / ssLaw_Alpha( &law, load, f );
            ASSERT( testNear( d / expected, 1.0, 1e-7 ) );
        }
        ssLaw_Destroy( &law );
        ++made;
    }
    ASSERT( made >= testCountFull( 250, 600 ) * 9 / 10 );
    PASS();
}

TEST slipForceLiesOnTheBoundaryAndVelocityIsNormalToD( void )
{
    testRng rng = { 7 };
    for ( int i = 0; i < testCountFull( 250, 600 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        for ( int k = 0; k < 30; ++k )
        {
            ssVec2 g = randomDirection( &rng );
            double load = testUniform( &rng, 0.1, 10.0 );
            ssVec2 f = ssLaw_SlipForce( &law, load, g ).force;
            ASSERT( testNear( ssLaw_Gauge( &law, load, f ), 1.0, 1e-11 ) );
            // z = alpha f lies on the boundary of D, and no point of D lies further along gamma than z.
            ssVec2 z = ssVec2_Scale( ssLaw_Alpha( &law, load, f ) * law.cForce / load, f );
            ASSERT( testNear( ssSet_Gauge( &law.d, z ), 1.0, 1e-10 ) );
            ASSERT( testNear( ssVec2_Dot( z, g ) / ssSet_Support( &law.d, g, NULL, NULL ), 1.0, 1e-10 ) );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST slipForceIgnoresTheSpeedAndGrowsWithTheLoad( void )
{
    testRng rng = { 8 };
    for ( int i = 0; i < testCountFull( 120, 300 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        ssVec2 g = randomDirection( &rng ), f = ssLaw_SlipForce( &law, 1.0, g ).force;
        static const double speeds[] = { 1e-320, 1e-200, 1e-9, 1e9, 1e200, 1.7e308 };
        for ( int k = 0; k < SS_COUNT( speeds ); ++k )
        {
            ssVec2 other = ssLaw_SlipForce( &law, 1.0, ssVec2_Scale( speeds[k], g ) ).force;
            // 1e-320 has three digits left to give its direction.
            ASSERT( k == 0 || distance( f, other ) <= 1e-6 * ssVec2_Length( f ) );
            ASSERT( isfinite( other.x ) && isfinite( other.y ) );
        }
        ASSERT( distance( ssLaw_SlipForce( &law, 7.0, g ).force, ssVec2_Scale( 7.0, f ) ) <=
            1e-13 * 7.0 * ssVec2_Length( f ) );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST directionsOfABoundaryForceContainTheVelocityThatMadeIt( void )
{
    testRng rng = { 9 };
    for ( int i = 0; i < testCountFull( 250, 600 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        for ( int k = 0; k < 20; ++k )
        {
            ssVec2 g = randomDirection( &rng );
            ssVec2 f = ssLaw_SlipForce( &law, 2.0, g ).force;
            ssSlideDirections slide = ssLaw_SlideDirections( &law, 2.0, f, 1e-9 );
            ASSERT_EQ( ss_slidePossible, slide.verdict );
            ssVec2 z = ssVec2_Scale( 1.0 / ssSet_Gauge( &law.d, f ), f );
            // Where a boundary is nearly flat or has a corner, the angle of f decides the cone by rounding.
            // The velocity is then judged by its support value instead.
            bool within = withinCone( slide, g, 1e-5 );
            bool nearly = ssVec2_Dot( z, g ) >= ssSet_Support( &law.d, g, NULL, NULL ) * ( 1.0 - 1e-12 );
            ASSERT( within || nearly );
            ASSERT_EQ(
                ss_slideStick, ssLaw_SlideDirections( &law, 2.0, ssVec2_Scale( 0.9, f ), 1e-9 ).verdict );
            ASSERT_EQ( ss_slideImpossible,
                ssLaw_SlideDirections( &law, 2.0, ssVec2_Scale( 1.1, f ), 1e-9 ).verdict );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST cornerOfDHasACone( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindAssociated );
    def.c = ssDefaultSetDef( ss_setRectangle );
    def.c.a = 2.0;
    def.c.b = 1.0;
    ssLaw law;
    makeOrDie( &def, &law );
    ssSlideDirections slide = ssLaw_SlideDirections( &law, 1.0, ssVec2_Make( 2.0, 1.0 ), 1e-12 );
    ASSERT( distance( slide.first, ssVec2_Make( 1.0, 0.0 ) ) < 1e-12 );
    ASSERT( distance( slide.last, ssVec2_Make( 0.0, 1.0 ) ) < 1e-12 );
    // Sliding along an axis allows the whole edge (Walker & Leine Fig. 6b), with the same dissipation.
    ssLawForce slip = ssLaw_SlipForce( &law, 1.0, ssVec2_Make( 3.0, 0.0 ) );
    ASSERT( slip.setValued );
    ASSERT( distance( slip.force, ssVec2_Make( 2.0, 0.0 ) ) < 1e-15 );
    ASSERT_IN_RANGE( 6.0, ssLaw_Dissipation( &law, 1.0, ssVec2_Make( 3.0, 0.0 ) ), 1e-14 );
    ssLaw_Destroy( &law );
    PASS();
}

TEST stickingAgreesWithTheGauge( void )
{
    testRng rng = { 10 };
    for ( int i = 0; i < testCountFull( 200, 500 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        for ( int k = 0; k < 20; ++k )
        {
            ssVec2 f = ssVec2_Make( testUniform( &rng, -3, 3 ), testUniform( &rng, -3, 3 ) );
            double load = testUniform( &rng, 0.1, 2.0 ) * law.cForce;
            double gauge = ssSet_Gauge( &law.c, ssVec2_Scale( law.cForce / load, f ) );
            ASSERT( testNear( ssLaw_Gauge( &law, load, f ), gauge, 1e-12 ) );
            if ( fabs( gauge - 1.0 ) > 1e-9 ) { ASSERT_EQ( gauge < 1.0, ssLaw_CanStick( &law, load, f ) ); }
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST restIsSetValued( void )
{
    testRng rng = { 11 };
    for ( int i = 0; i < testCount( 100 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) )
        {
            ssLawForce slip = ssLaw_SlipForce( &law, 1.0, ssVec2_Make( 0.0, -0.0 ) );
            ASSERT( slip.setValued && isnan( slip.force.x ) && isnan( slip.force.y ) );
            ASSERT( ssLaw_Dissipation( &law, 1.0, ssVec2_Make( 0.0, 0.0 ) ) == 0.0 );
            ssLaw_Destroy( &law );
        }
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------------ belt

TEST beltEquilibriaAreTheReferenceNumbers( void )
{
    static const double rows[][3] = { { 30, 18.661415, 1.197130 }, { 50, 20.201550, 2.675030 },
        { 60, 21.617301, 4.160251 }, { 85, 12.801887, 16.258471 } };
    ssLawDef def = beltLaw();
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT( testNear( law.dScale, 5.3518376, 1e-7 ) );
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double phi = rows[i][0] / DEGREES;
        ssVec2 f = ssLaw_SlipForce( &law, 1.0, ssVec2_Make( cos( phi ), sin( phi ) ) ).force;
        ASSERT_IN_RANGE( rows[i][1], f.x, 1e-6 );
        ASSERT_IN_RANGE( rows[i][2], f.y, 1e-6 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

// Walker & Leine Table 1: PVC on ground steel at 9.3 N.
static ssLawDef tribometerLaw( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = def.d = ssDefaultSetDef( ss_setSuperellipse );
    def.c.a = 4.99;
    def.c.b = 4.25;
    def.c.s = 2.94;
    def.d.a = 1.84;
    def.d.b = 1.19;
    def.d.s = 2.51;
    def.cForce = 9.3;
    return def;
}

TEST tribometerForcesAreTheReferenceNumbers( void )
{
    static const double rows[][3] = { // phi [deg], tangential and radial force
        { 0, 4.99, 0 }, { 1, 4.99200886138, 0.0785364408297 }, { 10, 5.03614355875, -0.111670830245 },
        { 30, 5.05181410221, -1.01729210697 }, { 45, 4.93664891324, -1.7138239316 },
        { 60, 4.73980657219, -2.22179348142 }, { 85, 4.31992334667, -1.34934209003 },
        { 130, 4.87769441401, 1.91552805786 }, { 222, 4.96768730913, -1.58285734673 }
    };
    ssLawDef def = tribometerLaw();
    ssLaw law;
    makeOrDie( &def, &law );
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double c = cos( rows[i][0] / DEGREES ), s = sin( rows[i][0] / DEGREES );
        ssVec2 f = ssLaw_SlipForce( &law, 9.3, ssVec2_Make( c, s ) ).force; // WL Eq. 119
        ASSERT_IN_RANGE( rows[i][1], c * f.x + s * f.y, 1e-10 );
        ASSERT_IN_RANGE( rows[i][2], c * f.y - s * f.x, 1e-10 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

TEST tribometerTableGivesBackTheDirectionSet( void )
{
    ssLawDef def = tribometerLaw();
    ssLaw law, table;
    makeOrDie( &def, &law );
    ssFlowSample samples[3600];
    for ( int i = 0; i < 3600; ++i )
    {
        double phi = 0.1 * i / DEGREES;
        samples[i].phiDeg = 0.1 * i;
        samples[i].force = ssLaw_SlipForce( &law, 9.3, ssVec2_Make( cos( phi ), sin( phi ) ) ).force;
    }
    ssLawDef tabulated = ssDefaultLawDef( ss_lawKindTabulated );
    tabulated.cForce = 9.3;
    tabulated.flow.kind = ss_flowSamples;
    tabulated.flow.samples = samples;
    tabulated.flow.sampleCount = 3600;
    makeOrDie( &tabulated, &table );
    double ratio = ssSet_Radius( &table.d, 0.0 ) / ssSet_Radius( &table.d, 0.5 * SS_PI );
    ASSERT_IN_RANGE( 1.84 / 1.19, ratio, 3e-3 );
    ASSERT( fabs( table.report.closureGap ) < 1e-6 );
    ssLaw_Destroy( &table );
    ssLaw_Destroy( &law );
    PASS();
}

TEST fittedDirectionSetChangesNothingButItsScale( void )
{
    ssLawDef def = beltLaw();
    ssLaw one, other;
    makeOrDie( &def, &one );
    def.d.scale = 0.001;
    makeOrDie( &def, &other );
    ASSERT( testNear( one.dScale / other.dScale, 0.001, 1e-12 ) );
    for ( int k = 0; k < 360; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) );
        ASSERT( distance( ssLaw_SlipForce( &one, 1.0, g ).force, ssLaw_SlipForce( &other, 1.0, g ).force ) <
            1e-11 );
    }
    ssLaw_Destroy( &one );
    ssLaw_Destroy( &other );
    PASS();
}

// ------------------------------------------------------------------------------------------------- tabulated

TEST symmetricTensorGivesTwoEllipses( void ) // own values: WL Fig. 12 prints none
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
    double a = 3.0, b = 1.5;
    def.flow.tensor2[0] = a;
    def.flow.tensor2[3] = b;
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT( fabs( law.report.closureGap ) < 1e-9 );
    ASSERT( law.report.convex );
    for ( int k = 0; k < 360; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) );
        ssVec2 f = ssLaw_SlipForce( &law, 1.0, g ).force;
        ASSERT( distance( f, ssVec2_Make( a * g.x, b * g.y ) ) < 1e-14 );
        ASSERT( testNear( ssLaw_Gauge( &law, 1.0, f ), 1.0, 1e-14 ) );
        // The semi-axes of D are the square roots of those of C: normality (p1² g1, p2² g2) ~ (a g1, b g2).
        double theta = k / DEGREES, r = ssSet_Radius( &law.d, theta ) / ssSet_Radius( &law.d, 0.0 );
        ASSERT( testNear( r, 1.0 / hypot( cos( theta ), sin( theta ) / sqrt( b / a ) ), 1e-5 ) );
    }
    // This is the same law, given by its two ellipses.
    ssLawDef pair = ssDefaultLawDef( ss_lawKindExtended );
    pair.c.kind = pair.d.kind = ss_setEllipse;
    pair.c.a = a;
    pair.c.b = b;
    pair.d.a = sqrt( a );
    pair.d.b = sqrt( b );
    ssLaw extended;
    makeOrDie( &pair, &extended );
    for ( int k = 0; k < 360; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) );
        ASSERT( distance( ssLaw_SlipForce( &law, 1.0, g ).force,
                    ssLaw_SlipForce( &extended, 1.0, g ).force ) < 1e-13 );
    }
    ssLaw_Destroy( &extended );
    ssLaw_Destroy( &law );
    PASS();
}

TEST isotropicTensorIsCoulomb( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
    def.flow.tensor2[0] = def.flow.tensor2[3] = 0.3;
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT( testNear( ssSet_Radius( &law.d, 1.0 ), 0.3, 1e-5 ) );
    ssLaw_Destroy( &law );
    PASS();
}

TEST skewTensorHasNoClosedDirectionSet( void )
{
    // f is turned by a constant angle, so r_D is a logarithmic spiral: ln r_D grows by 2 pi tan(angle) with
    // each turn.
    ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
    def.flow.tensor2[1] = -0.2;
    def.flow.tensor2[2] = 0.2;
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT( testNear( law.report.closureGap, 2.0 * SS_PI * 0.2, 1e-9 ) );
    ASSERT( testNear( ssSet_Radius( &law.d, 0.3 ), ssSet_Radius( &law.d, 2.0 ), 1e-5 ) );
    ssLaw_Destroy( &law );
    PASS();
}

TEST fourthOrderTensorClosesAndObeysItsDirectionSet( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
    def.flow.kind = ss_flowTensor4;
    def.flow.tensor2[0] = 2.0;
    def.flow.tensor2[3] = 1.5;
    def.flow.tensor4[0] = 0.4;  // T_1111
    def.flow.tensor4[3] = 0.2;  // T_1122
    def.flow.tensor4[15] = 0.3; // T_2222
    ssLaw law;
    makeOrDie( &def, &law );
    ssVec2 f = ssLaw_SlipForce( &law, 1.0, ssVec2_Make( 0.6, 0.8 ) ).force;
    ASSERT(
        distance( f, ssVec2_Make( 2.0 * 0.6 + 0.4 * 0.216 + 0.2 * 0.6 * 0.64, 1.5 * 0.8 + 0.3 * 0.512 ) ) <
        1e-14 );
    ASSERT( fabs( law.report.closureGap ) < 1e-6 ); // symmetric about both axes
    ASSERT( law.report.convex );
    for ( int k = 0; k < 360; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) );
        f = ssLaw_SlipForce( &law, 1.0, g ).force;
        ssVec2 z = ssVec2_Scale( 1.0 / ssSet_Gauge( &law.d, f ), f );
        ASSERT( testNear( ssVec2_Dot( z, g ) / ssSet_Support( &law.d, g, NULL, NULL ), 1.0, 1e-5 ) );
    }
    ssLaw_Destroy( &law );
    PASS();
}

TEST samplesOfALawGiveItBack( void )
{
    ssLawDef reference = beltLaw();
    ssLaw law, table;
    makeOrDie( &reference, &law );
    ssFlowSample samples[720];
    for ( int i = 0; i < 720; ++i )
    {
        double phi = 0.5 * i / DEGREES;
        samples[i].phiDeg = 0.5 * i;
        samples[i].force = ssLaw_SlipForce( &law, 1.0, ssVec2_Make( cos( phi ), sin( phi ) ) ).force;
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
    def.flow.kind = ss_flowSamples;
    def.flow.samples = samples;
    def.flow.sampleCount = 720;
    makeOrDie( &def, &table );
    memset( samples, 0, sizeof( samples ) ); // the law has its own copy
    ASSERT( fabs( table.report.closureGap ) < 1e-3 );
    for ( int k = 0; k < 3600; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( 0.1 * k / DEGREES ), sin( 0.1 * k / DEGREES ) );
        ssVec2 a = ssLaw_SlipForce( &law, 1.0, g ).force, b = ssLaw_SlipForce( &table, 1.0, g ).force;
        ASSERT( distance( a, b ) < 0.01 * ssVec2_Length( a ) );
    }
    for ( int k = 0; k < 360; ++k )
    {
        double theta = k / DEGREES, scale = ssSet_Radius( &law.d, 0.0 ) / ssSet_Radius( &table.d, 0.0 );
        ASSERT(
            testNear( scale * ssSet_Radius( &table.d, theta ) / ssSet_Radius( &law.d, theta ), 1.0, 5e-3 ) );
    }
    ssLaw_Destroy( &table );
    ssLaw_Destroy( &law );
    PASS();
}

SUITE( coincidences )
{
    RUN_TEST( equalSetsGiveTheAssociatedLaw );
    RUN_TEST( circularDirectionSetIsCollinear );
    RUN_TEST( twoCirclesAreCoulomb );
    RUN_TEST( transformationLawEqualsExtendedLaw );
    RUN_TEST( associatedEllipseHasTheSemiAxesOfC );
    RUN_TEST( asperityForceLiesOnEq50AndIsNormalToTheEllipse );
    RUN_TEST( asperityLawEqualsExtendedLawWithItsEllipse );
    RUN_TEST( flatAsperityIsIsotropic );
    RUN_TEST( unequalFlanksHaveTheirOwnDirectionSet );
}

SUITE( extended )
{
    RUN_TEST( extendedLawIsStrictlyDissipative );
    RUN_TEST( slipForceLiesOnTheBoundaryAndVelocityIsNormalToD );
    RUN_TEST( slipForceIgnoresTheSpeedAndGrowsWithTheLoad );
    RUN_TEST( directionsOfABoundaryForceContainTheVelocityThatMadeIt );
    RUN_TEST( cornerOfDHasACone );
    RUN_TEST( stickingAgreesWithTheGauge );
    RUN_TEST( restIsSetValued );
    RUN_TEST( beltEquilibriaAreTheReferenceNumbers );
    RUN_TEST( tribometerForcesAreTheReferenceNumbers );
    RUN_TEST( tribometerTableGivesBackTheDirectionSet );
    RUN_TEST( fittedDirectionSetChangesNothingButItsScale );
}

SUITE( tabulated )
{
    RUN_TEST( symmetricTensorGivesTwoEllipses );
    RUN_TEST( isotropicTensorIsCoulomb );
    RUN_TEST( skewTensorHasNoClosedDirectionSet );
    RUN_TEST( fourthOrderTensorClosesAndObeysItsDirectionSet );
    RUN_TEST( samplesOfALawGiveItBack );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( coincidences );
    RUN_SUITE( extended );
    RUN_SUITE( tabulated );
    return TEST_END();
}
