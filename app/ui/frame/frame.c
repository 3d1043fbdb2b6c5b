// SPDX-License-Identifier: MIT
#include "ui/frame/frame.h"
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame_parts.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/figure.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_free_body.h"
#include "ui/panel/panel_law.h"
#include "ui/panel/panel_measure.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_pins.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_sensitivity.h"
#include "ui/panel/panel_sets.h"
#include "ui/panel/panel_solvers.h"
#include "ui/panel/panel_sweep.h"
#include "ui/panel/panel_timeline.h"
#include "ui/panel/panel_viewport.h"
#include "ui/panel/panel_why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// All parts of the window in one allocation.
typedef struct window
{
    uiState state;
    uiPlots plots;
    uiViewPanel view;
    uiParamsPanel params;
    uiPlotsPanel panes;
    uiUserPlotEditor plotEditor;
    uiContactPanel contact;
    uiTimelinePanel timeline;
    uiTransitionsPanel transitions;
    uiSolversPanel solvers;
    uiSetsPanel sets;
    uiSweepPanel sweep;
    uiFitPanel fit;
    uiSensitivityPanel sensitivity;
    uiFreeBodyPanel freeBody;
    uiWhyPanel why;
    uiPinsPanel pins;
    uiMeasurePanel measure;
    uiLawPanel law;
    uiRecordPanel record;
    uiBuildPanel build;
    uiLessonPanel lesson;
    uiFigurePanel figure;
    uiFileDialog files;
    uiHelpWindows help;
    uiFinder find;
    uiStart start;
} window;

static void connect( window* w )
{
    uiState* ui = &w->state;
    ui->plots = &w->plots;
    ui->view = &w->view;
    ui->params = &w->params;
    ui->panes = &w->panes;
    ui->plotEditor = &w->plotEditor;
    ui->contact = &w->contact;
    ui->timeline = &w->timeline;
    ui->transitions = &w->transitions;
    ui->solvers = &w->solvers;
    ui->sets = &w->sets;
    ui->sweep = &w->sweep;
    ui->fit = &w->fit;
    ui->sensitivity = &w->sensitivity;
    ui->freeBody = &w->freeBody;
    ui->why = &w->why;
    ui->pins = &w->pins;
    ui->measure = &w->measure;
    ui->law = &w->law;
    ui->record = &w->record;
    ui->build = &w->build;
    ui->lesson = &w->lesson;
    ui->figure = &w->figure;
    ui->files = &w->files;
    ui->help = &w->help;
    ui->find = &w->find;
    ui->start = &w->start;
}

uiState* uiCreate( uiSettings settings )
{
    window* w = calloc( 1, sizeof( window ) );
    if ( w == NULL ) { return NULL; }
    connect( w );
    uiState* ui = &w->state;
    ui->settings = settings;
    ui->settings.fontSize = fminf( fmaxf( settings.fontSize, 9.0f ), 64.0f );
    ui->em = ui->settings.fontSize;
    ui->styleDirty = true;
    w->view.camera = gfxDefaultCamera();
    w->view.grabBody = w->freeBody.body = w->freeBody.posted = -1;
    w->params.dragParam = w->params.textParam = w->params.suppressed = w->params.twinParam = -1;
    w->sets.handle = ui->onceHint.index = w->measure.dragged = -1;
    ui->instruments.watchPressed[0] = ui->instruments.watchPressed[1] = (double)NAN;
    memcpy( &ui->instrumentsKept, &ui->instruments, sizeof ui->instruments );
    w->sensitivity.pane = w->sensitivity.signal = -1;
    w->plotEditor.edited = -1;
    w->plots.cursorTime = (double)NAN;
    w->plots.nextCursorTime = w->plots.keyTime = (double)NAN;
    return ui;
}

