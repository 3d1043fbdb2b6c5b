// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"
#include "ui/core/imgui.h"
#include "ui/core/ui.h"
#include <stdbool.h>

// Name the last widget, and say for speech what it is, in words already translated: "from, 0.5", "log, on".
void uiMarkField( const char* mark, const char* label, const char* value );
void uiMarkNumber( const char* mark, const char* label, double value );
void uiMarkSwitch( const char* mark, const char* label, bool on );

// A small form: a label, then fields and words on the same line. Marks name the fields for scripts.

void uiFormLabel( const uiState* ui, const char* english ); // the next field follows on the same line
void uiFormField( const char* english, float width ); // a list without a label on the screen, this wide [px]
void uiFormWord( const uiState* ui, const char* text ); // after a field
void uiFormNumber( const char* mark, double* value );
// A check box; `id` is what Dear ImGui draws, `label` what speech says.
void uiFormSwitch( const uiState* ui, const char* id, const char* mark, const char* label, bool* on );
// A list of translated names, marked mark.0, mark.1, … True when another one was chosen.
bool uiFormChoice( const char* mark, const char* const* names, int count, int* chosen );
// Two typed numbers of pixels, mark.width and mark.height, and a list of usual sizes to choose from.
typedef struct uiFormExtent
{
    int width, height;
    const char* name; // NULL: the numbers themselves
} uiFormExtent;

void uiFormSize(
    const uiState* ui, const char* mark, const uiFormExtent* sizes, int count, int* width, int* height );
// True when the text was changed.
bool uiFormText( const char* mark, char* text, size_t capacity );

// A button in a row of commands: `mark` names it for scripts, and the next item follows on the same line.
bool uiCommandButton( const char* label, const char* mark, bool enabled );
// A text that can be pressed, in the present font.
bool uiTextButton( const char* text, const char* mark, ImU32 color );

/// The label of a widget in the chosen language, with the name that Dear ImGui knows it by in all languages:
/// "Datei###File". What stands before "##" is translated. Valid until some further calls, in the same frame.
const char* uiLabel( const char* english );

/// Likewise for a choice of a parameter (wordsChoice).
const char* uiChoiceLabel( const ssParam* param, int index );
