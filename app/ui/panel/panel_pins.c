// SPDX-License-Identifier: MIT
#include "ui/panel/panel_pins.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"

#include <stdio.h>
#include <string.h>

// Draws the table of pins and their measures.

void uiRenamePin( uiState* ui, const uiPin* pin )
{
    uiPinsPanel* panel = ui->pins;
    panel->shown = true;
    panel->renamed = pin->place + 1;
    panel->entered = false;
    snprintf( panel->text, sizeof( panel->text ), "%s", pin->view->name );
}

void uiHidePin( const uiFrameInput* input, const uiPin* pin, bool hidden )
{
    sessionDriver_Post( input->driver,
        &( sessionCommand ){ .kind = session_commandHidePin, .param = pin->place, .count = hidden ? 1 : 0 } );
}

/// Sends the name. One that says what differs anyway is none.
static void sendName( uiState* ui, const uiFrameInput* input, const uiPin* pin )
{
    sessionCommand command = { .kind = session_commandNamePin, .param = pin->place };
    bool same = !pin->view->named && strcmp( ui->pins->text, pin->view->name ) == 0;
    snprintf( command.text, sizeof( command.text ), "%s", same ? "" : ui->pins->text );
    sessionDriver_Post( input->driver, &command );
}

static void nameField( uiState* ui, const uiFrameInput* input, const uiPin* pin, float width )
{
    uiPinsPanel* panel = ui->pins;
    if ( !panel->entered ) { igSetKeyboardFocusHere( 0 ); }
    igSetNextItemWidth( width );
    bool done = igInputText( "##name", panel->text, sizeof( panel->text ),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll, NULL, NULL );
    uiMark( "pins.name" );
    uiHint( ui, "%s", tr( "Enter: call it so; empty: by what differs · Esc: cancel" ) );
    if ( done ) { sendName( ui, input, pin ); }
    bool left = panel->entered && !igIsItemActive();
    panel->entered = panel->entered || igIsItemActive();
    panel->renamed = done || left || ui->closePopups ? 0 : panel->renamed;
}

/// The head of a column: the pin's sample and, if it fits, its name; a double-click edits it.
static void drawName( uiState* ui, const uiFrameInput* input, const uiPin* pin )
{
    float em = igGetFontSize(), sample = roundf( 1.2f * em ), gap = roundf( 0.3f * em );
    ImVec2 room = uiSpace();
    if ( ui->pins->renamed == pin->place + 1 )
    {
        nameField( ui, input, pin, room.x );
        return;
    }
    ImVec2 at = uiCursor();
    uiAreaButton( "##text", uiVec2( room.x, em ) );
    const char* mark = uiPrint( "pin.%d", pin->place );
    uiMarkSaying( mark, pin->view->name );
    const char* shown = uiElide( ui, ui_fontSmall, pin->view->name, room.x - sample - gap );
    ImU32 ink = pin->view->hidden ? uiFade( ui->theme.dim, 0.7f ) : ui->theme.text;
    uiPin faded = *pin;
    faded.color = pin->view->hidden ? uiFade( pin->color, 0.35f ) : pin->color;
    uiDrawPinSample( ui, igGetWindowDrawList(), &faded, at.x, roundf( at.y + 0.5f * em ), sample );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontSmall, at.x + sample + gap, at.y, ink, shown );
    if ( igIsItemHovered( 0 ) )
    {
        uiHint( ui, "%s", tr( "double-click: rename" ) );
        if ( shown != pin->view->name || pin->view->message[0] != '\0' )
        {
            uiTooltip( "%s%s%s", pin->view->name, pin->view->message[0] ? "\n" : "", pin->view->message );
        }
        if ( igIsMouseDoubleClicked( ImGuiMouseButton_Left ) ) { uiRenamePin( ui, pin ); }
    }
}

typedef enum pinIcon
{
    iconEye,
    iconShut,
    iconSwap,
    iconName,
    iconRemove
} pinIcon;

