// SPDX-License-Identifier: MIT
#include "cli/bench/engine_runner.h"
#include "base/args.h"
#include "base/grow.h"
#include "base/json_reader.h"
#include "base/json_writer.h"
#include "base/os.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Finds runners, writes their tasks, and reads what they answer.

#define ANSWER ( 4u << 20 ) // [bytes] of what it prints

void engineReply_Destroy( engineReply* reply )
{
    free( reply->answer.t );
    free( reply->answer.states );
    *reply = ( engineReply ){ 0 };
}

int taskSamples( const runnerTask* task ) { return task->steps / task->every; }

int taskMoving( const runnerTask* task )
{
    int count = 0;
    for ( int i = 0; i < task->bodyCount; ++i ) { count += task->bodies[i].kind == RUNNER_DYNAMIC; }
    return count;
}

// --------------------------------------------------------------------------------------------------- writing

static void putNumbers( jsonWriter* json, const char* key, const double* numbers, int count )
{
    jsonBeginArray( json, key );
    for ( int i = 0; i < count; ++i ) { jsonNumber( json, NULL, numbers[i] ); }
    jsonEndArray( json );
}

static void putBody( textWriter* out, const runnerBody* body, int index )
{
    static const char* const kinds[] = { "static", "dynamic", "kinematic" };
    static const char* const shapes[] = { [SS_PROBE_UNKNOWN] = "cone",
        [SS_PROBE_SPHERE] = "sphere",
        [SS_PROBE_BOX] = "box",
        [SS_PROBE_CYLINDER] = "cylinder",
        [SS_PROBE_PLANE] = "plane" };
    jsonWriter json = jsonBegin( *out );
    jsonInLine( &json );
    jsonBeginObject( &json, NULL );
    jsonMembers(
        &json, "body", index, "kind", kinds[body->kind], "shape", shapes[body->shape], "mass", body->mass );
    putNumbers( &json, "size", body->size, 3 );
    if ( body->inertia[0] > 0.0 ) { putNumbers( &json, "inertia", body->inertia, 3 ); }
    putNumbers( &json, "position", body->position, 3 );
    putNumbers( &json, "quaternion", body->quaternion, 4 );
    putNumbers( &json, "velocity", body->velocity, 3 );
    putNumbers( &json, "omega", body->omega, 3 );
    putNumbers( &json, "force", body->force, 3 );
    jsonEndObject( &json );
    *out = json.out;
}

static void putTask( textWriter* out, const runnerTask* task )
{
    jsonWriter json = jsonBegin( *out );
    jsonInLine( &json );
    jsonBeginObject( &json, NULL );
    jsonMembers( &json, "task", task->name, "h", task->h, "steps", task->steps, "every", task->every,
        "iterations", task->iterations, "repeats", task->repeats, "log", task->log, "log_every",
        task->logEvery, "mu", task->mu, "mu_r", task->muRoll, "mu_s", task->muSpin );
    putNumbers( &json, "gravity", task->gravity, 3 );
    jsonEndObject( &json );
    *out = json.out;
    for ( int i = 0; i < task->bodyCount; ++i ) { putBody( out, &task->bodies[i], i ); }
    textPut( out, "{\"go\": true}\n" );
}

// --------------------------------------------------------------------------------------------------- reading

typedef struct Reading
{
    const char* at;
    int line;
    bool cut; ///< it printed more than is kept
} Reading;

SS_PRINTF( 2, 3 ) static bool fault( engineReply* reply, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( reply->fault, sizeof( reply->fault ), format, arguments );
    va_end( arguments );
    return false;
}

/// The next line as an object, which the caller frees; NULL: there is none, with a fault.
static ssJson* nextLine( Reading* reading, engineReply* reply )
{
    ssResult result = ssOk();
    size_t length = strcspn( reading->at, "\n" );
    if ( length == 0 && reading->at[0] == 0 )
    {
        fault( reply, reading->cut ? "it prints without end" : "it ends before it has said that it is done" );
        return NULL;
    }
    reading->line += 1;
    ssJson* json = ssJson_Parse( reading->at, length, &result );
    if ( json == NULL || !ssJson_IsObject( json ) )
    {
        fault( reply, "line %d of what it prints is no JSON object: %.60s", reading->line, reading->at );
        ssJson_Free( json );
        json = NULL;
    }
    reading->at += length + ( reading->at[length] == '\n' );
    return json;
}

static double numberOf( const ssJson* line, const char* key )
{
    double value = (double)NAN;
    const ssJson* member = ssJson_Member( line, key );
    return member != NULL && ssJson_Number( member, &value ) ? value : (double)NAN;
}

