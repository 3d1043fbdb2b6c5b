// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "gfx/render/renderer_private.h"
#include "slipstick/draw.h"
#include <stdlib.h>
#include <string.h>

// Boxes, cylinders and capsules: unit meshes, placed per instance. Hulls are triangles of their own, placed
// here. Edges are lines, which also smooth the outline.

enum
{
    vertexFloats = 9,
    solidFloats = 16,
    sides = 48,       // of a round solid
    capRings = 8,     // of the half sphere of a capsule
    arcPieces = 40,   // of the outline of a half sphere
    manySolids = 1500 // with more than this, edges are too small to see and cost time
};

typedef struct mesh
{
    float* data;
    int count, capacity; // [floats]
} mesh;

static void addVertex( mesh* m, const float round[3], const float extent[3], const float normal[3] )
{
    if ( !GROW( m->data, m->capacity, m->count + vertexFloats ) ) { return; }
    for ( int k = 0; k < 3; ++k )
    {
        m->data[m->count + k] = round[k];
        m->data[m->count + 3 + k] = extent[k];
        m->data[m->count + 6 + k] = normal[k];
    }
    m->count += vertexFloats;
}

static void addBox( mesh* m )
{
    static const float none[3] = { 0.0f, 0.0f, 0.0f };
    static const float corners[6][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, -1 }, { 1, 1 }, { -1, 1 } };
    for ( int face = 0; face < 6; ++face )
    {
        int axis = face / 2;
        float side = face % 2 == 0 ? -1.0f : 1.0f, normal[3] = { 0.0f, 0.0f, 0.0f };
        normal[axis] = side;
        for ( int i = 0; i < 6; ++i )
        {
            float at[3];
            at[axis] = side;
            at[( axis + 1 ) % 3] = corners[i][0];
            at[( axis + 2 ) % 3] = corners[i][1];
            addVertex( m, none, at, normal );
        }
    }
}

/// Adds a vertex of a body of revolution at distance `ring` from the axis and at `height` on the unit sphere.
/// `end` is -1 or 1; `flat` is the direction of a flat cap, or 0 on a curved surface.
static void addRound( mesh* m, float angle, float ring, float height, float end, float flat )
{
    float c = cosf( angle ), s = sinf( angle );
    const float round[3] = { ring * c, ring * s, height }, extent[3] = { 0.0f, 0.0f, end };
    const float curved[3] = { ring * c, ring * s, height }, capped[3] = { 0.0f, 0.0f, flat };
    addVertex( m, round, extent, flat != 0.0f ? capped : curved );
}

// A point of the profile of a body of revolution; see addRound.
typedef struct profilePoint
{
    float ring, height, end, flat;
} profilePoint;

static void addBand( mesh* m, profilePoint low, profilePoint high )
{
    for ( int i = 0; i < sides; ++i )
    {
        float a = 6.2831853f * (float)i / sides, b = 6.2831853f * (float)( i + 1 ) / sides;
        addRound( m, a, low.ring, low.height, low.end, low.flat );
        addRound( m, b, low.ring, low.height, low.end, low.flat );
        addRound( m, b, high.ring, high.height, high.end, high.flat );
        addRound( m, a, low.ring, low.height, low.end, low.flat );
        addRound( m, b, high.ring, high.height, high.end, high.flat );
        addRound( m, a, high.ring, high.height, high.end, high.flat );
    }
}

static void addCylinder( mesh* m )
{
    addBand( m, ( profilePoint ){ 1.0f, 0.0f, -1.0f, 0.0f }, ( profilePoint ){ 1.0f, 0.0f, 1.0f, 0.0f } );
    for ( int side = -1; side <= 1; side += 2 )
    {
        float end = (float)side;
        addBand( m, ( profilePoint ){ 0.0f, 0.0f, end, end }, ( profilePoint ){ 1.0f, 0.0f, end, end } );
    }
}

static void addCapsule( mesh* m )
{
    addBand( m, ( profilePoint ){ 1.0f, 0.0f, -1.0f, 0.0f }, ( profilePoint ){ 1.0f, 0.0f, 1.0f, 0.0f } );
    for ( int i = 0; i < 2 * capRings; ++i )
    {
        float end = i < capRings ? -1.0f : 1.0f;
        float a = 1.5707963f * ( (float)i / capRings - 1.0f ),
              b = 1.5707963f * ( (float)( i + 1 ) / capRings - 1.0f );
        addBand( m, ( profilePoint ){ cosf( a ), sinf( a ), end, 0.0f },
            ( profilePoint ){ cosf( b ), sinf( b ), end, 0.0f } );
    }
}

