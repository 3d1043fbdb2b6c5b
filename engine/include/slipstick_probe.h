// SPDX-License-Identifier: MIT
#ifndef SLIPSTICK_PROBE_H
#define SLIPSTICK_PROBE_H

// Writes the contacts of your simulator for Slipstick to show and audit: into an MCAP file
// (https://mcap.dev), or to a viewer on this computer. One header for C99 and C++, without a library:
//
//     ssProbe* probe = ssProbeOpenFile( "contacts.mcap" );      // or ssProbeConnect( SS_PROBE_PORT )
//     for each step:
//         ssProbeBeginFrame( probe, t );
//         for each contact:
//             ssProbeContact( probe, id, a, b, point, normal, force, NULL,
//             velocity, NULL, gap, mu, NAN, NAN );
//         for each body, if you like:
//             ssProbeBody( probe, id, position, quaternion, SS_PROBE_SPHERE, size, mass );
//         ssProbeEndFrame( probe );
//     ssProbeClose( probe );
//
// Every function takes NULL for a probe that is switched off, and then does nothing. With SS_PROBE_OFF
// defined, that is known to the compiler; with SS_PROBE_NO_TCP, no sockets are used.
//
// Units are SI. The normal has length 1 and points from body a to body b. Force and moment act on b, the
// moment about the point: where a solver works with impulses, the impulse over the step size. Velocity and
// angular velocity are those of b relative to a, at the point, as the solver left them. The gap is what the
// solver used, negative where bodies overlap. What you do not know is NULL or NAN, never zero; a body or
// contact without a number is SS_PROBE_NO_ID. Times ascend.
//
// A contact takes 128 bytes: t and the point keep double precision, the rest single (seven
// digits, below 3e38). With ssProbeUseDouble it takes 200 and keeps every digit.
// ssProbeAppendFile goes on with a log that is there.
//
// The file is complete after ssProbeClose. If the program is killed, it lacks its last chunk: at most
// SS_PROBE_CHUNK_FRAMES frames or the frames of SS_PROBE_CHUNK_BYTES. To a viewer, every frame is sent at
// once; one that does not read for two seconds is given up. A probe belongs to one thread at a time.

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined( _WIN32 ) && !defined( SS_PROBE_NO_TCP )
#define SS_PROBE_NO_TCP
#endif
#if !defined( SS_PROBE_NO_TCP )
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#endif

#define SS_PROBE_PORT 7717           // where `slipstick listen` waits
#define SS_PROBE_NO_ID INT64_MIN     // a contact or body without a number
#define SS_PROBE_NAN ( (double)NAN ) // not known
#define SS_PROBE_CHUNK_FRAMES 64     // a chunk ends after so many frames
#define SS_PROBE_CHUNK_BYTES 0x40000 // or with the frame that exceeds this; it stays in the processor's cache

// Your own allocator, if you have one: define both before you include this header.
#if !defined( SS_PROBE_REALLOC )
#define SS_PROBE_REALLOC realloc
#define SS_PROBE_FREE free
#endif

// Shapes of bodies, and what their three sizes [m] mean. Axes are those of the body.
enum
{
    SS_PROBE_UNKNOWN = 0,
    SS_PROBE_SPHERE = 1,   // radius
    SS_PROBE_BOX = 2,      // half extents
    SS_PROBE_CYLINDER = 3, // radius, -, half the length along z
    SS_PROBE_CAPSULE = 4,  // radius, -, half the distance between the centres of the caps, which lie on z
    SS_PROBE_PLANE = 5     // z is the normal
};

/// Takes bytes; 0: it could not.
typedef int ssProbeWrite( void* context, const void* bytes, size_t size );

typedef struct ssProbe ssProbe;

#if defined( SS_PROBE_OFF )
#define SS_PROBE_ON 0 // constant, so that the compiler removes everything
#else
#define SS_PROBE_ON 1
#endif

// ---------------------------------------------------------------------------------------------- the messages

// Message definitions as in ROS 2 (https://docs.ros.org/en/rolling/Concepts/Basic/About-Interfaces.html),
// encoded as CDR. In memory and in the file a body is 13 numbers of 8 bytes, a contact 25; or, in single
// precision, 6 of 8 bytes and 19 of 4.
#define SS_PROBE_RULE "================================================================================\n"
#define SS_PROBE_TIME SS_PROBE_RULE "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n"
#define SS_PROBE_POINT SS_PROBE_RULE "MSG: geometry_msgs/Point\nfloat64 x\nfloat64 y\nfloat64 z\n"

#define SS_PROBE_CONTACTS_HEAD                                 \
    "# All contacts at one time, in SI units. NaN: unknown.\n" \
    "builtin_interfaces/Time stamp\n"                          \
    "float64 t            # [s]\n"

#define SS_PROBE_CONTACT_IDS                                                            \
    "int64 contact        # number of the contact; -9223372036854775808: it has none\n" \
    "int64 a              # numbers of the two bodies; likewise\n"                      \
    "int64 b\n"                                                                         \
    "geometry_msgs/Point point\n"

#define SS_PROBE_CONTACTS_TEXT                                                                               \
    SS_PROBE_CONTACTS_HEAD                                                                                   \
    "slipstick_msgs/Contact[] contacts\n" SS_PROBE_RULE "MSG: slipstick_msgs/Contact\n" SS_PROBE_CONTACT_IDS \
    "geometry_msgs/Vector3 normal             # unit normal from a to b\n"                                   \
    "geometry_msgs/Vector3 force              # [N] on b\n"                                                  \
    "geometry_msgs/Vector3 moment             # [N m] on b, about the point\n"                               \
    "geometry_msgs/Vector3 velocity           # [m/s] of b relative to a, as solved\n"                       \
    "geometry_msgs/Vector3 angular_velocity   # [rad/s] of b relative to a\n"                                \
    "float64 gap          # [m] as the solver used it\n"                                                     \
    "float64 mu\n"                                                                                           \
    "float64 mu_r         # [m] rolling\n"                                                                   \
    "float64 mu_s         # [m] spinning\n" SS_PROBE_TIME SS_PROBE_POINT SS_PROBE_RULE                       \
    "MSG: geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n"

