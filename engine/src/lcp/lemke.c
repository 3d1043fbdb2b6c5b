// SPDX-License-Identifier: MIT
#include "lcp/lcp_private.h"
#include "linalg/dense.h"

#include <string.h>

// Lemke's method. A dictionary writes the basic variables in terms of the nonbasic ones, at first w = q + M z
// + d z0. First z0 enters the basis, then always the complement of the variable that has just left, until z0
// leaves. Ties are broken as if q were q + (eps, eps², …), so no basis occurs twice.

#define MAX_ATTEMPTS 4 // runs with different d; only rounding can make the first one fail

typedef struct Dictionary
{
    int n;
    double* rows;   // n × (n + 2): coefficients of the nonbasic variables, then the constant
    int* row;       // basic variable of each row: i is w_i, n + i is z_i, 2n is z0
    int* column;    // nonbasic variable of each of the n + 1 columns
    int* columnOfW; // column of w_j; -1: w_j is basic
    int* tied;      // rows that are tied in the ratio test
} Dictionary;

static double* rowOf( const Dictionary* d, int i ) { return d->rows + (size_t)i * ( (size_t)d->n + 2 ); }

/// Exchanges the basic variable of row r and the nonbasic variable of column e.
static void pivot( Dictionary* d, int r, int e )
{
    int width = d->n + 2;
    double *pivotRow = rowOf( d, r ), inverse = 1.0 / pivotRow[e];
    for ( int j = 0; j < width; ++j ) { pivotRow[j] = j == e ? inverse : -pivotRow[j] * inverse; }
    for ( int i = 0; i < d->n; ++i )
    {
        double *row = rowOf( d, i ), factor = row[e];
        if ( i == r || factor == 0.0 ) { continue; }
        row[e] = 0.0;
        for ( int j = 0; j < width; ++j ) { row[j] += factor * pivotRow[j]; }
    }
    int entering = d->column[e];
    d->column[e] = d->row[r];
    d->row[r] = entering;
    if ( entering < d->n ) { d->columnOfW[entering] = -1; }
    if ( d->column[e] < d->n ) { d->columnOfW[d->column[e]] = e; }
}

/// The coefficient of the j-th perturbation of q in the constant of row i.
static double perturbation( const Dictionary* d, int i, int j )
{
    int column = d->columnOfW[j];
    return column >= 0 ? -rowOf( d, i )[column] : d->row[i] == j ? 1.0 : 0.0;
}

/// Keeps the tied rows with the lexicographically least perturbation ratio; returns how many remain.
static int breakTies( const Dictionary* d, int e, int count )
{
    for ( int j = 0; j < d->n && count > 1; ++j )
    {
        double smallest = HUGE_VAL;
        for ( int t = 0; t < count; ++t )
        {
            smallest = ssMin( smallest, perturbation( d, d->tied[t], j ) / -rowOf( d, d->tied[t] )[e] );
        }
        int kept = 0;
        for ( int t = 0; t < count; ++t )
        {
            int i = d->tied[t];
            double ratio = perturbation( d, i, j ) / -rowOf( d, i )[e];
            if ( ratio <= smallest + 1e-12 * fabs( smallest ) ) { d->tied[kept++] = i; }
        }
        count = kept;
    }
    return count;
}

/// The row that leaves when column e enters, z0's if possible; -1: the path ends in a ray.
static int ratioTest( const Dictionary* d, int e )
{
    int n = d->n, count = 0;
    double steepest = 0.0, least = HUGE_VAL;
    for ( int i = 0; i < n; ++i ) { steepest = ssMax( steepest, fabs( rowOf( d, i )[e] ) ); }
    // A smaller entry is a zero with rounding errors.
    double tiny = 1e-12 * steepest;
    for ( int i = 0; i < n; ++i )
    {
        const double* row = rowOf( d, i );
        if ( row[e] < -tiny ) { least = ssMin( least, ssMax( row[n + 1], 0.0 ) / -row[e] ); }
    }
    if ( !( least < HUGE_VAL ) ) { return -1; }
    for ( int i = 0; i < n; ++i )
    {
        const double* row = rowOf( d, i );
        double constant = ssMax( row[n + 1], 0.0 );
        if ( row[e] < -tiny && constant + least * row[e] <= 1e-14 * ssMax( 1.0, constant ) )
        {
            if ( d->row[i] == 2 * n ) { return i; }
            d->tied[count++] = i;
        }
    }
    return breakTies( d, e, count ) > 0 ? d->tied[0] : -1;
}

