// SPDX-License-Identifier: MIT
#include "ui/panel/figure.h"
#include "base/svg_plot.h"
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_free_body.h"
#include "ui/panel/panel_pins.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_sets.h"
#include "ui/panel/panel_viewport.h"

#include <string.h>

// Draws a view of the window at the size and in the colours of a figure.

#define CAPTION_BYTES 8192

/// The height of the text [px], 32 for a slide of 1080 lines.
static float fontSize( const uiFigure* figure )
{
    float width = (float)figure->width, height = (float)figure->height;
    float share = fminf( width / 1920.0f, height / 1080.0f );
    float size = figure->kind == ui_figureScene ? 26.0f * share
        : figure->kind == ui_figureContact      ? fminf( width / 27.0f, height / 41.0f ) // its text is high
                                                : 32.0f * share;
    return fmaxf( 11.0f, roundf( size ) );
}

void uiBeginFigure( uiState* ui, const char* fontPath, const uiFigure* figure )
{
    uiWindowLook* window = &ui->panes->windowLook;
    *window = ( uiWindowLook ){ .theme = ui->theme,
        .em = ui->em,
        .textFit = ui->textFit,
        .light = ui->settings.light,
        .sceneOnly = ui->settings.sceneOnly,
        .fontSize = ui->settings.fontSize,
        .presents = ui->presenting.on };
    memcpy( window->fonts, ui->fonts, sizeof( ui->fonts ) );
    ui->presenting.on = false;
    ui->textFit = ( uiTextFit ){ 0 }; // its size is its own
    ui->settings.light = true;
    ui->settings.sceneOnly = true;
    ui->settings.fontSize = fontSize( figure );
    uiLoadFonts( ui, fontPath, 1.0f, 1.0f );
}

void uiEndFigure( uiState* ui )
{
    const uiWindowLook* window = &ui->panes->windowLook;
    ui->theme = window->theme;
    ui->em = window->em;
    ui->textFit = window->textFit;
    ui->settings.light = window->light;
    ui->settings.sceneOnly = window->sceneOnly;
    ui->presenting.on = window->presents;
    ui->settings.fontSize = window->fontSize;
    memcpy( ui->fonts, window->fonts, sizeof( ui->fonts ) );
}

/// Draws the caption at the bottom, or (`list` NULL) only measures it. Returns its height [px].
static float drawCaption(
    uiState* ui, const sessionSnapshot* snapshot, const uiFigure* figure, ImDrawList* list )
{
    static char text[CAPTION_BYTES];
    if ( figure->bare ) { return 0.0f; }
    uiWriteCaption( snapshot, text, sizeof( text ) );
    float em = ui->em;
    uiBreakLines( text, (float)figure->width - 2.0f * em );
    float height = roundf( uiExtent( text ).y + 0.9f * em ), y = (float)figure->height - height;
    if ( list != NULL )
    {
        uiFillRect(
            list, ( uiRect ){ 0.0f, y, (float)figure->width, (float)figure->height }, ui->theme.panel, 0.0f );
        uiDrawText( ui, list, ui_fontBody, em, roundf( y + 0.3f * em ), ui->theme.dim, text );
    }
    return height;
}

uiFrameInput uiFigureInput( uiState* ui, const uiFrameInput* input, const uiFigure* figure )
{
    uiFrameInput shown = *input;
    shown.width = figure->width;
    shown.height = figure->height - (int)drawCaption( ui, input->snapshot, figure, NULL );
    shown.pixelScale = 1.0f;
    shown.work = ( sessionWork ){ .queued = false };
    shown.opening = NULL;
    shown.virtualClock = true; // nothing in a figure depends on the clock
    return shown;
}