#define SS_PROBE_CONTACTS32_TEXT                                                         \
    SS_PROBE_CONTACTS_HEAD                                                               \
    "slipstick_msgs/Contact32[] contacts\n" SS_PROBE_RULE                                \
    "MSG: slipstick_msgs/Contact32\n" SS_PROBE_CONTACT_IDS                               \
    "slipstick_msgs/Vector32 normal             # unit normal from a to b\n"             \
    "slipstick_msgs/Vector32 force              # [N] on b\n"                            \
    "slipstick_msgs/Vector32 moment             # [N m] on b, about the point\n"         \
    "slipstick_msgs/Vector32 velocity           # [m/s] of b relative to a, as solved\n" \
    "slipstick_msgs/Vector32 angular_velocity   # [rad/s] of b relative to a\n"          \
    "float32 gap          # [m] as the solver used it\n"                                 \
    "float32 mu\n"                                                                       \
    "float32 mu_r         # [m] rolling\n"                                               \
    "float32 mu_s         # [m] spinning\n" SS_PROBE_TIME SS_PROBE_POINT SS_PROBE_RULE   \
    "MSG: slipstick_msgs/Vector32\nfloat32 x\nfloat32 y\nfloat32 z\n"

#define SS_PROBE_BODIES_TEXT                                                                           \
    "# All bodies at one time, in SI units. NaN: unknown.\n"                                           \
    "builtin_interfaces/Time stamp\n"                                                                  \
    "float64 t            # [s]\n"                                                                     \
    "slipstick_msgs/Body[] bodies\n" SS_PROBE_RULE "MSG: slipstick_msgs/Body\n"                        \
    "int32 UNKNOWN=0\nint32 SPHERE=1\nint32 BOX=2\nint32 CYLINDER=3\nint32 CAPSULE=4\nint32 PLANE=5\n" \
    "int64 id\n"                                                                                       \
    "geometry_msgs/Pose pose\n"                                                                        \
    "int32 shape\n"                                                                                    \
    "float64[3] size      # [m] radius; half extents; radius, -, half length along z\n"                \
    "float64 mass         # [kg]; 0 or infinite: fixed\n" SS_PROBE_TIME SS_PROBE_RULE                  \
    "MSG: geometry_msgs/Pose\ngeometry_msgs/Point position\ngeometry_msgs/Quaternion "                 \
    "orientation\n" SS_PROBE_POINT SS_PROBE_RULE                                                       \
    "MSG: geometry_msgs/Quaternion\nfloat64 x\nfloat64 y\nfloat64 z\nfloat64 w\n"

enum
{
    ss_probeContacts = 0, // the two channels, whose numbers in the file are one higher
    ss_probeBodies = 1,
    ss_probeRow = 25 * 8, // [bytes] of a contact
    ss_probeRow32 =
        16 * 8, // in single precision; the last 4 bytes are padding, which belongs to the next one
    ss_probeBodyRow = 13 * 8, // of a body
    ss_probeChunkHead = 49,   // of a chunk record, up to its records
    ss_probeMessageHead = 31, // of a message record, up to its data
    ss_probeDataHead = 28,    // of the data, up to the first row: CDR header, stamp, t, count, padding
    ss_probeCountAt = 20      // where the count stands in the data
};

typedef struct ss_probeChunk
{
    uint64_t first, last; // times [ns]
    uint64_t offset, length, indexOffset[2], indexLength, size;
} ss_probeChunk;

struct ssProbe
{
    ssProbeWrite* write;
    void* context;
    FILE* file;
    int socket;
    int corrects;      // the file can be corrected, so that a large frame need not be kept in memory
    int wide;          // double precision
    const char* error; // NULL: none
    uint64_t position; // [bytes] written before the open chunk

    // The open chunk. A file takes its beginning while a large frame is
    // still growing, and is corrected afterwards.
    unsigned char* buffer;
    size_t used, capacity;
    uint64_t spilled; // bytes of the chunk that are in the file already
    uint64_t first, last;
    int frames;
    uint64_t time[2][SS_PROBE_CHUNK_FRAMES], place[2][SS_PROBE_CHUNK_FRAMES];
    int entries[2];

    // The open frame.
    int open;
    double t;         // or of the last frame; NAN: there is none
    uint64_t message; // where its contacts begin in the chunk
    uint32_t contactCount, bodyCount;
    unsigned char* bodies;
    size_t bodyUsed, bodyCapacity;

    ss_probeChunk* chunks;
    size_t chunkCount, chunkCapacity; // the capacity in bytes
    uint64_t messages[2], begin, end; // times of the whole log [ns]
};

// ----------------------------------------------------------------------------------------------------- bytes

static inline void ssProbe_Fail( ssProbe* probe, const char* why )
{
    if ( probe->error == NULL ) { probe->error = why; }
    probe->capacity = probe->used = 0; // every call now takes the slow way, which sees the error
}

static inline int ssProbe_Send( ssProbe* probe, const void* bytes, size_t size )
{
    if ( probe->error == NULL && size > 0 && !probe->write( probe->context, bytes, size ) )
    {
        ssProbe_Fail( probe, "the log could not be written: the disk is full, or the viewer has gone" );
    }
    return probe->error == NULL;
}

/// Doubles a block of memory, which begins with `least` bytes. NULL:
/// out of memory, and the block is as it was.
static inline void* ssProbe_Grow( ssProbe* probe, void* block, size_t* capacity, size_t least )
{
    size_t size = *capacity == 0 ? least : 2 * *capacity;
    void* larger = SS_PROBE_REALLOC( block, size );
    if ( larger == NULL )
    {
        ssProbe_Fail( probe, "out of memory for the contacts of a frame" );
        return NULL;
    }
    *capacity = size;
    return larger;
}

