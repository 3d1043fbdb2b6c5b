// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/args_law.h"
#include "base/csv_table.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "cli/run_request.h"
#include "cli/run_watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// `slipstick run`: plays a scene without a window and writes its signals, measures and logs.

#define TABLES 4 // signals, changes, contacts, bodies

static int chooseSteps( runRequest* request )
{
    const ssSimDef* def = &request->scene.def;
    ssResult result = ssSimDef_StepCount( def, &request->steps );
    if ( result.code != ss_ok ) { return argsRefuse( "run", result ); }
    request->stride = 1;
    if ( request->every > 0.0 )
    {
        double ratio = request->every / def->h;
        double whole = floor( ratio + 0.5 );
        if ( whole < 1.0 || fabs( ratio - whole ) > 1e-9 * ratio )
        {
            return argsFail( "run", "--every %.10g: expected a multiple of the step size h = %.10g s",
                request->every, def->h );
        }
        // With an interval longer than the run, the table has only the first and the last state.
        request->stride = (int64_t)fmin( whole, SS_MAX_STEPS );
    }
    return ARGS_STATUS_OK;
}

static void writeHeader( csvWriter* csv, const runRequest* request )
{
    const ssScenario* scenario = request->scene.def.scenario;
    csvText( csv, "t" );
    for ( int i = 0; i < scenario->model.signalCount; ++i )
    {
        csvText( csv, scenario->model.signals[i].name );
    }
    runAgainstHeadings( &request->against, csv );
    runSensitivityHeadings( &request->sensitivity, csv );
    csvEndRow( csv );
}

static void writeRow( csvWriter* csv, const ssSim* sim, const runRequest* request )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    csvNumber( csv, ssSim_Time( sim ) );
    int count = ssSim_Scenario( sim )->model.signalCount;
    for ( int i = 0; i < count; ++i ) { csvNumber( csv, row[i] ); }
    runAgainstCells( &request->against, csv, ssSim_Time( sim ) );
    runSensitivityCells( &request->sensitivity, csv, sim );
    csvEndRow( csv );
    if ( osPartialName( csv->out ) != NULL )
    {
        osFlushWrite( csv->out ); // a finished row outlives the program
    }
}

// A line on the terminal that is overwritten as the run goes on.
typedef struct Progress
{
    bool shown;
    double last;
} Progress;

static void showProgress( Progress* progress, const runRequest* request, const ssSim* sim )
{
    double now = osSeconds();
    if ( now - progress->last < 0.5 ) { return; }
    progress->last = now;
    progress->shown = true;
    fprintf( stderr, "\rt = %.6g of %.6g s", ssSim_Time( sim ), request->scene.def.until );
}

static void endProgress( Progress* progress )
{
    if ( progress->shown )
    {
        fputs( "\r                                        \r", stderr );
        progress->shown = false;
    }
}

// Steps with which something is wrong.
typedef struct Trouble
{
    int64_t count, firstStep;
    double firstTime, worst;
} Trouble;

static void notice( Trouble* trouble, const ssSim* sim, double worst )
{
    trouble->firstStep = trouble->count == 0 ? ssSim_StepIndex( sim ) : trouble->firstStep;
    trouble->firstTime = trouble->count == 0 ? ssSim_Time( sim ) : trouble->firstTime;
    trouble->worst = fmax( trouble->worst, worst );
    trouble->count += 1;
}

typedef struct Troubles
{
    Trouble unconverged;          // the solve stopped at the iteration limit
    Trouble ambiguous;            // contacts under a typed law had several solutions; worst: how many
    Trouble torn;                 // joints were visibly off [m]
    double tornAngle, tornEnergy; // [rad]; [J] made by joints at the end
} Troubles;

static void countTroubles( Troubles* troubles, const ssSim* sim, ssStepReport report )
{
    if ( report.status != ss_statusConverged ) { notice( &troubles->unconverged, sim, report.residual ); }
    if ( report.ambiguous > 0 ) { notice( &troubles->ambiguous, sim, report.ambiguous ); }
    troubles->tornEnergy = report.jointEnergy;
    if ( report.jointsOff > 0 )
    {
        notice( &troubles->torn, sim, report.jointGap );
        troubles->tornAngle = fmax( troubles->tornAngle, report.jointAngle );
    }
}

