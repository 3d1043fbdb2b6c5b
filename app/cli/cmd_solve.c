// SPDX-License-Identifier: MIT
#include "base/args_law.h"
#include "base/contact_file.h"
#include "base/csv_table.h"
#include "base/grow.h"
#include "base/json_writer.h"
#include "base/reactions.h"
#include "base/solve_trouble.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "cli/solve_judge.h"
#include "slipstick/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick solve`: solves a contact problem from a file with one solver or all, and judges the answers.

#define SOLVERS_MAX 64
#define TIME_LIMIT 10.0 // [s] by default, up to LIMIT_CONTACTS and in proportion beyond
#define LIMIT_CONTACTS 5000

typedef struct Request
{
    const char* path;
    const char* lawName;
    ssLawDef law; // its program is NULL without --law
    const char* solverName;
    const char* tracePath;
    const char* outPath;
    const char* judgePath; // answers of others to judge, instead of solving
    argsList settings;
    double tolerance;
    double timeLimit; // [s] of every solver; 0: none, negative: by the number of contacts
    int maxIterations;
    int threads;
    bool json;
    bool policy;

    ssProblem problem;
    const ssSolver* solvers[SOLVERS_MAX];
    ssSolveOptions options[SOLVERS_MAX];
    bool timedOut[SOLVERS_MAX];
    solveTrouble troubles[SOLVERS_MAX];
    bool isTroubled[SOLVERS_MAX]; // it did not converge, and what holds it up is known
    int solverCount;
    bool all;
    solveInfeasible infeasible; // filled where nothing converged
} Request;

static int chooseSolvers( Request* request )
{
    request->solverName = request->solverName != NULL ? request->solverName : "auto";
    request->all = strcmp( request->solverName, "all" ) == 0;
    if ( request->all )
    {
        for ( int i = 0; i < ssSolverCount() && i < SOLVERS_MAX; ++i )
        {
            request->solvers[request->solverCount++] = ssGetSolver( i );
        }
        return ARGS_STATUS_OK;
    }
    request->solvers[0] = ssFindSolver( request->solverName );
    request->solverCount = 1;
    if ( request->solvers[0] == NULL )
    {
        const char* names[SOLVERS_MAX + 1] = { "all" };
        int count = 1;
        for ( int i = 0; i < ssSolverCount() && count < SOLVERS_MAX; ++i )
        {
            names[count++] = ssGetSolver( i )->name;
        }
        char hint[128];
        return argsFail( "solve", "unknown solver '%s'%s `slipstick help solve` shows them all",
            request->solverName, argsSuggest( request->solverName, names, count, hint, sizeof( hint ) ) );
    }
    return ARGS_STATUS_OK;
}

static int unknownKey( const Request* request, const char* key )
{
    const char* names[SOLVERS_MAX * SS_SOLVER_PARAMS_MAX];
    int count = 0;
    for ( int i = 0; i < request->solverCount; ++i )
    {
        for ( int k = 0; k < request->solvers[i]->paramCount; ++k )
        {
            names[count++] = request->solvers[i]->params[k].key;
        }
    }
    char hint[128];
    if ( request->judgePath != NULL )
    {
        return argsFail( "solve", "--set %s with --judge: expected law.K of the law of --law", key );
    }
    return argsFail( "solve", "unknown parameter '%s' of solver '%s'%s `slipstick help solve` shows them all",
        key, request->solverName, argsSuggest( key, names, count, hint, sizeof( hint ) ) );
}

static int compileLaw( Request* request )
{
    int status = ARGS_STATUS_OK;
    ssLawProgram* law =
        request->lawName != NULL ? argsCompileLaw( "solve", request->lawName, &status ) : NULL;
    if ( law != NULL ) { request->law = ssTextLawDef( law ); }
    return status;
}

