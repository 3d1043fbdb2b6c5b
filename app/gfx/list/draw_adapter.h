// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "slipstick/draw.h"

// The only place that knows both the engine's drawing calls and the renderer's lists. Doubles become floats here.

// Clears `list` and returns the callbacks that fill it with what `flags` request.
ssDraw gfxBeginAdapter( gfxDrawList* list, uint32_t flags );

// Chooses readable lengths for arrows, cones and discs from the largest of each quantity. Scales change in 1-2-5 steps
// and with a hysteresis against list->scale, the scale of the last frame, so that arrows do not jitter. A caller that
// fills several lists in turn copies `scale` from each list to the next, or each would keep a scale of its own. Zeros
// (a new scenario) make it choose afresh.
void gfxFinishAdapter( gfxDrawList* list );
