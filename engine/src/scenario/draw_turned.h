// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"

// A table that tilts is computed level under gravity that leans, and drawn leaning: everything a scenario draws is
// turned about the origin on its way out.

typedef struct DrawTurned
{
    ssDraw draw; ///< give this to whoever draws in the table's coordinates
    const ssDraw* out;
    ssQuat turn;
} DrawTurned;

/// `turned` must stay where it is while it is used.
void drawTurned( DrawTurned* turned, const ssDraw* out, ssQuat turn );
