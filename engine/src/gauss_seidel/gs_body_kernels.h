// SPDX-License-Identifier: MIT
// No include guard: each file that includes this once is compiled for other
// instructions, and names its table by GS_KERNELS.
#include "gauss_seidel/gs_lanes.h"

// Kernels for contacts between any bodies, four at a time, in the contacts' frames. Each contact reads y from
// the bodies' velocities, passes over its component blocks with W_aa, and changes the bodies once. Loops
// exist for each dimension: five rows are a third cheaper than six with a zero.

typedef struct Inertia
{
    simd xx, yy, zz, xy, xz, yz;
} Inertia;

SIMD_INLINE Inertia gatherInertia( const gsInertia* inertias, const int* index )
{
    const double* lower[SIMD_WIDTH];
    const double* upper[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        lower[i] = inertias[index[i]].m;
        upper[i] = inertias[index[i]].m + 4;
    }
    Inertia m;
    simd unused;
    simdGather( lower, &m.xx, &m.yy, &m.zz, &m.xy );
    simdGather( upper, &m.xz, &m.yz, &unused, &unused );
    return m;
}

/// I^-1 m
SIMD_INLINE simd3 mulInertia( const Inertia* i, simd3 m )
{
    return ( simd3 ){ simdMulAdd( simdMulAdd( simdMul( i->xx, m.x ), i->xy, m.y ), i->xz, m.z ),
        simdMulAdd( simdMulAdd( simdMul( i->xy, m.x ), i->yy, m.y ), i->yz, m.z ),
        simdMulAdd( simdMulAdd( simdMul( i->xz, m.x ), i->yz, m.y ), i->zz, m.z ) };
}

/// y = D^T v + bias + C p
SIMD_INLINE void readVelocity( const bool ground, const int dimension, const bodyGroup* g, const gsMotion* a,
    const gsMotion* b, simd* y )
{
    simd3 u = simd3Add( b->v, simd3Cross( b->w, g->rb ) ), w = b->w;
    if ( !ground )
    {
        u = simd3Sub( u, simd3Add( a->v, simd3Cross( a->w, g->ra ) ) );
        w = simd3Sub( w, a->w );
    }
    y[0] = simd3Dot( u, g->n );
    y[1] = simd3Dot( u, g->t1 );
    y[2] = simd3Dot( u, g->t2 );
    if ( dimension > 3 )
    {
        y[3] = simd3Dot( w, g->t1 );
        y[4] = simd3Dot( w, g->t2 );
    }
    if ( dimension > 5 ) { y[5] = simd3Dot( w, g->n ); }
    for ( int c = 0; c < dimension; ++c )
    {
        y[c] = simdMulAdd( simdAdd( y[c], g->bias[c] ), g->compliance[c], g->p[c] );
    }
}

SIMD_INLINE simd3 opposite( simd3 a ) { return ( simd3 ){ simdNeg( a.x ), simdNeg( a.y ), simdNeg( a.z ) }; }

/// Changes the bodies' velocities by what a change dp of the reaction does to them; masses are inverse.
SIMD_INLINE void applyReaction( const bool ground, const int dimension, const ssGs* gs, const bodyGroup* g,
    const simd* dp, simd massA, simd massB )
{
    const bool moments = dimension > 3;
    simd3 f = simd3MulAdd( simd3MulAdd( simd3Scale( dp[0], g->n ), dp[1], g->t1 ), dp[2], g->t2 ), m = f;
    if ( moments )
    {
        m = dimension > 5 ? simd3MulAdd( simd3Scale( dp[5], g->n ), dp[3], g->t1 )
                          : simd3Scale( dp[3], g->t1 );
        m = simd3MulAdd( m, dp[4], g->t2 );
    }
    Inertia inertia = gatherInertia( gs->inertias, g->b );
    simd3 onB = simd3Cross( g->rb, f );
    onB = moments ? simd3Add( onB, m ) : onB;
    gsAddMotion( gs->bodies, g->b, simd3Scale( massB, f ), mulInertia( &inertia, onB ) );
    if ( !ground )
    {
        inertia = gatherInertia( gs->inertias, g->a );
        simd3 onA = simd3Cross( g->ra, f );
        onA = moments ? simd3Add( onA, m ) : onA;
        gsAddMotion(
            gs->bodies, g->a, opposite( simd3Scale( massA, f ) ), opposite( mulInertia( &inertia, onA ) ) );
    }
}

