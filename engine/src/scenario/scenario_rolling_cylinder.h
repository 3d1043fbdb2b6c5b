// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/rolling_cylinder.h"
#include "slipstick/scenario.h"

// The state of the scenario rolling-cylinder, shared by the file that moves it and the one that shows it.

enum
{
    cylinderHistogramBins = 160,
    cylinderDwellBins = 28, ///< four per decade of seconds, from 1 s
    cylinderPathPoints = 384,
    cylinderJumpMarks = 64,
    cylinderNoiseLevels = 10,
    cylinderBackgroundMax = 16
};

/// The noise intensities of the background runs [kg²/s³].
extern const double cylinderNoiseLevel[cylinderNoiseLevels];

typedef struct cylinderPathPoint
{
    double time, alpha, v;
} cylinderPathPoint;

typedef struct cylinderJumpMark
{
    double time, v;
    bool up;
} cylinderJumpMark;

/// Made from the parameters when it is first looked at; no part of the state that is saved.
typedef struct cylinderDerived
{
    ssCylinderSpline spline;
    struct cylinderCharts* charts;
} cylinderDerived;

typedef struct cylinderState
{
    ssCylinder cylinder; ///< the law in force; alpha moves while the plane tilts
    bool refused;        ///< the latest change gave an impossible law: the one before stays in force
    double x, v;
    ssCylinderScheme scheme;
    double settle;

    // tilting
    double angleSet; ///< what the slider said last [deg]
    double tiltRate; ///< [rad/s], with its present sign
    double tiltLow, tiltHigh;

    // statistics since `since`
    double since, origin, sum, squares;
    int64_t samples;
    bool beyond;      ///< has been outside the model
    double low, high; ///< of the histogram
    double histogram[cylinderHistogramBins];

    // passages between the two stable velocities
    double slow, fast; ///< along the drive; NAN: there are no two
    int branch;        ///< -1 slow, 1 fast, 0 not there yet
    double branchSince;
    double passages[2], passageTime[2]; ///< up, down
    double dwell[2][cylinderDwellBins];
    cylinderJumpMark jumps[cylinderJumpMarks]; ///< the latest
    int jumpCount;                             ///< all of them

    // where it has been, thinned when full
    cylinderPathPoint path[cylinderPathPoints];
    int pathCount;
    double pathEvery; ///< [s]

    // runs at other noise intensities
    int members;
    int64_t visits;
    double runs[cylinderNoiseLevels][cylinderBackgroundMax];
    double runSums[cylinderNoiseLevels][cylinderBackgroundMax];
    double runSteps[cylinderNoiseLevels];

    cylinderDerived* derived;
} cylinderState;

/// 1 downhill along +x, -1 along -x.
double cylinderDownhill( const cylinderState* state );

void cylinderDrawScene( const void* state, const ssSim* sim, const ssDraw* draw );
void cylinderDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void cylinderExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
void cylinderFreeCharts( struct cylinderCharts* charts );

typedef enum cylinderChart
{
    cylinderChartForce,
    cylinderChartDensity,
    cylinderChartPotential,
    cylinderChartBifurcation,
    cylinderChartNoise,
    cylinderChartTerms,
    cylinderChartContact,
    cylinderChartJumps,
    cylinderChartDwell,
    cylinderChartSlip,
    cylinderChartCount
} cylinderChart;

extern const ssChart cylinderChartRows[cylinderChartCount];
