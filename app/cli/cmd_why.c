// SPDX-License-Identifier: MIT
#include "base/contact_file.h"
#include "base/file_kind.h"
#include "base/grow.h"
#include "base/json_writer.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "cli/run_watch.h"
#include "slipstick/param.h"
#include "slipstick/why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick why`: the doctor for contacts, for logs, contact problems and scenes.

typedef struct Request
{
    ssWhyOptions options;
    argsList settings, map;
    const char* engine;
    bool json;
    ssWhy why;
} Request;

/// Sets what the user knows about the log. Returns the exit status.
static int applySetting( const char* item, ssWhyOptions* options )
{
    static const char* const keys[] = { "mu", "mu_r", "mu_s", "h", "radius" };
    double* const numbers[] = { &options->mu, &options->muR, &options->muS, &options->h, &options->radius };
    char key[64], hint[128];
    const char* text = NULL;
    if ( !argsSplitPair( item, key, sizeof( key ), &text ) )
    {
        return argsFail( "why", "--set %s: expected KEY=VALUE", item );
    }
    for ( int i = 0; i < SS_COUNT( keys ); ++i )
    {
        if ( strcmp( key, keys[i] ) == 0 )
        {
            bool good =
                ssParseNumber( text, numbers[i] ) && ( i < 3 ? *numbers[i] >= 0.0 : *numbers[i] > 0.0 );
            return good
                ? ARGS_STATUS_OK
                : argsFail( "why", "--set %s: expected a finite number %s 0", item, i < 3 ? ">=" : ">" );
        }
    }
    return argsFail( "why", "--set %s: unknown key '%s'%s allowed: mu, mu_r, mu_s, h, radius", item, key,
        argsSuggest( key, keys, SS_COUNT( keys ), hint, sizeof( hint ) ) );
}

static void writeJson( osWriter* out, const Request* request )
{
    const ssWhy* why = &request->why;
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonNumber( &json, "looked_at", (double)why->contacts );
    jsonBeginArray( &json, "causes" );
    for ( int i = 0; i < why->count; ++i )
    {
        const ssWhyFinding* f = why->findings + i;
        jsonBeginObject( &json, NULL );
        jsonMembers( &json, "id", ssWhyName( f->cause ), "sentence", f->sentence, "share", f->share,
            "evidence", (const char*)f->evidence, "confidence", f->confidence, "fault",
            ssWhyIsFault( f->cause ), "experiment", ssWhyExperiment( f->cause ), "change",
            ssWhyAdvice( f->cause, request->engine ) );
        jsonInLine( &json );
        jsonBeginArray( &json, "contacts" );
        for ( int k = 0; k < f->contactCount; ++k )
        {
            jsonNumber( &json, NULL, f->contacts[k] );
        }
        jsonEndArray( &json );
        jsonEndObject( &json );
    }
    jsonEndArray( &json );
    jsonBeginArray( &json, "missing" );
    for ( int i = 0; i < why->missingCount; ++i )
    {
        jsonRow( &json, NULL, "id", ssWhyName( why->missing[i].cause ), "channel", why->missing[i].channel );
    }
    jsonEndArray( &json );
    jsonEndObject( &json );
}

static void print( osWriter* out, const Request* request )
{
    const ssWhy* why = &request->why;
    for ( int i = 0; i < why->count; ++i )
    {
        const ssWhyFinding* f = why->findings + i;
        osPrintf( out, "%s: %s\n", ssWhyName( f->cause ), f->sentence );
        osPrintf( out, "  evidence    %s (confidence %.2f)\n", f->evidence, f->confidence );
        for ( int k = 0; k < f->contactCount; ++k )
        {
            osPrintf( out, "%s%.0f%s", k == 0 ? "  contacts    " : ", ", f->contacts[k],
                k + 1 < f->contactCount     ? ""
                    : k + 1 == SS_WHY_NAMED ? ", …\n"
                                            : "\n" );
        }
        osPrintf( out, "  experiment  %s\n", ssWhyExperiment( f->cause ) );
        osPrintf( out, "  change      %s\n\n", ssWhyAdvice( f->cause, request->engine ) );
    }
    osPrintf( out, "%.0f contact%s looked at%s\n", (double)why->contacts, why->contacts == 1 ? "" : "s",
        why->count == 0 ? ": nothing wrong was found" : "" );
    for ( int i = 0; i < why->missingCount; ++i )
    {
        osPrintf( out, "%s %-17s %s\n", i == 0 ? "cannot tell" : "           ",
            ssWhyName( why->missing[i].cause ), why->missing[i].channel );
    }
}

