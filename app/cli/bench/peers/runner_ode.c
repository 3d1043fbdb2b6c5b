// SPDX-License-Identifier: MIT
// The runner of `slipstick bench engines` for ODE.
//     cd app/cli/bench/peers && cc -I ../../../../engine/include -I ../../../../engine/examples
//         runner_ode.c $(pkg-config --cflags --libs ode) -lm -o slipstick-runner-ode
//
// Defaults of ODE: ERP 0.2, CFM 1e-10. `slipstick-runner-ode` calls dWorldStep (Dantzig's exact solver, which
// has no iterations), `slipstick-runner-ode quick` dWorldQuickStep. A bound of friction in proportion to the
// normal force, dContactApprox1, is not the default, but everybody sets it: without it mu is a force. Rolling
// and spinning friction are dContactRolling, whose bounds rho are lengths.
#include <slipstick_runner.h>

#include <ode/ode.h>

#define MOST 256 // contacts of a step

static int s_quick;

typedef struct World
{
    const runnerTask* task;
    double h;
    dWorldID world;
    dSpaceID space;
    dJointGroupID group;
    dBodyID bodies[RUNNER_BODIES_MAX];
    dContactGeom geoms[MOST];
    dJointFeedback feedbacks[MOST];
    int count;
} World;

/// Makes and registers the contacts of a pair. Geom 1 has the body to which the force belongs.
static void collide( void* context, dGeomID g1, dGeomID g2 )
{
    World* w = context;
    dContact c = { .surface = { .mode = dContactApprox1, .mu = w->task->mu } };
    if ( w->task->muRoll > 0.0 || w->task->muSpin > 0.0 )
    {
        c.surface.mode |=
            dContactRolling | dContactAxisDep; // without the latter, rho would bound spinning as well
        c.surface.mu2 = w->task->mu;
        c.surface.rho = c.surface.rho2 = w->task->muRoll;
        c.surface.rhoN = w->task->muSpin;
    }
    dGeomID first = dGeomGetBody( g1 ) != NULL ? g1 : g2, second = first == g1 ? g2 : g1;
    int free = first != NULL && dGeomGetBody( first ) != NULL && !dBodyIsKinematic( dGeomGetBody( first ) );
    dBodyID other = dGeomGetBody( second );
    free = free || ( other != NULL && !dBodyIsKinematic( other ) );
    int count = free && w->count < MOST
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
    for ( int i = 0; i < w->task->bodyCount; ++i )
    {
        const double* f = w->task->bodies[i].force;
        if ( w->task->bodies[i].kind == RUNNER_DYNAMIC ) { dBodyAddForce( w->bodies[i], f[0], f[1], f[2] ); }
    }
    s_quick ? dWorldQuickStep( w->world, w->h ) : dWorldStep( w->world, w->h );
}

static dGeomID geomOf( dSpaceID space, const runnerBody* def )
{
    const double* s = def->size;
    return def->shape == SS_PROBE_PLANE ? dCreatePlane( space, 0.0, 0.0, 1.0, 0.0 )
        : def->shape == SS_PROBE_BOX    ? dCreateBox( space, 2.0 * s[0], 2.0 * s[1], 2.0 * s[2] )
        : def->shape == SS_PROBE_SPHERE ? dCreateSphere( space, s[0] )
                                        : dCreateCylinder( space, s[0], 2.0 * s[2] );
}

static void setMass( dBodyID body, const runnerBody* def )
{
    dMass mass;
    const double *s = def->size, *i = def->inertia;
    if ( i[0] > 0.0 )
    {
        dMassSetParameters( &mass, def->mass, 0.0, 0.0, 0.0, i[0], i[1], i[2], 0.0, 0.0, 0.0 );
    }
    else if ( def->shape == SS_PROBE_BOX )
    {
        dMassSetBoxTotal( &mass, def->mass, 2.0 * s[0], 2.0 * s[1], 2.0 * s[2] );
    }
    else if ( def->shape == SS_PROBE_SPHERE ) { dMassSetSphereTotal( &mass, def->mass, s[0] ); }
    else { dMassSetCylinderTotal( &mass, def->mass, 3, s[0], 2.0 * s[2] ); }
    dBodySetMass( body, &mass );
}

static void addBody( World* w, int index )
{
    const runnerBody* def = &w->task->bodies[index];
    const double *p = def->position, *v = def->velocity, *o = def->omega, *q = def->quaternion;
    const dQuaternion turn = { q[3], q[0], q[1], q[2] };
    dGeomID geom = geomOf( w->space, def );
    dGeomSetData( geom, (void*)(intptr_t)index );
    if ( def->kind == RUNNER_STATIC )
    {
        if ( def->shape != SS_PROBE_PLANE )
        {
            dGeomSetPosition( geom, p[0], p[1], p[2] );
            dGeomSetQuaternion( geom, turn );
        }
        return;
    }
    dBodyID body = w->bodies[index] = dBodyCreate( w->world );
    def->kind == RUNNER_DYNAMIC ? setMass( body, def ) : dBodySetKinematic( body );
    dGeomSetBody( geom, body );
    dBodySetPosition( body, p[0], p[1], p[2] );
    dBodySetQuaternion( body, turn );
    dBodySetLinearVel( body, v[0], v[1], v[2] );
    dBodySetAngularVel( body, o[0], o[1], o[2] );
}

static void* create( const runnerTask* task )
{
    World* w = calloc( 1, sizeof( *w ) );
    if ( w == NULL ) { return NULL; }
    w->task = task;
    w->h = task->h;
    w->world = dWorldCreate();
    w->group = dJointGroupCreate( 0 );
    w->space = dSimpleSpaceCreate( NULL );
    if ( task->iterations > 0 ) { dWorldSetQuickStepNumIterations( w->world, task->iterations ); }
    dWorldSetGravity( w->world, task->gravity[0], task->gravity[1], task->gravity[2] );
    for ( int i = 0; i < task->bodyCount; ++i ) { addBody( w, i ); }
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

static void bodyState( void* context, int index, runnerState* state )
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
static void contacts( void* context, runnerLog* log )
{
    World* w = context;
    static const double none[3] = { 0.0, 0.0, 0.0 };
    int resists = w->task->muRoll > 0.0 || w->task->muSpin > 0.0;
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
        runnerContact( log, i, (intptr_t)dGeomGetData( g->g2 ), (intptr_t)dGeomGetData( g->g1 ), point,
            normal, f, resists ? m : none, v, o, -g->depth );
    }
}

int main( int argc, char** argv )
{
    runnerOps ops = { "ODE", dODE_VERSION,
        "dContactApprox1 is set, as everybody does: by default mu is a force. Its exact solver has no "
        "iterations.",
        0, NULL, create, step, bodyState, contacts, destroy };
    s_quick = argc > 1 && strcmp( argv[1], "quick" ) == 0;
    if ( s_quick )
    {
        ops.engine = "ODE quick";
        ops.notes = "dWorldQuickStep, with dContactApprox1 as above; its iterations go through contacts in "
                    "random order.";
        ops.iterates = 1;
    }
    dInitODE();
    int status = runnerMain( &ops );
    dCloseODE();
    return status;
}
