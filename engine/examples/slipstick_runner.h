// SPDX-License-Identifier: MIT
#ifndef SLIPSTICK_RUNNER_H
#define SLIPSTICK_RUNNER_H

// What a runner of `slipstick bench engines` needs besides its engine. A runner is a program that reads
// scenes as lines of JSON from stdin, computes them, writes their contacts and bodies with slipstick_probe.h,
// and prints where the bodies are; app/cli/bench/README.md has the protocol, for other languages. In C99 or
// C++ it supplies a runnerOps and calls runnerMain: app/cli/bench/peers/runner_ode.c is the one to read.
//
// Units are SI. Body 0 is the ground, the plane z = 0. Boxes and cylinders are solid, impacts are inelastic,
// no body sleeps, and whatever a scene does not say is what the engine does by default.

#include <slipstick_probe.h>

#include <time.h>

#define RUNNER_PROTOCOL 1
#define RUNNER_BODIES_MAX 32
#define RUNNER_STATE 13 // numbers of a body: position, quaternion x y z w, velocity, omega

enum
{
    RUNNER_STATIC,
    RUNNER_DYNAMIC,
    RUNNER_KINEMATIC // keeps its velocity and omega, whatever touches it
};

typedef struct runnerBody
{
    int kind;
    int shape;      // SS_PROBE_PLANE, SS_PROBE_SPHERE, SS_PROBE_BOX or SS_PROBE_CYLINDER
    double size[3]; // radius; half extents; radius, -, half the length along z [m]
    double mass;
    double inertia[3];                      // principal, in body axes [kg m^2]; 0: of the solid shape
    double position[3], quaternion[4];      // x y z w
    double velocity[3], omega[3], force[3]; // the force acts at the centre of mass all the time [N]
} runnerBody;

typedef struct runnerTask
{
    char name[32], log[1024]; // the log may be "": nobody wants one
    double h;                 // [s]
    int steps, every;         // a sample is due after every so many steps
    int iterations;           // of the solver per step; 0: the engine's default
    int repeats;              // runs that are only timed
    int logEvery;             // a frame of the log after every so many steps
    double gravity[3];
    double mu, muRoll, muSpin; // of all contacts; the latter two are lengths [m]
    int bodyCount;
    runnerBody bodies[RUNNER_BODIES_MAX];
} runnerTask;

typedef struct runnerState
{
    double position[3], quaternion[4], velocity[3], omega[3]; // in the order of a sample
} runnerState;

typedef struct runnerLog
{
    const runnerTask* task;
    ssProbe* probe;
} runnerLog;

/// What an engine supplies. `create` returns NULL when the engine refuses the scene.
typedef struct runnerOps
{
    const char *engine, *version;
    const char* notes; // what was hard to run fairly, in a sentence for the report
    int iterates;      // 0: its solver has no iterations, and is asked once for each step size
    const char* ( *lacks )( const runnerTask* task ); // why the engine cannot do this; NULL: it can
    void* ( *create )( const runnerTask* task );
    void ( *step )( void* world );
    void ( *body )( void* world, int index, runnerState* state ); // of a body that is not static
    void ( *contacts )( void* world, runnerLog* log ); // runnerContact for each contact of the latest step
    void ( *destroy )( void* world );
} runnerOps;

/// The opposite of a vector, or NULL.
static inline const double* runner_Opposite( const double* from, double* to )
{
    for ( int k = 0; from != NULL && k < 3; ++k ) { to[k] = -from[k]; }
    return from != NULL ? to : NULL;
}

/// Logs a contact of the latest step, as ssProbeContact does. The engine decides which of two bodies is b; in
/// the log it is the one with the higher number, so that logs can be compared.
static inline void runnerContact( runnerLog* log, int64_t contact, int64_t a, int64_t b, const double* point,
    const double* normal, const double* force, const double* moment, const double* velocity,
    const double* omega, double gap )
{
    double n[3], f[3], m[3], v[3], w[3];
    if ( a > b )
    {
        runnerContact( log, contact, b, a, point, runner_Opposite( normal, n ), runner_Opposite( force, f ),
            runner_Opposite( moment, m ), runner_Opposite( velocity, v ), runner_Opposite( omega, w ), gap );
        return;
    }
    ssProbeContact( log->probe, contact, a, b, point, normal, force, moment, velocity, omega, gap,
        log->task->mu, log->task->muRoll, log->task->muSpin );
}

// ----------------------------------------------------------------------------------------------------- lines

