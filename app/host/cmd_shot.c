// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/svg_plot.h"
#include "base/words.h"
#include "host/window.h"
#include "host/window_commands.h"
#include "session/driver/driver.h"
#include "shows/shows.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/panel/figure.h"

#include <stdio.h>
#include <string.h>

/// The moment [s] shown `seconds` after opening, at the preset's speed and with its ending; if negative, the
/// one that shows the point, or else a quarter of the run, half of one that was built.
static double momentAfter( const ssScene* scene, double seconds )
{
    const ssSimDef* def = &scene->def;
    showView show = showOfScene( scene, def->preset != NULL ? def->preset : ssSimDef_Preset( def ) );
    double time = seconds * show.speed, round = def->until + SESSION_REST_BEFORE_LOOP * show.speed;
    double share = ( def->scenario->build != NULL ? 0.5 : 0.25 ) * def->until;
    return seconds < 0.0               ? fmin( show.moment > 0.0 ? show.moment : share, def->until )
        : show.ending == ss_endingGoOn ? time
        : show.ending == ss_endingLoop ? fmin( fmod( time, round ), def->until )
                                       : fmin( time, def->until );
}

/// Chooses the step nearest to `at` [s]. Returns the exit status.
static int chooseStep( const ssSimDef* def, double at, int64_t* step )
{
    double steps = at / def->h;
    if ( steps > SS_MAX_STEPS )
    {
        return argsFail( "shot", "t = %g s is %g steps of h = %g s away; allowed: up to %g", steps * def->h,
            steps, def->h, SS_MAX_STEPS );
    }
    *step = llround( steps );
    return ARGS_STATUS_OK;
}

/// The same of a log, whose times are its own.
static double chooseTime( const ssSimDef* def, double at, double after )
{
    double begin, end;
    ssLogScenario_Times( def->scenario, &begin, &end );
    double time = at >= 0.0 ? at
        : after >= 0.0      ? begin + after * showOf( def->scenario, NULL ).speed
                            : begin + 0.25 * ( end - begin );
    return fmin( time, end );
}

/// Completes the figure that a word names; NULL: none is wanted. Returns the exit status.
static int chooseFigure( hostWindowDef* def, const char* word, const char* size, uiFigure* figure )
{
    if ( word == NULL ) { return ARGS_STATUS_OK; }
    def->figure = figure;
    ssResult result = uiFindFigure( def->scene->def.scenario, word, figure );
    if ( result.code != ss_ok ) { return argsRefuse( "shot", result ); }
    bool vector = def->screenshot != NULL && uiFigureIsVector( def->screenshot );
    figure->width = vector ? 720 : 1280;
    figure->height = vector ? 520 : 720;
    if ( size != NULL && !hostParseSize( size, &figure->width, &figure->height ) )
    {
        return argsFail( "shot", HOST_SIZE_REFUSAL, size );
    }
    snprintf( figure->path, sizeof figure->path, "%s", def->screenshot != NULL ? def->screenshot : "" );
    result = def->screenshot != NULL ? uiCheckFigureForm( def->scene->def.scenario, figure ) : result;
    if ( result.code != ss_ok ) { return argsRefuse( "shot", result ); }
    if ( svgIsPdfName( figure->path ) && !svgHasPdf() )
    {
        argsFail( "shot", "%s", SVG_PDF_REFUSAL );
        return ARGS_STATUS_UNSUPPORTED;
    }
    return ARGS_STATUS_OK;
}

/// Opens and closes a hidden window at `at` or `after` (one is negative). Returns the exit status.
static int takePicture( hostWindowDef* def, const char* size, double at, double after )
{
    def->playing = false;
    def->threaded = false;
    def->hidden = true;
    def->virtualClock = true;
    def->frames = 4; // the layout of the panels settles
    if ( def->screenshot == NULL )
    {
        return argsFail( "shot", "-o FILE.png is missing: where should the picture go?" );
    }
    if ( def->figure == NULL && !hostIsPictureName( def->screenshot ) )
    {
        return argsFail( "shot", HOST_PICTURE_REFUSAL, "-o", def->screenshot );
    }
    if ( size != NULL && def->figure == NULL && !hostParseSize( size, &def->width, &def->height ) )
    {
        return argsFail( "shot", HOST_SIZE_REFUSAL, size );
    }
    if ( !hostIsFace( def->face ) ) { return argsFail( "shot", HOST_FACE_REFUSAL, def->face ); }
    if ( at >= 0.0 && after >= 0.0 )
    {
        return argsFail( "shot", "--at and --after both name the moment: give one of them" );
    }
    if ( ssScenario_IsLog( def->scene->def.scenario ) )
    {
        def->startTime = chooseTime( &def->scene->def, at, after );
        return hostRunWindow( def );
    }
    at = at >= 0.0                                   ? at
        : after < 0.0 && def->scene->show.time > 0.0 ? def->scene->show.time
                                                     : momentAfter( def->scene, after );
    int status = chooseStep( &def->scene->def, at, &def->startStep );
    return status == ARGS_STATUS_OK ? hostRunWindow( def ) : status;
}

