// SPDX-License-Identifier: MIT
#include "host/window.h"
#include "base/args.h"
#include "base/words.h"
#include "gfx/render/shader.h"
#include "host/picture_file.h"
#include "host/settings.h"
#include "host/window_private.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/core/companions.h"
#include "ui/core/marks.h"
#include "ui/core/message.h"
#include "ui/frame/frame.h"
#include "ui/frame/frame_parts.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/figure.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_law.h"
#include "ui/panel/panel_viewport.h"
#include <SDL.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"
#include "cimgui_impl.h"

// The loop of the window: events, a snapshot, the scene, the panels, and what only the host can do.

static const double s_framePeriod = 1.0 / 60.0; // [s]
static const double s_jobPeriod = 8e-3;         // [s] of a frame for what goes on between frames
enum
{
    s_settleFrames = 4, // until Dear ImGui's windows, popups and tooltips have found their places
    s_hiddenFrames = 16 // for events that came together, before the picture is shown again
};
static const double s_hiddenSeconds = 0.1; // and no more time than this

/// Pixels per unit of the panels: two on a dense display, or what the command line asks for.
static float pixelRatio( const hostWindow* w )
{
    int width, height, drawable, unused;
    SDL_GetWindowSize( w->gl.window, &width, &height );
    SDL_GL_GetDrawableSize( w->gl.window, &drawable, &unused );
    return w->def->pixelRatio > 1.0f ? w->def->pixelRatio : width > 0 ? (float)drawable / (float)width : 1.0f;
}

/// The scale of text and lines by dots per inch, unless the ratio of pixels includes it (X11).
static float displayScale( const hostWindow* w )
{
    int width, height, drawable, unused;
    SDL_GetWindowSize( w->gl.window, &width, &height );
    SDL_GL_GetDrawableSize( w->gl.window, &drawable, &unused );
    float dpi = 96.0f;
    if ( w->def->virtualClock || drawable > width ) { return 1.0f; }
    bool known = SDL_GetDisplayDPI( SDL_GetWindowDisplayIndex( w->gl.window ), &dpi, NULL, NULL ) == 0;
    float scale = known ? roundf( 4.0f * dpi / 96.0f ) / 4.0f : 1.0f;
    return scale >= 1.25f && scale <= 4.0f ? scale : 1.0f;
}

sessionJobMode hostJobMode( const hostWindowDef* def )
{
    return def->noThreads ? session_jobFrames : def->virtualClock ? session_jobAtOnce : session_jobThreads;
}

uiFrameInput hostFrameInput( hostWindow* w )
{
    int width, height, drawable, tall;
    float ratio = w->def->pixelRatio;
    SDL_GetWindowSize( w->gl.window, &width, &height );
    SDL_GL_GetDrawableSize( w->gl.window, &drawable, &tall );
    return ( uiFrameInput ){
        .snapshot = w->snapshot,
        .signalLog = &w->signalLog,
        .companionLogs = w->companionLogs,
        .driver = w->driver,
        .work = w->driver != NULL ? sessionDriver_Work( w->driver ) : ( sessionWork ){ .queued = false },
        .width = ratio > 1.0f ? (int)lroundf( (float)drawable / ratio ) : width,
        .height = ratio > 1.0f ? (int)lroundf( (float)tall / ratio ) : height,
        .pixelScale = pixelRatio( w ),
        .framesPerSecond = w->frameSeconds > 0.0 ? 1.0 / w->frameSeconds : 0.0,
        .sceneMillis = 1e3 * w->sceneSeconds,
        .panelMillis = 1e3 * w->panelSeconds,
        .showMillis = 1e3 * w->showSeconds,
        .opening = w->opener != NULL ? sessionFileOpener_Path( w->opener ) : NULL,
        .live = hostLive_Shown( &w->live, w->snapshot != NULL ? w->snapshot->scenario : NULL ),
        .openingShare = w->opener != NULL ? sessionFileOpener_Share( w->opener ) : 0.0,
        .recording = &w->recorder.shown,
        .fullScreen = ( SDL_GetWindowFlags( w->gl.window ) & SDL_WINDOW_FULLSCREEN ) != 0,
        .jobs = hostJobMode( w->def ),
        .virtualClock = w->def->virtualClock,
    };
}

