// SPDX-License-Identifier: MIT
#include "gui_script.h"

// Sets in the window: rows for what the shape needs, texts that are typed, changes in flight that are
// refused, and substeps.

TEST aTextIsTypedAndABadOneRefused( void )
{
    begin();
    line( "wait 2" );
    line( "set c_kind polygon" );
    line( "wait 3" );
    line( "click param.c_vertices" );
    line( "wait 2" );
    line( "type 25;0;0;25;-25;0;0;-25" );
    line( "key Return" );
    line( "wait 4" );
    line( "expect-text param.c_vertices 25;0;0;25;-25;0;0;-25" );
    line( "set c_vertices 1;2;3" );
    line( "wait 3" );
    line( "expect-text param.c_vertices 25;0;0;25;-25;0;0;-25" );
    ASSERT_PLAYS( "belt --size 1280x900" );
    PASS();
}

TEST theBeltTurnsUnderTheMass( void )
{
    begin();
    line( "wait 10" );
    line( "expect phi_deg 50 50" );
    line( "set phi_deg 30" );
    line( "wait 10" );
    line( "expect phi_deg 30 30" );
    // The origin would leave D, so the old value stays.
    line( "set d_offset_y 3" );
    line( "wait 4" );
    line( "expect d_offset_y 0 0" );
    ASSERT_PLAYS( "belt --size 1280x900" );
    PASS();
}

TEST substepsStandBesideTheStepSize( void )
{
    begin();
    line( "wait 2" );
    line( "expect-text h h 0.002 s" );
    line( "set substeps 4" );
    line( "wait 4" );
    line( "expect-text h h 2 ms = 4 × 0.5 ms" );
    line( "set substeps 1" );
    line( "wait 4" );
    line( "expect-text h h 0.002 s" );
    ASSERT_PLAYS( "playground --size 1280x720" );
    PASS();
}

/// Two surfaces that are chosen by name give the coefficient that handbooks have for them.
TEST aPairOfSurfacesSetsTheFriction( void )
{
    begin();
    line( "wait 2" );
    line( "right-click param.mu" );
    line( "wait 3" );
    line( "click param.mu.pair.12" ); // steel on ice
    line( "wait 4" );
    line( "expect mu 0.01 0.1" );
    line( "key Ctrl+Z" );
    line( "wait 4" );
    line( "expect mu 0.2 0.2" );
    ASSERT_PLAYS( "rolling-sphere --size 1280x900" );
    PASS();
}

SUITE( sliders )
{
    RUN_TEST( aPairOfSurfacesSetsTheFriction );
    RUN_TEST( aTextIsTypedAndABadOneRefused );
    RUN_TEST( theBeltTurnsUnderTheMass );
    RUN_TEST( substepsStandBesideTheStepSize );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sliders );
    return TEST_END();
}
