// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "shows/pairs.h"
#include "shows/shows.h"
#include "ui/core/form.h"
#include "ui/core/slider.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_sensitivity.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// One row of the parameter panel: a slider, a typed number, a choice or a text.

bool uiChangeParam( uiState* ui, const uiFrameInput* input, int index, double value )
{
    ssResult result = ssCheckParam( input->snapshot->scenario->model.params + index, value );
    if ( result.code != ss_ok )
    {
        uiWarn( ui, result.message );
        return false;
    }
    uiPostParam( ui, input, index, value );
    return true;
}

/// Changes a value in one go, as one change for undo.
static void changeByUser( uiState* ui, const uiFrameInput* input, int index, double before, double after )
{
    if ( after != before && uiChangeParam( ui, input, index, after ) )
    {
        uiRecordEdit( ui, index, before, after, uiNewEditGroup( ui ) );
    }
}

double uiKeyedValue(
    uiState* ui, const ssParam* param, const char* mark, double value, const uiFocusKeys* keys )
{
    if ( param->kind == ss_paramChoice )
    {
        double last = (double)( ssParam_ChoiceCount( param ) - 1 );
        return keys->enter ? fmod( value + 1.0, last + 1.0 )
                           : fmin( fmax( value + keys->steps + keys->fine, 0.0 ), last );
    }
    if ( keys->enter || keys->typed[0] )
    {
        uiBeginTypingNumber( ui, mark, value, keys->typed );
        return value;
    }
    return uiKeyStep( param, uiKeyStep( param, value, keys->steps, 1.0 ), keys->fine, 0.1 );
}

/// Carries out what was pressed at the focus.
static void applyKeys(
    uiState* ui, const uiFrameInput* input, int index, const char* mark, const uiFocusKeys* keys )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    double value = uiShownParam( ui, input, index ), next = uiKeyedValue( ui, param, mark, value, keys );
    changeByUser( ui, input, index, value, keys->remove ? param->defaultValue : next );
    if ( keys->menu && showTakesPair( param ) ) { igOpenPopup_Str( "##pairs", 0 ); }
}

/// "μ, sliding friction coefficient, 0.2, slider"
static void sayRow( uiState* ui, const uiFrameInput* input, int index )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    if ( param->kind == ss_paramText )
    {
        uiFocusSay( ui, tr( "%s, %s, text" ), param->symbol, tr( param->label ) );
        return;
    }
    const char* value = uiFormatParam( param, uiShownParam( ui, input, index ) );
    uiFocusSay( ui, param->kind == ss_paramChoice ? tr( "%s, %s, %s, choice" ) : tr( "%s, %s, %s, slider" ),
        param->symbol, tr( param->label ), value );
}

static void keyHint( uiState* ui, const ssParam* param )
{
    if ( param->kind == ss_paramText )
    {
        uiFocusHint( ui, tr( "%s: Enter edits · ↑ ↓ other rows · Esc leaves" ), tr( param->label ) );
    }
    else if ( param->kind == ss_paramChoice )
    {
        uiFocusHint(
            ui, tr( "%s: ← → choose · Del: default · ↑ ↓ other rows · Esc leaves" ), tr( param->label ) );
    }
    else
    {
        uiFocusHint( ui,
            showTakesPair( param ) ? tr( "%s: ← → change · digits or Enter: type · Shift+Enter: pairs of "
                                         "surfaces · Del: default · "
                                         "Esc leaves" )
                                   : tr( "%s: ← → change · Shift: finer · digits or Enter: type · Del: "
                                         "default · ↑ ↓ other rows · "
                                         "Esc leaves" ),
            tr( param->label ) );
    }
}

