// SPDX-License-Identifier: MIT
#include "ui/core/pins.h"

#include "base/words.h"
#include "ui/core/twin.h"
#include "ui/core/ui_state.h"

#include <math.h>
#include <string.h>

// Lists the pins that are shown, with their colours and dashes.

uiPin uiPinStyle( const uiState* ui, int place )
{
    // Long dashes, dots, dashes, and dashes far apart: whoever sees no colours tells them apart by these.
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
        log->signalCount == input->snapshot->scenario->signalCount;
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
        if ( view->kind != session_companionPin || ( view->hidden && !hidden ) )
        {
            continue;
        }
        int at = count++;
        for ( ; at > 0 && pins[at - 1].view->order > view->order; --at )
        {
            pins[at] = pins[at - 1];
        }
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
    bool none = !twin->ownLaw, law = twin->scenario->drawsOther && !twin->ownLaw;
    for ( int i = 0; i < twin->scenario->paramCount; ++i )
    {
        none = none && !twin->own[i];
        law = law && ( !twin->own[i] || strcmp( twin->scenario->params[i].key, "law" ) == 0 );
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
        ImDrawList_AddLine(
            list, uiVec2( x + at, y ), uiVec2( x + to, y ), pin->color, fmaxf( 2.0f, 0.14f * em ) );
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

// -------------------------------------------------------------------------------------------------- commands

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
