// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "law/text/formula.h"

#include <math.h>

// Formulas over named values: numbers, comparisons, and what is refused.

static const char* const s_names[] = { "u", "mu", "law.mu", "v", "t", "u" };
static const double s_values[] = { 2.0, 0.25, 0.5, -3.0, 1.5, 99.0 };

/// The value of a formula over the names above; NAN and a line on stdout if it is refused.
static double valueOf( const char* text )
{
    ssFormula* formula = NULL;
    ssResult result = ssCompileFormula( text, s_names, SS_COUNT( s_names ), &formula, NULL );
    if ( result.code != ss_ok )
    {
        printf( "\n%s: %s\n", text, result.message );
        return (double)NAN;
    }
    double value = ssFormula_Value( formula, s_values );
    ssDestroyFormula( formula );
    return value;
}

TEST aFormulaComputesWithTheGivenNames( void )
{
    ASSERT_EQ( 5.0 / 7.0 * 2.0, valueOf( "5/7*u" ) ); // of two equal names the first one
    ASSERT_EQ( 0.75, valueOf( "mu + law.mu" ) );
    ASSERT_EQ( 4.0, valueOf( "u^2" ) );
    ASSERT_EQ( 3.0, valueOf( "abs(v)" ) ); // v is a given name, not the speed of a law
    ASSERT_EQ( 2.0, valueOf( "max(v, u, 1)" ) );
    ASSERT_EQ( 7.0, valueOf( "if(t > 1 and not u < v, 7, 8)" ) );
    ASSERT_IN_RANGE( 3.14159265358979, valueOf( "2*pi/u" ), 1e-12 );
    PASS();
}

TEST comparisonsAreKnownAsSuch( void )
{
    ssFormula *number = NULL, *comparison = NULL;
    ASSERT_EQ( ss_ok, ssCompileFormula( "u - v", s_names, SS_COUNT( s_names ), &number, NULL ).code );
    ASSERT_EQ( ss_ok, ssCompileFormula( "u <= mu", s_names, SS_COUNT( s_names ), &comparison, NULL ).code );
    ASSERT( !ssFormula_IsComparison( number ) );
    ASSERT( ssFormula_IsComparison( comparison ) );
    ASSERT( ssFormula_Uses( number, 0 ) && ssFormula_Uses( number, 3 ) && !ssFormula_Uses( number, 1 ) );
    double undefined[] = { (double)NAN, 1.0, 1.0, 1.0, 1.0, 1.0 };
    ASSERT_EQ( 0.0, ssFormula_Value( comparison, undefined ) );
    ASSERT( isnan( ssFormula_Value( number, undefined ) ) );
    ssDestroyFormula( number );
    ssDestroyFormula( comparison );
    ssDestroyFormula( NULL );
    PASS();
}

/// A text that is refused, and words of the message.
static enum greatest_test_res refuses( const char* text, int column, const char* words )
{
    ssFormula* formula = NULL;
    ssTextPlace place;
    ssResult result = ssCompileFormula( text, s_names, SS_COUNT( s_names ), &formula, &place );
    ASSERT_EQ( ss_errorFormat, result.code );
    ASSERT_EQ( NULL, formula );
    ASSERT_EQm( result.message, column, place.column );
    ASSERTm( result.message, strstr( result.message, words ) != NULL );
    PASS();
}

TEST aRefusalNamesThePlaceAndWhatIsAllowed( void )
{
    CHECK_CALL( refuses( "2*lawmu", 3, "did you mean law.mu?" ) );
    CHECK_CALL( refuses( "radius", 1, "expected a name such as pi, u, mu" ) );
    CHECK_CALL( refuses( "u m", 3, "expected an operator" ) );
    CHECK_CALL( refuses( "", 1, "not the end" ) );
    CHECK_CALL( refuses( "(u", 1, "expected )" ) );
    CHECK_CALL( refuses( "disc(u)", 1, "no function of a formula" ) );
    CHECK_CALL( refuses( "(u, v)", 1, "a formula is a number or a comparison" ) );
    CHECK_CALL( refuses( "u < v < t", 1, "one comparison at a time" ) );
    CHECK_CALL( refuses( "vel", 1, "not known here" ) );
    CHECK_CALL( refuses( "u\nv", 2, "end of the line" ) );
    CHECK_CALL( refuses( "5°", 2, "cannot stand here" ) );
    PASS();
}

TEST aFormulaMayUseNoNamesAtAll( void )
{
    ssFormula* formula = NULL;
    ASSERT_EQ( ss_ok, ssCompileFormula( "1.5e-3", NULL, 0, &formula, NULL ).code );
    ASSERT_EQ( 1.5e-3, ssFormula_Value( formula, NULL ) );
    ssDestroyFormula( formula );
    PASS();
}

SUITE( formulas )
{
    RUN_TEST( aFormulaComputesWithTheGivenNames );
    RUN_TEST( comparisonsAreKnownAsSuch );
    RUN_TEST( aRefusalNamesThePlaceAndWhatIsAllowed );
    RUN_TEST( aFormulaMayUseNoNamesAtAll );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( formulas );
    return TEST_END();
}
