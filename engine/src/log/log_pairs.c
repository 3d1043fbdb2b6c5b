// SPDX-License-Identifier: MIT
#include "log/log_samples.h"

#include <stdlib.h>

// Mixed materials: where no law fits all contacts that slide, coefficients of pairs of bodies may.

#define PAIR_MIN 12    // contacts that slide, of a pair with a coefficient of its own
#define STICKS 0.2     // of the largest of the pair: what is below sticks, whatever its velocity says
#define ROUGH 0.03     // of mu: a law that leaves less on average needs no pairs
#define BETTER 0.5     // of that: what pairs may leave
#define COVERED 0.6    // of the contacts that slide
#define DIFFERENT 0.03 // of the largest mu

/// What tells contacts apart.
typedef enum Key
{
    byPair,
    byFirst,
    bySecond,
    keyCount
} Key;

static void keyOf( const logSample* s, Key key, double* a, double* b )
{
    *a = key == byPair ? ssMin( s->a, s->b ) : key == byFirst ? s->a : SS_NAN;
    *b = key == byPair ? ssMax( s->a, s->b ) : key == bySecond ? s->b : SS_NAN;
}

static int compareSamples( const logSample* x, const logSample* y, Key key )
{
    double ax, bx, ay, by;
    keyOf( x, key, &ax, &bx );
    keyOf( y, key, &ay, &by );
    int order = ( ax > ay ) - ( ax < ay );
    order = order != 0 ? order : ( bx > by ) - ( bx < by );
    return order != 0 ? order : ( x->ratio > y->ratio ) - ( x->ratio < y->ratio );
}

static int comparePairs( const void* x, const void* y ) { return compareSamples( x, y, byPair ); }

static int compareFirst( const void* x, const void* y ) { return compareSamples( x, y, byFirst ); }

static int compareSecond( const void* x, const void* y ) { return compareSamples( x, y, bySecond ); }

/// What all groups together leave.
typedef struct Left
{
    double pairs, single; // sums of the distances to the forces, over mu
    int count;
} Left;

/// Takes the group of samples, in the order of their ratios, if it has a coefficient.
static void takeGroup( const logSample* samples, int count, Key key, const ssFingerprint* single,
    double* scratch, ssLogPairs* pairs, Left* left )
{
    int first = 0;
    while ( first < count && samples[first].ratio < STICKS * samples[( 9 * ( count - 1 ) ) / 10].ratio )
    {
        ++first;
    }
    samples += first;
    count -= first;
    if ( count < PAIR_MIN || pairs->count == SS_LOG_PAIRS_MAX || !( samples[count / 2].ratio > 0.0 ) )
    {
        return;
    }
    ssLogPair* pair = &pairs->items[pairs->count++];
    *pair = ( ssLogPair ){ .mu = samples[count / 2].ratio, .contacts = count };
    keyOf( samples, key, &pair->a, &pair->b );
    for ( int i = 0; i < count; ++i ) { scratch[i] = fabs( samples[i].ratio - pair->mu ); }
    pair->muErr = 2.0 * 1.4826 * logMedian( scratch, count ) / sqrt( (double)count );
    ssFingerprint circle = { .set = ss_logSetCircle, .mu = pair->mu };
    left->pairs += count * logMeanMiss( samples, count, &circle );
    left->single += count * logMeanMiss( samples, count, single );
    left->count += count;
}

static bool sameGroup( const logSample* x, const logSample* y, Key key )
{
    double ax, bx, ay, by;
    keyOf( x, key, &ax, &bx );
    keyOf( y, key, &ay, &by );
    return !( ax < ay || ax > ay || bx < by || bx > by );
}

