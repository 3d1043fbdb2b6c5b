// SPDX-License-Identifier: MIT

#include "base/words.h"
#include "ui/plot/plot_internal.h"

#include <string.h>

// Mouse gestures in a pane: pan, zoom, zoom into a box, fit, and clicks on the legend.

static int legendUnder( const uiPane* p, ImVec2 mouse )
{
    for ( int i = 0; i < p->count; ++i )
    {
        if ( uiInside( p->series[i].legend, mouse ) ) { return i; }
    }
    return -1;
}

static void zoom( double* lo, double* hi, double around, double factor )
{
    double a = around + ( *lo - around ) * factor, b = around + ( *hi - around ) * factor;
    double size = fmax( fabs( a ), fabs( b ) );
    // A narrower range would be below the precision of a double.
    if ( b - a > 1e-11 * size && b - a > 1e-280 && b - a < 1e280 )
    {
        *lo = a;
        *hi = b;
    }
}

static void setX( uiPane* p, double lo, double hi )
{
    *( p->ownX ? &p->view->x : &p->ui->plots->timeRange ) = ( uiPlotRange ){ true, lo, hi };
}

static void setY( uiPane* p, double lo, double hi ) { p->view->y = ( uiPlotRange ){ true, lo, hi }; }

static void beginPlotGesture( uiPane* p, ImVec2 mouse )
{
    uiPlotView* v = p->view;
    int entry = legendUnder( p, mouse );
    bool right = igIsMouseClicked( ImGuiMouseButton_Right, false );
    bool fit = igIsMouseDoubleClicked( ImGuiMouseButton_Left );
    v->gesture = right         ? ui_plotBox
        : mouse.x < p->data.x0 ? ui_plotPanY
        : mouse.y > p->data.y1 ? ui_plotPanX
                               : ui_plotPan;
    if ( !right && entry >= 0 )
    {
        // `hidden` follows the scenario's list; `series` leaves out unknown signals
        for ( int i = 0; i < ui_maxSeries && p->plot->signals[i]; ++i )
        {
            if ( strcmp( p->plot->signals[i], p->series[entry].signal->name ) == 0 )
            {
                v->hidden[i] = !v->hidden[i];
            }
        }
        if ( p->series[entry].created ) { v->hidden[ui_maxSeries - 1] = !v->hidden[ui_maxSeries - 1]; }
        v->gesture = ui_plotLegend;
    }
    else if ( fit )
    {
        v->y.manual = false;
        *( p->ownX ? &v->x.manual : &p->ui->plots->timeRange.manual ) = false;
        v->gesture = ui_plotLegend;
    }
    v->pressX = mouse.x;
    v->pressY = mouse.y;
    v->startX0 = p->x0;
    v->startX1 = p->x1;
    v->startY0 = p->y0;
    v->startY1 = p->y1;
}

static void continuePlotGesture( uiPane* p, ImVec2 mouse )
{
    uiPlotView* v = p->view;
    float dx = mouse.x - v->pressX, dy = mouse.y - v->pressY;
    bool dragging = igIsMouseDragging( ImGuiMouseButton_Left, 3.0f );
    if ( dragging && ( v->gesture == ui_plotPan || v->gesture == ui_plotPanX ) )
    {
        double shift = (double)( dx / uiWidth( p->data ) ) * ( v->startX1 - v->startX0 );
        setX( p, v->startX0 - shift, v->startX1 - shift );
    }
    if ( dragging && ( v->gesture == ui_plotPan || v->gesture == ui_plotPanY ) )
    {
        double shift = (double)( dy / uiHeight( p->data ) ) * ( v->startY1 - v->startY0 );
        setY( p, v->startY0 + shift, v->startY1 + shift );
    }
    if ( v->gesture == ui_plotBox )
    {
        uiRect d = p->data;
        ImVec2 a =
            uiVec2( fmaxf( d.x0, fminf( v->pressX, mouse.x ) ), fmaxf( d.y0, fminf( v->pressY, mouse.y ) ) );
        ImVec2 b =
            uiVec2( fminf( d.x1, fmaxf( v->pressX, mouse.x ) ), fminf( d.y1, fmaxf( v->pressY, mouse.y ) ) );
        ImDrawList_AddRectFilled( p->list, a, b, uiFade( p->ui->theme.accent, 0.18f ), 0.0f, 0 );
        ImDrawList_AddRect( p->list, a, b, p->ui->theme.accent, 0.0f, 0, 1.0f );
    }
}

