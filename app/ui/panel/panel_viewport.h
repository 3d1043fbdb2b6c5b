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
    bool cameraUpdated;                  // in this frame
    bool cameraPlaced;                   // by a scene file: the next scenario keeps it
    bool frameWanted;                    // the next snapshot is to be shown as a whole
    float boundsCenter[3], boundsRadius; // of the newest snapshot [m]

    enum
    {
        ui_gestureNone,
        ui_gestureOrbit,
        ui_gesturePan,
        ui_gestureGrab
    } gesture;
    int grabBody; // the body being pulled; -1: none
    // The mouse moves `grabTarget` in the plane through `grabPoint` with normal `grabNormal`.
    float grabPoint[3], grabNormal[3], grabTarget[3];
    gfxScreenLabel labels[ui_maxLabels];
} uiViewPanel;

void uiDrawViewport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn );
// The view with which the scenario and its preset open: their own angles and zoom, and all of the scene.
void uiResetCamera( uiState* ui, const uiFrameInput* input );
void uiReleaseGrab( uiState* ui, const uiFrameInput* input ); // lets go of the body being pulled
