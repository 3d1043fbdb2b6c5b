// SPDX-License-Identifier: MIT
#include "ui/panel/panel_transitions.h"

#include "ui/core/ui_state.h"
#include "ui/panel/panel_contact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The list of changes of regime. A scenario with a signal for the regime gives them to the step. Otherwise the contacts of
// a snapshot are compared with those of the one before.

static void addTransition( uiTransitionsPanel* list, uiTransition transition )
{
    if ( list->count == ui_maxTransitions )
    {
        memmove( list->items, list->items + 1, ( ui_maxTransitions - 1 ) * sizeof( uiTransition ) );
        --list->count;
        list->settled -= list->settled > 0 ? 1 : 0;
    }
    list->items[list->count++] = transition;
}

/// Reads the rows that are new since the last call.
static void collectFromLog( uiState* ui, const uiFrameInput* input )
{
    uiTransitionsPanel* list = ui->transitions;
    const sessionSignalLog* signalLog = input->signalLog;
    bool usable = signalLog->signalCount == input->snapshot->scenario->signalCount &&
        signalLog->runNumber == input->snapshot->runNumber;
    bool continues = usable && list->runNumber == signalLog->runNumber && list->stride == signalLog->stride &&
        list->rows < signalLog->rowCount && list->rows > 0 &&
        sessionSignalLog_Row( signalLog, list->rows - 1 )[0] == list->rowTime;
    list->count = continues ? list->settled : 0;
    int row = continues ? list->rows : 0, state = continues ? list->state : -1;
    list->runNumber = signalLog->runNumber;
    list->stride = signalLog->stride;
    const sessionContactList* contacts = &input->snapshot->contacts;
    bool single = contacts->count == 1;
    for ( ; usable && row < signalLog->rowCount; ++row )
    {
        const double* values = sessionSignalLog_Row( signalLog, row );
        int here = uiRegimeState( list->regime, values[list->regime.column] );
        if ( row == signalLog->rowCount - 1 )
        {
            list->settled = list->count;
            list->rows = row;
            list->state = state;
            list->rowTime = row > 0 ? sessionSignalLog_Row( signalLog, row - 1 )[0] : SS_NAN;
        }
        if ( row > 0 && here != state )
        {
            addTransition( list,
                ( uiTransition ){ values[0], state, here, single ? contacts->items[0].a : -2,
                    single ? contacts->items[0].b : -2 } );
        }
        state = here;
    }
}

static int findContact( const uiSeenContact* seen, int count, int a, int b )
{
    for ( int i = 0; i < count; ++i )
    {
        if ( seen[i].a == a && seen[i].b == b )
        {
            return i;
        }
    }
    return -1;
}

/// Merges the contacts between the same two bodies; the highest mode counts.
static int mergeContacts( const sessionContactList* contacts, uiSeenContact* seen )
{
    int count = 0;
    for ( int i = 0; i < contacts->count && i < ui_maxSeenContacts; ++i )
    {
        const sessionContact* c = contacts->items + i;
        int mode = c->force > 0.0f ? c->mode : (int)ss_modeOpen;
        int known = findContact( seen, count, c->a, c->b );
        if ( known < 0 )
        {
            seen[count++] = ( uiSeenContact ){ c->a, c->b, mode };
        }
        else
        {
            seen[known].mode = mode > seen[known].mode ? mode : seen[known].mode;
        }
    }
    return count;
}

