// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/file_kind.h"
#include "base/thread_pool.h"
#include "base/words.h"
#include "host/settings.h"
#include "host/window.h"
#include "host/window_commands.h"
#include "session/lesson/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The words of the command line.
typedef struct words
{
    int count;
    char** items;
} words;

/// Without a display: leaves a picture and data to look at. `scene`: the user's word, or NULL.
static int showOffScreen( hostCommandMain* compute, const char* scene, const char* id, const words* given )
{
    static const char* const kept[] = { "--preset", "--set", "--law", "--h", "--until", "--seed" };
    enum
    {
        most = 256
    };
    char picture[128], data[128];
    snprintf( picture, sizeof picture, "slipstick-%s.png", id );
    snprintf( data, sizeof data, "slipstick-%s.csv", id );
    char* word =
        scene != NULL ? (char*)(uintptr_t)scene : "rolling-sphere"; // commands do not write to their words
    char *shot[most] = { "shot", word, "-o", picture }, *run[most] = { "run", word, "--csv", data };
    int count = 4;
    for ( int i = 1; i + 1 < given->count && count + 4 < most; ++i )
    {
        for ( int k = 0; k < SS_COUNT( kept ); ++k )
        {
            if ( strcmp( given->items[i], kept[k] ) == 0 )
            {
                shot[count] = run[count] = given->items[i];
                shot[count + 1] = run[count + 1] = given->items[i + 1];
                count += 2;
            }
        }
    }
    if ( scene == NULL && count == 4 )
    {
        // The default scenario has more to see in this preset.
        shot[count] = run[count] = "--preset";
        shot[count + 1] = run[count + 1] = "fig3b";
        count += 2;
    }
    fprintf( stderr,
        "There is no display here, so the sandbox cannot open its window.\n"
        "Drawing the scene off screen instead.\n" );
    int status = cmdShot( count, shot );
    if ( scene == NULL )
    {
        run[count] = "--every";
        run[count + 1] = "0.01"; // as many rows as a person may look through
    }
    status = status == 0 ? compute( scene == NULL ? count + 2 : count, run ) : status;
    if ( status == 0 )
    {
        fprintf( stderr,
            "picture  %s\ndata     %s\n`slipstick help` lists the commands that work without a window.\n",
            picture, data );
    }
    return status;
}

/// Is a definition its scenario's default? By fields: bytes after the end of a text do not count.
static bool isDefault( const ssSimDef* def )
{
    ssSimDef plain = ssDefaultSimDef( ssScenario_Base( def->scenario ) );
    bool same = def->scenario == plain.scenario && plain.h == def->h && plain.until == def->until &&
        plain.seed == def->seed;
    for ( int i = 0; i < def->scenario->model.paramCount && same; ++i )
    {
        int slot = ssTextSlot( def->scenario->model.params, i );
        same = slot >= 0 ? strcmp( plain.texts[slot], def->texts[slot] ) == 0
                         : plain.values[i] == def->values[i];
    }
    return same;
}

/// Opens the window with a scene that the options have completed.
static int openSandbox( hostWindowDef* def, ssScene* scene, bool sceneGiven, bool sizeGiven )
{
    bool remembers = !def->virtualClock || def->remember;
    uiSettings settings = remembers ? hostLoadSettings() : uiDefaultSettings();
    if ( !sizeGiven )
    {
        def->width = (int)settings.windowWidth;
        def->height = (int)settings.windowHeight;
        def->sizeRemembered = remembers;
    }
    if ( !sceneGiven && isDefault( &scene->def ) && !scene->twin.on )
    {
        // Without a request, the start page shows a run to be touched. What only continues goes on with the
        // last scenario, in the preset that has the most to see.
        def->start = !def->virtualClock && !def->present && def->lesson == NULL && def->dropped == NULL &&
            def->data == NULL;
        const ssScenario* last = def->start ? NULL : ssFindScenario( settings.scenario );
        *scene = hostOpeningScene( last != NULL ? last : scene->def.scenario, NULL );
    }
    def->scene = scene;
    // One thread of the pool is the simulation's own; --no-thread means none at all.
    threadPool* pool = threadPoolStart( def->threaded ? osProcessorCount() : 1 );
    int status = hostRunWindow( def );
    threadPoolStop( pool );
    return status;
}

