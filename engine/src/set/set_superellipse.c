// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// The superellipse |x/a|^s + |y/b|^s <= 1 with roundness factor s >= 1 (Walker & Leine Eq. 37): a rhombus for
// s = 1, an ellipse for s = 2, nearly a rectangle for large s. Powers are always taken of the ratio of the
// smaller to the larger coordinate, which neither overflows nor loses accuracy up to s = 200.

enum
{
    p_diagonal, ///< 2^(-1/s), the value of x/a and y/b on the diagonal
};

static ssResult prepare( ssSet* set )
{
    SS_TRY( setCheckLength( "a", set->def.a ) );
    SS_TRY( setCheckLength( "b", set->def.b ) );
    if ( !( set->def.s >= 1.0 && set->def.s <= 200.0 ) )
    {
        return ssError( ss_errorValue, "s", "s = %g; allowed: 1 <= s <= 200", set->def.s );
    }
    set->prepared[p_diagonal] = ssExp2( -1.0 / set->def.s );
    return ssOk();
}

/// (u^p + v^p)^(1/p) and its derivatives in u, v >= 0: (u/norm)^(p-1) and (v/norm)^(p-1).
static double powerNorm( double p, double u, double v, double* byU, double* byV )
{
    double large = ssMax( u, v ), ratio = ssMin( u, v ) / large;
    double log = ssLog1p( ssPow( ratio, p ) ) / p, slope = ssExp( -( p - 1.0 ) * log );
    double other = ratio > 0.0 ? slope * ssPow( ratio, p - 1.0 ) : p == 1.0 ? slope : 0.0;
    *byU = u >= v ? slope : other;
    *byV = u >= v ? other : slope;
    return large * ssExp( log );
}

static double gauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    double a = set->def.a, b = set->def.b, s = set->def.s, u = fabs( x.x ) / a, v = fabs( x.y ) / b;
    if ( gradient == NULL )
    {
        double large = ssMax( u, v );
        return large > 0.0 ? large * ssExp( ssLog1p( ssPow( ssMin( u, v ) / large, s ) ) / s ) : 0.0;
    }
    double byU, byV, k = powerNorm( s, u, v, &byU, &byV );
    *gradient = ssVec2_Make( copysign( byU / a, x.x ), copysign( byV / b, x.y ) );
    return k;
}

static double support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    double a = set->def.a, b = set->def.b, s = set->def.s, u = a * fabs( g.x ), v = b * fabs( g.y );
    if ( s == 1.0 )
    {
        *ambiguous = setIsNegligible( u - v, u );
        double x = *ambiguous ? 0.5 : u > v ? 1.0 : 0.0;
        *point = ssVec2_Make( copysign( a * x, g.x ), copysign( b * ( 1.0 - x ), g.y ) );
        return ssMax( u, v );
    }
    if ( !( ssMax( u, v ) > 0.0 ) )
    {
        *point = ssVec2_Make( 0.0, 0.0 );
        return 0.0;
    }
    double byU, byV, value = powerNorm( s / ( s - 1.0 ), u, v, &byU, &byV );
    *point = ssVec2_Make( copysign( a * byU, g.x ), copysign( b * byV, g.y ) );
    return value;
}

/// m = a² b² (q-1) (u v)^(q-2) / Psi*^(2q-1) with u = a|g_1|, v = b|g_2|, q
/// = s/(s-1), written in powers of the ratio.
static double hessianFactor( const ssSet* set, ssVec2 g )
{
    double a = set->def.a, b = set->def.b, s = set->def.s, u = a * fabs( g.x ), v = b * fabs( g.y );
    if ( s == 1.0 ) { return setIsNegligible( u - v, u ) ? SS_NAN : 0.0; }
    double q = s / ( s - 1.0 ), large = ssMax( u, v ), ratio = ssMin( u, v ) / large;
    double power = q == 2.0 ? 1.0 : ssPow( ratio, q - 2.0 );
    double fade = ssExp( -( 2.0 - 1.0 / q ) * ssLog1p( ssPow( ratio, q ) ) );
    return a / large * ( b / large ) * ( a * b / large ) * ( ( q - 1.0 ) * power * fade );
}

