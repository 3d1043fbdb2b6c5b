// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/build_place.h"
#include "ui/core/layout.h"
#include "ui/core/ui.h"

// Building in the playground (key B): a palette of parts, tools, and the numbers of the selected part in
// the left panel; the mouse and the keys move, turn, resize, throw and join parts in the view. What it
// changes goes through ui/core/build_model.h.

typedef enum uiBuildTool
{
    ui_toolMove,
    ui_toolTurn,
    ui_toolSize,
    ui_toolThrow,
    ui_toolJoint,
    ui_toolCount
} uiBuildTool;

typedef enum uiBuildGesture
{
    ui_buildNone,
    ui_buildPress, // on a part, and the mouse has not moved
    ui_buildMove,  // in the plane
    ui_buildLift,  // up and down
    ui_buildTurn,  // about the vertical
    ui_buildTilt,  // as a ball in the hand
    ui_buildSize,  // a side
    ui_buildThrow, // the arrow of a velocity
} uiBuildGesture;

enum
{
    ui_maxPointsText = 4096 // [bytes] of the points of a hull as they are typed
};

typedef struct uiBuildPanel
{
    bool on;
    bool asks;    // it offers to open the playground
    bool opening; // it comes on once the playground is shown
    int selected; // number of a part; 0: none
    uiBuildTool tool;
    ssPartKind thrown; // the kind that the next throw adds
    ssBuildJointKind joint;
    int jointFrom; // the first part of a joint that is being made; 0: none
    bool free;     // off the grid
    bool floats;   // moved parts do not rest on what is below
    double grid;   // [m]

    uiBuildGesture gesture;
    int group;            // of its changes, for undo
    int handle;           // the side that is pulled: 0, 1, 2 along x, y, z
    float pressX, pressY; // of the mouse [px of the viewport]
    float lastX, lastY;
    // the part as the gesture found it, at its present place; its texts and points are not valid
    ssPart start;
    ssVec3 up;          // the normal of what it stands on then
    float footX, footY; // from the mouse to its foot [px of the viewport]
    ssVec3 grabbed;     // the point of the part that the mouse holds [m]
    double sideGrab;    // from the side that is pulled to where the mouse holds it [m]
    double angle;       // of the mouse about the part when the turn began [rad]
    ssVec3 thrownFrom, thrownVelocity;
    bool throwsNew;   // the throw adds a part
    double cellBegan; // the number that is dragged, when that began
    int cellGroup;
    double nudged; // ImGui's clock at the latest nudge by a key [s]
    int nudgeGroup;

    int textOf; // the part whose name and points are being typed; 0: none
    char name[SS_NAME_CAPACITY];
    char points[ui_maxPointsText];
    char refusal[256]; // what is wrong with them
} uiBuildPanel;

void uiToggleBuild( uiState* ui, const uiFrameInput* input );
void uiUpdateBuild( uiState* ui, const uiFrameInput* input ); // once per frame, before the panels
// The content of the left panel while somebody builds.
void uiDrawBuild( uiState* ui, const uiFrameInput* input );
// The content of the right panel then: the numbers of the selected part. Where there
// is no room for it they are in the left one.
void uiDrawBuildSide( uiState* ui, const uiFrameInput* input );
// Asks whether to open the playground.
void uiDrawBuildOffer( uiState* ui, const uiFrameInput* input );
// Takes a key while somebody builds. False: it is an action as usual.
bool uiBuildKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );
// Esc: leaves what is being done, then the selection, then the mode. False: nobody builds.
bool uiCancelBuild( uiState* ui, const uiFrameInput* input );

// The view: the mouse, and what is drawn over the scene. uiBuildMouse returns
// false where the mouse is not for the build.
bool uiBuildMouse( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y );
// A press and release on empty space: it joins to the world, or selects nothing. False: nobody builds.
bool uiBuildClick( uiState* ui, const uiFrameInput* input );
void uiDrawBuildHandles( uiState* ui, const uiFrameInput* input, const uiLayout* layout,
    const gfxCamera* drawn, ImDrawList* list );

// panel_build_icons.c
void uiDrawPartIcon( ImDrawList* list, ssPartKind kind, float x, float y, float r, ImU32 color );

// The keys that build, for the help window.
typedef struct uiBuildKeyRow
{
    const char *keys, *help;
} uiBuildKeyRow;
extern const uiBuildKeyRow ui_buildKeyTable[];
extern const int ui_buildKeyCount;
