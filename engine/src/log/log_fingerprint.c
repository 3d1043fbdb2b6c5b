// SPDX-License-Identifier: MIT
#include "log/log_samples.h"

#include <stdlib.h>
#include <string.h>

// What the speed does to friction, and what else sliding, rolling and spinning contacts have in common.

#define SAMPLES_MIN 12 // fewer sliding contacts say nothing
#define SLOW_MIN 10    // contacts in the steep part of a regularised law
#define BINS 20        // of equal numbers of contacts, by speed
#define ALIGNED 0.26   // [rad] force and slip of a regularised law are opposite within this angle
#define STICKS 0.2     // contacts below this share of the largest forces stick, whatever their velocity says
#define DIFFERENT 1.02 // from the slowest tenth to the fastest: speeds that differ by less are alike
#define FRICTIONLESS 1e-9 // of the load: less is rounding

const char* ssLogSetName( ssLogSet set )
{
    static const char* const names[ss_logSetCount] = { "unknown", "circle", "ellipse", "polygon" };
    return names[set];
}

static int compareSpeeds( const void* a, const void* b )
{
    const logSample *x = a, *y = b;
    int order = ( x->speed > y->speed ) - ( x->speed < y->speed );
    return order != 0 ? order : ( x->ratio > y->ratio ) - ( x->ratio < y->ratio );
}

/// Median speed and ratio of bins of samples in the order of their speed. Returns the number of bins.
static int binRatios( const logSample* sorted, int count, double speeds[BINS], double ratios[BINS] )
{
    int bins = count / 8 < BINS ? count / 8 : BINS;
    for ( int i = 0; i < bins; ++i )
    {
        int begin = (int)( (int64_t)count * i / bins ),
            size = (int)( (int64_t)count * ( i + 1 ) / bins ) - begin;
        double numbers[LOG_SAMPLES_MAX / 8];
        size = size < SS_COUNT( numbers ) ? size : SS_COUNT( numbers );
        for ( int k = 0; k < size; ++k ) { numbers[k] = sorted[begin + k].ratio; }
        ratios[i] = logMedian( numbers, size );
        speeds[i] = sorted[begin + size / 2].speed;
    }
    return bins;
}

/// The rank correlation of speed and ratio of samples in the order of their speed (Spearman).
static double rankCorrelation( const logSample* sorted, int count, double* ratios )
{
    for ( int i = 0; i < count; ++i ) { ratios[i] = sorted[i].ratio; }
    logMedian( ratios, count ); // sorts
    double sum = 0.0, middle = 0.5 * ( count - 1 ), square = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        int low = 0, high = count;
        while ( low < high )
        {
            int half = low + ( high - low ) / 2;
            *( ratios[half] < sorted[i].ratio ? &low : &high ) =
                ratios[half] < sorted[i].ratio ? half + 1 : half;
        }
        sum += ( i - middle ) * ( low - middle );
        square += ( i - middle ) * ( i - middle );
    }
    return square > 0.0 ? sum / square : 0.0;
}

/// Copies the samples whose force is opposite to their slip.
static int takeAligned( const logSamples* from, logSample* to )
{
    int count = 0;
    for ( int i = 0; i < from->count; ++i )
    {
        const logSample* s = from->items + i;
        if ( s->speed > 0.0 && fabs( logWrap( s->forceAngle - s->slipAngle, 2.0 * SS_PI ) ) < ALIGNED )
        {
            to[count++] = *s;
        }
    }
    return count;
}

/// The median of v mu / (|f_T| / f_N) over the slow part, where the ratio is proportional to the speed.
static double slopeSpeed( const logSample* sorted, int count, double mu, double* scratch )
{
    int used = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( sorted[i].ratio < 0.4 * mu && sorted[i].ratio > 0.0 )
        {
            scratch[used++] = sorted[i].speed * mu / sorted[i].ratio;
        }
    }
    double middle = logMedian( scratch, used );
    // Contacts that stick have all ratios at all small speeds: neither a common slope nor an order.
    double low = logQuantile( scratch, used, 0.25 ), high = logQuantile( scratch, used, 0.75 );
    int slow = 0;
    while ( slow < count && sorted[slow].speed < 2.0 * middle ) { ++slow; }
    bool grows = used >= SLOW_MIN && high < 1.6 * low && rankCorrelation( sorted, slow, scratch ) > 0.6;
    return grows ? middle : SS_NAN;
}

