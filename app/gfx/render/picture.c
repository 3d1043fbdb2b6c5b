// SPDX-License-Identifier: MIT
#include "gfx/render/renderer.h"

#include "base/embedded.h"

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
    while ( embedded_pictures[count].name != NULL )
    {
        ++count;
    }
    gfxPictures* pictures = calloc( 1, sizeof *pictures + (size_t)count * sizeof pictures->textures[0] );
    if ( pictures != NULL )
    {
        pictures->count = count;
    }
    return pictures;
}

void gfxDestroyPictures( gfxPictures* pictures )
{
    free( pictures );
}

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
