// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"
#include "linalg/least_squares.h"
#include "slipstick/elementary.h"
#include "slipstick/rng.h"

#include <string.h>

// The search for the optimum: least squares from several starting points until two agree, over a growing part
// of the time where motions go on for long, and at random where the misfit jumps.

#define ATTEMPTS 6      // starting points of Levenberg-Marquardt before a global search
#define ACROSS 4        // points that may belong to another minimum
#define REFLECTIONS 100 // of a random search that may lie beyond the bounds before one is taken that does

// squares

/// A point of the parameters while it is minimised from.
typedef struct Descent
{
    fitProblem* p;
    double* residuals; // at the latest point that was run
    double* jacobian;
} Descent;

static double squares( void* context, const double* q )
{
    const Descent* d = context;
    fitProblem* p = d->p;
    bool ok = false;
    if ( fitStops( p ) ) { return HUGE_VAL; }
    fitEvaluate( p, p->h, 1, q, d->residuals, &ok, &p->runs );
    double chi2 = ok ? fitChi2( p, d->residuals ) : HUGE_VAL;
    fitKeepBest( p, q, chi2, d->residuals );
    return chi2;
}

static bool slopes( void* context, const double* q, double* normal, double* right )
{
    const Descent* d = context;
    fitProblem* p = d->p;
    if ( fitStops( p ) || !fitJacobian( p, q, d->residuals, d->jacobian, &p->runs ) ) { return false; }
    fitChooseSteps( p, d->jacobian );
    fitNormal( p, d->jacobian, normal );
    fitGradient( p, d->jacobian, d->residuals, right );
    for ( int j = 0; j < p->n; ++j )
    {
        right[j] = -right[j]; // of data minus run
    }
    fitTell( p, p->stage );
    return !fitStops( p );
}

double fitMinimise( fitProblem* p, int evaluations, double* q, double* residuals )
{
    double low[SS_FIT_PARAMS], high[SS_FIT_PARAMS];
    bool isFree[SS_FIT_PARAMS], ok = false;
    Descent d = { .p = p, .residuals = residuals };
    d.jacobian = ssAlloc( ( (size_t)p->n * (size_t)p->m + 1 ) * sizeof( double ) );
    for ( int j = 0; j < p->n; ++j )
    {
        low[j] = fitLow( p->free + j );
        high[j] = fitHigh( p->free + j );
        isFree[j] = true;
    }
    leastSquares problem = { p->n, .isFree = isFree, .low = low, .high = high, .sum = squares,
        .slopes = slopes, .context = &d, .tolerance = 1e-9, .gain = 1e-8, .tries = evaluations };
    if ( d.jacobian != NULL ) { leastSquaresMinimise( &problem, q ); }
    ssRelease( d.jacobian );
    fitEvaluate( p, p->h, 1, q, residuals, &ok, &p->runs );
    return ok ? fitChi2( p, residuals ) : HUGE_VAL;
}

/// The radical inverse of an index (Halton 1960): points that fill a box evenly.
static double radicalInverse( int index, int base )
{
    double value = 0.0, place = 1.0 / base;
    for ( ; index > 0; index /= base, place /= base ) { value += place * ( index % base ); }
    return value;
}

static void spread( const fitProblem* p, int index, double* q )
{
    static const int primes[SS_FIT_PARAMS] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53 };
    for ( int j = 0; j < p->n; ++j )
    {
        const fitFree* f = p->free + j;
        double near = fitFromValue( f, f->near ), far = fitFromValue( f, f->far );
        q[j] = near + ( far - near ) * radicalInverse( index, primes[j] );
    }
}

bool fitScan( fitProblem* p, double* points, double* chi2, int* count )
{
    int wanted = 1 + ( p->def->dataCount > 0 ? 8 : 4 ) * p->n;
    *count = wanted < FIT_SCAN ? wanted : FIT_SCAN;
    double* residuals = ssAlloc( (size_t)*count * (size_t)p->m * sizeof( double ) );
    if ( residuals == NULL ) { return false; }
    bool ok[FIT_SCAN];
    fitStart( p, points );
    for ( int i = 1; i < *count; ++i ) { spread( p, i, points + i * p->n ); }
    fitEvaluate( p, p->h, *count, points, residuals, ok, &p->runs );
    for ( int i = 0; i < *count; ++i )
    {
        chi2[i] = ok[i] ? fitChi2( p, residuals + (size_t)i * (size_t)p->m ) : HUGE_VAL;
        fitKeepBest( p, points + i * p->n, chi2[i], residuals + (size_t)i * (size_t)p->m );
    }
    ssRelease( residuals );
    fitTell( p, "search" );
    return true;
}