static void drawIcon( ImDrawList* list, pinIcon icon, float x, float y, float r, ImU32 ink )
{
    float thick = fmaxf( 1.2f, 0.16f * r );
    switch ( icon )
    {
        case iconEye:
        case iconShut:
            ImDrawList_PathArcTo( list, uiVec2( x, y + 0.75f * r ), 1.25f * r, -2.45f, -0.7f, 12 );
            ImDrawList_PathStroke( list, ink, 0, thick );
            if ( icon == iconEye )
            {
                ImDrawList_PathArcTo( list, uiVec2( x, y - 0.75f * r ), 1.25f * r, 0.7f, 2.45f, 12 );
                ImDrawList_PathStroke( list, ink, 0, thick );
                ImDrawList_AddCircleFilled( list, uiVec2( x, y ), 0.34f * r, ink, 0 );
            }
            break;
        case iconSwap:
            for ( int side = -1; side <= 1; side += 2 )
            {
                float s = (float)side, dy = 0.4f * r * s, tip = x + s * 0.95f * r;
                uiDrawLine( list, x - s * 0.95f * r, y + dy, tip, y + dy, ink, thick );
                uiDrawLine( list, tip - s * 0.45f * r, y + dy - 0.4f * r, tip, y + dy, ink, thick );
                uiDrawLine( list, tip - s * 0.45f * r, y + dy + 0.4f * r, tip, y + dy, ink, thick );
            }
            break;
        case iconName:
            uiDrawLine( list, x - 0.6f * r, y + 0.6f * r, x + 0.6f * r, y - 0.6f * r, ink, 2.2f * thick );
            uiDrawLine( list, x - 0.95f * r, y + 0.95f * r, x - 0.5f * r, y + 0.5f * r, ink, thick );
            break;
        case iconRemove:
            uiDrawLine( list, x - 0.6f * r, y - 0.6f * r, x + 0.6f * r, y + 0.6f * r, ink, thick );
            uiDrawLine( list, x + 0.6f * r, y - 0.6f * r, x - 0.6f * r, y + 0.6f * r, ink, thick );
            break;
    }
}

static bool iconButton( uiState* ui, const char* mark, pinIcon icon, const char* help )
{
    float size = roundf( 1.35f * igGetFontSize() );
    ImVec2 at = uiCursor();
    bool pressed = uiAreaButton( mark, uiVec2( size, size ) );
    uiMark( mark );
    bool hovered = igIsItemHovered( 0 );
    ImDrawList* list = igGetWindowDrawList();
    if ( hovered )
    {
        ImDrawList_AddRectFilled(
            list, at, uiVec2( at.x + size, at.y + size ), ui->theme.raised, 0.2f * size, 0 );
        uiTooltip( "%s", help );
    }
    drawIcon( list, icon, roundf( at.x + 0.5f * size ), roundf( at.y + 0.5f * size ), roundf( 0.3f * size ),
        hovered ? ui->theme.accent : ui->theme.dim );
    return pressed;
}

static bool textButton( uiState* ui, const char* mark, const char* text, const char* help )
{
    ImVec2 at = uiCursor(), size = uiTextSize( ui, ui_fontSmall, text );
    bool pressed = uiAreaButton( mark, uiVec2( size.x, roundf( 1.35f * igGetFontSize() ) ) );
    uiMark( mark );
    bool hovered = igIsItemHovered( 0 );
    if ( hovered ) { uiTooltip( "%s", help ); }
    uiDrawText( ui, igGetWindowDrawList(), ui_fontSmall, at.x, roundf( at.y + 0.175f * igGetFontSize() ),
        hovered ? ui->theme.accent : ui->theme.dim, text );
    return pressed;
}

