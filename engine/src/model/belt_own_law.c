// SPDX-License-Identifier: MIT
#include "linalg/dense.h"
#include "model/belt_private.h"

#include <string.h>

// Steady sliding on a belt under the user's own law, and its linearisation with what the law remembers:
//
//     q' = u,  m u' = -k q - c u - f(u - chi, z, q),  z' = Z(u - chi, z, q).
//
// The law gives the states after an implicit step h, dz⁺ = A dz + B dgamma + X dq. If all of x = (q, u, z)
// takes such a step, x⁺ = M x, an eigenvalue mu of M is 1/(1 - h lambda), without an error of the step. A
// state that its bound holds has mu = 0: it follows at once, and lambda = -infinity.

#define HELD 1e-9     // what is left of a state after a step, below which its bound holds it
#define RESOLVED 1e-9 // of the mass's own frequency, or of a real part: what is below is rounding

#define MOST ( 4 + SS_LAW_MAX_STATES )

BeltSteady beltFindSteady( const ssSlidingMassDef* def, const ssLaw* law, ssVec2 gamma )
{
    // Where the law depends on the place, that of the equilibrium is found by repetition.
    const ssLawProgram* program = law->def.program;
    bool placed =
        program != NULL && ( ssLawProgram_Info( program )->inputs & (unsigned)ss_lawInputPlace ) != 0;
    int repetitions = placed ? 12 : 1;
    const double* k = def->stiffness;
    BeltSteady steady = { .force = { SS_NAN, SS_NAN } };
    for ( int i = 0; i < repetitions; ++i )
    {
        ssLawSite site = { .time = def->time, .x = steady.place.x, .y = steady.place.y };
        ssLaw there = ssLaw_At( law, &site );
        steady.settled = ssLaw_SteadyState( &there, def->normalForce, gamma, steady.state );
        site.state = steady.state;
        ssVec2 f = ssLaw_SlipForce( &there, def->normalForce, gamma ).force;
        steady.force = f;
        if ( i + 1 < repetitions )
        {
            steady.place.x = k[0] > 0.0 && isfinite( f.x ) ? ( def->push.x - f.x ) / k[0] : 0.0;
            steady.place.y = k[1] > 0.0 && isfinite( f.y ) ? ( def->push.y - f.y ) / k[1] : 0.0;
        }
    }
    return steady;
}

/// B with states that follow at once: df/dgamma + df/dz dz/dgamma, dz = A dz + B dgamma. False: they do not.
static bool followedDamping( const ssLawSlopes* slopes, double b[4] )
{
    int n = slopes->stateNumbers, pivots[SS_LAW_MAX_STATES];
    double rest[SS_LAW_MAX_STATES * SS_LAW_MAX_STATES], scale[SS_LAW_MAX_STATES];
    for ( int i = 0; i < n * n; ++i )
    {
        rest[i] = ( i / n == i % n ? 1.0 : 0.0 ) - slopes->stateByState[i / n][i % n];
    }
    if ( n > 0 && !denseLuFactor( rest, n, pivots, scale ) ) { return false; }
    for ( int k = 0; k < 2; ++k )
    {
        double follows[SS_LAW_MAX_STATES];
        for ( int i = 0; i < n; ++i ) { follows[i] = slopes->stateByGamma[i][k]; }
        if ( n > 0 ) { denseLuSolve( rest, n, pivots, scale, follows ); }
        for ( int i = 0; i < 2; ++i )
        {
            b[2 * i + k] = slopes->forceByGamma[i][k];
            for ( int j = 0; j < n; ++j ) { b[2 * i + k] += slopes->forceByState[i][j] * follows[j]; }
        }
    }
    return isfinite( b[0] + b[1] + b[2] + b[3] );
}

