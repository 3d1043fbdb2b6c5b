// SPDX-License-Identifier: MIT
#include "fit/sensitivity_private.h"
#include "slipstick/parallel.h"
#include "slipstick/vecmath.h"

#define ORDERS 4         // terms of the expansion in the distance that are removed at most
#define KINK 1e-3        // of a slope: sides that differ by less join smoothly
#define ROUNDING 2.3e-16 // of a signal, relative

/// The levels that can be compared in one row.
typedef struct Levels
{
    int count;
    int index[SENS_LEVELS]; // of the ladder, descending distance
    int side;               // 0: both, 1: only above, -1: only below
} Levels;

/// Do both runs go through the same regimes up to this path?
static bool agree( const sensRun* run, uint64_t path, size_t at )
{
    return run->paths != NULL && run->paths[at] == path;
}

static Levels findLevels( const sensProblem* p, const sensLadder* ladder, size_t at )
{
    uint64_t path = p->runs[0].paths[at];
    Levels sides[3] = { { .side = 0 }, { .side = 1 }, { .side = -1 } };
    for ( int i = 0; i < SENS_LEVELS; ++i )
    {
        bool up = ladder->above && agree( ladder->runs + 2 * i, path, at );
        bool down = ladder->below && agree( ladder->runs + 2 * i + 1, path, at );
        bool good[3] = { up && down, up, down };
        for ( int k = 0; k < 3; ++k )
        {
            sides[k].index[sides[k].count] = i;
            sides[k].count += good[k];
        }
    }
    // A single difference says nothing about its error.
    return sides[0].count > 1 ? sides[0] : sides[1].count >= sides[2].count ? sides[1] : sides[2];
}

/// Neville's extrapolation to x = 0 of values at descending x. Of all its entries the one that its neighbours
/// confirm best is taken, after Ridders; `noise` is the error that rounding leaves in each value.
static sensEstimate extrapolate( int count, const double* x, double* values, const double* noise )
{
    sensEstimate best = { count > 0 ? values[count - 1] : SS_NAN, HUGE_VAL };
    for ( int order = 1; order < count && order <= ORDERS; ++order )
    {
        for ( int i = count - 1; i >= order; --i )
        {
            double lower = values[i], before = values[i - 1];
            double value = lower + ( lower - before ) / ( x[i - order] / x[i] - 1.0 );
            double error = ssMax( ssMax( fabs( value - lower ), fabs( value - before ) ), noise[i] );
            values[i] = value;
            best = error < best.error ? ( sensEstimate ){ value, error } : best;
        }
    }
    return best;
}

/// The value number `i` of a run, in one row or of its measures.
typedef double Reader( const sensRun* run, size_t at );

static double readSignal( const sensRun* run, size_t at ) { return run->rows[at]; }

static double readMeasure( const sensRun* run, size_t at )
{
    return run->finished ? run->measures[at] : SS_NAN;
}

/// Is there a kink at the run? The sides' difference (y+ - 2 y + y-) / delta shrinks with the distance where
/// they join smoothly, grows by rounding, and stays at a kink. Marks of regimes can miss a very close edge.
static bool hasKink( int count, const double* bends, double slope )
{
    if ( count < 3 || !( fabs( bends[count - 1] ) > KINK * fabs( slope ) ) ) { return false; }
    for ( int i = count - 2; i < count; ++i )
    {
        double ratio = bends[i] / bends[i - 1];
        if ( !( ratio > 0.8 && ratio < 1.25 ) ) { return false; }
    }
    return true;
}

/// d value / d parameter from the levels that agree.
static sensEstimate differentiate(
    const sensProblem* p, const sensLadder* ladder, const Levels* levels, Reader* read, size_t at )
{
    double x[SENS_LEVELS], values[SENS_LEVELS], noise[SENS_LEVELS], bends[SENS_LEVELS],
        here = read( p->runs, at );
    int count = 0;
    for ( int i = 0; i < levels->count && isfinite( here ); ++i )
    {
        const sensRun *up = ladder->runs + 2 * levels->index[i], *down = up + 1;
        double high = levels->side >= 0 ? read( up, at ) : here;
        double low = levels->side <= 0 ? read( down, at ) : here;
        // The distances as rounding has made them.
        double width = ( levels->side >= 0 ? up->value : ladder->value ) -
            ( levels->side <= 0 ? down->value : ladder->value );
        double delta = ladder->delta[levels->index[i]];
        values[count] = ( high - low ) / width;
        bends[count] = ( ( high - here ) - ( here - low ) ) / delta;
        x[count] = levels->side == 0 ? delta * delta : delta;
        noise[count] = ROUNDING * ( fabs( here ) / delta + fabs( values[count] * ladder->value ) / delta );
        count += isfinite( values[count] );
    }
    sensEstimate found = extrapolate( count, x, values, noise );
    bool kink = levels->side == 0 && hasKink( count, bends, found.value );
    return kink ? ( sensEstimate ){ SS_NAN, SS_NAN } : found;
}

