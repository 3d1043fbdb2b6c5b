// SPDX-License-Identifier: MIT
// No include guard: each file that includes this once is compiled for other
// instructions, and names its task by GS_SOLVE_SINGLE.
#include "gauss_seidel/gs_single.h"

#include <string.h>

// A pass in single precision under Coulomb's law over contacts between spheres, or with the ground; equations
// as in gs_equal_kernels.h and gs_sphere_kernels.h. Vectors of eight numbers take two groups, g and h; others
// only g. The pass reads the last two passes' reactions and writes over the older.

/// What a pass carries from group to group.
typedef struct Pass
{
    wide omegaN, omegaT, omegaR; // see gsPass
    wide beta;
    int now;
} Pass;

SIMD_INLINE Pass beginPass( const gsPass* pass )
{
    return ( Pass ){ wideOf( (float)pass->omegaN ), wideOf( (float)pass->omega ),
        wideOf( (float)pass->omegaR ), wideOf( (float)pass->beta ), pass->gs->single->now };
}

/// A number of two groups.
#define BOTH( field ) wideOfTwo( g->field, h->field )

/// y = p + beta (p - previous p)
SIMD_INLINE wide3 extrapolate( const Pass* pass, wide3 now, wide3 before )
{
    return wide3MulAdd( now, pass->beta, wide3Sub( now, before ) );
}

/// The factor that brings x into the disc of radius `bound`; 1 where x has no length, and this divides by 0.
SIMD_INLINE wide shrink( wide3 x, wide bound )
{
    return wideAtMost( bound / wideSqrt( wide3Dot( x, x ) ), wideOf( 1.0f ) );
}

SIMD_INLINE wide clamp( wide x, wide bound ) { return wideMax( wideMin( x, bound ), -bound ); }

/// The bodies of one side of two groups.
typedef struct Bodies
{
    singleBody* g[SIMD_WIDTH];
    singleBody* h[SIMD_WIDTH];
} Bodies;

SIMD_INLINE Bodies bodiesAt( singleBody* bodies, const int* g, const int* h )
{
    Bodies at;
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        at.g[i] = &bodies[g[i]];
        at.h[i] = &bodies[h[i]];
    }
    return at;
}

SIMD_INLINE wide loadV( const Bodies* at, int i ) { return wideLoad( at->g[i]->v, at->h[i]->v ); }

SIMD_INLINE wide loadW( const Bodies* at, int i ) { return wideLoad( at->g[i]->w, at->h[i]->w ); }

SIMD_INLINE void store( const Bodies* at, int i, wide v, wide w )
{
    wideStore( at->g[i]->v, at->h[i]->v, v );
    wideStore( at->g[i]->w, at->h[i]->w, w );
}

// --------------------------------------------------------------------------------------------- equal spheres

/// v_b - v_a, w_b + w_a and w_b - w_a
SIMD_INLINE void relativeMotion( const Bodies* a, const Bodies* b, wide3* v, wide3* sum, wide3* w )
{
    wide r[SIMD_WIDTH], s[SIMD_WIDTH], t[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        r[i] = loadV( b, i ) - loadV( a, i );
        s[i] = loadW( a, i );
        t[i] = loadW( b, i );
    }
    *v = wide3OfRecords( r );
    wide3 onA = wide3OfRecords( s ), onB = wide3OfRecords( t );
    *sum = wide3Add( onB, onA );
    *w = wide3Sub( onB, onA );
}

/// Adds F to b's velocity, subtracts it from a's; both turn by -lever, b by M and a by -M.
SIMD_INLINE void applyEqual(
    const bool moments, const Bodies* a, const Bodies* b, wide3 f, wide3 lever, wide3 m )
{
    wide r[SIMD_WIDTH], s[SIMD_WIDTH], t[SIMD_WIDTH];
    wide3ToRecords( f, r );
    wide3ToRecords( moments ? wide3Sub( lever, m ) : lever, s );
    wide3ToRecords( moments ? wide3Add( lever, m ) : lever, t );
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        store( b, i, loadV( b, i ) + r[i], loadW( b, i ) - s[i] );
        store( a, i, loadV( a, i ) - r[i], loadW( a, i ) - t[i] );
    }
}

