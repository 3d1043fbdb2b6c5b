// SPDX-License-Identifier: MIT
#include "cli/eval/eval.h"
#include "base/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What formulas share: finding columns, copying rows, adding cells, warnings.

void evalAddColumn( evalRun* run, const char* name )
{
    if ( csvFindColumn( run->in, name ) >= 0 )
    {
        fprintf( stderr, "slipstick eval: warning: the input already has a column %s; the output has two\n",
            name );
    }
    // The header is written with the first added column, so that earlier errors leave no output.
    if ( run->out.rowStarted == false ) { csvRaw( &run->out, run->header, run->headerLength ); }
    csvText( &run->out, name );
}

/// Takes the next word of a list with blanks; false at its end.
static bool nextWord( const char** list, char word[32] )
{
    size_t size = strcspn( *list, " " );
    snprintf( word, 32, "%.*s", (int)size, *list );
    *list += size + strspn( *list + size, " " );
    return word[0] != '\0';
}

void evalAddColumns( evalRun* run, const char* names )
{
    for ( char name[32]; nextWord( &names, name ); ) { evalAddColumn( run, name ); }
}

ssResult evalNeedColumns( const evalRun* run, const char* names, int* columns )
{
    ssResult result = ssOk();
    for ( char name[32]; result.code == ss_ok && nextWord( &names, name ); )
    {
        result = evalNeedColumn( run, name, columns++ );
    }
    return result;
}

void evalCopyRow( evalRun* run ) { csvRaw( &run->out, run->in->record, run->in->recordLength ); }

void evalWarnRow( const evalRun* run, const char* why )
{
    fprintf( stderr, "slipstick eval: warning: %s, line %lld: %s; its results are empty\n", run->in->source,
        (long long)run->in->line, why );
}

ssResult evalReadParam( const evalRun* run, const ssParam* param, int column, double* value )
{
    SS_TRY( csvReadNumber( run->in, column, value ) );
    ssResult result = ssCheckParam( param, *value );
    return result.code == ss_ok ? result
                                : ssError( ss_errorValue, param->key, "%.90s, line %lld: %.120s",
                                      run->in->source, (long long)run->in->line, result.message );
}

bool evalIsListed( const char* list, const char* word )
{
    static const char separators[] = " []";
    size_t length = strlen( word );
    for ( const char* at = list + strspn( list, separators ); *at != '\0'; at += strspn( at, separators ) )
    {
        size_t size = strcspn( at, separators );
        if ( size == length && memcmp( at, word, length ) == 0 ) { return true; }
        at += size;
    }
    return false;
}

ssResult evalNeedColumn( const evalRun* run, const char* name, int* column )
{
    *column = csvFindColumn( run->in, name );
    for ( int i = *column + 1; *column >= 0 && i < run->in->columnCount; ++i )
    {
        if ( strcmp( run->in->names[i], name ) == 0 )
        {
            return ssError(
                ss_errorFormat, name, "%.80s: two columns are called '%s'", run->in->source, name );
        }
    }
    if ( *column >= 0 ) { return ssOk(); }
    char found[120] = "";
    bool whole = true;
    for ( int i = 0; i < run->in->columnCount && whole; ++i )
    {
        whole = addText( found, sizeof( found ), " %s", run->in->names[i] );
    }
    return ssError( ss_errorFormat, name, "%.80s: column %s is missing; found:%s%s", run->in->source, name,
        found, whole ? "" : "..." );
}

void evalEndLaw( evalRun* run )
{
    ssLaw* law = *(ssLaw**)(void*)run->state;
    if ( law != NULL )
    {
        ssLaw_Destroy( law );
        free( law );
    }
}
