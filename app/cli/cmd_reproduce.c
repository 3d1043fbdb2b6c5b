// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/grow.h"
#include "base/json_writer.h"
#include "cli/commands.h"
#include "cli/reproduce/reproduce_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick reproduce`: chooses figures of the papers, computes them and judges them.

static int collectFigures( const reproFigure** figures )
{
    int count = 0;
    for ( int p = 0; p < repro_tableCount; ++p )
    {
        for ( int i = 0; i < repro_table[p]->count && count < repro_figuresMax; ++i )
        {
            figures[count++] = repro_table[p]->figures + i;
        }
    }
    return count;
}

/// Adds a figure once, however often it is named: two runs would write the same files.
static void addFigure( reproRequest* request, const reproFigure* figure )
{
    for ( int i = 0; i < request->count; ++i )
    {
        if ( request->figures[i] == figure ) { return; }
    }
    request->figures[request->count++] = figure;
}

static int chooseFigures( reproRequest* request, const argsList* words, bool all )
{
    const reproFigure* known[repro_figuresMax];
    const char* names[repro_figuresMax];
    int count = collectFigures( known );
    for ( int i = 0; i < count; ++i )
    {
        names[i] = known[i]->id;
        if ( all ) { addFigure( request, known[i] ); }
    }
    for ( int w = 0; w < words->count; ++w )
    {
        int found = -1;
        for ( int i = 0; i < count; ++i ) { found = strcmp( names[i], words->items[w] ) == 0 ? i : found; }
        if ( found < 0 )
        {
            char hint[128];
            return argsFail( "reproduce", "unknown figure '%s'%s `slipstick reproduce` shows them all",
                words->items[w], argsSuggest( words->items[w], names, count, hint, sizeof hint ) );
        }
        addFigure( request, known[found] );
    }
    return ARGS_STATUS_OK;
}

static int listFigures( bool json )
{
    const reproFigure* known[repro_figuresMax];
    int count = collectFigures( known );
    osWriter* out = osOpenWrite( "-" );
    if ( json )
    {
        jsonWriter writer = jsonBegin( osText( out ) );
        jsonBeginObject( &writer, NULL );
        jsonBeginArray( &writer, "figures" );
        for ( int i = 0; i < count; ++i )
        {
            jsonBeginObject( &writer, NULL );
            jsonMembers( &writer, "id", known[i]->id, "claim", known[i]->claim );
            jsonEndObject( &writer );
        }
        jsonEndArray( &writer );
        jsonEndObject( &writer );
    }
    for ( int i = 0; i < count && !json; ++i )
    {
        osPrintf( out, "%-16s %s: %s\n", known[i]->id, known[i]->source, known[i]->title );
    }
    return argsCommit( "reproduce", out );
}

#define FOLDER_MAX 1000 // [bytes] leaves room for the names of files in paths of 1200 bytes

/// Creates the folder and tests that the page can be written, before any figure is made.
static ssResult prepareFolder( const char* folder )
{
    char path[1200];
    osWriter* page = NULL;
    if ( strlen( folder ) > FOLDER_MAX )
    {
        return ssError( ss_errorValue, NULL, "--out: the path has %d bytes; allowed: %d",
            (int)strlen( folder ), FOLDER_MAX );
    }
    ssResult result = osMakeFolders( folder );
    snprintf( path, sizeof path, "%s/index.html", folder );
    result = result.code == ss_ok ? osBeginWrite( path, &page ) : result;
    osAbortWrite( page );
    return result;
}

static int report( const reproRequest* request, const reproRun* runs, bool json )
{
    // A file that could not be written says nothing about a figure.
    for ( int i = 0; i < request->count; ++i )
    {
        if ( runs[i].result.code != ss_ok && strstr( runs[i].result.message, "cannot write" ) != NULL )
        {
            return argsRefuse( "reproduce", runs[i].result );
        }
    }
    osWriter* out = osOpenWrite( "-" );
    ( json ? reproWriteJson : reproWriteTable )( out, runs, request->count );
    ssResult result = osCommitWrite( out );
    result = result.code == ss_ok && request->folder != NULL
        ? reproWritePage( request->folder, runs, request->count )
        : result;
    if ( result.code != ss_ok ) { return argsRefuse( "reproduce", result ); }
    int status = ARGS_STATUS_OK;
    for ( int i = 0; i < request->count; ++i )
    {
        status = reproAgrees( runs + i ) ? status : ARGS_STATUS_CHECK_FAILED;
    }
    return status;
}

int cmdReproduce( int argc, char** argv )
{
    bool all = false, json = false;
    reproRequest request = { .jobs = osProcessorCount() };
    const argsOption options[] = {
        { "--all", NULL, "every figure", .flag = &all },
        { "--out", "DIR", "write CSV and SVG per figure, and one index.html", .text = &request.folder },
        { "--full", NULL, "the papers' own sizes: minutes to an hour of one processor per pile figure",
            .flag = &request.full },
        { "--jobs", "N", "threads (default: all processors); results do not depend on it",
            .integer = &request.jobs, .min = 1, .max = 64 },
        { "--json", NULL, "print the verdicts as JSON", .flag = &json },
    };
    argsSpec spec = { "reproduce",
        .summary = "Computes figures and tables of the papers again and compares them. Without arguments it "
                   "lists them.",
        .usage = "[FIGURE...] [--all] [--out DIR] [--json]",
        .notes = "The verdict is `agrees` or `off`; the status is 1 when a figure is off.",
        ARGS_OPTIONS( options ), .wordMin = 0, .wordMax = repro_figuresMax, .wordName = "FIGURE" };
    ARGS_PARSE( &spec, argc, argv );
    if ( !all && spec.words.count == 0 ) { return listFigures( json ); }
    int status = chooseFigures( &request, &spec.words, all );
    if ( status != ARGS_STATUS_OK ) { return status; }
    ssResult result = request.folder != NULL ? prepareFolder( request.folder ) : ssOk();
    if ( result.code != ss_ok ) { return argsRefuse( "reproduce", result ); }
    reproRun* runs = needMemory( (size_t)request.count + 1, sizeof( reproRun ) );
    reproMakeAll( &request, runs );
    status = report( &request, runs, json );
    free( runs );
    return status;
}
