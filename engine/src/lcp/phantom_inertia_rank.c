// SPDX-License-Identifier: MIT
#include "lcp/pyramid_private.h"
#include "linalg/dense.h"

#include <string.h>

// The rank of the lead matrix of Eq. 8 as a function of the phantom inertia rho.
//
// Take the sums and differences of kappa+ and kappa- as unknowns, and likewise those of the sigma rows; both
// changes are orthogonal. Because E E^T = k/2, E then acts on only two directions of the differences and mu
// on only one of the sums. The remaining 2k - 3 unknowns of each contact are multiplied by rho and by nothing
// else. A core of n + 6r rows holds everything that is left.
//
// For rho > 0 the sums follow from lambda_n. The differences have a nonzero solution where det( 2 E^T
// [S^-1]_tt E - rho ) = 0, with S the contacts' inverse mass over normals and tangents. If all contacts have
// the same k, these isolated values are k times the eigenvalues of [S^-1]_tt; for a point mass they are rho =
// k m, twice.

// Phantom inertia: Eq. 8 of Peiret, Kövecses & Font-Llagunes as the full lead matrix, whose rank is studied
// here, and without v' and lambda_t (facet_blocks.c).

/// a = sss^-1, x = a ssn, y = a us. False if the friction rows are linearly dependent.
static bool invertFriction( ssPyramidSolver* s, int r )
{
    int m = 2 * s->rs;
    double *factor = s->scratch, *column = s->rhs;
    memcpy( factor, s->sss, (size_t)( m * m ) * sizeof *factor );
    // Without compliance, redundant rows leave a pivot that consists of rounding errors only.
    if ( !denseCholeskyFactor( factor, m, 1e-13 ) ) { return false; }
    for ( int j = 0; j < m; ++j )
    {
        memset( column, 0, (size_t)m * sizeof *column );
        column[j] = 1.0;
        denseCholeskySolve( factor, m, column );
        for ( int i = 0; i < m; ++i ) { s->a[i * m + j] = column[i]; }
    }
    for ( int j = 0; j < r; ++j )
    {
        for ( int i = 0; i < m; ++i ) { column[i] = s->ssn[i * r + j]; }
        denseCholeskySolve( factor, m, column );
        for ( int i = 0; i < m; ++i ) { s->x[i * r + j] = column[i]; }
    }
    memcpy( s->y, s->us, (size_t)m * sizeof *s->y );
    denseCholeskySolve( factor, m, s->y );
    return true;
}

bool phantomInertiaLcp( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    if ( !invertFriction( s, p->contactCount ) ) { return false; }
    facetBlocks blocks = pyramidBlocks( s, p );
    facetFillEliminated( &blocks );
    return true;
}

/// The contacts' effective mass: one over the mean diagonal entry of their inverse mass.
static double effectiveMass( const ssPyramidSolver* s, int r )
{
    double sum = 0.0;
    int m = 2 * s->rs;
    for ( int i = 0; i < r; ++i ) { sum += s->snn[i * r + i]; }
    for ( int i = 0; i < m; ++i ) { sum += s->sss[i * m + i]; }
    return sum > 0.0 ? ( r + m ) / sum : 1.0;
}

