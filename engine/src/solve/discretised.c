// SPDX-License-Identifier: MIT
#include "solve/discretised.h"
#include "lcp/lcp_private.h"

#include "linalg/dense.h"

#include <math.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------- creation

static void choosePolygons( const ssSolveState* state, bool inscribed, discretisedProblem* discretised )
{
    int k = (int)solveOption( state, "k" ), directions = 0;
    double angle = solveOption( state, "facet_deg" ) * ( SS_PI / 180.0 );
    discretised->isPolyhedral = true;
    for ( int i = 0; i < discretised->contacts; ++i )
    {
        const ssCone* cone = &state->system->cones[i];
        bool own = cone->variant == ss_coneCircumscribed || cone->variant == ss_coneInscribed;
        discretised->polygons[i] = ( frictionPolygon ){ .k = own ? cone->facets : k,
            .angle = own ? cone->facetAngle : angle,
            .inscribed = own ? cone->variant == ss_coneInscribed : inscribed,
            .mu = cone->mu };
        // Without friction there is no circle to replace.
        discretised->isPolyhedral = discretised->isPolyhedral && ( own || cone->mu == 0.0 );
        discretised->first[i] = directions;
        directions += discretised->polygons[i].k;
    }
    discretised->first[discretised->contacts] = directions;
}

