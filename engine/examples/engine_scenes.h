// SPDX-License-Identifier: MIT
#ifndef ENGINE_SCENES_H
#define ENGINE_SCENES_H

// Ten small scenes whose outcome is known in closed form, for any engine: `slipstick bench
// engines` runs them. A program per engine (scenes_*.c, scenes_*.cpp in app/cli/bench/peers)
// supplies an engineOps and calls sceneMain:
//
//     scenes_bullet SCENE [--h SECONDS] [--log FILE] [--repeats N]
//
// It writes the contacts and bodies to FILE with slipstick_probe.h and prints one line of JSON: what was
// measured, what is exact, the error, and the processor time of a step. C99 and C++.
//
// In every scene the ground is the plane z = 0, and a slope is a gravity that leans. Bodies touch at the
// start, impacts are inelastic, no body sleeps, and everything else is what the engine does by default.

#include <slipstick_probe.h>

#include <time.h>

#define SCENE_BODIES_MAX 12
#define SCENE_STEP ( 1.0 / 240.0 ) // [s] the usual step
#define SCENE_FRAMES_MAX 4800      // that are logged; longer runs log every second, third, ... step
#define SCENE_GRAVITY 9.81         // [m/s^2]
#define SCENE_PI 3.14159265358979323846

typedef struct sceneBody
{
    int shape;      // SS_PROBE_BOX or SS_PROBE_SPHERE
    double size[3]; // half extents, or the radius [m]
    double mass;
    double position[3], velocity[3], omega[3]; // at the start; the body is not turned
    double target[2];                          // exact displacement in the plane at the end [m]
} sceneBody;

typedef enum sceneMeasure
{
    scene_place, // where bodies are at the end: the worst distance from the exact place
    scene_angle, // by how much body 0 has turned about z
    scene_lift,  // how much higher body 0 lies while it slides than at the end
    scene_load,  // normal forces between stacked bodies, during the last second
} sceneMeasure;

typedef struct engineScene
{
    const char *name, *title, *unit;
    double gravity[3];         // [m/s^2]
    double mu, muRoll, muSpin; // of all contacts; the latter two are lengths [m]
    double duration;           // [s]
    sceneMeasure measure;
    double exact;    // of what is measured; for places, the distance of the worst body
    double scale;    // errors are divided by this
    double from, to; // [s] during which the lift is measured
    int bodyCount;
    sceneBody bodies[SCENE_BODIES_MAX];
} engineScene;

typedef struct sceneState
{
    double position[3], velocity[3], omega[3], quaternion[4]; // x y z w
} sceneState;

typedef struct sceneRun sceneRun;

/// What an engine supplies. `create` returns NULL when the engine refuses the scene.
typedef struct engineOps
{
    const char* engine;
    const char* ( *lacks )( const engineScene* scene ); // why the engine cannot do this scene; NULL: it can
    void* ( *create )( const engineScene* scene, double h );
    void ( *step )( void* world );
    void ( *body )( void* world, int index, sceneState* state );
    void ( *contacts )(
        void* world, sceneRun* run ); // calls sceneContact for every contact of the latest step
    void ( *destroy )( void* world );
} engineOps;

typedef struct sceneResult
{
    double measured, exact, error;
    double secondsPerStep; // processor time; 0: not measured
    int steps;
    const char* failure; // NULL: none
} sceneResult;

struct sceneRun
{
    const engineScene* scene;
    ssProbe* probe; // may be NULL
    double h, t;
    double angle, highest;                    // [rad], [m]
    double load[SCENE_BODIES_MAX], worstLoad; // on body i from below, and the worst error [N]
};

static const char* const scene_names[] = { "hold", "slide", "fan", "stop", "roll", "spin", "lift", "rest",
    "stack", "billiard" };
#define SCENE_COUNT 10

static inline void scene_Begin( engineScene* scene, const char* title, const char* unit, double duration )
{
    scene->title = title;
    scene->unit = unit;
    scene->duration = duration;
    scene->mu = 0.4;
    scene->gravity[2] = -SCENE_GRAVITY;
}

