// SPDX-License-Identifier: MIT
#pragma once

#include "model/instability.h"
#include "slipstick/lab/scenario.h"

#include "scenario/growth_fit.h"
#include "sim/rows.h"

// Shared by the four scenarios of instability: the motion with its measured growth and last cycle, table
// rows, charts over a parameter, and the picture's belt, springs and walls.

/// The state of these scenarios.
typedef struct OscillatorMotion
{
    ssOscillatorState body;
    double travel; ///< of the belt [m]
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

/// Starts from steady sliding with the first coordinate displaced by `perturbation`.
ssResult oscillatorBegin( OscillatorMotion* motion, const ssOscillatorModel* model, double perturbation );
/// A parameter has changed: restarts the measurement of growth, relative to the new steady sliding.
void oscillatorApply( OscillatorMotion* motion, const ssOscillatorModel* model, double time );
ssStepReport oscillatorStep( OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim );
/// The `serialize` of these scenarios.
void oscillatorSerialize( void* state, ssArchive* archive );

ssContactMode oscillatorContactMode( const OscillatorMotion* motion );
ssOscillatorForces oscillatorForces( const OscillatorMotion* motion, const ssOscillatorModel* model );

/// Growth rate of the simulated motion [1/s]; NaN while there are too few samples.
double oscillatorGrowthRate( const OscillatorMotion* motion );
/// Growth of the leading mode since the measurement began, in decades; NaN at steady sliding.
double oscillatorDecades( const OscillatorMotion* motion, const ssOscillatorModel* model );
/// The same growth by the linearisation; NaN far outside its range.
double oscillatorDecadesLinear( const OscillatorMotion* motion, const ssOscillatorModel* model, double time );

/// The mouse takes hold of the body at `position` and keeps its offset from there on.
void oscillatorDrag( OscillatorMotion* motion, const ssDrag* drag, ssVec3 position );
/// Force of the mouse's damped spring [N]; `rate` is the natural frequency of the body [rad/s].
ssVec3 oscillatorDragForce(
    const OscillatorMotion* motion, ssVec3 position, ssVec3 velocity, double mass, double rate );

// ------------------------------------------------------------------------------------------------------ rows

// A table is read by rows:
// clang-format off
#define OSCILLATOR_GROWTH_SIGNALS \
    { "log_amplitude", "log₁₀ A", "", \
        "growth of the leading mode in decades since the last disturbance; undefined at steady sliding" }, \
    { "log_amplitude_linear", "log₁₀ A linear", "", \
        "the same growth by the linearisation; undefined far outside its range" }

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
// clang-format on

enum
{
    oscillatorMeasureLinear = 3 // the row of growth_linear
};

double oscillatorMeasure( const OscillatorMotion* motion, const ssOscillatorModel* model, int measure );

// ---------------------------------------------------------------------------------------------------- charts

/// Sets the parameter of a model that the charts vary.
typedef void OscillatorVary( ssOscillatorModel* model, double value );

/// A chart's abscissa: the parameter, its present value and its range.
typedef struct OscillatorAxis
{
    OscillatorVary* vary;
    double now, from, to;
    bool unstableBelow; ///< steady sliding is unstable below the critical value; otherwise above it
} OscillatorAxis;

void oscillatorChartGrowth( const OscillatorMotion* motion, const ssOscillatorModel* model,
    const OscillatorAxis* axis, const ssChartSink* sink );
void oscillatorChartEigenvalues(
    const ssOscillatorModel* model, const OscillatorAxis* axis, const ssChartSink* sink );
void oscillatorChartFrequencies(
    const ssOscillatorModel* model, const OscillatorAxis* axis, const ssChartSink* sink );

// The charts of the scenarios whose parameter is friction.
enum
{
    oscillatorChartOfGrowth,
    oscillatorChartOfFrequencies,
    oscillatorChartOfEigenvalues,
    oscillatorChartCount
};

/// One of the charts above, over the parameter that `vary` sets, whose present value is `now`.
void oscillatorChart( const OscillatorMotion* motion, const ssOscillatorModel* model, OscillatorVary* vary,
    double now, int chart, const ssChartSink* sink );

// --------------------------------------------------------------------------------------------------- drawing

/// A belt at height `z` that runs along x from `from` to `to`; `width` is half its width [m].
void oscillatorDrawBelt( const ssDraw* out, double travel, double z, double from, double to, double width );
void oscillatorDrawSpring( const ssDraw* out, ssVec3 from, ssVec3 to, double radius );
void oscillatorDrawDashpot( const ssDraw* out, ssVec3 from, ssVec3 to, double radius );
/// Body -1 is a wall.
void oscillatorDrawBox( const ssDraw* out, int body, ssVec3 center, ssVec3 half, ssContactMode mode );
/// The contact at `point`; friction acts along the unit vector `along`.
void oscillatorDrawContact( const OscillatorMotion* motion, const ssOscillatorModel* model, const ssDraw* out,
    ssVec3 point, ssVec3 along );
