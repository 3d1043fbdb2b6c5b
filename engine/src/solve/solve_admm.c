// SPDX-License-Identifier: MIT
#include "linalg/block_lu.h"
#include "solve/solve_state.h"

#include <string.h>

// The alternating direction method of multipliers: p satisfies the dynamics, z lies in the
// cone, and the penalty rho pulls them together,
//     (W + rho B^-1) p = rho B^-1 (z - u) - q - s,   z = P(p + u),   u += p - z,
// where s is De Saxcé's term at the last velocity and B is one number per contact. The penalty follows the
// balance of the primal and dual residuals; each change costs a factorisation.

static const ssParam s_params[] = {
    { SOLVER_PARAM( "rho", "ρ", "first penalty", "First penalty, over the diagonal of W." ), .min = 1e-4,
        .max = 100.0, .allowedMin = 0.0, .allowedMax = (double)INFINITY, .open = ss_openLow,
        .defaultValue = 0.3, .logScale = true },
    { SOLVER_SWITCH( "balance", "balance", "residual balancing",
        "1 adapts the penalty to the residuals, 0 keeps it.", 1 ) },
    { SOLVER_PARAM(
          "relax", "α", "over-relaxation", "Share of the new p in the projection; 1 is the plain method." ),
        .min = 1.0, .max = 1.9, .allowedMin = 0.0, .allowedMax = 2.0, .open = ss_openLow | ss_openHigh,
        .defaultValue = 1.5 },
};

typedef struct Admm
{
    ssSystem* system;
    int *start, *column;
    double *blocks, *shifted; // W, and W with the penalty
    double* weight;           // B^-1: the mean diagonal of each contact
    blockLu lu;
    double rho;
} Admm;

static bool factor( Admm* admm )
{
    const ssSystem* system = admm->system;
    int d = system->dimension;
    memcpy( admm->shifted, admm->blocks,
        (size_t)admm->start[system->contacts] * (size_t)( d * d ) * sizeof( double ) );
    for ( int i = 0; i < system->contacts; ++i )
    {
        for ( int k = admm->start[i]; k < admm->start[i + 1]; ++k )
        {
            for ( int c = 0; c < d && admm->column[k] == i; ++c )
            {
                admm->shifted[(size_t)k * (size_t)( d * d ) + (size_t)( c * d + c )] +=
                    admm->rho * admm->weight[i];
            }
        }
    }
    return blockLuFactor( &admm->lu, admm->shifted );
}

static bool makeAdmm( ssSolveState* state, Admm* admm )
{
    ssSystem* system = state->system;
    int d = system->dimension;
    *admm = ( Admm ){ .system = system, .rho = solveOption( state, "rho" ) };
    bool allocated = systemMakeContactBlocks( system, &admm->start, &admm->column, &admm->blocks );
    size_t count = allocated ? (size_t)admm->start[system->contacts] + 1 : 1;
    admm->shifted = ssArena_Alloc( admm->system->arena, count * (size_t)( d * d ) * sizeof( double ) );
    admm->weight = ssArena_Alloc( admm->system->arena, ( (size_t)system->contacts + 1 ) * sizeof( double ) );
    allocated = allocated && admm->shifted != NULL && admm->weight != NULL &&
        blockLuAnalyse( &admm->lu, system->arena, system->contacts, d, true, admm->start, admm->column );
    for ( int i = 0; i < system->contacts && allocated; ++i )
    {
        for ( int c = 0; c < d; ++c )
        {
            admm->weight[i] += system->diag[(size_t)i * (size_t)( d * d ) + (size_t)( c * d + c )] / d;
        }
    }
    return allocated && factor( admm );
}

static void freeAdmm( Admm* admm )
{
    ssArena_Free( admm->system->arena, admm->start );
    ssArena_Free( admm->system->arena, admm->column );
    ssArena_Free( admm->system->arena, admm->blocks );
    ssArena_Free( admm->system->arena, admm->shifted );
    ssArena_Free( admm->system->arena, admm->weight );
    blockLuFree( &admm->lu );
}

