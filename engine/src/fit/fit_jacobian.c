// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"
#include "linalg/dense.h"
#include "slipstick/elementary.h"

#include <string.h>

// Derivatives of the residuals by finite differences with tuned steps, and the linear algebra on them.

#define BLIND 1e-12 // of the largest eigenvalue: directions below it have no effect at all
#define DEAF 1e-3   // [standard deviations per unit] less than that is the rounding of the runs

/// Directions that do not change the data are exactly so: what is left there is the rounding of the runs.
static void silence( const fitProblem* p, double* column )
{
    double square = 0.0;
    for ( int i = 0; i < p->m; ++i ) { square += column[i] * column[i]; }
    if ( square < DEAF * DEAF ) { memset( column, 0, sizeof( double ) * (size_t)p->m ); }
}

/// A step over the upper bound goes the other way.
static double forwardStep( const fitProblem* p, const double* q, int j, double step )
{
    return q[j] + step <= fitHigh( p->free + j ) ? step : -step;
}

/// Runs `count` points per parameter, off q by x in it alone. Returns residuals; NULL: no memory.
static double* runBeside(
    const fitProblem* p, const double* q, int count, const double* x, bool* ok, fitRuns* runs )
{
    size_t n = (size_t)p->n, total = (size_t)count * n;
    double* points = ssAlloc( total * n * sizeof( double ) );
    double* beside = ssAlloc( total * (size_t)p->m * sizeof( double ) );
    if ( points == NULL || beside == NULL )
    {
        ssRelease( points );
        ssRelease( beside );
        return NULL;
    }
    for ( size_t i = 0; i < total; ++i )
    {
        memcpy( points + i * n, q, sizeof( double ) * n );
        points[i * n + i / (size_t)count] += x[i];
    }
    fitEvaluate( p, p->h, (int)total, points, beside, ok, runs );
    ssRelease( points );
    return beside;
}

bool fitJacobian(
    const fitProblem* p, const double* q, const double* residuals, double* jacobian, fitRuns* runs )
{
    double steps[SS_FIT_PARAMS];
    bool ok[SS_FIT_PARAMS];
    for ( int j = 0; j < p->n; ++j ) { steps[j] = forwardStep( p, q, j, p->delta[j] ); }
    double* beside = runBeside( p, q, 1, steps, ok, runs );
    for ( int j = 0; j < p->n && beside != NULL; ++j )
    {
        double* column = jacobian + (size_t)j * (size_t)p->m;
        const double* there = beside + (size_t)j * (size_t)p->m;
        for ( int i = 0; i < p->m; ++i )
        {
            column[i] = ok[j] ? p->weight[i] * ( there[i] - residuals[i] ) / steps[j] : 0.0;
        }
        silence( p, column );
    }
    ssRelease( beside );
    return beside != NULL;
}

#define BESIDE 4 // points beside q for each parameter

/// Distances from q of the curves: half and one standard deviation, on both sides if the bounds allow.
static void placeBeside( const fitProblem* p, const double* q, int j, double* x )
{
    static const double offsets[BESIDE] = { -1.0, -0.5, 0.5, 1.0 };
    double unit = 10.0 * p->delta[j];
    bool low = q[j] - unit >= fitLow( p->free + j ), high = q[j] + unit <= fitHigh( p->free + j );
    for ( int k = 0; k < BESIDE; ++k )
    {
        double offset = low && high ? offsets[k] : ( high ? 1.0 : -1.0 ) * 0.25 * ( k + 1 );
        x[k] = offset * unit;
    }
}

/// Slope at 0 of the parabola through (0, y_0) and (x_k, y_k): b = sum c_k (y_k - y_0); returns the c_k.
static void slopeCoefficients( const double* x, const bool* ok, double* c )
{
    double s2 = 0.0, s3 = 0.0, s4 = 0.0;
    for ( int k = 0; k < BESIDE; ++k )
    {
        double square = ok[k] ? x[k] * x[k] : 0.0;
        s2 += square;
        s3 += square * x[k];
        s4 += square * square;
    }
    double determinant = s2 * s4 - s3 * s3;
    for ( int k = 0; k < BESIDE; ++k )
    {
        bool parabola = determinant > 1e-9 * s2 * s4;
        c[k] = !ok[k] ? 0.0 : parabola ? ( s4 * x[k] - s3 * x[k] * x[k] ) / determinant : x[k] / s2;
    }
}