/// Dense W from its blocks: normals first, then tangents.
static bool densify( const ssSystem* system, double* s )
{
    int *start = NULL, *column = NULL;
    double* blocks = NULL;
    int r = system->contacts;
    ssArenaMark mark = ssArena_Mark( system->arena );
    bool allocated = systemMakeBlocks( system, &start, &column, &blocks );
    for ( int i = 0; i < r && allocated; ++i )
    {
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
    if ( startIsAnswer( state ) )
    {
        return false;
    }
    *discretised = ( discretisedProblem ){ .arena = system->arena,
        .contacts = r,
        .polygons = ssArena_Alloc( system->arena, n * sizeof( frictionPolygon ) ),
        .first = ssArena_Alloc( system->arena, n * sizeof( int ) ) };
    if ( discretised->polygons == NULL || discretised->first == NULL )
    {
        state->status = ss_solveNoMemory;
        return false;
    }
    choosePolygons( state, inscribed, discretised );
    int unknowns = 2 * r + 2 * discretised->first[r];
    if ( unknowns > DISCRETISED_UNKNOWNS_MAX )
    {
        state->status = ss_solveRefused;
        solveNote( state, "%s works on a dense matrix: contacts × (2k + 2) = %d; allowed: at most %d",
            state->solver->name, unknowns, DISCRETISED_UNKNOWNS_MAX );
        return false;
    }
    size_t size = (size_t)unknowns + 1, tangents = 2 * (size_t)r;
    discretised->s = ssArena_Alloc( discretised->arena, ( 9 * n * n ) * sizeof( double ) );
    discretised->a = ssArena_Alloc( discretised->arena, ( tangents * tangents + 1 ) * sizeof( double ) );
    discretised->x = ssArena_Alloc( discretised->arena, ( tangents * (size_t)r + 1 ) * sizeof( double ) );
    discretised->y = ssArena_Alloc( discretised->arena, ( tangents + 1 ) * sizeof( double ) );
    discretised->m = ssArena_Alloc( discretised->arena, size * size * sizeof( double ) );
    discretised->q = ssArena_Alloc( discretised->arena, size * sizeof( double ) );
    discretised->z = ssArena_Alloc( discretised->arena, size * sizeof( double ) );
    if ( discretised->s == NULL || discretised->a == NULL || discretised->x == NULL ||
        discretised->y == NULL || discretised->m == NULL || discretised->q == NULL ||
        discretised->z == NULL || !densify( system, discretised->s ) ||
        lcpCreateWork( discretised->arena, unknowns, &discretised->work ).code != ss_ok )
    {
        state->status = ss_solveNoMemory;
        return false;
    }
    ssLcpWork_SetStop( discretised->work, state->stop, state->stopContext );
    return true;
}

void discretisedDestroy( discretisedProblem* discretised )
{
    void* owned[] = { discretised->polygons, discretised->first, discretised->s, discretised->a,
        discretised->x, discretised->y, discretised->m, discretised->q, discretised->z };
    for ( int i = 0; i < SS_COUNT( owned ); ++i )
    {
        ssArena_Free( discretised->arena, owned[i] );
    }
    ssDestroyLcpWork( discretised->work );
}

// ---------------------------------------------------------------------------------------------------------- facets

static const double* rowOf( const discretisedProblem* discretised, int row )
{
    return discretised->s + (size_t)row * (size_t)( 3 * discretised->contacts );
}

static double* entry( const discretisedProblem* discretised, int row, int column )
{
    return discretised->m + (size_t)row * (size_t)discretised->size + (size_t)column;
}

/// a = S_tt^-1, x = a S_tn, y = a u_t. False when S_tt is singular up to rounding.
static bool invertFriction( discretisedProblem* discretised, const ssSystem* system, double compliance )
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
                                  : system->q[3 * ( i / 2 ) + 1 + i % 2];
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

/// Row and column of direction j of contact i: against every contact d the blocks B and mu ∓ B^T of its normal, and H
/// and -H + rho of its directions (Eq. 8 after elimination).
static void couple( const discretisedProblem* discretised, int i, int j, double rho )
{
    int r = discretised->contacts, t = 2 * r, all = discretised->first[r];
    const frictionPolygon* own = &discretised->polygons[i];
    ssVec2 e = ssPyramidDirection( own->k, own->angle, j );
    int plus = r + discretised->first[i] + j, minus = plus + all;
    discretised->q[plus] = -( e.x * discretised->y[2 * i] + e.y * discretised->y[2 * i + 1] );
    discretised->q[minus] = -discretised->q[plus];
    for ( int d = 0; d < r; ++d )
    {
        const double* s = rowOf( discretised, d ) + r; // normal of d against all tangents
        double column = 0.0, mu = d == i ? own->mu : 0.0;
        for ( int l = 0; l < t; ++l )
        {
            const double* a = discretised->a + (size_t)l * (size_t)t + (size_t)( 2 * i );
            column += s[l] * ( a[0] * e.x + a[1] * e.y );
        }
        double row = e.x * discretised->x[2 * i * r + d] + e.y * discretised->x[( 2 * i + 1 ) * r + d];
        *entry( discretised, d, plus ) = column;
        *entry( discretised, d, minus ) = -column;
        *entry( discretised, plus, d ) = mu - row;
        *entry( discretised, minus, d ) = mu + row;
        const frictionPolygon* other = &discretised->polygons[d];
        const double* a = discretised->a + (size_t)( 2 * i ) * (size_t)t + (size_t)( 2 * d );
        double left = e.x * a[0] + e.y * a[t], right = e.x * a[1] + e.y * a[t + 1];
        for ( int l = 0; l < other->k; ++l )
        {
            ssVec2 f = ssPyramidDirection( other->k, other->angle, l );
            double h = left * f.x + right * f.y, off = -h + ( d == i && l == j ? rho : 0.0 );
            int at = r + discretised->first[d] + l;
            *entry( discretised, plus, at ) = h;
            *entry( discretised, minus, at + all ) = h;
            *entry( discretised, plus, at + all ) = off;
            *entry( discretised, minus, at ) = off;
        }
    }
}

bool discretisedFillFacets(
    discretisedProblem* discretised, const ssSystem* system, double rho, double compliance )
{
    int r = discretised->contacts, t = 2 * r;
    for ( int i = 0; i < r; ++i )
    {
        if ( discretised->polygons[i].inscribed )
        {
            return false;
        }
    }
    if ( !invertFriction( discretised, system, compliance ) )
    {
        return false;
    }
    discretised->form = discretisedByFacets;
    discretised->size = r + 2 * discretised->first[r];
    for ( int i = 0; i < r; ++i )
    {
        const double* s = rowOf( discretised, i );
        discretised->q[i] = system->q[3 * i] - vecDot( t, s + r, discretised->y );
        for ( int j = 0; j < r; ++j )
        {
            double sum = s[j];
            for ( int l = 0; l < t; ++l )
            {
                sum -= s[r + l] * discretised->x[l * r + j];
            }
            *entry( discretised, i, j ) = sum;
        }
    }
    for ( int i = 0; i < r; ++i )
    {
        // Rho changes no velocity and no force; a value far above the masses would only cost digits.
        double mass =
            ssMax( discretised->a[( 2 * i ) * t + 2 * i], discretised->a[( 2 * i + 1 ) * t + 2 * i + 1] );
        double used = ssMin( rho, 1e4 * discretised->polygons[i].k * mass );
        for ( int j = 0; j < discretised->polygons[i].k; ++j )
        {
            couple( discretised, i, j, used );
        }
    }
    discretised->lcp = ( ssLcp ){ .size = discretised->size, .m = discretised->m, .q = discretised->q };
    return true;
}

// --------------------------------------------------------------------------------------------------------- corners

/// Corner j of the 2k corners of contact i's polygon for mu lambda_n = 1. Circumscribed and inscribed polygons are both
/// the hull of their corners; only radius and angle differ.
static ssVec2 cornerOf( const discretisedProblem* discretised, int i, int j )
{
    const frictionPolygon* own = &discretised->polygons[i];
    double turn = own->inscribed ? 0.0 : 0.5,
           radius = own->inscribed ? 1.0 : 1.0 / ssCos( SS_PI / ( 2.0 * own->k ) );
    double theta = own->angle + SS_PI * ( j + turn ) / own->k;
    return ssVec2_Make( radius * ssCos( theta ), radius * ssSin( theta ) );
}

void discretisedFillCorners( discretisedProblem* discretised, const ssSystem* system )
{
    int r = discretised->contacts, all = 2 * discretised->first[r];
    discretised->form = discretisedByCorners;
    discretised->size = 2 * r + all;
    memset( discretised->m, 0, (size_t)discretised->size * (size_t)discretised->size * sizeof( double ) );
    for ( int i = 0; i < r; ++i )
    {
        discretised->q[i] = system->q[3 * i];
        memcpy( entry( discretised, i, 0 ), rowOf( discretised, i ), (size_t)r * sizeof( double ) );
        int zeta = r + all + i, tangent = r + 2 * i;
        discretised->q[zeta] = 0.0;
        *entry( discretised, zeta, i ) = discretised->polygons[i].mu;
        for ( int j = 0; j < 2 * discretised->polygons[i].k; ++j )
        {
            ssVec2 e = cornerOf( discretised, i, j );
            int beta = r + 2 * discretised->first[i] + j;
            discretised->q[beta] = e.x * system->q[3 * i + 1] + e.y * system->q[3 * i + 2];
            *entry( discretised, beta, zeta ) = 1.0;
            *entry( discretised, zeta, beta ) = -1.0;
            const double *first = rowOf( discretised, tangent ), *second = rowOf( discretised, tangent + 1 );
            for ( int d = 0; d < r; ++d )
            {
                const double* normal = rowOf( discretised, d );
                *entry( discretised, d, beta ) = e.x * normal[tangent] + e.y * normal[tangent + 1];
                *entry( discretised, beta, d ) = e.x * first[d] + e.y * second[d];
                double left = e.x * first[r + 2 * d] + e.y * second[r + 2 * d];
                double right = e.x * first[r + 2 * d + 1] + e.y * second[r + 2 * d + 1];
                for ( int l = 0; l < 2 * discretised->polygons[d].k; ++l )
                {
                    ssVec2 f = cornerOf( discretised, d, l );
                    *entry( discretised, beta, r + 2 * discretised->first[d] + l ) = left * f.x + right * f.y;
                }
            }
        }
    }
    discretised->lcp = ( ssLcp ){ .size = discretised->size, .m = discretised->m, .q = discretised->q };
}

// --------------------------------------------------------------------------------------------------------- answers

static void reactionsByCorners( const discretisedProblem* discretised, const double* z, double* p )
{
    for ( int i = 0; i < discretised->contacts; ++i )
    {
        double* own = p + 3 * i;
        own[0] = z[i];
        own[1] = own[2] = 0.0;
        for ( int j = 0; j < 2 * discretised->polygons[i].k; ++j )
        {
            ssVec2 e = cornerOf( discretised, i, j );
            double beta = z[discretised->contacts + 2 * discretised->first[i] + j];
            own[1] += e.x * beta;
            own[2] += e.y * beta;
        }
    }
}

/// lambda_t = a (E (kappa+ - kappa-) - u_t - S_tn lambda_n).
static void reactionsByFacets( const discretisedProblem* discretised, const double* z, double* p )
{
    int r = discretised->contacts, t = 2 * r, all = discretised->first[r];
    for ( int i = 0; i < r; ++i )
    {
        p[3 * i] = z[i];
        for ( int c = 0; c < 2; ++c )
        {
            int row = 2 * i + c;
            double value = -discretised->y[row];
            for ( int d = 0; d < r; ++d )
            {
                const frictionPolygon* other = &discretised->polygons[d];
                const double* a = discretised->a + (size_t)row * (size_t)t + (size_t)( 2 * d );
                for ( int l = 0; l < other->k; ++l )
                {
                    int at = r + discretised->first[d] + l;
                    double kappa = z[at] - z[at + all];
                    ssVec2 e = kappa != 0.0 ? ssPyramidDirection( other->k, other->angle, l )
                                            : ssVec2_Make( 0.0, 0.0 );
                    value += kappa * ( a[0] * e.x + a[1] * e.y );
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
    if ( y == NULL )
    {
        return;
    }
    state->iterations = report->iterations;
    state->status = report->status == ss_lcpIterationLimit ? ss_solveLimit
        : report->status == ss_lcpNotFinite                ? ss_solveNotFinite
        : report->status == ss_lcpCancelled                ? ss_solveCancelled
                                                           : ss_solveStalled;
    solveNote( state, "LCP of %d unknowns: %s", discretised->size, ssLcpStatusName( report->status ) );
    if ( report->status == ss_lcpCycle )
    {
        solveNote( state, " of period %d", report->period );
    }
    solveNote( state, " after %d %s, its own residual %.1e", report->iterations, unit, report->residual );
    if ( report->status != ss_lcpNotFinite )
    {
        discretisedReactions( discretised, discretised->z, state->p );
        systemMultiply( state->system, state->p, y, state->system->velocity );
        ssSolveStatus status = state->status;
        if ( !solveCheck( state, state->p, y, 0.0 ) )
        {
            state->status = status;
            solveNote( state, "%s",
                report->status == ss_lcpSolved && !discretised->isPolyhedral
                    ? "; its friction is bounded by polygons, that of the problem by circles"
                    : "" );
        }
    }
    solveFree( state, y );
}
