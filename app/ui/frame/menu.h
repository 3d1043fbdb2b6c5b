// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The menu bar.

void uiDrawMenu( uiState* ui, const uiFrameInput* input );
