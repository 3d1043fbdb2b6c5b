// SPDX-License-Identifier: MIT
#include "cli/bench/bench_engines.h"

#include "base/contact_file.h"
#include "cli/bench/bench_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Runs the scenes of engine_scenes.h in every engine that was there when this program was
// built, and audits the contact log of each.

#define LIMIT 120.0 // [s] of a program

const enginesPeer engines_peers[ENGINES_PEERS] = {
    { "Bullet", "scenes_bullet", "libbullet-dev" },
    { "ODE", "scenes_ode", "libode-dev" },
    { "MuJoCo", "scenes_mujoco", "libmujoco-dev" },
};

/// The path of an engine's program: beside this one while it is developed,
/// in the folder for helpers once installed.
static bool findProgram( const char* name, char* path, size_t capacity )
{
    static const char* const folders[] = { "", "/" SLIPSTICK_HELPERS };
    char here[2048];
    bool found = false;
    for ( int i = 0; i < SS_COUNT( folders ) && !found && osProgramFolder( here, sizeof( here ) ); ++i )
    {
        int length = snprintf( path, capacity, "%s%s/%s", here, folders[i], name );
        found = length > 0 && (size_t)length < capacity && osFileExists( path );
    }
    return found;
}

/// The number behind "KEY": in the line that a program prints; NaN: there is none.
static double numberOf( const char* line, const char* key )
{
    char pattern[40], text[40];
    snprintf( pattern, sizeof( pattern ), "\"%s\": ", key );
    const char* found = strstr( line, pattern );
    double value = (double)NAN;
    if ( found != NULL )
    {
        found += strlen( pattern );
        snprintf( text, sizeof( text ), "%.*s", (int)strcspn( found, ",}" ), found );
        value = ssParseNumber( text, &value ) ? value : (double)NAN;
    }
    return value;
}

static void runOther( const char* program, const char* log, int repeats, benchTrial* trial )
{
    char line[2048], h[32], count[16];
    snprintf( h, sizeof( h ), "%.17g", trial->h );
    snprintf( count, sizeof( count ), "%d", repeats );
    const char* words[] = { program, trial->scene, "--h", h, "--log", log, "--repeats", count, NULL };
    int status = 0;
    ssResult result = osRunProgram( words, LIMIT, line, sizeof( line ), &status );
    const char* said = strstr( line, "\"failure\": \"" );
    if ( result.code != ss_ok )
    {
        snprintf( trial->failure, sizeof( trial->failure ), "it took longer than %g s", LIMIT );
    }
    else if ( said != NULL )
    {
        said += strlen( "\"failure\": \"" );
        snprintf( trial->failure, sizeof( trial->failure ), "%.*s", (int)strcspn( said, "\"" ), said );
    }
    else if ( status != 0 )
    {
        snprintf( trial->failure, sizeof( trial->failure ), "its program ended with status %d", status );
    }
    trial->measured = numberOf( line, "measured" );
    trial->exact = numberOf( line, "exact" );
    trial->error = numberOf( line, "error" );
    trial->secondsPerStep = numberOf( line, "seconds_per_step" );
}

static void runOwn( const engineScene* scene, const char* log, int repeats, benchTrial* trial )
{
    sceneResult result = sceneRunOnce( &engines_own, scene, trial->h, log, repeats );
    snprintf( trial->failure, sizeof( trial->failure ), "%s", result.failure != NULL ? result.failure : "" );
    trial->measured = result.measured;
    trial->exact = result.exact;
    trial->error = result.error;
    trial->secondsPerStep = result.secondsPerStep;
}

static void auditTrial( const char* log, benchTrial* trial )
{
    contactFile file;
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    options.h = trial->h;
    if ( contactOpen( "bench", log, NULL, &file ) == ARGS_STATUS_OK )
    {
        trial->audited = ssAuditContactLog( file.log, &options, &trial->audit ).code == ss_ok;
        contactClose( &file );
    }
}

/// `program` is NULL for our own engine.
static ssResult tryScene(
    benchRun* run, const char* name, const char* engine, const char* program, bool fine )
{
    if ( run->trialCount == BENCH_TRIALS_MAX )
    {
        return ssOk();
    }
    engineScene scene;
    double h = fine ? SCENE_STEP / ENGINES_FINER : SCENE_STEP;
    sceneFind( name, h, &scene );
    benchTrial* trial = &run->trials[run->trialCount++];
    *trial = ( benchTrial ){
        .scene = scene.name, .title = scene.title, .unit = scene.unit, .engine = engine, .fine = fine, .h = h
    };
    char log[2048] = "";
    int scratch = -1;
    if ( run->logs != NULL )
    {
        snprintf( log, sizeof( log ), "%s/%s-%s%s.mcap", run->logs, engine, name, fine ? "-fine" : "" );
    }
    else
    {
        scratch = osOpenScratch( log, sizeof( log ) );
    }
    if ( run->logs == NULL && scratch < 0 )
    {
        return ssError(
            ss_errorFormat, "engines", "there is no temporary file for a contact log; see TMPDIR" );
    }
    int repeats = run->quick ? 1 : 5;
    if ( program == NULL )
    {
        runOwn( &scene, log, repeats, trial );
    }
    else
    {
        runOther( program, log, repeats, trial );
    }
    if ( trial->failure[0] == 0 )
    {
        auditTrial( log, trial );
    }
    osCloseScratch( scratch );
    return ssOk();
}

/// Quick runs leave out the short steps.
static ssResult tryEngine( benchRun* run, const char* scene, const char* engine, const char* program )
{
    ssResult result = tryScene( run, scene, engine, program, false );
    return result.code == ss_ok && !run->quick ? tryScene( run, scene, engine, program, true ) : result;
}

/// Before minutes are spent: can the logs and the picture be written?
static ssResult checkPlaces( const benchRun* run )
{
    osWriter* out = NULL;
    ssResult result = run->logs != NULL ? osMakeFolders( run->logs ) : ssOk();
    if ( result.code == ss_ok && run->picture != NULL )
    {
        result = osBeginWrite( run->picture, &out );
        osAbortWrite( out );
    }
    return result;
}

static ssResult runEngines( benchRun* run )
{
    char programs[ENGINES_PEERS][2048];
    bool there[ENGINES_PEERS];
    for ( int i = 0; i < ENGINES_PEERS; ++i )
    {
        there[i] = findProgram( engines_peers[i].program, programs[i], sizeof( programs[i] ) );
        if ( !there[i] && run->absentCount < BENCH_ABSENT_MAX )
        {
            run->absent[run->absentCount++] =
                ( benchAbsent ){ .engine = engines_peers[i].engine, .package = engines_peers[i].package };
        }
    }
    ssResult result = checkPlaces( run );
    for ( int s = 0; s < SCENE_COUNT && result.code == ss_ok; ++s )
    {
        result = tryEngine( run, scene_names[s], engines_own.engine, NULL );
        for ( int i = 0; i < ENGINES_PEERS && result.code == ss_ok; ++i )
        {
            result =
                there[i] ? tryEngine( run, scene_names[s], engines_peers[i].engine, programs[i] ) : result;
        }
    }
    return result.code == ss_ok && run->picture != NULL ? enginesSavePicture( run, run->picture ) : result;
}

const benchEntry bench_engines = { .name = "engines",
    .doc = "ten scenes with closed forms in Bullet, ODE, MuJoCo and here: errors, cost, contact audit",
    .run = runEngines };
