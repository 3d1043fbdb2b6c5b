// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include "base/args.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/os.h"
#include "base/stage_watch.h"
#include "base/thread_pool.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MEASURES_MAX 64

// What the command line asks for.
typedef struct Order
{
    ssScene scene;
    const char* csvPath;
    double every;
    argsList measureNames;
    bool json, hash, timings;
    int threads;

    int64_t steps;
    int64_t stride; // steps between two rows
    int measures[MEASURES_MAX];
    int measureCount;
} Order;

// ------------------------------------------------------------------------------------------- before the run starts

static int chooseSteps( Order* order )
{
    const ssSimDef* def = &order->scene.def;
    ssResult result = ssSimDef_StepCount( def, &order->steps );
    if ( result.code != ss_ok )
    {
        return argsRefuse( "run", result );
    }
    order->stride = 1;
    if ( order->every > 0.0 )
    {
        double ratio = order->every / def->h;
        double whole = floor( ratio + 0.5 );
        if ( whole < 1.0 || fabs( ratio - whole ) > 1e-9 * ratio )
        {
            return argsFail( "run", "--every %.10g: expected a multiple of the step size h = %.10g s",
                order->every, def->h );
        }
        // An interval longer than the run leaves its two ends.
        order->stride = (int64_t)fmin( whole, SS_MAX_STEPS );
    }
    return ARGS_STATUS_OK;
}

static int chooseMeasures( Order* order )
{
    const ssScenario* scenario = order->scene.def.scenario;
    if ( order->measureNames.count == 0 )
    {
        for ( int i = 0; i < scenario->measureCount && i < MEASURES_MAX; ++i )
        {
            order->measures[order->measureCount++] = i;
        }
        return ARGS_STATUS_OK;
    }
    for ( int i = 0; i < order->measureNames.count; ++i )
    {
        int found = argsFindMeasure( "run", scenario, order->measureNames.items[i] );
        if ( found < 0 )
        {
            return ARGS_STATUS_BAD_INPUT;
        }
        bool known = false;
        for ( int k = 0; k < order->measureCount; ++k )
        {
            known = known || order->measures[k] == found;
        }
        if ( known == false && order->measureCount < MEASURES_MAX )
        {
            order->measures[order->measureCount++] = found;
        }
    }
    return ARGS_STATUS_OK;
}

// --------------------------------------------------------------------------------------------------------- the run

static void writeHeader( csvWriter* csv, const ssScenario* scenario )
{
    csvText( csv, "t" );
    for ( int i = 0; i < scenario->signalCount; ++i )
    {
        csvText( csv, scenario->signals[i].name );
    }
    csvEndRow( csv );
}

static void writeRow( csvWriter* csv, const ssSim* sim )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    csvNumber( csv, ssSim_Time( sim ) );
    int count = ssSim_Scenario( sim )->signalCount;
    for ( int i = 0; i < count; ++i )
    {
        csvNumber( csv, row[i] );
    }
    csvEndRow( csv );
}

// A line that overwrites itself, for people only.
typedef struct Progress
{
    bool shown;
    double last;
} Progress;

static void showProgress( Progress* progress, const Order* order, const ssSim* sim )
{
    double now = osSeconds();
    if ( now - progress->last < 0.5 )
    {
        return;
    }
    progress->last = now;
    progress->shown = true;
    fprintf( stderr, "\rt = %.6g of %.6g s", ssSim_Time( sim ), order->scene.def.until );
}

static void endProgress( Progress* progress )
{
    if ( progress->shown )
    {
        fputs( "\r                                        \r", stderr );
        progress->shown = false;
    }
}

typedef struct Trouble
{
    int64_t unconverged; // steps that stopped at the iteration limit
    int64_t firstStep;
    double firstTime;
    double worstResidual;
} Trouble;

static void noteUnconverged( Trouble* trouble, const ssSim* sim, ssStepReport report )
{
    if ( trouble->unconverged == 0 )
    {
        trouble->firstStep = ssSim_StepIndex( sim );
        trouble->firstTime = ssSim_Time( sim );
    }
    trouble->unconverged += 1;
    trouble->worstResidual = fmax( trouble->worstResidual, report.residual );
}

