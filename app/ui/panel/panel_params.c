// SPDX-License-Identifier: MIT
#include "ui/panel/panel_params.h"

#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The left panel, made from the scenario's table alone: no row here knows which parameter it is.

// ---------------------------------------------------------------------------------------- values on a slider

// Decades, or a scale that is linear near zero and runs in decades beyond a thousandth of the range.
static double linearPart( const ssParam* param )
{
    return 1e-3 * fmax( fabs( param->min ), fabs( param->max ) );
}

static double ratioOf( const ssParam* param, double value )
{
    if ( !param->logScale )
    {
        return ( value - param->min ) / ( param->max - param->min );
    }
    if ( param->min > 0.0 )
    {
        return value > 0.0 ? log( value / param->min ) / log( param->max / param->min ) : -1.0;
    }
    double s = linearPart( param ), lo = asinh( param->min / s ), hi = asinh( param->max / s );
    return ( asinh( value / s ) - lo ) / ( hi - lo );
}

static double valueAt( const ssParam* param, double ratio )
{
    if ( !param->logScale )
    {
        return param->min + ratio * ( param->max - param->min );
    }
    if ( param->min > 0.0 )
    {
        return param->min * pow( param->max / param->min, ratio );
    }
    double s = linearPart( param ), lo = asinh( param->min / s ), hi = asinh( param->max / s );
    return s * sinh( lo + ratio * ( hi - lo ) );
}

// A position becomes a number a person would write: no finer than a pixel, with few digits, and exact in
// decimal.
static double draggedValue( const ssParam* param, double ratio, float pixels )
{
    if ( ratio <= 0.0 || ratio >= 1.0 )
    {
        return ratio <= 0.0 ? param->min : param->max;
    }
    double value = valueAt( param, ratio );
    if ( param->kind == ss_paramInteger )
    {
        return round( value );
    }
    double pixel = fabs( valueAt( param, fmin( 1.0, ratio + 1.0 / (double)fmaxf( pixels, 1.0f ) ) ) - value );
    double quantum = pow( 10.0, floor( log10( fmax( 2.0 * pixel, 1e-300 ) ) ) );
    if ( igGetIO()->KeyAlt )
    {
        quantum *= 0.1;
    }
    double rounded = round( value / quantum ) * quantum, exact;
    char text[48];
    snprintf( text, sizeof( text ), "%.12g", rounded );
    rounded = ssParseNumber( text, &exact ) ? exact : rounded;
    return fmin( fmax( rounded, param->min ), param->max );
}

static void formatValue( const ssParam* param, double value, char* text, size_t capacity )
{
    if ( param->kind == ss_paramChoice )
    {
        int index = (int)value;
        snprintf(
            text, capacity, "%s", index >= 0 && index < param->choiceCount ? param->choices[index] : "?" );
    }
    else
    {
        uiFormatQuantity( value, param->unit, text, capacity );
    }
}

// The one way by which this panel changes a parameter. Refusals are told, not swallowed.
static bool changeParam( uiState* ui, const uiFrameInput* input, int index, double value )
{
    ssResult result = ssCheckParam( input->snapshot->scenario->params + index, value );
    if ( result.code != ss_ok )
    {
        uiWarn( ui, result.message );
        return false;
    }
    uiPostParam( ui, input, index, value );
    return true;
}

// ------------------------------------------------------------------------------------------------------ rows

typedef struct columns
{
    float dot, symbol, slider, value; // widths [px]
    float left;                       // screen x of the row
} columns;