/// The start first, then the others from the best to the worst.
static void rank( const double* chi2, int count, int* order )
{
    for ( int i = 0; i < count; ++i ) { order[i] = i; }
    for ( int i = 1; i < count; ++i )
    {
        int moved = order[i], k = i;
        for ( ; k > 1 && chi2[order[k - 1]] > chi2[moved]; --k ) { order[k] = order[k - 1]; }
        order[k] = moved;
    }
}

/// How far two points are apart, as a change of chi²: directions without effect do not count.
static double distance(
    fitProblem* p, const double* a, const double* b, const double* residuals, double* jacobian )
{
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, sum = 0.0;
    fitJacobian( p, a, residuals, jacobian, &p->runs );
    fitNormal( p, jacobian, normal );
    for ( int i = 0; i < p->n; ++i )
    {
        for ( int k = 0; k < p->n; ++k ) { sum += ( a[i] - b[i] ) * normal[i * p->n + k] * ( a[k] - b[k] ); }
    }
    return sum;
}

typedef struct Search
{
    double points[FIT_SCAN * SS_FIT_PARAMS], chi2[FIT_SCAN];
    int order[FIT_SCAN], count;
    double* q;         // the best so far
    double* residuals; // its
    double best;
    double* other; // m (n + 1)
} Search;

/// Minimises from one point after the other until one arrives at the best; `slack` of chi² does not count.
static bool descend( fitProblem* p, Search* s, int attempts, double slack )
{
    bool agreed = false;
    for ( int a = 0; a < attempts && a < s->count && !agreed && !fitStops( p ); ++a )
    {
        double from[SS_FIT_PARAMS];
        memcpy( from, s->points + s->order[a] * p->n, sizeof( double ) * (size_t)p->n );
        if ( !( s->chi2[s->order[a]] < HUGE_VAL ) ) { continue; }
        p->stage = "fit";
        double found = fitMinimise( p, 60, from, s->other );
        double unit = slack * ssMax( 1.0, s->best / ssMax( 1.0, p->fitted - p->n ) );
        double apart = s->best < HUGE_VAL && fabs( found - s->best ) < 4.0 * unit
            ? distance( p, s->q, from, s->residuals, s->other + p->m )
            : HUGE_VAL;
        agreed = fabs( found - s->best ) < 0.1 * unit && apart < 0.2 * unit;
        if ( !agreed && apart > 100.0 * unit && apart < HUGE_VAL && slack <= 1.0 )
        {
            memcpy( p->rival, found < s->best ? s->q : from, sizeof( double ) * (size_t)p->n );
            p->rivalExcess = fabs( found - s->best ) / unit;
        }
        if ( found < s->best )
        {
            s->best = found;
            memcpy( s->q, from, sizeof( double ) * (size_t)p->n );
            memcpy( s->residuals, s->other, sizeof( double ) * (size_t)p->m );
        }
    }
    return agreed;
}

/// One of the first points of the scan that a ridge separates from the best: another minimum. -1: none.
static int pointAcross( fitProblem* p, const Search* s )
{
    double middles[ACROSS * SS_FIT_PARAMS];
    double* residuals = ssAlloc( ACROSS * (size_t)p->m * sizeof( double ) );
    bool ok[ACROSS];
    int count = s->count < ACROSS ? s->count : ACROSS, found = -1;
    for ( int i = 0; i < count * p->n; ++i )
    {
        middles[i] = 0.5 * ( s->q[i % p->n] + s->points[s->order[i / p->n] * p->n + i % p->n] );
    }
    if ( residuals != NULL ) { fitEvaluate( p, p->h, count, middles, residuals, ok, &p->runs ); }
    for ( int i = count - 1; i >= 0 && residuals != NULL; --i )
    {
        double there = s->chi2[s->order[i]];
        bool isAcross =
            ok[i] && there < HUGE_VAL && fitChi2( p, residuals + (size_t)i * (size_t)p->m ) > there;
        found = isAcross ? s->order[i] : found;
    }
    ssRelease( residuals );
    return found;
}

/// Two that agree may have missed an equally good minimum: minimises once from beyond a ridge.
static void lookAcross( fitProblem* p, Search* s )
{
    int across = fitStops( p ) ? -1 : pointAcross( p, s );
    if ( across >= 0 )
    {
        s->order[0] = across;
        descend( p, s, 1, 1.0 );
    }
}

#define STAGES 4
#define SAME 1e-3 // of a misfit: nearer ones are of the same minimum

