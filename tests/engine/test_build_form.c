// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "build_common.h"

// Builds as texts and values: what is refused, operations and their undo,
// scenes that replay, states that are restored.

#define PART( fields ) "{\"parts\": [{" fields "}]}"

/// Bad builds, and what their messages say.
static const struct
{
    const char *text, *says[3];
} s_bad[] = {
    { "[]", { "build", "an object" } },
    { "{\"part\": []}", { "build", "unknown key 'part'", "'parts'" } },
    { "{\"parts\": {}}", { "parts", "an array" } },
    { "{\"parts\": [3]}", { "parts[0]", "an object", "a number" } },
    { PART( "\"size\": [1, 1, 1]" ), { "parts[0]", "kind" } },
    { PART( "\"kind\": \"cube\"" ), { "parts[0]", "'cube'", "sphere, box" } },
    { PART( "\"kind\": \"box\", \"size\": [1, 1]" ), { "size", "three numbers", "one of 2" } },
    { PART( "\"kind\": \"box\", \"id\": 7, \"colr\": 1" ), { "unknown key 'colr'", "'colour'" } },
    { PART( "\"kind\": \"box\", \"id\": 7, \"radius\": 1" ), { "part 7", "a box has no radius" } },
    { PART( "\"kind\": \"box\", \"name\": \"crate\", \"size\": [1, 1]" ),
        { "'crate'", "size", "three numbers" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"size\": [1, 0, 1]" ),
        { "part 2", "size.y = 0", "more than 0 to 1000 m" } },
    { PART( "\"kind\": \"sphere\", \"id\": 2, \"radius\": \"big\"" ), { "part 2", "radius", "a number" } },
    { PART( "\"kind\": \"sphere\", \"id\": 2, \"radius\": 1e999" ), { "radius" } },
    { PART( "\"kind\": \"sphere\", \"id\": 2, \"radius\": -1" ), { "part 2", "radius = -1", "more than 0" } },
    { PART( "\"kind\": \"sphere\", \"id\": 2, \"mu\": -0.1" ), { "part 2", "mu = -0.1", "0 to" } },
    { PART( "\"kind\": \"sphere\", \"id\": 2, \"restitution\": 2" ),
        { "part 2", "restitution = 2", "0 to 1" } },
    { PART( "\"kind\": \"sphere\", \"id\": 2, \"position\": [0, 0, 1e9]" ),
        { "part 2", "position.z", "100000" } },
    { PART( "\"kind\": \"sphere\", \"id\": 2, \"fixed\": 1" ), { "part 2", "fixed", "true or false" } },
    { PART( "\"kind\": \"belt\", \"id\": 2, \"fixed\": false" ), { "part 2", "a belt is always fixed" } },
    { PART( "\"kind\": \"belt\", \"id\": 2, \"mass\": 3" ), { "part 2", "a belt has no mass" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"fixed\": true, \"velocity\": [1, 0, 0]" ),
        { "part 2", "a fixed box has no velocity" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"shake_amplitude\": 1" ),
        { "part 2", "a moving box has no shake_amplitude" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"fixed\": true, \"shake_amplitude\": 1, \"shake_direction\": [0, "
            "0, 0]" ),
        { "part 2", "shake_direction is zero" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"colour\": 12" ), { "part 2", "colour = 12", "-1 to 6" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"look\": \"wod\"" ),
        { "part 2", "look 'wod'", "plain, wood, ice" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"look\": 3" ), { "part 2", "look", "a number" } },
    { "{\"ground\": {\"look\": \"mud\"}}", { "ground", "look 'mud'", "stone, felt" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"points\": []" ), { "part 2", "a box has no points" } },
    { PART( "\"kind\": \"hull\", \"id\": 2" ), { "part 2", "points", "4 to 64" } },
    { PART( "\"kind\": \"hull\", \"id\": 2, \"points\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]" ),
        { "part 2", "in a plane" } },
    { PART( "\"kind\": \"hull\", \"id\": 2, \"points\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], 5]" ),
        { "part 2", "points", "three numbers" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"law\": \"no-such-law\"" ),
        { "part 2", "no law 'no-such-law'", "known" } },
    { PART( "\"kind\": \"box\", \"id\": 2, \"law\": \"mu = = 3\"" ), { "part 2", "law" } },
    { PART( "\"kind\": \"box\", \"id\": 0" ), { "id = 0", "from 1" } },
    { PART( "\"kind\": \"box\", \"name\": \"a name that is longer than anybody would want it\"" ),
        { "name", "31" } },
    { "{\"parts\": [{\"kind\": \"box\", \"id\": 1}, {\"kind\": \"box\", \"id\": 1}]}", { "part 1 already" } },
    { "{\"gravity\": [0, 0]}", { "gravity", "three numbers" } },
    { "{\"gravity\": [0, 0, -1e9]}", { "gravity", "-10000 to 10000" } },
    { "{\"ground\": 3}", { "ground", "true, false or an object" } },
    { "{\"ground\": {\"mu\": -1}}", { "ground", "mu = -1" } },
    { "{\"ground\": {\"radius\": 1}}", { "ground", "unknown key 'radius'", "allowed: " } },
    { "{\"parts\": [{\"kind\": \"box\"}], \"joints\": [{\"kind\": \"weld\", \"b\": 1}]}",
        { "joints[0]", "'weld'", "ball, hinge" } },
    { "{\"parts\": [{\"kind\": \"box\"}], \"joints\": [{\"kind\": \"ball\", \"b\": 9}]}",
        { "joint 1", "b = 9", "no such part" } },
    { "{\"parts\": [{\"kind\": \"box\"}], \"joints\": [{\"kind\": \"ball\", \"a\": 1, \"b\": 1}]}",
        { "joint 1", "both 1" } },
    { "{\"parts\": [{\"kind\": \"wall\"}], \"joints\": [{\"kind\": \"ball\", \"b\": 1}]}",
        { "joint 1", "both fixed" } },
    { "{\"parts\": [{\"kind\": \"box\"}], \"joints\": [{\"kind\": \"hinge\", \"b\": 1, \"axis\": [0, 0, "
      "0]}]}",
        { "joint 1", "axis" } },
};

