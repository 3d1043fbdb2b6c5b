// SPDX-License-Identifier: MIT
#include "lcp/lcp_work.h"
#include "lcp/pyramid_solver.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

// The discretised friction model solved: Lemke finds which facets are active, their own equations give the
// digits.

/// The two neighbours among ±e_j whose cone holds `u`, and its coordinates on them: kappa where no force says
/// which.
static void decompose( const ssPyramidContact* c, ssVec2 u, double* kappaPlus, double* kappaMinus )
{
    double length = ssVec2_Length( u );
    memset( kappaPlus, 0, (size_t)c->k * sizeof *kappaPlus );
    memset( kappaMinus, 0, (size_t)c->k * sizeof *kappaMinus );
    if ( !( length > 0.0 && isfinite( length ) ) )
    {
        return;
    }
    double sector = ( atan2( u.y, u.x ) - c->angle ) / ( SS_PI / c->k );
    int at = (int)floor( sector - 2.0 * c->k * floor( sector / ( 2.0 * c->k ) ) );
    double sine = sin( SS_PI / c->k );
    for ( int i = 0; i < 2; ++i )
    {
        int j = ( at + i ) % ( 2 * c->k );
        ssVec2 other = ssPyramidDirection( c->k, c->angle, at + 1 - i );
        double cross = i == 0 ? u.x * other.y - u.y * other.x : other.x * u.y - other.y * u.x;
        double kappa = fmax( 0.0, cross / sine );
        kappa = kappa > 1e-15 * length ? kappa : 0.0;
        ( j < c->k ? kappaPlus : kappaMinus )[j % c->k] += kappa;
    }
}

static ssVec2 tangentAcceleration( const ssPyramidProblem* p, int contact, const double* v )
{
    double u[2];
    for ( int d = 0; d < 2; ++d )
    {
        const double* row = p->tangentJacobian + ( 2 * contact + d ) * p->n;
        u[d] = p->tangentBias != NULL ? p->tangentBias[2 * contact + d] : 0.0;
        for ( int j = 0; j < p->n; ++j )
        {
            u[d] += row[j] * v[j];
        }
    }
    return ssVec2_Make( u[0], u[1] );
}

/// v' = M^-1 (force + J_n^T lambda_n + J_t^T lambda_t) from the forces in the solution.
static void accelerate( ssPyramidSolver* s, const ssPyramidProblem* p )
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

static void clear( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    ssPyramidSolution* out = &s->solution;
    size_t r = (size_t)p->contactCount, k = 0;
    for ( size_t i = 0; i < r; ++i )
    {
        k += (size_t)p->contacts[i].k;
    }
    double* directions[] = { out->kappaPlus, out->kappaMinus, out->sigmaPlus, out->sigmaMinus };
    memset( out->acceleration, 0, (size_t)p->n * sizeof( double ) );
    memset( out->normal, 0, r * sizeof( double ) );
    memset( out->tangent, 0, 2 * r * sizeof( double ) );
    for ( int i = 0; i < SS_COUNT( directions ); ++i )
    {
        memset( directions[i], 0, k * sizeof( double ) );
    }
}

