// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <string.h>

// Joints: rows of the contact problem that are bilateral or have a box for their multiplier (Tasora & Anitescu Eq. 10).

// Share of a joint's position error that its rows remove in one step (Baumgarte's stabilisation): an error halves in about
// three steps.
#define DRIFT_SHARE 0.2

ssJointDef ssDefaultJointDef( void )
{
    return ( ssJointDef ){ .kind = ss_jointFixed, .axis = { 1.0, 0.0, 0.0 }, .maxForce = HUGE_VAL };
}

static ssPose poseOf( const ssWorld* world, int body )
{
    ssPose origin = { { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0, 0.0 } };
    return body >= 0 ? world->bodies[body].pose : origin;
}

static ssVec3 toLocal( ssPose pose, ssVec3 point )
{
    return ssQuat_Rotate( ssQuat_Conjugate( pose.orientation ), ssVec3_Sub( point, pose.position ) );
}

static ssVec3 toWorld( ssPose pose, ssVec3 point )
{
    return ssVec3_Add( pose.position, ssQuat_Rotate( pose.orientation, point ) );
}

/// The index of a joint's body; -1: the fixed world, which the null handle names.
static ssResult sideOf( const ssWorld* world, const char* field, ssBodyId id, int* index )
{
    *index = -1;
    return id.slot1 == 0 && id.generation == 0 ? ssOk() : worldEditBody( world, field, id, index );
}

static ssResult checkDrive( double speed, double maxForce )
{
    return isfinite( speed ) && maxForce >= 0.0
        ? ssOk()
        : ssError( ss_errorValue, "maxForce",
              "speed = %g m/s, maxForce = %g N; allowed: a finite speed and a force >= 0", speed, maxForce );
}

static ssResult checkJoint( const ssJointDef* def, int a, int b )
{
    double axis = ssVec3_Length( def->axis );
    if ( def->kind < 0 || def->kind > ss_jointSeal )
    {
        return ssError( ss_errorValue, "kind", "no kind of joint has the number %d", (int)def->kind );
    }
    if ( a == b )
    {
        return ssError( ss_errorValue, "b",
            "a joint holds two different bodies; allowed for one of them: the null handle, the fixed world" );
    }
    if ( !( axis > 0.0 && isfinite( axis ) ) || !isfinite( ssVec3_Length( def->anchor ) ) )
    {
        return ssError( ss_errorValue, "axis", "a joint needs a finite anchor and an axis that is not zero" );
    }
    return checkDrive( def->speed, def->maxForce );
}

Joint jointVacant( bool apart )
{
    return ( Joint ){ .a = -1, .b = -1, .relative = ssQuat_Identity(), .apart = apart };
}

static void wakeSides( ssWorld* world, const Joint* joint )
{
    if ( joint->a >= 0 )
    {
        islandWakeBody( world, joint->a );
    }
    if ( joint->b >= 0 )
    {
        islandWakeBody( world, joint->b );
    }
}

static ssResult addJoint( ssWorld* world, const ssJointDef* def, int* slot )
{
    int bodyA = -1, bodyB = -1;
    ssResult result = worldCheckEdit( world );
    result = result.code == ss_ok ? sideOf( world, "a", def->a, &bodyA ) : result;
    result = result.code == ss_ok ? sideOf( world, "b", def->b, &bodyB ) : result;
    result = result.code == ss_ok ? checkJoint( def, bodyA, bodyB ) : result;
    if ( result.code != ss_ok )
    {
        return result;
    }
    int capacity = 2 * world->jointCapacity + 8;
    *slot = handlesNext( &world->jointHandles, world->jointCount );
    if ( *slot == world->jointCapacity && !worldReserveJoints( world, capacity ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for %d joints", capacity );
    }
    if ( !handlesSetData( &world->jointHandles, *slot, def->userData ) )
    {
        return ssError( ss_errorMemory, "userData", "out of memory for the user data of joints" );
    }
    ssPose a = poseOf( world, bodyA ), b = poseOf( world, bodyB );
    ssVec3 axis = ssVec3_Scale( 1.0 / ssVec3_Length( def->axis ), def->axis );
    Joint joint = { .kind = def->kind,
        .a = bodyA,
        .b = bodyB,
        .anchorA = toLocal( a, def->anchor ),
        .anchorB = toLocal( b, def->anchor ),
        .axisA = ssQuat_Rotate( ssQuat_Conjugate( a.orientation ), axis ),
        .relative = ssQuat_Mul( ssQuat_Conjugate( a.orientation ), b.orientation ),
        .speed = def->speed,
        .maxForce = def->maxForce };
    world->joints[*slot] = joint;
    world->jointCount += *slot == world->jointCount ? 1 : 0;
    handlesTake( &world->jointHandles, *slot );
    worldChanged( world );
    wakeSides( world, &joint );
    return result;
}

ssResult ssWorld_AddJoint( ssWorld* world, const ssJointDef* def, ssJointId* id )
{
    int slot = -1;
    ssResult result = addJoint( world, def, &slot );
    if ( id != NULL )
    {
        *id = result.code == ss_ok ? ssWorld_JointAt( world, slot ) : ( ssJointId ){ 0, 0 };
    }
    return result;
}

ssResult ssWorld_SetJointApart( ssWorld* world, ssJointId id )
{
    int index = -1;
    ssResult result = worldEditJoint( world, id, &index );
    if ( result.code != ss_ok )
    {
        return result;
    }
    Joint* joint = &world->joints[index];
    worldChanged( world );
    joint->apart = joint->a >= 0 && joint->b >= 0;
    jointsMarkApart( world );
    if ( joint->apart )
    {
        worldWakeConnected( world, joint->a ); // what touched no longer does
    }
    return result;
}

void jointsMarkApart( ssWorld* world )
{
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        world->bodies[i].jointed = false;
    }
    for ( int i = 0; i < world->jointCount; ++i )
    {
        const Joint* joint = &world->joints[i];
        if ( joint->apart && joint->a >= 0 && joint->b >= 0 )
        {
            world->bodies[joint->a].jointed = world->bodies[joint->b].jointed = true;
        }
    }
}

