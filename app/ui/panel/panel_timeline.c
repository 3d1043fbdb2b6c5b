// SPDX-License-Identifier: MIT
#include "ui/panel/panel_timeline.h"
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/plot/plot.h"

#include <stdio.h>

// The run as a bar: how far it went, where its regime changed, and the present moment.

/// The times that the bar stands for [s].
typedef struct timeSpan
{
    double begin, end;
} timeSpan;

static float placeOf( uiRect bar, timeSpan span, double time )
{
    return bar.x0 + (float)( ( time - span.begin ) / ( span.end - span.begin ) ) * uiWidth( bar );
}

/// Draws a mark for each change of regime and returns the one under the mouse, or -1.
static int drawMarks( const uiState* ui, ImDrawList* list, uiRect bar, timeSpan span )
{
    const uiTransition* events = ui->transitions->items;
    ImVec2 mouse = igGetIO()->MousePos;
    int hovered = -1;
    float em = ui->em * igGetIO()->FontGlobalScale, nearest = 0.45f * em, last = -1e9f;
    for ( int i = 0; i < ui->transitions->count; ++i )
    {
        float x = placeOf( bar, span, events[i].time ), distance = fabsf( mouse.x - x );
        if ( distance < nearest && mouse.y >= bar.y0 - em && mouse.y <= bar.y1 + em )
        {
            nearest = distance;
            hovered = i;
        }
        if ( x - last < 2.0f ) // closer marks could not be told apart
        {
            continue;
        }
        last = x;
        float size = 0.32f * em;
        ImDrawList_AddTriangleFilled( list, uiVec2( x, bar.y0 - 1.0f ),
            uiVec2( x - size, bar.y0 - 1.0f - 1.5f * size ), uiVec2( x + size, bar.y0 - 1.0f - 1.5f * size ),
            uiRegimeColor( &ui->theme, ui->transitions->regime, events[i].to ) );
    }
    return hovered;
}

double uiRecordedEnd( const uiFrameInput* input )
{
    const sessionSignalLog* signalLog = input->signalLog;
    bool usable =
        signalLog != NULL && signalLog->runNumber == input->snapshot->runNumber && signalLog->rowCount > 0;
    double end =
        usable ? sessionSignalLog_Row( signalLog, signalLog->rowCount - 1 )[0] : input->snapshot->begin;
    return fmax( end, input->snapshot->time );
}

double uiTimelineEnd( const uiFrameInput* input )
{
    double until = input->snapshot->until, recorded = uiRecordedEnd( input );
    if ( input->snapshot->recorded )
    {
        // A single frame is a moment, around which there is room.
        return until > input->snapshot->begin ? until : until + 1.0;
    }
    double end = isfinite( until ) && until > 0.0 ? until : fmax( recorded, 1.0 );
    while ( end < recorded ) { end *= 2.0; }
    return end;
}

/// Draws the button "3 changes" at the right end, which opens their list. Returns its left end.
static float drawListButton( uiState* ui, uiRect rect, float em )
{
    const uiTransitionsPanel* transitions = ui->transitions;
    long long total = (long long)transitions->changes->dropped + transitions->changes->count;
    const char* text = uiTransitionsAreFiltered( transitions )
        ? uiPrint( tr( "%d of %lld changes" ), transitions->count, total )
        : uiPrint( total == 1 ? tr( "%lld change" ) : tr( "%lld changes" ), total );
    ImVec2 size = uiTextSize( ui, ui_fontSmall, text );
    float width = fmaxf( size.x, uiTextSize( ui, ui_fontSmall, uiPrint( tr( "%lld changes" ), 10ll ) ).x );
    float x = rect.x1 - width - 0.9f * em;
    igSetCursorScreenPos( uiVec2( x - 0.3f * em, rect.y0 ) );
    if ( uiAreaButton( "timeline.list", uiVec2( width + 0.6f * em, fmaxf( 1.0f, uiHeight( rect ) ) ) ) &&
        !uiLessonHolds( ui ) )
    {
        ui->settings.showTransitions = !ui->settings.showTransitions;
    }
    uiMarkSaying( "timeline.list", text );
    bool hovered = igIsItemHovered( 0 );
    if ( hovered )
    {
        uiTooltip( tr( "list of changes of regime (%s)\n%s: go to the next one" ),
            uiActionKeys( ui_actionToggleTransitions ), uiActionKeys( ui_actionNextTransition ) );
    }
    uiDrawText( ui, igGetWindowDrawList(), ui_fontSmall, x + width - size.x,
        roundf( 0.5f * ( rect.y0 + rect.y1 - size.y ) ),
        hovered || ui->settings.showTransitions ? ui->theme.accent : ui->theme.dim, text );
    return x - 0.3f * em;
}

