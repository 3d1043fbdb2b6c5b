// SPDX-License-Identifier: MIT
#include "gfx/render/renderer.h"

// This header is third-party code, which is not written for our set of warnings.
#if defined( __GNUC__ )
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#endif
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>
#if defined( __GNUC__ )
#pragma GCC diagnostic pop
#endif

unsigned char* gfxEncodePng( const unsigned char* rgb, int width, int height, size_t* size )
{
    int length = 0;
    // STBIW_MALLOC is malloc unless defined otherwise, so the caller's free() fits.
    unsigned char* png = stbi_write_png_to_mem( rgb, 3 * width, width, height, 3, &length );
    *size = png != NULL ? (size_t)length : 0;
    return png;
}
