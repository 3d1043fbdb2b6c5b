// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

/// A checksum of whole words: well below a millisecond for three megabytes. The map from word to hash and
/// that from hash to hash are one to one, so damage within one word never goes unnoticed. A product moves
/// bits only up; the shift brings the high ones down: without it, two flipped signs would cancel.
SS_VISIBLE uint64_t ssWordChecksum( const unsigned char* bytes, size_t size );
