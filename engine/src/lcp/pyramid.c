// SPDX-License-Identifier: MIT
#include "lcp/pyramid_solver.h"
#include "linalg/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Eq. 8 of Peiret et al. as a linear complementarity problem. This file builds it; pyramid_solve.c solves it.

ssVec2 ssPyramidDirection( int k, double angle, int j )
{
    double theta = angle + SS_PI * j / k;
    return ssVec2_Make( cos( theta ), sin( theta ) );
}

void ssPyramidCorners( ssPyramidModel model, int k, double angle, ssVec2* corners )
{
    // Circumscribed: where the facets with normals e_j and e_j+1 meet. Inscribed: the directions themselves.
    bool outside = model == ss_pyramidAcceleration;
    double radius = outside ? 1.0 / cos( SS_PI / ( 2.0 * k ) ) : 1.0, turn = outside ? 0.5 : 0.0;
    for ( int j = 0; j < 2 * k; ++j )
    {
        double theta = angle + SS_PI * ( j + turn ) / k;
        corners[j] = ssVec2_Make( radius * cos( theta ), radius * sin( theta ) );
    }
}

// ---------------------------------------------------------------------------------------------------- memory

static double* take( double** memory, size_t count )
{
    double* taken = *memory;
    *memory += count;
    return taken;
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
    size_t sn = (size_t)n, r = (size_t)contacts, k = (size_t)directions, lcp = (size_t)size,
           core = sn + 6 * r;
    size_t numbers = sn * sn + sn + 6 * r * sn + 3 * r + r * r + 4 * r * r + 8 * r * r + 2 * r * r + 2 * r +
        lcp * lcp + 3 * lcp + 2 * core * core + 5 * core + 2 * r + sn + 3 * r + 4 * k + sn * sn + sn;
    ssPyramidSolver* made = ssAlloc( sizeof *made );
    double* memory = ssAlloc( numbers * sizeof *memory );
    int* indices = ssAlloc( ( 5 * r + core + 1 ) * sizeof *indices );
    ssPyramidContact* unitContacts = ssAlloc( ( r + 1 ) * sizeof *unitContacts );
    ssLcpWork* work = NULL;
    ssResult result = ssCreateLcpWork( size, &work );
    if ( made == NULL || memory == NULL || indices == NULL || unitContacts == NULL || result.code != ss_ok )
    {
        ssRelease( unitContacts );
        ssRelease( made );
        ssRelease( memory );
        ssRelease( indices );
        ssDestroyLcpWork( work );
        return ssError( ss_errorMemory, NULL, "out of memory for %d contacts", contacts );
    }
    double* at = memory;
    *made = ( ssPyramidSolver ){ .n = n,
        .contacts = contacts,
        .directions = directions,
        .numbers = memory,
        .indices = indices,
        .work = work,
        .unitContacts = unitContacts,
        .slot = indices,
        .first = indices + r,
        .firstUsed = indices + 2 * r,
        .active = indices + 3 * r,
        .pivots = indices + 5 * r };
    double** members[] = { &made->factor, &made->wf, &made->g, &made->wg, &made->js, &made->wjs, &made->un,
        &made->us, &made->snn, &made->sns, &made->ssn, &made->sss, &made->a, &made->x, &made->y, &made->m,
        &made->q, &made->z, &made->z2, &made->system, &made->scratch, &made->rhs, &made->unknowns,
        &made->isolated, &made->solution.acceleration, &made->solution.normal, &made->solution.tangent,
        &made->solution.kappaPlus, &made->solution.kappaMinus, &made->solution.sigmaPlus,
        &made->solution.sigmaMinus, &made->unitMass, &made->unitForce };
    const size_t counts[] = { sn * sn, sn, r * sn, r * sn, 2 * r * sn, 2 * r * sn, r, 2 * r, r * r, 2 * r * r,
        2 * r * r, 4 * r * r, 4 * r * r, 2 * r * r, 2 * r, lcp * lcp, lcp, lcp, lcp, core * core,
        core * core + 3 * core, core, core, 2 * r, sn, r, 2 * r, k, k, k, k, sn * sn, sn };
    for ( int i = 0; i < SS_COUNT( members ); ++i )
    {
        *members[i] = take( &at, counts[i] );
    }
    SS_ASSERT( (size_t)( at - memory ) == numbers );
    *solver = made;
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
        ssRelease( solver );
    }
}

// ----------------------------------------------------------------------------------------------------- check