TEST everyBadBuildIsRefusedWithPartAndKey( void )
{
    for ( int i = 0; i < SS_COUNT( s_bad ); ++i )
    {
        ssBuild build;
        ssResult result = ssParseBuild( s_bad[i].text, strlen( s_bad[i].text ), &build );
        ASSERTm( s_bad[i].text, result.code != ss_ok );
        for ( int k = 0; k < 3 && s_bad[i].says[k] != NULL; ++k )
        {
            if ( strstr( result.message, s_bad[i].says[k] ) == NULL )
            {
                printf( "\n%s\n  says: %s\n  not: %s\n", s_bad[i].text, result.message, s_bad[i].says[k] );
                FAIL();
            }
        }
        ASSERT_EQ( 0, build.partCount );
    }
    ssPart part = ssDefaultPart( ss_partSphere );
    part.radius = (double)NAN;
    ASSERT( strstr( ssPart_Validate( &part ).message, "radius = nan" ) != NULL );
    PASS();
}

TEST tooManyPartsAreRefused( void )
{
    ssBuild build = ssDefaultBuild();
    ssBuildEdit add = { .op = ss_buildAddPart, .part = ssDefaultPart( ss_partSphere ) };
    for ( int i = 0; i < SS_BUILD_MAX_PARTS; ++i )
    {
        add.part.id = 0;
        ASSERT_EQ( ss_ok, ssBuild_Apply( &build, &add ).code );
        ASSERT_EQ( i + 1, add.part.id );
    }
    add.part.id = 0;
    ASSERT( strstr( ssBuild_Apply( &build, &add ).message, "up to 500" ) != NULL );
    ssBuild_Destroy( &build );
    PASS();
}

