// SPDX-License-Identifier: MIT
#include "base/csv_table.h"

#include <math.h>
#include <string.h>

// Tables are written and opened here; the engine's reader finds their rows.

csvWriter csvBeginTable( osWriter* out ) { return ( csvWriter ){ .out = out }; }

static void separate( csvWriter* csv )
{
    if ( csv->rowStarted ) { osWrite( csv->out, ",", 1 ); }
    csv->rowStarted = true;
}

void csvText( csvWriter* csv, const char* text )
{
    separate( csv );
    size_t length = strlen( text );
    bool edges = length > 0 && ( text[0] == ' ' || text[length - 1] == ' ' );
    if ( edges == false && strpbrk( text, ",\"\r\n" ) == NULL )
    {
        osWrite( csv->out, text, length );
        return;
    }
    osWrite( csv->out, "\"", 1 );
    for ( const char* at = text; *at != 0; ++at )
    {
        osWrite( csv->out, "\"\"", *at == '"' ? 2 : 0 );
        osWrite( csv->out, at, *at == '"' ? 0 : 1 );
    }
    osWrite( csv->out, "\"", 1 );
}

void csvNumber( csvWriter* csv, double value )
{
    char* text = osReserve( csv->out, SS_NUMBER_MAX + 1 );
    int used = 0;
    if ( csv->rowStarted ) { text[used++] = ','; }
    csv->rowStarted = true;
    if ( isfinite( value ) ) { used += ssSpellNumber( value, text + used ); }
    osAdvance( csv->out, (size_t)used );
}

void csvRaw( csvWriter* csv, const char* text, size_t length )
{
    separate( csv );
    osWrite( csv->out, text, length );
}

void csvEndRow( csvWriter* csv )
{
    osWrite( csv->out, "\n", 1 );
    csv->rowStarted = false;
}

static ssResult readOn( void* context, void* bytes, size_t capacity, size_t* size )
{
    return osRead( context, bytes, capacity, size );
}

ssResult csvBeginRead( const char* path, csvReader* reader )
{
    osReader* in = NULL;
    ssResult result = osBeginRead( path, &in );
    if ( result.code != ss_ok )
    {
        *reader = ( csvReader ){ .source = NULL };
        return result;
    }
    result = csvOpen( reader, strcmp( path, "-" ) == 0 ? "standard input" : path, readOn, in );
    if ( result.code != ss_ok ) { csvEndRead( reader ); }
    return result;
}

void csvEndRead( csvReader* reader )
{
    osEndRead( reader->context );
    csvClose( reader );
}
