// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// Removing bodies, joints and laws. Nothing found by the number of a freed slot outlives it: warm-start
// reactions, memories of contacts, materials of pairs, the pointer's spring.

/// Joins two bodies that may rest on each other: bodies that are not dynamic hold without being moved.
static void joinDynamic( ssWorld* world, int a, int b )
{
    bool both = a >= 0 && b >= 0 && world->bodies[a].kind == ss_bodyDynamic &&
        world->bodies[b].kind == ss_bodyDynamic;
    if ( both ) { islandJoin( world->parents, a, b ); }
}

/// Marks what rests on one of the two, which is about to go.
static void mark( ssWorld* world, int a, int b, int goes )
{
    int other = a == goes ? b : b == goes ? a : -1;
    if ( other >= 0 ) { world->bodyFlags[islandRoot( world->parents, other )] = true; }
}

typedef void Link( ssWorld* world, int a, int b, int goes );

/// Visits all pairs that touch or are joined.
static void visitLinks( ssWorld* world, Link* visit, int goes )
{
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        visit( world, world->contacts[i].a, world->contacts[i].b, goes );
    }
    for ( int i = 0; i < world->restingCount; ++i )
    {
        visit( world, world->resting[i].contact.a, world->resting[i].contact.b, goes );
    }
    for ( int i = 0; i < world->jointCount; ++i )
    {
        visit( world, world->joints[i].a, world->joints[i].b, goes );
    }
}

static void joinLink( ssWorld* world, int a, int b, int goes )
{
    (void)goes;
    joinDynamic( world, a, b );
}

void worldWakeConnected( ssWorld* world, int body )
{
    if ( !world->def.sleeping ) { return; }
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        world->parents[i] = i; // both arrays are free between two steps
        world->bodyFlags[i] = false;
    }
    visitLinks( world, joinLink, body );
    world->bodyFlags[islandRoot( world->parents, body )] = true;
    visitLinks( world, mark, body );
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        if ( world->bodyFlags[islandRoot( world->parents, i )] && world->bodies[i].kind == ss_bodyDynamic )
        {
            islandWakeBody( world, i );
        }
    }
}

static void dropPairs( ssWorld* world, int body )
{
    int kept = 0;
    for ( int i = 0; i < world->pairCount; ++i )
    {
        const PairMaterial* pair = &world->pairs[i];
        if ( pair->low == body || pair->high == body )
        {
            world->softMaterials -= pair->material.stiffness > 0.0 ? 1 : 0;
        }
        else { world->pairs[kept++] = *pair; }
    }
    world->pairCount = kept;
}

static void dropJoint( ssWorld* world, int index )
{
    world->joints[index] = jointVacant( world->joints[index].apart );
    handlesFree( &world->jointHandles, index );
    jointsChain( world );
}

static void dropJointsOf( ssWorld* world, int body )
{
    for ( int i = 0; i < world->jointCount; ++i )
    {
        if ( world->joints[i].a == body || world->joints[i].b == body ) { dropJoint( world, i ); }
    }
}

ssResult ssWorld_RemoveBody( ssWorld* world, ssBodyId id )
{
    int index = -1;
    SS_TRY( worldEditBody( world, "body", id, &index ) );
    Body* body = &world->bodies[index];
    worldChanged( world );
    worldWakeConnected( world, index );
    dropJointsOf( world, index );
    contactsForgetBody( world, index );
    dropPairs( world, index );
    if ( world->spring.body.slot1 == index + 1 ) { world->spring = ( ssSpring ){ .active = false }; }
    world->ledger.added -= bodyEnergy( world, body );
    world->softMaterials -= body->material.stiffness > 0.0 ? 1 : 0;
    ssHull_Release( body->shape.hull );
    *body = bodyVacant();
    world->slot[index] = -1;
    handlesFree( &world->bodyHandles, index );
    return ssOk();
}

ssResult ssWorld_RemoveJoint( ssWorld* world, ssJointId id )
{
    int index = -1;
    SS_TRY( worldEditJoint( world, id, &index ) );
    int a = world->joints[index].a, b = world->joints[index].b;
    worldChanged( world );
    worldWakeConnected( world, a >= 0 ? a : b );
    if ( a >= 0 && b >= 0 ) { worldWakeConnected( world, b ); }
    dropJoint( world, index );
    return ssOk();
}

ssResult ssWorld_RemoveLaw( ssWorld* world, ssLawId id )
{
    int index = -1;
    ssResult result = worldEditLaw( world, "law", id, &index );
    for ( int i = 0; result.code == ss_ok && i < world->bodyCount; ++i )
    {
        if ( world->bodies[i].law == index )
        {
            result = ssError( ss_errorValue, "law",
                "the body in slot %d has this law; allowed once no body has it (ssWorld_SetLaw)", i );
        }
    }
    // A law that needs nothing takes its place.
    ssLawDef none = ssDefaultLawDef( ss_lawKindCoulomb );
    result = result.code == ss_ok ? lawReplace( world, index, &none ) : result;
    if ( result.code == ss_ok )
    {
        contactsForgetLaw( world, index );
        handlesFree( &world->lawHandles, index );
    }
    return result;
}

// A world that goes on where another one has stopped.

