// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Threads enter the engine through a hook, which an application installs once like the allocator; without it
// all work runs on the caller's thread. A second hook is for work in stages and may be left out. Work is
// divided into blocks whose size does not depend on the number of threads, and sums are taken in the order of
// the blocks, so the bits of a result do not depend on which thread computed which block.

/// Does one block of work.
typedef void ssBlockTask( void* context, int block );

/// Calls task( context, block ) once for every block in [0, blocks), on any threads and in any order, and
/// returns when all are done. The hook must be safe to call from several threads at once and from inside a
/// task; it may run such a call on the caller's thread alone.
typedef void ssParallelHook( void* hookContext, int blocks, ssBlockTask* task, void* context );

/// Installs the hook. NULL makes everything serial. No task may be running.
SS_API_SETUP void ssSetParallelFor( ssParallelHook* hook, void* hookContext );

/// Does one block of one stage.
typedef void ssStageTask( void* context, int stage, int block );

/// Calls task( context, stage, block ) once for every block in [0, blocks[stage]) of every stage in [0,
/// stages). The blocks of a stage run on any threads and in any order; a stage begins when the one before it
/// is done. Otherwise as the hook above. Another thread pays only if the average stage has `fewest` more
/// blocks for it. A hook that gives the same part of the blocks to the same thread in every stage keeps its
/// caches warm.
typedef void ssStagesHook(
    void* hookContext, int stages, const int* blocks, int fewest, ssStageTask* task, void* context );

/// Installs the hook for stages. NULL: each stage goes to the hook above. No task may be running.
SS_API_SETUP void ssSetParallelStages( ssStagesHook* hook, void* hookContext );

/// Calls the task for every block of every stage in turn. Work too small for a
/// second thread runs on the caller's thread.
SS_API_ANY void ssParallelStages(
    int stages, const int* blocks, int fewest, ssStageTask* task, void* context );

/// Works on the items [first, last), which are block number `block`.
typedef void ssRangeTask( void* context, int block, int first, int last );

/// The number of blocks of `blockSize` items that hold `items` items.
SS_API_ANY int ssBlockCount( int items, int blockSize );

/// Calls the task so that every item is covered once. A single block runs on the caller's thread.
SS_API_ANY void ssParallelFor( int items, int blockSize, ssRangeTask* task, void* context );

/// Returns the sum over the items [first, last).
typedef double ssSumTask( void* context, int first, int last );

/// The sum over all items, added up in the order of the blocks. `partial` has room for ssBlockCount numbers.
SS_API_ANY double ssParallelSum( int items, int blockSize, ssSumTask* task, void* context, double* partial );
