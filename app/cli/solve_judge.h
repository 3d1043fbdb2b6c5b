// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/problem.h"

/// `solve --judge`: judges the reactions of the file and prints the verdict. With
/// `outPath` (may be NULL) it writes them with velocities and modes. Returns the exit
/// status: 1 where they are no solution to the tolerance.
int solveJudge(
    const ssProblem* problem, const char* path, const char* outPath, double tolerance, bool json );
