// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/problem.h"

// Siconos' solvers on our problems, judged by our judge: the other side of `slipstick bench solve`. Where the program
// was built without Siconos (Debian: libsiconos-numerics-dev) there is no other side.

typedef struct siconosAnswer
{
    const char* solver; ///< "NSGS"; NULL when none reached the tolerance
    double seconds;     ///< of processor time, of the one run that did; set-up of its data not counted
    double residual;    ///< judged; the least seen when none did
} siconosAnswer;

bool siconosIsThere( void );

/// Can Siconos take the problem? Dimensions 3 and 5, Coulomb's law, circles, no rows, no compliance.
bool siconosAccepts( const ssProblem* problem );

/// Gauss-Seidel, and the fastest of its other solvers, to a judged residual of `tolerance` each, at most `limit`
/// seconds per run. Every run is a process of its own: some of them crash.
ssResult siconosRun( const ssProblem* problem, double tolerance, double limit, siconosAnswer* gaussSeidel,
    siconosAnswer* best );
