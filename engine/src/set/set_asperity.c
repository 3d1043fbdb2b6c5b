// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// The reservoir of springs that are drawn over parallel wedges, with isotropic friction
// mu on the flanks (Walker & Leine Sec. 3.3).
//
// Consider one flank of signed inclination beta and the slip direction phi. The slip along the flank is
// (cos phi/cos beta, sin phi), whose unit vector is (cos phi, cos beta sin phi)/N with
// N = sqrt(cos²phi + cos²beta sin²phi). Friction of mu times the normal force opposes it, and Walker & Leine
// Eqs. 45-47 give, per vertical force, with
//     D = N cos beta - mu sin beta cos phi  (> 0 for mu < cot|beta|):
//     H_T1 = (N sin beta + mu cos beta cos phi)/D = tan beta + mu cos phi/(D cos beta),
//     H_T2 = mu cos beta sin phi/D.
//
// Two flanks beta_1 and -beta_2 of the same height carry springs that are equally dense and, on average,
// equally loaded. Each flank is therefore weighted by its width, which is proportional to cot beta_i:
//     w_1 = tan beta_2/(tan beta_1 + tan beta_2),  w_2 = 1 - w_1.
// Then w_1 tan beta_1 - w_2 tan beta_2 = 0: without friction there is no net force, as it must be
// on a surface that is level on average, and
//     x = mu cos phi sum w_i/(D_i cos beta_i),  y = mu sin phi sum w_i cos beta_i/D_i
// does not cancel. With equal flanks this is Walker & Leine Eq. 49, and eliminating phi gives Eq. 50,
//     k(x) = (cos beta/mu)(P - M x²/P),  P² = x² cos²beta + y²,  M = mu² sin²beta.

enum
{
    p_cos1, ///< of the rising flank
    p_sin1,
    p_cos2, ///< of the falling flank
    p_sin2,
    p_weight1,
    p_weight2,
    p_margin1, ///< cos²beta - mu² sin²beta, which is zero where the flank jams
    p_margin2,
    p_equal, ///< 1 when both flanks are alike
};

static const double s_radians = SS_PI / 180.0; // [rad/°]

static ssResult checkFlank( const char* key, double degrees, double mu )
{
    if ( !( degrees >= 0.0 && degrees < 90.0 ) )
    {
        return ssError( ss_errorValue, key, "%s = %g°; allowed: 0 <= %s < 90", key, degrees, key );
    }
    double angle = degrees * s_radians;
    // At the bound itself rounding would decide between a force of 1e15 N and an error.
    if ( !( mu * ssSin( angle ) < ( 1.0 - 1e-12 ) * ssCos( angle ) ) )
    {
        return ssError( ss_errorValue, "mu",
            "mu = %g; allowed: mu < cot(%s) = %.6g, above which the springs jam", mu, key,
            1.0 / ssTan( angle ) );
    }
    return ssOk();
}

/// The boundary point of phi = atan2( s, c ) without the factor mu, and its derivatives to second order.
static void curve( const ssSet* set, double c, double s, ssVec2* p, ssVec2* d1, ssVec2* d2 )
{
    const double* f = set->prepared;
    double u = 0.0, u1 = 0.0, u2 = 0.0, v = 0.0, v1 = 0.0, v2 = 0.0, mu = set->def.mu;
    for ( int i = 0; i < 2; ++i )
    {
        double cb = i == 0 ? f[p_cos1] : f[p_cos2], sb = i == 0 ? f[p_sin1] : -f[p_sin2];
        double w = i == 0 ? f[p_weight1] : f[p_weight2];
        double n = sqrt( c * c + cb * cb * s * s ), n1 = -sb * sb * s * c / n;
        double n2 = ( -sb * sb * ( c * c - s * s ) - n1 * n1 ) / n;
        // 1/D and its derivatives. Next to jamming D is a small difference; times the sum it does not cancel.
        double up = mu * sb * c, margin = i == 0 ? f[p_margin1] : f[p_margin2];
        double d = up > 0.0 ? ( margin * c * c + cb * s * cb * cb * cb * s ) / ( cb * n + up ) : cb * n - up;
        double e1 = cb * n1 + mu * sb * s, e2 = cb * n2 + up;
        double r = 1.0 / d, r1 = -e1 * r * r, r2 = ( 2.0 * e1 * e1 * r - e2 ) * r * r;
        u += w / cb * r;
        u1 += w / cb * r1;
        u2 += w / cb * r2;
        v += w * cb * r;
        v1 += w * cb * r1;
        v2 += w * cb * r2;
    }
    *p = ssVec2_Make( c * u, s * v );
    *d1 = ssVec2_Make( -s * u + c * u1, c * v + s * v1 );
    *d2 = ssVec2_Make( -c * u - 2.0 * s * u1 + c * u2, -s * v + 2.0 * c * v1 + s * v2 );
}

