// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "session/driver/driver.h"
#include "shows/shows.h"

// Changes of regime in the window: the driver that finds them at every step, their list, its filter, and the
// contacts of a world before its first step.

// ------------------------------------------------------------------------------------------------ the driver

static int countChanges( const sessionSnapshot* s ) { return (int)s->changes.dropped + s->changes.count; }

static const sessionSnapshot* seek( sessionDriver* driver, int64_t step, sessionSignalLog* signalLog )
{
    sessionDriver_Post( driver, &( sessionCommand ){ .kind = session_commandSeek, .count = step } );
    sessionDriver_Advance( driver, 1.0 / 60.0 );
    return sessionDriver_Acquire( driver, signalLog );
}

TEST everyStepCountsHoweverTheRunGetsThere( void )
{
    // The changes of a direct run are those of a driver that goes to the end at once, as `shot` does, and of
    // one that goes there in pieces and back again.
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "sphere-pile" ) ), .viewFlags = ss_drawAll };
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &scene.def, "tiny" ).code );
    ssSim* sim = NULL;
    ssChangeLog* log = NULL;
    const ssChange* found = NULL;
    int direct = 0, more = 0;
    ASSERT_EQ( ss_ok, ssCreateSim( &scene.def, &sim ).code );
    ASSERT_EQ( ss_ok, ssCreateChangeLog( &log ).code );
    ASSERT_EQ( ss_ok, ssChangeLog_Visit( log, sim, &more, &found ).code );
    for ( int i = 0; i < 300; ++i )
    {
        ssSim_Step( sim );
        ASSERT_EQ( ss_ok, ssChangeLog_Visit( log, sim, &more, &found ).code );
        direct += more;
    }
    ASSERT( direct > 10 );
    for ( int pieces = 0; pieces < 2; ++pieces )
    {
        sessionDriver* driver = NULL;
        sessionSignalLog signalLog = { 0 };
        ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
        for ( int64_t step = 20; step <= 280 && pieces == 1; step += 20 )
        {
            seek( driver, step, &signalLog );
            seek( driver, step - 15, &signalLog );
        }
        ASSERT_EQ_FMT( direct, countChanges( seek( driver, 300, &signalLog ) ), "%d" );
        ASSERT_EQ_FMT( direct, countChanges( seek( driver, 10, &signalLog ) ), "%d" ); // what was seen stays
        sessionDestroyDriver( driver );
        sessionSignalLog_Free( &signalLog );
    }
    ssDestroyChangeLog( log );
    ssDestroySim( sim );
    PASS();
}

TEST anEditReplacesTheChangesAhead( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ), .viewFlags = ss_drawAll };
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &scene.def, "fig3b" ).code );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    const sessionSnapshot* s = seek( driver, 3000, &signalLog );
    ASSERT_EQ_FMT( 1, countChanges( s ), "%d" );
    ASSERT_IN_RANGE( 0.2549, s->changes.items[0].change.time, 1.5e-4 ); // Acary & Bourrier Sec. 6.1
    ASSERT_STR_EQ( "sphere", s->changes.items[0].b );
    seek( driver, 1000, &signalLog );
    // without sliding friction it goes on sliding
    sessionDriver_Post(
        driver, &( sessionCommand ){ .kind = session_commandSetParam, .param = 0, .value = 0.0 } );
    sessionDriver_Advance( driver, 1.0 / 60.0 );
    ASSERT_EQ_FMT( 0, countChanges( sessionDriver_Acquire( driver, &signalLog ) ), "%d" );
    sessionDriver_Post( driver, &( sessionCommand ){ .kind = session_commandReset } );
    sessionDriver_Advance( driver, 1.0 / 60.0 );
    ASSERT_EQ_FMT( 0, countChanges( sessionDriver_Acquire( driver, &signalLog ) ), "%d" );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

// -------------------------------------------------------------------------------------------------- the list

