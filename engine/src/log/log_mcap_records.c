// SPDX-License-Identifier: MIT
#include "log/log_mcap.h"

#include <stdio.h>
#include <string.h>

// MCAP records: definitions of messages, channels, and messages, which become frames.

#define PEEK 64 // bytes of a message that indexing looks at

uint64_t logMcapNumber( const uint8_t* bytes, int size )
{
    uint64_t value = 0;
    for ( int i = size - 1; i >= 0; --i ) { value = value << 8 | bytes[i]; }
    return value;
}

ssResult logMcapWrong( const ssContactLog* log, uint64_t place, const char* what )
{
    return ssError( ss_errorFormat, "file", "%.100s, offset %llu: %s", log->source.name,
        (unsigned long long)place, what );
}

ssResult logMcapLook( logMcapReader* reader, uint64_t place, size_t size, const uint8_t** bytes )
{
    if ( place < reader->start || place + size > reader->start + reader->filled )
    {
        uint64_t left = reader->log->source.size > place ? reader->log->source.size - place : 0;
        reader->start = place;
        reader->filled = left < LOG_MCAP_WINDOW ? (size_t)left : LOG_MCAP_WINDOW;
        if ( size > reader->filled )
        {
            reader->filled = 0;
            return logMcapWrong( reader->log, place, "the file ends inside a record" );
        }
        ssResult result = logReadBytes( reader->log, place, reader->window, reader->filled );
        if ( result.code != ss_ok )
        {
            reader->filled = 0;
            return result;
        }
    }
    *bytes = reader->window + ( place - reader->start );
    return ssOk();
}

ssResult logMcapNextRecord( logMcapReader* reader, uint64_t place, uint64_t end, logMcapRecord* record )
{
    const uint8_t* bytes = NULL;
    *record = ( logMcapRecord ){ .place = place + LOG_MCAP_HEAD };
    if ( end < LOG_MCAP_HEAD || place > end - LOG_MCAP_HEAD ) { return ssOk(); }
    SS_TRY( logMcapLook( reader, place, LOG_MCAP_HEAD, &bytes ) );
    record->length = logMcapNumber( bytes + 1, 8 );
    if ( bytes[0] == 0 ) { return logMcapWrong( reader->log, place, "no MCAP record begins with 0" ); }
    uint64_t most = reader->log->recordMax;
    if ( most > 0 && record->length > most )
    {
        return ssError( ss_errorFormat, "file",
            "%.100s, offset %llu: a record of %llu bytes; allowed: at most %llu", reader->log->source.name,
            (unsigned long long)place, (unsigned long long)record->length, (unsigned long long)most );
    }
    record->code = record->length <= end - record->place ? bytes[0] : 0;
    return ssOk();
}

ssResult logMcapReadText(
    logMcapReader* reader, const logMcapRecord* record, uint64_t* place, uint32_t most, logMcapText* text )
{
    uint64_t end = record->place + record->length;
    const uint8_t* bytes = NULL;
    if ( end - *place < 4 )
    {
        return logMcapWrong( reader->log, *place, "a text begins outside its record" );
    }
    SS_TRY( logMcapLook( reader, *place, 4, &bytes ) );
    *text = ( logMcapText ){ .place = *place + 4, .length = (uint32_t)logMcapNumber( bytes, 4 ) };
    if ( text->length > end - text->place )
    {
        return logMcapWrong( reader->log, *place, "a text is longer than its record" );
    }
    if ( text->length > most )
    {
        return ssError( ss_errorFormat, "file",
            "%.100s, offset %llu: a text of %u bytes; allowed: at most %u", reader->log->source.name,
            (unsigned long long)*place, text->length, most );
    }
    *place = text->place + text->length;
    return ssOk();
}

ssResult logMcapEnterChunk(
    logMcapReader* reader, const logMcapRecord* chunk, uint64_t* place, logMcapText* compression )
{
    *place = chunk->place + 28;
    return chunk->length >= 40 ? logMcapReadText( reader, chunk, place, LOG_MCAP_NAME_MAX, compression )
                               : logMcapWrong( reader->log, chunk->place, "a chunk is too short" );
}

static bool textIs( logMcapReader* reader, const logMcapText* text, const char* expected )
{
    const uint8_t* bytes = NULL;
    return text->length == strlen( expected ) &&
        ( text->length == 0 ||
            ( logMcapLook( reader, text->place, text->length, &bytes ).code == ss_ok &&
                memcmp( bytes, expected, text->length ) == 0 ) );
}

/// The next significant letter of a definition, without comments and repeated blanks. 0: the end.
static int nextLetter( const char** text, const char* end )
{
    bool blank = false;
    for ( ; *text < end; ++*text )
    {
        if ( **text == '#' )
        {
            while ( *text + 1 < end && ( *text )[1] != '\n' ) { ++*text; }
        }
        else if ( **text != ' ' && **text != '\t' && **text != '\r' && **text != '\n' )
        {
            return blank ? ' ' : (unsigned char)*( *text )++;
        }
        blank = true;
    }
    return 0;
}

