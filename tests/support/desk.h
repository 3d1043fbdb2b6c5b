// SPDX-License-Identifier: MIT
#pragma once

#include "session/driver/driver.h"

#include <stdio.h>

// A driver with a virtual clock, and what a window would keep of it: for tests of runs beside the main one.

typedef struct Desk
{
    sessionDriver* driver;
    sessionSignalLog log, logs[SESSION_MAX_COMPANIONS];
    const sessionSnapshot* seen;
} Desk;

static inline ssScene deskScene( const char* scenario, const char* preset )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( scenario ) ), .viewFlags = ss_drawAll };
    if ( preset != NULL ) { testMust( ssSimDef_ApplyPreset( &scene.def, preset ) ); }
    return scene;
}

static inline void look( Desk* desk )
{
    sessionDriver_Advance( desk->driver, 0.0 );
    desk->seen = sessionDriver_AcquireWith( desk->driver, &desk->log, desk->logs );
}

static inline bool openDesk( Desk* desk, const ssScene* scene, bool threaded )
{
    *desk = ( Desk ){ .driver = NULL };
    bool made =
        sessionCreateDriver( scene, threaded, true, false, ss_drawDefault, &desk->driver ).code == ss_ok;
    if ( made ) { look( desk ); }
    return made;
}

static inline void closeDesk( Desk* desk )
{
    sessionDestroyDriver( desk->driver );
    sessionSignalLog_Free( &desk->log );
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i ) { sessionSignalLog_Free( desk->logs + i ); }
}

/// Posts a command of a kind with its numbers and its text.
static inline void post( Desk* desk, sessionCommandKind kind, int param, int64_t count, const char* text )
{
    sessionCommand command = { .kind = kind, .param = param, .count = count };
    snprintf( command.text, sizeof command.text, "%s", text );
    sessionDriver_Post( desk->driver, &command );
    look( desk );
}

static inline void seek( Desk* desk, int64_t step ) { post( desk, session_commandSeek, 0, step, "" ); }

static inline void set( Desk* desk, const char* key, double value )
{
    int param = ssFindScenarioParam( desk->seen->scenario, key );
    sessionDriver_Post( desk->driver,
        &( sessionCommand ){ .kind = session_commandSetParam, .param = param, .value = value } );
    look( desk );
}

/// The hash of a single run of a scene with its edits.
static inline uint64_t singleHash( const ssScene* scene, int64_t step )
{
    ssSim* sim = NULL;
    int next = 0;
    if ( ssCreateSim( &scene->def, &sim ).code != ss_ok ) { return 0; }
    while ( ssSim_StepIndex( sim ) < step )
    {
        testMust( ssScene_ApplyEdits( scene, sim, &next ) );
        ssSim_Step( sim );
    }
    testMust( ssScene_ApplyEdits( scene, sim, &next ) );
    uint64_t hash = ssSim_Hash( sim );
    ssDestroySim( sim );
    return hash;
}