/// A contact that is solved but for bringing its reaction into its bounds.
typedef struct Solved
{
    Bodies a, b;
    wide3 f, m;    // the reaction from which the pass begins
    wide pn, spin; // the new reaction along N
    wide3 t, r;    // and across, too long by these factors
    wide shrinkT, shrinkR;
} Solved;

SIMD_INLINE Solved solveEqual( const bool moments, singleBody* bodies, const Pass* pass,
    const singleEqualGroup* g, const singleEqualGroup* h )
{
    Solved to = { .a = bodiesAt( bodies, g->a, h->a ), .b = bodiesAt( bodies, g->b, h->b ) };
    const wide3 n = wide3OfTwo( &g->x.n, &h->x.n );
    const wide half = wideOf( 0.5f ), step = pass->omegaT * BOTH( stepT );
    const singleReactions *gNow = &g->p[pass->now], *hNow = &h->p[pass->now], *gThen = &g->p[!pass->now],
                          *hThen = &h->p[!pass->now];
    wide3 dv, sum, w;
    relativeMotion( &to.a, &to.b, &dv, &sum, &w );
    to.f = extrapolate( pass, wide3OfTwo( &gNow->f, &hNow->f ), wide3OfTwo( &gThen->f, &hThen->f ) );
    // The part of u along N; across it the spins count as well.
    wide un = wide3Dot( dv, n ), old = wide3Dot( to.f, n );
    wide3 u = wide3MulAdd( dv, BOTH( x.rb ), wide3Cross( n, sum ) );
    to.pn = widePositive( old - half * pass->omegaN * ( un + BOTH( x.bias ) ) );
    to.t = wide3MulSub( wide3MulSub( to.f, step, u ), old - step * un, n );
    to.shrinkT = shrink( to.t, BOTH( x.mu ) * to.pn );
    if ( moments )
    {
        to.m = extrapolate( pass, wide3OfTwo( &gNow->m, &hNow->m ), wide3OfTwo( &gThen->m, &hThen->m ) );
        wide3 r = wide3MulSub( to.m, half * pass->omegaR, w );
        wide spin = wide3Dot( r, n );
        to.r = wide3MulSub( r, spin, n );
        to.shrinkR = shrink( to.r, BOTH( x.roll ) * to.pn );
        to.spin = clamp( spin, BOTH( x.spin ) * to.pn );
    }
    return to;
}

/// Returns |y - x|² per lane.
SIMD_INLINE wide finishEqual(
    const bool moments, const Pass* pass, const Solved* from, singleEqualGroup* g, singleEqualGroup* h )
{
    const wide3 n = wide3OfTwo( &g->x.n, &h->x.n );
    singleReactions *gThen = &g->p[!pass->now], *hThen = &h->p[!pass->now];
    wide3 f = wide3MulAdd( wide3Scale( from->shrinkT, from->t ), from->pn, n );
    wide3 df = wide3Sub( f, from->f ), dm = df;
    wide3ToTwo( f, &gThen->f, &hThen->f );
    if ( moments )
    {
        wide3 m = wide3MulAdd( wide3Scale( from->shrinkR, from->r ), from->spin, n );
        dm = wide3Sub( m, from->m );
        wide3ToTwo( m, &gThen->m, &hThen->m );
    }
    applyEqual( moments, &from->a, &from->b, df, wide3Scale( BOTH( k ), wide3Cross( n, df ) ), dm );
    return moments ? wide3Dot( df, df ) + wide3Dot( dm, dm ) : wide3Dot( df, df );
}

/// |y - x|² of a block, some dozens of contacts, which decides only when to restart and
/// when to measure. It is summed in single precision, every second group apart, so that its
/// bits do not depend on how many a wide holds.
typedef struct Squares
{
    wide g, h; // h is not used where g holds both
} Squares;

