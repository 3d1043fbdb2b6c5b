// SPDX-License-Identifier: MIT
#include "base/svg_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Draws curves, areas, marks and a legend where it covers least.

static const char* const s_colors[svg_colorCount] = { "#0072b2", "#d98800", "#008060", "#a8558a", "#c24f00",
    "#8a7d00", "#3a9bd1", "#5b6675", "#1b1f26" };

/// Adds a margin to a range; an empty range becomes 0 … 1 first.
static void widen( double* lo, double* hi, double share )
{
    if ( !( *lo <= *hi ) )
    {
        *lo = 0.0;
        *hi = 1.0;
    }
    double size = fmax( fabs( *lo ), fabs( *hi ) ), span = *hi - *lo;
    span = span > 1e-9 * size ? share * span : 0.5 * ( size > 0.0 ? size : 1.0 );
    *lo -= span;
    *hi += span;
}

/// A rectangle of the picture: a place for the legend.
typedef struct box
{
    double x, y, width, height; ///< [px]
} box;

static box legendSize( const svgPlot* plot )
{
    double widest = 0.0, lines = 0.0;
    for ( int i = 0; i < plot->markCount; ++i )
    {
        const char* label = plot->marks[i].label;
        widest = fmax( widest, label != NULL ? 6.6 * (double)strlen( label ) : 0.0 );
        lines += label != NULL && label[0] != '\0' ? 1.0 : 0.0;
    }
    return ( box ){ .width = widest + 36.0, .height = 17.0 * lines + 8.0 };
}

static void chooseRange( svgFrame* f, const svgPlot* plot )
{
    double x0 = HUGE_VAL, x1 = -HUGE_VAL, y0 = HUGE_VAL, y1 = -HUGE_VAL;
    for ( int i = 0; i < plot->markCount; ++i )
    {
        const svgMark* m = plot->marks + i;
        int edges = m->kind == svg_bars ? m->count + 1 : m->kind == svg_band ? 0 : m->count;
        for ( int k = 0; k < edges; ++k ) { svgIncludeValue( &x0, &x1, m->x[k], plot->logX ); }
        for ( int k = 0; k < m->count && m->kind != svg_band; ++k )
        {
            double z = m->z == NULL ? m->y[k] : m->kind == svg_errors ? m->y[k] + m->z[k] : m->z[k];
            svgIncludeValue( &y0, &y1, m->y[k], plot->logY );
            svgIncludeValue( &y0, &y1, z, plot->logY );
            svgIncludeValue( &y0, &y1,
                m->kind == svg_errors     ? 2.0 * m->y[k] - z
                    : m->kind == svg_bars ? 0.0
                                          : z,
                plot->logY );
        }
    }
    widen( &x0, &x1, 0.02 );
    widen( &y0, &y1, 0.06 );
    bool ownX = plot->x1 > plot->x0, ownY = plot->y1 > plot->y0;
    f->x0 = ownX ? ( plot->logX ? log10( plot->x0 ) : plot->x0 ) : x0;
    f->x1 = ownX ? ( plot->logX ? log10( plot->x1 ) : plot->x1 ) : x1;
    f->y0 = ownY ? ( plot->logY ? log10( plot->y0 ) : plot->y0 ) : y0;
    f->y1 = ownY ? ( plot->logY ? log10( plot->y1 ) : plot->y1 ) : y1;
    if ( plot->equalScales )
    {
        // Plots with equal scales fill their corners, so the legend gets space of its own on the right.
        double legend = legendSize( plot ).width,
               room = f->right - f->left - ( legend > 40.0 ? legend + 8.0 : 0.0 );
        double perX = ( f->x1 - f->x0 ) / room, perY = ( f->y1 - f->y0 ) / ( f->bottom - f->top );
        double x = 0.5 * ( f->x0 + f->x1 ), y = 0.5 * ( f->y0 + f->y1 ), per = fmax( perX, perY );
        f->x0 = x - 0.5 * per * room;
        f->x1 = f->x0 + per * ( f->right - f->left );
        f->y0 = y - 0.5 * per * ( f->bottom - f->top );
        f->y1 = y + 0.5 * per * ( f->bottom - f->top );
    }
}

