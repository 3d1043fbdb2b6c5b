// SPDX-License-Identifier: MIT
#include "sim/build_private.h"

#include <math.h>

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

static ssShape shapeOf( const ssPart* part )
{
    double r = part->radius, l = 0.5 * part->length;
    switch ( part->kind )
    {
        case ss_partSphere:
        case ss_partHollowSphere:
            return ssSphereShape( r );
        case ss_partCylinder:
        case ss_partHoop:
        case ss_partTurntable:
            return ssCylinderShape( r, l );
        case ss_partCapsule:
            return ssCapsuleShape( r, l );
        default:
            return ssBoxShape( ssVec3_Scale( 0.5, part->size ) );
    }
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

ssResult buildMakeBody( const ssPart* part, ssBodyDef* def, ssPose* frame )
{
    *def = ssDefaultBodyDef();
    *frame = ( ssPose ){ .orientation = ssQuat_Identity() };
    def->shape = shapeOf( part );
    def->pose = ssPart_Pose( part );
    def->material = part->material;
    def->colour = part->colour;
    def->density = part->density;
    def->mass = part->mass;
    ssResult result = ssShape_Validate( &def->shape );
    if ( result.code != ss_ok )
    {
        char where[80];
        buildPartWhere( part, where, sizeof where );
        return ssError( ss_errorValue, result.field, "%s: %.170s", where, result.message );
    }
    if ( part->fixed )
    {
        bool moves = part->shakeAmplitude > 0.0 || part->kind == ss_partTurntable;
        def->kind = moves ? ss_bodyKinematic : ss_bodyStatic;
        def->omega = part->kind == ss_partTurntable
            ? ssQuat_Rotate( def->pose.orientation, ssVec3_Make( 0.0, 0.0, part->speed ) )
            : def->omega;
        def->beltVelocity = part->kind == ss_partBelt
            ? ssQuat_Rotate( def->pose.orientation, ssVec3_Make( part->speed, 0.0, 0.0 ) )
            : def->beltVelocity;
        return result;
    }
    def->velocity = part->velocity;
    def->omega = part->omega;
    def->mass = part->mass > 0.0 ? part->mass : part->density * ssShape_Volume( &def->shape );
    def->inertia = inertiaOf( part, def->mass );
    return result;
}

ssResult ssPart_Body( const ssPart* part, ssBodyDef* def, ssPose* frame )
{
    ssResult result = ssPart_Validate( part );
    return result.code == ss_ok ? buildMakeBody( part, def, frame ) : result;
}
