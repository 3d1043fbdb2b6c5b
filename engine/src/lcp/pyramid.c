// SPDX-License-Identifier: MIT
#include "base/facets.h"
#include "lcp/pyramid_private.h"
#include "linalg/dense.h"

#include <stdlib.h>
#include <string.h>

// The discretised friction model: directions, memory, the check and unit of mass of a problem, elimination
// and solution. Its equations are in facet_blocks.c.

ssVec2 ssPyramidDirection( int k, double angle, int j ) { return facetDirection( k, angle, j ); }

void ssPyramidCorners( ssPyramidModel model, int k, double angle, ssVec2* corners )
{
    facetCorners( k, angle, model == ss_pyramidForce, 1.0, corners );
}

/// Assigns the arrays from `memory` on (NULL: only counts) and returns how many doubles they take.
static size_t assignArrays( ssPyramidSolver* s, double* memory )
{
    size_t n = (size_t)s->n, r = (size_t)s->contacts, k = (size_t)s->directions;
    size_t lcp = 2 * r + 2 * k, core = n + 6 * r;
    const struct
    {
        double** array;
        size_t count;
    } arrays[] = { { &s->factor, n * n }, { &s->wf, n }, { &s->g, r * n }, { &s->wg, r * n },
        { &s->js, 2 * r * n }, { &s->wjs, 2 * r * n }, { &s->un, r }, { &s->us, 2 * r }, { &s->snn, r * r },
        { &s->sns, 2 * r * r }, { &s->ssn, 2 * r * r }, { &s->sss, 4 * r * r }, { &s->a, 4 * r * r },
        { &s->x, 2 * r * r }, { &s->y, 2 * r }, { &s->m, lcp * lcp }, { &s->q, lcp }, { &s->z, lcp },
        { &s->z2, lcp }, { &s->system, core * core }, { &s->scratch, core * core + 3 * core },
        { &s->rhs, core }, { &s->unknowns, core }, { &s->isolated, 2 * r }, { &s->solution.acceleration, n },
        { &s->solution.normal, r }, { &s->solution.tangent, 2 * r }, { &s->solution.kappaPlus, k },
        { &s->solution.kappaMinus, k }, { &s->solution.sigmaPlus, k }, { &s->solution.sigmaMinus, k },
        { &s->unitMass, n * n }, { &s->unitForce, n } };
    size_t used = 0;
    for ( int i = 0; i < SS_COUNT( arrays ); ++i )
    {
        *arrays[i].array = memory != NULL ? memory + used : NULL;
        used += arrays[i].count;
    }
    return used;
}

ssResult ssCreatePyramidSolver( int n, int contacts, int directions, ssPyramidSolver** solver )
{
    *solver = NULL;
    int size = 2 * contacts + 2 * directions;
    if ( n < 1 || n > 5000 || contacts < 0 || contacts > 1000 || directions < 0 || size > 20000 )
    {
        return ssError( ss_errorValue, "contacts",
            "%d velocities, %d contacts, %d directions; allowed: 1 to 5000, 0 to 1000 and 2 (contacts + "
            "directions) <= 20000",
            n, contacts, directions );
    }
    ssPyramidSolver sizes = { .n = n, .contacts = contacts, .directions = directions };
    size_t r = (size_t)contacts, core = (size_t)n + 6 * r;
    ssPyramidSolver* created = ssAlloc( sizeof *created );
    double* memory = ssAlloc( assignArrays( &sizes, NULL ) * sizeof *memory );
    int* indices = ssAlloc( ( 5 * r + core + 1 ) * sizeof *indices );
    ssPyramidContact* unitContacts = ssAlloc( ( r + 1 ) * sizeof *unitContacts );
    facetPolygon* polygons = ssAlloc( ( r + 1 ) * sizeof *polygons );
    facetUnknown* list = ssAlloc( ( 2 * (size_t)directions + 1 ) * sizeof *list );
    ssLcpWork* work = NULL;
    ssResult result = ssCreateLcpWork( size, &work );
    if ( created == NULL || memory == NULL || indices == NULL || unitContacts == NULL || polygons == NULL ||
        list == NULL || result.code != ss_ok )
    {
        ssRelease( unitContacts );
        ssRelease( polygons );
        ssRelease( list );
        ssRelease( created );
        ssRelease( memory );
        ssRelease( indices );
        ssDestroyLcpWork( work );
        return ssError( ss_errorMemory, NULL, "out of memory for %d contacts", contacts );
    }
    *created = ( ssPyramidSolver ){ .n = n,
        .contacts = contacts,
        .directions = directions,
        .numbers = memory,
        .indices = indices,
        .work = work,
        .unitContacts = unitContacts,
        .polygons = polygons,
        .list = list,
        .stickIndex = indices,
        .firstDirection = indices + r,
        .firstStickDirection = indices + 2 * r,
        .active = indices + 3 * r,
        .pivots = indices + 5 * r };
    assignArrays( created, memory );
    *solver = created;
    return ssOk();
}

