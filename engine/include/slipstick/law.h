// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"
#include "slipstick/param.h"
#include "slipstick/set.h"
#include "slipstick/vecmath.h"

// The friction laws of one contact: which force answers a sliding velocity, and which velocities a force allows.
// f = -lambda is the force the sliding body exerts on the ground, gamma its relative sliding velocity, so that
// f·gamma >= 0 is what friction dissipates (Walker & Leine Eq. 26). Planar laws are pairs of sets: f lies in the
// force reservoir C, and gamma is normal to the direction set D (Walker & Leine Def. 16); C and D are meant at the
// load cForce and grow in proportion to the load. A law is one descriptor, in the file of its family law_*.c, and one
// line in law_table.c.

// ------------------------------------------------------------------------------------------------------ kinds

/// What a solver must understand to honour a law: `honours` of a solver against ssLaw_Flags.
typedef enum ssLawFlags
{
    ss_lawFlagCoulomb = 1 << 0,      ///< a circle in the sliding plane
    ss_lawFlagRolling = 1 << 1,      ///< a bound on the rolling moment
    ss_lawFlagSpinning = 1 << 2,     ///< a bound on the spinning moment
    ss_lawFlagAnisotropic = 1 << 3,  ///< planar sets C and D
    ss_lawFlagRelaxed = 1 << 4,      ///< without the De Saxcé term: convex, and dilatant
    ss_lawFlagEllipsoidal = 1 << 5,  ///< one ellipsoid for force and moments together
    ss_lawFlagPolyhedral = 1 << 6,   ///< a polygon in the sliding plane
    ss_lawFlagVelocity = 1 << 7,     ///< the bound depends on the speed (Stribeck)
    ss_lawFlagSingleValued = 1 << 8, ///< a function of the velocity: regularised, tristate; never sticks
    ss_lawFlagPatch = 1 << 9,        ///< sliding and spinning coupled by a contact patch
} ssLawFlags;

/// What is no cone: sets in the plane, functions of the velocity, patches.
#define SS_LAWS_PLANAR ( ss_lawFlagAnisotropic | ss_lawFlagSingleValued | ss_lawFlagPatch )

typedef enum ssLawKind
{
    ss_lawKindCoulomb,
    ss_lawKindCoulombRolling,
    ss_lawKindCoulombSpinning,
    ss_lawKindRelaxed,
    ss_lawKindEllipsoidal,
    ss_lawKindPolyhedral,
    ss_lawKindAssociated,
    ss_lawKindAssociatedEllipse,
    ss_lawKindCollinear,
    ss_lawKindExtended,
    ss_lawKindTransformed,
    ss_lawKindAsperity,
    ss_lawKindTabulated,
    ss_lawKindContensou,
    ss_lawKindRegularised,
    ss_lawKindTristate,
    ss_lawKindCount
} ssLawKind;

/// What a law reads of its definition.
typedef enum ssLawNeeds
{
    ss_needsMu = 1 << 0,
    ss_needsC = 1 << 1,
    ss_needsD = 1 << 2,
    ss_needsFacets = 1 << 3,
    ss_needsFlow = 1 << 4,
    ss_needsRegularisation = 1 << 5,
    ss_needsPatch = 1 << 6,
} ssLawNeeds;

typedef struct ssLawDef ssLawDef;
typedef struct ssLaw ssLaw;

/// A force and whether the law allows others beside it.
typedef struct ssLawForce
{
    ssVec2 force;   ///< f = -lambda [N]; undefined (SS_NAN) where a set-valued law sticks
    bool setValued; ///< at rest: all of C. On a straight edge of D: `force` is the one of the edge's middle
} ssLawForce;

/// One law, as the table lists it. The properties hold for every admissible definition of it with mu > 0 and no Stribeck curve.
typedef struct ssLawType
{
    ssLawKind kind;
    const char* name;               ///< "collinear"
    const char* label;              ///< "force against the sliding direction, any star-shaped C"
    const char* source;             ///< paper and equations
    unsigned needs;                 ///< ssLawNeeds
    unsigned flags;                 ///< ssLawFlags it always has; ssLaw_Flags adds what the definition brings
    int minDimension, maxDimension; ///< 3 sliding, 5 with rolling, 6 with spinning
    bool setValued;                 ///< sticks
    bool associated;                ///< maximum dissipation: gamma normal to C (Def. 12, Prop. 2)
    bool monotone;    ///< exactly the associated ones and the increasing functions (Props. 3, 4)
    bool dissipative; ///< strictly (Def. 11): all of them

    /// Checks what is the law's own and makes law->c, law->d and the rest.
    ssResult ( *prepare )( const ssLawDef* def, ssLaw* law );
    /// The force at the load cForce, for a unit vector `direction` and a speed > 0. NULL: Eq. 84 with C and D.
    ssLawForce ( *slip )( const ssLaw* law, ssVec2 direction, double speed );
} ssLawType;

