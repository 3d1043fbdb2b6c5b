// SPDX-License-Identifier: MIT
#pragma once

#include "base/solve_trouble.h"
#include "session/run/job.h"
#include "slipstick/solver.h"

// Runs several solvers on one frozen contact problem, as a job; the iterations can be read meanwhile.

enum
{
    session_scopeSolvers = 32,
    session_scopeRows = 4000 // per solver; of longer solves every second, fourth … iteration is kept
};

typedef struct sessionScopeRow
{
    int iteration;
    double seconds, residual;
    double reaction[6]; // of the watched contact
} sessionScopeRow;

typedef struct sessionScopeRun
{
    bool wanted, started, done;
    ssSolveReport report;
    solveTrouble trouble; // what holds the solve up where it did not converge; `worst` is -1 otherwise
    char refusal[256];    // why the solver refuses this problem; empty when it does not
    sessionScopeRow rows[session_scopeRows];
    int rowCount, stride;
} sessionScopeRun;

typedef struct sessionSolverScope sessionSolverScope;

sessionSolverScope* sessionCreateSolverScope( sessionJobMode mode ); // NULL when memory is short
void sessionDestroySolverScope( sessionSolverScope* scope );

// Takes the problem over (the caller's becomes empty) and stops the solver that is running.
void sessionSolverScope_SetProblem( sessionSolverScope* scope, ssProblem* problem );
const ssProblem* sessionSolverScope_Problem( const sessionSolverScope* scope ); // NULL when there is none yet

// Runs the solvers marked in `wanted` (bits of the solver table) to `tolerance`, watching one contact.
void sessionSolverScope_Run(
    sessionSolverScope* scope, uint32_t wanted, double tolerance, int maxIterations, int watch );
bool sessionSolverScope_Busy( const sessionSolverScope* scope );

// Copies the record of one solver as it stands. False when that solver was not started.
bool sessionSolverScope_Get( sessionSolverScope* scope, int solver, sessionScopeRun* run );
