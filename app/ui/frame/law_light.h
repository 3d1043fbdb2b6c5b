// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The light at the right end of the menu bar, "● law ok": whether the latest step satisfies the
// contact law. A click opens the list of checks.

/// Selects the contact that is farthest from its law, if one is.
void uiSelectWorst( uiState* ui, const uiFrameInput* input );

void uiDrawLawLight( uiState* ui, const uiFrameInput* input );