static void keepText( const ssJson* line, const char* key, char* to, size_t capacity )
{
    const ssJson* member = ssJson_Member( line, key );
    const char* text = member != NULL ? ssJson_Text( member ) : NULL;
    snprintf( to, capacity, "%s", text != NULL ? text : "" );
}

/// The first line: who it is.
static bool readHello( Reading* reading, engineRunner* runner, engineReply* reply )
{
    ssJson* line = nextLine( reading, reply );
    if ( line == NULL ) { return false; }
    bool iterates = true;
    const ssJson* heeds = ssJson_Member( line, "iterates" );
    keepText( line, "engine", runner->engine, sizeof( runner->engine ) );
    keepText( line, "version", runner->version, sizeof( runner->version ) );
    keepText( line, "notes", runner->notes, sizeof( runner->notes ) );
    runner->iterates = heeds == NULL || !ssJson_Bool( heeds, &iterates ) || iterates;
    double protocol = numberOf( line, "protocol" );
    ssJson_Free( line );
    if ( runner->engine[0] == 0 || protocol != RUNNER_PROTOCOL )
    {
        return fault( reply, "its first line does not say \"engine\" and \"protocol\": %d", RUNNER_PROTOCOL );
    }
    return true;
}

static bool readSample( const ssJson* line, const runnerTask* task, int lineNumber, engineReply* reply )
{
    sceneAnswer* answer = &reply->answer;
    int numbers = answer->dynamicCount * RUNNER_STATE, index = answer->sampleCount, count = 0;
    double t = numberOf( line, "t" ), due = ( index + 1 ) * task->every * task->h;
    const ssJson* state = ssJson_Member( line, "state" );
    if ( index == taskSamples( task ) )
    {
        return fault( reply, "line %d: more samples than were asked for", lineNumber );
    }
    if ( !( fabs( t - due ) <= 1e-9 + 1e-6 * due ) )
    {
        return fault( reply, "line %d: a sample at t = %g s, where one is due at %g s", lineNumber, t, due );
    }
    double* to = answer->states + (size_t)index * (size_t)numbers;
    for ( const ssJson* item = state != NULL ? ssJson_First( state ) : NULL; item != NULL;
          item = ssJson_Next( item ) )
    {
        double value = (double)NAN; // null where it is no number
        bool known = ssJson_Number( item, &value );
        if ( count < numbers ) { to[count] = known ? value : (double)NAN; }
        count += 1;
    }
    if ( count != numbers )
    {
        return fault( reply, "line %d: \"state\" has %d numbers, %d per body that moves by itself are %d",
            lineNumber, count, RUNNER_STATE, numbers );
    }
    answer->t[index] = t;
    answer->sampleCount += 1;
    return true;
}

/// Everything up to `done` or `failure`. False: with a fault.
static bool readTask( Reading* reading, const runnerTask* task, engineReply* reply )
{
    for ( ;; )
    {
        ssJson* line = nextLine( reading, reply );
        if ( line == NULL ) { return false; }
        keepText( line, "failure", reply->failure, sizeof( reply->failure ) );
        double done = numberOf( line, "done" ), cost = numberOf( line, "seconds_per_step" );
        bool sample = ssJson_Member( line, "state" ) != NULL;
        bool good = !sample || readSample( line, task, reading->line, reply );
        ssJson_Free( line );
        if ( !good || reply->failure[0] != 0 ) { return good; }
        if ( isfinite( done ) )
        {
            reply->secondsPerStep = cost;
            int samples = taskSamples( task );
            return done != task->steps ? fault( reply, "it has done %g steps of %d", done, task->steps )
                : !( cost >= 0.0 )     ? fault( reply, "its last line has no \"seconds_per_step\"" )
                : reply->answer.sampleCount != samples
                ? fault( reply, "it gives %d samples of %d", reply->answer.sampleCount, samples )
                : true;
        }
    }
}

