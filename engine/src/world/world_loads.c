// SPDX-License-Identifier: MIT
#include "draw/body_loads.h"
#include "world/world_private.h"

// The free-body diagram of one body: its loads over the latest step, and the acceleration that they gave it.

/// The contacts with one other body that have the same normal act as one resultant.
typedef struct Patch
{
    int other;
    ssVec3 normal, point; // the first point, until there is a centre of pressure
    ssVec3 pressed;       // sum of points times normal forces
    ssVec3 push, rub;     // normal and tangential force
    ssVec3 moment;        // of all that about the centre of mass
    double load;
} Patch;

enum
{
    patchMax = 40
};

typedef struct Patches
{
    Patch list[patchMax];
    int count;
} Patches;

static Patch* patchOf( Patches* all, int other, ssVec3 normal, ssVec3 point )
{
    for ( int i = 0; i < all->count; ++i )
    {
        if ( all->list[i].other == other && ssVec3_Dot( all->list[i].normal, normal ) > 1.0 - 1e-9 )
        {
            return all->list + i;
        }
    }
    Patch* fresh = all->list + ( all->count < patchMax ? all->count++ : patchMax - 1 );
    *fresh = ( Patch ){ .other = other, .normal = normal, .point = point };
    return fresh;
}

static void addContact( Patches* all, const ssWorldContact* contact, int body, ssVec3 center )
{
    const ssContactView* c = &contact->view;
    double side = contact->b.slot1 - 1 == body ? 1.0 : -1.0; // forces of a contact act on b
    int other = ( side > 0.0 ? contact->a.slot1 : contact->b.slot1 ) - 1;
    ssVec3 normal = ssVec3_Scale( side, c->normal ), arm = ssVec3_Sub( c->point, center );
    ssVec3 rub = ssVec3_Add(
        ssVec3_Scale( side * c->force[1], c->tangent1 ), ssVec3_Scale( side * c->force[2], c->tangent2 ) );
    ssVec3 moment = ssVec3_Add( ssVec3_Scale( side * c->moment[0], c->tangent1 ),
        ssVec3_Add( ssVec3_Scale( side * c->moment[1], c->tangent2 ),
            ssVec3_Scale( side * c->moment[2], c->normal ) ) );
    Patch* patch = patchOf( all, other, normal, c->point );
    ssVec3 push = ssVec3_Scale( c->force[0], normal );
    patch->load += c->force[0];
    patch->pressed = ssVec3_MulAdd( patch->pressed, c->force[0], c->point );
    patch->push = ssVec3_Add( patch->push, push );
    patch->rub = ssVec3_Add( patch->rub, rub );
    moment = ssVec3_Add( moment, ssVec3_Cross( arm, ssVec3_Add( push, rub ) ) );
    patch->moment = ssVec3_Add( patch->moment, moment );
}

/// `center` is where the body was when the impulses acted; it is drawn where it is now.
static void addContacts( const ssWorld* world, int body, ssVec3 center, BodyLoads* to, const ssDraw* draw )
{
    static const ssVec3 zero;
    Patches all = { .count = 0 };
    double most = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        int resting = i - world->problem.contactCount;
        const Contact* contact = resting < 0 ? world->contacts + i : &world->resting[resting].contact;
        if ( contact->a == body || contact->b == body )
        {
            ssWorldContact view = ssWorld_Contact( world, i );
            addContact( &all, &view, body, center );
        }
    }
    for ( int i = 0; i < all.count; ++i )
    {
        const Patch* patch = all.list + i;
        if ( !( patch->load > 0.0 ) )
        {
            continue; // an open contact
        }
        ssVec3 point = ssVec3_Scale( 1.0 / patch->load, patch->pressed );
        ssVec3 turning = ssVec3_Cross( ssVec3_Sub( point, center ), ssVec3_Add( patch->push, patch->rub ) );
        ssVec3 drawn = ssVec3_Add( point, ssVec3_Sub( to->all.center, center ) );
        bool moves = world->bodies[patch->other].kind == ss_bodyDynamic;
        int other = moves ? patch->other + draw->bodyOffset : -1 - patch->other;
        bodyLoadsAdd( to, ss_loadNormal, "r_N", drawn, patch->push )->other = other;
        ssLoad* rub = bodyLoadsAdd( to, ss_loadFriction, "r_T", drawn, patch->rub );
        rub->other = other;
        rub->moment = ssVec3_Sub( patch->moment, turning );
        to->all.normal = patch->load > most ? patch->normal : to->all.normal;
        most = ssMax( most, patch->load );
    }
    to->all.normal = most > 0.0 ? to->all.normal : zero;
}

