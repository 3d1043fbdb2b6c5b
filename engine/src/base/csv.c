// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fdopen

#include "slipstick/csv.h"

#include "slipstick/param.h"
#include "slipstick/vecmath.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define LONGEST 512             // [bytes] of a number and its end, as ssParseNumber has it
#define FILE_MAX ( 256u << 20 ) // [bytes] a larger file is taken for a mistake

typedef struct Reader
{
    const char* source;
    const char *at, *end;
    int line;     // number of the line at `at`
    bool hasGaps; // a cell may be empty or `nan`
} Reader;

/// The next line that is neither blank nor a comment. Quoted cells may contain commas but no line ends. False at the end
/// of the text.
static bool nextRecord( Reader* r, const char** begin, const char** end, int* line )
{
    while ( r->at < r->end )
    {
        const char* stop = memchr( r->at, '\n', (size_t)( r->end - r->at ) );
        stop = stop != NULL ? stop : r->end;
        *begin = r->at;
        *end = stop > r->at && stop[-1] == '\r' ? stop - 1 : stop;
        *line = r->line++;
        r->at = stop < r->end ? stop + 1 : stop;
        const char* first = *begin;
        while ( first < *end && ( *first == ' ' || *first == '\t' ) )
        {
            ++first;
        }
        if ( first < *end && *first != '#' )
        {
            return true;
        }
    }
    return false;
}

/// The next cell of a record, without quotes and surrounding blanks, cut to the capacity. False after the last one.
static bool nextCell( const char** at, const char* end, char* cell, size_t capacity )
{
    if ( *at > end )
    {
        return false;
    }
    size_t used = 0;
    bool quoted = false;
    const char* c = *at;
    for ( ; c < end && ( quoted || *c != ',' ); ++c )
    {
        if ( *c == '"' )
        {
            bool doubled = quoted && c + 1 < end && c[1] == '"';
            quoted = doubled ? quoted : !quoted;
            c += doubled;
            if ( !doubled )
            {
                continue;
            }
        }
        bool leading = used == 0 && ( *c == ' ' || *c == '\t' );
        if ( !leading && used + 1 < capacity )
        {
            cell[used++] = *c;
        }
    }
    while ( used > 0 && ( cell[used - 1] == ' ' || cell[used - 1] == '\t' ) )
    {
        --used;
    }
    cell[used] = '\0';
    *at = c + 1;
    return true;
}

/// Splits "lambda_t [N]" into name and unit.
static void splitHeading( char* heading, char* unit, size_t capacity )
{
    char* bracket = strchr( heading, '[' );
    unit[0] = '\0';
    if ( bracket == NULL )
    {
        return;
    }
    size_t length = strcspn( bracket + 1, "]" );
    snprintf( unit, capacity, "%.*s", (int)length, bracket + 1 );
    while ( bracket > heading && ( bracket[-1] == ' ' || bracket[-1] == '\t' ) )
    {
        --bracket;
    }
    *bracket = '\0';
}

static ssResult refuseEmpty( const char* source )
{
    return ssError( ss_errorFormat, NULL, "%.150s: the file is empty; expected a line of headings", source );
}

/// Finds the wanted columns: places[i] is the position of columns[i] in a record, or -1.
static ssResult readHeading( Reader* r, const char* const* columns, int columnCount, int requiredCount,
    ssCsv* csv, int* places, int* cellCount )
{
    const char *begin, *end;
    int line;
    if ( !nextRecord( r, &begin, &end, &line ) )
    {
        return refuseEmpty( r->source );
    }
    for ( int i = 0; i < columnCount; ++i )
    {
        places[i] = -1;
    }
    char cell[SS_CSV_HEADING], unit[16];
    *cellCount = 0;
    for ( const char* at = begin; nextCell( &at, end, cell, sizeof cell ); ++*cellCount )
    {
        splitHeading( cell, unit, sizeof unit );
        for ( int i = 0; i < columnCount; ++i )
        {
            if ( strcmp( cell, columns[i] ) == 0 && places[i] < 0 )
            {
                places[i] = *cellCount;
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
                line, columns[i] );
        }
    }
    return ssOk();
}