ssResult runnerAsk( engineRunner* runner, const runnerTask* tasks, const char* extra, int count, double limit,
    engineReply* replies )
{
    textWriter text = { 0 };
    char path[64] = "", *output = needMemory( ANSWER, 1 );
    int status = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( extra != NULL ) { textPut( &text, "%s\n", extra ); }
        putTask( &text, &tasks[i] );
        size_t samples = (size_t)taskSamples( &tasks[i] ), moving = (size_t)taskMoving( &tasks[i] );
        sceneAnswer* answer = &replies[i].answer;
        answer->dynamicCount = (int)moving;
        answer->t = needMemory( samples + 1, sizeof( double ) );
        answer->states = needMemory( samples * moving * RUNNER_STATE + 1, sizeof( double ) );
    }
    int scratch = osFillScratch( text.text, text.length, path, sizeof( path ) );
    ssRelease( text.text );
    if ( scratch < 0 )
    {
        free( output );
        return ssError( ss_errorFormat, "engines", "there is no temporary file for a runner; see TMPDIR" );
    }
    char line[700];
    snprintf( line, sizeof( line ), "exec %s", runner->command );
    const char* words[] = { "/bin/sh", "-c", line, NULL };
    double began = osCpuSecondsOfPrograms();
    ssResult ran = osRunProgram( words, path, limit, output, ANSWER, &status );
    replies[0].seconds = osCpuSecondsOfPrograms() - began;
    osCloseScratch( scratch );
    Reading reading = { .at = output, .cut = strlen( output ) + 1 == ANSWER };
    bool good = readHello( &reading, runner, &replies[0] );
    for ( int i = 0; i < count && good; ++i ) { good = readTask( &reading, &tasks[i], &replies[i] ); }
    engineReply* first = &replies[0];
    if ( ran.code != ss_ok ) { fault( first, "it took longer than %g s", limit ); }
    else if ( status == 127 ) { fault( first, "it cannot be run" ); }
    else if ( status != 0 ) { fault( first, "it ended with status %d", status ); }
    else if ( good && reading.at[0] != 0 )
    {
        fault( first, "it says more than is asked: %.60s", reading.at );
    }
    free( output );
    return ssOk();
}

// --------------------------------------------------------------------------------------------------- finding

static const struct
{
    const char *name, *program, *word;
} s_known[] = {
    { "slipstick", "slipstick-runner-slipstick", "" },
    { "bullet", "slipstick-runner-bullet", "" },
    { "ode", "slipstick-runner-ode", "" },
    { "ode-quick", "slipstick-runner-ode", " quick" },
    { "mujoco", "slipstick-runner-mujoco", "" },
    { "mujoco-elliptic", "slipstick-runner-mujoco", " elliptic" },
};

static bool isThere( const char* program, char* path, size_t capacity )
{
    static const char* const folders[] = { "", "/" SLIPSTICK_HELPERS };
    char here[2048];
    for ( int i = 0; i < SS_COUNT( folders ) && osProgramFolder( here, sizeof( here ) ); ++i )
    {
        int length = snprintf( path, capacity, "%s%s/%s", here, folders[i], program );
        if ( length > 0 && (size_t)length < capacity && osFileExists( path ) ) { return true; }
    }
    return osFindProgram( program, path, capacity );
}

/// One that is given: NAME=COMMAND, or NAME of a program slipstick-runner-NAME, in place of one of that name.
/// False after a message.
static bool take( const char* word, engineRunner* runners, int* count, int most )
{
    const char* command = NULL;
    char program[64], path[560];
    engineRunner runner = { .iterates = true };
    int place = 0;
    snprintf( program, sizeof( program ), "slipstick-runner-%.32s", word );
    bool named = strlen( word ) < sizeof( runner.name ) && strpbrk( word, "/= " ) == NULL;
    if ( named && isThere( program, path, sizeof( path ) ) )
    {
        snprintf( runner.name, sizeof( runner.name ), "%s", word );
        command = path;
    }
    else if ( named || !argsSplitPair( word, runner.name, sizeof( runner.name ), &command ) ||
        command[0] == 0 || strlen( command ) >= sizeof( runner.command ) ||
        strpbrk( runner.name, "/ " ) != NULL )
    {
        argsFail( "bench",
            named ? "--runner %.32s: there is no program slipstick-runner-%.32s"
                  : "--runner %.200s: expected NAME=COMMAND",
            word, word );
        return false;
    }
    snprintf( runner.command, sizeof( runner.command ), "%s", command );
    while ( place < *count && strcmp( runners[place].name, runner.name ) != 0 ) { ++place; }
    if ( place == most )
    {
        argsFail( "bench", "--runner %s: there may be %d runners", runner.name, most );
        return false;
    }
    *count += place == *count;
    runners[place] = runner;
    return true;
}

int runnersFind( const char* const* given, int givenCount, engineRunner* runners, int most )
{
    int count = 0;
    for ( int i = 0; i < SS_COUNT( s_known ) && count < most; ++i )
    {
        char path[560];
        if ( isThere( s_known[i].program, path, sizeof( path ) ) )
        {
            engineRunner* runner = &runners[count++];
            *runner = ( engineRunner ){ .iterates = true };
            snprintf( runner->name, sizeof( runner->name ), "%s", s_known[i].name );
            snprintf( runner->command, sizeof( runner->command ), "'%s'%s", path, s_known[i].word );
        }
    }
    for ( int i = 0; i < givenCount; ++i )
    {
        if ( !take( given[i], runners, &count, most ) ) { return -1; }
    }
    return count;
}
