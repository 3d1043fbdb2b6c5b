// SPDX-License-Identifier: MIT
#include "base/number_scan.h"
#include "log/log_lines.h"
#include "log/log_private.h"
#include "slipstick/csv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Logs as CSV with named columns. The pass over the whole file reads the times alone, and not even those of rows whose
// time has the same digits as the one before.

#define CELLS_MAX 1024
#define NAME_MAX_LENGTH 64

typedef struct Csv
{
    char delimiter;
    int cellCount;
    int timeCell;
    int8_t columnOf[CELLS_MAX]; // the column that a cell belongs to; -1: none of ours
    logLines lines;             // of the frame that is being read
    double* targets[CELLS_MAX]; // the columns of that frame, by cell; NULL: none of ours
} Csv;

typedef struct Cell
{
    const char* text; // without quotes and blanks around it; not terminated
    size_t length;
} Cell;

/// The next cell of a line; false after the last one. `*at` is beyond the end then.
static bool nextCell( const char** at, const char* end, char delimiter, Cell* cell )
{
    if ( *at > end )
    {
        return false;
    }
    const char *begin = *at, *stop = begin;
    bool quoted = false;
    for ( ; stop < end && ( quoted || *stop != delimiter ); ++stop )
    {
        quoted ^= *stop == '"';
    }
    *at = stop + 1;
    while ( begin < stop && ( *begin == ' ' || *begin == '\t' || *begin == '"' ) )
    {
        ++begin;
    }
    while ( stop > begin && ( stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '"' ) )
    {
        --stop;
    }
    *cell = ( Cell ){ begin, (size_t)( stop - begin ) };
    return true;
}

// ---------------------------------------------------------------------------------------------------------- heading

static char findDelimiter( const char* begin, const char* end )
{
    size_t length = (size_t)( end - begin );
    return memchr( begin, ',', length ) != NULL ? ','
        : memchr( begin, ';', length ) != NULL  ? ';'
        : memchr( begin, '\t', length ) != NULL ? '\t'
                                                : ',';
}

/// Splits "fx [N]" into name and unit; without brackets the unit is empty.
static void splitHeading( Cell cell, char name[NAME_MAX_LENGTH], char unit[16] )
{
    const char* bracket = memchr( cell.text, '[', cell.length );
    size_t length = bracket != NULL ? (size_t)( bracket - cell.text ) : cell.length;
    unit[0] = '\0';
    if ( bracket != NULL )
    {
        const char* close = memchr( bracket, ']', cell.length - length );
        size_t size = close != NULL ? (size_t)( close - bracket - 1 ) : 0;
        snprintf( unit, 16, "%.*s", (int)( size < 15 ? size : 15 ), bracket + 1 );
    }
    while ( length > 0 && ( cell.text[length - 1] == ' ' || cell.text[length - 1] == '\t' ) )
    {
        --length;
    }
    snprintf( name, NAME_MAX_LENGTH, "%.*s", (int)( length < NAME_MAX_LENGTH ? length : NAME_MAX_LENGTH - 1 ),
        cell.text );
}

/// Which column a heading of the file names, in the user's words or ours; ss_logColumnCount: none. A renamed column has
/// its own name no longer.
static ssLogColumn columnOfHeading( const ssLogOptions* options, const char* name )
{
    ssLogColumn own = ssFindLogColumn( name );
    for ( int i = 0; i < options->renameCount; ++i )
    {
        if ( strcmp( options->renames[i].theirs, name ) == 0 )
        {
            return options->renames[i].column;
        }
        own = options->renames[i].column == own ? ss_logColumnCount : own;
    }
    return own;
}

static ssResult takeHeading(
    ssContactLog* log, const ssLogOptions* options, long long line, Cell cell, ssLogColumn* column )
{
    char name[NAME_MAX_LENGTH], unit[16];
    splitHeading( cell, name, unit );
    *column = columnOfHeading( options, name );
    if ( *column == ss_logColumnCount )
    {
        return ssOk();
    }
    if ( ( log->known & SS_LOG_BIT( *column ) ) != 0 )
    {
        return ssError( ss_errorFormat, name, "%.120s, line %lld: column %s is there twice", log->source.name,
            line, ssLogColumnName( *column ) );
    }
    const char* expected = ssLogColumnUnit( *column );
    if ( unit[0] != '\0' && ( expected == NULL || strcmp( unit, expected ) != 0 ) &&
        strcmp( unit, "-" ) != 0 && strcmp( unit, "1" ) != 0 )
    {
        return ssError( ss_errorFormat, name,
            "%.100s, line %lld: column %s is in [%s]; logs are in SI units: [%s]", log->source.name, line,
            ssLogColumnName( *column ), unit, expected != NULL ? expected : "" );
    }
    log->known |= SS_LOG_BIT( *column );
    return ssOk();
}

