// SPDX-License-Identifier: MIT
#include "ui/panel/panel_plots.h"
#include "base/words.h"
#include "shows/shows.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_sensitivity.h"
#include "ui/panel/panel_timeline.h"

#include <stdio.h>
#include <string.h>

// One pane for each plot that is shown, side by side, or in two rows where they would be too narrow.

// A run that oscillates for long is a block of colour. So the panes show its latest periods, unless all are
// wanted.
#define PERIODS_SHOWN 10
#define PERIODS_MOST 15 // of which all are shown
#define PERIODS_TRUSTED 4

/// The mean time between rises of a signal through the middle of its range, in the later half of the run [s];
/// 0: there are few. A rise counts if the signal was well below and is well above.
static double findPeriod( const sessionSignalLog* log, int column )
{
    double end = sessionSignalLog_Row( log, log->rowCount - 1 )[0], begin = sessionSignalLog_Row( log, 0 )[0];
    double lo = HUGE_VAL, hi = -HUGE_VAL, first = 0.0, last = 0.0;
    int from = sessionSignalLog_Find( log, 0.5 * ( begin + end ) ), rises = 0;
    for ( int i = from < 0 ? 0 : from; i < log->rowCount; ++i )
    {
        double value = sessionSignalLog_Row( log, i )[column];
        lo = isfinite( value ) ? fmin( lo, value ) : lo;
        hi = isfinite( value ) ? fmax( hi, value ) : hi;
    }
    // What trembles about a value has no period to show.
    bool below = false, oscillates = hi - lo > 0.02 * log->largest[column - 1];
    for ( int i = from < 0 ? 0 : from; i < log->rowCount && oscillates; ++i )
    {
        const double* row = sessionSignalLog_Row( log, i );
        double share = ( row[column] - lo ) / ( hi - lo );
        if ( below && share > 0.6 )
        {
            last = row[0];
            first = rises == 0 ? last : first;
            ++rises;
        }
        below = share < 0.4 || ( below && !( share > 0.6 ) );
    }
    return rises > PERIODS_TRUSTED ? ( last - first ) / ( rises - 1 ) : 0.0;
}

/// The period of the first curve over time that has one, looked for again as the run grows.
static double shownPeriod( uiState* ui, const uiFrameInput* input )
{
    const sessionSignalLog* log = input->signalLog;
    log = log != NULL && log->runNumber == input->snapshot->runNumber && log->rowCount > 0 ? log : NULL;
    const ssScenario* scenario = input->snapshot->scenario;
    bool known = log != NULL && log->runNumber == ui->plots->period.runNumber &&
        log->rowCount >= ui->plots->period.rows && log->rowCount < 1.1 * ui->plots->period.rows;
    if ( log == NULL || known ) { return log != NULL ? ui->plots->period.seconds : 0.0; }
    int shown[ui_maxPanes], count = uiListPanes( ui, scenario, shown );
    double period = 0.0;
    for ( int i = 0; i < count && period == 0.0; ++i )
    {
        const ssPlot* plot = uiPanePlot( ui, scenario, shown[i] );
        int signal = plot != NULL && plot->kind == ss_plotLines && plot->x == NULL
            ? ssFindSignal( scenario, plot->signals[0] )
            : -1;
        period = signal >= 0 ? findPeriod( log, 1 + signal ) : 0.0;
    }
    ui->plots->period.runNumber = log->runNumber;
    ui->plots->period.rows = log->rowCount;
    ui->plots->period.seconds = period;
    return period;
}

static bool hasManyPeriods( uiState* ui, const uiFrameInput* input )
{
    double period = input->snapshot->recorded ? 0.0 : shownPeriod( ui, input );
    return period > 0.0 && uiRecordedEnd( input ) - input->snapshot->begin > PERIODS_MOST * period;
}

void uiToggleWholeRun( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    ui->plots->wholeRun = !ui->plots->wholeRun;
    ui->plots->timeRange.manual = false;
}