/// Sets a parameter of the typed law. False: it has none of that name.
static bool setLawParam( Request* request, const char* key, const char* text, ssResult* result )
{
    const ssLawProgram* law = request->law.program;
    const char* name = strncmp( key, "law.", 4 ) == 0 ? key + 4 : key;
    int row = law != NULL
        ? ssFindParam( ssLawProgram_Info( law )->params, ssLawProgram_Info( law )->paramCount, name )
        : -1;
    *result = row >= 0
        ? ssParseParam( ssLawProgram_Info( law )->params + row, text, request->law.programValues + row )
        : ssOk();
    return row >= 0;
}

/// A key applies to all solvers that have it; one that none has may be of the typed law.
static int applySettings( Request* request )
{
    for ( int i = 0; i < request->solverCount; ++i ) { request->options[i] = ssDefaultSolveOptions(); }
    for ( int s = 0; s < request->settings.count; ++s )
    {
        char key[64];
        const char* text = NULL;
        bool known = false;
        if ( !argsSplitPair( request->settings.items[s], key, sizeof( key ), &text ) )
        {
            return argsFail( "solve", "--set %s: expected KEY=VALUE", request->settings.items[s] );
        }
        for ( int i = 0; i < request->solverCount; ++i )
        {
            const ssSolver* solver = request->solvers[i];
            int index = ssFindParam( solver->params, solver->paramCount, key );
            if ( index >= 0 )
            {
                double value = 0.0;
                ssResult result = ssParseParam( &solver->params[index], text, &value );
                result = result.code == ss_ok
                    ? ssSolveOptions_Set( &request->options[i], solver->params[index].key, value )
                    : result;
                if ( result.code != ss_ok ) { return argsRefuse( "solve", result ); }
                known = true;
            }
        }
        ssResult result = ssOk();
        if ( !known && !setLawParam( request, key, text, &result ) ) { return unknownKey( request, key ); }
        if ( result.code != ss_ok ) { return argsRefuse( "solve", result ); }
    }
    return ARGS_STATUS_OK;
}

static int readProblem( Request* request )
{
    ssResult result = problemRead( request->path, &request->problem );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "solve", result );
}

/// Gives all contacts the typed law.
static int replaceLaw( Request* request )
{
    ssResult result =
        request->law.program != NULL ? ssProblem_SetLaw( &request->problem, &request->law ) : ssOk();
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "solve", result );
}

/// How solver i ended, in a word.
static const char* statusOf( const Request* request, const ssSolveReport* reports, int i )
{
    ssStatus status = reports[i].status;
    bool failed = status != ss_statusConverged && status != ss_statusRefused && status != ss_statusNoMemory;
    return failed && request->infeasible.certificate.found ? "infeasible"
        : request->timedOut[i]                             ? "time-limit"
                                                           : ssStatusName( status );
}

static void writeReport( jsonWriter* json, const Request* request, const ssSolveReport* reports, int i )
{
    const ssSolveReport* report = &reports[i];
    jsonBeginObject( json, NULL );
    jsonMembers( json, "solver", request->solvers[i]->name, "status", statusOf( request, reports, i ),
        "iterations", report->iterations, "residual", report->residual, "seconds", report->seconds,
        "contacts", request->problem.contactCount, "dimension", request->problem.dimension, "what",
        report->what );
    if ( request->isTroubled[i] ) { solveWriteTrouble( json, &request->troubles[i] ); }
    if ( strcmp( statusOf( request, reports, i ), "infeasible" ) == 0 )
    {
        solveWriteCertificate( json, &request->infeasible );
    }
    jsonEndObject( json );
}

static void writeTable( osWriter* out, const Request* request, const ssSolveReport* reports )
{
    osPrintf( out, "%d contacts, dimension %d\n", request->problem.contactCount, request->problem.dimension );
    osPrintf( out, "%-14s %-11s %10s %12s %11s  %s\n", "solver", "status", "iterations", "residual",
        "seconds", "" );
    for ( int i = 0; i < request->solverCount; ++i )
    {
        const ssSolveReport* report = &reports[i];
        char residual[32] = "-";
        if ( isfinite( report->residual ) )
        {
            snprintf( residual, sizeof( residual ), "%.3e", report->residual );
        }
        osPrintf( out, "%-14s %-11s %10d %12s %11.6f  %s\n", request->solvers[i]->name,
            statusOf( request, reports, i ), report->iterations, residual, report->seconds, report->what );
    }
}

