// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

// A hard cylinder on a soft plane (Pöschel, Schwager, Brilliantov, Zaikin: "Rolling friction and bistability of rolling
// motion"). The plane is a bed of damped springs that do not know of each other. Its resistance F_R(v) first rises with
// the speed, because the springs are pushed faster, then falls, because fewer of them touch the cylinder. With air drag
// two speeds are stable at one slope, and noise decides between them. Everything is per metre of cylinder. Here are the
// law, its equilibria, its stationary density and passage times, and the stochastic equation of motion, one by one or by
// thousands.

typedef enum ssCylinderModel
{
    ss_cylinderFull,   ///< Eqs. 5, 6, 9, 10: depth from the balance of the load, contact on both sides
    ss_cylinderApprox, ///< Eqs. 11 and 12 as printed: closed form, for strong damping
    ss_cylinderModelCount
} ssCylinderModel;

typedef enum ssCylinderScheme
{
    ss_cylinderEuler, ///< Euler-Maruyama: weak and, the noise being additive, strong order 1
    ss_cylinderSra1,  ///< Rößler's SRA1: strong order 1.5, weak order 2
    ss_cylinderSchemeCount
} ssCylinderScheme;

typedef struct ssCylinder
{
    double alpha;     ///< slope [rad], |alpha| < pi/2; positive drives towards +x
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
    /// Eq. 9's last term is this times m v² h/R. 2 balances the energy and gives Eq. 12; the paper prints 1.
    double impactFactor;
    bool cosLoad; ///< load M g cos(alpha); otherwise M g
} ssCylinder;

/// The keys of everything a user can set about it, in the order of ss_cylinderParams.
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
extern "C" const ssParam ss_cylinderParams[ss_cylinderKeyCount];
#else
extern const ssParam ss_cylinderParams[ss_cylinderKeyCount];
#endif

/// From one value per key; checked by ssCylinder_Check.
SS_API ssCylinder ssCylinderFromValues( const double* values );

/// Soft rubber: k = 1e7, gamma = 5e5, m = 100, M = 100 kg/m, R = 0.5 m, no drag, 2 degrees.
SS_API ssCylinder ssDefaultCylinder( void );

/// Names the first number that cannot be, and its bound.
SS_API ssResult ssCylinder_Check( const ssCylinder* cylinder );

/// M g cos(alpha), or M g [N/m].
SS_API double ssCylinder_Load( const ssCylinder* cylinder );
/// M g sin(alpha) [N/m].
SS_API double ssCylinder_Drive( const ssCylinder* cylinder );
/// M + I/R² [kg/m].
SS_API double ssCylinder_EffectiveMass( const ssCylinder* cylinder );

/// Beyond this speed [m/s] the springs would have to pull: the full model ends. v³ = gamma W R/m²; infinite for Eq. 12.
SS_API double ssCylinder_SpeedLimit( const ssCylinder* cylinder );
/// Refuses a speed beyond the limit, which the message names. `field` is the key at fault.
SS_API ssResult ssCylinder_CheckSpeed( const ssCylinder* cylinder, const char* field, double v );

/// The contact at one speed, in the frame of the motion: xi points forward whatever the sign of v.
typedef struct ssCylinderContact
{
    double v;          ///< [m/s]
    double depth;      ///< h [m]
    double back;       ///< xi_- [m]; positive where the surface leaves the cylinder before its lowest point
    double front;      ///< xi_+ [m]
    double resistance; ///< F_R [N/m], of the sign of v
    double elastic;    ///< its parts [N/m]: work on the springs that does not come back,
    double inertial;   ///< on the mass of the surface, the first touch included,
    double viscous;    ///< and on the dampers. They sum to |F_R|
    double slope;      ///< dF_R/dv [N s/m²]
} ssCylinderContact;

/// False beyond the speed limit, where the contact is the one at the limit.
SS_API bool ssCylinder_Contact( const ssCylinder* cylinder, double v, ssCylinderContact* contact );

/// The pressure of the surface on the cylinder at xi [N/m²], Eq. 4; zero outside the contact. Without the line force
/// at the front edge, Eq. 7.
SS_API double ssCylinder_Pressure( const ssCylinder* cylinder, const ssCylinderContact* contact, double xi );

