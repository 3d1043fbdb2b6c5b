// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/cone.h"
#include "slipstick/law_text.h"
#include "slipstick/param.h"
#include "slipstick/set.h"
#include "slipstick/vecmath.h"

// The friction laws of one contact relate a sliding velocity to a force. f = -lambda is the force that the
// sliding body exerts on the ground and gamma its relative sliding velocity, so that friction dissipates
// f·gamma >= 0 (Walker & Leine Eq. 26). A planar law is a pair of sets: f lies in the force reservoir C, and
// gamma is normal to the direction set D (Walker & Leine Def. 16). C and D are given at the load cForce and
// grow in proportion to the load. A law may also be a flow rule, which gives f for every direction of gamma
// and need not have a D. A law is one descriptor in the file of its family, law_*.c, and one line in
// law_table.c.

// ----------------------------------------------------------------------------------------------------- kinds

/// The features of a law. A solver can solve a law if its `honours` contains all of ssLaw_Flags.
typedef enum ssLawFlags
{
    ss_lawFlagCoulomb = 1 << 0,      ///< a circle in the sliding plane
    ss_lawFlagRolling = 1 << 1,      ///< a bound on the rolling moment
    ss_lawFlagSpinning = 1 << 2,     ///< a bound on the spinning moment
    ss_lawFlagAnisotropic = 1 << 3,  ///< planar sets C and D
    ss_lawFlagRelaxed = 1 << 4,      ///< without the De Saxcé term: convex and dilatant
    ss_lawFlagEllipsoidal = 1 << 5,  ///< one ellipsoid for force and moments together
    ss_lawFlagPolyhedral = 1 << 6,   ///< a polygon in the sliding plane
    ss_lawFlagVelocity = 1 << 7,     ///< the bound depends on the speed (Stribeck)
    ss_lawFlagSingleValued = 1 << 8, ///< a function of the velocity that never sticks: regularised, tristate
    ss_lawFlagPatch = 1 << 9,        ///< sliding and spinning coupled by a contact patch
} ssLawFlags;

/// The laws that are not described by a cone: planar sets, functions of the velocity, patches.
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
    ss_lawKindCount, ///< the kinds above are those of the key `law`, of files and of the command line
    /// The user's own laws, of which a program makes one from a text or from a function.
    ss_lawKindText = ss_lawKindCount,
    ss_lawKindCallback,
    ss_lawKindEnd
} ssLawKind;

/// The members of its definition that a law uses.
typedef enum ssLawNeeds
{
    ss_needsMu = 1 << 0,
    ss_needsC = 1 << 1,
    ss_needsD = 1 << 2,
    ss_needsFacets = 1 << 3,
    ss_needsFlow = 1 << 4,
    ss_needsRegularisation = 1 << 5,
    ss_needsPatch = 1 << 6,
    ss_needsProgram = 1 << 7,
    ss_needsCallback = 1 << 8,
} ssLawNeeds;

typedef struct ssLawDef ssLawDef;
typedef struct ssLaw ssLaw;

/// A force, and whether it is the only one that the law allows.
typedef struct ssLawForce
{
    ssVec2 force; ///< f = -lambda [N]; undefined (SS_NAN) where a set-valued law sticks
    /// At rest all of C is allowed. On a straight edge of D several
    /// forces are, and `force` is the middle one.
    bool setValued;
} ssLawForce;

