// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// A scenario shows charts beside its signals over time: a force law with a dot that moves along it, a
// potential with its ball, a bifurcation diagram, a histogram that approaches its density, a reservoir with
// the force in it. The scenario lists its charts and draws one through the callbacks below, all of which are
// optional. The window, a report and a test that counts curves implement them. Numbers are in the units that
// the chart names.

/// The meaning of a mark. It determines colour and stroke, so that
/// the same meaning looks the same everywhere.
typedef enum ssChartRole
{
    ss_chartFirst,  ///< the quantity itself: solid, in the first colour of the palette
    ss_chartSecond, ///< further quantities in further colours
    ss_chartThird,
    ss_chartFourth,
    ss_chartExact,        ///< a closed form or reference: dashed, dim
    ss_chartUnstable,     ///< an unstable state: dotted, in the colour of sliding
    ss_chartNow,          ///< the current state: in the accent colour, in front
    ss_chartReservoir,    ///< force reservoir C
    ss_chartDirectionSet, ///< direction set D
    ss_chartMeasured,     ///< data, measured or synthetic: dots
    ss_chartViolation,    ///< a point or range that breaks the law
    ss_chartSlide,        ///< what slides: solid, in the colour of sliding
    ss_chartRoleCount
} ssChartRole;

/// One row of a scenario's list of charts.
typedef struct ssChart
{
    const char* id;    ///< "force", for the widget chart.force
    const char* title; ///< "rolling resistance"
    const char* xLabel;
    const char* xUnit; ///< "" when dimensionless
    const char* yLabel;
    const char* yUnit;
    const char* doc;  ///< a sentence for the tooltip: what the chart shows
    bool equalScales; ///< x and y share a scale, as for sets and paths
    bool logX;
    bool shown; ///< visible until the user hides it
} ssChart;

typedef struct ssChartSink
{
    void* context;
    /// The range of the axes; without this call they enclose all marks.
    void ( *range )( void* context, double x0, double x1, double y0, double y1 );
    /// A polyline; a NaN interrupts it.
    void ( *curve )(
        void* context, ssChartRole role, const char* label, int count, const double* x, const double* y );
    /// The area between two curves: stacked terms, a confidence band.
    void ( *area )( void* context, ssChartRole role, const char* label, int count, const double* x,
        const double* low, const double* high );
    /// `count` bars from 0 to heights[i] between edges[i] and edges[i + 1].
    void ( *bars )( void* context, ssChartRole role, const char* label, int count, const double* edges,
        const double* heights );
    /// Points without a line.
    void ( *points )(
        void* context, ssChartRole role, const char* label, int count, const double* x, const double* y );
    /// An arrow from (x0, y0) to (x1, y1).
    void ( *arrow )(
        void* context, ssChartRole role, const char* label, double x0, double y0, double x1, double y1 );
    /// The shaded range between x0 and x1: a range of angles, a limit of validity.
    void ( *band )( void* context, ssChartRole role, const char* label, double x0, double x1 );
} ssChartSink;
