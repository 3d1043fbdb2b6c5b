// SPDX-License-Identifier: MIT
#include "base/os.h"
#include "cli/bench/engine_trial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// `slipstick bench engines --check NAME`: does a runner keep to the protocol? Five tasks in one process,
// whose answers are known without friction.

#define STEP ( 1.0 / 240.0 )
#define GRAVITY 9.81
#define LIMIT 10.0 // [s]

enum
{
    task_falls,
    task_drifts,
    task_rests,
    task_unknown,
    task_again,
    TASKS
};

static runnerBody* add( runnerTask* task, int shape, double size, double x, double z )
{
    runnerBody* body = &task->bodies[task->bodyCount++];
    *body = ( runnerBody ){ .kind = shape == SS_PROBE_PLANE ? RUNNER_STATIC : RUNNER_DYNAMIC,
        .shape = shape,
        .size = { size, size, size },
        .mass = shape == SS_PROBE_PLANE ? 0.0 : 2.0,
        .position = { x, 0.0, z },
        .quaternion = { 0.0, 0.0, 0.0, 1.0 } };
    return body;
}

static void makeTasks( runnerTask* tasks, const char* log )
{
    for ( int i = 0; i < TASKS; ++i )
    {
        runnerTask* task = &tasks[i];
        *task = ( runnerTask ){ .h = STEP, .steps = 120, .every = 12, .logEvery = 1, .mu = 0.5 };
        snprintf( task->name, sizeof( task->name ), "check-%d", i );
        task->gravity[2] = i == task_drifts || i == task_again ? 0.0 : -GRAVITY;
        add( task, SS_PROBE_PLANE, 0.0, 0.0, 0.0 );
    }
    tasks[task_falls].repeats = 1;
    add( &tasks[task_falls], SS_PROBE_SPHERE, 0.1, 0.0, 5.0 );
    add( &tasks[task_rests], SS_PROBE_BOX, 0.1, 0.5, 0.1 );
    add( &tasks[task_unknown], SS_PROBE_UNKNOWN, 0.1, 0.0, 1.0 );
    snprintf( tasks[task_rests].log, sizeof( tasks[task_rests].log ), "%s", log );
    runnerTask* drifts = &tasks[task_drifts];
    runnerBody* box = add( drifts, SS_PROBE_BOX, 0.1, 0.0, 10.0 );
    box->velocity[0] = 1.0;
    box->velocity[1] = 2.0;
    box->omega[2] = 2.0;
    add( drifts, SS_PROBE_SPHERE, 0.1, 5.0, 10.0 )->force[0] = 6.0;
    memcpy( tasks[task_again].bodies, drifts->bodies, sizeof( drifts->bodies ) );
    tasks[task_again].bodyCount = drifts->bodyCount;
}

static int s_wrong;

/// One line of the answer; `why` is for what is wrong.
static bool say( osWriter* out, bool good, const char* what, const char* why )
{
    s_wrong += !good;
    osPrintf(
        out, "%-6s %s%s%s\n", good ? "ok" : "WRONG", what, good || why[0] == 0 ? "" : ": ", good ? "" : why );
    return good;
}

static bool near( double value, double wanted, double allowed ) { return fabs( value - wanted ) <= allowed; }

