// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/problem.h"
#include "slipstick/solver.h"

// The Gauss-Seidel kernel that time stepping and `nsgs` share. It packs an implicit problem once: contacts are coloured
// so that no two of a colour push the same moving body, four of a colour go side by side in the lanes of a vector, and
// what a pass needs of a contact and of a body lies in a few cache lines, in units in which lengths, masses and W are
// about 1. Then it sweeps, and judges itself by the measure of residual.c.
//
// Its storage only grows: a world keeps one and steps without allocating. Colours and lanes come from the problem alone;
// the bits of the answer depend neither on the number of threads nor on what the kernel solved before.
//
//     ssSweep* sweep = ssCreateSweep();
//     ssSweepOptions options = ssDefaultSweepOptions();
//     options.tolerance = 1e-4;
//     ssResult result = ssSweep_Solve( sweep, &problem, &options, p, velocity, &report );
//
// Of the problem it reads contactCount, dimension, cones, laws (with lawIndex, lawScale and lawTable), q, compliance, inverseMass,
// inverseInertia, freeVelocity, bodyA, bodyB, frames, armsA, armsB, rows; neither `bodies` nor `points`. A body whose
// inverse mass and inertia are all zero does not move: what its velocity does to the contacts has to be in q, as
// always. The caller has checked the problem (ssProblem_Check) or made it by construction; contacts between two bodies
// that do not move are not allowed.

typedef struct ssSweep ssSweep;

/// NULL when there is no memory.
SS_API ssSweep* ssCreateSweep( void );
SS_API void ssDestroySweep( ssSweep* sweep ); ///< NULL is fine

/// How one contact is solved while the others are held.
typedef enum ssSweepLocal
{
    ss_sweepProjected, ///< one projected step per block (Tasora & Anitescu Eq. 46 with the block's own step): cheapest
    ss_sweepExact, ///< to the contact's solution: dearer where force and moment are coupled, fewer sweeps
} ssSweepLocal;

typedef struct ssSweepOptions
{
    double tolerance; ///< of the judged residual; 0: all sweeps, and judged only at the end
    int maxSweeps;    ///< >= 0
    double omega;     ///< over-relaxation, in (0, 2); 0: the kernel's own. Shortened where convergence stalls
    ssSweepLocal local;
    bool accelerate; ///< each sweep begins where the last two point to, with restart where that does not pay
} ssSweepOptions;

SS_API ssSweepOptions ssDefaultSweepOptions( void ); ///< 1e-4, 50 sweeps, projected, accelerated

typedef struct ssSweepReport
{
    ssSolveStatus status;
    int sweeps;
    double startResidual; ///< judged, of the warm start; negative when it was not judged
    double residual;      ///< judged, as ssJudge would
    int colours;          ///< without the overflow
    int overflow;         ///< contacts that no colour had room for, done one by one
    int spheres;          ///< contacts on the fast path
} ssSweepReport;

/// `p` (ssProblem_Size numbers, SI units, contacts then rows) is the start on entry and the answer on return.
/// `velocity` (6 per body: v, omega), may be NULL, gets freeVelocity + M^-1 D p. Refused: explicit W.
SS_API ssResult ssSweep_Solve( ssSweep* sweep, const ssProblem* problem, const ssSweepOptions* options,
    double* p, double* velocity, ssSweepReport* report );

// The same in its three parts, for benchmarks and for solvers that do something between sweeps.

/// Packs the problem, which has to stay as it is until ssSweep_Finish, and the start.
SS_API ssResult ssSweep_Begin( ssSweep* sweep, const ssProblem* problem, const double* p );

/// Goes on from where it is: at most options->maxSweeps more. omega and accelerate hold from the first call on.
SS_API void ssSweep_Iterate( ssSweep* sweep, const ssSweepOptions* options, ssSweepReport* report );

/// The judged residual of the present state.
SS_API double ssSweep_Residual( ssSweep* sweep );

/// Reads out the present state. Both may be NULL.
SS_API void ssSweep_Finish( ssSweep* sweep, double* p, double* velocity );

/// Between ssSweep_Begin and the first ssSweep_Iterate: the caller's room for extrapolation to write over until
/// ssSweep_Finish, as much as it needs or none of it. The start `p` and the problem's arms may lie in it: they are packed.
/// `p` is read out again; arms are the caller's to restore.
SS_API void ssSweep_Borrow( ssSweep* sweep, void* room, size_t bytes );

/// Room that the kernel needs only between ssSweep_Begin and ssSweep_Finish, lent until the next ssSweep_Begin or the
/// next loan. The first `kept` bytes are those of the loan before, 0 for a new one; the others are anything. NULL when
/// there is no memory, and then the loan before still holds.
SS_API void* ssSweep_Lend( ssSweep* sweep, size_t kept, size_t bytes );

/// Bytes held; and what of them is for bodies (may be NULL).
SS_API size_t ssSweep_Bytes( const ssSweep* sweep, size_t* bodies );