ssResult ssCheckPyramid( const ssPyramidProblem* problem )
{
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const ssPyramidContact* c = problem->contacts + i;
        if ( c->k < SS_PYRAMID_MIN_DIRECTIONS || c->k > SS_PYRAMID_MAX_DIRECTIONS )
        {
            return ssError( ss_errorValue, "k", "contact %d has k = %d; allowed: 2 <= k <= 64", i, c->k );
        }
        if ( !( c->mu >= 0.0 && isfinite( c->mu ) ) )
        {
            return ssError( ss_errorValue, "mu", "contact %d has mu = %g; allowed: mu >= 0", i, c->mu );
        }
        if ( !( c->phantomInertia >= 0.0 && isfinite( c->phantomInertia ) ) )
        {
            return ssError( ss_errorValue, "phantom_inertia",
                "contact %d has phantom_inertia = %g kg; allowed: >= 0", i, c->phantomInertia );
        }
        if ( c->sliding && !( c->muKinetic >= 0.0 && isfinite( c->muKinetic ) ) )
        {
            return ssError(
                ss_errorValue, "mu_k", "contact %d has mu_k = %g; allowed: mu_k >= 0", i, c->muKinetic );
        }
    }
    if ( !( problem->compliance >= 0.0 && isfinite( problem->compliance ) ) )
    {
        return ssError( ss_errorValue, "compliance", "compliance = %g; allowed: >= 0", problem->compliance );
    }
    return ssOk();
}

const ssPyramidProblem* pyramidRescale(
    ssPyramidSolver* s, const ssPyramidProblem* p, ssPyramidProblem* scaled, double* unit )
{
    int n = p->n, exponent = 0;
    double largest = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        largest = fmax( largest, p->mass[i * n + i] );
    }
    *unit = 1.0;
    if ( !( largest > 0.0 && isfinite( largest ) ) || ( frexp( largest, &exponent ), abs( exponent ) <= 64 ) )
    {
        return p;
    }
    *unit = ldexp( 1.0, exponent );
    *scaled = *p;
    for ( int i = 0; i < n * n; ++i )
    {
        s->unitMass[i] = ldexp( p->mass[i], -exponent );
    }
    for ( int i = 0; i < n; ++i )
    {
        s->unitForce[i] = ldexp( p->force[i], -exponent );
    }
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

// ----------------------------------------------------------------------------------------------- elimination

static double dot( const double* a, const double* b, int n )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        sum += a[i] * b[i];
    }
    return sum;
}

/// out = left right^T, rows × columns numbers, from rows of n numbers each.
static void products( const double* left, int rows, const double* right, int columns, int n, double* out )
{
    for ( int i = 0; i < rows; ++i )
    {
        for ( int j = 0; j < columns; ++j )
        {
            out[i * columns + j] = dot( left + i * n, right + j * n, n );
        }
    }
}

/// Which contacts have directions, and where.
static void layOut( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    int all = 0, used = 0;
    s->rs = 0;
    for ( int i = 0; i < p->contactCount; ++i )
    {
        const ssPyramidContact* c = p->contacts + i;
        SS_ASSERT( c->k >= SS_PYRAMID_MIN_DIRECTIONS && c->k <= SS_PYRAMID_MAX_DIRECTIONS );
        s->slot[i] = c->sliding ? -1 : s->rs++;
        s->first[i] = all;
        s->firstUsed[i] = used;
        all += c->k;
        used += c->sliding ? 0 : c->k;
    }
    s->directionsUsed = used;
    SS_ASSERT( p->n <= s->n && p->contactCount <= s->contacts && all <= s->directions );
}

