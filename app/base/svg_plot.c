// SPDX-License-Identifier: MIT
#include "base/svg_plot.h"

#include "slipstick/param.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char* const s_colors[svg_colorCount] = { "#0072b2", "#d98800", "#008060", "#a8558a", "#c24f00",
    "#8a7d00", "#3a9bd1", "#5b6675", "#1b1f26" };

// ------------------------------------------------------------------------------------------------------ text

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

/// Independent of locale: a comma for a point would break the picture.
static void number( osWriter* out, double value )
{
    char text[32];
    snprintf( text, sizeof text, "%.2f", value );
    char* comma = strchr( text, ',' );
    if ( comma != NULL )
    {
        *comma = '.';
    }
    osWriteText( out, text );
}

static void attribute( osWriter* out, const char* name, double value )
{
    osPrintf( out, " %s=\"", name );
    number( out, value );
    osWriteText( out, "\"" );
}

static void words(
    osWriter* out, double x, double y, const char* anchor, const char* fill, int size, const char* text )
{
    osWriteText( out, "<text" );
    attribute( out, "x", x );
    attribute( out, "y", y );
    osPrintf( out, " text-anchor=\"%s\" fill=\"%s\" font-size=\"%d\">", anchor, fill, size );
    svgWriteText( out, text );
    osWriteText( out, "</text>\n" );
}

// ------------------------------------------------------------------------------------------------------ axes

typedef struct frame
{
    osWriter* out;
    double left, right, top, bottom; ///< of the data area [px]
    double x0, x1, y0, y1;           ///< log10 where logarithmic
    bool logX, logY;
    const char *const *xNames, *const *yNames; ///< of the places 0, 1, …; NULL: numbers
} frame;

static double toX( const frame* f, double x )
{
    double at = f->logX ? ( x > 0.0 ? log10( x ) : -400.0 ) : x;
    double ratio = ( at - f->x0 ) / ( f->x1 - f->x0 );
    return f->left + fmin( fmax( ratio, -3.0 ), 4.0 ) * ( f->right - f->left );
}

static double toY( const frame* f, double y )
{
    double at = f->logY ? ( y > 0.0 ? log10( y ) : -400.0 ) : y;
    double ratio = ( at - f->y0 ) / ( f->y1 - f->y0 );
    return f->bottom - fmin( fmax( ratio, -3.0 ), 4.0 ) * ( f->bottom - f->top );
}

static double niceStep( double raw )
{
    double decade = pow( 10.0, floor( log10( raw ) ) ), lead = raw / decade;
    return decade * ( lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0 );
}

static void tickText( double value, double step, bool logarithmic, char* text, size_t capacity )
{
    value = logarithmic ? pow( 10.0, value ) : fabs( value ) < 1e-9 * step ? 0.0 : value;
    double rounded = logarithmic ? value : step * round( value / step );
    // Twelve digits hide the rounding of k × step.
    snprintf( text, capacity, "%.12g", rounded );
    char* comma = strchr( text, ',' );
    if ( comma != NULL )
    {
        *comma = '.';
    }
}

/// Where the k-th tick is; a logarithmic axis of few decades has 2 and 5 as well.
static double tickPlace( double k, double step, bool fine )
{
    double decade = floor( k / 3.0 ), rest = k - 3.0 * decade;
    return fine ? decade + ( rest == 0.0 ? 0.0 : log10( rest == 1.0 ? 2.0 : 5.0 ) ) : k * step;
}

/// The ticks inside a range: the first and the last k.
static void tickRange( double from, double to, double step, bool fine, double* first, double* last )
{
    *first = fine ? 3.0 * floor( from ) : ceil( from / step - 1e-9 );
    *last = fine ? 3.0 * ceil( to ) : floor( to / step + 1e-9 );
    while ( fine && tickPlace( *first, step, fine ) < from )
    {
        *first += 1.0;
    }
    while ( fine && tickPlace( *last, step, fine ) > to )
    {
        *last -= 1.0;
    }
}

static void tickName(
    const char* const* names, double place, double step, bool logarithmic, char* text, size_t capacity )
{
    if ( names != NULL )
    {
        snprintf( text, capacity, "%s", names[(int)lround( place )] );
    }
    else
    {
        tickText( place, step, logarithmic, text, capacity );
    }
}

