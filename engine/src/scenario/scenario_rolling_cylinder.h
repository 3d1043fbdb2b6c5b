// SPDX-License-Identifier: MIT
#pragma once

#include "model/rolling_cylinder.h"
#include "slipstick/lab/scenario.h"

// The state of scenario `rolling-cylinder`, shared by table, motion, picture and charts.

enum
{
    cylinderHistogramBins = 160, ///< of the velocities
    cylinderDwellBins = 28,      ///< of the times between jumps: four per decade, from 1 s
    cylinderPathPoints = 384,    ///< stored points of the run
    cylinderJumpMarks = 64,      ///< latest jumps that are stored
    cylinderNoiseLevels = 10,    ///< noise intensities of the background runs
    cylinderBackgroundMax = 16   ///< background runs per noise intensity
};

/// The noise intensities of the background runs [kg²/s³].
extern const double cylinderNoiseLevel[cylinderNoiseLevels];

typedef struct CylinderPathPoint
{
    double time, alpha, v; ///< [s], [rad], [m/s]
} CylinderPathPoint;

typedef struct CylinderJump
{
    double time, v; ///< [s], [m/s]
    bool up;
} CylinderJump;

/// Follows from the parameters and is made when it is first needed. It is not part of the saved state.
typedef struct CylinderDerived
{
    ssCylinderSpline spline;
    struct CylinderCharts* charts;
} CylinderDerived;

typedef struct RollingCylinder
{
    ssCylinder cylinder; ///< alpha changes while the plane tilts
    bool refused;        ///< the latest parameters were impossible, and the ones before still apply
    double x, v;         ///< [m], [m/s]
    ssCylinderScheme scheme;
    double settle; ///< [s]

    // tilting
    double alphaSet;          ///< latest value of the parameter alpha [deg]
    double tiltRate;          ///< [rad/s], with its present sign
    double tiltLow, tiltHigh; ///< the slopes between which the plane tilts [rad]

    // statistics since the time `since`
    double since, origin, sum, squares; ///< [s]; [m/s]; sums over v - origin and its square
    int64_t samples;
    bool pastLimit;                     ///< the speed has exceeded the limit of the model
    double histogramLow, histogramHigh; ///< [m/s]
    double histogram[cylinderHistogramBins];

    // passages between the two stable velocities
    double slow, fast;                  ///< downhill [m/s]; NAN if there is only one
    int branch;                         ///< -1 slow, 1 fast, 0 before either has been reached
    double branchSince;                 ///< [s]
    double passages[2], passageTime[2]; ///< up, down: number and total time [s]
    double dwell[2][cylinderDwellBins];
    CylinderJump jumps[cylinderJumpMarks]; ///< the latest, as a ring
    int jumpCount;                         ///< of all jumps

    // points of the run; every other one is dropped when the array is full
    CylinderPathPoint path[cylinderPathPoints];
    int pathCount;
    double pathEvery; ///< time between points [s]

    // runs at other noise intensities
    int backgroundRuns;       ///< per noise intensity
    int64_t backgroundVisits; ///< advances of one noise intensity so far
    double runs[cylinderNoiseLevels][cylinderBackgroundMax];
    double runSums[cylinderNoiseLevels][cylinderBackgroundMax];
    double runSteps[cylinderNoiseLevels];

    CylinderDerived* derived;
} RollingCylinder;

/// 1 if downhill is +x, -1 if it is -x.
double cylinderDownhill( const RollingCylinder* state );

void cylinderDraw( const void* state, const ssSim* sim, const ssDraw* draw );
void cylinderDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void cylinderExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
extern const ssDrive cylinderDrive;
void cylinderFreeCharts( struct CylinderCharts* charts );

typedef enum CylinderChart
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
} CylinderChart;

extern const ssChart cylinderChartRows[cylinderChartCount];
