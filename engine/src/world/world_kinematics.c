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

/// Adds the velocity of the surface of a body that is not active, at `arm` from its centre. A belt runs along the surface: what
/// touches its front is not run over.
static void addDriven( const Body* body, ssVec3 arm, ssVec3 normal, double sign, ssVec3* u, ssVec3* w )
{
    if ( body->kind == ss_bodyKinematic )
    {
        *u = ssVec3_MulAdd( *u, sign, ssVec3_Add( body->velocity, ssVec3_Cross( body->omega, arm ) ) );
        *w = ssVec3_MulAdd( *w, sign, body->omega );
    }
    ssVec3 belt = ssVec3_MulAdd( body->beltVelocity, -ssVec3_Dot( normal, body->beltVelocity ), normal );
    *u = ssVec3_MulAdd( *u, sign, belt );
}

static void addSide( const ssWorld* world, int id, ssVec3 arm, ssVec3 normal, double sign, const double* v,
    ssVec3* u, ssVec3* w )
{
    int s = world->slot[id];
    if ( s < 0 )
    {
        addDriven( &world->bodies[id], arm, normal, sign, u, w );
        return;
    }
    const double* x = v + 6 * (size_t)s;
    ssVec3 angular = { x[3], x[4], x[5] };
    *u = ssVec3_MulAdd(
        *u, sign, ssVec3_Add( ssVec3_Make( x[0], x[1], x[2] ), ssVec3_Cross( angular, arm ) ) );
    *w = ssVec3_MulAdd( *w, sign, angular );
}

void driveVelocity( const ssWorld* world, int i, ssVec3* u, ssVec3* w )
{
    const Contact* contact = &world->contacts[i];
    if ( world->slot[contact->a] < 0 )
    {
        addDriven(
            &world->bodies[contact->a], world->problem.armsA[i], world->problem.frames[i].n, -1.0, u, w );
    }
    if ( world->slot[contact->b] < 0 )
    {
        addDriven(
            &world->bodies[contact->b], world->problem.armsB[i], world->problem.frames[i].n, 1.0, u, w );
    }
}

void pointVelocity( const ssWorld* world, int a, ssVec3 armA, int b, ssVec3 armB, ssVec3 normal,
    const double* v, ssVec3* u, ssVec3* w )
{
    *u = *w = ssVec3_Make( 0.0, 0.0, 0.0 );
    addSide( world, a, armA, normal, -1.0, v, u, w );
    addSide( world, b, armB, normal, 1.0, v, u, w );
}

void contactComponents( ssProblemFrame axes, ssVec3 u, ssVec3 w, double* y )
{
    const ssMat3 frame = ssProblemFrame_Axes( axes );
    y[0] = ssVec3_Dot( frame.cx, u );
    y[1] = ssVec3_Dot( frame.cy, u );
    y[2] = ssVec3_Dot( frame.cz, u );
    y[3] = ssVec3_Dot( frame.cy, w );
    y[4] = ssVec3_Dot( frame.cz, w );
    y[5] = ssVec3_Dot( frame.cx, w );
}

void contactVelocity( const ssWorld* world, int i, const double* v, double* y )
{
    const ssProblem* problem = &world->problem;
    const Contact* contact = &world->contacts[i];
    ssVec3 u, w;
    pointVelocity( world, contact->a, problem->armsA[i], contact->b, problem->armsB[i], problem->frames[i].n,
        v, &u, &w );
    contactComponents( problem->frames[i], u, w, y );
}
