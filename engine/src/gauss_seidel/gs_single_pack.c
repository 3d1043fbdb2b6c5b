// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_contact.h"
#include "gauss_seidel/gs_lanes.h"
#include "gauss_seidel/gs_single.h"

// From contacts to groups in single precision, and from their reactions to the answer in double precision.

/// As gsSphereDataOf, but what it needs of a body (still with free velocities) is in one cache line.
SIMD_INLINE void findData( const ssGs* gs, int i, gsSphereData* data )
{
    const gsGeometry* at = &data->at;
    gsFindGeometry( gs, i, &data->at );
    data->sphere = ( gsSphereContact ){ 0 };
    const ssCone* cone = &gs->problem->cones[i];
    double inverse = 1.0 / gs->length, summands = 0.0;
    ssVec3 u = { 0.0, 0.0, 0.0 };
    for ( int side = 0; side < 2; ++side )
    {
        int index = side == 0 ? at->a : at->b;
        if ( index >= 0 )
        {
            const gsBody* body = &gs->bodies[index];
            ssVec3 arm = ssVec3_Scale( inverse, side == 0 ? at->armA : at->armB ),
                   v = { body->v[0], body->v[1], body->v[2] },
                   turn = ssVec3_Cross( ssVec3_Make( body->w[0], body->w[1], body->w[2] ), arm );
            double sign = side == 0 ? -1.0 : 1.0, r = -sign * ssVec3_Dot( arm, at->n );
            u = ssVec3_MulAdd( u, sign, ssVec3_Add( v, turn ) );
            summands += gsMagnitude( v ) + gsMagnitude( turn );
            *( side == 0 ? &data->sphere.ra : &data->sphere.rb ) = r;
            data->sphere.wn += body->inverseMass;
            data->sphere.wr += body->inverseInertia;
            data->sphere.wt += r * r * body->inverseInertia;
            data->sphere.wc += sign * r * body->inverseInertia;
        }
    }
    data->sphere.wt += data->sphere.wn;
    data->bias = gsBiasAlong( gs->problem->q[(size_t)i * (size_t)gs->dimension], at->n, u, summands );
    data->mu = cone->mu;
    data->muRoll = gs->dimension > 3 ? cone->muRoll * inverse : 0.0;
    data->muSpin = gs->dimension > 5 ? cone->muSpin * inverse : 0.0;
}

/// `value` as two floats.
static inline void split( double value, single* high, single* low, int lane )
{
    float rounded = (float)value;
    ( *high )[lane] = rounded;
    ( *low )[lane] = (float)( value - (double)rounded );
}

/// Brings two components into the disc of radius `bound`.
static inline void shrink( double* x, double bound )
{
    double square = x[0] * x[0] + x[1] * x[1];
    double factor = square > bound * bound ? bound / sqrt( square ) : 1.0;
    x[0] *= factor;
    x[1] *= factor;
}

/// The reaction with which the passes begin, moved into its cone as that of the answer is: velocities are
/// always those of such reactions, and friction of the last step may be far out of its bounds in this one.
static gsReaction startInCone( const gsPass* pass, const gsGeometry* at, int i )
{
    const ssGs* gs = pass->gs;
    const ssCone* cone = &gs->problem->cones[i];
    size_t d = (size_t)gs->dimension;
    double p[6] = { 0 };
    memcpy( p, pass->start + (size_t)i * d, d * sizeof( double ) );
    p[0] = ssMax( p[0], 0.0 );
    shrink( p + 1, cone->mu * p[0] );
    shrink( p + 3, cone->muRoll * p[0] );
    p[5] = ssMax( ssMin( p[5], cone->muSpin * p[0] ), -cone->muSpin * p[0] );
    return gsReactionOf( gs, at, p );
}

/// Velocities are divided by `speed`, reactions multiplied by `toF`, `toM`, bounds on moments by `ratio`.
typedef struct Units
{
    double speed, toF, toM, ratio;
} Units;

