// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/shape_query.h"
#include "slipstick/world.h"

// Questions to the bodies of a world as they are now: what a ray meets, which bodies a shape overlaps, which
// surface is nearest to a point. Disabled bodies do not answer. Queries change nothing and do not depend on
// contacts: they may be asked before the first step, after any edit, and by several threads at once while
// none changes the world. Their time grows with the number of bodies; of most of them they look at the
// bounding ball alone.
//
//     ssWorldHit hit;
//     ssResult result = ssWorld_CastRay( world, eye, ssVec3_Scale( 100.0, gaze ), NULL, &hit );
//     if ( ssWorld_HasBody( world, hit.body ) ) … hit.at.point, hit.at.normal

/// Which bodies a query sees. A zeroed filter, and NULL in its place, accept all.
typedef struct ssQueryFilter
{
    ssBodyId ignore; ///< such as the body from which a ray begins; null: none
    /// Whether a body is seen; NULL: all are. It may read the world but not change it.
    bool ( *accepts )( void* context, ssBodyId body );
    void* context;
} ssQueryFilter;

/// The first body that a ray meets.
typedef struct ssWorldHit
{
    ssBodyId body; ///< null: it meets none
    ssRayHit at;
} ssWorldHit;

/// The surface nearest to a point.
typedef struct ssWorldNearest
{
    ssBodyId body; ///< null: none is near enough
    ssNearest at;
} ssWorldNearest;

/// Follows the points origin + f travel, f = 0 … 1, to the first body; of several at the
/// same place, that of the lowest slot. A ray that begins in a body meets it at once. Only
/// numbers that are not finite are an error.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_CastRay(
    const ssWorld* world, ssVec3 origin, ssVec3 travel, const ssQueryFilter* filter, ssWorldHit* hit );

/// The bodies that have a point in common with a shape at a pose, in the order of their slots: the first
/// `capacity` of them in `bodies`, which may be NULL if that is 0, and how many there are in `count`. A body
/// that is exactly touched belongs to them. An error: the shape is not valid, or the pose is not finite.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_Overlap( const ssWorld* world, const ssShape* shape, ssPose pose,
    const ssQueryFilter* filter, int capacity, ssBodyId* bodies, int* count );

/// The surface nearest to a point among all bodies that are at most `radius` [m] >= 0 away, HUGE_VAL allowed.
/// The distance is signed: of bodies that contain the point, the one in which it is deepest is nearest.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_Closest(
    const ssWorld* world, ssVec3 point, double radius, const ssQueryFilter* filter, ssWorldNearest* nearest );

/// The same for one body, disabled or not.
SS_API_OBJECT SS_CHECKED ssResult ssWorld_ClosestOnBody(
    const ssWorld* world, ssBodyId body, ssVec3 point, ssNearest* nearest );
