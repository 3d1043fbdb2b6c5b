// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"
#include "slipstick/solver.h"

// What every scenario owes its users, including those that are added later.

static bool isName( const char* text )
{
    size_t good = text != NULL ? strspn( text, "abcdefghijklmnopqrstuvwxyz0123456789_-" ) : 0;
    return good > 0 && text[good] == '\0';
}

static bool says( const char* text ) { return text != NULL && text[0] != '\0'; }

/// Signals that follow a closed form are undefined where none holds. A signal that is not always a number
/// says so in its description.
static bool mayBeUndefined( const ssSignal* signal ) { return strstr( signal->doc, "undefined" ) != NULL; }

static bool containsText( const char* const* list, int count, const char* text )
{
    for ( int i = 0; i < count; ++i )
    {
        if ( list[i] != NULL && strcmp( list[i], text ) == 0 ) { return true; }
    }
    return false;
}

TEST idsAreUniqueAndFound( void )
{
    ASSERT( ssScenarioCount() > 0 );
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        ASSERT( isName( scenario->id ) );
        ASSERT( ssFindScenario( scenario->id ) == scenario );
        ASSERT( says( scenario->title ) && says( scenario->source ) && says( scenario->summary ) );
        ASSERT( scenario->model.create != NULL && scenario->model.step != NULL &&
            ( scenario->model.apply != NULL || scenario->model.adopt != NULL ) );
        ASSERT( scenario->model.serialize != NULL && scenario->model.fillSignals != NULL &&
            scenario->picture.draw != NULL );
        ASSERT(
            scenario->model.paramCount <= SS_MAX_PARAMS && scenario->model.signalCount <= SS_MAX_SIGNALS );
        for ( int j = 0; j < scenario->figureCount; ++j ) { ASSERT( isName( scenario->figures[j] ) ); }
    }
    ASSERT( ssFindScenario( "" ) == NULL && ssFindScenario( "Rolling-Sphere" ) == NULL );
    PASS();
}

TEST parametersAreWellFormed( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int i = 0; i < scenario->model.paramCount; ++i )
        {
            const ssParam* p = scenario->model.params + i;
            // Those of the noise, which all scenarios have alike, are a name behind "noise.".
            ASSERT( isName( strncmp( p->key, "noise.", 6 ) == 0 ? p->key + 6 : p->key ) );
            ASSERT_EQm(
                p->key, i, ssFindParam( scenario->model.params, scenario->model.paramCount, p->key ) );
            ASSERTm( p->key, says( p->symbol ) && says( p->label ) && says( p->group ) && says( p->doc ) );
            ASSERTm( p->key, p->unit != NULL );
            ASSERT_EQm( p->key, ss_ok, ssCheckParam( p, p->defaultValue ).code );
            if ( p->kind == ss_paramText )
            {
                ASSERTm( p->key, ssTextSlot( scenario->model.params, i ) < SS_MAX_TEXTS );
                continue;
            }
            ASSERTm( p->key, p->defaultValue >= p->min && p->defaultValue <= p->max );
            // The slider never leaves the allowed range.
            ASSERTm( p->key, p->min < p->max );
            ASSERT_EQm( p->key, ss_ok, ssCheckParam( p, p->min ).code );
            ASSERT_EQm( p->key, ss_ok, ssCheckParam( p, p->max ).code );
            ASSERTm( p->key, !p->logScale || p->min >= 0.0 );
            ASSERT_EQm( p->key, p->kind == ss_paramChoice, p->choiceCount > 0 );
            for ( int j = 0; j < p->choiceCount; ++j )
            {
                ASSERTm( p->key, isName( p->choices[j] ) );
                ASSERTm( p->key, !containsText( p->choices, j, p->choices[j] ) );
            }
            ASSERTm( p->key, p->kind != ss_paramChoice || p->max == p->choiceCount - 1 );
            // Resistance lengths are read relative to a radius.
            bool length = strncmp( p->symbol, "μ_", strlen( "μ_" ) ) == 0 && strcmp( p->unit, "m" ) == 0;
            double R = ssParamRadius(
                scenario->model.params, scenario->model.paramCount, ssDefaultSimDef( scenario ).values, i );
            ASSERTm( p->key, length ? R > 0.0 : R >= 0.0 );
        }
        // Angles in degrees say so.
        for ( int i = 0; i < scenario->model.paramCount; ++i )
        {
            const ssParam* p = scenario->model.params + i;
            ASSERT_EQm(
                p->key, strncmp( p->unit, "°", strlen( "°" ) ) == 0, strstr( p->key, "_deg" ) != NULL );
        }
    }
    PASS();
}

