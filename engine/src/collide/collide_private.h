// SPDX-License-Identifier: MIT
#pragma once

#include "collide/hull_private.h"

// The narrow phase and the queries: a shape with its unpacked pose, and the results that its stages pass on.
// collide.c has the pairs with a closed form. All others first find a separation (collide_separate.c,
// collide_zonoid.c, collide_gjk.c) and then build the manifold from it (collide_manifold.c).

typedef struct Solid
{
    const ssShape* shape;
    ssVec3 p; ///< position
    ssMat3 m; ///< its columns are the local axes in world coordinates
} Solid;

/// The direction along which two solids overlap least, or are farthest apart.
typedef struct Separation
{
    ssVec3 normal; ///< unit, from A to B
    double gap;    ///< [m] along the normal; negative: penetration
    /// `point` is where the two come closest; otherwise the manifold must be found from the faces
    bool hasPoint;
    ssVec3 point; ///< half-way between the surfaces
} Separation;

/// Adds a point, unless its gap exceeds the margin or the manifold is full.
void addManifoldPoint( ssManifold* manifold, ssVec3 point, double gap, double margin, uint32_t feature );

/// SAT of two boxes, over faces and edge pairs. The gap is exact if they overlap, else a lower bound.
Separation separateBoxes( const Solid* a, const Solid* b );

/// The same over two solids each of which is a box or a hull.
Separation separatePolyhedra( const Solid* a, const Solid* b );

Separation separateCapsules( const Solid* a, const Solid* b );

/// The separation of the cores of a cylinder and a box, cylinder or capsule, whose radius is left out, and
/// the point of A where they come closest. A gap beyond the margin is a lower bound.
Separation separateZonoids( const Solid* a, const Solid* b, double margin, ssVec3* onA );

/// The best normal for the cores of boxes, cylinders and capsules among faces, caps and the products of two
/// axes. For boxes and capsules that overlap it is the separation.
Separation separateAlongAxes( const Solid* a, const Solid* b );

/// Separates any two of box, cylinder, capsule and hull. A gap beyond the margin is a lower bound.
Separation separateConvex( const Solid* a, const Solid* b, double margin );

/// The smallest gap of the points; HUGE_VAL: there are none.
double lowestGap( const ssManifold* manifold );

/// Finds the points of contact from the separation: face on face, line on face, line on line, or one point.
void buildManifold(
    const Solid* a, const Solid* b, Separation separation, double margin, ssManifold* manifold );

/// The signed distance from a shape's surface to the point q, both in the shape's own frame, and the unit
/// vector `out` from the surface to it; inside, out of the shape at the nearest point of the surface.
double shapeDistance( const ssShape* shape, ssVec3 q, ssVec3* out );

static inline ssVec3 matrixColumn( const ssMat3* m, int i )
{
    return i == 0 ? m->cx : i == 1 ? m->cy : m->cz;
}
