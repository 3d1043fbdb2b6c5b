// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// The ellipse (x/a)² + (y/b)² <= 1 of orthotropic Coulomb friction (Walker & Leine Eq. 37, s = 2).

static ssResult prepare( ssSet* set )
{
    SS_TRY( setCheckLength( "a", set->def.a ) );
    return setCheckLength( "b", set->def.b );
}

static double gauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    double a = set->def.a, b = set->def.b, p = x.x / a, q = x.y / b, k = setLength( p, q );
    if ( gradient != NULL ) { *gradient = ssVec2_Make( p / k / a, q / k / b ); }
    return k;
}

/// Dividing by the semi-axes turns the ellipse into the unit disc.
static double shiftedGauge( const ssSet* set, ssVec2 x, ssVec2 offset, ssVec2* gradient )
{
    ssVec2 axes = { set->def.a, set->def.b };
    ssVec2 d = { x.x / axes.x, x.y / axes.y }, o = { offset.x / axes.x, offset.y / axes.y };
    ssVec2 y;
    double k = setShiftedDiscGauge( d, o, &y );
    if ( gradient != NULL )
    {
        ssVec2 n = ssVec2_Sub( y, o );
        double scale = ssVec2_Dot( n, y );
        *gradient = ssVec2_Make( n.x / scale / axes.x, n.y / scale / axes.y );
    }
    return k;
}

static double support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    (void)ambiguous;
    double a = set->def.a, b = set->def.b, u = a * g.x, v = b * g.y, value = setLength( u, v );
    *point = value > 0.0 ? ssVec2_Make( a * ( u / value ), b * ( v / value ) ) : ssVec2_Make( 0.0, 0.0 );
    return value;
}

static double hessianFactor( const ssSet* set, ssVec2 g )
{
    double a = set->def.a, b = set->def.b, value = setLength( a * g.x, b * g.y );
    return a / value * ( b / value ) * ( a * b / value );
}

// With the multiplier t the nearest point is (a² x/(t+a²), b² y/(t+b²)). It lies on the boundary if S(t) = 1
// with S(t) = |(a x/(t+a²), b y/(t+b²))|². 1/sqrt(S) is concave, increasing and nearly straight, so Newton's
// method on it, started to the left of the root, climbs to the root without a safeguard. It takes a handful
// of steps even at aspect ratios for which Newton's method on S - 1 needs dozens (Conn, Gould & Toint,
// Trust-Region Methods, Sec. 7.3).
ssVec2 setEllipseProx( double a, double b, ssVec2 x )
{
    double size = ssMax( a, b ), far = ssMax( fabs( x.x ), fabs( x.y ) );
    if ( far > 1e100 * size )
    {
        // For so distant an x the nearest point is the one whose normal points at x; x² would overflow.
        double u = a / size * ( x.x / far ), v = b / size * ( x.y / far ), length = ssHypot( u, v );
        return length > 0.0 ? ssVec2_Make( a * ( u / length ), b * ( v / length ) ) : ssVec2_Make( 0.0, 0.0 );
    }
    double px = fabs( x.x ) / size, py = fabs( x.y ) / size;
    if ( py == 0.0 || px == 0.0 )
    {
        return ssVec2_Make( px == 0.0 ? 0.0 : copysign( a, x.x ), py == 0.0 ? 0.0 : copysign( b, x.y ) );
    }
    double an = a / size, bn = b / size;
    // The floor has an effect only at aspect ratios beyond 1e150.
    double aa = ssMax( an * an, 1e-300 ), bb = ssMax( bn * bn, 1e-300 ), smaller = ssMin( aa, bb );
    double ax = an * px, by = bn * py;
    // S is at least either of its terms, and at least the sum with both denominators those of the larger
    // semi-axis. The largest root of these lower bounds starts Newton's method on the left.
    double t = ssMax( ssMax( 0.0, sqrt( ax * ax + by * by ) - ssMax( aa, bb ) ), ssMax( ax - aa, by - bb ) );
    double ra = 1.0 / ( t + aa ), rb = 1.0 / ( t + bb );
    for ( int i = 0; i < 64; ++i )
    {
        double p = ax * ra, q = by * rb, pp = p * p, qq = q * q, sum = pp + qq;
        double step = ( sqrt( sum ) - 1.0 ) * ( sum / ( pp * ra + qq * rb ) );
        if ( !( step > 0.0 ) ) { break; }
        t += step;
        ra = 1.0 / ( t + aa );
        rb = 1.0 / ( t + bb );
        // Convergence is quadratic: the next step would be below rounding.
        if ( step <= 1e-8 * ( t + smaller ) ) { break; }
    }
    return ssVec2_Make( copysign( a * ( ax * ra ), x.x ), copysign( b * ( by * rb ), x.y ) );
}

static ssVec2 prox( const ssSet* set, ssVec2 x ) { return setEllipseProx( set->def.a, set->def.b, x ); }

static double area( const ssSet* set ) { return SS_PI * set->def.a * set->def.b; }

static int pieceCount( const ssSet* set )
{
    (void)set;
    return 4;
}

static ssVec2 piecePoint( const ssSet* set, int piece, double u )
{
    double angle = 0.5 * SS_PI * u;
    ssVec2 unit = setQuarterTurn( ssVec2_Make( ssCos( angle ), ssSin( angle ) ), piece );
    return ssVec2_Make( set->def.a * unit.x, set->def.b * unit.y );
}

const setShape ss_setShapeEllipse = { SET_FUNCTIONS, .defaults = { .a = 3.0, .b = 1.0 },
    .shiftedGauge = shiftedGauge };
