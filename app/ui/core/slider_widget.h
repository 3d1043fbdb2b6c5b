// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The slider widget, for parameters and for the speed. It only reports a Ctrl+click: its owner then
// draws the field of ui/core/typing.h instead.

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
