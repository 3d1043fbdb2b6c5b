// SPDX-License-Identifier: MIT
#include "base/args_law.h"
#include "base/grow.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "cli/fit_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick fit`: finds the parameters of a scenario that explain measurements.

#define LAWS_MAX 16

static int readTables( fitRequest* request )
{
    const ssFitReading reading = { .maps = request->maps.items,
        .mapCount = request->maps.count,
        .noises = request->noises.items,
        .noiseCount = request->noises.count,
        .columns = request->columns.items,
        .columnCount = request->columns.count };
    size_t count = (size_t)request->data.count;
    request->tables = needMemory( count + 1, sizeof *request->tables );
    for ( int i = 0; i < request->data.count; ++i )
    {
        ssFitData* table = request->tables + i;
        ssResult result =
            ssReadFitData( request->data.items[i], request->scene.def.scenario, &reading, table );
        if ( result.code != ss_ok ) { return argsRefuse( "fit", result ); }
        request->tableCount = i + 1;
        if ( table->gapCount > 0 )
        {
            argsPrintLine(
                "slipstick fit: %s: %d empty or nan cells are skipped", table->name, table->gapCount );
        }
        if ( table->ignored[0] != '\0' )
        {
            argsPrintLine( "slipstick fit: %s: columns that are not used: %s", table->name, table->ignored );
        }
    }
    return ARGS_STATUS_OK;
}

/// Reads "u0=0.5:4"; each bound may be left out.
static int readFree( const fitRequest* request, const char* text, bool perFile, ssFitParam* param )
{
    char key[SS_FIT_KEY], low[64] = "";
    const char* range = NULL;
    const ssSimDef* def = &request->scene.def;
    if ( !argsSplitPair( text, key, sizeof key, &range ) ) { snprintf( key, sizeof key, "%.60s", text ); }
    *param = ssFreeParam( key );
    param->perFile = perFile;
    if ( range == NULL ) { return ARGS_STATUS_OK; }
    const char* colon = strchr( range, ':' );
    int row = ssFindScenarioParam( def->scenario, key );
    bool good = colon != NULL && (size_t)( colon - range ) < sizeof low;
    if ( good ) { snprintf( low, sizeof low, "%.*s", (int)( colon - range ), range ); }
    const char* ends[] = { low, good ? colon + 1 : "" };
    double* bounds[] = { &param->low, &param->high };
    for ( int i = 0; i < 2 && good; ++i )
    {
        if ( ends[i][0] == '\0' ) { continue; }
        // Resistance lengths may be given as multiples of R.
        ssResult result = row >= 0
            ? ssParseParamIn( def->scenario->model.params, def->scenario->model.paramCount, def->values, row,
                  ends[i], bounds[i] )
            : ssOk();
        if ( result.code != ss_ok )
        {
            return argsFail( "fit", "--%s %s: %s", perFile ? "each" : "free", text, result.message );
        }
        good = row >= 0 || ssParseNumber( ends[i], bounds[i] );
    }
    return good ? ARGS_STATUS_OK
                : argsFail( "fit", "--%s %s: expected KEY or KEY=A:B, each of A and B a number or nothing",
                      perFile ? "each" : "free", text );
}

/// With several laws to compare, a parameter that only another law has is left out here.
static bool belongsToOtherLaw( const fitRequest* request, const char* key )
{
    return request->laws.count > 1 && strcmp( key, SS_FIT_TIME_OFFSET ) != 0 &&
        ssFindScenarioParam( request->scene.def.scenario, key ) < 0;
}

static int readFrees( fitRequest* request )
{
    const argsList* lists[] = { &request->frees, &request->each };
    int count = 0;
    for ( int k = 0; k < 2; ++k )
    {
        for ( int i = 0; i < lists[k]->count && count < ARGS_LIST_MAX; ++i )
        {
            int status = readFree( request, lists[k]->items[i], k == 1, request->params + count );
            if ( status != ARGS_STATUS_OK ) { return status; }
            const char* key = request->params[count].key;
            const ssScenario* scenario = request->scene.def.scenario;
            if ( argsReplacedByLaw( scenario, ssFindScenarioParam( scenario, key ) ) )
            {
                return argsRefuseReplaced( "fit", scenario, "--free ", key );
            }
            if ( argsReplacedByBuild( &request->scene.def, ssFindScenarioParam( scenario, key ) ) )
            {
                return argsRefuseBuilt( "fit", "--free ", key );
            }
            count += belongsToOtherLaw( request, key ) ? 0 : 1;
        }
    }
    if ( count == 0 && request->frees.count + request->each.count > 0 )
    {
        return argsFail( "fit",
            "every law that is compared needs a free parameter of its own, and %s has none of those named",
            request->law );
    }
    request->def.params = request->params;
    request->def.paramCount = count;
    return ARGS_STATUS_OK;
}

