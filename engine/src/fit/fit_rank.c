// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"

#include <string.h>

// Ranks fits of several laws to the same tables, and says which of them the data cannot tell apart.

enum
{
    rankBatches = 20 // of held-out rows; what is left over in a fit is alike in neighbouring rows
};

#define APART 3.0 // standard errors between held-out errors that can be told apart, among several laws
#define APART_AIC \
    10.0 // Burnham & Anderson 2002, Sec. 2.6: beyond it the worse law has essentially no support

/// What the likelihood needs of the fitted values, by the noise as it was given or else as it is estimated
/// from these residuals, at its most likely.
void fitInformation( const fitProblem* p, const double* residuals, double* aic, double* bic )
{
    double cost = 0.0, square[SS_MAX_SIGNALS] = { 0 };
    int count[SS_MAX_SIGNALS] = { 0 }, free = p->n;
    for ( int i = 0; i < p->m; ++i )
    {
        double scaled = p->weight[i] * residuals[i];
        if ( p->held[i] || p->weight[i] <= 0.0 ) { continue; }
        if ( p->group[i] < 0 )
        {
            cost += scaled * scaled - 2.0 * ssLog( p->weight[i] );
            continue;
        }
        square[p->group[i]] += residuals[i] * residuals[i];
        count[p->group[i]] += 1;
    }
    for ( int g = 0; g < p->groupCount; ++g )
    {
        if ( count[g] == 0 ) { continue; }
        // A curve without noise is never fitted better than its noise is estimated.
        double least = 1e-20 * p->groupNoise[g] * p->groupNoise[g];
        cost += count[g] * ( ssLog( ssMax( square[g] / count[g], least ) ) + 1.0 );
        free += 1;
    }
    cost += p->fitted * ssLog( 2.0 * SS_PI );
    *aic = cost + 2.0 * free;
    *bic = cost + ssLog( p->fitted ) * free;
}

/// The square of what a fit misses in a row that was kept apart, in spreads of the columns.
static double missOf( const ssFitData* data, const double* simulated, int row )
{
    double sum = 0.0;
    for ( int c = 0; c < data->columnCount; ++c )
    {
        size_t cell = (size_t)row * (size_t)data->columnCount + (size_t)c;
        double off = ( simulated[cell] - data->values[cell] ) / data->columns[c].spread;
        sum += isfinite( data->values[cell] ) ? off * off : 0.0;
    }
    return sum;
}

/// By how many standard errors the held-out squares of `b` are above those of `a`; NAN: nothing was kept
/// apart. The errors are found from batches of rows.
static double behind( const ssFitData* data, const ssFitResult* a, const ssFitResult* b )
{
    double batches[rankBatches] = { 0 }, mean = 0.0, square = 0.0;
    int rows = 0, next = 0;
    for ( int f = 0; f < a->fileCount; ++f )
    {
        for ( int r = 0; r < data[f].rowCount; ++r ) { rows += a->held[f][r]; }
    }
    int count = rows / 2 < rankBatches ? rows / 2 : rankBatches;
    if ( count < 2 || a->fileCount != b->fileCount ) { return SS_NAN; }
    for ( int f = 0; f < a->fileCount; ++f )
    {
        for ( int r = 0; r < data[f].rowCount; ++r )
        {
            if ( !a->held[f][r] ) { continue; }
            batches[(int64_t)next++ * count / rows] +=
                missOf( data + f, b->simulated[f], r ) - missOf( data + f, a->simulated[f], r );
        }
    }
    for ( int i = 0; i < count; ++i ) { mean += batches[i] / count; }
    for ( int i = 0; i < count; ++i ) { square += ( batches[i] - mean ) * ( batches[i] - mean ); }
    double error = sqrt( square / ( count - 1 ) / count );
    return error > 0.0 ? mean / error : mean > 0.0 ? HUGE_VAL : mean < 0.0 ? -HUGE_VAL : 0.0;
}

/// Can the data not tell that b is worse than a?
static bool isAsGood( const ssFitData* data, const ssFitResult* a, const ssFitResult* b, double* z )
{
    *z = behind( data, a, b );
    return !( *z >= APART ) && b->aic - a->aic < APART_AIC;
}

/// Does fit a come before fit b? A fit without numbers comes last.
static bool isBetter( const ssFitResult* a, const ssFitResult* b, bool bic )
{
    bool byBic = bic || isnan( a->holdoutRms ) || isnan( b->holdoutRms );
    double x = byBic ? a->bic : a->holdoutRms, y = byBic ? b->bic : b->holdoutRms;
    return x < y || ( isnan( y ) && !isnan( x ) );
}

void ssRankFits( const ssFitData* data, const ssFitResult* const* results, int count, ssFitRank* ranks )
{
    int first = 0, best = 0;
    double z;
    for ( int i = 1; i < count; ++i ) { best = isBetter( results[i], results[best], false ) ? i : best; }
    first = best;
    for ( int i = 0; i < count; ++i )
    {
        bool tied = i != best && isAsGood( data, results[best], results[i], &z );
        first = tied && isBetter( results[i], results[first], true ) ? i : first;
    }
    for ( int i = 0; i < count; ++i )
    {
        ssFitRank rank = { .index = i };
        rank.tied = isAsGood( data, results[first], results[i], &rank.behind ) && i != first &&
            isAsGood( data, results[i], results[first], &z );
        int k = i;
        for ( ; k > 0; --k )
        {
            const ssFitRank* other = ranks + k - 1;
            bool before = i == first ||
                ( other->index != first &&
                    ( rank.tied != other->tied ? rank.tied
                                               : isBetter( results[i], results[other->index], rank.tied ) ) );
            if ( !before ) { break; }
            ranks[k] = *other;
        }
        ranks[k] = rank;
    }
}
