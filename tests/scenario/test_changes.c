// SPDX-License-Identifier: MIT
#include "change_common.h"

// The changes of regime of a run: when they are found, what they are called, and what theory expects.

TEST everySphereStartsWhereTheConeSays( void )
{
    ssSim* sim = makeSim( "lanes", "tilt" );
    ssChangeLog* log = NULL;
    static Found found;
    found.count = 0;
    ASSERT( sim != NULL && ssCreateChangeLog( &log ).code == ss_ok );
    visit( log, sim, &found );
    play( log, sim, 9000, &found );
    double perStep = 2.0 * ssSim_StepSize( sim ); // [deg] the table tilts by two degrees a second
    int rolls = 0, slides = 0;
    for ( int i = 0; i < found.count; ++i )
    {
        const ssChange* c = found.items + i;
        if ( isnan( c->predicted ) )
        {
            continue; // a sphere that the stop holds starts whenever the others let it
        }
        ASSERT_EQ( ss_modeStick, c->from );
        char name[SS_NAME_CAPACITY];
        ssSim_BodyName( sim, c->b, name, (int)sizeof name );
        bool rolling = strncmp( name, "rolling lane ", 13 ) == 0;
        ASSERT( rolling || strncmp( name, "sliding lane ", 13 ) == 0 );
        double lane = atof( name + 13 ), share = ( lane - 1.0 ) / 4.0;
        double tangent = rolling ? ( 0.0075 + share * 0.0375 ) / 0.15 : 0.1 + share * 0.5;
        ASSERT_EQ( rolling ? ss_modeRoll : ss_modeSlide, c->to );
        ASSERT_IN_RANGE( atan( tangent ) * 180.0 / SS_PI, c->predicted, 1e-9 );
        ASSERT_IN_RANGE( c->predicted, c->drive, 2.0 * perStep );
        ssSim_BodyName( sim, c->a, name, (int)sizeof name );
        ASSERT_STR_EQ( "table", name );
        rolls += rolling;
        slides += !rolling;
    }
    // tan 18° = 0.325: all five of the rolling row, up to 0.3, and two
    // of the sliding row, 0.1, 0.225 and so on
    ASSERT_EQ( 5, rolls );
    ASSERT_EQ( 2, slides );
    ssDestroyChangeLog( log );
    ssDestroySim( sim );
    PASS();
}

TEST aContactIsAlwaysInOneMode( void )
{
    // For every contact the modes follow one another, and their durations
    // add up to the time of its last change.
    static const char* const scenarios[] = { "playground", "gravel-pile", "sphere-pile", "rolling-sphere",
        "belt", "dilatancy-twins", "facet-fan" };
    static Found found;
    for ( int k = 0; k < SS_COUNT( scenarios ); ++k )
    {
        ssSim* sim = makeSim( scenarios[k], "tiny" );
        ssChangeLog* log = NULL;
        found.count = 0;
        ASSERT( sim != NULL && ssCreateChangeLog( &log ).code == ss_ok );
        visit( log, sim, &found );
        play( log, sim, 400, &found );
        for ( int contact = 0; contact < ssChangeLog_Contacts( log ); ++contact )
        {
            double sum = 0.0;
            const ssChange* before = NULL;
            for ( int i = 0; i < found.count; ++i )
            {
                const ssChange* c = found.items + i;
                if ( c->contact == contact )
                {
                    ASSERT( c->from != c->to && c->held > 0.0 );
                    ASSERT( before == NULL ||
                        ( before->to == c->from && before->a == c->a && before->b == c->b ) );
                    sum += c->held;
                    ASSERT_IN_RANGE( c->time, sum, 1e-9 );
                    before = c;
                }
            }
        }
        ssDestroyChangeLog( log );
        ssDestroySim( sim );
    }
    PASS();
}

TEST goingBackRepeatsNothing( void )
{
    static Found found, once;
    ssSim *sim = makeSim( "sphere-pile", "tiny" ), *other = makeSim( "sphere-pile", "tiny" );
    ssChangeLog *log = NULL, *fresh = NULL;
    found.count = once.count = 0;
    ASSERT( ssCreateChangeLog( &log ).code == ss_ok && ssCreateChangeLog( &fresh ).code == ss_ok );
    visit( fresh, other, &once );
    play( fresh, other, 300, &once );
    visit( log, sim, &found );
    play( log, sim, 100, &found );
    size_t size = ssSim_SaveSize( sim );
    void* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
    play( log, sim, 200, &found );
    ASSERT( ssSim_Restore( sim, blob, size ).code == ss_ok );
    play( log, sim, 300, &found );
    CHECK_CALL( sameChanges( &once, &found ) );
    free( blob );
    ssDestroyChangeLog( log );
    ssDestroyChangeLog( fresh );
    ssDestroySim( sim );
    ssDestroySim( other );
    PASS();
}