TEST signalsAndMeasuresAreWellFormed( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        ASSERT( scenario->model.signalCount > 0 );
        for ( int i = 0; i < scenario->model.signalCount; ++i )
        {
            const ssSignal* signal = scenario->model.signals + i;
            ASSERT( isName( signal->name ) );
            ASSERT_EQm( signal->name, i, ssFindSignal( scenario, signal->name ) );
            ASSERTm( signal->name, says( signal->symbol ) && says( signal->doc ) && signal->unit != NULL );
            // This is the first column of every table.
            ASSERT( strcmp( signal->name, "t" ) != 0 );
        }
        for ( int i = 0; i < scenario->model.measureCount; ++i )
        {
            const ssMeasure* measure = scenario->model.measures + i;
            ASSERT( isName( measure->name ) );
            ASSERT_EQm( measure->name, i, ssFindMeasure( scenario, measure->name ) );
            ASSERTm( measure->name, says( measure->doc ) && measure->unit != NULL );
        }
        ASSERT_EQ( -1, ssFindSignal( scenario, "no such signal" ) );
        ASSERT_EQ( -1, ssFindMeasure( scenario, "no such measure" ) );
    }
    PASS();
}

TEST plotsShowSignalsThatExist( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int i = 0; i < scenario->picture.plotCount; ++i )
        {
            const ssPlot* plot = scenario->picture.plots + i;
            ASSERT( isName( plot->id ) );
            ASSERTm( plot->id, says( plot->title ) && plot->unit != NULL );
            for ( int j = 0; j < i; ++j )
            {
                ASSERTm( plot->id, strcmp( plot->id, scenario->picture.plots[j].id ) != 0 );
            }
            ASSERTm( plot->id, plot->signals[0] != NULL );
            for ( int j = 0; j < SS_MAX_CURVES; ++j )
            {
                int solid = plot->signals[j] != NULL ? ssFindSignal( scenario, plot->signals[j] ) : -2;
                int dashed = plot->exact[j] != NULL ? ssFindSignal( scenario, plot->exact[j] ) : -2;
                ASSERTm( plot->id, solid != -1 && dashed != -1 );
                // Curves that share an axis share its unit.
                ASSERTm(
                    plot->id, solid < 0 || strcmp( scenario->model.signals[solid].unit, plot->unit ) == 0 );
                ASSERTm(
                    plot->id, dashed < 0 || strcmp( scenario->model.signals[dashed].unit, plot->unit ) == 0 );
                ASSERTm( plot->id, dashed < 0 || solid >= 0 );
            }
        }
    }
    PASS();
}

/// The largest |sum of the layers - what they add up to| over a run, relative to the largest sum of their
/// sizes.
static double imbalance( ssSim* sim, const ssPlot* plot, int steps )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    double worst = 0.0, size = 0.0, row[SS_MAX_SIGNALS];
    for ( int i = 0; i <= steps; ++i )
    {
        ssSim_Signals( sim, row );
        double sum = 0.0, sizes = 0.0;
        for ( int j = 0; j < SS_MAX_CURVES && plot->signals[j] != NULL; ++j )
        {
            double value = row[ssFindSignal( scenario, plot->signals[j] )];
            sum += value;
            sizes += fabs( value );
        }
        worst = fmax( worst, fabs( sum - row[ssFindSignal( scenario, plot->exact[0] )] ) );
        size = fmax( size, sizes );
        ssSim_Step( sim );
    }
    return worst / size;
}

