// SPDX-License-Identifier: MIT
// Writes and reads PNG files.

#include "gfx/render/renderer.h"

// Third-party code is not written for our set of warnings.
#if defined( __GNUC__ )
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wcast-qual"
#endif
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

unsigned char* gfxEncodePng( const unsigned char* rgb, int width, int height, size_t* size )
{
    int length = 0;
    // STBIW_MALLOC is malloc unless defined otherwise, so the caller's free() fits.
    unsigned char* png = stbi_write_png_to_mem( rgb, 3 * width, width, height, 3, &length );
    *size = png != NULL ? (size_t)length : 0;
    return png;
}

unsigned char* gfxDecodePng( const unsigned char* png, int size, int* width, int* height )
{
    int channels = 0;
    // STBI_MALLOC is malloc unless defined otherwise, so the caller's free() fits.
    return stbi_load_from_memory( png, size, width, height, &channels, 4 );
}
