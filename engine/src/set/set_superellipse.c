// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// The superellipse |x/a|^s + |y/b|^s <= 1 with roundness factor s >= 1 (Walker & Leine Eq. 37): a rhombus for
// s = 1, the ellipse for s = 2, towards the rectangle for large s. Powers are always taken of the ratio of
// the smaller to the larger coordinate, which neither overflows nor loses digits for s = 200.

enum
{
    p_diagonal, ///< 2^(-1/s), which is x/a and y/b on the diagonal
};

static ssResult prepare( ssSet* set )
{
    ssResult result = ssCheckSetLength( "a", set->def.a );
    result = result.code != ss_ok ? result : ssCheckSetLength( "b", set->def.b );
    if ( result.code != ss_ok )
    {
        return result;
    }
    if ( !( set->def.s >= 1.0 && set->def.s <= 200.0 ) )
    {
        return ssError( ss_errorValue, "s", "s = %g; allowed: 1 <= s <= 200", set->def.s );
    }
    set->prepared[p_diagonal] = exp2( -1.0 / set->def.s );
    return ssOk();
}

/// The norm (u^p + v^p)^(1/p) and its derivatives by u >= 0 and v >= 0, which are (u/norm)^(p-1),
/// (v/norm)^(p-1).
static double powerNorm( double p, double u, double v, double* byU, double* byV )
{
    double large = fmax( u, v ), ratio = fmin( u, v ) / large;
    double log = log1p( pow( ratio, p ) ) / p, slope = exp( -( p - 1.0 ) * log );
    double other = ratio > 0.0 ? slope * pow( ratio, p - 1.0 ) : p == 1.0 ? slope : 0.0;
    *byU = u >= v ? slope : other;
    *byV = u >= v ? other : slope;
    return large * exp( log );
}

static double gauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    double a = set->def.a, b = set->def.b, s = set->def.s, u = fabs( x.x ) / a, v = fabs( x.y ) / b;
    if ( gradient == NULL )
    {
        double large = fmax( u, v );
        return large > 0.0 ? large * exp( log1p( pow( fmin( u, v ) / large, s ) ) / s ) : 0.0;
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
        *ambiguous = ssNegligible( u - v, u );
        double x = *ambiguous ? 0.5 : u > v ? 1.0 : 0.0;
        *point = ssVec2_Make( copysign( a * x, g.x ), copysign( b * ( 1.0 - x ), g.y ) );
        return fmax( u, v );
    }
    if ( !( fmax( u, v ) > 0.0 ) )
    {
        *point = ssVec2_Make( 0.0, 0.0 );
        return 0.0;
    }
    double byU, byV, value = powerNorm( s / ( s - 1.0 ), u, v, &byU, &byV );
    *point = ssVec2_Make( copysign( a * byU, g.x ), copysign( b * byV, g.y ) );
    return value;
}

/// m = a² b² (q-1) (u v)^(q-2) / Psi*^(2q-1) with u = a|g_1|, v = b|g_2|, q = s/(s-1), in powers of the
/// ratio.
static double bend( const ssSet* set, ssVec2 g )
{
    double a = set->def.a, b = set->def.b, s = set->def.s, u = a * fabs( g.x ), v = b * fabs( g.y );
    if ( s == 1.0 )
    {
        return ssNegligible( u - v, u ) ? SS_NAN : 0.0;
    }
    double q = s / ( s - 1.0 ), large = fmax( u, v ), ratio = fmin( u, v ) / large;
    double power = q == 2.0 ? 1.0 : pow( ratio, q - 2.0 );
    double fade = exp( -( 2.0 - 1.0 / q ) * log1p( pow( ratio, q ) ) );
    return a / large * ( b / large ) * ( a * b / large ) * ( ( q - 1.0 ) * power * fade );
}

