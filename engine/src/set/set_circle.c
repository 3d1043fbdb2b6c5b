// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// Isotropic friction: the disk |x| <= a. Everything scales with the radius alone.

static ssResult prepare( ssSet* set )
{
    return ssCheckSetLength( "a", set->def.a );
}

static double gauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    double length = ssQuickLength( x.x, x.y ), a = set->def.a;
    if ( gradient != NULL )
    {
        *gradient = ssVec2_Make( x.x / length / a, x.y / length / a );
    }
    return length / a;
}

static double support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    (void)ambiguous;
    double length = ssQuickLength( g.x, g.y ), a = set->def.a;
    *point = ssVec2_Make( a * ( g.x / length ), a * ( g.y / length ) );
    return a * length;
}

static double bend( const ssSet* set, ssVec2 g )
{
    double length = ssQuickLength( g.x, g.y );
    return set->def.a / length / length / length;
}

static ssVec2 prox( const ssSet* set, ssVec2 x )
{
    double length = ssQuickLength( x.x, x.y ), a = set->def.a;
    return ssVec2_Make( a * ( x.x / length ), a * ( x.y / length ) );
}

static double area( const ssSet* set )
{
    return SS_PI * set->def.a * set->def.a;
}

static int pieceCount( const ssSet* set )
{
    (void)set;
    return 4;
}

static ssVec2 piecePoint( const ssSet* set, int piece, double u )
{
    double angle = 0.5 * SS_PI * u;
    return ssVec2_Scale( set->def.a, ssTurn2( ssVec2_Make( cos( angle ), sin( angle ) ), piece ) );
}

/// c k² + 2 (x·o) k - |x|² = 0 with c = a² - |o|² > 0, in units of the radius: the ray leaves |x/k - o| = 1.
static double shiftedGauge( const ssSet* set, ssVec2 x, ssVec2 offset, ssVec2* gradient )
{
    double a = set->def.a;
    ssVec2 d = { x.x / a, x.y / a }, o = { offset.x / a, offset.y / a };
    double reach = ssVec2_Length( o ), c = ( 1.0 - reach ) * ( 1.0 + reach ), b = ssVec2_Dot( d, o );
    double length = ssVec2_Length( d ), root = hypot( b, sqrt( c ) * length );
    double k = b > 0.0 ? length * ( length / ( b + root ) ) : ( root - b ) / c;
    if ( gradient != NULL )
    {
        // the normal at the boundary point y = x/k, scaled by Euler's identity y·grad k = 1
        ssVec2 y = { d.x / k, d.y / k }, n = ssVec2_Sub( y, o );
        *gradient = ssVec2_Scale( 1.0 / ( ssVec2_Dot( n, y ) * a ), n );
    }
    return k;
}

const ssSetShape ss_setShapeCircle = {
    .defaults = { .a = 1.0 },
    .prepare = prepare,
    .gauge = gauge,
    .shiftedGauge = shiftedGauge,
    .support = support,
    .bend = bend,
    .prox = prox,
    .area = area,
    .pieceCount = pieceCount,
    .piecePoint = piecePoint,
};
