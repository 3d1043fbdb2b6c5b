// SPDX-License-Identifier: MIT
// The runner of `slipstick bench engines` for MuJoCo.
//     cd app/cli/bench/peers && cc -I ../../../../engine/include -I ../../../../engine/examples
//         runner_mujoco.c -lmujoco -lm -o slipstick-runner-mujoco
//
// Defaults of MuJoCo: pyramidal cones, Newton's method, solref 0.02 s; `slipstick-runner-mujoco elliptic` has
// elliptic cones. Besides the step size and iterations, condim is 6 where a scene has rolling friction, 4
// where it has spinning friction; both coefficients are lengths, as in the scenes. A kinematic body is a
// heavy one without gravity, which gets its velocity anew before each step: mocap bodies have none that
// friction could see, and a mass that nothing moves would make the solver stop early, since it compares with
// the mean inertia.
#include <slipstick_runner.h>

#include <mujoco/mujoco.h>
#include <stdarg.h>

#define UNMOVED 1e3 // [kg] of a kinematic body

static int s_elliptic;

typedef struct World
{
    const runnerTask* task;
    int first[RUNNER_BODIES_MAX];  // the free joint of a body
    int number[RUNNER_BODIES_MAX]; // the body of a geom
    mjModel* m;
    mjData* d;
} World;

typedef struct Text
{
    char text[16384];
    size_t used;
} Text;

static void add( Text* to, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    int size = vsnprintf( to->text + to->used, sizeof( to->text ) - to->used, format, arguments );
    va_end( arguments );
    to->used += size > 0 && (size_t)size < sizeof( to->text ) - to->used ? (size_t)size : 0;
}

/// What does not move belongs to the world: a body of its own would have a weight in MuJoCo's regularisation.
static void describeBody( const runnerBody* b, int index, int condim, const runnerTask* s, Text* to )
{
    static const char* const names[] = { [SS_PROBE_PLANE] = "plane",
        [SS_PROBE_SPHERE] = "sphere",
        [SS_PROBE_BOX] = "box",
        [SS_PROBE_CYLINDER] = "cylinder" };
    const double *p = b->position, *q = b->quaternion, *i = b->inertia;
    int plane = b->shape == SS_PROBE_PLANE, cylinder = b->shape == SS_PROBE_CYLINDER;
    char pose[200];
    snprintf( pose, sizeof( pose ), "pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'", p[0], p[1],
        p[2], q[3], q[0], q[1], q[2] );
    if ( b->kind != RUNNER_STATIC ) { add( to, "<body %s><freejoint/>", pose ); }
    if ( b->kind != RUNNER_STATIC && i[0] > 0.0 )
    {
        add( to, "<inertial pos='0 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>", b->mass, i[0], i[1],
            i[2] );
    }
    add( to, "<geom name='g%d' type='%s' size='%.17g %.17g %.17g' condim='%d' friction='%.17g %.17g %.17g' ",
        index, names[b->shape], plane ? 9.0 : b->size[0],
        plane          ? 9.0
            : cylinder ? b->size[2]
                       : b->size[1],
        plane ? 1.0 : b->size[2], condim, s->mu, s->muSpin, s->muRoll );
    if ( b->kind == RUNNER_STATIC ) { add( to, "%s/>", pose ); }
    else { add( to, "mass='%.17g'/></body>", b->kind == RUNNER_KINEMATIC ? UNMOVED : b->mass ); }
}

static void describe( const runnerTask* s, Text* to )
{
    add( to, "<mujoco><option timestep='%.17g' gravity='%.17g %.17g %.17g' cone='%s'", s->h, s->gravity[0],
        s->gravity[1], s->gravity[2], s_elliptic ? "elliptic" : "pyramidal" );
    if ( s->iterations > 0 ) { add( to, " iterations='%d'", s->iterations ); }
    add( to, "/><size nconmax='500' njmax='3000'/><worldbody>" );
    for ( int i = 0; i < s->bodyCount; ++i )
    {
        describeBody( &s->bodies[i], i, s->muRoll > 0.0 ? 6 : s->muSpin > 0.0 ? 4 : 3, s, to );
    }
    add( to, "</worldbody></mujoco>" );
}

static mjModel* compile( const Text* text )
{
    static mjVFS files;
    char error[300] = "";
    mj_defaultVFS( &files );
    mj_makeEmptyFileVFS( &files, "scene.xml", (int)text->used + 1 );
    memcpy( files.filedata[0], text->text, text->used + 1 );
    mjModel* m = mj_loadXML( "scene.xml", &files, error, sizeof( error ) );
    mj_deleteVFS( &files );
    if ( m == NULL ) { fprintf( stderr, "MuJoCo: %s\n", error ); }
    return m;
}

static void destroy( void* context )
{
    World* w = context;
    mj_deleteData( w->d );
    mj_deleteModel( w->m );
    free( w );
}

