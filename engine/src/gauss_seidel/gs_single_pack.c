// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_contact.h"
#include "gauss_seidel/gs_lanes.h"
#include "gauss_seidel/gs_single.h"

// From contacts to groups in single precision, and from their reactions to the answer in double precision.

// ------------------------------------------------------------------------------------------------------------- packing

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

/// The reaction with which the passes begin, moved into its cone as that of the answer is: velocities are always those of such
/// reactions, and friction of the last step may be far out of its bounds in this one.
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

/// Velocities are divided by `speed`, reactions multiplied by `toF` and `toM`, and bounds on moments by `ratio`.
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
    gsSphereData data = gsSphereDataOf( gs, i );
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
    gsSphereData data = gsSphereDataOf( gs, i );
    const gsSphereContact* sphere = &data.sphere;
    singleGroup* g = gsSingleGroup( gs, kind, group );
    singleView view = gsSingleView( gs, kind, group );
    double step = gs->step, toImpulse = 1.0 / gs->single->impulse;
    double wn = step * sphere->wn, wt = step * sphere->wt, wr = step * sphere->wr * gs->length * gs->length,
           wc = step * sphere->wc * gs->length, det = wt * wr - wc * wc;
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
    for ( int lane = 0; lane < 2 * SIMD_WIDTH; ++lane )
    {
        view.bodies[lane] = gsDummyBody( gs, kind );
    }
}

gsSums gsSinglePack( const gsPass* pass, int kind, int first, int last )
{
    const ssGs* gs = pass->gs;
    for ( int group = first; group < last; ++group )
    {
        const int* contacts = gsLaneContacts( gs, kind, group );
        if ( group + 1 < last )
        {
            gsFetchContacts( pass, contacts + SIMD_WIDTH );
        }
        if ( contacts[SIMD_WIDTH - 1] < 0 )
        {
            packNothing( gs, kind, group );
        }
        for ( int lane = 0; lane < SIMD_WIDTH && contacts[lane] >= 0; ++lane )
        {
            if ( kind == gs_equal )
            {
                packEqual( pass, group, lane, contacts[lane] );
            }
            else
            {
                packSphere( pass, kind, group, lane, contacts[lane] );
            }
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

// --------------------------------------------------------------------------------------- groups seen in double precision

static simd widen( single from, double factor )
{
    simd to;
    for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
    {
        simdSet( &to, lane, factor * (double)from[lane] );
    }
    return to;
}

static simd3 widen3( single3 from, double factor )
{
    return ( simd3 ){ widen( from.x, factor ), widen( from.y, factor ), widen( from.z, factor ) };
}

/// A number kept as two floats.
static simd whole( single high, single low, double factor )
{
    simd to;
    for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
    {
        simdSet( &to, lane, factor * ( (double)high[lane] + (double)low[lane] ) );
    }
    return to;
}

/// Mass and inertia of b in each lane; 1 where there is no contact.
static void massesOf( const ssGs* gs, const int* b, simd* mass, simd* inertia )
{
    for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
    {
        const gsBody* body = &gs->bodies[b[lane]];
        bool is = b[lane] < gs->bodyCount;
        simdSet( mass, lane, is ? 1.0 / body->inverseMass : 1.0 );
        simdSet( inertia, lane, is ? 1.0 / body->inverseInertia : 1.0 );
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
    to->n = ( simd3 ){ whole( x->n.x, low->n.x, 1.0 ), whole( x->n.y, low->n.y, 1.0 ),
        whole( x->n.z, low->n.z, 1.0 ) };
    to->rb = whole( x->rb, low->rb, 1.0 );
    to->bias = whole( x->bias, low->bias, own->speed );
    to->mu = whole( x->mu, low->mu, 1.0 );
    to->muRoll = whole( x->roll, low->roll, 1.0 );
    to->muSpin = whole( x->spin, low->spin, 1.0 );
    if ( kind == gs_equal )
    {
        simd mass, inertia;
        massesOf( gs, to->b, &mass, &inertia );
        simd ratio = simdDiv( inertia, mass );
        to->ra = to->rb;
        to->muRoll = simdMul( ratio, to->muRoll );
        to->muSpin = simdMul( ratio, to->muSpin );
        to->f = simd3Scale( mass, widen3( p->f, own->speed ) );
        to->m = simd3Scale( inertia, widen3( p->m, own->speed ) );
    }
    else
    {
        const singleGroup* g = gsSingleGroup( gs, kind, group );
        to->ra = whole( g->ra, g->raLow, 1.0 );
        to->f = widen3( p->f, own->impulse );
        to->m = widen3( p->m, own->impulse );
    }
    moveIntoCones( to );
}

// Groups that are seen at a time.
#define VIEWS 8

/// Groups [first, last), at most VIEWS of them. Returns their number.
static int seeGroups( const ssGs* gs, int kind, int first, int last, sphereGroup views[VIEWS] )
{
    int count = last - first < VIEWS ? last - first : VIEWS;
    for ( int i = 0; i < count; ++i )
    {
        seeGroup( gs, kind, first + i, &views[i] );
    }
    return count;
}

// ----------------------------------------------------------------------------------------- velocities, residual, answer

static gsSums applyGroups( const gsPass* pass, int kind, int first, int last )
{
    sphereGroup views[VIEWS];
    for ( int i = first; i < last; i += VIEWS )
    {
        int count = seeGroups( pass->gs, kind, i, last, views );
        pass->gs->sphereKernels->applyTo( pass->gs, gsIsGround( kind ), views, count );
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
        sum += pass->gs->sphereKernels->mapOf( pass->gs, gsIsGround( kind ), views, count );
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
        if ( group + 1 < last )
        {
            gsFetchFrames( gs, contacts + SIMD_WIDTH );
        }
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