static void writeCurve( const svgFrame* f, const svgMark* m, const double* y )
{
    osPrintf( f->out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"", s_colors[m->color],
        m->dashed ? "1.4" : "1.6", m->dashed ? " stroke-dasharray=\"6 4\"" : "" );
    bool pen = false;
    double lastX = 0.0, lastY = 0.0;
    for ( int i = 0; i < m->count; ++i )
    {
        bool good = isfinite( m->x[i] ) && isfinite( y[i] );
        double px = good ? svgToX( f, m->x[i] ) : 0.0, py = good ? svgToY( f, y[i] ) : 0.0;
        // A point within a third of a pixel of the previous one only makes the file larger.
        bool near = pen && i + 1 < m->count && fabs( px - lastX ) + fabs( py - lastY ) < 0.35;
        if ( good && !near )
        {
            osWriteText( f->out, pen ? "L" : "M" );
            svgNumber( f->out, px );
            osWriteText( f->out, " " );
            svgNumber( f->out, py );
            lastX = px;
            lastY = py;
        }
        pen = good;
    }
    osWriteText( f->out, "\"/>\n" );
}

/// One closed shape per stretch without gaps: forward along z, back along y.
static void writeArea( const svgFrame* f, const svgMark* m, const char* color )
{
    if ( m->hatched )
    {
        osPrintf( f->out,
            "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
            "<path d=\"M-1 1L1 -1M0 6L6 0M5 7L7 5\" stroke=\"%s\"/></pattern></defs>\n"
            "<path fill=\"url(#hatch)\" d=\"",
            color );
    }
    else { osPrintf( f->out, "<path fill=\"%s\" fill-opacity=\"0.25\" d=\"", color ); }
    for ( int first = 0, last; first < m->count; first = last + 1 )
    {
        last = first;
        while ( last < m->count && isfinite( m->x[last] + m->y[last] + m->z[last] ) ) { ++last; }
        for ( int i = 0; i < 2 * ( last - first ); ++i )
        {
            bool forward = i < last - first;
            int k = forward ? first + i : 2 * last - first - 1 - i;
            osWriteText( f->out, i > 0 ? "L" : "M" );
            svgNumber( f->out, svgToX( f, m->x[k] ) );
            osWriteText( f->out, " " );
            svgNumber( f->out, svgToY( f, forward ? m->z[k] : m->y[k] ) );
        }
        osWriteText( f->out, last > first ? "Z" : "" );
    }
    osWriteText( f->out, "\"/>\n" );
}

static void writeMark( const svgFrame* f, const svgMark* m )
{
    const char* color = s_colors[m->color];
    char style[32];
    switch ( m->kind )
    {
        case svg_curve:
            writeCurve( f, m, m->y );
            if ( svgHasMarker( m ) ) { svgMarkCurve( f, m, color ); }
            break;
        case svg_points:
        case svg_errors:
            for ( int i = 0; i < m->count; ++i )
            {
                if ( !isfinite( m->x[i] ) || !isfinite( m->y[i] ) ) { continue; }
                if ( m->kind == svg_errors && isfinite( m->z[i] ) )
                {
                    snprintf( style, sizeof style, " stroke=\"%s\"", color );
                    svgLine( f->out, style, svgToX( f, m->x[i] ), svgToX( f, m->x[i] ),
                        svgToY( f, m->y[i] - m->z[i] ), svgToY( f, m->y[i] + m->z[i] ) );
                }
                svgDot( f->out, svgToX( f, m->x[i] ), svgToY( f, m->y[i] ), color );
            }
            break;
        case svg_bars:
            for ( int i = 0; i < m->count; ++i )
            {
                if ( isfinite( m->y[i] ) )
                {
                    svgRect( f->out, svgToX( f, m->x[i] ), svgToX( f, m->x[i + 1] ), svgToY( f, 0.0 ),
                        svgToY( f, m->y[i] ), color, "0.45" );
                }
            }
            break;
        case svg_area:
            writeArea( f, m, color );
            writeCurve( f, m, m->z );
            break;
        case svg_band:
            svgRect( f->out, svgToX( f, m->x[0] ), svgToX( f, m->x[1] ), f->top, f->bottom, color, "0.12" );
            break;
    }
}

