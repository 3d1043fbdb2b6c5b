// SPDX-License-Identifier: MIT
// No include guard: each file that includes this once is compiled for other
// instructions, and names its table by GS_KERNELS.
#include "gauss_seidel/gs_equal_kernels.h"
#include "gauss_seidel/gs_lanes.h"

// Kernels for contacts between spheres, or a sphere and what does not move (the ground), four at a time. Each
// kind is the same function with constant flags: no branch depends on a number.

/// Velocity u = (v_b - v_a) + N × (r_b w_b + r_a w_a) and angular velocity w = w_b - w_a at the contact.
SIMD_INLINE void relativeVelocity(
    const bool ground, const sphereGroup* g, const gsMotion* a, const gsMotion* b, simd3* u, simd3* w )
{
    simd3 spin = simd3Scale( g->rb, b->w );
    spin = ground ? spin : simd3MulAdd( spin, g->ra, a->w );
    *u = simd3Add( ground ? b->v : simd3Sub( b->v, a->v ), simd3Cross( g->n, spin ) );
    *w = ground ? b->w : simd3Sub( b->w, a->w );
}

/// Changes the bodies' velocities by what a change of force and moment does to them.
SIMD_INLINE void applyReaction( const bool ground, const bool moments, const sphereGroup* g, simd3 df,
    simd3 dm, gsMotion* a, gsMotion* b )
{
    simd3 lever = simd3Cross( g->n, df );
    b->v = simd3MulAdd( b->v, b->inverseMass, df );
    simd3 onB = moments ? simd3MulSub( dm, g->rb, lever ) : simd3Scale( simdNeg( g->rb ), lever );
    b->w = simd3MulAdd( b->w, b->inverseInertia, onB );
    if ( !ground )
    {
        a->v = simd3MulSub( a->v, a->inverseMass, df );
        simd3 onA = moments ? simd3MulAdd( dm, g->ra, lever ) : simd3Scale( g->ra, lever );
        a->w = simd3MulSub( a->w, a->inverseInertia, onA );
    }
}

/// A reaction as its component blocks: p_N, p_S, and p_T and p_R as vectors in the contact plane.
typedef struct Parts
{
    simd n, s;
    simd3 t, r;
} Parts;

/// Coulomb's law, component blocks not coupled: p_N = max(0, p_N - u_N/w_n), then the nearest p_T, p_R, p_S
/// within the bounds that p_N sets. This is exact, because no block changes the velocity of another.
SIMD_INLINE Parts solveUncoupled( const bool moments, const sphereGroup* g, simd omega, simd3 u, simd3 w )
{
    Parts p;
    simd un = simd3Dot( u, g->n ), old = simd3Dot( g->f, g->n );
    p.n = simdMax( simdMulSub( old, simdAdd( un, g->bias ), simdMul( omega, g->stepN ) ), simdOf( 0.0 ) );
    simd step = simdMul( omega, g->stepT );
    // Both f and u are whole vectors; their part along the normal, p_N - step u_N, is subtracted.
    p.t = simd3MulSub( simd3MulSub( g->f, step, u ), simdMulSub( old, step, un ), g->n );
    p.t = simd3Scale( gsShrink( simd3Dot( p.t, p.t ), simdMul( g->mu, p.n ) ), p.t );
    if ( moments )
    {
        simd3 m = simd3MulSub( g->m, simdMul( omega, g->stepR ), w );
        simd spin = simd3Dot( m, g->n ), bound = simdMul( g->muSpin, p.n );
        p.r = simd3MulSub( m, spin, g->n );
        p.r = simd3Scale( gsShrink( simd3Dot( p.r, p.r ), simdMul( g->muRoll, p.n ) ), p.r );
        p.s = simdMax( simdMin( spin, bound ), simdNeg( bound ) );
    }
    return p;
}

/// A coupled contact in its plane: velocities, reactions, steps and bounds of sliding and rolling.
typedef struct Plane
{
    simd3 n, ut, wr, ft, mr;
    simd stepT, stepR, wc, boundT, boundR;
} Plane;

/// The best p_T for a given p_R, regardless of its bound.
SIMD_INLINE simd3 freeSliding( const Plane* p, simd3 r )
{
    simd3 u = simd3MulAdd( p->ut, p->wc, simd3Cross( p->n, simd3Sub( r, p->mr ) ) );
    return simd3MulSub( p->ft, p->stepT, u );
}

