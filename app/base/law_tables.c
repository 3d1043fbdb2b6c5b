// SPDX-License-Identifier: MIT
#include "base/law_tables.h"
#include "base/csv_table.h"
#include "base/grow.h"
#include "base/text_writer.h"
#include "slipstick/param.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// The tables of a law that are files: their rows take the place of their names.

/// A law has SI units, and converts nothing.
static ssResult checkHeading( const char* path, const char* heading )
{
    static const char* const units[] = { "", "-", "1", "m/s", "N", "K", "m", "s", "rad", "rad/s", "Pa", "J",
        "W" };
    const char* open = strchr( heading, '[' );
    size_t length = open != NULL ? strcspn( open + 1, "]" ) : 0;
    for ( int i = 0; i < SS_COUNT( units ); ++i )
    {
        if ( strlen( units[i] ) == length && ( length == 0 || memcmp( open + 1, units[i], length ) == 0 ) )
        {
            return ssOk();
        }
    }
    return ssError(
        ss_errorFormat, "table", "%.150s: %.40s: the columns of a table are in SI units", path, heading );
}

static ssResult putRows( textWriter* w, const char* path )
{
    csvReader csv;
    bool more = true;
    const char* comma = "";
    SS_TRY( csvBeginRead( path, &csv ) );
    ssResult result = csv.columnCount == 2 || csv.columnCount == 3
        ? ssOk()
        : ssError( ss_errorFormat, "table", "%.150s has %d columns; a table has two, x and value, or three",
              path, csv.columnCount );
    for ( int i = 0; i < csv.columnCount && result.code == ss_ok; ++i )
    {
        result = checkHeading( path, csv.names[i] );
    }
    result = result.code == ss_ok ? csvNextRow( &csv, &more ) : result;
    while ( result.code == ss_ok && more )
    {
        textPut( w, "%s(", comma );
        comma = ", ";
        for ( int i = 0; i < csv.columnCount && result.code == ss_ok; ++i )
        {
            char number[64];
            double value;
            snprintf( number, sizeof number, "%.*s",
                (int)( csv.cells[i].length < 63 ? csv.cells[i].length : 63 ), csv.cells[i].text );
            result = ssParseNumber( number, &value ) && isfinite( value )
                ? ssOk()
                : ssError( ss_errorFormat, "table", "%.150s, line %lld: '%.30s' is no finite number", path,
                      (long long)csv.line, number );
            textPut( w, i > 0 ? ", %s" : "%s", number );
        }
        textPut( w, ")" );
        result = result.code == ss_ok ? csvNextRow( &csv, &more ) : result;
    }
    csvEndRead( &csv );
    return result;
}

/// The file name in quotes at this place, beside the law.
static void nameBeside( const char* law, const char* name, size_t length, char* path, size_t capacity )
{
    const char* slash = strrchr( law, '/' );
    int folder = slash != NULL && name[0] != '/' ? (int)( slash - law ) + 1 : 0;
    snprintf( path, capacity, "%.*s%.*s", folder, law, (int)length, name );
}

/// Does a call of table begin here?
static bool isTable( const char* text, const char* at )
{
    bool begins = at == text || ( !isalnum( (unsigned char)at[-1] ) && at[-1] != '_' && at[-1] != '.' );
    if ( !begins || strncmp( at, "table", 5 ) != 0 ) { return false; }
    at += 5;
    return at[strspn( at, " \t" )] == '(';
}

ssResult lawTakeTables( const char* text, const char* path, char** made )
{
    textWriter w = { 0 };
    ssResult result = ssOk();
    int depth = 0; // of brackets since the name of a table; 0: outside
    *made = NULL;
    for ( const char* at = text; *at != '\0' && result.code == ss_ok; )
    {
        size_t length = 1;
        depth = depth == 0 && isTable( text, at ) ? 1 : depth;
        depth += depth > 0 && *at == '(' ? 1 : depth > 0 && *at == ')' ? ( depth == 2 ? -2 : -1 ) : 0;
        if ( *at == '#' ) { length = strcspn( at, "\n" ); }
        if ( *at == '"' )
        {
            length = 1 + strcspn( at + 1, "\"\n" );
            length += at[length] == '"' ? 1 : 0;
        }
        if ( *at == '"' && depth > 1 && length > 2 )
        {
            char file[1024];
            nameBeside( path, at + 1, length - 2, file, sizeof file );
            result = putRows( &w, file );
        }
        else { textPut( &w, "%.*s", (int)length, at ); }
        at += length;
    }
    if ( result.code == ss_ok )
    {
        *made = w.failed ? NULL : copyText( w.text != NULL ? w.text : "" );
        result = *made != NULL ? result : ssError( ss_errorMemory, "table", "out of memory for a law" );
    }
    ssRelease( w.text );
    return result;
}
