// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/vecmath.h"
#include <stdbool.h>

// Ruler, protractor and stopwatch as the user has laid them. What they read follows from this and from the
// state that is shown, so that going back in time shows what was there. Plain data: an undo copies it.

typedef enum uiInstrument
{
    ui_ruler,
    ui_protractor,
    ui_stopwatch,
    ui_instrumentCount
} uiInstrument;

typedef enum uiEndKind
{
    ui_endPlace,
    ui_endContact,
    ui_endLevel, // of a leg of the protractor: horizontal, above or below the other one
    ui_endBody,
} uiEndKind;

// The ends of the instruments, in the order of uiInstruments.ends.
enum
{
    ui_rulerFrom,
    ui_rulerTo,
    ui_corner,
    ui_leg,
    ui_leg2,
    ui_endCount,
    ui_maxReadings = 64
};

typedef struct uiEnd
{
    uiEndKind kind;
    int a, b, surface; // the body; the bodies of the contact, and which of the fixed ones it is
    ssVec3 at;         // [m] the place; of a contact where it was when the end was put there
} uiEnd;

typedef struct uiReading
{
    uiInstrument instrument;
    double value; // [m], [°] or [s]
    double time;  // [s] of the run
    double
        parts[3]; // of a length [m] along x, y and z; or `sloped`: along the slope, across it, normal to it
    bool sloped;
} uiReading;

typedef struct uiInstruments
{
    bool shown[ui_instrumentCount];
    uiEnd ends[ui_endCount];
    int watchOn[2];         // what starts and what stops the watch: 0 the hand, else an event
    double watchPressed[2]; // [s] by hand; NaN: not yet
    uiReading readings[ui_maxReadings];
    int readingCount;
} uiInstruments;
