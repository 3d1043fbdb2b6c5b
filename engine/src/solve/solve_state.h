// SPDX-License-Identifier: MIT
#pragma once

#include "problem/problem_private.h"
#include "slipstick/solver.h"

// Largest |W - W^T| over max |W| that counts as symmetric; text files with six digits reach it by rounding.
#define SS_ASYMMETRY_MAX 1e-6

/// The best reactions that were judged so far, kept where the solve may be stopped.
typedef struct solveBest
{
    double* p;
    double residual;
} solveBest;

// One solver at work: the task, the reactions so far, and the bookkeeping that all solvers share.
struct ssSolveState
{
    ssSystem* system;
    const ssSolver* solver;
    double tolerance;
    int maxIterations;
    const double* values; // of the solver's params; solveOption finds them by name
    double* p;            // the start, and at the end the answer; in scaled units

    int iterations;     // done by this solver
    double budget;      // work that is allowed, in passes; HUGE_VAL: any
    double work;        // done, in passes; counted by `auto` for the solvers it calls
    bool budgetSpent;   // it has ended the solve
    int iterationsPast; // done by others before this solver began; the trace counts on from them
    double residual;
    ssStatus status;
    char what[256]; // words for the report

    int watch; // the contact whose reaction the trace receives; -1: none
    ssSolveTrace* trace;
    void* context;
    ssStop* stop;
    void* stopContext;
    bool stopped;    // it has ended the solve; the answer is then the best so far
    solveBest* best; // NULL: nothing stops the solve
    bool judged;     // of a registered solver: the start has been judged
    double* lent;    // of a registered solver: its vectors
};

/// Judges p with y = W p + q and calls the trace; `step` is a number of the solver's choice for it. True when
/// the solver must stop: it has converged, was cancelled, or has left the finite numbers.
bool solveCheck( ssSolveState* state, const double* p, const double* y, double step );

/// Shows p to the trace, if there is one, and nothing else. False when the trace ends the solve.
bool solveShow( ssSolveState* state, const double* p, const double* y, double step );

/// Judges state->p where that is due, after a further twentieth of all passes, as it costs half a pass; y <-
/// W p + q. The trace gets every pass. True when the solver must stop.
bool solveCheckPass( ssSolveState* state, double* y, double step, int* next );

/// For iterations that are not judged: true when the caller wants the solve to end.
bool solveStops( ssSolveState* state );

/// Lets another solver continue from state->p for at most `maxIterations`, with the options that are named
/// and the defaults of all others. Iterations and trace count on; the status becomes the other solver's.
void solveOnWith( ssSolveState* state, const ssSolver* other, const ssSolverOption* named, int namedCount,
    int maxIterations );

/// The value of the param with this key, which must exist.
double solveOption( const ssSolveState* state, const char* key );

/// Adds words to `what`.
void solveNote( ssSolveState* state, const char* format, ... ) SS_PRINTF( 2, 3 );

/// Adds a number of things to `what`: "1 pass", "2 passes".
void solveNoteCount( ssSolveState* state, const char* before, int count, const char* thing );

/// Allocates `count` zeroed vectors in one piece, solveStride apart; NULL sets the status.
double* solveVectors( ssSolveState* state, int count );

/// Frees vectors, or does nothing where they lie in an arena: ssSolve and solveOnWith give its memory back.
void solveFree( const ssSolveState* state, double* vectors );

/// The distance between two vectors of solveVectors: the system's size + 1.
static inline size_t solveStride( const ssSolveState* state ) { return (size_t)state->system->size + 1; }

extern const ssSolver ss_solverPasses;
extern const ssSolver ss_solverAuto;
extern const ssSolver ss_solverNsgs;
extern const ssSolver ss_solverQvi;
extern const ssSolver ss_solverFixedPoint;
extern const ssSolver ss_solverExtragradient;
extern const ssSolver ss_solverPsor;
extern const ssSolver ss_solverApgd;
extern const ssSolver ss_solverAdmm;
extern const ssSolver ss_solverNewton;
extern const ssSolver ss_solverLemke;
extern const ssSolver ss_solverPgs;
extern const ssSolver ss_solverPath;
extern const ssSolver ss_solverInterior;
/// Not in the table of solvers, because it ends where |F| is least, whether that is an answer or not.
extern const ssSolver ss_solverLeastSquares;
/// Not in the table of solvers, because it is made for what other solvers leave of a pile.
extern const ssSolver ss_solverCreep;

#define SS_HONOURS_CONES                                                               \
    ( ss_lawFlagCoulomb | ss_lawFlagRolling | ss_lawFlagSpinning | ss_lawFlagRelaxed | \
        ss_lawFlagEllipsoidal | ss_lawFlagPolyhedral )

// What the rows of options have in common, and a row that is 0 or 1.
#define SOLVER_PARAM( name, sign, words, sentence ) \
    .key = name, .symbol = sign, .label = words, .unit = "", .group = "solver", .doc = sentence
#define SOLVER_SWITCH( name, sign, words, sentence, value )                                          \
    SOLVER_PARAM( name, sign, words, sentence ), .kind = ss_paramInteger, .max = 1, .allowedMax = 1, \
                                                 .defaultValue = value

// The number that stands for a solver in saved worlds; SOLVER_BY_NAME: its name follows.
#define SOLVER_BY_NAME 1000
int solverNumber( const ssSolver* solver );
const ssSolver* solverOfNumber( int number ); // NULL: none
