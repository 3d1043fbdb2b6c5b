// SPDX-License-Identifier: MIT

#include "ui/plot/plot_internal.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

// Panes whose x is not time: what a scenario fills through ssChartSink, and signals over each other.

typedef struct stroke
{
    ImU32 color;
    float width; // in units of a curve's
    bool dashed;
    float dash; // of uiPen
} stroke;

static stroke strokeOf( const uiState* ui, ssChartRole role )
{
    const uiTheme* t = &ui->theme;
    switch ( role )
    {
        case ss_chartSecond:
            return ( stroke ){ t->series[1], 1.0f, false, 0.0f };
        case ss_chartThird:
            return ( stroke ){ t->series[2], 1.0f, false, 0.0f };
        case ss_chartFourth:
            return ( stroke ){ t->series[3], 1.0f, false, 0.0f };
        case ss_chartExact:
            return ( stroke ){ t->dim, 1.2f, true, 0.0f };
        case ss_chartUnstable:
            return ( stroke ){ t->mode[ss_modeSlide], 1.0f, true, 0.4f };
        case ss_chartNow:
            return ( stroke ){ t->text, 1.2f, false, 0.0f };
        case ss_chartReservoir:
            return ( stroke ){ t->mode[ss_modeSlideRoll], 1.2f, false, 0.0f };
        case ss_chartDirectionSet:
            return ( stroke ){ t->accent, 1.1f, true, 0.0f };
        case ss_chartMeasured:
            return ( stroke ){ uiFade( t->text, 0.55f ), 0.7f, false, 0.0f };
        case ss_chartViolation:
            return ( stroke ){ t->error, 1.3f, false, 0.0f };
        case ss_chartFirst:
        case ss_chartRoleCount:
            break;
    }
    return ( stroke ){ t->series[0], 1.0f, false, 0.0f };
}

ImU32 uiChartColor( const uiState* ui, ssChartRole role )
{
    return strokeOf( ui, role ).color;
}

// ---------------------------------------------------------------------------------------------------- ranges

typedef struct bounds
{
    double x0, x1, y0, y1;
} bounds;

static void include( bounds* b, double x, double y )
{
    if ( isfinite( x ) && isfinite( y ) )
    {
        b->x0 = fmin( b->x0, x );
        b->x1 = fmax( b->x1, x );
        b->y0 = fmin( b->y0, y );
        b->y1 = fmax( b->y1, y );
    }
}

static bounds fitMarks( const sessionChartList* list, bool logX )
{
    bounds b = { HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL };
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
                    include( &b, usable ? v[k] : (double)NAN, v[m->count + k] );
                    break;
                case session_chartArea:
                    include( &b, usable ? v[k] : (double)NAN, v[m->count + k] );
                    include( &b, usable ? v[k] : (double)NAN, v[2 * m->count + k] );
                    break;
                case session_chartBars:
                    include( &b, v[k], 0.0 );
                    include( &b, v[k + 1], v[m->count + 1 + k] );
                    break;
                case session_chartArrow:
                    include( &b, v[0], v[1] );
                    include( &b, v[2], v[3] );
                    break;
                case session_chartBand:
                    break;
            }
        }
    }
    return b;
}

/// Room around what is there; a flat range gets some height.
static void widen( double* lo, double* hi, double share )
{
    if ( !( *lo <= *hi ) )
    {
        *lo = 0.0;
        *hi = 1.0;
        return;
    }
    double size = fmax( fabs( *lo ), fabs( *hi ) ), span = *hi - *lo;
    if ( span <= 1e-9 * size || span < 1e-300 )
    {
        span = size > 0.0 ? size : 1.0;
        *lo -= 0.5 * span;
        *hi += 0.5 * span;
        return;
    }
    *lo -= share * span;
    *hi += share * span;
}