static const char s_full[] =
    "{\"gravity\": [0.1, 0, -9.8], \"ground\": {\"mu\": 0.3, \"mu_r\": 0.002, \"mu_s\": 0.001, "
    "\"restitution\": 0.2, \"look\": \"ice\"},"
    "\"parts\": [{\"kind\": \"sphere\", \"id\": 4, \"name\": \"ball\", \"radius\": 0.1, \"position\": [0, 0, "
    "0.3], \"omega\": [0, 3, 0], \"look\": \"steel\"},"
    "{\"kind\": \"hull\", \"points\": [[0, 0, 0.2], [0.2, 0, 0], [-0.1, 0.2, 0], [-0.1, -0.2, 0]], "
    "\"position\": [1, 0, 0.1]},"
    "{\"kind\": \"turntable\", \"radius\": 0.5, \"position\": [0, 2, 0.05], \"speed\": 3},"
    "{\"kind\": \"box\", \"fixed\": true, \"shake_amplitude\": 0.02, \"shake_frequency\": 3, \"position\": "
    "[3, 0, 0.15]},"
    "{\"kind\": \"box\", \"position\": [3, 0, 0.5], \"size\": [0.1, 0.2, 0.3], \"colour\": 2, \"density\": "
    "500},"
    "{\"kind\": \"ramp\", \"position\": [0, -2, 0.35]}, {\"kind\": \"hoop\", \"position\": [-0.5, -2, 1.2], "
    "\"turn_deg\": [90, 0, 0]}],"
    "\"joints\": [{\"kind\": \"ball\", \"a\": 4, \"b\": 5, \"anchor\": [0.5, 0, 0]}]}";

TEST aTextReadAndWrittenIsTheSameBuild( void )
{
    ssBuild build, again;
    ASSERT_EQ( ss_ok, ssParseBuild( s_full, strlen( s_full ), &build ).code );
    char* text = ssFormatBuild( &build );
    ASSERT( text != NULL );
    ASSERT_EQ( ss_ok, ssParseBuild( text, strlen( text ), &again ).code );
    ASSERT( ssBuild_Equal( &build, &again ) );
    ASSERT( again.parts[0].look == ss_lookSteel && again.parts[1].look == ss_lookPlain );
    ASSERT( again.ground.look == ss_lookIce );
    again.parts[0].look = ss_lookFelt;
    ASSERT( !ssBuild_Equal( &build, &again ) );
    again.parts[0].look = ss_lookSteel;
    again.parts[0].material.mu += 1e-9;
    ASSERT( !ssBuild_Equal( &build, &again ) );
    ssRelease( text );
    ssBuild_Destroy( &build );
    ssBuild_Destroy( &again );
    PASS();
}

