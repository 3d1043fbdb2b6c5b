// SPDX-License-Identifier: MIT
#include "log/log_mcap.h"

// Finds frames of an MCAP file again, from one that is known. Records are passed as they lie in the file: one
// that is a chunk is entered, and behind its last record the file goes on.

typedef struct Walk
{
    logMcapReader reader;
    logEntry* entries;
    int count, most;
    uint64_t rows;         // before the next frame
    logMcapMessage bodies; // the last message with bodies; its place is 0 before there is one
} Walk;

/// Where the first record of a chunk is.
static ssResult enterChunk( logMcapReader* reader, const logMcapRecord* chunk, uint64_t* place )
{
    logMcapText compression;
    *place = chunk->place + 28;
    ssResult result = chunk->length >= 40
        ? logMcapReadText( reader, chunk, place, LOG_MCAP_NAME_MAX, &compression )
        : logMcapWrong( reader->log, chunk->place, "a chunk is too short" );
    *place += 8;
    return result;
}

/// Takes a message: the next frame, or bodies. False: there are enough frames, or something is wrong.
static bool takeMessage( Walk* walk, const logMcapRecord* record )
{
    logMcapKind kind = log_mcapOtherKind;
    logMcapMessage message = { 0 };
    if ( logMcapReadMessage( &walk->reader, record, &kind, &message ).code != ss_ok )
    {
        return false;
    }
    if ( kind == log_mcapBodiesKind )
    {
        walk->bodies = message;
    }
    else if ( kind != log_mcapOtherKind )
    {
        if ( walk->count == walk->most )
        {
            return false;
        }
        if ( walk->count > 0 )
        {
            walk->entries[walk->count] = logMcapEntry( kind, &message, walk->rows );
        }
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
            more = enterChunk( &walk.reader, &record, &place ).code == ss_ok;
        }
        else if ( more && record.code == log_mcapMessage )
        {
            more = takeMessage( &walk, &record );
        }
    }
    ssRelease( walk.reader.window );
    return walk.count > 0 ? walk.count : 1;
}