TEST layersAddUpToWhatTheySay( void )
{
    int seen = 0;
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int i = 0; i < scenario->picture.plotCount; ++i )
        {
            const ssPlot* plot = scenario->picture.plots + i;
            if ( plot->kind == ss_plotStacked )
            {
                ASSERTm( plot->id, plot->x == NULL && plot->exact[0] != NULL && plot->exact[1] == NULL );
                ssSimDef def = ssDefaultSimDef( scenario );
                ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
                ssSim* sim = NULL;
                ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
                ASSERTm( scenario->id, imbalance( sim, plot, 600 ) <= 1e-10 );
                ssDestroySim( sim );
                ++seen;
            }
        }
    }
    ASSERT( seen >= 9 ); // eight scenarios, one of them with two worlds
    PASS();
}

/// Created energy was stacked like a loss: the normal reactions of the relaxed law throw a body up.
TEST createdEnergyIsNoLoss( void )
{
    int seen = 0;
    double most = 0.0, row[SS_MAX_SIGNALS];
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int i = 0; i < scenario->picture.plotCount; ++i )
        {
            const ssPlot* plot = scenario->picture.plots + i;
            ASSERTm( plot->id, plot->created == NULL || plot->kind == ss_plotStacked );
            if ( plot->created == NULL ) { continue; }
            int created = ssFindSignal( scenario, plot->created );
            ASSERTm(
                plot->id, created >= 0 && strcmp( scenario->model.signals[created].unit, plot->unit ) == 0 );
            ssSimDef def = ssDefaultSimDef( scenario );
            ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
            ssSim* sim = NULL;
            ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
            for ( int step = 0; step < 100; ++step )
            {
                // The layers that are not below zero reach to what was brought in plus what was created.
                double top = 0.0, sizes = 1e-9;
                ssSim_Step( sim );
                ssSim_Signals( sim, row );
                for ( int j = 0; j < SS_MAX_CURVES && plot->signals[j] != NULL; ++j )
                {
                    double value = row[ssFindSignal( scenario, plot->signals[j] )];
                    top += j == 0 ? value : fmax( value, 0.0 );
                    sizes += fabs( value );
                }
                ASSERT( row[created] >= 0.0 );
                ASSERT_IN_RANGE(
                    row[ssFindSignal( scenario, plot->exact[0] )] + row[created], top, 1e-9 * sizes );
                most = strcmp( plot->id, "energy_relaxed" ) == 0 ? fmax( most, row[created] ) : most;
            }
            ssDestroySim( sim );
            ++seen;
        }
    }
    ASSERT( seen >= 9 );
    // The block of dilatancy-twins is thrown up at 0.4 m/s.
    ASSERT_IN_RANGE( 0.5 * 0.4 * 0.4, most, 0.01 );
    PASS();
}

TEST presetsAreAdmissibleAndRun( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        ASSERTm( scenario->id, ssFindPreset( scenario, "tiny" ) != NULL );
        ASSERT( ssFindPreset( scenario, "no such preset" ) == NULL );
        for ( int i = 0; i < scenario->presetCount; ++i )
        {
            const ssPreset* preset = scenario->presets + i;
            ASSERT( isName( preset->name ) && says( preset->label ) );
            ASSERTm( preset->name, ssFindPreset( scenario, preset->name ) == preset );
            ssSimDef def = ssDefaultSimDef( scenario );
            ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, preset->name ).code );
            for ( int j = 0; j < preset->valueCount; ++j )
            {
                int param = ssFindScenarioParam( def.scenario, preset->values[j].key );
                ASSERTm( preset->values[j].key, param >= 0 );
                ASSERT_EQm( preset->values[j].key, ss_ok,
                    ssCheckParam( def.scenario->model.params + param, preset->values[j].value ).code );
            }
            int64_t steps = 0;
            ASSERT_EQm( preset->name, ss_ok, ssSimDef_StepCount( &def, &steps ).code );
            ASSERTm( preset->name, steps > 0 );
            ssSim* sim = NULL;
            ASSERT_EQm( preset->name, ss_ok, ssCreateSim( &def, &sim ).code );
            for ( int j = 0; j < ( testScale() < 10.0 ? 20 : 50 ); ++j )
            {
                ASSERT_EQm( preset->name, ss_statusConverged, ssSim_Step( sim ).status );
            }
            for ( int j = 0; j < scenario->model.measureCount; ++j )
            {
                double value = ssSim_Measure( sim, j );
                ASSERTm( scenario->model.measures[j].name, !isinf( value ) );
            }
            ssDestroySim( sim );
        }
    }
    PASS();
}