SS_API int ssLawTypeCount( void );
SS_API const ssLawType* ssGetLawType( int index );         ///< the order of ssLawKind
SS_API const ssLawType* ssFindLawType( const char* name ); ///< NULL when there is none
SS_API const char* ssClosestLawName( const char* name );   ///< a suggestion, or NULL

// -------------------------------------------------------------------------------------------------- definition

/// How the coefficient falls with the sliding speed: f = factor(|gamma|) × the law's force, factor(0+) = 1 for `exp`.
typedef enum ssStribeckCurve
{
    ss_stribeckNone,
    ss_stribeckExp,  ///< ratio + (1 - ratio) exp( -(v/velocity)^exponent )
    ss_stribeckStep, ///< `ratio` as soon as it slides: static and kinetic coefficient
} ssStribeckCurve;

typedef struct ssStribeck
{
    ssStribeckCurve curve;
    double ratio;    ///< kinetic over static coefficient, 0 … 1
    double velocity; ///< [m/s], > 0
    double exponent; ///< > 0; 1 is the usual exponential, 2 the Gaussian form
} ssStribeck;

SS_API ssResult ssCheckStribeck( const ssStribeck* stribeck );
SS_API double ssStribeckFactor( const ssStribeck* stribeck, double speed );

typedef enum ssRegularisation
{
    ss_regulariseArctan, ///< (2/pi) atan( v/vEps )
    ss_regulariseTanh,   ///< tanh( v/vEps )
} ssRegularisation;

/// A measured or prescribed flow rule: sliding angle phi to force.
typedef enum ssFlowKind
{
    ss_flowTensor2, ///< f_i = M_ij g_j, g the unit sliding velocity
    ss_flowTensor4, ///< f_i = M_ij g_j + T_ijkl g_j g_k g_l
    ss_flowSamples, ///< f at given angles, linear between them
} ssFlowKind;

typedef struct ssFlowSample
{
    double phiDeg; ///< sliding angle [°], ascending within one turn
    ssVec2 force;  ///< f [N] at the load cForce
} ssFlowSample;

typedef struct ssFlowDef
{
    ssFlowKind kind;
    double tensor2[4];           ///< M row by row [N]
    double tensor4[16];          ///< T with l fastest [N]
    const ssFlowSample* samples; ///< copied by ssMakeLaw
    int sampleCount;             ///< >= 8
} ssFlowDef;

/// The pressure under a Coulomb-Contensou patch of radius patchRadius.
typedef enum ssPatchPressure
{
    ss_patchUniform, ///< pivoting moment at rest (2/3) mu N radius
    ss_patchHertz,   ///< (3 pi/16) mu N radius
} ssPatchPressure;

struct ssLawDef
{
    ssLawKind kind;
    int dimension;   ///< 3, 5 or 6, as far as the law goes
    double mu;       ///< sliding coefficient [-], >= 0, for the laws that need no C
    double muRoll;   ///< rolling resistance length [m], >= 0
    double muSpin;   ///< spinning resistance length [m], >= 0
    ssSetDef c, d;   ///< force reservoir [N] at cForce; direction set, up to scale
    double cForce;   ///< load [N] at which C is meant, > 0
    bool strict;     ///< refuse a D that is not inside C, instead of scaling it to the largest that fits
    int facets;      ///< polyhedral: k directions over the half circle, 2 … 64: a polygon of 2k edges
    double facetDeg; ///< polyhedral: the first direction [°]
    bool inscribed; ///< polyhedral: corners on the circle (Stewart-Trinkle), instead of edges (Peiret et al.)
    double vEps;    ///< regularised: speed of the regularisation [m/s], > 0
    double length;  ///< regularised: turns angular into surface velocities [m], > 0
    ssRegularisation regularisation;
    ssStribeck stribeck; ///< on top of any law
    ssFlowDef flow;      ///< tabulated
    double patchRadius;  ///< contensou [m], > 0
    ssPatchPressure pressure;
};

/// What Walker & Leine Eq. 71 made of a flow rule.
typedef struct ssFlowReport
{
    double closureGap;     ///< change of ln r_D over one turn before closing; 0 for a law that has a D
    bool convex;           ///< is the closed D convex? If not, its hull stands in for it in ssLaw_ProxStep
    double convexAngleDeg; ///< where it is least so
    double dent;           ///< how far, relative to the radius, the hull lies outside there
} ssFlowReport;

