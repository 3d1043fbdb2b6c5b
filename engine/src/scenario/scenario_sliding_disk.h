// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/sliding_view.h"

// The state of scenario `sliding-disk`, shared by its table and motion and its looks.

enum
{
    diskV0,
    diskPhi,
    diskLaw,
    diskFirstC,
    diskFirstD = diskFirstC + SS_SET_ROW_COUNT,
    diskEllipseA = diskFirstD + SS_SET_ROW_COUNT,
    diskEllipseB,
    diskCForce,
    diskSetFrame,
    diskSteer,
    diskMass,
    diskGravity,
    diskPads,
    diskSpin0,
    diskGhosts,
    diskMeasured,
    diskKeyCount
};

enum
{
    diskLawCount = 4,
    diskGhostMax = 8,
    diskGhostPoints = 81,
};

typedef enum DiskGhosts
{
    ghostsNone,
    ghostsLaws,
    ghostsAngles,
    ghostsSpeeds,
} DiskGhosts;

/// A path of the same point under another law, angle or speed.
typedef struct DiskGhost
{
    int count;
    ssVec2 points[diskGhostPoints];
    const char* label; // static
} DiskGhost;

typedef struct SlidingDisk
{
    SlidingLaw law;
    double mass, gravity, steer; // [kg], [m/s²], [rad]
    bool bodyFrame;
    int pads;
    double v0, phi;  // how it began [m/s], [rad] from e_T2
    ssPadDisk disk;  // a point is its centre alone, with force[0] and slip[0]
    double length;   // of the path so far [m]
    double stopTime; // [s]; NAN while it moves

    // follows from the above and the parameters
    DiskGhosts ghostKind;
    DiskGhost ghosts[diskGhostMax];
    int ghostCount;
    DiskGhost own; // where it will go if nothing changes
    ssVec2* measured;
    int measuredCount;
} SlidingDisk;

extern const char* const ss_diskLawNames[diskLawCount];

/// The angle of the frame of the sets [rad].
double diskFrame( const SlidingDisk* s );
ssVec2 diskForce( const SlidingDisk* s ); ///< f of all pads together [N]

void diskDraw( const void* state, const ssSim* sim, const ssDraw* draw );
void diskDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