void uiDestroy( uiState* ui )
{
    if ( ui )
    {
        uiFreeFiles( ui );
        uiFreeFind( ui );
        uiFreeStart( ui );
        uiFreeSolvers( ui );
        uiFreeWhy( ui );
        uiFreeSweep( ui );
        uiFreeFit( ui );
        uiFreeSensitivity( ui );
        uiFreeUserPlots( ui );
        uiFreeSets( ui );
        uiFreeLaw( ui );
        uiFreeBuildModel( ui );
        uiFreeLesson( ui );
        uiForgetEdits( ui );
        free( (window*)ui ); // uiState is its first member
        uiFreeMarks();
    }
}

void uiKeepLawIn( uiState* ui, const char* path )
{
    snprintf( ui->law->keptPath, sizeof( ui->law->keptPath ), "%s", path );
}

gfxCamera* uiGetCamera( uiState* ui ) { return &ui->view->camera; }

void uiOpenCamera( uiState* ui )
{
    ui->view->opening = true;
    ui->view->placed = false;
    ui->onStart = false; // another scene was chosen
}

void uiSetCamera( uiState* ui, gfxCamera camera )
{
    ui->view->placement = camera;
    ui->view->placed = true;
}

gfxCamera uiPlacedCamera( const uiState* ui )
{
    gfxCamera camera = ui->view->camera;
    camera.distance /= fmaxf( 1.0f, ui->view->farther );
    return camera;
}

// A strip between two panels. True while the mouse drags it; `at` is its new position.
static bool splitter( uiState* ui, const char* mark, uiRect rect, bool vertical, float* at )
{
    const ImGuiIO* io = igGetIO();
    uiRectButton( mark, rect );
    uiMark( mark );
    igSetItemAllowOverlap();
    bool active = igIsItemActive();
    if ( active || igIsItemHovered( 0 ) )
    {
        float x = roundf( 0.5f * ( rect.x0 + rect.x1 ) ), y = roundf( 0.5f * ( rect.y0 + rect.y1 ) );
        igSetMouseCursor( vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS );
        ImDrawList_AddRectFilled( igGetForegroundDrawList_Nil(),
            vertical ? uiVec2( x - 1.0f, rect.y0 ) : uiVec2( rect.x0, y - 1.0f ),
            vertical ? uiVec2( x + 1.0f, rect.y1 ) : uiVec2( rect.x1, y + 1.0f ), ui->theme.accent, 0.0f, 0 );
        uiHint( ui, tr( "drag to resize" ) );
    }
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    if ( keys.focused )
    {
        uiFocusFrame( ui, ( uiRect ){ rect.x0 - 1.0f, rect.y0 - 1.0f, rect.x1 + 1.0f, rect.y1 + 1.0f } );
        uiFocusSay( ui, "%s", tr( "edge of a panel" ) );
        uiFocusHint( ui, tr( "edge of a panel: ← → move it · Shift: finer · ↑ ↓ others · Esc leaves" ) );
        float middle = vertical ? 0.5f * ( rect.x0 + rect.x1 ) : 0.5f * ( rect.y0 + rect.y1 ),
              notches = (float)keys.steps + 0.2f * (float)keys.fine;
        *at = middle + ( vertical ? 1.0f : -1.0f ) * notches * igGetFontSize();
        return notches != 0.0f;
    }
    *at = vertical ? io->MousePos.x : io->MousePos.y;
    return active && ( io->MouseDelta.x != 0.0f || io->MouseDelta.y != 0.0f );
}