/// The second group is begun before the first one is finished: a group alone is a chain of dependent
/// operations, during which most of the processor would be idle.
SIMD_INLINE void solveTwoEqual( const bool moments, singleBody* bodies, const Pass* pass, Squares* sum,
    singleEqualGroup* g, singleEqualGroup* h )
{
    Solved first = solveEqual( moments, bodies, pass, g, h );
#if WIDE_SINGLES == 2
    sum->g += finishEqual( moments, pass, &first, g, h );
#else
    Solved second = solveEqual( moments, bodies, pass, h, h );
    SIMD_KEEP_ORDER();
    sum->g += finishEqual( moments, pass, &first, g, g );
    sum->h += finishEqual( moments, pass, &second, h, h );
#endif
}

// ----------------------------------------------------------------------------------------------------- loops

/// Fetches the bodies of a group that is solved soon: they lie apart, so that no processor foresees them.
SIMD_INLINE void fetchBodies( const singleBody* bodies, const int* index )
{
    for ( int i = 0; i < SIMD_WIDTH; ++i ) { __builtin_prefetch( &bodies[index[i]], 1 ); }
}

/// Whether groups from `first` on are of the overflow, where two may share a body.
static inline bool isOverflow( const ssGs* gs, int kind, int first )
{
    return first >= gs->firstGroup[GS_COLOUR_MAX][kind];
}

/// How many groups lie in one array with those of this kind.
static inline int groupsBeside( const ssGs* gs, int kind )
{
    int family = gsFamily( kind );
    int end = family + 1 < GS_FAMILIES ? gs->familyBase[family + 1] : gs->totalGroups;
    return end - gs->familyBase[family];
}

// Groups between those solved and those fetched, which may come from the slow cache of another thread.
#define GROUPS_AHEAD 2

/// Groups [first, last) in pairs; odd ones, and the overflow's, with an empty one. Fetches beyond `last`.
#define LOOP( Group, groups, solveTwo )                                \
    const int dummy = gsDummyBody( pass->gs, kind );                   \
    const bool alone = isOverflow( pass->gs, kind, first );            \
    const int count = groupsBeside( pass->gs, kind );                  \
    const Pass own = beginPass( pass );                                \
    singleBody* bodies = pass->gs->single->bodies;                     \
    Squares sum = { wideOf( 0.0f ), wideOf( 0.0f ) };                  \
    Group none = { .a = { dummy, dummy, dummy, dummy } };              \
    memcpy( none.b, none.a, sizeof( none.b ) );                        \
    for ( int i = first, next; i < last; i = next )                    \
    {                                                                  \
        next = alone || i + 1 == last ? i + 1 : i + 2;                 \
        Group *g = &( groups )[i], *h = next == i + 2 ? g + 1 : &none; \
        const int ahead = next + GROUPS_AHEAD;                         \
        for ( int k = ahead; k < ahead + 2 && k < count; ++k )         \
        {                                                              \
            fetchBodies( bodies, ( groups )[k].a );                    \
            fetchBodies( bodies, ( groups )[k].b );                    \
        }                                                              \
        solveTwo;                                                      \
    }                                                                  \
    const double square = wideSum( sum.g, sum.h )

/// The square is in units of reactions: see equalSums of gs_equal_kernels.h.
#define EQUAL_LOOP( name, moments )                                                               \
    static gsSums name( const gsPass* pass, int kind, int first, int last )                       \
    {                                                                                             \
        singleEqualGroup* groups = pass->gs->single->equal;                                       \
        LOOP( singleEqualGroup, groups, solveTwoEqual( moments, bodies, &own, &sum, g, h ) );     \
        double unit = pass->gs->single->speed / pass->gs->bodies[groups[first].b[0]].inverseMass; \
        return ( gsSums ){ 0.0, unit * unit * square };                                           \
    }

EQUAL_LOOP( equal3, false )
EQUAL_LOOP( equal6, true )

// ----------------------------------------------------------------------------------------------- any spheres

typedef struct Motion
{
    wide3 v, w;
    wide inverseMass, inverseInertia;
} Motion;

