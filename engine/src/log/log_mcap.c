// SPDX-License-Identifier: MIT
#include "log/log_mcap.h"

#include <stdio.h>
#include <string.h>

// Logs in the MCAP form (https://mcap.dev/spec), as slipstick_probe.h writes them. A file has records: a code, a length, a
// content. Chunks hold records again. A file that was closed ends with a summary, which says where the chunks are and which
// channels each holds; without one, the records are passed one by one, and where the program was killed the log ends.

#define MAGIC "\x89MCAP0\r\n"
#define MAGIC_SIZE 8
#define HEAD 9    // [bytes] of a record: code, length
#define FOOTER 37 // of the last record and the magic after it
#define WINDOW 65536
#define PEEK 64 // bytes of a message that indexing looks at

enum
{
    opHeader = 0x01,
    opFooter = 0x02,
    opSchema = 0x03,
    opChannel = 0x04,
    opMessage = 0x05,
    opChunk = 0x06,
    opChunkIndex = 0x08,
};

// What a channel holds, and the definition of its messages.
typedef enum Kind
{
    kindOther,
    kindContacts,
    kindBodies,
} Kind;

typedef struct Reader
{
    ssContactLog* log;
    const ssLogOptions* options;
    uint8_t* schemas; // Kind of every possible number of a schema and a channel
    uint8_t* channels;
    uint64_t bodies; // place of the last message with bodies; 0: none
    double bodiesTime;
    uint64_t rows;
    uint8_t* window; // the bytes of the file at `start`
    uint64_t start;
    size_t filled;
} Reader;

/// What is kept of the file: for every frame, the place of the message with its bodies; 0: it has none.
typedef struct State
{
    uint64_t* bodies;
    int capacity;
} State;

typedef struct Record
{
    int code;
    uint64_t place, length; // of the content
} Record;

// ------------------------------------------------------------------------------------------------------------- bytes

static uint64_t number( const uint8_t* bytes, int size )
{
    uint64_t value = 0;
    for ( int i = size - 1; i >= 0; --i )
    {
        value = value << 8 | bytes[i];
    }
    return value;
}

static ssResult wrong( const ssContactLog* log, uint64_t place, const char* what )
{
    return ssError( ss_errorFormat, "file", "%.100s, offset %llu: %s", log->source.name,
        (unsigned long long)place, what );
}

