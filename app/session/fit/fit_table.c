// SPDX-License-Identifier: MIT
#include "session/fit/fit_table.h"
#include "base/words.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The table is the first member, so that a pointer to it is one to all of it.
typedef struct SharedTable
{
    sessionTable table;
    atomic_int references;
} SharedTable;

sessionTable* sessionTable_Retain( sessionTable* table )
{
    atomic_fetch_add( &( (SharedTable*)table )->references, 1 );
    return table;
}

void sessionTable_Release( sessionTable* table )
{
    if ( table != NULL && atomic_fetch_sub( &( (SharedTable*)table )->references, 1 ) == 1 )
    {
        ssFitData_Destroy( &table->data );
        ssScenario_Release( table->scenario );
        free( table );
    }
}

const char* sessionTable_Name( const sessionTable* table )
{
    const char* slash = strrchr( table->path, '/' );
    return slash != NULL ? slash + 1 : table->path;
}

/// The line of headings: the first that is neither empty nor a comment.
static const char* findHeadings( const char* text, size_t length, size_t* size )
{
    const char *at = text, *end = text + length;
    while ( at < end )
    {
        const char* next = memchr( at, '\n', (size_t)( end - at ) );
        next = next != NULL ? next : end;
        if ( *at != '#' && *at != '\r' && next > at )
        {
            *size = (size_t)( next - at );
            return at;
        }
        at = next < end ? next + 1 : end;
    }
    *size = 0;
    return end;
}

/// Copies "mm" of a heading "x [mm]" in the line, and goes on behind it.
static void takeUnit( const char** line, const char* end, sessionTableColumn* column )
{
    size_t length = strlen( column->heading );
    for ( const char* at = *line; at + length <= end; ++at )
    {
        if ( memcmp( at, column->heading, length ) != 0 ) { continue; }
        const char* open = at + length;
        while ( open < end && *open == ' ' ) { ++open; }
        const char* close = open < end && *open == '[' ? memchr( open, ']', (size_t)( end - open ) ) : NULL;
        if ( close != NULL && (size_t)( close - open ) < sizeof column->unit )
        {
            snprintf( column->unit, sizeof column->unit, "%.*s", (int)( close - open - 1 ), open + 1 );
        }
        *line = close != NULL ? close : open;
        return;
    }
}

static ssResult listColumns( sessionTable* table, const char* text, size_t length )
{
    char( *headings )[SS_CSV_HEADING] = calloc( session_tableColumns, sizeof *headings );
    if ( headings == NULL ) { return ssError( ss_errorMemory, NULL, "%.150s: out of memory", table->path ); }
    ssResult result =
        ssListCsvHeadings( table->path, text, length, headings, session_tableColumns, &table->columnCount );
    size_t size = 0;
    const char *line = findHeadings( text, length, &size ), *end = line + size;
    table->columnCount =
        table->columnCount < session_tableColumns ? table->columnCount : session_tableColumns;
    for ( int i = 0; i < table->columnCount && result.code == ss_ok; ++i )
    {
        sessionTableColumn* column = table->columns + i;
        memcpy( column->heading, headings[i], sizeof column->heading );
        column->role = session_columnUnused;
        takeUnit( &line, end, column );
    }
    free( headings );
    return result;
}

/// Takes columns for the signals of the same name, and lets the engine leave out what is no measurement.
static void guessRoles( sessionTable* table, const char* text, size_t length )
{
    ssResult result = ssParseFitData( table->path, text, length, table->scenario, NULL, &table->data );
    for ( int i = 0; i < table->columnCount; ++i )
    {
        sessionTableColumn* column = table->columns + i;
        bool isTime = strcmp( column->heading, "t" ) == 0 || strcmp( column->heading, "time" ) == 0;
        column->role = isTime ? session_columnTime : session_columnUnused;
        for ( int c = 0; c < table->data.columnCount && result.code == ss_ok; ++c )
        {
            if ( strcmp( table->data.columns[c].heading, column->heading ) == 0 )
            {
                column->role = table->data.columns[c].signal;
            }
        }
        column->role =
            result.code != ss_ok && !isTime ? ssFindSignal( table->scenario, column->heading ) : column->role;
    }
    if ( result.code != ss_ok ) { snprintf( table->problem, sizeof table->problem, "%s", result.message ); }
}

