// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "slipstick/draw.h"

// The only place that knows the engine's drawing calls and the renderer's lists: doubles become floats.

// Clears `list` and returns the callbacks that fill it with what `flags` request.
ssDraw gfxBeginAdapter( gfxDrawList* list, uint32_t flags );

// Chooses the scales that are zero so that the largest arrows, cones and discs fit; the others stay, because
// lengths are compared from picture to picture.
void gfxFinishAdapter( gfxDrawList* list );

// The largest of 1, 2, 5 times a power of ten that does not exceed x > 0.
double gfxRoundScale( double x );
