// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"

// A tilting table is simulated level, with inclined gravity: every draw call is rotated about the origin, and
// moved by an offset, as for two runs side by side.

typedef struct DrawRotated
{
    ssDraw draw; ///< receives calls in the table's coordinates
    const ssDraw* out;
    ssQuat rotation; ///< from the table's coordinates to those of the world
    ssVec3 offset;   ///< added after the rotation [m]; zero unless set
} DrawRotated;

/// `rotated->draw` holds a pointer to `rotated`, which therefore must not be moved while it is in use.
void drawRotated( DrawRotated* rotated, const ssDraw* out, ssQuat rotation );
