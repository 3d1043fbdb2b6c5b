// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/instability.h"
#include "slipstick/scenario.h"

// What the four instabilities share as scenarios: a run with its measured growth and its last whole cycle, the charts
// of growth rate and eigenvalues over a parameter, and the belt, springs and walls they are drawn with.

typedef struct oscillatorMotion
{
    ssOscillatorState body;
    double travel; ///< of the belt [m]
    /// Growth of the leading mode, by least squares of its logarithm over time, as long as motion is linear.
    bool growing;
    double growthStart, logStart, logEnd;     ///< [s]; logarithms of the amplitude at the ends of that time
    double samples, sumT, sumL, sumTT, sumTL; ///< times count from growthStart
    double crossing;                          ///< when the last cycle began [s]; NaN before the first
    double low, high, stuck;                  ///< extents and time of sticking since then
    double period, cycleLow, cycleHigh, cycleStuck; ///< of the last whole cycle; NaN without one
    bool dragging;
    ssVec3 grip, target; ///< [m]
    double push[SS_OSCILLATOR_DOF];
} oscillatorMotion;

/// Steady sliding, displaced by `perturbation` in the first coordinate.
ssResult oscillatorBegin( oscillatorMotion* run, const ssOscillatorModel* model, double perturbation );
/// A parameter has changed: growth is measured anew, about the new steady sliding.
void oscillatorChanged( oscillatorMotion* run, const ssOscillatorModel* model, double time );
ssStepReport oscillatorAdvance(
    oscillatorMotion* run, const ssOscillatorModel* model, double h, double time );
/// A scenario's `serialize`; `state` is a oscillatorMotion.
void oscillatorSerialize( void* state, ssArchive* archive );

ssContactMode oscillatorContactMode( const oscillatorMotion* run );
ssOscillatorForces oscillatorForces( const oscillatorMotion* run, const ssOscillatorModel* model );
double oscillatorGrowth( const oscillatorMotion* run ); ///< simulated [1/s]; NaN before there is enough
double oscillatorLog( const oscillatorMotion* run,
    const ssOscillatorModel* model ); ///< decades since the start; NaN without a deviation
double oscillatorLogLinear( const oscillatorMotion* run, const ssOscillatorModel* model, double time );

/// The hand takes hold of the body at `position` and keeps its distance from there on.
void oscillatorHand( oscillatorMotion* run, const ssDrag* hand, ssVec3 position );
/// A damped spring between them [N]; `rate` is the body's own [1/s].
ssVec3 oscillatorHandForce(
    const oscillatorMotion* run, ssVec3 position, ssVec3 velocity, double mass, double rate );

enum
{
    oscillatorGrowthRate,
    oscillatorCriticalValue,
    oscillatorPeriod,
    oscillatorGrowthLinear,
    oscillatorStickFraction,
    oscillatorLowest,
    oscillatorHighest,
};
double oscillatorMeasure( const oscillatorMotion* run, const ssOscillatorModel* model, int measure );

/// How charts move a model along its parameter.
typedef void oscillatorVary( ssOscillatorModel* model, double value );

void oscillatorChartGrowth( const oscillatorMotion* run, const ssOscillatorModel* model, oscillatorVary* vary,
    double now, double from, double to, bool unstableBelow, const ssChartSink* sink );
void oscillatorChartEigenvalues(
    const ssOscillatorModel* model, oscillatorVary* vary, double from, double to, const ssChartSink* sink );
void oscillatorChartFrequencies( const ssOscillatorModel* model, oscillatorVary* vary, double now,
    double from, double to, const ssChartSink* sink );

/// A belt at height `z` that runs along x; `length` scales everything.
void oscillatorDrawBelt( const ssDraw* out, double travel, double z, double length );
void oscillatorDrawSpring( const ssDraw* out, ssVec3 from, ssVec3 to, double radius );
void oscillatorDrawDashpot( const ssDraw* out, ssVec3 from, ssVec3 to, double radius );
void oscillatorDrawBox( const ssDraw* out, int body, ssVec3 center, ssVec3 half, ssContactMode mode );
/// `along`: the unit vector in which friction drives.
void oscillatorDrawContact( const oscillatorMotion* run, const ssOscillatorModel* model, const ssDraw* out,
    ssVec3 point, ssVec3 along );
