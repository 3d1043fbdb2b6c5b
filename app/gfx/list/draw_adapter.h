// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "slipstick/draw.h"

// The only place that sees both the engine's drawing calls and the renderer's lists: double becomes float
// here.

// Clears `list` and returns callbacks that fill it with what `flags` ask for.
ssDraw gfxBeginAdapter( gfxDrawList* list, uint32_t flags );

// Chooses readable lengths for arrows, cones and discs from the largest of each quantity. Scales move in
// 1-2-5 steps and hold still (hysteresis against list->scale of the last frame) so that arrows do not jitter.
// Whoever fills several lists in turn copies `scale` from the last one filled to the next; each list would
// otherwise remember a scale of its own. Zeros make it choose afresh (a new scenario).
void gfxFinishAdapter( gfxDrawList* list );