/// One round. `primal` and `dual` become the sizes of the residuals in velocity units.
static void roundOnce( const ssSolveState* state, Admm* admm, double relax, const double* y, double* p,
    double* u, double* old, double* primal, double* dual )
{
    ssSystem* system = admm->system;
    int d = system->dimension;
    double* z = state->p;
    memcpy( old, z, (size_t)system->size * sizeof( double ) );
    for ( int i = 0; i < system->contacts; ++i )
    {
        double weight = admm->rho * admm->weight[i];
        for ( int c = i * d; c < i * d + d; ++c ) { p[c] = weight * ( z[c] - u[c] ) - system->q[c]; }
        p[i * d] -= systemSaxce( system, i, y + (size_t)i * (size_t)d );
    }
    blockLuSolve( &admm->lu, p );
    *primal = 0.0;
    *dual = 0.0;
    for ( int c = 0; c < system->size; ++c )
    {
        p[c] = relax * p[c] + ( 1.0 - relax ) * old[c];
        z[c] = p[c] + u[c];
    }
    systemProject( system, z );
    for ( int c = 0; c < system->size; ++c )
    {
        double weight = admm->weight[c / d];
        u[c] += p[c] - z[c];
        *primal += weight * weight * ( p[c] - z[c] ) * ( p[c] - z[c] );
        *dual += admm->rho * weight * ( z[c] - old[c] ) * admm->rho * weight * ( z[c] - old[c] );
    }
    *primal = sqrt( *primal );
    *dual = sqrt( *dual );
}

// De Saxcé's term, from the last round's velocity, can feed itself where masses differ by decades. The rounds
// have diverged above this many times the best residual and above 1, about that of p = 0.
#define DIVERGED_FACTOR 1e3
// After a divergence rounds restart from the best point with a least penalty this many times larger.
#define DIVERGED_RHO 10.0
// New beginnings before the solver gives up.
#define RESTARTS_MAX 8
// Bounds of the penalty, over the diagonal of W: beyond them W, or the penalty itself, is lost in rounding.
#define RHO_MIN 1e-12
#define RHO_MAX 1e12

// The state of the rounds.
typedef struct Rounds
{
    double *y, *p, *u, *old; // vectors, as in roundOnce
    double* best;
    double bestResidual;
    double rhoMin; // after a divergence the penalty stays above it
    double relax;
    int factorisations, restarts;
    int wait; // rounds between two looks at the penalty; longer each time, which lets it settle
} Rounds;

/// Changes the penalty by a factor; u is in units of 1/rho. False when the factorisation fails.
static bool scalePenalty( Admm* admm, Rounds* rounds, double scale )
{
    double old = admm->rho;
    admm->rho = ssMin( ssMax( scale * old, ssMax( rounds->rhoMin, RHO_MIN ) ), RHO_MAX );
    if ( admm->rho == old ) { return true; }
    scale = admm->rho == scale * old ? scale : admm->rho / old;
    for ( int c = 0; c < admm->system->size; ++c ) { rounds->u[c] /= scale; }
    rounds->factorisations += 1;
    return factor( admm );
}

static void keepBest( const ssSolveState* state, Rounds* rounds )
{
    if ( state->residual < rounds->bestResidual )
    {
        rounds->bestResidual = state->residual;
        memcpy( rounds->best, state->p, solveStride( state ) * sizeof( double ) );
    }
}

/// Begins again from the best point with a larger penalty; false when that has been done too often.
static bool restart( ssSolveState* state, Admm* admm, Rounds* rounds )
{
    size_t bytes = solveStride( state ) * sizeof( double );
    state->status = ss_statusStalled;
    if ( rounds->restarts == RESTARTS_MAX ) { return false; }
    rounds->restarts += 1;
    rounds->rhoMin = DIVERGED_RHO * admm->rho;
    memcpy( state->p, rounds->best, bytes );
    memset( rounds->u, 0, bytes );
    if ( !scalePenalty( admm, rounds, DIVERGED_RHO ) ) { return false; }
    systemMultiply( state->system, state->p, rounds->y, state->system->velocity );
    state->status = ss_statusLimit;
    return true;
}

