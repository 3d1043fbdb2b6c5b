// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"
#include "ui/core/ui.h"

// The slider widget, for parameters and for the speed. It only reports a Ctrl+click: its owner then
// draws the field of uiTypingField instead.

typedef struct uiSliderDrag
{
    float pressX;
    double ratio; // unrounded: the caller may round the ratio that it gets
    bool moved;
} uiSliderDrag;

typedef struct uiSliderEvents
{
    bool hovered, pressed, active, changed, released, doubleClicked, ctrlClicked;
} uiSliderEvents;

// A track of `width` with a grab at `ratio` (0 … 1; for a value outside, the grab is
// hollow and stays at the end). `tick` marks the default; NAN: none. `mark` names the
// region in which the mouse position maps to 0 … 1.
uiSliderEvents uiSlider(
    uiState* ui, const char* mark, float width, double* ratio, double tick, bool dimmed );

// Where the values of a parameter are on its slider, from 0 to 1:
// linear, or logarithmic where the row says so.

// A logarithmic slider that includes zero is linear up to this value and logarithmic beyond.
double uiSliderLinearPart( const ssParam* param );
double uiSliderRatio( const ssParam* param, double value );
// Turns a position into a number as a person would write it: with few decimal digits, no finer
// than a pixel. Alt makes it ten times finer.
double uiDraggedValue( const ssParam* param, double ratio, float pixels );
// The value after some presses of an arrow key (negative: down): it goes to the next multiple of about
// a hundredth of a linear slider, or of a few per cent of a logarithmic value, times `share`. It stays
// on the slider unless it already was outside.
double uiKeyStep( const ssParam* param, double value, int steps, double share );
