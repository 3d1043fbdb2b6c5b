// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include "base/args.h"
#include "session/sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick sweep`: rows are appended one by one, each whole or not there, so that a killed sweep goes on where it
// was. A row is known by the values of its axes.

typedef struct Order
{
    ssScene scene;
    sweepDef def;
    argsList vary, measures;
    const char *csvPath, *svgPath, *shard;
    int jobs, seeds;
    int shardIndex, shardCount;
    bool resume, logColors;
} Order;

typedef struct Job
{
    const Order* order;
    osAppender* out;
    ssResult result; // of writing
    int64_t total, done, failed;
    double started, shown;
    bool watched;
    double* values; // first measure per cell, for the map; NaN where there is none
    bool* there;    // cells that an earlier sweep left
} Job;

// ------------------------------------------------------------------------------------------------------ order

static int chooseMeasures( Order* order )
{
    const ssScenario* scenario = order->scene.def.scenario;
    if ( order->measures.count == 0 )
    {
        return argsFail( "sweep",
            "--measure NAME is missing: what should be mapped? `slipstick describe %s` shows all",
            scenario->id );
    }
    for ( int i = 0; i < order->measures.count; ++i )
    {
        int found = argsFindMeasure( "sweep", scenario, order->measures.items[i] );
        if ( found < 0 )
        {
            return ARGS_STATUS_BAD_INPUT;
        }
        if ( order->def.measureCount == sweep_measuresMax )
        {
            return argsFail( "sweep", "more than %d measures", sweep_measuresMax );
        }
        for ( int k = 0; k < order->def.measureCount; ++k )
        {
            if ( order->def.measures[k] == found )
            {
                return argsFail( "sweep", "--measure %s: asked for twice", order->measures.items[i] );
            }
        }
        order->def.measures[order->def.measureCount++] = found;
    }
    return ARGS_STATUS_OK;
}

static int chooseAxes( Order* order )
{
    if ( order->vary.count == 0 )
    {
        return argsFail( "sweep", "--vary KEY=... is missing: which parameter should vary?" );
    }
    if ( order->vary.count > sweep_axesMax )
    {
        return argsFail( "sweep", "more than %d axes", sweep_axesMax );
    }
    for ( int i = 0; i < order->vary.count; ++i )
    {
        sweepAxis axis;
        ssResult result = sweepParseAxis( &order->scene.def, order->vary.items[i], &axis );
        if ( result.code != ss_ok )
        {
            return argsRefuse( "sweep", result );
        }
        order->def.axes[order->def.axisCount++] = axis;
        for ( int k = 0; k + 1 < order->def.axisCount; ++k )
        {
            if ( order->def.axes[k].param == axis.param )
            {
                return argsFail( "sweep", "--vary %s: this key varies already", order->vary.items[i] );
            }
        }
    }
    ssResult result = sweepCheckAxes( &order->def );
    if ( result.code != ss_ok )
    {
        return argsRefuse( "sweep", result );
    }
    if ( sweepCellCount( &order->def ) < 0 )
    {
        return argsFail( "sweep", "the axes make more than 10 million cells" );
    }
    if ( order->svgPath != NULL && order->def.axisCount != 2 )
    {
        return argsFail( "sweep", "--svg draws a map over two axes; there %s %d",
            order->def.axisCount == 1 ? "is" : "are", order->def.axisCount );
    }
    if ( order->logColors && order->svgPath == NULL )
    {
        return argsFail( "sweep", "--log-colors is about the map: --svg FILE is missing" );
    }
    return ARGS_STATUS_OK;
}

static int chooseShard( Order* order )
{
    order->shardIndex = order->shardCount = 1;
    if ( order->shard == NULL )
    {
        return ARGS_STATUS_OK;
    }
    int used = 0;
    if ( sscanf( order->shard, "%9d/%9d%n", &order->shardIndex, &order->shardCount, &used ) != 2 ||
        order->shard[used] != '\0' || order->shardCount < 1 || order->shardIndex < 1 ||
        order->shardIndex > order->shardCount )
    {
        return argsFail( "sweep", "--shard %s: expected I/N with 1 <= I <= N", order->shard );
    }
    return ARGS_STATUS_OK;
}

// ------------------------------------------------------------------------------------------------------ resuming

/// A table that is read line by line: it may be larger than memory should hold.
typedef struct Lines
{
    osReader* in;
    char text[1 << 16]; // longer than any row
    size_t begin, end;
    size_t place; // of the next line in the file
} Lines;

/// The next whole line without its end. NULL: what is left has none, or holds the zeros that a power failure leaves.
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
        if ( result->code != ss_ok || size == 0 )
        {
            return NULL;
        }
        lines->end += size;
    }
}

