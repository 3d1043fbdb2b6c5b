// SPDX-License-Identifier: MIT
#include "typed_law.h"

#include "model/sliding_mass.h"

#include <complex.h>

// Steady sliding on a belt under typed laws, linearised with what they remember. With the
// response T(s) of friction along the belt to a velocity exp(s t), and mu N/v across it, the
// eigenvalues solve m s² + (c + T(s)) s + k = 0.

typedef double complex Number;

static ssSlidingMassDef beltDef( double speed, double angle )
{
    ssSlidingMassDef def = ssDefaultSlidingMassDef();
    def.mass = 1.3;
    def.normalForce = 9.81;
    def.stiffness[0] = def.stiffness[1] = 2.7;
    def.beltVelocity = ssVec2_Make( speed * cos( angle ), speed * sin( angle ) );
    return def;
}

/// What is left of the characteristic equation, relative to its terms, for a response T.
static double missOf( const ssSlidingMassDef* def, Number s, Number response )
{
    Number inertia = def->mass * s * s, drag = ( def->damping + response ) * s;
    double k = def->stiffness[0];
    return cabs( inertia + drag + k ) / ( cabs( inertia ) + cabs( drag ) + k );
}

/// The smaller root s of m s² + d s + k = 0, which decays slowest.
static Number slowRoot( const ssSlidingMassDef* def, double damping )
{
    double d = def->damping + damping, m = def->mass;
    return ( -d + csqrt( d * d - 4.0 * m * def->stiffness[0] ) ) / ( 2.0 * m );
}

TEST aStribeckCurveFallsAndDrives( void )
{
    // mu = 0.3 + 0.1 exp( -(v/0.2)² ): along the belt N dmu/dv, across it mu N/v.
    ssLaw law = makeText( "law \"s\"\n" UNITS "C = disc(0.3 + 0.1*exp(-(v/u/0.2)^2))\n" );
    for ( int i = 0; i < 24; ++i )
    {
        double v = 0.05 * ( 1 + i % 6 ), peak = 0.1 * exp( -v * v / 0.04 );
        ssSlidingMassDef def = beltDef( v, 0.26 * i );
        ssBeltStability s = ssLineariseBelt( &def, &law );
        double along = -def.normalForce * 2.0 * v / 0.04 * peak,
               across = ( 0.3 + peak ) * def.normalForce / v;
        ASSERT( s.smooth );
        ASSERT_IN_RANGE( along + across, s.traceB, 1e-8 * across );
        ASSERT_IN_RANGE( creal( slowRoot( &def, along ) ), s.maxRe, 1e-8 );
        ASSERT( isnan( s.coneMargin ) );
    }
    ssLaw_Destroy( &law );
    PASS();
}

/// Sets that do not change are those of Theorem 2, typed or not.
TEST constantTypedSetsAreThoseOfTheTable( void )
{
    ssLawDef built = ssDefaultLawDef( ss_lawKindExtended );
    built.c = ssDefaultSetDef( ss_setEllipse );
    built.c.a = 3.0;
    built.c.b = 1.0;
    built.c.rotationDeg = 30.0;
    built.d = ssDefaultSetDef( ss_setEllipse );
    built.d.a = 3.0;
    built.d.b = 1.0;
    built.cForce = 1.0;
    ssLaw laws[2] = { makeBuilt( &built ),
        makeText( "law \"e\"\nC = rotate(ellipse(3, 1), 30)\nD = ellipse(3, 1)\n" ) };
    for ( int i = 0; i < 20; ++i )
    {
        ssSlidingMassDef def = beltDef( 1.0, 0.3 * i );
        ssBeltStability a = ssLineariseBelt( &def, &laws[0] ), b = ssLineariseBelt( &def, &laws[1] );
        ASSERT_IN_RANGE( a.maxRe, b.maxRe, 1e-9 );
        ASSERT_IN_RANGE( a.traceB, b.traceB, 1e-9 );
        ASSERT_IN_RANGE( a.coneMargin, b.coneMargin, 1e-9 );
    }
    ssLaw_Destroy( &laws[0] );
    ssLaw_Destroy( &laws[1] );
    PASS();
}

