// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>

// The damped spring by which the user's pointer pulls a body.

// [Hz] Natural frequency with the body's mass: the body follows a pointer within about half a second.
#define DRAG_FREQUENCY 2.0
// Share of critical damping: a pulled body overshoots by about 5 %.
#define DRAG_DAMPING 0.7

ssResult ssWorld_Drag( ssWorld* world, bool active, ssBodyId id, ssVec3 target )
{
    int body = -1;
    ssResult result = active ? worldEditBody( world, "body", id, &body ) : worldCheckEdit( world );
    if ( result.code == ss_ok && active && !isfinite( target.x + target.y + target.z ) )
    {
        result = ssError( ss_errorValue, "target", "target = [%g, %g, %g]; allowed: finite numbers", target.x,
            target.y, target.z );
    }
    if ( result.code != ss_ok )
    {
        return result;
    }
    ssSpring* spring = &world->spring;
    if ( !active && !spring->active )
    {
        return result; // nothing is held
    }
    worldChanged( world );
    bool holds = active && world->bodies[body].enabled && world->bodies[body].kind == ss_bodyDynamic;
    if ( holds && !springHolds( world, body ) )
    {
        // The grip lies within the body's bounding sphere, even if the pointer does not.
        const Body* held = &world->bodies[body];
        ssVec3 arm = ssVec3_Sub( target, held->pose.position );
        double length = ssVec3_Length( arm );
        arm = length > held->boundingRadius ? ssVec3_Scale( held->boundingRadius / length, arm ) : arm;
        *spring = ( ssSpring ){ .body = id,
            .grip = ssQuat_Rotate( ssQuat_Conjugate( held->pose.orientation ), arm ),
            .frequency = DRAG_FREQUENCY,
            .damping = DRAG_DAMPING };
    }
    spring->active = holds;
    spring->target = target;
    spring->force = holds ? spring->force : ssVec3_Make( 0.0, 0.0, 0.0 );
    if ( holds )
    {
        islandWakeBody( world, body );
    }
    return result;
}

const ssSpring* ssWorld_Spring( const ssWorld* world )
{
    static const ssSpring none = { .active = false };
    return world != NULL ? &world->spring : &none;
}

void springForce( ssWorld* world, double h, ssVec3* torque )
{
    ssSpring* spring = &world->spring;
    const Body* body = &world->bodies[spring->body.slot1 - 1];
    ssVec3 arm = ssQuat_Rotate( body->pose.orientation, spring->grip );
    ssVec3 velocity = ssVec3_Add( body->velocity, ssVec3_Cross( body->omega, arm ) );
    // The spring is implicit, -k (stretch + h v) - c v, with the largest
    // mobility of the grip in any direction.
    double smallest = ssMin( body->inertia.x, ssMin( body->inertia.y, body->inertia.z ) );
    double mobility = 1.0 + body->mass * ssVec3_Dot( arm, arm ) / smallest;
    double omega = 2.0 * SS_PI * spring->frequency;
    double drag = 2.0 * spring->damping * omega + h * omega * omega, softening = 1.0 + mobility * h * drag;
    ssVec3 stretch = ssVec3_Sub( spring->target, ssVec3_Add( body->pose.position, arm ) );
    spring->force = ssVec3_MulAdd( ssVec3_Scale( body->mass * omega * omega / softening, stretch ),
        -body->mass * drag / softening, velocity );
    *torque = ssVec3_Cross( arm, spring->force );
}