static void openPanels( hostWindow* w )
{
    SDL_GL_SetSwapInterval( w->def->virtualClock ? 0 : 1 );
    igGetIO()->ConfigWindowsMoveFromTitleBarOnly = true;
    bool remembers = !w->def->virtualClock || w->def->remember;
    uiSettings settings = w->def->settings != NULL ? hostReadSettings( w->def->settings )
        : remembers                                ? hostLoadSettings()
                                                   : uiDefaultSettings();
    w->loaded = settings;
    if ( settings.maximised && w->def->sizeRemembered ) { SDL_MaximizeWindow( w->gl.window ); }
    const char* face =
        w->def->face == NULL && w->def->script != NULL && !remembers ? "instrument" : w->def->face;
    if ( face != NULL ) { uiChooseFace( &settings, strcmp( face, "instrument" ) == 0 ); }
    settings.light = settings.light || w->def->light;
    settings.twinView = w->def->oneScene ? (float)ui_twinTogether : settings.twinView;
    bool plain = w->def->plain || w->def->bare;
    settings.showPanel = settings.showPanel && !plain;
    settings.showPlots = settings.showPlots && !plain;
    settings.showContact = settings.showContact && !plain;
    settings.showLaw = settings.showLaw && !plain;
    settings.showTimeline = !plain;
    if ( w->def->only != NULL )
    {
        snprintf( settings.only, sizeof settings.only, "%s", w->def->only );
        settings.showPanel = strstr( settings.only, "param." ) != NULL;
        settings.showPlots =
            strstr( settings.only, "plot." ) != NULL || strstr( settings.only, "chart:" ) != NULL;
        settings.showTimeline = strstr( settings.only, "timeline" ) != NULL;
        settings.showContact = settings.showLaw = settings.showTransitions = settings.showReport = false;
    }
    settings.sceneOnly = w->def->sceneOnly;
    settings.drawFlags =
        w->def->scenePath != NULL || w->def->ownFlags ? w->def->scene->viewFlags : settings.drawFlags;
    w->ui = uiCreate( settings );
    char folder[900], kept[1024];
    if ( remembers && osSettingsFolder( folder, sizeof folder, false ) )
    {
        snprintf( kept, sizeof kept, "%s/unsaved.law", folder );
        uiKeepLawIn( w->ui, kept );
    }
    uiWantHints( w->ui, remembers );
    uiToggleSpeech( w->ui, w->def->speak );
    if ( w->def->present ) { uiBeginPresentation( w->ui ); }
    uiFrameInput input = hostFrameInput( w );
    uiFitText( w->ui, input.width, input.height );
    if ( !uiLoadFonts( w->ui, w->def->font != NULL ? w->def->font : SLIPSTICK_FONT, displayScale( w ),
             pixelRatio( w ) ) )
    {
        fprintf( stderr,
            "slipstick %s: cannot read the font '%s', so Greek letters will be missing; choose another with "
            "--font FILE\n",
            w->def->command, w->def->font != NULL ? w->def->font : SLIPSTICK_FONT );
    }
}

/// Writes what the window shows, or of a bare window the scene alone, with the scene that it belongs to.
static ssResult writeScreenshot( hostWindow* w, const char* path )
{
    uiFrameInput input = hostFrameInput( w );
    gfxViewport v = uiWholeViewport( w->ui, &input );
    int x = (int)lroundf( v.x ), y = (int)lroundf( v.y );
    char* tag = hostSceneTag( w );
    ssResult result = !w->def->bare ? hostWriteScreenshot( w->gl.window, path, tag )
                                    : hostWritePicture( w->gl.window, path, tag, x, y,
                                          x + (int)lroundf( v.width ), y + (int)lroundf( v.height ) );
    free( tag );
    return result;
}

static void handleKey( hostWindow* w, const uiFrameInput* input, const SDL_KeyboardEvent* key )
{
    Uint16 mod = key->keysym.mod;
    ImGuiIO* io = igGetIO();
    // The backend asks for the modifiers in force now; a quick hand has released them since.
    io->KeyCtrl = ( mod & KMOD_CTRL ) != 0;
    io->KeyShift = ( mod & KMOD_SHIFT ) != 0;
    io->KeyAlt = ( mod & KMOD_ALT ) != 0;
    if ( key->type == SDL_KEYDOWN && !io->WantTextInput )
    {
        int modifiers = ( io->KeyCtrl ? ui_modCtrl : 0 ) | ( io->KeyShift ? ui_modShift : 0 ) |
            ( io->KeyAlt ? ui_modAlt : 0 );
        uiPressKey( w->ui, input, key->keysym.sym, modifiers );
    }
}

