// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/advanced/step_matrix.h"
#include "slipstick/solver.h"

// Factorisations of SuiteSparse, a yardstick for ours. A program built without it (Debian: libsuitesparse-dev) leaves them out. Nothing
// that Slipstick computes depends on it.

typedef struct suitesparseTimes
{
    double umfpack, klu; ///< [s] numeric factorisation, the fastest of a few; 0: not available
    double amdFill;      ///< blocks of L below the diagonal in the order of AMD; 0: not available
} suitesparseTimes;

suitesparseTimes suitesparseMeasure( const ssStepMatrix* matrix, int repeats );
