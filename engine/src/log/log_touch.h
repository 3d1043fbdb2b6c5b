// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/contact_log.h"

// Which contacts of a frame have just closed: pairs of bodies that touch at more points than in the step
// before. What velocity closed them, the log does not say.

typedef struct logTouch
{
    double a, b;
    int rows;
    ssVec3 force, velocity; // f_T, v_T of the first of them
    double load;
} logTouch;

typedef struct logTouchList
{
    logTouch* pairs; // in order
    int count, capacity;
} logTouchList;

typedef struct logTouches
{
    logTouchList now, before;
    int frames;   // so far
    double t;     // of the latest frame
    bool known;   // it says which bodies touch
    bool follows; // the one before was a step earlier
    bool any;     // there was time for something to close
} logTouches;

/// Takes the next frame of the log, with this step size [s].
ssResult logTouches_Add( logTouches* touches, const ssLogFrame* frame, double h );
/// May a contact between these bodies of the latest frame have closed in its step?
bool logTouches_IsNew( const logTouches* touches, double a, double b );
/// The contact between these bodies in the frame before, if that was a step
/// earlier; NULL: none, or there are several.
const logTouch* logTouches_Before( const logTouches* touches, double a, double b );
/// A row as a contact of its bodies.
logTouch logTouchOf( const ssLogFrame* frame, int row );
void logTouches_End( logTouches* touches );
