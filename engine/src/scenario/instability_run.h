// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/instability.h"
#include "slipstick/scenario.h"

// What the four instabilities share as scenarios: a run with its measured growth and its last whole cycle, the charts
// of growth rate and eigenvalues over a parameter, and the belt, springs and walls they are drawn with.

typedef struct beltRun
{
    ssBeltState body;
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
    double push[SS_BELT_DOF];
} beltRun;

/// Steady sliding, displaced by `perturbation` in the first coordinate.
ssResult beltBegin( beltRun* run, const ssBeltModel* model, double perturbation );
/// A parameter has changed: growth is measured anew, about the new steady sliding.
void beltChanged( beltRun* run, const ssBeltModel* model, double time );
ssStepReport beltAdvance( beltRun* run, const ssBeltModel* model, double h, double time );
/// A scenario's `serialize`; `state` is a beltRun.
void beltSerialize( void* state, ssArchive* archive );

ssContactMode beltContactMode( const beltRun* run );
ssBeltForces beltForces( const beltRun* run, const ssBeltModel* model );
double beltGrowth( const beltRun* run ); ///< simulated [1/s]; NaN before there is enough
double beltLog(
    const beltRun* run, const ssBeltModel* model ); ///< decades since the start; NaN without a deviation
double beltLogLinear( const beltRun* run, const ssBeltModel* model, double time );

/// The hand takes hold of the body at `position` and keeps its distance from there on.
void beltHand( beltRun* run, const ssDrag* hand, ssVec3 position );
/// A damped spring between them [N]; `rate` is the body's own [1/s].
ssVec3 beltHandForce( const beltRun* run, ssVec3 position, ssVec3 velocity, double mass, double rate );

enum
{
    beltGrowthRate,
    beltCriticalValue,
    beltPeriod,
    beltGrowthLinear,
    beltStickFraction,
    beltLowest,
    beltHighest,
};
double beltMeasure( const beltRun* run, const ssBeltModel* model, int measure );

/// How charts move a model along its parameter.
typedef void beltVary( ssBeltModel* model, double value );

void beltChartGrowth( const beltRun* run, const ssBeltModel* model, beltVary* vary, double now, double from,
    double to, bool unstableBelow, const ssChartSink* sink );
void beltChartEigenvalues(
    const ssBeltModel* model, beltVary* vary, double from, double to, const ssChartSink* sink );
void beltChartFrequencies(
    const ssBeltModel* model, beltVary* vary, double now, double from, double to, const ssChartSink* sink );

/// A belt at height `z` that runs along x; `length` scales everything.
void beltDrawBelt( const ssDraw* out, double travel, double z, double length );
void beltDrawSpring( const ssDraw* out, ssVec3 from, ssVec3 to, double radius );
void beltDrawDashpot( const ssDraw* out, ssVec3 from, ssVec3 to, double radius );
void beltDrawBox( const ssDraw* out, int body, ssVec3 center, ssVec3 half, ssContactMode mode );
/// `along`: the unit vector in which friction drives.
void beltDrawContact(
    const beltRun* run, const ssBeltModel* model, const ssDraw* out, ssVec3 point, ssVec3 along );
