// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame_parts.h"
#include "ui/panel/panel_build.h"

#include <SDL_keycode.h>

// Windows that float above the layout: keys and mouse, about, and the scenario finder.

typedef uiBuildKeyRow helpLine; // without help: a heading

static const helpLine mouseTable[] = {
    { TR( "drag a body" ), TR( "pull it with a spring" ) },
    { TR( "drag anything else" ), TR( "orbit" ) },
    { TR( "right-drag, Shift+drag" ), TR( "pan" ) },
    { TR( "wheel" ), TR( "zoom to the cursor" ) },
    { TR( "click a contact" ), TR( "select it" ) },
    { "double-click", TR( "open the contact microscope there" ) },
    { TR( "right double-click" ), TR( "centre the view there; on empty space: show all" ) },
    { TR( "slider: Ctrl+click" ), TR( "type any number; lengths also as 0.3R" ) },
    { TR( "slider: double-click" ), TR( "default value" ) },
    { TR( "slider: Alt+drag" ), TR( "ten times finer" ) },
    { TR( "plot: drag, wheel" ), TR( "pan, zoom; over an axis: that axis alone" ) },
    { TR( "plot: right-drag" ), TR( "zoom into a box" ) },
    { TR( "plot: double-click" ), TR( "fit" ) },
    { TR( "plot: right-click" ), TR( "save, hide, choose signals" ) },
    { TR( "legend: click" ), TR( "hide or show a curve" ) },
    { TR( "timeline: click, drag" ), TR( "go to that moment; marks are changes of regime" ) },
};

// After ui_actionFocusParams.
static const helpLine focusTable[] = {
    { "Up, Down", TR( "other row; above: presets, scenarios, speed" ) },
    { "Left, Right", TR( "change; with Shift: ten times finer" ) },
    { TR( "digits, Enter" ), TR( "type a number, edit a text, press" ) },
    { "Delete", TR( "default value" ) },
    { TR( "Esc, a click" ), TR( "leave" ) },
    { TR( "Alt+arrows" ), TR( "orbit; with Shift: pan" ) },
    { "Alt+=, Alt+-", TR( "zoom" ) },
};

// After ui_actionTypeLaw.
static const helpLine lawTable[] = {
    { "Esc", TR( "leave the text" ) },
    { "Tab", TR( "two blanks" ) },
    { "Ctrl+Z, Ctrl+Shift+Z", TR( "undo, redo what was typed" ) },
    { "Ctrl+S", TR( "save the law" ) },
};

// In a presentation, which has few keys of its own.
static const helpLine presentTable[] = {
    { "PageDown, PageUp", TR( "next, previous preset" ) },
    { "[, ]", TR( "previous, next scenario" ) },
    { "Space", TR( "run or pause" ) },
    { "R", TR( "begin again" ) },
    { "Left, Right", TR( "one step back, forward" ) },
    { "Ctrl+Left, Ctrl+Right", TR( "previous, next change of regime" ) },
    { "Up, Down", TR( "change a parameter: Left and Right move it" ) },
    { "N", TR( "formula of the next contact" ) },
    { "F4", TR( "with or without plots" ) },
    { TR( "S, Ctrl+wheel" ), TR( "spotlight, its size" ) },
    { "B, .", TR( "dark screen" ) },
    { "F11", TR( "full screen" ) },
    { "F8, Esc", TR( "leave the presentation" ) },
};

static void helpRow( uiState* ui, const char* keys, const char* help )
{
    igTableNextRow( 0, 0.0f );
    igTableNextColumn();
    igTextUnformatted( keys, NULL );
    igTableNextColumn();
    ImVec2 room = uiSpace();
    uiWatchText( ui, help, room.x + 1.0f );
    uiDimText( "%s", help );
}

