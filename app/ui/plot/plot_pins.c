// SPDX-License-Identifier: MIT
#include "ui/plot/plot_internal.h"

#include <string.h>

// Earlier runs behind the present one: thinner, dashed curves, each pin in its colour.

static const float s_faded = 0.62f; // opacity of a curve of a pin

/// The pane with the rows of a pin in place of those of the present run.
static uiPane paneOf( const uiPane* p, const uiPin* pin )
{
    uiPane q = *p;
    q.signalLog = pin->log;
    if ( p->ownX )
    {
        q.first = 0;
        q.last = pin->log->rowCount - 1;
        return q;
    }
    uiFindRows( &q );
    return q;
}

/// Of a stack only its height is drawn, which is what the exact curve of the first layer is.
static int columnOf( const uiPane* p, const uiSeries* s ) { return p->stacked ? s->exactColumn : s->column; }

/// The row of a pin at a time; -1: it has not come so far.
static int rowAt( const uiPin* pin, double time )
{
    const sessionSignalLog* log = pin->log;
    double end = sessionSignalLog_Row( log, log->rowCount - 1 )[0];
    int row = sessionSignalLog_Find( log, time );
    row = row < 0 ? 0 : row;
    if ( row + 1 < log->rowCount &&
        fabs( sessionSignalLog_Row( log, row + 1 )[0] - time ) <
            fabs( sessionSignalLog_Row( log, row )[0] - time ) )
    {
        ++row;
    }
    return time > end + pin->view->h ? -1 : row;
}

/// The column's range in the rows of a pin's pane. Only new rows are read; those of a twin can change.
static const uiColumnStats* statsOf( const uiPane* q, const uiPin* pin, int column )
{
    uiColumnStats* s = &q->ui->plots->pinStats[pin->place][column];
    bool goes = pin->place < SESSION_MAX_PINS && s->runNumber == pin->log->runNumber &&
        s->first == q->first && s->last <= q->last && s->last >= s->first;
    if ( !goes )
    {
        *s = ( uiColumnStats ){ .runNumber = pin->log->runNumber,
            .first = q->first,
            .last = q->first - 1,
            .min = HUGE_VAL,
            .max = -HUGE_VAL };
    }
    double before = s->last >= q->first ? paneValue( q, s->last, column ) : (double)NAN;
    for ( int row = s->last + 1; row <= q->last; ++row )
    {
        double value = paneValue( q, row, column );
        s->min = isfinite( value ) ? fmin( s->min, value ) : s->min;
        s->max = isfinite( value ) ? fmax( s->max, value ) : s->max;
        s->way += isfinite( value ) && isfinite( before ) ? fabs( value - before ) : 0.0;
        before = value;
    }
    s->last = q->last;
    return s;
}

void uiFindPins( uiPane* p, const uiFrameInput* input )
{
    int count = uiShownCurves( p->ui, input, p->pins );
    p->pinCount = 0;
    for ( int i = 0; i < p->count; ++i )
    {
        p->series[i].pinnedMin = HUGE_VAL;
        p->series[i].pinnedMax = -HUGE_VAL;
    }
    for ( int k = 0; k < count; ++k )
    {
        if ( p->pins[k].log == NULL ) { continue; }
        p->pins[p->pinCount] = p->pins[k];
        uiPane q = paneOf( p, p->pins + p->pinCount++ );
        for ( int i = 0; i < p->count; ++i )
        {
            uiSeries* s = p->series + i;
            const uiColumnStats* stats =
                columnOf( p, s ) > 0 ? statsOf( &q, p->pins + p->pinCount - 1, columnOf( p, s ) ) : NULL;
            s->pinnedMin = stats != NULL ? fmin( s->pinnedMin, stats->min ) : s->pinnedMin;
            s->pinnedMax = stats != NULL ? fmax( s->pinnedMax, stats->max ) : s->pinnedMax;
        }
    }
}

static bool isDrawn( const uiPane* p, const uiSeries* s )
{
    return ( s->visible || p->stacked ) && columnOf( p, s ) > 0;
}