/// The slip direction at 0 <= u <= 1 of an eighth of the boundary. In t = cos beta tan phi its ends (near
/// jamming, tips of a long ellipse) are at t about kappa = sqrt(1 - mu² tan²beta), its long sides at t about
/// 1. Each has its own angle, spread evenly; they meet at t = sqrt(kappa).
static ssVec2 spreadDirection( const ssSet* set, int eighth, double u )
{
    const double* f = set->prepared;
    int quarter = eighth / 2;
    bool right = quarter == 0 || quarter == 3, backwards = ( quarter & 1 ) != 0;
    bool tip = ( ( eighth & 1 ) != 0 ) == backwards;
    double cb = right ? f[p_cos1] : f[p_cos2], kappa = sqrt( right ? f[p_margin1] : f[p_margin2] ) / cb;
    double v = backwards ? 1.0 - u : u, meet = ssAtan( sqrt( kappa ) );
    if ( !tip && v >= 1.0 ) { return ssVec2_Make( 0.0, quarter < 2 ? 1.0 : -1.0 ); }
    double angle = tip ? v * ( 0.5 * SS_PI - meet ) : meet + v * ( 0.5 * SS_PI - meet );
    ssVec2 d = { cb * ssCos( angle ), ( tip ? kappa : 1.0 ) * ssSin( angle ) };
    d = ssVec2_Scale( 1.0 / ssVec2_Length( d ), d );
    return ssVec2_Make( right ? d.x : -d.x, quarter < 2 ? d.y : -d.y );
}

#define SAMPLES_PER_EIGHTH 256 // to find dents of unequal flanks
#define UPPER_SAMPLES ( 4 * SAMPLES_PER_EIGHTH )

/// The slip direction of sample 0 <= i <= UPPER_SAMPLES on the upper half of the boundary.
static ssVec2 upperDirection( const ssSet* set, int i )
{
    int eighth = i < UPPER_SAMPLES ? i / SAMPLES_PER_EIGHTH : 3;
    return spreadDirection( set, eighth, ( i - SAMPLES_PER_EIGHTH * eighth ) / (double)SAMPLES_PER_EIGHTH );
}

static ssResult prepare( ssSet* set )
{
    const ssSetDef* def = &set->def;
    double* f = set->prepared;
    double beta2 = isnan( def->beta2Deg ) ? def->betaDeg : def->beta2Deg;
    if ( !( def->mu > 0.0 && isfinite( def->mu ) ) )
    {
        return ssError( ss_errorValue, "mu", "mu = %g; allowed: a finite number > 0", def->mu );
    }
    SS_TRY( checkFlank( "beta_deg", def->betaDeg, def->mu ) );
    SS_TRY( checkFlank( "beta2_deg", beta2, def->mu ) );
    f[p_cos1] = ssCos( def->betaDeg * s_radians );
    f[p_sin1] = ssSin( def->betaDeg * s_radians );
    f[p_cos2] = ssCos( beta2 * s_radians );
    f[p_sin2] = ssSin( beta2 * s_radians );
    f[p_margin1] = ( f[p_cos1] - def->mu * f[p_sin1] ) * ( f[p_cos1] + def->mu * f[p_sin1] );
    f[p_margin2] = ( f[p_cos2] - def->mu * f[p_sin2] ) * ( f[p_cos2] + def->mu * f[p_sin2] );
    f[p_equal] = def->betaDeg == beta2 ? 1.0 : 0.0;
    double rise = f[p_sin1] * f[p_cos2], fall = f[p_sin2] * f[p_cos1];
    f[p_weight1] = f[p_equal] != 0.0 ? 0.5 : fall / ( rise + fall );
    f[p_weight2] = f[p_equal] != 0.0 ? 0.5 : rise / ( rise + fall );

    // With equal flanks the set is star-shaped, because Eq. 50 is a radius; otherwise it is tested.
    for ( int i = 0; f[p_equal] == 0.0 && i <= UPPER_SAMPLES; ++i )
    {
        ssVec2 d = upperDirection( set, i ), p, d1, d2;
        curve( set, d.x, d.y, &p, &d1, &d2 );
        if ( !( ssVec2_Cross( p, d1 ) > 0.0 ) )
        {
            return ssError( ss_errorValue, "beta2_deg",
                "beta2_deg = %g: the set is not star-shaped, because at %.4g° a ray from the origin meets "
                "the boundary more than once",
                def->beta2Deg, ssAtan2( p.y, p.x ) / s_radians );
        }
    }
    return ssOk();
}

