// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/solver.h"

// One frozen contact problem under several solvers, on a thread of its own: what each did, iteration by iteration.
// The window looks at the runs while they grow.

enum
{
    session_scopeSolvers = 32,
    session_scopeRows = 4000 // per solver; longer runs keep every second, fourth … iteration
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
    char refusal[256]; // why the solver does not take this problem; empty: it does
    sessionScopeRow rows[session_scopeRows];
    int rowCount, stride;
} sessionScopeRun;

typedef struct sessionSolverScope sessionSolverScope;

// NULL when memory is short. `threaded` false: sessionSolverScope_Run returns when all is done (scripts).
sessionSolverScope* sessionCreateSolverScope( bool threaded );
void sessionDestroySolverScope( sessionSolverScope* scope );

// Takes the problem over (the caller's becomes empty) and stops what was running.
void sessionSolverScope_SetProblem( sessionSolverScope* scope, ssProblem* problem );
const ssProblem* sessionSolverScope_Problem( const sessionSolverScope* scope ); // NULL: none yet

// Runs the solvers marked in `wanted` (bits of the solver table) to `tolerance`, watching one contact.
void sessionSolverScope_Run(
    sessionSolverScope* scope, uint32_t wanted, double tolerance, int maxIterations, int watch );
void sessionSolverScope_Stop( sessionSolverScope* scope );
bool sessionSolverScope_Busy( const sessionSolverScope* scope );

// A copy of one run as it stands; false when that solver was never started.
bool sessionSolverScope_Get( sessionSolverScope* scope, int solver, sessionScopeRun* run );
