// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The slider widget, for parameters and the speed.

typedef struct uiSliderDrag
{
    float pressX;
    double ratio; // our own running one, because the caller rounds his
    bool moved;
} uiSliderDrag;

typedef struct uiSliderEvents
{
    bool hovered, pressed, active, changed, released, doubleClicked, ctrlClicked;
} uiSliderEvents;

// A track of `width` with a grab at `ratio` (0 … 1; beyond that the grab waits at the end, hollow). `tick`
// marks the default; NAN: none. The region in which a position is a ratio goes by `mark`.
uiSliderEvents uiSlider(
    uiState* ui, const char* mark, float width, double* ratio, double tick, bool dimmed );