TEST everyOperationHasAnUndoAndAText( void )
{
    ssBuild build, before, other, source;
    ASSERT_EQ( ss_ok, ssParseBuild( s_full, strlen( s_full ), &build ).code );
    ASSERT_EQ( ss_ok, ssParseBuild( s_full, strlen( s_full ), &source ).code );
    ASSERT_EQ( ss_ok, ssParseBuild( "{}", 2, &other ).code );
    ssPart changed = *ssBuild_Part( &source, 5 );
    changed.material.mu = 0.9;
    ssBuildEdit edits[] = { { .op = ss_buildAddPart, .part = ssDefaultPart( ss_partCapsule ) },
        { .op = ss_buildChangePart, .part = changed }, { .op = ss_buildRemovePart, .id = 4 },
        { .op = ss_buildAddJoint, .joint = { .kind = ss_buildHinge, .a = 0, .b = 8, .axis = { 0, 0, 1 } } },
        { .op = ss_buildChangeJoint,
            .joint = { .id = 1, .kind = ss_buildFixed, .a = 4, .b = 8, .axis = { 0, 0, 1 } } },
        { .op = ss_buildRemoveJoint, .id = 1 }, { .op = ss_buildSetGravity, .gravity = { 0, 0, -1.62 } },
        { .op = ss_buildSetGround, .ground = { .on = false } }, { .op = ss_buildSetAll, .all = &other } };
    for ( int i = 0; i < SS_COUNT( edits ); ++i )
    {
        ssBuildEdit again;
        ASSERT_EQ( ss_ok, ssBuild_Copy( &build, &before ).code );
        ASSERT_EQm( ssBuildOpName( edits[i].op ), ss_ok, ssBuild_Apply( &build, edits + i ).code );
        ASSERT( !ssBuild_Equal( &build, &before ) );
        char* text = ssFormatBuildEdit( edits + i );
        ASSERT_EQm( text, ss_ok, ssParseBuildEdit( text, strlen( text ), &again ).code );
        ASSERT_EQ( ss_ok, ssBuild_Apply( &before, &again ).code );
        ASSERTm( text, ssBuild_Equal( &build, &before ) );
        ssBuild_Destroy( &before );
        ssRelease( text );
        ssBuildEdit_Destroy( &again );
        ssBuildEdit back = { .op = ss_buildSetAll };
        ssBuild fresh;
        ASSERT_EQ( ss_ok, ssParseBuild( s_full, strlen( s_full ), &fresh ).code );
        back.all = &fresh;
        ASSERT_EQ( ss_ok, ssBuild_Apply( &build, &back ).code );
        ssBuild_Destroy( &fresh );
    }
    ssBuild_Destroy( &build );
    ssBuild_Destroy( &other );
    ssBuild_Destroy( &source );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ runs

/// A scene with the build and changes during the run.
static const char s_scene[] = "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": "
                              "\"playground\", \"h\": 0.002, \"until\": 0.4, \"build\": %s,"
                              "\"edits\": [{\"step\": 40, \"build\": {\"add\": {\"kind\": \"box\", \"id\": "
                              "20, \"position\": [0, 0, 1], \"thrown\": true,"
                              " \"velocity\": [1, 0, -2]}}},"
                              "{\"step\": 60, \"build\": {\"change\": {\"kind\": \"sphere\", \"id\": 4, "
                              "\"radius\": 0.15, \"position\": [0, 0, 0.3],"
                              " \"omega\": [0, 3, 0]}}}, {\"step\": 80, \"build\": {\"remove\": 5}}, "
                              "{\"step\": 90, \"build\": {\"gravity\": [0, 1, -5]}},"
                              "{\"step\": 100, \"build\": {\"ground\": {\"mu\": 0.1}}}, {\"step\": 120, "
                              "\"drag\": [0, 0, 2], \"body\": 1}]}";

static ssResult parseScene( ssScene* scene )
{
    static char text[8192];
    snprintf( text, sizeof text, s_scene, s_full );
    return ssParseScene( text, strlen( text ), scene );
}

static uint64_t replay( const ssScene* scene, ssSim** keep )
{
    ssSim* sim = NULL;
    int next = 0;
    ssResult result = ssCreateSim( &scene->def, &sim );
    for ( int n = 0; n < 200 && result.code == ss_ok; ++n )
    {
        result = ssScene_ApplyEdits( scene, sim, &next );
        ssSim_Step( sim );
    }
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    uint64_t hash = result.code == ss_ok ? ssSim_Hash( sim ) : 0;
    if ( keep != NULL ) { *keep = sim; }
    else { ssDestroySim( sim ); }
    return hash;
}

TEST aSavedSceneReplaysWithTheSameHash( void )
{
    ssScene scene, again;
    ssResult result = parseScene( &scene );
    ASSERT_EQm( result.message, ss_ok, result.code );
    char* text = ssFormatScene( &scene );
    ASSERT( text != NULL );
    ASSERT_EQ( ss_ok, ssParseScene( text, strlen( text ), &again ).code );
    uint64_t hash = replay( &scene, NULL );
    ASSERT( hash != 0 );
    ASSERT_EQ( hash, replay( &again, NULL ) );
    ssRelease( text );
    ssScene_Destroy( &scene );
    ssScene_Destroy( &again );
    PASS();
}

TEST aStateIsRestoredAcrossChangesOfTheBuild( void )
{
    ssScene scene;
    ASSERT_EQ( ss_ok, parseScene( &scene ).code );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &scene.def, &sim ).code );
    int next = 0, kept = 0;
    const ssScenario* then = NULL;
    size_t size = 0;
    void* blob = NULL;
    for ( int n = 0; n < 200; ++n )
    {
        ASSERT_EQ( ss_ok, ssScene_ApplyEdits( &scene, sim, &next ).code );
        if ( n == 70 ) // between two changes
        {
            size = ssSim_SaveSize( sim );
            blob = malloc( size );
            ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
            then = ssScenario_Retain( ssSim_Scenario( sim ) );
            kept = next;
        }
        ssSim_Step( sim );
    }
    uint64_t hash = ssSim_Hash( sim );
    ASSERT( ssSim_Restore( sim, blob, size ).code != ss_ok ); // the build is another one now
    ASSERT_EQ( hash, ssSim_Hash( sim ) );
    ASSERT_EQ( ss_ok, ssSim_RestoreAs( sim, then, blob, size ).code );
    for ( int n = 70; n < 200; ++n )
    {
        ASSERT_EQ( ss_ok, ssScene_ApplyEdits( &scene, sim, &kept ).code );
        ssSim_Step( sim );
    }
    ASSERT_EQ( hash, ssSim_Hash( sim ) );
    free( blob );
    ssScenario_Release( then );
    ssDestroySim( sim );
    ssScene_Destroy( &scene );
    PASS();
}

