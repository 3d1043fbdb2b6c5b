// SPDX-License-Identifier: MIT
#pragma once

// The parts of the library for those who take it apart: kernels, factorisations, the broad
// phase, memory of the stages, the rows of parameters that scenarios share. They change more
// often than the main headers (CONTRIBUTING.md).

#include "slipstick/advanced/arena.h"
#include "slipstick/advanced/broad_phase.h"
#include "slipstick/advanced/factorisation.h"
#include "slipstick/advanced/formula.h"
#include "slipstick/advanced/gauss_seidel.h"
#include "slipstick/advanced/lcp.h"
#include "slipstick/advanced/policy.h"
#include "slipstick/advanced/problem_view.h"
#include "slipstick/advanced/set_params.h"
#include "slipstick/advanced/step_matrix.h"
