// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_internal.h"

#include <string.h>

// What panes of plots and charts share: their frame, keys, view and published numbers.

static const sessionSignalLog emptyLog = { .lastStep = -1 };

const ssPlot* uiPanePlot( const uiState* ui, const ssScenario* scenario, int pane )
{
    int user = pane - scenario->picture.plotCount - scenario->picture.chartCount;
    return pane < scenario->picture.plotCount ? scenario->picture.plots + pane
        : user >= 0                           ? &ui->plots->userPlots[user].plot
                                              : NULL;
}

uiPlotView* uiPaneView( uiState* ui, const ssScenario* scenario, int pane )
{
    int chart = pane - scenario->picture.plotCount, user = chart - scenario->picture.chartCount;
    return chart < 0 ? ui->plots->plotViews + pane
        : user < 0   ? ui->plots->chartViews + chart
                     : &ui->plots->userPlots[user].view;
}

ssChart uiUserChart( const uiUserPlot* user, const ssScenario* scenario )
{
    const ssSignal* signal = scenario->model.signals + ssFindSignal( scenario, user->plot.signals[0] );
    return ( ssChart ){ .id = user->id,
        .title = user->title,
        .xLabel = signal->symbol,
        .xUnit = signal->unit,
        .yLabel = TR( "share of the time" ),
        .yUnit = "%",
        .doc = signal->doc };
}

void uiOpenPaneMenu( uiState* ui, int pane )
{
    if ( pane >= 0 )
    {
        ui->plots->menuPane = pane;
        ui->plots->menuWanted = true;
        ui->plots->menuX = ui->plots->menuY = 0.0f;
    }
}

/// Without a mouse: arrows move the cursor of the plots, and Enter opens the menu of the pane.
static void paneKeys( uiPane* p, const char* mark )
{
    uiPlots* plots = p->ui->plots;
    uiFocusKeys keys = { .focused = false };
    if ( p->pane >= 0 ) // a picture without a menu has nothing to press
    {
        keys = uiFocusStop( p->ui, mark, false );
    }
    if ( !keys.focused ) { return; }
    uiRect r = p->rect;
    uiFocusFrame( p->ui, ( uiRect ){ r.x0 + 1.0f, r.y0 + 1.0f, r.x1 - 1.0f, r.y1 - 1.0f } );
    p->focused = true;
    uiFocusSay( p->ui, tr( "plot, %s" ), p->title );
    bool time = !p->ownX;
    uiFocusHint( p->ui,
        time ? tr( "plot: ← → values at a moment · Shift: finer · Enter: menu · ↑ ↓ others" )
             : tr( "plot: Enter: menu · ↑ ↓ others · Esc leaves" ) );
    if ( time )
    {
        double span = p->x1 - p->x0, at = isfinite( plots->keyTime ) ? plots->keyTime : p->now;
        bool moved = keys.steps != 0 || keys.fine != 0;
        at += span * ( 0.02 * keys.steps + 0.002 * keys.fine );
        plots->keyTime = moved ? fmin( fmax( at, p->x0 ), p->x1 ) : plots->keyTime;
        plots->nextCursorTime = isfinite( plots->keyTime ) ? plots->keyTime : plots->nextCursorTime;
    }
    if ( keys.enter )
    {
        uiOpenPaneMenu( p->ui, p->pane );
        plots->menuX = 0.5f * ( r.x0 + r.x1 );
        plots->menuY = 0.5f * ( r.y0 + r.y1 );
    }
}

uiPaneEvents uiBeginPane( uiPane* p, const char* mark )
{
    p->signalLog = p->signalLog ? p->signalLog : &emptyLog;
    p->list = igGetWindowDrawList();
    p->em = p->ui->em * igGetIO()->FontGlobalScale;
    p->small = uiTextSize( p->ui, ui_fontSmall, "0" ).y;
    p->last = -1;
    igSetCursorScreenPos( uiVec2( p->rect.x0, p->rect.y0 ) );
    igInvisibleButton( mark, uiVec2( fmaxf( 1.0f, uiWidth( p->rect ) ), fmaxf( 1.0f, uiHeight( p->rect ) ) ),
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight );
    paneKeys( p, mark );
    return ( uiPaneEvents ){ igIsItemHovered( 0 ), igIsItemActivated(), igIsItemActive() };
}

