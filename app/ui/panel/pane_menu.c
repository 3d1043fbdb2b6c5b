// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_plots.h"
#include "ui/plot/plot.h"

#include <stdio.h>

// Draws the menu of a plot.

static void exportPane( uiState* ui, const uiFrameInput* input, const char* format )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int pane = ui->plots->menuPane, chart = pane - scenario->picture.plotCount;
    const ssPlot* shown = uiPanePlot( ui, scenario, pane );
    char path[1024];
    const char* stem = uiPrint(
        "slipstick-%s-%s", scenario->id, shown != NULL ? shown->id : scenario->picture.charts[chart].id );
    osFreeName( stem, format, path, sizeof( path ) );
    if ( format[0] == 'p' )
    {
        ui->requests.figure = true;
        ui->requests.figureWanted =
            ( uiFigure ){ .kind = ui_figurePane, .pane = pane, .width = 1920, .height = 1080, .bare = true };
        snprintf( ui->requests.figureWanted.path, sizeof( ui->requests.figureWanted.path ), "%s", path );
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
        if ( item( rows[i].label, NULL, rows[i].mark ) ) { exportPane( ui, input, rows[i].format ); }
    }
}

/// Zooms both axes about their middle and shifts the horizontal one, as shares of what is shown.
static void moveRanges( uiState* ui, const ssScenario* scenario, double factor, double shift )
{
    int pane = ui->plots->menuPane;
    const ssPlot* plot = uiPanePlot( ui, scenario, pane );
    uiPlotView* view = uiPaneView( ui, scenario, pane );
    bool time = plot != NULL && plot->x == NULL && plot->kind != ss_plotHistogram;
    const double* r = view->shown;
    double x = 0.5 * ( r[0] + r[1] ) + shift * ( r[1] - r[0] ), y = 0.5 * ( r[2] + r[3] );
    double halfX = 0.5 * factor * ( r[1] - r[0] ), halfY = 0.5 * factor * ( r[3] - r[2] );
    *( time ? &ui->plots->timeRange : &view->x ) = ( uiPlotRange ){ true, x - halfX, x + halfX };
    if ( factor != 1.0 ) { view->y = ( uiPlotRange ){ true, y - halfY, y + halfY }; }
}

/// What the mouse does by dragging and with the wheel.
static void zoomItems( uiState* ui, const ssScenario* scenario )
{
    static const struct
    {
        const char *label, *mark;
        double factor, shift;
    } rows[] = { { TR( "Zoom in" ), "pane.zoom-in", 0.6, 0.0 },
        { TR( "Zoom out" ), "pane.zoom-out", 1.0 / 0.6, 0.0 },
        { TR( "Further left" ), "pane.left", 1.0, -0.3 }, { TR( "Further right" ), "pane.right", 1.0, 0.3 } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        if ( item( rows[i].label, NULL, rows[i].mark ) )
        {
            moveRanges( ui, scenario, rows[i].factor, rows[i].shift );
        }
    }
}

/// A switch for each curve, as a click on its entry in the legend is.
static void curveItems( uiState* ui, const ssScenario* scenario )
{
    const ssPlot* plot = uiPanePlot( ui, scenario, ui->plots->menuPane );
    uiPlotView* view = uiPaneView( ui, scenario, ui->plots->menuPane );
    for ( int i = 0; plot != NULL && plot->x == NULL && i < SS_MAX_CURVES && plot->signals[i] != NULL; ++i )
    {
        int signal = ssFindSignal( scenario, plot->signals[i] );
        if ( signal < 0 || plot->kind == ss_plotHistogram ) { continue; }
        const char* label =
            uiPrint( "%s##%s", uiIndexed( tr( scenario->model.signals[signal].symbol ) ), plot->signals[i] );
        const char* mark = uiPrint( "pane.curve.%s", plot->signals[i] );
        if ( igMenuItem_Bool( label, NULL, !view->hidden[i], true ) ) { view->hidden[i] = !view->hidden[i]; }
        uiMark( mark );
    }
}

/// A plot of the user can be changed and removed, one of the scenario only hidden.
static void paneItems( uiState* ui, const ssScenario* scenario )
{
    int pane = ui->plots->menuPane, chart = pane - scenario->picture.plotCount,
        user = chart - scenario->picture.chartCount;
    uiPlotView* view = uiPaneView( ui, scenario, pane );
    if ( item( TR( "Fit axes" ), tr( "double-click" ), "pane.fit" ) )
    {
        view->x.manual = view->y.manual = ui->plots->timeRange.manual = false;
    }
    if ( user >= 0 && item( TR( "Choose signals…" ), NULL, "pane.choose" ) ) { uiEditUserPlot( ui, user ); }
    if ( user >= 0 && item( TR( "Remove" ), NULL, "pane.remove" ) ) { uiRemoveUserPlot( ui, user ); }
    if ( user < 0 && item( TR( "Hide" ), NULL, "pane.hide" ) )
    {
        *( chart >= 0 ? ui->panes->chartShown + chart : ui->panes->plotShown + pane ) = false;
    }
    const ssPlot* plot = uiPanePlot( ui, scenario, pane );
    if ( plot != NULL && plot->kind == ss_plotLines &&
        item( TR( "Distribution" ), NULL, "pane.distribution" ) )
    {
        uiAddUserPlot( ui, scenario, ssFindSignal( scenario, plot->signals[0] ), ss_plotHistogram );
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
        if ( ui->plots->menuX > 0.0f )
        {
            igSetNextWindowPos(
                uiVec2( ui->plots->menuX, ui->plots->menuY ), ImGuiCond_Appearing, uiVec2( 0.5f, 0.8f ) );
        }
    }
    if ( igBeginPopup( "##pane", 0 ) )
    {
        saveItems( ui, input );
        igSeparator();
        paneItems( ui, input->snapshot->scenario );
        igSeparator();
        zoomItems( ui, input->snapshot->scenario );
        igSeparator();
        curveItems( ui, input->snapshot->scenario );
        if ( ui->closePopups ) { igCloseCurrentPopup(); }
        igEndPopup();
    }
}
