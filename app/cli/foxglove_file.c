// SPDX-License-Identifier: MIT
#include "cli/foxglove.h"

#include <string.h>

// An MCAP file of Foxglove's messages, in chunks with an index and a summary (https://mcap.dev/spec).

#define CHUNK_BYTES ( (size_t)1 << 20 ) // a chunk ends behind the message that exceeds it

enum
{
    record_header = 1,
    record_footer = 2,
    record_schema = 3,
    record_channel = 4,
    record_message = 5,
    record_chunk = 6,
    record_messageIndex = 7,
    record_chunkIndex = 8,
    record_statistics = 11,
    record_dataEnd = 15
};

static const char* const s_names[foxglove_messageCount] = { "foxglove.FrameTransforms",
    "foxglove.SceneUpdate" };
static const char* const s_topics[foxglove_messageCount] = { "/tf", "/scene" };

/// A number of so many bytes, the lowest first.
static void put( textWriter* w, uint64_t value, int bytes )
{
    char text[8];
    for ( int i = 0; i < bytes; ++i ) { text[i] = (char)( value >> ( 8 * i ) & 255 ); }
    textPutBytes( w, text, (size_t)bytes );
}

static void putText( textWriter* w, const char* text )
{
    put( w, strlen( text ), 4 );
    textPutBytes( w, text, strlen( text ) );
}

/// Opens a record; closeRecord writes its length.
static size_t openRecord( textWriter* w, int code )
{
    put( w, (uint64_t)code, 1 );
    put( w, 0, 8 );
    return w->length;
}

static void closeRecord( textWriter* w, size_t begin )
{
    uint64_t length = w->length - begin;
    for ( int i = 0; i < 8 && !w->failed; ++i )
    {
        w->text[begin - 8 + (size_t)i] = (char)( length >> ( 8 * i ) & 255 );
    }
}

static void send( foxgloveFile* file, textWriter* w )
{
    bool good = !w->failed &&
        ( file->result.code != ss_ok || file->sink.write( file->sink.context, w->text, w->length ) );
    if ( !good ) { file->result = ssError( ss_errorFormat, "file", "the file could not be written" ); }
    file->position += w->length;
    ssRelease( w->text );
    *w = ( textWriter ){ 0 };
}

/// Schemas and channels, which stand before the messages and again in the summary.
static void putDefinitions( textWriter* w )
{
    for ( int k = 0; k < foxglove_messageCount; ++k )
    {
        textWriter schema = { 0 };
        foxgloveDescribe( (foxgloveMessage)k, &schema );
        size_t record = openRecord( w, record_schema );
        put( w, (uint64_t)k + 1, 2 );
        putText( w, s_names[k] );
        putText( w, "protobuf" );
        put( w, schema.length, 4 );
        textPutBytes( w, schema.text, schema.length );
        w->failed = w->failed || schema.failed;
        closeRecord( w, record );
        record = openRecord( w, record_channel );
        put( w, (uint64_t)k + 1, 2 );
        put( w, (uint64_t)k + 1, 2 );
        putText( w, s_topics[k] );
        putText( w, "protobuf" );
        put( w, 0, 4 ); // no metadata
        closeRecord( w, record );
        ssRelease( schema.text );
    }
}

void foxgloveBeginFile( foxgloveFile* file, const ssSink* sink )
{
    textWriter w = { 0 };
    *file = ( foxgloveFile ){ .sink = *sink, .begin = UINT64_MAX };
    textPutBytes( &w, "\x89MCAP0\r\n", 8 );
    size_t record = openRecord( &w, record_header );
    putText( &w, "" );
    putText( &w, "slipstick" );
    closeRecord( &w, record );
    send( file, &w );
    putDefinitions( &file->chunk );
}

static void putIndices( foxgloveFile* file, textWriter* w, uint64_t offsets[foxglove_messageCount] )
{
    for ( int k = 0; k < foxglove_messageCount; ++k )
    {
        offsets[k] = file->position + w->length;
        size_t record = openRecord( w, record_messageIndex );
        put( w, (uint64_t)k + 1, 2 );
        put( w, 16 * (uint64_t)file->entries[k], 4 );
        for ( int i = 0; i < file->entries[k]; ++i )
        {
            put( w, file->times[k][i], 8 );
            put( w, file->places[k][i], 8 );
        }
        closeRecord( w, record );
        file->entries[k] = 0;
    }
}

