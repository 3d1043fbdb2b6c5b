// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson.h"
#include "slipstick/lab/scenario.h"

// What the words after `scene` and `compare` do to a run.

/// Fills the definition from "SCENARIO [PRESET] [KEY=VALUE …]". `folder` (may be NULL) is that of the lesson,
/// where law=FILE is looked for. False after a failure.
bool lessonMakeScene( const char* text, int line, const char* folder, ssSimDef* def, lessonError* error );
/// Changes values by "KEY=VALUE …"; also law=NAME or FILE, h and seed.
bool lessonChangeScene( const char* text, int line, const char* folder, ssSimDef* def, lessonError* error );
/// The panes of `show` exist in the scenario: "u,r_t,chart:cycle".
bool lessonCheckPanes( const char* text, int line, const ssScenario* scenario, lessonError* error );
