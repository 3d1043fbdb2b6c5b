// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Everything the program asks of the operating system, except the window: files that are either whole or not
// there, folders, the clock, the terminal. Only os_posix*.c behind this header make POSIX calls.
//
// Refusals come back as ssResult with the path and the system's own words:
// "cannot write '/x/run.csv': No space left on device".

// ------------------------------------------------------------------------------------------------------ process

/// Call once, first thing in main: a reader that goes away and a file size limit become errors of the write
/// instead of signals, and closed standard streams stay closed instead of being handed to the next open file.
void osStart( void );

/// Seconds of a clock that never jumps. Only differences mean anything.
double osSeconds( void );

/// Processor time of this process: what a computation takes, also where others want the machine.
double osCpuSeconds( void );

/// Is standard stream 0, 1 or 2 a terminal?
bool osIsTerminal( int stream );

/// Does a display server seem to be there ($DISPLAY or $WAYLAND_DISPLAY)?
bool osHasDisplay( void );

/// Runs `work` in a process of its own, silent, for at most `seconds` of processor time; what it leaves in the `size` bytes of `answer`
/// comes back. False when it crashed, ended by itself or took too long: other people's libraries do all three.
typedef void osWork( void* context, void* answer );
bool osTry( osWork* work, void* context, void* answer, size_t size, double seconds );

/// A shared library that the program can do without, and one of its functions; NULL when it is not there. It stays
/// loaded.
void* osOpenLibrary( const char* path );
void* osFindInLibrary( void* library, const char* name );

// ------------------------------------------------------------------------------------------------------ threads

/// Processors that may run threads of this program, at least 1.
int osProcessorCount( void );

typedef struct osThread osThread;

/// NULL when the system gives none.
osThread* osStartThread( void ( *run )( void* context ), void* context );
void osJoinThread( osThread* thread ); ///< waits for its end and frees it; NULL is fine

/// Lets another thread run.
void osYield( void );

/// From now on the calling thread takes what others leave: work behind a window must not slow it.
void osLowerPriority( void );

/// A lock that can be waited at. NULL when there is no memory.
typedef struct osMonitor osMonitor;

osMonitor* osCreateMonitor( void );
void osDestroyMonitor( osMonitor* monitor ); ///< NULL is fine
void osLockMonitor( osMonitor* monitor );
void osUnlockMonitor( osMonitor* monitor );
void osWaitAtMonitor( osMonitor* monitor ); ///< unlocks while it waits; may wake without a reason
void osWaitAtMonitorFor( osMonitor* monitor, double seconds ); ///< the same, and no longer than this
void osWakeMonitor( osMonitor* monitor );                      ///< wakes all who wait

// ------------------------------------------------------------------------------------------------------ writing

/// A file being written. Bytes go to a temporary file beside the wanted one, which takes its name only when
/// everything is on disk. Ctrl+C removes it. "-" is standard output; an existing device or pipe is written to
/// directly.
///
///     osWriter* out = NULL;
///     ssResult result = osBeginWrite( path, &out );   // refused at once when the folder cannot be written to
///     if ( result.code != ss_ok ) ...
///     osWrite( out, bytes, size );                    // errors stick; no need to check each call
///     result = osCommitWrite( out );                  // or osAbortWrite( out ): as if nothing had happened
typedef struct osWriter osWriter;

ssResult osBeginWrite( const char* path, osWriter** writer );

void osWrite( osWriter* writer, const void* bytes, size_t size );
void osWriteText( osWriter* writer, const char* text );
void osPrintf( osWriter* writer, const char* format, ... ) SS_PRINTF( 2, 3 );

/// Room for `size` bytes (at most OS_RESERVE_MAX) to be filled in place; osAdvance says how many were.
#define OS_RESERVE_MAX 4096
char* osReserve( osWriter* writer, size_t size );
void osAdvance( osWriter* writer, size_t size );

/// True once more writing is useless: an error to be reported by osCommitWrite, or a reader that has gone away.
bool osWriteStopped( const osWriter* writer );

/// Hands what is buffered to the system now, for a reader that follows along.
void osFlushWrite( osWriter* writer );

/// Flushes, syncs and renames; frees the writer in any case. On failure nothing is left behind. A reader of a
/// pipe that left early (`... | head`) is no failure.
ssResult osCommitWrite( osWriter* writer );

/// Removes the temporary file and frees the writer. NULL is fine.
void osAbortWrite( osWriter* writer );

/// A table that grows by whole lines: each is one write at the end of the file, so that a program killed at any moment
/// leaves at most one line cut short.
typedef struct osAppender osAppender;

/// Keeps the first `keep` bytes of an existing file and goes on behind them; 0 begins afresh.
ssResult osBeginAppend( const char* path, size_t keep, osAppender** appender );
ssResult osAppendText( osAppender* appender, const char* text );
ssResult osEndAppend( osAppender* appender ); ///< syncs and closes; NULL is fine

// ------------------------------------------------------------------------------------------------------ reading

#define OS_READ_MAX ( 64u << 20 ) ///< [bytes] more than any scene, script or table of measurements needs

/// Reads a whole file and adds a zero byte; free() the text. Refuses folders and files above OS_READ_MAX.
ssResult osReadFile( const char* path, char** text, size_t* length );

/// A file read piece by piece; "-" is standard input.
typedef struct osReader osReader;

ssResult osBeginRead( const char* path, osReader** reader );
/// Up to `capacity` bytes; `*size` is 0 at the end.
ssResult osRead( osReader* reader, void* bytes, size_t capacity, size_t* size );
void osEndRead( osReader* reader );

// ------------------------------------------------------------------------------------------------------ folders

bool osFileExists( const char* path ); ///< anything but a folder
bool osFolderExists( const char* path );
/// The first of stem.ext, stem-2.ext, … that is free.
void osFreeName( const char* stem, const char* extension, char* path, size_t capacity );
ssResult osMakeFolders( const char* path ); ///< with its parents; fine when it is there

/// Names of the files in a folder, by the alphabet, without folders and hidden ones; osFreeList them.
ssResult osListFolder( const char* path, char*** names, int* count );
void osFreeList( char** names, int count );

/// These fill `path` and return false when there is no answer or it does not fit.
bool osProgramFolder( char* path, size_t capacity );
/// The folder that has shaders/ and assets/: $SLIPSTICK_DATA, beside the program as installed, where the build
/// was told to install, or up from the program in a source tree.
bool osDataFolder( char* path, size_t capacity );
/// $XDG_CONFIG_HOME/slipstick or ~/.config/slipstick; `create` makes it.
bool osSettingsFolder( char* path, size_t capacity, bool create );