TEST aChangeElsewhereLeavesABodyOnItsPath( void )
{
    // A ball rolls; in one run a box is added far away, and removed again.
    const char* text = "{\"parts\": [{\"kind\": \"sphere\", \"radius\": 0.1, \"position\": [0, 0, 0.1], "
                       "\"velocity\": [2, 0, 0]},"
                       "{\"kind\": \"box\", \"position\": [0, 3, 0.15], \"size\": [0.3, 0.3, 0.3]}]}";
    ssSim *plain = buildSim( text ), *edited = buildSim( text );
    ASSERT( plain != NULL && edited != NULL );
    buildRun( plain, 0.4 );
    buildRun( edited, 0.2 );
    ssBuildEdit add = { .op = ss_buildAddPart, .part = ssDefaultPart( ss_partBox ) };
    add.part.position = ssVec3_Make( 0.0, -5.0, 0.15 );
    ASSERT_EQ( ss_ok, ssSim_EditBuild( edited, &add ).code );
    ASSERT_EQ( 3, add.part.id );
    buildRun( edited, 0.1 );
    ssBuildEdit remove = { .op = ss_buildRemovePart, .id = 3 };
    ASSERT_EQ( ss_ok, ssSim_EditBuild( edited, &remove ).code );
    buildRun( edited, 0.1 );
    ASSERT_IN_RANGE( buildPart( plain, 1 ).pose.position.x, buildPart( edited, 1 ).pose.position.x, 1e-9 );
    ASSERT_IN_RANGE( buildPart( plain, 1 ).omega.y, buildPart( edited, 1 ).omega.y, 1e-7 );
    // The energies of both runs agree as well: what the box brought in was taken away again.
    ASSERT_IN_RANGE( buildSignal( plain, "sliding" ), buildSignal( edited, "sliding" ), 1e-6 );
    ssDestroySim( plain );
    ssDestroySim( edited );
    PASS();
}

TEST aResetKeepsPartsAndDropsWhatWasThrown( void )
{
    ssScene scene;
    ASSERT_EQ( ss_ok, parseScene( &scene ).code );
    ssSim* sim = NULL;
    replay( &scene, &sim );
    ASSERT( ssBuild_Part( ssSim_Build( sim ), 20 ) != NULL );
    ASSERT_EQ( ss_ok, ssSim_Reset( sim ).code );
    ASSERT( ssBuild_Part( ssSim_Build( sim ), 20 ) == NULL );
    ASSERT_IN_RANGE( 0.15, ssBuild_Part( ssSim_Build( sim ), 4 )->radius, 0.0 );
    ASSERT_IN_RANGE( 0.3, buildPart( sim, 4 ).pose.position.z, 1e-15 );
    ssDestroySim( sim );
    ssScene_Destroy( &scene );
    PASS();
}