SIMD_INLINE Motion gather( const Bodies* at )
{
    wide lower[SIMD_WIDTH], upper[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i )
    {
        lower[i] = loadV( at, i );
        upper[i] = loadW( at, i );
    }
    wideTranspose( lower );
    wideTranspose( upper );
    return (
        Motion ){ { lower[0], lower[1], lower[2] }, { upper[0], upper[1], upper[2] }, lower[3], upper[3] };
}

SIMD_INLINE void scatter( const Bodies* at, const Motion* m )
{
    wide lower[SIMD_WIDTH] = { m->v.x, m->v.y, m->v.z, m->inverseMass };
    wide upper[SIMD_WIDTH] = { m->w.x, m->w.y, m->w.z, m->inverseInertia };
    wideTranspose( lower );
    wideTranspose( upper );
    for ( int i = 0; i < SIMD_WIDTH; ++i ) { store( at, i, lower[i], upper[i] ); }
}

/// What contacts are solved from: their normals, reactions and velocities.
typedef struct State
{
    wide3 n, f, m, u, w;
} State;

/// A reaction as its component blocks: p_N, p_S, and p_T and p_R as vectors in the contact plane.
typedef struct Parts
{
    wide n, s;
    wide3 t, r;
} Parts;

SIMD_INLINE wide3 within( wide3 x, wide bound ) { return wide3Scale( shrink( x, bound ), x ); }

/// As solveUncoupled of gs_sphere_kernels.h.
SIMD_INLINE Parts solveUncoupled(
    const bool moments, const singleGroup* g, const singleGroup* h, const Pass* pass, const State* x )
{
    Parts p;
    wide un = wide3Dot( x->u, x->n ), old = wide3Dot( x->f, x->n ), step = pass->omegaT * BOTH( stepT );
    p.n = widePositive( old - pass->omegaN * BOTH( stepN ) * ( un + BOTH( x.bias ) ) );
    p.t = wide3MulSub( wide3MulSub( x->f, step, x->u ), old - step * un, x->n );
    p.t = within( p.t, BOTH( x.mu ) * p.n );
    if ( moments )
    {
        wide3 m = wide3MulSub( x->m, pass->omegaR * BOTH( stepR ), x->w );
        wide spin = wide3Dot( m, x->n );
        p.r = within( wide3MulSub( m, spin, x->n ), BOTH( x.roll ) * p.n );
        p.s = clamp( spin, BOTH( x.spin ) * p.n );
    }
    return p;
}

/// A coupled contact in its plane: velocities, reactions, steps and bounds of sliding and rolling.
typedef struct Plane
{
    wide3 n, ut, wr, ft, mr;
    wide stepT, stepR, wc, boundT, boundR;
} Plane;

/// The best p_T for a given p_R, regardless of its bound.
SIMD_INLINE wide3 freeSliding( const Plane* p, wide3 r )
{
    wide3 u = wide3MulAdd( p->ut, p->wc, wide3Cross( p->n, wide3Sub( r, p->mr ) ) );
    return wide3MulSub( p->ft, p->stepT, u );
}

/// The best p_R for a given p_T, regardless of its bound.
SIMD_INLINE wide3 freeRolling( const Plane* p, wide3 t )
{
    wide3 w = wide3MulSub( p->wr, p->wc, wide3Cross( p->n, wide3Sub( t, p->ft ) ) );
    return wide3MulSub( p->mr, p->stepR, w );
}

