// SPDX-License-Identifier: MIT
#include "base/inline.h"
#include "solve/linear_step.h"
#include "solve/path_map.h"

#include <string.h>

// Least squares on the smoothed law of path_map.h, for large piles at rest. Their answers are saddles of
// every relaxation: Gauss-Seidel passes them by and leaves along force patterns that hardly move a body (W p
// near 0), and Newton's step along these patterns is longer than any slip pattern lasts. |F|² has no saddle
// there that is not an answer. The method is Gauss-Newton with conjugate gradients on the normal equations
// (Hestenes & Stiefel 1952), stopped early: the soft patterns come last, so that the number of gradient steps
// acts as the trust region (Steihaug 1983). W = W^T is assumed.

// residual that the barrier stands for at most; larger barriers lead away from the answer
#define AIM_MAX 6e-4
#define SHORTEN 0.4    // factor by which a step that does not reduce |F| is shortened
#define SHORTENINGS 7  // tries before the step is given up: to 0.4^6 = 0.004 of its length
#define STEPS_FIRST 50 // conjugate gradient steps of the first Gauss-Newton step
#define STEPS_MIN 10   // conjugate gradient steps at least; with fewer there is no progress left

typedef struct Fit
{
    ssSystem* system;
    ssSolveState* state;
    bodySpace bodies;
    double barrier;
    double *r, *jacobian; // r and J per contact
    // vectors of the system's size; F and all that follows from it in velocity units
    double *p, *y, *f, *trial, *trialF, *dp, *rest, *search, *image, *gradient, *flow, *best;
} Fit;

static bool makeFit( ssSolveState* state, Fit* fit )
{
    ssSystem* system = state->system;
    size_t n = (size_t)system->contacts + 1, d = (size_t)system->dimension, stride = solveStride( state );
    *fit = ( Fit ){ .system = system, .state = state };
    fit->p = solveVectors( state, 12 );
    fit->r = ssArena_Alloc( fit->system->arena, n * sizeof( double ) );
    fit->jacobian = ssArena_Alloc( fit->system->arena, n * d * d * sizeof( double ) );
    if ( !( fit->p && fit->r && fit->jacobian && bodySpaceMake( &fit->bodies, system ) ) )
    {
        state->status = ss_statusNoMemory;
        return false;
    }
    double** vectors[] = { &fit->y, &fit->f, &fit->trial, &fit->trialF, &fit->dp, &fit->rest, &fit->search,
        &fit->image, &fit->gradient, &fit->flow, &fit->best };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i ) { *vectors[i] = fit->p + (size_t)( i + 1 ) * stride; }
    systemContactSteps( system, fit->r );
    return true;
}

static void freeFit( Fit* fit )
{
    ssArena_Free( fit->system->arena, fit->p );
    ssArena_Free( fit->system->arena, fit->r );
    ssArena_Free( fit->system->arena, fit->jacobian );
    bodySpaceFree( &fit->bodies );
}

/// F/r at p goes to `f`, and J is computed where `jacobian` says so. Returns |F/r|.
static double evaluate( Fit* fit, const double* p, double* f, bool jacobian )
{
    ssSystem* system = fit->system;
    int d = system->dimension;
    double sum = 0.0;
    systemMultiply( system, p, fit->y, system->velocity );
    for ( int i = 0; i < system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double x[SS_CONE_MAX] = { 0 }, image[SS_CONE_MAX], byBarrier[SS_CONE_MAX], r = fit->r[i];
        for ( int c = 0; c < d; ++c ) { x[c] = p[at + (size_t)c] - r * fit->y[at + (size_t)c]; }
        pathContactMap( &system->cones[i], system->laws[i] == ss_contactFormRelaxed, x, r * fit->barrier,
            image, jacobian ? fit->jacobian + at * (size_t)d : NULL, byBarrier );
        for ( int c = 0; c < d; ++c ) { f[at + (size_t)c] = ( p[at + (size_t)c] - image[c] ) / r; }
        sum += vecDot( d, f + at, f + at );
    }
    return sqrt( sum );
}

/// flow = W v. Nearly all the time is spent here.
static void flowOf( Fit* fit, const double* v )
{
    const ssSystem* system = fit->system;
    bodySpaceGather( &fit->bodies, v, system->velocity );
    bodySpaceScatter( &fit->bodies, system->velocity, fit->flow );
    for ( int i = 0; i < system->size && system->compliance != NULL; ++i )
    {
        fit->flow[i] += system->compliance[i] * v[i];
    }
}