TEST aTransitionIsListedAndReachedByAClick( void )
{
    // fig3b: slip ends at 0.2548 s (Acary & Bourrier Sec. 6.1), and the first step of pure rolling is the
    // next one.
    const ssScenario* scenario = ssFindScenario( "rolling-sphere" );
    double speed = showOf( scenario, ssFindPreset( scenario, "fig3b" ) ).speed;
    begin();
    line( "wait %d", (int)lround( 0.5 * 60.0 / speed ) ); // half a second of the motion
    line( "key Space" );
    line( "wait 2" );
    line( "expect-text timeline.list 1 change" );
    line( "click timeline.list" );
    line( "wait 2" );
    line( "expect transitions.count 1 1" );
    line( "expect-text transition.0 slide + roll → roll, sphere on ground" );
    line( "click transition.0" );
    line( "wait 3" );
    line( "expect t 0.2547 0.2550" );
    line( "expect mode 3 3" );
    line( "expect transitions.current 0 0" );
    line( "expect timeline.recorded 0.49 0.51" ); // what was seen stays
    line( "expect transitions.count 1 1" );
    line( "key Left" );
    line( "wait 2" );
    line( "expect mode 4 4" );
    line( "key Ctrl+Right" );
    line( "wait 3" );
    line( "expect t 0.2547 0.2550" );
    line( "expect mode 3 3" );
    line( "key Ctrl+Right" );
    line( "wait 2" );
    line( "expect-text status.message No later change" );
    line( "key PageUp" );
    line( "wait 2" );
    line( "expect-text status.message No earlier change" );
    line( "key T" );
    line( "wait 2" );
    line( "key Left" );
    line( "wait 2" );
    line( "key PageDown" ); // also works with the list closed
    line( "wait 3" );
    line( "expect t 0.2547 0.2550" );
    // Another value at this time makes another run of what was ahead.
    line( "set mu 0.25" );
    line( "wait 3" );
    line( "expect timeline.recorded 0.2547 0.2550" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --size 1920x1080" );
    PASS();
}

TEST branchAndStickHaveStripsToo( void )
{
    begin();
    line( "wait 3" );
    line( "expect plot.v.segments 1 1" );
    for ( int i = 0; i < 8; ++i ) { line( "key =" ); }
    line( "wait 160" );
    line( "expect plot.v.segments 2 1000" );
    line( "expect timeline.events 1 512" );
    line( "key Space" );
    line( "key PageUp" );
    line( "wait 3" );
    line( "key T" );
    line( "wait 2" );
    line( "expect-text transition.0 slow" );
    line( "expect-text transition.0 fast" );
    ASSERT_PLAYS( "rolling-cylinder --preset fig5-bistable --size 1920x1080" );

    begin();
    line( "key =" );
    line( "key =" );
    line( "key =" );
    line( "key =" );
    line( "wait 150" );
    line( "expect plot.position.segments 2 1000" );
    line( "expect timeline.events 1 512" );
    line( "key T" );
    line( "wait 2" );
    line( "expect-text transition.0 stick" );
    ASSERT_PLAYS( "belt --preset fig17 --size 1920x1080" );
    PASS();
}

TEST contactsOfAWorldAreListedByTheirBodies( void )
{
    // The table tilts: the sphere with the least rolling resistance starts first, then the others of its row
    // in turn.
    begin();
    line( "wait 2" );
    line( "key T" );
    line( "wait 240" );
    line( "key Space" );
    line( "wait 2" );
    line( "expect-text transition.0 stick → roll, rolling lane 1 on table, at α = 2.86" );
    line( "expect-text transition.0 predicted 2.862°" ); // atan( mu_r / R )
    line( "expect-text transition.1 stick → slide, sliding lane 1 on table, at α = 5.71" );
    line( "expect-text transition.1 predicted 5.711°" ); // atan mu
    line( "expect-text transition.2 stick → roll, rolling lane 2 on table" );
    line( "click transition.0" );
    line( "wait 3" );
    line( "expect t 1.40 1.47" ); // atan( mu_r / R ) = 2.86 degrees at 2 degrees per second
    line( "expect transitions.count 3 60" );
    ASSERT_PLAYS( "lanes --size 1920x1080" );
    PASS();
}

TEST changesAreFilteredByContactAndDuration( void )
{
    begin();
    line( "key T" );
    line( "wait 240" );
    line( "key Space" );
    line( "wait 2" );
    line( "expect transitions.count 3 60" );
    line( "click transitions.contact" );
    line( "wait 2" );
    line( "click transitions.contact.1" ); // the second sphere that was placed
    line( "wait 2" );
    line( "expect-text transitions.contact sliding lane 1 on table" );
    line( "expect transitions.count 1 2" );
    line( "expect transitions.total 3 60" );
    line( "expect-text transition.0 stick → slide, sliding lane 1 on table" );
    line( "expect-text timeline.list 1 of " );
    line( "click transitions.contact" );
    line( "wait 2" );
    line( "click transitions.contact.selected" ); // the microscope begins with the first contact
    line( "wait 2" );
    line( "expect transitions.count 1 8" );
    line( "expect-text transition.0 rolling lane 1 on table" );
    line( "key N" ); // the next contact
    line( "wait 3" );
    line( "expect-text transition.0 sliding lane 1 on table" );
    line( "click transitions.contact" );
    line( "wait 2" );
    line( "click transitions.contact.all" );
    line( "wait 2" );
    line( "expect transitions.count 3 60" );
    ASSERT_PLAYS( "lanes --size 1920x1080" );

    // Bodies that fall and come to rest change their modes for moments only.
    begin();
    line( "key T" );
    line( "wait 120" );
    line( "key Space" );
    line( "wait 2" );
    line( "expect transitions.count 20 4096" );
    line( "click transitions.shortest" );
    line( "wait 2" );
    line( "click transitions.shortest.3" ); // 0.1 s and longer
    line( "wait 2" );
    line( "expect transitions.total 20 1e9" );
    line( "expect transitions.count 1 19" );
    line( "expect-text transitions.shortest 0.1 s and longer" );
    ASSERT_PLAYS( "playground --preset mix --size 1920x1080" );
    PASS();
}

TEST worldsShowTheirContactsBeforeTheFirstStep( void )
{
    begin();
    line( "wait 3" );
    line( "expect-text contact.name rolling lane 1 on table" );
    line( "expect-text contact.empty known after the first step" );
    line( "key Right" );
    line( "wait 3" );
    line( "expect-text contact.mode stick" );
    ASSERT_PLAYS( "lanes --size 1280x720 --paused" );
    PASS();
}

SUITE( changes )
{
    RUN_TEST( everyStepCountsHoweverTheRunGetsThere );
    RUN_TEST( anEditReplacesTheChangesAhead );
    RUN_TEST( aTransitionIsListedAndReachedByAClick );
    RUN_TEST( branchAndStickHaveStripsToo );
    RUN_TEST( contactsOfAWorldAreListedByTheirBodies );
    RUN_TEST( changesAreFilteredByContactAndDuration );
    RUN_TEST( worldsShowTheirContactsBeforeTheFirstStep );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( changes );
    return TEST_END();
}
