// SPDX-License-Identifier: MIT
#include "ui/core/companions.h"
#include "base/words.h"
#include "shows/shows.h"
#include "ui/core/ui_state.h"

#include <stdio.h>
#include <string.h>

// Lists the pins that are shown, with their colours and dashes.

uiPin uiPinStyle( const uiState* ui, int place )
{
    // Long dashes, dots, dashes, and dashes far apart: they tell pins apart without colours.
    static const float dashes[SESSION_MAX_PINS][2] = { { 0.95f, 0.7f }, { 0.36f, 0.45f }, { 0.6f, 0.55f },
        { 0.95f, 0.32f } };
    if ( place == SESSION_TWIN_PLACE )
    {
        return ( uiPin ){ .place = place, .color = uiTwinColor( ui, 1 ), .dash = 0.7f, .share = 0.75f };
    }
    return ( uiPin ){
        .place = place, .color = ui->theme.pin[place], .dash = dashes[place][0], .share = dashes[place][1]
    };
}

static uiPin pinAt( const uiState* ui, const uiFrameInput* input, int place )
{
    const sessionCompanionView* view = input->snapshot->companions + place;
    const sessionSignalLog* log = input->companionLogs != NULL ? input->companionLogs + place : NULL;
    bool usable = log != NULL && log->runNumber == view->runNumber && log->rowCount > 0 &&
        log->signalCount == input->snapshot->scenario->model.signalCount;
    uiPin pin = uiPinStyle( ui, place );
    pin.view = view;
    pin.log = usable ? log : NULL;
    return pin;
}

static int collect( const uiState* ui, const uiFrameInput* input, bool hidden, uiPin* pins )
{
    int count = 0;
    for ( int place = 0; place < SESSION_MAX_PINS; ++place )
    {
        const sessionCompanionView* view = input->snapshot->companions + place;
        if ( view->kind != session_companionPin || ( view->hidden && !hidden ) ) { continue; }
        int at = count++;
        for ( ; at > 0 && pins[at - 1].view->order > view->order; --at ) { pins[at] = pins[at - 1]; }
        pins[at] = pinAt( ui, input, place );
    }
    return count;
}

int uiShownPins( const uiState* ui, const uiFrameInput* input, uiPin pins[SESSION_MAX_PINS] )
{
    return collect( ui, input, false, pins );
}

/// Do the signals of the run already tell what its twin does? So they do where the twin has no value of its
/// own, and where the scenario has a run under the other law itself and the twin differs by the law alone.
static bool isTold( const sessionSnapshot* snapshot )
{
    const sessionCompanionView* twin = sessionSnapshot_Twin( snapshot );
    bool none = !twin->ownLaw, law = showFind( twin->scenario )->drawsOther && !twin->ownLaw;
    for ( int i = 0; i < twin->scenario->model.paramCount; ++i )
    {
        none = none && !twin->own[i];
        law = law && ( !twin->own[i] || strcmp( twin->scenario->model.params[i].key, "law" ) == 0 );
    }
    return none || law;
}

int uiShownCurves( const uiState* ui, const uiFrameInput* input, uiPin curves[SESSION_MAX_COMPANIONS] )
{
    int count = uiShownPins( ui, input, curves );
    if ( sessionSnapshot_Twin( input->snapshot ) != NULL && !isTold( input->snapshot ) )
    {
        curves[count++] = pinAt( ui, input, SESSION_TWIN_PLACE );
    }
    return count;
}

int uiAllPins( const uiState* ui, const uiFrameInput* input, uiPin pins[SESSION_MAX_PINS] )
{
    return collect( ui, input, true, pins );
}

void uiDrawPinSample( const uiState* ui, ImDrawList* list, const uiPin* pin, float x, float y, float width )
{
    float em = ui->em * igGetIO()->FontGlobalScale, period = pin->dash * em;
    for ( float at = 0.0f; at < width - 1.0f; at += period )
    {
        float to = fminf( at + pin->share * period, width );
        uiDrawLine( list, x + at, y, x + to, y, pin->color, fmaxf( 2.0f, 0.14f * em ) );
    }
}