/// Handles the events of one frame.
static void handleEvents( hostWindow* w, const uiFrameInput* input )
{
    SDL_Event event;
    hostInput_BeginFrame( &w->input );
    while ( hostInput_Next( &w->input, &event ) )
    {
        ImGui_ImplSDL2_ProcessEvent( &event );
        bool closes = event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_CLOSE;
        w->quit = w->quit || event.type == SDL_QUIT || closes;
        if ( event.type == SDL_DROPFILE )
        {
            hostDropFile( w, input, event.drop.file );
            SDL_free( event.drop.file );
        }
        if ( event.type == SDL_KEYDOWN || event.type == SDL_KEYUP ) { handleKey( w, input, &event.key ); }
        if ( event.type == SDL_TEXTINPUT && !igGetIO()->WantTextInput )
        {
            uiTypeText( w->ui, event.text.text );
        }
    }
}

/// Says what the panels have to say. Under a script it is text, the same on every machine.
static void speak( hostWindow* w )
{
    const char* sentence = uiTakeSentence( w->ui );
    w->voice =
        sentence != NULL && w->voice == NULL ? speakBegin( w->def->virtualClock, wordsChosen() ) : w->voice;
    if ( sentence != NULL && w->voice != NULL ) { speakSay( w->voice, sentence ); }
}

