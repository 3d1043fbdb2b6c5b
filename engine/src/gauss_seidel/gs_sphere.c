// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Contacts between spheres and of spheres with what does not move, four at a time. Every kind of contact is the same
// function with constant flags: no branch depends on a number.

typedef struct Motion
{
    lane3 v, w;
    lane inverseMass, inverseInertia;
} Motion;

LANE_INLINE Motion gather( const sweepBody* bodies, const int* index )
{
    const double* lower[LANES];
    const double* upper[LANES];
    for ( int i = 0; i < LANES; ++i )
    {
        lower[i] = bodies[index[i]].v;
        upper[i] = bodies[index[i]].w;
    }
    Motion m;
    laneGather( lower, &m.v.x, &m.v.y, &m.v.z, &m.inverseMass );
    laneGather( upper, &m.w.x, &m.w.y, &m.w.z, &m.inverseInertia );
    return m;
}

LANE_INLINE void scatter( sweepBody* bodies, const int* index, const Motion* m )
{
    double* lower[LANES];
    double* upper[LANES];
    for ( int i = 0; i < LANES; ++i )
    {
        lower[i] = bodies[index[i]].v;
        upper[i] = bodies[index[i]].w;
    }
    laneScatter( lower, m->v.x, m->v.y, m->v.z, m->inverseMass );
    laneScatter( upper, m->w.x, m->w.y, m->w.z, m->inverseInertia );
}

/// Velocity at the contact and of rolling: (v_b - v_a) + N × (r_b w_b + r_a w_a), w_b - w_a.
LANE_INLINE void relativeVelocity(
    const bool ground, const sphereGroup* g, const Motion* a, const Motion* b, lane3* u, lane3* w )
{
    lane3 turn = lane3Scale( g->rb, b->w );
    turn = ground ? turn : lane3MulAdd( turn, g->ra, a->w );
    *u = lane3Add( ground ? b->v : lane3Sub( b->v, a->v ), lane3Cross( g->n, turn ) );
    *w = ground ? b->w : lane3Sub( b->w, a->w );
}

/// The bodies feel a change of force and moment.
LANE_INLINE void push(
    const bool ground, const bool moments, const sphereGroup* g, lane3 df, lane3 dm, Motion* a, Motion* b )
{
    lane3 turn = lane3Cross( g->n, df );
    b->v = lane3MulAdd( b->v, b->inverseMass, df );
    lane3 onB = moments ? lane3MulSub( dm, g->rb, turn ) : lane3Scale( laneNeg( g->rb ), turn );
    b->w = lane3MulAdd( b->w, b->inverseInertia, onB );
    if ( !ground )
    {
        a->v = lane3MulSub( a->v, a->inverseMass, df );
        lane3 onA = moments ? lane3MulAdd( dm, g->ra, turn ) : lane3Scale( g->ra, turn );
        a->w = lane3MulSub( a->w, a->inverseInertia, onA );
    }
}

// A reaction as its parts: p_N, p_T in the plane, p_R in the plane, p_S.
typedef struct Parts
{
    lane n, s;
    lane3 t, r;
} Parts;

/// Coulomb's law, blocks not coupled: p_N = max(0, p_N - u_N/w_n) and then the nearest p_T, p_R, p_S within the bounds
/// that p_N sets; exact, because no block moves another's velocity.
LANE_INLINE Parts solvePlain( const bool moments, const sphereGroup* g, lane omega, lane3 u, lane3 w )
{
    Parts p;
    lane un = lane3Dot( u, g->n ), old = lane3Dot( g->f, g->n );
    p.n = laneMax( laneMulSub( old, laneAdd( un, g->bias ), laneMul( omega, g->stepN ) ), laneOf( 0.0 ) );
    lane step = laneMul( omega, g->stepT );
    // out of the plane sticks p_N - step u_N: f and u are whole vectors
    p.t = lane3MulSub( lane3MulSub( g->f, step, u ), laneMulSub( old, step, un ), g->n );
    p.t = lane3Scale( sweepShrink( lane3Dot( p.t, p.t ), laneMul( g->mu, p.n ) ), p.t );
    if ( moments )
    {
        lane3 m = lane3MulSub( g->m, laneMul( omega, g->stepR ), w );
        lane spin = lane3Dot( m, g->n ), bound = laneMul( g->muSpin, p.n );
        p.r = lane3MulSub( m, spin, g->n );
        p.r = lane3Scale( sweepShrink( lane3Dot( p.r, p.r ), laneMul( g->muRoll, p.n ) ), p.r );
        p.s = laneMax( laneMin( spin, bound ), laneNeg( bound ) );
    }
    return p;
}

