// SPDX-License-Identifier: MIT
#pragma once

#include "model/instability.h"
#include "slipstick/archive.h"
#include "slipstick/law.h"

// A block on a plate is pulled through a spring whose far end, the load point, moves at a constant velocity:
// the model of a fault, and of a sample in a shear apparatus (Dieterich 1979; Ruina 1983; Rice & Ruina 1983),
//
//     m u' = k s + c (V - u) - f(u, z) + push,     s' = V - u,     z' = z'(u, z),
//
// where s is the stretch of the spring and the friction f follows any law, with what a contact remembers in
// z. A step of any length is divided into substeps, shorter while the block slips than while it rests, so
// that one run shows years of stick and milliseconds of slip. A law that is not isotropic acts on a block
// that is guided along the spring.

typedef struct ssSpringSliderDef
{
    double mass;        ///< [kg], > 0
    double stiffness;   ///< [N/m], > 0
    double damping;     ///< of a dashpot parallel to the spring [N s/m], >= 0
    double normalForce; ///< [N], > 0
    double velocity;    ///< of the load point [m/s]
    double push;        ///< any other force on the block [N]
    double tolerance;   ///< of one substep: error of its force, relative to the force
    int maxSubsteps;    ///< in one step, those included that are repeated with a shorter length
} ssSpringSliderDef;

/// 1 kg, 1 N/m, no dashpot, 1 N, 1 m/s, tolerance 1e-5, 2000 substeps.
ssSpringSliderDef ssDefaultSpringSliderDef( void );

typedef struct ssSpringSlider
{
    double position;  ///< of the block [m]
    double loadPoint; ///< [m]; the spring is relaxed where it is at the block
    double velocity;  ///< of the block [m/s]
    double force;     ///< friction against the motion [N]
    bool stick;       ///< a set-valued law holds the block
    double substep;   ///< length of the next substep [s]; 0: not known yet
    int failures; ///< steps in a row that used up their substeps; each leaves the next one a quarter as many
    int stateCount; ///< numbers that the law remembers, ssLaw_StateNumbers
    double state[SS_LAW_MAX_STATES];
} ssSpringSlider;

typedef struct ssSpringSliderReport
{
    bool converged; ///< false: a substep was not solved, or there were too many of them
    bool finite;    ///< false: a number is not finite, and the block is as before
    int substeps;
    double peak;     ///< largest speed of the block at the end of a substep [m/s]
    double residual; ///< largest error of the friction law, relative to the force
} ssSpringSliderReport;

/// The stretch of the spring [m].
static inline double ssSpringSlider_Stretch( const ssSpringSlider* slider )
{
    return slider->loadPoint - slider->position;
}

/// Called after every substep, `time` after the start of the step.
typedef void ssSpringSliderTrace( void* context, const ssSpringSlider* slider, double time );

/// Advances the block by h [s] from `time` on. `trace` may be NULL.
ssSpringSliderReport ssSpringSlider_Step( ssSpringSlider* slider, const ssSpringSliderDef* def,
    const ssLaw* law, double time, double h, ssSpringSliderTrace* trace, void* context );

void ssSpringSlider_Serialize( ssSpringSlider* slider, ssArchive* archive );

#define SS_SLIDER_MODES ( 2 + SS_LAW_MAX_STATES )

/// The law in steady sliding, linearised: delta f = byVelocity delta u + byState · delta z, and
/// delta z' = stateByVelocity delta u + stateByState delta z.
typedef struct ssSteadySliding
{
    bool smooth;  ///< the derivatives exist; otherwise they are NaN
    double speed; ///< [m/s], negative where the block is pulled backwards
    double load;  ///< [N]
    double force; ///< against the motion [N]
    int stateCount;
    double state[SS_LAW_MAX_STATES];
    double byVelocity; ///< [N s/m]
    double byState[SS_LAW_MAX_STATES];
    double stateByVelocity[SS_LAW_MAX_STATES];
    double stateByState[SS_LAW_MAX_STATES * SS_LAW_MAX_STATES]; ///< row by row [1/s]
} ssSteadySliding;

/// Steady sliding at a velocity; at zero there is none, and the numbers are NaN.
ssSteadySliding ssSteadySlidingOf( const ssLaw* law, double load, double velocity );

/// Eigenvalues about steady sliding, largest real part, then im > 0 first; their number, 0: not smooth.
int ssSpringSlider_Eigenvalues(
    const ssSpringSliderDef* def, const ssSteadySliding* steady, ssEigenvalue values[SS_SLIDER_MODES] );

/// What becomes of small motions about steady sliding with this spring.
typedef enum ssSliderStability
{
    ss_sliderUnknown, ///< the law is not smooth there
    ss_sliderStable,
    /// they neither grow nor decay, as with Coulomb's law, whose force is the same at any speed
    ss_sliderNeutral,
    ss_sliderUnstable,
} ssSliderStability;

/// Says so, with the stiffness below which steady sliding is unstable (see CriticalStiffness).
ssSliderStability ssSpringSlider_Stability(
    const ssSpringSliderDef* def, const ssSteadySliding* steady, double* critical );

/// The stiffness below which steady sliding is unstable [N/m]; 0: never, NaN: unstable or neutral with any,
/// or unknown. Rate-and-state: N (b - a)/D_c × (1 + m V²/(N a D_c)) (Rice & Ruina 1983), undamped.
double ssSpringSlider_CriticalStiffness( const ssSpringSliderDef* def, const ssSteadySliding* steady );

/// The block in steady sliding, at 0.
ssSpringSlider ssSpringSlider_Steady( const ssSpringSliderDef* def, const ssSteadySliding* steady );

/// The amplitude of a deviation from steady sliding in the mode of `root`: |y · delta| with its left
/// eigenvector y, in N s. It grows as exp(Re s t) without oscillating.
double ssSpringSlider_Amplitude( const ssSpringSliderDef* def, const ssSteadySliding* steady,
    ssEigenvalue root, const ssSpringSlider* slider );
