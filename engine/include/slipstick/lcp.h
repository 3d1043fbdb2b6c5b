// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/vecmath.h"

// Linear complementarity and the friction model that is one. First the dense problem w = M z + q, z >= 0, w
// >= 0, z·w = 0, with Lemke's method, projected Gauss-Seidel and one judge of both. Then the discretised
// friction model with phantom inertia (Peiret, Kövecses & Font-Llagunes, Eqs. 1-8): r contacts, k_i
// directions each, eliminated to such a problem and solved at acceleration or at velocity level; its
// neighbour by Stewart & Trinkle; and a diagnosis of the rank of Eq. 8.

// ----------------------------------------------------------------------------------------------- the problem

/// w = M z + q, z >= 0, w >= 0, z·w = 0.
typedef struct ssLcp
{
    int size;
    const double* m; ///< size² numbers, row by row
    const double* q;
} ssLcp;

typedef enum ssLcpStatus
{
    ss_lcpSolved,
    ss_lcpRay,            ///< Lemke left along a ray: no solution, or M is not copositive
    ss_lcpIterationLimit, ///< stopped before it was there
    ss_lcpCycle,          ///< an iterate came back: it will never get there
    ss_lcpRefused,        ///< no positive diagonal (Gauss-Seidel), a singular mass matrix, redundant contacts
    ss_lcpNotFinite,      ///< the numbers left their range
    ss_lcpStatusCount
} ssLcpStatus;

/// "ray termination"
SS_API const char* ssLcpStatusName( ssLcpStatus status );

typedef struct ssLcpReport
{
    ssLcpStatus status;
    int iterations;  ///< pivots or passes
    double residual; ///< of ssLcp_Residual
    int period;      ///< ss_lcpCycle: passes until the iterate comes back
} ssLcpReport;

/// Scratch memory for problems up to `capacity`; create once, solve often.
typedef struct ssLcpWork ssLcpWork;

SS_API ssResult ssCreateLcpWork( int capacity, ssLcpWork** work );
SS_API void ssDestroyLcpWork( ssLcpWork* work );

/// The judge: max |min(z_i / s_i, w_i s_i)| over max |q_i s_i|, with scales s that bring the largest entry of
/// every row and column of s_i M_ij s_j to one. Independent of units; 0 at a solution; infinite when not a
/// number.
SS_API double ssLcp_Residual( const ssLcp* lcp, ssLcpWork* work, const double* z );

/// Lemke's complementary pivoting with the lexicographic rule: on a copositive M such as that of Eq. 8 it
/// ends in a solution after finitely many pivots, however degenerate the problem. The basis it ends with is
/// solved once more from the original numbers. `z` holds the answer, or the last basis when there is none.
SS_API ssLcpReport ssLcp_Lemke( const ssLcp* lcp, ssLcpWork* work, double* z );

/// Projected Gauss-Seidel from the `z` given. It converges on symmetric positive definite M and on little
/// else; a cycle is found out (Brent) and named.
typedef struct ssPgsOptions
{
    double relaxation; ///< 0 < omega < 2
    double tolerance;  ///< on ssLcp_Residual
    int maxPasses;
} ssPgsOptions;

SS_API ssPgsOptions ssDefaultPgsOptions( void );
SS_API ssLcpReport ssLcp_Pgs( const ssLcp* lcp, const ssPgsOptions* options, ssLcpWork* work, double* z );

// -------------------------------------------------------------------------------------- discretised friction

#define SS_PYRAMID_MIN_DIRECTIONS 2
#define SS_PYRAMID_MAX_DIRECTIONS 64

typedef enum ssPyramidModel
{
    /// Peiret et al.: directions for the acceleration; lambda_t in the circumscribed 2k-gon, at most
    /// mu/cos(pi/2k).
    ss_pyramidAcceleration,
    /// Stewart & Trinkle, Anitescu & Potra: directions for the force; lambda_t in the inscribed 2k-gon.
    ss_pyramidForce,
} ssPyramidModel;

typedef struct ssPyramidContact
{
    int k;                 ///< directions e_j at angle + pi (j - 1)/k, over the half circle; 2 … 64
    double angle;          ///< of e_1 against the first tangent [rad]
    double mu;             ///< static coefficient, >= 0
    double phantomInertia; ///< rho [kg], >= 0: changes the rank of Eq. 8, and nothing else
    /// The contact slides already: it carries the kinetic force -muKinetic lambda_n slip and no directions.
    /// At acceleration level only; at velocity level the discretised law itself slides.
    bool sliding;
    double muKinetic; ///< >= 0
    ssVec2 slip;      ///< unit vector of the sliding velocity
} ssPyramidContact;

