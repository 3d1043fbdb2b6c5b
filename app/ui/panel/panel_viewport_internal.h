// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/theme.h"
#include "ui/panel/panel_viewport.h"

// What the files of the view share.

// panel_viewport_mouse.c
void uiViewMouse( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
bool uiGrabBody( uiState* ui, const uiFrameInput* input, int body ); // at its centre; false: it is not drawn
void uiPostGrab( uiState* ui, const uiFrameInput* input );           // the target has moved

// panel_viewport_keys.c
void uiViewFocus( uiState* ui, const uiFrameInput* input, uiRect rect ); // the view is a stop of the focus

// panel_viewport.c
// Where the selected contact is drawn: in the scene of the run or, of a scenario with two sides, in the one
// that has its body, which may be drawn elsewhere there. Returns the scene.
int uiPlaceSelection( const sessionSnapshot* snapshot, const uiScenes* scenes, float at[3] );

// panel_viewport_mouse.c
// The centre of a body in a draw list; false: it is not there.
bool uiFindBody( const gfxDrawList* draw, int body, float center[3] );

// panel_viewport_overlay.c
// The places of the texts over the scene that are taken already.
typedef struct uiOverlay
{
    uiRect view;
    float gap; // between two texts
    uiRect taken[16 + 2 * SESSION_MAX_PINS + ui_maxLabels];
    int count;
} uiOverlay;

// Where a text goes if its place is taken.
typedef enum uiOverlayMove
{
    ui_overlayUp,
    ui_overlayDown,
    ui_overlayAside // in the same row, and up where that is full
} uiOverlayMove;

void uiBeginOverlay( uiOverlay* overlay, const uiLayout* layout );
void uiTakePlace( uiOverlay* overlay, uiRect rect ); // an empty one is none
// Moves a text to the nearest free place. False: there is none, and the text is not to be drawn.
bool uiFindPlace( const uiOverlay* overlay, uiRect* rect, uiOverlayMove move );
bool uiFindAndTakePlace( uiOverlay* overlay, uiRect* rect, uiOverlayMove move );
float uiRoomRightOf( const uiOverlay* overlay, uiRect rect ); // where a text in this row has to end
int uiCountOverlaps( const uiOverlay* overlay );              // pairs of texts; there should be none

// panel_viewport_twin.c
// Names the run and its twin below `top`, and parts their views.
void uiDrawTwinBadges( uiState* ui, const uiFrameInput* input, const uiScenes* scenes, float top,
    ImDrawList* list, uiOverlay* overlay );

// panel_viewport_measured.c
void uiDrawMeasuredBody( uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list );

// panel_viewport_legend.c
// Text on a plate of the background's colour, `plate` opaque, so that it can be read on anything.
void uiDrawPlateText( uiState* ui, ImDrawList* list, uiFont font, float x, float y, ImU32 color, float plate,
    const char* text );
void uiDrawScaleLegend( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list,
    const gfxCamera* drawn, uiOverlay* overlay );
void uiDrawModeLegend(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list, uiOverlay* overlay );

// panel_viewport_pins.c
void uiDrawGhostNames(
    uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list, uiOverlay* overlay );
