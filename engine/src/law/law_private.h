// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"

// The functions that the files of the law families share.

extern const ssLawType ss_lawTypeCoulomb, ss_lawTypeCoulombRolling, ss_lawTypeCoulombSpinning,
    ss_lawTypeRelaxed, ss_lawTypeEllipsoidal, ss_lawTypePolyhedral, ss_lawTypeAssociated,
    ss_lawTypeAssociatedEllipse, ss_lawTypeCollinear, ss_lawTypeExtended, ss_lawTypeTransformed,
    ss_lawTypeAsperity, ss_lawTypeTabulated, ss_lawTypeContensou, ss_lawTypeRegularised, ss_lawTypeTristate,
    ss_lawTypeText, ss_lawTypeCallback;

ssResult ssCheckStribeck( const ssStribeck* stribeck );

/// Makes C and D the circle of radius mu at the load 1 N. With mu = 0 the law is frictionless.
ssResult lawUseCircle( const ssLawDef* def, ssLaw* law );

/// Makes a set; an error has the prefixed key and the largest offset that keeps the origin inside.
ssResult lawMakeSet( const ssSetDef* def, const char* prefix, ssSet* set );

/// Stores the points of the law's sets in its definition, so that the law can be made from it again.
void lawGivePoints( const ssLaw* law, ssLawDef* def );

/// Rejects a set that is not convex; the error gives the angle and how much larger the hull is.
ssResult lawNeedConvex( const ssSet* set, const char* prefix, const char* why );

/// Makes D the same set as C.
void lawShareSets( ssLaw* law );

/// Makes law->d from `d`, scaled to the largest set that lies inside law->c. If the law is strict, `d` is not
/// scaled and is rejected if it does not lie inside. `d` is consumed in either case.
ssResult lawScaleIntoReservoir( ssLaw* law, ssSet* d );

/// The force f = z/k_C(z) with z = grad Psi*_D (Walker & Leine Eq. 84).
ssLawForce lawExtendedSlip( const ssLaw* law, ssVec2 direction, double speed );

/// The fewest and the most rows a law can take: 3 sliding, 5 with rolling, 6 with spinning.
#define LAW_OF_ROWS( fewest, most ) .minDimension = fewest, .maxDimension = most

/// What a type of law promises that is like Coulomb's.
#define LAW_LIKE_COULOMB .setValued = true, .associated = true, .monotone = true, .dissipative = true

/// A law of sets that may have any direction, force and velocity.
#define LAW_OF_SETS                                                                          \
    .flags = ss_lawFlagAnisotropic, .minDimension = 3, .maxDimension = 6, .setValued = true, \
    .dissipative = true

// equally spaced sliding angles at which a flow rule is sampled: one per quarter degree
#define LAW_FLOW_NODES 1440

#define LAW_GAP_SEEN 1e-6 // closure gaps below are due to the integration of Eq. 71

/// Makes the law follow its flow rule: checks it, makes C from its forces unless `keepC` is set and law->c
/// exists, makes D by Walker & Leine Eq. 71, and fills law->report. `nodes` are `count` ascending sliding
/// angles [rad] within one turn, between which the rule is smooth; NULL: equally spaced ones.
ssResult lawUseFlow( ssLaw* law, const double* nodes, int count, bool keepC );

/// k_C(x) in the curve of the rule's forces at the reference load, and the sliding direction for x.
double lawFlowGauge( const ssLaw* law, ssVec2 x, ssVec2* direction );

/// The sliding force nearest to `near` under the trial force x = f + r gamma, at the reference load. `guess`
/// is a possible sliding direction or zero. False if there is none.
bool lawFlowSlide( const ssLaw* law, ssVec2 x, ssVec2 guess, ssVec2 near, ssVec2* force );

/// The force under the trial force f + r0 gamma, whether the contact sticks or slides. `scale` is the factor
/// on the rule. The fixed points f are exactly the pairs (f, gamma) that obey the rule.
ssVec2 lawFlowStep( const ssLaw* law, double scale, ssVec2 force, ssVec2 gamma, double r0 );

/// The fraction of the bound that a block of the regularised or tristate law exerts at a speed [m/s].
double lawSingleValuedFraction( const ssLaw* law, double speed );

/// For one block of the regularised law, the f with f = bound × fraction( scale v ) and r v + f = size.
double lawRegularisedProx( const ssLaw* law, double bound, double scale, double r, double size );