static void handleRequests( hostWindow* w, const uiFrameInput* input )
{
    uiRequests* requests = uiGetRequests( w->ui );
    w->quit = w->quit || requests->quit;
    speak( w );
    hostServeFiles( w, requests );
    hostServeSharing( w, requests );
    if ( requests->dropPath[0] != '\0' ) { hostDropFile( w, input, requests->dropPath ); }
    hostServeRecording( w, requests );
    hostUpdateSound( w, requests->sound, requests->volume );
    if ( requests->toggleFullScreen )
    {
        SDL_SetWindowFullscreen( w->gl.window, input->fullScreen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP );
    }
    if ( requests->screenshot )
    {
        char stem[128], path[1024];
        snprintf( stem, sizeof stem, "slipstick-%s", w->snapshot->scenario->id );
        osFreeName( stem, "png", path, sizeof path );
        ssResult result = writeScreenshot( w, path );
        uiNotifySaved( w->ui, result, path );
    }
    if ( requests->figure )
    {
        ssResult result = hostWriteFigure( w, input, &requests->figureWanted );
        uiNotifySaved( w->ui, result, requests->figureWanted.path );
    }
    if ( requests->fontChanged )
    {
        uiLoadFonts(
            w->ui, w->def->font != NULL ? w->def->font : SLIPSTICK_FONT, displayScale( w ), pixelRatio( w ) );
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    *requests = ( uiRequests ){ 0 };
}

void hostDrawScene( hostWindow* w, const uiFrameInput* input, int width, int height, float lineScale )
{
    gfxPalette palette = uiPalette( w->ui );
    uiScenes scenes = uiComputeScenes( w->ui, input );
    glViewport( 0, 0, width, height );
    glClearColor( palette.background[0], palette.background[1], palette.background[2], 1.0f );
    glClear( GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT );
    gfxStyle style = uiGetStyle( w->ui );
    style.lineScale = lineScale;
    for ( int i = scenes.count - 1; i >= 0; --i ) // the run last: what is counted of glyphs is of it
    {
        gfxViewport viewport = uiSceneViewport( input, &scenes, i );
        // A pin is compared with the run, not with its twin.
        gfxGhost ghosts[SESSION_MAX_COMPANIONS];
        int ghostCount = i == 0 ? uiGhosts( w->ui, input, ghosts ) : 0;
        gfxSetGhosts( w->gl.renderer, ghosts, ghostCount );
        gfxRender(
            w->gl.renderer, scenes.draws[i], uiGetCamera( w->ui ), &viewport, height, &palette, &style );
    }
}

/// Draws the scene into the window.
static void drawIntoWindow( hostWindow* w, const uiFrameInput* input )
{
    int width, height;
    SDL_GL_GetDrawableSize( w->gl.window, &width, &height );
    float lineScale = input->pixelScale * uiLineScale( w->ui, displayScale( w ) );
    hostCanvas* canvas = &w->gl.canvas;
    if ( GFX_ES && ( canvas->width != width || canvas->height != height ) )
    {
        hostEndCanvas( canvas );
        *canvas = hostBeginCanvas( width, height );
    }
    glBindFramebuffer( GL_FRAMEBUFFER, canvas->target );
    hostDrawScene( w, input, width, height, lineScale );
    if ( canvas->target != 0 )
    {
        glDisable( GL_SCISSOR_TEST );
        glBindFramebuffer( GL_DRAW_FRAMEBUFFER, 0 );
        glBlitFramebuffer( 0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST );
        glBindFramebuffer( GL_FRAMEBUFFER, 0 );
    }
}

void hostDrawFrame( hostWindow* w, const uiFrameInput* input, bool seen )
{
    uiFrameInput after = *input;
    double start = osSeconds();
    if ( seen )
    {
        uiPaintStart( w->ui, input, w->gl.renderer );
        drawIntoWindow( w, input );
    }
    gfxGlyphCounts( w->gl.renderer, &after.glyphsAsked, &after.glyphsDrawn );
    w->sceneSpent = osSeconds() - start;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    ImGuiIO* io = igGetIO();
    if ( w->def->pixelRatio > 1.0f )
    {
        float ratio = w->def->pixelRatio;
        io->DisplaySize = ( ImVec2 ){ (float)input->width, (float)input->height };
        io->DisplayFramebufferScale = ( ImVec2 ){ ratio, ratio };
    }
    io->DeltaTime = w->def->virtualClock || !( io->DeltaTime > 0.0f ) ? (float)w->framePeriod : io->DeltaTime;
    hostInput_ShowMouse( &w->input );
    uiPrepareNavigation( w->ui );
    igNewFrame();
    uiFrame( w->ui, &after );
    igRender();
    if ( seen && !w->def->bare ) { hostDrawPanels( &w->gl.panels, igGetDrawData() ); }
}

/// Takes new events. What one frame cannot tell apart gets further frames, which nobody sees.
static void takeInput( hostWindow* w, const uiFrameInput* input, double start )
{
    hostInput_Collect( &w->input, w->def->pixelRatio > 1.0f ? w->def->pixelRatio : 1.0f );
    w->stillFrames = w->input.count > 0 || w->input.woken ? 0 : w->stillFrames;
    handleEvents( w, input );
    bool patient = w->def->virtualClock;
    for ( int i = 0; i < s_hiddenFrames && w->input.count > 0; ++i )
    {
        if ( !patient && osSeconds() - start > s_hiddenSeconds ) { return; }
        hostDrawFrame( w, input, false );
        handleEvents( w, input );
    }
}

/// Plays a frame of the script. Returns the exit status when it failed, or -1 to go on.
static int playScript( hostWindow* w, char* screenshot, size_t capacity )
{
    hostScriptOutput output = { 0 };
    char message[512] = "";
    if ( !hostScript_Step( w->script, w->driver, w->snapshot, &output, message, sizeof message ) )
    {
        fprintf( stderr, "slipstick %s: %s: %s\n", w->def->command, w->def->script, message );
        return ARGS_STATUS_CHECK_FAILED;
    }
    for ( int i = 0; i < output.burstCount; ++i ) { hostInput_AddMouse( &w->input, output.burst + i ); }
    hostInput_AddMouse( &w->input, &output.mouse );
    snprintf( screenshot, capacity, "%s", output.screenshot );
    if ( output.load != NULL )
    {
        ssScene scene = { .def = ssDefaultSimDef( output.load ), .viewFlags = ss_drawDefault };
        hostOpenTwin( &scene );
        hostLoadScene( w, &scene, NULL );
        ssScene_Destroy( &scene );
    }
    w->quit = w->quit || output.quit;
    bool answers = output.answer[0] == '\0' || uiAnswerLesson( w->ui, output.answer );
    bool sketches = output.sketch[0] == '\0' || uiSketchLesson( w->ui, output.sketch );
    if ( !answers || !sketches )
    {
        fprintf( stderr, "slipstick %s: %s: line %d: no lesson waits for this %s\n", w->def->command,
            w->def->script, output.line, answers ? "sketch" : "answer" );
        return ARGS_STATUS_CHECK_FAILED;
    }
    return -1;
}

/// Waits for the next frame, if the display sets no pace, and averages the costs of the frame.
static void finishFrame( hostWindow* w, double start, double work )
{
    double spent = osSeconds() - start;
    if ( spent < s_framePeriod && !osFramesAreCalled() )
    {
        SDL_Delay( (Uint32)( 1e3 * ( s_framePeriod - spent ) ) );
    }
    double share = w->frame < 10 ? 1.0 : 0.05;
    w->frameSeconds += w->rested ? 0.0 : share * ( start - w->lastFrame - w->frameSeconds );
    w->sceneSeconds += share * ( w->sceneSpent - w->sceneSeconds );
    w->panelSeconds += share * ( work - w->sceneSpent - w->panelSeconds );
    w->showSeconds += share * ( spent - work - w->showSeconds );
    w->lastFrame = start;
}

/// Sleeps while the picture stays as it is, until an event comes: a still scene costs no processor.
static void rest( hostWindow* w, const uiFrameInput* input )
{
    bool hidden = ( SDL_GetWindowFlags( w->gl.window ) & SDL_WINDOW_MINIMIZED ) != 0;
    double seconds = hidden ? s_hiddenSeconds : uiRestSeconds( w->ui, input );
    seconds = w->jobsWait || ( input->work.seeking && !w->def->threaded )
        ? 0.0
        : seconds; // in a frame alone it goes on
    w->rested =
        w->def->frames == 0 && seconds > 0.0 && w->stillFrames >= s_settleFrames && w->input.count == 0;
    w->stillFrames = seconds > 0.0 ? w->stillFrames + 1 : 0;
    if ( w->rested && osFramesAreCalled() ) { w->restUntil = osSeconds() + seconds; }
    else if ( w->rested )
    {
        bool woken = isfinite( seconds ) ? SDL_WaitEventTimeout( NULL, (int)ceil( 1e3 * seconds ) ) != 0
                                         : SDL_WaitEvent( NULL ) != 0;
        w->stillFrames =
            woken ? 0 : s_settleFrames - 1; // nobody did anything: one frame shows what time has changed
    }
}

/// The status with which the window closes; -1: it stays.
static int closingStatus( const hostWindow* w )
{
    if ( w->quit && w->snapshot->step < w->def->startStep )
    {
        fprintf( stderr,
            "slipstick %s: the state is no longer finite at t = %.10g s; the picture shows that moment\n",
            w->def->command, w->snapshot->time );
        return ARGS_STATUS_CHECK_FAILED;
    }
    return w->quit ? ARGS_STATUS_OK : -1;
}

static ssResult writePicture( hostWindow* w, const uiFrameInput* input, const char* path )
{
    const uiFigure* figure = w->def->figure;
    return figure != NULL ? hostWriteFigure( w, input, figure ) : writeScreenshot( w, path );
}

/// Where nothing may wait: is there nothing to do in this frame?
static bool restsOn( hostWindow* w )
{
    if ( !w->rested || !osFramesAreCalled() ) { return false; }
    SDL_PumpEvents();
    bool rests = osSeconds() < w->restUntil && !SDL_HasEvents( SDL_FIRSTEVENT, SDL_LASTEVENT );
    w->stillFrames = rests ? w->stillFrames : s_settleFrames - 1;
    return rests;
}

/// Returns the exit status at the end, or -1 to go on.
static int runFrame( hostWindow* w )
{
    const hostWindowDef* def = w->def;
    double start = osSeconds();
    char screenshot[256] = "";
    // The script knows only what was drawn, so a frame is drawn before its first line.
    if ( w->script != NULL && w->frame > 0 )
    {
        int status = playScript( w, screenshot, sizeof screenshot );
        if ( status >= 0 ) { return status; }
    }
    if ( !def->virtualClock && !osFramesAreCalled() ) // a page fits its window itself
    {
        hostFitWindow( w->gl.window, &w->size );
    }
    w->jobsWait = sessionWorkBetweenFrames(
        def->virtualClock ? (double)INFINITY : fmax( s_jobPeriod, 0.3 * w->frameSeconds ) );
    hostTakeOpened( w );
    hostTakeLive( w );
    hostUpdateRecording( w );
    uiFrameInput input = hostFrameInput( w );
    takeInput( w, &input, start );
    sessionDriver_Advance( w->driver, s_framePeriod );
    w->snapshot = sessionDriver_AcquireWith( w->driver, &w->signalLog, w->companionLogs );
    input.snapshot = w->snapshot;
    input.live = hostLive_Shown( &w->live, w->snapshot->scenario );
    uiUpdateCamera( w->ui, &input );
    ++w->frame;
    w->quit = w->quit || ( def->frames > 0 && w->frame >= def->frames );
    const char* picture = screenshot[0] != '\0' ? screenshot : w->quit ? def->screenshot : NULL;
    bool requested = uiGetRequests( w->ui )->screenshot;
    hostDrawFrame( w, &input, !w->gl.offScreen || picture != NULL || requested );
    if ( def->figure != NULL ) { uiShowFigure( w->ui, def->figure ); }
    ssResult result = picture != NULL ? writePicture( w, &input, picture ) : ssOk();
    if ( result.code != ss_ok ) { return argsRefuse( def->command, result ); }
    handleRequests( w, &input );
    if ( w->script != NULL && uiSaveFailure( w->ui ) != NULL )
    {
        fprintf( stderr, "slipstick %s: %s: %s\n", def->command, def->script, uiSaveFailure( w->ui ) );
        return ARGS_STATUS_CHECK_FAILED;
    }
    double work = osSeconds() - start;
    SDL_GL_SwapWindow( w->gl.window );

    if ( !def->virtualClock )
    {
        finishFrame( w, start, work );
        rest( w, &input );
    }
    return closingStatus( w );
}

static void keepSettings( hostWindow* w )
{
    uiSettings settings = *uiGetSettings( w->ui );
    // What the command line or a scene asked for is not remembered.
    settings.light = w->def->light && settings.light ? w->loaded.light : settings.light;
    settings.drawFlags =
        w->scenePath[0] != '\0' || w->def->ownFlags ? w->loaded.drawFlags : settings.drawFlags;
    hostRememberSize( w->gl.window, &w->size, &settings );
    hostSaveSettings( &settings );
}

/// A page is never closed, only left.
static void keepSettingsNow( hostWindow* w )
{
    const double period = 2.0; // [s]
    if ( osSeconds() - w->keptAt > period && memcmp( uiGetSettings( w->ui ), &w->kept, sizeof w->kept ) != 0 )
    {
        w->keptAt = osSeconds();
        w->kept = *uiGetSettings( w->ui );
        keepSettings( w );
    }
}

static void closeWindow( hostWindow* w )
{
    hostEndRecording( &w->recorder );
    hostCloseSound( w );
    sessionEndOpening( w->opener );
    sessionDestroyDriver( w->driver );
    hostLive_Free( &w->live );
    sessionSignalLog_Free( &w->signalLog );
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i ) { sessionSignalLog_Free( w->companionLogs + i ); }
    hostDestroyScript( w->script );
    speakEnd( w->voice );
    if ( w->ui != NULL )
    {
        if ( !w->def->virtualClock || w->def->remember ) { keepSettings( w ); }
        uiDestroy( w->ui );
        uiFreeMarks();
    }
    hostCloseGlWindow( &w->gl );
}