static void compareRow( void* context, int block, int first, int last )
{
    sensProblem* p = context;
    (void)block;
    (void)last;
    size_t at = (size_t)first, width = (size_t)p->out->signalCount;
    size_t row = ( (size_t)p->firstRow + at ) * width;
    for ( int k = 0; k < p->def->paramCount; ++k )
    {
        Levels levels = findLevels( p, p->ladders + k, at );
        for ( size_t s = 0; s < width; ++s )
        {
            sensEstimate found = differentiate( p, p->ladders + k, &levels, readSignal, at * width + s );
            p->out->by[k].signals[row + s] = levels.count > 1 ? found.value : SS_NAN;
            p->errors[k][row + s] = found.error;
        }
    }
}

/// Marks a row, and forgets the neighbours that have gone other ways.
static void markRow( sensProblem* p, int row, int changesBefore )
{
    size_t at = (size_t)( row - p->firstRow ), width = (size_t)p->out->signalCount;
    bool jumped = p->runs[0].changesAt[at] != changesBefore;
    p->out->events[row] = jumped ? ss_sensitivityJump : ss_sensitivitySmooth;
    p->out->times[row] = ssSim_TimeOf( p->runs[0].sim, sensStepOf( p, row ) );
    for ( int k = 0; k < p->def->paramCount; ++k )
    {
        ssSensitivityBy* by = p->out->by + k;
        Levels levels = findLevels( p, p->ladders + k, at );
        if ( levels.side != 0 && ( !by->oneSided || levels.count < 2 ) )
        {
            p->out->events[row] = ss_sensitivityEdge;
            by->edgeFrom = by->edgeFrom == by->edgeFrom ? by->edgeFrom : p->out->times[row];
            for ( size_t s = 0; s < width; ++s )
            {
                p->errors[k][(size_t)row * width + s] = 0.0; // the mark says it
            }
        }
    }
    for ( size_t s = 0; s < width; ++s )
    {
        double value = fabs( p->runs[0].rows[at * width + s] );
        p->largest[s] = isfinite( value ) ? ssMax( p->largest[s], value ) : p->largest[s];
    }
}

void sensCompare( sensProblem* p )
{
    int count = p->lastRow - p->firstRow;
    ssParallelFor( count, 1, compareRow, p );
    for ( int row = p->firstRow; row < p->lastRow; ++row )
    {
        int before = row > p->firstRow ? p->runs[0].changesAt[row - p->firstRow - 1] : p->changesBefore;
        markRow( p, row, before );
    }
    p->changesBefore = p->runs[0].changesAt[count - 1];
    for ( int i = 1; i < p->runCount && p->lastRow < p->rowCount; ++i )
    {
        sensRun* run = p->runs + i;
        if ( run->sim != NULL && !agree( run, p->runs[0].paths[count - 1], (size_t)count - 1 ) )
        {
            p->out->unconverged += run->unconverged;
            ssDestroySim( run->sim );
            run->sim = NULL;
        }
    }
}

void sensCompareMeasures( sensProblem* p )
{
    size_t at = (size_t)( p->lastRow - p->firstRow - 1 );
    for ( int k = 0; k < p->def->paramCount; ++k )
    {
        Levels levels = findLevels( p, p->ladders + k, at );
        for ( int i = 0; i < p->out->measureCount; ++i )
        {
            sensEstimate found = differentiate( p, p->ladders + k, &levels, readMeasure, (size_t)i );
            bool known = levels.count > 1;
            p->out->by[k].measures[i] = known ? found.value : SS_NAN;
            p->out->by[k].measureErrors[i] = known ? found.error : SS_NAN;
        }
    }
}
