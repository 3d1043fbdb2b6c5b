// SPDX-License-Identifier: MIT

#include "ui/core/ui_state.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uiSettings uiDefaultSettings( void )
{
    return ( uiSettings ){
        .light = false,
        .fontSize = 15.0f,
        .leftWidth = 19.0f,
        .rightWidth = 20.0f,
        .plotShare = 0.31f,
        .showPanel = true,
        .showPlots = true,
        .showContact = true,
        .showTimeline = true,
        .follow = true,
        .drawFlags = ss_drawDefault,
        .style = gfxDefaultStyle(),
    };
}

uiState* uiCreate( uiSettings settings )
{
    uiState* ui = calloc( 1, sizeof( uiState ) );
    if ( ui == NULL )
    {
        return NULL;
    }
    ui->settings = settings;
    ui->settings.fontSize = fminf( fmaxf( settings.fontSize, 9.0f ), 64.0f );
    ui->em = ui->settings.fontSize;
    ui->camera = gfxDefaultCamera();
    ui->styleDirty = true;
    ui->dragParam = -1;
    ui->typedParam = ui->textParam = -1;
    ui->suppressed = -1;
    ui->grabBody = ui->setHandle = ui->editedPane = -1;
    ui->cursorTime = (double)NAN;
    ui->nextCursorTime = (double)NAN;
    return ui;
}

void uiDestroy( uiState* ui )
{
    if ( ui )
    {
        uiFreeSolvers( ui );
        uiFreeSweep( ui );
        uiFreeOwnPanes( ui );
        uiFreeSets( ui );
        uiForgetEdits( ui );
        free( ui );
        uiFreeMarks();
    }
}

uiSettings* uiGetSettings( uiState* ui )
{
    // whoever asks may change the theme
    ui->styleDirty = true;
    return &ui->settings;
}

gfxStyle uiGetStyle( const uiState* ui )
{
    return ui->settings.style;
}

gfxCamera* uiGetCamera( uiState* ui )
{
    return &ui->camera;
}

void uiSetCamera( uiState* ui, gfxCamera camera )
{
    ui->camera = camera;
    ui->cameraPlaced = true;
}

uiRequests* uiGetRequests( uiState* ui )
{
    return &ui->requests;
}

void uiNotify( uiState* ui, const char* text )
{
    snprintf( ui->notice, sizeof( ui->notice ), "%s", text );
    ui->noticeLeft = 6.0;
    ui->noticeWarns = false;
}

void uiNotifySaved( uiState* ui, ssResult result, const char* path )
{
    char note[1100];
    snprintf( note, sizeof( note ), "saved %s", path );
    ( result.code == ss_ok ? uiNotify : uiWarn )( ui, result.code == ss_ok ? note : result.message );
}

void uiWarn( uiState* ui, const char* text )
{
    uiNotify( ui, text );
    ui->noticeWarns = true;
}

void uiHint( uiState* ui, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( ui->hintText, sizeof( ui->hintText ), format, arguments );
    va_end( arguments );
    ui->hint = ui->hintText;
}

// ---------------------------------------------------------------------------------------------------- layout

static float clampTo( float value, float lo, float hi )
{
    return value < lo ? lo : value > hi ? hi : value;
}