int uiGhosts( const uiState* ui, const uiFrameInput* input, gfxGhost ghosts[SESSION_MAX_COMPANIONS] )
{
    uiPin pins[SESSION_MAX_COMPANIONS];
    int count = uiShownPins( ui, input, pins );
    if ( sessionSnapshot_Twin( input->snapshot ) != NULL && (int)ui->settings.twinView == ui_twinTogether )
    {
        pins[count++] = pinAt( ui, input, SESSION_TWIN_PLACE );
    }
    for ( int i = 0; i < count; ++i )
    {
        ImVec4 color = uiColorVec( pins[i].color );
        ghosts[i] = ( gfxGhost ){ .list = &pins[i].view->draw, .color = { color.x, color.y, color.z } };
    }
    return count;
}

static void postPin( const uiFrameInput* input, sessionCommandKind kind, int place )
{
    sessionDriver_Post( input->driver, &( sessionCommand ){ .kind = kind, .param = place } );
}

void uiPinRun( uiState* ui, const uiFrameInput* input )
{
    uiPin pins[SESSION_MAX_PINS];
    if ( input->snapshot->recorded )
    {
        uiWarn( ui, tr( "The frames of a log are recorded, not computed: they cannot be pinned." ) );
    }
    else if ( uiAllPins( ui, input, pins ) == SESSION_MAX_PINS )
    {
        uiWarn( ui, tr( "There are four pins already. Remove one first: Shift+K removes the newest." ) );
    }
    else
    {
        postPin( input, session_commandPin, 0 );
        uiRecordPins( ui, ui_editPin, 1 );
        uiNotify( ui, tr( "Pinned. Change something and run again to compare." ) );
    }
}

void uiUnpin( uiState* ui, const uiFrameInput* input, int place )
{
    uiPin pins[SESSION_MAX_PINS];
    if ( uiAllPins( ui, input, pins ) == 0 )
    {
        uiNotify( ui, tr( "There is no pin to remove. K pins the run so far." ) );
        return;
    }
    postPin( input, session_commandUnpin, place );
    uiRecordPins( ui, ui_editUnpin, 1 );
}

void uiUnpinAll( uiState* ui, const uiFrameInput* input )
{
    uiPin pins[SESSION_MAX_PINS];
    int count = uiAllPins( ui, input, pins );
    if ( count > 0 )
    {
        postPin( input, session_commandUnpin, -2 );
        uiRecordPins( ui, ui_editUnpin, count );
    }
}

void uiSwapPin( uiState* ui, const uiFrameInput* input, int place )
{
    postPin( input, session_commandSwapPin, place );
    memset( ui->posted.params, 0, sizeof( ui->posted.params ) );
    uiRecordPins( ui, ui_editSwap, place );
}

// What the window knows of the twin: its colour, its values that differ, and posting them.

ImU32 uiTwinColor( const uiState* ui, int side ) { return side == 0 ? ui->theme.accent : ui->theme.warning; }

void uiDrawTwinLetter( uiState* ui, ImDrawList* list, int side, uiRect box )
{
    const char* letter = side == 0 ? "A" : "B";
    ImU32 color = uiTwinColor( ui, side );
    uiFillRect( list, box, color, roundf( 0.2f * uiHeight( box ) ) );
    uiFont font = uiHeight( box ) > 1.2f * ui->em ? ui_fontTitle : ui_fontSmall;
    ImVec2 size = uiTextSize( ui, font, letter );
    uiDrawText( ui, list, font, roundf( 0.5f * ( box.x0 + box.x1 - size.x ) ),
        roundf( 0.5f * ( box.y0 + box.y1 - size.y ) ), uiInkOn( color ), letter );
}

int uiTwinRow( const sessionSnapshot* snapshot, int param )
{
    const sessionCompanionView* twin = sessionSnapshot_Twin( snapshot );
    return twin != NULL && param >= 0 && param < snapshot->scenario->model.paramCount
        ? ssFindParam( twin->scenario->model.params, twin->scenario->model.paramCount,
              snapshot->scenario->model.params[param].key )
        : -1;
}

double uiTwinOwn( const sessionSnapshot* snapshot, int param )
{
    int row = uiTwinRow( snapshot, param );
    const sessionCompanionView* twin = sessionSnapshot_Twin( snapshot );
    return row >= 0 && twin->own[row] ? twin->values[row] : (double)NAN;
}

