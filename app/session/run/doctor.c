// SPDX-License-Identifier: MIT
#include "session/run/doctor.h"
#include "base/grow.h"
#include "slipstick/lab/log_scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The latest steps of a run once more, as a log for the doctor.

// A frame that is being filled, and the first refusal.
typedef struct filling
{
    ssLogFrame* frame;
    ssResult result;
    bool pending;
} filling;

static void keep( filling* f, ssResult added ) { f->result = f->result.code == ss_ok ? added : f->result; }

static void addContacts( void* context, int count, const ssContactView* views )
{
    filling* f = context;
    f->pending = f->pending || ( count > 0 && views[0].pending );
    keep( f, ssLogFrame_AddViews( f->frame, count, views ) );
}

static void addSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    filling* f = context;
    keep( f, ssLogFrame_AddSpheres( f->frame, count, spheres ) );
}

static void addSolids( void* context, int count, const ssDrawSolid* solids )
{
    filling* f = context;
    keep( f, ssLogFrame_AddSolids( f->frame, count, solids ) );
}

static void addPlanes( void* context, int count, const ssDrawPlane* planes )
{
    filling* f = context;
    keep( f, ssLogFrame_AddPlanes( f->frame, count, planes ) );
}

ssResult sessionFillFrame( const ssSim* sim, ssLogFrame* frame, bool* pending )
{
    filling f = { .frame = frame };
    frame->count = frame->bodyCount = 0;
    frame->t = ssSim_Time( sim );
    const ssDraw draw = { .flags = ss_drawBodies | ss_drawGround,
        .context = &f,
        .contacts = addContacts,
        .spheres = addSpheres,
        .solids = addSolids,
        .planes = addPlanes };
    ssSim_Draw( sim, &draw );
    ssLogFrame_UpdateKnown( frame );
    *pending = f.pending;
    return f.result;
}

void sessionReplay_Free( sessionReplay* replay )
{
    ssScene_Destroy( &replay->scene );
    ssScenario_Release( replay->scenario );
    free( replay->state );
    *replay = ( sessionReplay ){ .state = NULL };
}

/// The simulation in the state to begin with, and the first edit that comes after it.
static ssResult begin( const sessionReplay* replay, ssSim** sim, int* edit )
{
    SS_TRY( ssCreateSim( &replay->scene.def, sim ) );
    *edit = 0;
    if ( replay->state == NULL ) { return ssOk(); }
    SS_TRY( ssSim_RestoreAs( *sim, replay->scenario, replay->state, replay->size ) );
    const ssScene* scene = &replay->scene;
    while ( *edit < scene->editCount && scene->edits[*edit].step < ssSim_StepIndex( *sim ) ) { ++*edit; }
    return ssOk();
}

/// The next step or recorded state. False: there is none.
static ssResult advance( const sessionReplay* replay, ssSim* sim, int* edit, bool* advanced )
{
    int64_t step = ssSim_StepIndex( sim );
    *advanced = step < replay->to;
    if ( !*advanced ) { return ssOk(); }
    if ( ssSim_Scenario( sim )->recorded != NULL )
    {
        return ssSim_Jump( sim, step < replay->from ? replay->from + 1 : step + 1 );
    }
    SS_TRY( ssScene_ApplyEdits( &replay->scene, sim, edit ) );
    *advanced = ssSim_Step( sim ).status < ss_statusNotFinite; // or cancelled
    return ssOk();
}

typedef struct recorder
{
    ssSim* sim;
    ssLogWriter* writer;
    ssLogFrame drawn;
    int edit;
    bool any; // a contact has been written
} recorder;

/// Writes the contacts of a state: those of a log as they are, else what is drawn.
static ssResult writeState( recorder* r )
{
    bool pending = false;
    const ssLogFrame* frame = ssSim_LogFrame( r->sim );
    if ( frame == NULL )
    {
        SS_TRY( sessionFillFrame( r->sim, &r->drawn, &pending ) );
        frame = &r->drawn;
    }
    r->any = r->any || ( frame->count > 0 && !pending );
    return pending ? ssOk() : ssLogWriter_Frame( r->writer, frame );
}

ssResult sessionReplay_Record(
    const sessionReplay* replay, bool ( *goOn )( void* context, ssSim* sim ), void* context, textWriter* log )
{
    const ssSink sink = { .context = log, .write = appendBytes };
    recorder r = { .sim = NULL };
    ssResult result = ssBeginLog( &sink, "mcap", ( 1u << ss_logColumnCount ) - 1u, &r.writer );
    result = result.code == ss_ok ? begin( replay, &r.sim, &r.edit ) : result;
    bool more = result.code == ss_ok;
    while ( more )
    {
        bool wanted = ssSim_StepIndex( r.sim ) > replay->from;
        result = wanted ? writeState( &r ) : ssOk();
        result = result.code == ss_ok ? advance( replay, r.sim, &r.edit, &more ) : result;
        more = more && result.code == ss_ok && ( goOn == NULL || goOn( context, r.sim ) );
    }
    ssDestroySim( r.sim );
    ssLogFrame_Destroy( &r.drawn );
    ssResult ended = ssLogWriter_End( r.writer );
    result = result.code == ss_ok ? ended : result;
    return result.code != ss_ok || r.any
        ? result
        : ssError( ss_errorValue, NULL, "%s has no contacts", replay->scene.def.scenario->id );
}