// A pure function of sizes and settings: the host asks for the viewport before ImGui's frame begins.
uiLayout uiComputeLayout( const uiState* ui, int width, int height )
{
    const uiSettings* s = &ui->settings;
    float em = ui->em * igGetIO()->FontGlobalScale;
    float w = (float)width, h = (float)height;
    float menu = em + 2.0f * roundf( 0.22f * em );
    float tools = menu + roundf( 2.3f * em );
    float status = h - roundf( 1.65f * em );
    float middle = status - tools;
    if ( middle < 1.0f )
    {
        middle = 1.0f;
        status = tools + 1.0f;
    }
    // large type needs its room: a plot lower than nine lines shows nothing
    float share = fmaxf( clampTo( s->plotShare, 0.12f, 0.75f ), fminf( 9.0f * em / middle, 0.42f ) );
    float timeline = s->showTimeline ? status - roundf( 1.7f * em ) : status;
    float plots = s->showPlots ? roundf( share * middle ) : 0.0f;
    float split = fmaxf( tools + 1.0f, timeline - plots );
    float left = s->showPanel ? roundf( clampTo( s->leftWidth * em, 12.0f * em, 60.0f * em ) ) : 0.0f;
    left = fminf( left, roundf( 0.46f * w ) );
    // The microscope gives way where the scene would shrink to a slit.
    float right = s->showContact && ui->hadContacts
        ? roundf( clampTo( s->rightWidth * em, 14.0f * em, 60.0f * em ) )
        : 0.0f;
    right = w - left - right < 0.38f * w ? 0.0f : right;
    return ( uiLayout ){
        .em = em,
        .menu = { 0.0f, 0.0f, w, menu },
        .tools = { 0.0f, menu, w, tools },
        .panel = { 0.0f, tools, left, split },
        .view = { left, tools, w - right, split },
        .contact = { w - right, tools, w, split },
        .plots = { 0.0f, split, w, timeline },
        .timeline = { 0.0f, timeline, w, status },
        .status = { 0.0f, status, w, h },
    };
}

gfxViewport uiViewport( const uiState* ui, const uiFrameInput* input )
{
    uiRect view = uiComputeLayout( ui, input->width, input->height ).view;
    float scale = input->pixelScale > 0.0f ? input->pixelScale : 1.0f;
    return ( gfxViewport ){ view.x0 * scale, view.y0 * scale, fmaxf( 1.0f, uiWidth( view ) * scale ),
        fmaxf( 1.0f, uiHeight( view ) * scale ) };
}

// A strip to take hold of between two panels; returns the mouse's way along it this frame.
static bool splitter( uiState* ui, const char* mark, uiRect rect, bool vertical, float* at )
{
    const ImGuiIO* io = igGetIO();
    igSetCursorScreenPos( uiVec2( rect.x0, rect.y0 ) );
    igInvisibleButton( mark, uiVec2( uiWidth( rect ), uiHeight( rect ) ), ImGuiButtonFlags_MouseButtonLeft );
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
        uiHint( ui, "drag to share the room differently" );
    }
    *at = vertical ? io->MousePos.x : io->MousePos.y;
    return active && ( io->MouseDelta.x != 0.0f || io->MouseDelta.y != 0.0f );
}

static void drawSplitters( uiState* ui, const uiLayout* layout )
{
    float grip = fmaxf( 3.0f, roundf( 0.25f * layout->em ) ), at = 0.0f;
    uiSettings* s = &ui->settings;
    if ( s->showPanel )
    {
        uiRect rect = { layout->panel.x1 - grip, layout->panel.y0, layout->panel.x1 + grip,
            layout->panel.y1 };
        if ( splitter( ui, "split.panel", rect, true, &at ) )
        {
            s->leftWidth = clampTo( at / layout->em, 12.0f, 60.0f );
        }
    }
    if ( uiWidth( layout->contact ) > 0.0f )
    {
        uiRect rect = { layout->contact.x0 - grip, layout->contact.y0, layout->contact.x0 + grip,
            layout->contact.y1 };
        if ( splitter( ui, "split.contact", rect, true, &at ) )
        {
            s->rightWidth = clampTo( ( layout->contact.x1 - at ) / layout->em, 14.0f, 60.0f );
        }
    }
    if ( s->showPlots )
    {
        uiRect rect = { 0.0f, layout->plots.y0 - grip, layout->plots.x1, layout->plots.y0 + grip };
        if ( splitter( ui, "split.plots", rect, false, &at ) )
        {
            float middle = layout->plots.y1 - layout->view.y0;
            s->plotShare = clampTo( ( layout->plots.y1 - at ) / middle, 0.12f, 0.75f );
        }
    }
}

// ------------------------------------------------------------------------------------------- what was posted

void uiPost( const uiFrameInput* input, hostCommandKind kind, int64_t count, double value )
{
    hostCommand command = { .kind = kind, .count = count, .value = value };
    hostDriver_Post( input->driver, &command );
}

void uiPostFlags( uiState* ui, const uiFrameInput* input, uint32_t flags )
{
    ui->settings.drawFlags = flags;
    uiPost( input, host_commandFlags, (int64_t)flags, 0.0 );
}

