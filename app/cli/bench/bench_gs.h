// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"

// Parts of `bench gauss-seidel` with a file of their own.

/// `auto` beside the plain loop on a pile at rest.
ssResult benchPileAtRest( benchRun* run );
