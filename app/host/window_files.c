// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/contact_file.h"
#include "base/file_kind.h"
#include "base/scene_tag.h"
#include "base/shipped_scene.h"
#include "base/words.h"
#include "host/window_private.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/frame/frame.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_law.h"
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the window opens and saves: scenes, logs, laws, lessons, and files that are dropped onto it.

void hostWakeWindow( void* context )
{
    // An event that the queue refuses is no loss: then there are others.
    SDL_PushEvent( &( SDL_Event ){ .user = { .type = SDL_USEREVENT, .data1 = context } } );
}

void hostApplyView( hostWindow* w, const ssScene* scene )
{
    const ssSceneCamera* c = &scene->camera;
    if ( c->set && c->distance > 0.0 )
    {
        uiSetCamera( w->ui,
            ( gfxCamera ){ .yaw = (float)( c->yawDeg * SS_PI / 180.0 ),
                .pitch = (float)( c->pitchDeg * SS_PI / 180.0 ),
                .distance = (float)c->distance,
                .target = { (float)c->target.x, (float)c->target.y, (float)c->target.z },
                .fieldOfView = gfxDefaultCamera().fieldOfView } );
    }
}

/// A hash of the bytes of a file; 0 when it cannot be read.
static uint64_t hashFile( const char* path )
{
    char* text = NULL;
    size_t length = 0;
    uint64_t hash = osReadFile( path, &text, &length ).code == ss_ok
        ? ssHashU64( ssHashText( SS_HASH_SEED, text ), length )
        : 0;
    free( text );
    return hash;
}

void hostNoteRecent( hostWindow* w, const char* path )
{
    char full[1024];
    if ( path != NULL && osFullPath( path, full, sizeof full ) )
    {
        uiRememberRecent( uiGetSettings( w->ui ), full );
    }
}

void hostRememberFile( hostWindow* w, const char* path )
{
    hostNoteRecent( w, path );
    snprintf( w->scenePath, sizeof w->scenePath, "%s", path != NULL ? path : "" );
    w->sceneHash = path != NULL ? hashFile( path ) : 0;
}

ssResult hostLoadScene( hostWindow* w, const ssScene* scene, const char* path )
{
    ssResult result = sessionDriver_Load( w->driver, scene );
    if ( result.code != ss_ok )
    {
        uiWarn( w->ui, result.message );
        return result;
    }
    hostRememberFile( w, path );
    w->logPath[0] = '\0';
    uiOpenCamera( w->ui );
    if ( !ssScenario_IsLog( scene->def.scenario ) ) // a log is no scenario to come back to
    {
        snprintf( uiGetSettings( w->ui )->scenario, sizeof uiGetSettings( w->ui )->scenario, "%s",
            scene->def.scenario->id );
    }
    return result;
}

/// Begins to open a log. With a virtual clock it is there when this returns.
static ssResult openLog( hostWindow* w, const char* path )
{
    hostNoteRecent( w, path );
    sessionEndOpening( w->opener );
    w->opener = sessionBeginOpening(
        hostJobMode( w->def ), path, NULL, w->def->virtualClock ? NULL : hostWakeWindow, NULL );
    return w->opener != NULL ? ssOk()
                             : ssError( ss_errorMemory, NULL, "%.150s: out of memory for this file", path );
}

void hostTakeLive( hostWindow* w )
{
    const ssScenario* scenario = NULL;
    if ( hostLive_Update( &w->live, w->ui, &scenario ) )
    {
        ssScene scene = { .def = ssDefaultSimDef( scenario ), .viewFlags = ss_drawDefault };
        hostLoadScene( w, &scene, NULL );
        ssScenario_Release( scenario );
        sessionDriver_Post( w->driver, &( sessionCommand ){ .kind = session_commandFollow } );
    }
}

