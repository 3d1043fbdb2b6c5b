// SPDX-License-Identifier: MIT
#include "collide/broad_private.h"
#include "slipstick/parallel.h"

#include <stdlib.h>
#include <string.h>

// Counting sort of pairs by a, then of each a's by b, so that threads do not matter. No pair occurs twice.

#define LONG_RUN 64     // partners from which insertion is not the fastest way to sort them
#define BLOCKS_OF_ONE 4 // blocks of pairs that one thread takes at a time

typedef struct Sorting
{
    Runs* runs;
    const FoundPairs* from;
    bool isShared; ///< several threads count
} Sorting;

static void countPairs( void* context, int unused, int first, int last )
{
    const Sorting* sorting = context;
    const FoundPairs* from = sorting->from;
    (void)unused;
    for ( int block = first; block < last; ++block )
    {
        const ssBodyPair* found = from->pairs + (size_t)block * (size_t)from->stride;
        for ( int i = 0; i < from->counts[block]; ++i )
        {
            int a = from->names != NULL ? from->names[found[i].a] : found[i].a;
            broadTake( &sorting->runs->heads[a + 1], sorting->isShared );
        }
    }
}

static void placePairs( void* context, int unused, int first, int last )
{
    const Sorting* sorting = context;
    const FoundPairs* from = sorting->from;
    (void)unused;
    for ( int block = first; block < last; ++block )
    {
        const ssBodyPair* found = from->pairs + (size_t)block * (size_t)from->stride;
        for ( int i = 0; i < from->counts[block]; ++i )
        {
            int a = from->names != NULL ? from->names[found[i].a] : found[i].a;
            int b = from->names != NULL ? from->names[found[i].b] : found[i].b;
            sorting->runs->partners[broadTake( &sorting->runs->heads[a], sorting->isShared )] = b;
        }
    }
}

static int compareInts( const void* x, const void* y )
{
    int a = *(const int*)x, b = *(const int*)y;
    return ( a > b ) - ( a < b );
}

/// Sorts the partners of each a. They are few, so insertion is fast, except those of a floor.
static void sortRuns( void* context, int block, int first, int last )
{
    const Runs* runs = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        int from = i > 0 ? runs->heads[i - 1] : 0, to = runs->heads[i];
        if ( to - from > LONG_RUN )
        {
            qsort( runs->partners + from, (size_t)( to - from ), sizeof( int ), compareInts );
            continue;
        }
        for ( int j = from + 1; j < to; ++j )
        {
            int b = runs->partners[j], k = j;
            for ( ; k > from && runs->partners[k - 1] > b; --k )
            {
                runs->partners[k] = runs->partners[k - 1];
            }
            runs->partners[k] = b;
        }
    }
}

bool broadSort( Runs* runs, int count, int total, const FoundPairs sources[2] )
{
    if ( !broadReserve( (void**)&runs->partners, &runs->capacity, total, sizeof( int ) ) ) { return false; }
    runs->count = total;
    memset( runs->heads, 0, (size_t)( count + 1 ) * sizeof( int ) );
    if ( total == 0 ) { return true; }
    Sorting sorting = { .runs = runs, .isShared = total >= SHARED_COUNT };
    for ( int k = 0; k < 2; ++k )
    {
        sorting.from = sources + k;
        ssParallelFor( sources[k].blocks, sorting.isShared ? BLOCKS_OF_ONE : sources[k].blocks + 1,
            countPairs, &sorting );
    }
    for ( int i = 0; i < count; ++i ) { runs->heads[i + 1] += runs->heads[i]; }
    for ( int k = 0; k < 2; ++k )
    {
        sorting.from = sources + k;
        ssParallelFor( sources[k].blocks, sorting.isShared ? BLOCKS_OF_ONE : sources[k].blocks + 1,
            placePairs, &sorting );
    }
    ssParallelFor( count, BLOCK_SIZE, sortRuns, runs );
    return true;
}
