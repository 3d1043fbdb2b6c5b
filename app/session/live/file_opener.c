// SPDX-License-Identifier: MIT
#include "session/live/file_opener.h"

#include "base/contact_file.h"
#include "base/file_kind.h"
#include "base/os.h"
#include "base/problem_file.h"

#include <stdlib.h>
#include <string.h>

static const double s_wakePeriod = 0.1; // [s]

struct sessionFileOpener
{
    osThread* thread;
    osMonitor* lock; // guards what follows
    bool cancelled, done;
    double share;
    ssResult result;
    const ssScenario* scenario;

    // Constant while the thread runs, or its own.
    char path[1024];
    ssLogRename renames[ss_logColumnCount];
    char* theirs; // the names of the renames, one after the other
    int renameCount;
    void ( *wake )( void* context );
    void* wakeContext;
    double wokenAt; // [s]
};

static void wakeWindow( const sessionFileOpener* opener )
{
    if ( opener->wake != NULL )
    {
        opener->wake( opener->wakeContext );
    }
}

static bool tellShare( void* context, double share )
{
    sessionFileOpener* opener = context;
    osLockMonitor( opener->lock );
    opener->share = share;
    bool cancelled = opener->cancelled;
    osUnlockMonitor( opener->lock );
    if ( osSeconds() - opener->wokenAt > s_wakePeriod )
    {
        opener->wokenAt = osSeconds();
        wakeWindow( opener );
    }
    return cancelled;
}

static void work( void* context )
{
    sessionFileOpener* opener = context;
    const ssScenario* scenario = NULL;
    const ssLogOptions options = { .renames = opener->renames,
        .renameCount = opener->renameCount,
        .progress = tellShare,
        .progressContext = opener };
    int contact = 0;
    ssResult result = fileKindOf( opener->path ) == file_problem
        ? problemScenario( opener->path, NULL, &scenario, &contact )
        : contactScenario( opener->path, &options, &scenario );
    osLockMonitor( opener->lock );
    opener->result = result;
    opener->scenario = scenario;
    opener->done = true;
    osWakeMonitor( opener->lock );
    osUnlockMonitor( opener->lock );
    wakeWindow( opener );
}

/// False: out of memory.
static bool copyRenames( sessionFileOpener* opener, const ssLogOptions* options )
{
    size_t size = 1;
    for ( int i = 0; i < options->renameCount; ++i )
    {
        size += strlen( options->renames[i].theirs ) + 1;
    }
    char* at = opener->theirs = calloc( 1, size );
    for ( int i = 0; i < options->renameCount && at != NULL; ++i )
    {
        size_t length = strlen( options->renames[i].theirs ) + 1;
        memcpy( at, options->renames[i].theirs, length );
        opener->renames[i] = ( ssLogRename ){ .column = options->renames[i].column, .theirs = at };
        at += length;
    }
    opener->renameCount = options->renameCount;
    return opener->theirs != NULL;
}

sessionFileOpener* sessionBeginOpening(
    const char* path, const ssLogOptions* options, void ( *wake )( void* context ), void* context )
{
    static const ssLogOptions none = { 0 };
    sessionFileOpener* opener = calloc( 1, sizeof *opener );
    size_t length = strlen( path );
    if ( opener == NULL || length >= sizeof opener->path )
    {
        free( opener );
        return NULL;
    }
    memcpy( opener->path, path, length + 1 );
    opener->wake = wake;
    opener->wakeContext = context;
    opener->lock = osCreateMonitor();
    bool ready = opener->lock != NULL && copyRenames( opener, options != NULL ? options : &none );
    opener->thread = ready ? osStartThread( work, opener ) : NULL;
    if ( ready && opener->thread == NULL )
    {
        work( opener ); // without a thread it is done at once
    }
    if ( !ready )
    {
        sessionEndOpening( opener );
        return NULL;
    }
    return opener;
}

void sessionEndOpening( sessionFileOpener* opener )
{
    if ( opener == NULL )
    {
        return;
    }
    if ( opener->thread != NULL )
    {
        osLockMonitor( opener->lock );
        opener->cancelled = true;
        osUnlockMonitor( opener->lock );
        osJoinThread( opener->thread );
    }
    ssScenario_Release( opener->scenario );
    osDestroyMonitor( opener->lock );
    free( opener->theirs );
    free( opener );
}

const char* sessionFileOpener_Path( const sessionFileOpener* opener )
{
    return opener->path;
}

double sessionFileOpener_Share( sessionFileOpener* opener )
{
    osLockMonitor( opener->lock );
    double share = opener->share;
    osUnlockMonitor( opener->lock );
    return share;
}

bool sessionFileOpener_Wait( sessionFileOpener* opener, double seconds )
{
    double end = osSeconds() + seconds;
    osLockMonitor( opener->lock );
    while ( !opener->done && osSeconds() < end )
    {
        osWaitAtMonitorFor( opener->lock, end - osSeconds() );
    }
    bool done = opener->done;
    osUnlockMonitor( opener->lock );
    return done;
}

ssResult sessionFileOpener_Take( sessionFileOpener* opener, const ssScenario** scenario )
{
    osLockMonitor( opener->lock );
    *scenario = opener->scenario;
    opener->scenario = NULL;
    ssResult result = opener->result;
    osUnlockMonitor( opener->lock );
    return result;
}
