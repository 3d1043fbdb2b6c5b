// SPDX-License-Identifier: MIT
// The runner of `slipstick bench engines` for Bullet.
//     cd app/cli/bench/peers && c++ -I ../../../../engine/include -I ../../../../engine/examples
//         runner_bullet.cpp $(pkg-config --cflags --libs bullet) -o slipstick-runner-bullet
//
// Defaults of Bullet: sequential impulses with 10 iterations, one direction of friction, along the sliding
// velocity. Sleeping is switched off: it would stop a block that slides at less than 0.8 m/s. The coefficient
// of a pair is the product of those of its bodies, and its rolling friction is that of one body times the
// friction of the other: all are scaled to give those of the scene. Bullet looks at spinning friction only
// where there is rolling friction, so that a trace of it is added.
#include <btBulletDynamicsCommon.h>

#include <slipstick_runner.h>

namespace
{

struct World
{
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    btCollisionShape* shapes[RUNNER_BODIES_MAX];
    btRigidBody* bodies[RUNNER_BODIES_MAX];
    const runnerTask* task;
    int count, steps;
    btScalar h;

    World()
        : dispatcher( &configuration ), world( &dispatcher, &broadphase, &solver, &configuration ),
          count( 0 ), steps( 0 )
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

btCollisionShape* shapeOf( const runnerBody& def )
{
    const btVector3 size = vectorOf( def.size );
    switch ( def.shape )
    {
        case SS_PROBE_PLANE: return new btStaticPlaneShape( btVector3( 0, 0, 1 ), 0 );
        case SS_PROBE_BOX: return new btBoxShape( size );
        case SS_PROBE_CYLINDER: return new btCylinderShapeZ( btVector3( size.x(), size.x(), size.z() ) );
        default: return new btSphereShape( size.x() );
    }
}

btQuaternion turned( const runnerBody& def )
{
    const double* q = def.quaternion;
    return btQuaternion( btScalar( q[0] ), btScalar( q[1] ), btScalar( q[2] ), btScalar( q[3] ) );
}

void addBody( World* w, const runnerBody& def )
{
    btVector3 inertia( 0, 0, 0 );
    bool dynamic = def.kind == RUNNER_DYNAMIC;
    btScalar mass = btScalar( dynamic ? def.mass : 0 );
    btCollisionShape* shape = w->shapes[w->count] = shapeOf( def );
    if ( dynamic && def.inertia[0] > 0 ) { inertia = vectorOf( def.inertia ); }
    else if ( dynamic ) { shape->calculateLocalInertia( mass, inertia ); }
    btRigidBody* body = new btRigidBody( mass, NULL, shape, inertia );
    body->setWorldTransform( btTransform( turned( def ), vectorOf( def.position ) ) );
    double share = sqrt( w->task->mu );
    body->setFriction( btScalar( share ) );
    if ( dynamic )
    {
        body->setRollingFriction(
            btScalar( ( w->task->muRoll > 0 ? w->task->muRoll : 1e-6 * w->task->muSpin ) / share ) );
        body->setSpinningFriction( btScalar( w->task->muSpin / share ) );
    }
    if ( def.kind == RUNNER_KINEMATIC )
    {
        body->setCollisionFlags( body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT );
    }
    body->setActivationState( DISABLE_DEACTIVATION );
    body->setLinearVelocity( vectorOf( def.velocity ) );
    body->setAngularVelocity( vectorOf( def.omega ) );
    w->bodies[w->count++] = body;
    w->world.addRigidBody( body );
}

/// Bullet takes the velocities of kinematic bodies from where they are put, by the arc cosine of a number in
/// single precision: here they get those of the scene, before a step.
void setVelocities( btDynamicsWorld* world, btScalar )
{
    const World* w = static_cast<World*>( world->getWorldUserInfo() );
    for ( int i = 0; i < w->count; ++i )
    {
        const runnerBody& def = w->task->bodies[i];
        if ( def.kind == RUNNER_KINEMATIC )
        {
            w->bodies[i]->setLinearVelocity( vectorOf( def.velocity ) );
            w->bodies[i]->setAngularVelocity( vectorOf( def.omega ) );
        }
    }
}

void* create( const runnerTask* task )
{
    World* w = new World;
    w->h = btScalar( task->h );
    w->task = task;
    if ( task->iterations > 0 ) { w->world.getSolverInfo().m_numIterations = task->iterations; }
    w->world.setGravity( vectorOf( task->gravity ) );
    w->world.setInternalTickCallback( setVelocities, w, true );
    for ( int i = 0; i < task->bodyCount; ++i ) { addBody( w, task->bodies[i] ); }
    return w;
}

void destroy( void* context )
{
    World* w = static_cast<World*>( context );
    for ( int i = w->count - 1; i >= 0; --i )
    {
        w->world.removeRigidBody( w->bodies[i] );
        delete w->bodies[i];
        delete w->shapes[i];
    }
    delete w;
}

void step( void* context )
{
    World* w = static_cast<World*>( context );
    ++w->steps;
    for ( int i = 0; i < w->count; ++i )
    {
        const runnerBody& def = w->task->bodies[i];
        btRigidBody* body = w->bodies[i];
        if ( def.kind == RUNNER_DYNAMIC ) { body->applyCentralForce( vectorOf( def.force ) ); }
        else if ( def.kind == RUNNER_KINEMATIC )
        {
            // From the start, as single precision would add up its rounding.
            const double* o = def.omega;
            const double t = w->steps * double( w->h ),
                         turn = sqrt( o[0] * o[0] + o[1] * o[1] + o[2] * o[2] );
            const btVector3 axis = turn > 0 ? vectorOf( o ) / btScalar( turn ) : btVector3( 0, 0, 1 );
            body->setWorldTransform( btTransform( btQuaternion( axis, btScalar( turn * t ) ) * turned( def ),
                vectorOf( def.position ) + btScalar( t ) * vectorOf( def.velocity ) ) );
        }
    }
    w->world.stepSimulation( w->h, 0 ); // one step of this size
}

void bodyState( void* context, int index, runnerState* state )
{
    const btRigidBody* body = static_cast<World*>( context )->bodies[index];
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

/// The normal of a manifold points from its body 1 to its body 0, whose impulses it holds. It does not hold
/// those of rolling and spinning friction: moments are unknown where a scene has them.
void contacts( void* context, runnerLog* log )
{
    World* w = static_cast<World*>( context );
    static const double none[3] = { 0, 0, 0 };
    bool resists = log->task->muRoll > 0 || log->task->muSpin > 0;
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
            runnerContact( log, 4 * i + k, a->getWorldArrayIndex(), b->getWorldArrayIndex(), point, normal,
                force, resists ? NULL : none, v, o, p.getDistance() );
        }
    }
}

} // namespace

int main()
{
    static const runnerOps ops = { "Bullet", "3.24",
        "Sleeping is switched off, and coefficients are scaled to give those of the scene; moments of "
        "rolling and "
        "spinning friction are not reported by Bullet, so that the audit cannot judge them.",
        1, NULL, create, step, bodyState, contacts, destroy };
    return runnerMain( &ops );
}
