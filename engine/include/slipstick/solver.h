// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"
#include "slipstick/problem.h"

// Solvers of contact problems. Each is a const descriptor in a file of its own, solve_*.c, and one line in
// solver_table.c. What a solver does not honour it refuses with the reason; whether it converged is said by residual.c
// alone, whatever the solver believes.
//
//     ssSolveOptions options = ssDefaultSolveOptions();
//     options.tolerance = 1e-8;
//     ssSolveReport report;
//     ssResult result = ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report );

#define SS_SOLVER_PARAMS_MAX 16

typedef struct ssSolveState ssSolveState;

typedef struct ssSolver
{
    const char* name;   ///< "nsgs"
    const char* label;  ///< "Gauss-Seidel, contact by contact"
    const char* source; ///< paper and equations
    unsigned honours;   ///< ssLawFlags
    bool rows;          ///< bilateral and box rows
    bool symmetric;     ///< assumes W = W^T and refuses anything else
    bool discretised;   ///< makes polygons of circles: only polyhedral cones get their own answer
    int maxIterations;  ///< by default
    const ssParam* params;
    int paramCount;
    void ( *solve )( ssSolveState* run );
} ssSolver;

SS_API int ssSolverCount( void );
SS_API const ssSolver* ssGetSolver( int index );
SS_API const ssSolver* ssFindSolver( const char* name ); ///< NULL when there is none

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

typedef struct ssSolveOptions
{
    double tolerance;     ///< of the judged residual, > 0
    int maxIterations;    ///< 0: the solver's own
    const double* values; ///< of the solver's params, in their order; NULL: defaults
    ssSolveTrace* trace;  ///< may be NULL; with it, the residual is computed in every iteration
    void* context;
    int watch; ///< the contact whose reaction the trace tells; -1: none
} ssSolveOptions;

SS_API ssSolveOptions ssDefaultSolveOptions( void ); ///< 1e-8

typedef struct ssSolveReport
{
    ssSolveStatus status;
    int iterations;
    double residual; ///< judged
    double seconds;  ///< filled by the caller: the engine has no clock
    char what[256];  ///< what it did: "nsgs 40 passes, newton 6 steps"
} ssSolveReport;

/// Can the solver take this problem? The message says why not: law, rows, unsymmetric W.
SS_API ssResult ssSolver_Accepts( const ssSolver* solver, const ssProblem* problem );

/// `p` (ssProblem_Size numbers, SI units) is the start on entry, zeros for a cold one, and the answer on return, also
/// when it did not converge. A refusal is an ssResult; everything numerical is in the report.
SS_API ssResult ssSolve( const ssSolver* solver, const ssProblem* problem, const ssSolveOptions* options,
    double* p, ssSolveReport* report );
