// SPDX-License-Identifier: MIT
#pragma once

#include "base/text_writer.h"
#include "slipstick/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Everything the program asks of the operating system, except the window: files that are either whole or
// absent, folders, clocks, the terminal, threads. POSIX calls live in os_posix_*.c alone.
//
// An error is returned as an ssResult with the path and the system's reason:
// "cannot write '/x/run.csv': No space left on device".

// --------------------------------------------------------------------------------------------------- process

/// Call once, at the start of main: a broken pipe and an exceeded file size limit become errors of the write
/// instead of signals, and a closed standard stream does not pass its number to the next file opened.
void osStart( void );

/// Monotonic clock [s]. Only differences have a meaning.
double osSeconds( void );

/// Processor time of this process [s]: the cost of a computation, even on a busy machine.
double osCpuSeconds( void );

/// Processor time of the programs that this one ran and that have ended [s].
double osCpuSecondsOfPrograms( void );

/// Is standard stream 0, 1 or 2 a terminal?
bool osIsTerminal( int stream );

/// Is a display server announced ($DISPLAY or $WAYLAND_DISPLAY)?
bool osHasDisplay( void );

/// From now on the first Ctrl+C, termination or hangup only sets what the computation asks for between steps;
/// it then calls osEndBySignal. One more than half a second later ends the program at once.
void osWatchSignals( void );
bool osSignalCaught( void );
bool osStopsAtSignal( void* context ); ///< the same, as what long computations ask; the context is ignored
const char* osSignalName( void );      ///< of the caught one: "Ctrl+C", "the signal TERM"
void osEndBySignal( void );            ///< ends the program as the caught signal would have done

/// Runs `work` in a silent child process, for at most `seconds` of processor time, and copies its `size`
/// bytes to `answer`. False if it crashed, exited or took too long, as third-party libraries do.
typedef void osWork( void* context, void* answer );
bool osTry( osWork* work, void* context, void* answer, size_t size, double seconds );

/// Runs a program without diagnostics: `words` are its path and arguments, then NULL; it reads the file
/// `input` (NULL: nothing). `output` receives the beginning of what it prints, `status` its exit status (128
/// and the number of a signal that ended it; 127: it cannot be run). One that takes longer than `seconds` is
/// ended, which is an error.
ssResult osRunProgram(
    const char* const* words, const char* input, double seconds, char* output, size_t capacity, int* status );

/// Looks for a program in $PATH. False: it is not installed.
bool osFindProgram( const char* name, char* path, size_t capacity );

/// A program that works beside this one, fed through its input; `words` as above. It inherits the open file
/// `kept` (-1: none), and ends with this program. What it prints, on both streams, is kept, the newest of it.
///
///     osBeginProgram( words, -1, &program );
///     osFeedProgram( program, bytes, size );    // waits while it is busy; false: it is over
///     osWaitForProgram( program, 60.0 );        // closes its input; false: it still runs
///     osProgramStatus( program ), osProgramWords( program );
///     osEndProgram( program );                  // at any time: ends it if it still runs; NULL is allowed
typedef struct osProgram osProgram;

ssResult osBeginProgram( const char* const* words, int kept, osProgram** program );
bool osFeedProgram( osProgram* program, const void* bytes, size_t size );
bool osProgramRuns( osProgram* program ); ///< does not wait
bool osWaitForProgram( osProgram* program, double seconds );
int osProgramStatus( const osProgram* program ); ///< once it has ended, as osRunProgram gives it
const char* osProgramWords( const osProgram* program );
void osStopProgram( osProgram* program ); ///< asks it to end, and does not wait
void osEndProgram( osProgram* program );

/// The folder in which this program lies. False: the system does not say.
bool osProgramFolder( char* path, size_t capacity );

/// An empty nameless file, opened by `path`; gone when the last program closes it. -1 when there can be none.
int osOpenScratch( char* path, size_t capacity );
void osCloseScratch( int scratch ); ///< -1 is allowed
/// The same with something in it.
int osFillScratch( const void* bytes, size_t size, char* path, size_t capacity );

/// Finds a function in an optional shared library, which stays loaded; NULL when it is missing.
void* osOpenLibrary( const char* path );
void* osFindInLibrary( void* library, const char* name );
/// Loads a shared object that uses symbols of this program. NULL: `reason` gets the system's words.
void* osOpenPlugin( const char* path, char* reason, size_t capacity );

// ---------------------------------------------------------------------------------------------------- frames

