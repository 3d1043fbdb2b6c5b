// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/set.h"

// One kind of planar set per file set_<kind>.c, in its own frame: unrotated, unscaled, about its own centre;
// set.c transforms. The arguments x and g of a shape's functions are finite and not zero.

typedef struct setShape
{
    ssSetDef defaults;

    /// Checks the members that the shape uses, and fills `prepared` and the owned points.
    ssResult ( *prepare )( ssSet* set );

    /// `gradient` may be NULL.
    double ( *gauge )( const ssSet* set, ssVec2 x, ssVec2* gradient );

    /// The closed form of the gauge of the shape shifted by `offset`. NULL: set.c finds it numerically.
    double ( *shiftedGauge )( const ssSet* set, ssVec2 x, ssVec2 offset, ssVec2* gradient );

    /// The support function and its point. Sets `ambiguous`, false on entry, if a whole edge attains it.
    double ( *support )( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous );

    /// The support function is homogeneous, so its Hessian is m(g) vvᵀ with v = (-g_2, g_1). Returns
    /// m = (radius of curvature)/|g|³, or a number that is not finite where the Hessian does not exist.
    double ( *hessianFactor )( const ssSet* set, ssVec2 g );

    /// The nearest point to an x outside; called only if the set is convex.
    ssVec2 ( *prox )( const ssSet* set, ssVec2 x );

    double ( *area )( const ssSet* set );

    /// Whether the shape is convex. If not, `where` is the first boundary point, counter-clockwise, at which
    /// it bends inwards. NULL: always convex.
    bool ( *isConvex )( const ssSet* set, ssVec2* where );

    /// The boundary as smooth pieces, counter-clockwise. A piece is a curve over 0 <= u <= 1 that ends where
    /// the next begins; equal steps of u are shorter where it bends.
    int ( *pieceCount )( const ssSet* set );
    ssVec2 ( *piecePoint )( const ssSet* set, int piece, double u );

    /// Whether the pieces are straight sides that meet at corners. NULL: never.
    bool ( *hasStraightSides )( const ssSet* set );
} setShape;

const setShape* setGetShape( ssSetKind kind );

/// The shape of a registered kind, its defaults, and whether it reads the member with this key.
extern const setShape ss_setShapeRegistered;
ssSetDef setRegisteredDefaults( ssSetKind kind );
bool setRegisteredUses( ssSetKind kind, const char* member );

/// Rejects a length that is not positive and finite: "a = -1; allowed: a finite number > 0".
ssResult setCheckLength( const char* key, double value );

/// The gauge of the unit disc shifted by `offset`, |offset| < 1, and the boundary point x/k on the ray of x.
double setShiftedDiscGauge( ssVec2 x, ssVec2 offset, ssVec2* boundary );

/// The nearest point of the ellipse with semi-axes a, b to a point outside.
ssVec2 setEllipseProx( double a, double b, ssVec2 x );

/// Allocates `count` vertices and copies the points of the definition; the set owns both.
ssResult setOwnPoints( ssSet* set, int count );

/// Orders owned vertices counter-clockwise, shifts them, checks for a star shape; an error names `key`.
ssResult setPreparePolygon( ssSet* set, const char* key );

/// The functions of a polygon, which are also those of a sampled polar curve.
double setPolygonGauge( const ssSet* set, ssVec2 x, ssVec2* gradient );
double setPolygonSupport( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous );
double setPolygonHessianFactor( const ssSet* set, ssVec2 g );
ssVec2 setPolygonProx( const ssSet* set, ssVec2 x );
double setPolygonArea( const ssSet* set );
bool setPolygonIsConvex( const ssSet* set, ssVec2* where );
int setPolygonPieceCount( const ssSet* set );
ssVec2 setPolygonPiecePoint( const ssSet* set, int piece, double u );
bool setPolygonHasStraightSides( const ssSet* set );

/// The members of a setShape that is the polygon of its owned points.
#define SET_POLYGON_FUNCTIONS                                                                         \
    .gauge = setPolygonGauge, .support = setPolygonSupport, .hessianFactor = setPolygonHessianFactor, \
    .prox = setPolygonProx, .area = setPolygonArea, .isConvex = setPolygonIsConvex,                   \
    .pieceCount = setPolygonPieceCount, .piecePoint = setPolygonPiecePoint,                           \
    .hasStraightSides = setPolygonHasStraightSides

/// The functions that every other shape has, under the names that they have in its file.
#define SET_FUNCTIONS                                                                                     \
    .prepare = prepare, .gauge = gauge, .support = support, .hessianFactor = hessianFactor, .prox = prox, \
    .area = area, .pieceCount = pieceCount, .piecePoint = piecePoint

#define SET_DEGREES ( 180.0 / SS_PI ) // [°/rad]

/// The polar angle of x in [0, 360) [°].
static inline double setAngleDeg( ssVec2 x )
{
    double angle = ssAtan2( x.y, x.x ) * SET_DEGREES;
    return angle < 0.0 ? angle + 360.0 : angle;
}

/// A vector of the world frame, turned into the frame of the shape.
static inline ssVec2 setToShape( const ssSet* set, ssVec2 x )
{
    double c = set->cosRotation, s = set->sinRotation;
    return ssVec2_Make( c * x.x + s * x.y, c * x.y - s * x.x );
}

/// A vector of the frame of the shape, turned into the world frame.
static inline ssVec2 setToWorld( const ssSet* set, ssVec2 y )
{
    double c = set->cosRotation, s = set->sinRotation;
    return ssVec2_Make( c * y.x - s * y.y, s * y.x + c * y.y );
}

/// The length of (x, y) in a third of the time of hypot, which is needed only near overflow and underflow.
static inline double setLength( double x, double y )
{
    double length = sqrt( x * x + y * y );
    return length > 1e-140 && length < 1e140 ? length : ssHypot( x, y );
}

/// The vector turned counter-clockwise by `quarters` right angles, without rounding.
static inline ssVec2 setQuarterTurn( ssVec2 v, int quarters )
{
    switch ( quarters & 3 )
    {
        case 1: return ssVec2_Make( -v.y, v.x );
        case 2: return ssVec2_Make( -v.x, -v.y );
        case 3: return ssVec2_Make( v.y, -v.x );
        default: return v;
    }
}

/// A bracketed Newton step of x to `next`, else to the middle. False: the bracket has no further number.
static inline bool setBracketedStep( double low, double high, double next, double* x )
{
    next = next > low && next < high ? next : 0.5 * ( low + high );
    if ( !( next > low && next < high ) ) { return false; }
    *x = next;
    return true;
}

/// Whether a direction is an axis within the rounding error of a rotation into the frame of the shape.
static inline bool setIsNegligible( double small, double large )
{
    return fabs( small ) <= 1e-15 * fabs( large );
}
