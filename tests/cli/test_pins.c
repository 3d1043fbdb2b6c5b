// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "session/driver.h"

// Pins as the user meets them: their names, their removal and its undo, the exchange with the present run, and their way through
// scene files. A pin is always the run that it was, bit by bit.

typedef struct Desk
{
    sessionDriver* driver;
    sessionSignalLog log, logs[SESSION_MAX_COMPANIONS];
    const sessionSnapshot* seen;
} Desk;

static void look( Desk* desk )
{
    sessionDriver_Advance( desk->driver, 0.0 );
    desk->seen = sessionDriver_AcquireWith( desk->driver, &desk->log, desk->logs );
}

static Desk openDesk( const ssScene* scene )
{
    Desk desk = { .driver = NULL };
    ssResult result = sessionCreateDriver( scene, false, true, false, ss_drawDefault, &desk.driver );
    SS_ASSERT( result.code == ss_ok );
    look( &desk );
    return desk;
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

static ssScene sceneOf( const char* scenario, const char* preset )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( scenario ) ), .viewFlags = ss_drawAll };
    if ( preset != NULL )
    {
        ssSimDef_ApplyPreset( &scene.def, preset );
    }
    return scene;
}

/// Posts a command of a kind with its numbers and its text.
static void post( Desk* desk, sessionCommandKind kind, int param, int64_t count, const char* text )
{
    sessionCommand command = { .kind = kind, .param = param, .count = count };
    snprintf( command.text, sizeof command.text, "%s", text );
    sessionDriver_Post( desk->driver, &command );
    look( desk );
}

static void set( Desk* desk, const char* key, double value )
{
    int param = ssFindScenarioParam( desk->seen->scenario, key );
    sessionDriver_Post( desk->driver,
        &( sessionCommand ){ .kind = session_commandSetParam, .param = param, .value = value } );
    look( desk );
}

static void seek( Desk* desk, int64_t step )
{
    post( desk, session_commandSeek, 0, step, "" );
}

static void pin( Desk* desk )
{
    post( desk, session_commandPin, 0, 0, "" );
}

static const char* nameOf( const Desk* desk, int place )
{
    return desk->seen->companions[place].kind == session_companionPin ? desk->seen->companions[place].name
                                                                      : "(none)";
}

static int pinCount( const Desk* desk )
{
    int count = 0;
    for ( int i = 0; i < SESSION_MAX_PINS; ++i )
    {
        count += desk->seen->companions[i].kind == session_companionPin ? 1 : 0;
    }
    return count;
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

// --- names ---

TEST aPinIsNamedByWhatDiffers( void )
{
    ssScene scene = sceneOf( "rolling-sphere", "fig3b" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &scene.def, "mu", "0.25" ).code );
    Desk desk = openDesk( &scene );
    seek( &desk, 100 );
    pin( &desk );
    ASSERT_STR_EQ( "same values", nameOf( &desk, 0 ) );
    set( &desk, "mu", 0.35 );
    ASSERT_STR_EQ( "μ 0.25", nameOf( &desk, 0 ) );
    post( &desk, session_commandReset, 0, 0, "" );
    ASSERT_STR_EQ( "μ 0.25", nameOf( &desk, 0 ) );
    set( &desk, "law", 1.0 );
    ASSERT_STR_EQ( "μ 0.25, law coulomb", nameOf( &desk, 0 ) );
    set( &desk, "mu", 0.25 );
    set( &desk, "law", 0.0 );
    ASSERT_STR_EQ( "same values", nameOf( &desk, 0 ) );
    // What waits for a reset counts, and has its unit.
    seek( &desk, 10 );
    set( &desk, "radius", 0.75 );
    char radius[64];
    snprintf( radius, sizeof radius, "R %.4g m",
        scene.def
            .values[ssFindParam( scene.def.scenario->params, scene.def.scenario->paramCount, "radius" )] );
    ASSERT_STR_EQ( radius, nameOf( &desk, 0 ) );
    closeDesk( &desk );
    PASS();
}

