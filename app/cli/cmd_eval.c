// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/eval/eval_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    whatsMax = 64
};

static const evalWhat* findWhat( const char* name )
{
    for ( int i = 0; i < eval_tableCount; ++i )
    {
        if ( strcmp( eval_table[i]->name, name ) == 0 )
        {
            return eval_table[i];
        }
    }
    return NULL;
}

static int unknownWhat( const char* name )
{
    const char* names[whatsMax];
    int count = 0;
    for ( int i = 0; i < eval_tableCount && count < whatsMax; ++i )
    {
        names[count++] = eval_table[i]->name;
    }
    char hint[96];
    argsSuggest( name, names, count, hint, sizeof( hint ) );
    return argsFail(
        "eval", "unknown formula '%s'%s `slipstick help eval` shows all", name, hint[0] != 0 ? hint : ";" );
}

static int readKeys( const evalWhat* what, const argsList* sets, evalRun* run )
{
    for ( int i = 0; i < what->paramCount; ++i )
    {
        run->values[i] = what->params[i].defaultValue;
    }
    for ( int i = 0; i < sets->count; ++i )
    {
        char key[64];
        const char* text = NULL;
        if ( argsSplitPair( sets->items[i], key, sizeof( key ), &text ) == false )
        {
            return argsFail( "eval", "--set %s: expected KEY=VALUE", sets->items[i] );
        }
        int param = ssFindParam( what->params, what->paramCount, key );
        if ( param < 0 )
        {
            const char* names[EVAL_PARAMS_MAX];
            for ( int k = 0; k < what->paramCount; ++k )
            {
                names[k] = what->params[k].key;
            }
            char hint[96];
            argsSuggest( key, names, what->paramCount, hint, sizeof( hint ) );
            return argsFail( "eval", "--set %s: %s has no key '%s'%s `slipstick help eval` shows all",
                sets->items[i], what->name, key, hint[0] != 0 ? hint : ";" );
        }
        ssResult result = ssParseParam( &what->params[param], text, &run->values[param] );
        if ( result.code != ss_ok )
        {
            return argsFail( "eval", "--set %s: %s", sets->items[i], result.message );
        }
        int slot = ssTextSlot( what->params, param );
        if ( slot >= 0 )
        {
            run->texts[slot] = text;
        }
        run->given[param] = true;
    }
    return ARGS_STATUS_OK;
}

/// `begin` may read rows before it names its columns: the header is kept for it.
static ssResult beginTable( const evalWhat* what, evalRun* run )
{
    size_t length = run->in->recordLength;
    char* header = malloc( length + 1 );
    if ( header == NULL )
    {
        return ssError( ss_errorMemory, NULL, "no memory" );
    }
    memcpy( header, run->in->record, length );
    run->header = header;
    run->headerLength = length;
    ssResult result = what->begin( run );
    SS_ASSERT( result.code == ss_ok || run->out.rowStarted == false );
    run->header = NULL;
    free( header );
    return result;
}

static ssResult evaluate( const evalWhat* what, evalRun* run )
{
    ssResult result = beginTable( what, run );
    if ( result.code != ss_ok )
    {
        return result;
    }
    csvEndRow( &run->out );
    bool more = true;
    while ( osWriteStopped( run->out.out ) == false )
    {
        result = csvNextRow( run->in, &more );
        if ( result.code != ss_ok || more == false )
        {
            return result;
        }
        result = what->row( run );
        if ( result.code != ss_ok )
        {
            return result;
        }
        csvEndRow( &run->out );
    }
    return ssOk();
}

static void appendNotes( const evalWhat* what, bool keys, char* text, size_t capacity )
{
    size_t used = strlen( text );
    snprintf( text + used, capacity - used, "  %-10s  %s\n              %s\n", what->name, what->summary,
        what->columns );
    for ( int i = 0; keys && i < what->paramCount; ++i )
    {
        used = strlen( text );
        snprintf( text + used, capacity - used, "              --set %s=...  %s\n", what->params[i].key,
            what->params[i].doc );
    }
}

int cmdEval( int argc, char** argv )
{
    argsList sets = { .count = 0 };
    const char* inPath = "-";
    const char* outPath = "-";
    const argsOption options[] = {
        { "--set", "KEY=VALUE", "a number the formula needs; repeatable", .list = &sets },
        { "--in", "FILE|-", "the table to read; standard input without it", .text = &inPath },
        { "--out", "FILE|-", "where to write; standard output without it", .text = &outPath },
    };
    char notes[65536] = "Input columns are copied unchanged, then the results. WHAT is one of\n";
    for ( int i = 0; i < eval_tableCount; ++i )
    {
        // formulas of one family share their keys, which are told once
        bool keys = i == 0 || eval_table[i]->params != eval_table[i - 1]->params;
        appendNotes( eval_table[i], keys, notes, sizeof( notes ) );
    }
    argsSpec spec = { .command = "eval",
        .summary = "Applies a formula to every row of a CSV table.",
        .usage = "WHAT [--set K=V]... [--in FILE|-] [--out FILE|-]",
        .notes = notes,
        .options = options,
        .optionCount = SS_COUNT( options ),
        .wordMin = 1,
        .wordMax = 1,
        .wordName = "a formula" };
    int status = ARGS_STATUS_OK;
    if ( argsParse( &spec, argc, argv, &status ) == false )
    {
        return status;
    }
    const evalWhat* what = findWhat( spec.words.items[0] );
    if ( what == NULL )
    {
        return unknownWhat( spec.words.items[0] );
    }
    evalRun run = { .in = NULL };
    status = readKeys( what, &sets, &run );
    if ( status != ARGS_STATUS_OK )
    {
        return status;
    }

    csvReader reader;
    ssResult result = csvBeginRead( inPath, &reader );
    if ( result.code != ss_ok )
    {
        return argsRefuse( "eval", result );
    }
    osWriter* out = NULL;
    result = osBeginWrite( outPath, &out );
    if ( result.code == ss_ok )
    {
        run.in = &reader;
        run.out = csvBeginTable( out );
        result = evaluate( what, &run );
        if ( what->end != NULL )
        {
            what->end( &run );
        }
        if ( result.code == ss_ok )
        {
            result = osCommitWrite( out );
        }
        else
        {
            osAbortWrite( out );
        }
    }
    csvEndRead( &reader );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "eval", result );
}
