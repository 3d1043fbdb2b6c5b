// SPDX-License-Identifier: MIT
#include "law_common.h"

#include "law/law_private.h"

// One planar contact, solved by the prox iteration of Walker & Leine Eq. 69 and directly; what a law
// promises, measured; and input that is not a number.

// ------------------------------------------------------------------------------------------------- prox step

TEST forcesOfTheLawAreFixedPointsOfTheProxStep( void ) // WL Eq. 69
{
    testRng rng = { 12 };
    for ( int i = 0; i < testCountFull( 200, 500 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        for ( int k = 0; k < 20; ++k )
        {
            ssVec2 g = ssVec2_Scale( pow( 10.0, testUniform( &rng, -3, 3 ) ), randomDirection( &rng ) );
            double load = testUniform( &rng, 0.1, 10.0 ), r0 = pow( 10.0, testUniform( &rng, -2, 2 ) );
            ssVec2 f = ssLaw_SlipForce( &law, load, g ).force;
            double size = ssVec2_Length( f );
            ASSERT( distance( ssLaw_ProxStep( &law, load, f, g, r0 ), f ) <= 1e-9 * size );
            // Inside C and at rest, nothing moves.
            ssVec2 inside = ssVec2_Scale( testUniform( &rng, 0.0, 0.999 ), f );
            ssVec2 still = ssLaw_ProxStep( &law, load, inside, ssVec2_Make( 0.0, 0.0 ), r0 );
            ASSERT( distance( still, inside ) <= 1e-14 * size );
            // Inside C and moving is not a fixed point, nor is the boundary with the opposite velocity.
            ASSERT( distance( ssLaw_ProxStep( &law, load, ssVec2_Scale( 0.9, f ), g, r0 ),
                        ssVec2_Scale( 0.9, f ) ) > 1e-9 * fmin( size, r0 * ssVec2_Length( g ) ) );
            ASSERT( distance( ssLaw_ProxStep( &law, load, f, ssVec2_Scale( -1.0, g ), r0 ), f ) >
                1e-9 * fmin( size, r0 * ssVec2_Length( g ) ) );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST theStepOfARegularisedLawIsItsResolvent( void )
{
    // f' is the force of the law at the velocity that f' + r0 gamma' = f + r0 gamma leaves, however steep the
    // law is. The step does not stretch, because it is a limit of projections.
    testRng rng = { 31 };
    for ( int i = 0; i < testCount( 3000 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindRegularised );
        def.regularisation = i % 2 == 0 ? ss_regulariseArctan : ss_regulariseTanh;
        def.mu = testUniform( &rng, 0.0, 1.0 );
        def.vEps = pow( 10.0, testUniform( &rng, -6, 2 ) );
        ssLaw law;
        makeOrDie( &def, &law );
        double r0 = pow( 10.0, testUniform( &rng, -3, 3 ) ), load = pow( 10.0, testUniform( &rng, -3, 3 ) );
        ssVec2 last[2] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
        for ( int k = 0; k < 2; ++k )
        {
            ssVec2 f = ssVec2_Scale( load * testUniform( &rng, 0.0, 2.0 ), randomDirection( &rng ) );
            ssVec2 g = ssVec2_Scale( load / r0 * testUniform( &rng, 0.0, 2.0 ), randomDirection( &rng ) );
            ssVec2 z = ssVec2_MulAdd( f, r0, g ), next = ssLaw_ProxStep( &law, load, f, g, r0 );
            ssVec2 gamma = ssVec2_Scale( 1.0 / r0, ssVec2_Sub( z, next ) );
            double size = ssVec2_Length( z ), steep = 1.0 + def.mu * load / ( r0 * def.vEps );
            ASSERT( distance( ssLaw_SlipForce( &law, load, gamma ).force, next ) <=
                1e-15 * steep * size + 1e-13 * size );
            if ( k == 1 ) { ASSERT( distance( next, last[1] ) <= ( 1.0 + 1e-12 ) * distance( z, last[0] ) ); }
            last[0] = z;
            last[1] = next;
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST theStepOfAPatchIsTheNearestAdmissiblePoint( void )
{
    testRng rng = { 32 };
    for ( int i = 0; i < testCountFull( 120, 300 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindContensou );
        def.pressure = i % 2 == 0 ? ss_patchUniform : ss_patchHertz;
        ssLaw law;
        makeOrDie( &def, &law );
        double bound = pow( 10.0, testUniform( &rng, -2, 2 ) ),
               lever = pow( 10.0, testUniform( &rng, -2, 2 ) );
        double f = bound * testUniform( &rng, 0.0, 2.0 ), m = bound * lever * testUniform( &rng, 0.0, 1.5 );
        double x = f, y = m, size = bound * ( 1.0 + lever );
        lawPatchProx( &law, bound, lever, &x, &y );
        double away = hypot( f - x, m - y );
        for ( int k = 0; k <= 60; ++k )
        {
            // The point of the set that belongs to these velocities, and how far the set reaches along them.
            double v = cos( 0.5 * SS_PI * k / 60 ), w = sin( 0.5 * SS_PI * k / 60 ), force, moment;
            ssContensou( def.pressure, 1.0, v, w, &force, &moment );
            ASSERT( x * v + y * w / lever <= bound * ( force * v + moment * w + 1e-9 ) );
            // The point is the nearest of a convex set, so no other point of the set lies beyond a right
            // angle to the way there.
            double along = ( bound * force - x ) * ( f - x ) + ( bound * lever * moment - y ) * ( m - y );
            ASSERT( along <= 1e-9 * size * away );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST aPatchThatSlidesAndSpinsHasNoMargin( void )
{
    testRng rng = { 33 };
    for ( int i = 0; i < testCountFull( 120, 300 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindContensou );
        def.pressure = i % 2 == 0 ? ss_patchUniform : ss_patchHertz;
        def.patchRadius = pow( 10.0, testUniform( &rng, -3, 0 ) );
        ssLaw law;
        makeOrDie( &def, &law );
        double load = pow( 10.0, testUniform( &rng, -2, 2 ) ), share = testUniform( &rng, 0.0, 2.0 );
        double theta = i < 2 ? 0.0 : i < 4 ? 0.5 * SS_PI : testUniform( &rng, 0.0, 0.5 * SS_PI );
        double force, moment;
        ssContensou( def.pressure, def.patchRadius, i < 4 && i >= 2 ? 0.0 : cos( theta ),
            sin( theta ) / def.patchRadius, &force, &moment );
        ssVec2 f = ssVec2_Scale( share * def.mu * load * force, randomDirection( &rng ) );
        double m = ( i % 3 == 0 ? -share : share ) * def.mu * load * moment;
        // The accuracy is that of the law's table next to v = omega radius, where its integrals are least
        // smooth.
        ASSERT_IN_RANGE( share, ssLaw_GaugeWithSpin( &law, load, f, m ), 1e-8 * share );
        // Without spin, the measure is the gauge of the force.
        ASSERT_IN_RANGE( ssLaw_Gauge( &law, load, f ), ssLaw_GaugeWithSpin( &law, load, f, 0.0 ), 1e-9 );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST oneContactConvergesWithTheScaledStep( void )
{
    testRng rng = { 13 };
    int cases = 0, slips = 0, slow = 0;
    for ( int i = 0; i < testCountFull( 300, 700 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        double load = law.cForce * pow( 10.0, testUniform( &rng, -2, 2 ) ),
               g = pow( 10.0, testUniform( &rng, -3, 3 ) );
        double size = load / law.cForce * ssSet_Radius( &law.c, 0.0 );
        ssVec2 free = ssVec2_Scale( g * size * testUniform( &rng, 0.0, 4.0 ), randomDirection( &rng ) );
        ssPlanarSolution s = ssLaw_SolveProx( &law, load, g, free, ssVec2_Make( 0.0, 0.0 ), 1e-11, 20000 );
        if ( s.converged == false || s.error > 1e-8 * size )
        {
            fprintf( stderr, "case %d: C %s, D %s, error %g of %g after %d\n", i,
                ssSetKindName( law.c.def.kind ), ssSetKindName( law.d.def.kind ), s.error, size,
                s.iterations );
        }
        ASSERT( s.converged );
        ASSERT( s.error <= 1e-8 * size );
        ASSERT( ssLaw_Gauge( &law, load, s.force ) <= 1.0 + 1e-8 );
        if ( ssVec2_Length( s.gamma ) > 1e-5 * g * size )
        {
            // The contact slides: the force is the law's for that velocity, up to the effect of a steep D on
            // the tolerance.
            ssVec2 z = ssVec2_Scale( 1.0 / ssSet_Gauge( &law.d, s.force ), s.force );
            ASSERT( testNear( ssLaw_Gauge( &law, load, s.force ), 1.0, 1e-5 ) );
            ASSERT( testNear(
                ssVec2_Dot( z, s.gamma ) / ssSet_Support( &law.d, s.gamma, NULL, NULL ), 1.0, 1e-4 ) );
            ++slips;
        }
        slow += s.iterations > 500;
        ++cases;
        ssLaw_Destroy( &law );
    }
    ASSERT( cases >= testCountFull( 300, 700 ) * 9 / 10 && slips > cases / 4 && slow < cases / 20 );
    PASS();
}

TEST directSolveObeysTheLawAndAgreesWithTheIteration( void )
{
    testRng rng = { 14 };
    int same = 0, compared = 0;
    for ( int i = 0; i < testCountFull( 300, 700 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        double load = law.cForce * testUniform( &rng, 0.1, 3.0 ), g = pow( 10.0, testUniform( &rng, -3, 3 ) );
        double size = load / law.cForce * ssSet_Radius( &law.c, 0.0 );
        ssVec2 free = ssVec2_Scale( g * size * testUniform( &rng, 0.0, 4.0 ), randomDirection( &rng ) );
        ssPlanarSolution d = ssLaw_SolveDirect( &law, load, g, free, ssVec2_Make( 0.0, 0.0 ) );
        if ( d.converged == false )
        {
            fprintf( stderr, "case %d: C %s, D %s, error %g of %g\n", i, ssSetKindName( law.c.def.kind ),
                ssSetKindName( law.d.def.kind ), d.error, size );
        }
        ASSERT( d.converged );
        ASSERT( d.error <= 1e-7 * size );
        ASSERT_EQ( ssLaw_CanStick( &law, load, ssVec2_Scale( 1.0 / g, free ) ), d.stick );
        // Started from the answer, the iteration stays there.
        ssPlanarSolution p = ssLaw_SolveProx( &law, load, g, free, d.force, 1e-11, 20000 );
        ASSERT( p.converged );
        same += distance( p.force, d.force ) <= 1e-5 * size;
        ++compared;
        ssLaw_Destroy( &law );
    }
    ASSERT( same >= compared * 99 / 100 );
    PASS();
}

TEST associatedSolutionsAreUnique( void )
{
    testRng rng = { 15 };
    for ( int i = 0; i < testCountFull( 120, 300 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindAssociated );
        def.c = randomSet( &rng, true, 0 );
        ssLaw law;
        makeOrDie( &def, &law );
        ssVec2 free = ssVec2_Make( testUniform( &rng, -20, 20 ), testUniform( &rng, -20, 20 ) );
        ssPlanarSolution d = ssLaw_SolveDirect( &law, 1.0, 2.0, free, ssVec2_Make( 0.0, 0.0 ) );
        ssPlanarSolution p = ssLaw_SolveProx( &law, 1.0, 2.0, free, ssVec2_Make( 0.3, -0.2 ), 1e-13, 1000 );
        ASSERT( d.converged && p.converged );
        // With G = g I and D = C the answer is the projection of the load onto C, in one step.
        ASSERT( distance( d.force, ssSet_Prox( &law.c, ssVec2_Scale( 0.5, free ) ) ) < 1e-7 );
        ASSERT( distance( d.force, p.force ) < 1e-7 );
        ASSERT( p.iterations <= 3 );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST velocityWeakeningIsSolvedToo( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c.kind = def.d.kind = ss_setEllipse;
    def.c.a = 3.0;
    def.c.b = 1.0;
    def.d.a = 1.0;
    def.d.b = 2.0;
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.5, 1.0, 1.0 };
    ssLaw law;
    makeOrDie( &def, &law );
    ssPlanarSolution s =
        ssLaw_SolveDirect( &law, 1.0, 0.1, ssVec2_Make( 1.0, 0.7 ), ssVec2_Make( 0.0, 0.0 ) );
    ASSERT( s.converged );
    ASSERT( distance( s.force, ssLaw_SlipForce( &law, 1.0, s.gamma ).force ) < 1e-9 );
    ssLaw_Destroy( &law );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- checks

TEST associatedLawsDissipateMostAndAreMonotone( void )
{
    testRng rng = { 16 };
    for ( int i = 0; i < testCountFull( 50, 100 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindAssociated );
        def.c = randomSet( &rng, true, 0 );
        ssLaw law;
        makeOrDie( &def, &law );
        for ( int k = 0; k < 20; ++k )
        {
            ssVec2 g = randomDirection( &rng );
            ASSERT( fabs( ssLaw_DissipationDefect( &law, 3.0, g ) ) <=
                1e-12 * ssLaw_Dissipation( &law, 3.0, g ) );
        }
        ASSERT( ssLaw_CheckMonotone( &law, 2.0, 72 ).holds );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST extendedLawWithDifferentSetsBreaksMonotonicity( void )
{
    testRng rng = { 17 };
    for ( int i = 0; i < testCountFull( 50, 100 ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( i % 2 == 0 ? ss_lawKindExtended : ss_lawKindCollinear );
        def.c = ssDefaultSetDef( ss_setEllipse );
        def.c.a = testUniform( &rng, 2.0, 5.0 );
        def.c.b = 1.0;
        def.c.rotationDeg = testUniform( &rng, 20.0, 70.0 );
        def.d = ssDefaultSetDef( ss_setEllipse );
        def.d.a = testUniform( &rng, 2.0, 5.0 );
        def.d.b = 1.0;
        ssLaw law;
        makeOrDie( &def, &law );
        ssMonotonicity m = ssLaw_CheckMonotone( &law, 2.0, 72 );
        ASSERT( m.holds == false && m.value < 0.0 );
        // The pair obeys the law, verified with nothing but the definition of the law.
        ASSERT( testNear( ssVec2_Dot( ssVec2_Sub( m.force1, m.force2 ), ssVec2_Sub( m.gamma1, m.gamma2 ) ),
            m.value, 1e-14 ) );
        for ( int k = 0; k < 2; ++k )
        {
            ssVec2 g = k == 0 ? m.gamma1 : m.gamma2, f = k == 0 ? m.force1 : m.force2;
            bool rest = g.x == 0.0 && g.y == 0.0;
            ASSERT( rest ? ssLaw_Gauge( &law, 2.0, f ) <= 1.0 + 1e-12
                         : distance( f, ssLaw_SlipForce( &law, 2.0, g ).force ) < 1e-12 );
        }
        double worst = 0.0;
        for ( int k = 0; k < 360; ++k )
        {
            worst = fmax( worst,
                ssLaw_DissipationDefect( &law, 2.0, ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) ) ) );
        }
        ASSERT( worst > 1e-3 );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST defectIsTheSupremumOverC( void )
{
    testRng rng = { 18 };
    for ( int i = 0; i < testCountFull( 50, 100 ); ++i )
    {
        ssLaw law;
        if ( randomExtended( &rng, &law ) == false ) { continue; }
        ssVec2 g = randomDirection( &rng );
        double defect = ssLaw_DissipationDefect( &law, law.cForce, g ), most = -1e300;
        for ( int k = 0; k < 3600; ++k )
        {
            double angle = 0.1 * k / DEGREES, r = ssSet_Radius( &law.c, angle );
            most = fmax( most, r * ( cos( angle ) * g.x + sin( angle ) * g.y ) );
        }
        double brute = most - ssLaw_Dissipation( &law, law.cForce, g );
        ASSERT( defect >= -1e-12 && defect >= brute - 1e-12 * most && defect <= brute + 1e-2 * most );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST velocityWeakeningBreaksMonotonicityOfCoulombsLaw( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT( ssLaw_CheckMonotone( &law, 1.0, 36 ).holds );
    ssLaw_Destroy( &law );
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.5, 0.1, 1.0 };
    makeOrDie( &def, &law );
    ASSERT_FALSE( ssLaw_CheckMonotone( &law, 1.0, 36 ).holds );
    ssLaw_Destroy( &law );
    PASS();
}

// ------------------------------------------------------------------------------------------------- bad input

TEST notANumberIsSafe( void )
{
    static const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY };
    for ( int kind = 0; kind < ss_lawKindCount; ++kind )
    {
        ssLawDef def = ssDefaultLawDef( (ssLawKind)kind );
        ssLaw law;
        makeOrDie( &def, &law );
        for ( int i = 0; i < SS_COUNT( bad ); ++i )
        {
            ssVec2 v = ssVec2_Make( bad[i], 1.0 ), one = ssVec2_Make( 0.1, 0.0 );
            ASSERT( isnan( ssLaw_SlipForce( &law, 1.0, v ).force.x ) );
            ASSERT_FALSE( ssLaw_SlipForce( &law, 1.0, v ).setValued );
            ASSERT_FALSE( ssLaw_CanStick( &law, 1.0, v ) );
            ASSERT_EQ( ss_slideImpossible, ssLaw_SlideDirections( &law, 1.0, v, 1e-9 ).verdict );
            ASSERT( isnan( ssLaw_ProxStep( &law, 1.0, v, one, 1.0 ).x ) || law.type->setValued == false );
            ASSERT( isnan( ssLaw_ProxStep( &law, 1.0, one, v, 1.0 ).x ) );
            ASSERT( isnan( ssLaw_Dissipation( &law, 1.0, v ) ) );
            ASSERT_FALSE( ssLaw_SolveProx( &law, 1.0, 1.0, v, one, 1e-9, 10 ).converged );
            ASSERT_FALSE( ssLaw_SolveDirect( &law, 1.0, 1.0, v, one ).converged );
        }
        ASSERT( isnan( ssLaw_SlipForce( &law, SS_NAN, ssVec2_Make( 1.0, 0.0 ) ).force.x ) );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST openAndFrictionlessContactsCarryNothing( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    for ( int i = 0; i < 2; ++i )
    {
        def.mu = i == 0 ? 0.0 : 0.5;
        double load = i == 0 ? 3.0 : -1.0;
        ssLaw law;
        makeOrDie( &def, &law );
        ssLawForce slip = ssLaw_SlipForce( &law, load, ssVec2_Make( 1.0, 0.0 ) );
        ASSERT( slip.force.x == 0.0 && slip.force.y == 0.0 && slip.setValued == false );
        ASSERT_FALSE( ssLaw_CanStick( &law, load, ssVec2_Make( 1e-9, 0.0 ) ) );
        ASSERT( ssLaw_CanStick( &law, load, ssVec2_Make( 0.0, 0.0 ) ) );
        ssVec2 free = ssVec2_Make( 1.0, 2.0 );
        ssPlanarSolution s = ssLaw_SolveDirect( &law, load, 1.0, free, free );
        ASSERT( s.converged && distance( s.gamma, free ) == 0.0 && s.stick == false );
        ASSERT( ssLaw_DissipationDefect( &law, load, free ) == 0.0 );
        ASSERT( ssLaw_CheckMonotone( &law, load, 12 ).holds );
        ssLaw_Destroy( &law );
    }
    PASS();
}

SUITE( solving )
{
    RUN_TEST( forcesOfTheLawAreFixedPointsOfTheProxStep );
    RUN_TEST( theStepOfARegularisedLawIsItsResolvent );
    RUN_TEST( theStepOfAPatchIsTheNearestAdmissiblePoint );
    RUN_TEST( aPatchThatSlidesAndSpinsHasNoMargin );
    RUN_TEST( oneContactConvergesWithTheScaledStep );
    RUN_TEST( directSolveObeysTheLawAndAgreesWithTheIteration );
    RUN_TEST( associatedSolutionsAreUnique );
    RUN_TEST( velocityWeakeningIsSolvedToo );
}

SUITE( checking )
{
    RUN_TEST( associatedLawsDissipateMostAndAreMonotone );
    RUN_TEST( extendedLawWithDifferentSetsBreaksMonotonicity );
    RUN_TEST( defectIsTheSupremumOverC );
    RUN_TEST( velocityWeakeningBreaksMonotonicityOfCoulombsLaw );
    RUN_TEST( notANumberIsSafe );
    RUN_TEST( openAndFrictionlessContactsCarryNothing );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( solving );
    RUN_SUITE( checking );
    return TEST_END();
}
