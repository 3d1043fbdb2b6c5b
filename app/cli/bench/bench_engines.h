// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"
#include "cli/bench/engine_trial.h"

// `bench engines`: the trials of a run, and what is made of them.

/// The page of a run.
ssResult enginesSaveReport( const benchRun* run, const char* folder );