static inline sceneBody* scene_Add( engineScene* scene, int shape, double size, double height )
{
    sceneBody* body = &scene->bodies[scene->bodyCount++];
    body->shape = shape;
    body->size[0] = body->size[1] = size;
    body->size[2] = shape == SS_PROBE_BOX ? height : size;
    body->mass = 5.0;
    body->position[2] = body->size[2];
    return body;
}

/// A flat block, which does not topple.
static inline sceneBody* scene_AddBlock( engineScene* scene )
{
    return scene_Add( scene, SS_PROBE_BOX, 0.25, 0.05 );
}

static inline sceneBody* scene_AddBall( engineScene* scene )
{
    return scene_Add( scene, SS_PROBE_SPHERE, 0.1, 0.0 );
}

/// A block on a slope of `share` times the critical angle atan(mu), from rest: it stays,
/// or slides s = a t^2 / 2 with a = g (sin - mu cos). What holds is compared with the way
/// of a block without friction, g sin t^2 / 2.
static inline void scene_Slope( engineScene* scene, double share )
{
    double angle = share * atan( scene->mu ), t = scene->duration;
    double pull = SCENE_GRAVITY * sin( angle ), friction = scene->mu * SCENE_GRAVITY * cos( angle );
    double way = 0.5 * ( pull > friction ? pull - friction : 0.0 ) * t * t;
    scene->gravity[0] = pull;
    scene->gravity[2] = -SCENE_GRAVITY * cos( angle );
    scene_AddBlock( scene )->target[0] = way;
    scene->scale = way > 0.0 ? way : 0.5 * pull * t * t;
}

/// Blocks that start at the speed v0 and stop after v0^2 / (2 mu g), in
/// equal headings around a circle; one: along x.
static inline void scene_Launch( engineScene* scene, int count, double v0 )
{
    double way = v0 * v0 / ( 2.0 * scene->mu * SCENE_GRAVITY );
    for ( int i = 0; i < count; ++i )
    {
        double heading = 2.0 * SCENE_PI * i / count, c = cos( heading ), s = sin( heading );
        sceneBody* block = scene_AddBlock( scene );
        block->position[0] = count > 1 ? 1.5 * c : 0.0;
        block->position[1] = count > 1 ? 1.5 * s : 0.0;
        block->velocity[0] = v0 * c;
        block->velocity[1] = v0 * s;
        block->target[0] = way * c;
        block->target[1] = way * s;
    }
    scene->scale = way;
}

/// A ball rolls to a stop. The moment mu_r f_N and rolling without
/// slip give the deceleration (5/7) g mu_r / R.
static inline void scene_Roll( engineScene* scene )
{
    sceneBody* ball = scene_AddBall( scene );
    double v0 = 1.0, radius = ball->size[0];
    scene->muRoll = 0.01;
    ball->velocity[0] = v0;
    ball->omega[1] = v0 / radius;
    ball->target[0] = scene->scale =
        v0 * v0 / ( 2.0 * ( 5.0 / 7.0 ) * SCENE_GRAVITY * scene->muRoll / radius );
}

/// A ball spins to a stop. The moment mu_s f_N gives the deceleration mu_s g / (2/5 R^2).
static inline void scene_Spin( engineScene* scene )
{
    sceneBody* ball = scene_AddBall( scene );
    double w0 = 20.0, radius = ball->size[0];
    scene->measure = scene_angle;
    scene->muSpin = 0.01;
    ball->omega[2] = w0;
    scene->exact = scene->scale =
        w0 * w0 / ( 2.0 * scene->muSpin * SCENE_GRAVITY / ( 0.4 * radius * radius ) );
}

/// A block that slides must not rise. Under the convex-relaxed law it rides at
/// the height h mu |v|, the unit of the error.
static inline void scene_Lift( engineScene* scene, double h )
{
    double v0 = 4.0; // it stops after 1.02 s
    scene_Launch( scene, 1, v0 );
    scene->measure = scene_lift;
    scene->from = 0.2;
    scene->to = 0.8;
    scene->scale = h * scene->mu * v0;
}

