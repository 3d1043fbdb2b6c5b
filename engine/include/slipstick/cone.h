// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// The cone of admissible reactions of one contact,
//     K = { p_N >= 0, |p_T| <= mu p_N, |p_R| <= mu_r p_N, |p_S| <= mu_s p_N },
// with its exact projection, and the contact modes that go with it. Components in the order
// N, T1, T2, R1, R2, S: normal force, sliding friction, rolling moment, spinning moment.

#define SS_CONE_MAX 6

typedef struct ssCone
{
    int dimension;   ///< 3 sliding, 5 sliding + rolling, 6 sliding + rolling + spinning
    double mu;       ///< sliding coefficient [-], >= 0
    double muRoll;   ///< rolling resistance length mu_r [m], >= 0 (Acary & Bourrier Eq. 1)
    double muSpin;   ///< spinning resistance length mu_s [m], >= 0 (Tasora & Anitescu Sec. 2)
} ssCone;

/// Where a projection landed. Bits of the blocks that lie on their bound.
typedef enum ssConeFace
{
    ss_faceInside = 0,
    ss_faceSlide = 1,
    ss_faceRoll = 2,
    ss_faceSpin = 4,
    ss_faceApex = 8, ///< the whole projection is zero
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

/// Coefficients finite and >= 0, dimension 3, 5 or 6.
SS_API ssResult ssCheckCone( const ssCone* cone );

/// Euclidean projection of `x` onto K: the nearest admissible reaction (Acary & Bourrier Prop. 5.2; exact also
/// where the printed cases have holes). `x` and `p` hold `dimension` numbers and may be the same array.
SS_API ssConeFace ssProjectOntoCone( const ssCone* cone, const double* x, double* p );

/// One letter per block: "A" active, "-" not, or "apex": "AA-".
SS_API const char* ssConeFaceName( int dimension, ssConeFace face );

/// "slide + roll"
SS_API const char* ssContactModeName( ssContactMode mode );

/// Mode from what moves: a velocity counts when it exceeds `tolerance` [m/s]; `length` [m] turns angular into
/// surface velocities. `touching` is false when the contact carries no force.
SS_API ssContactMode ssClassifyContact(
    bool touching, double slide, double roll, double spin, double length, double tolerance );