static void endChunk( foxgloveFile* file )
{
    textWriter w = { 0 };
    if ( file->chunk.length == 0 ) { return; }
    uint64_t size = file->chunk.length, at = file->position, offsets[foxglove_messageCount];
    size_t record = openRecord( &w, record_chunk );
    put( &w, file->first, 8 );
    put( &w, file->last, 8 );
    put( &w, size, 8 );
    put( &w, 0, 4 ); // a check sum of 0: there is none
    putText( &w, "" );
    put( &w, size, 8 );
    textPutBytes( &w, file->chunk.text, file->chunk.length );
    w.failed = w.failed || file->chunk.failed;
    closeRecord( &w, record );
    uint64_t length = w.length;
    putIndices( file, &w, offsets );
    record = openRecord( &file->chunks, record_chunkIndex );
    put( &file->chunks, file->first, 8 );
    put( &file->chunks, file->last, 8 );
    put( &file->chunks, at, 8 );
    put( &file->chunks, length, 8 );
    put( &file->chunks, 10 * foxglove_messageCount, 4 );
    for ( int k = 0; k < foxglove_messageCount; ++k )
    {
        put( &file->chunks, (uint64_t)k + 1, 2 );
        put( &file->chunks, offsets[k], 8 );
    }
    put( &file->chunks, w.length - length, 8 );
    putText( &file->chunks, "" );
    put( &file->chunks, size, 8 );
    put( &file->chunks, size, 8 );
    closeRecord( &file->chunks, record );
    file->chunkCount += 1;
    ssRelease( file->chunk.text );
    file->chunk = ( textWriter ){ 0 };
    file->first = file->last = 0;
    send( file, &w );
}

void foxgloveAdd( foxgloveFile* file, foxgloveMessage message, uint64_t time, const textWriter* data )
{
    textWriter* w = &file->chunk;
    bool empty = file->entries[foxglove_transforms] + file->entries[foxglove_scene] == 0;
    int entry = file->entries[message]++;
    file->times[message][entry] = time;
    file->places[message][entry] = w->length;
    size_t record = openRecord( w, record_message );
    put( w, (uint64_t)message + 1, 2 );
    put( w, file->counts[message]++, 4 );
    put( w, time, 8 );
    put( w, time, 8 );
    textPutBytes( w, data->text, data->length );
    w->failed = w->failed || data->failed;
    closeRecord( w, record );
    file->first = empty ? time : file->first;
    file->last = time;
    file->begin = time < file->begin ? time : file->begin;
    file->end = time;
    if ( w->length > CHUNK_BYTES || entry + 1 == SS_COUNT( file->times[0] ) ) { endChunk( file ); }
}

ssResult foxgloveEndFile( foxgloveFile* file )
{
    textWriter w = { 0 };
    endChunk( file );
    size_t record = openRecord( &w, record_dataEnd );
    put( &w, 0, 4 );
    closeRecord( &w, record );
    send( file, &w );
    uint64_t summary = file->position;
    putDefinitions( &w );
    textPutBytes( &w, file->chunks.text, file->chunks.length );
    record = openRecord( &w, record_statistics );
    put( &w, file->counts[0] + file->counts[1], 8 );
    put( &w, foxglove_messageCount, 2 );
    put( &w, foxglove_messageCount, 4 );
    put( &w, 0, 4 ); // attachments
    put( &w, 0, 4 ); // metadata
    put( &w, file->chunkCount, 4 );
    put( &w, file->begin, 8 );
    put( &w, file->end, 8 );
    put( &w, 10 * foxglove_messageCount, 4 );
    for ( int k = 0; k < foxglove_messageCount; ++k )
    {
        put( &w, (uint64_t)k + 1, 2 );
        put( &w, file->counts[k], 8 );
    }
    closeRecord( &w, record );
    record = openRecord( &w, record_footer );
    put( &w, summary, 8 );
    put( &w, 0, 8 );
    put( &w, 0, 4 );
    closeRecord( &w, record );
    textPutBytes( &w, "\x89MCAP0\r\n", 8 );
    w.failed = w.failed || file->chunks.failed;
    send( file, &w );
    ssRelease( file->chunks.text );
    ssRelease( file->chunk.text );
    return file->result;
}