/// For x in the upper half plane, the slip angle of the boundary point on its ray, with derivatives.
static double findDirection( const ssSet* set, ssVec2 x, ssVec2* p, ssVec2* d1, ssVec2* d2 )
{
    const double* f = set->prepared;
    double low = 0.0, high = SS_PI, cb = x.x > 0.0 ? f[p_cos1] : f[p_cos2];
    // With equal flanks the start is the solution: the ellipse's normal (Walker & Leine Eqs. 51, 52).
    double phi = ssAtan2( x.y, x.x * cb * cb );
    for ( int i = 0; i < 100; ++i )
    {
        curve( set, ssCos( phi ), ssSin( phi ), p, d1, d2 );
        double miss = ssVec2_Cross( x, *p ), slope = ssVec2_Cross( x, *d1 );
        low = miss < 0.0 ? phi : low;
        high = miss > 0.0 ? phi : high;
        double step = -miss / slope, next = phi + step;
        if ( miss == 0.0 || fabs( step ) <= 2e-16 * phi ) { break; }
        if ( !setBracketedStep( low, high, next, &phi ) ) { break; }
    }
    return phi;
}

static double gauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    const double* f = set->prepared;
    double mu = set->def.mu;
    if ( f[p_equal] != 0.0 )
    {
        double cb = f[p_cos1], p = ssHypot( cb * x.x, x.y ), px = cb * ( x.x / p ), py = x.y / p;
        // M x²/P² = (m px)², m = mu tan beta < 1. All terms of the sums are positive, also for m close to 1.
        double m = mu * f[p_sin1] / cb, margin = f[p_margin1] / ( cb * cb ), dent = m * py * ( m * py );
        if ( gradient != NULL )
        {
            // d(P - M x²/P) = (1 + M x²/P²) dP - 2 M x dx/P
            double grow = 1.0 + m * px * ( m * px );
            *gradient = ssVec2_Make( cb / mu * ( cb * px * ( margin - dent ) ), cb / mu * grow * py );
        }
        return cb / mu * p * ( margin + dent );
    }
    ssVec2 p, d1, d2, upper = { x.x, fabs( x.y ) };
    findDirection( set, upper, &p, &d1, &d2 );
    if ( gradient != NULL )
    {
        ssVec2 n = { d1.y, -d1.x };
        double scale = ssVec2_Dot( n, p ) * mu;
        *gradient = ssVec2_Make( n.x / scale, copysign( 1.0, x.y ) * ( n.y / scale ) );
    }
    return ( fabs( x.x ) > upper.y ? x.x / p.x : upper.y / p.y ) / mu;
}