static void warnOfTroubles( const Troubles* troubles, int64_t steps )
{
    const Trouble *unconverged = &troubles->unconverged, *ambiguous = &troubles->ambiguous,
                  *torn = &troubles->torn;
    if ( unconverged->count > 0 )
    {
        fprintf( stderr,
            "slipstick run: warning: %" PRId64 " of %" PRId64
            " steps not converged, the first at step %" PRId64 ", t = %.10g s; worst residual %.3g\n",
            unconverged->count, steps, unconverged->firstStep, unconverged->firstTime, unconverged->worst );
    }
    if ( ambiguous->count > 0 )
    {
        fprintf( stderr,
            "slipstick run: note: %" PRId64 " of %" PRId64
            " steps have several solutions under this law, the first at t = %.10g s, at up to %.0f "
            "contact%s: they stick and could slide, or the other way round; a smaller step has fewer\n",
            ambiguous->count, steps, ambiguous->firstTime, ambiguous->worst,
            ambiguous->worst == 1.0 ? "" : "s" );
    }
    if ( torn->count > 0 )
    {
        fprintf( stderr,
            "slipstick run: warning: %" PRId64 " of %" PRId64
            " steps leave joints off by more than 1 %% of their arms or 0.01 rad, the first at t = %.10g s: "
            "by up to %.3g mm and %.3g°; joints have made %.3g J in all; a smaller step keeps them closed\n",
            torn->count, steps, torn->firstTime, 1e3 * torn->worst, troubles->tornAngle * 180.0 / SS_PI,
            troubles->tornEnergy );
    }
}

/// Were results asked for? Without tables on standard output all measures are printed anyway.
static bool asksForResults( const runRequest* request )
{
    return request->json || request->hash || request->measureNames.count > 0;
}

static void printStop( const runRequest* request, int64_t step, ssStepReport report )
{
    fprintf( stderr,
        "slipstick run: step %" PRId64 ", t = %.10g s: %s; stopped, the results up to then are kept\n",
        step + 1, (double)( step + 1 ) * request->scene.def.h,
        report.reason != NULL ? report.reason : "the state is no longer finite" );
}

typedef struct Playback
{
    const runRequest* request;
    ssSim* sim;
    csvWriter* csv; // NULL: no table is wanted, or its reader is gone
    runChanges* changes;
    runContacts* contacts;
    runBodies* bodies;
    osWriter* const* tables; // of all these
    bool failed[TABLES];     // for which there is no room left
    runBreak* stop;
    Progress progress;
    bool watched;
    Troubles troubles;
    runCoarse coarse;
    runWatch watch;
    int nextEdit;
    int64_t step; // steps done
} Playback;

// Has the step that is being finished a row in the tables? The last one has.
static bool isRow( const Playback* play )
{
    int64_t done = play->step + 1;
    return done % play->request->stride == 0 || done == play->request->steps || play->stop->broke;
}

/// Reports tables whose writing has just failed, unless the run ends with that. False: it ends.
static bool goesOn( Playback* play )
{
    bool any = false, alive = false, failed = false;
    for ( int i = 0; i < TABLES; ++i )
    {
        const osWriter* table = play->tables[i];
        any = any || table != NULL;
        alive = alive || ( table != NULL && !osWriteStopped( table ) );
        failed =
            failed || ( table != NULL && osWriteStopped( table ) && osWriteResult( table ).code != ss_ok );
    }
    bool all =
        !failed && !runPrintsTable( play->request ); // measures are printed after tables that are whole
    bool on = !any || alive || all || asksForResults( play->request );
    for ( int i = 0; i < TABLES && failed && on; ++i )
    {
        ssResult result = play->tables[i] != NULL ? osWriteResult( play->tables[i] ) : ssOk();
        if ( result.code != ss_ok && !play->failed[i] )
        {
            play->failed[i] = true;
            endProgress( &play->progress );
            fprintf( stderr, "slipstick run: t = %.10g s: %s; the run goes on without this table\n",
                ssSim_Time( play->sim ), result.message );
        }
    }
    return on;
}

