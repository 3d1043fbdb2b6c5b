// SPDX-License-Identifier: MIT
#pragma once

#include "base/arena.h"
#include "slipstick/shape.h"

// The broad phase finds all pairs of bodies whose boxes overlap, in linear time. Bodies are sorted by size
// into levels (factors of two), and each level into a grid whose cells wrap around, so neither a wide range
// of sizes nor a distant body is costly. The pairs depend only on the boxes; little motion since an earlier
// call makes a call cheap, not different.

typedef struct ssBroadPhase ssBroadPhase;

typedef enum ssBroadKind
{
    ss_broadMoving,
    ss_broadFixed,  ///< static and kinematic bodies, which never form a pair with each other
    ss_broadAbsent, ///< takes no part: an empty slot, or a body without contacts
    ss_broadBall,   ///< moving; two of these form a pair only if the balls inscribed in their boxes overlap
} ssBroadKind;

/// A half-space { x : normal · x <= offset }, which forms a pair with every moving box that it intersects.
typedef struct ssBroadPlane
{
    int body; ///< the plane's body, whose own box is ss_broadAbsent
    ssVec3 normal;
    double offset; ///< [m]
} ssBroadPlane;

typedef struct ssBodyPair
{
    int a, b; ///< a < b
} ssBodyPair;

SS_CHECKED ssResult ssCreateBroadPhase( ssBroadPhase** broadPhase );
void ssDestroyBroadPhase( ssBroadPhase* broadPhase );

/// Temporary memory then comes from this arena, which outlives the calls; NULL (as at first): its own.
void ssBroadPhase_UseArena( ssBroadPhase* broadPhase, ssArena* arena );

/// Finds all pairs, sorted by (a, b) and valid until the next call. The caller has widened the boxes by
/// motion and half the contact margin. `kinds` NULL: all bodies move. A box with a bound that is NaN takes no
/// part. Allocates only when the numbers of bodies or pairs grow.
SS_CHECKED ssResult ssBroadPhase_Update( ssBroadPhase* broadPhase, int count, const ssAabb* boxes,
    const ssBroadKind* kinds, int planeCount, const ssBroadPlane* planes );
int ssBroadPhase_PairCount( const ssBroadPhase* broadPhase );
const ssBodyPair* ssBroadPhase_Pairs( const ssBroadPhase* broadPhase );
/// Memory in use [bytes].
size_t ssBroadPhase_Memory( const ssBroadPhase* broadPhase );
