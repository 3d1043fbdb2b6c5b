// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/advanced/set_params.h"
#include "slipstick/lab/belt.h"
#include "slipstick/vecmath.h"
#include "ui/core/imgui.h"
#include "ui/core/ui.h"

// The set editor: the force reservoir C and the direction set D as shapes with handles to drag.

typedef struct uiSetsPanel
{
    bool shown;
    struct uiSetCache* cache;        // NULL until the panel is first opened
    int handle;                      // the one being dragged; -1: none
    double start[SS_MAX_PARAMS];     // values when the drag began
    double scale[2];                 // pixels per newton of C and of D, fixed during a drag
    char texts[2][SS_TEXT_CAPACITY]; // the corners or samples when the drag began, and as last posted
    double proposal[SS_MAX_PARAMS];  // values that the drag asks for
    char proposalText[SS_TEXT_CAPACITY];
    char refusal[256]; // why the law does not allow the proposal
} uiSetsPanel;

bool uiHasSets( const ssScenario* scenario );
void uiDrawSetEditor( uiState* ui, const uiFrameInput* input ); // in the current window
void uiDrawSets( uiState* ui, const uiFrameInput* input );
void uiFreeSets( uiState* ui );

// What the files of the set editor share.

enum
{
    ui_setOutlinePoints = 180, // one every 2°
    ui_maxSetHandles = 96,     // of both sets together
    ui_maxBelts = 8            // bands of unstable directions
};

typedef enum uiSetHandleKind
{
    ui_setHandleAxis1,
    ui_setHandleAxis2,
    ui_setHandleRotation,
    ui_setHandleExponent,
    ui_setHandleOffset,
    ui_setHandleVertex,
    ui_setHandleSample
} uiSetHandleKind;

typedef struct uiSetHandle
{
    int set; // 0: C, 1: D
    uiSetHandleKind kind;
    int vertex; // of a polygon, or sample of a polar curve
    ssVec2 at;  // [N]
} uiSetHandle;

// What follows from the parameters. It is computed when one of them changes, not in every frame.
typedef struct uiSetCache
{
    bool made;
    const ssScenario* scenario; // that it was computed for, with `values` and `texts`
    double values[SS_MAX_PARAMS];
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    ssSetDef defs[2];
    ssResult results[2]; // of reading the rows and making the set
    ssVec2 outlines[2][ui_setOutlinePoints];
    double radius[2]; // the largest one [N]
    ssSetVerdict convex[2];
    ssResult law;
    double fitted;                  // scale of the largest D inside C
    ssAngleBand belts[ui_maxBelts]; // belt directions for which steady sliding is unstable
    int beltCount;
} uiSetCache;

// The editor during a frame.
typedef struct uiSetEditor
{
    uiState* ui;
    const uiFrameInput* input;
    ImDrawList* list;
    int first[2]; // rows of C and D; -1: none
    double values[SS_MAX_PARAMS];
    const ssSetDef* defs;    // of the cache
    const ssResult* results; // of the cache
    const uiSetCache* cache;
    uiSetHandle handles[ui_maxSetHandles];
    int handleCount;
    uiRect canvas;
    double scale[2]; // pixels per newton of C and of D; the size of D does not matter, so it has its own
} uiSetEditor;

static inline double uiRadians( double degrees ) { return degrees * SS_PI / 180.0; }

static inline double uiDegrees( double radians ) { return radians * 180.0 / SS_PI; }

// panel_sets_check.c
const char* uiSetText(
    const uiSetEditor* e, int row ); // the text of a row, with changes that wait for a reset
void uiReadSets( uiSetEditor* e );   // reads the rows and brings the cache up to date
// Checks whether the law accepts these sets, and computes the scale of D and, unless `belts` is NULL, the
// unstable belt directions. `d` is NULL if the scenario has no D.
ssResult uiCheckSets(
    const uiSetEditor* e, const ssSetDef* c, const ssSetDef* d, double* fitted, uiSetCache* belts );

// panel_sets_drag.c
ImVec2 uiSetToScreen( const uiSetEditor* e, int set, ssVec2 force );
void uiAddSetHandles( uiSetEditor* e, int set );
void uiSetMouse( uiSetEditor* e );
