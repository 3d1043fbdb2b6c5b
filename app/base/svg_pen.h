// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

// What a drawing of lines and words is drawn with: the window has a pen, and so has an SVG file.

typedef enum svgInk
{
    svg_inkText,
    svg_inkDim,
    svg_inkForce,
    svg_inkMoment,
    svg_inkMotion,
    svg_inkBody,
    svg_inkCount
} svgInk;

typedef struct svgPen
{
    void* context;
    /// A line through points [px], or with width 0 a filled convex outline.
    void ( *path )( void* context, svgInk ink, float width, int count, float ( *points )[2] );
    /// On the base line at (x, y), which begins (-1), ends (1) or halves (0) the words; "r_N" has a
    /// subscript.
    void ( *words )( void* context, svgInk ink, float x, float y, float size, int align, const char* text );
} svgPen;

/// Calls `piece` for what stands on the base line, and for each subscript.
void svgPieces( const char* text, void ( *piece )( void* context, const char* text, int length, bool low ),
    void* context );

/// In the colours of the light theme, as part of an <svg> element.
svgPen svgMakePen( osWriter* out );