/// The solution in terms of z: what Lemke found, before the digits are refined.
static void unpack( ssPyramidSolver* s, const ssPyramidProblem* p, const double* z )
{
    ssPyramidSolution* out = &s->solution;
    int r = p->contactCount, m = 2 * s->rs, K = s->directionsUsed;
    bool force = p->model == ss_pyramidForce;
    memcpy( out->normal, z, (size_t)r * sizeof *z );
    double* weights = s->rhs; // E (kappa+ - kappa-), or E (beta+ - beta-)
    memset( weights, 0, (size_t)m * sizeof *weights );
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int slot = s->slot[c];
        for ( int j = 0; slot >= 0 && j < contact->k; ++j )
        {
            ssVec2 e = ssPyramidDirection( contact->k, contact->angle, j );
            double plus = z[r + s->firstUsed[c] + j], minus = z[r + K + s->firstUsed[c] + j];
            weights[2 * slot] += e.x * ( plus - minus );
            weights[2 * slot + 1] += e.y * ( plus - minus );
            out->kappaPlus[s->first[c] + j] = plus;
            out->kappaMinus[s->first[c] + j] = minus;
        }
    }
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        for ( int d = 0; d < 2; ++d )
        {
            int row = 2 * s->slot[c] + d;
            double value = -contact->muKinetic * ( d == 0 ? contact->slip.x : contact->slip.y ) * z[c];
            if ( s->slot[c] >= 0 )
            {
                value = force ? weights[row] : -s->y[row];
                for ( int l = 0; l < m && !force; ++l )
                {
                    value += s->a[row * m + l] * weights[l];
                }
                for ( int i = 0; i < r && !force; ++i )
                {
                    value -= s->x[row * r + i] * z[i];
                }
            }
            out->tangent[2 * c + d] = value;
        }
    }
    accelerate( s, p );
}

// --------------------------------------------------------------------------------------------- active facets

enum
{
    contactOpen,
    contactFrictionless,
    contactSliding,
    contactRough
};

static int kindOf( const ssPyramidSolver* s, const ssPyramidProblem* p, int c, double smallest )
{
    bool closed = s->solution.normal[c] > smallest;
    return !closed                ? contactOpen
        : p->contacts[c].sliding  ? contactSliding
        : p->contacts[c].mu > 0.0 ? contactRough
                                  : contactFrictionless;
}

/// At most two facets per contact, signed: +(j + 1) for kappa+, -(j + 1) for kappa-.
static void findActive( ssPyramidSolver* s, const ssPyramidProblem* p, double smallest )
{
    ssPyramidSolution* out = &s->solution;
    double largest = 0.0;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        for ( int j = 0; j < p->contacts[c].k; ++j )
        {
            largest =
                fmax( largest, fmax( out->kappaPlus[s->first[c] + j], out->kappaMinus[s->first[c] + j] ) );
        }
    }
    memset( s->active, 0, 2 * (size_t)p->contactCount * sizeof *s->active );
    for ( int c = 0; c < p->contactCount; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        double *plus = out->kappaPlus + s->first[c], *minus = out->kappaMinus + s->first[c];
        int count = 0;
        for ( int pass = 0; pass < 2 && kindOf( s, p, c, smallest ) == contactRough; ++pass )
        {
            count = 0;
            for ( int j = 0; j < contact->k; ++j )
            {
                double kappa = plus[j] - minus[j];
                if ( fabs( kappa ) > 1e-13 * largest )
                {
                    if ( count < 2 )
                    {
                        s->active[2 * c + count] = kappa > 0.0 ? j + 1 : -( j + 1 );
                    }
                    ++count;
                }
            }
            if ( count <= 2 )
            {
                break;
            }
            // Only a degenerate basis has three; any two neighbours carry the same motion.
            decompose( contact, tangentAcceleration( p, c, out->acceleration ), plus, minus );
            s->active[2 * c] = s->active[2 * c + 1] = 0;
        }
    }
}

