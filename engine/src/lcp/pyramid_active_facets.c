// SPDX-License-Identifier: MIT
#include "lcp/lcp_private.h"
#include "lcp/pyramid_private.h"
#include "linalg/dense.h"

#include <string.h>

// Refines a phantom-inertia solution by the linear equations of its closed contacts and active facets.

typedef enum ContactKind
{
    contactOpen,
    contactFrictionless,
    contactSliding, // carries the kinetic force
    contactStick,   // carries a force that the facets limit
} ContactKind;

/// A normal force counts as zero up to `threshold` [N].
static ContactKind kindOf( const ssPyramidSolver* s, const ssPyramidProblem* p, int c, double threshold )
{
    bool closed = s->solution.normal[c] > threshold;
    return !closed                ? contactOpen
        : p->contacts[c].sliding  ? contactSliding
        : p->contacts[c].mu > 0.0 ? contactStick
                                  : contactFrictionless;
}

/// Writes `u`, where no force determines kappa, as kappa on the two ±e_j whose cone contains it.
static void decompose( const ssPyramidContact* c, ssVec2 u, double* kappaPlus, double* kappaMinus )
{
    double length = ssVec2_Length( u );
    memset( kappaPlus, 0, (size_t)c->k * sizeof *kappaPlus );
    memset( kappaMinus, 0, (size_t)c->k * sizeof *kappaMinus );
    if ( !( length > 0.0 && isfinite( length ) ) ) { return; }
    double sector = ( ssAtan2( u.y, u.x ) - c->angle ) / ( SS_PI / c->k );
    int at = (int)floor( sector - 2.0 * c->k * floor( sector / ( 2.0 * c->k ) ) );
    double sine = ssSin( SS_PI / c->k );
    for ( int i = 0; i < 2; ++i )
    {
        int j = ( at + i ) % ( 2 * c->k );
        ssVec2 other = ssPyramidDirection( c->k, c->angle, at + 1 - i );
        double cross = i == 0 ? u.x * other.y - u.y * other.x : other.x * u.y - other.y * u.x;
        double kappa = ssMax( 0.0, cross / sine );
        kappa = kappa > 1e-15 * length ? kappa : 0.0;
        ( j < c->k ? kappaPlus : kappaMinus )[j % c->k] += kappa;
    }
}

static double largestKappa( const ssPyramidSolver* s, const ssPyramidProblem* p )
{
    const ssPyramidSolution* out = &s->solution;
    double largest = 0.0;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        for ( int j = 0; j < p->contacts[c].k; ++j )
        {
            int at = s->firstDirection[c] + j;
            largest = ssMax( largest, ssMax( out->kappaPlus[at], out->kappaMinus[at] ) );
        }
    }
    return largest;
}

/// Active facets, at most two per contact, as +(j + 1) for kappa+ and -(j + 1) for kappa-.
static void findActive( ssPyramidSolver* s, const ssPyramidProblem* p, double threshold )
{
    ssPyramidSolution* out = &s->solution;
    double largest = largestKappa( s, p );
    memset( s->active, 0, 2 * (size_t)p->contactCount * sizeof *s->active );
    for ( int c = 0; c < p->contactCount; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        double *plus = out->kappaPlus + s->firstDirection[c], *minus = out->kappaMinus + s->firstDirection[c];
        for ( int pass = 0; pass < 2 && kindOf( s, p, c, threshold ) == contactStick; ++pass )
        {
            int count = 0;
            for ( int j = 0; j < contact->k; ++j )
            {
                double kappa = plus[j] - minus[j];
                if ( fabs( kappa ) > 1e-13 * largest )
                {
                    if ( count < 2 ) { s->active[2 * c + count] = kappa > 0.0 ? j + 1 : -( j + 1 ); }
                    ++count;
                }
            }
            if ( count <= 2 ) { break; }
            // Only a degenerate basis has three or more. Two neighbouring facets can carry the same motion.
            decompose( contact, pyramidTangentAcceleration( p, c, out->acceleration ), plus, minus );
            s->active[2 * c] = s->active[2 * c + 1] = 0;
        }
    }
}

static int countUnknowns( const ssPyramidSolver* s, const ssPyramidProblem* p, double threshold )
{
    int size = p->n;
    for ( int c = 0; c < p->contactCount; ++c )
    {
        ContactKind kind = kindOf( s, p, c, threshold );
        size += kind == contactOpen ? 0 : kind != contactStick ? 1 : 3;
        size += ( s->active[2 * c] != 0 ) + ( s->active[2 * c + 1] != 0 );
    }
    return size;
}

/// Row and column `at` of a force that acts against `row` v' + bias and enters the motion through `column`.
static void writeForce( ssPyramidSolver* s, const ssPyramidProblem* p, size_t w, size_t at, const double* row,
    const double* column, double bias )
{
    double* a = s->system;
    for ( int j = 0; j < p->n; ++j )
    {
        a[at * w + (size_t)j] = row[j];
        a[(size_t)j * w + at] = -column[j];
    }
    a[at * w + at] = p->compliance;
    s->rhs[at] = bias;
}

