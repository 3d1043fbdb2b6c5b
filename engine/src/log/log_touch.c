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
        double a = frame->columns[ss_logA][row], b = frame->columns[ss_logB][row];
        if ( !isnan( a ) && !isnan( b ) )
        {
            now->pairs[now->count++] = ( logTouch ){ .a = a, .b = b, .rows = 1 };
        }
    }
    now->count = mergePairs( now->pairs, now->count );
    return ssOk();
}

static int rowsOf( const logTouchList* list, logTouch pair )
{
    const logTouch* found = list->count > 0
        ? bsearch( &pair, list->pairs, (size_t)list->count, sizeof pair, comparePairs )
        : NULL;
    return found != NULL ? found->rows : 0;
}

bool logTouches_IsNew( const logTouches* touches, double a, double b )
{
    logTouch pair = { .a = a, .b = b };
    int before = touches->follows ? rowsOf( &touches->before, pair ) : 0;
    return touches->known && touches->any && !isnan( a ) && !isnan( b ) &&
        rowsOf( &touches->now, pair ) > before;
}

void logTouches_End( logTouches* touches )
{
    ssRelease( touches->now.pairs );
    ssRelease( touches->before.pairs );
}
