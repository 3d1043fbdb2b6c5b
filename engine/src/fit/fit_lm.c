// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"

#include "slipstick/elementary.h"

#include <string.h>

#ifdef SLIPSTICK_CMINPACK
#include <cminpack.h>
#endif

// Levenberg-Marquardt by cminpack. Bounds: a coordinate outside is evaluated at its bound
// and pays for its distance with a residual of its own, whose weight is small enough to let
// the step happen and the next one come back.

const char* ssFitMissing( void )
{
#ifdef SLIPSTICK_CMINPACK
    return NULL;
#else
    return "libcminpack-dev";
#endif
}

#ifdef SLIPSTICK_CMINPACK

#define FENCE 1.0 // residual per unit of a coordinate beyond its bound

typedef struct Work
{
    fitProblem* p;
    int index[SS_FIT_PARAMS]; // of the parameters that vary
    int n;
    double q[SS_FIT_PARAMS]; // all coordinates, inside the bounds
    double* residuals;       // at q
    double* jacobian;
    bool evaluated;
} Work;

/// The coordinates inside the bounds; distances[] beyond them.
static void clampPoint( Work* w, const double* x, double* q, double* distances )
{
    memcpy( q, w->q, sizeof( double ) * (size_t)w->p->n );
    for ( int k = 0; k < w->n; ++k )
    {
        const fitFree* f = w->p->free + w->index[k];
        double inside = ssMin( ssMax( x[k], fitLow( f ) ), fitHigh( f ) );
        q[w->index[k]] = inside;
        distances[k] = x[k] - inside;
    }
}

static void weigh( const fitProblem* p, const double* residuals, bool good, double* f )
{
    for ( int i = 0; i < p->m; ++i )
    {
        f[i] = good ? p->weight[i] * residuals[i] : 1e6; // a point that cannot be run is a bad one
    }
}

static int evaluatePoint( Work* w, const double* x, double* f )
{
    fitProblem* p = w->p;
    double distances[SS_FIT_PARAMS], q[SS_FIT_PARAMS];
    bool good = false;
    clampPoint( w, x, q, distances );
    fitEvaluate( p, p->h, 1, q, w->residuals, &good, &p->runs );
    weigh( p, w->residuals, good, f );
    for ( int k = 0; k < w->n; ++k )
    {
        f[p->m + k] = FENCE * distances[k];
    }
    if ( good )
    {
        fitKeepBest( p, q, fitChi2( p, w->residuals ), w->residuals );
    }
    return fitStops( p ) ? -1 : 0;
}

static int differentiatePoint( Work* w, const double* x, const double* f, double* jacobian, int rows )
{
    fitProblem* p = w->p;
    double distances[SS_FIT_PARAMS], q[SS_FIT_PARAMS];
    clampPoint( w, x, q, distances );
    for ( int i = 0; i < p->m; ++i )
    {
        w->residuals[i] = p->weight[i] > 0.0 ? f[i] / p->weight[i] : 0.0;
    }
    if ( !fitJacobian( p, q, w->residuals, w->jacobian, &p->runs ) )
    {
        return -1;
    }
    fitChooseSteps( p, w->jacobian );
    for ( int k = 0; k < w->n; ++k )
    {
        double* column = jacobian + (size_t)k * (size_t)rows;
        memset( column, 0, sizeof( double ) * (size_t)rows );
        if ( distances[k] == 0.0 )
        {
            memcpy(
                column, w->jacobian + (size_t)w->index[k] * (size_t)p->m, sizeof( double ) * (size_t)p->m );
        }
        column[p->m + k] = distances[k] != 0.0 ? FENCE : 0.0;
    }
    fitTell( p, p->stage );
    return fitStops( p ) ? -1 : 0;
}

static int callback(
    void* context, int m, int n, const double* x, double* f, double* jacobian, int rows, int what )
{
    Work* w = context;
    (void)m;
    (void)n;
    return what == 1 ? evaluatePoint( w, x, f )
        : what == 2  ? differentiatePoint( w, x, f, jacobian, rows )
                     : 0;
}

/// The memory of lmder in one piece.
static double* allocateWork( size_t rows, size_t n, size_t m )
{
    return ssAlloc( ( rows * ( n + 2 ) + m * ( n + 1 ) + 8 * SS_FIT_PARAMS ) * sizeof( double ) );
}

double fitMinimise( fitProblem* p, const bool* mask, int evaluations, double* q, double* residuals )
{
    Work w = { .p = p };
    double x[SS_FIT_PARAMS], distances[SS_FIT_PARAMS];
    memcpy( w.q, q, sizeof( double ) * (size_t)p->n );
    for ( int j = 0; j < p->n; ++j )
    {
        if ( mask == NULL || mask[j] )
        {
            x[w.n] = q[j];
            w.index[w.n++] = j;
        }
    }
    size_t rows = (size_t)( p->m + w.n ), n = (size_t)w.n;
    double* memory = allocateWork( rows, (size_t)p->n, (size_t)p->m );
    bool good = memory != NULL && w.n > 0;
    if ( good )
    {
        double *f = memory, *fjac = f + rows, *wa4 = fjac + rows * n, *small = wa4 + rows;
        int pivots[SS_FIT_PARAMS], calls = 0, slopes = 0;
        w.residuals = small + 5 * SS_FIT_PARAMS;
        w.jacobian = w.residuals + p->m;
        lmder( callback, &w, (int)rows, w.n, x, f, fjac, (int)rows, 1e-8, 1e-8, 0.0, evaluations, small, 1,
            10.0, 0, &calls, &slopes, pivots, small + SS_FIT_PARAMS, small + 2 * SS_FIT_PARAMS,
            small + 3 * SS_FIT_PARAMS, small + 4 * SS_FIT_PARAMS, wa4 );
        clampPoint( &w, x, q, distances );
    }
    ssRelease( memory );
    bool ok = false;
    fitEvaluate( p, p->h, 1, q, residuals, &ok, &p->runs );
    return ok ? fitChi2( p, residuals ) : HUGE_VAL;
}

#else

double fitMinimise( fitProblem* p, const bool* mask, int evaluations, double* q, double* residuals )
{
    (void)mask;
    (void)evaluations;
    bool ok = false;
    fitEvaluate( p, p->h, 1, q, residuals, &ok, &p->runs );
    return ok ? fitChi2( p, residuals ) : HUGE_VAL;
}

#endif