static columns measureColumns( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    float em = igGetFontSize();
    ImVec2 room, corner;
    igGetContentRegionAvail( &room );
    igGetCursorScreenPos( &corner );
    columns c = { .dot = roundf( 0.75f * em ), .symbol = 2.0f * em, .value = 3.5f * em, .left = corner.x };
    char text[96];
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        const ssParam* param = scenario->params + i;
        c.symbol = fmaxf( c.symbol, uiTextSize( ui, ui_fontBody, param->symbol ).x );
        if ( param->kind != ss_paramChoice && param->kind != ss_paramText )
        {
            formatValue( param, uiShownParam( ui, input, i ), text, sizeof( text ) );
            c.value = fmaxf( c.value, uiTextSize( ui, ui_fontBody, text ).x );
        }
    }
    // a step of the width, so that sliders keep their length while values run
    c.value = ceilf( c.value / em ) * em;
    c.symbol = fminf( c.symbol, 0.34f * room.x );
    c.value = fminf( c.value, 0.45f * room.x );
    c.slider = fmaxf( 2.5f * em, room.x - c.dot - c.symbol - c.value - roundf( 1.0f * em ) );
    return c;
}

static void tooltip( uiState* ui, const ssParam* param )
{
    char lo[48], hi[48];
    // beside the panel, so that it does not cover the next rows
    ImVec2 corner, mouse;
    igGetWindowPos( &corner );
    igGetMousePos( &mouse );
    igSetNextWindowPos( uiVec2( corner.x + igGetWindowWidth() + roundf( 0.5f * igGetFontSize() ), mouse.y ),
        ImGuiCond_Always, uiVec2( 0.0f, 0.3f ) );
    igBeginTooltip();
    igPushTextWrapPos( 26.0f * igGetFontSize() );
    igText( "%s  %s [%s]", param->symbol, param->label, param->unit[0] ? param->unit : "–" );
    if ( param->doc && param->doc[0] )
    {
        igTextUnformatted( param->doc, NULL );
    }
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    if ( param->kind != ss_paramChoice && param->kind != ss_paramText )
    {
        uiFormatNumber( param->min, lo, sizeof( lo ) );
        uiFormatQuantity( param->max, param->unit, hi, sizeof( hi ) );
        igText( "slider %s … %s%s", lo, hi, param->logScale ? ", in decades" : "" );
        uiFormatNumber( param->allowedMin, lo, sizeof( lo ) );
        uiFormatQuantity( param->allowedMax, param->unit, hi, sizeof( hi ) );
        bool below = isfinite( param->allowedMin ), above = isfinite( param->allowedMax );
        const char* from = param->open & ss_openLow ? ">" : "≥";
        const char* to = param->open & ss_openHigh ? "<" : "≤";
        if ( below && above )
        {
            igText( "allowed %s %s and %s %s", from, lo, to, hi );
        }
        else if ( below || above )
        {
            igText( "allowed %s %s", below ? from : to, below ? lo : hi );
        }
        else
        {
            igText( "allowed: any number" );
        }
    }
    if ( param->radius != NULL )
    {
        igText( "Ctrl+click also takes multiples of R: 0.3R" );
    }
    if ( param->kind != ss_paramText )
    {
        formatValue( param, param->defaultValue, lo, sizeof( lo ) );
        igText( "default %s", lo );
    }
    igText( "key %s%s", param->key, param->live ? "" : " · takes effect on reset" );
    igPopStyleColor( 1 );
    igPopTextWrapPos();
    igEndTooltip();
}

static void smallText( uiState* ui, float x, ImU32 color, const char* text )
{
    ImVec2 at;
    igGetCursorScreenPos( &at );
    igSetCursorScreenPos( uiVec2( x, at.y ) );
    igPushFont( ui->fonts[ui_fontSmall] );
    igPushStyleColor_U32( ImGuiCol_Text, color );
    uiWrappedText( text );
    igPopStyleColor( 1 );
    igPopFont();
}

static void beginTyping( uiState* ui, const ssParam* param, int index, double value )
{
    ssFormatParam( param, value, ui->params->typed, (int)sizeof( ui->params->typed ) );
    // 17 digits are for files; a person wants to see what they would have typed
    double back;
    char brief[64];
    snprintf( brief, sizeof( brief ), "%.12g", value );
    if ( ssParseNumber( brief, &back ) && fabs( back - value ) <= 1e-11 * fabs( value ) )
    {
        snprintf( ui->params->typed, sizeof( ui->params->typed ), "%s", brief );
    }
    ui->params->typedParam = index;
    ui->params->typedFocus = true;
}