/// Rows and unknowns of the active facets' equations: v', then lambda_n, lambda_t and kappa of closed
/// contacts. This is Eq. 8 without what is zero; rho multiplies only what is zero, so the answer cannot
/// depend on it.
static int assembleActive( ssPyramidSolver* s, const ssPyramidProblem* p, double smallest )
{
    int n = p->n, size = n;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        int kind = kindOf( s, p, c, smallest );
        size += kind == contactOpen ? 0 : kind != contactRough ? 1 : 3;
        size += ( s->active[2 * c] != 0 ) + ( s->active[2 * c + 1] != 0 );
    }
    size_t w = (size_t)size;
    double *a = s->system, *b = s->rhs;
    memset( a, 0, w * w * sizeof *a );
    memset( b, 0, w * sizeof *b );
    for ( int i = 0; i < n; ++i )
    {
        memcpy( a + (size_t)i * w, p->mass + i * n, (size_t)n * sizeof *a );
        b[i] = p->force[i];
    }
    size_t at = (size_t)n;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int kind = kindOf( s, p, c, smallest );
        if ( kind == contactOpen )
        {
            continue;
        }
        for ( int j = 0; j < n; ++j )
        {
            a[at * w + (size_t)j] = p->normalJacobian[c * n + j];
            a[(size_t)j * w + at] = -s->g[c * n + j];
        }
        a[at * w + at] = p->compliance;
        b[at] = p->normalBias != NULL ? -p->normalBias[c] : 0.0;
        size_t normal = at++;
        for ( int d = 0; d < 2 && kind == contactRough; ++d, ++at )
        {
            const double* row = p->tangentJacobian + ( 2 * c + d ) * n;
            for ( int j = 0; j < n; ++j )
            {
                a[at * w + (size_t)j] = row[j];
                a[(size_t)j * w + at] = -row[j];
            }
            a[at * w + at] = p->compliance;
            b[at] = p->tangentBias != NULL ? -p->tangentBias[2 * c + d] : 0.0;
        }
        for ( int i = 0; i < 2; ++i )
        {
            int signedDirection = s->active[2 * c + i],
                j = ( signedDirection > 0 ? signedDirection : -signedDirection ) - 1;
            if ( signedDirection == 0 )
            {
                continue;
            }
            double sign = signedDirection > 0 ? 1.0 : -1.0;
            ssVec2 e = ssVec2_Scale( sign, ssPyramidDirection( contact->k, contact->angle, j ) );
            a[( normal + 1 ) * w + at] = -e.x;
            a[( normal + 2 ) * w + at] = -e.y;
            a[at * w + normal] = contact->mu;
            a[at * w + normal + 1] = e.x;
            a[at * w + normal + 2] = e.y;
            ++at;
        }
    }
    SS_ASSERT( at == w );
    return size;
}

/// From the unknowns of the active facets' equations into the solution and into z.
static void unpackActive( ssPyramidSolver* s, const ssPyramidProblem* p, double* z, double smallest )
{
    ssPyramidSolution* out = &s->solution;
    int n = p->n, r = p->contactCount, at = n, K = s->directionsUsed;
    const double* x = s->unknowns;
    memcpy( out->acceleration, x, (size_t)n * sizeof *x );
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        int kind = kindOf( s, p, c, smallest );
        double *plus = out->kappaPlus + s->first[c], *minus = out->kappaMinus + s->first[c];
        double normal = kind != contactOpen ? x[at++] : 0.0;
        ssVec2 force = { 0.0, 0.0 };
        if ( kind == contactSliding )
        {
            force = ssVec2_Scale( -contact->muKinetic * normal, contact->slip );
        }
        memset( plus, 0, (size_t)contact->k * sizeof *plus );
        memset( minus, 0, (size_t)contact->k * sizeof *minus );
        if ( kind == contactRough )
        {
            force = ssVec2_Make( x[at], x[at + 1] );
            at += 2;
            for ( int i = 0; i < 2; ++i )
            {
                int d = s->active[2 * c + i];
                if ( d != 0 )
                {
                    ( d > 0 ? plus : minus )[( d > 0 ? d : -d ) - 1] = x[at++];
                }
            }
        }
        else if ( !contact->sliding )
        {
            decompose( contact, tangentAcceleration( p, c, out->acceleration ), plus, minus );
        }
        out->normal[c] = z[c] = normal;
        out->tangent[2 * c] = force.x;
        out->tangent[2 * c + 1] = force.y;
        for ( int j = 0; j < contact->k && s->slot[c] >= 0; ++j )
        {
            z[r + s->firstUsed[c] + j] = plus[j];
            z[r + K + s->firstUsed[c] + j] = minus[j];
        }
    }
}

