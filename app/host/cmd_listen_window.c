// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/thread_pool.h"
#include "base/words.h"
#include "host/settings.h"
#include "host/window.h"
#include "host/window_commands.h"
#include "session/live/live.h"

#include <slipstick_probe.h>
#include <stdio.h>

/// Opens the window, which has nothing to show until a program comes. Returns the exit status.
static int openWindow( hostWindowDef* def, const sessionLiveDef* live )
{
    ssScene scene = { .viewFlags = ss_drawDefault };
    const ssScenario* empty = NULL;
    ssResult result = sessionEmptyLog( "waiting for a program", &empty );
    result = result.code == ss_ok ? sessionBeginLive( live, &def->live ) : result;
    if ( result.code != ss_ok )
    {
        ssScenario_Release( empty );
        return argsRefuse( "listen", result );
    }
    sessionTellPort( sessionLive_State( def->live ).port );
    scene.def = ssDefaultSimDef( empty );
    def->scene = &scene;
    threadPool* pool = threadPoolStart( osProcessorCount() );
    int status = hostRunWindow( def );
    threadPoolStop( pool );
    sessionEndLive( def->live );
    ssScenario_Release( empty );
    return status;
}

/// Takes the size of the window from the command line, or from the settings. Returns the exit status.
static int chooseSize( hostWindowDef* def, const char* size )
{
    if ( size != NULL && !hostParseSize( size, &def->width, &def->height ) )
    {
        return argsFail( "listen", HOST_SIZE_REFUSAL, size );
    }
    if ( def->screenshot != NULL && !hostIsPictureName( def->screenshot ) )
    {
        return argsFail( "listen", HOST_PICTURE_REFUSAL, "--screenshot", def->screenshot );
    }
    if ( size == NULL && !def->virtualClock )
    {
        uiSettings settings = hostLoadSettings();
        def->width = (int)settings.windowWidth;
        def->height = (int)settings.windowHeight;
        def->sizeRemembered = true;
    }
    return ARGS_STATUS_OK;
}

int cmdListen( int argc, char** argv )
{
    hostWindowDef def = hostDefaultWindowDef();
    sessionLiveDef live = sessionDefaultLiveDef();
    const char *size = NULL, *out = NULL;
    double frames = 0.0, limit = (double)SESSION_STREAM_SIZE / ( 1 << 20 );
    live.port = SS_PROBE_PORT;
    const argsOption options[] = {
        { "--port", "N", "port of this computer that programs connect to; 0: any that is free",
            .integer = &live.port, .max = 65535.0 },
        { "--save", "FILE.mcap", "also write every log into a file: this one, then FILE-2.mcap, ...",
            .text = &live.save },
        { "--out", "FILE.mcap", "write the log of the next program, without a window", .text = &out },
        { "--limit", "MIB", "size at which a log ends", .number = &limit, .min = 1.0, .max = 1e6 },
        { "--size", "WxH", "size of the window in pixels", .text = &size },
        { "--light", NULL, "light theme", .flag = &def.light },
        { "--font", "FILE", "a TrueType font with Greek letters", .text = &def.font },
        WORDS_OPTION( &def.language ),
        { "--script", "FILE", "play a script of actions and expectations", .text = &def.script },
        { "--frames", "N", "close after this many frames", .number = &frames, .min = 1.0, .max = 1e9,
            .allowed = "frames >= 1" },
        { "--screenshot", "FILE.png", "write a PNG of the last frame", .text = &def.screenshot },
    };
    argsSpec spec = { "listen",
        .summary = "Shows the contacts of a running program that connects with slipstick_probe.h.",
        .usage = "[--port N] [options]", .options = options, .optionCount = SS_COUNT( options ),
        .notes =
            "Only programs on this computer can connect: ssProbe* probe = ssProbeConnect( SS_PROBE_PORT );" };
    ARGS_PARSE( &spec, argc, argv );
    live.limit = (uint64_t)( limit * ( 1 << 20 ) );
    if ( out != NULL && live.save != NULL )
    {
        return argsFail(
            "listen", "--out and --save exclude each other: one log without a window, or every log" );
    }
    if ( out != NULL ) { return sessionReceive( &live, out ); }
    def.command = "listen";
    def.playing = false; // a log that comes plays by itself
    def.virtualClock = def.script != NULL || frames > 0.0 || def.screenshot != NULL;
    def.frames = def.screenshot != NULL && def.script == NULL && frames <= 0.0 ? 60 : (int)frames;
    if ( !def.virtualClock && !osHasDisplay() )
    {
        fprintf( stderr,
            "slipstick listen: there is no display here; `slipstick listen --out FILE.mcap` writes the log "
            "without a window\n" );
        return ARGS_STATUS_UNSUPPORTED;
    }
    int status = chooseSize( &def, size );
    return status == ARGS_STATUS_OK ? openWindow( &def, &live ) : status;
}
