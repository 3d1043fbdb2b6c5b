// SPDX-License-Identifier: MIT

#include "base/words.h"
#include "ui/plot/plot_internal.h"

#include <string.h>

// The legend of a chart: what it lists, and where the marks of the chart leave room for it.

static bool labelled( const sessionChartList* list, int mark )
{
    const char* label = list->marks[mark].label;
    if ( list->marks[mark].role == ss_chartNow )
    {
        return false; // the only moving dot needs no explanation
    }
    for ( int i = 0; i < mark; ++i )
    {
        if ( strcmp( list->marks[i].label, label ) == 0 )
        {
            return false; // of several marks with the same label only the first is listed
        }
    }
    return label[0] != 0;
}

void uiCollectChartLegend( uiPane* p, const sessionChartList* list )
{
    for ( int i = 0; i < list->markCount; ++i )
    {
        const sessionChartMark* m = list->marks + i;
        uiLegendEntry* e =
            labelled( list, i ) ? uiAddLegend( p, list->named ? m->label : tr( m->label ) ) : NULL;
        if ( e != NULL )
        {
            uiChartStroke s = uiStrokeOfMark( p->ui, list, m );
            bool filled =
                m->kind == session_chartBand || m->kind == session_chartArea || m->kind == session_chartBars;
            e->kind = m->kind == session_chartPoints ? ui_swatchDot : filled ? ui_swatchBox : ui_swatchLine;
            e->color = s.color;
            e->strength = m->kind == session_chartBand ? 0.25f : 0.45f;
            e->dash = !s.dashed || m->kind == session_chartArrow ? 0.0f
                : s.dash <= 0.0f                                 ? 0.4f
                : s.dash < 0.85f                                 ? 0.25f
                                                                 : 0.6f;
            e->marker = m->kind == session_chartArrow ? ui_markerNone : s.marker;
        }
    }
}

void uiRecallLegendPlace( uiPane* p )
{
    float width = uiWidth( p->rect ), height = uiHeight( p->rect );
    bool same = p->view->legend.width == width && p->view->legend.height == height &&
        p->view->legend.count == p->legend.count;
    if ( same && p->view->legend.columns == 0 ) { p->legend.place = ui_legendAbove; }
    else if ( !same )
    {
        memset( &p->view->legend, 0, sizeof( p->view->legend ) );
        p->view->legend.width = width;
        p->view->legend.height = height;
        p->view->legend.count = p->legend.count;
    }
}

/// Calls a function with each piece of line of a curve, area or arrow, in pixels.
typedef void pieceFcn( void* context, float x0, float y0, float x1, float y1 );

static void forEachPiece(
    const uiPane* p, int count, const double* x, const double* y, pieceFcn* piece, void* context )
{
    for ( int i = 0; i < count; ++i )
    {
        bool joined = i > 0 && isfinite( x[i - 1] + y[i - 1] );
        if ( isfinite( x[i] + y[i] ) )
        {
            float x1 = paneX( p, x[i] ), y1 = paneY( p, y[i] );
            piece( context, joined ? paneX( p, x[i - 1] ) : x1, joined ? paneY( p, y[i - 1] ) : y1, x1, y1 );
        }
    }
}

static void forEachMark( const uiPane* p, const sessionChartList* list, pieceFcn* piece, void* context )
{
    for ( int i = 0; i < list->markCount; ++i )
    {
        const sessionChartMark* m = list->marks + i;
        const double* v = list->values + m->first;
        int n = m->count;
        switch ( m->kind )
        {
            case session_chartArea:
                // fill and edges: every piece from the lower to the upper curve
                forEachPiece( p, n, v, v + n, piece, context );
                forEachPiece( p, n, v, v + 2 * n, piece, context );
                for ( int k = 0; k < n; ++k )
                {
                    const double x[2] = { v[k], v[k] }, y[2] = { v[n + k], v[2 * n + k] };
                    forEachPiece( p, 2, x, y, piece, context );
                }
                break;
            case session_chartCurve: forEachPiece( p, n, v, v + n, piece, context ); break;
            case session_chartPoints:
                for ( int k = 0; k < n; ++k ) { forEachPiece( p, 1, v + k, v + n + k, piece, context ); }
                break;
            case session_chartBars:
                for ( int k = 0; k < n; ++k )
                {
                    const double x[4] = { v[k], v[k], v[k + 1], v[k + 1] },
                                 y[4] = { 0.0, v[n + 1 + k], v[n + 1 + k], 0.0 };
                    forEachPiece( p, y[1] != 0.0 ? 4 : 0, x, y, piece, context );
                }
                break;
            case session_chartArrow:
                forEachPiece( p, 2, ( double[] ){ v[0], v[2] }, ( double[] ){ v[1], v[3] }, piece, context );
                break;
            case session_chartBand: break; // it shades the ground over the whole height
        }
    }
}

static void takePiece( void* context, float x0, float y0, float x1, float y1 )
{
    uiRoomTakeLine( context, x0, y0, x1, y1 );
}

void uiTakeChart( uiPane* p, const sessionChartList* list )
{
    uiRoomBegin( &p->ui->plots->room, p->data );
    forEachMark( p, list, takePiece, &p->ui->plots->room );
}

typedef struct pieceCounter
{
    const uiPane* p;
    int count;
} pieceCounter;

static void countPiece( void* context, float x0, float y0, float x1, float y1 )
{
    pieceCounter* counter = context;
    for ( int i = 0; i < counter->p->legend.count; ++i )
    {
        // only what is drawn, which the data area clips
        float a[2] = { x0, y0 }, b[2] = { x1, y1 };
        bool under = uiClipSegment( counter->p->data, a, b ) &&
            uiClipSegment( counter->p->legend.entries[i].rect, a, b );
        counter->count += under ? 1 : 0;
    }
}

int uiChartUnderLegend( const uiPane* p, const sessionChartList* list )
{
    pieceCounter counter = { .p = p };
    forEachMark( p, list, countPiece, &counter );
    return counter.count;
}
