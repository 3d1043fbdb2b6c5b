// SPDX-License-Identifier: MIT
#pragma once

#include "solve/linear_step.h"

/// The smoothed map of `path` for one contact: p from x = p - r y and e, its derivative J, dimension² numbers row by row,
/// and that with respect to e; with `jacobian` NULL p alone.
void pathContactMap( const ssCone* cone, bool relaxed, const double* x, double e, double* p, double* jacobian,
    double* byBarrier );
