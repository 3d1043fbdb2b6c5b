// SPDX-License-Identifier: MIT
#pragma once

// Threads for the engine, through its hooks. A thread owns the same part of every loop of the same size and
// about the same of every stage, more where it was quicker; those who finish help the late. Waiting threads
// poll for some tens of microseconds, as a Gauss-Seidel pass has its next colour by then, and sleep after
// that.

typedef struct threadPool threadPool;

/// `threads` includes the caller: 1 leaves the engine serial. Fewer are started where processors or the
/// system limit them; results do not depend on it. NULL: no pool.
threadPool* threadPoolStart( int threads );

/// As many as asked for, even where there are fewer processors.
threadPool* threadPoolStartAll( int threads );

/// Ends the threads. No simulation may be running. NULL is allowed.
void threadPoolStop( threadPool* pool );

/// Number of threads that share the work, including the caller.
int threadPoolCount( const threadPool* pool );
