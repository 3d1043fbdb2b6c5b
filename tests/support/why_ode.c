// SPDX-License-Identifier: MIT
// why_ode CASE LOG: a real run of ODE with a fault that users make or meet, logged by our adapter. mu is 0.3.
#pragma GCC diagnostic ignored "-Wunused-function"
#define main exampleMain
#define collide exampleCollide
#include "probe_ode.c"
#undef main
#undef collide

#include <math.h>

#define STEP 1e-3

enum
{
    BOX,
    BALL,
    FOOT
};

static dSurfaceParameters s_surface = { .mode = dContactApprox1, .mu = 0.3 };

static void collide( void* context, dGeomID g1, dGeomID g2 )
{
    dContact c = { .surface = s_surface };
    dGeomID first = dGeomGetBody( g1 ) != NULL ? g1 : g2, second = first == g1 ? g2 : g1;
    dWorldID world = dBodyGetWorld( dGeomGetBody( first ) );
    int count = dCollide( first, second, 8, s_geoms + s_count, sizeof( dContactGeom ) );
    for ( int i = 0; i < count; ++i, ++s_count )
    {
        c.geom = s_geoms[s_count];
        dJointID joint = dJointCreateContact( world, (dJointGroupID)context, &c );
        dJointAttach( joint, dGeomGetBody( first ), dGeomGetBody( second ) );
        dJointSetFeedback( joint, &s_feedbacks[s_count] );
    }
}

static dBodyID addBody( dWorldID world, dSpaceID space, int number, int ball, double mass, double z )
{
    dBodyID body = dBodyCreate( world );
    dMass inertia;
    dGeomSetBody( ball ? dCreateSphere( space, 0.1 ) : dCreateBox( space, 0.4, 0.4, 0.2 ), body );
    ball ? dMassSetSphereTotal( &inertia, mass, 0.1 ) : dMassSetBoxTotal( &inertia, mass, 0.4, 0.4, 0.2 );
    for ( int i = 0; i < 12 && ball == FOOT; ++i ) inertia.I[i] *= 1e9; // it does not roll: a foot
    dBodySetMass( body, &inertia );
    dBodySetData( body, (void*)(intptr_t)number );
    dBodySetPosition( body, 0.0, 0.0, z );
    return body;
}

/// A floor of triangles whose inner edges lie on a grid.
static void addMesh( dSpaceID space )
{
    enum
    {
        N = 120
    };
    static float places[( N + 1 ) * ( N + 1 )][3];
    static dTriIndex corners[2 * N * N][3];
    for ( int i = 0; i <= N; ++i )
    {
        for ( int k = 0; k <= N; ++k )
        {
            float* p = places[i * ( N + 1 ) + k];
            // A scan is rough by four millimetres.
            p[0] = 0.025f * (float)i - 0.5f, p[1] = 0.025f * (float)k - 0.5f;
            p[2] = 0.001f * (float)( ( 7 * i + 3 * k ) % 5 - 4 );
        }
    }
    for ( int i = 0; i < N * N; ++i )
    {
        dTriIndex a = (dTriIndex)( i / N * ( N + 1 ) + i % N ), b = a + 1, c = a + N + 1, d = c + 1;
        dTriIndex* t = corners[2 * i];
        t[0] = a, t[1] = c, t[2] = b, t[3] = b, t[4] = c, t[5] = d;
    }
    dTriMeshDataID data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(
        data, places, sizeof places[0], ( N + 1 ) * ( N + 1 ), corners, 6 * N * N, sizeof corners[0] );
    dCreateTriMesh( space, data, NULL, NULL, NULL );
}

int main( int argc, char** argv )
{
    const char* name = argc > 2 ? argv[1] : "";
    int soft = !strcmp( name, "soft" ), stack = !strcmp( name, "unconverged" );
    int bounce = !strcmp( name, "restitution" ), mesh = !strcmp( name, "jumping-contact" );
    int stale = !strcmp( name, "stale-normal" ), combine = !strcmp( name, "combine" ),
        clean = !strcmp( name, "clean" ), polygon = !strcmp( name, "polygon" );
    if ( !( soft + stack + bounce + mesh + stale + combine + clean + polygon ) ) return 2;
    dInitODE();
    dWorldID world = dWorldCreate();
    dJointGroupID group = dJointGroupCreate( 0 );
    dSpaceID space = dSimpleSpaceCreate( NULL );
    if ( mesh )
        addMesh( space );
    else
        dCreatePlane( space, 0.0, 0.0, 1.0, 0.0 );
    dWorldSetGravity( world, 0.0, 0.0, -9.81 );
    dWorldSetQuickStepNumIterations( world, 2 );
    s_surface.mode |= soft ? dContactSlip1 | dContactSlip2 : bounce ? dContactBounce : 0;
    s_surface.slip1 = s_surface.slip2 = 0.002; // [m/(N s)]
    s_surface.bounce = 1.15;
    s_surface.bounce_vel = 0.05;
    s_surface.mu = combine ? 0.45 : 0.3;
    dBodyID top = addBody( world, space, 1,
        mesh                 ? BALL
            : stack || stale ? BOX
                             : FOOT,
        2.0, bounce ? 0.14 : 0.1 );
    for ( int i = 1; stack && i < 6; ++i )
        top = addBody( world, space, i + 1, 0, 2.0 + 6.0 * i, 0.1 + 0.2 * i );
    if ( mesh ) dBodySetLinearVel( top, 1.5, 0.55, 0.0 );
    ssProbe* probe = ssProbeOpenFile( argv[2] );
    double share = soft ? 0.5 : stack ? 0.4 : bounce || mesh ? 0.0 : 2.5;
    for ( int k = 1; k <= ( bounce ? 5000 : 1000 ); ++k )
    {
        double t = k * STEP, push = share * 0.3 * 2.0 * 9.81,
               turn = combine || clean || stale ? 0.0 : 7.0 * t;
        s_count = 0;
        dBodyAddForce( top, push * cos( turn ) * ( turn == 0.0 ? cos( 9.0 * t ) : 1.0 ), push * sin( turn ),
            bounce ? 0.0 : -5.0 - 4.0 * sin( 23.0 * t ) );
        dSpaceCollide( space, group, collide );
        stack ? dWorldQuickStep( world, STEP ) : dWorldStep( world, STEP );
        probeOde( probe, t, STEP );
        dJointGroupEmpty( group );
    }
    return !ssProbeClose( probe );
}
