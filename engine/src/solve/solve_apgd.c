// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

#include <string.h>

// Accelerated projected gradients on min p·W p/2 + p·(q + s) over K (Tasora & Anitescu Eq. 42), with an
// adaptive step and a restart when the momentum points uphill. The relaxed law has s = 0. For Coulomb's, s is
// De Saxcé's term at the last answer (Acary & Bourrier Sec. 5), a fixed point around convex problems, each
// only as accurate as it needs. One scale per contact changes the metric, not the projection.

static const ssParam s_params[] = {
    { SOLVER_SWITCH(
        "restart", "restart", "restart", "1 drops the momentum when it points uphill, 0 keeps it.", 1 ) },
    { SOLVER_PARAM( "inner", "inner", "inner accuracy",
          "Coulomb: each convex problem is solved to this part of the present residual." ),
        .min = 0.001, .max = 0.9, .allowedMin = 0.0, .allowedMax = 1.0, .open = ss_openLow | ss_openHigh,
        .defaultValue = 0.2 },
};

typedef struct Apgd
{
    ssSystem* system;
    double *y, *x, *next, *yn; // g(x), the extrapolated point, the next point, g(next)
    double *s, *metric;        // De Saxcé's term per contact; step of each component over `rate`
    double rate;
} Apgd;

/// One number per contact, the inverse of its mean diagonal, and one per row.
static void fillMetric( const Apgd* apgd )
{
    const ssSystem* system = apgd->system;
    int d = system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double trace = 0.0;
        for ( int c = 0; c < d; ++c )
        {
            trace += system->diag[(size_t)i * (size_t)( d * d ) + (size_t)( c * d + c )];
        }
        for ( int c = 0; c < d; ++c ) { apgd->metric[i * d + c] = d / trace; }
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        apgd->metric[system->contacts * d + k] = 1.0 / system->rowDiag[k];
    }
}

/// De Saxcé's term at y.
static void fillShift( const Apgd* apgd, const double* y )
{
    const ssSystem* system = apgd->system;
    int d = system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        apgd->s[i] = systemSaxce( system, i, y + (size_t)i * (size_t)d );
    }
}

static void addShift( const Apgd* apgd, double* y )
{
    for ( int i = 0; i < apgd->system->contacts; ++i ) { y[i * apgd->system->dimension] += apgd->s[i]; }
}

/// The natural map of the convex problem over r |q|, which the inner iteration reduces.
static double convexResidual( const Apgd* apgd, const double* p, const double* g, double* work )
{
    const ssSystem* system = apgd->system;
    for ( int i = 0; i < system->size; ++i ) { work[i] = p[i] - system->step * g[i]; }
    systemProject( system, work );
    return vecDistance( system->size, p, work ) / ( system->step * system->qNorm );
}

/// next = P(x - rate B g(x)), rate halved until the quadratic bound holds; y = g(x), yn = g(next).
static void gradientStep( Apgd* apgd )
{
    const ssSystem* system = apgd->system;
    for ( int halving = 0; halving < 60; ++halving )
    {
        for ( int i = 0; i < system->size; ++i )
        {
            apgd->next[i] = apgd->x[i] - apgd->rate * apgd->metric[i] * apgd->y[i];
        }
        systemProject( system, apgd->next );
        systemMultiply( system, apgd->next, apgd->yn, system->velocity );
        addShift( apgd, apgd->yn );
        // f(next) - f(x) - g·move = move·W move/2 <= |move|²_B / (2 rate)
        double curvature = 0.0, size = 0.0;
        for ( int i = 0; i < system->size; ++i )
        {
            double move = apgd->next[i] - apgd->x[i];
            curvature += move * ( apgd->yn[i] - apgd->y[i] );
            size += move * move / apgd->metric[i];
        }
        if ( apgd->rate * curvature <= size * ( 1.0 + 1e-12 ) ) { return; }
        apgd->rate *= 0.7;
    }
}

/// Minimises for the present s until the convex residual is `goal`. True when the solve is over.
static bool minimise( ssSolveState* state, Apgd* apgd, double goal, bool restart )
{
    ssSystem* system = apgd->system;
    size_t bytes = solveStride( state ) * sizeof( double );
    double t = 1.0;
    memcpy( apgd->x, state->p, bytes );
    systemMultiply( system, apgd->x, apgd->y, system->velocity );
    addShift( apgd, apgd->y );
    while ( state->iterations < state->maxIterations )
    {
        gradientStep( apgd );
        double uphill = 0.0, ahead = 0.5 * ( 1.0 + sqrt( 1.0 + 4.0 * t * t ) );
        for ( int i = 0; i < system->size; ++i )
        {
            uphill += ( apgd->x[i] - apgd->next[i] ) * ( apgd->next[i] - state->p[i] ) / apgd->metric[i];
        }
        bool again = restart && uphill > 0.0;
        double beta = again ? 0.0 : ( t - 1.0 ) / ahead;
        t = again ? 1.0 : ahead;
        for ( int i = 0; i < system->size; ++i )
        {
            apgd->x[i] = apgd->next[i] + beta * ( apgd->next[i] - state->p[i] );
        }
        memcpy( state->p, apgd->next, bytes );
        state->iterations += 1;
        double inner = convexResidual( apgd, state->p, apgd->yn, apgd->y );
        for ( int i = 0; i < system->contacts; ++i ) { apgd->yn[i * system->dimension] -= apgd->s[i]; }
        if ( solveCheck( state, state->p, apgd->yn, apgd->rate ) ) { return true; }
        if ( inner <= goal ) { return false; }
        apgd->rate *= 1.02;
        systemMultiply( system, apgd->x, apgd->y, system->velocity );
        addShift( apgd, apgd->y );
    }
    return true;
}

static void solveApgd( ssSolveState* state )
{
    ssSystem* system = state->system;
    size_t stride = solveStride( state );
    double* vectors = solveVectors( state, 6 );
    if ( vectors == NULL ) { return; }
    Apgd apgd = { .system = system,
        .y = vectors,
        .x = vectors + stride,
        .next = vectors + 2 * stride,
        .yn = vectors + 3 * stride,
        .s = vectors + 4 * stride,
        .metric = vectors + 5 * stride,
        .rate = 1.0 };
    fillMetric( &apgd );
    bool restart = solveOption( state, "restart" ) > 0.0;
    bool convex = ( ssProblem_Flags( system->problem ) & ss_lawFlagCoulomb ) == 0;
    double part = solveOption( state, "inner" );
    int outer = 0;
    systemMultiply( system, state->p, apgd.y, system->velocity );
    bool done = solveCheck( state, state->p, apgd.y, apgd.rate );
    while ( !done )
    {
        fillShift( &apgd, apgd.y );
        done = minimise( state, &apgd, convex ? 0.0 : part * ssMin( state->residual, 1.0 ), restart );
        systemMultiply( system, state->p, apgd.y, system->velocity );
        ++outer;
    }
    solveNoteCount( state, "", state->iterations, "gradient step" );
    if ( !convex ) { solveNoteCount( state, " in ", outer, "convex problem" ); }
    solveFree( state, vectors );
}

const ssSolver ss_solverApgd = { "apgd", .label = "accelerated projected gradient with restart",
    .source = "Tasora & Anitescu 2013, Eq. 42; Nesterov 1983", .honours = SS_HONOURS_CONES, .rows = true,
    .symmetric = true, .maxIterations = 50000, .cost = 6.0, .params = s_params,
    .paramCount = SS_COUNT( s_params ), .solve = solveApgd };
