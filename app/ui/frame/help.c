// SPDX-License-Identifier: MIT
#include "ui/frame/help.h"

#include "base/words.h"
#include "ui/core/label.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Windows that float above the layout: keys and mouse, about, and the scenario finder.

static const struct
{
    const char* keys;
    const char* help;
} mouseTable[] = {
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
static const struct
{
    const char* keys;
    const char* help;
} focusTable[] = {
    { "Up, Down", TR( "other row; above: presets, scenarios, speed" ) },
    { "Left, Right", TR( "change; with Shift: ten times finer" ) },
    { TR( "digits, Enter" ), TR( "type a number, edit a text" ) },
    { "Delete", TR( "default value" ) },
    { TR( "Esc, a click" ), TR( "leave" ) },
};

// After ui_actionTypeLaw.
static const struct
{
    const char* keys;
    const char* help;
} lawTable[] = {
    { "Esc", TR( "leave the text" ) },
    { "Tab", TR( "two blanks" ) },
    { "Ctrl+Z, Ctrl+Shift+Z", TR( "undo, redo what was typed" ) },
    { "Ctrl+S", TR( "save the law" ) },
};

// In a presentation, which has few keys of its own.
static const struct
{
    const char* keys;
    const char* help;
} presentTable[] = {
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
    ImVec2 room;
    igTableNextRow( 0, 0.0f );
    igTableNextColumn();
    igTextUnformatted( keys, NULL );
    igTableNextColumn();
    igGetContentRegionAvail( &room );
    uiWatchText( ui, help, room.x + 1.0f );
    igTextDisabled( "%s", help );
}

static void center( const uiFrameInput* input, float width )
{
    igSetNextWindowPos( uiVec2( 0.5f * (float)input->width, 0.5f * (float)input->height ),
        ImGuiCond_Appearing, uiVec2( 0.5f, 0.5f ) );
    igSetNextWindowSizeConstraints( uiVec2( fminf( width, 0.96f * (float)input->width ), 0.0f ),
        uiVec2( 0.96f * (float)input->width, 0.92f * (float)input->height ), NULL, NULL );
}

static void keyRows( uiState* ui, const char* title, int first, int end, float width )
{
    igTextDisabled( "%s", tr( title ) );
    if ( igBeginTable( title, 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f ) )
    {
        for ( int i = first; i < end; ++i )
        {
            helpRow( ui, uiKeyNames( ui_keyTable[i].keys ), tr( ui_keyTable[i].help ) );
        }
        igEndTable();
    }
}

static void focusRows( uiState* ui, float width )
{
    igTextDisabled( tr( "Keys at the parameters" ) );
    if ( igBeginTable( "##focus", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < SS_COUNT( focusTable ); ++i )
        {
            helpRow( ui, uiKeyNames( tr( focusTable[i].keys ) ), tr( focusTable[i].help ) );
        }
        igEndTable();
    }
}

static void lawRows( uiState* ui, float width )
{
    igTextDisabled( tr( "Keys in the text of a law" ) );
    if ( igBeginTable( "##law", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < SS_COUNT( lawTable ); ++i )
        {
            helpRow( ui, uiKeyNames( tr( lawTable[i].keys ) ), tr( lawTable[i].help ) );
        }
        igEndTable();
    }
}

static void mouseRows( uiState* ui, float width )
{
    igTextDisabled( tr( "Mouse" ) );
    if ( igBeginTable( "##mouse", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < SS_COUNT( mouseTable ); ++i )
        {
            helpRow( ui, tr( mouseTable[i].keys ), tr( mouseTable[i].help ) );
        }
        igEndTable();
    }
}

static void drawKeys( uiState* ui, const uiFrameInput* input )
{
    float em = ui->em * igGetIO()->FontGlobalScale;
    bool beside = (float)input->width > 72.0f * em;
    // The keys of the view stand below the mouse, so that the two columns have about the same height.
    int view = 0;
    while ( view < ui_keyCount && ui_keyTable[view].action != ui_actionNextContact )
    {
        ++view;
    }
    center( input, 0.0f );
    if ( igBegin( uiLabel( "Keys and mouse" ), &ui->help->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                 ImGuiWindowFlags_AlwaysAutoResize ) )
    {
        // The rows are close together, so that the list fits into a window 720 pixels high.
        igPushStyleVar_Vec2( ImGuiStyleVar_CellPadding, uiVec2( roundf( 0.4f * em ), roundf( 0.02f * em ) ) );
        igBeginGroup();
        keyRows( ui, TR( "Keys" ), 0, view, 33.0f * em );
        igEndGroup();
        if ( beside )
        {
            igSameLine( 0.0f, 1.5f * em );
        }
        igBeginGroup();
        mouseRows( ui, 34.0f * em );
        igSpacing();
        keyRows( ui, TR( "View keys" ), view, ui_keyCount, 34.0f * em );
        igSpacing();
        focusRows( ui, 34.0f * em );
        igSpacing();
        lawRows( ui, 34.0f * em );
        igEndGroup();
        igPopStyleVar( 1 );
    }
    igEnd();
    uiMarkText( "help", tr( "Keys and mouse" ) );
}

/// The keys of a presentation alone: the whole list would not fit in letters of this size.
static void drawPresentKeys( uiState* ui, const uiFrameInput* input )
{
    float em = ui->em * igGetIO()->FontGlobalScale;
    center( input, 30.0f * em );
    if ( igBegin( uiLabel( TR( "Keys of the presentation" ) ), &ui->help->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                 ImGuiWindowFlags_AlwaysAutoResize ) &&
        igBeginTable( "##present", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( 0.0f, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < SS_COUNT( presentTable ); ++i )
        {
            helpRow( ui, uiKeyNames( tr( presentTable[i].keys ) ), tr( presentTable[i].help ) );
        }
        igEndTable();
    }
    igEnd();
}

/// The keys of the build mode alone, in which many of the others mean something else.
static void drawBuildKeys( uiState* ui, const uiFrameInput* input )
{
    float em = ui->em * igGetIO()->FontGlobalScale;
    center( input, 36.0f * em );
    if ( igBegin( uiLabel( TR( "Keys that build" ) ), &ui->help->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                 ImGuiWindowFlags_AlwaysAutoResize ) &&
        igBeginTable( "##build", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( 0.0f, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < ui_buildKeyCount; ++i )
        {
            helpRow( ui, uiKeyNames( tr( ui_buildKeyTable[i].keys ) ), tr( ui_buildKeyTable[i].help ) );
        }
        igEndTable();
    }
    igEnd();
    uiMarkText( "help", tr( "Keys that build" ) );
}

static void drawAbout( uiState* ui, const uiFrameInput* input )
{
    float em = ui->em * igGetIO()->FontGlobalScale;
    center( input, 30.0f * em );
    if ( igBegin( uiLabel( "About Slipstick" ), &ui->help->aboutShown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                 ImGuiWindowFlags_AlwaysAutoResize ) )
    {
        igPushFont( ui->fonts[ui_fontTitle] );
        igText( "Slipstick %s", ssVersion() );
        igPopFont();
        igPushTextWrapPos( 30.0f * em );
        igTextUnformatted(
            tr( "A sandbox for friction laws: sliding, rolling and spinning contacts, computed as the papers "
                "state them and compared with exact solutions." ),
            NULL );
        igTextDisabled( tr( "Source of this scenario: %s" ), input->snapshot->scenario->source );
        igTextDisabled( tr( "MIT licence. Built with SDL2, OpenGL and Dear ImGui %s." ), igGetVersion() );
        igPopTextWrapPos();
    }
    igEnd();
}

void uiDrawHelp( uiState* ui, const uiFrameInput* input )
{
    if ( ui->help->shown )
    {
        ( ui->presenting.on ? drawPresentKeys : ui->build->on ? drawBuildKeys : drawKeys )( ui, input );
    }
    if ( ui->help->aboutShown )
    {
        drawAbout( ui, input );
    }
}
