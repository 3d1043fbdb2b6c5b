// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The tool bar: run, step, speed.

void uiDrawToolbar( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
