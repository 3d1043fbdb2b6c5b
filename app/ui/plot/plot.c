// SPDX-License-Identifier: MIT

#include "ui/plot/plot.h"
#include "base/words.h"
#include "ui/plot/plot_internal.h"
#include <string.h>

// Draws signals over time and charts.

// Forces, moments and velocities have the scene's colours; a second curve of a kind the next free one.
static ImU32 chooseColor( const uiPane* p, const char* unit )
{
    static const char* const units[] = { "N", "N m", "m/s" };
    const uiTheme* theme = &p->ui->theme;
    ImU32 candidates[3 + SS_COUNT( theme->series )];
    int count = 0;
    for ( int i = 0; i < SS_COUNT( units ); ++i )
    {
        if ( strcmp( unit, units[i] ) == 0 ) { candidates[count++] = theme->quantity[i]; }
    }
    for ( int i = 0; i < SS_COUNT( theme->series ); ++i ) { candidates[count++] = theme->series[i]; }
    for ( int i = 0; i < count; ++i )
    {
        bool taken = false;
        for ( int j = 0; j < p->count; ++j ) { taken = taken || p->series[j].color == candidates[i]; }
        if ( !taken ) { return candidates[i]; }
    }
    return theme->text;
}

static void collectSeries( uiPane* p, const ssScenario* scenario )
{
    for ( int i = 0; i < ui_maxSeries && p->plot->signals[i]; ++i )
    {
        int signal = ssFindSignal( scenario, p->plot->signals[i] );
        bool known = p->plot->exact[i] != NULL && !uiHidesExact( p->ui );
        int exact = known ? ssFindSignal( scenario, p->plot->exact[i] ) : -1;
        if ( signal < 0 ) { continue; }
        uiSeries s = { .signal = scenario->model.signals + signal,
            .name = uiCurveName( scenario, scenario->model.signals + signal ),
            .column = 1 + signal,
            .exactColumn = 1 + exact,
            .exactSignal = exact >= 0 ? scenario->model.signals + exact : NULL,
            .visible = !p->view->hidden[i] };
        s.color = p->stacked ? uiLayerColor( &p->ui->theme, i ) : chooseColor( p, s.signal->unit );
        s.marker = p->stacked ? ui_markerNone : p->count % ui_markerCount;
        p->series[p->count++] = s;
    }
    int created = p->plot->created ? ssFindSignal( scenario, p->plot->created ) : -1;
    if ( created >= 0 && p->count < ui_maxSeries )
    {
        p->series[p->count++] = ( uiSeries ){ .signal = scenario->model.signals + created,
            .name = tr( scenario->model.signals[created].symbol ),
            .column = 1 + created,
            .color = p->ui->theme.error,
            .visible = !p->view->hidden[ui_maxSeries - 1],
            .created = true };
    }
}

static void measureSeries( uiPane* p )
{
    for ( int i = 0; i < p->count; ++i )
    {
        uiSeries* s = p->series + i;
        sessionSignalRange own = sessionSignalLog_Range( p->signalLog, s->column, p->first, p->last );
        sessionSignalRange exact = { HUGE_VAL, -HUGE_VAL, 0.0 };
        if ( s->exactColumn )
        {
            exact = sessionSignalLog_Range( p->signalLog, s->exactColumn, p->first, p->last );
        }
        s->min = own.min;
        s->max = own.max;
        s->count = (int)own.count;
        s->exactMin = exact.min;
        s->exactMax = exact.max;
        s->exactCount = (int)exact.count;
    }
}

static void publishSeries( const uiPane* p, const char* mark )
{
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
            { "count", (double)s->count }, { "visible", s->visible ? 1.0 : 0.0 },
            { "marker", (double)s->marker } };
        for ( int j = 0; j < SS_COUNT( values ); ++j )
        {
            uiPublish( uiPrint( "%s.%s.%s", mark, s->signal->name, values[j].what ), values[j].value );
        }
    }
}

