// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder_noise.h"
#include "sim/sim_private.h"

#include <stdio.h>
#include <string.h>

// Random forces and random friction, for every scenario that has the rows of SS_NOISE_ROWS.
//
// The force on a body is σ times an Ornstein-Uhlenbeck process of correlation time τ, whose spectrum at zero
// is that of white noise: its variance is 1/(2τ), and for τ = 0 it is white noise. A step gets the mean of
// the process over it, drawn together with the value at its end (Gillespie 1996), so that the law of the
// motion does not depend on the step. With a = exp(-h/τ) and a unit normal x,
//     x' = a x + √(1 - a²) ξ,   ∫ = √(τ/2) (1 - a) (x + √((1 - a)/(1 + a)) ξ) + √(h - 2τ tanh(h/2τ)) η.
// Friction is multiplied by a positive number of mean 1: for τ > h by exp(s x - s²/2), whose variance is
// r²/(2τ); below by the increments of a Gamma process, whose sum over a time t has the mean t and the
// variance r² t, whatever the steps. Numbers are drawn by (seed, body, step), from no stream that another
// draws from.

enum
{
    noiseForce,
    noiseMu,
    noiseTime,
    bodiesMax = 1 << 24
};

static const double leastFriction = 1e-9; // some models divide by the bound
static const double mostSpread = 30.0;    // friction of 1e200 and of 1e-200 in one run
// A Gamma variable of such a shape has its mean within 1e-6; beyond, its logarithm has too few digits.
static const double leastShape = 1e-300, mostShape = 1e12;

static const char* const s_keys[simNoiseRows] = { "noise.force", "noise.mu", "noise.time" };

void simFindNoise( ssSim* sim )
{
    for ( int i = 0; i < simNoiseRows; ++i )
    {
        sim->noiseRows[i] =
            ssFindParam( sim->scenario->model.params, sim->scenario->model.paramCount, s_keys[i] );
    }
}

static double strength( const ssSim* sim, const double* values, int kind )
{
    return sim->noiseRows[kind] >= 0 ? values[sim->noiseRows[kind]] : 0.0;
}

bool simIsNoisy( const ssSim* sim, const double* values )
{
    return strength( sim, values, noiseForce ) > 0.0 || strength( sim, values, noiseMu ) > 0.0 ||
        strength( sim, values, noiseTime ) > 0.0;
}

bool simIsNoiseRow( const ssSim* sim, int param )
{
    return param >= 0 &&
        ( param == sim->noiseRows[0] || param == sim->noiseRows[1] || param == sim->noiseRows[2] );
}

static uint64_t nextWord( uint64_t* at )
{
    *at += cylinderGolden;
    return cylinderMix( *at );
}

static double nextNormal( uint64_t* at ) { return cylinderGauss( nextWord( at ) ); }

/// Gamma distributed with this shape and scale 1 (Marsaglia & Tsang 2000).
static double nextGamma( uint64_t* at, double shape )
{
    double boost = 1.0;
    if ( shape < 1.0 )
    {
        double u = ( (double)( nextWord( at ) >> 12 ) + 0.5 ) * 0x1p-52;
        boost = ssPow( u, 1.0 / shape );
        shape += 1.0;
    }
    double d = shape - 1.0 / 3.0, c = 1.0 / sqrt( 9.0 * d );
    for ( ;; )
    {
        double x = nextNormal( at ), v = 1.0 + c * x;
        double u = ( (double)( nextWord( at ) >> 12 ) + 0.5 ) * 0x1p-52;
        v = v * v * v;
        if ( v > 0.0 && ssLog( u ) < 0.5 * x * x + d - d * v + d * ssLog( v ) ) { return boost * d * v; }
    }
}

/// What a step of this size does with these strengths.
typedef struct Law
{
    double keep, fresh;         // x' = keep x + fresh ξ
    double old, shared, single; // the mean force of the step by x, ξ and η
    double spread, shape;       // of friction: s, or the shape of a Gamma variable (0: there is none)
} Law;

static Law lawOf( const ssSim* sim )
{
    double h = sim->h, tau = strength( sim, sim->values, noiseTime ), e = tau > 0.0 ? h / tau : HUGE_VAL;
    double force = strength( sim, sim->values, noiseForce ) / h, mu = strength( sim, sim->values, noiseMu );
    double a = tau > 0.0 ? ssExp( -e ) : 0.0, lost = e < 1e-3 ? e - 0.5 * e * e : 1.0 - a;
    // h - 2τ tanh(h/2τ), without the difference of near numbers
    double rest = e < 1e-2 ? h * e * e * ( 1.0 / 12.0 - e * e / 120.0 ) : h;
    rest = tau > 0.0 && e >= 1e-2 ? h - 2.0 * tau * ( 1.0 - a ) / ( 1.0 + a ) : rest;
    double old = sqrt( 0.5 * tau ) * lost;
    return ( Law ){ .keep = a,
        .fresh = sqrt( lost * ( 1.0 + a ) ),
        .old = force * old,
        .shared = force * old * sqrt( lost / ( 1.0 + a ) ),
        .single = force * sqrt( ssMax( rest, 0.0 ) ),
        .spread = mu > 0.0 && tau > h ? ssMin( sqrt( ssLog( 1.0 + 0.5 * mu * mu / tau ) ), mostSpread ) : 0.0,
        .shape = mu > 0.0 && !( tau > h ) && h / ( mu * mu ) < mostShape
            ? ssMax( h / ( mu * mu ), leastShape )
            : 0.0 };
}