/// Says why there is no answer: there can be none, or how near the best one came.
static void printReason( osWriter* out, const Request* request, const ssSolveReport* reports, int best )
{
    if ( request->infeasible.certificate.found ) { solvePrintInfeasible( out, &request->infeasible ); }
    else if ( isfinite( reports[best].residual ) )
    {
        osPrintf( out, "no solution found; %s at a residual of %.3g; the nearest state found:\n",
            reports[best].status == ss_statusStalled ? "stalled" : "ended", reports[best].residual );
    }
    if ( request->all && request->isTroubled[best] )
    {
        osPrintf( out, "The best answer is that of %s:\n", request->solvers[best]->name );
    }
    if ( request->isTroubled[best] ) { solvePrintTrouble( out, &request->troubles[best] ); }
}

/// `best` is the solver with the best answer where none converged, -1 otherwise.
static int writeReports( const Request* request, const ssSolveReport* reports, int best )
{
    osWriter* out = osOpenWrite( "-" );
    if ( request->json )
    {
        jsonWriter json = jsonBegin( osText( out ) );
        if ( request->all )
        {
            jsonBeginObject( &json, NULL );
            jsonBeginArray( &json, "reports" );
        }
        for ( int i = 0; i < request->solverCount; ++i )
        {
            if ( request->all ) { jsonInLine( &json ); }
            writeReport( &json, request, reports, i );
        }
        if ( request->all )
        {
            jsonEndArray( &json );
            jsonEndObject( &json );
        }
    }
    else
    {
        writeTable( out, request, reports );
        if ( best >= 0 ) { printReason( out, request, reports, best ); }
    }
    return argsCommit( "solve", out );
}

typedef struct Tracer
{
    csvWriter csv;
    const char* solver; // as on the command line; the one at work has a column of its own
    double began;       // start of the solve [s]
} Tracer;

static bool traceLine( void* context, const ssSolveIteration* line )
{
    Tracer* tracer = context;
    csvText( &tracer->csv, tracer->solver );
    csvNumber( &tracer->csv, line->iteration );
    csvNumber( &tracer->csv, line->residual );
    csvNumber( &tracer->csv, line->objective );
    csvNumber( &tracer->csv, line->step );
    csvText( &tracer->csv, line->solver );
    csvNumber( &tracer->csv, osSeconds() - tracer->began );
    csvEndRow( &tracer->csv );
    return !osWriteStopped( tracer->csv.out );
}

static bool isPast( void* context ) { return osSeconds() > *(const double*)context; }

static double limitOf( const Request* request )
{
    double share = (double)request->problem.contactCount / LIMIT_CONTACTS;
    return request->timeLimit > 0.0 ? request->timeLimit
        : request->timeLimit == 0.0 ? HUGE_VAL
                                    : TIME_LIMIT * ssMax( share, 1.0 );
}

// The files to write, opened before the solve so that bad ones fail early, and the reactions.
typedef struct Output
{
    osWriter *reactions, *trace;
    double *p, *best;
    double residual; // of the best
    int bestSolver;  // whose it is
} Output;