static void drawButtons( uiState* ui, const uiFrameInput* input, const uiPin* pin )
{
    bool hidden = pin->view->hidden;
    if ( iconButton( ui, uiPrint( "pin.%d.hide", pin->place ), hidden ? iconShut : iconEye,
             hidden ? tr( "show its curves and its ghost" ) : tr( "hide its curves and its ghost" ) ) )
    {
        uiHidePin( input, pin, !hidden );
    }
    igSameLine( 0.0f, 0.0f );
    if ( iconButton( ui, uiPrint( "pin.%d.swap", pin->place ), iconSwap,
             tr( "back to these values: this run and the present one change places (undo: Ctrl+Z)" ) ) )
    {
        uiSwapPin( ui, input, pin->place );
    }
    igSameLine( 0.0f, 0.0f );
    if ( iconButton( ui, uiPrint( "pin.%d.rename", pin->place ), iconName, tr( "rename" ) ) )
    {
        uiRenamePin( ui, pin );
    }
    igSameLine( 0.0f, 0.0f );
    if ( iconButton( ui, uiPrint( "pin.%d.remove", pin->place ), iconRemove, tr( "remove (undo: Ctrl+Z)" ) ) )
    {
        uiUnpin( ui, input, pin->place );
    }
}

/// Writes a text at the right end of the cell.
static void cellText( uiState* ui, const char* text, ImU32 ink )
{
    ImVec2 room = uiSpace(), at = uiCursor();
    float width = uiTextSize( ui, ui_fontSmall, text ).x;
    igSetCursorScreenPos( uiVec2( at.x + fmaxf( 0.0f, room.x - width ), at.y ) );
    uiColoredText( ink, text );
}

static void cellNumber( uiState* ui, double value )
{
    const char* text = isfinite( value ) ? uiFormatNumber( value ) : "–";
    cellText( ui, text, ui->theme.text );
}

/// `named`: it stands below the value, and says what it is.
static void cellDifference( uiState* ui, double value, double present, bool named )
{
    bool known = isfinite( value ) && isfinite( present );
    const char* difference = uiFormatDifference( value, present, "" );
    cellText( ui, known ? uiPrint( named ? "Δ %s" : "%s", difference ) : "–", ui->theme.dim );
}

static void publishMeasure( const sessionSnapshot* s, int measure, const uiPin* pins, int count )
{
    const char* key = s->scenario->model.measures[measure].name;
    uiPublish( uiPrint( "pins.%s", key ), s->measures[measure] );
    for ( int k = 0; k < count; ++k )
    {
        uiPublish( uiPrint( "pins.%s.pin%d", key, pins[k].place ), pins[k].view->measures[measure] );
        const char* name = uiPrint( "pins.%s.pin%d.difference", key, pins[k].place );
        uiPublish( name, s->measures[measure] - pins[k].view->measures[measure] );
    }
}

static void measureRow(
    uiState* ui, const sessionSnapshot* s, int measure, const uiPin* pins, int count, bool folded )
{
    const ssMeasure* row = s->scenario->model.measures + measure;
    igTableNextRow( 0, 0.0f );
    igTableNextColumn();
    uiText( "%s", row->name );
    uiItemTooltip( "%s", tr( row->doc ) );
    if ( row->unit[0] != '\0' )
    {
        igSameLine( 0.0f, 0.35f * igGetFontSize() );
        uiDimText( "[%s]", row->unit );
    }
    igTableNextColumn();
    cellNumber( ui, s->measures[measure] );
    for ( int k = 0; k < count; ++k )
    {
        igTableNextColumn();
        cellNumber( ui, pins[k].view->measures[measure] );
        if ( !folded ) { igTableNextColumn(); }
        cellDifference( ui, pins[k].view->measures[measure], s->measures[measure], folded );
    }
}

/// What no run has yet needs no row.
static bool isKnown( const sessionSnapshot* s, int measure, const uiPin* pins, int count )
{
    bool known = isfinite( s->measures[measure] );
    for ( int k = 0; k < count; ++k ) { known = known || isfinite( pins[k].view->measures[measure] ); }
    return known;
}

static void setUpColumns( int count, float number, float column, bool folded )
{
    igTableSetupScrollFreeze( 0, 2 );
    igTableSetupColumn( "##measure", 0, 0.0f, 0 );
    igTableSetupColumn( "##now", ImGuiTableColumnFlags_WidthFixed, number, 0 );
    for ( int k = 0; k < count; ++k )
    {
        igTableSetupColumn( "##pin", ImGuiTableColumnFlags_WidthFixed, column, 0 );
        if ( !folded ) { igTableSetupColumn( "##difference", ImGuiTableColumnFlags_WidthFixed, number, 0 ); }
    }
}