/// The row whose variable z0 replaces first: the one with the lexicographically least constant.
static int firstRow( const Dictionary* d )
{
    // Among equal constants, a later row has the smaller perturbation in q + (eps, eps², …).
    int best = 0;
    for ( int i = 1; i < d->n; ++i )
    {
        best = rowOf( d, i )[d->n + 1] <= rowOf( d, best )[d->n + 1] ? i : best;
    }
    return best;
}

/// Solves the last basis, M_aa z_a = -q_a, from the original numbers, free of the pivots' rounding.
static void solveBasis( const ssLcp* lcp, const Dictionary* d, ssLcpWork* work, double* z )
{
    size_t n = (size_t)lcp->size;
    int count = 0, *active = d->tied;
    for ( int i = 0; i < d->n; ++i )
    {
        if ( d->row[i] >= d->n && d->row[i] < 2 * d->n ) { active[count++] = d->row[i] - d->n; }
    }
    double *x = work->a, *b = work->b;
    for ( int i = 0; i < count; ++i )
    {
        size_t row = (size_t)active[i];
        double s = work->scale[row];
        b[i] = -lcp->q[row] * s;
        for ( int j = 0; j < count; ++j )
        {
            size_t column = (size_t)active[j];
            work->basis[(size_t)i * (size_t)count + (size_t)j] =
                lcp->m[row * n + column] * s * work->scale[column];
        }
    }
    if ( count == 0 || !denseLuSolveRefined( work->basis, b, count, x, work->factors, work->pivots ) )
    {
        return;
    }
    for ( int i = 0; i < count; ++i ) { z[active[i]] = ssMax( 0.0, x[i] ) * work->scale[active[i]]; }
}

/// Writes the first dictionary, scaled so that |q| is at most one, and returns the factor of that scaling.
static double writeDictionary( const ssLcp* lcp, ssLcpWork* work, Dictionary* d, int attempt )
{
    size_t n = (size_t)lcp->size;
    double largest = 0.0;
    lcpScale( lcp, work->scale );
    for ( size_t i = 0; i < n; ++i ) { largest = ssMax( largest, fabs( lcp->q[i] * work->scale[i] ) ); }
    for ( int i = 0; i < d->n; ++i )
    {
        double* row = rowOf( d, i );
        for ( size_t j = 0; j < n; ++j )
        {
            row[j] = lcp->m[(size_t)i * n + j] * work->scale[i] * work->scale[j];
        }
        // Any positive d will do: all ones first, then others, which take other paths.
        double golden = 0.61803398874989485 * attempt * ( i + 1 );
        row[n] = 1.0 + golden - floor( golden );
        row[n + 1] = largest > 0.0 ? lcp->q[i] * work->scale[i] / largest : 0.0;
        d->row[i] = i;
        d->column[i] = d->n + i;
        d->columnOfW[i] = -1;
    }
    d->column[n] = 2 * d->n;
    return largest;
}

static bool allFinite( const ssLcp* lcp )
{
    size_t n = (size_t)lcp->size;
    bool finite = true;
    for ( size_t i = 0; i < n * n && finite; ++i ) { finite = isfinite( lcp->m[i] ); }
    for ( size_t i = 0; i < n && finite; ++i ) { finite = isfinite( lcp->q[i] ); }
    return finite;
}