// Runs every solver from zero; `output->best` gets the smallest residual, the first of equals.
static int solveAll( Request* request, ssSolveReport* reports, Output* output, Tracer* tracer )
{
    double *p = output->p, *best = output->best;
    size_t size = (size_t)ssProblem_Size( &request->problem );
    int status = ARGS_STATUS_CHECK_FAILED;
    output->residual = HUGE_VAL;
    for ( int i = 0; i < request->solverCount; ++i )
    {
        const ssSolver* solver = request->solvers[i];
        ssSolveOptions options = request->options[i];
        options.tolerance = request->tolerance;
        options.maxIterations = request->maxIterations;
        options.trace = tracer != NULL ? traceLine : NULL;
        options.context = tracer;
        memset( p, 0, size * sizeof( double ) );
        double limit = limitOf( request ), began = osSeconds(), end = began + limit;
        options.stop = isPast;
        options.stopContext = &end;
        if ( tracer != NULL )
        {
            tracer->solver = solver->name;
            tracer->began = began;
        }
        ssResult result = ssSolve( solver, &request->problem, &options, p, &reports[i] );
        reports[i].seconds = osSeconds() - began;
        request->timedOut[i] = reports[i].status == ss_statusCancelled && reports[i].seconds >= limit;
        if ( result.code != ss_ok )
        {
            if ( !request->all || result.code == ss_errorMemory ) { return argsRefuse( "solve", result ); }
            snprintf( reports[i].what, sizeof( reports[i].what ), "%s", result.message );
        }
        request->isTroubled[i] = result.code == ss_ok && reports[i].status != ss_statusConverged &&
            solveFindTrouble( &request->problem, p, request->tolerance, &request->troubles[i] );
        if ( reports[i].residual < output->residual )
        {
            output->bestSolver = i;
            output->residual = reports[i].residual;
            memcpy( best, p, size * sizeof( double ) );
        }
        status = reports[i].status == ss_statusConverged ? ARGS_STATUS_OK : status;
    }
    return status;
}

#define CHECKED_CONTACTS_MAX 2000 // the check of larger problems would take longer than many solves

/// Looks for a certificate that a problem without answer has no solution; a message tells if bodies are
/// wedged without one, or the problem is too large. Returns the status.
static int explainFailure( Request* request, ssSolveReport* reports, Output* output )
{
    ssPointedness pointedness;
    bool isFree =
        strcmp( request->solvers[0]->name, "auto" ) == 0 && request->maxIterations == 0 && !request->all;
    if ( request->problem.contactCount > CHECKED_CONTACTS_MAX )
    {
        fprintf( stderr,
            "slipstick solve: not checked whether bodies are wedged: %d contacts, at most %d are checked\n",
            request->problem.contactCount, CHECKED_CONTACTS_MAX );
        return ARGS_STATUS_CHECK_FAILED;
    }
    if ( solveFindInfeasible( &request->problem, request->tolerance, isFree ? output->best : NULL, reports,
             &request->infeasible ) &&
        isFree )
    {
        request->timedOut[0] = request->isTroubled[0] = false;
        output->residual = reports[0].residual;
        return ARGS_STATUS_OK;
    }
    if ( !request->infeasible.certificate.found &&
        ssProblem_CheckPointed( &request->problem, &pointedness, NULL ).code == ss_ok && pointedness.wedged )
    {
        fprintf( stderr, "slipstick solve: %s\n", pointedness.message );
    }
    return ARGS_STATUS_CHECK_FAILED;
}

static int checkPaths( const Request* request )
{
    if ( request->judgePath != NULL &&
        ( request->tracePath != NULL || request->maxIterations > 0 || request->solverName != NULL ||
            request->timeLimit >= 0.0 ) )
    {
        return argsFail( "solve",
            "--judge solves nothing; allowed with it: --tol, --law, --set law.K, --out, --threads, --json" );
    }
    bool outIsStream = request->outPath != NULL && strcmp( request->outPath, "-" ) == 0;
    bool traceIsStream = request->tracePath != NULL && strcmp( request->tracePath, "-" ) == 0;
    if ( outIsStream || traceIsStream )
    {
        return argsFail( "solve", "%s -: the report goes to stdout; give %s a file",
            outIsStream ? "--out" : "--trace", outIsStream ? "--out" : "--trace" );
    }
    if ( request->outPath != NULL && request->tracePath != NULL &&
        strcmp( request->outPath, request->tracePath ) == 0 )
    {
        return argsFail(
            "solve", "--out and --trace are both '%s'; give each its own file", request->outPath );
    }
    return ARGS_STATUS_OK;
}

