// SPDX-License-Identifier: MIT
#include "law_text_common.h"

#include "slipstick/advanced/law_check.h"

// The verdicts on laws whose properties are known, and the examples where they fail.

/// Checks the law of a text.
static ssLawCheck checkText( const char* text )
{
    ssLawProgram* program = NULL;
    ssLawCheck check;
    ssResult result = ssCompileLaw( text, "test", &program, NULL );
    if ( result.code != ss_ok ) { shippedStop( "text", text, result.message ); }
    ssLawDef def = ssTextLawDef( program );
    ssLaw law;
    result = ssMakeLaw( &def, &law );
    if ( result.code == ss_ok )
    {
        ssCheckLaw( &law, false, &check );
        ssLaw_Destroy( &law );
    }
    else { ssCheckRefusedLaw( &result, &check ); }
    ssLawProgram_Release( program );
    return check;
}

static ssLawVerdict verdict( const ssLawCheck* check, ssLawProperty property )
{
    return check->findings[property].verdict;
}

TEST everyShippedLawTakesEnergyIn( void )
{
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        if ( !testTakes( i ) ) { continue; }
        ssLawCheck check = checkText( ssGetShippedLaw( i )->text );
        ASSERT_FALSEm( ssGetShippedLaw( i )->name, check.createsEnergy );
        ASSERTm( ssGetShippedLaw( i )->name, verdict( &check, ss_lawIsStarShaped ) != ss_verdictFails );
        for ( int k = 0; k < ss_lawPropertyCount; ++k )
        {
            ASSERTm( ssGetShippedLaw( i )->name, check.findings[k].sentence[0] != '\0' );
        }
    }
    PASS();
}

// Walker & Leine Props. 2-4: Coulomb's law is associated and
// monotone, an elliptic C with a round D is neither.
TEST coulombHasAllPropertiesAndCollinearFrictionLosesTwo( void )
{
    ssLawCheck coulomb = checkText( "law \"a\"\nC = disc(0.3)\n" );
    for ( int k = 0; k < ss_lawPropertyCount; ++k )
    {
        ASSERT_EQ( ss_verdictHolds, verdict( &coulomb, (ssLawProperty)k ) );
    }
    ssLawCheck collinear = checkText( "law \"a\"\nC = ellipse(0.4, 0.2)\nD = disc(1)\n" );
    ASSERT_EQ( ss_verdictFails, verdict( &collinear, ss_lawIsAssociated ) );
    ASSERT_EQ( ss_verdictFails, verdict( &collinear, ss_lawIsMonotone ) );
    ASSERT_EQ( ss_verdictHolds, verdict( &collinear, ss_lawIsDissipative ) );
    ASSERT_IN_RANGE( 0.2, collinear.dScale, 1e-9 );
    // The example is one: the two pairs contradict monotonicity.
    const ssLawFinding* pair = &collinear.findings[ss_lawIsMonotone];
    ASSERT_EQ( 2, pair->pairs );
    ASSERT( ssVec2_Dot( ssVec2_Sub( pair->force[0], pair->force[1] ),
                ssVec2_Sub( pair->gamma[0], pair->gamma[1] ) ) < 0.0 );
    PASS();
}

// With friction that falls with the speed, gamma + g f(gamma) is not one to one for a light body.
TEST fallingFrictionHasSeveralSolutionsAndRisingFrictionOne( void )
{
    ssLawCheck falls = checkText( "law \"a\"\nC = disc(0.2 + 0.2*exp(-v/0.1))\n" );
    ssLawCheck rises = checkText( "law \"a\"\nC = disc(0.4 - 0.2*exp(-v/0.1))\n" );
    ASSERT_EQ( ss_verdictFails, verdict( &falls, ss_lawIsUnique ) );
    ASSERT_EQ( ss_verdictFails, verdict( &falls, ss_lawIsMonotone ) );
    ASSERT_EQ( ss_verdictHolds, verdict( &rises, ss_lawIsUnique ) );
    ASSERT_EQ( ss_verdictHolds, verdict( &rises, ss_lawIsMonotone ) );
    ASSERT_FALSE( falls.createsEnergy );
    // Only under a large load: the check varies what the law reads.
    ssLawCheck byLoad = checkText( "law \"a\"\nparam L = 50 [N]\nC = disc(0.2 + 0.2*(N/L)*exp(-v/0.1))\n" );
    ASSERT_EQ( ss_verdictFails, verdict( &byLoad, ss_lawIsMonotone ) );
    PASS();
}

