// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "base/link.h"
#include "base/shipped_scene.h"

// Links: what they hold, those that were made long ago, and those that mean no good.

/// Reads the scene of a link, and compares its whole form with that of the scene it was made of.
static enum greatest_test_res sameAfterLink( const ssScene* scene, size_t* length )
{
    char *link, *text;
    size_t size;
    ssScene again;
    ssResult result = linkOfScene( scene, &link );
    ASSERT_EQm( result.message, ss_ok, result.code );
    *length = strlen( link );
    result = linkRead( link, &text, &size );
    ASSERT_EQm( result.message, ss_ok, result.code );
    result = ssParseScene( text, size, &again );
    ASSERT_EQm( result.message, ss_ok, result.code );
    char *was = ssFormatScene( scene ), *is = ssFormatScene( &again );
    ASSERT_STR_EQ( was, is );
    ssRelease( was );
    ssRelease( is );
    ssRelease( link );
    free( text );
    ssScene_Destroy( &again );
    PASS();
}

TEST everyPresetComesBackFromALinkOfAFewLetters( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        for ( int k = -1; k < scenario->presetCount; ++k )
        {
            size_t length = 0;
            ssScene scene = { .def = ssDefaultSimDef( scenario ), .viewFlags = ss_drawDefault };
            if ( k >= 0 )
            {
                ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &scene.def, scenario->presets[k].name ).code );
            }
            CHECK_CALL( sameAfterLink( &scene, &length ) );
            ASSERTm( scenario->id, length < 120 );
        }
    }
    PASS();
}

TEST everyShippedSceneComesBackFromALink( void )
{
    for ( int i = 0; i < shippedSceneCount(); ++i )
    {
        size_t length = 0;
        ssScene scene;
        ASSERT_EQ( ss_ok, parseShippedScene( shippedSceneAt( i )->name, &scene ).code );
        CHECK_CALL( sameAfterLink( &scene, &length ) );
        ASSERTm( shippedSceneAt( i )->name, length < 2000 );
        ssScene_Destroy( &scene );
    }
    PASS();
}

/// A law that is changed on the way, a twin, pins, a camera, a time and a lesson.
static const char s_full[] =
    "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"belt\",\"preset\":\"fig16\",\"seed\":"
    "\"77\","
    "\"params\":{\"belt_speed\":0.11},\"camera\":{\"yaw_deg\":-31.5,\"pitch_deg\":20,\"distance\":2.5,"
    "\"target\":[0,0.25,1]},\"view\":{\"labels\":false,\"energies\":true},\"show\":{\"time\":1.5,\"lesson\":"
    "\"singing-belt\",\"title\":\"Ünd \\\"so\\\"\"},\"twin\":{\"mass\":12.5},"
    "\"pins\":[{\"name\":\"slower\",\"steps\":100,\"params\":{\"belt_speed\":0.07}}],"
    "\"edits\":[{\"step\":10,\"key\":\"normal_force\",\"value\":12},{\"step\":20,\"drag\":[0.1,0,0]},{"
    "\"step\":30,"
    "\"drag\":false}]}";

TEST everythingOfASceneIsInItsLink( void )
{
    size_t length = 0;
    ssScene scene;
    ssResult result = ssParseScene( s_full, strlen( s_full ), &scene );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 1.5, scene.show.time );
    ASSERT_STR_EQ( "singing-belt", scene.show.lesson );
    CHECK_CALL( sameAfterLink( &scene, &length ) );
    ASSERT( length < 500 );
    ssScene_Destroy( &scene );
    PASS();
}

