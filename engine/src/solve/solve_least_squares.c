// SPDX-License-Identifier: MIT
#include "base/inline.h"
#include "solve/linear_step.h"
#include "solve/path_map.h"

#include <math.h>
#include <string.h>

// Least squares on the smoothed map F of `path`, for large piles at rest. Their answers are saddles of every relaxation:
// passes pass them by and leave along force patterns that hardly move a body (W p near 0), and Newton's step along these
// patterns is longer than any slip pattern lasts. |F|² has no saddle there that is not an answer. Gauss-Newton with
// conjugate gradients on the normal equations (Hestenes & Stiefel 1952), broken off early: the soft patterns come last,
// so that the number of steps is the trust region (Steihaug 1983). W = W^T is assumed.

#define AIM_MAX 6e-4
#define SHORTEN 0.4
#define SHORTENINGS 7
#define STEPS_FIRST 50
#define STEPS_LEAST 10

typedef struct Fit
{
    ssSystem* system;
    bodySpace bodies;
    double barrier;
    double *step, *jacobian; // r and J per contact
    // of the system's size; F and what comes from it in velocity units
    double *p, *y, *map, *trial, *trialMap, *move, *rest, *search, *image, *gradient, *flow, *best;
} Fit;

static bool makeFit( ssSolveState* state, Fit* fit )
{
    ssSystem* system = state->system;
    size_t n = (size_t)system->contacts + 1, d = (size_t)system->dimension, stride = solveStride( state );
    *fit = ( Fit ){ .system = system };
    fit->p = solveVectors( state, 12 );
    fit->step = ssAlloc( n * sizeof( double ) );
    fit->jacobian = ssAlloc( n * d * d * sizeof( double ) );
    if ( !( fit->p && fit->step && fit->jacobian && bodySpaceMake( &fit->bodies, system ) ) )
    {
        state->status = ss_solveNoMemory;
        return false;
    }
    double** vectors[] = { &fit->y, &fit->map, &fit->trial, &fit->trialMap, &fit->move, &fit->rest,
        &fit->search, &fit->image, &fit->gradient, &fit->flow, &fit->best };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i )
    {
        *vectors[i] = fit->p + (size_t)( i + 1 ) * stride;
    }
    systemContactSteps( system, fit->step );
    return true;
}

static void freeFit( Fit* fit )
{
    ssRelease( fit->p );
    ssRelease( fit->step );
    ssRelease( fit->jacobian );
    bodySpaceFree( &fit->bodies );
}

/// F/r at p, its size; with `jacobian` J as well.
static double evaluate( Fit* fit, const double* p, double* map, bool jacobian )
{
    ssSystem* system = fit->system;
    int d = system->dimension;
    double sum = 0.0;
    systemMultiply( system, p, fit->y, system->velocity );
    for ( int i = 0; i < system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double x[SS_CONE_MAX] = { 0 }, image[SS_CONE_MAX], byBarrier[SS_CONE_MAX], r = fit->step[i];
        for ( int c = 0; c < d; ++c )
        {
            x[c] = p[at + (size_t)c] - r * fit->y[at + (size_t)c];
        }
        pathContactMap( &system->cones[i], system->laws[i] == ss_contactFormRelaxed, x, r * fit->barrier,
            image, jacobian ? fit->jacobian + at * (size_t)d : NULL, byBarrier );
        for ( int c = 0; c < d; ++c )
        {
            map[at + (size_t)c] = ( p[at + (size_t)c] - image[c] ) / r;
        }
        sum += vecDot( d, map + at, map + at );
    }
    return sqrt( sum );
}

