// SPDX-License-Identifier: MIT
#include "world/penetration_private.h"

#include <math.h>
#include <string.h>

// Joints in the rounds that correct penetration: they close first, and what
// hangs on a body that a contact pushes follows.

// A side whose joints leave less than this part of its mobility is held in place.
#define HELD_SHARE 1e-8
// Pushes for which the way jointed bodies follow is kept [bodies]: 48 MB. The
// joints of further ones close in the next round.
#define FOLLOW_MAX 1000000

void correctionFollow( Correction* correction, int s, double size, const ssVec3* follow )
{
    const int* members;
    int count = follow != NULL
        ? jointsMembers( correction->joints, correction->joints->componentOf[s], &members )
        : 0;
    for ( int m = 0; m < count; ++m )
    {
        shiftPush( correction->shift, members[m], size, follow[2 * m], follow[2 * m + 1] );
    }
}

/// How the component of a side follows a contact's push, on `both` of its bodies where both belong to it.
/// Returns by how much that opens the gap; -HUGE_VAL: there is no room for it.
static double followSide( Correction* correction, Penetration* contact, int side, bool both )
{
    JointSystem* joints = correction->joints;
    int s = side == 0 ? contact->a : contact->b, number = joints->componentOf[s];
    const int* members;
    int count = jointsMembers( joints, number, &members );
    if ( correction->followed + count > correction->room )
    {
        return -HUGE_VAL;
    }
    ssVec3* follow = correction->follow + 2 * (size_t)correction->followed;
    correction->followed += count;
    JointPush push = { .slots = { side == 0 || both ? contact->a : -1, side == 1 || both ? contact->b : -1 },
        .arms = { contact->armA, contact->armB },
        .normal = contact->normal };
    jointsFollow( joints, number, &push, follow );
    contact->follow[side] = follow;
    double opening = 0.0;
    for ( int k = 0; k < 2; ++k )
    {
        if ( push.slots[k] >= 0 )
        {
            double along = normalShift( follow, joints->memberOf[push.slots[k]], push.arms[k], push.normal );
            opening += k == 0 ? -along : along;
        }
    }
    return opening;
}

/// The mobility of a side that is pushed alone.
static double ownMobility( const Penetration* contact, int side )
{
    ssVec3 lever = ssVec3_Cross( side == 0 ? contact->armA : contact->armB, contact->normal );
    return side == 0 ? contact->easeA + ssVec3_Dot( lever, contact->turnA )
                     : contact->easeB + ssVec3_Dot( lever, contact->turnB );
}

/// Lets what hangs on a contact's bodies by joints follow its push. A side
/// that its joints hold in place is not pushed.
static void letFollow( Correction* correction, Penetration* contact )
{
    const ssVec3 zero = { 0.0, 0.0, 0.0 };
    int components[2] = { correctionComponent( correction, contact->a ),
        correctionComponent( correction, contact->b ) };
    bool both = components[0] >= 0 && components[0] == components[1];
    double mobilities[2] = { ownMobility( contact, 0 ), ownMobility( contact, 1 ) };
    double least = HELD_SHARE * ( mobilities[0] + mobilities[1] );
    for ( int side = both ? 1 : 0; side < 2; ++side )
    {
        if ( components[side] < 0 || !correction->closes[components[side]] )
        {
            continue;
        }
        double opening = followSide( correction, contact, side, both );
        if ( opening == -HUGE_VAL )
        {
            continue; // its joints close in the next round
        }
        contact->follow[side] = opening > least ? contact->follow[side] : NULL;
        mobilities[side] = opening > least ? opening : 0.0;
        if ( side == 0 || both )
        {
            contact->easeA = 0.0;
            contact->turnA = zero;
        }
        if ( side == 1 )
        {
            contact->easeB = 0.0;
            contact->turnB = zero;
        }
        mobilities[0] = both ? 0.0 : mobilities[0];
    }
    contact->mobility = mobilities[0] + mobilities[1];
}

/// Marks the components that contacts push, and makes room for how they follow.
static void markPushed( Correction* correction )
{
    int bodies = 0;
    for ( int k = 0; k < 2 * correction->count; ++k )
    {
        const Penetration* contact = &correction->list[k / 2];
        int component = correctionComponent( correction, k % 2 == 0 ? contact->a : contact->b );
        if ( component >= 0 )
        {
            const int* members;
            correction->closes[component] = true;
            bodies += bodies < FOLLOW_MAX ? jointsMembers( correction->joints, component, &members ) : 0;
        }
    }
    if ( bodies > correction->room )
    {
        int room = bodies < FOLLOW_MAX ? bodies + bodies / 4 : bodies;
        correction->follow = ssArena_Reserve( correction->world->arena, 2 * sizeof( ssVec3 ) * (size_t)room );
        correction->room = correction->follow != NULL ? room : 0;
    }
    correction->followed = 0;
}

void correctionBegin( Correction* correction, bool equal )
{
    const ssWorld* world = correction->world;
    JointSystem* joints = correction->joints;
    for ( int c = 0; c < joints->componentCount; ++c )
    {
        correction->closes[c] = jointsAreOff( joints, c );
    }
    markPushed( correction );
    for ( int c = 0; c < joints->componentCount; ++c )
    {
        correction->closes[c] = correction->closes[c] && jointsFactor( joints, c, equal );
        correction->raised[c] = 0.0;
        if ( correction->closes[c] )
        {
            const int* members;
            int count = jointsMembers( joints, c, &members );
            jointsClose( joints, c, correction->shift );
            for ( int m = 0; m < count; ++m )
            {
                correction->raised[c] -= world->bodies[world->active[members[m]]].mass *
                    ssVec3_Dot( world->def.gravity, correction->shift[2 * members[m]] );
            }
        }
    }
    for ( int k = 0; k < correction->count; ++k )
    {
        letFollow( correction, &correction->list[k] );
    }
}

void correctionLimit( Correction* correction )
{
    const ssWorld* world = correction->world;
    const JointSystem* joints = correction->joints;
    for ( int c = 0; c < joints->componentCount; ++c )
    {
        correction->scale[c] = 1.0;
        const int* members;
        int count = jointsMembers( joints, c, &members );
        if ( !correction->closes[c] )
        {
            continue;
        }
        for ( int m = 0; m < count; ++m )
        {
            const Body* body = &world->bodies[world->active[members[m]]];
            const ssVec3* shift = correction->shift + 2 * members[m];
            double size =
                ssMax( ssVec3_Length( shift[0] ), body->boundingRadius * ssVec3_Length( shift[1] ) );
            double limit = SHIFT_MAX * body->boundingRadius;
            correction->scale[c] =
                size > limit ? ssMin( correction->scale[c], limit / size ) : correction->scale[c];
        }
        joints->components[c].closed += correction->scale[c] * correction->raised[c];
    }
}

bool correctionOpen( Correction* correction, JointSystem* joints )
{
    ssWorld* world = correction->world;
    if ( !jointsOpen( world, joints ) )
    {
        return false;
    }
    size_t count = (size_t)joints->componentCount;
    correction->closes = ssArena_Alloc( world->arena, sizeof( bool ) * count );
    correction->scale = ssArena_Alloc( world->arena, sizeof( double ) * 2 * count );
    if ( correction->closes == NULL || correction->scale == NULL )
    {
        return false;
    }
    correction->raised = correction->scale + count;
    correction->joints = joints;
    return true;
}
