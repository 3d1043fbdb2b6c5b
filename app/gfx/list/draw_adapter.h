// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "slipstick/draw.h"

// The only place that knows both the engine's drawing calls and the
// renderer's lists. Doubles become floats here.

// Clears `list` and returns the callbacks that fill it with what `flags` request.
ssDraw gfxBeginAdapter( gfxDrawList* list, uint32_t flags );

// Finds the scales at which arrows, cones and discs of this picture fit, from the largest
// of each quantity. A scale that is zero is chosen so; another one stays, because lengths
// are compared from one picture to the next.
void gfxFinishAdapter( gfxDrawList* list );

// The largest of 1, 2, 5 times a power of ten that does not exceed x > 0.
double gfxRoundScale( double x );
