// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// What the window remembers between starts: one line per setting in the user's settings folder. A damaged
// file is never reported: a line that cannot be read leaves its setting at the default.

uiSettings hostLoadSettings( void );
uiSettings hostReadSettings( const char* path ); // of another file in that form
void hostSaveSettings( const uiSettings* settings );
// Puts them into a scratch file for a program that this one runs (osOpenScratch); -1 when that fails.
int hostScratchSettings( const uiSettings* settings, char* path, size_t capacity );
