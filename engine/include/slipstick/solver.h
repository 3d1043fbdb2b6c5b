// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"
#include "slipstick/problem.h"
#include "slipstick/solve_report.h"

// Solvers of contact problems. Each solver is a const descriptor in a file of its own, src/solve/solve_*.c,
// with one line in solver_table.c. A solver refuses a problem that it does not support and gives the reason.
// Whether it has converged is decided by the judge of problem.h, for all solvers alike.
//
//     ssSolveOptions options = ssDefaultSolveOptions();
//     options.tolerance = 1e-8;
//     ssResult result = ssSolveOptions_Set( &options, "omega", 0.5 ); // an option of the solver, by its name
//     ssSolveReport report;
//     if ( result.code == ss_ok )
//     {
//         result = ssSolve( ssFindSolver( "nsgs" ), &problem, &options, p, &report );
//     }

#define SS_SOLVER_PARAMS_MAX 16 ///< parameters of one solver

typedef struct ssSolveState ssSolveState;
typedef struct ssArena ssArena; // advanced/arena.h

typedef struct ssSolver
{
    const char* name;   ///< "nsgs"
    const char* label;  ///< "Gauss-Seidel, contact by contact"
    const char* source; ///< paper and equations
    unsigned honours;   ///< ssLawFlags of the laws that it supports
    bool rows;          ///< it supports bilateral and box rows
    bool symmetric;     ///< it assumes W = W^T and refuses any other W
    bool bodiesOnly;    ///< it works in the bodies' velocities and refuses a W that is given as blocks
    bool discretised;   ///< it replaces circles by polygons, so that it solves only polyhedral cones exactly
    int maxIterations;  ///< limit where the options give none
    /// What an iteration costs, in Gauss-Seidel passes: cost +
    /// costPerContact × contacts. 0 counts as one pass.
    double cost, costPerContact;
    const ssParam* params;
    int paramCount;
    void ( *solve )( ssSolveState* state ); ///< called by ssSolve; NULL: "passes" alone
} ssSolver;

/// The solvers of contact problems: all but "passes", which solves steps of worlds alone.
SS_API_ANY int ssSolverCount( void );
SS_API_ANY const ssSolver* ssGetSolver( int index );         ///< NULL beyond ssSolverCount
SS_API_ANY const ssSolver* ssFindSolver( const char* name ); ///< NULL when there is no solver of that name

/// Adds a solver to the table, after those of the library: lists, `solve` and the worlds that name it find
/// it. Its `solve` uses the functions at the end of this header. Refused: a name that is taken or not allowed
/// ("all" is), a missing label, source or `solve`, no iterations, laws without a cone among `honours`, rows
/// of params that make no sense, and everything once a simulation has been created. `solver` must stay valid.
SS_API_SETUP SS_CHECKED ssResult ssRegisterSolver( const ssSolver* solver );
/// The plugin that has registered it; NULL: the library or the program itself.
SS_API_ANY const char* ssSolver_Plugin( const ssSolver* solver );

/// The names of the registered solvers: further choices of the key `solver`.
SS_API_DATA ssChoices ss_registeredSolvers;

/// The value of one of a solver's params.
typedef struct ssSolverOption
{
    const char* key; ///< the param's key; the text must stay as long as the option is used
    double value;
} ssSolverOption;

typedef struct ssSolveOptions
{
    double tolerance;    ///< residual at which the judge is satisfied, > 0
    int maxIterations;   ///< 0: the solver's own limit
    ssSolveTrace* trace; ///< called in every iteration with its residual, which costs time; may be NULL
    void* context;       ///< passed to `trace`
    double budget;       ///< work allowed, in Gauss-Seidel passes: ssSolver_Cost × iterations; 0: no limit
    int watch;           ///< the contact whose reaction the trace receives; -1: none
    ssStop* stop; ///< asked in every iteration; when it ends the solve, `p` is the best so far. May be NULL
    void* stopContext; ///< passed to `stop`
    /// memory for the solve, which gives all of it back; NULL: the heap. Not for two solves at once
    ssArena* arena;
    /// Options of the solver, by name; all others have their defaults. ssSolve refuses names that the solver
    /// does not have and values out of range.
    ssSolverOption named[SS_SOLVER_PARAMS_MAX];
    int namedCount;
} ssSolveOptions;

SS_API_ANY ssSolveOptions ssDefaultSolveOptions( void ); ///< tolerance 1e-8, no trace

