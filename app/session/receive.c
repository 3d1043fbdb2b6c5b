// SPDX-License-Identifier: MIT
#include "session/receive.h"

#include "base/args.h"
#include "base/os.h"

static const double s_nap = 0.2; // [s] between looks at Ctrl+C

void sessionTellPort( int port )
{
    argsPrintLine(
        "listening on 127.0.0.1:%d; in your program: ssProbe* probe = ssProbeConnect( %d );", port, port );
}

int sessionReceive( const sessionLiveDef* def, const char* path )
{
    sessionLive* live = NULL;
    sessionLiveDef own = *def;
    own.save = path;
    osWatchSignals();
    ssResult result = sessionBeginLive( &own, &live );
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
    return state.phase == session_liveRefused ? ARGS_STATUS_BAD_INPUT : ARGS_STATUS_OK;
}
