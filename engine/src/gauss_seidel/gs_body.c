// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Contacts between any bodies, four at a time, in the contacts' frames: velocities of the bodies to y, a few passes over
// the contact's own blocks with W_aa at hand, and back to the bodies once.

typedef struct Motion
{
    lane3 v, w;
    lane inverseMass, keep; // `keep` goes back as it came
} Motion;

typedef struct Inertia
{
    lane xx, yy, zz, xy, xz, yz;
} Inertia;

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
    laneGather( upper, &m.w.x, &m.w.y, &m.w.z, &m.keep );
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
    laneScatter( upper, m->w.x, m->w.y, m->w.z, m->keep );
}

LANE_INLINE Inertia gatherInertia( const sweepInertia* inertias, const int* index )
{
    const double* lower[LANES];
    const double* upper[LANES];
    for ( int i = 0; i < LANES; ++i )
    {
        lower[i] = inertias[index[i]].m;
        upper[i] = inertias[index[i]].m + 4;
    }
    Inertia m;
    lane unused;
    laneGather( lower, &m.xx, &m.yy, &m.zz, &m.xy );
    laneGather( upper, &m.xz, &m.yz, &unused, &unused );
    return m;
}

LANE_INLINE lane3 turnBy( const Inertia* i, lane3 m )
{
    return ( lane3 ){ laneMulAdd( laneMulAdd( laneMul( i->xx, m.x ), i->xy, m.y ), i->xz, m.z ),
        laneMulAdd( laneMulAdd( laneMul( i->xy, m.x ), i->yy, m.y ), i->yz, m.z ),
        laneMulAdd( laneMulAdd( laneMul( i->xz, m.x ), i->yz, m.y ), i->zz, m.z ) };
}

/// y = D^T v + bias + C p
LANE_INLINE void readVelocity(
    const bool ground, const bool moments, const bodyGroup* g, const Motion* a, const Motion* b, lane* y )
{
    lane3 u = lane3Add( b->v, lane3Cross( b->w, g->rb ) ), w = b->w;
    if ( !ground )
    {
        u = lane3Sub( u, lane3Add( a->v, lane3Cross( a->w, g->ra ) ) );
        w = lane3Sub( w, a->w );
    }
    y[0] = lane3Dot( u, g->n );
    y[1] = lane3Dot( u, g->t1 );
    y[2] = lane3Dot( u, g->t2 );
    if ( moments )
    {
        y[3] = lane3Dot( w, g->t1 );
        y[4] = lane3Dot( w, g->t2 );
        y[5] = lane3Dot( w, g->n );
    }
    for ( int c = 0; c < ( moments ? 6 : 3 ); ++c )
    {
        y[c] = laneMulAdd( laneAdd( y[c], g->bias[c] ), g->compliance[c], g->p[c] );
    }
}

LANE_INLINE void push( const bool ground, const bool moments, const ssSweep* sweep, const bodyGroup* g,
    const lane* dp, Motion* a, Motion* b )
{
    lane3 f = lane3MulAdd( lane3MulAdd( lane3Scale( dp[0], g->n ), dp[1], g->t1 ), dp[2], g->t2 ), m = f;
    if ( moments )
    {
        m = lane3MulAdd( lane3MulAdd( lane3Scale( dp[5], g->n ), dp[3], g->t1 ), dp[4], g->t2 );
    }
    Inertia inertia = gatherInertia( sweep->inertias, g->b );
    lane3 onB = lane3Cross( g->rb, f );
    onB = moments ? lane3Add( onB, m ) : onB;
    b->v = lane3MulAdd( b->v, b->inverseMass, f );
    b->w = lane3Add( b->w, turnBy( &inertia, onB ) );
    if ( !ground )
    {
        inertia = gatherInertia( sweep->inertias, g->a );
        lane3 onA = lane3Cross( g->ra, f );
        onA = moments ? lane3Add( onA, m ) : onA;
        a->v = lane3MulSub( a->v, a->inverseMass, f );
        a->w = lane3Sub( a->w, turnBy( &inertia, onA ) );
    }
}

/// Row-wise lower triangle.
LANE_INLINE lane entry( const bodyGroup* g, int i, int j )
{
    return i >= j ? g->w[i * ( i + 1 ) / 2 + j] : g->w[j * ( j + 1 ) / 2 + i];
}