/// flow = W v, W = E^T E of the bodies' maps (solve_bodies.h): what nearly all the time goes into.
static ALWAYS_INLINE void flowOf( Fit* fit, int d, const double* v )
{
    const ssSystem* system = fit->system;
    const ssProblem* problem = system->problem;
    double* w = system->velocity;
    memset( w, 0, (size_t)system->bodies * 6 * sizeof( double ) );
    for ( int k = 0; k < 2 * system->contacts; ++k )
    {
        int i = k / 2, body = k % 2 == 0 ? problem->bodyA[i] : problem->bodyB[i];
        const double *map = fit->bodies.maps + (size_t)k * (size_t)( 6 * d ), *x = v + (size_t)( i * d );
        for ( int r = 0; r < 6 && body >= 0; ++r )
        {
            w[6 * (size_t)body + (size_t)r] += vecDot( d, map + r * d, x );
        }
    }
    for ( int i = 0; i < system->contacts; ++i )
    {
        double y[SS_CONE_MAX] = { 0 };
        for ( int side = 0; side < 2; ++side )
        {
            int body = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
            const double* map = fit->bodies.maps + ( 2 * (size_t)i + (size_t)side ) * (size_t)( 6 * d );
            for ( int r = 0; r < 6 && body >= 0; ++r )
            {
                double speed = w[6 * (size_t)body + (size_t)r];
                for ( int c = 0; c < d; ++c )
                {
                    y[c] += map[r * d + c] * speed;
                }
            }
        }
        memcpy( fit->flow + (size_t)( i * d ), y, (size_t)d * sizeof( double ) );
    }
    for ( int i = 0; i < system->size && system->compliance != NULL; ++i )
    {
        fit->flow[i] += system->compliance[i] * v[i];
    }
}

/// out = (dF/dp) v = ((I - J)/r + J W) v
static ALWAYS_INLINE void multiply( Fit* fit, int d, const double* v, double* out )
{
    flowOf( fit, d, v );
    for ( int i = 0; i < fit->system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double r = fit->step[i], x[SS_CONE_MAX] = { 0 };
        for ( int c = 0; c < d; ++c )
        {
            x[c] = v[at + (size_t)c] - r * fit->flow[at + (size_t)c];
        }
        for ( int c = 0; c < d; ++c )
        {
            double image = vecDot( d, fit->jacobian + ( at + (size_t)c ) * (size_t)d, x );
            out[at + (size_t)c] = ( v[at + (size_t)c] - image ) / r;
        }
    }
}

/// out = (dF/dp)^T v
static ALWAYS_INLINE void multiplyTransposed( Fit* fit, int d, const double* v, double* out )
{
    for ( int i = 0; i < fit->system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double r = fit->step[i];
        for ( int c = 0; c < d; ++c )
        {
            double image = 0.0;
            for ( int k = 0; k < d; ++k )
            {
                image += fit->jacobian[( at + (size_t)k ) * (size_t)d + (size_t)c] * v[at + (size_t)k];
            }
            out[at + (size_t)c] = ( v[at + (size_t)c] - image ) / r;
            fit->image[at + (size_t)c] = image;
        }
    }
    flowOf( fit, d, fit->image );
    for ( int i = 0; i < fit->system->size; ++i )
    {
        out[i] += fit->flow[i];
    }
}

/// At most `steps` conjugate gradients towards the least |F + (dF/dp) move|; how many.
static ALWAYS_INLINE int leastSquaresOf( Fit* fit, int d, int steps )
{
    int size = fit->system->size, step = 0;
    for ( int i = 0; i < size; ++i )
    {
        fit->rest[i] = -fit->map[i];
        fit->move[i] = 0.0;
    }
    multiplyTransposed( fit, d, fit->rest, fit->gradient );
    memcpy( fit->search, fit->gradient, (size_t)size * sizeof( double ) );
    double square = vecDot( size, fit->gradient, fit->gradient ), first = square;
    while ( step < steps && square > 1e-8 * first )
    {
        multiply( fit, d, fit->search, fit->image );
        double along = square / vecDot( size, fit->image, fit->image );
        for ( int i = 0; i < size; ++i )
        {
            fit->move[i] += along * fit->search[i];
            fit->rest[i] -= along * fit->image[i];
        }
        multiplyTransposed( fit, d, fit->rest, fit->gradient );
        double next = vecDot( size, fit->gradient, fit->gradient ), turn = next / square;
        for ( int i = 0; i < size; ++i )
        {
            fit->search[i] = fit->gradient[i] + turn * fit->search[i];
        }
        square = next;
        ++step;
    }
    return step;
}

