// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"
#include "slipstick/elementary.h"
#include "slipstick/parallel.h"
#include "slipstick/vecmath.h"

#include <string.h>

// The profile of a parameter: chi² as a function of it, minimised over all others. Its root
//     z( q_j ) = sqrt( min chi² - chi²_best )
// is a straight line where the model is linear, and the 95% interval ends where it reaches the quantile t.
// The sides of all parameters are found at once, in threads, each by a few runs: the others follow with the
// sensitivities of the optimum, and only where that fails with new ones.

#define STEPS 14        // points of one side
#define CORRECTIONS 6   // of the others at one point
#define FAR_LINEAR 30.0 // coordinates beyond which an end counts as open
#define FAR_LOG 7.0
// Share of what the covariance says, below which a side ends too soon and counts as open: other parameters
// may run along a curved valley, which a few corrections do not follow, so that chi² seems to rise.
#define NARROWEST 0.5

typedef struct Side
{
    const fitProblem* p;
    int j;
    double sign;
    const double* best; // coordinates
    double chi2;        // at `best`
    double t;
    const double* jacobian;
    const double* normal;
    const double* covariance;
    double end;              // distance of the end from the best; HUGE_VAL: open
    bool atBound;            // it is open because of a bound
    fitRuns runs;            // its share
    double q[SS_FIT_PARAMS]; // the last point
    double lower;            // chi² found below that of the best
    double lowerAt[SS_FIT_PARAMS];
    double* residuals; // 2 m
    double* slopes;    // m n
} Side;

/// The parameters that may move: neither j nor those that are pressed against a bound.
static void chooseMoving( const Side* s, const double* q, const double* g, bool* mask )
{
    for ( int k = 0; k < s->p->n; ++k )
    {
        const fitFree* f = s->p->free + k;
        bool pressed = ( q[k] <= fitLow( f ) && g[k] > 0.0 ) || ( q[k] >= fitHigh( f ) && g[k] < 0.0 );
        mask[k] = k != s->j && !pressed;
    }
}

/// One Gauss-Newton step of the others; returns the decrease of chi² that it expects.
static double correct(
    const Side* s, const double* jacobian, const double* normal, const double* residuals, double* q )
{
    const fitProblem* p = s->p;
    double g[SS_FIT_PARAMS], step[SS_FIT_PARAMS], expected = 0.0;
    bool mask[SS_FIT_PARAMS];
    fitGradient( p, jacobian, residuals, g );
    chooseMoving( s, q, g, mask );
    fitSolve( normal, p->n, mask, g, step );
    for ( int k = 0; k < p->n; ++k )
    {
        expected += mask[k] ? step[k] * g[k] : 0.0;
        double moved = q[k] - ( mask[k] ? ssMin( ssMax( step[k], -1.0 ), 1.0 ) : 0.0 );
        q[k] = ssMin( ssMax( moved, fitLow( p->free + k ) ), fitHigh( p->free + k ) );
    }
    return expected;
}

/// chi² at the point s->q with q_j held and the others at their best; HUGE_VAL where it cannot be run.
static double minimiseOthers( Side* s )
{
    const fitProblem* p = s->p;
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, q[SS_FIT_PARAMS], least = HUGE_VAL;
    const double *jacobian = s->jacobian, *used = s->normal;
    int refreshed = 0;
    memcpy( q, s->q, sizeof q );
    for ( int i = 0; i < CORRECTIONS; ++i )
    {
        bool ok = false;
        fitEvaluate( p, p->h, 1, q, s->residuals, &ok, &s->runs );
        double chi2 = ok ? fitChi2( p, s->residuals ) : HUGE_VAL;
        bool better = chi2 < least;
        double gained = least - chi2;
        if ( better )
        {
            least = chi2;
            memcpy( s->q, q, sizeof q );
            memcpy( s->residuals + p->m, s->residuals, sizeof( double ) * (size_t)p->m );
        }
        if ( i > 0 && !better && refreshed == 2 ) { break; }
        if ( i > 0 && ( !better || gained < 0.05 ) && refreshed < 2 && p->n > 1 )
        {
            // The sensitivities of the optimum have done what they can.
            memcpy( q, s->q, sizeof q );
            double more = correct( s, jacobian, used, s->residuals + p->m, q );
            if ( more < 0.05 ) { break; }
            ++refreshed;
            if ( !fitJacobian( p, s->q, s->residuals + p->m, s->slopes, &s->runs ) ) { break; }
            fitNormal( p, s->slopes, normal );
            jacobian = s->slopes;
            used = normal;
        }
        memcpy( q, s->q, sizeof q );
        if ( !( least < HUGE_VAL ) || correct( s, jacobian, used, s->residuals + p->m, q ) < 0.02 ) { break; }
    }
    return least;
}

