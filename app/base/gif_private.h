// SPDX-License-Identifier: MIT
#pragma once

#include "base/gif.h"

// What the files of the encoder share: gif.c has the frames,
// gif_palette.c their colours, gif_lzw.c their bytes.

enum
{
    gif_paletteMax = 255, // one of the 256 is transparent
    gif_binBits = 6,      // of each channel
    gif_binCount = 1 << ( 3 * gif_binBits )
};

typedef struct gifBin
{
    uint32_t count;
    uint64_t sum[3];
} gifBin;

/// The colours of a frame. It is kept between frames: clearing it costs what was used.
typedef struct gifPalette
{
    unsigned char rgb[gif_paletteMax][3];
    int count;
    bool exact; ///< every colour of the frame is in it
    gifBin bins[gif_binCount];
    unsigned char nearest[gif_binCount]; ///< of the used bins, when the palette is not exact
    int used[gif_binCount];              ///< indices of bins
    int usedCount;
    uint32_t keys[1024]; ///< exact colours as 0x1rrggbb; 0: free
    unsigned char keyIndex[1024];
} gifPalette;

void gifPalette_Clear( gifPalette* palette );
void gifPalette_Add( gifPalette* palette, const unsigned char* rgb );
/// Chooses at most gif_paletteMax colours for what was added.
void gifPalette_Choose( gifPalette* palette );
/// The index of a colour that was added.
int gifPalette_Find( const gifPalette* palette, const unsigned char* rgb );

/// Writes pixels of `bits` bits as the data of an image.
void gifWritePixels( osWriter* out, const unsigned char* pixels, size_t count, int bits );
