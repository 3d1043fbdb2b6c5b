// SPDX-License-Identifier: MIT
#include "ui/panel/pane_menu.h"

#include "base/os.h"
#include "base/words.h"
#include "ui/core/label.h"
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
        ui->requests.slide = true;
        ui->requests.slidePane = pane;
        snprintf( ui->requests.slidePath, sizeof( ui->requests.slidePath ), "%s", path );
        return;
    }
    uiNotifySaved( ui, uiSavePane( ui, input, pane, format, path ), path );
}

static bool item( const char* label, const char* shortcut, const char* mark )
{
    bool chosen = igMenuItem_Bool( uiLabel( label ), shortcut, false, true );
    uiMark( mark );
    return chosen;
}

static void saveItems( uiState* ui, const uiFrameInput* input )
{
    static const struct
    {
        const char *label, *mark, *format;
    } rows[] = { { TR( "Save as CSV" ), "pane.csv", "csv" }, { TR( "Save as SVG" ), "pane.svg", "svg" },
        { TR( "Save as PNG" ), "pane.png", "png" } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        if ( item( rows[i].label, NULL, rows[i].mark ) )
        {
            exportPane( ui, input, rows[i].format );
        }
    }
}

/// A plot of the user can be changed and removed, one of the scenario only hidden.
static void paneItems( uiState* ui, const ssScenario* scenario )
{
    int pane = ui->plots->menuPane, chart = pane - scenario->plotCount, user = chart - scenario->chartCount;
    uiPlotView* view = uiPaneView( ui, scenario, pane );
    if ( item( TR( "Fit axes" ), tr( "double-click" ), "pane.fit" ) )
    {
        view->x.manual = view->y.manual = ui->plots->timeRange.manual = false;
    }
    if ( user >= 0 && item( TR( "Choose signals…" ), NULL, "pane.choose" ) )
    {
        uiEditUserPlot( ui, user );
    }
    if ( user >= 0 && item( TR( "Remove" ), NULL, "pane.remove" ) )
    {
        uiRemoveUserPlot( ui, user );
    }
    if ( user < 0 && item( TR( "Hide" ), NULL, "pane.hide" ) )
    {
        *( chart >= 0 ? ui->panes->chartShown + chart : ui->panes->plotShown + pane ) = false;
    }
    if ( item( TR( "New plot…" ), uiActionKeys( ui_actionNewPane ), "pane.new" ) )
    {
        uiNewUserPlot( ui, scenario );
    }
}

void uiDrawPaneMenu( uiState* ui, const uiFrameInput* input )
{
    if ( ui->plots->menuWanted )
    {
        igOpenPopup_Str( "##pane", 0 );
        ui->plots->menuWanted = false;
    }
    if ( igBeginPopup( "##pane", 0 ) )
    {
        saveItems( ui, input );
        igSeparator();
        paneItems( ui, input->snapshot->scenario );
        igEndPopup();
    }
}
