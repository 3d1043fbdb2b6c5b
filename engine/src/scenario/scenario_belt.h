// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/belt.h"
#include "scenario/sliding_view.h"

// The state of scenario `belt`, shared by the files of its table and motion, its cycles and its picture.

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
    beltBands = 16,     // ranges of unstable belt directions, at most
    beltSamples = 361,  // belt directions at which charts are sampled: one per degree
    beltCyclesMax = 256 // latest cycles that are kept
};

enum
{
    beltChartReservoir,
    beltChartDial,
    beltChartBifurcation,
    beltChartGrowth,
    beltChartCount
};

/// One turn around the equilibrium, between two upward crossings of its y.
typedef struct BeltCycle
{
    double start, end; // [s]
    double stick;      // time in stick phases of at least two steps [s]
    double xMin, xMax, yMin, yMax;
} BeltCycle;

typedef struct Belt
{
    SlidingLaw law;
    ssSlidingMassDef def;
    double settle; // [s]
    ssSlidingMass body;
    ssVec2 start, push; // velocity before the latest step [m/s], NaN before the first; force of the mouse [N]
    bool dragging;      // by the mouse
    ssVec2 dragTarget;
    ssVec2 travel; // of the belt [m]

    BeltCycle cycles[beltCyclesMax]; // the latest
    int cycleCount;
    BeltCycle current; // not finished yet
    bool complete;     // `current` began with a crossing: the next one makes it a complete cycle
    int stickSteps;    // latest steps in a row with stick, counted up to 2

    // These follow from the definition and the law.
    ssBeltStability steady;
    ssAngleBand bands[beltBands];
    int bandCount;
    double phiDeg[beltSamples], xEq[beltSamples], growth[beltSamples];
    ssVec2 steadyForce[beltSamples]; // of belts in these directions [N]
    double reach;                    // how far friction can stretch the springs [m]
    bool judged;                     // the stability of some direction is known
    bool creeps;                     // the law holds no force at rest: what it holds, creeps
    bool unstable[beltSamples];
} Belt;

double beltReferenceLoad( const ssSim* sim );
/// Where the contact is, for a typed law; its states are those at the end of the latest step.
ssLawSite beltSite( const Belt* s, const ssSim* sim );
ssSlidingMassDef beltReadDef( const ssSim* sim );
/// Whether the mass moves with the belt. Under a law that creeps it does so nearly.
bool beltSticks( const Belt* s );
/// The contact as it is drawn.
SlidingContact beltContact( const Belt* s, const ssSim* sim );

/// Means and extremes over complete cycles; NAN without any.
typedef struct BeltCycles
{
    double period, stick, xMin, xMax, yMin, yMax;
} BeltCycles;

/// Computes what follows from the definition and the law.
void beltDerive( Belt* s );

void beltBeginCycle( Belt* s, double time );
void beltFollowCycle( Belt* s, ssVec2 before, double time, double h );
BeltCycles beltMeasureCycles( const Belt* s, double time );
void beltSerializeCycles( Belt* s, ssArchive* archive );

void beltDraw( const void* state, const ssSim* sim, const ssDraw* draw );
void beltDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
