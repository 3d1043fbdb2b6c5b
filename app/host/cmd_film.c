// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/thread_pool.h"
#include "base/words.h"
#include "host/film_sink.h"
#include "host/window.h"
#include "host/window_commands.h"
#include "shows/shows.h"
#include "slipstick/lab/log_scenario.h"

#include <string.h>

/// The preset that the run shows. How long the film lasts makes no difference to that.
static const ssPreset* presetOf( const ssSimDef* def )
{
    ssSimDef whole = *def;
    whole.until = ssDefaultSimDef( ssScenario_Base( def->scenario ) ).until;
    const ssPreset* preset = def->preset != NULL ? def->preset : ssSimDef_Preset( def );
    return preset != NULL ? preset : ssSimDef_Preset( &whole );
}

/// Completes the film from the scene. Returns the exit status.
static int completeFilm( hostWindowDef* def, hostFilmDef* film, const char* size )
{
    const ssSimDef* sim = &def->scene->def;
    sessionFilm* f = &film->film;
    double begin = 0.0, end = sim->until;
    if ( ssScenario_IsLog( sim->scenario ) )
    {
        ssLogScenario_Times( sim->scenario, &begin, &end );
        end = f->until > 0.0 ? fmin( f->until, end ) : end;
    }
    if ( film->path == NULL )
    {
        return argsFail(
            "film", "-o is missing: where should the film go? FILE.mp4, FILE.webm, FILE.gif or a folder" );
    }
    if ( !sessionFilm_FormOf( film->path, &f->form ) )
    {
        return argsFail( "film",
            "-o %s: films end in .mp4, .webm or .gif; for PNG frames give a folder, such as frames/",
            film->path );
    }
    if ( size != NULL && !hostParseSize( size, &def->width, &def->height ) )
    {
        return argsFail( "film", HOST_SIZE_REFUSAL, size );
    }
    showView show = showOfScene( def->scene, presetOf( sim ) );
    f->width = def->width;
    f->height = def->height;
    f->speed = f->speed > 0.0 ? f->speed : show.speed;
    f->from = isfinite( f->from ) ? f->from : begin;
    f->until = end;
    ssResult result = sessionFilm_Check( f );
    if ( result.code != ss_ok ) { return argsRefuse( "film", result ); }
    if ( f->form <= session_filmWebm && !hostHasFfmpeg() )
    {
        argsFail( "film", HOST_FFMPEG_REFUSAL, f->form == session_filmMp4 ? "MP4" : "WebM" );
        return ARGS_STATUS_UNSUPPORTED;
    }
    // A long run would be computed in vain.
    osWriter* writer = NULL;
    result = f->form == session_filmFrames ? ssOk() : osBeginWrite( film->path, &writer );
    osAbortWrite( writer );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "film", result );
}

/// The word of --view. Returns the exit status.
static int chooseView( hostWindowDef* def, const char* view )
{
    def->sceneOnly = strcmp( view, "scene" ) == 0;
    return def->sceneOnly || strcmp( view, "window" ) == 0
        ? ARGS_STATUS_OK
        : argsFail( "film", "--view %s: expected scene or window", view );
}

static int makeFilm( hostWindowDef* def, const hostFilmDef* film )
{
    def->film = film;
    def->playing = true;
    def->threaded = false;
    def->hidden = true;
    def->virtualClock = true;
    osWatchSignals();
    threadPool* pool = threadPoolStart( osProcessorCount() );
    int status = hostRunWindow( def );
    threadPoolStop( pool );
    if ( osSignalCaught() ) { osEndBySignal(); }
    return status;
}

/// Makes the film of the scene that the words on the command line named.
static int filmScene( hostWindowDef* def, hostFilmDef* film, const argsSpec* spec, const char* twin,
    const char* view, const char* size )
{
    def->command = "film";
    def->scene = spec->scene;
    def->scenePath = spec->scenePath;
    def->ownFlags = spec->sceneInPicture;
    int status = hostTakeTwin( "film", twin, spec->scene, spec->scenePath != NULL );
    ssSimDef* sim = &spec->scene->def;
    sim->preset = ssScenario_IsLog( sim->scenario ) ? NULL : presetOf( sim );
    status = status == ARGS_STATUS_OK ? chooseView( def, view ) : status;
    status = status == ARGS_STATUS_OK ? completeFilm( def, film, size ) : status;
    return status == ARGS_STATUS_OK ? makeFilm( def, film ) : status;
}

int cmdFilm( int argc, char** argv )
{
    ssScene scene;
    hostWindowDef def = hostDefaultWindowDef();
    hostFilmDef film = { .film = { .from = SS_NAN, .fps = 30.0 } };
    const char *size = NULL, *view = "scene", *twin = NULL;
    double ratio = 1.0;
    argsList map = { .count = 0 };
    const argsOption options[] = {
        { "--from", "S", "the moment of the first frame [s]; --until is that of the last",
            .number = &film.film.from, .min = 0.0, .max = 1e15, .allowed = "seconds >= 0" },
        { "--speed", "X", "simulated seconds per second of film (default: the scenario's own)",
            .number = &film.film.speed, .above = true, .max = 1e9, .allowed = "> 0" },
        { "--fps", "N", "frames per second (default 30; of a GIF at most 50)", .number = &film.film.fps,
            .above = true, .max = 240.0, .allowed = "> 0, up to 240" },
        { "--size", "WxH", "size of the film in pixels (default 1280x720; even for MP4 and WebM)",
            .text = &size },
        { "--view", "scene|window", "the scene alone (default), or the window with its panels",
            .text = &view },
        { "-o", "FILE|DIR", "FILE.mp4, FILE.webm, FILE.gif, or a folder for PNG frames", .text = &film.path },
        { "--light", NULL, "light theme", .flag = &def.light },
        { "--font", "FILE", "a TrueType font with Greek letters", .text = &def.font },
        { "--pixel-ratio", "R", "pixels per unit of the panels, as on a dense display", .number = &ratio,
            .min = 1.0, .max = 4.0, .allowed = "1 to 4" },
        { "--settings", "FILE", "look like a window with these settings", .text = &def.settings },
        { "--progress", NULL, "print a line on standard output after each frame", .flag = &film.tells },
        { "--map", "OURS=THEIRS",
            "a column that a contact log calls differently, such as fx=force_x; repeatable", .list = &map },
        WORDS_OPTION_DRAWN( &def.language ),
        HOST_TWIN_OPTION( &twin ),
    };
    argsSpec spec = {
        .command = "film",
        .summary = "Makes a film of a run: frames by simulated time, none left out, the same every time.",
        .usage = "SCENARIO|SCENE.json|LOG [options] -o FILE.mp4|FILE.webm|FILE.gif|DIR",
        .notes =
            "The film has floor((until - from) fps / speed) + 1 frames, the first at --from, the last at "
            "--until, each\n"
            "at the nearest step. It carries its scene: `slipstick open FILE.mp4` shows it in the window.\n"
            "MP4 and WebM films are made by ffmpeg (Debian package ffmpeg).",
        .map = &map,
        .options = options,
        .optionCount = SS_COUNT( options ),
        .scene = &scene,
        .logUntil = &film.film.until,
    };
    ARGS_PARSE( &spec, argc, argv );
    def.pixelRatio = (float)ratio;
    int status = filmScene( &def, &film, &spec, twin, view, size );
    ssScene_Destroy( &scene );
    return status;
}
