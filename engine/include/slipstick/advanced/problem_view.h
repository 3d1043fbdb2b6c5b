// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"
#include "slipstick/problem.h"

// A contact problem and an answer to it as contacts that can be shown: modes, drawing, logs. Reactions are
// shown as they stand in the problem, whether they are forces or impulses.

typedef struct ssProblemView
{
    const ssProblem* problem;
    const double *p, *y; ///< reactions, and velocities y = W p + q
    double resolution;   ///< [m/s] what the tolerance leaves of a velocity that is zero
    double slack;        ///< what it leaves of the bounds of a reaction
    double length;       ///< [m] to which moments and angular velocities are compared
} ssProblemView;

/// A view of the answer p with velocities y (ssProblem_Velocity), which is a solution to this tolerance. All
/// three stay the caller's and outlive the view.
SS_API_OBJECT ssProblemView ssViewProblem(
    const ssProblem* problem, const double* p, const double* y, double tolerance );

/// Whether the problem says where its contacts are. An explicit W does not: its contacts are put on a grid in
/// their order, 1 m apart, with T1 along x and the normal along z.
SS_API_OBJECT bool ssProblemView_IsPlaced( const ssProblemView* view );

/// Contact i. It has no gap, which no problem knows: NaN.
SS_API_OBJECT ssContactView ssProblemView_Contact( const ssProblemView* view, int i );