/// Lets `bytes` point to `size` bytes of the file, at most WINDOW, until the next call.
static ssResult look( Reader* reader, uint64_t place, size_t size, const uint8_t** bytes )
{
    if ( place < reader->start || place + size > reader->start + reader->filled )
    {
        uint64_t left = reader->log->source.size > place ? reader->log->source.size - place : 0;
        reader->start = place;
        reader->filled = left < WINDOW ? (size_t)left : WINDOW;
        if ( size > reader->filled )
        {
            reader->filled = 0;
            return wrong( reader->log, place, "the file ends inside a record" );
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

/// The record at `place`, which must end before `end`. Its code is 0 where it does not.
static ssResult nextRecord( Reader* reader, uint64_t place, uint64_t end, Record* record )
{
    const uint8_t* bytes = NULL;
    *record = ( Record ){ .place = place + HEAD };
    if ( end < HEAD || place > end - HEAD )
    {
        return ssOk();
    }
    ssResult result = look( reader, place, HEAD, &bytes );
    if ( result.code != ss_ok )
    {
        return result;
    }
    record->length = number( bytes + 1, 8 );
    if ( bytes[0] == 0 )
    {
        return wrong( reader->log, place, "no MCAP record begins with 0" );
    }
    record->code = record->length <= end - record->place ? bytes[0] : 0;
    return ssOk();
}

/// A text of a record: a length of four bytes, then the bytes, inside the record's content.
typedef struct Text
{
    uint64_t place;
    uint32_t length;
} Text;

/// Reads the text at `*place` and passes it. A longer one than `most` is no name of anything we know.
static ssResult readText( Reader* reader, const Record* record, uint64_t* place, uint32_t most, Text* text )
{
    uint64_t end = record->place + record->length;
    const uint8_t* bytes = NULL;
    if ( end - *place < 4 )
    {
        return wrong( reader->log, *place, "a text begins outside its record" );
    }
    ssResult result = look( reader, *place, 4, &bytes );
    if ( result.code != ss_ok )
    {
        return result;
    }
    *text = ( Text ){ .place = *place + 4, .length = (uint32_t)number( bytes, 4 ) };
    if ( text->length > end - text->place )
    {
        return wrong( reader->log, *place, "a text is longer than its record" );
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

static bool textIs( Reader* reader, const Text* text, const char* expected )
{
    const uint8_t* bytes = NULL;
    return text->length == strlen( expected ) &&
        ( text->length == 0 ||
            ( look( reader, text->place, text->length, &bytes ).code == ss_ok &&
                memcmp( bytes, expected, text->length ) == 0 ) );
}

// ------------------------------------------------------------------------------------------------------- definitions

/// The next letter of a definition that means something: no comment, and one blank instead of many. 0: the end.
static int nextLetter( const char** text, const char* end )
{
    bool blank = false;
    for ( ; *text < end; ++*text )
    {
        if ( **text == '#' )
        {
            while ( *text + 1 < end && ( *text )[1] != '\n' )
            {
                ++*text;
            }
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
        if ( x != y )
        {
            return false;
        }
        if ( x == 0 )
        {
            return true;
        }
    }
}

static ssResult readSchema( Reader* reader, const Record* record )
{
    const uint8_t* bytes = NULL;
    Text name, encoding, text;
    ssResult result = record->length >= 2 ? look( reader, record->place, 2, &bytes )
                                          : wrong( reader->log, record->place, "a schema without number" );
    if ( result.code != ss_ok )
    {
        return result;
    }
    int id = (int)number( bytes, 2 );
    uint64_t place = record->place + 2;
    result = readText( reader, record, &place, LOG_MCAP_NAME_MAX, &name );
    result = result.code == ss_ok ? readText( reader, record, &place, LOG_MCAP_NAME_MAX, &encoding ) : result;
    result = result.code == ss_ok ? readText( reader, record, &place, UINT32_MAX, &text ) : result;
    if ( result.code != ss_ok )
    {
        return result;
    }
    Kind kind = textIs( reader, &name, "slipstick_msgs/msg/Contacts" ) ? kindContacts
        : textIs( reader, &name, "slipstick_msgs/msg/Bodies" )         ? kindBodies
                                                                       : kindOther;
    reader->schemas[id] = (uint8_t)kind;
    if ( kind == kindOther )
    {
        return ssOk();
    }
    const char* ours = kind == kindContacts ? log_mcapContacts : log_mcapBodies;
    bool same = textIs( reader, &encoding, "ros2msg" ) && text.length <= LOG_MCAP_SCHEMA_MAX;
    same = same && look( reader, text.place, text.length, &bytes ).code == ss_ok &&
        sameDefinition( (const char*)bytes, text.length, ours, strlen( ours ) );
    return same ? ssOk()
                : wrong( reader->log, record->place,
                      "the definition of slipstick_msgs differs from that of slipstick_probe.h, version 1" );
}

static ssResult readChannel( Reader* reader, const Record* record )
{
    const uint8_t* bytes = NULL;
    Text topic, encoding;
    ssResult result = record->length >= 4 ? look( reader, record->place, 4, &bytes )
                                          : wrong( reader->log, record->place, "a channel without number" );
    if ( result.code != ss_ok )
    {
        return result;
    }
    int id = (int)number( bytes, 2 ), schema = (int)number( bytes + 2, 2 );
    uint64_t place = record->place + 4;
    result = readText( reader, record, &place, LOG_MCAP_NAME_MAX, &topic );
    result = result.code == ss_ok ? readText( reader, record, &place, LOG_MCAP_NAME_MAX, &encoding ) : result;
    if ( result.code == ss_ok && reader->schemas[schema] != kindOther && !textIs( reader, &encoding, "cdr" ) )
    {
        result = wrong( reader->log, record->place, "contacts and bodies must be encoded as cdr" );
    }
    reader->channels[id] = reader->schemas[schema];
    return result;
}

// ---------------------------------------------------------------------------------------------------------- messages

/// The beginning of a message of ours: encapsulation of CDR, stamp, t, number of rows. `data` are its first bytes and `size`
/// is the length of all. Counts that the message has no room for are refused here, before anything is allocated.
static ssResult readMessageHead( const ssContactLog* log, uint64_t place, const uint8_t* data, uint64_t size,
    size_t rowSize, logMcapMessage* message )
{
    if ( size < LOG_MCAP_EMPTY || data[0] != 0 || data[1] > 1 )
    {
        return wrong( log, place, "a message is not encoded as plain CDR" );
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
        message->count > 0 ? LOG_MCAP_ROWS + (uint64_t)message->count * rowSize : LOG_MCAP_EMPTY;
    return size >= needed
        ? ssOk()
        : ssError( ss_errorFormat, "file",
              "%.100s, offset %llu: a message says it has %u rows, but it is too short for them",
              log->source.name, (unsigned long long)place, message->count );
}

static ssResult keepBodies( State* state, int frame, uint64_t place )
{
    if ( frame >= state->capacity )
    {
        int capacity = frame < 512 ? 1024 : frame < INT32_MAX / 2 ? 2 * frame : INT32_MAX;
        uint64_t* larger = ssAlloc( (size_t)capacity * sizeof *larger );
        if ( larger == NULL )
        {
            return ssError( ss_errorMemory, NULL, "out of memory for the bodies of the log" );
        }
        if ( state->capacity > 0 )
        {
            memcpy( larger, state->bodies, (size_t)state->capacity * sizeof *larger );
        }
        ssRelease( state->bodies );
        state->bodies = larger;
        state->capacity = capacity;
    }
    state->bodies[frame] = place;
    return ssOk();
}

/// A message with contacts is a frame; one with bodies belongs to the frame of its time, before or after it.
static ssResult readMessage( Reader* reader, const Record* record )
{
    ssContactLog* log = reader->log;
    const uint8_t* bytes = NULL;
    uint64_t place = record->place + LOG_MCAP_DATA;
    size_t size = record->length < PEEK ? (size_t)record->length : PEEK;
    ssResult result = size >= 2 ? look( reader, record->place, size, &bytes )
                                : wrong( log, record->place, "a message without channel" );
    if ( result.code != ss_ok )
    {
        return result;
    }
    Kind kind = (Kind)reader->channels[number( bytes, 2 )];
    if ( kind == kindOther )
    {
        return ssOk();
    }
    logMcapMessage message = { 0 };
    uint64_t data = record->length > LOG_MCAP_DATA ? record->length - LOG_MCAP_DATA : 0;
    result = readMessageHead( log, record->place, bytes + LOG_MCAP_DATA, data,
        kind == kindContacts ? LOG_MCAP_CONTACT : LOG_MCAP_BODY, &message );
    if ( result.code == ss_ok && kind == kindContacts )
    {
        char where[40];
        snprintf( where, sizeof where, "offset %llu", (unsigned long long)record->place );
        result = logAddFrame( log, message.t, place, reader->rows, where );
        reader->rows += message.count;
    }
    else if ( result.code == ss_ok )
    {
        reader->bodies = place;
        reader->bodiesTime = message.t;
    }
    int last = log->frameCount - 1;
    if ( result.code == ss_ok && reader->bodies != 0 && last >= 0 &&
        log->frames[last].t == reader->bodiesTime )
    {
        result = keepBodies( log->state, last, reader->bodies );
        reader->bodies = 0;
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------------- records

static ssResult readRecord( Reader* reader, const Record* record )
{
    return record->code == opSchema ? readSchema( reader, record )
        : record->code == opChannel ? readChannel( reader, record )
        : record->code == opMessage ? readMessage( reader, record )
                                    : ssOk();
}

static ssResult readChunk( Reader* reader, const Record* chunk )
{
    const ssContactLog* log = reader->log;
    const uint8_t* bytes = NULL;
    Text compression;
    uint64_t place = chunk->place + 28, end = chunk->place + chunk->length;
    ssResult result = chunk->length >= 40 ? logProgress( log, reader->options, chunk->place )
                                          : wrong( log, chunk->place, "a chunk is too short" );
    result =
        result.code == ss_ok ? readText( reader, chunk, &place, LOG_MCAP_NAME_MAX, &compression ) : result;
    if ( result.code == ss_ok && compression.length > 0 )
    {
        char name[16] = "";
        if ( compression.length < sizeof name &&
            look( reader, compression.place, compression.length, &bytes ).code == ss_ok )
        {
            memcpy( name, bytes, compression.length );
        }
        return ssError( ss_errorFormat, "file",
            "%.80s: its chunks are compressed (%.15s), which is not supported; to mend it: "
            "mcap compress --compression none IN -o OUT",
            log->source.name, name );
    }
    result = result.code != ss_ok ? result
        : end - place < 8         ? wrong( log, place, "a chunk is too short" )
                                  : look( reader, place, 8, &bytes );
    if ( result.code != ss_ok )
    {
        return result;
    }
    uint64_t size = number( bytes, 8 );
    place += 8;
    if ( size > end - place )
    {
        return wrong( log, place, "the records of a chunk are longer than the chunk" );
    }
    for ( end = place + size; place < end && result.code == ss_ok; )
    {
        Record record;
        result = nextRecord( reader, place, end, &record );
        if ( result.code == ss_ok && record.code == 0 )
        {
            return wrong( log, place, "a record is longer than its chunk" );
        }
        result = result.code == ss_ok ? readRecord( reader, &record ) : result;
        place = record.place + record.length;
    }
    return result;
}

/// Passes all records from the beginning. Where one is cut off, the program was killed, and the log ends.
static ssResult scan( Reader* reader )
{
    uint64_t size = reader->log->source.size, place = MAGIC_SIZE;
    for ( ;; )
    {
        Record record;
        ssResult result = nextRecord( reader, place, size, &record );
        if ( result.code == ss_ok && record.code != 0 )
        {
            result = record.code == opChunk ? readChunk( reader, &record ) : readRecord( reader, &record );
        }
        if ( result.code != ss_ok || record.code == 0 || record.code == opFooter )
        {
            return result;
        }
        place = record.place + record.length;
    }
}

// ---------------------------------------------------------------------------------------------------------- summary

/// Where the summary begins; 0: the file has none.
static uint64_t findSummary( Reader* reader )
{
    const uint8_t* bytes = NULL;
    uint64_t size = reader->log->source.size;
    if ( size < MAGIC_SIZE + FOOTER || look( reader, size - FOOTER, FOOTER, &bytes ).code != ss_ok ||
        bytes[0] != opFooter || number( bytes + 1, 8 ) != 20 || memcmp( bytes + 29, MAGIC, MAGIC_SIZE ) != 0 )
    {
        return 0;
    }
    uint64_t start = number( bytes + HEAD, 8 );
    return start >= MAGIC_SIZE && start < size - FOOTER ? start : 0;
}

/// Does an entry of the summary say that a chunk has none of our channels?
static bool lacksOurs( const Reader* reader, const uint8_t* entry, uint64_t length )
{
    uint64_t size = number( entry + 32, 4 );
    if ( size == 0 || size % 10 != 0 || size > length - 36 )
    {
        return false; // no index of messages: the chunk itself has to say
    }
    for ( const uint8_t* pair = entry + 36; pair < entry + 36 + size; pair += 10 )
    {
        if ( reader->channels[number( pair, 2 )] != kindOther )
        {
            return false;
        }
    }
    return true;
}

/// Reads the chunk that an entry of the summary names, if it has contacts or bodies.
static ssResult readIndexed( Reader* reader, const Record* entry )
{
    const uint8_t* bytes = NULL;
    size_t size = entry->length < WINDOW ? (size_t)entry->length : WINDOW;
    ssResult result = size >= 36 ? look( reader, entry->place, size, &bytes )
                                 : wrong( reader->log, entry->place, "an entry of the summary is too short" );
    if ( result.code != ss_ok || lacksOurs( reader, bytes, size ) )
    {
        return result;
    }
    uint64_t place = number( bytes + 16, 8 );
    Record chunk = { 0 };
    result = nextRecord( reader, place, reader->log->source.size, &chunk );
    if ( result.code == ss_ok && chunk.code != opChunk )
    {
        result = wrong( reader->log, entry->place, "the summary names a place where no chunk is" );
    }
    return result.code == ss_ok ? readChunk( reader, &chunk ) : result;
}

/// Reads the chunks that the summary names. False: it names none, and the file has to be scanned.
static bool readSummary( Reader* reader, uint64_t start, ssResult* result )
{
    uint64_t end = reader->log->source.size - FOOTER;
    bool indexed = false;
    *result = ssOk();
    // First the channels, wherever they stand, then the chunks.
    for ( int pass = 0; pass < 2 && result->code == ss_ok; ++pass )
    {
        for ( uint64_t place = start; place < end && result->code == ss_ok; )
        {
            Record record;
            *result = nextRecord( reader, place, end, &record );
            if ( result->code == ss_ok && record.code == 0 )
            {
                return indexed;
            }
            bool entry = record.code == opChunkIndex;
            indexed = indexed || entry;
            if ( result->code == ss_ok && entry == ( pass == 1 ) )
            {
                *result = entry ? readIndexed( reader, &record ) : readRecord( reader, &record );
            }
            place = record.place + record.length;
        }
    }
    return indexed;
}

// ------------------------------------------------------------------------------------------------------------- form

static bool recognises( const uint8_t* head, size_t size )
{
    return size >= MAGIC_SIZE && memcmp( head, MAGIC, MAGIC_SIZE ) == 0;
}

static ssResult indexMcap( ssContactLog* log, const ssLogOptions* options )
{
    const size_t ids = 65536;
    uint8_t* memory = ssAlloc( 2 * ids + WINDOW );
    log->state = ssAlloc( sizeof( State ) );
    if ( memory == NULL || log->state == NULL )
    {
        ssRelease( memory );
        return ssError( ss_errorMemory, NULL, "%.150s: out of memory", log->source.name );
    }
    Reader reader = { .log = log,
        .options = options,
        .schemas = memory,
        .channels = memory + ids,
        .window = memory + 2 * ids };
    ssResult result = ssOk();
    uint64_t summary = findSummary( &reader );
    if ( summary == 0 || !readSummary( &reader, summary, &result ) )
    {
        result = result.code == ss_ok ? scan( &reader ) : result;
    }
    bool ours = false;
    for ( size_t i = 0; i < ids; ++i )
    {
        ours = ours || reader.channels[i] == kindContacts;
    }
    if ( result.code == ss_ok && log->frameCount == 0 )
    {
        result = ssError( ss_errorFormat, "file", "%.120s: %s", log->source.name,
            ours ? "the log has no complete frame"
                 : "an MCAP file without slipstick_msgs/msg/Contacts; slipstick_probe.h writes them" );
    }
    log->rowCount = reader.rows;
    ssRelease( memory );
    return result.code == ss_ok ? logMcapFindKnown( log ) : result;
}

static ssResult readFrame( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    const State* state = log->state;
    ssResult result = logMcapReadContacts( log, frame, contacts );
    uint64_t bodies = frame < state->capacity ? state->bodies[frame] : 0;
    return result.code == ss_ok && bodies != 0 ? logMcapReadBodies( log, bodies, contacts ) : result;
}

static void closeMcap( ssContactLog* log )
{
    State* state = log->state;
    if ( state != NULL )
    {
        ssRelease( state->bodies );
        ssRelease( state );
    }
}

const logForm log_mcap = {
    .name = "mcap",
    .ending = ".mcap",
    .recognises = recognises,
    .index = indexMcap,
    .readFrame = readFrame,
    .close = closeMcap,
    .begin = logMcapBegin,
    .writeFrame = logMcapWriteFrame,
    .end = logMcapEnd,
};
