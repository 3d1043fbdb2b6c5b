// SPDX-License-Identifier: MIT
#include "cli/bench/bench_engines.h"
#include "base/contact_file.h"
#include "base/grow.h"
#include "base/svg_plot.h"
#include "cli/bench/bench_report.h"
#include "cli/bench/bench_table.h"
#include "slipstick/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Runs the scenes of engine_scenes.h in every engine built in, and audits the contact log of each.

#define LIMIT 120.0 // [s] of a program

const enginesPeer engines_peers[ENGINES_PEERS] = {
    { "Bullet", "scenes_bullet", "libbullet-dev" },
    { "ODE", "scenes_ode", "libode-dev" },
    { "MuJoCo", "scenes_mujoco", "libmujoco-dev" },
};

/// An engine's program lies beside this one while developed, in the folder for helpers once installed.
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
    if ( run->trialCount == BENCH_TRIALS_MAX ) { return ssOk(); }
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
    else { scratch = osOpenScratch( log, sizeof( log ) ); }
    if ( run->logs == NULL && scratch < 0 )
    {
        return ssError(
            ss_errorFormat, "engines", "there is no temporary file for a contact log; see TMPDIR" );
    }
    int repeats = run->quick ? 1 : 5;
    program == NULL ? runOwn( &scene, log, repeats, trial ) : runOther( program, log, repeats, trial );
    if ( trial->failure[0] == 0 ) { auditTrial( log, trial ); }
    osCloseScratch( scratch );
    return ssOk();
}

/// Quick runs leave out the short steps.
static ssResult tryEngine( benchRun* run, const char* scene, const char* engine, const char* program )
{
    SS_TRY( tryScene( run, scene, engine, program, false ) );
    return !run->quick ? tryScene( run, scene, engine, program, true ) : ssOk();
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

// The scenes in a world with the definition that everybody gets. It has a tolerance, and no body sleeps.

typedef struct World
{
    ssWorld* world;
    double h;
} World;

static void copy( ssVec3 from, double* to )
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

static ssResult addBodies( ssWorld* world, const engineScene* scene )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.material = ( ssMaterial ){ .mu = scene->mu, .muRoll = scene->muRoll, .muSpin = scene->muSpin };
    def.shape = ssPlaneShape();
    def.kind = ss_bodyStatic;
    ssResult result = ssWorld_AddBody( world, &def, NULL ); // slot 0, as the scenes want it
    for ( int i = 0; i < scene->bodyCount && result.code == ss_ok; ++i )
    {
        const sceneBody* body = &scene->bodies[i];
        def.kind = ss_bodyDynamic;
        def.shape = body->shape == SS_PROBE_BOX ? ssBoxShape( ssVec3_At( body->size ) )
                                                : ssSphereShape( body->size[0] );
        def.mass = body->mass;
        def.pose.position = ssVec3_At( body->position );
        def.velocity = ssVec3_At( body->velocity );
        def.omega = ssVec3_At( body->omega );
        result = ssWorld_AddBody( world, &def, NULL );
    }
    return result;
}

static void destroy( void* context )
{
    ssDestroyWorld( ( (World*)context )->world );
    free( context );
}

static void* create( const engineScene* scene, double h )
{
    World* w = needMemory( 1, sizeof( *w ) );
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_At( scene->gravity );
    w->h = h;
    ssResult result = ssCreateWorld( &def, &w->world );
    result = result.code == ss_ok ? addBodies( w->world, scene ) : result;
    if ( result.code != ss_ok )
    {
        destroy( w );
        return NULL;
    }
    return w;
}

static void step( void* context )
{
    World* w = context;
    ssWorld_Step( w->world, w->h );
}

static void bodyState( void* context, int index, sceneState* state )
{
    const ssWorld* world = ( (World*)context )->world;
    ssBodyState body = ssWorld_Body( world, ssWorld_BodyAt( world, index + 1 ) );
    copy( body.pose.position, state->position );
    copy( body.velocity, state->velocity );
    copy( body.omega, state->omega );
    ssQuat q = body.pose.orientation;
    copy( ssVec3_Make( q.x, q.y, q.z ), state->quaternion );
    state->quaternion[3] = q.w;
}

/// The vector with these components along two tangents and the normal.
static void inWorld( const ssContactView* view, double t1, double t2, double n, double* to )
{
    ssVec3 sum = ssVec3_Scale( n, view->normal );
    sum = ssVec3_MulAdd( sum, t1, view->tangent1 );
    sum = ssVec3_MulAdd( sum, t2, view->tangent2 );
    copy( sum, to );
}

