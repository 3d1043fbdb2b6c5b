// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui_state.h"
#include "ui/plot/plot.h"
#include "ui/plot/regime.h"

#include <math.h>

// What the parts of the plot widget share: one pane while it is drawn.

enum
{
    ui_maxSeries = SS_MAX_CURVES
};

typedef struct uiSeries
{
    const ssSignal* signal;
    int column, exactColumn; // in a row of the signal log; 0: none
    ImU32 color;
    bool visible;
    double min, max;           // of the rows in sight
    double exactMin, exactMax; // likewise
    int count;                 // of finite values among them
    uiRect legend;
} uiSeries;

// Everything one pane needs while it is drawn.
typedef struct uiPane
{
    uiState* ui;
    const sessionSignalLog* signalLog;
    const ssPlot* plot; // NULL: a chart
    int pane;           // index of the plot, or plotCount + index of the chart
    const char *title, *unit, *xTitle;
    uiPlotView* view;
    ImDrawList* list;
    uiRect rect, data, strip;
    double x0, x1, y0, y1;
    int first, last; // rows that matter for x0 … x1
    uiSeries series[ui_maxSeries];
    int count;
    uiRegime regime; // below the curves
    double now;      // [s]; what lies behind it is ahead of the run
    bool stacked;
    bool ownX; // x is not the time all panes share
    bool logX; // then x0 and x1 are powers of ten
    float em, small;
} uiPane;

static inline double paneValue( const uiPane* p, int row, int column )
{
    return p->signalLog->rows[(size_t)row * (size_t)( 1 + p->signalLog->signalCount ) + (size_t)column];
}

static inline float paneX( const uiPane* p, double t )
{
    double at = p->logX ? ( t > 0.0 ? log10( t ) : -300.0 ) : t;
    double ratio = ( at - p->x0 ) / ( p->x1 - p->x0 );
    return p->data.x0 + (float)( fmin( fmax( ratio, -50.0 ), 51.0 ) * (double)uiWidth( p->data ) );
}

static inline float paneY( const uiPane* p, double value )
{
    double ratio = ( value - p->y0 ) / ( p->y1 - p->y0 );
    // far outside stays outside without leaving what a float can hold
    return p->data.y1 - (float)( fmin( fmax( ratio, -50.0 ), 51.0 ) * (double)uiHeight( p->data ) );
}

// plot_axes.c
void uiPlotLayout( uiPane* p );
void uiPlotAxes( uiPane* p );

// A line on its way to ImGui, in pieces it can take.
typedef struct uiPen
{
    uiPane* p;
    ImU32 color;
    float thickness;
    bool dashed;
    float dash; // length of a dash and period, in units of em; 0: the usual
    int count;
} uiPen;

// plot_curves.c
void uiPenTo( uiPen* pen, float x, float y );
void uiPenFlush( uiPen* pen ); // ends the line
void uiPlotCurves( uiPane* p );
void uiPlotEndLabels( uiPane* p ); // after the legend has its place
void uiPlotStrip( uiPane* p );
void uiPlotAhead( uiPane* p ); // fades what lies ahead of the present moment

// plot_stack.c
ImU32 uiLayerColor( const uiTheme* theme, int layer );
void uiStackBounds( const uiPane* p, int row, double* lo, double* hi ); // widens to what the layers reach
float uiStackLegendRoom( const uiPane* p );                             // beside the data; 0: none
void uiPlotStack( uiPane* p );
void uiPlotLayerLabels( uiPane* p );
void uiPlotStackLegend( uiPane* p, int row ); // row -1: no cursor

// plot_mouse.c
void uiPlotMouse( uiPane* p, bool hovered, bool activated, bool active );
