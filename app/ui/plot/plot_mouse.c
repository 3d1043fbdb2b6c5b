// SPDX-License-Identifier: MIT

#include "ui/plot/plot_internal.h"

#include <math.h>
#include <string.h>

// What the mouse does to a pane: pan, zoom, box, fit, and clicks on the legend.

static int legendUnder( const uiPane* p, ImVec2 mouse )
{
    for ( int i = 0; i < p->count; ++i )
    {
        if ( uiInside( p->series[i].legend, mouse ) )
        {
            return i;
        }
    }
    return -1;
}

static void zoom( double* lo, double* hi, double around, double factor )
{
    double a = around + ( *lo - around ) * factor, b = around + ( *hi - around ) * factor;
    double size = fmax( fabs( a ), fabs( b ) );
    // deeper than the digits of a double there is nothing to see
    if ( b - a > 1e-11 * size && b - a > 1e-280 && b - a < 1e280 )
    {
        *lo = a;
        *hi = b;
    }
}

static void setTime( uiPane* p, double lo, double hi )
{
    *( p->ownX ? &p->view->x : &p->ui->plots->timeRange ) = ( uiPlotRange ){ true, lo, hi };
}

static void setValues( uiPane* p, double lo, double hi )
{
    p->view->y = ( uiPlotRange ){ true, lo, hi };
}

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
        // position in the scenario's list, not in ours, which leaves out unknown signals
        for ( int i = 0; i < ui_maxSeries && p->plot->signals[i]; ++i )
        {
            if ( strcmp( p->plot->signals[i], p->series[entry].signal->name ) == 0 )
            {
                v->hidden[i] = !v->hidden[i];
            }
        }
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
        setTime( p, v->startX0 - shift, v->startX1 - shift );
    }
    if ( dragging && ( v->gesture == ui_plotPan || v->gesture == ui_plotPanY ) )
    {
        double shift = (double)( dy / uiHeight( p->data ) ) * ( v->startY1 - v->startY0 );
        setValues( p, v->startY0 + shift, v->startY1 + shift );
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
            uiOpenPaneMenu( p->ui, p->pane, p->rect ); // a click, no drag
        }
        if ( bx - ax > 4.0f )
        {
            setTime( p, x0 + (double)( ( ax - d.x0 ) / uiWidth( d ) ) * ( x1 - x0 ),
                x0 + (double)( ( bx - d.x0 ) / uiWidth( d ) ) * ( x1 - x0 ) );
        }
        if ( by - ay > 4.0f )
        {
            setValues( p, y1 - (double)( ( by - d.y0 ) / uiHeight( d ) ) * ( y1 - y0 ),
                y1 - (double)( ( ay - d.y0 ) / uiHeight( d ) ) * ( y1 - y0 ) );
        }
    }
    v->gesture = ui_plotIdle;
}

void uiPlotMouse( uiPane* p, bool hovered, bool activated, bool active )
{
    const ImGuiIO* io = igGetIO();
    ImVec2 mouse = io->MousePos;
    bool inData = uiInside( p->data, mouse );
    if ( activated )
    {
        beginPlotGesture( p, mouse );
    }
    else if ( active )
    {
        continuePlotGesture( p, mouse );
    }
    else if ( p->view->gesture != ui_plotIdle )
    {
        endPlotGesture( p, mouse );
    }
    if ( hovered && io->MouseWheel != 0.0f )
    {
        double factor = pow( 0.85, (double)io->MouseWheel ), x0 = p->x0, x1 = p->x1, y0 = p->y0, y1 = p->y1;
        if ( mouse.x >= p->data.x0 )
        {
            zoom( &x0, &x1, x0 + (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) ) * ( x1 - x0 ),
                factor );
            setTime( p, x0, x1 );
        }
        if ( mouse.y <= p->data.y1 )
        {
            zoom( &y0, &y1, y1 - (double)( ( mouse.y - p->data.y0 ) / uiHeight( p->data ) ) * ( y1 - y0 ),
                factor );
            setValues( p, y0, y1 );
        }
    }
    if ( hovered && inData && p->view->gesture != ui_plotBox && !p->ownX )
    {
        p->ui->plots->nextCursorTime =
            p->x0 + (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) ) * ( p->x1 - p->x0 );
    }
    if ( hovered && legendUnder( p, mouse ) >= 0 )
    {
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        const uiSeries* s = p->series + legendUnder( p, mouse );
        uiHint( p->ui, "%s: %s · click to hide or show", s->signal->symbol,
            s->signal->doc ? s->signal->doc : s->signal->name );
    }
    else if ( hovered && inData )
    {
        uiHint( p->ui,
            "drag pans · wheel zooms · right-drag zooms into a box · right-click: save, hide, new · "
            "double-click fits" );
    }
    else if ( hovered )
    {
        uiHint( p->ui, "wheel or drag over an axis moves that axis alone · double-click fits" );
    }
}