/// Runs and looks at everything there is to see. Signals must be finite, or undefined by definition.
static enum greatest_test_res runAndLook( const ssSimDef* def, const char* what, int steps )
{
    const ssScenario* scenario = def->scenario;
    ssSim* sim = NULL;
    ssResult result = ssCreateSim( def, &sim );
    if ( result.code != ss_ok )
    {
        // A combination may be impossible, but then the scenario says so.
        ASSERTm( what, sim == NULL && says( result.message ) );
        PASS();
    }
    bool finite = true;
    for ( int i = 0; i <= steps && finite; ++i )
    {
        double row[SS_MAX_SIGNALS];
        ssSim_Signals( sim, row );
        for ( int j = 0; j < scenario->model.signalCount; ++j )
        {
            bool undefined = isnan( row[j] ) && mayBeUndefined( &scenario->model.signals[j] );
            if ( i > 0 && !undefined && !isfinite( row[j] ) )
            {
                printf( "\n%s: %s = %g at step %d\n", what, scenario->model.signals[j].name, row[j], i );
                ssDestroySim( sim );
                FAILm( what );
            }
        }
        ssStepReport report = ssSim_Step( sim );
        finite = report.status != ss_statusNotFinite;
    }
    ssDraw draw = { .flags = ss_drawAll };
    ssSim_Draw( sim, &draw );
    for ( int j = 0; j < scenario->model.measureCount; ++j ) { ssSim_Measure( sim, j ); }
    for ( int j = 0; j < scenario->model.paramCount; ++j )
    {
        char text[256], little[8];
        ssSim_Explain( sim, j, text, sizeof text );
        ssSim_Explain( sim, j, little, sizeof little );
        ASSERTm( what, strlen( text ) < sizeof text && strlen( little ) < sizeof little );
    }
    ASSERT_EQm( what, ss_ok, ssSim_Reset( sim ).code );
    ssDestroySim( sim );
    PASS();
}

static ssSimDef tinyDef( const ssScenario* scenario )
{
    ssSimDef def = ssDefaultSimDef( scenario );
    testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
    return def;
}

TEST everySliderChangesSomething( void )
{
    // A slider bound to the wrong field is a bug that other programs have had.
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int i = 0; i < scenario->model.paramCount; ++i )
        {
            if ( scenario->model.params[i].kind == ss_paramText )
            {
                continue; // a file or a list of numbers: the scenario has tests of its own
            }
            ssSim* sims[2] = { NULL, NULL };
            for ( int j = 0; j < 2; ++j )
            {
                ssSimDef def = tinyDef( scenario );
                def.values[i] = j == 0 ? scenario->model.params[i].min : scenario->model.params[i].max;
                ASSERT_EQ( ss_ok, ssCreateSim( &def, sims + j ).code );
                ASSERTm( scenario->model.params[i].key, ssSim_Param( sims[j], i ) == def.values[i] );
            }
            ASSERTm( scenario->model.params[i].key, ssSim_Hash( sims[0] ) != ssSim_Hash( sims[1] ) );
            ssDestroySim( sims[0] );
            ssDestroySim( sims[1] );
        }
    }
    PASS();
}

