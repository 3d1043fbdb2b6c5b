// SPDX-License-Identifier: MIT
#include "base/contact_file.h"
#include "base/file_kind.h"
#include "base/grow.h"
#include "base/json_writer.h"
#include "base/shipped_scene.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "session/run/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick why`: the doctor for contacts, for logs, contact problems and scenes.

typedef struct Request
{
    ssWhyOptions options;
    argsList settings, map;
    const char *path, *engine;
    bool json;
    ssScene scene;
    ssWhy why;
} Request;

static void writeJson( osWriter* out, const Request* request )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonNumber( &json, "looked_at", (double)request->why.contacts );
    jsonBeginArray( &json, "causes" );
    for ( int i = 0; i < request->why.count; ++i )
    {
        const ssWhyFinding* f = request->why.findings + i;
        jsonBeginObject( &json, NULL );
        jsonMembers( &json, "id", ssWhyName( f->cause ), "sentence", f->sentence, "law", f->law, "share",
            f->share, "evidence", (const char*)f->evidence, "confidence", f->confidence, "fault",
            ssWhyIsFault( f->cause ), "experiment", ssWhyExperiment( f->cause ), "change",
            ssWhyAdvice( f->cause, request->engine ) );
        jsonInLine( &json );
        jsonBeginArray( &json, "contacts" );
        for ( int k = 0; k < f->contactCount; ++k ) { jsonNumber( &json, NULL, f->contacts[k] ); }
        jsonEndArray( &json );
        jsonEndObject( &json );
    }
    jsonEndArray( &json );
    jsonBeginArray( &json, "missing" );
    for ( int i = 0; i < request->why.missingCount; ++i )
    {
        const ssWhyMissing* missing = request->why.missing + i;
        jsonRow( &json, NULL, "id", ssWhyName( missing->cause ), "channel", missing->channel );
    }
    jsonEndArray( &json );
    jsonEndObject( &json );
}

static void print( osWriter* out, const Request* request )
{
    for ( int i = 0; i < request->why.count; ++i )
    {
        const ssWhyFinding* f = request->why.findings + i;
        osPrintf( out, "%s: %s\n  evidence    %s (confidence %.2f)", ssWhyName( f->cause ), f->sentence,
            f->evidence, f->confidence );
        for ( int k = 0; k < f->contactCount; ++k )
        {
            osPrintf( out, "%s%.0f", k == 0 ? "\n  contacts    " : ", ", f->contacts[k] );
        }
        osPrintf( out, "%s\n  law         %s\n  experiment  %s\n  change      %s\n\n",
            f->contactCount == SS_WHY_NAMED ? ", …" : "", f->law, ssWhyExperiment( f->cause ),
            ssWhyAdvice( f->cause, request->engine ) );
    }
    double count = (double)request->why.contacts;
    osPrintf( out, "%.0f contact%s looked at%s\n", count, count == 1.0 ? "" : "s",
        request->why.count == 0 ? ": nothing wrong was found" : "" );
    for ( int i = 0; i < request->why.missingCount; ++i )
    {
        const ssWhyMissing* missing = request->why.missing + i;
        osPrintf( out, "%s %-17s it needs %s\n", i == 0 ? "cannot tell" : "           ",
            ssWhyName( missing->cause ), missing->channel );
    }
}

static int report( const Request* request )
{
    osWriter* out = osOpenWrite( "-" );
    request->json ? writeJson( out, request ) : print( out, request );
    const ssWhy* why = &request->why; // a cause that is meant so is no fault
    bool found = why->count > 1 || ( why->count == 1 && ssWhyIsFault( why->findings[0].cause ) );
    int status = argsCommit( "why", out );
    return status == ARGS_STATUS_OK && found ? ARGS_STATUS_CHECK_FAILED : status;
}

static ssResult ofProblem( Request* request )
{
    ssProblem problem = { 0 };
    ssResult result = problemRead( request->path, &problem );
    result = result.code == ss_ok ? ssWhyProblem( &problem, NULL, NULL, &request->why ) : result;
    ssProblem_Destroy( &problem );
    return result;
}