/// Narrows the time axis to the periods about the present moment.
static void showPeriods( uiState* ui, const uiFrameInput* input, double* t0, double* t1 )
{
    double period = shownPeriod( ui, input ), width = PERIODS_SHOWN * period;
    uiPublish( "plots.period", period );
    uiPublish( "plots.whole", ui->plots->wholeRun ? 1.0 : 0.0 );
    if ( hasManyPeriods( ui, input ) && !ui->plots->wholeRun )
    {
        // After going back there is something to come.
        double end = fmin( fmax( input->snapshot->time + 0.2 * width, *t0 + width ), uiRecordedEnd( input ) );
        *t0 = end - width;
        *t1 = end;
    }
}

// All panes share the time axis. It shows a half, a quarter, … of a long run until something happens beyond.
static void timeRange( uiState* ui, const uiFrameInput* input, double* t0, double* t1 )
{
    const double soonSeen = 10.0, longToWatch = 30.0; // [s] of watching
    double recorded = uiRecordedEnd( input ), speed = uiShownSpeed( ui, input );
    *t0 = input->snapshot->begin;
    *t1 = uiTimelineEnd( input );
    while ( !input->snapshot->recorded && input->snapshot->until > longToWatch * speed &&
        *t1 > 2.0 * fmax( recorded, soonSeen * speed ) )
    {
        *t1 *= 0.5;
    }
    uiPin pins[SESSION_MAX_COMPANIONS];
    for ( int i = uiShownCurves( ui, input, pins ) - 1; i >= 0; --i )
    {
        const sessionSignalLog* log = pins[i].log;
        *t1 = log != NULL ? fmax( *t1, sessionSignalLog_Row( log, log->rowCount - 1 )[0] ) : *t1;
    }
    const ssFitData* measured = ui->measured.data;
    if ( measured != NULL && measured->rowCount > 0 )
    {
        // As long as the run is beside the data, they fill the panes.
        double end = measured->times[measured->rowCount - 1];
        *t1 = end > *t0 && recorded <= end ? end : fmax( *t1, end );
    }
    else if ( !input->snapshot->recorded ) { showPeriods( ui, input, t0, t1 ); }
    if ( ui->plots->timeRange.manual && ui->plots->timeRange.hi > ui->plots->timeRange.lo )
    {
        *t0 = ui->plots->timeRange.lo;
        *t1 = ui->plots->timeRange.hi;
    }
}

/// Collects the numbers of the panes that are shown: plots, charts, then the user's plots.
int uiListPanes( const uiState* ui, const ssScenario* scenario, int panes[ui_maxPanes] )
{
    const int plots = scenario->picture.plotCount, charts = scenario->picture.chartCount;
    int count = 0;
    for ( int i = 0; i < plots + charts + ui_maxUserPlots; ++i )
    {
        int chart = i - plots, user = chart - charts;
        bool shown = user >= 0 ? ui->plots->userPlots[user].used
            : chart >= 0       ? chart < SS_MAX_CHARTS && ui->panes->chartShown[chart]
                               : i < ui_maxPlots && ui->panes->plotShown[i];
        if ( shown ) { panes[count++] = i; }
    }
    return count;
}

static bool hasCurve( const ssPlot* plot, const char* signal )
{
    bool has = false;
    for ( int i = 0; i < SS_MAX_CURVES && plot->signals[i] != NULL; ++i )
    {
        has = has || strcmp( plot->signals[i], signal ) == 0;
    }
    return has && plot->kind == ss_plotLines && plot->x == NULL;
}

bool uiIsPlotted( const uiState* ui, const ssScenario* scenario, int signal )
{
    const char* name = scenario->model.signals[signal].name;
    bool is = false;
    for ( int i = 0; i < scenario->picture.plotCount && i < ui_maxPlots; ++i )
    {
        is = is || ( ui->panes->plotShown[i] && hasCurve( scenario->picture.plots + i, name ) );
    }
    for ( int i = 0; i < ui_maxUserPlots; ++i )
    {
        const uiUserPlot* user = ui->plots->userPlots + i;
        is = is || ( user->used && hasCurve( &user->plot, name ) );
    }
    return is;
}

bool uiPlotSignal( uiState* ui, const ssScenario* scenario, int signal )
{
    for ( int i = 0; i < scenario->picture.plotCount && i < ui_maxPlots; ++i )
    {
        if ( hasCurve( scenario->picture.plots + i, scenario->model.signals[signal].name ) )
        {
            ui->panes->plotShown[i] = true;
            return true;
        }
    }
    return uiAddUserPlot( ui, scenario, signal, ss_plotLines );
}

