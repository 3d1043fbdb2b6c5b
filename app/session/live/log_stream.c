// SPDX-License-Identifier: MIT
#include "session/live/log_stream.h"
#include "base/grow.h"
#include "base/os.h"
#include "base/text_writer.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Keeps the bytes of an arriving log in a temporary file and knows which frames are complete.

#define MAGIC "\x89MCAP0\r\n"
#define MAGIC_SIZE 8
#define HEAD 9 // [bytes] of a record: code, length
#define FOOTER 0x02
#define MESSAGE_INDEX 0x07
#define COPY 65536 // [bytes] copied at once

struct sessionStream
{
    atomic_int users;
    osSpool* spool;
    uint64_t limit;
    atomic_uint_least64_t good; // [bytes] of complete, good records
    atomic_int frames;
    atomic_bool ended; // nothing more comes

    // Of the thread that takes:
    uint64_t received;
    uint64_t boundary; // where the record begins that is arriving
    ssContactLog* log; // for checking; NULL before the magic
    ssLogFrame frame;
    bool footer, closed, failed;
};

ssResult sessionCreateStream( uint64_t limit, sessionStream** made )
{
    *made = NULL;
    sessionStream* stream = calloc( 1, sizeof *stream );
    if ( stream == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    atomic_init( &stream->users, 1 );
    atomic_init( &stream->good, 0 );
    atomic_init( &stream->frames, 0 );
    atomic_init( &stream->ended, false );
    stream->limit = limit;
    ssResult result = osBeginSpool( &stream->spool );
    if ( result.code != ss_ok )
    {
        free( stream );
        return result;
    }
    *made = stream;
    return result;
}

sessionStream* sessionStream_Retain( sessionStream* stream )
{
    atomic_fetch_add( &stream->users, 1 );
    return stream;
}

void sessionStream_Release( sessionStream* stream )
{
    if ( stream != NULL && atomic_fetch_sub( &stream->users, 1 ) == 1 )
    {
        ssCloseContactLog( stream->log );
        ssLogFrame_Destroy( &stream->frame );
        osEndSpool( stream->spool );
        free( stream );
    }
}

uint64_t sessionStream_Size( const sessionStream* stream ) { return atomic_load( &stream->good ); }

int sessionStream_Frames( const sessionStream* stream ) { return atomic_load( &stream->frames ); }

bool sessionStream_Read( const sessionStream* stream, uint64_t offset, void* bytes, size_t size )
{
    return osSpoolRead( stream->spool, offset, bytes, size );
}

static bool readSource( void* context, uint64_t offset, void* bytes, size_t size )
{
    return sessionStream_Read( context, offset, bytes, size );
}

static uint64_t sizeNow( void* context, bool* ended )
{
    sessionStream* stream = context;
    *ended = atomic_load( &stream->ended ); // before the size, which does not grow after that
    return sessionStream_Size( stream );
}

ssResult sessionStream_Open( sessionStream* stream, ssContactLog** log )
{
    const ssSource source = { .context = stream,
        .name = "the stream",
        .size = sessionStream_Size( stream ),
        .read = readSource,
        .sizeNow = sizeNow };
    return ssOpenContactLog( &source, NULL, log );
}

ssResult sessionStream_Save( const sessionStream* stream, const char* path )
{
    uint64_t size = sessionStream_Size( stream );
    osWriter* out = NULL;
    char* block = malloc( COPY );
    ssResult result =
        block != NULL ? osBeginWrite( path, &out ) : ssError( ss_errorMemory, NULL, "out of memory" );
    for ( uint64_t at = 0; at < size && result.code == ss_ok; at += COPY )
    {
        size_t part = size - at < COPY ? (size_t)( size - at ) : COPY;
        result = sessionStream_Read( stream, at, block, part )
            ? ssOk()
            : ssError( ss_errorFormat, "file", "the temporary file cannot be read" );
        osWrite( out, block, part );
    }
    free( block );
    if ( result.code != ss_ok )
    {
        osAbortWrite( out );
        return result;
    }
    return osCommitWrite( out );
}

uint64_t sessionStream_Pending( const sessionStream* stream ) { return stream->received - stream->boundary; }

bool sessionStream_Closed( const sessionStream* stream ) { return stream->closed; }

void sessionStream_End( sessionStream* stream ) { atomic_store( &stream->ended, true ); }

/// What the log for checking may read: one record more than everybody else.
static uint64_t boundaryNow( void* context, bool* ended )
{
    (void)ended;
    return ( (const sessionStream*)context )->boundary;
}

/// Checks the magic and begins the log.
static ssResult begin( sessionStream* stream )
{
    char magic[MAGIC_SIZE];
    if ( !sessionStream_Read( stream, 0, magic, MAGIC_SIZE ) || memcmp( magic, MAGIC, MAGIC_SIZE ) != 0 )
    {
        return ssError( ss_errorFormat, "stream",
            "what the program sends is no contact log (MCAP), as slipstick_probe.h writes it" );
    }
    stream->boundary = MAGIC_SIZE;
    const ssSource source = { .context = stream,
        .name = "the stream",
        .size = MAGIC_SIZE,
        .read = readSource,
        .sizeNow = boundaryNow };
    ssLogOptions options = { .recordMax = SESSION_STREAM_RECORD };
    return ssOpenContactLog( &source, &options, &stream->log );
}

/// Checks the frames of the record that ends at the boundary, and shows it to everybody.
static ssResult acceptRecord( sessionStream* stream )
{
    ssResult result = ssContactLog_Extend( stream->log );
    int frames = ssContactLog_FrameCount( stream->log );
    for ( int k = atomic_load( &stream->frames ); k < frames && result.code == ss_ok; ++k )
    {
        result = ssContactLog_ReadFrame( stream->log, k, &stream->frame );
    }
    if ( result.code == ss_ok )
    {
        atomic_store( &stream->good, stream->boundary );
        atomic_store( &stream->frames, frames );
    }
    return result;
}

/// Goes through the records that are complete.
static ssResult readRecords( sessionStream* stream )
{
    ssResult result = ssOk();
    while ( result.code == ss_ok && !stream->footer && stream->received - stream->boundary >= HEAD )
    {
        uint8_t head[HEAD];
        uint64_t length = 0;
        if ( !sessionStream_Read( stream, stream->boundary, head, HEAD ) )
        {
            return ssError( ss_errorFormat, "stream", "the temporary file cannot be read" );
        }
        for ( int i = HEAD - 1; i > 0; --i ) { length = length << 8 | head[i]; }
        if ( length > SESSION_STREAM_RECORD )
        {
            return ssError( ss_errorFormat, "stream",
                "the stream, offset %llu: a record of %llu bytes; allowed: at most %llu",
                (unsigned long long)stream->boundary, (unsigned long long)length,
                (unsigned long long)SESSION_STREAM_RECORD );
        }
        if ( stream->received - stream->boundary - HEAD < length ) { return result; }
        stream->boundary += HEAD + length;
        stream->footer = head[0] == FOOTER;
        result = head[0] == MESSAGE_INDEX
            ? ssOk()
            : acceptRecord( stream ); // it follows every chunk, and says nothing new
    }
    // The magic once more, and nothing after it.
    if ( result.code == ss_ok && stream->footer && stream->received - stream->boundary >= MAGIC_SIZE )
    {
        stream->boundary += MAGIC_SIZE;
        atomic_store( &stream->good, stream->boundary );
        stream->closed = true;
    }
    return result;
}

ssResult sessionStream_Take( sessionStream* stream, const void* bytes, size_t size, bool* full )
{
    *full = false;
    if ( stream->closed || stream->failed ) { return ssOk(); }
    uint64_t room = stream->limit - stream->received;
    size_t taken = size < room ? size : (size_t)room;
    ssResult result = osSpoolWrite( stream->spool, bytes, taken );
    *full = result.code != ss_ok;
    stream->received += result.code == ss_ok ? taken : 0;
    result = result.code == ss_ok && stream->log == NULL && stream->received >= MAGIC_SIZE ? begin( stream )
                                                                                           : result;
    result = result.code == ss_ok && stream->log != NULL ? readRecords( stream ) : result;
    if ( result.code == ss_ok && taken < size && !stream->closed )
    {
        *full = true;
        result = ssError( ss_errorFormat, "stream",
            "the log has reached its limit of %.4g MiB; what came until then is here",
            (double)stream->limit / ( 1 << 20 ) );
    }
    stream->failed = result.code != ss_ok;
    return result;
}

// Streams as scenarios, for the window.

static void releaseStream( void* context ) { sessionStream_Release( context ); }

ssResult sessionStream_Scenario( sessionStream* stream, int number, const ssScenario** scenario )
{
    ssContactLog* log = NULL;
    char title[48];
    *scenario = NULL;
    snprintf( title, sizeof title, "running program %d", number );
    SS_TRY( sessionStream_Open( stream, &log ) );
    const ssLogScenarioDef def = { .log = log,
        .title = title,
        .source = "contacts that a running program sends",
        .release = releaseStream,
        .context = sessionStream_Retain( stream ) };
    ssResult result = ssMakeLogScenario( &def, scenario );
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( log );
        sessionStream_Release( stream );
    }
    return result;
}

ssResult sessionEmptyLog( const char* title, const ssScenario** scenario )
{
    textWriter memory = { 0 };
    const ssSink sink = { .context = &memory, .write = appendBytes };
    const ssLogFrame frame = { 0 };
    ssLogWriter* writer = NULL;
    ssContactLog* log = NULL;
    *scenario = NULL;
    ssResult result = ssBeginLog( &sink, "mcap", SS_LOG_OBLIGATORY, &writer );
    result = result.code == ss_ok ? ssLogWriter_Frame( writer, &frame ) : result;
    ssResult ended = ssLogWriter_End( writer );
    result = result.code == ss_ok ? ended : result;
    if ( result.code == ss_ok )
    {
        const ssSource source = ssMemorySource( "an empty log", memory.text, memory.length );
        result = ssOpenContactLog( &source, NULL, &log );
    }
    if ( result.code == ss_ok )
    {
        const ssLogScenarioDef def = {
            .log = log, .title = title, .release = ssRelease, .context = memory.text
        };
        result = ssMakeLogScenario( &def, scenario );
    }
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( log );
        ssRelease( memory.text );
    }
    return result;
}