/// One length for both axes: the tighter one gives way.
static void equalize( uiPane* p )
{
    double perX = ( p->x1 - p->x0 ) / (double)fmaxf( 1.0f, uiWidth( p->data ) );
    double perY = ( p->y1 - p->y0 ) / (double)fmaxf( 1.0f, uiHeight( p->data ) );
    double middle = 0.5 * ( perX < perY ? p->x0 + p->x1 : p->y0 + p->y1 );
    if ( perX < perY )
    {
        double half = 0.5 * perY * (double)uiWidth( p->data );
        p->x0 = middle - half;
        p->x1 = middle + half;
    }
    else
    {
        double half = 0.5 * perX * (double)uiHeight( p->data );
        p->y0 = middle - half;
        p->y1 = middle + half;
    }
}

static void chooseRange( uiPane* p, bounds b, bool exactly )
{
    if ( p->logX )
    {
        b.x0 = b.x0 > 0.0 ? log10( b.x0 ) : HUGE_VAL;
        b.x1 = b.x1 > 0.0 ? log10( b.x1 ) : -HUGE_VAL;
    }
    if ( !exactly )
    {
        widen( &b.x0, &b.x1, 0.03 );
        widen( &b.y0, &b.y1, 0.08 );
    }
    bool ownX = p->view->x.manual && p->view->x.hi > p->view->x.lo, ownY = p->view->y.manual;
    p->x0 = ownX ? p->view->x.lo : b.x0;
    p->x1 = ownX ? p->view->x.hi : b.x1;
    p->y0 = ownY ? p->view->y.lo : b.y0;
    p->y1 = ownY ? p->view->y.hi : b.y1;
}

// ----------------------------------------------------------------------------------------------------- marks

static void drawLine( uiPane* p, stroke s, int count, const double* x, const double* y )
{
    float thickness = s.width * fmaxf( 1.5f, 0.1f * p->em );
    uiPen pen = { .p = p, .color = s.color, .thickness = thickness, .dashed = s.dashed, .dash = s.dash };
    for ( int i = 0; i < count; ++i )
    {
        if ( isfinite( x[i] ) && isfinite( y[i] ) )
        {
            uiPenTo( &pen, paneX( p, x[i] ), paneY( p, y[i] ) );
        }
        else
        {
            uiPenFlush( &pen );
        }
    }
    uiPenFlush( &pen );
}

static void drawArea( uiPane* p, stroke s, int count, const double* x, const double* low, const double* high )
{
    ImU32 fill = uiFade( s.color, 0.30f );
    for ( int i = 1; i < count; ++i )
    {
        if ( !isfinite( x[i] + low[i] + high[i] + x[i - 1] + low[i - 1] + high[i - 1] ) )
        {
            continue;
        }
        float xa = paneX( p, x[i - 1] ), xb = paneX( p, x[i] );
        ImDrawList_AddQuadFilled( p->list, uiVec2( xa, paneY( p, low[i - 1] ) ),
            uiVec2( xb, paneY( p, low[i] ) ), uiVec2( xb, paneY( p, high[i] ) ),
            uiVec2( xa, paneY( p, high[i - 1] ) ), fill );
    }
    drawLine( p, s, count, x, high );
}

static void drawBars( uiPane* p, stroke s, int count, const double* edges, const double* heights )
{
    ImU32 fill = uiFade( s.color, 0.45f );
    for ( int i = 0; i < count; ++i )
    {
        if ( isfinite( heights[i] ) && heights[i] != 0.0 )
        {
            float xa = paneX( p, edges[i] ), xb = paneX( p, edges[i + 1] );
            float gap = xb - xa > 4.0f ? 1.0f : 0.0f;
            float ya = paneY( p, 0.0 ), yb = paneY( p, heights[i] );
            ImDrawList_AddRectFilled(
                p->list, uiVec2( xa, fminf( ya, yb ) ), uiVec2( xb - gap, fmaxf( ya, yb ) ), fill, 0.0f, 0 );
        }
    }
}