/// The support point for equal flanks and a g in the first quadrant. On the ray y = t x the support is the
/// largest (g_1 + t g_2) P/(P² - M) with P² = C² + t² and C = cos beta. It is stationary at the root of a
/// cubic in t, which has one positive root before the boundary bends inwards,
///     g_1 t (C² + M + t²) = g_2 (C² (C² - M) + t² (C² - 2M)).
static ssVec2 supportOfEqual( const ssSet* set, ssVec2 g )
{
    const double* f = set->prepared;
    double mu = set->def.mu, cc = f[p_cos1] * f[p_cos1], root = mu * f[p_sin1], m = root * root;
    double c0 = g.y * cc * f[p_margin1], c2 = g.y * ( cc - 2.0 * m ), c1 = g.x * ( cc + m );
    double low = 0.0, high = ssMax( 2.0 * ssMax( c2, 0.0 ) / g.x, ssCbrt( 2.0 * c0 / g.x ) );
    if ( c2 < 0.0 )
    {
        // The root lies before the highest point, from which the hull continues straight to its mirror image.
        high = ssMin( high, sqrt( c0 / -c2 ) );
    }
    double t = high;
    for ( int i = 0; i < 200; ++i )
    {
        double value = t * ( c1 + t * ( g.x * t - c2 ) ) - c0, slope = c1 + t * ( 3.0 * g.x * t - 2.0 * c2 );
        low = value < 0.0 ? t : low;
        high = value > 0.0 ? t : high;
        double step = -value / slope, next = t + step;
        if ( value == 0.0 || fabs( step ) <= 2e-16 * t ) { break; }
        if ( !setBracketedStep( low, high, next, &t ) ) { break; }
    }
    // The direction is (1, t), or a multiple that does not overflow.
    ssVec2 d = t > 1.0 ? ssVec2_Make( 1.0 / t, 1.0 ) : ssVec2_Make( 1.0, t );
    return ssVec2_Scale( 1.0 / gauge( set, d, NULL ), d );
}

/// The slip angle between `low` and `high` at which p·g is largest, by Newton's method within a bracket.
static double refineMaximum( const ssSet* set, ssVec2 g, double low, double high )
{
    double phi = 0.5 * ( low + high );
    ssVec2 p, d1, d2;
    for ( int i = 0; i < 100; ++i )
    {
        curve( set, ssCos( phi ), ssSin( phi ), &p, &d1, &d2 );
        double rise = ssVec2_Dot( d1, g ), slope = ssVec2_Dot( d2, g );
        low = rise > 0.0 ? phi : low;
        high = rise < 0.0 ? phi : high;
        double step = -rise / slope, next = phi + step;
        if ( rise == 0.0 || ( slope < 0.0 && fabs( step ) <= 2e-16 * phi ) ) { break; }
        if ( !setBracketedStep( low, high, next, &phi ) ) { break; }
    }
    return phi;
}

#define HALF 128 // samples per quarter turn, to find all local maxima

/// Support point, unequal flanks, g_2 >= 0: the highest maximum, as inward bends are off the hull.
static ssVec2 supportOfUnequal( const ssSet* set, ssVec2 g, bool* ambiguous )
{
    double angles[2 * HALF + 1], values[2 * HALF + 1], best = -HUGE_VAL;
    ssVec2 p, d1, d2, first = { 0.0, 0.0 }, last = { 0.0, 0.0 };
    for ( int i = 0; i <= 2 * HALF; ++i )
    {
        int eighth = i < 2 * HALF ? 2 * i / HALF : 3;
        ssVec2 d = spreadDirection( set, eighth, ( 2.0 * i - eighth * HALF ) / HALF );
        angles[i] = i == 2 * HALF ? SS_PI : ssAtan2( d.y, d.x );
        curve( set, d.x, d.y, &p, &d1, &d2 );
        values[i] = ssVec2_Dot( p, g );
    }
    for ( int i = 0; i <= 2 * HALF; ++i )
    {
        // Beyond the ends the boundary continues with its mirror image, where p·g is smaller.
        if ( ( i > 0 && values[i - 1] > values[i] ) || ( i < 2 * HALF && values[i + 1] >= values[i] ) )
        {
            continue;
        }
        double phi =
            refineMaximum( set, g, i > 0 ? angles[i - 1] : 0.0, i < 2 * HALF ? angles[i + 1] : SS_PI );
        // The maximum may be at an end.
        phi = i == 0 && phi < 1e-15 ? 0.0 : phi;
        bool end = i == 2 * HALF && phi > SS_PI - 1e-15;
        curve( set, end ? -1.0 : ssCos( phi ), end ? 0.0 : ssSin( phi ), &p, &d1, &d2 );
        double value = ssVec2_Dot( p, g ), tie = 1e-14 * fabs( value );
        if ( value > best + tie )
        {
            best = value;
            first = last = p;
        }
        else if ( value >= best - tie ) { last = p; }
    }
    if ( g.y == 0.0 && first.y > 1e-12 * fabs( first.x ) )
    {
        // The mirror image attains the same value.
        last = ssVec2_Make( first.x, -first.y );
    }
    *ambiguous = first.x != last.x || first.y != last.y;
    return ssVec2_Scale( 0.5 * set->def.mu, ssVec2_Add( first, last ) );
}

