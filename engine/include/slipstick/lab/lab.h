// SPDX-License-Identifier: MIT
#pragma once

// The lab above the core: scenarios and their simulations, what is built and changed
// in them, recordings, fits and sensitivities.

#include "slipstick/lab/belt.h"
#include "slipstick/lab/build.h"
#include "slipstick/lab/build_place.h"
#include "slipstick/lab/change.h"
#include "slipstick/lab/fit.h"
#include "slipstick/lab/log_scenario.h"
#include "slipstick/lab/plugin.h"
#include "slipstick/lab/problem_scenario.h"
#include "slipstick/lab/scenario.h"
#include "slipstick/lab/scene.h"
#include "slipstick/lab/sensitivity.h"
#include "slipstick/slipstick.h"
