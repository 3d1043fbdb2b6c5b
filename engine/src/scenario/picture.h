// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// Parts of pictures: marks that are left out where nobody wants them, sentences with numbers.

/// Writes a law: "%s" is the next double as by ssFormatNumber, "%d" the next int.
void sayNumbers( char* text, int capacity, const char* format, ... );

void pictureBounds( const ssDraw* out, ssVec3 center, double radius );
void picturePlanes( const ssDraw* out, int count, const ssDrawPlane* planes );
void pictureSpheres( const ssDraw* out, int count, const ssDrawSphere* spheres );
void pictureSolids( const ssDraw* out, int count, const ssDrawSolid* solids );
void pictureLabels( const ssDraw* out, int count, const ssDrawLabel* labels );
/// `flag` is that of the quantity: ss_drawVelocities or ss_drawForces.
void pictureArrows( const ssDraw* out, uint32_t flag, int count, const ssDrawArrow* arrows );