struct ssLaw
{
    const ssLawType* type;
    ssLawDef def; ///< without its pointers
    int dimension;
    bool frictionless;    ///< mu = 0: there is no C, and the force is zero
    ssSet c, d;           ///< at cForce; `d` scaled into `c`
    double cForce;        ///< [N]
    bool sharesSets;      ///< D is C itself
    double dScale;        ///< the factor D was scaled by
    double touchAngleDeg; ///< where the scaled D touches C
    ssFlowSample* flow;   ///< copied samples
    ssVec2* patch;        ///< contensou: its support function and the derivative, over an angle
    ssFlowReport report;  ///< of the tabulated law and the asperity law with unequal flanks
};

SS_API ssLawDef ssDefaultLawDef( ssLawKind kind );

/// Checks and prepares. A wrong composition is refused with the reason and the nearest admissible value: D not inside C
/// (strict), the origin not inside D, D or an associated C not convex, mu >= cot(beta), and so on. The points that `c`,
/// `d` and `flow` refer to may go afterwards.
SS_API ssResult ssMakeLaw( const ssLawDef* def, ssLaw* law );
SS_API void ssLaw_Destroy( ssLaw* law );

/// ssLawFlags of this very law: rolling and spinning by dimension, speed dependence by the Stribeck curve.
SS_API unsigned ssLaw_Flags( const ssLaw* law );

/// The cone of an isotropic law; for the others the round cone with the same mu says nothing about sliding.
SS_API ssCone ssLaw_Cone( const ssLaw* law );

// ---------------------------------------------------------------------------------------------- planar functions

/// f for a sliding velocity [m/s] under a load [N]: z/k_C(z) with z = grad Psi*_D(gamma) (Walker & Leine Eq. 84).
SS_API ssLawForce ssLaw_SlipForce( const ssLaw* law, double load, ssVec2 gamma );

/// k_C(f): below 1 it sticks, at 1 it may slide, above 1 no friction can do that. Infinite where C is a point.
SS_API double ssLaw_Gauge( const ssLaw* law, double load, ssVec2 force );

/// The same for a force and a spinning moment [N m] that a patch has to carry together (Leine & Glocker 2003). A law
/// without a patch leaves the moment aside.
SS_API double ssLaw_GaugeWithSpin( const ssLaw* law, double load, ssVec2 force, double moment );

/// Can the contact carry this force at rest? A single-valued law carries none but zero.
SS_API bool ssLaw_CanStick( const ssLaw* law, double load, ssVec2 force );

typedef enum ssSlideVerdict
{
    ss_slideStick,      ///< inside C: the sliding velocity is zero
    ss_slidePossible,   ///< on the boundary: any direction of the cone
    ss_slideImpossible, ///< outside C: no velocity goes with this force
} ssSlideVerdict;

/// The sliding directions that go with a force: unit vectors from `first` counter-clockwise to `last`, equal where D
/// is smooth (the normal cone of D at the force, scaled onto its boundary: Walker & Leine Eq. 59).
typedef struct ssSlideDirections
{
    ssSlideVerdict verdict;
    ssVec2 first, last;
} ssSlideDirections;

/// A force counts as on the boundary within `tolerance` of k_C = 1.
SS_API ssSlideDirections ssLaw_SlideDirections(
    const ssLaw* law, double load, ssVec2 force, double tolerance );

/// f·gamma [W] (Walker & Leine Eq. 26); 0 at rest.
SS_API double ssLaw_Dissipation( const ssLaw* law, double load, ssVec2 gamma );

/// alpha = 1/(k_D(f) - k_C(f) + 1) (Walker & Leine Eq. 56), in (0, 1].
SS_API double ssLaw_Alpha( const ssLaw* law, double load, ssVec2 force );

/// One step of Walker & Leine Eq. 69 in f = -P, with the alpha-scaled r = r0 alpha: f <- prox_D( alpha (f + r0 gamma) )
/// / alpha. Its fixed points are exactly the law. `r0` ~ 1/|G|. For impulses, `load` is one too. The regularised law: the
/// f of the law at a velocity gamma' with f + r0 gamma' = force + r0 gamma, which a steep law leaves as tame as a
/// projection. The tristate law has no such step and answers with the force at gamma.
SS_API ssVec2 ssLaw_ProxStep( const ssLaw* law, double load, ssVec2 force, ssVec2 gamma, double r0 );

// ------------------------------------------------------------------------------------------- one planar contact

/// The end of a step of one contact, gamma = gammaFree - g f with f in the law.
typedef struct ssPlanarSolution
{
    ssVec2 force, gamma;
    bool stick, converged;
    int iterations;
    double error; ///< [N] |f - prox step(f)| with r0 = 1/g
} ssPlanarSolution;

