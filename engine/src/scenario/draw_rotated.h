// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"

// A tilting table is simulated level, with inclined gravity, and drawn inclined: every draw call
// of the scenario is rotated about the origin before it is passed on. An offset also moves it,
// as for two runs that are drawn side by side.

typedef struct DrawRotated
{
    ssDraw draw; ///< receives calls in the table's coordinates
    const ssDraw* out;
    ssQuat rotation; ///< from the table's coordinates to those of the world
    ssVec3 offset;   ///< added after the rotation [m]; zero unless set
} DrawRotated;

/// `rotated->draw` holds a pointer to `rotated`, which therefore must not be moved while it is in use.
void drawRotated( DrawRotated* rotated, const ssDraw* out, ssQuat rotation );
