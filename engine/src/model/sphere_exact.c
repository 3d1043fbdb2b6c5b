// SPDX-License-Identifier: MIT
#include "model/sphere_exact.h"

// Motion along a line under constant forces. Per unit mass, with f = r_T/m, n = m_R/m and k = 2/5 R²:
//     U' = g_x + f,     Omega' = (n - R f)/k,     |f| <= mu g_N,  |n| <= mu_r g_N.
// While slip and rolling velocity keep their signs, f and n are constant; when one of the velocities
// is zero, it stays zero if its force suffices. The cases are written out and do not use the
// solvers, because they serve to check the solvers.

typedef struct Line
{
    double R, k, along;
    double slideBound, rollBound; // mu g_N, mu_r g_N
} Line;

/// Force and moment per unit mass.
typedef struct Specific
{
    double f, n;
} Specific;

static double sign( double x ) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

static double clamp( double x, double bound ) { return ssMax( -bound, ssMin( x, bound ) ); }

/// The f that keeps the slip at zero for a given n.
static double forceWithoutSlip( const Line* line, double n )
{
    double R = line->R, k = line->k;
    return ( R * n / k - line->along ) / ( 1.0 + R * R / k );
}

/// The forces where slip and rolling velocity have the signs s and w (0: zero now).
static Specific forces( const Line* line, double s, double w )
{
    if ( s != 0.0 && w != 0.0 ) { return ( Specific ){ -s * line->slideBound, -w * line->rollBound }; }
    if ( s != 0.0 )
    {
        double f = -s * line->slideBound;
        return ( Specific ){ f, clamp( line->R * f, line->rollBound ) };
    }
    if ( w != 0.0 )
    {
        double n = -w * line->rollBound;
        return ( Specific ){ clamp( forceWithoutSlip( line, n ), line->slideBound ), n };
    }
    // From rest, only gravity along x decides. Each return is one mode with its condition.
    double f = -line->along, drive = sign( line->along );
    if ( fabs( f ) <= line->slideBound && fabs( line->R * f ) <= line->rollBound )
    {
        return ( Specific ){ f, line->R * f }; // stays at rest
    }
    double n = -drive * line->rollBound;
    f = forceWithoutSlip( line, n );
    if ( fabs( f ) <= line->slideBound && ( n - line->R * f ) * drive > 0.0 )
    {
        return ( Specific ){ f, n }; // rolls
    }
    f = -drive * line->slideBound;
    if ( fabs( line->R * f ) <= line->rollBound )
    {
        return ( Specific ){ f, line->R * f }; // slides
    }
    return ( Specific ){ f, n }; // slides and rolls
}

/// The time until a + b t = 0, or infinity. A quantity that is zero now does not cross.
static double crossing( double a, double b ) { return sign( a ) * sign( b ) < 0.0 ? -a / b : HUGE_VAL; }

ssSphereExact ssSolveSphereExact( const ssSphereModel* model, const ssSphereState* state, double time )
{
    ssSphereExact exact = { .phaseCount = 0 };
    bool onLine =
        state->velocity.y == 0.0 && state->omega.x == 0.0 && state->velocity.z == 0.0 && state->gap <= 0.0;
    if ( !onLine || !( model->gravityNormal > 0.0 ) ) { return exact; }

    double R = model->radius;
    Line line = { R, .k = 0.4 * R * R, .along = model->gravityAlong,
        .slideBound = model->mu * model->gravityNormal, .rollBound = model->muRoll * model->gravityNormal };
    double x = state->x, u = state->velocity.x, omega = state->omega.y, slip = u - R * omega;
    // An initial slip of the size of rounding errors is meant to be zero, as in 0.1 - 0.5 × 0.2.
    slip = fabs( slip ) <= 4e-16 * ( fabs( u ) + fabs( R * omega ) ) ? 0.0 : slip;

    while ( exact.phaseCount < SS_COUNT( exact.phases ) )
    {
        Specific s = forces( &line, sign( slip ), sign( omega ) );
        double du = line.along + s.f, domega = ( s.n - R * s.f ) / line.k, dslip = du - R * domega;
        exact.phases[exact.phaseCount++] = ( ssSpherePhase ){ time, .x = x, .u = u, .omega = omega, .du = du,
            .domega = domega, .force = model->mass * s.f, .moment = model->mass * s.n };
        double slipEnds = crossing( slip, dslip ), rollEnds = crossing( omega, domega );
        double duration = ssMin( slipEnds, rollEnds );
        if ( !( duration < HUGE_VAL ) ) { break; }
        x += duration * ( u + 0.5 * duration * du );
        omega = rollEnds <= duration ? 0.0 : omega + duration * domega;
        u = slipEnds <= duration ? R * omega : u + duration * du;
        // Rolling without slip ends both velocities at once; rounding must not leave a slip.
        bool isRounding = slip == 0.0 && fabs( u - R * omega ) <= 1e-12 * fabs( duration * du );
        slip = slipEnds <= duration || isRounding ? 0.0 : u - R * omega;
        u = slip == 0.0 ? R * omega : u;
        time += duration;
    }
    return exact;
}

ssSphereExactState ssSphereExact_At( const ssSphereExact* exact, double time )
{
    if ( exact->phaseCount == 0 || time < exact->phases[0].time )
    {
        return ( ssSphereExactState ){ SS_NAN, SS_NAN, SS_NAN, SS_NAN, SS_NAN };
    }
    int i = exact->phaseCount - 1;
    while ( time < exact->phases[i].time ) { --i; }
    const ssSpherePhase* phase = exact->phases + i;
    double t = time - phase->time;
    return ( ssSphereExactState ){ phase->x + t * ( phase->u + 0.5 * t * phase->du ),
        .u = phase->u + t * phase->du, .omega = phase->omega + t * phase->domega, .force = phase->force,
        .moment = phase->moment };
}
