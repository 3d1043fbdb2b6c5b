// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/toss_data.h"
#include "scenario/world_scenario.h"

// What the files of the scenario `toss` share.

#define TOSS_BODY 1 // body 0 is the ground

enum
{
    tossKeyContact,
    tossKeyMu,
    tossKeyMuRoll,
    tossKeyMuSpin,
    tossKeyE,
    tossKeyStiffness,
    tossKeyDamping,
    tossKeyHertz,
    tossKeyDissipation,
    tossKeyShape,
    tossKeyWidth,
    tossKeyDepth,
    tossKeyHeight,
    tossKeyRadius,
    tossKeyLength,
    tossKeyMass,
    tossKeyInertia,
    tossKeyComX,
    tossKeyComY,
    tossKeyComZ,
    tossKeyStart,
    tossKeyX,
    tossKeyQ = tossKeyX + 3,
    tossKeyV = tossKeyQ + 4,
    tossKeyW = tossKeyV + 3,
    tossKeyGravity = tossKeyW + 3,
    tossKeyInput,
    tossKeyErrorLength,
    tossKeyTheta,
    tossKeyScheme,
    tossKeyCount
};

/// The choices of `contact`.
enum
{
    tossContactRigid,
    tossContactKelvinVoigt,
    tossContactHuntCrossley,
    tossContactHertz,
    tossContactCount
};

typedef struct Toss
{
    ssWorld* world;
    TossData* data; // the measured poses; NULL: none
    // The rows of the data that the run has passed, and the sums of their errors.
    int rows;
    double positionSum, angleSum, positionLast, angleLast;
    double deepest; // [m] largest penetration so far
} Toss;

ssShape tossShape( const ssSim* sim );
/// Does the run start from the first row of the data, given what applies from the next reset on?
bool tossStartsFromData( const ssSim* sim );
/// The effective gravity, stiffness and so on with their meaning in words.
void tossExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
void tossDraw( const void* state, const ssSim* sim, const ssDraw* out );
