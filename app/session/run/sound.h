// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

#include <stdbool.h>

// Makes a signal of the run audible: the friction force over time is the pressure of the air, played as fast
// as the run is. A slow stick-slip is a row of ticks; at 64 times the speed it is a tone. Knows no device.

enum
{
    session_soundRate = 48000, // [samples/s]
    session_soundRows = 1 << 15
};

typedef struct sessionSound
{
    double times[session_soundRows], values[session_soundRows]; // a ring
    int first, count;
    bool plays;
    double speed;  // × real time
    double volume; // 0 … 1

    double at;         // [s] of the run that is heard now
    bool jumped;       // there is no such moment yet: the rows begin anew
    bool torn;         // the next sample does not follow from the last one
    double mean;       // of the force: the air only hears changes
    double peak;       // of these changes, lately: quiet and loud runs are equally loud
    double fade;       // 0 … 1
    double gain;       // the volume, which changes smoothly
    double last, jolt; // the latest sample before the volume, and what a tear leaves of it, which decays
} sessionSound;

/// The friction force of a scenario; -1: it has none that could be heard.
int sessionSound_Signal( const ssScenario* scenario );
/// Another run, or another moment of it: forgets all rows, without a click.
void sessionSound_Clear( sessionSound* sound );
/// A row with a later time than all before [s].
void sessionSound_Add( sessionSound* sound, double time, double value );
/// The next samples, within -1 … 1. Silent where it does not play or has nothing to play.
void sessionSound_Fill( sessionSound* sound, float* samples, int count );
