// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "slipstick/lab/fit.h"
#include "slipstick/rng.h"
#include "slipstick/vecmath.h"

// What the tests of fits share: noise, and tables made from runs with known parameters.

static inline double fitNormal( ssRng* rng )
{
    double u = ssRng_Uniform( rng ), v = ssRng_Uniform( rng );
    return sqrt( -2.0 * log( 1.0 - u ) ) * cos( 2.0 * SS_PI * v );
}

#define FIT_TEXT 65536

/// A table as text: the run of `def` from `first` on, every `spacing` seconds, with noise of this share of
/// the spread of each column. False where the run is refused.
static inline bool fitMakeText( const ssSimDef* def, const char* const* columns, int count, double first,
    double last, double spacing, double noise, uint64_t seed, char* text )
{
    static double values[4096][8];
    double times[4096], row[SS_MAX_SIGNALS], spread[8] = { 0.0 };
    ssSim* sim = NULL;
    int rows = 0;
    if ( ssCreateSim( def, &sim ).code != ss_ok ) { return false; }
    for ( double t = first; t <= last + 1e-9 && rows < 4096; t = first + spacing * rows )
    {
        while ( ssSim_Time( sim ) < t - 0.5 * def->h && ssSim_Step( sim ).status < ss_statusNotFinite ) {}
        ssSim_Signals( sim, row );
        times[rows] = ssSim_Time( sim );
        for ( int c = 0; c < count; ++c )
        {
            values[rows][c] = row[ssFindSignal( def->scenario, columns[c] )];
        }
        ++rows;
    }
    ssDestroySim( sim );
    for ( int c = 0; c < count; ++c )
    {
        double mean = 0.0;
        for ( int r = 0; r < rows; ++r ) { mean += values[r][c] / rows; }
        for ( int r = 0; r < rows; ++r )
        {
            spread[c] += ( values[r][c] - mean ) * ( values[r][c] - mean ) / rows;
        }
        spread[c] = sqrt( spread[c] );
    }
    ssRng rng = ssSeedRng( seed );
    size_t used = (size_t)snprintf( text, FIT_TEXT, "t" );
    for ( int c = 0; c < count; ++c )
    {
        used += (size_t)snprintf( text + used, FIT_TEXT - used, ",%s", columns[c] );
    }
    for ( int r = 0; r < rows; ++r )
    {
        used += (size_t)snprintf( text + used, FIT_TEXT - used, "\n%.12g", times[r] );
        for ( int c = 0; c < count; ++c )
        {
            double value = values[r][c] + noise * spread[c] * fitNormal( &rng );
            used +=
                (size_t)snprintf( text + used, FIT_TEXT - used, noise > 0.0 ? ",%.12g" : ",%.17g", value );
        }
    }
    snprintf( text + used, FIT_TEXT - used, "\n" );
    return used + 2 < FIT_TEXT;
}

/// Is one of the warnings about this?
static inline bool fitWarns( const ssFitResult* fit, const char* about )
{
    bool found = false;
    for ( int i = 0; i < fit->warningCount; ++i )
    {
        found = found || strstr( fit->warnings[i], about ) != NULL;
    }
    return found;
}
