// SPDX-License-Identifier: MIT

#include "base/words.h"
#include "ui/plot/plot_internal.h"

// Curves, the symbols at their ends, and the regime strip below them.

static void strokeDashes( uiPen* k )
{
    float( *points )[2] = k->p->ui->plots->buffer.points;
    float period = ( k->dash > 0.0f ? k->dash : 0.85f ) * k->p->em, travelled = 0.0f;
    float on = k->share > 0.0f ? k->share * period : k->dash > 0.0f ? 0.5f * period : 0.5f * k->p->em;
    for ( int i = 1; i < k->count; ++i )
    {
        float dx = points[i][0] - points[i - 1][0], dy = points[i][1] - points[i - 1][1];
        float length = hypotf( dx, dy ), from = 0.0f;
        // A jump far out of the frame would cost a million dashes that nobody sees.
        if ( length > 4000.0f )
        {
            travelled = 0.0f;
            continue;
        }
        while ( from < length )
        {
            float phase = fmodf( travelled + from, period );
            float to = fminf( length, from + ( phase < on ? on - phase : period - phase ) + 1e-3f );
            if ( phase < on )
            {
                // AddLine shifts its ends by half a pixel, AddPolyline does not; the
                // dashes must lie under the curve.
                float x = points[i - 1][0] - 0.5f, y = points[i - 1][1] - 0.5f;
                uiDrawLine( k->p->list, x + dx * from / length, y + dy * from / length, x + dx * to / length,
                    y + dy * to / length, k->color, k->thickness );
            }
            from = to;
        }
        travelled += length;
    }
}

void uiPenFlush( uiPen* k )
{
    float( *points )[2] = k->p->ui->plots->buffer.points;
    if ( k->count == 1 )
    {
        ImDrawList_AddCircleFilled(
            k->p->list, uiVec2( points[0][0], points[0][1] ), 1.2f * k->thickness, k->color, 8 );
    }
    else if ( k->count > 1 && k->dashed ) { strokeDashes( k ); }
    else if ( k->count > 1 )
    {
        ImDrawList_AddPolyline(
            k->p->list, (const ImVec2*)(const void*)points, k->count, k->color, 0, k->thickness );
    }
    k->count = 0;
}

void uiPenTo( uiPen* k, float x, float y )
{
    float( *points )[2] = k->p->ui->plots->buffer.points;
    if ( k->count == ui_plotPoints )
    {
        float lastX = points[k->count - 1][0], lastY = points[k->count - 1][1];
        uiPenFlush( k );
        points[0][0] = lastX;
        points[0][1] = lastY;
        k->count = 1;
    }
    points[k->count][0] = x;
    points[k->count][1] = y;
    ++k->count;
}

