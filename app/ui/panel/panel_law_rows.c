// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/slider.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_law.h"
#include "ui/panel/panel_params.h"

#include <stdio.h>

// The typed law's parameters as sliders; they act on a run that has the law, else on the pictures only.

// One row while it is drawn.
typedef struct lawRow
{
    uiState* ui;
    const uiFrameInput* input;
    uiLawEditor* e;
    const ssParam* param;
    int index; // among the parameters of the law
    int row;   // among those of the scenario; -1: the run does not have this law
    char mark[96];
} lawRow;

static double valueOf( const lawRow* r )
{
    return r->row >= 0 ? uiShownParam( r->ui, r->input, r->row ) : r->e->draft.values[r->index];
}

static bool setValue( const lawRow* r, double value )
{
    ssResult result = ssCheckParam( r->param, value );
    if ( result.code != ss_ok )
    {
        uiWarn( r->ui, result.message );
        return false;
    }
    r->e->draft.values[r->index] = value;
    return r->row < 0 || uiChangeParam( r->ui, r->input, r->row, value );
}

/// A change in one go, which can be undone if it is one of the run.
static void change( const lawRow* r, double value )
{
    double before = valueOf( r );
    if ( value != before && setValue( r, value ) && r->row >= 0 )
    {
        uiRecordEdit( r->ui, r->row, before, value, uiNewEditGroup( r->ui ) );
    }
}

static void tooltip( const lawRow* r )
{
    const ssParam* p = r->param;
    const char* range = uiFormatRange( p->min, p->max, p->unit );
    const char* value = uiFormatQuantity( p->defaultValue, p->unit );
    igBeginTooltip();
    igPushTextWrapPos( 24.0f * igGetFontSize() );
    igText( "%s [%s]", p->key, p->unit[0] ? p->unit : "–" );
    if ( p->doc != NULL && p->doc[0] ) { uiText( "%s", p->doc ); }
    uiDimText( tr( "%s%s; in the text %s" ), range, p->logScale ? tr( ", logarithmic" ) : "", value );
    igPopTextWrapPos();
    igEndTooltip();
}

static void drawSlider( const lawRow* r, float width )
{
    uiState* ui = r->ui;
    double value = valueOf( r ), ratio = uiSliderRatio( r->param, value );
    double tick = uiSliderRatio( r->param, r->param->defaultValue );
    uiSliderEvents events = uiSlider( ui, r->mark, width, &ratio, tick, false );
    if ( events.pressed )
    {
        r->e->dragged = events.ctrlClicked || events.doubleClicked ? -1 : r->index;
        r->e->dragStart = value;
        ui->params->dragParam = r->e->dragged >= 0 ? r->row : -1; // keeps what was posted while it is held
        if ( events.ctrlClicked ) { uiBeginTypingNumber( ui, r->mark, value, "" ); }
        else if ( events.doubleClicked ) { change( r, r->param->defaultValue ); }
    }
    if ( events.changed && r->e->dragged == r->index )
    {
        double dragged = uiDraggedValue( r->param, ratio, width );
        if ( dragged != value ) { setValue( r, dragged ); }
    }
    if ( events.released && r->e->dragged == r->index )
    {
        if ( r->row >= 0 )
        {
            uiRecordEdit( ui, r->row, r->e->dragStart, valueOf( r ), uiNewEditGroup( ui ) );
        }
        r->e->dragged = ui->params->dragParam = -1;
    }
    if ( events.hovered || events.active )
    {
        uiHint( ui, tr( "%s: drag · Alt+drag: fine · Ctrl+click: type · double-click: as in the text" ),
            r->param->key );
    }
    if ( events.hovered && !events.active ) { tooltip( r ); }
}

static void drawTyping( const lawRow* r, float width )
{
    uiTyped typed = uiTypingField( r->ui, width );
    uiMark( r->mark );
    uiHint( r->ui, tr( "Enter: set %s · Esc: cancel" ), r->param->key );
    double value = 0.0;
    if ( typed != ui_typedEnter ) { return; }
    if ( !ssParseNumber( r->ui->typing.text, &value ) )
    {
        uiWarn( r->ui, uiPrint( tr( "'%.60s' is not a number" ), r->ui->typing.text ) );
        return;
    }
    change( r, value );
}

