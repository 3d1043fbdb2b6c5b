// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

// Every parameter of every scenario, in the defaults and in every preset, at both ends of its slider and at
// every choice: the run is refused with a message, or it runs and everything that it shows is a number. Live
// parameters go to both ends while it runs as well. Addresses and arithmetic are checked by the sanitizers,
// under which this program is run too.

// What runs at which SLIPSTICK_TEST_SCALE:
//   >= 10   every value in every preset, 300 steps each; the scenarios of s_costly are smaller,
//           except where their size is the slider that goes to its end
//   < 10    the same, but each value in one preset of eight, or in one only where a scenario is slow to set
//           up, another one from value to value; and a run ends once its steps have cost `workMax`, counted
//           as contacts × iterations, which is hundreds of steps except in large worlds
// The machine's speed never decides what runs. SLIPSTICK_TEST_SHARD=2/16 makes every sixteenth run, from the
// third on: sixteen such processes share the work.

#define STEPS 300

/// The most work of one run, in contacts × iterations.
static double workMax( void ) { return testScale() >= 10.0 ? HUGE_VAL : testScale() >= 1.0 ? 6e3 : 3e3; }

// Scenarios that are costly to set up or to step.
typedef struct Costly
{
    const char* scenario;
    const char* key;       // the parameter that says how large it is, and a smaller value for it
    double small, smaller; // below scale 10 the latter
    bool takesTurns;       // each value in one preset only
} Costly;

// clang-format off
static const Costly s_costly[] = {
    { "gravel-pile", "n", 100.0, 100.0, false },
    { "sphere-pile", "n", 60.0, 60.0, false },
    { "guideway", "balls_per_row", 2.0, 2.0, false },
    { "guideway", "iterations", 200.0, 200.0, false },
    { "playground", "boxes", 1.0, 1.0, true },    // laws of its ground take a local solve each
    { "playground", "spheres", 2.0, 2.0, true },
    { "playground", "cylinders", 1.0, 1.0, true },
    { "playground", "capsules", 1.0, 1.0, true },
    { "tribometer", "samples", 360.0, 72.0, true },
    { "rolling-cylinder", NULL, 0.0, 0.0, true }, // each slope and noise has a density of its own
    { "sliding-disk", NULL, 0.0, 0.0, true },     // each law is fitted into its reservoir
};
// clang-format on

// --------------------------------------------------------------------------------------------------- looking

// What was drawn last, and whether all of it was finite. Reading
// every number is the point: a sanitizer sees it.
typedef struct Sight
{
    bool finite;
    const char* what; // the first thing that was not finite
} Sight;

static void see( Sight* sight, const char* what, int count, const double* numbers )
{
    for ( int i = 0; i < count; ++i )
    {
        if ( !isfinite( numbers[i] ) && sight->finite )
        {
            sight->finite = false;
            sight->what = what;
        }
    }
}

static void seePoint( Sight* sight, const char* what, ssVec3 point )
{
    see( sight, what, 3, ( const double[3] ){ point.x, point.y, point.z } );
}

static void onBounds( void* context, ssVec3 center, double radius )
{
    seePoint( context, "bounds", center );
    see( context, "bounds", 1, &radius );
}

static void onPlanes( void* context, int count, const ssDrawPlane* planes )
{
    for ( int i = 0; i < count; ++i )
    {
        seePoint( context, "plane", planes[i].origin );
        seePoint( context, "plane", planes[i].normal );
        seePoint( context, "plane", planes[i].tangent );
        see( context, "plane", 3, ( const double[3] ){ planes[i].halfX, planes[i].halfY, planes[i].shift } );
    }
}

static void onSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    for ( int i = 0; i < count; ++i )
    {
        seePoint( context, "sphere", spheres[i].center );
        see( context, "sphere", 2, ( const double[2] ){ spheres[i].radius, spheres[i].orientation.w } );
    }
}

static void onSolids( void* context, int count, const ssDrawSolid* solids )
{
    for ( int i = 0; i < count; ++i )
    {
        seePoint( context, "solid", solids[i].center );
        seePoint( context, "solid", solids[i].half );
        see( context, "solid", 1, &solids[i].orientation.w );
    }
}

static void onArrows( void* context, int count, const ssDrawArrow* arrows )
{
    for ( int i = 0; i < count; ++i )
    {
        seePoint( context, arrows[i].symbol, arrows[i].origin );
        seePoint( context, arrows[i].symbol, arrows[i].vector );
    }
}

static void onCones( void* context, int count, const ssDrawCone* cones )
{
    for ( int i = 0; i < count; ++i )
    {
        seePoint( context, "cone", cones[i].apex );
        see( context, "cone", 2, ( const double[2] ){ cones[i].height, cones[i].slope } );
    }
}

static void onDiscs( void* context, int count, const ssDrawDisc* discs )
{
    for ( int i = 0; i < count; ++i )
    {
        seePoint( context, "disc", discs[i].center );
        see( context, "disc", 1, &discs[i].radius );
    }
}

static void onTrail( void* context, int count, const ssVec3* points )
{
    for ( int i = 0; i < count; ++i ) { seePoint( context, "trail", points[i] ); }
}

