// SPDX-License-Identifier: MIT

#include "ui/plot/plot_internal.h"

// The marks of a chart: curves, points, areas, bars, bands and arrows, each in the style of its role.

static uiChartStroke strokeOf( const uiState* ui, ssChartRole role )
{
    const uiTheme* t = &ui->theme;
    const uiChartStroke strokes[ss_chartRoleCount] = {
        [ss_chartFirst] = { t->series[0], 1.0f, false, 0.0f, ui_markerNone },
        [ss_chartSecond] = { t->series[1], 1.0f, false, 0.0f, ui_markerSquare },
        [ss_chartThird] = { t->series[2], 1.0f, false, 0.0f, ui_markerTriangle },
        [ss_chartFourth] = { t->series[3], 1.0f, false, 0.0f, ui_markerDiamond },
        [ss_chartExact] = { t->dim, 1.2f, true, 0.0f, ui_markerNone },
        [ss_chartUnstable] = { t->mode[ss_modeSlide], 1.0f, true, 0.4f, ui_markerNone },
        [ss_chartNow] = { t->text, 1.2f, false, 0.0f, ui_markerNone },
        [ss_chartReservoir] = { t->mode[ss_modeSlideRoll], 1.2f, false, 0.0f, ui_markerNone },
        [ss_chartDirectionSet] = { t->accent, 1.1f, true, 1.5f, ui_markerNone },
        [ss_chartMeasured] = { uiFade( t->text, 0.55f ), 0.7f, false, 0.0f, ui_markerNone },
        [ss_chartViolation] = { t->error, 1.3f, false, 0.0f, ui_markerCross },
        [ss_chartSlide] = { t->mode[ss_modeSlide], 1.0f, false, 0.0f, ui_markerSquare },
    };
    return strokes[role < ss_chartRoleCount ? role : ss_chartFirst];
}

uiChartStroke uiStrokeOfMark( const uiState* ui, const sessionChartList* list, const sessionChartMark* m )
{
    if ( m->pin > 0 )
    {
        uiPin pin = uiPinStyle( ui, m->pin - 1 );
        return ( uiChartStroke ){ uiFade( pin.color, 0.8f ), 0.8f, true, pin.dash, ui_markerNone };
    }
    uiChartStroke s = strokeOf( ui, m->role );
    int variant = sessionChartList_Variant( list, m );
    if ( variant > 0 )
    {
        int look = (int)m->role + 4 * variant;
        s.color = ui->theme.series[look % SS_COUNT( ui->theme.series )];
        s.marker = look % ui_markerCount;
    }
    return s;
}

ImU32 uiChartColor( const uiState* ui, ssChartRole role ) { return strokeOf( ui, role ).color; }

static void drawLine( uiPane* p, uiChartStroke s, int count, const double* x, const double* y )
{
    float thickness = s.width * fmaxf( 1.5f, 0.1f * p->em );
    uiPen pen = { .p = p, .color = s.color, .thickness = thickness, .dashed = s.dashed, .dash = s.dash };
    for ( int i = 0; i < count; ++i )
    {
        if ( isfinite( x[i] ) && isfinite( y[i] ) ) { uiPenTo( &pen, paneX( p, x[i] ), paneY( p, y[i] ) ); }
        else { uiPenFlush( &pen ); }
    }
    uiPenFlush( &pen );
    uiMarkPath( p, s.marker, s.color, count, x, y );
}

static void drawArea(
    uiPane* p, uiChartStroke s, int count, const double* x, const double* low, const double* high )
{
    ImU32 fill = uiFade( s.color, 0.30f );
    const ImDrawListFlags flags = p->list->Flags;
    p->list->Flags &= ~ImDrawListFlags_AntiAliasedFill; // it would show seams between the pieces
    for ( int i = 1; i < count; ++i )
    {
        if ( !isfinite( x[i] + low[i] + high[i] + x[i - 1] + low[i - 1] + high[i - 1] ) ) { continue; }
        float xa = paneX( p, x[i - 1] ), xb = paneX( p, x[i] );
        ImDrawList_AddQuadFilled( p->list, uiVec2( xa, paneY( p, low[i - 1] ) ),
            uiVec2( xb, paneY( p, low[i] ) ), uiVec2( xb, paneY( p, high[i] ) ),
            uiVec2( xa, paneY( p, high[i - 1] ) ), fill );
    }
    p->list->Flags = flags;
    drawLine( p, s, count, x, high );
}

