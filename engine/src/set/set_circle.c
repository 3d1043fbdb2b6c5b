// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// The disc |x| <= a of isotropic friction.

static ssResult prepare( ssSet* set ) { return setCheckLength( "a", set->def.a ); }

static double gauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    double length = setLength( x.x, x.y ), a = set->def.a;
    if ( gradient != NULL ) { *gradient = ssVec2_Make( x.x / length / a, x.y / length / a ); }
    return length / a;
}

static double support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    (void)ambiguous;
    double length = setLength( g.x, g.y ), a = set->def.a;
    *point = ssVec2_Make( a * ( g.x / length ), a * ( g.y / length ) );
    return a * length;
}

static double hessianFactor( const ssSet* set, ssVec2 g )
{
    double length = setLength( g.x, g.y );
    return set->def.a / length / length / length;
}

static ssVec2 prox( const ssSet* set, ssVec2 x )
{
    double length = setLength( x.x, x.y ), a = set->def.a;
    return ssVec2_Make( a * ( x.x / length ), a * ( x.y / length ) );
}

static double area( const ssSet* set ) { return SS_PI * set->def.a * set->def.a; }

static int pieceCount( const ssSet* set )
{
    (void)set;
    return 4;
}

static ssVec2 piecePoint( const ssSet* set, int piece, double u )
{
    double angle = 0.5 * SS_PI * u;
    return ssVec2_Scale( set->def.a, setQuarterTurn( ssVec2_Make( ssCos( angle ), ssSin( angle ) ), piece ) );
}

// The boundary point y = x/k on the ray satisfies |x/k - o| = 1, that is c k² + 2 (x·o) k - |x|² = 0 with
// c = 1 - |o|² > 0.
double setShiftedDiscGauge( ssVec2 x, ssVec2 offset, ssVec2* boundary )
{
    double shift = ssVec2_Length( offset ), c = ( 1.0 - shift ) * ( 1.0 + shift ),
           b = ssVec2_Dot( x, offset );
    double length = ssVec2_Length( x ), root = ssHypot( b, sqrt( c ) * length );
    double k = b > 0.0 ? length * ( length / ( b + root ) ) : ( root - b ) / c;
    *boundary = ssVec2_Make( x.x / k, x.y / k );
    return k;
}

static double shiftedGauge( const ssSet* set, ssVec2 x, ssVec2 offset, ssVec2* gradient )
{
    double a = set->def.a;
    ssVec2 d = { x.x / a, x.y / a }, o = { offset.x / a, offset.y / a };
    ssVec2 y;
    double k = setShiftedDiscGauge( d, o, &y );
    if ( gradient != NULL )
    {
        // The normal at the boundary point y, with the length of Euler's identity y·grad k = 1.
        ssVec2 n = ssVec2_Sub( y, o );
        *gradient = ssVec2_Scale( 1.0 / ( ssVec2_Dot( n, y ) * a ), n );
    }
    return k;
}

const setShape ss_setShapeCircle = { SET_FUNCTIONS, .defaults = { .a = 1.0 }, .shiftedGauge = shiftedGauge };
