// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

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
    bool moved;        // by the user: the camera no longer fits itself to the scene
    float fitDistance; // to which the camera moves by itself [m]; 0: it rests
    bool frameWanted;  // the next snapshot is to be shown as a whole
    bool resetWanted;  // and from the direction in which its scenario or preset opens
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
} uiViewPanel;

/// The sentence that says what there is to see, in the language of the window; "" for what was
/// built by hand. Valid until the next call.
const char* uiPoint( const uiState* ui, const sessionSnapshot* snapshot );
void uiDrawViewport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn );
// Takes the keys of the camera: Alt and arrows, = and -.
bool uiViewKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );
// The view with which the scenario and its preset open: their own angles and zoom, and all of the scene.
void uiResetCamera( uiState* ui, const uiFrameInput* input );
void uiFrameAll( uiState* ui, const uiFrameInput* input );    // the same, but from the present direction
float uiOpeningZoom( const uiFrameInput* input );             // 1 shows the whole scene, 2 half of it
void uiReleaseGrab( uiState* ui, const uiFrameInput* input ); // lets go of the body being pulled
