// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/companions.h"
#include "ui/core/form.h"
#include "ui/core/slider.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_params.h"

#include <stdio.h>
#include <string.h>

// The second value of a row, which only the twin has. The row of the run is A, and the line below it is B.

float uiTwinColumn( const uiFrameInput* input )
{
    return sessionSnapshot_Twin( input->snapshot ) != NULL ? roundf( 1.6f * igGetFontSize() ) : 0.0f;
}

/// Gives the twin all values of a preset; -1: those of the run.
static void choosePreset( uiState* ui, const uiFrameInput* input, int preset )
{
    sessionCommand command = { .kind = session_commandTwinValues, .text = "none" };
    sessionDriver_Post( input->driver, &command );
    if ( preset >= 0 )
    {
        snprintf(
            command.text, sizeof command.text, "preset=%s", input->snapshot->scenario->presets[preset].name );
        sessionDriver_Post( input->driver, &command );
    }
    memset( ui->posted.twins, 0, sizeof ui->posted.twins );
    uiForgetEdits( ui );
}

void uiDrawTwinPresets( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    if ( sessionSnapshot_Twin( input->snapshot ) == NULL ) { return; }
    float em = igGetFontSize(), height = igGetFrameHeight(), side = roundf( 1.15f * em );
    ImVec2 at = uiCursor();
    float y = roundf( at.y + 0.5f * ( height - side ) );
    uiDrawTwinLetter( ui, igGetWindowDrawList(), 1, ( uiRect ){ at.x, y, at.x + side, y + side } );
    igSetCursorScreenPos( uiVec2( at.x + side + roundf( 0.4f * em ), at.y ) );
    const char* text = uiTwinText( input->snapshot, 1 );
    igSetNextItemWidth( -1.0f );
    bool open = igBeginCombo( "##twin-preset", text, ImGuiComboFlags_HeightLarge );
    uiMarkSaying( "twin", text );
    if ( igIsItemHovered( 0 ) && !open )
    {
        uiTooltip( "%s", tr( "what the twin B has of its own; choose a preset for it" ) );
    }
    if ( !open ) { return; }
    for ( int i = -1; i < scenario->presetCount; ++i )
    {
        if ( i >= 0 && scenario->presets[i].hidden ) { continue; }
        const char* mark = uiPrint( "twin.%s", i >= 0 ? scenario->presets[i].name : "none" );
        if ( uiEntry( uiLabel( i >= 0 ? scenario->presets[i].label : "the same values" ), false ) )
        {
            choosePreset( ui, input, i );
        }
        uiMark( mark );
    }
    uiEndCombo( ui );
}

/// Changes the value of the twin in one go, as one change for undo. NAN: it has none of its own.
static void change( uiState* ui, const uiFrameInput* input, int index, double before, double after )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    ssResult result = isnan( after ) ? ssOk() : ssCheckParam( param, after );
    if ( result.code != ss_ok )
    {
        uiWarn( ui, result.message );
        return;
    }
    if ( after != before && !( isnan( after ) && isnan( before ) ) )
    {
        uiPostTwinValue( ui, input, index, after );
        uiRecordTwinEdit( ui, index, before, after );
    }
}

void uiToggleTwinRow( uiState* ui, const uiFrameInput* input, int index )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const ssParam* param = snapshot->scenario->model.params + index;
    double own = uiShownTwin( ui, input, index );
    if ( param->kind == ss_paramText )
    {
        uiNotify( ui, tr( "A text is the same for both." ) );
        return;
    }
    if ( !isnan( own ) )
    {
        change( ui, input, index, own, (double)NAN );
        return;
    }
    // Another choice shows something at once; a number begins where that of the run is.
    double value = uiShownParam( ui, input, index );
    change( ui, input, index, (double)NAN,
        param->kind == ss_paramChoice ? fmod( value + 1.0, (double)ssParam_ChoiceCount( param ) ) : value );
}