/// Sorts the points by their misfit. Of two that reach the same one, the second has done its part: HUGE_VAL.
static void sortPoints( const fitProblem* p, Search* s )
{
    size_t size = sizeof( double ) * (size_t)p->n;
    for ( int i = 1; i < s->count; ++i )
    {
        double moved[SS_FIT_PARAMS], chi2 = s->chi2[i];
        int k = i;
        memcpy( moved, s->points + i * p->n, size );
        for ( ; k > 0 && s->chi2[k - 1] > chi2; --k )
        {
            s->chi2[k] = s->chi2[k - 1];
            memcpy( s->points + k * p->n, s->points + ( k - 1 ) * p->n, size );
        }
        s->chi2[k] = chi2;
        memcpy( s->points + k * p->n, moved, size );
    }
    int kept = 0;
    for ( int i = 0; i < s->count; ++i )
    {
        bool isNew = kept == 0 || s->chi2[i] > s->chi2[kept - 1] + SAME * ( 1.0 + s->chi2[kept - 1] );
        if ( isNew && s->chi2[i] < HUGE_VAL )
        {
            s->chi2[kept] = s->chi2[i];
            memcpy( s->points + kept++ * p->n, s->points + i * p->n, size );
        }
    }
    s->count = kept;
}

/// Minimises over all of the time from the points in their order until what one leaves is noise. False: the
/// best so far cannot be run with the present step.
static bool minimiseWhole( fitProblem* p, Search* all, Search* s )
{
    bool ok = false;
    fitEvaluate( p, p->h, 1, all->q, s->other, &ok, &p->runs ); // the step may be another one
    if ( !ok ) { return false; }
    memcpy( all->residuals, s->other, sizeof( double ) * (size_t)p->m );
    all->best = fitChi2( p, all->residuals );
    p->bestChi2 = HUGE_VAL;
    fitKeepBest( p, all->q, all->best, all->residuals );
    for ( int i = 0; i < s->count && !fitStops( p ) && !( i > 0 && fitIsNoise( p, all->residuals ) ); ++i )
    {
        double* point = s->points + i * p->n;
        double found = fitMinimise( p, 60, point, s->other );
        if ( found < all->best )
        {
            all->best = found;
            memcpy( all->q, point, sizeof( double ) * (size_t)p->n );
            memcpy( all->residuals, s->other, sizeof( double ) * (size_t)p->m );
        }
    }
    return true;
}

/// A long motion depends on parameters in folds: a minimum wherever some cycles coincide; its beginning has
/// few. The points that describe it best describe more and more of the time, in half of the runs left.
static void searchInTime( fitProblem* p, Search* all )
{
    static const double parts[STAGES] = { 0.125, 0.25, 0.5, 1.0 };
    static const int kept[STAGES] = { FIT_SCAN, 8, 4, 2 };
    Search s = { .count = FIT_SCAN };
    int most = p->runs.most;
    double h = p->h;
    p->runs.most -= ( most - p->runs.made ) / 2;
    s.other = ssAlloc( (size_t)p->m * sizeof( double ) );
    fitStart( p, s.points );
    memcpy( s.points + p->n, all->q, sizeof( double ) * (size_t)p->n );
    for ( int i = 2; i < FIT_SCAN; ++i ) { spread( p, i + FIT_SCAN, s.points + i * p->n ); }
    for ( int k = 0; k < STAGES && s.other != NULL && s.count > 0 && !fitStops( p ); ++k )
    {
        p->stage = "search";
        p->horizon = parts[k];
        s.count = s.count < kept[k] ? s.count : kept[k];
        fitChooseStep( p, s.points );
        if ( p->horizon == 1.0 )
        {
            h = minimiseWhole( p, all, &s ) ? p->h : h;
            break;
        }
        for ( int i = 0; i < s.count; ++i )
        {
            s.chi2[i] = fitStops( p ) ? HUGE_VAL : fitMinimise( p, 15, s.points + i * p->n, s.other );
        }
        sortPoints( p, &s );
    }
    p->horizon = 1.0;
    p->h = h;
    p->runs.most = most;
    if ( p->runs.out )
    {
        p->runs.out = p->stopped = false; // who asked to stop is asked again
    }
    ssRelease( s.other );
}

/// Another point of a population than the first of `chosen`, count of them, which it joins.
static void chooseOther( ssRng* rng, int population, int* chosen, int count )
{
    for ( bool isNew = false; !isNew; )
    {
        chosen[count] = (int)( ssRng_Uniform( rng ) * population );
        isNew = true;
        for ( int k = 0; k < count; ++k ) { isNew = isNew && chosen[k] != chosen[count]; }
    }
}

/// A point of the simplex of the best and n others, mirrored in the rest's centre; false: out of bounds.
static bool reflectPoint( const double* points, int population, int best, int n, const double* low,
    const double* high, ssRng* rng, double* x )
{
    int chosen[SS_FIT_PARAMS + 1] = { best };
    bool isInside = true;
    for ( int k = 1; k <= n; ++k ) { chooseOther( rng, population, chosen, k ); }
    for ( int j = 0; j < n; ++j )
    {
        double centre = 0.0;
        for ( int k = 0; k < n; ++k ) { centre += points[chosen[k] * n + j] / n; }
        x[j] = 2.0 * centre - points[chosen[n] * n + j];
        isInside = isInside && x[j] >= low[j] && x[j] <= high[j];
    }
    return isInside;
}