/// Slopes of one parameter; returns the norm of what the parabolas leave.
static double slope( const fitProblem* p, const double* here, const double* beside, const double* x,
    const bool* ok, double* column )
{
    double c[BESIDE], s4 = 0.0, rough = 0.0;
    slopeCoefficients( x, ok, c );
    for ( int k = 0; k < BESIDE; ++k ) { s4 += ok[k] ? x[k] * x[k] * x[k] * x[k] : 0.0; }
    for ( int i = 0; i < p->m; ++i )
    {
        double b = 0.0, bow = 0.0, y[BESIDE];
        for ( int k = 0; k < BESIDE; ++k )
        {
            y[k] = ok[k] ? beside[(size_t)k * (size_t)p->m + (size_t)i] - here[i] : 0.0;
            b += c[k] * y[k];
        }
        for ( int k = 0; k < BESIDE && s4 > 0.0; ++k )
        {
            bow += ok[k] ? ( y[k] - b * x[k] ) * x[k] * x[k] / s4 : 0.0;
        }
        for ( int k = 0; k < BESIDE; ++k )
        {
            double left = ok[k] ? p->weight[i] * ( y[k] - b * x[k] - bow * x[k] * x[k] ) : 0.0;
            rough += left * left / BESIDE;
        }
        column[i] = p->weight[i] * b;
    }
    return sqrt( rough );
}

bool fitSlopes( const fitProblem* p, const double* q, const double* residuals, double* jacobian,
    double* roughness, fitRuns* runs )
{
    double x[BESIDE * SS_FIT_PARAMS];
    bool ok[BESIDE * SS_FIT_PARAMS];
    for ( int j = 0; j < p->n; ++j ) { placeBeside( p, q, j, x + BESIDE * j ); }
    double* beside = runBeside( p, q, BESIDE, x, ok, runs );
    *roughness = 0.0;
    for ( int j = 0; j < p->n && beside != NULL; ++j )
    {
        double* column = jacobian + (size_t)j * (size_t)p->m;
        const double* there = beside + (size_t)( BESIDE * j ) * (size_t)p->m;
        double rough = slope( p, residuals, there, x + BESIDE * j, ok + BESIDE * j, column );
        *roughness = ssMax( *roughness, rough );
        silence( p, column );
    }
    ssRelease( beside );
    return beside != NULL;
}

/// Steps that change the residuals by a tenth of a standard deviation: wide enough to smooth what is below
/// the noise, such as the time of an event that falls on a step, and narrow against what the data can tell.
void fitChooseSteps( fitProblem* p, const double* jacobian )
{
    for ( int j = 0; j < p->n; ++j )
    {
        const double* column = jacobian + (size_t)j * (size_t)p->m;
        double square = 0.0;
        for ( int i = 0; i < p->m; ++i ) { square += column[i] * column[i]; }
        double step = square > 0.0 ? 0.1 / sqrt( square ) : 1e-2;
        p->delta[j] = ssMax( ssMin( step, 1e-2 ), p->floor[j] );
    }
}

/// Is the change over four times the step four times as large?
static bool isEven( const fitProblem* p, const double* here, const double* near, const double* far )
{
    double off = 0.0, all = 0.0;
    for ( int i = 0; i < p->m; ++i )
    {
        double quarter = 0.25 * p->weight[i] * ( far[i] - here[i] );
        double miss = p->weight[i] * ( near[i] - here[i] ) - quarter;
        off += miss * miss;
        all += quarter * quarter;
    }
    return off <= 0.1 * all;
}

#define WIDTHS 5 // steps tried for each parameter, each four times the one before

