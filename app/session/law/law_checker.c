// SPDX-License-Identifier: MIT
#include "session/law/law_draft.h"

#include <stdlib.h>
#include <string.h>

// Checks a typed law as a job: quickly first, then thoroughly.

typedef struct lawQuestion
{
    const ssLawProgram* program; // NULL: none
    double values[SS_LAW_MAX_PARAMS];
} lawQuestion;

struct sessionLawChecker
{
    sessionJob* job;

    // Guarded by the lock of the job.
    bool answered;
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
    memcpy( question.values, values, (size_t)ssLawProgram_Info( program )->paramCount * sizeof *values );
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
    bool outdated = sessionJob_Stops( checker->job );
    sessionJob_Lock( checker->job );
    outdated = outdated || checker->asked != checker->answering;
    sessionJob_Unlock( checker->job );
    return outdated;
}

static void work( void* context )
{
    sessionLawChecker* checker = context;
    sessionJob_Lock( checker->job );
    checker->answering = checker->asked;
    lawQuestion question = copy( checker->question.program, checker->question.values );
    sessionJob_Unlock( checker->job );
    bool current = true;
    for ( int quick = 1; quick >= 0 && current; --quick )
    {
        ssLawCheck check;
        bool finished = answer( &question, quick == 1, isOutdated, checker, &check );
        sessionJob_Lock( checker->job );
        current = finished && checker->asked == checker->answering && !sessionJob_Cancelled( checker->job );
        if ( current )
        {
            checker->check = check;
            checker->answered = true;
        }
        sessionJob_Unlock( checker->job );
    }
    release( &question );
}

sessionLawChecker* sessionCreateLawChecker( sessionJobMode mode )
{
    return sessionCreateWorker( sizeof( sessionLawChecker ), mode, 1, true, work );
}

void sessionDestroyLawChecker( sessionLawChecker* checker )
{
    if ( checker != NULL )
    {
        sessionDestroyJob( checker->job );
        release( &checker->question );
        free( checker );
    }
}

void sessionLawChecker_Ask( sessionLawChecker* checker, const ssLawProgram* program, const double* values )
{
    lawQuestion question = copy( program, values );
    sessionJob_Lock( checker->job );
    bool same = checker->question.program == program &&
        memcmp( checker->question.values, question.values, sizeof question.values ) == 0;
    lawQuestion unused = same ? question : checker->question;
    if ( !same )
    {
        checker->question = question;
        checker->asked += 1;
    }
    sessionJob_Unlock( checker->job );
    release( &unused );
    if ( !same ) { sessionJob_Ask( checker->job ); }
}

bool sessionLawChecker_Busy( sessionLawChecker* checker ) { return sessionJob_Busy( checker->job ); }

bool sessionLawChecker_Answer( sessionLawChecker* checker, ssLawCheck* check )
{
    sessionJob_Lock( checker->job );
    bool answered = checker->answered;
    if ( answered ) { *check = checker->check; }
    sessionJob_Unlock( checker->job );
    return answered;
}
