// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/audit.h"
#include "slipstick/lab/scenario.h"

// What is said and drawn of contacts under typed laws, in the scenarios that take them: the
// checks of the contact find nothing as long as the solver converges, k_C is 1 while a contact
// slides, and sets are drawn where there are any.

typedef struct Seen
{
    ssAudit audit;
    double speed;
    int contacts, sets, cones; // drawn
    ssContactView first;
} Seen;

static void addContacts( void* context, int count, const ssContactView* contacts )
{
    Seen* seen = context;
    if ( count > 0 && !contacts[0].pending )
    {
        seen->first = seen->contacts == 0 ? contacts[0] : seen->first;
        seen->contacts += count;
        ssAudit_Add( &seen->audit, count, contacts, seen->speed );
    }
}

static void addSets( void* context, int count, const ssDrawSet* sets )
{
    (void)sets;
    ( (Seen*)context )->sets += count;
}

static void addCones( void* context, int count, const ssDrawCone* cones )
{
    (void)cones;
    ( (Seen*)context )->cones += count;
}

static Seen look( const ssSim* sim )
{
    Seen seen = { .speed = 9.81 * ssSim_StepSize( sim ) };
    ssAudit_Begin( &seen.audit );
    ssDraw draw = {
        .flags = ss_drawDefault, .context = &seen, .contacts = addContacts, .sets = addSets, .cones = addCones
    };
    ssSim_Draw( sim, &draw );
    return seen;
}

static ssSim* simOf( const char* id, const char* law, const char* const* settings )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    ssResult result = ssSimDef_SetLaw( &def, law, "test.law" );
    for ( int i = 0; settings != NULL && settings[i] != NULL && result.code == ss_ok; i += 2 )
    {
        result = ssSimDef_Set( &def, settings[i], settings[i + 1] );
    }
    ssSim* sim = NULL;
    result = result.code == ss_ok ? ssCreateSim( &def, &sim ) : result;
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return sim;
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

/// Whether every check of the contacts is green; prints what is not.
static bool isGreen( const Seen* seen, const char* where, const ssSim* sim )
{
    bool green = true;
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        if ( !( seen->audit.worst[i] <= ssAuditWarningLevel( (ssAuditCheck)i ) ) )
        {
            printf( "%s at t = %g s: %s %g\n", where, ssSim_Time( sim ), ssAuditName( (ssAuditCheck)i ),
                seen->audit.worst[i] );
            green = false;
        }
    }
    return green;
}

/// Steps, and looks at every picture whose step has converged. Returns how
/// many were not green, or -1 if few converged.
static int watch( ssSim* sim, const char* name, int steps )
{
    int red = 0, lost = 0;
    for ( int i = 0; i <= steps && red < 3; ++i )
    {
        bool converged = i == 0 || ssSim_Step( sim ).status == ss_statusConverged;
        Seen seen = look( sim );
        red += converged && !isGreen( &seen, name, sim );
        lost += !converged;
    }
    return lost > steps / 20 ? -1 : red;
}

// ---------------------------------------------------------------------------------------------------- checks

TEST theLightIsGreenOnTheBelt( void )
{
    static const char* const settings[][7] = { { "belt_speed", "1", "perturbation", "8", "stiffness", "5" },
        { "belt_speed", "0.05", "perturbation", "1", "stiffness", "10" },
        { "belt_speed", "0.001", "perturbation", "-0.1", "stiffness", "1" } };
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        for ( int k = 0; k < SS_COUNT( settings ); ++k )
        {
            const ssShippedLaw* law = ssGetShippedLaw( i );
            ssSim* sim = simOf( "belt", law->text, settings[k] );
            ASSERT( sim != NULL );
            ASSERT_EQm(
                law->name, 0, watch( sim, law->name, testUpTo( testScale() < 10.0 ? 250 : 3000, 150 ) ) );
            ssDestroySim( sim );
        }
    }
    PASS();
}

TEST theLightIsGreenInWorlds( void )
{
    static const struct
    {
        const char* id;
        int steps;
        const char* settings[11];
    } rows[] = { { "rolling-sphere", 400, { NULL } }, { "lanes", 100, { NULL } },
        { "playground", 100,
            { "spheres", "2", "boxes", "2", "cylinders", "0", "capsules", "0", "tilt_deg", "15" } },
        { "sliding-disk", 300, { NULL } }, { "spring-slider", 200, { NULL } } };
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        for ( int k = 0; k < SS_COUNT( rows ); ++k )
        {
            const ssShippedLaw* law = ssGetShippedLaw( i );
            char name[64];
            snprintf( name, sizeof name, "%s, %s", rows[k].id, law->name );
            ssSim* sim = simOf( rows[k].id, law->text, rows[k].settings );
            ASSERTm( name, sim != NULL );
            ASSERT_FALSEm( name,
                watch( sim, name, testUpTo( testScale() < 10.0 ? rows[k].steps / 5 : rows[k].steps, 60 ) ) >
                    0 );
            ssDestroySim( sim );
        }
    }
    PASS();
}

