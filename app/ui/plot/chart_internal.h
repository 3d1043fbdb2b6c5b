// SPDX-License-Identifier: MIT
#pragma once

#include "ui/plot/plot_internal.h"

// What charts and phase planes share: panes whose x axis is not time.

// How the marks of a role are drawn.
typedef struct uiChartStroke
{
    ImU32 color;
    float width; // relative to the curve of a plot
    bool dashed;
    float dash; // as in uiPen
    int marker; // uiMarker
} uiChartStroke;

typedef struct uiChartBounds
{
    double x0, x1, y0, y1;
} uiChartBounds;

// chart_marks.c
uiChartStroke uiChartStrokeOf( const uiState* ui, ssChartRole role );
uiChartStroke uiStrokeOfMark( const uiState* ui, const sessionChartList* list, const sessionChartMark* m );
void uiDrawChartPoints( uiPane* p, ssChartRole role, int count, const double* x, const double* y );
void uiDrawChartMarks( uiPane* p, const sessionChartList* list );

// chart_legend.c
void uiCollectChartLegend( uiPane* p, const sessionChartList* list );
// In a pane of the same size, a legend that found no place inside does not look for one again.
void uiRecallLegendPlace( uiPane* p );
void uiTakeChart(
    uiPane* p, const sessionChartList* list ); // marks in `plots->room` where something is drawn
int uiChartUnderLegend(
    const uiPane* p, const sessionChartList* list ); // how many points and pieces of lines

// chart.c
void uiIncludePoint( uiChartBounds* bounds, double x, double y ); // ignores a point that is not finite
// Sets the axes to what the user chose, else to `bounds`, with a margin unless they are `exact`.
void uiChooseChartRange( uiPane* p, uiChartBounds bounds, bool exact );
// Shows the coordinates of the mouse as a hint.
void uiChartReadOut( const uiPane* p, bool hovered, const char* xLabel, const char* xUnit, const char* yLabel,
    const char* yUnit, const char* doc );