static void sayTrouble( const Trouble* trouble, int64_t steps )
{
    if ( trouble->unconverged > 0 )
    {
        fprintf( stderr,
            "slipstick run: warning: %" PRId64 " of %" PRId64
            " steps not converged, the first at step %" PRId64 ", t = %.10g s; worst residual %.3g\n",
            trouble->unconverged, steps, trouble->firstStep, trouble->firstTime, trouble->worstResidual );
    }
}

typedef struct Stopwatch
{
    stageWatch stages;
    double seconds; // in steps
} Stopwatch;

static ssStepReport timedStep( Stopwatch* watch, ssSim* sim )
{
    double start = osSeconds();
    ssStepReport report = ssSim_Step( sim );
    watch->seconds += osSeconds() - start;
    return report;
}

static void sayTime( const char* name, double seconds, const Stopwatch* watch, int64_t steps )
{
    fprintf( stderr, "%-10s %12.6f ms %5.1f%%\n", name, 1e3 * seconds / (double)steps,
        100.0 * seconds / watch->seconds );
}

/// Means per step, by the clock on the wall: no part of the results, which do not depend on the machine.
static void sayTimings( const Stopwatch* watch, int64_t steps )
{
    double rest = watch->seconds;
    if ( steps == 0 || !( watch->seconds > 0.0 ) )
    {
        return;
    }
    for ( int i = 0; i < ss_stageCount && watch->stages.hasSteps; ++i )
    {
        rest -= watch->stages.stages[i];
        sayTime( ssWorldStageName( (ssWorldStage)i ), watch->stages.stages[i], watch, steps );
    }
    if ( watch->stages.hasSteps )
    {
        sayTime( "scenario", rest, watch, steps );
    }
    sayTime( "step", watch->seconds, watch, steps );
}

static bool wantsAnswer( const Order* order )
{
    bool toStream = order->csvPath != NULL && strcmp( order->csvPath, "-" ) == 0;
    return order->json || order->hash || order->measureNames.count > 0 || toStream == false;
}

// Status 0, or 1 when the state left the numbers, or 2 when an edit of the scene is refused.
static int play( const Order* order, ssSim* sim, csvWriter* csv )
{
    Progress progress = { .last = osSeconds() };
    bool watched = osIsTerminal( 2 );
    Trouble trouble = { 0 };
    Stopwatch watch = { .stages = { .seconds = osSeconds } };
    int nextEdit = 0;
    int status = ARGS_STATUS_OK;
    int64_t step = 0;

    // What was changed before the first step belongs to the state at t = 0.
    ssResult edited = ssScene_ApplyEdits( &order->scene, sim, &nextEdit );
    if ( edited.code != ss_ok )
    {
        return argsRefuse( "run", edited );
    }
    if ( csv != NULL )
    {
        writeHeader( csv, order->scene.def.scenario );
        writeRow( csv, sim );
    }
    ssSim_SetStageHook( sim, order->timings ? stageWatchEnter : NULL, &watch.stages );
    for ( ; step < order->steps; ++step )
    {
        edited = ssScene_ApplyEdits( &order->scene, sim, &nextEdit );
        if ( edited.code != ss_ok )
        {
            endProgress( &progress );
            return argsRefuse( "run", edited );
        }
        ssStepReport report = order->timings ? timedStep( &watch, sim ) : ssSim_Step( sim );
        if ( report.status == ss_stepRefused )
        {
            endProgress( &progress );
            fprintf( stderr,
                "slipstick run: step %" PRId64 ", t = %.10g s: %s; stopped, what came before is kept\n",
                step + 1, (double)( step + 1 ) * order->scene.def.h, report.reason );
            status = ARGS_STATUS_CHECK_FAILED;
            break;
        }
        if ( report.status == ss_stepNotFinite )
        {
            endProgress( &progress );
            fprintf( stderr,
                "slipstick run: step %" PRId64
                ", t = %.10g s: the state is no longer finite; stopped, what came "
                "before is kept\n",
                step + 1, (double)( step + 1 ) * order->scene.def.h );
            status = ARGS_STATUS_CHECK_FAILED;
            break;
        }
        if ( report.status != ss_stepConverged )
        {
            noteUnconverged( &trouble, sim, report );
        }
        if ( csv != NULL )
        {
            if ( ( step + 1 ) % order->stride == 0 || step + 1 == order->steps )
            {
                writeRow( csv, sim );
            }
            // Nobody reads the table any more. An answer still wanted is that of the whole run.
            if ( osWriteStopped( csv->out ) )
            {
                if ( wantsAnswer( order ) == false )
                {
                    break;
                }
                csv = NULL;
            }
        }
        if ( watched && ( step & 255 ) == 255 )
        {
            showProgress( &progress, order, sim );
        }
    }
    endProgress( &progress );
    sayTrouble( &trouble, step );
    if ( order->timings )
    {
        sayTimings( &watch, step );
    }
    return status;
}