void hostTakeOpened( hostWindow* w )
{
    if ( w->opener == NULL || !sessionFileOpener_Done( w->opener ) ) { return; }
    const ssScenario* scenario = NULL;
    ssResult result = sessionFileOpener_Take( w->opener, &scenario );
    if ( result.code == ss_ok )
    {
        ssScene scene = { .def = ssDefaultSimDef( scenario ), .viewFlags = ss_drawDefault };
        if ( hostLoadScene( w, &scene, NULL ).code == ss_ok )
        {
            snprintf( w->logPath, sizeof w->logPath, "%s", sessionFileOpener_Path( w->opener ) );
        }
        ssScenario_Release( scenario );
    }
    else { uiWarn( w->ui, result.message ); }
    sessionEndOpening( w->opener );
    w->opener = NULL;
}

/// Loads a scene that was read, with its view, and destroys it. `path` NULL: it has no file. `shipped`: nor a
/// view.
static ssResult showScene( hostWindow* w, ssScene* scene, const char* path, bool shipped )
{
    ssResult result = hostLoadScene( w, scene, path );
    if ( result.code == ss_ok && scene->show.time > 0.0 )
    {
        sessionDriver_Post( w->driver, &( sessionCommand ){ .kind = session_commandPause } );
        sessionDriver_Post(
            w->driver, &( sessionCommand ){ .kind = session_commandSeekTime, .value = scene->show.time } );
    }
    if ( result.code == ss_ok && scene->show.lesson[0] != '\0' )
    {
        uiFrameInput input = hostFrameInput( w );
        uiOpenLesson( w->ui, &input, scene->show.lesson );
    }
    if ( !shipped ) // a shipped scene leaves to the user what is drawn
    {
        uiGetSettings( w->ui )->drawFlags = scene->viewFlags;
        sessionDriver_Post(
            w->driver, &( sessionCommand ){ .kind = session_commandFlags, .count = scene->viewFlags } );
    }
    hostApplyView( w, scene );
    ssScene_Destroy( scene );
    return result;
}

static void loadShipped( hostWindow* w, const char* name )
{
    ssScene scene;
    ssResult result = parseShippedScene( name, &scene );
    if ( result.code != ss_ok )
    {
        uiWarn( w->ui, result.message );
        return;
    }
    showScene( w, &scene, NULL, true );
}

static ssResult loadFile( hostWindow* w, const char* path )
{
    fileKind kind = fileKindOf( path );
    if ( kind == file_log || kind == file_table || kind == file_problem ) { return openLog( w, path ); }
    char* text = NULL;
    size_t length = 0;
    ssScene scene;
    ssResult result =
        kind == file_film ? sceneTagRead( path, &text, &length ) : osReadFile( path, &text, &length );
    if ( result.code == ss_ok )
    {
        result = ssParseScene( text, length, &scene );
        const char* slash = strrchr( path, '/' );
        result = result.code == ss_ok ? result
                                      : ssError( result.code, result.field, "%.80s: %.170s",
                                            slash != NULL ? slash + 1 : path, result.message );
    }
    free( text );
    if ( result.code != ss_ok )
    {
        uiWarn( w->ui, result.message );
        return result;
    }
    return showScene( w, &scene, kind == file_film ? NULL : path, false ); // a film is no place to save it
}

void hostDropFile( hostWindow* w, const uiFrameInput* input, const char* path )
{
    const char* contacts = contactsOfLink( path );
    path = contacts != NULL ? contacts : path;
    fileKind kind = fileKindOf( path );
    if ( kind == file_lesson && w->snapshot != NULL )
    {
        hostNoteRecent( w, path );
        uiOpenLesson( w->ui, input, path );
        return;
    }
    if ( ( kind != file_law && kind != file_table ) || w->snapshot == NULL )
    {
        loadFile( w, path );
        return;
    }
    hostNoteRecent( w, path );
    ssResult result = kind == file_law ? uiOpenLaw( w->ui, input, path ) : uiOpenData( w->ui, input, path );
    if ( result.code != ss_ok ) { uiWarn( w->ui, result.message ); }
}

