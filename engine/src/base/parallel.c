// SPDX-License-Identifier: MIT
#include "slipstick/parallel.h"

// Written once by the application before anything else runs, so threads may share them.
static ssParallelHook* s_hook;
static void* s_hookContext;
static ssStagesHook* s_stagesHook;
static void* s_stagesContext;

void ssSetParallelFor( ssParallelHook* hook, void* hookContext )
{
    s_hook = hook;
    s_hookContext = hookContext;
}

void ssSetParallelStages( ssStagesHook* hook, void* hookContext )
{
    s_stagesHook = hook;
    s_stagesContext = hookContext;
}

int ssBlockCount( int items, int blockSize )
{
    SS_ASSERT( blockSize > 0 );
    return items <= 0 ? 0 : ( items - 1 ) / blockSize + 1;
}

typedef struct Ranges
{
    ssRangeTask* task;
    void* context;
    int items, blockSize;
} Ranges;

static void runRange( void* context, int block )
{
    const Ranges* ranges = context;
    int first = block * ranges->blockSize;
    int remaining = ranges->items - first;
    int last = remaining < ranges->blockSize ? ranges->items : first + ranges->blockSize;
    ranges->task( ranges->context, block, first, last );
}

void ssParallelFor( int items, int blockSize, ssRangeTask* task, void* context )
{
    Ranges ranges = { task, context, items, blockSize };
    int blocks = ssBlockCount( items, blockSize );
    if ( s_hook != NULL && blocks > 1 )
    {
        s_hook( s_hookContext, blocks, runRange, &ranges );
        return;
    }
    for ( int block = 0; block < blocks; ++block ) { runRange( &ranges, block ); }
}

typedef struct Stage
{
    ssStageTask* task;
    void* context;
    int stage;
} Stage;

static void runStageBlock( void* context, int block )
{
    const Stage* stage = context;
    stage->task( stage->context, stage->stage, block );
}

void ssParallelStages( int stages, const int* blocks, int fewest, ssStageTask* task, void* context )
{
    int64_t all = 0, some = 0;
    for ( int i = 0; i < stages; ++i )
    {
        all += blocks[i];
        some += blocks[i] > 0;
    }
    bool alone = all < 2 * some * ( fewest > 1 ? fewest : 1 ) || ( s_stagesHook == NULL && s_hook == NULL );
    if ( s_stagesHook != NULL && !alone )
    {
        s_stagesHook( s_stagesContext, stages, blocks, fewest > 1 ? fewest : 1, task, context );
        return;
    }
    for ( int i = 0; i < stages; ++i )
    {
        Stage stage = { task, context, i };
        if ( !alone && blocks[i] > 1 )
        {
            s_hook( s_hookContext, blocks[i], runStageBlock, &stage );
            continue;
        }
        for ( int block = 0; block < blocks[i]; ++block ) { task( context, i, block ); }
    }
}

typedef struct Sums
{
    ssSumTask* task;
    void* context;
    double* partial;
} Sums;

static void runSum( void* context, int block, int first, int last )
{
    const Sums* sums = context;
    sums->partial[block] = sums->task( sums->context, first, last );
}

double ssParallelSum( int items, int blockSize, ssSumTask* task, void* context, double* partial )
{
    Sums sums = { task, context, partial };
    ssParallelFor( items, blockSize, runSum, &sums );
    double total = 0.0;
    for ( int block = 0; block < ssBlockCount( items, blockSize ); ++block ) { total += partial[block]; }
    return total;
}
