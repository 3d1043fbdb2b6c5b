// SPDX-License-Identifier: MIT
#include "log/log_touch.h"

#include <math.h>
#include <stdlib.h>

// Which pairs of bodies touch in a frame, and at how many points.

static int comparePairs( const void* a, const void* b )
{
    const logTouch *x = a, *y = b;
    int order = ( x->a > y->a ) - ( x->a < y->a );
    return order != 0 ? order : ( x->b > y->b ) - ( x->b < y->b );
}

/// Sums up the rows of equal pairs.
static int mergePairs( logTouch* pairs, int count )
{
    int merged = 0;
    if ( count > 1 )
    {
        qsort( pairs, (size_t)count, sizeof *pairs, comparePairs );
    }
    for ( int i = 0; i < count; ++i )
    {
        bool again = merged > 0 && comparePairs( pairs + merged - 1, pairs + i ) == 0;
        if ( again )
        {
            pairs[merged - 1].rows += 1;
        }
        else
        {
            pairs[merged++] = pairs[i];
        }
    }
    return merged;
}

logTouch logTouchOf( const ssLogFrame* frame, int row )
{
    ssVec3 n = ssLogFrame_Vector( frame, ss_logNx, row ), f = ssLogFrame_Vector( frame, ss_logFx, row );
    ssVec3 v = ssLogFrame_Vector( frame, ss_logVx, row );
    double load = ssVec3_Dot( f, n );
    return ( logTouch ){ .a = frame->columns[ss_logA][row],
        .b = frame->columns[ss_logB][row],
        .rows = 1,
        .force = ssVec3_MulAdd( f, -load, n ),
        .velocity = ssVec3_MulAdd( v, -ssVec3_Dot( v, n ), n ),
        .load = load };
}

ssResult logTouches_Add( logTouches* touches, const ssLogFrame* frame, double h )
{
    logTouchList before = touches->now;
    touches->now = touches->before;
    touches->before = before;
    const uint32_t pair = SS_LOG_BIT( ss_logA ) | SS_LOG_BIT( ss_logB );
    touches->any = touches->any || touches->frames > 0;
    touches->follows = touches->known && frame->t - touches->t < 1.5 * h;
    touches->known = frame->count == 0 || ( frame->known & pair ) == pair;
    touches->frames += 1;
    touches->t = frame->t;
    logTouchList* now = &touches->now;
    now->count = 0;
    if ( !touches->known )
    {
        return ssOk();
    }
    if ( frame->count > now->capacity )
    {
        ssRelease( now->pairs );
        *now = ( logTouchList ){ .pairs = ssAlloc( (size_t)frame->count * sizeof( logTouch ) ) };
        if ( now->pairs == NULL )
        {
            return ssError( ss_errorMemory, NULL, "out of memory for an audit" );
        }
        now->capacity = frame->count;
    }
    for ( int row = 0; row < frame->count; ++row )
    {
        if ( !isnan( frame->columns[ss_logA][row] ) && !isnan( frame->columns[ss_logB][row] ) )
        {
            now->pairs[now->count++] = logTouchOf( frame, row );
        }
    }
    now->count = mergePairs( now->pairs, now->count );
    return ssOk();
}

static const logTouch* findPair( const logTouchList* list, double a, double b )
{
    logTouch pair = { .a = a, .b = b };
    return list->count > 0 ? bsearch( &pair, list->pairs, (size_t)list->count, sizeof pair, comparePairs )
                           : NULL;
}

static int rowsOf( const logTouchList* list, double a, double b )
{
    const logTouch* found = findPair( list, a, b );
    return found != NULL ? found->rows : 0;
}

const logTouch* logTouches_Before( const logTouches* touches, double a, double b )
{
    const logTouch* found = touches->follows && touches->known && rowsOf( &touches->now, a, b ) == 1
        ? findPair( &touches->before, a, b )
        : NULL;
    return found != NULL && found->rows == 1 ? found : NULL;
}

bool logTouches_IsNew( const logTouches* touches, double a, double b )
{
    int before = touches->follows ? rowsOf( &touches->before, a, b ) : 0;
    return touches->known && touches->any && !isnan( a ) && !isnan( b ) &&
        rowsOf( &touches->now, a, b ) > before;
}

void logTouches_End( logTouches* touches )
{
    ssRelease( touches->now.pairs );
    ssRelease( touches->before.pairs );
}