// Writes the rows of a step. False: nobody reads the tables any more, and no result is wanted.
static bool writeStep( Playback* play )
{
    if ( play->csv != NULL && isRow( play ) ) { writeRow( play->csv, play->sim, play->request ); }
    if ( play->csv != NULL && osWriteStopped( play->csv->out ) ) { play->csv = NULL; }
    return goesOn( play );
}

static int playSteps( Playback* play )
{
    const runRequest* request = play->request;
    for ( ; play->step < request->steps; ++play->step )
    {
        ssResult edited = ssScene_ApplyEdits( &request->scene, play->sim, &play->nextEdit );
        if ( edited.code != ss_ok )
        {
            endProgress( &play->progress );
            return argsRefuse( "run", edited );
        }
        ssStepReport report =
            request->timings ? runTimedStep( &play->watch, play->sim ) : ssSim_Step( play->sim );
        if ( report.status >= ss_statusNotFinite )
        {
            endProgress( &play->progress );
            printStop( request, play->step, report );
            return ARGS_STATUS_CHECK_FAILED;
        }
        countTroubles( &play->troubles, play->sim, report );
        runCountCoarse( &play->coarse, play->sim, &report.scale );
        runWatchBreak( play->stop, play->sim );
        runVisitAgainst( &request->against, play->sim );
        ssResult noted = runAddChanges( play->changes, play->sim );
        noted = noted.code == ss_ok && isRow( play ) ? runAddContacts( play->contacts, play->sim ) : noted;
        if ( noted.code != ss_ok )
        {
            endProgress( &play->progress );
            return argsRefuse( "run", noted );
        }
        if ( isRow( play ) ) { runAddBodies( play->bodies, play->sim ); }
        if ( writeStep( play ) == false ) { return ARGS_STATUS_OK; }
        bool interrupted = osSignalCaught() && play->step + 1 < request->steps;
        if ( interrupted || play->stop->broke )
        {
            ++play->step;
            return interrupted ? ARGS_STATUS_CHECK_FAILED : ARGS_STATUS_OK;
        }
        if ( play->watched && ( play->step & 255 ) == 255 )
        {
            showProgress( &play->progress, request, play->sim );
        }
    }
    return ARGS_STATUS_OK;
}

// Plays the whole run. Status 1: it stopped early or by a signal; 2: an edit of the scene is invalid.
static int play( runRequest* request, ssSim* sim, csvWriter* csv, runChanges* changes, runContacts* contacts,
    runBodies* bodies, osWriter* const tables[TABLES] )
{
    Playback playback = { .request = request,
        .sim = sim,
        .csv = csv,
        .changes = changes,
        .contacts = contacts,
        .bodies = bodies,
        .tables = tables,
        .stop = &request->stop,
        .progress = { .last = osSeconds() },
        .watched = osIsTerminal( 2 ),
        .watch = { .stages = { .seconds = osSeconds } } };
    // Edits before the first step belong to the state at t = 0.
    ssResult edited = ssScene_ApplyEdits( &request->scene, sim, &playback.nextEdit );
    edited = edited.code == ss_ok ? runAddChanges( changes, sim ) : edited;
    if ( edited.code != ss_ok ) { return argsRefuse( "run", edited ); }
    if ( csv != NULL )
    {
        writeHeader( csv, request );
        writeRow( csv, sim, request );
    }
    runAddBodies( bodies, sim );
    runVisitAgainst( &request->against, sim );
    runWatchBreak( &request->stop, sim );
    ssSim_SetStageHook( sim, request->timings ? stageWatchEnter : NULL, &playback.watch.stages );
    int status = request->stop.broke ? ARGS_STATUS_OK : playSteps( &playback );
    endProgress( &playback.progress );
    if ( status != ARGS_STATUS_OK && status != ARGS_STATUS_CHECK_FAILED ) { return status; }
    runPrintBreak( &request->stop );
    warnOfTroubles( &playback.troubles, playback.step );
    runWarnCoarse( &playback.coarse, sim, playback.step );
    request->coarse = playback.coarse;
    request->ambiguousSteps = playback.troubles.ambiguous.count;
    if ( request->timings ) { runPrintTimings( &playback.watch, playback.step ); }
    return status;
}

