// SPDX-License-Identifier: MIT
#pragma once

#include <epoxy/gl.h>
#include <stdbool.h>
#include <stddef.h>

// The way of instances to the graphics card. All streams of a picture take their room from one ring of three
// parts: while the card still reads the part of the last picture, the next one is written. Where the driver
// maps buffers for good (OpenGL 4.4 or ARB_buffer_storage), the processor writes right into them; elsewhere
// it writes into memory, which is handed over as a whole.

enum
{
    gfx_ringParts = 3,
    gfx_ringRetired = 8,
    gfx_streamAttributes = 7
};

typedef struct gfxRing
{
    GLenum target; // what its buffers hold: vertices, unless it is said otherwise before they are made
    bool mapped;   // for good; otherwise `memory` is our own
    GLuint buffer;
    unsigned char* memory;
    size_t partSize; // [bytes]
    size_t used;     // [bytes] of this part
    int part;
    GLsync drawn[gfx_ringParts];              // when the card is done with a part; NULL: it is
    GLuint retired[gfx_ringRetired];          // buffers that were too small, still in use by this picture
    unsigned char* outgrown[gfx_ringRetired]; // and their memory, where it is our own
    int retiredCount;
} gfxRing;

// Room for one stream in this picture; `memory` is NULL when there is none.
typedef struct gfxRoom
{
    GLuint buffer;
    size_t offset; // [bytes] in the buffer
    unsigned char* memory;
} gfxRoom;

gfxRing gfxCreateRing( bool mayMap );
void gfxDestroyRing( gfxRing* ring );
// Begins a picture: what was taken for the last one is given back once the card has drawn it.
void gfxRing_Begin( gfxRing* ring );
gfxRoom gfxRing_Take( gfxRing* ring, size_t bytes );
// Hands over what was written into a room.
void gfxRing_Give( gfxRing* ring, const gfxRoom* room, size_t bytes );

// One attribute of the vertices or instances of a stream.
typedef struct gfxAttribute
{
    int components;
    GLenum type;    // numbers of integer types stand for -1 … 1 or 0 … 1
    size_t offset;  // [bytes] in a row
    unsigned first; // location
    GLuint divisor; // 1: one row per instance; 0: per vertex
} gfxAttribute;

// Rows of numbers for one kind of primitive. Their number is known beforehand (gfxStream_Reserve), or they
// are appended one by one to memory that grows and is kept (gfxStream_Append, gfxStream_Upload).
typedef struct gfxStream
{
    gfxRing* ring;
    GLuint vertexArray;
    gfxAttribute attributes[gfx_streamAttributes];
    int attributeCount;
    size_t rowSize; // [bytes]
    gfxRoom room;   // in this picture
    float* data;
    int capacity; // [floats]
    int count;    // [floats] in use
} gfxStream;

// The attributes are consecutive groups of floats from location 0 on.
void gfxCreateStream(
    gfxStream* stream, gfxRing* ring, int attributeCount, const int* floats, GLuint divisor );
// Attributes of any kind; those of other buffers may be added to the vertex array.
void gfxCreatePackedStream(
    gfxStream* stream, gfxRing* ring, int attributeCount, const gfxAttribute* attributes, size_t rowSize );
void gfxDestroyStream( gfxStream* stream );

// Returns room for `floats` more floats at the end, or NULL when memory is short.
float* gfxStream_Append( gfxStream* stream, int floats );
// Hands over all that was appended. Without room the stream is empty.
void gfxStream_Upload( gfxStream* stream );
// Memory for `rows` rows, written in order and not read, for gfxStream_Commit; NULL: there is none.
void* gfxStream_Reserve( gfxStream* stream, int rows );
void gfxStream_Commit( gfxStream* stream, int rows );
// Binds the vertex array, with its instances from `row` on: OpenGL 3.3 has no base instance.
void gfxStream_Bind( const gfxStream* stream, int row );