/// Takes turns until one returns false. In a page, the browser asks for one when it wants a picture, and this
/// function does not return: nothing after it happens, and the variables of its callers stay.
void osRepeat( bool ( *turn )( void* context ), void* context );
/// Frames come when somebody else asks for them, so that nothing may wait.
bool osFramesAreCalled( void );
/// Lets the browser ask the user for a file, which then comes as if it were dropped. False: this is no page.
bool osChooseFile( void );
/// Hands the page a link for the clipboard, or a scene to be saved as a page. False: this is no page.
bool osShare( const char* link, const char* scene );
/// Lets the browser film what it shows, or ends the film, which the user gets. False: it does not.
bool osFilm( bool on );

// --------------------------------------------------------------------------------------------------- threads

/// Number of processors that this program may use, 1 to 1024.
int osProcessorCount( void );

typedef struct osThread osThread;

/// Returns NULL when the system refuses a thread.
osThread* osStartThread( void ( *run )( void* context ), void* context );
void osJoinThread( osThread* thread ); ///< waits for its end and frees it; NULL is allowed

/// Lets the calling thread run only when no other wants the processor, so that the window stays quick.
void osLowerPriority( void );

/// A function with a stack of its own, entered and left in turns by one thread: work in pieces where there is
/// no second thread.
typedef struct osFiber osFiber;

osFiber* osCreateFiber( void ( *run )( void* context ), void* context ); ///< NULL: out of memory
bool osEnterFiber( osFiber* fiber );   ///< until it leaves. False: its function has returned
void osLeaveFiber( osFiber* fiber );   ///< in its function
void osDestroyFiber( osFiber* fiber ); ///< whose function has returned, or was never entered; NULL is allowed

/// A mutex with a condition variable. Creating one returns NULL when out of memory.
typedef struct osMonitor osMonitor;

osMonitor* osCreateMonitor( void );
void osDestroyMonitor( osMonitor* monitor ); ///< NULL is allowed
void osLockMonitor( osMonitor* monitor );
void osUnlockMonitor( osMonitor* monitor );
void osWaitAtMonitor( osMonitor* monitor ); ///< unlocks while it waits; may wake spuriously
void osWaitAtMonitorFor( osMonitor* monitor, double seconds ); ///< likewise, for at most `seconds`
void osWakeMonitor( osMonitor* monitor );                      ///< wakes all threads that wait

// --------------------------------------------------------------------------------------------------- writing

/// A file being written. Bytes go to a temporary file in the same folder, which is renamed to `path` once
/// everything is on disk; Ctrl+C removes it, and the next writer beside it removes what a kill left. "-" is
/// standard output; an existing device or pipe is written to directly.
///
///     osWriter* out = NULL;
///     ssResult result = osBeginWrite( path, &out );   // fails at once if the folder is not writable
///     if ( result.code != ss_ok ) ...
///     osWrite( out, bytes, size );                    // the first error is kept and reported by commit
///     result = osCommitWrite( out );                  // osAbortWrite( out ) leaves the old file
typedef struct osWriter osWriter;

ssResult osBeginWrite( const char* path, osWriter** writer );

/// The same for what is written at once: a file that cannot be opened is an error of the commit. Never NULL.
osWriter* osOpenWrite( const char* path );

/// Writes a whole file. `bytes` NULL: there was no memory for them, which becomes the error.
ssResult osSaveFile( const char* path, const void* bytes, size_t size );

/// For results that take long: bytes go to "PATH.partial" until committed. Only osAbortWrite and the next
/// stream to the path remove it, so a killed program leaves what it flushed. A second writer is refused.
ssResult osBeginStream( const char* path, osWriter** writer );

/// The file that a stream writes into; NULL for a device, standard output or no stream.
const char* osPartialName( const osWriter* writer );

/// Ends a stream before its end: leaves PATH.partial, and PATH as it was. Frees the writer in any case.
ssResult osLeaveWrite( osWriter* writer );

/// A nameless file for a program run by this one, which reads /dev/fd/NUMBER; osAbortWrite ends it.
ssResult osBeginScratchWrite( osWriter** writer );

void osWrite( osWriter* writer, const void* bytes, size_t size );
void osWriteText( osWriter* writer, const char* text );
/// Writes numbers with a decimal point, whatever the locale.
void osPrintf( osWriter* writer, const char* format, ... ) SS_PRINTF( 2, 3 );
/// For what writes pieces of texts, such as JSON: they go into the file.
textWriter osText( osWriter* writer );

/// Returns `size` bytes (at most OS_RESERVE_MAX) to fill in place; osAdvance counts those used.
#define OS_RESERVE_MAX 4096 ///< [bytes] longer than any number or formatted line
char* osReserve( osWriter* writer, size_t size );
void osAdvance( osWriter* writer, size_t size );

/// Writing is useless: an error, which osCommitWrite reports, or the reader has closed the pipe.
bool osWriteStopped( const osWriter* writer );

/// The first error so far, as osCommitWrite will report it, with the name of the file that remains.
ssResult osWriteResult( const osWriter* writer );

