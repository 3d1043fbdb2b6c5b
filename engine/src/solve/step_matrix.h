// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/problem.h"

/// The matrix of a linear step of `path` in the velocities of the bodies: blocks of 6 × 6 numbers in the form
/// that ssCreateFactorisation takes (MATH.md, *Contact problems*).
typedef struct ssStepMatrix
{
    int rows; ///< bodies
    int *start, *column;
    double* blocks;
} ssStepMatrix;

/// The matrix at the reactions `p` with the barrier m, as a multiple of |q|² / (n mean diag W) as in the
/// option `barrier`. The problem has bodies, and cones for Coulomb's law or the relaxed one.
SS_CHECKED ssResult ssMakeStepMatrix(
    const ssProblem* problem, const double* p, double barrier, ssStepMatrix* matrix );
void ssStepMatrix_Destroy( ssStepMatrix* matrix );
