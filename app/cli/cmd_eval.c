// SPDX-License-Identifier: MIT
#include "base/args_law.h"
#include "base/grow.h"
#include "cli/commands.h"
#include "cli/eval/eval_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `slipstick eval`: applies a formula to every row of a CSV table.

#define FORMULAS_MAX 64

static const evalFormula* findFormula( const char* name )
{
    for ( int i = 0; i < eval_tableCount; ++i )
    {
        if ( strcmp( eval_table[i]->name, name ) == 0 ) { return eval_table[i]; }
    }
    return NULL;
}

static int unknownFormula( const char* name )
{
    const char* names[FORMULAS_MAX];
    int count = 0;
    for ( int i = 0; i < eval_tableCount && count < FORMULAS_MAX; ++i )
    {
        names[count++] = eval_table[i]->name;
    }
    char hint[96];
    return argsFail( "eval", "unknown formula '%s'%s `slipstick help eval` shows them all", name,
        argsSuggest( name, names, count, hint, sizeof( hint ) ) );
}

/// The parameters of a typed law may be called "law.mu_s".
static int findKey( const evalFormula* formula, const evalRun* run, const char* key )
{
    if ( run->law != NULL && strncmp( key, "law.", 4 ) == 0 )
    {
        int count = ssLawProgram_Info( run->law )->paramCount, first = formula->paramCount - count;
        int found = ssFindParam( formula->params + first, count, key + 4 );
        return found >= 0 ? first + found : -1;
    }
    return ssFindParam( formula->params, formula->paramCount, key );
}

/// Is this a key whose place a typed law takes?
static bool isReplaced( const char* key )
{
    return strcmp( key, "law" ) == 0 || strncmp( key, "c_", 2 ) == 0 || strncmp( key, "d_", 2 ) == 0;
}

static int readKeys( const evalFormula* formula, const argsList* sets, evalRun* run )
{
    for ( int i = 0; i < formula->paramCount; ++i ) { run->values[i] = formula->params[i].defaultValue; }
    for ( int i = 0; i < sets->count; ++i )
    {
        char key[64];
        const char* text = NULL;
        if ( argsSplitPair( sets->items[i], key, sizeof( key ), &text ) == false )
        {
            return argsFail( "eval", "--set %s: expected KEY=VALUE", sets->items[i] );
        }
        int param = findKey( formula, run, key );
        if ( param < 0 && run->law != NULL && isReplaced( key ) )
        {
            return argsFail( "eval",
                "--set %s: the typed law \"%.60s\" takes the place of law, c_* and d_*; leave out one of "
                "them",
                sets->items[i], ssLawProgram_Info( run->law )->title );
        }
        if ( param < 0 )
        {
            const char* names[EVAL_PARAMS_MAX];
            for ( int k = 0; k < formula->paramCount; ++k ) { names[k] = formula->params[k].key; }
            char hint[96];
            return argsFail( "eval", "--set %s: %s has no key '%s'%s `slipstick help eval` shows them all",
                sets->items[i], formula->name, key,
                argsSuggest( key, names, formula->paramCount, hint, sizeof( hint ) ) );
        }
        ssResult result = ssParseParam( &formula->params[param], text, &run->values[param] );
        if ( result.code != ss_ok )
        {
            return argsFail( "eval", "--set %s: %s", sets->items[i], result.message );
        }
        int slot = ssTextSlot( formula->params, param );
        if ( slot >= 0 ) { run->texts[slot] = text; }
        run->given[param] = true;
    }
    return ARGS_STATUS_OK;
}

/// Writes the header, of which a copy is kept, as `begin` may read rows before it names its columns.
static ssResult beginTable( const evalFormula* formula, evalRun* run )
{
    size_t length = run->in->recordLength;
    char* header = needMemory( length + 1, 1 );
    memcpy( header, run->in->record, length );
    run->header = header;
    run->headerLength = length;
    ssResult result = formula->begin( run );
    SS_ASSERT( result.code == ss_ok || run->out.rowStarted == false );
    run->header = NULL;
    free( header );
    return result;
}

/// A column with the name of a key is probably meant, and would be ignored.
static void warnUnreadColumns( const evalFormula* formula, const evalRun* run )
{
    char inputs[256];
    snprintf( inputs, sizeof( inputs ), "%.*s", (int)( strstr( formula->columns, "->" ) - formula->columns ),
        formula->columns );
    for ( int i = 0; i < formula->paramCount; ++i )
    {
        const char* key = formula->params[i].key;
        if ( csvFindColumn( run->in, key ) >= 0 && !evalIsListed( inputs, key ) )
        {
            fprintf( stderr,
                "slipstick eval: warning: the column %s is not read: %s takes one value for all rows, --set "
                "%s=...\n",
                key, formula->name, key );
        }
    }
}

