// SPDX-License-Identifier: MIT

#include "base/csv_table.h"
#include "base/svg_plot.h"
#include "base/words.h"
#include "ui/plot/plot_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Saves the numbers drawn in a pane, as CSV or as SVG.

#define MAX_MARKS 256 // further marks of a chart are left out

// What a pane shows, collected from the signal log or a chart. Arrays that are not there point into `buffer`.
typedef struct content
{
    svgMark marks[MAX_MARKS];
    int count;
    double* buffer;
    int used;
    const char *title, *xTitle, *yTitle;
    char names[SESSION_MAX_COMPANIONS][SS_MAX_CURVES][96]; // of the curves of pins: "u (μ 0.2)"
    bool logX, equalScales;
} content;

static const double* copyColumn(
    content* c, const sessionSignalLog* signalLog, int column, int first, int last )
{
    double* to = c->buffer + c->used;
    for ( int row = first; row <= last; ++row )
    {
        to[row - first] = sessionSignalLog_Row( signalLog, row )[column];
    }
    c->used += last - first + 1;
    return to;
}

/// Stacks the layers as they are drawn and puts their sum on top.
static void stackLayers( content* c, int count, bool created )
{
    svgMark sum = c->marks[0];
    memmove( c->marks, c->marks + 1, (size_t)( c->count - 1 ) * sizeof( svgMark ) );
    c->marks[c->count - 1] = sum;
    double *floor = c->buffer + c->used, lowest = 0.0;
    c->used += count; // zeros
    for ( int k = 0; k < count; ++k )
    {
        // as on the screen, a negative first layer begins at its lowest value
        lowest = c->marks[0].y[k] < lowest ? c->marks[0].y[k] : lowest;
    }
    for ( int i = 0; i < c->count - 1; ++i )
    {
        svgMark* m = c->marks + i;
        double* ceiling = c->buffer + c->used;
        c->used += count;
        for ( int k = 0; k < count; ++k )
        {
            bool empty = created && i > 0 && m->y[k] < 0.0;
            floor[k] = i > 0 ? floor[k] : lowest;
            ceiling[k] = ( i > 0 ? floor[k] : 0.0 ) + ( m->hatched ? -m->y[k] : empty ? 0.0 : m->y[k] );
        }
        m->kind = svg_area;
        m->y = floor;
        m->z = ceiling;
        floor = ceiling;
    }
}

/// The order is that of uiLayerColor.
static svgColor layerColor( int layer )
{
    static const svgColor colors[SS_MAX_CURVES] = { svg_grey, svg_sky, svg_red, svg_green, svg_pink,
        svg_olive, svg_black, svg_blue };
    return colors[layer];
}

static svgColor seriesColor( int curve )
{
    static const svgColor colors[SS_MAX_CURVES] = { svg_blue, svg_orange, svg_green, svg_pink, svg_red,
        svg_olive, svg_sky, svg_black };
    return colors[curve];
}

/// Rows of the signal log.
typedef struct rowRange
{
    const sessionSignalLog* signalLog;
    int first, last;
} rowRange;

/// True if a curve through the column can be seen: it has two values.
static bool isDrawn( const rowRange* range, int column )
{
    int finite = 0;
    for ( int row = range->first; row <= range->last && finite < 2; ++row )
    {
        finite += isfinite( sessionSignalLog_Row( range->signalLog, row )[column] ) ? 1 : 0;
    }
    return finite == 2;
}

/// Pictures are in the language of the window, tables are English.
static const char* worded( const char* text, bool picture )
{
    return picture && text != NULL ? tr( text ) : text;
}

/// A curve without its numbers. Pictures show symbols, tables the names of signals.
static svgMark curveOf( const ssSignal* signal, svgColor color, bool picture )
{
    return ( svgMark ){
        .kind = svg_curve, .color = color, .label = picture ? tr( signal->symbol ) : signal->name
    };
}

/// Completes the next mark with the numbers of a column.
static void addColumn( content* c, const rowRange* range, int column, const double* xs )
{
    svgMark* m = c->marks + c->count++;
    m->count = range->last - range->first + 1;
    m->x = xs;
    m->y = copyColumn( c, range->signalLog, column, range->first, range->last );
}

static void findVisibleRows(
    const sessionSignalLog* signalLog, const uiPlotRange* time, int* first, int* last )
{
    int from = sessionSignalLog_Find( signalLog, time->lo ),
        to = sessionSignalLog_Find( signalLog, time->hi );
    *first = from < 0 ? 0 : from;
    *last = to < *first ? *first : to;
}

