// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

/// Prints the policy of `auto` and of a world's rescue to stdout, rung by rung, as a table or as JSON.
ssResult solvePrintPolicy( bool json );
