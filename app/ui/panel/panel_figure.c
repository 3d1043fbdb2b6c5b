// SPDX-License-Identifier: MIT
#include "base/svg_plot.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/figure.h"
#include "ui/panel/panel_free_body.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_sets.h"

#include <stdio.h>

// Draws the panel in which a figure is chosen and saved.

static const uiFormExtent s_sizes[] = { { 720, 520, NULL }, { 1280, 720, NULL }, { 1920, 1080, NULL },
    { 3840, 2160, NULL }, { 1200, 1200, NULL } };

static const char* const s_endings[] = { "png", "svg", "pdf" };

enum
{
    usualSize = 2,
    formPng = 0,
    formPdf = 2,
    maxViews = ui_maxPanes + ui_figureKindCount
};

/// The views that there are now. Returns their number.
static int listViews( const uiState* ui, const uiFrameInput* input, uiFigure views[maxViews] )
{
    const sessionSnapshot* snapshot = input->snapshot;
    int panes[ui_maxPanes], shown = uiListPanes( ui, snapshot->scenario, panes ), count = 0;
    views[count++] = ( uiFigure ){ .kind = ui_figureScene };
    for ( int i = 0; i < shown; ++i )
    {
        views[count++] = ( uiFigure ){ .kind = ui_figurePane, .pane = panes[i] };
    }
    if ( shown > 1 ) { views[count++] = ( uiFigure ){ .kind = ui_figurePlots }; }
    if ( snapshot->contacts.selected.found ) { views[count++] = ( uiFigure ){ .kind = ui_figureContact }; }
    if ( uiHasSets( snapshot->scenario ) ) { views[count++] = ( uiFigure ){ .kind = ui_figureSets }; }
    if ( ui->freeBody->shown && ui->freeBody->loads.known )
    {
        views[count++] = ( uiFigure ){ .kind = ui_figureFreeBody };
    }
    return count;
}

static bool mouseIn( const uiRect* rect ) { return uiInside( *rect, igGetIO()->MousePos ); }

/// The view that the mouse is over; the scene where it is elsewhere.
static uiFigure focusedView( const uiState* ui, const uiFrameInput* input )
{
    uiFigure views[maxViews];
    int count = listViews( ui, input, views );
    uiLayout layout = uiComputeLayout( ui, input->width, input->height );
    if ( ui->sets->shown && !mouseIn( &layout.plots ) )
    {
        return ( uiFigure ){ .kind = ui_figureSets }; // somebody has opened them to look at them
    }
    if ( mouseIn( &layout.contact ) && input->snapshot->contacts.selected.found )
    {
        return ( uiFigure ){ .kind = ui_figureContact };
    }
    int nearest = 0;
    float least = INFINITY;
    for ( int i = 0; i < count && mouseIn( &layout.plots ); ++i )
    {
        uiRect r;
        if ( uiFindMark( uiPaneMark( ui, input->snapshot->scenario, views + i ), &r ) )
        {
            ImVec2 mouse = igGetIO()->MousePos;
            float off = hypotf( mouse.x - 0.5f * ( r.x0 + r.x1 ), mouse.y - 0.5f * ( r.y0 + r.y1 ) );
            nearest = off < least ? i : nearest;
            least = fminf( off, least );
        }
    }
    return views[nearest]; // the first is the scene
}

static bool hasCurves( const uiFigure* figure )
{
    return figure->kind == ui_figurePane || figure->kind == ui_figurePlots ||
        figure->kind == ui_figureFreeBody;
}

void uiProposeFigurePath( uiState* ui, const ssScenario* scenario )
{
    uiFigurePanel* p = ui->figure;
    p->form = hasCurves( &p->figure ) ? p->form : formPng;
    if ( !p->pathTyped )
    {
        const char* stem = uiFigureStem( ui, scenario, &p->figure );
        osFreeName( stem, s_endings[p->form], p->figure.path, sizeof( p->figure.path ) );
    }
}

static void save( uiState* ui, const uiFrameInput* input )
{
    uiFigurePanel* p = ui->figure;
    ssResult result = uiCheckFigure( ui, input->snapshot, &p->figure );
    if ( result.code == ss_ok && svgIsPdfName( p->figure.path ) && !svgHasPdf() )
    {
        result = ssError( ss_errorValue, NULL, "%s",
            tr( "PDF figures need the Debian package librsvg2-bin. SVG does not." ) );
    }
    snprintf( p->refusal, sizeof( p->refusal ), "%s", result.code == ss_ok ? "" : result.message );
    if ( result.code == ss_ok )
    {
        ui->requests.figure = true;
        ui->requests.figureWanted = p->figure;
        p->shown = p->pathTyped = false;
    }
}

