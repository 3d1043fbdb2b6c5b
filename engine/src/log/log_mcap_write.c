// SPDX-License-Identifier: MIT
#include "log/log_mcap.h"

// Writes MCAP logs with the probe that other programs use; memory is from the library's allocator.

static void* probeRealloc( void* block, size_t size );
static void probeFree( void* block );

#define SS_PROBE_NO_TCP
#define SS_PROBE_REALLOC probeRealloc
#define SS_PROBE_FREE probeFree
#include <slipstick_probe.h>

const logMcapDefinition log_mcapDefinitions[log_mcapKindCount] = {
    [log_mcapContactsKind] = { "slipstick_msgs/msg/Contacts", SS_PROBE_CONTACTS_TEXT, ss_probeRow },
    [log_mcapContacts32Kind] = { "slipstick_msgs/msg/Contacts32", SS_PROBE_CONTACTS32_TEXT, ss_probeRow32 },
    [log_mcapBodiesKind] = { "slipstick_msgs/msg/Bodies", SS_PROBE_BODIES_TEXT, ss_probeBodyRow },
};

_Static_assert( (int)SS_PROBE_PLANE == (int)ss_logShapePlane, "shapes of reader and writer" );

#define PREFIX 16 // [bytes] before a block, which hold its size and keep it aligned

static void* probeRealloc( void* block, size_t size )
{
    char* larger = ssAlloc( size + PREFIX );
    if ( larger == NULL ) { return NULL; }
    memcpy( larger, &size, sizeof size );
    if ( block != NULL )
    {
        size_t before;
        memcpy( &before, (char*)block - PREFIX, sizeof before );
        memcpy( larger + PREFIX, block, before < size ? before : size );
        probeFree( block );
    }
    return larger + PREFIX;
}

static void probeFree( void* block ) { ssRelease( block != NULL ? (char*)block - PREFIX : NULL ); }

typedef struct State
{
    ssProbe* probe;
} State;

static int writeToSink( void* context, const void* bytes, size_t size )
{
    return logWriteBytes( context, bytes, size ).code == ss_ok;
}

ssResult logMcapBegin( ssLogWriter* writer )
{
    State* state = ssAlloc( sizeof *state );
    writer->state = state;
    if ( state != NULL )
    {
        state->probe = ssProbeOpenSink( writeToSink, writer );
        ssProbeUseDouble( state->probe ); // what is converted keeps every digit
    }
    return state != NULL && state->probe != NULL
        ? ssOk()
        : ssError( ss_errorFormat, "file", "the log cannot be written: no memory, or no place" );
}

static int64_t idOf( double id )
{
    return fabs( id ) < 9e18 ? (int64_t)id : SS_PROBE_NO_ID; // also for NaN
}

static void writeContact( const ssLogWriter* writer, ssProbe* probe, const ssLogFrame* frame, int row )
{
    double x[ss_logColumnCount];
    for ( int c = 0; c < ss_logColumnCount; ++c )
    {
        x[c] = ( writer->columns & SS_LOG_BIT( c ) ) != 0 ? frame->columns[c][row] : (double)NAN;
    }
    ssProbeContact( probe, idOf( x[ss_logContact] ), idOf( x[ss_logA] ), idOf( x[ss_logB] ), x + ss_logPx,
        x + ss_logNx, x + ss_logFx, x + ss_logMx, x + ss_logVx, x + ss_logWx, x[ss_logGap], x[ss_logMu],
        x[ss_logMuR], x[ss_logMuS] );
}

ssResult logMcapWriteFrame( ssLogWriter* writer, const ssLogFrame* frame )
{
    ssProbe* probe = ( (State*)writer->state )->probe;
    ssProbeBeginFrame( probe, frame->t );
    for ( int i = 0; i < frame->count; ++i ) { writeContact( writer, probe, frame, i ); }
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        const ssLogBody* body = &frame->bodies[i];
        const double position[3] = { body->position.x, body->position.y, body->position.z };
        const double size[3] = { body->size.x, body->size.y, body->size.z };
        const double quaternion[4] = { body->orientation.x, body->orientation.y, body->orientation.z,
            body->orientation.w };
        ssProbeBody( probe, idOf( body->id ), position, quaternion, (int)body->shape, size, body->mass );
    }
    ssProbeEndFrame( probe );
    const char* error = ssProbeError( probe );
    return error == NULL ? ssOk() : ssError( ss_errorFormat, "file", "%s", error );
}

ssResult logMcapEnd( ssLogWriter* writer )
{
    return ssProbeClose( ( (State*)writer->state )->probe )
        ? ssOk()
        : ssError( ss_errorFormat, "file", "the end of the log could not be written" );
}
