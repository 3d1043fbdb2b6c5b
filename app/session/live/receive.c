// SPDX-License-Identifier: MIT
#include "session/live/receive.h"

#include "base/args.h"
#include "base/os.h"

#include <string.h>

// Receives one log without a window, for `slipstick listen --out`.

static const double s_nap = 0.2; // [s] between looks at Ctrl+C

void sessionTellPort( int port )
{
    argsPrintLine(
        "listening on 127.0.0.1:%d; in your program: ssProbe* probe = ssProbeConnect( %d );", port, port );
}

/// Whether a log can be written there, before a program has to wait for it.
static ssResult checkPath( const char* path )
{
    const char* dot = strrchr( path, '.' );
    if ( dot == NULL || strcmp( dot, ".mcap" ) != 0 )
    {
        return ssError( ss_errorValue, "--out", "--out %s: expected a name that ends in .mcap", path );
    }
    osWriter* out = NULL;
    ssResult result = osBeginWrite( path, &out );
    osAbortWrite( out );
    return result;
}

int sessionReceive( const sessionLiveDef* def, const char* path )
{
    sessionLive* live = NULL;
    sessionLiveDef own = *def;
    own.save = path;
    osWatchSignals();
    ssResult result = checkPath( path );
    result = result.code == ss_ok ? sessionBeginLive( &own, &live ) : result;
    if ( result.code != ss_ok )
    {
        return argsRefuse( "listen", result );
    }
    sessionLiveState state = sessionLive_State( live );
    sessionTellPort( state.port );
    while ( !osSignalCaught() && state.phase != session_liveEnded && state.phase != session_liveRefused )
    {
        sessionLive_Wait( live, s_nap );
        state = sessionLive_State( live );
    }
    sessionEndLive( live ); // which completes the file
    if ( state.saved[0] != '\0' )
    {
        argsPrintLine( "%d frame%s, %.4g MB: %s", state.frames, state.frames == 1 ? "" : "s",
            1e-6 * (double)state.size, state.saved );
    }
    if ( state.message[0] != '\0' )
    {
        argsPrintLine( "slipstick listen: %s", state.message );
    }
    bool isLost = state.frames > 0 && state.saved[0] == '\0';
    return state.phase == session_liveRefused || isLost ? ARGS_STATUS_BAD_INPUT : ARGS_STATUS_OK;
}
