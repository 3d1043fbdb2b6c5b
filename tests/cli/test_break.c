// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "session/driver/driver.h"
#include "shows/shows.h"
#include "slipstick/lab/scenario.h"

// Breaks: a run stops in the first state in which a contact begins to satisfy a condition.

// ------------------------------------------------------------------------------------------ planted contacts

enum
{
    plantedSteps = 40,
    plantedPoints = 3
};

// Which points are there in a state, and which of them create energy. Points 0 and 1 belong to the pair of
// body 1 and the ground, point 2 to that of bodies 1 and 2.
static unsigned s_present[plantedSteps + 1], s_creating[plantedSteps + 1];

static ssResult plant( void* state, const ssSim* sim )
{
    (void)state;
    (void)sim;
    return ssOk();
}

static ssStepReport stepOn( void* state, ssSim* sim )
{
    (void)state;
    (void)sim;
    return ( ssStepReport ){ .status = ss_statusConverged };
}

static void serializeNothing( void* state, ssArchive* archive ) { ssArchive_F64( archive, state ); }

static void drawPlanted( const void* state, const ssSim* sim, const ssDraw* draw )
{
    (void)state;
    ssContactView views[plantedPoints];
    int count = 0;
    int64_t k = ssSim_StepIndex( sim );
    for ( int i = 0; i < plantedPoints && k <= plantedSteps; ++i )
    {
        double sign = s_creating[k] >> i & 1u ? 1.0 : -1.0;
        if ( s_present[k] >> i & 1u )
        {
            views[count++] = ( ssContactView ){ .point = { (double)i, 0, 0 },
                .normal = { 0, 0, 1 },
                .tangent1 = { 1, 0, 0 },
                .tangent2 = { 0, 1, 0 },
                .force = { 10.0, sign * 5.0, 0.0 },
                .velocity = { 0.0, 10.0, 0.0 },
                .cone = { .dimension = 3, .mu = 0.5 },
                .mode = ss_modeSlide,
                .a = i < 2 ? -1 : 1,
                .b = i < 2 ? 1 : 2 };
        }
    }
    ssDrawContacts( draw, count, views );
}

static const ssScenario s_planted = { .id = "planted",
    .title = "Planted contacts",
    .source = "none",
    .summary = "none",
    .model = { .h = 0.5,
        .until = 0.5 * plantedSteps,
        .stateSize = 8,
        .create = plant,
        .step = stepOn,
        .serialize = serializeNothing },
    .picture = { .draw = drawPlanted } };

/// Which pairs create energy in a state: bit 0 the one with the ground, bit 1 the other.
static unsigned creatingPairs( int64_t step )
{
    unsigned points = s_present[step] & s_creating[step];
    return ( points & 3u ? 1u : 0u ) | ( points & 4u ? 2u : 0u );
}

TEST aBreakIsTheStateInWhichAPairBeginsToSatisfyIt( void )
{
    testRng rng = { 5 };
    sessionBreakWatch watch = { 0 };
    ASSERT_EQ( ss_ok, sessionBreakWatch_Set( &watch, "energy created" ).code );
    int breaks = 0;
    for ( int run = 0; run < 60; ++run )
    {
        for ( int k = 0; k <= plantedSteps; ++k )
        {
            s_present[k] = (unsigned)testUniform( &rng, 0.0, 8.0 );
            s_creating[k] = (unsigned)testUniform( &rng, 0.0, 8.0 );
        }
        ssSim* sim = NULL;
        ssSimDef def = ssDefaultSimDef( &s_planted );
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        sessionBreak found;
        sessionBreakWatch_Forget( &watch );
        ASSERT_FALSE( sessionBreakWatch_Visit( &watch, sim, &found ) ); // nothing begins in the first state
        for ( int k = 1; k <= plantedSteps; ++k )
        {
            ssSim_Step( sim );
            unsigned fresh = creatingPairs( k ) & ~creatingPairs( k - 1 );
            ASSERT_EQ( fresh != 0, sessionBreakWatch_Visit( &watch, sim, &found ) );
            ASSERT_EQ( (int)( fresh & 1u ) + (int)( fresh >> 1 ), found.contacts );
            if ( fresh != 0 )
            {
                unsigned points = s_present[k] & s_creating[k];
                int first = fresh & 1u ? ( points & 1u ? 0 : 1 ) : 2, place = 1;
                for ( int i = 0; i < first; ++i ) { place += (int)( s_present[k] >> i & 1u ); }
                ASSERT_EQ_FMT( place, found.number, "%d" );
                ASSERT_IN_RANGE( first, found.key.point.x, 0.0 );
                ASSERT_STR_EQ( "energy 50 W", found.values );
                ASSERT_IN_RANGE( 0.5 * k, found.time, 0.0 );
                ++breaks;
            }
            ASSERT_FALSE( sessionBreakWatch_Visit( &watch, sim, &found ) ); // once
        }
        ssDestroySim( sim );
    }
    ASSERT( breaks > 500 );
    sessionBreakWatch_Free( &watch );
    PASS();
}

