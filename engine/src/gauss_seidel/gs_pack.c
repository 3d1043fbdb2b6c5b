// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

#include "slipstick/parallel.h"

#include <float.h>
#include <string.h>

// From a problem to groups of four contacts, and back.

// Couplings below this are left to the next pass.
#define WEAK_COUPLING 0.1

// ---------------------------------------------------------------------------------------------------------- storage

bool gsReserve( gsStore* store, size_t kept, size_t bytes, void* data )
{
    if ( bytes > store->bytes || store->data == NULL )
    {
        // room to grow: packings change their contacts from step to step
        size_t larger = bytes + bytes / 64 + 64;
        void* memory = ssAlloc( larger + 64 );
        if ( memory == NULL )
        {
            return false;
        }
        void* aligned = (char*)memory + ( 64 - (uintptr_t)memory % 64 ) % 64;
        if ( kept > 0 )
        {
            memcpy( aligned, store->data, kept );
        }
        ssRelease( store->memory );
        store->memory = memory;
        store->data = aligned;
        store->bytes = larger;
    }
    memcpy( data, &store->data, sizeof( void* ) );
    return true;
}

static bool reserveContacts( ssGs* s, size_t contacts, size_t bodies )
{
    char* scratch = NULL;
    size_t perContact = 4 * sizeof( int ) + 2, blocks = contacts / GS_BLOCK + 2;
    bool room = gsReserve( &s->bodyStore, 0, ( bodies + GS_NOBODIES ) * sizeof( gsBody ), &s->bodies ) &&
        gsReserve( &s->flagStore, 0, bodies, &s->flags ) &&
        gsReserve( &s->startStore, 0, ( bodies + 2 ) * sizeof( int ), &s->start ) &&
        gsReserve( &s->usedStore, 0, bodies * sizeof( uint32_t ), &s->used ) &&
        gsReserve( &s->partialStore, 0, blocks * sizeof( gsSums ), &s->partial ) &&
        gsReserve( &s->groupStore, 0, contacts * perContact, &scratch );
    if ( !room )
    {
        return false;
    }
    s->sideA = (int*)(void*)scratch;
    s->sideB = s->sideA + contacts;
    s->order = s->sideB + contacts;
    s->scratch = s->order + contacts;
    s->colour = (uint8_t*)( s->scratch + contacts );
    s->kind = s->colour + contacts;
    return true;
}

// ----------------------------------------------------------------------------------------------------------- bodies

static uint8_t flagsOf( const ssProblem* problem, int body )
{
    const ssMat3* m = &problem->inverseInertia[body];
    double diagonal = ( m->cx.x + m->cy.y + m->cz.z ) / 3.0;
    double off = fmax( fmax( fabs( m->cx.y ), fabs( m->cx.z ) ), fabs( m->cy.z ) );
    off = fmax( off, fmax( fabs( m->cx.x - diagonal ), fabs( m->cy.y - diagonal ) ) );
    bool moves = problem->inverseMass[body] > 0.0 || diagonal > 0.0;
    return (uint8_t)( ( moves ? GS_MOVES : 0 ) | ( off <= 1e-12 * diagonal ? GS_ROUND : 0 ) );
}

static void packBody( ssGs* s, int i )
{
    const ssProblem* problem = s->problem;
    const ssMat3* m = &problem->inverseInertia[i];
    double length = s->length, square = length * length;
    gsBody* body = &s->bodies[i];
    body->inverseMass = problem->inverseMass[i];
    body->inverseInertia = square * ( m->cx.x + m->cy.y + m->cz.z ) / 3.0;
    for ( int c = 0; c < 3; ++c )
    {
        const double* v = problem->freeVelocity != NULL ? problem->freeVelocity + 6 * (size_t)i : NULL;
        body->v[c] = v != NULL ? v[c] : 0.0;
        body->w[c] = v != NULL ? length * v[3 + c] : 0.0;
    }
}

static void packBodies( void* context, int block, int first, int last )
{
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        packBody( context, i );
    }
}

void gsFreeBodies( ssGs* s )
{
    ssParallelFor( s->bodyCount, GS_BLOCK, packBodies, s );
}

