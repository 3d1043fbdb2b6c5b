// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

// A hard cylinder rolls on a soft plane of independent damped springs (Pöschel, Schwager, Brilliantov,
// Zaikin: "Rolling friction and bistability of rolling motion"). The resistance F_R(v) rises with the speed
// and then falls, as fewer springs touch. With air drag, two speeds can be stable at one slope, and noise
// decides between them. All quantities are per metre of cylinder.

typedef enum ssCylinderModel
{
    /// Eqs. 5, 6, 9, 10: the depth follows from the load, and the contact extends to both sides
    ss_cylinderFull,
    ss_cylinderApprox, ///< Eqs. 11 and 12 as printed: a closed form for strong damping
    ss_cylinderModelCount
} ssCylinderModel;

typedef enum ssCylinderScheme
{
    ss_cylinderEuler, ///< Euler-Maruyama: weak order 1, and also strong order 1 because the noise is additive
    ss_cylinderSra1,  ///< Rößler's SRA1: strong order 1.5, weak order 2
    ss_cylinderSchemeCount
} ssCylinderScheme;

typedef struct ssCylinder
{
    double alpha;     ///< slope [rad], |alpha| < pi/2; a positive slope drives towards +x
    double noise;     ///< sigma² [kg²/s³ per metre²], >= 0
    double stiffness; ///< k [N/m³], > 0
    double damping;   ///< gamma [N s/m³], gamma² > 4 k m
    double surface;   ///< m, mass of the springs [kg/m²], >= 0
    double mass;      ///< M [kg/m], > 0
    double radius;    ///< R [m], > 0
    double inertia;   ///< I [kg m], >= 0; 0 means M R²/2
    double gravity;   ///< g [m/s²], > 0
    double dragA;     ///< A of Eq. 14 [N s/m²], >= 0
    double dragB;     ///< B of Eq. 14 [kg/m²], >= 0
    ssCylinderModel model;
    /// The last term of Eq. 9 is this times m v² h/R; 2 balances the energy (Eq. 12), the paper prints 1.
    double impactFactor;
    bool cosLoad; ///< the load is M g cos(alpha), otherwise M g
} ssCylinder;

/// The parameters that a user can set, in the order of ss_cylinderParams, which ends with two rows of noise.
typedef enum ssCylinderKey
{
    ss_cylinderKeyAlpha,
    ss_cylinderKeyNoise,
    ss_cylinderKeyStiffness,
    ss_cylinderKeyDamping,
    ss_cylinderKeySurface,
    ss_cylinderKeyMass,
    ss_cylinderKeyRadius,
    ss_cylinderKeyInertia,
    ss_cylinderKeyGravity,
    ss_cylinderKeyDragA,
    ss_cylinderKeyDragB,
    ss_cylinderKeyModel,
    ss_cylinderKeyImpactFactor,
    ss_cylinderKeyCosLoad,
    ss_cylinderKeyV0,
    ss_cylinderKeyTiltRate,
    ss_cylinderKeyScheme,
    ss_cylinderKeySettle,
    ss_cylinderKeyBackground,
    ss_cylinderKeyCount
} ssCylinderKey;

#ifdef __cplusplus
extern "C" const ssParam ss_cylinderParams[ss_cylinderKeyCount + 2];
#else
extern const ssParam ss_cylinderParams[ss_cylinderKeyCount + 2];
#endif

/// The cylinder with one value per key. ssCylinder_Check tells whether it is admissible.
ssCylinder ssCylinderFromValues( const double* values );

/// Soft rubber: k = 1e7, gamma = 5e5, m = 100, M = 100 kg/m, R = 0.5 m, no drag, 2 degrees.
ssCylinder ssDefaultCylinder( void );

/// Reports the first inadmissible number and its bound.
SS_CHECKED ssResult ssCylinder_Check( const ssCylinder* cylinder );

/// The load W on the surface: M g cos(alpha), or M g [N/m].
double ssCylinder_Load( const ssCylinder* cylinder );
/// The driving force M g sin(alpha) [N/m].
double ssCylinder_Drive( const ssCylinder* cylinder );
/// The effective mass M + I/R² [kg/m].
double ssCylinder_EffectiveMass( const ssCylinder* cylinder );

