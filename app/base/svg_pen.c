// SPDX-License-Identifier: MIT
#include "base/svg_pen.h"
#include "base/svg_private.h"

#include <stdio.h>
#include <string.h>

// Draws lines and words into an SVG file.

static const char* const s_inks[svg_inkCount] = { SVG_INK, SVG_GREY, "#8a7d00", "#a8558a", "#0072b2",
    "#e3e7ec" };

void svgPieces( const char* text, void ( *piece )( void* context, const char* text, int length, bool low ),
    void* context )
{
    for ( bool low = false; *text != '\0'; low = !low )
    {
        int length = (int)strcspn( text, low ? " ,=·:" : "_" );
        piece( context, text, length, low );
        text += length + ( !low && text[length] == '_' ? 1 : 0 );
    }
}

static void writePiece( void* context, const char* text, int length, bool low )
{
    char copy[96];
    snprintf( copy, sizeof copy, "%.*s", length, text );
    osWriteText( context, low ? "<tspan dy=\"0.25em\" font-size=\"70%\">" : "" );
    svgWriteText( context, copy );
    // back up again by an empty piece
    osWriteText( context, low ? "</tspan><tspan dy=\"-0.175em\">&#8203;</tspan>" : "" );
}

static void writeWords( void* context, svgInk ink, float x, float y, float size, int align, const char* text )
{
    static const char* const anchors[3] = { "start", "middle", "end" };
    osPrintf( context, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\" fill=\"%s\" font-size=\"%.2f\">",
        (double)x, (double)y, anchors[align + 1], s_inks[ink], (double)size );
    svgPieces( text, writePiece, context );
    osWriteText( context, "</text>\n" );
}

static void writePath( void* context, svgInk ink, float width, int count, float ( *points )[2] )
{
    osPrintf( context, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%.2f\" d=\"",
        width > 0.0f ? "none" : s_inks[ink], width > 0.0f ? s_inks[ink] : "none", (double)width );
    for ( int i = 0; i < count; ++i )
    {
        osPrintf( context, "%c%.2f %.2f", i == 0 ? 'M' : 'L', (double)points[i][0], (double)points[i][1] );
    }
    osWriteText( context, "\"/>\n" );
}

svgPen svgMakePen( osWriter* out ) { return ( svgPen ){ out, writePath, writeWords }; }