TEST aLinkRunsAsTheSceneDoes( void )
{
    testRun run =
        testShell( "L=$(\"$S\" link " SPHERE " --preset fig3b --set mu=0.35 --set mu_r=0.02) && "
                   "[ ${#L} -lt 300 ] && \"$S\" run \"https://host.example/slipstick.html?light$L\" "
                   "--until .1 --hash && \"$S\" run " SPHERE " --preset fig3b --set mu=0.35 --set "
                   "mu_r=0.02 --until .1 --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 2, testLines( run.out ) );
    ASSERT_EQ( 0, strncmp( run.out, strchr( run.out, '\n' ) + 1, 16 ) );
    run = testShell( "\"$S\" link belt --address https://host.example/s.html#old" );
    ASSERT_EQ( 0, strncmp( run.out, "https://host.example/s.html#s=", 30 ) );
    PASS();
}

/// The file has a link and the words that mean the same on each line. None may ever be changed, only added.
TEST linksOfOlderVersionsStillOpen( void )
{
    FILE* file = fopen( SLIPSTICK_TEST_DATA "/links.txt", "r" );
    char line[4096], link[4000], words[400];
    int count = 0;
    ASSERT( file != NULL );
    for ( ; fgets( line, sizeof line, file ) != NULL; ++count )
    {
        ASSERT_EQ( 2, sscanf( line, "%3999s %399[^\n]", link, words ) );
        testRun run = testShell( "A=$(\"$S\" run '%s' --until .5 --hash) && B=$(\"$S\" run %s --until .5 "
                                 "--hash) && [ -n \"$A\" ] && [ \"$A\" = \"$B\" ]",
            link, words );
        ASSERT_EQm( words, 0, run.status );
    }
    fclose( file );
    ASSERT( count >= 8 );
    PASS();
}

TEST brokenAndHostileLinksAreRefusedWithOneLine( void )
{
    static const char* const tails[] = {
        "",                                 // nothing
        "!!!",                              // no base64
        "AAAA",                             // unknown
        "AgAAmnmMGD2JHWmP_Qkv6J9J8q0jRqdj", // of a later version
        "AQ____________8PDw8PDw8PDw8PDw8P", // claims 16 MiB
        "AQ8PDw8PDw8PDw8PDw8PDw8PDw8PDw8P", // claims a megabyte, and ends
        ( "eyJmb3JtYXQiOiJzbGlwc3RpY2stc2NlbmUiLCJ2ZXJzaW9uIjoxLCJzY2VuYXJpbyI6InNwaGVyZS1waWxlIiwicGFyYW1zIj"
          "p7"
          "Im4iOjFlOX19" ),
        "eyJmb3JtYXQi", // ends
    };
    bool window = testShell( "\"$S\" help shot" ).status == 0; // a build may have none
    for ( int i = 0; i < (int)( sizeof tails / sizeof *tails ); ++i )
    {
        testRun run = testShell( "\"$S\" run '#s=%s'", tails[i] );
        ASSERT_EQm( tails[i], 2, run.status );
        ASSERT_EQm( tails[i], 1, testLines( run.err ) );
        run = testShell( "\"$S\" shot 'http://x/#s=%s' -o \"$D/x.png\"", tails[i] );
        ASSERTm( tails[i], run.status == 2 || ( !window && run.status != 0 ) );
    }
    PASS();
}

TEST anyLetterThatIsLostOrChangedIsNoticed( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( SPHERE ) ), .viewFlags = ss_drawDefault };
    char *link, *text = NULL;
    size_t length;
    ASSERT_EQ( ss_ok, linkOfScene( &scene, &link ).code );
    for ( char* at = link + 3; *at != '\0'; ++at )
    {
        char was = *at;
        *at = was == 'x' ? 'y' : 'x';
        // The last letter may have bits that nobody reads.
        ASSERT( linkRead( link, &text, &length ).code != ss_ok || ( at[1] == '\0' && text != NULL ) );
        free( text );
        *at = '\0';
        ASSERT( linkRead( link, &text, &length ).code != ss_ok || at[0] == '\0' );
        free( text );
        *at = was;
    }
    ssRelease( link );
    PASS();
}

TEST whatDoesNotFitIsNamed( void )
{
    testRun run = testShell( "cd \"$D\" && printf 't,x\\n0,1\\n' > poses.csv && \"$S\" link toss --set "
                             "input=poses.csv" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "poses.csv" );
    run = testShell( "cd \"$D\" && { cat \"$T/../../assets/laws/asperity.law\"; "
                     "awk 'BEGIN { for ( ; i < 1150; ++i ) print \"#\", i * 7919 %% 10007, i * i %% 65521 "
                     "}'; } > long.law && \"$S\" link " SPHERE " --law long.law" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "law" );
    ASSERT_SAYS( run, "scene file" );
    PASS();
}

SUITE( link_suite )
{
    RUN_TEST( everyPresetComesBackFromALinkOfAFewLetters );
    RUN_TEST( everyShippedSceneComesBackFromALink );
    RUN_TEST( everythingOfASceneIsInItsLink );
    RUN_TEST( aLinkRunsAsTheSceneDoes );
    RUN_TEST( linksOfOlderVersionsStillOpen );
    RUN_TEST( brokenAndHostileLinksAreRefusedWithOneLine );
    RUN_TEST( anyLetterThatIsLostOrChangedIsNoticed );
    RUN_TEST( whatDoesNotFitIsNamed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( link_suite );
    return TEST_END();
}