/// Do two definitions say the same, apart from comments and blanks?
static bool sameDefinition( const char* a, size_t aSize, const char* b, size_t bSize )
{
    const char *aEnd = a + aSize, *bEnd = b + bSize;
    for ( ;; )
    {
        int x = nextLetter( &a, aEnd ), y = nextLetter( &b, bEnd );
        if ( x != y ) { return false; }
        if ( x == 0 ) { return true; }
    }
}

static ssResult readSchema( logMcapReader* reader, const logMcapRecord* record )
{
    const uint8_t* bytes = NULL;
    logMcapText name, encoding, text;
    SS_TRY( record->length >= 2 ? logMcapLook( reader, record->place, 2, &bytes )
                                : logMcapWrong( reader->log, record->place, "a schema without number" ) );
    int id = (int)logMcapNumber( bytes, 2 );
    uint64_t place = record->place + 2;
    SS_TRY( logMcapReadText( reader, record, &place, LOG_MCAP_NAME_MAX, &name ) );
    SS_TRY( logMcapReadText( reader, record, &place, LOG_MCAP_NAME_MAX, &encoding ) );
    SS_TRY( logMcapReadText( reader, record, &place, UINT32_MAX, &text ) );
    logMcapKind kind = log_mcapOtherKind;
    for ( int k = 1; k < log_mcapKindCount; ++k )
    {
        kind = textIs( reader, &name, log_mcapDefinitions[k].name ) ? (logMcapKind)k : kind;
    }
    reader->state->schemas[id] = (uint8_t)kind;
    if ( kind == log_mcapOtherKind ) { return ssOk(); }
    const char* ours = log_mcapDefinitions[kind].text;
    bool same = textIs( reader, &encoding, "ros2msg" ) && text.length <= LOG_MCAP_SCHEMA_MAX;
    same = same && logMcapLook( reader, text.place, text.length, &bytes ).code == ss_ok &&
        sameDefinition( (const char*)bytes, text.length, ours, strlen( ours ) );
    return same ? ssOk()
                : logMcapWrong( reader->log, record->place,
                      "the definition of slipstick_msgs differs from that of slipstick_probe.h" );
}

static ssResult readChannel( logMcapReader* reader, const logMcapRecord* record )
{
    const uint8_t* bytes = NULL;
    logMcapText topic, encoding;
    SS_TRY( record->length >= 4 ? logMcapLook( reader, record->place, 4, &bytes )
                                : logMcapWrong( reader->log, record->place, "a channel without number" ) );
    int id = (int)logMcapNumber( bytes, 2 ), schema = (int)logMcapNumber( bytes + 2, 2 );
    uint64_t place = record->place + 4;
    reader->state->channels[id] = reader->state->schemas[schema];
    SS_TRY( logMcapReadText( reader, record, &place, LOG_MCAP_NAME_MAX, &topic ) );
    SS_TRY( logMcapReadText( reader, record, &place, LOG_MCAP_NAME_MAX, &encoding ) );
    return reader->state->schemas[schema] == log_mcapOtherKind || textIs( reader, &encoding, "cdr" )
        ? ssOk()
        : logMcapWrong( reader->log, record->place, "contacts and bodies must be encoded as cdr" );
}

/// The beginning of our message: CDR encapsulation, stamp, t, row count. `data` are its first bytes, `size`
/// its length. Refuses impossible counts before anything is allocated.
static ssResult readMessageHead( const ssContactLog* log, uint64_t place, const uint8_t* data, uint64_t size,
    logMcapKind kind, logMcapMessage* message )
{
    uint64_t rowSize = (uint64_t)log_mcapDefinitions[kind].row;
    uint64_t padding = kind == log_mcapContacts32Kind ? 4 : 0; // after all rows but the last
    if ( size < LOG_MCAP_EMPTY || data[0] != 0 || data[1] > 1 )
    {
        return logMcapWrong( log, place, "a message is not encoded as plain CDR" );
    }
    message->swapped = ( data[1] == 1 ) != logMcapHostIsLittle();
    message->t = logMcapDouble( data + 12, message->swapped );
    message->count = logMcapU32( data + 20, message->swapped );
    if ( message->count > LOG_MCAP_ROWS_MAX )
    {
        return ssError( ss_errorFormat, "file",
            "%.100s, offset %llu: a message of %u rows; allowed: at most %d", log->source.name,
            (unsigned long long)place, message->count, LOG_MCAP_ROWS_MAX );
    }
    uint64_t needed =
        message->count > 0 ? LOG_MCAP_ROWS + (uint64_t)message->count * rowSize - padding : LOG_MCAP_EMPTY;
    return size >= needed
        ? ssOk()
        : ssError( ss_errorFormat, "file",
              "%.100s, offset %llu: a message says it has %u rows, but it is too short for them",
              log->source.name, (unsigned long long)place, message->count );
}