static void drawBars( uiPane* p, uiChartStroke s, int count, const double* edges, const double* heights )
{
    ImU32 fill = uiFade( s.color, 0.45f );
    for ( int i = 0; i < count; ++i )
    {
        if ( isfinite( heights[i] ) && heights[i] != 0.0 )
        {
            float xa = paneX( p, edges[i] ), xb = paneX( p, edges[i + 1] );
            float gap = xb - xa > 4.0f ? 1.0f : 0.0f;
            float ya = paneY( p, 0.0 ), yb = paneY( p, heights[i] );
            uiFillRect( p->list, ( uiRect ){ xa, fminf( ya, yb ), xb - gap, fmaxf( ya, yb ) }, fill, 0.0f );
        }
    }
}

void uiDrawChartPoints( uiPane* p, ssChartRole role, int count, const double* x, const double* y )
{
    bool now = role == ss_chartNow;
    float radius = ( now ? 0.34f : role == ss_chartMeasured ? 0.11f : 0.24f ) * p->em;
    ImU32 color = now ? p->ui->theme.accent : strokeOf( p->ui, role ).color;
    for ( int i = 0; i < count; ++i )
    {
        if ( !isfinite( x[i] ) || !isfinite( y[i] ) ) { continue; }
        ImVec2 at = uiVec2( paneX( p, x[i] ), paneY( p, y[i] ) );
        ImDrawList_AddCircleFilled(
            p->list, at, fmaxf( 1.3f, radius ), color, role == ss_chartMeasured ? 6 : 16 );
        if ( now ) { ImDrawList_AddCircle( p->list, at, radius + 1.0f, p->ui->theme.background, 16, 1.5f ); }
    }
}

static void drawArrow( uiPane* p, uiChartStroke s, const double* v )
{
    float x0 = paneX( p, v[0] ), y0 = paneY( p, v[1] ), x1 = paneX( p, v[2] ), y1 = paneY( p, v[3] );
    float dx = x1 - x0, dy = y1 - y0, length = hypotf( dx, dy );
    if ( !( length > 1.0f ) || !isfinite( length ) ) { return; }
    float head = fminf( 0.6f * p->em, 0.6f * length ), ux = dx / length, uy = dy / length;
    float bx = x1 - head * ux, by = y1 - head * uy, side = 0.4f * head;
    float thickness = s.width * fmaxf( 1.8f, 0.13f * p->em );
    uiDrawLine( p->list, x0 - 0.5f, y0 - 0.5f, bx - 0.5f, by - 0.5f, s.color, thickness );
    ImDrawList_AddTriangleFilled( p->list, uiVec2( x1, y1 ), uiVec2( bx - side * uy, by + side * ux ),
        uiVec2( bx + side * uy, by - side * ux ), s.color );
}

static void drawBand( uiPane* p, uiChartStroke s, const double* v )
{
    float a = fmaxf( paneX( p, v[0] ), p->data.x0 ), b = fminf( paneX( p, v[1] ), p->data.x1 );
    if ( b > a )
    {
        uiFillRect( p->list, ( uiRect ){ a, p->data.y0, b, p->data.y1 }, uiFade( s.color, 0.14f ), 0.0f );
    }
}

static void drawMark( uiPane* p, const sessionChartList* list, const sessionChartMark* m )
{
    const double* v = list->values + m->first;
    uiChartStroke s = uiStrokeOfMark( p->ui, list, m );
    int n = m->count;
    switch ( m->kind )
    {
        case session_chartCurve: drawLine( p, s, n, v, v + n ); break;
        case session_chartArea: drawArea( p, s, n, v, v + n, v + 2 * n ); break;
        case session_chartBars: drawBars( p, s, n, v, v + n + 1 ); break;
        case session_chartPoints: uiDrawChartPoints( p, m->role, n, v, v + n ); break;
        case session_chartArrow: drawArrow( p, s, v ); break;
        case session_chartBand: drawBand( p, s, v ); break;
    }
}

// Areas and bands lie behind lines, and the present state lies in front of everything.
enum
{
    layerCount = 5
};

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

void uiDrawChartMarks( uiPane* p, const sessionChartList* list )
{
    uiPushClip( p->list, p->data );
    for ( int layer = 0; layer < layerCount; ++layer )
    {
        for ( int i = 0; i < list->markCount; ++i )
        {
            if ( layerOf( list->marks + i ) == layer ) { drawMark( p, list, list->marks + i ); }
        }
    }
    ImDrawList_PopClipRect( p->list );
}