/// As solveCoupled of gs_sphere_kernels.h.
SIMD_INLINE Parts solveCoupled( const singleGroup* g, const singleGroup* h, const Pass* pass, const State* x )
{
    Parts p;
    const wide3 n = x->n;
    wide un = wide3Dot( x->u, n ), old = wide3Dot( x->f, n ), spin = wide3Dot( x->m, n ),
         wn = wide3Dot( x->w, n );
    p.n = widePositive( old - pass->omegaN * BOTH( stepN ) * ( un + BOTH( x.bias ) ) );
    p.s = clamp( spin - pass->omegaR * BOTH( stepR ) * wn, BOTH( x.spin ) * p.n );
    const Plane plane = { n, wide3MulSub( x->u, un, n ), wide3MulSub( x->w, wn, n ),
        wide3MulSub( x->f, old, n ), wide3MulSub( x->m, spin, n ), BOTH( stepT ), BOTH( stepR ), BOTH( wc ),
        BOTH( x.mu ) * p.n, BOTH( x.roll ) * p.n };
    const wide jc = BOTH( jc );
    wide3 jointT =
        wide3MulAdd( wide3MulSub( plane.ft, BOTH( jt ), plane.ut ), jc, wide3Cross( n, plane.wr ) );
    wide3 jointR =
        wide3MulSub( wide3MulSub( plane.mr, BOTH( jr ), plane.wr ), jc, wide3Cross( n, plane.ut ) );
    p.t = within( freeSliding( &plane, plane.mr ), plane.boundT );
    p.r = within( freeRolling( &plane, p.t ), plane.boundR );
    wide3 r = within( jointR, plane.boundR ), t = freeSliding( &plane, r );
    wide square = wide3Dot( t, t ), bound = plane.boundT * plane.boundT;
    p.t = wide3Choose( square, bound, t, p.t );
    p.r = wide3Choose( square, bound, r, p.r );
    t = within( jointT, plane.boundT );
    r = freeRolling( &plane, t );
    square = wide3Dot( r, r );
    bound = plane.boundR * plane.boundR;
    p.t = wide3Choose( square, bound, t, p.t );
    p.r = wide3Choose( square, bound, r, p.r );
    return p;
}

/// The velocities of b relative to a at the contacts.
SIMD_INLINE void relativeVelocity( const bool ground, const singleGroup* g, const singleGroup* h,
    const Motion* a, const Motion* b, State* x )
{
    wide3 spin = wide3Scale( BOTH( x.rb ), b->w );
    x->u = ground ? b->v : wide3Sub( b->v, a->v );
    x->w = ground ? b->w : wide3Sub( b->w, a->w );
    spin = ground ? spin : wide3MulAdd( spin, BOTH( ra ), a->w );
    x->u = wide3Add( x->u, wide3Cross( x->n, spin ) );
}

/// Returns |y - x|² per lane.
SIMD_INLINE wide solveGroup( const bool ground, const bool coupled, const bool moments, singleBody* bodies,
    const Pass* pass, singleGroup* g, singleGroup* h )
{
    const Bodies atA = bodiesAt( bodies, g->a, h->a ), atB = bodiesAt( bodies, g->b, h->b );
    singleReactions *gNow = &g->p[pass->now], *hNow = &h->p[pass->now], *gThen = &g->p[!pass->now],
                    *hThen = &h->p[!pass->now];
    Motion b = gather( &atB ), a = ground ? b : gather( &atA );
    State x = { .n = wide3OfTwo( &g->x.n, &h->x.n ),
        .f = extrapolate( pass, wide3OfTwo( &gNow->f, &hNow->f ), wide3OfTwo( &gThen->f, &hThen->f ) ),
        .m = extrapolate( pass, wide3OfTwo( &gNow->m, &hNow->m ), wide3OfTwo( &gThen->m, &hThen->m ) ) };
    relativeVelocity( ground, g, h, &a, &b, &x );
    Parts p = coupled && moments ? solveCoupled( g, h, pass, &x ) : solveUncoupled( moments, g, h, pass, &x );
    wide3 f = wide3MulAdd( p.t, p.n, x.n ), df = wide3Sub( f, x.f ), lever = wide3Cross( x.n, df );
    wide3 onB = wide3Scale( -BOTH( x.rb ), lever ), onA = wide3Scale( BOTH( ra ), lever );
    wide square = wide3Dot( df, df );
    wide3ToTwo( f, &gThen->f, &hThen->f );
    if ( moments )
    {
        wide3 m = wide3MulAdd( p.r, p.s, x.n ), dm = wide3Sub( m, x.m );
        square += wide3Dot( dm, dm );
        wide3ToTwo( m, &gThen->m, &hThen->m );
        onB = wide3Add( onB, dm );
        onA = wide3Add( onA, dm );
    }
    b.v = wide3MulAdd( b.v, b.inverseMass, df );
    b.w = wide3MulAdd( b.w, b.inverseInertia, onB );
    scatter( &atB, &b );
    if ( !ground )
    {
        a.v = wide3MulSub( a.v, a.inverseMass, df );
        a.w = wide3MulSub( a.w, a.inverseInertia, onA );
        scatter( &atA, &a );
    }
    return square;
}

