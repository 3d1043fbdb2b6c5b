// SPDX-License-Identifier: MIT
#include "host/picture_file.h"
#include "base/scene_tag.h"
#include "gfx/render/renderer.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Writes what was drawn as PNG files.

ssResult hostWritePixels(
    const char* path, const unsigned char* pixels, int width, int height, const char* tag )
{
    size_t size = 0;
    unsigned char* png = pixels != NULL ? gfxEncodePng( pixels, width, height, &size ) : NULL;
    png = png != NULL && tag != NULL ? sceneTagPng( png, &size, tag ) : png;
    ssResult result = osSaveFile( path, png, size );
    free( png );
    return result;
}

ssResult hostWritePicture(
    SDL_Window* window, const char* path, const char* tag, int x0, int y0, int x1, int y1 )
{
    int width, height;
    SDL_GL_GetDrawableSize( window, &width, &height );
    x0 = x0 > 0 ? x0 : 0;
    y0 = y0 > 0 ? y0 : 0;
    x1 = x1 < width ? x1 : width;
    y1 = y1 < height ? y1 : height;
    unsigned char* pixels = x1 > x0 && y1 > y0 ? gfxReadPixels( width, height ) : NULL;
    for ( int y = y0; y < y1 && pixels != NULL; ++y )
    {
        size_t row = 3 * (size_t)( x1 - x0 );
        memmove(
            pixels + row * (size_t)( y - y0 ), pixels + 3 * ( (size_t)y * (size_t)width + (size_t)x0 ), row );
    }
    ssResult result = hostWritePixels( path, pixels, x1 - x0, y1 - y0, tag );
    free( pixels );
    return result;
}

ssResult hostWriteScreenshot( SDL_Window* window, const char* path, const char* tag )
{
    return hostWritePicture( window, path, tag, 0, 0, INT_MAX, INT_MAX );
}
