// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/plot/plot_internal.h"

// What was measured, behind the curves: points, the run of the sliders, and the band of the fit.

enum
{
    s_manyPoints = 1500 // more than this are thinned to the highest and lowest of each column of pixels
};

/// The column of the table that measures a signal; -1: none does.
static int columnOf( const ssFitData* data, int signal )
{
    for ( int c = 0; data != NULL && c < data->columnCount; ++c )
    {
        if ( data->columns[c].signal == signal ) { return c; }
    }
    return -1;
}

static double measuredValue( const ssFitData* data, int row, int column )
{
    return data->values[(size_t)row * (size_t)data->columnCount + (size_t)column];
}

static const double* curveRow( const sessionFitCurve* curve, int row )
{
    return curve->rows + (size_t)row * ( (size_t)curve->signalCount + 1 );
}

/// A curve of another scenario, which has just been left, does not fit.
static const sessionFitCurve* usable( const uiPane* p, const sessionFitCurve* curve )
{
    return curve != NULL && curve->signalCount == p->signalLog->signalCount ? curve : NULL;
}

static void widen( const uiPane* p, uiSeries* s, double time, double value )
{
    if ( time >= p->x0 && time <= p->x1 && isfinite( value ) )
    {
        s->measuredMin = fmin( s->measuredMin, value );
        s->measuredMax = fmax( s->measuredMax, value );
    }
}

void uiFindMeasured( uiPane* p )
{
    const uiMeasured* m = &p->ui->measured;
    const sessionFitCurve* curves[] = { m->curve, m->bandLow, m->bandHigh };
    for ( int i = 0; i < p->count; ++i )
    {
        uiSeries* s = p->series + i;
        s->measured = p->stacked || s->created ? -1 : columnOf( m->data, s->column - 1 );
        s->measuredMin = HUGE_VAL;
        s->measuredMax = -HUGE_VAL;
        for ( int row = 0; s->measured >= 0 && row < m->data->rowCount; ++row )
        {
            widen( p, s, m->data->times[row], measuredValue( m->data, row, s->measured ) );
        }
        for ( int k = 0; s->measured >= 0 && k < SS_COUNT( curves ); ++k )
        {
            const sessionFitCurve* curve = usable( p, curves[k] );
            for ( int row = 0; curve != NULL && row < curve->rowCount; ++row )
            {
                widen( p, s, curveRow( curve, row )[0], curveRow( curve, row )[s->column] );
            }
        }
    }
}

bool uiShowsMeasured( const uiPane* p )
{
    for ( int i = 0; i < p->count; ++i )
    {
        if ( p->series[i].visible && p->series[i].measured >= 0 ) { return true; }
    }
    return false;
}

void uiMeasuredLegend( uiPane* p )
{
    bool shown = uiShowsMeasured( p );
    uiLegendEntry* e = shown ? uiAddLegend( p, tr( "measured" ) ) : NULL;
    if ( e != NULL )
    {
        e->kind = ui_swatchDot;
        e->color = uiFade( p->ui->theme.text, 0.7f );
    }
    uiPublish( uiPrint( "plot.%s.measured", p->plot->id ), shown ? 1.0 : 0.0 );
}

static void drawPoint( uiPane* p, float x, double value, ImU32 ink )
{
    float radius = fmaxf( 1.6f, 0.11f * p->em ), y = paneY( p, value );
    if ( y < p->data.y0 - radius || y > p->data.y1 + radius ) { return; }
    ImDrawList_AddNgonFilled( p->list, uiVec2( x, y ), radius, ink, 6 );
    uiRoomTake( &p->ui->plots->room, ( uiRect ){ x - radius, y - radius, x + radius, y + radius } );
}

static void drawPoints( uiPane* p, const uiSeries* s )
{
    const ssFitData* data = p->ui->measured.data;
    bool many = data->rowCount > s_manyPoints;
    // the colour of their curve, nearer to the text
    ImU32 ink = uiFade( uiMix( s->color, p->ui->theme.text, 0.55f ), 0.8f );
    float column = -1e9f;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for ( int row = 0; row < data->rowCount; ++row )
    {
        double value = measuredValue( data, row, s->measured ), time = data->times[row];
        if ( time < p->x0 || time > p->x1 || !isfinite( value ) ) { continue; }
        float x = many ? floorf( paneX( p, time ) ) : paneX( p, time );
        if ( many && x != column )
        {
            drawPoint( p, column, low, ink );
            drawPoint( p, column, high, ink );
            low = HUGE_VAL;
            high = -HUGE_VAL;
        }
        column = x;
        low = fmin( low, value );
        high = fmax( high, value );
        if ( !many ) { drawPoint( p, x, value, ink ); }
    }
    if ( many && low <= high )
    {
        drawPoint( p, column, low, ink );
        drawPoint( p, column, high, ink );
    }
}

static void drawPredicted( uiPane* p, const uiSeries* s )
{
    const sessionFitCurve* curve = usable( p, p->ui->measured.curve );
    uiPen pen = { .p = p, .color = uiFade( s->color, 0.85f ), .thickness = fmaxf( 1.2f, 0.08f * p->em ) };
    for ( int row = 0; curve != NULL && row < curve->rowCount; ++row )
    {
        double value = curveRow( curve, row )[s->column];
        if ( isfinite( value ) )
        {
            uiPenTo( &pen, paneX( p, curveRow( curve, row )[0] ), paneY( p, value ) );
        }
        else { uiPenFlush( &pen ); }
    }
    uiPenFlush( &pen );
}

static void drawBand( uiPane* p, const uiSeries* s )
{
    const sessionFitCurve *low = usable( p, p->ui->measured.bandLow ),
                          *high = usable( p, p->ui->measured.bandHigh );
    ImU32 ink = uiFade( s->color, 0.28f );
    ImDrawListFlags flags = p->list->Flags;
    p->list->Flags &= ~ImDrawListFlags_AntiAliasedFill; // or every piece would have edges of its own
    for ( int row = 1; low != NULL && high != NULL && row < low->rowCount; ++row )
    {
        const double *a = curveRow( low, row - 1 ), *b = curveRow( low, row );
        const double *c = curveRow( high, row ), *d = curveRow( high, row - 1 );
        int k = s->column;
        if ( isfinite( a[k] ) && isfinite( b[k] ) && isfinite( c[k] ) && isfinite( d[k] ) )
        {
            ImDrawList_AddQuadFilled( p->list, uiVec2( paneX( p, a[0] ), paneY( p, a[k] ) ),
                uiVec2( paneX( p, b[0] ), paneY( p, b[k] ) ), uiVec2( paneX( p, c[0] ), paneY( p, c[k] ) ),
                uiVec2( paneX( p, d[0] ), paneY( p, d[k] ) ), ink );
        }
    }
    p->list->Flags = flags;
}

void uiPlotMeasured( uiPane* p )
{
    uiPushClip( p->list, p->data );
    for ( int i = 0; i < p->count; ++i )
    {
        const uiSeries* s = p->series + i;
        if ( s->visible && s->measured >= 0 )
        {
            drawBand( p, s );
            drawPoints( p, s );
            drawPredicted( p, s );
        }
    }
    ImDrawList_PopClipRect( p->list );
}
