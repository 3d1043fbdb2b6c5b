// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Work longer than a frame: fits, sweeps, checks, lessons, opening files. One function, which asks now and
// then whether to end, runs on threads, in pieces between frames, or at once for scripts.

typedef struct sessionJob sessionJob;

typedef enum sessionJobMode
{
    session_jobThreads, // on threads of its own
    session_jobFrames,  // in pieces, by sessionWorkBetweenFrames in the thread that has asked
    session_jobAtOnce,  // sessionJob_Ask returns when all is done
} sessionJobMode;

/// Creates a job without work. `threads` call `work` at once; `idle`: at low priority. NULL: out of memory.
sessionJob* sessionCreateJob(
    sessionJobMode mode, int threads, bool idle, void ( *work )( void* context ), void* context );
/// Allocates what works, cleared, with its job, which is its first member. NULL: out of memory.
void* sessionCreateWorker(
    size_t size, sessionJobMode mode, int threads, bool idle, void ( *work )( void* worker ) );
/// As many threads as leave one processor to the window and one to its simulation; at least one.
int sessionSpareThreads( void );
void sessionDestroyJob( sessionJob* job ); ///< ends it; NULL is allowed

/// Calls `work`: now, or again after the present call. Where there is no thread, at once.
void sessionJob_Ask( sessionJob* job );
/// Asks the work to end, and does not wait.
void sessionJob_Cancel( sessionJob* job );
/// Asks it to end, and waits for that.
void sessionJob_End( sessionJob* job );
/// Lets it go on for at most so long [s], or to its end. False: it is not done.
bool sessionJob_Wait( sessionJob* job, double seconds );

bool sessionJob_Busy( sessionJob* job );
double sessionJob_Seconds( sessionJob* job ); ///< [s] since it was asked; 0: it is not busy

/// In the work, without the lock: is it to end? An ssStop with the job as context. Fibers rest here.
bool sessionJob_Stops( void* job );
/// With the lock: has somebody asked it to end? What it has found so far is then not wanted.
bool sessionJob_Cancelled( const sessionJob* job );
/// Guards progress and results, which the work writes while somebody reads them.
void sessionJob_Lock( sessionJob* job );
void sessionJob_Unlock( sessionJob* job );

/// Gives the jobs of this thread that work between frames so much time [s] together; INFINITY:
/// until all are done. True: there is more to do.
bool sessionWorkBetweenFrames( double seconds );