static void contacts( void* context, sceneRun* run )
{
    const ssWorld* world = ( (World*)context )->world;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact c = ssWorld_Contact( world, i );
        const ssContactView* view = &c.view;
        double point[3], normal[3], force[3], moment[3], v[3], w[3];
        copy( view->point, point );
        copy( view->normal, normal );
        inWorld( view, view->force[1], view->force[2], view->force[0], force );
        inWorld( view, view->moment[0], view->moment[1], view->moment[2], moment );
        inWorld( view, c.velocity[1], c.velocity[2], c.velocity[0], v );
        inWorld( view, c.velocity[3], c.velocity[4], c.velocity[5], w );
        sceneContact( run, i, c.a.slot1 - 1, c.b.slot1 - 1, point, normal, force, moment, v, w, c.gap );
    }
}

const engineOps engines_own = { "Slipstick", NULL, create, step, bodyState, contacts, destroy };

// The table of `slipstick bench engines`, as text and as JSON.

/// The check that the contacts miss by most; ss_logCheckCount: none of them does.
static ssLogCheck worstCheck( const ssLogAudit* audit )
{
    ssLogCheck worst = ss_logCheckCount;
    for ( int i = 0; i < ss_logCheckCount; ++i )
    {
        const ssLogFinding* f = &audit->checks[i];
        if ( f->known && f->violations > 0 &&
            ( worst == ss_logCheckCount || f->worst > audit->checks[worst].worst ) )
        {
            worst = (ssLogCheck)i;
        }
    }
    return worst;
}

static void writeAudit( jsonWriter* json, const benchTrial* trial )
{
    if ( !trial->audited )
    {
        jsonNull( json, "audit" );
        return;
    }
    jsonBeginObject( json, "audit" );
    jsonNumber( json, "contacts", (double)trial->audit.contacts );
    for ( int i = 0; i < ss_logCheckCount; ++i )
    {
        const ssLogFinding* f = &trial->audit.checks[i];
        jsonNumber( json, ssLogCheckName( (ssLogCheck)i ), f->known ? f->worst : (double)NAN );
    }
    jsonMembers(
        json, "set", ssLogSetName( trial->audit.fingerprint.set ), "mu", trial->audit.fingerprint.mu );
    jsonEndObject( json );
}

static void writeTrial( jsonWriter* json, const benchTrial* trial )
{
    bool failed = trial->failure[0] != 0;
    jsonInLine( json );
    jsonBeginObject( json, NULL );
    jsonMembers( json, "scene", trial->scene, "engine", trial->engine, "h", trial->h, "failure",
        failed ? trial->failure : NULL, "unit", trial->unit, "measured", trial->measured, "exact",
        trial->exact, "error", trial->error, "us_per_step",
        failed ? (double)NAN : 1e6 * trial->secondsPerStep );
    writeAudit( json, trial );
    jsonEndObject( json );
}

void benchTrialsAsJson( jsonWriter* json, const benchRun* run )
{
    jsonBeginArray( json, "engines" );
    for ( int i = 0; i < run->trialCount; ++i ) { writeTrial( json, &run->trials[i] ); }
    jsonEndArray( json );
    jsonBeginArray( json, "absent_engines" );
    for ( int i = 0; i < run->absentCount; ++i )
    {
        jsonRow( json, NULL, "engine", run->absent[i].engine, "package", run->absent[i].package );
    }
    jsonEndArray( json );
}

static void printAudit( osWriter* out, const benchTrial* trial )
{
    ssLogCheck check = trial->audited ? worstCheck( &trial->audit ) : ss_logCheckCount;
    if ( !trial->audited || check == ss_logCheckCount )
    {
        osPrintf( out, "  %s\n", trial->audited ? "clean" : "no log" );
        return;
    }
    const ssLogFinding* f = &trial->audit.checks[check];
    osPrintf( out, "  %s %.2g in %.3g%%\n", ssLogCheckName( check ), f->worst,
        100.0 * (double)f->violations / (double)trial->audit.contacts );
}

/// One line: the usual step, and the error with the short one if it was tried.
static void printTrial( osWriter* out, const benchRun* run, int index )
{
    const benchTrial* trial = &run->trials[index];
    osPrintf( out, "  %-10s", trial->engine );
    if ( trial->failure[0] != 0 )
    {
        osPrintf( out, "  n/a: %s\n", trial->failure );
        return;
    }
    osPrintf( out, "  %11.5g  %9.1e", trial->measured, trial->error );
    const benchTrial* next = index + 1 < run->trialCount ? trial + 1 : NULL;
    next != NULL && next->fine && next->failure[0] == 0 ? osPrintf( out, "  %9.1e", next->error )
                                                        : osPrintf( out, "  %9s", "" );
    osPrintf( out, "  %7.1f", 1e6 * trial->secondsPerStep );
    printAudit( out, trial );
}