/// The best p_R for a given p_T, regardless of its bound.
SIMD_INLINE simd3 freeRolling( const Plane* p, simd3 t )
{
    simd3 w = simd3MulSub( p->wr, p->wc, simd3Cross( p->n, simd3Sub( t, p->ft ) ) );
    return simd3MulSub( p->mr, p->stepR, w );
}

SIMD_INLINE simd3 within( simd3 x, simd bound )
{
    return simd3Scale( gsShrink( simd3Dot( x, x ), bound ), x );
}

/// Coulomb's law, sliding coupled with rolling. Eliminating a free p_R leaves an isotropic problem for p_T:
/// the point in its bound nearest to the joint solution is best, and solves it if its p_R is within bounds;
/// likewise with the two exchanged. Where both are on their bounds each is improved once for the other.
SIMD_INLINE Parts solveCoupled( const coupledSphereGroup* g, simd omega, simd3 u, simd3 w )
{
    const sphereGroup* s = &g->sphere;
    Parts p;
    simd un = simd3Dot( u, s->n ), old = simd3Dot( s->f, s->n ), spin = simd3Dot( s->m, s->n );
    simd wn = simd3Dot( w, s->n );
    p.n = simdMax( simdMulSub( old, simdAdd( un, s->bias ), simdMul( omega, s->stepN ) ), simdOf( 0.0 ) );
    simd boundS = simdMul( s->muSpin, p.n );
    p.s = simdMulSub( spin, simdMul( omega, s->stepR ), wn );
    p.s = simdMax( simdMin( p.s, boundS ), simdNeg( boundS ) );
    Plane plane = { s->n, simd3MulSub( u, un, s->n ), simd3MulSub( w, wn, s->n ),
        simd3MulSub( s->f, old, s->n ), simd3MulSub( s->m, spin, s->n ), s->stepT, s->stepR, g->wc,
        simdMul( s->mu, p.n ), simdMul( s->muRoll, p.n ) };
    // The joint solution with both free is p - W^-1 (u_T, w_R).
    simd3 jointT =
        simd3MulAdd( simd3MulSub( plane.ft, g->jt, plane.ut ), g->jc, simd3Cross( s->n, plane.wr ) );
    simd3 jointR =
        simd3MulSub( simd3MulSub( plane.mr, g->jr, plane.wr ), g->jc, simd3Cross( s->n, plane.ut ) );
    // If both are on their bounds, one step each is enough, since the next pass continues from here.
    p.t = within( freeSliding( &plane, plane.mr ), plane.boundT );
    p.r = within( freeRolling( &plane, p.t ), plane.boundR );
    simd3 r = within( jointR, plane.boundR ), t = freeSliding( &plane, r );
    simd square = simd3Dot( t, t ), bound = simdMul( plane.boundT, plane.boundT );
    p.t = simd3Choose( square, bound, t, p.t );
    p.r = simd3Choose( square, bound, r, p.r );
    t = within( jointT, plane.boundT );
    r = freeRolling( &plane, t );
    square = simd3Dot( r, r );
    bound = simdMul( plane.boundR, plane.boundR );
    p.t = simd3Choose( square, bound, t, p.t );
    p.r = simd3Choose( square, bound, r, p.r );
    return p;
}

