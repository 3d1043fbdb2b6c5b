// SPDX-License-Identifier: MIT
#include "cli/bench/bench_peers.h"

#include "base/os.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <amd.h>
#include <klu.h>
#include <umfpack.h>

// The libraries are loaded when the benchmark runs, so that the program starts without them. They take the
// numbers one by one. What they call columns are our rows: they factor the transpose, at the same cost.

typedef struct Numbers
{
    int n, *start, *index;
    double* values;
} Numbers;

static bool expand( const ssStepMatrix* matrix, Numbers* numbers )
{
    size_t blocks = (size_t)matrix->start[matrix->rows];
    *numbers = ( Numbers ){ .n = 6 * matrix->rows,
        .start = calloc( 6 * (size_t)matrix->rows + 1, sizeof( int ) ),
        .index = calloc( 36 * blocks + 1, sizeof( int ) ),
        .values = calloc( 36 * blocks + 1, sizeof( double ) ) };
    if ( !( numbers->start && numbers->index && numbers->values ) )
    {
        return false;
    }
    int at = 0;
    for ( int row = 0; row < numbers->n; ++row )
    {
        for ( int k = matrix->start[row / 6]; k < matrix->start[row / 6 + 1]; ++k )
        {
            for ( int c = 0; c < 6; ++c, ++at )
            {
                numbers->index[at] = 6 * matrix->column[k] + c;
                numbers->values[at] = matrix->blocks[(size_t)k * 36 + (size_t)( row % 6 * 6 + c )];
            }
        }
        numbers->start[row + 1] = at;
    }
    return true;
}

/// Loads one function.
static bool find( const char* path, const char* name, void* place )
{
    void* library = osOpenLibrary( path );
    void* found = library != NULL ? osFindInLibrary( library, name ) : NULL;
    memcpy( place, &found, sizeof( found ) );
    return found != NULL;
}

static double timeUmfpack( const Numbers* a, int repeats )
{
    __typeof__( umfpack_di_symbolic )* analyse;
    __typeof__( umfpack_di_numeric )* factor;
    __typeof__( umfpack_di_free_symbolic )* freeSymbolic;
    __typeof__( umfpack_di_free_numeric )* freeNumeric;
    void* symbolic = NULL;
    double best = HUGE_VAL;
    if ( !( find( SLIPSTICK_UMFPACK, "umfpack_di_symbolic", &analyse ) &&
             find( SLIPSTICK_UMFPACK, "umfpack_di_numeric", &factor ) &&
             find( SLIPSTICK_UMFPACK, "umfpack_di_free_symbolic", &freeSymbolic ) &&
             find( SLIPSTICK_UMFPACK, "umfpack_di_free_numeric", &freeNumeric ) ) ||
        analyse( a->n, a->n, a->start, a->index, a->values, &symbolic, NULL, NULL ) != UMFPACK_OK )
    {
        return 0.0;
    }
    for ( int i = 0; i < repeats; ++i )
    {
        void* numeric = NULL;
        double began = osCpuSeconds();
        int status = factor( a->start, a->index, a->values, symbolic, &numeric, NULL, NULL );
        best = status == UMFPACK_OK ? fmin( best, osCpuSeconds() - began ) : best;
        freeNumeric( &numeric );
    }
    freeSymbolic( &symbolic );
    return isfinite( best ) ? best : 0.0;
}

static double timeKlu( Numbers* a, int repeats )
{
    __typeof__( klu_defaults )* defaults;
    __typeof__( klu_analyze )* analyse;
    __typeof__( klu_factor )* factor;
    __typeof__( klu_refactor )* again;
    __typeof__( klu_free_symbolic )* freeSymbolic;
    __typeof__( klu_free_numeric )* freeNumeric;
    if ( !( find( SLIPSTICK_KLU, "klu_defaults", &defaults ) &&
             find( SLIPSTICK_KLU, "klu_analyze", &analyse ) && find( SLIPSTICK_KLU, "klu_factor", &factor ) &&
             find( SLIPSTICK_KLU, "klu_refactor", &again ) &&
             find( SLIPSTICK_KLU, "klu_free_symbolic", &freeSymbolic ) &&
             find( SLIPSTICK_KLU, "klu_free_numeric", &freeNumeric ) ) )
    {
        return 0.0;
    }
    klu_common common;
    defaults( &common );
    klu_symbolic* symbolic = analyse( a->n, a->start, a->index, &common );
    klu_numeric* numeric =
        symbolic != NULL ? factor( a->start, a->index, a->values, symbolic, &common ) : NULL;
    double best = HUGE_VAL;
    for ( int i = 0; i < repeats && numeric != NULL; ++i )
    {
        double began = osCpuSeconds();
        int done = again( a->start, a->index, a->values, symbolic, numeric, &common );
        best = done ? fmin( best, osCpuSeconds() - began ) : best;
    }
    freeNumeric( &numeric, &common );
    freeSymbolic( &symbolic, &common );
    return isfinite( best ) ? best : 0.0;
}

static double fillOfAmd( const ssStepMatrix* matrix )
{
    __typeof__( amd_order )* order;
    double info[AMD_INFO] = { 0 };
    int* found = calloc( (size_t)matrix->rows + 1, sizeof( int ) );
    bool done = found != NULL && find( SLIPSTICK_AMD, "amd_order", &order ) &&
        order( matrix->rows, matrix->start, matrix->column, found, NULL, info ) >= AMD_OK;
    free( found );
    return done ? info[AMD_LNZ] : 0.0;
}

suitesparseTimes suitesparseMeasure( const ssStepMatrix* matrix, int repeats )
{
    Numbers numbers;
    suitesparseTimes times = { .amdFill = fillOfAmd( matrix ) };
    if ( expand( matrix, &numbers ) )
    {
        times.umfpack = timeUmfpack( &numbers, repeats );
        times.klu = timeKlu( &numbers, repeats );
    }
    free( numbers.start );
    free( numbers.index );
    free( numbers.values );
    return times;
}
