// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include "ui/core/layout.h"
#include "ui/core/ui.h"

// Over the scene: what the latest step did and cost.

// Where it stands; empty when it is not shown.
uiRect uiDrawStepReport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list );