TEST extremeButAdmissibleValuesDoNotCrash( void )
{
    static const double extremes[] = { 0.0, 5e-324, 1e-300, 1e-160, 1e-100, 1e-30, 1e-12, 1e12, 1e17, 1e30,
        1e100, 1e160, 1e300, 1.7976931348623157e308 };
    // Creating a scenario takes longest: usually each row gets a ninth of
    // the values, its neighbour another ninth.
    int stride = testScale() >= 10.0 ? 1 : 9;
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int i = 0; i < scenario->model.paramCount; ++i )
        {
            const ssParam* param = scenario->model.params + i;
            for ( int k = i % stride; k < 2 * SS_COUNT( extremes ) + 2; k += stride )
            {
                double value = k >= 2 * SS_COUNT( extremes )
                    ? ( k % 2 == 0 ? nextafter( param->allowedMin, 0.0 )
                                   : nextafter( param->allowedMax, 0.0 ) )
                    : extremes[k / 2] * ( k % 2 == 0 ? 1.0 : -1.0 );
                ssSimDef def = tinyDef( scenario );
                def.values[i] = value;
                // Memory is limited, so counts keep their values.
                if ( param->kind == ss_paramNumber && ssCheckParam( param, value ).code == ss_ok )
                {
                    CHECK_CALL( runAndLook( &def, param->key, 30 ) );
                }
            }
        }
    }
    PASS();
}

/// Contacts of the small preset after a moment, as a measure of what one step costs.
static int contactsOf( const ssScenario* scenario )
{
    ssSimDef def = tinyDef( scenario );
    ssSim* sim = NULL;
    int most = 0;
    if ( ssCreateSim( &def, &sim ).code == ss_ok )
    {
        for ( int i = 0; i < 100; ++i )
        {
            int contacts = ssSim_Step( sim ).contacts;
            most = contacts > most ? contacts : most;
        }
        ssDestroySim( sim );
    }
    return most;
}

TEST extremeValuesTogetherDoNotCrash( void )
{
    testRng rng = { 1 };
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int k = 0, n = contactsOf( scenario ) > 4 ? testCountFull( 3, 5 ) : testCountFull( 50, 100 );
              k < n; ++k )
        {
            ssSimDef def = tinyDef( scenario );
            for ( int i = 0; i < scenario->model.paramCount; ++i )
            {
                const ssParam* param = scenario->model.params + i;
                double value = testDecades( &rng, -40.0, 40.0 );
                value = param->kind == ss_paramChoice
                    ? (double)( testRandom( &rng ) % (uint64_t)param->choiceCount )
                    : value;
                bool use = param->kind != ss_paramInteger && ssCheckParam( param, value ).code == ss_ok;
                def.values[i] = use && testRandom( &rng ) % 2 == 0 ? value : def.values[i];
            }
            def.h = fabs( testDecades( &rng, -12.0, 3.0 ) );
            CHECK_CALL( runAndLook( &def, "extreme values together", 5 ) );
        }
    }
    PASS();
}

typedef struct Listener
{
    int heard, next;
    bool inOrder;
} Listener;

static void listen( void* context, ssWorldStage stage )
{
    Listener* listener = context;
    listener->inOrder = listener->inOrder && (int)stage == listener->next;
    listener->next = stage == ss_stageCount ? 0 : (int)stage + 1;
    listener->heard += 1;
}

TEST runsAreDeterministic( void )
{
    int played = 0;
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        uint64_t hashes[2];
        for ( int j = 0; j < 2; ++j )
        {
            ssSimDef def = tinyDef( ssGetScenario( s ) );
            ssSim* sim = NULL;
            ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
            Listener listener = { .inOrder = true };
            ssSim_SetStageHook( sim, j == 1 ? listen : NULL, &listener );
            for ( int i = 0; i < 300; ++i )
            {
                ssSim_Step( sim );
                // Looking and listening must not change anything.
                double row[SS_MAX_SIGNALS];
                ssDraw draw = { .flags = ss_drawAll };
                if ( j == 1 )
                {
                    ssSim_Signals( sim, row );
                    ssSim_Draw( sim, &draw );
                    ssSim_Hash( sim );
                    ssSim_Measure( sim, 0 );
                }
            }
            hashes[j] = ssSim_Hash( sim );
            ssDestroySim( sim );
            // A scenario that is played by a world goes through all stages in every step, the others through
            // none.
            ASSERT( listener.inOrder && listener.next == 0 );
            ASSERT( listener.heard == 0 || listener.heard >= 300 * ( ss_stageCount + 1 ) );
            played += listener.heard > 0;
        }
        ASSERT( hashes[0] == hashes[1] );
    }
    // These are the sphere, the disk, two piles, the guideway, the twins, lanes, the toss, the playground,
    // the rod and the gripper.
    ASSERT_EQ_FMT( 11, played, "%d" );
    PASS();
}