/// Only what is not between spheres asks for them.
static bool packInertias( ssGs* s )
{
    bool needed = s->rowCount > 0;
    for ( int i = 0; i < s->contacts && !needed; ++i )
    {
        needed = s->kind[i] >= gs_body;
    }
    size_t count = (size_t)s->bodyCount + GS_NOBODIES;
    bool room = !needed || gsReserve( &s->inertiaStore, 0, count * sizeof( gsInertia ), &s->inertias );
    if ( needed && room )
    {
        double square = s->length * s->length;
        memset( s->inertias + s->bodyCount, 0, GS_NOBODIES * sizeof( gsInertia ) );
        for ( int i = 0; i < s->bodyCount; ++i )
        {
            const ssMat3* m = &s->problem->inverseInertia[i];
            s->inertias[i] = ( gsInertia ){ .m = { square * m->cx.x, square * m->cy.y, square * m->cz.z,
                                                square * m->cx.y, square * m->cx.z, square * m->cy.z } };
        }
    }
    return room;
}

// ---------------------------------------------------------------------------------------------------------- contacts

/// The contact with its moving body as b: a contact whose b does not move is seen from the other side.
typedef struct View
{
    int a, b; // -1 where it does not move
    ssVec3 n, t1, t2, armA, armB;
} View;

static ssVec3 opposite( ssVec3 a )
{
    return ssVec3_Make( -a.x, -a.y, -a.z );
}

static View viewOf( const ssGs* s, int i )
{
    const ssProblem* problem = s->problem;
    const ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
    int a = problem->bodyA[i], b = problem->bodyB[i];
    View view = { a >= 0 && ( s->flags[a] & GS_MOVES ) ? a : -1,
        b >= 0 && ( s->flags[b] & GS_MOVES ) ? b : -1, frame.cx, frame.cy, frame.cz, problem->armsA[i],
        problem->armsB[i] };
    if ( view.b < 0 )
    {
        view.b = view.a;
        view.armB = view.armA;
        view.a = -1;
        view.n = opposite( view.n );
        view.t1 = opposite( view.t1 );
        view.t2 = opposite( view.t2 );
    }
    return view;
}

static void fillRows( const View* view, ssVec3 arm, double sign, double length, double rows[6][6] )
{
    const ssVec3 axes[6] = { view->n, view->t1, view->t2, view->t1, view->t2, view->n };
    for ( int c = 0; c < 6; ++c )
    {
        ssVec3 turn = c < 3 ? ssVec3_Scale( 1.0 / length, ssVec3_Cross( arm, axes[c] ) ) : axes[c];
        ssVec3 push = c < 3 ? axes[c] : ssVec3_Make( 0.0, 0.0, 0.0 );
        const double row[6] = { push.x, push.y, push.z, turn.x, turn.y, turn.z };
        for ( int k = 0; k < 6; ++k )
        {
            rows[c][k] = sign * row[k];
        }
    }
}

void gsContactRows( const ssGs* s, int contact, double rowsA[6][6], double rowsB[6][6] )
{
    View view = viewOf( s, contact );
    memset( rowsA, 0, 36 * sizeof( double ) );
    fillRows( &view, view.armB, 1.0, s->length, rowsB );
    if ( view.a >= 0 )
    {
        fillRows( &view, view.armA, -1.0, s->length, rowsA );
    }
}

/// w += J M^-1 J^T of one body.
static void addBlock( const ssGs* s, int body, double rows[6][6], int d, double* w )
{
    double im = s->problem->inverseMass[body];
    const double* m = s->inertias[body].m;
    for ( int j = 0; j < d; ++j )
    {
        const double* r = rows[j];
        const double v[6] = { im * r[0], im * r[1], im * r[2], m[0] * r[3] + m[3] * r[4] + m[4] * r[5],
            m[3] * r[3] + m[1] * r[4] + m[5] * r[5], m[4] * r[3] + m[5] * r[4] + m[2] * r[5] };
        for ( int i = 0; i < d; ++i )
        {
            double sum = 0.0;
            for ( int k = 0; k < 6; ++k )
            {
                sum += rows[i][k] * v[k];
            }
            w[i * d + j] += sum;
        }
    }
}

void gsContactBlock( const ssGs* s, int contact, double rowsA[6][6], double rowsB[6][6], double* w )
{
    View view = viewOf( s, contact );
    int d = s->dimension;
    memset( w, 0, (size_t)( d * d ) * sizeof( double ) );
    addBlock( s, view.b, rowsB, d, w );
    if ( view.a >= 0 )
    {
        addBlock( s, view.a, rowsA, d, w );
    }
    for ( int c = 0; c < d && s->problem->compliance != NULL; ++c )
    {
        double scale = c < 3 ? 1.0 : s->length;
        w[c * d + c] += scale * scale * s->problem->compliance[(size_t)contact * (size_t)d + (size_t)c];
    }
}

