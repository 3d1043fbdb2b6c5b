// SPDX-License-Identifier: MIT
#include "base/csv_reader.h"
#include "base/arena.h"
#include "base/find_row.h"
#include "slipstick/vecmath.h"

#include <string.h>

// Finds the records of a CSV table and their cells.

// Reads more bytes into the buffer, after making room by moving its contents or growing it.
static ssResult readMore( csvReader* reader )
{
    if ( reader->read == NULL )
    {
        reader->atEnd = true;
        return ssOk();
    }
    if ( reader->begin > 0 )
    {
        memmove( reader->buffer, reader->buffer + reader->begin, reader->end - reader->begin );
        reader->end -= reader->begin;
        reader->begin = 0;
    }
    if ( reader->end >= CSV_LINE_MAX )
    {
        return ssError( ss_errorFormat, NULL, "%.100s, line %lld: longer than %u bytes", reader->source,
            (long long)reader->nextLine, CSV_LINE_MAX );
    }
    if ( reader->end == reader->capacity )
    {
        size_t capacity = 2 * reader->capacity;
        char* grown = ssArena_Grow( NULL, reader->buffer, reader->end, capacity );
        if ( grown == NULL )
        {
            return ssError( ss_errorMemory, NULL, "%.100s: out of memory", reader->source );
        }
        reader->bytes = reader->buffer = grown;
        reader->capacity = capacity;
    }
    size_t got = 0;
    ssResult result =
        reader->read( reader->context, reader->buffer + reader->end, reader->capacity - reader->end, &got );
    reader->end += got;
    reader->atEnd = result.code == ss_ok && got == 0;
    return result;
}

// A record that does not end in the buffer.
#define RECORD_OPEN SIZE_MAX
#define RECORD_OPEN_QUOTE ( SIZE_MAX - 1 ) // likewise, inside a quoted cell

// Length of the record at `begin`, up to a line feed outside quotes; `*lines`: how many lines it spans.
static size_t findRecordEnd( const csvReader* reader, size_t* lines )
{
    const char* begin = reader->bytes + reader->begin;
    size_t size = reader->end - reader->begin;
    const char* feed = size > 0 ? memchr( begin, '\n', size ) : NULL;
    size_t plain = feed != NULL ? (size_t)( feed - begin ) : size;
    *lines = 1;
    if ( plain == 0 || memchr( begin, '"', plain ) == NULL ) { return feed != NULL ? plain : RECORD_OPEN; }

    bool cellStart = true, quoted = false;
    for ( size_t i = 0; i < size; ++i )
    {
        char c = begin[i];
        if ( quoted )
        {
            // A doubled quote closes the cell and opens it again.
            quoted = c != '"';
            *lines += c == '\n';
            cellStart = c == '"';
        }
        else if ( c == '\n' ) { return i; }
        else
        {
            quoted = c == '"' && cellStart;
            cellStart = c == ',';
        }
    }
    return quoted ? RECORD_OPEN_QUOTE : RECORD_OPEN;
}

/// A cell without the blanks around it.
static csvCell trim( csvCell cell )
{
    while ( cell.length > 0 && ( cell.text[0] == ' ' || cell.text[0] == '\t' ) )
    {
        ++cell.text;
        --cell.length;
    }
    while ( cell.length > 0 && ( cell.text[cell.length - 1] == ' ' || cell.text[cell.length - 1] == '\t' ) )
    {
        --cell.length;
    }
    return cell;
}