// ---------------------------------------------------------------------------------------- k_C, mode, picture

/// k_C is 1 while the mass slides, whether friction falls or rises with
/// the speed, and at most 1 while it sticks.
TEST theGaugeIsThatOfThePresentSpeed( void )
{
    static const char* const names[] = { "stribeck", "groove", "gear", "stribeck-viscous",
        "rate-and-state-aging", "slippery-strip", "regularised", "woven" };
    static const char* const settings[] = { "belt_speed", "0.1", "perturbation", "2", "stiffness", "5",
        NULL };
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        ssSim* sim = simOf( "belt", ssFindShippedLaw( names[i] )->text, settings );
        ASSERT( sim != NULL );
        for ( int k = 0; k < 2000; ++k )
        {
            ssSim_Step( sim );
            double gauge = signalOf( sim, "k_c" );
            if ( signalOf( sim, "stick" ) == 0.0 ) { ASSERT_IN_RANGEm( names[i], 1.0, gauge, 1e-9 ); }
            ASSERTm( names[i], gauge <= 1.0 + 1e-9 );
        }
        ASSERT( look( sim ).sets > 0 );
        ssDestroySim( sim );
    }
    PASS();
}

/// A function of the velocity has no k_C and no set; bristles that
/// hold the mass are called stick nevertheless.
TEST functionsHaveNoSetAndAreJudgedByTheirVelocity( void )
{
    static const char* const names[] = { "lugre", "dahl", "elasto-plastic", "maxwell-slip" };
    static const char* const settings[] = { "belt_speed", "0.1", "perturbation", "2", "stiffness", "5",
        NULL };
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        ssSim* sim = simOf( "belt", ssFindShippedLaw( names[i] )->text, settings );
        ASSERT( sim != NULL );
        int held = 0, slid = 0;
        for ( int k = 0; k < 3000; ++k )
        {
            ssSim_Step( sim );
            Seen seen = look( sim );
            double slip = hypot( signalOf( sim, "slip_1" ), signalOf( sim, "slip_2" ) );
            ASSERT( isnan( signalOf( sim, "k_c" ) ) );
            ASSERT_EQ( 0, seen.sets );
            ASSERT_EQ( slip < 1e-3 * 0.1, seen.first.mode == ss_modeStick );
            ASSERT_EQ( seen.first.mode == ss_modeStick, signalOf( sim, "stick" ) == 1.0 );
            held += seen.first.mode == ss_modeStick;
            slid += seen.first.mode == ss_modeSlide;
        }
        ASSERTm( names[i], held > 100 && slid > 100 );
        ssDestroySim( sim );
    }
    PASS();
}

// The chart of the reservoir: the outlines by their labels, the farthest that
// each reaches, and whether there is a force.
typedef struct Chart
{
    double c, rest, steady;
    bool force;
} Chart;

static void addCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)role;
    Chart* chart = context;
    double* size = strcmp( label, "force reservoir C" ) == 0 ? &chart->c
        : strcmp( label, "C at rest" ) == 0                  ? &chart->rest
        : strcmp( label, "steady sliding" ) == 0             ? &chart->steady
                                                             : NULL;
    for ( int i = 0; i < count && size != NULL; ++i ) { *size = fmax( *size, hypot( x[i], y[i] ) ); }
}

static void addPoints(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)role, (void)label, (void)x, (void)y;
    ( (Chart*)context )->force = count == 1;
}

static Chart chartOf( const char* law )
{
    Chart chart = { 0 };
    static const char* const settings[] = { "belt_speed", "2", NULL };
    ssSim* sim = simOf( "belt", law, settings );
    ssSim_Step( sim );
    ssSim_DrawChart( sim, 0, &( ssChartSink ){ .context = &chart, .curve = addCurve, .points = addPoints } );
    ssDestroySim( sim );
    return chart;
}

TEST theReservoirIsDrawnAtThePresentSpeed( void )
{
    // 9.81 N on a belt at 2 m/s: 0.3 of it slides, and 0.4 holds at rest.
    Chart chart = chartOf( ssFindShippedLaw( "stribeck" )->text );
    ASSERT_IN_RANGE( 0.3 * 9.81, chart.c, 1e-9 );
    ASSERT_IN_RANGE( 0.4 * 9.81, chart.rest, 1e-9 );
    ASSERT( chart.force && chart.steady == 0.0 );
    // LuGre has no set: mu_k + s2 v = 0.3 + 0.05 × 2 in steady sliding.
    chart = chartOf( ssFindShippedLaw( "lugre" )->text );
    ASSERT_IN_RANGE( 0.4 * 9.81, chart.steady, 1e-3 * 9.81 );
    ASSERT( chart.force && chart.c == 0.0 && chart.rest == 0.0 );
    PASS();
}