/// Carries out what was pressed at the focus.
static void applyKeys( const lawRow* r, const uiFocusKeys* keys, uiRect rect )
{
    if ( !keys->focused ) { return; }
    double value = valueOf( r );
    uiFocusRing( r->ui, rect );
    uiFocusHint( r->ui,
        tr( "%s: ← → change · Shift: finer · digits or Enter: type · Del: as in the text · ↑ ↓ other rows · "
            "Esc leaves" ),
        r->param->key );
    if ( keys->enter || keys->typed[0] ) { uiBeginTypingNumber( r->ui, r->mark, value, keys->typed ); }
    else
    {
        double next = uiKeyStep( r->param, uiKeyStep( r->param, value, keys->steps, 1.0 ), keys->fine, 0.1 );
        change( r, keys->remove ? r->param->defaultValue : next );
    }
}

static void drawRow( const lawRow* r, float name, float number )
{
    uiState* ui = r->ui;
    float em = igGetFontSize(), gap = roundf( 0.5f * em );
    ImVec2 at = uiCursor(), available = uiSpace();
    igPushID_Int( r->index );
    uiFocusKeys keys = uiFocusStop( ui, r->mark, true );
    applyKeys( r, &keys, ( uiRect ){ at.x, at.y, at.x + available.x, at.y + igGetFrameHeight() } );
    const char* shown = uiElide( ui, ui_fontBody, r->param->key, name );
    bool changed = valueOf( r ) != r->param->defaultValue;
    uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, at.x, at.y + 0.5f * ( igGetFrameHeight() - em ),
        changed ? ui->theme.text : uiMix( ui->theme.dim, ui->theme.text, 0.45f ), shown );
    igSetCursorScreenPos( uiVec2( at.x + name + gap, at.y ) );
    float width = fmaxf( 3.0f * em, available.x - name - number - 2.0f * gap );
    if ( uiIsTyping( ui, r->mark ) ) { drawTyping( r, width ); }
    else { drawSlider( r, width ); }
    const char* text = uiFormatQuantity( valueOf( r ), r->param->unit );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontBody,
        at.x + available.x - uiTextSize( ui, ui_fontBody, text ).x, at.y + 0.5f * ( igGetFrameHeight() - em ),
        ui->theme.text, text );
    uiScrollTo( r->mark );
    uiMarkText( r->mark, text );
    uiPublish( r->mark, valueOf( r ) );
    igPopID();
}

void uiDrawLawRows( uiState* ui, const uiFrameInput* input, uiLawEditor* e )
{
    const ssLawProgram* program = e->draft.program;
    int count = program != NULL ? ssLawProgram_Info( program )->paramCount : 0;
    const ssParam* params = program != NULL ? ssLawProgram_Info( program )->params : NULL;
    bool runs = uiRunHasLaw( e, input );
    int own = ssScenario_Base( input->snapshot->scenario )->model.paramCount;
    float em = igGetFontSize(), name = 2.0f * em, number = 3.0f * em;
    ImVec2 available = uiSpace();
    uiPublish( "law.params", (double)count );
    for ( int i = 0; i < count; ++i )
    {
        e->draft.values[i] = runs ? uiShownParam( ui, input, own + i ) : e->draft.values[i];
        const char* text = uiFormatQuantity( e->draft.values[i], params[i].unit );
        name = fmaxf( name, uiTextSize( ui, ui_fontBody, params[i].key ).x );
        number = fmaxf( number, uiTextSize( ui, ui_fontBody, text ).x );
    }
    // The width is rounded up, so that sliders keep their length while values change.
    number = fminf( ceilf( number / em ) * em, 0.42f * available.x );
    name = fminf( name, 0.34f * available.x );
    if ( count == 0 )
    {
        uiDimText( program != NULL ? tr( "This law has no param: a line such as" ) : "" );
        uiDimText( program != NULL ? "param mu = 0.4 in 0 .. 1" : "" );
    }
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( roundf( 0.5f * em ), roundf( 0.08f * em ) ) );
    for ( int i = 0; i < count; ++i )
    {
        lawRow r = { ui, input, e, params + i, i, runs ? own + i : -1, "" };
        snprintf( r.mark, sizeof( r.mark ), "law.param.%s", params[i].key );
        drawRow( &r, name, number );
    }
    igPopStyleVar( 1 );
}