static uiShownPanes* findRemembered( uiSettings* settings, const char* scenario, bool create )
{
    for ( int i = 0; i < settings->shownCount; ++i )
    {
        if ( strcmp( settings->shown[i].scenario, scenario ) == 0 ) { return settings->shown + i; }
    }
    if ( !create || settings->shownCount == ui_maxRemembered ) { return NULL; }
    uiShownPanes* entry = settings->shown + settings->shownCount++;
    snprintf( entry->scenario, sizeof( entry->scenario ), "%s", scenario );
    return entry;
}

/// The name under which the open panes are remembered. A preset with panes of its own is remembered apart.
static const char* paneOwner( const sessionSnapshot* snapshot )
{
    bool own = showOfPreset( snapshot->scenario, snapshot->preset )->panes != NULL;
    return uiPrint( "%s%s%s", snapshot->scenario->id, own ? "/" : "", own ? snapshot->preset->name : "" );
}

/// How many panes open by themselves: the stage has room for three, unless a lesson asks for more.
static int mostPanes( const uiState* ui )
{
    return ui->settings.instrument || ui->lessonView.on ? ui_maxPanes : 3;
}

/// Is the plot or chart one of the first `most` of those that the show opens?
static bool paneOpens( const showView* show, const ssScenario* scenario, int pane, int most )
{
    const ssPicture* picture = &scenario->picture;
    int rank = 0;
    bool opens = false;
    for ( int i = 0; i <= pane; ++i )
    {
        int chart = i - picture->plotCount;
        opens = chart < 0 ? showOpens( show, picture->plots[i].id, picture->plots[i].shown )
                          : showOpens( show, uiPrint( "chart:%s", picture->charts[chart].id ),
                                picture->charts[chart].shown );
        rank += opens ? 1 : 0;
    }
    return opens && rank <= most;
}

void uiRecallPanes( uiState* ui, const sessionSnapshot* snapshot )
{
    const ssScenario* scenario = snapshot->scenario;
    const char* owner = paneOwner( snapshot );
    // A lesson opens its own panes, and forgets them.
    const uiShownPanes* entry =
        ui->lessonView.on && ui->lessonView.panes ? NULL : findRemembered( &ui->settings, owner, false );
    showView show = snapshot->show;
    show.panes = entry != NULL ? entry->ids : show.panes;
    const int plots = scenario->picture.plotCount, most = entry != NULL ? ui_maxPanes : mostPanes( ui );
    for ( int i = 0; i < plots && i < ui_maxPlots; ++i )
    {
        ui->panes->plotShown[i] = paneOpens( &show, scenario, i, most );
    }
    for ( int i = 0; i < SS_MAX_CHARTS; ++i )
    {
        ui->panes->chartShown[i] =
            i < scenario->picture.chartCount && paneOpens( &show, scenario, plots + i, most );
    }
    uiReadUserPlots( ui, scenario, entry != NULL ? entry->ids : "" );
}

/// The ids of the panes that are open, or that `show` opens by itself, each followed by a comma.
static void writePanes(
    const uiState* ui, const ssScenario* scenario, const showView* show, char* ids, int capacity )
{
    int used = 0;
    ids[0] = '\0';
    for ( int i = 0; i < scenario->picture.plotCount && i < ui_maxPlots && used < capacity; ++i )
    {
        const ssPlot* plot = scenario->picture.plots + i;
        bool open = show != NULL ? paneOpens( show, scenario, i, mostPanes( ui ) ) : ui->panes->plotShown[i];
        used += open ? snprintf( ids + used, (size_t)( capacity - used ), "%s,", plot->id ) : 0;
    }
    for ( int i = 0; i < scenario->picture.chartCount && i < SS_MAX_CHARTS && used < capacity; ++i )
    {
        const ssChart* chart = scenario->picture.charts + i;
        bool open = show != NULL
            ? paneOpens( show, scenario, scenario->picture.plotCount + i, mostPanes( ui ) )
            : ui->panes->chartShown[i];
        used += open ? snprintf( ids + used, (size_t)( capacity - used ), "chart:%s,", chart->id ) : 0;
    }
    if ( show == NULL && used < capacity )
    {
        uiWriteUserPlots( ui, ids + used, (size_t)( capacity - used ) );
    }
}