/// Takes over the scene that the words on the command line named.
static int takeScene( hostWindowDef* def, const argsSpec* spec, const char* twin )
{
    def->command = "shot";
    def->scene = spec->scene;
    def->scenePath = spec->scenePath;
    def->ownFlags = spec->sceneInPicture;
    def->oneScene = twin != NULL && strcmp( twin, "none" ) == 0;
    return hostTakeTwin( "shot", twin, spec->scene, spec->scenePath != NULL || def->ownFlags );
}

int cmdShot( int argc, char** argv )
{
    // The start page is no scenario, but the word pictures it as the window opens it.
    char sphere[] = "rolling-sphere";
    bool start = argc > 1 && strcmp( argv[1], "start" ) == 0;
    if ( start ) { argv[1] = sphere; }
    ssScene scene;
    hostWindowDef def = hostDefaultWindowDef();
    const char *size = NULL, *twin = NULL;
    double at = -1.0, after = -1.0, ratio = 1.0;
    argsList map = { .count = 0 };
    const char *judge = NULL, *word = NULL;
    uiFigure figure = { 0 };
    const argsOption options[] = {
        { "--at", "S", "the moment to show [s]; one that shows the point when not given", .number = &at,
            .min = 0.0, .max = 1e15, .allowed = "seconds >= 0" },
        { "--after", "S",
            "instead of --at: the moment that a window reaches S seconds after it began this run",
            .number = &after, .min = 0.0, .max = 1e6, .allowed = "seconds >= 0" },
        { "--size", "WxH", "size of the picture in pixels", .text = &size },
        { "-o", "FILE.png", "where to write the picture", .text = &def.screenshot },
        { "--present", NULL, "as a presentation: title, formula, two plots", .flag = &def.present },
        { "--figure", "WHAT", "one view alone: scene, plots, plot:ID, chart:ID, contact, sets or free-body",
            .text = &word },
        { "--no-caption", NULL, "a figure without the line of parameters below it", .flag = &figure.bare },
        { "--light", NULL, "light theme", .flag = &def.light },
        HOST_FACE_OPTION( &def.face ),
        { "--plain", NULL, "the scene alone, without panels and plots", .flag = &def.plain },
        { "--bare", NULL, "nothing but the scene, without any text", .flag = &def.bare },
        { "--font", "FILE", "a TrueType font with Greek letters", .text = &def.font },
        WORDS_OPTION_DRAWN( &def.language ),
        HOST_TWIN_OPTION( &twin ),
        { "--pixel-ratio", "R", "pixels per unit of the panels, as on a dense display", .number = &ratio,
            .min = 1.0, .max = 4.0, .allowed = "1 to 4" },
        { "--map", "OURS=THEIRS",
            "a column that a contact log calls differently, such as fx=force_x; repeatable", .list = &map },
        { "--judge", "FILE", "reactions to show and judge in a contact problem, as `solve --out` writes them",
            .text = &judge },
    };
    argsSpec spec = {
        .command = "shot",
        .summary = "Draws a picture of one moment off screen.",
        .usage = "SCENARIO|SCENE.json|LOG|PROBLEM|start [options] -o FILE.png",
        .notes = "A figure (--figure) is in the light theme, with a caption that states every parameter. "
                 "Plots, charts and\n"
                 "free-body can also be FILE.svg, or FILE.pdf (Debian package librsvg2-bin). The word start "
                 "pictures the\nstart page of the window.",
        .map = &map,
        .judge = &judge,
        .options = options,
        .optionCount = SS_COUNT( options ),
        .scene = &scene,
    };
    ARGS_PARSE( &spec, argc, argv );
    if ( start )
    {
        ssScene_Destroy( &scene );
        scene = hostOpeningScene( ssFindScenario( sphere ), NULL );
    }
    def.pixelRatio = (float)ratio;
    def.start = start;
    int status = takeScene( &def, &spec, twin );
    status = status == ARGS_STATUS_OK ? chooseFigure( &def, word, size, &figure ) : status;
    status = status == ARGS_STATUS_OK ? takePicture( &def, size, at, after ) : status;
    ssScene_Destroy( &scene );
    return status;
}
