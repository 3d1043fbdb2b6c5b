// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fdopen

#include "base/arena.h"
#include "base/csv_reader.h"
#include "slipstick/param.h"
#include "slipstick/vecmath.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define FILE_MAX ( 256u << 20 ) // [bytes] a larger file is taken for a mistake

/// Splits "lambda_t [N]" into name and unit.
static void splitHeading( const char* heading, char name[SS_CSV_HEADING], char unit[16] )
{
    size_t length = strcspn( heading, "[" );
    const char* inner = heading[length] != '\0' ? heading + length + 1 : "";
    snprintf( unit, 16, "%.*s", (int)strcspn( inner, "]" ), inner );
    while ( heading[length] != '\0' && length > 0 &&
        ( heading[length - 1] == ' ' || heading[length - 1] == '\t' ) )
    {
        --length;
    }
    snprintf( name, SS_CSV_HEADING, "%.*s", (int)length, heading );
}

/// Finds the wanted columns: places[i] is the position of columns[i] in a record, or -1.
static ssResult findColumns(
    const csvReader* r, const char* const* columns, int requiredCount, ssCsv* csv, int* places )
{
    for ( int i = 0; i < csv->columnCount; ++i ) { places[i] = -1; }
    char name[SS_CSV_HEADING], unit[16];
    for ( int c = 0; c < r->columnCount; ++c )
    {
        splitHeading( r->names[c], name, unit );
        for ( int i = 0; i < csv->columnCount; ++i )
        {
            if ( strcmp( name, columns[i] ) == 0 && places[i] < 0 )
            {
                places[i] = c;
                csv->present[i] = true;
                memcpy( csv->units[i], unit, sizeof unit );
            }
        }
    }
    for ( int i = 0; i < requiredCount; ++i )
    {
        if ( places[i] < 0 )
        {
            return ssError( ss_errorFormat, columns[i], "%.150s, line %d: column %s is missing", r->source,
                (int)r->line, columns[i] );
        }
    }
    return ssOk();
}

static ssResult readRow(
    const csvReader* r, const char* const* columns, const int* places, bool hasGaps, ssCsv* csv )
{
    double* row = csv->numbers + (size_t)csv->rowCount * (size_t)csv->columnCount;
    for ( int i = 0; i < csv->columnCount; ++i )
    {
        row[i] = SS_NAN;
        ssResult result = places[i] < 0 ? ssOk()
            : hasGaps                   ? csvReadNumberOrGap( r, places[i], row + i )
                                        : csvReadNumber( r, places[i], row + i );
        if ( result.code != ss_ok )
        {
            result = csvRefuseNumber( r, places[i], columns[i] );
            result.code = ss_errorFormat;
            return result;
        }
    }
    csv->lines[csv->rowCount++] = (int)r->line;
    return ssOk();
}

bool ssIsCsvGap( const char* text, size_t length )
{
    static const char word[] = "nan";
    bool isNan = length == 3;
    for ( size_t i = 0; isNan && i < 3; ++i ) { isNan = ( text[i] | 0x20 ) == word[i]; }
    return length == 0 || isNan;
}

static ssResult parseCsv( const char* source, const char* text, size_t length, const char* const* columns,
    int columnCount, int requiredCount, bool hasGaps, ssCsv* csv )
{
    SS_ASSERT( columnCount <= SS_CSV_COLUMNS && requiredCount <= columnCount );
    *csv = ( ssCsv ){ .columnCount = columnCount };
    size_t lines = 1;
    for ( size_t i = 0; i < length; ++i ) { lines += text[i] == '\n'; }
    csvReader r;
    int places[SS_CSV_COLUMNS] = { 0 };
    ssResult result = csvOpenText( &r, source, text, length );
    result = result.code == ss_ok ? findColumns( &r, columns, requiredCount, csv, places ) : result;
    if ( result.code == ss_ok )
    {
        csv->numbers = ssAlloc( lines * (size_t)columnCount * sizeof *csv->numbers );
        csv->lines = ssAlloc( lines * sizeof *csv->lines );
        bool room = csv->numbers != NULL && csv->lines != NULL;
        result = room ? result : ssError( ss_errorMemory, NULL, "%.150s: out of memory", source );
    }
    for ( bool more = true; result.code == ss_ok && more; )
    {
        result = csvNextRow( &r, &more );
        result = result.code == ss_ok && more ? readRow( &r, columns, places, hasGaps, csv ) : result;
    }
    csvClose( &r );
    if ( result.code != ss_ok ) { ssCsv_Destroy( csv ); }
    return result;
}

ssResult ssParseCsv( const char* source, const char* text, size_t length, const char* const* columns,
    int columnCount, int requiredCount, ssCsv* csv )
{
    return parseCsv( source, text, length, columns, columnCount, requiredCount, false, csv );
}

