// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"

// Where that which a run is about is from time to time: what cameras keep in sight.

enum
{
    gfx_pathStages = 256,
    gfx_stageAxes = 5,
    gfx_stageCorners = 16
};

typedef struct gfxStage
{
    double time;             // [s]
    float center[3], radius; // the bounds that the scenario states; radius 0: what was built by hand has none
    // Of all moving bodies along x, y, z, x + y and x - y; low[0] > high[0]: there are none, or it is a crowd
    float low[gfx_stageAxes], high[gfx_stageAxes];
} gfxStage;

typedef struct gfxPath
{
    gfxStage stages[gfx_pathStages];
    int count;
} gfxPath;

gfxStage gfxStageOf( const gfxDrawList* list, double time );
bool gfxStage_HasBodies( const gfxStage* stage );
// The corners of the upright prism of eight sides around its bodies.
void gfxStage_Corners( const gfxStage* stage, float corners[gfx_stageCorners][3] );
// Between two stages; before the first and after the last, these.
gfxStage gfxPath_At( const gfxPath* path, double time );