/// Replaces force and moment, both >= 0, by the nearest pair that a patch can exert. `bound` is mu times the
/// load, `lever` the patch radius over the length that divided the moments.
void lawPatchProx( const ssLaw* law, double bound, double lever, double* force, double* moment );

// --------------------------------------------------------------------------------------- the user's own laws

/// The force of a callback or a registered function at its site, with derivatives by central differences
/// where it gives none.
void lawCalledForce(
    const ssLaw* law, double load, ssVec2 gamma, ssVec2* force, double* derivative, double* next );

/// The site of a law; without one, that of the origin at t = 0.
const ssLawSite* lawSiteOf( const ssLaw* law );

/// The factor by which the forces of a law become what its site works in: h for impulses, else 1.
double lawImpulsePerForce( const ssLaw* law );

/// The gauge of a force in all that the law can exert: C's, or 0 without C or if C may grow with speed.
double lawReachGauge( const ssLaw* law, double load, ssVec2 force );

/// Makes the set that pictures show for a law that is a function of the velocity.
ssResult lawUseFunction( ssLaw* law );

#define LAW_FORCE_MAX 1e100 // [N], [N s]: squares of forces and their sums stay finite

/// Whether a force can be computed with.
bool lawForceIsUsable( ssVec2 force );

/// What the law lacks under a load > 0 and a sliding velocity: "finite force", "finite state", "usable set";
/// NULL: nothing. Coefficients of varying cones are not checked.
const char* lawMissing( const ssLaw* law, double load, ssVec2 gamma );

/// A velocity with f(gamma) + r gamma = z for a law that is a function.
typedef struct functionSolution
{
    ssVec2 gamma, force;
    double miss; // what is left of the equation
    bool converged;
    int evaluations;
    bool hasFault;
    ssVec2 fault; // the first velocity that was tried where the law gave no force that is usable
} functionSolution;

/// Finds the solution near `guess` for a load > 0, or, if there is none, what comes closest.
functionSolution lawFunctionSolve( const ssLaw* law, double load, ssVec2 z, double r, ssVec2 guess );

/// A symmetric matrix.
typedef struct lawSym2
{
    double xx, xy, yy;
} lawSym2;

/// The same with a matrix in the place of r, up to a remainder of `tolerance`, in units of force.
functionSolution lawFunctionSolveBlock(
    const ssLaw* law, double load, ssVec2 z, lawSym2 r, ssVec2 guess, double tolerance );

// The functions of law.h for laws that are functions of the velocity.
ssLawForce lawFunctionSlip( const ssLaw* law, double load, ssVec2 gamma );
ssVec2 lawFunctionStep( const ssLaw* law, double load, ssVec2 force, ssVec2 gamma, double r0 );
ssPlanarSolution lawFunctionSolveDirect(
    const ssLaw* law, double load, double g, ssVec2 gammaFree, ssVec2 start );
ssSlideDirections lawFunctionDirections( const ssLaw* law, double load, ssVec2 force );

/// The speed at which the law exerts a force, infinite if there is none, and the velocity.
double lawFunctionCreep( const ssLaw* law, double load, ssVec2 force, ssVec2* gamma );

/// The first indices of tangential vectors among the states; returns how many (<= SS_LAW_MAX_STATES/2).
int lawStatePairs( const ssLaw* law, int* first );

/// Whether the states of one law can be taken over by the other: the same numbers of the same sizes.
bool lawRemembersLike( const ssLaw* a, const ssLaw* b );

// ------------------------------------------------------------------------------- coefficients of a typed law

/// Whether a typed law is a cone at given coefficients: C and D are discs, and contacts at rest stick.
bool lawIsVaryingCone( const ssLaw* law );

/// The ssLawInput bits on which the coefficients of lawCoefficients depend; 0: the law has none that change.
unsigned lawCoefficientInputs( const ssLaw* law );
bool lawGivesRoll( const ssLaw* law ); // a typed law bounds the rolling moment itself
bool lawGivesSpin( const ssLaw* law );

/// A contact under a typed law: its load, as its site has it and > 0, and its sliding velocity.
typedef struct lawPoint
{
    const ssLawSite* site;
    double load;
    ssVec2 gamma;
} lawPoint;

/// Evaluates mu, mu_r [m] and mu_s [m] of a typed law at many points, with the states at the end of the step.
/// What the law does not give, mu where its sets are no discs included, stays as it is.
void lawCoefficients( const ssLaw* law, int count, const lawPoint* points, double ( *coefficients )[3] );