/// A cylinder with a hole, whose radius is size.y: what lies on the hole has its place in `extent`.
static void addHoop( mesh* m )
{
    addBand( m, ( profilePoint ){ 1.0f, 0.0f, -1.0f, 0.0f }, ( profilePoint ){ 1.0f, 0.0f, 1.0f, 0.0f } );
    static const int corners[6][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0 }, { 1, 1 }, { 0, 1 } };
    for ( int i = 0; i < 3 * 6 * sides; ++i ) // the wall of the hole, and the faces below and above
    {
        int part = i / ( 6 * sides ), piece = i / 6 % sides, right = corners[i % 6][0],
            outer = corners[i % 6][1];
        float angle = 6.2831853f * (float)( piece + right ) / sides, c = cosf( angle ), s = sinf( angle ),
              end = (float)( part == 0 ? 2 * outer - 1 : 2 * part - 3 );
        bool rim = part > 0 && outer == 1;
        const float round[3] = { rim ? c : 0.0f, rim ? s : 0.0f, 0.0f },
                    extent[3] = { rim ? 0.0f : c, rim ? 0.0f : s, end },
                    normal[3] = { part == 0 ? -c : 0.0f, part == 0 ? -s : 0.0f, part == 0 ? 0.0f : end };
        addVertex( m, round, extent, normal );
    }
}

static int meshOf( const gfxSolid* solid )
{
    return solid->hole > 0.0f && solid->kind == ss_solidCylinder ? gfx_meshKinds - 1
        : solid->kind == ss_solidHull                            ? -1
                                                                 : solid->kind;
}

/// Makes a stream of instances of the meshes.
static void createSolidStream( gfxRenderer* renderer, gfxStream* stream )
{
    gfxAttribute attributes[4];
    for ( int i = 0; i < 4; ++i )
    {
        attributes[i] =
            ( gfxAttribute ){ 4, GL_FLOAT, 4 * (size_t)i * sizeof( float ), (unsigned)( 3 + i ), 1 };
    }
    gfxCreatePackedStream( stream, &renderer->ring, 4, attributes, solidFloats * sizeof( float ) );
    glBindVertexArray( stream->vertexArray );
    glBindBuffer( GL_ARRAY_BUFFER, renderer->meshBuffer );
    for ( int i = 0; i < 3; ++i )
    {
        glEnableVertexAttribArray( (GLuint)i );
        glVertexAttribPointer( (GLuint)i, 3, GL_FLOAT, GL_FALSE, vertexFloats * (GLsizei)sizeof( float ),
            (const void*)( 3 * (size_t)i * sizeof( float ) ) );
    }
    glBindVertexArray( 0 );
}

void gfxCreateMeshes( gfxRenderer* renderer )
{
    mesh m = { 0 };
    void ( *const makers[gfx_meshKinds] )( mesh* ) = { addBox, addCylinder, addCapsule, addHoop };
    for ( int i = 0; i < gfx_meshKinds; ++i )
    {
        renderer->meshFirst[i] = m.count / vertexFloats;
        makers[i]( &m );
        renderer->meshCount[i] = m.count / vertexFloats - renderer->meshFirst[i];
    }
    glGenBuffers( 1, &renderer->meshBuffer );
    glBindBuffer( GL_ARRAY_BUFFER, renderer->meshBuffer );
    glBufferData(
        GL_ARRAY_BUFFER, (GLsizeiptr)( (size_t)m.count * sizeof( float ) ), m.data, GL_STATIC_DRAW );
    createSolidStream( renderer, &renderer->solids );
    createSolidStream( renderer, &renderer->ghostSolids );
    free( m.data );
}

/// Rotates v by a unit quaternion.
static void rotate( const float q[4], const float v[3], float out[3] )
{
    float t[3] = { q[1] * v[2] - q[2] * v[1] + q[3] * v[0], q[2] * v[0] - q[0] * v[2] + q[3] * v[1],
        q[0] * v[1] - q[1] * v[0] + q[3] * v[2] };
    out[0] = v[0] + 2.0f * ( q[1] * t[2] - q[2] * t[1] );
    out[1] = v[1] + 2.0f * ( q[2] * t[0] - q[0] * t[2] );
    out[2] = v[2] + 2.0f * ( q[0] * t[1] - q[1] * t[0] );
}