uiParamColumns uiMeasureParamColumns( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    float em = igGetFontSize();
    ImVec2 available = uiSpace(), corner = uiCursor();
    uiParamColumns c = {
        .dot = roundf( 0.75f * em ), .symbol = 2.0f * em, .value = 3.5f * em, .left = corner.x
    };
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        const ssParam* param = scenario->model.params + i;
        c.symbol = fmaxf( c.symbol, uiTextSize( ui, ui_fontBody, tr( param->symbol ) ).x );
        if ( param->kind != ss_paramChoice && param->kind != ss_paramText )
        {
            const char* text = uiFormatParam( param, uiShownParam( ui, input, i ) );
            c.value = fmaxf( c.value, uiTextSize( ui, ui_fontBody, text ).x );
        }
    }
    // The width is rounded up, so that sliders keep their length while values change.
    c.value = ceilf( c.value / em ) * em;
    c.symbol = fminf( c.symbol, 0.34f * available.x );
    c.value = fminf( c.value, 0.45f * available.x );
    c.twin = uiTwinColumn( input );
    c.words = !ui->settings.instrument && !ui->presenting.on;
    if ( c.words )
    {
        // Only the letter and the value of a twin stand beside the slider.
        c.symbol = c.twin > 0.0f ? 1.15f * em : -0.5f * em;
        c.value = c.twin > 0.0f ? c.value : -0.5f * em;
    }
    c.slider = fmaxf( 2.5f * em, available.x - c.dot - c.symbol - c.value - c.twin - roundf( 1.0f * em ) );
    return c;
}

/// The range of the slider and the allowed values.
static void rangeLines( const ssParam* param )
{
    const char* range = uiFormatRange( param->min, param->max, param->unit );
    uiText( tr( "slider %s%s" ), range, param->logScale ? tr( ", logarithmic" ) : "" );
    const char *lo = uiFormatQuantity( param->allowedMin, param->unit ),
               *hi = uiFormatQuantity( param->allowedMax, param->unit );
    bool below = isfinite( param->allowedMin ), above = isfinite( param->allowedMax );
    const char *from = param->open & ss_openLow ? ">" : "≥", *to = param->open & ss_openHigh ? "<" : "≤";
    if ( below && above ) { uiText( tr( "allowed %s %s and %s %s" ), from, lo, to, hi ); }
    else if ( below || above ) { uiText( tr( "allowed %s %s" ), below ? from : to, below ? lo : hi ); }
    else { uiText( tr( "allowed: any number" ) ); }
}

static void tooltip( uiState* ui, const uiFrameInput* input, int index )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    // The tooltip stands beside the panel, so that it does not cover the next rows.
    ImVec2 corner, mouse;
    igGetWindowPos( &corner );
    igGetMousePos( &mouse );
    igSetNextWindowPos( uiVec2( corner.x + igGetWindowWidth() + roundf( 0.5f * igGetFontSize() ), mouse.y ),
        ImGuiCond_Always, uiVec2( 0.0f, 0.3f ) );
    igBeginTooltip();
    igPushTextWrapPos( 26.0f * igGetFontSize() );
    uiText( "%s  %s [%s]", tr( param->symbol ), tr( param->label ), param->unit[0] ? param->unit : "–" );
    if ( param->doc && param->doc[0] ) { uiText( "%s", tr( param->doc ) ); }
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    if ( param->kind != ss_paramChoice && param->kind != ss_paramText ) { rangeLines( param ); }
    if ( param->radius != NULL ) { uiText( tr( "Ctrl+click also accepts multiples of R: 0.3R" ) ); }
    if ( param->kind != ss_paramText )
    {
        uiText( tr( "default %s" ), uiFormatParam( param, param->defaultValue ) );
    }
    if ( showTakesPair( param ) )
    {
        uiText( "%s", tr( "Right-click, Shift+Enter: values of pairs of surfaces." ) );
    }
    uiSensitivityTooltip( ui, input, index );
    igText( tr( "key %s%s" ), param->key, param->live ? "" : tr( " · takes effect on reset" ) );
    igPopStyleColor( 1 );
    igPopTextWrapPos();
    igEndTooltip();
}

void uiSmallText( float x, ImU32 color, const char* text )
{
    ImVec2 at = uiCursor();
    igSetCursorScreenPos( uiVec2( x, at.y ) );
    uiWrappedColor( color, text );
}

static void typingRow( uiState* ui, const uiFrameInput* input, int index, const char* mark, float width )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const ssParam* param = scenario->model.params + index;
    uiTyped typed = uiTypingField( ui, width );
    uiMark( mark );
    uiHint( ui, tr( "Enter: set %s [%s] · Esc: cancel" ), tr( param->label ),
        param->unit[0] ? param->unit : "–" );
    if ( typed != ui_typedEnter ) { return; }
    double value = 0.0, before = uiShownParam( ui, input, index );
    ssResult result = ssParseParamIn( scenario->model.params, scenario->model.paramCount,
        input->snapshot->pending, index, ui->typing.text, &value );
    if ( result.code != ss_ok ) { uiWarn( ui, result.message ); }
    else { changeByUser( ui, input, index, before, value ); }
}

