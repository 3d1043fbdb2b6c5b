// SPDX-License-Identifier: MIT
#pragma once

// Threads for the engine, through its parallelFor hook. Idle workers poll for a few microseconds, because a Gauss-Seidel
// pass has its next colour ready by then; after that they sleep, so as not to compete with the window for the processor.

typedef struct threadPool threadPool;

/// `threads` includes the caller: 1 starts none and leaves the engine serial. Fewer are started when the system refuses;
/// results do not depend on their number. Returns NULL when there is no pool.
threadPool* threadPoolStart( int threads );

/// Ends the threads. No simulation may be running. NULL is allowed.
void threadPoolStop( threadPool* pool );

/// Number of threads that share the work, including the caller.
int threadPoolCount( const threadPool* pool );