static int leastSquares( Fit* fit, int steps )
{
    int d = fit->system->dimension;
    return d == 3 ? leastSquaresOf( fit, 3, steps )
        : d == 5  ? leastSquaresOf( fit, 5, steps )
                  : leastSquaresOf( fit, d, steps );
}

/// Along the move as far as |F| falls; the part of it taken, 0 when none helps.
static double advance( Fit* fit, double* size )
{
    double part = 1.0;
    for ( int turn = 0; turn < SHORTENINGS; ++turn, part *= SHORTEN )
    {
        for ( int i = 0; i < fit->system->size; ++i )
        {
            fit->trial[i] = fit->p[i] + part * fit->move[i];
        }
        double trial = evaluate( fit, fit->trial, fit->trialMap, false );
        if ( trial < ( 1.0 - 1e-4 * part ) * *size )
        {
            *size = trial;
            memcpy( fit->p, fit->trial, (size_t)fit->system->size * sizeof( double ) );
            return part;
        }
    }
    return 0.0;
}

static bool judge( ssSolveState* state, Fit* fit, double* best )
{
    ssSystem* system = fit->system;
    memcpy( state->p, fit->p, solveStride( state ) * sizeof( double ) );
    systemProject( system, state->p );
    systemMultiply( system, state->p, fit->y, system->velocity );
    bool done = solveCheck( state, state->p, fit->y, fit->barrier );
    if ( state->residual < *best )
    {
        *best = state->residual;
        memcpy( fit->best, state->p, solveStride( state ) * sizeof( double ) );
    }
    return done;
}

static void solveFit( ssSolveState* state )
{
    Fit fit;
    if ( makeFit( state, &fit ) )
    {
        const ssSystem* system = state->system;
        double best = HUGE_VAL, size, part = 1.0;
        // a small barrier that means five times a residual costs less than that residual
        double energy = 25.0 * system->qNorm * system->qNorm * system->step / ( system->contacts + 1.0 );
        int limit = STEPS_FIRST;
        memcpy( fit.p, state->p, solveStride( state ) * sizeof( double ) );
        bool done = judge( state, &fit, &best );
        while ( !done && state->iterations < state->maxIterations && ( part > 0.0 || limit > STEPS_LEAST ) )
        {
            int left = state->maxIterations - state->iterations;
            double aim = fmax( fmin( best, AIM_MAX ), state->tolerance );
            fit.barrier = energy * aim * aim;
            size = evaluate( &fit, fit.p, fit.map, true );
            int steps = leastSquares( &fit, limit < left ? limit : left );
            state->iterations += steps > 0 ? steps : 1;
            part = advance( &fit, &size );
            limit = part >= 1.0 ? ( steps >= limit ? 2 * limit : limit )
                : part >= 0.25  ? limit
                : part > 0.0    ? (int)( 0.7 * steps )
                                : (int)( 0.4 * steps );
            limit = limit > STEPS_LEAST ? limit : STEPS_LEAST;
            done = judge( state, &fit, &best );
        }
        if ( state->status != ss_solveCancelled )
        {
            memcpy( state->p, fit.best, solveStride( state ) * sizeof( double ) );
            state->residual = best;
        }
    }
    freeFit( &fit );
}

const ssSolver ss_solverLeastSquares = { .name = "least squares",
    .label = "Gauss-Newton on the smoothed map",
    .source = "Alart & Curnier 1991; Steihaug 1983",
    .honours = ss_lawFlagCoulomb | ss_lawFlagRolling | ss_lawFlagSpinning,
    .maxIterations = 20000,
    .solve = solveFit };
