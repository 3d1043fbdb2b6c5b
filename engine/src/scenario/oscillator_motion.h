// SPDX-License-Identifier: MIT
#pragma once

#include "model/instability.h"
#include "scenario/growth_fit.h"
#include "sim/rows.h"
#include "slipstick/lab/scenario.h"

// Shared by the four scenarios of instability: the motion with its measured growth and last cycle, table
// rows, charts over a parameter, and the picture's belt, springs and walls.

/// Reads the model of a scenario from the parameters, and from its state where a typed law is in force.
typedef ssOscillatorModel OscillatorRead( const void* state, const ssSim* sim );

/// The state of these scenarios.
typedef struct OscillatorMotion
{
    OscillatorRead* read;
    ssOscillatorState body;
    double travel; ///< of the belt [m]
    double start;  ///< first velocity before the latest step
    /// Growth of the leading mode: least squares of log amplitude over time while motion is linear.
    bool growing;
    double growthStart, logStart,
        logEnd;              ///< [s]; log amplitude at the start and at the end of the measurement
    GrowthFit fit;           ///< with times counted from growthStart
    double cycleStart;       ///< time at which the present cycle began [s]; NaN before the first
    double low, high, stuck; ///< extremes of the first coordinate and time of sticking since then
    double period, cycleLow, cycleHigh, cycleStuck; ///< of the last complete cycle; NaN without one
    bool dragging;
    ssVec3 grip, target; ///< offset of the mouse from the body when it took hold, and where the mouse is [m]
    double push[SS_OSCILLATOR_DOF];
    /// Extremes of the coordinates since the start, only for the picture and no part of the hash.
    double least[SS_OSCILLATOR_DOF], most[SS_OSCILLATOR_DOF];
} OscillatorMotion;

/// Starts from steady sliding with the first coordinate displaced by the parameter `perturbation`.
ssResult oscillatorCreate( void* state, const ssSim* sim, OscillatorRead* read );
// The functions of these scenarios' models and pictures. A changed parameter restarts the measurement of
// growth, relative to the new steady sliding.
void oscillatorApply( void* state, const ssSim* sim );
ssStepReport oscillatorStep( void* state, ssSim* sim );
void oscillatorSerialize( void* state, ssArchive* archive );
/// Coordinates, velocities, and the rows of OSCILLATOR_CONTACT_SIGNALS, the strut, mode and growth.
void oscillatorFillSignals( const void* state, const ssSim* sim, double* row );
double oscillatorMeasure( const void* state, const ssSim* sim, int measure );
void oscillatorDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void oscillatorDrag( void* state, const ssSim* sim, const ssDrag* drag );

ssContactMode oscillatorContactMode( const OscillatorMotion* motion );
ssOscillatorForces oscillatorForces(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim );

/// Growth rate of the simulated motion [1/s]; NaN while there are too few samples.
double oscillatorGrowthRate( const OscillatorMotion* motion );
// clang-format off
#define OSCILLATOR_CONTACT_SIGNALS( body ) \
    { "slip", "γ", "m/s", "velocity of the " body " relative to the belt" }, \
    { "r_n", "r_N", "N", "normal force" }, \
    { "r_t", "r_T", "N", "friction force on the " body ", positive in the direction of the belt" }

#define OSCILLATOR_MODE_SIGNAL { "mode", "mode", "", "state of the contact: 0 open, 1 stick, 2 slide" }

#define OSCILLATOR_GROWTH_DOC "Largest real part of the eigenvalues. Steady sliding is unstable in the " \
    "shaded range."

/// `name` is the first coordinate; `critical` and its unit belong to the critical value of the parameter.
#define OSCILLATOR_MEASURES( criticalUnit, critical, name, unit ) \
    { "growth_rate", "1/s", "growth rate of the simulated motion while it is linear; undefined before" }, \
    { "critical", criticalUnit, critical }, \
    { "period", "s", "period of the last complete cycle; undefined without one" }, \
    { "growth_linear", "1/s", "growth rate by the linearisation" }, \
    { "stick_fraction", "", "fraction of the last complete cycle spent sticking; undefined without one" }, \
    { name "_min", unit, "smallest " name " in the last complete cycle; undefined without one" }, \
    { name "_max", unit, "largest " name " in the last complete cycle; undefined without one" }

#define OSCILLATOR_TINY { .name = "tiny", .hidden = true, .label = "Short, with a large step, for tests", \
    .h = 1e-2, .until = 5.0 }
#define OSCILLATOR_MODEL MODEL_TABLES, .h = 1e-3, .create = create, .step = oscillatorStep, \
    .fillSignals = oscillatorFillSignals, .serialize = oscillatorSerialize
#define OSCILLATOR_PICTURE ROWS( plot, s_plots ), ROWS( chart, s_charts ), .ground = "belt", \
    .explain = explain, .drag = oscillatorDrag
// clang-format on

enum
{
    oscillatorMeasureLinear = 3 // the row of growth_linear
};

// Over the parameter that ssOscillator_Critical is about.
void oscillatorChartGrowth(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssChartSink* sink );
void oscillatorChartEigenvalues( const ssOscillatorModel* model, const ssChartSink* sink );

// The charts of the scenarios whose parameter is friction.
enum
{
    oscillatorChartOfGrowth,
    oscillatorChartOfFrequencies,
    oscillatorChartOfEigenvalues,
    oscillatorChartCount
};

/// The rod of a pendulum in the plane of the belt.
static inline ssVec3 oscillatorRod( double length, double angle )
{
    return ssVec3_Make( length * ssCos( angle ), length * ssSin( angle ), 0.0 );
}

/// Draws deviations from steady sliding that are hardly seen larger: by a round factor, up to `room` [m]. It
/// falls as they grow, and from a twentieth of the room on it is 1. Returns the factor, which
/// oscillatorDrawFactor says at a place.
double oscillatorMagnify( OscillatorMotion* motion, const ssOscillatorModel* model, double room );
void oscillatorDrawFactor( const ssDraw* out, double factor, ssVec3 at );
/// A belt at height `z` that runs along x from `from` to `to`; `width` is half its width [m].
void oscillatorDrawBelt( const ssDraw* out, double travel, double z, double from, double to, double width );
void oscillatorDrawSpring( const ssDraw* out, ssVec3 from, ssVec3 to, double radius );
void oscillatorDrawDashpot( const ssDraw* out, ssVec3 from, ssVec3 to, double radius );
/// Body -1 is a wall.
void oscillatorDrawBox( const ssDraw* out, int body, ssVec3 center, ssVec3 half, ssContactMode mode );
/// The contact at `point`; friction acts along the unit vector `along`.
void oscillatorDrawContact( const OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim,
    const ssDraw* out, ssVec3 point, ssVec3 along );
