// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The status bar.

void uiDrawStatus( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
