// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/chart_list.h"
#include "session/run/signal_log.h"
#include "slipstick/lab/change.h"
#include "slipstick/lab/scenario.h"
#include "ui/core/imgui.h"
#include "ui/core/theme.h"
#include "ui/core/ui.h"

// The plot widget: signals over time, drawn from the signal log, and charts. A uiPlotView holds what the user
// has changed in one pane; all panes share the time axis and the cursor.

typedef struct uiPlotRange
{
    bool manual; // chosen by the user; otherwise the range fits the data
    double lo, hi;
} uiPlotRange;

typedef struct uiPlotView
{
    uiPlotRange y;
    double shown[4]; // of the latest frame: x from and to, y from and to
    uiPlotRange x;   // of a chart or phase plane; the panes over time share uiPlots.timeRange
    bool hidden[SS_MAX_CURVES];
    // Where a chart's legend went in a pane of that size with so many entries; it stays while it can.
    struct
    {
        float width, height;
        int count, columns; // columns 0: above the data
        float x, y;         // from the upper left corner of the data
    } legend;
    float share; // width that a chart with equal scales wants, as a multiple of an equal share; 0: not known
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

// Points of a polyline per call of ImGui: its indices have 16 bits and every point becomes four vertices.
enum
{
    ui_plotPoints = 2000
};

typedef struct uiPlotBuffer
{
    float points[ui_plotPoints + 8][2];
} uiPlotBuffer;

// Cells of the data area of a pane, and which of them are drawn on.
enum
{
    ui_roomColumns = 512,
    ui_roomRows = 256
};

typedef struct uiRoom
{
    uiRect area;
    float cell; // [px]
    int columns, rows;
    unsigned char used[ui_roomRows][ui_roomColumns];
} uiRoom;

enum
{
    ui_maxPlots = 32,
    ui_maxUserPlots = 8
};

// A plot that the user made: signals over time, one signal over another, or the histogram of one.
typedef struct uiUserPlot
{
    bool used;
    ssPlot plot; // its texts are below or in the scenario's table
    char id[16], title[160], unit[64];
    uiPlotView view;
    sessionChartList chart; // of a histogram
} uiUserPlot;

// What the rows of a column come to, from `first` to `last`: kept, because the rows of a pin seldom change.
typedef struct uiColumnStats
{
    uint64_t runNumber;
    int first, last;
    double min, max; // of the finite values; min > max: there are none
    double way;      // sum of the steps from row to row
} uiColumnStats;

// What all panes share. Order of panes: the scenario's plots, then its charts, then the user's plots.
typedef struct uiPlots
{
    uiPlotView plotViews[ui_maxPlots];
    uiPlotView chartViews[SS_MAX_CHARTS];
    uiUserPlot userPlots[ui_maxUserPlots];
    float cornerWidth; // kept free at the right end of the title line for the button that adds a plot
    uiPlotRange timeRange;
    bool wholeRun; // the user wants to see all of a run that oscillates, instead of its latest periods
    // The period of the run that is shown, found when it had so many rows; 0: it has none, or not yet.
    struct
    {
        uint64_t runNumber;
        int rows;
        double seconds;
    } period;
    double cursorTime, nextCursorTime; // NAN: none
    int menuPane;                      // the pane whose menu is open
    bool menuWanted;
    float menuX, menuY; // where it opens [px]; 0: at the mouse
    double keyTime;     // the cursor as the keyboard has moved it [s]; NAN: it has not
    uiPlotBuffer buffer;
    uiRoom room; // of the pane that is being drawn
    uiColumnStats pinStats[SESSION_MAX_COMPANIONS][SS_MAX_SIGNALS + 1];
    // Over all panes of a frame: how often a curve passes under a legend, and entries without a place.
    int legendCovered, legendMissing;
} uiPlots;

// pane.c
const ssPlot* uiPanePlot( const uiState* ui, const ssScenario* scenario, int pane ); // NULL: a chart
uiPlotView* uiPaneView( uiState* ui, const ssScenario* scenario, int pane );
ssChart uiUserChart( const uiUserPlot* user, const ssScenario* scenario ); // titles and units of a histogram
void uiOpenPaneMenu( uiState* ui, int pane );                              // does nothing for pane -1

// Writes the numbers drawn in a pane to a file: `format` is "csv" or "svg".
ssResult uiSavePane( uiState* ui, const uiFrameInput* input, int pane, const char* format, const char* path );

// Several panes in one figure of that size, as SVG or PDF. `caption` NULL: none.
typedef struct uiPaneFigure
{
    int width, height; // [px]
    int columns;
    const char* caption;
} uiPaneFigure;

ssResult uiSavePanes( uiState* ui, const uiFrameInput* input, const int* panes, int count,
    const uiPaneFigure* figure, const char* path );

// The symbol of a curve; one that ends in the number of a moving part has the part's name instead.
const char* uiCurveName( const ssScenario* scenario, const ssSignal* signal );
// Draws signals over time. All panes get the same `time0` and `time1` in a frame.
void uiPlot( uiState* ui, const uiFrameInput* input, int pane, uiRect rect, double time0, double time1 );
// Draws a signal over another signal.
void uiPhasePlot( uiState* ui, const uiFrameInput* input, int pane, uiRect rect );
// Draws a chart of the scenario.
void uiChart( uiState* ui, const uiFrameInput* input, int chart, uiRect rect );
// Width that a chart of the scenario wants at a pane's height, as a multiple of `share`; 0: any.
float uiChartShare( uiState* ui, const uiFrameInput* input, int chart, float share, float height );
// Draws any chart; with `pane` -1 it has no menu.
void uiDrawChart(
    uiState* ui, const ssChart* row, const sessionChartList* list, uiPlotView* view, int pane, uiRect rect );
ImU32 uiChartColor( const uiState* ui, ssChartRole role );

// The regime of a motion, given by one signal: stick or slip of a contact, or the slow or fast branch.

typedef enum uiRegimeKind
{
    ui_regimeNone,
    ui_regimeMode,
    ui_regimeStick,
    ui_regimeBranch
} uiRegimeKind;

typedef struct uiRegime
{
    uiRegimeKind kind;
    int column; // in a row of the signal log
    ssRegime signal;
} uiRegime;

uiRegime uiFindRegime( const ssScenario* scenario );
int uiRegimeState( uiRegime regime, double value ); // -1: undefined
const char* uiRegimeName( uiRegime regime, int state );
ImU32 uiRegimeColor( const uiTheme* theme, uiRegime regime, int state );