/// Of a free joint: velocity, then angular velocity in body axes.
static void setVelocity( World* w, int index )
{
    const runnerBody* body = &w->task->bodies[index];
    double turn[4], *v = w->d->qvel + 6 * w->first[index];
    mju_negQuat( turn, w->d->qpos + 7 * w->first[index] + 3 );
    memcpy( v, body->velocity, 3 * sizeof( double ) );
    mju_rotVecQuat( v + 3, body->omega, turn );
}

static void placeBody( World* w, int index, int joint )
{
    const runnerBody* body = &w->task->bodies[index];
    w->first[index] = joint;
    setVelocity( w, index );
    double* force = w->d->xfrc_applied + 6 * w->m->jnt_bodyid[joint];
    memcpy( force, body->force, 3 * sizeof( double ) );
    for ( int k = 0; k < 3 && body->kind == RUNNER_KINEMATIC; ++k )
    {
        force[k] = -UNMOVED * w->task->gravity[k];
    }
}

static void* create( const runnerTask* task )
{
    Text text = { .used = 0 };
    describe( task, &text );
    World* w = calloc( 1, sizeof( *w ) );
    if ( w == NULL ) { return NULL; }
    w->task = task;
    w->m = compile( &text );
    w->d = w->m != NULL ? mj_makeData( w->m ) : NULL;
    if ( w->d == NULL )
    {
        destroy( w );
        return NULL;
    }
    for ( int i = 0, joint = 0; i < task->bodyCount; ++i )
    {
        char name[16];
        snprintf( name, sizeof( name ), "g%d", i );
        w->number[mj_name2id( w->m, mjOBJ_GEOM, name )] = i;
        if ( task->bodies[i].kind != RUNNER_STATIC ) { placeBody( w, i, joint++ ); }
    }
    return w;
}

static void step( void* context )
{
    World* w = context;
    for ( int i = 0; i < w->task->bodyCount; ++i )
    {
        if ( w->task->bodies[i].kind == RUNNER_KINEMATIC ) { setVelocity( w, i ); }
    }
    mj_step( w->m, w->d );
}

static void bodyState( void* context, int index, runnerState* state )
{
    const World* w = context;
    const double *q = w->d->qpos + 7 * w->first[index], *v = w->d->qvel + 6 * w->first[index];
    memcpy( state->position, q, 3 * sizeof( double ) );
    memcpy( state->velocity, v, 3 * sizeof( double ) );
    memcpy( state->quaternion, q + 4, 3 * sizeof( double ) ); // w x y z
    state->quaternion[3] = q[3];
    mju_rotVecQuat( state->omega, v + 3, q + 3 );
}

/// The velocity and angular velocity of a body at a point. After mj_step the state is new, but the Jacobians
/// are still those of the configuration that the solver saw: their product is the velocity it has found.
static void motionAt( const mjModel* m, const mjData* d, int body, const double* point, double* v, double* w )
{
    static double jacobians[6 * 6 * RUNNER_BODIES_MAX];
    mj_jac( m, d, jacobians, jacobians + 3 * m->nv, point, body );
    mju_mulMatVec( v, jacobians, d->qvel, 3, m->nv );
    mju_mulMatVec( w, jacobians + 3 * m->nv, d->qvel, 3, m->nv );
}

/// The first row of a contact's frame is the normal, from geom 1 to geom 2; mj_contactForce gives the force
/// and moment on the body of geom 2, in this frame.
static void contacts( void* context, runnerLog* log )
{
    const World* world = context;
    const mjModel* m = world->m;
    const mjData* d = world->d;
    for ( int i = 0; i < d->ncon; ++i )
    {
        const mjContact* c = &d->contact[i];
        int a = m->geom_bodyid[c->geom1], b = m->geom_bodyid[c->geom2];
        double local[6], force[3], moment[3], va[3], wa[3], v[3], w[3];
        mj_contactForce( m, d, i, local );
        mju_rotVecMatT( force, local, c->frame );
        mju_rotVecMatT( moment, local + 3, c->frame );
        motionAt( m, d, a, c->pos, va, wa );
        motionAt( m, d, b, c->pos, v, w );
        mju_subFrom3( v, va );
        mju_subFrom3( w, wa );
        runnerContact( log, i, world->number[c->geom1], world->number[c->geom2], c->pos, c->frame, force,
            moment, v, w, c->dist );
    }
}

int main( int argc, char** argv )
{
    runnerOps ops = { "MuJoCo", mj_versionString(),
        "Contacts are soft with a time constant of 0.02 s, by default; a kinematic body is one of 1000 kg "
        "that gets its velocity anew before each step.",
        1, NULL, create, step, bodyState, contacts, destroy };
    s_elliptic = argc > 1 && strcmp( argv[1], "elliptic" ) == 0;
    if ( s_elliptic )
    {
        ops.engine = "MuJoCo elliptic";
        ops.notes = "As MuJoCo, with elliptic cones, which are not the default.";
    }
    return runnerMain( &ops );
}
