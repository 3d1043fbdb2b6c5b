// SPDX-License-Identifier: MIT
#include "solve/discretised.h"
#include "lcp/lcp_private.h"
#include "linalg/dense.h"

#include <string.h>

// Replaces friction circles by polygons and the contact problem by a linear complementarity problem.

static void choosePolygons( const ssSolveState* state, bool inscribed, discretisedProblem* discretised )
{
    int k = (int)solveOption( state, "k" );
    double angle = solveOption( state, "facet_deg" ) * ( SS_PI / 180.0 );
    discretised->isPolyhedral = true;
    for ( int i = 0; i < discretised->contacts; ++i )
    {
        const ssCone* cone = &state->system->cones[i];
        bool own = cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed;
        discretised->polygons[i] = ( facetPolygon ){ .k = own ? cone->facets : k,
            .angle = own ? cone->facetAngle : angle,
            .inscribed = own ? cone->variant == ss_coneInscribed : inscribed,
            .mu = cone->mu,
            .tangent = 2 * i };
        // Without friction there is no circle to replace.
        discretised->isPolyhedral = discretised->isPolyhedral && ( own || cone->mu == 0.0 );
        discretised->directions += 2 * discretised->polygons[i].k;
    }
}

/// Dense W from its blocks, and q: normals first, then tangents.
static bool densify( const ssSystem* system, double* s, double* u )
{
    int *start = NULL, *column = NULL;
    double* blocks = NULL;
    int r = system->contacts;
    ssArenaMark mark = ssArena_Mark( system->arena );
    bool allocated = systemMakeContactBlocks( system, &start, &column, &blocks );
    for ( int i = 0; i < r && allocated; ++i )
    {
        u[i] = system->q[3 * i];
        u[r + 2 * i] = system->q[3 * i + 1];
        u[r + 2 * i + 1] = system->q[3 * i + 2];
        for ( int k = start[i]; k < start[i + 1]; ++k )
        {
            for ( int c = 0; c < 9; ++c )
            {
                int row = c / 3 == 0 ? i : r + 2 * i + c / 3 - 1;
                int at = c % 3 == 0 ? column[k] : r + 2 * column[k] + c % 3 - 1;
                s[(size_t)row * (size_t)( 3 * r ) + (size_t)at] += blocks[9 * (size_t)k + (size_t)c];
            }
        }
    }
    ssArena_Free( system->arena, start );
    ssArena_Free( system->arena, column );
    ssArena_Free( system->arena, blocks );
    ssArena_Release( system->arena, mark );
    return allocated;
}

/// Is the start the answer already, or is there no memory to find out?
static bool startIsAnswer( ssSolveState* state )
{
    double* y = solveVectors( state, 1 );
    bool stop = y == NULL;
    if ( !stop )
    {
        systemMultiply( state->system, state->p, y, state->system->velocity );
        stop = solveCheck( state, state->p, y, 0.0 );
    }
    solveFree( state, y );
    return stop;
}

bool discretisedCreate( ssSolveState* state, bool inscribed, discretisedProblem* discretised )
{
    const ssSystem* system = state->system;
    int r = system->contacts;
    size_t n = (size_t)r + 1;
    *discretised = ( discretisedProblem ){ 0 };
    if ( startIsAnswer( state ) ) { return false; }
    *discretised = ( discretisedProblem ){ .arena = system->arena,
        .contacts = r,
        .polygons = ssArena_Alloc( system->arena, n * sizeof( facetPolygon ) ) };
    if ( discretised->polygons == NULL )
    {
        state->status = ss_statusNoMemory;
        return false;
    }
    choosePolygons( state, inscribed, discretised );
    int unknowns = 2 * r + discretised->directions;
    if ( unknowns > DISCRETISED_UNKNOWNS_MAX )
    {
        state->status = ss_statusRefused;
        solveNote( state, "%s works on a dense matrix: contacts × (2k + 2) = %d; allowed: at most %d",
            state->solver->name, unknowns, DISCRETISED_UNKNOWNS_MAX );
        return false;
    }
    size_t size = (size_t)unknowns + 1, tangents = 2 * (size_t)r;
    discretised->list = ssArena_Alloc( discretised->arena, size * sizeof( facetUnknown ) );
    discretised->s = ssArena_Alloc( discretised->arena, ( 9 * n * n ) * sizeof( double ) );
    discretised->u = ssArena_Alloc( discretised->arena, 3 * n * sizeof( double ) );
    discretised->a = ssArena_Alloc( discretised->arena, ( tangents * tangents + 1 ) * sizeof( double ) );
    discretised->x = ssArena_Alloc( discretised->arena, ( tangents * (size_t)r + 1 ) * sizeof( double ) );
    discretised->y = ssArena_Alloc( discretised->arena, ( tangents + 1 ) * sizeof( double ) );
    discretised->m = ssArena_Alloc( discretised->arena, size * size * sizeof( double ) );
    discretised->q = ssArena_Alloc( discretised->arena, size * sizeof( double ) );
    discretised->z = ssArena_Alloc( discretised->arena, size * sizeof( double ) );
    if ( discretised->list == NULL || discretised->s == NULL || discretised->u == NULL ||
        discretised->a == NULL || discretised->x == NULL || discretised->y == NULL ||
        discretised->m == NULL || discretised->q == NULL || discretised->z == NULL ||
        !densify( system, discretised->s, discretised->u ) ||
        lcpCreateWork( discretised->arena, unknowns, &discretised->work ).code != ss_ok )
    {
        state->status = ss_statusNoMemory;
        return false;
    }
    ssLcpWork_SetStop( discretised->work, state->stop, state->stopContext );
    return true;
}