static double sizeOf( ssVec3 a )
{
    return fabs( a.x ) + fabs( a.y ) + fabs( a.z );
}

/// Free motion of b against a at the contact.
typedef struct Motion
{
    ssVec3 u, w;
    double speed, spinning; // what was added and taken away, however little is left
} Motion;

static Motion motionOf( const ssGs* s, const View* view )
{
    Motion motion = { 0 };
    for ( int side = 0; side < 2 && s->problem->freeVelocity != NULL; ++side )
    {
        int body = side == 0 ? view->a : view->b;
        if ( body >= 0 )
        {
            const double* v = s->problem->freeVelocity + 6 * (size_t)body;
            ssVec3 spin = { v[3], v[4], v[5] }, push = { v[0], v[1], v[2] };
            ssVec3 turn = ssVec3_Cross( spin, side == 0 ? view->armA : view->armB );
            double sign = side == 0 ? -1.0 : 1.0;
            motion.u = ssVec3_MulAdd( motion.u, sign, ssVec3_Add( push, turn ) );
            motion.w = ssVec3_MulAdd( motion.w, sign, spin );
            motion.speed += sizeOf( push ) + sizeOf( turn );
            motion.spinning += sizeOf( spin );
        }
    }
    return motion;
}

/// What q has beyond a velocity: nothing where that is rounding, for q came from these velocities, perhaps by another
/// order of sums.
static double biasAlong( double q, ssVec3 axis, ssVec3 v, double size )
{
    double bias = q - ssVec3_Dot( axis, v );
    return fabs( bias ) <= 64.0 * DBL_EPSILON * ( fabs( q ) + size ) ? 0.0 : bias;
}

/// q less what the moving bodies' free velocities give, in SI units.
static void biasOf( const ssGs* s, const View* view, int i, double* bias )
{
    const ssVec3 axes[6] = { view->n, view->t1, view->t2, view->t1, view->t2, view->n };
    const double* q = s->problem->q + (size_t)i * (size_t)s->dimension;
    Motion motion = motionOf( s, view );
    for ( int c = 0; c < s->dimension; ++c )
    {
        bias[c] = c < 3 ? biasAlong( q[c], axes[c], motion.u, motion.speed )
                        : biasAlong( q[c], axes[c], motion.w, motion.spinning );
    }
}

/// r = reach N?
static bool isAlong( ssVec3 arm, ssVec3 n, double* reach )
{
    *reach = ssVec3_Dot( arm, n );
    ssVec3 off = ssVec3_MulAdd( arm, -*reach, n );
    return ssVec3_Dot( off, off ) <= 1e-22 * ssVec3_Dot( arm, arm );
}

/// False where the contact is not between spheres.
static bool roundOf( const ssGs* s, const View* view, gsRound* round )
{
    const ssProblem* problem = s->problem;
    bool is = ( s->flags[view->b] & GS_ROUND ) && ( view->a < 0 || ( s->flags[view->a] & GS_ROUND ) ) &&
        problem->compliance == NULL;
    *round = ( gsRound ){ 0 };
    is = is && isAlong( view->armB, view->n, &round->rb );
    round->rb = -round->rb;
    is = is && ( view->a < 0 || isAlong( view->armA, view->n, &round->ra ) );
    if ( !is )
    {
        return false;
    }
    double ib = problem->inverseInertia[view->b].cx.x,
           ia = view->a >= 0 ? problem->inverseInertia[view->a].cx.x : 0.0;
    round->wn = problem->inverseMass[view->b] + ( view->a >= 0 ? problem->inverseMass[view->a] : 0.0 );
    round->wt = round->wn + round->rb * round->rb * ib + round->ra * round->ra * ia;
    round->wr = ib + ia;
    round->wc = round->rb * ib - round->ra * ia;
    return round->wn > 0.0;
}

/// And nothing but the normal velocity has a bias.
static bool isBetweenSpheres( const ssGs* s, const View* view, int i, gsRound* round )
{
    double bias[6];
    if ( !roundOf( s, view, round ) )
    {
        return false;
    }
    biasOf( s, view, i, bias );
    bool is = true;
    for ( int c = 1; c < s->dimension; ++c )
    {
        is = is && bias[c] == 0.0;
    }
    return is;
}

