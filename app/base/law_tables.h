// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

/// Puts the rows of files into a law, `table(v, linear, "mu.csv")`, so that the text says all and goes with a
/// scene. Files are looked for beside that of the law, `path`. The caller frees `*made`; NULL after a
/// refusal.
ssResult lawTakeTables( const char* text, const char* path, char** made );