/// What stands behind "KEY": in a line; NULL: nothing. Keys are unique in a line, and objects are flat.
static inline const char* runner_Value( const char* line, const char* key )
{
    char pattern[40];
    int length = snprintf( pattern, sizeof( pattern ), "\"%s\":", key );
    const char* found = strstr( line, pattern );
    return found != NULL ? found + length : NULL;
}

/// Reads up to `count` numbers, single or in brackets; what is not there stays.
static inline void runner_Numbers( const char* line, const char* key, int count, double* to )
{
    const char* at = runner_Value( line, key );
    for ( int k = 0; at != NULL && k < count; ++k )
    {
        char* end;
        at += strspn( at, " [," );
        double value = strtod( at, &end );
        if ( end == at ) { return; }
        to[k] = value;
        at = end;
    }
}

static inline int runner_Whole( const char* line, const char* key, int otherwise )
{
    double value = otherwise;
    runner_Numbers( line, key, 1, &value );
    return value > -2e9 && value < 2e9 ? (int)value : otherwise;
}

/// A text without escapes.
static inline void runner_Text( const char* line, const char* key, char* to, size_t capacity )
{
    const char* at = runner_Value( line, key );
    at = at != NULL ? at + strspn( at, " " ) : NULL;
    size_t length = at != NULL && *at == '"' ? strcspn( at + 1, "\"" ) : 0;
    length = length < capacity ? length : capacity - 1;
    if ( length > 0 ) { memcpy( to, at + 1, length ); }
    to[length] = 0;
}

static inline void runner_ReadTask( const char* line, runnerTask* task )
{
    memset( task, 0, sizeof( *task ) );
    runner_Text( line, "task", task->name, sizeof( task->name ) );
    runner_Text( line, "log", task->log, sizeof( task->log ) );
    runner_Numbers( line, "h", 1, &task->h );
    runner_Numbers( line, "gravity", 3, task->gravity );
    runner_Numbers( line, "mu", 1, &task->mu );
    runner_Numbers( line, "mu_r", 1, &task->muRoll );
    runner_Numbers( line, "mu_s", 1, &task->muSpin );
    task->steps = runner_Whole( line, "steps", 0 );
    task->every = runner_Whole( line, "every", 1 );
    task->iterations = runner_Whole( line, "iterations", 0 );
    task->repeats = runner_Whole( line, "repeats", 0 );
    task->logEvery = runner_Whole( line, "log_every", 1 );
}

/// 0: there are too many bodies, or it has a shape or kind that is not known.
static inline int runner_ReadBody( const char* line, runnerTask* task )
{
    static const char* const kinds[] = { "static", "dynamic", "kinematic" };
    static const char* const shapes[] = { "plane", "sphere", "box", "cylinder" };
    static const int numbers[] = { SS_PROBE_PLANE, SS_PROBE_SPHERE, SS_PROBE_BOX, SS_PROBE_CYLINDER };
    char kind[16], shape[16];
    if ( task->bodyCount == RUNNER_BODIES_MAX ) { return 0; }
    runnerBody* body = &task->bodies[task->bodyCount++];
    body->kind = body->shape = -1;
    body->quaternion[3] = 1.0;
    runner_Text( line, "kind", kind, sizeof( kind ) );
    runner_Text( line, "shape", shape, sizeof( shape ) );
    for ( int i = 0; i < 3; ++i ) { body->kind = strcmp( kind, kinds[i] ) == 0 ? i : body->kind; }
    for ( int i = 0; i < 4; ++i )
    {
        body->shape = strcmp( shape, shapes[i] ) == 0 ? numbers[i] : body->shape;
    }
    runner_Numbers( line, "size", 3, body->size );
    runner_Numbers( line, "mass", 1, &body->mass );
    runner_Numbers( line, "inertia", 3, body->inertia );
    runner_Numbers( line, "position", 3, body->position );
    runner_Numbers( line, "quaternion", 4, body->quaternion );
    runner_Numbers( line, "velocity", 3, body->velocity );
    runner_Numbers( line, "omega", 3, body->omega );
    runner_Numbers( line, "force", 3, body->force );
    return body->kind >= 0 && body->shape >= 0;
}

// ----------------------------------------------------------------------------------------------------- scene

static inline void runner_Observe( const runnerOps* ops, void* world, runnerLog* log, double t )
{
    ssProbeBeginFrame( log->probe, t );
    ops->contacts( world, log );
    for ( int i = 0; i < log->task->bodyCount; ++i )
    {
        const runnerBody* body = &log->task->bodies[i];
        runnerState state;
        memcpy( state.position, body->position, sizeof( state.position ) );
        memcpy( state.quaternion, body->quaternion, sizeof( state.quaternion ) );
        if ( body->kind != RUNNER_STATIC ) { ops->body( world, i, &state ); }
        ssProbeBody( log->probe, i, state.position, state.quaternion, body->shape, body->size,
            body->kind == RUNNER_DYNAMIC ? body->mass : 0.0 );
    }
    ssProbeEndFrame( log->probe );
}

