// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"

#include "slipstick/elementary.h"

#include <string.h>

#ifdef SLIPSTICK_NLOPT
#include <nlopt.h>
#endif

// Spreads starting points over the ranges and descends from the best of them.

#define ATTEMPTS 6 // starting points of Levenberg-Marquardt before a global search
#define ACROSS 4   // points that may belong to another minimum

// ------------------------------------------------------------------------------------------- starting points

/// The radical inverse of an index (Halton 1960): points that fill a box evenly.
static double radicalInverse( int index, int base )
{
    double value = 0.0, place = 1.0 / base;
    for ( ; index > 0; index /= base, place /= base )
    {
        value += place * ( index % base );
    }
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
    if ( residuals == NULL )
    {
        return false;
    }
    bool ok[FIT_SCAN];
    fitStart( p, points );
    for ( int i = 1; i < *count; ++i )
    {
        spread( p, i, points + i * p->n );
    }
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
    for ( int i = 0; i < count; ++i )
    {
        order[i] = i;
    }
    for ( int i = 1; i < count; ++i )
    {
        int moved = order[i], k = i;
        for ( ; k > 1 && chi2[order[k - 1]] > chi2[moved]; --k )
        {
            order[k] = order[k - 1];
        }
        order[k] = moved;
    }
}

// ------------------------------------------------------------------------------------------- until two agree

