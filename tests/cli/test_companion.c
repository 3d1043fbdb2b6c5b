// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "desk.h"

#include <time.h>

// Runs beside the main one: pins, which are the run so far, and twins, which get what the main run gets.
// Their states are those of single runs, bit by bit.

static ssScene sceneOf( const char* preset ) { return deskScene( "rolling-sphere", preset ); }

static void pin( Desk* desk, const char* name ) { post( desk, session_commandPin, 0, 0, name ); }

TEST aPinStaysAsTheRunWas( void )
{
    ssScene before = sceneOf( "fig3b" ), after = sceneOf( "fig3b" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &after.def, "mu", "0.05" ).code );
    Desk desk;
    ASSERT( openDesk( &desk, &before, false ) );
    ASSERT_EQ( session_companionNone, desk.seen->companions[0].kind );
    seek( &desk, 700 );
    pin( &desk, "before" );
    const sessionCompanionView* pinned = desk.seen->companions;
    ASSERT_EQ( session_companionPin, pinned->kind );
    ASSERT_STR_EQ( "before", pinned->name );
    ASSERT_EQ( desk.seen->hash, pinned->hash );
    ASSERT_EQ( pinned->runNumber, desk.logs[0].runNumber );
    ASSERT_EQ( desk.log.rowCount, desk.logs[0].rowCount );
    sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandReset } );
    set( &desk, "mu", 0.05 );
    ASSERT_EQ( 0, (int)desk.seen->companions[0].step );
    const int64_t steps[] = { 500, 1200, 3, 900, 699, 701 };
    for ( int i = 0; i < SS_COUNT( steps ); ++i )
    {
        seek( &desk, steps[i] );
        ASSERT_EQ_FMT( steps[i], desk.seen->companions[0].step, "%ld" );
        ASSERT_EQ( singleHash( &before, steps[i] ), desk.seen->companions[0].hash );
        ASSERT_EQ( singleHash( &after, steps[i] ), desk.seen->hash );
        ASSERT( desk.seen->companions[0].draw.sphereCount > 0 );
    }
    ASSERT_EQ_FMT( (int64_t)1200, desk.logs[0].lastStep, "%ld" );
    closeDesk( &desk );
    PASS();
}

TEST aPinKeepsItsEdits( void )
{
    ssScene scene = sceneOf( "fig3b" );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, true ) );
    seek( &desk, 300 );
    set( &desk, "mu", 0.05 );
    seek( &desk, 400 );
    ssScene pinned;
    ASSERT_EQ( ss_ok, sessionDriver_Scene( desk.driver, &pinned ).code );
    pin( &desk, "" );
    set( &desk, "mu", 0.5 );
    seek( &desk, 350 );
    seek( &desk, 800 );
    ASSERT_EQ( singleHash( &pinned, 800 ), desk.seen->companions[0].hash );
    ASSERT( desk.seen->hash != desk.seen->companions[0].hash );
    ssScene_Destroy( &pinned );
    closeDesk( &desk );
    PASS();
}

TEST thereAreFourPinsAndEachCanGo( void )
{
    ssScene scene = sceneOf( "fig3b" );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
    for ( int i = 0; i <= SESSION_MAX_PINS; ++i )
    {
        ASSERT_STR_EQ( "", desk.seen->message );
        pin( &desk, "pin" );
    }
    ASSERT( strstr( desk.seen->message, "remove one" ) != NULL );
    sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandUnpin, .param = 1 } );
    sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandUnpin, .param = -1 } );
    look( &desk );
    ASSERT_EQ( session_companionPin, desk.seen->companions[0].kind );
    ASSERT_EQ( session_companionNone, desk.seen->companions[1].kind );
    ASSERT_EQ( session_companionPin, desk.seen->companions[2].kind );
    ASSERT_EQ( session_companionNone, desk.seen->companions[3].kind );
    closeDesk( &desk );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- twins

static void giveTwin( Desk* desk, const char* values )
{
    sessionCommand command = { .kind = session_commandTwinValues };
    snprintf( command.text, sizeof command.text, "%s", values );
    sessionDriver_Post( desk->driver, &command );
    look( desk );
}

static void drag( Desk* desk, bool active, double x )
{
    ssDrag pull = { .active = active, .body = 0, .target = { x, 0.3, 1.2 } };
    sessionDriver_Post( desk->driver, &( sessionCommand ){ .kind = session_commandDrag, .drag = pull } );
    look( desk );
}

