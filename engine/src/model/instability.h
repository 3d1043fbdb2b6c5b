// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"

// Four oscillators whose steady sliding on a belt is unstable under isotropic friction: a coefficient that
// falls with the speed (Stribeck), a normal force that depends on displacement (mode coupling) or velocity
// (sprag-slip), and a follower force (Walker & Leine Sec. 4.1, Fig. 13). Each has at most three coordinates,
// one set-valued contact, a linearisation, and a closed-form threshold. Steps are event-driven Runge-Kutta;
// ends of modes are located to rounding.

#define SS_OSCILLATOR_DOF 3 ///< the most coordinates of a model

/// M q'' + D q' + K q = 0, one or two coordinates, matrices by rows; K need not be symmetric.
typedef struct ssLinearSystem
{
    int n; ///< 1 or 2
    double m[4], d[4], k[4];
} ssLinearSystem;

typedef struct ssEigenvalue
{
    double re, im; ///< [1/s]
} ssEigenvalue;

/// The 2n roots of det( M s² + D s + K ), by falling imaginary, then real part (NaN: overflow); returns 2n.
int ssLinear_Eigenvalues( const ssLinearSystem* system, ssEigenvalue roots[4] );

/// The eigenvalue with the largest real part; of a conjugate pair, the one with im >= 0.
ssEigenvalue ssLinear_Leading( const ssLinearSystem* system );

/// The amplitude of a deviation in the eigenmode of `root`: |y·(M u + (s M + D) q)| with the left eigenvector
/// y. It grows as exp(Re s t) without oscillating.
double ssLinear_Amplitude(
    const ssLinearSystem* system, ssEigenvalue root, const double* q, const double* u );

typedef enum ssOscillatorKind
{
    ss_oscillatorStribeck,
    ss_oscillatorModeCoupling,
    ss_oscillatorSpragSlip,
    ss_oscillatorFollower,
} ssOscillatorKind;

/// A law of the user's in place of a block's curve, and what follows from it at one load and speed.
typedef struct ssStribeckLaw
{
    const ssLaw* law;
    /// If it remembers, is a function of the velocity, or depends on time or place, the block is stepped as
    /// in spring_slider.h; otherwise mu(v) replaces the curve, with the same steps.
    bool implicit;
    double steepest;    ///< largest |mu'(v)| [s/m]
    double critical;    ///< belt speed below which steady sliding is unstable [m/s]; NaN: unknown
    double steadyForce; ///< friction on the block in steady sliding [N]
    double steadyState[SS_LAW_MAX_STATES];
} ssStribeckLaw;

/// A block on a belt: m x'' + c x' + k x = N mu(v_b - x').
typedef struct ssStribeckBlock
{
    double mass;        ///< [kg], > 0
    double stiffness;   ///< [N/m], > 0
    double damping;     ///< [N s/m], >= 0
    double normalForce; ///< [N], >= 0
    double muStatic, muKinetic;
    double vStribeck;         ///< v_s [m/s], > 0: mu(v) = mu_k + (mu_s - mu_k) exp(-|v|/v_s)
    bool stepCurve;           ///< mu is mu_s at rest and mu_k during sliding instead
    const ssStribeckLaw* own; ///< takes the place of the last four; NULL: none
} ssStribeckBlock;

/// What follows from `law` (must outlive it) for this block without its own, at a belt speed > 0.
ssStribeckLaw ssMakeStribeckLaw( const ssLaw* law, const ssStribeckBlock* block, double beltSpeed );

/// A mass on a horizontal, a vertical and a diagonal (45°) spring, on a belt with a vertical
/// spring. q = x, y (upwards), height of the belt.
typedef struct ssModeCoupling
{
    double mass, beltMass;  ///< [kg], > 0 and >= 0
    double kx, ky, kd, kb;  ///< springs [N/m], >= 0: horizontal, vertical, diagonal, under the belt
    double mu, normalForce; ///< coefficient of friction, and normal force at y = 0 [N], > 0
} ssModeCoupling;

/// A mass on a belt, held by a spring, a dashpot and a strut that rises downstream at the angle beta.
typedef struct ssSpragSlip
{
    double mass;            ///< [kg], > 0
    double kx, cx;          ///< spring and dashpot along the belt [N/m], [N s/m]
    double kn, cn;          ///< stiffness and damping of the strut [N/m], [N s/m]
    double beta;            ///< [rad], 0 to pi/2
    double mu, normalForce; ///< coefficient of friction, and normal force without the strut [N]
} ssSpragSlip;