/// M v' = force + J_t^T lambda_t + J_n^T lambda_n with u_n' = J_n v' + normalBias, u_t' = J_t v' +
/// tangentBias (Peiret et al. Eqs. 4-8). At velocity level the same with v+ for v', M v + h f for the force
/// and impulses for forces. Matrices row by row.
typedef struct ssPyramidProblem
{
    int n;               ///< generalised velocities
    const double* mass;  ///< n × n, symmetric, positive definite
    const double* force; ///< f_a - c; n
    int contactCount;    ///< r
    const ssPyramidContact* contacts;
    const double* normalJacobian;  ///< r × n
    const double* tangentJacobian; ///< 2r × n
    const double* normalBias;      ///< r, or NULL: zero
    const double* tangentBias;     ///< 2r, or NULL: zero
    /// Added to the diagonal of the lambda rows [1/kg], >= 0: what redundant contacts need (1e-8), others
    /// not.
    double compliance;
    ssPyramidModel model;
} ssPyramidProblem;

/// Contacts one after another; direction j of contact i stands at the sum of the k before it plus j. In the
/// force model kappa± are the weights beta of ±e_j [N] and sigma± their slacks.
typedef struct ssPyramidSolution
{
    ssLcpReport report;
    double* acceleration; ///< v'; n
    double* normal;       ///< lambda_n; r
    double* tangent;      ///< lambda_t; 2r
    double* kappaPlus;    ///< sum of k
    double* kappaMinus;
    double* sigmaPlus; ///< mu lambda_n - e_j·lambda_t + rho kappa+, complementary to kappa- (Eq. 2)
    double* sigmaMinus;
} ssPyramidSolution;

/// What Eq. 8's lead matrix is worth. Singular values are of the matrix in units of the contacts' effective
/// mass.
typedef struct ssPyramidDiagnosis
{
    int size;               ///< n + 3r + 2 sum of k; a sliding contact adds only 1
    int rank, defect;       ///< rank + defect = size
    double condition;       ///< largest over smallest singular value; infinite when singular
    const double* isolated; ///< phantom inertias common to all contacts [kg] at which the rank drops; rising
    int isolatedCount;      ///< 2 per contact that does not slide; point mass: k m, twice
    double nearest;         ///< the isolated value next to the contacts' phantom inertia [kg]; NAN: none
    double recommended;     ///< 0.1/lambda_max(S_tt) [kg]: at most 1/20 of the least isolated value
} ssPyramidDiagnosis;

/// Memory for problems up to these sizes; answers stay valid until the next call.
typedef struct ssPyramidSolver ssPyramidSolver;

SS_API ssResult ssCreatePyramidSolver( int n, int contacts, int directions, ssPyramidSolver** solver );
SS_API void ssDestroyPyramidSolver( ssPyramidSolver* solver );

/// Refuses what cannot be: k outside 2 … 64, negative coefficients, numbers that are not finite.
SS_API ssResult ssCheckPyramid( const ssPyramidProblem* problem );

/// The linear complementarity problem after eliminating v' and lambda_t: z = (lambda_n, kappa+, kappa-), or
/// (lambda_n, beta+, beta-, zeta) in the force model; valid until the next call. Size 0 with ss_lcpRefused in
/// `status` when the mass matrix or the friction rows cannot be eliminated.
SS_API ssLcp ssPyramid_Eliminate(
    ssPyramidSolver* solver, const ssPyramidProblem* problem, ssLcpStatus* status );

/// Lemke on that problem; then the active facets' own equations, in which rho does not occur, give the
/// digits.
SS_API const ssPyramidSolution* ssPyramid_Solve( ssPyramidSolver* solver, const ssPyramidProblem* problem );

/// Eq. 8's lead matrix itself, `size`² numbers row by row; `size` is n + 3r + 2 sum of k. For looking at.
SS_API void ssPyramid_LeadMatrix( const ssPyramidProblem* problem, double* matrix );

/// Rank, condition and isolated singular values of the lead matrix, from a core of n + 6r rows: all other
/// singular values are rho itself. Acceleration model.
SS_API ssPyramidDiagnosis ssPyramid_Diagnose( ssPyramidSolver* solver, const ssPyramidProblem* problem );

/// Unit vector e_j, j = 0 … k - 1.
SS_API ssVec2 ssPyramidDirection( int k, double angle, int j );

/// The corners of the admissible 2k-gon for a bound mu lambda_n = 1, counter-clockwise; 2k of them.
SS_API void ssPyramidCorners( ssPyramidModel model, int k, double angle, ssVec2* corners );
