// SPDX-License-Identifier: MIT
#include "log/log_dump.h"
#include "base/number_scan.h"
#include "log/log_private.h"
#include "slipstick/advanced/csv.h"

#include <stdio.h>
#include <string.h>

// Logs as LIGGGHTS and LAMMPS write them with `dump local`: blocks of
// lines that begin with ITEM, one block per time.
//
//     ITEM: TIMESTEP
//     2000
//     ITEM: NUMBER OF ENTRIES            the label may be another word (dump_modify label)
//     1
//     ITEM: BOX BOUNDS pp pp ff
//     0 1
//     ...
//     ITEM: ENTRIES c_cpl[1] c_cpl[2] ...
//     0.5 0.5 ...
//
// ITEM: TIME and ITEM: UNITS may stand in a block, too (dump_modify time, units).

#define ROWS_MAX 10000000 // contacts of a frame

typedef struct Dump
{
    double dt;
    char* heading; // the line ITEM: ENTRIES, which is the same in all blocks
    size_t headingLength;
    logDumpLayout layout;
    logLines lines;
} Dump;

/// The beginning of a block.
typedef struct Block
{
    uint64_t offset, heading; // of its first line and of its line ITEM: ENTRIES
    double step, time;        // NaN: not there
    double count;
    logDumpBox box;
} Block;

static ssResult wrong( const ssContactLog* log, uint64_t offset, const char* what )
{
    return ssError( ss_errorFormat, "file", "%.100s, line %lld: %s", log->source.name,
        logLineNumber( log, offset ), what );
}

static bool isItem( const logLines* lines, const char* item )
{
    size_t length = strlen( item );
    return (size_t)( lines->end - lines->begin ) >= length && memcmp( lines->begin, item, length ) == 0;
}

/// The next line must be there.
static ssResult needLine( logLines* lines, const char* what )
{
    if ( logNextLine( lines ) ) { return ssOk(); }
    return lines->result.code != ss_ok
        ? lines->result
        : ssError( ss_errorFormat, "file", "%.100s: the file ends inside a block; expected %s",
              lines->log->source.name, what );
}

/// The single number of the next line.
static ssResult readNumber( logLines* lines, const char* what, double* value )
{
    SS_TRY( needLine( lines, what ) );
    const char *begin = lines->begin, *end = lines->end;
    while ( begin < end && ( *begin == ' ' || *begin == '\t' ) ) { ++begin; }
    while ( end > begin && ( end[-1] == ' ' || end[-1] == '\t' ) ) { --end; }
    if ( ssParseNumberSpan( begin, (size_t)( end - begin ), value ) ) { return ssOk(); }
    char message[96];
    snprintf( message, sizeof message, "expected %s, found '%.*s'", what,
        (int)( end - begin < 40 ? end - begin : 40 ), begin );
    return wrong( lines->log, lines->offset, message );
}

static ssResult readCount( logLines* lines, double* count )
{
    SS_TRY( readNumber( lines, "the number of entries", count ) );
    bool fits = *count >= 0.0 && *count <= ROWS_MAX && *count == floor( *count );
    return fits ? ssOk()
                : ssError( ss_errorFormat, "file", "%.100s, line %lld: %.10g entries; allowed: 0 to %d",
                      lines->log->source.name, logLineNumber( lines->log, lines->offset ), *count, ROWS_MAX );
}

/// The three lines after ITEM: BOX BOUNDS (pp or the like per side). Tilted boxes are left alone.
static ssResult readBox( logLines* lines, logDumpBox* box )
{
    const char* end = lines->end;
    bool tilted = memchr( lines->begin, 'x', (size_t)( end - lines->begin ) ) != NULL;
    bool periodic[3] = { false };
    while ( end > lines->begin && end[-1] == ' ' ) { --end; }
    for ( int i = 0; i < 3 && end - lines->begin >= 8; ++i )
    {
        periodic[i] = memcmp( end - 8 + 3 * i, "pp", 2 ) == 0 && !tilted;
    }
    for ( int i = 0; i < 3; ++i )
    {
        SS_TRY( needLine( lines, "the bounds of the box" ) );
        double low = SS_NAN, high = SS_NAN;
        const char* at = numberScan( lines->begin, lines->end, &low );
        at = at != NULL && at < lines->end ? numberScan( at + 1, lines->end, &high ) : NULL;
        box->size[i] = at != NULL && periodic[i] ? high - low : SS_NAN;
    }
    return ssOk();
}

static ssResult readUnits( logLines* lines )
{
    SS_TRY( needLine( lines, "the units" ) );
    return isItem( lines, "si" ) ? ssOk()
                                 : wrong( lines->log, lines->offset, "a log is in SI units; expected: si" );
}