static int report( const Request* request )
{
    osWriter* out = osOpenWrite( "-" );
    request->json ? writeJson( out, request ) : print( out, request );
    bool found = false;
    for ( int i = 0; i < request->why.count; ++i )
    {
        found = found || ssWhyIsFault( request->why.findings[i].cause );
    }
    int status = argsCommit( "why", out );
    return status != ARGS_STATUS_OK ? status : found ? ARGS_STATUS_CHECK_FAILED : ARGS_STATUS_OK;
}

static int ofLog( Request* request, const char* path )
{
    contactFile file;
    int status = contactOpen( "why", path, &request->map, &file );
    if ( status != ARGS_STATUS_OK )
    {
        return status;
    }
    ssResult result = ssWhyContactLog( file.log, &request->options, &request->why );
    contactClose( &file );
    return result.code == ss_ok ? report( request ) : argsFail( "why", "%s: %s", path, result.message );
}

static int ofProblem( Request* request, const char* path )
{
    char* text = NULL;
    size_t length = 0;
    ssProblem problem = { 0 };
    ssResult result = osReadFile( path, &text, &length );
    result = result.code == ss_ok ? ssReadProblem( text, length, &problem ) : result;
    free( text );
    result = result.code == ss_ok ? ssWhyProblem( &problem, NULL, NULL, &request->why ) : result;
    ssProblem_Destroy( &problem );
    return result.code == ss_ok ? report( request ) : argsFail( "why", "%s: %s", path, result.message );
}

// ---------------------------------------------------------------------------------------------------- scenes

typedef struct Bytes
{
    char* bytes;
    size_t size, capacity;
} Bytes;

static bool append( void* context, const void* bytes, size_t size )
{
    Bytes* to = context;
    if ( to->size + size > to->capacity )
    {
        size_t capacity = 2 * ( to->size + size );
        char* grown = realloc( to->bytes, capacity );
        if ( grown == NULL )
        {
            return false;
        }
        to->bytes = grown;
        to->capacity = capacity;
    }
    memcpy( to->bytes + to->size, bytes, size );
    to->size += size;
    return true;
}

/// Plays the scene to its end and keeps its contacts as a log in memory.
static ssResult play( const ssScene* scene, const ssSink* sink )
{
    ssSim* sim = NULL;
    int64_t steps = 0;
    int edit = 0;
    runContacts contacts = { .bodies = true };
    SS_TRY( ssSimDef_StepCount( &scene->def, &steps ) );
    SS_TRY( ssBeginLog( sink, "mcap", ( 1u << ss_logColumnCount ) - 1u, &contacts.writer ) );
    ssResult result = ssCreateSim( &scene->def, &sim );
    for ( int64_t step = 0; step < steps && result.code == ss_ok; ++step )
    {
        result = ssScene_ApplyEdits( scene, sim, &edit );
        if ( result.code != ss_ok || ssSim_Step( sim ).status >= ss_statusNotFinite )
        {
            break;
        }
        result = runAddContacts( &contacts, sim );
    }
    ssDestroySim( sim );
    bool any = contacts.any;
    ssResult ended = runEndContacts( &contacts );
    return result.code != ss_ok ? result
        : !any ? ssError( ss_errorValue, NULL, "nothing touched: there is no contact to look at" )
               : ended;
}

