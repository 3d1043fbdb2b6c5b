// SPDX-License-Identifier: MIT
#include "gfx/render/stream.h"
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

// Hands instances to the graphics card through one ring of buffers that the card and we use in turn.

#define SMALLEST_PART ( 1 << 18 ) // [bytes]
#define ALIGNMENT 256             // [bytes] of a room: a uniform block may begin there on every card

static const GLuint64 s_patience = 1000000000; // [ns] with a card that does not answer

gfxRing gfxCreateRing( bool mayMap )
{
    bool offered = epoxy_gl_version() >= 44 || epoxy_has_gl_extension( "GL_ARB_buffer_storage" );
    return ( gfxRing ){ .target = GL_ARRAY_BUFFER, .mapped = mayMap && offered };
}

static void forget( gfxRing* ring )
{
    glDeleteBuffers( ring->retiredCount, ring->retired );
    for ( int i = 0; i < ring->retiredCount; ++i ) { free( ring->outgrown[i] ); }
    ring->retiredCount = 0;
}

static void retire( gfxRing* ring )
{
    if ( ring->buffer != 0 )
    {
        ring->retired[ring->retiredCount] = ring->buffer;
        ring->outgrown[ring->retiredCount++] = ring->mapped ? NULL : ring->memory;
    }
    for ( int i = 0; i < gfx_ringParts; ++i )
    {
        glDeleteSync( ring->drawn[i] );
        ring->drawn[i] = NULL;
    }
    ring->buffer = 0;
    ring->memory = NULL;
    ring->partSize = ring->used = 0;
}

void gfxDestroyRing( gfxRing* ring )
{
    if ( ring->retiredCount < gfx_ringRetired ) { retire( ring ); }
    forget( ring );
}

/// Makes a buffer whose parts have `size` bytes. The one that it replaces stays until the picture is drawn.
static void replace( gfxRing* ring, size_t size )
{
    const GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    retire( ring );
    glGenBuffers( 1, &ring->buffer );
    glBindBuffer( ring->target, ring->buffer );
    if ( ring->mapped )
    {
        GLsizeiptr whole = (GLsizeiptr)( gfx_ringParts * size );
        glBufferStorage( ring->target, whole, NULL, access );
        ring->memory = glMapBufferRange( ring->target, 0, whole, access );
    }
    else
    {
        glBufferData( ring->target, (GLsizeiptr)size, NULL, GL_STREAM_DRAW );
        ring->memory = malloc( size );
    }
    ring->part = 0;
    ring->used = 0;
    ring->partSize = ring->memory != NULL ? size : 0;
}

void gfxRing_Begin( gfxRing* ring )
{
    forget( ring );
    if ( ring->buffer == 0 ) { return; }
    if ( !ring->mapped )
    {
        // With a fresh store of the same size, the driver need not wait for the last picture to be drawn.
        glBindBuffer( ring->target, ring->buffer );
        glBufferData( ring->target, (GLsizeiptr)ring->partSize, NULL, GL_STREAM_DRAW );
        ring->used = 0;
        return;
    }
    // The fence follows the whole last frame, so that it flushes nothing that would have been drawn together.
    glDeleteSync( ring->drawn[ring->part] );
    ring->drawn[ring->part] = ring->used > 0 ? glFenceSync( GL_SYNC_GPU_COMMANDS_COMPLETE, 0 ) : NULL;
    ring->part = ( ring->part + 1 ) % gfx_ringParts;
    ring->used = 0;
    GLsync* drawn = &ring->drawn[ring->part];
    if ( *drawn != NULL )
    {
        glClientWaitSync( *drawn, GL_SYNC_FLUSH_COMMANDS_BIT, s_patience );
        glDeleteSync( *drawn );
        *drawn = NULL;
    }
}

