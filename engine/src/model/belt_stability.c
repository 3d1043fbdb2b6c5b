// SPDX-License-Identifier: MIT
#include "model/belt_private.h"

#include <math.h>
#include <string.h>

// Stability of steady sliding on a belt (Walker & Leine Sec. 4.2).

#define DEGREES ( 180.0 / SS_PI )

/// Signed angle from a to b.
static double angleBetween( ssVec2 a, ssVec2 b )
{
    return ssAtan2( a.x * b.y - a.y * b.x, ssVec2_Dot( a, b ) );
}

/// The angle from gamma to the nearer side of the tangent cone of C at f; negative if gamma is outside. The
/// cone opens inwards, from `left` counter-clockwise to `right`.
static double marginAt( const ssSet* c, ssVec2 f, ssVec2 gamma )
{
    ssTangentCone cone = ssSet_TangentCone( c, ssAtan2( f.y, f.x ) );
    ssVec2 inwards = { -f.x, -f.y };
    double at = angleBetween( inwards, gamma ), left = angleBetween( inwards, cone.left ),
           right = angleBetween( inwards, cone.right );
    if ( at > left && at < right )
    {
        return ssMin( at - left, right - at );
    }
    double beforeLeft = at <= left ? left - at : left - at + 2.0 * SS_PI;
    double afterRight = at >= right ? at - right : at - right + 2.0 * SS_PI;
    return -ssMin( beforeLeft, afterRight );
}

double ssBeltConeMargin( const ssLaw* law, double phi )
{
    ssVec2 gamma = { -ssCos( phi ), -ssSin( phi ) };
    ssVec2 f = ssLaw_SlipForce( law, law->cForce, gamma ).force;
    return law->frictionless || isnan( f.x ) ? SS_NAN : marginAt( &law->c, f, gamma );
}

/// B of Eq. 87 at a sliding velocity, under a load. False if D has no
/// curvature there or the law does not follow Eq. 84.
static bool dampingMatrix( const ssLaw* law, double load, ssVec2 gamma, double b[4] )
{
    ssVec2 z, k;
    double hessian[3];
    ssSet_Support( &law->d, gamma, &z, NULL );
    if ( law->type->slip != NULL && law->def.kind != ss_lawKindCollinear )
    {
        return false; // the force does not follow Eq. 84
    }
    if ( !ssSet_SupportHessian( &law->d, gamma, hessian ) )
    {
        return false;
    }
    double gauge = ssSet_GaugeGradient( &law->c, z, &k ), scale = load / law->cForce / gauge;
    double l[4] = { 1.0 - z.x * k.x / gauge, -z.x * k.y / gauge, -z.y * k.x / gauge,
        1.0 - z.y * k.y / gauge };
    b[0] = scale * ( l[0] * hessian[0] + l[1] * hessian[1] );
    b[1] = scale * ( l[0] * hessian[1] + l[1] * hessian[2] );
    b[2] = scale * ( l[2] * hessian[0] + l[3] * hessian[1] );
    b[3] = scale * ( l[2] * hessian[1] + l[3] * hessian[2] );
    return isfinite( b[0] + b[1] + b[2] + b[3] );
}

/// A complex number. The compiler's own type calls a library for quotients,
/// which rounds differently on other machines.
typedef struct Complex
{
    double re, im;
} Complex;

static Complex plus( Complex a, Complex b )
{
    return ( Complex ){ a.re + b.re, a.im + b.im };
}

static Complex minus( Complex a, Complex b )
{
    return ( Complex ){ a.re - b.re, a.im - b.im };
}

