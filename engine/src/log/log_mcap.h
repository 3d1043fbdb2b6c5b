// SPDX-License-Identifier: MIT
#pragma once

#include "log/log_private.h"

// What the files of the MCAP form share: log_mcap.c finds the frames, log_mcap_rows.c reads their rows, log_mcap_write.c
// writes them with slipstick_probe.h.

// Limits for files that somebody made by mistake or with intent. Lengths of records are held against the file and the chunk
// they lie in, counts against the length of their message, before memory is taken.
#define LOG_MCAP_NAME_MAX 1024     // [bytes] of a name, a topic, an encoding
#define LOG_MCAP_SCHEMA_MAX 65536  // of a definition of ours
#define LOG_MCAP_ROWS_MAX 10000000 // contacts or bodies of a frame

// Places in a message [bytes]: its data in the record, and in the data the first row. Without rows there is no padding.
#define LOG_MCAP_DATA 22
#define LOG_MCAP_ROWS 28
#define LOG_MCAP_EMPTY 24
#define LOG_MCAP_CONTACT 200 // of a row
#define LOG_MCAP_BODY 104

typedef struct logMcapMessage
{
    bool swapped; // in the other byte order
    double t;
    uint32_t count;
} logMcapMessage;

/// The definitions of the messages.
extern const char log_mcapContacts[];
extern const char log_mcapBodies[];

bool logMcapHostIsLittle( void );
uint32_t logMcapU32( const uint8_t* bytes, bool swapped );
double logMcapDouble( const uint8_t* bytes, bool swapped );

ssResult logMcapReadContacts( ssContactLog* log, int frame, ssLogFrame* contacts );
/// Adds the bodies of the message whose data are at `place`.
ssResult logMcapReadBodies( ssContactLog* log, uint64_t place, ssLogFrame* contacts );
/// Finds out from frames all over the log which columns are known.
ssResult logMcapFindKnown( ssContactLog* log );

ssResult logMcapBegin( ssLogWriter* writer );
ssResult logMcapWriteFrame( ssLogWriter* writer, const ssLogFrame* contacts );
ssResult logMcapEnd( ssLogWriter* writer );
