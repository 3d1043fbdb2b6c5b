// SPDX-License-Identifier: MIT
#include "base/link.h"
#include "base/share_script.h"
#include "base/words.h"
#include "host/window_private.h"
#include "ui/frame/frame.h"
#include "ui/lesson/lesson_panel.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the window gives away: the run as a link, or as a page of its own.

/// Four digits are more than an eye sees, and single precision has seven that look like seventeen.
static double rounded( double value )
{
    char text[32];
    snprintf( text, sizeof text, "%.4g", value );
    return strtod( text, NULL );
}

/// The run with the moment that is shown and the lesson that is open.
static ssResult sceneToShare( hostWindow* w, ssScene* scene )
{
    ssResult result = ssScenario_IsLog( w->snapshot->scenario )
        ? ssError( ss_errorValue, NULL, "%s", tr( "A log fits into no link and no page: pass on its file." ) )
        : hostSceneOf( w, scene );
    if ( result.code == ss_ok )
    {
        ssSceneCamera* c = &scene->camera;
        c->yawDeg = rounded( c->yawDeg );
        c->pitchDeg = rounded( c->pitchDeg );
        c->distance = rounded( c->distance );
        c->target = ( ssVec3 ){ rounded( c->target.x ), rounded( c->target.y ), rounded( c->target.z ) };
        scene->show.time = w->snapshot->time;
        const char* lesson = uiShippedLesson( w->ui );
        snprintf( scene->show.lesson, sizeof scene->show.lesson, "%s", lesson != NULL ? lesson : "" );
    }
    return result;
}

static ssResult copyLink( hostWindow* w, const ssScene* scene )
{
    char* link = NULL;
    ssResult result = linkOfScene( scene, &link );
    if ( result.code == ss_ok )
    {
        osShare( link, NULL ) ? 0 : SDL_SetClipboardText( link );
        uiNotify( w->ui, tr( "The link is in the clipboard." ) );
    }
    ssRelease( link );
    return result;
}

static ssResult savePage( hostWindow* w, const ssScene* scene )
{
    char path[1024], text[1024], said[400];
    char* json = ssFormatScene( scene );
    int scratch = -1;
    ssResult result = ssOk();
    if ( json == NULL ) { result = ssError( ss_errorMemory, NULL, "out of memory for a page" ); }
    else if ( !osShare( NULL, json ) )
    {
        osFreeName( scene->def.scenario->id, "html", path, sizeof path );
        scratch = osFillScratch( json, strlen( json ), text, sizeof text );
        result =
            shareScript( ( const char*[] ){ "web", "--scene", text, "-o", path, NULL }, said, sizeof said );
        uiNotifySaved( w->ui, result, path );
    }
    osCloseScratch( scratch );
    ssRelease( json );
    return result;
}

void hostServeSharing( hostWindow* w, const uiRequests* requests )
{
    ssScene scene;
    if ( !requests->copyLink && !requests->savePage ) { return; }
    ssResult result = sceneToShare( w, &scene );
    if ( result.code == ss_ok )
    {
        result = ( requests->copyLink ? copyLink : savePage )( w, &scene );
        ssScene_Destroy( &scene );
    }
    if ( result.code != ss_ok ) { uiWarn( w->ui, result.message ); }
}