static double couplingOf( const gsRound* round )
{
    double size = round->wt * round->wr;
    return size > 0.0 ? fabs( round->wc ) / sqrt( size ) : 0.0;
}

static int kindOf( const ssGs* s, const View* view, int i, const gsRound* round, bool spheres )
{
    const ssProblem* problem = s->problem;
    if ( problem->laws[i] == ss_contactFormPlanar || problem->cones[i].variant != ss_coneIntersection )
    {
        return gs_odd;
    }
    int relaxed = problem->laws[i] == ss_contactFormRelaxed;
    if ( !spheres )
    {
        return ( view->a < 0 ? gs_bodyGround : gs_body ) + relaxed;
    }
    if ( view->a < 0 )
    {
        return gs_ground + relaxed;
    }
    return ( s->dimension > 3 && couplingOf( round ) > WEAK_COUPLING ? gs_coupled : gs_pair ) + relaxed;
}

/// trace( [r]^T I^-1 [r] ): what turning adds to the three translational diagonal entries.
static double turningTrace( const ssMat3* inertia, ssVec3 r )
{
    ssVec3 columns[3] = { { 0.0, r.z, -r.y }, { -r.z, 0.0, r.x }, { r.y, -r.x, 0.0 } };
    double sum = 0.0;
    for ( int k = 0; k < 3; ++k )
    {
        sum += ssVec3_Dot( columns[k], ssMat3_Mul( *inertia, columns[k] ) );
    }
    return sum;
}

/// Diagonal of W, summed over the three translational and over the rotational rows.
static void diagonalOf( const ssGs* s, const View* view, int i, double* translational, double* rotational )
{
    const ssProblem* problem = s->problem;
    *translational = 0.0;
    *rotational = 0.0;
    for ( int side = 0; side < 2; ++side )
    {
        int body = side == 0 ? view->a : view->b;
        if ( body >= 0 )
        {
            const ssMat3* m = &problem->inverseInertia[body];
            *translational +=
                3.0 * problem->inverseMass[body] + turningTrace( m, side == 0 ? view->armA : view->armB );
            *rotational += m->cx.x + m->cy.y + m->cz.z -
                ( s->dimension == 5 ? ssVec3_Dot( view->n, ssMat3_Mul( *m, view->n ) ) : 0.0 );
        }
    }
    for ( int c = 0; c < s->dimension && problem->compliance != NULL; ++c )
    {
        double own = problem->compliance[(size_t)i * (size_t)s->dimension + (size_t)c];
        *translational += c < 3 ? own : 0.0;
        *rotational += c < 3 ? 0.0 : own;
    }
}

/// Sides, kinds and, block by block, the sums behind L and the judge's scale.
static void classify( void* context, int block, int first, int last )
{
    ssGs* s = context;
    gsSums* sums = &s->partial[block];
    *sums = ( gsSums ){ 0.0, 0.0 };
    for ( int i = first; i < last; ++i )
    {
        View view = viewOf( s, i );
        gsRound round;
        double translational, rotational;
        s->sideA[i] = view.a;
        s->sideB[i] = view.b;
        if ( view.b < 0 )
        {
            continue;
        }
        bool spheres = isBetweenSpheres( s, &view, i, &round );
        s->kind[i] = (uint8_t)kindOf( s, &view, i, &round, spheres );
        if ( spheres )
        {
            translational = round.wn + 2.0 * round.wt;
            rotational = ( s->dimension - 3 ) * round.wr;
        }
        else
        {
            diagonalOf( s, &view, i, &translational, &rotational );
        }
        sums->first += translational;
        sums->second += rotational;
    }
}