SIMD_INLINE void solveTwo( const bool ground, const bool coupled, const bool moments, singleBody* bodies,
    const Pass* pass, Squares* sum, singleGroup* g, singleGroup* h )
{
    sum->g += solveGroup( ground, coupled, moments, bodies, pass, g, h );
#if WIDE_SINGLES == 1
    sum->h += solveGroup( ground, coupled, moments, bodies, pass, h, h );
#endif
}

// One loop per kind and dimension, each compiled for constant flags.
#define GROUP_LOOP( name, ground, coupled, moments )                                                 \
    static gsSums name( const gsPass* pass, int kind, int first, int last )                          \
    {                                                                                                \
        const double impulse = pass->gs->single->impulse;                                            \
        singleGroup* groups = gsSingleGroup( pass->gs, kind, 0 );                                    \
        LOOP( singleGroup, groups, solveTwo( ground, coupled, moments, bodies, &own, &sum, g, h ) ); \
        return ( gsSums ){ 0.0, impulse * impulse * square };                                        \
    }

GROUP_LOOP( pair3, false, false, false )
GROUP_LOOP( pair6, false, false, true )
GROUP_LOOP( coupled6, false, true, true )
GROUP_LOOP( ground3, true, false, false )
GROUP_LOOP( ground6, true, true, true )

// ----------------------------------------------------------------------------------------------- natural map

/// What the law sees of two groups. The reactions of equal spheres are still changes of velocity.
typedef struct Seen
{
    Bodies a, b;
    wide3 n, f, m;
    wide ra, rb, bias, mu, roll, spin;
} Seen;

#define SEE( radiusOfA )                                                                                \
    ( Seen )                                                                                            \
    {                                                                                                   \
        bodiesAt( bodies, g->a, h->a ), bodiesAt( bodies, g->b, h->b ), wide3OfTwo( &g->x.n, &h->x.n ), \
            wide3OfTwo( &g->p[own.now].f, &h->p[own.now].f ),                                           \
            wide3OfTwo( &g->p[own.now].m, &h->p[own.now].m ), BOTH( radiusOfA ), BOTH( x.rb ),          \
            BOTH( x.bias ), BOTH( x.mu ), BOTH( x.roll ), BOTH( x.spin )                                \
    }

// An empty lane has bodies without inverse mass.
#define INVERSE_MASS_MIN 1e-30f

/// Gives the reactions of equal spheres their units.
SIMD_INLINE void seeReactions( const Motion* b, Seen* s )
{
    const wide least = wideOf( INVERSE_MASS_MIN ), one = wideOf( 1.0f );
    wide mass = one / wideMax( b->inverseMass, least ), inertia = one / wideMax( b->inverseInertia, least );
    wide ratio = inertia * b->inverseMass;
    s->f = wide3Scale( mass, s->f );
    s->m = wide3Scale( inertia, s->m );
    s->roll = ratio * s->roll;
    s->spin = ratio * s->spin;
}

/// As gsProjectNormal, with ratios of 1.
SIMD_INLINE wide projectNormal( wide x, const wide* mu, const wide* length )
{
    const wide zero = wideOf( 0.0f );
    wide top = x, bottom = wideOf( 1.0f );
    for ( int i = 0; i < 3; ++i )
    {
        wide bound = mu[i] * x;
        for ( int j = 0; j < 3; ++j )
        {
            bound = j != i ? bound + mu[j] * widePositive( mu[i] * length[j] - mu[j] * length[i] ) : bound;
        }
        top += wideChoose( length[i], bound, zero, mu[i] * length[i] );
        bottom += wideChoose( length[i], bound, zero, mu[i] * mu[i] );
    }
    return widePositive( top / bottom );
}

