// SPDX-License-Identifier: MIT
#include "ui/panel/panel_timeline.h"

#include "ui/core/ui_state.h"
#include "ui/panel/panel_transitions.h"
#include "ui/plot/plot.h"

#include <math.h>
#include <stdio.h>

// The run as a bar: how far it went, where its regime changed, and a handle to go back to any moment of it.

static void drawMarks( uiState* ui, ImDrawList* list, uiRect bar, double end, int* hovered )
{
    const uiTransition* events = ui->transitions->items;
    ImVec2 mouse = igGetIO()->MousePos;
    float em = ui->em * igGetIO()->FontGlobalScale, nearest = 0.45f * em, last = -1e9f;
    for ( int i = 0; i < ui->transitions->count; ++i )
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
        float size = 0.32f * em;
        ImDrawList_AddTriangleFilled( list, uiVec2( x, bar.y0 - 1.0f ),
            uiVec2( x - size, bar.y0 - 1.0f - 1.5f * size ), uiVec2( x + size, bar.y0 - 1.0f - 1.5f * size ),
            uiRegimeColor( &ui->theme, ui->transitions->regime, events[i].to ) );
    }
}

/// The end of what is recorded: beyond the present moment after going back.
double uiRecordedEnd( const uiFrameInput* input )
{
    const sessionSignalLog* signalLog = input->signalLog;
    bool usable =
        signalLog != NULL && signalLog->runNumber == input->snapshot->runNumber && signalLog->rowCount > 0;
    double end = usable ? sessionSignalLog_Row( signalLog, signalLog->rowCount - 1 )[0] : 0.0;
    return fmax( end, input->snapshot->time );
}

/// "3 changes" at the right end opens their list. Returns where it begins.
static float drawListButton( uiState* ui, uiRect rect, float em )
{
    char text[48];
    int count = ui->transitions->count;
    snprintf( text, sizeof( text ), "%d%s change%s", count, count == ui_maxTransitions ? "+" : "",
        count == 1 ? "" : "s" );
    ImVec2 size = uiTextSize( ui, ui_fontSmall, text );
    float width = fmaxf( size.x, uiTextSize( ui, ui_fontSmall, "00 changes" ).x );
    float x = rect.x1 - width - 0.9f * em;
    igSetCursorScreenPos( uiVec2( x - 0.3f * em, rect.y0 ) );
    if ( igInvisibleButton( "timeline.list", uiVec2( width + 0.6f * em, fmaxf( 1.0f, uiHeight( rect ) ) ),
             ImGuiButtonFlags_MouseButtonLeft ) )
    {
        ui->settings.showTransitions = !ui->settings.showTransitions;
    }
    uiMark( "timeline.list" );
    uiMarkText( "timeline.list", text );
    bool hovered = igIsItemHovered( 0 );
    if ( hovered )
    {
        igSetTooltip( "where the regime changed (%s); %s leads to the next",
            uiActionKeys( ui_actionToggleTransitions ), uiActionKeys( ui_actionNextTransition ) );
    }
    uiDrawText( ui, igGetWindowDrawList(), ui_fontSmall, x + width - size.x,
        roundf( 0.5f * ( rect.y0 + rect.y1 - size.y ) ),
        hovered || ui->settings.showTransitions ? ui->theme.accent : ui->theme.dim, text );
    return x - 0.3f * em;
}