static void typingRow( uiState* ui, const uiFrameInput* input, int index, const char* mark, float width )
{
    const ssParam* param = input->snapshot->scenario->params + index;
    igSetNextItemWidth( width );
    if ( ui->params->typedFocus )
    {
        igSetKeyboardFocusHere( 0 );
    }
    bool entered = igInputText( "##typed", ui->params->typed, sizeof( ui->params->typed ),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
            ImGuiInputTextFlags_CharsNoBlank,
        NULL, NULL );
    uiMark( mark );
    uiHint(
        ui, "Enter sets %s [%s], Esc leaves it as it was", param->label, param->unit[0] ? param->unit : "–" );
    bool escaped = igIsKeyPressed( igGetKeyIndex( ImGuiKey_Escape ), false );
    bool left = igIsItemDeactivated();
    if ( !ui->params->typedFocus && ( entered || left ) )
    {
        double value = 0.0, before = uiShownParam( ui, input, index );
        ssResult result =
            ssParseParamIn( input->snapshot->scenario->params, input->snapshot->scenario->paramCount,
                input->snapshot->pending, index, ui->params->typed, &value );
        if ( escaped && !entered )
        {
            ui->params->typedParam = -1;
        }
        else if ( result.code != ss_ok )
        {
            uiWarn( ui, result.message );
            ui->params->typedParam = -1;
        }
        else
        {
            if ( value != before && changeParam( ui, input, index, value ) )
            {
                uiRecordEdit( ui, index, before, value, uiNewEditGroup( ui ) );
            }
            ui->params->typedParam = -1;
        }
    }
    ui->params->typedFocus = false;
}

static void sliderRow( uiState* ui, const uiFrameInput* input, int index, const char* mark, const columns* c )
{
    const ssParam* param = input->snapshot->scenario->params + index;
    double value = uiShownParam( ui, input, index );
    double ratio = ratioOf( param, value );
    uiSliderEvents events =
        uiSlider( ui, mark, c->slider, &ratio, ratioOf( param, param->defaultValue ), false );
    if ( events.pressed )
    {
        ui->params->dragParam = index;
        ui->params->dragStart = value;
        ui->params->suppressed = -1;
        if ( events.ctrlClicked )
        {
            beginTyping( ui, param, index, value );
            ui->params->suppressed = index;
        }
        else if ( events.doubleClicked )
        {
            changeParam( ui, input, index, param->defaultValue );
            ui->params->suppressed = index; // until the button is up: the second press must not drag
        }
    }
    if ( events.changed && ui->params->suppressed != index )
    {
        double dragged = draggedValue( param, ratio, c->slider );
        if ( dragged != value )
        {
            changeParam( ui, input, index, dragged );
        }
    }
    if ( events.released && ui->params->dragParam == index )
    {
        uiRecordEdit(
            ui, index, ui->params->dragStart, uiShownParam( ui, input, index ), uiNewEditGroup( ui ) );
        ui->params->dragParam = ui->params->suppressed = -1;
    }
    if ( events.hovered || events.active )
    {
        uiHint(
            ui, "%s: drag · Ctrl+click types a number · double-click: default · Alt: fine", param->label );
    }
    if ( events.hovered && !events.active )
    {
        tooltip( ui, param );
    }
}

static void endCombo( const uiState* ui )
{
    if ( ui->closePopups )
    {
        igCloseCurrentPopup();
    }
    igEndCombo();
}

static void choiceRow( uiState* ui, const uiFrameInput* input, int index, const char* mark, float width )
{
    const ssParam* param = input->snapshot->scenario->params + index;
    double value = uiShownParam( ui, input, index );
    char text[96], name[192];
    formatValue( param, value, text, sizeof( text ) );
    igSetNextItemWidth( width );
    bool open = igBeginCombo( "##choice", text, 0 );
    uiMark( mark );
    if ( igIsItemHovered( 0 ) )
    {
        tooltip( ui, param );
        uiHint( ui, "%s: click to choose", param->label );
    }
    if ( !open )
    {
        return;
    }
    for ( int i = 0; i < param->choiceCount; ++i )
    {
        if ( igSelectable_Bool( param->choices[i], (int)value == i, 0, uiVec2( 0.0f, 0.0f ) ) &&
            (int)value != i && changeParam( ui, input, index, (double)i ) )
        {
            uiRecordEdit( ui, index, value, (double)i, uiNewEditGroup( ui ) );
        }
        snprintf( name, sizeof( name ), "%s.%s", mark, param->choices[i] );
        uiMark( name );
    }
    endCombo( ui );
}

