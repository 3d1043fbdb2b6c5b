// SPDX-License-Identifier: MIT
#pragma once

// The program's threads, lent to the engine through its parallelFor hook. Workers that find nothing to do look again
// for a few microseconds, because a sweep has its next colour ready by then, and after that they sleep: they do not
// compete with a window for the processor.

typedef struct threadPool threadPool;

/// `threads` counts the caller: 1 starts none and leaves the engine serial. Starts fewer when the system gives fewer;
/// results do not depend on it. NULL when there is nothing to start.
threadPool* threadPoolStart( int threads );

/// Takes the threads back. Nothing may be running. NULL is fine.
void threadPoolStop( threadPool* pool );

/// Threads that share the work, the caller included.
int threadPoolCount( const threadPool* pool );