void uiPostParam( uiState* ui, const uiFrameInput* input, int param, double value )
{
    hostCommand command = { .kind = host_commandSetParam, .param = param, .value = value };
    hostDriver_Post( input->driver, &command );
    ui->params[param] = ( uiShadow ){ .set = true, .value = value };
}

double uiShownParam( const uiState* ui, const uiFrameInput* input, int param )
{
    return ui->params[param].set ? ui->params[param].value : input->snapshot->pending[param];
}

double uiShownSpeed( const uiState* ui, const uiFrameInput* input )
{
    return ui->speed.set ? ui->speed.value : input->snapshot->speed;
}

bool uiShownPlaying( const uiState* ui, const uiFrameInput* input )
{
    return ui->playing.set ? ui->playing.value != 0.0 : input->snapshot->playing;
}

static void ageShadow( uiShadow* shadow, double arrived )
{
    shadow->set = shadow->set && shadow->value != arrived && ++shadow->age < ui_shadowFrames;
}

static void ageShadows( uiState* ui, const hostSnapshot* snapshot )
{
    for ( int i = 0; i < snapshot->scenario->paramCount; ++i )
    {
        if ( i != ui->dragParam )
        {
            ageShadow( ui->params + i, snapshot->pending[i] );
        }
    }
    ageShadow( &ui->speed, snapshot->speed );
    ageShadow( &ui->playing, snapshot->playing ? 1.0 : 0.0 );
}

// Another scenario: what belonged to the old one goes.
static void enterScenario( uiState* ui, const hostSnapshot* snapshot )
{
    const ssScenario* scenario = snapshot->scenario;
    memset( ui->params, 0, sizeof( ui->params ) );
    memset( ui->plotViews, 0, sizeof( ui->plotViews ) );
    memset( ui->chartViews, 0, sizeof( ui->chartViews ) );
    uiForgetEdits( ui );
    ui->timeRange = ( uiPlotRange ){ 0 };
    ui->dragParam = ui->typedParam = ui->textParam = ui->suppressed = -1;
    uiRecallPanes( ui, scenario );
    ui->contact = ( hostContactKey ){ 0 };
    ui->hadContacts = false;
    ui->timelineStep = -1;
    ui->transitions = ( uiTransitions ){ .seenTime = -1.0, .shown = -1 };
    ui->setHandle = -1;
    ui->setRefusal[0] = 0;
    ui->speed.set = ui->playing.set = false;
    snprintf( ui->settings.scenario, sizeof( ui->settings.scenario ), "%s", scenario->id );
}

// --------------------------------------------------------------------------------------------------- actions

static void setSpeed( uiState* ui, const uiFrameInput* input, int octaves )
{
    double speed = uiShownSpeed( ui, input );
    double octave = round( log2( speed > 0.0 ? speed : 1.0 ) ) + octaves;
    speed = exp2( fmin( fmax( octave, ui_slowest ), ui_fastest ) );
    uiPost( input, host_commandSpeed, 0, speed );
    ui->speed = ( uiShadow ){ .set = true, .value = speed };
}

static void setFontSize( uiState* ui, float factor )
{
    static const float sizes[] = { 11.0f, 13.0f, 15.0f, 17.0f, 20.0f, 23.0f, 26.0f, 32.0f };
    float size = ui->settings.fontSize, next = size;
    for ( int i = 0; i < SS_COUNT( sizes ); ++i )
    {
        if ( factor > 1.0f && sizes[i] > size + 0.5f )
        {
            next = sizes[i];
            break;
        }
        if ( factor < 1.0f && sizes[i] < size - 0.5f )
        {
            next = sizes[i];
        }
    }
    ui->settings.fontSize = next;
    ui->requests.fontChanged = ui->requests.fontChanged || next != size;
}

static void loadNeighbour( uiState* ui, const uiFrameInput* input, int offset )
{
    int count = ssScenarioCount();
    for ( int i = 0; i < count; ++i )
    {
        if ( ssGetScenario( i ) == input->snapshot->scenario )
        {
            ui->requests.load = ssGetScenario( ( i + offset + count ) % count );
            if ( count == 1 )
            {
                uiNotify( ui, "This is the only scenario." );
                ui->requests.load = NULL;
            }
        }
    }
}

