// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

// A run as a small text: scenario, parameters, step size, seed, edits by step, and how it was looked at. What a
// user saves, shares, replays and attaches to a bug report. This header knows the text; files are the caller's.

/// A change made while the run was going: at the boundary before step `step`.
typedef struct ssEdit
{
    int64_t step;
    int param; ///< index into the scenario's parameters; -1: a drag
    double value;
    char* text; ///< of a text parameter, NULL for the others; owned by the scene
    ssDrag drag;
} ssEdit;

/// Where the viewer stood. `set` is false when the file says nothing.
typedef struct ssSceneCamera
{
    bool set;
    double yawDeg, pitchDeg, distance;
    ssVec3 target;
} ssSceneCamera;

typedef struct ssScene
{
    ssSimDef def;
    ssSceneCamera camera;
    uint32_t viewFlags; ///< ssDrawFlags
    ssEdit* edits;      ///< ascending by step; owned, freed by ssScene_Destroy
    int editCount;
} ssScene;

/// Reads a scene. Unknown keys, wrong kinds and values out of range are refused with key, value and what is
/// allowed. On failure nothing needs to be destroyed.
SS_API ssResult ssParseScene( const char* text, size_t length, ssScene* scene );

/// Writes a scene as JSON text; the caller frees it with ssRelease. NULL when memory is short.
SS_API char* ssFormatScene( const ssScene* scene );

/// A copy that owns what it refers to.
SS_API ssResult ssScene_Copy( const ssScene* scene, ssScene* copy );

/// Cuts the list of edits to its first `count`.
SS_API void ssScene_KeepEdits( ssScene* scene, int count );

SS_API void ssScene_Destroy( ssScene* scene );

/// Applies the edits due at the sim's current step, starting from `*next`; call before each step.
SS_API ssResult ssScene_ApplyEdits( const ssScene* scene, ssSim* sim, int* next );
