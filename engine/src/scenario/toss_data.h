// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/shape.h"

// The measured poses of a tossed body.

typedef struct TossData
{
    int count;     ///< of rows, >= 2
    int leftOut;   ///< rows with an empty or nan cell
    double* times; ///< [s] from the first row, rising
    ssPose* poses; ///< of the shape's centre
    bool hasVelocity, hasOmega;
    ssVec3 velocity,
        omega; ///< of the first row, in world coordinates; zero where the file has no such columns
} TossData;

/// Reads a CSV file with the columns t, x, y, z, qw, qx, qy, qz and optionally vx, vy, vz and wx, wy, wz.
/// `label` is the key that messages name. tossDataFree frees what it holds.
ssResult tossDataRead( const char* path, const char* label, TossData* data );
void tossDataFree( TossData* data );

/// The measured pose at a time, between the rows or at the nearest end.
ssPose tossDataPose( const TossData* data, double time );

/// The pose a share 0 … 1 of the way from one to another, turning evenly.
ssPose tossPoseBetween( ssPose from, ssPose to, double share );