/// The descriptor of one law. Its properties hold for every valid
/// definition with mu > 0 and no Stribeck curve.
typedef struct ssLawType
{
    ssLawKind kind;
    const char* name;   ///< "collinear"
    const char* label;  ///< "force against the sliding direction, any star-shaped C"
    const char* source; ///< paper and equations
    unsigned needs;     ///< ssLawNeeds
    unsigned flags;     ///< ssLawFlags of every such law; ssLaw_Flags adds those of the definition
    int minDimension, maxDimension; ///< 3 sliding, 5 with rolling, 6 with spinning
    bool setValued;                 ///< the law sticks
    bool associated;  ///< gamma is normal to C, so dissipation is maximal (Walker & Leine Def. 12, Prop. 2)
    bool monotone;    ///< true for associated laws and for increasing functions of the speed (Props. 3, 4)
    bool dissipative; ///< strictly (Def. 11); true for all laws

    /// Checks the members that only this law uses and makes law->c, law->d and the other members.
    ssResult ( *prepare )( const ssLawDef* def, ssLaw* law );
    /// The force at the load cForce for a unit vector `direction` and a speed > 0. NULL: Eq. 84 with C and D.
    ssLawForce ( *slip )( const ssLaw* law, ssVec2 direction, double speed );
    /// A flow rule: the same force, and its derivative by the sliding angle. NULL: the law is a pair of sets.
    void ( *flow )( const ssLaw* law, ssVec2 direction, ssVec2* force, ssVec2* slope );
    /// A function of the velocity: like ssLawForceFunction, at the law's site,
    /// for a load > 0. NULL: the law is none.
    void ( *function )(
        const ssLaw* law, double load, ssVec2 gamma, ssVec2* force, double* derivative, double* next );
} ssLawType;

SS_API_ANY int ssLawTypeCount(
    void ); ///< ss_lawKindCount: those that have a name for files and the command line
SS_API_ANY const ssLawType* ssGetLawType( int index ); ///< in the order of ssLawKind, below ss_lawKindEnd
SS_API_ANY const ssLawType* ssFindLawType( const char* name ); ///< NULL when there is none

// ------------------------------------------------------------------------------------------------ definition

/// The factor by which the sliding force falls with the speed v: f = factor(v) × the law's force.
typedef enum ssStribeckCurve
{
    ss_stribeckNone,
    ss_stribeckExp,  ///< ratio + (1 - ratio) exp( -(v/velocity)^exponent ), which starts at 1
    ss_stribeckStep, ///< `ratio` at every v > 0: a static and a kinetic coefficient
} ssStribeckCurve;

typedef struct ssStribeck
{
    ssStribeckCurve curve;
    double ratio;    ///< kinetic coefficient over static coefficient, 0 … 1
    double velocity; ///< [m/s], > 0
    double exponent; ///< > 0; 1 is the usual exponential, 2 the Gaussian form
} ssStribeck;

SS_API_ANY double ssStribeckFactor( const ssStribeck* stribeck, double speed );

typedef enum ssRegularisation
{
    ss_regulariseArctan, ///< (2/pi) atan( v/vEps )
    ss_regulariseTanh,   ///< tanh( v/vEps )
} ssRegularisation;

/// The form of a measured or prescribed flow rule, which maps a sliding angle phi to a force.
typedef enum ssFlowKind
{
    ss_flowTensor2, ///< f_i = M_ij g_j with the unit sliding velocity g
    ss_flowTensor4, ///< f_i = M_ij g_j + T_ijkl g_j g_k g_l
    ss_flowSamples, ///< f at given angles, interpolated linearly
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
    const ssFlowSample* samples; ///< ssMakeLaw copies them
    int sampleCount;             ///< >= 8
} ssFlowDef;

/// The pressure distribution under a Coulomb-Contensou patch of radius patchRadius; it determines the
/// moment of pure spinning, which is given below.
typedef enum ssPatchPressure
{
    ss_patchUniform, ///< (2/3) mu N patchRadius
    ss_patchHertz,   ///< (3 pi/16) mu N patchRadius
} ssPatchPressure;

/// A law as a function of the caller's: the force f for a sliding velocity under a load, after a step of h
/// [s] (0: at this instant) from the contact's states. `derivative`, if it is not NULL, gets df_x/dgamma_x,
/// df_x/dgamma_y, df_y/dgamma_x, df_y/dgamma_y; `next`, if it is not NULL, the states at the end of the step.
/// Load and force are forces [N].
typedef void ssLawForceFunction( void* context, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next );

