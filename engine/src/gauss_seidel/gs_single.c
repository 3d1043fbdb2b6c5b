// SPDX-License-Identifier: MIT
#include "base/simd_single.h"
#include "gauss_seidel/gs_lanes.h"

#include <string.h>

// Passes in single precision. A problem of a few hundred contacts lies in the first caches, and what a pass costs there is
// arithmetic: eight floats take as long as four doubles. Few digits are wanted of such a pass, and its rounding does not
// reach the answer: reactions alone are taken from here, and velocities and the residual follow from them in double
// precision whenever the residual is measured.
//
// Units are such that numbers are near 1: velocities in |q|/sqrt(contacts), reactions in that times `step`.

/// A body in half a cache line; `w` is L omega.
typedef struct Body
{
    float v[3], inverseMass;
    float w[3], inverseInertia;
} Body;

/// Four contacts between spheres; see sphereGroup and coupledSphereGroup.
typedef struct Group
{
    int a[SIMD_WIDTH], b[SIMD_WIDTH];
    single3 n;
    single ra, rb, bias, mu, muRoll, muSpin, stepN, stepT, stepR;
    single jt, jr, jc, wc; // coupled ones alone
    single3 f, m;
    single3 previousF, previousM; // after the previous pass
} Group;

/// Groups of one colour and kind.
typedef struct Stretch
{
    int kind, count;
    int there, here; // the first of them in the packed problem, and in `groups`
} Stretch;

// Kinds that have a kernel here: Coulomb's law between spheres, and spheres on the ground.
#define KINDS 4
static const int s_kinds[KINDS] = { gs_equal, gs_pair, gs_coupled, gs_ground };

struct gsSingle
{
    Body *bodies, *previousBodies; // with dummies, as in ssGs
    int bodyCount;
    Group* groups;
    Stretch* stretches;
    int stretchCount;
    double speed, impulse; // units
};

// ------------------------------------------------------------------------------------------------------------- kernel

// Added to squares before a square root, so that nothing is divided by zero; numbers are near 1.
#define TINY 1e-30f

typedef struct Motion
{
    single3 v, w;
    single inverseMass, inverseInertia;
} Motion;

SIMD_INLINE Motion gather( const Body* bodies, const int* index )
{
    single lower[SIMD_WIDTH], upper[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        lower[i] = *(const single*)(const void*)bodies[index[i]].v;
        upper[i] = *(const single*)(const void*)bodies[index[i]].w;
    }
    singleTranspose( lower );
    singleTranspose( upper );
    return (
        Motion ){ { lower[0], lower[1], lower[2] }, { upper[0], upper[1], upper[2] }, lower[3], upper[3] };
}

SIMD_INLINE void scatter( Body* bodies, const int* index, const Motion* m )
{
    single lower[SIMD_WIDTH] = { m->v.x, m->v.y, m->v.z, m->inverseMass };
    single upper[SIMD_WIDTH] = { m->w.x, m->w.y, m->w.z, m->inverseInertia };
    singleTranspose( lower );
    singleTranspose( upper );
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        *(single*)(void*)bodies[index[i]].v = lower[i];
        *(single*)(void*)bodies[index[i]].w = upper[i];
    }
}

/// A reaction as its component blocks: p_N, p_S, and p_T and p_R as vectors in the contact plane.
typedef struct Parts
{
    single n, s;
    single3 t, r;
} Parts;

SIMD_INLINE single3 within( single3 x, single bound )
{
    single length = singleSqrt( single3Dot( x, x ) + singleOf( TINY ) );
    return single3Scale( singleMin( bound / length, singleOf( 1.0f ) ), x );
}

SIMD_INLINE single clamp( single x, single bound )
{
    return singleMax( singleMin( x, bound ), -bound );
}

/// Over-relaxation by component block; see gsPass.
typedef struct Omega
{
    single n, t, r;
} Omega;

