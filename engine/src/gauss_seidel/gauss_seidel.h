// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"
#include "slipstick/problem.h"
#include "slipstick/solve_report.h"

// The Gauss-Seidel kernel that time stepping and the solver `nsgs` share. It packs an implicit problem once:
// contacts are coloured so that no two of a colour touch the same moving body, four contacts of a colour go
// side by side into the lanes of a vector, and all that a pass needs of a contact or a body lies in a few
// cache lines, in units in which force and moment weigh alike. Then it passes over the contacts, again and
// again, and measures its residual as the judge does (ssJudge).
//
// Its memory comes from an arena, so that a world steps without allocating. Colours and
// lanes depend on the problem alone; the bits of the answer depend neither on the number of
// threads nor on what the kernel solved before.
//
//     ssGs* gs = ssCreateGs( NULL );
//     ssGsOptions options = ssDefaultGsOptions();
//     options.tolerance = 1e-4;
//     ssResult result = ssGs_Solve( gs, &problem, &options, p, velocity, &report );
//
// Of the problem it reads contactCount, dimension, cones, laws (with lawIndex, lawScale and lawTable), q,
// compliance, inverseMass, inverseInertia, freeVelocity, bodyA, bodyB, frames, armsA, armsB and rows, but
// neither `bodies` nor `points`. A body whose inverse mass and inertia are all zero does not move; the effect
// of its velocity on the contacts has to be in q, as always. The caller has checked the problem
// (ssProblem_Check) or knows that it is right. Contacts between two bodies that do not move are refused.

typedef struct ssGs ssGs;

/// A kernel with memory from the arena, which outlives it; NULL: its own. Returns NULL: no memory.
ssGs* ssCreateGs( ssArena* arena );
void ssDestroyGs( ssGs* gs ); ///< NULL is fine

/// The instruction sets available here, from the plainest to the one in use; the bits do not depend on them.
int ssGsInstructionSetCount( void );
const char* ssGsInstructionSetName( int set ); ///< "SSE2", "AVX2", "NEON"; NULL: there is no such set
/// Uses another set, for a comparison. False if there is no such set.
bool ssGs_UseInstructionSet( ssGs* gs, int set );

/// From the next ssGs_Begin on, takes contacts of bodies with spheres' inertia as contacts between spheres if
/// their arms are off the normal by at most `part` of their length (usually and at least 1e-11). Files have
/// few digits, and the kernels for spheres are the fastest, but the answer is then that of spheres.
void ssGs_AllowBentArms( ssGs* gs, double part );

/// Contacts packed as contacts between spheres although an arm is off by more than 1e-11.
int ssGs_BentArms( const ssGs* gs );

/// How one contact is solved while the others are held.
typedef enum ssGsLocal
{
    /// one projected step per component block (Tasora & Anitescu Eq. 46 with the block's own step): cheapest
    ss_gsProjected,
    /// several steps where the relaxed law couples a contact's component blocks: needs fewer passes
    ss_gsExact,
} ssGsLocal;

typedef struct ssGsOptions
{
    double tolerance; ///< of the judged residual; 0: makes all passes and judges only at the end
    int maxPasses;    ///< >= 0
    double omega; ///< over-relaxation, in (0, 2); 0: the kernel's own. It is reduced where convergence stalls
    ssGsLocal local;
    ssStop* stop; ///< asked before every pass; may be NULL
    void* stopContext;
    bool accelerate; ///< each pass begins from an extrapolation of the last two (Nesterov), with restarts
    bool single;     ///< passes in single precision where that is as good (MATH.md): see ssGs_Plan
} ssGsOptions;

ssGsOptions ssDefaultGsOptions( void ); ///< tolerance 1e-4, 50 passes, projected, accelerated

typedef struct ssGsReport
{
    ssStatus status;
    int passes;
    double startResidual; ///< judged residual of the start; negative when it was not judged
    double residual;      ///< judged residual of the answer, as ssJudge would find it
    int colours;          ///< without the overflow
    int overflow;         ///< contacts that no colour had room for, solved one after the other
    int spheres;          ///< contacts between spheres, which have the fastest kernels
    bool single;          ///< the passes were made in single precision
} ssGsReport;

/// `p` (ssProblem_Size numbers, SI units, contacts then rows): start and answer. `velocity` (6 per body: v,
/// omega; may be NULL) becomes freeVelocity + M^-1 D p. An explicit W is refused.
SS_CHECKED ssResult ssGs_Solve( ssGs* gs, const ssProblem* problem, const ssGsOptions* options, double* p,
    double* velocity, ssGsReport* report );

// ssGs_Solve in five parts, for benchmarks and for solvers that do something between passes.

/// Tells the options of the passes after the next ssGs_Begin. If they ask for `single`, and the problem
/// allows it, it is packed for single precision, in less memory; what is judged and returned is double. Other
/// options may make the passes pack it again.
void ssGs_Plan( ssGs* gs, const ssGsOptions* options );

/// Packs the problem, which must not change until ssGs_End, and the start. From here to ssGs_End the kernel
/// holds memory of its arena; if it refuses the problem, it holds none. `lent` is the number of doubles at
/// `p` that it may overwrite until ssGs_Finish writes the answer there: it keeps the reactions of its
/// previous pass in them, if they fit, instead of in its arena. 0: `p` is only read, here.
SS_CHECKED ssResult ssGs_Begin( ssGs* gs, const ssProblem* problem, double* p, size_t lent );

/// Makes at most options->maxPasses further passes. Later calls keep the omega and accelerate of the first.
void ssGs_Iterate( ssGs* gs, const ssGsOptions* options, ssGsReport* report );

/// The judged residual of the current reactions.
double ssGs_Residual( ssGs* gs );

/// Whether reactions `p` (SI) are allowed but for the tolerance (infeasibility); also after ssGs_End.
bool ssGs_IsFeasible( const ssGs* gs, const double* p, double tolerance );

/// Writes the current reactions and velocities. Both may be NULL.
void ssGs_Finish( ssGs* gs, double* p, double* velocity );

/// Gives all memory back to the arena. ssGs_Begin and ssDestroyGs do it as well, if it has not been done.
void ssGs_End( ssGs* gs );

/// Most bytes of the arena for a problem so far; `bodies` (or NULL): the part that grows with bodies.
size_t ssGs_Bytes( const ssGs* gs, size_t* bodies );