static void cancel( uiState* ui, const uiFrameInput* input )
{
    ui->findOpen = ui->findWanted = ui->showHelp = ui->showAbout = ui->showSolvers = ui->showSets = false;
    ui->showSweep = ui->settings.showTransitions = false;
    ui->closePopups = true;
    uiReleaseGrab( ui, input );
    ui->typedParam = ui->textParam = -1;
    ui->noticeLeft = 0.0;
}

static void playPause( uiState* ui, const uiFrameInput* input )
{
    bool play = !uiShownPlaying( ui, input );
    uiPost( input, play ? host_commandPlay : host_commandPause, 0, 0.0 );
    ui->playing = ( uiShadow ){ .set = true, .value = play ? 1.0 : 0.0 };
}

static void step( uiState* ui, const uiFrameInput* input, int count )
{
    if ( count < 0 && !input->snapshot->canStepBack )
    {
        uiNotify( ui, "There is no step before this one." );
        return;
    }
    uiPost( input, host_commandStep, count, 0.0 );
    ui->playing.set = false;
}

void uiDoAction( uiState* ui, const uiFrameInput* input, uiAction action )
{
    uiSettings* s = &ui->settings;
    if ( input->snapshot == NULL || input->snapshot->scenario == NULL )
    {
        ui->requests.quit = ui->requests.quit || action == ui_actionQuit;
        return;
    }
    switch ( action )
    {
        case ui_actionNone:
            break;
        case ui_actionPlayPause:
            playPause( ui, input );
            break;
        case ui_actionStep:
            step( ui, input, 1 );
            break;
        case ui_actionStepBack:
            step( ui, input, -1 );
            break;
        case ui_actionStep10:
            step( ui, input, 10 );
            break;
        case ui_actionStepBack10:
            step( ui, input, -10 );
            break;
        case ui_actionReset:
            uiPost( input, host_commandReset, 0, 0.0 );
            break;
        case ui_actionSlower:
            setSpeed( ui, input, -1 );
            break;
        case ui_actionFaster:
            setSpeed( ui, input, 1 );
            break;
        case ui_actionPreviousScenario:
            loadNeighbour( ui, input, -1 );
            break;
        case ui_actionNextScenario:
            loadNeighbour( ui, input, 1 );
            break;
        case ui_actionFindScenario:
            ui->findWanted = true;
            break;
        case ui_actionSave:
            ui->requests.save = true;
            break;
        case ui_actionScreenshot:
            ui->requests.screenshot = true;
            break;
        case ui_actionReload:
            ui->requests.reload = true;
            break;
        case ui_actionQuit:
            ui->requests.quit = true;
            break;
        case ui_actionUndo:
            uiUndoEdit( ui, input );
            break;
        case ui_actionRedo:
            uiRedoEdit( ui, input );
            break;
        case ui_actionHelp:
            ui->showHelp = !ui->showHelp;
            break;
        case ui_actionFullScreen:
            ui->requests.toggleFullScreen = true;
            break;
        case ui_actionTogglePanel:
            s->showPanel = !s->showPanel;
            break;
        case ui_actionToggleContact:
            s->showContact = !s->showContact;
            break;
        case ui_actionToggleSets:
            ui->showSets = !ui->showSets && uiHasSets( input->snapshot->scenario );
            break;
        // the two large ones take the same place: each comes back as it was left
        case ui_actionToggleSolvers:
            ui->showSolvers = !ui->showSolvers;
            ui->showSweep = ui->showSweep && !ui->showSolvers;
            break;
        case ui_actionToggleReport:
            s->showReport = !s->showReport;
            break;
        case ui_actionToggleSweep:
            ui->showSweep = !ui->showSweep;
            ui->showSolvers = ui->showSolvers && !ui->showSweep;
            break;
        case ui_actionNextContact:
            uiCycleContact( ui, input, 1 );
            break;
        case ui_actionPreviousContact:
            uiCycleContact( ui, input, -1 );
            break;
        case ui_actionTogglePlots:
            s->showPlots = !s->showPlots;
            break;
        case ui_actionNewPane:
            s->showPlots = true;
            uiNewPane( ui, input->snapshot->scenario );
            break;
        case ui_actionToggleTransitions:
            s->showTransitions = !s->showTransitions;
            break;
        case ui_actionNextTransition:
            uiJumpTransition( ui, input, 1 );
            break;
        case ui_actionPreviousTransition:
            uiJumpTransition( ui, input, -1 );
            break;
        case ui_actionFrameAll:
            uiFrameAll( ui, input );
            break;
        case ui_actionToggleCones:
            uiPostFlags( ui, input, s->drawFlags ^ (uint32_t)ss_drawCones );
            break;
        case ui_actionToggleForces:
            uiPostFlags( ui, input, s->drawFlags ^ (uint32_t)ss_drawForces );
            break;
        case ui_actionFontSmaller:
            setFontSize( ui, 0.5f );
            break;
        case ui_actionFontLarger:
            setFontSize( ui, 2.0f );
            break;
        case ui_actionCancel:
            cancel( ui, input );
            break;
    }
}

