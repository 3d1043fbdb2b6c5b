// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include "base/args.h"
#include "base/json.h"
#include "cli/reproduce/reproduce_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The workers that makes their figures, and what is said about them: a table on the terminal, JSON,
// and a page that opens in any browser without a network.

enum
{
    figuresMax = 128
};

typedef struct Request
{
    argsList words;
    bool all, json, full;
    const char* folder;
    int jobs;
    const reproFigure* figures[figuresMax];
    int count;
} Request;

typedef struct Workers
{
    const Request* request;
    reproRun* runs;
    int sequence[figuresMax]; // the longest first
    bool taken[figuresMax];
    int done;
    int threads; // within a figure: where there are fewer figures than processors
    osMonitor* monitor;
    bool watched;
} Workers;

// ------------------------------------------------------------------------------------------------------ choosing

static int collect( const reproFigure** figures )
{
    int count = 0;
    for ( int p = 0; p < repro_tableCount; ++p )
    {
        for ( int i = 0; i < repro_table[p]->count && count < figuresMax; ++i )
        {
            figures[count++] = repro_table[p]->figures + i;
        }
    }
    return count;
}

/// Once, however often it was asked for: two would write the same files.
static void add( Request* request, const reproFigure* figure )
{
    for ( int i = 0; i < request->count; ++i )
    {
        if ( request->figures[i] == figure )
        {
            return;
        }
    }
    request->figures[request->count++] = figure;
}

static int choose( Request* request, const argsList* words )
{
    const reproFigure* known[figuresMax];
    const char* names[figuresMax];
    int count = collect( known );
    for ( int i = 0; i < count; ++i )
    {
        names[i] = known[i]->id;
        if ( request->all )
        {
            add( request, known[i] );
        }
    }
    for ( int w = 0; w < words->count; ++w )
    {
        int found = -1;
        for ( int i = 0; i < count; ++i )
        {
            found = strcmp( names[i], words->items[w] ) == 0 ? i : found;
        }
        if ( found < 0 )
        {
            char hint[128];
            return argsFail( "reproduce", "unknown figure '%s'%s `slipstick reproduce` shows them all",
                words->items[w], argsSuggest( words->items[w], names, count, hint, sizeof hint ) );
        }
        add( request, known[found] );
    }
    return ARGS_STATUS_OK;
}

static int listFigures( bool json )
{
    const reproFigure* known[figuresMax];
    int count = collect( known );
    osWriter* out = NULL;
    ssResult result = osBeginWrite( "-", &out );
    if ( result.code != ss_ok )
    {
        return argsRefuse( "reproduce", result );
    }
    if ( json )
    {
        jsonWriter writer = jsonBegin( out );
        jsonBeginObject( &writer, NULL );
        jsonBeginArray( &writer, "figures" );
        for ( int i = 0; i < count; ++i )
        {
            jsonBeginObject( &writer, NULL );
            jsonText( &writer, "id", known[i]->id );
            jsonText( &writer, "claim", known[i]->claim );
            jsonEndObject( &writer );
        }
        jsonEndArray( &writer );
        jsonEndObject( &writer );
    }
    for ( int i = 0; i < count && !json; ++i )
    {
        osPrintf( out, "%-16s %s: %s\n", known[i]->id, known[i]->source, known[i]->title );
    }
    result = osCommitWrite( out );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "reproduce", result );
}

// ------------------------------------------------------------------------------------------------------ making

static void showProgress( Workers* workers, const char* name, bool last )
{
    if ( !workers->watched )
    {
        return;
    }
    char bar[25];
    double share = 0.0;
    for ( int i = 0; i < workers->request->count; ++i )
    {
        share += workers->runs[i].share / workers->request->count;
    }
    for ( int i = 0; i < 24; ++i )
    {
        bar[i] = i < (int)( 24.0 * share + 1e-9 ) ? '#' : '.';
    }
    bar[24] = '\0';
    fprintf( stderr, "\r[%s] %d of %d, %.0f%%  %-24s", bar, workers->done, workers->request->count,
        100.0 * share, last ? "" : name );
    if ( last )
    {
        fputs( "\r                                                                        \r", stderr );
    }
}

/// After a piece of a figure: the long ones have many.
static void showPiece( reproRun* run, double share )
{
    Workers* workers = run->workers;
    osLockMonitor( workers->monitor );
    run->share = share;
    showProgress( workers, run->figure->id, false );
    osUnlockMonitor( workers->monitor );
}

