// SPDX-License-Identifier: MIT
#include "solve/discretised.h"

// Lemke's pivoting on the discretised problem. It ends, on every W = D^T M^-1 D, in an answer of the polygons (Anitescu
// & Potra 1997); whether that answers the problem is the judge's to say: yes for polyhedral cones, for circles only
// where nothing slides.

static const char* const s_models[] = { "acceleration", "force" };

static const ssParam s_params[] = {
    DISCRETE_ROWS,
    { .key = "model",
        .symbol = "",
        .label = "polygon",
        .unit = "",
        .group = "solver",
        .doc = "acceleration: around the circle (Peiret et al.); force: inside it (Stewart & Trinkle).",
        .kind = ss_paramChoice,
        .min = 0,
        .max = 1,
        .allowedMin = 0,
        .allowedMax = 1,
        .choices = s_models,
        .choiceCount = SS_COUNT( s_models ),
        .defaultValue = 0 },
};

static void solveLemke( ssSolveState* state )
{
    Discrete discrete;
    if ( discreteCreate( state, solveOption( state, "model" ) == 1.0, &discrete ) )
    {
        // where Eq. 8 has no friction rows to eliminate by, the same polygon by its corners
        if ( !discreteByFacets( &discrete, state->system, solveOption( state, "phantom_inertia" ), 0.0 ) )
        {
            discreteByCorners( &discrete, state->system );
        }
        ssLcpReport report = ssLcp_Lemke( &discrete.lcp, discrete.work, discrete.z );
        if ( report.status != ss_lcpSolved && discrete.form == discreteFacets )
        {
            int pivots = report.iterations;
            discreteByCorners( &discrete, state->system );
            report = ssLcp_Lemke( &discrete.lcp, discrete.work, discrete.z );
            report.iterations += pivots;
        }
        discreteFinish( state, &discrete, &report, "pivots" );
    }
    discreteDestroy( &discrete );
}

const ssSolver ss_solverLemke = { .name = "lemke",
    .label = "Lemke's pivoting on friction polygons",
    .source = "Peiret et al. Eq. 8; Stewart & Trinkle 1996; Anitescu & Potra 1997",
    .honours = ss_lawFlagCoulomb | ss_lawFlagPolyhedral,
    .discretised = true,
    .maxIterations = 1,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solveLemke };
