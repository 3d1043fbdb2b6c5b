// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"
#include "ui/core/ui.h"

// The slider of parameters and speed. After a Ctrl+click its owner draws the field of uiTypingField.

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

// A track of `width` with a grab at `ratio` (0 … 1; beyond, it is hollow and at the end). `tick` marks the
// default (NAN: none), `mark` names the region in which the mouse maps to 0 … 1.
uiSliderEvents uiSlider(
    uiState* ui, const char* mark, float width, double* ratio, double tick, bool dimmed );

// Where a parameter's values are on its slider, 0 to 1: linear, or logarithmic if the row says so.

// A logarithmic slider that includes zero is linear up to this value and logarithmic beyond.
double uiSliderRatio( const ssParam* param, double value );
// A position as a number of few decimal digits, no finer than a pixel; with Alt ten times finer.
double uiDraggedValue( const ssParam* param, double ratio, float pixels );
// The value after presses of an arrow key (negative: down): multiples of `share` of a hundredth of a linear
// slider, or of a few per cent of a logarithmic value. It stays on the slider unless outside already.
double uiKeyStep( const ssParam* param, double value, int steps, double share );
