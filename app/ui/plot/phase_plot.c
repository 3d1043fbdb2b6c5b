// SPDX-License-Identifier: MIT

#include "base/words.h"
#include "ui/plot/plot_internal.h"

// A signal plotted over another signal: the phase plane. `x` and `y` are columns of the signal log.

/// Draws the path of all rows; the part in the recorded future is faded.
static void drawPath( uiPane* p, int x, int y, double now )
{
    uiPen pen = { .p = p, .color = p->ui->theme.series[0], .thickness = fmaxf( 1.2f, 0.08f * p->em ) };
    float lastX = -FLT_MAX, lastY = -FLT_MAX;
    bool future = false;
    int rows = p->signalLog->rowCount;
    for ( int i = 0; i < rows; ++i )
    {
        if ( !future && paneValue( p, i, 0 ) > now )
        {
            uiPenFlush( &pen );
            pen.color = uiFade( pen.color, 0.35f );
            future = true;
        }
        double vx = paneValue( p, i, x ), vy = paneValue( p, i, y );
        if ( !isfinite( vx ) || !isfinite( vy ) )
        {
            uiPenFlush( &pen );
            lastX = lastY = -FLT_MAX;
            continue;
        }
        float sx = paneX( p, vx ), sy = paneY( p, vy );
        // Points closer than a pixel would only cost time.
        if ( i == rows - 1 || fabsf( sx - lastX ) + fabsf( sy - lastY ) >= 1.0f )
        {
            uiPenTo( &pen, sx, sy );
            lastX = sx;
            lastY = sy;
        }
    }
    uiPenFlush( &pen );
}

/// Circles the state at the moment that the mouse points at in a plot over time.
static void drawCursor( uiPane* p, int x, int y )
{
    double time = p->ui->plots->cursorTime;
    int row = p->signalLog->rowCount > 0 && !isnan( time ) ? sessionSignalLog_Find( p->signalLog, time ) : -1;
    if ( row >= 0 )
    {
        ImVec2 at = uiVec2( paneX( p, paneValue( p, row, x ) ), paneY( p, paneValue( p, row, y ) ) );
        ImDrawList_AddCircle( p->list, at, 0.34f * p->em, p->ui->theme.text, 16, 1.5f );
    }
}

/// Of the path and of the pinned ones.
static uiChartBounds boundsOf( const uiPane* p, int x, int y )
{
    int rows = p->signalLog->rowCount;
    sessionSignalRange across = sessionSignalLog_Range( p->signalLog, x, 0, rows - 1 );
    sessionSignalRange up = sessionSignalLog_Range( p->signalLog, y, 0, rows - 1 );
    uiChartBounds b = { HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL };
    bool whole = across.count == rows && up.count == rows; // half a point is none
    if ( whole ) { b = ( uiChartBounds ){ across.min, across.max, up.min, up.max }; }
    for ( int i = 0; i < rows && !whole; ++i )
    {
        uiIncludePoint( &b, paneValue( p, i, x ), paneValue( p, i, y ) );
    }
    for ( int k = 0; k < p->pinCount; ++k )
    {
        for ( int i = 0; i < p->pins[k].log->rowCount; ++i )
        {
            const double* at = sessionSignalLog_Row( p->pins[k].log, i );
            uiIncludePoint( &b, at[x], at[y] );
        }
    }
    return b;
}

void uiPhasePlot( uiState* ui, const uiFrameInput* input, int pane, uiRect rect )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const ssPlot* row = uiPanePlot( ui, scenario, pane );
    const char* mark = uiPrint( "plot.%s", row->id );
    uiPane p = { .ui = ui,
        .view = uiPaneView( ui, scenario, pane ),
        .signalLog = uiUsableLog( input ),
        .rect = rect,
        .pane = pane,
        .ownX = true };
    uiPaneEvents events = uiBeginPane( &p, mark );
    int x = ssFindSignal( scenario, row->x ), y = ssFindSignal( scenario, row->signals[0] );
    if ( x < 0 || y < 0 ) { return; }
    const ssSignal *xSignal = scenario->model.signals + x, *ySignal = scenario->model.signals + y;
    p.title = tr( row->title );
    p.unit = row->unit;
    p.xLabel = tr( xSignal->symbol );
    p.xUnit = xSignal->unit;
    int rows = p.signalLog->rowCount;
    uiFindPins( &p, input );
    p.floorX = uiRoundingFloor( p.signalLog, scenario, xSignal->unit );
    p.floorY = uiRoundingFloor( p.signalLog, scenario, ySignal->unit );
    uiChooseChartRange( &p, boundsOf( &p, 1 + x, 1 + y ), false );
    uiPinsLegend( &p );
    uiPlotLayout( &p );
    uiPlotAxes( &p );
    uiPushClip( p.list, p.data );
    uiPlotPinPaths( &p, 1 + x, 1 + y );
    drawPath( &p, 1 + x, 1 + y, input->snapshot->time );
    drawCursor( &p, 1 + x, 1 + y );
    double now[2] = { input->snapshot->signals[x], input->snapshot->signals[y] };
    uiDrawChartPoints( &p, ss_chartNow, 1, now, now + 1 );
    ImDrawList_PopClipRect( p.list );
    uiDrawLegend( &p );
    uiPlotMouse( &p, events );
    uiChartReadOut( &p, events.hovered, tr( xSignal->symbol ), xSignal->unit, tr( ySignal->symbol ),
        ySignal->unit, NULL );
    uiPublishPane( &p, mark );
    uiPublish( uiPrint( "%s.count", mark ), (double)rows );
    uiPublish( uiPrint( "%s.pins", mark ), (double)p.pinCount );
}