// ----------------------------------------------------------------------------------------------------- frame

static bool beginArea(
    const char* name, uiRect rect, ImVec2 padding, ImU32 background, ImGuiWindowFlags flags )
{
    igSetCursorScreenPos( uiVec2( rect.x0, rect.y0 ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, padding );
    igPushStyleColor_U32( ImGuiCol_ChildBg, background );
    bool open = igBeginChild_Str( name, uiVec2( uiWidth( rect ), uiHeight( rect ) ), false,
        flags | ImGuiWindowFlags_AlwaysUseWindowPadding );
    igPopStyleColor( 1 );
    igPopStyleVar( 1 );
    return open;
}

// Hairlines between the areas, in the pixel that each of them leaves free.
static void drawEdges( const uiState* ui, const uiLayout* layout )
{
    ImDrawList* list = igGetWindowDrawList();
    const uiRect edges[] = {
        { 0.0f, layout->tools.y1 - 1.0f, layout->tools.x1, layout->tools.y1 },
        { layout->panel.x1 - 1.0f, layout->panel.y0, layout->panel.x1, layout->panel.y1 },
        { 0.0f, layout->plots.y0, layout->plots.x1, layout->plots.y0 + 1.0f },
        { 0.0f, layout->status.y0, layout->status.x1, layout->status.y0 + 1.0f },
        { 0.0f, layout->timeline.y0, layout->timeline.x1,
            layout->timeline.y0 + ( ui->settings.showTimeline ? 1.0f : 0.0f ) },
        { layout->contact.x0, layout->contact.y0,
            layout->contact.x0 + ( uiWidth( layout->contact ) > 0.0f ? 1.0f : 0.0f ), layout->contact.y1 },
    };
    for ( int i = 0; i < SS_COUNT( edges ); ++i )
    {
        ImDrawList_AddRectFilled( list, uiVec2( edges[i].x0, edges[i].y0 ),
            uiVec2( edges[i].x1, edges[i].y1 ), ui->theme.line, 0.0f, 0 );
    }
}

static void publishState( const uiState* ui, const uiFrameInput* input )
{
    uiPublish( "ui.full-screen", input->fullScreen ? 1.0 : 0.0 );
    uiPublish( "ui.light", ui->settings.light ? 1.0 : 0.0 );
    uiPublish( "ui.font", (double)ui->settings.fontSize );
    uiPublish( "ui.panel-width", (double)ui->settings.leftWidth );
    uiPublish( "ui.contact-width", (double)ui->settings.rightWidth );
    uiPublish( "ui.plot-share", (double)ui->settings.plotShare );
    uiPublish( "ui.panel", ui->settings.showPanel ? 1.0 : 0.0 );
    uiPublish( "ui.plots", ui->settings.showPlots ? 1.0 : 0.0 );
    uiPublish( "ui.contact", ui->settings.showContact ? 1.0 : 0.0 );
    uiPublish( "ui.solvers", ui->showSolvers ? 1.0 : 0.0 );
    uiPublish( "ui.report", ui->settings.showReport ? 1.0 : 0.0 );
    uiPublish( "ui.sweep", ui->showSweep ? 1.0 : 0.0 );
    uiPublish( "ui.sets", ui->showSets ? 1.0 : 0.0 );
    uiPublish( "ui.about", ui->showAbout ? 1.0 : 0.0 );
    uiPublish( "ui.transitions", ui->settings.showTransitions ? 1.0 : 0.0 );
    uiPublish( "ui.shade", ui->settings.style.ambient ? 1.0 : 0.0 );
    uiPublish( "ui.decades", ui->settings.style.logArrows ? 1.0 : 0.0 );
    uiPublish( "ui.help", ui->showHelp ? 1.0 : 0.0 );
    uiPublish( "ui.find", ui->findOpen ? 1.0 : 0.0 );
    uiPublish( "ui.follow", ui->settings.follow ? 1.0 : 0.0 );
    uiPublish( "ui.flags", (double)ui->settings.drawFlags );
    uiPublish( "ui.grab", (double)( ui->gesture == ui_gestureGrab ? ui->grabBody : -1 ) );
    uiPublish( "camera.yaw", (double)ui->camera.yaw );
    uiPublish( "camera.pitch", (double)ui->camera.pitch );
    uiPublish( "camera.distance", (double)ui->camera.distance );
    uiPublish( "camera.x", (double)ui->camera.target[0] );
    uiPublish( "camera.y", (double)ui->camera.target[1] );
    uiPublish( "camera.z", (double)ui->camera.target[2] );
}

static void drawAreas(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn )
{
    const ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    float em = layout->em;
    uiRect tools = layout->tools, panel = layout->panel, plots = layout->plots, status = layout->status;
    tools.y1 -= 1.0f;
    panel.x1 -= 1.0f;
    plots.y0 += 1.0f;
    plots.x1 -= uiTransitionsWidth( ui, plots );
    status.y0 += 1.0f;
    uiDrawViewport( ui, input, layout, drawn );
    drawEdges( ui, layout );
    if ( beginArea( "##tools", tools, uiVec2( 0.0f, 0.0f ), ui->theme.panel, still ) )
    {
        uiDrawToolbar( ui, input, layout );
    }
    igEndChild();
    if ( ui->settings.showPanel )
    {
        ImVec2 padding = uiVec2( roundf( 0.8f * em ), roundf( 0.6f * em ) );
        if ( beginArea( "##params", panel, padding, ui->theme.panel, 0 ) )
        {
            uiDrawParams( ui, input );
        }
        igEndChild();
    }
    if ( uiWidth( layout->contact ) > 0.0f )
    {
        uiRect contact = layout->contact;
        contact.x0 += 1.0f;
        ImVec2 padding = uiVec2( roundf( 0.8f * em ), roundf( 0.6f * em ) );
        if ( beginArea( "##contact", contact, padding, ui->theme.panel, 0 ) )
        {
            uiDrawContact( ui, input );
        }
        igEndChild();
    }
    uiRect timeline = layout->timeline;
    timeline.y0 += 1.0f;
    if ( ui->settings.showTimeline )
    {
        if ( beginArea( "##timeline", timeline, uiVec2( 0.0f, 0.0f ), ui->theme.panel, still ) )
        {
            uiDrawTimeline( ui, input, timeline );
        }
        igEndChild();
    }
    if ( ui->settings.showPlots )
    {
        if ( beginArea( "##plots", plots, uiVec2( 0.0f, 0.0f ), ui->theme.panel, still ) )
        {
            uiDrawPlots( ui, input, plots );
        }
        igEndChild();
    }
    drawSplitters( ui, layout );
    if ( beginArea( "##status", status, uiVec2( 0.0f, 0.0f ), ui->theme.panel, still ) )
    {
        uiDrawStatus( ui, input, layout );
    }
    igEndChild();
}

void uiFrame( uiState* ui, const uiFrameInput* input )
{
    const hostSnapshot* snapshot = input->snapshot;
    uiBeginMarks();
    if ( ui->styleDirty )
    {
        uiApplyTheme( ui );
    }
    if ( snapshot == NULL || snapshot->scenario == NULL )
    {
        uiEndMarks();
        return;
    }
    gfxCamera drawn = ui->camera; // what the scene behind us was drawn with
    if ( !ui->cameraUpdated )
    {
        uiUpdateCamera( ui, input );
    }
    ui->cameraUpdated = false;
    ageShadows( ui, snapshot );
    uiSettleText( ui, input );
    ui->cursorTime = ui->nextCursorTime;
    ui->nextCursorTime = (double)NAN;
    ui->noticeLeft -= (double)igGetIO()->DeltaTime;
    ui->hint = NULL;

    uiLayout layout = uiComputeLayout( ui, input->width, input->height );
    uiDrawMenu( ui, input );
    uiDrawFind( ui, input ); // before the status bar, which prints its hint
    uiDrawHelp( ui, input );
    uiDrawSolvers( ui, input );
    uiDrawSets( ui, input );
    uiDrawSweep( ui, input );
    uiCollectTransitions( ui, input );
    if ( ui->settings.showTimeline )
    {
        uiDrawTransitions( ui, input, layout.plots );
    }
    igSetNextWindowPos( uiVec2( 0.0f, layout.tools.y0 ), ImGuiCond_Always, uiVec2( 0.0f, 0.0f ) );
    igSetNextWindowSize(
        uiVec2( uiWidth( layout.tools ), (float)input->height - layout.tools.y0 ), ImGuiCond_Always );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, uiVec2( 0.0f, 0.0f ) );
    igPushStyleVar_Float( ImGuiStyleVar_WindowBorderSize, 0.0f );
    igPushStyleVar_Float( ImGuiStyleVar_WindowRounding, 0.0f );
    igBegin( "##root", NULL,
        ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
            ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoCollapse |
            ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
            ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav );
    igPopStyleVar( 3 );
    drawAreas( ui, input, &layout, &drawn );
    igEnd();

    publishState( ui, input );
    ui->closePopups = false;
    uiEndMarks();
}

