// SPDX-License-Identifier: MIT
#include "base/csv_reader.h"
#include "base/number_scan.h"
#include "log/log_private.h"
#include "slipstick/parallel.h"

#include <stdio.h>
#include <string.h>

// CSV logs with named columns. The pass over the file reads only times, and repeated ones only once.

#define CELLS_MAX 1024
#define NAME_MAX_LENGTH 64

#define LINES_MAX 4096  // lines that are read at once
#define LINES_BLOCK 128 // of these, by one thread

typedef struct Line
{
    const char *begin, *end;
    uint64_t offset;
} Line;

typedef struct Csv
{
    char delimiter;
    int cellCount;
    int timeCell;
    int8_t columnOf[CELLS_MAX]; // the column that a cell belongs to; -1: none of ours
    logLines lines;             // of the frame that is being read
    double* targets[CELLS_MAX]; // the columns of that frame, by cell; NULL: none of ours
    Line batch[LINES_MAX];
} Csv;

typedef struct Cell
{
    const char* text; // without quotes and blanks around it; not terminated
    size_t length;
} Cell;

/// The next cell of a line; false after the last one. `*at` is beyond the end then.
static bool nextCell( const char** at, const char* end, char delimiter, Cell* cell )
{
    if ( *at > end ) { return false; }
    const char *begin = *at, *stop = begin;
    bool quoted = false;
    for ( ; stop < end && ( quoted || *stop != delimiter ); ++stop ) { quoted ^= *stop == '"'; }
    *at = stop + 1;
    while ( begin < stop && ( *begin == ' ' || *begin == '\t' || *begin == '"' ) ) { ++begin; }
    while ( stop > begin && ( stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '"' ) ) { --stop; }
    *cell = ( Cell ){ begin, (size_t)( stop - begin ) };
    return true;
}

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
    while ( length > 0 && ( cell.text[length - 1] == ' ' || cell.text[length - 1] == '\t' ) ) { --length; }
    snprintf( name, NAME_MAX_LENGTH, "%.*s", (int)( length < NAME_MAX_LENGTH ? length : NAME_MAX_LENGTH - 1 ),
        cell.text );
}

/// The column that a heading names, after renaming (which voids the own name); ss_logColumnCount: none.
static ssLogColumn columnOfHeading( const ssLogOptions* options, const char* name )
{
    ssLogColumn own = ssFindLogColumn( name );
    for ( int i = 0; i < options->renameCount; ++i )
    {
        if ( strcmp( options->renames[i].theirs, name ) == 0 ) { return options->renames[i].column; }
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
    if ( *column == ss_logColumnCount ) { return ssOk(); }
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
        SS_TRY( takeHeading( log, options, line, cell, &column ) );
        csv->columnOf[csv->cellCount] = column < ss_logColumnCount ? (int8_t)column : -1;
        csv->timeCell = column == ss_logT ? csv->cellCount : csv->timeCell;
    }
    return checkHeading( log, options, line );
}

