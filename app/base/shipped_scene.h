// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scene.h"

// The scenes that come with the program, assets/scenes/NAME.json: built in
// the playground, listed beside its presets.

typedef struct shippedScene
{
    char name[64];    // "domino-row"
    ssSceneShow show; // its title and its sentence
} shippedScene;

int shippedSceneCount( void );
const shippedScene* shippedSceneAt( int index );
const shippedScene* findShippedScene( const char* name ); // NULL: there is none

// Reads one. The caller destroys it.
ssResult parseShippedScene( const char* name, ssScene* scene );
