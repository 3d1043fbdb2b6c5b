// SPDX-License-Identifier: MIT
#pragma once

#include "base/svg_plot.h"

// The parts that plots and maps share: elements, axes, ticks.

#define SVG_XML_HEADER "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" ///< first line of a file
#define SVG_INK "#1b1f26"                                             ///< titles and labels
#define SVG_GREY "#5b6675"                                            ///< tick labels and notes

void svgNumber( osWriter* out, double value ); ///< two decimals
void svgAttribute( osWriter* out, const char* name, double value );
void svgLabel(
    osWriter* out, double x, double y, const char* anchor, const char* fill, int size, const char* text );
void svgLine( osWriter* out, const char* style, double x1, double x2, double y1, double y2 );
void svgRect(
    osWriter* out, double xa, double xb, double ya, double yb, const char* fill, const char* opacity );
void svgDot( osWriter* out, double x, double y, const char* color );

/// The opening tag with its title and the white ground; the caller closes it.
void svgBegin( osWriter* out, double width, double height, const char* title );

/// The data area and the ranges of its axes.
typedef struct svgFrame
{
    osWriter* out;
    double left, right, top, bottom; ///< of the data area [px]
    double x0, x1, y0, y1;           ///< log10 where logarithmic
    bool logX, logY;
    const char *const *xNames, *const *yNames; ///< at 0, 1, …, instead of numbers; NULL: numbers
} svgFrame;

/// Pixels of a value. Values far outside the range are clamped to three frame widths beyond it.
double svgToX( const svgFrame* f, double x );
double svgToY( const svgFrame* f, double y );

/// Extends a range by a value, or its log10; ignores what is not finite or has no logarithm.
void svgIncludeValue( double* lo, double* hi, double value, bool logarithmic );

/// 1, 2 or 5 times a power of ten, at least `raw` unless `raw` is such a number.
double svgNiceStep( double raw );
/// Position of the k-th tick; a `fine` logarithmic axis, one of few decades, also has ticks at 2 and 5.
double svgTickPlace( double k, double step, bool fine );
/// The first and the last k of the ticks inside a range.
void svgTickRange( double from, double to, double step, bool fine, double* first, double* last );
void svgTickText( double value, double step, bool logarithmic, char* text, size_t capacity );

/// Grid, frame, tick labels and titles.
void svgWriteAxes( const svgFrame* f, const char* title, const char* xTitle, const char* yTitle );

// svg_markers.c
bool svgHasMarker( const svgMark* m );
void svgMarker( osWriter* out, svgColor shape, double x, double y, const char* color );
void svgMarkCurve( const svgFrame* f, const svgMark* m, const char* color ); ///< sparse marks along a curve

// svg_plot.c
/// A sample of the mark and its label, from x on, with the base line of the text at y.
