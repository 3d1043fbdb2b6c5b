// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// The parts of the guideway that are shared by its motion and its drawing.

#define GUIDEWAY_ROWS 4 ///< rows of balls

enum
{
    keyLoad,
    keyZeta,
    keyMu,
    keyBallDiameter,
    keyBallsPerRow,
    keyCarriageMass,
    keyPreload,
    keyStiffness,
    keySeal,
    keySpeed,
    keyPush,
    keyGeometry,
    keyTol,
    keyIterations,
    keyCount
};

enum
{
    geometryFlat,
    geometryRaceway45
};

typedef struct Guideway
{
    ssWorld* world;
    ssBodyId carriage;
    int carriageSlot; // of that body; its raceways follow
    int carriageEnd;  // after the last of them
    int balls;        // slot of the first ball
    int ballCount;
    ssJointId drive, seal;
    double loop;     // length of a row: a ball that falls behind by half of it returns to the front [m]
    double start;    // height of the carriage at the start [m]
    double forceSum; // [N], after the warm-up
    int forceCount;
} Guideway;

/// A row of balls: its position, and the direction from the rail to the carriage.
typedef struct Row
{
    double y, z;
    ssVec3 across;
} Row;

double guidewayDriveForce( const Guideway* s );
/// The force that the drive needs to move the carriage forward.
double guidewayResistance( const ssSim* sim );
void guidewayDraw( const void* state, const ssSim* sim, const ssDraw* out );
