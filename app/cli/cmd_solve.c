// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include "base/args.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/os.h"
#include "slipstick/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOLVERS_MAX 32

typedef struct Order
{
    const char* path;
    const char* solverName;
    const char* tracePath;
    const char* outPath;
    argsList settings;
    double tolerance;
    int maxIterations;
    bool json;

    ssProblem problem;
    const ssSolver* solvers[SOLVERS_MAX];
    double values[SOLVERS_MAX][SS_SOLVER_PARAMS_MAX];
    int solverCount;
    bool all;
} Order;

// ------------------------------------------------------------------------------------------------- before the solve

static int chooseSolvers( Order* order )
{
    order->all = strcmp( order->solverName, "all" ) == 0;
    if ( order->all )
    {
        for ( int i = 0; i < ssSolverCount() && i < SOLVERS_MAX; ++i )
        {
            order->solvers[order->solverCount++] = ssGetSolver( i );
        }
        return ARGS_STATUS_OK;
    }
    order->solvers[0] = ssFindSolver( order->solverName );
    order->solverCount = 1;
    if ( order->solvers[0] == NULL )
    {
        const char* names[SOLVERS_MAX + 1] = { "all" };
        int count = 1;
        for ( int i = 0; i < ssSolverCount() && count < SOLVERS_MAX; ++i )
        {
            names[count++] = ssGetSolver( i )->name;
        }
        char hint[128];
        argsSuggest( order->solverName, names, count, hint, sizeof( hint ) );
        return argsFail( "solve", "unknown solver '%s'%s `slipstick help solve` lists them",
            order->solverName, hint[0] != 0 ? hint : ";" );
    }
    return ARGS_STATUS_OK;
}

static int unknownKey( const Order* order, const char* key )
{
    const char* names[SOLVERS_MAX * SS_SOLVER_PARAMS_MAX];
    int count = 0;
    for ( int i = 0; i < order->solverCount; ++i )
    {
        for ( int k = 0; k < order->solvers[i]->paramCount; ++k )
        {
            names[count++] = order->solvers[i]->params[k].key;
        }
    }
    char hint[128];
    argsSuggest( key, names, count, hint, sizeof( hint ) );
    return argsFail( "solve", "unknown parameter '%s' of solver '%s'%s `slipstick help solve` lists them",
        key, order->solverName, hint[0] != 0 ? hint : ";" );
}

/// With several solvers a key goes to all that have it.
static int applySettings( Order* order )
{
    for ( int i = 0; i < order->solverCount; ++i )
    {
        for ( int k = 0; k < order->solvers[i]->paramCount; ++k )
        {
            order->values[i][k] = order->solvers[i]->params[k].defaultValue;
        }
    }
    for ( int s = 0; s < order->settings.count; ++s )
    {
        char key[64];
        const char* text = NULL;
        bool known = false;
        if ( !argsSplitPair( order->settings.items[s], key, sizeof( key ), &text ) )
        {
            return argsFail( "solve", "--set %s: expected KEY=VALUE", order->settings.items[s] );
        }
        for ( int i = 0; i < order->solverCount; ++i )
        {
            const ssSolver* solver = order->solvers[i];
            int index = ssFindParam( solver->params, solver->paramCount, key );
            if ( index >= 0 )
            {
                ssResult result = ssParseParam( &solver->params[index], text, &order->values[i][index] );
                if ( result.code != ss_ok )
                {
                    return argsRefuse( "solve", result );
                }
                known = true;
            }
        }
        if ( !known )
        {
            return unknownKey( order, key );
        }
    }
    return ARGS_STATUS_OK;
}

static int readProblem( Order* order )
{
    char* text = NULL;
    size_t length = 0;
    ssResult result = osReadFile( order->path, &text, &length );
    if ( result.code != ss_ok )
    {
        return argsRefuse( "solve", result );
    }
    result = ssReadProblem( text, length, &order->problem );
    free( text );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsFail( "solve", "%s: %s", order->path, result.message );
}

