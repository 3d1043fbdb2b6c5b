// SPDX-License-Identifier: MIT
// The runner of `slipstick bench engines` for Slipstick itself: a world with the definition that everybody
// gets. It has a tolerance, so that iterations are only a bound, and no body sleeps.
// `slipstick-runner-slipstick relaxed` has the convex-relaxed law.
#include <slipstick_runner.h>

#include "slipstick/world.h"

typedef struct World
{
    ssWorld* world;
    double h;
    int count;
    int numbers[RUNNER_BODIES_MAX]; // of the body in a slot
    ssBodyId ids[RUNNER_BODIES_MAX];
} World;

static ssWorldLaw s_law = ss_worldLawCoulomb;

static void copy( ssVec3 from, double* to )
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

static ssShape shapeOf( const runnerBody* body )
{
    return body->shape == SS_PROBE_PLANE ? ssPlaneShape()
        : body->shape == SS_PROBE_BOX    ? ssBoxShape( ssVec3_At( body->size ) )
        : body->shape == SS_PROBE_SPHERE ? ssSphereShape( body->size[0] )
                                         : ssCylinderShape( body->size[0], body->size[2] );
}

static ssResult addBody( World* w, const runnerTask* task, int index )
{
    static const ssBodyKind kinds[] = { ss_bodyStatic, ss_bodyDynamic, ss_bodyKinematic };
    const runnerBody* body = &task->bodies[index];
    ssBodyDef def = ssDefaultBodyDef();
    const double* q = body->quaternion;
    def.material = ( ssMaterial ){ .mu = task->mu, .muRoll = task->muRoll, .muSpin = task->muSpin };
    def.kind = kinds[body->kind];
    def.shape = shapeOf( body );
    def.pose.position = ssVec3_At( body->position );
    def.pose.orientation = ( ssQuat ){ .w = q[3], .x = q[0], .y = q[1], .z = q[2] };
    if ( body->kind != RUNNER_STATIC )
    {
        def.velocity = ssVec3_At( body->velocity );
        def.omega = ssVec3_At( body->omega );
    }
    bool dynamic = body->kind == RUNNER_DYNAMIC;
    if ( dynamic )
    {
        def.mass = body->mass;
        def.inertia = ssVec3_At( body->inertia );
    }
    SS_TRY( ssWorld_AddBody( w->world, &def, &w->ids[index] ) );
    w->numbers[w->ids[index].slot1 - 1] = index;
    return dynamic
        ? ssWorld_SetForce( w->world, w->ids[index], ssVec3_At( body->force ), ssVec3_Make( 0.0, 0.0, 0.0 ) )
        : ssOk();
}

static void destroy( void* context )
{
    ssDestroyWorld( ( (World*)context )->world );
    free( context );
}

static void* create( const runnerTask* task )
{
    World* w = calloc( 1, sizeof( *w ) );
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_At( task->gravity );
    def.law = s_law;
    def.maxIterations = task->iterations > 0 ? task->iterations : def.maxIterations;
    if ( w == NULL ) { return NULL; }
    w->h = task->h;
    ssResult result = ssCreateWorld( &def, &w->world );
    for ( int i = 0; i < task->bodyCount && result.code == ss_ok; ++i ) { result = addBody( w, task, i ); }
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "slipstick: %s\n", result.message );
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

static void bodyState( void* context, int index, runnerState* state )
{
    const World* w = context;
    ssBodyState body = ssWorld_Body( w->world, w->ids[index] );
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

static void contacts( void* context, runnerLog* log )
{
    const World* w = context;
    for ( int i = 0; i < ssWorld_ContactCount( w->world ); ++i )
    {
        ssWorldContact c = ssWorld_Contact( w->world, i );
        const ssContactView* view = &c.view;
        double point[3], normal[3], force[3], moment[3], v[3], o[3];
        copy( view->point, point );
        copy( view->normal, normal );
        inWorld( view, view->force[1], view->force[2], view->force[0], force );
        inWorld( view, view->moment[0], view->moment[1], view->moment[2], moment );
        inWorld( view, c.velocity[1], c.velocity[2], c.velocity[0], v );
        inWorld( view, c.velocity[3], c.velocity[4], c.velocity[5], o );
        runnerContact( log, i, w->numbers[c.a.slot1 - 1], w->numbers[c.b.slot1 - 1], point, normal, force,
            moment, v, o, c.gap );
    }
}

int main( int argc, char** argv )
{
    runnerOps ops = { "Slipstick", ssVersion(),
        "The solver stops at a tolerance of 1e-6, so that more iterations than it needs cost and change "
        "nothing.",
        1, NULL, create, step, bodyState, contacts, destroy };
    if ( argc > 1 && strcmp( argv[1], "relaxed" ) == 0 )
    {
        ops.engine = "Slipstick relaxed";
        s_law = ss_worldLawRelaxed;
    }
    return runnerMain( &ops );
}