/// After a signal or refusal: says where the run stopped, and leaves the rows beside the wanted files.
static void leaveTables( const runRequest* request, const ssSim* sim, osWriter* const tables[TABLES] )
{
    fprintf( stderr, "slipstick run: stopped%s%s at step %" PRId64 " of %" PRId64 ", t = %.10g s; ",
        osSignalCaught() ? " by " : "", osSignalCaught() ? osSignalName() : "", ssSim_StepIndex( sim ),
        request->steps, ssSim_Time( sim ) );
    for ( int i = 0; i < TABLES; ++i )
    {
        const char* partial = osPartialName( tables[i] );
        char name[1024] = "";
        snprintf( name, sizeof( name ), "%s", partial != NULL ? partial : "" );
        ssResult result = tables[i] != NULL ? osLeaveWrite( tables[i] ) : ssOk();
        if ( result.code != ss_ok ) { fprintf( stderr, "%s\n", result.message ); }
        else if ( partial != NULL ) { fprintf( stderr, "the rows up to then are in '%s'\n", name ); }
    }
}

/// All tables must be writable before the first step.
static ssResult openTables( const runRequest* request, osWriter** table, runChanges* changes,
    runContacts* contacts, runBodies* bodies )
{
    *table = NULL;
    ssResult result = request->csvPath != NULL ? osBeginStream( request->csvPath, table ) : ssOk();
    result = result.code == ss_ok ? runBeginChanges( request->changesPath, changes ) : result;
    result = result.code == ss_ok ? runBeginBodies( request->bodiesPath, bodies ) : result;
    result = result.code == ss_ok
        ? runBeginContacts( request->contactsPath, request->scene.def.scenario, contacts )
        : result;
    if ( result.code != ss_ok )
    {
        osAbortWrite( *table );
        osAbortWrite( changes->out );
        osAbortWrite( bodies->out );
        runEndChanges( changes );
        return result;
    }
    if ( osPartialName( *table ) != NULL || osPartialName( changes->out ) != NULL || contacts->out != NULL ||
        bodies->out != NULL )
    {
        osWatchSignals();
    }
    return result;
}

static void abortTables( osWriter* const tables[TABLES] )
{
    for ( int i = 0; i < TABLES; ++i ) { osAbortWrite( tables[i] ); }
}

/// Ends the tables after a run with this status and prints the results. Returns the status of the command.
static int finishRun( const runRequest* request, ssSim* sim, osWriter* const tables[TABLES], int status )
{
    bool any = false, refused = status == ARGS_STATUS_BAD_INPUT;
    for ( int i = 0; i < TABLES; ++i ) { any = any || tables[i] != NULL; }
    if ( refused && ssSim_StepIndex( sim ) == 0 )
    {
        abortTables( tables );
        return status;
    }
    if ( any && ( osSignalCaught() || refused ) && ssSim_StepIndex( sim ) < request->steps )
    {
        leaveTables( request, sim, tables );
        return refused ? status : ARGS_STATUS_CHECK_FAILED;
    }
    for ( int i = 0; i < TABLES; ++i )
    {
        ssResult result = tables[i] != NULL ? osCommitWrite( tables[i] ) : ssOk();
        status = result.code != ss_ok ? argsRefuse( "run", result ) : status;
    }
    if ( status == ARGS_STATUS_BAD_INPUT && ( refused || !asksForResults( request ) ) ) { return status; }
    int written = runWriteResults( request, sim );
    return written != ARGS_STATUS_OK ? written : status;
}

static bool isSame( const char* path, const char* other )
{
    return path != NULL && other != NULL && strcmp( path, other ) == 0;
}

