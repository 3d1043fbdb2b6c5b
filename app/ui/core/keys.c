// SPDX-License-Identifier: MIT

#include "ui/core/keys.h"
#include "base/words.h"
#include "slipstick/base.h"

#include <SDL_keycode.h>
#include <stdio.h>
#include <string.h>

#define CTRL ui_modCtrl
#define SHIFT ui_modShift

// The keys follow MuJoCo, Box2D and video players. Shift+= accompanies = because many keyboards have + there.
const uiKeyRow ui_keyTable[] = {
    { ui_actionPlayPause, { { SDLK_SPACE, 0 }, { SDLK_p, 0 } }, "Space, P", TR( "run or pause" ) },
    { ui_actionStep, { { SDLK_RIGHT, 0 }, { SDLK_PERIOD, 0 }, { SDLK_o, 0 } }, "Right, ., O",
        TR( "one step forward" ) },
    { ui_actionStepBack, { { SDLK_LEFT, 0 }, { SDLK_COMMA, 0 } }, "Left, ,", TR( "one step back" ) },
    { ui_actionStep10, { { SDLK_RIGHT, SHIFT } }, "Shift+Right", TR( "ten steps forward" ) },
    { ui_actionStepBack10, { { SDLK_LEFT, SHIFT } }, "Shift+Left", TR( "ten steps back" ) },
    { ui_actionNewest, { { SDLK_END, 0 } }, "End", TR( "the last frame of a log; follow one that grows" ) },
    { ui_actionReset, { { SDLK_r, 0 }, { SDLK_BACKSPACE, 0 } }, "R, Backspace",
        TR( "back to t = 0 with the parameters as shown" ) },
    { ui_actionSlower, { { SDLK_MINUS, 0 }, { SDLK_KP_MINUS, 0 } }, "-", TR( "halve the speed" ) },
    { ui_actionFaster, { { SDLK_EQUALS, 0 }, { SDLK_EQUALS, SHIFT }, { SDLK_KP_PLUS, 0 } }, "=",
        TR( "double the speed" ) },
    { ui_actionPreviousScenario, { { SDLK_LEFTBRACKET, 0 } }, "[", TR( "previous scenario" ) },
    { ui_actionNextScenario, { { SDLK_RIGHTBRACKET, 0 } }, "]", TR( "next scenario" ) },
    { ui_actionFindScenario, { { SDLK_o, CTRL }, { SDLK_k, CTRL } }, "Ctrl+O, Ctrl+K",
        TR( "find a scenario" ) },
    { ui_actionStart, { { SDLK_HOME, CTRL } }, "Ctrl+Home", TR( "start page; Esc leaves it" ) },
    { ui_actionOpen, { { SDLK_o, CTRL | SHIFT } }, "Ctrl+Shift+O", TR( "open a scene" ) },
    { ui_actionSave, { { SDLK_s, CTRL } }, "Ctrl+S", TR( "save this run as a scene" ) },
    { ui_actionSaveAs, { { SDLK_s, CTRL | SHIFT } }, "Ctrl+Shift+S", TR( "save it elsewhere" ) },
    { ui_actionScreenshot, { { SDLK_p, CTRL }, { SDLK_F12, 0 } }, "Ctrl+P, F12",
        TR( "save a picture of the window" ) },
    { ui_actionFigure, { { SDLK_p, CTRL | SHIFT } }, "Ctrl+Shift+P",
        TR( "save a figure of what the mouse is over" ) },
    { ui_actionRecord, { { SDLK_F9, 0 } }, "F9", TR( "record a film; stop it" ) },
    { ui_actionReload, { { SDLK_l, CTRL } }, "Ctrl+L", TR( "reload the scene, scenario or log" ) },
    { ui_actionQuit, { { SDLK_q, CTRL } }, "Ctrl+Q", TR( "quit" ) },
    { ui_actionUndo, { { SDLK_z, CTRL } }, "Ctrl+Z", TR( "undo a parameter change" ) },
    { ui_actionRedo, { { SDLK_z, CTRL | SHIFT }, { SDLK_y, CTRL } }, "Ctrl+Shift+Z, Ctrl+Y",
        TR( "redo it" ) },
    { ui_actionLessons, { { SDLK_F1, SHIFT } }, "Shift+F1", TR( "find a lesson" ) },
    { ui_actionHelp, { { SDLK_F1, 0 }, { SDLK_SLASH, SHIFT }, { SDLK_QUESTION, 0 } }, "F1, ?",
        TR( "this list" ) },
    { ui_actionFullScreen, { { SDLK_F11, 0 } }, "F11", TR( "full screen" ) },
    { ui_actionPresent, { { SDLK_F8, 0 } }, "F8", TR( "presentation, without panels" ) },
    { ui_actionSpotlight, { { SDLK_s, 0 } }, "S", TR( "spotlight around the pointer" ) },
    { ui_actionSpotlightLarger, { { SDLK_UP, CTRL } }, "Ctrl+Up", TR( "larger spotlight" ) },
    { ui_actionSpotlightSmaller, { { SDLK_DOWN, CTRL } }, "Ctrl+Down", TR( "smaller spotlight" ) },
    { ui_actionToggleFace, { { SDLK_i, 0 } }, "I", TR( "stage or instrument: show less or everything" ) },
    { ui_actionTogglePanel, { { SDLK_TAB, 0 }, { SDLK_h, 0 } }, "Tab, H",
        TR( "show or hide the parameters" ) },
    { ui_actionFocusParams, { { SDLK_DOWN, 0 }, { SDLK_UP, 0 } }, "Down, Up",
        TR( "change the parameters with the keyboard" ) },
    { ui_actionNextPanel, { { SDLK_TAB, CTRL } }, "Ctrl+Tab", TR( "go to the next panel or window" ) },
    { ui_actionPreviousPanel, { { SDLK_TAB, CTRL | SHIFT } }, "Ctrl+Shift+Tab", TR( "and back" ) },
    { ui_actionMenus, { { SDLK_F10, 0 } }, "F10", TR( "open the menus" ) },
    { ui_actionToggleContact, { { SDLK_TAB, SHIFT }, { SDLK_F2, 0 } }, "Shift+Tab, F2",
        TR( "show or hide the contact microscope" ) },
    { ui_actionWhy, { { SDLK_y, 0 } }, "Y", TR( "why do contacts slip, creep or lift?" ) },
    { ui_actionToggleSets, { { SDLK_e, 0 } }, "E", TR( "edit the sets C and D" ) },
    { ui_actionToggleFreeBody, { { SDLK_d, 0 } }, "D", TR( "free-body diagram of one body" ) },
    { ui_actionToggleLaw, { { SDLK_l, 0 } }, "L", TR( "type a law of your own" ) },
    { ui_actionTypeLaw, { { SDLK_RETURN, 0 }, { SDLK_KP_ENTER, 0 } }, "Enter",
        TR( "go into the text of the law" ) },
    { ui_actionToggleBuild, { { SDLK_b, 0 } }, "B", TR( "build in the playground" ) },
    { ui_actionToggleSolvers, { { SDLK_F3, 0 } }, "F3", TR( "freeze this step and compare solvers on it" ) },
    { ui_actionTogglePlots, { { SDLK_F4, 0 } }, "F4", TR( "show or hide the plots" ) },
    { ui_actionNewPane, { { SDLK_g, 0 } }, "G", TR( "plot signals of your choice" ) },
    { ui_actionWholeRun, { { SDLK_g, SHIFT } }, "Shift+G",
        TR( "plots: the whole of a long run, or its latest periods" ) },
    { ui_actionToggleTransitions, { { SDLK_t, 0 } }, "T", TR( "list the changes of regime" ) },
    { ui_actionPin, { { SDLK_k, 0 } }, "K", TR( "pin the run so far, to compare with it" ) },
    { ui_actionUnpin, { { SDLK_k, SHIFT } }, "Shift+K", TR( "remove the newest pin" ) },
    { ui_actionNextTransition, { { SDLK_RIGHT, CTRL }, { SDLK_PAGEDOWN, 0 } }, "Ctrl+Right, PageDown",
        TR( "go to the next change of regime" ) },
    { ui_actionPreviousTransition, { { SDLK_LEFT, CTRL }, { SDLK_PAGEUP, 0 } }, "Ctrl+Left, PageUp",
        TR( "go to the previous change of regime" ) },
    { ui_actionToggleReport, { { SDLK_F5, 0 } }, "F5", TR( "report on the latest step and its stages" ) },
    { ui_actionToggleSweep, { { SDLK_F6, 0 } }, "F6", TR( "map a measure over two parameters" ) },
    { ui_actionToggleFit, { { SDLK_F7, 0 } }, "F7", TR( "fit parameters to measured data" ) },
    { ui_actionNextContact, { { SDLK_n, 0 } }, "N", TR( "select the next contact" ) },
    { ui_actionPreviousContact, { { SDLK_n, SHIFT } }, "Shift+N", TR( "select the previous contact" ) },
    { ui_actionFilterContacts, { { SDLK_f, CTRL } }, "Ctrl+F",
        TR( "show only contacts that satisfy a condition" ) },
    { ui_actionBreakWhen, { { SDLK_b, CTRL } }, "Ctrl+B",
        TR( "pause when a contact begins to satisfy one" ) },
    { ui_actionResetView, { { SDLK_HOME, 0 } }, "Home", TR( "reset the view: direction, zoom and place" ) },
    { ui_actionFrameAll, { { SDLK_f, 0 } }, "F", TR( "show the whole scene from this direction" ) },
    { ui_actionToggleTwin, { { SDLK_w, 0 } }, "W", TR( "twins: the run beside itself with other values" ) },
    { ui_actionToggleCones, { { SDLK_c, 0 } }, "C", TR( "show or hide friction cones and moment discs" ) },
    { ui_actionToggleForces, { { SDLK_c, SHIFT } }, "Shift+C", TR( "show or hide force arrows" ) },
    { ui_actionFontSmaller, { { SDLK_MINUS, CTRL }, { SDLK_KP_MINUS, CTRL } }, "Ctrl+-",
        TR( "smaller text" ) },
    { ui_actionFontLarger, { { SDLK_EQUALS, CTRL }, { SDLK_EQUALS, CTRL | SHIFT }, { SDLK_KP_PLUS, CTRL } },
        "Ctrl+=", TR( "larger text (for a projector)" ) },
    { ui_actionRuler, { { SDLK_m, 0 } }, "M", TR( "ruler: measure a length in the scene" ) },
    { ui_actionProtractor, { { SDLK_a, 0 } }, "A", TR( "protractor: measure an angle" ) },
    { ui_actionPressWatch, { { SDLK_t, SHIFT } }, "Shift+T", TR( "start or stop the stopwatch" ) },
    { ui_actionSound, { { SDLK_s, SHIFT } }, "Shift+S", TR( "hear the friction force" ) },
    { ui_actionCancel, { { SDLK_ESCAPE, 0 } }, "Esc", TR( "close what is open; never quits" ) },
};