/// Are both runs where single runs of these scenes are?
static bool bothAre( const Desk* desk, const ssScene* main, const ssScene* twin )
{
    const sessionCompanionView* view = desk->seen->companions + SESSION_TWIN_PLACE;
    return view->kind == session_companionTwin && view->step == desk->seen->step &&
        desk->seen->hash == singleHash( main, desk->seen->step ) &&
        view->hash == singleHash( twin, desk->seen->step );
}

TEST twinsAreTwoSingleRunsBitByBit( void )
{
    for ( int threaded = 0; threaded < 2; ++threaded )
    {
        ssScene left = sceneOf( "fig3b" ), right = sceneOf( "fig3b" );
        ASSERT_EQ( ss_ok, ssSimDef_Set( &right.def, "mu", "0.05" ).code );
        Desk desk;
        ASSERT( openDesk( &desk, &left, threaded != 0 ) );
        seek( &desk, 130 );
        giveTwin( &desk, "mu=0.05" ); // in the middle of the run: it has run with this value from t = 0 on
        ASSERT( bothAre( &desk, &left, &right ) );

        // The same hand pulls both; another parameter is that of both; the
        // overridden one is that of the run alone.
        int gravity = ssFindScenarioParam( left.def.scenario, "gravity" ),
            mu = ssFindScenarioParam( left.def.scenario, "mu" );
        ASSERT( gravity >= 0 && mu >= 0 );
        ssDrag pull = { .active = true, .body = 0, .target = { 2.0, 0.3, 1.2 } };
        ssEdit edits[] = { { .step = 200, .param = SS_EDIT_DRAG, .drag = pull },
            { .step = 260, .param = SS_EDIT_DRAG, .drag = { .active = false, .target = { 2.0, 0.3, 1.2 } } },
            { .step = 300, .param = gravity, .value = 4.0 }, { .step = 350, .param = mu, .value = 0.4 } };
        left.edits = right.edits = edits;
        left.editCount = 4;
        right.editCount = 3;
        seek( &desk, 200 );
        drag( &desk, true, 2.0 );
        seek( &desk, 260 );
        drag( &desk, false, 2.0 );
        seek( &desk, 300 );
        set( &desk, "gravity", 4.0 );
        seek( &desk, 350 );
        set( &desk, "mu", 0.4 );
        const int64_t steps[] = { 350, 520, 10, 230, 300, 299, 900, 0, 351 };
        for ( int i = 0; i < SS_COUNT( steps ); ++i )
        {
            seek( &desk, steps[i] );
            ASSERT_EQ_FMT( steps[i], desk.seen->step, "%ld" );
            ASSERT( bothAre( &desk, &left, &right ) );
        }
        // A change in the past of one run alone makes the future of both another one.
        seek( &desk, 250 );
        set( &desk, "mu", 0.3 );
        ssEdit past[] = { edits[0], { .step = 250, .param = mu, .value = 0.3 } };
        left.edits = right.edits = past;
        left.editCount = 2;
        right.editCount = 1;
        seek( &desk, 600 );
        ASSERT( bothAre( &desk, &left, &right ) );
        closeDesk( &desk );
    }
    PASS();
}

TEST twinsBeginAgainTogether( void )
{
    ssScene left = sceneOf( "fig3b" ), right = sceneOf( "fig3b" );
    Desk desk;
    ASSERT( openDesk( &desk, &left, false ) );
    giveTwin( &desk, "mu=0.05,law=relaxed" );
    seek( &desk, 100 );
    set( &desk, "gravity", 4.0 );
    sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandReset } );
    seek( &desk, 300 );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &left.def, "gravity", "4" ).code );
    right.def = left.def;
    ASSERT_EQ( ss_ok, ssSimDef_Set( &right.def, "mu", "0.05" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &right.def, "law", "relaxed" ).code );
    ASSERT( bothAre( &desk, &left, &right ) );
    // A preset is that of both, too.
    int preset = 0;
    while ( strcmp( left.def.scenario->presets[preset].name, "fig3a" ) != 0 ) { ++preset; }
    sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandPreset, .param = preset } );
    seek( &desk, 200 );
    left = sceneOf( "fig3a" );
    right = sceneOf( "fig3a" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &right.def, "mu", "0.05" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &right.def, "law", "relaxed" ).code );
    ASSERT( bothAre( &desk, &left, &right ) );
    // Off and on again it has the values it had.
    sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandTwin, .count = 0 } );
    look( &desk );
    ASSERT_EQ( session_companionNone, desk.seen->companions[SESSION_TWIN_PLACE].kind );
    sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandTwin, .count = 1 } );
    look( &desk );
    ASSERT( bothAre( &desk, &left, &right ) );
    // A value that is given back is the run's.
    giveTwin( &desk, "mu" );
    giveTwin( &desk, "law" );
    ASSERT( bothAre( &desk, &left, &left ) );
    closeDesk( &desk );
    PASS();
}

