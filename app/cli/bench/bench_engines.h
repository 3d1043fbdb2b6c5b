// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"

#include <engine_scenes.h>

// The ten scenes of engine/examples/engine_scenes.h in ours and in other engines, each a program.

/// The step of the fine runs is so many times shorter.
#define ENGINES_FINER 8

/// Worlds of ours, as every user gets them.
extern const engineOps engines_own;

typedef struct enginesPeer
{
    const char *engine, *program, *package; ///< "Bullet", "scenes_bullet", "libbullet-dev"
} enginesPeer;

#define ENGINES_PEERS 3
extern const enginesPeer engines_peers[ENGINES_PEERS];

/// Saves errors over cost, a panel per scene.
ssResult enginesSavePicture( const benchRun* run, const char* path );