/// How many of the marks' points lie in a box, with seven more sampled along each segment of a curve.
static int coveredBy( const svgFrame* f, const svgPlot* plot, const box* b )
{
    int covered = 0;
    for ( int i = 0; i < plot->markCount; ++i )
    {
        const svgMark* m = plot->marks + i;
        for ( int k = 0; k < m->count && m->kind != svg_band; ++k )
        {
            int next = m->kind == svg_curve && k + 1 < m->count ? k + 1 : k;
            double xa = svgToX( f, m->x[k] ), xb = svgToX( f, m->x[next] ), ya = svgToY( f, m->y[k] ),
                   yb = svgToY( f, m->y[next] );
            for ( int piece = 0; piece < 8; ++piece )
            {
                double x = xa + ( xb - xa ) * piece / 8.0, y = ya + ( yb - ya ) * piece / 8.0;
                covered += x >= b->x && x <= b->x + b->width && y >= b->y && y <= b->y + b->height ? 1 : 0;
            }
        }
    }
    return covered;
}

/// The place for the legend that covers the least data; of equal ones the first, so that corners come first.
static box placeLegend( const svgFrame* f, const svgPlot* plot, int* least )
{
    static const double shares[9][2] = { { 1, 0 }, { 0, 0 }, { 1, 1 }, { 0, 1 }, { 0.5, 0 }, { 0.5, 1 },
        { 1, 0.5 }, { 0, 0.5 }, { 0.5, 0.5 } };
    box best = { 0 };
    for ( int i = 0; i < 9; ++i )
    {
        box b = legendSize( plot );
        b.x = f->left + 8.0 + shares[i][0] * ( f->right - f->left - b.width - 16.0 );
        b.y = f->top + 6.0 + shares[i][1] * ( f->bottom - f->top - b.height - 12.0 );
        int covered = coveredBy( f, plot, &b );
        if ( i == 0 || covered < *least )
        {
            best = b;
            *least = covered;
        }
    }
    return best;
}

/// If the legend would cover data everywhere, the y axis is extended upwards until it fits above them.
static void makeRoomForLegend( svgFrame* f, const svgPlot* plot )
{
    int covered = 0;
    placeLegend( f, plot, &covered );
    double share = ( legendSize( plot ).height + 10.0 ) / ( f->bottom - f->top );
    if ( covered > 0 && share < 0.5 && !plot->equalScales && !( plot->y1 > plot->y0 ) )
    {
        f->y1 += ( f->y1 - f->y0 ) * share / ( 1.0 - share );
    }
}

static void legendLine( osWriter* out, const svgMark* m, double x, double y )
{
    if ( m->kind == svg_curve )
    {
        char style[80];
        snprintf( style, sizeof style, " stroke=\"%s\" stroke-width=\"2\"%s", s_colors[m->color],
            m->dashed ? " stroke-dasharray=\"6 4\"" : "" );
        svgLine( out, style, x, x + 22.0, y - 4.0, y - 4.0 );
        if ( svgHasMarker( m ) ) { svgMarker( out, m->color, x + 11.0, y - 4.0, s_colors[m->color] ); }
    }
    else if ( m->kind == svg_points || m->kind == svg_errors )
    {
        svgDot( out, x + 11.0, y - 4.0, s_colors[m->color] );
    }
    else { svgRect( out, x, x + 22.0, y - 9.0, y + 1.0, s_colors[m->color], "0.35" ); }
    svgLabel( out, x + 28.0, y, "start", SVG_INK, 12, m->label );
}

static void writeLegend( const svgFrame* f, const svgPlot* plot )
{
    int covered = 0;
    box at = placeLegend( f, plot, &covered );
    double y = at.y + 16.0, x = at.x + 4.0;
    if ( at.height > 10.0 )
    {
        svgRect( f->out, at.x, at.x + at.width, at.y, at.y + at.height, "#ffffff", "0.8" );
    }
    for ( int i = 0; i < plot->markCount; ++i )
    {
        const svgMark* m = plot->marks + i;
        if ( m->label == NULL || m->label[0] == '\0' ) { continue; }
        legendLine( f->out, m, x, y );
        y += 17.0;
    }
}

