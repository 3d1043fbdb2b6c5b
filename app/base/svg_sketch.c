// SPDX-License-Identifier: MIT
#include "base/svg_sketch.h"

#include "base/svg_private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Collects the parts of a drawing, and writes them as SVG.

sketchPart* sketchAdd( svgSketch* s, sketchKind kind, sketchInk ink, float x0, float y0, float x1, float y1 )
{
    const int room = (int)( sizeof s->parts / sizeof s->parts[0] );
    sketchPart* part = s->parts + ( s->count < room ? s->count++ : room - 1 );
    *part = ( sketchPart ){ .kind = kind,
        .ink = ink,
        .x0 = x0,
        .y0 = y0,
        .x1 = x1,
        .y1 = y1,
        .width = 1.0f,
        .first = s->pointCount };
    return part;
}

void sketchPoint( svgSketch* s, sketchPart* part, float x, float y )
{
    if ( s->pointCount < (int)( sizeof s->points / sizeof s->points[0] ) )
    {
        s->points[s->pointCount][0] = x;
        s->points[s->pointCount++][1] = y;
        ++part->count;
    }
}

void sketchWords(
    svgSketch* s, sketchInk ink, float x, float y, float size, int align, const char* format, ... )
{
    sketchPart* part = sketchAdd( s, sketch_words, ink, x, y, x, y );
    va_list values;
    va_start( values, format );
    vsnprintf( part->text, sizeof part->text, format, values );
    va_end( values );
    part->width = size;
    part->align = align;
}

void sketchPieces( const char* text, void ( *piece )( void* context, const char* text, int length, bool low ),
    void* context )
{
    while ( *text != '\0' )
    {
        int length = (int)strcspn( text, "_" );
        piece( context, text, length, false );
        text += length;
        if ( *text == '_' )
        {
            length = (int)strcspn( ++text, " ,=·:" );
            piece( context, text, length, true );
            text += length;
        }
    }
}

static void addExtent( void* context, const char* text, int length, bool low )
{
    float* letters = context;
    for ( int i = 0; i < length; ++i )
    {
        bool begins = ( (unsigned char)text[i] & 0xc0 ) != 0x80; // a letter may have several bytes
        *letters += !begins ? 0.0f : low ? 0.38f : 0.54f;
    }
}

float sketchExtent( const char* text, float size )
{
    float letters = 0.0f;
    sketchPieces( text, addExtent, &letters );
    return letters * size;
}

// ------------------------------------------------------------------------------------------------------- SVG

static const char* const s_inks[sketch_inkCount] = { SVG_INK, SVG_GREY, "#8a7d00", "#a8558a", "#0072b2",
    "#e9edf2" };

static void writePiece( void* context, const char* text, int length, bool low )
{
    char copy[80];
    snprintf( copy, sizeof copy, "%.*s", length, text );
    osWriteText( context, low ? "<tspan dy=\"0.25em\" font-size=\"70%\">" : "" );
    svgWriteText( context, copy );
    // an empty line of its own size goes back up, where a renderer lacks baseline-shift
    osWriteText( context, low ? "</tspan><tspan dy=\"-0.175em\">&#8203;</tspan>" : "" );
}

static void writeHead( osWriter* out, float x0, float y0, float x1, float y1, float size, const char* ink )
{
    float length = fmaxf( hypotf( x1 - x0, y1 - y0 ), 1e-6f ), dx = ( x1 - x0 ) / length * size,
          dy = ( y1 - y0 ) / length * size;
    osPrintf( out, "<path d=\"M%.2f %.2f L%.2f %.2f L%.2f %.2fZ\" fill=\"%s\"/>\n", (double)x1, (double)y1,
        (double)( x1 - dx - 0.4f * dy ), (double)( y1 - dy + 0.4f * dx ), (double)( x1 - dx + 0.4f * dy ),
        (double)( y1 - dy - 0.4f * dx ), ink );
}

static void writePath( osWriter* out, const svgSketch* s, const sketchPart* part )
{
    osWriteText( out, "<path d=\"" );
    for ( int i = 0; i < part->count; ++i )
    {
        const float* at = s->points[part->first + i];
        osPrintf( out, "%s%.2f %.2f ", i == 0 ? "M" : "L", (double)at[0], (double)at[1] );
    }
    bool filled = part->kind == sketch_outline;
    osPrintf( out, "%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%.2f\"/>\n", filled ? "Z" : "",
        filled ? s_inks[sketch_body] : "none", s_inks[filled ? sketch_dim : part->ink], (double)part->width );
}

static void writePart( osWriter* out, const svgSketch* s, const sketchPart* part )
{
    const char* ink = s_inks[part->ink];
    const float* last = part->count > 1 ? s->points[part->first + part->count - 1] : NULL;
    switch ( part->kind )
    {
        case sketch_words:
            osPrintf( out, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\" fill=\"%s\" font-size=\"%.2f\">",
                (double)part->x0, (double)part->y0,
                part->align < 0       ? "start"
                    : part->align > 0 ? "end"
                                      : "middle",
                ink, (double)part->width );
            sketchPieces( part->text, writePiece, out );
            osWriteText( out, "</text>\n" );
            return;
        case sketch_outline:
        case sketch_curve:
            writePath( out, s, part );
            if ( part->kind == sketch_curve && last != NULL )
            {
                writeHead( out, last[-2], last[-1], last[0], last[1], 4.0f * part->width, ink );
            }
            return;
        default:
            osPrintf( out,
                "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\" "
                "stroke-width=\"%.2f\"%s/>\n",
                (double)part->x0, (double)part->y0, (double)part->x1, (double)part->y1, ink,
                (double)part->width, part->dashed ? " stroke-dasharray=\"5 4\"" : "" );
            if ( part->kind == sketch_arrow )
            {
                writeHead( out, part->x0, part->y0, part->x1, part->y1, 4.5f * part->width, ink );
            }
            return;
    }
}

void svgWriteSketch( osWriter* out, const svgSketch* s )
{
    for ( int i = 0; i < s->count; ++i )
    {
        writePart( out, s, s->parts + i );
    }
}