double logRegularisation( const logSamples* sliding, const logSamples* slow )
{
    int capacity = sliding->count + slow->count;
    logSample* aligned = ssAlloc( (size_t)( capacity + 1 ) * sizeof *aligned );
    double *scratch = logNumbers( capacity ), result = SS_NAN, speeds[BINS], ratios[BINS];
    if ( aligned != NULL && scratch != NULL )
    {
        int count = takeAligned( slow, aligned );
        count += takeAligned( sliding, aligned + count );
        qsort( aligned, (size_t)count, sizeof *aligned, compareSpeeds );
        int bins = 2 * count > capacity ? binRatios( aligned, count, speeds, ratios ) : 0;
        double top = 0.0;
        for ( int i = 0; i < bins; ++i ) { top = ssMax( top, ratios[i] ); }
        result = bins >= 3 ? slopeSpeed( aligned, count, top, scratch ) : SS_NAN;
    }
    ssRelease( aligned );
    ssRelease( scratch );
    return result;
}

/// The ratio at this speed, from the bins: linear between their middles, constant beyond the ends.
static double ratioAt( double speed, int bins, const double* speeds, const double* ratios )
{
    int i = 0;
    while ( i < bins && speeds[i] < speed ) { ++i; }
    if ( i == 0 || i == bins ) { return ratios[i == 0 ? 0 : bins - 1]; }
    double share = ( speed - speeds[i - 1] ) / ( speeds[i] - speeds[i - 1] );
    return ratios[i - 1] + share * ( ratios[i] - ratios[i - 1] );
}

/// The value at `speed` of the line of least squares through these samples.
static double lineAt( double speed, const logSample* samples, int count )
{
    double v = 0.0, r = 0.0, vv = 0.0, vr = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        v += samples[i].speed / count;
        r += samples[i].ratio / count;
    }
    for ( int i = 0; i < count; ++i )
    {
        vv += ( samples[i].speed - v ) * ( samples[i].speed - v );
        vr += ( samples[i].speed - v ) * ( samples[i].ratio - r );
    }
    return vv > 0.0 ? r + vr / vv * ( speed - v ) : r;
}

double logRemoveSpeed( logSample* samples, int count )
{
    double speeds[BINS], ratios[BINS], top = 1.0;
    double* scratch = logNumbers( count );
    qsort( samples, (size_t)count, sizeof *samples, compareSpeeds );
    double correlation = scratch != NULL ? rankCorrelation( samples, count, scratch ) : 0.0;
    // Where all speeds are alike, only rounding orders them, which explains nothing.
    bool differ = count > 0 && samples[count - 1 - count / 10].speed > DIFFERENT * samples[count / 10].speed;
    // By chance it is about 1/sqrt( count ).
    if ( differ && fabs( correlation ) > ssMax( 0.4, 4.0 / sqrt( (double)count ) ) )
    {
        int bins = binRatios( samples, count, speeds, ratios ), part = count / ( bins > 0 ? bins : 1 );
        // The largest value: at the slow end under a Stribeck curve, at the fast end if friction strengthens.
        top = correlation < 0.0 ? lineAt( samples[0].speed, samples, part )
                                : lineAt( samples[count - 1].speed, samples + count - part, part );
        for ( int i = 0; i < bins; ++i ) { top = ssMax( top, ratios[i] ); }
        for ( int i = 0; i < count && bins > 1; ++i )
        {
            samples[i].ratio /= ratioAt( samples[i].speed, bins, speeds, ratios );
        }
    }
    ssRelease( scratch );
    return top;
}

/// The common value of moment over load among contacts that turn faster than a hundredth of the fastest ones.
static double commonMoment( const logSamples* lists[2], size_t moment, size_t speed, double* scratch )
{
    int count = 0, used = 0;
    for ( int pass = 0; pass < 2; ++pass )
    {
        double least = pass == 1 ? 0.01 * logQuantile( scratch, count, 0.95 ) : 0.0;
        for ( int i = 0; i < lists[0]->count + lists[1]->count; ++i )
        {
            const logSamples* list = lists[i >= lists[0]->count];
            const char* item =
                (const char*)( list->items + ( i - ( list == lists[1] ? lists[0]->count : 0 ) ) );
            double m, w;
            memcpy( &m, item + moment, sizeof m );
            memcpy( &w, item + speed, sizeof w );
            if ( pass == 0 && w > 0.0 && !isnan( m ) ) { scratch[count++] = w; }
            else if ( pass == 1 && w > least && !isnan( m ) ) { scratch[used++] = m; }
        }
        if ( pass == 0 && count < SAMPLES_MIN ) { return SS_NAN; }
    }
    double middle = logMedian( scratch, used ), low = logQuantile( scratch, used, 0.25 );
    double high = logQuantile( scratch, used, 0.75 );
    return used >= SAMPLES_MIN && high - low <= 0.1 * middle ? middle : SS_NAN;
}

