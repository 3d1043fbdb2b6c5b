// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/vecmath.h"

// Planar sets: what a friction force may be. A force reservoir C is star-shaped about the origin, a direction
// set D is convex (Walker & Leine Sec. 3); both are made from the shapes below, rotated, scaled and shifted
// as long as the origin stays inside. Lengths are newtons at the reference load. Each shape is one file
// set_<kind>.c and one line in set_table.c.

typedef enum ssSetKind
{
    ss_setCircle,
    ss_setEllipse,
    ss_setRectangle,
    ss_setSuperellipse,
    ss_setStadium,
    ss_setAsperity,
    ss_setPolygon,
    ss_setPolar,
    ss_setKindCount
} ssSetKind;

/// Everything that describes a set, as the keys of the command line name it. Unused members are ignored.
typedef struct ssSetDef
{
    ssSetKind kind;
    double a, b;             ///< semi-axes, half sides, or the radius a [N], > 0
    double s;                ///< superellipse exponent, 1 … 200
    double l;                ///< stadium: half length of its straight sides, >= 0; its half width is b
    double e;                ///< stadium: semi-axis of its ends, > 0
    double mu;               ///< asperity: friction coefficient of the flanks, > 0, < cot(beta)
    double betaDeg;          ///< asperity: inclination of the flanks [°], 0 … 90
    double beta2Deg;         ///< asperity: inclination of the other, falling flank [°]; NAN: the same
    double rotationDeg;      ///< counter-clockwise [°]
    double offsetX, offsetY; ///< [N]; the origin must stay inside
    double scale;            ///< > 0, applied to shape and offset
    const ssVec2* points;    ///< polygon: vertices [N] in order; polar: x = theta [rad] ascending, y = r [N]
    int pointCount;          ///< polygon and polar: at least 3
} ssSetDef;

/// A checked set, ready for use: a plain value; sampled kinds share their points until ssSet_Destroy.
typedef struct ssSet
{
    ssSetDef def;
    double cosRotation, sinRotation;
    ssVec2 offset; ///< scaled [N]
    bool centered; ///< no offset: the closed forms of the shape hold as they are
    bool convex;
    ssVec2* owned; ///< prepared points of sampled kinds, counter-clockwise; NULL for the others
    double* ownedAngles;
    int ownedCount;
    double prepared[12]; ///< constants of the shape, such as cosines
} ssSet;

/// One that ssMakeSet accepts, sampled kinds included.
SS_API ssSetDef ssDefaultSetDef( ssSetKind kind );

/// "superellipse"; -1 when no kind has that name.
SS_API const char* ssSetKindName( ssSetKind kind );
SS_API int ssFindSetKind( const char* name );

/// Checks and prepares. The refusal names the member, its value and what is allowed, or the angle at which
/// the set is not star-shaped. `def->points` are copied.
SS_API ssResult ssMakeSet( const ssSetDef* def, ssSet* set );
SS_API void ssSet_Destroy( ssSet* set );

/// The same set, grown by `factor` > 0 about the origin. Shares points with the original: destroy only one of
/// them.
SS_API ssSet ssSet_Scaled( const ssSet* set, double factor );

// What follows answers NaN (false, where it is a bool) to arguments that are not finite.

/// Distance of the boundary from the origin in direction theta [rad].
SS_API double ssSet_Radius( const ssSet* set, double theta );

/// k(x) = inf { s > 0 : x in s C } (Walker & Leine Def. 3); 0 at the origin.
SS_API double ssSet_Gauge( const ssSet* set, ssVec2 x );

/// The gauge and its gradient; where it has a kink, one of the subgradients. Zero at the origin.
SS_API double ssSet_GaugeGradient( const ssSet* set, ssVec2 x, ssVec2* gradient );

/// Psi*(g) = sup { x·g : x in C } of the set's convex hull, and the point where it is attained. `ambiguous`
/// (may be NULL): a whole edge attains it and `point` is its middle. `point` may be NULL.
SS_API double ssSet_Support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous );

/// Second derivative of the support function as a symmetric matrix {xx, xy, yy}. False where it does not
/// exist (a whole edge attains the support, or the boundary is flat to higher order), and the matrix is NaN.
SS_API bool ssSet_SupportHessian( const ssSet* set, ssVec2 g, double hessian[3] );

/// Nearest point of a convex set (Walker & Leine Eq. 11). Programmer error for a set that is not convex.
SS_API ssVec2 ssSet_Prox( const ssSet* set, ssVec2 x );

/// The tangent cone at the boundary point in direction theta: between two unit vectors, `left` and `right` of
/// the outward ray. They are opposite where the boundary is smooth.
typedef struct ssTangentCone
{
    ssVec2 left, right;
    bool smooth;
} ssTangentCone;
SS_API ssTangentCone ssSet_TangentCone( const ssSet* set, double theta );

SS_API double ssSet_Area( const ssSet* set );

/// A verdict and, when it is no, the angle [°] where it fails.
typedef struct ssSetVerdict
{
    bool holds;
    double angleDeg;
} ssSetVerdict;
SS_API ssSetVerdict ssSet_IsConvex( const ssSet* set );

/// Does `inner` lie inside `outer`, up to 1e-12 of its size?
SS_API ssSetVerdict ssSet_Contains( const ssSet* outer, const ssSet* inner );

/// The largest factor by which `inner` may be scaled and still lie inside `outer`, and the angle [°] where it
/// then touches.
SS_API double ssLargestScaleInside( const ssSet* outer, const ssSet* inner, double* angleDeg );

/// `count` boundary points, counter-clockwise, closer together where the boundary bends.
SS_API void ssSet_Outline( const ssSet* set, int count, ssVec2* points );

/// Convex hull of points, counter-clockwise, written over `hull` (room for `count`); returns how many. Points
/// that are not finite are left out; duplicates and points on an edge are no corners. May work in place.
SS_API int ssConvexHull( int count, const ssVec2* points, ssVec2* hull );