double uiShownTwin( const uiState* ui, const uiFrameInput* input, int param )
{
    const uiPostedValue* posted = ui->posted.twins + param;
    return posted->set ? posted->value : uiTwinOwn( input->snapshot, param );
}

/// A list with another item.
static const char* append( const char* list, const char* item )
{
    return list[0] != '\0' ? uiPrint( "%s, %s", list, item ) : item;
}

/// "μ 0.2" or "law relaxed"; nothing for a text, which is too long to show.
static const char* describeValue( const ssParam* param, double value )
{
    const char* symbol = tr( param->symbol );
    return param->kind == ss_paramText ? symbol : uiPrint( "%s %s", symbol, uiFormatParam( param, value ) );
}

const char* uiTwinText( const sessionSnapshot* snapshot, int side )
{
    const sessionCompanionView* twin = sessionSnapshot_Twin( snapshot );
    const char* text = "";
    if ( twin == NULL )
    {
        const char* own = snapshot->sided ? showFind( snapshot->scenario )->sides[side] : NULL;
        return uiPrint( "%s %s", tr( "law" ), own != NULL ? tr( own ) : "" );
    }
    bool differs = twin->ownLaw;
    if ( twin->ownLaw )
    {
        const ssScenario* scenario = side == 0 ? snapshot->scenario : twin->scenario;
        const char* title =
            scenario->law != NULL ? tr( ssLawProgram_Info( scenario->law )->title ) : tr( "as built in" );
        text = uiPrint( "%s %s", tr( "law" ), title );
    }
    for ( int i = 0; i < twin->scenario->model.paramCount; ++i )
    {
        const ssParam* param = twin->scenario->model.params + i;
        int row =
            ssFindParam( snapshot->scenario->model.params, snapshot->scenario->model.paramCount, param->key );
        if ( twin->own[i] && ( side == 1 || row >= 0 ) )
        {
            differs =
                differs || row < 0 || param->kind == ss_paramText || twin->values[i] != snapshot->values[row];
            const char* item = describeValue( param, side == 1 ? twin->values[i] : snapshot->values[row] );
            text = append( text, item );
        }
    }
    if ( text[0] == '\0' ) { text = side == 0 ? tr( "this run" ) : tr( "the same values: + to change" ); }
    else if ( side == 1 && !differs ) { text = append( text, tr( "as A" ) ); }
    return side == 1 && twin->ended ? uiPrint( "%s · %s", text, tr( "cannot go on" ) ) : text;
}

void uiSwitchTwin( uiState* ui, const uiFrameInput* input )
{
    const sessionSnapshot* snapshot = input->snapshot;
    if ( snapshot->recorded )
    {
        uiNotify( ui, tr( "The states of a log are recorded: nothing runs beside them." ) );
        return;
    }
    bool on = sessionSnapshot_Twin( snapshot ) != NULL;
    if ( snapshot->sided && !on )
    {
        // The scenario has two runs already: they share one scene, or each has a view.
        bool together = (int)ui->settings.twinView == ui_twinTogether;
        ui->settings.twinView = together ? ui_twinAuto : ui_twinTogether;
        return;
    }
    uiPost( input, session_commandTwin, on ? 0 : 1, 0.0 );
    if ( !on && snapshot->show.twin == NULL )
    {
        uiNotify( ui, tr( "B is the twin: give it another value with the + beside a parameter." ) );
    }
}

void uiPostTwinValue( uiState* ui, const uiFrameInput* input, int param, double value )
{
    const ssParam* row = input->snapshot->scenario->model.params + param;
    sessionCommand command = { .kind = session_commandTwinValues };
    char number[96];
    if ( isnan( value ) ) { snprintf( command.text, sizeof command.text, "%s", row->key ); }
    else if ( row->kind == ss_paramChoice )
    {
        ssFormatParam( row, value, number, (int)sizeof number );
        snprintf( command.text, sizeof command.text, "%s=%s", row->key, number );
    }
    else { snprintf( command.text, sizeof command.text, "%s=%.17g", row->key, value ); }
    sessionDriver_Post( input->driver, &command );
    ui->posted.twins[param] = ( uiPostedValue ){ .set = true, .value = value };
}
