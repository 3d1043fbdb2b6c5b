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
// about the origin. With its support function h(y) = max { c·y : c in C } the dual cone is
// { y_N >= h(y_T, y_R, y_S) }. De Saxcé's correction, the bipotential and the dissipation also follow from h
// (Acary & Bourrier Lemma 3.1, Eqs. 32, 43, 55).
//
// The projection depends on the units of moments, because a newton and a newton metre weigh the same in it.
// Callers divide moments by a length first.

#define SS_CONE_MAX 6         ///< the largest number of components
#define SS_CONE_MAX_RAYS 10   ///< the largest number of generators of a normal cone: ± five tangential axes
#define SS_CONE_MIN_FACETS 2  ///< fewer directions do not bound the sliding force
#define SS_CONE_MAX_FACETS 64 ///< such a polygon exceeds the disc by 0.03 %

/// The shape of the section C.
typedef enum ssConeVariant
{
    ss_coneIntersection = 0, ///< product of a disc, a disc and an interval (Acary & Bourrier Eq. 20)
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

/// The face of the cone that holds a projected point: one bit for each block on its bound. The blocks of the
/// ellipsoidal cone share one bound; there the bits are those of all blocks that are not zero.
typedef enum ssConeFace
{
    ss_faceInside = 0,
    ss_faceSlide = 1,
    ss_faceRoll = 2,
    ss_faceSpin = 4,
    ss_faceApex = 8,  ///< the whole projection is zero
    ss_faceEdge = 16, ///< polyhedral, together with ss_faceSlide: on the edge between two facets
} ssConeFace;

/// Contact modes of Acary & Bourrier Eq. 21, extended by spinning; the numbers of the signal `mode`.
typedef enum ssContactMode
{
    ss_modeOpen = 0,
    ss_modeStick = 1,
    ss_modeSlide = 2,
    ss_modeRoll = 3,
    ss_modeSlideRoll = 4,
    ss_modeSpin = 5, ///< pivots about the normal without sliding or rolling
    ss_modeCount
} ssContactMode;

/// Checks that coefficients are finite and >= 0, the dimension is 3, 5 or 6, the variant is known, and a
/// polyhedral cone has an allowed number of facets and a finite angle.
SS_API_ANY SS_CHECKED ssResult ssCheckCone( const ssCone* cone );

/// The name of a variant, such as "ellipsoidal".
SS_API_ANY const char* ssConeVariantName( ssConeVariant variant );

// ------------------------------------------------------------------------------------------------ projection

/// The Euclidean projection of `x` onto K, the nearest admissible reaction (Acary & Bourrier Prop. 5.2,
/// including the cases that the proposition leaves open). `x` and `p` hold `dimension` numbers and may be the
/// same array. `x` must be finite, which is not checked: otherwise `p` and the face are meaningless.
SS_API_ANY ssConeFace ssProjectOntoCone( const ssCone* cone, const double* x, double* p );

/// The projection and its derivative: `jacobian` holds dimension² numbers row by row. Where the projection is
/// not differentiable, it is an element of Clarke's generalised Jacobian, that is a limit of derivatives
/// nearby. It is symmetric with eigenvalues in [0, 1], and J x = P(x). `p` may be NULL.
SS_API_ANY ssConeFace ssCone_ProjectionJacobian(
    const ssCone* cone, const double* x, double* p, double* jacobian );

/// "apex", or one character per block, "A" for an active block and "-" for an inactive one, such as "AA-".
SS_API_ANY const char* ssConeFaceName( int dimension, ssConeFace face );

// ----------------------------------------------------------------------------------------- geometry, duality

/// The support function h(y) = max { c·y : c in C } of the section at p_N = 1.
/// The normal component of `y` has no effect.
SS_API_ANY double ssCone_SectionSupport( const ssCone* cone, const double* y );

/// The gauge of the sliding force: |p_T| over the largest force that C allows in its direction
/// under p_N, regardless of moments. It is 1 on the rim of the disc or polygon, and infinite
/// when C allows nothing and p_T is not zero.
SS_API_ANY double ssCone_SlidingGauge( const ssCone* cone, const double* p );

/// Fills `count` points on the rim of the sliding disc or polygon at p_N = 1, counter-clockwise. They include
/// every corner of a polygon if count >= 2 facets.
SS_API_ANY void ssCone_SlidingOutline( const ssCone* cone, int count, ssVec2* points );

/// The Euclidean distances of `x` from K, from its dual K* and from its polar -K*.
SS_API_ANY double ssCone_Distance( const ssCone* cone, const double* x );
SS_API_ANY double ssCone_DualDistance( const ssCone* cone, const double* x );
SS_API_ANY double ssCone_PolarDistance( const ssCone* cone, const double* x );

// ------------------------------------------------------------------------------------------- De Saxcé's term

/// De Saxcé's modified velocity yhat = y + (mu |u_T| + mu_r |w_R| + mu_s |w_S|, 0, …) (Acary & Bourrier Eq.
/// 32). The law is K* ∋ yhat ⟂ p ∈ K. `y` and `yhat` may be the same array.
SS_API_ANY void ssCone_ModifiedVelocity( const ssCone* cone, const double* y, double* yhat );

/// The power that the contact turns into heat, (mu |u_T| + mu_r |w_R| + mu_s |w_S|) p_N (Acary & Bourrier
/// Eq. 43). It equals -y·p where the law holds.
SS_API_ANY double ssCone_Dissipation( const ssCone* cone, const double* y, const double* p );

// --------------------------------------------------------------------------------------------- contact modes

/// The name of a mode, such as "slide + roll".
SS_API_ANY const char* ssContactModeName( ssContactMode mode );
/// The same without spaces, for files: "slide+roll".
SS_API_ANY const char* ssContactModeWord( ssContactMode mode );
/// Orders the modes by how much moves: of several points between two bodies, the highest one is shown.
SS_API_ANY int ssContactModeRank( ssContactMode mode );

/// The mode of a closed contact from what moves in it. ssContactView_Mode decides what does.
SS_API_ANY ssContactMode ssModeOfMotion( bool slides, bool rolls, bool spins );