/// A frozen step is a problem like any other: well formed, and solved.
TEST frozenStepsAreProblemsThatSolve( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        ssSimDef def = tinyDef( scenario );
        ssSim* sim = NULL;
        ssProblem problem = { 0 };
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        ssResult frozen = ssSim_Freeze( sim, &problem );
        for ( int i = 0; i < 400 && frozen.code != ss_ok && scenario->model.freeze != NULL; ++i )
        {
            ssSim_Step( sim );
            frozen = ssSim_Freeze( sim, &problem );
        }
        ASSERT_EQm( scenario->id, scenario->model.freeze != NULL, frozen.code == ss_ok );
        if ( frozen.code == ss_ok )
        {
            ASSERT_EQm( scenario->id, ss_ok, ssProblem_Check( &problem ).code );
            double* p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
            ssSolveOptions options = ssDefaultSolveOptions();
            ssSolveReport report;
            options.tolerance = 1e-6;
            ASSERT_EQm(
                scenario->id, ss_ok, ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report ).code );
            ASSERT_EQm( scenario->id, ss_statusConverged, report.status );
            free( p );
        }
        ssProblem_Destroy( &problem );
        ssDestroySim( sim );
    }
    PASS();
}

TEST explanationsShowCurrentNumbers( void )
{
    const ssScenario* scenario = ssFindScenario( "rolling-sphere" );
    ssSimDef def = ssDefaultSimDef( scenario );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ssSim_Step( sim );
    char text[256];
    // m g = 1308.996939 kg × 9.81 m/s² = 12841.26 N, times 0.04 m.
    ssSim_Explain(
        sim, ssFindParam( scenario->model.params, scenario->model.paramCount, "mu_r" ), text, sizeof text );
    ASSERT_STR_EQ( "μ_r r_N = 0.04 m × 12841 N = 513.7 N m\nμ_r/R = 0.08", text );
    ssSim_Explain( sim, ssFindParam( scenario->model.params, scenario->model.paramCount, "density" ), text,
        sizeof text );
    ASSERTm( text, testContains( text, "1309 kg" ) );
    ssDestroySim( sim );
    PASS();
}

/// A run with the values of a preset is known to be that of the preset.
TEST presetsAreFoundByTheirValues( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        for ( int j = 0; j < scenario->presetCount; ++j )
        {
            const ssPreset* preset = scenario->presets + j;
            ASSERT_EQ( strcmp( preset->name, "tiny" ) == 0, preset->hidden );
            ssSimDef def = ssDefaultSimDef( scenario );
            testMust( ssSimDef_ApplyPreset( &def, preset->name ) );
            def.preset = NULL;
            ASSERT( ssSimDef_Preset( &def ) != NULL );
        }
    }
    PASS();
}

SUITE( tables )
{
    RUN_TEST( idsAreUniqueAndFound );
    RUN_TEST( parametersAreWellFormed );
    RUN_TEST( signalsAndMeasuresAreWellFormed );
    RUN_TEST( plotsShowSignalsThatExist );
    RUN_TEST( layersAddUpToWhatTheySay );
    RUN_TEST( createdEnergyIsNoLoss );
    RUN_TEST( presetsAreAdmissibleAndRun );
    RUN_TEST( presetsAreFoundByTheirValues );
}

/// Runs the tiny preset with this law and solver. The status of the worst step; -1: the values are refused.
static int worstStep( const ssScenario* scenario, int law, const ssParam* row, int solver, char* message )
{
    static ssSimDef def;
    ssSim* sim = NULL;
    int worst = ss_statusConverged;
    def = ssDefaultSimDef( scenario );
    testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
    def.values[ssFindScenarioParam( scenario, "law" )] = law;
    def.values[row - scenario->model.params] = solver;
    ssResult result = ssCreateSim( &def, &sim );
    snprintf( message, 300, "%s", result.message );
    for ( int k = 0; k < 60 && sim != NULL; ++k )
    {
        ssStepReport report = ssSim_Step( sim );
        worst = (int)report.status > worst ? (int)report.status : worst;
    }
    ssDestroySim( sim );
    return result.code == ss_ok ? worst : -1;
}