// ---------------------------------------------------------------------------------------------------------- answers

static void answerAsJson( osWriter* out, const Order* order, const ssSim* sim )
{
    const ssSimDef* def = &order->scene.def;
    const ssScenario* scenario = def->scenario;
    jsonWriter json = jsonBegin( out );
    jsonBeginObject( &json, NULL );
    jsonText( &json, "scenario", scenario->id );
    jsonBeginObject( &json, "params" );
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        const ssParam* param = &scenario->params[i];
        if ( param->kind == ss_paramChoice )
        {
            jsonText( &json, param->key, param->choices[(int)def->values[i]] );
        }
        else if ( param->kind == ss_paramText )
        {
            jsonText( &json, param->key, ssSimDef_Text( def, i ) );
        }
        else
        {
            jsonNumber( &json, param->key, def->values[i] );
        }
    }
    jsonEndObject( &json );
    jsonBeginObject( &json, "measures" );
    for ( int i = 0; i < order->measureCount; ++i )
    {
        int measure = order->measures[i];
        jsonNumber( &json, scenario->measures[measure].name, ssSim_Measure( sim, measure ) );
    }
    jsonEndObject( &json );
    char hash[24];
    snprintf( hash, sizeof( hash ), "%016" PRIx64, ssSim_Hash( sim ) );
    jsonText( &json, "hash", hash );
    jsonEndObject( &json );
}

static int formatMeasures( const Order* order, const ssSim* sim, char* text, size_t capacity )
{
    const ssScenario* scenario = order->scene.def.scenario;
    int width = 0;
    for ( int i = 0; i < order->measureCount; ++i )
    {
        int length = (int)strlen( scenario->measures[order->measures[i]].name );
        width = length > width ? length : width;
    }
    size_t used = 0;
    text[0] = 0;
    for ( int i = 0; i < order->measureCount && used < capacity; ++i )
    {
        const ssMeasure* measure = &scenario->measures[order->measures[i]];
        double value = ssSim_Measure( sim, order->measures[i] );
        char number[32] = "undefined";
        if ( isfinite( value ) )
        {
            snprintf( number, sizeof( number ), "%.9g", value );
        }
        int length = snprintf( text + used, capacity - used, "%-*s = %s%s%s\n", width, measure->name, number,
            measure->unit[0] != 0 && isfinite( value ) ? " " : "", isfinite( value ) ? measure->unit : "" );
        used += length > 0 ? (size_t)length : 0;
    }
    return (int)( used < capacity ? used : capacity - 1 );
}

