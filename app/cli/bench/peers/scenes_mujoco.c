// SPDX-License-Identifier: MIT
// The scenes of `slipstick bench engines` in MuJoCo.
//     cd app/cli/bench/peers && cc -I ../../../../engine/include -I ../../../../engine/examples
//         scenes_mujoco.c -lmujoco -lm && ./a.out billiard --log contacts.mcap
//
// Defaults of MuJoCo: pyramidal cones, Newton's method, solref 0.02 s. Only the step size is given,
// and condim 6 where a scene has rolling friction, 4 where it has spinning friction; both
// coefficients are lengths, as in the scenes.
#include <engine_scenes.h>

#include <mujoco/mujoco.h>
#include <stdarg.h>

typedef struct World
{
    const engineScene* scene;
    mjModel* m;
    mjData* d;
} World;

typedef struct Text
{
    char text[8192];
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

static void describe( const engineScene* s, double h, Text* to )
{
    add( to, "<mujoco><option timestep='%.17g' gravity='%.17g %.17g %.17g'/>", h, s->gravity[0],
        s->gravity[1], s->gravity[2] );
    add( to, "<default><geom condim='%d' friction='%.17g %.17g %.17g'/></default><worldbody>",
        s->muRoll > 0.0       ? 6
            : s->muSpin > 0.0 ? 4
                              : 3,
        s->mu, s->muSpin, s->muRoll );
    add( to, "<geom type='plane' size='9 9 1'/>" );
    for ( int i = 0; i < s->bodyCount; ++i )
    {
        const sceneBody* b = &s->bodies[i];
        add( to, "<body pos='%.17g %.17g %.17g'><freejoint/>", b->position[0], b->position[1],
            b->position[2] );
        add( to, "<geom type='%s' size='%.17g %.17g %.17g' mass='%.17g'/></body>",
            b->shape == SS_PROBE_BOX ? "box" : "sphere", b->size[0], b->size[1], b->size[2], b->mass );
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

static void* create( const engineScene* scene, double h )
{
    Text text = { .used = 0 };
    describe( scene, h, &text );
    World* w = calloc( 1, sizeof( *w ) );
    if ( w == NULL ) { return NULL; }
    w->scene = scene;
    w->m = compile( &text );
    w->d = w->m != NULL ? mj_makeData( w->m ) : NULL;
    if ( w->d == NULL )
    {
        destroy( w );
        return NULL;
    }
    for ( int i = 0; i < scene->bodyCount; ++i ) // a free joint: velocity, then angular velocity in body axes
    {
        memcpy( w->d->qvel + 6 * i, scene->bodies[i].velocity, 3 * sizeof( double ) );
        memcpy( w->d->qvel + 6 * i + 3, scene->bodies[i].omega, 3 * sizeof( double ) );
    }
    return w;
}

static void step( void* context )
{
    World* w = context;
    mj_step( w->m, w->d );
}

static void bodyState( void* context, int index, sceneState* state )
{
    const World* w = context;
    const double *q = w->d->qpos + 7 * index, *v = w->d->qvel + 6 * index;
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
    static double jacobians[6 * 6 * SCENE_BODIES_MAX];
    mj_jac( m, d, jacobians, jacobians + 3 * m->nv, point, body );
    mju_mulMatVec( v, jacobians, d->qvel, 3, m->nv );
    mju_mulMatVec( w, jacobians + 3 * m->nv, d->qvel, 3, m->nv );
}

/// The first row of a contact's frame is the normal, from geom 1 to geom 2; mj_contactForce gives the force
/// and moment on the body of geom 2, in this frame.
static void contacts( void* context, sceneRun* run )
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
        sceneContact( run, i, a, b, c->pos, c->frame, force, moment, v, w, c->dist );
    }
}

int main( int argc, char** argv )
{
    static const engineOps ops = { "MuJoCo", NULL, create, step, bodyState, contacts, destroy };
    return sceneMain( &ops, argc, argv );
}