static ssResult evaluate( const evalFormula* formula, evalRun* run )
{
    warnUnreadColumns( formula, run );
    ssResult result = beginTable( formula, run );
    if ( result.code != ss_ok ) { return result; }
    csvEndRow( &run->out );
    bool more = true;
    while ( osWriteStopped( run->out.out ) == false )
    {
        result = csvNextRow( run->in, &more );
        if ( result.code != ss_ok || more == false ) { return result; }
        result = formula->row( run );
        if ( result.code != ss_ok ) { return result; }
        csvEndRow( &run->out );
    }
    return ssOk();
}

/// Appends one formula; `keys`: with its keys.
static void describeFormula( const evalFormula* formula, bool keys, char* text, size_t capacity )
{
    addText( text, capacity, "  %-10s  %s\n              %s\n", formula->name, formula->summary,
        formula->columns );
    for ( int i = 0; keys && i < formula->paramCount; ++i )
    {
        const ssParam* param = &formula->params[i];
        char value[64] = "";
        bool told = param->kind == ss_paramText ||
            ( formula->noDefault != NULL && evalIsListed( formula->noDefault, param->key ) );
        if ( !told ) { ssFormatParam( param, param->defaultValue, value, sizeof( value ) ); }
        addText( text, capacity, "              --set %s=...  %s%s%s%s\n", param->key, param->doc,
            told ? "" : " (default ", value, told ? "" : ")" );
    }
}

/// The formulas with their columns and keys, for the help.
static void describeFormulas( char* text, size_t capacity )
{
    snprintf( text, capacity,
        "Input columns are copied unchanged, the results follow. Columns in brackets are optional; one with "
        "the\nname of a key takes its place. WHAT is one of\n" );
    for ( int i = 0; i < eval_tableCount; ++i )
    {
        // Formulas of one family share their keys, which are listed once.
        bool keys = i == 0 || eval_table[i]->params != eval_table[i - 1]->params;
        describeFormula( eval_table[i], keys, text, capacity );
    }
}

static ssResult evaluateFile(
    const evalFormula* formula, evalRun* run, const char* inPath, const char* outPath )
{
    csvReader reader;
    SS_TRY( csvBeginRead( inPath, &reader ) );
    osWriter* out = NULL;
    ssResult result = osBeginWrite( outPath, &out );
    if ( result.code == ss_ok )
    {
        run->in = &reader;
        run->out = csvBeginTable( out );
        result = evaluate( formula, run );
        if ( formula->end != NULL ) { formula->end( run ); }
        if ( result.code == ss_ok ) { result = osCommitWrite( out ); }
        else { osAbortWrite( out ); }
    }
    csvEndRead( &reader );
    return result;
}

static int carryOut( const evalFormula* formula, const ssLawProgram* law, const argsList* sets,
    const char* inPath, const char* outPath )
{
    evalRun run = { .law = law };
    int status = readKeys( formula, sets, &run );
    if ( status != ARGS_STATUS_OK ) { return status; }
    ssResult result = evaluateFile( formula, &run, inPath, outPath );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "eval", result );
}

int cmdEval( int argc, char** argv )
{
    argsList sets = { .count = 0 };
    const char* inPath = "-";
    const char* outPath = "-";
    const char* lawName = NULL;
    const argsOption options[] = {
        { "--set", "KEY=VALUE", "a parameter of the formula; repeatable", .list = &sets },
        { "--law", "FILE", "slip-force: a typed law, from a file or a shipped one", .text = &lawName },
        { "--in", "FILE|-", "the table to read (default: stdin)", .text = &inPath },
        { "--out", "FILE|-", "where to write (default: stdout)", .text = &outPath },
    };
    char notes[65536];
    describeFormulas( notes, sizeof( notes ) );
    argsSpec spec = { "eval", .summary = "Applies a formula to every row of a CSV table.",
        .usage = "WHAT [--law FILE] [--set K=V]... [--in FILE|-] [--out FILE|-]", .notes = notes,
        ARGS_OPTIONS( options ), .wordMin = 1, .wordMax = 1, .wordName = "a formula" };
    int status = ARGS_STATUS_OK;
    ARGS_PARSE( &spec, argc, argv );
    const evalFormula* formula = findFormula( spec.words.items[0] );
    if ( formula == NULL ) { return unknownFormula( spec.words.items[0] ); }
    if ( lawName == NULL ) { return carryOut( formula, NULL, &sets, inPath, outPath ); }
    if ( formula != &eval_slipForce )
    {
        return argsFail( "eval", "%s takes no typed law; slip-force does", formula->name );
    }
    ssLawProgram* law = argsCompileLaw( "eval", lawName, &status );
    if ( law == NULL ) { return status; }
    ssParam rows[EVAL_PARAMS_MAX];
    evalFormula typed = evalLawFormula( law, rows );
    status = carryOut( &typed, law, &sets, inPath, outPath );
    ssLawProgram_Release( law );
    return status;
}
