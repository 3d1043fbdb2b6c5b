// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "host/window_private.h"
#include "ui/frame/frame.h"

#include <stdio.h>
#include <string.h>

// [s] that a new program may take for its second frame: with two, the log knows its step size.
static const double s_patience = 0.5;

/// Shows what has gone wrong, once.
static void tellMessage( hostLive* live, uiState* ui )
{
    const sessionLiveState* state = &live->shown.state;
    char text[sizeof live->said + 64];
    snprintf( text, sizeof text, "%s", state->message );
    if ( text[0] == '\0' && state->turnedAway > 0 )
    {
        snprintf( text, sizeof text,
            tr( "Another program wanted to connect (%d times so far); one is heard at a time." ),
            state->turnedAway );
    }
    text[sizeof live->said - 1] = '\0';
    if ( text[0] != '\0' && strcmp( text, live->said ) != 0 ) { uiWarn( ui, text ); }
    memcpy( live->said, text, sizeof live->said );
}

bool hostLive_Update( hostLive* live, uiState* ui, const ssScenario** scenario )
{
    *scenario = NULL;
    if ( live->live == NULL ) { return false; }
    live->shown.state = sessionLive_State( live->live );
    tellMessage( live, ui );
    const sessionLiveState* state = &live->shown.state;
    if ( state->program == live->program || state->frames == 0 )
    {
        live->firstFrame = 0.0;
        return false;
    }
    live->firstFrame = live->firstFrame > 0.0 ? live->firstFrame : osSeconds();
    bool ready = state->frames > 1 || state->phase != session_liveReceiving ||
        osSeconds() - live->firstFrame > s_patience;
    if ( !ready ) { return false; }
    live->program = state->program;
    sessionStream_Release( live->stream );
    live->stream = sessionLive_Stream( live->live );
    ssResult result = sessionStream_Scenario( live->stream, live->program, scenario );
    if ( result.code != ss_ok ) { uiWarn( ui, result.message ); }
    live->scenario = *scenario;
    return *scenario != NULL;
}

const uiLive* hostLive_Shown( hostLive* live, const ssScenario* scenario )
{
    if ( live->live == NULL ) { return NULL; }
    const ssScenario* base = scenario != NULL ? ssScenario_Base( scenario ) : NULL;
    live->shown.waits = base == live->empty;
    live->shown.inWindow = base != NULL && base == live->scenario;
    live->shown.current = live->shown.inWindow && live->program == live->shown.state.program;
    return &live->shown;
}

bool hostLive_Save(
    hostLive* live, uiState* ui, const ssScenario* scenario, const char* path, ssResult* result )
{
    if ( live->stream == NULL || ssScenario_Base( scenario ) != live->scenario ) { return false; }
    char free[1024];
    if ( path == NULL )
    {
        osFreeName( "contacts", "mcap", free, sizeof free );
        path = free;
    }
    *result = sessionStream_Save( live->stream, path );
    uiNotifySaved( ui, *result, path );
    return true;
}

void hostLive_Free( hostLive* live )
{
    sessionStream_Release( live->stream );
    live->stream = NULL;
}
