// SPDX-License-Identifier: MIT
#include "log/log_mcap.h"

#include <string.h>

// Logs in the MCAP form (https://mcap.dev/spec), as slipstick_probe.h writes them: records of code, length
// and content, and chunks of records. A closed file ends with a summary of its chunks and their channels;
// without one, records are read in turn up to where the program was killed, or the log still grows.

#define MAGIC "\x89MCAP0\r\n"
#define MAGIC_SIZE 8
#define FOOTER 37 // [bytes] of the last record and the magic after it

static ssResult readChunk( logMcapReader* reader, const logMcapRecord* chunk )
{
    const ssContactLog* log = reader->log;
    const uint8_t* bytes = NULL;
    logMcapText compression;
    uint64_t place, end = chunk->place + chunk->length;
    SS_TRY( logProgress( log, reader->options, chunk->place ) );
    SS_TRY( logMcapEnterChunk( reader, chunk, &place, &compression ) );
    if ( compression.length > 0 )
    {
        char name[16] = "";
        if ( compression.length < sizeof name &&
            logMcapLook( reader, compression.place, compression.length, &bytes ).code == ss_ok )
        {
            memcpy( name, bytes, compression.length );
        }
        return ssError( ss_errorFormat, "file",
            "%.80s: its chunks are compressed (%.15s), which is not supported; to mend it: "
            "mcap compress --compression none IN -o OUT",
            log->source.name, name );
    }
    SS_TRY( end - place < 8 ? logMcapWrong( log, place, "a chunk is too short" )
                            : logMcapLook( reader, place, 8, &bytes ) );
    uint64_t size = logMcapNumber( bytes, 8 );
    place += 8;
    if ( size > end - place )
    {
        return logMcapWrong( log, place, "the records of a chunk are longer than the chunk" );
    }
    for ( end = place + size; place < end; )
    {
        logMcapRecord record;
        SS_TRY( logMcapNextRecord( reader, place, end, &record ) );
        if ( record.code == 0 ) { return logMcapWrong( log, place, "a record is longer than its chunk" ); }
        SS_TRY( logMcapReadRecord( reader, &record ) );
        place = record.place + record.length;
    }
    return ssOk();
}

/// Reads the remaining records. At one that is cut off the log ends, or the rest is still to come.
static ssResult scan( logMcapReader* reader )
{
    uint64_t size = reader->log->source.size;
    for ( ;; )
    {
        logMcapRecord record;
        SS_TRY( logMcapNextRecord( reader, reader->state->next, size, &record ) );
        if ( record.code == 0 || record.code == log_mcapFooter )
        {
            reader->log->grows = reader->log->grows && record.code == 0;
            return ssOk();
        }
        SS_TRY( record.code == log_mcapChunk ? readChunk( reader, &record )
                                             : logMcapReadRecord( reader, &record ) );
        reader->state->next = record.place + record.length;
    }
}

/// Where the summary begins; 0: the file has none.
static uint64_t findSummary( logMcapReader* reader )
{
    const uint8_t* bytes = NULL;
    uint64_t size = reader->log->source.size;
    if ( size < MAGIC_SIZE + FOOTER || logMcapLook( reader, size - FOOTER, FOOTER, &bytes ).code != ss_ok ||
        bytes[0] != log_mcapFooter || logMcapNumber( bytes + 1, 8 ) != 20 ||
        memcmp( bytes + 29, MAGIC, MAGIC_SIZE ) != 0 )
    {
        return 0;
    }
    uint64_t start = logMcapNumber( bytes + LOG_MCAP_HEAD, 8 );
    return start >= MAGIC_SIZE && start < size - FOOTER ? start : 0;
}

/// Does an entry of the summary say that a chunk has none of our channels?
static bool lacksOurs( const logMcapReader* reader, const uint8_t* entry, uint64_t length )
{
    uint64_t size = logMcapNumber( entry + 32, 4 );
    if ( size == 0 || size % 10 != 0 || size > length - 36 )
    {
        return false; // no index of messages: the chunk itself has to say
    }
    for ( const uint8_t* pair = entry + 36; pair < entry + 36 + size; pair += 10 )
    {
        if ( reader->state->channels[logMcapNumber( pair, 2 )] != log_mcapOtherKind ) { return false; }
    }
    return true;
}

/// Where the chunk of an entry begins; 0: the entry is too short.
static uint64_t chunkPlace( logMcapReader* reader, const logMcapRecord* entry )
{
    const uint8_t* bytes = NULL;
    bool whole = entry->length >= 36 && logMcapLook( reader, entry->place, 36, &bytes ).code == ss_ok;
    return whole ? logMcapNumber( bytes + 16, 8 ) : 0;
}