/// Draws the scenario's name and source. Returns where the view below it begins.
static float drawHeading( uiState* ui, const ssScenario* scenario, float width )
{
    ImDrawList* list = igGetWindowDrawList();
    const char* title = tr( scenario->title );
    float left = 1.2f * ui->em, top = 0.7f * ui->em;
    ImVec2 size = uiTextSize( ui, ui_fontTitle, title );
    uiDrawText( ui, list, ui_fontTitle, left, top, ui->theme.text, title );
    float x = left + size.x + ui->em, room = width - 0.8f * ui->em - x;
    if ( uiTextSize( ui, ui_fontSmall, scenario->source ).x < room )
    {
        float y = top + size.y - 1.15f * uiTextSize( ui, ui_fontSmall, scenario->source ).y;
        uiDrawText( ui, list, ui_fontSmall, x, y, ui->theme.dim, scenario->source );
    }
    return top + size.y + 0.4f * ui->em;
}

/// Columns in which the panes have about the shape of a page.
static int countColumns( int count, float width, float height )
{
    int best = 1;
    float least = INFINITY;
    for ( int columns = 1; columns <= count; ++columns )
    {
        int rows = ( count + columns - 1 ) / columns;
        float shape = width / (float)columns / ( height / (float)rows );
        float off = fabsf( logf( shape / 1.6f ) ) + 0.25f * (float)( columns * rows - count );
        best = off < least ? columns : best;
        least = fminf( off, least );
    }
    return best;
}

static int listFigurePanes(
    const uiState* ui, const ssScenario* scenario, const uiFigure* figure, int* panes )
{
    panes[0] = figure->pane;
    return figure->kind == ui_figurePane ? 1 : uiListPanes( ui, scenario, panes );
}

static void drawPanes( uiState* ui, const uiFrameInput* input, const uiFigure* figure, uiRect rect )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int panes[ui_maxPanes], count = listFigurePanes( ui, scenario, figure, panes );
    int columns = countColumns( count, uiWidth( rect ), uiHeight( rect ) );
    int rows = ( count + columns - 1 ) / columns;
    double cursor = ui->plots->cursorTime;
    float corner = ui->plots->cornerWidth, w = uiWidth( rect ) / (float)columns,
          h = uiHeight( rect ) / (float)rows;
    ui->plots->cursorTime = (double)NAN;
    ui->plots->cornerWidth = 0.0f;
    for ( int i = 0; i < count; ++i )
    {
        uiPlotView* view = uiPaneView( ui, scenario, panes[i] );
        uiPlotView before = *view;
        float x = rect.x0 + w * (float)( i % columns ), y = rect.y0 + h * (float)( i / columns );
        uiDrawPane(
            ui, input, panes[i], ( uiRect ){ roundf( x ), roundf( y ), roundf( x + w ), roundf( y + h ) } );
        *view = before;
    }
    ui->plots->cursorTime = cursor;
    ui->plots->cornerWidth = corner;
}

/// Draws a panel in the middle, as wide as its text is meant to be.
static void drawPanel( uiState* ui, const uiFrameInput* input, const uiFigure* figure, uiRect rect )
{
    bool contact = figure->kind == ui_figureContact;
    float wanted = contact ? 25.0f * ui->em : fmaxf( uiHeight( rect ), 24.0f * ui->em );
    float width = fminf( uiWidth( rect ), wanted );
    float height =
        contact ? fminf( uiHeight( rect ), 34.0f * ui->em ) : uiHeight( rect ); // pictures in one row
    igSetCursorScreenPos( uiVec2( roundf( 0.5f * ( rect.x0 + rect.x1 - width ) ), rect.y0 ) );
    igBeginChild_Str( "##panel", uiVec2( width, height ), false,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground );
    if ( contact ) { uiDrawContact( ui, input ); }
    else { uiDrawSetEditor( ui, input ); }
    igEndChild();
}

static void drawFreeBody( uiState* ui, const uiFrameInput* input, const uiFigure* figure, uiRect rect )
{
    (void)input;
    (void)figure;
    const svgPen pen = uiMakePen( ui );
    sessionLoads_Draw(
        &ui->freeBody->loads, &pen, rect.x0, rect.y0, uiWidth( rect ), uiHeight( rect ), igGetFontSize() );
}

