// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/law.h"

// Many contacts at once have exactly the forces of one after the other: for typed laws, which
// are evaluated in blocks, as for the others.

#define CONTACTS 203 // three blocks and a part of one

static double loads[CONTACTS];
static ssVec2 gammas[CONTACTS];

static void makeContacts( uint64_t seed )
{
    static const double odd[] = { 0.0, -0.0, -1.0, NAN, INFINITY, 1e-310, 1e300 };
    testRng rng = { seed };
    for ( int i = 0; i < CONTACTS; ++i )
    {
        double v = fabs( testDecades( &rng, -6, 1 ) ), phi = testUniform( &rng, -4, 4 );
        loads[i] = testUniform( &rng, 0.1, 100 );
        gammas[i] = ssVec2_Make( v * cos( phi ), v * sin( phi ) );
        double value = odd[i / 10 % SS_COUNT( odd )];
        loads[i] = i % 10 == 7 ? value : loads[i];
        gammas[i].x = i % 10 >= 8 ? value : gammas[i].x;
        gammas[i].y = i % 10 == 9 ? value : gammas[i].y;
    }
}

static bool sameBits( double a, double b )
{
    return ( isnan( a ) && isnan( b ) ) || memcmp( &a, &b, sizeof a ) == 0;
}

/// The number of contacts whose force is not that of ssLaw_SlipForce, for several counts.
static int countDifferent( const ssLaw* law )
{
    static const int counts[] = { 0, 1, 63, 64, 65, CONTACTS };
    int different = 0;
    for ( int k = 0; k < SS_COUNT( counts ); ++k )
    {
        ssVec2 forces[CONTACTS + 1];
        forces[counts[k]] = ssVec2_Make( 7.0, 8.0 );
        ssLaw_SlipForces( law, counts[k], loads, gammas, forces );
        different += forces[counts[k]].x != 7.0 || forces[counts[k]].y != 8.0;
        for ( int i = 0; i < counts[k]; ++i )
        {
            ssVec2 one = ssLaw_SlipForce( law, loads[i], gammas[i] ).force;
            different += !sameBits( one.x, forces[i].x ) || !sameBits( one.y, forces[i].y );
        }
    }
    return different;
}

static ssResult makeTyped( const char* text, ssLaw* law )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( text, "law", &program, NULL );
    if ( result.code != ss_ok ) { return result; }
    ssLawDef def = ssTextLawDef( program );
    result = ssMakeLaw( &def, law );
    ssLawProgram_Release( program );
    return result;
}

TEST built_in_laws_are_asked_one_by_one( void )
{
    makeContacts( 1 );
    for ( int kind = 0; kind < ss_lawKindCount; ++kind )
    {
        ssLawDef def = ssDefaultLawDef( (ssLawKind)kind );
        ssLaw law;
        if ( kind != ss_lawKindText && kind != ss_lawKindCallback && ssMakeLaw( &def, &law ).code == ss_ok )
        {
            ASSERT_EQm( ssGetLawType( kind )->name, 0, countDifferent( &law ) );
            ssLaw_Destroy( &law );
        }
    }
    PASS();
}

TEST every_shipped_law_has_the_bits_of_one_contact( void )
{
    makeContacts( 2 );
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        const ssShippedLaw* shipped = ssGetShippedLaw( i );
        ssLaw law;
        ssResult made = makeTyped( shipped->text, &law );
        ASSERT_EQm( made.message, ss_ok, made.code );
        double state[SS_LAW_MAX_STATES];
        ssLaw_InitialState( &law, state );
        for ( int step = 0; step < 3; ++step )
        {
            // at this moment, over a step, and as impulses over a step
            ssLawSite site = {
                .time = 0.3, .x = 0.1, .y = -0.2, .rolling = 2, .spinning = 3, .state = state
            };
            site.h = step > 0 ? 1e-3 : 0.0;
            site.impulses = step == 2;
            ssLaw there = ssLaw_At( &law, &site );
            ASSERT_EQm( shipped->name, 0, countDifferent( &there ) );
        }
        ASSERT_EQm( shipped->name, 0, countDifferent( &law ) );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST laws_of_all_forms_have_the_bits_of_one_contact( void )
{
    static const char* const texts[] = {
        "law \"a\"\nparam u = 1\nC = disc(0.3 - 0.1*v/u + 0.1*sin(t/u + x/u)*cos(y/u) + wr/(10*u) - "
        "ws/(11*u))",
        "law \"b\"\nparam u = 1\nforce = N*0.2 - u*v",
        "law \"c\"\nparam u = 1\nC = scale(rotate(ellipse(0.4, 0.2), 30), 0.5 + exp(-v/u))\nD = "
        "superellipse(3, 1, 4)",
        "law \"d\"\nparam u = 1\nC = ellipse(0.4 + 0.1*exp(-v/u), 0.2)",
        "law \"e\"\nparam u = 1\nforce = (atan2(vy, vx)*N + phi*N, N*v/u + N*x/u)",
        "law \"f\"\nC = disc(0.5)",
        "law \"g\"\nparam u = 1\nC = scale(polar(0.5 + 0.1*cos(2*theta)), 1 + v/u)",
    };
    makeContacts( 3 );
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ssLaw law;
        ssResult made = makeTyped( texts[i], &law );
        ASSERT_EQm( made.message, ss_ok, made.code );
        ssLawSite site = { .time = 0.3, .x = 0.1, .y = -0.2, .rolling = 2, .spinning = 3 };
        ssLaw there = ssLaw_At( &law, &site );
        ASSERT_EQm( texts[i], 0, countDifferent( &there ) );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST a_text_too_long_for_blocks_has_them_too( void )
{
    static char text[SS_LAW_TEXT_CAPACITY];
    strcpy( text, "law \"long\"\nparam u = 1\nC = disc(0.1" );
    for ( int i = 1; i < 150; ++i )
    {
        char term[64];
        snprintf( term, sizeof term, " + exp(-%d*v/u)/%d", i, 100 + i );
        strcat( text, term );
    }
    strcat( text, ")" );
    ssLaw law;
    ssResult made = makeTyped( text, &law );
    ASSERT_EQm( made.message, ss_ok, made.code );
    makeContacts( 4 );
    ASSERT_EQ( 0, countDifferent( &law ) );
    ssLaw_Destroy( &law );
    PASS();
}

SUITE( many )
{
    RUN_TEST( built_in_laws_are_asked_one_by_one );
    RUN_TEST( every_shipped_law_has_the_bits_of_one_contact );
    RUN_TEST( laws_of_all_forms_have_the_bits_of_one_contact );
    RUN_TEST( a_text_too_long_for_blocks_has_them_too );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( many );
    return TEST_END();
}