// ------------------------------------------------------------------------------------------------ the driver

static void post( sessionDriver* driver, sessionCommandKind kind, int64_t count, const char* text )
{
    sessionCommand command = { .kind = kind, .count = count };
    snprintf( command.text, sizeof command.text, "%s", text );
    sessionDriver_Post( driver, &command );
}

static const sessionSnapshot* advance( sessionDriver* driver, double seconds )
{
    static sessionSignalLog signalLog;
    sessionDriver_Advance( driver, seconds );
    return sessionDriver_Acquire( driver, &signalLog );
}

/// Energy is created by the pair with the ground in states 3 to 6, and by the other one in states 5 and 9.
static void plantEnergies( void )
{
    for ( int k = 0; k <= plantedSteps; ++k )
    {
        s_present[k] = 7u;
        s_creating[k] = ( k >= 3 && k <= 6 ? 2u : 0u ) | ( k == 5 || k == 9 ? 4u : 0u );
    }
}

TEST playPausesAtEveryBreakAndSelectsTheContact( void )
{
    plantEnergies();
    ssScene scene = { .def = ssDefaultSimDef( &s_planted ) };
    sessionDriver* driver = NULL;
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandBreak, 0, "energy created" );
    static const struct
    {
        int64_t step;
        int b;
        const char* says;
    } expected[] = { { 3, 1, "Break at t = 1.5 s: body 1 on ground, energy 50 W" },
        { 5, 2, "Break at t = 2.5 s: body 2 on body 1, energy 50 W" },
        { 9, 2, "Break at t = 4.5 s: body 2 on body 1, energy 50 W" } };
    const sessionSnapshot* s = NULL;
    for ( int i = 0; i < SS_COUNT( expected ); ++i )
    {
        post( driver, session_commandPlay, 0, "" );
        s = advance( driver, 1000.0 );
        ASSERT_EQ_FMT( expected[i].step, s->step, "%ld" );
        ASSERT_FALSE( s->playing );
        ASSERT_EQ( (uint64_t)i + 1, s->breakCount );
        ASSERTm( s->message, strstr( s->message, expected[i].says ) != NULL );
        ASSERT( s->contacts.selected.found );
        ASSERT_EQ( expected[i].b, s->contacts.selected.view.b );
        ASSERT_IN_RANGE( expected[i].b, s->contacts.selected.view.point.x, 0.0 );
    }
    post( driver, session_commandPlay, 0, "" );
    s = advance( driver, 1000.0 );
    ASSERT_EQ_FMT( (int64_t)plantedSteps, s->step, "%ld" );
    ASSERT( s->finished );
    ASSERT_STR_EQ( "", s->message );
    sessionDestroyDriver( driver );
    PASS();
}

/// Who goes to a moment arrives there; what satisfies the condition at that moment has begun before.
TEST goingToAMomentIsNoBreak( void )
{
    plantEnergies();
    ssScene scene = { .def = ssDefaultSimDef( &s_planted ) };
    sessionDriver* driver = NULL;
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandBreak, 0, "energy created" );
    post( driver, session_commandSeek, 4, "" );
    const sessionSnapshot* s = advance( driver, 0.0 );
    ASSERT_EQ_FMT( (int64_t)4, s->step, "%ld" );
    ASSERT_EQ( 0, s->breakCount );
    post( driver, session_commandPlay, 0, "" );
    s = advance( driver, 1000.0 );
    ASSERT_EQ_FMT( (int64_t)5, s->step, "%ld" );
    // back, and once more over the same break
    post( driver, session_commandSeek, 2, "" );
    s = advance( driver, 0.0 );
    ASSERT_STR_EQ( "", s->message );
    post( driver, session_commandPlay, 0, "" );
    s = advance( driver, 1000.0 );
    ASSERT_EQ_FMT( (int64_t)3, s->step, "%ld" );
    // a condition that is no condition changes nothing but the message
    post( driver, session_commandBreak, 0, "energy crated" );
    s = advance( driver, 0.0 );
    ASSERTm( s->message, strstr( s->message, "column 8" ) != NULL );
    post( driver, session_commandReset, 0, "" );
    post( driver, session_commandPlay, 0, "" );
    s = advance( driver, 1000.0 );
    ASSERT_EQ_FMT( (int64_t)3, s->step, "%ld" );
    // without one the run goes on to its end
    post( driver, session_commandBreak, 0, "" );
    post( driver, session_commandPlay, 0, "" );
    s = advance( driver, 1000.0 );
    ASSERT_EQ_FMT( (int64_t)plantedSteps, s->step, "%ld" );
    sessionDestroyDriver( driver );
    PASS();
}