void ssDestroyPyramidSolver( ssPyramidSolver* solver )
{
    if ( solver != NULL )
    {
        ssDestroyLcpWork( solver->work );
        ssRelease( solver->numbers );
        ssRelease( solver->indices );
        ssRelease( solver->unitContacts );
        ssRelease( solver->polygons );
        ssRelease( solver->list );
        ssRelease( solver );
    }
}

const ssPyramidProblem* pyramidRescale(
    ssPyramidSolver* s, const ssPyramidProblem* p, ssPyramidProblem* scaled, double* unit )
{
    int n = p->n, exponent = 0;
    double largest = 0.0;
    for ( int i = 0; i < n; ++i ) { largest = ssMax( largest, p->mass[i * n + i] ); }
    *unit = 1.0;
    if ( !( largest > 0.0 && isfinite( largest ) ) || ( frexp( largest, &exponent ), abs( exponent ) <= 64 ) )
    {
        return p;
    }
    *unit = ldexp( 1.0, exponent );
    *scaled = *p;
    for ( int i = 0; i < n * n; ++i ) { s->unitMass[i] = ldexp( p->mass[i], -exponent ); }
    for ( int i = 0; i < n; ++i ) { s->unitForce[i] = ldexp( p->force[i], -exponent ); }
    for ( int i = 0; i < p->contactCount; ++i )
    {
        s->unitContacts[i] = p->contacts[i];
        s->unitContacts[i].phantomInertia = ldexp( p->contacts[i].phantomInertia, -exponent );
    }
    scaled->mass = s->unitMass;
    scaled->force = s->unitForce;
    scaled->contacts = s->unitContacts;
    scaled->compliance = ldexp( p->compliance, exponent );
    return scaled;
}

// Computes S = J M^-1 J^T, common to both models, from which facet_blocks.c builds the problem.

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
    if ( !denseCholeskyFactor( s->factor, n, 1e-15 ) ) { return ss_statusRefused; }
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
        if ( s->stickIndex[i] >= 0 ) { memcpy( s->js + 2 * s->stickIndex[i] * n, t1, 2 * row ); }
        s->un[i] = pyramidDot( jn, s->wf, n ) + ( p->normalBias != NULL ? p->normalBias[i] : 0.0 );
        for ( int d = 0; d < 2 && s->stickIndex[i] >= 0; ++d )
        {
            double bias = p->tangentBias != NULL ? p->tangentBias[2 * i + d] : 0.0;
            s->us[2 * s->stickIndex[i] + d] = pyramidDot( t1 + d * n, s->wf, n ) + bias;
        }
    }
    memcpy( s->wg, s->g, (size_t)r * row );
    memcpy( s->wjs, s->js, 2 * (size_t)rs * row );
    for ( int i = 0; i < r; ++i ) { denseCholeskySolve( s->factor, n, s->wg + i * n ); }
    for ( int i = 0; i < 2 * rs; ++i ) { denseCholeskySolve( s->factor, n, s->wjs + i * n ); }
    products( p->normalJacobian, r, s->wg, r, n, s->snn );
    products( p->normalJacobian, r, s->wjs, 2 * rs, n, s->sns );
    products( s->js, 2 * rs, s->wg, r, n, s->ssn );
    products( s->js, 2 * rs, s->wjs, 2 * rs, n, s->sss );
    for ( int i = 0; i < r; ++i ) { s->snn[i * r + i] += p->compliance; }
    for ( int i = 0; i < 2 * rs; ++i ) { s->sss[i * 2 * rs + i] += p->compliance; }
    return ss_statusConverged;
}

