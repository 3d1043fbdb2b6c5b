// SPDX-License-Identifier: MIT
#include "law/law_private.h"

// Coulomb-Contensou friction: Coulomb's law at every point of a round patch that slides with v and pivots
// with omega. The dissipation per mu N is the mean of |v + omega × r| over the pressure. Force and moment are
// its derivatives with respect to v and omega, so the law is associated (Leine & Glocker 2003). Pivoting
// removes the jump of sliding friction at rest: the force on a spinning puck is proportional to v for small
// v.

/// The derivative with respect to v of the mean of |v + u e| over the unit vectors e, for v, u >= 0 that are
/// not both zero. The mean is Phi = (2/pi)(v + u) E(k) with k² = 4 u v/(u + v)², and the derivative
/// (1/(pi v))( (v + u) E + (v - u) K ).
static double ringForce( double v, double u )
{
    if ( v < 0.02 * u )
    {
        // E and K nearly cancel here; the series Phi/u = sum binom(1/2, n)² x^(2n) is accurate.
        double x = v / u, y = x * x;
        return x * ( 0.5 + y * ( 1.0 / 16.0 + y * ( 3.0 / 128.0 + y * ( 25.0 / 2048.0 ) ) ) );
    }
    // E and K by the arithmetic-geometric mean: K = pi/(2 agm(1, k')), E = K (1 - sum 2^(n-1) c_n²).
    double k = 2.0 * sqrt( u * v ) / ( u + v ), a = 1.0, b = fabs( v - u ) / ( u + v ), c = k;
    double sum = 0.5 * c * c, power = 0.5;
    if ( b == 0.0 )
    {
        return 2.0 / SS_PI; // E(1) = 1, and (v - u) K vanishes in the limit
    }
    for ( int i = 0; i < 40 && c > 1e-17 * a; ++i )
    {
        c = 0.5 * ( a - b );
        double next = 0.5 * ( a + b );
        b = sqrt( a * b );
        a = next;
        power *= 2.0;
        sum += power * c * c;
    }
    double bigK = 0.5 * SS_PI / a, bigE = bigK * ( 1.0 - sum );
    return ( ( v + u ) * bigE + ( v - u ) * bigK ) / ( SS_PI * v );
}

#define GAUSS 16 // quadrature nodes per piece of the radius

/// Nodes and weights of the Gauss-Legendre rule on (-1, 1), by Newton's method.
static void gaussNodes( double* x, double* w )
{
    for ( int i = 0; i < GAUSS; ++i )
    {
        double z = ssCos( SS_PI * ( i + 0.75 ) / ( GAUSS + 0.5 ) ), slope = 1.0;
        for ( int k = 0; k < 20; ++k )
        {
            double p = 1.0, before = 0.0;
            for ( int j = 0; j < GAUSS; ++j )
            {
                double next = ( ( 2.0 * j + 1.0 ) * z * p - j * before ) / ( j + 1.0 );
                before = p;
                p = next;
            }
            slope = GAUSS * ( z * p - before ) / ( z * z - 1.0 );
            double step = p / slope;
            z -= step;
            if ( fabs( step ) < 1e-16 ) { break; }
        }
        x[i] = z;
        w[i] = 2.0 / ( ( 1.0 - z * z ) * slope * slope );
    }
}

/// The weight 2 q p(q) of the ring of relative radius q, where the pressure p is normalised.
static double ringWeight( ssPatchPressure pressure, double q )
{
    return pressure == ss_patchHertz ? 3.0 * q * sqrt( ssMax( 0.0, 1.0 - q * q ) ) : 2.0 * q;
}

