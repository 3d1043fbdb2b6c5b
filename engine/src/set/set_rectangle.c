// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// The rectangle |x| <= a, |y| <= b of two slide bearings that stick and slip independently, as under an
// X-Y table (Walker & Leine Eq. 36, Fig. 6).

static ssResult prepare( ssSet* set )
{
    SS_TRY( setCheckLength( "a", set->def.a ) );
    return setCheckLength( "b", set->def.b );
}

static double gauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    double a = set->def.a, b = set->def.b, p = fabs( x.x ) / a, q = fabs( x.y ) / b;
    if ( gradient != NULL )
    {
        *gradient = p >= q ? ssVec2_Make( copysign( 1.0 / a, x.x ), 0.0 )
                           : ssVec2_Make( 0.0, copysign( 1.0 / b, x.y ) );
    }
    return ssMax( p, q );
}

/// The ray of x leaves through one of the two sides that it runs towards, whose positions are a and b.
static double shiftedGauge( const ssSet* set, ssVec2 x, ssVec2 offset, ssVec2* gradient )
{
    double a = x.x >= 0.0 ? set->def.a + offset.x : offset.x - set->def.a;
    double b = x.y >= 0.0 ? set->def.b + offset.y : offset.y - set->def.b;
    double p = x.x / a, q = x.y / b;
    if ( gradient != NULL )
    {
        *gradient = p >= q ? ssVec2_Make( 1.0 / a, 0.0 ) : ssVec2_Make( 0.0, 1.0 / b );
    }
    return ssMax( p, q );
}

static double support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    double a = set->def.a, b = set->def.b;
    bool alongX = setIsNegligible( g.y, g.x ), alongY = setIsNegligible( g.x, g.y );
    *ambiguous = alongX || alongY;
    *point = ssVec2_Make( alongY ? 0.0 : copysign( a, g.x ), alongX ? 0.0 : copysign( b, g.y ) );
    return a * fabs( g.x ) + b * fabs( g.y );
}

static double hessianFactor( const ssSet* set, ssVec2 g )
{
    (void)set;
    return setIsNegligible( g.y, g.x ) || setIsNegligible( g.x, g.y ) ? SS_NAN : 0.0;
}

static ssVec2 prox( const ssSet* set, ssVec2 x )
{
    double a = set->def.a, b = set->def.b;
    return ssVec2_Make( ssMax( -a, ssMin( a, x.x ) ), ssMax( -b, ssMin( b, x.y ) ) );
}

static double area( const ssSet* set ) { return 4.0 * set->def.a * set->def.b; }

static int pieceCount( const ssSet* set )
{
    (void)set;
    return 4;
}

static ssVec2 piecePoint( const ssSet* set, int piece, double u )
{
    ssVec2 unit = setQuarterTurn( ssVec2_Make( 1.0, 2.0 * u - 1.0 ), piece );
    return ssVec2_Make( set->def.a * unit.x, set->def.b * unit.y );
}

const setShape ss_setShapeRectangle = { SET_FUNCTIONS, .defaults = { .a = 3.0, .b = 1.5 },
    .shiftedGauge = shiftedGauge, .hasStraightSides = setPolygonHasStraightSides };