static void onLine( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    (void)role;
    onTrail( context, count, points );
}

static void onLabels( void* context, int count, const ssDrawLabel* labels )
{
    for ( int i = 0; i < count; ++i ) { seePoint( context, labels[i].text, labels[i].position ); }
}

static void onSets( void* context, int count, const ssDrawSet* sets )
{
    for ( int i = 0; i < count; ++i )
    {
        for ( int k = 0; k < sets[i].count; ++k )
        {
            see( context, "set", 2, ( const double[2] ){ sets[i].points[k].x, sets[i].points[k].y } );
        }
    }
}

static void onContacts( void* context, int count, const ssContactView* contacts )
{
    for ( int i = 0; i < count; ++i )
    {
        seePoint( context, "contact", contacts[i].point );
        see( context, "force of a contact", 3, contacts[i].force );
        see( context, "moment of a contact", 3, contacts[i].moment );
        see( context, "velocity of a contact", 6, contacts[i].velocity );
    }
}

/// Curves may have gaps, which are NaN.
static void seeCurve( Sight* sight, const char* label, int count, const double* y )
{
    for ( int i = 0; i < count; ++i )
    {
        double seen = isnan( y[i] ) ? 0.0 : y[i];
        see( sight, label, 1, &seen );
    }
}

static void onCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)role;
    seeCurve( context, label, count, x );
    seeCurve( context, label, count, y );
}

static void onArea( void* context, ssChartRole role, const char* label, int count, const double* x,
    const double* low, const double* high )
{
    onCurve( context, role, label, count, x, low );
    onCurve( context, role, label, count, x, high );
}

static void onBars( void* context, ssChartRole role, const char* label, int count, const double* edges,
    const double* heights )
{
    onCurve( context, role, label, count, edges, heights );
    seeCurve( context, label, 1, edges + count );
}

static void onChartArrow(
    void* context, ssChartRole role, const char* label, double x0, double y0, double x1, double y1 )
{
    (void)role;
    seeCurve( context, label, 4, ( const double[4] ){ x0, y0, x1, y1 } );
}

/// Draws the scene and every chart once.
static Sight lookAt( const ssSim* sim )
{
    Sight sight = { .finite = true };
    ssDraw draw = { .flags = ss_drawAll,
        .context = &sight,
        .bounds = onBounds,
        .planes = onPlanes,
        .spheres = onSpheres,
        .arrows = onArrows,
        .cones = onCones,
        .discs = onDiscs,
        .trail = onTrail,
        .labels = onLabels,
        .solids = onSolids,
        .sets = onSets,
        .line = onLine,
        .contacts = onContacts };
    ssChartSink sink = { .context = &sight,
        .curve = onCurve,
        .area = onArea,
        .bars = onBars,
        .points = onCurve,
        .arrow = onChartArrow };
    ssSim_Draw( sim, &draw );
    for ( int i = 0; i < ssSim_Scenario( sim )->picture.chartCount; ++i )
    {
        ssSim_DrawChart( sim, i, &sink );
    }
    return sight;
}

/// The first signal that is not a number although its description does
/// not call it undefined anywhere; NULL: none.
static const char* badSignal( const ssSim* sim )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    for ( int i = 0; i < scenario->model.signalCount; ++i )
    {
        bool undefined = isnan( row[i] ) && strstr( scenario->model.signals[i].doc, "undefined" ) != NULL;
        if ( !undefined && !isfinite( row[i] ) ) { return scenario->model.signals[i].name; }
    }
    return NULL;
}

// --------------------------------------------------------------------------------------------------- running

/// Steps, and checks the signals. A step that says that it is no longer finite ends the run.
static enum greatest_test_res stepOn( ssSim* sim, const char* what, int steps )
{
    bool goesOn = true;
    double work = 0.0, most = workMax();
    for ( int i = 0; i < steps && goesOn; ++i )
    {
        ssStepReport report = ssSim_Step( sim );
        work += (double)report.contacts * ( report.iterations + 1.0 );
        goesOn = report.status < ss_statusNotFinite && work < most;
        bool looks = i == 0 || i + 1 == steps || !goesOn;
        const char* bad = looks && report.status < ss_statusNotFinite ? badSignal( sim ) : NULL;
        if ( bad != NULL )
        {
            printf( "\n%s: signal %s at step %d\n", what, bad, i );
            FAILm( what );
        }
    }
    PASS();
}

/// Likewise, and looks at everything that is drawn.
static enum greatest_test_res stepAndLook( ssSim* sim, const char* what, int steps )
{
    CHECK_CALL( stepOn( sim, what, steps ) );
    Sight sight = lookAt( sim );
    if ( !sight.finite )
    {
        printf( "\n%s: draws %s\n", what, sight.what );
        FAILm( what );
    }
    PASS();
}

static enum greatest_test_res runAt( const ssSimDef* def, const char* what, int steps )
{
    ssSim* sim = NULL;
    ssResult result = ssCreateSim( def, &sim );
    if ( result.code != ss_ok )
    {
        ASSERTm( what, sim == NULL && result.message[0] != 0 );
        PASS();
    }
    enum greatest_test_res seen = stepAndLook( sim, what, steps );
    ssDestroySim( sim );
    return seen;
}

