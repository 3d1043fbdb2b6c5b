// SPDX-License-Identifier: MIT
#include "cli/bench/bench_engines.h"

#include "slipstick/world.h"

#include <stdlib.h>

// The scenes in a world with the definition that everybody gets. It has a tolerance, and no body sleeps.

typedef struct World
{
    ssWorld* world;
    double h;
} World;

static ssVec3 vectorOf( const double* x )
{
    return ssVec3_Make( x[0], x[1], x[2] );
}

static void copy( ssVec3 from, double* to )
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

static ssResult addBodies( ssWorld* world, const engineScene* scene )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.material = ( ssMaterial ){ .mu = scene->mu, .muRoll = scene->muRoll, .muSpin = scene->muSpin };
    def.shape = ssPlaneShape();
    def.kind = ss_bodyStatic;
    ssResult result = ssWorld_AddBody( world, &def, NULL ); // slot 0, as the scenes want it
    for ( int i = 0; i < scene->bodyCount && result.code == ss_ok; ++i )
    {
        const sceneBody* body = &scene->bodies[i];
        def.kind = ss_bodyDynamic;
        def.shape = body->shape == SS_PROBE_BOX ? ssBoxShape( vectorOf( body->size ) )
                                                : ssSphereShape( body->size[0] );
        def.mass = body->mass;
        def.pose.position = vectorOf( body->position );
        def.velocity = vectorOf( body->velocity );
        def.omega = vectorOf( body->omega );
        result = ssWorld_AddBody( world, &def, NULL );
    }
    return result;
}

static void destroy( void* context )
{
    ssDestroyWorld( ( (World*)context )->world );
    free( context );
}

static void* create( const engineScene* scene, double h )
{
    World* w = calloc( 1, sizeof( *w ) );
    if ( w == NULL )
    {
        return NULL;
    }
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = vectorOf( scene->gravity );
    w->h = h;
    ssResult result = ssCreateWorld( &def, &w->world );
    result = result.code == ss_ok ? addBodies( w->world, scene ) : result;
    if ( result.code != ss_ok )
    {
        destroy( w );
        return NULL;
    }
    return w;
}

static void step( void* context )
{
    World* w = context;
    ssWorld_Step( w->world, w->h );
}

static void bodyState( void* context, int index, sceneState* state )
{
    const ssWorld* world = ( (World*)context )->world;
    ssBodyState body = ssWorld_Body( world, ssWorld_BodyAt( world, index + 1 ) );
    copy( body.pose.position, state->position );
    copy( body.velocity, state->velocity );
    copy( body.omega, state->omega );
    ssQuat q = body.pose.orientation;
    copy( ssVec3_Make( q.x, q.y, q.z ), state->quaternion );
    state->quaternion[3] = q.w;
}

/// The vector with these components along two tangents and the normal.
static void inWorld( const ssContactView* view, double t1, double t2, double n, double* to )
{
    ssVec3 sum = ssVec3_Scale( n, view->normal );
    sum = ssVec3_MulAdd( sum, t1, view->tangent1 );
    sum = ssVec3_MulAdd( sum, t2, view->tangent2 );
    copy( sum, to );
}

static void contacts( void* context, sceneRun* run )
{
    const ssWorld* world = ( (World*)context )->world;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact c = ssWorld_Contact( world, i );
        const ssContactView* view = &c.view;
        double point[3], normal[3], force[3], moment[3], v[3], w[3];
        copy( view->point, point );
        copy( view->normal, normal );
        inWorld( view, view->force[1], view->force[2], view->force[0], force );
        inWorld( view, view->moment[0], view->moment[1], view->moment[2], moment );
        inWorld( view, c.velocity[1], c.velocity[2], c.velocity[0], v );
        inWorld( view, c.velocity[3], c.velocity[4], c.velocity[5], w );
        sceneContact( run, i, c.a.slot1 - 1, c.b.slot1 - 1, point, normal, force, moment, v, w, c.gap );
    }
}

const engineOps engines_own = { "Slipstick", NULL, create, step, bodyState, contacts, destroy };