static ssResult measure( ssGs* s )
{
    int blocks = ssBlockCount( s->contacts, GS_BLOCK );
    double translational = 0.0, rotational = 0.0;
    ssParallelFor( s->contacts, GS_BLOCK, classify, s );
    for ( int block = 0; block < blocks; ++block )
    {
        translational += s->partial[block].first;
        rotational += s->partial[block].second;
    }
    for ( int i = 0; i < s->contacts; ++i )
    {
        if ( s->sideB[i] < 0 )
        {
            return ssError(
                ss_errorValue, "contacts", "contact %d is between two bodies that do not move", i );
        }
    }
    int d = s->dimension;
    s->length = 1.0;
    s->meanDiag = 1.0;
    if ( s->contacts > 0 )
    {
        s->length = d > 3 ? sqrt( ( translational / 3.0 ) / ( rotational / ( d - 3 ) ) ) : 1.0;
        double scaled = d > 3 ? s->length * s->length * rotational : 0.0;
        s->meanDiag = ( translational + scaled ) / ( (double)s->contacts * d );
    }
    double sum = 0.0;
    for ( int i = 0; i < s->contacts; ++i )
    {
        for ( int c = 0; c < d; ++c )
        {
            double q = ( c < 3 ? 1.0 : s->length ) * s->problem->q[(size_t)i * (size_t)d + (size_t)c];
            sum += q * q;
        }
    }
    s->qNorm = sum; // the rows add theirs
    s->step = 1.0 / s->meanDiag;
    if ( !( isfinite( s->step ) && isfinite( s->length ) && s->length > 0.0 && isfinite( sum ) ) )
    {
        return ssError( ss_errorValue, "w", "the numbers of the problem leave the range of arithmetic" );
    }
    return ssOk();
}

// ----------------------------------------------------------------------------------------------------------- groups

/// Odd contacts take no part in colours and lanes; both keep their order. How many are in lanes through `inLanes`.
static bool setOddsApart( ssGs* s, int* inLanes )
{
    s->oddCount = 0;
    *inLanes = 0;
    for ( int k = 0; k < s->contacts; ++k )
    {
        int i = s->order[k];
        if ( s->kind[i] == gs_odd )
        {
            s->scratch[s->oddCount++] = i;
        }
        else
        {
            s->order[( *inLanes )++] = i;
        }
    }
    if ( !gsReserve( &s->oddStore, 0, (size_t)s->oddCount * sizeof( oddContact ), &s->odds ) )
    {
        return false;
    }
    for ( int k = 0; k < s->oddCount; ++k )
    {
        int i = s->scratch[k];
        s->odds[k] = ( oddContact ){ .contact = i, .a = s->sideA[i], .b = s->sideB[i] };
    }
    return true;
}

typedef int Counts[COLOUR_MAX + 1][gs_kinds];

/// How many groups each colour and kind has, and where in their family they begin. `count` is zero before and after.
static void countGroups( ssGs* s, int inLanes, Counts count, int total[3] )
{
    s->overflow = 0;
    s->spheres = 0;
    for ( int k = 0; k < inLanes; ++k )
    {
        int i = s->order[k];
        count[s->colour[i]][s->kind[i]] += 1;
        s->overflow += s->colour[i] == COLOUR_MAX;
        s->spheres += s->kind[i] < gs_body;
    }
    for ( int turn = 0; turn <= s->colours; ++turn )
    {
        int c = gsColour( s, turn );
        for ( int kind = 0; kind < gs_kinds; ++kind )
        {
            // alone in its group where nothing else may run beside it
            int groups = c == COLOUR_MAX ? count[c][kind] : ( count[c][kind] + SIMD_WIDTH - 1 ) / SIMD_WIDTH;
            s->first[c][kind] = total[gsFamily( kind )];
            s->groups[c][kind] = groups;
            total[gsFamily( kind )] += groups;
            count[c][kind] = 0;
        }
    }
    s->groupCount = total[0] + total[1] + total[2];
    s->memberBase[0] = 0;
    s->memberBase[1] = total[0];
    s->memberBase[2] = total[0] + total[1];
}

static bool placeMembers( ssGs* s, int inLanes, Counts count )
{
    size_t bytes = (size_t)s->groupCount * SIMD_WIDTH * sizeof( int );
    if ( !gsReserve( &s->memberStore, 0, bytes, &s->member ) )
    {
        return false;
    }
    memset( s->member, -1, bytes );
    for ( int k = 0; k < inLanes; ++k )
    {
        int i = s->order[k], c = s->colour[i], kind = s->kind[i], at = count[c][kind]++;
        int group = s->first[c][kind] + ( c == COLOUR_MAX ? at : at / SIMD_WIDTH );
        gsMembers( s, kind, group )[c == COLOUR_MAX ? 0 : at % SIMD_WIDTH] = i;
    }
    return true;
}