/// Reads one item of the beginning of a block, whose line is the current one.
static ssResult readItem( logLines* lines, Block* block )
{
    if ( isItem( lines, "ITEM: TIMESTEP" ) )
    {
        return readNumber( lines, "the number of the step", &block->step );
    }
    if ( isItem( lines, "ITEM: TIME" ) ) { return readNumber( lines, "the time", &block->time ); }
    if ( isItem( lines, "ITEM: NUMBER OF ATOMS" ) )
    {
        return wrong( lines->log, lines->offset,
            "a dump of atoms, which has no contacts; write one with `dump local`" );
    }
    if ( isItem( lines, "ITEM: NUMBER OF" ) ) { return readCount( lines, &block->count ); }
    return isItem( lines, "ITEM: UNITS" )     ? readUnits( lines )
        : isItem( lines, "ITEM: BOX BOUNDS" ) ? readBox( lines, &block->box )
        : isItem( lines, "ITEM:" )
        ? ssOk()
        : wrong( lines->log, lines->offset,
              "expected a line that begins with ITEM:, or the block has more entries than it says" );
}

/// Reads a block up to its ITEM: ENTRIES. False at the end of the file or after an error.
static bool beginBlock( logLines* lines, Block* block, ssResult* result )
{
    *block =
        ( Block ){ .step = SS_NAN, .time = SS_NAN, .count = -1.0, .box = { { SS_NAN, SS_NAN, SS_NAN } } };
    *result = ssOk();
    if ( !logNextLine( lines ) )
    {
        *result = lines->result;
        return false;
    }
    block->offset = lines->offset;
    // The last line of the beginning names the columns: it is the one after which all else is known.
    while ( result->code == ss_ok )
    {
        bool known = block->count >= 0.0 && isItem( lines, "ITEM:" ) && !isItem( lines, "ITEM: BOX" ) &&
            !isItem( lines, "ITEM: TIME" ) && !isItem( lines, "ITEM: NUMBER" ) &&
            !isItem( lines, "ITEM: UNITS" );
        if ( known )
        {
            block->heading = lines->offset;
            return true;
        }
        *result = readItem( lines, block );
        *result = result->code == ss_ok ? needLine( lines, "ITEM: ENTRIES" ) : *result;
    }
    return false;
}

static ssResult timeOf( const ssContactLog* log, const Block* block, double* t )
{
    const Dump* dump = log->state;
    *t = dump->dt > 0.0 ? block->step * dump->dt : block->time;
    return isfinite( *t )
        ? ssOk()
        : ssError( ss_errorFormat, "dt",
              "%.100s: the file counts steps and has no times; give the step size, as --map dt=1e-5",
              log->source.name );
}

/// The part of ITEM: ENTRIES behind the label.
static void splitHeading( const logLines* lines, const char** names, size_t* length )
{
    const char *at = lines->begin + 5, *end = lines->end;
    while ( at < end && *at == ' ' ) { ++at; }
    while ( at < end && *at != ' ' ) { ++at; }
    *names = at;
    *length = (size_t)( end - at );
}

/// The columns of the first block, which all others must repeat.
static ssResult takeHeading( ssContactLog* log, const ssLogOptions* options, const logLines* lines )
{
    Dump* dump = log->state;
    const char* names;
    size_t length;
    splitHeading( lines, &names, &length );
    if ( dump->heading != NULL )
    {
        return length == dump->headingLength && memcmp( names, dump->heading, length ) == 0
            ? ssOk()
            : wrong( log, lines->offset, "the columns differ from those of the first block" );
    }
    dump->heading = ssAlloc( length + 1 );
    if ( dump->heading == NULL ) { return logNoMemory( log ); }
    memcpy( dump->heading, names, length );
    dump->headingLength = length;
    char place[LOG_PLACE];
    logSayLine( log, lines->offset, place );
    return logDumpReadLayout( log, options, dump->heading, length, place, &dump->layout );
}

static ssResult skipRows( logLines* lines, const Block* block )
{
    for ( int row = 0; row < (int)block->count; ++row )
    {
        SS_TRY( needLine( lines, "an entry" ) );
        if ( isItem( lines, "ITEM:" ) )
        {
            return wrong( lines->log, lines->offset, "the block before has fewer entries than it says" );
        }
    }
    return ssOk();
}

