// SPDX-License-Identifier: MIT
#pragma once

#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_build.h"

// What the files of the build panel share.

// ---------------------------------------------------------------------------------------- panel_build_edit.c

const ssPart* uiSelectedPart( const uiState* ui ); // NULL: none
void uiSelectPart( uiState* ui, int id );
const char* uiPartLabel( const ssPart* part );  // "box 3" in the language of the window
const char* uiPartKindLabel( ssPartKind kind ); // "hollow sphere"
const char* uiJointKindLabel( ssBuildJointKind kind );

// The selected part as it is now: at its present pose. Its texts and points are those of the model.
bool uiPresentPart( const uiState* ui, const uiFrameInput* input, ssPart* part );
// Posts a changed part, at the nearest place where it is in no other one; `what` is an English
// format with one %s for its name: "move %s".
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
// Adds a part at the nearest free place and selects it. False: the
// engine refuses it, and the status bar says why.
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

// --------------------------------------------------------------------------------------- panel_build_mouse.c

int uiPickPart( const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y,
    ssVec3* hit );

// ------------------------------------------------------------------------------------- panel_build_handles.c

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

// --------------------------------------------------------------------------------------- panel_build_icons.c

void uiDrawToolIcon( ImDrawList* list, uiBuildTool tool, float x, float y, float r, ImU32 color );

// ----------------------------------------------------------------------------------------- panel_build_row.c

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

// A row of one or three numbers that are typed, dragged or stepped. True: a number has changed;
// `group` then belongs to the change, for undo.
bool uiNumbersRow( uiState* ui, const uiNumberRow* row, double* values, int count, int* group );
bool uiCheckRow( uiState* ui, const char* mark, const char* label, bool* on );
bool uiChoiceRow(
    uiState* ui, const char* mark, const char* label, const char* const* names, int count, int* index );
// An empty button that is a stop of the keyboard; the caller draws into it.
bool uiBuildButton( uiState* ui, const char* mark, const char* label, ImVec2 size, bool on, bool enabled );

// ------------------------------------------------------------------------------------- panel_build_inspect.c

void uiDrawInspector( uiState* ui, const uiFrameInput* input );
void uiDrawWorldRows( uiState* ui, const uiFrameInput* input );
void uiBuildHeading( uiState* ui, const char* text );
