// SPDX-License-Identifier: MIT
#pragma once

#include "log/log_private.h"

// The lines of a text, read in pieces: a line lies in the buffer whole, the text never does.

#define LOG_LINE_MAX ( 1u << 20 ) // [bytes] a text with a longer line is no log

typedef struct logLines
{
    const ssContactLog* log;
    const ssLogOptions* options; // receives the progress; may be NULL
    char* buffer;
    size_t at, filled;       // the unread part of the buffer
    uint64_t next;           // offset of the first byte that is not in the buffer
    uint64_t offset;         // of the current line
    const char *begin, *end; // the current line without its end
    ssResult result;
} logLines;

/// Starts at this offset, which must be that of a line. False and `result`: out of memory.
bool logBeginLines( logLines* lines, const ssContactLog* log, uint64_t offset );

/// Goes to the next line that is neither blank nor a comment. False
/// at the end of the text and after an error.
bool logNextLine( logLines* lines );
/// logNextLine that reads nothing, so that lines before stay where
/// they are: false also where the buffer ends.
bool logNextBufferedLine( logLines* lines );

/// Goes on at this offset, which must be that of a line; progress is no longer reported.
void logSeekLines( logLines* lines, uint64_t offset );
void logEndLines( logLines* lines );

#define LOG_PLACE 40
/// Writes "line 7" for the line at this offset.
void logSayLine( const ssContactLog* log, uint64_t offset, char place[LOG_PLACE] );
/// The number of the line at this offset, counted from 1. Reads the text up to there: for messages only.
long long logLineNumber( const ssContactLog* log, uint64_t offset );