static void toWorld( const gfxSolid* solid, const float local[3], float out[3] )
{
    rotate( solid->orientation, local, out );
    for ( int k = 0; k < 3; ++k ) { out[k] += solid->center[k]; }
}

/// What edges are drawn with.
typedef struct edgeInk
{
    gfxStream* stream;
    const float* color;
    float alpha, width;
} edgeInk;

static void addEdge( const edgeInk* ink, const gfxSolid* solid, const float a[3], const float b[3] )
{
    float from[3], to[3];
    toWorld( solid, a, from );
    toWorld( solid, b, to );
    gfxAddStroke( ink->stream, from, to, ink->color, ink->alpha, ink->width );
}

static void addBoxEdges( const edgeInk* ink, const gfxSolid* solid )
{
    const float* h = solid->half;
    for ( int axis = 0; axis < 3; ++axis )
    {
        for ( int i = 0; i < 4; ++i )
        {
            float a[3], b[3];
            int u = ( axis + 1 ) % 3, v = ( axis + 2 ) % 3;
            a[u] = b[u] = i % 2 == 0 ? -h[u] : h[u];
            a[v] = b[v] = i / 2 == 0 ? -h[v] : h[v];
            a[axis] = -h[axis];
            b[axis] = h[axis];
            addEdge( ink, solid, a, b );
        }
    }
}

static void addRims( const edgeInk* ink, const gfxSolid* solid, float r )
{
    float l = solid->half[2];
    for ( int i = 0; i < sides; ++i )
    {
        float a = 6.2831853f * (float)i / sides, b = 6.2831853f * (float)( i + 1 ) / sides;
        for ( int side = -1; side <= 1; side += 2 )
        {
            float z = l * (float)side;
            const float from[3] = { r * cosf( a ), r * sinf( a ), z },
                        to[3] = { r * cosf( b ), r * sinf( b ), z };
            addEdge( ink, solid, from, to );
        }
    }
}

/// Adds the lines along a round solid's side that rays from the eye (in its frame) graze.
static void addSideLines( const edgeInk* ink, const gfxSolid* solid, const float eye[3] )
{
    float r = solid->half[0], l = solid->half[2], ring = hypotf( eye[0], eye[1] );
    if ( !( ring > r ) ) { return; }
    float middle = atan2f( eye[1], eye[0] ), open = acosf( r / ring );
    for ( int side = -1; side <= 1; side += 2 )
    {
        float a = middle + (float)side * open, x = r * cosf( a ), y = r * sinf( a );
        const float from[3] = { x, y, -l }, to[3] = { x, y, l };
        addEdge( ink, solid, from, to );
    }
}

/// Adds the arc of a capsule's end (-1 or 1) that rays from the eye (in its frame) graze.
static void addCapArc( const edgeInk* ink, const gfxSolid* solid, const float eye[3], int end )
{
    float r = solid->half[0], l = solid->half[2];
    // The tangents from the eye touch a sphere in a circle, at r²/d from its centre towards the eye.
    float d[3] = { eye[0], eye[1], eye[2] - (float)end * l };
    float far = sqrtf( d[0] * d[0] + d[1] * d[1] + d[2] * d[2] );
    if ( !( far > r ) ) { return; }
    float n[3] = { d[0] / far, d[1] / far, d[2] / far }, u[3], v[3], last[3] = { 0.0f, 0.0f, 0.0f };
    float flat = hypotf( n[0], n[1] ), radius = r * sqrtf( 1.0f - r * r / ( far * far ) );
    u[0] = flat > 1e-6f ? -n[1] / flat : 1.0f;
    u[1] = flat > 1e-6f ? n[0] / flat : 0.0f;
    u[2] = 0.0f;
    v[0] = n[1] * u[2] - n[2] * u[1];
    v[1] = n[2] * u[0] - n[0] * u[2];
    v[2] = n[0] * u[1] - n[1] * u[0];
    for ( int i = 0; i <= arcPieces; ++i )
    {
        float a = 6.2831853f * (float)i / arcPieces, at[3];
        for ( int k = 0; k < 3; ++k )
        {
            at[k] = r * r / far * n[k] + radius * ( cosf( a ) * u[k] + sinf( a ) * v[k] );
        }
        at[2] += (float)end * l;
        // Only the part beyond the cylinder belongs to the outline.
        if ( i > 0 && (float)end * ( at[2] + last[2] ) > 2.0f * l ) { addEdge( ink, solid, last, at ); }
        for ( int k = 0; k < 3; ++k ) { last[k] = at[k]; }
    }
}

