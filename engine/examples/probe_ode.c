// SPDX-License-Identifier: MIT
// The contacts of ODE for Slipstick: a box slides to a stop.
//     cc probe_ode.c $(pkg-config --cflags --libs ode) -lm && ./a.out contacts.mcap
#include <ode/ode.h>
#include <slipstick_probe.h>

#define MOST 256 // contacts of a step

static dContactGeom s_geoms[MOST];
static dJointFeedback s_feedbacks[MOST];
static int s_count;

/// Makes the contacts of a pair and asks for their forces. Geom 1 is the
/// one with a body, to which the force belongs.
static void collide( void* context, dGeomID g1, dGeomID g2 )
{
    dContact c = { .surface = { .mode = dContactApprox1, .mu = 0.3 } };
    dGeomID first = dGeomGetBody( g1 ) != NULL ? g1 : g2, second = first == g1 ? g2 : g1;
    dWorldID world = dBodyGetWorld( dGeomGetBody( first ) );
    int count = dCollide( first, second, MOST - s_count, s_geoms + s_count, sizeof( dContactGeom ) );
    for ( int i = 0; i < count; ++i, ++s_count )
    {
        c.geom = s_geoms[s_count];
        dJointID joint = dJointCreateContact( world, (dJointGroupID)context, &c );
        dJointAttach( joint, dGeomGetBody( first ), dGeomGetBody( second ) );
        dJointSetFeedback( joint, &s_feedbacks[s_count] );
    }
}

/// Adds the motion of a body at point p. The solver saw the body before it moved by h u, and p moves with it.
static void addMotion( dBodyID body, const dReal* p, double h, double sign, double* v, double* w )
{
    dVector3 at;
    const dReal *u = dBodyGetLinearVel( body ), *o = dBodyGetAngularVel( body );
    dBodyGetPointVel( body, p[0] + h * u[0], p[1] + h * u[1], p[2] + h * u[2], at );
    for ( int k = 0; k < 3; ++k ) v[k] += sign * at[k], w[k] += sign * o[k];
}

/// Call it after a step of size h. A normal points from geom 2 to geom 1, and f1 is the
/// whole force on the body of geom 1. The number of a body is its data; the ground is 0.
/// (With ODE in single precision, copy the vectors.)
static void probeOde( ssProbe* probe, double t, double h )
{
    ssProbeBeginFrame( probe, t );
    for ( int i = 0; i < s_count; ++i )
    {
        const dContactGeom* g = &s_geoms[i];
        dBodyID a = dGeomGetBody( g->g2 ), b = dGeomGetBody( g->g1 );
        double v[3] = { 0 }, w[3] = { 0 };
        addMotion( b, g->pos, h, 1.0, v, w );
        if ( a != NULL ) addMotion( a, g->pos, h, -1.0, v, w );
        ssProbeContact( probe, i, a != NULL ? (intptr_t)dBodyGetData( a ) : 0, (intptr_t)dBodyGetData( b ),
            g->pos, g->normal, s_feedbacks[i].f1, NULL, v, w, -g->depth, 0.3, NAN, NAN );
    }
    ssProbeEndFrame( probe );
}

int main( int argc, char** argv )
{
    dInitODE();
    dWorldID world = dWorldCreate();
    dJointGroupID group = dJointGroupCreate( 0 );
    dSpaceID space = dSimpleSpaceCreate( NULL );
    dCreatePlane( space, 0.0, 0.0, 1.0, 0.0 );
    dWorldSetGravity( world, 0.0, 0.0, -9.81 );
    dBodyID box = dBodyCreate( world );
    dGeomSetBody( dCreateBox( space, 1.0, 1.0, 0.2 ), box );
    dBodySetData( box, (void*)1 );
    dMass mass;
    dMassSetBoxTotal( &mass, 2.0, 1.0, 1.0, 0.2 );
    dBodySetMass( box, &mass );
    dBodySetPosition( box, 0.0, 0.0, 0.1 );
    dBodySetLinearVel( box, 2.0, 0.0, 0.0 );
    ssProbe* probe = ssProbeOpenFile( argc > 1 ? argv[1] : "ode.mcap" );
    for ( int k = 1; k <= 1000; ++k )
    {
        s_count = 0;
        dSpaceCollide( space, group, collide );
        dWorldStep( world, 1e-3 );
        probeOde( probe, 1e-3 * k, 1e-3 );
        dJointGroupEmpty( group );
    }
    dJointGroupDestroy( group );
    dSpaceDestroy( space );
    dWorldDestroy( world );
    dCloseODE();
    return probe == NULL || !ssProbeClose( probe );
}
