// SPDX-License-Identifier: MIT
#include "gfx/render/shader.h"
#include "host/gl_window.h"
#include <string.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"

// Draws the triangles of Dear ImGui without asking OpenGL for its state.

static const float s_largeFace = 1000.0f; // [square units] of a triangle that is worth a change of programs

typedef enum faceKind
{
    face_textured,
    face_translucent, // of one colour
    face_opaque,
} faceKind;

// What is drawn of one frame.
typedef struct panelPass
{
    hostPanels* panels;
    ImVec2 white; // the place in the texture that stands for no texture
    faceKind kind;
    bool begun;
} panelPass;

bool hostCreatePanels( hostPanels* panels, char* error, size_t capacity )
{
    // In a page, a buffer of vertices may not become one of indices.
    *panels = ( hostPanels ){ .ring = gfxCreateRing( true ), .indices = gfxCreateRing( true ) };
    panels->indices.target = GL_ELEMENT_ARRAY_BUFFER;
    panels->textured.id = gfxLoadProgram( "panel.vert", "panel.frag", error, capacity );
    panels->plain.id = panels->textured.id != 0
        ? gfxLoadProgram( "panel_fill.vert", "panel_fill.frag", error, capacity )
        : 0;
    if ( panels->plain.id == 0 ) { return false; }
    panels->textured.window = glGetUniformLocation( panels->textured.id, "window" );
    panels->plain.window = glGetUniformLocation( panels->plain.id, "window" );
    glGenVertexArrays( 1, &panels->vertexArray );
    glBindVertexArray( panels->vertexArray );
    for ( GLuint i = 0; i < 3; ++i ) { glEnableVertexAttribArray( i ); }
    glBindVertexArray( 0 );
    return true;
}

void hostDestroyPanels( hostPanels* panels )
{
    glDeleteProgram( panels->textured.id );
    glDeleteProgram( panels->plain.id );
    glDeleteVertexArrays( 1, &panels->vertexArray );
    gfxDestroyRing( &panels->ring );
    gfxDestroyRing( &panels->indices );
}

/// Hands the vertices and indices of all lists over, and says where they begin in their buffers. False: there
/// is no memory.
static bool upload( hostPanels* panels, const ImDrawData* data, size_t* firstVertex, size_t* firstIndex )
{
    size_t vertices = (size_t)data->TotalVtxCount * sizeof( ImDrawVert ),
           indices = (size_t)data->TotalIdxCount * sizeof( ImDrawIdx );
    glBindVertexArray( panels->vertexArray ); // to which the buffer of indices belongs
    gfxRing_Begin( &panels->ring );
    gfxRing_Begin( &panels->indices );
    gfxRoom room = gfxRing_Take( &panels->ring, vertices );
    gfxRoom indexRoom = gfxRing_Take( &panels->indices, indices );
    if ( room.memory == NULL || indexRoom.memory == NULL ) { return false; }
    unsigned char *vertex = room.memory, *index = indexRoom.memory;
    for ( int i = 0; i < data->CmdListsCount; ++i )
    {
        const ImDrawList* list = data->CmdLists[i];
        size_t size = (size_t)list->VtxBuffer.Size * sizeof( ImDrawVert );
        memcpy( vertex, list->VtxBuffer.Data, size );
        vertex += size;
        size = (size_t)list->IdxBuffer.Size * sizeof( ImDrawIdx );
        memcpy( index, list->IdxBuffer.Data, size );
        index += size;
    }
    gfxRing_Give( &panels->ring, &room, vertices );
    gfxRing_Give( &panels->indices, &indexRoom, indices );
    glBindBuffer( GL_ARRAY_BUFFER, room.buffer );
    glBindBuffer( GL_ELEMENT_ARRAY_BUFFER, indexRoom.buffer );
    *firstVertex = room.offset;
    *firstIndex = indexRoom.offset;
    return true;
}

/// The vertices from this place in the buffer on: OpenGL ES 3.0 has no indices that count from a base.
static void pointAt( size_t vertices )
{
    const GLsizei row = (GLsizei)sizeof( ImDrawVert );
    glVertexAttribPointer(
        0, 2, GL_FLOAT, GL_FALSE, row, (const void*)( vertices + offsetof( ImDrawVert, pos ) ) );
    glVertexAttribPointer(
        1, 2, GL_FLOAT, GL_FALSE, row, (const void*)( vertices + offsetof( ImDrawVert, uv ) ) );
    glVertexAttribPointer(
        2, 4, GL_UNSIGNED_BYTE, GL_TRUE, row, (const void*)( vertices + offsetof( ImDrawVert, col ) ) );
}

static faceKind kindOf( const ImDrawVert* vertices, const ImDrawIdx* corners, ImVec2 white )
{
    const ImDrawVert *a = &vertices[corners[0]], *b = &vertices[corners[1]], *c = &vertices[corners[2]];
    float twice =
        ( b->pos.x - a->pos.x ) * ( c->pos.y - a->pos.y ) - ( b->pos.y - a->pos.y ) * ( c->pos.x - a->pos.x );
    bool uniform = fabsf( twice ) > 2.0f * s_largeFace && a->col == b->col && a->col == c->col &&
        a->uv.x == white.x && a->uv.y == white.y && b->uv.x == white.x && b->uv.y == white.y &&
        c->uv.x == white.x && c->uv.y == white.y;
    return !uniform ? face_textured : a->col >> 24 == 255 ? face_opaque : face_translucent;
}

