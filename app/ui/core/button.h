// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// A button in a row of commands: `mark` names it for scripts, and the next item follows on the same line.
bool uiCommandButton( const char* label, const char* mark, bool enabled );