// The field shows what holds from the next reset on; while it is being edited, what was typed. Enter posts it.
static void textRow( uiState* ui, const uiFrameInput* input, int index, const char* mark, float width )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const ssParam* param = snapshot->scenario->params + index;
    int slot = ssTextSlot( snapshot->scenario->params, index );
    char shown[SS_TEXT_CAPACITY];
    bool editing = ui->params->textParam == index;
    snprintf( shown, sizeof( shown ), "%s", snapshot->pendingTexts[slot] );
    igSetNextItemWidth( width );
    bool entered = igInputText( "##text", editing ? ui->params->typedText : shown, SS_TEXT_CAPACITY,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll, NULL, NULL );
    uiMark( mark );
    uiMarkText( mark, shown );
    if ( igIsItemHovered( 0 ) )
    {
        tooltip( ui, param );
        uiHint( ui, "%s: click to edit, Enter sets it, Esc leaves it as it was", param->label );
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
    if ( editing && ( entered || igIsItemDeactivated() ) )
    {
        ui->params->textParam = -1;
    }
}

static void paramRow( uiState* ui, const uiFrameInput* input, int index, const columns* c )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const ssParam* param = snapshot->scenario->params + index;
    const uiTheme* theme = &ui->theme;
    ImDrawList* list = igGetWindowDrawList();
    float em = igGetFontSize();
    char mark[96], name[112], text[96];
    snprintf( mark, sizeof( mark ), "param.%s", param->key );
    igPushID_Int( index );

    ImVec2 row;
    igGetCursorScreenPos( &row );
    float height = igGetFrameHeight(), textY = row.y + 0.5f * ( height - em );
    double shown = uiShownParam( ui, input, index );
    bool changed = shown != param->defaultValue;
    if ( changed )
    {
        ImDrawList_AddCircleFilled( list, uiVec2( c->left + 0.22f * em, row.y + 0.5f * height ),
            fmaxf( 2.0f, 0.17f * em ), theme->accent, 0 );
    }
    ImDrawList_PushClipRect( list, row, uiVec2( row.x + c->dot + c->symbol, row.y + height ), true );
    uiDrawText( ui, list, ui_fontBody, row.x + c->dot, textY,
        changed ? theme->text : uiMix( theme->dim, theme->text, 0.45f ), param->symbol );
    ImDrawList_PopClipRect( list );
    if ( igIsMouseHoveringRect( row, uiVec2( row.x + c->dot + c->symbol, row.y + height ), true ) &&
        igIsWindowHovered( 0 ) )
    {
        tooltip( ui, param );
    }

    float widgetX = row.x + c->dot + c->symbol + roundf( 0.5f * em );
    igSetCursorScreenPos( uiVec2( widgetX, row.y ) );
    float rowWidth = c->slider + roundf( 0.5f * em ) + c->value;
    formatValue( param, shown, text, sizeof( text ) );
    if ( param->kind == ss_paramText )
    {
        textRow( ui, input, index, mark, rowWidth );
        if ( uiTakeReveal( mark ) )
        {
            igSetScrollHereY( 0.5f );
        }
        igPopID();
        return;
    }
    if ( param->kind == ss_paramChoice )
    {
        choiceRow( ui, input, index, mark, rowWidth );
    }
    else if ( ui->params->typedParam == index )
    {
        typingRow( ui, input, index, mark, rowWidth );
    }
    else
    {
        sliderRow( ui, input, index, mark, c );
        formatValue( param, uiShownParam( ui, input, index ), text, sizeof( text ) );
        float width = uiTextSize( ui, ui_fontBody, text ).x;
        uiDrawText( ui, list, ui_fontBody, widgetX + rowWidth - width, textY, theme->text, text );
    }
    if ( uiTakeReveal( mark ) )
    {
        igSetScrollHereY( 0.5f );
    }
    snprintf( name, sizeof( name ), "%s.value", mark );
    uiMarkText( name, text );
    uiMarkText( mark, text );
    uiPublish( mark, shown );

    float noteX = row.x + c->dot;
    double force = snapshot->values[index], next = snapshot->pending[index];
    if ( next != force )
    {
        char old[48], fresh[48], note[160];
        formatValue( param, force, old, sizeof( old ) );
        formatValue( param, next, fresh, sizeof( fresh ) );
        snprintf( note, sizeof( note ), "%s → %s applies on reset (R)", old, fresh );
        smallText( ui, noteX, theme->accent, note );
        snprintf( name, sizeof( name ), "%s.pending", mark );
        uiMark( name );
        uiMarkText( name, note );
    }
    const char* explain = snapshot->explain[index];
    if ( explain[0] )
    {
        smallText( ui, noteX, theme->dim, explain );
        snprintf( name, sizeof( name ), "%s.explain", mark );
        uiMark( name );
        uiMarkText( name, explain );
    }
    igPopID();
}