/// Says in the words of a window what is still to be chosen; false: nothing is.
static bool lacksRoles( sessionTable* table )
{
    bool time = false, signal = false;
    for ( int i = 0; i < table->columnCount; ++i )
    {
        time = time || table->columns[i].role == session_columnTime;
        signal = signal || table->columns[i].role >= 0;
    }
    if ( !time )
    {
        snprintf( table->problem, sizeof table->problem,
            tr( "No column is the time yet. Choose below which one is; without a unit it is in seconds." ) );
    }
    else if ( !signal )
    {
        snprintf( table->problem, sizeof table->problem,
            tr( "No column is a signal of this scenario yet. Choose below what they measure." ) );
    }
    return !time || !signal;
}

static void readAs( sessionTable* table, const char* text, size_t length )
{
    char maps[session_tableColumns][SS_FIT_KEY + SS_CSV_HEADING];
    const char *mapWords[session_tableColumns], *signals[session_tableColumns];
    ssFitReading reading = { .maps = mapWords, .columns = signals };
    for ( int i = 0; i < table->columnCount; ++i )
    {
        const sessionTableColumn* column = table->columns + i;
        const char* name = column->role >= 0 ? table->scenario->model.signals[column->role].name : "t";
        if ( column->role == session_columnUnused ) { continue; }
        snprintf( maps[reading.mapCount], sizeof maps[0], "%s=%s", name, column->heading );
        mapWords[reading.mapCount] = maps[reading.mapCount];
        reading.mapCount += 1;
        if ( column->role >= 0 ) { signals[reading.columnCount++] = name; }
    }
    ssResult result = ssParseFitData( table->path, text, length, table->scenario, &reading, &table->data );
    snprintf( table->problem, sizeof table->problem, "%s", result.code == ss_ok ? "" : result.message );
}

static ssResult read( const char* path, const ssScenario* scenario, const int* roles, sessionTable** made )
{
    char* text = NULL;
    size_t length = 0;
    *made = NULL;
    ssResult result = ssReadText( path, &text, &length );
    SharedTable* shared = result.code == ss_ok ? calloc( 1, sizeof *shared ) : NULL;
    if ( shared == NULL )
    {
        ssRelease( text );
        return result.code != ss_ok ? result : ssError( ss_errorMemory, NULL, "%.150s: out of memory", path );
    }
    sessionTable* table = &shared->table;
    atomic_store( &shared->references, 1 );
    snprintf( table->path, sizeof table->path, "%s", path );
    table->scenario = ssScenario_Retain( scenario );
    result = listColumns( table, text, length );
    if ( result.code == ss_ok && roles == NULL ) { guessRoles( table, text, length ); }
    for ( int i = 0; i < table->columnCount && roles != NULL; ++i ) { table->columns[i].role = roles[i]; }
    // A single column is no table of another choice: its own message says why.
    table->undecided = result.code == ss_ok && table->columnCount > 1 && lacksRoles( table );
    if ( result.code == ss_ok && table->columnCount > 1 && !table->undecided && roles != NULL )
    {
        readAs( table, text, length );
    }
    ssRelease( text );
    if ( result.code == ss_ok && table->columnCount < 2 )
    {
        result = ssError( ss_errorFormat, NULL, "%s",
            table->problem[0] != '\0' ? table->problem : "a table has a column of times and one of values" );
    }
    if ( result.code != ss_ok )
    {
        sessionTable_Release( table );
        return result;
    }
    *made = table;
    return result;
}

ssResult sessionReadTable( const char* path, const ssScenario* scenario, sessionTable** table )
{
    return read( path, scenario, NULL, table );
}

ssResult sessionReadTableAs( const sessionTable* table, const int* roles, sessionTable** another )
{
    return read( table->path, table->scenario, roles, another );
}
