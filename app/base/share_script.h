// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

/// Runs share.py, which makes pages and courses and counts answers, with these words and a NULL behind them,
/// and receives what it has printed. A refusal says what it has said.
ssResult shareScript( const char* const* words, char* said, size_t capacity );
