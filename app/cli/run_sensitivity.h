// SPDX-License-Identifier: MIT
#pragma once

#include "base/csv_table.h"
#include "base/json_writer.h"
#include "base/os.h"
#include "slipstick/lab/sensitivity.h"

// `run --sensitivity KEY,KEY`: derivatives of signals and measures; without keys, nothing.

typedef struct runSensitivity
{
    ssSensitivity* found; ///< NULL: none was wanted
    const ssScenario* scenario;
    int64_t steps, stride; // of its rows
} runSensitivity;

/// Computes them for a run of `steps` with a row every `stride`; status 1 after a signal, 2 after a message.
int runFindSensitivity(
    const char* keys, const ssScene* scene, int64_t steps, int64_t stride, runSensitivity* sensitivity );
void runEndSensitivity( runSensitivity* sensitivity );
/// A column `dx/dmu` for every signal and parameter, then `event`.
void runSensitivityHeadings( const runSensitivity* sensitivity, csvWriter* csv );
void runSensitivityCells( const runSensitivity* sensitivity, csvWriter* csv, const ssSim* sim );
/// The member "sensitivity" with the derivatives of these measures.
void runSensitivityJson(
    const runSensitivity* sensitivity, jsonWriter* json, const int* measures, int measureCount );
/// The same as lines of text.
void runSensitivityText(
    const runSensitivity* sensitivity, osWriter* out, const int* measures, int measureCount );