/// Standard output and a file take one table each.
static int checkOutputs( const runRequest* request )
{
    const char *csv = request->csvPath, *changes = request->changesPath;
    const char *contacts = request->contactsPath, *bodies = request->bodiesPath;
    if ( isSame( contacts, csv ) || isSame( contacts, changes ) )
    {
        return argsFail(
            "run", "--contacts names a file of another table, '%s'; give each its own", contacts );
    }
    if ( isSame( bodies, csv ) || isSame( bodies, changes ) || isSame( bodies, contacts ) )
    {
        return argsFail( "run", "--bodies names a file of another table, '%s'; give each its own", bodies );
    }
    if ( runIsStream( bodies ) ) { return argsFail( "run", "--bodies -: expected a file" ); }
    if ( request->json && runPrintsTable( request ) )
    {
        const char* option = runIsStream( csv ) ? "--csv" : "--changes";
        return argsFail( "run", "%s - and --json both write to stdout; give %s a file", option, option );
    }
    if ( isSame( csv, changes ) )
    {
        return argsFail( "run",
            runIsStream( csv ) ? "--csv - and --changes - both write to stdout; give one of them a file"
                               : "--csv and --changes name the same file '%s'; give each its own",
            csv );
    }
    return ARGS_STATUS_OK;
}

// Without a table some hundred rows are enough to judge the errors.
#define UNWRITTEN_ROWS 500

static int findSensitivity( runRequest* request )
{
    if ( request->sensitivityKeys != NULL && request->breakText != NULL )
    {
        return argsFail( "run",
            "--sensitivity and --break exclude each other: where a break ends the run, its end moves with "
            "the parameters" );
    }
    int64_t coarse = request->steps / UNWRITTEN_ROWS > 1 ? request->steps / UNWRITTEN_ROWS : 1;
    int64_t stride = request->csvPath != NULL ? request->stride : coarse;
    return runFindSensitivity(
        request->sensitivityKeys, &request->scene, request->steps, stride, &request->sensitivity );
}

/// Reports edits without effect: values that count from a reset on, which a run does not have.
static void warnOfEdits( const ssScene* scene )
{
    for ( int i = 0; i < scene->editCount; ++i )
    {
        const ssEdit* edit = scene->edits + i;
        bool known = edit->param >= 0 && edit->param < scene->def.scenario->model.paramCount;
        if ( known && edit->step > 0 && !scene->def.scenario->model.params[edit->param].live )
        {
            fprintf( stderr,
                "slipstick run: warning: the edit of %s at step %" PRId64
                " does nothing: it takes effect at a reset\n",
                scene->def.scenario->model.params[edit->param].key, edit->step );
        }
    }
}

// Every error of the input is found before the first step, including an output file that cannot be written.
static int carryOut( runRequest* request, const argsSpec* spec )
{
    int status = checkOutputs( request );
    status = status == ARGS_STATUS_OK ? chooseSteps( request ) : status;
    status = status == ARGS_STATUS_OK ? runBeginAgainst( request->againstPath, request->scene.def.scenario,
                                            (double)request->steps * request->scene.def.h, &request->against )
                                      : status;
    status = status == ARGS_STATUS_OK ? runChooseMeasures( request ) : status;
    status = status == ARGS_STATUS_OK ? findSensitivity( request ) : status;
    if ( status != ARGS_STATUS_OK ) { return status; }
    ssSim* sim = NULL;
    osWriter* table = NULL;
    runChanges changes = { 0 };
    runContacts contacts = { 0 };
    runBodies bodies = { 0 };
    ssResult result = runBeginBreak( request->breakText, &request->scene.def, &request->stop );
    result = result.code == ss_ok ? ssCreateSim( &request->scene.def, &sim ) : result;
    if ( result.code == ss_ok ) { argsWarnOfEnergy( "run", &request->scene.def ); }
    result = result.code == ss_ok ? openTables( request, &table, &changes, &contacts, &bodies ) : result;
    if ( result.code != ss_ok )
    {
        ssDestroySim( sim );
        return argsRefuse( "run", result );
    }
    argsWarnStep( spec );
    warnOfEdits( &request->scene );
    csvWriter csv = csvBeginTable( table );
    osWriter* const tables[TABLES] = { table, changes.out, contacts.out, bodies.out };
    status = play( request, sim, table != NULL ? &csv : NULL, &changes, &contacts, &bodies, tables );
    runEndBodies( &bodies, sim );
    result = runEndContacts( &contacts );
    status = result.code == ss_ok ? status : argsRefuse( "run", result );
    status = finishRun( request, sim, tables, status );
    runEndChanges( &changes );
    ssDestroySim( sim );
    return status;
}