/// The rows of a log that the pane shows: all of them in a phase plane.
static rowRange visibleRange( const uiState* ui, const ssPlot* plot, const sessionSignalLog* signalLog )
{
    rowRange range = { signalLog, 0, signalLog->rowCount - 1 };
    if ( plot->x == NULL && ui->plots->timeRange.manual )
    {
        findVisibleRows( signalLog, &ui->plots->timeRange, &range.first, &range.last );
    }
    return range;
}

/// The pins that a plot shows, and the room that their columns take.
static int findPins(
    const uiState* ui, const uiFrameInput* input, const ssPlot* plot, uiPin* pins, size_t* room )
{
    int count = uiShownCurves( ui, input, pins ), kept = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( pins[i].log != NULL && plot->kind != ss_plotStacked )
        {
            rowRange range = visibleRange( ui, plot, pins[i].log );
            *room += ( SS_MAX_CURVES + 1 ) * (size_t)( range.last - range.first + 1 );
            pins[kept++] = pins[i];
        }
    }
    return kept;
}

/// Adds the curves of pins behind those of the run, each with an x column of its own.
static void addPins( const uiState* ui, const ssScenario* scenario, const ssPlot* plot, const uiPin* pins,
    int count, bool picture, content* c )
{
    static const svgColor colors[SESSION_MAX_COMPANIONS] = { svg_pink, svg_green, svg_red, svg_olive,
        svg_orange };
    int x = plot->x != NULL ? 1 + ssFindSignal( scenario, plot->x ) : 0;
    for ( int k = 0; k < count; ++k )
    {
        rowRange range = visibleRange( ui, plot, pins[k].log );
        const double* xs = copyColumn( c, range.signalLog, x, range.first, range.last );
        for ( int i = 0; i < ui_maxSeries && plot->signals[i] != NULL && c->count < MAX_MARKS; ++i )
        {
            int signal = ssFindSignal( scenario, plot->signals[i] );
            if ( signal < 0 ) { continue; }
            svgMark mark = curveOf( scenario->model.signals + signal, colors[pins[k].place], picture );
            char* name = c->names[k][i];
            snprintf( name, sizeof( c->names[k][i] ), "%s (%s)", mark.label, pins[k].view->name );
            mark.label = name;
            mark.dashed = true;
            c->marks[c->count] = mark;
            addColumn( c, &range, 1 + signal, xs );
        }
    }
}

/// `xSignal`: NULL over time.
static void writeTitles(
    const ssScenario* scenario, const ssPlot* row, const ssSignal* xSignal, bool picture, content* c )
{
    c->xTitle = xSignal != NULL ? uiAxisTitle( worded( xSignal->symbol, picture ), xSignal->unit ) : "t [s]";
    c->yTitle = uiAxisTitle( worded( row->title, picture ), row->unit );
    c->title = uiPrint( "%s: %s", worded( scenario->title, picture ), worded( row->title, picture ) );
}

/// Collects the rows of the visible time, or all of a phase plane. Layers are stacked in a picture.
static bool collectPlot( const uiState* ui, const uiFrameInput* input, int pane, bool picture, content* c )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const ssPlot* row = uiPanePlot( ui, scenario, pane );
    bool stacked = row->kind == ss_plotStacked;
    const sessionSignalLog* signalLog = input->signalLog;
    if ( signalLog == NULL || signalLog->rowCount == 0 ||
        signalLog->signalCount != scenario->model.signalCount )
    {
        return false;
    }
    const rowRange range = visibleRange( ui, row, signalLog );
    int first = range.first, last = range.last;
    int x = row->x != NULL ? 1 + ssFindSignal( scenario, row->x ) : 0;
    size_t room = ( 3 * SS_MAX_CURVES + 4 ) * (size_t)( last - first + 1 );
    uiPin pins[SESSION_MAX_COMPANIONS];
    int pinCount = findPins( ui, input, row, pins, &room );
    c->buffer = calloc( room, sizeof( double ) );
    if ( c->buffer == NULL ) { return false; }
    const double* xs = copyColumn( c, signalLog, x, first, last );
    writeTitles( scenario, row, x > 0 ? scenario->model.signals + x - 1 : NULL, picture, c );
    for ( int i = 0; i < ui_maxSeries && row->signals[i] != NULL; ++i )
    {
        int signal = ssFindSignal( scenario, row->signals[i] );
        int exact = row->exact[i] != NULL ? ssFindSignal( scenario, row->exact[i] ) : -1;
        // a picture has no reference where none is drawn
        if ( exact >= 0 && ( !picture || stacked || isDrawn( &range, 1 + exact ) ) )
        {
            c->marks[c->count] =
                curveOf( scenario->model.signals + exact, stacked ? svg_black : svg_grey, picture );
            c->marks[c->count].dashed = true;
            addColumn( c, &range, 1 + exact, xs );
        }
        if ( signal >= 0 )
        {
            c->marks[c->count] = curveOf(
                scenario->model.signals + signal, stacked ? layerColor( i ) : seriesColor( i ), picture );
            addColumn( c, &range, 1 + signal, xs );
        }
    }
    int created = stacked && row->created != NULL ? ssFindSignal( scenario, row->created ) : -1;
    if ( created >= 0 )
    {
        c->marks[c->count] = curveOf( scenario->model.signals + created, svg_black, picture );
        c->marks[c->count].hatched = true;
        addColumn( c, &range, 1 + created, xs );
    }
    if ( stacked && picture ) { stackLayers( c, last - first + 1, created >= 0 ); }
    addPins( ui, scenario, row, pins, pinCount, picture, c );
    return true;
}