typedef struct ssLawCallback
{
    ssLawForceFunction* force;
    void* context;
    char name[32];        ///< by which a saved world finds it again (world_save.h); empty: none
    bool givesDerivative; ///< it fills `derivative`; otherwise differences are taken
    int stateNumbers;     ///< numbers that a contact remembers, at most SS_LAW_MAX_STATES; they start at 0
    /// the first 2 × statePairs of them are tangential vectors, which turn with the contact's frame
    int statePairs;
} ssLawCallback;

/// Where and when a contact slides, and what it remembers: what a typed
/// law may depend on besides velocity and load.
typedef struct ssLawSite
{
    double time;              ///< t [s]
    double x, y;              ///< place of the contact [m]
    double rolling, spinning; ///< wr, ws: rolling and spinning speed [rad/s]
    /// the step over which states advance [s]; 0: they stay as they are, and forces are those of now
    double h;
    bool impulses;       ///< loads and forces are impulses over h [N s]
    bool frozen;         ///< a prox step takes the sets of `frozenSpeed` instead of those of its own speed
    double frozenSpeed;  ///< [m/s]
    const double* state; ///< at the start of the step; NULL: the initial values
} ssLawSite;

struct ssLawDef
{
    ssLawKind kind;
    int dimension;   ///< 3, 5 or 6, within the range of the law
    double mu;       ///< sliding coefficient [-], >= 0, of the laws that need no C
    double muRoll;   ///< rolling resistance length [m], >= 0
    double muSpin;   ///< spinning resistance length [m], >= 0
    ssSetDef c, d;   ///< force reservoir [N] at cForce; direction set, up to scale
    double cForce;   ///< load [N] at which C is given, > 0
    bool strict;     ///< reject a D that is not inside C instead of scaling it to the largest that fits
    int facets;      ///< polyhedral: k directions over half a circle, 2 … 64, for a polygon of 2k edges
    double facetDeg; ///< polyhedral: angle of the first direction [°]
    /// Polyhedral: the corners lie on the circle (Stewart-Trinkle).
    /// Otherwise the edges touch it (Peiret et al.).
    bool inscribed;
    double vEps;   ///< regularised: the speed over which the jump at rest is smeared [m/s], > 0
    double length; ///< regularised: converts angular into surface velocities [m], > 0
    ssRegularisation regularisation;
    ssStribeck stribeck;         ///< applies to any law
    ssFlowDef flow;              ///< tabulated: the flow rule
    double patchRadius;          ///< contensou: radius of the patch [m], > 0
    ssPatchPressure pressure;    ///< contensou: its pressure
    const ssLawProgram* program; ///< text: the compiled text, of which ssMakeLaw keeps a reference
    double programValues[SS_LAW_MAX_PARAMS]; ///< text: the values of its parameters
    ssLawCallback callback;                  ///< callback: the function
};

/// What is known about a flow rule. Walker & Leine Eq. 71 turns it into a direction set D for pictures;
/// solvers use the rule itself, which need not have a D.
typedef struct ssFlowReport
{
    double closureGap; ///< change of ln r_D over one turn before D was closed; 0 for a rule with an exact D
    bool convex;       ///< whether the closed D is convex; if not, law->d is its convex hull
    double convexAngleDeg; ///< angle of the deepest dent [°]; NaN when there is none
    double dent;           ///< distance of the hull from D there, relative to the radius
    /// Whether the load on a contact determines its force. It does unless the
    /// velocity points into C at some sliding angle.
    bool unique;
    double inwardAngleDeg; ///< the sliding angle at which it points inwards most [°]; NaN when there is none
    double smallest, largest; ///< bounds on the size of the forces [N]
} ssFlowReport;