// A hump between 1 and 10 m/s, and one at very low speed.
TEST frictionThatFallsWithinANarrowRangeIsNotMonotone( void )
{
    ssLawCheck fast = checkText( "law \"a\"\nC = disc(0.3 + 0.1*exp(-((v - 3)/0.3)^2))\n" );
    ssLawCheck slow = checkText( "law \"a\"\nC = disc(0.3 + 0.1*exp(-((v - 3e-7)/1e-7)^2) + 0.1*v)\n" );
    ASSERT_EQ( ss_verdictFails, verdict( &fast, ss_lawIsMonotone ) );
    ASSERT_EQ( ss_verdictFails, verdict( &fast, ss_lawIsUnique ) );
    ASSERT_EQ( ss_verdictFails, verdict( &slow, ss_lawIsMonotone ) );
    PASS();
}

// With C = {f: f·Af <= 1} and D = {f: f·Bf <= 1}, the velocity Bf points out of C, along
// Af, for every f exactly if the symmetric part of AB is positive definite. It is for
// equal axes, and not for thin ellipses at 45°.
TEST aVelocityThatPointsIntoTheReservoirHasTwoSolutions( void )
{
    ssLawCheck along = checkText( "law \"a\"\nC = ellipse(0.4, 0.05)\nD = ellipse(0.1, 1)\n" );
    ssLawCheck across = checkText( "law \"a\"\nC = rotate(ellipse(0.4, 0.05), 45)\nD = ellipse(1, 0.1)\n" );
    ssLawCheck growing =
        checkText( "law \"a\"\nC = scale(rotate(ellipse(0.4, 0.05), 45), 1 + x^2)\nD = ellipse(1, 0.1)\n" );
    // A straight edge of D: the velocity is the same for all of it, and points into C beside the middle.
    ssLawCheck edge = checkText( "law \"a\"\nC = rotate(ellipse(0.4, 0.05), 30)\nD = rectangle(1, 1)\n" );
    ASSERT_EQ( ss_verdictHolds, verdict( &along, ss_lawIsUnique ) );
    ASSERT_EQ( ss_verdictFails, verdict( &across, ss_lawIsUnique ) );
    ASSERT_EQ( ss_verdictFails, verdict( &growing, ss_lawIsUnique ) );
    ASSERT_EQ( ss_verdictFails, verdict( &edge, ss_lawIsUnique ) );
    PASS();
}

// Bristles that reach their steady state within a step have Stribeck's curve as their force.
TEST bristlesThatFollowAFallingCurveHaveSeveralSolutions( void )
{
    const char* bristles = "law \"a\"\nparam s0 = 1e5 [1/m]\nparam d = %s [-]\n"
                           "let g = 0.3 + d*exp(-(v/0.01)^2)\n"
                           "state z = (0,0) [m], z' = vel - s0*v/g*z\nforce = s0*z*N\n";
    char text[400];
    snprintf( text, sizeof( text ), bristles, "0.1" );
    ssLawCheck falls = checkText( text );
    snprintf( text, sizeof( text ), bristles, "0" );
    ssLawCheck flat = checkText( text );
    ASSERT_EQ( ss_verdictFails, verdict( &falls, ss_lawIsUnique ) );
    ASSERT_EQ( ss_verdictHolds, verdict( &falls, ss_lawIsMonotone ) );
    ASSERT_EQ( ss_verdictHolds, verdict( &flat, ss_lawIsUnique ) );
    PASS();
}

TEST whatWasHeldStandsInTheNameOfTheProperty( void )
{
    // Under the aging law friction rises with the speed at a given state, by a ln, and falls in steady
    // sliding, by b - a > 0: "monotone" alone would contradict the several solutions of a step.
    ssLawCheck aging = checkText( ssFindShippedLaw( "rate-and-state-aging" )->text );
    ASSERT_EQ( ss_verdictHolds, verdict( &aging, ss_lawIsMonotone ) );
    ASSERT_EQ( ss_verdictFails, verdict( &aging, ss_lawIsUnique ) );
    ASSERT_STR_EQ( "monotone, states held", aging.findings[ss_lawIsMonotone].title );
    ASSERT_STR_EQ( "unique step", aging.findings[ss_lawIsUnique].title );
    // Without memory there is nothing to hold.
    ssLawCheck coulomb = checkText( ssFindShippedLaw( "coulomb" )->text );
    for ( int i = 0; i < ss_lawPropertyCount; ++i )
    {
        ASSERT_STR_EQ( ssLawPropertyTitle( (ssLawProperty)i ), coulomb.findings[i].title );
    }
    PASS();
}