/// Refuses a lesson that cannot be read before a window opens. Returns the exit status.
static int checkLesson( const hostWindowDef* def )
{
    lessonFile* file = calloc( 1, sizeof( *file ) );
    lessonError error = { 0 };
    if ( file == NULL || lessonLoad( def->lesson, file, &error ) )
    {
        lessonFree( file != NULL ? &file->lesson : &( lessonText ){ 0 } );
        free( file );
        return ARGS_STATUS_OK;
    }
    error.line > 0 ? argsPrintLine( "%s:%d: %s", def->lesson, error.line, error.text )
                   : (void)argsFail( def->command, "%s", error.text );
    free( file );
    return ARGS_STATUS_BAD_INPUT;
}

/// Checks the words of --size, --screenshot, --language and --lesson. Returns the exit status.
static int checkWords( hostWindowDef* def, const char* size )
{
    if ( def->lesson != NULL && checkLesson( def ) != ARGS_STATUS_OK ) { return ARGS_STATUS_BAD_INPUT; }
    if ( size != NULL && !hostParseSize( size, &def->width, &def->height ) )
    {
        return argsFail( def->command, HOST_SIZE_REFUSAL, size );
    }
    if ( !hostIsFace( def->face ) ) { return argsFail( def->command, HOST_FACE_REFUSAL, def->face ); }
    if ( def->screenshot != NULL && !hostIsPictureName( def->screenshot ) )
    {
        return argsFail( def->command, HOST_PICTURE_REFUSAL, "--screenshot", def->screenshot );
    }
    ssResult language = def->language != NULL ? wordsChoose( def->language ) : ssOk();
    return language.code != ss_ok ? argsFail( def->command, "--language: %s", language.message )
                                  : ARGS_STATUS_OK;
}

/// In the window, or off screen where there is no display and nobody needs one.
static int showScene( hostWindowDef* def, ssScene* scene, const argsSpec* spec, bool sizeGiven,
    const words* given, hostCommandMain* run )
{
    if ( def->virtualClock || osHasDisplay() )
    {
        return openSandbox( def, scene, spec->sceneGiven, sizeGiven );
    }
    if ( def->lesson != NULL )
    {
        argsFail( def->command,
            "there is no display here, and a lesson needs one; `slipstick lesson --check %s` goes through it "
            "without",
            def->lesson );
        return ARGS_STATUS_UNSUPPORTED;
    }
    const char* word = spec->scenePath != NULL ? spec->scenePath : spec->sceneGiven ? spec->sceneWord : NULL;
    return showOffScreen( run, word, scene->def.scenario->id, given );
}

/// What a script, a number of frames or a picture asks for goes by frames, not by the time of day.
static void chooseClock( hostWindowDef* def, double frames )
{
    def->virtualClock = def->script != NULL || frames > 0.0 || def->screenshot != NULL;
    def->frames = def->screenshot != NULL && def->script == NULL && frames <= 0.0 ? 60 : (int)frames;
}

/// Opens the scene that the words on the command line named.
static int openScene( hostWindowDef* def, argsSpec* spec, const char* size, const char* twin,
    const words* given, hostCommandMain* run )
{
    def->command = spec->command;
    def->scenePath = spec->scenePath;
    def->ownFlags = spec->sceneInPicture;
    bool ownFile = spec->map->count == 0 && *spec->judge == NULL && !spec->sceneInPicture;
    def->logPath = ownFile ? spec->sceneWord : NULL;
    const ssSceneShow* show = &spec->scene->show;
    def->lesson = def->lesson == NULL && show->lesson[0] != '\0' ? show->lesson : def->lesson;
    if ( def->only != NULL )
    {
        snprintf( spec->scene->show.panes, sizeof spec->scene->show.panes, "%s", def->only );
    }
    if ( show->time > 0.0 )
    {
        def->startStep = llround( fmin( show->time / spec->scene->def.h, SS_MAX_STEPS ) );
        def->playing = false;
    }
    int status = checkWords( def, size );
    status = status == ARGS_STATUS_OK
        ? hostTakeTwin( def->command, twin, spec->scene, spec->scenePath != NULL || def->ownFlags )
        : status;
    return status == ARGS_STATUS_OK ? showScene( def, spec->scene, spec, size != NULL, given, run ) : status;
}

static const char s_openSummary[] = "Opens a contact log of any simulator, a contact problem, a scene or a "
                                    "film made by Slipstick in the window.";