static void advance( const ssSim* sim, const Law* law, int body, SimNoise* noise, bool born )
{
    uint64_t step = (uint64_t)sim->step, who = (uint64_t)body;
    uint64_t at =
        cylinderMix( sim->seed + UINT64_C( 0x5851f42d4c957f2d ) ); // another stream than other noise has
    at = cylinderMix( at ^ cylinderMix( who + cylinderGolden ) );
    at = cylinderMix( at + step * cylinderGolden );
    for ( int k = 0; k < 3; ++k )
    {
        double xi = nextNormal( &at ), eta = nextNormal( &at );
        double x = born ? nextNormal( &at ) : noise->x[k];
        noise->x[k] = law->keep * x + law->fresh * xi;
        if ( k < 2 ) { noise->now.force[k] = law->old * x + law->shared * xi + law->single * eta; }
    }
    noise->now.friction = law->spread > 0.0
        ? ssExp( law->spread * noise->x[2] - 0.5 * law->spread * law->spread )
        : law->shape > 0.0 ? nextGamma( &at, law->shape ) / law->shape
                           : 1.0;
    noise->now.friction = ssMax( noise->now.friction, leastFriction );
}

/// Room for the noise of that many bodies; what is there stays.
static bool reserve( ssSim* sim, int bodies )
{
    if ( bodies <= sim->noiseCapacity ) { return true; }
    int capacity = bodies + bodies / 2;
    SimNoise* grown = ssAlloc( sizeof *grown * (size_t)capacity );
    if ( grown == NULL ) { return false; }
    if ( sim->noiseCount > 0 ) { memcpy( grown, sim->noise, sizeof *grown * (size_t)sim->noiseCount ); }
    ssRelease( sim->noise );
    sim->noise = grown;
    sim->noiseCapacity = capacity;
    return true;
}

bool ssSim_Shake( ssSim* sim, int bodies )
{
    if ( !( strength( sim, sim->values, noiseForce ) > 0.0 ) &&
        !( strength( sim, sim->values, noiseMu ) > 0.0 ) )
    {
        sim->noiseCount = 0;
        return false;
    }
    if ( !reserve( sim, bodies ) )
    {
        sim->noiseFailed = true;
        return false;
    }
    Law law = lawOf( sim );
    for ( ; sim->noiseMade < bodies; ++sim->noiseMade )
    {
        bool born = sim->noiseMade >= sim->noiseCount;
        advance( sim, &law, sim->noiseMade, sim->noise + sim->noiseMade, born );
        sim->noiseCount += born ? 1 : 0;
    }
    return true;
}

ssNoise ssSim_Noise( const ssSim* sim, int body )
{
    return body >= 0 && body < sim->noiseCount ? sim->noise[body].now : ( ssNoise ){ .friction = 1.0 };
}

void simNoiseFields( ssSim* sim, ssArchive* archive )
{
    ssArchive_Int( archive, &sim->noiseCount );
    if ( archive->mode == ss_archiveRead )
    {
        int count = sim->noiseCount;
        sim->noiseCount = 0; // what is there is of another run
        archive->overrun = archive->overrun || count < 0 || count > bodiesMax || !reserve( sim, count );
        sim->noiseCount = archive->overrun ? 0 : count;
    }
    for ( int i = 0; i < sim->noiseCount; ++i )
    {
        ssArchive_F64s( archive, sim->noise[i].x, 3 );
        ssArchive_F64s( archive, sim->noise[i].now.force, 2 );
        ssArchive_F64( archive, &sim->noise[i].now.friction );
    }
}

void simExplainNoise( const ssSim* sim, int param, char* text, int capacity )
{
    double tau = strength( sim, sim->values, noiseTime ), value = sim->values[param];
    bool force = param == sim->noiseRows[noiseForce];
    char number[24];
    if ( param == sim->noiseRows[noiseTime] || !( value > 0.0 ) ) { return; }
    // What is seen at a moment or, of white noise, in a second.
    double seen = tau > 0.0 ? value / sqrt( 2.0 * tau ) : value;
    ssFormatNumber( force ? seen : 100.0 * seen, number, sizeof number );
    snprintf( text, (size_t)capacity, "%s = ± %s %s",
        tau > 0.0   ? force ? "σ_F/√(2 τ)" : "σ_μ/√(2 τ)"
            : force ? "σ_F √(1 s)"
                    : "σ_μ/√(1 s)",
        number, force ? tau > 0.0 ? "N" : "N s" : "%" );
}
