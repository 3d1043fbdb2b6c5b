// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"
#include "slipstick/elementary.h"
#include "slipstick/vecmath.h"

#include <stdio.h>
#include <string.h>

// The course of a fit, from its checks over the search to intervals and verdicts.

#define FINEST 24.0 // the step is halved until it is smaller than this part of the scenario's own
#define JUMP 0.3    // [standard deviations] roughness of the curves from which on they jump
#define POOR 0.7    // rms from which on a curve says little more than the mean of the data
#define WORSE 10.0  // growth of chi² that a smaller step must not cause
#define RIVAL 4.0   // of the same: another minimum that is no worse describes the data as well

typedef struct Fit
{
    fitProblem p;
    double q[SS_FIT_PARAMS];
    double* residuals;
    double* jacobian;
    double covariance[SS_FIT_PARAMS * SS_FIT_PARAMS];
    ssFitResult* result;
} Fit;

void ssFitResult_Destroy( ssFitResult* result )
{
    if ( result == NULL ) { return; }
    for ( int f = 0; f < result->fileCount; ++f )
    {
        ssRelease( result->simulated != NULL ? result->simulated[f] : NULL );
        ssRelease( result->held != NULL ? result->held[f] : NULL );
    }
    ssRelease( result->simulated );
    ssRelease( result->held );
    for ( int i = 0; i < result->warningCount; ++i ) { ssRelease( result->warnings[i] ); }
    ssRelease( result->warnings );
    ssRelease( result->columns );
    ssRelease( result );
}