void ssContensou(
    ssPatchPressure pressure, double radius, double speed, double spin, double* force, double* moment )
{
    double v = fabs( speed ), u = fabs( spin ) * radius;
    *force = *moment = 0.0;
    if ( isnan( v ) || isnan( u ) )
    {
        *force = *moment = SS_NAN;
        return;
    }
    if ( v == 0.0 && u == 0.0 ) { return; }
    double x[GAUSS], w[GAUSS];
    gaussNodes( x, w );
    // The integrand has a logarithmic singularity at the ring v = u q. The radius is integrated on either
    // side of it, with q = from + span t³, which concentrates nodes at the ring and at the rim (Hertzian
    // square root).
    double split = u > 0.0 ? ssMin( 1.0, v / u ) : 1.0;
    double centre = u > v ? split : 1.0;
    double ends[3][2] = { { centre, 0.0 }, { centre, 0.5 * ( 1.0 + centre ) },
        { 1.0, 0.5 * ( 1.0 + centre ) } };
    for ( int piece = centre > 0.0 ? 0 : 1; piece < ( centre < 1.0 ? 3 : 1 ); ++piece )
    {
        double from = ends[piece][0], span = ends[piece][1] - from;
        for ( int i = 0; i < GAUSS; ++i )
        {
            double t = 0.5 * ( x[i] + 1.0 ), q = from + span * t * t * t;
            double weight = 0.5 * w[i] * 3.0 * t * t * fabs( span ) * ringWeight( pressure, q );
            *force += v > 0.0 ? weight * ringForce( v, u * q ) : 0.0;
            *moment += u > 0.0 ? weight * q * radius * ringForce( u * q, v ) : 0.0;
        }
    }
    *force = copysign( *force, speed );
    *moment = copysign( *moment, spin );
}

// The pairs (f, m) of a patch form a convex set whose support function is the dissipation Phi(theta), theta
// the angle of (v, u), u = omega radius. The point for (v, u) is (Phi cos - Phi' sin, Phi sin + Phi' cos).
// Phi and Phi' are stored at this many angles of the quarter turn and interpolated by cubics. The error is
// 1e-10 of the integrals, and 1e-8 next to v = u, where they are least smooth.
#define PATCH_ANGLES 256

/// Phi and its first two derivatives at theta.
static void patchSupport( const ssLaw* law, double theta, double phi[3] )
{
    const double width = 0.5 * SS_PI / PATCH_ANGLES;
    int cell = (int)ssMin( ssMax( theta / width, 0.0 ), PATCH_ANGLES - 1.0 );
    const ssVec2 *from = &law->patch[cell], *to = from + 1;
    double t = theta / width - cell, a = width * from->y, b = width * to->y, rise = to->x - from->x;
    double c2 = 3.0 * rise - 2.0 * a - b, c3 = a + b - 2.0 * rise;
    phi[0] = from->x + t * ( a + t * ( c2 + t * c3 ) );
    phi[1] = ( a + t * ( 2.0 * c2 + 3.0 * t * c3 ) ) / width;
    phi[2] = ( 2.0 * c2 + 6.0 * t * c3 ) / ( width * width );
}

void lawPatchProx( const ssLaw* law, double bound, double lever, double* force, double* moment )
{
    double f = *force, m = *moment, largestMoment = bound * lever * law->patch[PATCH_ANGLES].x;
    *force = *moment = 0.0;
    if ( !( bound > 0.0 ) ) { return; }
    // From the nearest point, (f, m) lies along the normal (cos, sin/lever). The component across the normal
    // falls from m to -f/lever and has one root if (f, m) lies outside; if inside, every root shows that. The
    // triangle below the line from the largest force to the largest moment lies inside.
    bool inside = f * largestMoment + m * bound <= bound * largestMoment, last = inside;
    double low = 0.0, high = 0.5 * SS_PI, theta = ssAtan2( lever * m, f );
    for ( int i = 0; i < 100 && !inside; ++i )
    {
        double c = ssCos( theta ), s = ssSin( theta ), phi[3];
        patchSupport( law, theta, phi );
        *force = bound * ( phi[0] * c - phi[1] * s );
        *moment = bound * lever * ( phi[0] * s + phi[1] * c );
        double x = f - *force, y = m - *moment, across = c * y - s / lever * x;
        if ( last || across == 0.0 )
        {
            inside = c * x + s / lever * y <= 0.0;
            break;
        }
        low = across > 0.0 ? theta : low;
        high = across > 0.0 ? high : theta;
        double slope =
            -s * y - c / lever * x - bound * ( phi[0] + phi[2] ) * ( lever * c * c + s * s / lever );
        double next = theta - across / slope;
        bool trusted = slope < 0.0 && next >= low && next <= high;
        next = trusted ? next : 0.5 * ( low + high );
        // Convergence is quadratic: after this step the error is below rounding.
        last = ( trusted && fabs( next - theta ) <= 1e-8 ) || high - low <= 1e-15;
        theta = next;
    }
    *force = inside ? f : *force;
    *moment = inside ? m : *moment;
}