static void drawPoints( uiPane* p, ssChartRole role, stroke s, int count, const double* x, const double* y )
{
    bool now = role == ss_chartNow;
    float radius = ( now ? 0.34f : role == ss_chartMeasured ? 0.11f : 0.24f ) * p->em;
    ImU32 color = now ? p->ui->theme.accent : s.color;
    for ( int i = 0; i < count; ++i )
    {
        if ( !isfinite( x[i] ) || !isfinite( y[i] ) )
        {
            continue;
        }
        ImVec2 at = uiVec2( paneX( p, x[i] ), paneY( p, y[i] ) );
        ImDrawList_AddCircleFilled(
            p->list, at, fmaxf( 1.3f, radius ), color, role == ss_chartMeasured ? 6 : 16 );
        if ( now )
        {
            ImDrawList_AddCircle( p->list, at, radius + 1.0f, p->ui->theme.background, 16, 1.5f );
        }
    }
}

static void drawArrow( uiPane* p, stroke s, const double* v )
{
    float x0 = paneX( p, v[0] ), y0 = paneY( p, v[1] ), x1 = paneX( p, v[2] ), y1 = paneY( p, v[3] );
    float dx = x1 - x0, dy = y1 - y0, length = hypotf( dx, dy );
    if ( !( length > 1.0f ) || !isfinite( length ) )
    {
        return;
    }
    float head = fminf( 0.6f * p->em, 0.6f * length ), ux = dx / length, uy = dy / length;
    float bx = x1 - head * ux, by = y1 - head * uy, side = 0.4f * head;
    float thickness = s.width * fmaxf( 1.8f, 0.13f * p->em );
    ImDrawList_AddLine(
        p->list, uiVec2( x0 - 0.5f, y0 - 0.5f ), uiVec2( bx - 0.5f, by - 0.5f ), s.color, thickness );
    ImDrawList_AddTriangleFilled( p->list, uiVec2( x1, y1 ), uiVec2( bx - side * uy, by + side * ux ),
        uiVec2( bx + side * uy, by - side * ux ), s.color );
}

static void drawBand( uiPane* p, stroke s, const double* v )
{
    float a = fmaxf( paneX( p, v[0] ), p->data.x0 ), b = fminf( paneX( p, v[1] ), p->data.x1 );
    if ( b > a )
    {
        ImDrawList_AddRectFilled(
            p->list, uiVec2( a, p->data.y0 ), uiVec2( b, p->data.y1 ), uiFade( s.color, 0.14f ), 0.0f, 0 );
    }
}

static void drawMark( uiPane* p, const sessionChartList* list, const sessionChartMark* m )
{
    const double* v = list->values + m->first;
    stroke s = strokeOf( p->ui, m->role );
    int n = m->count;
    switch ( m->kind )
    {
        case session_chartCurve:
            drawLine( p, s, n, v, v + n );
            break;
        case session_chartArea:
            drawArea( p, s, n, v, v + n, v + 2 * n );
            break;
        case session_chartBars:
            drawBars( p, s, n, v, v + n + 1 );
            break;
        case session_chartPoints:
            drawPoints( p, m->role, s, n, v, v + n );
            break;
        case session_chartArrow:
            drawArrow( p, s, v );
            break;
        case session_chartBand:
            drawBand( p, s, v );
            break;
    }
}

/// Areas and bands first, lines above, what is now in front.
static int layerOf( const sessionChartMark* m )
{
    return m->kind == session_chartBand  ? 0
        : m->kind == session_chartArea   ? 1
        : m->kind == session_chartBars   ? 1
        : m->role == ss_chartNow         ? 4
        : m->kind == session_chartPoints ? 3
        : m->kind == session_chartArrow  ? 3
                                         : 2;
}

// ---------------------------------------------------------------------------------------------------- legend

