// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/world.h"

#include <stddef.h>

/// "the step is too coarse for this spin: 0.1 ms would do", in the language of the window; empty: it is not.
void coarseStepSentence( const ssStepScale* scale, char* text, size_t capacity );
