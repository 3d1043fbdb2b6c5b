// SPDX-License-Identifier: MIT
#pragma once

#include "log/log_private.h"

// Shared by the readers of MCAP: log_mcap.c finds chunks and summary, log_mcap_records.c frames,
// log_mcap_rows.c reads rows, log_mcap_write.c writes with slipstick_probe.h.

// Limits for files that somebody made by mistake or with intent. Lengths of records are held against the file
// and the chunk they lie in, counts against the length of their message, before memory is taken.
#define LOG_MCAP_NAME_MAX 1024     // [bytes] of a name, a topic, an encoding
#define LOG_MCAP_SCHEMA_MAX 65536  // of a definition of ours
#define LOG_MCAP_ROWS_MAX 10000000 // contacts or bodies of a frame
#define LOG_MCAP_IDS 65536         // possible numbers of a schema or a channel
#define LOG_MCAP_WINDOW 65536      // [bytes] read at once

// Offsets [bytes]: a message's data in the record, and in it the first row (no padding without rows).
#define LOG_MCAP_HEAD 9 // of a record: code, length
#define LOG_MCAP_DATA 22
#define LOG_MCAP_ROWS 28
#define LOG_MCAP_EMPTY 24

enum
{
    log_mcapFooter = 0x02,
    log_mcapSchema = 0x03,
    log_mcapChannel = 0x04,
    log_mcapMessage = 0x05,
    log_mcapChunk = 0x06,
    log_mcapChunkIndex = 0x08,
};

/// What a channel holds.
typedef enum logMcapKind
{
    log_mcapOtherKind,
    log_mcapContactsKind,
    log_mcapContacts32Kind, // in single precision
    log_mcapBodiesKind,
    log_mcapKindCount
} logMcapKind;

typedef struct logMcapDefinition
{
    const char* name;
    const char* text;
    int row; // [bytes] from one row to the next
} logMcapDefinition;

/// The messages, by kind.
extern const logMcapDefinition log_mcapDefinitions[log_mcapKindCount];

/// What is kept of a file. The offset of a frame is twice the place of its data, plus 1 in single precision.
typedef struct logMcapState
{
    uint64_t next;                                         // place of the first record that has not been read
    uint8_t schemas[LOG_MCAP_IDS], channels[LOG_MCAP_IDS]; // logMcapKind of every number
    uint64_t lastBodies; // place of the last message with bodies, until its frame is there; 0: none
    double lastBodiesTime;
} logMcapState;

typedef struct logMcapReader
{
    ssContactLog* log;
    const ssLogOptions* options;
    logMcapState* state;
    uint8_t* window; // the bytes of the file at `start`
    uint64_t start;
    size_t filled;
} logMcapReader;

typedef struct logMcapRecord
{
    int code;
    uint64_t place, length; // of the content
} logMcapRecord;

/// A text of a record: a length of four bytes, then the bytes, inside the record's content.
typedef struct logMcapText
{
    uint64_t place;
    uint32_t length;
} logMcapText;

typedef struct logMcapMessage
{
    bool swapped;   // in the other byte order
    uint64_t place; // of its data
    double t;
    uint32_t count;
} logMcapMessage;

bool logMcapHostIsLittle( void );
uint32_t logMcapU32( const uint8_t* bytes, bool swapped );
double logMcapDouble( const uint8_t* bytes, bool swapped );
/// A number of 1 to 8 bytes, the lowest first.
uint64_t logMcapNumber( const uint8_t* bytes, int size );

ssResult logMcapWrong( const ssContactLog* log, uint64_t place, const char* what );
/// Lets `bytes` point to `size` bytes of the file, at most LOG_MCAP_WINDOW, until the next call.
ssResult logMcapLook( logMcapReader* reader, uint64_t place, size_t size, const uint8_t** bytes );
/// The record at `place`, which must end before `end`. Its code is 0 where it does not.
ssResult logMcapNextRecord( logMcapReader* reader, uint64_t place, uint64_t end, logMcapRecord* record );
/// Reads the text at `*place` and passes it. A longer one than `most` is no name of anything we know.
ssResult logMcapReadText(
    logMcapReader* reader, const logMcapRecord* record, uint64_t* place, uint32_t most, logMcapText* text );
/// Where the records of a chunk begin, but for the eight bytes of their length, and how they are compressed.
ssResult logMcapEnterChunk(
    logMcapReader* reader, const logMcapRecord* chunk, uint64_t* place, logMcapText* compression );
/// The kind and the beginning of a message; of other kinds than ours, the kind alone.
ssResult logMcapReadMessage(
    logMcapReader* reader, const logMcapRecord* record, logMcapKind* kind, logMcapMessage* message );
/// The frame that a message with contacts is.
logEntry logMcapEntry( logMcapKind kind, const logMcapMessage* message, uint64_t firstRow );
/// Takes a schema, a channel or a message; others mean nothing to us.
ssResult logMcapReadRecord( logMcapReader* reader, const logMcapRecord* record );

int logMcapSpan( ssContactLog* log, int count, logEntry* entries );

ssResult logMcapReadContacts( ssContactLog* log, int frame, ssLogFrame* contacts );
/// Adds the bodies of the message whose data are at `place`.
ssResult logMcapReadBodies( ssContactLog* log, uint64_t place, ssLogFrame* contacts );
/// Finds out from some of the frames from `first` on which columns are known.
ssResult logMcapFindKnown( ssContactLog* log, int first );

ssResult logMcapBegin( ssLogWriter* writer );
ssResult logMcapWriteFrame( ssLogWriter* writer, const ssLogFrame* contacts );
ssResult logMcapEnd( ssLogWriter* writer );