static bool sameSeries( const reproFigure* a, const reproFigure* b )
{
    return a == b || ( a->series != NULL && b->series != NULL && strcmp( a->series, b->series ) == 0 );
}

/// Takes the longest figure that is left, and with it all of its series; -1: none.
static int take( Workers* workers )
{
    const reproFigure* const* figures = workers->request->figures;
    int found = -1;
    osLockMonitor( workers->monitor );
    for ( int i = 0; i < workers->request->count; ++i )
    {
        int at = workers->sequence[i];
        found = found < 0 && !workers->taken[at] ? at : found;
        workers->taken[at] =
            workers->taken[at] || ( found >= 0 && sameSeries( figures[at], figures[found] ) );
    }
    osUnlockMonitor( workers->monitor );
    return found;
}

static void make( Workers* workers, int index, void** kept )
{
    reproRun* run = workers->runs + index;
    run->figure = workers->request->figures[index];
    run->folder = workers->request->folder;
    run->full = workers->request->full;
    run->threads = workers->threads;
    run->kept = kept;
    run->workers = workers;
    run->notify = showPiece;
    double start = osSeconds();
    ssResult made = run->figure->make( run );
    run->result = run->result.code == ss_ok ? made : run->result;
    run->seconds = osSeconds() - start;
    osLockMonitor( workers->monitor );
    run->share = 1.0;
    ++workers->done;
    showProgress( workers, run->figure->id, false );
    osUnlockMonitor( workers->monitor );
}

static void work( void* context )
{
    Workers* workers = context;
    const reproFigure* const* figures = workers->request->figures;
    for ( int first; ( first = take( workers ) ) >= 0; )
    {
        void* kept = NULL;
        for ( int i = 0; i < workers->request->count; ++i )
        {
            if ( sameSeries( figures[i], figures[first] ) )
            {
                make( workers, i, &kept );
            }
        }
        free( kept );
    }
}

/// Figures that can be made side by side.
static int countSeries( const Request* request )
{
    int count = 0;
    for ( int i = 0; i < request->count; ++i )
    {
        bool known = false;
        for ( int k = 0; k < i; ++k )
        {
            known = known || sameSeries( request->figures[k], request->figures[i] );
        }
        count += known ? 0 : 1;
    }
    return count;
}

static void makeAll( const Request* request, reproRun* runs )
{
    int series = countSeries( request );
    Workers workers = { .request = request,
        .runs = runs,
        .monitor = osCreateMonitor(),
        .watched = osIsTerminal( 2 ),
        .threads = series > 0 && series < request->jobs ? request->jobs / series : 1 };
    for ( int i = 0; i < request->count; ++i )
    {
        int at = i;
        for ( ; at > 0 && request->figures[workers.sequence[at - 1]]->cost < request->figures[i]->cost; --at )
        {
            workers.sequence[at] = workers.sequence[at - 1];
        }
        workers.sequence[at] = i;
    }
    osThread* threads[64];
    int count = 0;
    for ( int i = 1; i < request->jobs && i < 64 && workers.monitor != NULL; ++i )
    {
        threads[count] = osStartThread( work, &workers );
        count += threads[count] != NULL ? 1 : 0;
    }
    if ( workers.monitor != NULL )
    {
        work( &workers );
    }
    for ( int i = 0; i < count; ++i )
    {
        osJoinThread( threads[i] );
    }
    showProgress( &workers, "", true );
    osDestroyMonitor( workers.monitor );
}

// ------------------------------------------------------------------------------------------------------ verdicts

/// The check that is furthest off, in units of its tolerance; NULL without checks.
static const reproChecked* decisive( const reproRun* run )
{
    const reproChecked* worst = NULL;
    double most = -1.0;
    for ( int i = 0; i < run->checkCount; ++i )
    {
        const reproChecked* c = run->checks + i;
        double off = c->agrees ? ( c->tolerance > 0.0 ? fabs( c->value - c->expected ) / c->tolerance : 0.0 )
                               : HUGE_VAL;
        if ( off > most )
        {
            most = off;
            worst = c;
        }
    }
    return worst;
}

static bool agrees( const reproRun* run )
{
    bool good = run->result.code == ss_ok && run->checkCount > 0;
    for ( int i = 0; i < run->checkCount; ++i )
    {
        good = good && run->checks[i].agrees;
    }
    return good;
}