/// Reads the chunk of a summary entry if it has contacts or bodies. *after: the end of the last chunk.
static ssResult readIndexed( logMcapReader* reader, const logMcapRecord* entry, uint64_t* after )
{
    const uint8_t* bytes = NULL;
    size_t size = entry->length < LOG_MCAP_WINDOW ? (size_t)entry->length : LOG_MCAP_WINDOW;
    SS_TRY( size >= 36 ? logMcapLook( reader, entry->place, size, &bytes )
                       : logMcapWrong( reader->log, entry->place, "an entry of the summary is too short" ) );
    if ( lacksOurs( reader, bytes, size ) ) { return ssOk(); }
    uint64_t place = logMcapNumber( bytes + 16, 8 );
    logMcapRecord chunk = { 0 };
    SS_TRY( logMcapNextRecord( reader, place, reader->log->source.size, &chunk ) );
    if ( chunk.code != log_mcapChunk || place < *after )
    {
        return logMcapWrong( reader->log, entry->place,
            chunk.code != log_mcapChunk ? "the summary names a place where no chunk is"
                                        : "the summary names a chunk inside of another" );
    }
    *after = chunk.place + chunk.length;
    return readChunk( reader, &chunk );
}

/// Reads the chunks that the summary names. False: it names none, or one again or in another order, and the
/// file has to be scanned. No byte is read more often than the entries are.
static bool readSummary( logMcapReader* reader, uint64_t start, ssResult* result )
{
    uint64_t end = reader->log->source.size - FOOTER;
    uint64_t last = 0, after = 0;
    bool indexed = false, ordered = true;
    *result = ssOk();
    // First the channels, wherever they stand, then the chunks.
    for ( int pass = 0; pass < 2 && result->code == ss_ok && ordered; ++pass )
    {
        for ( uint64_t place = start; place < end && result->code == ss_ok; )
        {
            logMcapRecord record;
            *result = logMcapNextRecord( reader, place, end, &record );
            if ( result->code == ss_ok && record.code == 0 ) { return indexed && ordered; }
            bool entry = record.code == log_mcapChunkIndex;
            indexed = indexed || entry;
            if ( result->code == ss_ok && entry && pass == 0 )
            {
                uint64_t here = chunkPlace( reader, &record );
                ordered = ordered && ( here > last || here == 0 );
                last = here;
            }
            if ( result->code == ss_ok && entry == ( pass == 1 ) )
            {
                *result =
                    entry ? readIndexed( reader, &record, &after ) : logMcapReadRecord( reader, &record );
            }
            place = record.place + record.length;
        }
    }
    return indexed && ordered;
}

static bool recognises( const uint8_t* head, size_t size )
{
    return size >= MAGIC_SIZE && memcmp( head, MAGIC, MAGIC_SIZE ) == 0;
}

/// Does the file have contacts at all?
static bool hasContacts( const logMcapState* state )
{
    bool ours = false;
    for ( int i = 0; i < LOG_MCAP_IDS; ++i )
    {
        ours = ours || state->channels[i] == log_mcapContactsKind ||
            state->channels[i] == log_mcapContacts32Kind;
    }
    return ours;
}

/// Reads what has not been read yet, through the summary if the file has one and will not grow.
static ssResult readRest( ssContactLog* log, const ssLogOptions* options )
{
    ssResult result = ssOk();
    logMcapReader reader = {
        .log = log, .options = options, .state = log->state, .window = ssAlloc( LOG_MCAP_WINDOW )
    };
    if ( reader.window == NULL ) { return logNoMemory( log ); }
    int first = log->frameCount;
    uint64_t summary = log->grows ? 0 : findSummary( &reader );
    if ( summary == 0 || !readSummary( &reader, summary, &result ) )
    {
        result = result.code == ss_ok ? scan( &reader ) : result;
    }
    ssRelease( reader.window );
    // What came before the mistake is there, and is read.
    ssResult known = logMcapFindKnown( log, first );
    return result.code == ss_ok ? known : result;
}

static ssResult indexMcap( ssContactLog* log, const ssLogOptions* options )
{
    logMcapState* state = ssAlloc( sizeof *state );
    log->state = state;
    if ( state == NULL ) { return logNoMemory( log ); }
    state->next = MAGIC_SIZE;
    ssResult result = readRest( log, options );
    if ( result.code == ss_ok && log->frameCount == 0 && !log->grows )
    {
        result = ssError( ss_errorFormat, "file", "%.120s: %s", log->source.name,
            hasContacts( state )
                ? "the log has no complete frame"
                : "an MCAP file without slipstick_msgs/msg/Contacts; slipstick_probe.h writes them" );
    }
    return result;
}

static ssResult extendMcap( ssContactLog* log )
{
    static const ssLogOptions none = { 0 };
    return readRest( log, &none );
}

static ssResult readFrame( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    SS_TRY( logMcapReadContacts( log, frame, contacts ) );
    uint64_t bodies = logFrame( log, frame ).bodies;
    return bodies != 0 ? logMcapReadBodies( log, bodies, contacts ) : ssOk();
}

static void closeMcap( ssContactLog* log ) { ssRelease( log->state ); }

const logForm log_mcap = {
    .name = "mcap",
    .ending = ".mcap",
    .recognises = recognises,
    .index = indexMcap,
    .extend = extendMcap,
    .readFrame = readFrame,
    .span = logMcapSpan,
    .sampled = true,
    .close = closeMcap,
    .begin = logMcapBegin,
    .writeFrame = logMcapWriteFrame,
    .end = logMcapEnd,
};
