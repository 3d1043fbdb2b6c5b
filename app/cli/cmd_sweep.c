// SPDX-License-Identifier: MIT
#include "base/args_law.h"
#include "base/grow.h"
#include "cli/commands.h"
#include "session/fit/sweep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick sweep`: each row, known by its axes, is one write, so that --resume can continue.

typedef struct Request
{
    ssScene scene;
    const char* againstPath;
    ssFitData against;
    sweepDef def;
    argsList vary, measures;
    const char *csvPath, *svgPath, *shard;
    int jobs, seeds;
    int shardIndex, shardCount;
    bool resume, force, logColors;
} Request;

typedef struct Job
{
    const Request* request;
    osAppender* out;
    ssResult result; // of writing
    int64_t total, done, failed;
    double started, shown; // start of the sweep and last update of the progress bar [s]
    bool watched;
    double* values; // first measure of each cell, for the map; NaN where there is none
    bool* known;    // cells that an earlier sweep has computed
} Job;

static int readAgainst( Request* request )
{
    if ( request->againstPath == NULL ) { return ARGS_STATUS_OK; }
    ssResult result =
        ssReadFitData( request->againstPath, request->scene.def.scenario, NULL, &request->against );
    request->def.against = &request->against;
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "sweep", result );
}

static int chooseMeasures( Request* request )
{
    const ssScenario* scenario = request->scene.def.scenario;
    if ( request->measures.count == 0 )
    {
        return argsFail(
            "sweep", "--measure NAME is missing; `slipstick describe %s` shows all measures", scenario->id );
    }
    int status = argsAskMeasures(
        "sweep", &request->scene.def, &request->measures, request->againstPath != NULL ? "misfit" : NULL );
    if ( status != ARGS_STATUS_OK ) { return status; }
    request->def.base = request->scene.def;
    scenario = request->scene.def.scenario;
    for ( int i = 0; i < request->measures.count; ++i )
    {
        const char* name = request->measures.items[i];
        bool isMisfit = request->againstPath != NULL && strcmp( name, "misfit" ) == 0;
        int found = isMisfit ? scenario->model.measureCount : argsFindMeasure( "sweep", scenario, name );
        if ( found < 0 ) { return ARGS_STATUS_BAD_INPUT; }
        if ( request->def.measureCount == sweep_measuresMax )
        {
            return argsFail( "sweep", "more than %d measures", sweep_measuresMax );
        }
        for ( int k = 0; k < request->def.measureCount; ++k )
        {
            if ( request->def.measures[k] == found )
            {
                return argsFail( "sweep", "--measure %s is given twice", request->measures.items[i] );
            }
        }
        request->def.measures[request->def.measureCount++] = found;
    }
    return ARGS_STATUS_OK;
}

static int chooseAxes( Request* request )
{
    if ( request->vary.count == 0 )
    {
        return argsFail( "sweep", "--vary KEY=A:B:N is missing: which parameters should vary?" );
    }
    if ( request->vary.count > sweep_axesMax )
    {
        return argsFail( "sweep", "more than %d axes", sweep_axesMax );
    }
    for ( int i = 0; i < request->vary.count; ++i )
    {
        sweepAxis axis;
        ssResult result = sweepParseAxis( &request->scene.def, request->vary.items[i], &axis );
        if ( result.code != ss_ok ) { return argsRefuse( "sweep", result ); }
        request->def.axes[request->def.axisCount++] = axis;
        if ( argsReplacedByLaw( request->scene.def.scenario, axis.param ) )
        {
            return argsRefuseReplaced(
                "sweep", request->scene.def.scenario, "--vary ", request->vary.items[i] );
        }
        if ( argsReplacedByBuild( &request->scene.def, axis.param ) )
        {
            return argsRefuseBuilt( "sweep", "--vary ", request->vary.items[i] );
        }
        argsWarnOfNamesake( "sweep", request->scene.def.scenario, "--vary ",
            request->scene.def.scenario->model.params[axis.param].key );
        for ( int k = 0; k + 1 < request->def.axisCount; ++k )
        {
            if ( request->def.axes[k].param == axis.param )
            {
                return argsFail( "sweep", "--vary %s: this key already varies", request->vary.items[i] );
            }
        }
    }
    ssResult result = sweepCheckAxes( &request->def );
    if ( result.code != ss_ok ) { return argsRefuse( "sweep", result ); }
    if ( sweepCellCount( &request->def ) < 0 )
    {
        return argsFail( "sweep", "the axes make more than 10 million cells" );
    }
    if ( request->svgPath != NULL && request->def.axisCount != 2 )
    {
        return argsFail( "sweep", "--svg draws a map over two axes, not %d", request->def.axisCount );
    }
    return request->logColors && request->svgPath == NULL
        ? argsFail( "sweep", "--log-colors needs a map: --svg FILE is missing" )
        : ARGS_STATUS_OK;
}