// The plane of a coupled contact: what p_T is best for a given p_R and the other way round. Free is without the bound.
typedef struct Plane
{
    lane3 n, ut, wr, ft, mr;
    lane stepT, stepR, wc, boundT, boundR;
} Plane;

LANE_INLINE lane3 freeSliding( const Plane* p, lane3 r )
{
    lane3 u = lane3MulAdd( p->ut, p->wc, lane3Cross( p->n, lane3Sub( r, p->mr ) ) );
    return lane3MulSub( p->ft, p->stepT, u );
}

LANE_INLINE lane3 freeRolling( const Plane* p, lane3 t )
{
    lane3 w = lane3MulSub( p->wr, p->wc, lane3Cross( p->n, lane3Sub( t, p->ft ) ) );
    return lane3MulSub( p->mr, p->stepR, w );
}

LANE_INLINE lane3 within( lane3 x, lane bound )
{
    return lane3Scale( sweepShrink( lane3Dot( x, x ), bound ), x );
}

/// Coulomb's law, sliding coupled with rolling. With p_R free, what is left for p_T is as round as W itself, and the
/// nearest point to the joint answer is the best; if the p_R that goes with it is within its bound, that solves the
/// contact, and likewise with the two exchanged. Only where both are on their bounds they are improved in turn.
LANE_INLINE Parts solveCoupled( const sphereWideGroup* g, lane omega, lane3 u, lane3 w )
{
    const sphereGroup* s = &g->sphere;
    Parts p;
    lane un = lane3Dot( u, s->n ), old = lane3Dot( s->f, s->n ), spin = lane3Dot( s->m, s->n );
    lane wn = lane3Dot( w, s->n );
    p.n = laneMax( laneMulSub( old, laneAdd( un, s->bias ), laneMul( omega, s->stepN ) ), laneOf( 0.0 ) );
    lane boundS = laneMul( s->muSpin, p.n );
    p.s = laneMulSub( spin, laneMul( omega, s->stepR ), wn );
    p.s = laneMax( laneMin( p.s, boundS ), laneNeg( boundS ) );
    Plane plane = { s->n, lane3MulSub( u, un, s->n ), lane3MulSub( w, wn, s->n ),
        lane3MulSub( s->f, old, s->n ), lane3MulSub( s->m, spin, s->n ), s->stepT, s->stepR, g->wc,
        laneMul( s->mu, p.n ), laneMul( s->muRoll, p.n ) };
    // both free: p - W^-1 (u_T, w_R)
    lane3 jointT =
        lane3MulAdd( lane3MulSub( plane.ft, g->jt, plane.ut ), g->jc, lane3Cross( s->n, plane.wr ) );
    lane3 jointR =
        lane3MulSub( lane3MulSub( plane.mr, g->jr, plane.wr ), g->jc, lane3Cross( s->n, plane.ut ) );
    // once is enough: the next sweep goes on from here
    p.t = within( freeSliding( &plane, plane.mr ), plane.boundT );
    p.r = within( freeRolling( &plane, p.t ), plane.boundR );
    lane3 r = within( jointR, plane.boundR ), t = freeSliding( &plane, r );
    lane square = lane3Dot( t, t ), bound = laneMul( plane.boundT, plane.boundT );
    p.t = lane3Choose( square, bound, t, p.t );
    p.r = lane3Choose( square, bound, r, p.r );
    t = within( jointT, plane.boundT );
    r = freeRolling( &plane, t );
    square = lane3Dot( r, r );
    bound = laneMul( plane.boundR, plane.boundR );
    p.t = lane3Choose( square, bound, t, p.t );
    p.r = lane3Choose( square, bound, r, p.r );
    return p;
}

