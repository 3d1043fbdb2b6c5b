// SPDX-License-Identifier: MIT
#pragma once

#include "ui/ui_internal.h"
#include <math.h>

// What the parts of the plot widget share: one pane while it is drawn.

enum
{
    ui_maxSeries = 4
};

typedef struct uiSeries
{
    const ssSignal* signal;
    int column, exactColumn; // in a row of the trace; 0: none
    ImU32 color;
    bool visible;
    double min, max, last; // over the whole trace
    int count;             // of finite values
    uiRect legend;
} uiSeries;

// Everything one pane needs while it is drawn.
typedef struct uiPane
{
    uiState* ui;
    const hostTrace* trace;
    const ssPlot* plot;
    uiPlotView* view;
    ImDrawList* list;
    uiRect rect, data, strip;
    double x0, x1, y0, y1;
    int first, last; // rows that matter for x0 … x1
    uiSeries series[ui_maxSeries];
    int count;
    int modeColumn;
    float em, small;
} uiPane;

static inline double paneValue( const uiPane* p, int row, int column )
{
    return p->trace->rows[(size_t)row * (size_t)( 1 + p->trace->signalCount ) + (size_t)column];
}

static inline float paneX( const uiPane* p, double t )
{
    return p->data.x0 + (float)( ( t - p->x0 ) / ( p->x1 - p->x0 ) * (double)uiWidth( p->data ) );
}

static inline float paneY( const uiPane* p, double value )
{
    double ratio = ( value - p->y0 ) / ( p->y1 - p->y0 );
    // far outside stays outside without leaving what a float can hold
    return p->data.y1 - (float)( fmin( fmax( ratio, -50.0 ), 51.0 ) * (double)uiHeight( p->data ) );
}

// plot_curves.c
void uiPlotCurves( uiPane* p );
void uiPlotEndLabels( uiPane* p ); // after the legend has its place
void uiPlotStrip( uiPane* p );

// plot_mouse.c
void uiPlotMouse( uiPane* p, bool hovered, bool activated, bool active );