/// Goes to the moment that the window begins with, and opens what it begins with.
static void beginShow( hostWindow* w )
{
    const hostWindowDef* def = w->def;
    if ( def->startStep > 0 )
    {
        sessionDriver_Post(
            w->driver, &( sessionCommand ){ .kind = session_commandSeek, .count = def->startStep } );
        sessionDriver_Advance( w->driver, 0.0 );
    }
    else if ( isfinite( def->startTime ) )
    {
        sessionDriver_Post(
            w->driver, &( sessionCommand ){ .kind = session_commandSeekTime, .value = def->startTime } );
        sessionDriver_Advance( w->driver, 0.0 );
    }
    w->snapshot = sessionDriver_AcquireWith( w->driver, &w->signalLog, w->companionLogs );
    hostApplyView( w, def->scene );
    w->lastFrame = osSeconds();
    uiFrameInput input = hostFrameInput( w );
    if ( def->start ) { uiEnterStart( w->ui, &input ); }
    if ( def->lesson != NULL ) { uiOpenLesson( w->ui, &input, def->lesson ); }
    if ( def->dropped != NULL ) { hostDropFile( w, &input, def->dropped ); }
    if ( def->data != NULL ) { uiOpenData( w->ui, &input, def->data ); }
    sessionDriver_SetWake( w->driver, def->virtualClock ? NULL : hostWakeWindow, NULL );
    if ( def->live != NULL && !def->virtualClock ) { sessionLive_SetWake( def->live, hostWakeWindow, NULL ); }
}

