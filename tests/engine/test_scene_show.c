// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scene.h"

// What a scene says about how it is seen: its title, its sentence, its speed and its ending.

#define HEAD "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-sphere\""

static ssResult parse( const char* text, ssScene* scene )
{
    return ssParseScene( text, strlen( text ), scene );
}

TEST whatASceneSaysIsReadBack( void )
{
    ssScene scene, again;
    ssResult result = parse( HEAD ", \"show\": {\"title\": \"A \\\"ball\\\"\", \"point\": \"It rolls.\", "
                                  "\"speed\": 0.5, \"ending\": \"loop\", \"panes\": \"u,slip\"}}",
        &scene );
    ASSERT_EQm( result.message, ss_ok, result.code );
    char* text = ssFormatScene( &scene );
    result = parse( text, &again );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_STR_EQ( "A \"ball\"", again.show.title );
    ASSERT_STR_EQ( "It rolls.", again.show.point );
    ASSERT_STR_EQ( "u,slip", again.show.panes );
    ASSERT_EQ( 0.5, again.show.speed );
    ASSERT_EQ( ss_endingLoop, again.show.ending );
    ssRelease( text );
    ssScene_Destroy( &scene );
    ssScene_Destroy( &again );
    PASS();
}

TEST aSceneThatSaysNothingIsWrittenWithoutIt( void )
{
    ssScene scene;
    ASSERT_EQ( ss_ok, parse( HEAD "}", &scene ).code );
    char* text = ssFormatScene( &scene );
    ASSERT_EQ( NULL, strstr( text, "\"show\"" ) );
    ssRelease( text );
    ssScene_Destroy( &scene );
    PASS();
}

TEST whatIsWrongIsNamed( void )
{
    static const struct
    {
        const char *show, *named;
    } cases[] = {
        { "7", "show" },
        { "{\"title\": 7}", "title" },
        { "{\"speed\": 0}", "speed" },
        { "{\"speed\": \"fast\"}", "speed" },
        { "{\"ending\": \"never\"}", "loop" },
        { "{\"colour\": \"red\"}", "colour" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        char text[256];
        ssScene scene;
        snprintf( text, sizeof text, HEAD ", \"show\": %s}", cases[i].show );
        ssResult result = parse( text, &scene );
        ASSERTm( cases[i].show, result.code != ss_ok );
        ASSERTm( result.message, strstr( result.message, cases[i].named ) != NULL );
    }
    PASS();
}

TEST aSentenceTooLongIsRefused( void )
{
    char text[1024], point[301];
    ssScene scene;
    memset( point, 'a', 300 );
    point[300] = '\0';
    snprintf( text, sizeof text, HEAD ", \"show\": {\"point\": \"%s\"}}", point );
    ssResult result = parse( text, &scene );
    ASSERT( result.code != ss_ok );
    ASSERTm( result.message, strstr( result.message, "300" ) != NULL );
    PASS();
}

SUITE( scene_show )
{
    RUN_TEST( whatASceneSaysIsReadBack );
    RUN_TEST( aSceneThatSaysNothingIsWrittenWithoutIt );
    RUN_TEST( whatIsWrongIsNamed );
    RUN_TEST( aSentenceTooLongIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( scene_show );
    return TEST_END();
}