void uiPublishPane( const uiPane* p, const char* mark )
{
    static const char* const ends[] = { "x0", "x1", "y0", "y1" };
    const double ranges[] = { p->x0, p->x1, p->y0, p->y1 };
    for ( int i = 0; i < 4; ++i ) { uiPublish( uiPrint( "%s.%s", mark, ends[i] ), ranges[i] ); }
    uiMarkRect( mark, p->data );
    if ( p->pane < 0 ) { uiUnreach( mark ); }
    memcpy( p->view->shown, ranges, sizeof( ranges ) );
}

const sessionSignalLog* uiUsableLog( const uiFrameInput* input )
{
    const sessionSignalLog* log = input->signalLog;
    bool usable = log && log->signalCount == input->snapshot->scenario->model.signalCount &&
        log->runNumber == input->snapshot->runNumber;
    return usable ? log : &emptyLog;
}

double uiRoundingFloor( const sessionSignalLog* signalLog, const ssScenario* scenario, const char* unit )
{
    // In SI units, smaller values are rounding errors or left by solvers. Where other signals in a unit are
    // large, so are its rounding errors; numbers without a unit have nothing in common.
    const double share = 1e-12, smallest = unit[0] ? 1e-9 : 0.0;
    double largest = 1.0;
    for ( int i = 0; scenario != NULL && unit[0] && i < scenario->model.signalCount && signalLog->rowCount;
          ++i )
    {
        bool same = strcmp( scenario->model.signals[i].unit, unit ) == 0;
        largest = same ? fmax( largest, signalLog->largest[i] ) : largest;
    }
    return fmax( smallest, share * largest );
}

const char* uiCurveName( const ssScenario* scenario, const ssSignal* signal )
{
    const char *symbol = tr( signal->symbol ), *number = strrchr( symbol, ' ' );
    int left = number != NULL && number[2] == '\0' ? number[1] - '0' : 0;
    for ( int i = 0; left > 0 && scenario->build != NULL && i < scenario->build->partCount; ++i )
    {
        const ssPart* part = scenario->build->parts + i;
        left -= part->fixed ? 0 : 1;
        if ( left == 0 && part->name[0] != '\0' )
        {
            return uiPrint( "%.*s %s", (int)( number - symbol ), symbol, tr( part->name ) );
        }
    }
    return symbol;
}

const char* uiAxisTitle( const char* label, const char* unit )
{
    return unit[0] ? uiPrint( "%s [%s]", label, unit ) : label;
}

// Names and colours the regime that a signal says.

uiRegime uiFindRegime( const ssScenario* scenario )
{
    ssRegime regime = ssFindRegime( scenario );
    uiRegimeKind kind = regime.kind == ss_regimeMode ? ui_regimeMode
        : regime.kind == ss_regimeStick              ? ui_regimeStick
        : regime.kind == ss_regimeBranch             ? ui_regimeBranch
                                                     : ui_regimeNone;
    return ( uiRegime ){ kind, 1 + regime.signal, regime };
}

int uiRegimeState( uiRegime regime, double value ) { return ssRegime_State( regime.signal, value ); }

const char* uiRegimeName( uiRegime regime, int state )
{
    static const char* const branches[] = { TR( "slow" ), TR( "between" ), TR( "fast" ) };
    if ( state < 0 ) { return tr( "undefined" ); }
    return tr( regime.kind == ui_regimeBranch ? branches[state] : ssContactModeName( (ssContactMode)state ) );
}

ImU32 uiRegimeColor( const uiTheme* theme, uiRegime regime, int state )
{
    const ImU32 branches[] = { theme->series[0], theme->mode[ss_modeOpen], theme->series[1] };
    return state < 0 ? theme->raised : regime.kind == ui_regimeBranch ? branches[state] : theme->mode[state];
}