/// Contacts to colours, colours to groups: gs->member says who is where. What they were sorted by gives way to the
/// groups then.
static bool arrange( ssGs* s )
{
    int inLanes = 0, total[3] = { 0 };
    Counts count = { { 0 } };
    colourSort( s->contacts, s->sideA, s->sideB, s->bodyCount, s->order, s->scratch, s->start );
    if ( !setOddsApart( s, &inLanes ) )
    {
        return false;
    }
    s->colours = colourContacts( inLanes, s->order, s->sideA, s->sideB, s->bodyCount, s->used, s->colour );
    countGroups( s, inLanes, count, total );
    size_t spheres = (size_t)total[0] * sizeof( sphereGroup ),
           wide = (size_t)total[1] * sizeof( sphereWideGroup ),
           bodies = (size_t)total[2] * sizeof( bodyGroup );
    char* groups = NULL;
    if ( !placeMembers( s, inLanes, count ) ||
        !gsReserve( &s->groupStore, 0, spheres + wide + bodies, &groups ) )
    {
        return false;
    }
    s->sphereGroups = (sphereGroup*)(void*)groups;
    s->wideGroups = (sphereWideGroup*)(void*)( groups + spheres );
    s->bodyGroups = (bodyGroup*)(void*)( groups + spheres + wide );
    return true;
}

/// Slots of nobody, apart for each kind: groups that are not full may run side by side when their kinds differ. What is
/// written there is what was read.
static int nobody( const ssGs* s, int kind )
{
    return s->bodyCount + kind;
}

static void packSphere( const gsPass* pass, int kind, sphereGroup* g, int at, int i )
{
    const ssGs* s = pass->gs;
    double length = s->length;
    int d = s->dimension;
    View view = viewOf( s, i );
    gsRound round;
    roundOf( s, &view, &round ); // as when it was counted among the spheres: cheaper than to keep it
    const ssCone* cone = &s->problem->cones[i];
    const double* p = pass->from + (size_t)i * (size_t)d;
    double inverse = 1.0 / length, roll[3] = { 0 };
    for ( int c = 3; c < d; ++c )
    {
        roll[c - 3] = p[c] * inverse;
    }
    ssVec3 f = ssVec3_MulAdd( ssVec3_MulAdd( ssVec3_Scale( p[0], view.n ), p[1], view.t1 ), p[2], view.t2 );
    ssVec3 m =
        ssVec3_MulAdd( ssVec3_MulAdd( ssVec3_Scale( roll[2], view.n ), roll[0], view.t1 ), roll[1], view.t2 );
    g->a[at] = view.a >= 0 ? view.a : nobody( s, kind );
    g->b[at] = view.b;
    simd3Set( &g->n, at, view.n.x, view.n.y, view.n.z );
    simdSet( &g->ra, at, round.ra * inverse );
    simdSet( &g->rb, at, round.rb * inverse );
    Motion motion = motionOf( s, &view );
    simdSet(
        &g->bias, at, biasAlong( s->problem->q[(size_t)i * (size_t)d], view.n, motion.u, motion.speed ) );
    simdSet( &g->mu, at, cone->mu );
    simdSet( &g->muRoll, at, d > 3 ? cone->muRoll * inverse : 0.0 );
    simdSet( &g->muSpin, at, d > 5 ? cone->muSpin * inverse : 0.0 );
    double wr = round.wr * length * length, wc = round.wc * length, kappa = couplingOf( &round );
    // zero where nothing turns: then moments do nothing and stay as they are
    double stepR = wr > 0.0 ? 1.0 / wr : 0.0;
    simdSet( &g->stepN, at, 1.0 / round.wn );
    simdSet( &g->stepT, at, 1.0 / round.wt );
    simdSet( &g->stepR, at, stepR );
    simd3Set( &g->f, at, f.x, f.y, f.z );
    simd3Set( &g->m, at, m.x, m.y, m.z );
    if ( kind == gs_pair )
    {
        return;
    }
    sphereWideGroup* wide = (sphereWideGroup*)(void*)g;
    simdSet( &wide->wt, at, round.wt );
    simdSet( &wide->wr, at, wr );
    simdSet( &wide->wc, at, wc );
    simdSet( &wide->stepS, at, stepR );
    if ( kind == gs_pairRelaxed || kind == gs_coupledRelaxed || kind == gs_groundRelaxed )
    {
        simdSet( &wide->ratioT, at, ( 1.0 + kappa ) * round.wt / round.wn );
        simdSet( &wide->ratioR, at, ( 1.0 + kappa ) * wr / round.wn );
        simdSet( &wide->ratioS, at, wr / round.wn );
        simdSet( &g->stepT, at, 1.0 / ( ( 1.0 + kappa ) * round.wt ) );
        simdSet( &g->stepR, at, stepR / ( 1.0 + kappa ) );
    }
    else
    {
        double det = round.wt * wr - wc * wc;
        simdSet( &wide->jt, at, wr > 0.0 ? wr / det : 1.0 / round.wt );
        simdSet( &wide->jr, at, wr > 0.0 ? round.wt / det : 0.0 );
        simdSet( &wide->jc, at, wr > 0.0 ? wc / det : 0.0 );
    }
}

