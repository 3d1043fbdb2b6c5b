// SPDX-License-Identifier: MIT
#include "base/svg_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The elements of an SVG picture: texts, lines, rectangles and dots, with escaped words.

void svgWriteText( osWriter* out, const char* text )
{
    for ( ; *text != '\0'; ++text )
    {
        switch ( *text )
        {
            case '&':
                osWriteText( out, "&amp;" );
                break;
            case '<':
                osWriteText( out, "&lt;" );
                break;
            case '>':
                osWriteText( out, "&gt;" );
                break;
            case '"':
                osWriteText( out, "&quot;" );
                break;
            default:
                osWrite( out, text, 1 );
        }
    }
}

// The C library may write a decimal comma, which would make the picture invalid.
void svgUsePoint( char* text )
{
    char* comma = strchr( text, ',' );
    if ( comma != NULL )
    {
        *comma = '.';
    }
}

void svgNumber( osWriter* out, double value )
{
    char text[32];
    snprintf( text, sizeof text, "%.2f", value );
    svgUsePoint( text );
    osWriteText( out, text );
}

void svgAttribute( osWriter* out, const char* name, double value )
{
    osPrintf( out, " %s=\"", name );
    svgNumber( out, value );
    osWriteText( out, "\"" );
}

void svgLabel(
    osWriter* out, double x, double y, const char* anchor, const char* fill, int size, const char* text )
{
    osWriteText( out, "<text" );
    svgAttribute( out, "x", x );
    svgAttribute( out, "y", y );
    osPrintf( out, " text-anchor=\"%s\" fill=\"%s\" font-size=\"%d\">", anchor, fill, size );
    svgWriteText( out, text );
    osWriteText( out, "</text>\n" );
}

void svgLine( osWriter* out, const char* style, double x1, double x2, double y1, double y2 )
{
    osPrintf( out, "<line%s", style );
    svgAttribute( out, "x1", x1 );
    svgAttribute( out, "x2", x2 );
    svgAttribute( out, "y1", y1 );
    svgAttribute( out, "y2", y2 );
    osWriteText( out, "/>\n" );
}

void svgRect(
    osWriter* out, double xa, double xb, double ya, double yb, const char* fill, const char* opacity )
{
    osWriteText( out, "<rect" );
    svgAttribute( out, "x", fmin( xa, xb ) );
    svgAttribute( out, "y", fmin( ya, yb ) );
    svgAttribute( out, "width", fabs( xb - xa ) );
    svgAttribute( out, "height", fabs( yb - ya ) );
    osPrintf( out, " fill=\"%s\" fill-opacity=\"%s\"/>\n", fill, opacity );
}

void svgDot( osWriter* out, double x, double y, const char* color )
{
    osWriteText( out, "<circle" );
    svgAttribute( out, "cx", x );
    svgAttribute( out, "cy", y );
    osPrintf( out, " r=\"2.6\" fill=\"%s\"/>\n", color );
}

void svgBegin( osWriter* out, double width, double height, const char* title )
{
    osWriteText( out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"sans-serif\"" );
    svgAttribute( out, "width", width );
    svgAttribute( out, "height", height );
    osWriteText( out, " viewBox=\"0 0 " );
    svgNumber( out, width );
    osWriteText( out, " " );
    svgNumber( out, height );
    osWriteText( out, "\">\n<title>" );
    svgWriteText( out, title != NULL ? title : "" );
    osWriteText( out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" );
}
