// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui_state.h"
#include "ui/plot/plot.h"
#include <math.h>

// What the files of the plot widget share: one pane while it is being drawn.

enum
{
    ui_maxSeries = SS_MAX_CURVES
};

typedef struct uiSeries
{
    const ssSignal* signal;
    const char* name;        // of the curve, see uiCurveName
    int column, exactColumn; // in a row of the signal log; 0: none
    const ssSignal* exactSignal;
    ImU32 color;
    int marker; // uiMarker
    bool visible;
    bool created;                    // the hatched layer of a stacked plot, ssPlot.created
    int entry;                       // of the legend; -1: what never occurs is not listed
    double min, max;                 // over the rows in sight
    double exactMin, exactMax;       // over the rows in sight
    int count, exactCount;           // finite values among them
    int measured;                    // column of the table that measures it; -1: none does
    double measuredMin, measuredMax; // of the points, and of the curves that belong to them
    double pinnedMin, pinnedMax;     // of the curves of pins
    uiRect legend;
} uiSeries;

// What tells solid curves apart beside their colour; the first has none.
enum uiMarker
{
    ui_markerNone,
    ui_markerSquare,
    ui_markerTriangle,
    ui_markerDiamond,
    ui_markerCross,
    ui_markerWedge, // a triangle that stands on its tip
    ui_markerPlus,
    ui_markerRing,
    ui_markerCount
};

enum
{
    ui_maxLegend = 16
};

typedef enum uiSwatchKind
{
    ui_swatchLine,
    ui_swatchDot,
    ui_swatchBox
} uiSwatchKind;

// A name in a legend with a sample of what it names.
typedef struct uiLegendEntry
{
    char text[96];
    uiSwatchKind kind;
    ImU32 color;
    float dash;     // period of the dashes as a share of the sample; 0: solid
    float share;    // of the period that is drawn; 0: the usual
    float strength; // of the fill of a box
    int marker;     // uiMarker
    bool hatched, off;
    float width;
    uiRect rect; // where it was put; empty: nowhere
} uiLegendEntry;

// A legend never lies on a curve.
typedef enum uiLegendPlace
{
    ui_legendTitle,  // at the right end of the title line
    ui_legendAbove,  // in lines between the title and the data
    ui_legendBeside, // in a column to the right of the data
    ui_legendInside  // where nothing is drawn
} uiLegendPlace;

typedef struct uiLegend
{
    uiLegendEntry entries[ui_maxLegend];
    int count;
    uiLegendPlace place;
    int lines; // above the data
} uiLegend;

typedef struct uiPane
{
    uiState* ui;
    const sessionSignalLog* signalLog;
    const ssPlot* plot; // NULL: a chart
    int pane;           // its number; -1: a chart without a menu
    const char *title, *unit, *xLabel, *xUnit;
    const char* yUnit; // in which the y axis counts
    double yFactor;    // how many of `unit` it is
    uiPlotView* view;
    ImDrawList* list;
    uiRect rect, data, strip;
    double x0, x1, y0, y1;
    double base; // where a stack begins: its first layer is counted from its lowest value, see uiStackBase
    double floorX,
        // data that reach no further than this are rounding errors, and the axis does not magnify them
        floorY;
    int first, last; // rows that are drawn for x0 … x1
    uiSeries series[ui_maxSeries];
    int count;
    uiPin pins[SESSION_MAX_COMPANIONS]; // those that have rows
    int pinCount;
    int valueCount; // lines of values at the cursor
    bool focused;   // the keyboard is here
    uiLegend legend;
    uiRegime regime; // shown in the strip below the curves
    double now;      // [s]: later rows are the recorded future of a run that was taken back
    bool recorded;   // the states of a log: what has no value is unknown
    bool stacked;
    bool zero; // there is nothing but 0 in sight, and has not been in this run
    bool ownX; // the x axis is not the time axis that all panes share
    bool logX; // x0 and x1 are decimal logarithms
    float em, small;
} uiPane;

typedef struct uiPaneEvents
{
    bool hovered, activated, active;
} uiPaneEvents;

static inline double paneValue( const uiPane* p, int row, int column )
{
    return p->signalLog->rows[(size_t)row * (size_t)( 1 + p->signalLog->signalCount ) + (size_t)column];
}

/// The value of a series; the first layer of a stack is counted from the base.
static inline double paneAmount( const uiPane* p, int row, int series )
{
    return paneValue( p, row, p->series[series].column ) - ( series == 0 ? p->base : 0.0 );
}

/// Far outside must not overflow a float. Not fmin and fmax: they are calls in a page, and this is asked for
/// every row.
static inline double paneClamp( double ratio )
{
    return !( ratio > -50.0 ) ? -50.0 : ratio > 51.0 ? 51.0 : ratio;
}

static inline float paneX( const uiPane* p, double t )
{
    double at = p->logX ? ( t > 0.0 ? log10( t ) : -300.0 ) : t;
    double ratio = ( at - p->x0 ) / ( p->x1 - p->x0 );
    return p->data.x0 + (float)( paneClamp( ratio ) * (double)uiWidth( p->data ) );
}

static inline float paneY( const uiPane* p, double value )
{
    double ratio = ( value - p->y0 ) / ( p->y1 - p->y0 );
    return p->data.y1 - (float)( paneClamp( ratio ) * (double)uiHeight( p->data ) );
}