double ssLaw_GaugeWithSpin( const ssLaw* law, double load, ssVec2 force, double moment )
{
    double bound = law->def.mu * load;
    if ( law->patch == NULL || law->frictionless || !( bound > 0.0 ) )
    {
        return ssLaw_Gauge( law, load, force );
    }
    // The gauge is the largest (f cos + m sin)/Phi. It has one maximum over the quarter turn, since its
    // superlevel sets are convex cones; bisection follows the sign of the slope.
    double f = ssHypot( force.x, force.y ) / bound, m = fabs( moment ) / ( bound * law->def.patchRadius );
    double low = 0.0, high = 0.5 * SS_PI, gauge = 0.0;
    for ( int i = 0; i < 50; ++i )
    {
        double theta = 0.5 * ( low + high ), c = ssCos( theta ), s = ssSin( theta ), phi[3];
        patchSupport( law, theta, phi );
        gauge = ( f * c + m * s ) / phi[0];
        bool rises = ( m * c - f * s ) * phi[0] > ( f * c + m * s ) * phi[1];
        low = rises ? theta : low;
        high = rises ? high : theta;
    }
    return gauge;
}

static ssResult preparePatch( const ssLawDef* def, ssLaw* law )
{
    law->patch = ssAlloc( ( PATCH_ANGLES + 1 ) * sizeof( ssVec2 ) );
    if ( law->patch == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for a contact patch" ); }
    for ( int i = 0; i <= PATCH_ANGLES; ++i )
    {
        double theta = 0.5 * SS_PI * i / PATCH_ANGLES, c = ssCos( theta ), s = ssSin( theta ), force, moment;
        // The last angle is pure spin: its rounded cosine is not exactly zero.
        ssContensou( def->pressure, 1.0, i < PATCH_ANGLES ? c : 0.0, s, &force, &moment );
        law->patch[i] = ssVec2_Make( force * c + moment * s, moment * c - force * s );
    }
    return ssOk();
}

static ssResult prepareContensou( const ssLawDef* def, ssLaw* law )
{
    if ( !( def->patchRadius > 0.0 && isfinite( def->patchRadius ) ) )
    {
        return ssError( ss_errorValue, "patch_radius", "patch_radius = %.10g; allowed: a finite length > 0 m",
            def->patchRadius );
    }
    // The pivoting moment at rest follows from the patch and its pressure; rolling has its own coefficient.
    double lever = def->pressure == ss_patchHertz ? 3.0 * SS_PI / 16.0 : 2.0 / 3.0;
    law->def.muSpin = lever * def->mu * def->patchRadius;
    SS_TRY( preparePatch( def, law ) );
    return lawUseCircle( def, law );
}

const ssLawType ss_lawTypeContensou = { ss_lawKindContensou, "contensou",
    "Coulomb-Contensou: sliding and pivoting coupled by a contact patch",
    "Contensou 1963; Leine & Glocker 2003", .needs = ss_needsMu | ss_needsPatch,
    .flags = ss_lawFlagCoulomb | ss_lawFlagPatch | ss_lawFlagSpinning, LAW_OF_ROWS( 6, 6 ), LAW_LIKE_COULOMB,
    .prepare = prepareContensou };