static void endPlotGesture( uiPane* p, ImVec2 mouse )
{
    uiPlotView* v = p->view;
    if ( v->gesture == ui_plotBox )
    {
        uiRect d = p->data;
        float ax = fmaxf( d.x0, fminf( v->pressX, mouse.x ) ),
              bx = fminf( d.x1, fmaxf( v->pressX, mouse.x ) );
        float ay = fmaxf( d.y0, fminf( v->pressY, mouse.y ) ),
              by = fminf( d.y1, fmaxf( v->pressY, mouse.y ) );
        double x0 = p->x0, x1 = p->x1, y0 = p->y0, y1 = p->y1;
        if ( fabsf( mouse.x - v->pressX ) < 3.0f && fabsf( mouse.y - v->pressY ) < 3.0f )
        {
            uiOpenPaneMenu( p->ui, p->pane ); // a click, not a drag
        }
        if ( bx - ax > 4.0f )
        {
            setX( p, x0 + (double)( ( ax - d.x0 ) / uiWidth( d ) ) * ( x1 - x0 ),
                x0 + (double)( ( bx - d.x0 ) / uiWidth( d ) ) * ( x1 - x0 ) );
        }
        if ( by - ay > 4.0f )
        {
            setY( p, y1 - (double)( ( by - d.y0 ) / uiHeight( d ) ) * ( y1 - y0 ),
                y1 - (double)( ( ay - d.y0 ) / uiHeight( d ) ) * ( y1 - y0 ) );
        }
    }
    v->gesture = ui_plotIdle;
}

/// Zooms both axes about the mouse, or one of them if the mouse is over it.
static void zoomByWheel( uiPane* p, ImVec2 mouse, float notches )
{
    double factor = pow( 0.85, (double)notches ), x0 = p->x0, x1 = p->x1, y0 = p->y0, y1 = p->y1;
    if ( mouse.x >= p->data.x0 )
    {
        zoom(
            &x0, &x1, x0 + (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) ) * ( x1 - x0 ), factor );
        setX( p, x0, x1 );
    }
    if ( mouse.y <= p->data.y1 )
    {
        zoom(
            &y0, &y1, y1 - (double)( ( mouse.y - p->data.y0 ) / uiHeight( p->data ) ) * ( y1 - y0 ), factor );
        setY( p, y0, y1 );
    }
}

static void showHint( const uiPane* p, ImVec2 mouse )
{
    int entry = legendUnder( p, mouse );
    if ( entry >= 0 )
    {
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        const ssSignal* signal = p->series[entry].signal;
        uiHint( p->ui, tr( "%s: %s · click to hide or show" ), tr( signal->symbol ),
            signal->doc ? tr( signal->doc ) : signal->name );
    }
    else if ( uiInside( p->data, mouse ) )
    {
        uiHint( p->ui,
            tr( "drag: pan · wheel: zoom · right-drag: zoom into a box · right-click: menu · "
                "double-click: fit" ) );
    }
    else { uiHint( p->ui, tr( "drag or wheel over an axis: that axis only · double-click: fit" ) ); }
}

void uiPlotMouse( uiPane* p, uiPaneEvents events )
{
    const ImGuiIO* io = igGetIO();
    ImVec2 mouse = io->MousePos;
    if ( events.activated ) { beginPlotGesture( p, mouse ); }
    else if ( events.active ) { continuePlotGesture( p, mouse ); }
    else if ( p->view->gesture != ui_plotIdle ) { endPlotGesture( p, mouse ); }
    if ( !events.hovered ) { return; }
    if ( io->MouseWheel != 0.0f ) { zoomByWheel( p, mouse, io->MouseWheel ); }
    if ( uiInside( p->data, mouse ) && p->view->gesture != ui_plotBox && !p->ownX )
    {
        p->ui->plots->nextCursorTime =
            p->x0 + (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) ) * ( p->x1 - p->x0 );
    }
    showHint( p, mouse );
}