/// As solveUncoupled of gs_sphere_kernels.h.
SIMD_INLINE Parts solveUncoupled(
    const bool moments, const Group* g, const Omega* omega, single3 u, single3 w )
{
    Parts p;
    single un = single3Dot( u, g->n ), old = single3Dot( g->f, g->n ), step = omega->t * g->stepT;
    p.n = singleMax( old - omega->n * g->stepN * ( un + g->bias ), singleOf( 0.0f ) );
    p.t = single3MulSub( single3MulSub( g->f, step, u ), old - step * un, g->n );
    p.t = within( p.t, g->mu * p.n );
    if ( moments )
    {
        single3 m = single3MulSub( g->m, omega->r * g->stepR, w );
        single spin = single3Dot( m, g->n );
        p.r = within( single3MulSub( m, spin, g->n ), g->muRoll * p.n );
        p.s = clamp( spin, g->muSpin * p.n );
    }
    return p;
}

/// A coupled contact in its plane: velocities and reactions of sliding and rolling.
typedef struct Plane
{
    const Group* g;
    single3 ut, wr, ft, mr;
} Plane;

/// The best p_T for a given p_R, regardless of its bound.
SIMD_INLINE single3 freeSliding( const Plane* p, single3 r )
{
    single3 u = single3MulAdd( p->ut, p->g->wc, single3Cross( p->g->n, single3Sub( r, p->mr ) ) );
    return single3MulSub( p->ft, p->g->stepT, u );
}

/// The best p_R for a given p_T, regardless of its bound.
SIMD_INLINE single3 freeRolling( const Plane* p, single3 t )
{
    single3 w = single3MulSub( p->wr, p->g->wc, single3Cross( p->g->n, single3Sub( t, p->ft ) ) );
    return single3MulSub( p->mr, p->g->stepR, w );
}

/// As solveCoupled of gs_sphere_kernels.h.
SIMD_INLINE Parts solveCoupled( const Group* g, const Omega* omega, single3 u, single3 w )
{
    Parts p;
    single un = single3Dot( u, g->n ), old = single3Dot( g->f, g->n ), spin = single3Dot( g->m, g->n );
    single wn = single3Dot( w, g->n );
    p.n = singleMax( old - omega->n * g->stepN * ( un + g->bias ), singleOf( 0.0f ) );
    p.s = clamp( spin - omega->r * g->stepR * wn, g->muSpin * p.n );
    const Plane plane = { g, single3MulSub( u, un, g->n ), single3MulSub( w, wn, g->n ),
        single3MulSub( g->f, old, g->n ), single3MulSub( g->m, spin, g->n ) };
    const single boundT = g->mu * p.n, boundR = g->muRoll * p.n;
    single3 jointT =
        single3MulAdd( single3MulSub( plane.ft, g->jt, plane.ut ), g->jc, single3Cross( g->n, plane.wr ) );
    single3 jointR =
        single3MulSub( single3MulSub( plane.mr, g->jr, plane.wr ), g->jc, single3Cross( g->n, plane.ut ) );
    p.t = within( freeSliding( &plane, plane.mr ), boundT );
    p.r = within( freeRolling( &plane, p.t ), boundR );
    single3 r = within( jointR, boundR ), t = freeSliding( &plane, r );
    singleMask inside = single3Dot( t, t ) <= boundT * boundT;
    p.t = single3Select( inside, t, p.t );
    p.r = single3Select( inside, r, p.r );
    t = within( jointT, boundT );
    r = freeRolling( &plane, t );
    inside = single3Dot( r, r ) <= boundR * boundR;
    p.t = single3Select( inside, t, p.t );
    p.r = single3Select( inside, r, p.r );
    return p;
}

/// y = p + beta (p - previous p); p becomes the previous one.
SIMD_INLINE single3 extrapolate( single beta, single3 p, single3* previous )
{
    single3 y = single3MulAdd( p, beta, single3Sub( p, *previous ) );
    *previous = p;
    return y;
}

