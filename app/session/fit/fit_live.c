// SPDX-License-Identifier: MIT
#include "session/fit/fit_live.h"

#include "base/os.h"

#include <stdlib.h>
#include <string.h>

typedef struct Question
{
    ssSimDef def;        // its scenario is the table's
    sessionTable* table; // retained; NULL: nothing is asked
} Question;

struct sessionFitLive
{
    bool threaded;
    osThread* thread;
    Question running;         // the thread's own
    sessionFitCurve computed; // likewise

    osMonitor* lock; // guards what follows, and wakes the thread
    bool quit, busy, cancelled, answered, fresh;
    uint64_t asked, done; // numbers of the newest question, and of the newest that was begun
    Question question;
    sessionFitCurve finished; // the newest answer that nobody has taken
    int64_t count;

    sessionFitCurve shown; // of the thread that asks
};

static bool isCancelled( void* context )
{
    sessionFitLive* live = context;
    osLockMonitor( live->lock );
    bool cancelled = live->cancelled || live->quit;
    osUnlockMonitor( live->lock );
    return cancelled;
}

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

/// Answers the newest question. The lock is held, but not while the run goes on.
static void answer( sessionFitLive* live )
{
    live->done = live->asked;
    live->cancelled = false;
    copyQuestion( &live->running, &live->question );
    if ( live->running.table != NULL )
    {
        osUnlockMonitor( live->lock );
        sessionRunAgainst(
            &live->running.def, &live->running.table->data, isCancelled, live, &live->computed );
        osLockMonitor( live->lock );
        if ( !live->cancelled && !live->quit )
        {
            swap( &live->computed, &live->finished );
            live->fresh = true;
            live->count += 1;
        }
    }
    setTable( &live->running, NULL );
}

static void work( void* context )
{
    sessionFitLive* live = context;
    osLockMonitor( live->lock );
    while ( !live->quit )
    {
        live->busy = live->asked != live->done;
        if ( live->busy )
        {
            answer( live );
        }
        else
        {
            osWaitAtMonitor( live->lock );
        }
    }
    osUnlockMonitor( live->lock );
}

sessionFitLive* sessionCreateFitLive( bool threaded )
{
    sessionFitLive* live = calloc( 1, sizeof *live );
    if ( live == NULL )
    {
        return NULL;
    }
    live->lock = osCreateMonitor();
    if ( live->lock == NULL )
    {
        free( live );
        return NULL;
    }
    live->thread = threaded ? osStartThread( work, live ) : NULL;
    live->threaded = live->thread != NULL; // without one it answers at once
    return live;
}

void sessionDestroyFitLive( sessionFitLive* live )
{
    if ( live == NULL )
    {
        return;
    }
    osLockMonitor( live->lock );
    live->quit = true;
    osWakeMonitor( live->lock );
    osUnlockMonitor( live->lock );
    osJoinThread( live->thread );
    osDestroyMonitor( live->lock );
    setTable( &live->question, NULL );
    sessionFitCurve_Free( &live->computed );
    sessionFitCurve_Free( &live->finished );
    sessionFitCurve_Free( &live->shown );
    free( live );
}

/// Texts end at their zero: what is behind it does not count.
static bool isSame( const Question* question, const ssSimDef* def, const sessionTable* table )
{
    const ssSimDef* last = &question->def;
    bool same = question->table == table && last->scenario == def->scenario && last->h == def->h &&
        last->until == def->until && last->seed == def->seed &&
        memcmp( last->values, def->values, sizeof def->values[0] * (size_t)def->scenario->paramCount ) == 0;
    for ( int i = 0; i < SS_MAX_TEXTS && same; ++i )
    {
        same = strcmp( last->texts[i], def->texts[i] ) == 0;
    }
    return same;
}

void sessionFitLive_Ask( sessionFitLive* live, const ssSimDef* def, sessionTable* table )
{
    osLockMonitor( live->lock );
    if ( !isSame( &live->question, def, table ) )
    {
        live->question.def = *def;
        setTable( &live->question, table );
        live->asked += 1;
        live->busy = true;
        if ( live->threaded )
        {
            osWakeMonitor( live->lock );
        }
        else
        {
            answer( live );
            live->busy = false;
        }
    }
    osUnlockMonitor( live->lock );
}

void sessionFitLive_Clear( sessionFitLive* live )
{
    osLockMonitor( live->lock );
    setTable( &live->question, NULL );
    live->cancelled = true;
    live->answered = live->fresh = false;
    live->asked += 1;
    live->done = live->asked; // there is nothing to answer
    osUnlockMonitor( live->lock );
}

bool sessionFitLive_Busy( sessionFitLive* live )
{
    osLockMonitor( live->lock );
    bool busy = live->busy || live->fresh;
    osUnlockMonitor( live->lock );
    return busy;
}

const sessionFitCurve* sessionFitLive_Answer( sessionFitLive* live )
{
    osLockMonitor( live->lock );
    if ( live->fresh )
    {
        swap( &live->finished, &live->shown );
        live->fresh = false;
        live->answered = true;
    }
    bool answered = live->answered;
    osUnlockMonitor( live->lock );
    return answered ? &live->shown : NULL;
}

int64_t sessionFitLive_Count( sessionFitLive* live )
{
    osLockMonitor( live->lock );
    int64_t count = live->count;
    osUnlockMonitor( live->lock );
    return count;
}
