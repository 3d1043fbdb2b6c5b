// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_job.h"

#include "base/os.h"

#include <stdatomic.h>
#include <stdlib.h>

struct lessonJob
{
    const lessonText* lesson;
    int item;
    lessonRun run;
    ssSimDef before;
    double begin;
    lessonError error;
    osThread* thread;
    atomic_bool stop, done;
};

static bool isStopped( void* context )
{
    return atomic_load( &( (lessonJob*)context )->stop );
}

/// The scene that an item belongs to; -1: none.
static int sceneOf( const lessonText* lesson, int item )
{
    while ( item >= 0 && lesson->items[item].kind != lesson_scene )
    {
        --item;
    }
    return item;
}

static void doItem( lessonJob* job, int index )
{
    const lessonItem* item = job->lesson->items + index;
    switch ( item->kind )
    {
        case lesson_scene:
            lessonOpenScene( &job->run, item, &job->error );
            break;
        case lesson_until:
            lessonSetUntil( &job->run, item->text, item->line, &job->error );
            break;
        case lesson_run:
        case lesson_compare:
            job->before = job->run.def;
            lessonRunTo( &job->run, job->lesson, index, isStopped, job, &job->error );
            job->begin = job->run.began;
            break;
        default:
            break;
    }
}

static void work( void* context )
{
    lessonJob* job = context;
    int first = sceneOf( job->lesson, job->item );
    if ( first < 0 )
    {
        lessonFail( &job->error, job->lesson->items[job->item].line, "'%s' needs a 'scene' above it",
            lessonKeyword( job->lesson->items[job->item].kind ) );
    }
    for ( int i = first; i >= 0 && i <= job->item && job->error.text[0] == '\0' && !isStopped( job ); ++i )
    {
        doItem( job, i );
    }
    atomic_store( &job->done, true );
}

lessonJob* lessonBeginJob( const lessonText* lesson, const char* folder, int item )
{
    lessonJob* job = calloc( 1, sizeof( *job ) );
    if ( job == NULL )
    {
        return NULL;
    }
    job->lesson = lesson;
    job->item = item;
    job->run.folder = folder;
    job->thread = osStartThread( work, job );
    if ( job->thread == NULL )
    {
        work( job ); // without a thread it takes its time here
    }
    return job;
}

bool lessonJobDone( const lessonJob* job )
{
    return atomic_load( &job->done );
}

void lessonWaitForJob( lessonJob* job )
{
    osJoinThread( job->thread );
    job->thread = NULL;
}

void lessonEndJob( lessonJob* job )
{
    if ( job != NULL )
    {
        atomic_store( &job->stop, true );
        lessonWaitForJob( job );
        lessonEndRun( &job->run );
        free( job );
    }
}

int lessonJobItem( const lessonJob* job )
{
    return job->item;
}

lessonRun* lessonJobRun( lessonJob* job )
{
    return &job->run;
}

const lessonError* lessonJobError( const lessonJob* job )
{
    return &job->error;
}

double lessonJobBegin( const lessonJob* job )
{
    return job->begin;
}

const ssSimDef* lessonJobBefore( const lessonJob* job )
{
    return &job->before;
}