// pane.c
uiPaneEvents uiBeginPane( uiPane* p, const char* mark ); // completes `p` and makes its rectangle a widget
void uiPublishPane( const uiPane* p, const char* mark ); // the ranges of its axes, for scripts
// The log of the run that the snapshot shows, or an empty one where there is none.
const sessionSignalLog* uiUsableLog( const uiFrameInput* input );
const char* uiAxisTitle( const char* label, const char* unit ); // "U [m/s]"
// The size below which values in this unit are rounding errors. `scenario` may be NULL.
double uiRoundingFloor( const sessionSignalLog* signalLog, const ssScenario* scenario, const char* unit );

// plot_axes.c
void uiPlotLayout( uiPane* p );             // of the data and of the legend, unless that goes inside
const char* uiPaneTitle( const uiPane* p ); // "velocity [m/s]"
void uiPlotAxes( uiPane* p );

// plot_legend.c
uiLegendEntry* uiAddLegend(
    uiPane* p, const char* text );       // a solid line, until the caller changes it; NULL: full
float uiLegendLine( const uiPane* p );   // height of a line
float uiLegendBeside( const uiPane* p ); // width of a column beside the data; 0: it does not fit
void uiChooseLegendPlace( uiPane* p );   // needs the horizontal ends of the data
void uiPlaceLegend( uiPane* p );         // needs the data area
// Finds a place inside the data where `plots->room` is free, the last place first. False: there is none.
bool uiPlaceLegendInside( uiPane* p );
void uiDrawLegend( uiPane* p );
void uiDrawSwatch( uiPane* p, const uiLegendEntry* entry, float x, float y, float width );
// Counts what lies under the legend, for tests: `covered` says how often a curve does.
void uiPublishLegend( uiPane* p, const char* mark, int covered );

// plot_markers.c
void uiDrawMarker( ImDrawList* list, int shape, float x, float y, float radius, ImU32 color );
float uiMarkerRadius( const uiPane* p );
void uiMarkCurve( uiPane* p, int index );
void uiMarkPath( uiPane* p, int shape, ImU32 color, int count, const double* x, const double* y );

// plot_room.c
void uiRoomBegin( uiRoom* room, uiRect area );
void uiRoomTake( uiRoom* room, uiRect r );
void uiRoomTakeLine( uiRoom* room, float x0, float y0, float x1, float y1 );
bool uiRoomFree( const uiRoom* room, uiRect r );
bool uiClipSegment( uiRect r, float* a, float* b ); // false: no part of it is inside

// A polyline that is handed to ImGui in pieces.
typedef struct uiPen
{
    uiPane* p;
    ImU32 color;
    float thickness;
    bool dashed;
    float dash;  // period of the dashes [em]; 0: the default
    float share; // of the period that is drawn; 0: the default
    bool solid;  // without dashes where rows are dense: the curve goes up and down too often to show them
    int count;
} uiPen;

// plot.c
void uiFindRows( uiPane* p ); // those inside the time range and one beyond each end

// plot_curves.c
void uiPenTo( uiPen* pen, float x, float y );
void uiPenFlush( uiPen* pen );                          // ends the line
void uiPlotCurve( uiPane* p, int column, uiPen style ); // a column of the log over time
void uiPlotCurves( uiPane* p );
void uiTakeCurves( uiPane* p ); // marks in `plots->room` where curves are
void uiTakeCurve( uiPane* p, int column );
// Puts a text near the end of a curve, if there is a place where it hides no curve or text.
bool uiLabelEnd( uiPane* p, const char* text, ImU32 color, float x, float y );
void uiPlotEndLabels( uiPane* p ); // they avoid the curves
void uiPlotStrip( uiPane* p );
void uiPlotFuture( uiPane* p ); // fades the recorded future

// plot_stack.c
ImU32 uiLayerColor( const uiTheme* theme, int layer );
double uiStackBase(
    const uiPane* p ); // the lowest value of the first layer so far, if it is negative; else 0
void uiStackBounds( const uiPane* p, double* lo, double* hi ); // extends the range to the layers
void uiPlotStack( uiPane* p );
void uiPlotLayerLabels( uiPane* p );

// plot_hatch.c Hatches the area between two edges from x0 to x1; stripes continue in the next piece.
void uiHatch(
    ImDrawList* list, float x0, float x1, const float top[2], const float bottom[2], float gap, ImU32 color );

// plot_measured.c
void uiFindMeasured( uiPane* p ); // which of the series were measured, and their range
bool uiShowsMeasured( const uiPane* p );
void uiMeasuredLegend( uiPane* p );
void uiPlotMeasured( uiPane* p ); // points, the run of the sliders, the band of a fit

// plot_values.c Writes "m_x = 0.2 N m"; row -1: only the name. Of a log, "m_x unknown".
const char* uiDescribeValue( const uiPane* p, int series, int row );
void uiPlotValues( uiPane* p, int row ); // at the cursor; row -1: the present run has not come there

// plot_pins.c
void uiPlotPinPaths( uiPane* p, int x, int y ); // in a phase plane, with the states at the cursor and now
void uiFindPins( uiPane* p, const uiFrameInput* input ); // those to be drawn, and their range
void uiPlotPins( uiPane* p );
void uiTakePins( uiPane* p ); // marks in `plots->room` where their curves are
void uiPinsLegend( uiPane* p );
void uiPlotPinLabels( uiPane* p );
void uiPlotPinDots( uiPane* p, double time ); // where their curves are at that time
// The value of a pin and by how much the present one differs from it; empty: it has none.
const char* uiDescribePin( const uiPane* p, int pin, int series, double time, double present );
void uiPublishPins( const uiPane* p, const char* mark, int row ); // row -1: at the present time

// plot_mouse.c
void uiPlotMouse( uiPane* p, uiPaneEvents events );

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