TEST lawsThatCreateEnergyAreFound( void )
{
    static const char* const texts[] = {
        "law \"a\"\nparam c = 1 [s/m]\nforce = -c*N*vel\n",
        // It pushes beyond 3 m/s.
        "law \"a\"\nparam c = 0.1 [s/m]\nC = disc(0.3 - c*v)\n",
        // Only where x > 0 and only after a while.
        "law \"a\"\nforce = if(x > 0 and t > 1, -0.1, 0.3)*N\n",
        // A bristle with the wrong sign, and one that lags and pulls.
        "law \"a\"\nparam s0 = 1e5 [1/m]\nstate z = (0,0) [m], z' = vel - s0*v/0.3*z\nforce = -s0*z*N\n",
        "law \"a\"\nparam T = 0.01 [s]\nparam k = 300 [1/m]\nstate z = (0,0) [m], z' = (vel*T - z)/T\n"
        "force = (k*(vel*T - z) - 2*k*z)*N\n",
        // Springs that pull across: energy comes out round a circle, in one sense only.
        "law \"a\"\nparam k = 10 [1/m]\nstate z = (0,0) [m], z' = vel\nforce = k*(z.y, -z.x)*N\n",
        "law \"a\"\nparam k = 10 [1/m]\nstate z = (0,0) [m], z' = vel\nforce = k*(-z.y, 0)*N\n",
        // A spring with a dashpot of negative damping, which is small beside what the spring stores.
        "law \"a\"\nparam k = 1000 [1/m]\nparam c = 0.1 [s/m]\nstate z = (0,0) [m], z' = vel\n"
        "force = (k*z - c*vel)*N\n",
        // A state that only grows never returns.
        "law \"a\"\nparam c = 1 [s/m]\nstate w = 0 [m], w' = v\nforce = -c*N*vel\n",
        // Only under a large load, only far out, only while it spins or rolls.
        "law \"a\"\nparam c = 1 [s/m]\nforce = if(N > 2000, -c, c)*N*vel\n",
        "law \"a\"\nparam c = 1 [s/m]\nforce = if(x > 10, -c, c)*N*vel\n",
        "law \"a\"\nparam c = 1 [s/m]\nforce = if(ws > 1, -c, c)*N*vel\n",
        "law \"a\"\nparam c = 1 [s/m]\nforce = if(wr > 1, -c, c)*N*vel\n",
    };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ssLawCheck check = checkText( texts[i] );
        ASSERTm( texts[i], check.createsEnergy );
        ASSERTm( texts[i], check.work < 0.0 );
        const ssLawFinding* finding = &check.findings[ss_lawIsDissipative];
        ASSERT_EQ( 1, finding->pairs );
        ASSERTm( texts[i], ssVec2_Dot( finding->force[0], finding->gamma[0] ) <= 0.0 );
    }
    PASS();
}

TEST whatGivesBackOnlyWhatItStoredCreatesNoEnergy( void )
{
    static const char* const texts[] = {
        "law \"a spring\"\nparam k = 10 [1/m]\nstate z = (0,0) [m], z' = vel\nforce = k*z*N\n",
        "law \"a stop\"\nparam k = 1e5 [1/m]\nparam w = 1e-5 [m]\nstate y in disc(w), y' = vel\nforce = "
        "k*y*N\n",
        // Gyroscopic forces do no work.
        "law \"a\"\nparam c = 1 [s/m]\nforce = c*N*(-vy, vx)\n",
        "law \"a\"\nparam c = 1 [s/m]\nparam k = 10 [1/m]\nstate z = (0,0) [m], z' = vel\n"
        "force = (k*z + c*(-vy, vx))*N\n",
        // Friction that wears off: the state never returns, and the work is positive.
        "law \"a\"\nparam d = 1 [m]\nstate w = 0 [m], w' = v\nC = disc(0.3*exp(-w/d))\n",
    };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ASSERT_FALSEm( texts[i], checkText( texts[i] ).createsEnergy );
    }
    PASS();
}