/// In a world, too: a cone where the law is one, sets where it has some, and nothing where it is a function.
TEST worldsDrawConesOrSetsOrNothing( void )
{
    static const struct
    {
        const char* law;
        bool cones, sets;
    } rows[] = { { "stribeck", true, false }, { "groove", false, true }, { "lugre", false, false } };
    static const char* const settings[] = { "spheres", "0", "boxes", "2", "cylinders", "0", "capsules", "0",
        NULL };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssSim* sim = simOf( "playground", ssFindShippedLaw( rows[i].law )->text, settings );
        ASSERT( sim != NULL );
        Seen seen = look( sim );
        for ( int k = 0; k < 400; ++k ) // until the boxes lie
        {
            ssSim_Step( sim );
            seen = look( sim );
        }
        ASSERTm( rows[i].law, seen.contacts >= 4 );
        ASSERT_EQm( rows[i].law, rows[i].cones, seen.cones > 0 );
        ASSERT_EQm( rows[i].law, rows[i].sets, seen.sets > 0 );
        ssDestroySim( sim );
    }
    PASS();
}

/// From a text to the law, its steady motion in all directions, the scene
/// and the charts; `bench law` has the time.
TEST everyLawHasItsChartsOnTheBelt( void )
{
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        const ssShippedLaw* law = ssGetShippedLaw( i );
        Chart chart = { 0 };
        ssChartSink sink = { .context = &chart, .curve = addCurve, .points = addPoints };
        ssSim* sim = simOf( "belt", law->text, NULL );
        ASSERTm( law->name, sim != NULL );
        ASSERT_EQm( law->name, 1, look( sim ).contacts );
        for ( int c = 0; c < ssSim_Scenario( sim )->picture.chartCount; ++c )
        {
            ssSim_DrawChart( sim, c, &sink );
        }
        ssDestroySim( sim );
    }
    PASS();
}

/// The sets of Fig. 17, typed, are unstable in the directions of the built-in
/// ones; one that falls with the speed is in all.
TEST theDialKnowsTypedLaws( void )
{
    static const char ellipses[] =
        "law \"Fig. 17\"\nC = scale(rotate(ellipse(30, 10), 30), 1/9.81)\nD = ellipse(3, "
        "1)\n",
                      falling[] = "law \"falls\"\nparam u = 1 [m/s]\nC = disc(0.5/(1 + v/u))\n",
                      turned[] =
                          "law \"turned\"\nparam u = 1 [m/s]\n"
                          "C = scale(rotate(ellipse(30, 10), 30), (1 + 1e-9*v/u)/9.81)\nD = ellipse(3, 1)\n";
    char text[3][128], built[128];
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "belt" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ssSim_Explain( sim, ssFindScenarioParam( def.scenario, "phi_deg" ), built, sizeof built );
    ssDestroySim( sim );
    const char* const laws[] = { ellipses, falling, turned };
    for ( int i = 0; i < 3; ++i )
    {
        sim = simOf( "belt", laws[i], NULL );
        ASSERT( sim != NULL );
        ssSim_Explain( sim, ssFindScenarioParam( def.scenario, "phi_deg" ), text[i], sizeof text[i] );
        ssDestroySim( sim );
    }
    ASSERT_STR_EQ( built, text[0] );
    ASSERT_STR_EQ( "unstable in every direction", text[1] );
    // Found from eigenvalues: the same range to a hundredth of a degree.
    double expected[2], found[2];
    ASSERT_EQ( 2, sscanf( built, "unstable %lf° … %lf°", &expected[0], &expected[1] ) );
    ASSERT_EQ( 2, sscanf( text[2], "unstable %lf° … %lf°", &found[0], &found[1] ) );
    ASSERT_IN_RANGE( expected[0], found[0], 0.02 );
    ASSERT_IN_RANGE( expected[1], found[1], 0.02 );
    PASS();
}

SUITE( checks )
{
    RUN_TEST( theLightIsGreenOnTheBelt );
    RUN_TEST( theLightIsGreenInWorlds );
}

SUITE( views )
{
    RUN_TEST( theGaugeIsThatOfThePresentSpeed );
    RUN_TEST( functionsHaveNoSetAndAreJudgedByTheirVelocity );
    RUN_TEST( theReservoirIsDrawnAtThePresentSpeed );
    RUN_TEST( worldsDrawConesOrSetsOrNothing );
    RUN_TEST( everyLawHasItsChartsOnTheBelt );
    RUN_TEST( theDialKnowsTypedLaws );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( checks );
    RUN_SUITE( views );
    return TEST_END();
}
