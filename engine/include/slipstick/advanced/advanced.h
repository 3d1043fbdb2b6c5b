// SPDX-License-Identifier: MIT
#pragma once

// What few programs need: measurements as CSV, the memory layout of the library, the checks of laws,
// problems as views, rows of parameters for sets, and the discretised friction model. They change more
// often than the main headers (CONTRIBUTING.md).

#include "slipstick/advanced/csv.h"
#include "slipstick/advanced/law_check.h"
#include "slipstick/advanced/layout.h"
#include "slipstick/advanced/problem_view.h"
#include "slipstick/advanced/pyramid.h"
#include "slipstick/advanced/question.h"
#include "slipstick/advanced/set_params.h"