static void drawSplitters( uiState* ui, const uiLayout* layout )
{
    float grip = fmaxf( 3.0f, roundf( 0.25f * layout->em ) ), at = 0.0f;
    uiSettings* s = &ui->settings;
    if ( uiShowsParams( ui ) && !ui->lessonView.on )
    {
        uiRect rect = { layout->panel.x1 - grip, layout->panel.y0, layout->panel.x1 + grip,
            layout->panel.y1 };
        if ( splitter( ui, "split.panel", rect, true, &at ) )
        {
            s->leftWidth =
                uiClamp( at / layout->em / uiPanelShare( ui ), UI_MIN_LEFT_WIDTH, UI_MAX_SIDE_WIDTH );
        }
    }
    if ( uiWidth( layout->contact ) > 0.0f )
    {
        uiRect rect = { layout->contact.x0 - grip, layout->contact.y0, layout->contact.x0 + grip,
            layout->contact.y1 };
        if ( splitter( ui, "split.contact", rect, true, &at ) )
        {
            s->rightWidth =
                uiClamp( ( layout->contact.x1 - at ) / layout->em, UI_MIN_RIGHT_WIDTH, UI_MAX_SIDE_WIDTH );
        }
    }
    if ( s->showLaw )
    {
        uiRect rect = { layout->law.x0 - grip, layout->law.y0, layout->law.x0 + grip, layout->law.y1 };
        if ( splitter( ui, "split.law", rect, true, &at ) )
        {
            s->lawWidth =
                uiClamp( ( layout->law.x1 - at ) / layout->em, UI_MIN_LAW_WIDTH, UI_MAX_SIDE_WIDTH );
        }
    }
    if ( uiShowsPlots( ui ) && !ui->lessonView.sketch )
    {
        uiRect rect = { layout->plots.x0, layout->plots.y0 - grip, layout->plots.x1,
            layout->plots.y0 + grip };
        if ( splitter( ui, "split.plots", rect, false, &at ) )
        {
            float middle = layout->plots.y1 - layout->view.y0;
            s->plotShare =
                uiClamp( ( layout->plots.y1 - at ) / middle, UI_MIN_PLOT_SHARE, UI_MAX_PLOT_SHARE );
        }
    }
}