// Makes the next line that is neither empty nor a comment the current record. `*more` is false at the end.
static ssResult nextRecord( csvReader* reader, bool* more )
{
    *more = false;
    for ( ;; )
    {
        size_t lines = 1;
        size_t length = findRecordEnd( reader, &lines );
        bool open = length == RECORD_OPEN || length == RECORD_OPEN_QUOTE;
        if ( open && reader->atEnd == false )
        {
            SS_TRY( readMore( reader ) );
            continue;
        }
        if ( length == RECORD_OPEN_QUOTE )
        {
            return ssError( ss_errorFormat, NULL, "%.100s, line %lld: a quoted cell is not closed",
                reader->source, (long long)reader->nextLine );
        }
        if ( reader->begin == reader->end ) { return ssOk(); }

        reader->line = reader->nextLine;
        reader->nextLine += (int64_t)lines;
        reader->record = reader->bytes + reader->begin;
        length = open ? reader->end - reader->begin : length;
        reader->begin += length + ( open ? 0 : 1 );
        if ( length > 0 && reader->record[length - 1] == '\r' ) { --length; }
        static const char mark[3] = "\xEF\xBB\xBF"; // the byte order mark
        if ( reader->line == 1 && length >= sizeof mark && memcmp( reader->record, mark, sizeof mark ) == 0 )
        {
            reader->record += sizeof mark;
            length -= sizeof mark;
        }
        reader->recordLength = length;
        csvCell content = trim( ( csvCell ){ reader->record, length } );
        if ( content.length > 0 && content.text[0] != '#' )
        {
            *more = true;
            return ssOk();
        }
    }
}

// Splits the record into cells and stores the first `capacity` of them; returns the number of cells.
static int splitRecord( const csvReader* reader, csvCell* cells, int capacity )
{
    const char* at = reader->record;
    const char* end = at + reader->recordLength;
    int count = 0;
    for ( ;; )
    {
        csvCell cell = { at, 0 };
        if ( at < end && *at == '"' )
        {
            cell.text = ++at;
            while ( at < end && ( *at != '"' || ( at + 1 < end && at[1] == '"' ) ) )
            {
                at += *at == '"' ? 2 : 1;
            }
            cell.length = (size_t)( at - cell.text );
            // Text between closing quote and comma makes the cell malformed; the message shows it.
            const char* close = at;
            while ( at < end && *at != ',' ) { ++at; }
            if ( at > close + 1 )
            {
                cell.text -= 1;
                cell.length = (size_t)( at - cell.text );
            }
        }
        else
        {
            while ( at < end && *at != ',' ) { ++at; }
            cell.length = (size_t)( at - cell.text );
        }
        if ( count < capacity ) { cells[count] = cell; }
        ++count;
        if ( at >= end ) { return count; }
        ++at;
    }
}

// Copies a name without its quotes and the blanks around it.
static char* copyName( char* storage, csvCell cell )
{
    cell = trim( cell );
    const char *at = cell.text, *end = at + cell.length;
    char* out = storage;
    for ( ; at < end; ++at )
    {
        *out++ = *at;
        at += *at == '"' && at + 1 < end && at[1] == '"';
    }
    *out = 0;
    return storage;
}

static ssResult readHeader( csvReader* reader )
{
    bool more = false;
    SS_TRY( nextRecord( reader, &more ) );
    if ( more == false )
    {
        return ssError(
            ss_errorFormat, NULL, "%.150s: the file is empty; expected a line of headings", reader->source );
    }

    int count = splitRecord( reader, NULL, 0 );
    reader->columnCount = count;
    reader->cells = ssAlloc( (size_t)count * sizeof( csvCell ) );
    reader->names = ssAlloc( (size_t)count * sizeof( char* ) );
    reader->headerText = ssAlloc( reader->recordLength + (size_t)count );
    if ( reader->cells == NULL || reader->names == NULL || reader->headerText == NULL )
    {
        return ssError( ss_errorMemory, NULL, "%.100s: out of memory", reader->source );
    }
    splitRecord( reader, reader->cells, count );
    char* storage = reader->headerText;
    for ( int i = 0; i < count; ++i )
    {
        reader->names[i] = copyName( storage, reader->cells[i] );
        storage += reader->cells[i].length + 1;
    }
    return ssOk();
}

