// SPDX-License-Identifier: MIT
#include "draw/body_loads.h"
#include "world/world_private.h"

// The free-body diagram of one body: its loads over the latest step, and the acceleration that they gave it.

/// Where the resultant of the contacts with `other` and this normal is collected: its normal force, followed
/// by its friction.
static ssLoad* resultantOf( BodyLoads* to, int from, int other, ssVec3 normal )
{
    for ( int i = from; i + 1 < to->all.count; i += 2 )
    {
        ssVec3 force = to->loads[i].force;
        if ( to->loads[i].other == other &&
            ssVec3_Dot( force, normal ) > ( 1.0 - 1e-9 ) * ssVec3_Length( force ) )
        {
            return to->loads + i;
        }
    }
    const ssVec3 zero = { 0.0, 0.0, 0.0 };
    ssLoad* push = bodyLoadsAdd( to, ss_loadNormal, "r_N", zero, zero );
    ssLoad* rub = bodyLoadsAdd( to, ss_loadFriction, "r_T", zero, zero );
    push->other = rub->other = other;
    return push;
}

/// Adds contacts that press. Until all are known, the point of a resultant is the sum of points times forces,
/// and the moment of its friction that of both forces about `center`: where the body was when they acted.
static void addContacts( const ssWorld* world, int body, ssVec3 center, BodyLoads* to, const ssDraw* draw )
{
    int from = to->all.count, all = ssWorld_ContactCount( world );
    for ( int i = 0; i < all; ++i )
    {
        int resting = i - world->problem.contactCount;
        const Contact* contact = resting < 0 ? world->contacts + i : &world->resting[resting].contact;
        const ssContactView c = contact->a == body || contact->b == body ? ssWorld_Contact( world, i ).view
                                                                         : ( ssContactView ){ .gap = 0.0 };
        if ( !( c.force[0] > 0.0 ) || to->all.count + 2 > bodyLoadsMax ) { continue; }
        double side = contact->b == body ? 1.0 : -1.0; // forces of a contact act on b
        int other = contact->b == body ? contact->a : contact->b;
        other = world->bodies[other].kind == ss_bodyDynamic ? other + draw->bodyOffset : -1 - other;
        ssVec3 normal = ssVec3_Scale( side, c.normal ), push = ssVec3_Scale( c.force[0], normal );
        ssMat3 axes = { c.normal, c.tangent1, c.tangent2 };
        ssVec3 rub = ssMat3_Mul( axes, ssVec3_Make( 0.0, side * c.force[1], side * c.force[2] ) );
        ssVec3 own =
            ssMat3_Mul( axes, ssVec3_Make( side * c.moment[2], side * c.moment[0], side * c.moment[1] ) );
        ssVec3 turning = ssVec3_Cross( ssVec3_Sub( c.point, center ), ssVec3_Add( push, rub ) );
        ssLoad* load = resultantOf( to, from, other, normal );
        load[0].point = ssVec3_MulAdd( load[0].point, c.force[0], c.point );
        load[0].force = ssVec3_Add( load[0].force, push );
        load[1].force = ssVec3_Add( load[1].force, rub );
        load[1].moment = ssVec3_Add( load[1].moment, ssVec3_Add( own, turning ) );
    }
    double most = 0.0;
    for ( ssLoad* load = to->loads + from; load < to->loads + to->all.count; load += 2 )
    {
        double size = ssVec3_Length( load->force );
        ssVec3 arm = ssVec3_Sub( ssVec3_Scale( 1.0 / size, load->point ), center );
        ssVec3 turning = ssVec3_Cross( arm, ssVec3_Add( load[0].force, load[1].force ) );
        load[0].point = load[1].point = ssVec3_Add( to->all.center, arm );
        load[1].moment = ssVec3_Sub( load[1].moment, turning );
        to->all.normal = size > most ? ssVec3_Scale( 1.0 / size, load->force ) : to->all.normal;
        most = ssMax( most, size );
    }
}

static void addJoints( const ssWorld* world, int body, BodyLoads* to, const ssDraw* draw )
{
    const Body* at = world->bodies + body;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        const Joint* joint = world->joints + i;
        bool isB = joint->b == body;
        if ( world->jointHandles.used[i] && ( isB || joint->a == body ) )
        {
            int other = isB ? joint->a : joint->b;
            bool moves = other >= 0 && world->bodies[other].kind == ss_bodyDynamic;
            ssVec3 arm = ssQuat_Rotate( at->pose.orientation, isB ? joint->anchorB : joint->anchorA );
            ssLoad* load = bodyLoadsAdd( to, ss_loadJoint, "J", ssVec3_Add( at->pose.position, arm ),
                ssVec3_Scale( isB ? 1.0 : -1.0, joint->force ) );
            load->moment = ssVec3_Scale( isB ? 1.0 : -1.0, joint->moment );
            load->other = moves ? other + draw->bodyOffset : -1 - ( other >= 0 ? other : 0 );
        }
    }
}

/// What the body did in the latest step, about where it was when the impulses acted: returns that.
static ssVec3 addMotion( const ssWorld* world, int id, BodyLoads* to )
{
    int s = world->slot[id];
    if ( world->outdated || s < 0 )
    {
        // changed since, or at rest
        to->all.inertia = to->all.spin = world->outdated ? to->all.inertia : ssVec3_Make( 0.0, 0.0, 0.0 );
        return to->all.center;
    }
    const double *u = world->before + 6 * (size_t)s, *v = world->after + 6 * (size_t)s;
    const ssProblemBody* then = world->problem.bodies + s;
    double mass = then->mass / world->h;
    ssVec3 j = ssVec3_Scale( 1.0 / world->h, then->inertia );
    ssVec3 w = ssQuat_Rotate(
        ssQuat_Conjugate( then->orientation ), ssVec3_Make( v[3] - u[3], v[4] - u[4], v[5] - u[5] ) );
    to->all.inertia = ssVec3_Make( mass * ( v[0] - u[0] ), mass * ( v[1] - u[1] ), mass * ( v[2] - u[2] ) );
    to->all.spin = ssQuat_Rotate( then->orientation, ssVec3_Make( j.x * w.x, j.y * w.y, j.z * w.z ) );
    return then->position;
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
    ssVec3 x = body->pose.position;
    BodyLoads to = bodyLoads( draw->loadsOf, body->mass, x );
    ssVec3 center = addMotion( world, id, &to );
    bodyLoadsAdd( &to, ss_loadWeight, "m g", x, ssVec3_Scale( body->mass, world->def.gravity ) );
    if ( ssVec3_Dot( body->force, body->force ) + ssVec3_Dot( body->torque, body->torque ) > 0.0 )
    {
        bodyLoadsAdd( &to, ss_loadApplied, "F", x, body->force )->moment = body->torque;
    }
    if ( springHolds( world, id ) )
    {
        ssVec3 arm = ssQuat_Rotate( body->pose.orientation, world->spring.grip );
        bodyLoadsAdd( &to, ss_loadApplied, ssTranslate( "pull" ), ssVec3_Add( x, arm ), world->spring.force );
    }
    addJoints( world, id, &to, draw );
    addContacts( world, id, center, &to, draw );
    bodyLoadsSend( &to, draw );
}