static double support( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    ssVec2 p, upper = { g.x, fabs( g.y ) };
    if ( set->prepared[p_equal] != 0.0 )
    {
        double c = set->prepared[p_cos1], root = set->def.mu * set->prepared[p_sin1],
               excess = 2.0 * root * root - c * c;
        upper.x = fabs( upper.x );
        if ( setIsNegligible( upper.x, upper.y ) )
        {
            // The top: a vertex or, with a dent, the edge between the highest points, P² = C² M/(2M - C²).
            *ambiguous = excess > 0.0;
            double rise = sqrt( set->prepared[p_margin1] / ssMax( excess, 1e-300 ) ) * c;
            ssVec2 d = *ambiguous ? ssVec2_Make( 1.0, rise ) : ssVec2_Make( 0.0, 1.0 );
            p = ssVec2_Make( 0.0, d.y / gauge( set, d, NULL ) );
        }
        else
        {
            p = upper.y > 0.0 ? supportOfEqual( set, upper )
                              : ssVec2_Make( 1.0 / gauge( set, ssVec2_Make( 1.0, 0.0 ), NULL ), 0.0 );
        }
        p.x = copysign( p.x, g.x );
    }
    else { p = supportOfUnequal( set, upper, ambiguous ); }
    p.y = copysign( p.y, g.y );
    *point = p;
    return ssVec2_Dot( p, g );
}

static double hessianFactor( const ssSet* set, ssVec2 g )
{
    ssVec2 point, p, d1, d2;
    bool ambiguous = false;
    support( set, g, &point, &ambiguous );
    if ( ambiguous ) { return SS_NAN; }
    point.y = fabs( point.y );
    if ( point.y == 0.0 ) { curve( set, copysign( 1.0, point.x ), 0.0, &p, &d1, &d2 ); }
    else { findDirection( set, point, &p, &d1, &d2 ); }
    double speed = ssVec2_Length( d1 ), length = ssVec2_Length( g );
    return set->def.mu * speed * speed * speed / ssVec2_Cross( d1, d2 ) / length / length / length;
}

static double area( const ssSet* set )
{
    const double* f = set->prepared;
    double mu = set->def.mu;
    if ( f[p_equal] != 0.0 )
    {
        // Half the integral of the squared radius of Eq. 50.
        double c = f[p_cos1], d = f[p_margin1];
        return 0.5 * SS_PI * mu / c * ( mu / c ) * ( c * c + d ) / ( d * sqrt( d ) );
    }
    // The trapezoidal rule converges geometrically over a period; each round adds the midpoints.
    double sum = 0.0, last = 0.0;
    for ( int n = 16; n <= 1 << 20; n *= 2 )
    {
        double added = 0.0;
        for ( int i = n == 16 ? 0 : 1; i < n; i += n == 16 ? 1 : 2 )
        {
            double phi = 2.0 * SS_PI * i / n;
            ssVec2 p, d1, d2;
            curve( set, ssCos( phi ), ssSin( phi ), &p, &d1, &d2 );
            added += ssVec2_Cross( p, d1 );
        }
        sum += added;
        double value = SS_PI * sum / n;
        if ( n > 64 && fabs( value - last ) <= 4e-16 * value )
        {
            last = value;
            break;
        }
        last = value;
    }
    return mu * mu * last;
}

