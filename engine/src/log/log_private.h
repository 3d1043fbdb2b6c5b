// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/contact_log.h"

// One reader per form of file: a new form is log_<form>.c with a descriptor listed in log.c.

/// Where a frame begins. Rows are counted through the whole log, so that the next entry ends this one.
typedef struct logEntry
{
    double t;
    uint64_t offset;   // [bytes] what it means is up to the form
    uint64_t firstRow; // number of rows before this frame
    uint64_t bodies;   // likewise where its bodies are; 0: it has none
} logEntry;

typedef struct logForm
{
    const char* name;   // "csv"
    const char* ending; // ".csv"
    /// Is this the beginning of such a file?
    bool ( *recognises )( const uint8_t* head, size_t size );
    /// Calls logAddFrame for all frames, sets `rowCount` and `known`; `state` is what it needs later.
    ssResult ( *index )( ssContactLog* log, const ssLogOptions* options );
    /// Finds the frames of the bytes that have come since; NULL where a log of this form does not grow.
    ssResult ( *extend )( ssContactLog* log );
    /// Fills all columns of a frame's allocated rows, and checks every row with logRowIsValid.
    ssResult ( *readFrame )( ssContactLog* log, int frame, ssLogFrame* contacts );
    /// Finds frames again: entries[0] is there, up to `count` of the following ones are filled. Returns how
    /// many are there then. NULL: the index of this form is never thinned.
    int ( *span )( ssContactLog* log, int count, logEntry* entries );
    bool sampled;                         // `known` is what some of the frames have
    bool usesStep, usesColumns;           // of ssLogOptions: dt, columns
    void ( *close )( ssContactLog* log ); // frees `state`, which may be NULL

    /// Writing; NULL where the form can only be read. `state` is the writer's.
    ssResult ( *begin )( ssLogWriter* writer );
    ssResult ( *writeFrame )( ssLogWriter* writer, const ssLogFrame* contacts );
    ssResult ( *end )( ssLogWriter* writer );
} logForm;

struct ssContactLog
{
    ssSource source;
    const logForm* form;
    ssContactLog* self; // what is looked up in the file again is kept, also while the log is only looked at
    int frameCount;
    logEntry* kept; // every `stride`-th frame
    int keptCount, keptCapacity, keptMax, stride;
    logEntry* block; // the frames from `blockFirst` on, found in the file again
    int blockFirst, blockCount, blockCapacity;
    logEntry last; // frame
    uint64_t rowCount;
    uint32_t known;
    const char* note;   // see ssContactLog_Note; NULL: none
    bool grows;         // more frames may come
    uint64_t recordMax; // [bytes] see ssLogOptions
    void* state;
};

struct ssLogWriter
{
    ssSink sink;
    const logForm* form;
    uint32_t columns;
    void* state;
};

extern const logForm log_csv;
extern const logForm log_dump;
extern const logForm log_mcap;
extern const logForm log_siconos;

/// The result "out of memory".
ssResult logNoMemory( const ssContactLog* log );
/// The result of reading what is no longer there.
ssResult logChanged( const ssContactLog* log );

void logBeginIndex( ssContactLog* log, const ssLogOptions* options );

/// Appends a frame. `place` in the file ("line 7") is for errors when times do not ascend.
ssResult logAddFrame( ssContactLog* log, double t, uint64_t offset, uint64_t firstRow, const char* place );

/// Says where the bodies of the last frame are.
void logSetBodies( ssContactLog* log, uint64_t place );

/// A frame of the index; its offset is UINT64_MAX where it cannot be found again.
logEntry logFrame( const ssContactLog* log, int frame );

/// Tells the caller how far the reading is; an error when it is to end.
ssResult logProgress( const ssContactLog* log, const ssLogOptions* options, uint64_t offset );

/// Gives a frame `count` rows without numbers, and no bodies.
ssResult logEmptyFrame( ssLogFrame* frame, int count );

/// Gives a frame `count` bodies without numbers.
ssResult logEmptyBodies( ssLogFrame* frame, int count );

/// Makes every number of the columns that are not `known` NaN.
void logFillUnknown( ssLogFrame* frame, uint32_t known );

/// Reads a part of the source or says why not.
ssResult logReadBytes( const ssContactLog* log, uint64_t offset, void* bytes, size_t size );

/// Are a row's obligatory numbers finite, its normal unit, no coefficient negative? (errors: logCheckRow)
bool logRowIsValid( const ssLogFrame* contacts, int row );

/// The first of the rows from `first` to before `last` that is not valid; -1: all are.
int logFindInvalid( const ssLogFrame* contacts, int first, int last );

/// Checks the obligatory numbers, the normal and the coefficients of one row. `place` as above.
ssResult logCheckRow( const ssContactLog* log, const ssLogFrame* contacts, int row, const char* place );

/// Writes bytes to the sink or says that it failed.
ssResult logWriteBytes( ssLogWriter* writer, const void* bytes, size_t size );

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

/// Goes to the next line that is no blank or comment. False at the end and after an error.
bool logNextLine( logLines* lines );
/// logNextLine without reading, so that earlier lines stay: false also at the buffer's end.
bool logNextBufferedLine( logLines* lines );

/// Goes on at this offset, which must be that of a line; progress is no longer reported.
void logSeekLines( logLines* lines, uint64_t offset );
void logEndLines( logLines* lines );

#define LOG_PLACE 40
/// Writes "line 7" for the line at this offset.
void logSayLine( const ssContactLog* log, uint64_t offset, char place[LOG_PLACE] );
/// The number of the line at this offset, counted from 1. Reads the text up to there: for messages only.
long long logLineNumber( const ssContactLog* log, uint64_t offset );

/// The unit of a column: "" for a number, NULL for the number of a thing.
const char* ssLogColumnUnit( ssLogColumn column );
