// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/sliding_law.h"

// The sets of a planar law as they are drawn in space and in a chart.

/// A contact under a sliding law.
typedef struct SlidingContact
{
    const SlidingLaw* own;
    ssLawSite site; ///< where it is and what it remembers, for a typed law
    double load;    ///< [N]
    ssVec2 force;   ///< f [N]
    ssVec2 slip;    ///< [m/s]; zero: it sticks
    bool held;      ///< what is left of the slip is creep, which has no direction worth drawing
    double angle;   ///< by which the sets are rotated about z [rad]
    int together;   ///< like contacts whose sets are drawn as one; 0: this one
    /// Forces in steady sliding at one speed, in all directions [N]: what is drawn of a law that has no sets.
    const ssVec2* steady;
    int steadyCount;
} SlidingContact;

/// Draws C and D, at the load and the speed of the contact, with zero force at `origin`.
void slidingDrawSets( const SlidingContact* contact, ssVec3 origin, ssContactMode mode, const ssDraw* draw );

/// Draws the reservoir with the force, the sliding direction, D's normal and the tangent cone of C (Walker &
/// Leine Figs. 11, 16b), at the present speed; C at rest is dashed if it depends on it.
void slidingDrawReservoir( const SlidingContact* contact, const ssChartSink* sink );
