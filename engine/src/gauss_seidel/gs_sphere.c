// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Contacts between spheres and of spheres with what does not move, four at a time. Every kind of contact is the same
// function with constant flags: no branch depends on a number.

typedef struct Motion
{
    simd3 v, w;
    simd inverseMass, inverseInertia;
} Motion;

SIMD_INLINE Motion gather( const gsBody* bodies, const int* index )
{
    const double* lower[SIMD_WIDTH];
    const double* upper[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        lower[i] = bodies[index[i]].v;
        upper[i] = bodies[index[i]].w;
    }
    Motion m;
    simdGather( lower, &m.v.x, &m.v.y, &m.v.z, &m.inverseMass );
    simdGather( upper, &m.w.x, &m.w.y, &m.w.z, &m.inverseInertia );
    return m;
}

SIMD_INLINE void scatter( gsBody* bodies, const int* index, const Motion* m )
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

/// Velocity at the contact and of rolling: (v_b - v_a) + N × (r_b w_b + r_a w_a), w_b - w_a.
SIMD_INLINE void relativeVelocity(
    const bool ground, const sphereGroup* g, const Motion* a, const Motion* b, simd3* u, simd3* w )
{
    simd3 turn = simd3Scale( g->rb, b->w );
    turn = ground ? turn : simd3MulAdd( turn, g->ra, a->w );
    *u = simd3Add( ground ? b->v : simd3Sub( b->v, a->v ), simd3Cross( g->n, turn ) );
    *w = ground ? b->w : simd3Sub( b->w, a->w );
}

/// The bodies feel a change of force and moment.
SIMD_INLINE void push(
    const bool ground, const bool moments, const sphereGroup* g, simd3 df, simd3 dm, Motion* a, Motion* b )
{
    simd3 turn = simd3Cross( g->n, df );
    b->v = simd3MulAdd( b->v, b->inverseMass, df );
    simd3 onB = moments ? simd3MulSub( dm, g->rb, turn ) : simd3Scale( simdNeg( g->rb ), turn );
    b->w = simd3MulAdd( b->w, b->inverseInertia, onB );
    if ( !ground )
    {
        a->v = simd3MulSub( a->v, a->inverseMass, df );
        simd3 onA = moments ? simd3MulAdd( dm, g->ra, turn ) : simd3Scale( g->ra, turn );
        a->w = simd3MulSub( a->w, a->inverseInertia, onA );
    }
}

// A reaction as its parts: p_N, p_T in the plane, p_R in the plane, p_S.
typedef struct Parts
{
    simd n, s;
    simd3 t, r;
} Parts;