static svgColor colorOf( ssChartRole role )
{
    static const svgColor colors[ss_chartRoleCount] = {
        [ss_chartFirst] = svg_blue,
        [ss_chartSecond] = svg_orange,
        [ss_chartThird] = svg_green,
        [ss_chartFourth] = svg_pink,
        [ss_chartExact] = svg_grey,
        [ss_chartUnstable] = svg_red,
        [ss_chartNow] = svg_black,
        [ss_chartReservoir] = svg_orange,
        [ss_chartDirectionSet] = svg_sky,
        [ss_chartMeasured] = svg_black,
        [ss_chartViolation] = svg_red,
        [ss_chartSlide] = svg_red,
    };
    return colors[role];
}

static svgMark convertMark(
    const sessionChartList* list, const sessionChartMark* m, bool picture, content* c )
{
    const double* v = list->values + m->first;
    int n = m->count;
    int variant = sessionChartList_Variant( list, m );
    svgMark mark = { .color = variant > 0 ? seriesColor( ( (int)m->role + 4 * variant ) % SS_MAX_CURVES )
                                          : colorOf( m->role ),
        .dashed = m->role == ss_chartExact || m->role == ss_chartUnstable || m->role == ss_chartDirectionSet,
        .plain = m->role == ss_chartReservoir || m->kind == session_chartArrow,
        .label = worded( m->label, picture && !list->named ),
        .count = n,
        .x = v,
        .y = v + n };
    switch ( m->kind )
    {
        case session_chartCurve: mark.kind = svg_curve; break;
        case session_chartPoints: mark.kind = svg_points; break;
        case session_chartArea:
            mark.kind = svg_area;
            mark.z = v + 2 * n;
            break;
        case session_chartBars:
            mark.kind = svg_bars;
            mark.y = v + n + 1;
            break;
        case session_chartBand:
            mark.kind = svg_band;
            mark.y = v;
            break;
        case session_chartArrow:
        {
            // An arrow becomes a line from end to end.
            double* to = c->buffer + c->used;
            to[0] = v[0];
            to[1] = v[2];
            to[2] = v[1];
            to[3] = v[3];
            c->used += 4;
            mark.kind = svg_curve;
            mark.count = 2;
            mark.x = to;
            mark.y = to + 2;
            break;
        }
    }
    return mark;
}

static bool collectChart(
    const ssScenario* scenario, const ssChart* row, const sessionChartList* list, bool picture, content* c )
{
    c->xTitle = uiAxisTitle( worded( row->xLabel, picture ), row->xUnit );
    c->yTitle = uiAxisTitle( worded( row->yLabel, picture ), row->yUnit );
    c->title = uiPrint( "%s: %s", worded( scenario->title, picture ), worded( row->title, picture ) );
    c->logX = row->logX;
    c->equalScales = row->equalScales;
    c->buffer = calloc( (size_t)list->markCount * 4 + 1, sizeof( double ) );
    for ( int i = 0; i < list->markCount && c->count < MAX_MARKS && c->buffer != NULL; ++i )
    {
        c->marks[c->count++] = convertMark( list, list->marks + i, picture, c );
    }
    return c->buffer != NULL;
}

static int tableLength( const svgMark* m )
{
    return m->kind == svg_bars ? m->count + 1 : m->kind == svg_band ? 2 : m->count;
}

/// Does the mark have the x column of the first one, or of the one before it?
static bool sharesX( const content* c, int mark )
{
    return mark > 0 && ( c->marks[mark].x == c->marks[0].x || c->marks[mark].x == c->marks[mark - 1].x );
}