ssResult csvOpen( csvReader* reader, const char* source, csvRead* read, void* context )
{
    *reader = ( csvReader ){
        .source = source, .read = read, .context = context, .nextLine = 1, .capacity = 256u << 10
    };
    reader->bytes = reader->buffer = ssAlloc( reader->capacity );
    return reader->buffer != NULL ? readHeader( reader )
                                  : ssError( ss_errorMemory, NULL, "%.100s: out of memory", source );
}

ssResult csvOpenText( csvReader* reader, const char* source, const char* text, size_t length )
{
    *reader =
        ( csvReader ){ .source = source, .bytes = length > 0 ? text : "", .end = length, .nextLine = 1 };
    return readHeader( reader );
}

void csvClose( csvReader* reader )
{
    ssRelease( reader->buffer );
    ssRelease( reader->headerText );
    ssRelease( reader->names );
    ssRelease( reader->cells );
    *reader = ( csvReader ){ .source = NULL };
}

int csvFindColumn( const csvReader* reader, const char* name )
{
    return FIND_ROW( reader->names, reader->columnCount, name );
}

ssResult csvNextRow( csvReader* reader, bool* more )
{
    ssResult result = nextRecord( reader, more );
    if ( result.code == ss_ok && *more )
    {
        int count = splitRecord( reader, reader->cells, reader->columnCount );
        if ( count != reader->columnCount )
        {
            return ssError( ss_errorFormat, NULL, "%.150s, line %lld: %d cells under %d headings",
                reader->source, (long long)reader->line, count, reader->columnCount );
        }
    }
    return result;
}

double csvPeekLargest( const csvReader* reader, int column, double least )
{
    const char* at = reader->bytes + reader->begin;
    const char* end = reader->bytes + reader->end;
    while ( at < end )
    {
        const char* newLine = memchr( at, '\n', (size_t)( end - at ) );
        if ( newLine == NULL && reader->atEnd == false )
        {
            break; // an incomplete line may end in the middle of a number
        }
        const char* lineEnd = newLine != NULL ? newLine : end;
        const char* cell = memchr( at, '"', (size_t)( lineEnd - at ) ) == NULL ? at : NULL;
        for ( int i = 0; i < column && cell != NULL; ++i )
        {
            cell = memchr( cell, ',', (size_t)( lineEnd - cell ) );
            cell = cell != NULL ? cell + 1 : NULL;
        }
        if ( cell != NULL )
        {
            const char* cellEnd = memchr( cell, ',', (size_t)( lineEnd - cell ) );
            cellEnd = cellEnd != NULL ? cellEnd : lineEnd;
            double value = least;
            least = ssParseNumberSpan( cell, (size_t)( cellEnd - cell ), &value ) && value > least ? value
                                                                                                   : least;
        }
        at = lineEnd + 1;
    }
    return least;
}

ssResult csvRefuseNumber( const csvReader* reader, int column, const char* name )
{
    csvCell cell = trim( reader->cells[column] );
    bool isLong = cell.length > SS_NUMBER_LONGEST;
    int shown = isLong ? 20 : cell.length < 40 ? (int)cell.length : 40;
    return ssError( ss_errorValue, name,
        isLong ? "%.100s, line %lld, column %.40s: '%.*s…' is no number of up to 511 characters"
               : "%.100s, line %lld, column %.40s: '%.*s' is not a finite number",
        reader->source, (long long)reader->line, name, shown, cell.text );
}

ssResult csvReadNumber( const csvReader* reader, int column, double* value )
{
    csvCell cell = trim( reader->cells[column] );
    return cell.length <= SS_NUMBER_LONGEST && ssParseNumberSpan( cell.text, cell.length, value )
        ? ssOk()
        : csvRefuseNumber( reader, column, reader->names[column] );
}

ssResult csvReadNumberOrGap( const csvReader* reader, int column, double* value )
{
    csvCell cell = trim( reader->cells[column] );
    if ( ssIsCsvGap( cell.text, cell.length ) )
    {
        *value = SS_NAN;
        return ssOk();
    }
    return csvReadNumber( reader, column, value );
}
