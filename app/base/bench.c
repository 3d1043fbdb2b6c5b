// SPDX-License-Identifier: MIT
#include "base/bench.h"
#include "base/grow.h"
#include "base/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The clock of the benchmarks, and the lists that they add their results to.

static volatile double s_kept; // written but never read, so that no result is optimised away

void benchKeep( double value ) { s_kept = value; }

double benchMeasure( const benchRun* run, benchWork* work, void* context, int items )
{
    double best = (double)INFINITY;
    work( context ); // maps the memory and warms the caches
    for ( int i = 0; i < run->repeats; ++i )
    {
        double start = osSeconds();
        work( context );
        best = fmin( best, osSeconds() - start );
    }
    // A clock too coarse for the work gives its resolution, not zero.
    return fmax( best, 1e-9 ) * 1e9 / items;
}

typedef struct Copy
{
    char *from, *to;
    size_t size;
} Copy;

static void copyAll( void* context )
{
    Copy* copy = context;
    memcpy( copy->to, copy->from, copy->size );
    benchKeep( (double)copy->to[copy->size / 2] );
}

double benchMeasureCopy( const benchRun* run, size_t bytes, int items )
{
    Copy copy = { .size = bytes * (size_t)items };
    copy.from = needMemory( copy.size, 1 );
    copy.to = needMemory( copy.size, 1 );
    memset( copy.from, 1, copy.size ); // otherwise all pages would be the one zero page of the system
    double ns = benchMeasure( run, copyAll, &copy, items );
    free( copy.from );
    free( copy.to );
    return ns;
}

const char* benchName( benchRun* run, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( run->what, sizeof run->what, format, arguments );
    va_end( arguments );
    return run->what;
}

void benchAdd( benchRun* run, const char* what, double ns, double copyNs, int items )
{
    if ( run->rowCount < BENCH_ROWS_MAX )
    {
        benchRow* row = &run->rows[run->rowCount++];
        *row = ( benchRow ){ .name = run->name, .ns = ns, .copyNs = copyNs, .items = items };
        snprintf( row->what, sizeof( row->what ), "%s", what );
    }
}

void benchAddStep( benchRun* run, const benchStep* step )
{
    if ( run->stepCount < BENCH_STEPS_MAX ) { run->steps[run->stepCount++] = *step; }
}

void benchAddScale( benchRun* run, const benchScale* scale )
{
    if ( run->scaleCount < BENCH_SCALES_MAX ) { run->scales[run->scaleCount++] = *scale; }
}

void benchFact( benchRun* run, const char* what, double value )
{
    if ( run->factCount < BENCH_FACTS_MAX )
    {
        benchNumber* fact = &run->facts[run->factCount++];
        fact->value = value;
        snprintf( fact->what, sizeof( fact->what ), "%s", what );
    }
}