static int chooseShard( Request* request )
{
    request->shardIndex = request->shardCount = 1;
    if ( request->shard == NULL ) { return ARGS_STATUS_OK; }
    int used = 0;
    if ( sscanf( request->shard, "%9d/%9d%n", &request->shardIndex, &request->shardCount, &used ) != 2 ||
        request->shard[used] != '\0' || request->shardCount < 1 || request->shardIndex < 1 ||
        request->shardIndex > request->shardCount )
    {
        return argsFail( "sweep", "--shard %s: expected I/N with 1 <= I <= N", request->shard );
    }
    return ARGS_STATUS_OK;
}

static int checkRequest( const Request* request )
{
    if ( request->csvPath == NULL ) { return argsFail( "sweep", "--csv FILE is missing" ); }
    if ( strcmp( request->csvPath, "-" ) == 0 )
    {
        return argsFail( "sweep", "--csv -: rows are appended as they finish; give --csv a file" );
    }
    if ( request->svgPath != NULL && strcmp( request->csvPath, request->svgPath ) == 0 )
    {
        return argsFail( "sweep", "--csv and --svg are both '%s'; give each its own file", request->csvPath );
    }
    if ( request->scene.editCount > 0 )
    {
        return argsFail( "sweep",
            "the scene was changed while it ran (%d times) and cannot be swept; `slipstick run` replays it",
            request->scene.editCount );
    }
    if ( request->resume && request->force )
    {
        return argsFail(
            "sweep", "--resume goes on with the old table and --force replaces it; give only one" );
    }
    // Hours of computing are not to be lost to a line from the shell's history.
    if ( !request->resume && !request->force && osFileHolds( request->csvPath ) )
    {
        return argsFail( "sweep",
            "'%s' exists; --resume goes on with the table in it, --force replaces the file",
            request->csvPath );
    }
    int64_t steps = 0;
    ssResult counted = ssSimDef_StepCount( &request->scene.def, &steps );
    return counted.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "sweep", counted );
}

/// Reads a table line by line, because it may be too large for memory.
typedef struct Lines
{
    osReader* in;
    char text[1 << 16]; // longer than any row
    size_t begin, end;  // the unread part of `text`
    size_t place;       // of the next line in the file [bytes]
} Lines;

/// The next complete line without its line feed. NULL: none, or zero bytes, as power failures leave.
static char* nextLine( Lines* lines, ssResult* result )
{
    for ( ;; )
    {
        char* line = lines->text + lines->begin;
        size_t left = lines->end - lines->begin;
        char* end = memchr( line, '\n', left );
        if ( end != NULL )
        {
            *end = '\0';
            lines->begin += (size_t)( end + 1 - line );
            lines->place += (size_t)( end + 1 - line );
            return line + strlen( line ) == end ? line : NULL;
        }
        memmove( lines->text, line, left );
        lines->begin = 0;
        lines->end = left;
        size_t size = 0;
        *result = osRead( lines->in, lines->text + left, sizeof lines->text - left, &size );
        if ( result->code != ss_ok || size == 0 ) { return NULL; }
        lines->end += size;
    }
}

/// Computes a row again, since rows lack the other parameters: equal requests give equal digits.
static int checkRow( const Request* request, int64_t index, const char* line )
{
    sweepCell cell;
    char again[2048];
    sweepRunCell( &request->def, index, NULL, NULL, &cell );
    sweepFormatRow( &request->def, &cell, again, sizeof again );
    again[strcspn( again, "\n" )] = '\0';
    return strcmp( again, line ) == 0
        ? ARGS_STATUS_OK
        : argsFail( "sweep",
              "--resume: '%s' does not belong to this sweep: its row %.100s would now be %.100s; it was made "
              "with other --set values or by another version",
              request->csvPath, line, again );
}

static int refuseTable( const Request* request, const char* what, const char* line )
{
    return argsFail( "sweep", "--resume: '%s' does not belong to this sweep: its row %.120s %s",
        request->csvPath, line, what );
}