void discretisedDestroy( discretisedProblem* discretised )
{
    void* owned[] = { discretised->polygons, discretised->list, discretised->s, discretised->u,
        discretised->a, discretised->x, discretised->y, discretised->m, discretised->q, discretised->z };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( discretised->arena, owned[i] ); }
    ssDestroyLcpWork( discretised->work );
}

static const double* rowOf( const discretisedProblem* discretised, int row )
{
    return discretised->s + (size_t)row * (size_t)( 3 * discretised->contacts );
}

/// a = S_tt^-1, x = a S_tn, y = a u_t. False when S_tt is singular up to rounding.
static bool invertFriction( discretisedProblem* discretised, double compliance )
{
    int r = discretised->contacts, t = 2 * r;
    size_t n = (size_t)t;
    ssArenaMark mark = ssArena_Mark( discretised->arena );
    double* factors = ssArena_Alloc( discretised->arena, ( n * n + 3 * n + 1 ) * sizeof( double ) );
    int* pivots = ssArena_Alloc( discretised->arena, ( n + 1 ) * sizeof( int ) );
    bool regular = factors != NULL && pivots != NULL;
    if ( regular )
    {
        double *scale = factors + n * n, *column = scale + n, largest = 0.0, size = 0.0;
        for ( int i = 0; i < t; ++i )
        {
            memcpy( factors + (size_t)i * n, rowOf( discretised, r + i ) + r, n * sizeof( double ) );
            factors[(size_t)i * n + (size_t)i] += compliance;
            size = ssMax( size, factors[(size_t)i * n + (size_t)i] );
        }
        regular = denseLuFactor( factors, t, pivots, scale );
        for ( int j = 0; j < t + r + 1 && regular; ++j )
        {
            for ( int i = 0; i < t; ++i )
            {
                column[i] = j < t ? ( i == j ? 1.0 : 0.0 )
                    : j < t + r   ? rowOf( discretised, r + i )[j - t]
                                  : discretised->u[r + i];
            }
            denseLuSolve( factors, t, pivots, scale, column );
            for ( int i = 0; i < t; ++i )
            {
                double* out = j < t ? &discretised->a[(size_t)i * n + (size_t)j]
                    : j < t + r     ? &discretised->x[(size_t)i * (size_t)r + (size_t)( j - t )]
                                    : &discretised->y[i];
                *out = column[i];
                largest = j < t ? ssMax( largest, fabs( column[i] ) ) : largest;
            }
        }
        // Redundant rows leave pivots that are mere rounding, which |S| |S^-1| shows.
        regular = regular && largest * size < 1e12;
    }
    ssArena_Free( discretised->arena, factors );
    ssArena_Free( discretised->arena, pivots );
    ssArena_Release( discretised->arena, mark );
    return regular;
}

static facetBlocks blocksOf( const discretisedProblem* discretised )
{
    int r = discretised->contacts, n = 3 * r;
    return ( facetBlocks ){ .contacts = r,
        .tangents = 2 * r,
        .unknowns = discretised->directions,
        .polygons = discretised->polygons,
        .list = discretised->list,
        .nn = { discretised->s, n },
        .nt = { discretised->s + r, n },
        .tn = { rowOf( discretised, r ), n },
        .tt = { rowOf( discretised, r ) + r, n },
        .un = discretised->u,
        .ut = discretised->u + r,
        .a = discretised->a,
        .x = discretised->x,
        .y = discretised->y,
        .m = discretised->m,
        .q = discretised->q };
}

