// SPDX-License-Identifier: MIT
#pragma once

#include "base/words.h"
#include "slipstick/lab/build_place.h"
#include "ui/core/ui.h"
#include "ui/core/ui_state.h"
#include "ui/core/window_layout.h"

// Building in the playground (key B): a palette of parts, tools, and the numbers of the selected part; mouse
// and keys edit parts in the view. Changes go through ui/core/build_model.h.

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
// The right panel: the numbers of the selected part, which the left panel has if there is no room.
void uiDrawBuildSide( uiState* ui, const uiFrameInput* input );
// Asks whether to open the playground.
void uiDrawBuildOffer( uiState* ui, const uiFrameInput* input );
// Takes a key while somebody builds. False: it is an action as usual.
bool uiBuildKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );
// Esc: leaves what is being done, then the selection, then the mode. False: nobody builds.
bool uiCancelBuild( uiState* ui, const uiFrameInput* input );

// The mouse, and what is drawn over the scene. uiBuildMouse: false if the mouse is not for the build.
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

// What the files of the build panel share.

const ssPart* uiSelectedPart( const uiState* ui ); // NULL: none
void uiSelectPart( uiState* ui, int id );
const char* uiPartLabel( const ssPart* part );  // "box 3" in the language of the window
const char* uiPartKindLabel( ssPartKind kind ); // "hollow sphere"
const char* uiJointKindLabel( ssBuildJointKind kind );

// The selected part as it is now: at its present pose. Its texts and points are those of the model.
bool uiPresentPart( const uiState* ui, const uiFrameInput* input, ssPart* part );
// Posts a changed part at the nearest free place; `what` is an English format for its name: "move %s".
bool uiChangePart( uiState* ui, const uiFrameInput* input, ssPart* part, int group, const char* what );
void uiAddPart( uiState* ui, const uiFrameInput* input, ssPartKind kind );
void uiCopyPart( uiState* ui, const uiFrameInput* input );
void uiRemovePart( uiState* ui, const uiFrameInput* input );
void uiClearBuild( uiState* ui, const uiFrameInput* input ); // all parts go, gravity and ground stay
void uiDropPart( uiState* ui, const uiFrameInput* input );
// Moves, turns or scales it by keys: changes in quick succession are undone together.
void uiNudgePart( uiState* ui, const uiFrameInput* input, ssVec3 move, ssVec3 turnDeg, double scale );
void uiJoinPart(
    uiState* ui, const uiFrameInput* input, int id ); // the second click of a joint; 0: the world
bool uiHasSizeAxis( ssPartKind kind, int axis );      // a sphere has one, a cylinder two: x and z
// Changes the size along an axis of the part by a factor.
void uiScalePart( ssPart* part, int axis, double factor, ssVec3* points );
// Adds a part at the nearest free place and selects it. False, with a message: the engine refuses it.
bool uiAddBuiltPart( uiState* ui, const uiFrameInput* input, ssPart* part, const char* what );
// The functions of build_place.h among the parts of the model at their present places.
void uiLandPart(
    const uiState* ui, const uiFrameInput* input, const ssBuildHit* onto, ssVec3 up, ssPart* part );
bool uiCastRay( const uiState* ui, const uiFrameInput* input, int ignore, ssVec3 origin, ssVec3 direction,
    ssBuildHit* hit );
ssVec3 uiSupport( const uiState* ui, const uiFrameInput* input, const ssPart* part );
// Lets a moved part rest on what is below, unless it floats.
void uiSettlePart( const uiState* ui, const uiFrameInput* input, ssPart* part );
double uiSnap( const uiState* ui, double value );

enum
{
    ui_handleNone = -1,
    ui_handleX,
    ui_handleY,
    ui_handleZ,
    ui_handleLift,
    ui_handleRing,
};

// The handle under the mouse.
int uiHandleAt( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y );

void uiDrawToolIcon( ImDrawList* list, uiBuildTool tool, float x, float y, float r, ImU32 color );

// Names the last item for scripts, which may have it scrolled into view.
void uiMarkRow( const char* mark );

typedef struct uiNumberRow
{
    const char* mark; // "build.mu"
    const char* label;
    const char* unit;
    double step;          // of an arrow key, and of a few pixels of a drag
    const char* brief[2]; // what stands there where the label is too long, if any
} uiNumberRow;

// A row of one or three editable numbers. True: one has changed, and `group` is the change's, for undo.
bool uiNumbersRow( uiState* ui, const uiNumberRow* row, double* values, int count, int* group );
bool uiCheckRow( uiState* ui, const char* mark, const char* label, bool* on );
bool uiChoiceRow(
    uiState* ui, const char* mark, const char* label, const char* const* names, int count, int* index );
// An empty button that is a stop of the keyboard; the caller draws into it.
bool uiBuildButton( uiState* ui, const char* mark, const char* label, ImVec2 size, bool on, bool enabled );

void uiDrawInspector( uiState* ui, const uiFrameInput* input );
void uiDrawWorldRows( uiState* ui, const uiFrameInput* input );
