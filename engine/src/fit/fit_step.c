// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"

#include "slipstick/elementary.h"

#define COARSEST 6 // times that the step may be doubled

/// [standard deviations] the difference of two sets of residuals.
static double rmsChange( const fitProblem* p, const double* a, const double* b )
{
    double sum = 0.0;
    for ( int i = 0; i < p->m; ++i )
    {
        double change = p->weight[i] * ( a[i] - b[i] );
        sum += change * change;
    }
    return p->fitted > 0 ? sqrt( sum / p->fitted ) : 0.0;
}

/// Doubles the step as long as its error is below a tenth of the noise: for a method of first order
/// that is twice the change from half the step.
void fitChooseStep( fitProblem* p, const double* q )
{
    double h = p->def->base->h;
    double* residuals = ssAlloc( 2 * (size_t)p->m * sizeof( double ) );
    bool ok = false;
    if ( p->def->ownStep || p->def->dataCount == 0 || residuals == NULL )
    {
        ssRelease( residuals );
        return;
    }
    fitEvaluate( p, h, 1, q, residuals, &ok, &p->runs );
    fitKeepBest( p, q, ok ? fitChi2( p, residuals ) : HUGE_VAL, residuals );
    for ( int k = 1; k <= COARSEST && ok; ++k )
    {
        double* fine = residuals + ( k % 2 == 1 ? 0 : p->m );
        double* coarse = residuals + ( k % 2 == 1 ? p->m : 0 );
        fitEvaluate( p, 2.0 * h, 1, q, coarse, &ok, &p->runs );
        ok = ok && 2.0 * rmsChange( p, coarse, fine ) < 0.1;
        h = ok ? 2.0 * h : h;
    }
    p->h = h;
    ssRelease( residuals );
}

double fitStepError( fitProblem* p, const double* q, const double* residuals, const double* jacobian,
    double h, double* shift, int* worst )
{
    double* halved = ssAlloc( (size_t)p->m * sizeof( double ) );
    bool ok = false;
    *shift = 0.0;
    *worst = 0;
    if ( halved == NULL )
    {
        return 0.0;
    }
    fitEvaluate( p, 0.5 * h, 1, q, halved, &ok, &p->runs );
    double error = ok ? rmsChange( p, residuals, halved ) : 0.0;
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, g[SS_FIT_PARAMS], moved[SS_FIT_PARAMS];
    double covariance[SS_FIT_PARAMS * SS_FIT_PARAMS];
    for ( int i = 0; i < p->m; ++i )
    {
        halved[i] = ok ? halved[i] - residuals[i] : 0.0;
    }
    fitNormal( p, jacobian, normal );
    fitGradient( p, jacobian, halved, g );
    fitSolve( normal, p->n, NULL, g, moved );
    fitCovariance( p, jacobian, covariance );
    for ( int j = 0; j < p->n; ++j )
    {
        double errors = fabs( moved[j] ) / sqrt( covariance[j * p->n + j] );
        *worst = errors > *shift ? j : *worst;
        *shift = ssMax( *shift, errors );
    }
    ssRelease( halved );
    return error;
}
