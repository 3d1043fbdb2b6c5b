// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "scene_common.h"

// Pins and twins in scenes: copies own what they have, and what is wrong is refused with its place.

TEST copiedScenesOwnTheirPinsAndTwin( void )
{
    testRng rng = { 9 };
    ssScene scene = richRun( &rng, 3 ), copy;
    addCompared( &scene, &rng, SS_MAX_PINS );
    ASSERT_EQ( ss_ok, ssTwin_Set( &scene.twin, &scene.def, "mu", "0.15" ).code );
    ASSERT_EQ( ss_ok, ssScene_Copy( &scene, &copy ).code );
    ASSERT( equalScenes( &scene, &copy ) );
    char* text = ssFormatScene( &scene );
    ssScene_Destroy( &scene );
    char* again = ssFormatScene( &copy );
    ASSERT_STR_EQ( text, again );
    ssScene_RemovePin( &copy, 1 );
    ASSERT_EQ_FMT( SS_MAX_PINS - 1, copy.pinCount, "%d" );
    ASSERT_STR_EQ( "", copy.pins[1].name ); // the named one is gone
    ASSERT( ssTwin_Unset( &copy.twin, "mu" ) && !ssTwin_Unset( &copy.twin, "mu" ) );
    ssScene_Destroy( &copy );
    ASSERT( copy.pinCount == 0 && !copy.twin.on );
    ssRelease( text );
    ssRelease( again );
    PASS();
}

TEST pinsAreAtMostFourOfTheSameScenario( void )
{
    testRng rng = { 10 };
    ssScene scene = richRun( &rng, 0 ),
            other = { .def = ssDefaultSimDef( ssFindScenario( "belt" ) ), .viewFlags = ss_drawAll };
    ssResult result = ssScene_AddPin( &scene, &other, 0, "" );
    ASSERT( result.code != ss_ok && testContains( result.message, "belt" ) );
    char name[SS_PIN_NAME_CAPACITY + 1] = "";
    memset( name, 'a', SS_PIN_NAME_CAPACITY );
    ASSERT_EQ( ss_errorValue, ssScene_AddPin( &scene, &scene, 0, name ).code );
    ASSERT_EQ( ss_errorValue, ssScene_AddPin( &scene, &scene, 0, "two\nlines" ).code );
    addCompared( &scene, &rng, SS_MAX_PINS );
    result = ssScene_AddPin( &scene, &scene, 0, "" );
    ASSERT( result.code != ss_ok && testContains( result.message, "at most 4" ) );
    ASSERT_EQ_FMT( SS_MAX_PINS, scene.pinCount, "%d" );
    ssScene_Destroy( &scene );
    PASS();
}

TEST aTwinHasItsOwnValuesAndTheRestOfTheRun( void )
{
    ssSimDef def = ssDefaultSimDef( sphere() );
    def.values[keyOf( "u0" )] = 3.25;
    ssTwin twin = { 0 };
    ASSERT( ssTwin_Set( &twin, &def, "mo", "1" ).code != ss_ok );
    ASSERT( ssTwin_Set( &twin, &def, "mu", "-1" ).code != ss_ok );
    ASSERT( !twin.on && twin.count == 0 );
    ASSERT_EQ( ss_ok, ssTwin_Set( &twin, &def, "mu", "0.1" ).code );
    ASSERT_EQ( ss_ok, ssTwin_Set( &twin, &def, "law", "relaxed" ).code );
    ASSERT_EQ( ss_ok, ssTwin_Set( &twin, &def, "mu", "0.4" ).code );
    ASSERT( twin.on && twin.count == 2 );
    ASSERT_EQ( ss_ok, ssTwin_Apply( &twin, &def ).code );
    ASSERT( def.values[keyOf( "mu" )] == 0.4 && def.values[keyOf( "law" )] == 1.0 &&
        def.values[keyOf( "u0" )] == 3.25 );
    ssTwin_Destroy( &twin );
    // Where no row is called law, it is a shipped law.
    def = ssDefaultSimDef( ssFindScenario( "belt" ) );
    ASSERT( ssTwin_Set( &twin, &def, "law", "nothing" ).code != ss_ok );
    PASS();
}

TEST brokenPinsAndTwinsAreNamed( void )
{
    static const struct
    {
        const char *text, *field;
    } rows[] = {
        { HEAD ",\"pins\":{}}", "pins" },
        { HEAD ",\"pins\":[1]}", "pins" },
        { HEAD ",\"pins\":[{},{},{},{},{}]}", "pins" },
        { HEAD ",\"pins\":[{\"camera\":{}}]}", "camera" },
        { HEAD ",\"pins\":[{\"pins\":[]}]}", "pins" },
        { HEAD ",\"pins\":[{},{\"params\":{\"mu\":-1}}]}", "mu" },
        { HEAD ",\"pins\":[{\"params\":{\"mo\":1}}]}", "mo" },
        { HEAD ",\"pins\":[{\"name\":7}]}", "name" },
        { HEAD ",\"pins\":[{\"name\":\"a\\nb\"}]}", "name" },
        { HEAD ",\"pins\":[{\"steps\":-1}]}", "steps" },
        { HEAD ",\"pins\":[{\"steps\":0.5}]}", "steps" },
        { HEAD ",\"pins\":[{\"steps\":1e300}]}", "steps" },
        { HEAD ",\"pins\":[{\"steps\":\"1\"}]}", "steps" },
        { HEAD ",\"pins\":[{\"hidden\":1}]}", "hidden" },
        { HEAD ",\"pins\":[{\"h\":0}]}", "h" },
        { HEAD ",\"pins\":[{\"edits\":[{\"step\":1}]}]}", "key" },
        { HEAD ",\"twin\":[]}", "twin" },
        { HEAD ",\"twin\":{\"mo\":1}}", "mo" },
        { HEAD ",\"twin\":{\"mu\":true}}", "mu" },
        { HEAD ",\"twin\":{\"mu\":-1}}", "mu" },
        { HEAD ",\"twin\":{\"mu\":1,\"mu\":1}}", "mu" },
        { HEAD ",\"twin\":{\"law\":\"stick\"}}", "law" },
        { HEAD ",\"twin\":{\"law_text\":1}}", "law_text" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i ) { CHECK_CALL( refused( rows[i].text, rows[i].field ) ); }
    ssScene scene;
    ssResult result = parse( HEAD ",\"pins\":[{},{\"params\":{\"mu\":-1}}]}", &scene );
    ASSERTm( result.message, testContains( result.message, "pins[1]: mu" ) );
    result = parse( HEAD ",\"twin\":{\"mu\":-1}}", &scene );
    ASSERTm( result.message, testContains( result.message, "twin: mu" ) );
    PASS();
}

SUITE( scenePins )
{
    RUN_TEST( copiedScenesOwnTheirPinsAndTwin );
    RUN_TEST( pinsAreAtMostFourOfTheSameScenario );
    RUN_TEST( aTwinHasItsOwnValuesAndTheRestOfTheRun );
    RUN_TEST( brokenPinsAndTwinsAreNamed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( scenePins );
    return TEST_END();
}