static void checkMotion( osWriter* out, const engineReply* replies )
{
    double t = 0.5, half[2] = { sin( t ), cos( t ) };
    char text[160];
    const double* ball = replies[task_falls].answer.states + 9 * RUNNER_STATE;
    snprintf( text, sizeof( text ), "z = %g m and v_z = %g m/s after %g s from 5 m", ball[2], ball[9], t );
    say( out,
        near( ball[2], 5.0 - 0.5 * GRAVITY * t * t, GRAVITY * t * STEP + 1e-3 ) &&
            near( ball[9], -GRAVITY * t, 0.01 ),
        "a body falls with g", text );
    const double *box = replies[task_drifts].answer.states + 18 * RUNNER_STATE, *pushed = box + RUNNER_STATE;
    snprintf( text, sizeof( text ), "it is at (%g, %g, %g), not at (0.5, 1, 10)", box[0], box[1], box[2] );
    say( out, near( box[0], 0.5, 0.01 ) && near( box[1], 1.0, 0.01 ) && near( box[2], 10.0, 0.01 ),
        "a body keeps its velocity, and bodies come in their order", text );
    snprintf( text, sizeof( text ), "(%g, %g, %g, %g), where x y z w are (0, 0, %.3f, %.3f)", box[3], box[4],
        box[5], box[6], half[0], half[1] );
    double dot = fabs( box[5] * half[0] + box[6] * half[1] );
    say( out, near( dot, 1.0, 1e-3 ) && near( box[12], 2.0, 0.01 ),
        "a quaternion is x y z w, omega is in the world", text );
    snprintf( text, sizeof( text ), "x = %g m, not 5.375 m", pushed[0] );
    say( out, near( pushed[0], 5.375, 3.0 * t * STEP + 1e-3 ), "a force acts on a body all the time", text );
}

static void checkLog( osWriter* out, const runnerTask* task, engineReply* reply )
{
    char lie[200] = "";
    const double* box = reply->answer.states + 9 * RUNNER_STATE;
    say( out, near( box[0], 0.5, 0.01 ) && near( box[2], 0.1, 0.02 ), "a box rests on the ground",
        "it does not stay" );
    trialLog file = { .text = NULL };
    ssResult read = trialOpenLog( task->log, &file );
    read =
        read.code == ss_ok ? trialCompare( NULL, task, file.log, &reply->answer, lie, sizeof( lie ) ) : read;
    if ( say( out, read.code == ss_ok, "its log can be read", read.message ) )
    {
        say( out, lie[0] == 0, "its log says what its answer says", lie );
    }
    trialCloseLog( &file );
}

int runnerCheck( engineRunner* runner )
{
    static runnerTask tasks[TASKS];
    engineReply replies[TASKS] = { 0 };
    char log[64] = "";
    int scratch = osOpenScratch( log, sizeof( log ) );
    makeTasks( tasks, log );
    s_wrong = 0;
    ssResult result = runnerAsk(
        runner, tasks, "{\"to come\": [1, 2], \"text\": \"that nobody knows yet\"}", TASKS, LIMIT, replies );
    osWriter* out = osOpenWrite( "-" );
    osPrintf( out, "%s (%s %s)\n", runner->name, runner->engine, runner->version );
    const char* fault = result.code != ss_ok ? result.message : "";
    for ( int i = TASKS; i-- > 0; ) { fault = replies[i].fault[0] != 0 ? replies[i].fault : fault; }
    if ( say( out, fault[0] == 0, "it answers five tasks as the protocol wants, and ends with its input",
             fault ) )
    {
        const char* failure = "";
        for ( int i = TASKS; i-- > 0; )
        {
            failure = i != task_unknown && replies[i].failure[0] != 0 ? replies[i].failure : failure;
        }
        say( out, replies[task_unknown].failure[0] != 0, "it refuses a shape that nobody knows",
            "it computes something" );
        if ( say( out, failure[0] == 0, "it does what every engine can do", failure ) )
        {
            checkMotion( out, replies );
            checkLog( out, &tasks[task_rests], &replies[task_rests] );
            size_t size = sizeof( double ) * RUNNER_STATE * 20;
            bool same =
                memcmp( replies[task_drifts].answer.states, replies[task_again].answer.states, size ) == 0;
            say( out, same, "the same task has the same answer, whatever came before", "it has another" );
            say( out, replies[task_falls].secondsPerStep > 0.0, "it says what a step costs",
                "seconds_per_step is 0" );
        }
    }
    osPrintf( out, "%d wrong\n", s_wrong );
    for ( int i = 0; i < TASKS; ++i ) { engineReply_Destroy( &replies[i] ); }
    osCloseScratch( scratch );
    result = osCommitWrite( out );
    return result.code == ss_ok ? s_wrong : 1;
}
