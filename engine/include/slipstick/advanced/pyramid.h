// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/solve_report.h"
#include "slipstick/vecmath.h"

// The discretised friction model with phantom inertia (Peiret, Kövecses & Font-Llagunes, Eqs. 1-8): r
// contacts with k_i directions each, reduced to a linear complementarity problem and solved at acceleration
// or at velocity level; the related model of Stewart & Trinkle; and a diagnosis of the rank of Eq. 8.

typedef struct ssLcpReport
{
    /// ss_statusRefused: a diagonal entry that is not positive (Gauss-Seidel), a singular M, or redundant
    /// contacts.
    ssStatus status;
    int iterations;  ///< pivots or passes
    double residual; ///< ssLcp_Residual of the answer
    int period;      ///< ss_statusCycle: passes until an iterate occurs again
} ssLcpReport;

// -------------------------------------------------------------------------------------- discretised friction

#define SS_PYRAMID_MIN_DIRECTIONS 2
#define SS_PYRAMID_MAX_DIRECTIONS 64

typedef enum ssPyramidModel
{
    /// Peiret et al.: the directions span the acceleration; lambda_t lies in the circumscribed 2k-gon, whose
    /// corners are at mu lambda_n / cos(pi/2k).
    ss_pyramidAcceleration,
    /// Stewart & Trinkle, Anitescu & Potra: the directions span the force;
    /// lambda_t lies in the inscribed 2k-gon.
    ss_pyramidForce,
} ssPyramidModel;

typedef struct ssPyramidContact
{
    int k;        ///< number of directions, 2 to 64; e_j is at angle + pi (j - 1)/k, over the half circle
    double angle; ///< [rad] from the first tangent to e_1
    double mu;    ///< static coefficient of friction, >= 0
    double phantomInertia; ///< rho [kg], >= 0: changes the rank of Eq. 8 but not its solution
    /// The contact slides already: it carries the kinetic force -muKinetic lambda_n slip and
    /// has no directions. This is for the acceleration level only; at velocity level the
    /// discretised law itself describes sliding.
    bool sliding;
    double muKinetic; ///< kinetic coefficient of friction, >= 0
    ssVec2 slip;      ///< unit vector of the sliding velocity
} ssPyramidContact;

/// M v' = force + J_t^T lambda_t + J_n^T lambda_n with u_n' = J_n v' + normalBias and u_t' = J_t v' +
/// tangentBias (Peiret et al. Eqs. 4-8). At velocity level v+ takes the place of v', M v + h f that of the
/// force, and impulses that of forces. Matrices are stored row by row.
typedef struct ssPyramidProblem
{
    int n;               ///< number of generalised velocities
    const double* mass;  ///< M: n × n, symmetric, positive definite
    const double* force; ///< f_a - c: n
    int contactCount;    ///< r
    const ssPyramidContact* contacts;
    const double* normalJacobian;  ///< r × n
    const double* tangentJacobian; ///< 2r × n
    const double* normalBias;      ///< r, or NULL: zero
    const double* tangentBias;     ///< 2r, or NULL: zero
    /// Added to the diagonal of the lambda rows [1/kg], >= 0. Redundant contacts need it, for example 1e-8.
    double compliance;
    ssPyramidModel model;
} ssPyramidProblem;

/// The arrays hold one contact after another; direction j of contact i is at the sum of the k before it, plus
/// j. In the force model kappa± are the weights beta of ±e_j [N] and sigma± are their slacks.
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

/// The rank of Eq. 8's lead matrix. Its singular values are taken in units of the contacts' effective mass.
typedef struct ssPyramidDiagnosis
{
    int size;         ///< n + 3r + 2 sum of k, but a sliding contact adds only 1
    int rank, defect; ///< rank + defect = size
    double condition; ///< largest over smallest singular value; infinite: singular
    /// phantom inertias, common to all contacts, at which the rank drops [kg]; ascending
    const double* isolated;
    int isolatedCount;  ///< 2 per contact that does not slide; for a point mass k m, twice
    double nearest;     ///< the isolated value nearest to the contacts' phantom inertia [kg]; NaN: none
    double recommended; ///< 0.1/lambda_max(S_tt) [kg]: at most 1/20 of the least isolated value
} ssPyramidDiagnosis;

/// Holds the memory for problems of up to the given sizes. Its answers stay valid until the next call.
typedef struct ssPyramidSolver ssPyramidSolver;

SS_API_ANY SS_CHECKED ssResult ssCreatePyramidSolver(
    int n, int contacts, int directions, ssPyramidSolver** solver );
SS_API_OBJECT void ssDestroyPyramidSolver( ssPyramidSolver* solver );

/// Solves the linear complementarity problem that is left after the elimination of v' and lambda_t by
/// Lemke's method. The equations of the active facets, in which rho does not occur, then improve the
/// solution to full precision.
SS_API_OBJECT const ssPyramidSolution* ssPyramid_Solve(
    ssPyramidSolver* solver, const ssPyramidProblem* problem );

/// Rank, condition and isolated values of the lead matrix, computed from a core of n + 6r rows: all other
/// singular values are rho itself. For the acceleration model.
SS_API_OBJECT ssPyramidDiagnosis ssPyramid_Diagnose(
    ssPyramidSolver* solver, const ssPyramidProblem* problem );

/// The unit vector of direction j, 0 to k - 1.
SS_API_ANY ssVec2 ssPyramidDirection( int k, double angle, int j );

/// The 2k corners of the admissible polygon for mu lambda_n = 1, counter-clockwise.
SS_API_ANY void ssPyramidCorners( ssPyramidModel model, int k, double angle, ssVec2* corners );