/// Applies the edit that turns the run into another one.
static bool edit( ssSim* sim )
{
    for ( int i = 0; i < ssSim_Scenario( sim )->model.paramCount; ++i )
    {
        if ( strcmp( ssSim_Scenario( sim )->model.params[i].key, "mu" ) == 0 )
        {
            return ssSim_SetParam( sim, i, 0.05 ).code == ss_ok;
        }
    }
    return false;
}

TEST anEditInThePastReplacesWhatFollowed( void )
{
    static Found found, direct;
    ssSim *sim = makeSim( "sphere-pile", "tiny" ), *other = makeSim( "sphere-pile", "tiny" );
    ssChangeLog *log = NULL, *fresh = NULL;
    found.count = direct.count = 0;
    ASSERT( ssCreateChangeLog( &log ).code == ss_ok && ssCreateChangeLog( &fresh ).code == ss_ok );
    visit( fresh, other, &direct );
    play( fresh, other, 150, &direct );
    ASSERT( edit( other ) );
    play( fresh, other, 300, &direct );

    visit( log, sim, &found );
    play( log, sim, 150, &found );
    size_t size = ssSim_SaveSize( sim );
    void* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
    int kept = found.count;
    play( log, sim, 250, &found );
    ASSERT( found.count > kept );
    ASSERT( ssSim_Restore( sim, blob, size ).code == ss_ok );
    found.count = kept;
    ASSERT( edit( sim ) );
    ASSERT( ssChangeLog_Cut( log, sim, found.count, found.items ).code == ss_ok );
    play( log, sim, 300, &found );
    CHECK_CALL( sameChanges( &direct, &found ) );
    free( blob );
    ssDestroyChangeLog( log );
    ssDestroyChangeLog( fresh );
    ssDestroySim( sim );
    ssDestroySim( other );
    PASS();
}

typedef struct Seen
{
    int contacts, pending, glyphs;
} Seen;

static void seeContacts( void* context, int count, const ssContactView* contacts )
{
    Seen* seen = context;
    for ( int i = 0; i < count; ++i )
    {
        seen->contacts += 1;
        seen->pending += contacts[i].pending;
    }
}

static void seeCones( void* context, int count, const ssDrawCone* cones )
{
    (void)cones;
    ( (Seen*)context )->glyphs += count;
}

TEST contactsAreFoundBeforeTheFirstStep( void )
{
    static const struct
    {
        const char* id;
        int points, pairs, after; // contact points at t = 0 and after a step
    } cases[] = { { "lanes", 4, 4, 4 }, { "dilatancy-twins", 8, 2, 2 }, { "sphere-pile", 0, 0, 0 },
        { "rolling-disk", 2, 1, 1 } }; // corners of a block and ends of a line are then drawn as one contact
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssSim* sim = makeSim( cases[i].id, "tiny" );
        Seen seen = { 0 };
        ssDraw draw = { .flags = ss_drawAll, .context = &seen, .contacts = seeContacts, .cones = seeCones };
        uint64_t hash = ssSim_Hash( sim );
        ssSim_Draw( sim, &draw );
        ASSERT_EQ_FMTm( cases[i].id, cases[i].points, seen.contacts, "%d" );
        ASSERT_EQ_FMT( seen.contacts, seen.pending, "%d" );
        ASSERT_EQ_FMT( 0, seen.glyphs, "%d" ); // forces that are not known are not drawn
        ASSERT_EQ( hash, ssSim_Hash( sim ) );
        // the first step tells the forces, and is no change of regime
        static Found found;
        ssChangeLog* log = NULL;
        found.count = 0;
        ASSERT( ssCreateChangeLog( &log ).code == ss_ok );
        visit( log, sim, &found );
        play( log, sim, 1, &found );
        ASSERT_EQ_FMTm( cases[i].id, 0, found.count, "%d" );
        ASSERT_EQ_FMT( cases[i].pairs, ssChangeLog_Contacts( log ), "%d" );
        seen = ( Seen ){ 0 };
        ssSim_Draw( sim, &draw );
        ASSERT_EQ_FMTm( cases[i].id, cases[i].after, seen.contacts, "%d" );
        ASSERT_EQ_FMT( 0, seen.pending, "%d" );
        ssDestroyChangeLog( log );
        ssDestroySim( sim );
    }
    PASS();
}

