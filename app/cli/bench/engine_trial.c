// SPDX-License-Identifier: MIT
#include "cli/bench/engine_trial.h"
#include "base/grow.h"
#include "base/link.h"
#include "base/os.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Runs a scene in an engine, and holds its log against its answer: a runner that says what its contacts have
// not done lies.

#define LIMIT 120.0     // [s] of a trial
#define FRAMES_MAX 4800 // that are logged; longer runs log every second, third, … step

#define CAUSED 1e-3 // an error below, with clean contacts, needs no cause

// What an honest log may be off by. Positions are those of the answer, but for their last digits in single
// precision.
#define APART 1e-5 // [m], and of the distance from the origin
// Motion that follows from forces is the engine's own, but for the order of its scheme and what its
// correction of penetration does: shares of the fastest speed, and of what gravity would do.
#define MOVED 0.05
#define ROUNDED 1e-4 // of forces, by the tolerance of a solver
// A contact's velocity is that of its bodies, before or after a step.
#define SLIPPED 0.25

// [s] of processor time that a runner may take to start, and times what it says of a step, with its log.
#define STARTED 2.0
#define LOGGED 20.0

typedef struct Check
{
    const engineScene* scene;
    const runnerTask* task;
    sceneAnswer* answer;
    ssVec3 v[RUNNER_BODIES_MAX], x[RUNNER_BODIES_MAX]; // of bodies, from the forces of the log
    double fastest[RUNNER_BODIES_MAX],
        pushed[RUNNER_BODIES_MAX]; // [m/s] all that forces have done, whatever their direction
    double deepest;                // [m]
    char* lie;
    size_t capacity;
} Check;

SS_PRINTF( 2, 3 ) static void lies( const Check* check, const char* format, ... )
{
    if ( check->lie[0] == 0 )
    {
        va_list arguments;
        va_start( arguments, format );
        vsnprintf( check->lie, check->capacity, format, arguments );
        va_end( arguments );
    }
}

/// The state of a body that moves by itself in a sample; NULL: it does not.
static const double* stateOf( const Check* check, int sample, int body )
{
    int place = 0;
    for ( int i = 0; i < body; ++i ) { place += check->task->bodies[i].kind == RUNNER_DYNAMIC; }
    bool moves =
        body >= 0 && body < check->task->bodyCount && check->task->bodies[body].kind == RUNNER_DYNAMIC;
    size_t row = (size_t)sample * (size_t)check->answer->dynamicCount + (size_t)place;
    return moves ? check->answer->states + row * RUNNER_STATE : NULL;
}

/// Bodies of the frame are where the sample says.
static void comparePlaces( const Check* check, const ssLogFrame* frame, int sample )
{
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        const ssLogBody* body = &frame->bodies[i];
        bool numbered = body->id >= 0.0 && body->id < check->task->bodyCount;
        const double* state = numbered ? stateOf( check, sample, (int)body->id ) : NULL;
        if ( state == NULL ) { continue; }
        double apart = ssVec3_Length( ssVec3_Sub( body->position, ssVec3_At( state ) ) );
        double allowed = APART * ( 1.0 + ssVec3_Length( body->position ) );
        if ( !( apart <= allowed ) )
        {
            lies( check, "at %g s its log has body %d %.3g m from where it says", frame->t, (int)body->id,
                apart );
        }
    }
}

/// Velocity of a body at a point; `back` [s] before the sample the body was elsewhere.
static ssVec3 motionAt( const Check* check, int sample, int body, ssVec3 point, double back )
{
    const double* state = stateOf( check, sample, body );
    const runnerBody* def = &check->task->bodies[body];
    ssVec3 x = ssVec3_At( state != NULL ? state : def->position ),
           v = ssVec3_At( state != NULL ? state + 7 : def->velocity );
    ssVec3 w = ssVec3_At( state != NULL ? state + 10 : def->omega );
    return ssVec3_Add( v, ssVec3_Cross( w, ssVec3_Sub( point, ssVec3_MulAdd( x, -back, v ) ) ) );
}