/// The relaxed law: the nearest point of K in the metric of W_aa's blocks, enlarged where sliding and rolling are
/// coupled so that every pass lowers the energy. Without coupling one pass is the answer.
LANE_INLINE Parts solveRelaxed( const bool moments, const bool coupled, const int passes,
    const sphereWideGroup* g, lane omega, lane3 u, lane3 w )
{
    const sphereGroup* s = &g->sphere;
    const int blocks = moments ? 3 : 1;
    lane un = lane3Dot( u, s->n );
    lane3 ut = lane3MulSub( u, un, s->n ), wr = ut;
    Parts p;
    p.n = lane3Dot( s->f, s->n );
    p.t = lane3MulSub( s->f, p.n, s->n );
    un = laneAdd( un, s->bias );
    lane wn = un;
    if ( moments )
    {
        wn = lane3Dot( w, s->n );
        wr = lane3MulSub( w, wn, s->n );
        p.s = lane3Dot( s->m, s->n );
        p.r = lane3MulSub( s->m, p.s, s->n );
    }
    const lane mu[3] = { s->mu, s->muRoll, s->muSpin };
    const lane ratio[3] = { g->ratioT, g->ratioR, g->ratioS };
    const lane tiny = laneOf( SWEEP_TINY );
    const int turns = coupled && moments ? passes : 1;
    for ( int i = 0; i < turns; ++i )
    {
        Parts old = p;
        lane x = laneMulSub( p.n, laneMul( omega, s->stepN ), un ), length[3] = { x, x, x };
        p.t = lane3MulSub( p.t, laneMul( omega, s->stepT ), ut );
        length[0] = laneSqrt( laneAdd( lane3Dot( p.t, p.t ), tiny ) );
        if ( moments )
        {
            p.r = lane3MulSub( p.r, laneMul( omega, s->stepR ), wr );
            p.s = laneMulSub( p.s, laneMul( omega, g->stepS ), wn );
            length[1] = laneSqrt( laneAdd( lane3Dot( p.r, p.r ), tiny ) );
            length[2] = laneAbs( p.s );
        }
        p.n = sweepProjectNormal( blocks, x, mu, length, ratio );
        p.t = lane3Scale( laneMin( laneDiv( laneMul( mu[0], p.n ), length[0] ), laneOf( 1.0 ) ), p.t );
        if ( moments )
        {
            lane bound = laneMul( mu[2], p.n );
            p.r = lane3Scale( laneMin( laneDiv( laneMul( mu[1], p.n ), length[1] ), laneOf( 1.0 ) ), p.r );
            p.s = laneMax( laneMin( p.s, bound ), laneNeg( bound ) );
        }
        if ( i + 1 < turns )
        {
            lane3 dt = lane3Sub( p.t, old.t ), dr = lane3Sub( p.r, old.r );
            un = laneAdd( un, laneDiv( laneSub( p.n, old.n ), s->stepN ) );
            wn = laneMulAdd( wn, g->wr, laneSub( p.s, old.s ) );
            ut = lane3MulAdd( lane3MulAdd( ut, g->wt, dt ), g->wc, lane3Cross( s->n, dr ) );
            wr = lane3MulSub( lane3MulAdd( wr, g->wr, dr ), g->wc, lane3Cross( s->n, dt ) );
        }
    }
    return p;
}

LANE_INLINE lane3 ahead( const sweepCourse* course, lane3 p, int c )
{
    return ( lane3 ){ sweepAhead( course, p.x, c ), sweepAhead( course, p.y, c + 1 ),
        sweepAhead( course, p.z, c + 2 ) };
}

LANE_INLINE void tell( const bool convex, sweepCourse* course, lane3 y, lane3 x, int c )
{
    sweepTell( convex, course, y.x, x.x, c );
    sweepTell( convex, course, y.y, x.y, c + 1 );
    sweepTell( convex, course, y.z, x.z, c + 2 );
}