static ssResult begin( const ssFitDef* def, Fit* fit )
{
    memset( fit, 0, sizeof *fit );
    SS_TRY( fitMakeProblem( def, &fit->p ) );
    size_t m = (size_t)fit->p.m;
    fit->residuals = ssRoom_Take( &fit->p.room, m, sizeof( double ) );
    fit->jacobian = ssRoom_Take( &fit->p.room, m, (size_t)fit->p.n * sizeof( double ) );
    fit->result = ssAlloc( sizeof *fit->result );
    if ( fit->p.room.failed || fit->result == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    fitStart( &fit->p, fit->q );
    fitEstimateNoise( &fit->p, NULL, true );
    fit->result->holdoutRms = SS_NAN;
    return fitTry( &fit->p, fit->q );
}

static void end( Fit* fit, bool keep, ssFitResult** result )
{
    *result = keep ? fit->result : NULL;
    if ( !keep ) { ssFitResult_Destroy( fit->result ); }
    ssRoom_Release( &fit->p.room );
}

/// Noise and parameters in turn, until both stay: the maximum of the likelihood over both.
static void settleNoise( Fit* fit )
{
    fitProblem* p = &fit->p;
    for ( int round = 0; round < 5 && p->groupCount > 0 && !fitStops( p ); ++round )
    {
        double before[SS_MAX_SIGNALS], change = 0.0;
        memcpy( before, p->groupNoise, sizeof before );
        fitEstimateNoise( p, fit->residuals, false );
        for ( int g = 0; g < p->groupCount; ++g )
        {
            change = ssMax( change, fabs( p->groupNoise[g] / before[g] - 1.0 ) );
        }
        p->bestChi2 = HUGE_VAL;
        if ( change < 0.01 || ( p->groupCount == 1 && p->def->targetCount == 0 ) )
        {
            break; // a single noise does not move the optimum
        }
        fitMinimise( p, 20, fit->q, fit->residuals );
    }
    fitKeepBest( p, fit->q, fitChi2( p, fit->residuals ), fit->residuals );
}

/// Steps by slopes of parabolas that forward differences left to do. Returns the roughness.
static double polish( Fit* fit )
{
    fitProblem* p = &fit->p;
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, g[SS_FIT_PARAMS], step[SS_FIT_PARAMS],
                                  roughness = 0.0;
    double* tried = ssAlloc( (size_t)( p->m + 1 ) * sizeof( double ) );
    for ( int round = 0; round < 4 && tried != NULL; ++round )
    {
        if ( !fitSlopes( p, fit->q, fit->residuals, fit->jacobian, &roughness, &p->runs ) || round == 3 ||
            fitStops( p ) )
        {
            break;
        }
        double q[SS_FIT_PARAMS], expected = 0.0, chi2 = fitChi2( p, fit->residuals );
        bool ok = false;
        fitNormal( p, fit->jacobian, normal );
        fitGradient( p, fit->jacobian, fit->residuals, g );
        fitSolve( normal, p->n, NULL, g, step );
        for ( int j = 0; j < p->n; ++j )
        {
            double limited = ssMin( ssMax( step[j], -0.3 ), 0.3 );
            expected += step[j] * g[j];
            q[j] = ssMin( ssMax( fit->q[j] - limited, fitLow( p->free + j ) ), fitHigh( p->free + j ) );
        }
        if ( expected < 1e-3 ) { break; }
        fitEvaluate( p, p->h, 1, q, tried, &ok, &p->runs );
        if ( !ok || fitChi2( p, tried ) >= chi2 ) { break; }
        memcpy( fit->q, q, sizeof q );
        memcpy( fit->residuals, tried, sizeof( double ) * (size_t)p->m );
    }
    ssRelease( tried );
    fitCovariance( p, fit->jacobian, fit->covariance );
    fitKeepBest( p, fit->q, fitChi2( p, fit->residuals ), fit->residuals );
    return roughness;
}

/// Polishes; where the curves jump, once more with wide enough steps. Returns the roughness.
static double polishRough( Fit* fit )
{
    double roughness = polish( fit );
    if ( roughness > JUMP && !fitStops( &fit->p ) && fitTuneSteps( &fit->p, fit->q, fit->residuals ) )
    {
        polish( fit );
    }
    return roughness;
}

/// The optimum at the present step size, by global search where the starting points do not agree.
static bool findOptimum( Fit* fit )
{
    fitProblem* p = &fit->p;
    if ( !fitSearch( p, fit->q, fit->residuals ) ) { return false; }
    settleNoise( fit );
    fit->result->jumps = polishRough( fit ) > JUMP;
    return true;
}

/// [values] chi² over its expectation for one value, at least 1: the unit of differences if the model misses.
static double chi2Unit( const fitProblem* p, double chi2 )
{
    return ssMax( 1.0, chi2 / ssMax( 1.0, p->fitted - p->n ) );
}

/// The optimum with half the step. Below the scenario's own it must not describe the data worse, as it does
/// where these are a run of the program with its step: then the step stays, and the answer is false.
static bool halveStep( Fit* fit )
{
    fitProblem* p = &fit->p;
    double q[SS_FIT_PARAMS], chi2 = fitChi2( p, fit->residuals ), h = p->h;
    memcpy( q, fit->q, sizeof q );
    p->h *= 0.5;
    p->bestChi2 = HUGE_VAL;
    p->stage = "smaller step";
    double smaller = fitMinimise( p, 20, fit->q, fit->residuals );
    if ( h < 1.5 * p->def->base->h && smaller > chi2 + WORSE * chi2Unit( p, chi2 ) && !fitStops( p ) )
    {
        bool ok = false;
        p->h = h;
        p->bestChi2 = HUGE_VAL;
        memcpy( fit->q, q, sizeof q );
        fitEvaluate( p, p->h, 1, fit->q, fit->residuals, &ok, &p->runs );
        fitKeepBest( p, fit->q, fitChi2( p, fit->residuals ), fit->residuals );
        return false;
    }
    for ( int j = 0; j < p->n; ++j ) { p->floor[j] = ssMax( 1e-6, 0.5 * p->floor[j] ); }
    settleNoise( fit );
    fit->result->jumps = polishRough( fit ) > JUMP;
    return true;
}

/// No fit is worse than its start: if the search lost a better one, the optimum beside that is the answer.
static void returnToBetterStart( Fit* fit )
{
    fitProblem* p = &fit->p;
    double q[SS_FIT_PARAMS], chi2 = fitChi2( p, fit->residuals );
    double* residuals = ssAlloc( (size_t)( p->m + 1 ) * sizeof( double ) );
    bool ok = false;
    fitStart( p, q );
    if ( residuals != NULL ) { fitEvaluate( p, p->def->base->h, 1, q, residuals, &ok, &p->runs ); }
    if ( ok && fitChi2( p, residuals ) < chi2 - WORSE * chi2Unit( p, chi2 ) )
    {
        p->h = p->def->base->h;
        p->bestChi2 = HUGE_VAL;
        p->rivalExcess = HUGE_VAL;
        memcpy( fit->q, q, sizeof q );
        fitMinimise( p, 60, fit->q, fit->residuals );
        settleNoise( fit );
        fit->result->jumps = polishRough( fit ) > JUMP;
    }
    ssRelease( residuals );
}

/// Halves the step until that moves no parameter by much: a tenth of its error where the step was
/// doubled before, half of it where it is the scenario's own. An event that falls on a step makes the
/// misfit jump, the less the smaller the step is.
static void settleStep( Fit* fit )
{
    fitProblem* p = &fit->p;
    ssFitResult* r = fit->result;
    double shift = 0.0, own = p->def->base->h;
    int worst = 0;
    for ( ;; )
    {
        r->stepError = fitStepError( p, fit->q, fit->residuals, fit->jacobian, p->h, &shift, &worst );
        bool coarse = p->h > 1.5 * own;
        bool fine =
            coarse ? 2.0 * r->stepError < 0.1 && 2.0 * shift < 0.1 && !r->jumps : shift < 0.5 && !r->jumps;
        bool least = p->def->ownStep || p->def->dataCount == 0 || p->h < own / FINEST;
        if ( fine || ( least && !coarse ) || fitStops( p ) ) { break; }
        if ( !halveStep( fit ) )
        {
            // Data without noise at this very step: no smaller one would be better.
            shift = fitRms( p, fit->residuals, false ) < 1e-5 ? 0.0 : shift;
            break;
        }
    }
    r->h = p->h;
    if ( shift > 0.5 && !r->jumps && !fitStops( p ) )
    {
        fitWarn( r,
            "with half the step, h = %.3g s, %s would move by %.2g standard errors; --h sets a smaller one",
            0.5 * p->h, p->free[worst].key, shift );
    }
}

static void writeEstimates( Fit* fit )
{
    const fitProblem* p = &fit->p;
    ssFitResult* r = fit->result;
    r->paramCount = p->n;
    for ( int j = 0; j < p->n; ++j )
    {
        ssFitEstimate* e = r->estimates + j;
        const fitFree* f = p->free + j;
        memcpy( e->key, f->key, sizeof e->key );
        e->value = fitToValue( f, fit->q[j] );
        double deviation = sqrt( fit->covariance[j * p->n + j] );
        e->error = deviation < 100.0 ? deviation * fitSlope( f, fit->q[j] ) : SS_NAN;
        e->low = e->high = SS_NAN;
        e->atBound = e->value <= f->low || e->value >= f->high;
        for ( int k = 0; k < p->n; ++k )
        {
            double scale = sqrt( fit->covariance[j * p->n + j] * fit->covariance[k * p->n + k] );
            r->correlation[j * p->n + k] = j == k ? 1.0 : fit->covariance[j * p->n + k] / scale;
        }
    }
    r->chi2 = fitChi2( p, fit->residuals );
    r->valueCount = p->fitted;
    r->rms = fitRms( p, fit->residuals, false );
    r->holdoutRms = fitRms( p, fit->residuals, true );
    fitInformation( p, fit->residuals, &r->aic, &r->bic );
    r->h = p->h;
}

/// The fitted run beside the table.
static bool writeCurves( Fit* fit )
{
    const fitProblem* p = &fit->p;
    ssFitResult* r = fit->result;
    int files = p->def->dataCount;
    r->simulated = ssAlloc( (size_t)( files + 1 ) * sizeof *r->simulated );
    r->held = ssAlloc( (size_t)( files + 1 ) * sizeof *r->held );
    if ( r->simulated == NULL || r->held == NULL ) { return false; }
    r->fileCount = files;
    for ( int f = 0; f < files; ++f )
    {
        const ssFitData* data = p->def->data + f;
        size_t cells = (size_t)data->rowCount * (size_t)data->columnCount;
        r->simulated[f] = ssAlloc( ( cells + 1 ) * sizeof( double ) );
        r->held[f] = ssAlloc( ( (size_t)data->rowCount + 1 ) * sizeof( bool ) );
        if ( r->simulated[f] == NULL || r->held[f] == NULL ) { return false; }
        for ( size_t cell = 0, i = (size_t)p->fileFirst[f]; cell < cells; ++cell )
        {
            bool filled = data->values[cell] == data->values[cell];
            r->simulated[f][cell] = filled ? data->values[cell] + fit->residuals[i] : SS_NAN;
            r->held[f][cell / (size_t)data->columnCount] |= filled && p->held[i];
            i += filled;
        }
    }
    return true;
}

/// Intervals; a lower chi² that they meet is a better optimum, from which they are found again.
static void findIntervals( Fit* fit )
{
    fitProblem* p = &fit->p;
    for ( int round = 0; round < 3; ++round )
    {
        double q[SS_FIT_PARAMS], chi2 = fitChi2( p, fit->residuals );
        fitTell( p, "intervals" );
        memcpy( q, fit->q, sizeof q );
        double lower = fitProfile( p, q, fit->residuals, fit->jacobian, fit->covariance, fit->result );
        if ( lower > chi2 - 0.1 || round == 2 || fitStops( p ) ) { break; }
        memcpy( fit->q, q, sizeof q );
        p->bestChi2 = HUGE_VAL;
        fitMinimise( p, 30, fit->q, fit->residuals );
        settleNoise( fit );
        polishRough( fit );
        writeEstimates( fit );
    }
}

/// A profile that jumps may end at the first jump: the interval is at least that of the standard error.
static void widenRoughIntervals( Fit* fit )
{
    ssFitResult* r = fit->result;
    for ( int j = 0; j < r->paramCount && r->jumps; ++j )
    {
        ssFitEstimate* e = r->estimates + j;
        double reach = fitQuantile( &fit->p ) * e->error;
        if ( reach == reach )
        {
            double low = ssMax( e->value - reach, fit->p.free[j].low );
            double high = ssMin( e->value + reach, fit->p.free[j].high );
            e->low = low < e->low ? low : e->low;
            e->high = high > e->high ? high : e->high;
        }
    }
}

/// Does a text about what the data tell name this key, as a word of its own?
static bool names( const char* text, const char* key )
{
    size_t size = strlen( key );
    const char* found = strncmp( text, "the data", 8 ) == 0 ? strstr( text, key ) : NULL;
    while ( found != NULL && strchr( " ,;/^\0", found[size] ) == NULL ) { found = strstr( found + 1, key ); }
    return found != NULL && found > text && ( found[-1] == ' ' );
}

/// Every open end is said, once for each parameter.
static void warnOfOpenEnds( Fit* fit )
{
    ssFitResult* r = fit->result;
    for ( int j = 0; j < r->paramCount; ++j )
    {
        const ssFitEstimate* e = r->estimates + j;
        bool low = !( e->low == e->low ), high = !( e->high == e->high ), named = false;
        for ( int i = 0; i < r->warningCount; ++i ) { named = named || names( r->warnings[i], e->key ); }
        if ( ( low || high ) && !named )
        {
            char advice[120];
            const char* side = low && high ? "" : low ? " from below" : " from above";
            fitAdvise( &fit->p, fit->q, j, high ? 1.0 : -1.0, advice, sizeof advice );
            fitWarn( r, "the data do not limit %s%s%s", e->key, side, advice );
        }
    }
}

/// Whether the other minimum that was met fits as well, with the noise and the step of the answer.
static bool isRivalAsGood( Fit* fit )
{
    fitProblem* p = &fit->p;
    double chi2 = fitChi2( p, fit->residuals ), rival = HUGE_VAL;
    double* residuals = ssAlloc( (size_t)( p->m + 1 ) * sizeof( double ) );
    if ( residuals != NULL && p->rivalExcess < HUGE_VAL && !p->stopped )
    {
        rival = fitMinimise( p, 20, p->rival, residuals );
    }
    ssRelease( residuals );
    return rival < chi2 + RIVAL * chi2Unit( p, chi2 );
}

/// Says that other parameters describe the data as well, where the search has met such.
static void warnOfRival( Fit* fit )
{
    const fitProblem* p = &fit->p;
    char text[160] = "";
    bool isAsGood = isRivalAsGood( fit ), isElsewhere = false;
    for ( int j = 0; j < p->n; ++j )
    {
        size_t length = strlen( text );
        double value = fitToValue( p->free + j, p->rival[j] );
        const ssFitEstimate* e = fit->result->estimates + j;
        isElsewhere = isElsewhere || fabs( value - e->value ) > 3.0 * e->error;
        snprintf(
            text + length, sizeof text - length, "%s%s = %.4g", j > 0 ? ", " : "", p->free[j].key, value );
    }
    if ( isAsGood && isElsewhere )
    {
        fitWarn( fit->result, "other values describe the data as well: %s", text );
    }
}

/// Starting points may agree on curves that miss the data, such as equilibria of an oscillating mass.
static void warnOfNoDescription( Fit* fit )
{
    const fitProblem* p = &fit->p;
    ssFitResult* r = fit->result;
    bool trend = false; // beyond noise, of which no curve says anything either
    for ( int c = 0; c < r->columnCount && r->columns != NULL; ++c )
    {
        trend = trend || r->columns[c].runsZ < -4.0;
    }
    if ( p->def->dataCount > 0 && trend && r->rms > POOR && !p->stopped )
    {
        fitWarn( r,
            "the fit describes the data hardly better than their mean: another optimum was perhaps missed; "
            "start closer with --set, or narrow the bounds with --free KEY=A:B" );
    }
}

/// The best point so far, or the start where none is known.
static bool recover( Fit* fit )
{
    fitProblem* p = &fit->p;
    bool ok = p->bestKnown;
    p->finishing = true;
    if ( !ok )
    {
        fitStart( p, p->best );
        fitEvaluate( p, p->h, 1, p->best, p->bestResiduals, &ok, &p->runs );
        p->bestH = p->h;
    }
    memcpy( fit->q, p->best, sizeof fit->q );
    memcpy( fit->residuals, p->bestResiduals, sizeof( double ) * (size_t)p->m );
    p->h = p->bestH;
    return ok;
}

/// The answer of a stopped fit: the best point, at an unknown distance from the optimum.
static void takeBest( Fit* fit )
{
    ssFitResult* r = fit->result;
    recover( fit );
    writeEstimates( fit );
    for ( int j = 0; j < r->paramCount; ++j ) { r->estimates[j].error = SS_NAN; }
    for ( int i = 0; i < r->paramCount * r->paramCount; ++i ) { r->correlation[i] = SS_NAN; }
}

/// Intervals and what the data tell. These need all of this work: a stopped fit draws no conclusions.
static void conclude( Fit* fit )
{
    ssFitResult* r = fit->result;
    int before = r->warningCount;
    findIntervals( fit );
    widenRoughIntervals( fit );
    fitDescribe( &fit->p, fit->q, fit->jacobian, r );
    warnOfOpenEnds( fit );
    warnOfRival( fit );
    while ( fitStops( &fit->p ) && r->warningCount > before ) { ssRelease( r->warnings[--r->warningCount] ); }
}

static void finish( Fit* fit )
{
    fitProblem* p = &fit->p;
    writeEstimates( fit );
    if ( !p->def->noIntervals && !fitStops( p ) ) { conclude( fit ); }
    if ( fitStops( p ) ) { takeBest( fit ); }
    if ( fit->result->jumps && !p->stopped )
    {
        fitWarn( fit->result,
            "the misfit jumps as the parameters change, as it does where sticking sets in a step earlier or "
            "later; errors and intervals are rough" );
    }
    fitJudge( p, fit->residuals, fit->result );
    warnOfNoDescription( fit );
    fit->result->cancelled = p->stopped;
    fit->result->runs = p->runs.made;
}

ssResult ssFit( const ssFitDef* def, ssFitResult** result )
{
    Fit fit;
    *result = NULL;
    ssResult outcome = begin( def, &fit );
    if ( outcome.code == ss_ok )
    {
        fitTell( &fit.p, "search" );
        fitChooseStep( &fit.p, fit.q );
        bool found = findOptimum( &fit );
        if ( found && !fitStops( &fit.p ) )
        {
            returnToBetterStart( &fit );
            settleStep( &fit );
        }
        if ( fit.p.stopped ? !recover( &fit ) : !found )
        {
            outcome = fit.p.stopped ? ssError( ss_errorValue, NULL, "stopped before the first fit" )
                                    : ssError( ss_errorValue, NULL,
                                          "no starting point gives a run that reaches the end of the data" );
        }
    }
    if ( outcome.code == ss_ok )
    {
        finish( &fit );
        outcome = writeCurves( &fit ) ? outcome : ssError( ss_errorMemory, NULL, "out of memory" );
    }
    end( &fit, outcome.code == ss_ok, result );
    return outcome;
}

/// A point that roughly fits: what can be determined depends on the regime. The Jacobian has its slopes.
static bool findRoughly( Fit* fit )
{
    fitProblem* p = &fit->p;
    double points[FIT_SCAN * SS_FIT_PARAMS], chi2[FIT_SCAN], roughness = 0.0;
    int count = 0;
    fitChooseStep( p, fit->q );
    bool ok = fitScan( p, points, chi2, &count ) && p->bestChi2 < HUGE_VAL;
    for ( int i = 0; i < 2 && ok; ++i )
    {
        double from[SS_FIT_PARAMS];
        memcpy( from, i == 0 ? p->best : points, sizeof( double ) * (size_t)p->n );
        fitMinimise( p, 25, from, fit->residuals );
    }
    memcpy( fit->q, p->best, sizeof fit->q );
    if ( ok ) { fitEvaluate( p, p->h, 1, fit->q, fit->residuals, &ok, &p->runs ); }
    ok = ok && fitJacobian( p, fit->q, fit->residuals, fit->jacobian, &p->runs );
    fitChooseSteps( p, fit->jacobian );
    return ok && fitSlopes( p, fit->q, fit->residuals, fit->jacobian, &roughness, &p->runs );
}

ssResult ssCheckFit( const ssFitDef* def, ssFitResult** result )
{
    Fit fit;
    *result = NULL;
    ssResult outcome = begin( def, &fit );
    if ( outcome.code == ss_ok && !findRoughly( &fit ) )
    {
        outcome = ssError( ss_errorValue, NULL, "no starting point could be run to the end of the data" );
    }
    if ( outcome.code == ss_ok )
    {
        fitCovariance( &fit.p, fit.jacobian, fit.covariance );
        writeEstimates( &fit );
        fitDescribe( &fit.p, fit.q, fit.jacobian, fit.result );
        fit.result->runs = fit.p.runs.made;
    }
    end( &fit, outcome.code == ss_ok, result );
    return outcome;
}