/// The open file, for a program that writes to /dev/fd/NUMBER, whatever becomes of its name.
int osWriterFile( const osWriter* writer );

/// Writes out the buffer now, for a reader that follows the file.
void osFlushWrite( osWriter* writer );

/// Flushes, syncs and renames; frees the writer in any case. A failure leaves no file behind
/// but PATH.partial of a stream, with what was flushed before. It is not a failure when the
/// reader of a pipe stops early (`... | head`).
ssResult osCommitWrite( osWriter* writer );

/// Removes the temporary file and frees the writer. NULL is allowed.
void osAbortWrite( osWriter* writer );

/// A file that grows by whole lines, one write each: a killed program leaves at most one incomplete.
typedef struct osAppender osAppender;

/// Keeps the first `keep` bytes of an existing file and appends after them; 0 starts an empty file.
ssResult osBeginAppend( const char* path, size_t keep, osAppender** appender );
ssResult osAppendText( osAppender* appender, const char* text );
ssResult osEndAppend( osAppender* appender ); ///< syncs and closes; NULL is allowed

// --------------------------------------------------------------------------------------------------- reading

#define OS_READ_MAX ( 64u << 20 ) ///< [bytes] larger than any scene, script or table of measurements

/// Reads a file and appends a zero byte; the caller frees it. Folders and sizes over OS_READ_MAX fail.
ssResult osReadFile( const char* path, char** text, size_t* length );

/// A file read in pieces; "-" is standard input.
typedef struct osReader osReader;

ssResult osBeginRead( const char* path, osReader** reader );
/// Reads up to `capacity` bytes; `*size` is 0 at the end of the file.
ssResult osRead( osReader* reader, void* bytes, size_t capacity, size_t* size );
/// Reads exactly `size` bytes from this offset, or returns false. Not for standard input.
bool osReadAt( const osReader* reader, uint64_t offset, void* bytes, size_t size );
/// The size of a file that can be read at any offset; an error for pipes and devices.
ssResult osReadSize( const osReader* reader, uint64_t* size );
/// [s] since the file was written to last.
double osReadAge( const osReader* reader );
void osEndRead( osReader* reader );

/// A nameless file in $TMPDIR or /tmp, gone with the program. One thread writes; others may read meanwhile.
typedef struct osSpool osSpool;

ssResult osBeginSpool( osSpool** spool );
ssResult osSpoolWrite( osSpool* spool, const void* bytes, size_t size );             ///< at its end
bool osSpoolRead( const osSpool* spool, uint64_t offset, void* bytes, size_t size ); ///< exactly `size` bytes
void osEndSpool( osSpool* spool );                                                   ///< NULL is allowed

// --------------------------------------------------------------------------------------------------- network

/// A port on 127.0.0.1, which no other computer reaches. Nothing here blocks but the waiting.
typedef struct osListener osListener;
typedef struct osConnection osConnection;

ssResult osBeginListen( int port, osListener** listener ); ///< port 0: any that is free
int osListenerPort( const osListener* listener );
void osEndListen( osListener* listener ); ///< NULL is allowed

osConnection* osAccept( osListener* listener ); ///< NULL: no program waits
/// Takes up to `capacity` bytes; none where none have come yet. False: the program has gone.
bool osReceive( osConnection* connection, void* bytes, size_t capacity, size_t* size );
void osEndConnection( osConnection* connection ); ///< NULL is allowed

/// Waits until a program connects or sends bytes (`connection` may be NULL), for at most `seconds`.
void osWaitForPrograms( osListener* listener, osConnection* connection, double seconds );

// --------------------------------------------------------------------------------------------------- folders

bool osFileExists( const char* path );             ///< anything but a folder
bool osIsSameFile( const char* a, const char* b ); ///< both are one file, whatever they are called
bool osFileHolds( const char* path );              ///< an ordinary file that is not empty
bool osFolderExists( const char* path );
/// The first of stem.ext, stem-2.ext, … that does not exist yet.
void osFreeName( const char* stem, const char* extension, char* path, size_t capacity );
ssResult osMakeFolders( const char* path ); ///< with its parents; may exist already

bool osRemoveFile( const char* path );
bool osRemoveFolder( const char* path ); ///< one that is empty

/// The visible files in a folder in byte order, without subfolders; free them with osFreeList.
ssResult osListFolder( const char* path, char*** names, int* count );
/// Names of its subfolders, likewise.
ssResult osListSubfolders( const char* path, char*** names, int* count );
void osFreeList( char** names, int count );

/// The path from the root, without links, "." and "..". False if it does not exist or does not fit.
bool osFullPath( const char* path, char* full, size_t capacity );

/// $XDG_CONFIG_HOME/slipstick or ~/.config/slipstick, made if `create`. False: neither set, or too long.
bool osSettingsFolder( char* path, size_t capacity, bool create );