/// Draws which of the presets is shown, "2 / 7", at the right end. Returns its left end.
static float drawPlace( uiState* ui, const uiFrameInput* input, uiRect rect, float em )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int at = 0, count = 0;
    for ( int i = 0; i < scenario->presetCount && !ui->lessonView.on; ++i )
    {
        count += scenario->presets[i].hidden ? 0 : 1;
        at = scenario->presets + i == input->snapshot->preset ? count : at;
    }
    const char* number = at > 0 ? uiPrint( "%d", at ) : "–";
    const char* text = count > 0 ? uiPrint( "%s / %d", number, count ) : "";
    ImVec2 size = uiTextSize( ui, ui_fontSmall, text );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontSmall, rect.x1 - size.x - 0.9f * em,
        roundf( 0.5f * ( rect.y0 + rect.y1 - size.y ) ), ui->theme.dim, text );
    uiMarkText( "present.place", text );
    return rect.x1 - size.x - 1.2f * em;
}

/// Draws the bar: the recorded run, the part up to now, the moment that the simulation goes to (NAN: none),
/// the marks and the cursor of the plots. Returns the change of regime under the mouse, or -1.
static int drawBar( const uiState* ui, uiRect bar, double now, double sought, double recorded, timeSpan span )
{
    ImDrawList* list = igGetWindowDrawList();
    float em = ui->em * igGetIO()->FontGlobalScale, half = 0.5f * uiHeight( bar );
    float nowX = placeOf( bar, span, now ), recordedX = placeOf( bar, span, recorded );
    uiFillRect( list, bar, ui->theme.raised, half );
    uiFillRect(
        list, ( uiRect ){ bar.x0, bar.y0, recordedX, bar.y1 }, uiFade( ui->theme.accent, 0.3f ), half );
    uiFillRect( list, ( uiRect ){ bar.x0, bar.y0, nowX, bar.y1 }, uiFade( ui->theme.accent, 0.7f ), half );
    int hovered = drawMarks( ui, list, bar, span );
    if ( ui->plots->cursorTime >= span.begin && ui->plots->cursorTime <= span.end )
    {
        float x = roundf( placeOf( bar, span, ui->plots->cursorTime ) );
        uiFillRect( list, ( uiRect ){ x, bar.y0 - 0.4f * em, x + 1.0f, bar.y1 + 0.4f * em },
            uiFade( ui->theme.text, 0.7f ), 0.0f );
    }
    float y = 0.5f * ( bar.y0 + bar.y1 );
    ImDrawList_AddCircleFilled( list, uiVec2( nowX, y ), 0.38f * em, ui->theme.accent, 16 );
    if ( isfinite( sought ) )
    {
        float x = placeOf( bar, span, fmin( sought, span.end ) );
        ImDrawList_AddCircleFilled( list, uiVec2( x, y ), 0.45f * em, ui->theme.panel, 16 );
        ImDrawList_AddCircle(
            list, uiVec2( x, y ), 0.45f * em, ui->theme.accent, 16, fmaxf( 1.5f, 0.12f * em ) );
    }
    return hovered;
}

/// Shows the moment under the mouse, also in the plots, and goes there if the button is pressed.
static void pointAt( uiState* ui, const uiFrameInput* input, double time, int transition, bool pressed )
{
    const char* text = transition >= 0 ? uiTransitionText( ui->transitions, transition )
                                       : uiPrint( "t = %s", uiFormatQuantity( time, "s" ) );
    uiTooltip( "%s", text );
    ui->plots->nextCursorTime = time;
    uiHint( ui, tr( "click or drag: go to that moment · marks: changes of regime" ) );
    // The same step again would begin a long way anew.
    double place = input->snapshot->recorded ? time : round( time / input->snapshot->h );
    if ( pressed && place != ui->timeline->sought )
    {
        ui->timeline->sought = place;
        uiSeekTo( ui, input, time );
    }
}