static bool beginArea(
    const char* name, uiRect rect, ImVec2 padding, ImU32 background, ImGuiWindowFlags flags )
{
    igSetCursorScreenPos( uiVec2( rect.x0, rect.y0 ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, padding );
    igPushStyleColor_U32( ImGuiCol_ChildBg, background );
    bool open = igBeginChild_Str( name, uiVec2( uiWidth( rect ), uiHeight( rect ) ), false,
        flags | ImGuiWindowFlags_AlwaysUseWindowPadding );
    uiScrollWithHand();
    igPopStyleColor( 1 );
    igPopStyleVar( 1 );
    return open;
}

// Draws hairlines between the areas, in the pixel that each of them leaves free.
static void drawEdges( const uiState* ui, const uiLayout* layout )
{
    ImDrawList* list = igGetWindowDrawList();
    // Beside a lesson the parameters are at the right.
    float panelEdge = ui->lessonView.on ? layout->panel.x0 : layout->panel.x1 - 1.0f;
    const uiRect edges[] = {
        { 0.0f, layout->tools.y1 - 1.0f, layout->tools.x1, layout->tools.y1 },
        { panelEdge, layout->panel.y0, panelEdge + ( uiWidth( layout->panel ) > 0.0f ? 1.0f : 0.0f ),
            layout->panel.y1 },
        { layout->lesson.x1 - ( ui->lessonView.on ? 1.0f : 0.0f ), layout->lesson.y0, layout->lesson.x1,
            layout->lesson.y1 },
        { layout->plots.x0, layout->plots.y0, layout->plots.x1,
            layout->plots.y0 + ( uiHeight( layout->plots ) > 0.0f ? 1.0f : 0.0f ) },
        { 0.0f, layout->status.y0, layout->status.x1, layout->status.y0 + 1.0f },
        { 0.0f, layout->timeline.y0, layout->timeline.x1,
            layout->timeline.y0 + ( ui->settings.showTimeline ? 1.0f : 0.0f ) },
        { layout->contact.x0, layout->contact.y0,
            layout->contact.x0 + ( uiWidth( layout->contact ) > 0.0f ? 1.0f : 0.0f ), layout->contact.y1 },
        { layout->law.x0, layout->law.y0, layout->law.x0 + ( ui->settings.showLaw ? 1.0f : 0.0f ),
            layout->law.y1 },
    };
    for ( int i = 0; i < SS_COUNT( edges ); ++i ) { uiFillRect( list, edges[i], ui->theme.line, 0.0f ); }
}

static void publishState( const uiState* ui, const uiFrameInput* input )
{
    uiPublish( "ui.cut", (double)ui->cutTexts );
    uiPublish( "ui.full-screen", input->fullScreen ? 1.0 : 0.0 );
    uiPublish( "ui.width", (double)input->width );
    uiPublish( "ui.height", (double)input->height );
    uiPublish( "ui.types", igGetIO()->WantTextInput ? 1.0 : 0.0 );
    uiPublish( "ui.instrument", ui->settings.instrument ? 1.0 : 0.0 );
    uiPublish( "ui.light", uiIsLight( ui ) ? 1.0 : 0.0 );
    uiPublish( "ui.start", ui->onStart ? 1.0 : 0.0 );
    uiPublish( "ui.font", (double)ui->settings.fontSize );
    uiPublish( "ui.caption", (double)( ui->fonts[ui_fontSmall]->FontSize * ui->fonts[ui_fontSmall]->Scale ) );
    uiPublish( "ui.panel-width", (double)ui->settings.leftWidth );
    uiPublish( "ui.contact-width", (double)ui->settings.rightWidth );
    uiPublish( "ui.plot-share", (double)ui->settings.plotShare );
    uiPublish( "ui.panel", ui->settings.showPanel ? 1.0 : 0.0 );
    uiPublish( "ui.plots", ui->settings.showPlots ? 1.0 : 0.0 );
    uiPublish( "ui.contact", ui->settings.showContact ? 1.0 : 0.0 );
    uiPublish( "ui.solvers", ui->solvers->shown ? 1.0 : 0.0 );
    uiPublish( "ui.report", ui->settings.showReport ? 1.0 : 0.0 );
    uiPublish( "ui.sweep", ui->sweep->shown ? 1.0 : 0.0 );
    uiPublish( "ui.sets", ui->sets->shown ? 1.0 : 0.0 );
    uiPublish( "ui.law", ui->settings.showLaw ? 1.0 : 0.0 );
    uiPublish( "ui.about", ui->help->aboutShown ? 1.0 : 0.0 );
    uiPublish( "ui.transitions", ui->settings.showTransitions ? 1.0 : 0.0 );
    uiPublish( "ui.shade", ui->settings.style.ambient ? 1.0 : 0.0 );
    uiPublish( "ui.decades", ui->settings.style.logArrows ? 1.0 : 0.0 );
    uiPublish( "ui.help", ui->help->shown ? 1.0 : 0.0 );
    uiPublish( "ui.files", ui->files->open ? 1.0 : 0.0 );
    uiPublish( "ui.find", ui->find->open ? 1.0 : 0.0 );
    uiPublish( "ui.follow", ui->settings.follow ? 1.0 : 0.0 );
    uiPublish( "ui.sound", ui->settings.sound ? 1.0 : 0.0 );
    uiPublish( "ui.flags", (double)ui->settings.drawFlags );
    uiPublish( "ui.grab", (double)( ui->view->gesture == ui_gestureGrab ? ui->view->grabBody : -1 ) );
    uiPublish( "camera.yaw", (double)ui->view->camera.yaw );
    uiPublish( "camera.pitch", (double)ui->view->camera.pitch );
    uiPublish( "camera.distance", (double)ui->view->camera.distance );
    uiPublish( "camera.x", (double)ui->view->camera.target[0] );
    uiPublish( "camera.y", (double)ui->view->camera.target[1] );
    uiPublish( "camera.z", (double)ui->view->camera.target[2] );
}

/// Draws the panels at the left and right, which scroll.
static void drawSidePanels( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    ImVec2 padding = uiVec2( roundf( 0.8f * layout->em ), roundf( 0.6f * layout->em ) );
    if ( ui->lessonView.on )
    {
        uiRect lesson = layout->lesson;
        lesson.x1 -= 1.0f;
        if ( beginArea(
                 "##lesson", lesson, uiVec2( roundf( 1.1f * layout->em ), padding.y ), ui->theme.panel, 0 ) )
        {
            uiDrawLesson( ui, input );
        }
        igEndChild();
    }
    uiPublish( "ui.panel-pixels", (double)uiWidth( layout->panel ) );
    if ( uiShowsParams( ui ) && uiWidth( layout->panel ) > 0.0f )
    {
        uiRect panel = layout->panel;
        *( ui->lessonView.on ? &panel.x0 : &panel.x1 ) += ui->lessonView.on ? 1.0f : -1.0f;
        if ( beginArea( "##params", panel, padding, ui->theme.panel, 0 ) )
        {
            ( ui->build->on ? uiDrawBuild : uiDrawParams )( ui, input );
        }
        igEndChild();
    }
    if ( uiWidth( layout->contact ) > 0.0f )
    {
        uiRect contact = layout->contact;
        contact.x0 += 1.0f;
        if ( beginArea( "##contact", contact, padding, ui->theme.panel, 0 ) )
        {
            ( ui->build->on ? uiDrawBuildSide : uiDrawContact )( ui, input );
        }
        igEndChild();
    }
    if ( ui->settings.showLaw )
    {
        uiRect law = layout->law;
        law.x0 += 1.0f;
        if ( beginArea( "##law", law, padding, ui->theme.panel, 0 ) ) { uiDrawLaw( ui, input ); }
        igEndChild();
    }
}

/// Draws the plots and, in a lesson, what is drawn by hand beside them or instead of them.
static void drawLower( uiState* ui, const uiFrameInput* input, uiRect plots )
{
    const ImGuiWindowFlags fixed = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    bool both = uiShowsPlots( ui ) && ui->lessonView.sketch;
    uiRect sketch = plots;
    sketch.x1 = both ? roundf( 0.5f * ( plots.x0 + plots.x1 ) ) : plots.x1;
    plots.x0 = both ? sketch.x1 : plots.x0;
    if ( ui->lessonView.sketch )
    {
        if ( beginArea( "##sketch", sketch, uiVec2( 0.0f, 0.0f ), ui->theme.panel, fixed ) )
        {
            uiDrawSketch( ui, input, sketch );
        }
        igEndChild();
    }
    if ( uiShowsPlots( ui ) )
    {
        if ( beginArea( "##plots", plots, uiVec2( 0.0f, 0.0f ), ui->theme.panel, fixed ) )
        {
            uiDrawPlots( ui, input, plots );
        }
        igEndChild();
    }
}

static void drawAreas(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn )
{
    const ImGuiWindowFlags fixed = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    ImVec2 none = uiVec2( 0.0f, 0.0f );
    uiRect tools = layout->tools, plots = layout->plots, status = layout->status, timeline = layout->timeline;
    tools.y1 -= 1.0f;
    plots.y0 += 1.0f;
    plots.x1 -= uiTransitionsWidth( ui, plots );
    status.y0 += 1.0f;
    timeline.y0 += 1.0f;
    uiDrawViewport( ui, input, layout, drawn );
    drawEdges( ui, layout );
    if ( beginArea( "##tools", tools, none, ui->theme.panel, fixed ) ) { uiDrawToolbar( ui, input, layout ); }
    igEndChild();
    drawSidePanels( ui, input, layout );
    if ( ui->settings.showTimeline )
    {
        if ( beginArea( "##timeline", timeline, none, ui->theme.panel, fixed ) )
        {
            uiDrawTimeline( ui, input, timeline );
        }
        igEndChild();
    }
    drawLower( ui, input, plots );
    drawSplitters( ui, layout );
    if ( ui->focus.hint[0] )
    {
        uiHint( ui, "%s", ui->focus.hint ); // precedes what the mouse happens to be over
    }
    if ( beginArea( "##status", status, none, ui->theme.panel, fixed ) )
    {
        uiDrawStatus( ui, input, layout );
    }
    igEndChild();
}

/// Begins the window below the menu bar, which holds all areas.
static void beginRoot( const uiFrameInput* input, const uiLayout* layout )
{
    igSetNextWindowPos( uiVec2( 0.0f, layout->tools.y0 ), ImGuiCond_Always, uiVec2( 0.0f, 0.0f ) );
    igSetNextWindowSize(
        uiVec2( uiWidth( layout->tools ), (float)input->height - layout->tools.y0 ), ImGuiCond_Always );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, uiVec2( 0.0f, 0.0f ) );
    igPushStyleVar_Float( ImGuiStyleVar_WindowBorderSize, 0.0f );
    igPushStyleVar_Float( ImGuiStyleVar_WindowRounding, 0.0f );
    igBegin( "##root", NULL,
        ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
            ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoCollapse |
            ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
            ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav );
    igPopStyleVar( 3 );
}

