// SPDX-License-Identifier: MIT
#pragma once

// Threads for the engine, through its hooks. A thread owns the same part of the blocks of every loop of the
// same size, and about the same part of every stage: more where it was quicker. Those who have finished take
// over from one who is late. Threads that wait poll for some tens of microseconds, because a Gauss-Seidel
// pass has its next colour ready by then; after that they sleep, so that an idle program takes no processor
// time. Work for few threads wakes few.

typedef struct threadPool threadPool;

/// `threads` includes the caller: 1 starts none and leaves the engine serial. Fewer are started
/// where there are fewer processors or the system refuses; results do not depend on their
/// number. Returns NULL when there is no pool.
threadPool* threadPoolStart( int threads );

/// As many as asked for, even where there are fewer processors.
threadPool* threadPoolStartAll( int threads );

/// Ends the threads. No simulation may be running. NULL is allowed.
void threadPoolStop( threadPool* pool );

/// Number of threads that share the work, including the caller.
int threadPoolCount( const threadPool* pool );