SIMD_INLINE single solveGroup( const bool ground, const bool coupled, const bool moments, const gsPass* pass,
    Body* bodies, Group* g, single square )
{
    const Omega omega = { singleOf( (float)pass->omegaN ), singleOf( (float)pass->omega ),
        singleOf( (float)pass->omegaR ) };
    const single beta = singleOf( (float)pass->beta );
    g->f = extrapolate( beta, g->f, &g->previousF );
    g->m = moments ? extrapolate( beta, g->m, &g->previousM ) : g->m;
    Motion b = gather( bodies, g->b ), a = b;
    single3 spin = single3Scale( g->rb, b.w ), u = b.v, w = b.w;
    if ( !ground )
    {
        a = gather( bodies, g->a );
        spin = single3MulAdd( spin, g->ra, a.w );
        u = single3Sub( b.v, a.v );
        w = single3Sub( b.w, a.w );
    }
    u = single3Add( u, single3Cross( g->n, spin ) );
    Parts p =
        coupled && moments ? solveCoupled( g, &omega, u, w ) : solveUncoupled( moments, g, &omega, u, w );
    single3 f = single3MulAdd( p.t, p.n, g->n ), df = single3Sub( f, g->f );
    square += single3Dot( df, df );
    g->f = f;
    single3 lever = single3Cross( g->n, df );
    single3 onB = single3Scale( -g->rb, lever ), onA = single3Scale( g->ra, lever );
    if ( moments )
    {
        single3 m = single3MulAdd( p.r, p.s, g->n ), dm = single3Sub( m, g->m );
        square += single3Dot( dm, dm );
        g->m = m;
        onB = single3Add( onB, dm );
        onA = single3Add( onA, dm );
    }
    b.v = single3MulAdd( b.v, b.inverseMass, df );
    b.w = single3MulAdd( b.w, b.inverseInertia, onB );
    scatter( bodies, g->b, &b );
    if ( !ground )
    {
        a.v = single3MulSub( a.v, a.inverseMass, df );
        a.w = single3MulSub( a.w, a.inverseInertia, onA );
        scatter( bodies, g->a, &a );
    }
    return square;
}

// One loop per kind and dimension, each compiled for constant flags. The square of a stretch, a few hundred contacts, is summed
// in single precision: it decides only when to restart and when to measure.
#define LOOP( name, ground, coupled, moments )                                                 \
    static double name( const gsPass* pass, Body* bodies, Group* groups, int count )           \
    {                                                                                          \
        single square = singleOf( 0.0f );                                                      \
        for ( int i = 0; i < count; ++i )                                                      \
        {                                                                                      \
            square = solveGroup( ground, coupled, moments, pass, bodies, &groups[i], square ); \
        }                                                                                      \
        return singleSum( square );                                                            \
    }

LOOP( pair3, false, false, false )
LOOP( pair6, false, false, true )
LOOP( coupled6, false, true, true )
LOOP( ground3, true, false, false )
LOOP( ground6, true, true, true )

/// All velocities are extrapolated before the pass.
static void extrapolateBodies( const gsSingle* own, double beta )
{
    single *x = (single*)(void*)own->bodies, *previous = (single*)(void*)own->previousBodies;
    const single by = singleOf( (float)beta );
    for ( int i = 0; i < 2 * own->bodyCount; ++i )
    {
        single now = x[i];
        x[i] = now + by * ( now - previous[i] );
        previous[i] = now;
    }
}

double gsSinglePass( const gsPass* pass )
{
    // Without moments sliding is not coupled with rolling.
    static double ( *const loops[][2] )( const gsPass*, Body*, Group*, int ) = {
        [gs_equal] = { pair3, pair6 },
        [gs_pair] = { pair3, pair6 },
        [gs_coupled] = { pair3, coupled6 },
        [gs_ground] = { ground3, ground6 },
    };
    const gsSingle* own = pass->gs->single;
    bool moments = pass->gs->dimension > 3;
    double square = 0.0;
    extrapolateBodies( own, pass->beta );
    for ( int i = 0; i < own->stretchCount; ++i )
    {
        const Stretch* s = &own->stretches[i];
        square += loops[s->kind][moments]( pass, own->bodies, own->groups + s->here, s->count );
    }
    return square * own->impulse * own->impulse;
}

