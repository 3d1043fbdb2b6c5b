// SPDX-License-Identifier: MIT
// The contacts of Bullet for Slipstick: a box slides to a stop.
//     c++ probe_bullet.cpp $(pkg-config --cflags --libs bullet) && ./a.out contacts.mcap
#include <btBulletDynamicsCommon.h>
#include <slipstick_probe.h>

struct Vec { double x[3]; Vec( const btVector3& v ) : x{ v.x(), v.y(), v.z() } {} };

// Call it after a step of size h. The normal of a manifold points from its body 1 to its body 0, whose impulses it holds.
static void probeBullet( ssProbe* probe, btDiscreteDynamicsWorld& world, double t, btScalar h )
{
    ssProbeBeginFrame( probe, t );
    btDispatcher* dispatcher = world.getDispatcher();
    for ( int i = 0; i < dispatcher->getNumManifolds(); ++i )
    {
        const btPersistentManifold* m = dispatcher->getManifoldByIndexInternal( i );
        const btRigidBody *a = btRigidBody::upcast( m->getBody1() ), *b = btRigidBody::upcast( m->getBody0() );
        for ( int k = 0; a && b && k < m->getNumContacts(); ++k )
        {
            const btManifoldPoint& p = m->getContactPoint( k );
            btVector3 f = p.m_appliedImpulse * p.m_normalWorldOnB + p.m_appliedImpulseLateral1 * p.m_lateralFrictionDir1;
            if ( world.getSolverInfo().m_solverMode & SOLVER_USE_2_FRICTION_DIRECTIONS )
                f += p.m_appliedImpulseLateral2 * p.m_lateralFrictionDir2;
            // The solver saw the bodies where they were before they moved by h v.
            btVector3 x = p.getPositionWorldOnB(), va = a->getLinearVelocity(), vb = b->getLinearVelocity();
            va += a->getAngularVelocity().cross( x - ( a->getCenterOfMassPosition() - h * va ) );
            vb += b->getAngularVelocity().cross( x - ( b->getCenterOfMassPosition() - h * vb ) );
            ssProbeContact( probe, 4 * i + k, a->getWorldArrayIndex(), b->getWorldArrayIndex(), Vec( x ).x,
                Vec( p.m_normalWorldOnB ).x, Vec( f / h ).x, NULL, Vec( vb - va ).x,
                Vec( b->getAngularVelocity() - a->getAngularVelocity() ).x, p.getDistance(), p.m_combinedFriction, NAN, NAN );
        }
    }
    ssProbeEndFrame( probe );
}

int main( int argc, char** argv )
{
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher( &configuration );
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world( &dispatcher, &broadphase, &solver, &configuration );
    world.setGravity( btVector3( 0, 0, btScalar( -9.81 ) ) );
    btStaticPlaneShape plane( btVector3( 0, 0, 1 ), 0 );
    btBoxShape shape( btVector3( btScalar( 0.5 ), btScalar( 0.5 ), btScalar( 0.1 ) ) );
    btVector3 inertia;
    shape.calculateLocalInertia( 2, inertia );
    btRigidBody ground( 0, NULL, &plane ), box( 2, NULL, &shape, inertia );
    box.setWorldTransform( btTransform( btQuaternion::getIdentity(), btVector3( 0, 0, btScalar( 0.1 ) ) ) );
    box.setLinearVelocity( btVector3( 2, 0, 0 ) );
    box.setFriction( btScalar( 0.6 ) ); // times 0.5 of the ground
    world.addRigidBody( &ground );
    world.addRigidBody( &box );
    ssProbe* probe = ssProbeOpenFile( argc > 1 ? argv[1] : "bullet.mcap" );
    for ( int k = 1; k <= 1000; ++k )
    {
        world.stepSimulation( btScalar( 1e-3 ), 1, btScalar( 1e-3 ) );
        probeBullet( probe, world, 1e-3 * k, btScalar( 1e-3 ) );
    }
    world.removeRigidBody( &box );
    world.removeRigidBody( &ground );
    return probe == NULL || !ssProbeClose( probe );
}
