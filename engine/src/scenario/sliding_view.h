// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/sliding_law.h"

// The sets of a planar law as they are drawn in space and in a chart.

/// v rotated counter-clockwise by `angle` [rad].
ssVec2 slidingRotate( ssVec2 v, double angle );

/// The size of the sets of a typed law relative to law->c, so that the force of a contact that slides lies on C: what changes
/// with the speed or with a state is their size. Force and slip are in the frame of the sets.
double slidingSize( const SlidingLaw* own, double load, ssVec2 force, ssVec2 slip );

/// Draws C and D at this load, times `size`, with zero force at `origin`, rotated by `angle` [rad] about z.
void slidingDrawSets( const SlidingLaw* own, double load, double size, ssVec3 origin, double angle,
    ssContactMode mode, const ssDraw* draw );

/// Draws the reservoir with the force in it, the sliding direction, the normal of D at the scaled force and the tangent
/// cone of C (Walker & Leine Figs. 11 and 16b). Zero slip means stick.
void slidingDrawReservoir(
    const SlidingLaw* own, double load, ssVec2 force, ssVec2 slip, double angle, const ssChartSink* sink );