/// Is the next run one of this process?
static bool isOurs( void )
{
    static int runs;
    const char* text = getenv( "SLIPSTICK_TEST_SHARD" );
    int shard = 0, count = 1;
    if ( text != NULL && sscanf( text, "%d/%d", &shard, &count ) == 2 && count > 0 )
    {
        return runs++ % count == shard;
    }
    return true;
}

/// The number of values that a slider is tried at: both ends, every choice.
static int valueCount( const ssParam* param )
{
    return param->kind == ss_paramChoice ? param->choiceCount : param->kind == ss_paramText ? 0 : 2;
}

static double valueAt( const ssParam* param, int k )
{
    return param->kind == ss_paramChoice ? k : k == 0 ? param->min : param->max;
}

/// Makes a costly scenario smaller, and says whether its values take turns.
static bool makeSmaller( ssSimDef* def )
{
    const ssScenario* scenario = def->scenario;
    bool takesTurns = false;
    for ( int i = 0; i < SS_COUNT( s_costly ); ++i )
    {
        const Costly* costly = s_costly + i;
        if ( strcmp( costly->scenario, scenario->id ) == 0 )
        {
            int param = costly->key != NULL
                ? ssFindParam( scenario->model.params, scenario->model.paramCount, costly->key )
                : -1;
            takesTurns = takesTurns || ( costly->takesTurns && testScale() < 10.0 );
            if ( param >= 0 )
            {
                def->values[param] =
                    fmin( def->values[param], testScale() < 10.0 ? costly->smaller : costly->small );
            }
        }
    }
    return takesTurns;
}

/// Moves every live slider to both ends and back while the simulation runs;
/// with turns, one in `turns`, from `next` on.
static enum greatest_test_res moveSliders( const ssSimDef* def, const char* what, int turns, int next )
{
    const ssScenario* scenario = def->scenario;
    ssSim* sim = NULL;
    ASSERT_EQm( what, ss_ok, ssCreateSim( def, &sim ).code );
    CHECK_CALL( stepAndLook( sim, what, 5 ) );
    for ( int i = 0; i < scenario->model.paramCount; ++i, ++next )
    {
        const ssParam* param = scenario->model.params + i;
        const double stops[] = { param->min, param->max, def->values[i] };
        bool moves = param->live && param->kind != ss_paramText && next % turns == 0;
        for ( int k = 0; k < SS_COUNT( stops ) && moves; ++k )
        {
            char name[160];
            snprintf( name, sizeof name, "%s %s = %g while it runs", what, param->key, stops[k] );
            ssResult result = ssSim_SetParam( sim, i, stops[k] );
            ASSERTm( name, result.code == ss_ok || result.message[0] != 0 );
            // Back at the value of the preset, there is nothing to see that was not seen at first.
            bool looks = k < 2 || testScale() >= 10.0;
            CHECK_CALL( looks ? stepAndLook( sim, name, 3 ) : stepOn( sim, name, 3 ) );
        }
    }
    ssDestroySim( sim );
    PASS();
}

/// Preset `turn` of the scenario, -1 for its defaults.
static enum greatest_test_res goToEnds( const ssScenario* scenario, int turn )
{
    ssSimDef preset = ssDefaultSimDef( scenario );
    char what[96], name[160];
    snprintf( what, sizeof what, "%s %s", scenario->id, turn >= 0 ? scenario->presets[turn].name : "" );
    if ( turn >= 0 )
    {
        ASSERT_EQm( what, ss_ok, ssSimDef_ApplyPreset( &preset, scenario->presets[turn].name ).code );
    }
    // Usually the presets of a cheap scenario share the values between
    // them, so that every value has its turn.
    int all = scenario->presetCount + 1, cheap = testScale() >= 10.0 ? 1 : all < 8 ? all : 8;
    int turns = makeSmaller( &preset ) ? all : cheap, next = turn + 1;
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        for ( int k = 0; k < valueCount( scenario->model.params + i ); ++k, ++next )
        {
            if ( next % turns != 0 || !isOurs() ) { continue; }
            ssSimDef def = preset;
            def.values[i] = valueAt( scenario->model.params + i, k );
            snprintf( name, sizeof name, "%s %s = %g", what, scenario->model.params[i].key, def.values[i] );
            CHECK_CALL( runAt( &def, name, STEPS ) );
        }
    }
    if ( isOurs() ) { CHECK_CALL( moveSliders( &preset, what, turns, turn + 1 ) ); }
    PASS();
}

TEST everySliderOfEveryPresetGoesToBothEnds( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        for ( int turn = -1; turn < ssGetScenario( s )->presetCount; ++turn )
        {
            CHECK_CALL( goToEnds( ssGetScenario( s ), turn ) );
        }
    }
    PASS();
}

SUITE( sliderEnds ) { RUN_TEST( everySliderOfEveryPresetGoesToBothEnds ); }

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sliderEnds );
    return TEST_END();
}
