// SPDX-License-Identifier: MIT
#include "solve/discretised.h"

#include <string.h>

// Projected Gauss-Seidel on the discretised problem, unknown by unknown. The matrix of Eq. 8 is not symmetric, and the
// method owes it nothing: it converges, creeps, or comes back to where it was, and says which.

static const ssParam s_params[] = {
    DISCRETE_ROWS,
    { .key = "omega",
        .symbol = "ω",
        .label = "relaxation",
        .unit = "",
        .group = "solver",
        .doc = "1 is plain Gauss-Seidel.",
        .kind = ss_paramNumber,
        .min = 0.1,
        .max = 1.9,
        .allowedMin = 0.0,
        .allowedMax = 2.0,
        .open = ss_openLow | ss_openHigh,
        .defaultValue = 1.0 },
    { .key = "compliance",
        .symbol = "C",
        .label = "compliance",
        .unit = "",
        .group = "solver",
        .doc =
            "Added to W's tangential diagonal, over its mean, where the friction rows depend on each other.",
        .kind = ss_paramNumber,
        .min = 1e-10,
        .max = 1e-4,
        .allowedMin = 0.0,
        .allowedMax = 1.0,
        .logScale = true,
        .defaultValue = 1e-8 },
};

/// The same passes once more, one at a time, for whoever watches. False: they want no more.
static bool show( ssSolveState* state, Discrete* discrete, ssPgsOptions options, int passes )
{
    double *y = solveVectors( state, 2 ), *p = y != NULL ? y + solveStride( state ) : NULL;
    bool more = y != NULL;
    options.maxPasses = 1;
    memset( discrete->z, 0, (size_t)discrete->size * sizeof( double ) );
    for ( state->iterations = 1; state->iterations <= passes && more; ++state->iterations )
    {
        ssLcp_Pgs( &discrete->lcp, &options, discrete->work, discrete->z );
        if ( state->iterations < passes ) // the last one is told with the end
        {
            discreteReactions( discrete, discrete->z, p );
            systemMultiply( state->system, p, y, state->system->velocity );
            solveCheck( state, p, y, options.relaxation );
            more = state->status != ss_solveCancelled;
        }
    }
    ssRelease( y );
    return more;
}

static void solvePgs( ssSolveState* state )
{
    Discrete discrete;
    if ( discreteCreate( state, false, &discrete ) )
    {
        const ssSystem* system = state->system;
        double rho = solveOption( state, "phantom_inertia" ), compliance = solveOption( state, "compliance" );
        bool plain = discreteByFacets( &discrete, system, rho, 0.0 );
        if ( plain || discreteByFacets( &discrete, system, rho, compliance * system->meanDiag ) )
        {
            solveNote( state, "%s", plain ? "" : "redundant friction rows, made compliant; " );
            ssPgsOptions options = { .relaxation = solveOption( state, "omega" ),
                .tolerance = 1e-3 * state->tolerance,
                .maxPasses = state->maxIterations };
            ssLcpReport report = ssLcp_Pgs( &discrete.lcp, &options, discrete.work, discrete.z );
            if ( report.status == ss_lcpRefused )
            {
                state->status = ss_solveRefused;
                solveNote( state,
                    "pgs needs a positive diagonal, and the normal rows depend on the tangential ones" );
            }
            else if ( state->trace == NULL || show( state, &discrete, options, report.iterations ) )
            {
                discreteFinish( state, &discrete, &report, "sweeps" );
            }
        }
        else
        {
            state->status = ss_solveRefused;
            solveNote( state,
                "pgs needs a positive diagonal: circumscribed polygons, and friction rows that do not depend "
                "on "
                "each other or a compliance > 0" );
        }
    }
    discreteDestroy( &discrete );
}

const ssSolver ss_solverPgs = { .name = "pgs",
    .label = "projected Gauss-Seidel on friction polygons",
    .source = "Peiret et al. Eq. 8",
    .honours = ss_lawFlagCoulomb | ss_lawFlagPolyhedral,
    .discretised = true,
    .maxIterations = 1000,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solvePgs };