/// Rounds until the judge is satisfied, the limit is reached, or they have diverged too often.
static void repeatRounds( ssSolveState* state, Admm* admm, Rounds* rounds )
{
    ssSystem* system = state->system;
    bool balance = solveOption( state, "balance" ) > 0.0;
    systemMultiply( system, state->p, rounds->y, system->velocity );
    bool done = solveCheck( state, state->p, rounds->y, admm->rho );
    while ( !done && state->iterations < state->maxIterations )
    {
        double primal, dual;
        roundOnce( state, admm, rounds->relax, rounds->y, rounds->p, rounds->u, rounds->old, &primal, &dual );
        state->iterations += 1;
        systemMultiply( system, state->p, rounds->y, system->velocity );
        done = solveCheck( state, state->p, rounds->y, admm->rho ) && state->status != ss_statusNotFinite;
        keepBest( state, rounds );
        bool diverged = !( state->residual <= DIVERGED_FACTOR * ssMax( rounds->bestResidual, 1.0 ) );
        done = done || ( diverged && !restart( state, admm, rounds ) );
        double ratio = dual > 0.0 ? primal / dual : 1.0;
        if ( !done && balance && state->iterations % rounds->wait == 0 && ( ratio > 5.0 || ratio < 0.2 ) )
        {
            rounds->wait += 10;
            if ( !scalePenalty( admm, rounds, ssMin( ssMax( sqrt( ratio ), 0.1 ), 10.0 ) ) )
            {
                state->status = ss_statusStalled;
                return;
            }
        }
    }
}

static void iterate( ssSolveState* state, Admm* admm, double* vectors )
{
    size_t stride = solveStride( state );
    Rounds rounds = { .y = vectors,
        .p = vectors + stride,
        .u = vectors + 2 * stride,
        .old = vectors + 3 * stride,
        .best = vectors + 4 * stride,
        .bestResidual = (double)INFINITY,
        .relax = solveOption( state, "relax" ),
        .factorisations = 1,
        .wait = 10 };
    memcpy( rounds.best, state->p, stride * sizeof( double ) );
    repeatRounds( state, admm, &rounds );
    // Under Coulomb's law the last point need not be the best one.
    if ( state->iterations > 0 ) { memcpy( state->p, rounds.best, stride * sizeof( double ) ); }
    solveNoteCount( state, "", state->iterations, "round" );
    solveNoteCount( state, ", ", rounds.factorisations, "factorisation" );
    solveNote( state, ", last rho %.3g", admm->rho );
    if ( rounds.restarts > 0 ) { solveNoteCount( state, ", diverged ", rounds.restarts, "time" ); }
}

static void solveAdmm( ssSolveState* state )
{
    Admm admm;
    double* vectors = solveVectors( state, 5 );
    if ( vectors != NULL && makeAdmm( state, &admm ) ) { iterate( state, &admm, vectors ); }
    else if ( vectors != NULL )
    {
        state->status = ss_statusNoMemory;
        solveNote( state, "the factorisation of W is too large" );
    }
    if ( vectors != NULL ) { freeAdmm( &admm ); }
    solveFree( state, vectors );
}

const ssSolver ss_solverAdmm = { "admm", .label = "alternating directions, balanced penalty",
    .source = "Boyd et al. 2011; Tasora et al. 2021", .honours = SS_HONOURS_CONES, .symmetric = true,
    .maxIterations = 20000, .cost = 10.0, .costPerContact = 0.15, .params = s_params,
    .paramCount = SS_COUNT( s_params ), .solve = solveAdmm };
