// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/belt.h"

#include "scenario/sliding_view.h"

// The state of scenario `belt`, shared by its table and motion, its cycles and its looks.

enum
{
    beltPhi,
    beltSpeed,
    beltLoad,
    beltCForce,
    beltLawKey,
    beltFirstC,
    beltFirstD = beltFirstC + SS_SET_ROW_COUNT,
    beltMass = beltFirstD + SS_SET_ROW_COUNT,
    beltStiffness,
    beltStiffnessY,
    beltDamping,
    beltPerturbation,
    beltSettle,
    beltMethod,
    beltKeyCount
};

enum
{
    beltBands = 16,
    beltSamples = 361,
    beltCyclesMax = 256
};

/// One turn around the equilibrium, between two upward passages of its y.
typedef struct BeltCycle
{
    double start, end; // [s]
    double stick;      // [s], stick phases of at least two steps
    double xMin, xMax, yMin, yMax;
} BeltCycle;

typedef struct Belt
{
    SlidingLaw law;
    ssSlidingMassDef def;
    double settle; // [s]
    ssSlidingMass slider;
    bool held; // by the mouse
    ssVec2 hand;
    ssVec2 beltMoved; // [m]

    BeltCycle cycles[beltCyclesMax]; // the latest
    int cycleCount;
    bool passed; // the equilibrium's y was passed: `open` is a whole cycle once it is passed again
    BeltCycle open;
    int stickSteps;

    // follows from the above
    ssBeltStability steady;
    ssAngleBand bands[beltBands];
    int bandCount;
    double phiDeg[beltSamples], xEq[beltSamples], growth[beltSamples];
    bool unstable[beltSamples];
} Belt;

double beltReferenceLoad( const ssSim* sim );
ssSlidingMassDef beltReadDef( const ssSim* sim );

/// Means over whole cycles; NAN without any.
typedef struct BeltCycles
{
    double period, stick, xMin, xMax, yMin, yMax;
} BeltCycles;

void beltBeginCycle( Belt* s, double time );
void beltFollowCycle( Belt* s, ssVec2 before, double time, double h );
BeltCycles beltMeasureCycles( const Belt* s, double time );
void beltSerializeCycles( Belt* s, ssArchive* archive );

void beltDraw( const void* state, const ssSim* sim, const ssDraw* draw );
void beltDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
