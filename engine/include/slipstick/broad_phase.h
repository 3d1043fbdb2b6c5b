// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/shape.h"

// Which bodies may touch: all pairs whose boxes overlap, found in time linear in the number of bodies. Bodies are
// sorted into levels by size (factors of two), each level into a grid whose cells wrap round, so that neither a wide
// range of sizes nor a far traveller costs anything. The list depends on nothing but the boxes.

typedef struct ssBroadPhase ssBroadPhase;

typedef enum ssBroadKind
{
    ss_broadMoving,
    ss_broadFixed,  ///< static and kinematic bodies: never paired among themselves
    ss_broadAbsent, ///< takes no part: an empty slot, a body without contacts
    ss_broadBall, ///< moving, and only the ball in its box counts: two of them are a pair where their balls overlap
} ssBroadKind;

/// A half-space { x : normal · x <= offset }, tested against the corners of every moving box.
typedef struct ssBroadPlane
{
    int body; ///< whose slot among the boxes is ss_broadAbsent
    ssVec3 normal;
    double offset; ///< [m]
} ssBroadPlane;

typedef struct ssBodyPair
{
    int a, b; ///< a < b
} ssBodyPair;

SS_API ssResult ssCreateBroadPhase( ssBroadPhase** broadPhase );
SS_API void ssDestroyBroadPhase( ssBroadPhase* broadPhase );

/// Finds all pairs, sorted by (a, b), valid until the next call. `boxes` are already widened by what the bodies may
/// move and by half the contact margin; `kinds` may be NULL: all moving. A box that is not a number takes no part.
/// Allocates only while the numbers of bodies and pairs grow; ss_errorMemory when there is none.
SS_API ssResult ssBroadPhase_Update( ssBroadPhase* broadPhase, int count, const ssAabb* boxes,
    const ssBroadKind* kinds, int planeCount, const ssBroadPlane* planes );
SS_API int ssBroadPhase_PairCount( const ssBroadPhase* broadPhase );
SS_API const ssBodyPair* ssBroadPhase_Pairs( const ssBroadPhase* broadPhase );
/// Bytes it holds.
SS_API size_t ssBroadPhase_Memory( const ssBroadPhase* broadPhase );