/// Component c has moved by d: so do the velocities of all.
LANE_INLINE void follow( const int dimension, const bodyGroup* g, int c, lane d, lane* y )
{
    for ( int i = 0; i < dimension; ++i )
    {
        y[i] = laneMulAdd( y[i], entry( g, i, c ), d );
    }
}

LANE_INLINE lane square2( lane a, lane b )
{
    return laneMulAdd( laneMul( a, a ), b, b );
}

/// Coulomb's law block after block, the bounds set by the newest p_N (Acary & Bourrier Eq. 22).
LANE_INLINE void solveCoulomb(
    const bool moments, const int passes, const bodyGroup* g, lane omega, lane* y, lane* p )
{
    const int dimension = moments ? 6 : 3;
    for ( int turn = 0; turn < passes; ++turn )
    {
        lane old = p[0];
        p[0] = laneMax( laneMulSub( old, laneMul( omega, g->stepN ), y[0] ), laneOf( 0.0 ) );
        follow( dimension, g, 0, laneSub( p[0], old ), y );
        for ( int block = 0; block < ( moments ? 2 : 1 ); ++block )
        {
            int c = 1 + 2 * block;
            lane step = laneMul( omega, block == 0 ? g->stepT : g->stepR );
            lane bound = laneMul( block == 0 ? g->mu : g->muRoll, p[0] ), first = p[c], second = p[c + 1];
            p[c] = laneMulSub( first, step, y[c] );
            p[c + 1] = laneMulSub( second, step, y[c + 1] );
            lane factor = sweepShrink( square2( p[c], p[c + 1] ), bound );
            p[c] = laneMul( factor, p[c] );
            p[c + 1] = laneMul( factor, p[c + 1] );
            follow( dimension, g, c, laneSub( p[c], first ), y );
            follow( dimension, g, c + 1, laneSub( p[c + 1], second ), y );
        }
        if ( moments )
        {
            lane bound = laneMul( g->muSpin, p[0] );
            old = p[5];
            p[5] = laneMulSub( old, laneMul( omega, g->stepS ), y[5] );
            p[5] = laneMax( laneMin( p[5], bound ), laneNeg( bound ) );
            follow( dimension, g, 5, laneSub( p[5], old ), y );
        }
    }
}

/// The relaxed law: projected steps in a metric no smaller than W_aa.
LANE_INLINE void solveRelaxed(
    const bool moments, const int passes, const bodyGroup* g, lane omega, lane* y, lane* p )
{
    const int dimension = moments ? 6 : 3, blocks = moments ? 3 : 1;
    const lane mu[3] = { g->mu, g->muRoll, g->muSpin }, ratio[3] = { g->ratioT, g->ratioR, g->ratioS };
    const lane step[6] = { g->stepN, g->stepT, g->stepT, g->stepR, g->stepR, g->stepS };
    const lane tiny = laneOf( SWEEP_TINY ), one = laneOf( 1.0 );
    for ( int turn = 0; turn < passes; ++turn )
    {
        lane old[6], length[3];
        for ( int c = 0; c < dimension; ++c )
        {
            old[c] = p[c];
            p[c] = laneMulSub( p[c], laneMul( omega, step[c] ), y[c] );
        }
        length[0] = laneSqrt( laneAdd( square2( p[1], p[2] ), tiny ) );
        if ( moments )
        {
            length[1] = laneSqrt( laneAdd( square2( p[3], p[4] ), tiny ) );
            length[2] = laneAbs( p[5] );
        }
        p[0] = sweepProjectNormal( blocks, p[0], mu, length, ratio );
        for ( int block = 0; block < ( moments ? 2 : 1 ); ++block )
        {
            lane factor = laneMin( laneDiv( laneMul( mu[block], p[0] ), length[block] ), one );
            p[1 + 2 * block] = laneMul( factor, p[1 + 2 * block] );
            p[2 + 2 * block] = laneMul( factor, p[2 + 2 * block] );
        }
        if ( moments )
        {
            lane bound = laneMul( mu[2], p[0] );
            p[5] = laneMax( laneMin( p[5], bound ), laneNeg( bound ) );
        }
        for ( int c = 0; c < dimension && turn + 1 < passes; ++c )
        {
            follow( dimension, g, c, laneSub( p[c], old[c] ), y );
        }
    }
}