static void swatch( uiPane* p, const sessionChartMark* m, float x, float y, float width )
{
    stroke s = strokeOf( p->ui, m->role );
    float thickness = fmaxf( 2.0f, 0.14f * p->em );
    if ( m->kind == session_chartPoints )
    {
        ImU32 color = m->role == ss_chartNow ? p->ui->theme.accent : s.color;
        ImDrawList_AddCircleFilled( p->list, uiVec2( x + 0.5f * width, y ), 0.22f * p->em, color, 12 );
    }
    else if ( m->kind == session_chartBand || m->kind == session_chartArea || m->kind == session_chartBars )
    {
        float half = 0.3f * p->em;
        ImDrawList_AddRectFilled( p->list, uiVec2( x, y - half ), uiVec2( x + width, y + half ),
            uiFade( s.color, m->kind == session_chartBand ? 0.25f : 0.45f ), 0.0f, 0 );
    }
    else if ( s.dashed )
    {
        float dash = s.dash > 0.0f ? 0.18f * width : 0.4f * width;
        for ( float at = 0.0f; at < width - 1.0f; at += 1.6f * dash )
        {
            ImDrawList_AddLine( p->list, uiVec2( x + at, y ), uiVec2( x + fminf( at + dash, width ), y ),
                s.color, thickness );
        }
    }
    else
    {
        ImDrawList_AddLine( p->list, uiVec2( x, y ), uiVec2( x + width, y ), s.color, thickness );
    }
}

static bool labelled( const sessionChartList* list, int mark )
{
    const char* label = list->marks[mark].label;
    if ( list->marks[mark].role == ss_chartNow )
    {
        return false; // the only dot that moves explains itself
    }
    for ( int i = 0; i < mark; ++i )
    {
        if ( strcmp( list->marks[i].label, label ) == 0 )
        {
            return false; // several marks under one name: the first stands for all
        }
    }
    return label[0] != 0;
}

/// How many points of lines and dots a rectangle would cover.
static int covered( const uiPane* p, const sessionChartList* list, uiRect r )
{
    int count = 0;
    for ( int i = 0; i < list->markCount; ++i )
    {
        const sessionChartMark* m = list->marks + i;
        const double* v = list->values + m->first;
        int weight = m->role == ss_chartNow ? 1000 : 1;
        for ( int k = 0; k < m->count && ( m->kind == session_chartCurve || m->kind == session_chartPoints );
              ++k )
        {
            count += isfinite( v[k] ) && isfinite( v[m->count + k] ) &&
                    uiInside( r, uiVec2( paneX( p, v[k] ), paneY( p, v[m->count + k] ) ) )
                ? weight
                : 0;
        }
        for ( int k = 0; k < m->count && m->kind == session_chartBars; ++k )
        {
            float x = paneX( p, 0.5 * ( v[k] + v[k + 1] ) ), y = paneY( p, v[m->count + 1 + k] );
            count += x >= r.x0 && x < r.x1 && y < r.y1 ? 1 : 0;
        }
    }
    return count;
}

