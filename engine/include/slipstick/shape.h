// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/vecmath.h"

// The shapes of bodies and the points where two of them touch. A shape is a plain value in the frame of its
// body, whose origin is the centre of mass. ssCollide turns two shapes and their poses into a manifold: one
// normal and up to eight points. Each point has a gap and an identifier (`feature`) that stays the same while
// the bodies move a little, so that a solver can find the reaction of the previous step again. The functions
// have no state and do not allocate, but for hulls, which are objects that shapes refer to.

typedef enum ssShapeKind
{
    ss_shapeSphere,
    ss_shapeBox,
    ss_shapeCylinder, ///< axis along the local z; a disk is a short cylinder
    ss_shapeCapsule,  ///< a cylinder with hemispheres at both ends, axis along the local z
    ss_shapePlane,    ///< the half-space below the local plane z = 0; never moves
    ss_shapeHull,     ///< a convex polyhedron
    ss_shapeKindCount,
} ssShapeKind;

typedef struct ssHull ssHull;

typedef struct ssShape
{
    ssShapeKind kind;
    ssVec3 half;   ///< box: half the sides [m], > 0
    double radius; ///< sphere, cylinder, capsule [m], > 0
    /// cylinder: half the height; capsule: half the distance between the two centres [m], > 0
    double halfLength;
    const ssHull* hull; ///< hull; what keeps the shape retains it
} ssShape;

/// Position and orientation of a body: world = position + orientation × local.
typedef struct ssPose
{
    ssVec3 position; ///< [m]
    ssQuat orientation;
} ssPose;

typedef struct ssAabb
{
    ssVec3 lower, upper; ///< [m]; infinite for a plane
} ssAabb;

/// A unit sphere.
SS_API_ANY ssShape ssDefaultShape( void );
SS_API_ANY ssShape ssSphereShape( double radius );
SS_API_ANY ssShape ssBoxShape( ssVec3 half );
SS_API_ANY ssShape ssCylinderShape( double radius, double halfLength );
SS_API_ANY ssShape ssCapsuleShape( double radius, double halfLength );
SS_API_ANY ssShape ssPlaneShape( void );

SS_API_ANY ssShape ssHullShape( const ssHull* hull ); ///< does not retain it

#define SS_HULL_MAX_POINTS 64

/// The convex hull of 4 to SS_HULL_MAX_POINTS points [m], in coordinates of its own: the origin is its centre
/// of mass, the axes are the principal ones of a body of uniform density. `frame` (may be NULL) is the pose
/// in them of the coordinates of the points. Points in a plane are refused. The caller owns one reference;
/// references are counted, atomically.
SS_API_ANY SS_CHECKED ssResult ssCreateHull( const ssVec3* points, int count, ssHull** hull, ssPose* frame );
SS_API_ANY const ssHull* ssHull_Retain( const ssHull* hull ); ///< NULL is allowed
SS_API_ANY void ssHull_Release( const ssHull* hull );         ///< NULL is allowed

SS_API_ANY int ssHull_VertexCount( const ssHull* hull );
SS_API_ANY const ssVec3* ssHull_Vertices( const ssHull* hull );
SS_API_ANY int ssHull_FaceCount( const ssHull* hull );
/// The outward normal of a face and its corners, indices of vertices,
/// counter-clockwise about it. Returns their number.
SS_API_ANY int ssHull_Face( const ssHull* hull, int face, ssVec3* normal, const int** corners );

/// Checks that the kind exists and that the sizes are finite, > 0, and differ by a factor of at most 1e6.
SS_API_ANY SS_CHECKED ssResult ssShape_Validate( const ssShape* shape );
SS_API_ANY const char* ssShapeKindName( ssShapeKind kind );

/// Volume [m³]; infinite for a plane.
SS_API_ANY double ssShape_Volume( const ssShape* shape );
/// Principal moments of inertia per unit of mass [m²], about the local axes; infinite for a plane.
SS_API_ANY ssVec3 ssShape_Inertia( const ssShape* shape );
/// Radius of the smallest sphere about the centre of mass that contains the shape [m]; infinite for a plane.
SS_API_ANY double ssShape_BoundingRadius( const ssShape* shape );
/// Radius of the largest sphere inside the shape [m], the measure
/// for steps and margins; infinite for a plane.
SS_API_ANY double ssShape_InnerRadius( const ssShape* shape );
SS_API_ANY ssAabb ssShape_Aabb( const ssShape* shape, ssPose pose );
/// The point of the shape farthest along `direction`, a world vector of any length; for a plane its origin.
SS_API_ANY ssVec3 ssShape_Support( const ssShape* shape, ssPose pose, ssVec3 direction );
/// Signed distance from the surface to a world point [m]; negative inside.
SS_API_ANY double ssShape_Distance( const ssShape* shape, ssPose pose, ssVec3 point );

#define SS_MANIFOLD_MAX 8 ///< points of a manifold

typedef struct ssManifoldPoint
{
    ssVec3 point; ///< half-way between the two surfaces [m], world
    double gap;   ///< along the normal [m]; negative: penetration
    /// identifies the parts that meet: unique in the manifold, constant under small motions
    uint32_t feature;
} ssManifoldPoint;

typedef struct ssManifold
{
    ssVec3 normal; ///< unit, from A to B
    int count;
    ssManifoldPoint points[SS_MANIFOLD_MAX];
} ssManifold;

/// Finds all points of contact whose gap is at most `margin` [m], >= 0. Returns false and an empty manifold
/// if there are none, if both shapes are planes, or if a pose is not finite. The normal is a finite unit
/// vector for every overlap, even for coincident centres. The smallest gap of polyhedra that are apart
/// exceeds their distance by at most 1e-3 of the smaller inner radius.
/// Swapping A and B reverses the normal and leaves the rest unchanged: to the bit for shapes of two kinds.
/// For two of a kind normal and smallest gap stay the same up to rounding, for hulls and cylinders, which are
/// found by iteration, up to 1e-3 and 1e-6; of two faces that are almost equally good the other one may give
/// the points. Where several directions are equally good (concentric cylinders, boxes corner to corner) it
/// may be another one, and what exactly touches at margin 0 may be found or not.
SS_API_ANY bool ssCollide(
    const ssShape* a, ssPose poseA, const ssShape* b, ssPose poseB, double margin, ssManifold* manifold );
