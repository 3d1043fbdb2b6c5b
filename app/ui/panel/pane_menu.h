// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The menu of a plot: save, fit or hide it, or add another one.

void uiDrawPaneMenu( uiState* ui, const uiFrameInput* input );