/// Keeps the open panes if they differ from those that open by themselves, or have been kept before.
static void rememberPanes( uiState* ui, const sessionSnapshot* snapshot )
{
    char now[sizeof( ui->settings.shown[0].ids )], own[sizeof( now )];
    writePanes( ui, snapshot->scenario, NULL, now, sizeof( now ) );
    writePanes( ui, snapshot->scenario, &snapshot->show, own, sizeof( own ) );
    uiShownPanes* entry = findRemembered( &ui->settings, paneOwner( snapshot ), strcmp( now, own ) != 0 );
    if ( entry != NULL ) { memcpy( entry->ids, now, sizeof( now ) ); }
}

/// Asks the simulation to fill the charts that are shown, and only those.
static void askForCharts( uiState* ui, const uiFrameInput* input )
{
    uint32_t wanted = 0;
    for ( int i = 0; i < input->snapshot->scenario->picture.chartCount && uiShowsPlots( ui ); ++i )
    {
        wanted |= ui->panes->chartShown[i] ? 1u << i : 0u;
    }
    if ( wanted != ui->panes->chartsWanted )
    {
        uiPost( input, session_commandCharts, (int64_t)wanted, 0.0 );
        ui->panes->chartsWanted = wanted;
    }
}

void uiDrawPane( uiState* ui, const uiFrameInput* input, int pane, uiRect cell )
{
    double t0, t1;
    timeRange( ui, input, &t0, &t1 );
    const ssScenario* scenario = input->snapshot->scenario;
    const ssPlot* plot = uiPanePlot( ui, scenario, pane );
    if ( plot != NULL && uiInside( cell, igGetIO()->MousePos ) && igIsWindowHovered( 0 ) )
    {
        uiLookAtPane( ui, pane );
    }
    if ( plot == NULL ) { uiChart( ui, input, pane - scenario->picture.plotCount, cell ); }
    else if ( plot->kind == ss_plotHistogram )
    {
        // A density is that of the whole run.
        bool chosen = ui->plots->timeRange.manual;
        t0 = chosen ? t0 : input->snapshot->begin;
        uiDrawUserHistogram( ui, input, pane, cell, t0, chosen ? t1 : uiRecordedEnd( input ) );
    }
    else if ( plot->x != NULL ) { uiPhasePlot( ui, input, pane, cell ); }
    else { uiPlot( ui, input, pane, cell, t0, t1 ); }
}

/// Divides a row among its panes. A chart with equal scales gets the width that its marks and its legend fill
/// at the height of the row, layers get room for their names, and the others share what is left.
static void divideRow(
    uiState* ui, const uiFrameInput* input, const int* panes, int count, uiRect row, float* ends )
{
    const ssScenario* scenario = input->snapshot->scenario;
    float shares[ui_maxPanes], taken = 0.0f, flexible = 0.0f;
    for ( int i = 0; i < count; ++i )
    {
        const ssPlot* plot = uiPanePlot( ui, scenario, panes[i] );
        int chart = panes[i] - scenario->picture.plotCount;
        // layers have their names beside them
        shares[i] = plot == NULL
            ? uiChartShare( ui, input, chart, uiWidth( row ) / (float)count, uiHeight( row ) )
            : plot->kind == ss_plotStacked && count > 3 ? 1.25f
                                                        : 0.0f;
        taken += shares[i];
        flexible += shares[i] > 0.0f ? 0.0f : 1.0f;
    }
    // A pane of any width keeps four fifths of an equal share.
    float most = (float)count - 0.8f * flexible,
          scale = taken > most || flexible == 0.0f ? most / taken : 1.0f;
    float rest = flexible > 0.0f ? ( (float)count - scale * taken ) / flexible : 0.0f, sum = 0.0f;
    ends[0] = row.x0;
    for ( int i = 0; i < count; ++i )
    {
        sum += shares[i] > 0.0f ? scale * shares[i] : rest;
        ends[i + 1] = roundf( row.x0 + uiWidth( row ) * sum / (float)count );
    }
}