/// Entry (i, j) of W_aa, of which the lower triangle is stored.
SIMD_INLINE simd entry( const bodyGroup* g, int i, int j )
{
    return i >= j ? g->w[i * ( i + 1 ) / 2 + j] : g->w[j * ( j + 1 ) / 2 + i];
}

/// y += W_aa d e_c from component `first` on: component c of the reaction has changed by d.
SIMD_INLINE void updateVelocity(
    const int dimension, const int first, const bodyGroup* g, int c, simd d, simd* y )
{
    for ( int i = first; i < dimension; ++i ) { y[i] = simdMulAdd( y[i], entry( g, i, c ), d ); }
}

SIMD_INLINE simd square2( simd a, simd b ) { return simdMulAdd( simdMul( a, a ), b, b ); }

/// Coulomb's law, block by block, with the bounds of the newest p_N (Acary & Bourrier Eq. 22). One pass over
/// the blocks is enough (NOTES.md), so blocks change only the velocities of those behind them.
SIMD_INLINE void solveCoulomb( const int dimension, const bodyGroup* g, simd omega, simd* y, simd* p )
{
    simd old = p[0];
    p[0] = simdMax( simdMulSub( old, simdMul( omega, g->stepN ), y[0] ), simdOf( 0.0 ) );
    updateVelocity( dimension, 1, g, 0, simdSub( p[0], old ), y );
    for ( int block = 0; block < ( dimension > 3 ? 2 : 1 ); ++block )
    {
        int c = 1 + 2 * block;
        simd step = simdMul( omega, block == 0 ? g->stepT : g->stepR );
        simd bound = simdMul( block == 0 ? g->mu : g->muRoll, p[0] ), first = p[c], second = p[c + 1];
        p[c] = simdMulSub( first, step, y[c] );
        p[c + 1] = simdMulSub( second, step, y[c + 1] );
        simd factor = gsShrink( square2( p[c], p[c + 1] ), bound );
        p[c] = simdMul( factor, p[c] );
        p[c + 1] = simdMul( factor, p[c + 1] );
        updateVelocity( dimension, c + 2, g, c, simdSub( p[c], first ), y );
        updateVelocity( dimension, c + 2, g, c + 1, simdSub( p[c + 1], second ), y );
    }
    if ( dimension > 5 )
    {
        simd bound = simdMul( g->muSpin, p[0] );
        p[5] = simdMulSub( p[5], simdMul( omega, g->stepS ), y[5] );
        p[5] = simdMax( simdMin( p[5], bound ), simdNeg( bound ) );
    }
}

/// The relaxed law: projected steps in a metric >= W_aa, so that every local pass lowers the energy.
SIMD_INLINE void solveRelaxed(
    const int dimension, const int localPasses, const bodyGroup* g, simd omega, simd* y, simd* p )
{
    const bool moments = dimension > 3, spins = dimension > 5;
    const int blocks = spins ? 3 : moments ? 2 : 1;
    const simd mu[3] = { g->mu, g->muRoll, g->muSpin }, ratio[3] = { g->ratioT, g->ratioR, g->ratioS };
    const simd step[6] = { g->stepN, g->stepT, g->stepT, g->stepR, g->stepR, g->stepS };
    const simd tiny = simdOf( GS_TINY ), one = simdOf( 1.0 );
    for ( int local = 0; local < localPasses; ++local )
    {
        simd old[6], length[3];
        for ( int c = 0; c < dimension; ++c )
        {
            old[c] = p[c];
            p[c] = simdMulSub( p[c], simdMul( omega, step[c] ), y[c] );
        }
        length[0] = simdSqrt( simdAdd( square2( p[1], p[2] ), tiny ) );
        if ( moments ) { length[1] = simdSqrt( simdAdd( square2( p[3], p[4] ), tiny ) ); }
        if ( spins ) { length[2] = simdAbs( p[5] ); }
        p[0] = gsProjectNormal( blocks, p[0], mu, length, ratio );
        for ( int block = 0; block < ( moments ? 2 : 1 ); ++block )
        {
            simd factor = simdMin( simdDiv( simdMul( mu[block], p[0] ), length[block] ), one );
            p[1 + 2 * block] = simdMul( factor, p[1 + 2 * block] );
            p[2 + 2 * block] = simdMul( factor, p[2 + 2 * block] );
        }
        if ( spins )
        {
            simd bound = simdMul( mu[2], p[0] );
            p[5] = simdMax( simdMin( p[5], bound ), simdNeg( bound ) );
        }
        for ( int c = 0; c < dimension && local + 1 < localPasses; ++c )
        {
            updateVelocity( dimension, 0, g, c, simdSub( p[c], old[c] ), y );
        }
    }
}