static void packNumbers(
    const singleView* to, int lane, const gsSphereData* data, gsReaction start, Units units )
{
    singleNumbers *x = to->x, *low = to->low;
    split( data->at.n.x, &x->n.x, &low->n.x, lane );
    split( data->at.n.y, &x->n.y, &low->n.y, lane );
    split( data->at.n.z, &x->n.z, &low->n.z, lane );
    split( data->sphere.rb, &x->rb, &low->rb, lane );
    split( data->bias / units.speed, &x->bias, &low->bias, lane );
    split( data->mu, &x->mu, &low->mu, lane );
    split( data->muRoll * units.ratio, &x->roll, &low->roll, lane );
    split( data->muSpin * units.ratio, &x->spin, &low->spin, lane );
    ssVec3 f = ssVec3_Scale( units.toF, start.f ), m = ssVec3_Scale( units.toM, start.m );
    single3Set( &to->p->f, lane, f.x, f.y, f.z );
    single3Set( &to->p->m, lane, m.x, m.y, m.z );
}

static void packEqual( const gsPass* pass, int group, int lane, int i )
{
    const ssGs* gs = pass->gs;
    gsSphereData data;
    findData( gs, i, &data );
    const gsBody* body = &gs->bodies[data.at.b];
    singleEqualGroup* g = &gs->single->equal[group];
    singleView view = gsSingleView( gs, gs_equal, group );
    double ratio = body->inverseInertia / body->inverseMass, r = data.sphere.rb, k = r * ratio,
           speed = gs->single->speed;
    packNumbers( &view, lane, &data, startInCone( pass, &data.at, i ),
        ( Units ){ speed, body->inverseMass / speed, body->inverseInertia / speed, ratio } );
    g->a[lane] = data.at.a;
    g->b[lane] = data.at.b;
    g->k[lane] = (float)k;
    g->stepT[lane] = (float)( 0.5 / ( 1.0 + r * k ) );
}

static void packSphere( const gsPass* pass, int kind, int group, int lane, int i )
{
    const ssGs* gs = pass->gs;
    gsSphereData data;
    findData( gs, i, &data );
    const gsSphereContact* sphere = &data.sphere;
    singleGroup* g = gsSingleGroup( gs, kind, group );
    singleView view = gsSingleView( gs, kind, group );
    double step = gs->step, toImpulse = 1.0 / gs->single->impulse;
    double wn = step * sphere->wn, wt = step * sphere->wt, wr = step * sphere->wr, wc = step * sphere->wc,
           det = wt * wr - wc * wc;
    packNumbers( &view, lane, &data, startInCone( pass, &data.at, i ),
        ( Units ){ gs->single->speed, toImpulse, toImpulse, 1.0 } );
    g->a[lane] = data.at.a >= 0 ? data.at.a : gsDummyBody( gs, kind );
    g->b[lane] = data.at.b;
    split( sphere->ra, &g->ra, &g->raLow, lane );
    g->stepN[lane] = (float)( 1.0 / wn );
    g->stepT[lane] = (float)( 1.0 / wt );
    // This is zero where no body can rotate: moments then have no effect and stay as they are.
    g->stepR[lane] = wr > 0.0 ? (float)( 1.0 / wr ) : 0.0f;
    g->wc[lane] = (float)wc;
    g->jt[lane] = (float)( wr > 0.0 ? wr / det : 1.0 / wt );
    g->jr[lane] = wr > 0.0 ? (float)( wt / det ) : 0.0f;
    g->jc[lane] = wr > 0.0 ? (float)( wc / det ) : 0.0f;
}

/// A group of which some lanes stay empty: nothing acts on their bodies.
static void packNothing( const ssGs* gs, int kind, int group )
{
    singleView view = gsSingleView( gs, kind, group );
    memset( view.bodies, 0, kind == gs_equal ? sizeof( singleEqualGroup ) : sizeof( singleGroup ) );
    memset( view.low, 0, sizeof( singleNumbers ) );
    for ( int lane = 0; lane < 2 * SIMD_WIDTH; ++lane ) { view.bodies[lane] = gsDummyBody( gs, kind ); }
}

SIMD_INLINE void fetchBodies( const ssGs* gs, const int* contacts )
{
    for ( int lane = 0; lane < SIMD_WIDTH && contacts[lane] >= 0; ++lane )
    {
        int a = gs->problem->bodyA[contacts[lane]], b = gs->problem->bodyB[contacts[lane]];
        __builtin_prefetch( &gs->bodies[a >= 0 ? a : 0] );
        __builtin_prefetch( &gs->bodies[b >= 0 ? b : 0] );
    }
}