/// A row does not say what else was set, so it is made again: the same order gives the same digits.
static int checkRow( const Order* order, int64_t index, const char* line )
{
    sweepCell cell;
    char again[2048];
    sweepRunCell( &order->def, index, NULL, NULL, &cell );
    sweepFormatRow( &order->def, &cell, again, sizeof again );
    again[strcspn( again, "\n" )] = '\0';
    return strcmp( again, line ) == 0 ? ARGS_STATUS_OK
                                      : argsFail( "sweep",
                                            "--resume: '%s' belongs to another sweep: its row %.100s is now "
                                            "%.100s; were other values --set, "
                                            "or was it another version?",
                                            order->csvPath, line, again );
}

static int refuseTable( const Order* order, const char* what, const char* line )
{
    return argsFail(
        "sweep", "--resume: '%s' belongs to another sweep: its row %.120s %s", order->csvPath, line, what );
}

/// The rows behind the header; `keep` moves on to the end of the last whole one.
static int readRows( const Order* order, Lines* lines, Job* job, size_t* keep, ssResult* result )
{
    char lastLine[2048];
    int64_t last = -1;
    for ( char* line; ( line = nextLine( lines, result ) ) != NULL; )
    {
        double value = SS_NAN;
        int64_t index = sweepReadRow( &order->def, line, &value );
        if ( index < 0 )
        {
            return refuseTable( order, "is none of this one", line );
        }
        if ( job->there[index] )
        {
            return refuseTable( order, "comes twice", line );
        }
        job->there[index] = true;
        job->values[index] = value;
        snprintf( lastLine, sizeof lastLine, "%s", line );
        last = index;
        *keep = lines->place;
    }
    return result->code == ss_ok && last >= 0 ? checkRow( order, last, lastLine ) : ARGS_STATUS_OK;
}

/// Marks what an earlier sweep left; `keep` is the length of the file up to the last whole row.
static int readBack( const Order* order, Job* job, size_t* keep )
{
    Lines lines = { 0 };
    char header[1024];
    ssResult result = osBeginRead( order->csvPath, &lines.in );
    sweepFormatHeader( &order->def, header, sizeof header );
    char* line = result.code == ss_ok ? nextLine( &lines, &result ) : NULL;
    int status = ARGS_STATUS_OK;
    if ( line != NULL && strcmp( line, header ) == 0 )
    {
        *keep = lines.place;
        status = readRows( order, &lines, job, keep, &result );
    }
    else if ( line != NULL )
    {
        status =
            argsFail( "sweep", "--resume: '%s' belongs to another sweep: its columns are %.120s, not %.120s",
                order->csvPath, line, header );
    }
    // A header that was cut short begins afresh; anything else is somebody's file.
    else if ( lines.end > strlen( header ) || memcmp( lines.text, header, lines.end ) != 0 )
    {
        status = argsFail( "sweep", "--resume: '%s' is no table of a sweep", order->csvPath );
    }
    osEndRead( lines.in );
    return result.code == ss_ok ? status : argsRefuse( "sweep", result );
}

// ------------------------------------------------------------------------------------------------------ running

static void showProgress( Job* job, bool last )
{
    double now = osSeconds();
    if ( !job->watched || ( !last && now - job->shown < 0.25 ) )
    {
        return;
    }
    job->shown = now;
    double share = job->total > 0 ? (double)job->done / (double)job->total : 1.0;
    double left = job->done > 0 ? ( now - job->started ) * ( 1.0 - share ) / share : 0.0;
    char bar[33];
    for ( int i = 0; i < 32; ++i )
    {
        bar[i] = i < (int)( 32.0 * share ) ? '#' : '.';
    }
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
    sweepFormatRow( &job->order->def, cell, line, sizeof line );
    job->result = osAppendText( job->out, line );
    job->values[cell->index] = cell->mean[0];
    ++job->done;
    job->failed += cell->failure[0] != '\0' ? 1 : 0;
    showProgress( job, false );
    return job->result.code == ss_ok;
}

/// Opens the table: a fresh one with its header, or the old one behind its last whole row.
static int openTable( const Order* order, Job* job )
{
    size_t keep = 0;
    if ( order->resume && osFileExists( order->csvPath ) )
    {
        int status = readBack( order, job, &keep );
        if ( status != ARGS_STATUS_OK )
        {
            return status;
        }
    }
    ssResult result = osBeginAppend( order->csvPath, keep, &job->out );
    if ( result.code == ss_ok && keep == 0 )
    {
        char header[1100];
        sweepFormatHeader( &order->def, header, sizeof header - 2 );
        strcat( header, "\n" );
        result = osAppendText( job->out, header );
    }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "sweep", result );
}

