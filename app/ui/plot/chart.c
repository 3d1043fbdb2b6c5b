// SPDX-License-Identifier: MIT

#include "base/words.h"
#include "ui/plot/plot_internal.h"

// Panes whose x axis is not time: charts filled through ssChartSink, and their ranges.

void uiIncludePoint( uiChartBounds* b, double x, double y )
{
    if ( isfinite( x ) && isfinite( y ) )
    {
        b->x0 = fmin( b->x0, x );
        b->x1 = fmax( b->x1, x );
        b->y0 = fmin( b->y0, y );
        b->y1 = fmax( b->y1, y );
    }
}

static uiChartBounds fitMarks( const sessionChartList* list, bool logX )
{
    uiChartBounds b = { HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL };
    for ( int i = 0; i < list->markCount; ++i )
    {
        const sessionChartMark* m = list->marks + i;
        const double* v = list->values + m->first;
        for ( int k = 0; k < m->count; ++k )
        {
            bool usable = !logX || v[k] > 0.0;
            switch ( m->kind )
            {
                case session_chartCurve:
                case session_chartPoints:
                    uiIncludePoint( &b, usable ? v[k] : (double)NAN, v[m->count + k] );
                    break;
                case session_chartArea:
                    uiIncludePoint( &b, usable ? v[k] : (double)NAN, v[m->count + k] );
                    uiIncludePoint( &b, usable ? v[k] : (double)NAN, v[2 * m->count + k] );
                    break;
                case session_chartBars:
                    uiIncludePoint( &b, v[k], 0.0 );
                    uiIncludePoint( &b, v[k + 1], v[m->count + 1 + k] );
                    break;
                case session_chartArrow:
                    uiIncludePoint( &b, v[0], v[1] );
                    uiIncludePoint( &b, v[2], v[3] );
                    break;
                case session_chartBand: break;
            }
        }
    }
    return b;
}

/// Adds a margin; a range that is empty, flat or below `floor` gets some height.
static void addMargin( double* lo, double* hi, double share, double floor )
{
    if ( !( *lo <= *hi ) )
    {
        *lo = 0.0;
        *hi = 1.0;
        return;
    }
    double size = fmax( fabs( *lo ), fabs( *hi ) ), span = *hi - *lo;
    if ( span <= 1e-9 * size || size <= floor )
    {
        span = size > floor ? size : 1.0;
        *lo -= 0.5 * span;
        *hi += 0.5 * span;
        return;
    }
    *lo -= share * span;
    *hi += share * span;
}

/// Width of a legend with one entry per line; 0: no legend.
static float legendColumn( const uiPane* p )
{
    float widest = 0.0f;
    for ( int i = 0; i < p->legend.count; ++i ) { widest = fmaxf( widest, p->legend.entries[i].width ); }
    return widest > 0.0f ? widest + 1.2f * p->em : 0.0f;
}

/// Gives both axes one scale by widening one. The x axis widens on both sides, or right for the legend.
static void equalize( uiPane* p )
{
    double width = (double)fmaxf( 1.0f, uiWidth( p->data ) ),
           height = (double)fmaxf( 1.0f, uiHeight( p->data ) );
    double perX = ( p->x1 - p->x0 ) / width, perY = ( p->y1 - p->y0 ) / height;
    if ( perX < perY )
    {
        double spare = width - ( p->x1 - p->x0 ) / perY, column = (double)legendColumn( p );
        bool beside = p->legend.place == ui_legendInside && column <= spare;
        p->x0 -= perY * ( beside ? fmin( 0.5 * spare, spare - column ) : 0.5 * spare );
        p->x1 = p->x0 + perY * width;
    }
    else
    {
        double middle = 0.5 * ( p->y0 + p->y1 ), half = 0.5 * perX * height;
        p->y0 = middle - half;
        p->y1 = middle + half;
    }
}