static void drawChartLegend( uiPane* p, const sessionChartList* list, bool hovered )
{
    float widest = 0.0f, line = roundf( 1.3f * p->small ), pad = roundf( 0.4f * p->em ),
          bar = roundf( 1.1f * p->em );
    int count = 0;
    for ( int i = 0; i < list->markCount; ++i )
    {
        if ( labelled( list, i ) )
        {
            widest = fmaxf( widest, uiTextSize( p->ui, ui_fontSmall, list->marks[i].label ).x );
            ++count;
        }
    }
    float width = widest + bar + 2.5f * pad, height = (float)count * line;
    // A pane too small for its names shows the picture; the names come when the mouse does.
    bool fits = width <= 0.72f * uiWidth( p->data ) && height <= 0.62f * uiHeight( p->data );
    if ( count == 0 || !( fits || hovered ) )
    {
        return;
    }
    uiRect best = { 0.0f, 0.0f, 0.0f, 0.0f };
    int least = 1 << 30;
    for ( int corner = 0; corner < 4; ++corner )
    {
        float x = corner % 2 == 0 ? p->data.x1 - width : p->data.x0 + 0.3f * p->em;
        float y = corner / 2 == 0 ? p->data.y0 + 0.2f * p->em : p->data.y1 - height - 0.2f * p->em;
        uiRect place = { x, y, x + width, y + height };
        int cost = covered( p, list, place ) + ( uiInside( place, igGetIO()->MousePos ) ? 10000 : 0 );
        if ( cost < least )
        {
            least = cost;
            best = place;
        }
    }
    ImDrawList_AddRectFilled( p->list, uiVec2( best.x0, best.y0 ), uiVec2( best.x1, best.y1 ),
        uiFade( p->ui->theme.background, 0.66f ), 0.0f, 0 );
    float x = best.x0 + 0.5f * pad, y = best.y0;
    for ( int i = 0; i < list->markCount; ++i )
    {
        if ( labelled( list, i ) )
        {
            swatch( p, list->marks + i, x, roundf( y + 0.5f * line ), bar );
            uiDrawText( p->ui, p->list, ui_fontSmall, x + bar + pad, roundf( y + 0.5f * ( line - p->small ) ),
                p->ui->theme.text, list->marks[i].label );
            y += line;
        }
    }
}

// ------------------------------------------------------------------------------------------------------ pane

static uiPane beginPane( uiState* ui, uiPlotView* view, const char* mark, uiRect rect, bool* hovered,
    bool* activated, bool* active )
{
    static const sessionSignalLog nothing = { .lastStep = -1 };
    uiPane p = { .ui = ui,
        .signalLog = &nothing,
        .view = view,
        .list = igGetWindowDrawList(),
        .rect = rect,
        .ownX = true,
        .em = ui->em * igGetIO()->FontGlobalScale,
        .last = -1 };
    p.small = uiTextSize( ui, ui_fontSmall, "0" ).y;
    igSetCursorScreenPos( uiVec2( rect.x0, rect.y0 ) );
    igInvisibleButton( mark, uiVec2( fmaxf( 1.0f, uiWidth( rect ) ), fmaxf( 1.0f, uiHeight( rect ) ) ),
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight );
    *hovered = igIsItemHovered( 0 );
    *activated = igIsItemActivated();
    *active = igIsItemActive();
    return p;
}

static void publishPane( const uiPane* p, const char* mark )
{
    char name[128];
    const double ranges[] = { p->x0, p->x1, p->y0, p->y1 };
    static const char* const ends[] = { "x0", "x1", "y0", "y1" };
    for ( int i = 0; i < 4; ++i )
    {
        snprintf( name, sizeof( name ), "%s.%s", mark, ends[i] );
        uiPublish( name, ranges[i] );
    }
    uiMarkRect( mark, p->data );
}

/// What lies under the mouse, in the chart's own quantities.
static void readOut( const uiPane* p, bool hovered, const char* xLabel, const char* xUnit, const char* yLabel,
    const char* yUnit, const char* doc )
{
    ImVec2 mouse = igGetIO()->MousePos;
    if ( !hovered || !uiInside( p->data, mouse ) || p->view->gesture == ui_plotBox )
    {
        return;
    }
    double x = p->x0 + (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) ) * ( p->x1 - p->x0 );
    double y = p->y1 - (double)( ( mouse.y - p->data.y0 ) / uiHeight( p->data ) ) * ( p->y1 - p->y0 );
    char first[64], second[64];
    uiFormatQuantity( p->logX ? pow( 10.0, x ) : x, xUnit, first, sizeof( first ) );
    uiFormatQuantity( y, yUnit, second, sizeof( second ) );
    uiHint( p->ui, "%s = %s, %s = %s%s%s", xLabel, first, yLabel, second, doc && doc[0] ? " · " : "",
        doc ? doc : "" );
}

