// SPDX-License-Identifier: MIT
#include "cli/bench/bench_engines.h"
#include "base/args.h"
#include "base/grow.h"
#include "base/os.h"
#include "cli/bench/bench_report.h"
#include "cli/bench/bench_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick bench engines`: every scene in every engine, at three step sizes and three iteration counts, and
// the table.

#define STEPS 3
static const double s_steps[STEPS] = { 1.0 / 60.0, 1.0 / 240.0, 1.0 / 960.0 };
static const int s_iterations[] = { 10, 50, 250 };
static engineRunner s_runners[BENCH_RUNNERS_MAX];
static int s_runnerCount, s_trialCapacity;

/// Engines of which Debian has a package, and the runners that need it.
static const struct
{
    const char *engine, *runner, *package;
} s_packages[] = { { "Bullet", "bullet", "libbullet-dev" }, { "ODE", "ode", "libode-dev" },
    { "MuJoCo", "mujoco", "libmujoco-dev" } };

static engineRunner* findRunner( const char* name )
{
    for ( int i = 0; i < s_runnerCount; ++i )
    {
        if ( strcmp( s_runners[i].name, name ) == 0 ) { return &s_runners[i]; }
    }
    return NULL;
}

static void noteAbsent( benchRun* run )
{
    for ( int i = 0; i < SS_COUNT( s_packages ) && run->absentCount < BENCH_ABSENT_MAX; ++i )
    {
        if ( findRunner( s_packages[i].runner ) == NULL )
        {
            run->absent[run->absentCount][0] = s_packages[i].engine;
            run->absent[run->absentCount++][1] = s_packages[i].package;
        }
    }
}

static ssResult tryOnce( benchRun* run, engineRunner* runner, const char* scene, double h, int iterations )
{
    char log[2048] = "";
    int scratch = -1;
    if ( !GROW( run->trials, s_trialCapacity, run->trialCount + 1 ) )
    {
        return ssError( ss_errorMemory, "engines", "out of memory for the trials" );
    }
    if ( run->logs != NULL )
    {
        snprintf( log, sizeof( log ), "%.1900s/%.31s-%.31s-%.0f-%d.mcap", run->logs, runner->name, scene,
            1.0 / h, iterations );
    }
    else { scratch = osOpenScratch( log, sizeof( log ) ); } // without one, the log cannot be written
    ssResult result =
        trialRun( runner, scene, h, iterations, run->quick ? 1 : 2, log, &run->trials[run->trialCount] );
    run->trialCount += result.code == ss_ok;
    osCloseScratch( scratch );
    return result;
}

/// All step sizes and iteration counts that are asked for. An engine without iterations has one count, 0.
static ssResult tryEngine( benchRun* run, engineRunner* runner, const char* scene )
{
    const benchEngines* asked = &run->engines;
    int first = run->trialCount;
    for ( int k = 0; k < STEPS; ++k )
    {
        double h = asked->h > 0.0 ? asked->h : s_steps[k];
        bool wanted = asked->h > 0.0 ? k == 0 : !run->quick || k == 1;
        for ( int n = 0; n < SS_COUNT( s_iterations ) && wanted; ++n )
        {
            bool grid = asked->iterations < 0 && !run->quick,
                 heeds = run->trialCount == first || runner->iterates;
            int iterations = !heeds     ? 0
                : grid                  ? s_iterations[n]
                : asked->iterations > 0 ? asked->iterations
                                        : 0;
            if ( osSignalCaught() )
            {
                return ssError( ss_errorFormat, "engines", "ended by %s", osSignalName() );
            }
            SS_TRY( tryOnce( run, runner, scene, h, iterations ) );
            if ( !runner->iterates ) { run->trials[run->trialCount - 1].iterations = 0; }
            if ( !grid || !runner->iterates ) { break; }
        }
    }
    return ssOk();
}