/// Adds the outline of a round solid: the two lines along its side and, for a capsule, the arcs of its ends.
static void addOutline( const edgeInk* ink, const gfxFrame* frame, const gfxSolid* solid )
{
    float away[3], eye[3];
    const float back[4] = { -solid->orientation[0], -solid->orientation[1], -solid->orientation[2],
        solid->orientation[3] };
    for ( int k = 0; k < 3; ++k ) { away[k] = frame->eye[k] - solid->center[k]; }
    rotate( back, away, eye );
    addSideLines( ink, solid, eye );
    if ( solid->kind == ss_solidCapsule )
    {
        addCapArc( ink, solid, eye, -1 );
        addCapArc( ink, solid, eye, 1 );
    }
}

static void addEdges(
    const edgeInk* ink, const gfxFrame* frame, const gfxDrawList* list, const gfxSolid* solid )
{
    for ( int i = 0; i < solid->edgeCount; ++i )
    {
        const float* ends = list->hullEdges[solid->firstEdge + i];
        addEdge( ink, solid, ends, ends + 3 );
    }
    if ( solid->kind == ss_solidHull ) { return; }
    if ( solid->kind == ss_solidBox )
    {
        addBoxEdges( ink, solid );
        return;
    }
    if ( solid->kind == ss_solidCylinder ) { addRims( ink, solid, solid->half[0] ); }
    if ( solid->hole > 0.0f ) { addRims( ink, solid, solid->hole ); }
    addOutline( ink, frame, solid );
}

/// Writes the place and the size of a solid into a row; its tint follows.
static void placeSolid( const gfxSolid* solid, float* row )
{
    for ( int k = 0; k < 3; ++k )
    {
        row[k] = solid->center[k];
        row[4 + k] = solid->half[k];
    }
    row[3] = solid->fixed ? 1.0f : 0.0f;
    row[5] = solid->hole > 0.0f ? solid->hole : row[5];
    row[7] = (float)meshOf( solid );
    for ( int k = 0; k < 4; ++k ) { row[8 + k] = solid->orientation[k]; }
}

/// Adds the triangles of a hull, in units of its size.
static void addHull( gfxStream* stream, const gfxDrawList* list, const gfxSolid* solid, const float tint[4] )
{
    float size = cbrtf( solid->half[0] * solid->half[1] * solid->half[2] );
    gfxSolid like = *solid;
    like.half[0] = like.half[1] = like.half[2] = size;
    for ( int i = 0; i < solid->cornerCount; ++i )
    {
        const float* corner = list->hullCorners[solid->firstCorner + i];
        float* row = gfxStream_Append( stream, vertexFloats + solidFloats );
        if ( row == NULL ) { return; }
        for ( int k = 0; k < 3; ++k )
        {
            row[k] = 0.0f;
            row[3 + k] = corner[k] / size;
            row[6 + k] = corner[3 + k];
        }
        placeSolid( &like, row + vertexFloats );
        row[vertexFloats + 7] = 0.0f; // as a box
        memcpy( row + vertexFloats + 12, tint, 4 * sizeof( float ) );
    }
}

/// Adds the edges of a solid of the list unless there are too many.
static void addListEdges( gfxRenderer* renderer, const gfxFrame* frame, const gfxSolid* solid )
{
    if ( frame->list->solidCount <= manySolids && !solid->seamless )
    {
        const edgeInk ink = { &renderer->strokes,
            solid->fixed ? frame->palette->gridCoarse : frame->palette->bodyBand, 0.9f,
            1.25f * frame->lineScale };
        addEdges( &ink, frame, frame->list, solid );
    }
}

static gfxInk inkOf( const gfxSolid* solid )
{
    return ( gfxInk ){ solid->mode, solid->paint, solid->look, solid->energy };
}

static void fillHulls( gfxRenderer* renderer, const gfxFrame* frame )
{
    renderer->hulls.count = 0;
    for ( int i = 0; i < frame->list->solidCount; ++i )
    {
        const gfxSolid* solid = &frame->list->solids[i];
        if ( solid->kind == ss_solidHull )
        {
            float tint[4];
            gfxTint( frame, inkOf( solid ), tint );
            addHull( &renderer->hulls, frame->list, solid, tint );
            addListEdges( renderer, frame, solid );
        }
    }
    gfxStream_Upload( &renderer->hulls );
}

