// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"
#include "base/json_writer.h"
#include "base/os.h"

// Prints the results of `slipstick bench` once all benchmarks have run.

void benchAnswerAsJson( osWriter* out, const benchRun* run );
void benchAnswerAsText( osWriter* out, const benchRun* run );

// threads_report.c
void benchScalesAsJson( jsonWriter* json, const benchRun* run );
void benchScalesAsText( osWriter* out, const benchRun* run );

// engines_report.c
void benchTrialsAsJson( jsonWriter* json, const benchRun* run );
void benchTrialsAsText( osWriter* out, const benchRun* run );