TEST refusedSetsAreFindings( void )
{
    ssLawCheck outside = checkText( "law \"a\"\nC = shift(disc(0.3), 1, 0)\n" );
    ASSERT_EQ( ss_verdictFails, verdict( &outside, ss_lawIsStarShaped ) );
    ASSERT_EQ( ss_verdictNone, verdict( &outside, ss_lawIsDissipative ) );
    ASSERT_FALSE( outside.createsEnergy );
    ssLawCheck dent = checkText( "law \"a\"\nC = disc(0.5)\nD = polygon((1,0),(0.1,0.1),(0,1),(-1,-1))\n" );
    ASSERT_EQ( ss_verdictFails, verdict( &dent, ss_lawHasConvexD ) );
    ASSERT( testContains( dent.findings[ss_lawHasConvexD].sentence, "45°" ) );
    PASS();
}

// z' = 1/z cannot leave 0, and z' = -1/z cannot go beyond it: z² = 1 - 2t. Neither is a law for longer steps.
TEST aStateWithoutABoundedRateIsNoticed( void )
{
    static const char* const forces[] = { "force = 0.3*N", "C = disc(0.3 + 0.1*tanh(z))",
        "force = (0.3 + z)*N*vel/(v + 1 [m/s])" };
    for ( int i = 0; i < SS_COUNT( forces ); ++i )
    {
        char text[200];
        snprintf( text, sizeof( text ), "law \"a\"\nstate z = 0, z' = 1/z\n%s\n", forces[i] );
        ssLawProgram* program = NULL;
        ASSERT_EQ( ss_ok, ssCompileLaw( text, "a", &program, NULL ).code );
        ssLawDef def = ssTextLawDef( program );
        ssLaw law;
        ssResult result = ssMakeLaw( &def, &law );
        ASSERT_EQm( text, ss_errorValue, result.code );
        ASSERTm( result.message, testContains( result.message, "z' is inf" ) );
        ssLawProgram_Release( program );
        snprintf( text, sizeof( text ), "law \"a\"\nstate z = 1, z' = -1/z\n%s\n", forces[i] );
        ssLawCheck check = checkText( text );
        ASSERT_EQm( text, ss_verdictFails, verdict( &check, ss_lawIsUnique ) );
        ASSERTm( text, testContains( check.findings[ss_lawIsUnique].sentence, "no solution" ) );
    }
    PASS();
}

// A polar set is the polygon through 720 of its points. Friction under a round D is collinear, f
// = r(phi) N, so the text itself says what the force should be; between two points w apart a
// chord misses r by (w²/8)(r + 2 r'²/r - r'').
TEST theErrorOfAPolarSetIsStated( void )
{
    static const double lobes[] = { 0.2, 0.5, 0.9 };
    for ( int i = 0; i < SS_COUNT( lobes ); ++i )
    {
        char text[200];
        snprintf( text, sizeof( text ), "law \"a\"\nC = polar(0.4*(1 + %g*cos(4*theta)))\nD = disc(1)\n",
            lobes[i] );
        ssLawProgram* program = NULL;
        ASSERT_EQ( ss_ok, ssCompileLaw( text, "a", &program, NULL ).code );
        ssLawDef def = ssTextLawDef( program );
        ssLaw law;
        ASSERT_EQ( ss_ok, ssMakeLaw( &def, &law ).code );
        double missed = 0.0, predicted = 0.0, w = 2.0 * SS_PI / 720.0;
        for ( int k = 0; k < 20000; ++k )
        {
            double phi = 2.0 * SS_PI * k / 20000.0, r = 0.4 * ( 1.0 + lobes[i] * cos( 4.0 * phi ) );
            double slope = -1.6 * lobes[i] * sin( 4.0 * phi ), bend = -6.4 * lobes[i] * cos( 4.0 * phi );
            ssVec2 f = ssLaw_SlipForce( &law, 1.0, ssVec2_Make( cos( phi ), sin( phi ) ) ).force;
            missed = fmax( missed, fabs( ssVec2_Length( f ) / r - 1.0 ) );
            predicted = fmax( predicted, w * w / 8.0 * fabs( 1.0 + 2.0 * slope * slope / r / r - bend / r ) );
        }
        ssLawCheck check;
        ssCheckLaw( &law, true, &check );
        ASSERT_IN_RANGE( predicted, missed, 0.02 * predicted );
        ASSERT_IN_RANGE( missed, check.samplingError, 0.02 * missed );
        ASSERT( testContains( check.findings[ss_lawIsStarShaped].sentence, "720" ) );
        ssLaw_Destroy( &law );
        ssLawProgram_Release( program );
    }
    ASSERT_EQ( 0.0, checkText( "law \"a\"\nC = ellipse(0.4, 0.2)\n" ).samplingError );
    PASS();
}