static ssResult indexDump( ssContactLog* log, const ssLogOptions* options )
{
    Dump* dump = ssAlloc( sizeof *dump );
    log->state = dump;
    if ( dump == NULL || !logBeginLines( &dump->lines, log, 0 ) ) { return logNoMemory( log ); }
    dump->dt = options->dt;
    dump->lines.options = options;
    ssResult result;
    for ( Block block; beginBlock( &dump->lines, &block, &result ); )
    {
        double t = 0.0;
        char place[LOG_PLACE];
        SS_TRY( takeHeading( log, options, &dump->lines ) );
        SS_TRY( timeOf( log, &block, &t ) );
        if ( log->frameCount > 0 && !( t > log->last.t ) ) { logSayLine( log, block.offset, place ); }
        SS_TRY( logAddFrame( log, t, block.offset, log->rowCount, place ) );
        SS_TRY( skipRows( &dump->lines, &block ) );
        log->rowCount += (uint64_t)block.count;
    }
    return result;
}

static int spanDump( ssContactLog* log, int count, logEntry* entries )
{
    Dump* dump = log->state;
    ssResult result;
    int found = 0;
    uint64_t row = entries[0].firstRow;
    logSeekLines( &dump->lines, entries[0].offset );
    for ( Block block; found < count && beginBlock( &dump->lines, &block, &result ); ++found )
    {
        double t = 0.0;
        if ( timeOf( log, &block, &t ).code != ss_ok ) { break; }
        entries[found] = ( logEntry ){ .t = t, .offset = block.offset, .firstRow = row };
        row += (uint64_t)block.count;
        if ( found + 1 < count && skipRows( &dump->lines, &block ).code != ss_ok ) { return found + 1; }
    }
    return found > 0 ? found : 1;
}

/// Reads the numbers of the current line.
static ssResult readRow( const ssContactLog* log, const logLines* lines, double* const* targets )
{
    const Dump* dump = log->state;
    const char *at = lines->begin, *end = lines->end, *limit = lines->buffer + lines->filled;
    int count = 0, wanted = dump->layout.cellCount;
    for ( ;; ++count )
    {
        // No number goes beyond the end of its line.
        count += count < wanted ? numberScanRow( &at, limit, ' ', targets + count, wanted - count, 0 ) : 0;
        while ( at < end && ( *at == ' ' || *at == '\t' ) ) { ++at; }
        if ( at >= end ) { break; }
        const char* begin = at;
        while ( at < end && *at != ' ' && *at != '\t' ) { ++at; }
        double number;
        if ( !ssParseNumberSpan( begin, (size_t)( at - begin ), count < wanted ? targets[count] : &number ) )
        {
            char message[96];
            bool isLong = at - begin > SS_NUMBER_LONGEST;
            snprintf( message, sizeof message,
                isLong ? "'%.*s…' is no number of up to 511 characters" : "'%.*s' is not a finite number",
                (int)( isLong             ? 20
                        : at - begin < 40 ? at - begin
                                          : 40 ),
                begin );
            return wrong( log, lines->offset, message );
        }
    }
    return count == wanted ? ssOk()
                           : ssError( ss_errorFormat, NULL, "%.120s, line %lld: %d numbers under %d headings",
                                 log->source.name, logLineNumber( log, lines->offset ), count, wanted );
}

static ssResult readDumpFrame( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    Dump* dump = log->state;
    logLines* lines = &dump->lines;
    double fields[log_dumpFieldCount];
    double* targets[LOG_DUMP_CELLS_MAX];
    for ( int i = 0; i < log_dumpFieldCount; ++i ) { fields[i] = SS_NAN; }
    for ( int i = 0; i < dump->layout.cellCount; ++i ) { targets[i] = fields + dump->layout.fieldOf[i]; }
    Block block;
    ssResult result;
    logSeekLines( lines, logFrame( log, frame ).offset );
    if ( !beginBlock( lines, &block, &result ) || block.count != contacts->count )
    {
        return result.code != ss_ok ? result : logChanged( log );
    }
    for ( int row = 0; row < contacts->count; ++row )
    {
        SS_TRY( needLine( lines, "an entry" ) );
        SS_TRY( readRow( log, lines, targets ) );
        logDumpMakeContact( &dump->layout, &block.box, fields, contacts, row );
        if ( !logRowIsValid( contacts, row ) )
        {
            char place[LOG_PLACE];
            logSayLine( log, lines->offset, place );
            return logCheckRow( log, contacts, row, place );
        }
    }
    return ssOk();
}

static void closeDump( ssContactLog* log )
{
    Dump* dump = log->state;
    if ( dump != NULL )
    {
        logEndLines( &dump->lines );
        ssRelease( dump->heading );
    }
    ssRelease( dump );
}

static bool recognisesDump( const uint8_t* head, size_t size )
{
    return size >= 6 && memcmp( head, "ITEM: ", 6 ) == 0;
}

const logForm log_dump = {
    .name = "dump local",
    .ending = "",
    .usesStep = true,
    .usesColumns = true,
    .recognises = recognisesDump,
    .index = indexDump,
    .readFrame = readDumpFrame,
    .span = spanDump,
    .close = closeDump,
};