/// Five boxes at rest: each carries the weight of those above it.
static inline void scene_Stack( engineScene* scene )
{
    scene->measure = scene_load;
    for ( int i = 0; i < 5; ++i )
    {
        scene_Add( scene, SS_PROBE_BOX, 0.25, 0.1 )->position[2] = 0.1 + 0.2 * i;
    }
    scene->scale = 5.0 * scene->bodies[0].mass * SCENE_GRAVITY;
}

/// A ball starts to slide without spin at v0, in a heading that no engine prefers. Friction turns it until it
/// rolls, from t1 = 2 v0 / (7 mu g) on with 5/7 v0, after 12 v0^2 / (49 mu g).
static inline void scene_Billiard( engineScene* scene )
{
    double v0 = 3.0, c = cos( SCENE_PI / 6.0 ), s = sin( SCENE_PI / 6.0 );
    scene->mu = 0.2;
    double braking = scene->mu * SCENE_GRAVITY, t1 = 2.0 * v0 / ( 7.0 * braking );
    double way = 12.0 * v0 * v0 / ( 49.0 * braking ) + 5.0 / 7.0 * v0 * ( scene->duration - t1 );
    sceneBody* ball = scene_AddBall( scene );
    ball->velocity[0] = v0 * c;
    ball->velocity[1] = v0 * s;
    ball->target[0] = way * c;
    ball->target[1] = way * s;
    scene->scale = way;
}

/// The scene of this name for steps of h [s]; 0: there is none.
static inline int sceneFind( const char* name, double h, engineScene* scene )
{
    int index = 0;
    while ( index < SCENE_COUNT && strcmp( name, scene_names[index] ) != 0 ) { ++index; }
    memset( scene, 0, sizeof( *scene ) );
    scene->name = index < SCENE_COUNT ? scene_names[index] : NULL;
    switch ( index )
    {
        case 0:
            scene_Begin( scene, "block at 0.9 of the critical angle", "m", 2.0 );
            scene_Slope( scene, 0.9 );
            break;
        case 1:
            scene_Begin( scene, "block at 1.1 of the critical angle", "m", 2.0 );
            scene_Slope( scene, 1.1 );
            break;
        case 2:
            scene_Begin( scene, "twelve blocks in twelve headings", "m", 1.0 );
            scene_Launch( scene, 12, 2.0 );
            break;
        case 3:
            scene_Begin( scene, "stop distance of a block", "m", 1.5 );
            scene_Launch( scene, 1, 3.0 );
            break;
        case 4:
            scene_Begin( scene, "rolling stop of a ball", "m", 2.0 );
            scene_Roll( scene );
            break;
        case 5:
            scene_Begin( scene, "spin-down of a ball", "rad", 1.5 );
            scene_Spin( scene );
            break;
        case 6:
            scene_Begin( scene, "lift of a sliding block", "m", 2.0 );
            scene_Lift( scene, h );
            break;
        case 7:
            scene_Begin( scene, "block at rest for 100 s, half the critical angle", "m", 100.0 );
            scene_Slope( scene, 0.5 );
            scene->scale = 2.0 * scene->bodies[0].size[0]; // errors in lengths of the block
            break;
        case 8:
            scene_Begin( scene, "loads in a stack of five boxes", "N", 5.0 );
            scene_Stack( scene );
            break;
        case 9:
            scene_Begin( scene, "a ball from sliding to rolling", "m", 1.0 );
            scene_Billiard( scene );
            break;
        default: break;
    }
    return index < SCENE_COUNT;
}

/// The opposite of a vector, or NULL.
static inline const double* scene_Opposite( const double* from, double* to )
{
    for ( int k = 0; from != NULL && k < 3; ++k ) { to[k] = -from[k]; }
    return from != NULL ? to : NULL;
}

/// Reports a contact of the latest step, as ssProbeContact does. Body i of the scene has the number i +
/// 1, the ground 0. The engine decides which of two bodies is b; in the log it is the one with the
/// higher number, so that logs can be compared.
static inline void sceneContact( sceneRun* run, int64_t contact, int64_t a, int64_t b, const double* point,
    const double* normal, const double* force, const double* moment, const double* velocity,
    const double* omega, double gap )
{
    if ( a > b )
    {
        double n[3], f[3], m[3], v[3], w[3];
        sceneContact( run, contact, b, a, point, scene_Opposite( normal, n ), scene_Opposite( force, f ),
            scene_Opposite( moment, m ), scene_Opposite( velocity, v ), scene_Opposite( omega, w ), gap );
        return;
    }
    if ( b > 0 && b <= SCENE_BODIES_MAX ) { run->load[b - 1] += force[2]; }
    ssProbeContact( run->probe, contact, a, b, point, normal, force, moment, velocity, omega, gap,
        run->scene->mu, run->scene->muRoll, run->scene->muSpin );
}