/// Prints where the bodies are. What is no number becomes null.
static inline void runner_Sample( const runnerOps* ops, void* world, const runnerTask* task, int step )
{
    const char* comma = "";
    printf( "{\"step\": %d, \"t\": %.17g, \"state\": [", step, step * task->h );
    for ( int i = 0; i < task->bodyCount; ++i )
    {
        double numbers[RUNNER_STATE];
        runnerState state;
        if ( task->bodies[i].kind != RUNNER_DYNAMIC ) { continue; }
        ops->body( world, i, &state );
        memcpy( numbers, &state, sizeof( numbers ) );
        for ( int k = 0; k < RUNNER_STATE; ++k, comma = ", " )
        {
            printf( numbers[k] - numbers[k] == 0.0 ? "%s%.17g" : "%snull", comma, numbers[k] );
        }
    }
    printf( "]}\n" );
}

/// Processor time of a step [s]: the fastest of some runs of at most 2000 steps.
static inline double runner_Time( const runnerOps* ops, const runnerTask* task )
{
    double best = 0.0;
    int steps = task->steps < 2000 ? task->steps : 2000;
    for ( int r = 0; r < task->repeats; ++r )
    {
        void* world = ops->create( task );
        if ( world == NULL ) { return 0.0; }
        clock_t began = clock();
        for ( int k = 0; k < steps; ++k ) { ops->step( world ); }
        double seconds = (double)( clock() - began ) / CLOCKS_PER_SEC / steps;
        ops->destroy( world );
        best = r == 0 || seconds < best ? seconds : best;
    }
    return best;
}

static inline void runner_Run( const runnerOps* ops, const runnerTask* task, const char* failure )
{
    runnerLog log = { task, NULL };
    int bad = task->bodyCount == 0 || !( task->h > 0.0 ) || task->steps < 1 || task->every < 1 ||
        task->logEvery < 1;
    failure = failure != NULL ? failure
        : bad                 ? "the task is not complete"
        : ops->lacks != NULL  ? ops->lacks( task )
                              : NULL;
    void* world = failure == NULL ? ops->create( task ) : NULL;
    log.probe = world != NULL && task->log[0] != 0 ? ssProbeOpenFile( task->log ) : NULL;
    failure = failure != NULL                    ? failure
        : world == NULL                          ? "the engine refuses the scene"
        : task->log[0] != 0 && log.probe == NULL ? "the log cannot be written"
                                                 : NULL;
    for ( int k = 1; failure == NULL && k <= task->steps; ++k )
    {
        ops->step( world );
        if ( log.probe != NULL && k % task->logEvery == 0 )
        {
            runner_Observe( ops, world, &log, k * task->h );
        }
        if ( k % task->every == 0 ) { runner_Sample( ops, world, task, k ); }
    }
    if ( log.probe != NULL && !ssProbeClose( log.probe ) && failure == NULL )
    {
        failure = "the log cannot be written";
    }
    if ( world != NULL ) { ops->destroy( world ); }
    if ( failure != NULL ) { printf( "{\"failure\": \"%s\"}\n", failure ); }
    else { printf( "{\"done\": %d, \"seconds_per_step\": %.9g}\n", task->steps, runner_Time( ops, task ) ); }
    fflush( stdout );
}

/// The main function of a runner: answers tasks until the input ends.
static inline int runnerMain( const runnerOps* ops )
{
    static runnerTask task;
    static char line[4096];
    const char* failure = NULL;
    printf(
        "{\"engine\": \"%s\", \"version\": \"%s\", \"protocol\": %d, \"iterates\": %s, \"notes\": \"%s\"}\n",
        ops->engine, ops->version, RUNNER_PROTOCOL, ops->iterates ? "true" : "false", ops->notes );
    fflush( stdout );
    while ( fgets( line, sizeof( line ), stdin ) != NULL )
    {
        if ( runner_Value( line, "task" ) != NULL )
        {
            runner_ReadTask( line, &task );
            failure = NULL;
        }
        else if ( runner_Value( line, "body" ) != NULL && !runner_ReadBody( line, &task ) )
        {
            failure = "a body has a shape or kind that is not known, or is one too many";
        }
        else if ( runner_Value( line, "go" ) != NULL ) { runner_Run( ops, &task, failure ); }
    }
    return 0;
}

#endif
