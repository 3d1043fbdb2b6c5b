// SPDX-License-Identifier: MIT
// why_bullet CASE LOG: a real run of Bullet with a fault that users make or meet, logged by our adapter.
#define main exampleMain
#include "probe_bullet.cpp"
#undef main

#include <math.h>

#include <vector>

static const btScalar STEP = btScalar( 1e-3 );

/// A floor of triangles whose inner edges lie on a grid, rough by four millimetres.
static btCollisionShape* mesh()
{
    btTriangleMesh* m = new btTriangleMesh();
    auto place = []( int i, int k ) {
        return btVector3( btScalar( 0.025 * i - 0.5 ), btScalar( 0.025 * k - 0.5 ), btScalar( 0.001 * ( ( 7 * i + 3 * k ) % 5 - 4 ) ) );
    };
    for ( int i = 0; i < 120; ++i )
        for ( int k = 0; k < 120; ++k )
        {
            m->addTriangle( place( i, k ), place( i + 1, k ), place( i, k + 1 ) );
            m->addTriangle( place( i, k + 1 ), place( i + 1, k ), place( i + 1, k + 1 ) );
        }
    return new btBvhTriangleMeshShape( m, true );
}

int main( int argc, char** argv )
{
    const char* name = argc > 2 ? argv[1] : "";
    bool stack = !strcmp( name, "unconverged" ), polygon = !strcmp( name, "polygon" );
    bool jumps = !strcmp( name, "jumping-contact" ), combine = !strcmp( name, "combine" );
    bool clean = !strcmp( name, "clean" );
    if ( !( stack || polygon || jumps || combine || clean ) ) return 2;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher( &configuration );
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world( &dispatcher, &broadphase, &solver, &configuration );
    world.setGravity( btVector3( 0, 0, btScalar( -9.81 ) ) );
    btContactSolverInfo& info = world.getSolverInfo();
    info.m_numIterations = stack ? 2 : 200;
    if ( polygon ) info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS | SOLVER_DISABLE_VELOCITY_DEPENDENT_FRICTION_DIRECTION;
    btStaticPlaneShape plane( btVector3( 0, 0, 1 ), 0 );
    btBoxShape box( btVector3( btScalar( 0.2 ), btScalar( 0.2 ), btScalar( 0.1 ) ) );
    btSphereShape sphere( btScalar( 0.1 ) );
    btCollisionShape* shape = stack ? (btCollisionShape*)&box : &sphere;
    btRigidBody ground( 0, NULL, jumps ? mesh() : &plane );
    ground.setFriction( 1 );
    world.addRigidBody( &ground );
    std::vector<btRigidBody*> bodies;
    for ( int i = 0; i < ( stack ? 6 : 1 ); ++i )
    {
        btScalar mass = btScalar( 2 + 6 * i );
        btVector3 inertia;
        shape->calculateLocalInertia( mass, inertia );
        if ( !stack && !jumps ) inertia *= btScalar( 1e9 ); // it does not roll: a foot
        btRigidBody* body = new btRigidBody( mass, NULL, shape, inertia );
        body->setWorldTransform( btTransform( btQuaternion::getIdentity(), btVector3( 0, 0, btScalar( 0.1 + 0.2 * i ) ) ) );
        body->setFriction( btScalar( combine ? 0.45 : 0.3 ) );
        body->setActivationState( DISABLE_DEACTIVATION );
        world.addRigidBody( body );
        bodies.push_back( body );
    }
    if ( jumps ) bodies[0]->setLinearVelocity( btVector3( btScalar( 1.5 ), btScalar( 0.55 ), 0 ) );
    ssProbe* probe = ssProbeOpenFile( argv[2] );
    double share = stack ? 0.4 : jumps ? 0.0 : 2.5;
    for ( int k = 1; k <= 1000; ++k )
    {
        double t = 1e-3 * k, push = share * 0.3 * 2 * 9.81;
        bodies.back()->applyCentralForce( btVector3( btScalar( push * cos( 7 * t ) ), btScalar( push * sin( 7 * t ) ), btScalar( -5 - 4 * sin( 23 * t ) ) ) );
        world.stepSimulation( STEP, 1, STEP );
        probeBullet( probe, world, t, STEP );
    }
    for ( btRigidBody* body : bodies ) world.removeRigidBody( body );
    world.removeRigidBody( &ground );
    return !ssProbeClose( probe );
}
