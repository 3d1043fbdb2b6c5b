// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include <stdbool.h>

// A button in a row of commands: `mark` names it for scripts, and the next item follows on the same line.
bool uiCommandButton( const char* label, const char* mark, bool enabled );
// A text that can be pressed, in the present font.
bool uiTextButton( const char* text, const char* mark, ImU32 color );
