// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"
#include "base/os.h"

// Prints the results of `slipstick bench` once all benchmarks have run.

void benchAnswerAsJson( osWriter* out, const benchRun* run );
void benchAnswerAsText( osWriter* out, const benchRun* run );