/// Steps of the blocks. Coulomb: the block's own largest eigenvalue. Relaxed: sums of rows, so that the metric less W_aa
/// is diagonally dominant and every step lowers the energy.
static void stepsOf( const double* w, int d, bool relaxed, double weight[4] )
{
    static const int blockOf[6] = { 0, 1, 1, 2, 2, 3 };
    memset( weight, 0, 4 * sizeof( double ) );
    for ( int i = 0; i < d; ++i )
    {
        double sum = 0.0;
        for ( int j = 0; j < d; ++j )
        {
            sum += relaxed || blockOf[i] == blockOf[j] ? fabs( w[i * d + j] ) : 0.0;
        }
        weight[blockOf[i]] = fmax( weight[blockOf[i]], sum );
    }
    for ( int block = 0; block < 2 && !relaxed; ++block )
    {
        int i = 1 + 2 * block, j = i + 1;
        if ( j < d )
        {
            double mean = 0.5 * ( w[i * d + i] + w[j * d + j] ), half = 0.5 * ( w[i * d + i] - w[j * d + j] );
            weight[1 + block] = mean + sqrt( half * half + w[i * d + j] * w[i * d + j] );
        }
    }
}

static void packAny( const gsPass* pass, int kind, bodyGroup* g, int at, int i )
{
    const ssGs* s = pass->gs;
    const ssProblem* problem = s->problem;
    int d = s->dimension;
    double inverse = 1.0 / s->length, bias[6], rowsA[6][6], rowsB[6][6], w[36], weight[4];
    View view = viewOf( s, i );
    const ssCone* cone = &problem->cones[i];
    biasOf( s, &view, i, bias );
    gsContactRows( s, i, rowsA, rowsB );
    gsContactBlock( s, i, rowsA, rowsB, w );
    bool relaxed = kind == gs_bodyRelaxed || kind == gs_bodyGroundRelaxed;
    stepsOf( w, d, relaxed, weight );
    g->a[at] = view.a >= 0 ? view.a : nobody( s, kind );
    g->b[at] = view.b;
    simd3Set( &g->n, at, view.n.x, view.n.y, view.n.z );
    simd3Set( &g->t1, at, view.t1.x, view.t1.y, view.t1.z );
    simd3Set( &g->t2, at, view.t2.x, view.t2.y, view.t2.z );
    simd3Set( &g->ra, at, view.armA.x * inverse, view.armA.y * inverse, view.armA.z * inverse );
    simd3Set( &g->rb, at, view.armB.x * inverse, view.armB.y * inverse, view.armB.z * inverse );
    for ( int c = 0; c < 6; ++c )
    {
        size_t from = (size_t)i * (size_t)d + (size_t)c;
        double scale = c < 3 ? 1.0 : s->length,
               own = c < d && problem->compliance != NULL ? problem->compliance[from] : 0.0;
        simdSet( &g->p[c], at, c < d ? pass->from[from] / scale : 0.0 );
        simdSet( &g->bias[c], at, c < d ? bias[c] * scale : 0.0 );
        simdSet( &g->compliance[c], at, own * scale * scale );
        for ( int k = 0; k <= c; ++k )
        {
            simdSet( &g->w[c * ( c + 1 ) / 2 + k], at, c < d ? w[c * d + k] : 0.0 );
        }
    }
    simdSet( &g->mu, at, cone->mu );
    simdSet( &g->muRoll, at, d > 3 ? cone->muRoll * inverse : 0.0 );
    simdSet( &g->muSpin, at, d > 5 ? cone->muSpin * inverse : 0.0 );
    simd* steps[4] = { &g->stepN, &g->stepT, &g->stepR, &g->stepS };
    simd* ratios[4] = { NULL, &g->ratioT, &g->ratioR, &g->ratioS };
    for ( int block = 0; block < 4; ++block )
    {
        simdSet( steps[block], at, weight[block] > 0.0 ? 1.0 / weight[block] : 0.0 );
        if ( block > 0 )
        {
            simdSet( ratios[block], at, weight[0] > 0.0 ? weight[block] / weight[0] : 0.0 );
        }
    }
}