LANE_INLINE void solveGroup( const bool extrapolates, const bool ground, const bool relaxed,
    const bool moments, const int passes, const ssSweep* sweep, sweepCourse* course, bodyGroup* g )
{
    const int dimension = moments ? 6 : 3;
    const lane omega = course->omega;
    lane y[6], p[6], dp[6];
    for ( int c = 0; c < dimension && extrapolates; ++c )
    {
        g->p[c] = sweepAhead( course, g->p[c], c );
    }
    Motion a, b = gather( sweep->bodies, g->b );
    if ( !ground )
    {
        a = gather( sweep->bodies, g->a );
    }
    readVelocity( ground, moments, g, &a, &b, y );
    for ( int c = 0; c < dimension; ++c )
    {
        p[c] = g->p[c];
    }
    if ( relaxed )
    {
        solveRelaxed( moments, passes, g, omega, y, p );
    }
    else
    {
        solveCoulomb( moments, passes, g, omega, y, p );
    }
    for ( int c = 0; c < dimension; ++c )
    {
        dp[c] = laneSub( p[c], g->p[c] );
        if ( extrapolates )
        {
            sweepTell( relaxed, course, g->p[c], p[c], c );
        }
        g->p[c] = p[c];
    }
    push( ground, moments, sweep, g, dp, &a, &b );
    scatter( sweep->bodies, g->b, &b );
    if ( !ground )
    {
        scatter( sweep->bodies, g->a, &a );
    }
}

#define SOLVE_LOOP( name, extrapolates, ground, relaxed, moments )                                  \
    static sweepSums name( const sweepPass* pass, int first, int last )                             \
    {                                                                                               \
        sweepCourse course = sweepStart( pass, sweep_body, first );                                 \
        for ( int i = first; i < last; ++i )                                                        \
        {                                                                                           \
            solveGroup( extrapolates, ground, relaxed, moments, pass->passes, pass->sweep, &course, \
                &pass->sweep->bodyGroups[i] );                                                      \
            course.past = extrapolates ? course.past + ( moments ? 6 : 3 ) : NULL;                  \
        }                                                                                           \
        return ( sweepSums ){ laneSum( course.turn ), laneSum( course.size ) };                     \
    }