/// The command line, then the settings, then the locale. Pictures and scripts are English unless they ask
/// otherwise, to be the same everywhere. Returns the exit status.
static int chooseLanguage( const hostWindowDef* def )
{
    bool remembers = !def->virtualClock || def->remember;
    uiSettings settings = remembers ? hostLoadSettings() : uiDefaultSettings();
    const char* kept = settings.language[0] != '\0' ? settings.language
        : def->virtualClock                         ? "en"
                                                    : wordsOfLocale();
    ssResult result = wordsChoose( def->language != NULL ? def->language : kept );
    if ( result.code == ss_ok || def->language == NULL )
    {
        // a language that the settings remember may be gone: then the window is English
        return ARGS_STATUS_OK;
    }
    return argsFail( def->command, "--language: %s", result.message );
}

/// One frame. False: the window closes.
static bool takeTurn( void* window )
{
    hostWindow* w = window;
    if ( osFramesAreCalled() ) { keepSettingsNow( w ); }
    if ( !restsOn( w ) ) { w->status = w->def->film != NULL ? hostFilmFrame( w ) : runFrame( w ); }
    return w->status == -1;
}

static hostWindow* s_open; // NULL: no window is open

bool hostFindNumber( const char* key, double* value )
{
    return s_open != NULL && hostFindValue( s_open->snapshot, key, value );
}

