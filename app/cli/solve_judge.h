// SPDX-License-Identifier: MIT
#pragma once

#include "base/json_writer.h"
#include "base/os.h"
#include "slipstick/base.h"
#include "slipstick/problem.h"
#include "slipstick/solver.h"

/// `solve --judge`: judges the reactions of the file and prints the verdict. With
/// `outPath` (may be NULL) it writes them with velocities and modes. Returns the exit
/// status: 1 where they are no solution to the tolerance.
int solveJudge(
    const ssProblem* problem, const char* path, const char* outPath, double tolerance, bool json );

// ----------------------------------------------------------------------------------------------- no solution

// Whether a problem that no solver could solve has a solution at all.

typedef struct solveInfeasible
{
    const ssProblem* problem;
    ssCertificate certificate;
    bool relaxed; // it excludes solutions of the relaxed law; under Coulomb's none was found from many starts
    double* p;    // of the certificate; ssRelease
} solveInfeasible;

/// Looks for a certificate after a solve that found nothing. Where it excludes solutions of the relaxed law
/// alone, more starts are tried, since Coulomb's law may have one: true when one of them gets there. `answer`
/// (may be NULL) receives that solution, and `report` how it was found.
bool solveFindInfeasible( const ssProblem* problem, double tolerance, double* answer, ssSolveReport* report,
    solveInfeasible* found );
void solvePrintInfeasible( osWriter* out, const solveInfeasible* found );
void solveWriteCertificate( jsonWriter* json, const solveInfeasible* found );

// ---------------------------------------------------------------------------------------------------- policy

/// Prints the policy of `auto` and of a world's rescue to stdout, rung by rung, as a table or as JSON.
ssResult solvePrintPolicy( bool json );