/// Is there what was asked for by name?
static ssResult checkNames( const benchRun* run )
{
    engineScene scene;
    const benchEngines* asked = &run->engines;
    if ( asked->scene != NULL && !sceneFind( asked->scene, 1.0, &scene ) )
    {
        char names[400] = "";
        for ( int i = 0; i < SCENE_COUNT; ++i ) { addText( names, sizeof( names ), " %s", scene_names[i] ); }
        return ssError( ss_errorValue, NULL, "--scene %.40s: there are%s", asked->scene, names );
    }
    const char* name = asked->check != NULL ? asked->check : asked->engine;
    if ( name != NULL && findRunner( name ) == NULL )
    {
        char names[400] = "";
        for ( int i = 0; i < s_runnerCount; ++i )
        {
            addText( names, sizeof( names ), " %s", s_runners[i].name );
        }
        return ssError( ss_errorValue, NULL, "no runner is called '%.40s'; there are%s", name, names );
    }
    return ssOk();
}

static ssResult runEngines( benchRun* run )
{
    const benchEngines* asked = &run->engines;
    s_runnerCount = runnersFind( asked->runners, asked->runnerCount, s_runners, BENCH_RUNNERS_MAX );
    if ( s_runnerCount < 0 ) { return ssError( ss_errorValue, NULL, "no runner was run" ); }
    SS_TRY( checkNames( run ) );
    if ( asked->check != NULL )
    {
        run->failed = runnerCheck( findRunner( asked->check ) ) > 0;
        return ssOk();
    }
    noteAbsent( run );
    ssResult result = run->logs != NULL ? osMakeFolders( run->logs ) : ssOk();
    result = result.code == ss_ok && asked->report != NULL ? osMakeFolders( asked->report ) : result;
    for ( int s = 0; s < SCENE_COUNT && result.code == ss_ok; ++s )
    {
        bool wanted = asked->scene == NULL || strcmp( asked->scene, scene_names[s] ) == 0;
        for ( int i = 0; i < s_runnerCount && result.code == ss_ok && wanted; ++i )
        {
            bool chosen = asked->engine == NULL || strcmp( asked->engine, s_runners[i].name ) == 0;
            result = chosen ? tryEngine( run, &s_runners[i], scene_names[s] ) : result;
        }
        if ( wanted && osIsTerminal( 2 ) ) { fprintf( stderr, "\r%d of %d scenes\r", s + 1, SCENE_COUNT ); }
    }
    return result.code == ss_ok && asked->report != NULL ? enginesSaveReport( run, asked->report ) : result;
}

const benchEntry bench_engines = { .name = "engines",
    .doc = "sixteen scenes with known answers in Bullet, ODE, MuJoCo, here and in runners of yours: errors, "
           "cost, audit",
    .run = runEngines };

/// The command that repeats a trial.
static void commandOf( const benchRun* run, const engineTrial* trial, char* text, size_t capacity )
{
    text[0] = 0;
    addText( text, capacity, "slipstick bench engines --scene %s --engine %s --h 1/%.0f --iterations %d",
        trial->scene, trial->runner->name, 1.0 / trial->h, trial->iterations );
    for ( int i = 0; i < run->engines.runnerCount; ++i )
    {
        size_t length = strlen( trial->runner->name );
        const char* given = run->engines.runners[i];
        bool ours = strncmp( given, trial->runner->name, length ) == 0 &&
            ( given[length] == '=' || given[length] == 0 );
        if ( ours ) { addText( text, capacity, " --runner '%s'", given ); }
    }
}

/// The runners of a run, in the order in which they first come.
static int runnersOf( const benchRun* run, const engineRunner** runners, int most )
{
    int count = 0;
    for ( int i = 0; i < run->trialCount; ++i )
    {
        bool known = false;
        for ( int k = 0; k < count; ++k ) { known = known || runners[k] == run->trials[i].runner; }
        if ( !known && count < most ) { runners[count++] = run->trials[i].runner; }
    }
    return count;
}