ssLcp ssPyramid_Eliminate( ssPyramidSolver* solver, const ssPyramidProblem* problem, ssStatus* status )
{
    *status = pyramidReduce( solver, problem );
    if ( *status != ss_statusConverged ) { return ( ssLcp ){ .size = 0 }; }
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

// Elimination, Lemke's method, forces and accelerations; pyramid_active_facets.c refines phantom inertia.

ssVec2 pyramidTangentAcceleration( const ssPyramidProblem* p, int contact, const double* v )
{
    double u[2];
    for ( int d = 0; d < 2; ++d )
    {
        const double* row = p->tangentJacobian + ( 2 * contact + d ) * p->n;
        u[d] = p->tangentBias != NULL ? p->tangentBias[2 * contact + d] : 0.0;
        for ( int j = 0; j < p->n; ++j ) { u[d] += row[j] * v[j]; }
    }
    return ssVec2_Make( u[0], u[1] );
}

/// v' = M^-1 (force + J_n^T lambda_n + J_t^T lambda_t) from the forces in the solution.
static void computeAcceleration( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    ssPyramidSolution* out = &s->solution;
    int n = p->n;
    memcpy( out->acceleration, p->force, (size_t)n * sizeof( double ) );
    for ( int i = 0; i < p->contactCount; ++i )
    {
        for ( int j = 0; j < n; ++j )
        {
            out->acceleration[j] += p->normalJacobian[i * n + j] * out->normal[i] +
                p->tangentJacobian[2 * i * n + j] * out->tangent[2 * i] +
                p->tangentJacobian[( 2 * i + 1 ) * n + j] * out->tangent[2 * i + 1];
        }
    }
    denseCholeskySolve( s->factor, n, out->acceleration );
}

static void clearSolution( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    ssPyramidSolution* out = &s->solution;
    size_t r = (size_t)p->contactCount, k = 0;
    for ( size_t i = 0; i < r; ++i ) { k += (size_t)p->contacts[i].k; }
    double* directions[] = { out->kappaPlus, out->kappaMinus, out->sigmaPlus, out->sigmaMinus };
    memset( out->acceleration, 0, (size_t)p->n * sizeof( double ) );
    memset( out->normal, 0, r * sizeof( double ) );
    memset( out->tangent, 0, 2 * r * sizeof( double ) );
    for ( int i = 0; i < SS_COUNT( directions ); ++i ) { memset( directions[i], 0, k * sizeof( double ) ); }
}

void pyramidUnpack( ssPyramidSolver* s, const ssPyramidProblem* p, const double* z )
{
    ssPyramidSolution* out = &s->solution;
    int r = p->contactCount, m = 2 * s->rs, K = s->stickDirections;
    bool force = p->model == ss_pyramidForce;
    memcpy( out->normal, z, (size_t)r * sizeof *z );
    double* weights = s->rhs; // E (kappa+ - kappa-), or E (beta+ - beta-)
    memset( weights, 0, (size_t)m * sizeof *weights );
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int stick = s->stickIndex[c];
        for ( int j = 0; stick >= 0 && j < contact->k; ++j )
        {
            ssVec2 e = s->list[s->firstStickDirection[c] + j].e;
            double plus = z[r + s->firstStickDirection[c] + j],
                   minus = z[r + K + s->firstStickDirection[c] + j];
            weights[2 * stick] += e.x * ( plus - minus );
            weights[2 * stick + 1] += e.y * ( plus - minus );
            out->kappaPlus[s->firstDirection[c] + j] = plus;
            out->kappaMinus[s->firstDirection[c] + j] = minus;
        }
    }
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        for ( int d = 0; d < 2; ++d )
        {
            int row = 2 * s->stickIndex[c] + d;
            double value = -contact->muKinetic * ( d == 0 ? contact->slip.x : contact->slip.y ) * z[c];
            if ( s->stickIndex[c] >= 0 )
            {
                value = force ? weights[row] : -s->y[row];
                for ( int l = 0; l < m && !force; ++l ) { value += s->a[row * m + l] * weights[l]; }
                for ( int i = 0; i < r && !force; ++i ) { value -= s->x[row * r + i] * z[i]; }
            }
            out->tangent[2 * c + d] = value;
        }
    }
    computeAcceleration( s, p );
}