/// The height of the surface at xi [m], <= 0: flat before the contact, the cylinder's shape in it, and behind it the
/// springs returning on their own (Eq. 1 without force).
SS_API double ssCylinder_Surface( const ssCylinder* cylinder, const ssCylinderContact* contact, double xi );

/// F_R(v) [N/m]; odd. Beyond the speed limit it keeps the value at the limit: a continuation, not the model.
SS_API double ssCylinder_Resistance( const ssCylinder* cylinder, double v );
/// Eq. 14, odd: (A + B |v|) v [N/m].
SS_API double ssCylinder_Drag( const ssCylinder* cylinder, double v );
/// The whole force -F_D - F_R + F_ex [N/m].
SS_API double ssCylinder_Force( const ssCylinder* cylinder, double v );
/// and its derivative [N s/m²].
SS_API double ssCylinder_ForceSlope( const ssCylinder* cylinder, double v );
/// The friction coefficient that keeps it from sliding in this contact: |F_R + (I/R²) dv/dt| over the load.
SS_API double ssCylinder_FrictionNeeded( const ssCylinder* cylinder, const ssCylinderContact* contact );

// ------------------------------------------------------------------------------------------- equilibria and folds

typedef struct ssCylinderEquilibrium
{
    double v; ///< [m/s]
    bool stable;
} ssCylinderEquilibrium;

/// Ascending in v; at most `capacity`.
SS_API int ssCylinder_Equilibria(
    const ssCylinder* cylinder, ssCylinderEquilibrium* equilibria, int capacity );

/// The slope [rad] at which v is an equilibrium, whatever cylinder->alpha says; NAN when there is none.
SS_API double ssCylinder_EquilibriumAngle( const ssCylinder* cylinder, double v );

/// An extremum of the equilibrium angle over v > 0: two equilibria meet and vanish.
typedef struct ssCylinderFold
{
    double v, alpha; ///< [m/s], [rad]
    bool maximum;    ///< of alpha: the slow branch ends here, otherwise the fast one begins
} ssCylinderFold;

/// Ascending in v; at most `capacity`. A maximum followed by a minimum bounds the bistable window.
SS_API int ssCylinder_Folds( const ssCylinder* cylinder, ssCylinderFold* folds, int capacity );

/// The largest F_R and where it is; false when F_R has no maximum inside its range.
SS_API bool ssCylinder_Peak( const ssCylinder* cylinder, double* v, double* resistance );

// --------------------------------------------------------------------------------- potential, density and passage

/// U(v) = -∫ F dv from 0 [W/m].
SS_API double ssCylinder_Potential( const ssCylinder* cylinder, double v );

/// The stationary density p(v) ∝ exp( (2 M_eff/sigma²) ∫ F dv ) with its integrals.
typedef struct ssCylinderDensity
{
    ssCylinder cylinder;
    double low, high; ///< outside, p is below the smallest number
    double mean, std; ///< [m/s]
    double norm;      ///< ∫ exp( phi - max phi ) dv
    int cellCount;
    struct ssCylinderCell* cells;
} ssCylinderDensity;

/// Refused without noise, and where the density would reach the speed limit of the full model.
SS_API ssResult ssMakeCylinderDensity( const ssCylinder* cylinder, ssCylinderDensity* density );
SS_API void ssCylinderDensity_Destroy( ssCylinderDensity* density );
SS_API double ssCylinderDensity_At( const ssCylinderDensity* density, double v ); ///< [s/m]
/// The probability of a velocity below v.
SS_API double ssCylinderDensity_Below( const ssCylinderDensity* density, double v );

/// The exact mean time from one velocity to the first visit of another [s]. NAN where it cannot be had: without noise,
/// or beyond the speed limit.
SS_API double ssCylinder_Passage( const ssCylinder* cylinder, double from, double to );
/// Kramers' estimate of the same, from the well at one stable equilibrium over the barrier to the next [s]; NAN when
/// there is no such pair.
SS_API double ssCylinder_KramersTime( const ssCylinder* cylinder, bool up );

// ------------------------------------------------------------------------------------------------------- motion

