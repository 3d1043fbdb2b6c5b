// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/param.h"
#include "slipstick/vecmath.h"

// Planar sets of friction forces. A force reservoir C is star-shaped about the origin and a direction set D
// is convex (Walker & Leine Sec. 3). Both are made from the shapes below, which may be rotated, scaled and
// shifted as long as the origin stays inside. Lengths are newtons at the reference load. Each shape is one
// file set_<kind>.c and one line in set_table.c.

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
    ss_setKindCount ///< the kinds of the library; those that are registered follow (ssRegisterSet)
} ssSetKind;

/// The description of a set; the members are named like the keys of the command line. A shape ignores the
/// members that it does not use.
typedef struct ssSetDef
{
    ssSetKind kind;
    double a, b;             ///< semi-axes, half sides, or the radius a [N], > 0
    double s;                ///< superellipse exponent, 1 … 200
    double l;                ///< stadium: half length of its straight sides, >= 0; its half width is b
    double e;                ///< stadium: semi-axis of its ends, > 0
    double mu;               ///< asperity: friction coefficient of the flanks, > 0, < cot(beta)
    double betaDeg;          ///< asperity: inclination of the flanks [°], 0 … 90
    double beta2Deg;         ///< asperity: inclination of the falling flank [°]; NAN: equal to betaDeg
    double rotationDeg;      ///< counter-clockwise [°]
    double offsetX, offsetY; ///< [N]; the origin must stay inside
    double scale;            ///< > 0, multiplies both the shape and the offset
    const ssVec2* points;    ///< polygon: vertices [N] in order; polar: x = theta [rad] ascending, y = r [N]
    int pointCount;          ///< polygon and polar: at least 3
} ssSetDef;

/// A set that has passed ssMakeSet. It is a plain value; copies of a polygon or polar set share their points,
/// which ssSet_Destroy releases.
typedef struct ssSet
{
    ssSetDef def;
    double cosRotation, sinRotation;
    ssVec2 offset; ///< the definition's offset times its scale [N]
    bool centered; ///< there is no offset, and the closed forms of the shape apply directly
    bool convex;
    ssVec2* owned;       ///< polygon and polar: the vertices, counter-clockwise; NULL for other kinds
    double* ownedAngles; ///< [rad], ascending: the polar angles of those vertices
    int ownedCount;
    double prepared[12]; ///< constants that the shape computes once, such as cosines
} ssSet;

/// A definition that ssMakeSet accepts, for every kind.
SS_API_ANY ssSetDef ssDefaultSetDef( ssSetKind kind );

/// The name of a kind, such as "superellipse", and the kind of a name; -1 when no kind has that name.
SS_API_ANY const char* ssSetKindName( ssSetKind kind );
SS_API_ANY int ssFindSetKind( const char* name );

/// The names of the kinds in the order of ssSetKind, and of those that are registered: the
/// choices of the keys `c_kind` and `d_kind`.
SS_API_DATA const char* const ss_setKindNames[ss_setKindCount];
SS_API_DATA ssChoices ss_registeredSets;

SS_API_ANY int ssSetKindTotal( void ); ///< kinds of the library and registered ones

/// A kind of set of one's own: a closed curve around the origin, given by its distance from it.
typedef struct ssSetType
{
    const char* name; ///< "clover": what `c_kind` and `d_kind` are set to
    /// The radius [N] > 0 in the direction theta [rad], 0 … 2 pi, which it has again at 2 pi. It
    /// depends on `def` and theta alone; of `def` it may read a, b, s, l, e, mu and betaDeg. Rotation,
    /// offset and scale are applied to the result.
    double ( *radius )( const ssSetDef* def, double theta );
    const char* members; ///< which of these it reads, by their keys: "a b"; the window shows their sliders
    bool convex;         ///< it says that it is convex, so that it can be a direction set D
    ssSetDef defaults;   ///< of the members that it reads; 0: 1 N, for s 2, for mu 0.5
} ssSetType;