LANE_INLINE void solveGroup( const bool extrapolates, const bool ground, const bool coupled,
    const bool relaxed, const bool moments, const int passes, sweepBody* bodies, sweepCourse* course,
    sphereGroup* g )
{
    const lane omega = course->omega;
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
    lane3 u, w;
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
    lane3 f = lane3MulAdd( p.t, p.n, g->n ), df = lane3Sub( f, g->f ), dm = df;
    if ( extrapolates )
    {
        tell( relaxed, course, g->f, f, 0 );
    }
    g->f = f;
    if ( moments )
    {
        lane3 m = lane3MulAdd( p.r, p.s, g->n );
        dm = lane3Sub( m, g->m );
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
#define GROUP_LOOP( name, extrapolates, kind, array, ground, coupled, relaxed, moments )                    \
    static sweepSums name( const sweepPass* pass, int first, int last )                                     \
    {                                                                                                       \
        sweepCourse course = sweepStart( pass, kind, first );                                               \
        for ( int i = first; i < last; ++i )                                                                \
        {                                                                                                   \
            solveGroup( extrapolates, ground, coupled, relaxed, moments, pass->passes, pass->sweep->bodies, \
                &course, (sphereGroup*)(void*)&pass->sweep->array[i] );                                     \
            course.past = extrapolates ? course.past + ( moments ? 6 : 3 ) : NULL;                          \
        }                                                                                                   \
        return ( sweepSums ){ laneSum( course.turn ), laneSum( course.size ) };                             \
    }

#define GROUP_LOOPS( name, kind, array, ground, coupled, relaxed, moments )   \
    GROUP_LOOP( name, false, kind, array, ground, coupled, relaxed, moments ) \
    GROUP_LOOP( name##Ahead, true, kind, array, ground, coupled, relaxed, moments )

GROUP_LOOPS( pair3, sweep_pair, sphereGroups, false, false, false, false )
GROUP_LOOPS( pair6, sweep_pair, sphereGroups, false, false, false, true )
GROUP_LOOPS( pairRelaxed3, sweep_pairRelaxed, wideGroups, false, false, true, false )
GROUP_LOOPS( pairRelaxed6, sweep_pairRelaxed, wideGroups, false, false, true, true )
GROUP_LOOPS( coupled6, sweep_coupled, wideGroups, false, true, false, true )
GROUP_LOOPS( coupledRelaxed6, sweep_coupledRelaxed, wideGroups, false, true, true, true )
GROUP_LOOPS( ground3, sweep_ground, wideGroups, true, true, false, false )
GROUP_LOOPS( ground6, sweep_ground, wideGroups, true, true, false, true )
GROUP_LOOPS( groundRelaxed3, sweep_groundRelaxed, wideGroups, true, true, true, false )
GROUP_LOOPS( groundRelaxed6, sweep_groundRelaxed, wideGroups, true, true, true, true )

sweepSums sweepSpheres( const sweepPass* pass, int kind, int first, int last )
{
    // without moments nothing is coupled
    static sweepSums ( *const loops[][2][2] )( const sweepPass*, int, int ) = {
        [sweep_pair] = { { pair3, pair3Ahead }, { pair6, pair6Ahead } },
        [sweep_pairRelaxed] = { { pairRelaxed3, pairRelaxed3Ahead }, { pairRelaxed6, pairRelaxed6Ahead } },
        [sweep_coupled] = { { NULL, NULL }, { coupled6, coupled6Ahead } },
        [sweep_coupledRelaxed] = { { NULL, NULL }, { coupledRelaxed6, coupledRelaxed6Ahead } },
        [sweep_ground] = { { ground3, ground3Ahead }, { ground6, ground6Ahead } },
        [sweep_groundRelaxed] = { { groundRelaxed3, groundRelaxed3Ahead },
            { groundRelaxed6, groundRelaxed6Ahead } },
    };
    return loops[kind][pass->sweep->dimension > 3][pass->extrapolates]( pass, first, last );
}

static bool isGround( int kind )
{
    return kind == sweep_ground || kind == sweep_groundRelaxed;
}

// ------------------------------------------------------------------------------------------- velocities and the judge

sweepSums sweepPushSpheres( const sweepPass* pass, int kind, int first, int last )
{
    ssSweep* sweep = pass->sweep;
    for ( int i = first; i < last; ++i )
    {
        sphereGroup* g = sweepSphereGroup( sweep, kind, i );
        Motion b = gather( sweep->bodies, g->b ), a = b;
        if ( isGround( kind ) )
        {
            push( true, true, g, g->f, g->m, &a, &b );
        }
        else
        {
            a = gather( sweep->bodies, g->a );
            push( false, true, g, g->f, g->m, &a, &b );
            scatter( sweep->bodies, g->a, &a );
        }
        scatter( sweep->bodies, g->b, &b );
    }
    return ( sweepSums ){ 0.0, 0.0 };
}

/// |p - P_K(p - r yhat)|² of four contacts, lane by lane.
LANE_INLINE lane naturalMap(
    const bool ground, const bool saxce, const bool moments, const ssSweep* sweep, const sphereGroup* g )
{
    const lane r = laneOf( sweep->step ), one = laneOf( 1.0 ), tiny = laneOf( SWEEP_TINY );
    const int blocks = moments ? 3 : 1;
    const lane mu[3] = { g->mu, g->muRoll, g->muSpin }, ratio[3] = { one, one, one };
    Motion a, b = gather( sweep->bodies, g->b );
    if ( !ground )
    {
        a = gather( sweep->bodies, g->a );
    }
    lane3 u, w;
    relativeVelocity( ground, g, &a, &b, &u, &w );
    lane un = lane3Dot( u, g->n ), pn = lane3Dot( g->f, g->n );
    lane3 ut = lane3MulSub( u, un, g->n ), ft = lane3MulSub( g->f, pn, g->n );
    lane3 xt = lane3MulSub( ft, r, ut ), xr = xt, mr = xt;
    lane yn = laneAdd( un, g->bias ), spin = yn, xs = yn;
    lane length[3] = { laneSqrt( laneAdd( lane3Dot( xt, xt ), tiny ) ), yn, yn };
    if ( saxce )
    {
        yn = laneMulAdd( yn, g->mu, laneSqrt( lane3Dot( ut, ut ) ) );
    }
    if ( moments )
    {
        lane wn = lane3Dot( w, g->n );
        lane3 wr = lane3MulSub( w, wn, g->n );
        spin = lane3Dot( g->m, g->n );
        mr = lane3MulSub( g->m, spin, g->n );
        xr = lane3MulSub( mr, r, wr );
        xs = laneMulSub( spin, r, wn );
        length[1] = laneSqrt( laneAdd( lane3Dot( xr, xr ), tiny ) );
        length[2] = laneAbs( xs );
        if ( saxce )
        {
            yn = laneMulAdd( yn, g->muRoll, laneSqrt( lane3Dot( wr, wr ) ) );
            yn = laneMulAdd( yn, g->muSpin, laneAbs( wn ) );
        }
    }
    lane n = sweepProjectNormal( blocks, laneMulSub( pn, r, yn ), mu, length, ratio ), off = laneSub( pn, n );
    lane3 offT = lane3MulSub( ft, laneMin( laneDiv( laneMul( mu[0], n ), length[0] ), one ), xt );
    lane sum = laneAdd( laneMul( off, off ), lane3Dot( offT, offT ) );
    if ( moments )
    {
        lane bound = laneMul( mu[2], n );
        lane3 offR = lane3MulSub( mr, laneMin( laneDiv( laneMul( mu[1], n ), length[1] ), one ), xr );
        lane offS = laneSub( spin, laneMax( laneMin( xs, bound ), laneNeg( bound ) ) );
        sum = laneAdd( sum, laneAdd( lane3Dot( offR, offR ), laneMul( offS, offS ) ) );
    }
    return sum;
}

#define MAP_LOOP( name, ground, saxce, moments )                                                            \
    static double name( ssSweep* sweep, int kind, int first, int last )                                     \
    {                                                                                                       \
        double sum = 0.0;                                                                                   \
        for ( int i = first; i < last; ++i )                                                                \
        {                                                                                                   \
            sum +=                                                                                          \
                laneSum( naturalMap( ground, saxce, moments, sweep, sweepSphereGroup( sweep, kind, i ) ) ); \
        }                                                                                                   \
        return sum;                                                                                         \
    }

MAP_LOOP( mapPair3, false, true, false )
MAP_LOOP( mapPair6, false, true, true )
MAP_LOOP( mapPairRelaxed3, false, false, false )
MAP_LOOP( mapPairRelaxed6, false, false, true )
MAP_LOOP( mapGround3, true, true, false )
MAP_LOOP( mapGround6, true, true, true )
MAP_LOOP( mapGroundRelaxed3, true, false, false )
MAP_LOOP( mapGroundRelaxed6, true, false, true )

sweepSums sweepSphereMap( const sweepPass* pass, int kind, int first, int last )
{
    ssSweep* sweep = pass->sweep;
    static double ( *const loops[][2] )( ssSweep*, int, int, int ) = {
        [sweep_pair] = { mapPair3, mapPair6 },
        [sweep_pairRelaxed] = { mapPairRelaxed3, mapPairRelaxed6 },
        [sweep_coupled] = { NULL, mapPair6 },
        [sweep_coupledRelaxed] = { NULL, mapPairRelaxed6 },
        [sweep_ground] = { mapGround3, mapGround6 },
        [sweep_groundRelaxed] = { mapGroundRelaxed3, mapGroundRelaxed6 },
    };
    return ( sweepSums ){ loops[kind][sweep->dimension > 3]( sweep, kind, first, last ), 0.0 };
}
