// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// What speech says of a control, in words that are already translated: "from, 0.5", "log, on".
void uiMarkField( const char* mark, const char* label, const char* value );
void uiMarkNumber( const char* mark, const char* label, double value );
void uiMarkSwitch( const char* mark, const char* label, bool on );

// The fields of a small form: a label in front, then fields and words on the
// same line. Marks name the fields for scripts.

void uiFormLabel( const uiState* ui, const char* english ); // the next field follows on the same line
void uiFormWord( const uiState* ui, const char* text );     // after a field
void uiFormNumber( const char* mark, double* value );
// A list; the names are translated. Its entries are called mark.0,
// mark.1, … True when another one was chosen.
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
