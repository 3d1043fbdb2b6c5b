// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "desk.h"

// Pins as the user meets them: their names, their removal and its undo, the exchange with the present run,
// and their way through scene files. A pin is always the run that it was, bit by bit.

static void pin( Desk* desk ) { post( desk, session_commandPin, 0, 0, "" ); }

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

// --- names ---

TEST aPinIsNamedByWhatDiffers( void )
{
    ssScene scene = deskScene( "rolling-sphere", "fig3b" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &scene.def, "mu", "0.25" ).code );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
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
        scene.def.values[ssFindParam(
            scene.def.scenario->model.params, scene.def.scenario->model.paramCount, "radius" )] );
    ASSERT_STR_EQ( radius, nameOf( &desk, 0 ) );
    closeDesk( &desk );
    PASS();
}

TEST changesOnTheWayArePartOfTheName( void )
{
    ssScene scene = deskScene( "rolling-sphere", "fig3b" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &scene.def, "mu", "0.2" ).code );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
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
    ssScene scene = deskScene( "belt", NULL );
    ASSERT_EQ( ss_ok, ssSimDef_SetLaw( &scene.def, law->text, law->name ).code );
    char name[96];
    snprintf( name, sizeof name, "law %s", ssLawProgram_Info( scene.def.scenario->law )->title );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
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
    ssScene scene = deskScene( "rolling-sphere", "fig3a" );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
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
    ssScene scene = deskScene( "rolling-sphere", "fig3b" );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
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
    ssScene scene = deskScene( "rolling-sphere", "fig3b" ), other = deskScene( "belt", NULL );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
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
    ssScene scene = deskScene( "rolling-sphere", "fig3b" );
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
    int mu = ssFindParam( scene.def.scenario->model.params, scene.def.scenario->model.paramCount, "mu" );
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
    ssScene scene = deskScene( "rolling-sphere", "fig3b" );
    Desk desk, alone;
    ASSERT( openDesk( &desk, &scene, false ) && openDesk( &alone, &scene, false ) );
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
    ssScene scene = deskScene( "rolling-sphere", "fig3b" ), saved, back;
    Desk desk;
    ASSERT( openDesk( &desk, &scene, false ) );
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
    ASSERT( openDesk( &desk, &back, false ) );
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
