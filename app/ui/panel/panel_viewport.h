// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/framing.h"
#include "ui/core/theme.h"
#include "ui/core/ui.h"
#include "ui/core/window_layout.h"

// The view of the scene: camera, labels, and pulling bodies with the mouse.

enum
{
    ui_maxLabels = 256
};

typedef struct uiViewPanel
{
    gfxCamera camera;
    bool cameraUpdated; // in this frame
    bool opening;       // the run that comes next is shown as its scenario opens
    bool placed;        // a scene file gave `placement`, for the run that comes next
    gfxCamera placement;
    float farther;     // a placed camera in a view that is too narrow for it: times its distance
    bool moved;        // by the user or a scene file: the camera no longer fits itself to the scene
    bool held;         // by the user: it moves no more by itself
    gfxFraming framed; // of the last picture
    int framedWith;    // stages of the path that were known then
    double framedAt;   // and the speed of the run [1]
    // The camera eases to a framing that has changed: its lead in place [m], and the factor of its distance.
    float lead[3], stretch;
    float fitDistance;                   // to which the camera moves by itself [m]; 0: it rests
    bool frameWanted;                    // the next snapshot is to be shown as a whole
    bool resetWanted;                    // and from the direction in which its scenario or preset opens
    float boundsCenter[3], boundsRadius; // of the newest snapshot [m]
    uint64_t scaleChanges;               // of the arrows, that have been announced
    double scaleToldAt;                  // [s] when the latest was; 0: none

    enum
    {
        ui_gestureNone,
        ui_gesturePress, // the button is down, and the mouse has not moved
        ui_gestureOrbit,
        ui_gesturePan,
        ui_gestureGrab
    } gesture;
    float pressX, pressY, lastX,
        lastY;            // of the mouse: where it was pressed and last seen [px of the viewport]
    float pressCenter[3]; // of the body under it [m]
    int scene;            // of the press, or under the mouse: 0 the run, 1 its twin
    int grabBody;         // the body being pulled, or pressed; -1: none
    bool keyGrab;         // it is pulled with the keyboard
    // The mouse moves `grabTarget` in the plane through `grabPoint` with normal `grabNormal`.
    float grabPoint[3], grabNormal[3], grabTarget[3];
    gfxScreenLabel labels[ui_maxLabels];
    gfxLabelMemory labelMemory[2]; // of the run and its twin
    uint32_t labelledWith;         // the draw flags of the picture before
    double labelledAt;             // [s] the time of the run in the picture before, to tell if it moves
    int hoverBody;                 // under the mouse; -1: none
    float hoverPoint[3];           // of the contact under the mouse
    bool hoverContact;
} uiViewPanel;

/// The translated sentence of what there is to see; "" for a build. Valid until the next call.
const char* uiPoint( const uiState* ui, const sessionSnapshot* snapshot );
// The value that a parameter has in a preset (NULL: none).
double uiPresetValue( const ssScenario* scenario, const ssPreset* preset, int param );
void uiDrawViewport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn );
// Takes the keys of the camera: Alt and arrows, = and -.
bool uiViewKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );
// The view with which the scenario and its preset open: their own angles and zoom, and all of the scene.
void uiResetCamera( uiState* ui, const uiFrameInput* input );
void uiFrameAll( uiState* ui, const uiFrameInput* input ); // the same, but from the present direction
void uiHoldCamera( uiState* ui );                          // the user has moved it: it is theirs
// Where the camera belongs, whoever has it now.
gfxFraming uiFraming( const uiState* ui, const uiFrameInput* input );
float uiOpeningZoom( const uiFrameInput* input );             // 1 shows the whole scene, 2 half of it
void uiReleaseGrab( uiState* ui, const uiFrameInput* input ); // lets go of the body being pulled

// What the files of the view share.

// panel_viewport_mouse.c
void uiViewMouse( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
bool uiGrabBody( uiState* ui, const uiFrameInput* input, int body ); // at its centre; false: it is not drawn
void uiPostGrab( uiState* ui, const uiFrameInput* input );           // the target has moved

// panel_viewport_keys.c
int uiBodyAtHand( const uiFrameInput* input ); // of the selected contact, else the first one; -1: none
void uiMoveOnScreen( const uiState* ui, float dx, float dy, float at[3] ); // by steps of the keyboard
void uiViewFocus( uiState* ui, const uiFrameInput* input, uiRect rect );   // the view is a stop of the focus

// panel_viewport.c
// Where the selected contact is drawn: in the scene of the run or, of a scenario with two sides, in the one
// that has its body, which may be drawn elsewhere there. Returns the scene.
int uiPlaceSelection( const sessionSnapshot* snapshot, const uiScenes* scenes, float at[3] );

// panel_viewport_mouse.c
// The centre of a body in a draw list; false: it is not there.
bool uiFindBody( const gfxDrawList* draw, int body, float center[3] );
// The contact whose point is nearest to a pixel, within `reach`; NULL: none. With `body` >= 0 only its
// contacts count, hidden or not, because a contact is always behind or below a body.
const sessionContact* uiContactNear( const uiState* ui, const uiFrameInput* input,
    const gfxViewport* viewport, float x, float y, int body, float reach );

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

// panel_viewport_overlay.c
void uiDrawGhostNames(
    uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list, uiOverlay* overlay );