static void use( panelPass* pass, faceKind kind )
{
    if ( pass->begun && pass->kind == kind ) { return; }
    bool textured = kind == face_textured;
    if ( !pass->begun || textured != ( pass->kind == face_textured ) )
    {
        glUseProgram( textured ? pass->panels->textured.id : pass->panels->plain.id );
    }
    if ( kind == face_opaque ) { glDisable( GL_BLEND ); }
    else { glEnable( GL_BLEND ); }
    pass->kind = kind;
    pass->begun = true;
}

/// Draws the triangles of a command in their order, those of one kind at once.
static void drawCommand( panelPass* pass, const ImDrawList* list, const ImDrawCmd* command, size_t indices )
{
    const ImDrawVert* vertices = list->VtxBuffer.Data + command->VtxOffset;
    const ImDrawIdx* corners = list->IdxBuffer.Data + command->IdxOffset;
    int end = (int)command->ElemCount;
    for ( int first = 0, next; first < end; first = next )
    {
        faceKind kind = kindOf( vertices, corners + first, pass->white );
        next = first + 3;
        while ( next < end && kindOf( vertices, corners + next, pass->white ) == kind ) { next += 3; }
        use( pass, kind );
        glDrawElements( GL_TRIANGLES, next - first, GL_UNSIGNED_SHORT,
            (const void*)( indices + ( command->IdxOffset + (size_t)first ) * sizeof( ImDrawIdx ) ) );
    }
}

/// Clips to the rectangle of a command. False when nothing is left of it.
static bool clip( const ImDrawData* data, const ImVec4* r, int height )
{
    float scaleX = data->FramebufferScale.x, scaleY = data->FramebufferScale.y;
    float x0 = ( r->x - data->DisplayPos.x ) * scaleX, y0 = ( r->y - data->DisplayPos.y ) * scaleY;
    float x1 = ( r->z - data->DisplayPos.x ) * scaleX, y1 = ( r->w - data->DisplayPos.y ) * scaleY;
    if ( x1 <= x0 || y1 <= y0 ) { return false; }
    glScissor( (GLint)x0, (GLint)( (float)height - y1 ), (GLsizei)( x1 - x0 ), (GLsizei)( y1 - y0 ) );
    return true;
}

static void beginState( hostPanels* panels, const ImDrawData* data, int width, int height )
{
    const hostPanelProgram programs[] = { panels->textured, panels->plain };
    for ( int i = 0; i < 2; ++i )
    {
        glUseProgram( programs[i].id );
        glUniform4f( programs[i].window, data->DisplayPos.x, data->DisplayPos.y, 2.0f / data->DisplaySize.x,
            2.0f / data->DisplaySize.y );
    }
    glViewport( 0, 0, width, height );
    glEnable( GL_SCISSOR_TEST );
    glDisable( GL_CULL_FACE );
    glDisable( GL_DEPTH_TEST );
    glDisable( GL_STENCIL_TEST );
    glBlendEquation( GL_FUNC_ADD );
    // Colours blend; the alpha of the framebuffer stays 1, for screenshots and compositors.
    glBlendFuncSeparate( GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA );
    glActiveTexture( GL_TEXTURE0 );
}

static void endState( void )
{
    glDisable( GL_SCISSOR_TEST );
    glDisable( GL_BLEND );
    glBindTexture( GL_TEXTURE_2D, 0 );
    glBindVertexArray( 0 );
    glBindBuffer( GL_ARRAY_BUFFER, 0 );
    glUseProgram( 0 );
}

void hostDrawPanels( hostPanels* panels, const struct ImDrawData* data )
{
    int width = (int)( data->DisplaySize.x * data->FramebufferScale.x ),
        height = (int)( data->DisplaySize.y * data->FramebufferScale.y );
    if ( width <= 0 || height <= 0 || data->TotalIdxCount == 0 ) { return; }
    panelPass pass = { .panels = panels };
    igGetFontTexUvWhitePixel( &pass.white );
    beginState( panels, data, width, height );
    size_t vertices = 0, indices = 0;
    bool uploaded = upload( panels, data, &vertices, &indices );
    ImTextureID texture = NULL;
    for ( int i = 0; i < data->CmdListsCount && uploaded; ++i )
    {
        const ImDrawList* list = data->CmdLists[i];
        unsigned offset = 0;
        pointAt( vertices );
        for ( int k = 0; k < list->CmdBuffer.Size; ++k )
        {
            const ImDrawCmd* command = &list->CmdBuffer.Data[k];
            if ( !clip( data, &command->ClipRect, height ) ) { continue; }
            if ( command->TextureId != texture )
            {
                texture = command->TextureId;
                glBindTexture( GL_TEXTURE_2D, (GLuint)(uintptr_t)texture );
            }
            if ( command->VtxOffset != offset )
            {
                offset = command->VtxOffset;
                pointAt( vertices + offset * sizeof( ImDrawVert ) );
            }
            drawCommand( &pass, list, command, indices );
        }
        vertices += (size_t)list->VtxBuffer.Size * sizeof( ImDrawVert );
        indices += (size_t)list->IdxBuffer.Size * sizeof( ImDrawIdx );
    }
    endState();
}
