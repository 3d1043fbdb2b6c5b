// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_timeline.h"

#include <string.h>

// The list of changes of regime, as the driver has found them.

void uiCollectTransitions( uiState* ui, const uiFrameInput* input )
{
    uiTransitionsPanel* list = ui->transitions;
    const sessionContactDetail* d = &input->snapshot->contacts.selected;
    list->regime = uiFindRegime( input->snapshot->scenario );
    list->drive = input->snapshot->scenario->model.drive;
    list->changes = &input->snapshot->changes;
    if ( d->found && list->filter.contact == ui_transitionsOfSelected )
    {
        // A contact that is open at the moment stays selected.
        list->filter.a = d->view.a >= 0 ? d->view.a : -1 - d->view.surface;
        list->filter.b = d->view.b >= 0 ? d->view.b : -1 - d->view.surface;
    }
    if ( list->version != list->changes->version ||
        memcmp( &list->filter, &list->made, sizeof( list->made ) ) != 0 )
    {
        uiFilterTransitions( list );
        list->version = list->changes->version;
        list->made = list->filter;
    }
}

void uiSeekTo( uiState* ui, const uiFrameInput* input, double time )
{
    const sessionSnapshot* s = input->snapshot;
    bool isThere = s->recorded ? time == s->time : s->h > 0.0 && llround( time / s->h ) == s->step;
    if ( isThere || ( time > s->time && uiLessonHolds( ui ) ) ) { return; }
    if ( uiShownPlaying( ui, input ) )
    {
        uiPost( input, session_commandPause, 0, 0.0 );
        ui->posted.playing = ( uiPostedValue ){ .set = true, .value = 0.0 };
    }
    uiPost( input, session_commandSeekTime, 0, time );
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
            offset < 0        ? tr( "No earlier change of regime." )
                : s->recorded ? tr( "No later change of regime." )
                              : tr( "No later change of regime yet. Space continues the run." ) );
        return;
    }
    uiSeekTo( ui, input, list->items[wanted].time );
}

const char* uiTransitionContact( const sessionChange* change )
{
    bool unnamed = change->change.a == change->change.b; // a log that does not name bodies
    return uiPairName( change->a, unnamed ? NULL : change->b, change->change.b < 0 );
}

/// "α = 11.31°, predicted 11.31°", or nothing where the scenario names no drive.
static const char* driveText( const uiTransitionsPanel* list, const ssChange* change )
{
    if ( list->drive == NULL || !isfinite( change->drive ) ) { return ""; }
    const char* value = uiFormatQuantity( change->drive, list->drive->unit );
    const char* predicted = uiFormatQuantity( change->predicted, list->drive->unit );
    bool known = isfinite( change->predicted );
    return uiPrint( "%s = %s%s%s", tr( list->drive->symbol ), value, known ? tr( ", predicted " ) : "",
        known ? predicted : "" );
}

/// What has made the change, besides the drive.
static const char* eventText( const ssChange* change )
{
    return change->jumped ? tr( "impact without collision" ) : "";
}

const char* uiTransitionText( const uiTransitionsPanel* list, int index )
{
    const uiTransition* t = list->items + index;
    const sessionChange* change = list->changes->items + t->item;
    const char *number = uiFormatQuantity( t->time, "s" ), *where = uiTransitionContact( change );
    const char *drive = driveText( list, &change->change ), *event = eventText( &change->change );
    return uiPrint( "t = %s: %s → %s, %s%s%s%s%s", number, uiRegimeName( list->regime, t->from ),
        uiRegimeName( list->regime, t->to ), where, event[0] ? ", " : "", event,
        drive[0] ? tr( ", at " ) : "", drive );
}

/// Draws "■ stick → ■ slide".
static void drawModes( uiState* ui, const uiTransition* t, float x, float y )
{
    const uiTransitionsPanel* list = ui->transitions;
    ImDrawList* out = igGetWindowDrawList();
    float em = igGetFontSize();
    for ( int end = 0; end < 2; ++end )
    {
        int state = end == 0 ? t->from : t->to;
        const char* name = uiRegimeName( list->regime, state );
        float middle = y + 0.5f * uiTextSize( ui, ui_fontSmall, name ).y;
        uiFillRect( out, ( uiRect ){ x, middle - 0.25f * em, x + 0.5f * em, middle + 0.25f * em },
            uiRegimeColor( &ui->theme, list->regime, state ), 2.0f );
        uiDrawText( ui, out, ui_fontSmall, x + 0.8f * em, y, ui->theme.text, name );
        x += 0.8f * em + uiTextSize( ui, ui_fontSmall, name ).x + 0.5f * em;
        if ( end == 0 )
        {
            uiDrawText( ui, out, ui_fontSmall, x, y, ui->theme.dim, "→" );
            x += 1.3f * em;
        }
    }
}

