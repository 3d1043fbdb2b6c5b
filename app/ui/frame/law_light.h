// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The light at the right end of the menu bar, "● law ok": whether the latest step satisfies the contact law. A click
// opens the list of checks.

void uiDrawLawLight( uiState* ui, const uiFrameInput* input );