/// A step to the root of f = n l + ln( X - x ) - ln( Y - y ) + const, better than Newton's `step` near the
/// poles; `left` and `right` are the slopes of the logarithms. (e^f - 1)(Y - y) has no right pole, (1 -
/// e^-f)(X - x) no left one. Where a pole dominates the slope, Newton's step on the function without it is
/// taken; elsewhere that without the pole ahead, unless `step` is shorter.
static double poleStep( double n, double f, double left, double right, double step )
{
    double fade = ssExp( -fabs( f ) );
    bool dominated = ssMax( left, right ) > n, useRight = dominated ? right > left : f < 0.0;
    double kept = useRight ? left : right, removed = useRight ? right : left;
    // Both functions are multiplied by `fade` on the side from which the removed pole lies ahead.
    bool ahead = useRight == ( f < 0.0 );
    double other = ( 1.0 - fade ) / ( ahead ? fade * ( n + kept ) + removed : n + kept + fade * removed );
    other = f < 0.0 ? other : -other;
    return dominated || fabs( other ) < fabs( step ) ? other : step;
}

/// The nearest point in the half quadrant y/b <= x/a, as (x/a, y/b), to a point (X, Y) with positive
/// coordinates. In terms of l = ln r, r = (y/b)/(x/a) <= 1, the boundary is x = a (1+r^s)^(-1/s), y = r x
/// b/a, and (X - x, Y - y) is parallel to the normal where
///     f(l) = (s-1) l + ln( (X - x)/(Y - y) · a/b ) = 0.
/// f increases from -inf at x = X to +inf at y = Y. For distant points the logarithm hardly changes,
/// and Newton's method on f converges at once.
static ssVec2 nearestInHalf( double s, double a, double b, ssVec2 outer )
{
    // exp( -745 ) is the smallest positive number; below this l the nearest point is the vertex (a, 0).
    double low = -745.0, high = 0.0, x = 1.0, y = 0.0;
    // The search starts on the ray of the point, or near the diagonal if the ray lies in the other half.
    double l = ssLog( outer.y / b / ( outer.x / a ) );
    l = l > low && l < high ? l : l >= high ? -0.3 / s : 0.5 * low;
    for ( int i = 0; i < 200; ++i )
    {
        double power = ssExp( s * l ), share = power / ( 1.0 + power );
        x = ssExp( -ssLog1p( power ) / s );
        y = ssExp( l ) * x;
        double dx = outer.x - a * x, dy = outer.y - b * y;
        if ( dx <= 0.0 && dy <= 0.0 )
        {
            break; // the point lies on the boundary, up to rounding
        }
        // dx/dl = -x r^s/(1+r^s), dy/dl = y/(1+r^s)
        double fallX = a * x * share, riseY = b * y * ( 1.0 - share ), step;
        if ( dx <= 0.0 || dy <= 0.0 )
        {
            // Beyond a pole the step solves e^f (Y - y) = A (X - x), which has no poles.
            double weight = ssExp( ( s - 1.0 ) * l ) * ( a / b );
            low = dx <= 0.0 ? l : low;
            high = dx <= 0.0 ? high : l;
            step = ( dy - weight * dx ) /
                ( weight * fallX + riseY + ( s - 1.0 ) * ( dx <= 0.0 ? dy : weight * dx ) );
        }
        else
        {
            double f = ( s - 1.0 ) * l + ssLog( dx / dy * ( a / b ) ), left = fallX / dx, right = riseY / dy;
            low = f <= 0.0 ? l : low;
            high = f >= 0.0 ? l : high;
            step = -f / ( s - 1.0 + left + right );
            if ( fabs( f ) < 1e-8 && s * fabs( step ) < 1e-8 )
            {
                // The square of the step is below rounding, so a linear update is exact and saves new powers.
                x *= 1.0 - share * step;
                y *= 1.0 + ( 1.0 - share ) * step;
                break;
            }
            step = poleStep( s - 1.0, f, left, right, step );
        }
        double next = l + step;
        if ( fabs( step ) <= -2e-16 * l ) { break; }
        if ( !setBracketedStep( low, high, next, &l ) ) { break; }
    }
    return ssVec2_Make( x, y );
}

static ssVec2 nearestOnRhombus( double a, double b, ssVec2 outer )
{
    // t runs from the vertex (a, 0) to (0, b).
    double size = ssMax( a, b ), an = a / size, bn = b / size;
    double t = ( bn * ( outer.y / size ) - an * ( outer.x / size - an ) ) / ( an * an + bn * bn );
    t = t > 0.0 ? ssMin( t, 1.0 ) : 0.0;
    return ssVec2_Make( 1.0 - t, t );
}

