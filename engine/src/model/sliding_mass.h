// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/archive.h"
#include "slipstick/lab/belt.h"
#include "slipstick/law.h"
#include "slipstick/param.h"

// A point mass or disk slides on an anisotropic plane or belt (Walker & Leine Secs. 2.3, 4.2, 5.1), by
// Moreau's scheme. For a belt also the linearisation about steady sliding and where stability is lost. f =
// -lambda is the force on the ground, gamma = u - chi the velocity relative to a belt with velocity chi.

typedef enum ssSlidingMassMethod
{
    ss_slidingMassMoreau, ///< the iteration of Walker & Leine Eqs. 20-22, 69-70, with r scaled by alpha
    /// stick if the force lies in C, otherwise the root of an equation in the force angle
    ss_slidingMassDirect,
} ssSlidingMassMethod;

/// Properties of a sliding mass, which are constant during a step.
typedef struct ssSlidingMassDef
{
    double mass;         ///< [kg], > 0
    double stiffness[2]; ///< springs to the origin along e_T1, e_T2 [N/m], >= 0
    double damping;      ///< dashpots parallel to the springs [N s/m], >= 0
    double normalForce;  ///< load on the contact [N], >= 0
    ssVec2 beltVelocity; ///< chi [m/s]
    ssVec2 push;         ///< any other force on the body [N]
    double time;         ///< at the end of the step [s], for typed laws
    ssVec2 origin;       ///< where positions are counted from, for laws that depend on the place [m]
    ssSlidingMassMethod method;
    double tolerance; ///< tolerance of the iteration, relative to the size of C
    int maxIterations;
} ssSlidingMassDef;

/// 1 kg, no springs, 9.81 N, the direct method, tolerance 1e-10, 2000 iterations.
ssSlidingMassDef ssDefaultSlidingMassDef( void );

/// State of motion, and the friction of the latest step.
typedef struct ssSlidingMass
{
    ssVec2 position, velocity; ///< [m], [m/s]
    ssVec2 force;              ///< mean of f over the step [N]
    ssVec2 slip;               ///< gamma at the end of the step [m/s]
    bool stick;
    int stateCount; ///< numbers that the law remembers, ssLaw_StateNumbers
    double state[SS_LAW_MAX_STATES];
} ssSlidingMass;

/// Numerical outcome of a step's contact solve.
typedef struct ssSlidingMassReport
{
    bool converged;
    int iterations;
    double residual; ///< |f - prox step(f)|/|f|: the error of the friction law
} ssSlidingMassReport;

/// A step of Moreau's scheme: forces at the midpoint, friction implicit in the velocity at the end.
ssSlidingMassReport ssSlidingMass_Step(
    ssSlidingMass* body, const ssSlidingMassDef* def, const ssLaw* law, double h );

/// `stateCount` is not stored: it follows from the law, which is read before the body.
void ssSlidingMass_Serialize( ssSlidingMass* body, ssArchive* archive );

/// The incremental Lyapunov function of Walker & Leine Eq. 78 between two motions of the same system [J].
double ssSlidingMass_Distance( const ssSlidingMassDef* def, const ssSlidingMass* a, const ssSlidingMass* b );

#define SS_DISK_PADS 3

/// A disk on three pads that slides and spins; the pads couple both motions (Walker & Leine Sec. 5.1).
typedef struct ssPadDiskDef
{
    double mass;        ///< [kg], > 0
    double inertia;     ///< about the vertical axis [kg m²], > 0
    double padRadius;   ///< distance of the pads from the axis [m], > 0
    double normalForce; ///< load on all three pads together [N]; each carries a third
    bool bodyFrame;     ///< the sets rotate with the disk
    double frameAngle;  ///< additional rotation of the sets in the frame of the disk [rad]
    double time;        ///< at the end of the step [s], for typed laws
    double tolerance;   ///< relative to the size of C
    int maxIterations;
    ssVec2 push; ///< any other force on the disk [N]
} ssPadDiskDef;

typedef struct ssPadDisk
{
    ssVec2 position, velocity;  ///< centre of the disk [m], [m/s]
    double angle, spin;         ///< counter-clockwise [rad], [rad/s]
    ssVec2 force[SS_DISK_PADS]; ///< f of each pad [N]
    ssVec2 slip[SS_DISK_PADS];  ///< velocity of each pad [m/s]
    bool stick[SS_DISK_PADS];
    int stateCount; ///< numbers that the law remembers at each pad, ssLaw_StateNumbers
    double state[SS_DISK_PADS][SS_LAW_MAX_STATES]; ///< in the frame of the sets
} ssPadDisk;

/// One step. The pads are solved in turn, each directly, until their forces no longer change.
ssSlidingMassReport ssPadDisk_Step( ssPadDisk* disk, const ssPadDiskDef* def, const ssLaw* law, double h );
/// `stateCount` is not stored: it follows from the law, which is read before the disk.
void ssPadDisk_Serialize( ssPadDisk* disk, ssArchive* archive );
/// The vector from the centre to a pad [m].
ssVec2 ssPadDisk_Arm( const ssPadDisk* disk, const ssPadDiskDef* def, int pad );

/// Steady sliding, M q'' + B q' + K (q - q_eq) = 0 at gamma = -chi (Walker & Leine Eqs. 85-88).
typedef struct ssBeltStability
{
    ssVec2 force;       ///< f(-chi) [N]
    ssVec2 equilibrium; ///< q_eq = -f/k [m]
    bool smooth;        ///< B exists: D has a curvature and C a tangent there; otherwise b to maxRe are NaN
    double b[4];        ///< B row by row [N s/m]: friction only, without the dashpots
    double damping[3];  ///< symmetric part of B {11, 12, 22} (Eq. 111)
    double gyroscopic;  ///< skew part of B, G12 = -G21
    double traceB;      ///< the only nonzero eigenvalue of B; negative: unstable (Prop. 10)
    /// The first eigenvalues of A (Eq. 113) [1/s], largest real part first; with states there are more.
    double eigenvalues[4][2];
    double maxRe; ///< largest real part [1/s]
    /// angle by which gamma lies inside the tangent cone of C at f [rad]; > 0: unstable (Thm. 2)
    double coneMargin;
    double state
        /// what the law remembers in steady sliding; its initial states if they never settle
        [SS_LAW_MAX_STATES];
} ssBeltStability;

/// Linearises about steady sliding. For a belt at rest all numbers are NaN and the equilibrium is 0. With a
/// law whose sets change, or without sets, the cone margin is NaN, and B is the derivative of the force in
/// steady sliding, with states that follow.
ssBeltStability ssLineariseBelt( const ssSlidingMassDef* def, const ssLaw* law );

/// The margin of Theorem 2 for a belt that moves in direction phi [rad].
double ssBeltConeMargin( const ssLaw* law, double phi );

/// The largest margin over all belt directions [rad], and the direction [°].
double ssWorstBelt( const ssLaw* law, double* phiDeg );

/// Rotates C by an additional angle zeta and finds, between `fromDeg` and `toDeg`, the angle at which the
/// first belt direction becomes unstable or the last one becomes stable. NaN if nothing changes in between.
SS_CHECKED ssResult ssCriticalRotation( const ssLawDef* def, double fromDeg, double toDeg, double* zetaDeg );