/// Reads the rows after the header; `keep` becomes the end of the last complete one.
static int readRows( const Request* request, Lines* lines, Job* job, size_t* keep, ssResult* result )
{
    char lastLine[2048];
    int64_t last = -1;
    for ( char* line; ( line = nextLine( lines, result ) ) != NULL; )
    {
        double value = SS_NAN;
        int64_t index = sweepReadRow( &request->def, line, &value );
        if ( index < 0 ) { return refuseTable( request, "is not one of its cells", line ); }
        if ( job->known[index] ) { return refuseTable( request, "comes twice", line ); }
        job->known[index] = true;
        job->values[index] = value;
        snprintf( lastLine, sizeof lastLine, "%s", line );
        last = index;
        *keep = lines->place;
    }
    return result->code == ss_ok && last >= 0 ? checkRow( request, last, lastLine ) : ARGS_STATUS_OK;
}

/// Marks the cells an earlier sweep has computed; `keep` is the length up to its last complete row.
static int readBack( const Request* request, Job* job, size_t* keep )
{
    Lines lines = { 0 };
    char header[8192];
    ssResult result = osBeginRead( request->csvPath, &lines.in );
    sweepFormatHeader( &request->def, header, sizeof header );
    char* line = result.code == ss_ok ? nextLine( &lines, &result ) : NULL;
    int status = ARGS_STATUS_OK;
    if ( line != NULL && strcmp( line, header ) == 0 )
    {
        *keep = lines.place;
        status = readRows( request, &lines, job, keep, &result );
    }
    else if ( line != NULL )
    {
        status = argsFail( "sweep",
            "--resume: '%s' does not belong to this sweep: its columns are %.120s, not %.120s",
            request->csvPath, line, header );
    }
    // An incomplete header is written again; any other text is not ours to overwrite.
    else if ( lines.end > strlen( header ) || memcmp( lines.text, header, lines.end ) != 0 )
    {
        status = argsFail( "sweep", "--resume: '%s' is not a table of a sweep", request->csvPath );
    }
    osEndRead( lines.in );
    return result.code == ss_ok ? status : argsRefuse( "sweep", result );
}

static void showProgress( Job* job, bool last )
{
    double now = osSeconds();
    if ( !job->watched || ( !last && now - job->shown < 0.25 ) ) { return; }
    job->shown = now;
    double share = job->total > 0 ? (double)job->done / (double)job->total : 1.0;
    double left = job->done > 0 ? ( now - job->started ) * ( 1.0 - share ) / share : 0.0;
    char bar[33];
    for ( int i = 0; i < 32; ++i ) { bar[i] = i < (int)( 32.0 * share ) ? '#' : '.'; }
    bar[32] = '\0';
    fprintf( stderr, "\r[%s] %" PRId64 " of %" PRId64 ", %.0f s left   ", bar, job->done, job->total, left );
    if ( last )
    {
        fputs( "\r                                                                              \r", stderr );
    }
}

static bool finishCell( void* context, const sweepCell* cell )
{
    Job* job = context;
    char line[2048];
    sweepFormatRow( &job->request->def, cell, line, sizeof line );
    job->result = osAppendText( job->out, line );
    job->values[cell->index] = cell->mean[0];
    ++job->done;
    job->failed += cell->failure[0] != '\0' ? 1 : 0;
    showProgress( job, false );
    return job->result.code == ss_ok;
}

/// Opens the table: a new one with its header, or the old one after its last complete row.
static int openTable( const Request* request, Job* job )
{
    size_t keep = 0;
    if ( request->resume && osFileExists( request->csvPath ) )
    {
        int status = readBack( request, job, &keep );
        if ( status != ARGS_STATUS_OK ) { return status; }
    }
    ssResult result = osBeginAppend( request->csvPath, keep, &job->out );
    if ( result.code == ss_ok && keep == 0 )
    {
        char header[8300];
        sweepFormatHeader( &request->def, header, sizeof header - 2 );
        strcat( header, "\n" );
        result = osAppendText( job->out, header );
    }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "sweep", result );
}