// -------------------------------------------------------------------------------------- snapshot to snapshot

void uiUpdateCamera( uiState* ui, const uiFrameInput* input )
{
    const hostSnapshot* snapshot = input->snapshot;
    ui->cameraUpdated = true;
    if ( snapshot == NULL || snapshot->scenario == NULL )
    {
        return;
    }
    const gfxDrawList* draw = &snapshot->draw;
    bool entered = snapshot->scenario != ui->scenario;
    if ( entered )
    {
        ui->frameWanted = !ui->cameraPlaced;
        bool wasPlan = ui->scenario != NULL && ui->scenario->topView, plan = snapshot->scenario->topView;
        if ( ui->frameWanted && plan != wasPlan )
        {
            // a plane seen from above, with a little tilt left so that bodies have sides
            gfxCamera usual = gfxDefaultCamera();
            ui->camera.yaw = plan ? 0.0f : usual.yaw;
            ui->camera.pitch = plan ? 1.2f : usual.pitch;
        }
        ui->cameraPlaced = false;
        ui->scenario = snapshot->scenario;
        enterScenario( ui, snapshot );
    }
    ui->hadContacts = ui->hadContacts || snapshot->contacts.count > 0;
    if ( snapshot->run != ui->run )
    {
        ui->gesture = ui->gesture == ui_gestureGrab ? ui_gestureNone : ui->gesture;
        // another preset may be of another size altogether
        float ratio = ui->boundsRadius > 0.0f ? draw->boundsRadius / ui->boundsRadius : 1.0f;
        ui->frameWanted = ui->frameWanted || ( !entered && ( ratio > 1.6f || ratio < 0.6f ) );
        ui->run = snapshot->run;
    }
    if ( ui->frameWanted && draw->boundsRadius > 0.0f )
    {
        uiFrameAll( ui, input );
        ui->frameWanted = false;
    }
    else if ( !entered && ui->settings.follow && ui->boundsRadius > 0.0f )
    {
        for ( int i = 0; i < 3; ++i )
        {
            ui->camera.target[i] += draw->boundsCenter[i] - ui->boundsCenter[i];
        }
    }
    memcpy( ui->boundsCenter, draw->boundsCenter, sizeof( ui->boundsCenter ) );
    ui->boundsRadius = draw->boundsRadius;
}
