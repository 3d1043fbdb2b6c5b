// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

// Tasora & Anitescu Eq. 46: projected successive over-relaxation,
//     gamma+ = lambda P( gamma - omega B (N gamma + r + K (gamma+ - gamma)) ) + (1 - lambda) gamma,
// for the relaxed law. K has the strictly lower blocks of N, so that each contact sees the new reactions of
// those before it. B is a scalar per contact; anything else would project in the wrong metric. Here it is the
// inverse of a bound on the largest eigenvalue of the contact's own block (its largest row sum), with which
// every omega below 2 descends. The mean diagonal, which the paper suggests, overshoots where the arm is
// long.

static const ssParam s_params[] = {
    { SOLVER_PARAM(
          "omega", "ω", "step", "Step over the inverse of the largest row sum of the contact's block." ),
        .min = 0.1, .max = 1.9, .allowedMin = 0.0, .allowedMax = 2.0, .open = ss_openLow | ss_openHigh,
        .defaultValue = 1.0 },
    { SOLVER_PARAM(
          "lambda", "λ", "smoothing", "Share of the new reaction; the rest is taken from the old one." ),
        .min = 0.1, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow,
        .defaultValue = 1.0 },
};

static void passOnce( ssSystem* system, double* p, double omega, double lambda )
{
    int d = system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        const double* block = system->diag + (size_t)i * (size_t)( d * d );
        double* own = p + (size_t)i * (size_t)d;
        double y[SS_CONE_MAX], next[SS_CONE_MAX], bound = 0.0;
        systemContactVelocity( system, p, i, y );
        for ( int c = 0; c < d; ++c )
        {
            double sum = 0.0;
            for ( int k = 0; k < d; ++k ) { sum += fabs( block[c * d + k] ); }
            bound = ssMax( bound, sum );
        }
        for ( int c = 0; c < d; ++c ) { next[c] = own[c] - omega / bound * y[c]; }
        ssProjectOntoCone( &system->cones[i], next, next );
        for ( int c = 0; c < d; ++c )
        {
            double change = lambda * ( next[c] - own[c] );
            own[c] += change;
            next[c] = change;
        }
        systemChangeContact( system, i, next );
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        double* own = &p[system->contacts * d + k];
        double next = *own - omega * systemRowVelocity( system, p, k ) / system->rowDiag[k];
        double change = lambda * ( ssMin( ssMax( next, system->lo[k] ), system->hi[k] ) - *own );
        *own += change;
        systemChangeRow( system, k, change );
    }
}

static void solvePsor( ssSolveState* state )
{
    ssSystem* system = state->system;
    double* y = solveVectors( state, 1 );
    if ( y == NULL ) { return; }
    double omega = solveOption( state, "omega" ), lambda = solveOption( state, "lambda" );
    int next = 0;
    systemMultiply( system, state->p, y, system->velocity );
    bool done = solveCheck( state, state->p, y, omega );
    while ( !done && state->iterations < state->maxIterations && !solveStops( state ) )
    {
        systemBegin( system, state->p );
        passOnce( system, state->p, omega, lambda );
        state->iterations += 1;
        done = solveCheckPass( state, y, omega, &next );
    }
    solveNoteCount( state, "", state->iterations, "pass" );
    solveNote( state, ", omega %.3g, lambda %.3g", omega, lambda );
    solveFree( state, y );
}

const ssSolver ss_solverPsor = { "psor", .label = "projected over-relaxation",
    .source = "Tasora & Anitescu 2013, Eq. 46",
    .honours = ss_lawFlagRelaxed | ss_lawFlagRolling | ss_lawFlagSpinning, .rows = true,
    .maxIterations = 50000, .params = s_params, .paramCount = SS_COUNT( s_params ), .solve = solvePsor };