/// The renamed and the obligatory columns must be there.
static ssResult checkHeading( const ssContactLog* log, const ssLogOptions* options, long long line )
{
    for ( int i = 0; i < options->renameCount; ++i )
    {
        ssLogColumn column = options->renames[i].column;
        if ( ( log->known & SS_LOG_BIT( column ) ) == 0 )
        {
            return ssError( ss_errorFormat, ssLogColumnName( column ),
                "%.100s, line %lld: there is no column %.40s, which was to be %s", log->source.name, line,
                options->renames[i].theirs, ssLogColumnName( column ) );
        }
    }
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        if ( ( SS_LOG_OBLIGATORY & ~log->known & SS_LOG_BIT( i ) ) != 0 )
        {
            const char* name = ssLogColumnName( (ssLogColumn)i );
            return ssError( ss_errorFormat, name,
                "%.100s, line %lld: column %s is missing; a log has t nx ny nz fx fy fz vx vy vz "
                "(--map %s=NAME if it has another name)",
                log->source.name, line, name, name );
        }
    }
    return ssOk();
}

static ssResult readHeading( ssContactLog* log, const ssLogOptions* options, logLines* lines )
{
    Csv* csv = log->state;
    if ( !logNextLine( lines ) )
    {
        return lines->result.code != ss_ok
            ? lines->result
            : ssError( ss_errorFormat, "file", "%.150s: no line of headings", log->source.name );
    }
    const char* at = lines->begin;
    csv->delimiter = findDelimiter( at, lines->end );
    long long line = logLineNumber( log, lines->offset );
    for ( Cell cell; nextCell( &at, lines->end, csv->delimiter, &cell ); ++csv->cellCount )
    {
        if ( csv->cellCount == CELLS_MAX )
        {
            return ssError( ss_errorFormat, "file", "%.120s, line %lld: more than %d columns",
                log->source.name, line, CELLS_MAX );
        }
        ssLogColumn column;
        ssResult result = takeHeading( log, options, line, cell, &column );
        if ( result.code != ss_ok )
        {
            return result;
        }
        csv->columnOf[csv->cellCount] = column < ss_logColumnCount ? (int8_t)column : -1;
        csv->timeCell = column == ss_logT ? csv->cellCount : csv->timeCell;
    }
    return checkHeading( log, options, line );
}

// ------------------------------------------------------------------------------------------------------------ index

static ssResult badNumber( const ssContactLog* log, uint64_t offset, ssLogColumn column, Cell cell )
{
    return ssError( ss_errorFormat, ssLogColumnName( column ),
        "%.100s, line %lld, column %s: '%.*s' is not a finite number", log->source.name,
        logLineNumber( log, offset ), ssLogColumnName( column ), (int)( cell.length < 40 ? cell.length : 40 ),
        cell.text );
}

/// The cell with the time of the current line.
static bool findTime( const Csv* csv, const logLines* lines, Cell* cell )
{
    const char* at = lines->begin;
    bool found = true;
    for ( int i = 0; i <= csv->timeCell && found; ++i )
    {
        found = nextCell( &at, lines->end, csv->delimiter, cell );
    }
    return found;
}

/// Starts a new frame when the time of this row differs from that of the frame.
static ssResult indexTime( ssContactLog* log, const logLines* lines, Cell cell )
{
    double t = 0.0;
    if ( !ssParseNumberSpan( cell.text, cell.length, &t ) )
    {
        return badNumber( log, lines->offset, ss_logT, cell );
    }
    const logEntry* last = log->frameCount > 0 ? &log->last : NULL;
    if ( last != NULL && t == last->t )
    {
        return log->rowCount - last->firstRow < INT32_MAX
            ? ssOk()
            : ssError( ss_errorFormat, "t", "%.120s: more than %d contacts at t = %.10g", log->source.name,
                  INT32_MAX, t );
    }
    char place[40] = "";
    if ( last != NULL && !( t > last->t ) )
    {
        snprintf( place, sizeof place, "line %lld", logLineNumber( log, lines->offset ) );
    }
    return logAddFrame( log, t, lines->offset, log->rowCount, place );
}