void uiPlotPins( uiPane* p )
{
    uiPushClip( p->list, p->data );
    for ( int k = 0; k < p->pinCount; ++k )
    {
        uiPane q = paneOf( p, p->pins + k );
        uiPen pen = { .color = uiFade( p->pins[k].color, s_faded ),
            .thickness = fmaxf( 1.2f, 0.085f * p->em ),
            .dashed = true,
            .dash = p->pins[k].dash,
            .share = p->pins[k].share };
        for ( int i = 0; i < p->count; ++i )
        {
            if ( isDrawn( p, p->series + i ) )
            {
                int column = columnOf( p, p->series + i );
                double height = (double)uiHeight( p->data ), size = (double)( uiWidth( p->data ) ) + height;
                pen.solid = statsOf( &q, p->pins + k, column )->way * height > 5.0 * size * ( p->y1 - p->y0 );
                uiPlotCurve( &q, column, pen );
            }
        }
    }
    ImDrawList_PopClipRect( p->list );
}

void uiTakePins( uiPane* p )
{
    for ( int k = 0; k < p->pinCount; ++k )
    {
        uiPane q = paneOf( p, p->pins + k );
        for ( int i = 0; i < p->count; ++i )
        {
            if ( isDrawn( p, p->series + i ) ) { uiTakeCurve( &q, columnOf( p, p->series + i ) ); }
        }
    }
}

void uiPinsLegend( uiPane* p )
{
    for ( int k = 0; k < p->pinCount; ++k )
    {
        // A long name would push the others out of the pane.
        const char* text = uiElide(
            p->ui, ui_fontSmall, p->pins[k].view->name, fmaxf( 4.0f * p->em, 0.35f * uiWidth( p->rect ) ) );
        uiLegendEntry* e = uiAddLegend( p, text );
        if ( e != NULL )
        {
            e->color = p->pins[k].color;
            e->dash = p->pins[k].dash / 1.3f;
            e->share = p->pins[k].share;
        }
    }
}

/// Names a pin's curve at its end, where there is room; not if the pane has several curves.
void uiPlotPinLabels( uiPane* p )
{
    int drawn = 0;
    for ( int i = 0; i < p->count; ++i ) { drawn += isDrawn( p, p->series + i ) ? 1 : 0; }
    for ( int k = 0; k < p->pinCount && drawn == 1; ++k )
    {
        uiPane q = paneOf( p, p->pins + k );
        for ( int i = 0; i < p->count; ++i )
        {
            int column = columnOf( p, p->series + i ), row = q.last;
            while ( column > 0 && row > q.first && !isfinite( paneValue( &q, row, column ) ) ) { --row; }
            if ( isDrawn( p, p->series + i ) && row > q.first )
            {
                const char* text = uiElide( p->ui, ui_fontSmall, p->pins[k].view->name, 9.0f * p->em );
                uiLabelEnd( &q, text, p->pins[k].color,
                    fminf( paneX( p, paneValue( &q, row, 0 ) ), p->data.x1 ),
                    paneY( p, paneValue( &q, row, column ) ) );
            }
        }
    }
}

static void circle( uiPane* p, const uiPin* pin, const double* at, int x, int y, float radius, bool filled )
{
    ImVec2 middle = uiVec2( paneX( p, at[x] ), paneY( p, at[y] ) );
    if ( filled ) { ImDrawList_AddCircleFilled( p->list, middle, radius, pin->color, 0 ); }
    else { ImDrawList_AddCircle( p->list, middle, radius, pin->color, 16, 1.5f ); }
}