// ------------------------------------------------------------------------------------------------ the filter

/// Only contacts that satisfy the filter are drawn; the others stay in the list,
/// keep their numbers, and are still audited.
TEST aFilterLeavesTheContactsThatSatisfyIt( void )
{
    plantEnergies();
    ssScene scene = { .def = ssDefaultSimDef( &s_planted ) };
    sessionDriver* driver = NULL;
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    static const struct
    {
        const char* filter;
        int64_t step;
        unsigned shown; // a bit for each point
    } rows[] = { { "", 5, 7u }, { "energy created", 5, 6u }, { "energy created", 6, 2u },
        { "energy created", 7, 0u }, { "body ground", 7, 3u }, { "pair 2-1", 8, 4u },
        { "not contact = 2", 8, 5u }, { "energy created and contact > 2", 9, 4u }, { "", 9, 7u } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        post( driver, session_commandFilter, 0, rows[i].filter );
        post( driver, session_commandSeek, rows[i].step, "" );
        const sessionSnapshot* s = advance( driver, 0.0 );
        int shown = 0;
        ASSERT_EQ_FMT( plantedPoints, s->contacts.count, "%d" );
        for ( int k = 0; k < plantedPoints; ++k )
        {
            bool is = ( rows[i].shown >> k & 1u ) != 0;
            ASSERT_EQm( rows[i].filter, !is, s->contacts.items[k].hidden );
            if ( is )
            {
                ASSERT_IN_RANGE( k, s->draw.contacts[shown].point[0], 0.0 );
                ASSERT_IN_RANGE( k, s->draw.cones[shown].apex[0], 0.0 );
            }
            shown += is ? 1 : 0;
        }
        ASSERT_EQ_FMT( shown, s->contacts.shown, "%d" );
        ASSERT_EQ_FMT( shown, s->draw.contactCount, "%d" );
        ASSERT_EQ_FMT( shown, s->draw.coneCount, "%d" );
        ASSERT_EQ_FMT( plantedPoints, s->contacts.audit.contacts, "%d" );
        ASSERT_EQ( rows[i].filter[0] != 0, s->contacts.filtered );
    }
    sessionDestroyDriver( driver );
    PASS();
}

// ------------------------------------------------------------------------------------------ the command line

/// The time of the first change to a mode, as --changes says.
static double timeOfChange( const char* run, const char* to )
{
    testRun changes = testShell( "\"$S\" run %s --changes - | grep ',%s,' | head -1", run, to );
    return strtod( changes.out, NULL );
}

TEST theRunEndsWhereTheChangesSayTheModeBegins( void )
{
    static const struct
    {
        const char *run, *mode, *bodies;
        double h;
    } rows[] = { { "rolling-sphere --preset fig3b --until 1", "roll",
                     "contact 1, sphere on ground, mode roll", 1e-4 },
        { "lanes --until 3", "slide", "sliding lane 1 on table, mode slide", 1e-3 } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double expected = timeOfChange( rows[i].run, rows[i].mode );
        ASSERT( expected > 0.1 );
        testRun run =
            testShell( "\"$S\" run %s --break 'mode = %s' --csv - | tail -1", rows[i].run, rows[i].mode );
        ASSERT_IN_RANGE( expected, strtod( run.out, NULL ), 1e-12 );
        char says[96];
        snprintf(
            says, sizeof says, "break at step %ld, t = %.10g s", lround( expected / rows[i].h ), expected );
        ASSERT_SAYS( run, says );
        ASSERT_SAYS( run, rows[i].bodies );
    }
    PASS();
}

