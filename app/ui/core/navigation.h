// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

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
