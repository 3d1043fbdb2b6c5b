// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "session/driver.h"

// Runs beside the main one: pins, which are the run so far, and twins, which get what the main run gets. Their states are
// those of single runs, bit by bit.

static ssScene sceneOf( const char* preset )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ), .viewFlags = ss_drawAll };
    ssSimDef_ApplyPreset( &scene.def, preset );
    return scene;
}

/// The hash of a single run of a scene with its edits.
static uint64_t singleHash( const ssScene* scene, int64_t step )
{
    ssSim* sim = NULL;
    int next = 0;
    if ( ssCreateSim( &scene->def, &sim ).code != ss_ok )
    {
        return 0;
    }
    while ( ssSim_StepIndex( sim ) < step )
    {
        ssScene_ApplyEdits( scene, sim, &next );
        ssSim_Step( sim );
    }
    ssScene_ApplyEdits( scene, sim, &next );
    uint64_t hash = ssSim_Hash( sim );
    ssDestroySim( sim );
    return hash;
}

typedef struct Desk
{
    sessionDriver* driver;
    sessionSignalLog log, logs[SESSION_MAX_COMPANIONS];
    const sessionSnapshot* seen;
} Desk;

static bool openDesk( Desk* desk, const ssScene* scene, bool threaded )
{
    *desk = ( Desk ){ .driver = NULL };
    bool made =
        sessionCreateDriver( scene, threaded, true, false, ss_drawDefault, &desk->driver ).code == ss_ok;
    desk->seen = made ? sessionDriver_AcquireWith( desk->driver, &desk->log, desk->logs ) : NULL;
    return made;
}

static void closeDesk( Desk* desk )
{
    sessionDestroyDriver( desk->driver );
    sessionSignalLog_Free( &desk->log );
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i )
    {
        sessionSignalLog_Free( desk->logs + i );
    }
}

static void look( Desk* desk )
{
    sessionDriver_Advance( desk->driver, 0.0 );
    desk->seen = sessionDriver_AcquireWith( desk->driver, &desk->log, desk->logs );
}

static void seek( Desk* desk, int64_t step )
{
    sessionDriver_Post( desk->driver, &( sessionCommand ){ .kind = session_commandSeek, .count = step } );
    look( desk );
}

static void set( Desk* desk, const char* key, double value )
{
    int param = ssFindScenarioParam( desk->seen->scenario, key );
    sessionDriver_Post( desk->driver,
        &( sessionCommand ){ .kind = session_commandSetParam, .param = param, .value = value } );
    look( desk );
}

static void pin( Desk* desk, const char* name )
{
    sessionCommand command = { .kind = session_commandPin };
    snprintf( command.text, sizeof command.text, "%s", name );
    sessionDriver_Post( desk->driver, &command );
    look( desk );
}

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

SUITE( companion )
{
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
