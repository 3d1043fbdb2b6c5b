// SPDX-License-Identifier: MIT
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <vector>

extern "C"
{
#include "cli/bench/bench_peers.h"
}

// Bullet has no C interface. This file provides one function in C, and is the only C++ we write. The benchmark loads it as
// a module, so that the program starts without Bullet and without a C++ library.

namespace
{

double cpuSeconds()
{
    timespec now;
    clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &now );
    return double( now.tv_sec ) + 1e-9 * double( now.tv_nsec );
}

/// Bullet combines the coefficients of two bodies as mu_a mu_b and mu_a rolling_b + mu_b rolling_a.
void setFriction( btRigidBody& body, const peerScene& scene )
{
    double own = std::sqrt( scene.mu );
    body.setFriction( btScalar( own ) );
    body.setRollingFriction( btScalar( scene.muRoll / ( 2.0 * own ) ) );
    body.setSpinningFriction( btScalar( scene.muSpin / ( 2.0 * own ) ) );
    body.setRestitution( 0 );
    body.setActivationState( DISABLE_DEACTIVATION );
}

/// Counts the contact points and finds the deepest penetration.
void countContacts( btDispatcher& dispatcher, peerAnswer& answer )
{
    answer.contacts = 0;
    answer.overlap = 0.0;
    for ( int i = 0; i < dispatcher.getNumManifolds(); ++i )
    {
        const btPersistentManifold* manifold = dispatcher.getManifoldByIndexInternal( i );
        for ( int k = 0; k < manifold->getNumContacts(); ++k )
        {
            answer.contacts += 1;
            answer.overlap =
                std::max( answer.overlap, -double( manifold->getContactPoint( k ).getDistance() ) );
        }
    }
}

} // namespace

extern "C" __attribute__( ( visibility( "default" ) ) ) void bulletSteps(
    const peerScene* scene, peerAnswer* answer )
{
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher( &configuration );
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world( &dispatcher, &broadphase, &solver, &configuration );
    world.setGravity( btVector3( 0, 0, btScalar( -9.81 ) ) );
    world.getSolverInfo().m_numIterations = scene->iterations;
    world.getSolverInfo().m_leastSquaresResidualThreshold = 0; // all iterations are made

    btScalar half = btScalar( 0.5 * scene->width );
    const btVector3 normals[] = { btVector3( 0, 0, 1 ), btVector3( 1, 0, 0 ), btVector3( -1, 0, 0 ),
        btVector3( 0, 1, 0 ), btVector3( 0, -1, 0 ) };
    btSphereShape ball( btScalar( scene->radius ) );
    double mass = scene->density * 4.0 / 3.0 * 3.14159265358979 * std::pow( scene->radius, 3.0 );
    btVector3 inertia;
    ball.calculateLocalInertia( btScalar( mass ), inertia );

    std::vector<std::unique_ptr<btStaticPlaneShape>> planes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    for ( const btVector3& normal : normals )
    {
        planes.push_back(
            std::make_unique<btStaticPlaneShape>( normal, normal.z() > 0 ? btScalar( 0 ) : -half ) );
        bodies.push_back( std::make_unique<btRigidBody>( btScalar( 0 ), nullptr, planes.back().get() ) );
    }
    for ( int i = 0; i < scene->count; ++i )
    {
        const double* x = scene->positions + 3 * i;
        bodies.push_back( std::make_unique<btRigidBody>( btScalar( mass ), nullptr, &ball, inertia ) );
        btTransform at(
            btQuaternion::getIdentity(), btVector3( btScalar( x[0] ), btScalar( x[1] ), btScalar( x[2] ) ) );
        bodies.back()->setWorldTransform( at );
        bodies.back()->setInterpolationWorldTransform( at );
    }
    for ( auto& body : bodies )
    {
        setFriction( *body, *scene );
        world.addRigidBody( body.get() );
    }
    answer->seconds = HUGE_VAL;
    for ( int i = 0; i < scene->settle + scene->steps; ++i )
    {
        double began = cpuSeconds();
        world.stepSimulation( btScalar( scene->h ), 0 );
        answer->seconds = i < scene->settle ? HUGE_VAL : std::min( answer->seconds, cpuSeconds() - began );
    }
    countContacts( dispatcher, *answer );
    for ( auto& body : bodies )
    {
        world.removeRigidBody( body.get() );
    }
}
