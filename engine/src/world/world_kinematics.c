// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// Kinematics of contacts: lever arms, and the relative velocity of two bodies at a point.

double worldTheta( const ssWorld* world )
{
    // The relaxed law and compliant contacts are stated at the end of the step.
    return world->dilates || worldIsCompliant( world ) ? 1.0 : world->def.theta;
}

void contactArms( ssWorld* world, int i )
{
    ssProblem* problem = &world->problem;
    const Contact* contact = &world->contacts[i];
    problem->armsA[i] = ssVec3_Sub( problem->points[i], world->bodies[contact->a].pose.position );
    problem->armsB[i] = ssVec3_Sub( problem->points[i], world->bodies[contact->b].pose.position );
}

/// A belt runs along the surface: what touches its front is not run over.
void pointAddDriven( const Body* body, ssVec3 arm, ssVec3 normal, double sign, ssVec3* u, ssVec3* w )
{
    if ( body->kind == ss_bodyKinematic )
    {
        *u = ssVec3_MulAdd( *u, sign, ssVec3_Add( body->velocity, ssVec3_Cross( body->omega, arm ) ) );
        *w = ssVec3_MulAdd( *w, sign, body->omega );
    }
    ssVec3 belt = ssVec3_MulAdd( body->beltVelocity, -ssVec3_Dot( normal, body->beltVelocity ), normal );
    *u = ssVec3_MulAdd( *u, sign, belt );
}

void driveVelocity( const ssWorld* world, int i, ssVec3* u, ssVec3* w )
{
    const Contact* contact = &world->contacts[i];
    if ( world->slot[contact->a] < 0 )
    {
        pointAddDriven(
            &world->bodies[contact->a], world->problem.armsA[i], world->problem.frames[i].n, -1.0, u, w );
    }
    if ( world->slot[contact->b] < 0 )
    {
        pointAddDriven(
            &world->bodies[contact->b], world->problem.armsB[i], world->problem.frames[i].n, 1.0, u, w );
    }
}
