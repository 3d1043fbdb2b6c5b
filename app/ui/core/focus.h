// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The keyboard among the controls of the window. Each control is a stop; stops follow each other in the order
// in which they are drawn, and those of one panel form a group. The focus is off until an action turns it on,
// because without it the arrow keys step the simulation.
//
// A control that needs arrow keys of its own calls uiFocusStop. Every other widget that names itself with
// uiMark is a stop by itself (reach.c): Enter presses it.

enum
{
    ui_maxStops = 1024, // in one frame: parameters, list rows, buttons
    ui_stopName = 96,
    ui_groupName = 64,
    ui_maxGroups = 24,
    ui_typedCapacity = 64, // of a typed number
};

typedef struct uiStop
{
    char name[ui_stopName]; // the mark of the widget
    int group;
    bool own;     // it has keys of its own: uiFocusStop
    bool missing; // a widget that the mouse can use and that no key reaches: a mistake, which tests find
} uiStop;

typedef struct uiStopTable
{
    uiStop stops[ui_maxStops];
    int count;
    char groups[ui_maxGroups][ui_groupName]; // "contact"; the title of a window that floats
    int groupCount;
} uiStopTable;

typedef struct uiFocus
{
    bool on;
    char name[ui_stopName]; // the mark of the stop; empty: none yet
    uiStopTable tables[2];  // of the frame that is being drawn, and of the last one
    int drawn;              // the table that is being filled
    char group[ui_groupName];
    char last[ui_maxGroups][ui_stopName]; // where the focus was in each of the groups of `lastGroups`
    char lastGroups[ui_maxGroups][ui_groupName];
    int lastCount;
    int position;             // of the stop in its group
    bool takesNumber;         // a number can be typed there
    bool scroll;              // the stop has changed and has to be scrolled into view
    int moves;                // stops to go down since the last frame; negative: up
    int jumps;                // groups to go on since the last frame; negative: back
    int steps, fine;          // to the right since the last frame; `fine` ones with Shift
    bool enter, remove, menu; // pressed since the last frame
    int pressed;              // frames since a stop without keys of its own was pressed; 0: none was
    bool tweaks;              // what was pressed is a slider of ImGui, which has the arrow keys until Esc
    char typed[ui_typedCapacity];
    char hint[192]; // what keys do at the stop
    char said[192]; // the stop in words: "μ, sliding friction coefficient, 0.2, slider"
} uiFocus;

// What was pressed since the last frame at the stop that is being drawn.
typedef struct uiFocusKeys
{
    bool focused;
    int steps, fine;
    bool enter, remove, menu; // Enter, Del, Shift+Enter
    const char* typed;        // the beginning of a number; empty: none
} uiFocusKeys;

// Turns the focus on, where it was the last time, and shows the parameters.
void uiEnterFocus( uiState* ui );
// Turns it on at a stop of the frame drawn last. False: there is none of this name.
bool uiFocusOn( uiState* ui, const char* name );
// Goes to the next group of stops, or back (-1), and turns the focus on.
void uiJumpFocus( uiState* ui, const uiFrameInput* input, int direction );
// Takes a key if it is meant for the focus. False: it is an action, or nothing.
bool uiFocusKey( uiState* ui, int key, int modifiers );
// Takes letters that were typed; uiTypeText calls it.
void uiFocusText( uiState* ui, const char* text );
void uiBeginFocus( uiState* ui ); // once per frame, before the first stop
void uiEndFocus( uiState* ui );   // once per frame, after the last stop

// Makes the control that is about to be drawn a stop.
uiFocusKeys uiFocusStop( uiState* ui, const char* mark, bool takesNumber );
// Says in the status line what keys do at the stop.
void uiFocusHint( uiState* ui, const char* format, ... ) SS_PRINTF( 2, 3 );
// Says the stop in words, for speech: its name, its value, what it is.
void uiFocusSay( uiState* ui, const char* format, ... ) SS_PRINTF( 2, 3 );
// Draws the ring around the stop and scrolls to a new one. Call it in the window of the control.
void uiFocusRing( uiState* ui, uiRect rect );
// A frame around the stop over everything: for a control that draws itself after this call.
void uiFocusFrame( uiState* ui, uiRect rect );

// reach.c: stops that make themselves.
void uiBeginReach( uiState* ui ); // what is marked from here on belongs to this window
void uiEndReach( void );
void uiReachItem( const char* name ); // the last item is a widget of this name
void uiReachRect(
    const char* name, uiRect rect ); // likewise, where the rectangle covers most of the last item
// Makes a stop, or says more about one of this frame. False in menus and lists.
bool uiAddStop( uiState* ui, const char* name, bool own, bool missing );
// A stop of the last finished frame, for scripts; NULL after the last.
const uiStop* uiFindStop( int index );
void uiUnreach( const char* name ); // it does not react in this frame

// The field that takes the place of a slider while its number is typed. There is one at a time.

typedef struct uiTyping
{
    char name[ui_stopName]; // the mark of the slider; empty: nothing is being typed
    char text[ui_typedCapacity];
    bool opened;    // in this frame: the field has to become active
    bool active;    // the field has the keyboard
    bool continues; // the text holds letters already typed, so that the next one must not replace it
} uiTyping;

typedef enum uiTyped
{
    ui_typedMore, // nothing is decided yet
    ui_typedEnter,
    ui_typedCancel,
} uiTyped;

// Likewise with a number, written as a person would write it.
void uiBeginTypingNumber( uiState* ui, const char* mark, double value, const char* begun );
// Takes letters typed while no ImGui field had the keyboard: for a field not yet active, or the focus.
void uiTypeText( uiState* ui, const char* text );
bool uiIsTyping( const uiState* ui, const char* mark );
// Draws the field. It is closed when the answer is not ui_typedMore; the text stays in ui->typing.text.
uiTyped uiTypingField( uiState* ui, float width );

// The keyboard as a drag: Enter takes hold, the arrow keys move, Enter or Esc lets go.

typedef struct uiHold
{
    char name[96]; // the mark of what is held; empty: nothing
    float dx, dy;  // moved since the last frame, to the right and up; 1 per key, 0.1 with Shift
} uiHold;

void uiTakeHold( uiState* ui, const char* name );
// How far it was moved since the last call. False: it is not held, or no longer.
bool uiHeldMove( uiState* ui, const char* name, float* dx, float* dy );
// Takes a key if something is held.
bool uiHoldKey( uiState* ui, int key, int modifiers );

// ImGui's own navigation by keyboard, for the menus and for windows that float. It is on only after the user
// has asked for it, because it takes the arrow keys, Space and Enter.

typedef struct uiNavigation
{
    bool on;
    bool menus;         // it is in the menus; else in `window`
    const char* window; // its title
    int delay;          // frames until the window gets the focus, or the menu opens; 0: done
    int menu;           // the menu to open
    bool popup;         // it is in a list or menu that a key has opened, and ends with it
    char item[96];      // the mark of the widget that it is at
    bool inside;        // at or in a submenu, whose Left and Right are its own
} uiNavigation;

// `window` is the title of a window; NULL: the menus.
void uiBeginNavigation( uiState* ui, const char* window );
// Takes a key if it belongs to the navigation.
bool uiNavigationKey( uiState* ui, int key, int modifiers );
// Once per frame, before ImGui's frame begins.
void uiPrepareNavigation( uiState* ui );
// Once per frame. Ends the navigation when a mouse button is pressed.
void uiUpdateNavigation( uiState* ui );
