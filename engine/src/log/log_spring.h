// SPDX-License-Identifier: MIT
#pragma once

#include "log/log_samples.h"
#include "log/log_touch.h"

// Tangential springs, as distinct elements have them: friction grows with the
// displacement, f_T = -k s - c v_T, up to mu f_N, and what it has taken the spring gives
// back. The log shows the increments between frames.

/// From one frame to the next, at one contact.
typedef struct logIncrement
{
    ssVec3 force, way, velocity; // df_T, mean v_T times dt, dv_T
    double ratio, before;        // |f_T| / f_N after and before
    double dt;
} logIncrement;

typedef struct logIncrements
{
    logIncrement* items;
    int count;
    uint64_t seen, state; // as of logSamples
} logIncrements;

ssResult logBeginIncrements( logIncrements* increments ); // logEndIncrements even after an error
void logAddIncrement( logIncrements* increments, const logTouch* before, const logTouch* now, double dt );
void logEndIncrements( logIncrements* increments );

/// Recognises a spring and fills `spring` of the fingerprint, and mu with its limit where one is reached.
void logFindSpring( const logIncrements* increments, ssFingerprint* print );

/// The power that friction adds beyond what the spring releases [W], between two frames.
double logSpringPower( const ssFingerprint* print, const logTouch* before, const logTouch* now, double dt );
