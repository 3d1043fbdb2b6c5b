// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/archive.h"
#include "slipstick/law.h"
#include "slipstick/param.h"

// A point or a disk that slides on an anisotropic plane or belt (Walker & Leine Secs. 2.3, 4.2, 5.1): Moreau's time
// stepping with the law's own iteration or with the direct solve of one contact, and for the mass on a belt the
// linearisation about steady sliding, its stability, and the belt directions and set rotations where it is lost.
// f = -lambda is the force the body exerts on the ground, gamma = u - chi its velocity over a belt that runs with chi.

typedef enum ssSlidingMassMethod
{
    ss_slidingMassMoreau, ///< the iteration of Walker & Leine Eqs. 20-22, 69-70, r scaled with alpha
    ss_slidingMassDirect, ///< stick while C can carry it, otherwise the root in the force angle
} ssSlidingMassMethod;

/// What a slider is: constant during a step.
typedef struct ssSlidingMassDef
{
    double mass;         ///< [kg], > 0
    double stiffness[2]; ///< of the springs to the origin along e_T1, e_T2 [N/m], >= 0
    double damping;      ///< of the dashpots beside them [N s/m], >= 0
    double normalForce;  ///< load on the contact [N], >= 0
    ssVec2 beltVelocity; ///< chi [m/s]
    ssVec2 push;         ///< any other force on the body [N]
    ssSlidingMassMethod method;
    double tolerance; ///< of the iteration, relative to the size of C
    int maxIterations;
} ssSlidingMassDef;

SS_API ssSlidingMassDef ssDefaultSlidingMassDef(
    void ); ///< 1 kg, no spring, 9.81 N, direct, tolerance 1e-10, 2000 iterations

/// How it moves, and the friction of the latest step.
typedef struct ssSlidingMass
{
    ssVec2 position, velocity; ///< [m], [m/s]
    ssVec2 force;              ///< f, mean over the step [N]
    ssVec2 slip;               ///< gamma at the end of the step [m/s]
    bool stick;
} ssSlidingMass;

/// Numerical outcome of a step's contact solve.
typedef struct ssSlidingMassReport
{
    bool converged;
    int iterations;
    double residual; ///< |f - prox step(f)| over |f|: what the force misses the law by
} ssSlidingMassReport;

/// One step [s] of Moreau's scheme: forces at the midpoint, friction implicit in the velocity at the end.
SS_API ssSlidingMassReport ssSlidingMass_Step(
    ssSlidingMass* slider, const ssSlidingMassDef* def, const ssLaw* law, double h );

SS_API void ssSlidingMass_Serialize( ssSlidingMass* slider, ssArchive* archive );

/// The incremental Lyapunov function of Walker & Leine Eq. 78 between two motions of the same system [J].
SS_API double ssSlidingMass_Distance(
    const ssSlidingMassDef* def, const ssSlidingMass* a, const ssSlidingMass* b );

// ----------------------------------------------------------------------------------------------- disk on pads

#define SS_DISK_PADS 3

/// A disk on three pads that may turn: sliding and spinning couple through the pads (Walker & Leine Sec. 5.1).
typedef struct ssPadDiskDef
{
    double mass;        ///< [kg], > 0
    double inertia;     ///< about the vertical axis [kg m²], > 0
    double padRadius;   ///< distance of the pads from the axis [m], > 0
    double normalForce; ///< of all three together [N], each carries a third
    bool bodyFrame;     ///< the sets turn with the disk
    double frameAngle;  ///< and by this angle beside it [rad]
    double tolerance;   ///< relative to the size of C
    int maxIterations;
} ssPadDiskDef;

typedef struct ssPadDisk
{
    ssVec2 position, velocity;  ///< of the centre [m], [m/s]
    double angle, spin;         ///< counter-clockwise [rad], [rad/s]
    ssVec2 force[SS_DISK_PADS]; ///< f of each pad [N]
    ssVec2 slip[SS_DISK_PADS];  ///< [m/s]
    bool stick[SS_DISK_PADS];
} ssPadDisk;

/// Pad by pad, each by its direct solve, until none changes.
SS_API ssSlidingMassReport ssPadDisk_Step(
    ssPadDisk* disk, const ssPadDiskDef* def, const ssLaw* law, double h );
SS_API void ssPadDisk_Serialize( ssPadDisk* disk, ssArchive* archive );
/// From the centre to a pad [m].
SS_API ssVec2 ssPadDisk_Arm( const ssPadDisk* disk, const ssPadDiskDef* def, int pad );

// -------------------------------------------------------------------------------------------------- stability

/// Steady sliding on a belt and its linearisation M q'' + B q' + K (q - q_eq) = 0 (Walker & Leine Eqs. 85-88), taken at
/// gamma = -chi.
typedef struct ssBeltStability
{
    ssVec2 force;       ///< f(-chi) [N]
    ssVec2 equilibrium; ///< q_eq = -f/k [m]
    bool smooth;        ///< B exists: D has a curvature there and C a tangent; otherwise B … maxRe are NAN
    double b[4];        ///< B row by row [N s/m]: friction only, without the dashpots
    double damping[3];  ///< its symmetric part {11, 12, 22} (Eq. 111)
    double gyroscopic;  ///< its skew part, G12 = -G21
    double traceB;      ///< the only eigenvalue that is not zero; negative: unstable (Prop. 10)
    double eigenvalues[4][2]; ///< of A (Eq. 113): real and imaginary parts [1/s], largest real part first
    double maxRe;             ///< largest real part [1/s]
    double
        coneMargin; ///< how far gamma lies inside the tangent cone of C at f [rad]; > 0: unstable (Theorem 2)
} ssBeltStability;

/// A belt at rest has no steady sliding: everything is NAN and the equilibrium 0.
SS_API ssBeltStability ssLineariseBelt( const ssSlidingMassDef* def, const ssLaw* law );

/// The margin of Theorem 2 for a belt running in direction phi [rad] alone.
SS_API double ssBeltConeMargin( const ssLaw* law, double phi );

/// A range of belt directions [°] where steady sliding is unstable; `to` may exceed 360 where it passes through 0.
typedef struct ssAngleBand
{
    double fromDeg, toDeg;
} ssAngleBand;

/// Finds them by Theorem 2; returns how many, at most `capacity`.
SS_API int ssUnstableBelts( const ssLaw* law, ssAngleBand* bands, int capacity );

/// The largest margin over all belt directions [rad], and where [°].
SS_API double ssWorstBelt( const ssLaw* law, double* phiDeg );

/// Turns C by zeta beside its own rotation and looks between `fromDeg` and `toDeg` for the rotation at which the first
/// belt direction becomes unstable, or the last one stable. SS_NAN when nothing changes in between.
SS_API ssResult ssCriticalRotation( const ssLawDef* def, double fromDeg, double toDeg, double* zetaDeg );