/// Makes room for `size` bytes in the open chunk; 0: there is none. `size` is far below a chunk.
static inline int ssProbe_Room( ssProbe* probe, size_t size )
{
    if ( probe->used + size <= probe->capacity ) { return 1; }
    if ( probe->error != NULL ) { return 0; }
    if ( probe->corrects && probe->capacity > SS_PROBE_CHUNK_BYTES )
    {
        if ( !ssProbe_Send( probe, probe->buffer, probe->used ) ) { return 0; }
        probe->spilled += probe->used;
        probe->used = 0;
        return 1;
    }
    void* buffer = ssProbe_Grow( probe, probe->buffer, &probe->capacity, SS_PROBE_CHUNK_BYTES + 0x4000 );
    probe->buffer = buffer != NULL ? (unsigned char*)buffer : probe->buffer;
    return buffer != NULL;
}

/// Writes a number of 1 to 8 bytes, the lowest first, as MCAP wants it. Returns the place behind it.
static inline unsigned char* ssProbe_Put( unsigned char* to, uint64_t value, int bytes )
{
    for ( int i = 0; i < bytes; ++i ) { *to++ = (unsigned char)( value >> ( 8 * i ) ); }
    return to;
}

static inline unsigned char* ssProbe_PutText( unsigned char* to, const char* text )
{
    size_t length = strlen( text );
    to = ssProbe_Put( to, length, 4 );
    memcpy( to, text, length );
    return to + length;
}

/// Completes a record whose content ends at `end`; its 9 bytes of head are still empty.
static inline void ssProbe_PutHead( unsigned char* record, int code, const unsigned char* end )
{
    ssProbe_Put( record, (uint64_t)code, 1 );
    ssProbe_Put( record + 1, (uint64_t)( end - record - 9 ), 8 );
}

/// Corrects bytes of the open chunk, which may be in the file already. They lie there or here as a whole.
static inline void ssProbe_Correct( ssProbe* probe, uint64_t place, const unsigned char* bytes, size_t size )
{
    if ( place >= probe->spilled )
    {
        memcpy( probe->buffer + ( place - probe->spilled ), bytes, size );
        return;
    }
    long back = (long)( probe->spilled - place );
    if ( probe->error == NULL &&
        ( fseek( probe->file, -back, SEEK_CUR ) != 0 || fwrite( bytes, 1, size, probe->file ) != size ||
            fseek( probe->file, back - (long)size, SEEK_CUR ) != 0 ) )
    {
        ssProbe_Fail( probe, "the log could not be written: the file cannot be corrected" );
    }
}

static inline unsigned char ssProbe_IsLittle( void )
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy( &first, &one, 1 );
    return first;
}

static inline uint64_t ssProbe_Nanoseconds( double t )
{
    return t > 0.0 ? t < 1.8e10 ? (uint64_t)( t * 1e9 + 0.5 ) : 18000000000000000000u : 0u;
}

// ---------------------------------------------------------------------------------------------------- chunks

static inline unsigned char* ssProbe_PutSchema(
    unsigned char* to, int id, const char* name, const char* text )
{
    unsigned char* record = to;
    to = ssProbe_Put( to + 9, (uint64_t)id, 2 );
    to = ssProbe_PutText( ssProbe_PutText( ssProbe_PutText( to, name ), "ros2msg" ), text );
    ssProbe_PutHead( record, 0x03, to );
    return to;
}

static inline unsigned char* ssProbe_PutChannel( unsigned char* to, int id, const char* topic )
{
    unsigned char* record = to;
    to = ssProbe_Put( ssProbe_Put( to + 9, (uint64_t)id, 2 ), (uint64_t)id, 2 );
    to = ssProbe_Put( ssProbe_PutText( ssProbe_PutText( to, topic ), "cdr" ), 0, 4 ); // no metadata
    ssProbe_PutHead( record, 0x04, to );
    return to;
}

#if !defined( SS_PROBE_DEFINITIONS ) // our own tools put other messages into such files
#define SS_PROBE_DEFINITIONS ssProbe_PutDefinitions
#endif

/// What describes the messages; at most 4 KiB. It stands in the first chunk and again in the summary.
static inline unsigned char* ssProbe_PutDefinitions( unsigned char* to, int wide )
{
    to = wide ? ssProbe_PutSchema( to, 1, "slipstick_msgs/msg/Contacts", SS_PROBE_CONTACTS_TEXT )
              : ssProbe_PutSchema( to, 1, "slipstick_msgs/msg/Contacts32", SS_PROBE_CONTACTS32_TEXT );
    to = ssProbe_PutSchema( to, 2, "slipstick_msgs/msg/Bodies", SS_PROBE_BODIES_TEXT );
    to = ssProbe_PutChannel( to, 1, "/contacts" );
    return ssProbe_PutChannel( to, 2, "/bodies" );
}

static inline int ssProbe_BeginChunk( ssProbe* probe )
{
    probe->used = 0;
    probe->spilled = 0;
    probe->frames = probe->entries[0] = probe->entries[1] = 0;
    if ( !ssProbe_Room( probe, 8192 ) ) { return 0; }
    memset( probe->buffer, 0, ss_probeChunkHead );
    ssProbe_Put( probe->buffer, 0x06, 1 );
    ssProbe_Put(
        probe->buffer + 1, (uint64_t)1 << 48, 8 ); // never that long: cut off, should the program be killed
    probe->used = ss_probeChunkHead;
    if ( probe->chunkCount == 0 )
    {
        probe->used =
            (size_t)( SS_PROBE_DEFINITIONS( probe->buffer + probe->used, probe->wide ) - probe->buffer );
    }
    return 1;
}

static inline int ssProbe_KeepChunk( ssProbe* probe, const ss_probeChunk* chunk )
{
    if ( ( probe->chunkCount + 1 ) * sizeof( *chunk ) > probe->chunkCapacity )
    {
        void* chunks = ssProbe_Grow( probe, probe->chunks, &probe->chunkCapacity, 64 * sizeof( *chunk ) );
        if ( chunks == NULL ) { return 0; }
        probe->chunks = (ss_probeChunk*)chunks;
    }
    probe->chunks[probe->chunkCount++] = *chunk;
    return 1;
}