/// The values that the data allow, as a band behind the track, with a line at the fitted one.
static void drawInterval( uiState* ui, const ssParam* param, int index, float width )
{
    const uiMeasured* m = &ui->measured;
    if ( !m->bounded[index] ) { return; }
    ImVec2 at = uiCursor();
    ImDrawList* list = igGetWindowDrawList();
    float em = igGetFontSize(), radius = roundf( 0.38f * em ), height = igGetFrameHeight();
    float x0 = at.x + radius, wide = width - 2.0f * radius;
    double low = isnan( m->low[index] ) ? 0.0 : uiSliderRatio( param, m->low[index] ),
           high = isnan( m->high[index] ) ? 1.0 : uiSliderRatio( param, m->high[index] ),
           best = uiSliderRatio( param, m->best[index] );
    low = fmin( fmax( low, 0.0 ), 1.0 );
    high = fmin( fmax( high, 0.0 ), 1.0 );
    float left = x0 + (float)low * wide, right = x0 + (float)high * wide;
    float grow = fmaxf( 0.0f, 1.5f - 0.5f * ( right - left ) ); // a narrow one is seen, too
    uiFillRect( list, ( uiRect ){ left - grow, at.y + 0.2f * height, right + grow, at.y + 0.8f * height },
        uiFade( ui->theme.good, 0.35f ), 0.0f );
    if ( best >= 0.0 && best <= 1.0 )
    {
        float x = roundf( x0 + (float)best * wide );
        uiFillRect( list, ( uiRect ){ x, at.y + 0.12f * height, x + 1.0f, at.y + 0.88f * height },
            ui->theme.text, 0.0f );
    }
}

/// The height of the words above a slider.
static float wordLine( void ) { return roundf( 1.1f * igGetFontSize() ); }

/// Pairs of surfaces, on a right click on a coefficient of friction.
static void pairMenu( uiState* ui, const uiFrameInput* input, int index, const char* mark, bool hovered )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    if ( hovered && showTakesPair( param ) && igIsMouseClicked( ImGuiMouseButton_Right, false ) )
    {
        igOpenPopup_Str( "##pairs", 0 );
    }
    // Below the row, also without a mouse, and whole.
    ImVec2 at = uiCursor();
    float lowest = igGetIO()->DisplaySize.y - 22.0f * igGetFontSize();
    igSetNextWindowPos( uiVec2( at.x, fminf( at.y, lowest ) ), ImGuiCond_Always, uiVec2( 0.0f, 0.0f ) );
    if ( !igBeginPopup( "##pairs", 0 ) ) { return; }
    double before = uiShownParam( ui, input, index );
    const showPair* pair;
    for ( int i = 0; ( pair = showPairAt( i ) ) != NULL; ++i )
    {
        const char* range = uiFormatRange( pair->low, pair->high, "" );
        if ( igMenuItem_Bool( uiLabel( pair->name ), range, before == pair->value, true ) )
        {
            changeByUser( ui, input, index, before, pair->value );
        }
        uiMark( uiPrint( "%s.pair.%d", mark, i ) );
    }
    igPushTextWrapPos( 22.0f * igGetFontSize() );
    uiWrappedColor( ui->theme.dim, tr( show_pairNote ) );
    igPopTextWrapPos();
    if ( ui->closePopups ) { igCloseCurrentPopup(); }
    igEndPopup();
}