/// With Ctrl the wheel changes the spotlight, wherever the pointer is.
static void takeWheel( uiState* ui, const uiFrameInput* input )
{
    ImGuiIO* io = igGetIO();
    if ( ui->spotlight.on && io->KeyCtrl && io->MouseWheel != 0.0f )
    {
        uiResizeSpotlight( ui, input, io->MouseWheel > 0.0f ? 1 : -1 );
        io->MouseWheel = 0.0f;
    }
}

/// The scene with its labels fills the window: a film, or a picture.
static void drawSceneOnly(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn )
{
    igSetNextWindowPos( uiVec2( 0.0f, 0.0f ), ImGuiCond_Always, uiVec2( 0.0f, 0.0f ) );
    igSetNextWindowSize( uiVec2( uiWidth( layout->view ), uiHeight( layout->view ) ), ImGuiCond_Always );
    igBegin( "##scene", NULL,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
            ImGuiWindowFlags_NoNav );
    uiDrawViewport( ui, input, layout, drawn );
    igEnd();
    uiEndFocus( ui );
    uiEndMarks();
}

/// Draws the menus and what floats over the areas.
static void drawWindows( uiState* ui, const uiFrameInput* input, const uiLayout* layout, bool presents )
{
    if ( !presents && !uiShowsOnly( ui, NULL ) ) { uiDrawMenu( ui, input ); }
    uiDrawFind( ui, input ); // before the status bar, which shows its hint
    uiDrawFiles( ui, input );
    uiDrawHelp( ui, input );
    uiDrawSolvers( ui, input );
    uiDrawSets( ui, input );
    uiDrawFreeBody( ui, input );
    uiDrawWhy( ui, input );
    uiDrawSweep( ui, input );
    uiDrawFit( ui, input );
    uiDrawRecord( ui, input );
    uiDrawFigurePanel( ui, input );
    uiDrawBuildOffer( ui, input );
    uiDrawPins( ui, input, layout->view );
    uiDrawMeasure( ui, input, layout->view );
    uiAskForData( ui, input );
    uiAskForLaw( ui, input );
    uiAskForLesson( ui, input );
    uiCollectTransitions( ui, input );
    if ( ui->settings.showTimeline && !presents && !ui->onStart )
    {
        uiDrawTransitions( ui, input, layout->plots );
    }
}