/// z at the distance x from the best; the others start on the line from the best through the last point.
static double profileAt( Side* s, double x, double last )
{
    const fitProblem* p = s->p;
    for ( int k = 0; k < p->n; ++k )
    {
        double slope = last > 0.0
            ? ( s->q[k] - s->best[k] ) / last
            : s->sign * s->covariance[k * p->n + s->j] / s->covariance[s->j * p->n + s->j];
        double q = s->best[k] + ssMin( ssMax( slope * x, -2.0 ), 2.0 );
        s->q[k] = ssMin( ssMax( q, fitLow( p->free + k ) ), fitHigh( p->free + k ) );
    }
    s->q[s->j] = s->best[s->j] + s->sign * x;
    double chi2 = minimiseOthers( s );
    if ( chi2 < s->lower )
    {
        s->lower = chi2;
        memcpy( s->lowerAt, s->q, sizeof s->q );
    }
    return chi2 < HUGE_VAL ? sqrt( ssMax( chi2 - s->chi2, 0.0 ) ) : HUGE_VAL;
}

static double nextDistance( double lowX, double lowZ, double highX, double highZ, double t, double most )
{
    if ( highX == HUGE_VAL )
    {
        double factor = lowZ > 0.05 * t ? ssMin( ssMax( 1.05 * t / lowZ, 1.2 ), 4.0 ) : 4.0;
        return ssMin( factor * lowX, most );
    }
    double share = highZ < HUGE_VAL ? ( t - lowZ ) / ( highZ - lowZ ) : 0.5;
    return lowX + ssMin( ssMax( share, 0.1 ), 0.9 ) * ( highX - lowX );
}

/// A parameter that ceases to act, like friction once everything sticks, ends the profile on a plateau, which
/// a few values may lift above t by chance: the end is open unless it climbs to twice t.
static void lookBeyond( Side* s, double most )
{
    double last = s->end;
    for ( double x = 3.0 * s->end; last < most; x *= 3.0 )
    {
        double here = ssMin( x, most );
        if ( profileAt( s, here, last ) >= 2.0 * s->t ) { return; }
        last = here;
    }
    s->end = last > 1.5 * s->end ? HUGE_VAL : s->end;
}