void uiDrawFigure( uiState* ui, const uiFrameInput* input, const uiFigure* figure )
{
    uiFrameInput shown = uiFigureInput( ui, input, figure );
    uiViewPanel view = *ui->view;
    uiFocus focus = ui->focus;
    uiRect pins = ui->pins->room; // the panel is not in the figure
    ui->pins->room = ( uiRect ){ 0 };
    const float width = (float)figure->width, height = (float)figure->height, bottom = (float)shown.height;
    igSetNextWindowPos( uiVec2( 0.0f, 0.0f ), 0, uiVec2( 0.0f, 0.0f ) );
    igSetNextWindowSize( uiVec2( width, height ), 0 );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, uiVec2( 0.0f, 0.0f ) );
    igBegin( "figure", NULL, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground );
    igPopStyleVar( 1 );
    uiMuteMarks( true );
    if ( figure->kind == ui_figureScene )
    {
        uiLayout layout = uiComputeLayout( ui, shown.width, shown.height );
        uiDrawViewport( ui, &shown, &layout, &ui->view->camera );
    }
    else
    {
        uiFillRect( igGetWindowDrawList(), ( uiRect ){ 0.0f, 0.0f, width, height }, ui->theme.panel, 0.0f );
        float top = drawHeading( ui, input->snapshot->scenario, width ), pad = 0.3f * ui->em;
        bool panel = figure->kind == ui_figureContact || figure->kind == ui_figureSets;
        ( figure->kind == ui_figureFreeBody ? drawFreeBody
                : panel                     ? drawPanel
                                            : drawPanes )( ui, &shown, figure,
            ( uiRect ){ panel ? 4.0f * pad : 0.0f, top, panel ? width - 4.0f * pad : width, bottom - pad } );
    }
    drawCaption( ui, input->snapshot, figure, igGetWindowDrawList() );
    uiMuteMarks( false );
    igEnd();
    *ui->view = view;
    ui->focus = focus;
    ui->pins->room = pins;
}

void uiShowFigure( uiState* ui, const uiFigure* figure )
{
    ui->freeBody->shown = ui->freeBody->shown || figure->kind == ui_figureFreeBody;
    int chart = ui->scenario != NULL ? figure->pane - ui->scenario->picture.plotCount : -1;
    if ( figure->kind == ui_figurePane && chart >= 0 && chart < ui->scenario->picture.chartCount )
    {
        ui->panes->chartShown[chart] = true;
    }
}

static void drawFreeBodySvg( void* context, osWriter* out, double width, double height )
{
    const uiState* ui = context;
    const svgPen pen = svgMakePen( out );
    sessionLoads_Draw( &ui->freeBody->loads, &pen, 0.0f, 0.0f, (float)width, (float)height,
        fmaxf( 11.0f, (float)width / 56.0f ) );
}

ssResult uiSaveFigure( uiState* ui, const uiFrameInput* input, const uiFigure* figure )
{
    static char caption[CAPTION_BYTES];
    int panes[ui_maxPanes], count = listFigurePanes( ui, input->snapshot->scenario, figure, panes );
    uiWriteCaption( input->snapshot, caption, sizeof( caption ) );
    if ( figure->kind == ui_figureFreeBody )
    {
        svgFigure own = { .width = figure->width,
            .height = figure->height,
            .title = tr( "Free-body diagram" ),
            .draw = drawFreeBodySvg,
            .context = ui,
            .caption = figure->bare ? NULL : caption };
        return svgSaveFigure( figure->path, &own );
    }
    uiPaneFigure vector = { .width = figure->width,
        .height = figure->height,
        .columns = countColumns( count, (float)figure->width, (float)figure->height ),
        .caption = figure->bare ? NULL : caption };
    return uiSavePanes( ui, input, panes, count, &vector, figure->path );
}