/// The implicit step of length h: left × x⁺ = right × x.
static void fillStep(
    const ssSlidingMassDef* def, const ssLawSlopes* slopes, double h, double* left, double* right )
{
    int states = slopes->stateNumbers, n = 4 + states;
    memset( left, 0, sizeof( double ) * (size_t)( n * n ) );
    memset( right, 0, sizeof( double ) * (size_t)( n * n ) );
    for ( int i = 0; i < 2; ++i )
    {
        double *q = left + i * n, *u = left + ( 2 + i ) * n;
        q[i] = right[i * n + i] = 1.0;
        q[2 + i] = -h;
        right[( 2 + i ) * n + 2 + i] = 1.0;
        for ( int k = 0; k < 2; ++k )
        {
            double own = i == k ? 1.0 : 0.0;
            u[k] = h / def->mass * ( own * def->stiffness[i] + slopes->forceByPlace[i][k] );
            u[2 + k] = own + h / def->mass * ( own * def->damping + slopes->forceByGamma[i][k] );
        }
        for ( int k = 0; k < states; ++k ) { u[4 + k] = h / def->mass * slopes->forceByState[i][k]; }
    }
    for ( int i = 0; i < states; ++i )
    {
        double* z = left + ( 4 + i ) * n;
        z[4 + i] = 1.0;
        for ( int k = 0; k < 2; ++k )
        {
            z[k] = -slopes->stateByPlace[i][k];
            z[2 + k] = -slopes->stateByGamma[i][k];
        }
        memcpy( right + ( 4 + i ) * n + 4, slopes->stateByState[i], sizeof( double ) * (size_t)states );
    }
}

/// The eigenvalues of the motion with the largest real parts, those first. False: there are none.
static bool findEigenvalues(
    const ssSlidingMassDef* def, const ssLawSlopes* slopes, double h, double out[4][2] )
{
    int n = 4 + slopes->stateNumbers, pivots[MOST];
    double left[MOST * MOST], right[MOST * MOST], scale[MOST], map[MOST * MOST];
    denseComplex scratch[MOST * MOST], mu[MOST];
    fillStep( def, slopes, h, left, right );
    if ( !denseLuFactor( left, n, pivots, scale ) ) { return false; }
    for ( int k = 0; k < n; ++k )
    {
        double column[MOST];
        for ( int i = 0; i < n; ++i ) { column[i] = right[i * n + k]; }
        denseLuSolve( left, n, pivots, scale, column );
        for ( int i = 0; i < n; ++i ) { map[i * n + k] = column[i]; }
    }
    if ( !denseGeneralEigenvalues( map, n, scratch, mu ) ) { return false; }
    int count = 0;
    for ( int i = 0; i < n; ++i )
    {
        // lambda = (1 - 1/mu)/h
        double square = mu[i].re * mu[i].re + mu[i].im * mu[i].im;
        bool held = square < HELD * HELD;
        double re = held ? -HUGE_VAL : ( 1.0 - mu[i].re / square ) / h,
               im = held ? 0.0 : mu[i].im / square / h;
        int at = count < 4 ? count : 4;
        for ( ; at > 0 && re > out[at - 1][0]; --at )
        {
            if ( at < 4 ) { memcpy( out[at], out[at - 1], sizeof out[at] ); }
        }
        if ( at < 4 )
        {
            out[at][0] = re;
            out[at][1] = fabs( im ) > RESOLVED * fabs( re ) ? im : 0.0;
        }
        count += 1;
    }
    return true;
}

bool beltLineariseOwn( const ssSlidingMassDef* def, const ssLaw* law, ssVec2 gamma, const BeltSteady* steady,
    ssBeltStability* s )
{
    // A step of the order of the mass's motion: differences resolve what is slow; what is fast ends in it.
    double stiffness = ssMax( def->stiffness[0], def->stiffness[1] );
    double frequency = stiffness > 0.0 ? sqrt( stiffness / def->mass ) : 1.0, h = 1.0 / frequency;
    ssLawSite site = {
        .time = def->time, .x = steady->place.x, .y = steady->place.y, .h = h, .state = steady->state
    };
    ssLaw there = ssLaw_At( law, &site );
    ssLawSlopes slopes;
    if ( !steady->settled || !ssLaw_Differentiate( &there, def->normalForce, gamma, &slopes ) ||
        !followedDamping( &slopes, s->b ) || !findEigenvalues( def, &slopes, h, s->eigenvalues ) )
    {
        return false;
    }
    // Differences know no more digits, and a motion that neither grows nor decays should read so.
    double rounding = RESOLVED * frequency + 1e-12 * ( fabs( s->b[0] ) + fabs( s->b[3] ) ) / def->mass;
    for ( int i = 0; i < 4; ++i )
    {
        s->eigenvalues[i][0] = fabs( s->eigenvalues[i][0] ) < rounding ? 0.0 : s->eigenvalues[i][0];
    }
    return true;
}
