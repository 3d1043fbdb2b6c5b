// SPDX-License-Identifier: MIT
#pragma once

#include "session/chart_list.h"
#include "session/signal_log.h"
#include "slipstick/scenario.h"
#include "ui/core/imgui.h"
#include "ui/core/ui.h"

// The plot widget: signals over time, drawn from the signal log. What the user did to one pane is a uiPlotView;
// the time axis and the cursor belong to all panes together.

typedef struct uiPlotRange
{
    bool manual; // the user has chosen; otherwise it fits the data
    double lo, hi;
} uiPlotRange;

typedef struct uiPlotView
{
    uiPlotRange y;
    uiPlotRange x; // of a chart or phase plane; time is shared
    bool hidden[SS_MAX_CURVES];
    enum
    {
        ui_plotIdle,
        ui_plotPan,
        ui_plotPanX,
        ui_plotPanY,
        ui_plotBox,
        ui_plotLegend
    } gesture;
    float pressX, pressY;
    double startX0, startX1, startY0, startY1;
} uiPlotView;

// The points of a polyline on their way to ImGui. Its indices are 16 bit and every point becomes four
// vertices, so lines go out in pieces of this length.
enum
{
    ui_plotPoints = 2000
};

typedef struct uiPlotBuffer
{
    float points[ui_plotPoints + 8][2];
} uiPlotBuffer;

enum
{
    ui_maxPlots = 32,
    ui_maxUserPlots = 8
};

// A plot the user made: any signals over time, one over another, or how often one takes which value.
typedef struct uiUserPlot
{
    bool used;
    ssPlot plot; // its texts lie below or in the scenario's table
    char id[16], title[160], unit[64];
    uiPlotView view;
    sessionChartList chart; // of a histogram
} uiUserPlot;

// What all panes share. A pane goes by its number: the scenario's plots first, then its charts, then the user's plots.
typedef struct uiPlots
{
    uiPlotView plotViews[ui_maxPlots];
    uiPlotView chartViews[SS_MAX_CHARTS];
    uiUserPlot userPlots[ui_maxUserPlots];
    float cornerRoom; // the title line of the last pane of the first row leaves this free
    uiPlotRange timeRange;
    double cursorTime, nextCursorTime; // NAN: none
    int menuPane;                      // whose menu is open
    uiRect menuRect;
    bool menuWanted;
    uiPlotBuffer buffer;
} uiPlots;

// pane.c
const ssPlot* uiPanePlot( const uiState* ui, const ssScenario* scenario, int pane ); // NULL: a chart
uiPlotView* uiPaneView( uiState* ui, const ssScenario* scenario, int pane );
ssChart uiUserChart( const uiUserPlot* user, const ssScenario* scenario ); // what the histogram is called
void uiOpenPaneMenu( uiState* ui, int pane, uiRect rect );                 // pane -1: it has none

// The numbers that are drawn in a pane as a file: `format` is "csv" or "svg".
ssResult uiSavePane( uiState* ui, const uiFrameInput* input, int pane, const char* format, const char* path );

// Pane `pane` inside `rect`, signals over time. `time` is the range all panes share this frame.
void uiPlot( uiState* ui, const uiFrameInput* input, int pane, uiRect rect, double time0, double time1 );

// The same for a pane whose x is not time: a signal over another signal, or a chart the scenario fills.
void uiPhasePlot( uiState* ui, const uiFrameInput* input, int pane, uiRect rect );
void uiChart( uiState* ui, const uiFrameInput* input, int chart, uiRect rect );
// Any chart; `pane` -1: it has no menu.
void uiDrawChart(
    uiState* ui, const ssChart* row, const sessionChartList* list, uiPlotView* view, int pane, uiRect rect );
ImU32 uiChartColor( const uiState* ui, ssChartRole role );
