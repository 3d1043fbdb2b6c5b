// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

#include <string.h>

// The quasi-variational form, row by row (Acary & Bourrier Eq. 22): the normal force from Signorini's
// condition, friction and moments projected onto the discs that it sets; planar laws take their own prox step
// (Walker & Leine Eqs. 21-22, 69). Convergence is unproven and depends on the step r (Remark 2), a parameter.

static const ssParam s_params[] = {
    { SOLVER_PARAM( "r", "r", "step",
          "Step of the projections over the inverse diagonal of W. Small steps are slow, large ones may "
          "never converge." ),
        .min = 0.05, .max = 3.0, .allowedMin = 0.0, .allowedMax = (double)INFINITY, .open = ss_openLow,
        .defaultValue = 0.8, .logScale = true },
};

/// Projects the friction force or moment of one block, components first … last, onto its disc.
static void projectBlock(
    const double* block, int d, int first, int last, double bound, double r, const double* y, double* p )
{
    double diagonal = 0.0, size = 0.0;
    for ( int c = first; c <= last; ++c ) { diagonal = ssMax( diagonal, block[c * d + c] ); }
    for ( int c = first; c <= last; ++c )
    {
        p[c] -= r / diagonal * y[c];
        size += p[c] * p[c];
    }
    double shrink = size > bound * bound ? bound / sqrt( size ) : 1.0;
    for ( int c = first; c <= last; ++c ) { p[c] *= shrink; }
}

static void change( ssSystem* system, int i, const double* p, double* old )
{
    double move[SS_CONE_MAX] = { 0 };
    for ( int c = 0; c < system->dimension; ++c )
    {
        move[c] = p[c] - old[c];
        old[c] = p[c];
    }
    systemChangeContact( system, i, move );
}

/// The blocks of a planar law after its normal row, each with the velocities that the one before has left.
static void solvePlanar( ssSystem* system, double* all, int i, double r )
{
    int d = system->dimension;
    const double* block = system->diag + (size_t)i * (size_t)( d * d );
    double *p = all + (size_t)i * (size_t)d, y[SS_CONE_MAX], old[SS_CONE_MAX];
    ssLaw there;
    planarContact contact = systemPlanar( system, i, &there );
    bool patch = contact.law->patch != NULL && d == 6;
    double slide = ssMax( block[d + 1], block[2 * d + 2] );
    memcpy( old, p, (size_t)d * sizeof( double ) );
    systemContactVelocity( system, all, i, y );
    planarSlide( &contact, d, r / ( patch ? ssMax( slide, block[5 * d + 5] ) : slide ), y, p );
    change( system, i, p, old );
    if ( d >= 5 )
    {
        systemContactVelocity( system, all, i, y );
        planarRoll( &contact, r / ssMax( block[3 * d + 3], block[4 * d + 4] ), y, p );
    }
    if ( d == 6 ) { planarSpin( &contact, d, r / block[5 * d + 5], y, p ); }
    change( system, i, p, old );
}

static void solveContact( ssSystem* system, double* all, int i, double r )
{
    int d = system->dimension;
    const double* block = system->diag + (size_t)i * (size_t)( d * d );
    const ssCone* cone = &system->cones[i];
    double* p = all + (size_t)i * (size_t)d;
    double y[SS_CONE_MAX], old[SS_CONE_MAX];
    memcpy( old, p, (size_t)d * sizeof( double ) );
    systemContactVelocity( system, all, i, y );
    p[0] = ssMax( p[0] - r * y[0] / block[0], 0.0 );
    change( system, i, p, old );
    systemContactVelocity( system, all, i, y );
    if ( system->laws[i] == ss_contactFormPlanar )
    {
        solvePlanar( system, all, i, r );
        return;
    }
    projectBlock( block, d, 1, 2, cone->mu * p[0], r, y, p );
    if ( d >= 5 )
    {
        change( system, i, p, old );
        systemContactVelocity( system, all, i, y );
        projectBlock( block, d, 3, 4, cone->muRoll * p[0], r, y, p );
    }
    if ( d == 6 ) { projectBlock( block, d, 5, 5, cone->muSpin * p[0], r, y, p ); }
    change( system, i, p, old );
}

static void solveQvi( ssSolveState* state )
{
    ssSystem* system = state->system;
    double* y = solveVectors( state, 1 );
    if ( y == NULL ) { return; }
    double r = solveOption( state, "r" );
    int next = 0;
    systemMultiply( system, state->p, y, system->velocity );
    bool done = solveCheck( state, state->p, y, r );
    while ( !done && state->iterations < state->maxIterations && !solveStops( state ) )
    {
        systemBegin( system, state->p );
        for ( int i = 0; i < system->contacts; ++i ) { solveContact( system, state->p, i, r ); }
        for ( int k = 0; k < system->rows; ++k )
        {
            double* own = &state->p[system->contacts * system->dimension + k];
            double to = *own - systemRowVelocity( system, state->p, k ) / system->rowDiag[k];
            to = ssMin( ssMax( to, system->lo[k] ), system->hi[k] );
            systemChangeRow( system, k, to - *own );
            *own = to;
        }
        state->iterations += 1;
        done = solveCheckPass( state, y, r, &next );
    }
    solveNoteCount( state, "", state->iterations, "pass" );
    solveNote( state, ", r = %.3g", r );
    solveFree( state, y );
}

const ssSolver ss_solverQvi = { "qvi", .label = "row by row, friction within the bound of the normal force",
    .source = "Acary & Bourrier 2021, Eq. 22, Remark 2; Walker & Leine Eqs. 21-22",
    .honours = ss_lawFlagCoulomb | ss_lawFlagRolling | ss_lawFlagSpinning | SS_LAWS_PLANAR, .rows = true,
    .maxIterations = 50000, .params = s_params, .paramCount = SS_COUNT( s_params ), .solve = solveQvi };
