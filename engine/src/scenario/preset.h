// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

/// The values of a row of an ssPreset table, from an array of ssPresetValue.
#define PRESET( array ) .values = array, .valueCount = SS_COUNT( array )