static ssResult openOutput( const Request* request, Output* output )
{
    size_t size = ( (size_t)ssProblem_Size( &request->problem ) + 1 ) * sizeof( double );
    output->p = ssAlloc( size );
    output->best = ssAlloc( size );
    SS_TRY( output->p != NULL && output->best != NULL
            ? ssOk()
            : ssError( ss_errorMemory, NULL, "out of memory for the reactions" ) );
    SS_TRY( request->outPath != NULL ? osBeginWrite( request->outPath, &output->reactions ) : ssOk() );
    return request->tracePath != NULL ? osBeginWrite( request->tracePath, &output->trace ) : ssOk();
}

// Prints the reports and completes the files. `status` is that of the solve; an error takes its place.
static int finishOutput( const Request* request, Output* output, const ssSolveReport* reports, int status )
{
    int done = writeReports( request, reports, status == ARGS_STATUS_OK ? -1 : output->bestSolver );
    status = done != ARGS_STATUS_OK ? done : status;
    if ( output->reactions != NULL )
    {
        double tolerance = ssMax( request->tolerance, output->residual );
        ssResult result = reactionsWrite( output->reactions, &request->problem, output->best, tolerance );
        status = result.code != ss_ok ? argsRefuse( "solve", result ) : status;
        output->reactions = NULL;
    }
    if ( output->trace != NULL )
    {
        ssResult result = osCommitWrite( output->trace );
        status = result.code != ss_ok ? argsRefuse( "solve", result ) : status;
        output->trace = NULL;
    }
    return status;
}

static int solveProblem( Request* request, Output* output )
{
    ssResult result = openOutput( request, output );
    if ( result.code != ss_ok ) { return argsRefuse( "solve", result ); }
    Tracer tracer = { .csv = csvBeginTable( output->trace ) };
    if ( output->trace != NULL )
    {
        osWriteText( output->trace, "solver,iteration,residual,objective,step,at_work,seconds\n" );
    }
    ssSolveReport reports[SOLVERS_MAX] = { 0 };
    int status = solveAll( request, reports, output, output->trace != NULL ? &tracer : NULL );
    status = status == ARGS_STATUS_CHECK_FAILED ? explainFailure( request, reports, output ) : status;
    return status == ARGS_STATUS_OK || status == ARGS_STATUS_CHECK_FAILED
        ? finishOutput( request, output, reports, status )
        : status;
}

static int carryOut( Request* request )
{
    int status = checkPaths( request );
    status = status == ARGS_STATUS_OK && request->judgePath == NULL ? chooseSolvers( request ) : status;
    status = status == ARGS_STATUS_OK ? compileLaw( request ) : status;
    status = status == ARGS_STATUS_OK ? applySettings( request ) : status;
    status = status == ARGS_STATUS_OK ? readProblem( request ) : status;
    status = status == ARGS_STATUS_OK ? replaceLaw( request ) : status;
    if ( status != ARGS_STATUS_OK ) { return status; }
    if ( request->judgePath != NULL )
    {
        return solveJudge(
            &request->problem, request->judgePath, request->outPath, request->tolerance, request->json );
    }
    Output output = { 0 };
    status = solveProblem( request, &output );
    osAbortWrite( output.reactions );
    osAbortWrite( output.trace );
    ssRelease( output.p );
    ssRelease( output.best );
    ssRelease( request->infeasible.p );
    return status;
}