static int answer( const Order* order, const ssSim* sim )
{
    osWriter* out = NULL;
    char measures[MEASURES_MAX * 96];
    bool toStream = order->csvPath != NULL && strcmp( order->csvPath, "-" ) == 0;
    // A script that asks for the hash gets sixteen digits and nothing around them.
    bool wantMeasures = order->measureNames.count > 0 || ( order->hash == false && toStream == false );
    formatMeasures( order, sim, measures, sizeof( measures ) );

    if ( toStream )
    {
        // Standard output is the table's.
        fputs( wantMeasures ? measures : "", stderr );
        if ( order->hash )
        {
            fprintf( stderr, "%016" PRIx64 "\n", ssSim_Hash( sim ) );
        }
        return ARGS_STATUS_OK;
    }
    ssResult result = osBeginWrite( "-", &out );
    if ( result.code == ss_ok )
    {
        if ( order->json )
        {
            answerAsJson( out, order, sim );
        }
        else
        {
            osWriteText( out, wantMeasures ? measures : "" );
            if ( order->hash )
            {
                osPrintf( out, "%016" PRIx64 "\n", ssSim_Hash( sim ) );
            }
        }
        result = osCommitWrite( out );
    }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "run", result );
}

// ---------------------------------------------------------------------------------------------------------- command

// Everything that can be refused is refused before the first step, the place of the output included.
static int carryOut( Order* order )
{
    if ( order->json && order->csvPath != NULL && strcmp( order->csvPath, "-" ) == 0 )
    {
        return argsFail( "run", "--csv - and --json both want standard output; give --csv a file" );
    }
    int status = chooseSteps( order );
    if ( status == ARGS_STATUS_OK )
    {
        status = chooseMeasures( order );
    }
    if ( status != ARGS_STATUS_OK )
    {
        return status;
    }
    ssSim* sim = NULL;
    ssResult result = ssCreateSim( &order->scene.def, &sim );
    if ( result.code != ss_ok )
    {
        return argsRefuse( "run", result );
    }
    osWriter* table = NULL;
    if ( order->csvPath != NULL )
    {
        result = osBeginWrite( order->csvPath, &table );
        if ( result.code != ss_ok )
        {
            ssDestroySim( sim );
            return argsRefuse( "run", result );
        }
    }

    csvWriter csv = csvBeginTable( table );
    status = play( order, sim, table != NULL ? &csv : NULL );
    if ( status == ARGS_STATUS_BAD_INPUT )
    {
        osAbortWrite( table );
    }
    else if ( table != NULL )
    {
        result = osCommitWrite( table );
        if ( result.code != ss_ok )
        {
            status = argsRefuse( "run", result );
        }
    }
    if ( status != ARGS_STATUS_BAD_INPUT )
    {
        int answered = answer( order, sim );
        status = answered != ARGS_STATUS_OK ? answered : status;
    }
    ssDestroySim( sim );
    return status;
}

int cmdRun( int argc, char** argv )
{
    Order order = { .threads = 1 };
    const argsOption options[] = {
        { "--csv", "FILE|-", "write the signals; - is standard output", .text = &order.csvPath },
        { "--every", "S", "seconds between rows, a multiple of the step size", .number = &order.every,
            .above = true, .allowed = "seconds > 0" },
        { "--measure", "NAME", "only this measure; repeatable", .list = &order.measureNames },
        { "--json", NULL, "parameters, measures and hash as JSON", .flag = &order.json },
        { "--hash", NULL, "the hash of the final state, 16 hexadecimal digits", .flag = &order.hash },
        { "--timings", NULL, "what a step costs, stage by stage, on standard error", .flag = &order.timings },
        { "--threads", "N", "threads to use; results do not depend on it", .integer = &order.threads,
            .min = 1.0, .max = 1024.0 },
    };
    argsSpec spec = { .command = "run",
        .summary = "Computes a scenario or a saved scene without a window.",
        .usage = "SCENARIO|SCENE.json [options]",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .scene = &order.scene,
        .notes = "Without --csv, --json or --hash it prints the measures. The table's first row is t = 0, "
                 "its last "
                 "the\nstate at --until. A state that is no longer finite ends the run with status 1." };
    int status = ARGS_STATUS_OK;
    if ( argsParse( &spec, argc, argv, &status ) == false )
    {
        return status;
    }
    threadPool* pool = threadPoolStart( order.threads );
    status = carryOut( &order );
    threadPoolStop( pool );
    ssScene_Destroy( &order.scene );
    return status;
}
