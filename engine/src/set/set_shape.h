// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/set.h"

// What a shape has to know about itself: one of these per file set_<kind>.c, all of them in set_table.c.
// Shapes work in their own frame: unrotated, unscaled, about their own centre. set.c does the rest. Points
// handed to a shape are finite; x and g are not zero.

typedef struct ssSetShape
{
    ssSetDef defaults;

    /// Checks the members the shape uses and fills `prepared` and the owned points.
    ssResult ( *prepare )( ssSet* set );

    /// `gradient` may be NULL.
    double ( *gauge )( const ssSet* set, ssVec2 x, ssVec2* gradient );

    /// Closed form of the gauge of the shape moved by `offset`. NULL: set.c looks for the root along the ray.
    double ( *shiftedGauge )( const ssSet* set, ssVec2 x, ssVec2 offset, ssVec2* gradient );

    /// `ambiguous` comes in false.
    double ( *support )( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous );

    /// The support function is homogeneous, so its Hessian is m(g) times the square of (-g_2, g_1): m =
    /// (radius of curvature)/|g|³. Not finite where it does not exist.
    double ( *bend )( const ssSet* set, ssVec2 g );

    /// Nearest point to an x outside. NULL when the shape is not convex in general.
    ssVec2 ( *prox )( const ssSet* set, ssVec2 x );

    double ( *area )( const ssSet* set );

    /// False with the first boundary point, counter-clockwise, where it bends inwards. NULL: always convex.
    bool ( *convex )( const ssSet* set, ssVec2* where );

    /// The boundary as smooth pieces, counter-clockwise: piece i runs over 0 <= u <= 1, closer together where
    /// it bends, and ends where the next begins.
    int ( *pieceCount )( const ssSet* set );
    ssVec2 ( *piecePoint )( const ssSet* set, int piece, double u );

    /// Do the pieces meet in corners? Then they are straight. NULL: never.
    bool ( *polyhedral )( const ssSet* set );
} ssSetShape;

/// The shape of a kind.
const ssSetShape* ssGetSetShape( ssSetKind kind );

/// "a = -1; allowed: a finite number > 0"
ssResult ssCheckSetLength( const char* key, double value );

/// Nearest point of the ellipse with semi-axes a, b to a point outside.
ssVec2 ssEllipseProx( double a, double b, ssVec2 x );

/// Copies `count` prepared points and the definition's own, both of which the set owns from then on.
ssResult ssOwnSetPoints( ssSet* set, int count );

/// Turns the prepared points counter-clockwise, moves them by the offset, and checks that the origin sees all
/// of the boundary. `key` is what a refusal names.
ssResult ssPrepareSetPolygon( ssSet* set, const char* key );

/// The polygon's answers, which sampled polar curves share.
double ssPolygonGauge( const ssSet* set, ssVec2 x, ssVec2* gradient );
double ssPolygonSupport( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous );
double ssPolygonBend( const ssSet* set, ssVec2 g );
ssVec2 ssPolygonProx( const ssSet* set, ssVec2 x );
double ssPolygonArea( const ssSet* set );
bool ssPolygonConvex( const ssSet* set, ssVec2* where );
int ssPolygonPieceCount( const ssSet* set );
ssVec2 ssPolygonPiecePoint( const ssSet* set, int piece, double u );
bool ssPolygonPolyhedral( const ssSet* set );

static inline double ssCross2( ssVec2 a, ssVec2 b )
{
    return a.x * b.y - a.y * b.x;
}

/// hypot costs three times as much as this, and is needed only next to overflow and underflow.
static inline double ssQuickLength( double x, double y )
{
    double length = sqrt( x * x + y * y );
    return length > 1e-140 && length < 1e140 ? length : hypot( x, y );
}

/// The vector turned by `quarters` right angles, counter-clockwise and without rounding.
static inline ssVec2 ssTurn2( ssVec2 v, int quarters )
{
    switch ( quarters & 3 )
    {
        case 1:
            return ssVec2_Make( -v.y, v.x );
        case 2:
            return ssVec2_Make( -v.x, -v.y );
        case 3:
            return ssVec2_Make( v.y, -v.x );
        default:
            return v;
    }
}

/// A direction this much off an axis cannot be told from it once it has been rotated into the shape's frame.
static inline bool ssNegligible( double small, double large )
{
    return fabs( small ) <= 1e-15 * fabs( large );
}
