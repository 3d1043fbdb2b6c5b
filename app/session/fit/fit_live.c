// SPDX-License-Identifier: MIT
#include "session/fit/fit_live.h"

#include <stdlib.h>

// Plays the run of the sliders beside a table as a job, of which only the newest question counts.

typedef struct Question
{
    ssSimDef def;        // its scenario is the table's
    sessionTable* table; // retained; NULL: nothing is asked
} Question;

struct sessionFitLive
{
    sessionJob* job;
    Question running;         // the work's own
    sessionFitCurve computed; // likewise

    // Guarded by the lock of the job.
    bool answered, fresh;
    Question question;
    sessionFitCurve finished; // the newest answer that nobody has taken
    int64_t count;

    sessionFitCurve shown; // of the thread that asks
};

static void setTable( Question* question, sessionTable* table )
{
    sessionTable* old = question->table;
    question->table = table != NULL ? sessionTable_Retain( table ) : NULL;
    sessionTable_Release( old );
}

static void copyQuestion( Question* to, const Question* from )
{
    to->def = from->def;
    setTable( to, from->table );
}

static void swap( sessionFitCurve* a, sessionFitCurve* b )
{
    sessionFitCurve held = *a;
    *a = *b;
    *b = held;
}

/// Answers the newest question.
static void work( void* context )
{
    sessionFitLive* live = context;
    sessionJob_Lock( live->job );
    copyQuestion( &live->running, &live->question );
    sessionJob_Unlock( live->job );
    if ( live->running.table != NULL )
    {
        sessionRunAgainst(
            &live->running.def, &live->running.table->data, sessionJob_Stops, live->job, &live->computed );
        sessionJob_Lock( live->job );
        if ( !sessionJob_Cancelled( live->job ) )
        {
            swap( &live->computed, &live->finished );
            live->fresh = true;
            live->count += 1;
        }
        sessionJob_Unlock( live->job );
    }
    setTable( &live->running, NULL );
}

sessionFitLive* sessionCreateFitLive( sessionJobMode mode )
{
    return sessionCreateWorker( sizeof( sessionFitLive ), mode, 1, false, work );
}

void sessionDestroyFitLive( sessionFitLive* live )
{
    if ( live == NULL ) { return; }
    sessionDestroyJob( live->job );
    setTable( &live->question, NULL );
    sessionFitCurve_Free( &live->computed );
    sessionFitCurve_Free( &live->finished );
    sessionFitCurve_Free( &live->shown );
    free( live );
}

void sessionFitLive_Ask( sessionFitLive* live, const ssSimDef* def, sessionTable* table )
{
    sessionJob_Lock( live->job );
    bool same = live->question.table == table && sessionIsSameRun( &live->question.def, def );
    if ( !same )
    {
        live->question.def = *def;
        setTable( &live->question, table );
    }
    sessionJob_Unlock( live->job );
    if ( !same ) { sessionJob_Ask( live->job ); }
}

void sessionFitLive_Clear( sessionFitLive* live )
{
    sessionJob_Lock( live->job );
    setTable( &live->question, NULL );
    live->answered = live->fresh = false;
    sessionJob_Unlock( live->job );
    sessionJob_Cancel( live->job );
}

bool sessionFitLive_Busy( sessionFitLive* live )
{
    bool busy = sessionJob_Busy( live->job );
    sessionJob_Lock( live->job );
    busy = busy || live->fresh;
    sessionJob_Unlock( live->job );
    return busy;
}

const sessionFitCurve* sessionFitLive_Answer( sessionFitLive* live )
{
    sessionJob_Lock( live->job );
    if ( live->fresh )
    {
        swap( &live->finished, &live->shown );
        live->fresh = false;
        live->answered = true;
    }
    bool answered = live->answered;
    sessionJob_Unlock( live->job );
    return answered ? &live->shown : NULL;
}

int64_t sessionFitLive_Count( sessionFitLive* live )
{
    sessionJob_Lock( live->job );
    int64_t count = live->count;
    sessionJob_Unlock( live->job );
    return count;
}
