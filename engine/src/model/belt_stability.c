// SPDX-License-Identifier: MIT
#include "model/belt_private.h"
#include "model/instability.h"
#include "slipstick/base.h"

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
    if ( at > left && at < right ) { return ssMin( at - left, right - at ); }
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

/// B of Eq. 87 in sliding under a load. False: D has no curvature there, or Eq. 84 does not hold.
static bool dampingMatrix( const ssLaw* law, double load, ssVec2 gamma, double b[4] )
{
    ssVec2 z, k;
    double hessian[3];
    ssSet_Support( &law->d, gamma, &z, NULL );
    if ( law->type->slip != NULL && law->def.kind != ss_lawKindCollinear )
    {
        return false; // the force does not follow Eq. 84
    }
    if ( !ssSet_SupportHessian( &law->d, gamma, hessian ) ) { return false; }
    double gauge = ssSet_GaugeGradient( &law->c, z, &k ), scale = load / law->cForce / gauge;
    double l[4] = { 1.0 - z.x * k.x / gauge, -z.x * k.y / gauge, -z.y * k.x / gauge,
        1.0 - z.y * k.y / gauge };
    b[0] = scale * ( l[0] * hessian[0] + l[1] * hessian[1] );
    b[1] = scale * ( l[0] * hessian[1] + l[1] * hessian[2] );
    b[2] = scale * ( l[2] * hessian[0] + l[3] * hessian[1] );
    b[3] = scale * ( l[2] * hessian[1] + l[3] * hessian[2] );
    return isfinite( b[0] + b[1] + b[2] + b[3] );
}

/// The eigenvalues of A (Eq. 113) with the dashpots, by falling real parts. For equal springs the
/// eigenvectors of B give two quadratics, which are exact where the four have double roots.
static void eigenvaluesOf( const ssSlidingMassDef* def, const double b[4], double out[4][2] )
{
    double m = def->mass, c = def->damping, kx = def->stiffness[0], ky = def->stiffness[1];
    ssEigenvalue roots[6]; // four are found, and a call has room for four
    if ( kx == ky )
    {
        ssLinear_Eigenvalues( &( ssLinearSystem ){ .n = 1, .m = { m }, .d = { c }, .k = { kx } }, roots );
        ssLinear_Eigenvalues(
            &( ssLinearSystem ){ .n = 1, .m = { m }, .d = { c + b[0] + b[3] }, .k = { kx } }, roots + 2 );
    }
    else
    {
        ssLinear_Eigenvalues( &( ssLinearSystem ){ .n = 2,
                                  .m = { m, 0.0, 0.0, m },
                                  .d = { b[0] + c, b[1], b[2], b[3] + c },
                                  .k = { kx, 0.0, 0.0, ky } },
            roots );
    }
    for ( int i = 0; i < 4; ++i )
    {
        int at = i;
        for ( ; at > 0 && roots[i].re > out[at - 1][0]; --at )
        {
            memcpy( out[at], out[at - 1], sizeof out[at] );
        }
        out[at][0] = roots[i].re;
        out[at][1] = roots[i].im;
    }
}

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
    if ( gamma.x == 0.0 && gamma.y == 0.0 ) { return s; }
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
    if ( law->frictionless || !( def->normalForce > 0.0 ) ) { return s; }
    s.coneMargin = own ? SS_NAN : marginAt( &law->c, f, gamma );
    s.smooth = own ? beltLineariseOwn( def, law, gamma, &steady, &s )
                   : dampingMatrix( law, def->normalForce, gamma, s.b );
    if ( !s.smooth )
    {
        for ( int i = 0; i < 4; ++i ) { s.b[i] = SS_NAN; }
        return s;
    }
    s.damping[0] = s.b[0];
    s.damping[1] = 0.5 * ( s.b[1] + s.b[2] );
    s.damping[2] = s.b[3];
    s.gyroscopic = 0.5 * ( s.b[1] - s.b[2] );
    s.traceB = s.b[0] + s.b[3];
    if ( !own ) { eigenvaluesOf( def, s.b, s.eigenvalues ); }
    s.maxRe = s.eigenvalues[0][0];
    return s;
}

#define DIRECTIONS 720 // belt directions that are tried, every half degree: narrower bands are not found

int ssUnstableBelts( const ssLaw* law, ssAngleBand* bands, int capacity )
{
    int count = 0, first = -1;
    double step = 2.0 * SS_PI / DIRECTIONS, before = ssBeltConeMargin( law, 0.0 ), opening = SS_NAN;
    if ( isnan( before ) ) { return 0; }
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
                if ( first >= 0 && i - first >= DIRECTIONS ) { break; }
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
    if ( phiDeg != NULL ) { *phiDeg = fmod( where * DEGREES + 360.0, 360.0 ); }
    return best;
}

static ssResult worstAtRotation( const ssLawDef* def, double zetaDeg, double* margin )
{
    ssLawDef rotated = *def;
    rotated.c.rotationDeg += zetaDeg;
    ssLaw law;
    SS_TRY( ssMakeLaw( &rotated, &law ) );
    *margin = ssWorstBelt( &law, NULL );
    ssLaw_Destroy( &law );
    return ssOk();
}

ssResult ssCriticalRotation( const ssLawDef* def, double fromDeg, double toDeg, double* zetaDeg )
{
    double low = fromDeg, high = toDeg, atLow = 0.0, atHigh = 0.0;
    *zetaDeg = SS_NAN;
    SS_TRY( worstAtRotation( def, low, &atLow ) );
    SS_TRY( worstAtRotation( def, high, &atHigh ) );
    if ( ( atLow > 0.0 ) == ( atHigh > 0.0 ) ) { return ssOk(); }
    for ( int i = 0; i < 60; ++i )
    {
        double middle = 0.5 * ( low + high ), margin = 0.0;
        SS_TRY( worstAtRotation( def, middle, &margin ) );
        bool same = ( margin > 0.0 ) == ( atLow > 0.0 );
        low = same ? middle : low;
        high = same ? high : middle;
    }
    *zetaDeg = 0.5 * ( low + high );
    return ssOk();
}