/// The places of the messages of a chunk, which follow it.
static inline unsigned char* ssProbe_PutIndices(
    const ssProbe* probe, unsigned char* to, ss_probeChunk* chunk )
{
    const unsigned char* start = to;
    for ( int k = 0; k < 2; ++k )
    {
        unsigned char* record = to;
        chunk->indexOffset[k] = chunk->offset + chunk->length + (uint64_t)( record - start );
        to = ssProbe_Put(
            ssProbe_Put( to + 9, (uint64_t)( k + 1 ), 2 ), 16u * (uint64_t)probe->entries[k], 4 );
        for ( int i = 0; i < probe->entries[k]; ++i )
        {
            to = ssProbe_Put( ssProbe_Put( to, probe->time[k][i], 8 ), probe->place[k][i], 8 );
        }
        ssProbe_PutHead( record, 0x07, to );
    }
    chunk->indexLength = (uint64_t)( to - start );
    return to;
}

/// Completes the open chunk and writes it with the index of its messages.
static inline void ssProbe_EndChunk( ssProbe* probe )
{
    uint64_t length = probe->spilled + probe->used, size = length - ss_probeChunkHead;
    ss_probeChunk chunk;
    chunk.first = probe->first;
    chunk.last = probe->last;
    chunk.offset = probe->position;
    chunk.length = length;
    chunk.size = size;
    unsigned char head[ss_probeChunkHead], *to = ssProbe_Put( head, 0x06, 1 );
    to = ssProbe_Put( ssProbe_Put( ssProbe_Put( to, length - 9, 8 ), chunk.first, 8 ), chunk.last, 8 );
    to = ssProbe_Put( ssProbe_Put( to, size, 8 ), 0, 4 ); // a check sum of 0: there is none
    ssProbe_Put( ssProbe_PutText( to, "" ), size, 8 );    // not compressed
    if ( !ssProbe_Room( probe, 2 * ( 15 + 16 * SS_PROBE_CHUNK_FRAMES ) ) ) { return; }
    unsigned char* end = ssProbe_PutIndices( probe, probe->buffer + probe->used, &chunk );
    probe->used = (size_t)( end - probe->buffer );
    uint64_t spilled = probe->spilled, whole = spilled + probe->used;
    if ( spilled == 0 ) { memcpy( probe->buffer, head, sizeof( head ) ); }
    if ( ssProbe_Send( probe, probe->buffer, probe->used ) && ssProbe_KeepChunk( probe, &chunk ) &&
        spilled > 0 )
    {
        // The head comes last, so that a chunk that has one is complete.
        probe->spilled = whole;
        ssProbe_Correct( probe, 0, head, sizeof( head ) );
    }
    probe->position += whole;
    probe->frames = 0;
    probe->used = 0;
    probe->spilled = 0;
}

// --------------------------------------------------------------------------------------------------- opening

static inline ssProbe* ssProbe_New( ssProbeWrite* write, void* context )
{
    ssProbe* probe = SS_PROBE_ON ? (ssProbe*)SS_PROBE_REALLOC( NULL, sizeof( ssProbe ) ) : NULL;
    if ( probe != NULL )
    {
        memset( probe, 0, sizeof( ssProbe ) );
        probe->write = write;
        probe->context = context;
        probe->socket = -1;
        probe->begin = UINT64_MAX;
        probe->t = SS_PROBE_NAN;
    }
    return probe;
}

static inline void ssProbe_Free( ssProbe* probe )
{
    SS_PROBE_FREE( probe->buffer );
    SS_PROBE_FREE( probe->bodies );
    SS_PROBE_FREE( probe->chunks );
    SS_PROBE_FREE( probe );
}

/// Writes what every file begins with; 0: it could not be written.
static inline int ssProbe_Begin( ssProbe* probe )
{
    unsigned char start[64], *to = start + 8;
    memcpy( start, "\x89MCAP0\r\n", 8 );
    to = ssProbe_PutText( ssProbe_PutText( to + 9, "" ), "slipstick_probe 2" );
    ssProbe_PutHead( start + 8, 0x01, to );
    probe->position = (uint64_t)( to - start );
    return ssProbe_Send( probe, start, (size_t)( to - start ) );
}

/// A probe that gives its bytes to a function, frame by frame as chunks fill.
/// NULL: out of memory, or it could not write.
static inline ssProbe* ssProbeOpenSink( ssProbeWrite* write, void* context )
{
    ssProbe* probe = ssProbe_New( write, context );
    if ( probe != NULL && !ssProbe_Begin( probe ) )
    {
        ssProbe_Free( probe );
        return NULL;
    }
    return probe;
}

/// Before the first frame: every number in double precision. A log that goes on keeps the precision it has.
static inline void ssProbeUseDouble( ssProbe* probe )
{
    if ( SS_PROBE_ON && probe != NULL && probe->chunkCount == 0 && probe->frames == 0 && !probe->open )
    {
        probe->wide = 1;
    }
}

static inline int ssProbe_WriteFile( void* context, const void* bytes, size_t size )
{
    return fwrite( bytes, 1, size, (FILE*)context ) == size;
}

/// A probe into a new file; one of that name is replaced. NULL: it cannot be written, and errno says why.
static inline ssProbe* ssProbeOpenFile( const char* path )
{
    FILE* file = SS_PROBE_ON ? fopen( path, "wb" ) : NULL;
    if ( file == NULL ) { return NULL; }
    setvbuf( file, NULL, _IONBF, 0 ); // a chunk is one write, and is there when the program is killed
    ssProbe* probe = ssProbeOpenSink( ssProbe_WriteFile, file );
    if ( probe == NULL )
    {
        fclose( file );
        return NULL;
    }
    probe->file = file;
    probe->corrects = ftell( file ) == (long)probe->position; // not so for a pipe
    return probe;
}

// ------------------------------------------------------------------------------------------------- appending

static inline uint64_t ssProbe_Get( const unsigned char* from, int bytes )
{
    uint64_t value = 0;
    for ( int i = bytes - 1; i >= 0; --i ) { value = value << 8 | from[i]; }
    return value;
}

static inline int ssProbe_ReadAt( FILE* file, uint64_t place, void* bytes, size_t size )
{
    return place <= LONG_MAX && fseek( file, (long)place, SEEK_SET ) == 0 &&
        fread( bytes, 1, size, file ) == size;
}