TEST changesOnTheWayArePartOfTheName( void )
{
    ssScene scene = sceneOf( "rolling-sphere", "fig3b" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &scene.def, "mu", "0.2" ).code );
    Desk desk = openDesk( &scene );
    seek( &desk, 100 );
    set( &desk, "mu", 0.3 );
    seek( &desk, 200 );
    pin( &desk );
    post( &desk, session_commandReset, 0, 0, "" );
    ASSERT_STR_EQ( "μ 0.2 → 0.3", nameOf( &desk, 0 ) );
    closeDesk( &desk );
    PASS();
}

TEST aPinHasTheNameOfItsLaw( void )
{
    const ssShippedLaw* law = ssFindShippedLaw( "lugre" );
    ssScene scene = sceneOf( "belt", NULL );
    ASSERT_EQ( ss_ok, ssSimDef_SetLaw( &scene.def, law->text, law->name ).code );
    char name[96];
    snprintf( name, sizeof name, "law %s", ssLawProgram_Title( scene.def.scenario->law ) );
    Desk desk = openDesk( &scene );
    seek( &desk, 20 );
    pin( &desk );
    ASSERT_STR_EQ( "same values", nameOf( &desk, 0 ) );
    ASSERT_EQ( ss_ok, sessionDriver_SetLaw( desk.driver, "", "law" ).code );
    look( &desk );
    ASSERT_STR_EQ( name, nameOf( &desk, 0 ) );
    // Now it is part of the run that the law was taken away on the way.
    pin( &desk );
    ASSERT_STR_EQ( "same values", nameOf( &desk, 1 ) );
    post( &desk, session_commandReset, 0, 0, "" );
    ASSERT_STR_EQ( "law changed on the way", nameOf( &desk, 1 ) );
    closeDesk( &desk );
    PASS();
}

TEST aPresetIsCalledByItsName( void )
{
    ssScene scene = sceneOf( "rolling-sphere", "fig3a" );
    Desk desk = openDesk( &scene );
    seek( &desk, 50 );
    pin( &desk );
    set( &desk, "u0", 1.23 );
    set( &desk, "mu", 0.456 );
    ASSERT_STR_EQ( "fig3a", nameOf( &desk, 0 ) );
    post( &desk, session_commandNamePin, 0, 0, "the paper's" );
    ASSERT_STR_EQ( "the paper's", nameOf( &desk, 0 ) );
    ASSERT( desk.seen->companions[0].named );
    post( &desk, session_commandNamePin, 0, 0, "" );
    ASSERT_STR_EQ( "fig3a", nameOf( &desk, 0 ) );
    closeDesk( &desk );
    PASS();
}

// --- coming and going ---

TEST removedPinsComeBack( void )
{
    ssScene scene = sceneOf( "rolling-sphere", "fig3b" );
    Desk desk = openDesk( &scene );
    static const double values[] = { 0.1, 0.2, 0.3, 0.4 };
    for ( int i = 0; i < SS_COUNT( values ); ++i )
    {
        post( &desk, session_commandReset, 0, 0, "" );
        set( &desk, "mu", values[i] );
        seek( &desk, 40 );
        pin( &desk );
    }
    set( &desk, "mu", 0.5 );
    uint64_t third = desk.seen->companions[2].hash;
    pin( &desk );
    ASSERTm( desk.seen->message, testContains( desk.seen->message, "4 pins" ) );
    post( &desk, session_commandUnpin, 2, 0, "" );
    ASSERT_EQ_FMT( 3, pinCount( &desk ), "%d" );
    post( &desk, session_commandRestorePins, 0, 1, "" );
    ASSERT_STR_EQ( "μ 0.3", nameOf( &desk, 2 ) );
    ASSERT_EQ( third, desk.seen->companions[2].hash );
    ASSERT_EQ_FMT( 41, desk.logs[2].rowCount, "%d" ); // with its curves
    post( &desk, session_commandUnpin, -2, 0, "" );
    ASSERT_EQ_FMT( 0, pinCount( &desk ), "%d" );
    post( &desk, session_commandRestorePins, 0, 4, "" );
    ASSERT_EQ_FMT( 4, pinCount( &desk ), "%d" );
    post( &desk, session_commandUnpin, -1, 0, "" );
    ASSERT_EQ_FMT( 3, pinCount( &desk ), "%d" );
    closeDesk( &desk );
    PASS();
}

