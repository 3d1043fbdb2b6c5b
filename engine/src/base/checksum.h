// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

/// A checksum of whole words, as the archive writes them: well below a millisecond for three megabytes. For
/// a given word the map from hash to hash is one to one, and the other way round, so that damage within one
/// word never goes unnoticed. The shift brings the high bits down, which a product moves only up: without
/// it, two flipped signs would cancel.
SS_VISIBLE uint64_t ssWordChecksum( const unsigned char* bytes, size_t size );