/// The core, in units in which diag M is one and forces are `mass` × acceleration. Returns its rows.
static int assembleCore( ssPyramidSolver* s, const ssPyramidProblem* p, double mass )
{
    int n = p->n, r = p->contactCount, size = n + r + 5 * s->rs;
    size_t w = (size_t)size;
    double *a = s->system, *unit = s->rhs;
    memset( a, 0, w * w * sizeof *a );
    for ( int i = 0; i < n; ++i ) { unit[i] = sqrt( mass / p->mass[i * n + i] ); }
    for ( int i = 0; i < n; ++i )
    {
        for ( int j = 0; j < n; ++j )
        {
            a[(size_t)i * w + (size_t)j] = p->mass[i * n + j] * unit[i] * unit[j] / mass;
        }
    }
    size_t at = (size_t)n;
    for ( int c = 0; c < r; ++c )
    {
        const ssPyramidContact* contact = p->contacts + c;
        size_t normal = at++;
        for ( int j = 0; j < n; ++j )
        {
            a[normal * w + (size_t)j] = p->normalJacobian[c * n + j] * unit[j];
            a[(size_t)j * w + normal] = -s->g[c * n + j] * unit[j];
        }
        a[normal * w + normal] = p->compliance * mass;
        if ( s->stickIndex[c] < 0 ) { continue; }
        double rho = contact->phantomInertia / mass, spread = sqrt( (double)contact->k );
        size_t sum = at + 4;
        for ( size_t d = 0; d < 2; ++d )
        {
            size_t t = at + d, difference = at + 2 + d;
            for ( int j = 0; j < n; ++j )
            {
                double value = p->tangentJacobian[( 2 * c + (int)d ) * n + j] * unit[j];
                a[t * w + (size_t)j] = value;
                a[(size_t)j * w + t] = -value;
            }
            a[t * w + t] = p->compliance * mass;
            // sqrt(2) |E| = sqrt(2) sqrt(k/2)
            a[t * w + difference] = -spread;
            a[difference * w + t] = spread;
            a[difference * w + difference] = -rho;
        }
        a[sum * w + normal] = contact->mu * sqrt( 2.0 ) * spread;
        a[sum * w + sum] = rho;
        at += 5;
    }
    SS_ASSERT( at == w );
    return size;
}

/// The isolated values 2 eig( (E E^T)^1/2 [S^-1]_tt (E E^T)^1/2 ), ascending. False: S is singular.
static bool findIsolated( ssPyramidSolver* s, const ssPyramidProblem* p )
{
    int r = p->contactCount, m = 2 * s->rs, size = r + m;
    double *full = s->scratch, *block = s->system;
    for ( int i = 0; i < size; ++i )
    {
        for ( int j = 0; j < size; ++j )
        {
            full[i * size + j] = i < m && j < m ? s->sss[i * m + j]
                : i < m                         ? s->ssn[i * r + j - m]
                : j < m                         ? s->sns[( i - m ) * m + j]
                                                : s->snn[( i - m ) * r + j - m];
        }
    }
    // Kinetic friction makes S unsymmetric; the eigenvalues of its symmetric part are then only a guide.
    double* rowScale = full + size * size;
    if ( m == 0 || !denseLuFactor( full, size, s->pivots, rowScale ) ) { return false; }
    for ( int j = 0; j < m; ++j )
    {
        double* column = rowScale + size;
        memset( column, 0, (size_t)size * sizeof *column );
        column[j] = 1.0;
        denseLuSolve( full, size, s->pivots, rowScale, column );
        for ( int i = 0; i < m; ++i ) { block[i * m + j] = column[i]; }
    }
    for ( int c = 0; c < r; ++c )
    {
        double weight = sqrt( (double)p->contacts[c].k );
        for ( int i = 0; i < 2 * m && s->stickIndex[c] >= 0; ++i )
        {
            int own = 2 * s->stickIndex[c] + i / m, other = i % m;
            block[own * m + other] *= weight;
            block[other * m + own] *= weight;
        }
    }
    for ( int i = 0; i < m; ++i )
    {
        for ( int j = 0; j < i; ++j )
        {
            block[i * m + j] = block[j * m + i] = 0.5 * ( block[i * m + j] + block[j * m + i] );
        }
    }
    denseEigenvalues( block, m, s->isolated, NULL );
    return isfinite( s->isolated[0] ) && isfinite( s->isolated[m - 1] );
}

static double nearestOf( const double* values, int count, double rho )
{
    double nearest = SS_NAN;
    for ( int i = 0; i < count; ++i )
    {
        nearest = !( fabs( values[i] - rho ) >= fabs( nearest - rho ) ) ? values[i] : nearest;
    }
    return nearest;
}