struct ssLaw
{
    const ssLawType* type;
    ssLawDef def; ///< its pointers are NULL, or point to the copied samples
    int dimension;
    bool frictionless;      ///< mu = 0: the force is zero and C is unused
    ssSet c, d;             ///< at the load cForce; `d` is scaled into `c`
    double cForce;          ///< [N]
    bool sharesSets;        ///< D is C itself
    double dScale;          ///< the factor by which D was scaled
    double touchAngleDeg;   ///< where the scaled D touches C [°]
    bool followsRule;       ///< solved by the flow rule of its type; C and D only serve pictures
    ssFlowSample* flow;     ///< tabulated: the copied samples
    ssVec2* flowParts;      ///< tabulated: their radial and tangential forces
    ssVec2* patch;          ///< contensou: the support function of a patch and its derivative, over an angle
    ssFlowReport report;    ///< tabulated, and asperity with unequal flanks
    struct lawTyped* typed; ///< text: the program at these values
    /// text, callback: set by ssLaw_At; NULL: at the origin, at t = 0, in the initial states
    const ssLawSite* site;
};

/// A definition that ssMakeLaw accepts, for every kind; the user's own laws need their program or callback.
SS_API_ANY ssLawDef ssDefaultLawDef( ssLawKind kind );

/// The definition of a typed law whose parameters have their default values. The program stays the caller's.
SS_API_ANY ssLawDef ssTextLawDef( const ssLawProgram* program );

/// Checks a definition and makes the law. An error gives the reason and the nearest admissible value: D is
/// not inside C (strict), the origin is not inside D, D or an associated C is not convex, mu >= cot(beta),
/// and so on. The points that `c`, `d` and `flow` refer to are copied.
SS_API_ANY SS_CHECKED ssResult ssMakeLaw( const ssLawDef* def, ssLaw* law );
SS_API_OBJECT void ssLaw_Destroy( ssLaw* law );

/// The law of a contact at a site: a copy that shares what `law` owns; do not destroy it, and keep `law` and
/// `site` while it is in use. Laws without text or callback do not depend on the site.
SS_API_OBJECT ssLaw ssLaw_At( const ssLaw* law, const ssLawSite* site );

/// Numbers that a contact under this law remembers, and their initial values.
SS_API_OBJECT int ssLaw_StateNumbers( const ssLaw* law );
SS_API_OBJECT void ssLaw_InitialState( const ssLaw* law, double state[SS_LAW_MAX_STATES] );

/// The states at the end of the step of a law at a site, given the
/// load and the velocity at the end of the step.
SS_API_OBJECT void ssLaw_NextState(
    const ssLaw* law, double load, ssVec2 gamma, double state[SS_LAW_MAX_STATES] );

/// What a contact remembers after sliding with this velocity for long, at the place and time of the law's
/// site. False: the states never settle, as the age of a contact at rest, and `state` holds the initial ones.
SS_API_OBJECT bool ssLaw_SteadyState(
    const ssLaw* law, double load, ssVec2 gamma, double state[SS_LAW_MAX_STATES] );

/// Whether law->c and law->d are the sets at every speed, place and time and in every state.
SS_API_OBJECT bool ssLaw_HasConstantSets( const ssLaw* law );

/// The derivatives of a law: of the force f with its states held, and of the states z⁺ at the end of the step
/// of its site. Numbers of states beyond those of the law are zero.
typedef struct ssLawSlopes
{
    int stateNumbers;
    double forceByGamma[2][2]; ///< df_i/dgamma_k [N s/m]
    double forceByPlace[2][2]; ///< df_i/dx, df_i/dy [N/m]
    double forceByState[2][SS_LAW_MAX_STATES];
    double stateByGamma[SS_LAW_MAX_STATES][2], stateByPlace[SS_LAW_MAX_STATES][2];
    double stateByState[SS_LAW_MAX_STATES]
                       [SS_LAW_MAX_STATES]; ///< dz⁺/dz; (1 - h dz'/dz)^-1 for a smooth state
} ssLawSlopes;

/// Differentiates a law at a velocity that is not zero, by differences of the fourth order, at its site,
/// whose `h` is the step of the states. False: the law has a kink or a jump there, or is not defined.
SS_API_OBJECT bool ssLaw_Differentiate( const ssLaw* law, double load, ssVec2 gamma, ssLawSlopes* slopes );

/// The ssLawFlags of this law: those of its type, rolling and spinning by its dimension,
/// and speed dependence by its Stribeck curve.
SS_API_OBJECT unsigned ssLaw_Flags( const ssLaw* law );

