// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "base/svg_plot.h"

// Plots and maps as SVG for papers: colours that colour-blind readers can tell apart, curves that also differ
// by marks, axes with units, a legend. Text stays text; no scripts, nothing from a network.

typedef enum svgKind
{
    svg_curve,  ///< through x, y; a NaN interrupts it
    svg_points, ///< dots at x, y
    svg_bars,   ///< count + 1 edges in x, count heights in y
    svg_area,   ///< between y and z
    svg_band,   ///< shaded from x[0] to x[1], over the whole height
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
    bool plain;        ///< a curve without the sparse marks that tell its colour from others
    bool hatched;      ///< an area
    const char* label; ///< in the legend; NULL or "": no entry
    int count;
    const double *x, *y, *z;
} svgMark;

typedef struct svgPlot
{
    const char* title;
    const char* xTitle; ///< with its unit: "v [m/s]"
    const char* yTitle;
    const char* note;      ///< a line below the picture; may be NULL
    double x0, x1, y0, y1; ///< ranges; x0 >= x1 or y0 >= y1: chosen to fit the marks
    bool logX, logY, equalScales;
    const svgMark* marks;
    int markCount;
    double width, height; ///< [px]; 0: 720 × 440
} svgPlot;

/// The <svg> element, alone in a file or inside a page.
void svgWritePlot( osWriter* out, const svgPlot* plot );

/// Values over two axes as coloured cells with a colour scale; cells without a value are hatched.
typedef struct svgMap
{
    const char* title;
    const char* xTitle;
    const char* yTitle;
    const char* valueTitle;
    int columns, rows;
    const double *x, *y; ///< centres of the cells, ascending
    const char *const *xNames,
        *const *yNames; ///< names of the cells at 0, 1, …, instead of numbers; may be NULL
    bool logX, logY;
    bool logValues;       ///< logarithmic colours; cells that are not positive are hatched
    const double* values; ///< rows × columns, row by row from the lowest y
} svgMap;

/// Colour at a fraction 0 … 1 of a map's range, from dark blue through green to yellow, as three numbers up
/// to 255. The lightness increases throughout, so that the map is readable in grey too.
void svgMapColor( double share, int* rgb );

/// Write the picture to a file with an XML header.
ssResult svgSavePlot( const char* path, const svgPlot* plot );
ssResult svgSaveMap( const char* path, const svgMap* map );

/// Writes text inside markup, with & < > and quotes escaped; also for a page around a picture.
void svgWriteText( osWriter* out, const char* text );

// Plots with a caption below, as a figure: SVG, or PDF through librsvg's rsvg-convert.

typedef struct svgFigure
{
    double width, height; ///< [px] of the whole figure
    const char* title;
    void ( *draw )( void* context, osWriter* out, double width, double height ); ///< instead of plots
    void* context;
    const svgPlot* plots; ///< their sizes are chosen
    int count, columns;
    const char* caption; ///< in lines of the width of the figure, divided at blanks; NULL: none
} svgFigure;

/// The ending of the path chooses the form: .pdf, otherwise SVG.
ssResult svgSaveFigure( const char* path, const svgFigure* figure );

bool svgIsPdfName( const char* path );
bool svgHasPdf( void ); ///< is rsvg-convert installed?
#define SVG_PDF_REFUSAL                                                                              \
    "PDF figures are made by rsvg-convert, which is not installed here; install the Debian package " \
    "librsvg2-bin, or choose .svg"
