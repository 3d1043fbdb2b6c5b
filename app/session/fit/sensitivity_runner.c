// SPDX-License-Identifier: MIT
#include "session/fit/sensitivity_runner.h"

#include "base/os.h"
#include "base/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 400 // of a run that are looked at

struct sessionSensitivity
{
    bool threaded;
    osThread* thread;
    ssSimDef running; // the thread's own

    osMonitor* lock; // guards what follows, and wakes the thread
    bool quit, cancelled;
    ssSimDef question; // its scenario is retained; NULL: nothing is asked
    bool wanted[SS_MAX_PARAMS];
    uint64_t asked;                // number of the newest question
    uint64_t known[SS_MAX_PARAMS]; // the question that the answers of a parameter belong to; 0: none
    double effects[SS_MAX_PARAMS][SS_MAX_SIGNALS];
    int latest; // parameter that was looked at last
    char refusal[200];
};

static bool isCancelled( void* context )
{
    sessionSensitivity* s = context;
    osLockMonitor( s->lock );
    bool cancelled = s->cancelled || s->quit;
    osUnlockMonitor( s->lock );
    return cancelled;
}

/// The next parameter without an answer to the newest question, after the latest one, so that all have their turn while a slider
/// moves; -1: none. The lock is held.
static int nextParam( const sessionSensitivity* s )
{
    int count = s->question.scenario != NULL ? s->question.scenario->paramCount : 0;
    for ( int k = 1; k <= count; ++k )
    {
        int param = ( s->latest + k ) % count;
        if ( s->wanted[param] && s->known[param] != s->asked && s->refusal[0] == 0 )
        {
            return param;
        }
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
    s->cancelled = false;
    osUnlockMonitor( s->lock );

    int64_t steps = llround( s->running.until / s->running.h );
    ssSensitivityDef def = { .base = &s->running,
        .params = &param,
        .paramCount = 1,
        .stride = steps > ROWS ? steps / ROWS : 1,
        .quick = true,
        .stop = isCancelled,
        .context = s };
    ssSensitivity* found = NULL;
    ssResult result = ssFindSensitivity( &def, &found );

    osLockMonitor( s->lock );
    if ( !s->cancelled && !s->quit )
    {
        int signals = s->running.scenario->signalCount;
        for ( int i = 0; i < signals; ++i )
        {
            bool defined = found != NULL && ssSensitivity_HasSignal( s->running.scenario, i );
            s->effects[param][i] = defined ? ssSensitivity_Rms( found, 0, i ) : (double)NAN;
        }
        s->known[param] = number;
        s->latest = param;
        if ( found == NULL )
        {
            snprintf( s->refusal, sizeof s->refusal, "%.199s", result.message );
        }
    }
    ssSensitivity_Destroy( found );
}

static void work( void* context )
{
    sessionSensitivity* s = context;
    osLowerPriority();
    osLockMonitor( s->lock );
    while ( !s->quit )
    {
        int param = nextParam( s );
        if ( param >= 0 )
        {
            answer( s, param );
        }
        else
        {
            osWaitAtMonitor( s->lock );
        }
    }
    osUnlockMonitor( s->lock );
}

sessionSensitivity* sessionCreateSensitivity( bool threaded )
{
    sessionSensitivity* s = calloc( 1, sizeof *s );
    if ( s == NULL )
    {
        return NULL;
    }
    s->lock = osCreateMonitor();
    if ( s->lock == NULL )
    {
        free( s );
        return NULL;
    }
    s->thread = threaded ? osStartThread( work, s ) : NULL;
    s->threaded = s->thread != NULL; // without one it answers at once
    return s;
}

void sessionDestroySensitivity( sessionSensitivity* s )
{
    if ( s == NULL )
    {
        return;
    }
    osLockMonitor( s->lock );
    s->quit = true;
    osWakeMonitor( s->lock );
    osUnlockMonitor( s->lock );
    osJoinThread( s->thread );
    osDestroyMonitor( s->lock );
    holdScenario( &s->question, NULL );
    holdScenario( &s->running, NULL );
    free( s );
}

/// Texts end at their zero: what is behind it does not count.
static bool isSame( const sessionSensitivity* s, const ssSimDef* def, const bool* wanted )
{
    const ssSimDef* last = &s->question;
    size_t count = (size_t)def->scenario->paramCount;
    bool same = last->scenario == def->scenario && last->h == def->h && last->until == def->until &&
        last->seed == def->seed && memcmp( last->values, def->values, count * sizeof def->values[0] ) == 0 &&
        memcmp( s->wanted, wanted, count * sizeof *wanted ) == 0;
    for ( int i = 0; i < SS_MAX_TEXTS && same; ++i )
    {
        same = strcmp( last->texts[i], def->texts[i] ) == 0;
    }
    return same;
}

/// Takes over a question. The lock is held.
static void adopt( sessionSensitivity* s, const ssSimDef* def, const bool* wanted )
{
    const ssScenario* held = s->question.scenario;
    if ( held != def->scenario )
    {
        memset( s->known, 0, sizeof s->known );
        s->cancelled = true;
        s->latest = -1;
    }
    s->question = *def;
    s->question.scenario = held;
    holdScenario( &s->question, def->scenario );
    memcpy( s->wanted, wanted, (size_t)def->scenario->paramCount * sizeof *wanted );
    s->asked += 1;
    s->refusal[0] = 0;
    ssResult admitted = ssSensitivity_Admits( def->scenario );
    double steps = def->until / def->h;
    if ( admitted.code != ss_ok )
    {
        snprintf( s->refusal, sizeof s->refusal, "%.199s", admitted.message );
    }
    else if ( steps > SESSION_SENSITIVITY_STEPS )
    {
        snprintf( s->refusal, sizeof s->refusal, tr( "not available for a run of %.3g steps: at most %.3g" ),
            steps, (double)SESSION_SENSITIVITY_STEPS );
    }
}

void sessionSensitivity_Ask( sessionSensitivity* s, const ssSimDef* def, const bool* wanted )
{
    osLockMonitor( s->lock );
    if ( !isSame( s, def, wanted ) )
    {
        adopt( s, def, wanted );
        osWakeMonitor( s->lock );
        for ( int param = 0; !s->threaded && ( param = nextParam( s ) ) >= 0; )
        {
            answer( s, param );
        }
    }
    osUnlockMonitor( s->lock );
}

int sessionSensitivity_Left( sessionSensitivity* s )
{
    int left = 0;
    osLockMonitor( s->lock );
    for ( int i = 0; s->question.scenario != NULL && i < s->question.scenario->paramCount; ++i )
    {
        left += s->wanted[i] && s->known[i] != s->asked && s->refusal[0] == 0;
    }
    osUnlockMonitor( s->lock );
    return left;
}

double sessionSensitivity_Effect( sessionSensitivity* s, int param, int signal )
{
    osLockMonitor( s->lock );
    double effect = s->known[param] != 0 ? s->effects[param][signal] : (double)NAN;
    osUnlockMonitor( s->lock );
    return effect;
}

void sessionSensitivity_Refusal( sessionSensitivity* s, char* text, int capacity )
{
    osLockMonitor( s->lock );
    snprintf( text, (size_t)capacity, "%s", s->refusal );
    osUnlockMonitor( s->lock );
}