static ssResult indexRows( ssContactLog* log, logLines* lines )
{
    const Csv* csv = log->state;
    char same[40];       // the digits of the last time, with the delimiter behind them
    size_t sameSize = 0; // 0: none that can be compared
    ssResult result = ssOk();
    while ( result.code == ss_ok && logNextLine( lines ) )
    {
        Cell cell = { lines->begin, 0 };
        bool isSame = csv->timeCell == 0 && sameSize > 0 && lines->end - lines->begin > (ptrdiff_t)sameSize &&
            memcmp( lines->begin, same, sameSize ) == 0;
        if ( !isSame )
        {
            if ( !findTime( csv, lines, &cell ) )
            {
                return ssError( ss_errorFormat, NULL, "%.120s, line %lld: too few cells; the headings are %d",
                    log->source.name, logLineNumber( log, lines->offset ), csv->cellCount );
            }
            isSame = csv->timeCell > 0 && cell.length == sameSize && memcmp( cell.text, same, sameSize ) == 0;
            result = isSame ? result : indexTime( log, lines, cell );
            size_t size = cell.length + ( csv->timeCell == 0 );
            sameSize = cell.length > 0 && size <= sizeof same && cell.text + size <= lines->end ? size : 0;
            memcpy( same, cell.text, sameSize );
        }
        ++log->rowCount;
    }
    return result.code == ss_ok ? lines->result : result;
}

static ssResult indexCsv( ssContactLog* log, const ssLogOptions* options )
{
    Csv* csv = ssAlloc( sizeof *csv );
    log->state = csv;
    if ( csv == NULL || !logBeginLines( &csv->lines, log, 0 ) )
    {
        return ssError( ss_errorMemory, NULL, "%.150s: out of memory", log->source.name );
    }
    csv->lines.options = options;
    ssResult result = readHeading( log, options, &csv->lines );
    return result.code == ss_ok ? indexRows( log, &csv->lines ) : result;
}

// ----------------------------------------------------------------------------------------------------------- frames

/// Reads a cell that may be quoted, empty, or a number that the scanner leaves to others.
static ssResult readCell(
    const ssContactLog* log, const logLines* lines, int column, const char** at, double* number )
{
    const Csv* csv = log->state;
    Cell cell;
    nextCell( at, lines->end, csv->delimiter, &cell );
    if ( number == NULL )
    {
        return ssOk();
    }
    *number = SS_NAN;
    return ssIsCsvGap( cell.text, cell.length ) || ssParseNumberSpan( cell.text, cell.length, number )
        ? ssOk()
        : badNumber( log, lines->offset, (ssLogColumn)column, cell );
}

static ssResult readRow( const ssContactLog* log, const logLines* lines, int row )
{
    const Csv* csv = log->state;
    const char *at = lines->begin, *end = lines->end, *limit = lines->buffer + lines->filled;
    int count = 0;
    while ( at <= end )
    {
        // No number goes beyond the end of its line.
        int left = csv->cellCount - count;
        count += left > 0 ? numberScanRow( &at, limit, csv->delimiter, csv->targets + count, left, row ) : 0;
        if ( at > end )
        {
            break;
        }
        int column = count < csv->cellCount ? csv->columnOf[count] : -1;
        double* number = column >= 0 ? csv->targets[count] + row : NULL;
        ssResult result = readCell( log, lines, column, &at, number );
        if ( result.code != ss_ok )
        {
            return result;
        }
        ++count;
    }
    return count == csv->cellCount
        ? ssOk()
        : ssError( ss_errorFormat, NULL, "%.120s, line %lld: %d cells under %d headings", log->source.name,
              logLineNumber( log, lines->offset ), count, csv->cellCount );
}