void uiDrawTimeline( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    const sessionSnapshot* s = input->snapshot;
    ImDrawList* list = igGetWindowDrawList();
    float em = ui->em * igGetIO()->FontGlobalScale;
    char text[192], number[48];
    uiFormatQuantity( s->time, "s", number, sizeof( number ) );
    snprintf( text, sizeof( text ), "t = %s", number );
    float width =
        fmaxf( uiTextSize( ui, ui_fontSmall, "t = 0.0000 s" ).x, uiTextSize( ui, ui_fontSmall, text ).x );
    float small = uiTextSize( ui, ui_fontSmall, text ).y;
    uiDrawText( ui, list, ui_fontSmall, rect.x0 + 0.8f * em, roundf( 0.5f * ( rect.y0 + rect.y1 - small ) ),
        ui->theme.text, text );
    double recorded = uiRecordedEnd( input ), end = fmax( isfinite( s->until ) ? s->until : 0.0, recorded );
    end = end > 0.0 ? end : 1.0;
    float right = drawListButton( ui, rect, em );
    float middle = roundf( 0.5f * ( rect.y0 + rect.y1 ) + 0.25f * em ),
          half = fmaxf( 2.0f, roundf( 0.16f * em ) );
    uiRect bar = { rect.x0 + 0.8f * em + width + em, middle - half, right - 0.6f * em, middle + half };
    ImDrawList_AddRectFilled(
        list, uiVec2( bar.x0, bar.y0 ), uiVec2( bar.x1, bar.y1 ), ui->theme.raised, half, 0 );
    float now = bar.x0 + (float)( s->time / end ) * uiWidth( bar );
    float known = bar.x0 + (float)( recorded / end ) * uiWidth( bar );
    ImDrawList_AddRectFilled(
        list, uiVec2( bar.x0, bar.y0 ), uiVec2( known, bar.y1 ), uiFade( ui->theme.accent, 0.3f ), half, 0 );
    ImDrawList_AddRectFilled(
        list, uiVec2( bar.x0, bar.y0 ), uiVec2( now, bar.y1 ), uiFade( ui->theme.accent, 0.7f ), half, 0 );

    int hovered = -1;
    drawMarks( ui, list, bar, end, &hovered );
    if ( ui->plots->cursorTime >= 0.0 && ui->plots->cursorTime <= end )
    {
        // the moment under the mouse in a plot
        float x = roundf( bar.x0 + (float)( ui->plots->cursorTime / end ) * uiWidth( bar ) );
        ImDrawList_AddRectFilled( list, uiVec2( x, bar.y0 - 0.4f * em ),
            uiVec2( x + 1.0f, bar.y1 + 0.4f * em ), uiFade( ui->theme.text, 0.7f ), 0.0f, 0 );
    }
    uiPublish( "cursor.time", ui->plots->cursorTime );
    ImDrawList_AddCircleFilled( list, uiVec2( now, middle ), 0.38f * em, ui->theme.accent, 16 );

    igSetCursorScreenPos( uiVec2( bar.x0, rect.y0 ) );
    igInvisibleButton( "timeline", uiVec2( fmaxf( 1.0f, uiWidth( bar ) ), fmaxf( 1.0f, uiHeight( rect ) ) ),
        ImGuiButtonFlags_MouseButtonLeft );
    uiMarkRect( "timeline", ( uiRect ){ bar.x0, rect.y0, bar.x1, rect.y1 } );
    uiPublish( "timeline.events", (double)ui->transitions->count );
    uiPublish( "timeline.recorded", recorded );
    bool over = igIsItemHovered( 0 ), active = igIsItemActive();
    if ( !over && !active )
    {
        ui->timeline->soughtStep = -1;
        return;
    }
    double time =
        end * (double)fminf( fmaxf( ( igGetIO()->MousePos.x - bar.x0 ) / uiWidth( bar ), 0.0f ), 1.0f );
    time = hovered >= 0 ? ui->transitions->items[hovered].time : time;
    uiFormatQuantity( time, "s", number, sizeof( number ) );
    snprintf( text, sizeof( text ), "t = %s", number );
    if ( hovered >= 0 )
    {
        uiTransitionText( ui->transitions, hovered, text, sizeof( text ) );
    }
    igSetTooltip( "%s", text );
    ui->plots->nextCursorTime = time; // the curves show the same moment
    uiHint( ui, "click or drag: go to that moment · marks: the regime changes" );
    int64_t step = s->h > 0.0 ? llround( time / s->h ) : 0;
    if ( active && step != ui->timeline->soughtStep )
    {
        ui->timeline->soughtStep = step;
        uiSeekTo( ui, input, time );
    }
}
