// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/solver.h"

#include "problem/problem_private.h"

// One solver at work on one system: what it is asked, its answer so far, and the bookkeeping all solvers share.
struct ssSolveRun
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
bool runCheck( ssSolveRun* run, const double* p, const double* y, double step );

/// Lets another solver go on from run->p: at most `maxIterations`, its params at `values` (NULL: defaults). Counts and
/// trace go on; the status is the other's.
void runOther( ssSolveRun* run, const ssSolver* other, const double* values, int maxIterations );

/// The value of a param by its key; programmer error when there is none.
double runValue( const ssSolveRun* run, const char* key );

/// Adds to `what`.
void runSay( ssSolveRun* run, const char* format, ... ) SS_PRINTF( 2, 3 );

/// `count` vectors of the system's size in one piece, zeroed; NULL sets the status.
double* runVectors( ssSolveRun* run, int count );

/// Size + 1, in the vectors of runVectors.
static inline size_t runStride( const ssSolveRun* run )
{
    return (size_t)run->system->size + 1;
}

/// gradient = d h / d y of De Saxcé's term at y, [0] is 0. Zero where h has none.
void saxceGradient( const ssCone* cone, const double* y, double* gradient );

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
extern const ssSolver ss_solverFit; // not in the table: it ends where |F| is least, an answer or not

#define SS_HONOURS_CONES \
    ( ss_lawCoulomb | ss_lawRolling | ss_lawSpinning | ss_lawRelaxed | ss_lawEllipsoidal | ss_lawPolyhedral )