static void collectFromContacts( uiState* ui, const uiFrameInput* input )
{
    uiTransitionsPanel* list = ui->transitions;
    const sessionSnapshot* s = input->snapshot;
    const sessionSignalLog* signalLog = input->signalLog;
    if ( list->runNumber != s->runNumber )
    {
        list->count = list->seenCount = 0;
        list->runNumber = s->runNumber;
        list->seenTime = -1.0;
    }
    // An edit in the past has replaced what came after it.
    double end =
        signalLog->rowCount > 0 ? sessionSignalLog_Row( signalLog, signalLog->rowCount - 1 )[0] : s->time;
    while ( list->count > 0 && list->items[list->count - 1].time > end )
    {
        --list->count;
        list->seenTime = fmin( list->seenTime, end );
        list->seenCount = 0;
    }
    if ( s->time <= list->seenTime || s->contacts.count > ui_maxSeenContacts )
    {
        return;
    }
    uiSeenContact now[ui_maxSeenContacts];
    int count = mergeContacts( &s->contacts, now );
    bool first = list->seenTime < 0.0;
    for ( int i = 0; i < count && !first; ++i )
    {
        int known = findContact( list->seen, list->seenCount, now[i].a, now[i].b );
        int before = known >= 0 ? list->seen[known].mode : (int)ss_modeOpen;
        if ( before != now[i].mode )
        {
            addTransition( list, ( uiTransition ){ s->time, before, now[i].mode, now[i].a, now[i].b } );
        }
    }
    for ( int i = 0; i < list->seenCount && !first; ++i )
    {
        const uiSeenContact* c = list->seen + i;
        if ( c->mode != ss_modeOpen && findContact( now, count, c->a, c->b ) < 0 )
        {
            addTransition( list, ( uiTransition ){ s->time, c->mode, ss_modeOpen, c->a, c->b } );
        }
    }
    memcpy( list->seen, now, (size_t)count * sizeof( uiSeenContact ) );
    list->seenCount = count;
    list->seenTime = s->time;
}

void uiCollectTransitions( uiState* ui, const uiFrameInput* input )
{
    ui->transitions->regime = uiFindRegime( input->snapshot->scenario );
    if ( input->signalLog == NULL )
    {
        return;
    }
    if ( ui->transitions->regime.kind != ui_regimeNone )
    {
        collectFromLog( ui, input );
    }
    else
    {
        collectFromContacts( ui, input );
    }
}

// ------------------------------------------------------------------------------------------------------ jumping

void uiSeekTo( uiState* ui, const uiFrameInput* input, double time )
{
    const sessionSnapshot* s = input->snapshot;
    int64_t step = s->h > 0.0 ? llround( fmax( 0.0, time ) / s->h ) : 0;
    if ( step == s->step )
    {
        return;
    }
    if ( uiShownPlaying( ui, input ) )
    {
        uiPost( input, session_commandPause, 0, 0.0 );
        ui->posted.playing = ( uiPostedValue ){ .set = true, .value = 0.0 };
    }
    uiPost( input, session_commandSeek, step, 0.0 );
}

/// Returns the last transition up to now; -1: none.
static int currentTransition( const uiTransitionsPanel* list, const sessionSnapshot* s )
{
    int current = -1;
    while ( current + 1 < list->count && list->items[current + 1].time <= s->time + 0.25 * s->h )
    {
        ++current;
    }
    return current;
}

void uiJumpTransition( uiState* ui, const uiFrameInput* input, int offset )
{
    const uiTransitionsPanel* list = ui->transitions;
    const sessionSnapshot* s = input->snapshot;
    int current = currentTransition( list, s );
    bool onIt = current >= 0 && fabs( list->items[current].time - s->time ) < 0.5 * s->h;
    int wanted = offset > 0 ? current + 1 : onIt ? current - 1 : current;
    // Several transitions at the same moment count as one.
    while ( offset < 0 && onIt && wanted >= 0 && list->items[wanted].time == list->items[current].time )
    {
        --wanted;
    }
    if ( wanted < 0 || wanted >= list->count )
    {
        uiNotify( ui,
            offset > 0 ? "No later change of regime yet. Space continues the run."
                       : "No earlier change of regime." );
        return;
    }
    uiSeekTo( ui, input, list->items[wanted].time );
}

// --------------------------------------------------------------------------------------------------------- list

void uiTransitionText( const uiTransitionsPanel* list, int index, char* text, size_t capacity )
{
    const uiTransition* t = list->items + index;
    char number[48], where[64] = "";
    uiFormatQuantity( t->time, "s", number, sizeof( number ) );
    if ( t->b > -2 )
    {
        uiContactName( t->a, t->b, where, sizeof( where ) );
    }
    snprintf( text, capacity, "t = %s: %s → %s%s%s", number, uiRegimeName( list->regime, t->from, false ),
        uiRegimeName( list->regime, t->to, false ), where[0] ? ", " : "", where );
}