/// Do most contacts open with mu |v_T|? A time step may count the rest of the gap as part of the velocity.
static bool areRelaxed( const logSample* samples, int count, double mu )
{
    int opening = 0, closing = 0;
    for ( int i = 0; i < count; ++i )
    {
        const logSample* s = samples + i;
        double expected = mu * s->speed;
        opening += fabs( s->opening - expected ) < 0.2 * expected;
        closing +=
            fabs( s->opening + s->closing - expected ) < 0.2 * expected; // never where the gap is unknown
    }
    return 5 * ssMax( opening, closing ) > 3 * count;
}

static int countFaster( const logSamples* sliding, double speed )
{
    int count = 0;
    for ( int i = 0; i < sliding->count; ++i ) { count += sliding->items[i].speed > speed; }
    return count;
}

/// Keeps the contacts that slide at their bound. Returns their number.
static int keepSliding( logSamples* sliding, double vEps, double* scratch, bool* isFrictionless )
{
    // Regularisations are within a percent of the bound at ten times v_eps, speeds a log may lack.
    double leastSpeed = isfinite( vEps ) ? 10.0 * vEps : 0.0;
    while ( leastSpeed > 0.0 && countFaster( sliding, leastSpeed ) < 2 * SAMPLES_MIN )
    {
        leastSpeed = leastSpeed > vEps ? 0.5 * leastSpeed : 0.0;
    }
    int kept = 0, count = 0;
    for ( int i = 0; i < sliding->count; ++i )
    {
        if ( sliding->items[i].speed > leastSpeed )
        {
            sliding->items[kept] = sliding->items[i];
            scratch[kept] = sliding->items[kept].ratio;
            ++kept;
        }
    }
    double largest = logQuantile( scratch, kept, 0.9 ), least = STICKS * largest;
    *isFrictionless = kept >= SAMPLES_MIN && largest <= FRICTIONLESS;
    for ( int i = 0; i < kept; ++i )
    {
        if ( sliding->items[i].ratio > least ) { sliding->items[count++] = sliding->items[i]; }
    }
    return count;
}

/// What most contacts that slide have in common. May reorder the samples.
static void fitCommonLaw( logSamples* sliding, double* scratch, ssFingerprint* print )
{
    bool isFrictionless = false;
    int count = keepSliding( sliding, print->vEps, scratch, &isFrictionless );
    if ( isFrictionless )
    {
        print->set = ss_logSetCircle;
        print->mu = print->muErr = print->muMinor = print->miss = 0.0;
    }
    else if ( count >= SAMPLES_MIN )
    {
        double top = logRemoveSpeed( sliding->items, count );
        logFitSet( sliding->items, count, print );
        print->mu *= top;
        print->muErr *= top;
        print->muMinor *= top;
        print->relaxedKnown = isfinite( print->mu );
        print->relaxed = print->relaxedKnown && areRelaxed( sliding->items, count, print->mu );
    }
}

ssFingerprint logFingerprint( logSamples* sliding, logSamples* slow, ssLogPairs* pairs )
{
    ssFingerprint print = { .mu = SS_NAN,
        .muErr = SS_NAN,
        .miss = SS_NAN,
        .muMinor = SS_NAN,
        .axisDeg = SS_NAN,
        .facetDeg = SS_NAN,
        .muR = SS_NAN,
        .muS = SS_NAN,
        .vEps = SS_NAN };
    double* scratch = logNumbers( sliding->count + slow->count );
    if ( scratch == NULL ) { return print; }
    const logSamples* lists[2] = { sliding, slow };
    print.muR =
        commonMoment( lists, offsetof( logSample, rolling ), offsetof( logSample, rollingSpeed ), scratch );
    print.muS =
        commonMoment( lists, offsetof( logSample, spinning ), offsetof( logSample, spinningSpeed ), scratch );
    print.vEps = logRegularisation( sliding, slow );
    // The fit of a single law drops and changes samples, first those of slippery materials.
    logSamples all = { .items = ssAlloc( (size_t)( sliding->count + 1 ) * sizeof( logSample ) ),
        .count = sliding->count };
    if ( all.items != NULL ) { memcpy( all.items, sliding->items, (size_t)all.count * sizeof( logSample ) ); }
    fitCommonLaw( sliding, scratch, &print );
    pairs->count = 0;
    if ( all.items != NULL ) { logFindPairs( &all, &print, pairs ); }
    ssRelease( all.items );
    ssRelease( scratch );
    return print;
}