// -------------------------------------------------------------------------------------- scenario and presets

static void scenarioHead( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* current = input->snapshot->scenario;
    char mark[96];
    igPushFont( ui->fonts[ui_fontTitle] );
    igPushStyleVar_Vec2(
        ImGuiStyleVar_FramePadding, uiVec2( roundf( 0.3f * ui->em ), roundf( 0.12f * ui->em ) ) );
    igPushStyleColor_U32( ImGuiCol_FrameBg, 0 );
    igPushStyleColor_U32( ImGuiCol_Button, 0 );
    igSetNextItemWidth( -1.0f );
    bool open = igBeginCombo( "##scenario", current->title, ImGuiComboFlags_HeightLarge );
    igPopStyleColor( 2 );
    igPopStyleVar( 1 );
    if ( !open )
    {
        igPopFont(); // an open list is a window: a font goes back in the one it was taken in
    }
    uiMark( "scenario" );
    uiMarkText( "scenario", current->title );
    if ( igIsItemHovered( 0 ) && !open )
    {
        igBeginTooltip();
        igPushTextWrapPos( 28.0f * igGetFontSize() );
        igTextUnformatted( current->summary, NULL );
        igPopTextWrapPos();
        igEndTooltip();
        uiHint( ui, "click to choose a scenario · Ctrl+O finds one by name" );
    }
    if ( open )
    {
        igPushFont( ui->fonts[ui_fontBody] );
        for ( int i = 0; i < ssScenarioCount(); ++i )
        {
            const ssScenario* scenario = ssGetScenario( i );
            if ( igSelectable_Bool( scenario->title, scenario == current, 0, uiVec2( 0.0f, 0.0f ) ) &&
                scenario != current )
            {
                ui->requests.load = scenario;
            }
            snprintf( mark, sizeof( mark ), "scenario.%s", scenario->id );
            uiMark( mark );
        }
        igPopFont();
        endCombo( ui );
        igPopFont();
    }
    ImVec2 at;
    igGetCursorScreenPos( &at );
    smallText( ui, at.x + roundf( 0.3f * ui->em ), ui->theme.dim, current->source );
}

// Do the shown values equal the defaults with this preset on top? preset NULL: the bare defaults.
static bool matchesPreset( const uiState* ui, const uiFrameInput* input, const ssPreset* preset )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const ssScenario* scenario = snapshot->scenario;
    if ( preset &&
        ( ( preset->h > 0.0 && preset->h != snapshot->h ) ||
            ( preset->until > 0.0 && preset->until != snapshot->until ) ) )
    {
        return false;
    }
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        double wanted = scenario->params[i].defaultValue;
        for ( int j = 0; preset && j < preset->valueCount; ++j )
        {
            wanted = strcmp( preset->values[j].key, scenario->params[i].key ) == 0 ? preset->values[j].value
                                                                                   : wanted;
        }
        if ( wanted != uiShownParam( ui, input, i ) )
        {
            return false;
        }
    }
    return true;
}

