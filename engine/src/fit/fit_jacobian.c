// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"

#include "slipstick/elementary.h"

#include <string.h>

#define BLIND 1e-12 // of the largest eigenvalue: directions below it have no effect at all
#define DEAF 1e-3   // [standard deviations per unit] less than that is the rounding of the runs

// --------------------------------------------------------------------------------------------- finite differences

/// The points beside q: forward ones, then with `central` the backward ones. A step over a bound goes the other way.
static void placePoints( const fitProblem* p, const double* q, bool central, double* points, double* steps )
{
    for ( int j = 0; j < p->n; ++j )
    {
        double step = p->delta[j];
        bool room = q[j] + step <= fitHigh( p->free + j );
        steps[j] = room ? step : -step;
        for ( int side = 0; side < ( central ? 2 : 1 ); ++side )
        {
            double* point = points + (size_t)( side * p->n + j ) * (size_t)p->n;
            memcpy( point, q, sizeof( double ) * (size_t)p->n );
            point[j] += side == 0 ? steps[j] : -steps[j];
        }
    }
}

/// One column. Where both sides can be run and lie within the bounds, the difference is central.
static double differentiate( const fitProblem* p, int j, const double* q, const double* here,
    const double* forward, const double* backward, double step, double* column )
{
    double low = fitLow( p->free + j ), high = fitHigh( p->free + j ), bend = 0.0, square = 0.0;
    bool inside = backward != NULL && q[j] - fabs( step ) >= low && q[j] + fabs( step ) <= high;
    for ( int i = 0; i < p->m; ++i )
    {
        double before = inside ? backward[i] : here[i];
        double width = inside ? 2.0 * step : step;
        column[i] = p->weight[i] * ( forward[i] - before ) / width;
        double second = inside ? p->weight[i] * ( forward[i] - 2.0 * here[i] + backward[i] ) : 0.0;
        bend += second * second;
        square += column[i] * column[i];
    }
    if ( square < DEAF * DEAF )
    {
        memset( column, 0, sizeof( double ) * (size_t)p->m );
    }
    return sqrt( bend );
}

bool fitJacobian( const fitProblem* p, const double* q, const double* residuals, bool central,
    double* jacobian, double* bend, int* runs )
{
    int count = central ? 2 * p->n : p->n;
    double steps[SS_FIT_PARAMS];
    bool ok[2 * SS_FIT_PARAMS];
    size_t m = (size_t)p->m;
    double* points = ssAlloc( (size_t)count * (size_t)p->n * sizeof( double ) );
    double* beside = ssAlloc( (size_t)count * m * sizeof( double ) );
    if ( points == NULL || beside == NULL )
    {
        ssRelease( points );
        ssRelease( beside );
        return false;
    }
    placePoints( p, q, central, points, steps );
    fitEvaluate( p, p->h, count, points, beside, ok, runs );
    double most = 0.0;
    for ( int j = 0; j < p->n; ++j )
    {
        const double* forward = beside + (size_t)j * m;
        const double* backward = central && ok[p->n + j] ? beside + (size_t)( p->n + j ) * m : NULL;
        double step = steps[j];
        if ( !ok[j] && backward != NULL )
        {
            forward = backward;
            backward = NULL;
            step = -step;
        }
        if ( !ok[j] && forward == beside + (size_t)j * m )
        {
            memset( jacobian + (size_t)j * m, 0, m * sizeof( double ) );
            continue;
        }
        double second =
            differentiate( p, j, q, residuals, forward, backward, step, jacobian + (size_t)j * m );
        most = ssMax( most, second );
    }
    if ( bend != NULL )
    {
        *bend = most;
    }
    ssRelease( points );
    ssRelease( beside );
    return true;
}

/// Steps that change the residuals by a tenth of a standard deviation: wide enough to smooth what is below the noise, such as
/// the time of an event that falls on a step, and narrow against what the data can tell.
void fitChooseSteps( fitProblem* p, const double* jacobian )
{
    for ( int j = 0; j < p->n; ++j )
    {
        const double* column = jacobian + (size_t)j * (size_t)p->m;
        double square = 0.0;
        for ( int i = 0; i < p->m; ++i )
        {
            square += column[i] * column[i];
        }
        double step = square > 0.0 ? 0.1 / sqrt( square ) : 1e-2;
        p->delta[j] = ssMin( ssMax( step, p->deltaMin ), ssMax( 1e-2, p->deltaMin ) );
    }
}

// ------------------------------------------------------------------------------------------------- linear algebra