static Complex times( Complex a, Complex b )
{
    return ( Complex ){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

/// a / b without the square of |b|, which could overflow (Smith 1962).
static Complex over( Complex a, Complex b )
{
    if ( fabs( b.re ) >= fabs( b.im ) )
    {
        double ratio = b.im / b.re, size = b.re + b.im * ratio;
        return ( Complex ){ ( a.re + a.im * ratio ) / size, ( a.im - a.re * ratio ) / size };
    }
    double ratio = b.re / b.im, size = b.re * ratio + b.im;
    return ( Complex ){ ( a.re * ratio + a.im ) / size, ( a.im * ratio - a.re ) / size };
}

/// The polynomial with `count` coefficients, the leading one first.
static Complex valueOf( const double* coefficients, int count, Complex s )
{
    Complex value = { coefficients[0], 0.0 };
    for ( int i = 1; i < count; ++i )
    {
        value = plus( times( value, s ), ( Complex ){ coefficients[i], 0.0 } );
    }
    return value;
}

/// Both roots of m s² + c s + k = 0, without cancellation.
static void rootsOfQuadratic( double m, double c, double k, Complex roots[2] )
{
    double d = c * c - 4.0 * m * k;
    if ( d < 0.0 )
    {
        roots[0] = ( Complex ){ -c / ( 2.0 * m ), sqrt( -d ) / ( 2.0 * m ) };
        roots[1] = ( Complex ){ roots[0].re, -roots[0].im };
        return;
    }
    double large = -0.5 * ( c + copysign( sqrt( d ), c ) );
    roots[0] = ( Complex ){ large / m, 0.0 };
    roots[1] = ( Complex ){ large != 0.0 ? k / large : 0.0, 0.0 };
}

/// The step of Aberth's method from root i.
static Complex aberthStep( const double a[4], const Complex roots[4], int i )
{
    const double p[5] = { 1.0, a[3], a[2], a[1], a[0] }, dp[4] = { 4.0, 3.0 * a[3], 2.0 * a[2], a[1] };
    Complex s = roots[i], value = valueOf( p, 5, s ), sum = { 0.0, 0.0 };
    for ( int j = 0; j < 4; ++j )
    {
        if ( j != i && ( roots[j].re != s.re || roots[j].im != s.im ) )
        {
            sum = plus( sum, over( ( Complex ){ 1.0, 0.0 }, minus( s, roots[j] ) ) );
        }
    }
    if ( value.re == 0.0 && value.im == 0.0 )
    {
        return value;
    }
    return over( value, minus( valueOf( dp, 4, s ), times( value, sum ) ) );
}

/// All roots of s⁴ + a3 s³ + a2 s² + a1 s + a0 by Aberth's method.
static void rootsOfQuartic( const double a[4], Complex roots[4] )
{
    double size = ssMax( ssMax( fabs( a[3] ), sqrt( fabs( a[2] ) ) ),
        ssMax( ssCbrt( fabs( a[1] ) ), sqrt( sqrt( fabs( a[0] ) ) ) ) );
    for ( int i = 0; i < 4; ++i )
    {
        double angle = 0.4 + 0.5 * SS_PI * i;
        roots[i] = ( Complex ){ 0.5 * size * ssCos( angle ), 0.5 * size * ssSin( angle ) };
    }
    for ( int iteration = 0; iteration < 200 && size > 0.0; ++iteration )
    {
        double moved = 0.0;
        for ( int i = 0; i < 4; ++i )
        {
            Complex w = aberthStep( a, roots, i );
            if ( isnan( w.re ) || isnan( w.im ) )
            {
                continue;
            }
            roots[i] = minus( roots[i], w );
            moved = ssMax( moved, ssHypot( w.re, w.im ) );
        }
        if ( moved <= 1e-16 * size )
        {
            break;
        }
    }
}

/// The eigenvalues of A (Eq. 113) with the dashpots. For equal springs the eigenvectors of B, of
/// which one belongs to the eigenvalue 0, separate the system into two quadratics, which are
/// exact where the quartic has double roots.
static void eigenvaluesOf( const ssSlidingMassDef* def, const double b[4], double out[4][2] )
{
    double m = def->mass, c = def->damping, kx = def->stiffness[0], ky = def->stiffness[1];
    Complex roots[4];
    if ( kx == ky )
    {
        rootsOfQuadratic( m, c, kx, roots );
        rootsOfQuadratic( m, c + b[0] + b[3], kx, roots + 2 );
    }
    else
    {
        double b11 = ( b[0] + c ) / m, b22 = ( b[3] + c ) / m, b12 = b[1] / m, b21 = b[2] / m;
        double a[4] = { kx / m * ( ky / m ), b11 * ky / m + b22 * kx / m,
            kx / m + ky / m + b11 * b22 - b12 * b21, b11 + b22 };
        rootsOfQuartic( a, roots );
    }
    for ( int i = 0; i < 4; ++i )
    {
        for ( int j = i; j > 0 && roots[j].re > roots[j - 1].re; --j )
        {
            Complex swap = roots[j];
            roots[j] = roots[j - 1];
            roots[j - 1] = swap;
        }
    }
    for ( int i = 0; i < 4; ++i )
    {
        out[i][0] = roots[i].re;
        out[i][1] = roots[i].im;
    }
}

// --------------------------------------------------------------------------------------------- linearisation

static ssBeltStability undefined( void )
{
    ssBeltStability s = { .force = { SS_NAN, SS_NAN },
        .traceB = SS_NAN,
        .maxRe = SS_NAN,
        .coneMargin = SS_NAN,
        .gyroscopic = SS_NAN };
    for ( int i = 0; i < 4; ++i )
    {
        s.b[i] = s.eigenvalues[i][0] = s.eigenvalues[i][1] = SS_NAN;
        s.damping[i < 3 ? i : 0] = SS_NAN;
    }
    return s;
}

ssBeltStability ssLineariseBelt( const ssSlidingMassDef* def, const ssLaw* law )
{
    ssBeltStability s = undefined();
    ssVec2 gamma = { -def->beltVelocity.x, -def->beltVelocity.y };
    ssLaw_InitialState( law, s.state );
    if ( gamma.x == 0.0 && gamma.y == 0.0 )
    {
        return s;
    }
    bool own = law->def.kind >= ss_lawKindCount && !ssLaw_HasConstantSets( law );
    BeltSteady steady = { .settled = false };
    if ( own )
    {
        steady = beltFindSteady( def, law, gamma );
        memcpy( s.state, steady.state, sizeof s.state );
    }
    s.force = own ? steady.force : ssLaw_SlipForce( law, def->normalForce, gamma ).force;
    ssVec2 f = s.force;
    if ( isnan( f.x ) || isnan( f.y ) )
    {
        ssBeltStability none = undefined();
        memcpy( none.state, s.state, sizeof none.state );
        return none;
    }
    s.equilibrium.x = def->stiffness[0] > 0.0 ? ( def->push.x - f.x ) / def->stiffness[0] : SS_NAN;
    s.equilibrium.y = def->stiffness[1] > 0.0 ? ( def->push.y - f.y ) / def->stiffness[1] : SS_NAN;
    if ( law->frictionless || !( def->normalForce > 0.0 ) )
    {
        return s;
    }
    s.coneMargin = own ? SS_NAN : marginAt( &law->c, f, gamma );
    s.smooth = own ? beltLineariseOwn( def, law, gamma, &steady, &s )
                   : dampingMatrix( law, def->normalForce, gamma, s.b );
    if ( !s.smooth )
    {
        for ( int i = 0; i < 4; ++i )
        {
            s.b[i] = SS_NAN;
        }
        return s;
    }
    s.damping[0] = s.b[0];
    s.damping[1] = 0.5 * ( s.b[1] + s.b[2] );
    s.damping[2] = s.b[3];
    s.gyroscopic = 0.5 * ( s.b[1] - s.b[2] );
    s.traceB = s.b[0] + s.b[3];
    if ( !own )
    {
        eigenvaluesOf( def, s.b, s.eigenvalues );
    }
    s.maxRe = s.eigenvalues[0][0];
    return s;
}

// ------------------------------------------------------------------------------------------- critical angles

#define DIRECTIONS 720 // belt directions that are tried, every half degree: narrower bands are not found

int ssUnstableBelts( const ssLaw* law, ssAngleBand* bands, int capacity )
{
    int count = 0, first = -1;
    double step = 2.0 * SS_PI / DIRECTIONS, before = ssBeltConeMargin( law, 0.0 ), opening = SS_NAN;
    if ( isnan( before ) )
    {
        return 0;
    }
    // The search starts at the first stable direction that is followed by an unstable one, so that a band
    // through 0 is found as a whole. A law that is unstable in all directions has no such start.
    for ( int i = 1; i <= 2 * DIRECTIONS; ++i )
    {
        double after = ssBeltConeMargin( law, i * step );
        if ( ( before > 0.0 ) != ( after > 0.0 ) )
        {
            double low = ( i - 1 ) * step, high = i * step;
            for ( int j = 0; j < 60; ++j )
            {
                double middle = 0.5 * ( low + high );
                bool same = ( ssBeltConeMargin( law, middle ) > 0.0 ) == ( before > 0.0 );
                low = same ? middle : low;
                high = same ? high : middle;
            }
            if ( after > 0.0 )
            {
                if ( first >= 0 && i - first >= DIRECTIONS )
                {
                    break;
                }
                first = first < 0 ? i : first;
                opening = 0.5 * ( low + high );
            }
            else if ( !isnan( opening ) && count < capacity )
            {
                bands[count++] = ( ssAngleBand ){ opening * DEGREES, 0.5 * ( low + high ) * DEGREES };
            }
        }
        before = after;
    }
    if ( count == 0 && first < 0 && before > 0.0 && capacity > 0 )
    {
        bands[count++] = ( ssAngleBand ){ 0.0, 360.0 };
    }
    return count;
}

double ssWorstBelt( const ssLaw* law, double* phiDeg )
{
    double step = 2.0 * SS_PI / DIRECTIONS, best = -HUGE_VAL, where = 0.0;
    for ( int i = 0; i < DIRECTIONS; ++i )
    {
        double margin = ssBeltConeMargin( law, i * step );
        if ( margin > best )
        {
            best = margin;
            where = i * step;
        }
    }
    const double golden = 0.61803398874989485;
    double low = where - step, high = where + step;
    for ( int i = 0; i < 60; ++i )
    {
        double a = high - golden * ( high - low ), b = low + golden * ( high - low );
        double fa = ssBeltConeMargin( law, a ), fb = ssBeltConeMargin( law, b );
        where = fa > fb ? a : b;
        best = ssMax( best, ssMax( fa, fb ) );
        high = fa > fb ? b : high;
        low = fa > fb ? low : a;
    }
    if ( phiDeg != NULL )
    {
        *phiDeg = fmod( where * DEGREES + 360.0, 360.0 );
    }
    return best;
}

static ssResult worstAtRotation( const ssLawDef* def, double zetaDeg, double* margin )
{
    ssLawDef rotated = *def;
    rotated.c.rotationDeg += zetaDeg;
    ssLaw law;
    ssResult result = ssMakeLaw( &rotated, &law );
    if ( result.code == ss_ok )
    {
        *margin = ssWorstBelt( &law, NULL );
        ssLaw_Destroy( &law );
    }
    return result;
}

ssResult ssCriticalRotation( const ssLawDef* def, double fromDeg, double toDeg, double* zetaDeg )
{
    double low = fromDeg, high = toDeg, atLow = 0.0, atHigh = 0.0;
    *zetaDeg = SS_NAN;
    ssResult result = worstAtRotation( def, low, &atLow );
    result = result.code == ss_ok ? worstAtRotation( def, high, &atHigh ) : result;
    if ( result.code != ss_ok || ( atLow > 0.0 ) == ( atHigh > 0.0 ) )
    {
        return result;
    }
    for ( int i = 0; i < 60 && result.code == ss_ok; ++i )
    {
        double middle = 0.5 * ( low + high ), margin = 0.0;
        result = worstAtRotation( def, middle, &margin );
        bool same = ( margin > 0.0 ) == ( atLow > 0.0 );
        low = same ? middle : low;
        high = same ? high : middle;
    }
    *zetaDeg = 0.5 * ( low + high );
    return result;
}