static void allToDefault( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int group = uiNewEditGroup( ui );
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        double before = uiShownParam( ui, input, i ), after = scenario->params[i].defaultValue;
        if ( before != after && changeParam( ui, input, i, after ) )
        {
            uiRecordEdit( ui, i, before, after, group );
        }
    }
}

void uiChoosePreset( uiState* ui, const uiFrameInput* input, int preset )
{
    sessionCommand command = { .kind = session_commandPreset, .param = preset };
    sessionDriver_Post( input->driver, &command );
    memset( ui->posted.params, 0, sizeof( ui->posted.params ) );
    uiForgetEdits( ui );
}

static void presetCombo( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const char* shown = matchesPreset( ui, input, NULL ) ? "defaults" : "own values";
    char mark[96], label[192];
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        if ( matchesPreset( ui, input, scenario->presets + i ) )
        {
            shown = scenario->presets[i].label;
            break;
        }
    }
    igSetNextItemWidth( -1.0f );
    bool open = igBeginCombo( "##preset", shown, ImGuiComboFlags_HeightLarge );
    uiMark( "preset" );
    uiMarkText( "preset", shown );
    if ( igIsItemHovered( 0 ) && !open )
    {
        igSetTooltip( "%s\npresets: parameter values of the papers' figures", shown );
    }
    if ( !open )
    {
        return;
    }
    if ( igSelectable_Bool( "defaults", false, 0, uiVec2( 0.0f, 0.0f ) ) )
    {
        allToDefault( ui, input );
    }
    uiMark( "preset.defaults" );
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        snprintf( label, sizeof( label ), "%s##%s", scenario->presets[i].label, scenario->presets[i].name );
        if ( igSelectable_Bool( label, shown == scenario->presets[i].label, 0, uiVec2( 0.0f, 0.0f ) ) )
        {
            uiChoosePreset( ui, input, i );
        }
        snprintf( mark, sizeof( mark ), "preset.%s", scenario->presets[i].name );
        uiMark( mark );
    }
    endCombo( ui );
}

static void groupHeading( uiState* ui, const char* group )
{
    float em = igGetFontSize();
    igDummy( uiVec2( 0.0f, roundf( 0.15f * em ) ) );
    ImVec2 at, room;
    igGetCursorScreenPos( &at );
    igGetContentRegionAvail( &room );
    ImVec2 size = uiTextSize( ui, ui_fontSmall, group );
    ImDrawList* list = igGetWindowDrawList();
    uiDrawText( ui, list, ui_fontSmall, at.x, at.y, ui->theme.dim, group );
    float y = roundf( at.y + 0.55f * size.y );
    ImDrawList_AddRectFilled( list, uiVec2( at.x + size.x + 0.6f * em, y ), uiVec2( at.x + room.x, y + 1.0f ),
        ui->theme.line, 0.0f, 0 );
    igDummy( uiVec2( room.x, size.y ) );
}

void uiDrawParams( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    float em = igGetFontSize();
    scenarioHead( ui, input );
    presetCombo( ui, input );
    columns c = measureColumns( ui, input );
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( roundf( 0.5f * em ), roundf( 0.12f * em ) ) );
    // rows come in the table's order; a group is shown where its first row stands. What the present choices do not read
    // is not shown.
    const bool* unused = input->snapshot->unused;
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        const char* group = scenario->params[i].group;
        bool first = !unused[i];
        for ( int j = 0; j < i; ++j )
        {
            first = first && ( unused[j] || strcmp( scenario->params[j].group, group ) != 0 );
        }
        if ( !first )
        {
            continue;
        }
        groupHeading( ui, group );
        for ( int j = i; j < scenario->paramCount; ++j )
        {
            if ( !unused[j] && strcmp( scenario->params[j].group, group ) == 0 )
            {
                paramRow( ui, input, j, &c );
            }
        }
    }
    igPopStyleVar( 1 );
}
