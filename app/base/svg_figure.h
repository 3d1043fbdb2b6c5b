// SPDX-License-Identifier: MIT
#pragma once

#include "base/svg_plot.h"

// One or more plots with a caption below them, as a figure for a paper:
// SVG, or PDF through librsvg's rsvg-convert.

typedef struct svgFigure
{
    double width, height; ///< [px] of the whole figure
    const char* title;
    const svgPlot* plots; ///< their sizes are chosen
    int count, columns;
    const char* caption; ///< in lines of the width of the figure, divided at blanks; NULL: none
} svgFigure;

void svgWriteFigure( osWriter* out, const svgFigure* figure );

/// The ending of the path chooses the form: .pdf, otherwise SVG.
ssResult svgSaveFigure( const char* path, const svgFigure* figure );

bool svgIsPdfName( const char* path );
bool svgHasPdf( void ); ///< is rsvg-convert installed?
#define SVG_PDF_REFUSAL                                                                              \
    "PDF figures are made by rsvg-convert, which is not installed here; install the Debian package " \
    "librsvg2-bin, or choose .svg"
