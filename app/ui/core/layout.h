// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include "ui/core/marks.h"
#include "ui/core/ui.h"

// Where the parts of the window are.

typedef struct uiLayout
{
    float em;
    uiRect menu, tools, panel, view, contact, plots, timeline, status; // empty where hidden
} uiLayout;

uiLayout uiComputeLayout( const uiState* ui, int width, int height );

// Where the scene goes this frame (framebuffer pixels); known before uiFrame so that GL draws first.
gfxViewport uiViewport( const uiState* ui, const uiFrameInput* input );

static inline ImVec2 uiVec2( float x, float y )
{
    ImVec2 v = { x, y };
    return v;
}

static inline float uiWidth( uiRect r )
{
    return r.x1 - r.x0;
}

static inline float uiHeight( uiRect r )
{
    return r.y1 - r.y0;
}

static inline bool uiInside( uiRect r, ImVec2 p )
{
    return p.x >= r.x0 && p.x < r.x1 && p.y >= r.y0 && p.y < r.y1;
}