/// Reads "repose_angle_deg=31±2", also with +-. The name may be an expression, which may have a = in it.
static int readTarget( fitRequest* request, const char* text, ssFitTarget* target )
{
    char name[256], number[64];
    const char* value = strrchr( text, '=' );
    int length = value != NULL ? (int)( value - text ) : 0;
    while ( length > 0 && text[length - 1] == ' ' ) { --length; }
    bool good = length > 0 && length < (int)sizeof name;
    snprintf( name, sizeof name, "%.*s", good ? length : 0, text );
    value = good ? value + 1 + strspn( value + 1, " " ) : NULL;
    const char* sign = good ? strstr( value, "±" ) : NULL;
    const char* plain = good && sign == NULL ? strstr( value, "+-" ) : NULL;
    const char* middle = sign != NULL ? sign : plain;
    good = good && middle != NULL && (size_t)( middle - value ) < sizeof number;
    if ( good )
    {
        snprintf( number, sizeof number, "%.*s", (int)( middle - value ), value );
        good = ssParseNumber( number, &target->value ) && ssParseNumber( middle + 2, &target->error ) &&
            target->error > 0.0;
    }
    if ( !good )
    {
        return argsFail( "fit", "--target %s: expected MEASURE=VALUE±ERROR with an error > 0", text );
    }
    argsList one = { .items = { name }, .count = 1 };
    int status = argsAskMeasures( "fit", &request->scene.def, &one, NULL );
    if ( status != ARGS_STATUS_OK ) { return status; }
    target->measure = argsFindMeasure( "fit", request->scene.def.scenario, name );
    return target->measure >= 0 ? ARGS_STATUS_OK : ARGS_STATUS_BAD_INPUT;
}

static int readTargets( fitRequest* request )
{
    for ( int i = 0; i < request->targets.count; ++i )
    {
        int status = readTarget( request, request->targets.items[i], request->targetRows + i );
        if ( status != ARGS_STATUS_OK ) { return status; }
    }
    request->def.targets = request->targetRows;
    request->def.targetCount = request->targets.count;
    return ARGS_STATUS_OK;
}

typedef struct Watch
{
    bool shown, terminal;
    double last;
} Watch;

static void showProgress( void* context, const ssFitProgress* progress )
{
    Watch* watch = context;
    double now = osSeconds();
    if ( watch->terminal && now - watch->last > 0.25 )
    {
        watch->last = now;
        watch->shown = true;
        fprintf( stderr, "\r%s: %d runs, residuals %.3g times the noise      ", progress->stage,
            progress->runs, progress->rms );
    }
}

static int runFit( fitRequest* request )
{
    Watch watch = { .terminal = osIsTerminal( 2 ), .last = osSeconds() };
    request->def.base = &request->scene.def;
    request->def.data = request->tables;
    request->def.dataCount = request->tableCount;
    request->def.seeds = request->seeds;
    request->def.holdout = request->holdout;
    request->def.maxRuns = request->maxRuns;
    request->def.ownStep = request->keepStep;
    request->def.progress = showProgress;
    request->def.stop = osStopsAtSignal;
    request->def.context = &watch;
    ssResult result = request->check ? ssCheckFit( &request->def, &request->result )
                                     : ssFit( &request->def, &request->result );
    if ( watch.shown )
    {
        fputs( "\r                                                              \r", stderr );
    }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "fit", result );
}

/// Everything that can be refused before the first run.
static int prepare( fitRequest* request )
{
    if ( request->scene.def.scenario == NULL ) { return ARGS_STATUS_BAD_INPUT; }
    if ( request->spec.untilGiven && request->targets.count == 0 )
    {
        return argsFail(
            "fit", "--until: a fit lasts as long as its tables; leave out the rows that are not to count" );
    }
    int status = readTables( request );
    status = status == ARGS_STATUS_OK ? readFrees( request ) : status;
    return status == ARGS_STATUS_OK ? readTargets( request ) : status;
}

