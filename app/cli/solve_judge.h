// SPDX-License-Identifier: MIT
#pragma once

#include "base/json_writer.h"
#include "base/os.h"
#include "slipstick/base.h"
#include "slipstick/problem.h"
#include "slipstick/solver.h"

/// `solve --judge`: prints the verdict on a file's reactions, and writes them with velocities and modes to
/// `outPath` (may be NULL). Status 1: no solution to the tolerance.
int solveJudge(
    const ssProblem* problem, const char* path, const char* outPath, double tolerance, bool json );

// Whether a problem that no solver could solve has a solution at all.

typedef struct solveInfeasible
{
    const ssProblem* problem;
    ssCertificate certificate;
    bool relaxed; // it excludes solutions of the relaxed law; under Coulomb's none was found from many starts
    double* p;    // of the certificate; ssRelease
} solveInfeasible;

/// Looks for a certificate after a failed solve. If it excludes the relaxed law alone, more starts are tried:
/// true when one succeeds, with its solution in `answer` (may be NULL) and `report`.
bool solveFindInfeasible( const ssProblem* problem, double tolerance, double* answer, ssSolveReport* report,
    solveInfeasible* found );
void solvePrintInfeasible( osWriter* out, const solveInfeasible* found );
void solveWriteCertificate( jsonWriter* json, const solveInfeasible* found );

/// Prints the policy of `auto` and of a world's rescue to stdout, rung by rung, as a table or as JSON.
ssResult solvePrintPolicy( bool json );
