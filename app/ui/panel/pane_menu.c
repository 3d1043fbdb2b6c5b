// SPDX-License-Identifier: MIT
#include "ui/panel/pane_menu.h"

#include "base/os.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/user_plots.h"
#include "ui/plot/plot.h"

#include <stdio.h>

static void exportPane( uiState* ui, const uiFrameInput* input, const char* format )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int pane = ui->plots->menuPane, chart = pane - scenario->plotCount;
    const ssPlot* shown = uiPanePlot( ui, scenario, pane );
    char stem[160], path[1024];
    snprintf( stem, sizeof( stem ), "slipstick-%s-%s", scenario->id,
        shown != NULL ? shown->id : scenario->charts[chart].id );
    osFreeName( stem, format, path, sizeof( path ) );
    if ( format[0] == 'p' )
    {
        snprintf( ui->paneMenu->cutOutPath, sizeof( ui->paneMenu->cutOutPath ), "%s", path );
        ui->paneMenu->cutOutFrames = 2; // by then this menu is off the picture
        return;
    }
    uiNotifySaved( ui, uiSavePane( ui, input, pane, format, path ), path );
}

void uiDrawPaneMenu( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    if ( ui->plots->menuWanted )
    {
        igOpenPopup_Str( "##pane", 0 );
        ui->plots->menuWanted = false;
    }
    if ( ui->paneMenu->cutOutFrames > 0 && --ui->paneMenu->cutOutFrames == 0 )
    {
        ui->requests.cutOut = true;
        ui->requests.cutOutRect = ui->plots->menuRect;
        snprintf(
            ui->requests.cutOutPath, sizeof( ui->requests.cutOutPath ), "%s", ui->paneMenu->cutOutPath );
    }
    if ( !igBeginPopup( "##pane", 0 ) )
    {
        return;
    }
    static const struct
    {
        const char *label, *mark, *format;
    } rows[] = { { "Save as CSV", "pane.csv", "csv" }, { "Save as SVG", "pane.svg", "svg" },
        { "Save as PNG", "pane.png", "png" } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        if ( igMenuItem_Bool( rows[i].label, NULL, false, true ) )
        {
            exportPane( ui, input, rows[i].format );
        }
        uiMark( rows[i].mark );
    }
    igSeparator();
    int chart = ui->plots->menuPane - scenario->plotCount, user = chart - scenario->chartCount;
    uiPlotView* view = uiPaneView( ui, scenario, ui->plots->menuPane );
    if ( igMenuItem_Bool( "Fit", "double-click", false, true ) )
    {
        view->x.manual = view->y.manual = ui->plots->timeRange.manual = false;
    }
    uiMark( "pane.fit" );
    if ( user >= 0 )
    {
        if ( igMenuItem_Bool( "Choose signals…", NULL, false, true ) )
        {
            uiEditUserPlot( ui, user );
        }
        uiMark( "pane.choose" );
        if ( igMenuItem_Bool( "Remove", NULL, false, true ) )
        {
            uiRemoveUserPlot( ui, user );
        }
        uiMark( "pane.remove" );
    }
    else
    {
        if ( igMenuItem_Bool( "Hide", NULL, false, true ) )
        {
            *( chart >= 0 ? ui->panes->chartShown + chart : ui->panes->plotShown + ui->plots->menuPane ) =
                false;
        }
        uiMark( "pane.hide" );
    }
    if ( igMenuItem_Bool( "New plot…", uiActionKeys( ui_actionNewPane ), false, true ) )
    {
        uiNewUserPlot( ui, scenario );
    }
    uiMark( "pane.new" );
    igEndPopup();
}