static void drawRow( uiState* ui, const uiFrameInput* input, int index, bool current )
{
    const uiTransitionsPanel* list = ui->transitions;
    const uiTransition* t = list->items + index;
    float em = igGetFontSize();
    char number[48], where[64] = "", mark[48], label[32], full[192];
    uiFormatQuantity( t->time, "s", number, sizeof( number ) );
    if ( t->b > -2 )
    {
        uiContactName( t->a, t->b, where, sizeof( where ) );
    }
    snprintf( label, sizeof( label ), "##%d", index );
    snprintf( mark, sizeof( mark ), "transition.%d", index );
    uiTransitionText( list, index, full, sizeof( full ) );
    ImVec2 at;
    igGetCursorScreenPos( &at );
    if ( igSelectable_Bool( label, current, 0, uiVec2( 0.0f, 1.25f * em ) ) )
    {
        uiSeekTo( ui, input, t->time );
    }
    if ( uiTakeReveal( mark ) )
    {
        igSetScrollHereY( 0.5f );
    }
    uiMark( mark );
    uiMarkText( mark, full );
    ImDrawList* out = igGetWindowDrawList();
    float y = at.y + 0.12f * em, x = at.x + 5.2f * em;
    uiDrawText( ui, out, ui_fontSmall, at.x + 0.2f * em, y, ui->theme.text, number );
    for ( int end = 0; end < 2; ++end )
    {
        int state = end == 0 ? t->from : t->to;
        const char* name = uiRegimeName( list->regime, state, false );
        float middle = y + 0.5f * uiTextSize( ui, ui_fontSmall, name ).y;
        ImDrawList_AddRectFilled( out, uiVec2( x, middle - 0.25f * em ),
            uiVec2( x + 0.5f * em, middle + 0.25f * em ), uiRegimeColor( &ui->theme, list->regime, state ),
            2.0f, 0 );
        uiDrawText( ui, out, ui_fontSmall, x + 0.8f * em, y, ui->theme.text, name );
        x += 0.8f * em + uiTextSize( ui, ui_fontSmall, name ).x + 0.5f * em;
        if ( end == 0 )
        {
            uiDrawText( ui, out, ui_fontSmall, x, y, ui->theme.dim, "→" );
            x += 1.3f * em;
        }
    }
    uiDrawText( ui, out, ui_fontSmall, fmaxf( x + 0.4f * em, at.x + 15.6f * em ), y, ui->theme.dim, where );
}

float uiTransitionsWidth( const uiState* ui, uiRect plots )
{
    return ui->settings.showTransitions && ui->settings.showTimeline
        ? roundf( fminf( 24.0f * ui->em * igGetIO()->FontGlobalScale, 0.45f * plots.x1 ) )
        : 0.0f;
}

/// The list is beside the plots, above the right end of the timeline.
void uiDrawTransitions( uiState* ui, const uiFrameInput* input, uiRect plots )
{
    uiTransitionsPanel* list = ui->transitions;
    uiPublish( "transitions.count", (double)list->count );
    if ( !ui->settings.showTransitions )
    {
        return;
    }
    float em = ui->em * igGetIO()->FontGlobalScale;
    float height = uiHeight( plots ) > 0.0f ? uiHeight( plots ) - 1.0f : 13.0f * em;
    igSetNextWindowPos( uiVec2( plots.x1, plots.y1 ), ImGuiCond_Always, uiVec2( 1.0f, 1.0f ) );
    igSetNextWindowSize( uiVec2( uiTransitionsWidth( ui, plots ), height ), ImGuiCond_Always );
    if ( igBegin( "Changes of regime", &ui->settings.showTransitions,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize |
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing ) )
    {
        int current = currentTransition( list, input->snapshot );
        for ( int i = 0; i < list->count; ++i )
        {
            drawRow( ui, input, i, i == current );
            if ( i == current && current != list->shown )
            {
                igSetScrollHereY( 0.5f );
            }
        }
        list->shown = current;
        uiPublish( "transitions.current", (double)current );
        if ( list->count == 0 )
        {
            igPushTextWrapPos( 0.0f );
            igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
            igTextUnformatted( input->snapshot->contacts.count > ui_maxSeenContacts
                    ? "There are too many contacts to list their changes."
                    : "No changes yet. Changes between stick, slide, roll and spin appear here; click one to "
                      "go there.",
                NULL );
            igPopStyleColor( 1 );
            igPopTextWrapPos();
        }
    }
    igEnd();
}