static void addJoints( const ssWorld* world, int body, BodyLoads* to, const ssDraw* draw )
{
    for ( int i = 0; i < world->jointCount; ++i )
    {
        const Joint* joint = world->joints + i;
        if ( !world->jointHandles.used[i] || ( joint->a != body && joint->b != body ) )
        {
            continue;
        }
        double side = joint->b == body ? 1.0 : -1.0;
        const Body* at = world->bodies + body;
        ssVec3 arm = ssQuat_Rotate( at->pose.orientation, side > 0.0 ? joint->anchorB : joint->anchorA );
        int other = side > 0.0 ? joint->a : joint->b;
        bool moves = other >= 0 && world->bodies[other].kind == ss_bodyDynamic;
        ssLoad* load = bodyLoadsAdd(
            to, ss_loadJoint, "J", ssVec3_Add( at->pose.position, arm ), ssVec3_Scale( side, joint->force ) );
        load->moment = ssVec3_Scale( side, joint->moment );
        load->other = moves ? other + draw->bodyOffset : -1 - ( other >= 0 ? other : 0 );
    }
}

void worldDrawLoads( const ssWorld* world, const ssDraw* draw )
{
    int id = draw->loadsOf - draw->bodyOffset;
    if ( id < 0 || id >= world->bodyCount || world->bodies[id].kind != ss_bodyDynamic ||
        !world->bodies[id].enabled || world->h == 0.0 )
    {
        return;
    }
    const Body* body = world->bodies + id;
    int s = world->slot[id];
    bool known = !world->outdated, awake = known && s >= 0 && !body->asleep;
    ssVec3 center = body->pose.position;
    BodyLoads to = bodyLoads( draw->loadsOf, body->mass, center );
    if ( known )
    {
        to.all.inertia = to.all.spin = ssVec3_Make( 0.0, 0.0, 0.0 ); // of a body that sleeps
    }
    if ( awake )
    {
        const double *u = world->before + 6 * (size_t)s, *v = world->after + 6 * (size_t)s;
        double rate[6];
        for ( int k = 0; k < 6; ++k )
        {
            rate[k] = ( v[k] - u[k] ) / world->h;
        }
        center = world->problem.bodies[s].position;
        ssQuat q = world->problem.bodies[s].orientation;
        ssVec3 w = ssQuat_Rotate( ssQuat_Conjugate( q ), ssVec3_Make( rate[3], rate[4], rate[5] ) );
        ssVec3 j = body->inertia;
        to.all.inertia = ssVec3_Scale( body->mass, ssVec3_Make( rate[0], rate[1], rate[2] ) );
        to.all.spin = ssQuat_Rotate( q, ssVec3_Make( j.x * w.x, j.y * w.y, j.z * w.z ) );
    }
    bodyLoadsAdd(
        &to, ss_loadWeight, "m g", body->pose.position, ssVec3_Scale( body->mass, world->def.gravity ) );
    if ( ssVec3_Dot( body->force, body->force ) + ssVec3_Dot( body->torque, body->torque ) > 0.0 )
    {
        bodyLoadsAdd( &to, ss_loadApplied, "F", body->pose.position, body->force )->moment = body->torque;
    }
    if ( springHolds( world, id ) )
    {
        ssVec3 arm = ssQuat_Rotate( body->pose.orientation, world->spring.grip );
        ssVec3 grip = ssVec3_Add( body->pose.position, arm );
        bodyLoadsAdd( &to, ss_loadApplied, ssTranslate( "pull" ), grip, world->spring.force );
    }
    addJoints( world, id, &to, draw );
    addContacts( world, id, center, &to, draw );
    bodyLoadsSend( &to, draw );
}