ssResult logMcapReadMessage(
    logMcapReader* reader, const logMcapRecord* record, logMcapKind* kind, logMcapMessage* message )
{
    const uint8_t* bytes = NULL;
    size_t size = record->length < PEEK ? (size_t)record->length : PEEK;
    SS_TRY( size >= 2 ? logMcapLook( reader, record->place, size, &bytes )
                      : logMcapWrong( reader->log, record->place, "a message without channel" ) );
    *kind = (logMcapKind)reader->state->channels[logMcapNumber( bytes, 2 )];
    uint64_t data = record->length > LOG_MCAP_DATA ? record->length - LOG_MCAP_DATA : 0;
    message->place = record->place + LOG_MCAP_DATA;
    return *kind == log_mcapOtherKind
        ? ssOk()
        : readMessageHead( reader->log, record->place, bytes + LOG_MCAP_DATA, data, *kind, message );
}

logEntry logMcapEntry( logMcapKind kind, const logMcapMessage* message, uint64_t firstRow )
{
    return ( logEntry ){ .t = message->t,
        .offset = 2 * message->place + ( kind == log_mcapContacts32Kind ),
        .firstRow = firstRow };
}

/// A message with contacts is a frame; one with bodies belongs to the frame of its time, before or after it.
static ssResult readMessage( logMcapReader* reader, const logMcapRecord* record )
{
    ssContactLog* log = reader->log;
    logMcapKind kind = log_mcapOtherKind;
    logMcapMessage message = { 0 };
    SS_TRY( logMcapReadMessage( reader, record, &kind, &message ) );
    if ( kind == log_mcapOtherKind ) { return ssOk(); }
    if ( kind == log_mcapBodiesKind )
    {
        reader->state->lastBodies = message.place;
        reader->state->lastBodiesTime = message.t;
    }
    else
    {
        char where[40];
        snprintf( where, sizeof where, "offset %llu", (unsigned long long)record->place );
        logEntry entry = logMcapEntry( kind, &message, log->rowCount );
        SS_TRY( logAddFrame( log, entry.t, entry.offset, entry.firstRow, where ) );
        log->rowCount += message.count;
    }
    if ( reader->state->lastBodies != 0 && log->frameCount > 0 &&
        log->last.t == reader->state->lastBodiesTime )
    {
        logSetBodies( log, reader->state->lastBodies );
        reader->state->lastBodies = 0;
    }
    return ssOk();
}

ssResult logMcapReadRecord( logMcapReader* reader, const logMcapRecord* record )
{
    return record->code == log_mcapSchema ? readSchema( reader, record )
        : record->code == log_mcapChannel ? readChannel( reader, record )
        : record->code == log_mcapMessage ? readMessage( reader, record )
                                          : ssOk();
}

// Finds frames of an MCAP file again from a known one, entering chunks in the order of the file.

typedef struct Walk
{
    logMcapReader reader;
    logEntry* entries;
    int count, most;
    uint64_t rows;         // before the next frame
    logMcapMessage bodies; // the last message with bodies; its place is 0 before there is one
} Walk;

/// Takes a message: the next frame, or bodies. False: there are enough frames, or something is wrong.
static bool takeMessage( Walk* walk, const logMcapRecord* record )
{
    logMcapKind kind = log_mcapOtherKind;
    logMcapMessage message = { 0 };
    if ( logMcapReadMessage( &walk->reader, record, &kind, &message ).code != ss_ok ) { return false; }
    if ( kind == log_mcapBodiesKind ) { walk->bodies = message; }
    else if ( kind != log_mcapOtherKind )
    {
        if ( walk->count == walk->most ) { return false; }
        if ( walk->count > 0 ) { walk->entries[walk->count] = logMcapEntry( kind, &message, walk->rows ); }
        ++walk->count;
        walk->rows += message.count;
    }
    // Bodies belong to the frame of their time, before or after it.
    logEntry* last = walk->count > 0 ? walk->entries + walk->count - 1 : NULL;
    if ( last != NULL && walk->bodies.place != 0 && last->t == walk->bodies.t )
    {
        last->bodies = walk->bodies.place;
    }
    return true;
}

int logMcapSpan( ssContactLog* log, int count, logEntry* entries )
{
    Walk walk = { .reader = { .log = log, .state = log->state, .window = ssAlloc( LOG_MCAP_WINDOW ) },
        .entries = entries,
        .most = count,
        .rows = entries[0].firstRow };
    uint64_t place = entries[0].offset / 2 - LOG_MCAP_DATA - LOG_MCAP_HEAD;
    for ( bool more = walk.reader.window != NULL; more; )
    {
        logMcapRecord record = { 0 };
        ssResult result = logMcapNextRecord( &walk.reader, place, log->source.size, &record );
        place = record.place + record.length;
        more = result.code == ss_ok && record.code != 0 && record.code != log_mcapFooter;
        if ( more && record.code == log_mcapChunk )
        {
            logMcapText compression;
            more = logMcapEnterChunk( &walk.reader, &record, &place, &compression ).code == ss_ok;
            place += 8;
        }
        else if ( more && record.code == log_mcapMessage ) { more = takeMessage( &walk, &record ); }
    }
    ssRelease( walk.reader.window );
    return walk.count > 0 ? walk.count : 1;
}