static int runSweep( Order* order )
{
    int64_t count = sweepCellCount( &order->def );
    bool* wanted = calloc( (size_t)count, sizeof( bool ) );
    Job job = { .order = order,
        .values = calloc( (size_t)count, sizeof( double ) ),
        .there = calloc( (size_t)count, sizeof( bool ) ),
        .watched = osIsTerminal( 2 ),
        .started = osSeconds() };
    if ( wanted == NULL || job.values == NULL || job.there == NULL )
    {
        free( wanted );
        free( job.values );
        free( job.there );
        return argsRefuse( "sweep", ssError( ss_errorMemory, NULL, "out of memory" ) );
    }
    for ( int64_t i = 0; i < count; ++i )
    {
        job.values[i] = SS_NAN;
    }
    // A map that cannot be written should be known before the hours, not after them.
    osWriter* map = NULL;
    ssResult writable = order->svgPath != NULL ? osBeginWrite( order->svgPath, &map ) : ssOk();
    osAbortWrite( map );
    int status = writable.code == ss_ok ? openTable( order, &job ) : argsRefuse( "sweep", writable );
    for ( int64_t i = 0; i < count; ++i )
    {
        wanted[i] = i % order->shardCount == order->shardIndex - 1 && !job.there[i];
        job.total += wanted[i] ? 1 : 0;
    }
    if ( status == ARGS_STATUS_OK )
    {
        job.result = ssOk();
        sweepRunCells( &order->def, wanted, order->jobs, finishCell, &job );
        showProgress( &job, true );
        status = job.result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "sweep", job.result );
    }
    ssResult closed = osEndAppend( job.out );
    if ( status == ARGS_STATUS_OK && closed.code != ss_ok )
    {
        status = argsRefuse( "sweep", closed );
    }
    if ( status == ARGS_STATUS_OK && order->svgPath != NULL )
    {
        ssResult drawn = sweepSaveMap( &order->def, 0, order->logColors, job.values, order->svgPath );
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
    free( job.there );
    return status;
}

int cmdSweep( int argc, char** argv )
{
    static Order s_order; // large: a scene, and one sweep per process
    Order* order = &s_order;
    *order = ( Order ){ .jobs = osProcessorCount(), .seeds = 1 };
    const argsOption options[] = {
        { "--vary", "KEY=A:B:N",
            "a parameter's values: A:B:N, lin:A:B:N (the same), log:A:B:N or V1,V2,..., lengths also as "
            "0.3R; repeat for more axes",
            .list = &order->vary },
        { "--measure", "NAME", "what to map; repeat for more", .list = &order->measures },
        { "--seeds", "N", "runs per cell; with more than one the table has means and standard errors",
            .integer = &order->seeds, .min = 1, .max = 100000 },
        { "--jobs", "N", "threads (default: all processors); the numbers do not depend on it",
            .integer = &order->jobs, .min = 1, .max = 256 },
        { "--shard", "I/N", "only the I-th of N parts, for job arrays; cat the parts together",
            .text = &order->shard },
        { "--resume", NULL, "go on where an earlier sweep into the same file ended", .flag = &order->resume },
        { "--svg", "FILE", "a map of the first measure over two axes", .text = &order->svgPath },
        { "--log-colors", NULL, "colours of the map by decades", .flag = &order->logColors },
        { "--csv", "FILE", "the table, a row per cell, appended as they finish", .text = &order->csvPath },
    };
    argsSpec spec = { .command = "sweep",
        .summary = "Any measures over any parameters, on all processors.",
        .usage = "SCENARIO --vary KEY=A:B:N [--vary ...] --measure NAME... --csv FILE [options]",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .scene = &order->scene };
    int status = 0;
    if ( !argsParse( &spec, argc, argv, &status ) )
    {
        return status;
    }
    if ( order->csvPath == NULL )
    {
        status = argsFail( "sweep", "--csv FILE is missing: where should the rows go?" );
    }
    else if ( strcmp( order->csvPath, "-" ) == 0 )
    {
        status = argsFail( "sweep", "--csv -: rows are appended to a file; give --csv one" );
    }
    else if ( order->svgPath != NULL && strcmp( order->csvPath, order->svgPath ) == 0 )
    {
        status = argsFail( "sweep", "--csv and --svg: both are '%s'; give each its own", order->csvPath );
    }
    else if ( order->scene.editCount > 0 )
    {
        status = argsFail( "sweep",
            "the scene was changed while it ran, %d times, and a sweep runs undisturbed; `slipstick run` "
            "replays it",
            order->scene.editCount );
    }
    order->def.base = order->scene.def;
    order->def.seeds = order->seeds;
    int64_t steps = 0;
    ssResult counted = ssSimDef_StepCount( &order->scene.def, &steps );
    status = status == ARGS_STATUS_OK && counted.code != ss_ok ? argsRefuse( "sweep", counted ) : status;
    status = status == ARGS_STATUS_OK ? chooseMeasures( order ) : status;
    status = status == ARGS_STATUS_OK ? chooseAxes( order ) : status;
    status = status == ARGS_STATUS_OK ? chooseShard( order ) : status;
    status = status == ARGS_STATUS_OK ? runSweep( order ) : status;
    sweepFree( &order->def );
    ssScene_Destroy( &order->scene );
    return status;
}