static void writeAxes( frame* f, const char* title, const char* xTitle, const char* yTitle )
{
    osWriter* out = f->out;
    char text[48];
    double xStep = niceStep( ( f->x1 - f->x0 ) / 6.0 ), yStep = niceStep( ( f->y1 - f->y0 ) / 5.0 );
    xStep = f->xNames != NULL ? 1.0 : f->logX ? fmax( 1.0, round( xStep ) ) : xStep;
    yStep = f->yNames != NULL ? 1.0 : f->logY ? fmax( 1.0, round( yStep ) ) : yStep;
    bool fineX = f->logX && f->x1 - f->x0 < 2.5, fineY = f->logY && f->y1 - f->y0 < 2.5;
    double xFirst, xLast, yFirst, yLast;
    tickRange( f->x0, f->x1, xStep, fineX, &xFirst, &xLast );
    tickRange( f->y0, f->y1, yStep, fineY, &yFirst, &yLast );
    osWriteText( out, "<g stroke=\"#dfe3e8\" stroke-width=\"1\">\n" );
    for ( double k = xFirst; k <= xLast; k += 1.0 )
    {
        double x =
            f->left + ( tickPlace( k, xStep, fineX ) - f->x0 ) / ( f->x1 - f->x0 ) * ( f->right - f->left );
        osWriteText( out, "<line" );
        attribute( out, "x1", x );
        attribute( out, "x2", x );
        attribute( out, "y1", f->top );
        attribute( out, "y2", f->bottom );
        osWriteText( out, "/>\n" );
    }
    for ( double k = yFirst; k <= yLast; k += 1.0 )
    {
        double y =
            f->bottom - ( tickPlace( k, yStep, fineY ) - f->y0 ) / ( f->y1 - f->y0 ) * ( f->bottom - f->top );
        osWriteText( out, "<line" );
        attribute( out, "x1", f->left );
        attribute( out, "x2", f->right );
        attribute( out, "y1", y );
        attribute( out, "y2", y );
        osWriteText( out, "/>\n" );
    }
    osWriteText( out, "</g>\n" );
    for ( double k = xFirst; k <= xLast; k += 1.0 )
    {
        double x =
            f->left + ( tickPlace( k, xStep, fineX ) - f->x0 ) / ( f->x1 - f->x0 ) * ( f->right - f->left );
        tickName( f->xNames, tickPlace( k, xStep, fineX ), xStep, f->logX, text, sizeof text );
        words( out, x, f->bottom + 16.0, "middle", "#5b6675", 12, text );
    }
    for ( double k = yFirst; k <= yLast; k += 1.0 )
    {
        double y =
            f->bottom - ( tickPlace( k, yStep, fineY ) - f->y0 ) / ( f->y1 - f->y0 ) * ( f->bottom - f->top );
        tickName( f->yNames, tickPlace( k, yStep, fineY ), yStep, f->logY, text, sizeof text );
        words( out, f->left - 6.0, y + 4.0, "end", "#5b6675", 12, text );
    }
    osWriteText( out, "<rect fill=\"none\" stroke=\"#9aa4b2\"" );
    attribute( out, "x", f->left );
    attribute( out, "y", f->top );
    attribute( out, "width", f->right - f->left );
    attribute( out, "height", f->bottom - f->top );
    osWriteText( out, "/>\n" );
    words( out, f->left, f->top - 12.0, "start", "#1b1f26", 15, title != NULL ? title : "" );
    words( out, 0.5 * ( f->left + f->right ), f->bottom + 36.0, "middle", "#1b1f26", 13,
        xTitle != NULL ? xTitle : "" );
    osWriteText( out, "<text transform=\"translate(" );
    number( out, 18.0 );
    osWriteText( out, "," );
    number( out, 0.5 * ( f->top + f->bottom ) );
    osWriteText( out, ") rotate(-90)\" text-anchor=\"middle\" fill=\"#1b1f26\" font-size=\"13\">" );
    svgWriteText( out, yTitle != NULL ? yTitle : "" );
    osWriteText( out, "</text>\n" );
}

// ------------------------------------------------------------------------------------------------------ marks