/// The code of the record at `place`, and where the next one begins; 0: it does not end before `end`.
static inline int ssProbe_ReadHead( FILE* file, uint64_t place, uint64_t end, uint64_t* next )
{
    unsigned char head[9];
    if ( end < 9 || place > end - 9 || !ssProbe_ReadAt( file, place, head, sizeof( head ) ) ||
        ssProbe_Get( head + 1, 8 ) > end - 9 - place )
    {
        return 0;
    }
    *next = place + 9 + ssProbe_Get( head + 1, 8 );
    return head[0];
}

/// Does the first chunk, whose records begin at `place`, define the messages as this header does?
static inline int ssProbe_AdoptDefinitions( ssProbe* probe, FILE* file, uint64_t place )
{
    unsigned char there[4096], ours[4096];
    for ( probe->wide = 0; probe->wide < 2; ++probe->wide )
    {
        size_t size = (size_t)( ssProbe_PutDefinitions( ours, probe->wide ) - ours );
        if ( ssProbe_ReadAt( file, place, there, size ) && memcmp( there, ours, size ) == 0 ) { return 1; }
    }
    return 0;
}

/// Counts the messages of a complete chunk and keeps its place; 0: another program made it.
static inline int ssProbe_AdoptChunk( ssProbe* probe, FILE* file, uint64_t place, uint64_t end )
{
    unsigned char head[ss_probeChunkHead], message[ss_probeMessageHead + ss_probeDataHead - 8];
    ss_probeChunk chunk;
    memset( &chunk, 0, sizeof( chunk ) );
    if ( end - place < ss_probeChunkHead || !ssProbe_ReadAt( file, place, head, sizeof( head ) ) ||
        ssProbe_Get( head + 37, 4 ) != 0 ||
        ( probe->chunkCount == 0 && !ssProbe_AdoptDefinitions( probe, file, place + ss_probeChunkHead ) ) )
    {
        return 0;
    }
    chunk.first = ssProbe_Get( head + 9, 8 );
    chunk.last = ssProbe_Get( head + 17, 8 );
    chunk.offset = place;
    chunk.length = end - place;
    chunk.size = chunk.length - ss_probeChunkHead;
    probe->entries[0] = probe->entries[1] = 0;
    for ( uint64_t at = place + ss_probeChunkHead, next; at < end; at = next )
    {
        int code = ssProbe_ReadHead( file, at, end, &next );
        if ( code == 0x05 )
        {
            int good =
                next - at >= sizeof( message ) && ssProbe_ReadAt( file, at, message, sizeof( message ) );
            int channel = good ? message[9] - 1 : -1;
            if ( channel < 0 || channel > 1 || probe->entries[channel] == SS_PROBE_CHUNK_FRAMES ||
                message[ss_probeMessageHead + 1] != ssProbe_IsLittle() )
            {
                return 0;
            }
            int entry = probe->entries[channel]++;
            probe->time[channel][entry] = ssProbe_Get( message + 15, 8 );
            probe->place[channel][entry] = at - place - ss_probeChunkHead;
            probe->messages[channel] += 1;
            memcpy( &probe->t, message + ss_probeMessageHead + 12, 8 );
        }
        else if ( code != 0x03 && code != 0x04 ) { return 0; }
    }
    probe->begin = chunk.first < probe->begin ? chunk.first : probe->begin;
    probe->end = chunk.last > probe->end ? chunk.last : probe->end;
    return ssProbe_KeepChunk( probe, &chunk );
}

/// Keeps the place of an index of messages, which belongs to the last chunk.
static inline int ssProbe_AdoptIndex( ssProbe* probe, FILE* file, uint64_t place, uint64_t end )
{
    unsigned char channel;
    ss_probeChunk* chunk = probe->chunkCount > 0 ? &probe->chunks[probe->chunkCount - 1] : NULL;
    if ( chunk == NULL || !ssProbe_ReadAt( file, place + 9, &channel, 1 ) || channel < 1 || channel > 2 )
    {
        return 0;
    }
    chunk->indexOffset[channel - 1] = place;
    chunk->indexLength = end - chunk->offset - chunk->length;
    return 1;
}

/// Takes over the chunks of a file of `size` bytes. What follows the last complete one is left at
/// probe->position. 0: another program made the file.
static inline int ssProbe_Adopt( ssProbe* probe, FILE* file, uint64_t size )
{
    unsigned char magic[8];
    if ( !ssProbe_ReadAt( file, 0, magic, 8 ) || memcmp( magic, "\x89MCAP0\r\n", 8 ) != 0 ) { return 0; }
    uint64_t next;
    for ( probe->position = 8;; probe->position = next )
    {
        int code = ssProbe_ReadHead( file, probe->position, size, &next );
        if ( code == 0 || code == 0x0f )
        {
            return 1; // cut off, or the end of the data, which the summary follows
        }
        int good = code == 0x06 ? ssProbe_AdoptChunk( probe, file, probe->position, next )
            : code == 0x07      ? ssProbe_AdoptIndex( probe, file, probe->position, next )
                                : code == 0x01 || code >= 0x80;
        if ( !good ) { return 0; }
    }
}

/// Makes what stands between probe->position and the end of the file, a summary or
/// half a chunk, a record that readers pass.
static inline int ssProbe_Retire( ssProbe* probe, uint64_t size )
{
    unsigned char head[9], nothing[8] = { 0 };
    uint64_t left = size - probe->position, last = left < 17 ? left - 9 : 8;
    FILE* file = probe->file;
    if ( left < 9 )
    {
        return fseek( file, (long)probe->position, SEEK_SET ) == 0; // the next chunk is longer
    }
    ssProbe_Put( ssProbe_Put( head, 0x80, 1 ), left - 9, 8 );
    int good = fseek( file, (long)probe->position, SEEK_SET ) == 0 && fwrite( head, 1, 9, file ) == 9 &&
        fseek( file, (long)( size - last ), SEEK_SET ) == 0 && fwrite( nothing, 1, last, file ) == last &&
        fseek( file, 0, SEEK_END ) == 0;
    probe->position = size;
    return good;
}