/// Coulomb's law, blocks not coupled: p_N = max(0, p_N - u_N/w_n) and then the nearest p_T, p_R, p_S within the bounds
/// that p_N sets; exact, because no block moves another's velocity.
SIMD_INLINE Parts solvePlain( const bool moments, const sphereGroup* g, simd omega, simd3 u, simd3 w )
{
    Parts p;
    simd un = simd3Dot( u, g->n ), old = simd3Dot( g->f, g->n );
    p.n = simdMax( simdMulSub( old, simdAdd( un, g->bias ), simdMul( omega, g->stepN ) ), simdOf( 0.0 ) );
    simd step = simdMul( omega, g->stepT );
    // out of the plane sticks p_N - step u_N: f and u are whole vectors
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

// The plane of a coupled contact: what p_T is best for a given p_R and the other way round. Free is without the bound.
typedef struct Plane
{
    simd3 n, ut, wr, ft, mr;
    simd stepT, stepR, wc, boundT, boundR;
} Plane;

SIMD_INLINE simd3 freeSliding( const Plane* p, simd3 r )
{
    simd3 u = simd3MulAdd( p->ut, p->wc, simd3Cross( p->n, simd3Sub( r, p->mr ) ) );
    return simd3MulSub( p->ft, p->stepT, u );
}

SIMD_INLINE simd3 freeRolling( const Plane* p, simd3 t )
{
    simd3 w = simd3MulSub( p->wr, p->wc, simd3Cross( p->n, simd3Sub( t, p->ft ) ) );
    return simd3MulSub( p->mr, p->stepR, w );
}

SIMD_INLINE simd3 within( simd3 x, simd bound )
{
    return simd3Scale( gsShrink( simd3Dot( x, x ), bound ), x );
}

/// Coulomb's law, sliding coupled with rolling. With p_R free, what is left for p_T is as round as W itself, and the
/// nearest point to the joint answer is the best; if the p_R that goes with it is within its bound, that solves the
/// contact, and likewise with the two exchanged. Only where both are on their bounds they are improved in turn.
SIMD_INLINE Parts solveCoupled( const sphereWideGroup* g, simd omega, simd3 u, simd3 w )
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
    // both free: p - W^-1 (u_T, w_R)
    simd3 jointT =
        simd3MulAdd( simd3MulSub( plane.ft, g->jt, plane.ut ), g->jc, simd3Cross( s->n, plane.wr ) );
    simd3 jointR =
        simd3MulSub( simd3MulSub( plane.mr, g->jr, plane.wr ), g->jc, simd3Cross( s->n, plane.ut ) );
    // once is enough: the next pass goes on from here
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

/// The relaxed law: the nearest point of K in the metric of W_aa's blocks, enlarged where sliding and rolling are
/// coupled so that every pass lowers the energy. Without coupling one pass is the answer.
SIMD_INLINE Parts solveRelaxed( const bool moments, const bool coupled, const int passes,
    const sphereWideGroup* g, simd omega, simd3 u, simd3 w )
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
    const int turns = coupled && moments ? passes : 1;
    for ( int i = 0; i < turns; ++i )
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
        if ( i + 1 < turns )
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

SIMD_INLINE simd3 ahead( const gsCourse* course, simd3 p, int c )
{
    return (
        simd3 ){ gsAhead( course, p.x, c ), gsAhead( course, p.y, c + 1 ), gsAhead( course, p.z, c + 2 ) };
}

SIMD_INLINE void tell( const bool convex, gsCourse* course, simd3 y, simd3 x, int c )
{
    gsTell( convex, course, y.x, x.x, c );
    gsTell( convex, course, y.y, x.y, c + 1 );
    gsTell( convex, course, y.z, x.z, c + 2 );
}

SIMD_INLINE void solveGroup( const bool extrapolates, const bool ground, const bool coupled,
    const bool relaxed, const bool moments, const int passes, gsBody* bodies, gsCourse* course,
    sphereGroup* g )
{
    const simd omega = course->omega;
    if ( extrapolates )
    {
        g->f = ahead( course, g->f, 0 );
        g->m = moments ? ahead( course, g->m, 3 ) : g->m;
    }
    Motion a, b = gather( bodies, g->b );
    if ( !ground )
    {
        a = gather( bodies, g->a );
    }
    simd3 u, w;
    relativeVelocity( ground, g, &a, &b, &u, &w );
    // a wide group begins with its sphere group
    const sphereWideGroup* wide = (const sphereWideGroup*)(const void*)g;
    Parts p;
    if ( relaxed )
    {
        p = solveRelaxed( moments, coupled, passes, wide, omega, u, w );
    }
    else if ( coupled && moments )
    {
        p = solveCoupled( wide, omega, u, w );
    }
    else
    {
        p = solvePlain( moments, g, omega, u, w );
    }
    simd3 f = simd3MulAdd( p.t, p.n, g->n ), df = simd3Sub( f, g->f ), dm = df;
    if ( extrapolates )
    {
        tell( relaxed, course, g->f, f, 0 );
    }
    g->f = f;
    if ( moments )
    {
        simd3 m = simd3MulAdd( p.r, p.s, g->n );
        dm = simd3Sub( m, g->m );
        if ( extrapolates )
        {
            tell( relaxed, course, g->m, m, 3 );
        }
        g->m = m;
    }
    push( ground, moments, g, df, dm, &a, &b );
    scatter( bodies, g->b, &b );
    if ( !ground )
    {
        scatter( bodies, g->a, &a );
    }
}

// One loop per kind and dimension, with extrapolation and without, each compiled with its flags known.
#define GROUP_LOOP( name, extrapolates, kind, array, ground, coupled, relaxed, moments )                 \
    static gsSums name( const gsPass* pass, int first, int last )                                        \
    {                                                                                                    \
        gsCourse course = gsStart( pass, kind, first );                                                  \
        for ( int i = first; i < last; ++i )                                                             \
        {                                                                                                \
            solveGroup( extrapolates, ground, coupled, relaxed, moments, pass->passes, pass->gs->bodies, \
                &course, (sphereGroup*)(void*)&pass->gs->array[i] );                                     \
            course.past = extrapolates ? course.past + ( moments ? 6 : 3 ) : NULL;                       \
        }                                                                                                \
        return ( gsSums ){ simdSum( course.turn ), simdSum( course.size ) };                             \
    }

#define GROUP_LOOPS( name, kind, array, ground, coupled, relaxed, moments )   \
    GROUP_LOOP( name, false, kind, array, ground, coupled, relaxed, moments ) \
    GROUP_LOOP( name##Ahead, true, kind, array, ground, coupled, relaxed, moments )

GROUP_LOOPS( pair3, gs_pair, sphereGroups, false, false, false, false )
GROUP_LOOPS( pair6, gs_pair, sphereGroups, false, false, false, true )
GROUP_LOOPS( pairRelaxed3, gs_pairRelaxed, wideGroups, false, false, true, false )
GROUP_LOOPS( pairRelaxed6, gs_pairRelaxed, wideGroups, false, false, true, true )
GROUP_LOOPS( coupled6, gs_coupled, wideGroups, false, true, false, true )
GROUP_LOOPS( coupledRelaxed6, gs_coupledRelaxed, wideGroups, false, true, true, true )
GROUP_LOOPS( ground3, gs_ground, wideGroups, true, true, false, false )
GROUP_LOOPS( ground6, gs_ground, wideGroups, true, true, false, true )
GROUP_LOOPS( groundRelaxed3, gs_groundRelaxed, wideGroups, true, true, true, false )
GROUP_LOOPS( groundRelaxed6, gs_groundRelaxed, wideGroups, true, true, true, true )

gsSums gsSpheres( const gsPass* pass, int kind, int first, int last )
{
    // without moments nothing is coupled
    static gsSums ( *const loops[][2][2] )( const gsPass*, int, int ) = {
        [gs_pair] = { { pair3, pair3Ahead }, { pair6, pair6Ahead } },
        [gs_pairRelaxed] = { { pairRelaxed3, pairRelaxed3Ahead }, { pairRelaxed6, pairRelaxed6Ahead } },
        [gs_coupled] = { { NULL, NULL }, { coupled6, coupled6Ahead } },
        [gs_coupledRelaxed] = { { NULL, NULL }, { coupledRelaxed6, coupledRelaxed6Ahead } },
        [gs_ground] = { { ground3, ground3Ahead }, { ground6, ground6Ahead } },
        [gs_groundRelaxed] = { { groundRelaxed3, groundRelaxed3Ahead },
            { groundRelaxed6, groundRelaxed6Ahead } },
    };
    return loops[kind][pass->gs->dimension > 3][pass->extrapolates]( pass, first, last );
}

static bool isGround( int kind )
{
    return kind == gs_ground || kind == gs_groundRelaxed;
}

// ------------------------------------------------------------------------------------------- velocities and the judge

gsSums gsPushSpheres( const gsPass* pass, int kind, int first, int last )
{
    ssGs* gs = pass->gs;
    for ( int i = first; i < last; ++i )
    {
        sphereGroup* g = gsSphereGroup( gs, kind, i );
        Motion b = gather( gs->bodies, g->b ), a = b;
        if ( isGround( kind ) )
        {
            push( true, true, g, g->f, g->m, &a, &b );
        }
        else
        {
            a = gather( gs->bodies, g->a );
            push( false, true, g, g->f, g->m, &a, &b );
            scatter( gs->bodies, g->a, &a );
        }
        scatter( gs->bodies, g->b, &b );
    }
    return ( gsSums ){ 0.0, 0.0 };
}

/// |p - P_K(p - r yhat)|² of four contacts, lane by lane.
SIMD_INLINE simd naturalMap(
    const bool ground, const bool saxce, const bool moments, const ssGs* gs, const sphereGroup* g )
{
    const simd r = simdOf( gs->step ), one = simdOf( 1.0 ), tiny = simdOf( GS_TINY );
    const int blocks = moments ? 3 : 1;
    const simd mu[3] = { g->mu, g->muRoll, g->muSpin }, ratio[3] = { one, one, one };
    Motion a, b = gather( gs->bodies, g->b );
    if ( !ground )
    {
        a = gather( gs->bodies, g->a );
    }
    simd3 u, w;
    relativeVelocity( ground, g, &a, &b, &u, &w );
    simd un = simd3Dot( u, g->n ), pn = simd3Dot( g->f, g->n );
    simd3 ut = simd3MulSub( u, un, g->n ), ft = simd3MulSub( g->f, pn, g->n );
    simd3 xt = simd3MulSub( ft, r, ut ), xr = xt, mr = xt;
    simd yn = simdAdd( un, g->bias ), spin = yn, xs = yn;
    simd length[3] = { simdSqrt( simdAdd( simd3Dot( xt, xt ), tiny ) ), yn, yn };
    if ( saxce )
    {
        yn = simdMulAdd( yn, g->mu, simdSqrt( simd3Dot( ut, ut ) ) );
    }
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
        if ( saxce )
        {
            yn = simdMulAdd( yn, g->muRoll, simdSqrt( simd3Dot( wr, wr ) ) );
            yn = simdMulAdd( yn, g->muSpin, simdAbs( wn ) );
        }
    }
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
    return sum;
}

#define MAP_LOOP( name, ground, saxce, moments )                                                      \
    static double name( ssGs* gs, int kind, int first, int last )                                     \
    {                                                                                                 \
        double sum = 0.0;                                                                             \
        for ( int i = first; i < last; ++i )                                                          \
        {                                                                                             \
            sum += simdSum( naturalMap( ground, saxce, moments, gs, gsSphereGroup( gs, kind, i ) ) ); \
        }                                                                                             \
        return sum;                                                                                   \
    }

MAP_LOOP( mapPair3, false, true, false )
MAP_LOOP( mapPair6, false, true, true )
MAP_LOOP( mapPairRelaxed3, false, false, false )
MAP_LOOP( mapPairRelaxed6, false, false, true )
MAP_LOOP( mapGround3, true, true, false )
MAP_LOOP( mapGround6, true, true, true )
MAP_LOOP( mapGroundRelaxed3, true, false, false )
MAP_LOOP( mapGroundRelaxed6, true, false, true )

gsSums gsSphereMap( const gsPass* pass, int kind, int first, int last )
{
    ssGs* gs = pass->gs;
    static double ( *const loops[][2] )( ssGs*, int, int, int ) = {
        [gs_pair] = { mapPair3, mapPair6 },
        [gs_pairRelaxed] = { mapPairRelaxed3, mapPairRelaxed6 },
        [gs_coupled] = { NULL, mapPair6 },
        [gs_coupledRelaxed] = { NULL, mapPairRelaxed6 },
        [gs_ground] = { mapGround3, mapGround6 },
        [gs_groundRelaxed] = { mapGroundRelaxed3, mapGroundRelaxed6 },
    };
    return ( gsSums ){ loops[kind][gs->dimension > 3]( gs, kind, first, last ), 0.0 };
}
