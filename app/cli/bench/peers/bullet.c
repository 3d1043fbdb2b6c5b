// SPDX-License-Identifier: MIT
#include "base/os.h"
#include "cli/bench/bench_peers.h"

#include <math.h>
#include <string.h>

// Runs a scene in Bullet in a child process, whose memory and crashes are not ours.

typedef void Steps( const peerScene* scene, peerAnswer* answer );

static Steps* s_steps;

static void runInChild( void* context, void* answer ) { s_steps( context, answer ); }

bool bulletRun( const peerScene* scene, double limit, peerAnswer* answer )
{
    void* module = osOpenLibrary( SLIPSTICK_BULLET );
    void* found = module != NULL ? osFindInLibrary( module, "bulletSteps" ) : NULL;
    memcpy( &s_steps, &found, sizeof( found ) );
    return found != NULL && osTry( runInChild, (void*)scene, answer, sizeof( *answer ), limit ) &&
        isfinite( answer->seconds );
}