static void findEnd( Side* s )
{
    const fitProblem* p = s->p;
    const fitFree* f = p->free + s->j;
    double bound = s->sign > 0.0 ? fitHigh( f ) - s->best[s->j] : s->best[s->j] - fitLow( f );
    double most = ssMin( bound, f->log ? FAR_LOG : FAR_LINEAR );
    double lowX = 0.0, lowZ = 0.0, highX = HUGE_VAL, highZ = HUGE_VAL, last = 0.0;
    double x = ssMin( ssMin( s->t * sqrt( s->covariance[s->j * p->n + s->j] ), 1.0 ), most );
    s->end = HUGE_VAL;
    s->atBound = most == bound;
    for ( int i = 0; i < STEPS && most > 0.0; ++i )
    {
        double z = profileAt( s, x, last );
        last = z < HUGE_VAL ? x : last;
        bool above = z >= s->t;
        *( above ? &highX : &lowX ) = x;
        *( above ? &highZ : &lowZ ) = z;
        if ( fabs( z - s->t ) < 0.02 * s->t || ( highX < HUGE_VAL && highX - lowX < 1e-3 * highX ) )
        {
            break;
        }
        if ( !above && x >= most ) { return; }
        x = nextDistance( lowX, lowZ, highX, highZ, s->t, most );
    }
    if ( fabs( lowZ - s->t ) < 0.02 * s->t ) { s->end = lowX * s->t / lowZ; }
    else if ( highX < HUGE_VAL )
    {
        double share = highZ < HUGE_VAL ? ( s->t - lowZ ) / ( highZ - lowZ ) : 1.0;
        s->end = lowX + share * ( highX - lowX );
    }
    if ( s->end < HUGE_VAL ) { lookBeyond( s, most ); }
    if ( s->end < NARROWEST * s->t * sqrt( s->covariance[s->j * p->n + s->j] ) )
    {
        s->end = HUGE_VAL;
        s->atBound = false;
    }
}

static void findSide( void* context, int block, int first, int last )
{
    Side* sides = context;
    (void)block;
    for ( int i = first; i < last; ++i ) { findEnd( sides + i ); }
}

/// The interval of a parameter. An end at a physical limit is that limit, unless no side is limited by data.
static void writeInterval( const fitProblem* p, const Side* low, const Side* high, ssFitEstimate* e )
{
    const fitFree* f = p->free + low->j;
    double q = low->best[low->j];
    bool lowOpen = low->end == HUGE_VAL, highOpen = high->end == HUGE_VAL;
    e->low = lowOpen ? SS_NAN : fitToValue( f, q - low->end );
    e->high = highOpen ? SS_NAN : fitToValue( f, q + high->end );
    e->low = lowOpen && !highOpen && low->atBound && !f->ownLow && f->param >= 0 ? f->low : e->low;
    e->high = highOpen && !lowOpen && high->atBound && !f->ownHigh && f->param >= 0 ? f->high : e->high;
}

double fitProfile( fitProblem* p, double* q, const double* residuals, const double* jacobian,
    const double* covariance, ssFitResult* result )
{
    Side sides[2 * SS_FIT_PARAMS];
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, chi2 = fitChi2( p, residuals );
    size_t room = (size_t)p->m * (size_t)( p->n + 2 );
    double* memory = ssAlloc( 2 * (size_t)p->n * room * sizeof( double ) );
    if ( memory == NULL )
    {
        fitWarn( result, "out of memory: there are no intervals" );
        return chi2;
    }
    fitNormal( p, jacobian, normal );
    for ( int i = 0; i < 2 * p->n; ++i )
    {
        sides[i] = ( Side ){ p, .j = i / 2, .sign = i % 2 == 0 ? -1.0 : 1.0, .best = q, .chi2 = chi2,
            .t = fitQuantile( p ), .jacobian = jacobian, .normal = normal, .covariance = covariance,
            .lower = HUGE_VAL, .runs = { .most = ( p->runs.most - p->runs.made ) / ( 2 * p->n ) },
            .residuals = memory + (size_t)i * room, .slopes = memory + (size_t)i * room + 2 * (size_t)p->m };
    }
    ssParallelFor( 2 * p->n, 1, findSide, sides );
    double lower = chi2;
    int lowest = -1;
    for ( int i = 0; i < 2 * p->n; ++i )
    {
        p->runs.made += sides[i].runs.made;
        p->runs.out = p->runs.out || sides[i].runs.out;
        lowest = sides[i].lower < lower ? i : lowest;
        lower = ssMin( lower, sides[i].lower );
        if ( i % 2 == 1 ) { writeInterval( p, sides + i - 1, sides + i, result->estimates + i / 2 ); }
    }
    if ( lowest >= 0 ) { memcpy( q, sides[lowest].lowerAt, sizeof( double ) * (size_t)p->n ); }
    ssRelease( memory );
    return lower;
}