void uiChooseChartRange( uiPane* p, uiChartBounds b, bool exact )
{
    if ( p->logX )
    {
        b.x0 = b.x0 > 0.0 ? log10( b.x0 ) : HUGE_VAL;
        b.x1 = b.x1 > 0.0 ? log10( b.x1 ) : -HUGE_VAL;
    }
    if ( !exact )
    {
        addMargin( &b.x0, &b.x1, 0.03, p->floorX );
        addMargin( &b.y0, &b.y1, 0.08, p->floorY );
    }
    bool manualX = p->view->x.manual && p->view->x.hi > p->view->x.lo, manualY = p->view->y.manual;
    p->x0 = manualX ? p->view->x.lo : b.x0;
    p->x1 = manualX ? p->view->x.hi : b.x1;
    p->y0 = manualY ? p->view->y.lo : b.y0;
    p->y1 = manualY ? p->view->y.hi : b.y1;
}

void uiChartReadOut( const uiPane* p, bool hovered, const char* xLabel, const char* xUnit, const char* yLabel,
    const char* yUnit, const char* doc )
{
    ImVec2 mouse = igGetIO()->MousePos;
    if ( !hovered || !uiInside( p->data, mouse ) || p->view->gesture == ui_plotBox ) { return; }
    double x = p->x0 + (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) ) * ( p->x1 - p->x0 );
    double y = p->y1 - (double)( ( mouse.y - p->data.y0 ) / uiHeight( p->data ) ) * ( p->y1 - p->y0 );
    const char* first = uiFormatQuantity( p->logX ? pow( 10.0, x ) : x, xUnit );
    uiHint( p->ui, "%s = %s, %s = %s%s%s", xLabel, first, yLabel, uiFormatQuantity( y, yUnit ),
        doc && doc[0] ? " · " : "", doc ? doc : "" );
}

/// The entries of the legend in order, for scripts: "admm, path".
static void publishEntries( const uiPane* p, const char* mark )
{
    const char* text = "";
    for ( int i = 0; i < p->legend.count; ++i )
    {
        text = uiPrint( "%s%s%s", text, i > 0 ? ", " : "", p->legend.entries[i].text );
    }
    uiMarkText( uiPrint( "%s.legend", mark ), text );
}

static void publishMarks( const sessionChartList* list, const char* mark )
{
    int points = 0;
    bool published = false;
    for ( int i = 0; i < list->markCount; ++i )
    {
        const sessionChartMark* m = list->marks + i;
        points += m->count;
        if ( !published && m->role == ss_chartNow && m->kind == session_chartPoints )
        {
            uiPublish( uiPrint( "%s.now.x", mark ), list->values[m->first] );
            uiPublish( uiPrint( "%s.now.y", mark ), list->values[m->first + m->count] );
            published = true;
        }
    }
    uiPublish( uiPrint( "%s.marks", mark ), (double)list->markCount );
    uiPublish( uiPrint( "%s.points", mark ), (double)points );
}

static void layOutChart( uiPane* p, bool equalScales )
{
    uiPlotLayout( p );
    if ( equalScales )
    {
        equalize( p );
        uiPlotLayout( p );
    }
}

/// How much of each axis the marks and a legend between them take, from 0 to 1.
static void publishFill( const uiPane* p, uiChartBounds b, const char* mark )
{
    for ( int i = 0; i < p->legend.count && p->legend.place == ui_legendInside; ++i )
    {
        uiRect r = p->legend.entries[i].rect;
        double perX = ( p->x1 - p->x0 ) / (double)uiWidth( p->data );
        b.x0 = fmin( b.x0, p->x0 + perX * (double)( r.x0 - p->data.x0 ) );
        b.x1 = fmax( b.x1, p->x0 + perX * (double)( r.x1 - p->data.x0 ) );
    }
    const char* name = uiPrint( "%s.fill.x", mark );
    uiPublish( name, ( fmin( b.x1, p->x1 ) - fmax( b.x0, p->x0 ) ) / ( p->x1 - p->x0 ) );
    name = uiPrint( "%s.fill.y", mark );
    uiPublish( name, ( fmin( b.y1, p->y1 ) - fmax( b.y0, p->y0 ) ) / ( p->y1 - p->y0 ) );
}

