// SPDX-License-Identifier: MIT
// No include guard: included by gs_sphere_kernels.h.
#include "gauss_seidel/gs_lanes.h"

// Kernels for contacts between equal spheres under Coulomb's law, four at a time: in most piles, where a step
// spends most of its time. They need only differences and sums of velocities, which are formed before
// transposing into lanes, so that bodies need not stay in registers.

typedef struct EqualBodies
{
    gsBody *a[SIMD_WIDTH], *b[SIMD_WIDTH];
} EqualBodies;

SIMD_INLINE EqualBodies equalBodies( gsBody* bodies, const equalGroup* g )
{
    EqualBodies both;
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        both.a[i] = &bodies[g->a[i]];
        both.b[i] = &bodies[g->b[i]];
    }
    return both;
}

/// v_b - v_a
SIMD_INLINE simd3 velocityDifference( const EqualBodies* at )
{
    simd r[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        r[i] = simdSub( simdLoad( at->b[i]->v ), simdLoad( at->a[i]->v ) );
    }
    return simd3OfRecords( r );
}

/// w_b + w_a and w_b - w_a
SIMD_INLINE void spins( const bool moments, const EqualBodies* at, simd3* sum, simd3* difference )
{
    simd s[SIMD_WIDTH], d[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        simd a = simdLoad( at->a[i]->w ), b = simdLoad( at->b[i]->w );
        s[i] = simdAdd( b, a );
        d[i] = simdSub( b, a );
    }
    *sum = simd3OfRecords( s );
    *difference = moments ? simd3OfRecords( d ) : *sum;
}

/// Adds F to b's velocity, subtracts it from a's; both turn by -k N × F, b by M and a by -M.
SIMD_INLINE void applyEqualReaction(
    const bool moments, const EqualBodies* at, const equalGroup* g, simd3 f, simd3 m )
{
    simd r[SIMD_WIDTH], s[SIMD_WIDTH];
    simd3ToRecords( f, r );
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        simdStore( at->b[i]->v, simdAdd( simdLoad( at->b[i]->v ), r[i] ) );
        simdStore( at->a[i]->v, simdSub( simdLoad( at->a[i]->v ), r[i] ) );
    }
    simd3 lever = simd3Scale( g->k, simd3Cross( g->n, f ) );
    simd3ToRecords( moments ? simd3Sub( lever, m ) : lever, r );
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        simdStore( at->b[i]->w, simdSub( simdLoad( at->b[i]->w ), r[i] ) );
    }
    if ( moments ) { simd3ToRecords( simd3Add( lever, m ), s ); }
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        simdStore( at->a[i]->w, simdSub( simdLoad( at->a[i]->w ), moments ? s[i] : r[i] ) );
    }
}

/// The factor that brings a vector with this square into a disc of radius `bound`; 1 for length zero.
SIMD_INLINE simd shrinkEqual( simd square, simd bound )
{
    return simdAtMost( simdDiv( bound, simdSqrt( square ) ), simdOf( 1.0 ) );
}

SIMD_INLINE void solveEqual(
    const bool extrapolates, const bool moments, gsBody* bodies, gsLoopState* state, equalGroup* g )
{
    const EqualBodies at = equalBodies( bodies, g );
    const simd3 n = g->n;
    const simd half = simdMul( simdOf( 0.5 ), state->omega );
    simd3 f = extrapolates ? gsExtrapolate3( state, g->f, 0 ) : g->f, m = f, w, sum;
    simd3 dv = velocityDifference( &at );
    // The part of u along N; across it the spins count as well.
    simd un = simd3Dot( dv, n ), old = simd3Dot( f, n );
    spins( moments, &at, &sum, &w );
    simd3 u = simd3MulAdd( dv, g->r, simd3Cross( n, sum ) );
    simd pn = simdPositive( simdMulSub( old, half, simdAdd( un, g->bias ) ) );
    simd step = simdMul( state->omega, g->stepT );
    simd3 t = simd3MulSub( simd3MulSub( f, step, u ), simdMulSub( old, step, un ), n ), r = t;
    simd shrinkT = shrinkEqual( simd3Dot( t, t ), simdMul( g->mu, pn ) );
    simd spin = pn, shrinkR = pn;
    if ( moments )
    {
        m = extrapolates ? gsExtrapolate3( state, g->m, 3 ) : g->m;
        simd bound = simdMul( g->spinBound, pn );
        r = simd3MulSub( m, half, w );
        spin = simd3Dot( r, n );
        r = simd3MulSub( r, spin, n );
        shrinkR = shrinkEqual( simd3Dot( r, r ), simdMul( g->rollBound, pn ) );
        spin = simdMax( simdMin( spin, bound ), simdNeg( bound ) );
    }
    simd3 next = simd3MulAdd( simd3Scale( shrinkT, t ), pn, n ), df = simd3Sub( next, f ), dm = df;
    g->f = next;
    if ( extrapolates ) { state->stepSquare = simdAdd( state->stepSquare, simd3Dot( df, df ) ); }
    if ( moments )
    {
        next = simd3MulAdd( simd3Scale( shrinkR, r ), spin, n );
        dm = simd3Sub( next, m );
        g->m = next;
        if ( extrapolates ) { state->stepSquare = simdAdd( state->stepSquare, simd3Dot( dm, dm ) ); }
    }
    applyEqualReaction( moments, &at, g, df, dm );
}

/// Fetches the bodies of a group that is solved soon: they lie apart, so that no processor foresees them.
SIMD_INLINE void fetchEqual( const gsBody* bodies, const equalGroup* g )
{
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        __builtin_prefetch( &bodies[g->a[i]], 1 );
        __builtin_prefetch( &bodies[g->b[i]], 1 );
    }
}

/// |y - x|² in units of reactions. It is only compared with that of other passes, so that the first contact
/// may stand for all, and changes of the two velocities may weigh alike.
static inline gsSums equalSums( const gsBody* bodies, const equalGroup* g, const gsLoopState* state )
{
    double mass = 1.0 / bodies[g->b[0]].inverseMass;
    return ( gsSums ){ 0.0, mass * mass * simdSum( state->stepSquare ) };
}

#define EQUAL_LOOP( name, moments )                                                      \
    static gsSums name( const gsPass* pass, int kind, int first, int last )              \
    {                                                                                    \
        const bool extrapolates = pass->extrapolates;                                    \
        gsLoopState state = gsBeginLoop( pass, kind, first );                            \
        gsBody* bodies = pass->gs->bodies;                                               \
        equalGroup* groups = pass->gs->equalGroups;                                      \
        for ( int i = first; i < last; ++i )                                             \
        {                                                                                \
            fetchEqual( bodies, &groups[i + 1 < last ? i + 1 : i] );                     \
            solveEqual( extrapolates, moments, bodies, &state, &groups[i] );             \
            state.previous = extrapolates ? state.previous + ( moments ? 6 : 3 ) : NULL; \
        }                                                                                \
        return equalSums( bodies, &groups[first], &state );                              \
    }

EQUAL_LOOP( equal3, false )
EQUAL_LOOP( equal6, true )

static gsSums applyEqual( ssGs* gs, int first, int last )
{
    for ( int i = first; i < last; ++i )
    {
        equalGroup* g = &gs->equalGroups[i];
        const EqualBodies at = equalBodies( gs->bodies, g );
        applyEqualReaction( true, &at, g, g->f, g->m );
    }
    return ( gsSums ){ 0.0, 0.0 };
}
