// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// What every solver reports: how it ended, how many iterations it took and the judged residual; and, on
// request, one record per iteration (a trace).

typedef enum ssSolveStatus
{
    ss_solveConverged, ///< the judged residual is at most the tolerance
    ss_solveLimit,     ///< the iteration limit was reached first
    ss_solveStalled,   ///< the iteration made no further progress
    ss_solveNotFinite, ///< a value is no longer finite
    ss_solveCancelled, ///< the trace returned false, or `stop` returned true
    ss_solveNoMemory,
    ss_solveRefused, ///< the problem has a law that the solver does not honour
} ssSolveStatus;

/// The name of a status: "converged".
SS_API_ANY const char* ssSolveStatusName( ssSolveStatus status );

/// One record of a trace.
typedef struct ssSolveIteration
{
    const char* solver; ///< the solver at work: `auto` passes on the records of those it calls
    /// counts up from 0; `interior` shows two points of each, `lemke` only the first and the last
    int iteration;
    double residual;    ///< judged
    double objective;   ///< p·W p/2 + p·q (Tasora & Anitescu Eq. 42)
    double step;        ///< the solver's step size, penalty or damping; 0 when it has none
    double reaction[6]; ///< of the watched contact, in SI units; zeros when none is watched
} ssSolveIteration;

/// Receives each iteration; returns false to stop the solver.
typedef bool ssSolveTrace( void* context, const ssSolveIteration* iteration );

typedef struct ssSolveReport
{
    ssSolveStatus status;
    int iterations;
    double residual;  ///< judged
    double work;      ///< in Gauss-Seidel passes, by ssSolver_Cost
    bool budgetSpent; ///< the budget of the options ended the solve
    double seconds;   ///< filled in by the caller, since the engine has no clock
    char what[256];   ///< what the solver did: "nsgs 40 passes, newton 6 steps"
} ssSolveReport;