double fitSearchAtRandom( int n, const double* low, const double* high, int evaluations, double same,
    double ( *misfit )( void* context, const double* x ), void* context, double* x )
{
    int population = 10 * ( n + 1 ), best = 0, worst = 0;
    double values[10 * ( SS_FIT_PARAMS + 1 )], points[10 * ( SS_FIT_PARAMS + 1 ) * SS_FIT_PARAMS];
    ssRng rng = ssSeedRng( 1 );
    for ( int made = 0; made < evaluations; ++made )
    {
        double tried[SS_FIT_PARAMS];
        bool isFirst = made < population, isInside = isFirst;
        for ( int j = 0; j < n && isFirst; ++j )
        {
            tried[j] = made == 0 ? x[j] : low[j] + ( high[j] - low[j] ) * ssRng_Uniform( &rng );
        }
        for ( int k = 0; k < REFLECTIONS && !isInside; ++k )
        {
            isInside = reflectPoint( points, population, best, n, low, high, &rng, tried );
        }
        for ( int j = 0; j < n && !isInside; ++j ) { tried[j] = ssMin( ssMax( tried[j], low[j] ), high[j] ); }
        double value = misfit( context, tried );
        if ( !isFirst && !( value < values[worst] ) )
        {
            for ( int j = 0; j < n; ++j )
            {
                double beyond = ssRng_Uniform( &rng ), at = points[best * n + j];
                tried[j] = ssMin( ssMax( at + beyond * ( at - tried[j] ), low[j] ), high[j] );
            }
            value = misfit( context, tried );
            ++made;
        }
        int place = isFirst ? made : worst;
        if ( isFirst || value < values[worst] )
        {
            values[place] = value;
            memcpy( points + place * n, tried, sizeof( double ) * (size_t)n );
        }
        for ( int i = 0; i < ( isFirst ? made + 1 : population ); ++i )
        {
            best = values[i] < values[best] ? i : best;
            worst = values[i] > values[worst] ? i : worst;
        }
        if ( made >= population - 1 && !( values[worst] - values[best] > same ) ) { break; }
    }
    memcpy( x, points + best * n, sizeof( double ) * (size_t)n );
    return values[best];
}

static double jumpingMisfit( void* context, const double* q )
{
    const Descent* d = context;
    double chi2 = squares( context, q );
    if ( d->p->runs.made % 16 == 0 ) { fitTell( d->p, "search" ); }
    return chi2;
}

/// At random, then by least squares from the best.
static void searchGlobally( fitProblem* p, double* q, double* residuals )
{
    Descent d = { .p = p, .residuals = residuals };
    double low[SS_FIT_PARAMS], high[SS_FIT_PARAMS];
    for ( int j = 0; j < p->n; ++j )
    {
        low[j] = ssMin( fitFromValue( p->free + j, p->free[j].near ), q[j] );
        high[j] = ssMax( fitFromValue( p->free + j, p->free[j].far ), q[j] );
    }
    int evaluations = ( p->def->dataCount > 0 ? 300 : 60 ) * ( p->n + 1 );
    fitSearchAtRandom( p->n, low, high, evaluations, 0.1, jumpingMisfit, &d, q );
    memcpy( q, p->best, sizeof( double ) * (size_t)p->n );
    fitMinimise( p, 40, q, residuals );
}

// them

bool fitSearch( fitProblem* p, double* q, double* residuals )
{
    Search s = { .q = q, .residuals = residuals, .best = HUGE_VAL };
    s.other = ssAlloc( (size_t)p->m * (size_t)( p->n + 1 ) * sizeof( double ) );
    bool agreed = false;
    if ( s.other != NULL && fitScan( p, s.points, s.chi2, &s.count ) )
    {
        rank( s.chi2, s.count, s.order );
        agreed = descend( p, &s, ATTEMPTS, 1.0 );
        if ( agreed ) { lookAcross( p, &s ); }
        bool measured = p->def->dataCount > 0 && s.best < HUGE_VAL;
        if ( measured && !fitIsNoise( p, residuals ) && !fitStops( p ) ) { searchInTime( p, &s ); }
        bool found = measured && fitIsNoise( p, residuals );
        if ( !agreed && !found && s.best < HUGE_VAL && !fitStops( p ) )
        {
            // Curves that jump below some width need wider steps, and agree only to within the jumps.
            fitTuneSteps( p, q, residuals );
            agreed = descend( p, &s, ATTEMPTS, 20.0 );
            if ( !agreed && !fitStops( p ) ) { searchGlobally( p, q, residuals ); }
        }
    }
    ssRelease( s.other );
    return s.best < HUGE_VAL;
}