// One row beyond each end makes curves reach the edge of the frame.
void uiFindRows( uiPane* p )
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
        lo = s->visible ? fmin( lo, s->measuredMin ) : lo;
        hi = s->visible ? fmax( hi, s->measuredMax ) : hi;
        lo = dashed ? fmin( lo, s->pinnedMin ) : lo;
        hi = dashed ? fmax( hi, s->pinnedMax ) : hi;
    }
    if ( p->stacked && p->signalLog->rowCount ) { uiStackBounds( p, &lo, &hi ); }
    bool empty = !( lo <= hi );
    lo = empty ? 0.0 : lo;
    hi = empty ? 1.0 : hi;
    double size = fmax( fabs( lo ), fabs( hi ) ), ever = 0.0;
    for ( int i = 0; i < p->count && p->signalLog->rowCount; ++i )
    {
        ever = fmax( ever, p->series[i].visible ? p->signalLog->largest[p->series[i].column - 1] : 0.0 );
    }
    bool zero = size <= p->floorY;
    p->zero = empty || ( zero && ever <= p->floorY );
    if ( zero || hi - lo <= 1e-6 * size )
    {
        // The curve is constant up to the solver's tolerance: the range reaches from zero to it, or to what
        // it has been before.
        lo = zero && p->zero ? -1.0 : zero ? 0.0 : fmin( lo, 0.0 );
        hi = zero && p->zero ? 1.0 : zero ? ever : fmax( hi, 0.0 );
    }
    lo -= p->base; // the axis counts from there
    hi -= p->base;
    double span = hi - lo;
    lo = lo > 0.0 && lo < 0.5 * span ? 0.0 : lo;
    hi = hi < 0.0 && -hi < 0.5 * span ? 0.0 : hi;
    double step = uiNiceStep( 0.08 * ( hi - lo ) );
    p->y0 = p->base + floor( lo / step - 0.5 ) * step;
    p->y1 = p->base + ceil( hi / step + 0.5 ) * step;
}

static void chooseValues( uiPane* p )
{
    if ( p->view->y.manual )
    {
        p->y0 = p->view->y.lo;
        p->y1 = p->view->y.hi;
    }
    else { fitValues( p ); }
}