/// Without a mouse: arrows go through the run, a hundredth of the bar at a time.
static void timelineKeys( uiState* ui, const uiFrameInput* input, uiRect rect, timeSpan span )
{
    const sessionSnapshot* s = input->snapshot;
    uiFocusKeys keys = uiFocusStop( ui, "timeline", false );
    if ( !keys.focused ) { return; }
    uiFocusFrame( ui, rect );
    uiFocusHint( ui,
        tr( "timeline: ← → go through the run · Shift: one step · Enter: next change of regime · Del: "
            "begin" ) );
    uiFocusSay( ui, tr( "timeline, %s" ), uiFormatQuantity( s->time, "s" ) );
    double time = s->time + 0.01 * keys.steps * ( span.end - span.begin ) + keys.fine * s->h;
    if ( keys.enter ) { uiJumpTransition( ui, input, 1 ); }
    else if ( keys.remove || keys.steps != 0 || keys.fine != 0 )
    {
        uiSeekTo( ui, input, keys.remove ? span.begin : fmin( fmax( time, span.begin ), span.end ) );
    }
}

void uiDrawTimeline( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    const sessionSnapshot* s = input->snapshot;
    float em = ui->em * igGetIO()->FontGlobalScale;
    const char* text = uiPrint( "t = %s", uiFormatQuantity( s->time, "s" ) );
    ImVec2 size = uiTextSize( ui, ui_fontSmall, text );
    float width = fmaxf( uiTextSize( ui, ui_fontSmall, "t = 0.0000 s" ).x, size.x );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontSmall, rect.x0 + 0.8f * em,
        roundf( 0.5f * ( rect.y0 + rect.y1 - size.y ) ), ui->theme.text, text );
    float right = ui->presenting.on ? drawPlace( ui, input, rect, em )
                                    : uiDrawLiveButton( ui, input, rect, drawListButton( ui, rect, em ) );

    double recorded = uiRecordedEnd( input );
    timeSpan span = { s->begin, uiTimelineEnd( input ) };
    float middle = roundf( 0.5f * ( rect.y0 + rect.y1 ) + 0.25f * em ),
          half = fmaxf( 2.0f, roundf( 0.16f * em ) );
    uiRect bar = { rect.x0 + 0.8f * em + width + em, middle - half, right - 0.6f * em, middle + half };
    double sought = input->work.seeking ? (double)input->work.to * s->h : (double)NAN;
    int transition = drawBar( ui, bar, s->time, sought, recorded, span );

    igSetCursorScreenPos( uiVec2( bar.x0, rect.y0 ) );
    uiAreaButton( "timeline", uiVec2( fmaxf( 1.0f, uiWidth( bar ) ), fmaxf( 1.0f, uiHeight( rect ) ) ) );
    uiMarkRect( "timeline", ( uiRect ){ bar.x0, rect.y0, bar.x1, rect.y1 } );
    timelineKeys( ui, input,
        ( uiRect ){ bar.x0 - 0.3f * em, rect.y0 + 2.0f, bar.x1 + 0.3f * em, rect.y1 - 2.0f }, span );
    uiPublish( "cursor.time", ui->plots->cursorTime );
    uiPublish( "timeline.events", (double)ui->transitions->count );
    uiPublish( "timeline.recorded", recorded );
    bool active = igIsItemActive();
    if ( !igIsItemHovered( 0 ) && !active )
    {
        ui->timeline->sought = (double)NAN;
        return;
    }
    double share = (double)fminf( fmaxf( ( igGetIO()->MousePos.x - bar.x0 ) / uiWidth( bar ), 0.0f ), 1.0f );
    double time = span.begin + share * ( span.end - span.begin );
    time = transition >= 0 ? ui->transitions->items[transition].time : time;
    pointAt( ui, input, time, transition, active );
}