/// Scales rows and columns by powers of two, so that small entries do not look like rounding errors.
static void equilibrate( double* a, size_t n )
{
    for ( int pass = 0; pass < 8; ++pass )
    {
        for ( size_t line = 0; line < 2 * n; ++line )
        {
            size_t first = line < n ? line * n : line - n, stride = line < n ? 1 : n;
            double largest = 0.0;
            int exponent = 0;
            for ( size_t k = 0; k < n; ++k ) { largest = ssMax( largest, fabs( a[first + k * stride] ) ); }
            frexp( largest, &exponent );
            for ( size_t k = 0; k < n && largest > 0.0; ++k )
            {
                a[first + k * stride] = ldexp( a[first + k * stride], -exponent );
            }
        }
    }
}

/// The rank defect of the core, plus that of the unknowns outside it, which only rho multiplies.
static int defectOf( ssPyramidSolver* s, const ssPyramidProblem* p, double mass )
{
    int core = assembleCore( s, p, mass ), defect = 0;
    equilibrate( s->system, (size_t)core );
    denseSingularValues( s->system, core, s->unknowns );
    for ( int i = 0; i < core; ++i ) { defect += s->unknowns[i] <= 1e-13 * s->unknowns[0]; }
    for ( int c = 0; c < p->contactCount; ++c )
    {
        bool withoutInertia = s->stickIndex[c] >= 0 && p->contacts[c].phantomInertia == 0.0;
        defect += withoutInertia ? 2 * p->contacts[c].k - 3 : 0;
    }
    return defect;
}

/// Largest over smallest singular value of the lead matrix, without scaling.
static double conditionOf( ssPyramidSolver* s, const ssPyramidProblem* p, double mass )
{
    int core = assembleCore( s, p, mass );
    double* values = s->unknowns;
    denseSingularValues( s->system, core, values );
    double largest = values[0], smallest = values[core - 1];
    for ( int c = 0; c < p->contactCount; ++c )
    {
        double rho = p->contacts[c].phantomInertia / mass;
        largest = s->stickIndex[c] >= 0 ? ssMax( largest, rho ) : largest;
        smallest = s->stickIndex[c] >= 0 ? ssMin( smallest, rho ) : smallest;
    }
    return smallest > 0.0 ? largest / smallest : HUGE_VAL;
}

ssPyramidDiagnosis ssPyramid_Diagnose( ssPyramidSolver* s, const ssPyramidProblem* given )
{
    ssPyramidDiagnosis diagnosis = { .nearest = SS_NAN, .recommended = SS_NAN, .condition = HUGE_VAL };
    ssPyramidProblem scaled;
    double unit = 1.0, rho = SS_NAN;
    const ssPyramidProblem* p = pyramidRescale( s, given, &scaled, &unit );
    int r = p->contactCount, m = 0;
    if ( pyramidReduce( s, p ) != ss_statusConverged ) { return diagnosis; }
    m = 2 * s->rs;
    diagnosis.size = p->n + r + 2 * s->rs + 2 * s->stickDirections;
    diagnosis.isolated = s->isolated;
    diagnosis.isolatedCount = findIsolated( s, p ) ? m : 0;

    double mass = effectiveMass( s, r );
    diagnosis.defect = defectOf( s, p, mass );
    diagnosis.rank = diagnosis.size - diagnosis.defect;
    diagnosis.condition = diagnosis.defect == 0 ? conditionOf( s, p, mass ) : HUGE_VAL;
    for ( int c = 0; c < r; ++c )
    {
        rho = s->stickIndex[c] >= 0 && isnan( rho ) ? p->contacts[c].phantomInertia : rho;
    }
    diagnosis.nearest = unit * nearestOf( s->isolated, diagnosis.isolatedCount, rho );
    for ( int i = 0; i < diagnosis.isolatedCount; ++i ) { s->isolated[i] *= unit; }

    // lambda_max(S) is at most the trace of S, and for one contact at least a third of it.
    double trace = ( r + m ) / mass;
    diagnosis.recommended = 0.1 / trace;
    if ( m > 0 )
    {
        memcpy( s->system, s->sss, (size_t)( m * m ) * sizeof *s->system );
        denseEigenvalues( s->system, m, s->unknowns, NULL );
        diagnosis.recommended = 0.1 / s->unknowns[m - 1];
    }
    diagnosis.recommended *= unit;
    return diagnosis;
}
