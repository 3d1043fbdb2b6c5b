// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"
#include "slipstick/set_params.h"
#include "slipstick/sliding_mass.h"

// What the scenarios with planar laws share: a law made from their rows that travels in a saved state, and how sets look
// in space and in a chart.

enum
{
    sliderOutline = 192, // points of a drawn set
};

/// A law and everything it was made of.
typedef struct SlidingLaw
{
    ssLawDef def; // owns the points of its sets
    ssLaw law;
    bool made;
    ssVec2 outlineC[sliderOutline], outlineD[sliderOutline]; // at cForce [N]
} SlidingLaw;

/// Makes the law of the rows; a refusal leaves the old one in place.
ssResult slidingLaw_Read(
    SlidingLaw* own, const ssSim* sim, ssLawKind kind, int firstC, int firstD, double cForce );
/// The associated law of an ellipse with the rotation and offset of C's rows.
ssResult slidingLaw_ReadEllipse(
    SlidingLaw* own, const ssSim* sim, int firstC, double a, double b, double cForce );
void slidingLaw_Destroy( SlidingLaw* own );

/// Definition and points, so that a restored state needs no file. True when reading has brought another law than before.
bool slidingLaw_Serialize( SlidingLaw* own, ssArchive* archive );

/// Is the row one the law's kind and its sets read?
bool slidingLaw_Uses( const ssSim* sim, ssLawKind kind, int firstC, int firstD, int param );

/// C and D under a load, with the force zero at `origin`, turned by `angle` [rad] about z.
void slidingDrawSets(
    const SlidingLaw* own, double load, ssVec3 origin, double angle, ssContactMode mode, const ssDraw* draw );

/// The reservoir with the force in it, the sliding direction, the normal of D at the scaled force and the tangent cone of
/// C (Walker & Leine Figs. 11 and 16b). A slip of zero: stick.
void slidingDrawReservoir(
    const SlidingLaw* own, double load, ssVec2 force, ssVec2 slip, double angle, const ssChartSink* sink );