TEST anotherScenarioTakesThePinsAwayAndItsOwnBringsThemBack( void )
{
    ssScene scene = sceneOf( "rolling-sphere", "fig3b" ), other = sceneOf( "belt", NULL );
    Desk desk = openDesk( &scene );
    seek( &desk, 60 );
    pin( &desk );
    uint64_t hash = desk.seen->companions[0].hash;
    ASSERT_EQ( ss_ok, sessionDriver_Load( desk.driver, &other ).code );
    look( &desk );
    ASSERT_EQ_FMT( 0, pinCount( &desk ), "%d" );
    ASSERTm( desk.seen->message, testContains( desk.seen->message, "comes back" ) );
    ASSERT_EQ( ss_ok, sessionDriver_Load( desk.driver, &scene ).code );
    look( &desk );
    ASSERT_EQ_FMT( 1, pinCount( &desk ), "%d" );
    ASSERT_EQ_FMT( 61, desk.logs[0].rowCount, "%d" );
    seek( &desk, 60 );
    ASSERT_EQ( hash, desk.seen->companions[0].hash );
    closeDesk( &desk );
    PASS();
}

// --- exchange ---

TEST anExchangeAndAnotherLeaveEverythingAsItWas( void )
{
    ssScene scene = sceneOf( "rolling-sphere", "fig3b" );
    Desk desk = openDesk( &scene );
    int mu = ssFindParam( scene.def.scenario->params, scene.def.scenario->paramCount, "mu" );
    double before = scene.def.values[mu];
    seek( &desk, 300 );
    pin( &desk );
    post( &desk, session_commandReset, 0, 0, "" );
    set( &desk, "mu", 0.5 * before );
    seek( &desk, 200 );
    uint64_t present = desk.seen->hash, pinned = desk.seen->companions[0].hash;
    ASSERT_EQ_FMT( 201, desk.log.rowCount, "%d" );
    ASSERT_EQ_FMT( 301, desk.logs[0].rowCount, "%d" );
    for ( int i = 0; i < 2; ++i )
    {
        post( &desk, session_commandSwapPin, 0, 0, "" );
        bool swapped = i == 0;
        ASSERT( desk.seen->pending[mu] == ( swapped ? before : 0.5 * before ) );
        ASSERT_EQ( swapped ? pinned : present, desk.seen->hash );
        ASSERT_EQ( swapped ? present : pinned, desk.seen->companions[0].hash );
        ASSERT_EQ_FMT( swapped ? 301 : 201, desk.log.rowCount, "%d" );
        ASSERT_EQ_FMT( swapped ? 201 : 301, desk.logs[0].rowCount, "%d" );
        ASSERT( desk.log.runNumber == desk.seen->runNumber );
        ASSERT( desk.logs[0].runNumber == desk.seen->companions[0].runNumber );
    }
    // Both go on as if nothing had happened.
    seek( &desk, 400 );
    ASSERT_EQ( singleHash( &scene, 400 ), desk.seen->companions[0].hash );
    scene.def.values[mu] = 0.5 * before;
    ASSERT_EQ( singleHash( &scene, 400 ), desk.seen->hash );
    closeDesk( &desk );
    PASS();
}

// --- ghosts ---

/// Are the bodies at the same places, bit by bit?
static bool sameBodies( const gfxDrawList* a, const gfxDrawList* b )
{
    bool same = a->sphereCount == b->sphereCount && a->sphereCount > 0;
    for ( int i = 0; same && i < a->sphereCount; ++i )
    {
        const gfxSphere *p = a->spheres + i, *q = b->spheres + i;
        same = memcmp( p->center, q->center, sizeof p->center ) == 0 && p->radius == q->radius &&
            memcmp( p->orientation, q->orientation, sizeof p->orientation ) == 0;
    }
    return same;
}

