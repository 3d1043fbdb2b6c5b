// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include "ui/core/marks.h"
#include "ui/core/ui.h"

// The rectangles of the parts of the window.

#define UI_MIN_LEFT_WIDTH 12.0f  // [em]: a parameter row needs this much
#define UI_MIN_RIGHT_WIDTH 14.0f // [em]: the two charts of a contact need this much
#define UI_MIN_LAW_WIDTH 24.0f   // [em]: a line of a law and the two pictures below it need this much
#define UI_LESSON_WIDTH 33.0f    // [em]: lines of about sixty letters
#define UI_MAX_SIDE_WIDTH 60.0f  // [em]: a wider side panel would leave no scene
#define UI_MIN_PLOT_SHARE 0.12f  // fraction of the height: a lower plot shows nothing
#define UI_MAX_PLOT_SHARE 0.75f  // fraction of the height: the scene keeps the rest

typedef struct uiLayout
{
    float em;
    uiRect menu, tools, panel, view, contact, law, plots, timeline, status; // a hidden part is empty
    uiRect lesson;
    uiRect header, formula; // of the presentation
    uiRect cards;           // of the start page: what is not the run; in a narrow window it scrolls
} uiLayout;

uiLayout uiComputeLayout( const uiState* ui, int width, int height );

// Are they shown, which a lesson may forbid?
// Is this, "tools" or "param.mu", among what alone is shown? NULL: is there such a choice?
bool uiShowsOnly( const uiState* ui, const char* part );
bool uiShowsPlots( const uiState* ui );
bool uiShowsParams( const uiState* ui );
float uiPanelShare( const uiState* ui ); // of leftWidth: few words and sliders leave more to the scene
bool uiHidesParams( const uiState* ui );
bool uiHidesExact( const uiState* ui ); // the dashed curves
// A lesson has not come to its run yet; says so. What would show the run must not.
bool uiLessonHolds( uiState* ui );
bool uiHidesContact( const uiState* ui );

// The view: the run, or the run and its twin, in parts of the same size with one camera.
typedef struct uiScenes
{
    int count;
    uiRect parts[2];
    const gfxDrawList* draws[2];
} uiScenes;

uiScenes uiComputeScenes( const uiState* ui, const uiFrameInput* input );

// The rectangle of a scene [framebuffer pixels], known before uiFrame: the scene is drawn first.
gfxViewport uiSceneViewport( const uiFrameInput* input, const uiScenes* scenes, int scene );
gfxViewport uiViewport( const uiState* ui, const uiFrameInput* input );      // of the run
gfxViewport uiWholeViewport( const uiState* ui, const uiFrameInput* input ); // of the whole view

// The sphere that contains the run and its twin.
void uiSceneBounds( const sessionSnapshot* snapshot, float center[3], float* radius );

// How much larger the window is than a new one: text, panels and lines grow with it; at least 1.
float uiGrowth( const uiState* ui );
// The width of lines relative to a new window's at this `scale` of the display; it grows with the text.
float uiLineScale( const uiState* ui, float scale );

// Framebuffer pixels per ImGui coordinate.
static inline float uiPixelScale( const uiFrameInput* input )
{
    return input->pixelScale > 0.0f ? input->pixelScale : 1.0f;
}

static inline ImVec2 uiVec2( float x, float y )
{
    ImVec2 v = { x, y };
    return v;
}

// By value, on the screen: where the next widget goes, the room there, and the corners of the last one.
static inline ImVec2 uiCursor( void )
{
    ImVec2 v;
    igGetCursorScreenPos( &v );
    return v;
}

static inline ImVec2 uiSpace( void )
{
    ImVec2 v;
    igGetContentRegionAvail( &v );
    return v;
}

/// Of the last item.
static inline uiRect uiItemRect( void )
{
    ImVec2 low, high;
    igGetItemRectMin( &low );
    igGetItemRectMax( &high );
    return ( uiRect ){ low.x, low.y, high.x, high.y };
}

static inline ImVec2 uiItemMin( void )
{
    ImVec2 v;
    igGetItemRectMin( &v );
    return v;
}

static inline ImVec2 uiItemMax( void )
{
    ImVec2 v;
    igGetItemRectMax( &v );
    return v;
}

/// Of the last item, which is that of the window at its beginning: held by a hand, it moves what scrolls.
static inline void uiScrollWithHand( void )
{
    if ( igIsItemActive() ) { igSetScrollY_Float( igGetScrollY() - igGetIO()->MouseDelta.y ); }
}

static inline float uiClamp( float value, float lo, float hi )
{
    return value < lo ? lo : value > hi ? hi : value;
}

static inline float uiWidth( uiRect r ) { return r.x1 - r.x0; }

static inline float uiHeight( uiRect r ) { return r.y1 - r.y0; }

static inline bool uiInside( uiRect r, ImVec2 p )
{
    return p.x >= r.x0 && p.x < r.x1 && p.y >= r.y0 && p.y < r.y1;
}