TEST aSolverThatCannotTakeTheLawIsNotOffered( void )
{
    int rows = 0, refused = 0;
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        int param = ssFindScenarioParam( scenario, "solver" );
        for ( int k = 0; param >= 0 && k < 18; ++k )
        {
            const ssParam* row = scenario->model.params + param;
            int law = k % 3, choice = k / 3;
            const ssSolver* solver =
                choice < row->choiceCount ? ssFindSolver( ssParam_Choice( row, choice ) ) : NULL;
            if ( choice >= row->choiceCount ) { continue; }
            // What the solver itself says of the law is the truth.
            static const unsigned flags[] = { ss_lawFlagCoulomb, ss_lawFlagRelaxed,
                ss_lawFlagCoulomb | ss_lawFlagEllipsoidal };
            bool honours = solver == NULL || ( flags[law] & ~solver->honours ) == 0;
            char message[300], allowed[64];
            int worst = worstStep( scenario, law, row, choice, message );
            ASSERT_EQ_FMTm( message, honours, worst >= 0, "%d" );
            ASSERTm( ssParam_Choice( row, choice ), worst < (int)ss_statusNotFinite );
            snprintf( allowed, sizeof allowed, "%s = %s: ", row->key, ssParam_Choice( row, choice ) );
            ASSERTm( message,
                honours ||
                    ( testContains( message, allowed ) && testContains( message, "allowed: passes" ) ) );
            refused += !honours;
        }
        rows += param >= 0;
    }
    ASSERT_EQ_FMT( 2, rows, "%d" );
    ASSERT_EQ_FMT( 4, refused, "%d" ); // psor under two laws, in both piles
    PASS();
}

TEST aLawThatTheChosenSolverCannotTakeIsRefused( void )
{
    ssSim* sim = NULL;
    const ssScenario* scenario = ssFindScenario( "sphere-pile" );
    ssSimDef def = ssDefaultSimDef( scenario );
    testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
    testMust( ssSimDef_Set( &def, "law", "relaxed" ) );
    testMust( ssSimDef_Set( &def, "solver", "psor" ) );
    testMust( ssCreateSim( &def, &sim ) );
    int law = ssFindScenarioParam( scenario, "law" ), solver = ssFindScenarioParam( scenario, "solver" );
    for ( int k = 0; k < 2; ++k ) // before the first step and while it runs
    {
        ssResult result = ssSim_SetParam( sim, law, 0.0 );
        ASSERT_EQ_FMT( (int)ss_errorValue, (int)result.code, "%d" );
        ASSERTm( result.message, testContains( result.message, "law = coulomb: the solver psor" ) );
        ASSERTm( result.message, testContains( result.message, "allowed: relaxed" ) );
        ASSERT( ssSim_Param( sim, law ) == 1.0 );
        ssSim_Step( sim );
    }
    testMust( ssSim_SetParam( sim, solver, 0.0 ) );
    testMust( ssSim_SetParam( sim, law, 0.0 ) );
    ssDestroySim( sim );
    PASS();
}

SUITE( values )
{
    RUN_TEST( aLawThatTheChosenSolverCannotTakeIsRefused );
    RUN_TEST( aSolverThatCannotTakeTheLawIsNotOffered );
    RUN_TEST( everySliderChangesSomething );
    RUN_TEST( extremeButAdmissibleValuesDoNotCrash );
    RUN_TEST( extremeValuesTogetherDoNotCrash );
    RUN_TEST( runsAreDeterministic );
    RUN_TEST( frozenStepsAreProblemsThatSolve );
    RUN_TEST( explanationsShowCurrentNumbers );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( tables );
    RUN_SUITE( values );
    return TEST_END();
}