/// Writes the places of the last chunk's messages where they were cut off.
/// They are longer than what is left of them.
static inline int ssProbe_Reindex( ssProbe* probe )
{
    unsigned char indices[2 * ( 15 + 16 * SS_PROBE_CHUNK_FRAMES )];
    ss_probeChunk* chunk = &probe->chunks[probe->chunkCount - 1];
    size_t size = (size_t)( ssProbe_PutIndices( probe, indices, chunk ) - indices );
    probe->position = chunk->offset + chunk->length + size;
    return fseek( probe->file, (long)( chunk->offset + chunk->length ), SEEK_SET ) == 0 &&
        fwrite( indices, 1, size, probe->file ) == size;
}

/// Makes the file ready for the next chunk, after ssProbe_Adopt.
static inline int ssProbe_Mend( ssProbe* probe, uint64_t size )
{
    const ss_probeChunk* last = probe->chunkCount > 0 ? &probe->chunks[probe->chunkCount - 1] : NULL;
    return last != NULL && ( last->indexOffset[0] == 0 || last->indexOffset[1] == 0 )
        ? ssProbe_Reindex( probe )
        : ssProbe_Retire( probe, size );
}

/// Reads what is there and opens the file once more to go on with it. NULL:
/// errno says why; 0: there is nothing to keep.
static inline ssProbe* ssProbe_Continue( const char* path, FILE* there )
{
    errno = 0;
    long size = fseek( there, 0, SEEK_END ) == 0 ? ftell( there ) : 0;
    FILE* file = size > 0 ? fopen( path, "r+b" ) : NULL;
    ssProbe* probe = file != NULL ? ssProbe_New( ssProbe_WriteFile, file ) : NULL;
    if ( probe == NULL ) { return NULL; }
    setvbuf( file, NULL, _IONBF, 0 );
    probe->file = file;
    probe->corrects = 1;
    int good = ssProbe_Adopt( probe, there, (uint64_t)size );
    int why = good ? 0 : EINVAL;
    if ( good && probe->position > 8 && ssProbe_Mend( probe, (uint64_t)size ) ) { return probe; }
    why = good && probe->position > 8 ? errno : why;
    fclose( file );
    ssProbe_Free( probe );
    errno = why;
    return NULL;
}

/// A probe that goes on with a file of a probe, also of one that was killed; a new file where there is none.
/// NULL: it cannot be written, and errno says why; EINVAL where another program made it.
static inline ssProbe* ssProbeAppendFile( const char* path )
{
    FILE* there = SS_PROBE_ON ? fopen( path, "rb" ) : NULL;
    ssProbe* probe = there != NULL ? ssProbe_Continue( path, there ) : NULL;
    int why = errno;
    if ( there != NULL ) { fclose( there ); }
    int fresh = SS_PROBE_ON && probe == NULL && why == ( there != NULL ? 0 : ENOENT );
    errno = why;
    return fresh ? ssProbeOpenFile( path ) : probe;
}

#if !defined( SS_PROBE_NO_TCP )

static inline int ssProbe_WriteSocket( void* context, const void* bytes, size_t size )
{
    const char* from = (const char*)bytes;
#if defined( MSG_NOSIGNAL )
    const int flags = MSG_NOSIGNAL;
#else
    const int flags = 0;
#endif
    while ( size > 0 )
    {
        ssize_t sent = send( (int)(intptr_t)context, from, size, flags );
        if ( sent <= 0 ) { return 0; }
        from += sent;
        size -= (size_t)sent;
    }
    return 1;
}

/// A probe to a viewer that listens on this computer. NULL: nobody listens, and errno says so.
static inline ssProbe* ssProbeConnect( int port )
{
    int handle = SS_PROBE_ON ? socket( AF_INET, SOCK_STREAM, 0 ) : -1;
    if ( handle < 0 ) { return NULL; }
    struct sockaddr_in address;
    memset( &address, 0, sizeof( address ) );
    address.sin_family = AF_INET;
    address.sin_port = htons( (uint16_t)port );
    address.sin_addr.s_addr = htonl( INADDR_LOOPBACK );
    struct timeval patience;
    patience.tv_sec = 2;
    patience.tv_usec = 0;
    setsockopt( handle, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof( patience ) );
#if defined( SO_NOSIGPIPE )
    int on = 1;
    setsockopt( handle, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof( on ) );
#endif
    ssProbe* probe = NULL;
    if ( connect( handle, (const struct sockaddr*)&address, sizeof( address ) ) == 0 )
    {
        probe = ssProbeOpenSink( ssProbe_WriteSocket, (void*)(intptr_t)handle );
    }
    if ( probe == NULL )
    {
        close( handle );
        return NULL;
    }
    probe->socket = handle;
    return probe;
}

#endif

// ---------------------------------------------------------------------------------------------------- frames

/// Begins the data of a message: CDR in the byte order of this machine, which its second byte
/// states; stamp, t, and room for the count.
static inline int ssProbe_BeginMessage( ssProbe* probe, int channel )
{
    if ( !ssProbe_Room( probe, ss_probeMessageHead + ss_probeDataHead ) ) { return 0; }
    uint64_t time = ssProbe_Nanoseconds( probe->t );
    unsigned char *record = probe->buffer + probe->used, *to = record;
    to = ssProbe_Put( ssProbe_Put( to, 0x05, 1 ), 0, 8 );
    to = ssProbe_Put( ssProbe_Put( to, (uint64_t)( channel + 1 ), 2 ), probe->messages[channel], 4 );
    to = ssProbe_Put( ssProbe_Put( to, time, 8 ), time, 8 );
    uint64_t seconds = time / 1000000000u;
    int32_t stamp = seconds < INT32_MAX ? (int32_t)seconds : INT32_MAX;
    uint32_t rest = (uint32_t)( time % 1000000000u );
    memset( to, 0, ss_probeDataHead );
    to[1] = ssProbe_IsLittle();
    memcpy( to + 4, &stamp, 4 );
    memcpy( to + 8, &rest, 4 );
    memcpy( to + 12, &probe->t, 8 );
    int entry = probe->entries[channel]++;
    probe->time[channel][entry] = time;
    probe->place[channel][entry] = probe->spilled + probe->used - ss_probeChunkHead;
    probe->used += ss_probeMessageHead + ss_probeDataHead;
    probe->messages[channel] += 1;
    return 1;
}