/// Begins a window in the middle, of a title of this language and at least this wide.
static bool beginWindow( const uiFrameInput* input, const char* label, bool* shown, float width )
{
    igSetNextWindowPos( uiVec2( 0.5f * (float)input->width, 0.5f * (float)input->height ),
        ImGuiCond_Appearing, uiVec2( 0.5f, 0.5f ) );
    igSetNextWindowSizeConstraints( uiVec2( fminf( width, 0.96f * (float)input->width ), 0.0f ),
        uiVec2( 0.96f * (float)input->width, 0.92f * (float)input->height ), NULL, NULL );
    return igBegin( label, shown,
        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize );
}

#define MAX_HELP_LINES 192

// The whole list, before it is divided into columns.
typedef struct helpList
{
    helpLine lines[MAX_HELP_LINES];
    int count;
} helpList;

static void addLine( helpList* list, const char* keys, const char* help )
{
    if ( list->count < MAX_HELP_LINES ) { list->lines[list->count++] = ( helpLine ){ keys, help }; }
}

static void addLines( helpList* list, const char* heading, const helpLine* lines, int count )
{
    addLine( list, heading, NULL );
    for ( int i = 0; i < count; ++i ) { addLine( list, tr( lines[i].keys ), tr( lines[i].help ) ); }
}

static void collectLines( helpList* list )
{
    addLine( list, tr( "Keys" ), NULL );
    for ( int i = 0; i < ui_keyCount; ++i )
    {
        addLine( list, ui_keyTable[i].keys, tr( ui_keyTable[i].help ) );
    }
    addLines( list, tr( "Keys at the focus" ), focusTable, SS_COUNT( focusTable ) );
    addLines( list, tr( "Keys in the text of a law" ), lawTable, SS_COUNT( lawTable ) );
    addLines( list, tr( "Mouse" ), mouseTable, SS_COUNT( mouseTable ) );
}

/// Where the columns begin: as even as possible, and no heading at the foot of one.
static void divideLines( const helpList* list, int columns, int* begins )
{
    for ( int c = 0; c <= columns; ++c )
    {
        int at = ( list->count * c + columns - 1 ) / columns;
        begins[c] = c > 0 && c < columns && list->lines[at - 1].help == NULL ? at - 1 : at;
    }
}

/// The width of a column: that of its widest keys and its widest help.
static float columnWidth( uiState* ui, const helpList* list, int first, int end, float em )
{
    float keys = 0.0f, help = 0.0f;
    for ( int i = first; i < end; ++i )
    {
        const helpLine* line = list->lines + i;
        if ( line->help != NULL )
        {
            keys = fmaxf( keys, uiTextSize( ui, ui_fontBody, uiKeyNames( line->keys ) ).x );
            help = fmaxf( help, uiTextSize( ui, ui_fontBody, line->help ).x );
        }
    }
    return keys + help + 1.8f * em;
}

static void drawColumn( uiState* ui, const helpList* list, int first, int end, float width )
{
    int at = first;
    while ( at < end )
    {
        if ( list->lines[at].help == NULL )
        {
            if ( at > first ) { igSpacing(); }
            uiDimText( "%s", list->lines[at++].keys );
            continue;
        }
        const char* id = uiPrint( "##%d", at );
        bool open = igBeginTable( id, 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f );
        for ( ; at < end && list->lines[at].help != NULL; ++at )
        {
            if ( open ) { helpRow( ui, uiKeyNames( list->lines[at].keys ), list->lines[at].help ); }
        }
        if ( open ) { igEndTable(); }
    }
}

