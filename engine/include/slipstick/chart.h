// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Charts: what a scenario shows beside its signals over time. A force law with the dot that moves along it, a
// potential with its ball, a bifurcation diagram, a histogram growing towards its density, a reservoir with the force
// in it. The scenario lists its charts and fills one through the callbacks below, all optional; the window, a report
// and a test that counts curves implement them. Numbers are in the units the chart names.

/// What a mark means; decides colour and stroke, so that the same meaning looks the same everywhere.
typedef enum ssChartRole
{
    ss_chartFirst,  ///< the quantity itself: solid, first colour of the palette
    ss_chartSecond, ///< further quantities, further colours
    ss_chartThird,
    ss_chartFourth,
    ss_chartExact,        ///< a closed form or reference: dashed, dim
    ss_chartUnstable,     ///< what exists but repels: dotted in the colour of sliding
    ss_chartNow,          ///< the state at this moment: the accent colour, in front
    ss_chartReservoir,    ///< force reservoir C
    ss_chartDirectionSet, ///< direction set D
    ss_chartMeasured,     ///< data, measured or synthetic: dots
    ss_chartViolation,
    ss_chartRoleCount
} ssChartRole;

/// One row of a scenario's list of charts.
typedef struct ssChart
{
    const char* id;    ///< "force": addressed as chart.force
    const char* title; ///< "rolling resistance"
    const char* xLabel;
    const char* xUnit; ///< "" when dimensionless
    const char* yLabel;
    const char* yUnit;
    const char* doc;  ///< what to see in it: a sentence for the tooltip
    bool equalScales; ///< x and y share a scale: sets, paths
    bool logX;
    bool shown; ///< visible until the user says otherwise
} ssChart;

typedef struct ssChartSink
{
    void* context;
    /// The part of the plane that matters; without this call the chart fits its marks.
    void ( *range )( void* context, double x0, double x1, double y0, double y1 );
    /// A polyline; a NaN breaks it.
    void ( *curve )(
        void* context, ssChartRole role, const char* label, int count, const double* x, const double* y );
    /// The strip between two curves: stacked terms, confidence.
    void ( *area )( void* context, ssChartRole role, const char* label, int count, const double* x,
        const double* low, const double* high );
    /// `count` bars from 0 to heights[i] between edges[i] and edges[i + 1].
    void ( *bars )( void* context, ssChartRole role, const char* label, int count, const double* edges,
        const double* heights );
    /// Single points, without a line.
    void ( *points )(
        void* context, ssChartRole role, const char* label, int count, const double* x, const double* y );
    /// An arrow from (x0, y0) to (x1, y1).
    void ( *arrow )(
        void* context, ssChartRole role, const char* label, double x0, double y0, double x1, double y1 );
    /// Everything between x0 and x1, shaded: a range of angles, a validity limit.
    void ( *band )( void* context, ssChartRole role, const char* label, double x0, double x1 );
} ssChartSink;