static void sliderRow(
    uiState* ui, const uiFrameInput* input, int index, const char* mark, const uiParamColumns* c )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    double value = uiShownParam( ui, input, index ), ratio = uiSliderRatio( param, value );
    drawInterval( ui, param, index, c->slider );
    uiDrawSensitivityBar( ui, input, index, c->slider );
    uiSliderEvents events =
        uiSlider( ui, mark, c->slider, &ratio, uiSliderRatio( param, param->defaultValue ), false );
    if ( events.pressed )
    {
        ui->params->dragParam = index;
        ui->params->dragStart = value;
        ui->params->suppressed = -1;
        if ( events.ctrlClicked )
        {
            uiBeginTypingNumber( ui, mark, value, "" );
            ui->params->suppressed = index;
        }
        else if ( events.doubleClicked )
        {
            uiChangeParam( ui, input, index, param->defaultValue );
            ui->params->suppressed = index; // the second press must not start a drag
        }
    }
    if ( events.changed && ui->params->suppressed != index )
    {
        double dragged = uiDraggedValue( param, ratio, c->slider );
        if ( dragged != value ) { uiChangeParam( ui, input, index, dragged ); }
    }
    if ( events.released && ui->params->dragParam == index )
    {
        uiRecordEdit(
            ui, index, ui->params->dragStart, uiShownParam( ui, input, index ), uiNewEditGroup( ui ) );
        ui->params->dragParam = ui->params->suppressed = -1;
    }
    if ( events.hovered || events.active )
    {
        uiHint( ui,
            showTakesPair( param )
                ? tr( "%s: drag · Alt+drag: fine · Ctrl+click: type · right-click: pairs of surfaces" )
                : tr( "%s: drag · Alt+drag: fine · Ctrl+click: type · double-click: default" ),
            tr( param->label ) );
    }
    pairMenu( ui, input, index, mark, events.hovered );
    if ( events.hovered && !events.active ) { tooltip( ui, input, index ); }
}

void uiEndCombo( const uiState* ui )
{
    if ( ui->closePopups ) { igCloseCurrentPopup(); }
    igEndCombo();
}

double uiChoiceEntries( const uiState* ui, const ssScenario* scenario, const double* values, int index,
    double value, const char* mark )
{
    const ssParam* param = scenario->model.params + index;
    double chosen = value;
    for ( int i = 0; i < ssParam_ChoiceCount( param ); ++i )
    {
        if ( ssScenario_CheckSolver( scenario, values, index, i ).code == ss_ok )
        {
            chosen = uiEntry( uiChoiceLabel( param, i ), (int)value == i ) ? (double)i : chosen;
            uiMark( uiPrint( "%s.%s", mark, ssParam_Choice( param, i ) ) );
        }
    }
    uiEndCombo( ui );
    return chosen;
}

static void choiceRow( uiState* ui, const uiFrameInput* input, int index, const char* mark, float width )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    double value = uiShownParam( ui, input, index );
    const char* text = uiFormatParam( param, value );
    igSetNextItemWidth( width );
    bool open = igBeginCombo( "##choice", text, 0 );
    uiMark( mark );
    if ( igIsItemHovered( 0 ) )
    {
        tooltip( ui, input, index );
        uiHint( ui, tr( "%s: click to choose" ), tr( param->label ) );
    }
    if ( !open ) { return; }
    changeByUser( ui, input, index, value,
        uiChoiceEntries( ui, input->snapshot->scenario, input->snapshot->pending, index, value, mark ) );
}

// The field shows what the next reset applies, or the text being typed. Enter posts it.
static void textRow(
    uiState* ui, const uiFrameInput* input, int index, const char* mark, float width, bool edit )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const ssParam* param = snapshot->scenario->model.params + index;
    int slot = ssTextSlot( snapshot->scenario->model.params, index );
    char shown[SS_TEXT_CAPACITY];
    bool editing = ui->params->textParam == index;
    snprintf( shown, sizeof( shown ), "%s", snapshot->pendingTexts[slot] );
    igSetNextItemWidth( width );
    if ( edit ) { igSetKeyboardFocusHere( 0 ); }
    bool entered = igInputText( "##text", editing ? ui->params->typedText : shown, SS_TEXT_CAPACITY,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll, NULL, NULL );
    uiMarkSaying( mark, shown );
    if ( igIsItemHovered( 0 ) )
    {
        tooltip( ui, input, index );
        uiHint( ui, tr( "%s: click to edit · Enter: apply · Esc: cancel" ), tr( param->label ) );
    }
    if ( igIsItemActivated() )
    {
        memcpy( ui->params->typedText, shown, sizeof( shown ) );
        ui->params->textParam = index;
    }
    if ( entered )
    {
        uiSendText( ui, input, index, snapshot->pendingTexts[slot], editing ? ui->params->typedText : shown );
    }
    ui->params->textParam = editing && ( entered || igIsItemDeactivated() ) ? -1 : ui->params->textParam;
}