ssResult ssParseCsvWithGaps( const char* source, const char* text, size_t length, const char* const* columns,
    int columnCount, int requiredCount, ssCsv* csv )
{
    return parseCsv( source, text, length, columns, columnCount, requiredCount, true, csv );
}

ssResult ssListCsvHeadings( const char* source, const char* text, size_t length,
    char ( *headings )[SS_CSV_HEADING], int capacity, int* count )
{
    csvReader r;
    ssResult result = csvOpenText( &r, source, text, length );
    *count = result.code != ss_ok ? 0 : r.columnCount < capacity ? r.columnCount : capacity;
    for ( int i = 0; i < *count; ++i )
    {
        char unit[16];
        splitHeading( r.names[i], headings[i], unit );
    }
    csvClose( &r );
    return result;
}

ssResult ssReadText( const char* path, char** text, size_t* length )
{
    *text = NULL;
    *length = 0;
    const char* reason = NULL;
    int descriptor = ssOpenInput( path, &reason );
    FILE* file = descriptor >= 0 ? fdopen( descriptor, "rb" ) : NULL;
    if ( file == NULL )
    {
        return ssError( ss_errorFormat, "file", "%.150s: cannot open: %s", path,
            reason != NULL ? reason : strerror( errno ) );
    }
    ssResult result = ssOk();
    size_t capacity = 0;
    for ( ;; )
    {
        if ( *length == capacity )
        {
            size_t larger = capacity > 0 ? 2 * capacity : 1u << 16;
            char* grown = larger <= FILE_MAX ? ssArena_Grow( NULL, *text, *length, larger ) : NULL;
            if ( grown == NULL )
            {
                result = ssError( ss_errorMemory, "file", "%.150s: too large", path );
                break;
            }
            *text = grown;
            capacity = larger;
        }
        size_t read = fread( *text + *length, 1, capacity - *length, file );
        *length += read;
        if ( read == 0 ) { break; }
    }
    if ( result.code == ss_ok && ferror( file ) )
    {
        result = ssError( ss_errorFormat, "file", "%.150s: cannot read", path );
    }
    fclose( file );
    return result;
}

static ssResult readCsv( const char* path, const char* const* columns, int columnCount, int requiredCount,
    bool hasGaps, ssCsv* csv )
{
    *csv = ( ssCsv ){ .rowCount = 0 };
    char* text = NULL;
    size_t length = 0;
    ssResult result = ssReadText( path, &text, &length );
    if ( result.code == ss_ok )
    {
        result = parseCsv( path, text, length, columns, columnCount, requiredCount, hasGaps, csv );
    }
    ssRelease( text );
    return result;
}

ssResult ssReadCsv(
    const char* path, const char* const* columns, int columnCount, int requiredCount, ssCsv* csv )
{
    return readCsv( path, columns, columnCount, requiredCount, false, csv );
}

ssResult ssReadCsvWithGaps(
    const char* path, const char* const* columns, int columnCount, int requiredCount, ssCsv* csv )
{
    return readCsv( path, columns, columnCount, requiredCount, true, csv );
}

double ssCsv_Number( const ssCsv* csv, int row, int column )
{
    SS_ASSERT( row >= 0 && row < csv->rowCount && column >= 0 && column < csv->columnCount );
    return csv->numbers[(size_t)row * (size_t)csv->columnCount + (size_t)column];
}

void ssCsv_Destroy( ssCsv* csv )
{
    ssRelease( csv->numbers );
    ssRelease( csv->lines );
    csv->numbers = NULL;
    csv->lines = NULL;
    csv->rowCount = 0;
}

ssResult ssParseList( const char* key, const char* text, double** numbers, int* count )
{
    *count = 1;
    for ( const char* at = text; *at != '\0'; ++at ) { *count += *at == ';'; }
    *numbers = ssAlloc( (size_t)*count * sizeof **numbers );
    if ( *numbers == NULL ) { return ssError( ss_errorMemory, key, "%s: out of memory", key ); }
    const char* at = text;
    for ( int i = 0; i < *count; ++i )
    {
        size_t length = strcspn( at, ";" );
        char cell[128];
        snprintf( cell, sizeof cell, "%.*s", (int)( length < 127 ? length : 127 ), at );
        if ( length > 127 || !ssParseNumber( cell, *numbers + i ) )
        {
            ssRelease( *numbers );
            *numbers = NULL;
            return ssError(
                ss_errorValue, key, "%s: number %d, '%.40s', is not a finite number", key, i + 1, cell );
        }
        at += length + ( at[length] == ';' );
    }
    return ssOk();
}
