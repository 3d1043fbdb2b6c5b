// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// What the window remembers between starts: one line per setting in the user's settings folder. Damage there is
// never worth a complaint: what cannot be read keeps its default.

uiSettings hostLoadSettings( void );
void hostSaveSettings( const uiSettings* settings );
