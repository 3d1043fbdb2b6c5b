// SPDX-License-Identifier: MIT
#pragma once

#include "model/spring_slider.h"
#include "scenario/growth_fit.h"
#include "scenario/sliding_law.h"
#include "sim/rows.h"

// The state of scenario `spring-slider`, shared by the files of its tables and motion and of its picture.

enum
{
    sliderMass,
    sliderStiffness,
    sliderDamping,
    sliderNormalForce,
    sliderVelocity,
    sliderStart,
    sliderPerturbation,
    sliderKeyCount
};

enum
{
    sliderChartPhase,
    sliderChartGrowth,
    sliderChartCount
};

enum
{
    sliderTracePoints = 512,  // of the phase plane
    sliderSteadyPoints = 121, // of the curve of steady sliding
};

typedef struct SpringSlider
{
    ssSpringSlider body;
    double peak;       // largest speed in the latest step [m/s]
    double rate, pull; // acceleration in the latest substep [m/s²], NaN before; force of the mouse [N]

    // The growth of the leading mode, while the motion is linear.
    bool growing;
    double growthStart, logStart, logEnd;
    GrowthFit fit;

    // A cycle begins where the block becomes faster than the load point.
    double cycleStart, period;                // [s]; NaN before the first
    double low, high, fastest;                // spring force [N] and speed [m/s] since then
    double cycleLow, cycleHigh, cycleFastest; // of the last complete cycle

    bool dragging;
    double grip,
        target; // offset of the mouse from the block when it took hold, and where it is, in the picture [m]

    // The latest substeps in the phase plane; they do not affect the next step and are no part of the hash.
    double traceSpeed[sliderTracePoints], traceForce[sliderTracePoints]; // log10 of m/s, N
    int traceCount, traceNext;

    // These follow from the parameters and the law.
    TypedLaw typed;
    ssSpringSliderDef def;
    ssSteadySliding steady;
    ssEigenvalue leading; // NaN where steady sliding is not smooth
    double critical;      // stiffness [N/m]; see ssSpringSlider_CriticalStiffness
    ssSliderStability stability;
    double enlarged; // factor at which displacements are drawn
    char enlargedText[40], speedText[40];
    double steadySpeed[sliderSteadyPoints], steadyForce[sliderSteadyPoints]; // log10 of m/s, N
} SpringSlider;

/// Where the block is in the picture [m]: the load point stays at 0, and the plate moves.
double sliderBlockX( const SpringSlider* s );
/// Chooses the factor at which displacements are drawn.
void sliderChooseEnlargement( SpringSlider* s, double perturbation );
ssContactMode sliderMode( const SpringSlider* s );

void sliderDraw( const void* state, const ssSim* sim, const ssDraw* draw );
void sliderDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
