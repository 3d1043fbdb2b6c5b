// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The tool bar: reset, step, run, the speed, and readings of the solver.

void uiDrawToolbar( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