bool jointsKeepApart( const ssWorld* world, int a, int b )
{
    bool apart = false;
    for ( int i = 0; i < world->jointCount && !apart; ++i )
    {
        const Joint* joint = &world->joints[i];
        apart = joint->apart && ( ( joint->a == a && joint->b == b ) || ( joint->a == b && joint->b == a ) );
    }
    return apart;
}

int ssWorld_JointCount( const ssWorld* world )
{
    return world != NULL ? world->jointCount - world->jointHandles.freedCount : 0;
}

int ssWorld_JointSlots( const ssWorld* world )
{
    return world != NULL ? world->jointCount : 0;
}

bool ssWorld_HasJoint( const ssWorld* world, ssJointId id )
{
    return jointNamed( world, id ) >= 0;
}

ssJointId ssWorld_JointAt( const ssWorld* world, int slot )
{
    bool used = world != NULL && slot >= 0 && slot < world->jointCount && world->jointHandles.used[slot];
    return used ? ( ssJointId ){ slot + 1, world->jointHandles.generations[slot] } : ( ssJointId ){ 0, 0 };
}

void* ssWorld_JointData( const ssWorld* world, ssJointId id )
{
    int index = jointNamed( world, id );
    return index >= 0 ? handlesData( &world->jointHandles, index ) : NULL;
}

ssResult ssWorld_SetJointData( ssWorld* world, ssJointId id, void* userData )
{
    int index = -1;
    ssResult result = worldEditJoint( world, id, &index );
    if ( result.code == ss_ok && !handlesSetData( &world->jointHandles, index, userData ) )
    {
        result = ssError( ss_errorMemory, "userData", "out of memory for the user data of joints" );
    }
    return result;
}

ssResult ssWorld_SetJoint( ssWorld* world, ssJointId id, double speed, double maxForce )
{
    int index = -1;
    ssResult result = worldEditJoint( world, id, &index );
    result = result.code == ss_ok ? checkDrive( speed, maxForce ) : result;
    if ( result.code == ss_ok )
    {
        world->joints[index].speed = speed;
        world->joints[index].maxForce = maxForce;
        worldChanged( world );
        wakeSides( world, &world->joints[index] );
    }
    return result;
}

// ----------------------------------------------------------------------------------------------------------- rows

static const int s_rowCounts[] = { [ss_jointFixed] = 6,
    [ss_jointPrismatic] = 5,
    [ss_jointRevolute] = 5,
    [ss_jointSpherical] = 3,
    [ss_jointMotion] = 1,
    [ss_jointSeal] = 1 };

static bool isActive( const ssWorld* world, const Joint* joint )
{
    int a = joint->a, b = joint->b;
    bool enabled = ( a < 0 || world->bodies[a].enabled ) && ( b < 0 || world->bodies[b].enabled );
    return enabled && ( ( a >= 0 && world->slot[a] >= 0 ) || ( b >= 0 && world->slot[b] >= 0 ) );
}

int jointsCountRows( const ssWorld* world )
{
    int count = 0;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        count += isActive( world, &world->joints[i] ) ? s_rowCounts[world->joints[i].kind] : 0;
    }
    return count;
}

