// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_contact.h"
#include "slipstick/base.h"

// From a problem to packed bodies and groups of four contacts, and back.

static uint8_t flagsOf( const ssProblem* problem, int body )
{
    const ssMat3* m = &problem->inverseInertia[body];
    double diagonal = ( m->cx.x + m->cy.y + m->cz.z ) / 3.0;
    double off = ssMax( ssMax( fabs( m->cx.y ), fabs( m->cx.z ) ), fabs( m->cy.z ) );
    off = ssMax( off, ssMax( fabs( m->cx.x - diagonal ), fabs( m->cy.y - diagonal ) ) );
    bool moves = problem->inverseMass[body] > 0.0 || diagonal > 0.0;
    return (uint8_t)( ( moves ? GS_MOVES : 0 ) | ( off <= 1e-12 * diagonal ? GS_SPHERICAL : 0 ) );
}

static void findFlags( void* context, int block, int first, int last )
{
    ssGs* gs = context;
    (void)block;
    for ( int i = first; i < last; ++i ) { gs->flags[i] = flagsOf( gs->problem, i ); }
}

static void packBody( ssGs* gs, int i )
{
    const ssProblem* problem = gs->problem;
    const ssMat3* m = &problem->inverseInertia[i];
    double length = gs->length, square = length * length;
    gsBody* body = &gs->bodies[i];
    body->inverseMass = problem->inverseMass[i];
    body->inverseInertia = square * ( m->cx.x + m->cy.y + m->cz.z ) / 3.0;
    for ( int c = 0; c < 3; ++c )
    {
        const double* v = problem->freeVelocity != NULL ? problem->freeVelocity + 6 * (size_t)i : NULL;
        body->v[c] = v != NULL ? v[c] : 0.0;
        body->w[c] = v != NULL ? length * v[3 + c] : 0.0;
    }
}

void gsResetBodies( void* context, int block, int first, int last )
{
    (void)block;
    for ( int i = first; i < last; ++i ) { packBody( context, i ); }
}

static bool packInertias( ssGs* gs )
{
    gs->inertias =
        gsReserveForBodies( gs, ( (size_t)gs->bodyCount + GS_DUMMY_BODIES ) * sizeof( gsInertia ) );
    if ( gs->inertias != NULL )
    {
        double square = gs->length * gs->length;
        memset( gs->inertias + gs->bodyCount, 0, GS_DUMMY_BODIES * sizeof( gsInertia ) );
        for ( int i = 0; i < gs->bodyCount; ++i )
        {
            const ssMat3* m = &gs->problem->inverseInertia[i];
            gs->inertias[i] = ( gsInertia ){ .m = { square * m->cx.x, square * m->cy.y, square * m->cz.z,
                                                 square * m->cx.y, square * m->cx.z, square * m->cy.z } };
        }
    }
    return gs->inertias != NULL;
}

/// The indices of the bodies of a group, a then b, with which every group begins.
static int* groupBodies( const ssGs* gs, int kind, int group )
{
    return kind >= gs_body ? gs->bodyGroups[group].a
        : kind == gs_equal ? gs->equalGroups[group].a
                           : gsSphereGroup( gs, kind, group )->a;
}

/// A lane without a contact: nothing acts on its body, and nothing is divided by zero.
static void packNothing( const ssGs* gs, int kind, int group, int lane )
{
    int* bodies = groupBodies( gs, kind, group );
    bodies[lane] = bodies[SIMD_WIDTH + lane] = gsDummyBody( gs, kind );
    if ( kind != gs_equal )
    {
        simdSet( kind >= gs_body ? &gs->bodyGroups[group].stepN : &gsSphereGroup( gs, kind, group )->stepN,
            lane, 1.0 );
    }
}