/// Completes the message that begins at `place` of the chunk. Is there padding at its end?
static inline void ssProbe_EndMessage( ssProbe* probe, uint64_t place, uint32_t count, int padded )
{
    unsigned char length[8];
    if ( padded )
    {
        probe->used -= 4; // it belongs to the row that does not come
    }
    ssProbe_Put( length, probe->spilled + probe->used - place - 9, 8 );
    ssProbe_Correct( probe, place + 1, length, 8 );
    unsigned char number[4];
    memcpy( number, &count, 4 );
    ssProbe_Correct( probe, place + ss_probeMessageHead + ss_probeCountAt, number, 4 );
}

static inline void ssProbe_PutVector( unsigned char* to, const double* vector )
{
    static const double unknown[3] = { SS_PROBE_NAN, SS_PROBE_NAN, SS_PROBE_NAN };
    memcpy( to, vector != NULL ? vector : unknown, 3 * sizeof( double ) );
}

static inline void ssProbe_PutVector32( unsigned char* to, const double* vector )
{
    float single[3] = { (float)NAN, (float)NAN, (float)NAN };
    if ( vector != NULL )
    {
        single[0] = (float)vector[0];
        single[1] = (float)vector[1];
        single[2] = (float)vector[2];
    }
    memcpy( to, single, sizeof( single ) );
}

/// One contact, between begin and end of a frame. The vectors have three
/// numbers, or are NULL where they are not known.
static inline void ssProbeContact( ssProbe* probe, int64_t contact, int64_t a, int64_t b, const double* point,
    const double* normal, const double* force, const double* moment, const double* velocity,
    const double* angularVelocity, double gap, double mu, double muR, double muS )
{
    if ( !SS_PROBE_ON || probe == NULL ||
        ( probe->used + ss_probeRow > probe->capacity && !ssProbe_Room( probe, ss_probeRow ) ) ||
        !probe->open )
    {
        return;
    }
    unsigned char* to = probe->buffer + probe->used;
    const int64_t ids[3] = { contact, a, b };
    memcpy( to, ids, sizeof( ids ) );
    ssProbe_PutVector( to + 24, point );
    probe->contactCount += 1;
    if ( !probe->wide )
    {
        const float rest[5] = { (float)gap, (float)mu, (float)muR, (float)muS, 0.0f };
        ssProbe_PutVector32( to + 48, normal );
        ssProbe_PutVector32( to + 60, force );
        ssProbe_PutVector32( to + 72, moment );
        ssProbe_PutVector32( to + 84, velocity );
        ssProbe_PutVector32( to + 96, angularVelocity );
        memcpy( to + 108, rest, sizeof( rest ) );
        probe->used += ss_probeRow32;
        return;
    }
    const double rest[4] = { gap, mu, muR, muS };
    ssProbe_PutVector( to + 48, normal );
    ssProbe_PutVector( to + 72, force );
    ssProbe_PutVector( to + 96, moment );
    ssProbe_PutVector( to + 120, velocity );
    ssProbe_PutVector( to + 144, angularVelocity );
    memcpy( to + 168, rest, sizeof( rest ) );
    probe->used += ss_probeRow;
}

/// One body of the frame: position, quaternion x y z w, shape (SS_PROBE_SPHERE,
/// ...) with its three sizes, mass (0: fixed).
static inline void ssProbeBody( ssProbe* probe, int64_t id, const double* position, const double* quaternion,
    int shape, const double* size, double mass )
{
    if ( !SS_PROBE_ON || probe == NULL || !probe->open || probe->error != NULL ) { return; }
    if ( probe->bodyUsed + ss_probeBodyRow > probe->bodyCapacity )
    {
        void* bodies = ssProbe_Grow( probe, probe->bodies, &probe->bodyCapacity, 64 * ss_probeBodyRow );
        if ( bodies == NULL ) { return; }
        probe->bodies = (unsigned char*)bodies;
    }
    unsigned char* to = probe->bodies + probe->bodyUsed;
    static const double unknown[4] = { SS_PROBE_NAN, SS_PROBE_NAN, SS_PROBE_NAN, SS_PROBE_NAN };
    int32_t kind[2] = { shape, 0 };
    memcpy( to, &id, 8 );
    ssProbe_PutVector( to + 8, position );
    memcpy( to + 32, quaternion != NULL ? quaternion : unknown, 32 );
    memcpy( to + 64, kind, 8 );
    ssProbe_PutVector( to + 72, size );
    memcpy( to + 96, &mass, 8 );
    probe->bodyUsed += ss_probeBodyRow;
    probe->bodyCount += 1;
}

/// Writes the frames that are complete. Otherwise this happens when a chunk is full.
static inline void ssProbeFlush( ssProbe* probe )
{
    if ( SS_PROBE_ON && probe != NULL && !probe->open && probe->error == NULL && probe->frames > 0 )
    {
        ssProbe_EndChunk( probe );
    }
}

/// The messages of a frame are complete.
static inline void ssProbe_CountFrame( ssProbe* probe )
{
    uint64_t time = ssProbe_Nanoseconds( probe->t );
    probe->first = probe->frames == 0 || time < probe->first ? time : probe->first;
    probe->last = probe->frames == 0 || time > probe->last ? time : probe->last;
    probe->begin = time < probe->begin ? time : probe->begin;
    probe->end = time > probe->end ? time : probe->end;
    probe->frames += 1;
    if ( probe->socket >= 0 || probe->frames == SS_PROBE_CHUNK_FRAMES ||
        probe->spilled + probe->used >= SS_PROBE_CHUNK_BYTES )
    {
        ssProbeFlush( probe );
    }
}