/// The button at the end of the row: it gives the twin a value of its own, or names the row of the run.
static void drawCell( uiState* ui, const uiFrameInput* input, int index, ImVec2 at, bool own )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    float em = igGetFontSize(), height = igGetFrameHeight(), side = roundf( 1.15f * em );
    uiRect box = { at.x, roundf( at.y + 0.5f * ( height - side ) ), at.x + side, 0.0f };
    box.y1 = box.y0 + side;
    ImDrawList* list = igGetWindowDrawList();
    if ( own )
    {
        uiDrawTwinLetter( ui, list, 0, box );
        return;
    }
    const char* mark = uiPrint( "param.%s.add-twin", param->key );
    igSetCursorScreenPos( uiVec2( box.x0, box.y0 ) );
    bool pressed = uiAreaButton( "twin", uiVec2( side, side ) );
    uiMark( mark );
    bool hovered = igIsItemHovered( 0 );
    ImU32 ink = hovered ? uiTwinColor( ui, 1 ) : uiFade( ui->theme.dim, 0.7f );
    uiDrawFrame( list, box, ink, roundf( 0.2f * side ), 1.0f );
    float x = roundf( 0.5f * ( box.x0 + box.x1 ) ), y = roundf( 0.5f * ( box.y0 + box.y1 ) ), r = 0.26f * em;
    uiDrawLine( list, x - r, y, x + r, y, ink, 1.5f );
    uiDrawLine( list, x, y - r, x, y + r, ink, 1.5f );
    if ( hovered ) { uiTooltip( "%s", tr( "another value for the twin B   [W at the focus]" ) ); }
    if ( pressed ) { uiToggleTwinRow( ui, input, index ); }
}

/// The button that takes the value of the twin back.
static void drawRemove( uiState* ui, const uiFrameInput* input, int index, const char* mark, ImVec2 at )
{
    float em = igGetFontSize(), height = igGetFrameHeight(), side = roundf( 1.15f * em );
    const char* name = uiPrint( "%s.remove", mark );
    ImVec2 corner = uiVec2( at.x, roundf( at.y + 0.5f * ( height - side ) ) );
    igSetCursorScreenPos( corner );
    bool pressed = uiAreaButton( "remove", uiVec2( side, side ) );
    uiMark( name );
    ImU32 ink = igIsItemHovered( 0 ) ? ui->theme.text : ui->theme.dim;
    float x = roundf( corner.x + 0.5f * side ), y = roundf( corner.y + 0.5f * side ), r = 0.24f * em;
    uiDrawCross( igGetWindowDrawList(), x, y, r, ink, 1.5f );
    uiItemTooltip( "%s", tr( "the twin has the value of the run again" ) );
    if ( pressed ) { change( ui, input, index, uiShownTwin( ui, input, index ), (double)NAN ); }
}

static void typingRow( uiState* ui, const uiFrameInput* input, int index, const char* mark, float width )
{
    const ssScenario* scenario = input->snapshot->scenario;
    uiTyped typed = uiTypingField( ui, width );
    uiMark( mark );
    if ( typed != ui_typedEnter ) { return; }
    double value = 0.0;
    ssResult result = ssParseParamIn( scenario->model.params, scenario->model.paramCount,
        input->snapshot->pending, index, ui->typing.text, &value );
    if ( result.code != ss_ok )
    {
        uiWarn( ui, result.message );
        return;
    }
    change( ui, input, index, uiShownTwin( ui, input, index ), value );
}

static void sliderRow(
    uiState* ui, const uiFrameInput* input, int index, const char* mark, const uiParamColumns* c )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    uiParamsPanel* panel = ui->params;
    double value = uiShownTwin( ui, input, index ), ratio = uiSliderRatio( param, value );
    uiSliderEvents events = uiSlider(
        ui, mark, c->slider, &ratio, uiSliderRatio( param, uiShownParam( ui, input, index ) ), false );
    if ( events.pressed )
    {
        panel->twinParam = index;
        panel->dragStart = value;
        if ( events.ctrlClicked )
        {
            uiBeginTypingNumber( ui, mark, value, "" );
            panel->twinParam = -1;
        }
    }
    if ( events.changed && panel->twinParam == index )
    {
        double dragged = uiDraggedValue( param, ratio, c->slider );
        if ( dragged != value && ssCheckParam( param, dragged ).code == ss_ok )
        {
            uiPostTwinValue( ui, input, index, dragged );
        }
    }
    if ( events.released && panel->twinParam == index )
    {
        uiRecordTwinEdit( ui, index, panel->dragStart, uiShownTwin( ui, input, index ) );
        panel->twinParam = -1;
    }
    if ( events.hovered || events.active )
    {
        uiHint( ui, tr( "%s of the twin: drag · Alt+drag: fine · Ctrl+click: type" ), tr( param->label ) );
    }
}

