// SPDX-License-Identifier: MIT
// The scenes of `slipstick bench engines` in ODE.
//     cd app/cli/bench/peers && cc -I ../../../../engine/include -I ../../../../engine/examples
//         scenes_ode.c $(pkg-config --cflags --libs ode) -lm && ./a.out billiard --log contacts.mcap
//
// Defaults of ODE: dWorldStep (Dantzig's exact solver), ERP 0.2, CFM 1e-10. A bound of friction in proportion
// to the normal force, dContactApprox1, is not the default, but everybody sets it: without it mu is a force.
// Rolling and spinning friction are dContactRolling, whose bounds rho are lengths.
#include <engine_scenes.h>

#include <ode/ode.h>

#define MOST 256 // contacts of a step

typedef struct World
{
    const engineScene* scene;
    double h;
    dWorldID world;
    dSpaceID space;
    dJointGroupID group;
    dBodyID bodies[SCENE_BODIES_MAX];
    dContactGeom geoms[MOST];
    dJointFeedback feedbacks[MOST];
    int count;
} World;

/// Makes and registers the contacts of a pair. Geom 1 has the body to which the force belongs.
static void collide( void* context, dGeomID g1, dGeomID g2 )
{
    World* w = context;
    dContact c = { .surface = { .mode = dContactApprox1, .mu = w->scene->mu } };
    if ( w->scene->muRoll > 0.0 || w->scene->muSpin > 0.0 )
    {
        c.surface.mode |=
            dContactRolling | dContactAxisDep; // without the latter, rho would bound spinning as well
        c.surface.mu2 = w->scene->mu;
        c.surface.rho = c.surface.rho2 = w->scene->muRoll;
        c.surface.rhoN = w->scene->muSpin;
    }
    dGeomID first = dGeomGetBody( g1 ) != NULL ? g1 : g2, second = first == g1 ? g2 : g1;
    int count = w->count < MOST
        ? dCollide( first, second, MOST - w->count, w->geoms + w->count, sizeof( dContactGeom ) )
        : 0;
    for ( int i = 0; i < count; ++i, ++w->count )
    {
        c.geom = w->geoms[w->count];
        dJointID joint = dJointCreateContact( w->world, w->group, &c );
        dJointAttach( joint, dGeomGetBody( first ), dGeomGetBody( second ) );
        dJointSetFeedback( joint, &w->feedbacks[w->count] );
    }
}

static void step( void* context )
{
    World* w = context;
    dJointGroupEmpty( w->group );
    w->count = 0;
    dSpaceCollide( w->space, w, collide );
    dWorldStep( w->world, w->h );
}

static void addBody( World* w, int index )
{
    const sceneBody* def = &w->scene->bodies[index];
    const double *p = def->position, *v = def->velocity, *o = def->omega, *s = def->size;
    int box = def->shape == SS_PROBE_BOX;
    dBodyID body = w->bodies[index] = dBodyCreate( w->world );
    dMass mass;
    if ( box ) { dMassSetBoxTotal( &mass, def->mass, 2.0 * s[0], 2.0 * s[1], 2.0 * s[2] ); }
    else { dMassSetSphereTotal( &mass, def->mass, s[0] ); }
    dBodySetMass( body, &mass );
    dGeomSetBody(
        box ? dCreateBox( w->space, 2.0 * s[0], 2.0 * s[1], 2.0 * s[2] ) : dCreateSphere( w->space, s[0] ),
        body );
    dBodySetData( body, (void*)(intptr_t)( index + 1 ) );
    dBodySetPosition( body, p[0], p[1], p[2] );
    dBodySetLinearVel( body, v[0], v[1], v[2] );
    dBodySetAngularVel( body, o[0], o[1], o[2] );
}

