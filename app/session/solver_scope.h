// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/solver.h"

// One frozen contact problem under several solvers, on a thread of its own: what each did, iteration by iteration.
// The window looks at the runs while they grow.

enum
{
    host_scopeSolvers = 32,
    host_scopeRows = 4000 // per solver; longer runs keep every second, fourth … iteration
};

typedef struct hostScopeRow
{
    int iteration;
    double seconds, residual;
    double reaction[6]; // of the watched contact
} hostScopeRow;

typedef struct hostScopeRun
{
    bool wanted, started, done;
    ssSolveReport report;
    char refusal[256]; // why the solver does not take this problem; empty: it does
    hostScopeRow rows[host_scopeRows];
    int rowCount, stride;
} hostScopeRun;

typedef struct hostSolverScope hostSolverScope;

// NULL when memory is short. `threaded` false: hostSolverScope_Run returns when all is done (scripts).
hostSolverScope* hostCreateSolverScope( bool threaded );
void hostDestroySolverScope( hostSolverScope* scope );

// Takes the problem over (the caller's becomes empty) and stops what was running.
void hostSolverScope_SetProblem( hostSolverScope* scope, ssProblem* problem );
const ssProblem* hostSolverScope_Problem( const hostSolverScope* scope ); // NULL: none yet

// Runs the solvers marked in `wanted` (bits of the solver table) to `tolerance`, watching one contact.
void hostSolverScope_Run(
    hostSolverScope* scope, uint32_t wanted, double tolerance, int maxIterations, int watch );
void hostSolverScope_Stop( hostSolverScope* scope );
bool hostSolverScope_Busy( const hostSolverScope* scope );

// A copy of one run as it stands; false when that solver was never started.
bool hostSolverScope_Get( hostSolverScope* scope, int solver, hostScopeRun* run );
