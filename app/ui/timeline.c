// SPDX-License-Identifier: MIT

#include "ui/ui_internal.h"

#include <math.h>
#include <stdio.h>

// The run as a bar: how far it went, where its regime changed, and a handle to go back to any moment of it.

enum
{
    maxEvents = 512
};

typedef struct event
{
    double time;
    int from, to; // modes
} event;

/// Transitions of the signal `mode` in the trace, oldest first; the last `maxEvents` where there are more.
static int findEvents( const uiFrameInput* input, event* events )
{
    const hostTrace* trace = input->trace;
    const ssScenario* scenario = input->snapshot->scenario;
    int column = ssFindSignal( scenario, "mode" ), count = 0, mode = -1;
    column = column >= 0 ? column : ssFindSignal( scenario, "branch" ); // jumps between two steady states
    if ( trace == NULL || column < 0 || trace->signalCount != scenario->signalCount ||
        trace->run != input->snapshot->run )
    {
        return 0;
    }
    for ( int i = 0; i < trace->rowCount; ++i )
    {
        const double* row = hostTrace_Row( trace, i );
        int here = isfinite( row[1 + column] ) ? (int)row[1 + column] : -1;
        if ( i > 0 && here != mode )
        {
            events[count % maxEvents] = ( event ){ row[0], mode, here };
            ++count;
        }
        mode = here;
    }
    return count < maxEvents ? count : maxEvents;
}

static const char* modeName( const ssScenario* scenario, int mode )
{
    if ( ssFindSignal( scenario, "mode" ) < 0 )
    {
        return mode < 0 ? "slow" : mode > 0 ? "fast" : "between";
    }
    return mode >= 0 && mode < ss_modeCount ? ssContactModeName( (ssContactMode)mode ) : "undefined";
}

static void seekTo( uiState* ui, const uiFrameInput* input, double time )
{
    const hostSnapshot* s = input->snapshot;
    double step = s->h > 0.0 ? round( time / s->h ) : 0.0;
    if ( step < (double)s->step || s->step > 0 || step > 0.0 )
    {
        if ( uiShownPlaying( ui, input ) )
        {
            uiPost( input, host_commandPause, 0, 0.0 );
            ui->playing = ( uiShadow ){ .set = true, .value = 0.0 };
        }
        uiPost( input, host_commandSeek, (int64_t)fmax( 0.0, step ), 0.0 );
    }
}

static void drawMarks(
    uiState* ui, ImDrawList* list, uiRect bar, double end, const event* events, int count, int* hovered )
{
    ImVec2 mouse = igGetIO()->MousePos;
    float em = ui->em * igGetIO()->FontGlobalScale, nearest = 0.45f * em, last = -1e9f;
    for ( int i = 0; i < count; ++i )
    {
        float x = bar.x0 + (float)( events[i].time / end ) * uiWidth( bar );
        float away = fabsf( mouse.x - x );
        if ( away < nearest && mouse.y >= bar.y0 - em && mouse.y <= bar.y1 + em )
        {
            nearest = away;
            *hovered = i;
        }
        if ( x - last < 2.0f ) // denser than that they are a band, not marks
        {
            continue;
        }
        last = x;
        int mode = events[i].to >= 0 && events[i].to < ss_modeCount ? events[i].to : 0;
        float size = 0.32f * em;
        ImDrawList_AddTriangleFilled( list, uiVec2( x, bar.y0 - 1.0f ),
            uiVec2( x - size, bar.y0 - 1.0f - 1.5f * size ), uiVec2( x + size, bar.y0 - 1.0f - 1.5f * size ),
            ui->theme.mode[mode] );
    }
}

void uiDrawTimeline( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    const hostSnapshot* s = input->snapshot;
    ImDrawList* list = igGetWindowDrawList();
    float em = ui->em * igGetIO()->FontGlobalScale;
    char text[128], number[48];
    uiFormatQuantity( s->time, "s", number, sizeof( number ) );
    snprintf( text, sizeof( text ), "t = %s", number );
    float width =
        fmaxf( uiTextSize( ui, ui_fontSmall, "t = 0.0000 s" ).x, uiTextSize( ui, ui_fontSmall, text ).x );
    float small = uiTextSize( ui, ui_fontSmall, text ).y;
    uiDrawText( ui, list, ui_fontSmall, rect.x0 + 0.8f * em, roundf( 0.5f * ( rect.y0 + rect.y1 - small ) ),
        ui->theme.text, text );
    double end = fmax( isfinite( s->until ) ? s->until : 0.0, s->time );
    end = end > 0.0 ? end : 1.0;
    float middle = roundf( 0.5f * ( rect.y0 + rect.y1 ) + 0.25f * em ),
          half = fmaxf( 2.0f, roundf( 0.16f * em ) );
    uiRect bar = { rect.x0 + 0.8f * em + width + em, middle - half, rect.x1 - 0.9f * em, middle + half };
    ImDrawList_AddRectFilled(
        list, uiVec2( bar.x0, bar.y0 ), uiVec2( bar.x1, bar.y1 ), ui->theme.raised, half, 0 );
    float now = bar.x0 + (float)( s->time / end ) * uiWidth( bar );
    ImDrawList_AddRectFilled(
        list, uiVec2( bar.x0, bar.y0 ), uiVec2( now, bar.y1 ), uiFade( ui->theme.accent, 0.7f ), half, 0 );

    event events[maxEvents];
    int count = findEvents( input, events ), hovered = -1;
    drawMarks( ui, list, bar, end, events, count, &hovered );
    ImDrawList_AddCircleFilled( list, uiVec2( now, middle ), 0.38f * em, ui->theme.accent, 16 );

    igSetCursorScreenPos( uiVec2( bar.x0, rect.y0 ) );
    igInvisibleButton( "timeline", uiVec2( fmaxf( 1.0f, uiWidth( bar ) ), fmaxf( 1.0f, uiHeight( rect ) ) ),
        ImGuiButtonFlags_MouseButtonLeft );
    uiMarkRect( "timeline", ( uiRect ){ bar.x0, rect.y0, bar.x1, rect.y1 } );
    uiPublish( "timeline.events", (double)count );
    bool over = igIsItemHovered( 0 ), active = igIsItemActive();
    if ( !over && !active )
    {
        ui->timelineStep = -1;
        return;
    }
    double time =
        end * (double)fminf( fmaxf( ( igGetIO()->MousePos.x - bar.x0 ) / uiWidth( bar ), 0.0f ), 1.0f );
    bool snap = hovered >= 0;
    time = snap ? events[hovered].time : time;
    uiFormatQuantity( time, "s", number, sizeof( number ) );
    if ( snap )
    {
        igSetTooltip( "t = %s: %s → %s", number, modeName( s->scenario, events[hovered].from ),
            modeName( s->scenario, events[hovered].to ) );
    }
    else
    {
        igSetTooltip( "t = %s", number );
    }
    ui->nextCursorTime = time; // the curves show the same moment
    uiHint( ui, "click or drag: go to that moment · marks: the regime changes" );
    int64_t step = s->h > 0.0 ? llround( time / s->h ) : 0;
    if ( active && step != ui->timelineStep )
    {
        ui->timelineStep = step;
        seekTo( ui, input, time );
    }
}
