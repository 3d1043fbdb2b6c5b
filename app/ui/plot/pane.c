// SPDX-License-Identifier: MIT
#include "ui/plot/plot.h"

#include "ui/core/ui_state.h"

const ssPlot* uiPanePlot( const uiState* ui, const ssScenario* scenario, int pane )
{
    int own = pane - scenario->plotCount - scenario->chartCount;
    return pane < scenario->plotCount ? scenario->plots + pane
        : own >= 0                    ? &ui->plots->userPlots[own].plot
                                      : NULL;
}

uiPlotView* uiPaneView( uiState* ui, const ssScenario* scenario, int pane )
{
    int chart = pane - scenario->plotCount, own = chart - scenario->chartCount;
    return chart < 0 ? ui->plots->plotViews + pane
        : own < 0    ? ui->plots->chartViews + chart
                     : &ui->plots->userPlots[own].view;
}

ssChart uiUserChart( const uiUserPlot* user, const ssScenario* scenario )
{
    const ssSignal* signal = scenario->signals + ssFindSignal( scenario, user->plot.signals[0] );
    return ( ssChart ){ .id = user->id,
        .title = user->title,
        .xLabel = signal->symbol,
        .xUnit = signal->unit,
        .yLabel = "share of the time",
        .yUnit = "%",
        .doc = signal->doc };
}

void uiOpenPaneMenu( uiState* ui, int pane, uiRect rect )
{
    if ( pane >= 0 )
    {
        ui->plots->menuPane = pane;
        ui->plots->menuRect = rect;
        ui->plots->menuWanted = true;
    }
}