static inline void ssProbeEndFrame( ssProbe* probe )
{
    if ( !SS_PROBE_ON || probe == NULL || !probe->open || probe->error != NULL ) { return; }
    probe->open = 0;
    ssProbe_EndMessage(
        probe, probe->message, probe->contactCount, !probe->wide || probe->contactCount == 0 );
    uint64_t place = probe->spilled + probe->used;
    if ( probe->bodyCount > 0 && ssProbe_BeginMessage( probe, ss_probeBodies ) )
    {
        for ( size_t i = 0; i < probe->bodyUsed && ssProbe_Room( probe, ss_probeBodyRow );
              i += ss_probeBodyRow )
        {
            memcpy( probe->buffer + probe->used, probe->bodies + i, ss_probeBodyRow );
            probe->used += ss_probeBodyRow;
        }
        if ( probe->error == NULL ) { ssProbe_EndMessage( probe, place, probe->bodyCount, 0 ); }
    }
    ssProbe_CountFrame( probe );
}

/// Begins a frame at time t [s], later than the last one. Another time is
/// an error; the frames before it are written.
static inline void ssProbeBeginFrame( ssProbe* probe, double t )
{
    if ( !SS_PROBE_ON || probe == NULL || probe->error != NULL ) { return; }
    ssProbeEndFrame( probe ); // should the last one still be open
    if ( isnan( t ) || t <= probe->t )
    {
        ssProbeFlush( probe ); // what was finished until now is good
        ssProbe_Fail( probe, "the time of a frame is not later than that of the frame before" );
        return;
    }
    if ( probe->frames == 0 && !ssProbe_BeginChunk( probe ) ) { return; }
    probe->t = t;
    probe->contactCount = probe->bodyCount = 0;
    probe->bodyUsed = 0;
    probe->message = probe->spilled + probe->used;
    probe->open = ssProbe_BeginMessage( probe, ss_probeContacts );
}

// ----------------------------------------------------------------------------------------------------- close

/// Time of the last frame [s], also of one that was there before ssProbeAppendFile; NAN: there is none.
static inline double ssProbeLastTime( const ssProbe* probe )
{
    return probe != NULL ? probe->t : SS_PROBE_NAN;
}

/// What went wrong, after which the probe writes nothing more; NULL: nothing.
static inline const char* ssProbeError( const ssProbe* probe ) { return probe != NULL ? probe->error : NULL; }

static inline unsigned char* ssProbe_PutStatistics( const ssProbe* probe, unsigned char* to )
{
    unsigned char* record = to;
    to = ssProbe_Put( to + 9, probe->messages[0] + probe->messages[1], 8 );
    to = ssProbe_Put( ssProbe_Put( to, 2, 2 ), 2, 4 ); // schemas, channels
    to = ssProbe_Put( ssProbe_Put( ssProbe_Put( to, 0, 4 ), 0, 4 ), probe->chunkCount, 4 );
    to = ssProbe_Put( ssProbe_Put( to, probe->chunkCount > 0 ? probe->begin : 0, 8 ), probe->end, 8 );
    to = ssProbe_Put( to, 20, 4 );
    for ( int k = 0; k < 2; ++k )
    {
        to = ssProbe_Put( ssProbe_Put( to, (uint64_t)( k + 1 ), 2 ), probe->messages[k], 8 );
    }
    ssProbe_PutHead( record, 0x0b, to );
    return to;
}

static inline unsigned char* ssProbe_PutChunkIndex( unsigned char* to, const ss_probeChunk* chunk )
{
    unsigned char* record = to;
    to = ssProbe_Put( ssProbe_Put( to + 9, chunk->first, 8 ), chunk->last, 8 );
    to = ssProbe_Put( ssProbe_Put( to, chunk->offset, 8 ), chunk->length, 8 );
    to = ssProbe_Put( to, 20, 4 );
    for ( int k = 0; k < 2; ++k )
    {
        to = ssProbe_Put( ssProbe_Put( to, (uint64_t)( k + 1 ), 2 ), chunk->indexOffset[k], 8 );
    }
    to = ssProbe_PutText( ssProbe_Put( to, chunk->indexLength, 8 ), "" );
    to = ssProbe_Put( ssProbe_Put( to, chunk->size, 8 ), chunk->size, 8 );
    ssProbe_PutHead( record, 0x08, to );
    return to;
}

/// The end of the data, the summary, and the footer that says where the summary begins.
static inline void ssProbe_Finish( ssProbe* probe )
{
    ssProbeFlush( probe );
    if ( ( probe->chunkCount == 0 && !ssProbe_BeginChunk( probe ) ) || !ssProbe_Room( probe, 8192 ) )
    {
        return;
    }
    unsigned char *start = probe->buffer, *to = ssProbe_Put( start + 9, 0, 4 );
    ssProbe_PutHead( start, 0x0f, to );
    uint64_t summary = probe->position + (uint64_t)( to - start );
    to = ssProbe_PutStatistics( probe, SS_PROBE_DEFINITIONS( to, probe->wide ) );
    for ( size_t i = 0; i < probe->chunkCount; ++i )
    {
        if ( to - start > 8192 - 256 )
        {
            ssProbe_Send( probe, start, (size_t)( to - start ) );
            to = start;
        }
        to = ssProbe_PutChunkIndex( to, &probe->chunks[i] );
    }
    unsigned char* footer = to;
    to = ssProbe_Put( ssProbe_Put( ssProbe_Put( to + 9, summary, 8 ), 0, 8 ), 0, 4 );
    ssProbe_PutHead( footer, 0x02, to );
    memcpy( to, "\x89MCAP0\r\n", 8 );
    ssProbe_Send( probe, start, (size_t)( to + 8 - start ) );
}

/// Completes the log and frees the probe. 0: something could not be written.
static inline int ssProbeClose( ssProbe* probe )
{
    if ( !SS_PROBE_ON || probe == NULL ) { return 1; }
    ssProbeEndFrame( probe );
    ssProbe_Finish( probe );
    int good = probe->error == NULL;
    if ( probe->file != NULL && fclose( probe->file ) != 0 ) { good = 0; }
#if !defined( SS_PROBE_NO_TCP )
    if ( probe->socket >= 0 ) { close( probe->socket ); }
#endif
    ssProbe_Free( probe );
    return good;
}

#endif