static const char* const s_notes =
    "Without --json or --hash it prints all measures. The first row of --csv is t = 0, the last the state "
    "at\n--until. --changes writes t,contact,a,b,from,to,held_s,event: when which contact between bodies a "
    "and b went\nfrom one mode to another (open stick slide roll slide+roll spin), for how many seconds it "
    "had been in the\nfirst, and whether an impact without collision did it. With --csv - or --changes -, "
    "the table replaces the\nmeasures; those that --measure names and the hash go to stderr. A state that is "
    "no longer finite, or a\nproblem that the solver refuses, ends the run with status 1. Until the run is "
    "finished, a table is called\nFILE.partial; a run that is stopped or killed leaves its rows there.";

int cmdRun( int argc, char** argv )
{
    runRequest request = { .threads = 0 };
    const argsOption options[] = {
        { "--csv", "FILE|-", "write the signals, one row per step; - is stdout", .text = &request.csvPath,
            .writes = true },
        { "--changes", "FILE|-", "write the changes of regime, one row each; - is stdout",
            .text = &request.changesPath, .writes = true },
        { "--contacts", "FILE", "write every contact: a log (.csv, .mcap) for `audit`",
            .text = &request.contactsPath, .writes = true },
        { "--bodies", "FILE", "write where every body is: t,body,name,x,y,z,qw,qx,qy,qz",
            .text = &request.bodiesPath, .writes = true },
        { "--break", "CONDITION",
            "end where a contact begins to satisfy it (\"margin < 1%\") or the state does (\"u < 1 mm/s\")",
            .text = &request.breakText },
        { "--map", "OURS=THEIRS", "a column that a contact log calls differently; repeatable",
            .list = &request.map },
        { "--every", "S", "seconds between rows, a multiple of the step size", .number = &request.every,
            .above = true, .allowed = "seconds > 0" },
        { "--against", "FILE", "compare with measurements: measure `misfit`, columns data.NAME",
            .text = &request.againstPath },
        { "--sensitivity", "KEYS", "derivatives by these parameters, as in mu,mu_r: columns dx/dmu, …, event",
            .text = &request.sensitivityKeys },
        { "--measure", "NAME",
            "print only this measure, or an expression over the run: 'max(x)', 'far = max(x)'; repeatable",
            .list = &request.measureNames },
        { "--json", NULL, "print parameters, measures and hash as JSON", .flag = &request.json },
        { "--hash", NULL, "print the hash of the final state, 16 hexadecimal digits", .flag = &request.hash },
        { "--timings", NULL, "print mean milliseconds per step, stage by stage, to stderr",
            .flag = &request.timings },
        { "--threads", "N", "threads to use (default 1, with --sensitivity all); results do not depend on it",
            .integer = &request.threads, .min = 1.0, .max = 1024.0 },
    };
    argsSpec spec = { "run", .summary = "Computes a scenario or a saved scene without a window.",
        .usage = "SCENARIO|SCENE.json|LOG [options]", ARGS_OPTIONS( options ), .map = &request.map,
        .scene = &request.scene, .notes = s_notes };
    ARGS_PARSE( &spec, argc, argv );
    int threads = request.sensitivityKeys != NULL ? osProcessorCount() : 1;
    threadPool* pool = threadPoolStart( request.threads > 0 ? request.threads : threads );
    int status = carryOut( &request, &spec );
    threadPoolStop( pool );
    runEndBreak( &request.stop );
    runEndSensitivity( &request.sensitivity );
    runEndAgainst( &request.against );
    ssScene_Destroy( &request.scene );
    if ( osSignalCaught() ) { osEndBySignal(); }
    return status;
}
