// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/vecmath.h"

// A solid sphere on a plane with sliding and rolling friction (Acary & Bourrier Sec. 6.1): the closed form of motion
// along a line under Coulomb's law.
// Coordinates of the plane: x along the motion (and down the incline), z along the normal N, T1 = x, T2 = y. The
// contact point's velocity is u_T = v_T + omega × (-R N), so that omega_y > 0 rolls towards +x.

typedef struct ssSphereModel
{
    double radius;        ///< R [m], > 0
    double mass;          ///< m [kg], > 0; the inertia is 2/5 m R²
    double mu;            ///< sliding coefficient [-], >= 0
    double muRoll;        ///< mu_r [m], >= 0
    double gravityNormal; ///< g cos(incline) [m/s²], pulls into the plane
    double gravityAlong;  ///< g sin(incline) [m/s²], pulls towards +x
} ssSphereModel;

typedef struct ssSphereState
{
    double x;        ///< of the centre along the plane [m]
    double gap;      ///< between sphere and plane [m]; the centre is at gap + R
    ssVec3 velocity; ///< of the centre [m/s]
    ssVec3 omega;    ///< [rad/s]
} ssSphereState;

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

/// The closed form from this state and time on. Empty when the motion leaves the line or is not in contact.
SS_API ssSphereExact ssSolveSphereExact(
    const ssSphereModel* model, const ssSphereState* state, double time );

typedef struct ssSphereExactState
{
    double x, u, omega, force, moment;
} ssSphereExactState;

/// All NAN when `exact` is empty.
SS_API ssSphereExactState ssSphereExact_At( const ssSphereExact* exact, double time );
