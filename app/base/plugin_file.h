// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/plugin.h"

/// Loads a shared object and lets it register (slipstick/plugin.h). A refusal names the file and says
/// why: it is missing, it is no shared object, it has no entry point, its version is another one, or
/// what the plugin itself says. It stays loaded.
ssResult pluginLoad( const char* path );
