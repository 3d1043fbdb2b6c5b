// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

#include <string.h>

// p <- P_K(p - rho F(p)) with F = yhat (Acary & Bourrier Eq. 64), and its two-step form, the extragradient
// method (Eq. 65). The step adapts to how fast F varies along it, without constants of the problem.

static const ssParam s_params[] = {
    { SOLVER_PARAM(
          "step", "ρ", "first step", "First step size over 1/mean(diag W); it is adapted from there on." ),
        .min = 0.01, .max = 100.0, .allowedMin = 0.0, .allowedMax = (double)INFINITY, .open = ss_openLow,
        .defaultValue = 1.0, .logScale = true },
    { SOLVER_SWITCH(
        "adaptive", "adaptive", "self-adaptive step", "1 adapts the step, 0 keeps the first one.", 1 ) },
};

/// F(p) = yhat goes to `f`, and y to `y` for the judge.
static void evaluate( const ssSystem* system, const double* p, double* y, double* f )
{
    systemMultiply( system, p, y, system->velocity );
    systemModifyAll( system, y, f );
}

static void step( const ssSystem* system, const double* p, const double* f, double rho, double* next )
{
    for ( int i = 0; i < system->size; ++i ) { next[i] = p[i] - rho * f[i]; }
    systemProject( system, next );
}

static void iterate( ssSolveState* state, bool extra )
{
    ssSystem* system = state->system;
    size_t stride = solveStride( state ), bytes = stride * sizeof( double );
    double* vectors = solveVectors( state, 5 );
    if ( vectors == NULL ) { return; }
    double *y = vectors, *f = y + stride, *next = f + stride, *yn = next + stride, *fn = yn + stride;
    double rho = solveOption( state, "step" ) * system->step;
    bool adaptive = solveOption( state, "adaptive" ) > 0.0;
    evaluate( system, state->p, y, f );
    bool done = solveCheck( state, state->p, y, rho );
    while ( !done && state->iterations < state->maxIterations )
    {
        double ratio = 0.0;
        for ( int redo = 0; redo < 60; ++redo )
        {
            step( system, state->p, f, rho, next );
            evaluate( system, next, yn, fn );
            double moved = vecDistance( system->size, next, state->p );
            ratio = moved > 0.0 ? rho * vecDistance( system->size, fn, f ) / moved : 0.0;
            if ( ratio <= 0.9 || !adaptive ) { break; }
            rho *= 2.0 / 3.0 * ssMin( 1.0, 1.0 / ratio );
        }
        if ( extra )
        {
            // The second step has the same length, with F at the predicted point.
            step( system, state->p, fn, rho, next );
            evaluate( system, next, yn, fn );
        }
        memcpy( state->p, next, bytes );
        memcpy( f, fn, bytes );
        memcpy( y, yn, bytes );
        state->iterations += 1;
        done = solveCheck( state, state->p, y, rho );
        rho = adaptive && ratio < 0.3 ? rho * 1.5 : rho;
    }
    solveNote( state, "%d iterations, last step %.3g / mean(diag W)", state->iterations, rho / system->step );
    solveFree( state, vectors );
}

static void solveFixedPoint( ssSolveState* state ) { iterate( state, false ); }

static void solveExtragradient( ssSolveState* state ) { iterate( state, true ); }

const ssSolver ss_solverFixedPoint = { "fixed-point", .label = "projected fixed point, self-adaptive step",
    .source = "Acary & Bourrier 2021, Eq. 64", .honours = SS_HONOURS_CONES, .rows = true,
    .maxIterations = 100000, .cost = 5.0, .params = s_params, .paramCount = SS_COUNT( s_params ),
    .solve = solveFixedPoint };

const ssSolver ss_solverExtragradient = { "extragradient", .label = "extragradient, self-adaptive step",
    .source = "Acary & Bourrier 2021, Eq. 65", .honours = SS_HONOURS_CONES, .rows = true,
    .maxIterations = 100000, .cost = 5.0, .params = s_params, .paramCount = SS_COUNT( s_params ),
    .solve = solveExtragradient };
