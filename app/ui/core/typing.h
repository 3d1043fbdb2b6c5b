// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/focus.h"

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

// Opens the field. `text` is the present value, which the first letter replaces; `begun` are letters that
// were typed at the focus and replace it at once (empty: none).
void uiBeginTyping( uiState* ui, const char* mark, const char* text, const char* begun );
// Likewise with a number, written as a person would write it.
void uiBeginTypingNumber( uiState* ui, const char* mark, double value, const char* begun );
// Takes letters that were typed while no field of ImGui had the keyboard: for a
// field that is not active yet, or for the focus.
void uiTypeText( uiState* ui, const char* text );
bool uiIsTyping( const uiState* ui, const char* mark );
// Draws the field. It is closed when the answer is not ui_typedMore; the text stays in ui->typing.text.
uiTyped uiTypingField( uiState* ui, float width );
