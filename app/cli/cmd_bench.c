// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/grow.h"
#include "cli/bench/bench_report.h"
#include "cli/bench/bench_table.h"
#include "cli/bench/engine_trial.h"
#include "cli/commands.h"
#include "slipstick/param.h"

#include <stdlib.h>
#include <string.h>

// `slipstick bench`: chooses the benchmarks, runs them one after another and prints what they measured.

#define BENCHES_MAX 32

typedef struct benchChoice
{
    const benchEntry* entries[BENCHES_MAX]; // in alphabetical order
    bool chosen[BENCHES_MAX];
    int count;
} benchChoice;

/// Merges the benchmark of the window into the table, in alphabetical order.
static void listBenches( const benchEntry* view, benchChoice* choice )
{
    choice->count = 0;
    for ( int i = 0; i < bench_tableCount && choice->count < BENCHES_MAX - 1; ++i )
    {
        if ( view != NULL && strcmp( view->name, bench_table[i]->name ) < 0 )
        {
            choice->entries[choice->count++] = view;
            view = NULL;
        }
        choice->entries[choice->count++] = bench_table[i];
    }
    if ( view != NULL ) { choice->entries[choice->count++] = view; }
}

static int unknownBench( const benchChoice* choice, const char* word )
{
    const char* names[BENCHES_MAX];
    for ( int i = 0; i < choice->count; ++i ) { names[i] = choice->entries[i]->name; }
    char hint[96];
    return argsFail( "bench", "unknown benchmark '%s'%s `slipstick help bench` shows them all", word,
        argsSuggest( word, names, choice->count, hint, sizeof( hint ) ) );
}

static bool isCalled( const benchEntry* entry, const char* word )
{
    return strcmp( entry->name, word ) == 0 || ( entry->alias != NULL && strcmp( entry->alias, word ) == 0 );
}

/// Marks the named benchmarks, or all of them; an unknown name is an error before the first one starts.
static int chooseBenches( const argsList* words, benchChoice* choice )
{
    for ( int i = 0; i < choice->count; ++i ) { choice->chosen[i] = words->count == 0; }
    for ( int w = 0; w < words->count; ++w )
    {
        int found = -1;
        for ( int i = 0; i < choice->count && found < 0; ++i )
        {
            found = isCalled( choice->entries[i], words->items[w] ) ? i : -1;
        }
        if ( found < 0 ) { return unknownBench( choice, words->items[w] ); }
        choice->chosen[found] = true;
    }
    return ARGS_STATUS_OK;
}

/// Takes a step size: 0.001 or 1/240. NULL: none is given.
static int takeStep( const char* text, double* h )
{
    bool share = text != NULL && strncmp( text, "1/", 2 ) == 0;
    bool good = text == NULL || ssParseNumber( text + ( share ? 2 : 0 ), h );
    *h = good && share ? 1.0 / *h : *h;
    return good && ( text == NULL || ( *h > 1e-6 && *h < 1.0 ) )
        ? ARGS_STATUS_OK
        : argsFail( "bench", "--h %s: expected a step size, such as 0.005 or 1/240", text );
}

/// With `all`, benchmarks that are not supported on this machine are left out.
static int carryOut( benchRun* run, const benchChoice* choice, bool all, bool json )
{
    for ( int i = 0; i < choice->count; ++i )
    {
        if ( choice->chosen[i] == false ) { continue; }
        run->name = choice->entries[i]->name;
        ssResult result = choice->entries[i]->run( run );
        if ( result.code != ss_ok )
        {
            int status = argsRefuse( "bench", result );
            if ( run->unsupported && all )
            {
                run->unsupported = false;
                continue;
            }
            return run->unsupported || result.code == ss_errorMemory ? ARGS_STATUS_UNSUPPORTED : status;
        }
    }
    if ( run->engines.check != NULL ) { return run->failed ? ARGS_STATUS_CHECK_FAILED : ARGS_STATUS_OK; }
    osWriter* out = osOpenWrite( "-" );
    ( json ? benchAnswerAsJson : benchAnswerAsText )( out, run );
    return argsCommit( "bench", out );
}

int cmdBench( int argc, char** argv, const benchEntry* view )
{
    benchChoice choice;
    listBenches( view, &choice );
    bool json = false, quick = false;
    int spheres = 0;
    argsList runners = { 0 };
    const char* step = NULL;
    benchEngines engines = { .iterations = -1, .address = "slipstick.html" };
    const char *problems = getenv( "SLIPSTICK_PROBLEMS" ), *logs = NULL;
    const argsOption options[] = {
        { "--problems", "DIR", "for solve: also the contact problems in this folder ($SLIPSTICK_PROBLEMS)",
            .text = &problems },
        { "--logs", "DIR", "for engines: keep their contact logs in this folder", .text = &logs },
        { "--report", "DIR", "for engines: a page with errors, costs, causes and commands",
            .text = &engines.report },
        { "--scene", "NAME", "for engines: this scene alone", .text = &engines.scene },
        { "--engine", "NAME", "for engines: this runner alone", .text = &engines.engine },
        { "--h", "S", "for engines: this step size alone, such as 1/240", .text = &step },
        { "--iterations", "N", "for engines: so many, 0: the engine's default",
            .integer = &engines.iterations, .min = 0.0, .max = 1e6 },
        { "--runner", "RUNNER", "for engines: NAME=COMMAND, a runner of yours; repeatable",
            .list = &runners },
        { "--check", "NAME", "for engines: does this runner keep to the protocol?", .text = &engines.check },
        { "--address", "URL", "for engines: of a page of Slipstick, for the links in the report",
            .text = &engines.address },
        { "--spheres", "N", "for threads: piles of this size alone, 10 to 1000000", .integer = &spheres,
            .min = 10.0, .max = 1e6 },
        { "--json", NULL, "print JSON, for scripts", .flag = &json },
        { "--quick", NULL, "few items and repeats: shows that it works, measures nothing", .flag = &quick },
    };
    char notes[2048] = "Times are the fastest of several repeats, in nanoseconds per item, beside a plain "
                       "memcpy of the same\ndata. Without a name, all benchmarks run:";
    for ( int i = 0; i < choice.count; ++i )
    {
        addText( notes, sizeof( notes ), "\n  %-12s %s", choice.entries[i]->name, choice.entries[i]->doc );
    }
    argsSpec spec = { "bench", .summary = "Measures how long the building blocks take on this machine.",
        .usage = "[NAME...] [options]", .notes = notes, ARGS_OPTIONS( options ), .wordMax = ARGS_LIST_MAX,
        .wordName = "NAME" };
    ARGS_PARSE( &spec, argc, argv );
    int status = chooseBenches( &spec.words, &choice );
    if ( status != ARGS_STATUS_OK ) { return status; }
    status = takeStep( step, &engines.h );
    if ( status != ARGS_STATUS_OK ) { return status; }
    engines.runners = runners.items;
    engines.runnerCount = runners.count;
    benchRun* run = needMemory( 1, sizeof( *run ) );
    run->quick = quick;
    run->problems = problems != NULL && problems[0] != 0 ? problems : NULL;
    run->logs = logs;
    run->engines = engines;
    run->spheres = spheres;
    run->repeats = quick ? 2 : 9;
    status = carryOut( run, &choice, spec.words.count == 0, json );
    for ( int i = 0; i < run->trialCount; ++i ) { engineTrial_Destroy( &run->trials[i] ); }
    free( run->trials );
    free( run );
    return status;
}
