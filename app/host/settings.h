// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// What the window remembers between starts: one line per setting in the user's settings folder. A damaged file is never
// reported: a line that cannot be read leaves its setting at the default.

uiSettings hostLoadSettings( void );
void hostSaveSettings( const uiSettings* settings );
