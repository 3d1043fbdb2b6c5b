// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"
#include "slipstick/problem.h"
#include "slipstick/solve_report.h"

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

/// Can the solver take this problem? The message says why not: law, rows, unsymmetric W.
SS_API ssResult ssSolver_Accepts( const ssSolver* solver, const ssProblem* problem );

/// `p` (ssProblem_Size numbers, SI units) is the start on entry, zeros for a cold one, and the answer on return, also
/// when it did not converge. A refusal is an ssResult; everything numerical is in the report.
SS_API ssResult ssSolve( const ssSolver* solver, const ssProblem* problem, const ssSolveOptions* options,
    double* p, ssSolveReport* report );