/// LuGre's bristles along the belt: dz' = -(s0 v/g) dz + (v g'/g) du, df = N (s0 dz + s1 dz' + s2 du).
TEST bristlesRespondAsTheirEquationsSay( void )
{
    const double mu_s = 0.4, mu_k = 0.3, v_s = 1e-3, s0 = 1e5, s1 = 100.0, v_d = 0.01, s2 = 0.05;
    ssLaw law = makeShipped( "lugre" );
    int unstable = 0;
    for ( int i = 0; i < 30; ++i )
    {
        double v = 1e-4 * pow( 10.0, i / 10.0 ), peak = ( mu_s - mu_k ) * exp( -v * v / ( v_s * v_s ) );
        double g = mu_k + peak, slope = -2.0 * v / ( v_s * v_s ) * peak,
               damping = s1 * exp( -v * v / ( v_d * v_d ) );
        ssSlidingMassDef def = beltDef( v, 0.7 * i );
        ssBeltStability s = ssLineariseBelt( &def, &law );
        Number root = s.eigenvalues[0][0] + I * s.eigenvalues[0][1];
        Number along =
            def.normalForce * ( ( s0 + damping * root ) * ( v * slope / g ) / ( root + s0 * v / g ) + s2 );
        // Across the belt the bristle turns: dz' = dv - (s0 v/g) dz.
        Number across = def.normalForce * ( ( s0 + damping * root ) / ( root + s0 * v / g ) + s2 );
        ASSERT( s.smooth );
        ASSERT_IN_RANGE( 0.0, fmin( missOf( &def, root, along ), missOf( &def, root, across ) ), 1e-7 );
        // In steady sliding (g + s2 v) N: its derivative along, its quotient across.
        ASSERT_IN_RANGE( 1.0, s.traceB / ( def.normalForce * ( slope + s2 + g / v + s2 ) ), 1e-8 );
        unstable += s.maxRe > 0.0;
    }
    ASSERT( unstable > 3 && unstable < 27 );
    ssLaw_Destroy( &law );
    PASS();
}

/// Sliders at the ends of their springs stay there: dy = d dr e, and across the belt they turn. Where
/// Stribeck's curve is flat, what is left is c N.
TEST slidersThatTheirBoundHoldsDoNotRespond( void )
{
    ssLaw law = makeShipped( "maxwell-slip" );
    ssSlidingMassDef def = beltDef( 1.0, 0.4 );
    ssBeltStability s = ssLineariseBelt( &def, &law );
    ASSERT( s.smooth );
    ASSERT_IN_RANGE( creal( slowRoot( &def, 0.05 * def.normalForce ) ), s.maxRe, 1e-8 );
    ASSERT_IN_RANGE( ( 0.05 + 0.3 + 0.05 ) * def.normalForce, s.traceB, 1e-7 );
    ssLaw_Destroy( &law );
    PASS();
}

/// A coefficient that rises along the belt pulls like a negative spring: k - 0.1 N 1/m is left along it.
TEST aSlopeInPlaceIsASpring( void )
{
    ssLaw law = makeText( "law \"p\"\n" UNITS "C = disc(0.3 + 0.1*x/m)\n" );
    ssSlidingMassDef def = beltDef( 1.0, 0.0 );
    ssBeltStability s = ssLineariseBelt( &def, &law );
    ASSERT( s.smooth );
    ASSERT_IN_RANGE( 0.0, s.maxRe, 1e-8 );
    double stiffness = def.stiffness[0] - 0.1 * def.normalForce;
    ASSERT_IN_RANGE( sqrt( stiffness / def.mass ), fabs( s.eigenvalues[0][1] ), 1e-6 );
    // 0.3 N + 0.1 N q = k q
    ASSERT_IN_RANGE( 0.3 * def.normalForce / stiffness, s.equilibrium.x, 1e-3 );
    ssLaw_Destroy( &law );
    PASS();
}

