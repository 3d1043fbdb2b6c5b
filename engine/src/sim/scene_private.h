// SPDX-License-Identifier: MIT
#pragma once

#include "base/json_reader.h"
#include "base/text_writer.h"
#include "sim/sim_private.h"
#include "slipstick/lab/scene.h"

// What the reader and the writer of scenes share.

enum
{
    sceneFlagCount = 14
};

/// The names of the bits of ssDrawFlags, in their order.
extern const char* const ss_sceneFlagNames[sceneFlagCount];

// --- writing ---

/// Writes all digits of a number, with a decimal point whatever the locale.
void scenePutNumber( textWriter* w, const char* before, double value );
/// Writes what makes the run, except its edits: `"h"` to `"params"`, each line after `indent`. `brief`: of
/// the params only those that differ from the preset, which is named.
void scenePutRun( textWriter* w, const ssScene* scene, const char* indent, bool brief );
/// Writes `"edits": […]`; `def` keeps track of the law in force, which names their parameters.
void scenePutEdits( textWriter* w, const ssScene* scene, ssSimDef* def, const char* indent );
/// Writes the twin and the pins where there are any, each after a comma.
void scenePutCompared( textWriter* w, const ssScene* scene, ssSimDef* scratch, bool brief );

// --- reading ---

ssResult sceneWrongKind( const char* key, const char* expected, const ssJson* value );
/// Reads a number where the object has the key; otherwise `number` keeps its value.
ssResult sceneReadNumber( const ssJson* object, const char* key, double* number );
/// Gives the definition of a scenario the preset and the typed law of the object, if there are any.
ssResult sceneReadLaw( const ssJson* object, ssSimDef* def );
/// Reads "h", "until", "params", "seed", "edits". The scene already has its scenario and law.
ssResult sceneReadRun( const ssJson* object, ssScene* scene );
/// Reads "twin" and "pins".
ssResult sceneReadCompared( const ssJson* document, ssScene* scene );

// --- copies ---

/// Copies a scene without its pins and its twin.
ssResult sceneCopyRun( const ssScene* scene, ssScene* copy );
/// Copies pins and twin. After a failure the copy owns what it got.
ssResult sceneCopyCompared( const ssScene* scene, ssScene* copy );
void sceneDestroyCompared( ssScene* scene );

// --- scene_show.c ---

ssResult sceneReadShow( const ssJson* object, ssSceneShow* show );
/// Writes how the scene wants to be seen, after a comma; nothing where it does not say.
void scenePutShow( textWriter* w, const ssSceneShow* show );

// --- scene_build.c ---

ssResult sceneReadBuild( const ssJson* object, ssSimDef* def );
ssResult sceneReadBuildEdit( const ssJson* object, const ssScenario* scenario, ssEdit* edit );
void sceneFreeBuildEdit( ssEdit* edit );
bool sceneCopyBuildEdit( const ssEdit* edit, ssEdit* copy ); ///< false: out of memory
ssResult sceneApplyBuildEdit( const ssEdit* edit, ssSim* sim );
