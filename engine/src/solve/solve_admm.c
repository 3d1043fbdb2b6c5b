// SPDX-License-Identifier: MIT
#include "linalg/block_lu.h"
#include "solve/solve_state.h"

#include <math.h>
#include <string.h>

// The alternating direction method of multipliers: p satisfies the dynamics, z lies in the cone, and the penalty rho
// pulls them together,
//     (W + rho B^-1) p = rho B^-1 (z - u) - q - s,   z = P(p + u),   u += p - z,
// where s is De Saxcé's term at the last velocity and B is one number per contact. The penalty follows the balance of
// the primal and dual residuals; each change costs a factorisation.

static const ssParam s_params[] = {
    { .key = "rho",
        .symbol = "ρ",
        .label = "first penalty",
        .unit = "",
        .group = "solver",
        .doc = "First penalty, over the diagonal of W.",
        .kind = ss_paramNumber,
        .min = 1e-4,
        .max = 100.0,
        .allowedMin = 0.0,
        .allowedMax = (double)INFINITY,
        .open = ss_openLow,
        .defaultValue = 0.3,
        .logScale = true },
    { .key = "balance",
        .symbol = "balance",
        .label = "residual balancing",
        .unit = "",
        .group = "solver",
        .doc = "1 adapts the penalty to the residuals, 0 keeps it.",
        .kind = ss_paramInteger,
        .min = 0,
        .max = 1,
        .allowedMin = 0,
        .allowedMax = 1,
        .defaultValue = 1 },
    { .key = "relax",
        .symbol = "α",
        .label = "over-relaxation",
        .unit = "",
        .group = "solver",
        .doc = "Share of the new p in the projection; 1 is the plain method.",
        .kind = ss_paramNumber,
        .min = 1.0,
        .max = 1.9,
        .allowedMin = 0.0,
        .allowedMax = 2.0,
        .open = ss_openLow | ss_openHigh,
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
    return blockLuFactor( &admm->lu, admm->start, admm->column, admm->shifted );
}

static bool makeAdmm( ssSolveState* state, Admm* admm )
{
    ssSystem* system = state->system;
    int d = system->dimension;
    *admm = ( Admm ){ .system = system, .rho = solveOption( state, "rho" ) };
    bool allocated = systemMakeBlocks( system, &admm->start, &admm->column, &admm->blocks );
    size_t count = allocated ? (size_t)admm->start[system->contacts] + 1 : 1;
    admm->shifted = ssAlloc( count * (size_t)( d * d ) * sizeof( double ) );
    admm->weight = ssAlloc( ( (size_t)system->contacts + 1 ) * sizeof( double ) );
    allocated = allocated && admm->shifted != NULL && admm->weight != NULL &&
        blockLuAnalyse( &admm->lu, system->contacts, d, admm->start, admm->column );
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
    ssRelease( admm->start );
    ssRelease( admm->column );
    ssRelease( admm->blocks );
    ssRelease( admm->shifted );
    ssRelease( admm->weight );
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
        for ( int c = i * d; c < i * d + d; ++c )
        {
            p[c] = weight * ( z[c] - u[c] ) - system->q[c];
        }
        if ( system->laws[i] == ss_contactFormSaxce )
        {
            p[i * d] -= ssCone_SectionSupport( &system->cones[i], y + (size_t)i * (size_t)d );
        }
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

static void iterate( ssSolveState* state, Admm* admm, double* vectors )
{
    ssSystem* system = state->system;
    size_t stride = solveStride( state );
    double *y = vectors, *p = y + stride, *u = p + stride, *old = u + stride, *best = old + stride;
    double bestResidual = (double)INFINITY;
    bool balance = solveOption( state, "balance" ) > 0.0;
    double relax = solveOption( state, "relax" );
    int factorisations = 1, wait = 10;
    systemMultiply( system, state->p, y, system->velocity );
    bool done = solveCheck( state, state->p, y, admm->rho );
    while ( !done && state->iterations < state->maxIterations )
    {
        double primal, dual;
        roundOnce( state, admm, relax, y, p, u, old, &primal, &dual );
        state->iterations += 1;
        systemMultiply( system, state->p, y, system->velocity );
        done = solveCheck( state, state->p, y, admm->rho );
        if ( state->residual < bestResidual )
        {
            bestResidual = state->residual;
            memcpy( best, state->p, stride * sizeof( double ) );
        }
        double ratio = dual > 0.0 ? primal / dual : 1.0;
        if ( !done && balance && state->iterations % wait == 0 && ( ratio > 5.0 || ratio < 0.2 ) )
        {
            // u is in units of 1/rho; waiting longer each time lets the penalty settle
            double scale = fmin( fmax( sqrt( ratio ), 0.1 ), 10.0 );
            admm->rho *= scale;
            for ( int c = 0; c < system->size; ++c )
            {
                u[c] /= scale;
            }
            factorisations += 1;
            wait += 10;
            if ( !factor( admm ) )
            {
                state->status = ss_solveStalled;
                return;
            }
        }
    }
    // Under Coulomb's law the last point need not be the best one.
    if ( state->iterations > 0 )
    {
        memcpy( state->p, best, stride * sizeof( double ) );
    }
    solveNote(
        state, "%d rounds, %d factorisations, last rho %.3g", state->iterations, factorisations, admm->rho );
}

static void solveAdmm( ssSolveState* state )
{
    Admm admm;
    double* vectors = solveVectors( state, 5 );
    if ( vectors != NULL && makeAdmm( state, &admm ) )
    {
        iterate( state, &admm, vectors );
    }
    else if ( vectors != NULL )
    {
        state->status = ss_solveNoMemory;
        solveNote( state, "the factorisation of W is too large" );
    }
    if ( vectors != NULL )
    {
        freeAdmm( &admm );
    }
    ssRelease( vectors );
}

const ssSolver ss_solverAdmm = { .name = "admm",
    .label = "alternating directions, balanced penalty",
    .source = "Boyd et al. 2011; Tasora et al. 2021",
    .honours = SS_HONOURS_CONES,
    .symmetric = true,
    .maxIterations = 20000,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solveAdmm };