/// Curves with a common x share its column; every other mark has an x column of its own.
static ssResult saveTable( const char* path, const content* c )
{
    osWriter* out = osOpenWrite( path );
    csvWriter csv = csvBeginTable( out );
    int rows = 0;
    for ( int i = 0; i < c->count; ++i )
    {
        const svgMark* m = c->marks + i;
        if ( !sharesX( c, i ) )
        {
            csvText( &csv, uiPrint( "%s%s%s", c->xTitle, i > 0 ? " of " : "", i > 0 ? m->label : "" ) );
        }
        csvText( &csv, m->label != NULL && m->label[0] ? m->label : c->yTitle );
        if ( m->kind == svg_area ) { csvText( &csv, uiPrint( "%s, upper", m->label ) ); }
        rows = tableLength( m ) > rows ? tableLength( m ) : rows;
    }
    csvEndRow( &csv );
    for ( int row = 0; row < rows; ++row )
    {
        for ( int i = 0; i < c->count; ++i )
        {
            const svgMark* m = c->marks + i;
            if ( !sharesX( c, i ) ) { csvNumber( &csv, row < tableLength( m ) ? m->x[row] : (double)NAN ); }
            csvNumber( &csv, row < m->count && m->kind != svg_band ? m->y[row] : (double)NAN );
            if ( m->kind == svg_area ) { csvNumber( &csv, row < m->count ? m->z[row] : (double)NAN ); }
        }
        csvEndRow( &csv );
    }
    return osCommitWrite( out );
}

/// Collects what a pane shows. False: nothing yet. The caller frees `buffer`.
static bool collectPane( const uiState* ui, const uiFrameInput* input, int pane, bool picture, content* c )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int chart = pane - scenario->picture.plotCount, user = chart - scenario->picture.chartCount;
    const ssPlot* shown = uiPanePlot( ui, scenario, pane );
    if ( shown == NULL )
    {
        return collectChart(
            scenario, scenario->picture.charts + chart, input->snapshot->charts + chart, picture, c );
    }
    if ( shown->kind == ss_plotHistogram )
    {
        ssChart row = uiUserChart( ui->plots->userPlots + user, scenario );
        return collectChart( scenario, &row, &ui->plots->userPlots[user].chart, picture, c );
    }
    return collectPlot( ui, input, pane, picture, c );
}

static svgPlot plotOf( const content* c )
{
    return ( svgPlot ){ .title = c->title,
        .xTitle = c->xTitle,
        .yTitle = c->yTitle,
        .logX = c->logX,
        .equalScales = c->equalScales,
        .marks = c->marks,
        .markCount = c->count };
}

ssResult uiSavePane( uiState* ui, const uiFrameInput* input, int pane, const char* format, const char* path )
{
    content* c = calloc( 1, sizeof( content ) );
    bool collected = c != NULL && collectPane( ui, input, pane, format[0] != 'c', c );
    ssResult result = ssError( ss_errorValue, NULL, "there is nothing to save yet" );
    if ( collected && format[0] == 'c' ) { result = saveTable( path, c ); }
    else if ( collected )
    {
        svgPlot plot = plotOf( c );
        result = svgSavePlot( path, &plot );
    }
    if ( c != NULL )
    {
        free( c->buffer );
        free( c );
    }
    return result;
}

ssResult uiSavePanes( uiState* ui, const uiFrameInput* input, const int* panes, int count,
    const uiPaneFigure* figure, const char* path )
{
    content* all = calloc( (size_t)count, sizeof( content ) );
    svgPlot* plots = calloc( (size_t)count, sizeof( svgPlot ) );
    int collected = 0;
    for ( int i = 0; i < count && all != NULL && plots != NULL; ++i )
    {
        if ( collectPane( ui, input, panes[i], true, all + i ) ) { plots[collected++] = plotOf( all + i ); }
    }
    ssResult result = ssError( ss_errorValue, NULL, "there is nothing to save yet" );
    if ( collected > 0 )
    {
        svgFigure whole = { .width = figure->width,
            .height = figure->height,
            .title = tr( input->snapshot->scenario->title ),
            .plots = plots,
            .count = collected,
            .columns = figure->columns < collected ? figure->columns : collected,
            .caption = figure->caption };
        result = svgSaveFigure( path, &whole );
    }
    for ( int i = 0; i < count && all != NULL; ++i ) { free( all[i].buffer ); }
    free( all );
    free( plots );
    return result;
}