TEST aWrongValueOfTheTwinChangesNothing( void )
{
    ssScene scene = sceneOf( "fig3b" );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
    giveTwin( &desk, "mu=0.05" );
    uint64_t run = desk.seen->companions[SESSION_TWIN_PLACE].runNumber;
    const char* const wrong[] = { "mu=-1", "mew=0.1", "law=", "mu=0.1,law=fast", "preset=none", "=3" };
    for ( int i = 0; i < SS_COUNT( wrong ); ++i )
    {
        giveTwin( &desk, wrong[i] );
        ASSERTm( wrong[i], strstr( desk.seen->message, "The twin: " ) == desk.seen->message );
        ASSERT_EQ( run, desk.seen->companions[SESSION_TWIN_PLACE].runNumber );
    }
    closeDesk( &desk );
    PASS();
}

TEST aTypedLawIsThatOfBothOrOfTheTwin( void )
{
    static const char law[] = "law \"Rough\"\nparam mu = 0.3 [-] in 0 .. 1\nC = disc(mu)";
    static const char other[] = "law \"Grooves\"\nparam mu = 0.2 [-] in 0 .. 1\nC = ellipse(mu, mu/2)";
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "sliding-disk" ) ) };
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
    ssScene main, twin;
    for ( int own = 0; own < 2; ++own )
    {
        if ( own ) { ASSERT_EQ( ss_ok, sessionDriver_SetTwinLaw( desk.driver, other, "law" ).code ); }
        giveTwin( &desk, own ? "law.mu=0.15" : "phi_deg=20" );
        seek( &desk, 40 );
        ASSERT_EQ( ss_ok, sessionDriver_SetLaw( desk.driver, law, "law" ).code );
        seek( &desk, 60 );
        ASSERT( desk.seen->scenario->law != NULL );
        set( &desk, "law.mu", 0.5 );
        seek( &desk, 20 );
        seek( &desk, 90 );
        ASSERT_EQ( ss_ok, sessionDriver_Scene( desk.driver, &main ).code );
        ASSERT_EQ( ss_ok, sessionTwinScene( &main, &main.twin, &twin ).code );
        ASSERT( bothAre( &desk, &main, &twin ) );
        const sessionCompanionView* view = desk.seen->companions + SESSION_TWIN_PLACE;
        int mu = ssFindScenarioParam( view->scenario, "law.mu" );
        ASSERT( mu >= 0 );
        ASSERT_IN_RANGE( own ? 0.15 : 0.5, view->values[mu], 1e-15 );
        ASSERT_STR_EQ( own ? "Grooves" : "Rough", ssLawProgram_Info( view->scenario->law )->title );
        ASSERT_EQ( own != 0, view->ownLaw );
        ssScene_Destroy( &main );
        ssScene_Destroy( &twin );
    }
    closeDesk( &desk );
    PASS();
}

static void addSphere( Desk* desk, double x )
{
    ssBuildEdit* change = ssAlloc( sizeof *change );
    ssBuildEdit add = { .op = ss_buildAddPart, .part = ssDefaultPart( ss_partSphere ) };
    add.part.position = ssVec3_Make( x, 0.0, 1.5 );
    testMust( ssBuildEdit_Copy( &add, change ) );
    sessionDriver_Post( desk->driver, &( sessionCommand ){ .kind = session_commandBuild, .build = change } );
    look( desk );
}