// The job.

struct sessionDoctor
{
    sessionJob* job;
    sessionReplay replay;
    ssWhyOptions options;
    int row;
    double share;
    sessionDiagnosis diagnosis;
};

static bool goOn( void* context, ssSim* sim )
{
    sessionDoctor* doctor = context;
    int64_t step = ssSim_StepIndex( sim ), from = doctor->replay.from;
    ssSim_SetStop( sim, sessionJob_Stops, doctor->job ); // also within a step
    sessionJob_Lock( doctor->job );
    doctor->share = step > from ? (double)( step - from ) / (double)( doctor->replay.to - from ) : 0.0;
    sessionJob_Unlock( doctor->job );
    return !sessionJob_Stops( doctor->job );
}

static double numberAt( const ssLogFrame* frame, int row )
{
    double number = frame->columns[ss_logContact][row];
    return isnan( number ) ? row : number;
}

/// Asks the doctor about the log, and finds the contacts that it names in the latest frame.
static ssResult diagnose( const sessionDoctor* doctor, ssContactLog* log, sessionDiagnosis* d )
{
    ssLogFrame frame = { 0 };
    ssWhyOptions options = doctor->options;
    int count = ssContactLog_FrameCount( log );
    d->begin = ssContactLog_Time( log, 0 ), d->end = ssContactLog_Time( log, count - 1 );
    ssResult result = ssContactLog_ReadFrame( log, count - 1, &frame );
    bool chosen = result.code == ss_ok && doctor->row >= 0 && doctor->row < frame.count;
    options.contact = chosen ? numberAt( &frame, doctor->row ) : SS_NAN;
    result = result.code == ss_ok ? ssWhyContactLog( log, &options, &d->why ) : result;
    for ( int k = 0; k < ss_whyCauseCount * SS_WHY_NAMED; ++k )
    {
        int cause = k / SS_WHY_NAMED, place = k % SS_WHY_NAMED, row = frame.count - 1;
        const ssWhyFinding* f = d->why.findings + cause;
        bool named = cause < d->why.count && place < f->contactCount;
        while ( named && row >= 0 && numberAt( &frame, row ) != f->contacts[place] ) { --row; }
        d->rows[cause][place] = named ? row : -1;
    }
    ssLogFrame_Destroy( &frame );
    return result;
}

static void work( void* context )
{
    sessionDoctor* doctor = context;
    textWriter text = { 0 };
    ssContactLog* log = NULL;
    sessionDiagnosis d = { .known = true, .step = doctor->replay.to };
    ssResult result = sessionReplay_Record( &doctor->replay, goOn, doctor, &text );
    const ssSource source = ssMemorySource( "the run", text.text, text.length );
    result = result.code == ss_ok ? ssOpenContactLog( &source, NULL, &log ) : result;
    result = result.code == ss_ok ? diagnose( doctor, log, &d ) : result;
    ssCloseContactLog( log );
    ssRelease( text.text );
    snprintf( d.error, sizeof d.error, "%s", result.code == ss_ok ? "" : result.message );
    sessionJob_Lock( doctor->job );
    if ( !sessionJob_Cancelled( doctor->job ) ) { doctor->diagnosis = d; }
    sessionJob_Unlock( doctor->job );
}

sessionDoctor* sessionCreateDoctor( sessionJobMode mode )
{
    return sessionCreateWorker( sizeof( sessionDoctor ), mode, 1, false, work );
}

void sessionDestroyDoctor( sessionDoctor* doctor )
{
    if ( doctor != NULL )
    {
        sessionDestroyJob( doctor->job );
        sessionReplay_Free( &doctor->replay );
        free( doctor );
    }
}

void sessionDoctor_Ask( sessionDoctor* doctor, sessionReplay* replay, const ssWhyOptions* options, int row )
{
    sessionJob_End( doctor->job );
    sessionReplay_Free( &doctor->replay );
    doctor->replay = *replay;
    *replay = ( sessionReplay ){ .state = NULL };
    doctor->options = *options;
    doctor->row = row;
    doctor->share = 0.0;
    sessionJob_Ask( doctor->job );
}

bool sessionDoctor_Busy( sessionDoctor* doctor, double* share, sessionDiagnosis* diagnosis )
{
    bool busy = sessionJob_Busy( doctor->job );
    sessionJob_Lock( doctor->job );
    *share = doctor->share;
    if ( !busy ) { *diagnosis = doctor->diagnosis; }
    sessionJob_Unlock( doctor->job );
    return busy;
}