/// The speed limit of the full model [m/s], v³ = gamma W R/m²; infinite for the approximation.
double ssCylinder_SpeedLimit( const ssCylinder* cylinder );
/// Reports a speed beyond the limit. `field` is the key at fault.
SS_CHECKED ssResult ssCylinder_CheckSpeed( const ssCylinder* cylinder, const char* field, double v );

/// The contact at one speed, in the frame of the motion: xi points forward for either sign of v.
typedef struct ssCylinderContact
{
    double v;          ///< [m/s]
    double depth;      ///< h [m]
    double back;       ///< xi_- [m]; positive: the surface leaves the cylinder before the lowest point
    double front;      ///< xi_+ [m]
    double resistance; ///< F_R [N/m], with the sign of v
    double elastic;    ///< part of |F_R| [N/m] that does unrecovered work on the springs
    /// part of |F_R| [N/m] that accelerates the mass of the surface, including the impact at the front
    double inertial;
    double viscous; ///< part of |F_R| [N/m] that works on the dampers
    double slope;   ///< dF_R/dv [N s/m²]
} ssCylinderContact;

/// Computes the contact at velocity v. Beyond the speed limit it returns false and the contact at the limit.
bool ssCylinder_Contact( const ssCylinder* cylinder, double v, ssCylinderContact* contact );

/// The pressure at xi [N/m²], Eq. 4, without the line force at the front edge (Eq. 7); zero outside.
double ssCylinder_Pressure( const ssCylinder* cylinder, const ssCylinderContact* contact, double xi );

/// The height of the surface at xi [m], <= 0; behind the contact the free return of the springs (Eq. 1).
double ssCylinder_Surface( const ssCylinder* cylinder, const ssCylinderContact* contact, double xi );

/// F_R(v) [N/m], an odd function; constant beyond the speed limit, which is not part of the model.
double ssCylinder_Resistance( const ssCylinder* cylinder, double v );
/// The drag of Eq. 14, an odd function: (A + B |v|) v [N/m].
double ssCylinder_Drag( const ssCylinder* cylinder, double v );
/// The whole force -F_D - F_R + F_ex [N/m].
double ssCylinder_Force( const ssCylinder* cylinder, double v );
/// The derivative of the whole force with respect to v [N s/m²].
double ssCylinder_ForceSlope( const ssCylinder* cylinder, double v );
/// The friction coefficient that prevents sliding in this contact: |F_R + (I/R²) dv/dt| divided by the load.
double ssCylinder_FrictionNeeded( const ssCylinder* cylinder, const ssCylinderContact* contact );

// -------------------------------------------------------------------------------------- equilibria and folds

typedef struct ssCylinderEquilibrium
{
    double v; ///< [m/s]
    bool stable;
} ssCylinderEquilibrium;

/// Finds the equilibria in ascending order of v, at most `capacity`, and returns their number.
int ssCylinder_Equilibria( const ssCylinder* cylinder, ssCylinderEquilibrium* equilibria, int capacity );

/// The slope [rad] at which v is an equilibrium, regardless of cylinder->alpha; NaN if there is none.
double ssCylinder_EquilibriumAngle( const ssCylinder* cylinder, double v );

/// An extremum of the equilibrium angle over v > 0, where two equilibria meet and vanish.
typedef struct ssCylinderFold
{
    double v, alpha; ///< [m/s], [rad]
    /// a maximum of alpha, where the slow branch ends; otherwise a minimum, where the fast one begins
    bool maximum;
} ssCylinderFold;

/// Returns the number of folds, in ascending v; a maximum, then a minimum bound the bistable window.
int ssCylinder_Folds( const ssCylinder* cylinder, ssCylinderFold* folds, int capacity );

/// Finds the maximum of F_R and its velocity. False if F_R has no maximum within its range.
bool ssCylinder_Peak( const ssCylinder* cylinder, double* v, double* resistance );

// ---------------------------------------------------------------------- potential, density and passage times

/// The potential U(v) = -∫ F dv from 0 [W/m].
double ssCylinder_Potential( const ssCylinder* cylinder, double v );