/// Draws the symbol, and a dot in front of it if the value is not the default.
static void drawSymbol(
    uiState* ui, const uiFrameInput* input, int index, bool changed, ImVec2 row, const uiParamColumns* c )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    const uiTheme* theme = &ui->theme;
    ImDrawList* list = igGetWindowDrawList();
    float em = igGetFontSize(), height = igGetFrameHeight();
    ImVec2 end = uiVec2( row.x + c->dot + c->symbol, row.y + height );
    if ( changed )
    {
        ImDrawList_AddCircleFilled( list, uiVec2( c->left + 0.22f * em, row.y + 0.5f * height ),
            fmaxf( 2.0f, 0.17f * em ), theme->accent, 0 );
    }
    uiWatchText( ui, tr( param->symbol ), c->symbol + 1.0f );
    ImDrawList_PushClipRect( list, row, end, true );
    uiDrawText( ui, list, ui_fontBody, row.x + c->dot, row.y + 0.5f * ( height - em ),
        changed ? theme->text : uiMix( theme->dim, theme->text, 0.45f ), tr( param->symbol ) );
    ImDrawList_PopClipRect( list );
    if ( igIsMouseHoveringRect( row, end, true ) && igIsWindowHovered( 0 ) ) { tooltip( ui, input, index ); }
}

/// A name that says what is meant is not followed by a word that does the same.
bool uiIsWord( const char* symbol )
{
    int letters = 0;
    for ( ; *symbol != '\0' && letters < 3; ++symbol )
    {
        letters = isalpha( (unsigned char)*symbol ) ? letters + 1 : 0;
    }
    return letters == 3;
}

/// Draws the line above a slider of the stage, "friction μ", without the value at its right.
static void drawWords(
    uiState* ui, const uiFrameInput* input, int index, bool changed, ImVec2 row, const uiParamColumns* c )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    const showFront* front = showFindFront( &input->snapshot->show, param->key );
    const char* word = tr( front != NULL && front->word != NULL ? front->word : param->label );
    const char* symbol = uiIsWord( param->symbol ) ? "" : tr( param->symbol );
    ImDrawList* list = igGetWindowDrawList();
    float em = igGetFontSize(), x = row.x + c->dot;
    bool number = param->kind == ss_paramNumber || param->kind == ss_paramInteger;
    const char* value = number ? uiFormatParam( param, uiShownParam( ui, input, index ) ) : "";
    // With a twin the value stands beside the slider, and the words have the whole line.
    float line = c->slider + c->value + em,
          taken = c->twin > 0.0f ? 0.0f : uiTextSize( ui, ui_fontStrong, value ).x;
    float room = line - taken - uiTextSize( ui, ui_fontBody, symbol ).x - roundf( 0.8f * em );
    bool wide = uiTextSize( ui, ui_fontBody, word ).x > room; // the word says more than the symbol
    room += wide ? uiTextSize( ui, ui_fontBody, symbol ).x : 0.0f;
    symbol = wide ? "" : symbol;
    const char* text = uiElide( ui, ui_fontBody, word, room );
    if ( changed )
    {
        ImDrawList_AddCircleFilled( list, uiVec2( c->left + 0.22f * em, row.y + 0.5f * em ),
            fmaxf( 2.0f, 0.17f * em ), ui->theme.accent, 0 );
    }
    uiDrawText( ui, list, ui_fontBody, x, row.y, ui->theme.text, text );
    uiDrawText( ui, list, ui_fontBody, x + uiTextSize( ui, ui_fontBody, text ).x + 0.4f * em, row.y,
        ui->theme.dim, symbol );
    uiMarkText( uiPrint( "param.%s.words", param->key ), word );
    if ( igIsMouseHoveringRect( row, uiVec2( x + line, row.y + em ), true ) && igIsWindowHovered( 0 ) )
    {
        tooltip( ui, input, index );
    }
}