// The table of `slipstick bench engines`, as text and as JSON.

static void writeAudit( jsonWriter* json, const engineTrial* trial )
{
    if ( !trial->audited )
    {
        jsonNull( json, "audit" );
        return;
    }
    jsonBeginObject( json, "audit" );
    jsonNumber( json, "contacts", (double)trial->contacts );
    for ( int i = 0; i < ss_logCheckCount; ++i )
    {
        const ssLogFinding* f = &trial->checks[i];
        jsonNumber( json, ssLogCheckName( (ssLogCheck)i ), f->known ? f->worst : (double)NAN );
    }
    jsonMembers( json, "set", trial->set, "mu", trial->mu );
    jsonEndObject( json );
}

static void writeTrial( jsonWriter* json, const benchRun* run, const engineTrial* trial )
{
    bool failed = trial->failure[0] != 0;
    char command[900];
    engineScene scene;
    sceneFind( trial->scene, trial->h, &scene );
    commandOf( run, trial, command, sizeof( command ) );
    jsonInLine( json );
    jsonBeginObject( json, NULL );
    jsonMembers( json, "scene", trial->scene, "engine", trial->runner->engine, "version",
        trial->runner->version, "h", trial->h, "iterations", trial->iterations, "failure",
        failed ? (const char*)trial->failure : NULL, "lie",
        trial->lie[0] != 0 ? (const char*)trial->lie : NULL, "unit", scene.unit, "measured",
        trial->verdict.measured, "exact", trial->verdict.exact, "error", trial->verdict.error, "us_per_step",
        failed ? (double)NAN : 1e6 * trial->secondsPerStep, "cause", trial->cause, "command",
        (const char*)command );
    if ( trial->cause != NULL )
    {
        jsonMembers( json, "sentence", trial->sentence, "evidence", (const char*)trial->evidence,
            "confidence", trial->confidence );
    }
    const ssLogFinding* f = &trial->checks[trial->worst % ss_logCheckCount];
    if ( trial->worst == ss_logCheckCount ) { jsonNull( json, "worst" ); }
    else
    {
        jsonRow( json, "worst", "check", ssLogCheckName( trial->worst ), "by", f->worst, "share",
            (double)f->violations / (double)trial->contacts, "contact", f->contact, "t", f->t );
    }
    jsonText( json, "link", trial->link );
    writeAudit( json, trial );
    jsonEndObject( json );
}

void benchTrialsAsJson( jsonWriter* json, const benchRun* run )
{
    jsonBeginArray( json, "engines" );
    for ( int i = 0; i < run->trialCount; ++i ) { writeTrial( json, run, &run->trials[i] ); }
    jsonEndArray( json );
    const engineRunner* runners[BENCH_RUNNERS_MAX];
    int count = runnersOf( run, runners, BENCH_RUNNERS_MAX );
    jsonBeginArray( json, "runners" );
    for ( int i = 0; i < count; ++i )
    {
        const engineRunner* r = runners[i];
        jsonRow( json, NULL, "name", (const char*)r->name, "engine", (const char*)r->engine, "version",
            (const char*)r->version, "iterates", (bool)r->iterates, "notes", (const char*)r->notes );
    }
    jsonEndArray( json );
    jsonBeginArray( json, "scenes" );
    for ( int i = 0; i < SCENE_COUNT; ++i )
    {
        bool any = false;
        for ( int k = 0; k < run->trialCount; ++k ) { any = any || run->trials[k].scene == scene_names[i]; }
        engineScene scene;
        sceneFind( scene_names[i], s_steps[1], &scene );
        if ( any ) { jsonRow( json, NULL, "name", scene.name, "title", scene.title ); }
    }
    jsonEndArray( json );
    jsonBeginArray( json, "absent_engines" );
    for ( int i = 0; i < run->absentCount; ++i )
    {
        jsonRow( json, NULL, "engine", run->absent[i][0], "package", run->absent[i][1] );
    }
    jsonEndArray( json );
}