/// F_R of the full model, tabulated in numbers without units: valid for every load, slope and speed of one
/// m k/gamma² and impact factor.
typedef struct ssCylinderSpline
{
    double ratio, impactFactor; ///< m k/gamma² and Eq. 9's factor
    double reach;               ///< largest speed, in units of b0 k/gamma
    double error;               ///< largest relative error found at two points in each cell
    int bits;                   ///< 2^bits cells per octave
    int cellCount;
    double* cells; ///< four coefficients each
} ssCylinderSpline;

SS_API ssResult ssMakeCylinderSpline( const ssCylinder* cylinder, ssCylinderSpline* spline );
SS_API void ssCylinderSpline_Destroy( ssCylinderSpline* spline );
/// Was it made for this material?
SS_API bool ssCylinderSpline_Matches( const ssCylinderSpline* spline, const ssCylinder* cylinder );

/// A force law ready to be evaluated a billion times. Plain numbers; the spline must outlive it.
typedef struct ssCylinderForce
{
    double drive, dragA, dragB;
    double load, damping, stiffTerm, massTerm, viscousTerm, depthTerm, twoRadius; ///< Eqs. 11 and 12
    double toUnit, scale, limit;                                                  ///< the full model
    double perMass;                                                               ///< 1/M_eff
    double amplitude;                                                             ///< sigma/M_eff [m/s^1.5]
    ssCylinder cylinder; ///< for the full model without a table
    const double* cells; ///< NULL: approximate, or no table
    double cellReach;
    int cellShift, cellCount;
    int64_t cellBase;
} ssCylinderForce;

/// `spline` may be NULL: then the full model is solved each time.
SS_API ssCylinderForce ssPrepareCylinder( const ssCylinder* cylinder, const ssCylinderSpline* spline );
SS_API double ssCylinderForce_At( const ssCylinderForce* force, double v );

/// The white noise of step `index`: `xi` is its integral, `eta` its first moment, both normal with variance 1. Steps that
/// divide one another by powers of two see the same path: the noise of a long step is made of that of its halves.
typedef struct ssCylinderNoise
{
    double xi, eta;
} ssCylinderNoise;

/// How often the longest interval (32 to 64 s) is halved to give h.
SS_API int ssCylinderNoise_Level( double h );
SS_API ssCylinderNoise ssCylinderNoise_At( uint64_t seed, int level, int64_t index );
/// `count` steps from `first` on, the same numbers at a fraction of the cost.
SS_API void ssCylinderNoise_Fill(
    uint64_t seed, int level, int64_t first, int count, ssCylinderNoise* noise );

/// One step of Eq. 13: the new velocity.
SS_API double ssCylinder_Step(
    const ssCylinderForce* force, ssCylinderScheme scheme, double h, double v, ssCylinderNoise noise );

/// Many runs that differ in their seeds only.
typedef struct ssCylinderEnsembleDef
{
    ssCylinder cylinder;
    const ssCylinderSpline* spline; ///< of the full model; NULL: made for this ensemble
    ssCylinderScheme scheme;
    double h;              ///< [s]
    int64_t settle, steps; ///< steps not looked at, then steps looked at
    int members;           ///< > 0
    uint64_t seed;         ///< of the first; the others follow
    double v0;             ///< [m/s]
    double slow, fast;     ///< passages between these two are timed; NAN: none
    double low, high;      ///< the histogram's range
    int bins;              ///< 0: no histogram
} ssCylinderEnsembleDef;

typedef struct ssCylinderMember
{
    double mean, variance, last;
    int64_t ups, downs;      ///< completed passages
    double upTime, downTime; ///< summed over them [s]
} ssCylinderMember;

typedef struct ssCylinderEnsemble
{
    double mean, meanError; ///< over the members, and its standard error
    double std;             ///< of the velocity
    int64_t ups, downs;
    double passageUp, passageDown; ///< mean times [s]; NAN when never seen
    ssCylinderMember* members;
    int memberCount;
    int64_t* counts; ///< of the histogram; what lies outside is in no bin
    int bins;
} ssCylinderEnsemble;

SS_API ssCylinderEnsembleDef ssDefaultCylinderEnsembleDef( void );
/// Members go through ssParallelFor: the result does not depend on the number of threads.
SS_API ssResult ssRunCylinderEnsemble( const ssCylinderEnsembleDef* def, ssCylinderEnsemble* ensemble );
SS_API void ssCylinderEnsemble_Destroy( ssCylinderEnsemble* ensemble );