/// The two commands that open the window. `opens`: a file is what it is about.
static int runCommand( int argc, char** argv, hostCommandMain* run, const char* dropped, bool opens )
{
    ssScene scene;
    hostWindowDef def = hostDefaultWindowDef();
    argsList map = { .count = 0 };
    const char *size = NULL, *judge = NULL, *twin = NULL;
    bool paused = false, noThread = false;
    double frames = 0.0, ratio = 1.0;
    const argsOption options[] = {
        { "--paused", NULL, "start paused", .flag = &paused },
        { "--lesson", "NAME|FILE", "open a lesson: a shipped one, or a file", .text = &def.lesson },
        { "--data", "FILE", "a table of measurements to compare the run with", .text = &def.data },
        { "--size", "WxH", "size of the window in pixels", .text = &size },
        { "--script", "FILE", "play a script of actions and expectations", .text = &def.script,
            .keepsOwn = true },
        { "--frames", "N", "close after this many frames", .number = &frames, .keepsOwn = true, .min = 1.0,
            .max = 1e9, .allowed = "frames >= 1" },
        { "--screenshot", "FILE.png", "write a PNG of the last frame", .text = &def.screenshot,
            .keepsOwn = true },
        { "--speak", NULL, "say what is shown: by speech-dispatcher, else as lines of text",
            .flag = &def.speak },
        { "--present", NULL, "open as a presentation (F8 leaves it)", .flag = &def.present },
        { "--show", "LIST", "nothing but these parts: scene, plot.ID, chart:ID, param.KEY, tools, timeline",
            .text = &def.only },
        { "--light", NULL, "light theme", .flag = &def.light },
        HOST_FACE_OPTION( &def.face ),
        { "--font", "FILE", "a TrueType font with Greek letters", .text = &def.font },
        WORDS_OPTION( &def.language ),
        HOST_TWIN_OPTION( &twin ),
        { "--remember", NULL, "use and keep the remembered settings also when a script runs",
            .flag = &def.remember },
        { "--pixel-ratio", "R", "pixels per unit of the panels, as on a dense display", .number = &ratio,
            .min = 1.0, .max = 4.0, .allowed = "1 to 4" },
        { "--no-thread", NULL, "run the simulation inside the loop of the window", .flag = &noThread },
        { "--map", "OURS=THEIRS",
            "a column that a contact log calls differently, such as fx=force_x; repeatable", .list = &map },
        { "--judge", "FILE", "reactions to show and judge in a contact problem, as `solve --out` writes them",
            .text = &judge },
    };
    argsSpec spec = {
        .command = opens ? "open" : "gui",
        .summary = opens ? s_openSummary : "Opens the sandbox.",
        .usage = opens ? "LOG|PROBLEM|SCENE.json|FILM|PICTURE [options]"
                       : "[SCENARIO|SCENE.json|LOG|PROBLEM] [options]",
        .notes = opens
            ? NULL
            : "Without words it opens the start page (Ctrl+Home). A scenario opens with the preset "
              "that shows\nmost; with --set, --preset, --script, --frames or --screenshot it keeps "
              "its own values.",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .scene = &scene,
        .opens = true,
        .map = &map,
        .judge = &judge,
        .defaultScenario = opens && dropped == NULL ? NULL : "rolling-sphere",
    };
    int status = 0;
    if ( !argsParse( &spec, argc, argv, &status ) ) { return status; }
    def.dropped = dropped;
    def.pixelRatio = (float)ratio;
    def.playing = !paused;
    def.threaded = !noThread;
    def.noThreads = noThread;
    chooseClock( &def, frames );
    status = openScene( &def, &spec, size, twin, &( words ){ argc, argv }, run );
    ssScene_Destroy( &scene );
    return status;
}

int cmdGui( int argc, char** argv, hostCommandMain* run )
{
    return runCommand( argc, argv, run, NULL, false );
}

/// Does the window open at once, and the file in it? A law goes into its editor, and a large log takes time.
static bool opensInWindow( const char* path )
{
    const uint64_t large = 100000000, slow = 1000000; // [bytes] a problem has to be solved
    osReader* reader = NULL;
    uint64_t size = 0;
    bool known = osBeginRead( path, &reader ).code == ss_ok && osReadSize( reader, &size ).code == ss_ok;
    osEndRead( reader );
    fileKind kind = fileKindOf( path );
    return known && osHasDisplay() &&
        ( kind == file_law || kind == file_lesson || ( kind == file_log && size > large ) ||
            ( kind == file_problem && size > slow ) );
}

int cmdOpen( int argc, char** argv, hostCommandMain* run )
{
    bool inWindow = argc == 2 && argv[1][0] != '-' && opensInWindow( argv[1] );
    return runCommand( inWindow ? 1 : argc, argv, run, inWindow ? argv[1] : NULL, true );
}