/// The joint whose rows are made, and what they depend on.
typedef struct Rows
{
    ssWorld* world;
    const Joint* joint;
    ssVec3 armA, armB; // from the bodies' centres to b's anchor
} Rows;

static void setSide(
    const ssWorld* world, int body, const double* jacobian, double* target, int* slot, double* q )
{
    memcpy( target, jacobian, 6 * sizeof( double ) );
    *slot = body >= 0 ? world->slot[body] : -1;
    const double* v = *slot >= 0 ? world->problem.freeVelocity + 6 * (size_t)*slot : NULL;
    for ( int k = 0; k < 6 && body >= 0; ++k )
    {
        const Body* own = &world->bodies[body];
        double driven[6];
        bodyVelocity( own, driven );
        *q += jacobian[k] * ( v != NULL ? v[k] : own->kind == ss_bodyKinematic ? driven[k] : 0.0 );
    }
}

/// Adds a row for the component of the relative velocity along (`linear`, `angular`), with q = J v - `wanted` and a
/// multiplier in [-bound, bound].
static void addRow( const Rows* rows, ssVec3 linear, ssVec3 angular, double wanted, double bound )
{
    ssWorld* world = rows->world;
    const Joint* joint = rows->joint;
    ssProblemRow* row = &world->problem.rows[world->problem.rowCount];
    ssVec3 mb = ssVec3_Add( ssVec3_Cross( rows->armB, linear ), angular );
    ssVec3 ma = ssVec3_Add( ssVec3_Cross( rows->armA, linear ), angular );
    double jacobianB[6] = { linear.x, linear.y, linear.z, mb.x, mb.y, mb.z };
    double jacobianA[6] = { -linear.x, -linear.y, -linear.z, -ma.x, -ma.y, -ma.z };
    row->q = -wanted;
    row->lo = -bound;
    row->hi = bound;
    setSide( world, joint->a, jacobianA, row->jacobianA, &row->a, &row->q );
    setSide( world, joint->b, jacobianB, row->jacobianB, &row->b, &row->q );
    world->problem.rowCount += 1;
}

/// Where the sides of a joint are, how they move against each other at b's anchor, and the joint's axes.
typedef struct Place
{
    ssVec3 armA, armB, error;
    ssVec3 slip, turn; // relative velocities
    ssVec3 frame[3];   // the axis first
} Place;

/// The body, or one that does not move where this one does not.
static const Body* moverOf( const ssWorld* world, int body )
{
    static const Body still = { 0 };
    return body >= 0 && world->bodies[body].kind != ss_bodyStatic ? &world->bodies[body] : &still;
}

static ssPose poseAfter( const ssWorld* world, int body, double time )
{
    ssPose pose = poseOf( world, body );
    if ( time > 0.0 )
    {
        const Body* own = moverOf( world, body );
        ssQuat turned = ssQuat_FromRotationVector( ssVec3_Scale( time, own->omega ) );
        pose.position = ssVec3_MulAdd( pose.position, time, own->velocity );
        pose.orientation = ssQuat_Mul( turned, pose.orientation );
    }
    return pose;
}

static Place placeAfter( const ssWorld* world, const Joint* joint, double time )
{
    const Body *bodyA = moverOf( world, joint->a ), *bodyB = moverOf( world, joint->b );
    ssPose a = poseAfter( world, joint->a, time ), b = poseAfter( world, joint->b, time );
    ssVec3 anchor = toWorld( b, joint->anchorB ), axis = ssQuat_Rotate( a.orientation, joint->axisA );
    ssVec3 armA = ssVec3_Sub( anchor, a.position ), armB = ssVec3_Sub( anchor, b.position );
    ssVec3 side = ssContactTangent( axis );
    return ( Place ){ .armA = armA,
        .armB = armB,
        .error = ssVec3_Sub( anchor, toWorld( a, joint->anchorA ) ),
        .slip = ssVec3_Sub( ssVec3_Add( bodyB->velocity, ssVec3_Cross( bodyB->omega, armB ) ),
            ssVec3_Add( bodyA->velocity, ssVec3_Cross( bodyA->omega, armA ) ) ),
        .turn = ssVec3_Sub( bodyB->omega, bodyA->omega ),
        .frame = { axis, side, ssVec3_Cross( axis, side ) } };
}

/// The orientation error as a rotation vector.
static ssVec3 twistOf( const ssWorld* world, const Joint* joint )
{
    ssPose a = poseOf( world, joint->a ), b = poseOf( world, joint->b );
    ssQuat off = ssQuat_Mul(
        ssQuat_Mul( b.orientation, ssQuat_Conjugate( joint->relative ) ), ssQuat_Conjugate( a.orientation ) );
    return ssVec3_Scale( off.w < 0.0 ? -2.0 : 2.0, ssVec3_Make( off.x, off.y, off.z ) );
}

