// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/chart.h"

// One chart as its scenario filled it: recorded on the simulation's side, drawn on the window's. Buffers grow and are
// kept, so that a steady chart allocates nothing per picture.

typedef enum hostChartKind
{
    host_chartCurve,  // x, y
    host_chartArea,   // x, low, high
    host_chartBars,   // count + 1 edges, count heights
    host_chartPoints, // x, y
    host_chartArrow,  // x0 y0 x1 y1
    host_chartBand,   // x0 x1
} hostChartKind;

typedef struct hostChartMark
{
    hostChartKind kind;
    ssChartRole role;
    char label[48];
    int first, count; // values from `first` on: one array after the other
} hostChartMark;

typedef struct hostChartList
{
    bool filled; // somebody asked for it
    bool ranged; // the scenario said which part matters
    double x0, x1, y0, y1;
    hostChartMark* marks;
    double* values;
    int markCount, markCapacity, valueCount, valueCapacity;
} hostChartList;

// Forgets the content, keeps the memory, and gives the callbacks that record into it.
ssChartSink hostChartList_Begin( hostChartList* list );
void hostChartList_Free( hostChartList* list );