static void* create( const engineScene* scene, double h )
{
    World* w = calloc( 1, sizeof( *w ) );
    if ( w == NULL ) { return NULL; }
    w->scene = scene;
    w->h = h;
    w->world = dWorldCreate();
    w->group = dJointGroupCreate( 0 );
    w->space = dSimpleSpaceCreate( NULL );
    dCreatePlane( w->space, 0.0, 0.0, 1.0, 0.0 );
    dWorldSetGravity( w->world, scene->gravity[0], scene->gravity[1], scene->gravity[2] );
    for ( int i = 0; i < scene->bodyCount; ++i ) { addBody( w, i ); }
    return w;
}

static void destroy( void* context )
{
    World* w = context;
    dJointGroupDestroy( w->group );
    dSpaceDestroy( w->space );
    dWorldDestroy( w->world );
    free( w );
}

static void copy( const dReal* from, int count, double* to )
{
    for ( int k = 0; k < count; ++k ) { to[k] = from[k]; }
}

static void bodyState( void* context, int index, sceneState* state )
{
    dBodyID body = ( (World*)context )->bodies[index];
    copy( dBodyGetPosition( body ), 3, state->position );
    copy( dBodyGetLinearVel( body ), 3, state->velocity );
    copy( dBodyGetAngularVel( body ), 3, state->omega );
    const dReal* q = dBodyGetQuaternion( body ); // w x y z
    copy( q + 1, 3, state->quaternion );
    state->quaternion[3] = q[0];
}

/// Adds the motion of a body at point p. The solver saw the body before it moved by h u, and p moves with it.
static void addMotion( dBodyID body, const dReal* p, double h, double sign, double* v, double* w )
{
    dVector3 at;
    const dReal *u = dBodyGetLinearVel( body ), *o = dBodyGetAngularVel( body );
    dBodyGetPointVel( body, p[0] + h * u[0], p[1] + h * u[1], p[2] + h * u[2], at );
    for ( int k = 0; k < 3; ++k )
    {
        v[k] += sign * at[k];
        w[k] += sign * o[k];
    }
}

/// A normal points from geom 2 to geom 1; f1 and t1 are the whole force and torque on the body of geom 1. The
/// rest of the torque is rolling and spinning friction, or rounding.
static void contacts( void* context, sceneRun* run )
{
    World* w = context;
    static const double none[3] = { 0.0, 0.0, 0.0 };
    int resists = w->scene->muRoll > 0.0 || w->scene->muSpin > 0.0;
    for ( int i = 0; i < w->count; ++i )
    {
        const dContactGeom* g = &w->geoms[i];
        dBodyID a = dGeomGetBody( g->g2 ), b = dGeomGetBody( g->g1 );
        double v[3] = { 0 }, o[3] = { 0 }, point[3], normal[3], f[3], m[3], r[3];
        copy( g->pos, 3, point );
        copy( g->normal, 3, normal );
        copy( w->feedbacks[i].f1, 3, f );
        copy( w->feedbacks[i].t1, 3, m );
        const dReal *x = dBodyGetPosition( b ), *u = dBodyGetLinearVel( b );
        for ( int k = 0; k < 3; ++k ) { r[k] = point[k] - ( x[k] - w->h * u[k] ); }
        m[0] -= r[1] * f[2] - r[2] * f[1];
        m[1] -= r[2] * f[0] - r[0] * f[2];
        m[2] -= r[0] * f[1] - r[1] * f[0];
        addMotion( b, g->pos, w->h, 1.0, v, o );
        if ( a != NULL ) { addMotion( a, g->pos, w->h, -1.0, v, o ); }
        sceneContact( run, i, a != NULL ? (intptr_t)dBodyGetData( a ) : 0, (intptr_t)dBodyGetData( b ), point,
            normal, f, resists ? m : none, v, o, -g->depth );
    }
}

int main( int argc, char** argv )
{
    static const engineOps ops = { "ODE", NULL, create, step, bodyState, contacts, destroy };
    dInitODE();
    int status = sceneMain( &ops, argc, argv );
    dCloseODE();
    return status;
}