static int ofScene( Request* request, const ssScene* scene )
{
    Bytes bytes = { 0 };
    const ssSink sink = { .context = &bytes, .write = append };
    ssContactLog* log = NULL;
    ssResult result = play( scene, &sink );
    const ssSource source = ssMemorySource( scene->def.scenario->id, bytes.bytes, bytes.size );
    result = result.code == ss_ok ? ssOpenContactLog( &source, NULL, &log ) : result;
    result = result.code == ss_ok ? ssWhyContactLog( log, &request->options, &request->why ) : result;
    ssCloseContactLog( log );
    free( bytes.bytes );
    request->engine = request->engine != NULL ? request->engine : "slipstick";
    return result.code == ss_ok ? report( request ) : argsRefuse( "why", result );
}

static int checkEngine( const Request* request )
{
    const char* names[32];
    int count = 0;
    char hint[128];
    for ( ; ssWhyEngine( count ) != NULL && count < SS_COUNT( names ); ++count )
    {
        names[count] = ssWhyEngine( count );
        if ( request->engine != NULL && strcmp( names[count], request->engine ) == 0 )
        {
            return ARGS_STATUS_OK;
        }
    }
    return request->engine == NULL
        ? ARGS_STATUS_OK
        : argsFail( "why", "--engine %s: unknown%s `slipstick help why` lists them", request->engine,
              argsSuggest( request->engine, names, count, hint, sizeof( hint ) ) );
}

int cmdWhy( int argc, char** argv )
{
    Request request = { .options = ssDefaultWhyOptions() };
    bool file = argc > 1 && osFileExists( argv[1] ) && fileKindOf( argv[1] ) != file_scene &&
        fileKindOf( argv[1] ) != file_film;
    static char notes[1024];
    snprintf( notes, sizeof notes,
        "FILE is a contact log, as of `audit`, or a contact problem, as of `solve`; a scene is run and its "
        "contacts are "
        "looked at.\nEvery cause has a test of its own on the data, which engine/MATH.md describes; what the "
        "data cannot "
        "tell is listed.\nStatus 0: nothing found, 1: causes, 2: the file cannot be read. Words are known "
        "of:" );
    for ( int i = 0; ssWhyEngine( i ) != NULL; ++i )
    {
        addText( notes, sizeof notes, " %s", ssWhyEngine( i ) );
    }
    const argsOption options[] = {
        { "--contact", "N", "look at this contact alone", .number = &request.options.contact,
            .allowed = "the number of a contact" },
        { "--time", "S", "look at 25 frames before and after this time [s]", .number = &request.options.time,
            .allowed = "seconds" },
        { "--engine", "NAME", "say what to change in the words of this simulator", .text = &request.engine },
        { "--json", NULL, "print causes, evidence and what is missing as JSON", .flag = &request.json },
        { "--map", "OURS=THEIRS", "a column that the file calls differently; repeatable",
            .list = &request.map },
        { "--set", "KEY=VALUE",
            "what you know of a log: mu, mu_r [m], mu_s [m], h [s], radius [m]; repeatable",
            .list = &request.settings },
    };
    ssScene scene = { 0 };
    argsSpec spec = { "why",
        .summary = "Says why contacts slip, creep, lift or gain energy, and what to change.",
        .usage = "FILE|SCENARIO|SCENE.json [options]", .options = options,
        .optionCount = SS_COUNT( options ) - ( file ? 0 : 1 ), .notes = notes, .scene = file ? NULL : &scene,
        .wordMin = file ? 1 : 0, .wordMax = file ? 1 : 0, .wordName = "FILE" };
    ARGS_PARSE( &spec, argc, argv );
    int status = checkEngine( &request );
    for ( int i = 0; i < request.settings.count && status == ARGS_STATUS_OK; ++i )
    {
        status = applySetting( request.settings.items[i], &request.options );
    }
    if ( status == ARGS_STATUS_OK )
    {
        threadPool* pool = threadPoolStart( osProcessorCount() );
        status = !file                              ? ofScene( &request, &scene )
            : fileKindOf( argv[1] ) == file_problem ? ofProblem( &request, argv[1] )
                                                    : ofLog( &request, argv[1] );
        threadPoolStop( pool );
    }
    if ( !file )
    {
        ssScene_Destroy( &scene );
    }
    return status;
}