static inline void scene_LogBodies( const engineOps* ops, void* world, const sceneRun* run )
{
    static const double origin[3] = { 0.0, 0.0, 0.0 }, upright[4] = { 0.0, 0.0, 0.0, 1.0 };
    ssProbeBody( run->probe, 0, origin, upright, SS_PROBE_PLANE, origin, 0.0 );
    for ( int i = 0; i < run->scene->bodyCount; ++i )
    {
        const sceneBody* body = &run->scene->bodies[i];
        sceneState state;
        ops->body( world, i, &state );
        ssProbeBody(
            run->probe, i + 1, state.position, state.quaternion, body->shape, body->size, body->mass );
    }
}

/// Looks at the world after a step, and logs it if `log` is not 0.
static inline void scene_Observe( const engineOps* ops, void* world, sceneRun* run, int log )
{
    const engineScene* scene = run->scene;
    memset( run->load, 0, sizeof( run->load ) );
    if ( log || scene->measure == scene_load )
    {
        ssProbe* probe = run->probe;
        run->probe = log ? probe : NULL;
        ssProbeBeginFrame( run->probe, run->t );
        ops->contacts( world, run );
        if ( run->probe != NULL ) { scene_LogBodies( ops, world, run ); }
        ssProbeEndFrame( run->probe );
        run->probe = probe;
    }
    sceneState first;
    ops->body( world, 0, &first );
    run->angle += run->h * first.omega[2];
    if ( run->t >= scene->from && run->t <= scene->to && first.position[2] > run->highest )
    {
        run->highest = first.position[2];
    }
    for ( int i = 0; scene->measure == scene_load && i < scene->bodyCount; ++i )
    {
        double weight = ( scene->bodyCount - i ) * scene->bodies[i].mass * SCENE_GRAVITY;
        double error = fabs( run->load[i] - weight );
        if ( run->t > scene->duration - 1.0 && !( error <= run->worstLoad ) ) { run->worstLoad = error; }
    }
}

static inline void scene_Conclude(
    const engineOps* ops, void* world, const sceneRun* run, sceneResult* result )
{
    const engineScene* scene = run->scene;
    sceneState state;
    ops->body( world, 0, &state );
    result->exact = scene->exact;
    result->measured = scene->measure == scene_angle ? run->angle
        : scene->measure == scene_lift               ? run->highest - state.position[2]
                                                     : run->worstLoad;
    result->error = fabs( result->measured - result->exact ) / scene->scale;
    double worst = -1.0;
    for ( int i = 0; scene->measure == scene_place && i < scene->bodyCount; ++i )
    {
        const sceneBody* body = &scene->bodies[i];
        ops->body( world, i, &state );
        double x = state.position[0] - body->position[0], y = state.position[1] - body->position[1];
        double apart = hypot( x - body->target[0], y - body->target[1] );
        if ( !( apart <= worst ) ) // also where it is no number
        {
            worst = apart;
            result->measured = hypot( x, y );
            result->exact = hypot( body->target[0], body->target[1] );
            result->error = apart / scene->scale;
        }
    }
}

/// Processor time of a step [s]: the fastest of some runs of at most 2000 steps.
static inline double scene_Time(
    const engineOps* ops, const engineScene* scene, double h, int steps, int repeats )
{
    double best = 0.0;
    steps = steps < 2000 ? steps : 2000;
    for ( int r = 0; r < repeats; ++r )
    {
        void* world = ops->create( scene, h );
        if ( world == NULL ) { return 0.0; }
        clock_t began = clock();
        for ( int k = 0; k < steps; ++k ) { ops->step( world ); }
        double seconds = (double)( clock() - began ) / CLOCKS_PER_SEC / steps;
        ops->destroy( world );
        best = r == 0 || seconds < best ? seconds : best;
    }
    return best;
}

