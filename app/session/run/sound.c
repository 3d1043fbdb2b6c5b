// SPDX-License-Identifier: MIT
#include "session/run/sound.h"

#include <math.h>

// The samples of a signal that is heard: rows joined by lines, without their mean, at an even loudness.

static const double s_lag = 0.08;      // [s] of what is heard behind what is seen: rows come once per frame
static const double s_mostLag = 0.4;   // [s] more is skipped
static const double s_lowest = 20.0;   // [Hz] what is slower is a change of the mean
static const double s_fade = 0.01;     // [s]
static const double s_memory = 3.0;    // [s] of the peak
static const double s_faintest = 1e-4; // of the force: a change below this is rounding, not sound

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

void sessionSound_Clear( sessionSound* sound )
{
    sound->count = 0;
    sound->jumped = sound->torn = true;
}

void sessionSound_Add( sessionSound* sound, double time, double value )
{
    if ( sound->count == session_soundRows )
    {
        sound->first = ( sound->first + 1 ) % session_soundRows;
        sound->count -= 1;
    }
    int at = ( sound->first + sound->count++ ) % session_soundRows;
    sound->times[at] = time;
    sound->values[at] = isfinite( value ) ? value : 0.0;
}

static double timeOf( const sessionSound* s, int row )
{
    return s->times[( s->first + row ) % session_soundRows];
}

static double valueOf( const sessionSound* s, int row )
{
    return s->values[( s->first + row ) % session_soundRows];
}

/// Goes on to the moment of the next sample. False: its rows are not there yet.
static bool advance( sessionSound* s )
{
    if ( s->count < 2 || !s->plays )
    {
        return false;
    }
    double newest = timeOf( s, s->count - 1 ), wanted = s_lag * s->speed, lag = newest - s->at;
    if ( s->jumped || lag > s_mostLag * s->speed )
    {
        if ( newest - timeOf( s, 0 ) < wanted )
        {
            return false;
        }
        s->at = newest - wanted;
        s->jumped = s->torn = true;
    }
    // The two clocks drift apart a little; half a per cent of the pitch is not heard.
    double drift = fmin( fmax( 0.02 * ( lag / wanted - 1.0 ), -0.005 ), 0.005 );
    double next = s->at + s->speed * ( 1.0 + ( s->jumped ? 0.0 : drift ) ) / session_soundRate;
    if ( next >= newest )
    {
        return false;
    }
    s->at = next;
    while ( s->count > 2 && timeOf( s, 1 ) <= s->at )
    {
        s->first = ( s->first + 1 ) % session_soundRows;
        s->count -= 1;
    }
    return true;
}

static double forceNow( const sessionSound* s )
{
    double t0 = timeOf( s, 0 ), t1 = timeOf( s, 1 ), f0 = valueOf( s, 0 ), f1 = valueOf( s, 1 );
    double share = t1 > t0 ? fmin( fmax( ( s->at - t0 ) / ( t1 - t0 ), 0.0 ), 1.0 ) : 1.0;
    return f0 + share * ( f1 - f0 );
}

void sessionSound_Fill( sessionSound* sound, float* samples, int count )
{
    const double slow = 2.0 * SS_PI * s_lowest / session_soundRate,
                 step = 1.0 / ( s_fade * session_soundRate );
    const double forgets = exp( -1.0 / ( s_memory * session_soundRate ) );
    for ( int i = 0; i < count; ++i )
    {
        bool heard = advance( sound );
        double force = sound->count >= 2 && !sound->jumped ? forceNow( sound ) : sound->mean;
        if ( heard && sound->jumped )
        {
            sound->jumped = false;
            sound->mean = force = forceNow( sound );
        }
        double change = force - sound->mean;
        sound->mean += slow * change;
        sound->peak = fmax( fmax( forgets * sound->peak, fabs( change ) ), s_faintest * fabs( force ) );
        sound->fade = fmin( fmax( sound->fade + ( heard ? step : -step ), 0.0 ), 1.0 );
        sound->gain += step * ( sound->volume - sound->gain );
        double sample = sound->peak > 0.0 ? 0.9 * change / sound->peak : 0.0;
        sound->jolt = sound->torn ? sound->last - sample : ( 1.0 - step ) * sound->jolt;
        sound->torn = false;
        sound->last = fmin( fmax( sample + sound->jolt, -1.0 ), 1.0 );
        samples[i] = (float)( sound->fade * sound->gain * sound->last );
    }
}