static int cursorRow( const uiPane* p )
{
    double t = p->ui->plots->cursorTime;
    if ( isnan( t ) || p->signalLog->rowCount == 0 ) { return -1; }
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
    if ( isnan( t ) || t < p->x0 || t > p->x1 ) { return; }
    float x = roundf( paneX( p, row >= 0 ? paneValue( p, row, 0 ) : t ) );
    uiFillRect(
        p->list, ( uiRect ){ x, p->data.y0, x + 1.0f, p->strip.y1 }, uiFade( theme->text, 0.6f ), 0.0f );
    const char* text = uiPrint( "t = %s", uiFormatQuantity( row >= 0 ? paneValue( p, row, 0 ) : t, "s" ) );
    // The time covers the ticks of the axis.
    ImVec2 size = uiTextSize( p->ui, ui_fontSmall, text );
    float pad = 0.35f * p->em, ty = p->strip.y1 + roundf( 0.15f * p->em );
    float tx = fmaxf( p->data.x0 - pad, fminf( x - 0.5f * size.x, p->data.x1 - size.x ) );
    uiFillRect( p->list, ( uiRect ){ tx - pad, ty - 1.0f, tx + size.x + pad, ty + size.y + 1.0f },
        theme->raised, roundf( 0.2f * p->em ) );
    uiDrawText( p->ui, p->list, ui_fontSmall, tx, ty, theme->text, text );
    uiPlotPinDots( p, row >= 0 ? paneValue( p, row, 0 ) : t );
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

/// What dashed curves are: the word added by the first one's symbol ("U exact"), or it. NULL: none in sight.
static const char* dashedMeaning( const uiPane* p )
{
    for ( int i = 0; i < p->count; ++i )
    {
        const uiSeries* s = p->series + i;
        if ( s->exactColumn && s->exactCount > 1 && ( s->visible || p->stacked ) )
        {
            const char* word = strrchr( tr( s->exactSignal->symbol ), ' ' );
            return p->stacked ? tr( "energy input" ) : word != NULL ? word + 1 : tr( s->exactSignal->symbol );
        }
    }
    return NULL;
}

/// Layers too thin to be seen so far need no name, nor do curves without a value beside others.
static bool isListed( const uiPane* p, const uiSeries* s )
{
    double largest = p->floorY;
    bool others = false;
    for ( int i = 0; p->signalLog->rowCount > 0 && i < p->count; ++i )
    {
        largest = fmax( largest, p->signalLog->largest[p->series[i].column - 1] );
        others = others || p->series[i].count > 0;
    }
    bool thin = p->signalLog->rowCount == 0 || !( p->signalLog->largest[s->column - 1] > 5e-3 * largest );
    return !s->visible || ( p->stacked ? !thin : s->count > 0 || p->recorded || !others );
}

static bool isUnknown( const uiPane* p, const uiSeries* s )
{
    return p->recorded && s->visible && s->count == 0 && p->signalLog->rowCount > 0;
}

/// The entries follow the series; the last one explains the dashes.
static void collectLegend( uiPane* p )
{
    for ( int i = 0; i < p->count; ++i )
    {
        uiSeries* s = p->series + i;
        const char* label = uiPrint( "%s%s", s->name, isUnknown( p, s ) ? tr( " unknown" ) : "" );
        s->entry = isListed( p, s ) ? p->legend.count : -1;
        uiLegendEntry* e = s->entry >= 0 ? uiAddLegend( p, label ) : NULL;
        if ( e == NULL )
        {
            s->entry = -1;
            continue;
        }
        e->color = s->color;
        e->kind = p->stacked ? ui_swatchBox : ui_swatchLine;
        e->strength = s->created ? 0.2f : 0.75f;
        e->hatched = s->created;
        e->marker = s->marker;
        e->off = !s->visible;
    }
    const char* meaning = dashedMeaning( p );
    const char* text = "";
    if ( meaning != NULL )
    {
        uiLegendEntry* e = uiAddLegend( p, meaning );
        e->color = p->stacked ? p->ui->theme.text : p->ui->theme.dim;
        e->dash = 0.4f;
        text = uiPrint( tr( "%s: dashed" ), meaning );
    }
    uiMeasuredLegend( p );
    uiPinsLegend( p );
    const char* name = uiPrint( "plot.%s.dashed", p->plot->id );
    uiPublish( name, meaning != NULL ? 1.0 : 0.0 );
    uiMarkText( name, text );
}

/// Names the entries for scripts and says how many of them lie on the data, where curves are.
static int markLegend( uiPane* p, int row )
{
    int covered = 0;
    for ( int i = 0; i < p->legend.count; ++i )
    {
        const uiLegendEntry* e = p->legend.entries + i;
        covered += e->rect.x0 < p->data.x1 && e->rect.x1 > p->data.x0 && e->rect.y0 < p->data.y1 &&
                e->rect.y1 > p->data.y0
            ? 1
            : 0;
    }
    for ( int i = 0; i < p->count; ++i )
    {
        uiSeries* s = p->series + i;
        if ( s->entry < 0 ) { continue; }
        s->legend = p->legend.entries[s->entry].rect;
        const char* text = uiDescribeValue( p, i, row );
        const char* mark = uiPrint( "plot.%s.legend.%s", p->plot->id, s->signal->name );
        uiMarkRect( mark, s->legend );
        uiMarkText( mark, text );
    }
    return covered;
}

/// In a pane without a curve, a text gives the reason.
static void drawEmptyText( const uiPane* p, bool runs )
{
    bool drawn = uiShowsMeasured( p );
    for ( int i = 0; i < p->count; ++i ) { drawn = drawn || p->series[i].count > 0; }
    bool started = p->signalLog->rowCount >= 2;
    const char* text = started         ? ( drawn && p->zero    ? tr( "0 all the time so far" )
                                                 : drawn       ? ""
                                                 : p->recorded ? tr( "unknown" )
                                                               : tr( "not defined yet" ) )
        : runs || uiShowsMeasured( p ) ? ""
                                       : tr( "press Space to run" );
    ImVec2 size = uiTextSize( p->ui, ui_fontBody, text );
    if ( text[0] == '\0' || size.x > uiWidth( p->data ) ) { return; }
    float x = 0.5f * ( p->data.x0 + p->data.x1 - size.x ), y = 0.5f * ( p->data.y0 + p->data.y1 - size.y ),
          gap = 0.4f * p->em;
    y -= drawn ? fminf( 2.2f * size.y, y - p->data.y0 ) : 0.0f; // above the curves
    // The lines of the grid would strike it through.
    uiFillRect(
        p->list, ( uiRect ){ x - gap, y, x + size.x + gap, y + size.y }, p->ui->theme.background, 0.0f );
    uiDrawText( p->ui, p->list, ui_fontBody, x, y, p->ui->theme.dim, text );
}

static void drawData( uiPane* p, int row )
{
    if ( p->stacked ) { uiPlotStack( p ); }
    uiTakeCurves( p );
    uiPlotPins( p );
    uiPlotMeasured( p );
    uiPlotCurves( p );
    uiPlotStrip( p );
    uiPlotFuture( p );
    drawCursor( p, row );
    uiDrawLegend( p );
    if ( p->stacked ) { uiPlotLayerLabels( p ); }
    else { uiPlotEndLabels( p ); }
    uiPlotPinLabels( p );
    uiPlotValues( p, row );
}

void uiPlot( uiState* ui, const uiFrameInput* input, int pane, uiRect rect, double time0, double time1 )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const ssPlot* plot = uiPanePlot( ui, scenario, pane );
    uiPane p = { .ui = ui,
        .signalLog = uiUsableLog( input ),
        .plot = plot,
        .pane = pane,
        .title = tr( plot->title ),
        .unit = plot->unit,
        .xLabel = "t",
        .xUnit = "s",
        .view = uiPaneView( ui, scenario, pane ),
        .recorded = input->snapshot->recorded,
        .stacked = plot->kind == ss_plotStacked,
        .rect = rect,
        .x0 = time0,
        .x1 = time1,
        .regime = uiFindRegime( scenario ),
        .now = input->snapshot->time };
    const char* mark = uiPrint( "plot.%s", p.plot->id );
    uiPaneEvents events = uiBeginPane( &p, mark );

    p.floorY = uiRoundingFloor( p.signalLog, scenario, plot->unit );
    collectSeries( &p, scenario );
    if ( p.signalLog->rowCount ) { uiFindRows( &p ); }
    measureSeries( &p );
    uiFindMeasured( &p );
    uiFindPins( &p, input );
    p.base = uiStackBase( &p );
    chooseValues( &p );
    collectLegend( &p );
    uiPlotLayout( &p );
    int row = cursorRow( &p );
    p.y0 -= p.base;
    p.y1 -= p.base;
    uiPlotAxes( &p );
    p.y0 += p.base;
    p.y1 += p.base;
    drawData( &p, row );
    uiPublishLegend( &p, mark, markLegend( &p, row ) );
    bool single = input->snapshot->recorded && input->snapshot->lastStep == 0; // there is nothing to play
    drawEmptyText( &p, single || uiShownPlaying( ui, input ) );
    uiPlotMouse( &p, events );
    uiPublishPane( &p, mark );
    publishSeries( &p, mark );
    uiPublishPins( &p, mark, row );
}
