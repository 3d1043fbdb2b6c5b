// SPDX-License-Identifier: MIT
// The scenes of `slipstick bench engines` in Bullet.
//     cd app/cli/bench/peers && c++ -I ../../../../engine/include -I ../../../../engine/examples
//         scenes_bullet.cpp $(pkg-config --cflags --libs bullet) && ./a.out billiard --log contacts.mcap
//
// Defaults of Bullet: sequential impulses with 10 iterations, one direction of friction, along the sliding velocity. Sleeping
// is switched off: it would stop a block that slides at less than 0.8 m/s. The coefficient of a pair is the product of those
// of its bodies, and its rolling friction is that of one body times the friction of the other: all are scaled to give those
// of the scene. Bullet looks at spinning friction only where there is rolling friction, so that a trace of it is added.
#include <btBulletDynamicsCommon.h>

#include <engine_scenes.h>

namespace
{

struct World
{
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    btStaticPlaneShape plane;
    btCollisionShape* shapes[SCENE_BODIES_MAX];
    btRigidBody* bodies[SCENE_BODIES_MAX + 1]; // the ground is the first
    int count;
    btScalar h;

    World()
        : dispatcher( &configuration ), world( &dispatcher, &broadphase, &solver, &configuration ),
          plane( btVector3( 0, 0, 1 ), 0 ), count( 0 )
    {
    }
};

btVector3 vectorOf( const double* x )
{
    return btVector3( btScalar( x[0] ), btScalar( x[1] ), btScalar( x[2] ) );
}

void copy( const btVector3& from, double* to )
{
    to[0] = from.x();
    to[1] = from.y();
    to[2] = from.z();
}

void addBody(
    World* w, const engineScene* scene, btScalar mass, btCollisionShape* shape, const btVector3& position )
{
    btVector3 inertia( 0, 0, 0 );
    if ( mass > 0 )
    {
        shape->calculateLocalInertia( mass, inertia );
    }
    btRigidBody* body = new btRigidBody( mass, NULL, shape, inertia );
    body->setWorldTransform( btTransform( btQuaternion::getIdentity(), position ) );
    double share = sqrt( scene->mu );
    body->setFriction( btScalar( share ) );
    if ( mass > 0 )
    {
        body->setRollingFriction(
            btScalar( ( scene->muRoll > 0 ? scene->muRoll : 1e-6 * scene->muSpin ) / share ) );
        body->setSpinningFriction( btScalar( scene->muSpin / share ) );
        body->setActivationState( DISABLE_DEACTIVATION );
    }
    w->bodies[w->count++] = body;
    w->world.addRigidBody( body );
}

void* create( const engineScene* scene, double h )
{
    World* w = new World;
    w->h = btScalar( h );
    w->world.setGravity( vectorOf( scene->gravity ) );
    addBody( w, scene, 0, &w->plane, btVector3( 0, 0, 0 ) );
    for ( int i = 0; i < scene->bodyCount; ++i )
    {
        const sceneBody& def = scene->bodies[i];
        if ( def.shape == SS_PROBE_BOX )
        {
            w->shapes[i] = new btBoxShape( vectorOf( def.size ) );
        }
        else
        {
            w->shapes[i] = new btSphereShape( btScalar( def.size[0] ) );
        }
        addBody( w, scene, btScalar( def.mass ), w->shapes[i], vectorOf( def.position ) );
        w->bodies[i + 1]->setLinearVelocity( vectorOf( def.velocity ) );
        w->bodies[i + 1]->setAngularVelocity( vectorOf( def.omega ) );
    }
    return w;
}

void destroy( void* context )
{
    World* w = static_cast<World*>( context );
    for ( int i = w->count - 1; i >= 0; --i )
    {
        w->world.removeRigidBody( w->bodies[i] );
        delete w->bodies[i];
        if ( i > 0 )
        {
            delete w->shapes[i - 1];
        }
    }
    delete w;
}

void step( void* context )
{
    World* w = static_cast<World*>( context );
    w->world.stepSimulation( w->h, 0 ); // one step of this size
}

void bodyState( void* context, int index, sceneState* state )
{
    const btRigidBody* body = static_cast<World*>( context )->bodies[index + 1];
    copy( body->getCenterOfMassPosition(), state->position );
    copy( body->getLinearVelocity(), state->velocity );
    copy( body->getAngularVelocity(), state->omega );
    const btQuaternion q = body->getOrientation();
    state->quaternion[0] = q.x();
    state->quaternion[1] = q.y();
    state->quaternion[2] = q.z();
    state->quaternion[3] = q.w();
}

btVector3 motionAt( const btRigidBody* body, const btVector3& x, btScalar h )
{
    // The solver saw the bodies where they were before they moved by h v.
    btVector3 v = body->getLinearVelocity();
    return v + body->getAngularVelocity().cross( x - ( body->getCenterOfMassPosition() - h * v ) );
}

/// The normal of a manifold points from its body 1 to its body 0, whose impulses it holds. It does not hold those of rolling
/// and spinning friction: moments are unknown where a scene has them.
void contacts( void* context, sceneRun* run )
{
    World* w = static_cast<World*>( context );
    static const double none[3] = { 0, 0, 0 };
    bool resists = run->scene->muRoll > 0 || run->scene->muSpin > 0;
    for ( int i = 0; i < w->dispatcher.getNumManifolds(); ++i )
    {
        const btPersistentManifold* m = w->dispatcher.getManifoldByIndexInternal( i );
        const btRigidBody *a = btRigidBody::upcast( m->getBody1() ),
                          *b = btRigidBody::upcast( m->getBody0() );
        for ( int k = 0; a && b && k < m->getNumContacts(); ++k )
        {
            const btManifoldPoint& p = m->getContactPoint( k );
            btVector3 f = p.m_appliedImpulse * p.m_normalWorldOnB +
                p.m_appliedImpulseLateral1 * p.m_lateralFrictionDir1;
            btVector3 x = p.getPositionWorldOnB();
            double point[3], normal[3], force[3], v[3], o[3];
            copy( x, point );
            copy( p.m_normalWorldOnB.normalized(), normal );
            copy( f / w->h, force );
            copy( motionAt( b, x, w->h ) - motionAt( a, x, w->h ), v );
            copy( b->getAngularVelocity() - a->getAngularVelocity(), o );
            sceneContact( run, 4 * i + k, a->getWorldArrayIndex(), b->getWorldArrayIndex(), point, normal,
                force, resists ? NULL : none, v, o, p.getDistance() );
        }
    }
}

} // namespace

int main( int argc, char** argv )
{
    static const engineOps ops = { "Bullet", NULL, create, step, bodyState, contacts, destroy };
    return sceneMain( &ops, argc, argv );
}
