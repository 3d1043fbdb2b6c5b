// SPDX-License-Identifier: MIT
#include "base/svg_private.h"
#include "base/words.h"

#include <stdio.h>
#include <string.h>

// What plots and maps are made of: escaped texts, lines, rectangles and dots; axes with round ticks.

static void writeEscaped( osWriter* out, const char* text, const char* end )
{
    for ( ; text < end; ++text )
    {
        const char* escape = *text == '&' ? "&amp;"
            : *text == '<'                ? "&lt;"
            : *text == '>'                ? "&gt;"
            : *text == '"'                ? "&quot;"
                                          : NULL;
        osWrite( out, escape != NULL ? escape : text, escape != NULL ? strlen( escape ) : 1 );
    }
}

void svgWriteText( osWriter* out, const char* text ) { writeEscaped( out, text, text + strlen( text ) ); }

// The C library may write a decimal comma, which would make the picture invalid.
static void usePoint( char* text )
{
    char* comma = strchr( text, ',' );
    if ( comma != NULL ) { *comma = '.'; }
}

void svgNumber( osWriter* out, double value )
{
    char text[32];
    snprintf( text, sizeof text, "%.2f", value );
    usePoint( text );
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
    double lift = 0.0; // [em] of the latest piece above the line
    wordsPiece piece;
    for ( const char* at = text; wordsNextPiece( text, &at, &piece ); )
    {
        double wanted = piece.level > 0 ? 0.38 : 0.18 * piece.level;
        if ( wanted != lift )
        {
            osWriteText( out, "<tspan" );
            svgAttribute( out, "dy", size * ( lift - wanted ) );
            svgAttribute( out, "font-size", size * ( piece.level != 0 ? 0.72 : 1.0 ) );
            osWriteText( out, ">" );
        }
        writeEscaped( out, piece.begin, piece.end );
        osWriteText( out, wanted != lift ? "</tspan>" : "" );
        lift = wanted;
    }
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

// The axes of a plot: their ranges, round ticks, numbers and titles.

void svgIncludeValue( double* lo, double* hi, double value, bool logarithmic )
{
    if ( isfinite( value ) && ( !logarithmic || value > 0.0 ) )
    {
        double at = logarithmic ? log10( value ) : value;
        *lo = fmin( *lo, at );
        *hi = fmax( *hi, at );
    }
}

double svgToX( const svgFrame* f, double x )
{
    double at = f->logX ? ( x > 0.0 ? log10( x ) : -400.0 ) : x;
    double ratio = ( at - f->x0 ) / ( f->x1 - f->x0 );
    return f->left + fmin( fmax( ratio, -3.0 ), 4.0 ) * ( f->right - f->left );
}

double svgToY( const svgFrame* f, double y )
{
    double at = f->logY ? ( y > 0.0 ? log10( y ) : -400.0 ) : y;
    double ratio = ( at - f->y0 ) / ( f->y1 - f->y0 );
    return f->bottom - fmin( fmax( ratio, -3.0 ), 4.0 ) * ( f->bottom - f->top );
}

double svgNiceStep( double raw )
{
    double decade = pow( 10.0, floor( log10( raw ) ) ), lead = raw / decade;
    return decade * ( lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0 );
}

void svgTickText( double value, double step, bool logarithmic, char* text, size_t capacity )
{
    value = logarithmic ? pow( 10.0, value ) : fabs( value ) < 1e-9 * step ? 0.0 : value;
    double rounded = logarithmic ? value : step * round( value / step );
    // Twelve digits hide the rounding error of k × step.
    snprintf( text, capacity, "%.12g", rounded );
    usePoint( text );
}

double svgTickPlace( double k, double step, bool fine )
{
    double decade = floor( k / 3.0 ), rest = k - 3.0 * decade;
    return fine ? decade + ( rest == 0.0 ? 0.0 : log10( rest == 1.0 ? 2.0 : 5.0 ) ) : k * step;
}

void svgTickRange( double from, double to, double step, bool fine, double* first, double* last )
{
    *first = fine ? 3.0 * floor( from ) : ceil( from / step - 1e-9 );
    *last = fine ? 3.0 * ceil( to ) : floor( to / step + 1e-9 );
    while ( fine && svgTickPlace( *first, step, fine ) < from ) { *first += 1.0; }
    while ( fine && svgTickPlace( *last, step, fine ) > to ) { *last -= 1.0; }
}

typedef struct Ticks
{
    double step, first, last; // from svgTickRange
    bool fine;
} Ticks;

static Ticks chooseTicks( double from, double to, double parts, bool logarithmic, const char* const* names )
{
    Ticks ticks = { .step = svgNiceStep( ( to - from ) / parts ), .fine = logarithmic && to - from < 2.5 };
    ticks.step = names != NULL ? 1.0 : logarithmic ? fmax( 1.0, round( ticks.step ) ) : ticks.step;
    svgTickRange( from, to, ticks.step, ticks.fine, &ticks.first, &ticks.last );
    return ticks;
}

static double tickX( const svgFrame* f, const Ticks* ticks, double k )
{
    double place = svgTickPlace( k, ticks->step, ticks->fine );
    return f->left + ( place - f->x0 ) / ( f->x1 - f->x0 ) * ( f->right - f->left );
}

static double tickY( const svgFrame* f, const Ticks* ticks, double k )
{
    double place = svgTickPlace( k, ticks->step, ticks->fine );
    return f->bottom - ( place - f->y0 ) / ( f->y1 - f->y0 ) * ( f->bottom - f->top );
}

static void writeGrid( const svgFrame* f, const Ticks* xTicks, const Ticks* yTicks )
{
    osWriteText( f->out, "<g stroke=\"#dfe3e8\" stroke-width=\"1\">\n" );
    for ( double k = xTicks->first; k <= xTicks->last; k += 1.0 )
    {
        double x = tickX( f, xTicks, k );
        svgLine( f->out, "", x, x, f->top, f->bottom );
    }
    for ( double k = yTicks->first; k <= yTicks->last; k += 1.0 )
    {
        double y = tickY( f, yTicks, k );
        svgLine( f->out, "", f->left, f->right, y, y );
    }
    osWriteText( f->out, "</g>\n" );
}

static void tickName(
    const Ticks* ticks, double k, const char* const* names, bool logarithmic, char* text, size_t capacity )
{
    double place = svgTickPlace( k, ticks->step, ticks->fine );
    if ( names != NULL ) { snprintf( text, capacity, "%s", names[(int)lround( place )] ); }
    else { svgTickText( place, ticks->step, logarithmic, text, capacity ); }
}

static void writeTickLabels( const svgFrame* f, const Ticks* xTicks, const Ticks* yTicks )
{
    char text[48];
    for ( double k = xTicks->first; k <= xTicks->last; k += 1.0 )
    {
        tickName( xTicks, k, f->xNames, f->logX, text, sizeof text );
        svgLabel( f->out, tickX( f, xTicks, k ), f->bottom + 16.0, "middle", SVG_GREY, 12, text );
    }
    for ( double k = yTicks->first; k <= yTicks->last; k += 1.0 )
    {
        tickName( yTicks, k, f->yNames, f->logY, text, sizeof text );
        svgLabel( f->out, f->left - 6.0, tickY( f, yTicks, k ) + 4.0, "end", SVG_GREY, 12, text );
    }
}

static void writeTitles( const svgFrame* f, const char* title, const char* xTitle, const char* yTitle )
{
    osWriter* out = f->out;
    svgLabel( out, f->left, f->top - 12.0, "start", SVG_INK, 15, title != NULL ? title : "" );
    svgLabel( out, 0.5 * ( f->left + f->right ), f->bottom + 36.0, "middle", SVG_INK, 13,
        xTitle != NULL ? xTitle : "" );
    osWriteText( out, "<text transform=\"translate(" );
    svgNumber( out, 18.0 );
    osWriteText( out, "," );
    svgNumber( out, 0.5 * ( f->top + f->bottom ) );
    osWriteText( out, ") rotate(-90)\" text-anchor=\"middle\" fill=\"" SVG_INK "\" font-size=\"13\">" );
    svgWriteText( out, yTitle != NULL ? yTitle : "" );
    osWriteText( out, "</text>\n" );
}

void svgWriteAxes( const svgFrame* f, const char* title, const char* xTitle, const char* yTitle )
{
    Ticks xTicks = chooseTicks( f->x0, f->x1, 6.0, f->logX, f->xNames );
    Ticks yTicks = chooseTicks( f->y0, f->y1, 5.0, f->logY, f->yNames );
    writeGrid( f, &xTicks, &yTicks );
    writeTickLabels( f, &xTicks, &yTicks );
    osWriteText( f->out, "<rect fill=\"none\" stroke=\"#9aa4b2\"" );
    svgAttribute( f->out, "x", f->left );
    svgAttribute( f->out, "y", f->top );
    svgAttribute( f->out, "width", f->right - f->left );
    svgAttribute( f->out, "height", f->bottom - f->top );
    osWriteText( f->out, "/>\n" );
    writeTitles( f, title, xTitle, yTitle );
}
