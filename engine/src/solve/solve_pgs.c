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

/// The same sweeps once more, one at a time, for whoever watches. False: they want no more.
static bool show( ssSolveRun* run, Discrete* discrete, ssPgsOptions options, int sweeps )
{
    double *y = runVectors( run, 2 ), *p = y != NULL ? y + runStride( run ) : NULL;
    bool more = y != NULL;
    options.maxSweeps = 1;
    memset( discrete->z, 0, (size_t)discrete->size * sizeof( double ) );
    for ( run->iterations = 1; run->iterations <= sweeps && more; ++run->iterations )
    {
        ssLcp_Pgs( &discrete->lcp, &options, discrete->work, discrete->z );
        if ( run->iterations < sweeps ) // the last one is told with the end
        {
            discreteReactions( discrete, discrete->z, p );
            systemMultiply( run->system, p, y, run->system->velocity );
            runCheck( run, p, y, options.relaxation );
            more = run->status != ss_solveCancelled;
        }
    }
    ssRelease( y );
    return more;
}

static void solvePgs( ssSolveRun* run )
{
    Discrete discrete;
    if ( discreteCreate( run, false, &discrete ) )
    {
        const ssSystem* system = run->system;
        double rho = runValue( run, "phantom_inertia" ), compliance = runValue( run, "compliance" );
        bool plain = discreteByFacets( &discrete, system, rho, 0.0 );
        if ( plain || discreteByFacets( &discrete, system, rho, compliance * system->meanDiag ) )
        {
            runSay( run, "%s", plain ? "" : "redundant friction rows, made compliant; " );
            ssPgsOptions options = { .relaxation = runValue( run, "omega" ),
                .tolerance = 1e-3 * run->tolerance,
                .maxSweeps = run->maxIterations };
            ssLcpReport report = ssLcp_Pgs( &discrete.lcp, &options, discrete.work, discrete.z );
            if ( report.status == ss_lcpRefused )
            {
                run->status = ss_solveRefused;
                runSay(
                    run, "pgs needs a positive diagonal, and the normal rows depend on the tangential ones" );
            }
            else if ( run->trace == NULL || show( run, &discrete, options, report.iterations ) )
            {
                discreteFinish( run, &discrete, &report, "sweeps" );
            }
        }
        else
        {
            run->status = ss_solveRefused;
            runSay( run,
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
    .honours = ss_lawCoulomb | ss_lawPolyhedral,
    .discretised = true,
    .maxIterations = 1000,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solvePgs };