/// The value of z0; 0 if it is not in the basis.
static double artificialValue( const Dictionary* d )
{
    for ( int i = 0; i < d->n; ++i )
    {
        if ( d->row[i] == 2 * d->n ) { return rowOf( d, i )[d->n + 1]; }
    }
    return 0.0;
}

static ssStatus followPath( const ssLcpWork* work, Dictionary* d, int* iterations )
{
    int n = d->n, r = firstRow( d ), e = n;
    if ( rowOf( d, r )[n + 1] >= 0.0 ) { return ss_statusConverged; }
    int limit = 1000 + 50 * n;
    while ( *iterations < limit )
    {
        if ( lcpStops( work ) ) { return ss_statusCancelled; }
        int leaving = d->row[r];
        pivot( d, r, e );
        ++*iterations;
        // The end may be degenerate: z0 is down to a rounding error (|q| is at most 1 here), but another row
        // has left in its place. Further pivots would divide by rounding errors.
        if ( leaving == 2 * n || artificialValue( d ) <= 1e-13 ) { return ss_statusConverged; }
        // The complement of the variable that left enters.
        int entering = leaving < n ? leaving + n : leaving - n;
        for ( e = 0; e <= n && d->column[e] != entering; ++e ) {}
        r = ratioTest( d, e );
        if ( r < 0 ) { return ss_statusRay; }
    }
    return ss_statusLimit;
}

/// Runs the method once; `z` and the report describe its last basis.
static ssLcpReport attemptOnce( const ssLcp* lcp, ssLcpWork* work, Dictionary* d, int attempt, double* z )
{
    int n = lcp->size;
    ssLcpReport report = { .status = ss_statusConverged };
    memset( z, 0, (size_t)n * sizeof *z );
    double largest = writeDictionary( lcp, work, d, attempt );
    report.status = followPath( work, d, &report.iterations );
    for ( int i = 0; i < n; ++i )
    {
        if ( d->row[i] >= n && d->row[i] < 2 * n )
        {
            z[d->row[i] - n] = ssMax( 0.0, rowOf( d, i )[n + 1] ) * largest * work->scale[d->row[i] - n];
        }
    }
    report.residual = lcpScaledResidual( lcp, work, z );
    // Keeps the better answer, as solving a nearly singular basis again does not improve it.
    double* pivoted = work->dictionary;
    memcpy( pivoted, z, (size_t)n * sizeof *z );
    solveBasis( lcp, d, work, z );
    double residual = lcpScaledResidual( lcp, work, z );
    if ( residual <= report.residual ) { report.residual = residual; }
    else { memcpy( z, pivoted, (size_t)n * sizeof *z ); }
    // The residual decides, however the path ended.
    bool good = report.residual <= ( report.status == ss_statusConverged ? 1e-7 : 1e-11 );
    report.status = good                      ? ss_statusConverged
        : !isfinite( report.residual )        ? ss_statusNotFinite
        : report.status == ss_statusConverged ? ss_statusLimit
                                              : report.status;
    return report;
}

ssLcpReport ssLcp_Lemke( const ssLcp* lcp, ssLcpWork* work, double* z )
{
    SS_ASSERT( lcp->size <= work->capacity );
    int n = lcp->size;
    ssLcpReport report = { .status = ss_statusConverged };
    memset( z, 0, (size_t)n * sizeof *z );
    if ( n == 0 ) { return report; }
    if ( !allFinite( lcp ) )
    {
        report.status = ss_statusNotFinite;
        report.residual = HUGE_VAL;
        return report;
    }
    Dictionary d = { .n = n,
        .rows = work->dictionary,
        .row = work->rowVariable,
        .column = work->columnVariable,
        .columnOfW = work->pivots,
        .tied = work->tied };
    int pivots = 0;
    for ( int attempt = 0; attempt < MAX_ATTEMPTS; ++attempt )
    {
        report = attemptOnce( lcp, work, &d, attempt, z );
        pivots += report.iterations;
        if ( report.status == ss_statusConverged || report.status == ss_statusCancelled ) { break; }
    }
    report.iterations = pivots;
    return report;
}