/// By how much contacts slip otherwise than their bodies, where these are, or were before the step. `meant`
/// gets how fast these slip, all together, and `count` how many contacts there are.
static double slipsApart(
    const Check* check, const ssLogFrame* frame, int sample, double back, double* meant, double* count )
{
    double sum = 0.0;
    *meant = *count = 0.0;
    for ( int i = 0; i < frame->count; ++i )
    {
        double a = frame->columns[ss_logA][i], b = frame->columns[ss_logB][i];
        int bodies = check->task->bodyCount;
        ssVec3 p = ssLogFrame_Vector( frame, ss_logPx, i ), n = ssLogFrame_Vector( frame, ss_logNx, i );
        if ( !( a >= 0.0 && a < bodies && b >= 0.0 && b < bodies && isfinite( p.x ) ) ) { continue; }
        ssVec3 v = motionAt( check, sample, (int)b, p, back );
        v = ssVec3_Sub( v, motionAt( check, sample, (int)a, p, back ) );
        ssVec3 apart = ssVec3_Sub( ssLogFrame_Vector( frame, ss_logVx, i ), v );
        sum += ssVec3_Length( ssVec3_MulAdd( apart, -ssVec3_Dot( n, apart ), n ) );
        *meant += ssVec3_Length( ssVec3_MulAdd( v, -ssVec3_Dot( n, v ), n ) );
        *count += 1.0;
    }
    return sum;
}

/// Contacts slip as their bodies do.
static void compareSlips( const Check* check, const ssLogFrame* frame, int sample )
{
    double meant, count, h = check->task->h, g = ssVec3_Length( ssVec3_At( check->task->gravity ) );
    double apart = fmin( slipsApart( check, frame, sample, 0.0, &meant, &count ),
        slipsApart( check, frame, sample, h, &meant, &count ) );
    double allowed = SLIPPED * meant + count * ( 1e-4 + 0.6 * check->task->mu * g * h );
    if ( !( apart <= allowed ) )
    {
        lies( check, "at %g s contacts of its log slip by %.3g m/s otherwise than its bodies", frame->t,
            apart / count );
    }
}

/// Adds the forces of a frame to the motion of the bodies, over the time that it stands for.
static void addForces( Check* check, const ssLogFrame* frame, double dt )
{
    ssVec3 force[RUNNER_BODIES_MAX] = { 0 };
    double load[RUNNER_BODIES_MAX] = { 0 };
    for ( int i = 0; i < frame->count; ++i )
    {
        double a = frame->columns[ss_logA][i], b = frame->columns[ss_logB][i];
        ssVec3 f = ssLogFrame_Vector( frame, ss_logFx, i );
        int count = check->task->bodyCount;
        check->deepest = fmax( check->deepest, -frame->columns[ss_logGap][i] );
        for ( int side = 0; side < 2; ++side )
        {
            double body = side == 0 ? a : b;
            if ( !( body >= 0.0 && body < count ) ) { continue; }
            force[(int)body] = ssVec3_MulAdd( force[(int)body], side == 0 ? -1.0 : 1.0, f );
            load[(int)body] += ssVec3_Length( f );
        }
    }
    for ( int i = 0; i < check->task->bodyCount; ++i )
    {
        const runnerBody* body = &check->task->bodies[i];
        if ( body->kind != RUNNER_DYNAMIC ) { continue; }
        ssVec3 sum = ssVec3_Add( force[i], ssVec3_At( body->force ) );
        ssVec3 a = ssVec3_MulAdd( ssVec3_At( check->task->gravity ), 1.0 / body->mass, sum );
        check->v[i] = ssVec3_MulAdd( check->v[i], dt, a );
        check->x[i] = ssVec3_MulAdd( check->x[i], dt, check->v[i] );
        check->pushed[i] += dt * load[i] / body->mass;
        check->fastest[i] = fmax( check->fastest[i], ssVec3_Length( check->v[i] ) );
    }
}