/// The relaxed law: the nearest point of K in the metric of W_aa's blocks, enlarged where sliding and rolling
/// are coupled so that local passes lower the energy. Without coupling one is exact.
SIMD_INLINE Parts solveRelaxed( const bool moments, const bool coupled, const int localPasses,
    const coupledSphereGroup* g, simd omega, simd3 u, simd3 w )
{
    const sphereGroup* s = &g->sphere;
    const int blocks = moments ? 3 : 1;
    simd un = simd3Dot( u, s->n );
    simd3 ut = simd3MulSub( u, un, s->n ), wr = ut;
    Parts p;
    p.n = simd3Dot( s->f, s->n );
    p.t = simd3MulSub( s->f, p.n, s->n );
    un = simdAdd( un, s->bias );
    simd wn = un;
    if ( moments )
    {
        wn = simd3Dot( w, s->n );
        wr = simd3MulSub( w, wn, s->n );
        p.s = simd3Dot( s->m, s->n );
        p.r = simd3MulSub( s->m, p.s, s->n );
    }
    const simd mu[3] = { s->mu, s->muRoll, s->muSpin };
    const simd ratio[3] = { g->ratioT, g->ratioR, g->ratioS };
    const simd tiny = simdOf( GS_TINY );
    const int count = coupled && moments ? localPasses : 1;
    for ( int i = 0; i < count; ++i )
    {
        Parts old = p;
        simd x = simdMulSub( p.n, simdMul( omega, s->stepN ), un ), length[3] = { x, x, x };
        p.t = simd3MulSub( p.t, simdMul( omega, s->stepT ), ut );
        length[0] = simdSqrt( simdAdd( simd3Dot( p.t, p.t ), tiny ) );
        if ( moments )
        {
            p.r = simd3MulSub( p.r, simdMul( omega, s->stepR ), wr );
            p.s = simdMulSub( p.s, simdMul( omega, g->stepS ), wn );
            length[1] = simdSqrt( simdAdd( simd3Dot( p.r, p.r ), tiny ) );
            length[2] = simdAbs( p.s );
        }
        p.n = gsProjectNormal( blocks, x, mu, length, ratio );
        p.t = simd3Scale( simdMin( simdDiv( simdMul( mu[0], p.n ), length[0] ), simdOf( 1.0 ) ), p.t );
        if ( moments )
        {
            simd bound = simdMul( mu[2], p.n );
            p.r = simd3Scale( simdMin( simdDiv( simdMul( mu[1], p.n ), length[1] ), simdOf( 1.0 ) ), p.r );
            p.s = simdMax( simdMin( p.s, bound ), simdNeg( bound ) );
        }
        if ( i + 1 < count )
        {
            simd3 dt = simd3Sub( p.t, old.t ), dr = simd3Sub( p.r, old.r );
            un = simdAdd( un, simdDiv( simdSub( p.n, old.n ), s->stepN ) );
            wn = simdMulAdd( wn, g->wr, simdSub( p.s, old.s ) );
            ut = simd3MulAdd( simd3MulAdd( ut, g->wt, dt ), g->wc, simd3Cross( s->n, dr ) );
            wr = simd3MulSub( simd3MulAdd( wr, g->wr, dr ), g->wc, simd3Cross( s->n, dt ) );
        }
    }
    return p;
}

SIMD_INLINE void recordStep( const bool relaxed, gsLoopState* state, simd3 y, simd3 x, int c )
{
    gsRecordStep( relaxed, state, y.x, x.x, c );
    gsRecordStep( relaxed, state, y.y, x.y, c + 1 );
    gsRecordStep( relaxed, state, y.z, x.z, c + 2 );
}

/// What q has across and about the normal beyond the free velocities.
SIMD_INLINE void addBias( const bool moments, const sphereGroup* g, simd3* u, simd3* w )
{
    // A biasedSphereGroup begins with its sphereGroup.
    const biasedSphereGroup* biased = (const biasedSphereGroup*)(const void*)g;
    *u = simd3Add( *u, biased->biasU );
    *w = moments ? simd3Add( *w, biased->biasW ) : *w;
}

SIMD_INLINE void solveGroup( const bool extrapolates, const bool ground, const bool coupled,
    const bool biased, const bool relaxed, const bool moments, const int localPasses, gsBody* bodies,
    gsLoopState* state, sphereGroup* g )
{
    const simd omega = state->omega;
    if ( extrapolates )
    {
        g->f = gsExtrapolate3( state, g->f, 0 );
        g->m = moments ? gsExtrapolate3( state, g->m, 3 ) : g->m;
    }
    gsMotion a, b = gsGather( bodies, g->b );
    if ( !ground ) { a = gsGather( bodies, g->a ); }
    simd3 u, w;
    relativeVelocity( ground, g, &a, &b, &u, &w );
    if ( biased ) { addBias( moments, g, &u, &w ); }
    // A coupledSphereGroup begins with its sphereGroup.
    const coupledSphereGroup* full = (const coupledSphereGroup*)(const void*)g;
    Parts p;
    if ( relaxed ) { p = solveRelaxed( moments, coupled, localPasses, full, omega, u, w ); }
    else if ( coupled && moments ) { p = solveCoupled( full, omega, u, w ); }
    else { p = solveUncoupled( moments, g, omega, u, w ); }
    simd3 f = simd3MulAdd( p.t, p.n, g->n ), df = simd3Sub( f, g->f ), dm = df;
    if ( extrapolates ) { recordStep( relaxed, state, g->f, f, 0 ); }
    g->f = f;
    if ( moments )
    {
        simd3 m = simd3MulAdd( p.r, p.s, g->n );
        dm = simd3Sub( m, g->m );
        if ( extrapolates ) { recordStep( relaxed, state, g->m, m, 3 ); }
        g->m = m;
    }
    applyReaction( ground, moments, g, df, dm, &a, &b );
    gsScatter( bodies, g->b, &b );
    if ( !ground ) { gsScatter( bodies, g->a, &a ); }
}

