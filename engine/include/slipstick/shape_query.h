// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/shape.h"

// Questions to one shape at a pose: where a ray meets it, which point of its surface is
// nearest, whether another shape overlaps it. Shapes are closed: a point of the surface belongs
// to them. world_query.h asks all bodies of a world.

/// Where a ray first meets a shape.
typedef struct ssRayHit
{
    double fraction; ///< of the ray's travel, 0 … 1
    ssVec3 point;    ///< world [m]
    ssVec3 normal;   ///< unit, out of the shape
    /// The ray begins in the shape: fraction 0, the point is its origin, the
    /// normal that of the surface nearest to it.
    bool inside;
} ssRayHit;

/// The point of a surface nearest to a given point.
typedef struct ssNearest
{
    ssVec3 point;    ///< world [m]
    ssVec3 normal;   ///< unit, out of the shape; on an edge or corner, towards a given point outside
    double distance; ///< from the surface to the given point [m]; negative inside
} ssNearest;

/// Follows the points origin + f travel, f = 0 … 1. A ray that touches a shape hits it; one of length zero
/// hits the shapes that its origin is in. False: it meets nothing, or a number is not finite.
SS_API_ANY bool ssShape_CastRay(
    const ssShape* shape, ssPose pose, ssVec3 origin, ssVec3 travel, ssRayHit* hit );

/// Where several points are equally near, as to the centre of a sphere, one of them.
SS_API_ANY ssNearest ssShape_Closest( const ssShape* shape, ssPose pose, ssVec3 point );

/// Whether two shapes have a point in common: for all pairs but two
/// planes, whether ssCollide finds a gap <= 0.
SS_API_ANY bool ssShape_Overlap( const ssShape* a, ssPose poseA, const ssShape* b, ssPose poseB );