/// A step towards the root of f = n l + ln( X - x ) - ln( Y - y ) + const, better than Newton's `step` next
/// to the poles; `left` and `right` are the slopes of the two logarithms. Newton's method on (e^f - 1)(Y - y)
/// does not feel the right pole, on (1 - e^-f)(X - x) it does not feel the left one. Where a pole governs the
/// slope, use what does not feel it; elsewhere use what does not feel the pole ahead, unless Newton's own
/// step is shorter.
static double poleStep( double n, double f, double left, double right, double step )
{
    double fade = exp( -fabs( f ) );
    bool governed = fmax( left, right ) > n, useRight = governed ? right > left : f < 0.0;
    double by = useRight ? left : right, past = useRight ? right : left;
    // both functions fall by `fade` on the side from which their pole lies ahead
    bool ahead = useRight == ( f < 0.0 );
    double other = ( 1.0 - fade ) / ( ahead ? fade * ( n + by ) + past : n + by + fade * past );
    other = f < 0.0 ? other : -other;
    return governed || fabs( other ) < fabs( step ) ? other : step;
}

/// The nearest point in the half quadrant y/b <= x/a, as (x/a, y/b), to a point X, Y with both coordinates
/// positive. In l = ln r, r = (y/b)/(x/a) <= 1, the boundary is x = a (1+r^s)^(-1/s), y = r x b/a, and X - x
/// is parallel to the normal where
///     f(l) = (s-1) l + ln( (X - x)/(Y - y) · a/b ) = 0.
/// f increases from -inf, where x reaches X, to +inf, where y reaches Y. Newton's method on f is exact for
/// points far away, where the logarithm hardly changes.
static ssVec2 nearestInHalf( double s, double a, double b, ssVec2 outer )
{
    // exp( -745 ) is the smallest number there is: beyond, the nearest point is the vertex (a, 0)
    double low = -745.0, high = 0.0, x = 1.0, y = 0.0;
    // start at the point on the ray, or near the diagonal where the ray lies in the other half
    double l = log( outer.y / b / ( outer.x / a ) );
    l = l > low && l < high ? l : l >= high ? -0.3 / s : 0.5 * low;
    for ( int i = 0; i < 200; ++i )
    {
        double power = exp( s * l ), share = power / ( 1.0 + power );
        x = exp( -log1p( power ) / s );
        y = exp( l ) * x;
        double dx = outer.x - a * x, dy = outer.y - b * y;
        if ( dx <= 0.0 && dy <= 0.0 )
        {
            break; // a point of the boundary, up to rounding
        }
        // dx/dl = -x r^s/(1+r^s), dy/dl = y/(1+r^s)
        double fallX = a * x * share, riseY = b * y * ( 1.0 - share ), step;
        if ( dx <= 0.0 || dy <= 0.0 )
        {
            // Beyond a pole: back by e^f (Y - y) = A (X - x), which knows no poles.
            double weight = exp( ( s - 1.0 ) * l ) * ( a / b );
            low = dx <= 0.0 ? l : low;
            high = dx <= 0.0 ? high : l;
            step = ( dy - weight * dx ) /
                ( weight * fallX + riseY + ( s - 1.0 ) * ( dx <= 0.0 ? dy : weight * dx ) );
        }
        else
        {
            double f = ( s - 1.0 ) * l + log( dx / dy * ( a / b ) ), left = fallX / dx, right = riseY / dy;
            low = f <= 0.0 ? l : low;
            high = f >= 0.0 ? l : high;
            step = -f / ( s - 1.0 + left + right );
            if ( fabs( f ) < 1e-8 && s * fabs( step ) < 1e-8 )
            {
                // the last step, without new powers: its square is below rounding
                x *= 1.0 - share * step;
                y *= 1.0 + ( 1.0 - share ) * step;
                break;
            }
            step = poleStep( s - 1.0, f, left, right, step );
        }
        double next = l + step;
        if ( fabs( step ) <= -2e-16 * l )
        {
            break;
        }
        next = next > low && next < high ? next : 0.5 * ( low + high );
        if ( next <= low || next >= high )
        {
            break;
        }
        l = next;
    }
    return ssVec2_Make( x, y );
}