TEST aRollingGuidewayKeepsRolling( void )
{
    // Every ball rolls on its rail and under its row of the carriage, from the first step on.
    static Found found;
    ssSim* sim = makeSim( "guideway", NULL );
    ssChangeLog* log = NULL;
    found.count = 0;
    ASSERT( sim != NULL && ssCreateChangeLog( &log ).code == ss_ok );
    visit( log, sim, &found );
    play( log, sim, (int64_t)( 100.0 * fmin( 1.0, testScale() ) ), &found );
    ASSERT( ssChangeLog_Contacts( log ) >= 8 );
    for ( int i = 0; i < found.count; ++i )
    {
        ASSERT( found.items[i].from == ss_modeOpen || found.items[i].to == ss_modeOpen );
    }
    ssDestroyChangeLog( log );
    ssDestroySim( sim );
    PASS();
}

TEST everyBodyThatTouchesHasAName( void )
{
    static Found found;
    for ( int k = 0; k < ssScenarioCount(); ++k )
    {
        ssSim* sim = makeSim( ssGetScenario( k )->id, "tiny" );
        ssChangeLog* log = NULL;
        found.count = 0;
        ASSERT( sim != NULL && ssCreateChangeLog( &log ).code == ss_ok );
        visit( log, sim, &found );
        play( log, sim, 300, &found );
        for ( int i = 0; i < found.count; ++i )
        {
            char a[SS_NAME_CAPACITY], b[SS_NAME_CAPACITY];
            ssSim_BodyName( sim, found.items[i].a, a, (int)sizeof a );
            ssSim_BodyName( sim, found.items[i].b, b, (int)sizeof b );
            ASSERTm( ssGetScenario( k )->id, strncmp( a, "body", 4 ) != 0 && strncmp( b, "body", 4 ) != 0 );
            ASSERTm( ssGetScenario( k )->id, a[0] != '\0' && b[0] != '\0' && strcmp( a, b ) != 0 );
        }
        ssDestroyChangeLog( log );
        ssDestroySim( sim );
    }
    PASS();
}

TEST aPushedBlockStartsAtTheEdgeOfItsPolygon( void )
{
    static Found found;
    ssSim* sim = makeSim( "pushed-block", "tiny" );
    ssChangeLog* log = NULL;
    found.count = 0;
    ASSERT( sim != NULL && ssCreateChangeLog( &log ).code == ss_ok );
    visit( log, sim, &found );
    play( log, sim, 1000, &found );
    ASSERT( found.count >= 1 );
    const ssChange* c = found.items;
    ASSERT_EQ( ss_modeStick, c->from );
    ASSERT_EQ( ss_modeSlide, c->to );
    double rate = 0.0;
    for ( int i = 0; i < ssSim_Scenario( sim )->model.paramCount; ++i )
    {
        rate = strcmp( ssSim_Scenario( sim )->model.params[i].key, "push_rate" ) == 0 ? ssSim_Param( sim, i )
                                                                                      : rate;
    }
    ASSERT_IN_RANGE( c->predicted, c->drive, 2.0 * rate * ssSim_StepSize( sim ) );
    ssDestroyChangeLog( log );
    ssDestroySim( sim );
    PASS();
}

SUITE( changes )
{
    RUN_TEST( everySphereStartsWhereTheConeSays );
    RUN_TEST( aContactIsAlwaysInOneMode );
    RUN_TEST( goingBackRepeatsNothing );
    RUN_TEST( anEditInThePastReplacesWhatFollowed );
    RUN_TEST( contactsAreFoundBeforeTheFirstStep );
    RUN_TEST( aRollingGuidewayKeepsRolling );
    RUN_TEST( everyBodyThatTouchesHasAName );
    RUN_TEST( aPushedBlockStartsAtTheEdgeOfItsPolygon );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( changes );
    return TEST_END();
}
