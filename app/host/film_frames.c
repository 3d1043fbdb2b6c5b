// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "host/window_private.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/frame/frame.h"
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

// A film: the run from its beginning, drawn at every frame's moment, however long that takes.

enum
{
    s_settling = 4 // frames until the layout of the panels has settled
};

/// Goes to the moment of the next frame. False: the run cannot get there.
static bool goToFrame( hostWindow* w )
{
    const sessionFilm* film = &w->def->film->film;
    double time = sessionFilm_TimeOf( film, w->film.next );
    bool log = ssScenario_IsLog( w->def->scene->def.scenario );
    int64_t step = llround( time / w->def->scene->def.h );
    sessionCommand command = {
        .kind = log ? session_commandSeekTime : session_commandSeek, .count = step, .value = time
    };
    sessionDriver_Post( w->driver, &command );
    sessionDriver_Advance( w->driver, 0.0 );
    w->snapshot = sessionDriver_AcquireWith( w->driver, &w->signalLog, w->companionLogs );
    // The plots of a log are read ahead; every frame shows them whole.
    for ( int64_t before = -1;
          log && w->snapshot->readStep < w->snapshot->lastStep && before != w->snapshot->readStep; )
    {
        before = w->snapshot->readStep;
        double until = osSeconds() + 1.0;
        while ( w->snapshot->readStep == before && osSeconds() < until )
        {
            sessionDriver_Advance( w->driver, 0.0 );
            w->snapshot = sessionDriver_AcquireWith( w->driver, &w->signalLog, w->companionLogs );
        }
    }
    return log || w->snapshot->step >= step;
}

static void drawMoment( hostWindow* w )
{
    uiFrameInput input = hostFrameInput( w );
    uiUpdateCamera( w->ui, &input );
    ++w->frame;
    hostDrawFrame( w, &input, true );
    *uiGetRequests( w->ui ) = ( uiRequests ){ 0 };
}

/// Draws the first moment until panels have found their places, and what they need, such as charts.
static void settle( hostWindow* w )
{
    // The window shows the speed of the film.
    sessionDriver_Post(
        w->driver, &( sessionCommand ){ .kind = session_commandSpeed, .value = w->def->film->film.speed } );
    goToFrame( w );
    for ( int i = 0; i < s_settling; ++i )
    {
        drawMoment( w );
        goToFrame( w );
    }
}

static ssResult beginSink( hostWindow* w )
{
    const hostFilmDef* def = w->def->film;
    const ssPreset* preset = w->snapshot->preset;
    const char* own = w->snapshot->sceneShow.title;
    char title[256];
    snprintf( title, sizeof title, "%s%s%s%s, Slipstick %s",
        own[0] != '\0' ? own : w->snapshot->scenario->title, preset != NULL ? " (" : "",
        preset != NULL ? preset->name : "", preset != NULL ? ")" : "", ssVersion() );
    char* tag = hostSceneTag( w );
    ssResult result = hostBeginSink( &def->film, def->path, title, tag, &w->film.sink );
    free( tag );
    return result;
}

static void tell( const hostWindow* w )
{
    long long done = (long long)w->film.next, count = (long long)w->film.count;
    if ( w->def->film->tells )
    {
        printf( "frame %lld of %lld\n", done, count );
        fflush( stdout );
    }
    else if ( osIsTerminal( 2 ) )
    {
        fprintf( stderr, "\rframe %lld of %lld  %d%% ", done, count, (int)( 100 * done / count ) );
    }
}

static ssResult addFrame( hostWindow* w )
{
    int width, height;
    SDL_GL_GetDrawableSize( w->gl.window, &width, &height );
    const sessionFilm* film = &w->def->film->film;
    unsigned char* pixels =
        width == film->width && height == film->height ? gfxReadPixels( width, height ) : NULL;
    ssResult result = pixels != NULL
        ? hostSink_Add( w->film.sink, pixels )
        : ssError(
              ss_errorMemory, NULL, "cannot draw frames of %d × %d pixels here", film->width, film->height );
    free( pixels );
    return result;
}

/// Ends the film with the frames that there are. Returns the exit status.
static int finish( hostWindow* w, bool whole )
{
    const hostFilmDef* def = w->def->film;
    uint64_t size = 0;
    ssResult result = hostSink_Finish( w->film.sink, &size );
    w->film.sink = NULL;
    const char* clear = osIsTerminal( 2 ) && !def->tells ? "\r\033[K" : "";
    if ( osSignalCaught() || result.code != ss_ok )
    {
        fprintf( stderr, "%s", clear );
        return osSignalCaught() ? ARGS_STATUS_BAD_INPUT : argsRefuse( w->def->command, result );
    }
    fprintf( stderr, "%s%s: %lld frame%s, %.4g s, %d×%d, %.4g %s\n", clear, def->path,
        (long long)w->film.next, w->film.next == 1 ? "" : "s", (double)w->film.next / def->film.fps,
        def->film.width, def->film.height, (double)size / ( size < 1000000u ? 1e3 : 1e6 ),
        size < 1000000u ? "kB" : "MB" );
    if ( !whole )
    {
        fprintf( stderr,
            "slipstick %s: the state is no longer finite at t = %.10g s; the film ends there, after %lld of "
            "%lld frames\n",
            w->def->command, w->snapshot->time, (long long)w->film.next, (long long)w->film.count );
    }
    return whole ? ARGS_STATUS_OK : ARGS_STATUS_CHECK_FAILED;
}

int hostFilmFrame( hostWindow* w )
{
    bool reached = goToFrame( w );
    ssResult result = ssOk();
    if ( w->film.sink == NULL )
    {
        settle( w );
        w->film.count = sessionFilm_Count( &w->def->film->film );
        result = beginSink( w );
    }
    if ( result.code == ss_ok && reached )
    {
        drawMoment( w );
        result = addFrame( w );
        SDL_GL_SwapWindow( w->gl.window );
    }
    if ( osSignalCaught() || result.code != ss_ok )
    {
        hostSink_Abort( w->film.sink );
        w->film.sink = NULL;
        return osSignalCaught() ? ARGS_STATUS_BAD_INPUT : argsRefuse( w->def->command, result );
    }
    w->film.next += reached ? 1 : 0;
    tell( w );
    return !reached || w->film.next == w->film.count ? finish( w, reached ) : -1;
}