bool discretisedFillFacets( discretisedProblem* discretised, double rho, double compliance )
{
    for ( int i = 0; i < discretised->contacts; ++i )
    {
        if ( discretised->polygons[i].inscribed ) { return false; }
        discretised->polygons[i].rho = rho;
    }
    if ( !invertFriction( discretised, compliance ) ) { return false; }
    discretised->form = discretisedByFacets;
    facetListDirections( discretised->polygons, discretised->contacts, discretised->list );
    facetBlocks blocks = blocksOf( discretised );
    discretised->size = facetFillEliminated( &blocks );
    discretised->lcp = ( ssLcp ){ .size = discretised->size, .m = discretised->m, .q = discretised->q };
    return true;
}

void discretisedFillCorners( discretisedProblem* discretised )
{
    discretised->form = discretisedByCorners;
    facetListCorners( discretised->polygons, discretised->contacts, discretised->list );
    facetBlocks blocks = blocksOf( discretised );
    discretised->size = facetFillForces( &blocks );
    discretised->lcp = ( ssLcp ){ .size = discretised->size, .m = discretised->m, .q = discretised->q };
}

static void reactionsByCorners( const discretisedProblem* discretised, const double* z, double* p )
{
    int r = discretised->contacts;
    for ( int i = 0; i < r; ++i )
    {
        p[3 * i] = z[i];
        p[3 * i + 1] = p[3 * i + 2] = 0.0;
    }
    for ( int at = 0; at < discretised->directions; ++at )
    {
        const facetUnknown* corner = &discretised->list[at];
        p[3 * corner->contact + 1] += corner->e.x * z[r + at];
        p[3 * corner->contact + 2] += corner->e.y * z[r + at];
    }
}

/// lambda_t = a (E (kappa+ - kappa-) - u_t - S_tn lambda_n).
static void reactionsByFacets( const discretisedProblem* discretised, const double* z, double* p )
{
    int r = discretised->contacts, t = 2 * r;
    for ( int i = 0; i < r; ++i )
    {
        p[3 * i] = z[i];
        for ( int c = 0; c < 2; ++c )
        {
            int row = 2 * i + c, at = 0;
            double value = -discretised->y[row];
            for ( int d = 0; d < r; ++d )
            {
                const double* a = discretised->a + (size_t)row * (size_t)t + (size_t)( 2 * d );
                for ( int l = 0; l < discretised->polygons[d].k; ++l, ++at )
                {
                    const facetUnknown* plus = &discretised->list[at];
                    double kappa = z[r + at] - z[r + plus->opposite];
                    value += kappa * ( a[0] * plus->e.x + a[1] * plus->e.y );
                }
                value -= discretised->x[row * r + d] * z[d];
            }
            p[3 * i + 1 + c] = value;
        }
    }
}

void discretisedReactions( const discretisedProblem* discretised, const double* z, double* p )
{
    ( discretised->form == discretisedByFacets ? reactionsByFacets : reactionsByCorners )(
        discretised, z, p );
}

void discretisedFinish(
    ssSolveState* state, discretisedProblem* discretised, const ssLcpReport* report, const char* unit )
{
    double* y = solveVectors( state, 1 );
    if ( y == NULL ) { return; }
    state->iterations = report->iterations;
    bool isEnded = report->status == ss_statusLimit || report->status == ss_statusNotFinite ||
        report->status == ss_statusCancelled;
    state->status = isEnded ? report->status : ss_statusStalled; // whether it has converged, the judge says
    state->stopped = report->status == ss_statusCancelled;
    solveNote( state, "LCP of %d unknowns: %s", discretised->size, ssStatusName( report->status ) );
    if ( report->status == ss_statusCycle ) { solveNote( state, " of period %d", report->period ); }
    solveNote( state, " after %d %s, its own residual %.1e", report->iterations, unit, report->residual );
    if ( report->status != ss_statusNotFinite )
    {
        discretisedReactions( discretised, discretised->z, state->p );
        systemMultiply( state->system, state->p, y, state->system->velocity );
        ssStatus status = state->status;
        if ( !solveCheck( state, state->p, y, 0.0 ) )
        {
            state->status = status;
            solveNote( state, "%s",
                report->status == ss_statusConverged && !discretised->isPolyhedral
                    ? "; its friction is bounded by polygons, that of the problem by circles"
                    : "" );
        }
    }
    solveFree( state, y );
}