ssLcpStatus pyramidReduce( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    layOut( s, p );
    int n = p->n, r = p->contactCount, rs = s->rs;
    size_t row = (size_t)n * sizeof( double );
    memcpy( s->factor, p->mass, (size_t)n * row );
    if ( !denseCholeskyFactor( s->factor, n, 1e-15 ) )
    {
        return ss_lcpRefused;
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
        if ( s->slot[i] >= 0 )
        {
            memcpy( s->js + 2 * s->slot[i] * n, t1, 2 * row );
        }
        s->un[i] = dot( jn, s->wf, n ) + ( p->normalBias != NULL ? p->normalBias[i] : 0.0 );
        for ( int d = 0; d < 2 && s->slot[i] >= 0; ++d )
        {
            double bias = p->tangentBias != NULL ? p->tangentBias[2 * i + d] : 0.0;
            s->us[2 * s->slot[i] + d] = dot( t1 + d * n, s->wf, n ) + bias;
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
    return ss_lcpSolved;
}

/// a = sss^-1, x = a ssn, y = a us. False: the friction rows depend on each other.
static bool invertFriction( ssPyramidSolver* s, int r )
{
    int m = 2 * s->rs;
    double *factor = s->scratch, *column = s->rhs;
    memcpy( factor, s->sss, (size_t)( m * m ) * sizeof *factor );
    // Redundant rows without compliance leave nothing but rounding here.
    if ( !denseCholeskyFactor( factor, m, 1e-13 ) )
    {
        return false;
    }
    for ( int j = 0; j < m; ++j )
    {
        memset( column, 0, (size_t)m * sizeof *column );
        column[j] = 1.0;
        denseCholeskySolve( factor, m, column );
        for ( int i = 0; i < m; ++i )
        {
            s->a[i * m + j] = column[i];
        }
    }
    for ( int j = 0; j < r; ++j )
    {
        for ( int i = 0; i < m; ++i )
        {
            column[i] = s->ssn[i * r + j];
        }
        denseCholeskySolve( factor, m, column );
        for ( int i = 0; i < m; ++i )
        {
            s->x[i * r + j] = column[i];
        }
    }
    memcpy( s->y, s->us, (size_t)m * sizeof *s->y );
    denseCholeskySolve( factor, m, s->y );
    return true;
}

static double* entry( ssPyramidSolver* s, int size, int i, int j )
{
    return s->m + (size_t)i * (size_t)size + (size_t)j;
}

/// rho changes neither acceleration nor force; far beyond the masses it would only cost digits.
static double usedInertia( const ssPyramidSolver* s, const ssPyramidContact* c, int slot )
{
    int m = 2 * s->rs, i = 2 * slot;
    double mass = fmax( s->a[i * m + i], s->a[( i + 1 ) * m + i + 1] );
    return fmin( c->phantomInertia, 1e4 * c->k * mass );
}

/// Q = [[S_n, B, -B], [mu - B^T, H, -H + rho], [mu + B^T, -H + rho, H]] with w = (u_n', sigma-, sigma+): the
/// crossed pairing of Eqs. 6-7 puts rho off the diagonal.
static void eliminateAcceleration( ssPyramidSolver* s, const ssPyramidProblem* p, int size )
{
    int r = p->contactCount, m = 2 * s->rs, K = s->directionsUsed;
    for ( int i = 0; i < r; ++i )
    {
        for ( int j = 0; j < r; ++j )
        {
            double sum = s->snn[i * r + j];
            for ( int l = 0; l < m; ++l )
            {
                sum -= s->sns[i * m + l] * s->x[l * r + j];
            }
            *entry( s, size, i, j ) = sum;
        }
        s->q[i] = s->un[i] - dot( s->sns + i * m, s->y, m );
    }
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int slot = s->slot[c], k = slot >= 0 ? contact->k : 0;
        double rho = slot >= 0 ? usedInertia( s, contact, slot ) : 0.0;
        for ( int j = 0; j < k; ++j )
        {
            ssVec2 e = ssPyramidDirection( k, contact->angle, j );
            int plus = r + s->firstUsed[c] + j, minus = plus + K;
            s->q[plus] = -( e.x * s->y[2 * slot] + e.y * s->y[2 * slot + 1] );
            s->q[minus] = -s->q[plus];
            for ( int i = 0; i < r; ++i )
            {
                // B = J_n M^-1 J_t^T A E; with kinetic friction elsewhere the row is no longer its transpose
                double column = 0.0;
                for ( int l = 0; l < m; ++l )
                {
                    column += s->sns[i * m + l] *
                        ( s->a[l * m + 2 * slot] * e.x + s->a[l * m + 2 * slot + 1] * e.y );
                }
                double rowEntry = e.x * s->x[2 * slot * r + i] + e.y * s->x[( 2 * slot + 1 ) * r + i];
                double mu = i == c ? contact->mu : 0.0;
                *entry( s, size, i, plus ) = column;
                *entry( s, size, i, minus ) = -column;
                *entry( s, size, plus, i ) = mu - rowEntry;
                *entry( s, size, minus, i ) = mu + rowEntry;
            }
            for ( int d = 0; d < r; ++d )
            {
                int other = s->slot[d];
                const double* a = other >= 0 ? s->a + 2 * slot * m + 2 * other : NULL;
                double left = other >= 0 ? e.x * a[0] + e.y * a[m] : 0.0;
                double right = other >= 0 ? e.x * a[1] + e.y * a[m + 1] : 0.0;
                for ( int l = 0; other >= 0 && l < p->contacts[d].k; ++l )
                {
                    ssVec2 f = ssPyramidDirection( p->contacts[d].k, p->contacts[d].angle, l );
                    double h = left * f.x + right * f.y, off = -h + ( c == d && j == l ? rho : 0.0 );
                    int at = r + s->firstUsed[d] + l;
                    *entry( s, size, plus, at ) = h;
                    *entry( s, size, minus, at + K ) = h;
                    *entry( s, size, plus, at + K ) = off;
                    *entry( s, size, minus, at ) = off;
                }
            }
        }
    }
}

/// Stewart & Trinkle: lambda_t = E (beta+ - beta-), 0 <= beta ⟂ zeta ± E^T u_t >= 0, 0 <= zeta ⟂ mu lambda_n
/// - sum of beta >= 0.
static void eliminateForce( ssPyramidSolver* s, const ssPyramidProblem* p, int size )
{
    int r = p->contactCount, m = 2 * s->rs, K = s->directionsUsed;
    for ( int i = 0; i < r; ++i )
    {
        memcpy( entry( s, size, i, 0 ), s->snn + i * r, (size_t)r * sizeof *s->m );
        s->q[i] = s->un[i];
    }
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int slot = s->slot[c], k = slot >= 0 ? contact->k : 0, zeta = r + 2 * K + slot;
        for ( int j = 0; j < k; ++j )
        {
            ssVec2 e = ssPyramidDirection( k, contact->angle, j );
            int plus = r + s->firstUsed[c] + j, minus = plus + K;
            s->q[plus] = e.x * s->us[2 * slot] + e.y * s->us[2 * slot + 1];
            s->q[minus] = -s->q[plus];
            for ( int i = 0; i < r; ++i )
            {
                double column = s->sns[i * m + 2 * slot] * e.x + s->sns[i * m + 2 * slot + 1] * e.y;
                double rowEntry = e.x * s->ssn[2 * slot * r + i] + e.y * s->ssn[( 2 * slot + 1 ) * r + i];
                *entry( s, size, i, plus ) = column;
                *entry( s, size, i, minus ) = -column;
                *entry( s, size, plus, i ) = rowEntry;
                *entry( s, size, minus, i ) = -rowEntry;
            }
            for ( int d = 0; d < r; ++d )
            {
                int other = s->slot[d];
                const double* b = other >= 0 ? s->sss + 2 * slot * m + 2 * other : NULL;
                for ( int l = 0; other >= 0 && l < p->contacts[d].k; ++l )
                {
                    ssVec2 f = ssPyramidDirection( p->contacts[d].k, p->contacts[d].angle, l );
                    double h = ( e.x * b[0] + e.y * b[m] ) * f.x + ( e.x * b[1] + e.y * b[m + 1] ) * f.y;
                    int at = r + s->firstUsed[d] + l;
                    *entry( s, size, plus, at ) = h;
                    *entry( s, size, minus, at + K ) = h;
                    *entry( s, size, plus, at + K ) = -h;
                    *entry( s, size, minus, at ) = -h;
                }
            }
            *entry( s, size, plus, zeta ) = 1.0;
            *entry( s, size, minus, zeta ) = 1.0;
            *entry( s, size, zeta, plus ) = -1.0;
            *entry( s, size, zeta, minus ) = -1.0;
        }
        if ( slot >= 0 )
        {
            *entry( s, size, zeta, c ) = contact->mu;
            s->q[zeta] = 0.0;
        }
    }
}

ssLcp ssPyramid_Eliminate( ssPyramidSolver* solver, const ssPyramidProblem* problem, ssLcpStatus* status )
{
    *status = pyramidReduce( solver, problem );
    int r = problem->contactCount;
    bool force = problem->model == ss_pyramidForce;
    if ( *status == ss_lcpSolved && !force && !invertFriction( solver, r ) )
    {
        *status = ss_lcpRefused;
    }
    if ( *status != ss_lcpSolved )
    {
        return ( ssLcp ){ .size = 0 };
    }
    int size = r + 2 * solver->directionsUsed + ( force ? solver->rs : 0 );
    memset( solver->m, 0, (size_t)size * (size_t)size * sizeof *solver->m );
    if ( force )
    {
        eliminateForce( solver, problem, size );
    }
    else
    {
        eliminateAcceleration( solver, problem, size );
    }
    return ( ssLcp ){ .size = size, .m = solver->m, .q = solver->q };
}
