// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// What every solver reports: how it ended, how many iterations it took and the judged residual; and, on
// request, one record per iteration (a trace).

/// How a solve, a step of a world or a step of a simulation ended. The order is part of saved states: up to
/// ss_statusLimit the result is usable; those from ss_statusStalled on are met by solvers alone.
typedef enum ssStatus
{
    ss_statusConverged, ///< the judged residual is at most the tolerance
    /// The iteration limit was reached first. A world's state is usable, and has no more energy than it had
    /// and was given: reactions that made some were scaled back.
    ss_statusLimit,
    ss_statusNotFinite, ///< a value is no longer finite; where a law gave none, ssWorld_Refusal names its
                        ///< contact
    ss_statusRefused,   ///< the solver does not support the problem, or h is not allowed; the reason is told
                        ///< beside it
    ss_statusCancelled, ///< `stop` returned true, or the trace of a solver false
    ss_statusNoMemory,
    ss_statusStalled, ///< the iteration made no further progress
    ss_statusRay,     ///< Lemke's path ended in a ray: there is no solution, or M is not copositive
    ss_statusCycle,   ///< an iterate occurred again, so the method will never converge
} ssStatus;

/// The name of a status: "converged".
SS_API_ANY const char* ssStatusName( ssStatus status );

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
    ssStatus status;
    int iterations;
    double residual;  ///< judged
    double work;      ///< in Gauss-Seidel passes, by ssSolver_Cost
    bool budgetSpent; ///< the budget of the options ended the solve
    double seconds;   ///< filled in by the caller, since the engine has no clock
    char what[256];   ///< what the solver did: "nsgs 40 passes, newton 6 steps"
} ssSolveReport;