SIMD_INLINE gsSums solveKind( const int kind, const bool moments, const gsPass* pass, int first, int last )
{
    const bool relaxed = gsIsRelaxed( kind ), extrapolates = pass->extrapolates;
    gsLoopState state = gsBeginLoop( pass, kind, first );
    for ( int i = first; i < last; ++i )
    {
        solveGroup( extrapolates, gsIsGround( kind ), kind >= gs_coupled, kind >= gs_biased, relaxed, moments,
            pass->localPasses, pass->gs->bodies, &state, gsSphereGroup( pass->gs, kind, i ) );
        state.previous = extrapolates ? state.previous + ( moments ? 6 : 3 ) : NULL;
    }
    return ( gsSums ){ simdSum( state.restartProduct ), simdSum( state.stepSquare ) };
}

// Coulomb's law without a bias, the most common, has a loop per kind and dimension, each compiled for
// constant flags. All other kinds share a loop that reads them.
#define GROUP_LOOP( name, kind, moments )                                     \
    static gsSums name( const gsPass* pass, int unused, int first, int last ) \
    {                                                                         \
        (void)unused;                                                         \
        return solveKind( kind, moments, pass, first, last );                 \
    }

GROUP_LOOP( pair3, gs_pair, false )
GROUP_LOOP( pair6, gs_pair, true )
GROUP_LOOP( coupled6, gs_coupled, true )
GROUP_LOOP( ground3, gs_ground, false )
GROUP_LOOP( ground6, gs_ground, true )

static gsSums other3( const gsPass* pass, int kind, int first, int last )
{
    return solveKind( kind, false, pass, first, last );
}

static gsSums other6( const gsPass* pass, int kind, int first, int last )
{
    return solveKind( kind, true, pass, first, last );
}

static gsSums solveSpheres( const gsPass* pass, int kind, int first, int last )
{
    // Without moments sliding is not coupled with rolling.
    static gsTask* const loops[gs_body][2] = {
        [gs_equal] = { equal3, equal6 },
        [gs_pair] = { pair3, pair6 },
        [gs_coupled] = { NULL, coupled6 },
        [gs_ground] = { ground3, ground6 },
    };
    const bool moments = pass->gs->dimension > 3;
    gsTask* loop = loops[kind][moments];
    return ( loop != NULL ? loop : moments ? other6 : other3 )( pass, kind, first, last );
}

// -------------------------------------------------------------------------------- velocities and natural map

/// Changes the velocities of the bodies of groups by the effect of their reactions.
SIMD_INLINE void applyGroup( const bool ground, gsBody* bodies, const sphereGroup* g )
{
    gsMotion b = gsGather( bodies, g->b ), a = b;
    if ( !ground ) { a = gsGather( bodies, g->a ); }
    applyReaction( ground, true, g, g->f, g->m, &a, &b );
    gsScatter( bodies, g->b, &b );
    if ( !ground ) { gsScatter( bodies, g->a, &a ); }
}

static void applyTo( ssGs* gs, int kind, const sphereGroup* groups, int count )
{
    for ( int i = 0; i < count; ++i ) { applyGroup( gsIsGround( kind ), gs->bodies, &groups[i] ); }
}

static gsSums applySpheres( const gsPass* pass, int kind, int first, int last )
{
    ssGs* gs = pass->gs;
    if ( kind == gs_equal ) { return applyEqual( gs, first, last ); }
    for ( int i = first; i < last; ++i ) { applyTo( gs, kind, gsSphereGroup( gs, kind, i ), 1 ); }
    return ( gsSums ){ 0.0, 0.0 };
}

