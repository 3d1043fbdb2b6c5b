// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/vecmath.h"

// The cone of admissible reactions of one contact,
//     K = { p_N >= 0, |p_T| <= mu p_N, |p_R| <= mu_r p_N, |p_S| <= mu_s p_N },
// its named variants, their exact projections with derivatives, and the contact law that goes with them.
// Components in the order N, T1, T2, R1, R2, S: normal force, sliding friction, rolling moment, spinning
// moment.
//
// Every variant is K = { p_N >= 0, (p_T, p_R, p_S) in p_N C } with a section C that is convex and symmetric
// about the origin. With h(y) = max { c·y : c in C } the dual cone is { y_N >= h(y_T, y_R, y_S) }, and De
// Saxcé's correction, the bipotential and the dissipation are h's as well (Acary & Bourrier Lemma 3.1, Eqs.
// 32, 43, 55).
//
// The projection is a matter of units: newtons and newton metres weigh alike. Callers scale moments by a
// length.

#define SS_CONE_MAX 6       ///< components
#define SS_CONE_MAX_RAYS 10 ///< generators of a normal cone
#define SS_CONE_MIN_FACETS 2
#define SS_CONE_MAX_FACETS 64

/// The shape of the section C.
typedef enum ssConeVariant
{
    ss_coneIntersection = 0, ///< a disc, a disc and an interval, each on its own (Acary & Bourrier Eq. 20)
    ss_coneEllipsoidal,      ///< sum of (p_i / mu_i)² <= p_N² over all blocks together, as in MuJoCo
    ss_coneCircumscribed, ///< the sliding disc becomes { |e_j·p_T| <= mu p_N }, j = 1 … k (Peiret et al.)
    ss_coneInscribed,     ///< the sliding disc becomes the hull of ±mu p_N e_j (Stewart & Trinkle)
    ss_coneVariantCount
} ssConeVariant;

typedef struct ssCone
{
    int dimension; ///< 3 sliding, 5 sliding + rolling, 6 sliding + rolling + spinning
    double mu;     ///< sliding coefficient [-], >= 0
    double muRoll; ///< rolling resistance length mu_r [m], >= 0 (Acary & Bourrier Eq. 1)
    double muSpin; ///< spinning resistance length mu_s [m], >= 0 (Tasora & Anitescu Sec. 2)
    ssConeVariant variant;
    int facets;        ///< polyhedral: k directions e_j at facetAngle + pi (j - 1)/k; 2 … 64
    double facetAngle; ///< polyhedral: direction of e_1 [rad]
} ssCone;

/// Where a projection landed. Bits of the blocks that lie on their bound; in the ellipsoidal cone, whose
/// blocks share one bound, of all blocks that are not zero.
typedef enum ssConeFace
{
    ss_faceInside = 0,
    ss_faceSlide = 1,
    ss_faceRoll = 2,
    ss_faceSpin = 4,
    ss_faceApex = 8,  ///< the whole projection is zero
    ss_faceEdge = 16, ///< polyhedral, with ss_faceSlide: where two facets meet
} ssConeFace;

/// Contact modes of Acary & Bourrier Eq. 21, extended by spinning; the numbers of the signal `mode`.
typedef enum ssContactMode
{
    ss_modeOpen = 0,
    ss_modeStick = 1,
    ss_modeSlide = 2,
    ss_modeRoll = 3,
    ss_modeSlideRoll = 4,
    ss_modeSpin = 5, ///< neither slides nor rolls, only pivots about the normal
    ss_modeCount
} ssContactMode;

/// Coefficients finite and >= 0, dimension 3, 5 or 6; a known variant; facets and angle where they matter.
SS_API ssResult ssCheckCone( const ssCone* cone );

/// "ellipsoidal"; -1 when no variant has that name.
SS_API const char* ssConeVariantName( ssConeVariant variant );
SS_API int ssFindConeVariant( const char* name );

// ------------------------------------------------------------------------------------------------ projection

/// Euclidean projection of `x` onto K: the nearest admissible reaction (Acary & Bourrier Prop. 5.2; exact
/// also where the printed cases have holes). `x` and `p` hold `dimension` numbers and may be the same array.
/// Any finite numbers are fine. Not checked: with a NaN or infinity in `x`, `p` and the face mean nothing.
SS_API ssConeFace ssProjectOntoCone( const ssCone* cone, const double* x, double* p );

/// The same, refusing a bad cone and numbers that are not finite; then `p` is left alone. `face` may be NULL.
SS_API ssResult ssProjectOntoConeChecked( const ssCone* cone, const double* x, double* p, ssConeFace* face );

/// Nearest point of the dual cone K* = { y : y·p >= 0 for all p in K }, by Moreau's x + P_K(-x).
SS_API void ssProjectOntoDualCone( const ssCone* cone, const double* x, double* y );

