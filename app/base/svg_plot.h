// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

// A plot as an SVG picture for papers and reports: white ground, colours that colour-blind eyes tell apart, axes with
// units, a legend. Text stays text. No scripts and nothing from a network.

typedef enum svgKind
{
    svg_curve,  ///< x, y; a NaN breaks it
    svg_points, ///< x, y
    svg_bars,   ///< count + 1 edges in x, count heights in y
    svg_area,   ///< between y and z
    svg_band,   ///< from x[0] to x[1], over the whole height
    svg_errors, ///< points at y with bars of half length z
} svgKind;

typedef enum svgColor
{
    svg_blue,
    svg_orange,
    svg_green,
    svg_pink,
    svg_red,
    svg_olive,
    svg_sky,
    svg_grey, ///< references and exact curves
    svg_black,
    svg_colorCount
} svgColor;

typedef struct svgMark
{
    svgKind kind;
    svgColor color;
    bool dashed;
    const char* label; ///< in the legend; NULL or "": none
    int count;
    const double *x, *y, *z;
} svgMark;

typedef struct svgPlot
{
    const char* title;
    const char* xTitle; ///< with its unit: "v [m/s]"
    const char* yTitle;
    const char* note;      ///< a line below the picture; may be NULL
    double x0, x1, y0, y1; ///< x0 >= x1 or y0 >= y1: fit the marks
    bool logX, logY, equalScales;
    const svgMark* marks;
    int markCount;
    double width, height; ///< [px]; 0: 720 × 440
} svgPlot;

/// The <svg> element, alone in a file or inside a page.
void svgWritePlot( osWriter* out, const svgPlot* plot );

/// A field of numbers over two axes as coloured cells with a scale; NaN cells are hatched.
typedef struct svgMap
{
    const char* title;
    const char* xTitle;
    const char* yTitle;
    const char* valueTitle;
    int columns, rows;
    const double *x, *y;                       ///< of the cells' middles, ascending
    const char *const *xNames, *const *yNames; ///< of cells at 0, 1, …, instead of numbers; may be NULL
    bool logX, logY;
    bool logValues;       ///< colours by decades; what is not positive is hatched
    const double* values; ///< rows × columns, row by row from the lowest y
} svgMap;

/// Colour of a share 0 … 1 of a map's range: dark blue over green to yellow. Rises in lightness, so it also reads in
/// grey. Three numbers up to 255.
void svgMapColor( double share, int* rgb );

void svgWriteMap( osWriter* out, const svgMap* map );

/// The file with its XML header.
ssResult svgSavePlot( const char* path, const svgPlot* plot );
ssResult svgSaveMap( const char* path, const svgMap* map );

/// Text inside markup: & < > and quotes escaped. For whoever writes the page around a picture.
void svgWriteText( osWriter* out, const char* text );