// ----------------------------------------------------------------------------------------------------------- output

static void writeReport(
    jsonWriter* json, const Order* order, const ssSolver* solver, const ssSolveReport* report )
{
    jsonBeginObject( json, NULL );
    jsonText( json, "solver", solver->name );
    jsonText( json, "status", ssSolveStatusName( report->status ) );
    jsonNumber( json, "iterations", report->iterations );
    jsonNumber( json, "residual", report->residual );
    jsonNumber( json, "seconds", report->seconds );
    jsonNumber( json, "contacts", order->problem.contactCount );
    jsonNumber( json, "dimension", order->problem.dimension );
    jsonText( json, "what", report->what );
    jsonEndObject( json );
}

static void writeTable( osWriter* out, const Order* order, const ssSolveReport* reports )
{
    osPrintf( out, "%d contacts, dimension %d\n", order->problem.contactCount, order->problem.dimension );
    osPrintf( out, "%-14s %-11s %10s %12s %11s  %s\n", "solver", "status", "iterations", "residual",
        "seconds", "" );
    for ( int i = 0; i < order->solverCount; ++i )
    {
        const ssSolveReport* report = &reports[i];
        char residual[32] = "-";
        if ( isfinite( report->residual ) )
        {
            snprintf( residual, sizeof( residual ), "%.3e", report->residual );
        }
        osPrintf( out, "%-14s %-11s %10d %12s %11.6f  %s\n", order->solvers[i]->name,
            ssSolveStatusName( report->status ), report->iterations, residual, report->seconds,
            report->what );
    }
}

static int answer( const Order* order, const ssSolveReport* reports )
{
    osWriter* out = NULL;
    ssResult result = osBeginWrite( "-", &out );
    if ( result.code != ss_ok )
    {
        return argsRefuse( "solve", result );
    }
    if ( order->json )
    {
        jsonWriter json = jsonBegin( out );
        if ( order->all )
        {
            jsonBeginObject( &json, NULL );
            jsonBeginArray( &json, "reports" );
        }
        for ( int i = 0; i < order->solverCount; ++i )
        {
            if ( order->all )
            {
                jsonInLine( &json );
            }
            writeReport( &json, order, order->solvers[i], &reports[i] );
        }
        if ( order->all )
        {
            jsonEndArray( &json );
            jsonEndObject( &json );
        }
    }
    else
    {
        writeTable( out, order, reports );
    }
    result = osCommitWrite( out );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "solve", result );
}

static int writeReactions( const Order* order, osWriter* out, const double* p )
{
    static const char* const names[] = { "p_n", "p_t1", "p_t2", "p_r1", "p_r2", "p_s" };
    int d = order->problem.dimension;
    csvWriter csv = csvBeginTable( out );
    csvText( &csv, "contact" );
    for ( int c = 0; c < d; ++c )
    {
        csvText( &csv, names[c] );
    }
    csvEndRow( &csv );
    for ( int i = 0; i < order->problem.contactCount; ++i )
    {
        csvNumber( &csv, i );
        for ( int c = 0; c < d; ++c )
        {
            csvNumber( &csv, p[(size_t)i * (size_t)d + (size_t)c] );
        }
        csvEndRow( &csv );
    }
    ssResult result = osCommitWrite( out );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "solve", result );
}

typedef struct Tracer
{
    csvWriter csv;
    const char* asked; // the solver on the command line; the one at work has a column of its own
    double began;
} Tracer;

static bool traceLine( void* context, const ssSolveIteration* line )
{
    Tracer* tracer = context;
    csvText( &tracer->csv, tracer->asked );
    csvNumber( &tracer->csv, line->iteration );
    csvNumber( &tracer->csv, line->residual );
    csvNumber( &tracer->csv, line->objective );
    csvNumber( &tracer->csv, line->step );
    csvText( &tracer->csv, line->solver );
    csvNumber( &tracer->csv, osSeconds() - tracer->began );
    csvEndRow( &tracer->csv );
    return !osWriteStopped( tracer->csv.out );
}