/// Runs a scene with steps of h, and logs its contacts into a file unless `log` is NULL.
static inline sceneResult sceneRunOnce(
    const engineOps* ops, const engineScene* scene, double h, const char* log, int repeats )
{
    sceneResult result;
    sceneRun run;
    memset( &result, 0, sizeof( result ) );
    memset( &run, 0, sizeof( run ) );
    result.measured = result.exact = result.error = SS_PROBE_NAN;
    result.failure = ops->lacks != NULL ? ops->lacks( scene ) : NULL;
    if ( result.failure != NULL ) { return result; }
    result.steps = (int)( scene->duration / h + 0.5 );
    int stride = 1 + ( result.steps - 1 ) / SCENE_FRAMES_MAX;
    void* world = ops->create( scene, h );
    run.scene = scene;
    run.h = h;
    run.probe = log != NULL ? ssProbeOpenFile( log ) : NULL;
    result.failure = world == NULL  ? "the engine refuses the scene"
        : log != NULL && !run.probe ? "the log cannot be written"
                                    : NULL;
    for ( int k = 1; result.failure == NULL && k <= result.steps; ++k )
    {
        ops->step( world );
        run.t = k * h;
        scene_Observe( ops, world, &run, run.probe != NULL && k % stride == 0 );
    }
    if ( result.failure == NULL )
    {
        scene_Conclude( ops, world, &run, &result );
        result.secondsPerStep = scene_Time( ops, scene, h, result.steps, repeats );
    }
    if ( run.probe != NULL && !ssProbeClose( run.probe ) && result.failure == NULL )
    {
        result.failure = "the log cannot be written";
    }
    if ( world != NULL ) { ops->destroy( world ); }
    return result;
}

static inline void scene_PrintNumber( const char* key, double value )
{
    printf( value - value == 0.0 ? ", \"%s\": %.17g" : ", \"%s\": null", key, value );
}

/// The main function of a program for one engine. Status 2: the arguments are wrong, 1: the scene failed.
static inline int sceneMain( const engineOps* ops, int argc, char** argv )
{
    double h = SCENE_STEP;
    const char* log = NULL;
    int repeats = 1, good = argc > 1;
    for ( int i = 2; i + 1 < argc; i += 2 )
    {
        h = strcmp( argv[i], "--h" ) == 0 ? atof( argv[i + 1] ) : h;
        log = strcmp( argv[i], "--log" ) == 0 ? argv[i + 1] : log;
        repeats = strcmp( argv[i], "--repeats" ) == 0 ? atoi( argv[i + 1] ) : repeats;
        good = good &&
            ( strcmp( argv[i], "--h" ) == 0 || strcmp( argv[i], "--log" ) == 0 ||
                strcmp( argv[i], "--repeats" ) == 0 );
    }
    engineScene scene;
    if ( !good || argc % 2 != 0 || !( h > 1e-6 && h < 1.0 ) || !sceneFind( argv[1], h, &scene ) )
    {
        fprintf( stderr, "usage: %s SCENE [--h SECONDS] [--log FILE] [--repeats N]\nscenes:", argv[0] );
        for ( int i = 0; i < SCENE_COUNT; ++i ) { fprintf( stderr, " %s", scene_names[i] ); }
        fputs( "\n", stderr );
        return 2;
    }
    sceneResult result = sceneRunOnce( ops, &scene, h, log, repeats );
    printf( "{\"engine\": \"%s\", \"scene\": \"%s\", \"unit\": \"%s\"", ops->engine, scene.name, scene.unit );
    scene_PrintNumber( "h", h );
    scene_PrintNumber( "steps", result.steps );
    scene_PrintNumber( "measured", result.measured );
    scene_PrintNumber( "exact", result.exact );
    scene_PrintNumber( "error", result.error );
    scene_PrintNumber( "seconds_per_step", result.secondsPerStep );
    printf( result.failure != NULL ? ", \"failure\": \"%s\"}\n" : "}\n", result.failure );
    return result.failure != NULL;
}

#endif
