// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>

// The spring by which a pointer pulls a body.

void ssWorld_Drag( ssWorld* world, bool active, int body, ssVec3 target )
{
    ssSpring* spring = &world->spring;
    bool can = active && body >= 0 && body < world->bodyCount && world->bodies[body].enabled &&
        world->bodies[body].kind == ss_bodyDynamic;
    if ( can && ( !spring->active || spring->body != body ) )
    {
        // a hand beside the body holds a point no farther out than the body reaches
        const Body* held = &world->bodies[body];
        ssVec3 arm = ssVec3_Sub( target, held->pose.position );
        double reach = ssVec3_Length( arm );
        arm = reach > held->bound ? ssVec3_Scale( held->bound / reach, arm ) : arm;
        *spring = ( ssSpring ){ .body = body,
            .grip = ssQuat_Rotate( quatConjugate( held->pose.orientation ), arm ),
            .frequency = 2.0,
            .damping = 0.7 };
    }
    spring->active = can;
    spring->target = target;
    spring->force = can ? spring->force : ssVec3_Make( 0.0, 0.0, 0.0 );
    if ( can )
    {
        islandWakeBody( world, body );
    }
}

const ssSpring* ssWorld_Spring( const ssWorld* world )
{
    return &world->spring;
}

void springForce( ssWorld* world, double h, ssVec3* torque )
{
    ssSpring* spring = &world->spring;
    const Body* body = &world->bodies[spring->body];
    ssVec3 arm = ssQuat_Rotate( body->pose.orientation, spring->grip );
    ssVec3 velocity = ssVec3_Add( body->velocity, ssVec3_Cross( body->omega, arm ) );
    // the implicit spring, -k (stretch + h v) - c v, for the largest mobility a point of the body has
    double lightest = fmin( body->inertia.x, fmin( body->inertia.y, body->inertia.z ) );
    double mobility = 1.0 + body->mass * ssVec3_Dot( arm, arm ) / lightest;
    double omega = 2.0 * SS_PI * spring->frequency;
    double brake = 2.0 * spring->damping * omega + h * omega * omega, soft = 1.0 + mobility * h * brake;
    ssVec3 stretch = ssVec3_Sub( spring->target, ssVec3_Add( body->pose.position, arm ) );
    spring->force = ssVec3_MulAdd(
        ssVec3_Scale( body->mass * omega * omega / soft, stretch ), -body->mass * brake / soft, velocity );
    *torque = ssVec3_Cross( arm, spring->force );
}