/// The motion that the forces of the log make is that of the answer.
static void compareMotion( const Check* check, double t, double dt, int sample )
{
    for ( int i = 0; i < check->task->bodyCount; ++i )
    {
        const double* state = stateOf( check, sample, i );
        if ( state == NULL ) { continue; }
        ssVec3 apart = ssVec3_Sub( check->v[i], ssVec3_At( state + 7 ) );
        double allowed = MOVED * check->fastest[i] + ROUNDED * check->pushed[i] + 1e-4,
               miss = ssVec3_Length( apart );
        if ( !( miss <= allowed ) )
        {
            lies( check, "at %g s the forces of its log give body %d a velocity %.3g m/s from what it says",
                t, i, miss );
        }
        apart = ssVec3_Sub( check->x[i], ssVec3_At( state ) );
        double far = MOVED *
            ssVec3_Length( ssVec3_Sub( ssVec3_At( state ), ssVec3_At( check->task->bodies[i].position ) ) );
        apart.z = check->scene != NULL && !check->scene->upright
            ? 0.0
            : apart.z; // penetration is corrected without forces
        allowed = far + dt * check->fastest[i] + ROUNDED * check->pushed[i] * t + check->deepest + 1e-4;
        miss = ssVec3_Length( apart );
        if ( !( miss <= allowed ) )
        {
            lies(
                check, "at %g s the forces of its log bring body %d %.3g m from where it says", t, i, miss );
        }
    }
}

/// What presses on stacked bodies from below, in the last second.
static void weigh( const Check* check, const ssLogFrame* frame )
{
    if ( check->scene == NULL || check->scene->measure != scene_load ||
        frame->t <= check->scene->duration - 1.0 )
    {
        return;
    }
    double load[RUNNER_BODIES_MAX] = { 0 };
    for ( int i = 0; i < frame->count; ++i )
    {
        double a = frame->columns[ss_logA][i], b = frame->columns[ss_logB][i],
               f = frame->columns[ss_logFz][i];
        double upper = fmax( a, b );
        if ( upper >= 1.0 && upper < check->task->bodyCount ) { load[(int)upper] += b >= a ? f : -f; }
    }
    for ( int i = 1; i < check->task->bodyCount; ++i )
    {
        double miss = fabs( load[i] - sceneWeight( check->scene, i ) );
        double* worst = &check->answer->worstLoad;
        *worst = miss <= *worst ? *worst : miss;
    }
}

static ssResult readFrames( Check* check, ssContactLog* log )
{
    const runnerTask* task = check->task;
    ssLogFrame frame = { 0 };
    ssResult result = ssOk();
    double dt = task->h * task->logEvery;
    int last = 0, count = ssContactLog_FrameCount( log ), samples = check->answer->sampleCount;
    for ( int i = 0; i <= count && result.code == ss_ok; ++i )
    {
        double place = i < count ? ssContactLog_Time( log, i ) / dt : task->steps / task->logEvery;
        int step = (int)( place + 0.5 );
        bool read =
            i < count && step > last && step * task->logEvery <= task->steps && fabs( place - step ) < 0.01;
        if ( i < count && !read )
        {
            lies( check, "its log has a frame at %.9g s, where there is none", ssContactLog_Time( log, i ) );
            break;
        }
        // Frames that a table leaves out have no contacts.
        for ( int k = last + 1; k <= step; ++k )
        {
            bool here = read && k == step;
            frame.count = frame.bodyCount = 0;
            result = here ? ssContactLog_ReadFrame( log, i, &frame ) : ssOk();
            if ( result.code != ss_ok ) { break; }
            addForces( check, &frame, dt );
            int sample = k * task->logEvery / task->every - 1;
            bool due = k * task->logEvery % task->every == 0 && sample >= 0 && sample < samples;
            if ( here ) { weigh( check, &frame ); }
            if ( due && task->logEvery == 1 ) { compareMotion( check, k * dt, dt, sample ); }
            if ( due && here ) { comparePlaces( check, &frame, sample ); }
            if ( due && here ) { compareSlips( check, &frame, sample ); }
        }
        last = step;
    }
    ssLogFrame_Destroy( &frame );
    return result;
}

