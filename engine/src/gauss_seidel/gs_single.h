// SPDX-License-Identifier: MIT
#pragma once

#include "base/simd_single.h"
#include "gauss_seidel/gs_private.h"

// Passes in single precision: eight floats take as long as four doubles, and half the memory. Few digits are
// wanted of such passes, and their rounding does not reach the answer: reactions alone are taken from them,
// and the velocities and the judged residual follow from these in double precision. Groups in double
// precision are not made at all; what the passes round off the numbers of a contact is kept beside, another
// float for each, which leaves them 48 bits.
//
// Units are such that numbers are near 1: velocities in `speed` = |q|/sqrt(contacts), reactions in
// `impulse`, that is `speed` times the step of ssGs.

/// A body in half a cache line; `w` is L omega.
typedef struct singleBody
{
    float v[3], inverseMass;
    float w[3], inverseInertia;
} singleBody;

/// Numbers of four contacts on which the answer depends; see sphereGroup and equalGroup. Bounds are those of
/// friction, rolling and spinning per normal reaction: mu, muRoll and muSpin, or rollBound and spinBound.
typedef struct singleNumbers
{
    single3 n;
    single rb, bias, mu, roll, spin;
} singleNumbers;

/// Reactions of four contacts; of equal spheres, the changes of velocity that they cause.
typedef struct singleReactions
{
    single3 f, m;
} singleReactions;

/// As equalGroup.
typedef struct singleEqualGroup
{
    int a[SIMD_WIDTH], b[SIMD_WIDTH];
    singleNumbers x;
    single k, stepT;
    singleReactions p[2]; // at gsSingle.now, and after the pass before that
} singleEqualGroup;

static_assert( sizeof( singleEqualGroup ) % 64 == 0, "whole cache lines" );

/// As sphereGroup and coupledSphereGroup under Coulomb's law.
typedef struct singleGroup
{
    int a[SIMD_WIDTH], b[SIMD_WIDTH];
    singleNumbers x;
    single ra, raLow; // what `ra` rounds off
    single stepN, stepT, stepR;
    single jt, jr, jc, wc; // coupled ones alone
    singleReactions p[2];
} singleGroup;

static inline singleGroup* gsSingleGroup( const ssGs* gs, int kind, int group )
{
    return kind == gs_pair ? &gs->single->pairs[group] : &gs->single->coupled[group];
}

/// The parts of a group that all kinds have.
typedef struct singleView
{
    int* bodies; // a, then b
    singleNumbers *x, *low;
    singleReactions* p;
} singleView;

static inline singleView gsSingleView( const ssGs* gs, int kind, int group )
{
    singleNumbers* low = &gs->single->low[gs->familyBase[gsFamily( kind )] + group];
    if ( kind == gs_equal )
    {
        singleEqualGroup* g = &gs->single->equal[group];
        return ( singleView ){ g->a, &g->x, low, g->p };
    }
    singleGroup* g = gsSingleGroup( gs, kind, group );
    return ( singleView ){ g->a, &g->x, low, g->p };
}
