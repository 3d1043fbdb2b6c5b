// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/world_scenario.h"
#include "slipstick/lab/build.h"

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
    playKeyTheta,
    playKeyScheme,
    playKeyImpacts,
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

/// The build that a playground consists of.
typedef struct PlayBuild
{
    const ssBuild* build;                     // that of the simulation; NULL: there is none
    ssPose frames[SS_BUILD_MAX_PARTS];        // of the parts, in coordinates of their bodies
    ssLawId bodyLaws[SS_BUILD_MAX_PARTS + 1]; // that bodies own
    int from[SS_BUILD_MAX_PARTS + 1];         // bodies of the world before, which these continue; -1: none
    const char* lawTexts[SS_BUILD_MAX_PARTS + 1]; // of the build
    ssLawId laws[SS_BUILD_MAX_PARTS + 1];         // of the world, one for each text
    int lawCount;
    ssVec3 low, high; // of the box around all parts where they were put
} PlayBuild;

typedef struct Playground
{
    ssWorld* world;
    int count[PLAY_KINDS];                 // bodies of each kind in the world, hidden ones included
    int shown[PLAY_KINDS];                 // bodies of each kind on the table
    int ids[PLAY_KINDS][PLAY_MAX_OF_KIND]; // slots of bodies
    ssLawId laws[groundCount];             // groundCoulomb has none
    double groundValues[valueCount];       // the values that these laws were made with
    WorldLaw typed;                        // the law of ground, walls and bodies, if there is one
    double tilt, heading;                  // [rad]
    double penetration;                    // deepest so far [m]
    PlayBuild built;
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

// scenario_playground_draw.c

/// Rotation from the coordinates of the table to those of the picture, or back with sign = -1.
ssQuat playLean( const Playground* s, double sign );
void playDraw( const void* state, const ssSim* sim, const ssDraw* out );

// scenario_playground_build.c

/// Fills an empty world. Bodies whose parts keep their place keep their state in `from` (NULL: none do).
ssResult playBuildWorld(
    ssWorld* world, PlayBuild* built, const ssBuild* build, const Playground* from, double t );
/// Puts a world with the simulation's build in place of the present one. A refusal changes nothing.
ssResult playRebuild( Playground* s, const ssSim* sim, const ssWorldDef* def );
/// Makes a world that the state of a simulation with this build (NULL: none) can be read into.
ssResult playBuildRead( Playground* s, const ssBuild* build );
/// Gives every body its own law, or the typed one where there is one.
void playBuildLaws( Playground* s );
/// Sets the velocities of parts that shake to those at time t [s].
void playBuildDrive( Playground* s, double t );
double playBuildMoving( const Playground* s ); ///< number of parts that move
void playBuildDraw( const Playground* s, double t, const ssDraw* out );
void playBuildName( const Playground* s, int body, char* text, int capacity );
void playPartState( const void* state, const ssSim* sim, int index, ssPartState* part );
ssResult playMakeBuild( const void* state, const ssSim* sim, ssBuild* build );
