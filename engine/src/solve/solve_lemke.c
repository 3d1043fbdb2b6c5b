// SPDX-License-Identifier: MIT
#include "solve/discretised.h"

// Lemke's pivoting on the discretised problem. For every W = D^T M^-1 D it ends in an answer of the polygons
// (Anitescu & Potra 1997): exact for polyhedral cones, for circles only where nothing slides.

static const char* const s_models[] = { "acceleration", "force" };

static const ssParam s_params[] = {
    DISCRETISED_PARAMS,
    { SOLVER_PARAM( "model", "", "polygon",
          "acceleration: around the circle (Peiret et al.). force: inside it (Stewart & Trinkle)." ),
        .kind = ss_paramChoice, .min = 0, .max = 1, .allowedMin = 0, .allowedMax = 1, .choices = s_models,
        .choiceCount = SS_COUNT( s_models ), .defaultValue = 0 },
};

// The pivots that are left.
typedef struct Pivots
{
    const ssSolveState* state;
    int left;
} Pivots;

/// Asked before every pivot.
static bool stopPivots( void* context )
{
    Pivots* pivots = context;
    const ssSolveState* state = pivots->state;
    pivots->left -= 1;
    return pivots->left < 0 || ( state->stop != NULL && state->stop( state->stopContext ) );
}

static void solveLemke( ssSolveState* state )
{
    discretisedProblem discretised;
    Pivots pivots = { state, state->maxIterations };
    if ( discretisedCreate( state, solveOption( state, "model" ) == 1.0, &discretised ) )
    {
        // Where the friction of Eq. 8 cannot be eliminated, the same polygons are described by their corners.
        if ( !discretisedFillFacets( &discretised, solveOption( state, "phantom_inertia" ), 0.0 ) )
        {
            discretisedFillCorners( &discretised );
        }
        ssLcpWork_SetStop( discretised.work, stopPivots, &pivots );
        ssLcpReport report = ssLcp_Lemke( &discretised.lcp, discretised.work, discretised.z );
        if ( report.status != ss_statusConverged && report.status != ss_statusCancelled &&
            discretised.form == discretisedByFacets )
        {
            int before = report.iterations;
            discretisedFillCorners( &discretised );
            report = ssLcp_Lemke( &discretised.lcp, discretised.work, discretised.z );
            report.iterations += before;
        }
        report.status =
            pivots.left < 0 && report.status == ss_statusCancelled ? ss_statusLimit : report.status;
        discretisedFinish( state, &discretised, &report, "pivots" );
    }
    discretisedDestroy( &discretised );
}

const ssSolver ss_solverLemke = { "lemke", .label = "Lemke's pivoting on friction polygons",
    .source = "Peiret et al. Eq. 8; Stewart & Trinkle 1996; Anitescu & Potra 1997",
    .honours = ss_lawFlagCoulomb | ss_lawFlagPolyhedral, .discretised = true, .maxIterations = 1000000,
    .params = s_params, .paramCount = SS_COUNT( s_params ), .solve = solveLemke };
