// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Threads enter the engine through one hook, set once like the allocator; without it everything runs on the caller's
// thread. Work is cut into blocks of a size the work itself names, never the number of threads, and sums are taken in
// the order of the blocks: the bits of a result do not depend on who computed which block.

/// One block of work.
typedef void ssBlockTask( void* context, int block );

/// Calls task( context, block ) once for every block in [0, blocks), on whatever threads and in whatever order, and
/// returns when all are done. Must be safe to call from several threads at once and from inside a task; running such a
/// call on the caller's thread alone is fine.
typedef void ssParallelHook( void* hookContext, int blocks, ssBlockTask* task, void* context );

/// NULL: serial. Set it while nothing runs.
SS_API void ssSetParallelFor( ssParallelHook* hook, void* hookContext );

/// Items [first, last) of block number `block`.
typedef void ssRangeTask( void* context, int block, int first, int last );

/// How many blocks of `blockSize` items it takes.
SS_API int ssBlockCount( int items, int blockSize );

/// Every item once. A single block never leaves the caller's thread.
SS_API void ssParallelFor( int items, int blockSize, ssRangeTask* task, void* context );

/// The sum over a block's items.
typedef double ssSumTask( void* context, int first, int last );

/// The blocks' sums added up in the order of the blocks. `partial` has room for ssBlockCount numbers.
SS_API double ssParallelSum( int items, int blockSize, ssSumTask* task, void* context, double* partial );
