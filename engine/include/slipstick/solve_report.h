// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// What every solver reports: how it ended, how many iterations it took and the judged residual; and, if asked, one
// record per iteration.

typedef enum ssSolveStatus
{
    ss_solveConverged, ///< the judged residual is at most the tolerance
    ss_solveLimit,     ///< the iteration limit came first
    ss_solveStalled,   ///< no further progress
    ss_solveNotFinite, ///< left the numbers
    ss_solveCancelled, ///< the trace said stop
    ss_solveNoMemory,
    ss_solveRefused, ///< the problem is outside what the solver honours
} ssSolveStatus;

/// "converged"
SS_API const char* ssSolveStatusName( ssSolveStatus status );

/// One line of a trace.
typedef struct ssSolveIteration
{
    const char* solver; ///< the one at work: `auto` passes on what those it calls say
    int iteration;      ///< counts up from 0, never back
    double residual;    ///< as judged
    double objective;   ///< p·W p/2 + p·q (Tasora & Anitescu Eq. 42)
    double step;        ///< step size, penalty, damping: the solver's own; 0 when it has none
    double reaction[6]; ///< of the contact that is watched, SI units; zeros when none is
} ssSolveIteration;

/// Return false to stop.
typedef bool ssSolveTrace( void* context, const ssSolveIteration* iteration );

typedef struct ssSolveReport
{
    ssSolveStatus status;
    int iterations;
    double residual; ///< judged
    double seconds;  ///< filled by the caller: the engine has no clock
    char what[256];  ///< what it did: "nsgs 40 passes, newton 6 steps"
} ssSolveReport;