/// Adds a kind to the table of sets, where all that reads a set finds it by name. Dynamics sees the polygon
/// through 720 points of the curve. Refused: a name that is taken or not allowed, a radius that is not a
/// positive number, jumps or does not close, with the angle; a curve that is said to be convex and is not;
/// and everything once a simulation has been created. `type` and its name must stay valid.
SS_API_SETUP SS_CHECKED ssResult ssRegisterSet( const ssSetType* type );
/// The plugin that has registered the kind; NULL: the library or the program itself.
SS_API_ANY const char* ssSetKind_Plugin( ssSetKind kind );

/// Checks a definition and makes the set. An error names the member, its value and what is allowed, or the
/// angle at which the set is not star-shaped. `def->points` are copied.
SS_API_ANY SS_CHECKED ssResult ssMakeSet( const ssSetDef* def, ssSet* set );
SS_API_OBJECT void ssSet_Destroy( ssSet* set );

/// The set scaled by `factor` > 0 about the origin. It shares its points with
/// the original: destroy only one of the two.
SS_API_OBJECT ssSet ssSet_Scaled( const ssSet* set, double factor );

// The functions below return NaN (false, if they return a bool) for arguments that are not finite.

/// The distance of the boundary from the origin in the direction theta [rad].
SS_API_OBJECT double ssSet_Radius( const ssSet* set, double theta );

/// The gauge k(x) = inf { s > 0 : x in s C } (Walker & Leine Def. 3); 0 at the origin.
SS_API_OBJECT double ssSet_Gauge( const ssSet* set, ssVec2 x );

/// The gauge and its gradient, or one of its subgradients where the boundary
/// has a corner. Both are zero at the origin.
SS_API_OBJECT double ssSet_GaugeGradient( const ssSet* set, ssVec2 x, ssVec2* gradient );

/// The support function Psi*(g) = sup { x·g : x in C } of the set's convex hull, and the
/// `point` that attains it. `ambiguous` is set when a whole edge attains it; `point` is then
/// the middle of the edge. Both may be NULL.
SS_API_OBJECT double ssSet_Support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous );

/// The second derivative of the support function as a symmetric matrix {xx, xy, yy}. Returns false
/// and fills the matrix with NaN where the derivative does not exist: a whole edge attains the
/// support, or the boundary is flat to higher order.
SS_API_OBJECT bool ssSet_SupportHessian( const ssSet* set, ssVec2 g, double hessian[3] );

/// The point of a convex set nearest to x (Walker & Leine Eq. 11). The set must be convex.
SS_API_OBJECT ssVec2 ssSet_Prox( const ssSet* set, ssVec2 x );

/// The tangent cone at a boundary point. It lies between two unit vectors, to the left and to the right of
/// the ray from the origin, which are opposite where the boundary is smooth.
typedef struct ssTangentCone
{
    ssVec2 left, right;
    bool smooth;
} ssTangentCone;

/// The tangent cone at the boundary point in the direction theta [rad].
SS_API_OBJECT ssTangentCone ssSet_TangentCone( const ssSet* set, double theta );

SS_API_OBJECT double ssSet_Area( const ssSet* set ); ///< [N²]

/// Whether a property holds.
typedef struct ssSetVerdict
{
    bool holds;
    double angleDeg; ///< where it fails [°]; NaN when it holds
} ssSetVerdict;
SS_API_OBJECT ssSetVerdict ssSet_IsConvex( const ssSet* set );

/// Whether `inner` lies inside `outer`, up to 1e-12 of its size.
SS_API_OBJECT ssSetVerdict ssSet_Contains( const ssSet* outer, const ssSet* inner );

/// The largest factor by which `inner` can be scaled and still lie inside `outer`, and
/// the angle [°] at which the two then touch.
SS_API_OBJECT double ssLargestScaleInside( const ssSet* outer, const ssSet* inner, double* angleDeg );

/// Fills `count` boundary points, counter-clockwise, denser where the boundary bends.
SS_API_OBJECT void ssSet_Outline( const ssSet* set, int count, ssVec2* points );

/// Writes the corners of the convex hull, counter-clockwise, to `hull`, which has room for `count` points,
/// and returns their number. Points that are not finite are ignored; duplicates and points on an edge are not
/// corners. `hull` and `points` may be the same array.
SS_API_ANY int ssConvexHull( int count, const ssVec2* points, ssVec2* hull );
