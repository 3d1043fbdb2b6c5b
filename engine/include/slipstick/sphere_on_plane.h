// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"
#include "slipstick/vecmath.h"

// A solid sphere on a plane with sliding, rolling and spinning friction (Acary & Bourrier Sec. 6.1): one step of
// the Moreau-Jean scheme with an exact contact solve, and, for motion along a line, the closed form beside it.
// Coordinates of the plane: x along the motion (and down the incline), z along the normal N, T1 = x, T2 = y. The
// contact point's velocity is u_T = v_T + omega × (-R N), so that omega_y > 0 rolls towards +x.

typedef enum ssSphereLaw
{
    ss_sphereCoulomb, ///< set-valued, no dilatancy (Acary & Bourrier Eq. 33)
    ss_sphereRelaxed, ///< associated: convex, lifts while it slides (Acary & Bourrier Eq. 47, Tasora & Anitescu 4)
} ssSphereLaw;

typedef struct ssSphereModel
{
    double radius;         ///< R [m], > 0
    double mass;           ///< m [kg], > 0; the inertia is 2/5 m R²
    double mu;             ///< sliding coefficient [-], >= 0
    double muRoll, muSpin; ///< mu_r, mu_s [m], >= 0
    double restitution;    ///< e of Newton's impact law (Acary & Bourrier Eq. 8), 0 … 1
    double gravityNormal;  ///< g cos(incline) [m/s²], pulls into the plane
    double gravityAlong;   ///< g sin(incline) [m/s²], pulls towards +x
    double theta;          ///< of the Moreau-Jean scheme, 1/2 … 1
    double tolerance;      ///< of the contact solve, relative
    ssSphereLaw law;
} ssSphereModel;

typedef struct ssSphereState
{
    double x, y; ///< of the centre along the plane [m]
    double gap;  ///< between sphere and plane [m]; the centre is at gap + R
    ssQuat orientation;
    ssVec3 velocity;  ///< of the centre [m/s]
    ssVec3 omega;     ///< [rad/s]
    double force[3];  ///< mean reaction over the last step: r_N, r_T1, r_T2 [N]
    double moment[3]; ///< m_1, m_2, m_N [N m]
    ssContactMode mode;
} ssSphereState;

/// What one step did to the books.
typedef struct ssSphereStep
{
    bool touching;
    bool converged;
    int iterations;
    double residual;   ///< natural map of the contact problem, relative to its free velocity
    double dissipated; ///< work taken out by the contact [J]: sliding, rolling, spinning, impact
    double sliding, rolling, spinning, impact; ///< its parts [J]
    double work;                               ///< done by the applied force and torque [J]
} ssSphereStep;

/// Advances by h [s] under gravity, the contact and an applied force [N] and torque [N m].
SS_API ssSphereStep ssSphere_Step(
    const ssSphereModel* model, ssSphereState* state, double h, ssVec3 force, ssVec3 torque );

/// The reaction that acts at the very start, before anything has moved: what a step of length h would find.
SS_API void ssSphere_InitialReaction( const ssSphereModel* model, ssSphereState* state, double h );

/// Kinetic plus potential energy; zero is rest on the plane at x = 0 [J].
SS_API double ssSphere_Energy( const ssSphereModel* model, const ssSphereState* state );
SS_API double ssSphere_Potential( const ssSphereModel* model, const ssSphereState* state );

/// A stretch of constant acceleration, from `time` on.
typedef struct ssSpherePhase
{
    double time, x, u, omega; ///< at its start
    double du, domega;        ///< [m/s²], [rad/s²]
    double force, moment;     ///< r_T [N], m_R [N m]
} ssSpherePhase;

/// The exact motion along x as a list of phases: between sign changes of slip and rolling velocity everything is
/// constant.
typedef struct ssSphereExact
{
    ssSpherePhase phases[8];
    int phaseCount; ///< 0: no closed form holds
} ssSphereExact;

/// The closed form from this state and time on. Empty when the motion leaves the line, is not in contact, or the
/// law has none.
SS_API ssSphereExact ssSolveSphereExact(
    const ssSphereModel* model, const ssSphereState* state, double time );

typedef struct ssSphereExactState
{
    double x, u, omega, force, moment;
} ssSphereExactState;

/// All NAN when `exact` is empty.
SS_API ssSphereExactState ssSphereExact_At( const ssSphereExact* exact, double time );