static bool parse( fitRequest* request, int law, int argc, char** argv, int* status )
{
    *request = ( fitRequest ){ .threads = osProcessorCount(), .seeds = 1 };
    const argsOption options[] = {
        { "--data", "FILE", "a table of measurements: time and signals, units as in x [mm]; repeatable",
            .list = &request->data },
        { "--free", "KEY[=A:B]", "a parameter to find, within bounds; time_offset: the clocks differ",
            .list = &request->frees },
        { "--each", "KEY[=A:B]", "a parameter to find that every file has a value of its own for",
            .list = &request->each },
        { "--map", "SIGNAL=COLUMN", "which column is which signal, or t", .list = &request->maps },
        { "--column", "SIGNAL", "use only these signals of the tables; repeatable",
            .list = &request->columns },
        { "--noise", "[SIGNAL=]X", "standard deviation: a number in the unit of the table, or a column",
            .list = &request->noises },
        { "--target", "NAME=X±E",
            "a measure of the whole run, such as repose_angle_deg=31±2 or 'max(x)=3±0.1'",
            .list = &request->targets },
        { "--seeds", "N", "runs whose mean a target is compared with", .integer = &request->seeds, .min = 1,
            .max = 1000 },
        { "--holdout", "SHARE", "keep blocks of time apart, and test on them", .number = &request->holdout,
            .min = 0.0, .max = 0.9 },
        { "--check", NULL, "only say what the data cannot tell, and what would", .flag = &request->check },
        { "--out", "FILE", "write KEY = VALUE ± ERROR, for --set @FILE", .text = &request->outPath },
        { "--report", "DIR", "write a page with curves and residuals", .text = &request->reportFolder },
        { "--json", NULL, "print the result as JSON", .flag = &request->json },
        { "--keep-step", NULL, "keep the step size, neither larger nor smaller", .flag = &request->keepStep },
        { "--max-runs", "N",
            "end with the best so far before there are more runs, those of all files counted",
            .integer = &request->maxRuns, .min = 1, .max = 1e9 },
        { "--threads", "N", "threads (default: all processors); results do not depend on it",
            .integer = &request->threads, .min = 1, .max = 256 },
    };
    request->spec = ( argsSpec ){ "fit",
        .summary = "Finds parameters from measurements, and says how well the data determine them.",
        .usage = "SCENARIO --data FILE --free KEY[=A:B] [--free ...] [options]", ARGS_OPTIONS( options ),
        .scene = &request->scene, .laws = &request->laws, .lawChoice = law,
        .notes =
            "With --law given several times, the laws are ranked by their error on the held-out part (a "
            "third of the\ndata unless --holdout says otherwise); of those that it cannot tell apart, the "
            "one of the least BIC is first.\nCtrl+C ends a fit with the best so far." };
    bool done = argsParse( &request->spec, argc, argv, status );
    request->spec.options = NULL;
    request->law = law < request->laws.count ? request->laws.items[law] : NULL;
    request->holdout = request->laws.count > 1 && request->holdout == 0.0 ? 1.0 / 3.0 : request->holdout;
    return done;
}

static void destroy( fitRequest* request )
{
    for ( int i = 0; i < request->tableCount; ++i ) { ssFitData_Destroy( request->tables + i ); }
    free( request->tables );
    ssFitResult_Destroy( request->result );
    ssScene_Destroy( &request->scene );
    free( request );
}

/// Puts the laws in the order of their ranks.
static void rank( fitRequest** requests, int count )
{
    const ssFitResult* results[LAWS_MAX];
    fitRequest* before[LAWS_MAX];
    ssFitRank ranks[LAWS_MAX];
    for ( int i = 0; i < count; ++i )
    {
        before[i] = requests[i];
        results[i] = requests[i]->result;
    }
    ssRankFits( requests[0]->tables, results, count, ranks );
    for ( int i = 0; i < count; ++i )
    {
        requests[i] = before[ranks[i].index];
        requests[i]->rank = ranks[i];
    }
}

static int writeAll( fitRequest** requests, int count )
{
    if ( count > 1 && !requests[0]->check ) { rank( requests, count ); }
    int status = fitPrintAnswer( requests, count );
    status = status == ARGS_STATUS_OK && requests[0]->outPath != NULL && !requests[0]->check
        ? fitWriteMaterial( requests[0] )
        : status;
    if ( status == ARGS_STATUS_OK && requests[0]->reportFolder != NULL && !requests[0]->check )
    {
        status = fitWriteReport( requests, count );
    }
    return status;
}

int cmdFit( int argc, char** argv )
{
    fitRequest* requests[LAWS_MAX];
    int count = 0, wanted = 1, status = ARGS_STATUS_OK;
    threadPool* pool = NULL;
    for ( int law = 0; law < wanted && status == ARGS_STATUS_OK; ++law )
    {
        fitRequest* request = needMemory( 1, sizeof *request );
        if ( !parse( request, law, argc, argv, &status ) )
        {
            free( request );
            break;
        }
        requests[count++] = request;
        wanted = request->laws.count > LAWS_MAX ? LAWS_MAX
            : request->laws.count > 1           ? request->laws.count
                                                : 1;
        if ( law == 0 )
        {
            osWatchSignals();
            pool = threadPoolStart( request->threads );
        }
        status = prepare( request );
    }
    for ( int law = 0; law < count && status == ARGS_STATUS_OK; ++law ) { status = runFit( requests[law] ); }
    bool parsed = count > 0;
    status = parsed && status == ARGS_STATUS_OK ? writeAll( requests, count ) : status;
    threadPoolStop( pool );
    for ( int i = 0; i < count; ++i ) { destroy( requests[i] ); }
    if ( parsed && osSignalCaught() ) { osEndBySignal(); }
    return status;
}
