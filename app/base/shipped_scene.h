// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scene.h"

// The scenes of the program, assets/scenes/NAME.json, listed beside the playground's presets.

typedef struct shippedScene
{
    char name[64];    // "domino-row"
    ssSceneShow show; // its title and its sentence
} shippedScene;

int shippedSceneCount( void );
const shippedScene* shippedSceneAt( int index );
const shippedScene* findShippedScene( const char* name ); // NULL: there is none

// The contact logs of the program, assets/cases/NAME.csv, which stand in the place of a file as case:NAME.

struct embeddedFile;

const struct embeddedFile* findShippedCase( const char* path ); // "case:creeping-gripper"; NULL: it is none
const char* shippedCaseNames( void );                           // "case:creeping-gripper case:…"

// Reads one. The caller destroys it.
ssResult parseShippedScene( const char* name, ssScene* scene );