void svgWritePlot( osWriter* out, const svgPlot* plot )
{
    double width = plot->width > 0.0 ? plot->width : 720.0,
           height = plot->height > 0.0 ? plot->height : 440.0;
    bool noted = plot->note != NULL && plot->note[0] != '\0';
    svgFrame f = { .out = out,
        .left = 76.0,
        .right = width - 20.0,
        .top = 40.0,
        .bottom = height - ( noted ? 68.0 : 50.0 ),
        .logX = plot->logX,
        .logY = plot->logY };
    chooseRange( &f, plot );
    makeRoomForLegend( &f, plot );
    svgBegin( out, width, height, plot->title );
    svgWriteAxes( &f, plot->title, plot->xTitle, plot->yTitle );
    osWriteText( out, "<svg overflow=\"hidden\"" );
    svgAttribute( out, "x", f.left );
    svgAttribute( out, "y", f.top );
    svgAttribute( out, "width", f.right - f.left );
    svgAttribute( out, "height", f.bottom - f.top );
    osWriteText( out, " viewBox=\"" );
    svgNumber( out, f.left );
    osWriteText( out, " " );
    svgNumber( out, f.top );
    osWriteText( out, " " );
    svgNumber( out, f.right - f.left );
    osWriteText( out, " " );
    svgNumber( out, f.bottom - f.top );
    osWriteText( out, "\">\n" );
    for ( int i = 0; i < plot->markCount; ++i ) { writeMark( &f, plot->marks + i ); }
    osWriteText( out, "</svg>\n" );
    writeLegend( &f, plot );
    if ( noted ) { svgLabel( out, f.left, height - 8.0, "start", SVG_GREY, 11, plot->note ); }
    osWriteText( out, "</svg>\n" );
}

ssResult svgSavePlot( const char* path, const svgPlot* plot )
{
    osWriter* out = osOpenWrite( path );
    osWriteText( out, SVG_XML_HEADER );
    svgWritePlot( out, plot );
    return osCommitWrite( out );
}

// Sparse marks on solid curves, one shape for each colour, for readers who do not see the hues.

/// Shapes around the origin, filled, or only drawn if they are open. A colour without one has no marks.
static const struct
{
    const char* path;
    bool open;
} s_shapes[svg_colorCount] = {
    [svg_orange] = { "M-3.4 -3.4H3.4V3.4H-3.4Z", false },
    [svg_green] = { "M0 -4.6L4.4 3.2H-4.4Z", false },
    [svg_pink] = { "M0 -5L5 0L0 5L-5 0Z", false },
    [svg_red] = { "M-3.6 -3.6L3.6 3.6M-3.6 3.6L3.6 -3.6", true },
    [svg_olive] = { "M0 4.6L4.4 -3.2H-4.4Z", false },
    [svg_black] = { "M-3.6 0A3.6 3.6 0 1 0 3.6 0A3.6 3.6 0 1 0 -3.6 0", true },
    [svg_sky] = { "M-4.6 0H4.6M0 -4.6V4.6", true },
};

bool svgHasMarker( const svgMark* m )
{
    return m->kind == svg_curve && !m->dashed && !m->plain && s_shapes[m->color].path != NULL;
}

void svgMarker( osWriter* out, svgColor shape, double x, double y, const char* color )
{
    osPrintf( out, "<path d=\"%s\" %s=\"%s\"%s transform=\"translate(", s_shapes[shape].path,
        s_shapes[shape].open ? "fill=\"none\" stroke" : "fill", color,
        s_shapes[shape].open ? " stroke-width=\"1.8\"" : "" );
    svgNumber( out, x );
    osWriteText( out, " " );
    svgNumber( out, y );
    osWriteText( out, ")\"/>\n" );
}

static double pieceLength( const svgFrame* f, const svgMark* m, int i )
{
    bool drawn = isfinite( m->x[i] + m->y[i] + m->x[i - 1] + m->y[i - 1] );
    return drawn ? hypot( svgToX( f, m->x[i] ) - svgToX( f, m->x[i - 1] ),
                       svgToY( f, m->y[i] ) - svgToY( f, m->y[i - 1] ) )
                 : 0.0;
}

void svgMarkCurve( const svgFrame* f, const svgMark* m, const char* color )
{
    const double period = 90.0; // [px] along the curve
    double total = 0.0, travelled = 0.0;
    for ( int i = 1; i < m->count; ++i ) { total += pieceLength( f, m, i ); }
    // Curves that coincide begin at different places, and a short curve has its mark in the middle.
    double next = fmin( 0.5 * total, period * ( 0.25 + 0.125 * (double)m->color ) );
    for ( int i = 1; i < m->count && total > 0.0; ++i )
    {
        double length = pieceLength( f, m, i ), x = svgToX( f, m->x[i - 1] ), y = svgToY( f, m->y[i - 1] );
        for ( ; length > 0.0 && next <= travelled + length; next += period )
        {
            double share = ( next - travelled ) / length;
            svgMarker( f->out, m->color, x + share * ( svgToX( f, m->x[i] ) - x ),
                y + share * ( svgToY( f, m->y[i] ) - y ), color );
        }
        travelled += length;
    }
}
