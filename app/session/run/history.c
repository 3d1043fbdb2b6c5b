// SPDX-License-Identifier: MIT
#include "session/run/history.h"
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

// Saves states at regular steps and drops every second one when memory is full.

#define FIRST_INTERVAL 64 // steps between saved states, until the first thinning
#define MAX_MOMENTS 4096  // saved states of small scenes, which never fill the budget

static const size_t s_budget = (size_t)256 << 20; // [bytes] of all saved states

/// Drops the states from number `count` on.
static void drop( sessionHistory* history, int count )
{
    while ( history->count > count )
    {
        const sessionMoment* last = history->moments + --history->count;
        history->used = last->offset;
        ssScenario_Release( last->scenario );
    }
}

void sessionHistory_Clear( sessionHistory* history )
{
    drop( history, 0 );
    history->interval = FIRST_INTERVAL;
}

void sessionHistory_Free( sessionHistory* history )
{
    drop( history, 0 );
    free( history->bytes );
    free( history->moments );
    memset( history, 0, sizeof *history );
}

static void thin( sessionHistory* history )
{
    int kept = 0;
    history->interval *= 2;
    history->used = 0;
    for ( int i = 0; i < history->count; ++i )
    {
        sessionMoment moment = history->moments[i];
        if ( moment.step % history->interval == 0 )
        {
            memmove( history->bytes + history->used, history->bytes + moment.offset, moment.size );
            moment.offset = history->used;
            history->used += moment.size;
            history->moments[kept++] = moment;
        }
        else { ssScenario_Release( moment.scenario ); }
    }
    history->count = kept;
}

bool sessionHistory_Copy( const sessionHistory* from, sessionHistory* to, size_t budget )
{
    *to = ( sessionHistory ){ .interval = from->interval };
    if ( from->count == 0 ) { return true; }
    to->bytes = malloc( from->used );
    to->moments = malloc( (size_t)from->count * sizeof *to->moments );
    if ( to->bytes == NULL || to->moments == NULL )
    {
        sessionHistory_Free( to );
        return false;
    }
    memcpy( to->bytes, from->bytes, from->used );
    memcpy( to->moments, from->moments, (size_t)from->count * sizeof *to->moments );
    to->used = to->capacityBytes = from->used;
    to->count = to->capacity = from->count;
    for ( int i = 0; i < to->count; ++i ) { ssScenario_Retain( to->moments[i].scenario ); }
    while ( to->count >= 2 && to->used > budget ) { thin( to ); }
    return true;
}

static bool makeRoom( sessionHistory* history, size_t size )
{
    // Two states are always kept, however large: the beginning, and one to go on from.
    while ( history->count >= 2 && ( history->count == MAX_MOMENTS || history->used + size > s_budget ) )
    {
        thin( history );
    }
    bool room = GROW( history->moments, history->capacity, history->count < 64 ? 64 : history->count + 1 );
    if ( history->used + size > history->capacityBytes )
    {
        size_t doubled = 2 * history->capacityBytes, needed = history->used + size;
        size_t capacity = doubled > s_budget ? s_budget : doubled;
        capacity = capacity > needed ? capacity : needed;
        unsigned char* bytes = realloc( history->bytes, capacity );
        history->bytes = bytes != NULL ? bytes : history->bytes;
        history->capacityBytes = bytes != NULL ? capacity : history->capacityBytes;
    }
    return room && history->used + size <= history->capacityBytes;
}

void sessionHistory_Visit( sessionHistory* history, const ssSim* sim )
{
    int64_t step = ssSim_StepIndex( sim );
    bool known = history->count > 0 && history->moments[history->count - 1].step >= step;
    if ( known || step % history->interval != 0 ) { return; }
    size_t size = ssSim_SaveSize( sim );
    if ( makeRoom( history, size ) && step % history->interval == 0 )
    {
        ssSim_Save( sim, history->bytes + history->used, size );
        history->moments[history->count++] =
            ( sessionMoment ){ step, history->used, size, ssScenario_Retain( ssSim_Scenario( sim ) ) };
        history->used += size;
    }
}

void sessionHistory_Cut( sessionHistory* history, int64_t step )
{
    int count = history->count;
    while ( count > 0 && history->moments[count - 1].step > step ) { --count; }
    drop( history, count );
}

bool sessionHistory_Restore( const sessionHistory* history, ssSim* sim, int64_t step )
{
    int i = history->count - 1;
    while ( i >= 0 && history->moments[i].step > step ) { --i; }
    if ( i < 0 ) { return false; }
    const sessionMoment* moment = history->moments + i;
    int64_t here = ssSim_StepIndex( sim );
    return ( here <= step && here >= moment->step ) ||
        ssSim_RestoreAs( sim, moment->scenario, history->bytes + moment->offset, moment->size ).code == ss_ok;
}
