// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/chart.h"

// A chart as its scenario filled it. Buffers are kept: a steady chart allocates nothing per snapshot.

typedef enum sessionChartKind
{
    session_chartCurve,  // x, y
    session_chartArea,   // x, low, high
    session_chartBars,   // count + 1 edges, count heights
    session_chartPoints, // x, y
    session_chartArrow,  // x0 y0 x1 y1
    session_chartBand,   // x0 x1
} sessionChartKind;

typedef struct sessionChartMark
{
    sessionChartKind kind;
    ssChartRole role;
    char label[48];
    int pin;          // 1 + the place of the pin (companion.h) that it belongs to; 0: none
    int first, count; // its arrays stand one after the other in `values`, from `first` on
} sessionChartMark;

typedef struct sessionChartList
{
    bool filled; // the chart was requested
    bool named;  // labels are names, such as those of solvers, which no language translates
    bool ranged; // the scenario has chosen the visible range x0 … y1
    double x0, x1, y0, y1;
    sessionChartMark* marks;
    double* values;
    int markCount, markCapacity, valueCount, valueCapacity;
} sessionChartList;

// Clears the content, keeps the memory, and returns the callbacks that record into the list.
ssChartSink sessionChartList_Begin( sessionChartList* list );
// Of several curves with one of the roles ss_chartFirst … ss_chartFourth and different labels, the number of
// this one: 0 for the first. They must not look the same.
int sessionChartList_Variant( const sessionChartList* list, const sessionChartMark* mark );
void sessionChartList_Free( sessionChartList* list );