static ssResult badNumber( const ssContactLog* log, uint64_t offset, ssLogColumn column, Cell cell )
{
    return ssError( ss_errorFormat, ssLogColumnName( column ),
        cell.length > SS_NUMBER_LONGEST
            ? "%.100s, line %lld, column %s: '%.*s…' is no number of up to 511 characters"
            : "%.100s, line %lld, column %s: '%.*s' is not a finite number",
        log->source.name, logLineNumber( log, offset ), ssLogColumnName( column ),
        (int)( cell.length > SS_NUMBER_LONGEST ? 20
                : cell.length < 40             ? cell.length
                                               : 40 ),
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
    char place[LOG_PLACE] = "";
    if ( last != NULL && !( t > last->t ) ) { logSayLine( log, lines->offset, place ); }
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
    if ( csv == NULL || !logBeginLines( &csv->lines, log, 0 ) ) { return logNoMemory( log ); }
    csv->lines.options = options;
    SS_TRY( readHeading( log, options, &csv->lines ) );
    return indexRows( log, &csv->lines );
}

/// What is wrong with a row: a cell that is no number, or, if its column is negative, the number of cells.
typedef struct Mistake
{
    int column, count;
    Cell cell;
} Mistake;

/// Reads a cell: quoted, empty, or a number that the scanner does not read. False: no number.
static bool readCell( const Csv* csv, const Line* line, const char** at, double* number, Cell* cell )
{
    nextCell( at, line->end, csv->delimiter, cell );
    if ( number == NULL ) { return true; }
    *number = SS_NAN;
    return ssIsCsvGap( cell->text, cell->length ) || ssParseNumberSpan( cell->text, cell->length, number );
}

/// Reads a row into csv->targets. The text may be looked at up to `limit`.
static bool readRow( const Csv* csv, const Line* line, const char* limit, int row, Mistake* mistake )
{
    const char *at = line->begin, *end = line->end;
    int count = 0;
    while ( at <= end )
    {
        // No number goes beyond the end of its line.
        int left = csv->cellCount - count;
        count += left > 0 ? numberScanRow( &at, limit, csv->delimiter, csv->targets + count, left, row ) : 0;
        if ( at > end ) { break; }
        mistake->column = count < csv->cellCount ? csv->columnOf[count] : -1;
        double* number = mistake->column >= 0 ? csv->targets[count] + row : NULL;
        if ( !readCell( csv, line, &at, number, &mistake->cell ) ) { return false; }
        ++count;
    }
    mistake->column = -1;
    mistake->count = count;
    return count == csv->cellCount;
}

/// Lines that lie in the buffer together; they are the rows of the frame from `first` on.
typedef struct Batch
{
    const ssContactLog* log;
    ssLogFrame* contacts;
    int first, count;
    const char* limit;
    int failed[LINES_MAX / LINES_BLOCK]; // the first line of a block that is wrong; LINES_MAX: none
} Batch;

static void readBlock( void* context, int block, int first, int last )
{
    Batch* batch = context;
    const Csv* csv = batch->log->state;
    Mistake mistake;
    int i = first;
    while ( i < last && readRow( csv, csv->batch + i, batch->limit, batch->first + i, &mistake ) &&
        logRowIsValid( batch->contacts, batch->first + i ) )
    {
        ++i;
    }
    batch->failed[block] = i < last ? i : LINES_MAX;
}

/// Says what is wrong with a line.
static ssResult explain( const Batch* batch, int i )
{
    const ssContactLog* log = batch->log;
    const Csv* csv = log->state;
    const Line* line = csv->batch + i;
    Mistake mistake;
    if ( readRow( csv, line, batch->limit, batch->first + i, &mistake ) )
    {
        char place[LOG_PLACE];
        logSayLine( log, line->offset, place );
        return logCheckRow( log, batch->contacts, batch->first + i, place );
    }
    return mistake.column >= 0
        ? badNumber( log, line->offset, (ssLogColumn)mistake.column, mistake.cell )
        : ssError( ss_errorFormat, NULL, "%.120s, line %lld: %d cells under %d headings", log->source.name,
              logLineNumber( log, line->offset ), mistake.count, csv->cellCount );
}

/// Takes the next lines as far as they lie in the buffer.
static ssResult gather( ssContactLog* log, Batch* batch )
{
    Csv* csv = log->state;
    logLines* lines = &csv->lines;
    int left = batch->contacts->count - batch->first, most = left < LINES_MAX ? left : LINES_MAX;
    batch->count = 0;
    for ( bool more = logNextLine( lines ); more; more = batch->count < most && logNextBufferedLine( lines ) )
    {
        csv->batch[batch->count++] = ( Line ){ lines->begin, lines->end, lines->offset };
    }
    batch->limit = lines->buffer + lines->filled;
    return batch->count > 0 ? ssOk() : lines->result.code != ss_ok ? lines->result : logChanged( log );
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
        if ( !findTime( csv, lines, &cell ) || !ssParseNumberSpan( cell.text, cell.length, &t ) ) { break; }
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
    Batch batch = { .log = log, .contacts = contacts };
    logSeekLines( &csv->lines, logFrame( log, frame ).offset );
    logFillUnknown( contacts, log->known );
    for ( int i = 0; i < csv->cellCount; ++i )
    {
        csv->targets[i] = csv->columnOf[i] >= 0 ? contacts->columns[csv->columnOf[i]] : NULL;
    }
    for ( ; batch.first < contacts->count; batch.first += batch.count )
    {
        SS_TRY( gather( log, &batch ) );
        ssParallelFor( batch.count, LINES_BLOCK, readBlock, &batch );
        for ( int block = 0; block < ssBlockCount( batch.count, LINES_BLOCK ); ++block )
        {
            if ( batch.failed[block] < LINES_MAX ) { return explain( &batch, batch.failed[block] ); }
        }
    }
    return ssOk();
}

static void closeCsv( ssContactLog* log )
{
    Csv* csv = log->state;
    if ( csv != NULL ) { logEndLines( &csv->lines ); }
    ssRelease( csv );
}

/// A text that is no JSON. What is in it, the headings decide.
static bool recognisesCsv( const uint8_t* head, size_t size )
{
    size_t first = 0;
    while ( first < size && ( head[first] <= ' ' ) && head[first] != '\0' ) { ++first; }
    return first < size && head[first] != '{' && memchr( head, '\0', size ) == NULL;
}

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
    if ( out == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
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
            SS_TRY( flushOut( writer ) );
        }
        for ( int i = 0; i < ss_logColumnCount; ++i )
        {
            if ( ( writer->columns & SS_LOG_BIT( i ) ) == 0 ) { continue; }
            double number = i == ss_logT ? contacts->t : contacts->columns[i][row];
            out->used += isfinite( number ) ? (size_t)ssSpellNumber( number, out->bytes + out->used ) : 0;
            out->bytes[out->used++] = ',';
        }
        out->bytes[out->used - 1] = '\n';
    }
    return flushOut( writer ); // a finished frame may outlive the program
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
