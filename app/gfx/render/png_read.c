// SPDX-License-Identifier: MIT
#include "gfx/render/renderer.h"

// This header is third-party code, which is not written for our set of warnings.
#if defined( __GNUC__ )
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wcast-qual"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

unsigned char* gfxDecodePng( const unsigned char* png, int size, int* width, int* height )
{
    int channels = 0;
    // STBI_MALLOC is malloc unless defined otherwise, so the caller's free() fits.
    return stbi_load_from_memory( png, size, width, height, &channels, 4 );
}
