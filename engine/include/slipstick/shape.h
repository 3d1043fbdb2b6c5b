// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/vecmath.h"

// What bodies are made of and how two of them touch. A shape is a plain value in its body's own frame, origin in
// the centre of mass; ssCollide turns two shapes and their poses into a manifold: one normal and up to eight
// points, each with its gap and a name (`feature`) that it keeps while the bodies move a little, so that a solver
// finds last step's reaction again. Pure functions: no state, no allocation.

typedef enum ssShapeKind
{
    ss_shapeSphere,
    ss_shapeBox,
    ss_shapeCylinder, ///< axis along the local z; a disk is a short one
    ss_shapeCapsule,  ///< a cylinder with hemispheres, axis along the local z
    ss_shapePlane,    ///< the half-space below the local plane z = 0; never moves
    ss_shapeKindCount,
} ssShapeKind;

typedef struct ssShape
{
    ssShapeKind kind;
    ssVec3 half;       ///< box: half sides [m], > 0
    double radius;     ///< sphere, cylinder, capsule [m], > 0
    double halfLength; ///< cylinder: half its height; capsule: half the distance of its two centres [m], > 0
} ssShape;

/// Where a body is: world = position + orientation × local.
typedef struct ssPose
{
    ssVec3 position; ///< [m]
    ssQuat orientation;
} ssPose;

typedef struct ssAabb
{
    ssVec3 lower, upper; ///< [m]; infinite where a plane is
} ssAabb;

/// A unit sphere.
SS_API ssShape ssDefaultShape( void );
SS_API ssShape ssSphereShape( double radius );
SS_API ssShape ssBoxShape( ssVec3 half );
SS_API ssShape ssCylinderShape( double radius, double halfLength );
SS_API ssShape ssCapsuleShape( double radius, double halfLength );
SS_API ssShape ssPlaneShape( void );

/// Sizes are finite, > 0 and, among themselves, within 1:1e6; the kind exists.
SS_API ssResult ssShape_Validate( const ssShape* shape );
SS_API const char* ssShapeKindName( ssShapeKind kind );

/// [m³]; a plane has none: HUGE_VAL.
SS_API double ssShape_Volume( const ssShape* shape );
/// Principal moments of inertia per unit of mass [m²], about the local axes; a plane's are HUGE_VAL.
SS_API ssVec3 ssShape_Inertia( const ssShape* shape );
/// Radius of the sphere about the centre of mass that holds the shape [m]; a plane's is HUGE_VAL.
SS_API double ssShape_BoundingRadius( const ssShape* shape );
/// Radius of the largest sphere inside [m]: what steps and margins are measured by; a plane's is HUGE_VAL.
SS_API double ssShape_InnerRadius( const ssShape* shape );
SS_API ssAabb ssShape_Aabb( const ssShape* shape, ssPose pose );
/// The point of the shape farthest along `direction` (world, need not be unit). A plane gives its origin.
SS_API ssVec3 ssShape_Support( const ssShape* shape, ssPose pose, ssVec3 direction );
/// Signed distance of a world point to the surface [m], negative inside.
SS_API double ssShape_Distance( const ssShape* shape, ssPose pose, ssVec3 point );

#define SS_MANIFOLD_MAX 8

typedef struct ssManifoldPoint
{
    ssVec3 point;     ///< half-way between the two surfaces [m], world
    double gap;       ///< along the normal [m]; negative: penetration
    uint32_t feature; ///< which parts meet: unique within the manifold, constant under small motions
} ssManifoldPoint;

typedef struct ssManifold
{
    ssVec3 normal; ///< unit, from A to B
    int count;
    ssManifoldPoint points[SS_MANIFOLD_MAX];
} ssManifold;

/// All points of contact whose gap is at most `margin` [m], >= 0. False and an empty manifold when there is none, or
/// when both are planes, or a pose is not finite. The normal is a finite unit vector for every overlap, coincident
/// centres included. Swapping A and B turns the normal round and leaves points and gaps as they are.
SS_API bool ssCollide(
    const ssShape* a, ssPose poseA, const ssShape* b, ssPose poseB, double margin, ssManifold* manifold );