void uiPlotPinPaths( uiPane* p, int x, int y )
{
    for ( int k = 0; k < p->pinCount; ++k )
    {
        const uiPin* pin = p->pins + k;
        uiPen pen = { .p = p,
            .color = uiFade( pin->color, s_faded ),
            .thickness = fmaxf( 1.1f, 0.075f * p->em ),
            .dashed = true,
            .dash = pin->dash,
            .share = pin->share };
        float last[2] = { -1e9f, -1e9f };
        for ( int i = 0; i < pin->log->rowCount; ++i )
        {
            const double* row = sessionSignalLog_Row( pin->log, i );
            if ( !isfinite( row[x] ) || !isfinite( row[y] ) )
            {
                uiPenFlush( &pen );
                continue;
            }
            // Points closer than a pixel would only cost time.
            float at[2] = { paneX( p, row[x] ), paneY( p, row[y] ) };
            if ( fabsf( at[0] - last[0] ) + fabsf( at[1] - last[1] ) >= 1.0f )
            {
                uiPenTo( &pen, at[0], at[1] );
                last[0] = at[0];
                last[1] = at[1];
            }
        }
        uiPenFlush( &pen );
        double now[SS_MAX_SIGNALS + 1];
        now[0] = pin->view->time;
        memcpy( now + 1, pin->view->signals, sizeof( pin->view->signals ) );
        circle( p, pin, now, x, y, 0.25f * p->em, true );
        int row = isnan( p->ui->plots->cursorTime ) ? -1 : rowAt( pin, p->ui->plots->cursorTime );
        if ( row >= 0 )
        {
            circle( p, pin, sessionSignalLog_Row( pin->log, row ), x, y, 0.34f * p->em, false );
        }
    }
}

/// The value of a pin's curve at a time; NAN: it has not come so far.
static double pinValue( const uiPane* p, int pin, int series, double time )
{
    int row = rowAt( p->pins + pin, time ), column = columnOf( p, p->series + series );
    return row >= 0 && column > 0 ? sessionSignalLog_Row( p->pins[pin].log, row )[column] : (double)NAN;
}

const char* uiDescribePin( const uiPane* p, int pin, int series, double time, double present )
{
    const uiSeries* s = p->series + series;
    double value = pinValue( p, pin, series, time );
    if ( !isfinite( value ) ) { return ""; }
    bool both = isfinite( present );
    const char* number = uiFormatQuantity( value, both ? "" : s->signal->unit );
    return both ? uiPrint( "%s   Δ %s", number, uiFormatDifference( value, present, s->signal->unit ) )
                : number;
}

void uiPlotPinDots( uiPane* p, double time )
{
    for ( int k = 0; k < p->pinCount; ++k )
    {
        int row = rowAt( p->pins + k, time );
        for ( int i = 0; i < p->count && row >= 0; ++i )
        {
            double value = pinValue( p, k, i, time );
            float y = isfinite( value ) ? paneY( p, value ) : -1.0f;
            if ( isDrawn( p, p->series + i ) && y >= p->data.y0 && y <= p->data.y1 )
            {
                float x = roundf( paneX( p, sessionSignalLog_Row( p->pins[k].log, row )[0] ) ) + 0.5f;
                ImDrawList_AddCircle(
                    p->list, uiVec2( x, y ), 0.2f * p->em, p->pins[k].color, 0, fmaxf( 1.5f, 0.1f * p->em ) );
            }
        }
    }
}

void uiPublishPins( const uiPane* p, const char* mark, int row )
{
    uiPublish( uiPrint( "%s.pins", mark ), (double)p->pinCount );
    uiPublish( uiPrint( "%s.values", mark ), (double)p->valueCount );
    double time = row >= 0 ? paneValue( p, row, 0 ) : p->now;
    for ( int k = 0; k < p->pinCount; ++k )
    {
        for ( int i = 0; i < p->count; ++i )
        {
            const uiSeries* s = p->series + i;
            double value = pinValue( p, k, i, time );
            int here = row >= 0 ? row : sessionSignalLog_Find( p->signalLog, time );
            double present = here >= 0 && here < p->signalLog->rowCount && columnOf( p, s ) > 0
                ? paneValue( p, here, columnOf( p, s ) )
                : (double)NAN;
            uiPublish( uiPrint( "%s.pin%d.%s", mark, p->pins[k].place, s->signal->name ), value );
            const char* name = uiPrint( "%s.pin%d.%s.difference", mark, p->pins[k].place, s->signal->name );
            uiPublish( name, present - value );
        }
    }
}