/// A button in the corner, `place` from the right. `ink` is for its icon, which is drawn about `middle`.
static bool cornerButton( uiState* ui, uiRect rect, int place, const char* mark, const char* name,
    const char* tip, ImU32* ink, ImVec2* middle )
{
    float em = ui->em * igGetIO()->FontGlobalScale, size = roundf( 1.35f * em ),
          x = rect.x1 - (float)( place + 1 ) * ( size + roundf( 0.3f * em ) ),
          y = rect.y0 + roundf( 0.15f * em );
    igSetCursorScreenPos( uiVec2( x, y ) );
    bool pressed = uiAreaButton( mark, uiVec2( size, size ) );
    uiMarkSaying( mark, name );
    bool hovered = igIsItemHovered( 0 );
    if ( hovered )
    {
        igSetTooltip( "%s", uiIndexed( tip ) );
        uiFillRect( igGetWindowDrawList(), ( uiRect ){ x, y, x + size, y + size }, ui->theme.raised,
            roundf( 0.2f * em ) );
    }
    *ink = hovered ? ui->theme.accent : ui->theme.dim;
    *middle = uiVec2( roundf( x + 0.5f * size ), roundf( y + 0.5f * size ) );
    return pressed;
}

static void bar( float x0, float y0, float x1, float y1, ImU32 ink )
{
    uiFillRect( igGetWindowDrawList(), ( uiRect ){ x0, y0, x1, y1 }, ink, 0.0f );
}

/// The plus in the corner adds a plot of signals that the user chooses. Beside it, the periods of a long run
/// that are shown become all of them, and the other way round.
static void drawCornerButtons( uiState* ui, const uiFrameInput* input, uiRect rect, float em )
{
    ImU32 ink;
    ImVec2 at;
    float half = roundf( 0.33f * em );
    const char* tip = uiPrint( tr( "plot signals of your choice (%s)" ), uiActionKeys( ui_actionNewPane ) );
    if ( cornerButton( ui, rect, 0, "plots.new", tr( "New plot" ), tip, &ink, &at ) )
    {
        uiNewUserPlot( ui, input->snapshot->scenario );
    }
    bar( at.x - half, at.y, at.x + half + 1.0f, at.y + 1.0f, ink );
    bar( at.x, at.y - half, at.x + 1.0f, at.y + half + 1.0f, ink );
    if ( !hasManyPeriods( ui, input ) ) { return; }
    bool whole = ui->plots->wholeRun;
    const char* name = whole ? tr( "Latest periods" ) : tr( "Whole run" );
    tip = uiPrint( whole ? tr( "show the latest periods (%s)" ) : tr( "show the whole run (%s)" ),
        uiActionKeys( ui_actionWholeRun ) );
    if ( cornerButton( ui, rect, 1, "plots.whole", name, tip, &ink, &at ) ) { uiToggleWholeRun( ui, input ); }
    // Two ends, close together or far apart, with a line between them.
    float reach = whole ? roundf( 0.25f * em ) : roundf( 0.5f * em );
    bar( at.x - reach, at.y - half, at.x - reach + 1.0f, at.y + half + 1.0f, ink );
    bar( at.x + reach, at.y - half, at.x + reach + 1.0f, at.y + half + 1.0f, ink );
    bar( at.x - reach, at.y, at.x + reach, at.y + 1.0f, ink );
}