// ------------------------------------------------------------------------------------------------- from and to doubles

static single singleFrom( const simd* from, double factor )
{
    single to;
    for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
    {
        to[lane] = (float)( factor * simdGet( from, lane ) );
    }
    return to;
}

static single3 single3From( const simd3* from, double factor )
{
    return ( single3 ){ singleFrom( &from->x, factor ), singleFrom( &from->y, factor ),
        singleFrom( &from->z, factor ) };
}

static simd3 simd3From( single3 from, double factor )
{
    simd3 to;
    for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
    {
        simd3Set( &to, lane, factor * (double)from.x[lane], factor * (double)from.y[lane],
            factor * (double)from.z[lane] );
    }
    return to;
}

/// Reactions that single precision has left out of their cones, by its rounding, are moved into them.
static void storeGroup( const Group* from, double impulse, sphereGroup* to )
{
    simd3 f = simd3From( from->f, impulse ), m = simd3From( from->m, impulse );
    simd n = simd3Dot( f, to->n ), spin = simd3Dot( m, to->n );
    simd3 t = simd3MulSub( f, n, to->n ), r = simd3MulSub( m, spin, to->n );
    n = simdMax( n, simdOf( 0.0 ) );
    simd bound = simdMul( to->muSpin, n );
    spin = simdMax( simdMin( spin, bound ), simdNeg( bound ) );
    t = simd3Scale( gsShrink( simd3Dot( t, t ), simdMul( to->mu, n ) ), t );
    r = simd3Scale( gsShrink( simd3Dot( r, r ), simdMul( to->muRoll, n ) ), r );
    to->f = simd3MulAdd( t, n, to->n );
    to->m = simd3MulAdd( r, spin, to->n );
}

static void loadGroup( const ssGs* gs, int kind, const sphereGroup* from, Group* g )
{
    double inverse = 1.0 / gs->step, toReaction = 1.0 / gs->single->impulse;
    *g = ( Group ){ .n = single3From( &from->n, 1.0 ),
        .ra = singleFrom( &from->ra, 1.0 ),
        .rb = singleFrom( &from->rb, 1.0 ),
        .bias = singleFrom( &from->bias, 1.0 / gs->single->speed ),
        .mu = singleFrom( &from->mu, 1.0 ),
        .muRoll = singleFrom( &from->muRoll, 1.0 ),
        .muSpin = singleFrom( &from->muSpin, 1.0 ),
        .stepN = singleFrom( &from->stepN, inverse ),
        .stepT = singleFrom( &from->stepT, inverse ),
        .stepR = singleFrom( &from->stepR, inverse ),
        .f = single3From( &from->f, toReaction ),
        .m = single3From( &from->m, toReaction ) };
    memcpy( g->a, from->a, sizeof( g->a ) );
    memcpy( g->b, from->b, sizeof( g->b ) );
    g->previousF = g->f;
    g->previousM = g->m;
    if ( kind > gs_pair )
    {
        const coupledSphereGroup* full = (const coupledSphereGroup*)(const void*)from;
        g->jt = singleFrom( &full->jt, inverse );
        g->jr = singleFrom( &full->jr, inverse );
        g->jc = singleFrom( &full->jc, inverse );
        g->wc = singleFrom( &full->wc, gs->step );
    }
}