const int ui_keyCount = (int)( sizeof( ui_keyTable ) / sizeof( ui_keyTable[0] ) );

uiAction uiFindAction( int key, int modifiers )
{
    for ( int i = 0; i < ui_keyCount; ++i )
    {
        for ( int j = 0; j < 3 && ui_keyTable[i].chords[j].key; ++j )
        {
            if ( ui_keyTable[i].chords[j].key == key && ui_keyTable[i].chords[j].modifiers == modifiers )
            {
                return ui_keyTable[i].action;
            }
        }
    }
    // Where ? needs Shift, SDL reports it with or without the modifier.
    return key == SDLK_QUESTION && modifiers == ui_modShift ? ui_actionHelp : ui_actionNone;
}

// Keys that have another name in another language; letters and digits have not.
static const char* const s_keyNames[] = { TR( "Space" ), TR( "Right" ), TR( "Left" ), TR( "Up" ),
    TR( "Down" ), TR( "Shift" ), TR( "Ctrl" ), TR( "Alt" ), TR( "Enter" ), TR( "Backspace" ), TR( "Delete" ),
    TR( "Home" ), TR( "End" ), TR( "PageUp" ), TR( "PageDown" ), TR( "Tab" ), TR( "Esc" ) };

/// The translated name of the key that `length` letters name, or NULL.
static const char* keyName( const char* name, size_t length )
{
    for ( int i = 0; i < SS_COUNT( s_keyNames ); ++i )
    {
        if ( strlen( s_keyNames[i] ) == length && strncmp( s_keyNames[i], name, length ) == 0 )
        {
            return tr( s_keyNames[i] );
        }
    }
    return NULL;
}

const char* uiKeyNames( const char* keys )
{
    static char ring[8][96];
    static int next;
    char* text = ring[next];
    size_t used = 0;
    next = ( next + 1 ) % SS_COUNT( ring );
    while ( *keys != '\0' && used + 1 < sizeof ring[0] )
    {
        size_t length = strcspn( keys, "+, " );
        length = length > 0 ? length : 1;
        const char* name = keyName( keys, length );
        int wrote = name != NULL ? snprintf( text + used, sizeof ring[0] - used, "%s", name )
                                 : snprintf( text + used, sizeof ring[0] - used, "%.*s", (int)length, keys );
        used += (size_t)wrote;
        keys += length;
    }
    text[used < sizeof ring[0] ? used : sizeof ring[0] - 1] = '\0';
    return text;
}

const char* uiActionKeys( uiAction action )
{
    for ( int i = 0; i < ui_keyCount; ++i )
    {
        if ( ui_keyTable[i].action == action ) { return uiKeyNames( ui_keyTable[i].keys ); }
    }
    return "";
}