void uiFrame( uiState* ui, const uiFrameInput* input )
{
    const sessionSnapshot* snapshot = input->snapshot;
    uiBeginMarks();
    if ( ui->styleDirty ) { uiApplyTheme( ui ); }
    if ( snapshot == NULL || snapshot->scenario == NULL )
    {
        uiEndMarks();
        return;
    }
    gfxCamera drawn = ui->view->camera; // the camera that the scene was drawn with
    if ( !ui->view->cameraUpdated ) { uiUpdateCamera( ui, input ); }
    ui->view->cameraUpdated = false;
    uiAgePosted( ui, input, ui->params->dragParam );
    uiSettleText( ui, input );
    uiAdoptBreak( ui, input );
    ui->plots->cursorTime = ui->plots->nextCursorTime;
    ui->plots->nextCursorTime = (double)NAN;
    ui->messages.secondsLeft -= (double)igGetIO()->DeltaTime;
    ui->messages.hint = NULL;

    uiUpdateBuild( ui, input );
    uiUpdateFit( ui, input );
    uiUpdateSensitivity( ui, input );
    uiBeginFocus( ui );
    uiUpdateNavigation( ui );
    uiUpdateLesson( ui, input );
    uiUpdateInstruments( ui, input );
    ui->requests.sound = ui->settings.sound;
    ui->requests.volume = ui->settings.volume;
    ui->requests.fontChanged = uiFitText( ui, input->width, input->height ) || ui->requests.fontChanged;
    uiUpdatePresentation( ui, input );
    takeWheel( ui, input );
    uiLayout layout = uiComputeLayout( ui, input->width, input->height );
    bool presents = ui->presenting.on;
    if ( ui->settings.sceneOnly )
    {
        drawSceneOnly( ui, input, &layout, &drawn );
        return;
    }
    drawWindows( ui, input, &layout, presents );
    beginRoot( input, &layout );
    ( ui->onStart ? uiDrawStart : presents ? uiDrawPresentation : drawAreas )( ui, input, &layout, &drawn );
    igEnd();
    uiDrawAbove( ui, input, &layout );
    uiDrawHints( ui, input );

    uiEndFocus( ui );
    uiUpdateSpeech( ui, input );
    publishState( ui, input );
    ui->cutTexts = 0;
    ui->closePopups = false;
    uiEndMarks();
}