/// The solvers and their parameters, for the help.
static void describeSolvers( char* text, size_t capacity )
{
    snprintf( text, capacity,
        "Reads Slipstick's JSON form, the text form of Siconos and FCLIB's HDF5 files, told apart by their "
        "content.\nWith `all`, --out writes the answer with the smallest residual. The status is 1 when "
        "nothing converged; a solver that was ended by --time-limit leaves its best answer.\n--judge reads "
        "what --out writes, from whatever solver: contact, p_n, p_t1 …; the status is 1 when it is no "
        "solution to --tol.\nSolvers:" );
    for ( int i = 0; i < ssSolverCount(); ++i )
    {
        const ssSolver* solver = ssGetSolver( i );
        addText( text, capacity, "\n  %-14s %s (%s)", solver->name, solver->label, solver->source );
        for ( int k = 0; k < solver->paramCount; ++k )
        {
            addText(
                text, capacity, "%s%s", k == 0 ? "\n                 --set " : ", ", solver->params[k].key );
        }
    }
}

static int printPolicy( const Request* request, const argsSpec* spec )
{
    if ( spec->words.count > 0 || request->settings.count > 0 || request->tracePath != NULL ||
        request->outPath != NULL || request->judgePath != NULL )
    {
        return argsFail( "solve", "--policy solves nothing; allowed with it: --json" );
    }
    ssResult result = solvePrintPolicy( request->json );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "solve", result );
}

int cmdSolve( int argc, char** argv )
{
    Request request = { .tolerance = 1e-8, .timeLimit = -1.0, .threads = osProcessorCount() };
    static char notes[4096];
    describeSolvers( notes, sizeof( notes ) );
    const argsOption options[] = {
        { "--solver", "NAME|all", "which solver (default auto); all runs every one",
            .text = &request.solverName },
        { "--set", "K=V", "a parameter of the solver, or law.K of the law; repeatable",
            .list = &request.settings },
        { "--law", "FILE", "a typed law for all contacts, from a file or a shipped one",
            .text = &request.lawName },
        { "--tol", "X", "judged residual to reach (default 1e-8)", .number = &request.tolerance,
            .above = true, .allowed = "> 0" },
        { "--max-iterations", "N", "iteration limit (default: the solver's own)",
            .integer = &request.maxIterations, .min = 1.0, .max = 1e9 },
        { "--time-limit", "S",
            "seconds after which a solver is ended (default 10, beyond 5000 contacts in proportion); 0: none",
            .number = &request.timeLimit, .allowed = ">= 0" },
        { "--threads", "N", "threads (default: all processors); a converged answer does not depend on it",
            .integer = &request.threads, .min = 1, .max = 256 },
        { "--trace", "FILE", "write residual and objective of every iteration as CSV",
            .text = &request.tracePath, .writes = true },
        { "--out", "FILE", "write reactions, velocities and modes as CSV, in the units of the file",
            .text = &request.outPath, .writes = true },
        { "--judge", "FILE", "judge the reactions of this CSV instead of solving",
            .text = &request.judgePath },
        { "--json", NULL, "print the report, or the policy, as JSON", .flag = &request.json },
        { "--policy", NULL, "print what `auto` and a world's rescue call, when and why; needs no FILE",
            .flag = &request.policy },
    };
    argsSpec spec = { "solve", .summary = "Solves a contact problem from a file and judges the answer.",
        .usage = "FILE [options] | FILE --judge REACTIONS.csv [--tol X] [--law FILE] [--out FILE] [--json] | "
                 "--policy [--json]",
        ARGS_OPTIONS( options ), .notes = notes, .wordMax = 1, .wordName = "FILE" };
    ARGS_PARSE( &spec, argc, argv );
    if ( request.policy ) { return printPolicy( &request, &spec ); }
    if ( spec.words.count == 0 ) { return argsFail( "solve", "needs FILE: slipstick solve %s", spec.usage ); }
    request.path = spec.words.items[0];
    threadPool* pool = threadPoolStart( request.threads );
    int status = carryOut( &request );
    threadPoolStop( pool );
    ssProblem_Destroy( &request.problem );
    ssLawProgram_Release( request.law.program );
    return status;
}