/// |p - P_K(p - yhat)|² per lane; the judge's r is 1 in these units. See naturalMap of gs_sphere_kernels.h.
SIMD_INLINE wide naturalMap( const bool ground, const bool equal, Seen s )
{
    Motion b = gather( &s.b ), a = ground ? b : gather( &s.a );
    if ( equal ) { seeReactions( &b, &s ); }
    wide3 u = ground ? b.v : wide3Sub( b.v, a.v ), w = ground ? b.w : wide3Sub( b.w, a.w );
    wide3 turn = wide3Scale( s.rb, b.w );
    u = wide3Add( u, wide3Cross( s.n, ground ? turn : wide3MulAdd( turn, s.ra, a.w ) ) );
    wide un = wide3Dot( u, s.n ), pn = wide3Dot( s.f, s.n ), wn = wide3Dot( w, s.n ),
         spin = wide3Dot( s.m, s.n ), xs = spin - wn;
    wide3 ut = wide3MulSub( u, un, s.n ), ft = wide3MulSub( s.f, pn, s.n ), xt = wide3Sub( ft, ut ),
          wr = wide3MulSub( w, wn, s.n ), mr = wide3MulSub( s.m, spin, s.n ), xr = wide3Sub( mr, wr );
    const wide mu[3] = { s.mu, s.roll, s.spin };
    const wide yn = un + s.bias + s.mu * wideSqrt( wide3Dot( ut, ut ) ) +
        ( s.roll * wideSqrt( wide3Dot( wr, wr ) ) + s.spin * wideMax( wn, -wn ) );
    const wide length[3] = { wideSqrt( wide3Dot( xt, xt ) ), wideSqrt( wide3Dot( xr, xr ) ),
        wideMax( xs, -xs ) };
    wide n = projectNormal( pn - yn, mu, length ), off = pn - n, offS = spin - clamp( xs, s.spin * n );
    wide3 offT = wide3Sub( ft, within( xt, s.mu * n ) ), offR = wide3Sub( mr, within( xr, s.roll * n ) );
    return off * off + wide3Dot( offT, offT ) + ( wide3Dot( offR, offR ) + offS * offS );
}

#if WIDE_SINGLES == 2
#define ADD_MAPS( ground, equal, ra ) sum.g += naturalMap( ground, equal, SEE( ra ) )
#else
#define ADD_MAPS( ground, equal, ra )                \
    sum.g += naturalMap( ground, equal, SEE( ra ) ); \
    g = h;                                           \
    sum.h += naturalMap( ground, equal, SEE( ra ) )
#endif

#define MAP_LOOP( name, Group, all, ra, ground, equal )                     \
    static gsSums name( const gsPass* pass, int kind, int first, int last ) \
    {                                                                       \
        Group* groups = all;                                                \
        LOOP( Group, groups, ADD_MAPS( ground, equal, ra ) );               \
        return ( gsSums ){ square, 0.0 };                                   \
    }

MAP_LOOP( mapEqual, singleEqualGroup, pass->gs->single->equal, x.rb, false, true )
MAP_LOOP( mapSpheres, singleGroup, gsSingleGroup( pass->gs, kind, 0 ), ra, gsIsGround( kind ), false )

static gsSums solveSingle( const gsPass* pass, int kind, int first, int last )
{
    // Without moments sliding is not coupled with rolling.
    static gsTask* const loops[][2] = {
        [gs_equal] = { equal3, equal6 },
        [gs_pair] = { pair3, pair6 },
        [gs_coupled] = { pair3, coupled6 },
        [gs_ground] = { ground3, ground6 },
    };
    return pass->measures ? ( kind == gs_equal ? mapEqual : mapSpheres )( pass, kind, first, last )
                          : loops[kind][pass->gs->dimension > 3]( pass, kind, first, last );
}

gsTask* const GS_SOLVE_SINGLE = solveSingle;
