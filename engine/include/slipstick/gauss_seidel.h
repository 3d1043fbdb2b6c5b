// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/problem.h"
#include "slipstick/solve_report.h"

// The Gauss-Seidel kernel that time stepping and `nsgs` share. It packs an implicit problem once: contacts are coloured
// so that no two of a colour push the same moving body, four of a colour go side by side in the lanes of a vector, and
// what a pass needs of a contact and of a body lies in a few cache lines, in units in which lengths, masses and W are
// about 1. Then it passes, and judges itself by the measure of residual.c.
//
// Its storage only grows: a world keeps one and steps without allocating. Colours and lanes come from the problem alone;
// the bits of the answer depend neither on the number of threads nor on what the kernel solved before.
//
//     ssGs* pass = ssCreateGs();
//     ssGsOptions options = ssDefaultGsOptions();
//     options.tolerance = 1e-4;
//     ssResult result = ssGs_Solve( pass, &problem, &options, p, velocity, &report );
//
// Of the problem it reads contactCount, dimension, cones, laws (with lawIndex, lawScale and lawTable), q, compliance, inverseMass,
// inverseInertia, freeVelocity, bodyA, bodyB, frames, armsA, armsB, rows; neither `bodies` nor `points`. A body whose
// inverse mass and inertia are all zero does not move: what its velocity does to the contacts has to be in q, as
// always. The caller has checked the problem (ssProblem_Check) or made it by construction; contacts between two bodies
// that do not move are not allowed.

typedef struct ssGs ssGs;

/// NULL when there is no memory.
SS_API ssGs* ssCreateGs( void );
SS_API void ssDestroyGs( ssGs* pass ); ///< NULL is fine

/// How one contact is solved while the others are held.
typedef enum ssGsLocal
{
    ss_gsProjected, ///< one projected step per block (Tasora & Anitescu Eq. 46 with the block's own step): cheapest
    ss_gsExact, ///< to the contact's solution: dearer where force and moment are coupled, fewer passes
} ssGsLocal;

typedef struct ssGsOptions
{
    double tolerance; ///< of the judged residual; 0: all passes, and judged only at the end
    int maxPasses;    ///< >= 0
    double omega;     ///< over-relaxation, in (0, 2); 0: the kernel's own. Shortened where convergence stalls
    ssGsLocal local;
    bool accelerate; ///< each pass begins where the last two point to, with restart where that does not pay
} ssGsOptions;

SS_API ssGsOptions ssDefaultGsOptions( void ); ///< 1e-4, 50 passes, projected, accelerated

typedef struct ssGsReport
{
    ssSolveStatus status;
    int passes;
    double startResidual; ///< judged, of the warm start; negative when it was not judged
    double residual;      ///< judged, as ssJudge would
    int colours;          ///< without the overflow
    int overflow;         ///< contacts that no colour had room for, done one by one
    int spheres;          ///< contacts on the fast path
} ssGsReport;

/// `p` (ssProblem_Size numbers, SI units, contacts then rows) is the start on entry and the answer on return.
/// `velocity` (6 per body: v, omega), may be NULL, gets freeVelocity + M^-1 D p. Refused: explicit W.
SS_API ssResult ssGs_Solve( ssGs* pass, const ssProblem* problem, const ssGsOptions* options, double* p,
    double* velocity, ssGsReport* report );

// The same in its three parts, for benchmarks and for solvers that do something between passes.

/// Packs the problem, which has to stay as it is until ssGs_Finish, and the start.
SS_API ssResult ssGs_Begin( ssGs* pass, const ssProblem* problem, const double* p );

/// Goes on from where it is: at most options->maxPasses more. omega and accelerate hold from the first call on.
SS_API void ssGs_Iterate( ssGs* pass, const ssGsOptions* options, ssGsReport* report );

/// The judged residual of the present state.
SS_API double ssGs_Residual( ssGs* pass );

/// Reads out the present state. Both may be NULL.
SS_API void ssGs_Finish( ssGs* pass, double* p, double* velocity );

/// Between ssGs_Begin and the first ssGs_Iterate: a buffer of the caller, which the extrapolation may overwrite until
/// ssGs_Finish if it is large enough. The start `p` and the problem's arms may lie in it, since they are packed by then:
/// ssGs_Finish writes `p` again, and the caller restores the arms.
SS_API void ssGs_UseBuffer( ssGs* pass, void* buffer, size_t bytes );

/// Memory that the kernel itself needs only between ssGs_Begin and ssGs_Finish; the caller may use it until the next
/// ssGs_Begin or ssGs_IdleBuffer. The first `kept` bytes hold what the previous call's buffer held; the others are
/// undefined. NULL when there is no memory; the previous buffer then stays valid.
SS_API void* ssGs_IdleBuffer( ssGs* pass, size_t kept, size_t bytes );

/// Bytes held; and what of them is for bodies (may be NULL).
SS_API size_t ssGs_Bytes( const ssGs* pass, size_t* bodies );
