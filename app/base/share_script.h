// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

/// Runs share.py, which makes pages and courses and counts answers, with these words and a NULL behind them.
/// A refusal has what it has said.
ssResult shareScript( const char* const* words );
