// SPDX-License-Identifier: MIT
#include "law_text_common.h"

#include "slipstick/law_check.h"

// The verdicts on laws whose properties are known, and the examples where they fail.

/// Checks the law of a text.
static ssLawCheck checkText( const char* text )
{
    ssLawProgram* program = NULL;
    ssLawCheck check;
    ssResult result = ssCompileLaw( text, "test", &program, NULL );
    if ( result.code != ss_ok )
    {
        shippedStop( "text", text, result.message );
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = program;
    for ( int i = 0; i < ssLawProgram_ParamCount( program ); ++i )
    {
        def.programValues[i] = ssLawProgram_Params( program )[i].defaultValue;
    }
    ssLaw law;
    result = ssMakeLaw( &def, &law );
    if ( result.code == ss_ok )
    {
        ssCheckLaw( &law, false, &check );
        ssLaw_Destroy( &law );
    }
    else
    {
        ssCheckRefusedLaw( &result, &check );
    }
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

// Walker & Leine Props. 2-4: Coulomb's law is associated and monotone, an elliptic C with a round D is neither.
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

SUITE( lawVerdicts )
{
    RUN_TEST( everyShippedLawTakesEnergyIn );
    RUN_TEST( coulombHasAllPropertiesAndCollinearFrictionLosesTwo );
    RUN_TEST( fallingFrictionHasSeveralSolutionsAndRisingFrictionOne );
    RUN_TEST( lawsThatCreateEnergyAreFound );
    RUN_TEST( whatGivesBackOnlyWhatItStoredCreatesNoEnergy );
    RUN_TEST( refusedSetsAreFindings );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lawVerdicts );
    return TEST_END();
}