static void axisTitle( char* text, size_t capacity, const char* label, const char* unit )
{
    snprintf( text, capacity, unit[0] ? "%s [%s]" : "%s", label, unit );
}

void uiDrawChart(
    uiState* ui, const ssChart* row, const sessionChartList* list, uiPlotView* view, int pane, uiRect rect )
{
    bool hovered, activated, active;
    char mark[96], xTitle[96], title[160], name[128];
    snprintf( mark, sizeof( mark ), "chart.%s", row->id );
    uiPane p = beginPane( ui, view, mark, rect, &hovered, &activated, &active );
    axisTitle( xTitle, sizeof( xTitle ), row->xLabel, row->xUnit );
    // What does not fit gives way: first what the axis shows, then which chart it is.
    snprintf( title, sizeof( title ), "%s: %s", row->title, row->yLabel );
    float room = uiWidth( rect ) - 3.0f * p.em - uiTextSize( ui, ui_fontSmall, row->yUnit ).x;
    p.title = row->yLabel[0] && uiTextSize( ui, ui_fontSmall, title ).x < room  ? title
        : row->yLabel[0] && uiTextSize( ui, ui_fontSmall, row->title ).x > room ? row->yLabel
                                                                                : row->title;
    p.unit = row->yUnit;
    p.xTitle = xTitle;
    p.logX = row->logX;
    p.pane = pane;
    static const sessionChartList none = { 0 };
    list = list->filled ? list : &none;
    bounds b =
        list->ranged ? ( bounds ){ list->x0, list->x1, list->y0, list->y1 } : fitMarks( list, row->logX );
    chooseRange( &p, b, list->ranged );
    uiPlotLayout( &p );
    if ( row->equalScales )
    {
        equalize( &p );
        uiPlotLayout( &p );
    }
    uiPlotAxes( &p );
    ImDrawList_PushClipRect( p.list, uiVec2( p.data.x0, p.data.y0 ), uiVec2( p.data.x1, p.data.y1 ), true );
    int points = 0;
    for ( int layer = 0; layer < 5; ++layer )
    {
        for ( int i = 0; i < list->markCount; ++i )
        {
            if ( layerOf( list->marks + i ) == layer )
            {
                drawMark( &p, list, list->marks + i );
                points += list->marks[i].count;
            }
        }
    }
    ImDrawList_PopClipRect( p.list );
    drawChartLegend( &p, list, hovered );
    uiPlotMouse( &p, hovered, activated, active );
    readOut( &p, hovered, row->xLabel, row->xUnit, row->yLabel, row->yUnit, row->doc );
    publishPane( &p, mark );
    for ( int i = 0; i < list->markCount; ++i )
    {
        const sessionChartMark* m = list->marks + i;
        if ( m->role == ss_chartNow && m->kind == session_chartPoints )
        {
            snprintf( name, sizeof( name ), "%s.now.x", mark );
            uiPublish( name, list->values[m->first] );
            snprintf( name, sizeof( name ), "%s.now.y", mark );
            uiPublish( name, list->values[m->first + m->count] );
            break;
        }
    }
    snprintf( name, sizeof( name ), "%s.marks", mark );
    uiPublish( name, (double)list->markCount );
    snprintf( name, sizeof( name ), "%s.points", mark );
    uiPublish( name, (double)points );
}

void uiChart( uiState* ui, const uiFrameInput* input, int chart, uiRect rect )
{
    const ssScenario* scenario = input->snapshot->scenario;
    uiDrawChart( ui, scenario->charts + chart, input->snapshot->charts + chart, ui->plots->chartViews + chart,
        scenario->plotCount + chart, rect );
}

