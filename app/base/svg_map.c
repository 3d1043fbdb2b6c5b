// SPDX-License-Identifier: MIT
#include "base/svg_private.h"
#include "slipstick/param.h"

#include <stdio.h>

// Draws a map of coloured cells over two axes, with a scale of its colours.

void svgMapColor( double share, int* rgb )
{
    static const double stops[5][3] = { { 38, 20, 82 }, { 42, 90, 140 }, { 32, 144, 140 }, { 110, 200, 90 },
        { 250, 230, 50 } };
    double at = 4.0 * fmin( fmax( share, 0.0 ), 1.0 );
    int k = at >= 4.0 ? 3 : (int)at;
    double t = at - k;
    for ( int i = 0; i < 3; ++i )
    {
        rgb[i] = (int)lround( stops[k][i] + t * ( stops[k + 1][i] - stops[k][i] ) );
    }
}

static void mapColor( double share, char* text, size_t capacity )
{
    int c[3];
    svgMapColor( share, c );
    snprintf( text, capacity, "#%02x%02x%02x", c[0], c[1], c[2] );
}

/// The edge before cell `i`: half-way between neighbours, on a linear or a logarithmic scale.
static double cellEdge( const double* at, int count, int i, bool logarithmic )
{
    double a = i > 0 ? at[i - 1] : at[0], b = i < count ? at[i] : at[count - 1];
    if ( i > 0 && i < count ) { return logarithmic ? sqrt( a * b ) : 0.5 * ( a + b ); }
    if ( count == 1 )
    {
        double span = at[0] != 0.0 ? 0.5 * fabs( at[0] ) : 0.5;
        return logarithmic ? ( i == 0 ? at[0] / 1.5 : at[0] * 1.5 )
                           : ( i == 0 ? at[0] - span : at[0] + span );
    }
    double first = i == 0 ? at[0] : at[count - 1], second = i == 0 ? at[1] : at[count - 2];
    return logarithmic ? first * sqrt( first / second ) : first + 0.5 * ( first - second );
}

/// The colour scale beside a map; `lo` and `hi` are log10 where colours are logarithmic.
static void writeScale( const svgFrame* f, const svgMap* map, double lo, double hi )
{
    double left = f->right + 24.0, height = f->bottom - f->top;
    char text[48];
    for ( int i = 0; i < 64; ++i )
    {
        mapColor( ( i + 0.5 ) / 64.0, text, sizeof text );
        svgRect( f->out, left, left + 16.0, f->bottom - height * i / 64.0 + 0.3,
            f->bottom - height * ( i + 1 ) / 64.0, text, "1" );
    }
    svgLabel( f->out, left + 40.0, f->top - 12.0, "middle", SVG_INK, 13,
        map->valueTitle != NULL ? map->valueTitle : "" );
    if ( !( lo < hi ) ) // all cells have the same value, or none has one
    {
        ssFormatNumber( map->logValues ? pow( 10.0, lo ) : lo, text, sizeof text );
        svgLabel(
            f->out, left + 22.0, f->top + 0.5 * height + 4.0, "start", SVG_GREY, 12, lo <= hi ? text : "" );
        return;
    }
    double step = svgNiceStep( ( hi - lo ) / 5.0 ), first, last;
    step = map->logValues ? fmax( 1.0, round( step ) ) : step;
    bool fine = map->logValues && hi - lo < 2.5;
    svgTickRange( lo, hi, step, fine, &first, &last );
    for ( double k = first; k <= last; k += 1.0 )
    {
        double at = svgTickPlace( k, step, fine ), y = f->bottom - height * ( at - lo ) / ( hi - lo );
        svgTickText( at, step, map->logValues, text, sizeof text );
        svgLine( f->out, " stroke=\"" SVG_GREY "\"", left + 16.0, left + 20.0, y, y );
        svgLabel( f->out, left + 23.0, y + 4.0, "start", SVG_GREY, 12, text );
    }
    if ( last < first ) // no tick lies in a narrow logarithmic range: its ends are labelled instead
    {
        ssFormatNumber( pow( 10.0, lo ), text, sizeof text );
        svgLabel( f->out, left + 22.0, f->bottom, "start", SVG_GREY, 12, text );
        ssFormatNumber( pow( 10.0, hi ), text, sizeof text );
        svgLabel( f->out, left + 22.0, f->top + 10.0, "start", SVG_GREY, 12, text );
    }
}

static void writeMap( osWriter* out, const svgMap* map )
{
    const double width = 720.0, height = 480.0;
    svgFrame f = { .out = out,
        .left = map->yNames != NULL ? 140.0 : 76.0,
        .right = width - 120.0,
        .top = 40.0,
        .bottom = height - 50.0,
        .logX = map->logX,
        .logY = map->logY,
        .xNames = map->xNames,
        .yNames = map->yNames };
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for ( int i = 0; i < map->rows * map->columns; ++i )
    {
        svgIncludeValue( &lo, &hi, map->values[i], map->logValues );
    }
    bool flat = !( lo < hi );
    double xa = cellEdge( map->x, map->columns, 0, map->logX ),
           xb = cellEdge( map->x, map->columns, map->columns, map->logX );
    double ya = cellEdge( map->y, map->rows, 0, map->logY ),
           yb = cellEdge( map->y, map->rows, map->rows, map->logY );
    f.x0 = map->logX ? log10( xa ) : xa;
    f.x1 = map->logX ? log10( xb ) : xb;
    f.y0 = map->logY ? log10( ya ) : ya;
    f.y1 = map->logY ? log10( yb ) : yb;
    svgBegin( out, width, height, map->title );
    osWriteText( out,
        "<defs><pattern id=\"none\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 "
        "6L6 0\" stroke=\"#b4bcc8\"/></pattern></defs>\n" );
    svgWriteAxes( &f, map->title, map->xTitle, map->yTitle );
    for ( int row = 0; row < map->rows; ++row )
    {
        for ( int column = 0; column < map->columns; ++column )
        {
            double value = map->values[row * map->columns + column];
            char color[16] = "url(#none)";
            double at = map->logValues ? log10( fmax( value, 0.0 ) ) : value; // not finite: hatched
            if ( isfinite( at ) ) { mapColor( flat ? 0.5 : ( at - lo ) / ( hi - lo ), color, sizeof color ); }
            double x0 = svgToX( &f, cellEdge( map->x, map->columns, column, map->logX ) );
            double x1 = svgToX( &f, cellEdge( map->x, map->columns, column + 1, map->logX ) );
            double y0 = svgToY( &f, cellEdge( map->y, map->rows, row, map->logY ) );
            double y1 = svgToY( &f, cellEdge( map->y, map->rows, row + 1, map->logY ) );
            svgRect( f.out, x0, x1 + 0.3, y0 + 0.3, y1, color, "1" );
        }
    }
    writeScale( &f, map, lo, hi );
    osWriteText( out, "</svg>\n" );
}

ssResult svgSaveMap( const char* path, const svgMap* map )
{
    osWriter* out = osOpenWrite( path );
    osWriteText( out, SVG_XML_HEADER );
    writeMap( out, map );
    return osCommitWrite( out );
}