static void refine( ssPyramidSolver* s, const ssPyramidProblem* p, const ssLcp* lcp )
{
    ssPyramidSolution* out = &s->solution;
    double largest = 0.0;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        largest = fmax( largest, out->normal[c] );
    }
    double smallest = 1e-13 * largest;
    findActive( s, p, smallest );
    int size = assembleActive( s, p, smallest );
    bool solved = denseLuSolveRefined( s->system, s->rhs, size, s->unknowns, s->scratch, s->pivots );
    double residual = HUGE_VAL;
    if ( solved )
    {
        unpackActive( s, p, s->z2, smallest );
        residual = lcpJudge( lcp, s->work, s->z2 );
    }
    // Facets that do not belong together show here, and only here.
    if ( residual <= fmax( 1e-11, out->report.residual ) )
    {
        out->report.residual = residual;
        memcpy( s->z, s->z2, (size_t)lcp->size * sizeof *s->z );
    }
    else
    {
        unpack( s, p, s->z );
    }
}

/// Friction saturations: Eqs. 2-3, or the slacks of the force model.
static void saturate( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    ssPyramidSolution* out = &s->solution;
    int zetas = p->contactCount + 2 * s->directionsUsed;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        ssVec2 force = { out->tangent[2 * c], out->tangent[2 * c + 1] };
        ssVec2 u = tangentAcceleration( p, c, out->acceleration );
        for ( int j = 0; j < contact->k; ++j )
        {
            ssVec2 e = ssPyramidDirection( contact->k, contact->angle, j );
            int at = s->first[c] + j;
            double bound = contact->mu * out->normal[c], along = ssVec2_Dot( e, force );
            double rho = contact->phantomInertia;
            out->sigmaPlus[at] = bound - along + rho * out->kappaPlus[at];
            out->sigmaMinus[at] = bound + along + rho * out->kappaMinus[at];
            if ( p->model == ss_pyramidForce && s->slot[c] >= 0 )
            {
                double zeta = s->z[zetas + s->slot[c]];
                out->sigmaPlus[at] = zeta + ssVec2_Dot( e, u );
                out->sigmaMinus[at] = zeta - ssVec2_Dot( e, u );
            }
        }
    }
}

static bool isFinite( const ssPyramidSolver* s, const ssPyramidProblem* p )
{
    bool finite = true;
    for ( int i = 0; i < p->n; ++i )
    {
        finite = finite && isfinite( s->solution.acceleration[i] );
    }
    for ( int i = 0; i < p->contactCount; ++i )
    {
        finite = finite && isfinite( s->solution.normal[i] ) && isfinite( s->solution.tangent[2 * i] ) &&
            isfinite( s->solution.tangent[2 * i + 1] );
    }
    return finite;
}

/// From a unit of mass back to kilograms.
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
            int at = s->first[c] + j;
            ( force ? out->kappaPlus : out->sigmaPlus )[at] *= unit;
            ( force ? out->kappaMinus : out->sigmaMinus )[at] *= unit;
        }
    }
}

const ssPyramidSolution* ssPyramid_Solve( ssPyramidSolver* solver, const ssPyramidProblem* given )
{
    ssPyramidSolution* out = &solver->solution;
    ssLcpStatus status = ss_lcpSolved;
    ssPyramidProblem scaled;
    double unit = 1.0;
    const ssPyramidProblem* problem = pyramidRescale( solver, given, &scaled, &unit );
    clear( solver, problem );
    ssLcp lcp = ssPyramid_Eliminate( solver, problem, &status );
    if ( status != ss_lcpSolved )
    {
        out->report = ( ssLcpReport ){ .status = status, .residual = HUGE_VAL };
        return out;
    }
    out->report = ssLcp_Lemke( &lcp, solver->work, solver->z );
    unpack( solver, problem, solver->z );
    if ( out->report.status == ss_lcpSolved && problem->model == ss_pyramidAcceleration )
    {
        refine( solver, problem, &lcp );
    }
    saturate( solver, problem );
    if ( unit != 1.0 )
    {
        toKilograms( solver, problem, unit );
    }
    if ( !isFinite( solver, problem ) )
    {
        clear( solver, problem );
        out->report.status = ss_lcpNotFinite;
    }
    return out;
}
