// SPDX-License-Identifier: MIT
#include "solve_discrete.h"

// Lemke's pivoting on the discretised problem. It ends, on every W = D^T M^-1 D, in an answer of the polygons (Anitescu
// & Potra 1997); whether that answers the problem is the judge's to say: yes for polyhedral cones, for circles only
// where nothing slides.

static const char* const s_models[] = { "acceleration", "force" };

static const ssParam s_params[] = {
    { .key = "k",
        .symbol = "k",
        .label = "directions",
        .unit = "",
        .group = "solver",
        .doc = "Directions over the half circle: a polygon of 2k corners. Polyhedral cones keep their own.",
        .kind = ss_paramInteger,
        .min = 2,
        .max = 16,
        .allowedMin = SS_PYRAMID_MIN_DIRECTIONS,
        .allowedMax = SS_PYRAMID_MAX_DIRECTIONS,
        .defaultValue = 4 },
    { .key = "facet_deg",
        .symbol = "φ",
        .label = "facet angle",
        .unit = "°",
        .group = "solver",
        .doc = "Direction of e_1 against T1.",
        .kind = ss_paramNumber,
        .min = 0.0,
        .max = 90.0,
        .allowedMin = -360.0,
        .allowedMax = 360.0,
        .defaultValue = 0.0 },
    { .key = "phantom_inertia",
        .symbol = "ρ",
        .label = "phantom inertia",
        .unit = "kg",
        .group = "solver",
        .doc = "Off the diagonal of Peiret et al. Eq. 8: changes its rank, and no velocity.",
        .kind = ss_paramNumber,
        .min = 0.0,
        .max = 10.0,
        .allowedMin = 0.0,
        .allowedMax = 1e300,
        .defaultValue = 0.0 },
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

static void solveLemke( ssSolveRun* run )
{
    Discrete discrete;
    if ( discreteCreate( run, runValue( run, "model" ) == 1.0, &discrete ) )
    {
        // where Eq. 8 has no friction rows to eliminate by, the same polygon by its corners
        if ( !discreteByFacets( &discrete, run->system, runValue( run, "phantom_inertia" ), 0.0 ) )
        {
            discreteByCorners( &discrete, run->system );
        }
        ssLcpReport report = ssLcp_Lemke( &discrete.lcp, discrete.work, discrete.z );
        if ( report.status != ss_lcpSolved && discrete.form == discreteFacets )
        {
            int pivots = report.iterations;
            discreteByCorners( &discrete, run->system );
            report = ssLcp_Lemke( &discrete.lcp, discrete.work, discrete.z );
            report.iterations += pivots;
        }
        discreteFinish( run, &discrete, &report, "pivots" );
    }
    discreteDestroy( &discrete );
}

const ssSolver ss_solverLemke = { .name = "lemke",
    .label = "Lemke's pivoting on friction polygons",
    .source = "Peiret et al. Eq. 8; Stewart & Trinkle 1996; Anitescu & Potra 1997",
    .honours = ss_lawCoulomb | ss_lawPolyhedral,
    .discretised = true,
    .maxIterations = 1,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solveLemke };