static ssResult readRow( Reader* r, const char* begin, const char* end, int line, const char* const* columns,
    const int* places, int cellCount, ssCsv* csv )
{
    double* row = csv->numbers + (size_t)csv->rowCount * (size_t)csv->columnCount;
    for ( int i = 0; i < csv->columnCount; ++i )
    {
        row[i] = SS_NAN;
    }
    char cell[2 * LONGEST]; // a cell that is cut to it is refused
    int count = 0;
    for ( const char* at = begin; nextCell( &at, end, cell, sizeof cell ); ++count )
    {
        for ( int i = 0; i < csv->columnCount; ++i )
        {
            bool isGap = r->hasGaps && ssIsCsvGap( cell, strlen( cell ) );
            if ( places[i] == count && !isGap && !ssParseNumber( cell, row + i ) )
            {
                return ssError( ss_errorFormat, columns[i],
                    strlen( cell ) < LONGEST
                        ? "%.120s, line %d, column %s: '%.40s' is not a finite number"
                        : "%.120s, line %d, column %s: '%.20s…' is no number of up to 511 "
                          "characters",
                    r->source, line, columns[i], cell );
            }
        }
    }
    if ( count != cellCount )
    {
        return ssError( ss_errorFormat, NULL, "%.150s, line %d: %d cells under %d headings", r->source, line,
            count, cellCount );
    }
    csv->lines[csv->rowCount++] = line;
    return ssOk();
}

bool ssIsCsvGap( const char* text, size_t length )
{
    static const char word[] = "nan";
    bool isNan = length == 3;
    for ( size_t i = 0; isNan && i < 3; ++i )
    {
        isNan = ( text[i] | 0x20 ) == word[i];
    }
    return length == 0 || isNan;
}

static Reader openText( const char* source, const char* text, size_t length )
{
    bool marked = length >= 3 && memcmp( text, "\xef\xbb\xbf", 3 ) == 0; // byte order mark
    return ( Reader ){ .source = source, .at = text + ( marked ? 3 : 0 ), .end = text + length, .line = 1 };
}

static ssResult parseCsv( const char* source, const char* text, size_t length, const char* const* columns,
    int columnCount, int requiredCount, bool hasGaps, ssCsv* csv )
{
    SS_ASSERT( columnCount <= SS_CSV_COLUMNS && requiredCount <= columnCount );
    *csv = ( ssCsv ){ .columnCount = columnCount };
    Reader r = openText( source, text, length );
    r.hasGaps = hasGaps;
    size_t lines = 1;
    for ( size_t i = 0; i < length; ++i )
    {
        lines += text[i] == '\n';
    }
    int places[SS_CSV_COLUMNS] = { 0 }, cellCount = 0;
    ssResult result = readHeading( &r, columns, columnCount, requiredCount, csv, places, &cellCount );
    if ( result.code == ss_ok )
    {
        csv->numbers = ssAlloc( lines * (size_t)columnCount * sizeof *csv->numbers );
        csv->lines = ssAlloc( lines * sizeof *csv->lines );
        bool room = csv->numbers != NULL && csv->lines != NULL;
        result = room ? result : ssError( ss_errorMemory, NULL, "%.150s: out of memory", source );
    }
    const char *begin, *end;
    int line;
    while ( result.code == ss_ok && nextRecord( &r, &begin, &end, &line ) )
    {
        result = readRow( &r, begin, end, line, columns, places, cellCount, csv );
    }
    if ( result.code != ss_ok )
    {
        ssCsv_Destroy( csv );
    }
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
    Reader r = openText( source, text, length );
    const char *begin, *end;
    int line;
    *count = 0;
    if ( !nextRecord( &r, &begin, &end, &line ) )
    {
        return refuseEmpty( source );
    }
    char cell[SS_CSV_HEADING], unit[16];
    for ( const char* at = begin; *count < capacity && nextCell( &at, end, cell, sizeof cell ); ++*count )
    {
        splitHeading( cell, unit, sizeof unit );
        memcpy( headings[*count], cell, sizeof cell );
    }
    return ssOk();
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
            char* grown = larger <= FILE_MAX ? ssAlloc( larger ) : NULL;
            if ( grown == NULL )
            {
                result = ssError( ss_errorMemory, "file", "%.150s: too large", path );
                break;
            }
            if ( *length > 0 )
            {
                memcpy( grown, *text, *length );
            }
            ssRelease( *text );
            *text = grown;
            capacity = larger;
        }
        size_t read = fread( *text + *length, 1, capacity - *length, file );
        *length += read;
        if ( read == 0 )
        {
            break;
        }
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
    for ( const char* at = text; *at != '\0'; ++at )
    {
        *count += *at == ';';
    }
    *numbers = ssAlloc( (size_t)*count * sizeof **numbers );
    if ( *numbers == NULL )
    {
        return ssError( ss_errorMemory, key, "%s: out of memory", key );
    }
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