gsSums gsSinglePack( const gsPass* pass, int kind, int first, int last )
{
    const ssGs* gs = pass->gs;
    for ( int group = first; group < last; ++group )
    {
        const int* contacts = gsLaneContacts( gs, kind, group );
        if ( group + 2 < last ) { gsFetchContacts( pass, contacts + 2 * SIMD_WIDTH ); }
        if ( group + 1 < last ) { fetchBodies( gs, contacts + SIMD_WIDTH ); }
        if ( contacts[SIMD_WIDTH - 1] < 0 ) { packNothing( gs, kind, group ); }
        for ( int lane = 0; lane < SIMD_WIDTH && contacts[lane] >= 0; ++lane )
        {
            if ( kind == gs_equal ) { packEqual( pass, group, lane, contacts[lane] ); }
            else { packSphere( pass, kind, group, lane, contacts[lane] ); }
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

SIMD_INLINE simd widen( single from, simd factor ) { return simdMul( factor, simdOfSingle( from ) ); }

SIMD_INLINE simd3 widen3( single3 from, simd factor )
{
    return ( simd3 ){ widen( from.x, factor ), widen( from.y, factor ), widen( from.z, factor ) };
}

/// A number kept as two floats.
SIMD_INLINE simd whole( single high, single low )
{
    return simdAdd( simdOfSingle( high ), simdOfSingle( low ) );
}

/// Inverse mass and inertia of b in each lane; 1 where there is no contact.
static void inverseMasses( const ssGs* gs, const int* b, simd* mass, simd* inertia )
{
    for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
    {
        const gsBody* body = &gs->bodies[b[lane]];
        bool is = b[lane] < gs->bodyCount;
        simdSet( mass, lane, is ? body->inverseMass : 1.0 );
        simdSet( inertia, lane, is ? body->inverseInertia : 1.0 );
    }
}

/// Reactions that single precision has left out of their cones, by its rounding, are moved into them.
static void moveIntoCones( sphereGroup* g )
{
    simd n = simd3Dot( g->f, g->n ), spin = simd3Dot( g->m, g->n );
    simd3 t = simd3MulSub( g->f, n, g->n ), r = simd3MulSub( g->m, spin, g->n );
    n = simdMax( n, simdOf( 0.0 ) );
    simd bound = simdMul( g->muSpin, n );
    spin = simdMax( simdMin( spin, bound ), simdNeg( bound ) );
    t = simd3Scale( gsShrink( simd3Dot( t, t ), simdMul( g->mu, n ) ), t );
    r = simd3Scale( gsShrink( simd3Dot( r, r ), simdMul( g->muRoll, n ) ), r );
    g->f = simd3MulAdd( t, n, g->n );
    g->m = simd3MulAdd( r, spin, g->n );
}

/// A group with the reactions of the answer, in the units of the problem.
static void seeGroup( const ssGs* gs, int kind, int group, sphereGroup* to )
{
    const gsSingle* own = gs->single;
    singleView view = gsSingleView( gs, kind, group );
    const singleNumbers *x = view.x, *low = view.low;
    const singleReactions* p = &view.p[own->now];
    memcpy( to->a, view.bodies, sizeof( to->a ) + sizeof( to->b ) );
    to->n = ( simd3 ){ whole( x->n.x, low->n.x ), whole( x->n.y, low->n.y ), whole( x->n.z, low->n.z ) };
    to->rb = whole( x->rb, low->rb );
    to->bias = simdMul( simdOf( own->speed ), whole( x->bias, low->bias ) );
    to->mu = whole( x->mu, low->mu );
    to->muRoll = whole( x->roll, low->roll );
    to->muSpin = whole( x->spin, low->spin );
    if ( kind == gs_equal )
    {
        simd mass, inertia, speed = simdOf( own->speed );
        inverseMasses( gs, to->b, &mass, &inertia );
        simd toF = simdDiv( speed, mass ), toM = simdDiv( speed, inertia ),
             ratio = simdMul( simdOf( 1.0 / own->speed ), simdMul( mass, toM ) );
        to->ra = to->rb;
        to->muRoll = simdMul( ratio, to->muRoll );
        to->muSpin = simdMul( ratio, to->muSpin );
        to->f = widen3( p->f, toF );
        to->m = widen3( p->m, toM );
    }
    else
    {
        const singleGroup* g = gsSingleGroup( gs, kind, group );
        to->ra = whole( g->ra, g->raLow );
        to->f = widen3( p->f, simdOf( own->impulse ) );
        to->m = widen3( p->m, simdOf( own->impulse ) );
    }
    moveIntoCones( to );
}

// Groups that are seen at a time.
#define VIEWS 8
// Groups whose bodies are fetched ahead.
#define VIEWS_AHEAD 4

SIMD_INLINE void fetchBodiesOfGroup( const ssGs* gs, int kind, int group )
{
    const int* bodies = gsSingleView( gs, kind, group ).bodies;
    for ( int i = gsIsGround( kind ) ? SIMD_WIDTH : 0; i < 2 * SIMD_WIDTH; ++i )
    {
        __builtin_prefetch( &gs->bodies[bodies[i]] );
    }
}

/// Groups [first, last), at most VIEWS of them. Returns their number.
static int seeGroups( const ssGs* gs, int kind, int first, int last, sphereGroup views[VIEWS] )
{
    int count = last - first < VIEWS ? last - first : VIEWS;
    for ( int i = first; i < first + count; ++i )
    {
        if ( i + VIEWS_AHEAD < last ) { fetchBodiesOfGroup( gs, kind, i + VIEWS_AHEAD ); }
        seeGroup( gs, kind, i, &views[i - first] );
    }
    return count;
}

static gsSums applyGroups( const gsPass* pass, int kind, int first, int last )
{
    sphereGroup views[VIEWS];
    for ( int i = first; i < last; i += VIEWS )
    {
        int count = seeGroups( pass->gs, kind, i, last, views );
        pass->gs->sphereKernels->applyTo( pass->gs, kind, views, count );
    }
    return ( gsSums ){ 0.0, 0.0 };
}

/// Takes velocities from double precision.
static void loadBodies( void* context, int block, int first, int last )
{
    const ssGs* gs = context;
    double toSpeed = 1.0 / gs->single->speed;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        const gsBody* from = &gs->bodies[i];
        singleBody* to = &gs->single->bodies[i];
        for ( int c = 0; c < 3; ++c )
        {
            to->v[c] = (float)( toSpeed * from->v[c] );
            to->w[c] = (float)( toSpeed * from->w[c] );
        }
        to->inverseMass = (float)( gs->step * from->inverseMass );
        to->inverseInertia = (float)( gs->step * from->inverseInertia );
    }
}

void gsSingleRefresh( ssGs* gs )
{
    gsPass pass = { .gs = gs };
    gsForAllGroups( &pass, applyGroups, gsResetBodies, gs );
    ssParallelFor( gs->bodyCount, GS_BODIES, loadBodies, gs );
    memset( gs->single->bodies + gs->bodyCount, 0, GS_DUMMY_BODIES * sizeof( singleBody ) );
}

static gsSums mapGroups( const gsPass* pass, int kind, int first, int last )
{
    sphereGroup views[VIEWS];
    double sum = 0.0;
    for ( int i = first; i < last; i += VIEWS )
    {
        int count = seeGroups( pass->gs, kind, i, last, views );
        sum += pass->gs->sphereKernels->mapOf( pass->gs, kind, views, count );
    }
    return ( gsSums ){ sum, 0.0 };
}

double gsSingleMap( ssGs* gs )
{
    gsPass pass = { .gs = gs };
    return gsForAllGroupsAtOnce( &pass, mapGroups ).first;
}

static gsSums readGroups( const gsPass* pass, int kind, int first, int last )
{
    const ssGs* gs = pass->gs;
    for ( int group = first; group < last; ++group )
    {
        const int* contacts = gsLaneContacts( gs, kind, group );
        if ( group + 1 < last ) { gsFetchFrames( gs, contacts + SIMD_WIDTH ); }
        sphereGroup view;
        seeGroup( gs, kind, group, &view );
        for ( int lane = 0; lane < SIMD_WIDTH && contacts[lane] >= 0; ++lane )
        {
            gsGeometry at = gsGeometryOf( gs, contacts[lane] );
            gsReaction reaction = {
                ssVec3_Make(
                    simdGet( &view.f.x, lane ), simdGet( &view.f.y, lane ), simdGet( &view.f.z, lane ) ),
                ssVec3_Make(
                    simdGet( &view.m.x, lane ), simdGet( &view.m.y, lane ), simdGet( &view.m.z, lane ) ),
            };
            gsComponentsOf(
                gs, &at, reaction, pass->answer + (size_t)contacts[lane] * (size_t)gs->dimension );
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

void gsSingleReadOut( ssGs* gs, double* p )
{
    gsPass pass = { .gs = gs, .answer = p };
    gsForAllGroupsAtOnce( &pass, readGroups );
}