/// The projection and `jacobian`, dimension² numbers row by row: the derivative of the projection where it
/// has one, elsewhere an element of Clarke's generalised Jacobian (a limit of derivatives nearby). Symmetric,
/// eigenvalues in [0, 1], and J x = P(x). `p` may be NULL.
SS_API ssConeFace ssCone_ProjectionJacobian(
    const ssCone* cone, const double* x, double* p, double* jacobian );

/// One letter per block: "A" active, "-" not, or "apex": "AA-".
SS_API const char* ssConeFaceName( int dimension, ssConeFace face );

// ----------------------------------------------------------------------------------------- geometry, duality

/// h = max { c·y : c in C } over the section at p_N = 1. Looks at the tangential components of `y` only.
SS_API double ssCone_SectionSupport( const ssCone* cone, const double* y );

/// The gauge of sliding, moments aside: p_T reaches so much of what C allows it under p_N. Below 1 inside, 1 on the rim
/// of the disc or polygon; infinite where nothing is allowed and p_T is not zero.
SS_API double ssCone_SlidingGauge( const ssCone* cone, const double* p );

/// `count` points around the rim of the sliding disc or polygon at p_N = 1, counter-clockwise; every corner is one of
/// them from count = 2 facets on.
SS_API void ssCone_SlidingOutline( const ssCone* cone, int count, ssVec2* points );

/// Euclidean distances to K, to its dual K* and to its polar -K*.
SS_API double ssCone_Distance( const ssCone* cone, const double* x );
SS_API double ssCone_DualDistance( const ssCone* cone, const double* x );
SS_API double ssCone_PolarDistance( const ssCone* cone, const double* x );

/// Membership: is that distance at most `tolerance` >= 0, in the units of `x`?
SS_API bool ssCone_Contains( const ssCone* cone, const double* x, double tolerance );
SS_API bool ssCone_DualContains( const ssCone* cone, const double* x, double tolerance );
SS_API bool ssCone_PolarContains( const ssCone* cone, const double* x, double tolerance );

/// The normal cone of K at its member `p`, as generators: (-mu, p_T/|p_T|, 0, 0) and so on (Acary & Bourrier
/// Eqs. 39, 41), both directions of every axis for a coefficient of zero, one ray per facet of a polyhedral
/// cone. `count` is 0 inside. At the apex it is the whole polar cone, `apex` is set and `count` is 0.
typedef struct ssConeNormals
{
    double rays[SS_CONE_MAX_RAYS][SS_CONE_MAX];
    int count;
    bool apex;
} ssConeNormals;

/// A bound counts as reached within `tolerance` >= 0, in the units of `p`.
SS_API ssConeNormals ssCone_NormalCone( const ssCone* cone, const double* p, double tolerance );

// --------------------------------------------------------------------------------------------------- the law

/// De Saxcé's modified velocity yhat = y + (mu |u_T| + mu_r |w_R| + mu_s |w_S|, 0, …) (Acary & Bourrier Eq.
/// 32). The law is K* ∋ yhat ⟂ p ∈ K. `y` and `yhat` may be the same array.
SS_API void ssCone_ModifiedVelocity( const ssCone* cone, const double* y, double* yhat );

/// b(-y, p) = h(y) p_N, or infinity where u_N < 0 or p is not in K (Acary & Bourrier Prop. 4.2). b(-y, p) >=
/// -y·p for all y and p, with equality exactly where the law holds. `tolerance` >= 0 is how far, in their own
/// units, u_N and p may be outside.
SS_API double ssCone_Bipotential( const ssCone* cone, const double* y, const double* p, double tolerance );

/// Power the contact turns into heat, (mu |u_T| + mu_r |w_R| + mu_s |w_S|) p_N (Acary & Bourrier Eq. 43):
/// equals -y·p where the law holds.
SS_API double ssCone_Dissipation( const ssCone* cone, const double* y, const double* p );

/// "slide + roll"
SS_API const char* ssContactModeName( ssContactMode mode );

/// Mode from what moves: a velocity counts when it exceeds `tolerance` [m/s]; `length` [m] turns angular into
/// surface velocities. `touching` is false when the contact carries no force.
SS_API ssContactMode ssClassifyContact(
    bool touching, double slide, double roll, double spin, double length, double tolerance );

/// How strictly a pair of reaction and velocity is read.
typedef struct ssPairTolerance
{
    double force;  ///< [N], > 0
    double speed;  ///< [m/s], > 0
    double length; ///< [m], > 0; turns moments into forces and angular into surface velocities
} ssPairTolerance;

/// Mode of the pair (p, y) by Acary & Bourrier Eq. 21 with spinning. Each mode's residual is the worst
/// violation of its conditions in tolerances; of those within 1 the one in which least happens wins (open,
/// stick, …), otherwise the smallest. `residual` may be NULL; above 1 the pair obeys no mode.
SS_API ssContactMode ssClassifyPair(
    const ssCone* cone, const double* p, const double* y, ssPairTolerance tolerance, double* residual );
