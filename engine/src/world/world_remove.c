// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <string.h>

// Removing bodies, joints and laws. A slot becomes free, and nothing that is found by its number outlives it:
// neither the reactions that warm-start the next step nor what contacts remember, neither materials of pairs
// nor the pointer's spring. So what is put there next starts like anything new.

// ---------------------------------------------------------------------------------------------------- waking

/// Joins two bodies that may rest on each other: bodies that are not dynamic hold without being moved.
static void joinDynamic( ssWorld* world, int a, int b )
{
    bool both = a >= 0 && b >= 0 && world->bodies[a].kind == ss_bodyDynamic &&
        world->bodies[b].kind == ss_bodyDynamic;
    if ( both )
    {
        islandJoin( world->parents, a, b );
    }
}

/// Marks what rests on one of the two, which is about to go.
static void mark( ssWorld* world, int a, int b, int goes )
{
    int other = a == goes ? b : b == goes ? a : -1;
    if ( other >= 0 )
    {
        world->bodyFlags[islandRoot( world->parents, other )] = true;
    }
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
    if ( !world->def.sleeping )
    {
        return;
    }
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

// ---------------------------------------------------------------------------------------------------- bodies

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
        else
        {
            world->pairs[kept++] = *pair;
        }
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
        if ( world->joints[i].a == body || world->joints[i].b == body )
        {
            dropJoint( world, i );
        }
    }
}

ssResult ssWorld_RemoveBody( ssWorld* world, ssBodyId id )
{
    int index = -1;
    ssResult result = worldEditBody( world, "body", id, &index );
    if ( result.code != ss_ok )
    {
        return result;
    }
    Body* body = &world->bodies[index];
    worldChanged( world );
    worldWakeConnected( world, index );
    dropJointsOf( world, index );
    contactsForgetBody( world, index );
    dropPairs( world, index );
    if ( world->spring.body.slot1 == index + 1 )
    {
        world->spring = ( ssSpring ){ .active = false };
    }
    world->ledger.added -= bodyEnergy( world, body );
    world->softMaterials -= body->material.stiffness > 0.0 ? 1 : 0;
    ssHull_Release( body->shape.hull );
    *body = bodyVacant();
    world->slot[index] = -1;
    handlesFree( &world->bodyHandles, index );
    return result;
}

// ------------------------------------------------------------------------------------------- joints and laws

ssResult ssWorld_RemoveJoint( ssWorld* world, ssJointId id )
{
    int index = -1;
    ssResult result = worldEditJoint( world, id, &index );
    if ( result.code == ss_ok )
    {
        int a = world->joints[index].a, b = world->joints[index].b;
        worldChanged( world );
        worldWakeConnected( world, a >= 0 ? a : b );
        if ( a >= 0 && b >= 0 )
        {
            worldWakeConnected( world, b );
        }
        dropJoint( world, index );
    }
    return result;
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