ssResult hostSetValue( const char* key, const char* text )
{
    hostWakeWindow( NULL );
    return s_open != NULL ? hostSetParam( s_open->driver, s_open->snapshot, key, text )
                          : ssError( ss_errorValue, NULL, "no window is open" );
}

bool hostSaveAnswers( const char* path )
{
    return s_open != NULL && uiSaveAnswers( s_open->ui, path ).code == ss_ok;
}

bool hostRenewWindow( void )
{
    return s_open == NULL || ( uiForgetPictures( s_open->ui ), hostRenewGlWindow( &s_open->gl ) );
}

const sessionSnapshot* hostShown( const char** point )
{
    *point = s_open != NULL ? uiPoint( s_open->ui, s_open->snapshot ) : "";
    return s_open != NULL ? s_open->snapshot : NULL;
}

int hostRunWindow( const hostWindowDef* def )
{
    hostWindow w = { .def = def,
        .recorder = hostMakeRecorder(),
        .framePeriod = def->film != NULL ? 1.0 / def->film->film.fps : s_framePeriod,
        .live = { .live = def->live, .empty = def->live != NULL ? def->scene->def.scenario : NULL },
        .input = hostMakeInput( def->virtualClock ) };
    ssInstallTranslator( tr );
    int checked = chooseLanguage( def );
    checked = checked == ARGS_STATUS_OK ? hostCheckFont( def ) : checked;
    if ( checked != ARGS_STATUS_OK ) { return checked; }
    if ( def->script != NULL )
    {
        ssResult result = hostLoadScript( def->script, &w.script );
        if ( result.code != ss_ok )
        {
            fprintf( stderr, "slipstick %s: %s: %s\n", def->command, def->script, result.message );
            return ARGS_STATUS_BAD_INPUT;
        }
    }
    int status = -1;
    char error[640] = "";
    if ( !hostOpenGlWindow( &w.gl, def->width, def->height, def->hidden, error, sizeof error ) )
    {
        fprintf( stderr, "slipstick %s: %s\n", def->command, error );
        status = ARGS_STATUS_UNSUPPORTED;
    }
    else
    {
        openPanels( &w );
        hostRememberFile( &w, def->scenePath );
        snprintf( w.logPath, sizeof w.logPath, "%s", def->logPath != NULL ? def->logPath : "" );
        hostNoteRecent( &w, def->logPath );
        if ( !ssScenario_IsLog( def->scene->def.scenario ) )
        {
            snprintf( uiGetSettings( w.ui )->scenario, sizeof uiGetSettings( w.ui )->scenario, "%s",
                def->scene->def.scenario->id );
        }
        ssResult result = sessionCreateDriver( def->scene, def->threaded, def->virtualClock, def->playing,
            uiGetSettings( w.ui )->drawFlags, &w.driver );
        status = result.code == ss_ok ? -1 : argsRefuse( def->command, result );
    }
    if ( status == -1 ) { beginShow( &w ); }
    w.status = status;
    if ( status == -1 )
    {
        s_open = &w;
        osRepeat( takeTurn, &w );
    }
    s_open = NULL;
    status = w.status;
    if ( def->live != NULL ) { sessionLive_SetWake( def->live, NULL, NULL ); }
    closeWindow( &w );
    return status;
}
