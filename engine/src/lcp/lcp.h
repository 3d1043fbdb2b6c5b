// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/advanced/pyramid.h"

// The dense linear complementarity problem w = M z + q, z >= 0, w >= 0, z·w = 0, its solvers and residual,
// and how the discretised friction model of pyramid.h becomes one.

/// w = M z + q, z >= 0, w >= 0, z·w = 0.
typedef struct ssLcp
{
    int size;
    const double* m; ///< size² numbers, row by row
    const double* q;
} ssLcp;

/// Scratch memory for problems of up to `capacity` unknowns, to be created once and used for many problems.
typedef struct ssLcpWork ssLcpWork;

SS_CHECKED ssResult ssCreateLcpWork( int capacity, ssLcpWork** work );
void ssDestroyLcpWork( ssLcpWork* work );
/// Lets `stop` end the methods that use this memory: it is asked in every pivot and every pass. NULL: none.
void ssLcpWork_SetStop( ssLcpWork* work, ssStop* stop, void* context );

/// max |min(z_i / s_i, w_i s_i)| / max |q_i s_i|, with scales s that bring the largest entry of every row
/// and column of s_i M_ij s_j to about one. It is independent of units, 0 at a solution, and infinite if a
/// number is not finite.
double ssLcp_Residual( const ssLcp* lcp, ssLcpWork* work, const double* z );

/// Lemke's method with the lexicographic rule. On a copositive M such as that of Eq. 8 it ends in a solution,
/// even if degenerate. The last basis is solved again from the original numbers. `z` receives the solution,
/// or the point of the last basis if there is none.
ssLcpReport ssLcp_Lemke( const ssLcp* lcp, ssLcpWork* work, double* z );

typedef struct ssPgsOptions
{
    double relaxation; ///< 0 < omega < 2
    double tolerance;  ///< on ssLcp_Residual
    int maxPasses;
} ssPgsOptions;

ssPgsOptions ssDefaultPgsOptions( void );

/// Projected Gauss-Seidel from `z`; converges for symmetric positive definite M and reports cycles.
ssLcpReport ssLcp_Pgs( const ssLcp* lcp, const ssPgsOptions* options, ssLcpWork* work, double* z );

/// The problem left after eliminating v' and lambda_t, with z = (lambda_n, kappa+, kappa-), or (lambda_n,
/// beta+, beta-, zeta) in the force model; valid until the next call. If the mass matrix or the friction rows
/// cannot be eliminated, its size is 0 and `status` is ss_statusRefused.
ssLcp ssPyramid_Eliminate( ssPyramidSolver* solver, const ssPyramidProblem* problem, ssStatus* status );