static void drawRow( uiState* ui, const uiFrameInput* input, int index, bool current )
{
    const uiTransitionsPanel* list = ui->transitions;
    const uiTransition* t = list->items + index;
    const sessionChange* change = list->changes->items + t->item;
    float em = igGetFontSize(), line = 1.25f * em;
    const char *number = uiFormatQuantity( t->time, "s" ), *where = uiTransitionContact( change );
    const char *drive = driveText( list, &change->change ), *label = uiPrint( "##%d", index );
    const char *mark = uiPrint( "transition.%d", index ), *full = uiTransitionText( list, index );
    ImVec2 at = uiCursor();
    // The second line says where it happened, and what drove it there.
    if ( igSelectable_Bool( label, current, 0, uiVec2( 0.0f, 2.0f * line ) ) )
    {
        uiSeekTo( ui, input, t->time );
    }
    uiScrollTo( mark );
    uiMarkSaying( mark, full );
    ImDrawList* out = igGetWindowDrawList();
    float y = at.y + 0.12f * em, x = at.x + 0.2f * em;
    uiDrawText( ui, out, ui_fontSmall, x, y, ui->theme.text, number );
    drawModes( ui, t, x + 5.0f * em, y );
    uiDrawText( ui, out, ui_fontSmall, x, y + line, ui->theme.dim, where );
    x += uiTextSize( ui, ui_fontSmall, where ).x + 0.8f * em;
    const char* event = eventText( &change->change );
    uiDrawText( ui, out, ui_fontSmall, x, y + line, ui->theme.text, event );
    x += event[0] != '\0' ? uiTextSize( ui, ui_fontSmall, event ).x + 0.8f * em : 0.0f;
    uiDrawText( ui, out, ui_fontSmall, x, y + line, ui->theme.dim, drive );
}

/// Draws the rows that are in sight; there may be thousands.
static void drawRows( uiState* ui, const uiFrameInput* input )
{
    uiTransitionsPanel* list = ui->transitions;
    int current = currentTransition( list, input->snapshot );
    float height = 2.5f * igGetFontSize() + igGetStyle()->ItemSpacing.y;
    if ( current != list->shown && current >= 0 )
    {
        igSetScrollY_Float( fmaxf( 0.0f, height * (float)current - 0.5f * igGetWindowHeight() ) );
    }
    list->shown = current;
    uiPublish( "transitions.current", (double)current );
    int first = (int)( igGetScrollY() / height ) - 1,
        last = first + (int)( igGetWindowHeight() / height ) + 3;
    float top = igGetCursorPosY();
    for ( int i = 0; i < list->count; ++i )
    {
        // Scripts may ask for a row that is out of sight.
        if ( ( i >= first && i <= last ) || i < 64 )
        {
            igSetCursorPosY( top + height * (float)i );
            drawRow( ui, input, i, i == current );
        }
    }
    igSetCursorPosY( top + height * (float)list->count );
    igDummy( uiVec2( 1.0f, 1.0f ) );
}

static bool showsTransitions( const uiState* ui )
{
    return ui->settings.showTransitions && !( ui->lessonView.on && ui->lessonView.held );
}

float uiTransitionsWidth( const uiState* ui, uiRect plots )
{
    return showsTransitions( ui ) && ui->settings.showTimeline
        ? roundf( fminf( 24.0f * ui->em * igGetIO()->FontGlobalScale, 0.45f * plots.x1 ) )
        : 0.0f;
}

static void drawNone( const uiState* ui )
{
    const uiTransitionsPanel* list = ui->transitions;
    const char* text = list->changes->count > 0 ? tr( "The filter hides all changes." )
                                                : tr( "No changes yet. Changes between stick, slide, roll "
                                                      "and spin appear here; click one to go there." );
    igPushTextWrapPos( 0.0f );
    uiColoredText( ui->theme.dim, text );
    igPopTextWrapPos();
    uiMarkSaying( "transitions.none", text );
}

/// The list is beside the plots, above the right end of the timeline.
void uiDrawTransitions( uiState* ui, const uiFrameInput* input, uiRect plots )
{
    uiTransitionsPanel* list = ui->transitions;
    uiPublish( "transitions.count", (double)list->count );
    uiPublish( "transitions.total", (double)( list->changes->dropped + list->changes->count ) );
    if ( !showsTransitions( ui ) ) { return; }
    float em = ui->em * igGetIO()->FontGlobalScale;
    float height = uiHeight( plots ) > 0.0f ? uiHeight( plots ) - 1.0f : 13.0f * em;
    igSetNextWindowPos( uiVec2( plots.x1, plots.y1 ), ImGuiCond_Always, uiVec2( 1.0f, 1.0f ) );
    igSetNextWindowSize( uiVec2( uiTransitionsWidth( ui, plots ), height ), ImGuiCond_Always );
    if ( igBegin( uiLabel( "Changes of regime" ), &ui->settings.showTransitions,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize |
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing ) )
    {
        uiDrawTransitionFilter( ui );
        if ( list->count > 0 && igBeginChild_Str( "##rows", uiVec2( 0.0f, 0.0f ), false, 0 ) )
        {
            drawRows( ui, input );
        }
        if ( list->count > 0 ) { igEndChild(); }
        else { drawNone( ui ); }
    }
    igEnd();
}