// Where rows are denser than pixels, each column of pixels becomes a bar from the lowest to the highest
// value, long enough to touch the bar before it. No peak is lost, and no polyline has to turn back on itself.
static void drawDense( uiPane* p, int column, ImU32 color, float thickness )
{
    int pixel = -1000000;
    // Rows before `next` lie in the same column of pixels: only for the others is it worked out.
    double next = -HUGE_VAL, step = p->logX ? 0.0 : ( p->x1 - p->x0 ) / (double)uiWidth( p->data );
    double low = HUGE_VAL, high = -HUGE_VAL, lastLow = HUGE_VAL, lastHigh = -HUGE_VAL;
    for ( int row = p->first; row <= p->last + 1; ++row )
    {
        bool end = row > p->last;
        double value = end ? (double)NAN : paneValue( p, row, column );
        double t = end ? next : paneValue( p, row, 0 );
        bool gap = end || !isfinite( value );
        int here = t < next ? pixel : (int)floorf( paneX( p, t ) );
        if ( low <= high && ( gap || here != pixel ) )
        {
            double from = lastLow <= lastHigh ? fmin( low, lastHigh ) : low;
            double to = lastLow <= lastHigh ? fmax( high, lastLow ) : high;
            float top = paneY( p, to ) - 0.5f * thickness, bottom = paneY( p, from ) + 0.5f * thickness;
            float left = (float)pixel - 0.5f * ( thickness - 1.0f );
            uiFillRect( p->list, ( uiRect ){ left, top, left + thickness, bottom }, color, 0.0f );
            lastLow = gap ? HUGE_VAL : low;
            lastHigh = gap ? -HUGE_VAL : high;
            low = HUGE_VAL;
            high = -HUGE_VAL;
        }
        const sessionSignalRange* block = end ? NULL : sessionSignalLog_Block( p->signalLog, row, column );
        int last = row + session_blockRows - 1;
        if ( block != NULL && last <= p->last && here == pixel && !gap && block->count == session_blockRows &&
            paneValue( p, last, 0 ) < next )
        {
            low = block->min < low ? block->min : low;
            high = block->max > high ? block->max : high;
            row = last;
        }
        else if ( !gap )
        {
            next = here == pixel || step == 0.0
                ? next
                : p->x0 + ( here + 1 - (double)p->data.x0 ) * step - 1e-3 * step;
            pixel = here;
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    }
}

void uiPlotCurve( uiPane* p, int column, uiPen style )
{
    bool dense = p->last - p->first > (int)uiWidth( p->data );
    if ( dense && ( !style.dashed || style.solid ) )
    {
        drawDense( p, column, style.color, style.thickness );
        return;
    }
    uiPen k = style;
    k.p = p;
    // Dashes show no detail, so about two rows per pixel are enough.
    int stride =
        style.dashed ? 1 + ( p->last - p->first ) / ( 2 * (int)fmaxf( 1.0f, uiWidth( p->data ) ) ) : 1;
    for ( int row = p->first; row <= p->last; row += stride )
    {
        double value = paneValue( p, row, column );
        if ( isfinite( value ) ) { uiPenTo( &k, paneX( p, paneValue( p, row, 0 ) ), paneY( p, value ) ); }
        else { uiPenFlush( &k ); }
    }
    uiPenFlush( &k );
}

void uiPlotCurves( uiPane* p )
{
    float thickness = fmaxf( 1.5f, 0.1f * p->em );
    uiPushClip( p->list, p->data );
    for ( int i = 0; i < p->count && p->signalLog->rowCount; ++i )
    {
        if ( p->stacked && p->series[i].exactColumn )
        {
            uiPlotCurve( p, p->series[i].exactColumn,
                ( uiPen ){ .color = p->ui->theme.text, .thickness = thickness, .dashed = true } );
        }
        else if ( p->series[i].visible && p->series[i].exactColumn )
        {
            // The curve is wide enough to be seen on both sides of the computed one that covers it.
            uiPlotCurve( p, p->series[i].exactColumn,
                ( uiPen ){ .color = uiFade( p->ui->theme.dim, 0.75f ),
                    .thickness = 2.4f * thickness,
                    .dashed = true } );
        }
    }
    for ( int i = 0; i < p->count && p->signalLog->rowCount && !p->stacked; ++i )
    {
        if ( p->series[i].visible )
        {
            uiPlotCurve(
                p, p->series[i].column, ( uiPen ){ .color = p->series[i].color, .thickness = thickness } );
        }
    }
    for ( int i = 0; i < p->count && !p->stacked; ++i )
    {
        if ( p->series[i].visible ) { uiMarkCurve( p, i ); }
    }
    ImDrawList_PopClipRect( p->list );
}

void uiTakeCurve( uiPane* p, int column )
{
    // About four rows per pixel: the few peaks between them do not matter to words.
    int stride = 1 + ( p->last - p->first ) / ( 4 * (int)fmaxf( 1.0f, uiWidth( p->data ) ) );
    bool joined = false;
    float x0 = 0.0f, y0 = 0.0f;
    for ( int row = p->first; row <= p->last; row += stride )
    {
        double value = paneValue( p, row, column );
        float x1 = paneX( p, paneValue( p, row, 0 ) ), y1 = paneY( p, isfinite( value ) ? value : p->y0 );
        if ( isfinite( value ) )
        {
            uiRoomTakeLine( &p->ui->plots->room, joined ? x0 : x1, joined ? y0 : y1, x1, y1 );
        }
        joined = isfinite( value );
        x0 = x1;
        y0 = y1;
    }
}

void uiTakeCurves( uiPane* p )
{
    uiRoomBegin( &p->ui->plots->room, p->data );
    for ( int i = 0; i < 2 * p->count && p->signalLog->rowCount && !p->stacked; ++i )
    {
        const uiSeries* s = p->series + i / 2;
        int column = i % 2 == 0 ? s->column : s->exactColumn;
        if ( s->visible && column ) { uiTakeCurve( p, column ); }
    }
    uiTakePins( p );
}

bool uiLabelEnd( uiPane* p, const char* text, ImU32 color, float x, float y )
{
    // steps of a line height up from the end; the side is right of the end, then left of it
    static const float steps[] = { 0.0f, 0.6f, -0.6f, 1.1f, -1.1f, 1.7f, -1.7f };
    uiRoom* room = &p->ui->plots->room;
    ImVec2 size = uiTextSize( p->ui, ui_fontSmall, text );
    float gap = 0.4f * p->em;
    for ( int j = 0; j < 2 * SS_COUNT( steps ); ++j )
    {
        float left = j < SS_COUNT( steps ) ? x + gap : x - gap - size.x;
        float top = roundf( y - 0.5f * size.y - steps[j % SS_COUNT( steps )] * size.y );
        uiRect r = { left, top, left + size.x, top + size.y };
        bool inside = r.x0 >= p->data.x0 && r.x1 <= p->data.x1 && r.y0 >= p->data.y0 && r.y1 <= p->data.y1;
        // letters are less high than their line
        uiRect ink = { r.x0, r.y0 + 0.15f * size.y, r.x1, r.y1 - 0.1f * size.y };
        if ( inside && uiRoomFree( room, ink ) )
        {
            uiDrawText( p->ui, p->list, ui_fontSmall, r.x0, r.y0, color, text );
            uiRoomTake( room, ink );
            return true;
        }
    }
    return false;
}

/// The end of a curve that gets its name there.
typedef struct curveEnd
{
    const uiSeries* series;
    float x, y;
} curveEnd;

/// Finds the ends of the visible curves, from the highest to the lowest. Returns their number.
static int findEnds( const uiPane* p, curveEnd* ends )
{
    int count = 0;
    for ( int i = 0; i < p->count; ++i )
    {
        const uiSeries* s = p->series + i;
        int row = p->last, at = count;
        while ( s->visible && row > p->first && !isfinite( paneValue( p, row, s->column ) ) ) { --row; }
        if ( s->visible && s->count >= 2 )
        {
            curveEnd end = { s, fminf( paneX( p, paneValue( p, row, 0 ) ), p->data.x1 ),
                paneY( p, paneValue( p, row, s->column ) ) };
            for ( ; at > 0 && ends[at - 1].y > end.y; --at ) { ends[at] = ends[at - 1]; }
            ends[at] = end;
            ++count;
        }
    }
    return count;
}

void uiPlotEndLabels( uiPane* p )
{
    curveEnd ends[SS_COUNT( p->series )];
    int count = findEnds( p, ends );
    float height = uiTextSize( p->ui, ui_fontSmall, "0" ).y, line = 0.8f * height,
          half = 0.5f * height + 0.5f;
    // Names of curves that end close together are pushed apart, in the order of the curves.
    for ( int pass = 0; pass < 100; ++pass )
    {
        for ( int i = 0; i + 1 < count; ++i )
        {
            float overlap = fmaxf( 0.0f, ends[i].y + line - ends[i + 1].y );
            ends[i].y = fmaxf( ends[i].y - 0.5f * overlap, fminf( ends[i].y, p->data.y0 + half ) );
            ends[i + 1].y =
                fminf( ends[i + 1].y + 0.5f * overlap, fmaxf( ends[i + 1].y, p->data.y1 - half ) );
        }
    }
    int named = 0;
    for ( int i = 0; i < count; ++i )
    {
        const uiSeries* s = ends[i].series;
        named += uiLabelEnd( p, s->name, s->color, ends[i].x, ends[i].y ) ? 1 : 0;
    }
    uiPublish( uiPrint( "plot.%s.named", p->plot->id ), (double)named );
}

static void drawSegment( uiPane* p, int state, float x0, float x1 )
{
    x0 = fmaxf( x0, p->strip.x0 );
    x1 = fminf( x1, p->strip.x1 );
    if ( state < 0 || x1 <= x0 ) { return; }
    ImU32 color = uiRegimeColor( &p->ui->theme, p->regime, state );
    uiFillRect( p->list, ( uiRect ){ x0, p->strip.y0, x1, p->strip.y1 }, color, 0.0f );
    const char* name = uiRegimeName( p->regime, state );
    ImVec2 size = uiTextSize( p->ui, ui_fontSmall, name );
    if ( size.x + 0.35f * p->em <= x1 - x0 ) // a part of a word says nothing
    {
        float y = p->strip.y0 + 0.5f * ( uiHeight( p->strip ) - size.y );
        uiDrawText( p->ui, p->list, ui_fontSmall, 0.5f * ( x0 + x1 - size.x ), y, uiInkOn( color ), name );
    }
}

void uiPlotStrip( uiPane* p )
{
    if ( p->regime.column == 0 ) { return; }
    uiFillRect( p->list, p->strip, p->ui->theme.background, 0.0f );
    int state = -1, segments = 0;
    float start = p->strip.x0;
    for ( int row = p->first; p->signalLog->rowCount && row <= p->last; ++row )
    {
        const sessionSignalRange* block = sessionSignalLog_Block( p->signalLog, row, p->regime.column );
        double value = paneValue( p, row, p->regime.column );
        int here = uiRegimeState( p->regime, value );
        if ( here != state )
        {
            float x = paneX( p, paneValue( p, row, 0 ) );
            drawSegment( p, state, start, x );
            state = here;
            start = x;
            ++segments;
        }
        bool same =
            block != NULL && block->min == value && block->max == value && block->count == session_blockRows;
        row += same ? session_blockRows - 1 : 0;
    }
    if ( p->signalLog->rowCount ) { drawSegment( p, state, start, paneX( p, paneValue( p, p->last, 0 ) ) ); }
    uiPublish( uiPrint( "plot.%s.segments", p->plot->id ), (double)segments );
}

void uiPlotFuture( uiPane* p )
{
    float x = roundf( paneX( p, p->now ) );
    bool ahead = p->signalLog->rowCount > 0 && paneValue( p, p->signalLog->rowCount - 1, 0 ) > p->now;
    if ( !ahead || x > p->data.x1 ) { return; }
    float from = fmaxf( x, p->data.x0 );
    uiFillRect( p->list, ( uiRect ){ from, p->data.y0, p->data.x1, p->strip.y1 },
        uiFade( p->ui->theme.background, 0.6f ), 0.0f );
    if ( x >= p->data.x0 )
    {
        uiFillRect( p->list, ( uiRect ){ x, p->data.y0, x + 1.0f, p->strip.y1 }, p->ui->theme.accent, 0.0f );
    }
}