void uiPhasePlot( uiState* ui, const uiFrameInput* input, int pane, uiRect rect )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const ssPlot* row = uiPanePlot( ui, scenario, pane );
    const sessionSignalLog* signalLog = input->signalLog;
    bool hovered, activated, active;
    char mark[96], xTitle[96], name[128];
    snprintf( mark, sizeof( mark ), "plot.%s", row->id );
    uiPane p = beginPane( ui, uiPaneView( ui, scenario, pane ), mark, rect, &hovered, &activated, &active );
    int x = ssFindSignal( scenario, row->x ), y = ssFindSignal( scenario, row->signals[0] );
    if ( x < 0 || y < 0 )
    {
        return;
    }
    const ssSignal *along = scenario->signals + x, *up = scenario->signals + y;
    axisTitle( xTitle, sizeof( xTitle ), along->symbol, along->unit );
    p.pane = pane;
    p.title = row->title;
    p.unit = row->unit;
    p.xTitle = xTitle;
    bool usable = signalLog && signalLog->signalCount == scenario->signalCount &&
        signalLog->runNumber == input->snapshot->runNumber;
    int rows = usable ? signalLog->rowCount : 0;
    p.signalLog = usable ? signalLog : p.signalLog;
    bounds b = { HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL };
    for ( int i = 0; i < rows; ++i )
    {
        include( &b, paneValue( &p, i, 1 + x ), paneValue( &p, i, 1 + y ) );
    }
    chooseRange( &p, b, false );
    uiPlotLayout( &p );
    uiPlotAxes( &p );
    ImDrawList_PushClipRect( p.list, uiVec2( p.data.x0, p.data.y0 ), uiVec2( p.data.x1, p.data.y1 ), true );
    uiPen pen = { .p = &p, .color = ui->theme.series[0], .thickness = fmaxf( 1.2f, 0.08f * p.em ) };
    float lastX = -FLT_MAX, lastY = -FLT_MAX;
    bool ahead = false;
    for ( int i = 0; i < rows; ++i )
    {
        if ( !ahead && paneValue( &p, i, 0 ) > input->snapshot->time )
        {
            uiPenFlush( &pen );
            pen.color = uiFade( pen.color, 0.35f );
            ahead = true;
        }
        double vx = paneValue( &p, i, 1 + x ), vy = paneValue( &p, i, 1 + y );
        if ( !isfinite( vx ) || !isfinite( vy ) )
        {
            uiPenFlush( &pen );
            lastX = lastY = -FLT_MAX;
            continue;
        }
        float sx = paneX( &p, vx ), sy = paneY( &p, vy );
        // Rows denser than pixels would only cost time.
        if ( i == rows - 1 || fabsf( sx - lastX ) + fabsf( sy - lastY ) >= 1.0f )
        {
            uiPenTo( &pen, sx, sy );
            lastX = sx;
            lastY = sy;
        }
    }
    uiPenFlush( &pen );
    int moment = rows > 0 && !isnan( ui->plots->cursorTime )
        ? sessionSignalLog_Find( signalLog, ui->plots->cursorTime )
        : -1;
    if ( moment >= 0 )
    {
        // the moment under the mouse in a plot over time
        ImVec2 at = uiVec2(
            paneX( &p, paneValue( &p, moment, 1 + x ) ), paneY( &p, paneValue( &p, moment, 1 + y ) ) );
        ImDrawList_AddCircle( p.list, at, 0.34f * p.em, ui->theme.text, 16, 1.5f );
    }
    double now[2] = { input->snapshot->signals[x], input->snapshot->signals[y] };
    drawPoints( &p, ss_chartNow, strokeOf( ui, ss_chartNow ), 1, now, now + 1 );
    ImDrawList_PopClipRect( p.list );
    uiPlotMouse( &p, hovered, activated, active );
    readOut( &p, hovered, along->symbol, along->unit, up->symbol, up->unit, NULL );
    publishPane( &p, mark );
    snprintf( name, sizeof( name ), "%s.count", mark );
    uiPublish( name, (double)rows );
}
