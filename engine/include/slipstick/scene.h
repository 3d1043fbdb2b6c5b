// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

// A scene is a run as a small JSON text: the scenario, its parameters, step size and seed, the edits made during the
// run, and how it was looked at. Users save, share and replay scenes and attach them to bug reports. The functions here
// work on texts; reading and writing files is left to the caller. engine/FORMS.md describes the form.

#define SS_EDIT_DRAG ( -1 )
#define SS_EDIT_LAW ( -2 )

/// A change made during the run, before step number `step` was taken.
typedef struct ssEdit
{
    int64_t step;
    int param; ///< index of a parameter, with the typed law that is then in force; or SS_EDIT_DRAG, SS_EDIT_LAW
    double value; ///< of a number or choice
    char* text;   ///< of a text parameter or of a typed law, NULL for the others; owned by the scene
    double*
        values; ///< SS_EDIT_LAW: of the law's parameters, SS_LAW_MAX_PARAMS numbers; NULL: their defaults; owned
    ssDrag drag;
} ssEdit;

/// The camera of the view.
typedef struct ssSceneCamera
{
    bool set; ///< false when the scene has no camera
    double yawDeg, pitchDeg;
    double distance; ///< from the target [m]
    ssVec3 target;   ///< the point in the middle of the view [m]
} ssSceneCamera;

typedef struct ssScene
{
    ssSimDef def;
    ssSceneCamera camera;
    uint32_t viewFlags; ///< ssDrawFlags
    ssEdit* edits;      ///< in the order of their steps; owned by the scene, freed by ssScene_Destroy
    int editCount;
    const ssScenario* held; ///< the scenario that ssScene_Hold retains; NULL: none
} ssScene;

/// Reads a scene. Unknown keys, values of the wrong kind and values out of range are refused; the message has the key,
/// the value and what is allowed. After a refusal there is nothing to destroy.
SS_API ssResult ssParseScene( const char* text, size_t length, ssScene* scene );

/// Writes a scene as a JSON text, which the caller frees with ssRelease. NULL when memory runs out.
SS_API char* ssFormatScene( const ssScene* scene );

/// Makes a copy with edits of its own.
SS_API ssResult ssScene_Copy( const ssScene* scene, ssScene* copy );

/// Keeps the first `count` edits and removes the others.
SS_API void ssScene_KeepEdits( ssScene* scene, int count );

/// Keeps the scenario of `def` while the scene lives, instead of the one held before: for a scene that stays around and gets
/// another typed law. ssParseScene and ssScene_Copy do so by themselves.
SS_API void ssScene_Hold( ssScene* scene );

SS_API void ssScene_Destroy( ssScene* scene );

/// Applies the edits that are due before the next step of the sim. `*next` is the first edit not yet applied, and is
/// advanced. Call it before each step.
SS_API ssResult ssScene_ApplyEdits( const ssScene* scene, ssSim* sim, int* next );
