// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

/// The refusal of a definition without a scenario.
ssResult simNoScenario( void );