/// Draws the widget of a number or choice, and its value beside or above a slider.
static void valueWidget( uiState* ui, const uiFrameInput* input, int index, const char* mark, ImVec2 at,
    float width, const uiParamColumns* c )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    double shown = uiShownParam( ui, input, index );
    const char* text = uiFormatParam( param, shown );
    if ( param->kind == ss_paramChoice ) { choiceRow( ui, input, index, mark, width ); }
    else if ( uiIsTyping( ui, mark ) ) { typingRow( ui, input, index, mark, width ); }
    else
    {
        sliderRow( ui, input, index, mark, c );
        text = uiFormatParam( param, uiShownParam( ui, input, index ) );
        bool above = c->words && !( c->twin > 0.0f );
        uiDrawText( ui, igGetWindowDrawList(), above ? ui_fontStrong : ui_fontBody,
            at.x + width - uiTextSize( ui, above ? ui_fontStrong : ui_fontBody, text ).x,
            above ? at.y - wordLine() : at.y + 0.5f * ( igGetFrameHeight() - igGetFontSize() ),
            ui->theme.text, text );
    }
    uiMarkText( uiPrint( "%s.value", mark ), text );
    uiMarkText( mark, text );
    uiPublish( mark, shown );
}

/// The sentence that explains a value; "" where a row above says the same.
static const char* explanation( const sessionSnapshot* snapshot, int index )
{
    for ( int i = 0; i < index; ++i )
    {
        if ( !snapshot->unused[i] && strcmp( snapshot->explain[i], snapshot->explain[index] ) == 0 )
        {
            return "";
        }
    }
    return snapshot->explain[index];
}

static void drawNote( float x, ImU32 color, const char* mark, const char* text )
{
    uiSmallText( x, color, text );
    uiMarkSaying( mark, text );
}

/// The lines below a row: a change that waits for a reset or the next step, and what the value means.
static void drawNotes(
    uiState* ui, const uiFrameInput* input, int index, const char* mark, float x, const uiParamColumns* c )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const ssParam* param = snapshot->scenario->model.params + index;
    double current = snapshot->values[index], next = snapshot->pending[index];
    if ( next != current )
    {
        const char* before = uiFormatParam( param, current );
        drawNote( x, ui->theme.accent, uiPrint( "%s.pending", mark ),
            uiPrint( tr( "%s → %s on reset (R)" ), before, uiFormatParam( param, next ) ) );
    }
    else if ( snapshot->waits[index] )
    {
        drawNote( x, ui->theme.accent, uiPrint( "%s.waits", mark ), tr( "from the next step" ) );
    }
    const char* explain = explanation( snapshot, index );
    if ( explain[0] && !ui->lessonView.quiet && !c->words )
    {
        drawNote( x, ui->theme.dim, uiPrint( "%s.explain", mark ), explain );
    }
}

void uiDrawParamRow( uiState* ui, const uiFrameInput* input, int index, const uiParamColumns* c )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    float em = igGetFontSize();
    const char* mark = uiPrint( "param.%s", param->key );
    igPushID_Int( index );
    ImVec2 row = uiCursor();
    ( c->words ? drawWords : drawSymbol )(
        ui, input, index, uiShownParam( ui, input, index ) != param->defaultValue, row, c );
    float top = row.y;
    row.y += c->words ? wordLine() : 0.0f;

    ImVec2 at = uiVec2( row.x + c->dot + c->symbol + roundf( 0.5f * em ), row.y );
    float width = c->slider + roundf( 0.5f * em ) + c->value;
    bool number = param->kind == ss_paramNumber || param->kind == ss_paramInteger;
    uiFocusKeys keys = uiFocusStop( ui, mark, number );
    if ( keys.focused )
    {
        float pad = roundf( 0.25f * em );
        uiFocusRing( ui, ( uiRect ){ row.x - pad, top, at.x + width + pad, row.y + igGetFrameHeight() } );
        keyHint( ui, param );
        sayRow( ui, input, index );
    }
    igSetCursorScreenPos( at );
    if ( param->kind == ss_paramText ) { textRow( ui, input, index, mark, width, keys.enter ); }
    else
    {
        if ( keys.focused ) { applyKeys( ui, input, index, mark, &keys ); }
        valueWidget( ui, input, index, mark, at, width, c );
    }
    uiDrawTwinValue( ui, input, index, row, at.x + width, c );
    uiScrollTo( mark );
    if ( param->kind != ss_paramText ) { drawNotes( ui, input, index, mark, row.x + c->dot, c ); }
    if ( c->words ) { igDummy( uiVec2( 0.0f, roundf( 0.3f * em ) ) ); }
    igPopID();
}