/// A double pendulum in the plane of the belt with a wheel at its tip, so that friction acts along the second
/// rod (Ziegler's column). q = angles of the rods [rad]; the belt moves towards the base.
typedef struct ssFollowerForce
{
    double m1, m2;          ///< masses at the joint and at the tip [kg], > 0
    double stiffness;       ///< of each joint [N m/rad], > 0
    double length;          ///< of each rod [m], > 0
    double damping;         ///< of each joint [N m s/rad], >= 0
    double mu, normalForce; ///< coefficient of friction, and normal force of the wheel [N]
} ssFollowerForce;

typedef struct ssOscillatorModel
{
    ssOscillatorKind kind;
    double beltSpeed;               ///< [m/s], > 0
    double push[SS_OSCILLATOR_DOF]; ///< generalised force of the user's hand, constant during a step
    double time;                    ///< at the start of the step [s], for laws of the user's
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
    ss_oscillatorOpen,     ///< no contact
    ss_oscillatorStick,    ///< moves with the belt
    ss_oscillatorForward,  ///< slower than the belt: friction drives it forward
    ss_oscillatorBackward, ///< faster than the belt: friction holds it back
} ssOscillatorMode;

typedef struct ssOscillatorState
{
    double q[SS_OSCILLATOR_DOF], u[SS_OSCILLATOR_DOF];
    ssOscillatorMode mode;
    // Under an implicit law: friction on the block [N], the next substep [s], and the contact's states.
    double friction, substep;
    double memory[SS_LAW_MAX_STATES];
} ssOscillatorState;

typedef struct ssOscillatorForces
{
    double normal;  ///< r_N [N]
    double tangent; ///< r_T [N] on the body, positive in the direction of the belt
    double limit;   ///< bound of |r_T| at rest [N]
    double guard;   ///< >= 0 while the mode lasts; its unit depends on the mode
} ssOscillatorForces;

int ssOscillator_DofCount( const ssOscillatorModel* model );

/// Velocity of the contact point relative to the belt [m/s]; negative: slower than the belt.
double ssOscillator_Slip( const ssOscillatorModel* model, const double* q, const double* u );

/// Computes the accelerations `a` and the forces in the state's mode.
ssOscillatorForces ssOscillator_Accelerate(
    const ssOscillatorModel* model, const ssOscillatorState* state, double* a );

/// The state of steady sliding.
ssOscillatorState ssOscillator_Equilibrium( const ssOscillatorModel* model );
/// The linearisation about steady sliding.
ssLinearSystem ssOscillator_Linearise( const ssOscillatorModel* model );

/// The deviation from steady sliding relative to the linear range: above 1 the linearisation does not hold. 0
/// for the models that are linear within a mode.
double ssOscillator_Nonlinearity( const ssOscillatorModel* model, const ssOscillatorState* state );

/// The threshold: the belt speed below which the block is unstable [m/s], the mu (mode coupling, sprag-slip)
/// or the force mu N [N] (column) above which it is. NaN: there is none.
double ssOscillator_Critical( const ssOscillatorModel* model );

/// Durations [s] of stick and slip in the classical cycle of the step curve without damping: 2 dF/(k v_b) and
/// 2 (pi - atan(w dF/(k v_b)))/w.
double ssStribeckStickTime( const ssStribeckBlock* block, double beltSpeed );
double ssStribeckSlipTime( const ssStribeckBlock* block, double beltSpeed );

/// mu at the sliding speed v >= 0; at rest the largest value.
double ssStribeckMu( const ssStribeckBlock* block, double v );

typedef struct ssOscillatorStep
{
    bool finite;       ///< false: a number was not finite, and the state is unchanged
    bool converged;    ///< false: the model is too stiff for the step size, or the mode changed too often
    int events;        ///< changes of mode
    int substeps;      ///< Runge-Kutta steps without events
    double firstEvent; ///< time from the start of the step to the first change of mode [s]; NaN: none
    /// largest |slip| that was set to zero at the onset of stick, relative to the belt speed
    double residual;
} ssOscillatorStep;

/// Determines the mode again after a parameter has changed. A contact that was open stays open.
void ssOscillator_Classify( const ssOscillatorModel* model, ssOscillatorState* state );

/// Advances the state by h [s].
ssOscillatorStep ssOscillator_Step( const ssOscillatorModel* model, ssOscillatorState* state, double h );
