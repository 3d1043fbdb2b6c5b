// SPDX-License-Identifier: MIT
#include "scenario/scenario_belt.h"
#include "sim/rows.h"

#include <string.h>

// Turns of the mass around its equilibrium, and their measures.

#define DEFAULT_SETTLE 250.0  // time after which cycles are measured in a long run [s]
#define SETTLE_SHARE 0.6      // share of a shorter run after which cycles are measured
#define REPEAT_TOLERANCE 0.05 // relative difference in period and extent up to which cycles count as equal
#define MIN_GROWTH_RATE 1e-9  // growth rate from which the equilibrium counts as unstable [1/s]

void beltBeginCycle( Belt* s, double time )
{
    ssVec2 q = s->body.position;
    s->current =
        ( BeltCycle ){ .start = time, .end = time, .xMin = q.x, .xMax = q.x, .yMin = q.y, .yMax = q.y };
}

void beltFollowCycle( Belt* s, ssVec2 before, double time, double h )
{
    ssVec2 q = s->body.position;
    BeltCycle* current = &s->current;
    // Motion may pass gamma = 0 without sticking: the first step counts only with a second one.
    static const double counted[] = { 0.0, 2.0, 1.0 };
    bool stick = beltSticks( s );
    current->stick += stick ? counted[s->stickSteps] * h : 0.0;
    s->stickSteps = stick ? ( s->stickSteps < 2 ? s->stickSteps + 1 : 2 ) : 0;
    current->xMin = ssMin( current->xMin, q.x );
    current->xMax = ssMax( current->xMax, q.x );
    current->yMin = ssMin( current->yMin, q.y );
    current->yMax = ssMax( current->yMax, q.y );
    double y0 = before.y - s->steady.equilibrium.y, y1 = q.y - s->steady.equilibrium.y;
    if ( !( y0 < 0.0 && y1 >= 0.0 ) ) { return; }
    current->end = time + h * ( y0 / ( y0 - y1 ) );
    if ( s->complete )
    {
        if ( s->cycleCount == beltCyclesMax )
        {
            memmove( s->cycles, s->cycles + 1, ( beltCyclesMax - 1 ) * sizeof s->cycles[0] );
            --s->cycleCount;
        }
        s->cycles[s->cycleCount++] = *current;
    }
    double crossing = current->end;
    s->complete = true;
    beltBeginCycle( s, crossing );
}

/// Are two turns equal within the tolerance? A motion that still grows or decays is not a cycle yet.
static bool repeats( const BeltCycle* a, const BeltCycle* b )
{
    double numbers[3][2] = { { a->end - a->start, b->end - b->start },
        { a->xMax - a->xMin, b->xMax - b->xMin }, { a->yMax - a->yMin, b->yMax - b->yMin } };
    bool same = true;
    for ( int i = 0; i < 3; ++i )
    {
        same = same &&
            fabs( numbers[i][0] - numbers[i][1] ) <= REPEAT_TOLERANCE * ssMax( numbers[i][0], numbers[i][1] );
    }
    return same;
}

BeltCycles beltMeasureCycles( const Belt* s, double time )
{
    BeltCycles none = { SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN };
    double settle = s->settle > 0.0 ? s->settle : ssMin( DEFAULT_SETTLE, SETTLE_SHARE * time ), stick = 0.0;
    int count = 0;
    BeltCycles all = { 0.0, 0.0, HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL };
    for ( int i = s->cycleCount - 1; i >= 0; --i )
    {
        const BeltCycle *c = s->cycles + i, *last = s->cycles + s->cycleCount - 1;
        if ( c->start < settle || !repeats( c, last ) ) { break; }
        ++count;
        all.period += c->end - c->start;
        stick += c->stick;
        all.xMin = ssMin( all.xMin, c->xMin );
        all.xMax = ssMax( all.xMax, c->xMax );
        all.yMin = ssMin( all.yMin, c->yMin );
        all.yMax = ssMax( all.yMax, c->yMax );
    }
    // An undamped oscillation repeats with its initial amplitude and is not a limit cycle.
    bool driven = s->steady.maxRe > MIN_GROWTH_RATE || s->steady.coneMargin > 0.0 || stick > 0.0;
    if ( count == 0 || !driven ) { return none; }
    all.stick = stick / all.period;
    all.period /= count;
    return all;
}

static void archiveCycle( BeltCycle* c, ssArchive* archive )
{
    ARCHIVE_EACH( archive, &c->start, &c->end, &c->stick, &c->xMin, &c->xMax, &c->yMin, &c->yMax );
}

void beltSerializeCycles( Belt* s, ssArchive* archive )
{
    ssArchive_Int( archive, &s->cycleCount );
    if ( s->cycleCount < 0 || s->cycleCount > beltCyclesMax )
    {
        archive->overrun = true;
        s->cycleCount = 0;
    }
    for ( int i = 0; i < s->cycleCount; ++i ) { archiveCycle( &s->cycles[i], archive ); }
    ssArchive_Bool( archive, &s->complete );
    archiveCycle( &s->current, archive );
    ssArchive_Int( archive, &s->stickSteps );
    s->stickSteps = s->stickSteps >= 0 && s->stickSteps <= 2 ? s->stickSteps : 0;
}