ssResult trialOpenLog( const char* path, trialLog* file )
{
    size_t length = 0;
    *file = ( trialLog ){ .text = NULL };
    SS_TRY( osReadFile( path, &file->text, &length ) );
    file->source = ssMemorySource( "its log", file->text, length );
    return ssOpenContactLog( &file->source, NULL, &file->log );
}

void trialCloseLog( trialLog* file )
{
    ssCloseContactLog( file->log );
    free( file->text );
}

ssResult trialCompare( const engineScene* scene, const runnerTask* task, ssContactLog* log,
    sceneAnswer* answer, char* lie, size_t capacity )
{
    Check check = { .scene = scene, .task = task, .answer = answer, .lie = lie, .capacity = capacity };
    uint32_t wanted = SS_LOG_OBLIGATORY | SS_LOG_BIT( ss_logA ) | SS_LOG_BIT( ss_logB );
    lie[0] = 0;
    for ( int i = 0; i < task->bodyCount; ++i )
    {
        check.v[i] = ssVec3_At( task->bodies[i].velocity );
        check.x[i] = ssVec3_At( task->bodies[i].position );
        check.fastest[i] = ssVec3_Length( check.v[i] );
    }
    return ssContactLog_RowCount( log ) == 0 || ( ssContactLog_Known( log ) & wanted ) == wanted
        ? readFrames( &check, log )
        : ssError( ss_errorFormat, NULL, "its log does not number the bodies" );
}

// ----------------------------------------------------------------------------------------------------- trial

/// Fills a task for steps of h; false: there is no such scene.
static bool makeTask(
    const char* scene, double h, int iterations, int repeats, const char* log, engineScene* def )
{
    if ( !sceneFind( scene, h, def ) ) { return false; }
    runnerTask* task = &def->task;
    snprintf( task->name, sizeof( task->name ), "%s", scene );
    snprintf( task->log, sizeof( task->log ), "%s", log );
    task->steps = (int)( def->duration / h + 0.5 );
    task->every = (int)( def->every / h + 0.5 );
    task->every = task->every < 1 ? 1 : task->every;
    task->iterations = iterations;
    task->repeats = repeats;
    task->logEvery = 1 + ( task->steps - 1 ) / FRAMES_MAX;
    while ( task->every % task->logEvery != 0 ) { task->logEvery += 1; } // samples have a frame
    return true;
}

/// Three frames about the worst contact, as a table in a link.
static char* linkOf( ssContactLog* log, const ssLogFinding* finding )
{
    textWriter text = { 0 };
    ssLogWriter* writer = NULL;
    ssLogFrame frame = { 0 };
    const ssSink sink = { .context = &text, .write = appendBytes };
    ssResult result = ssBeginLog( &sink, "csv", ssContactLog_Known( log ), &writer );
    int at = ssContactLog_FindFrame( log, finding->t ), count = ssContactLog_FrameCount( log );
    for ( int i = at > 0 ? at - 1 : at; i <= at + 1 && i < count && result.code == ss_ok; ++i )
    {
        result = ssContactLog_ReadFrame( log, i, &frame );
        result = result.code == ss_ok ? ssLogWriter_Frame( writer, &frame ) : result;
    }
    ssResult ended = ssLogWriter_End( writer );
    ssLogFrame_Destroy( &frame );
    char* link = result.code == ss_ok && ended.code == ss_ok ? linkOfText( text.text, text.length ) : NULL;
    ssRelease( text.text );
    if ( link != NULL && strlen( link ) > LINK_MOST )
    {
        ssRelease( link );
        link = NULL;
    }
    return link;
}

static void keepAudit( const ssLogAudit* audit, engineTrial* trial )
{
    trial->audited = true;
    trial->contacts = audit->contacts;
    memcpy( trial->checks, audit->checks, sizeof( trial->checks ) );
    trial->worst = ss_logCheckCount;
    for ( int i = 0; i < ss_logCheckCount; ++i )
    {
        const ssLogFinding* f = &audit->checks[i];
        bool worse = trial->worst == ss_logCheckCount || f->worst > audit->checks[trial->worst].worst;
        trial->worst = f->known && f->violations > 0 && worse ? (ssLogCheck)i : trial->worst;
    }
    trial->set = ssLogSetName( audit->fingerprint.set );
    trial->mu = audit->fingerprint.mu;
}

