// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/bench/bench_table.h"
#include "slipstick/cone.h"
#include "slipstick/rng.h"

#include <stdlib.h>

// Measures the projection onto friction cones, the inner loop of contact solvers. The points are spread
// evenly over all faces, in random order for the branch predictor.

typedef struct Projections
{
    ssCone cone;
    int items;
    double *points, *results, *jacobian;
} Projections;

static double between( ssRng* rng, double low, double high )
{
    return low + ( high - low ) * ssRng_Uniform( rng );
}

/// Draws a point whose projection lies on a random face: a member of the cone, moved outward along the
/// normals of the blocks that are on their bounds (Acary & Bourrier Eq. 41), or a point below the apex.
static void drawPoint( ssRng* rng, const ssCone* cone, double* x )
{
    const double mu[3] = { cone->mu, cone->muRoll, cone->muSpin };
    int blocks = cone->dimension == 3 ? 1 : cone->dimension == 5 ? 2 : 3;
    int face = (int)( ssRng_Next( rng ) % ( ( 1u << blocks ) + 1u ) );
    bool apex = face == 1 << blocks;
    double normal = between( rng, 0.1, 1.0 ), pull = 0.0;
    x[0] = normal;
    for ( int i = 0; i < blocks; ++i )
    {
        double angle = between( rng, 0.0, 6.283185307179586 ), outward = between( rng, 0.0, 1.0 );
        bool active = ( face & 1 << i ) != 0;
        double length = apex ? outward : active ? mu[i] * normal + outward : mu[i] * normal * outward;
        x[1 + 2 * i] = length * cos( angle );
        if ( i < 2 ) { x[2 + 2 * i] = length * sin( angle ); }
        x[0] -= active && !apex ? mu[i] * outward : 0.0;
        pull += mu[i] * length;
    }
    x[0] = apex ? -pull - normal : x[0];
}

static void projectAll( void* context )
{
    Projections* work = context;
    int n = work->cone.dimension;
    for ( int i = 0; i < work->items; ++i )
    {
        ssProjectOntoCone( &work->cone, work->points + n * i, work->results + n * i );
    }
    benchKeep( work->results[0] );
}

static void differentiateAll( void* context )
{
    Projections* work = context;
    int n = work->cone.dimension;
    for ( int i = 0; i < work->items; ++i )
    {
        ssCone_ProjectionJacobian( &work->cone, work->points + n * i, work->results + n * i, work->jacobian );
    }
    benchKeep( work->jacobian[0] );
}

static const struct
{
    const char* what;
    int dimension;
    ssConeVariant variant;
    int facets;
    bool jacobian;
} s_rows[] = {
    { "project 3D", 3, ss_coneIntersection, 0, false },
    { "project 5D", 5, ss_coneIntersection, 0, false },
    { "project 6D", 6, ss_coneIntersection, 0, false },
    { "project 6D ellipsoidal", 6, ss_coneEllipsoidal, 0, false },
    { "project 3D circumscribed k=8", 3, ss_coneCircumscribed, 8, false },
    { "project 3D inscribed k=8", 3, ss_coneInscribed, 8, false },
    { "project 6D circumscribed k=8", 6, ss_coneCircumscribed, 8, false },
    { "jacobian 3D", 3, ss_coneIntersection, 0, true },
    { "jacobian 6D", 6, ss_coneIntersection, 0, true },
    { "jacobian 6D ellipsoidal", 6, ss_coneEllipsoidal, 0, true },
};

static ssResult runCone( benchRun* run )
{
    double jacobian[SS_CONE_MAX * SS_CONE_MAX];
    Projections work = { .items = run->quick ? 10000 : 1000000, .jacobian = jacobian };
    size_t bytes = (size_t)work.items * SS_CONE_MAX * sizeof( double );
    work.points = needMemory( 1, bytes );
    work.results = needMemory( 1, bytes );
    for ( int r = 0; r < SS_COUNT( s_rows ); ++r )
    {
        work.cone = ( ssCone ){ .dimension = s_rows[r].dimension,
            .mu = 0.5,
            .muRoll = 0.2,
            .muSpin = 0.1,
            .variant = s_rows[r].variant,
            .facets = s_rows[r].facets,
            .facetAngle = 0.1 };
        ssRng rng = ssSeedRng( 1 );
        for ( int i = 0; i < work.items; ++i )
        {
            drawPoint( &rng, &work.cone, work.points + work.cone.dimension * i );
        }
        double copy = benchMeasureCopy( run, (size_t)work.cone.dimension * sizeof( double ), work.items );
        benchWork* what = s_rows[r].jacobian ? differentiateAll : projectAll;
        benchAdd( run, s_rows[r].what, benchMeasure( run, what, &work, work.items ), copy, work.items );
    }
    free( work.points );
    free( work.results );
    return ssOk();
}

const benchEntry bench_cone = {
    .name = "cone", .doc = "projections onto the friction cones, points on all faces", .run = runCone
};
