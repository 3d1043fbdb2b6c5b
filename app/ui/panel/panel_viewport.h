// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The scene: camera, labels, and the hand that pulls at bodies.

enum
{
    ui_maxLabels = 256
};

typedef struct uiViewPanel
{
    gfxCamera camera;
    bool cameraUpdated, cameraPlaced, frameWanted;
    float boundsCenter[3], boundsRadius;

    // the hand in the scene
    enum
    {
        ui_gestureNone,
        ui_gestureOrbit,
        ui_gesturePan,
        ui_gestureGrab
    } gesture;
    int grabBody;
    float grabPoint[3], grabNormal[3], grabTarget[3];
    gfxScreenLabel labels[ui_maxLabels];
} uiViewPanel;

void uiDrawViewport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn );
void uiFrameAll( uiState* ui, const uiFrameInput* input );
void uiReleaseGrab( uiState* ui, const uiFrameInput* input );
