// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/shape.h"

// Inside the collision of two shapes: a shape with its pose unpacked, and what the stages hand to each other.

typedef struct Solid
{
    const ssShape* shape;
    ssVec3 p; ///< position
    ssMat3 m; ///< columns: local axes in the world
} Solid;

/// The direction in which two solids are least deep in each other, or farthest apart.
typedef struct Separation
{
    ssVec3 normal; ///< unit, from A to B
    double gap;    ///< [m] along it
    bool pointed;  ///< `point` is where the two come closest; otherwise only faces can tell
    ssVec3 point;  ///< half-way between the surfaces
} Separation;

/// Adds a point unless its gap exceeds the margin or the manifold is full.
void ssManifold_Add( ssManifold* manifold, ssVec3 point, double gap, double margin, uint32_t feature );

/// SAT over the faces and edge pairs of two boxes: exact where they overlap, a lower bound of the distance elsewhere.
Separation ssSeparateBoxes( const Solid* a, const Solid* b );
Separation ssSeparateCapsules( const Solid* a, const Solid* b );
/// Any two of box, cylinder and capsule. Beyond the margin the gap is a lower bound.
Separation ssSeparateConvex( const Solid* a, const Solid* b, double margin );
/// The points of contact of two solids whose separation is known: face on face, line on face, line on line, point.
void ssBuildManifold(
    const Solid* a, const Solid* b, Separation separation, double margin, ssManifold* manifold );

static inline ssVec3 ssColumn( const ssMat3* m, int i )
{
    return i == 0 ? m->cx : i == 1 ? m->cy : m->cz;
}
