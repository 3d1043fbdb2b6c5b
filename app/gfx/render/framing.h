// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/path.h"
#include "gfx/render/camera.h"

// Where a camera looks that keeps its direction: the place and the distance at which that which a run is
// about is in sight and fills the view, now and a little later. It depends on the time alone, not on the way
// there.

typedef enum gfxFramingKind
{
    gfx_framingNow,   // nothing is known of what comes
    gfx_framingRests, // all of the run is in sight from one place
    gfx_framingGoes,  // it goes with the bodies, smoothly
    gfx_framingChases // and where they go was not known before
} gfxFramingKind;

typedef struct gfxFraming
{
    gfxFramingKind kind;
    float target[3], distance;
} gfxFraming;

// `path` is what is known of the run, and `now` its present stage, which differs where somebody has
// interfered. Zoom 1 shows all of the stated bounds, 2 half of them. `ahead` [s] is how far the camera looks
// ahead.
gfxFraming gfxFrame( const gfxPath* path, const gfxStage* now, const gfxCamera* camera,
    const gfxViewport* viewport, float zoom, double ahead );
