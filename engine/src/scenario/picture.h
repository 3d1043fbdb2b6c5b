// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// Parts of pictures: marks that are left out where nobody wants them, sentences with numbers.

/// Writes a law: "%s" is the next double as by ssFormatNumber, "%d" the next int.
void sayNumbers( char* text, int capacity, const char* format, ... );

/// A number in a sentence that has words of its own too: numberText( x ).text, valid within the statement.
typedef struct NumberText
{
    char text[24];
} NumberText;

NumberText numberText( double value );

void pictureBounds( const ssDraw* out, ssVec3 center, double radius );
void picturePlanes( const ssDraw* out, int count, const ssDrawPlane* planes );
void pictureSpheres( const ssDraw* out, int count, const ssDrawSphere* spheres );
void pictureSolids( const ssDraw* out, int count, const ssDrawSolid* solids );
/// Lines belong to a flag, or with 0 to the picture as a whole.
void pictureLine( const ssDraw* out, uint32_t flag, ssDrawLineRole role, int count, const ssVec3* points );
void pictureLabels( const ssDraw* out, int count, const ssDrawLabel* labels );
/// `flag` is that of the quantity: ss_drawVelocities or ss_drawForces.
void pictureArrows( const ssDraw* out, uint32_t flag, int count, const ssDrawArrow* arrows );

/// Part of a machine, which no view can pick. `fixed` is scenery that stays where it is.
ssDrawSolid picturePart( ssDrawSolidKind kind, bool fixed, ssVec3 center, ssVec3 half, ssQuat orientation );

/// By how much something is drawn larger: the largest 1, 2 or 5 times a power of ten that does not exceed x.
double pictureFactor( double x );
