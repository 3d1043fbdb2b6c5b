// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/os.h"
#include "base/thread_pool.h"
#include "host/commands.h"
#include "host/settings.h"
#include "host/window.h"

#include <stdio.h>
#include <string.h>

/// No display: say so, and leave something to look at all the same. `scene` is the user's word, or NULL.
static int showOffScreen( hostCommandMain* compute, char* scene, const char* id )
{
    char picture[128], data[128];
    snprintf( picture, sizeof picture, "slipstick-%s.png", id );
    snprintf( data, sizeof data, "slipstick-%s.csv", id );
    char* shot[] = { "shot", scene != NULL ? scene : "rolling-sphere", "-o", picture, "--preset", "fig3b",
        NULL };
    char* run[] = { "run", scene != NULL ? scene : "rolling-sphere", "--csv", data, "--preset", "fig3b",
        "--every", "0.01", NULL };
    fprintf( stderr,
        "There is no display here, so the sandbox cannot open its window.\n"
        "Drawing the scene off screen instead.\n" );
    int status = cmdShot( scene != NULL ? 4 : SS_COUNT( shot ) - 1, shot );
    status = status == 0 ? compute( scene != NULL ? 4 : SS_COUNT( run ) - 1, run ) : status;
    if ( status == 0 )
    {
        fprintf( stderr, "picture  %s\ndata     %s\n`slipstick help` lists what works without a window.\n",
            picture, data );
    }
    return status;
}

int cmdGui( int argc, char** argv, hostCommandMain* run )
{
    ssScene scene;
    hostWindowDef def = hostDefaultWindowDef();
    const char* size = NULL;
    bool paused = false, noThread = false;
    double frames = 0.0, ratio = 1.0;
    const argsOption options[] = {
        { "--paused", NULL, "start at rest", .flag = &paused },
        { "--size", "WxH", "size of the window in pixels", .text = &size },
        { "--script", "FILE", "play a script of actions and expectations", .text = &def.script },
        { "--frames", "N", "close after so many frames", .number = &frames, .min = 1.0, .max = 1e9,
            .allowed = "frames >= 1" },
        { "--screenshot", "FILE", "write a PNG of the last frame", .text = &def.screenshot },
        { "--light", NULL, "light theme", .flag = &def.light },
        { "--font", "FILE", "a TrueType font with Greek letters", .text = &def.font },
        { "--remember", NULL, "with a script too: begin with what the window remembers, and keep it",
            .flag = &def.remember },
        { "--pixel-ratio", "R", "pixels per unit of the panels, as on a dense display", .number = &ratio,
            .min = 1.0, .max = 4.0, .allowed = "1 to 4" },
        { "--no-thread", NULL, "run the simulation inside the window's loop", .flag = &noThread },
    };
    argsSpec spec = {
        .command = "gui",
        .summary = "Open the sandbox.",
        .usage = "[SCENARIO|SCENE.json] [options]",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .scene = &scene,
        .defaultScenario = "rolling-sphere",
    };
    int status = 0;
    if ( !argsParse( &spec, argc, argv, &status ) )
    {
        return status;
    }
    if ( size != NULL && !hostParseSize( size, &def.width, &def.height ) )
    {
        ssScene_Destroy( &scene );
        return argsFail( "gui", "--size %s: expected WIDTHxHEIGHT in pixels, 320x240 to 7680x4320", size );
    }
    def.virtualClock = def.script != NULL || frames > 0.0 || def.screenshot != NULL;
    def.frames = def.screenshot != NULL && def.script == NULL && frames <= 0.0 ? 60 : (int)frames;
    if ( !def.virtualClock && !osHasDisplay() )
    {
        char* word = spec.sceneGiven
            ? (char*)(uintptr_t)( spec.scenePath != NULL ? spec.scenePath : scene.def.scenario->id )
            : NULL;
        ssScene_Destroy( &scene );
        return showOffScreen( run, word, scene.def.scenario->id );
    }
    ssSimDef plain = ssDefaultSimDef( scene.def.scenario );
    if ( !spec.sceneGiven && memcmp( &plain, &scene.def, sizeof plain ) == 0 )
    {
        // Nothing was asked for: what was open last, with the preset that has the most to see.
        const ssScenario* last = def.virtualClock ? NULL : ssFindScenario( hostLoadSettings().scenario );
        scene = hostOpeningScene( last != NULL ? last : scene.def.scenario );
    }
    def.pixelRatio = (float)ratio;
    def.scene = &scene;
    def.scenePath = spec.scenePath;
    def.playing = !paused;
    def.threaded = !noThread;
    // with the simulation's own thread; --no-thread means none at all
    threadPool* pool = threadPoolStart( noThread ? 1 : osProcessorCount() );
    status = hostRunWindow( &def );
    threadPoolStop( pool );
    ssScene_Destroy( &scene );
    return status;
}