SIMD_INLINE void solveGroup( const bool extrapolates, const bool ground, const bool relaxed,
    const int dimension, const int localPasses, const ssGs* gs, gsLoopState* state, bodyGroup* g )
{
    const simd omega = state->omega;
    simd y[6], p[6], dp[6];
    for ( int c = 0; c < dimension && extrapolates; ++c ) { g->p[c] = gsExtrapolate( state, g->p[c], c ); }
    gsMotion a, b = gsGather( gs->bodies, g->b );
    if ( !ground ) { a = gsGather( gs->bodies, g->a ); }
    readVelocity( ground, dimension, g, &a, &b, y );
    for ( int c = 0; c < dimension; ++c ) { p[c] = g->p[c]; }
    if ( relaxed ) { solveRelaxed( dimension, localPasses, g, omega, y, p ); }
    else { solveCoulomb( dimension, g, omega, y, p ); }
    for ( int c = 0; c < dimension; ++c )
    {
        dp[c] = simdSub( p[c], g->p[c] );
        if ( extrapolates ) { gsRecordStep( relaxed, state, g->p[c], p[c], c ); }
        g->p[c] = p[c];
    }
    applyReaction( ground, dimension, gs, g, dp, ground ? omega : a.inverseMass, b.inverseMass );
}

SIMD_INLINE gsSums solveKind( const bool extrapolates, const bool ground, const bool relaxed,
    const int dimension, const gsPass* pass, int first, int last )
{
    gsLoopState state = gsBeginLoop( pass, gs_body, first );
    for ( int i = first; i < last; ++i )
    {
        solveGroup( extrapolates, ground, relaxed, dimension, pass->localPasses, pass->gs, &state,
            &pass->gs->bodyGroups[i] );
        state.previous = extrapolates ? state.previous + ( dimension > 3 ? 6 : 3 ) : NULL;
    }
    return ( gsSums ){ simdSum( state.restartProduct ), simdSum( state.stepSquare ) };
}

// Coulomb's law with extrapolation, the most common, has a loop per dimension, and one for the ground, each
// compiled for constant flags: one that reads them takes a tenth longer, which all else does.
#define SOLVE_LOOP( name, dimension, extrapolates, ground, relaxed )                     \
    static gsSums name##dimension( const gsPass* pass, int kind, int first, int last )   \
    {                                                                                    \
        (void)kind;                                                                      \
        return solveKind( extrapolates, ground, relaxed, dimension, pass, first, last ); \
    }

#define SOLVE_LOOPS( dimension )                       \
    SOLVE_LOOP( body, dimension, true, false, false )  \
    SOLVE_LOOP( ground, dimension, true, true, false ) \
    SOLVE_LOOP( other, dimension, pass->extrapolates, gsIsGround( kind ), gsIsRelaxed( kind ) )

SOLVE_LOOPS( 3 )
SOLVE_LOOPS( 5 )
SOLVE_LOOPS( 6 )