/// Iterates ssLaw_ProxStep from `start` until the step is below `tolerance` × the size of C.
SS_API ssPlanarSolution ssLaw_SolveProx( const ssLaw* law, double load, double g, ssVec2 gammaFree,
    ssVec2 start, double tolerance, int maxIterations );

/// Stick when C can carry it, otherwise the root in the force angle nearest to that of `start`, attracting ones first
/// (where C and D differ there may be several). Exact to rounding, and needs no tolerance.
SS_API ssPlanarSolution ssLaw_SolveDirect(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start );

// -------------------------------------------------------------------------------------------------- all components

/// The resistance to sliding, rolling and spinning: velocity and result in the order T1, T2, R1, R2, S, as many as
/// dimension - 1; [m/s], [rad/s]; [N], [N m]. Blocks at rest where the law is set-valued are SS_NAN and their
/// bit (ss_faceSlide …) is in `setValued` (may be NULL).
SS_API void ssLaw_Resistance(
    const ssLaw* law, double load, const double* velocity, double* resistance, unsigned* setValued );

/// The normal velocity [m/s] with which the contact opens while it slides and rolls so: 0 for an exact law,
/// mu|u_T| + mu_r|w_R| + mu_s|w_S| for the relaxed one (Acary & Bourrier Eq. 48, Tasora & Anitescu Sec. 4).
SS_API double ssLaw_Dilation( const ssLaw* law, const double* velocity );

/// The rolling velocity of a contact is the tangential part of the relative angular velocity, the spinning velocity
/// its normal part: also for a tilted disk, where other authors take the velocity of the contact point over the
/// surface (Acary & Bourrier Sec. 2; Tasora & Anitescu App. A).
SS_API ssVec3 ssRollingVelocity( ssVec3 angularVelocity, ssVec3 normal );
SS_API double ssSpinningVelocity( ssVec3 angularVelocity, ssVec3 normal );

/// Coulomb-Contensou: a patch that slides and pivots. Force [N] and moment [N m] per mu N = 1, from the mean of
/// |v + omega × r| over the pressure (Leine & Glocker 2003).
SS_API void ssContensou(
    ssPatchPressure pressure, double radius, double speed, double spin, double* force, double* moment );

// ------------------------------------------------------------------------------------------------------- checks

/// sup over C of x·gamma, minus f·gamma [W]: zero where the law dissipates as much as C allows (Prop. 2).
SS_API double ssLaw_DissipationDefect( const ssLaw* law, double load, ssVec2 gamma );

/// (f1 - f2)·(gamma1 - gamma2) >= 0 for all pairs (Def. 13)? When not, the pair that breaks it worst.
typedef struct ssMonotonicity
{
    bool holds;
    double value; ///< [W] the smallest found
    ssVec2 gamma1, force1, gamma2, force2;
} ssMonotonicity;

/// Tries all pairs among `directions` sliding directions (at several speeds where the law depends on it), and each of
/// them against the whole of C at rest.
SS_API ssMonotonicity ssLaw_CheckMonotone( const ssLaw* law, double load, int directions );

/// The speed [m/s] at which the regularised law carries a force it should hold at rest: it creeps under any load.
/// 0 for laws that stick; infinite when the force is too large.
SS_API double ssLaw_CreepSpeed( const ssLaw* law, double load, ssVec2 force );

// ----------------------------------------------------------------------------------------------------- materials

/// What a surface brings to its contacts.
typedef struct ssMaterial
{
    double mu;          ///< [-], >= 0
    double muRoll;      ///< [m], >= 0
    double muSpin;      ///< [m], >= 0
    double restitution; ///< 0 … 1
} ssMaterial;

/// How two materials make one contact. The same rule for all four numbers; there is no physics in it, a pair that
/// matters is measured and given. The default is the geometric mean: what one partner cannot do, the pair cannot,
/// and equal partners keep their value.
typedef enum ssCombineRule
{
    ss_combineGeometric,
    ss_combineMin,
    ss_combineMean,
    ss_combineMax,
    ss_combineCount
} ssCombineRule;

SS_API const char* ssCombineRuleName( ssCombineRule rule );
SS_API ssResult ssCombineMaterials(
    const ssMaterial* a, const ssMaterial* b, ssCombineRule rule, ssMaterial* contact );

// ------------------------------------------------------------------------------------------------- rows of keys

/// The names of the laws in the order of ssLawKind: the choices of a key `law`.
#ifdef __cplusplus
SS_API const char* const ss_lawKindNames[ss_lawKindCount];
#else
extern SS_API const char* const ss_lawKindNames[ss_lawKindCount];
#endif
