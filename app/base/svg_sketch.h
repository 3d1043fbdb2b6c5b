// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

// A drawing of lines, arrows and words, made once and shown in two ways: in the window, and as SVG.

typedef enum sketchInk
{
    sketch_text,
    sketch_dim,
    sketch_force,
    sketch_moment,
    sketch_motion,
    sketch_body, // fills
    sketch_inkCount
} sketchInk;

typedef enum sketchKind
{
    sketch_line,
    sketch_arrow,   // with a head at its end
    sketch_outline, // closed and filled, through `count` points from `first` on
    sketch_curve,   // through such points, with a head at its end
    sketch_words,   // "r_N": what follows _ is a subscript
} sketchKind;

typedef struct sketchPart
{
    sketchKind kind;
    sketchInk ink;
    bool dashed;
    float x0, y0, x1, y1; // [px]; of words the left, middle or right end of the base line
    float width;          // of the stroke, or the size of the words [px]
    int align;            // of words: -1 begins at x0, 0 is centred, 1 ends there
    int first, count;
    char text[72];
} sketchPart;

typedef struct svgSketch
{
    float width, height;
    sketchPart parts[192];
    int count;
    float points[640][2];
    int pointCount;
} svgSketch;

/// Parts and points that do not fit are left out.
sketchPart* sketchAdd( svgSketch* s, sketchKind kind, sketchInk ink, float x0, float y0, float x1, float y1 );
void sketchPoint( svgSketch* s, sketchPart* part, float x, float y );
void sketchWords( svgSketch* s, sketchInk ink, float x, float y, float size, int align, const char* format,
    ... ) SS_PRINTF( 7, 8 );

/// Calls `piece` for what stands on the base line, and for each subscript.
void sketchPieces( const char* text, void ( *piece )( void* context, const char* text, int length, bool low ),
    void* context );
/// About as wide as the words are [px].
float sketchExtent( const char* text, float size );

/// As part of an <svg> element, in the colours of the light theme.
void svgWriteSketch( osWriter* out, const svgSketch* s );
