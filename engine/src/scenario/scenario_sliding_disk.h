// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/sliding_view.h"

// The state of scenario `sliding-disk`, shared by the files of its table and motion and of its picture.

// The disk of the experiment (Walker & Leine Sec. 5.1).
#define DISK_RADIUS 0.014 // [m]
#define PAD_RADIUS 0.0105 // distance of the pads from the centre [m]

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
    diskGhostPoints = 81, // points of a predicted path
};

enum
{
    diskChartReservoir,
    diskChartPaths,
    diskChartCount
};

typedef enum DiskGhosts
{
    ghostsNone,
    ghostsLaws,
    ghostsAngles,
    ghostsSpeeds,
    ghostsAnglesOfBoth, // the fan of angles, and beside it that of the associated law
} DiskGhosts;

/// The predicted path of a point mass under some law, angle and speed of launch.
typedef struct DiskGhost
{
    int count;
    ssVec2 points[diskGhostPoints];
    char label[24];
} DiskGhost;

typedef struct SlidingDisk
{
    SlidingLaw law;
    double mass, gravity, steer; // [kg], [m/s²], [rad]
    bool bodyFrame;
    int pads;
    double v0, phi;  // launch [m/s], [rad] from e_T2
    ssPadDisk disk;  // with a single contact only its centre, force[0] and slip[0] are used
    double length;   // of the path so far [m]
    double stopTime; // [s]; NAN while it moves

    // These follow from the above and the parameters.
    ssPadDisk first; // at t = 0, with the forces under the velocities of the launch
    DiskGhosts ghostKind;
    DiskGhost ghosts[diskGhostMax];
    int ghostCount;
    DiskGhost plain[diskGhostMax]; // the same launches with slip normal to C
    int plainCount;
    DiskGhost prediction; // path of this launch
    ssVec2* measured;
    int measuredCount;
} SlidingDisk;

extern const char* const diskLawNames[diskLawCount];
extern const ssLawKind diskLawKinds[diskLawCount];

/// Reads the law with this index and the sets of the parameters, or the typed law.
ssResult diskReadLaw( SlidingLaw* own, const ssSim* sim, int law );
/// Makes a step of a point mass with the sets rotated by `frame`; it ends at `time`.
ssSlidingMassReport diskStepPoint( const SlidingDisk* s, const ssNoise* noise, ssPadDisk* disk,
    const ssLaw* law, double frame, double time, double h );
/// The speed up to which a launch with v0 counts as at rest [m/s].
double diskRest( const SlidingDisk* s, double v0 );
/// Computes what follows from state and parameters: forces at the start, predicted paths.
void diskDerive( SlidingDisk* s, const ssSim* sim );

/// Angle of the frame of the sets [rad].
double diskFrame( const SlidingDisk* s );
/// The disk as it is shown. At t = 0 no step has been solved yet, and the forces follow from the law.
const ssPadDisk* diskShown( const SlidingDisk* s, const ssSim* sim );
ssVec2 diskForce( const SlidingDisk* s, const ssPadDisk* disk ); ///< sum over all pads [N]

void diskDraw( const void* state, const ssSim* sim, const ssDraw* draw );
void diskDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
