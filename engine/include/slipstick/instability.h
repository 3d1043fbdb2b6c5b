// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Why steady sliding on a belt becomes unstable although friction is isotropic: a coefficient that falls with speed
// (Stribeck), a normal force that follows the displacement (mode coupling) or the velocity (sprag-slip), a force that
// follows the body (Walker & Leine Sec. 4.1, Fig. 13). Each model has at most three coordinates and one contact with
// set-valued friction, its linearisation about steady sliding, and the threshold in closed form. Steps are event-driven:
// Runge-Kutta within a mode, and the instant at which a mode ends is found to rounding.

#define SS_OSCILLATOR_DOF 3

// -------------------------------------------------------------------------------------------- linear systems

/// M q'' + D q' + K q = 0 with one or two coordinates, row by row; K need not be symmetric.
typedef struct ssLinearSystem
{
    int n; ///< 1 or 2
    double m[4], d[4], k[4];
} ssLinearSystem;

typedef struct ssEigenvalue
{
    double re, im; ///< [1/s]
} ssEigenvalue;

/// The 2n roots of det( M s² + D s + K ), largest imaginary part first, then largest real part. NaN where the numbers
/// leave their range.
SS_API int ssLinear_Eigenvalues( const ssLinearSystem* system, ssEigenvalue roots[4] );

/// The eigenvalue with the largest real part, of a pair the one with im >= 0.
SS_API ssEigenvalue ssLinear_Leading( const ssLinearSystem* system );

/// Size of the deviation's part in the mode `root`: |y·(M u + (s M + D) q)| with the left eigenvector y. It grows as
/// exp(Re s t) without oscillating.
SS_API double ssLinear_Amplitude(
    const ssLinearSystem* system, ssEigenvalue root, const double* q, const double* u );

// ----------------------------------------------------------------------------------------------------- models

typedef enum ssOscillatorKind
{
    ss_oscillatorStribeck,
    ss_oscillatorModeCoupling,
    ss_oscillatorSpragSlip,
    ss_oscillatorFollower,
} ssOscillatorKind;

/// Block on a belt: m x'' + c x' + k x = N mu(v_b - x').
typedef struct ssStribeckBlock
{
    double mass;        ///< [kg], > 0
    double stiffness;   ///< [N/m], > 0
    double damping;     ///< [N s/m], >= 0
    double normalForce; ///< [N], >= 0
    double muStatic, muKinetic;
    double vStribeck; ///< [m/s], > 0: mu(v) = mu_k + (mu_s - mu_k) exp(-|v|/v_s)
    bool stepCurve;   ///< mu_s at rest and mu_k while sliding, instead
} ssStribeckBlock;

/// Mass on springs in two directions and one at 45°, on a belt that gives way vertically. q = x, y up, belt's height.
typedef struct ssModeCoupling
{
    double mass, beltMass;  ///< [kg], > 0 and >= 0
    double kx, ky, kd, kb;  ///< [N/m], >= 0: horizontal, vertical, diagonal, under the belt
    double mu, normalForce; ///< normal force [N] at y = 0, > 0
} ssModeCoupling;

/// Mass on a belt, held by a spring and dashpot and by a strut that rises downstream at the angle beta.
typedef struct ssSpragSlip
{
    double mass;
    double kx, cx; ///< along the belt [N/m], [N s/m]
    double kn, cn; ///< the strut's
    double beta;   ///< [rad], 0 … pi/2
    double mu, normalForce;
} ssSpragSlip;

/// Double pendulum in the plane of the belt, a wheel at its tip: friction acts along the second rod (Ziegler's column).
/// q = angles of the rods [rad]; the belt runs towards the base.
typedef struct ssFollowerForce
{
    double m1, m2;    ///< at the joint and at the tip [kg], > 0
    double stiffness; ///< of both joints [N m/rad], > 0
    double length;    ///< of each rod [m], > 0
    double damping;   ///< of both joints [N m s/rad], >= 0
    double mu, normalForce;
} ssFollowerForce;

typedef struct ssOscillatorModel
{
    ssOscillatorKind kind;
    double beltSpeed;               ///< [m/s], > 0
    double push[SS_OSCILLATOR_DOF]; ///< a hand's generalised force, constant over a step
    union
    {
        ssStribeckBlock stribeck;
        ssModeCoupling coupling;
        ssSpragSlip sprag;
        ssFollowerForce follower;
    };
} ssOscillatorModel;

typedef enum ssOscillatorMode
{
    ss_oscillatorOpen,
    ss_oscillatorStick,
    ss_oscillatorForward,  ///< slower than the belt: friction drives it forward
    ss_oscillatorBackward, ///< faster than the belt
} ssOscillatorMode;

typedef struct ssOscillatorState
{
    double q[SS_OSCILLATOR_DOF], u[SS_OSCILLATOR_DOF];
    ssOscillatorMode mode;
} ssOscillatorState;

typedef struct ssOscillatorForces
{
    double normal;  ///< r_N [N]
    double tangent; ///< r_T [N] on the body, positive with the belt
    double limit;   ///< what it may be at rest [N]
    double guard;   ///< >= 0 while the mode lasts; its unit is the mode's own
} ssOscillatorForces;

SS_API int ssOscillator_DofCount( const ssOscillatorModel* model );

/// Velocity of the contact point against the belt [m/s]; negative: slower than the belt.
SS_API double ssOscillator_Slip( const ssOscillatorModel* model, const double* q, const double* u );

/// Accelerations and forces in the state's mode.
SS_API ssOscillatorForces ssOscillator_Accelerate(
    const ssOscillatorModel* model, const ssOscillatorState* state, double* a );

/// Steady sliding.
SS_API ssOscillatorState ssOscillator_Equilibrium( const ssOscillatorModel* model );
SS_API ssLinearSystem ssOscillator_Linearise( const ssOscillatorModel* model );

/// How far a deviation from steady sliding has left the linear range: above 1 it has. Piecewise linear models have no
/// such range, only modes.
SS_API double ssOscillator_Nonlinearity( const ssOscillatorModel* model, const ssOscillatorState* state );

/// The threshold in the model's own parameter: belt speed below which the block is unstable [m/s]; mu above which mode
/// coupling and sprag-slip are; force mu N above which the column is [N]. NaN when there is none.
SS_API double ssOscillator_Critical( const ssOscillatorModel* model );

/// The classical stick-slip cycle of the step law without damping: 2 dF/(k v_b) and 2 (pi - atan(w dF/(k v_b)))/w.
SS_API double ssStribeckStickTime( const ssStribeckBlock* block, double beltSpeed );
SS_API double ssStribeckSlipTime( const ssStribeckBlock* block, double beltSpeed );

/// mu at the sliding speed v >= 0; at rest the largest there is.
SS_API double ssStribeckMu( const ssStribeckBlock* block, double v );

// --------------------------------------------------------------------------------------------------- stepping

typedef struct ssOscillatorStep
{
    bool finite;    ///< false: the state was left as it was
    bool converged; ///< false: too stiff for the step size, or modes changed without end
    int events;     ///< changes of mode
    int substeps;
    double
        firstEvent; ///< when the first change of mode happened, from the start of the step [s]; NaN without one
    double residual; ///< largest |slip| that was set to zero at the onset of sticking, over the belt's speed
} ssOscillatorStep;

/// The mode of these positions and velocities, where a parameter has just changed; what was open stays open.
SS_API void ssOscillator_Classify( const ssOscillatorModel* model, ssOscillatorState* state );

SS_API ssOscillatorStep ssOscillator_Step(
    const ssOscillatorModel* model, ssOscillatorState* state, double h );