void gsSingleLoadBodies( ssGs* gs )
{
    const gsSingle* own = gs->single;
    double inverse = 1.0 / own->speed;
    for ( int i = 0; i < own->bodyCount; ++i )
    {
        const gsBody* from = &gs->bodies[i];
        Body* to = &own->bodies[i];
        for ( int c = 0; c < 3; ++c )
        {
            to->v[c] = (float)( inverse * from->v[c] );
            to->w[c] = (float)( inverse * from->w[c] );
        }
        to->inverseMass = (float)( gs->step * from->inverseMass );
        to->inverseInertia = (float)( gs->step * from->inverseInertia );
    }
}

void gsSingleStore( ssGs* gs )
{
    const gsSingle* own = gs->single;
    for ( int k = 0; k < own->stretchCount; ++k )
    {
        const Stretch* s = &own->stretches[k];
        for ( int i = 0; i < s->count; ++i )
        {
            const Group* from = &own->groups[s->here + i];
            if ( s->kind != gs_equal )
            {
                storeGroup( from, own->impulse, gsSphereGroup( gs, s->kind, s->there + i ) );
                continue;
            }
            equalGroup* equal = &gs->equalGroups[s->there + i];
            sphereGroup to = gsAnySpheres( true, gs->bodies, equal );
            storeGroup( from, own->impulse, &to );
            gsTakeReactions( gs->bodies, equal, &to );
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- begin

/// Lists the groups in the order of a pass. Returns their number, -1 where a kind has no kernel.
static int listStretches( const ssGs* gs, gsSingle* own )
{
    int groups = 0;
    for ( int index = 0; index <= gs->colours; ++index )
    {
        int colour = gsColour( gs, index );
        for ( int k = 0; k < KINDS; ++k )
        {
            int kind = s_kinds[k], count = gs->groupCount[colour][kind];
            if ( count > 0 )
            {
                own->stretches[own->stretchCount++] =
                    ( Stretch ){ kind, count, gs->firstGroup[colour][kind], groups };
                groups += count;
            }
        }
    }
    return groups == gs->totalGroups ? groups : -1;
}

static bool reserve( ssGs* gs, gsSingle* own )
{
    size_t bodies = (size_t)own->bodyCount;
    own->stretches = gsReserve( gs, ( GS_COLOUR_MAX + 1 ) * KINDS * sizeof( Stretch ) );
    int groups = own->stretches != NULL ? listStretches( gs, own ) : -1;
    if ( groups < 0 )
    {
        return false;
    }
    own->groups = gsReserve( gs, (size_t)groups * sizeof( Group ) );
    own->bodies = gsReserve( gs, bodies * sizeof( Body ) );
    own->previousBodies = gsReserve( gs, bodies * sizeof( Body ) );
    return own->groups != NULL && own->bodies != NULL && own->previousBodies != NULL;
}

void gsSingleBegin( ssGs* gs )
{
    gsSingle* own = gsReserve( gs, sizeof( gsSingle ) );
    if ( own == NULL || gs->serialCount > 0 || gs->rowCount > 0 )
    {
        return;
    }
    *own = ( gsSingle ){ .bodyCount = gs->bodyCount + GS_DUMMY_BODIES,
        .speed = gs->qNorm / sqrt( (double)gs->contacts ) };
    own->impulse = own->speed * gs->step;
    if ( !( own->impulse > 0.0 ) || !reserve( gs, own ) )
    {
        return;
    }
    gs->single = own;
    for ( int k = 0; k < own->stretchCount; ++k )
    {
        const Stretch* s = &own->stretches[k];
        for ( int i = 0; i < s->count; ++i )
        {
            bool equal = s->kind == gs_equal;
            sphereGroup any;
            if ( equal )
            {
                any = gsAnySpheres( true, gs->bodies, &gs->equalGroups[s->there + i] );
            }
            loadGroup( gs, s->kind, equal ? &any : gsSphereGroup( gs, s->kind, s->there + i ),
                &own->groups[s->here + i] );
        }
    }
    gsSingleLoadBodies( gs );
    memcpy( own->previousBodies, own->bodies, (size_t)own->bodyCount * sizeof( Body ) );
}
