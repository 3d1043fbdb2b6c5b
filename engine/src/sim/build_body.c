// SPDX-License-Identifier: MIT
#include "sim/build_private.h"

#include <string.h>

// The bodies of parts: shape, mass and inertia.

ssPose ssPart_Pose( const ssPart* part )
{
    return ( ssPose ){ part->position,
        ssQuat_Normalize( ssQuat_FromRotationVector( ssVec3_Scale( SS_PI / 180.0, part->turnDeg ) ) ) };
}

void ssPart_SetPose( ssPart* part, ssPose pose )
{
    part->position = pose.position;
    part->turnDeg = ssVec3_Scale( 180.0 / SS_PI, ssQuat_ToRotationVector( pose.orientation ) );
}

/// A wedge: its base is z = -h/2, its upper edge at x = -l/2.
static int wedgePoints( ssVec3 size, ssVec3* points )
{
    double x = 0.5 * size.x, y = 0.5 * size.y, z = 0.5 * size.z;
    const ssVec3 wedge[6] = { { -x, -y, -z }, { x, -y, -z }, { x, y, -z }, { -x, y, -z }, { -x, -y, z },
        { -x, y, z } };
    memcpy( points, wedge, sizeof wedge );
    return SS_COUNT( wedge );
}

static ssResult hullOf( const ssPart* part, ssShape* shape, ssPose* frame )
{
    ssVec3 wedge[6];
    ssHull* hull = NULL;
    int count = part->kind == ss_partRamp ? wedgePoints( part->size, wedge ) : part->pointCount;
    ssResult result = ssCreateHull( part->kind == ss_partRamp ? wedge : part->points, count, &hull, frame );
    *shape = ssHullShape( hull );
    return result;
}

static ssResult shapeOf( const ssPart* part, ssShape* shape, ssPose* frame )
{
    double r = part->radius, l = 0.5 * part->length;
    switch ( part->kind )
    {
        case ss_partSphere:
        case ss_partHollowSphere: *shape = ssSphereShape( r ); break;
        case ss_partCylinder:
        case ss_partHoop:
        case ss_partTurntable: *shape = ssCylinderShape( r, l ); break;
        case ss_partCapsule: *shape = ssCapsuleShape( r, l ); break;
        case ss_partHull:
        case ss_partRamp: return hullOf( part, shape, frame );
        default: *shape = ssBoxShape( ssVec3_Scale( 0.5, part->size ) ); break;
    }
    return ssShape_Validate( shape );
}

/// The pose of the body whose coordinates see those of the part at `frame`.
static ssPose bodyPose( ssPose part, ssPose frame )
{
    ssQuat q = ssQuat_Mul( part.orientation, ssQuat_Conjugate( frame.orientation ) );
    return ( ssPose ){ ssVec3_Sub( part.position, ssQuat_Rotate( q, frame.position ) ), q };
}

/// The inertia of bodies that are not solid, with the mass m [kg].
static ssVec3 inertiaOf( const ssPart* part, double m )
{
    double r2 = part->radius * part->radius, l = part->length;
    if ( part->kind == ss_partHollowSphere )
    {
        double i = 2.0 / 3.0 * m * r2;
        return ssVec3_Make( i, i, i );
    }
    if ( part->kind == ss_partHoop )
    {
        // A thin tube of length l: m R² about its axis, m R²/2 + m l²/12 across.
        double across = m * ( 0.5 * r2 + l * l / 12.0 );
        return ssVec3_Make( across, across, m * r2 );
    }
    return ssVec3_Make( 0.0, 0.0, 0.0 );
}

static void driveBody( const ssPart* part, ssQuat turn, ssBodyDef* def )
{
    bool moves = part->shakeAmplitude > 0.0 || part->kind == ss_partTurntable;
    def->kind = moves ? ss_bodyKinematic : ss_bodyStatic;
    if ( part->kind == ss_partTurntable )
    {
        def->omega = ssQuat_Rotate( turn, ssVec3_Make( 0.0, 0.0, part->speed ) );
    }
    if ( part->kind == ss_partBelt )
    {
        def->beltVelocity = ssQuat_Rotate( turn, ssVec3_Make( part->speed, 0.0, 0.0 ) );
    }
}

ssResult ssPart_Body( const ssPart* part, ssBodyDef* def, ssPose* frame )
{
    *def = ssDefaultBodyDef();
    *frame = ( ssPose ){ .orientation = ssQuat_Identity() };
    ssPose pose = ssPart_Pose( part );
    ssResult result = shapeOf( part, &def->shape, frame );
    if ( result.code != ss_ok )
    {
        char where[80];
        buildPartWhere( part, where, sizeof where );
        return ssError( result.code, result.field, "%s: %.170s", where, result.message );
    }
    if ( !part->fixed )
    {
        // The body's origin is its centre of mass, and the shape is off it.
        def->shapeCentre = ssQuat_Rotate( frame->orientation, ssVec3_Scale( -1.0, part->centre ) );
        frame->position = ssVec3_Add( frame->position, def->shapeCentre );
    }
    bool framed = def->shape.kind == ss_shapeHull || ssVec3_Length( def->shapeCentre ) > 0.0;
    def->pose = framed ? bodyPose( pose, *frame ) : pose;
    def->material = part->material;
    def->colour = part->colour;
    if ( part->fixed )
    {
        driveBody( part, pose.orientation, def );
        return result;
    }
    def->velocity = part->velocity;
    def->omega = part->omega;
    def->density = part->density;
    def->mass = part->mass > 0.0 ? part->mass : part->density * ssShape_Volume( &def->shape );
    ssVec3 own = inertiaOf( part, def->mass ), given = part->inertia;
    def->inertia = ssVec3_Make(
        given.x > 0.0 ? given.x : own.x, given.y > 0.0 ? given.y : own.y, given.z > 0.0 ? given.z : own.z );
    return result;
}