void gfxFillSolids( gfxRenderer* renderer, const gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    gfxStream* stream = &renderer->solids;
    gfxSolidRanges* ranges = &renderer->solidRanges;
    stream->count = renderer->shadows.count = 0;
    for ( int kind = 0; kind < gfx_meshKinds; ++kind )
    {
        ranges->first[kind] = stream->count / solidFloats;
        for ( int i = 0; i < list->solidCount; ++i )
        {
            const gfxSolid* solid = &list->solids[i];
            float* row = meshOf( solid ) == kind ? gfxStream_Append( stream, solidFloats ) : NULL;
            if ( row == NULL ) { continue; }
            placeSolid( solid, row );
            gfxTint( frame, inkOf( solid ), row + 12 );
            addListEdges( renderer, frame, solid );
        }
        ranges->count[kind] = stream->count / solidFloats - ranges->first[kind];
    }
    for ( int i = 0; i < list->solidCount; ++i )
    {
        // What stands behind all meshes casts a shadow only: a hull as a box of its size.
        bool hull = list->solids[i].kind == ss_solidHull;
        float* row = hull ? gfxStream_Append( stream, solidFloats ) : NULL;
        if ( row != NULL ) { placeSolid( list->solids + i, row ); }
    }
    fillHulls( renderer, frame );
    gfxStream_Upload( stream );
}

/// The hulls of a ghost.
static void fillGhostHulls(
    gfxStream* hulls, const edgeInk* ink, const gfxFrame* frame, const gfxDrawList* list )
{
    const float tint[4] = { ink->color[0], ink->color[1], ink->color[2], 1.0f };
    for ( int i = 0; i < list->solidCount; ++i )
    {
        const gfxSolid* solid = &list->solids[i];
        if ( solid->kind == ss_solidHull && !solid->fixed )
        {
            addHull( hulls, list, solid, tint );
            addEdges( ink, frame, list, solid );
        }
    }
}

gfxSolidRanges gfxFillGhostSolids( gfxStream* stream, gfxStream* hulls, gfxStream* edges,
    const gfxFrame* frame, const gfxDrawList* list, const float color[3], float edgeAlpha )
{
    gfxSolidRanges ranges = { 0 };
    const edgeInk ink = { edges, color, edgeAlpha, 1.6f * frame->lineScale };
    fillGhostHulls( hulls, &ink, frame, list );
    for ( int kind = 0; kind < gfx_meshKinds; ++kind )
    {
        ranges.first[kind] = stream->count / solidFloats;
        for ( int i = 0; i < list->solidCount; ++i )
        {
            const gfxSolid* solid = &list->solids[i];
            bool moving = meshOf( solid ) == kind && !solid->fixed;
            float* row = moving ? gfxStream_Append( stream, solidFloats ) : NULL;
            if ( row != NULL )
            {
                placeSolid( solid, row );
                for ( int k = 0; k < 4; ++k ) { row[12 + k] = k < 3 ? color[k] : 1.0f; }
                addEdges( &ink, frame, list, solid );
            }
        }
        ranges.count[kind] = stream->count / solidFloats - ranges.first[kind];
    }
    return ranges;
}

void gfxDrawSolids( gfxRenderer* renderer )
{
    gfxDrawSolidRanges( renderer, &renderer->solids, &renderer->solidRanges );
    gfxDrawHulls( renderer, &renderer->hulls );
}

void gfxDrawSolidShadows( gfxRenderer* renderer )
{
    gfxStream_Bind( &renderer->solids, 0 );
    glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, renderer->solids.count / solidFloats );
}

void gfxDrawHulls( gfxRenderer* renderer, const gfxStream* stream )
{
    if ( stream->count > 0 )
    {
        glUseProgram( renderer->programs[gfx_programSolid].id );
        gfxStream_Bind( stream, 0 );
        glDrawArrays( GL_TRIANGLES, 0, stream->count / ( vertexFloats + solidFloats ) );
    }
}

void gfxDrawSolidRanges( gfxRenderer* renderer, gfxStream* stream, const gfxSolidRanges* ranges )
{
    if ( stream->count == 0 ) { return; }
    glUseProgram( renderer->programs[gfx_programSolid].id );
    for ( int kind = 0; kind < gfx_meshKinds; ++kind )
    {
        if ( ranges->count[kind] > 0 )
        {
            gfxStream_Bind( stream, ranges->first[kind] );
            glDrawArraysInstanced(
                GL_TRIANGLES, renderer->meshFirst[kind], renderer->meshCount[kind], ranges->count[kind] );
        }
    }
}