static ssVec3 without( ssVec3 v, ssVec3 axis )
{
    return ssVec3_MulAdd( v, -ssVec3_Dot( v, axis ), axis );
}

static void jointRows( ssWorld* world, Joint* joint, double h )
{
    const ssVec3 zero = { 0.0, 0.0, 0.0 };
    // With theta < 1 the mean velocity of the step moves the bodies, at about its middle: the rows hold it there, not the new
    // velocity here, and joints do no work but of higher order. A velocity against the joint at the beginning of the step is
    // no part of the motion, and is not kept.
    double theta = worldTheta( world ), kept = ( 1.0 - theta ) / theta;
    Place now = placeAfter( world, joint, 0.0 );
    Place middle = theta < 1.0 ? placeAfter( world, joint, ( 1.0 - theta ) * h ) : now;
    Rows rows = { .world = world, .joint = joint, .armA = middle.armA, .armB = middle.armB };
    double back = -DRIFT_SHARE / h;
    if ( joint->kind == ss_jointMotion || joint->kind == ss_jointSeal )
    {
        double bound = isfinite( joint->maxForce ) ? h * joint->maxForce : HUGE_VAL;
        addRow( &rows, middle.frame[0], zero, joint->kind == ss_jointMotion ? joint->speed : 0.0, bound );
        return;
    }
    int firstSlip = joint->kind == ss_jointPrismatic ? 1 : 0;
    int firstTurn = joint->kind == ss_jointSpherical ? 3 : joint->kind == ss_jointRevolute ? 1 : 0;
    ssVec3 twist = twistOf( world, joint );
    ssVec3 slip = ssVec3_Sub( middle.slip, firstSlip == 1 ? without( now.slip, now.frame[0] ) : now.slip );
    ssVec3 turn = ssVec3_Sub( middle.turn, firstTurn == 1 ? without( now.turn, now.frame[0] ) : now.turn );
    for ( int k = firstSlip; k < 3; ++k )
    {
        ssVec3 along = middle.frame[k];
        double wanted = back * ssVec3_Dot( now.error, now.frame[k] ) - kept * ssVec3_Dot( slip, along );
        addRow( &rows, along, zero, wanted, HUGE_VAL );
    }
    for ( int k = firstTurn; k < 3; ++k )
    {
        ssVec3 along = middle.frame[k];
        double wanted = back * ssVec3_Dot( twist, now.frame[k] ) - kept * ssVec3_Dot( turn, along );
        addRow( &rows, zero, along, wanted, HUGE_VAL );
    }
}

void jointsRows( ssWorld* world, double h )
{
    ssProblem* problem = &world->problem;
    problem->rowCount = 0;
    double* p = world->p + (size_t)problem->contactCount * (size_t)problem->dimension;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        Joint* joint = &world->joints[i];
        joint->firstRow = problem->rowCount;
        joint->rowCount = isActive( world, joint ) ? s_rowCounts[joint->kind] : 0;
        if ( joint->rowCount > 0 )
        {
            jointRows( world, joint, h );
            for ( int k = 0; k < joint->rowCount; ++k )
            {
                p[joint->firstRow + k] = world->def.warmStart ? joint->p[k] : 0.0;
            }
        }
    }
}

void jointsKeep( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    const double* p = world->p + (size_t)problem->contactCount * (size_t)problem->dimension;
    for ( int i = 0; i < world->jointCount; ++i )
    {
        Joint* joint = &world->joints[i];
        joint->force = joint->moment = ssVec3_Make( 0.0, 0.0, 0.0 );
        for ( int k = 0; k < joint->rowCount; ++k )
        {
            const ssProblemRow* row = &problem->rows[joint->firstRow + k];
            const double* j = row->jacobianB;
            joint->p[k] = p[joint->firstRow + k];
            joint->force =
                ssVec3_MulAdd( joint->force, joint->p[k] / world->h, ssVec3_Make( j[0], j[1], j[2] ) );
            bool turns = j[0] == 0.0 && j[1] == 0.0 && j[2] == 0.0;
            joint->moment = turns
                ? ssVec3_MulAdd( joint->moment, joint->p[k] / world->h, ssVec3_Make( j[3], j[4], j[5] ) )
                : joint->moment;
        }
    }
}

void ssWorld_JointForce( const ssWorld* world, ssJointId id, ssVec3* force, ssVec3* moment )
{
    int index = jointNamed( world, id );
    const ssVec3 none = { 0.0, 0.0, 0.0 };
    *force = index >= 0 ? world->joints[index].force : none;
    *moment = index >= 0 ? world->joints[index].moment : none;
}