/// Where to save: this scene's file or a free name, since another scene's must not be lost.
static void choosePath( const hostWindow* w, const ssScenario* scenario, char* path, size_t capacity )
{
    if ( w->scenePath[0] == '\0' )
    {
        osFreeName( scenario->id, "json", path, capacity );
        return;
    }
    snprintf( path, capacity, "%s", w->scenePath );
    if ( osFileExists( path ) && hashFile( path ) != w->sceneHash )
    {
        char stem[sizeof w->scenePath];
        snprintf( stem, sizeof stem, "%s", w->scenePath );
        size_t length = strlen( stem );
        if ( length > 5 && strcmp( stem + length - 5, ".json" ) == 0 ) { stem[length - 5] = '\0'; }
        osFreeName( stem, "json", path, capacity );
    }
}

ssResult hostSceneOf( hostWindow* w, ssScene* scene )
{
    ssResult result = sessionDriver_Scene( w->driver, scene );
    if ( result.code == ss_ok )
    {
        const gfxCamera camera = uiPlacedCamera( w->ui );
        scene->camera = ( ssSceneCamera ){ true, (double)camera.yaw * 180.0 / SS_PI,
            (double)camera.pitch * 180.0 / SS_PI, (double)camera.distance,
            { (double)camera.target[0], (double)camera.target[1], (double)camera.target[2] } };
        scene->viewFlags = uiGetSettings( w->ui )->drawFlags;
        scene->show.time = 0.0; // where a link has begun, and with what, is not part of the run
        scene->show.lesson[0] = '\0';
    }
    return result;
}

char* hostSceneTag( hostWindow* w )
{
    ssScene scene;
    char *text = NULL, *tag = NULL;
    if ( !ssScenario_IsLog( w->snapshot->scenario ) && hostSceneOf( w, &scene ).code == ss_ok )
    {
        text = ssFormatScene( &scene );
        tag = text != NULL ? sceneTagText( text ) : NULL;
        ssRelease( text );
        ssScene_Destroy( &scene );
    }
    return tag;
}

/// `wanted` NULL: where it came from, or a free name.
static ssResult saveScene( hostWindow* w, const char* wanted )
{
    ssScene scene;
    ssResult result = ssOk();
    if ( hostLive_Save( &w->live, w->ui, w->snapshot->scenario, wanted, &result ) ) { return result; }
    result = ssScenario_IsLog( w->snapshot->scenario )
        ? ssError( ss_errorValue, NULL,
              "A log is no scene: the file %.120s itself is what to keep. `slipstick convert` writes it in "
              "another form.",
              w->snapshot->scenario->title )
        : hostSceneOf( w, &scene );
    if ( result.code != ss_ok )
    {
        uiWarn( w->ui, result.message );
        return result;
    }
    char path[1024];
    snprintf( path, sizeof path, "%s", wanted != NULL ? wanted : "" );
    if ( wanted == NULL ) { choosePath( w, scene.def.scenario, path, sizeof path ); }
    bool aside = wanted == NULL && w->scenePath[0] != '\0' && strcmp( path, w->scenePath ) != 0;
    char* text = ssFormatScene( &scene );
    result = osSaveFile( path, text, text != NULL ? strlen( text ) : 0 );
    uiNotifySaved( w->ui, result, path );
    if ( result.code == ss_ok && aside )
    {
        char note[256];
        snprintf( note, sizeof note, tr( "%.90s was changed by another program; saved %.90s" ), w->scenePath,
            path );
        uiWarn( w->ui, note );
    }
    if ( result.code == ss_ok ) { hostRememberFile( w, path ); }
    ssRelease( text );
    ssScene_Destroy( &scene );
    return result;
}

