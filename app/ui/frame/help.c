// SPDX-License-Identifier: MIT
#include "ui/frame/help.h"

#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Windows that float above the layout: keys and mouse, about, and the scenario finder.

static const struct
{
    const char* keys;
    const char* help;
} mouseTable[] = {
    { "drag a body", "pull it with a spring" },
    { "drag anything else", "orbit" },
    { "right-drag, Shift+drag", "pan" },
    { "wheel", "zoom to the cursor" },
    { "click a contact", "select it" },
    { "double-click", "open the contact microscope there" },
    { "right double-click", "centre the view there; on empty space: show all" },
    { "slider: Ctrl+click", "type any number; lengths also as 0.3R" },
    { "slider: double-click", "default value" },
    { "slider: Alt+drag", "ten times finer" },
    { "plot: drag, wheel", "pan, zoom; over an axis: that axis alone" },
    { "plot: right-drag", "zoom into a box" },
    { "plot: double-click", "fit" },
    { "plot: right-click", "save, hide, choose signals" },
    { "legend: click", "hide or show a curve" },
    { "timeline: click, drag", "go to that moment; marks are changes of regime" },
};

// After ui_actionFocusParams.
static const struct
{
    const char* keys;
    const char* help;
} focusTable[] = {
    { "Up, Down", "other row; above: presets, scenarios, speed" },
    { "Left, Right", "change; with Shift: ten times finer" },
    { "digits, Enter", "type a number, edit a text" },
    { "Delete", "default value" },
    { "Esc, a click", "leave" },
};

// After ui_actionTypeLaw.
static const struct
{
    const char* keys;
    const char* help;
} lawTable[] = {
    { "Esc", "leave the text" },
    { "Tab", "two blanks" },
    { "Ctrl+Z, Ctrl+Shift+Z", "undo, redo what was typed" },
    { "Ctrl+S", "save the law" },
};

static void helpRow( const char* keys, const char* help )
{
    igTableNextRow( 0, 0.0f );
    igTableNextColumn();
    igTextUnformatted( keys, NULL );
    igTableNextColumn();
    igTextDisabled( "%s", help );
}

static void center( const uiFrameInput* input, float width )
{
    igSetNextWindowPos( uiVec2( 0.5f * (float)input->width, 0.5f * (float)input->height ),
        ImGuiCond_Appearing, uiVec2( 0.5f, 0.5f ) );
    igSetNextWindowSizeConstraints( uiVec2( fminf( width, 0.96f * (float)input->width ), 0.0f ),
        uiVec2( 0.96f * (float)input->width, 0.92f * (float)input->height ), NULL, NULL );
}

static void keyRows( const char* title, int first, int end, float width )
{
    igTextDisabled( "%s", title );
    if ( igBeginTable( title, 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f ) )
    {
        for ( int i = first; i < end; ++i )
        {
            helpRow( ui_keyTable[i].keys, ui_keyTable[i].help );
        }
        igEndTable();
    }
}

static void focusRows( float width )
{
    igTextDisabled( "Keys at the parameters" );
    if ( igBeginTable( "##focus", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < SS_COUNT( focusTable ); ++i )
        {
            helpRow( focusTable[i].keys, focusTable[i].help );
        }
        igEndTable();
    }
}

static void lawRows( float width )
{
    igTextDisabled( "Keys in the text of a law" );
    if ( igBeginTable( "##law", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < SS_COUNT( lawTable ); ++i )
        {
            helpRow( lawTable[i].keys, lawTable[i].help );
        }
        igEndTable();
    }
}

static void mouseRows( float width )
{
    igTextDisabled( "Mouse" );
    if ( igBeginTable( "##mouse", 2, ImGuiTableFlags_SizingFixedFit, uiVec2( width, 0.0f ), 0.0f ) )
    {
        for ( int i = 0; i < SS_COUNT( mouseTable ); ++i )
        {
            helpRow( mouseTable[i].keys, mouseTable[i].help );
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
    if ( igBegin( "Keys and mouse", &ui->help->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                 ImGuiWindowFlags_AlwaysAutoResize ) )
    {
        // The rows are close together, so that the list fits into a window 720 pixels high.
        igPushStyleVar_Vec2( ImGuiStyleVar_CellPadding, uiVec2( roundf( 0.4f * em ), roundf( 0.02f * em ) ) );
        igBeginGroup();
        keyRows( "Keys", 0, view, 33.0f * em );
        igEndGroup();
        if ( beside )
        {
            igSameLine( 0.0f, 1.5f * em );
        }
        igBeginGroup();
        mouseRows( 34.0f * em );
        igSpacing();
        keyRows( "View keys", view, ui_keyCount, 34.0f * em );
        igSpacing();
        focusRows( 34.0f * em );
        igSpacing();
        lawRows( 34.0f * em );
        igEndGroup();
        igPopStyleVar( 1 );
    }
    igEnd();
    uiMarkText( "help", "Keys and mouse" );
}

static void drawAbout( uiState* ui, const uiFrameInput* input )
{
    float em = ui->em * igGetIO()->FontGlobalScale;
    center( input, 30.0f * em );
    if ( igBegin( "About Slipstick", &ui->help->aboutShown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                 ImGuiWindowFlags_AlwaysAutoResize ) )
    {
        igPushFont( ui->fonts[ui_fontTitle] );
        igText( "Slipstick %s", ssVersion() );
        igPopFont();
        igPushTextWrapPos( 30.0f * em );
        igTextUnformatted(
            "A sandbox for friction laws: sliding, rolling and spinning contacts, computed as the papers "
            "state them and compared with exact solutions.",
            NULL );
        igTextDisabled( "Source of this scenario: %s", input->snapshot->scenario->source );
        igTextDisabled( "MIT licence. Built with SDL2, OpenGL and Dear ImGui %s.", igGetVersion() );
        igPopTextWrapPos();
    }
    igEnd();
}

void uiDrawHelp( uiState* ui, const uiFrameInput* input )
{
    if ( ui->help->shown )
    {
        drawKeys( ui, input );
    }
    if ( ui->help->aboutShown )
    {
        drawAbout( ui, input );
    }
}
