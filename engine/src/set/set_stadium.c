// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// A rectangle of half length l and half width b between two half-ellipses with semi-axes e and b: a slider on
// ice (Walker & Leine Fig. 7b). The boundary is smooth, but its curvature jumps where the parts meet.

static ssResult prepare( ssSet* set )
{
    if ( !( set->def.l >= 0.0 && isfinite( set->def.l ) ) )
    {
        return ssError( ss_errorValue, "l", "l = %g; allowed: a finite number >= 0", set->def.l );
    }
    SS_TRY( setCheckLength( "e", set->def.e ) );
    return setCheckLength( "b", set->def.b );
}

// On the ends the boundary point x/k lies on the shifted ellipse. With p = |x|/e, q = |y|/b, m = l/e:
//     (p - k m)² + q² = k²,  so  k = (p² + q²)/(p m + R),  R² = (p - q m)(p + q m) + q²,
// where all terms are positive because the ray leaves through an end, p >= q m.
static double gauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    double e = set->def.e, b = set->def.b, m = set->def.l / e, p = fabs( x.x ) / e, q = fabs( x.y ) / b;
    if ( p <= q * m )
    {
        if ( gradient != NULL ) { *gradient = ssVec2_Make( 0.0, copysign( 1.0 / b, x.y ) ); }
        return q;
    }
    double size = ssMax( p, q );
    p /= size;
    q /= size;
    double root = sqrt( ( p - q * m ) * ( p + q * m ) + q * q ), k = ( p * p + q * q ) / ( p * m + root );
    if ( gradient != NULL )
    {
        // The normal (p - k m, q), without cancellation in its first component for long sets with short ends.
        double across = ( p - q * m ) * ( root + q * m * ( p + q * m ) / ( root + q ) ) / ( p * m + root );
        double scale = ( across * p + q * q ) / k;
        *gradient = ssVec2_Make( copysign( across / scale / e, x.x ), copysign( q / scale / b, x.y ) );
    }
    return size * k;
}

static double support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    double l = set->def.l, e = set->def.e, b = set->def.b, u = e * g.x, v = b * g.y,
           round = setLength( u, v );
    if ( l > 0.0 && setIsNegligible( g.x, g.y ) )
    {
        *ambiguous = true;
        *point = ssVec2_Make( 0.0, copysign( b, g.y ) );
    }
    else
    {
        *point = round > 0.0 ? ssVec2_Make( copysign( l, g.x ) + e * ( u / round ), b * ( v / round ) )
                             : ssVec2_Make( 0.0, 0.0 );
    }
    return l * fabs( g.x ) + round;
}

static double hessianFactor( const ssSet* set, ssVec2 g )
{
    double e = set->def.e, b = set->def.b, value = setLength( e * g.x, b * g.y );
    bool edge = set->def.l > 0.0 && setIsNegligible( g.x, g.y );
    return edge ? SS_NAN : e / value * ( b / value ) * ( e * b / value );
}

static ssVec2 prox( const ssSet* set, ssVec2 x )
{
    double l = set->def.l, beyond = fabs( x.x ) - l;
    if ( beyond <= 0.0 ) { return ssVec2_Make( x.x, copysign( set->def.b, x.y ) ); }
    ssVec2 p = setEllipseProx( set->def.e, set->def.b, ssVec2_Make( beyond, x.y ) );
    return ssVec2_Make( copysign( l + p.x, x.x ), p.y );
}

static double area( const ssSet* set )
{
    return 4.0 * set->def.l * set->def.b + SS_PI * set->def.e * set->def.b;
}

static int pieceCount( const ssSet* set ) { return set->def.l > 0.0 ? 6 : 4; }

static ssVec2 piecePoint( const ssSet* set, int piece, double u )
{
    double l = set->def.l, e = set->def.e, b = set->def.b;
    if ( l > 0.0 )
    {
        // Quarter ellipse, straight side, quarter ellipse; the second half is its image under half a turn.
        int half = piece / 3, part = piece % 3;
        if ( part == 1 ) { return setQuarterTurn( ssVec2_Make( l * ( 1.0 - 2.0 * u ), b ), 2 * half ); }
        piece = 2 * half + ( part == 2 );
    }
    double angle = 0.5 * SS_PI * u;
    ssVec2 unit = setQuarterTurn( ssVec2_Make( ssCos( angle ), ssSin( angle ) ), piece );
    return ssVec2_Make( ( piece == 0 || piece == 3 ? l : -l ) + e * unit.x, b * unit.y );
}

const setShape ss_setShapeStadium = { SET_FUNCTIONS, .defaults = { .l = 1.0, .e = 0.8, .b = 0.5 } };