/// How far two points are apart, as a change of chi²: directions without effect do not count.
static double distance(
    fitProblem* p, const double* a, const double* b, const double* residuals, double* jacobian )
{
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, sum = 0.0;
    fitJacobian( p, a, residuals, jacobian, &p->runs );
    fitNormal( p, jacobian, normal );
    for ( int i = 0; i < p->n; ++i )
    {
        for ( int k = 0; k < p->n; ++k )
        {
            sum += ( a[i] - b[i] ) * normal[i * p->n + k] * ( a[k] - b[k] );
        }
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

/// Minimises from one point after the other until one of them arrives where the best did; a
/// change of chi² by `slack` does not count.
static bool descend( fitProblem* p, Search* s, int attempts, double slack )
{
    bool agreed = false;
    for ( int a = 0; a < attempts && a < s->count && !agreed && !fitStops( p ); ++a )
    {
        double from[SS_FIT_PARAMS];
        memcpy( from, s->points + s->order[a] * p->n, sizeof( double ) * (size_t)p->n );
        if ( !( s->chi2[s->order[a]] < HUGE_VAL ) )
        {
            continue;
        }
        p->stage = "fit";
        double found = fitMinimise( p, NULL, 60, from, s->other );
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

/// A point of the scan between which and the best one the misfit is larger than at the point: it belongs to
/// another minimum. -1: none of the first few does.
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
    if ( residuals != NULL )
    {
        fitEvaluate( p, p->h, count, middles, residuals, ok, &p->runs );
    }
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

/// Two that agree may have missed another minimum, which the data do not tell from
/// theirs: minimises once from beyond a ridge.
static void lookAcross( fitProblem* p, Search* s )
{
    int across = fitStops( p ) ? -1 : pointAcross( p, s );
    if ( across >= 0 )
    {
        s->order[0] = across;
        descend( p, s, 1, 1.0 );
    }
}

// ---------------------------------------------------------------------------------------- more and more time

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
    if ( !ok )
    {
        return false;
    }
    memcpy( all->residuals, s->other, sizeof( double ) * (size_t)p->m );
    all->best = fitChi2( p, all->residuals );
    p->bestChi2 = HUGE_VAL;
    fitKeepBest( p, all->q, all->best, all->residuals );
    for ( int i = 0; i < s->count && !fitStops( p ) && !( i > 0 && fitIsNoise( p, all->residuals ) ); ++i )
    {
        double* point = s->points + i * p->n;
        double found = fitMinimise( p, NULL, 60, point, s->other );
        if ( found < all->best )
        {
            all->best = found;
            memcpy( all->q, point, sizeof( double ) * (size_t)p->n );
            memcpy( all->residuals, s->other, sizeof( double ) * (size_t)p->m );
        }
    }
    return true;
}

/// A motion that goes on for long depends on parameters in folds: the misfit has a minimum wherever some of
/// the cycles fall together. That of its beginning has few. The points that describe the beginning best
/// describe more and more of it. The fit goes on after half of the runs that are left.
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
    for ( int i = 2; i < FIT_SCAN; ++i )
    {
        spread( p, i + FIT_SCAN, s.points + i * p->n );
    }
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
            s.chi2[i] = fitStops( p ) ? HUGE_VAL : fitMinimise( p, NULL, 15, s.points + i * p->n, s.other );
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

// --------------------------------------------------------------------------------------------- global search

#ifdef SLIPSTICK_NLOPT

typedef struct Global
{
    fitProblem* p;
    nlopt_opt search;
    double* residuals;
} Global;

static double objective( unsigned n, const double* q, double* gradient, void* context )
{
    Global* g = context;
    bool ok = false;
    (void)n;
    (void)gradient;
    if ( fitStops( g->p ) )
    {
        nlopt_force_stop( g->search );
        return HUGE_VAL;
    }
    fitEvaluate( g->p, g->p->h, 1, q, g->residuals, &ok, &g->p->runs );
    double chi2 = ok ? fitChi2( g->p, g->residuals ) : 1e300;
    fitKeepBest( g->p, q, chi2, g->residuals );
    if ( g->p->runs.made % 16 == 0 )
    {
        fitTell( g->p, "search" );
    }
    return chi2;
}

/// Controlled random search with local mutation (Kaelo & Ali 2006), then Levenberg-Marquardt from the best.
static bool searchGlobally( fitProblem* p, double* q, double* residuals )
{
    Global g = { .p = p, .residuals = residuals };
    double low[SS_FIT_PARAMS], high[SS_FIT_PARAMS], x[SS_FIT_PARAMS], best = HUGE_VAL;
    g.search = nlopt_create( NLOPT_GN_CRS2_LM, (unsigned)p->n );
    if ( g.search == NULL )
    {
        return false;
    }
    for ( int j = 0; j < p->n; ++j )
    {
        low[j] = ssMin( fitFromValue( p->free + j, p->free[j].near ), q[j] );
        high[j] = ssMax( fitFromValue( p->free + j, p->free[j].far ), q[j] );
    }
    memcpy( x, q, sizeof x );
    nlopt_srand( 1 );
    nlopt_set_lower_bounds( g.search, low );
    nlopt_set_upper_bounds( g.search, high );
    nlopt_set_min_objective( g.search, objective, &g );
    nlopt_set_ftol_abs( g.search, 0.1 );
    nlopt_set_maxeval( g.search, ( p->def->dataCount > 0 ? 300 : 60 ) * ( p->n + 1 ) );
    nlopt_optimize( g.search, x, &best );
    nlopt_destroy( g.search );
    memcpy( q, p->best, sizeof( double ) * (size_t)p->n );
    return fitMinimise( p, NULL, 40, q, residuals ) < HUGE_VAL;
}

#else

static bool searchGlobally( fitProblem* p, double* q, double* residuals )
{
    (void)p;
    (void)q;
    (void)residuals;
    return false;
}

#endif

// ----------------------------------------------------------------------------------------------- all of them

bool fitSearch( fitProblem* p, double* q, double* residuals )
{
    Search s = { .q = q, .residuals = residuals, .best = HUGE_VAL };
    s.other = ssAlloc( (size_t)p->m * (size_t)( p->n + 1 ) * sizeof( double ) );
    bool agreed = false;
    if ( s.other != NULL && fitScan( p, s.points, s.chi2, &s.count ) )
    {
        rank( s.chi2, s.count, s.order );
        agreed = descend( p, &s, ATTEMPTS, 1.0 );
        if ( agreed )
        {
            lookAcross( p, &s );
        }
        bool measured = p->def->dataCount > 0 && s.best < HUGE_VAL;
        if ( measured && !fitIsNoise( p, residuals ) && !fitStops( p ) )
        {
            searchInTime( p, &s );
        }
        bool found = measured && fitIsNoise( p, residuals );
        if ( !agreed && !found && s.best < HUGE_VAL && !fitStops( p ) )
        {
            // Curves that jump below some width need steps beyond it, and agree
            // no better than the jumps allow.
            fitTuneSteps( p, q, residuals );
            agreed = descend( p, &s, ATTEMPTS, 20.0 );
            if ( !agreed && !fitStops( p ) )
            {
                searchGlobally( p, q, residuals );
            }
        }
    }
    ssRelease( s.other );
    return s.best < HUGE_VAL;
}