static void choiceRow( uiState* ui, const uiFrameInput* input, int index, const char* mark, float width )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    double value = uiShownTwin( ui, input, index );
    const ssScenario* scenario = input->snapshot->scenario;
    double values[SS_MAX_PARAMS];
    for ( int i = 0; i < scenario->model.paramCount; ++i ) { values[i] = uiShownTwin( ui, input, i ); }
    igSetNextItemWidth( width );
    bool open = igBeginCombo( "##twin choice", wordsChoice( param, (int)value ), 0 );
    uiMark( mark );
    if ( open )
    {
        change( ui, input, index, value, uiChoiceEntries( ui, scenario, values, index, value, mark ) );
    }
}

static void applyKeys(
    uiState* ui, const uiFrameInput* input, int index, const char* mark, const uiFocusKeys* keys )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    double value = uiShownTwin( ui, input, index ), next = uiKeyedValue( ui, param, mark, value, keys );
    uiFocusHint( ui,
        tr( "%s of the twin: ← → change · digits or Enter: type · Del: as the run · Esc leaves" ),
        tr( param->label ) );
    change( ui, input, index, value, keys->remove ? (double)NAN : next );
}

/// The line below the row: the letter, the widget and the value of the twin.
static void drawLine( uiState* ui, const uiFrameInput* input, int index, float left, const uiParamColumns* c )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    float em = igGetFontSize(), height = igGetFrameHeight(), side = roundf( 1.15f * em );
    float width = c->slider + roundf( 0.5f * em ) + c->value;
    const char* mark = uiPrint( "param.%s.twin", param->key );
    ImVec2 row = uiCursor(), at = uiVec2( left + c->dot + c->symbol + roundf( 0.5f * em ), row.y );
    float x = at.x - roundf( 0.5f * em ) - side, y = roundf( row.y + 0.5f * ( height - side ) );
    uiDrawTwinLetter( ui, igGetWindowDrawList(), 1, ( uiRect ){ x, y, x + side, y + side } );
    bool number = param->kind == ss_paramNumber || param->kind == ss_paramInteger;
    uiFocusKeys keys = uiFocusStop( ui, mark, number );
    if ( keys.focused )
    {
        float pad = roundf( 0.25f * em );
        uiFocusRing( ui, ( uiRect ){ x - pad, row.y, at.x + width + pad, row.y + height } );
        applyKeys( ui, input, index, mark, &keys );
    }
    igSetCursorScreenPos( at );
    if ( param->kind == ss_paramChoice ) { choiceRow( ui, input, index, mark, width ); }
    else if ( uiIsTyping( ui, mark ) ) { typingRow( ui, input, index, mark, width ); }
    else
    {
        sliderRow( ui, input, index, mark, c );
        const char* text = uiFormatQuantity( uiShownTwin( ui, input, index ), param->unit );
        uiDrawText( ui, igGetWindowDrawList(), ui_fontBody,
            at.x + width - uiTextSize( ui, ui_fontBody, text ).x, at.y + 0.5f * ( height - em ),
            ui->theme.text, text );
    }
    uiPublish( mark, uiShownTwin( ui, input, index ) );
    drawRemove( ui, input, index, mark, uiVec2( at.x + width + roundf( 0.45f * em ), row.y ) );
    igSetCursorScreenPos( uiVec2( left, row.y + height + igGetStyle()->ItemSpacing.y ) );
}

void uiDrawTwinValue(
    uiState* ui, const uiFrameInput* input, int index, ImVec2 row, float end, const uiParamColumns* c )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    if ( !( c->twin > 0.0f ) || uiTwinRow( input->snapshot, index ) < 0 || param->kind == ss_paramText )
    {
        return;
    }
    ImVec2 below = uiCursor();
    bool own = !isnan( uiShownTwin( ui, input, index ) );
    drawCell( ui, input, index, uiVec2( end + roundf( 0.45f * igGetFontSize() ), row.y ), own );
    igSetCursorScreenPos( below );
    if ( own ) { drawLine( ui, input, index, row.x, c ); }
}