void benchTrialsAsText( osWriter* out, const benchRun* run )
{
    osPrintf( out,
        "\nScenes with closed forms, h = 1/%.0f s (fine: 1/%.0f s): errors are relative, us of processor "
        "time per step.\naudit: the check that contacts miss by most, by how much of their load, and how "
        "many of them\n",
        1.0 / SCENE_STEP, ENGINES_FINER / SCENE_STEP );
    const char* scene = "";
    for ( int i = 0; i < run->trialCount; ++i )
    {
        const benchTrial* trial = &run->trials[i];
        if ( strcmp( scene, trial->scene ) != 0 )
        {
            scene = trial->scene;
            osPrintf( out, "\n%s: %s, exactly %.5g %s\n", scene, trial->title, trial->exact, trial->unit );
            char unit[24];
            snprintf( unit, sizeof( unit ), "[%s]", trial->unit );
            osPrintf( out, "  %-10s  %11s  %9s  %9s  %7s  %s\n", "engine", unit, "error", "fine", "us/step",
                "audit" );
        }
        if ( !trial->fine ) { printTrial( out, run, i ); }
    }
    for ( int i = 0; i < run->absentCount; ++i )
    {
        osPrintf( out, "%s%s is not there. On Debian: apt-get install %s, then build again\n",
            i == 0 ? "\n" : "", run->absent[i].engine, run->absent[i].package );
    }
}

// Errors over cost: a panel per scene, and per engine a line from the usual step to the short one.

#define ENGINES ( ENGINES_PEERS + 1 )
#define ERROR_LEAST 1e-8 // smaller errors are drawn there
#define ERROR_MOST 10.0

typedef struct Panel
{
    double x[ENGINES][2], y[ENGINES][2];
    svgMark marks[2 * ENGINES];
} Panel;

static const svgColor s_colors[ENGINES] = { svg_black, svg_orange, svg_green, svg_pink };

static const char* engineName( int index )
{
    return index == 0 ? engines_own.engine : engines_peers[index - 1].engine;
}

static void place( const benchTrial* trial, Panel* panel )
{
    for ( int e = 0; e < ENGINES; ++e )
    {
        if ( strcmp( trial->engine, engineName( e ) ) == 0 && isfinite( trial->error ) )
        {
            panel->x[e][trial->fine] = 1e3 * trial->secondsPerStep / trial->h;
            panel->y[e][trial->fine] = fmin( fmax( trial->error, ERROR_LEAST ), ERROR_MOST );
        }
    }
}

static void makePanel( const benchRun* run, const char* scene, Panel* panel )
{
    for ( int e = 0; e < ENGINES; ++e )
    {
        for ( int k = 0; k < 2; ++k ) { panel->x[e][k] = panel->y[e][k] = (double)NAN; }
        svgMark line = {
            .kind = svg_curve, .color = s_colors[e], .count = 2, .x = panel->x[e], .y = panel->y[e]
        };
        panel->marks[2 * e] = line;
        line.kind = svg_points;
        line.count = 1; // the dot shows where the usual step is
        panel->marks[2 * e + 1] = line;
    }
    for ( int i = 0; i < run->trialCount; ++i )
    {
        if ( strcmp( run->trials[i].scene, scene ) == 0 ) { place( &run->trials[i], panel ); }
    }
}

/// The costs of all panels, so that they share an axis.
static void costRange( const benchRun* run, double* least, double* most )
{
    *least = HUGE_VAL;
    *most = 0.0;
    for ( int i = 0; i < run->trialCount; ++i )
    {
        double cost = 1e3 * run->trials[i].secondsPerStep / run->trials[i].h;
        if ( cost > 0.0 )
        {
            *least = fmin( *least, cost );
            *most = fmax( *most, cost );
        }
    }
    *least = *most > 0.0 ? 0.8 * *least : 0.1;
    *most = *most > 0.0 ? 1.25 * *most : 1.0;
}

ssResult enginesSavePicture( const benchRun* run, const char* path )
{
    static Panel panels[SCENE_COUNT];
    svgPlot plots[SCENE_COUNT] = { 0 };
    svgMark legend[ENGINES] = { 0 };
    double least, most;
    costRange( run, &least, &most );
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
        makePanel( run, scene_names[s], &panels[s] );
        plots[s] = ( svgPlot ){ .title = scene_names[s],
            .xTitle = s >= SCENE_COUNT - 5 ? "ms per simulated second" : NULL,
            .yTitle = s % 5 == 0 ? "relative error" : NULL,
            .x0 = least,
            .x1 = most,
            .y0 = 0.3 * ERROR_LEAST,
            .y1 = ERROR_MOST,
            .logX = true,
            .logY = true,
            .marks = panels[s].marks,
            .markCount = SS_COUNT( panels[s].marks ),
            .width = 262.0,
            .height = 230.0 };
    }
    for ( int e = 0; e < ENGINES; ++e )
    {
        legend[e] = ( svgMark ){ .kind = svg_curve, .color = s_colors[e], .label = engineName( e ) };
    }
    svgPanels page = { "Ten scenes with closed forms: error over cost",
        .note = "Dot: h = 1/240 s; the line leads to h = 1/1920 s. Errors below 1e-8 are drawn there.",
        .plots = plots, .count = SCENE_COUNT, .columns = 5, .legend = legend, .legendCount = ENGINES };
    return svgSavePanels( path, &page );
}