bool fitTuneSteps( fitProblem* p, const double* q, const double* residuals )
{
    double first[SS_FIT_PARAMS], x[WIDTHS * SS_FIT_PARAMS];
    bool ok[WIDTHS * SS_FIT_PARAMS] = { false };
    for ( int i = 0; i < WIDTHS * p->n; ++i )
    {
        int j = i / WIDTHS;
        first[j] = ssMin( p->delta[j], 1e-3 );
        x[i] = forwardStep( p, q, j, first[j] * ldexp( 1.0, 2 * ( i % WIDTHS ) ) );
    }
    double* beside = runBeside( p, q, WIDTHS, x, ok, &p->runs );
    for ( int j = 0; j < p->n && beside != NULL; ++j )
    {
        int k = 0;
        for ( bool even = false; k < WIDTHS - 1 && !even; k += !even )
        {
            int i = j * WIDTHS + k;
            const double* near = beside + (size_t)i * (size_t)p->m;
            even = ok[i] && ok[i + 1] && isEven( p, residuals, near, near + p->m );
        }
        p->floor[j] = k == 0 ? 1e-6 : first[j] * ldexp( 1.0, 2 * k );
        p->delta[j] = ssMax( p->delta[j], p->floor[j] );
    }
    ssRelease( beside );
    return beside != NULL;
}

void fitNormal( const fitProblem* p, const double* jacobian, double* normal )
{
    for ( int a = 0; a < p->n; ++a )
    {
        for ( int b = 0; b <= a; ++b )
        {
            const double *x = jacobian + (size_t)a * (size_t)p->m, *y = jacobian + (size_t)b * (size_t)p->m;
            double sum = 0.0;
            for ( int i = 0; i < p->m; ++i ) { sum += x[i] * y[i]; }
            normal[a * p->n + b] = normal[b * p->n + a] = sum;
        }
    }
}

void fitGradient( const fitProblem* p, const double* jacobian, const double* residuals, double* g )
{
    for ( int j = 0; j < p->n; ++j )
    {
        const double* column = jacobian + (size_t)j * (size_t)p->m;
        g[j] = 0.0;
        for ( int i = 0; i < p->m; ++i ) { g[j] += column[i] * p->weight[i] * residuals[i]; }
    }
}

void fitEigen( const double* matrix, int n, double* values, double* v )
{
    double a[SS_FIT_PARAMS * SS_FIT_PARAMS];
    for ( int i = 0; i < n * n; ++i )
    {
        a[i] = -matrix[i]; // the largest first
    }
    denseEigenvalues( a, n, values, v );
    for ( int i = 0; i < n; ++i ) { values[i] = ssMax( -values[i], 0.0 ); }
}

void fitSolve( const double* normal, int n, const bool* mask, const double* right, double* x )
{
    double reduced[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, values[SS_FIT_PARAMS];
    double v[SS_FIT_PARAMS * SS_FIT_PARAMS], scale[SS_FIT_PARAMS];
    int index[SS_FIT_PARAMS], count = 0;
    for ( int i = 0; i < n; ++i )
    {
        x[i] = 0.0;
        if ( ( mask == NULL || mask[i] ) && normal[i * n + i] > 0.0 ) { index[count++] = i; }
    }
    // With a diagonal of one, small eigenvalues mean dependence, not small units.
    for ( int a = 0; a < count; ++a ) { scale[a] = 1.0 / sqrt( normal[index[a] * n + index[a]] ); }
    for ( int a = 0; a < count * count; ++a )
    {
        int r = a / count, c = a % count;
        reduced[a] = normal[index[r] * n + index[c]] * scale[r] * scale[c];
    }
    fitEigen( reduced, count, values, v );
    for ( int k = 0; k < count; ++k )
    {
        if ( !( values[k] > BLIND * values[0] ) ) { continue; }
        double along = 0.0;
        for ( int a = 0; a < count; ++a ) { along += v[a * count + k] * scale[a] * right[index[a]]; }
        for ( int a = 0; a < count; ++a ) { x[index[a]] += v[a * count + k] * scale[a] * along / values[k]; }
    }
}

void fitCovariance( const fitProblem* p, const double* jacobian, double* covariance )
{
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, values[SS_FIT_PARAMS];
    double v[SS_FIT_PARAMS * SS_FIT_PARAMS];
    int n = p->n;
    fitNormal( p, jacobian, normal );
    fitEigen( normal, n, values, v );
    for ( int a = 0; a < n; ++a )
    {
        for ( int b = 0; b < n; ++b )
        {
            double sum = 0.0;
            for ( int k = 0; k < n; ++k )
            {
                // A standard deviation of 1e3 in coordinates where 1 is large stands for "nothing is known".
                double variance = values[k] > 1e-6 ? 1.0 / values[k] : 1e6;
                sum += v[a * n + k] * v[b * n + k] * variance;
            }
            covariance[a * n + b] = sum;
        }
    }
}
