// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/solver.h"

#include "problem/problem_private.h"

// One solver at work on one system: what it is asked, its answer so far, and the bookkeeping all solvers share.
struct ssSolveState
{
    ssSystem* system;
    const ssSolver* solver;
    double tolerance;
    int maxIterations;
    const double* values; // of the solver's params
    double* p;            // the start, and at the end the answer; scaled

    int iterations; // done
    int base;       // of those before this solver began, for the trace
    double residual;
    ssSolveStatus status;
    char what[256];

    int watch; // contact the trace tells about; -1: none
    ssSolveTrace* trace;
    void* context;
};

/// Judges p with y = W p + q, tells the trace, and says whether to stop: converged, cancelled, not finite.
bool solveCheck( ssSolveState* state, const double* p, const double* y, double step );

/// Lets another solver go on from state->p: at most `maxIterations`, its params at `values` (NULL: defaults). Counts and
/// trace go on; the status is the other's.
void solveOnWith( ssSolveState* state, const ssSolver* other, const double* values, int maxIterations );

/// The value of a param by its key; programmer error when there is none.
double solveOption( const ssSolveState* state, const char* key );

/// Adds to `what`.
void solveNote( ssSolveState* state, const char* format, ... ) SS_PRINTF( 2, 3 );

/// `count` vectors of the system's size in one piece, zeroed; NULL sets the status.
double* solveVectors( ssSolveState* state, int count );

/// Size + 1, in the vectors of solveVectors.
static inline size_t solveStride( const ssSolveState* state )
{
    return (size_t)state->system->size + 1;
}

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
extern const ssSolver ss_solverLeastSquares; // not in the table: it ends where |F| is least, an answer or not

#define SS_HONOURS_CONES                                                               \
    ( ss_lawFlagCoulomb | ss_lawFlagRolling | ss_lawFlagSpinning | ss_lawFlagRelaxed | \
        ss_lawFlagEllipsoidal | ss_lawFlagPolyhedral )
