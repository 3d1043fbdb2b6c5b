// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/problem.h"

// The solvers of Siconos on the problems of `slipstick bench solve`, judged by the same residual as ours. A program built
// without Siconos (Debian: libsiconos-numerics-dev) leaves them out.

typedef struct siconosAnswer
{
    const char* solver; ///< "NSGS"; NULL when none reached the tolerance
    double seconds;     ///< processor time of the run that reached it, without setting up its data
    double residual;    ///< judged; the smallest one when none reached the tolerance
} siconosAnswer;

bool siconosIsAvailable( void );

/// Does Siconos accept the problem? It takes dimensions 3 and 5, Coulomb's law with circular bounds, no bilateral rows
/// and no compliance.
bool siconosAccepts( const ssProblem* problem );

/// Runs Gauss-Seidel and all other solvers to a judged residual of `tolerance`, each for at most `limit` seconds; `best` is
/// the fastest of the others. Every run is a process of its own, because some of them crash.
ssResult siconosRun( const ssProblem* problem, double tolerance, double limit, siconosAnswer* gaussSeidel,
    siconosAnswer* best );
