// SPDX-License-Identifier: MIT
#include "session/run/sound.h"

// Finds the cycles of a force in its rows, and plays the latest one as a wave.

static const double s_first = 220.0;                 // [Hz] near which the first cycle is heard
static const double s_lowest = 40.0, s_top = 4000.0; // [Hz] beyond, other octaves are chosen
static const double s_margin = 0.15;   // of the height of a cycle, about its middle: less is no rise
static const double s_faintest = 1e-4; // of the force: a cycle below this is rounding
static const double s_patience = 2.5;  // cycles without a rise, and the oscillation has ended
static const double s_glide = 0.01;    // [s]

int sessionSound_Signal( const ssScenario* scenario )
{
    static const char* const names[] = { "r_t", "friction", "force", "f_1", "force_x" };
    int signal = -1;
    for ( int i = 0; i < SS_COUNT( names ) && signal < 0; ++i )
    {
        signal = ssFindSignal( scenario, names[i] );
    }
    return signal;
}

/// Waits for a rise with what comes now.
static void restart( sessionSound* s )
{
    s->count = 0;
    s->period = 0.0;
    s->risen = s->below = false;
}

void sessionSound_Clear( sessionSound* sound )
{
    restart( sound );
    sound->octaves = 0;
    sound->frequency = 0.0;
}

/// The cycle as a wave of height 0.8 about its mean. What is heard now is what it blends from.
static void makeWave( sessionSound* s, double begin, double end )
{
    double wave[session_soundTable], mean = 0.0, peak = 0.0;
    for ( int i = 0, row = 0; i < session_soundTable; ++i )
    {
        double t = begin + ( end - begin ) * i / session_soundTable;
        while ( row + 2 < s->count && s->times[row + 1] < t ) { ++row; }
        double t0 = s->times[row], t1 = s->times[row + 1], share = ( t - t0 ) / ( t1 - t0 );
        wave[i] = s->values[row] + share * ( s->values[row + 1] - s->values[row] );
        mean += wave[i] / session_soundTable;
    }
    for ( int i = 0; i < session_soundTable; ++i ) { peak = fmax( peak, fabs( wave[i] - mean ) ); }
    for ( int i = 0; i < session_soundTable; ++i )
    {
        s->from[i] += s->blend * ( s->to[i] - s->from[i] );
        s->to[i] = peak > 0.0 ? 0.8 * ( wave[i] - mean ) / peak : 0.0;
    }
    s->blend = 0.0;
}

/// A rise through the middle at this time ends a cycle and begins the next.
static void endCycle( sessionSound* s, double time )
{
    int last = s->count - 1;
    double begin = s->times[0], height = s->newHigh - s->newLow;
    double size = fmax( fabs( s->newHigh ), fabs( s->newLow ) );
    if ( s->risen && s->count > 3 && height > s_faintest * size )
    {
        s->period = time - begin;
        double heard = ldexp( 1.0, s->octaves ) / s->period;
        if ( s->octaves == 0 || heard < s_lowest || heard > s_top )
        {
            s->octaves = (int)lround( log2( s_first * s->period ) );
        }
        makeWave( s, begin, time );
    }
    s->risen = true;
    s->low = s->newLow;
    s->high = s->newHigh;
    s->times[0] = time;
    s->values[0] = 0.5 * ( s->low + s->high );
    s->times[1] = s->times[last];
    s->values[1] = s->newLow = s->newHigh = s->values[last];
    s->count = 2;
}

void sessionSound_Add( sessionSound* s, double time, double value )
{
    if ( !isfinite( value ) ) { return; }
    bool first = s->count == 0;
    // Where the rows are full, every second one will do.
    for ( int i = 0; s->count == session_soundRows && i < session_soundRows / 2; ++i )
    {
        s->times[i] = s->times[2 * i];
        s->values[i] = s->values[2 * i];
    }
    s->count = s->count == session_soundRows ? session_soundRows / 2 : s->count;
    s->times[s->count] = time;
    s->values[s->count++] = value;
    s->newLow = first ? value : fmin( s->newLow, value );
    s->newHigh = first ? value : fmax( s->newHigh, value );
    if ( s->period > 0.0 && time - s->times[0] > s_patience * s->period )
    {
        restart( s );
        return;
    }
    double low = s->risen ? fmin( s->low, s->newLow ) : s->newLow,
           high = s->risen ? fmax( s->high, s->newHigh ) : s->newHigh;
    double middle = 0.5 * ( low + high ), margin = s_margin * ( high - low );
    s->below = s->below || value < middle - margin;
    if ( s->below && value > middle + margin )
    {
        int row = s->count - 1; // where it rose through the middle
        while ( row > 1 && s->values[row - 1] > middle ) { --row; }
        double share = ( middle - s->values[row - 1] ) / ( s->values[row] - s->values[row - 1] );
        s->below = false;
        endCycle( s, s->times[row - 1] + share * ( s->times[row] - s->times[row - 1] ) );
    }
}

void sessionSound_Fill( sessionSound* s, float* samples, int count )
{
    const double step = 1.0 / ( s_glide * session_soundRate );
    for ( int i = 0; i < count; ++i )
    {
        bool heard = s->plays && s->period > 0.0;
        double wanted = heard ? ldexp( 1.0, s->octaves ) / s->period : s->frequency;
        s->frequency += s->frequency > 0.0 ? step * ( wanted - s->frequency ) : wanted;
        s->fade = fmin( fmax( s->fade + ( heard ? step : -step ), 0.0 ), 1.0 );
        s->gain += step * ( fmin( fmax( s->volume, 0.0 ), 1.0 ) - s->gain );
        s->blend = fmin( s->blend + 0.5 * step, 1.0 );
        double at = s->phase * session_soundTable;
        int k = (int)at % session_soundTable, next = ( k + 1 ) % session_soundTable;
        double a = s->from[k] + s->blend * ( s->to[k] - s->from[k] ),
               b = s->from[next] + s->blend * ( s->to[next] - s->from[next] );
        samples[i] = (float)( s->fade * s->gain * ( a + ( at - floor( at ) ) * ( b - a ) ) );
        s->phase += s->frequency / session_soundRate;
        s->phase -= floor( s->phase );
    }
}