TEST whatIsBuiltIsBuiltInBoth( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "playground" ) ) }, main, twin;
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
    sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandTwin, .count = 1 } );
    addSphere( &desk, 0.0 );
    seek( &desk, 30 );
    addSphere( &desk, 0.4 );
    seek( &desk, 60 );
    seek( &desk, 10 );
    seek( &desk, 80 );
    ASSERT_EQ( ss_ok, sessionDriver_Scene( desk.driver, &main ).code );
    ASSERT_EQ( ss_ok, sessionTwinScene( &main, &main.twin, &twin ).code );
    ASSERT( bothAre( &desk, &main, &twin ) );
    ASSERT_EQ( desk.seen->hash, desk.seen->companions[SESSION_TWIN_PLACE].hash );
    ASSERT_EQ( desk.seen->draw.sphereCount, desk.seen->companions[SESSION_TWIN_PLACE].draw.sphereCount );
    ssScene_Destroy( &main );
    ssScene_Destroy( &twin );
    closeDesk( &desk );
    PASS();
}

/// Waits for what the driver's own thread does; a simulation that never gets there fails the test.
static bool awaitStep( Desk* desk, int64_t step )
{
    for ( int i = 0; i < 20000; ++i )
    {
        desk->seen = sessionDriver_AcquireWith( desk->driver, &desk->log, desk->logs );
        const sessionCompanionView* twin = desk->seen->companions + SESSION_TWIN_PLACE;
        if ( desk->seen->step == step && twin->kind == session_companionTwin && twin->step == step )
        {
            return true;
        }
        nanosleep( &( struct timespec ){ .tv_nsec = 1000000 }, NULL );
    }
    return false;
}

TEST twinsOfAPileGoByTheRealClockToo( void )
{
    ssScene left = { .def = ssDefaultSimDef( ssFindScenario( "sphere-pile" ) ) }, right;
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &left.def, "tiny" ).code );
    right = left;
    ASSERT_EQ( ss_ok, ssSimDef_Set( &right.def, "mu", "0.05" ).code );
    Desk desk = { .driver = NULL };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &left, true, false, false, ss_drawDefault, &desk.driver ).code );
    sessionCommand twin = { .kind = session_commandTwinValues, .text = "mu=0.05" };
    sessionDriver_Post( desk.driver, &twin );
    const int64_t steps[] = { 40, 7, 60 };
    for ( int i = 0; i < SS_COUNT( steps ); ++i )
    {
        // A seek that is ended by another one leaves no trace.
        sessionDriver_Post( desk.driver, &( sessionCommand ){ .kind = session_commandSeek, .count = 90 } );
        sessionDriver_Post(
            desk.driver, &( sessionCommand ){ .kind = session_commandSeek, .count = steps[i] } );
        ASSERT( awaitStep( &desk, steps[i] ) );
        ASSERT( bothAre( &desk, &left, &right ) );
    }
    closeDesk( &desk );
    PASS();
}

TEST aSavedSceneBringsTheTwinBack( void )
{
    ssScene scene = sceneOf( "fig3b" ), saved, opened;
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
    giveTwin( &desk, "mu=0.05" );
    seek( &desk, 200 );
    drag( &desk, true, 2.0 );
    seek( &desk, 400 );
    uint64_t hash = desk.seen->companions[SESSION_TWIN_PLACE].hash;
    ASSERT_EQ( ss_ok, sessionDriver_Scene( desk.driver, &saved ).code );
    closeDesk( &desk );
    char* text = ssFormatScene( &saved );
    ASSERT( text != NULL && strstr( text, "\"twin\"" ) != NULL );
    ASSERT_EQ( ss_ok, ssParseScene( text, strlen( text ), &opened ).code );
    ASSERT( openDesk( &desk, &opened, false ) );
    seek( &desk, 400 );
    ASSERT_EQ( hash, desk.seen->companions[SESSION_TWIN_PLACE].hash );
    closeDesk( &desk );
    ssRelease( text );
    ssScene_Destroy( &saved );
    ssScene_Destroy( &opened );
    PASS();
}

SUITE( companion )
{
    RUN_TEST( twinsAreTwoSingleRunsBitByBit );
    RUN_TEST( twinsBeginAgainTogether );
    RUN_TEST( aWrongValueOfTheTwinChangesNothing );
    RUN_TEST( aTypedLawIsThatOfBothOrOfTheTwin );
    RUN_TEST( whatIsBuiltIsBuiltInBoth );
    RUN_TEST( twinsOfAPileGoByTheRealClockToo );
    RUN_TEST( aSavedSceneBringsTheTwinBack );
    RUN_TEST( aPinStaysAsTheRunWas );
    RUN_TEST( aPinKeepsItsEdits );
    RUN_TEST( thereAreFourPinsAndEachCanGo );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( companion );
    return TEST_END();
}
