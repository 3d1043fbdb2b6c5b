// SPDX-License-Identifier: MIT
#include "session/live/file_opener.h"
#include "base/contact_file.h"
#include "base/file_kind.h"

#include <stdlib.h>
#include <string.h>

// Opens a contact log as a job that can be cancelled.

static const double s_wakePeriod = 0.1; // [s]

struct sessionFileOpener
{
    sessionJob* job;
    // Guarded by the lock of the job.
    double share;
    bool done; // before the window is woken

    // Constant while the work goes on, or its own.
    char path[1024];
    ssLogRename renames[ss_logColumnCount];
    char* theirs; // the names of the renames, one after the other
    int renameCount;
    void ( *wake )( void* context );
    void* wakeContext;
    double wokenAt; // [s]
    ssResult result;
    const ssScenario* scenario;
};

static void wakeWindow( const sessionFileOpener* opener )
{
    if ( opener->wake != NULL ) { opener->wake( opener->wakeContext ); }
}

static bool tellShare( void* context, double share )
{
    sessionFileOpener* opener = context;
    sessionJob_Lock( opener->job );
    opener->share = share;
    sessionJob_Unlock( opener->job );
    if ( osSeconds() - opener->wokenAt > s_wakePeriod )
    {
        opener->wokenAt = osSeconds();
        wakeWindow( opener );
    }
    return sessionJob_Stops( opener->job );
}

static void work( void* context )
{
    sessionFileOpener* opener = context;
    const ssLogOptions options = { .renames = opener->renames,
        .renameCount = opener->renameCount,
        .progress = tellShare,
        .progressContext = opener };
    int contact = 0;
    opener->result = fileKindOf( opener->path ) == file_problem
        ? problemScenario( opener->path, NULL, &opener->scenario, &contact )
        : contactScenario( opener->path, &options, &opener->scenario );
    sessionJob_Lock( opener->job );
    opener->done = true;
    sessionJob_Unlock( opener->job );
    wakeWindow( opener );
}

/// False: out of memory.
static bool copyRenames( sessionFileOpener* opener, const ssLogOptions* options )
{
    size_t size = 1;
    for ( int i = 0; i < options->renameCount; ++i ) { size += strlen( options->renames[i].theirs ) + 1; }
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

sessionFileOpener* sessionBeginOpening( sessionJobMode mode, const char* path, const ssLogOptions* options,
    void ( *wake )( void* context ), void* context )
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
    opener->job = sessionCreateJob( mode, 1, false, work, opener );
    if ( opener->job == NULL || !copyRenames( opener, options != NULL ? options : &none ) )
    {
        sessionEndOpening( opener );
        return NULL;
    }
    sessionJob_Ask( opener->job );
    return opener;
}

void sessionEndOpening( sessionFileOpener* opener )
{
    if ( opener != NULL )
    {
        sessionDestroyJob( opener->job );
        ssScenario_Release( opener->scenario );
        free( opener->theirs );
        free( opener );
    }
}

const char* sessionFileOpener_Path( const sessionFileOpener* opener ) { return opener->path; }

double sessionFileOpener_Share( sessionFileOpener* opener )
{
    sessionJob_Lock( opener->job );
    double share = opener->share;
    sessionJob_Unlock( opener->job );
    return share;
}

bool sessionFileOpener_Done( sessionFileOpener* opener )
{
    sessionJob_Lock( opener->job );
    bool done = opener->done;
    sessionJob_Unlock( opener->job );
    return done;
}

ssResult sessionFileOpener_Take( sessionFileOpener* opener, const ssScenario** scenario )
{
    *scenario = opener->scenario;
    opener->scenario = NULL;
    return opener->result;
}
