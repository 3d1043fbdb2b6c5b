// SPDX-License-Identifier: MIT
#include "base/embedded.h"
#include "gfx/render/renderer.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

// Makes textures of the finder's pictures when they are first looked at.

struct gfxPictures
{
    int count;
    unsigned textures[]; // 0: not made yet
};

gfxPictures* gfxCreatePictures( void )
{
    int count = 0;
    while ( embedded_pictures[count].name != NULL ) { ++count; }
    gfxPictures* pictures = calloc( 1, sizeof *pictures + (size_t)count * sizeof pictures->textures[0] );
    if ( pictures != NULL ) { pictures->count = count; }
    return pictures;
}

void gfxDestroyPictures( gfxPictures* pictures ) { free( pictures ); }

static unsigned makeTexture( const embeddedFile* file )
{
    int width = 0, height = 0;
    unsigned char* pixels = gfxDecodePng( file->data, (int)file->size, &width, &height );
    unsigned texture = 0;
    if ( pixels != NULL )
    {
        glGenTextures( 1, &texture );
        glBindTexture( GL_TEXTURE_2D, texture );
        glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR );
        glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR );
        glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE );
        glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE );
        glTexImage2D( GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels );
        glGenerateMipmap( GL_TEXTURE_2D );
        glBindTexture( GL_TEXTURE_2D, 0 );
    }
    free( pixels );
    return texture;
}

unsigned gfxPictures_Texture( gfxPictures* pictures, const char* name )
{
    for ( int i = 0; pictures != NULL && i < pictures->count; ++i )
    {
        if ( strcmp( embedded_pictures[i].name, name ) == 0 )
        {
            pictures->textures[i] =
                pictures->textures[i] == 0 ? makeTexture( embedded_pictures + i ) : pictures->textures[i];
            return pictures->textures[i];
        }
    }
    return 0;
}

/// Gives the canvas its size. False: OpenGL has no such framebuffer.
static bool sizeCanvas( gfxCanvas* canvas, int width, int height )
{
    if ( canvas->target == 0 )
    {
        glGenFramebuffers( 1, &canvas->target );
        glGenTextures( 1, &canvas->texture );
        glGenRenderbuffers( 1, &canvas->depth );
    }
    glBindFramebuffer( GL_FRAMEBUFFER, canvas->target );
    if ( width != canvas->width || height != canvas->height )
    {
        glBindTexture( GL_TEXTURE_2D, canvas->texture );
        glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR );
        glTexParameteri( GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR );
        glTexImage2D( GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL );
        glBindTexture( GL_TEXTURE_2D, 0 );
        glFramebufferTexture2D( GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, canvas->texture, 0 );
        glBindRenderbuffer( GL_RENDERBUFFER, canvas->depth );
        glRenderbufferStorage( GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height );
        glFramebufferRenderbuffer( GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, canvas->depth );
        canvas->width = width;
        canvas->height = height;
    }
    return glCheckFramebufferStatus( GL_FRAMEBUFFER ) == GL_FRAMEBUFFER_COMPLETE;
}

void gfxCanvas_Draw( gfxCanvas* canvas, gfxRenderer* renderer, const gfxDrawList* list,
    const gfxCamera* camera, const gfxPalette* palette, const gfxStyle* style, int width, int height )
{
    GLint before;
    glGetIntegerv( GL_FRAMEBUFFER_BINDING, &before );
    if ( sizeCanvas( canvas, width, height ) )
    {
        const gfxViewport viewport = { 0.0f, 0.0f, (float)width, (float)height };
        glViewport( 0, 0, width, height );
        glClearColor( palette->background[0], palette->background[1], palette->background[2], 1.0f );
        glClear( GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT );
        gfxSetGhosts( renderer, &( gfxGhost ){ 0 }, 0 );
        gfxRender( renderer, list, camera, &viewport, height, palette, style );
    }
    glBindFramebuffer( GL_FRAMEBUFFER, (GLuint)before );
}