static void writeJson( osWriter* out, const Request* request, const reproRun* runs )
{
    jsonWriter json = jsonBegin( out );
    jsonBeginObject( &json, NULL );
    jsonBeginArray( &json, "figures" );
    for ( int i = 0; i < request->count; ++i )
    {
        const reproChecked* c = decisive( runs + i );
        jsonBeginObject( &json, NULL );
        jsonText( &json, "id", request->figures[i]->id );
        jsonText( &json, "claim", request->figures[i]->claim );
        jsonText( &json, "what", c != NULL ? c->what : runs[i].result.message );
        jsonNumber( &json, "value", c != NULL ? c->value : SS_NAN );
        jsonNumber( &json, "expected", c != NULL ? c->expected : SS_NAN );
        jsonNumber( &json, "tolerance", c != NULL ? c->tolerance : SS_NAN );
        jsonText( &json, "verdict", agrees( runs + i ) ? "agrees" : "off" );
        jsonText(
            &json, "erratum", request->figures[i]->erratum != NULL ? request->figures[i]->erratum : "" );
        jsonBeginArray( &json, "checks" );
        for ( int k = 0; k < runs[i].checkCount; ++k )
        {
            const reproChecked* check = runs[i].checks + k;
            jsonBeginObject( &json, NULL );
            jsonText( &json, "what", check->what );
            jsonNumber( &json, "value", check->value );
            jsonNumber( &json, "expected", check->expected );
            jsonNumber( &json, "tolerance", check->tolerance );
            jsonText( &json, "verdict", check->agrees ? "agrees" : "off" );
            jsonEndObject( &json );
        }
        jsonEndArray( &json );
        jsonNumber( &json, "seconds", runs[i].seconds );
        jsonEndObject( &json );
    }
    jsonEndArray( &json );
    jsonEndObject( &json );
}

static void writeTable( osWriter* out, const Request* request, const reproRun* runs )
{
    osPrintf( out, "%-16s %-8s %14s %14s %10s  %s\n", "figure", "verdict", "value", "expected", "tolerance",
        "decisive check" );
    for ( int i = 0; i < request->count; ++i )
    {
        const reproChecked* c = decisive( runs + i );
        if ( c == NULL )
        {
            osPrintf( out, "%-16s %-8s %s\n", request->figures[i]->id, "off", runs[i].result.message );
            continue;
        }
        const char* verdict = agrees( runs + i ) ? "agrees" : "off";
        if ( c->statement )
        {
            osPrintf( out, "%-16s %-8s %14s %14s %10s", request->figures[i]->id, verdict,
                c->agrees ? "holds" : "fails", "holds", "" );
        }
        else
        {
            osPrintf( out, "%-16s %-8s %14.9g %14.9g %10.3g", request->figures[i]->id, verdict, c->value,
                c->expected, c->tolerance );
        }
        osPrintf( out, "  %s (%d checks)\n", c->what, runs[i].checkCount );
        if ( runs[i].result.code != ss_ok )
        {
            osPrintf( out, "%-16s %-8s %s\n", "", "", runs[i].result.message );
        }
    }
}

// ------------------------------------------------------------------------------------------------------ the page

static const char s_style[] =
    "body{font:16px/1.5 sans-serif;color:#1b1f26;max-width:60em;margin:2em auto;padding:0 1em}"
    "h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2.2em;border-top:1px solid #d5dae1;padding-top:1em}"
    "table{border-collapse:collapse;margin:.8em 0;width:100%}td,th{text-align:left;padding:.25em "
    ".6em;border-bottom:1px solid #e9edf2;font-size:.9em}"
    ".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.agrees{color:#008060;font-"
    "weight:bold}.off{"
    "color:#c62828;font-weight:bold}"
    ".erratum{background:#fff7e0;border-left:4px solid #d98800;padding:.4em .8em}.note{color:#5b6675}"
    "svg{max-width:100%;height:auto;display:block;margin:.8em 0}a{color:#0072b2}"
    "code{color:#5b6675;font-size:.75em;font-weight:normal;margin-left:.6em}"
    // On paper the curves of a figure stand two by two, one alone at a size to be read.
    "@media print{h2,h2+p{break-after:avoid}svg,tr,.erratum{break-inside:avoid}svg{max-height:9.5cm}"
    "svg:not(:only-child){display:inline-block;width:49%}"
    "body{margin:0;max-width:none;font-size:10pt}}";