// ------------------------------------------------------------------------------------------------------------ solve

// Every solver begins at rest. The answer that is written is the best: the least residual, the first of equals.
static int solveAll( Order* order, ssSolveReport* reports, double* p, double* best, Tracer* tracer )
{
    size_t size = (size_t)ssProblem_Size( &order->problem );
    int status = ARGS_STATUS_CHECK_FAILED;
    double least = HUGE_VAL;
    for ( int i = 0; i < order->solverCount; ++i )
    {
        const ssSolver* solver = order->solvers[i];
        ssSolveOptions options = ssDefaultSolveOptions();
        options.tolerance = order->tolerance;
        options.maxIterations = order->maxIterations;
        options.values = order->values[i];
        options.trace = tracer != NULL ? traceLine : NULL;
        options.context = tracer;
        memset( p, 0, size * sizeof( double ) );
        double began = osSeconds();
        if ( tracer != NULL )
        {
            tracer->asked = solver->name;
            tracer->began = began;
        }
        ssResult result = ssSolve( solver, &order->problem, &options, p, &reports[i] );
        reports[i].seconds = osSeconds() - began;
        if ( result.code != ss_ok )
        {
            if ( !order->all || result.code == ss_errorMemory )
            {
                return argsRefuse( "solve", result );
            }
            snprintf( reports[i].what, sizeof( reports[i].what ), "%s", result.message );
        }
        if ( reports[i].residual < least )
        {
            least = reports[i].residual;
            memcpy( best, p, size * sizeof( double ) );
        }
        if ( reports[i].status == ss_solveConverged )
        {
            status = ARGS_STATUS_OK;
        }
    }
    return status;
}

#define POINTED_CONTACTS_MAX 5000

/// When nothing converged, the reason may lie in the problem.
static void sayWhetherWedged( const Order* order )
{
    ssPointedness pointedness;
    if ( order->problem.contactCount <= POINTED_CONTACTS_MAX &&
        ssProblem_CheckPointed( &order->problem, &pointedness, NULL ).code == ss_ok && pointedness.wedged )
    {
        fprintf( stderr, "slipstick solve: %s\n", pointedness.message );
    }
}

static int carryOut( Order* order )
{
    bool outIsStream = order->outPath != NULL && strcmp( order->outPath, "-" ) == 0;
    bool traceIsStream = order->tracePath != NULL && strcmp( order->tracePath, "-" ) == 0;
    if ( outIsStream || traceIsStream )
    {
        return argsFail( "solve", "%s - : the report is on standard output; give %s a file",
            outIsStream ? "--out" : "--trace", outIsStream ? "--out" : "--trace" );
    }
    if ( order->outPath != NULL && order->tracePath != NULL &&
        strcmp( order->outPath, order->tracePath ) == 0 )
    {
        return argsFail( "solve", "--out and --trace: both are '%s'; give each its own", order->outPath );
    }
    int status = chooseSolvers( order );
    status = status == ARGS_STATUS_OK ? applySettings( order ) : status;
    status = status == ARGS_STATUS_OK ? readProblem( order ) : status;
    if ( status != ARGS_STATUS_OK )
    {
        return status;
    }
    size_t size = ( (size_t)ssProblem_Size( &order->problem ) + 1 ) * sizeof( double );
    double *p = ssAlloc( size ), *best = ssAlloc( size );
    ssSolveReport reports[SOLVERS_MAX] = { 0 };
    osWriter *out = NULL, *trace = NULL;
    ssResult result = p != NULL && best != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory" );
    if ( result.code == ss_ok && order->outPath != NULL )
    {
        result = osBeginWrite( order->outPath, &out );
    }
    if ( result.code == ss_ok && order->tracePath != NULL )
    {
        result = osBeginWrite( order->tracePath, &trace );
    }
    if ( result.code != ss_ok )
    {
        status = argsRefuse( "solve", result );
        osAbortWrite( out );
        osAbortWrite( trace );
        ssRelease( p );
        ssRelease( best );
        return status;
    }
    Tracer tracer = { .csv = csvBeginTable( trace ) };
    if ( trace != NULL )
    {
        osWriteText( trace, "solver,iteration,residual,objective,step,at_work,seconds\n" );
    }
    status = solveAll( order, reports, p, best, trace != NULL ? &tracer : NULL );
    if ( status == ARGS_STATUS_OK || status == ARGS_STATUS_CHECK_FAILED )
    {
        if ( status == ARGS_STATUS_CHECK_FAILED )
        {
            sayWhetherWedged( order );
        }
        int done = answer( order, reports );
        status = done != ARGS_STATUS_OK ? done : status;
        if ( out != NULL )
        {
            done = writeReactions( order, out, best );
            status = done != ARGS_STATUS_OK ? done : status;
        }
        if ( trace != NULL )
        {
            result = osCommitWrite( trace );
            status = result.code != ss_ok ? argsRefuse( "solve", result ) : status;
        }
    }
    else
    {
        osAbortWrite( out );
        osAbortWrite( trace );
    }
    ssRelease( p );
    ssRelease( best );
    return status;
}