/// How the table is laid out.
typedef struct TableShape
{
    bool folded; // differences stand below the values, where the table would be wider than the scene
    bool whole;  // with the measures; otherwise only what can be done with the pins
    float number, column,
        height; // width of a number and of a pin, which has buttons and a name; height of all of it
    int rows[SESSION_MAX_MEASURES], rowCount;
} TableShape;

static TableShape shapeTable(
    uiState* ui, const sessionSnapshot* s, const uiPin* pins, int count, uiRect view )
{
    TableShape t = { .number = uiTextSize( ui, ui_fontSmall, "-0.000e-00" ).x };
    float em = igGetFontSize(), cell = em + 2.0f * igGetStyle()->CellPadding.y,
          pad = 2.0f * igGetStyle()->CellPadding.x;
    for ( int i = 0; i < s->scenario->model.measureCount && i < SESSION_MAX_MEASURES; ++i )
    {
        publishMeasure( s, i, pins, count );
        t.rows[t.rowCount] = i;
        t.rowCount += isKnown( s, i, pins, count ) ? 1 : 0;
    }
    t.column = fmaxf( t.number, 6.2f * em );
    float narrow = 9.0f * em + t.number + pad + (float)count * ( t.column + pad ),
          wide = narrow + (float)count * ( t.number + pad ), named = t.column;
    for ( int k = 0; k < count; ++k )
    {
        float name = uiTextSize( ui, ui_fontSmall, pins[k].view->name ).x + 1.7f * em;
        named = fmaxf( named, fminf( name, 12.0f * em ) );
    }
    // As far as there is room, names are not cut.
    t.folded = wide > 0.75f * uiWidth( view );
    float spare = 0.9f * uiWidth( view ) - ( t.folded ? narrow : wide );
    t.column = fminf( named, t.column + fmaxf( 0.0f, floorf( spare / fmaxf( 1.0f, (float)count ) ) ) );
    float lines = t.folded ? 2.0f + igGetStyle()->ItemSpacing.y / cell : 1.0f;
    t.height = ( lines * (float)t.rowCount + 2.4f ) * cell + 2.0f;
    bool small = ( t.folded ? narrow : wide ) * t.height < 0.22f * uiWidth( view ) * uiHeight( view );
    t.whole = ui->pins->measures == ui_measuresAuto ? small : ui->pins->measures == ui_measuresShown;
    return t;
}

/// Two rows: the names, and below each what can be done with the pin.
static void drawHead(
    uiState* ui, const uiFrameInput* input, const uiPin* pins, int count, const TableShape* t )
{
    igTableNextRow( 0, 0.0f );
    igTableNextColumn();
    uiText( "%s", tr( "Pins" ) );
    igTableNextColumn();
    uiDimText( "%s", t->whole ? tr( "now" ) : "" );
    for ( int k = 0; k < count; ++k )
    {
        igTableNextColumn();
        igPushID_Int( pins[k].place );
        drawName( ui, input, pins + k );
        igPopID();
        if ( !t->folded )
        {
            igTableNextColumn();
            uiDimText( "%s", t->whole ? tr( "now − pin" ) : "" );
        }
    }
    igTableNextRow( 0, 0.0f );
    igTableNextColumn();
    if ( textButton( ui, "pins.close", tr( "close" ), tr( "closes this panel; the pins stay" ) ) )
    {
        ui->pins->shown = ui->pins->asked = false;
    }
    igSameLine( 0.0f, 0.7f * igGetFontSize() );
    if ( textButton( ui, "pins.remove", tr( "remove all" ), tr( "removes all pins (undo: Ctrl+Z)" ) ) )
    {
        uiUnpinAll( ui, input );
    }
    igTableNextColumn();
    if ( t->rowCount > 0 &&
        textButton( ui, "pins.more", t->whole ? tr( "fewer" ) : tr( "measures" ),
            t->whole ? tr( "hides the measures" ) : tr( "shows every measure of the runs" ) ) )
    {
        ui->pins->measures = t->whole ? ui_measuresHidden : ui_measuresShown;
    }
    for ( int k = 0; k < count; ++k )
    {
        igTableNextColumn();
        drawButtons( ui, input, pins + k );
        if ( !t->folded ) { igTableNextColumn(); }
    }
}

