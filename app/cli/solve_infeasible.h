// SPDX-License-Identifier: MIT
#pragma once

#include "base/json_writer.h"
#include "base/os.h"
#include "slipstick/solver.h"

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
