// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"

// The smoothed law of one contact, which `path` and least squares share. Every complementarity p
// u = 0 is replaced by p u = m, and the edge of each friction disc by a barrier of the same
// weight. With x = p - r y, e = r m and R = mu p_N,
//     p_N = (x_N + sqrt(x_N² + 4 e))/2,   |x_T| = |p_T| (1 + 2 e/(R² - |p_T|²)).
// At e = 0 this is the map of Alart & Curnier (1991): the normal force first, then friction
// within the bound that it sets, so that no De Saxcé term enters. Rolling and spinning moments
// have discs of their own (Acary & Bourrier Eq. 22).
//
// Under the relaxed law friction acts on the normal force in turn,
// because the barriers of the discs depend on R:
//     p_N = x_N + e/p_N + sum over discs of mu 2 e R/(R² - |p_T|²),
// the proximal map of the cone's own barrier, which tends to the
// projection onto the cone (Tasora & Anitescu Eq. 46).

/// p from x and e and its derivatives: J in x (dimension², by rows) and in e. `jacobian` NULL: p alone.
void pathContactMap( const ssCone* cone, bool relaxed, const double* x, double e, double* p, double* jacobian,
    double* byBarrier );

/// The weight of a contact's barrier: 1 for attempt 0, otherwise spread evenly over the logarithm. It depends
/// on the contact and the attempt alone, so that every solve repeats it.
double pathBarrierWeight( int contact, unsigned attempt );