TEST refusedChangesChangeNothing( void )
{
    ssSim* sim = buildSim( s_full );
    ASSERT( sim != NULL );
    buildRun( sim, 0.02 );
    uint64_t hash = ssSim_Hash( sim );
    ssBuildEdit bad[] = { { .op = ss_buildRemovePart, .id = 99 },
        { .op = ss_buildAddPart, .part = ssDefaultPart( ss_partHull ) },
        { .op = ss_buildSetGravity, .gravity = { 0, 0, (double)NAN } } };
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        ASSERT( ssSim_EditBuild( sim, bad + i ).code != ss_ok );
        ASSERT_EQ( hash, ssSim_Hash( sim ) );
    }
    ssDestroySim( sim );
    PASS();
}

TEST aPlaygroundBecomesABuildWithTheSameBodies( void )
{
    ssSimDef* def = malloc( sizeof *def );
    *def = ssDefaultSimDef( ssFindScenario( "playground" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( def, &sim ).code );
    free( def );
    buildRun( sim, 0.1 );
    double kinetic = buildSignal( sim, "kinetic_energy" ), bodies = buildSignal( sim, "bodies" );
    ssBuildEdit gravity = { .op = ss_buildSetGravity, .gravity = { 0, 0, -9.81 } };
    ASSERT_EQ( ss_ok, ssSim_EditBuild( sim, &gravity ).code );
    ASSERT( ssSim_Build( sim ) != NULL );
    ASSERT_EQ( bodies, buildSignal( sim, "bodies" ) );
    ASSERT_IN_RANGE( kinetic, buildSignal( sim, "kinetic_energy" ), 1e-9 * kinetic );
    buildRun( sim, 0.1 );
    ssDestroySim( sim );
    PASS();
}

TEST bodiesHaveTheNamesOfTheirParts( void )
{
    ssSim* sim = buildSim( s_full );
    ASSERT( sim != NULL );
    char name[SS_NAME_CAPACITY];
    ssSim_BodyName( sim, buildPart( sim, 4 ).body, name, sizeof name );
    ASSERT_STR_EQ( "ball", name );
    ssDestroySim( sim );
    PASS();
}

TEST scenariosWithoutBuildsRefuseOne( void )
{
    ssSimDef* def = malloc( sizeof *def );
    *def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    ssBuild build = ssDefaultBuild();
    ASSERT( strstr( ssSimDef_SetBuild( def, &build ).message, "takes no build" ) != NULL );
    free( def );
    PASS();
}

SUITE( form )
{
    RUN_TEST( everyBadBuildIsRefusedWithPartAndKey );
    RUN_TEST( tooManyPartsAreRefused );
    RUN_TEST( aTextReadAndWrittenIsTheSameBuild );
    RUN_TEST( everyOperationHasAnUndoAndAText );
    RUN_TEST( scenariosWithoutBuildsRefuseOne );
}

SUITE( runs )
{
    RUN_TEST( aSavedSceneReplaysWithTheSameHash );
    RUN_TEST( aStateIsRestoredAcrossChangesOfTheBuild );
    RUN_TEST( aChangeElsewhereLeavesABodyOnItsPath );
    RUN_TEST( aResetKeepsPartsAndDropsWhatWasThrown );
    RUN_TEST( refusedChangesChangeNothing );
    RUN_TEST( aPlaygroundBecomesABuildWithTheSameBodies );
    RUN_TEST( bodiesHaveTheNamesOfTheirParts );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( form );
    RUN_SUITE( runs );
    return TEST_END();
}