static void writeCell( osWriter* out, double value )
{
    char text[32];
    snprintf( text, sizeof text, "%.9g", value );
    osPrintf( out, "<td class=\"n\">%s</td>", text );
}

/// The picture itself goes into the page: nothing to fetch, and it prints.
static void embedPicture( osWriter* out, const char* folder, const char* name )
{
    char path[1200];
    char* text = NULL;
    size_t length = 0;
    snprintf( path, sizeof path, "%s/%s", folder, name );
    if ( osReadFile( path, &text, &length ).code == ss_ok )
    {
        const char* svg = strstr( text, "<svg" );
        osWriteText( out, svg != NULL ? svg : "" );
    }
    free( text );
}

static void writeFigure( osWriter* out, const Request* request, const reproRun* run )
{
    const reproFigure* figure = run->figure;
    osPrintf( out, "<h2 id=\"%s\">", figure->id );
    svgWriteText( out, figure->title );
    osPrintf( out, " <span class=\"%s\">%s</span><code>%s</code></h2>\n<p>", agrees( run ) ? "agrees" : "off",
        agrees( run ) ? "agrees" : "off", figure->id );
    svgWriteText( out, figure->source );
    osWriteText( out, ". " );
    svgWriteText( out, figure->claim );
    osWriteText( out, "</p>\n" );
    if ( figure->erratum != NULL )
    {
        osWriteText( out, "<p class=\"erratum\">" );
        svgWriteText( out, figure->erratum );
        osWriteText( out, "</p>\n" );
    }
    if ( run->result.code != ss_ok )
    {
        osWriteText( out, "<p class=\"off\">" );
        svgWriteText( out, run->result.message );
        osWriteText( out, "</p>\n" );
    }
    osWriteText( out,
        "<table><tr><th>check</th><th class=\"n\">computed</th><th class=\"n\">expected</th><th "
        "class=\"n\">tolerance</th><th>why this tolerance</th><th></th></tr>\n" );
    for ( int i = 0; i < run->checkCount; ++i )
    {
        const reproChecked* c = run->checks + i;
        osWriteText( out, "<tr><td>" );
        svgWriteText( out, c->what );
        osWriteText( out, "</td>" );
        if ( c->statement )
        {
            osPrintf( out, "<td class=\"n\">%s</td><td class=\"n\">holds</td><td class=\"n\">–</td>",
                c->agrees ? "holds" : "fails" );
        }
        else
        {
            writeCell( out, c->value );
            writeCell( out, c->expected );
            writeCell( out, c->tolerance );
        }
        osWriteText( out, "<td>" );
        svgWriteText( out, c->reason );
        osPrintf( out, "</td><td class=\"%s\">%s</td></tr>\n", c->agrees ? "agrees" : "off",
            c->agrees ? "agrees" : "off" );
    }
    osWriteText( out, "</table>\n" );
    osWriteText( out, "<div>" );
    for ( int i = 0; i < run->pictureCount; ++i )
    {
        embedPicture( out, request->folder, run->pictures[i] );
    }
    osWriteText( out, "</div>\n" );
    if ( run->note[0] )
    {
        osWriteText( out, "<p class=\"note\">" );
        svgWriteText( out, run->note );
        osWriteText( out, "</p>\n" );
    }
    if ( run->table[0] )
    {
        osPrintf( out, "<p class=\"note\">Numbers: <a href=\"%s\">%s</a>; computed in %.1f s.</p>\n",
            run->table, run->table, run->seconds );
    }
}

static ssResult writePage( const Request* request, const reproRun* runs )
{
    char path[1200];
    osWriter* out = NULL;
    snprintf( path, sizeof path, "%s/index.html", request->folder );
    ssResult result = osBeginWrite( path, &out );
    if ( result.code != ss_ok )
    {
        return result;
    }
    int good = 0;
    for ( int i = 0; i < request->count; ++i )
    {
        good += agrees( runs + i ) ? 1 : 0;
    }
    osPrintf( out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\">"
        "<title>Slipstick: figures of the papers</title><link rel=\"icon\" "
        "href=\"data:,\"><style>%s</style></head>\n<body>\n<h1>Figures of the papers, made again</h1>\n",
        s_style );
    osPrintf( out,
        "<p>Slipstick %s. %d of %d agree. Curves are ours; closed forms, printed values and other readings "
        "are dashed. "
        "Where a paper is inconsistent both readings are told, and the verdict is against the corrected "
        "one.</p>\n<table>"
        "<tr><th>figure</th><th>what</th><th>verdict</th></tr>\n",
        ssVersion(), good, request->count );
    for ( int i = 0; i < request->count; ++i )
    {
        osPrintf( out, "<tr><td><a href=\"#%s\">%s</a></td><td>", request->figures[i]->id,
            request->figures[i]->id );
        svgWriteText( out, request->figures[i]->title );
        osPrintf( out, "</td><td class=\"%s\">%s</td></tr>\n", agrees( runs + i ) ? "agrees" : "off",
            agrees( runs + i ) ? "agrees" : "off" );
    }
    osWriteText( out, "</table>\n" );
    for ( int i = 0; i < request->count; ++i )
    {
        writeFigure( out, request, runs + i );
    }
    osWriteText( out, "</body></html>\n" );
    return osCommitWrite( out );
}