/// The cone of an isotropic law. For other laws the result is a round cone that does not describe sliding.
SS_API_OBJECT ssCone ssLaw_Cone( const ssLaw* law );

#define SS_FLOW_TEXT_MAX 224 ///< bytes of the text of ssLaw_DescribeFlow

/// Writes one sentence about a law that follows its flow rule: the closure gap of Walker & Leine Eq. 71, and
/// where a load does not determine the force. The text is empty for other laws.
SS_API_OBJECT void ssLaw_DescribeFlow( const ssLaw* law, char* text, size_t capacity );

// ------------------------------------------------------------------------------------------ planar functions

/// The force f for a sliding velocity [m/s] under a load [N]: z/k_C(z) with z =
/// grad Psi*_D(gamma) (Walker & Leine Eq. 84).
SS_API_OBJECT ssLawForce ssLaw_SlipForce( const ssLaw* law, double load, ssVec2 gamma );

/// The forces of `count` contacts at the site of the law: the same bits, and several times faster for typed
/// laws whose states do not advance. NaN where a set-valued law sticks.
SS_API_OBJECT void ssLaw_SlipForces(
    const ssLaw* law, int count, const double* loads, const ssVec2* gammas, ssVec2* forces );

/// The gauge k_C(f): below 1 the contact sticks, at 1 it may slide, and above 1 friction cannot
/// supply the force. It is infinite where C is a point. C is the one at rest; a law that is a
/// function of the velocity has none, and a gauge of 0.
SS_API_OBJECT double ssLaw_Gauge( const ssLaw* law, double load, ssVec2 force );

/// The boundaries of C and D [N] under a load while the contact slides at this speed [m/s] (0: at rest), as
/// ssSet_Outline gives them. D is scaled into C, as the law uses it. States that depend on the direction are
/// those of sliding along the first axis. False: the law is a function of the velocity, or C is a point.
SS_API_OBJECT bool ssLaw_Outlines(
    const ssLaw* law, double load, double speed, int count, ssVec2* reservoir, ssVec2* directions );

/// The law of a contact that slides at a speed (0: rests), with sets that no longer change.
typedef struct ssLawAtSpeed
{
    ssLaw law;
    bool ownsC, ownsD;
} ssLawAtSpeed;

/// Holds C and D as they are under this load while the contact slides at this speed [m/s], at the law's site,
/// so that the planar functions below answer for them. States that depend on the direction are those of
/// sliding along the first axis. Without friction at this speed the result is frictionless. False: there are
/// no sets, because the law is a function of the velocity, or D does not fit into C. Destroy it in either
/// case, while `law` lives.
SS_API_OBJECT bool ssLaw_AtSpeed( const ssLaw* law, double load, double speed, ssLawAtSpeed* there );
SS_API_OBJECT void ssLawAtSpeed_Destroy( ssLawAtSpeed* there );

/// The gauge of a force in C while the contact slides at this speed: 1 for
/// the force of the law. NaN: there is no C.
SS_API_OBJECT double ssLaw_GaugeAtSpeed( const ssLaw* law, double load, double speed, ssVec2 force );

/// The gauge of a force and a spinning moment [N m] that a patch carries together (Leine & Glocker 2003).
/// A law without a patch ignores the moment.
SS_API_OBJECT double ssLaw_GaugeWithSpin( const ssLaw* law, double load, ssVec2 force, double moment );

/// Whether the contact can carry this force at rest. A single-valued law carries no force at rest.
SS_API_OBJECT bool ssLaw_CanStick( const ssLaw* law, double load, ssVec2 force );

typedef enum ssSlideVerdict
{
    ss_slideStick,      ///< inside C: the sliding velocity is zero
    ss_slidePossible,   ///< on the boundary: any direction in the normal cone
    ss_slideImpossible, ///< outside C: no velocity belongs to this force
} ssSlideVerdict;