/// 0.3 - 0.5 < 0 in the middle of the band, and 0.3 outside of it.
TEST aLawThatPushesWithinANarrowBandOfSpeedsIsFound( void )
{
    static const struct
    {
        double middle, width;
    } bands[] = { { 0.05, 0.02 }, { 0.003, 1.5e-4 }, { 0.02, 1e-3 }, { 0.3, 0.015 }, { 3.0, 0.15 },
        { 0.07, 7e-4 } };
    for ( int i = 0; i < SS_COUNT( bands ); ++i )
    {
        char text[200];
        snprintf( text, sizeof( text ), "law \"a\"\nforce = (0.3 - 0.5*exp(-((v - %g)/%g)^2))*N\n",
            bands[i].middle, bands[i].width );
        ssLawCheck check = checkText( text );
        ASSERTm( text, check.createsEnergy );
        ASSERT_IN_RANGEm( text, -0.2, check.motion.work / check.motion.way / check.motion.load, 0.002 );
        ASSERT_EQm( text, ss_verdictFails, verdict( &check, ss_lawIsMonotone ) );
    }
    PASS();
}

/// A spring between the contact and its place gives back what it has stored; one that
/// turns its sign with the velocity does not.
TEST aForceOfThePlaceIsJudgedWhereItStays( void )
{
    ssLawCheck spring = checkText( "law \"a\"\nparam k = 1 [1/m]\nforce = (x, y)*N*k\n" );
    ASSERT_FALSEm( spring.findings[ss_lawIsDissipative].sentence, spring.createsEnergy );
    ASSERT( testContains( spring.findings[ss_lawIsDissipative].sentence, "x, y held" ) );
    ssLawCheck pushes = checkText( "law \"a\"\nforce = if(x > 10, -0.1, 0.1)*N\n" );
    ASSERT( pushes.createsEnergy );
    ASSERT( testContains( pushes.findings[ss_lawIsDissipative].sentence, "x = 31 m" ) );
    ssVec2 sum = ssVec2_Add( ssVec2_Scale( pushes.motion.duration[0], pushes.motion.velocity[0] ),
        ssVec2_Scale( pushes.motion.duration[1], pushes.motion.velocity[1] ) );
    ASSERT_IN_RANGE( 0.0, ssVec2_Length( sum ), 1e-12 );
    ASSERT_IN_RANGE( -0.1, pushes.motion.work / pushes.motion.way / pushes.motion.load, 1e-12 );
    PASS();
}

TEST timesFromMillisecondsToADayAreTried( void )
{
    static const char* const texts[] = { "force = if(t > 2000, -0.1, 0.1)*N",
        "force = if(t > 0.0005 and t < 0.005, -0.1, 0.1)*N", "force = if(t > 50 and t < 500, -0.1, 0.1)*N" };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        char text[200];
        snprintf( text, sizeof( text ), "law \"a\"\n%s\n", texts[i] );
        ASSERTm( text, checkText( text ).createsEnergy );
    }
    ssLawCheck check = checkText( "law \"a\"\nforce = (0.3 + 0.1*sin(t/(1 [s])))*N\n" );
    const char* sentence = check.findings[ss_lawIsDissipative].sentence;
    ASSERTm( sentence, testContains( sentence, "t held" ) );
    PASS();
}

SUITE( lawVerdicts )
{
    RUN_TEST( everyShippedLawTakesEnergyIn );
    RUN_TEST( coulombHasAllPropertiesAndCollinearFrictionLosesTwo );
    RUN_TEST( fallingFrictionHasSeveralSolutionsAndRisingFrictionOne );
    RUN_TEST( frictionThatFallsWithinANarrowRangeIsNotMonotone );
    RUN_TEST( aVelocityThatPointsIntoTheReservoirHasTwoSolutions );
    RUN_TEST( bristlesThatFollowAFallingCurveHaveSeveralSolutions );
    RUN_TEST( whatWasHeldStandsInTheNameOfTheProperty );
    RUN_TEST( lawsThatCreateEnergyAreFound );
    RUN_TEST( whatGivesBackOnlyWhatItStoredCreatesNoEnergy );
    RUN_TEST( refusedSetsAreFindings );
    RUN_TEST( theErrorOfAPolarSetIsStated );
    RUN_TEST( aLawThatPushesWithinANarrowBandOfSpeedsIsFound );
    RUN_TEST( aForceOfThePlaceIsJudgedWhereItStays );
    RUN_TEST( timesFromMillisecondsToADayAreTried );
    RUN_TEST( aStateWithoutABoundedRateIsNoticed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lawVerdicts );
    return TEST_END();
}
