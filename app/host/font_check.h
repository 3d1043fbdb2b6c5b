// SPDX-License-Identifier: MIT
#pragma once

#include "host/window.h"

// Checks the font that the command line asks for and returns an exit status. A damaged one is
// tried in another process, which may crash.
int hostCheckFont( const hostWindowDef* def );