/// The sliding directions that belong to a force: unit vectors from `first` counter-clockwise to
/// `last`, which are equal where D is smooth. They are the normal cone of D at the force scaled
/// onto its boundary (Walker & Leine Eq. 59).
typedef struct ssSlideDirections
{
    ssSlideVerdict verdict;
    ssVec2 first, last;
} ssSlideDirections;

/// A force is on the boundary if its gauge k_C is within `tolerance` of 1.
SS_API_OBJECT ssSlideDirections ssLaw_SlideDirections(
    const ssLaw* law, double load, ssVec2 force, double tolerance );

/// The dissipated power f·gamma [W] (Walker & Leine Eq. 26); 0 at rest.
SS_API_OBJECT double ssLaw_Dissipation( const ssLaw* law, double load, ssVec2 gamma );

/// alpha = 1/(k_D(f) - k_C(f) + 1) (Walker & Leine Eq. 56), in (0, 1].
SS_API_OBJECT double ssLaw_Alpha( const ssLaw* law, double load, ssVec2 force );

/// One iteration of Walker & Leine Eq. 69 in f = -P, with the scaled r = r0 alpha:
///     f <- prox_D( alpha (f + r0 gamma) ) / alpha.
/// A law that follows its flow rule R takes the resolvent of the rule instead: with x = f + r0 gamma the
/// result is x if C contains it, and else the R(phi) for which x - R(phi) has the angle phi. Its fixed points
/// are exactly the pairs that obey the law. Choose `r0` ~ 1/|G|. If `force` is an impulse, so is
/// `load`. For the regularised law the result is the f of the law at the velocity gamma' with
/// f + r0 gamma' = force + r0 gamma, which converges also when the law is steep. The tristate law has no such
/// iteration: the result is its force at gamma. A typed law or a callback takes the step that is implicit in
/// the velocity: the f and gamma' of the law with f + r0 gamma' = force + r0 gamma, near the given ones if
/// there are several.
SS_API_OBJECT ssVec2 ssLaw_ProxStep( const ssLaw* law, double load, ssVec2 force, ssVec2 gamma, double r0 );

// ---------------------------------------------------------------------------------------- one planar contact

/// The velocity and force of one contact at the end of a time step: gamma
/// = gammaFree - g f, where f obeys the law.
typedef struct ssPlanarSolution
{
    ssVec2 force, gamma;
    bool stick, converged;
    int iterations;
    double error; ///< |f - ssLaw_ProxStep(f)| with r0 = 1/g [N]
    /// how many solutions the step has, if the law depends on the speed and they were counted; else 0
    int solutions;
} ssPlanarSolution;

/// Iterates ssLaw_ProxStep from `start` until a change is below `tolerance` × the size of C.
SS_API_OBJECT ssPlanarSolution ssLaw_SolveProx( const ssLaw* law, double load, double g, ssVec2 gammaFree,
    ssVec2 start, double tolerance, int maxIterations );

/// Solves the contact to rounding error. It sticks if C can carry the force; otherwise the force angle is the
/// root nearest to that of `start`. Where C and D differ there may be several roots: attracting ones take
/// precedence. If C depends on the speed, they are counted, and the speed nearest to that which `start` would
/// give is taken.
SS_API_OBJECT ssPlanarSolution ssLaw_SolveDirect(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start );

/// The same for a contact that slid with `speed` [m/s] a short time ago. A typed law that depends on the
/// speed is solved near this one, several times as fast; its other solutions are not counted.
SS_API_OBJECT ssPlanarSolution ssLaw_SolveNear(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start, double speed );

// -------------------------------------------------------------------------------------------- all components

/// The resistance to sliding, rolling and spinning. `velocity` [m/s, rad/s] and `resistance` [N, N m] hold
/// dimension - 1 numbers in the order T1, T2, R1, R2, S. The components of a block that is at rest under a
/// set-valued law are SS_NAN, and its bit (ss_faceSlide …) is set in `setValued`, which may be NULL.
SS_API_OBJECT void ssLaw_Resistance(
    const ssLaw* law, double load, const double* velocity, double* resistance, unsigned* setValued );