static gsSums packGroups( const gsPass* pass, int kind, int first, int last )
{
    static const size_t sizes[GS_FAMILIES] = { sizeof( equalGroup ), sizeof( sphereGroup ),
        sizeof( coupledSphereGroup ), sizeof( biasedSphereGroup ), sizeof( bodyGroup ) };
    ssGs* gs = pass->gs;
    for ( int group = first; group < last; ++group )
    {
        const int* contacts = gsLaneContacts( gs, kind, group );
        if ( group + 1 < last ) { gsFetchContacts( pass, contacts + SIMD_WIDTH ); }
        if ( contacts[SIMD_WIDTH - 1] < 0 )
        {
            memset( groupBodies( gs, kind, group ), 0, sizes[gsFamily( kind )] );
        }
        for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
        {
            if ( contacts[lane] < 0 ) { packNothing( gs, kind, group, lane ); }
            else if ( kind == gs_equal )
            {
                gsPackEqual( pass, &gs->equalGroups[group], lane, contacts[lane] );
            }
            else if ( kind >= gs_body )
            {
                gsPackBody( pass, kind, &gs->bodyGroups[group], lane, contacts[lane] );
            }
            else { gsPackSphere( pass, kind, gsSphereGroup( gs, kind, group ), lane, contacts[lane] ); }
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

ssResult gsPack( ssGs* gs, const ssProblem* problem, const double* p )
{
    gs->problem = problem;
    gs->contacts = problem->contactCount;
    gs->dimension = problem->dimension;
    gs->bodyCount = problem->bodyCount;
    gs->rowCount = problem->rowCount;
    gs->passesSinceRefresh = 0;
    gs->single = NULL;
    bool room = gsReserveContacts( gs, (size_t)gs->contacts, (size_t)gs->bodyCount );
    if ( room )
    {
        ssParallelFor( gs->bodyCount, GS_BODIES, findFlags, gs );
        SS_TRY( gsClassify( gs ) );
        if ( gsSingleServes( gs, &gs->plan ) ) { gsSingleBegin( gs ); }
        memset( gs->bodies + gs->bodyCount, 0, GS_DUMMY_BODIES * sizeof( gsBody ) );
        ssParallelFor( gs->bodyCount, GS_BODIES, gsResetBodies, gs );
        // Only rows and contacts that are not between spheres need inertia tensors.
        room = gsArrangeGroups( gs ) &&
            ( ( gs->rowCount == 0 && gs->spheres == gs->contacts ) || packInertias( gs ) );
    }
    if ( room )
    {
        gsPass pass = { .gs = gs, .start = p };
        gsForAllGroupsAtOnce( &pass, gs->single != NULL ? gsSinglePack : packGroups );
        room = gsPackSerial( gs, p );
        gs->qNorm = sqrt( gs->qNorm );
    }
    return room ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory for the Gauss-Seidel iteration" );
}

/// The reaction of a lane between spheres.
static gsReaction reactionOf( const ssGs* gs, int kind, int group, int lane )
{
    bool equal = kind == gs_equal;
    const equalGroup* g = equal ? &gs->equalGroups[group] : NULL;
    const simd3 *force = equal ? &g->f : &gsSphereGroup( gs, kind, group )->f,
                *moment = equal ? &g->m : &gsSphereGroup( gs, kind, group )->m;
    const gsBody* body = equal ? &gs->bodies[g->b[lane]] : NULL;
    double mass = equal ? 1.0 / body->inverseMass : 1.0, inertia = equal ? 1.0 / body->inverseInertia : 1.0;
    return ( gsReaction ){ ssVec3_Make( mass * simdGet( &force->x, lane ), mass * simdGet( &force->y, lane ),
                               mass * simdGet( &force->z, lane ) ),
        ssVec3_Make( inertia * simdGet( &moment->x, lane ), inertia * simdGet( &moment->y, lane ),
            inertia * simdGet( &moment->z, lane ) ) };
}

static gsSums readGroups( const gsPass* pass, int kind, int first, int last )
{
    ssGs* gs = pass->gs;
    int d = gs->dimension;
    for ( int group = first; group < last; ++group )
    {
        const int* contacts = gsLaneContacts( gs, kind, group );
        for ( int lane = 0; lane < SIMD_WIDTH && contacts[lane] >= 0; ++lane )
        {
            double* p = pass->answer + (size_t)contacts[lane] * (size_t)d;
            if ( kind >= gs_body )
            {
                for ( int c = 0; c < d; ++c )
                {
                    p[c] = simdGet( &gs->bodyGroups[group].p[c], lane ) * ( c < 3 ? 1.0 : gs->length );
                }
                continue;
            }
            gsGeometry at = gsGeometryOf( gs, contacts[lane] );
            gsComponentsOf( gs, &at, reactionOf( gs, kind, group, lane ), p );
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

void gsReadOut( ssGs* gs, double* p )
{
    if ( gs->single != NULL )
    {
        gsSingleReadOut( gs, p );
        return;
    }
    gsPass pass = { .gs = gs, .answer = p };
    gsForAllGroupsAtOnce( &pass, readGroups );
    gsReadOutSerial( gs, p );
}
