// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/eval/eval.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const evalWhat* const s_whats[] = {
    &eval_project,
    &eval_pyramid,
    &eval_set,
    &eval_slipForce,
    &eval_beltStability,
    &eval_tribometer,
    &eval_rollingResistance,
    &eval_equilibria,
    &eval_density,
    &eval_potential,
    &eval_passage,
};

static const evalWhat* findWhat( const char* name )
{
    for ( int i = 0; i < SS_COUNT( s_whats ); ++i )
    {
        if ( strcmp( s_whats[i]->name, name ) == 0 )
        {
            return s_whats[i];
        }
    }
    return NULL;
}

static int unknownWhat( const char* name )
{
    const char* names[SS_COUNT( s_whats )];
    for ( int i = 0; i < SS_COUNT( s_whats ); ++i )
    {
        names[i] = s_whats[i]->name;
    }
    char hint[96];
    argsSuggest( name, names, SS_COUNT( s_whats ), hint, sizeof( hint ) );
    return argsFail(
        "eval", "unknown formula '%s'%s `slipstick help eval` shows all", name, hint[0] != 0 ? hint : ";" );
}

void evalAddColumn( evalRun* run, const char* name )
{
    if ( csvFindColumn( run->in, name ) >= 0 )
    {
        fprintf(
            stderr, "slipstick eval: warning: the input already has a column %s; now there are two\n", name );
    }
    // The input's header goes out with the first added column, so that a refusal before it prints nothing.
    if ( run->out.rowStarted == false )
    {
        csvRaw( &run->out, run->header, run->headerLength );
    }
    csvText( &run->out, name );
}

void evalCopyRow( evalRun* run )
{
    csvRaw( &run->out, run->in->record, run->in->recordLength );
}

void evalWarnRow( const evalRun* run, const char* why )
{
    fprintf( stderr, "slipstick eval: warning: %s, line %lld: %s; its cells stay empty\n", run->in->source,
        (long long)run->in->line, why );
}

ssResult evalNeedColumn( const evalRun* run, const char* name, int* column )
{
    *column = csvFindColumn( run->in, name );
    if ( *column >= 0 )
    {
        return ssOk();
    }
    char found[120] = "";
    size_t used = 0;
    for ( int i = 0; i < run->in->columnCount && used < sizeof( found ); ++i )
    {
        int length = snprintf( found + used, sizeof( found ) - used, " %s", run->in->names[i] );
        used += length > 0 ? (size_t)length : 0;
    }
    return ssError( ss_errorFormat, name, "%.80s: column %s is missing; found:%s%s", run->in->source, name,
        found, used >= sizeof( found ) ? "..." : "" );
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
    for ( int i = 0; i < SS_COUNT( s_whats ); ++i )
    {
        // formulas of one family share their keys, which are told once
        bool keys = i == 0 || s_whats[i]->params != s_whats[i - 1]->params;
        appendNotes( s_whats[i], keys, notes, sizeof( notes ) );
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
