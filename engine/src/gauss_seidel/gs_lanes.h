// SPDX-License-Identifier: MIT
#pragma once

#include "cone/de_saxce.h"
#include "gauss_seidel/gs_private.h"

// What the kernels for spheres and for any bodies share, on four contacts at a time.

// ------------------------------------------------------------------------------------------- bodies in lanes

/// Four bodies. Kernels for any bodies do not use `inverseInertia` and write it back unchanged.
typedef struct gsMotion
{
    simd3 v, w;
    simd inverseMass, inverseInertia;
} gsMotion;

SIMD_INLINE gsMotion gsGather( const gsBody* bodies, const int* index )
{
    const double* lower[SIMD_WIDTH];
    const double* upper[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        lower[i] = bodies[index[i]].v;
        upper[i] = bodies[index[i]].w;
    }
    gsMotion m;
    simdGather( lower, &m.v.x, &m.v.y, &m.v.z, &m.inverseMass );
    simdGather( upper, &m.w.x, &m.w.y, &m.w.z, &m.inverseInertia );
    return m;
}

SIMD_INLINE void gsScatter( gsBody* bodies, const int* index, const gsMotion* m )
{
    double* lower[SIMD_WIDTH];
    double* upper[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        lower[i] = bodies[index[i]].v;
        upper[i] = bodies[index[i]].w;
    }
    simdScatter( lower, m->v.x, m->v.y, m->v.z, m->inverseMass );
    simdScatter( upper, m->w.x, m->w.y, m->w.z, m->inverseInertia );
}

/// Adds to the velocities of four bodies, which, unlike for gsScatter, need not stay in registers.
SIMD_INLINE void gsAddMotion( gsBody* bodies, const int* index, simd3 v, simd3 w )
{
    double* lower[SIMD_WIDTH];
    double* upper[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        lower[i] = bodies[index[i]].v;
        upper[i] = bodies[index[i]].w;
    }
    simdScatterAdd( lower, v.x, v.y, v.z, simdOf( 0.0 ) );
    simdScatterAdd( upper, w.x, w.y, w.z, simdOf( 0.0 ) );
}

// --------------------------------------------------------------------------------------------- extrapolation

/// What a pass carries from group to group.
typedef struct gsLoopState
{
    simd omega, beta;
    simd restartProduct, stepSquare; // sums over the groups so far
    simd* previous;                  // reactions of the current group; NULL where nothing is extrapolated
} gsLoopState;

static inline gsLoopState gsBeginLoop( const gsPass* pass, int kind, int first )
{
    return ( gsLoopState ){ simdOf( pass->omega ), simdOf( pass->beta ), simdOf( 0.0 ), simdOf( 0.0 ),
        pass->extrapolates ? gsPreviousReaction( pass->gs, kind, first ) : NULL };
}

/// y = p + beta (p - previous p) of one component; p becomes the previous one.
SIMD_INLINE simd gsExtrapolate( const gsLoopState* state, simd p, int c )
{
    simd y = simdMulAdd( p, state->beta, simdSub( p, state->previous[c] ) );
    state->previous[c] = p;
    return y;
}

SIMD_INLINE simd3 gsExtrapolate3( const gsLoopState* state, simd3 p, int c )
{
    return ( simd3 ){ gsExtrapolate( state, p.x, c ), gsExtrapolate( state, p.y, c + 1 ),
        gsExtrapolate( state, p.z, c + 2 ) };
}

/// Records that one component went from y to x. The restart product is summed over contacts with the relaxed
/// law alone: Coulomb's law restarts by the size of the steps.
SIMD_INLINE void gsRecordStep( const bool relaxed, gsLoopState* state, simd y, simd x, int c )
{
    simd change = simdSub( y, x );
    state->stepSquare = simdMulAdd( state->stepSquare, change, change );
    if ( relaxed )
    {
        state->restartProduct = simdMulAdd( state->restartProduct, change, simdSub( x, state->previous[c] ) );
    }
}

// -------------------------------------------------------------------------------------------- cones in lanes

// Added to squares before a root, so that nothing is divided by zero; no physical square is this small.
#define GS_TINY 1e-200

/// p_N of the projection onto K in the metric that weighs component block i with
/// ratio_i of the normal's weight: the root of
///     p_N - x_N - sum ratio_i mu_i (l_i - mu_i p_N)_+,
/// found as in cone_projection.c by the sign at each block's breakpoint. `length`
/// holds the lengths l_i of the `blocks` blocks.
SIMD_INLINE simd gsProjectNormal(
    const int blocks, simd x, const simd* mu, const simd* length, const simd* ratio )
{
    const simd zero = simdOf( 0.0 );
    simd top = x, bottom = simdOf( 1.0 );
    for ( int i = 0; i < blocks; ++i )
    {
        simd bound = simdMul( mu[i], x );
        for ( int j = 0; j < blocks; ++j )
        {
            if ( j != i )
            {
                simd later = simdMulSub( simdMul( mu[i], length[j] ), mu[j], length[i] );
                bound = simdMulAdd( bound, simdMul( ratio[j], mu[j] ), simdMax( later, zero ) );
            }
        }
        simd weight = simdMul( ratio[i], mu[i] );
        top = simdAdd( top, simdWhereMore( length[i], bound, simdMul( weight, length[i] ) ) );
        bottom = simdAdd( bottom, simdWhereMore( length[i], bound, simdMul( weight, mu[i] ) ) );
    }
    return simdMax( simdDiv( top, bottom ), zero );
}

/// The factor that brings a vector with this square into the disc of radius `bound`.
SIMD_INLINE simd gsShrink( simd square, simd bound )
{
    return simdMin( simdDiv( bound, simdSqrt( simdAdd( square, simdOf( GS_TINY ) ) ) ), simdOf( 1.0 ) );
}

// --------------------------------------------------------------------------------------------- equal spheres

/// A group of equal spheres as one of any spheres, with reactions in their own units. Mass and inertia are 1
/// in lanes without a contact.
SIMD_INLINE sphereGroup gsAnySpheres( const bool moments, const gsBody* bodies, const equalGroup* e )
{
    _Alignas( 16 ) double m[SIMD_WIDTH], j[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        const gsBody* body = &bodies[e->b[i]];
        m[i] = body->inverseMass > 0.0 ? 1.0 / body->inverseMass : 1.0;
        j[i] = body->inverseInertia > 0.0 ? 1.0 / body->inverseInertia : 1.0;
    }
    const simd half = simdOf( 0.5 ), mass = simdLoad( m ), inertia = simdLoad( j );
    sphereGroup g = { .n = e->n,
        .ra = e->r,
        .rb = e->r,
        .bias = e->bias,
        .mu = e->mu,
        .stepN = simdMul( half, mass ),
        .stepT = simdMul( e->stepT, mass ),
        .f = simd3Scale( mass, e->f ) };
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        g.a[i] = e->a[i];
        g.b[i] = e->b[i];
    }
    if ( moments )
    {
        simd ratio = simdDiv( inertia, mass );
        g.muRoll = simdMul( e->rollBound, ratio );
        g.muSpin = simdMul( e->spinBound, ratio );
        g.stepR = simdMul( half, inertia );
        g.m = simd3Scale( inertia, e->m );
    }
    return g;
}
