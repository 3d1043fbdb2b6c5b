// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/vecmath.h"

// A solid sphere on a plane with sliding and rolling friction (Acary & Bourrier Sec. 6.1): the closed form
// under Coulomb's law. x is downhill, z along the normal N, T1 = x, T2 = y. The contact point moves with u_T
// = v_T + omega × (-R N): omega_y > 0 rolls towards +x.

typedef struct ssSphereModel
{
    double radius;        ///< R [m], > 0
    double mass;          ///< m [kg], > 0; the inertia is 2/5 m R²
    double mu;            ///< coefficient of sliding friction [-], >= 0
    double muRoll;        ///< rolling resistance length mu_r [m], >= 0
    double gravityNormal; ///< g cos(incline) [m/s²], into the plane
    double gravityAlong;  ///< g sin(incline) [m/s²], towards +x
} ssSphereModel;

typedef struct ssSphereState
{
    double x;        ///< position of the centre along the plane [m]
    double gap;      ///< between sphere and plane [m]; the centre is at gap + R
    ssVec3 velocity; ///< velocity of the centre [m/s]
    ssVec3 omega;    ///< angular velocity [rad/s]
} ssSphereState;

/// A phase of constant acceleration, which starts at `time`.
typedef struct ssSpherePhase
{
    double time, x, u, omega; ///< values at the start [s], [m], [m/s], [rad/s]
    double du, domega;        ///< accelerations [m/s²], [rad/s²]
    double force, moment;     ///< r_T [N], m_R [N m]
} ssSpherePhase;

/// The exact motion along x: phases of constant force between sign changes of slip and rolling velocity.
typedef struct ssSphereExact
{
    ssSpherePhase phases[8];
    int phaseCount; ///< 0: there is no closed form
} ssSphereExact;

/// The closed form from this state on; empty off the line or without contact.
ssSphereExact ssSolveSphereExact( const ssSphereModel* model, const ssSphereState* state, double time );

typedef struct ssSphereExactState
{
    double x, u, omega, force, moment;
} ssSphereExactState;

/// The motion at a time. All numbers are NaN before the first phase or if `exact` is empty.
ssSphereExactState ssSphereExact_At( const ssSphereExact* exact, double time );