TEST ghostsAreWhereARunWithTheirValuesIs( void )
{
    ssScene scene = sceneOf( "rolling-sphere", "fig3b" );
    Desk desk = openDesk( &scene ), alone = openDesk( &scene );
    seek( &desk, 500 );
    pin( &desk );
    post( &desk, session_commandReset, 0, 0, "" );
    set( &desk, "mu", 0.05 );
    static const int64_t steps[] = { 700, 300, 500, 1, 0 }; // also beyond where it was pinned, and back
    for ( int i = 0; i < SS_COUNT( steps ); ++i )
    {
        seek( &desk, steps[i] );
        seek( &alone, steps[i] );
        ASSERT( sameBodies( &desk.seen->companions[0].draw, &alone.seen->draw ) );
        ASSERT( steps[i] < 300 || !sameBodies( &desk.seen->draw, &alone.seen->draw ) );
    }
    ASSERT_EQ_FMT(
        0, desk.seen->companions[0].draw.arrowCount + desk.seen->companions[0].draw.coneCount, "%d" );
    closeDesk( &desk );
    closeDesk( &alone );
    PASS();
}

// --- scenes ---

TEST aSavedSceneBringsItsPinsBack( void )
{
    ssScene scene = sceneOf( "rolling-sphere", "fig3b" ), saved, back;
    Desk desk = openDesk( &scene );
    seek( &desk, 100 );
    set( &desk, "mu", 0.15 );
    seek( &desk, 250 );
    pin( &desk );
    post( &desk, session_commandHidePin, 0, 1, "" );
    post( &desk, session_commandReset, 0, 0, "" );
    set( &desk, "mu", 0.4 );
    seek( &desk, 120 );
    pin( &desk );
    post( &desk, session_commandNamePin, 1, 0, "rough" );
    post( &desk, session_commandReset, 0, 0, "" );
    set( &desk, "mu", 0.01 );
    seek( &desk, 200 );
    uint64_t hashes[2] = { desk.seen->companions[0].hash, desk.seen->companions[1].hash };
    ASSERT_EQ( ss_ok, sessionDriver_Scene( desk.driver, &saved ).code );
    closeDesk( &desk );
    char* text = ssFormatScene( &saved );
    ssResult result = ssParseScene( text, strlen( text ), &back );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ_FMT( 2, back.pinCount, "%d" );
    ASSERT_EQ_FMT( 250L, (long)back.pins[0].steps, "%ld" );
    ssRelease( text );
    desk = openDesk( &back );
    ASSERT_EQ_FMT( 251, desk.logs[0].rowCount, "%d" );
    // The second one was pinned at step 120 and has come to 200 beside the run.
    ASSERT_EQ_FMT( 201, desk.logs[1].rowCount, "%d" );
    ASSERT_STR_EQ( "rough", nameOf( &desk, 1 ) );
    ASSERT( desk.seen->companions[0].hidden && !desk.seen->companions[1].hidden );
    seek( &desk, 200 );
    ASSERT_EQ( hashes[0], desk.seen->companions[0].hash );
    ASSERT_EQ( hashes[1], desk.seen->companions[1].hash );
    closeDesk( &desk );
    ssScene_Destroy( &saved );
    ssScene_Destroy( &back );
    PASS();
}

SUITE( pins )
{
    RUN_TEST( aPinIsNamedByWhatDiffers );
    RUN_TEST( changesOnTheWayArePartOfTheName );
    RUN_TEST( aPinHasTheNameOfItsLaw );
    RUN_TEST( aPresetIsCalledByItsName );
    RUN_TEST( removedPinsComeBack );
    RUN_TEST( anotherScenarioTakesThePinsAwayAndItsOwnBringsThemBack );
    RUN_TEST( anExchangeAndAnotherLeaveEverythingAsItWas );
    RUN_TEST( ghostsAreWhereARunWithTheirValuesIs );
    RUN_TEST( aSavedSceneBringsItsPinsBack );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( pins );
    return TEST_END();
}