void uiToggleFigure( uiState* ui, const uiFrameInput* input )
{
    uiFigurePanel* p = ui->figure;
    if ( p->shown )
    {
        save( ui, input );
        return;
    }
    uiFigure before = p->figure;
    p->figure = focusedView( ui, input );
    p->figure.bare = before.bare;
    p->figure.width = before.width > 0 ? before.width : s_sizes[usualSize].width;
    p->figure.height = before.height > 0 ? before.height : s_sizes[usualSize].height;
    p->scenario = input->snapshot->scenario;
    p->shown = true;
    ui->record->shown = false; // both have the same place
    p->pathTyped = false;
    p->refusal[0] = '\0';
    uiProposeFigurePath( ui, p->scenario );
}

static void drawViews( uiState* ui, const uiFrameInput* input )
{
    uiFigurePanel* p = ui->figure;
    uiFigure views[maxViews];
    static char names[maxViews][96];
    const char* shown[maxViews];
    int count = listViews( ui, input, views ), chosen = 0;
    for ( int i = 0; i < count; ++i )
    {
        snprintf( names[i], sizeof( names[i] ), "%s", uiFigureName( ui, p->scenario, views + i ) );
        shown[i] = names[i];
        chosen = views[i].kind == p->figure.kind &&
                ( p->figure.kind != ui_figurePane || views[i].pane == p->figure.pane )
            ? i
            : chosen;
    }
    if ( uiFormChoice( "figure.view", shown, count, &chosen ) )
    {
        p->figure.kind = views[chosen].kind;
        p->figure.pane = views[chosen].pane;
        uiProposeFigurePath( ui, p->scenario );
    }
}

static void drawFields( uiState* ui, const uiFrameInput* input )
{
    static const char* const forms[] = { "PNG", "SVG", "PDF" };
    uiFigurePanel* p = ui->figure;
    uiFormLabel( ui, TR( "view" ) );
    drawViews( ui, input );
    uiFormLabel( ui, TR( "form" ) );
    if ( uiFormChoice( "figure.form", forms, hasCurves( &p->figure ) ? SS_COUNT( forms ) : 1, &p->form ) )
    {
        p->pathTyped = false;
        uiProposeFigurePath( ui, p->scenario );
    }
    uiFormLabel( ui, TR( "size" ) );
    uiFormSize( ui, "figure.size", s_sizes, SS_COUNT( s_sizes ), &p->figure.width, &p->figure.height );
    uiFormLabel( ui, TR( "caption" ) );
    bool caption = !p->figure.bare;
    uiPushBorder( ui );
    igCheckbox( uiLabel( "every parameter##figure.caption" ), &caption );
    uiPopBorder();
    uiMark( "figure.caption" );
    p->figure.bare = !caption;
    uiFormLabel( ui, TR( "file" ) );
    p->pathTyped = uiFormText( "figure.file", p->figure.path, sizeof( p->figure.path ) ) || p->pathTyped;
}

void uiDrawFigurePanel( uiState* ui, const uiFrameInput* input )
{
    uiFigurePanel* p = ui->figure;
    uiPublish( "ui.figure", p->shown ? 1.0 : 0.0 );
    if ( p->shown && p->scenario != input->snapshot->scenario )
    {
        p->shown = false; // its views belong to another scenario
    }
    if ( !p->shown ) { return; }
    float em = igGetFontSize();
    igSetNextWindowPos( uiVec2( 0.98f * (float)input->width, 0.09f * (float)input->height ),
        ImGuiCond_Appearing, uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize( uiVec2( fminf( 26.0f * em, 0.94f * (float)input->width ), 0.0f ), ImGuiCond_Always );
    if ( igBegin( uiLabel( "Figure" ), &p->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize |
                 ImGuiWindowFlags_AlwaysAutoResize ) )
    {
        drawFields( ui, input );
        if ( p->refusal[0] != '\0' ) { uiWrappedColor( ui->theme.error, p->refusal ); }
        uiMarkText( "figure.status", p->refusal );
        if ( uiCommandButton( uiLabel( "Save (Ctrl+Shift+P)" ), "figure.save", true ) ) { save( ui, input ); }
        p->shown = !uiCommandButton( uiLabel( "Close##figure" ), "figure.close", true ) && p->shown;
        igNewLine();
    }
    igEnd();
}