static gsSums solveBodies( const gsPass* pass, int kind, int first, int last )
{
    static gsTask* const loops[3][3] = { { body3, ground3, other3 }, { body5, ground5, other5 },
        { body6, ground6, other6 } };
    const int dimension = pass->gs->dimension;
    const int loop = pass->extrapolates && !gsIsRelaxed( kind ) ? gsIsGround( kind ) : 2;
    return loops[dimension == 3 ? 0 : dimension - 4][loop]( pass, kind, first, last );
}

// -------------------------------------------------------------------------------- velocities and natural map

static gsSums applyBodies( const gsPass* pass, int kind, int first, int last )
{
    ssGs* gs = pass->gs;
    const bool ground = gsIsGround( kind );
    // Components beyond the dimension are zero.
    for ( int i = first; i < last; ++i )
    {
        bodyGroup* g = &gs->bodyGroups[i];
        simd massB = gsGather( gs->bodies, g->b ).inverseMass;
        simd massA = ground ? massB : gsGather( gs->bodies, g->a ).inverseMass;
        applyReaction( ground, 6, gs, g, g->p, massA, massB );
    }
    return ( gsSums ){ 0.0, 0.0 };
}

/// |p - P_K(p - r yhat)|² of four contacts, one per lane. The map judges now and then, so that it may read
/// the flags but for `moments`. Of five rows, the sixth has mu_s = 0 and adds nothing.
SIMD_INLINE double naturalMap( const bool moments, const ssGs* gs, int kind, const bodyGroup* g )
{
    const bool ground = gsIsGround( kind );
    const int dimension = moments ? 6 : 3, blocks = moments ? 3 : 1;
    const simd r = simdOf( gs->step ), one = simdOf( 1.0 ), tiny = simdOf( GS_TINY );
    const simd mu[3] = { g->mu, g->muRoll, g->muSpin }, ratio[3] = { one, one, one };
    gsMotion a, b = gsGather( gs->bodies, g->b );
    if ( !ground ) { a = gsGather( gs->bodies, g->a ); }
    simd y[6], x[6], length[3], factor[3], sum = simdOf( 0.0 );
    readVelocity( ground, dimension, g, &a, &b, y );
    if ( !gsIsRelaxed( kind ) )
    {
        simd speed[3] = { simdSqrt( square2( y[1], y[2] ) ) };
        if ( moments )
        {
            speed[1] = simdSqrt( square2( y[3], y[4] ) );
            speed[2] = simdAbs( y[5] );
        }
        y[0] = saxceSumLanes( y[0], blocks, mu, speed );
    }
    for ( int c = 0; c < dimension; ++c ) { x[c] = simdMulSub( g->p[c], r, y[c] ); }
    length[0] = simdSqrt( simdAdd( square2( x[1], x[2] ), tiny ) );
    if ( moments )
    {
        length[1] = simdSqrt( simdAdd( square2( x[3], x[4] ), tiny ) );
        length[2] = simdAdd( simdAbs( x[5] ), tiny );
    }
    x[0] = gsProjectNormal( blocks, x[0], mu, length, ratio );
    for ( int block = 0; block < blocks; ++block )
    {
        factor[block] = simdMin( simdDiv( simdMul( mu[block], x[0] ), length[block] ), one );
    }
    for ( int c = 0; c < dimension; ++c )
    {
        simd off = c == 0 ? simdSub( g->p[0], x[0] ) : simdMulSub( g->p[c], factor[( c - 1 ) / 2], x[c] );
        sum = simdMulAdd( sum, off, off );
    }
    return simdSum( sum );
}

static gsSums bodyMap( const gsPass* pass, int kind, int first, int last )
{
    const ssGs* gs = pass->gs;
    double sum = 0.0;
    for ( int i = first; i < last; ++i )
    {
        const bodyGroup* g = &gs->bodyGroups[i];
        sum += gs->dimension > 3 ? naturalMap( true, gs, kind, g ) : naturalMap( false, gs, kind, g );
    }
    return ( gsSums ){ sum, 0.0 };
}

const gsKernels GS_KERNELS = { solveBodies, applyBodies, bodyMap, NULL, NULL };