static void drawKeys( uiState* ui, const uiFrameInput* input )
{
    float em = ui->em * igGetIO()->FontGlobalScale, widths[3] = { 0.0f }, total = 0.0f;
    helpList list = { .count = 0 };
    int columns = 4, begins[4];
    collectLines( &list );
    do // as many columns as there is room for: the list fits into a window 720 pixels high
    {
        divideLines( &list, --columns, begins );
        total = 2.0f * em;
        for ( int c = 0; c < columns; ++c )
        {
            widths[c] = columnWidth( ui, &list, begins[c], begins[c + 1], em );
            total += widths[c] + em;
        }
    } while ( columns > 1 && total > 0.96f * (float)input->width );
    if ( beginWindow( input, uiLabel( "Keys and mouse" ), &ui->help->shown, 0.0f ) )
    {
        igPushStyleVar_Vec2(
            ImGuiStyleVar_CellPadding, uiVec2( roundf( 0.35f * em ), roundf( 0.02f * em ) ) );
        for ( int c = 0; c < columns; ++c )
        {
            if ( c > 0 ) { igSameLine( 0.0f, em ); }
            igBeginGroup();
            drawColumn( ui, &list, begins[c], begins[c + 1], widths[c] );
            igEndGroup();
        }
        igPopStyleVar( 1 );
        igSetScrollY_Float( igGetScrollY() + (float)ui->help->scroll * em );
        ui->help->scroll = 0;
        uiPublish( "help.scroll", (double)igGetScrollY() );
    }
    igEnd();
    uiMarkText( "help", tr( "Keys and mouse" ) );
}

/// The keys of a presentation or of the build mode alone, in which many of the others mean something else.
static void drawKeyTable(
    uiState* ui, const uiFrameInput* input, const char* label, float width, const helpLine* lines, int count )
{
    if ( beginWindow( input, label, &ui->help->shown, width * ( ui->em * igGetIO()->FontGlobalScale ) ) &&
        igBeginTable( "##keys", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( 0.0f, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < count; ++i )
        {
            helpRow( ui, uiKeyNames( tr( lines[i].keys ) ), tr( lines[i].help ) );
        }
        igEndTable();
    }
    igEnd();
}

static void drawAbout( uiState* ui, const uiFrameInput* input )
{
    float em = ui->em * igGetIO()->FontGlobalScale;
    if ( beginWindow( input, uiLabel( "About Slipstick" ), &ui->help->aboutShown, 30.0f * em ) )
    {
        igPushFont( ui->fonts[ui_fontTitle] );
        uiText( "Slipstick %s", ssVersion() );
        igPopFont();
        igPushTextWrapPos( 30.0f * em );
        igTextUnformatted( tr( "A sandbox for friction laws: sliding, rolling and spinning contacts, "
                               "computed as the papers state them and compared with exact solutions." ),
            NULL );
        uiDimText( tr( "Source of this scenario: %s" ), input->snapshot->scenario->source );
        uiDimText( tr( "MIT licence. Built with SDL2, OpenGL and Dear ImGui %s." ), igGetVersion() );
        igPopTextWrapPos();
    }
    igEnd();
}

bool uiHelpKey( uiState* ui, int key, int modifiers )
{
    int lines = key == SDLK_DOWN ? 2
        : key == SDLK_UP         ? -2
        : key == SDLK_PAGEDOWN   ? 12
        : key == SDLK_PAGEUP     ? -12
                                 : 0;
    bool taken = ui->help->shown && modifiers == ui_modNone && lines != 0;
    ui->help->scroll += taken ? lines : 0;
    return taken;
}

void uiDrawHelp( uiState* ui, const uiFrameInput* input )
{
    if ( ui->help->shown && ui->presenting.on )
    {
        drawKeyTable( ui, input, uiLabel( TR( "Keys of the presentation" ) ), 30.0f, presentTable,
            SS_COUNT( presentTable ) );
    }
    else if ( ui->help->shown && ui->build->on )
    {
        drawKeyTable(
            ui, input, uiLabel( TR( "Keys that build" ) ), 36.0f, ui_buildKeyTable, ui_buildKeyCount );
        uiMarkText( "help", tr( "Keys that build" ) );
    }
    else if ( ui->help->shown ) { drawKeys( ui, input ); }
    if ( ui->help->aboutShown ) { drawAbout( ui, input ); }
}
