// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/log_scenario.h"

// The contact log that a program sends: its bytes go to a temporary file, and its complete frames can be read
// from any thread. The first mistake ends the log.

// Limits, which the manual states.
#define SESSION_STREAM_RECORD ( (uint64_t)256 << 20 ) // [bytes] of a record: two million contacts in a frame
#define SESSION_STREAM_SIZE ( (uint64_t)4 << 30 )     // [bytes] of a log, unless the user allows another size

typedef struct sessionStream sessionStream;

/// Has one reference, that of the caller; the last one to end removes the file. `limit` is that on its bytes.
ssResult sessionCreateStream( uint64_t limit, sessionStream** stream );
sessionStream* sessionStream_Retain( sessionStream* stream );
void sessionStream_Release( sessionStream* stream ); ///< NULL is allowed

/// Takes bytes, in one thread. An error ends the log; `*full`: because the file is full.
ssResult sessionStream_Take( sessionStream* stream, const void* bytes, size_t size, bool* full );

/// [bytes] that have come of a record which is not complete; in the thread that takes.
uint64_t sessionStream_Pending( const sessionStream* stream );
/// Has the program closed its log? Nothing comes after that.
bool sessionStream_Closed( const sessionStream* stream );
/// The program has gone: nothing more comes.
void sessionStream_End( sessionStream* stream );

// From any thread:

uint64_t sessionStream_Size( const sessionStream* stream ); ///< [bytes] of complete, good records
int sessionStream_Frames( const sessionStream* stream );
bool sessionStream_Read( const sessionStream* stream, uint64_t offset, void* bytes, size_t size );

/// Opens the growing log, which has a frame. The source has no reference: the stream must outlive it.
ssResult sessionStream_Open( sessionStream* stream, ssContactLog** log );

/// Writes what is there into a file.
ssResult sessionStream_Save( const sessionStream* stream, const char* path );

/// The log as a scenario, which keeps the stream. It has a frame; `number` counts the programs heard.
ssResult sessionStream_Scenario( sessionStream* stream, int number, const ssScenario** scenario );
/// A log of one empty frame, for a window that has nothing to show yet.
ssResult sessionEmptyLog( const char* title, const ssScenario** scenario );