static void include( double* lo, double* hi, double value, bool logarithmic )
{
    if ( isfinite( value ) && ( !logarithmic || value > 0.0 ) )
    {
        double at = logarithmic ? log10( value ) : value;
        *lo = fmin( *lo, at );
        *hi = fmax( *hi, at );
    }
}

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

/// The part of the data area a legend would cover.
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

static void chooseRange( frame* f, const svgPlot* plot )
{
    double x0 = HUGE_VAL, x1 = -HUGE_VAL, y0 = HUGE_VAL, y1 = -HUGE_VAL;
    for ( int i = 0; i < plot->markCount; ++i )
    {
        const svgMark* m = plot->marks + i;
        int edges = m->kind == svg_bars ? m->count + 1 : m->kind == svg_band ? 0 : m->count;
        for ( int k = 0; k < edges; ++k )
        {
            include( &x0, &x1, m->x[k], plot->logX );
        }
        for ( int k = 0; k < m->count && m->kind != svg_band; ++k )
        {
            double z = m->z == NULL ? m->y[k] : m->kind == svg_errors ? m->y[k] + m->z[k] : m->z[k];
            include( &y0, &y1, m->y[k], plot->logY );
            include( &y0, &y1, z, plot->logY );
            include( &y0, &y1,
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
        // Round pictures fill their corners: the legend gets room of its own on the right.
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

static void writeCurve( const frame* f, const svgMark* m, const double* y )
{
    osPrintf( f->out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"", s_colors[m->color],
        m->dashed ? "1.4" : "1.6", m->dashed ? " stroke-dasharray=\"6 4\"" : "" );
    bool pen = false;
    double lastX = 0.0, lastY = 0.0;
    for ( int i = 0; i < m->count; ++i )
    {
        bool good = isfinite( m->x[i] ) && isfinite( y[i] );
        double px = good ? toX( f, m->x[i] ) : 0.0, py = good ? toY( f, y[i] ) : 0.0;
        // What lies within a third of a pixel of the point before adds nothing but bytes.
        bool near = pen && i + 1 < m->count && fabs( px - lastX ) + fabs( py - lastY ) < 0.35;
        if ( good && !near )
        {
            osWriteText( f->out, pen ? "L" : "M" );
            number( f->out, px );
            osWriteText( f->out, " " );
            number( f->out, py );
            lastX = px;
            lastY = py;
        }
        pen = good;
    }
    osWriteText( f->out, "\"/>\n" );
}

/// One shape per stretch without gaps: there along the upper end, back along the lower.
static void writeArea( const frame* f, const svgMark* m, const char* color )
{
    osPrintf( f->out, "<path fill=\"%s\" fill-opacity=\"0.25\" d=\"", color );
    for ( int first = 0, last; first < m->count; first = last + 1 )
    {
        last = first;
        while ( last < m->count && isfinite( m->x[last] + m->y[last] + m->z[last] ) )
        {
            ++last;
        }
        for ( int i = 0; i < 2 * ( last - first ); ++i )
        {
            bool there = i < last - first;
            int k = there ? first + i : 2 * last - first - 1 - i;
            osWriteText( f->out, i > 0 ? "L" : "M" );
            number( f->out, toX( f, m->x[k] ) );
            osWriteText( f->out, " " );
            number( f->out, toY( f, there ? m->z[k] : m->y[k] ) );
        }
        osWriteText( f->out, last > first ? "Z" : "" );
    }
    osWriteText( f->out, "\"/>\n" );
}

static void writeRect(
    const frame* f, double xa, double xb, double ya, double yb, const char* fill, const char* opacity )
{
    osWriteText( f->out, "<rect" );
    attribute( f->out, "x", fmin( xa, xb ) );
    attribute( f->out, "y", fmin( ya, yb ) );
    attribute( f->out, "width", fabs( xb - xa ) );
    attribute( f->out, "height", fabs( yb - ya ) );
    osPrintf( f->out, " fill=\"%s\" fill-opacity=\"%s\"/>\n", fill, opacity );
}

static void writeDot( const frame* f, double x, double y, const char* color )
{
    osWriteText( f->out, "<circle" );
    attribute( f->out, "cx", x );
    attribute( f->out, "cy", y );
    osPrintf( f->out, " r=\"2.6\" fill=\"%s\"/>\n", color );
}

static void writeMark( const frame* f, const svgMark* m )
{
    const char* color = s_colors[m->color];
    switch ( m->kind )
    {
        case svg_curve:
            writeCurve( f, m, m->y );
            break;
        case svg_points:
        case svg_errors:
            for ( int i = 0; i < m->count; ++i )
            {
                if ( !isfinite( m->x[i] ) || !isfinite( m->y[i] ) )
                {
                    continue;
                }
                if ( m->kind == svg_errors && isfinite( m->z[i] ) )
                {
                    osPrintf( f->out, "<line stroke=\"%s\"", color );
                    attribute( f->out, "x1", toX( f, m->x[i] ) );
                    attribute( f->out, "x2", toX( f, m->x[i] ) );
                    attribute( f->out, "y1", toY( f, m->y[i] - m->z[i] ) );
                    attribute( f->out, "y2", toY( f, m->y[i] + m->z[i] ) );
                    osWriteText( f->out, "/>\n" );
                }
                writeDot( f, toX( f, m->x[i] ), toY( f, m->y[i] ), color );
            }
            break;
        case svg_bars:
            for ( int i = 0; i < m->count; ++i )
            {
                if ( isfinite( m->y[i] ) )
                {
                    writeRect( f, toX( f, m->x[i] ), toX( f, m->x[i + 1] ), toY( f, 0.0 ), toY( f, m->y[i] ),
                        color, "0.45" );
                }
            }
            break;
        case svg_area:
            writeArea( f, m, color );
            writeCurve( f, m, m->z );
            break;
        case svg_band:
            writeRect( f, toX( f, m->x[0] ), toX( f, m->x[1] ), f->top, f->bottom, color, "0.12" );
            break;
    }
}

/// How many pieces of the marks lie under a box: a curve counts along its segments, not only at its points.
static int coveredBy( const frame* f, const svgPlot* plot, const box* b )
{
    int covered = 0;
    for ( int i = 0; i < plot->markCount; ++i )
    {
        const svgMark* m = plot->marks + i;
        for ( int k = 0; k < m->count && m->kind != svg_band; ++k )
        {
            int next = m->kind == svg_curve && k + 1 < m->count ? k + 1 : k;
            double xa = toX( f, m->x[k] ), xb = toX( f, m->x[next] ), ya = toY( f, m->y[k] ),
                   yb = toY( f, m->y[next] );
            for ( int piece = 0; piece < 8; ++piece )
            {
                double x = xa + ( xb - xa ) * piece / 8.0, y = ya + ( yb - ya ) * piece / 8.0;
                covered += x >= b->x && x <= b->x + b->width && y >= b->y && y <= b->y + b->height ? 1 : 0;
            }
        }
    }
    return covered;
}

/// The legend stands where it covers least of the data, in a corner rather than between them.
static box placeLegend( const frame* f, const svgPlot* plot, int* least )
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

/// Where every place for a legend would cover data, the axis grows upwards until there is room above them.
static void makeRoom( frame* f, const svgPlot* plot )
{
    int covered = 0;
    placeLegend( f, plot, &covered );
    double share = ( legendSize( plot ).height + 10.0 ) / ( f->bottom - f->top );
    if ( covered > 0 && share < 0.5 && !plot->equalScales && !( plot->y1 > plot->y0 ) )
    {
        f->y1 += ( f->y1 - f->y0 ) * share / ( 1.0 - share );
    }
}

static void writeLegend( const frame* f, const svgPlot* plot )
{
    int covered = 0;
    box at = placeLegend( f, plot, &covered );
    double y = at.y + 16.0, x = at.x + 4.0;
    if ( at.height > 10.0 )
    {
        writeRect( f, at.x, at.x + at.width, at.y, at.y + at.height, "#ffffff", "0.8" );
    }
    for ( int i = 0; i < plot->markCount; ++i )
    {
        const svgMark* m = plot->marks + i;
        if ( m->label == NULL || m->label[0] == '\0' )
        {
            continue;
        }
        if ( m->kind == svg_curve )
        {
            osPrintf( f->out, "<line stroke=\"%s\" stroke-width=\"2\"%s", s_colors[m->color],
                m->dashed ? " stroke-dasharray=\"6 4\"" : "" );
            attribute( f->out, "x1", x );
            attribute( f->out, "x2", x + 22.0 );
            attribute( f->out, "y1", y - 4.0 );
            attribute( f->out, "y2", y - 4.0 );
            osWriteText( f->out, "/>\n" );
        }
        else if ( m->kind == svg_points || m->kind == svg_errors )
        {
            writeDot( f, x + 11.0, y - 4.0, s_colors[m->color] );
        }
        else
        {
            writeRect( f, x, x + 22.0, y - 9.0, y + 1.0, s_colors[m->color], "0.35" );
        }
        words( f->out, x + 28.0, y, "start", "#1b1f26", 12, m->label );
        y += 17.0;
    }
}

static void beginSvg( osWriter* out, double width, double height, const char* title )
{
    osWriteText( out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"sans-serif\"" );
    attribute( out, "width", width );
    attribute( out, "height", height );
    osWriteText( out, " viewBox=\"0 0 " );
    number( out, width );
    osWriteText( out, " " );
    number( out, height );
    osWriteText( out, "\">\n<title>" );
    svgWriteText( out, title != NULL ? title : "" );
    osWriteText( out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" );
}

void svgWritePlot( osWriter* out, const svgPlot* plot )
{
    double width = plot->width > 0.0 ? plot->width : 720.0,
           height = plot->height > 0.0 ? plot->height : 440.0;
    bool noted = plot->note != NULL && plot->note[0] != '\0';
    frame f = { .out = out,
        .left = 76.0,
        .right = width - 20.0,
        .top = 40.0,
        .bottom = height - ( noted ? 68.0 : 50.0 ),
        .logX = plot->logX,
        .logY = plot->logY };
    chooseRange( &f, plot );
    makeRoom( &f, plot );
    beginSvg( out, width, height, plot->title );
    writeAxes( &f, plot->title, plot->xTitle, plot->yTitle );
    osWriteText( out, "<svg overflow=\"hidden\"" );
    attribute( out, "x", f.left );
    attribute( out, "y", f.top );
    attribute( out, "width", f.right - f.left );
    attribute( out, "height", f.bottom - f.top );
    osWriteText( out, " viewBox=\"" );
    number( out, f.left );
    osWriteText( out, " " );
    number( out, f.top );
    osWriteText( out, " " );
    number( out, f.right - f.left );
    osWriteText( out, " " );
    number( out, f.bottom - f.top );
    osWriteText( out, "\">\n" );
    for ( int i = 0; i < plot->markCount; ++i )
    {
        writeMark( &f, plot->marks + i );
    }
    osWriteText( out, "</svg>\n" );
    writeLegend( &f, plot );
    if ( noted )
    {
        words( out, f.left, height - 8.0, "start", "#5b6675", 11, plot->note );
    }
    osWriteText( out, "</svg>\n" );
}

// ------------------------------------------------------------------------------------------------------ map

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

/// Where cell `i` begins: half-way to its neighbour, in the axis' own scale.
static double cellEdge( const double* at, int count, int i, bool logarithmic )
{
    double a = i > 0 ? at[i - 1] : at[0], b = i < count ? at[i] : at[count - 1];
    if ( i > 0 && i < count )
    {
        return logarithmic ? sqrt( a * b ) : 0.5 * ( a + b );
    }
    if ( count == 1 )
    {
        double span = at[0] != 0.0 ? 0.5 * fabs( at[0] ) : 0.5;
        return logarithmic ? ( i == 0 ? at[0] / 1.5 : at[0] * 1.5 )
                           : ( i == 0 ? at[0] - span : at[0] + span );
    }
    double first = i == 0 ? at[0] : at[count - 1], second = i == 0 ? at[1] : at[count - 2];
    return logarithmic ? first * sqrt( first / second ) : first + 0.5 * ( first - second );
}

/// The colours beside a map and what they mean; `lo` and `hi` are log10 for a map by decades.
static void writeScale( const frame* f, const svgMap* map, double lo, double hi )
{
    double left = f->right + 24.0, height = f->bottom - f->top;
    char text[48];
    for ( int i = 0; i < 64; ++i )
    {
        mapColor( ( i + 0.5 ) / 64.0, text, sizeof text );
        writeRect( f, left, left + 16.0, f->bottom - height * i / 64.0 + 0.3,
            f->bottom - height * ( i + 1 ) / 64.0, text, "1" );
    }
    words( f->out, left + 40.0, f->top - 12.0, "middle", "#1b1f26", 13,
        map->valueTitle != NULL ? map->valueTitle : "" );
    if ( !( lo < hi ) ) // one value, or none
    {
        ssFormatNumber( map->logValues ? pow( 10.0, lo ) : lo, text, sizeof text );
        words(
            f->out, left + 22.0, f->top + 0.5 * height + 4.0, "start", "#5b6675", 12, lo <= hi ? text : "" );
        return;
    }
    double step = niceStep( ( hi - lo ) / 5.0 ), first, last;
    step = map->logValues ? fmax( 1.0, round( step ) ) : step;
    bool fine = map->logValues && hi - lo < 2.5;
    tickRange( lo, hi, step, fine, &first, &last );
    for ( double k = first; k <= last; k += 1.0 )
    {
        double at = tickPlace( k, step, fine ), y = f->bottom - height * ( at - lo ) / ( hi - lo );
        tickText( at, step, map->logValues, text, sizeof text );
        osPrintf( f->out, "<line stroke=\"#5b6675\"" );
        attribute( f->out, "x1", left + 16.0 );
        attribute( f->out, "x2", left + 20.0 );
        attribute( f->out, "y1", y );
        attribute( f->out, "y2", y );
        osWriteText( f->out, "/>\n" );
        words( f->out, left + 23.0, y + 4.0, "start", "#5b6675", 12, text );
    }
    if ( last < first ) // a log range without a round number in it
    {
        ssFormatNumber( pow( 10.0, lo ), text, sizeof text );
        words( f->out, left + 22.0, f->bottom, "start", "#5b6675", 12, text );
        ssFormatNumber( pow( 10.0, hi ), text, sizeof text );
        words( f->out, left + 22.0, f->top + 10.0, "start", "#5b6675", 12, text );
    }
}

void svgWriteMap( osWriter* out, const svgMap* map )
{
    const double width = 720.0, height = 480.0;
    frame f = { .out = out,
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
        include( &lo, &hi, map->values[i], map->logValues );
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
    beginSvg( out, width, height, map->title );
    osWriteText( out,
        "<defs><pattern id=\"none\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 "
        "6L6 0\" "
        "stroke=\"#b4bcc8\"/></pattern></defs>\n" );
    writeAxes( &f, map->title, map->xTitle, map->yTitle );
    for ( int row = 0; row < map->rows; ++row )
    {
        for ( int column = 0; column < map->columns; ++column )
        {
            double value = map->values[row * map->columns + column];
            char color[16] = "url(#none)";
            double at = map->logValues ? log10( fmax( value, 0.0 ) ) : value; // -infinity: hatched
            if ( isfinite( at ) )
            {
                mapColor( flat ? 0.5 : ( at - lo ) / ( hi - lo ), color, sizeof color );
            }
            double x0 = toX( &f, cellEdge( map->x, map->columns, column, map->logX ) );
            double x1 = toX( &f, cellEdge( map->x, map->columns, column + 1, map->logX ) );
            double y0 = toY( &f, cellEdge( map->y, map->rows, row, map->logY ) );
            double y1 = toY( &f, cellEdge( map->y, map->rows, row + 1, map->logY ) );
            writeRect( &f, x0, x1 + 0.3, y0 + 0.3, y1, color, "1" );
        }
    }
    writeScale( &f, map, lo, hi );
    osWriteText( out, "</svg>\n" );
}

// ------------------------------------------------------------------------------------------------------ files

static const char s_header[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

ssResult svgSavePlot( const char* path, const svgPlot* plot )
{
    osWriter* out = NULL;
    ssResult result = osBeginWrite( path, &out );
    if ( result.code == ss_ok )
    {
        osWriteText( out, s_header );
        svgWritePlot( out, plot );
        result = osCommitWrite( out );
    }
    return result;
}

ssResult svgSaveMap( const char* path, const svgMap* map )
{
    osWriter* out = NULL;
    ssResult result = osBeginWrite( path, &out );
    if ( result.code == ss_ok )
    {
        osWriteText( out, s_header );
        svgWriteMap( out, map );
        result = osCommitWrite( out );
    }
    return result;
}
