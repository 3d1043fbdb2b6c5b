// SPDX-License-Identifier: MIT

#include "ui/core/keys.h"

#include <SDL_keycode.h>

#define CTRL ui_modCtrl
#define SHIFT ui_modShift

// The keys are those that people know from MuJoCo, Box2D and video players. Shift+= accompanies = because that is
// where many keyboards have +.
const uiKeyRow ui_keyTable[] = {
    { ui_actionPlayPause, { { SDLK_SPACE, 0 }, { SDLK_p, 0 } }, "Space, P", "run or pause" },
    { ui_actionStep, { { SDLK_RIGHT, 0 }, { SDLK_PERIOD, 0 }, { SDLK_o, 0 } }, "Right, ., O",
        "one step forward" },
    { ui_actionStepBack, { { SDLK_LEFT, 0 }, { SDLK_COMMA, 0 } }, "Left, ,", "one step back" },
    { ui_actionStep10, { { SDLK_RIGHT, SHIFT } }, "Shift+Right", "ten steps forward" },
    { ui_actionStepBack10, { { SDLK_LEFT, SHIFT } }, "Shift+Left", "ten steps back" },
    { ui_actionNewest, { { SDLK_END, 0 } }, "End", "the last frame of a log; follow one that grows" },
    { ui_actionReset, { { SDLK_r, 0 }, { SDLK_BACKSPACE, 0 } }, "R, Backspace",
        "back to t = 0 with the parameters as shown" },
    { ui_actionSlower, { { SDLK_MINUS, 0 }, { SDLK_KP_MINUS, 0 } }, "-", "halve the speed" },
    { ui_actionFaster, { { SDLK_EQUALS, 0 }, { SDLK_EQUALS, SHIFT }, { SDLK_KP_PLUS, 0 } }, "=",
        "double the speed" },
    { ui_actionPreviousScenario, { { SDLK_LEFTBRACKET, 0 } }, "[", "previous scenario" },
    { ui_actionNextScenario, { { SDLK_RIGHTBRACKET, 0 } }, "]", "next scenario" },
    { ui_actionFindScenario, { { SDLK_o, CTRL }, { SDLK_k, CTRL } }, "Ctrl+O, Ctrl+K", "find a scenario" },
    { ui_actionOpen, { { SDLK_o, CTRL | SHIFT } }, "Ctrl+Shift+O", "open a scene" },
    { ui_actionSave, { { SDLK_s, CTRL } }, "Ctrl+S", "save this run as a scene" },
    { ui_actionSaveAs, { { SDLK_s, CTRL | SHIFT } }, "Ctrl+Shift+S", "save it elsewhere" },
    { ui_actionScreenshot, { { SDLK_p, CTRL }, { SDLK_F12, 0 } }, "Ctrl+P, F12",
        "save a picture of the window" },
    { ui_actionReload, { { SDLK_l, CTRL } }, "Ctrl+L", "reload the scene, scenario or log" },
    { ui_actionQuit, { { SDLK_q, CTRL } }, "Ctrl+Q", "quit" },
    { ui_actionUndo, { { SDLK_z, CTRL } }, "Ctrl+Z", "undo a parameter change" },
    { ui_actionRedo, { { SDLK_z, CTRL | SHIFT }, { SDLK_y, CTRL } }, "Ctrl+Shift+Z, Ctrl+Y", "redo it" },
    { ui_actionHelp, { { SDLK_F1, 0 }, { SDLK_SLASH, SHIFT }, { SDLK_QUESTION, 0 } }, "F1, ?", "this list" },
    { ui_actionFullScreen, { { SDLK_F11, 0 } }, "F11", "full screen" },
    { ui_actionTogglePanel, { { SDLK_TAB, 0 }, { SDLK_h, 0 } }, "Tab, H", "show or hide the parameters" },
    { ui_actionFocusParams, { { SDLK_DOWN, 0 }, { SDLK_UP, 0 } }, "Down, Up",
        "change the parameters with the keyboard" },
    { ui_actionMenus, { { SDLK_F10, 0 } }, "F10", "open the menus" },
    { ui_actionToggleContact, { { SDLK_TAB, SHIFT }, { SDLK_F2, 0 } }, "Shift+Tab, F2",
        "show or hide the contact microscope" },
    { ui_actionToggleSets, { { SDLK_e, 0 } }, "E", "edit the sets C and D" },
    { ui_actionToggleLaw, { { SDLK_l, 0 } }, "L", "type a law of your own" },
    { ui_actionTypeLaw, { { SDLK_RETURN, 0 }, { SDLK_KP_ENTER, 0 } }, "Enter",
        "go into the text of the law" },
    { ui_actionToggleSolvers, { { SDLK_F3, 0 } }, "F3", "freeze this step and compare solvers on it" },
    { ui_actionTogglePlots, { { SDLK_F4, 0 } }, "F4", "show or hide the plots" },
    { ui_actionNewPane, { { SDLK_g, 0 } }, "G", "plot signals of your choice" },
    { ui_actionToggleTransitions, { { SDLK_t, 0 } }, "T", "list the changes of regime" },
    { ui_actionNextTransition, { { SDLK_RIGHT, CTRL }, { SDLK_PAGEDOWN, 0 } }, "Ctrl+Right, PageDown",
        "go to the next change of regime" },
    { ui_actionPreviousTransition, { { SDLK_LEFT, CTRL }, { SDLK_PAGEUP, 0 } }, "Ctrl+Left, PageUp",
        "go to the previous change of regime" },
    { ui_actionToggleReport, { { SDLK_F5, 0 } }, "F5", "report on the latest step and its stages" },
    { ui_actionToggleSweep, { { SDLK_F6, 0 } }, "F6", "map a measure over two parameters" },
    { ui_actionToggleFit, { { SDLK_F7, 0 } }, "F7", "fit parameters to measured data" },
    { ui_actionNextContact, { { SDLK_n, 0 } }, "N", "select the next contact" },
    { ui_actionPreviousContact, { { SDLK_n, SHIFT } }, "Shift+N", "select the previous contact" },
    { ui_actionFilterContacts, { { SDLK_f, CTRL } }, "Ctrl+F",
        "show only contacts that satisfy a condition" },
    { ui_actionBreakWhen, { { SDLK_b, CTRL } }, "Ctrl+B", "pause when a contact begins to satisfy one" },
    { ui_actionResetView, { { SDLK_HOME, 0 } }, "Home", "reset the view: direction, zoom and place" },
    { ui_actionFrameAll, { { SDLK_f, 0 } }, "F", "show the whole scene from this direction" },
    { ui_actionToggleCones, { { SDLK_c, 0 } }, "C", "show or hide friction cones and moment discs" },
    { ui_actionToggleForces, { { SDLK_c, SHIFT } }, "Shift+C", "show or hide force arrows" },
    { ui_actionFontSmaller, { { SDLK_MINUS, CTRL }, { SDLK_KP_MINUS, CTRL } }, "Ctrl+-", "smaller text" },
    { ui_actionFontLarger, { { SDLK_EQUALS, CTRL }, { SDLK_EQUALS, CTRL | SHIFT }, { SDLK_KP_PLUS, CTRL } },
        "Ctrl+=", "larger text (for a projector)" },
    { ui_actionCancel, { { SDLK_ESCAPE, 0 } }, "Esc", "close what is open; never quits" },
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

const char* uiActionKeys( uiAction action )
{
    for ( int i = 0; i < ui_keyCount; ++i )
    {
        if ( ui_keyTable[i].action == action )
        {
            return ui_keyTable[i].keys;
        }
    }
    return "";
}