// A still picture costs nothing: the host asks here whether the next frame would differ from this one.

static const double s_tick = 0.1; // [s] between frames that show progress, or let a caret blink

/// Does a posted value still wait for its answer? It is forgotten after a number of frames.
static bool waitsForAnswer( const uiState* ui, const uiFrameInput* input )
{
    bool waits = ui->posted.speed.set || ui->posted.playing.set;
    for ( int i = 0; i < input->snapshot->scenario->model.paramCount && !waits; ++i )
    {
        waits = ui->posted.params[i].set;
    }
    return waits;
}

double uiRestSeconds( uiState* ui, const uiFrameInput* input )
{
    // Frames of a running program wake the window when they come.
    bool follows = input->snapshot != NULL && input->snapshot->follows;
    if ( input->snapshot == NULL || input->snapshot->scenario == NULL ||
        ( !follows && ( input->snapshot->playing || uiShownPlaying( ui, input ) ) ) ||
        ui->view->fitDistance > 0.0f || ui->view->frameWanted || ui->textFit.wanted != ui->em ||
        waitsForAnswer( ui, input ) || uiLawIsBusy( ui ) || uiFitIsLive( ui ) || uiStartMoves( ui ) )
    {
        return 0.0;
    }
    bool computes = ( ui->sweep->runner != NULL && sweepRunner_Progress( ui->sweep->runner ).busy ) ||
        ( ui->solvers->scope != NULL && sessionSolverScope_Busy( ui->solvers->scope ) );
    computes = computes || ( input->recording != NULL && input->recording->running );
    computes = computes || uiWhyIsBusy( ui ) || uiLessonIsBusy( ui ) || uiFitIsBusy( ui ) ||
        uiSensitivityIsBusy( ui ) || input->opening != NULL || input->work.queued || input->work.seeking ||
        input->work.seconds > 0.0;
    computes = computes || uiSpeechWaits( ui ) || ( ui->onceHint.wanted && ui->onceHint.index >= 0 );
    return computes || igGetIO()->WantTextInput || igIsAnyMouseDown() ? s_tick
        : ui->messages.secondsLeft > 0.0                              ? ui->messages.secondsLeft
                                                                      : (double)INFINITY;
}