/// Plays the scene to its end, and looks at its contacts.
static ssResult ofScene( Request* request )
{
    textWriter text = { 0 };
    ssContactLog* log = NULL;
    sessionReplay replay = { .scene = request->scene, .from = 0 };
    ssResult result = ssSimDef_StepCount( &request->scene.def, &replay.to );
    result = result.code == ss_ok ? sessionReplay_Record( &replay, NULL, NULL, &text ) : result;
    const ssSource source = ssMemorySource( "the scene", text.text, text.length );
    result = result.code == ss_ok ? ssOpenContactLog( &source, NULL, &log ) : result;
    result = result.code == ss_ok ? ssWhyContactLog( log, &request->options, &request->why ) : result;
    ssCloseContactLog( log );
    ssRelease( text.text );
    request->engine = request->engine != NULL ? request->engine : "slipstick";
    return result;
}

/// Carries out the request. Returns the exit status.
static int carryOut( Request* request )
{
    static const char* const keys[] = { "mu", "mu_r", "mu_s", "h", "radius" };
    ssWhyOptions* o = &request->options;
    double* const numbers[] = { &o->mu, &o->muR, &o->muS, &o->h, &o->radius };
    int status = ARGS_STATUS_OK;
    for ( int i = 0; i < request->settings.count && status == ARGS_STATUS_OK; ++i )
    {
        status = argsSetNumber( "why", request->settings.items[i], keys, numbers, SS_COUNT( keys ), 3 );
    }
    contactFile file = { 0 };
    bool isProblem = request->path != NULL && fileKindOf( request->path ) == file_problem;
    bool isLog = request->path != NULL && !isProblem;
    status = status == ARGS_STATUS_OK && isLog ? contactOpen( "why", request->path, &request->map, &file )
                                               : status;
    if ( status != ARGS_STATUS_OK ) { return status; }
    ssResult result = isProblem ? ofProblem( request )
        : isLog                 ? ssWhyContactLog( file.log, o, &request->why )
                                : ofScene( request );
    contactClose( &file );
    return result.code == ss_ok ? report( request )
        : isLog                 ? argsFail( "why", "%s: %s", request->path, result.message )
                                : argsRefuse( "why", result );
}

int cmdWhy( int argc, char** argv )
{
    Request request = { .options = ssDefaultWhyOptions() };
    fileKind kind = argc > 1 && ( osFileExists( argv[1] ) || findShippedCase( argv[1] ) != NULL )
        ? fileKindOf( argv[1] )
        : file_scene;
    bool file = kind == file_log || kind == file_table || kind == file_problem;
    char notes[900] =
        "FILE is a contact log, as of `audit`, or a contact problem, as of `solve`; a scene is run and "
        "its contacts are looked at.\nEvery cause has a test of its own (engine/MATH.md); what the data "
        "cannot tell is listed.\nStatus 0: nothing found; 1: causes; 2: bad input. --engine knows:";
    char engine[64];
    const argsOption options[] = {
        { "--contact", "N", "look at this contact alone", .number = &request.options.contact,
            .allowed = "a contact" },
        { "--time", "S", "look at 25 frames about it", .number = &request.options.time,
            .allowed = "seconds" },
        { "--engine", "NAME", "say what to change in its words", .text = &request.engine },
        { "--json", NULL, "print causes, evidence and what is missing", .flag = &request.json },
        { "--map", "OURS=THEIRS", "a column that the file calls differently; repeatable",
            .list = &request.map },
        { "--set", "KEY=VALUE", "of a FILE: what you know, mu, mu_r, mu_s, h, radius in SI units; repeatable",
            .list = &request.settings },
    };
    argsSpec spec = { "why",
        .summary = "Says why contacts slip, creep, lift or gain energy, and what to change.",
        .usage = "FILE|SCENARIO|SCENE.json [options]", ARGS_OPTIONS( options ), .notes = notes,
        .scene = file ? NULL : &request.scene, .wordMin = file, .wordMax = file, .wordName = "FILE" };
    spec.optionCount -= file ? 0 : 1; // scenes have a --set of their own
    addText(
        notes, sizeof notes, " %s\nCases that come along as logs: %s", ssWhyEngines(), shippedCaseNames() );
    ARGS_PARSE( &spec, argc, argv );
    snprintf( engine, sizeof engine, "%s ", request.engine != NULL ? request.engine : "" );
    bool known = request.engine == NULL || strstr( ssWhyEngines(), engine ) != NULL;
    request.path = file ? spec.words.items[0] : NULL;
    threadPool* pool = threadPoolStart( osProcessorCount() );
    int status = known
        ? carryOut( &request )
        : argsFail( "why", "--engine %s: `slipstick help why` lists those that are known", request.engine );
    threadPoolStop( pool );
    ssScene_Destroy( &request.scene );
    return status;
}