static ssVec2 nearestOnRhombus( double a, double b, ssVec2 outer )
{
    // from the vertex (a, 0) towards (0, b)
    double size = fmax( a, b ), an = a / size, bn = b / size;
    double t = ( bn * ( outer.y / size ) - an * ( outer.x / size - an ) ) / ( an * an + bn * bn );
    t = t > 0.0 ? fmin( t, 1.0 ) : 0.0;
    return ssVec2_Make( 1.0 - t, t );
}

static ssVec2 prox( const ssSet* set, ssVec2 x )
{
    double a = set->def.a, b = set->def.b, s = set->def.s;
    ssVec2 outer = { fabs( x.x ), fabs( x.y ) }, unit;
    if ( s == 1.0 )
    {
        unit = nearestOnRhombus( a, b, outer );
    }
    else if ( outer.y == 0.0 || outer.x == 0.0 )
    {
        unit = ssVec2_Make( outer.x == 0.0 ? 0.0 : 1.0, outer.y == 0.0 ? 0.0 : 1.0 );
    }
    else
    {
        // On the diagonal x/a = y/b the normal is (1/a, 1/b): on which side of it does the point lie?
        double middle = set->prepared[p_diagonal],
               side = a * ( outer.x - a * middle ) - b * ( outer.y - b * middle );
        if ( side > 0.0 )
        {
            unit = nearestInHalf( s, a, b, outer );
        }
        else
        {
            unit = nearestInHalf( s, b, a, ssVec2_Make( outer.y, outer.x ) );
            unit = ssVec2_Make( unit.y, unit.x );
        }
    }
    return ssVec2_Make( copysign( a * unit.x, x.x ), copysign( b * unit.y, x.y ) );
}

static double area( const ssSet* set )
{
    double s = set->def.s, g = tgamma( 1.0 + 1.0 / s );
    return 4.0 * set->def.a * set->def.b * g * g / tgamma( 1.0 + 2.0 / s );
}

static bool polyhedral( const ssSet* set )
{
    return set->def.s == 1.0;
}

static int pieceCount( const ssSet* set )
{
    return polyhedral( set ) ? 4 : 8;
}

/// The ratio r at which half of the way and half of the turning lie u behind: the mean of atan r and
/// atan r^(s-1), which is the angle of the normal. Only the spacing depends on it, so a coarse root will do.
static double spreadRatio( double s, double u )
{
    double target = 0.25 * SS_PI * u, straight = tan( target ), turned = pow( straight, 1.0 / ( s - 1.0 ) );
    double low = log( fmax( fmin( straight, turned ), 1e-300 ) ),
           high = log( fmax( fmax( straight, turned ), 1e-300 ) );
    for ( int i = 0; i < 40 && high - low > 1e-4; ++i )
    {
        double middle = 0.5 * ( low + high );
        double mean = 0.5 * ( atan( exp( middle ) ) + atan( exp( ( s - 1.0 ) * middle ) ) );
        low = mean < target ? middle : low;
        high = mean < target ? high : middle;
    }
    return exp( 0.5 * ( low + high ) );
}

static ssVec2 piecePoint( const ssSet* set, int piece, double u )
{
    double s = set->def.s;
    ssVec2 unit = { 1.0 - u, u };
    if ( s > 1.0 )
    {
        bool second = ( piece & 1 ) != 0;
        double v = second ? 1.0 - u : u, ratio = v <= 0.0 ? 0.0 : v >= 1.0 ? 1.0 : spreadRatio( s, v );
        double x = exp( -log1p( pow( ratio, s ) ) / s ), y = ratio * x;
        unit = second ? ssVec2_Make( y, x ) : ssVec2_Make( x, y );
        piece /= 2;
    }
    unit = ssTurn2( unit, piece );
    return ssVec2_Make( set->def.a * unit.x, set->def.b * unit.y );
}

const ssSetShape ss_setShapeSuperellipse = {
    // Walker & Leine Table 1: the reservoir of a PVC pin on ground steel
    .defaults = { .a = 4.99, .b = 4.25, .s = 2.94 },
    .prepare = prepare,
    .gauge = gauge,
    .support = support,
    .bend = bend,
    .prox = prox,
    .area = area,
    .pieceCount = pieceCount,
    .piecePoint = piecePoint,
    .polyhedral = polyhedral,
};