/// Row and column `at` of an active facet: e·lambda_t + mu lambda_n = 0 and the kappa that drives u_t'. The
/// contact's lambda_n stands at `normal`, lambda_t after it.
static void writeFacet(
    double* a, size_t w, size_t at, size_t normal, const ssPyramidContact* contact, int signedDirection )
{
    int j = ( signedDirection > 0 ? signedDirection : -signedDirection ) - 1;
    double sign = signedDirection > 0 ? 1.0 : -1.0;
    ssVec2 e = ssVec2_Scale( sign, ssPyramidDirection( contact->k, contact->angle, j ) );
    a[( normal + 1 ) * w + at] = -e.x;
    a[( normal + 2 ) * w + at] = -e.y;
    a[at * w + normal] = contact->mu;
    a[at * w + normal + 1] = e.x;
    a[at * w + normal + 2] = e.y;
}

/// Eq. 8 for v' and closed contacts' lambda_n, lambda_t and kappa, without unknowns that are zero, which rho
/// multiplies. Returns the number of unknowns.
static int assembleActive( ssPyramidSolver* s, const ssPyramidProblem* p, double threshold )
{
    int n = p->n, size = countUnknowns( s, p, threshold );
    size_t w = (size_t)size, at = (size_t)n;
    double *a = s->system, *b = s->rhs;
    memset( a, 0, w * w * sizeof *a );
    memset( b, 0, w * sizeof *b );
    for ( int i = 0; i < n; ++i )
    {
        memcpy( a + (size_t)i * w, p->mass + i * n, (size_t)n * sizeof *a );
        b[i] = p->force[i];
    }
    for ( int c = 0; c < p->contactCount; ++c )
    {
        ContactKind kind = kindOf( s, p, c, threshold );
        if ( kind == contactOpen ) { continue; }
        size_t normal = at++;
        double bias = p->normalBias != NULL ? -p->normalBias[c] : 0.0;
        writeForce( s, p, w, normal, p->normalJacobian + c * n, s->g + c * n, bias );
        for ( int d = 0; d < 2 && kind == contactStick; ++d, ++at )
        {
            const double* row = p->tangentJacobian + ( 2 * c + d ) * n;
            writeForce( s, p, w, at, row, row, p->tangentBias != NULL ? -p->tangentBias[2 * c + d] : 0.0 );
        }
        for ( int i = 0; i < 2; ++i )
        {
            if ( s->active[2 * c + i] != 0 )
            {
                writeFacet( a, w, at++, normal, p->contacts + c, s->active[2 * c + i] );
            }
        }
    }
    SS_ASSERT( at == w );
    return size;
}

/// Copies the unknowns of the active facets' equations into the solution and into z.
static void unpackActive( ssPyramidSolver* s, const ssPyramidProblem* p, double* z, double threshold )
{
    ssPyramidSolution* out = &s->solution;
    int n = p->n, r = p->contactCount, at = n, K = s->stickDirections;
    const double* x = s->unknowns;
    memcpy( out->acceleration, x, (size_t)n * sizeof *x );
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        ContactKind kind = kindOf( s, p, c, threshold );
        double *plus = out->kappaPlus + s->firstDirection[c], *minus = out->kappaMinus + s->firstDirection[c];
        double normal = kind != contactOpen ? x[at++] : 0.0;
        ssVec2 force = { 0.0, 0.0 };
        if ( kind == contactSliding ) { force = ssVec2_Scale( -contact->muKinetic * normal, contact->slip ); }
        memset( plus, 0, (size_t)contact->k * sizeof *plus );
        memset( minus, 0, (size_t)contact->k * sizeof *minus );
        if ( kind == contactStick )
        {
            force = ssVec2_Make( x[at], x[at + 1] );
            at += 2;
            for ( int i = 0; i < 2; ++i )
            {
                int d = s->active[2 * c + i];
                if ( d != 0 ) { ( d > 0 ? plus : minus )[( d > 0 ? d : -d ) - 1] = x[at++]; }
            }
        }
        else if ( !contact->sliding )
        {
            decompose( contact, pyramidTangentAcceleration( p, c, out->acceleration ), plus, minus );
        }
        out->normal[c] = z[c] = normal;
        out->tangent[2 * c] = force.x;
        out->tangent[2 * c + 1] = force.y;
        for ( int j = 0; j < contact->k && s->stickIndex[c] >= 0; ++j )
        {
            z[r + s->firstStickDirection[c] + j] = plus[j];
            z[r + K + s->firstStickDirection[c] + j] = minus[j];
        }
    }
}

void pyramidRefine( ssPyramidSolver* s, const ssPyramidProblem* p, const ssLcp* lcp )
{
    ssPyramidSolution* out = &s->solution;
    double largest = 0.0;
    for ( int c = 0; c < p->contactCount; ++c ) { largest = ssMax( largest, out->normal[c] ); }
    double threshold = 1e-13 * largest;
    findActive( s, p, threshold );
    int size = assembleActive( s, p, threshold );
    bool solved = denseLuSolveRefined( s->system, s->rhs, size, s->unknowns, s->scratch, s->pivots );
    double residual = HUGE_VAL;
    if ( solved )
    {
        unpackActive( s, p, s->z2, threshold );
        residual = lcpScaledResidual( lcp, s->work, s->z2 );
    }
    // If the active facets were not determined correctly, the residual is large, and Lemke's solution stays.
    if ( residual <= ssMax( 1e-11, out->report.residual ) )
    {
        out->report.residual = residual;
        memcpy( s->z, s->z2, (size_t)lcp->size * sizeof *s->z );
    }
    else { pyramidUnpack( s, p, s->z ); }
}