/// |p - P_K(p - r yhat)|² of four contacts. The map judges now and then, so that it may read the flags but
/// for `moments`.
SIMD_INLINE double naturalMap( const bool moments, const ssGs* gs, int kind, const sphereGroup* g )
{
    const bool ground = gsIsGround( kind );
    const simd r = simdOf( gs->step ), one = simdOf( 1.0 ), tiny = simdOf( GS_TINY );
    const int blocks = moments ? 3 : 1;
    const simd mu[3] = { g->mu, g->muRoll, g->muSpin }, ratio[3] = { one, one, one };
    gsMotion a, b = gsGather( gs->bodies, g->b );
    if ( !ground ) { a = gsGather( gs->bodies, g->a ); }
    simd3 u, w;
    relativeVelocity( ground, g, &a, &b, &u, &w );
    if ( kind >= gs_biased ) { addBias( moments, g, &u, &w ); }
    simd un = simd3Dot( u, g->n ), pn = simd3Dot( g->f, g->n );
    simd3 ut = simd3MulSub( u, un, g->n ), ft = simd3MulSub( g->f, pn, g->n );
    simd3 xt = simd3MulSub( ft, r, ut ), xr = xt, mr = xt;
    simd yn = simdAdd( un, g->bias ), spin = yn, xs = yn;
    simd length[3] = { simdSqrt( simdAdd( simd3Dot( xt, xt ), tiny ) ), yn, yn };
    simd speed[3] = { simdSqrt( simd3Dot( ut, ut ) ), yn, yn };
    if ( moments )
    {
        simd wn = simd3Dot( w, g->n );
        simd3 wr = simd3MulSub( w, wn, g->n );
        spin = simd3Dot( g->m, g->n );
        mr = simd3MulSub( g->m, spin, g->n );
        xr = simd3MulSub( mr, r, wr );
        xs = simdMulSub( spin, r, wn );
        length[1] = simdSqrt( simdAdd( simd3Dot( xr, xr ), tiny ) );
        length[2] = simdAbs( xs );
        speed[1] = simdSqrt( simd3Dot( wr, wr ) );
        speed[2] = simdAbs( wn );
    }
    yn = gsIsRelaxed( kind ) ? yn : saxceSumLanes( yn, blocks, mu, speed );
    simd n = gsProjectNormal( blocks, simdMulSub( pn, r, yn ), mu, length, ratio ), off = simdSub( pn, n );
    simd3 offT = simd3MulSub( ft, simdMin( simdDiv( simdMul( mu[0], n ), length[0] ), one ), xt );
    simd sum = simdAdd( simdMul( off, off ), simd3Dot( offT, offT ) );
    if ( moments )
    {
        simd bound = simdMul( mu[2], n );
        simd3 offR = simd3MulSub( mr, simdMin( simdDiv( simdMul( mu[1], n ), length[1] ), one ), xr );
        simd offS = simdSub( spin, simdMax( simdMin( xs, bound ), simdNeg( bound ) ) );
        sum = simdAdd( sum, simdAdd( simd3Dot( offR, offR ), simdMul( offS, offS ) ) );
    }
    return simdSum( sum );
}

static double mapOf( ssGs* gs, int kind, const sphereGroup* groups, int count )
{
    double sum = 0.0;
    for ( int i = 0; i < count; ++i ) { sum += naturalMap( true, gs, kind, &groups[i] ); }
    return sum;
}

static gsSums sphereMap( const gsPass* pass, int kind, int first, int last )
{
    ssGs* gs = pass->gs;
    const bool moments = gs->dimension > 3;
    double sum = 0.0;
    for ( int i = first; i < last; ++i )
    {
        // Groups of equal spheres are seen as groups of any spheres.
        sphereGroup any, *g = &any;
        if ( kind == gs_equal ) { any = gsAnySpheres( moments, gs->bodies, &gs->equalGroups[i] ); }
        else { g = gsSphereGroup( gs, kind, i ); }
        sum += moments ? mapOf( gs, kind, g, 1 ) : naturalMap( false, gs, kind, g );
    }
    return ( gsSums ){ sum, 0.0 };
}

const gsKernels GS_KERNELS = { solveSpheres, applySpheres, sphereMap, applyTo, mapOf };
