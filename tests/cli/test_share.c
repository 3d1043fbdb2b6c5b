// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

// Pages, courses and classes: `slipstick web` and `slipstick class`, with a page that is none but has its
// marks.

#define PAGE                                                                                               \
    "printf '<html><head><!-- scene --><!-- /scene --></head><body>all</body></html>' >\"$D/page.html\"; " \
    "export "                                                                                              \
    "SLIPSTICK_PAGE=\"$D/page.html\"; cd \"$D\"; "

static bool hasPython( void ) { return testShell( "command -v python3" ).status == 0; }

TEST aSceneIsPutIntoThePage( void )
{
    testRun run =
        testShell( PAGE "\"$S\" web --scene belt --show scene,plot.x -o belt.html && cat belt.html" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "\"scene\": \"#s=" ) );
    ASSERTm( run.out, testContains( run.out, "\"show\": \"scene,plot.x\"" ) );
    ASSERTm( run.out, testContains( run.out, "<body>all</body>" ) );
    PASS();
}

TEST noTextOfASceneEndsItsScript( void )
{
    testRun run =
        testShell( PAGE "echo '{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"belt\",\"show\":"
                        "{\"title\":\"</script><b>\"}}' >s.json; \"$S\" web --scene s.json -o s.html && cat "
                        "s.html" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "<\\/script><b>" ) );
    ASSERTm( run.out, !testContains( run.out, "\"</script>" ) );
    PASS();
}

TEST whatIsNoSceneOrHasNoPageIsRefused( void )
{
    ASSERT_REFUSED( testShell( PAGE "echo '{}' >s.json; \"$S\" web --scene s.json -o s.html" ) );
    ASSERT_REFUSED( testShell( PAGE "\"$S\" web --scene nothing -o s.html" ) );
    ASSERT_REFUSED( testShell( PAGE "\"$S\" web --scene belt -o missing/s.html" ) );
    ASSERT_REFUSED( testShell( PAGE "\"$S\" web --scene belt" ) );
    ASSERT_REFUSED( testShell( PAGE "\"$S\" web --scorm nothing -o s.zip" ) );
    testRun run = testShell( PAGE "echo old >page.html; \"$S\" web --scene belt -o s.html" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "./slipstick web" );
    PASS();
}

TEST aCourseHasManifestAndPage( void )
{
    testRun run =
        testShell( PAGE "\"$S\" web --scorm slide-then-roll -o lesson.zip && python3 -c \"import zipfile, "
                        "xml.dom.minidom as x; z = zipfile.ZipFile('lesson.zip'); m = "
                        "x.parseString(z.read('imsmanifest.xml')); r = "
                        "m.getElementsByTagName('resource')[0]; print(z.namelist(), "
                        "r.getAttribute('href'), r.getAttribute('adlcp:scormtype'), "
                        "m.getElementsByTagName('schemaversion')[0].firstChild.data, b'ask choice' in "
                        "z.read('index.html'))\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "['imsmanifest.xml', 'index.html'] index.html sco 1.2 True\n", strchr( run.out, '[' ) );
    PASS();
}

#define ANSWERS( name, choice, points, number )                                                         \
    "printf "                                                                                           \
    "'lesson,step,title,kind,question,answer,state,points,sketch,run\\n\"l\",1,\"A\",choice,\"What?\"," \
    "\"" choice "\",answered," points                                                                   \
    ",,\\n\"l\",1,\"A\",sketch,\"u\",\"sign fits\",answered,0.5,0:1 1:2 ,0:1 1:3 \\n\"l\",2,\"B\","     \
    "number,\"How fast?\",\"" number "\",answered," points ",,\\n' >\"$D/" name "\"; "

TEST answersOfAClassAreCounted( void )
{
    testRun run = testShell( ANSWERS( "a.csv", "It slides", "1", "2,5 m/s" )
            ANSWERS( "b.csv", "It slides", "1", "2.5 m/s" ) ANSWERS( "c.csv", "It \"\"rolls\"\"", "0",
                "7 m/s" ) "cd \"$D\"; \"$S\" class a.csv b.csv c.csv -o p.html --json "
                          "&& cat p.html" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "\"students\": 3" ) );
    ASSERTm( run.out, testContains( run.out, "\"answers\": {\"It slides\": 2, \"It \\\"rolls\\\"\": 1}" ) );
    ASSERTm( run.out, testContains( run.out, "67 % of the points" ) );
    int sketches = 0;
    for ( const char* at = run.out; ( at = strstr( at, "stroke-opacity" ) ) != NULL; ++at ) { ++sketches; }
    ASSERT_EQ( 3, sketches );
    ASSERTm( run.out, testContains( run.out, "stroke=\"#d55e00\"" ) ); // the run beside them
    PASS();
}

TEST whatIsNoAnswerIsRefused( void )
{
    ASSERT_REFUSED( testShell( "\"$S\" class" ) );
    ASSERT_REFUSED( testShell( "\"$S\" class \"$D/nothing.csv\"" ) );
    ASSERT_REFUSED( testShell( "printf 't,x\\n0,1\\n' >\"$D/x.csv\"; \"$S\" class \"$D/x.csv\"" ) );
    ASSERT_REFUSED( testShell( "\"$S\" class \"$S\"" ) );
    PASS();
}

/// share.js, which the page runs, under node: what it puts into pages, and what it tells a platform.
TEST thePageDoesTheSame( void )
{
    if ( testShell( "command -v node" ).status != 0 ) { SKIPm( "node is not installed" ); }
    testRun run = testShell( "node \"$T/../web/test_share.mjs\"" );
    ASSERT_EQm( run.err, 0, run.status );
    PASS();
}

SUITE( share )
{
    RUN_TEST( aSceneIsPutIntoThePage );
    RUN_TEST( noTextOfASceneEndsItsScript );
    RUN_TEST( whatIsNoSceneOrHasNoPageIsRefused );
    RUN_TEST( aCourseHasManifestAndPage );
    RUN_TEST( answersOfAClassAreCounted );
    RUN_TEST( whatIsNoAnswerIsRefused );
    RUN_TEST( thePageDoesTheSame );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    if ( hasPython() ) { RUN_SUITE( share ); }
    return TEST_END();
}
