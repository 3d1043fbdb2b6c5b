// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The step report, in a corner of the view: the result of the latest step and the time of its stages.

// Returns the rectangle that it covers; empty if it is not shown.
uiRect uiDrawStepReport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list );
