// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scene.h"

// Runs of builds. Include test_main.h first.

/// A playground that consists of the build of a text; NULL, with a message on stdout, where it is refused.
static inline ssSim* buildSimTo( const char* text, const char* tolerance )
{
    ssBuild build;
    ssResult result = ssParseBuild( text, strlen( text ), &build );
    ssSim* sim = NULL;
    if ( result.code == ss_ok )
    {
        ssSimDef* def = malloc( sizeof *def );
        *def = ssDefaultSimDef( ssFindScenario( "playground" ) );
        result = ssSimDef_Set( def, "tol", tolerance );
        result = result.code == ss_ok ? ssSimDef_SetBuild( def, &build ) : result;
        result = result.code == ss_ok ? ssCreateSim( def, &sim ) : result;
        free( def );
        ssBuild_Destroy( &build );
    }
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return sim;
}

static inline ssSim* buildSim( const char* text ) { return buildSimTo( text, "1e-8" ); }

static inline void buildRun( ssSim* sim, double seconds )
{
    int64_t last = ssSim_StepIndex( sim ) + llround( seconds / ssSim_StepSize( sim ) );
    while ( ssSim_StepIndex( sim ) < last && ssSim_Step( sim ).status <= ss_statusLimit ) {}
}

static inline ssPartState buildPart( const ssSim* sim, int id )
{
    ssPartState state = { .body = -1 };
    ssSim_PartState( sim, id, &state );
    return state;
}

static inline double buildSignal( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}