/// The solvers and their parameters, for the help.
static void describeSolvers( char* text, size_t capacity )
{
    size_t used = 0;
    text[0] = 0;
    for ( int i = -1; i < ssSolverCount() && used < capacity; ++i )
    {
        const ssSolver* solver = i >= 0 ? ssGetSolver( i ) : NULL;
        int length = solver == NULL
            ? snprintf( text, capacity,
                  "Reads slipstick's JSON form, Siconos' text form and FCLIB's HDF5 files, told apart by "
                  "content. "
                  "With\n`all` the answer of --out is the one with the least residual. Status 1 when nothing "
                  "converged. Solvers:" )
            : snprintf( text + used, capacity - used, "\n  %-14s %s (%s)", solver->name, solver->label,
                  solver->source );
        used += length > 0 ? (size_t)length : 0;
        for ( int k = 0; solver != NULL && k < solver->paramCount && used < capacity; ++k )
        {
            length = snprintf( text + used, capacity - used, "%s%s",
                k == 0 ? "\n                 --set " : ", ", solver->params[k].key );
            used += length > 0 ? (size_t)length : 0;
        }
    }
}

int cmdSolve( int argc, char** argv )
{
    Order order = { .solverName = "auto", .tolerance = 1e-8 };
    static char notes[4096];
    describeSolvers( notes, sizeof( notes ) );
    const argsOption options[] = {
        { "--solver", "NAME|all", "which solver (default auto)", .text = &order.solverName },
        { "--set", "K=V", "a parameter of the solver; repeatable", .list = &order.settings },
        { "--tol", "X", "judged residual to reach (default 1e-8)", .number = &order.tolerance, .above = true,
            .allowed = "> 0" },
        { "--max-iterations", "N", "iteration limit (default: the solver's own)",
            .integer = &order.maxIterations, .min = 1.0, .max = 1e9 },
        { "--trace", "FILE", "write residual and objective per iteration as CSV", .text = &order.tracePath },
        { "--out", "FILE", "write the reactions as CSV, in the file's units", .text = &order.outPath },
        { "--json", NULL, "the report as JSON", .flag = &order.json },
    };
    argsSpec spec = { .command = "solve",
        .summary = "Solves a contact problem from a file and judges the answer.",
        .usage = "FILE [options]",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .notes = notes,
        .wordMin = 1,
        .wordMax = 1,
        .wordName = "FILE" };
    int status = ARGS_STATUS_OK;
    if ( argsParse( &spec, argc, argv, &status ) == false )
    {
        return status;
    }
    order.path = spec.words.items[0];
    status = carryOut( &order );
    ssProblem_Destroy( &order.problem );
    return status;
}