static int answer( const Request* request, const reproRun* runs )
{
    osWriter* out = NULL;
    ssResult result = osBeginWrite( "-", &out );
    if ( result.code == ss_ok )
    {
        ( request->json ? writeJson : writeTable )( out, request, runs );
        result = osCommitWrite( out );
    }
    if ( result.code == ss_ok && request->folder != NULL )
    {
        result = writePage( request, runs );
    }
    int status = result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "reproduce", result );
    for ( int i = 0; i < request->count && status == ARGS_STATUS_OK; ++i )
    {
        status = agrees( runs + i ) ? status : ARGS_STATUS_CHECK_FAILED;
    }
    return status;
}

/// Makes the folder and tries the page in it: what cannot be written should be known before the work.
static ssResult prepareFolder( const char* folder )
{
    char path[1200];
    osWriter* page = NULL;
    if ( strlen( folder ) > 1000 )
    {
        return ssError(
            ss_errorValue, NULL, "--out: the path has %d bytes; allowed: 1000", (int)strlen( folder ) );
    }
    ssResult result = osMakeFolders( folder );
    snprintf( path, sizeof path, "%s/index.html", folder );
    result = result.code == ss_ok ? osBeginWrite( path, &page ) : result;
    osAbortWrite( page );
    return result;
}

int cmdReproduce( int argc, char** argv )
{
    Request request = { .jobs = osProcessorCount() };
    const argsOption options[] = {
        { "--all", NULL, "every figure", .flag = &request.all },
        { "--out", "DIR", "CSV and SVG per figure and one index.html", .text = &request.folder },
        { "--full", NULL, "the papers' own sizes: minutes to an hour of one processor per pile figure",
            .flag = &request.full },
        { "--jobs", "N", "threads (default: all processors); the numbers do not depend on it",
            .integer = &request.jobs, .min = 1, .max = 64 },
        { "--json", NULL, "the verdicts as JSON", .flag = &request.json },
    };
    argsSpec spec = { .command = "reproduce",
        .summary = "The papers' figures and tables, made again and compared. Status 1 when one is off.",
        .usage = "[FIGURE...] [--all] [--out DIR] [--json]",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .wordMin = 0,
        .wordMax = figuresMax,
        .wordName = "FIGURE" };
    int status = 0;
    if ( !argsParse( &spec, argc, argv, &status ) )
    {
        return status;
    }
    if ( !request.all && spec.words.count == 0 )
    {
        return listFigures( request.json );
    }
    status = choose( &request, &spec.words );
    if ( status != ARGS_STATUS_OK )
    {
        return status;
    }
    ssResult result = request.folder != NULL ? prepareFolder( request.folder ) : ssOk();
    reproRun* runs = result.code == ss_ok ? calloc( (size_t)request.count + 1, sizeof( reproRun ) ) : NULL;
    if ( runs == NULL )
    {
        return argsRefuse(
            "reproduce", result.code != ss_ok ? result : ssError( ss_errorMemory, NULL, "out of memory" ) );
    }
    makeAll( &request, runs );
    // A file that could not be written is no verdict on a figure.
    for ( int i = 0; i < request.count && status == ARGS_STATUS_OK; ++i )
    {
        status = runs[i].result.code != ss_ok && strstr( runs[i].result.message, "cannot write" ) != NULL
            ? argsRefuse( "reproduce", runs[i].result )
            : status;
    }
    status = status == ARGS_STATUS_OK ? answer( &request, runs ) : status;
    free( runs );
    return status;
}