static ssVec2 prox( const ssSet* set, ssVec2 x )
{
    double a = set->def.a, b = set->def.b, s = set->def.s;
    ssVec2 outer = { fabs( x.x ), fabs( x.y ) }, unit;
    if ( s == 1.0 ) { unit = nearestOnRhombus( a, b, outer ); }
    else if ( outer.y == 0.0 || outer.x == 0.0 )
    {
        unit = ssVec2_Make( outer.x == 0.0 ? 0.0 : 1.0, outer.y == 0.0 ? 0.0 : 1.0 );
    }
    else
    {
        // The normal at the diagonal x/a = y/b is (1/a, 1/b); its line separates the two half quadrants.
        double middle = set->prepared[p_diagonal],
               side = a * ( outer.x - a * middle ) - b * ( outer.y - b * middle );
        if ( side > 0.0 ) { unit = nearestInHalf( s, a, b, outer ); }
        else
        {
            unit = nearestInHalf( s, b, a, ssVec2_Make( outer.y, outer.x ) );
            unit = ssVec2_Make( unit.y, unit.x );
        }
    }
    return ssVec2_Make( copysign( a * unit.x, x.x ), copysign( b * unit.y, x.y ) );
}

/// 1 / Gamma(1 + t) for 0 <= t <= 2, to some 2^-52. It is entire, so a polynomial in t - 1/2 that
/// interpolates it in the Chebyshev nodes of [0, 1] serves; beyond, Gamma(1 + t) = t Gamma(t).
static double inverseGamma( double t )
{
    static const double c[16] = { 0x1.20dd750429b6dp+0, -0x1.514d3d90584b3p-5, -0x1.0da5a671c048cp-1,
        0x1.669be41a93892p-3, 0x1.a18540be33653p-5, -0x1.5955cc3972186p-5, 0x1.b16203e548491p-8,
        0x1.15f7f0609c138p-9, -0x1.232bd852d67ecp-10, 0x1.3f84605541cc3p-13, 0x1.a96374da02946p-16,
        -0x1.d24cdaed928e6p-17, 0x1.2172c2ddcbee9p-19, 0x1.f2ae41d5b51adp-25, -0x1.82a4ea6702998p-24,
        0x1.21263fe0d7581p-26 };
    double u = ( t > 1.0 ? t - 1.0 : t ) - 0.5, sum = 0.0;
    for ( int i = SS_COUNT( c ) - 1; i >= 0; --i ) { sum = sum * u + c[i]; }
    return t > 1.0 ? sum / t : sum;
}

static double area( const ssSet* set )
{
    double s = set->def.s, g = inverseGamma( 1.0 / s );
    return 4.0 * set->def.a * set->def.b * inverseGamma( 2.0 / s ) / ( g * g );
}

static bool hasStraightSides( const ssSet* set ) { return set->def.s == 1.0; }

static int pieceCount( const ssSet* set ) { return hasStraightSides( set ) ? 4 : 8; }

/// The ratio r where the mean of atan r and atan r^(s-1) is u pi/4; it only spaces points, so may be coarse.
static double spreadRatio( double s, double u )
{
    double target = 0.25 * SS_PI * u, straight = ssTan( target ),
           turned = ssPow( straight, 1.0 / ( s - 1.0 ) );
    double low = ssLog( ssMax( ssMin( straight, turned ), 1e-300 ) ),
           high = ssLog( ssMax( ssMax( straight, turned ), 1e-300 ) );
    for ( int i = 0; i < 40 && high - low > 1e-4; ++i )
    {
        double middle = 0.5 * ( low + high );
        double mean = 0.5 * ( ssAtan( ssExp( middle ) ) + ssAtan( ssExp( ( s - 1.0 ) * middle ) ) );
        low = mean < target ? middle : low;
        high = mean < target ? high : middle;
    }
    return ssExp( 0.5 * ( low + high ) );
}

static ssVec2 piecePoint( const ssSet* set, int piece, double u )
{
    double s = set->def.s;
    ssVec2 unit = { 1.0 - u, u };
    if ( s > 1.0 )
    {
        bool second = ( piece & 1 ) != 0;
        double v = second ? 1.0 - u : u, ratio = v <= 0.0 ? 0.0 : v >= 1.0 ? 1.0 : spreadRatio( s, v );
        double x = ssExp( -ssLog1p( ssPow( ratio, s ) ) / s ), y = ratio * x;
        unit = second ? ssVec2_Make( y, x ) : ssVec2_Make( x, y );
        piece /= 2;
    }
    unit = setQuarterTurn( unit, piece );
    return ssVec2_Make( set->def.a * unit.x, set->def.b * unit.y );
}

// The reservoir of a PVC pin on ground steel (Walker & Leine Table 1).
const setShape ss_setShapeSuperellipse = { SET_FUNCTIONS, .defaults = { .a = 4.99, .b = 4.25, .s = 2.94 },
    .hasStraightSides = hasStraightSides };
