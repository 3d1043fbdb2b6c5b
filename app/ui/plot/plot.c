// SPDX-License-Identifier: MIT

#include "ui/plot/plot.h"

#include "ui/plot/plot_internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------- series

// Forces, moments and velocities have the colours of the scene; a second curve of a kind takes the next free colour.
static ImU32 chooseColor( const uiPane* p, const char* unit )
{
    static const char* const units[] = { "N", "N m", "m/s" };
    const uiTheme* theme = &p->ui->theme;
    ImU32 candidates[3 + SS_COUNT( theme->series )];
    int count = 0;
    for ( int i = 0; i < SS_COUNT( units ); ++i )
    {
        if ( strcmp( unit, units[i] ) == 0 )
        {
            candidates[count++] = theme->quantity[i];
        }
    }
    for ( int i = 0; i < SS_COUNT( theme->series ); ++i )
    {
        candidates[count++] = theme->series[i];
    }
    for ( int i = 0; i < count; ++i )
    {
        bool taken = false;
        for ( int j = 0; j < p->count; ++j )
        {
            taken = taken || p->series[j].color == candidates[i];
        }
        if ( !taken )
        {
            return candidates[i];
        }
    }
    return theme->text;
}

static void collectSeries( uiPane* p, const ssScenario* scenario )
{
    for ( int i = 0; i < ui_maxSeries && p->plot->signals[i]; ++i )
    {
        int signal = ssFindSignal( scenario, p->plot->signals[i] );
        int exact = p->plot->exact[i] ? ssFindSignal( scenario, p->plot->exact[i] ) : -1;
        if ( signal < 0 )
        {
            continue;
        }
        uiSeries s = { .signal = scenario->signals + signal,
            .column = 1 + signal,
            .exactColumn = 1 + exact,
            .exactSignal = exact >= 0 ? scenario->signals + exact : NULL,
            .visible = !p->view->hidden[i] };
        s.color = p->stacked ? uiLayerColor( &p->ui->theme, i ) : chooseColor( p, s.signal->unit );
        p->series[p->count++] = s;
    }
    int created = p->plot->created ? ssFindSignal( scenario, p->plot->created ) : -1;
    if ( created >= 0 && p->count < ui_maxSeries )
    {
        p->series[p->count++] = ( uiSeries ){ .signal = scenario->signals + created,
            .column = 1 + created,
            .color = p->ui->theme.error,
            .visible = !p->view->hidden[ui_maxSeries - 1],
            .created = true };
    }
}

static int widen( double value, double* lo, double* hi )
{
    if ( !isfinite( value ) )
    {
        return 0;
    }
    *lo = fmin( *lo, value );
    *hi = fmax( *hi, value );
    return 1;
}

/// All curves are measured in one pass over the rows, because the rows of a long run do not fit into a cache.
static void measureSeries( uiPane* p )
{
    for ( int i = 0; i < p->count; ++i )
    {
        p->series[i].min = p->series[i].exactMin = HUGE_VAL;
        p->series[i].max = p->series[i].exactMax = -HUGE_VAL;
    }
    for ( int row = p->first; row <= p->last; ++row )
    {
        for ( int i = 0; i < p->count; ++i )
        {
            uiSeries* s = p->series + i;
            s->count += widen( paneValue( p, row, s->column ), &s->min, &s->max );
            if ( s->exactColumn )
            {
                s->exactCount += widen( paneValue( p, row, s->exactColumn ), &s->exactMin, &s->exactMax );
            }
        }
    }
}

static void publishSeries( const uiPane* p, const char* mark )
{
    char name[128];
    int rows = p->signalLog->rowCount;
    for ( int i = 0; i < p->count; ++i )
    {
        const uiSeries* s = p->series + i;
        const struct
        {
            const char* what;
            double value;
        } values[] = { { "last", rows > 0 ? paneValue( p, rows - 1, s->column ) : (double)NAN },
            { "min", s->count ? s->min : (double)NAN }, { "max", s->count ? s->max : (double)NAN },
            { "count", (double)s->count }, { "visible", s->visible ? 1.0 : 0.0 } };
        for ( int j = 0; j < SS_COUNT( values ); ++j )
        {
            snprintf( name, sizeof( name ), "%s.%s.%s", mark, s->signal->name, values[j].what );
            uiPublish( name, values[j].value );
        }
    }
}

// Finds the rows inside the time range and one beyond each end, so that curves reach the edge of the frame.
static void findRows( uiPane* p )
{
    int lo = sessionSignalLog_Find( p->signalLog, p->x0 ), hi = sessionSignalLog_Find( p->signalLog, p->x1 );
    p->first = lo < 0 ? 0 : lo;
    p->last = hi + 1 < p->signalLog->rowCount ? hi + 1 : p->signalLog->rowCount - 1;
}

