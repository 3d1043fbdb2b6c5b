// SPDX-License-Identifier: MIT
#include "lcp/pyramid_private.h"
#include "linalg/dense.h"

#include <string.h>

// From the discretised friction model to a linear complementarity problem. The blocks S = J M^-1 J^T are
// common to both models; facet_blocks.c builds the problem from them.

/// out = left right^T with `rows` × `columns` entries, where each row of `left` and `right` has n numbers.
static void products( const double* left, int rows, const double* right, int columns, int n, double* out )
{
    for ( int i = 0; i < rows; ++i )
    {
        for ( int j = 0; j < columns; ++j )
        {
            out[i * columns + j] = pyramidDot( left + i * n, right + j * n, n );
        }
    }
}

/// Numbers the stick contacts and lists their directions.
static void layOut( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    int all = 0, stick = 0;
    s->rs = 0;
    for ( int i = 0; i < p->contactCount; ++i )
    {
        const ssPyramidContact* c = p->contacts + i;
        SS_ASSERT( c->k >= SS_PYRAMID_MIN_DIRECTIONS && c->k <= SS_PYRAMID_MAX_DIRECTIONS );
        s->stickIndex[i] = c->sliding ? -1 : s->rs++;
        s->firstDirection[i] = all;
        s->firstStickDirection[i] = stick;
        s->polygons[i] = ( facetPolygon ){ .k = c->k,
            .angle = c->angle,
            .inscribed = p->model == ss_pyramidForce,
            .mu = c->mu,
            .rho = c->phantomInertia,
            .tangent = c->sliding ? -1 : 2 * s->stickIndex[i] };
        all += c->k;
        stick += c->sliding ? 0 : c->k;
    }
    s->stickDirections = stick;
    SS_ASSERT( p->n <= s->n && p->contactCount <= s->contacts && all <= s->directions );
    facetListDirections( s->polygons, p->contactCount, s->list );
}

facetBlocks pyramidBlocks( const ssPyramidSolver* s, const ssPyramidProblem* p )
{
    int r = p->contactCount, tangents = 2 * s->rs;
    return ( facetBlocks ){ .contacts = r,
        .tangents = tangents,
        .unknowns = 2 * s->stickDirections,
        .polygons = s->polygons,
        .list = s->list,
        .nn = { s->snn, r },
        .nt = { s->sns, tangents },
        .tn = { s->ssn, r },
        .tt = { s->sss, tangents },
        .un = s->un,
        .ut = s->us,
        .a = s->a,
        .x = s->x,
        .y = s->y,
        .m = s->m,
        .q = s->q };
}

ssStatus pyramidReduce( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    layOut( s, p );
    int n = p->n, r = p->contactCount, rs = s->rs;
    size_t row = (size_t)n * sizeof( double );
    memcpy( s->factor, p->mass, (size_t)n * row );
    if ( !denseCholeskyFactor( s->factor, n, 1e-15 ) )
    {
        return ss_statusRefused;
    }
    memcpy( s->wf, p->force, row );
    denseCholeskySolve( s->factor, n, s->wf );
    for ( int i = 0; i < r; ++i )
    {
        const ssPyramidContact* c = p->contacts + i;
        const double *jn = p->normalJacobian + i * n, *t1 = p->tangentJacobian + 2 * i * n, *t2 = t1 + n;
        for ( int j = 0; j < n; ++j )
        {
            double kinetic = c->sliding ? c->muKinetic * ( c->slip.x * t1[j] + c->slip.y * t2[j] ) : 0.0;
            s->g[i * n + j] = jn[j] - kinetic;
        }
        if ( s->stickIndex[i] >= 0 )
        {
            memcpy( s->js + 2 * s->stickIndex[i] * n, t1, 2 * row );
        }
        s->un[i] = pyramidDot( jn, s->wf, n ) + ( p->normalBias != NULL ? p->normalBias[i] : 0.0 );
        for ( int d = 0; d < 2 && s->stickIndex[i] >= 0; ++d )
        {
            double bias = p->tangentBias != NULL ? p->tangentBias[2 * i + d] : 0.0;
            s->us[2 * s->stickIndex[i] + d] = pyramidDot( t1 + d * n, s->wf, n ) + bias;
        }
    }
    memcpy( s->wg, s->g, (size_t)r * row );
    memcpy( s->wjs, s->js, 2 * (size_t)rs * row );
    for ( int i = 0; i < r; ++i )
    {
        denseCholeskySolve( s->factor, n, s->wg + i * n );
    }
    for ( int i = 0; i < 2 * rs; ++i )
    {
        denseCholeskySolve( s->factor, n, s->wjs + i * n );
    }
    products( p->normalJacobian, r, s->wg, r, n, s->snn );
    products( p->normalJacobian, r, s->wjs, 2 * rs, n, s->sns );
    products( s->js, 2 * rs, s->wg, r, n, s->ssn );
    products( s->js, 2 * rs, s->wjs, 2 * rs, n, s->sss );
    for ( int i = 0; i < r; ++i )
    {
        s->snn[i * r + i] += p->compliance;
    }
    for ( int i = 0; i < 2 * rs; ++i )
    {
        s->sss[i * 2 * rs + i] += p->compliance;
    }
    return ss_statusConverged;
}

ssLcp ssPyramid_Eliminate( ssPyramidSolver* solver, const ssPyramidProblem* problem, ssStatus* status )
{
    *status = pyramidReduce( solver, problem );
    if ( *status != ss_statusConverged )
    {
        return ( ssLcp ){ .size = 0 };
    }
    int size = problem->contactCount + 2 * solver->stickDirections;
    if ( problem->model == ss_pyramidForce )
    {
        facetBlocks blocks = pyramidBlocks( solver, problem );
        size = facetFillForces( &blocks );
    }
    else if ( !phantomInertiaLcp( solver, problem ) )
    {
        *status = ss_statusRefused;
        return ( ssLcp ){ .size = 0 };
    }
    return ( ssLcp ){ .size = size, .m = solver->m, .q = solver->q };
}
