// SPDX-License-Identifier: MIT
#include "log/log_private.h"

#include <stdio.h>
#include <string.h>

// Reads a text line by line through one buffer.

bool logBeginLines( logLines* lines, const ssContactLog* log, uint64_t offset )
{
    *lines = ( logLines ){ .log = log, .next = offset, .result = ssOk() };
    lines->buffer = ssAlloc( LOG_LINE_MAX );
    lines->result = lines->buffer == NULL ? logNoMemory( log ) : lines->result;
    char mark[3];
    bool isMarked = offset == 0 && log->source.size >= sizeof mark &&
        logReadBytes( log, 0, mark, sizeof mark ).code == ss_ok && memcmp( mark, "\xef\xbb\xbf", 3 ) == 0;
    lines->next += isMarked ? sizeof mark : 0; // the byte order mark
    return lines->buffer != NULL;
}

void logEndLines( logLines* lines )
{
    ssRelease( lines->buffer );
    lines->buffer = NULL;
}

void logSeekLines( logLines* lines, uint64_t offset )
{
    // The buffer is kept; a frame that follows the one before is already in it.
    uint64_t front = lines->next - lines->filled;
    bool buffered = offset >= front && offset < lines->next;
    lines->at = buffered ? (size_t)( offset - front ) : 0;
    lines->filled = buffered ? lines->filled : 0;
    lines->next = buffered ? lines->next : offset;
    lines->options = NULL;
    lines->result = ssOk();
}

/// Moves the beginning of a line to the buffer's front and reads on. False: nothing more, or an error.
static bool refill( logLines* lines )
{
    size_t kept = lines->filled - lines->at;
    uint64_t left = lines->log->source.size - lines->next;
    if ( left == 0 ) { return false; }
    if ( kept == LOG_LINE_MAX )
    {
        lines->result =
            ssError( ss_errorFormat, "file", "%.120s, line %lld: longer than %u bytes; this is no log",
                lines->log->source.name, logLineNumber( lines->log, lines->next - kept ), LOG_LINE_MAX );
        return false;
    }
    memmove( lines->buffer, lines->buffer + lines->at, kept );
    size_t space = LOG_LINE_MAX - kept, size = left < space ? (size_t)left : space;
    lines->result = logReadBytes( lines->log, lines->next, lines->buffer + kept, size );
    if ( lines->result.code == ss_ok && lines->options != NULL )
    {
        lines->result = logProgress( lines->log, lines->options, lines->next + size );
    }
    lines->at = 0;
    lines->filled = kept + size;
    lines->next += size;
    return lines->result.code == ss_ok;
}

/// Takes the line at the beginning of the unread part, whose end (NULL: that of the text)
/// was found. False: it is blank or a comment.
static bool takeLine( logLines* lines, const char* stop )
{
    const char* begin = lines->buffer + lines->at;
    size_t left = lines->filled - lines->at;
    lines->offset = lines->next - left;
    lines->at = stop != NULL ? (size_t)( stop + 1 - lines->buffer ) : lines->filled;
    stop = stop != NULL ? stop : begin + left;
    lines->end = stop > begin && stop[-1] == '\r' ? stop - 1 : stop;
    lines->begin = begin;
    while ( begin < lines->end && ( *begin == ' ' || *begin == '\t' ) ) { ++begin; }
    return begin < lines->end && *begin != '#';
}

static const char* findEnd( const logLines* lines )
{
    return memchr( lines->buffer + lines->at, '\n', lines->filled - lines->at );
}

bool logNextLine( logLines* lines )
{
    for ( ;; )
    {
        const char* stop = findEnd( lines );
        if ( stop == NULL && refill( lines ) ) { continue; }
        if ( lines->result.code != ss_ok || ( stop == NULL && lines->at == lines->filled ) ) { return false; }
        if ( takeLine( lines, stop ) ) { return true; }
    }
}

bool logNextBufferedLine( logLines* lines )
{
    for ( const char* stop; ( stop = findEnd( lines ) ) != NULL; )
    {
        if ( takeLine( lines, stop ) ) { return true; }
    }
    return false;
}

long long logLineNumber( const ssContactLog* log, uint64_t offset )
{
    long long line = 1;
    char bytes[1 << 14];
    for ( uint64_t at = 0; at < offset; )
    {
        size_t size = offset - at < sizeof bytes ? (size_t)( offset - at ) : sizeof bytes;
        if ( logReadBytes( log, at, bytes, size ).code != ss_ok ) { break; }
        for ( size_t i = 0; i < size; ++i ) { line += bytes[i] == '\n'; }
        at += size;
    }
    return line;
}

void logSayLine( const ssContactLog* log, uint64_t offset, char place[LOG_PLACE] )
{
    snprintf( place, LOG_PLACE, "line %lld", logLineNumber( log, offset ) );
}
