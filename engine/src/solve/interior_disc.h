// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"

// One disc of a contact (friction, rolling or spinning) in the interior of its bound, as solve_interior.c
// sees it: the radius R = mu p_N, e = p_T/R, and its speed w > 0. What is slower than `slow` has the relaxed
// law, y_N = u + mu tau(w) with tau(w) = w/(1 + (w/slow)²), see there.

typedef struct interiorDisc
{
    int first, count; // its components of the contact
    int at;           // index of its w
    double mu;        // 0: there is no disc
    double r;         // mu p_N
    double e[2], ee;  // p_T/r, |e|²
    double s;         // r (1 - |e|²)/2
    double rise;      // mu tau(w)
    double slope;     // tau'(w) >= 0
    double stiffness; // what tau adds to u/p_N, the stiffness of p_N once p_T is eliminated
} interiorDisc;

/// Disc k of a contact with the reaction p, whose index is `at` among the speeds w.
interiorDisc interiorDiscOf(
    const ssCone* cone, const double* p, int k, int at, const double* w, double slow );

/// de along dp goes to `de`. Returns ds.
double interiorDiscChange( const interiorDisc* disc, const double* dp, double* de );

/// The longest step up to `t` that goes no more than `share` of the way to s = 0, where p leaves the disc.
double interiorDiscReach(
    const interiorDisc* disc, const double* p, const double* dp, double share, double t );
