// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "session/driver/driver.h"

// What the tests of the driver share: scenes of the rolling sphere, and commands.

static inline ssScene sceneOf( const char* preset )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ), .viewFlags = ss_drawAll };
    testMust( ssSimDef_ApplyPreset( &scene.def, preset ) );
    return scene;
}

static inline void post(
    sessionDriver* driver, sessionCommandKind kind, int64_t count, int param, double value )
{
    sessionDriver_Post(
        driver, &( sessionCommand ){ .kind = kind, .count = count, .param = param, .value = value } );
}
