// SPDX-License-Identifier: MIT
#include "session/law/law_checker.h"

#include "base/os.h"

#include <stdlib.h>
#include <string.h>

typedef struct lawQuestion
{
    const ssLawProgram* program; // NULL: none
    double values[SS_LAW_MAX_PARAMS];
} lawQuestion;

struct sessionLawChecker
{
    bool threaded;
    osThread* thread;
    osMonitor* lock; // guards what follows, and wakes the thread
    bool quit, busy, answered;
    uint64_t asked, answering; // numbers of the newest question, and of the one whose check is going on
    lawQuestion question;
    ssLawCheck check;
};

static void release( lawQuestion* question )
{
    ssLawProgram_Release( question->program );
    question->program = NULL;
}

static lawQuestion copy( const ssLawProgram* program, const double* values )
{
    lawQuestion question = { .program = ssLawProgram_Retain( program ) };
    memcpy( question.values, values, (size_t)ssLawProgram_ParamCount( program ) * sizeof *values );
    return question;
}

/// False: the check was stopped before its end.
static bool answer(
    const lawQuestion* question, bool quick, ssLawCheckStop* stop, void* context, ssLawCheck* check )
{
    ssLaw law;
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = question->program;
    memcpy( def.programValues, question->values, sizeof def.programValues );
    ssResult result = ssMakeLaw( &def, &law );
    if ( result.code != ss_ok )
    {
        ssCheckRefusedLaw( &result, check );
        return true;
    }
    bool finished = ssCheckLawUntil( &law, quick, stop, context, check );
    ssLaw_Destroy( &law );
    return finished;
}

/// A check whose question is no longer the newest need not go on.
static bool isOutdated( void* context )
{
    sessionLawChecker* checker = context;
    osLockMonitor( checker->lock );
    bool outdated = checker->quit || checker->asked != checker->answering;
    osUnlockMonitor( checker->lock );
    return outdated;
}

/// Publishes an answer, unless somebody has asked again meanwhile. The lock is held.
static bool publish( sessionLawChecker* checker, uint64_t number, const ssLawCheck* check )
{
    bool current = checker->asked == number;
    if ( current )
    {
        checker->check = *check;
        checker->answered = true;
    }
    return current;
}

static void work( void* context )
{
    sessionLawChecker* checker = context;
    uint64_t done = 0;
    osLowerPriority();
    osLockMonitor( checker->lock );
    while ( !checker->quit )
    {
        checker->busy = checker->asked != done;
        if ( !checker->busy )
        {
            osWaitAtMonitor( checker->lock );
            continue;
        }
        done = checker->answering = checker->asked;
        lawQuestion question = copy( checker->question.program, checker->question.values );
        bool current = true;
        for ( int quick = 1; quick >= 0 && current; --quick )
        {
            ssLawCheck check;
            osUnlockMonitor( checker->lock );
            bool finished = answer( &question, quick == 1, isOutdated, checker, &check );
            osLockMonitor( checker->lock );
            current = finished && publish( checker, done, &check ) && !checker->quit;
        }
        release( &question );
    }
    osUnlockMonitor( checker->lock );
}

sessionLawChecker* sessionCreateLawChecker( bool threaded )
{
    sessionLawChecker* checker = calloc( 1, sizeof *checker );
    if ( checker == NULL )
    {
        return NULL;
    }
    checker->lock = osCreateMonitor();
    if ( checker->lock == NULL )
    {
        free( checker );
        return NULL;
    }
    checker->thread = threaded ? osStartThread( work, checker ) : NULL;
    checker->threaded = checker->thread != NULL; // without one it answers at once
    return checker;
}

void sessionDestroyLawChecker( sessionLawChecker* checker )
{
    if ( checker == NULL )
    {
        return;
    }
    osLockMonitor( checker->lock );
    checker->quit = true;
    osWakeMonitor( checker->lock );
    osUnlockMonitor( checker->lock );
    osJoinThread( checker->thread );
    osDestroyMonitor( checker->lock );
    release( &checker->question );
    free( checker );
}

void sessionLawChecker_Ask( sessionLawChecker* checker, const ssLawProgram* program, const double* values )
{
    lawQuestion question = copy( program, values );
    osLockMonitor( checker->lock );
    bool same = checker->question.program == program &&
        memcmp( checker->question.values, question.values, sizeof question.values ) == 0;
    lawQuestion unused = same ? question : checker->question;
    if ( !same )
    {
        checker->question = question;
        checker->asked += 1;
        checker->busy = checker->threaded;
        osWakeMonitor( checker->lock );
    }
    osUnlockMonitor( checker->lock );
    release( &unused );
    if ( !same && !checker->threaded )
    {
        answer( &checker->question, false, NULL, NULL, &checker->check );
        checker->answered = true;
    }
}

bool sessionLawChecker_Busy( sessionLawChecker* checker )
{
    osLockMonitor( checker->lock );
    bool busy = checker->busy;
    osUnlockMonitor( checker->lock );
    return busy;
}

bool sessionLawChecker_Answer( sessionLawChecker* checker, ssLawCheck* check )
{
    osLockMonitor( checker->lock );
    bool answered = checker->answered;
    if ( answered )
    {
        *check = checker->check;
    }
    osUnlockMonitor( checker->lock );
    return answered;
}
