// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/chart.h"

// One chart as its scenario filled it: recorded on the simulation's side, drawn on the window's. Buffers grow and are
// kept, so that a steady chart allocates nothing per picture.

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
    int first, count; // values from `first` on: one array after the other
} sessionChartMark;

typedef struct sessionChartList
{
    bool filled; // somebody asked for it
    bool ranged; // the scenario said which part matters
    double x0, x1, y0, y1;
    sessionChartMark* marks;
    double* values;
    int markCount, markCapacity, valueCount, valueCapacity;
} sessionChartList;

// Forgets the content, keeps the memory, and gives the callbacks that record into it.
ssChartSink sessionChartList_Begin( sessionChartList* list );
void sessionChartList_Free( sessionChartList* list );