/// A corner of the law has no derivative, and states that never settle have no steady sliding.
TEST withoutADerivativeThereIsNoGrowthRate( void )
{
    ssLaw kink = makeText( "law \"k\"\n" UNITS "C = disc(0.3 + abs(v/u - 1))\n" ),
          clock =
              makeText( "law \"t\"\n" UNITS "state a = 1 [s], a' = 1\nC = disc(0.3 + 0.1*a/(a + sec))\n" );
    ssSlidingMassDef def = beltDef( 1.0, 0.3 );
    ASSERT( isnan( ssLineariseBelt( &def, &kink ).maxRe ) );
    ASSERT( isfinite( ssLineariseBelt( &def, &kink ).equilibrium.x ) );
    ASSERT( isnan( ssLineariseBelt( &def, &clock ).maxRe ) );
    ssLaw_Destroy( &kink );
    ssLaw_Destroy( &clock );
    PASS();
}

// ---------------------------------------------------------------------------------------- against the motion

/// The growth rate of a small motion about steady sliding, as it is stepped, in the second half of the time.
/// For a root s = a + b i, x = Re( A exp(s t) ) has the phases b x and x' - a x.
static double growthOf( const ssSlidingMassDef* def, const ssLaw* law, double h, double until )
{
    ssBeltStability steady = ssLineariseBelt( def, law );
    double a = steady.maxRe, b = fabs( steady.eigenvalues[0][1] ), logs[2] = { 0.0, 0.0 };
    double speed = ssVec2_Length( def->beltVelocity );
    ssVec2 e = ssVec2_Scale( 1.0 / speed, def->beltVelocity );
    ssSlidingMass body = { .position = ssVec2_MulAdd( steady.equilibrium, 1e-6 * speed, e ),
        .force = steady.force,
        .slip = ssVec2_Scale( -1.0, def->beltVelocity ),
        .stateCount = ssLaw_StateNumbers( law ) };
    memcpy( body.state, steady.state, sizeof body.state );
    int count = (int)( until / h );
    for ( int i = 0; i < count; ++i )
    {
        ssSlidingMass_Step( &body, def, law, h );
        if ( i + 1 == count / 2 || i + 1 == count )
        {
            double x = ssVec2_Dot( ssVec2_Sub( body.position, steady.equilibrium ), e ),
                   u = ssVec2_Dot( body.velocity, e );
            logs[i + 1 == count] = log( b > 0.0 ? hypot( b * x, u - a * x ) : fabs( u ) );
        }
    }
    return ( logs[1] - logs[0] ) / ( 0.5 * until );
}

TEST theMotionGrowsAsTheEigenvaluesSay( void )
{
    // The step is implicit in the force and damps by some h/2 of the frequency squared.
    static const struct
    {
        const char* law;
        double speed, h, until;
    } rows[] = { { "lugre", 2.2e-3, 2e-5, 0.4 }, { "lugre", 2.7e-3, 1e-4, 6.0 }, { "lugre", 0.5, 1e-3, 20.0 },
        { "rate-and-state-aging", 0.5, 1e-3, 60.0 }, { "rate-and-state-slip", 0.1, 1e-3, 12.0 } };
    for ( int i = 0; i < SS_COUNT( rows ); i += testScale() < 1.0 ? 2 : 1 )
    {
        ssLaw law = makeShipped( rows[i].law );
        ssSlidingMassDef def = beltDef( rows[i].speed, 0.6 );
        double predicted = ssLineariseBelt( &def, &law ).maxRe;
        double grown = growthOf( &def, &law, rows[i].h, rows[i].until );
        ASSERT_IN_RANGEm( rows[i].law, 1.0, grown / predicted, 0.02 );
        ssLaw_Destroy( &law );
    }
    PASS();
}

SUITE( eigenvalues )
{
    RUN_TEST( aStribeckCurveFallsAndDrives );
    RUN_TEST( constantTypedSetsAreThoseOfTheTable );
    RUN_TEST( bristlesRespondAsTheirEquationsSay );
    RUN_TEST( slidersThatTheirBoundHoldsDoNotRespond );
    RUN_TEST( aSlopeInPlaceIsASpring );
    RUN_TEST( withoutADerivativeThereIsNoGrowthRate );
    RUN_TEST( theMotionGrowsAsTheEigenvaluesSay );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( eigenvalues );
    return TEST_END();
}