/// Sets an option of the solver by its name, or replaces the value that was set before. Fails only if
/// the names do not fit; ssSolve checks them.
SS_API_OBJECT SS_CHECKED ssResult ssSolveOptions_Set(
    ssSolveOptions* options, const char* key, double value );

/// What an iteration of the solver costs on a problem of so many contacts, in Gauss-Seidel passes. `auto`
/// counts what the solvers cost that it calls; its own number is the least of them.
SS_API_ANY double ssSolver_Cost( const ssSolver* solver, int contacts );

/// Does the solver honour laws with these ssLawFlags? A refusal names one that it does not.
SS_API_ANY SS_CHECKED ssResult ssSolver_Honours( const ssSolver* solver, unsigned lawFlags );

/// Whether the solver accepts this problem. If not, the message gives the
/// reason: a law, rows, blocks, or an asymmetric W.
SS_API_OBJECT SS_CHECKED ssResult ssSolver_Accepts( const ssSolver* solver, const ssProblem* problem );

/// Solves `problem`. On entry `p` (ssProblem_Size numbers in SI units) is the start, zeros for a cold one;
/// on return it is the answer, even when the solver has not converged. A refusal comes back as an
/// ssResult, every numerical outcome in `report`.
SS_API_OBJECT SS_CHECKED ssResult ssSolve( const ssSolver* solver, const ssProblem* problem,
    const ssSolveOptions* options, double* p, ssSolveReport* report );

/// Finds the multipliers of the rows that go with the contacts' reactions in `p`, for answers that do not
/// have them. They replace the end of `p`; the reactions stay.
SS_API_OBJECT SS_CHECKED ssResult ssSolveRows( const ssProblem* problem, double* p );

// -------------------------------------------------------------------------------------- solvers of one's own

// What `solve` of a registered solver works with. The problem is p in K, y = W p + q with De Saxcé's term
// added to y in K* (MATH.md, *Contact problems*), in units in which forces and moments are alike. Vectors
// hold ssSolveState_Size numbers: the contacts one after another, each with N, T1, T2 and so on, then the
// rows. A projected fixed point is
//
//     double *p = ssSolveState_P( state ), *y = ssSolveState_Vectors( state, 1 ), r = ssSolveState_Step(
//     state ); ssSolveState_Velocities( state, p, y );
//     while ( !ssSolveState_Judge( state, p, y, r ) )
//     {
//         ssSolveState_AddSaxce( state, y );
//         for ( int i = 0; i < ssSolveState_Size( state ); ++i )
//             p[i] -= r * y[i];
//         ssSolveState_Project( state, p );
//         ssSolveState_Velocities( state, p, y );
//     }

SS_API_OBJECT int ssSolveState_Contacts( const ssSolveState* state );
SS_API_OBJECT int ssSolveState_Dimension( const ssSolveState* state ); ///< numbers per contact: 3, 5 or 6
SS_API_OBJECT int ssSolveState_Size( const ssSolveState* state );      ///< numbers of a vector
SS_API_OBJECT double* ssSolveState_P( ssSolveState* state ); ///< on entry the start, at the end the answer
SS_API_OBJECT const ssCone* ssSolveState_Cones( const ssSolveState* state ); ///< one per contact
SS_API_OBJECT double ssSolveState_Step(
    const ssSolveState* state ); ///< 1 / mean diagonal of W: a step that suits it
SS_API_OBJECT double ssSolveState_Option(
    const ssSolveState* state, const char* key ); ///< the value of one of its params
/// Zeroed vectors, ssSolveState_Size + 1 numbers apart, which are freed after the solve or by the next call;
/// NULL: out of memory, and `solve` returns.
SS_API_OBJECT double* ssSolveState_Vectors( ssSolveState* state, int count );
/// y = W p + q.
SS_API_OBJECT void ssSolveState_Velocities( ssSolveState* state, const double* p, double* y );
/// Adds De Saxcé's term to the y of the contacts whose law has it.
SS_API_OBJECT void ssSolveState_AddSaxce( const ssSolveState* state, double* y );
/// Moves x to the nearest point of the cones and of the boxes of the rows.
SS_API_OBJECT void ssSolveState_Project( const ssSolveState* state, double* x );
/// Judges p with its y = W p + q; `step` is a number for the trace. Every call but the first
/// counts as an iteration. True: `solve` returns, because p is good enough, the iterations
/// are used up, or the caller wants to stop.
SS_API_OBJECT bool ssSolveState_Judge( ssSolveState* state, const double* p, const double* y, double step );