void uiDrawPlots( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    float em = ui->em * igGetIO()->FontGlobalScale;
    int shown[ui_maxPanes], count = uiListPanes( ui, input->snapshot->scenario, shown );
    askForCharts( ui, input );
    if ( !ui->lessonView.on ) { rememberPanes( ui, input->snapshot ); }
    uiPublish( "plots.shown", (double)count );
    if ( count == 0 )
    {
        const char* text = tr( "No plots shown. Choose some in View, Curves, or press G." );
        ImVec2 size = uiTextSize( ui, ui_fontBody, text );
        uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, 0.5f * ( rect.x0 + rect.x1 - size.x ),
            0.5f * ( rect.y0 + rect.y1 - size.y ), ui->theme.dim, text );
        drawCornerButtons( ui, input, rect, em );
        uiDrawUserPlotEditor( ui, input, rect );
        return;
    }
    drawCornerButtons( ui, input, rect, em ); // before the panes, or they would get the click
    float width = uiWidth( rect );
    ui->plots->legendCovered = ui->plots->legendMissing = 0;
    bool narrow = width / (float)count < 15.0f * em && uiHeight( rect ) > 14.0f * em;
    const float least = 9.0f; // [em] of a pane: in a very narrow window the first ones are shown
    int room = ( narrow ? 2 : 1 ) * (int)fmaxf( width / ( least * em ), 1.0f );
    count = count < room ? count : room;
    int columns = narrow ? ( count + 1 ) / 2 : count, rows = ( count + columns - 1 ) / columns;
    float ends[SS_COUNT( shown ) + 1];
    for ( int row = 0; row < rows; ++row )
    {
        // The last row divides its width among the panes that are left.
        int first = row * columns, inRow = row == rows - 1 ? count - first : columns;
        float y0 = roundf( rect.y0 + uiHeight( rect ) * (float)row / (float)rows ),
              y1 = roundf( rect.y0 + uiHeight( rect ) * (float)( row + 1 ) / (float)rows );
        divideRow( ui, input, shown + first, inRow, ( uiRect ){ rect.x0, y0, rect.x1, y1 }, ends );
        for ( int i = 0; i < inRow; ++i )
        {
            ui->plots->cornerWidth = row == 0 && i == inRow - 1
                ? roundf( ( hasManyPeriods( ui, input ) ? 3.5f : 1.8f ) * em )
                : 0.0f;
            uiDrawPane( ui, input, shown[first + i], ( uiRect ){ ends[i], y0, ends[i + 1], y1 } );
        }
    }
    ui->plots->cornerWidth = 0.0f;
    uiPublish( "plots.legend.covered", (double)ui->plots->legendCovered );
    uiPublish( "plots.legend.missing", (double)ui->plots->legendMissing );
    uiDrawPaneMenu( ui, input );
    uiDrawUserPlotEditor( ui, input, rect );
}

/// The place of a pane among those that a presentation shows: smaller is earlier.
static int paneRank( const sessionSnapshot* snapshot, int pane )
{
    const ssScenario* scenario = snapshot->scenario;
    int chart = pane - scenario->picture.plotCount;
    if ( chart >= scenario->picture.chartCount )
    {
        return -1; // the user's own
    }
    const char* id = uiPrint( "%s%s", chart >= 0 ? "chart:" : "",
        chart >= 0 ? scenario->picture.charts[chart].id : scenario->picture.plots[pane].id );
    int rank = 0;
    for ( const char* at = snapshot->show.panes; at != NULL && *at != '\0'; ++rank )
    {
        size_t length = strcspn( at, "," );
        if ( length == strlen( id ) && strncmp( at, id, length ) == 0 ) { return rank; }
        at += length + ( at[length] == ',' ? 1 : 0 );
    }
    return rank + pane;
}

bool uiDrawTwoPlots( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    int shown[ui_maxPanes], count = uiListPanes( ui, input->snapshot->scenario, shown );
    askForCharts( ui, input );
    for ( int i = 1; i < count; ++i )
    {
        for ( int k = i;
              k > 0 && paneRank( input->snapshot, shown[k] ) < paneRank( input->snapshot, shown[k - 1] );
              --k )
        {
            int pane = shown[k];
            shown[k] = shown[k - 1];
            shown[k - 1] = pane;
        }
    }
    count = count < 2 ? count : 2;
    ui->plots->legendCovered = ui->plots->legendMissing = 0;
    bool below = uiHeight( rect ) > 0.9f * uiWidth( rect );
    for ( int i = 0; i < count; ++i )
    {
        float from = (float)i / (float)count, to = (float)( i + 1 ) / (float)count;
        uiRect cell = rect;
        *( below ? &cell.y0 : &cell.x0 ) =
            roundf( below ? rect.y0 + from * uiHeight( rect ) : rect.x0 + from * uiWidth( rect ) );
        *( below ? &cell.y1 : &cell.x1 ) =
            roundf( below ? rect.y0 + to * uiHeight( rect ) : rect.x0 + to * uiWidth( rect ) );
        uiDrawPane( ui, input, shown[i], cell );
    }
    uiPublish( "plots.shown", (double)count );
    uiPublish( "plots.legend.covered", (double)ui->plots->legendCovered );
    uiPublish( "plots.legend.missing", (double)ui->plots->legendMissing );
    uiDrawPaneMenu( ui, input );
    return count > 0;
}
