// SPDX-License-Identifier: MIT
#include "session/fit/sensitivity_runner.h"
#include "base/words.h"
#include "session/fit/fit_curve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Answers for one parameter after another how much it matters, as a job.

#define ROWS 400 // of a run that are looked at

struct sessionSensitivity
{
    sessionJob* job;
    ssSimDef running; // the work's own

    // Guarded by the lock of the job.
    bool outdated;     // the run under way is one of another scenario
    ssSimDef question; // its scenario is retained; NULL: nothing is asked
    bool wanted[SS_MAX_PARAMS];
    uint64_t asked;                // number of the newest question
    uint64_t known[SS_MAX_PARAMS]; // the question that the answers of a parameter belong to; 0: none
    double effects[SS_MAX_PARAMS][SS_MAX_SIGNALS];
    int latest; // parameter that was looked at last
    char refusal[200];
};

static bool isOutdated( void* context )
{
    sessionSensitivity* s = context;
    bool stops = sessionJob_Stops( s->job );
    sessionJob_Lock( s->job );
    stops = stops || s->outdated;
    sessionJob_Unlock( s->job );
    return stops;
}

/// The next outdated parameter after the latest, so that all have their turn; -1: none. The lock is held.
static int nextParam( const sessionSensitivity* s )
{
    int count = s->question.scenario != NULL ? s->question.scenario->model.paramCount : 0;
    for ( int k = 1; k <= count; ++k )
    {
        int param = ( s->latest + k ) % count;
        if ( s->wanted[param] && s->known[param] != s->asked && s->refusal[0] == 0 ) { return param; }
    }
    return -1;
}

static void holdScenario( ssSimDef* def, const ssScenario* scenario )
{
    const ssScenario* old = def->scenario;
    def->scenario = scenario != NULL ? ssScenario_Retain( scenario ) : NULL;
    ssScenario_Release( old );
}

/// Looks at one parameter. The lock is held, but not while runs go on.
static void answer( sessionSensitivity* s, int param )
{
    uint64_t number = s->asked;
    const ssScenario* held = s->running.scenario;
    s->running = s->question;
    s->running.scenario = held;
    holdScenario( &s->running, s->question.scenario );
    s->outdated = false;
    sessionJob_Unlock( s->job );

    int64_t steps = llround( s->running.until / s->running.h );
    ssSensitivityDef def = { .base = &s->running,
        .params = &param,
        .paramCount = 1,
        .stride = steps > ROWS ? steps / ROWS : 1,
        .quick = true,
        .stop = isOutdated,
        .context = s };
    ssSensitivity* found = NULL;
    ssResult result = ssFindSensitivity( &def, &found );

    sessionJob_Lock( s->job );
    if ( !s->outdated && !sessionJob_Cancelled( s->job ) )
    {
        int signals = s->running.scenario->model.signalCount;
        for ( int i = 0; i < signals; ++i )
        {
            bool defined = found != NULL && ssSensitivity_HasSignal( s->running.scenario, i );
            s->effects[param][i] = defined ? ssSensitivity_Rms( found, 0, i ) : (double)NAN;
        }
        s->known[param] = number;
        s->latest = param;
        if ( found == NULL ) { snprintf( s->refusal, sizeof s->refusal, "%.199s", result.message ); }
    }
    ssSensitivity_Destroy( found );
}

static void work( void* context )
{
    sessionSensitivity* s = context;
    sessionJob_Lock( s->job );
    for ( int param; !sessionJob_Cancelled( s->job ) && ( param = nextParam( s ) ) >= 0; )
    {
        answer( s, param );
    }
    sessionJob_Unlock( s->job );
}

sessionSensitivity* sessionCreateSensitivity( sessionJobMode mode )
{
    return sessionCreateWorker( sizeof( sessionSensitivity ), mode, 1, true, work );
}

void sessionDestroySensitivity( sessionSensitivity* s )
{
    if ( s == NULL ) { return; }
    sessionDestroyJob( s->job );
    holdScenario( &s->question, NULL );
    holdScenario( &s->running, NULL );
    free( s );
}

/// Takes over a question. The lock is held.
static void adopt( sessionSensitivity* s, const ssSimDef* def, const bool* wanted )
{
    const ssScenario* held = s->question.scenario;
    if ( held != def->scenario )
    {
        memset( s->known, 0, sizeof s->known );
        s->outdated = true;
        s->latest = -1;
    }
    s->question = *def;
    s->question.scenario = held;
    holdScenario( &s->question, def->scenario );
    memcpy( s->wanted, wanted, (size_t)def->scenario->model.paramCount * sizeof *wanted );
    s->asked += 1;
    s->refusal[0] = 0;
    ssResult admitted = ssSensitivity_Admits( def->scenario );
    double steps = def->until / def->h;
    if ( admitted.code != ss_ok ) { snprintf( s->refusal, sizeof s->refusal, "%.199s", admitted.message ); }
    else if ( steps > SESSION_SENSITIVITY_STEPS )
    {
        snprintf( s->refusal, sizeof s->refusal, tr( "not available for a run of %.3g steps: at most %.3g" ),
            steps, (double)SESSION_SENSITIVITY_STEPS );
    }
}

void sessionSensitivity_Ask( sessionSensitivity* s, const ssSimDef* def, const bool* wanted )
{
    sessionJob_Lock( s->job );
    size_t count = (size_t)def->scenario->model.paramCount;
    bool same =
        sessionIsSameRun( &s->question, def ) && memcmp( s->wanted, wanted, count * sizeof *wanted ) == 0;
    if ( !same ) { adopt( s, def, wanted ); }
    sessionJob_Unlock( s->job );
    if ( !same ) { sessionJob_Ask( s->job ); }
}

int sessionSensitivity_Left( sessionSensitivity* s )
{
    int left = 0;
    sessionJob_Lock( s->job );
    for ( int i = 0; s->question.scenario != NULL && i < s->question.scenario->model.paramCount; ++i )
    {
        left += s->wanted[i] && s->known[i] != s->asked && s->refusal[0] == 0;
    }
    sessionJob_Unlock( s->job );
    return left;
}

double sessionSensitivity_Effect( sessionSensitivity* s, int param, int signal )
{
    sessionJob_Lock( s->job );
    double effect = s->known[param] != 0 ? s->effects[param][signal] : (double)NAN;
    sessionJob_Unlock( s->job );
    return effect;
}

void sessionSensitivity_Refusal( sessionSensitivity* s, char* text, int capacity )
{
    sessionJob_Lock( s->job );
    snprintf( text, (size_t)capacity, "%s", s->refusal );
    sessionJob_Unlock( s->job );
}