/// The audit, the doctor, and the worst contact. The scene says what the coefficients are, whatever the log
/// says.
static void examine( const engineScene* scene, ssContactLog* log, engineTrial* trial )
{
    static ssLogAudit audit;
    static ssWhy why;
    const runnerTask* task = &scene->task;
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    ssWhyOptions ask = ssDefaultWhyOptions();
    options.h = ask.h = task->h;
    options.mu = ask.mu = task->mu;
    options.muR = ask.muR = task->muRoll;
    options.muS = ask.muS = task->muSpin;
    if ( ssAuditContactLog( log, &options, &audit ).code == ss_ok ) { keepAudit( &audit, trial ); }
    bool wrong = trial->worst != ss_logCheckCount || !( trial->verdict.error < CAUSED );
    if ( wrong && ssWhyContactLog( log, &ask, &why ).code == ss_ok && why.count > 0 &&
        ssWhyIsFault( why.findings[0].cause ) )
    {
        const ssWhyFinding* f = &why.findings[0];
        trial->cause = ssWhyName( f->cause );
        trial->sentence = f->sentence;
        trial->confidence = f->confidence;
        snprintf( trial->evidence, sizeof( trial->evidence ), "%s", f->evidence );
    }
    if ( trial->audited && trial->worst != ss_logCheckCount )
    {
        trial->link = linkOf( log, &trial->checks[trial->worst] );
    }
}

void engineTrial_Destroy( engineTrial* trial ) { ssRelease( trial->link ); }

ssResult trialRun( engineRunner* runner, const char* scene, double h, int iterations, int repeats,
    const char* log, engineTrial* trial )
{
    static engineScene def;
    engineReply reply = { .fault = "" };
    *trial = ( engineTrial ){
        .scene = scene, .runner = runner, .h = h, .iterations = iterations, .worst = ss_logCheckCount
    };
    trial->verdict = ( sceneVerdict ){ (double)NAN, (double)NAN, (double)NAN };
    if ( !makeTask( scene, h, iterations, repeats, log, &def ) )
    {
        return ssError( ss_errorValue, "scene", "no scene '%s'", scene );
    }
    ssResult result = runnerAsk( runner, &def.task, NULL, 1, LIMIT, &reply );
    bool good = result.code == ss_ok && reply.fault[0] == 0 && reply.failure[0] == 0;
    snprintf(
        trial->failure, sizeof( trial->failure ), "%s", reply.fault[0] != 0 ? reply.fault : reply.failure );
    trialLog file = { .text = NULL };
    if ( good )
    {
        ssResult read = trialOpenLog( log, &file );
        read = read.code == ss_ok
            ? trialCompare( &def, &def.task, file.log, &reply.answer, trial->lie, sizeof( trial->lie ) )
            : read;
        good = read.code == ss_ok;
        if ( !good )
        {
            snprintf( trial->failure, sizeof( trial->failure ), "its log: %.180s", read.message );
        }
    }
    if ( good )
    {
        trial->secondsPerStep = reply.secondsPerStep;
        trial->verdict = sceneJudge( &def, &reply.answer );
        double steps = (double)def.task.steps + repeats * fmin( def.task.steps, 2000.0 );
        if ( trial->lie[0] == 0 && reply.seconds > STARTED + LOGGED * steps * reply.secondsPerStep )
        {
            snprintf( trial->lie, sizeof( trial->lie ),
                "it says %.3g us per step, but took %.3g s for %.0f steps", 1e6 * reply.secondsPerStep,
                reply.seconds, steps );
        }
        examine( &def, file.log, trial );
    }
    trialCloseLog( &file );
    engineReply_Destroy( &reply );
    return result;
}
