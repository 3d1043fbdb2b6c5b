// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/world_scenario.h"

// The state of scenario `playground`, shared by the files of its table and bodies and of its grounds.

#define PLAY_KINDS 4         // kinds of bodies; their counts are the first parameters
#define PLAY_MAX_OF_KIND 200 // bodies of one kind

enum
{
    playKeySpheres,
    playKeyBoxes,
    playKeyCylinders,
    playKeyCapsules,
    playKeySize,
    playKeyDensity,
    playKeyMu,
    playKeyMuRoll,
    playKeyMuSpin,
    playKeyRestitution,
    playKeyGround,
    playKeyMuAlong,
    playKeyMuAcross,
    playKeyGroove,
    playKeyKinetic,
    playKeyStribeckSpeed,
    playKeyVEps,
    playKeyPatch,
    playKeyFacets,
    playKeyTilt,
    playKeyHeading,
    playKeyGravity,
    playKeyTable,
    playKeyLaw,
    playKeyTol,
    playKeyIterations,
    playKeySubsteps,
    playKeyCount
};

enum
{
    groundCoulomb,
    groundEllipse,
    groundCollinear,
    groundExtended,
    groundStribeck,
    groundGroovesStribeck,
    groundContensou,
    groundPolyhedral,
    groundRegularised,
    groundTristate,
    groundCount
};

// The values from which the laws of the grounds follow.
enum
{
    valueAlong,
    valueAcross,
    valueMu,
    valueKinetic,
    valueSpeed,
    valueVEps,
    valuePatch,
    valueFacets,
    valueMuRoll,
    valueCount
};

typedef struct Playground
{
    ssWorld* world;
    int count[PLAY_KINDS];                 // bodies of each kind in the world, hidden ones included
    int shown[PLAY_KINDS];                 // bodies of each kind on the table
    int ids[PLAY_KINDS][PLAY_MAX_OF_KIND]; // bodies
    int laws[groundCount];                 // of the world; groundCoulomb has none
    double groundValues[valueCount];       // the values that these laws were made with
    WorldLaw typed;                        // the law of ground, walls and bodies, if there is one
    double tilt, heading;                  // [rad]
    double penetration;                    // deepest so far [m]
} Playground;

/// Does friction on this ground depend on the direction of its grooves?
bool playIsGrooved( int ground );

/// Reads the values that the laws of the grounds are made with.
void playReadGrounds( const ssSim* sim, double* values );

/// Adds the laws of the grounds to the world, in the order of the enumeration.
ssResult playAddGrounds( Playground* s );

/// Replaces the laws of the grounds by those with the present values.
void playRemakeGrounds( Playground* s );

void playExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
bool playUses( const ssSim* sim, int param );