/// The friction saturations sigma± of Eqs. 2-3, or the slacks of the force model.
static void fillSaturations( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    ssPyramidSolution* out = &s->solution;
    int zetas = p->contactCount + 2 * s->stickDirections;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        ssVec2 force = { out->tangent[2 * c], out->tangent[2 * c + 1] };
        ssVec2 u = pyramidTangentAcceleration( p, c, out->acceleration );
        for ( int j = 0; j < contact->k; ++j )
        {
            ssVec2 e = ssPyramidDirection( contact->k, contact->angle, j );
            int at = s->firstDirection[c] + j;
            double bound = contact->mu * out->normal[c], along = ssVec2_Dot( e, force );
            double rho = contact->phantomInertia;
            out->sigmaPlus[at] = bound - along + rho * out->kappaPlus[at];
            out->sigmaMinus[at] = bound + along + rho * out->kappaMinus[at];
            if ( p->model == ss_pyramidForce && s->stickIndex[c] >= 0 )
            {
                double zeta = s->z[zetas + s->stickIndex[c]];
                out->sigmaPlus[at] = zeta + ssVec2_Dot( e, u );
                out->sigmaMinus[at] = zeta - ssVec2_Dot( e, u );
            }
        }
    }
}

static bool solutionIsFinite( const ssPyramidSolver* s, const ssPyramidProblem* p )
{
    bool finite = true;
    for ( int i = 0; i < p->n; ++i ) { finite = finite && isfinite( s->solution.acceleration[i] ); }
    for ( int i = 0; i < p->contactCount; ++i )
    {
        finite = finite && isfinite( s->solution.normal[i] ) && isfinite( s->solution.tangent[2 * i] ) &&
            isfinite( s->solution.tangent[2 * i + 1] );
    }
    return finite;
}

/// Converts the solution from a unit of mass back to kilograms.
static void toKilograms( ssPyramidSolver* s, const ssPyramidProblem* p, double unit )
{
    ssPyramidSolution* out = &s->solution;
    bool force = p->model == ss_pyramidForce;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        out->normal[c] *= unit;
        out->tangent[2 * c] *= unit;
        out->tangent[2 * c + 1] *= unit;
        for ( int j = 0; j < p->contacts[c].k; ++j )
        {
            int at = s->firstDirection[c] + j;
            ( force ? out->kappaPlus : out->sigmaPlus )[at] *= unit;
            ( force ? out->kappaMinus : out->sigmaMinus )[at] *= unit;
        }
    }
}

const ssPyramidSolution* ssPyramid_Solve( ssPyramidSolver* solver, const ssPyramidProblem* given )
{
    ssPyramidSolution* out = &solver->solution;
    ssStatus status = ss_statusConverged;
    ssPyramidProblem scaled;
    double unit = 1.0;
    const ssPyramidProblem* problem = pyramidRescale( solver, given, &scaled, &unit );
    clearSolution( solver, problem );
    ssLcp lcp = ssPyramid_Eliminate( solver, problem, &status );
    if ( status != ss_statusConverged )
    {
        out->report = ( ssLcpReport ){ .status = status, .residual = HUGE_VAL };
        return out;
    }
    out->report = ssLcp_Lemke( &lcp, solver->work, solver->z );
    pyramidUnpack( solver, problem, solver->z );
    if ( out->report.status == ss_statusConverged && problem->model == ss_pyramidAcceleration )
    {
        pyramidRefine( solver, problem, &lcp );
    }
    fillSaturations( solver, problem );
    if ( unit != 1.0 ) { toKilograms( solver, problem, unit ); }
    if ( !solutionIsFinite( solver, problem ) )
    {
        clearSolution( solver, problem );
        out->report.status = ss_statusNotFinite;
    }
    return out;
}