static int spanCsv( ssContactLog* log, int count, logEntry* entries )
{
    Csv* csv = log->state;
    logLines* lines = &csv->lines;
    int found = 1;
    uint64_t row = entries[0].firstRow;
    logSeekLines( lines, entries[0].offset );
    for ( Cell cell; found < count && logNextLine( lines ); ++row )
    {
        double t = 0.0;
        if ( !findTime( csv, lines, &cell ) || !ssParseNumberSpan( cell.text, cell.length, &t ) )
        {
            break;
        }
        if ( t != entries[found - 1].t )
        {
            entries[found++] = ( logEntry ){ .t = t, .offset = lines->offset, .firstRow = row };
        }
    }
    return found;
}

static ssResult readCsvFrame( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    Csv* csv = log->state;
    logLines* lines = &csv->lines;
    logSeekLines( lines, logFrame( log, frame ).offset );
    logFillUnknown( contacts, log->known );
    for ( int i = 0; i < csv->cellCount; ++i )
    {
        csv->targets[i] = csv->columnOf[i] >= 0 ? contacts->columns[csv->columnOf[i]] : NULL;
    }
    ssResult result = ssOk();
    for ( int row = 0; row < contacts->count && result.code == ss_ok; ++row )
    {
        if ( !logNextLine( lines ) )
        {
            return lines->result.code != ss_ok
                ? lines->result
                : ssError( ss_errorFormat, NULL, "%.150s: the file has changed", log->source.name );
        }
        result = readRow( log, lines, row );
        if ( result.code == ss_ok && !logRowIsValid( contacts, row ) )
        {
            char place[40];
            snprintf( place, sizeof place, "line %lld", logLineNumber( log, lines->offset ) );
            result = logCheckRow( log, contacts, row, place );
        }
    }
    return result;
}

static void closeCsv( ssContactLog* log )
{
    Csv* csv = log->state;
    if ( csv != NULL )
    {
        logEndLines( &csv->lines );
    }
    ssRelease( csv );
}

/// A text that is no JSON. What is in it, the headings decide.
static bool recognisesCsv( const uint8_t* head, size_t size )
{
    size_t first = 0;
    while ( first < size && ( head[first] <= ' ' ) && head[first] != '\0' )
    {
        ++first;
    }
    return first < size && head[first] != '{' && memchr( head, '\0', size ) == NULL;
}

// ---------------------------------------------------------------------------------------------------------- writing

#define OUT_SIZE ( 1u << 16 )

typedef struct Out
{
    size_t used;
    char bytes[OUT_SIZE];
} Out;

static ssResult flushOut( ssLogWriter* writer )
{
    Out* out = writer->state;
    ssResult result = out->used > 0 ? logWriteBytes( writer, out->bytes, out->used ) : ssOk();
    out->used = 0;
    return result;
}

static ssResult beginCsv( ssLogWriter* writer )
{
    Out* out = ssAlloc( sizeof *out );
    writer->state = out;
    if ( out == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        if ( ( writer->columns & SS_LOG_BIT( i ) ) != 0 )
        {
            out->used += (size_t)snprintf( out->bytes + out->used, OUT_SIZE - out->used, "%s%s",
                out->used > 0 ? "," : "", ssLogColumnName( (ssLogColumn)i ) );
        }
    }
    out->bytes[out->used++] = '\n';
    return ssOk();
}

static ssResult writeCsvFrame( ssLogWriter* writer, const ssLogFrame* contacts )
{
    Out* out = writer->state;
    for ( int row = 0; row < contacts->count; ++row )
    {
        if ( out->used + ss_logColumnCount * ( SS_NUMBER_MAX + 1 ) + 1 > OUT_SIZE )
        {
            ssResult result = flushOut( writer );
            if ( result.code != ss_ok )
            {
                return result;
            }
        }
        for ( int i = 0; i < ss_logColumnCount; ++i )
        {
            if ( ( writer->columns & SS_LOG_BIT( i ) ) == 0 )
            {
                continue;
            }
            double number = i == ss_logT ? contacts->t : contacts->columns[i][row];
            out->used += isfinite( number ) ? (size_t)ssSpellNumber( number, out->bytes + out->used ) : 0;
            out->bytes[out->used++] = ',';
        }
        out->bytes[out->used - 1] = '\n';
    }
    return ssOk();
}

const logForm log_csv = {
    .name = "csv",
    .ending = ".csv",
    .recognises = recognisesCsv,
    .index = indexCsv,
    .readFrame = readCsvFrame,
    .span = spanCsv,
    .close = closeCsv,
    .begin = beginCsv,
    .writeFrame = writeCsvFrame,
    .end = flushOut,
};
