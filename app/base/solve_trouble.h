// SPDX-License-Identifier: MIT
#pragma once

#include "base/json_writer.h"
#include "base/os.h"
#include "slipstick/problem.h"

// What kind of contact holds up a solve that did not converge.

#define SOLVE_TROUBLE_NAMED 6 // contacts that are named per kind, worst first

/// Contacts of one kind.
typedef struct solveTroubleKind
{
    int count;
    int contacts[SOLVE_TROUBLE_NAMED];
} solveTroubleKind;

/// The fewest contacts without which the residual would be within the tolerance, by what is wrong at them.
typedef struct solveTrouble
{
    const ssProblem* problem;
    double tolerance;
    int count;
    int worst; // -1: no contact is to blame
    double worstResidual;
    solveTroubleKind kinds[ss_faultCount];
} solveTrouble;

/// False where the answer cannot be judged.
bool solveFindTrouble( const ssProblem* problem, const double* p, double tolerance, solveTrouble* trouble );
/// What is wrong at contacts of a kind, to stand after their number: "between sticking and sliding".
const char* solveTroubleName( ssAnswerFault fault );
void solvePrintTrouble( osWriter* out, const solveTrouble* trouble );
void solveWriteTrouble( jsonWriter* json, const solveTrouble* trouble );
