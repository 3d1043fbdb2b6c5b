// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"
#include "base/os.h"

// What `slipstick bench` prints when all benchmarks have run.

void benchAnswerAsJson( osWriter* out, const benchRun* run );
void benchAnswerAsText( osWriter* out, const benchRun* run );