/// out = (dF/dp) v = ((I - J)/r + J W) v
static ALWAYS_INLINE void multiply( Fit* fit, int d, const double* v, double* out )
{
    flowOf( fit, v );
    for ( int i = 0; i < fit->system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double r = fit->r[i], x[SS_CONE_MAX] = { 0 };
        for ( int c = 0; c < d; ++c ) { x[c] = v[at + (size_t)c] - r * fit->flow[at + (size_t)c]; }
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
        double r = fit->r[i];
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
    flowOf( fit, fit->image );
    for ( int i = 0; i < fit->system->size; ++i ) { out[i] += fit->flow[i]; }
}

/// At most `steps` conjugate gradient steps towards the least |F + (dF/dp) dp|. Returns their number.
static ALWAYS_INLINE int leastSquaresOf( Fit* fit, int d, int steps )
{
    int size = fit->system->size, step = 0;
    for ( int i = 0; i < size; ++i )
    {
        fit->rest[i] = -fit->f[i];
        fit->dp[i] = 0.0;
    }
    multiplyTransposed( fit, d, fit->rest, fit->gradient );
    memcpy( fit->search, fit->gradient, (size_t)size * sizeof( double ) );
    double square = vecDot( size, fit->gradient, fit->gradient ), first = square;
    while ( step < steps && square > 1e-8 * first && !solveStops( fit->state ) )
    {
        multiply( fit, d, fit->search, fit->image );
        double along = square / vecDot( size, fit->image, fit->image );
        for ( int i = 0; i < size; ++i )
        {
            fit->dp[i] += along * fit->search[i];
            fit->rest[i] -= along * fit->image[i];
        }
        multiplyTransposed( fit, d, fit->rest, fit->gradient );
        double next = vecDot( size, fit->gradient, fit->gradient ), turn = next / square;
        for ( int i = 0; i < size; ++i ) { fit->search[i] = fit->gradient[i] + turn * fit->search[i]; }
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

/// Shortens the step dp until |F| falls, and takes it. Returns the part taken, 0
/// when none helps; *size becomes the new |F|.
static double advance( Fit* fit, double* size )
{
    double part = 1.0;
    for ( int turn = 0; turn < SHORTENINGS; ++turn, part *= SHORTEN )
    {
        for ( int i = 0; i < fit->system->size; ++i ) { fit->trial[i] = fit->p[i] + part * fit->dp[i]; }
        double trial = evaluate( fit, fit->trial, fit->trialF, false );
        if ( trial < ( 1.0 - 1e-4 * part ) * *size )
        {
            *size = trial;
            memcpy( fit->p, fit->trial, (size_t)fit->system->size * sizeof( double ) );
            return part;
        }
    }
    return 0.0;
}

/// Judges the point of the cones nearest to p, and remembers it when it is the best.
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

/// The limit on the conjugate gradient steps after one that took `steps` of them and `part` of its length.
static int nextLimit( int limit, int steps, double part )
{
    int next = part >= 1.0 ? ( steps >= limit ? 2 * limit : limit )
        : part >= 0.25     ? limit
        : part > 0.0       ? (int)( 0.7 * steps )
                           : (int)( 0.4 * steps );
    return next > STEPS_MIN ? next : STEPS_MIN;
}

static void solveLeastSquares( ssSolveState* state )
{
    Fit fit;
    if ( makeFit( state, &fit ) )
    {
        const ssSystem* system = state->system;
        double best = HUGE_VAL, size, part = 1.0;
        // A barrier that stands for five times the residual adds less than the residual itself.
        double energy = 25.0 * system->qNorm * system->qNorm * system->step / ( system->contacts + 1.0 );
        int limit = STEPS_FIRST;
        memcpy( fit.p, state->p, solveStride( state ) * sizeof( double ) );
        bool done = judge( state, &fit, &best );
        while ( !done && state->iterations < state->maxIterations && ( part > 0.0 || limit > STEPS_MIN ) )
        {
            int left = state->maxIterations - state->iterations;
            double aim = ssMax( ssMin( best, AIM_MAX ), state->tolerance );
            fit.barrier = energy * aim * aim;
            size = evaluate( &fit, fit.p, fit.f, true );
            int steps = leastSquares( &fit, limit < left ? limit : left );
            state->iterations += steps > 0 ? steps : 1;
            part = advance( &fit, &size );
            limit = nextLimit( limit, steps, part );
            done = judge( state, &fit, &best ) || state->stopped;
        }
        if ( state->status != ss_statusCancelled || state->stopped )
        {
            memcpy( state->p, fit.best, solveStride( state ) * sizeof( double ) );
            state->residual = best;
        }
    }
    freeFit( &fit );
}

const ssSolver ss_solverLeastSquares = { "least squares", .label = "Gauss-Newton on the smoothed map",
    .source = "Alart & Curnier 1991; Steihaug 1983",
    .honours = ss_lawFlagCoulomb | ss_lawFlagRolling | ss_lawFlagSpinning, .bodiesOnly = true,
    .maxIterations = 20000, .cost = 6.0, .solve = solveLeastSquares };