gfxRoom gfxRing_Take( gfxRing* ring, size_t bytes )
{
    size_t needed = ( bytes + ALIGNMENT - 1 ) / ALIGNMENT * ALIGNMENT;
    if ( ring->used + needed > ring->partSize )
    {
        size_t size = 2 * ( ring->partSize + needed );
        if ( bytes > SIZE_MAX / 16 || ring->retiredCount == gfx_ringRetired ) { return ( gfxRoom ){ 0 }; }
        replace( ring, size > SMALLEST_PART ? size : SMALLEST_PART );
        if ( ring->memory == NULL ) { return ( gfxRoom ){ 0 }; }
    }
    size_t offset = ( ring->mapped ? (size_t)ring->part * ring->partSize : 0 ) + ring->used;
    ring->used += needed;
    return ( gfxRoom ){ .buffer = ring->buffer, .offset = offset, .memory = ring->memory + offset };
}

void gfxRing_Give( gfxRing* ring, const gfxRoom* room, size_t bytes )
{
    if ( !ring->mapped && bytes > 0 )
    {
        glBindBuffer( ring->target, room->buffer );
        glBufferSubData( ring->target, (GLintptr)room->offset, (GLsizeiptr)bytes, room->memory );
    }
}

void gfxCreatePackedStream(
    gfxStream* stream, gfxRing* ring, int attributeCount, const gfxAttribute* attributes, size_t rowSize )
{
    stream->ring = ring;
    stream->attributeCount = attributeCount;
    stream->rowSize = rowSize;
    memcpy( stream->attributes, attributes, (size_t)attributeCount * sizeof *attributes );
    glGenVertexArrays( 1, &stream->vertexArray );
    glBindVertexArray( stream->vertexArray );
    for ( int i = 0; i < attributeCount; ++i )
    {
        glEnableVertexAttribArray( attributes[i].first );
        glVertexAttribDivisor( attributes[i].first, attributes[i].divisor );
    }
    glBindVertexArray( 0 );
}

void gfxCreateStream(
    gfxStream* stream, gfxRing* ring, int attributeCount, const int* floats, GLuint divisor )
{
    gfxAttribute attributes[gfx_streamAttributes];
    size_t size = 0;
    for ( int i = 0; i < attributeCount; ++i )
    {
        attributes[i] = ( gfxAttribute ){ floats[i], GL_FLOAT, size, (unsigned)i, divisor };
        size += (size_t)floats[i] * sizeof( float );
    }
    gfxCreatePackedStream( stream, ring, attributeCount, attributes, size );
}

void gfxDestroyStream( gfxStream* stream )
{
    glDeleteVertexArrays( 1, &stream->vertexArray );
    free( stream->data );
}

float* gfxStream_Append( gfxStream* stream, int floats )
{
    if ( !GROW( stream->data, stream->capacity, stream->count + floats ) ) { return NULL; }
    stream->count += floats;
    return stream->data + stream->count - floats;
}

void gfxStream_Upload( gfxStream* stream )
{
    int rows = (int)( (size_t)stream->count * sizeof( float ) / stream->rowSize );
    void* memory = rows > 0 ? gfxStream_Reserve( stream, rows ) : NULL;
    if ( memory == NULL )
    {
        stream->count = 0;
        return;
    }
    memcpy( memory, stream->data, (size_t)rows * stream->rowSize );
    gfxStream_Commit( stream, rows );
}

void* gfxStream_Reserve( gfxStream* stream, int rows )
{
    stream->room = gfxRing_Take( stream->ring, (size_t)rows * stream->rowSize );
    return stream->room.memory;
}

void gfxStream_Commit( gfxStream* stream, int rows )
{
    gfxRing_Give( stream->ring, &stream->room, (size_t)rows * stream->rowSize );
}

void gfxStream_Bind( const gfxStream* stream, int row )
{
    glBindVertexArray( stream->vertexArray );
    glBindBuffer( GL_ARRAY_BUFFER, stream->room.buffer );
    size_t start = stream->room.offset + (size_t)row * stream->rowSize;
    for ( int i = 0; i < stream->attributeCount; ++i )
    {
        const gfxAttribute* a = &stream->attributes[i];
        glVertexAttribPointer( a->first, a->components, a->type, a->type != GL_FLOAT,
            (GLsizei)stream->rowSize, (const void*)( start + a->offset ) );
    }
}
