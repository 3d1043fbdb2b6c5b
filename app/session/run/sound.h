// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

#include <stdbool.h>

// Makes the friction force of a run audible. Its oscillation is mostly too slow to be heard, so its latest
// whole cycle is played again and again, so many octaves higher that it begins near 220 Hz: the pitch follows
// the oscillation, the timbre is its shape. Knows no device.

enum
{
    session_soundRate = 48000, // [samples/s]
    session_soundTable = 512,  // points of a cycle that is played
    session_soundRows = 4096   // rows of a cycle that is coming in
};

typedef struct sessionSound
{
    bool plays;
    double volume; // 0 … 1

    // The cycle that is coming in: from one rise through the middle of the last one to the next.
    double times[session_soundRows], values[session_soundRows];
    int count;
    double low, high;       // of the last cycle
    double newLow, newHigh; // of this one
    bool risen, below;      // it began with a rise; the force has been low since
    double period;          // [s] of the last one; 0: there was none
    int octaves;

    double from[session_soundTable], to[session_soundTable]; // the cycle that is played, and what it becomes
    double blend, phase;                                     // 0 … 1
    double frequency, fade, gain; // [Hz], 0 … 1: what is played now; they change smoothly
} sessionSound;

/// The friction force of a scenario; -1: it has none that could be heard.
int sessionSound_Signal( const ssScenario* scenario );
/// Another run, or another moment of it: the cycle that is coming in is forgotten.
void sessionSound_Clear( sessionSound* sound );
/// A row with a later time than all before [s].
void sessionSound_Add( sessionSound* sound, double time, double value );
/// The next samples, within -1 … 1. Silent where it does not play or nothing oscillates.
void sessionSound_Fill( sessionSound* sound, float* samples, int count );