TEST aBreakKeepsWhatTheRunHasSoFar( void )
{
    testRun broken =
        testShell( "\"$S\" run rolling-sphere --preset fig3b --break 'mode = roll' --hash > \"$D/broken\" && "
                   "\"$S\" run rolling-sphere --preset fig3b --until .2549 --hash | cmp - \"$D/broken\" && "
                   "test -s \"$D/broken\"" );
    ASSERT_STATUS( 0, broken );
    broken = testShell(
        "\"$S\" run rolling-sphere --preset fig3b --break 'mode = roll' --every .1 --csv - | cut -d, -f1" );
    ASSERT_STR_EQ( "t\n0\n0.10000000000000001\n0.20000000000000001\n0.25490000000000002\n", broken.out );
    broken = testShell( "\"$S\" run rolling-sphere --preset fig3b --break 'mode = roll' --json" );
    ASSERT_STATUS( 0, broken );
    ASSERTm( broken.out, testContains( broken.out, "\"break\": {" ) );
    ASSERTm( broken.out, testContains( broken.out, "\"t\": 0.25490000000000002" ) );
    ASSERTm( broken.out, testContains( broken.out, "\"step\": 2549" ) );
    ASSERTm( broken.out, testContains( broken.out, "\"b\": \"sphere\"" ) );
    ASSERTm( broken.out, testContains( broken.out, "\"values\": \"mode roll\"" ) );
    PASS();
}

// A log may begin with what is looked for. Contacts that go on to satisfy the condition do not break again.
TEST theFirstFrameOfALogBreaks( void )
{
    testRun run = testShell( "printf 't,a,b,nx,ny,nz,fx,fy,fz,vx,vy,vz,mu\\n' > $D/x.csv\n"
                             "for t in 3 4 5; do echo $t,-1,1,0,0,1,-6,0,10,1,0,0,0.5; done >> $D/x.csv\n"
                             "\"$S\" run $D/x.csv --break 'cone error > 1%%' --csv - | cut -d, -f1" );
    ASSERT_STR_EQ( "t\n3\n", run.out );
    ASSERT_SAYS( run, "break at step 0, t = 3 s: contact 1, body 1 on ground" );
    PASS();
}

TEST aRunWithoutABreakSaysSo( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --break 'force > 1 kN and mode = spin' --json" );
    ASSERT_STATUS( 0, run );
    ASSERT_SAYS( run, "no contact began to satisfy --break \"force > 1 kN and mode = spin\"" );
    ASSERTm( run.out, testContains( run.out, "\"break\": null" ) );
    run = testShell( "\"$S\" run " SHORT_RUN " --json" );
    ASSERT_FALSEm( run.out, testContains( run.out, "\"break\"" ) );
    PASS();
}

TEST whatHasNoContactsCannotBreak( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        if ( showFind( scenario )->noContacts != NULL )
        {
            testRun run = testShell( "\"$S\" run %s --preset tiny --break 'margin < 1%%'", scenario->id );
            ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
            ASSERTm( run.err, testContains( run.err, "--break" ) );
            ASSERTm( run.err, testContains( run.err, showFind( scenario )->noContacts ) );
        }
    }
    PASS();
}

TEST aBadConditionIsRefusedBeforeTheRun( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --break 'margn < 1%%'" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "--break: column 1: 'margn' is no quantity" );
    ASSERT_SAYS( run, "margin" );
    run = testShell( "\"$S\" run " SHORT_RUN " --break ''" );
    ASSERT_REFUSED( run );
    PASS();
}

SUITE( breaks )
{
    RUN_TEST( aBreakIsTheStateInWhichAPairBeginsToSatisfyIt );
    RUN_TEST( playPausesAtEveryBreakAndSelectsTheContact );
    RUN_TEST( goingToAMomentIsNoBreak );
    RUN_TEST( aFilterLeavesTheContactsThatSatisfyIt );
    RUN_TEST( theRunEndsWhereTheChangesSayTheModeBegins );
    RUN_TEST( aBreakKeepsWhatTheRunHasSoFar );
    RUN_TEST( theFirstFrameOfALogBreaks );
    RUN_TEST( aRunWithoutABreakSaysSo );
    RUN_TEST( whatHasNoContactsCannotBreak );
    RUN_TEST( aBadConditionIsRefusedBeforeTheRun );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( breaks );
    return TEST_END();
}