/// The stationary density p(v) ∝ exp( (2 M_eff/sigma²) ∫ F dv ) with its integrals.
typedef struct ssCylinderDensity
{
    ssCylinder cylinder;
    double low, high; ///< [m/s]; outside, p underflows
    double mean, std; ///< mean and standard deviation [m/s]
    double norm;      ///< ∫ exp( phi - max phi ) dv
    int cellCount;
    struct ssCylinderCell* cells;
} ssCylinderDensity;

/// The stationary density. Fails without noise, or if it would extend to the speed limit.
SS_CHECKED ssResult ssMakeCylinderDensity( const ssCylinder* cylinder, ssCylinderDensity* density );
void ssCylinderDensity_Destroy( ssCylinderDensity* density );
/// p(v) [s/m].
double ssCylinderDensity_At( const ssCylinderDensity* density, double v );
/// The probability of a velocity below v.
double ssCylinderDensity_Below( const ssCylinderDensity* density, double v );

/// The exact mean first-passage time [s]; NaN without noise or beyond the speed limit.
double ssCylinder_Passage( const ssCylinder* cylinder, double from, double to );
/// Kramers' estimate [s] from the slow to the fast stable equilibrium (`up`) or back; NaN without two such.
double ssCylinder_KramersTime( const ssCylinder* cylinder, bool up );

// ---------------------------------------------------------------------------------------------------- motion

/// A cubic spline of the full model's F_R in dimensionless numbers, given m k/gamma² and the impact factor.
typedef struct ssCylinderSpline
{
    double ratio, impactFactor; ///< m k/gamma², and the factor of Eq. 9
    double end;                 ///< largest speed, in units of b0 k/gamma
    /// largest relative error at two points in each cell: below 2e-9, where that can be reached
    double error;
    int bits; ///< there are 2^bits cells per octave
    int cellCount;
    double* cells; ///< four coefficients each
} ssCylinderSpline;

SS_CHECKED ssResult ssMakeCylinderSpline( const ssCylinder* cylinder, ssCylinderSpline* spline );
void ssCylinderSpline_Destroy( ssCylinderSpline* spline );
/// True if the spline was made for this material.
bool ssCylinderSpline_Matches( const ssCylinderSpline* spline, const ssCylinder* cylinder );

/// A force law prepared for fast evaluation. It points into the spline, which must outlive it.
typedef struct ssCylinderForce
{
    double drive, dragA, dragB;
    double load, damping, stiffTerm, massTerm, viscousTerm, depthTerm, twoRadius; ///< Eqs. 11 and 12
    double toUnit, scale, limit; ///< the full model: 1/unit of speed, unit of force, speed limit in units
    double perMass;              ///< 1/M_eff
    double amplitude;            ///< sigma/M_eff [m/s^1.5]
    ssCylinder cylinder;         ///< for the full model without a spline
    const double* cells;         ///< NULL: the approximation, or no spline
    double splineEnd;
    int cellShift, cellCount;
    int64_t cellBase;
} ssCylinderForce;

/// Prepares the force law. If `spline` is NULL, the full model is solved at every evaluation.
ssCylinderForce ssPrepareCylinder( const ssCylinder* cylinder, const ssCylinderSpline* spline );
double ssCylinderForce_At( const ssCylinderForce* force, double v );

/// The white noise of a step: its normalised integral `xi` and first moment `eta`, both with variance 1.
/// Composed of the noise of its halves: steps that differ by powers of two follow one path.
typedef struct ssCylinderNoise
{
    double xi, eta;
} ssCylinderNoise;

/// The number of times that the longest interval (32 to 64 s) is halved to yield h.
int ssCylinderNoise_Level( double h );
/// The noise of step `index` at that level.
ssCylinderNoise ssCylinderNoise_At( uint64_t seed, int level, int64_t index );
/// The noise of `count` steps from `first` on: the same numbers at a fraction of the cost.
void ssCylinderNoise_Fill( uint64_t seed, int level, int64_t first, int count, ssCylinderNoise* noise );

/// The velocity after one step of Eq. 13.
double ssCylinder_Step(
    const ssCylinderForce* force, ssCylinderScheme scheme, double h, double v, ssCylinderNoise noise );
