// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"

/// Fills the scene from a contact log or a contact problem; `*loaded` is false if the file is neither, and
/// so may be a scene. False after a message.
bool argsLoadContacts( argsSpec* spec, const char* path, bool* loaded, int* status );

/// Refuses --h (`step`) and --until (`until`) for a log, whose times are its own. False after a message.
bool argsFitsLog( const argsSpec* spec, bool step, bool until, int* status );