static void printVerdict( osWriter* out, const engineTrial* trial )
{
    if ( trial->lie[0] != 0 ) { osPrintf( out, "  log and answer disagree: %s", trial->lie ); }
    else if ( !trial->audited ) { osPrintf( out, "  no log" ); }
    else if ( trial->worst == ss_logCheckCount ) { osPrintf( out, "  clean" ); }
    else
    {
        const ssLogFinding* f = &trial->checks[trial->worst];
        osPrintf( out, "  %s %.2g in %.3g%%", ssLogCheckName( trial->worst ), f->worst,
            100.0 * (double)f->violations / (double)trial->contacts );
    }
    osPrintf( out, trial->cause != NULL ? "; %s\n" : "\n", trial->cause );
}

/// One line: the errors of all step sizes, then cost, audit and cause at the middle one.
static void printTrials( osWriter* out, const benchRun* run, int index )
{
    const engineTrial *first = &run->trials[index], *shown = first;
    char count[16];
    snprintf( count, sizeof( count ), "%d", first->iterations );
    osPrintf( out, "  %-16s %5s", first->runner->engine, first->iterations > 0 ? count : "-" );
    for ( int i = index; i < run->trialCount; ++i )
    {
        const engineTrial* trial = &run->trials[i];
        if ( trial->scene != first->scene || trial->runner != first->runner ||
            trial->iterations != first->iterations )
        {
            continue;
        }
        bool failed = trial->failure[0] != 0;
        failed ? osPrintf( out, "  %8s", "n/a" ) : osPrintf( out, "  %8.1e", trial->verdict.error );
        shown = trial->h == s_steps[1] || shown->failure[0] != 0 ? trial : shown;
    }
    if ( shown->failure[0] != 0 )
    {
        osPrintf( out, "  %s\n", shown->failure );
        return;
    }
    osPrintf( out, "  %8.1f", 1e6 * shown->secondsPerStep );
    printVerdict( out, shown );
}

/// Is this the first of the trials that stand on one line?
static bool beginsLine( const benchRun* run, int index )
{
    const engineTrial* trial = &run->trials[index];
    for ( int i = 0; i < index; ++i )
    {
        const engineTrial* other = &run->trials[i];
        if ( other->scene == trial->scene && other->runner == trial->runner &&
            other->iterations == trial->iterations )
        {
            return false;
        }
    }
    return true;
}

void benchTrialsAsText( osWriter* out, const benchRun* run )
{
    osPrintf( out,
        "\nScenes with known answers: relative errors at each step size [s], us of processor time per step "
        "and the\n"
        "audit at the middle one: the check that contacts miss by most, by how much of their load, and how "
        "many of\n"
        "them; last the cause that `slipstick why` names.\n" );
    const char* name = "";
    for ( int i = 0; i < run->trialCount; ++i )
    {
        const engineTrial* trial = &run->trials[i];
        if ( strcmp( name, trial->scene ) != 0 )
        {
            engineScene scene;
            name = trial->scene;
            sceneFind( name, trial->h, &scene );
            osPrintf( out, "\n%s: %s\n  %-16s %5s", name, scene.title, "engine", "iter." );
            for ( int k = i; k < run->trialCount && run->trials[k].scene == trial->scene; ++k )
            {
                const engineTrial* other = &run->trials[k];
                bool column = other->runner == trial->runner && other->iterations == trial->iterations;
                if ( column ) { osPrintf( out, "    1/%-4.0f", 1.0 / other->h ); }
            }
            osPrintf( out, "  %8s  audit\n", "us/step" );
        }
        if ( beginsLine( run, i ) ) { printTrials( out, run, i ); }
    }
    for ( int i = 0; i < run->absentCount; ++i )
    {
        osPrintf( out, "%s%s is not there. On Debian: apt-get install %s, then build again\n",
            i == 0 ? "\n" : "", run->absent[i][0], run->absent[i][1] );
    }
}