// Fits the range to the visible values, with a margin, and rounds it so that it seldom changes.
static void fitValues( uiPane* p )
{
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for ( int i = 0; i < p->count; ++i )
    {
        const uiSeries* s = p->series + i;
        bool solid = s->visible && !p->stacked, dashed = s->visible || p->stacked;
        lo = fmin( lo, fmin( solid ? s->min : HUGE_VAL, dashed ? s->exactMin : HUGE_VAL ) );
        hi = fmax( hi, fmax( solid ? s->max : -HUGE_VAL, dashed ? s->exactMax : -HUGE_VAL ) );
    }
    for ( int row = p->first; p->stacked && p->signalLog->rowCount && row <= p->last; ++row )
    {
        uiStackBounds( p, row, &lo, &hi );
    }
    if ( !( lo <= hi ) )
    {
        lo = 0.0;
        hi = 1.0;
    }
    double size = fmax( fabs( lo ), fabs( hi ) );
    bool zero = size <= p->floorY;
    if ( zero || hi - lo <= 1e-6 * size )
    {
        // The curve is constant up to the solver's tolerance: the range ends at zero, or is ±1 around it.
        lo = zero ? -1.0 : fmin( lo, 0.0 );
        hi = zero ? 1.0 : fmax( hi, 0.0 );
    }
    double span = hi - lo;
    lo = lo > 0.0 && lo < 0.5 * span ? 0.0 : lo;
    hi = hi < 0.0 && -hi < 0.5 * span ? 0.0 : hi;
    double step = uiNiceStep( 0.08 * ( hi - lo ) );
    p->y0 = floor( lo / step - 0.5 ) * step;
    p->y1 = ceil( hi / step + 0.5 ) * step;
}

static void chooseValues( uiPane* p )
{
    if ( p->view->y.manual )
    {
        p->y0 = p->view->y.lo;
        p->y1 = p->view->y.hi;
    }
    else
    {
        fitValues( p );
    }
}

// -------------------------------------------------------------------------------------------- cursor, legend

static int cursorRow( const uiPane* p )
{
    double t = p->ui->plots->cursorTime;
    if ( isnan( t ) || p->signalLog->rowCount == 0 )
    {
        return -1;
    }
    int row = sessionSignalLog_Find( p->signalLog, t );
    row = row < 0 ? 0 : row;
    if ( row + 1 < p->signalLog->rowCount &&
        fabs( paneValue( p, row + 1, 0 ) - t ) < fabs( paneValue( p, row, 0 ) - t ) )
    {
        ++row;
    }
    // Beyond the data there is no value to show.
    return t > paneValue( p, p->signalLog->rowCount - 1, 0 ) + 0.01 * ( p->x1 - p->x0 ) ? -1 : row;
}

static void drawCursor( uiPane* p, int row )
{
    const uiTheme* theme = &p->ui->theme;
    double t = p->ui->plots->cursorTime;
    if ( isnan( t ) || t < p->x0 || t > p->x1 )
    {
        return;
    }
    float x = roundf( paneX( p, row >= 0 ? paneValue( p, row, 0 ) : t ) );
    ImDrawList_AddRectFilled( p->list, uiVec2( x, p->data.y0 ), uiVec2( x + 1.0f, p->strip.y1 ),
        uiFade( theme->text, 0.6f ), 0.0f, 0 );
    char number[48], text[96];
    uiFormatNumber( row >= 0 ? paneValue( p, row, 0 ) : t, number, sizeof( number ) );
    snprintf( text, sizeof( text ), "t = %s s", number );
    // The time covers the ticks of the axis.
    ImVec2 size = uiTextSize( p->ui, ui_fontSmall, text );
    float pad = 0.35f * p->em, ty = p->strip.y1 + roundf( 0.15f * p->em );
    float tx = fmaxf( p->data.x0 - pad, fminf( x - 0.5f * size.x, p->data.x1 - size.x ) );
    ImDrawList_AddRectFilled( p->list, uiVec2( tx - pad, ty - 1.0f ),
        uiVec2( tx + size.x + pad, ty + size.y + 1.0f ), theme->raised, roundf( 0.2f * p->em ), 0 );
    uiDrawText( p->ui, p->list, ui_fontSmall, tx, ty, theme->text, text );
    for ( int i = 0; i < p->count && row >= 0 && !p->stacked; ++i )
    {
        double value = paneValue( p, row, p->series[i].column );
        float y = paneY( p, isfinite( value ) ? value : p->y0 );
        if ( p->series[i].visible && isfinite( value ) && y >= p->data.y0 && y <= p->data.y1 )
        {
            ImDrawList_AddCircleFilled(
                p->list, uiVec2( x + 0.5f, y ), 0.22f * p->em, p->series[i].color, 0 );
        }
    }
}