#define SOLVE_LOOPS( name, ground, relaxed, moments )   \
    SOLVE_LOOP( name, false, ground, relaxed, moments ) \
    SOLVE_LOOP( name##Ahead, true, ground, relaxed, moments )

SOLVE_LOOPS( body3, false, false, false )
SOLVE_LOOPS( body6, false, false, true )
SOLVE_LOOPS( bodyRelaxed3, false, true, false )
SOLVE_LOOPS( bodyRelaxed6, false, true, true )
SOLVE_LOOPS( ground3, true, false, false )
SOLVE_LOOPS( ground6, true, false, true )
SOLVE_LOOPS( groundRelaxed3, true, true, false )
SOLVE_LOOPS( groundRelaxed6, true, true, true )

sweepSums sweepBodies( const sweepPass* pass, int kind, int first, int last )
{
    static sweepSums ( *const loops[][2][2] )( const sweepPass*, int, int ) = {
        { { body3, body3Ahead }, { body6, body6Ahead } },
        { { bodyRelaxed3, bodyRelaxed3Ahead }, { bodyRelaxed6, bodyRelaxed6Ahead } },
        { { ground3, ground3Ahead }, { ground6, ground6Ahead } },
        { { groundRelaxed3, groundRelaxed3Ahead }, { groundRelaxed6, groundRelaxed6Ahead } },
    };
    return loops[kind - sweep_body][pass->sweep->dimension > 3][pass->extrapolates]( pass, first, last );
}

// ------------------------------------------------------------------------------------------- velocities and the judge

static bool isGround( int kind )
{
    return kind == sweep_bodyGround || kind == sweep_bodyGroundRelaxed;
}

sweepSums sweepPushBodies( const sweepPass* pass, int kind, int first, int last )
{
    ssSweep* sweep = pass->sweep;
    // rows beyond the dimension are zero
    for ( int i = first; i < last; ++i )
    {
        bodyGroup* g = &sweep->bodyGroups[i];
        Motion b = gather( sweep->bodies, g->b ), a = b;
        if ( isGround( kind ) )
        {
            push( true, true, sweep, g, g->p, &a, &b );
        }
        else
        {
            a = gather( sweep->bodies, g->a );
            push( false, true, sweep, g, g->p, &a, &b );
            scatter( sweep->bodies, g->a, &a );
        }
        scatter( sweep->bodies, g->b, &b );
    }
    return ( sweepSums ){ 0.0, 0.0 };
}

LANE_INLINE lane naturalMap(
    const bool ground, const bool saxce, const bool moments, const ssSweep* sweep, const bodyGroup* g )
{
    const int dimension = moments ? 6 : 3, blocks = moments ? 3 : 1;
    const lane r = laneOf( sweep->step ), one = laneOf( 1.0 ), tiny = laneOf( SWEEP_TINY );
    const lane mu[3] = { g->mu, g->muRoll, g->muSpin }, ratio[3] = { one, one, one };
    Motion a, b = gather( sweep->bodies, g->b );
    if ( !ground )
    {
        a = gather( sweep->bodies, g->a );
    }
    lane y[6], x[6], length[3], factor[3], sum = laneOf( 0.0 );
    readVelocity( ground, moments, g, &a, &b, y );
    if ( saxce )
    {
        y[0] = laneMulAdd( y[0], mu[0], laneSqrt( square2( y[1], y[2] ) ) );
        if ( moments )
        {
            y[0] = laneMulAdd( y[0], mu[1], laneSqrt( square2( y[3], y[4] ) ) );
            y[0] = laneMulAdd( y[0], mu[2], laneAbs( y[5] ) );
        }
    }
    for ( int c = 0; c < dimension; ++c )
    {
        x[c] = laneMulSub( g->p[c], r, y[c] );
    }
    length[0] = laneSqrt( laneAdd( square2( x[1], x[2] ), tiny ) );
    if ( moments )
    {
        length[1] = laneSqrt( laneAdd( square2( x[3], x[4] ), tiny ) );
        length[2] = laneAdd( laneAbs( x[5] ), tiny );
    }
    x[0] = sweepProjectNormal( blocks, x[0], mu, length, ratio );
    for ( int block = 0; block < blocks; ++block )
    {
        factor[block] = laneMin( laneDiv( laneMul( mu[block], x[0] ), length[block] ), one );
    }
    for ( int c = 0; c < dimension; ++c )
    {
        lane off = c == 0 ? laneSub( g->p[0], x[0] ) : laneMulSub( g->p[c], factor[( c - 1 ) / 2], x[c] );
        sum = laneMulAdd( sum, off, off );
    }
    return sum;
}

#define MAP_LOOP( name, ground, saxce, moments )                                                  \
    static double name( ssSweep* sweep, int first, int last )                                     \
    {                                                                                             \
        double sum = 0.0;                                                                         \
        for ( int i = first; i < last; ++i )                                                      \
        {                                                                                         \
            sum += laneSum( naturalMap( ground, saxce, moments, sweep, &sweep->bodyGroups[i] ) ); \
        }                                                                                         \
        return sum;                                                                               \
    }

MAP_LOOP( mapBody3, false, true, false )
MAP_LOOP( mapBody6, false, true, true )
MAP_LOOP( mapBodyRelaxed3, false, false, false )
MAP_LOOP( mapBodyRelaxed6, false, false, true )
MAP_LOOP( mapGround3, true, true, false )
MAP_LOOP( mapGround6, true, true, true )
MAP_LOOP( mapGroundRelaxed3, true, false, false )
MAP_LOOP( mapGroundRelaxed6, true, false, true )

sweepSums sweepBodyMap( const sweepPass* pass, int kind, int first, int last )
{
    ssSweep* sweep = pass->sweep;
    static double ( *const loops[][2] )( ssSweep*, int, int ) = {
        { mapBody3, mapBody6 },
        { mapBodyRelaxed3, mapBodyRelaxed6 },
        { mapGround3, mapGround6 },
        { mapGroundRelaxed3, mapGroundRelaxed6 },
    };
    return ( sweepSums ){ loops[kind - sweep_body][sweep->dimension > 3]( sweep, first, last ), 0.0 };
}