static void reload( hostWindow* w )
{
    char path[1024];
    bool isLog = ssScenario_IsLog( w->snapshot->scenario );
    snprintf( path, sizeof path, "%s", isLog ? w->logPath : w->scenePath );
    if ( isLog && path[0] == '\0' )
    {
        uiWarn( w->ui,
            tr( "This cannot be reloaded: it came from a running program, or was opened with --map or "
                "--judge." ) );
    }
    else if ( path[0] != '\0' )
    {
        ssResult result = isLog ? openLog( w, path ) : loadFile( w, path );
        if ( isLog && result.code != ss_ok ) { uiWarn( w->ui, result.message ); }
    }
    else
    {
        ssScene scene = hostOpeningScene( w->snapshot->scenario, NULL );
        hostLoadScene( w, &scene, NULL );
        ssScene_Destroy( &scene );
    }
}

/// Shows the scene of a lesson, and plays it from a moment on, or waits there.
static void serveLesson( hostWindow* w, const uiRequests* requests )
{
    // What was compared before is not part of it; its own pins come with the scene.
    for ( int i = 0; i < SESSION_MAX_PINS; ++i )
    {
        if ( w->snapshot->companions[i].kind == session_companionPin )
        {
            sessionDriver_Post( w->driver, &( sessionCommand ){ .kind = session_commandUnpin, .param = i } );
        }
    }
    if ( hostLoadScene( w, requests->lessonScene, NULL ).code != ss_ok ) { return; }
    sessionDriver_Post( w->driver, &( sessionCommand ){ .kind = session_commandPause } );
    if ( requests->lessonFrom > 0.0 )
    {
        sessionDriver_Post( w->driver,
            &( sessionCommand ){ .kind = session_commandSeekTime, .value = requests->lessonFrom } );
    }
    if ( requests->lessonPlays && requests->lessonFrom < requests->lessonScene->def.until )
    {
        sessionDriver_Post( w->driver, &( sessionCommand ){ .kind = session_commandPlay } );
    }
}

/// Asks for a measure: the run begins again with it, and goes on to where it was.
static void serveMeasure( hostWindow* w, const char* text )
{
    char name[SS_NAME_CAPACITY], path[sizeof w->scenePath];
    ssScene scene;
    ssResult result = hostSceneOf( w, &scene );
    bool made = result.code == ss_ok;
    if ( made )
    {
        const char* expression = argsSplitMeasure( scene.def.scenario, text, name );
        for ( int i = 1; expression == NULL && i < 99; ++i )
        {
            snprintf( name, sizeof name, "curve%d", i );
            expression = ssFindMeasure( scene.def.scenario, name ) < 0 ? text : NULL;
        }
        result = ssSimDef_Ask( &scene.def, name, expression != NULL ? expression : text );
    }
    if ( result.code != ss_ok )
    {
        uiWarn( w->ui, result.message );
        if ( made ) { ssScene_Destroy( &scene ); }
        return;
    }
    ssScene_Hold( &scene );
    scene.show.time = w->snapshot->time;
    snprintf( path, sizeof path, "%s", w->scenePath );
    showScene( w, &scene, path[0] != '\0' ? path : NULL, false );
}

void hostServeFiles( hostWindow* w, const uiRequests* requests )
{
    if ( requests->save ) { saveScene( w, NULL ); }
    if ( requests->savePath[0] != '\0' ) { uiFileDone( w->ui, saveScene( w, requests->savePath ) ); }
    if ( requests->openPath[0] != '\0' ) { uiFileDone( w->ui, loadFile( w, requests->openPath ) ); }
    if ( requests->cancelOpening || requests->load != NULL || requests->loadScene[0] != '\0' )
    {
        sessionEndOpening( w->opener );
        w->opener = NULL;
    }
    if ( requests->load != NULL )
    {
        ssScene scene = hostOpeningScene( requests->load, requests->loadPreset );
        hostLoadScene( w, &scene, NULL );
        ssScene_Destroy( &scene );
    }
    if ( requests->loadScene[0] != '\0' ) { loadShipped( w, requests->loadScene ); }
    if ( requests->measure[0] != '\0' ) { serveMeasure( w, requests->measure ); }
    if ( requests->lessonScene != NULL ) { serveLesson( w, requests ); }
    if ( requests->reload ) { reload( w ); }
}