/// Whether the groups of this key explain what one law does not.
static bool explains(
    logSample* samples, int count, Key key, const ssFingerprint* single, double* scratch, ssLogPairs* pairs )
{
    int ( *const orders[keyCount] )(
        const void*, const void* ) = { comparePairs, compareFirst, compareSecond };
    Left left = { 0 };
    double low = HUGE_VAL, high = 0.0;
    pairs->count = 0;
    qsort( samples, (size_t)count, sizeof *samples, orders[key] );
    for ( int begin = 0, end = 0; begin < count; begin = end )
    {
        while ( end < count && sameGroup( samples + begin, samples + end, key ) ) { ++end; }
        takeGroup( samples + begin, end - begin, key, single, scratch, pairs, &left );
    }
    for ( int i = 0; i < pairs->count; ++i )
    {
        low = ssMin( low, pairs->items[i].mu );
        high = ssMax( high, pairs->items[i].mu );
    }
    return high - low > DIFFERENT * high && left.count >= COVERED * count &&
        left.single > ROUGH * left.count && left.pairs <= BETTER * left.single;
}

/// Leaves out contacts whose bodies the log does not name.
static int takeKnown( const logSamples* from, logSample* to )
{
    int count = 0;
    for ( int i = 0; i < from->count; ++i )
    {
        if ( !isnan( from->items[i].a ) && !isnan( from->items[i].b ) ) { to[count++] = from->items[i]; }
    }
    return count;
}

void logFindPairs( const logSamples* sliding, ssFingerprint* print, ssLogPairs* pairs )
{
    logSample* samples = ssAlloc( (size_t)( sliding->count + 1 ) * sizeof *samples );
    double* scratch = logNumbers( sliding->count );
    int count = samples != NULL ? takeKnown( sliding, samples ) : 0;
    bool found = false;
    ssFingerprint single = *print;
    if ( single.set == ss_logSetUnknown && count > 0 && scratch != NULL )
    {
        for ( int i = 0; i < count; ++i ) { scratch[i] = samples[i].ratio; }
        single = ( ssFingerprint ){ .set = ss_logSetCircle, .mu = logMedian( scratch, count ) };
    }
    bool asks =
        scratch != NULL && 2 * count > sliding->count && count >= 2 * PAIR_MIN && isnan( print->vEps );
    for ( int key = 0; key < keyCount && asks && single.mu > 0.0 && !found; ++key )
    {
        found = explains( samples, count, (Key)key, &single, scratch, pairs );
    }
    pairs->count = found ? pairs->count : 0;
    if ( found )
    {
        print->set = ss_logSetCircle;
        print->mu = 0.0;
        print->muMinor = HUGE_VAL;
        print->associated = print->relaxed = print->relaxedKnown = false;
        print->turnDeg = 0.0;
        print->facets = 0;
        print->axisDeg = print->facetDeg = SS_NAN;
        print->miss = 0.0;
        for ( int i = 0; i < pairs->count; ++i )
        {
            const ssLogPair* pair = pairs->items + i;
            print->muErr = pair->mu > print->mu ? pair->muErr : print->muErr;
            print->mu = ssMax( print->mu, pair->mu );
            print->muMinor = ssMin( print->muMinor, pair->mu );
        }
        for ( int i = 0; i < pairs->count; ++i )
        {
            // muErr is about twice the typical distance over the root of the number of contacts.
            const ssLogPair* pair = pairs->items + i;
            print->miss = ssMax( print->miss, 0.5 * pair->muErr * sqrt( (double)pair->contacts ) / pair->mu );
        }
    }
    ssRelease( samples );
    ssRelease( scratch );
}

const ssLogPair* ssLogPairs_Find( const ssLogPairs* pairs, double a, double b )
{
    for ( int i = 0; i < pairs->count; ++i )
    {
        const ssLogPair* pair = pairs->items + i;
        bool one = isnan( pair->a ) ? b == pair->b : isnan( pair->b ) ? a == pair->a : false;
        if ( one || ( ssMin( a, b ) == pair->a && ssMax( a, b ) == pair->b ) ) { return pair; }
    }
    return NULL;
}