void uiDrawChart(
    uiState* ui, const ssChart* row, const sessionChartList* list, uiPlotView* view, int pane, uiRect rect )
{
    uiPane p = { .ui = ui, .view = view, .rect = rect, .pane = pane, .ownX = true };
    const char* mark = uiPrint( "chart.%s", row->id );
    uiPaneEvents events = uiBeginPane( &p, mark );
    // A long title leaves out first the quantity on the axis, then the name of the chart.
    const char* title = uiPrint( "%s: %s", tr( row->title ), tr( row->yLabel ) );
    float available = uiWidth( rect ) - 3.0f * p.em - uiTextSize( ui, ui_fontSmall, row->yUnit ).x;
    p.title = row->yLabel[0] && uiTextSize( ui, ui_fontSmall, title ).x < available        ? title
        : row->yLabel[0] && uiTextSize( ui, ui_fontSmall, tr( row->title ) ).x > available ? tr( row->yLabel )
                                                                                           : tr( row->title );
    p.unit = row->yUnit;
    p.xLabel = tr( row->xLabel );
    p.xUnit = row->xUnit;
    p.logX = row->logX;
    p.floorX = p.logX ? 0.0 : uiRoundingFloor( NULL, NULL, row->xUnit );
    p.floorY = uiRoundingFloor( NULL, NULL, row->yUnit );
    static const sessionChartList none = { 0 };
    list = list->filled ? list : &none;
    uiChartBounds b = list->ranged ? ( uiChartBounds ){ list->x0, list->x1, list->y0, list->y1 }
                                   : fitMarks( list, row->logX );
    uiCollectChartLegend( &p, list );
    uiRecallLegendPlace( &p );
    uiChooseChartRange( &p, b, list->ranged );
    layOutChart( &p, row->equalScales );
    uiTakeChart( &p, list );
    if ( p.legend.place == ui_legendInside && !uiPlaceLegendInside( &p ) )
    {
        p.legend.place = ui_legendAbove;
        uiChooseChartRange( &p, b, list->ranged );
        layOutChart( &p, row->equalScales );
    }
    uiPlotAxes( &p );
    uiDrawChartMarks( &p, list );
    uiDrawLegend( &p );
    uiPublishLegend( &p, mark, uiChartUnderLegend( &p, list ) );
    uiPlotMouse( &p, events );
    uiChartReadOut(
        &p, events.hovered, tr( row->xLabel ), row->xUnit, tr( row->yLabel ), row->yUnit, tr( row->doc ) );
    uiPublishPane( &p, mark );
    publishEntries( &p, mark );
    publishMarks( list, mark );
    if ( row->equalScales ) { publishFill( &p, fitMarks( list, false ), mark ); }
}

float uiChartShare( uiState* ui, const uiFrameInput* input, int chart, float share, float height )
{
    const ssChart* row = input->snapshot->scenario->picture.charts + chart;
    const sessionChartList* list = input->snapshot->charts + chart;
    uiPlotView* view = ui->plots->chartViews + chart;
    if ( !row->equalScales || !list->filled || list->markCount == 0 )
    {
        return row->equalScales ? view->share : 0.0f;
    }
    uiPane p = { .ui = ui, .view = view, .em = ui->em * igGetIO()->FontGlobalScale };
    p.small = uiTextSize( ui, ui_fontSmall, "0" ).y;
    uiCollectChartLegend( &p, list );
    uiChartBounds b = list->ranged ? ( uiChartBounds ){ list->x0, list->x1, list->y0, list->y1 }
                                   : fitMarks( list, row->logX );
    uiChooseChartRange( &p, b, list->ranged );
    float data = height - 1.05f * p.em - 2.45f * p.small;
    float aspect = (float)( ( p.x1 - p.x0 ) / ( p.y1 - p.y0 ) );
    float wanted = ( 4.4f * p.em + aspect * data + legendColumn( &p ) ) / share;
    wanted = fminf( fmaxf( wanted, 0.45f ), 1.5f );
    // The panes do not move for a little while the curves grow.
    bool far = !( fabsf( wanted - view->share ) <= 0.15f );
    view->share = view->share == 0.0f || far ? wanted : view->share;
    return view->share;
}

void uiChart( uiState* ui, const uiFrameInput* input, int chart, uiRect rect )
{
    const ssScenario* scenario = input->snapshot->scenario;
    uiDrawChart( ui, scenario->picture.charts + chart, input->snapshot->charts + chart,
        ui->plots->chartViews + chart, scenario->picture.plotCount + chart, rect );
}
