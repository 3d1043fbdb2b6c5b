// SPDX-License-Identifier: MIT
#include "solve/discretised.h"

#include <string.h>

// Projected Gauss-Seidel on the discretised problem. The matrix of Peiret et al. Eq. 8 is not symmetric, so
// the passes may converge, creep, or cycle; the report says which.

static const ssParam s_params[] = {
    DISCRETISED_PARAMS,
    { SOLVER_PARAM( "omega", "ω", "relaxation", "1 is plain Gauss-Seidel." ), .min = 0.1, .max = 1.9,
        .allowedMin = 0.0, .allowedMax = 2.0, .open = ss_openLow | ss_openHigh, .defaultValue = 1.0 },
    { SOLVER_PARAM( "compliance", "C", "compliance",
          "Part of the mean diagonal of W, added to its tangential rows where these depend on each other." ),
        .min = 1e-10, .max = 1e-4, .allowedMin = 0.0, .allowedMax = 1.0, .logScale = true,
        .defaultValue = 1e-8 },
};

/// Repeats the same passes one at a time for the trace. False when the trace cancels the solve.
static bool replay( ssSolveState* state, discretisedProblem* discretised, ssPgsOptions options, int passes )
{
    double *y = solveVectors( state, 2 ), *p = y != NULL ? y + solveStride( state ) : NULL;
    bool more = y != NULL;
    options.maxPasses = 1;
    memset( discretised->z, 0, (size_t)discretised->size * sizeof( double ) );
    for ( state->iterations = 1; state->iterations <= passes && more; ++state->iterations )
    {
        ssLcp_Pgs( &discretised->lcp, &options, discretised->work, discretised->z );
        if ( state->iterations < passes ) // the last pass is traced by discretisedFinish
        {
            discretisedReactions( discretised, discretised->z, p );
            systemMultiply( state->system, p, y, state->system->velocity );
            solveCheck( state, p, y, options.relaxation );
            more = state->status != ss_statusCancelled;
        }
    }
    solveFree( state, y );
    return more;
}

// Passes that diverge begin again with half the relaxation, at most so often: with light bodies on heavy ones
// a full step overshoots, and the matrix of Eq. 8 is not symmetric, so that a shorter one need not do better.
#define HALVINGS 8

/// Passes from zero. *diverged: at every relaxation they end farther away than they began.
static ssLcpReport passFromZero(
    ssSolveState* state, discretisedProblem* discretised, ssPgsOptions* options, bool* diverged )
{
    ssLcpReport report;
    int limit = options->maxPasses, halvings = 0, done = 0;
    size_t bytes = (size_t)discretised->size * sizeof( double );
    for ( ;; ++halvings )
    {
        memset( discretised->z, 0, bytes );
        options->maxPasses = limit - done;
        report = ssLcp_Pgs( &discretised->lcp, options, discretised->work, discretised->z );
        done += report.iterations;
        if ( report.status != ss_statusNotFinite || halvings == HALVINGS || done >= limit ) { break; }
        options->relaxation *= 0.5;
    }
    if ( halvings > 0 ) { solveNote( state, "diverged with omega above %.3g; ", options->relaxation ); }
    // A residual of 1 is about that of zero.
    *diverged = !( report.residual <= 1.0 );
    return report;
}

/// Zero in place of passes that have diverged.
static void answerZero( discretisedProblem* discretised, ssLcpReport* report )
{
    memset( discretised->z, 0, (size_t)discretised->size * sizeof( double ) );
    report->residual = ssLcp_Residual( &discretised->lcp, discretised->work, discretised->z );
    report->status = !isfinite( report->residual ) ? ss_statusNotFinite
        : report->status == ss_statusCancelled     ? ss_statusCancelled
                                                   : ss_statusLimit;
}

static void solvePgs( ssSolveState* state )
{
    discretisedProblem discretised;
    if ( discretisedCreate( state, false, &discretised ) )
    {
        const ssSystem* system = state->system;
        double rho = solveOption( state, "phantom_inertia" ), compliance = solveOption( state, "compliance" );
        bool plain = discretisedFillFacets( &discretised, rho, 0.0 );
        if ( plain || discretisedFillFacets( &discretised, rho, compliance * system->meanDiag ) )
        {
            solveNote( state, "%s", plain ? "" : "redundant friction rows, made compliant; " );
            ssPgsOptions options = { .relaxation = solveOption( state, "omega" ),
                .tolerance = 1e-3 * state->tolerance,
                .maxPasses = state->maxIterations };
            bool diverged = false;
            ssLcpReport report = passFromZero( state, &discretised, &options, &diverged );
            if ( report.status == ss_statusRefused )
            {
                state->status = ss_statusRefused;
                solveNote( state,
                    "pgs needs a positive diagonal, and the normal rows depend on the tangential ones" );
            }
            else if ( state->trace == NULL || replay( state, &discretised, options, report.iterations ) )
            {
                if ( diverged ) { answerZero( &discretised, &report ); }
                discretisedFinish( state, &discretised, &report, "passes" );
            }
        }
        else
        {
            state->status = ss_statusRefused;
            solveNote( state,
                "pgs needs a positive diagonal: circumscribed polygons, and friction rows that do not depend "
                "on each other or a compliance > 0" );
        }
    }
    discretisedDestroy( &discretised );
}

const ssSolver ss_solverPgs = { "pgs", .label = "projected Gauss-Seidel on friction polygons",
    .source = "Peiret et al. Eq. 8", .honours = ss_lawFlagCoulomb | ss_lawFlagPolyhedral, .discretised = true,
    .maxIterations = 1000, .params = s_params, .paramCount = SS_COUNT( s_params ), .solve = solvePgs };