static int runSweep( Request* request, const argsSpec* spec )
{
    int64_t count = sweepCellCount( &request->def );
    bool* wanted = needMemory( (size_t)count, sizeof( bool ) );
    Job job = { .request = request,
        .values = needMemory( (size_t)count, sizeof( double ) ),
        .known = needMemory( (size_t)count, sizeof( bool ) ),
        .watched = osIsTerminal( 2 ),
        .started = osSeconds() };
    for ( int64_t i = 0; i < count; ++i ) { job.values[i] = SS_NAN; }
    // A map that cannot be written is an error before the sweep, not after hours of it.
    osWriter* map = NULL;
    ssResult writable = request->svgPath != NULL ? osBeginWrite( request->svgPath, &map ) : ssOk();
    osAbortWrite( map );
    int status = writable.code == ss_ok ? openTable( request, &job ) : argsRefuse( "sweep", writable );
    for ( int64_t i = 0; i < count; ++i )
    {
        wanted[i] = i % request->shardCount == request->shardIndex - 1 && !job.known[i];
        job.total += wanted[i] ? 1 : 0;
    }
    if ( status == ARGS_STATUS_OK )
    {
        job.result = ssOk();
        argsWarnStep( spec );
        sweepRunCells( &request->def, wanted, request->jobs, NULL, finishCell, &job );
        showProgress( &job, true );
        status = job.result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "sweep", job.result );
    }
    ssResult closed = osEndAppend( job.out );
    status = status == ARGS_STATUS_OK && closed.code != ss_ok ? argsRefuse( "sweep", closed ) : status;
    if ( status == ARGS_STATUS_OK && request->svgPath != NULL )
    {
        ssResult drawn = sweepSaveMap( &request->def, 0, request->logColors, job.values, request->svgPath );
        status = drawn.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "sweep", drawn );
    }
    if ( status == ARGS_STATUS_OK && job.failed > 0 )
    {
        fprintf( stderr,
            "slipstick sweep: %" PRId64 " of %" PRId64 " cells failed; the column `failure` says why\n",
            job.failed, job.total );
    }
    free( wanted );
    free( job.values );
    free( job.known );
    return status;
}

int cmdSweep( int argc, char** argv )
{
    static Request s_request; // too large for the stack
    Request* request = &s_request;
    *request = ( Request ){ .jobs = osProcessorCount(), .seeds = 1 };
    const argsOption options[] = {
        { "--vary", "KEY=A:B:N",
            "N values from A to B; also log:A:B:N or a list V1,V2,...; resistance lengths also as 0.3R; "
            "repeat for more axes",
            .list = &request->vary },
        { "--measure", "NAME",
            "what to compute: a measure, or an expression over the run such as 'max(x)'; repeat for more",
            .list = &request->measures },
        { "--against", "FILE", "measurements to compare with: gives the measure `misfit`",
            .text = &request->againstPath },
        { "--seeds", "N", "runs per cell; with more than one, the table has means and standard errors",
            .integer = &request->seeds, .min = 1, .max = 100000 },
        { "--jobs", "N", "threads (default: all processors); results do not depend on it",
            .integer = &request->jobs, .min = 1, .max = 256 },
        { "--shard", "I/N", "every N-th cell, starting with the I-th: for job arrays",
            .text = &request->shard },
        { "--resume", NULL, "go on where an earlier sweep into the same file ended",
            .flag = &request->resume },
        { "--force", NULL, "replace an existing file", .flag = &request->force },
        { "--svg", "FILE", "a map of the first measure over two axes", .text = &request->svgPath,
            .writes = true },
        { "--log-colors", NULL, "logarithmic colours in the map", .flag = &request->logColors },
        { "--csv", "FILE", "the table: one row per cell, appended as it finishes", .text = &request->csvPath,
            .writes = true },
    };
    argsSpec spec = { "sweep", .summary = "Computes measures over parameters, on all processors.",
        .usage = "SCENARIO --vary KEY=A:B:N [--vary ...] --measure NAME... --csv FILE [options]",
        ARGS_OPTIONS( options ), .scene = &request->scene };
    ARGS_PARSE( &spec, argc, argv );
    int status = checkRequest( request );
    request->def.base = request->scene.def;
    request->def.seeds = request->seeds;
    status = status == ARGS_STATUS_OK ? readAgainst( request ) : status;
    status = status == ARGS_STATUS_OK ? chooseMeasures( request ) : status;
    status = status == ARGS_STATUS_OK ? chooseAxes( request ) : status;
    status = status == ARGS_STATUS_OK ? chooseShard( request ) : status;
    if ( status == ARGS_STATUS_OK ) { argsWarnOfEnergy( "sweep", &request->scene.def ); }
    status = status == ARGS_STATUS_OK ? runSweep( request, &spec ) : status;
    sweepFree( &request->def );
    ssFitData_Destroy( &request->against );
    ssScene_Destroy( &request->scene );
    return status;
}
