// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law_text.h"

// The laws of assets/laws/, in the order of their names: a file that
// engine/embed_laws.cmake writes during the build.

extern const ssShippedLaw ss_shippedLaws[];
extern const int ss_shippedLawCount;

/// The registered law of this name that has a function, which texts name with `use`; NULL: there is none.
const ssLawEntry* textFindFunction( const char* name );