/// Every measure of the present run, and of each pin with the difference.
static void drawTable( uiState* ui, const uiFrameInput* input, const uiPin* pins, int count, uiRect view )
{
    TableShape t = shapeTable( ui, input->snapshot, pins, count, view );
    bool scrolls = t.whole && t.height > 0.8f * uiHeight( view );
    int columns = 2 + ( t.folded ? 1 : 2 ) * count;
    ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ( scrolls ? ImGuiTableFlags_ScrollY : 0 );
    if ( igBeginTable(
             "##pins", columns, flags, uiVec2( 0.0f, scrolls ? 0.8f * uiHeight( view ) : 0.0f ), 0.0f ) )
    {
        setUpColumns( count, t.number, t.column, t.folded );
        drawHead( ui, input, pins, count, &t );
        for ( int i = 0; i < t.rowCount && t.whole; ++i )
        {
            measureRow( ui, input->snapshot, t.rows[i], pins, count, t.folded );
        }
        igEndTable();
    }
    uiPublish( "pins.measures", t.whole ? 1.0 : 0.0 );
}

static bool tooManyBodies( const uiPin* pins, int count )
{
    bool any = false;
    for ( int i = 0; i < count; ++i )
    {
        const gfxDrawList* list = &pins[i].view->draw;
        any = any || list->sphereCount + list->solidCount > gfx_maxGhostBodies;
    }
    return any;
}

static void drawContent( uiState* ui, const uiFrameInput* input, uiRect view, const uiPin* pins, int count )
{
    if ( count == 0 )
    {
        igPushTextWrapPos( 22.0f * igGetFontSize() );
        uiDimText( "%s",
            tr( "A pin keeps the run so far: its curves and its ghost stay while you change parameters. "
                "Press K." ) );
        igPopTextWrapPos();
        return;
    }
    drawTable( ui, input, pins, count, view );
    if ( tooManyBodies( pins, count ) )
    {
        uiDimText( tr( "Ghosts of more than %d bodies are not drawn." ), gfx_maxGhostBodies );
    }
}

void uiDrawPins( uiState* ui, const uiFrameInput* input, uiRect view )
{
    uiPinsPanel* panel = ui->pins;
    uiPin pins[SESSION_MAX_PINS];
    int count = uiAllPins( ui, input, pins );
    // In a lesson the pin of a comparison is its own, and the scene keeps its room.
    panel->shown = panel->shown || ( count > 0 && panel->seen == 0 && !ui->lessonView.on );
    panel->shown = panel->shown && ( count > 0 || panel->asked );
    panel->seen = count;
    uiPublish( "pins.count", (double)count );
    uiPublish( "ui.pins", panel->shown ? 1.0 : 0.0 );
    panel->room = ( uiRect ){ 0 };
    if ( !panel->shown || ui->presenting.on ) { return; }
    // Its home is the lower right corner of the scene; with the report of steps the upper one.
    float gap = 0.6f * ui->em * igGetIO()->FontGlobalScale;
    bool upper = ui->settings.showReport;
    igSetNextWindowPos( uiVec2( view.x1 - gap, upper ? view.y0 + gap : view.y1 - gap ), ImGuiCond_Always,
        uiVec2( 1.0f, upper ? 0.0f : 1.0f ) );
    igSetNextWindowBgAlpha( 0.9f );
    if ( igBegin( uiLabel( "Pins" ), &panel->shown,
             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing ) )
    {
        drawContent( ui, input, view, pins, count );
    }
    ImVec2 at, size;
    igGetWindowPos( &at );
    igGetWindowSize( &size );
    panel->room = ( uiRect ){ at.x, at.y, at.x + size.x, at.y + size.y };
    igEnd();
}