/// The normal velocity [m/s] at which the contact opens while it slides, rolls and spins: 0 for an exact law,
/// mu|u_T| + mu_r|w_R| + mu_s|w_S| for the relaxed one (Acary & Bourrier Eq. 48, Tasora & Anitescu Sec. 4).
SS_API_OBJECT double ssLaw_Dilation( const ssLaw* law, const double* velocity );

/// Coulomb-Contensou friction of a patch that slides and pivots: force [N] and moment [N m] for mu N = 1,
/// from the mean of |v + omega × r| over the pressure (Leine & Glocker 2003).
SS_API_ANY void ssContensou(
    ssPatchPressure pressure, double radius, double speed, double spin, double* force, double* moment );

// ---------------------------------------------------------------------------------------------------- checks

/// The supremum of x·gamma over C, minus f·gamma [W]. It is zero where the law dissipates as
/// much as C allows (Walker & Leine Prop. 2).
SS_API_OBJECT double ssLaw_DissipationDefect( const ssLaw* law, double load, ssVec2 gamma );

/// Whether (f1 - f2)·(gamma1 - gamma2) >= 0 for all pairs (Walker & Leine Def.
/// 13), and the pair with the smallest value.
typedef struct ssMonotonicity
{
    bool holds;
    double value; ///< the smallest product found [W]
    ssVec2 gamma1, force1, gamma2, force2;
} ssMonotonicity;

/// Tests all pairs among `directions` sliding directions, at several speeds if the law depends on the speed,
/// and each of them against all of C at rest.
SS_API_OBJECT ssMonotonicity ssLaw_CheckMonotone( const ssLaw* law, double load, int directions );

/// The speed [m/s] at which the regularised law, or one of the user's own, creeps under a force that a
/// set-valued law would hold at rest. It is 0 for laws that stick, and infinite when the force is too large.
SS_API_OBJECT double ssLaw_CreepSpeed( const ssLaw* law, double load, ssVec2 force );

// ------------------------------------------------------------------------------------------------- materials

/// The normal force of a compliant contact at the depth delta, never below zero.
typedef enum ssCompliance
{
    ss_complianceKelvinVoigt,  ///< k delta + d delta': k [N/m], d [N s/m]
    ss_complianceHuntCrossley, ///< k delta (1 + d delta'): k [N/m], d [s/m]
    /// k delta^(3/2) (1 + d delta'), Hunt and Crossley's damping of Hertz's law: k [N/m^(3/2)], d [s/m]
    ss_complianceHertz,
    ss_complianceCount
} ssCompliance;

/// The properties that a surface contributes to its contacts.
typedef struct ssMaterial
{
    double mu;               ///< [-], >= 0
    double muRoll;           ///< [m], >= 0
    double muSpin;           ///< [m], >= 0
    double restitution;      ///< 0 … 1; of no effect where the contact is compliant
    double stiffness;        ///< k, >= 0; 0: rigid
    double damping;          ///< d, >= 0; of no effect where the stiffness is 0
    ssCompliance compliance; ///< what k and d mean
} ssMaterial;

/// The rule that combines the first four numbers of two materials. Such a rule has no physical basis: the
/// values of a pair that matters are measured. The default is the geometric mean, under which a coefficient
/// of zero stays zero and equal values are kept. Compliances act in series whatever the rule: the depths of
/// both sides add up under the same force. Where the models differ, the side with the smaller k alone gives
/// way.
typedef enum ssCombineRule
{
    ss_combineGeometric,
    ss_combineMin,
    ss_combineMean,
    ss_combineMax,
    ss_combineCount
} ssCombineRule;

SS_API_ANY const char* ssCombineRuleName( ssCombineRule rule );
SS_API_ANY SS_CHECKED ssResult ssCombineMaterials(
    const ssMaterial* a, const ssMaterial* b, ssCombineRule rule, ssMaterial* contact );

// ----------------------------------------------------------------------------------------------------- names

/// The names of the laws in the order of ssLawKind: the choices of the key `law`.
SS_API_DATA const char* const ss_lawKindNames[ss_lawKindCount];