/// Whether the boundary bends outwards at the slip angle phi.
static bool bulges( const ssSet* set, double phi, ssVec2* p )
{
    ssVec2 d1, d2;
    curve( set, ssCos( phi ), ssSin( phi ), p, &d1, &d2 );
    return ssVec2_Cross( d1, d2 ) >= -1e-12 * ( ssVec2_Dot( d1, d1 ) + ssVec2_Dot( d2, d2 ) );
}

static bool isConvex( const ssSet* set, ssVec2* where )
{
    const double* f = set->prepared;
    if ( f[p_equal] != 0.0 )
    {
        // The second derivative of k(1, t) is (t² (C² - 2M) + C² (C² + M)) C/(mu P⁵).
        double cc = f[p_cos1] * f[p_cos1], root = set->def.mu * f[p_sin1], excess = 2.0 * root * root - cc;
        if ( excess <= 1e-15 * cc ) { return true; }
        ssVec2 d = { 1.0, sqrt( cc * ( cc + root * root ) / excess ) };
        *where = ssVec2_Scale( 1.0 / gauge( set, d, NULL ), d );
        return false;
    }
    double before = 0.0;
    ssVec2 p;
    for ( int i = 0; i <= UPPER_SAMPLES; ++i )
    {
        ssVec2 d = upperDirection( set, i );
        double phi = ssAtan2( d.y, d.x );
        if ( !bulges( set, phi, &p ) )
        {
            for ( int k = 0; k < 60; ++k )
            {
                double middle = 0.5 * ( before + phi );
                bool out = bulges( set, middle, &p );
                before = out ? middle : before;
                phi = out ? phi : middle;
            }
            bulges( set, phi, &p );
            *where = ssVec2_Scale( set->def.mu, p );
            return false;
        }
        before = phi;
    }
    return true;
}

static int pieceCount( const ssSet* set )
{
    (void)set;
    return 8;
}

static ssVec2 piecePoint( const ssSet* set, int piece, double u )
{
    ssVec2 d = spreadDirection( set, piece, u ), p, d1, d2;
    curve( set, d.x, d.y, &p, &d1, &d2 );
    return ssVec2_Scale( set->def.mu, p );
}

/// The nearest point without a dent: x - p is normal to the boundary, which faces x at p. From the point on
/// the ray of x, the search moves so that the distance decreases; a point that does not face x is too far.
static ssVec2 prox( const ssSet* set, ssVec2 x )
{
    ssVec2 upper = { x.x, fabs( x.y ) }, p = { 0.0, 0.0 }, d1, d2;
    double mu = set->def.mu, low = 0.0, high = SS_PI;
    if ( upper.y == 0.0 )
    {
        curve( set, copysign( 1.0, x.x ), 0.0, &p, &d1, &d2 );
        return ssVec2_Make( mu * p.x, 0.0 );
    }
    double onRay = findDirection( set, upper, &p, &d1, &d2 ), phi = onRay;
    for ( int i = 0; i < 100; ++i )
    {
        curve( set, ssCos( phi ), ssSin( phi ), &p, &d1, &d2 );
        ssVec2 away = ssVec2_MulAdd( upper, -mu, p );
        bool faces = ssVec2_Cross( away, d1 ) > 0.0;
        double rise = faces ? ssVec2_Dot( d1, away ) : onRay - phi;
        double slope = ssVec2_Dot( d2, away ) - mu * ssVec2_Dot( d1, d1 );
        low = rise > 0.0 ? phi : low;
        high = rise < 0.0 ? phi : high;
        double step = -rise / slope, next = faces ? phi + step : low;
        if ( rise == 0.0 || ( faces && fabs( step ) <= 2e-16 * phi ) ) { break; }
        if ( !setBracketedStep( low, high, next, &phi ) ) { break; }
    }
    return ssVec2_Make( mu * p.x, copysign( mu * p.y, x.y ) );
}

// The set of Walker & Leine Fig. 10b.
const setShape ss_setShapeAsperity = { SET_FUNCTIONS, .defaults = { .mu = 1.2, .betaDeg = 36.0 },
    .isConvex = isConvex };