static gsSums packGroups( const gsPass* pass, int kind, int first, int last )
{
    ssGs* s = pass->gs;
    for ( int group = first; group < last; ++group )
    {
        const int* members = gsMembers( s, kind, group );
        bool any = kind >= gs_body;
        sphereGroup* sphere = any ? NULL : gsSphereGroup( s, kind, group );
        bodyGroup* body = any ? &s->bodyGroups[group] : NULL;
        int *a = any ? body->a : sphere->a, *b = any ? body->b : sphere->b;
        size_t size = any     ? sizeof( bodyGroup )
            : kind == gs_pair ? sizeof( sphereGroup )
                              : sizeof( sphereWideGroup );
        if ( members[SIMD_WIDTH - 1] < 0 )
        {
            memset( any ? (void*)body : (void*)sphere, 0, size );
        }
        for ( int at = 0; at < SIMD_WIDTH; ++at )
        {
            if ( members[at] < 0 )
            {
                a[at] = b[at] = nobody( s, kind );
                simdSet( any ? &body->stepN : &sphere->stepN, at, 1.0 );
            }
            else if ( any )
            {
                packAny( pass, kind, body, at, members[at] );
            }
            else
            {
                packSphere( pass, kind, sphere, at, members[at] );
            }
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

ssResult gsPack( ssGs* s, const ssProblem* problem, const double* p )
{
    s->problem = problem;
    s->callerBuffer = NULL;
    s->callerBytes = 0;
    s->contacts = problem->contactCount;
    s->dimension = problem->dimension;
    s->bodyCount = problem->bodyCount;
    s->rowCount = problem->rowCount;
    s->sinceRefresh = 0;
    bool room = reserveContacts( s, (size_t)s->contacts, (size_t)s->bodyCount );
    if ( room )
    {
        for ( int i = 0; i < s->bodyCount; ++i )
        {
            s->flags[i] = flagsOf( problem, i );
        }
        ssResult result = measure( s );
        if ( result.code != ss_ok )
        {
            return result;
        }
        memset( s->bodies + s->bodyCount, 0, GS_NOBODIES * sizeof( gsBody ) );
        gsFreeBodies( s );
        room = packInertias( s ) && arrange( s );
    }
    if ( room )
    {
        gsPass pass = { .gs = s, .from = p };
        gsRun( &pass, packGroups );
        room = gsPackSerial( s, p );
        s->qNorm = sqrt( s->qNorm );
    }
    return room ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory for the passes" );
}

// ---------------------------------------------------------------------------------------------------------- reading out

static gsSums readGroups( const gsPass* pass, int kind, int first, int last )
{
    ssGs* s = pass->gs;
    int d = s->dimension;
    for ( int group = first; group < last; ++group )
    {
        const int* members = gsMembers( s, kind, group );
        for ( int at = 0; at < SIMD_WIDTH && members[at] >= 0; ++at )
        {
            double* p = pass->to + (size_t)members[at] * (size_t)d;
            if ( kind >= gs_body )
            {
                for ( int c = 0; c < d; ++c )
                {
                    p[c] = simdGet( &s->bodyGroups[group].p[c], at ) * ( c < 3 ? 1.0 : s->length );
                }
                continue;
            }
            const sphereGroup* g = gsSphereGroup( s, kind, group );
            View view = viewOf( s, members[at] );
            ssVec3 f = { simdGet( &g->f.x, at ), simdGet( &g->f.y, at ), simdGet( &g->f.z, at ) };
            ssVec3 m = { simdGet( &g->m.x, at ), simdGet( &g->m.y, at ), simdGet( &g->m.z, at ) };
            const double all[6] = { ssVec3_Dot( f, view.n ), ssVec3_Dot( f, view.t1 ),
                ssVec3_Dot( f, view.t2 ), s->length * ssVec3_Dot( m, view.t1 ),
                s->length * ssVec3_Dot( m, view.t2 ), s->length * ssVec3_Dot( m, view.n ) };
            memcpy( p, all, (size_t)d * sizeof( double ) );
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

void gsReadOut( ssGs* s, double* p )
{
    gsPass pass = { .gs = s, .to = p };
    gsRun( &pass, readGroups );
    gsReadOutSerial( s, p );
}