// The legend is at the upper right, without a box. With a cursor it shows the values.
static void drawLegend( uiPane* p, int row )
{
    const uiTheme* theme = &p->ui->theme;
    char texts[ui_maxSeries][96], mark[128];
    float widest = 0.0f, line = roundf( 1.3f * p->small ), swatch = roundf( 1.1f * p->em ),
          pad = roundf( 0.4f * p->em );
    for ( int i = 0; i < p->count; ++i )
    {
        const uiSeries* s = p->series + i;
        snprintf( texts[i], sizeof( texts[i] ), "%s", s->signal->symbol );
        if ( row >= 0 && s->visible )
        {
            char number[64];
            uiFormatQuantity( paneValue( p, row, s->column ), s->signal->unit, number, sizeof( number ) );
            snprintf( texts[i], sizeof( texts[i] ), "%s = %s", s->signal->symbol, number );
        }
        widest = fmaxf( widest, uiTextSize( p->ui, ui_fontSmall, texts[i] ).x );
    }
    float x = p->data.x1 - widest - swatch - 2.0f * pad, y = p->data.y0 + 0.2f * p->em;
    for ( int i = 0; i < p->count && y + line <= p->data.y1; ++i, y += line )
    {
        uiSeries* s = p->series + i;
        s->legend = ( uiRect ){ x, y, p->data.x1, y + line };
        ImU32 ink = s->visible ? theme->text : uiFade( theme->dim, 0.6f );
        float middle = roundf( y + 0.5f * line );
        // A curve behind the words would make them hard to read.
        ImDrawList_AddRectFilled( p->list, uiVec2( x, y ), uiVec2( p->data.x1, y + line ),
            uiFade( theme->background, 0.78f ), 0.0f, 0 );
        ImDrawList_AddLine( p->list, uiVec2( x + 0.3f * pad, middle ), uiVec2( x + swatch, middle ),
            s->visible ? s->color : uiFade( s->color, 0.35f ), fmaxf( 2.0f, 0.14f * p->em ) );
        float tx = x + swatch + pad;
        uiDrawText( p->ui, p->list, ui_fontSmall, tx, middle - 0.5f * p->small, ink, texts[i] );
        if ( !s->visible )
        {
            ImDrawList_AddLine( p->list, uiVec2( tx, middle ),
                uiVec2( tx + uiTextSize( p->ui, ui_fontSmall, texts[i] ).x, middle ), ink, 1.0f );
        }
        snprintf( mark, sizeof( mark ), "plot.%s.legend.%s", p->plot->id, s->signal->name );
        uiMarkRect( mark, s->legend );
        uiMarkText( mark, texts[i] );
    }
}

/// In a pane without a curve, a text gives the reason.
static void drawEmptyText( const uiPane* p, bool playing )
{
    bool drawn = false;
    for ( int i = 0; i < p->count; ++i )
    {
        drawn = drawn || p->series[i].count > 0;
    }
    bool started = p->signalLog->rowCount >= 2;
    const char* text = started ? ( drawn ? "" : "not defined yet" ) : playing ? "" : "press Space to run";
    ImVec2 size = uiTextSize( p->ui, ui_fontBody, text );
    uiDrawText( p->ui, p->list, ui_fontBody, 0.5f * ( p->data.x0 + p->data.x1 - size.x ),
        0.5f * ( p->data.y0 + p->data.y1 - size.y ), p->ui->theme.dim, text );
}

void uiPlot( uiState* ui, const uiFrameInput* input, int pane, uiRect rect, double time0, double time1 )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const ssPlot* plot = uiPanePlot( ui, scenario, pane );
    uiPane p = { .ui = ui,
        .signalLog = uiUsableLog( input ),
        .plot = plot,
        .pane = pane,
        .title = plot->title,
        .unit = plot->unit,
        .xTitle = "t [s]",
        .view = uiPaneView( ui, scenario, pane ),
        .stacked = plot->kind == ss_plotStacked,
        .rect = rect,
        .x0 = time0,
        .x1 = time1,
        .regime = uiFindRegime( scenario ),
        .now = input->snapshot->time };
    char mark[96];
    snprintf( mark, sizeof( mark ), "plot.%s", p.plot->id );
    uiPaneEvents events = uiBeginPane( &p, mark );

    p.floorY = uiRoundingFloor( p.signalLog, scenario, plot->unit );
    collectSeries( &p, scenario );
    if ( p.signalLog->rowCount )
    {
        findRows( &p );
    }
    measureSeries( &p );
    chooseValues( &p );
    uiPlotLayout( &p );
    int row = cursorRow( &p );
    uiPlotAxes( &p );
    if ( p.stacked )
    {
        uiPlotStack( &p );
    }
    uiPlotCurves( &p );
    uiPlotStrip( &p );
    uiPlotFuture( &p );
    drawCursor( &p, row );
    if ( p.stacked )
    {
        uiPlotStackLegend( &p, row );
        uiPlotLayerLabels( &p );
    }
    else
    {
        drawLegend( &p, row );
        uiPlotEndLabels( &p );
    }
    drawEmptyText( &p, uiShownPlaying( ui, input ) );
    uiPlotMouse( &p, events );
    uiPublishPane( &p, mark );
    publishSeries( &p, mark );
}