/// Copies contact i as contact k, unless its law did not come along. False: it is dropped.
static bool inheritContact( ssWorld* world, int k, const ssWorld* from, int i, const ssWorldMap* map )
{
    ssProblem* to = &world->problem;
    const ssProblem* old = &from->problem;
    int a = map->bodies[from->contacts[i].a], b = map->bodies[from->contacts[i].b];
    bool planar = old->laws[i] == ss_contactFormPlanar;
    int law = planar ? map->laws[old->lawIndex[i]] : 0;
    int own = worldHasLawMemory( from ) ? from->ownLaws[i] : -1, ownNow = own >= 0 ? map->laws[own] : -1;
    if ( a < 0 || b < 0 || law < 0 || ( own >= 0 && ownNow < 0 ) ) { return false; }
    int d = old->dimension;
    world->contacts[k] = from->contacts[i];
    world->contacts[k].a = a;
    world->contacts[k].b = b;
    to->points[k] = old->points[i];
    to->armsA[k] = old->armsA[i];
    to->armsB[k] = old->armsB[i];
    to->frames[k] = old->frames[i];
    to->cones[k] = old->cones[i];
    to->laws[k] = old->laws[i];
    to->lawIndex[k] = law;
    if ( to->lawScale != NULL ) { to->lawScale[k] = old->lawScale != NULL ? old->lawScale[i] : 1.0; }
    memcpy( world->p + (size_t)k * (size_t)d, from->p + (size_t)i * (size_t)d, sizeof( double ) * (size_t)d );
    if ( worldHasLawMemory( world ) )
    {
        world->ownLaws[k] = ownNow;
        if ( ownNow >= 0 )
        {
            const size_t row = SS_LAW_MAX_STATES;
            memcpy( world->nextStates + (size_t)k * row, from->nextStates + (size_t)i * row,
                sizeof( double ) * row );
        }
    }
    return true;
}

static void inheritJoints( ssWorld* world, const ssWorld* from, const ssWorldMap* map )
{
    for ( int i = 0; i < from->jointCount; ++i )
    {
        const Joint* old = &from->joints[i];
        if ( map->joints[i] >= 0 )
        {
            Joint* joint = &world->joints[map->joints[i]];
            int a = joint->a, b = joint->b;
            *joint = *old; // with the anchors that it has had all along
            joint->a = a;
            joint->b = b;
            joint->firstRow = joint->rowCount = 0;
        }
    }
}

/// Bodies appear as after the last step: those that continue with the velocities that it found.
static void inheritVelocities( ssWorld* world, const ssWorld* from, const ssWorldMap* map )
{
    int count = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        bool moves = body->kind == ss_bodyDynamic && body->enabled;
        world->slot[i] = moves ? count++ : -1;
        if ( moves )
        {
            ssVec3 v = body->velocity, w = body->omega;
            const double after[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
            memcpy( world->after + 6 * (size_t)world->slot[i], after, sizeof after );
        }
    }
    for ( int i = 0; i < from->bodyCount; ++i )
    {
        int now = map->bodies[i];
        if ( now >= 0 )
        {
            world->bodies[now].approachSpeed = from->bodies[i].approachSpeed;
            if ( world->slot[now] >= 0 && from->slot[i] >= 0 )
            {
                memcpy( world->after + 6 * (size_t)world->slot[now] + 3,
                    from->after + 6 * (size_t)from->slot[i] + 3, 3 * sizeof( double ) );
            }
        }
    }
}

/// Every slot that continues leads from something to something.
static ssResult checkMap(
    const char* field, const int* map, const Handles* from, int fromCount, const Handles* to, int count )
{
    for ( int i = 0; i < fromCount; ++i )
    {
        int now = map[i];
        if ( now < -1 || now >= count || ( now >= 0 && !( from->used[i] && to->used[now] ) ) )
        {
            return ssError( ss_errorValue, field,
                "%s[%d] = %d; allowed: -1, or slots that are in use in both worlds", field, i, now );
        }
    }
    return ssOk();
}

static ssResult checkMaps( const ssWorld* world, const ssWorld* from, const ssWorldMap* map )
{
    SS_TRY( worldCheckEdit( world ) );
    SS_TRY( worldCheck( from ) );
    SS_TRY( checkMap(
        "bodies", map->bodies, &from->bodyHandles, from->bodyCount, &world->bodyHandles, world->bodyCount ) );
    SS_TRY( checkMap( "joints", map->joints, &from->jointHandles, from->jointCount, &world->jointHandles,
        world->jointCount ) );
    return checkMap(
        "laws", map->laws, &from->lawHandles, from->lawCount, &world->lawHandles, world->lawCount );
}

ssResult ssWorld_Inherit( ssWorld* world, const ssWorld* from, const ssWorldMap* map )
{
    int count = 0;
    SS_TRY( checkMaps( world, from, map ) );
    if ( !contactsReserve( world, from->problem.contactCount, 0 ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for %d contacts", from->problem.contactCount );
    }
    world->problem.dimension = from->problem.dimension;
    for ( int i = 0; i < from->problem.contactCount; ++i )
    {
        count += inheritContact( world, count, from, i, map ) ? 1 : 0;
    }
    world->problem.contactCount = count;
    world->problem.rowCount = 0;
    lawsSettle( world );
    worldChanged( world );
    inheritJoints( world, from, map );
    inheritVelocities( world, from, map );
    world->time = from->time;
    world->h = from->h;
    world->report = from->report;
    world->ledger = from->ledger;
    world->ledger.added += ssWorld_Energy( world ) - ssWorld_Energy( from );
    world->report.ledger = ssWorld_Ledger( world );
    const ssSpring* spring = &from->spring;
    int held = spring->active ? map->bodies[spring->body.slot1 - 1] : -1;
    if ( held >= 0 && world->bodies[held].kind == ss_bodyDynamic )
    {
        world->spring = *spring;
        world->spring.body = bodyId( world, held );
    }
    eventsRecall( world );
    return ssOk();
}