void fitNormal( const fitProblem* p, const double* jacobian, double* normal )
{
    for ( int a = 0; a < p->n; ++a )
    {
        for ( int b = 0; b <= a; ++b )
        {
            const double *x = jacobian + (size_t)a * (size_t)p->m, *y = jacobian + (size_t)b * (size_t)p->m;
            double sum = 0.0;
            for ( int i = 0; i < p->m; ++i )
            {
                sum += x[i] * y[i];
            }
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
        for ( int i = 0; i < p->m; ++i )
        {
            g[j] += column[i] * p->weight[i] * residuals[i];
        }
    }
}

/// One Jacobi rotation that makes a[x][y] zero.
static void rotate( double* a, double* v, int n, int x, int y )
{
    double off = a[x * n + y];
    if ( fabs( off ) <= 1e-300 || off * off <= 1e-34 * fabs( a[x * n + x] * a[y * n + y] ) )
    {
        return;
    }
    double theta = ( a[y * n + y] - a[x * n + x] ) / ( 2.0 * off );
    double t = ( theta >= 0.0 ? 1.0 : -1.0 ) / ( fabs( theta ) + sqrt( theta * theta + 1.0 ) );
    double c = 1.0 / sqrt( t * t + 1.0 ), s = t * c;
    for ( int k = 0; k < n; ++k )
    {
        double first = a[k * n + x], second = a[k * n + y];
        a[k * n + x] = c * first - s * second;
        a[k * n + y] = s * first + c * second;
    }
    for ( int k = 0; k < n; ++k )
    {
        double first = a[x * n + k], second = a[y * n + k];
        a[x * n + k] = c * first - s * second;
        a[y * n + k] = s * first + c * second;
        first = v[k * n + x];
        second = v[k * n + y];
        v[k * n + x] = c * first - s * second;
        v[k * n + y] = s * first + c * second;
    }
}

void fitEigen( const double* matrix, int n, double* values, double* v )
{
    double a[SS_FIT_PARAMS * SS_FIT_PARAMS];
    memcpy( a, matrix, sizeof( double ) * (size_t)( n * n ) );
    for ( int i = 0; i < n * n; ++i )
    {
        v[i] = i % ( n + 1 ) == 0 ? 1.0 : 0.0;
    }
    for ( int pass = 0; pass < 40; ++pass )
    {
        for ( int x = 0; x < n; ++x )
        {
            for ( int y = x + 1; y < n; ++y )
            {
                rotate( a, v, n, x, y );
            }
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        values[i] = ssMax( a[i * n + i], 0.0 );
    }
    for ( int i = 0; i < n; ++i ) // descending
    {
        for ( int k = i + 1; k < n; ++k )
        {
            if ( values[k] > values[i] )
            {
                double kept = values[i];
                values[i] = values[k];
                values[k] = kept;
                for ( int r = 0; r < n; ++r )
                {
                    kept = v[r * n + i];
                    v[r * n + i] = v[r * n + k];
                    v[r * n + k] = kept;
                }
            }
        }
    }
}

void fitSolve( const double* normal, int n, const bool* mask, const double* right, double* x )
{
    double reduced[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, values[SS_FIT_PARAMS];
    double v[SS_FIT_PARAMS * SS_FIT_PARAMS], scale[SS_FIT_PARAMS];
    int index[SS_FIT_PARAMS], count = 0;
    for ( int i = 0; i < n; ++i )
    {
        x[i] = 0.0;
        if ( ( mask == NULL || mask[i] ) && normal[i * n + i] > 0.0 )
        {
            index[count++] = i;
        }
    }
    // With a diagonal of one, small eigenvalues mean dependence, not small units.
    for ( int a = 0; a < count; ++a )
    {
        scale[a] = 1.0 / sqrt( normal[index[a] * n + index[a]] );
    }
    for ( int a = 0; a < count * count; ++a )
    {
        int r = a / count, c = a % count;
        reduced[a] = normal[index[r] * n + index[c]] * scale[r] * scale[c];
    }
    fitEigen( reduced, count, values, v );
    for ( int k = 0; k < count; ++k )
    {
        if ( !( values[k] > BLIND * values[0] ) )
        {
            continue;
        }
        double along = 0.0;
        for ( int a = 0; a < count; ++a )
        {
            along += v[a * count + k] * scale[a] * right[index[a]];
        }
        for ( int a = 0; a < count; ++a )
        {
            x[index[a]] += v[a * count + k] * scale[a] * along / values[k];
        }
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
